# SPDX-License-Identifier: MIT
"""fix wall/dcm/mesh that rests: against planes and cylinders, whatever the triangles; restarts and ranks."""

import math
import os
import random

import decks
import host
import shapes
import wall_regions

RADIUS = 0.005
# Few grains on a plane: they bounce, roll, slide, spin about the normal, and meet; some lie across an edge for long.
FLOOR = decks.box(0.06, types=2, newton="{newton}", boundary="f f f") + """create_atoms 1 single -0.03 0.002 0.0052
create_atoms 1 single 0.01 0.013 0.0049
create_atoms 1 single 0.02 -0.01 0.0049
create_atoms 2 single 0.000 -0.03 0.020
create_atoms 2 single 0.001 0.000 0.00598
set type 1 diameter 0.010 density 2500
set type 2 diameter 0.012 density 2600
velocity all set 0 0 0
set atom 1 vx 0.14 vy 0.01
set atom 2 vx -0.07 vy -0.02 omega 0 -14 0
set atom 4 vx 0.02 vy 0.06 vz -0.5
set atom 3 omega 3 -4 90
set atom 5 omega 0 0 200
pair_style dcm/{law}
pair_coeff * * young 5e6 poisson 0.25 restitution 0.6 friction 0.4 rolling 0.002 {more}
fix g all gravity 9.81 vector 0 0 -1
fix 1 all nve/sphere
neighbor 0.001 bin
timestep 5e-6
"""
DUMP = decks.dump("{every}", "{out}", decks.COLUMNS + "{columns}") + decks.table("f_w[*]", "{every}", "norm no lost error") + "run {steps}\n"
LAWS = {"hertz/mindlin form consistent": "twisting 0.01", "hertz/mindlin form sheet": "", "jkr/exact form consistent": "work_of_adhesion 0.05"}


class Meshes(host.Case):

    def setUp(self):
        super().setUp()
        self.generator = random.Random(shapes.seed())

    def write_mesh(self, name, triangles):
        self.write(name, shapes.ascii_stl(triangles))

    def floor(self, wall, law, out="dump.out", steps=2000, every=500, newton="off", ranks=1, columns="", before=""):
        self.text = self.run_ok(FLOOR.format(law=law, more=LAWS[law], newton=newton) + before + f"fix w all {wall} contacts\n" +
                                DUMP.format(every=every, out=out, steps=steps, columns=columns), ranks)
        return self.frames(out)


