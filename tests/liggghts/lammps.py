# SPDX-License-Identifier: MIT
"""Every law in LIGGGHTS, in LAMMPS and in the command dcm: what the law answers does not depend on who asks."""

import json
import math
import os
import random
import re
import subprocess
import unittest

import host
import shapes

# Numbers of the materials 1 and 2, or of the pairs 11, 12, 22, within the limits of LIGGGHTS. Parameters that are not here have their defaults.
MATERIALS = {"young": (5e7, 2e8), "poisson": (0.3, 0.25), "surface_energy": (0.05, 0.1)}
PAIRS = {"restitution": (0.6, 0.7, 0.8), "friction": (0.5, 0.4, 0.3), "rolling": (0.02, 0.05, 0.1), "work_of_adhesion": (0.1, 0.15, 0.2),
         "surface_energy": (0.1, 0.15, 0.2), "f_u": (30.0, 35.0, 40.0), "delta_u": (1e-4, 1.2e-4, 1.5e-4), "gamma_n_hertz": (5e4, 6e4, 7e4), "kn": (1e5, 1.5e5, 2e5), "gamma_n": (50.0, 60.0, 70.0),
         "k1": (1e5, 1.2e5, 1.5e5), "k2": (2e5, 2.5e5, 3e5), "kc": (1e4, 2e4, 3e4), "kadh": (1e4, 2e4, 3e4), "f0": (0.01, 0.02, 0.03),
         "yield_pressure": (1e6, 1.2e6, 1.5e6)}
# Where the same word means another quantity.
OF_LAW = {"hertz-history": {"kn": (5e7, 6e7, 7e7), "gamma_n": (5e4, 6e4, 7e4)},
          "luding": {"eta_n": (0.5, 0.6, 0.7)}}


def values(law):
    given = {}
    for parameter in host.description(law)["parameters"]:
        name = parameter["name"]
        of = MATERIALS if parameter["scope"] == "material" else dict(PAIRS, **OF_LAW.get(law, {}))
        if name in of:
            given[name] = of[name]
    return given


def packing(count=60, seed=1):
    """Grains of two materials and sizes, some of them pressed together by up to 2 % of a radius."""
    rng = random.Random(seed)
    spheres = []
    while len(spheres) < count:
        type = rng.choice((1, 2))
        radius = (0.0025, 0.0035)[type - 1] * rng.uniform(0.9, 1.1)
        if spheres and rng.random() < 0.8:
            other = rng.choice(spheres)
            apart = (radius + other[1]) - rng.uniform(-0.01, 0.02) * min(radius, other[1])
            way = [rng.gauss(0, 1) for _ in range(3)]
            size = math.sqrt(sum(c * c for c in way))
            x = tuple(o + apart * c / size for o, c in zip(other[3], way))
        else:
            x = tuple(rng.uniform(-0.015, 0.015) for _ in range(3))
        if all(math.dist(x, s[3]) > (radius + s[1]) - 0.025 * min(radius, s[1]) for s in spheres):
            spheres.append((type, radius, (2500.0, 2000.0)[type - 1], x, tuple(rng.uniform(-0.1, 0.1) for _ in range(3)),
                            tuple(rng.uniform(-30, 30) for _ in range(3))))
    return spheres


LIGGGHTS = host.BEGIN + """
read_data spheres
neighbor 0.001 bin
neigh_modify delay 0
{properties}
pair_style gran model dcm/{law} {options}
pair_coeff * *
timestep {dt}
{liggghts_wall}
fix move all nve/sphere
dump d all custom {every} dump.liggghts """ + host.DUMP + """
run {steps}
"""

LAMMPS = """
units si
atom_style sphere
atom_modify map array
newton off
comm_modify vel yes
boundary f f f
read_data spheres
neighbor 0.001 bin
neigh_modify delay 0
pair_style dcm/{style} {options}
{coefficients}
timestep {dt}
{lammps_wall}
fix move all nve/sphere
dump d all custom {every} dump.lammps """ + host.COLUMNS + """
dump_modify d sort id format float %.17g
run {steps}
"""


