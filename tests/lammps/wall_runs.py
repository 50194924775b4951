# SPDX-License-Identifier: MIT
"""Many grains and moving walls: restarts, ranks, and what they must not change."""

import os
import re
import struct

import decks
import host
import shapes

PACK = """units si
atom_style sphere
boundary f f f
lattice sc 0.003
region box block -0.021 0.021 -0.021 0.021 -0.001 0.02 units box
create_box 3 box
region fill cylinder z 0 0 0.0186 0.0012 0.0125 units box
region rest block -0.0205 0.0205 -0.0026 0.0026 INF 0.0056 side out units box
region grains intersect 2 fill rest
create_atoms 1 region grains
set group all type/fraction 2 0.4 4711
set type 1 diameter 0.0030 density 2500
set type 2 diameter 0.0027 density 2700
""" + decks.stir(0.3) + """write_data drum.data nocoeff
"""
START = decks.begin(newton="${newton}", boundary="f f f") + """read_data drum.data
include ${pair}
"""
AGAIN = decks.go_on("walls.restart", "${newton}")
PAIR = """pair_style dcm/{law}
pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling 0.01 {more}
pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2 rolling 0.02 {more}
pair_coeff 3 3 young 1e7 poisson 0.30 restitution 0.7 friction 0.9 rolling 0.02 {more}
"""
LAWS = {
    "sheet": PAIR.format(law="hertz/mindlin form sheet", more=""),
    "consistent": PAIR.format(law="hertz/mindlin form consistent", more=""),
    "yielding": "pair_style dcm/luding\npair_coeff * * k1 4e3 k2 2e4 kc 4e3 eta_n 0.01 eta_t 0.01 friction 0.5 rolling 0.05 "
                "twisting 0.05\n",
    "adhesive": PAIR.format(law="jkr/exact form sheet", more="work_of_adhesion 0.02"),
}
# The last columns are those of the drum: contact or not, force, point, size.
ROW = range(15, 23)
COLUMNS = (*host.EVERYTHING, ROW[:1], ROW[1:4], ROW[4:7], ROW[7:])

# Walls of all kinds with a law of their own around grains whose pair style is LAMMPS', in every way in which LAMMPS calls fixes.
BESIDE = decks.begin(atoms="{atoms}", boundary="{boundary}", more="{partition}\n") + """lattice sc 0.003
region box block -0.021 0.021 -0.021 0.021 -0.001 0.02 units box
create_box 1 box
region fill cylinder z 0 0 0.0186 0.0059 0.0135 units box
create_atoms 1 region fill
set type 1 diameter 0.003 density 2500
""" + decks.stir(0.6) + """{pair}
variable law string "law hertz-mindlin coeff 1 1 young 5e6 poisson 0.25 {law}"
{style}
neighbor 0.0002 bin
neigh_modify delay 0
timestep 2e-6
fix motion all nve/sphere/dcm
fix pull all gravity/dcm 9.81 vector 0 0 -1
"""
HOSTS_PAIR = "pair_style gran/hooke/history 5e3 NULL 20 NULL 0.3 1\npair_coeff * *"
ROUGH, SMOOTH = "restitution 0.6 friction 0.5", "restitution 1 friction 0"
ALONE = BESIDE.format(atoms="sphere", partition="", boundary="f f f", pair="pair_style zero 0.003\npair_coeff * *", law=ROUGH, style="")
STILL = {
    "drum": "fix drum all wall/dcm 1 zcylinder 0.02 ${law}\n",
    "lid": "fix lid all wall/dcm 1 zplane NULL 0.0145 ${law}\n",
    "tool": "region tool block -0.003 0.003 -0.003 0.003 INF 0.0044 side out units box\nfix tool all wall/dcm/region 1 tool ${law}\n",
    "sheet": "fix sheet all wall/dcm/mesh 1 sheet.stl ${law}\n",
}
MOVING = {
    "drum": STILL["drum"].replace("0.02 ", "0.02 shear x 1.0 "),
    "lid": STILL["lid"].replace("0.0145 ", "0.0145 wiggle z 1e-4 5e-4 "),
    "tool": "variable up equal 0.5*step*2e-6\n" + STILL["tool"].replace("side out", "side out move NULL NULL v_up"),
    "sheet": STILL["sheet"].replace("sheet.stl ", "sheet.stl motion linear 0.1 0 0.2 "),
}
FORCES = """compute on all dcm/contact/local id force walls {wall}
compute sum all reduce sum c_on[2] c_on[3] c_on[4] {inputs}
""" + decks.table("ke f_pull {forces} c_sum[1] c_sum[2] c_sum[3]", 400, "lost error")
SHEET = shapes.ascii_stl([((-0.02, -0.02, 0.0035), (0.02, -0.02, 0.0035), (0.02, 0.02, 0.0045)),
                          ((-0.02, -0.02, 0.0035), (0.02, 0.02, 0.0045), (-0.02, 0.02, 0.0045))])


