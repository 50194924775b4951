# SPDX-License-Identifier: MIT
"""Walls: primitive and of triangles, at rest and moving, and what their fixes tell."""

import os
import random
import re

import host

DECK = host.BEGIN + """
read_data spheres
neighbor 0.002 bin
neigh_modify delay 0 contact_distance_factor 1.1
{properties}
pair_style gran model {model}
pair_coeff * *
timestep 1e-5
fix gravity all gravity 9.81 vector 1 0 -3
{walls}
fix move all nve/sphere
thermo_style custom step {told}
thermo 100
thermo_modify norm no lost ignore format float %.17g
dump d all custom 100 dump.{out} """ + host.DUMP + """
run {steps}
"""

MESH = """
fix plate all mesh/surface/stress file plate.stl type 1
{moves}
fix floor all wall/gran model {model} mesh n_meshes 1 meshes plate
"""


def facet(*corners):
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    text = "facet normal %r %r %r\nouter loop\n" % n
    return text + "".join("vertex %r %r %r\n" % c for c in corners) + "endloop\nendfacet\n"


def plate(height=0.0):
    """Four triangles of a square, with a corner in its middle."""
    corners = [(-0.04, -0.04, height), (0.04, -0.04, height), (0.04, 0.04, height), (-0.04, 0.04, height)]
    middle = (0.003, 0.001, height)
    return "solid plate\n" + "".join(facet(corners[n - 1], corners[n], middle) for n in range(4)) + "endsolid plate\n"


