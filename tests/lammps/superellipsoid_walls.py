# SPDX-License-Identifier: MIT
"""Grains that are superellipsoids at fix wall/dcm/mesh: on a plane of triangles as on the plane, as spheres they are spheres, bounces on edges
and vertices keep the energy; restarts, ranks, and meshes that move."""

import math
import random

import decks
import host
import shapes
import superellipsoids as single
from superellipsoids import MIXED, SEED, Grain, heap, support


# Grains that are thrown at walls go less deep than they are round.
STIFF = single.PAIR.replace("5e6", "5e7")


def ridges(half, height, count):
    """A floor of ridges and valleys along x, with points that stand out and points that lie low between them."""
    generator = random.Random(SEED)
    step = 2 * half / count
    points = [[(-half + i * step, -half + j * step, height * ((i + j) % 2) + 0.2 * height * generator.random()) for j in range(count + 1)]
              for i in range(count + 1)]
    triangles = []
    for i in range(count):
        for j in range(count):
            a, b, c, d = points[i][j], points[i + 1][j], points[i + 1][j + 1], points[i][j + 1]
            triangles += [(a, b, c), (a, c, d)]
    return triangles


def turned(v, degrees):
    """A vector turned about (1, 2, 3)."""
    axis = [c / math.sqrt(14) for c in (1, 2, 3)]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    along = sum(a * b for a, b in zip(axis, v))
    across = [axis[(d + 1) % 3] * v[(d + 2) % 3] - axis[(d + 2) % 3] * v[(d + 1) % 3] for d in range(3)]
    return [c * v[d] + s * across[d] + (1 - c) * along * axis[d] for d in range(3)]