class Planes(Meshes):

    def random_plane(self, times=400):
        return shapes.shuffled(shapes.split_at_random(shapes.plane(0.055), times, self.generator), self.generator, flip=True)

    def test_a_plane_of_any_triangles_is_a_plane(self):
        # To the bit: distance and normal are those of the plane, and so is all that follows.
        for law in LAWS:
            self.write_mesh("floor.stl", self.random_plane())
            plane = self.floor("wall/dcm 2 zplane 0 NULL", law, "plane.out", steps=100000, every=5000, columns=" f_w[*]")
            mesh = self.floor("wall/dcm/mesh 2 floor.stl", law, "mesh.out", steps=100000, every=5000, columns=" f_w[*]")
            self.assert_same(mesh, plane, 1e-13, law, host.EVERYTHING + (range(15, 23),))
            # They have gone far, over many seams, and were on the floor.
            first, last = plane[0], plane[max(plane)]
            self.assertGreater(max(abs(last[i][0] - first[i][0]) for i in first), 0.01)
            self.assertGreater(sum(row[15] for row in last.values()), 3.0)

    def test_the_log_tells_what_was_found(self):
        self.write_mesh("floor.stl", shapes.plane(0.055))
        self.floor("wall/dcm/mesh 2 floor.stl", "hertz/mindlin form sheet", steps=0)
        self.assertIn("dcm: fix w: floor.stl: 2 triangles", self.text)
        self.assertIn("4 free edges", self.text)
        self.assertIn("dcm: fix w: numbers of its vector: 1 to 3 force, 4 to 6 torque about the origin, 7 power, 8 to 10 centre of the forces, "
                      "11 to 13 torque about the point 'about', 14 to 16 that point, 17 to 19 its velocity, 20 to 22 angular velocity, 23 angle, "
                      "24 volume worn off\n", self.text)
        self.write_mesh("plate.stl", shapes.box((-0.05, -0.05, -0.06), (0.05, 0.05, -0.0596)))
        self.write_mesh("round.stl", shapes.box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)))
        units, periodic = "is the file in other units?", "the periodic boundary at {} in x: the mesh has no periodic images"
        for wall, boundary, warning in (
                ("floor.stl move 0 0 1", "f f f", "the mesh lies outside of the simulation box"), ("floor.stl scale 1e-3", "f f f", units),
                ("floor.stl scale 1000", "f f f", "an extent of 110, and the longest side of the box is 0.18: " + units),
                ("round.stl", "f f f", "goes round the simulation box and has no triangle near it: " + units),
                ("plate.stl", "f f f", "lie on each other nearer than a tenth of the smallest radius, as numbers"), ("plate.stl sides one", "f f f", ""),
                ("floor.stl scale 1.2 motion linear 10 0 0", "p p f", "moved into the box through " + periodic.format(-0.06)),
                ("floor.stl motion linear -10 0 0", "p p f", "moved out of the box through " + periodic.format(-0.06)),
                ("floor.stl scale 1.2 motion wiggle 0.002 0 0 0.0004 motion linear 0 0 -10", "p p f", "")):
            deck = FLOOR.format(law="hertz/mindlin", more="", newton="off").replace("f f f", boundary)
            done = self.succeeds(deck.replace("block -0.06 0.06 -0.06 0.06", "block -0.06 0.06 -0.09 0.09") +
                                 f"fix w all wall/dcm/mesh 2 {wall}\nrun 250\n")
            told = [line for line in done.stdout.splitlines() if "WARNING: dcm: fix w: " in line]
            self.assertEqual(len(told), 1 if warning else 0, f"{wall}: {told}")
            self.assertIn(warning, " ".join(told))


