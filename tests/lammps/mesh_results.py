# SPDX-License-Identifier: MIT
"""fix wall/dcm/mesh that moves and tells: motions and results against closed forms, files read back, energies, restarts on ranks."""

import base64
import math
import os
import re
import struct

import decks
import host
import mesh_walls
import shapes

BOX = decks.box(0.1, types=2, boundary="f f f", more="atom_modify map array\n") + """{grains}
set type 1 diameter 0.010 density 2500
velocity all set 0 0 0
pair_style dcm/hertz/mindlin form consistent
pair_coeff * * young {young} poisson 0.25 restitution {restitution} friction {friction}
neighbor 0.001 bin
timestep {dt}
{more}
thermo_modify norm no lost error format float %.17g
"""
GRAVITY = "fix g all gravity 9.81 vector 0 0 -1\nfix 1 all nve/sphere\n"


def turned(axis, angle, point, origin=(0.0, 0.0, 0.0)):
    """A point that was turned about an axis of length 1, by Rodrigues' formula."""
    r = [p - o for p, o in zip(point, origin)]
    c, s, along = math.cos(angle), math.sin(angle), sum(a * b for a, b in zip(axis, r))
    across = (axis[1] * r[2] - axis[2] * r[1], axis[2] * r[0] - axis[0] * r[2], axis[0] * r[1] - axis[1] * r[0])
    return [o + c * x + s * v + (1.0 - c) * along * a for o, x, v, a in zip(origin, r, across, axis)]


class Meshes(mesh_walls.Meshes):

    def deck(self, more, grains="create_atoms 1 single 0 0 0.05", young=5e6, restitution=0.5, friction=0.5, dt=1e-5):
        return BOX.format(more=more, grains=grains, young=young, restitution=restitution, friction=friction, dt=dt)

    def follow(self, wall, steps=400, every=40, before=""):
        """Numbers 14 to 23 of the fix: where its point is, velocity, angular velocity, angle."""
        text = self.run_ok(self.deck(before + f"fix w all wall/dcm/mesh 2 plate.stl {wall}\n{decks.table('f_w[*]', every)}") + f"run {steps}\n")
        return [[row[0], *row[14:24]] for row in self.thermo(text, "f_w[14]")]

    def assert_close(self, ours, theirs, bound, about=""):
        for a, b in zip(ours, theirs):
            self.assertLessEqual(abs(a - b), bound, f"{about}: {ours} {theirs}")


POINT = (0.03, 0.01, 0.002)
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
FREQUENCY, AMPLITUDE = 2.0 * math.pi / 0.003, math.radians(30.0)
# It rests before the first line and after the last one. Times of output are not those of the lines.
LINES = ((0.00051, 0, 0, 0, 0), (0.00171, 0.001, 0, 0.002, 40), (0.00331, 0.001, 0.003, 0.002, -10))
H = 1e-8    # for differences by time


def at_line(t):
    """Numbers of the table of a motion at a time."""
    for a, b in zip(LINES, LINES[1:]):
        if a[0] < t < b[0]:
            return [p + (q - p) * (t - a[0]) / (b[0] - a[0]) for p, q in zip(a, b)]
    return LINES[0] if t <= LINES[0][0] else LINES[-1]


def shifted(way, factor):
    return [p + a * factor for p, a in zip(POINT, way)]


def along(place):
    """A motion along a path: where POINT is, the angular velocity and the angle, at a time."""
    return place, lambda t: (0, 0, 0), lambda t: 0.0


def about(axis, angle, origin=(0, 0, 0), place=lambda t: POINT):
    """Likewise, of a turn by an angle about an axis that rests."""
    return lambda t: turned(axis, angle(t), place(t), origin), lambda t: [a * (angle(t + H) - angle(t - H)) / (2.0 * H) for a in axis], angle


def down_and_back(t):
    return (0.03, 0.01, 0.002 - 2.0 * min(t, 0.00101) + 1.0 * min(max(t - 0.00101, 0.0), 0.00102))