def grains(count=20, seed=5):
    """They fall on the plate one beside the other."""
    rng = random.Random(seed)
    return [(1 + n % 2, 0.0025, 2500.0, (0.006 * (n % 5 - 2) + rng.uniform(-4e-4, 4e-4), 0.006 * (n // 5 - 2), rng.uniform(0.0024, 0.004)),
             (rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), -0.1), tuple(rng.uniform(-20, 20) for _ in range(3))) for n in range(count)]


def column(text, name):
    """{step: value} of a column of the thermodynamic output."""
    lines = text.splitlines()
    head = next(n for n, line in enumerate(lines) if line.split()[:1] == ["Step"])
    index = lines[head].split().index(name)
    rows = {}
    for line in lines[head + 1:]:
        if line.startswith("Loop"):
            break
        words = line.split()
        if words[0].isdigit():    # else somebody says something in between
            rows[int(words[0])] = float(words[index])
    return rows


class Walls(host.Case):

    def setUp(self):
        super().setUp()
        self.write("plate.stl", plate())
        self.write("spheres", host.data_file(grains(), 0.05))

    def fall(self, out, model, walls=MESH, moves="", told="f_plate[1] f_plate[2] f_plate[3] f_plate[4] f_plate[5] f_plate[6]",
             steps=1000, ranks=1, run=None):
        deck = DECK.format(newton="off", model=model, out=out, told=told, steps=steps, walls=walls.format(model=model, moves=moves),
                           properties=host.property_lines(host.STOCK_VALUES))
        text = (run or self.run_ok)(deck, ranks)
        return self.frames("dump." + out), text

    def compare(self, **how):
        """With the host's own model: where grains are, and the force and torque on the mesh."""
        theirs, said = self.fall("stock", host.STOCK_MODEL, run=self.run_stock, **how)
        ours, told = self.fall("dcm", "dcm/liggghts-hertz", **how)
        self.assert_same(ours, theirs, 1e-10)
        for n in range(1, 7):
            name = f"plate[{n}]"
            wanted, got = column(said, name), column(told, name)
            self.assertTrue(any(wanted.values()))
            largest = max(map(abs, wanted.values()))
            self.assertLess(max(abs(got[s] - wanted[s]) for s in wanted), 1e-10 * largest, name)

    def test_mesh(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                self.compare(ranks=ranks)

    def test_moving_mesh(self):
        for moves in ("linear 0.1 0.05 0.02", "rotate origin 0 0 0 axis 0 0 1 period 0.5", "wiggle amplitude 0 0 0.0005 period 0.01"):
            with self.subTest(moves=moves):
                self.compare(moves=f"fix carry all move/mesh mesh plate {moves}")

    def test_fixes_that_come_after(self):
        """One that takes forces away again finds those of walls that stand before it."""
        self.compare(moves="", walls=MESH + "group second type 2\nfix hold second freeze\n")
        frames = self.frames("dump.dcm")
        for id in (2, 4):
            self.assertEqual(frames[1000][id][9:12], [0.0, 0.0, 0.0])
        self.compare(moves="", walls=MESH + "fix push all addforce 1e-4 0 0\n")
        self.compare(moves="", walls=MESH + "fix air all viscous 1e-4\n")

    def test_stress_and_wear(self):
        """Stress and wear of each triangle."""
        wear = "fix abrasion all property/global k_finnie peratomtypepair 2 1.0 2.0 2.0 3.0\n" + MESH.replace("type 1\n", "type 1 wear finnie\n")
        found = {"stock": {}, "dcm": {}}
        for out, model, run in (("stock", host.STOCK_MODEL, self.run_stock), ("dcm", "dcm/liggghts-hertz", self.run_ok)):
            self.fall(out, model, wear + f"dump t all mesh/vtk 100 {out}.*.vtk stress wear", run=run)
            for step in range(100, 1001, 100):
                with open(os.path.join(self.folder, f"{out}.{step}.vtk")) as file:
                    for name, numbers in re.findall(r"^(\w+) 1 4 double\n(.*)$", file.read(), re.MULTILINE):
                        found[out].setdefault(name, []).extend(map(float, numbers.split()))
        self.assertEqual(sorted(found["stock"]), ["normal_stress_average", "shear_stress_average", "wear"])
        for name, theirs in found["stock"].items():
            largest = max(map(abs, theirs))
            self.assertGreater(largest, 0.0, name)
            self.assertEqual(len(found["dcm"][name]), len(theirs))
            for a, b in zip(found["dcm"][name], theirs):
                self.assertLess(abs(a - b), 1e-9 * largest, name)    # eleven digits are written

    def test_order(self):
        """The forces of several walls are added in the order of their fixes, to the last bit, wherever these are in memory."""
        self.write("spheres", host.data_file(
            [(1, 0.0025, 2500.0, (0.0024 + 0.005 * n, 0.00243, 0.00247), (-0.1, -0.05, -0.3), (30.0, -20.0, 10.0)) for n in range(7)], 0.05))
        wall = "fix {} all wall/gran model {{model}} primitive type 1 {}plane 0.0\n"
        order = "".join(wall.format(*words) for words in (("first", "x"), ("second", "y"), ("third", "z")))
        # A new wall stands where another one was before.
        order += "unfix second\nunfix first\n" + "".join(wall.format(*words) for words in (("fourth", "x"), ("fifth", "y")))
        waiting, _ = self.fall("waiting", "dcm/hertz-mindlin", order, told="ke", steps=200)
        at_once, _ = self.fall("at_once", "dcm/hertz-mindlin", order + "fix nothing all addforce 0 0 0", told="ke", steps=200)
        self.assertEqual(waiting, at_once)

    def test_corner(self):
        """Grains touch the side first, then the floor, and leave the side: one of two contacts ends."""
        side = facet((0.0145, -0.04, 0.0), (0.0145, 0.04, 0.0), (0.0145, 0.0, 0.05))
        self.write("plate.stl", plate().replace("endsolid plate\n", side + "endsolid plate\n"))
        self.write("spheres", host.data_file(
            [(1, 0.0025, 2500.0, (0.012001 + 1e-6 * n, 0.006 * n - 0.018, 0.00251 + 1.5e-5 * n), (0.05, 0.1, -0.3), (30.0, -20.0, 10.0))
             for n in range(7)], 0.05))
        self.compare()

    def test_mesh_is_a_plane(self):
        """Over edges and a corner of triangles that lie in one plane states go on."""
        for law in ("hertz-mindlin", "jkr"):
            with self.subTest(law=law):
                given = "" if law != "jkr" else host.property_line("surface_energy", (0.05, 0.1))
                plane, _ = self.fall("plane", "dcm/" + law, given + "fix floor all wall/gran model {model} primitive type 1 zplane 0.0",
                                     told="ke")
                mesh, _ = self.fall("mesh", "dcm/" + law, given + MESH)
                self.assert_same(mesh, plane, 1e-9)

    def test_other_properties(self):
        """Properties that are given anew between two runs hold from then on, for pairs and walls, as in the host's own models."""
        given = host.property_line("friction", (0.05, 0.1, 0.2)) + host.property_line("restitution", (0.3, 0.4, 0.9))
        again = "run 300\nunfix coefficientFriction\nunfix coefficientRestitution\n" + given
        deck = DECK.replace("run {steps}", again.replace("{", "{{").replace("}", "}}") + "\nrun 300").replace("{walls}", MESH.replace("{moves}", ""))
        self.run_both(deck, told="ke")
        frames = {out: self.frames("dump." + out) for out in ("stock", "dcm")}
        self.assert_same(frames["dcm"], frames["stock"], 1e-10)
        unchanged, _ = self.fall("unchanged", "dcm/liggghts-hertz", steps=600)
        self.assertGreater(self.difference(frames["dcm"][600], unchanged[600], host.VELOCITY), 1e-3)

    def test_events(self):
        """A law of a test that counts its contacts, and holds on to the wall beyond touching."""
        self.build_law("tests", "lammps", "laws", "sticky.c")
        self.write("spheres", host.data_file([(1, 0.0025, 2500.0, (0.0, 0.0, 0.00251), (0.0, 0.0, -0.1), (0.0, 0.0, 0.0))], 0.05))
        words = "law sticky library ./law.so"
        # The host's lists need not be wider, for a law without a reach either.
        for gap, wide in ((1e-5, ""), (1e-5, " contact_distance_factor 1.1"), (0.0, "")):
            with self.subTest(gap=gap, wide=wide):
                given = {"stiffness": 3 * (1000.0,), "shear": (0.0, 0.0, 0.0), "gap": 3 * (gap,)}
                deck = DECK.replace("pair_style gran model {model}", "pair_style gran model dcm " + words).format(
                    newton="off", out="held", told="ke", steps=1000, properties=host.property_lines(given),
                    walls="fix floor all wall/gran model dcm primitive type 1 zplane 0.0 " + words)
                text = self.run_ok(deck.replace(" contact_distance_factor 1.1", wide))
                # It falls, bounces as a spring does, and leaves with what the gap leaves of its speed; one contact with the wall and none of
                # pairs. 19 other contacts ask the law for the safe time step at the wall.
                counts = [tuple(map(int, found)) for found in re.findall(r"sticky: (\d+) began, (\d+) ended", text)]
                self.assertIn((20, 20), counts)

    def test_shear(self):
        """A primitive wall that moves along itself."""
        walls = "fix floor all wall/gran model {model} primitive type 1 zplane 0.0 shear x 0.3"
        theirs, _ = self.fall("stock", host.STOCK_MODEL, walls, told="ke", run=self.run_stock)
        ours, _ = self.fall("dcm", "dcm/liggghts-hertz", walls, told="ke")
        self.assert_same(ours, theirs, 1e-10)
