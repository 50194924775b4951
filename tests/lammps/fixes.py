# SPDX-License-Identifier: MIT
"""Fixes that granular inputs use: they hold grains, bind them, insert them, move them, change them. Grains that are poured: drop_in.py."""

import math
import os
import shutil
import unittest

import decks
import host

# Two grains on the axis x, the first of type 1, the second of type 2.
TWO = """{law}
{third}create_atoms 1 single {left} 0 0
create_atoms 2 single {right} {aside} 0
set type * diameter {diameter} density {density}
group one id {ids[0]}
group two id {ids[1]}
neighbor 0.001 bin
neigh_modify delay 0 every 1 check yes
timestep 1e-6
"""
MOVE = "fix 1 all nve/sphere\n"


def hertz(form="sheet", restitution=0.5, friction=0.5, young=5e7):
    return f"pair_style dcm/hertz/mindlin form {form}\npair_coeff * * young {young} poisson 0.25 restitution {restitution} friction {friction}"


def two(more, law=hertz(), left=-0.005, right=0.005, aside=0, third="", ids=(1, 2), diameter=0.01, density=2500, **how):
    """Two grains, and further commands."""
    box = decks.box(0.02, types=2, more="atom_modify map array\n", **how)
    return box + TWO.format(law=law, left=left, right=right, aside=aside, third=third, ids=ids, diameter=diameter, density=density) + more