# Motions, what they give, and variables.
ABOUT_Y, HINGE = "motion rotate 0.01 0 0 0 1 0 ", (0.01, 0, 0)
MOTIONS = [
    (ABOUT_Y + "swing 30 0.003", *about(Y, lambda t: AMPLITUDE * (1.0 - math.cos(FREQUENCY * t)), HINGE)),
    (ABOUT_Y + "sine 30 0.003", *about(Y, lambda t: AMPLITUDE * math.sin(FREQUENCY * t), HINGE)),
    ("motion sine 0.001 0 0.002 0.003", *along(lambda t: shifted((0.001, 0, 0.002), math.sin(FREQUENCY * t)))),
    ("motion wiggle 0.001 0 0.002 0.002", *along(lambda t: shifted((0.001, 0, 0.002), 1.0 - math.cos(1.5 * FREQUENCY * t)))),
    # Down, back, and then a turn about an axis that rests in space.
    ("motion linear 0 0 -2 until 0.00101 motion linear 0 0 1 from 0.00101 until 0.00203 " + ABOUT_Y + "omega 500 from 0.00203",
     *about(Y, lambda t: 500.0 * max(t - 0.00203, 0.0), HINGE, down_and_back)),
    # Variables for both, and velocities alone: the fix sums velocities that grow evenly without an error.
    ("motion variable NULL v_y NULL NULL v_vy NULL", *along(lambda t: (0.03, 0.01 + 100 * t * t, 0.002)),
     "variable y equal 100*(step*dt)^2\nvariable vy equal 200*step*dt\n"),
    ("motion variable v_x NULL NULL v_vx v_vy NULL", *along(lambda t: (0.03 + 50 * t * t, 0.01 + 100 * t * t, 0.002)),
     "variable x equal 50*(step*dt)^2\nvariable vx equal 100*step*dt\nvariable vy equal 200*step*dt\n"),
    *((f"motion rotate 0 0 0 1 0 0 variable {angle} v_w", *about(X, lambda t: 3e4 * t * t),
       "variable a equal 3e4*(step*dt)^2\nvariable w equal 6e4*step*dt\n") for angle in ("v_a", "NULL")),
    ("motion table way.txt about 0 0 0.01 1 0 0",
     lambda t: [a + b for a, b in zip(turned(X, math.radians(at_line(t)[4]), POINT, (0, 0, 0.01)), at_line(t)[1:4])],
     *about(X, lambda t: math.radians(at_line(t)[4]))[1:]),
    # Stacked: about its own axis, and on with the axis; and a path that is turned.
    ("motion rotate 0 0 0 0 0 1 omega 400 motion linear 1 2 -0.5",
     lambda t: [p + v * t for p, v in zip(turned(Z, 400 * t, POINT), (1, 2, -0.5))], *about(Z, lambda t: 400 * t)[1:]),
    ("motion linear 1 2 -0.5 motion rotate 0 0 0 0 0 1 omega 400", *about(Z, lambda t: 400 * t, place=lambda t: shifted((1, 2, -0.5), t))),
    # Two axes: the second carries the spin of the first.
    ("motion rotate 0 0 0 1 0 0 omega 300 motion rotate 0 0 0.01 0 0 1 omega 400",
     lambda t: turned(Z, 400 * t, turned(X, 300 * t, POINT), (0, 0, 0.01)),
     lambda t: [a + b for a, b in zip(turned(Z, 400 * t, (300, 0, 0)), (0, 0, 400))], lambda t: 300 * t)]