class Ways(host.Case):

    def setUp(self):
        super().setUp()
        self.write("sheet.stl", SHEET)

    @staticmethod
    def deck(walls, run, law=ROUGH, style="", atoms="sphere", boundary="f f f", pair=HOSTS_PAIR, partition=""):
        head = BESIDE.format(atoms=atoms, partition=partition, boundary=boundary, pair=pair, law=law, style=f"run_style {style}" if style else "")
        forces = " ".join(f"f_{wall}[{k}]" for wall in walls for k in (1, 2, 3))
        return head + "".join(walls.values()) + FORCES.format(wall=list(walls)[-1], forces=forces, inputs=host.REDUCE_INPUTS) + run + "\n"

    def assert_alike(self, one, other, bound, walls):
        self.assertEqual([row[0] for row in one], [row[0] for row in other])
        for n, wall in enumerate(walls):
            self.assertGreater(max(abs(row[c]) for row in one for c in range(3 + 3 * n, 6 + 3 * n)), 0.0, wall)
        for c in range(1, len(one[0])):
            largest = max(abs(row[c]) for row in one)
            for a, b in zip(one, other):
                self.assertLessEqual(abs(a[c] - b[c]), bound * largest, f"column {c} of step {a[0]:.0f}")

    def test_respa(self):
        # With one inner step a run is that of verlet, but for the rounding of two kicks.
        plain = self.thermo(self.run_ok(self.deck(MOVING, "run 1600")))
        for style, ranks in (("respa 2 1 pair 2", 1), ("respa 3 1 1 pair 3", 2)):
            self.assert_alike(plain, self.thermo(self.run_ok(self.deck(MOVING, "run 1600", style=style), ranks)), 1e-9, MOVING)

    def test_rerun(self):
        # Without damping and friction forces depend on positions alone.
        dump = decks.dump(400, "trajectory", "id type x y z vx vy vz")
        is_old = host.IN_2021
        walls = {**STILL, "tool": MOVING["tool"]} if is_old else MOVING
        run = self.thermo(self.run_ok(self.deck(walls, dump + "run 1600", law=SMOOTH)))
        for style in ("", "respa 2 2 pair 2"):
            self.assert_alike(run, self.thermo(self.run_ok(self.deck(walls, "rerun trajectory dump x y z vx vy vz", law=SMOOTH, style=style))), 1e-9, walls)
        servo = {**STILL, "sheet": STILL["sheet"].replace("sheet.stl ", "sheet.stl servo force 0 0 1 1 vmax 0.1 ")}
        self.run_fails(self.deck(servo, "rerun trajectory dump x y z vx vy vz"),
                       "Cannot reset timestep with a time-dependent fix" if is_old else "fix wall/dcm/mesh: rerun is not possible with a servo")

    def test_minimize_is_refused(self):
        # Walls exert no force there: LAMMPS asks fixes of the kind of its own fix wall/gran for none.
        for name, text in {**MOVING, "gran": "fix gran all wall/gran/dcm hooke 5e3 NULL 2e3 NULL 0.3 1 zplane 0 NULL\n",
                           "of_region": "region r sphere 0 0 0 1\nfix of_region all wall/gran/region/dcm hooke 5e3 NULL 2e3 NULL 0.3 1 region r\n"}.items():
            style = next(line for line in text.splitlines() if line.startswith("fix")).split()[3]
            self.run_fails(ALONE + text + "minimize 0 0 10 10\n", f"fix {style}: minimize is not possible", ranks=2 if name == "sheet" else 1)

    def test_the_balance_refuses_what_has_no_whole_steps(self):
        for command, what in (("minimize 0 0 10 10\n", "minimize"), ("run_style respa 2 2 pair 2\nrun 1\n", "run_style respa")):
            self.run_fails(ALONE + "fix balance all dcm/energy\n" + command, f"fix balance dcm/energy: {what} is not possible")

    def test_split(self):
        # Forces of charges by a second partition. After the first new list runs of LAMMPS' own differ, too.
        charges = "set type 1 charge 1e-12\npair_style hybrid/overlay gran/hooke/history 5e3 NULL 20 NULL 0.3 1 coul/long 0.009\n" \
            "kspace_style pppm 1e-3\nkspace_modify gewald 300 mesh 8 8 8 slab 3.0\n" \
            "pair_coeff * * gran/hooke/history\npair_coeff * * coul/long"
        if not {"verlet/split", "pppm"} <= host.lammps_run.styles(host.EXECUTABLE):
            self.skipTest("this LAMMPS has no verlet/split")
        floor = {"floor": "fix floor all wall/dcm 1 zplane 0.00446 NULL shear x 1.0 ${law}\n"}
        words = dict(atoms="hybrid sphere charge", boundary="p p f", pair=charges)
        plain = self.thermo(self.run_ok(self.deck(floor, "thermo 25\nrun 200", **words)))
        self.run_ok(self.deck(floor, "thermo 25\nrun 200", style="verlet/split", partition="processors 1 1 1 part 1 2 multiple", **words), 2,
                    ("-partition", "1", "1", "-pscreen", "none", "-plog", "part"))
        self.assert_alike(plain, self.thermo(self.text_of("part.0")), 1e-9, floor)


