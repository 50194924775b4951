# SPDX-License-Identifier: MIT
"""What stops a run, or warns, before its numbers are wrong: grains that cannot be, laws that answer with no number,
time steps that are too long, overlaps that are too deep."""

import math
import os
import re

import host

YOUNG, POISSON = 5e6, 0.25
E_STAR = YOUNG / (2.0 * (1.0 - POISSON**2))
DENSITY = 2500.0
HEAD = """units si
atom_style sphere {dynamic}
newton off
comm_modify vel yes
boundary p p f
region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
create_box 3 box
create_atoms 1 single -0.01 0 0
create_atoms 2 single 0.01 0 0
create_atoms 1 single -0.01 0.014 0.01
create_atoms 2 single 0.01 0.014 0.01
set type 1 diameter 0.010 density 2500
set type 2 diameter 0.006 density 2500
group one id 1
group two id 2
{pair}
neighbor 0.001 bin
neigh_modify delay 0 every 1 check no
timestep {dt}
fix move all nve/sphere
"""
PAIR = f"pair_style dcm/hertz\npair_coeff * * young {YOUNG} poisson {POISSON} friction 0.5"


def mass(radius):
    return 4.0 / 3.0 * math.pi * radius**3 * DENSITY


def safe_step(r1, r2, m2=None):
    """pi/20 sqrt(M*/k) with the stiffness of Hertz at an overlap of 1 % of the smaller radius."""
    m2 = m2 or mass(r2)
    effective = mass(r1) if math.isinf(m2) else mass(r1) * m2 / (mass(r1) + m2)
    radius = r1 if math.isinf(r2) else r1 * r2 / (r1 + r2)
    stiffness = 2.0 * E_STAR * math.sqrt(radius * 0.01 * min(r1, r2))
    return math.pi / 20.0 * math.sqrt(effective / stiffness)


def deck(commands, pair=PAIR, dt="1e-6", dynamic=""):
    return HEAD.format(pair=pair, dt=dt, dynamic=dynamic) + commands + "\n"


class SafeStep(host.Case):

    def told(self, text, style="dcm/hertz"):
        return [(float(number), where, float(share)) for number, where, share in re.findall(
            rf"{style}: longest safe time step (\S+) \((.*?)\); the timestep is (\S+) % of it", text)]

    def test_is_told(self):
        smallest = safe_step(0.003, 0.003)
        for ranks in (1, 2):
            text = self.run_ok(deck("run 0\nrun 1\ntimestep 2e-6\nrun 0\nset type 2 diameter 0.010 density 2500\n"
                                    "run 0\nfix hold two freeze\nrun 0"), ranks)
            told = self.told(text)
            # The second run has nothing to add to the first, nor the last to the one before: those that are not
            # frozen set the step.
            self.assertEqual(len(told), 3)
            for (step, where, share), dt, expected in zip(
                    told, (1e-6, 2e-6, 2e-6), (smallest, smallest, safe_step(0.005, 0.005))):
                self.assertAlmostEqual(step / expected, 1.0, delta=3e-3)    # three digits are printed
                self.assertAlmostEqual(share / (100.0 * dt / expected), 1.0, delta=3e-3)
            self.assertEqual(told[0][1], "types 2 and 2, radius 0.003")
            self.assertEqual(told[2][1], "types 1 and 1, radius 0.005")
        # Against a frozen grain, as against one of infinite mass.
        text = self.run_ok(deck("fix hold two freeze\nset type 1 diameter 0.006 density 2500\nrun 0"))
        self.assertEqual(self.told(text)[0][1], "types 1 and 1, radius 0.003")

    def test_too_long(self):
        for dt, warns in ((1.9 * safe_step(0.003, 0.003), False), (2.1 * safe_step(0.003, 0.003), True)):
            for ranks in (1, 2):
                done = self.lammps(deck("run 0", dt=dt), ranks)
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertEqual(done.stdout.count("WARNING: dcm: pair_style dcm/hertz: the timestep"), warns)

    def test_too_long_at_a_wall(self):
        # A wall has no mass of its own, and R* is the grain's: 1.19 of what two grains allow.
        at_wall = safe_step(0.003, math.inf, math.inf)
        for dt, warns in ((1.9 * at_wall, False), (2.1 * at_wall, True)):
            done = self.lammps(deck("fix w all wall/dcm 3 zplane -0.01 NULL\n"
                                    "fix s all wall/dcm/region 3 box\nrun 0", dt=dt), 2)
            self.assertEqual(done.returncode, 0, done.stdout)
            for style in ("wall/dcm", "wall/dcm/region"):
                self.assertEqual(done.stdout.count(f"WARNING: dcm: fix {style}: the timestep"), warns)

    def test_hybrid(self):
        # Each style tells what its own pairs of types allow.
        pair = (f"pair_style hybrid dcm/hertz dcm/hertz/mindlin\npair_coeff 1 1 dcm/hertz young {YOUNG} poisson {POISSON} "
                f"friction 0.5\npair_coeff 2 2 dcm/hertz/mindlin young {YOUNG} poisson {POISSON} friction 0.5 "
                "restitution 1\npair_coeff 1 2 none\npair_coeff * 3 none")
        text = self.run_ok(deck("run 0", pair=pair))
        self.assertEqual(self.told(text)[0][1], "types 1 and 1, radius 0.005")
        self.assertEqual(self.told(text, "dcm/hertz/mindlin")[0][1], "types 2 and 2, radius 0.003")