class Motions(Meshes):

    def test_motions(self):
        self.write_mesh("plate.stl", shapes.plane(0.02))
        self.write("way.txt", "# time x y z angle\n0.00051 0 0 0 0\n0.00171 0.001 0 0.002 40 # first\n0.00331 0.001 0.003 0.002 -10\n")
        for wall, place, spin, angle, *variables in MOTIONS:
            for row in self.follow(wall + " about 0.03 0.01 0.002", before="".join(variables)):
                t = 1e-5 * row[0]
                self.assert_close(row[1:4], place(t), 1e-15, wall)
                if 0.0 < row[0]:    # a variable's velocity is that of the step before
                    self.assert_close(row[4:7], [(a - b) / (2.0 * H) for a, b in zip(place(t + H), place(t - H))], 1e-8, wall)
                    self.assert_close(row[7:10], spin(t), 1e-6, wall)
                self.assert_close(row[10:], [angle(t)], 1e-14, wall)


class Servo(Meshes):

    def test_torque(self):
        # A flap hinged at x = -0.05 presses on three grains at x = 0.02; the torque about the hinge is 0.05.
        self.write_mesh("flap.stl", shapes.split_at_random(shapes.plane(0.05), 40, self.generator))
        grains = "".join(f"create_atoms 1 single 0.02 {y} 0.00499\n" for y in (-0.02, 0.0, 0.02))
        text = self.run_ok(self.deck(GRAVITY + "fix f all wall/dcm 2 zplane 0 NULL\nfix p all wall/dcm/mesh 2 flap.stl move 0 0 0.0115 "
                                     "servo torque -0.05 0 0.0115 0 1 0 0.05 vmax 2 range -0.1 0.1\nthermo 1000\n"
                                     "thermo_style custom step f_p[12] f_p[23] f_p[3]", grains, friction=0.9) + "run 30000\n")
        row = self.thermo(text, "f_p[12]")[-1]
        self.assertLess(abs(-row[1] / 0.05 - 1.0), 1e-2)
        self.assertGreater(row[2], 0.01)    # it has come down
        self.assertLess(abs(row[3] / (0.05 / 0.07) - 1.0), 2e-2)    # the force, by its lever


