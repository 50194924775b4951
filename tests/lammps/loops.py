# SPDX-License-Identifier: MIT
"""All ways to go through contacts give the same bits: the plain loop, which looks at every pair
and, for walls, at every grain in each step; blocks; blocks by several threads; each instruction set."""

import os

import host
import wall_runs

PAIR = """pair_style dcm/hertz/mindlin form {form} {loop}
pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling {rolling}
pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2 rolling {rolling}
pair_coeff 1 2 restitution 0.7
"""
JKR = """pair_style dcm/jkr/exact form sheet {loop}
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5 work_of_adhesion 0.02
"""
STICKY = os.path.join(host.LAWS, "sticky.so")
# Two laws for the same pairs, one of a library, with history, reach and a say in the life of a contact.
OVERLAY = f"""pair_style hybrid/overlay dcm sticky library {STICKY} {{loop}} dcm/hertz/mindlin form consistent {{loop}}
pair_coeff * * dcm stiffness 100.0 shear 50.0 gap 1e-4
pair_coeff * * dcm/hertz/mindlin young 5e6 poisson 0.25 restitution 0.8 friction 0.5
"""
SHEET = PAIR.format(form="sheet", rolling="0", loop="{loop}")
CONSISTENT = PAIR.format(form="consistent", rolling="0.01", loop="{loop}")
OTHERS = ("loop blocks", "threads 2")

DEFORM = """fix shear all deform 1 xy erate 20.0 remap v
"""
COME_AND_GO = """run 60
group odd id 1 3 5 7 11 13 17 19 23 29 31 37 41 43 47
delete_atoms group odd compress no
run 60
region corner block 0.001 0.016 0.001 0.013 0.001 0.019
create_atoms 1 random 12 4711 corner
group new id > 210
set group new diameter 0.001 density 2500
"""


class Loops(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def expect_same(self, what, pair, ranks=1, ways=("loop plain", *OTHERS), environments=({},), **variables):
        """The dump of a run is the same text in each way."""
        texts = []
        for way in ways:
            for environment in environments:
                self.write("pair", pair.replace("{loop}", way))
                self.run_ok("in.packing", ranks, pair="pair", steps=150, environment=environment, **variables)
                texts.append(self.text_of("dump.out"))
        self.assertIn("\n100 ", texts[0])
        for text in texts:
            self.assertTrue(text == texts[0], f"{what}, {ranks} ranks, {variables}")

    def test_instruction_sets(self):
        # The best that this processor has, and what every processor has.
        self.expect_same("instruction sets", CONSISTENT, ways=("loop blocks",), environments=({}, {"DCM_ISA": "baseline"}))

    def test_laws_ranks_newton(self):
        for pair, ranks, newton in ((SHEET, 1, "off"), (CONSISTENT, 1, "on"), (JKR, 1, "off"),
                                    (CONSISTENT, 2, "on"), (JKR, 2, "on"), (JKR, 4, "off")):
            self.expect_same(pair.split()[1], pair, ranks, newton=newton)

    def test_two_laws(self):
        for newton in ("off", "on"):
            self.expect_same("hybrid/overlay", OVERLAY, newton=newton)

    def test_pairs_that_are_left_out(self):
        # Pairs are excluded by groups and by types, and from a list that another command asks for, too.
        for words in ("group even id 2 4 6 8 10 12 14 16 18 20 22 24\nneigh_modify exclude group even even",
                      "set atom 5*20 type 2\nneigh_modify exclude type 1 2\ncompute n all contact/atom\ncompute sum all reduce sum c_n"):
            self.write("extra", words + "\nneigh_modify every 1 delay 0 check no\n")
            self.expect_same("neigh_modify exclude", SHEET, extra="extra")

    def test_deforming_box(self):
        self.write("extra", "change_box all triclinic\n" + DEFORM)
        self.expect_same("deform", CONSISTENT, extra="extra")

    def test_grains_come_and_go(self):
        self.write("extra", COME_AND_GO)
        self.expect_same("delete_atoms, create_atoms", SHEET, extra="extra")


class Walls(wall_runs.Runs):
    """The scene of wall_runs, whose walls turn, shake, sink and stir."""

    def test_walls(self):
        for law in wall_runs.LAWS:
            text = wall_runs.LAWS[law]
            for ranks in (1, 2):
                results = {}
                for loop in ("loop plain",) + OTHERS:
                    first, rest = text.split("\n", 1)
                    self.write("pair." + law, f"{first} {loop}\n{rest}")
                    results[loop] = self.scene(law, ranks, steps=400)
                for loop, result in results.items():
                    self.assertTrue(result == results["loop plain"], f"{law}, {ranks} ranks: {loop}")

    def test_restart_by_another_loop(self):
        # A loop goes on with the file of another loop.
        first, rest = wall_runs.LAWS["adhesive"].split("\n", 1)
        for loop in ("loop plain", "loop blocks"):
            self.write("pair." + loop[5:], f"{first} {loop}\n{rest}")
        whole = self.scene("blocks", first=300, steps=300)
        self.scene("plain", first=300, steps=300, out="dump.plain")
        again = self.scene("blocks", start="no", steps=300)
        self.assertEqual(whole, again)


# Tests of the class that this one builds on run under their own name.
for name in [name for name in dir(wall_runs.Runs) if name.startswith("test_")]:
    setattr(Walls, name, None)


class Messages(host.Case):

    def test_words(self):
        self.made("packing.data", "in.make_packing")
        for words, *parts in (("loop fast", "there is no loop 'fast'", "loop blocks", "loop plain"),
                              ("loop", "'loop' needs one of the words blocks and plain"),
                              ("threads 0", "from 1 to 256", "not '0'"), ("threads many", "not 'many'"), ("threads", "'threads' needs a number")):
            self.write("pair", SHEET.replace("{loop}", words))
            self.run_fails("in.packing", *parts, pair="pair")