class Fixes(host.Case):

    def collide(self, extra, ranks=1, law=hertz(), integrate=MOVE, steps=1200, **how):
        """Grain 1 flies at grain 2, head on: the frames of every ten steps, and the last."""
        self.text = self.run_ok(two("velocity one set 0.5 0 0\n" + extra + "\n" + integrate + decks.dump(10) + f"run {steps}\n", law, left=-0.00501, **how), ranks)
        frames = self.frames("out")
        return frames, frames[max(frames)]

    def duration(self, frames, atom=1):
        return 10 * sum(1 for frame in frames.values() if frame[atom][9] != 0.0)

    def test_freeze(self):
        # Against a frozen grain, as against one of infinite mass: the damping knows it, so the
        # restitution is that asked for, and the collision lasts 2^(2/5) times longer.
        both, _ = self.collide("")
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on")):
            frozen, last = self.collide("fix 2 two freeze", newton=newton, ranks=ranks)
            self.assertEqual(last[2][0:15], [0.005] + 14 * [0.0])
            self.assertAlmostEqual(-last[1][3] / 0.5, 0.5, delta=0.01)
            self.assertAlmostEqual(self.duration(frozen) / self.duration(both), 2**0.4, delta=0.05)
        # A grain of ten thousand times the mass is all but frozen.
        _, heavy = self.collide("set type 2 density 25000000")
        self.assertAlmostEqual(heavy[1][3], last[1][3], delta=1e-3)

    def test_small_grains_at_frozen_ones(self):
        # Nothing else has the size of the frozen grain: the distance at which neighbours are looked for
        # stems from this pair alone, whichever of the two types has the smaller number.
        sizes = "set atom 1 diameter 0.002\nset atom 2 diameter 0.018\nfix 2 two freeze\n"
        for types in ("", "set atom 1 type 2\nset atom 2 type 1\n"):
            for ranks, newton in ((1, "off"), (1, "on"), (2, "on")):
                _, last = self.collide(sizes + types, newton=newton, ranks=ranks)
                self.assertAlmostEqual(-last[1][3] / 0.5, 0.5, delta=0.02)

    def test_freeze_at_walls(self):
        # A frozen grain lies 0.1 mm deep in a wall: nothing moves it if fix freeze stands after the wall, and
        # the wall feels it all the same. E* is 2.67e7 Pa, R* = R = 5 mm.
        wall = "change_box all boundary f p p\nfix floor all wall/dcm 1 xplane NULL 0.0099\nfix 2 two freeze\n" + decks.table("f_floor[1]", 1200)
        for ranks in (1, 2):
            _, last = self.collide(wall, ranks=ranks)
            self.assertEqual(last[2][0:15], [0.005] + 14 * [0.0])
            self.assertAlmostEqual(-last[1][3] / 0.5, 0.5, delta=0.01)
            force = 4.0 / 3.0 * 5e7 / (2.0 * (1.0 - 0.25**2)) * math.sqrt(0.005) * 1e-4**1.5
            self.assertAlmostEqual(self.thermo(self.text)[-1][1] / force, 1.0, delta=1e-12)

    def test_rigid(self):
        # A body of grains 2 and 3, one behind the other, is hit by grain 1 in its line. The partner's mass is that of the body: m* = 2/3 m,
        # not 1/2. Damping of constant restitution depends on it. A grain of twice the density has the same mass.
        _, expected = self.collide("set type 2 density 5000")
        body = "create_atoms 2 single 0.0145 0 0\nset atom 3 diameter 0.01 density 2500\nset type 1 mol 1\nset type 2 mol 2\ngroup body type 2\n" \
            "neigh_modify exclude molecule/intra body"
        for style in ("rigid molecule", "rigid/small molecule"):
            for ranks, newton in ((1, "off"), (2, "off"), (2, "on")):
                _, last = self.collide(body, ranks, integrate=f"fix 1 one nve/sphere\nfix 2 body {style}\n", newton=newton, atoms="hybrid sphere bond")
                self.assertAlmostEqual(last[1][3] / expected[1][3], 1.0, delta=1e-6)
                self.assertAlmostEqual(last[2][3] / expected[2][3], 1.0, delta=1e-6)
                self.assertEqual(last[2][3], last[3][3])

    def test_adapt_diameter(self):
        # Two grains grow into contact: cut-offs of the start do for growth below the skin, and stop the
        # run with a sentence beyond it.
        deck = two(MOVE + decks.dump(10), newton="on", atoms="sphere 1", diameter=0.0098)
        grow = "variable d equal 0.0098+{rate}*step*1e-6\nfix 3 {who} adapt 1 atom diameter v_d\n"
        apart = "velocity all set 2 0 0\nrun 4000\n"
        for ranks in (1, 2):
            self.run_ok(deck + grow.format(rate=0.5, who="all") + "run 600\n", ranks)
            last = self.read("out")
            self.assertLess(last[1][3], -1e-3)
            self.assertAlmostEqual(last[1][3] / last[2][3], -1.0, delta=1e-9)
            # Both, and the second grain alone, as its rank alone sees.
            for who, grain in (("all", "a grain of type"), ("two", "a grain of type 2 has grown")):
                self.run_fails(deck + grow.format(rate=5.0, who=who) + apart, grain, "contacts would be missed", ranks=ranks)
        # Two that both grow by more than half the skin would meet unseen: 0.7 of it, 1e-3 m, in one step.
        self.run_fails(deck + "variable d equal 0.0098+0.0014*(step>50)\nfix 3 all adapt 1 atom diameter v_d\n" + apart,
                       "has grown by 0.0007", "contacts would be missed")

    def test_growth_at_rest(self):
        # No atom moves, so the host makes no list anew: grains grow into each other all the same, or the run stops.
        deck = two(MOVE + "variable d equal 0.01+1e-6*step*{fast}\nfix 3 all adapt 1 atom diameter v_d\n", left=-0.007, right=0.007, atoms="sphere 1")
        for ranks in (1, 2):
            self.run_fails(deck.format(fast=1) + "run 8000\n", "a grain of type", "contacts would be missed", "run N every M NULL", ranks=ranks)
            # In pieces: the gap of 4 mm is closed at step 4000.
            self.run_ok(deck.format(fast=1) + "run 3990 every 200 NULL\n" + decks.write("out") + "run 20\n" + decks.write("touching"), ranks)
            self.assertEqual(self.read("out")[1][9], 0.0)
            self.assertLess(self.read("touching")[1][9], 0.0)
            # Grains grow by more than the skin has room for in one step.
            self.run_fails(deck.format(fast=1500) + "run 20\n", "at step 1 atom", "has grown by 0.00075", "contacts would be missed", ranks=ranks)

    def test_growth_and_movement(self):
        # Two elastic grains come together through a periodic face, and grow by half the skin on the way: as with a
        # skin so large that they are neighbours from the start.
        deck = decks.box("0 10 0 10 0 10", atoms="sphere 1", units="lj", newton="{newton}") + """pair_style dcm/hertz
pair_coeff * * young 1e6 poisson 0.25 friction 0
create_atoms 1 single 0.75 5 5
create_atoms 1 single 9.25 5 5
set type 1 diameter 1 density 1
set atom 1 vx -1
set atom 2 vx 1
neighbor {skin} bin
neigh_modify delay 0 every 1 check yes
timestep 1e-4
fix 1 all nve/sphere
variable d equal 1+0.38*(step*dt<0.2)*step*dt/0.2+0.38*(step*dt>=0.2)
fix 2 all adapt {every} atom diameter v_d
run 4000
""" + decks.write()
        for every in (1, 20):
            self.run_ok(deck.format(newton="off", skin=2.0, every=every))
            wanted = self.read("out")
            self.assertGreater(wanted[1][3], 0.9)    # turned back
            for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on")):
                self.run_ok(deck.format(newton=newton, skin=0.4, every=every), ranks)
                self.assert_same(wanted, self.read("out"), 1e-12, f"{every} {ranks} {newton}", [host.VELOCITY])

    def test_adapt_parameters(self):
        # A parameter that a fix sets is as if it had been given; a material's parameter for a range of types, too, as users write it.
        given, stiffer = (self.collide(f"pair_coeff {words}")[1] for words in ("1 2 restitution 0.9", "1 1 young 7.5e7"))
        stiffens = "variable y equal 5e7*(1+0.5*(step>0))\nfix 3 all adapt 1 "
        for ranks in (1, 2):
            self.assertEqual(given, self.collide("variable e equal 0.9\nfix 3 all adapt 1 pair dcm/hertz/mindlin restitution 1 2 v_e", ranks)[1])
            adapted, of_all, of_each = (self.collide(stiffens + " ".join(f"pair dcm/hertz/mindlin young {types} v_y" for types in words), ranks)[1]
                                        for words in (("1 1",), ("* *",), ("1 1", "2 2")))
            self.assertEqual(stiffer, adapted)
            self.assertEqual(of_all, of_each)
            self.assertNotEqual(of_all, adapted)
            self.assertNotEqual(given, stiffer)
        for value, keyword, types, *part in (("1.2", "restitution", "1 2", "restitution = 1.2 is out of range"),
                                             ("1e7", "young", "1 2", "belongs to one material, not to a pair of two"), ("1.0", "no_such", "1 2")):
            self.run_fails(two(f"{MOVE}variable v equal {value}\nfix 3 all adapt 1 pair dcm/hertz/mindlin {keyword} {types} v_v\nrun 1\n"), *part, ranks=2)

    def test_timestep(self):
        # The spring across stretches by velocity times time, whatever the steps were: as given, changed
        # between runs, and changed by a fix. The grains are so heavy that they fly on.
        for extra, runs in (("", "run 200"), ("", "run 100\ntimestep 5e-7\nrun 200"),
                            ("fix 9 all dt/reset 1 NULL 5e-7 1e-7\n", "run 400")):
            self.run_ok(two(MOVE + "velocity two set 0 0.1 0\n" + extra + "compute l all pair/local dist p25\n" + decks.local("c_l[1] c_l[2]") + runs + "\n",
                            hertz(restitution=1.0, friction=1e6), left=-0.00495, right=0.00495, density=1e12))
            row = list(self.read("local").values())[0]
            self.assertAlmostEqual(abs(row[2]) / 2e-5, 1.0, delta=0.01)

    def test_timestep_zero(self):
        # Forces at walls are computed, and no state changes: the law's force grows with each step that it sees.
        # Time does not run backwards.
        law = f"pair_style dcm sticky library '{os.path.join(host.LAWS, 'sticky_ageing.so')}'\npair_coeff * * stiffness 1000 shear 500 gap 0"
        deck = two(MOVE + "fix w all wall/dcm 1 zplane -0.0049 NULL\nvariable r equal 0.0149-1e-9*{grows}*step\n"
                   "region s sphere 0.006 0 0.01 v_r\nfix s two wall/dcm/region 1 s\n" + decks.dump() + "run 10\n{between}run 10\n",
                   law, left=-0.006, right=0.006, density=1e12, boundary="p p f")
        for ranks in (1, 2):
            self.run_ok(deck.format(grows=0, between=""), ranks)
            whole = self.frames("out")
            self.assertGreater(whole[20][1][11], 1.05 * whole[10][1][11])
            self.assertNotEqual(whole[20][1][11], whole[20][2][11])
            self.run_ok(deck.format(grows=0, between="timestep 0\nrun 5\ntimestep 1e-6\n"), ranks)
            self.assertEqual(whole[20], self.frames("out")[25])
            # A wall that changes its size has no velocity while time stands still.
            self.run_ok(deck.format(grows=1, between="timestep 0\nrun 5\ntimestep 1e-6\n"), ranks)
            for row in self.frames("out")[15].values():
                self.assertTrue(all(math.isfinite(c) for c in row), row)
            self.run_fails(deck.format(grows=0, between="timestep -1e-6\n"), "the timestep is -1e-06, but must be at least 0", ranks=ranks)

    CLUMP = "# two grains\n\n2 atoms\n\nCoords\n\n1 -0.0015 0 0\n2 0.0015 0 0\n\nTypes\n\n1 1\n2 1\n\nDiameters\n\n1 0.004\n2 0.004\n\nMasses\n\n1 0.0001\n2 0.0001\n"

    def test_clumps(self):
        # Bodies that are poured into an empty box: ranks without atoms, and without bodies, are no error.
        self.write("clump.mol", self.CLUMP)
        empty = decks.box("0 0.04 0 0.04 0 0.04", types=2, atoms="hybrid sphere bond", boundary="p p f", more="atom_modify map hash\n")
        # 29Sep2021 crashes by itself when the first atoms of all come, and with 'map array' later.
        grain = "create_atoms 2 single 0.039 0.039 0.002\nset type 2 diameter 0.001 density 2500\n" if host.IN_2021 else ""
        # All over the box, and over one side, so that the other rank has none for long.
        for ranks, right in ((1, 0.037), (2, 0.037), (2, 0.01), (4, 0.01)):
            self.run_ok(empty + grain + hertz(restitution=0.3, young=1e6) + f"""
group clumps type 1
neighbor 0.001 bin
neigh_modify exclude molecule/intra all
timestep 1e-5
molecule clump clump.mol
region pour block 0.003 {right} 0.003 0.037 0.02 0.037
fix 1 clumps rigid/small molecule mol clump
fix 2 clumps gravity 9.81 vector 0 0 -1
fix 3 clumps pour 20 0 4767548 vol 0.2 10 region pour mol clump rigid 1
fix 4 all wall/dcm 1 zplane 0 NULL
thermo_style custom step atoms
thermo_modify lost error
run 6000
""" + decks.write(), ranks)
            rows = self.read("out")
            self.assertGreater(len(rows), 5)
            self.assertGreater(min(row[2] for row in rows.values()), 0.0)

    def test_delete_atoms(self):
        # The rest goes on with its own state: compared with a run that had only the others' forces.
        third = dict(third="create_atoms 1 single 0 0.015 0\n", ids=(2, 3))
        delete = "group third id 1\ndelete_atoms group third compress no\n"
        for ranks in (1, 2):
            results = []
            for who, ids, gone in (({}, (1, 2), ""), (third, third["ids"], delete)):
                self.run_ok(two(f"velocity one set 0.5 0 0\n{MOVE}run 120\n{gone}run 200\n" + decks.write(), hertz(form="consistent"), left=-0.00501, aside=0.001,
                                newton="on", **who), ranks)
                rows = self.read("out")
                results.append({n: rows[i] for n, i in enumerate(ids)})
            self.assert_same(*results, 1e-11)


class Steps(host.Case):

    @unittest.skipUnless(shutil.which("strace"), "needs strace")
    def test_a_step_of_one_thread_calls_no_system(self):
        deck = decks.box(0.02, types=2, boundary="p p f") + hertz(form="consistent") + """
lattice sc 0.0099
create_atoms 1 box
set type * diameter 0.01 density 2500
neighbor 0.001 bin
timestep 1e-6
fix 1 all nve/sphere/dcm
fix 2 all gravity/dcm 9.81 vector 0 0 -1
fix 3 all wall/dcm 1 zplane -0.02 0.02
run ${steps}
"""

        def calls(steps):
            self.run_ok(deck, under=("strace", "-f", "-c", "-o", "calls"), steps=steps)
            return int(self.text_of("calls").splitlines()[-1].split()[3])

        calls(100)    # with what a first run leaves behind
        self.assertLess(abs(calls(4100) - calls(100)), 400)