class Runs(Meshes):
    """Ranks, newton and a restart must not change a run."""

    LAW = "hertz/mindlin form consistent"
    MOVES = "motion wiggle 0 0 1e-4 0.01 motion linear 0.01 0.02 0 motion rotate 0 0 0 0 0 1 omega 3 wear archard 1e-9"
    TABLE = "motion table way.txt about 0 0 0 0 0 1 motion rotate 0 0 0 0 1 0 swing 0.2 0.01 wear finnie 1e-9"
    ON_ONE = ((1, 1, "off"),)
    # Motions, and ranks that write a restart file, ranks that go on, and newton for these.
    RESTARTS = {MOVES: ON_ONE,
                "motion variable NULL NULL v_z NULL NULL NULL": ON_ONE,
                "motion variable NULL NULL v_z NULL v_follows NULL motion sine 1e-4 0 0 0.01 from 0.004 until 0.009": ON_ONE,
                "move 0 0 0 servo force 0 0 1 v_goal vmax 0.2": ON_ONE,
                TABLE: (*ON_ONE, (1, 2, "on"), (1, 4, "off"), (2, 2, "on"), (4, 1, "off"))}

    def setUp(self):
        super().setUp()
        self.write_mesh("floor.stl", shapes.split_at_random(shapes.plane(0.055), 100, self.generator))
        self.write("way.txt", "0 0 0 0 0\n0.003 0 0.001 0 5\n0.02 0 0 0 -3\n")

    def goes_on(self, begin, newton, ranks):
        """Frames of a run that has begun, and the last numbers of the fix."""
        text = self.run_ok(begin.format(newton=newton) + DUMP.format(every=500, out="out.dump", steps=1500, columns=""), ranks)
        return self.frames("out.dump"), self.thermo(text, "f_w[1]")[-1]

    def test_restarts(self):
        # In the midst of motions, bit for bit on one rank.
        deck = FLOOR.format(law=self.LAW, more=LAWS[self.LAW], newton="{newton}")
        again = "\n".join(line for line in deck.splitlines() if line.split()[0] in ("pair_style", "pair_coeff", "fix", "neighbor", "timestep"))
        for motion, ways in self.RESTARTS.items():
            wall = ("\nvariable z equal 1e-4*sin(600*step*dt)\nvariable goal equal 2.0+3.0*(step>=2000)\nvariable follows equal 0.01+1e-3*f_w[3]\n"
                    f"fix w all wall/dcm/mesh 2 floor.stl {motion}\n")
            wholes = {}
            for written, read, newton in ways:
                if written not in wholes:
                    wholes[written] = self.goes_on(deck + wall + f"run 1500\nwrite_restart half.{written}\n", "on" if written == 2 else "off", written)
                    self.assert_same(wholes[written][0], wholes[1][0], 1e-12)
                frames, numbers = self.goes_on(f"newton {{newton}}\nread_restart half.{written}\ncomm_modify vel yes\n" + again + wall, newton, read)
                if written == read == 1:
                    self.assertEqual((frames, numbers), wholes[1], motion)
                self.assert_same(frames, wholes[1][0], 1e-12)
                if "wear" in motion:
                    self.assertGreater(numbers[24], 0.0)
                    self.assertLess(abs(numbers[24] / wholes[1][1][24] - 1.0), 1e-12)

    def test_grains_that_touch_more_than_those_of_the_first_rank(self):
        # Two grains on the second rank lie in funnels of eight triangles, beside each other in the file.
        rim = [(0.02 * math.cos(a * math.pi / 4.0), 0.02 * math.sin(a * math.pi / 4.0), 0.02) for a in range(8)]
        self.write_mesh("funnels.stl", [((0.03, y, 0.0), *((0.03 + x, y + v, z) for x, v, z in (rim[a - 1], rim[a]))) for y in (-0.03, 0.03) for a in range(8)])
        begin = decks.box(0.06, boundary="f f f", more="processors 2 1 1\n") + "".join(
            f"create_atoms 1 single {place}\n" for place in ("-0.03 0 0", "0.03 -0.03 0.0073", "0.03 0.03 0.0073")) + "set type 1 diameter 0.01 density 2500\n"
        run = """pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.6 friction 0.4
fix g all gravity 9.81 vector 0.1 0 -1
fix 1 all nve/sphere
neighbor 0.001 bin
timestep 5e-6
fix w all wall/dcm/mesh 1 funnels.stl flat 0
"""
        end = decks.dump(500) + "run 500\n"
        self.run_ok(begin + run + "run 20\nwrite_restart half\n" + end, 2)
        whole = self.frames("out")
        self.run_ok(decks.go_on("half") + run + end)
        self.assert_same(self.frames("out"), whole, 1e-12)


class Together(Meshes):
    """Grains away from folds and edges are found many at a time. With 'loop plain' each grain is asked for alone, which gives the same bits."""

    HALF, AROUND = 0.0212, 0.0232    # half a box, which grains reach on their way; the radius of a tube
    MOTIONS = ("", "motion wiggle 1e-3 0 1e-3 0.0015", "motion rotate 0.001 0 0 1 2 3 omega 50 motion linear 0.1 0 0.3")

    def meshes(self):
        """The way in which walls are written, and the boundary, by the name of a mesh: grains fly inside of all."""
        box = shapes.box((-self.HALF,) * 3, (self.HALF,) * 3)
        self.write_mesh("box.stl", box)
        self.write_mesh("inward.stl", [triangle[::-1] for triangle in box])
        self.write_mesh("many.stl", shapes.split_at_random(box, 300, self.generator))
        self.write_mesh("tube.stl", shapes.tube(self.AROUND, -0.03, 0.03, 24, axis=0))
        # It goes through one end of the box alone: a grain there has no wall, for the host carries it to the other end.
        self.write_mesh("half.stl", shapes.tube(self.AROUND, -0.03, 0.023, 24, axis=0))
        return {"box": ("box.stl", "f f f"), "one side": ("inward.stl sides one", "f f f"), "many triangles": ("many.stl", "f f f"),
                "folds": ("tube.stl", "f f f"), "no flat folds": ("tube.stl flat 0", "f f f"), "periodic": ("half.stl", "p f f"),
                "belt": ("box.stl surface_velocity 1 0.5 0.2", "f f f")}

    def test_many_grains_at_a_time_as_one_by_one(self):
        flying = wall_regions.FLYING.replace("{region} units box {motion}\n", "").replace("wall/dcm/region 3 wall", "wall/dcm/mesh 3 {mesh} {motion}")
        # A box that is as long as the lattice, so that grains go through its ends.
        flying = flying.replace("boundary f f f", "boundary {boundary}").replace("-0.05 0.05", "{ends}", 1)
        for name, (mesh, boundary) in self.meshes().items():
            for motion in self.MOTIONS:
                wall_regions.fly(self, flying, f"{name} {motion}", mesh=mesh, motion=motion, boundary=boundary,
                                 ends="-0.01805 0.02695" if "p" in boundary else "-0.05 0.05")


