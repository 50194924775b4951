# SPDX-License-Identifier: MIT
"""Numbers that inputs read from a pair style: local output, contact numbers, stress. docs/lammps/pair_dcm.md."""

import math
import os
import re

import decks
import host

PAIR = """pair_style dcm/hertz/mindlin form consistent
pair_coeff 1 1 young 5e6 poisson 0.25 restitution {restitution} friction {friction}
pair_coeff 2 2 young 2e7 poisson 0.30 restitution {restitution} friction {friction}
"""
MATERIALS = PAIR.split("\n", 1)[1]
READ = decks.begin(newton="on") + "read_data packing.data\n"
STEPS = "neighbor 0.0002 bin\ntimestep 2e-6\nfix 1 all nve/sphere\n"
BOX = (6 * 0.0029, 5 * 0.0029, 7 * 0.0029)


class Output(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def packing(self, extra, ranks=1, newton="off", steps=100, restitution=1.0, friction=0.5, style=PAIR, tail=""):
        style = style.format(restitution=restitution, friction=friction)
        return self.run_ok(decks.begin(newton=newton) + f"read_data packing.data\n{style}\n{STEPS}{extra}\nrun {steps}\n{tail}\n", ranks)

    def contacts(self, name, step):
        """Rows of a local dump without their index, of pairs in contact."""
        return [row[1:] for row in self.frames(name)[step].values() if row[3] != 0.0]

    LOCAL = "compute ids all property/local patom1 patom2\ncompute row all pair/local force p1 p2 p3 p12 dist\n" + \
        decks.local("c_ids[1] c_ids[2] c_row[*]", "{every}") + decks.dump("{every}", "atoms", decks.UNWRAPPED, "a")

    def stress_of(self, step):
        """Sum of r f over the contacts of a local dump: of all, and half of it for each atom."""
        total = [[0.0] * 3 for _ in range(3)]
        atoms = {}
        frame = self.frames("atoms")[step]
        for one, other, normal, *tangential, overlap, _ in self.contacts("local", step):
            d = [frame[int(one)][c] - frame[int(other)][c] for c in range(3)]
            d = [x - length * round(x / length) for x, length in zip(d, BOX)]
            distance = math.hypot(*d)
            force = [normal * d[c] / distance + tangential[c] for c in range(3)]    # on the first
            for a in range(3):
                for b in range(3):
                    total[a][b] += d[a] * force[b]
                    for atom in (int(one), int(other)):
                        table = atoms.setdefault(atom, [[0.0] * 3 for _ in range(3)])
                        table[a][b] += 0.5 * d[a] * force[b]
        return total, atoms

    def test_stress(self):
        # Pressure, stress per atom and its nine-number form are sums over contacts of r f.
        version = 1.0 / (BOX[0] * BOX[1] * BOX[2])
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (4, "on")):
            text = self.packing(self.LOCAL.format(every=50) + "compute p all pressure NULL pair\ncompute s all stress/atom NULL pair\n"
                                "compute c all centroid/stress/atom NULL pair\n" + decks.dump(50, "stress", "id c_s[*] c_c[*]", "s") +
                                decks.table("c_p[*]", 50), ranks, newton)
            total, atoms = self.stress_of(100)
            pressure = self.thermo(text)[-1][1:7]
            order = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
            largest = max(abs(p) for p in pressure)
            for p, (a, b) in zip(pressure, order):
                self.assertAlmostEqual(p / largest, total[a][b] * version / largest, delta=1e-9)
            nine = order + ((1, 0), (2, 0), (2, 1))
            frame = self.frames("stress")[100]
            largest = max(abs(x) for row in frame.values() for x in row)
            skew = 0.0
            for atom, row in frame.items():
                mine = atoms.get(atom, [[0.0] * 3] * 3)
                for c, (a, b) in enumerate(order):
                    self.assertAlmostEqual(row[c], -mine[a][b], delta=1e-9 * largest)
                for c, (a, b) in enumerate(nine):
                    self.assertAlmostEqual(row[6 + c], -mine[a][b], delta=1e-9 * largest)
                skew = max(skew, abs(row[6 + 3] - row[6 + 6]))
            self.assertGreater(skew, 1e-3 * largest)    # friction: six numbers would not do

    def test_hybrid_output(self):
        # The host's hybrid style tells the same numbers, each pair of types in its own law. Older hosts run beyond the end of an array there, with
        # any style that has columns; so ours has none then.
        style = ("pair_style hybrid dcm/hertz/mindlin form consistent dcm hertz-mindlin form consistent\n" +
                 MATERIALS.replace("1 1", "1 1 dcm", 1).replace("2 2", "2 2 dcm", 1) +
                 MATERIALS.replace("1 1", "1 1 dcm/hertz/mindlin", 1).split("\n")[0] + "\npair_coeff 1 2 dcm\n")
        self.packing(self.LOCAL.format(every=100))
        alone = sorted(map(tuple, self.contacts("local", 100)))
        if not host.IN_2026:
            self.run_fails(READ + style.format(restitution=1, friction=0.5) + "compute row all pair/local p1\n" + decks.local("c_row") + "run 0\n",
                           "Pair style does not have extra field")
            # Output that needs no columns is there.
            self.packing(re.sub(" p[0-9]+", "", self.LOCAL.format(every=100)), style=style)
            there = {frozenset(row[0:2]) for row in self.contacts("local", 100)}
            self.assertEqual({frozenset(row[0:2]) for row in alone}, there)
            return
        for newton in ("off", "on"):
            self.packing(self.LOCAL.format(every=100), style=style, newton=newton)
            both = {frozenset(row[0:2]): row for row in self.contacts("local", 100)}
            self.assertEqual(len(alone), len(both))
            for row in alone:
                other = both[frozenset(row[0:2])]
                self.assertAlmostEqual(row[2] / other[2], 1.0, places=9)
                self.assertAlmostEqual(row[6], other[6], delta=1e-9 * 1e-4)
                self.assertAlmostEqual(math.hypot(*row[3:6]), math.hypot(*other[3:6]), delta=1e-9 * (1.0 + math.hypot(*row[3:6])))

    def test_memory(self):
        # The host reports the memory at the beginning of a run. Threads keep nine numbers of each of the 256 places of a block, and each pair of
        # materials has blocks of its own.
        def used(extra, style):
            text = self.packing(extra, steps=0, style=style + "change_box all boundary p p s\n")
            return float(re.search(r"Per MPI rank memory allocation .* = (-?[0-9.]+) ", text)[1])
        one, two = (used("", PAIR.replace("consistent", f"consistent threads {threads}")) for threads in (1, 2))
        self.assertGreater(two - one, 3 * 9 * 256 * 8 / 2**20)
        # Walls that report contacts keep eight numbers of each of the 16384 atoms that the host has room for.
        without, reports = (used("fix floor all wall/dcm 1 zplane -0.0014 NULL" + words, PAIR) for words in ("", " contacts"))
        self.assertGreater(reports - without, 8 * 8 * 16384 / 2**20 - 0.02)

    def test_fabric(self):
        # LAMMPS takes tangential forces of styles only whose names begin with gran: those of its own and of ours are the same.
        fabric = ("compute f all fabric radius contact branch force/normal force/tangential\nfix f all ave/time 100 1 100 c_f[*] mode scalar "
                  "file fabric format ' %.14g'\n")
        numbers = []
        for style in ("pair_style gran/hertz/history 4e6 3e6 2e5 1e5 0.5 1\npair_coeff * *\n",
                      "pair_style gran/dcm hertz/history\npair_coeff * * kn 4e6 kt 3e6 gamma_n 2e5 gamma_t 1e5 friction 0.5\n"):
            self.packing(fabric, style=style, steps=100)
            numbers.append([float(word) for word in self.text_of("fabric").split("\n")[-2].split()[1:]])
        own, ours = numbers
        self.assertEqual(len(ours), 24)
        self.assertGreater(max(map(abs, ours[18:])), 0.01)
        for one, other in zip(own, ours):
            self.assertAlmostEqual(one, other, delta=1e-9)
        # The other name brings the host's sentence, which the manual page explains.
        self.run_fails(READ + PAIR.format(restitution=0.5, friction=0.5) + fabric + "run 0\n", "tangential forces for compute fabric")

    def test_rerun_and_restart_with_local_output(self):
        # Such outputs have crashed other styles after a restart and in a rerun.
        local = self.LOCAL.format(every=50)
        self.packing(local, tail="write_restart restart")
        for ranks in (1, 2):
            self.run_ok(decks.go_on("restart", "on") + "neighbor 0.0002 bin\nfix 1 all nve/sphere\n" + local + "dump_modify a first no\nrun 50\n", ranks)
            self.assertGreater(len(self.contacts("local", 150)), 100)
            self.run_ok(READ + PAIR.format(restitution=1.0, friction=0.5) + STEPS + local.replace(" atoms ", " again ") +
                        "rerun atoms dump x y z vx vy vz scaled no wrapped no\n", ranks)
            self.assertGreater(len(self.contacts("local", 150)), 100)

    def test_single_without_a_list(self):
        # Local output before any force was computed with a list, and for pairs of no contact.
        self.run_ok(READ + PAIR.format(restitution=0.5, friction=0.5) + f"""neighbor 0.0002 bin
compute row all pair/local dist force p1 p11 p19
compute largest all reduce max c_row[1] c_row[2] c_row[3] c_row[4] c_row[5] {host.REDUCE_INPUTS}
thermo_style custom step c_largest[1] c_largest[2]
run 0
run 0
""", 2)

    def test_force_chains(self):
        # The example, small. Its files hold each contact once, and grains in balance.
        example = os.path.join(host.HERE, "..", "..", "examples", "force-chains")
        with open(os.path.join(example, "in.force-chains")) as file:
            self.run_ok(file.read(), 2, size=12, steps=6000)
        done = self.start(["python3", os.path.join(example, "contacts.py")], 1)
        self.assertEqual(done.returncode, 0, done.stdout)
        contacts = int(re.search(r"contacts (\d+), grains 144", done.stdout)[1])
        self.assertGreater(contacts, 144)
        words = self.text_of("contacts.vtk").split()
        points = int(words[words.index("POINTS") + 1])
        self.assertEqual(points, 2 * contacts)
        self.assertEqual(words[words.index("LINES") + 1:][:2], [str(contacts), str(3 * contacts)])
        self.assertEqual(words[words.index("CELL_DATA") + 1], str(contacts))
        # Nothing but what the format has: as many numbers as it says, in each part.
        begin = words.index("POINTS") + 3
        numbers = [float(w) for w in words[begin:begin + 3 * points]]
        for i in range(contacts):
            one, other = numbers[6 * i:6 * i + 3], numbers[6 * i + 3:6 * i + 6]
            self.assertLess(math.dist(one, other), 0.0024)
        table = words.index("LOOKUP_TABLE") + 2
        forces = [float(w) for w in words[table:table + contacts]]
        self.assertGreater(min(forces), 0.0)
        self.assertEqual(words[table + contacts], "SCALARS")


