# SPDX-License-Identifier: MIT
"""The block of the log that tells by what the contacts of a run are computed, and warnings of what looks misspelt or
forgotten."""

import re

import host

DECK, VALUES = host.DECK_OF_ONE.replace("{newton}", "off"), host.VALUES
BEGIN = "dcm: contacts of this run are computed by\n"
FLOOR = "fix floor all wall/gran model {} primitive type 1 zplane -0.01 {}\n"


class Account(host.Case):

    def said(self, more="", model="dcm/hertz-mindlin form consistent", values=VALUES, extra="", ranks=1):
        """The output of a run, and its blocks."""
        done = self.succeeds(DECK.format(model=model, more=more, properties=host.property_lines(values) + extra), ranks)
        return done.stdout, [re.match(r"((?: .*\n)+?)(?=Memory| Memory|\S|$)", after)[1] for after in done.stdout.split(BEGIN)[1:]]

    def warnings(self, *arguments, **how):
        return re.findall(r"WARNING: dcm: (.*?) \(\S+:\d+\)", self.said(*arguments, **how)[0])

    def test_what_was_given_and_what_was_not(self):
        for ranks in (1, 2):
            text, blocks = self.said(FLOOR.format("dcm/hertz-mindlin", "form consistent"), ranks=ranks)
            self.assertEqual(blocks, ["""\
  pair_style gran: law hertz-mindlin
    options                     form consistent, rolling_model auto (default),
                                attraction yes (default), calibrate yes (default),
                                damping explicit (default)
    youngsModulus               5e+06 (type 1), 2e+07 (type 2)
    poissonsRatio               0.45 (type 1), 0.3 (type 2)
    coefficientRestitution      0.6 (types 1-1), 0.7 (types 1-2), 0.8 (types 2-2)
    coefficientFriction         0.5 (types 1-1), 0.4 (types 1-2), 0.3 (types 2-2)
    by default                  friction_static 0, coefficientRollingFriction 0, twisting 0
  fix floor wall/gran: as pair_style gran
"""], text)
            self.assertNotIn("WARNING: dcm", text)

    def test_once_and_again_when_it_changes(self):
        other = "unfix coefficientFriction\n" + host.property_line("friction", (0.1, 0.1, 0.1))
        text, blocks = self.said("run 1\nrun 1\n" + other + "run 1\n")
        self.assertEqual(len(blocks), 2, text)
        self.assertIn("coefficientFriction         0.1\n", blocks[1])

    def test_walls(self):
        text, blocks = self.said(FLOOR.format("dcm/hertz", "form sheet"))
        self.assertIn("  fix floor wall/gran: law hertz\n    options                     form sheet, ", blocks[0])
        # Beside LIGGGHTS' own models.
        text, blocks = self.said(FLOOR.format("dcm/hertz", "form sheet"), model="hertz tangential history")
        self.assertTrue(blocks[0].startswith("  fix floor wall/gran: law hertz\n"), text)
        text, blocks = self.said(FLOOR.format("hertz tangential history", ""))
        self.assertIn("  fix floor wall/gran: a model of LIGGGHTS' own\n", blocks[0])

    def test_a_wall_that_goes_by_something_else(self):
        """A word that pair_style has and the wall has not is forgotten more often than meant."""
        found = self.warnings(FLOOR.format("dcm/hertz-mindlin", "form sheet") + "run 1")
        self.assertEqual(len(found), 1)
        self.assertIn("the wall has form sheet, but pairs have form consistent: ", found[0])
        found = self.warnings(FLOOR.format("dcm/hertz", "form consistent"))
        self.assertIn("the wall has the law 'hertz', but pairs have the law 'hertz-mindlin'", found[0])
        self.assertEqual(self.warnings(FLOOR.format("dcm/hertz-mindlin", "form consistent attraction yes")), [])

    def test_a_property_that_is_misspelt(self):
        line = "fix e5 all property/global {} peratomtypepair 2 0.05 0.02 0.02 0.01\n"
        for name in ("coefficientRolingFriction", "coefficientrollingfriction", "rolling"):
            found = self.warnings(extra=line.format(name))
            self.assertEqual(found, [f"pair_style gran model dcm/hertz-mindlin: the law 'hertz-mindlin' reads no property '{name}' (fix e5): "
                                     "did you mean coefficientRollingFriction, which is not given?"])
        # Once, whatever runs and walls there are; a wall with another law has a word of its own.
        floor = FLOOR.format("dcm/hertz-mindlin", "form consistent")
        self.assertEqual(len(self.warnings(floor + "run 1\nrun 1", extra=line.format("rolling"))), 1)
        # Properties that other models of contacts read have no effect here.
        for name in ("cohesionEnergyDensity", "characteristicVelocity", "coefficientRollingViscousDamping"):
            self.assertEqual(self.warnings(floor, extra=line.format(name)), [
                f"pair_style gran model dcm/hertz-mindlin: the law 'hertz-mindlin' reads no property '{name}' (fix e5): models of LIGGGHTS' own read "
                "it, and here it has no effect"])
        # Properties that fixes read, properties given beside them, and right ones bring no warning.
        for name in ("k_finnie", "twisting"):
            self.assertEqual(self.warnings(extra=line.format(name)), [])
        self.assertEqual(self.warnings(values=host.STOCK_VALUES, extra=line.format("rolling")), [])

    def test_a_required_property_that_is_misspelt(self):
        values = {name: of for name, of in VALUES.items() if name != "young"}
        done = self.liggghts(DECK.format(model="dcm/hertz-mindlin", more="", properties=host.property_lines(values) +
                                         "fix y all property/global youngModulus peratomtype 5e6 5e6\n"))
        self.assertGreater(done.returncode, 0)
        self.assertIn("did you mean youngsModulus, which is not given?", done.stdout)
        self.assertIn("needs youngsModulus", done.stdout)

    def test_restart(self):
        self.said("write_restart state")
        deck = DECK.format(model="", more="", properties="read_restart state\nneighbor 0.001 bin\n" + host.property_lines(VALUES))
        lines = [line for line in deck.splitlines() if not line.startswith(("region", "create", "set", "pair"))]
        done = self.succeeds("\n".join(lines) + "\n")
        self.assertIn("form consistent (from the restart file),", done.stdout)