class Motion(Meshes):

    CARRIED = decks.box("-0.1 0.1 -0.1 0.1 -0.02 0.05", types=2, boundary="f f f") + """create_atoms 1 single 0.03 0 0.00499
set type 1 diameter 0.010 density 2500
velocity all set {start}
pair_style dcm/hertz/mindlin form consistent
pair_coeff * * young 5e6 poisson 0.25 restitution 0.3 friction 0.9 rolling 0.2
fix g all gravity 9.81 vector 0 0 -1
fix 1 all nve/sphere
neighbor 0.001 bin
timestep 1e-5
fix w all {wall}
"""

    def carried(self, wall, start="0 0 0", steps=20000):
        self.write_mesh("floor.stl", shapes.split_at_random(shapes.plane(0.09), 60, self.generator))
        self.text = self.run_ok(self.CARRIED.format(wall=wall, start=start) +
                                DUMP.format(every=steps, out="dump.out", steps=steps, columns=""))
        return self.read("dump.out")[1]

    def test_a_conveyor_carries(self):
        # A grain that rolls with friction against it ends at the speed of the belt, and the belt stays.
        row = self.carried("wall/dcm/mesh 2 floor.stl surface_velocity 0.05 0.02 0", steps=50000)
        self.assertLess(abs(row[3] - 0.05) + abs(row[4] - 0.02), 1e-3)

    def test_servo_holds_its_force(self):
        # A plate above three grains on the floor; it presses with 1.
        grains = "".join(f"create_atoms 1 single {x} {y} 0.00499\n" for x, y in ((0.02, 0.0), (-0.02, 0.015), (-0.02, -0.015)))
        self.write_mesh("plate.stl", shapes.split_at_random(shapes.plane(0.06), 40, self.generator))
        deck = self.CARRIED.format(wall="wall/dcm 2 zplane 0 NULL", start="0 0 0").replace(
            "create_atoms 1 single 0.03 0 0.00499\n", grains) + "fix p all wall/dcm/mesh 2 plate.stl move 0 0 0.012 "
        tell = "\n" + decks.table("f_p[3] f_p[16]", 100) + "run 20000\n"
        # One goal, another by the variable, and another by fix_modify.
        text = self.run_ok("variable goal equal 1.0+2.0*(step>=20000)\n" + deck + "servo force 0 0 -1 v_goal vmax 0.1" + tell + "run 5000\n"
                           "fix_modify p servo 2.0\nrun 5000\n")
        for step, goal in ((20000, 1.0), (25000, 3.0), (30000, 2.0)):
            row = [row for row in self.thermo(text) if row[0] == step][-1 if step != 20000 else 0]
            self.assertLess(abs(row[1] / goal - 1.0), 1e-2, row)
        self.assertIn("the servo cannot hold its goal", self.said(deck + "servo force 0 0 1 1.0 vmax 20.0" + tell))

    def test_servo_that_nobody_has_touched(self):
        # Laws that write states where a run begins, and a rank that has had no contact with the mesh.
        self.write_mesh("plate.stl", shapes.plane(0.06))
        deck = self.CARRIED.format(wall="wall/dcm/mesh 2 plate.stl servo force 0 0 1 0.05 vmax 0.1", start="0 0 0").replace("0.00499", "0.03")
        text = self.run_ok(deck.replace("dcm/hertz/mindlin form consistent\npair_coeff * * young 5e6 poisson 0.25 restitution 0.3 friction 0.9 rolling 0.2",
                                        "dcm/hooke/history\npair_coeff * * kn 1e4 gamma_n 10 friction 0.5") +
                           "thermo_style custom step f_w[3]\nrun 10\n", 2)
        self.assertEqual(float(self.thermo(text)[-1][1]), 0.0)