@single.NEEDED
class Meshes(single.Runs):

    def setUp(self):
        super().setUp()
        self.generator = random.Random(shapes.seed())

    def write_mesh(self, name, triangles):
        self.write(name, shapes.ascii_stl(triangles))

    def over_floor(self, kinds, speed=0.2, pitch=1.6e-3):
        """Grains just above z = 0, which fall, slide and turn."""
        draw = random.Random(SEED)
        grains = []
        for n in range(16):
            g = Grain(draw, kinds[n % len(kinds)], [pitch * (n % 4 - 1.5), pitch * (n // 4 - 1.5), 0.0], speed)
            g.v[2] = -speed
            g.x[2] = 1e-6 + support(g, (0.0, 0.0, -1.0))[1]
            grains.append(g)
        return grains

    # ----------------------------------------------------------------------------- planes and spheres

    def test_a_plane_of_triangles_is_a_plane(self):
        """With friction and rolling: forces and torques are those of the plane, wherever the seams are."""
        self.write_mesh("floor.stl", shapes.shuffled(shapes.split_at_random(shapes.plane(3.9e-3), 300, self.generator), self.generator, flip=True))
        self.write_grains(self.over_floor(MIXED), 4e-3)
        rows = []
        for wall in ("wall/dcm 1 zplane 0.0 NULL", "wall/dcm/mesh 1 floor.stl"):
            how = {"walls": f"fix pull all gravity 9.81 vector 0 0 -1\nfix floor all {wall}", "boundary": "f f f", "timestep": 1e-6}
            rows.append([self.run_grains(runs=f"run {steps}", **how)[0] for steps in (60, 600)])
        touching = sum(any(row[c] for c in host.FORCE[:2]) for row in rows[0][0].values())
        self.assertGreater(touching, 8)
        for plane, mesh, tolerance in zip(*rows, (1e-12, 1e-10)):
            self.assert_same(mesh, plane, tolerance)

    def test_spheres_on_any_mesh(self):
        self.write_mesh("hills.stl", ridges(3.9e-3, 0.3e-3, 12))
        rows = {}
        for style in ("sphere", "ellipsoid superellipsoid"):
            grains = self.over_floor(("sphere",))
            for g in grains:
                g.x[2] += 0.3e-3
            self.write_grains(grains, 9e-3, style)    # some are thrown far beyond the hills
            rows[style], _ = self.run_grains(style=style, walls="fix hills all wall/dcm/mesh 1 hills.stl", boundary="f f f", runs="run 3000")
        self.assertGreater(sum(row[5] > 0.05 for row in rows["sphere"].values()), 3)
        self.assert_same(rows["ellipsoid superellipsoid"], self.as_bodies(rows["sphere"]), 1e-10)

    def test_too_deep(self):
        """A grain that goes deeper than it is round is reported, and not lost."""
        self.write_mesh("floor.stl", shapes.plane(3.9e-3))
        grains = self.over_floor(("lentil",))
        for g in grains:
            g.v = [0.0, 0.0, -20.0]
        self.write_grains(grains, 4e-3)
        with self.assertRaisesRegex(AssertionError, "deep in the wall, where its radius is"):
            self.run_grains(walls="fix floor all wall/dcm/mesh 1 floor.stl", boundary="f f f", runs="run 300", timestep=2e-7)

    def test_where_a_grain_touches(self):
        """The keyword contacts has the point on the wall below the lowest point of a grain, and the virial is by this point."""
        grains = self.over_floor(MIXED)
        for g in grains:
            g.x[2] -= 2e-5
        self.write_grains(grains, 4e-3)
        self.write_mesh("floor.stl", shapes.plane(3.9e-3))
        runs = "fix_modify floor virial yes\ncompute p all pressure NULL virial\n" + decks.table("vol c_p[*]") + "run 0\n" + \
            decks.write("touch.dump", "id x y z f_floor[*]")
        for wall in ("wall/dcm 1 zplane 0.0 NULL", "wall/dcm/mesh 1 floor.stl"):
            _, text = self.run_grains(walls=f"fix floor all {wall} contacts", boundary="f f f", runs=runs)
            sums = [0.0] * 6
            for k, row in self.read("touch.dump").items():
                x, force, point = row[:3], row[4:7], row[7:10]
                lowest = [a + b for a, b in zip(x, support(grains[k - 1], (0.0, 0.0, -1.0))[0])]
                self.assertEqual(row[3], 1.0)
                self.assertLess(max(abs(a - b) for a, b in zip(point, (*lowest[:2], 0.0))), 1e-9, wall)
                for n, (a, b) in enumerate(((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))):
                    sums[n] += (x[a] - point[a]) * force[b]
            _, volume, *pressure = self.thermo(text)[-1]
            for one, other in zip(pressure, sums):
                self.assertAlmostEqual(one * volume, other, delta=1e-9 * max(map(abs, sums)))
            self.assertGreater(abs(sums[4]), 0.01 * sums[2])

    # ----------------------------------------------------------------------------- runs

    WALLS = """fix room all wall/dcm/mesh 1 room.stl sides one
fix block all wall/dcm/mesh 1 block.stl
fix hills all wall/dcm/mesh 1 hills.stl move 0 0 -0.0026"""

    def room(self):
        self.write_mesh("room.stl", [triangle[::-1] for triangle in shapes.box((-2.5e-3,) * 3, (2.5e-3,) * 3)])
        self.write_mesh("block.stl", shapes.box((-0.3e-3,) * 3, (0.3e-3, 0.2e-3, 0.25e-3)))
        self.write_mesh("hills.stl", ridges(2.6e-3, 0.3e-3, 12))
        grains, box = heap(MIXED, SEED, spacing=1.15e-3, speed=0.4)
        for g in grains:
            g.x = [c - 0.5 * size for c, size in zip(g.x, box)]
        far = [g for g in grains if sum(c * c for c in g.x) > 1.2e-3**2]
        self.write_grains(far, 3e-3)

    def test_ranks_and_restart(self):
        """A run is the same on two ranks, and bit for bit after a restart."""
        self.room()
        how = {"walls": self.WALLS, "boundary": "f f f"}
        whole, _ = self.run_grains(runs="run 250\nwrite_restart half.restart\nrun 250", **how)
        again, _ = self.run_grains(begin=decks.go_on("half.restart", "on"), runs="run 250", **how)
        self.assertEqual(whole, again)
        free, _ = self.run_grains(boundary="s s s", runs="run 500")
        self.assertGreater(self.difference(whole, free, host.VELOCITY), 0.1)
        one, two = (self.run_grains(ranks=ranks, runs="run 250", **how)[0] for ranks in (1, 2))
        self.assert_same(one, two, 1e-7)

    def test_a_mesh_that_moves(self):
        """A floor that wiggles, and slides below the grains, as the plane does."""
        self.write_mesh("floor.stl", shapes.split_at_random(shapes.plane(3.9e-3), 100, self.generator))
        self.write_grains(self.over_floor(MIXED), 4e-3)
        for words, motion in (("wiggle z 1e-4 2e-3", "wiggle 0 0 1e-4 2e-3"), ("shear x 0.3", "linear 0.3 0 0")):
            with self.subTest(motion=motion):
                rows = [self.run_grains(walls=f"fix floor all {wall}", boundary="f f f", runs="run 200")[0]
                        for wall in (f"wall/dcm 1 zplane 0.0 NULL {words}", f"wall/dcm/mesh 1 floor.stl motion {motion}")]
                self.assert_same(*rows, 1e-10)

    def test_a_mesh_in_another_frame(self):
        """A mesh that its motion has turned is one that was turned before, and one that goes along with the grains is one that rests."""
        self.write_mesh("hills.stl", ridges(2.6e-3, 0.5e-3, 12))
        angle, along = 40, (0.3, -0.2, 0.1)
        turn = f"variable angle equal {angle}*PI/180\nvariable none equal 0\nfix hills all wall/dcm/mesh 1 hills.stl motion rotate 0 0 0 1 2 3 variable " \
            "v_angle v_none"
        rows = []
        for words, speed in ((f"fix hills all wall/dcm/mesh 1 hills.stl rotate 1 2 3 {angle}", (0, 0, 0)), (turn, (0, 0, 0)),
                             (f"fix hills all wall/dcm/mesh 1 hills.stl rotate 1 2 3 {angle} motion linear {along[0]} {along[1]} {along[2]}", along)):
            draw = random.Random(SEED)
            grains = [Grain(draw, MIXED[n % 5], turned([draw.uniform(-2e-3, 2e-3) for _ in range(2)] + [1.15e-3], angle), 0.2) for n in range(30)]
            for g in grains:
                g.v = [a + b for a, b in zip(turned((0.0, 0.0, -0.8), angle), speed)]
            self.write_grains(grains, 4e-3)
            found, _ = self.run_grains(walls=words + "\npair_coeff * * young 2e8\nneigh_modify exclude type 1 1", boundary="f f f", runs="run 400",
                                       timestep=1e-6)
            rows.append({k: [x - v * 400e-6 for x, v in zip(row[0:3], speed)] + [a - b for a, b in zip(row[3:6], speed)] + row[6:]
                         for k, row in found.items()})
        thrown = turned((0.0, 0.0, -0.8), angle)
        self.assertGreater(sum(math.dist(row[3:6], thrown) > 0.05 for row in rows[0].values()), 10)
        self.assert_same(rows[1], rows[0], 1e-8)
        self.assert_same(rows[2], rows[0], 1e-8)

    def test_shapes_are_those_of_the_moment(self):
        """Styles share the shapes of a step: what commands turn between two runs is seen, with and without a dcm pair style."""
        lentil = Grain(random.Random(SEED), "lentil", [0.0, 0.0, 0.0], 0.0)
        lentil.x[2] = 1.3 * lentil.axes[2]    # clear of the floor where it lies flat
        self.write_grains([lentil], 4e-3)
        values = "young 5e6 poisson 0.25 restitution 0.6 friction 0.4"

        def forces(pair, commands):
            self.run_ok(single.BEGIN.format(style="ellipsoid superellipsoid", newton="on", processors="", boundary="f f f", quantities="", values="", pair=pair) +
                        f"fix move all nve/asphere\nfix floor all wall/dcm 1 zplane 0.0 NULL law hertz-mindlin coeff 1 1 {values}\ntimestep 1e-9\n" + commands +
                        decks.write("out", "id fx fy fz tqx tqy tqz"))
            return self.read("out")

        flat, steep = "set atom 1 quat 1 0 0 0\nrun 0\n", "set atom 1 quat 1 1 0 50\nrun 0\n"
        for pair in (f"pair_style dcm/hertz/mindlin\npair_coeff * * {values}", "pair_style zero 1e-3\npair_coeff * *"):
            with self.subTest(pair=pair):
                self.assertEqual(forces(pair, flat + steep), forces(pair, steep))
                self.assertNotEqual(forces(pair, flat), forces(pair, steep))

    # ----------------------------------------------------------------------------- energy

    def bounce(self, kinds, mesh, timestep, height, time=1.6e-3):
        """Grains that are thrown at a rough mesh without losses: the changes of the energy of each, the smallest first."""
        self.write_mesh("rough.stl", mesh)
        grains = self.over_floor(kinds, pitch=1.7e-3)
        for g in grains:
            g.v = [0.1 * c for c in g.v[:2]] + [-0.5]
            g.x[2] += 1.2 * height
        self.write_grains(grains, 4e-3)
        rows, _ = self.run_grains(timestep=timestep, boundary="f f f", more="c_q[*]", walls=f"fix rough all wall/dcm/mesh 1 rough.stl",
                                  runs=self.FIRST + f"run {round(time / timestep)}", pair=STIFF, **self.SMOOTH)
        first = self.read("first.dump")
        self.assertGreater(sum(row[5] > 0.1 for row in rows.values()), 10)
        return sorted(abs(self.energy({1: rows[k]}, [g]) / self.energy({1: first[k]}, [g]) - 1) for k, g in enumerate(grains, 1)
                      if not any(rows[k][c] for c in host.FORCE))

    def test_bounces_on_edges_and_vertices(self):
        """A fold that is smooth costs the integrator its error. A sharp one, where the direction of the force jumps, costs a grain more."""
        for name, height, bound, worst in (("sharp", 0.5e-3, 1e-6, 1e-3), ("smooth", 0.05e-3, 1e-7, 2e-4)):
            with self.subTest(name=name):
                mesh = ridges(3.9e-3, height, 10)
                coarse, fine = (self.bounce(("lentil", "ellipsoid", "rod", "box"), mesh, timestep, height) for timestep in (2e-7, 0.5e-7))
                half, finer_half = (changes[len(changes) // 2] for changes in (coarse, fine))
                print(f"{name}: {half:.1e} and {finer_half:.1e} of the energy, at most {coarse[-1]:.1e} and {fine[-1]:.1e}")
                self.assertLess(finer_half, bound)
                self.assertLess(finer_half, 0.3 * half)
                self.assertLess(fine[-1], worst)


@single.NEEDED
class Regions(single.Runs):

    def throw(self, walls, timestep=1e-6, steps=400, place=None, towards=None, **how):
        """Grains that do not feel each other, each thrown at a wall."""
        draw = random.Random(SEED)
        grains = [Grain(draw, MIXED[n % 5], place(n) if place else [0.0, 0.0, 0.0], 1.0) for n in range(15)]
        for g in grains if towards else ():
            g.v = towards(g.x)
        self.write_grains(grains, 8e-3)
        return self.run_grains(walls=walls, timestep=timestep, boundary="f f f", runs=self.FIRST + f"run {steps}", more="c_q[*]",
                               pair=STIFF + "\nneigh_modify exclude type 1 1", **how)[0]

    def assert_hit(self, rows):
        """Many grains have hit the wall."""
        first = self.read("first.dump")
        self.assertGreater(sum(abs(row[3] - first[k][3]) + abs(row[4] - first[k][4]) > 0.2 for k, row in rows.items()), 7)

    @staticmethod
    def around(n):
        """Places outside of what is in the middle."""
        angle = 0.7 + 0.419 * n
        return [3e-3 * math.cos(angle), 3e-3 * math.sin(angle), 0.15e-3 * (n - 7)]

    @staticmethod
    def inwards(x):
        size = math.hypot(*x[:2])
        return [-x[0] / size, -x[1] / size, 0.0]

    def test_regions_as_other_walls(self):
        """A cylinder as that of fix wall/dcm, and as one that is turned; one with ends as mantle and planes; a block from outside as a mesh, at rest, and moved and turned."""
        room = "cylinder z 0 0 1.3e-3 -5e-3 5e-3"
        block = "-1.4e-3 1.4e-3 -1.3e-3 1.3e-3 -1e-3 1.1e-3"
        self.write("block.stl", shapes.ascii_stl(shapes.box((-1.4e-3, -1.3e-3, -1e-3), (1.4e-3, 1.3e-3, 1.1e-3))))
        turn = "variable quarter equal PI/2\nvariable angle equal PI/6\nvariable along equal 1e-4\n"
        wall = "\nfix w all wall/dcm/region 1 r"
        cases_of_walls = ((("fix w all wall/dcm 1 zcylinder 1.3e-3", f"region r {room}{wall}",
                            turn + "region r cylinder x 0 0 1.3e-3 -5e-3 5e-3 rotate v_quarter 0 0 0 0 1 0" + wall), None, None),
                          (("fix w all wall/dcm 1 zcylinder 1.3e-3\nfix v all wall/dcm 1 zplane -0.8e-3 0.9e-3",
                            "region r cylinder z 0 0 1.3e-3 -0.8e-3 0.9e-3" + wall), None, None),
                          (("fix w all wall/dcm/mesh 1 block.stl sides one", f"region r block {block} side out{wall}"), self.around, self.inwards),
                          (("fix w all wall/dcm/mesh 1 block.stl sides one rotate 0 0 1 30 move 1e-4 0 0",
                            turn + f"region r block {block} side out move v_along NULL NULL rotate v_angle 0 0 0 0 0 1{wall}"), self.around, self.inwards))
        for walls, place, towards in cases_of_walls:
            with self.subTest(walls=walls[1]):
                rows = [self.throw(one, place=place, towards=towards, steps=1600) for one in walls]
                self.assert_hit(rows[0])
                for other in rows[1:]:
                    self.assert_same(other, rows[0], 1e-9)

    def test_energy(self):
        """Grains in and around regions keep their energy."""
        regions = {"in a ball": ("sphere 0 0 0 1.4e-3", None, None), "in a pipe": ("cylinder z 0 0 1.4e-3 -4e-3 4e-3", None, None),
                   "in a cone": ("cone z 0 0 0.9e-3 2.2e-3 -1.3e-3 1.3e-3", None, None),
                   "around a ball": ("sphere 0 0 0 1.5e-3 side out", self.around, self.inwards),
                   "around a cylinder": ("cylinder z 0 0 1.5e-3 -0.4e-3 0.5e-3 side out", self.around, self.inwards),
                   "around a block": ("block -1.4e-3 1.4e-3 -1.3e-3 1.3e-3 -0.5e-3 0.4e-3 side out", self.around, self.inwards)}
        for name, (region, place, towards) in regions.items():
            with self.subTest(region=name):
                changes = []
                for timestep in (4e-7, 1e-7):
                    rows = self.throw(f"region r {region}\nfix w all wall/dcm/region 1 r", timestep, round(2e-3 / timestep), place, towards, **self.SMOOTH)
                    first = self.read("first.dump")
                    self.assert_hit(rows)
                    free = [(k, g) for k, g in enumerate(self.grains, 1) if not any(rows[k][c] for c in host.FORCE)]
                    self.assertGreater(len(free), 4)
                    changes.append(sorted(abs(self.energy({1: rows[k]}, [g]) / self.energy({1: first[k]}, [g]) - 1) for k, g in free))
                half, most = changes[1][len(free) // 2], changes[1][-1]
                print(f"{name}: {changes[0][-1]:.1e} and {most:.1e} of the energy, half of the grains less than {half:.1e}")
                # In a hollow the force has kinks: a grain touches a round wall at one place, the deepest of all.
                self.assertLess(half, 1e-6 if towards else 1e-5)
                self.assertLess(most, 1e-5 if towards else 3e-3)
                self.assertLess(half, 0.3 * changes[0][len(changes[0]) // 2])