class Loads(Meshes):
    """Results of triangles, against loads that are known."""

    def read_vtp(self, name):
        """Points, triangles, and each array of the triangles."""
        text = self.text_of(name)
        found = {}
        for kind, what, parts, data in re.findall(r'<DataArray type="(\w+)" Name="(\w+)"(?: NumberOfComponents="(\d)")?[^>]*>\s*([^<]*?)\s*</DataArray>', text):
            body = base64.b64decode(data)
            count = struct.unpack("<Q", body[:8])[0] // 8
            numbers = struct.unpack("<" + str(count) + ("d" if kind == "Float64" else "q"), body[8:])
            parts = int(parts or 1)
            found[what] = [numbers[k:k + parts] for k in range(0, len(numbers), parts)] if parts > 1 else list(numbers)
        corners = found["connectivity"]
        return found["points"], [corners[k:k + 3] for k in range(0, len(corners), 3)], found

    def area(self, points, triangle):
        a, b, c = (points[k] for k in triangle)
        u, v = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)]
        return 0.5 * math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])

    def test_stresses_of_grains_at_rest(self):
        # Gravity is tilted by 0.3 to the floor's normal; friction holds. Two grains lie on one triangle, one on the other.
        self.write_mesh("floor.stl", shapes.plane(0.05))
        grains = "".join(f"create_atoms 1 single {x} {y} 0.00499\n" for x, y in ((0.02, -0.02), (0.03, 0.0), (-0.02, 0.02)))
        g = (9.81 * math.sin(0.3), 0.0, -9.81 * math.cos(0.3))
        # Much rolling friction, and a brake, for they are to rest.
        self.run_ok(self.deck(f"fix g all gravity 9.81 vector {g[0]!r} 0 {g[2]!r}\nfix 1 all nve/sphere\nfix brake all viscous 0.05\n"
                              "pair_coeff * * rolling 0.9\nfix w all wall/dcm/mesh 2 floor.stl write 20000 floor_*.vtp\nthermo 20000\n",
                              grains, friction=0.9) + "run 20000\n")
        points, triangles, found = self.read_vtp("floor_20000.vtp")
        mass = 2500.0 * math.pi * 0.01**3 / 6.0
        for t, triangle in enumerate(triangles):
            middle_x, middle_y = (sum(points[k][c] for k in triangle) / 3.0 for c in (0, 1))
            count = 2 if middle_x > middle_y else 1
            area = self.area(points, triangle)
            self.assertLess(abs(found["normal_stress"][t] * area / (-count * mass * g[2]) - 1.0), 1e-6)
            self.assert_close([s * area for s in found["shear_stress"][t]], (count * mass * g[0], 0.0, 0.0), 1e-6 * mass * 9.81)

    def scratch(self, wear, velocity, steps=200):
        """Volume worn off by a grain that fix move carries along the floor, and the force on the floor."""
        vx, vy, vz = velocity
        text = self.run_ok(self.deck(f"fix 1 all move linear {vx} {vy} {vz}\nfix w all wall/dcm/mesh 2 floor.stl wear {wear} 1e-9 write {steps} floor_*.vtp\n"
                                     f"thermo {steps}\nthermo_style custom step f_w[24] f_w[3]", "create_atoms 1 single -0.01 0.02 0.00499") +
                           f"run {steps}\n")
        points, triangles, found = self.read_vtp(f"floor_{steps}.vtp")
        volume, force = self.thermo(text, "f_w[24]")[-1][1:]
        depth = sum(d * self.area(points, t) for d, t in zip(found["wear_depth"], triangles))
        self.assertLessEqual(abs(depth - volume), 1e-12 * volume)
        return volume, -force

    def test_wear_while_sliding(self):
        # k F s over seams: nothing moves along the normal, so that F is Hertz' force of an overlap of 1e-5. The path that slides is
        # what is left when the tangential spring has its stretch, mu F/kt with kt = 8 G* a.
        self.write_mesh("floor.stl", shapes.split_at_random(shapes.plane(0.05), 40, self.generator))
        volume, force = self.scratch("archard", (0.03, 0.04, 0.0), 2000)
        a = math.sqrt(0.005 * 1e-5)
        hertz = 4.0 / 3.0 * 5e6 / (2.0 * (1.0 - 0.25**2)) * a * 1e-5
        self.assertLess(abs(force / hertz - 1.0), 1e-9)
        stretch = 0.5 * hertz / (8.0 * 5e6 / (4.0 * 1.25 * 1.75) * a)
        self.assertLess(abs(volume / (1e-9 * hertz * (0.05 * 2000 * 1e-5 - stretch)) - 1.0), 1.0 / 2000.0)    # the path of a step
        # Half of that stretch, and nothing slides.
        self.assertEqual(self.scratch("archard", (0.5 * stretch / (200 * 1e-5), 0.0, 0.0))[0], 0.0)
        # A contact that goes on is no impact, however many seams it crosses.
        self.assertEqual(self.scratch("finnie", (0.3, 0.4, 0.0))[0], 0.0)

    ANGLES = (2.0, 10.0, 18.4, 30.0, 45.0, 75.0)

    def impacts(self, wear, more="", friction=0.3):
        """Grains hit a strip of the floor each, at 1 m/s. Volumes worn off the strips by their angles, and the last row of more."""
        corners = [[(x, -0.06 + 0.02 * n, 0.0) for x in (-0.05, 0.05)] for n in range(len(self.ANGLES) + 1)]
        self.write_mesh("strips.stl", [t for (a, b), (d, c) in zip(corners, corners[1:]) for t in ((a, b, c), (a, c, d))])
        grains = ""
        for n, angle in enumerate(self.ANGLES):
            v = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            grains += f"create_atoms 1 single 0 {-0.05 + 0.02 * n} {0.005 + 2e-4 * v[1]!r}\nset atom {n + 1} vx {v[0]!r} vz {-v[1]!r}\n"
        deck = self.deck(f"{more}fix 1 all nve/sphere\nfix w all wall/dcm/mesh 2 strips.stl wear {wear} write 2000 strips_*.vtp\nthermo 2000\n", grains,
                         young=5e7, restitution=0.6, friction=friction, dt=1e-6)
        text = self.run_ok(deck.replace("velocity all set 0 0 0\n", "") + "run 2000\n")
        points, triangles, found = self.read_vtp("strips_2000.vtp")
        volumes = [0.0] * len(self.ANGLES)
        for depth, triangle in zip(found["wear_depth"], triangles):
            volumes[int((sum(points[k][1] for k in triangle) / 3.0 + 0.06) / 0.02)] += depth * self.area(points, triangle)
        return dict(zip(self.ANGLES, volumes)), text

    def test_wear_of_impacts(self):
        # k m v^2 f(a), for a law with a state and one without any, and whenever lists are made.
        mass = 2500.0 * math.pi * 0.01**3 / 6.0
        viscous = "pair_style dcm/hooke\npair_coeff * * kn 1e5 gamma_n 1e3 gamma_t 5e2 friction 0.3\n"
        for law in ("", viscous + "neigh_modify every 1 delay 0 check no\n"):
            for angle, volume in self.impacts("finnie 1e-9", law)[0].items():
                a = math.radians(angle)
                share = math.sin(2.0 * a) - 3.0 * math.sin(a)**2 if math.tan(a) < 1.0 / 3.0 else math.cos(a)**2 / 3.0
                self.assertLess(abs(volume / (1e-9 * mass * share) - 1.0), 1e-9, (law, angle))
        # Archard: k F s, and mu F s is what friction dissipates. While a grain slides all the time, Coulomb's law is the closed form:
        # the surface loses 7/2 mu (1 + e) of the normal velocity, and F s is m/(7 mu) times what the square of its velocity loses.
        alone, _ = self.impacts("archard 1e-9")
        volumes, text = self.impacts("archard 1e-9", "fix e all dcm/energy\nthermo_style custom step f_e[9]\n")
        self.assertEqual(volumes, alone)    # whoever asks for energies
        self.assertLess(abs(sum(alone.values()) / (1e-9 * self.thermo(text, "f_e[9]")[-1][1] / 0.3) - 1.0), 1e-3)
        before, loss = math.cos(math.radians(10.0)), 3.5 * 0.3 * 1.6 * math.sin(math.radians(10.0))
        self.assertLess(abs(alone[10.0] / (1e-9 * mass / (7.0 * 0.3) * (before**2 - (before - loss)**2)) - 1.0), 1e-2)
        # Both on one mesh add up. LIGGGHTS' sum over the steps is another number, tests/liggghts/lammps.py has it.
        both, _ = self.impacts("archard 1e-9 wear finnie 1e-9")
        self.assertLess(abs((both[10.0] - alone[10.0]) / (1e-9 * mass * (math.sin(math.radians(20.0)) - 3.0 * math.sin(math.radians(10.0))**2)) - 1.0), 1e-9)

    def test_memory(self):
        # Beside the mesh: a volume of each triangle where it wears, and four numbers where stresses are written.
        side = [0.001 * n for n in range(-50, 51)]
        squares = [((x, y, 0.0), (x + 0.001, y, 0.0), (x, y + 0.001, 0.0), (x + 0.001, y + 0.001, 0.0)) for x in side for y in side]
        self.write_mesh("floor.stl", [t for a, b, c, d in squares for t in ((a, b, c), (b, d, c))])

        def used(words):
            text = self.run_ok(self.deck(f"fix w all wall/dcm/mesh 2 floor.stl{words}") + "run 0\n")
            return float(re.search(r"Per MPI rank memory allocation .* = (-?[0-9.]+) ", text)[1]) * 2**20 / (2 * len(squares))
        plain, wears, both = map(used, ("", " wear archard 1e-9", " wear archard 1e-9 write 100 floor_*.vtp"))
        self.assertAlmostEqual(wears - plain, 8, delta=0.5)    # the host prints a thousandth of a megabyte
        self.assertAlmostEqual(both - plain, 40, delta=0.5)

    def test_files_of_a_mesh_that_turns(self):
        triangles = shapes.split_at_random(shapes.plane(0.03), 20, self.generator)
        self.write_mesh("plate.stl", triangles)
        self.run_ok(self.deck("fix w all wall/dcm/mesh 2 plate.stl motion rotate 0.01 0 0 0 1 0 omega 100 write 100 p_*.vtp write 50 p_*.stl") + "run 200\n")
        rows = sorted(tuple(sorted(t)) for t in triangles)
        for step in (0, 100, 200):
            points, corners, _ = self.read_vtp(f"p_{step}.vtp")
            back = sorted(tuple(sorted(tuple(turned((0, 1, 0), -100 * step * 1e-5, points[k], (0.01, 0, 0))) for k in three)) for three in corners)
            self.assertEqual(len(back), len(rows))
            for one, other in zip(back, rows):
                for p, q in zip(one, other):
                    self.assert_close(p, q, 1e-15)
        told = re.findall(r'timestep="(\S+)" part="0" file="(\S+)"', self.text_of("p.pvd"))
        self.assertEqual([name for _, name in told], ["p_0.vtp", "p_100.vtp", "p_200.vtp"])
        self.assert_close([float(time) for time, _ in told], (0.0, 1e-3, 2e-3), 1e-15)
        # The STL is a mesh for the fix, and the angles tell that it is where the mesh was.
        with open(os.path.join(self.folder, "p_150.stl")) as file:
            vertices = [tuple(map(float, line.split()[1:])) for line in file if line.split()[:1] == ["vertex"]]
        self.assertEqual(len(vertices), 3 * len(triangles))
        for vertex in vertices:    # of the plane z = 0, turned
            self.assertLess(abs(turned((0, 1, 0), -0.15, vertex, (0.01, 0, 0))[2]), 1e-9)
        self.run_ok(self.deck("fix w all wall/dcm/mesh 2 p_150.stl") + "run 0\n")


