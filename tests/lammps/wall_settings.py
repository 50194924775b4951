# SPDX-License-Identifier: MIT
"""Walls with something of their own, parameters, form or law: as if it were another atom type, or another
pair style."""

import os
import re
import shutil
import unittest

import decks
import host

# Grains of two materials that do not touch each other, close to the faces of a box.
GRAINS = """units si
atom_style sphere
boundary f f f
lattice sc 0.004
region box block -0.01 0.03 -0.01 0.03 -0.01 0.03 units box
create_box {types} box
region grains block 0 0.012 0 0.012 0 0.012 units box
create_atoms 1 region grains
set group all type/fraction 2 0.4 4711
variable diameter atom 0.0024+0.0008*random(0,1,771)
set group all diameter v_diameter
set type 1 density 2500
set type 2 density 2700
""" + decks.stir(0.3) + """variable wx atom 100*cos(1500*x)
set group all omega v_wx 30 -50
write_data grains{types}.data nocoeff
"""
HEAD = decks.begin(boundary="f f f")
RUN = """neighbor 0.0002 bin
timestep 1e-6
fix 1 all nve/sphere
"""
MATERIALS = ("pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling 0.01 {more}\n"
             "pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2 rolling 0.02 {more}\n")
PLANES = ("fix x all wall/dcm {of} xplane -0.00128 0.0133 {own}\n"
          "fix y all wall/dcm {of} yplane -0.00128 0.0133 shear x 0.2 contacts {own}\n"
          "region r block INF INF INF INF -0.00128 0.0133\n"
          "fix z all wall/dcm/region {of} r {own} contacts\n")


def pair(law="hertz/mindlin", options="", more="", wall=""):
    return f"pair_style dcm/{law} {options}\n{MATERIALS.format(more=more)}{wall}"


def planes(of, own=""):
    return PLANES.format(of=of, own=own)


STEEL = "young 2e8 poisson 0.3 restitution 0.5 friction 0.3 rolling 0.005"
AS_1 = "young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling 0.01"
BETWEEN = "pair_coeff 1 2 friction 0.07\n"
ZERO = "pair_style zero 0.01\npair_coeff * *"
OF_ALL = "pair_style dcm/hooke\npair_coeff * * kn 5e3 gamma_n 2e3 gamma_t 1e3 friction 0.3\n"
NO_MIX = "work_of_adhesion 0.05"
JKR = f"law jkr-exact {{}} coeff * * {NO_MIX} coeff wall wall {NO_MIX}"
GLUE = "stiffness 1000 shear 500 gap 1e-4"
# The numbers of both types, and the law, in the command of the wall.
TYPES = "law hertz-mindlin " + MATERIALS.format(more="").replace("pair_coeff", "coeff").replace("\n", " ")
# Ways to say the same: pair styles, and walls. The numbers of grains and walls are equal to the bit.
SAME = {
    "numbers that do not mix": [(OF_ALL + "pair_coeff * 3 friction 0", planes(3)), (OF_ALL, planes(1, "coeff * wall friction 0"))],
    "a form": [(pair(options="form consistent"), planes(1)), (pair(options="form sheet"), planes(1, "form consistent"))],
    # Grains do not meet, so the pair style is free; the law finds their moduli there.
    "a law": [(pair("jkr/exact", "form consistent", NO_MIX), planes(1)), (pair(), planes(1, JKR.format("form consistent")))],
    "a law whose options have their defaults": [(pair("jkr/exact", "", NO_MIX), planes(1)), (pair(options="form sheet"), planes(1, JKR.format("")))],
    "a law of a library": [(f"pair_style dcm sticky library ./sticky.so\npair_coeff * * {GLUE}", planes(1)),
                           (pair(), planes(1, f"law sticky library ./sticky.so coeff * wall {GLUE}"))],
    # The wall has the numbers that coeff gives to the wall's type, too, as if they stood in pair_coeff.
    "no pair style": [(pair(), planes(1)), (ZERO, planes(2, f"{TYPES}coeff wall wall {AS_1}")), (ZERO, planes(1, TYPES))],
    "no pair style, and the other type": [(pair(), planes(2)), (ZERO, planes(2, TYPES))],
    "numbers between types, and one of the wall's own": [(pair(wall="pair_coeff 1 2 friction 0.07"), planes(1, "coeff wall wall young 1e7")),
                                                         (ZERO, planes(1, TYPES + "coeff 1 2 friction 0.07 coeff wall wall young 1e7"))],
    # Numbers of the pair style that come after the fix hold all the same.
    "numbers in the place of those of the pair style": [(pair(wall="pair_coeff 1 1 young 7e6 friction 0.2"), planes(1)),
                                                        (pair(), planes(1, "coeff 1 1 young 7e6 friction 0.2")),
                                                        (pair(), planes(1) + "pair_coeff 1 1 young 7e6 friction 0.2\n")],
    "later numbers, and one of the wall's own": [(pair(wall="pair_coeff 1 1 young 7e6"), planes(1, "coeff wall wall friction 0.1")),
                                                 (pair(), planes(1, "coeff wall wall friction 0.1") + "pair_coeff 1 1 young 7e6\n")]}