class Overlap(host.Case):

    def test_too_deep(self):
        # The smaller radius is 3 mm; the grains come to 8 mm - depth.
        for depth, warns in ((0.04, False), (0.06, True)):
            place = f"displace_atoms two move {-0.02 + 0.008 - 0.003 * depth} 0 0\n"
            for ranks in (1, 2):
                done = self.lammps(deck(place + "run 0"), ranks)
                self.assertEqual(done.returncode, 0, done.stdout)
                part = f"atoms 1 and 2 overlap by {100 * depth:g} % of the smaller radius"
                self.assertEqual(part in done.stdout or part.replace("1 and 2", "2 and 1") in done.stdout, warns,
                                 done.stdout)
            # Frozen grains may overlap each other.
            self.run_ok(deck(place + "fix hold all freeze\nrun 0"))


class Grains(host.Case):

    def test_at_the_start(self):
        for commands, part in (("velocity two set v_big 0 0", "atom 2 has the velocity (inf, 0, 0)"),
                               ("set group two omega 0 v_big 0", "atom 2 has the spin (0, inf, 0)"),
                               ("set group two diameter 0\nunfix move\nfix move one nve/sphere", "atom 2 has the radius 0, and a contact needs one greater")):
            for ranks in (1, 2, 4):
                self.run_fails(deck("variable big atom 1e200*1e200\n" + commands + "\nrun 0"),
                               "pair_style dcm: at step 0 " + part, ranks=ranks)

    def test_within_a_run(self):
        # A diameter that falls to zero: seen at the next neighbour list. One rank sees it, and all end. The newest
        # host says it itself.
        part = ("Fix adapt particle mass has become 0.0" if host.VERSION >= 20260704
                else "pair_style dcm: at step 50 atom 2 has the radius 0")
        for ranks in (1, 2, 4):
            self.run_fails(deck("variable d equal 0.006*(step<50)\nfix a two adapt 1 atom diameter v_d\nrun 100",
                                dynamic="1"), part, ranks=ranks)

    def test_other_types_are_none_of_its_business(self):
        pair = ("pair_style hybrid dcm/hertz zero 0.01\npair_coeff 1 1 dcm/hertz young 5e6 poisson 0.25 friction 0.5\n"
                "pair_coeff 1 2 zero\npair_coeff 2 2 zero\npair_coeff * 3 zero")
        self.run_ok(deck("set group two diameter 0\nunfix move\nfix move one nve/sphere\nrun 1", pair=pair))


class Laws(host.Case):

    def test_no_number_at_a_wall(self):
        # The law's answer is none after five steps of a contact, of one grain and so on one rank.
        law = (f"pair_style dcm sticky library {os.path.join(host.LAWS, 'sticky_nan.so')}\n"
               "pair_coeff * * stiffness 1000 shear 500 gap 0")
        walls = "fix w two wall/dcm 3 zplane -0.0029 NULL\nrun 20"
        for ranks in (1, 2, 4):
            self.run_fails(deck(walls, pair=law), "fix wall/dcm: at step 6 the law 'sticky' answers the contact of atom "
                           "2 with wall 0 of fix w by the force (", "nan", "overlap 9.999", "radius 0.003",
                           ranks=ranks)

    def test_no_number_at_rest(self):
        law = (f"pair_style dcm sticky library {os.path.join(host.LAWS, 'sticky_never.so')}\n"
               "pair_coeff * * stiffness 1000 shear 500 gap 0")
        for ranks in (1, 2):
            self.run_fails(deck("run 0", pair=law), "the law 'sticky' has no finite force for types 1 and 1 at rest",
                           ranks=ranks)