class Others(Meshes):

    # Floors that shake grains, and through whose boundaries grains roll and bounce, with a mesh that ends there and one that goes on beyond: the box,
    # half the width of the mesh, amplitude of the floor, velocity of the grains along x and y, steps, ranks, the bound of each column, and its least scale.
    FLOORS = (("f f f", "block -0.1 0.1 -0.1 0.1 -0.1 0.1", 0.09, 0.001, "0 0", 4000, 1, 1e-13, 1e-5),
              *(("p p f", box, half, 0.0001, "1.1 0.9", 8000, ranks, 1e-9, 1e-6) for box, half, ranks in (
                  ("block -0.03 0.03 -0.03 0.03 -0.02 0.06", 0.03, 1), ("block -0.03 0.03 -0.03 0.03 -0.02 0.06", 0.06, 2),
                  ("prism -0.03 0.03 -0.03 0.03 -0.02 0.06 0.017 0 0", 0.06, 1))))

    def test_energies_are_those_of_a_plane(self):
        # The work of the wall and all that it becomes; forces on it, and states of contacts beyond a periodic boundary.
        grains = "".join(f"create_atoms 1 single {x} {y} 0.00499\n" for x, y in ((0.02, -0.02), (-0.005, -0.0195), (0.0045, -0.019), (-0.02, 0.02)))
        for boundary, box, half, amplitude, velocity, steps, ranks, bound, least in self.FLOORS:
            self.write_mesh("floor.stl", shapes.split_at_random(shapes.plane(half), 60, self.generator))
            tables = []
            for wall in (f"wall/dcm 2 zplane 0 NULL wiggle z {amplitude} 0.02", f"wall/dcm/mesh 2 floor.stl motion wiggle 0 0 {amplitude} 0.02"):
                deck = self.deck(GRAVITY + f"velocity all set {velocity} 0\nfix w all {wall}\nfix e all dcm/energy\nthermo 500\n"
                                 "thermo_style custom step f_e[*] f_w[1] f_w[2] f_w[3]", grains)
                tables.append(self.thermo(self.run_ok(deck.replace("f f f", boundary).replace("block -0.1 0.1 -0.1 0.1 -0.1 0.1", box) +
                                                      f"run {steps}\n", ranks), "f_e[1]"))
            self.assertEqual(len(tables[0]), steps // 500 + 1)
            if velocity == "0 0":    # energies come from the work of the wall alone
                self.assertGreater(tables[0][-1][12], 0.2 * max(abs(x) for row in tables[0] for x in row[1:17]))
            for column in range(1, len(tables[0][0])):
                scale = max(least, *(abs(row[column]) for row in tables[0]))
                for ours, theirs in zip(*tables):
                    self.assertLessEqual(abs(ours[column] - theirs[column]), bound * scale, f"{box}, column {column}, step {ours[0]}")

    def test_a_variable_reads_the_force_on_its_mesh(self):
        # A controller. The numbers that the fix tells after a step are of this step, though the variable asked for those of the step before.
        self.write_mesh("floor.stl", shapes.plane(0.05))
        tables = []
        for controller in ("0.0*f_w[3]", "0.0"):
            text = self.run_ok(self.deck(GRAVITY + f"variable v equal {controller}\nfix w all wall/dcm/mesh 2 floor.stl motion variable NULL NULL NULL NULL "
                                         "NULL v_v\nthermo 100\nthermo_style custom step f_w[3] f_w[4] f_w[16]", "create_atoms 1 single 0.01 0.02 0.00499") +
                               "run 1000\n")
            tables.append(self.thermo(text, "f_w[3]"))
        self.assertEqual(*tables)
        self.assertLess(tables[0][0][1], 0.0)

    def test_a_swing_gains_nothing(self):
        # In a resting drum of 24 facets, 0.4 s from rest at 40 degrees. The residual of the ledger falls as dt squared.
        drum = 0.02
        self.write_mesh("drum.stl", shapes.tube(drum, -0.05, 0.05, 24, 1))
        away = drum * math.cos(math.pi / 24) - 0.005 - 1e-7
        weight = 2500.0 * math.pi * 0.01**3 / 6.0 * 9.81
        place = f"{away * math.sin(math.radians(40.0))!r} 0 {-away * math.cos(math.radians(40.0))!r}"
        at_start = weight * away * (1.0 - math.cos(math.radians(40.0)))
        for restitution, friction in ((1.0, 0.0), (0.5, 0.5)):
            residuals = []
            for dt in (1e-5, 5e-6):
                text = self.run_ok(self.deck(GRAVITY + "fix w all wall/dcm/mesh 2 drum.stl\nfix e all dcm/energy\nthermo_style custom step f_e[*]\n"
                                             f"thermo {round(0.02 / dt)}", f"create_atoms 1 single {place}", young=5e7, restitution=restitution,
                                             friction=friction, dt=dt) + f"run {round(0.4 / dt)}\n")
                rows = self.thermo(text, "f_e[1]")
                residuals.append(max(abs(row[16]) for row in rows) / at_start)
                has = [sum(row[1:4]) - row[13] for row in rows]    # with gravity's
                self.assertLess(max(has) - has[0], 1e-4 * at_start, "nothing is gained")
            self.assertLess(residuals[0], 3e-6)
            self.assertLess(residuals[1], 0.5 * residuals[0])

    def test_triangles_that_cross_are_told(self):
        # As numbers of the file: whatever order the fix has. The first two cross some of the others.
        plate = shapes.split_at_random(shapes.plane(0.03), 30, self.generator, slivers=0.0)
        upright = [tuple((z + 0.001, x, y) for x, y, z in t) for t in shapes.plane(0.021)]
        self.write_mesh("cross.stl", upright + plate)
        said = self.said(self.deck("fix w all wall/dcm/mesh 2 cross.stl") + "run 0\n")
        told = re.search("triangles of the mesh pass through each other, as numbers (\\d+) and (\\d+) of the file", said)
        self.assertTrue(told, said)
        numbers = sorted(int(number) for number in told.groups())
        self.assertLessEqual(numbers[0], 2)
        sides = [x for x, _, _ in plate[numbers[1] - 3]]
        self.assertTrue(min(sides) < 0.001 < max(sides), numbers)
        self.write_mesh("apart.stl", shapes.plane(0.03) + shapes.plane(0.03, 0.01))
        self.assertNotIn("pass through", self.run_ok(self.deck("fix w all wall/dcm/mesh 2 apart.stl") + "run 0\n"))

    def test_a_box_is_six_planes(self):
        # Inside: grains fly about; 12 triangles, and many.
        grains = "".join(f"create_atoms 1 single {x} {y} {z}\n" for x in (-0.01, 0.008) for y in (-0.009, 0.007) for z in (-0.008, 0.011))
        box = shapes.box((-0.02,) * 3, (0.02,) * 3)
        self.write_mesh("box.stl", box)
        self.write_mesh("many.stl", shapes.shuffled(shapes.split_at_random(box, 300, self.generator, slivers=0.0), self.generator, flip=True))
        frames = []
        for walls in ("".join(f"fix {c} all wall/dcm 2 {c}plane -0.02 0.02\n" for c in "xyz"), "fix w all wall/dcm/mesh 2 box.stl\n",
                      "fix w all wall/dcm/mesh 2 many.stl\n"):
            self.run_ok(self.deck(GRAVITY + "variable vx atom 3*sin(1000*y+300*z)\nvariable vy atom 3*sin(700*z+100*x)\nvariable vz atom sin(900*x)\n"
                                  "velocity all set v_vx v_vy v_vz\n" + walls, grains) + decks.dump(200) + "run 1000\n")
            frames.append(self.frames("out"))
        self.assertGreater(max(abs(row[4]) for row in frames[0][1000].values()), 0.1)
        for ours in frames[1:]:
            self.assert_same(ours, frames[0], 1e-13)

    def test_a_sphere_leaves_an_edge(self):
        # It rolls, or slides without friction, over the edge of a table from a start at rest, 0.4 off the vertical: it leaves at
        # cos = 10/17, or 2/3, of the cosine of the start; the force
        # lags behind by a part of the contact's period, which leaves less than 1e-3 at this stiffness.
        self.write_mesh("table.stl", shapes.box((-0.05, -0.02, -0.02), (0.0, 0.02, 0.0)))
        start, radius, young = 0.4, 0.005, 4e11
        weight = 2500.0 * math.pi * 0.01**3 / 6.0 * 9.81
        overlap = (0.75 * weight * math.cos(start) / (young / (2.0 * (1.0 - 0.25**2)) * math.sqrt(radius)))**(2.0 / 3.0)
        for friction, share in ((100.0, 10.0 / 17.0), (0.0, 2.0 / 3.0)):
            place = f"{(radius - overlap) * math.sin(start)!r} 0 {(radius - overlap) * math.cos(start)!r}"
            text = self.run_ok(self.deck(GRAVITY + "fix w all wall/dcm/mesh 2 table.stl\nthermo 50\n"
                                         "variable x equal x[1]\nvariable z equal z[1]\n"
                                         "thermo_style custom step v_x v_z f_w[1] f_w[3]", f"create_atoms 1 single {place}", young=young,
                                         restitution=0.9, friction=friction, dt=2e-7) + "run 240000\n")
            rows = self.thermo(text, "v_x")[10:]
            left = next(row for row in rows if row[1] * row[3] + row[2] * row[4] >= 0.0)    # force on the wall
            self.assertLess(abs(left[2] / math.hypot(left[1], left[2]) / math.cos(start) - share), 1e-3, friction)