class WallImages(host.Case):
    """dump image ... fix ID, in the colour of the wall's type."""

    def picture(self, wall, theta=40, ranks=1, steps=0, is_red=False):
        """A number for each pixel of the picture at the end: 0 where there is no wall, else how bright the wall is."""
        self.run_ok(decks.box(1, types=2, newton="on", boundary="f f f") + f"""create_atoms 1 single 0 0 0
set group all diameter 0.01 density 1
pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
fix 1 all nve/sphere
{wall}
dump i all image {max(steps, 1)} wall.*.ppm type diameter size 200 200 view {theta} 30 box no 0 axes no 0 0 fix w type 1 0.01
run {steps}
""", ranks)
        pixels = self.bytes_of(f"wall.{steps}.ppm").split(b"\n", 3)[3]
        red, green = pixels[0::3], pixels[1::3]
        return [(r if is_red else g) * (r > g if is_red else g > r) for r, g in zip(red, green)]

    def check_same(self, one, other):
        """Both fill the same pixels. At the edges of a region a cell of the picture is two pixels."""
        drawn = sum(p > 0 for p in one)
        self.assertGreater(drawn, 1000)
        self.assertLess(sum((p > 0) != (q > 0) for p, q in zip(one, other)), 0.2 * drawn)
        bright = [sum(p) / sum(q > 0 for q in p) for p in (one, other)]
        self.assertLess(abs(bright[0] - bright[1]), 0.1 * bright[0])

    REGION = "fix w all wall/dcm/region 2 r"

    def test_a_wall_and_a_region_of_its_shape_look_alike(self):
        for wall, region in (("zcylinder 0.6", "cylinder z 0 0 0.6 -1 1 open 1 open 2"), ("zplane -0.4 NULL", "plane 0 0 -0.4 0 0 1"),
                             ("xplane NULL 0.5", "block -0.9 0.5 -1 1 -1 1 open 1 open 3 open 4 open 5 open 6")):
            for theta in (40, 110):
                with self.subTest(wall=wall, theta=theta):
                    self.check_same(self.picture(f"fix w all wall/dcm 2 {wall}", theta), self.picture(f"region r {region}\n{self.REGION}", theta))

    def test_a_wall_that_has_moved_is_drawn_where_it_is(self):
        """And no longer where it was."""
        moved = self.picture("timestep 1e-8\nfix w all wall/dcm 2 zplane -0.8 NULL wiggle z 0.2 2e-7", steps=10)
        there = self.picture("fix w all wall/dcm 2 zplane -0.4 NULL")
        self.check_same(there, moved)
        self.assertLess(sum((p > 0) != (q > 0) for p, q in zip(there, moved)), 0.01 * sum(p > 0 for p in there))

    def test_regions(self):
        ball = self.picture(f"region r sphere 0 0 0 0.5 side out\n{self.REGION}")
        # A sphere has the area of its shadow, and a union of its halves is the sphere.
        self.check_same(ball, self.picture("region a sphere 0 0 0 0.5\nregion b sphere 0.001 0 0 0.5\nregion r union 2 a b side out\n" + self.REGION, ranks=2))
        # A region that has moved is drawn where it is.
        moved = self.picture(f"variable d equal 0.5\nregion r sphere 0 0 -0.5 0.5 side out move NULL NULL v_d\n{self.REGION}")
        self.check_same(ball, moved)
        # So is a part of a union of wall/gran/region.
        drawn = self.picture("variable d equal 0.5\nregion a sphere 0 0 -0.5 0.5 move NULL NULL v_d\nregion b sphere 0 0 0 0.4\nregion r union 2 a b side out\n"
                             "fix w all wall/gran/region/dcm hooke 1e5 NULL 10 NULL 0.5 0 region r", is_red=True)
        self.check_same([p > 0 for p in ball], [p > 0 for p in drawn])