# A wall of type 1 with numbers of its own is as one of a type 3: law, options, numbers of all types, those of type 3, those of the wall, ranks.
ANOTHER = {
    "another material": ("hertz/mindlin", "", "", f"pair_coeff 3 3 {STEEL}\npair_coeff 2 3 restitution 0.7 friction 0.11",
                         f"coeff wall wall {STEEL} coeff 2 wall restitution 0.7 friction 0.11", 1),
    "of another law": ("jkr/exact", "form consistent", "work_of_adhesion 0.01", f"pair_coeff 3 3 {STEEL} work_of_adhesion 0.2",
                       f"coeff wall wall {STEEL} work_of_adhesion 0.2", 2),
    # Numbers that are not given are those of the type.
    "no friction": ("hertz/mindlin", "", "", f"pair_coeff 3 3 {AS_1}\npair_coeff 1*2 3 friction 0 rolling 0", "coeff * wall friction 0 rolling 0", 1),
    # The wall takes the numbers of the type with other types, unless the wall has a number of its own.
    "another modulus": ("hertz/mindlin", "", "\n" + BETWEEN, f"{BETWEEN}pair_coeff 3 3 {AS_1.replace('5e6', '1e7')}\npair_coeff 2 3 friction 0.07",
                        "coeff wall wall young 1e7", 1),
    "another friction": ("hertz/mindlin", "", "\n" + BETWEEN, f"{BETWEEN}pair_coeff 3 3 {AS_1.replace('0.5', '0.9')}", "coeff wall wall friction 0.9", 1)}