class Runs(host.Case):

    def setUp(self):
        super().setUp()
        self.made("drum.data", PACK)
        self.write("start.yes", START)
        self.write("start.no", AGAIN)
        for name, text in LAWS.items():
            self.write("pair." + name, text)

    def scene(self, law, ranks=1, out="dump.out", **variables):
        self.text = self.run_ok("in.walls", ranks, pair="pair." + law, out=out, **variables)
        return self.read(out), self.thermo(self.text, "f_drum[1]")[-1]

    def test_restart_is_bit_for_bit(self):
        # Forces at the start of a run see velocities of whole steps, so a run is compared that stops where
        # the restart is written and goes on.
        for law in LAWS:
            whole, whole_forces = self.scene(law, first=500, steps=500)
            self.assertGreater(sum(row[ROW[0]] for row in whole.values()), 5)
            self.assertGreater(min(abs(f) for f in whole_forces), 0.0)    # all walls are touched
            again, again_forces = self.scene(law, start="no", steps=500)
            self.assertIn("Resetting peratom fix info from restart file", self.text)
            self.assertTrue(whole == again, law)    # a list of differences would take minutes
            self.assertEqual(whole_forces, again_forces, law)

    def assert_alike(self, one, other, bound):
        (grains, forces), (other_grains, other_forces) = one, other
        self.assert_same(grains, other_grains, 1e-12, columns=COLUMNS)
        for a, b in zip(forces, other_forces):
            self.assertLess(abs(a - b), bound * max(map(abs, forces[1:])))

    def test_restart_on_other_ranks(self):
        whole = self.scene("sheet", first=500, steps=100)
        for ranks in (1, 2, 4):
            self.assert_alike(whole, self.scene("sheet", ranks, start="no", steps=100), 1e-12)

    def test_ranks_and_newton(self):
        # Walls add no sum over ranks to the force of a grain; grains that touch them change ranks.
        for law in LAWS:
            reference = self.scene(law, steps=300)
            self.assertGreater(int(re.search(r"Neighbor list builds = (\d+)", self.text)[1]), 3)
            for ranks, newton in ((1, "on"), (2, "off"), (4, "on")):
                self.assert_alike(reference, self.scene(law, ranks, newton=newton, steps=300), 1e-11)

    AT_ONCE = {"start": "no", "steps": 0, "period": 1}

    def test_damaged(self):
        # The length of the law's name, and of what a grain has: one wall, the first, with a state of thirteen numbers.
        self.scene("sheet", first=500, steps=0, period=1)
        content = self.bytes_of("walls.restart")
        name = struct.pack("=4i", 4, 13, 0, len("hertz-mindlin"))
        contact = (16.0, 1.0, 0.0)
        nan = float("nan")
        for good, bad in (*((name, name[:12] + struct.pack("=i", length)) for length in (-1, 4000)),
                          *((struct.pack("=3d", *contact), struct.pack("=3d", *numbers)) for numbers in (
                              (16.0, 1e6, 0.0), (16.0, nan, 0.0), (16.0, 2.0, 0.0), (16.0, 1.0, 1e300), (1e9, 1.0, 0.0), (nan, 1.0, 0.0), (-16.0, 1.0, 0.0)))):
            self.assertTrue(good in content)    # a difference would be the file
            self.write_bytes("walls.restart", content.replace(good, bad))
            for ranks in (1, 2):
                self.run_fails("in.walls", "the restart file is damaged", ranks=ranks, pair="pair.sheet", **self.AT_ONCE)

    def test_other_law_in_the_restart(self):
        self.scene("sheet", first=100, steps=0, period=1)
        self.write("start.no", AGAIN + LAWS["adhesive"])
        self.run_fails("in.walls", "fix wall/dcm: the restart has states of the law 'hertz-mindlin', version 4 of its history, "
                       "but the pair style has 'jkr-exact'", pair="pair.adhesive", **self.AT_ONCE)

    def test_other_walls_in_the_restart(self):
        self.scene("sheet", first=100, steps=0, period=1)
        with open(os.path.join(host.HERE, "in.walls")) as file:
            deck = file.read()
        floor, told = "3 zplane 0 NULL wiggle z 1e-4 5e-4", "then 'zplane 0 NULL wiggle z 0.0001 0.0005 of type 3', now "
        for old, new, part in ((floor, "3 zcylinder 0.5", told + "'zcylinder 0.5 of type 3'"),
                               (floor, "3 xplane 0 NULL wiggle z 1e-4 5e-4", told + "'xplane 0"),
                               (floor, "3 zplane NULL 0 wiggle z 1e-4 5e-4", told + "'zplane NULL 0 wiggle"),
                               (floor, "3 zplane 0 NULL wiggle z 1e-4 6e-4", told + "'zplane 0 NULL wiggle z 0.0001 0.0006"),
                               (floor, "3 zplane 0 NULL", "states of other walls, not of the walls of fix floor: " + told),
                               (floor, floor.replace("3", "2", 1), told + "'zplane 0 NULL wiggle z 0.0001 0.0005 of type 2'"),
                               ("0.004 side out", "0.004", "states of other walls, not of the walls of fix stir"),
                               ("region lid plane 0 0 0 0 0 -1 move NULL NULL v_sink",
                                "region one plane 0 0 0 0 0 -1 move NULL NULL v_sink\nregion two plane 0 0 0.05 0 0 "
                                "-1\nregion lid intersect 2 one two", "fix wall/dcm/region: ")):
            self.assertIn(old, deck)
            self.run_fails(deck.replace(old, new), part, pair="pair.sheet", **self.AT_ONCE)
        # A wall at another speed is the same wall.
        self.succeeds(deck.replace("shear x 1.0", "shear x 2.0"), pair="pair.sheet", **self.AT_ONCE)
