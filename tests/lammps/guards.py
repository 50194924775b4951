# SPDX-License-Identifier: MIT
"""Guards that stop a run, or warn, before its numbers are wrong: grains that cannot be, laws that answer with no number, time steps that are too
long, overlaps that are too deep."""

import math
import os
import re

import decks
import host

YOUNG, POISSON = 5e6, 0.25
E_STAR = YOUNG / (2.0 * (1.0 - POISSON**2))
DENSITY = 2500.0
HEAD = decks.box(0.02, types=3, atoms="sphere {dynamic}", boundary="p p f") + """create_atoms 1 single -0.01 0 0
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
STICKY = "pair_style dcm sticky library {}\npair_coeff * * stiffness 1000 shear 500 gap 0"
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


def told(text, style="dcm/hertz"):
    return [(float(number), where, float(share)) for number, where, share in re.findall(
        rf"{style}: longest safe time step (\S+) \((.*?)\); the timestep is (\S+) % of it", text)]


def outside(text):
    """The lines of a run outside of its tables, each of which has rows of numbers alone."""
    lines, table = [], False
    for line in text.splitlines():
        if line.startswith("Loop time") or line.startswith("ERROR") or line.startswith("Last command"):
            table = False
        if table:
            [float(word) for word in line.split()]
        else:
            lines.append(line)
        table = table or line.split()[:2] == ["Step", "Atoms"]
    return "\n".join(lines)


def pressed(commands, velocity):
    """A grain is pushed for 0.003 s against what is there."""
    return deck(f"unfix move\ngroup others subtract all two\nfix move others nve/sphere\n{commands}\nfix push two move linear {velocity}\n"
                "thermo_style custom step atoms\nthermo 1000\nrun 3000")


SAFE, AT_WALL = safe_step(0.003, 0.003), safe_step(0.003, math.inf, math.inf)
# A grain that cannot yield.
HELD = "group other id 1\nvelocity other set 0 0 0\nunfix move\ngroup rest id 3 4\nfix move rest nve/sphere"
# A number that is well, one of which a run tells once, the deck for a number, and what is told.
LIMITS = {
    "the time step": (1.9 * SAFE, 2.1 * SAFE, lambda dt: deck("run 0", dt=dt), "WARNING: dcm: pair_style dcm/hertz: the timestep"),
    # A wall has no mass of its own, and R* is the grain's: 1.19 of what two grains allow.
    "the time step at a wall": (1.9 * AT_WALL, 2.1 * AT_WALL, lambda dt: deck("fix w all wall/dcm 3 zplane -0.01 NULL\nrun 0", dt=dt),
                                "WARNING: dcm: fix wall/dcm: the timestep"),
    "the time step at a region": (1.9 * AT_WALL, 2.1 * AT_WALL, lambda dt: deck("fix s all wall/dcm/region 3 box\nrun 0", dt=dt),
                                  "WARNING: dcm: fix wall/dcm/region: the timestep"),
    "a time step that is too short": (2e-3 * SAFE, 0.9e-3 * SAFE, lambda dt: deck("run 0", dt=dt), "% of it, and so the units may be mixed"),
    # The smaller radius is 3 mm; the grains come to 8 mm - depth.
    "overlap at the start": (0.09, 0.11, lambda depth: deck(f"displace_atoms two move {-0.02 + 0.008 - 0.003 * depth} 0 0\nrun 0"),
                             "at the start of the run atoms [12] and [12] overlap by 11 % of the smaller radius"),
    "overlap on the way": (0.19, 0.25, lambda depth: pressed(HELD, f"{-(0.012 + 0.003 * depth) / 0.003:g} 0 0"),
                           r"at step \d+ atoms [12] and [12] overlap by 2\S+ % of the smaller"),
    "overlap with a wall": (0.19, 0.25, lambda depth: pressed("fix w two wall/dcm 3 zplane -0.01 NULL", f"0 0 {-(0.007 + 0.003 * depth) / 0.003:g}"),
                            r"at step \d+ atom 2 overlaps by 2\S+ % of its radius with a wall of fix w,"),
    "speed": (0.09, 0.12, lambda share: deck(f"set atom 2 vy {share * 0.003 / 1e-6}\nthermo_style custom step atoms\nrun 20\nrun 20"),
              "at the start of the run atom 2 moves by 12 % of its radius in a step")}


class Limits(host.Case):

    def test_what_is_told(self):
        for what, (well, not_well, deck_of, sentence) in LIMITS.items():
            for number, warns in ((well, 0), (not_well, 1)):
                for ranks in (1, 2):
                    said = outside(self.lammps(deck_of(number), ranks).stdout)
                    self.assertEqual(len(re.findall(sentence, said)), warns, f"{what}: {said}")
                    if "short" in what:
                        self.assertNotIn("WARNING", said)
        self.assertNotIn("WARNING", self.lammps(deck("run 0", dt=0)).stdout)

    def test_the_safe_step(self):
        for ranks in (1, 2):
            found = told(self.run_ok(deck("run 0\nrun 1\ntimestep 2e-6\nrun 0\nset type 2 diameter 0.010 density 2500\n"
                                          "run 0\nfix hold two freeze\nrun 0"), ranks))
            # The second run has nothing to add to the first, nor the last to the one before: those that are not
            # frozen set the step.
            self.assertEqual(len(found), 3)
            for (step, where, share), dt, expected in zip(found, (1e-6, 2e-6, 2e-6), (SAFE, SAFE, safe_step(0.005, 0.005))):
                self.assertAlmostEqual(step / expected, 1.0, delta=3e-3)    # three digits are printed
                self.assertAlmostEqual(share / (100.0 * dt / expected), 1.0, delta=3e-3)
            self.assertEqual([found[0][1], found[2][1]], ["types 2 and 2, radius 0.003", "types 1 and 1, radius 0.005"])
        # Against a frozen grain, as against one of infinite mass.
        text = self.run_ok(deck("fix hold two freeze\nset type 1 diameter 0.006 density 2500\nrun 0"))
        self.assertEqual(told(text)[0][1], "types 1 and 1, radius 0.003")
        # Each style of a hybrid tells what its own pairs of types allow.
        material = f"young {YOUNG} poisson {POISSON} friction 0.5"
        text = self.run_ok(deck("run 0", pair=f"pair_style hybrid dcm/hertz dcm/hertz/mindlin\npair_coeff 1 1 dcm/hertz {material}\n"
                                f"pair_coeff 2 2 dcm/hertz/mindlin {material} restitution 1\npair_coeff 1 2 none\npair_coeff * 3 none"))
        self.assertEqual(told(text)[0][1], "types 1 and 1, radius 0.005")
        self.assertEqual(told(text, "dcm/hertz/mindlin")[0][1], "types 2 and 2, radius 0.003")

    def test_a_style_that_stands_twice(self):
        # Each of the two has a line, and the warning of one does not take the place of the other's.
        pair = "pair_style hybrid/overlay dcm/linear dcm/linear\n" + "".join(
            f"pair_coeff * * dcm/linear {n} kn {kn} restitution 0.7 friction 0.3\n" for n, kn in ((1, 4e6), (2, 1e6)))
        text = self.lammps(deck("run 0", pair, "1e-5")).stdout
        (first, *_), = told(text, "dcm/linear")
        (second, *_), = told(text, "dcm/linear 2")
        self.assertAlmostEqual(second / first, 2.0, delta=0.01)
        for name in ("dcm/linear", "dcm/linear 2"):
            self.assertEqual(outside(text).count(f"WARNING: dcm: pair_style {name}: the timestep 1e-05 is longer than twice"), 1, text)

    def test_where_the_normal_spring_is_no_limit(self):
        def law(kt=300, gamma_n=0, gamma_t=0):
            return f"pair_style dcm/hooke/history\npair_coeff * * kn 1000 kt {kt} gamma_n {gamma_n} gamma_t {gamma_t} friction 0.5"
        m = mass(0.003) / 2.0
        for pair, name, step in ((law(), None, math.pi / 20.0 * math.sqrt(m / 1000.0)),
                                 (law(kt=1e7), "tangential spring", math.pi / 8.0 * math.sqrt(m / 3.5 / 1e7)),
                                 (law(gamma_n=1e6), "normal damping", 0.75e-6),
                                 (law(gamma_t=1e6), None, math.pi / 20.0 * math.sqrt(m / 1000.0))):    # friction ends it
            for dt, warns in ((1.9 * step, False), (2.1 * step, True)):
                text = self.lammps(deck("run 0", pair=pair, dt=dt)).stdout
                found, where, _ = told(text, "dcm/hooke/history")[0]
                self.assertAlmostEqual(found / step, 1.0, delta=3e-3)
                self.assertEqual(where.split(", ")[2:], [name] if name else [])
                self.assertEqual(text.count("WARNING: dcm: pair_style dcm/hooke/history: the timestep"), warns)

    def test_overlaps(self):
        # Frozen grains may overlap each other, and stand in walls; no contact is as deep as this one.
        self.run_ok(deck("displace_atoms two move -0.0123 0 0\nfix hold all freeze\nrun 0"))
        text = self.lammps(deck("fix hold two freeze\nfix w all wall/dcm 3 zplane -0.001 NULL\nset atom 1 z 0.015\nrun 20")).stdout
        self.assertNotIn("with a wall", text)
        text = self.lammps(deck("displace_atoms two move -0.019 0 0\nrun 0")).stdout
        self.assertRegex(text, "at the start of the run atoms [12] and [12] overlap by 233 % of the smaller radius, but no contact is so deep: .* units")

    def test_speed(self):
        # A grain that is pushed on the way; a frozen one may have any speed.
        pushed = deck("fix push two addforce 0 10 0\nthermo_style custom step atoms\nrun 200", dt="1e-5")
        self.assertRegex(outside(self.lammps(pushed).stdout), r"at step \d+ atom [24] moves by [12]\d(\.\d+)? % of its radius in a step")
        self.assertNotIn("in a step", self.lammps(deck("set atom 2 vy 1000\nfix hold two freeze\nrun 20")).stdout)

    def test_grains_that_shrink(self):
        text = self.lammps(deck("variable d equal 0.006*exp(-step/100)\nfix a two adapt 1 atom diameter v_d\nthermo_style custom step atoms\nrun 400",
                                dynamic="1", dt="1e-5")).stdout
        self.assertRegex(outside(text), "the timestep 1e-05 is longer than twice the longest safe one, .*types 2 and 2, radius [1-9].*e-05")
        # To a sixth in twenty runs: told at first, at a half and at a quarter; and where a parameter changes.
        text = self.lammps(deck("run 0\npair_coeff * * young 5.1e6\nvariable d equal 0.006-1e-5*step\nfix a two adapt 1 atom diameter v_d\n" +
                                20 * "run 25\n", dynamic="1", dt="1e-7")).stdout
        steps = [step for step, _, _ in told(text)]
        self.assertEqual(len(steps), 4, steps)
        for before, after in zip(steps[1:], steps[2:]):
            self.assertTrue(2.0 <= before / after < 2.3, steps)


POUR = decks.box("0 0.02 0 0.02 0 0.05", boundary="p p f") + """neighbor 0.0005 bin
pair_style dcm/hertz/mindlin form consistent
pair_coeff * * young {young} poisson 0.25 restitution 0.8 friction 0.5
fix g all gravity 9.81 vector 0 0 -1
fix i all nve/sphere
fix floor all wall/dcm 1 zplane 0.0 NULL
region ins block 0 0.02 0 0.02 0.02 0.05
fix p all pour 200 1 4321 region ins diam range 0.0018 0.002 dens 2500 2500
timestep {dt}
""" + decks.table("atoms", 200, "lost {lost}") + "run {steps}\n"


class InTheFlow(host.Case):
    """Into a box that is empty where the run begins."""

    def test_step(self):
        for ranks in (1, 2):
            done = self.succeeds(POUR.format(young="5e6", dt="4.5e-5", lost="error", steps=2000), ranks)
            said = outside(done.stdout)
            for part in ("pair_style dcm/hertz/mindlin: the timestep 4.5e-05 is longer than twice the longest safe one, 1.6",
                         "fix wall/dcm: the timestep 4.5e-05 is longer than twice the longest safe one, 1.9",
                         "dcm/hertz/mindlin: longest safe time step 1.6"):
                self.assertEqual(said.count(part), 1, said)
            self.assertGreater(said.index("longest safe"), said.index("Step "))

    def test_is_said_once(self):
        done = self.lammps(POUR.format(young="5e6", dt="4.5e-5", lost="error", steps=1500) + "run 200\nrun 200")
        self.assertEqual(outside(done.stdout).count("pair_style dcm/hertz/mindlin: the timestep"), 1, done.stdout)
        # Nothing to say where all is well.
        text = self.run_ok(POUR.format(young="5e6", dt="1e-5", lost="error", steps=4000))
        self.assertNotIn("WARNING", text)
        self.assertEqual(outside(text).count("longest safe time step"), 1)

    def test_lost_atoms(self):
        for ranks in (1, 2):
            done = self.lammps(POUR.format(young="5e8", dt="2e-4", lost="error", steps=2000), ranks)
            self.assertGreater(done.returncode, 0)
            self.assertIn("Lost atoms", done.stdout)
            self.assertLess(done.stdout.index("pair_style dcm/hertz/mindlin: the timestep 0.0002 is longer"), done.stdout.index("Lost atoms"))

    def test_too_soft(self):
        for ranks in (1, 2):
            done = self.succeeds(POUR.format(young="1e-3", dt="1e-5", lost="ignore", steps=8000), ranks)
            self.assertRegex(done.stdout, "the timestep is 0.00[0-9]+ % of it, and so the units may be mixed")
            self.assertRegex(done.stdout, r"at step \d+ atom \d+ overlaps by \d\S+ % of its radius with a wall of fix floor")


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
        part = ("Fix adapt particle mass has become 0.0" if host.IN_2026
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
        law = STICKY.format(os.path.join(host.LAWS, "sticky_nan.so"))
        walls = "velocity two set 0.1 0.02 0.003\nfix w two wall/dcm 3 zplane -0.0029 NULL\nrun 20"
        for ranks in (1, 2, 4):
            self.run_fails(deck(walls, pair=law), "fix wall/dcm: at step 6 the law 'sticky'", "not finite", "atom 2 with wall 0 of fix w", "force (nan, nan, nan), torque (-1.799", ", 8.999",
                           "overlap 9.997", "normal velocity 0.00494", "tangential velocity (-0.09999", ", -0.01999", "spin (-0.00044", ", 0.00221", "radius 0.003", "mass 0.00028274",
                           ranks=ranks)

    def test_no_distance(self):
        """An atom that a command has thrown beyond all numbers is named, with the other one and both places."""
        for ranks in (1, 2):
            self.run_fails(deck("set atom 2 x -0.0015\nneigh_modify delay 100 every 100 check no\nvariable f equal exp(1000)\n"
                                "fix push two addforce v_f 0 0\nrun 10"), "at step 1 the distance of atoms ", ", of the law 'hertz', is not finite: positions (",
                           "(-0.01, 0, 0)", "(inf, 0, 0)", ranks=ranks)

    def test_no_number_at_rest(self):
        law = STICKY.format(os.path.join(host.LAWS, "sticky_never.so"))
        for ranks in (1, 2):
            self.run_fails(deck("run 0", pair=law), "the law 'sticky' has no finite force for types 1 and 1 at rest",
                           ranks=ranks)
