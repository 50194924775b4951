# SPDX-License-Identifier: MIT
"""The block of the log that tells by what the contacts of a run are computed."""

import os
import re

import decks
import host

HEAD = decks.box(0.02, types=3, boundary="f f f") + """create_atoms 1 single -0.01 0 0
create_atoms 2 single 0.01 0 0
set group all diameter 0.01 density 2500
neighbor 0.001 bin
timestep 1e-6
fix move all nve/sphere
"""
PAIR = """pair_style dcm/hertz/mindlin form consistent
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
"""
BEGIN = "dcm: contacts of this run are computed by\n"


class Account(host.Case):

    def blocks(self, text):
        """The blocks of a log: lines that are indented, after the first."""
        return [re.match(r"((?: .*\n)+)", after)[1] for after in text.split(BEGIN)[1:]]

    def block(self, deck, ranks=1, **how):
        text = self.run_ok(deck, ranks, **how)
        found = self.blocks(text)
        self.assertEqual(len(found), 1, text)
        return found[0]

    def test_what_was_given_and_what_was_not(self):
        for ranks in (1, 2):
            self.assertEqual(self.block(HEAD + PAIR + "pair_coeff 3 3 young 2e7\npair_coeff 1 2 restitution 0.6\nrun 0", ranks), """\
  pair_style dcm/hertz/mindlin: law hertz-mindlin
    options          form consistent, rolling_model auto (default), attraction yes (default),
                     calibrate yes (default), damping explicit (default)
    young            5e+06 (type 1), 5e+06 (type 2), 2e+07 (type 3)
    poisson          0.25
    restitution      0.8 (types 1-1), 0.6 (types 1-2), 0.8 (types 1-3), 0.8 (types 2-2),
                     0.8 (types 2-3), 0.8 (types 3-3)
    friction         0.5
    by default       friction_static 0, rolling 0, twisting 0
""")

    def test_the_form_that_nobody_chose(self):
        block = self.block(HEAD + PAIR.replace("form consistent", "") + "run 0")
        self.assertRegex(block, r"options +form \w+ \(default\), ")

    def test_once_and_again_when_it_changes(self):
        text = self.run_ok(HEAD + PAIR + "run 0\nrun 1\nrun 1 pre no\ntimestep 2e-6\nrun 1\npair_coeff 1 1 friction 0.4\nrun 1\nrun 1\n"
                           "pair_style dcm/hertz/mindlin form consistent attraction no\nrun 1\n"
                           "fix floor all wall/dcm 1 zplane -0.02 NULL\nrun 1\nunfix floor\nrun 1\n")
        found = self.blocks(text)
        self.assertEqual(len(found), 5, text)
        self.assertNotIn("0.4", found[0])
        self.assertIn("friction         0.4 (types 1-1), 0.5 (types 1-2), ", found[1])
        self.assertIn("attraction no,", found[2])
        self.assertIn("  fix floor (wall/dcm): as type 1 of pair_style dcm/hertz/mindlin\n", found[3])
        self.assertEqual(found[4], found[2])

    def test_it_is_in_the_log_file(self):
        self.run_ok(HEAD + PAIR + "log own.log\nrun 0")
        self.assertIn(BEGIN + "  pair_style dcm/hertz/mindlin: law hertz-mindlin\n", self.text_of("own.log"))

    def test_restart(self):
        self.run_ok(HEAD + PAIR + "run 0\nwrite_restart state")
        again = "read_restart state\nneighbor 0.001 bin\ntimestep 1e-6\nfix move all nve/sphere\n"
        block = self.block(again + "run 0")
        self.assertIn("form consistent (from the restart file),", block)
        self.assertNotIn("default)", block)
        self.assertIn("young            5e+06\n", block)
        # Options of a command are the user's again.
        block = self.block(again + "pair_style dcm/hertz/mindlin form consistent\nrun 0")
        self.assertIn("form consistent, rolling_model auto (default),", block)

    def test_walls(self):
        block = self.block(HEAD + PAIR + """
fix floor all wall/dcm 2 zplane -0.02 NULL
fix roof all wall/dcm 1 zplane NULL 0.02 coeff * wall friction 0.1 attraction no
fix sides all wall/dcm/region 1 box law hertz form sheet
run 0""")
        pair, walls = block.split("  fix floor ")
        self.assertTrue(pair.startswith("  pair_style dcm/hertz/mindlin: law hertz-mindlin\n"))
        self.assertEqual(walls, """\
(wall/dcm): as type 2 of pair_style dcm/hertz/mindlin
  fix roof (wall/dcm), of type 1: law hertz-mindlin
    options          form consistent, rolling_model auto (default), attraction no,
                     calibrate yes (default), damping explicit (default)
    young            5e+06
    poisson          0.25
    restitution      0.8
    friction         0.1
    by default       friction_static 0, rolling 0, twisting 0
  fix sides (wall/dcm/region), of type 1: law hertz
    options          form sheet, rolling_model auto (default)
    young            5e+06
    poisson          0.25
    friction         0.5
    by default       friction_static 0, rolling 0, twisting 0
""")

    def test_a_wall_beside_a_style_of_the_host(self):
        block = self.block(HEAD + """pair_style zero 0.01
pair_coeff * *
fix floor all wall/dcm 1 zplane -0.02 NULL law linear coeff * wall kn 1e3 restitution 0.5 friction 0.5
run 0""")
        self.assertTrue(block.startswith("  fix floor (wall/dcm), of type 1: law linear\n"), block)
        self.assertIn("    kn ", block)

    def test_hybrid(self):
        block = self.block(HEAD + """pair_style hybrid dcm/hertz/mindlin form consistent dcm/hertz form sheet
pair_coeff * * dcm/hertz young 1e7 poisson 0.3 friction 0.2
pair_coeff 1*2 1*2 dcm/hertz/mindlin young 5e6 poisson 0.25 restitution 0.8 friction 0.5
pair_coeff 2 2 dcm/hertz/mindlin rolling 0.1
run 0""")
        self.assertIn("  pair_style dcm/hertz/mindlin, types 1-1, 1-2, 2-2: law hertz-mindlin\n", block)
        self.assertIn("    young            5e+06\n", block)
        self.assertIn("    rolling          0 (types 1-1, default), 0 (types 1-2, mixed), 0.1 (types 2-2)\n", block)
        self.assertIn("  pair_style dcm/hertz, types 1-3, 2-3, 3-3: law hertz\n    options          form sheet, ", block)

    def test_a_library(self):
        library = os.path.join(host.LAWS, "sticky.so")
        block = self.block(HEAD + f"pair_style dcm sticky library {library}\npair_coeff * * stiffness 1e3 shear 1e3 gap 1e-5\nrun 0")
        self.assertTrue(block.startswith(f"  pair_style dcm: law sticky of {library}\n"), block)

    def test_in_the_place_of_the_host_s_styles(self):
        # Parameters that the words of the host's styles do not name are not listed.
        arguments = ("-sf", "dcm")
        block = self.block(HEAD + """pair_style gran/hertz/history 1e6 NULL 20 NULL 0.5 1
pair_coeff * *
fix floor all wall/gran hooke/history 1e4 NULL 20 NULL 0.5 1 zplane -0.02 NULL
run 0""", arguments=arguments)
        self.assertTrue(re.match(r"  pair_style gran/hertz/history(/dcm)?: law hertz-history\n    options ", block), block)
        self.assertRegex(block, r"\n  fix floor \(wall/gran\): law (hooke-history|granular)\n")
        self.assertNotIn("by default", block)
        block = self.block(HEAD + """pair_style granular
pair_coeff 1 1 hooke 1e4 20 tangential linear_nohistory 1.0 0.5
pair_coeff 2*3 2*3 hertz 1e6 20 tangential linear_history 1e4 1.0 0.5
pair_coeff 1 2*3 hertz 1e6 20 tangential linear_history 1e4 1.0 0.5
run 0""", arguments=arguments)
        self.assertRegex(block, r"  pair_style granular(/dcm)?, types 1-1: law granular\n    options +normal hooke,")
        self.assertRegex(block, r"  pair_style granular(/dcm)?, types 1-2, 1-3, 2-2, 2-3, 3-3: law granular\n    options +normal hertz,")

    def test_ten_types(self):
        # A pair_coeff for each pair: no line is long, and there are few of them.
        numbers = "".join(f"pair_coeff {i} {j} restitution {0.01 * (9 * i + j)}\n" for i in range(1, 11) for j in range(i, 11))
        block = self.block(HEAD.replace("create_box 3", "create_box 10") + PAIR + numbers + "run 0")
        self.assertLess(len(block.splitlines()), 16)
        self.assertLessEqual(max(map(len, block.splitlines())), 100)
        self.assertRegex(block, "and 43 more pairs\n")