class Pictures(Meshes):

    def test_dump_image_draws_the_mesh(self):
        # In green, the colour of type 2; brighter from above, where the outside of the floor is, than from below.
        self.write_mesh("floor.stl", shapes.plane(0.055))
        brightness = []
        for theta in (10, 170):
            self.run_ok(Motion.CARRIED.format(wall="wall/dcm/mesh 2 floor.stl", start="0 0 0") +
                        f"dump i all image 1 mesh.*.ppm type diameter size 200 200 view {theta} 0 fix w type 1 0.0001\nrun 0\n")
            pixels = self.bytes_of("mesh.0.ppm").split(b"\n", 3)[3]
            greens = [pixels[i + 1] for i in range(0, len(pixels), 3) if pixels[i] == pixels[i + 2] < pixels[i + 1]]
            self.assertGreater(len(greens), 1000)
            brightness.append(sum(greens) / len(greens))
        self.assertGreater(brightness[0], brightness[1] + 50.0)


class BadInput(Meshes):

    def fails(self, wall, *parts, ranks=1):
        self.run_fails(FLOOR.format(law="hertz/mindlin", more="", newton="off") + f"fix w all {wall}\nrun 0\n", *parts, ranks=ranks)

    def test_words(self):
        self.write_mesh("floor.stl", shapes.plane(0.055))
        wall = "wall/dcm/mesh 2 floor.stl "
        for words, part in (("scale nan", "the keyword 'scale' needs a factor as a finite number, not 'nan'"),
                            ("scale 0", "must be greater than 0, not 0"),
                            ("move 1 2", "the keyword 'move' needs a distance in z after '2'"),
                            ("rotate 0 0 0 10", "needs an axis of a length greater than 0, not 0 0 0"),
                            ("flat 100", "must be from 0 to 90 degrees, not 100"),
                            ("sides three", "one or two, not three"),
                            ("motion fly", "takes linear, wiggle, sine, rotate, variable or table, not fly"),
                            ("motion rotate 0 0 0 0 0 1 period 0", "must be another number than 0"),
                            ("motion variable v_none NULL NULL NULL NULL NULL", "the mesh moves by the variable 'none', which does not exist"),
                            ("motion variable NULL NULL NULL NULL NULL NULL", "needs a variable for one displacement or one velocity"),
                            ("motion rotate 0 0 0 0 0 1 variable NULL NULL", "v_name and NULL, NULL and v_name, or two, not NULL"),
                            ("motion rotate 0 0 0 0 0 1 variable 3 NULL", "needs a variable for the angle or NULL, as v_ and the name"),
                            ("motion linear 1 0 0 from 2 until 2", "must be greater than 2, where it begins, not 2"),
                            ("servo force 0 0 1 v_none vmax 1", "the servo has the goal of the variable 'none', which does not exist"),
                            ("move 0 0 0\nfix_modify w servo 1.0", "the mesh has no servo whose goal fix_modify could change"),
                            ("motion table none.txt", "cannot read the file 'none.txt'"),
                            ("servo force 0 0 1", "needs a goal: the force that the mesh is to give to the grains"),
                            ("servo force 0 0 1 10", "needs vmax and the largest velocity"),
                            ("servo force 0 0 1 10 vmax 0", "must be greater than 0, not 0"),
                            ("servo force 0 0 1 10 vmax 1 motion linear 1 0 0", "write the keyword 'motion' before 'servo'"),
                            ("wear rust 1", "takes archard or finnie, not rust"),
                            ("wear finnie step 1 wear finnie 1 wear finnie step 2", "'wear' stands twice"),
                            *((f"{once} {once}", f"'{once.split()[0]}' stands twice") for once in
                              ("weld 1e-9", "flat 10", "sides two", "surface_velocity 1 0 0", "surface_spin 0 0 0 0 0 1 5", "about 0 0 0",
                               "servo force 0 0 1 1 vmax 1")),
                            ("quantity temperature 300", "the law 'hertz-mindlin' reads no quantity of a wall"),
                            ("rotate 0 0 1e-200 90", "needs an axis of a length greater than 0, not 0 0 1e-200"),
                            ("write 10 mesh.vtp", "must have one * for the step"),
                            ("shear x 1", "'shear' is no keyword"), ("heal auto", "'heal' is no keyword; the keywords are scale")):
            self.fails(wall + words, "fix wall/dcm/mesh: ", part)
        far = "fix w all wall/dcm/mesh 2 floor.stl motion variable NULL NULL v_far NULL NULL NULL"
        self.run_fails(FLOOR.format(law="hertz/mindlin", more="", newton="off") + f"variable far equal exp(1000)\n{far}\nrun 0\n",
                       "fix wall/dcm/mesh: the mesh moves by the variable 'far', which is inf at step 0 and must be finite")
        self.fails("wall/dcm/mesh 2", "needs the name of a file of triangles")
        self.fails("wall/dcm/mesh 2 none.stl", "cannot read the file 'none.stl'", ranks=2)

    def test_outputs(self):
        # A mesh that was read, under any name, is not written over, and no two series share files.
        self.write_mesh("wall0.stl", shapes.plane(0.055))
        os.link(os.path.join(self.folder, "wall0.stl"), os.path.join(self.folder, "hard0.stl"))
        os.symlink("wall0.stl", os.path.join(self.folder, "soft10.stl"))
        before = self.text_of("wall0.stl")
        for words, parts in (("write 10 wall*.stl", ("the files 'wall*.stl' would overwrite '", "wall0.stl', which was read")),
                             ("write 10 ./wa*.stl write 5 hard*.stl", ("cannot write 'hard0.stl'", "wall0.stl', which was read")),
                             ("write 10 soft*.stl", ("cannot write 'soft10.stl'", "an output never overwrites an input")),
                             ("write 5 a_*.vtp write 10 a.*.vtp", ("'a_*.vtp' and 'a.*.vtp'", "have one list of their files, 'a.pvd'")),
                             ("write 5 a*.stl\nfix v all wall/dcm/mesh 2 wall0.stl write 10 ../{0}/a*.stl".format(os.path.basename(self.folder)),
                              ("/a*.stl' and 'a*.stl', have the same names",))):
            self.run_fails(FLOOR.format(law="hertz/mindlin", more="", newton="off") + f"fix w all wall/dcm/mesh 2 wall0.stl {words}\nrun 10\n",
                           "fix wall/dcm/mesh: ", *parts)
            self.assertEqual(self.text_of("wall0.stl"), before)
        # Names of lists; a list that somebody changed is written anew.
        self.run_ok(FLOOR.format(law="hertz/mindlin", more="", newton="off") + "fix w all wall/dcm/mesh 2 wall0.stl write 7 *.vtp write 7 *_a.vtp\n"
                    "run 14\nshell cp a.pvd copy.pvd\nshell rm a.pvd\nrun 7 pre no\n")
        for name, files in (("mesh.pvd", "{}.vtp"), ("a.pvd", "{}_a.vtp")):
            self.assertEqual([line.split('file="')[1].split('"')[0] for line in self.text_of(name).splitlines() if "DataSet" in line],
                             [files.format(step) for step in (0, 7, 14, 21)])
        self.assertTrue(self.text_of("mesh.pvd").startswith(self.text_of("copy.pvd").replace("_a.", ".").split("</Coll")[0]))

    def test_files(self):
        whole = shapes.ascii_stl(shapes.plane(0.055))
        for text, part in (("", "bad.stl"), (whole.replace("-0.055", "nan", 1), "nan"), (whole[:len(whole) // 2], "bad.stl:9: 'f' should be"),
                           ("solid a\nendsolid a\n", "triangle")):
            self.write("bad.stl", text)
            self.fails("wall/dcm/mesh 2 bad.stl", "fix wall/dcm/mesh: ", "bad.stl", part, ranks=2 if not text else 1)