@unittest.skipUnless("DCM_HOST_FOLDER" in os.environ, "the build has no LAMMPS")
class Lammps(host.Case):

    def lammps(self, deck):
        path = self.write("in.lammps", deck)
        folder = os.environ["DCM_HOST_FOLDER"]
        if os.environ["DCM_HOST_HAS_PLUGIN"] == "ON":
            done = self.start([os.environ["DCM_HOST_EXECUTABLE"], "-in", path, "-log", "none"], 1, {"LAMMPS_PLUGIN_PATH": folder})
        else:
            done = self.start([os.path.join(folder, "lmp-dcm"), "-in", path, "-log", "none"], 1)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def both(self, law, options, spheres, dt, steps, every, wall=False, rests=False):
        self.write("spheres", host.data_file(spheres, 0.05))
        given = values(law)
        if rests and any(p["name"] == "friction_static" for p in host.description(law)["parameters"]):
            given["friction_static"] = tuple(1.5 * mu for mu in given["friction"])
        lines = ""
        for name, of in given.items():
            for n, (i, j) in enumerate(((1, 1), (1, 2), (2, 2)) if len(of) == 3 else ((1, 1), (2, 2))):
                lines += f"pair_coeff {i} {j} {name} {of[n]!r}\n"
        lines = "pair_coeff * *\n" + lines
        run = dict(law=law, style=law.replace("-", "/"), options=options, dt=repr(dt), steps=steps, every=every, newton="off",
                   properties=host.property_lines(given), coefficients=lines, lammps_wall="", liggghts_wall="")
        if wall == "mesh":
            run["lammps_wall"] = "fix floor all wall/dcm/mesh 2 floor.stl"
            run["liggghts_wall"] = f"fix stl all mesh/surface file floor.stl type 2\nfix floor all wall/gran model dcm/{law} mesh n_meshes 1 meshes stl {options}"
        elif wall:
            run["lammps_wall"] = "fix floor all wall/dcm 2 zplane 0.0 NULL"
            run["liggghts_wall"] = f"fix floor all wall/gran model dcm/{law} primitive type 2 zplane 0.0 {options}"
        self.run_ok(LIGGGHTS.format(**run))
        self.lammps(LAMMPS.format(**run))
        return self.frames("dump.liggghts"), self.frames("dump.lammps")

    def test_packing(self):
        """One step's forces, and where grains are soon after."""
        for law in host.laws():
            forms = [o["choices"] for o in host.description(law)["options"] if o["name"] == "form"]
            for form in forms[0] if forms else [None]:
                with self.subTest(law=law, form=form):
                    ours, theirs = self.both(law, f"form {form}" if form else "", packing(), 1e-6, 200, 50)
                    self.assertGreater(sum(any(row[9:12]) for row in theirs[0].values()), 30)
                    # The loop runs in another program: the order in which forces are summed may differ.
                    for columns in (host.FORCE, host.TORQUE):
                        self.assertLess(self.difference(ours[0], theirs[0], columns), 1e-12, "at the start")
                        self.assertLess(self.difference(ours[50], theirs[50], columns), 1e-10, "after 50 steps")
                    for columns in (host.POSITION, host.VELOCITY, host.SPIN):
                        self.assertLess(self.difference(ours[200], theirs[200], columns), 1e-9, "after 200 steps")

    def test_collision(self):
        """Two spheres, from before the contact to after it."""
        pair = [(1, 0.0025, 2500.0, (-0.0025005, 0.0, 0.0), (0.1, 0.05, 0.02), (3.0, -4.0, 5.0)),
                (2, 0.0035, 2000.0, (0.0035, 0.0, 0.0), (-0.1, 0.0, 0.0), (-6.0, 2.0, 1.0))]
        for law in host.laws():
            with self.subTest(law=law):
                ours, theirs = self.both(law, "", pair, 2e-7, 1000, 20, rests=True)
                met = [step for step, rows in theirs.items() if any(rows[1][9:12])]
                self.assertGreater(len(met), 3)
                for step in theirs:
                    for columns in (host.POSITION, host.VELOCITY, host.SPIN):
                        self.assertLess(self.difference(ours[step], theirs[step], columns), 1e-11, f"step {step}")

    def test_wall(self):
        """Two spheres fall on a plane, obliquely, and leave it; adhesive ones hold on to it for a while."""
        pair = [(1, 0.0025, 2500.0, (-0.004, 0.0, 0.0025005), (0.1, 0.05, -0.05), (3.0, -4.0, 5.0)),
                (2, 0.0035, 2000.0, (0.004, 0.0, 0.0035005), (-0.1, 0.0, -0.07), (-6.0, 2.0, 1.0))]
        for law in host.laws():
            with self.subTest(law=law):
                ours, theirs = self.both(law, "", pair, 2e-7, 5000, 50, wall=True, rests=True)
                held = [step for step, rows in theirs.items() if rows[1][9:12] != [0.0, 0.0, 0.0] and rows[1][2] > 0.0025]
                if law == "jkr-exact":
                    self.assertGreater(len(held), 0)    # beyond touching
                self.assertGreater(len([step for step, rows in theirs.items() if any(rows[2][9:12])]), 3)
                for step in theirs:
                    for columns in (host.POSITION, host.VELOCITY, host.SPIN):
                        self.assertLess(self.difference(ours[step], theirs[step], columns), 1e-11, f"step {step}")

    def test_mesh(self):
        """Both read the same file: 14 grains roll and slide on faces of a tilted plane, farther from the edges than they touch."""
        rng = random.Random(3)
        slope = math.atan(0.5)

        def tilt(p):
            return p[0] * math.cos(slope) - p[2] * math.sin(slope), p[1], p[0] * math.sin(slope) + p[2] * math.cos(slope)
        floor = shapes.split_at_random(shapes.plane(0.04), 6, rng, slivers=0.0)
        self.write("floor.stl", shapes.ascii_stl([tuple(tilt(p) for p in t) for t in floor]))
        grains = []
        for k, (a, b, c) in enumerate(floor):
            radius = 0.0025
            middle = [sum(p) / 3.0 for p in zip(a, b, c)]
            place = tilt((middle[0], middle[1], radius * (1.0 - rng.uniform(1e-3, 1e-2))))
            grains.append((1 + k % 2, radius, 2500.0, place, tuple(rng.uniform(-0.1, 0.1) for _ in range(3)), tuple(rng.uniform(-30, 30) for _ in range(3))))
        for law in ("hertz-mindlin", "liggghts-hertz", "jkr-exact", "luding"):
            with self.subTest(law=law):
                ours, theirs = self.both(law, "", grains, 1e-6, 100, 1, wall="mesh")
                self.assertTrue(all(any(row[9:12]) for row in theirs[0].values()))
                for step in theirs:
                    for columns in (host.POSITION, host.VELOCITY, host.SPIN, host.FORCE, host.TORQUE):
                        self.assertLess(self.difference(ours[step], theirs[step], columns), 1e-12 if step <= 1 else 1e-10, f"step {step}")


    def test_wear(self):
        """One grain hits a plate of triangles: 'wear finnie step' is what stock LIGGGHTS books, and for a grain without friction and
        damping the closed form of docs/lammps/from_liggghts_meshes.md tells how far that is from k m v^2 f(a)."""
        self.write("plate.stl", shapes.ascii_stl(shapes.plane(0.05)))
        half, radius, k = 0.05, 0.0025, 1e-9
        for tangent, restitution, friction in ((0.05, 1.0, 0.0), (0.05, 0.6, 0.3), (0.25, 0.6, 0.3), (1.0, 1.0, 0.0), (1.0, 0.6, 0.3), (3.0, 1.0, 0.0)):
            with self.subTest(tangent=tangent, restitution=restitution, friction=friction):
                across = min(1.0, 1.0 / tangent)
                self.write("spheres", host.data_file([(1, radius, 2500.0, (0.02, -0.01, radius * 1.001), (across, 0.0, -tangent * across), (0.0, 0.0, 0.0))], half))
                given = {"young": (5e6, 5e6), "poisson": (0.3, 0.3), "restitution": 3 * (restitution,), "friction": 3 * (friction,), "rolling": (0.0, 0.0, 0.0)}
                run = dict(law="", style="liggghts/hertz", options="", dt="1e-6", steps=2000, every=2000, newton="off")
                walls = ("fix k all property/global k_finnie peratomtypepair 2 " + " ".join(4 * [repr(k)]) +
                         "\nfix stl all mesh/surface/stress file plate.stl type 2 wear finnie\n" +
                         f"fix floor all wall/gran model {host.STOCK_MODEL} mesh n_meshes 1 meshes stl\ndump w all mesh/vtk 2000 wear*.vtk wear")
                self.run_stock(LIGGGHTS.replace("model dcm/{law}", "model " + host.STOCK_MODEL).format(
                    properties=host.property_lines(given), liggghts_wall=walls, **run))
                with open(os.path.join(self.folder, "wear2000.vtk")) as file:
                    theirs = sum(map(float, file.read().split("wear 1 2 double\n")[1].split()[:2])) * 2.0 * half**2
                ours = {}
                for wear in ("finnie step", "finnie"):
                    text = self.lammps(LAMMPS.replace("run {steps}", "thermo_style custom step f_floor[24]\nthermo_modify format float %.15g\nrun {steps}").format(
                        coefficients=f"pair_coeff * * young 5e6 poisson 0.3 restitution {restitution} friction {friction} rolling 0",
                        lammps_wall=f"fix floor all wall/dcm/mesh 2 plate.stl wear {wear} {k!r}", **run))
                    ours[wear] = float(text.split("f_floor[24]")[1].split()[3])
                self.assertGreater(theirs, 0.0)
                self.assertLess(abs(ours["finnie step"] / theirs - 1.0), 1e-10)    # eleven digits are written
                if friction == 0.0:
                    factor = 2.0 * math.asinh(tangent) - 0.221 if tangent > 1.0 / 3.0 else tangent
                    self.assertLess(abs(theirs / ours["finnie"] / factor - 1.0), 0.05 if tangent < 1.0 / 3.0 else 1e-2)


    def test_two_motions(self):
        """In the reverse order of the fixes move/mesh, as docs/lammps/from_liggghts_meshes.md has it, and not in the same order."""
        self.write("t.stl", shapes.ascii_stl([((0.01, 0.002, 0.001), (0.03, 0.001, 0.002), (0.015, 0.02, 0.003))]))
        self.write("spheres", host.data_file([(1, 0.0005, 2500.0, (0.045, 0.045, 0.045), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))], 0.05))
        linear = ("linear 0.1 0.2 -0.3", "linear 0.1 0.2 -0.3")
        turn = ("rotate origin 0.01 0.02 0 axis 0 0 1 period 0.05", "rotate 0.01 0.02 0 0 0 1 period 0.05")
        spin = ("rotate origin 0.02 0.01 0 axis 0 0 1 period 0.03", "rotate 0.02 0.01 0 0 0 1 period 0.03")
        run = dict(law="hertz-mindlin", style="hertz/mindlin", options="", dt="1e-4", steps=137, every=137, newton="off")
        given = values("hertz-mindlin")
        coefficients = "pair_coeff * * " + " ".join(f"{name} {of[0]!r}" for name, of in given.items())

        def corners(name):
            with open(os.path.join(self.folder, name)) as file:
                return [tuple(map(float, line.split()[1:])) for line in file if line.split()[:1] == ["vertex"]]
        for first, second in ((linear, turn), (turn, spin)):
            fixes = "".join(f"fix move{n} all move/mesh mesh m {words}\n" for n, (words, _) in enumerate((first, second)))
            self.run_ok(LIGGGHTS.format(properties=host.property_lines(given), **run, liggghts_wall=(
                "fix m all mesh/surface file t.stl type 1\nfix w all wall/gran model dcm/hertz-mindlin mesh n_meshes 1 meshes m\n" + fixes +
                "dump s all mesh/stl 137 theirs*.stl")))
            for motions, is_same in (((second, first), True), ((first, second), False)):
                with self.subTest(motions=motions):
                    words = " ".join("motion " + of_dcm for _, of_dcm in motions)
                    self.lammps(LAMMPS.format(coefficients=coefficients, lammps_wall=f"fix w all wall/dcm/mesh 1 t.stl {words} write 137 ours*.stl", **run))
                    apart = max(map(math.dist, corners("ours137.stl"), corners("theirs137.stl")))
                    self.assertEqual(apart < 1e-6, is_same, apart)

    def test_page(self):
        """The two inputs of docs/liggghts/input_in_lammps.md run, in fewer and longer steps, and move the bucket alike."""
        with open(os.path.join(host.HERE, "..", "..", "docs", "liggghts", "input_in_lammps.md")) as file:
            blocks = re.findall(r"^```\n(.*?)^```\n", file.read(), re.M | re.S)
        for folder in ("meshes", "post"):
            os.mkdir(os.path.join(self.folder, folder))
        # Where the file of the tutorial has its bucket, in its unit.
        self.write("meshes/bucket.stl", shapes.ascii_stl([tuple((x + 50.0, y + 250.0, z) for x, y, z in t) for t in shapes.box(3 * [-90.0], 3 * [90.0])]))
        counts, vertices = [], []
        for which, run in ((0, self.run_stock), (1, self.lammps)):
            deck = "".join(blocks[which::2])
            for page, test in (("0.00005", "0.0002"), ("29999", "1999"), ("30000", "2000"), ("45000", "2400"), ("15000", "400"), ("25000", "600"), ("8000", "200")):
                deck = deck.replace(page, test)
            text = run(deck)
            counts.append(int(re.findall(r"^ *3000 +(\d+) ", text, re.M)[-1]))
            with open(os.path.join(self.folder, "post", "dump3000.stl")) as file:
                vertices.append(sorted(tuple(map(float, line.split()[1:])) for line in file if line.split()[:1] == ["vertex"]))
            os.remove(os.path.join(self.folder, "post", "dump3000.stl"))
        self.assertEqual((len(blocks), len(vertices[0])), (14, len(vertices[1])))
        self.assertGreater(min(counts), 700)
        for ours, theirs in zip(*vertices):
            self.assertLess(math.dist(ours, theirs), 1e-5)    # LIGGGHTS writes six decimals


class Command(host.Case):

    def test_head_on_collision(self):
        """The speed after a head-on collision is what `dcm collide` obtains, which has a finer step."""
        for law in host.laws():
            given = values(law)
            with self.subTest(law=law):
                speed, radius = 0.2, 0.0025
                command = [host.DRIVER, "collide", law, "--json", "--speed", repr(speed), "--radius", repr(radius), "--density", "2500"]
                for name, of in given.items():
                    command += ["--set", f"{name}={of[0]!r}"]
                told = json.loads(subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True).stdout)
                self.write("spheres", host.data_file(
                    [(1, radius, 2500.0, (-radius * 1.0001, 0.0, 0.0), (speed, 0.0, 0.0), (0.0, 0.0, 0.0)),
                     (1, radius, 2500.0, (radius * 1.0001, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))], 0.05))
                self.run_ok(LIGGGHTS.format(law=law, options="", dt="1e-8", steps=60000, every=60000, newton="off", liggghts_wall="",
                                            properties=host.property_lines(given)))
                after = self.frames("dump.liggghts")[60000]
                restitution = (after[2][3] - after[1][3]) / speed
                self.assertLess(abs(restitution - told["outcome"]["normal_restitution"]), 2e-4)
