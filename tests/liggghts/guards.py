# SPDX-License-Identifier: MIT
"""Guards that warn before numbers are wrong: time steps that are too long, overlaps that are too deep, grains that are too fast."""

import math
import re

import host

DECK = """
units si
atom_style sphere
atom_modify map array
newton off
communicate single vel yes
boundary f f f
region box block -0.05 0.05 -0.05 0.05 -0.05 0.05 units box
create_box 2 box
soft_particles yes
neighbor 0.001 bin
{properties}
pair_style gran model {model}
pair_coeff * *
timestep {dt}
fix move all nve/sphere
{more}
thermo_style custom step atoms
thermo_modify lost {lost}
thermo 200
"""
YOUNG, POISSON, DENSITY = 5e6, 0.25, 2500.0
TWO = """create_atoms 1 single 0 0 0
create_atoms 1 single {place} 0 0
set atom 1 diameter 0.005 density 2500
set atom 2 diameter 0.005 density 2500
"""
POUR = """fix grains all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.0015
fix mixture all particledistribution/discrete 15485867 1 grains 1.0
region above block -0.02 0.02 -0.02 0.02 -0.02 0.045 units box
fix pour all insert/pack seed 32452867 distributiontemplate mixture vel constant 0 0 -0.3 insert_every once overlapcheck yes all_in yes &
 particles_in_region 200 region above
fix gravity all gravity 9.81 vector 0 0 -1
fix floor all wall/gran model dcm/hertz-mindlin primitive type 1 zplane -0.03
"""


def safe_step(radius, young=YOUNG, wall=False):
    """pi/20 sqrt(M*/k) with the stiffness of Hertz at an overlap of 1 % of the radius."""
    mass = 4.0 / 3.0 * math.pi * radius**3 * DENSITY
    modulus = young / (2.0 * (1.0 - POISSON**2))
    share = 1.0 if wall else 0.5
    return math.pi / 20.0 * math.sqrt(share * mass / (2.0 * modulus * math.sqrt(share * radius * 0.01 * radius)))


def outside(text):
    """The lines of a run outside of its tables, in which the host itself writes of other things, and dcm must not."""
    lines, table = [], False
    for line in text.splitlines():
        table = table and not line.startswith(("Loop time", "ERROR"))
        if not table:
            lines.append(line)
        elif "dcm" in line:
            raise AssertionError("in the table: " + line)
        table = table or line.split()[:2] == ["Step", "Atoms"]
    return "\n".join(lines)


class Guards(host.Case):

    def says(self, more, dt=1e-6, young=YOUNG, ranks=1, lost="error"):
        values = {"young": (young, young), "poisson": (POISSON, POISSON), "restitution": (0.8, 0.8, 0.8), "friction": (0.5, 0.5, 0.5)}
        done = self.liggghts(DECK.format(properties=host.property_lines(values), model="dcm/hertz-mindlin", dt=dt, more=more, lost=lost), ranks)
        return done

    def test_step(self):
        safe = safe_step(0.0025)
        for dt, warns in ((1.9 * safe, 0), (2.1 * safe, 1)):
            for ranks in (1, 2):
                said = outside(self.says(TWO.format(place=0.01) + "run 1\nrun 1\n", dt=dt, ranks=ranks).stdout)
                told = re.findall(r"^pair_style gran model dcm/hertz-mindlin: longest safe time step (\S+) \((.*)\); the timestep is (\S+) % of it$", said,
                                  re.MULTILINE)
                self.assertEqual(len(told), 1, said)
                self.assertAlmostEqual(float(told[0][0]) / safe, 1.0, delta=3e-3)
                self.assertEqual(told[0][1], "types 1 and 1, radius 0.0025")
                self.assertAlmostEqual(float(told[0][2]), 100.0 * dt / safe, delta=1.0)
                self.assertEqual(said.count("WARNING: dcm: pair_style gran model dcm/hertz-mindlin: the timestep"), warns, said)

    def test_step_at_a_wall(self):
        safe = safe_step(0.0025, wall=True)
        for dt, warns in ((1.9 * safe, 0), (2.1 * safe, 1)):
            said = outside(self.says(TWO.format(place=0.01) + "fix w all wall/gran model dcm/hertz-mindlin primitive type 1 zplane -0.04\nrun 1\n", dt=dt).stdout)
            self.assertEqual(said.count("WARNING: dcm: fix w wall/gran model dcm/hertz-mindlin: the timestep"), warns, said)

    def test_overlap(self):
        for depth, warns in ((0.09, 0), (0.11, 1)):
            for ranks in (1, 2):
                said = outside(self.says(TWO.format(place=0.005 - 0.0025 * depth) + "run 1\n", ranks=ranks).stdout)
                self.assertEqual(len(re.findall(r"at the start of the run atoms [12] and [12] overlap by 11 % of the smaller radius", said)), warns, said)
        self.assertIn("overlap by 120 % of the smaller radius, but no contact is so deep", self.says(TWO.format(place=0.002) + "run 1\n").stdout)

    def test_overlap_with_a_wall(self):
        for depth, warns in ((0.09, 0), (0.11, 1)):
            wall = f"fix w all wall/gran model dcm/hertz-mindlin primitive type 1 zplane {-0.0025 * (1.0 - depth)}\nrun 1\n"
            said = outside(self.says(TWO.format(place=0.01) + wall).stdout)
            self.assertEqual(len(re.findall(r"at the start of the run atom [12] overlaps by 11 % of its radius with a wall of fix w,", said)), warns, said)

    def test_speed(self):
        for share, warns in ((0.09, 0), (0.12, 1)):
            said = outside(self.says(TWO.format(place=0.01) + f"set atom 2 vy {share * 0.0025 / 1e-6}\nrun 5\n").stdout)
            self.assertEqual(said.count("at the start of the run atom 2 moves by 12 % of its radius in a step"), warns, said)

    def test_too_short(self):
        self.assertIn("% of it, and so the units may be mixed", self.says(TWO.format(place=0.01) + "run 1\n", dt=1e-9).stdout)

    def test_poured(self):
        """Into a box that is empty where the run begins."""
        for ranks in (1, 2):
            done = self.says(POUR + "run 1500\n", dt=3 * safe_step(0.0015), ranks=ranks)
            self.assertEqual(done.returncode, 0, done.stdout)
            said = outside(done.stdout)
            for part in ("pair_style gran model dcm/hertz-mindlin: longest safe time step", "pair_style gran model dcm/hertz-mindlin: the timestep",
                         "fix floor wall/gran model dcm/hertz-mindlin: the timestep"):
                self.assertEqual(said.count(part), 1, said)
                self.assertGreater(said.index(part), said.index("Step "), said)
        said = outside(self.says(POUR + "run 3000\n", dt=0.6 * safe_step(0.0015)).stdout)
        self.assertEqual(said.count("longest safe time step"), 1, said)
        self.assertNotIn("WARNING: dcm", said)

    def test_too_soft(self):
        said = self.says(POUR + "run 4000\n", dt=2e-5, young=1.0, lost="ignore").stdout
        self.assertRegex(said, r"at step \d+ atom \d+ overlaps by \d\S+ % of its radius with a wall of fix floor, but no contact is so deep")

    def test_at_once(self):
        """Where the run will come to no good: LIGGGHTS goes on until no grain is left."""
        text = self.says(POUR + "run 4000\n", dt=1e-3, young=5e8, lost="ignore").stdout
        self.assertLess(text.index(": the timestep 0.001 is longer than twice"), text.index("Loop time"))