class WallSettings(host.Case):

    def setUp(self):
        super().setUp()
        for types in (2, 3):
            self.made(f"grains{types}.data", GRAINS.format(types=types))

    def deck(self, pair, walls, steps=300, rest=""):
        types = 3 if "wall/dcm 3" in walls else 2
        return (HEAD + f"read_data grains{types}.data\n" + pair + "\n" + RUN + walls +
                decks.dump(100) + f"{rest}run {steps}\n")

    def moved(self, pair, walls, ranks=1, rest=""):
        """All frames of a run; some grains must have touched a wall."""
        self.run_ok(self.deck(pair, walls, rest=rest), ranks)
        frames = self.frames("out")
        touched = {atom for frame in frames.values() for atom, row in frame.items() if any(row[c] for c in host.FORCE)}
        self.assertGreater(len(touched), 10)
        return frames

    def assert_as_another_type(self, law, options, more, wall, own, ranks=1, rest=""):
        other = self.moved(pair(law, options, more, wall), planes(3), ranks, rest)
        ours = self.moved(pair(law, options, more), planes(1, own), ranks, rest)
        self.assertTrue(other == ours, own)
        self.assertFalse(ours == self.moved(pair(law, options, more), planes(1), ranks), own)
        return ours

    def test_ways_to_say_the_same(self):
        shutil.copy(os.path.join(host.LAWS, "sticky.so"), self.folder)
        for what, ((style, walls), *others) in SAME.items():
            frames = self.moved(style, walls)
            for style, walls in others:
                self.assertTrue(frames == self.moved(style, walls), what)
        self.assertFalse(self.moved(*SAME["a form"][0]) == self.moved(pair(options="form sheet"), planes(1)))

    def test_as_another_type(self):
        for what, row in ANOTHER.items():
            ours = self.assert_as_another_type(*row)
            if what == "no friction":
                self.assertEqual({row[c] for row in ours[300].values() for c in host.TORQUE}, {0.0})

    @unittest.skipUnless(host.HAS_LABELS, "this release has no labels")
    def test_labels(self):
        labels = "labelmap atom 1 glass 2 steel\n"
        steel = "coeff wall wall friction 0.1 coeff steel wall restitution 0.3"
        named = labels + pair().replace("pair_coeff 1 1", "pair_coeff glass glass").replace("pair_coeff 2 2", "pair_coeff steel steel")
        for ranks in (1, 2):
            theirs = self.moved(pair(), planes(2, steel.replace("steel", "2")), ranks)
            self.assertTrue(theirs == self.moved(named, planes("steel", steel), ranks))
        self.run_fails(self.deck(labels + pair(), "fix w all wall/dcm stone zplane 0 NULL\n"),
                       "the wall type must be an atom type, a number from 1 to 2, or the label that 'labelmap atom' gave one, not 'stone'")

    def test_adapt(self):
        # A wall without numbers of its own gets a change that a fix makes for the grains, in the same step.
        adapt = "variable f equal 0.5*exp(-step/50)\nfix a all adapt 1 pair dcm/hertz/mindlin friction 1*2 1*2 v_f\n"
        ours = self.assert_as_another_type("hertz/mindlin", "", "", f"pair_coeff 3 3 {STEEL}", f"coeff wall wall {STEEL}", rest=adapt)
        self.assertFalse(ours == self.moved(pair(), planes(1, f"coeff wall wall {STEEL}")))

    def test_restart(self):
        walls = planes(1, JKR.format("form consistent") + " friction 0.9")
        for ranks in (1, 2):
            self.run_ok(self.deck(pair(), walls, steps=200, rest="run 200\nwrite_restart half.restart\n"), ranks)
            through = self.frames("out")
            on = decks.go_on("half.restart") + RUN + walls + decks.dump(100) + "run 200\n"
            self.run_ok(on, ranks)
            rest = self.frames("out")
            self.assertEqual(sorted(rest), [200, 300, 400])
            for step in (300, 400):
                self.assert_same(rest[step], through[step], 0.0 if ranks == 1 else 1e-9)
            # Coefficients may be others, the law not.
            self.run_ok(on.replace("friction 0.9", "friction 0.4"), ranks)
            self.run_fails(on.replace(" law jkr-exact form consistent", " law hertz").replace("work_of_adhesion 0.05", "rolling 0.1"),
                           "the restart has states of the law 'jkr-exact'", ranks=ranks)

    def test_safe_step(self):
        def told(wall):
            text = self.run_ok(self.deck(pair(), f"fix floor all wall/dcm 1 zplane -0.00128 NULL {wall}\n", steps=0, rest="run 0\n"))
            return re.findall(r"fix floor: longest safe time step (\S+) \((.*?)\); the timestep is (\S+) % of it", text), text
        soft, stiff = (told(f"law hooke coeff * wall kn {kn} gamma_n 0 gamma_t 0 friction 0.5")[0] for kn in (1e3, 1e5))
        self.assertEqual((len(soft), len(stiff)), (1, 1))    # once for two runs
        self.assertRegex(soft[0][1], "^type [12] and the wall, radius 0.00")
        # The duration goes with 1/sqrt(k); three digits are printed.
        self.assertLess(abs(float(soft[0][0]) / float(stiff[0][0]) / 10.0 - 1.0), 0.01)
        self.assertLess(abs(1e-6 / float(stiff[0][0]) * 100.0 / float(stiff[0][2]) - 1.0), 0.01)
        none, text = told("")
        self.assertEqual(none, [])
        self.assertNotIn("longer than twice", text)
        text = " ".join(told("coeff wall wall young 1e12 coeff * * young 1e12")[1].split())
        self.assertIn("WARNING: dcm: fix wall/dcm: the timestep 1e-06 is longer than twice the longest safe one", text)

    def test_bad_input(self):
        plane, zero = "wall/dcm 1 zplane 0 NULL", "pair_style zero 0.01\npair_coeff * *"
        hybrid = ("pair_style hybrid dcm hertz-mindlin dcm hertz\n"
                  "pair_coeff 1 1 dcm 1 young 5e6 poisson 0.25 restitution 0.5 friction 0.5\n"
                  "pair_coeff 2 2 dcm 2 young 5e6 poisson 0.25 friction 0.5\npair_coeff 1 2 none")
        twice, own_material = "the keyword 'law' can stand only once", "the wall is of type 1 except for its own options and coefficients, and touches type 1: "
        # Words of a wall, and a part of the message.
        for own, *parts in (
                ("coeff", "the keyword 'coeff' needs two materials, each an atom type or the word wall, as in 'coeff * wall friction 0'"),
                ("coeff * wall", "coeff * wall: needs a parameter of the law 'hertz-mindlin'"),
                ("coeff * wall yuong 5", "coeff * wall: 'yuong' is no parameter of the law 'hertz-mindlin'; did you mean 'young'?"),
                ("coeff * wall friction", "coeff * wall: the keyword 'friction' needs a number after it"),
                ("coeff * wall friction 0.5 yuong 5", "'yuong' is no keyword; did you mean 'young'? The keywords are wiggle, shear",
                 "for the law 'hertz-mindlin' the options form", "after coeff young, poisson"),
                ("coeff * wall friction -1", "coeff * wall: friction = -1 is out of range"),
                ("coeff * wall friction much", "friction takes a number, not 'much'"),
                ("coeff 1 wall young 1e7", "young (Young's modulus) belongs to one material, not to a pair of two"),
                ("form round", "'round' is no choice for the option 'form'"),
                ("form", "the option 'form' needs a word after it"),
                ("shear x 1 form", "the option 'form' needs a word after it"),
                ("law", "the keyword 'law' needs the name of a contact law"),
                ("law sticky library", "the keyword 'library' needs the path of a file"),
                ("coeff * wall friction 0 law hertz", twice + ", and before the options"),
                ("law jkr law jkr", twice),
                ("coeff * wall friction 0 style hertz-mindlin", "the keyword 'style' must stand before the options"),
                # Found when the run begins, for grains that there are.
                ("law jkr-exact", own_material + "the law 'jkr-exact' needs work_of_adhesion")):
            self.run_fails(self.deck(pair(), f"fix w all {plane} {own}\n", steps=0), "fix wall/dcm", *parts, ranks=2)
        for own, *parts in (("coeff 4 wall friction 0", "out of bounds"), ("law jrk", "there is no contact law 'jrk'", "hertz-mindlin"),
                            ("law sticky library ./nothing.so", "nothing.so")):
            for ranks in (1, 2):
                self.run_fails(self.deck(pair(), f"fix w all {plane} {own}\n", steps=0), *parts, ranks=ranks)
        # Beside other pair styles, at a region, and no numbers but those of types.
        for style, wall, *parts in (
                (pair(), "wall/dcm/region 1 r law jkr-exact", "needs work_of_adhesion"),
                (zero, plane + " law hertz", "needs young for type 1 and the wall, poisson for type 1 and the wall, friction for type 1 and the wall; "),
                (zero, plane + " law hertz coeff 1 1 young 5e6 poisson 0.25 friction 0.5 coeff 2 2 young 5e6 poisson 0.25",
                 "and touches type 2: the law 'hertz' needs friction for type 2; "),
                (zero, plane + " law hooke coeff 1 1 kn 1e3 gamma_n 0 gamma_t 0 friction 0.5 coeff 2 2 kn 1e3 gamma_n 0 gamma_t 0 friction 0.5",
                 "touches type 2: the law 'hooke' needs kn for type 2 with the wall, gamma_n for type 2 with the wall"),
                (zero, plane + " coeff * wall friction 0", "there is no dcm pair style with a contact law", "give the wall a law with the keyword 'law'"),
                (hybrid, plane + " law hertz", "there are several dcm pair styles")):
            self.run_fails(self.deck(style, f"region r block INF INF INF INF 0 0.02\nfix w all {wall}\n", steps=0), "fix wall/dcm", *parts)
