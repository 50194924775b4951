# SPDX-License-Identifier: MIT
"""Grains at rest under a law that lets them creep: the user is told, once, and nobody else is."""

import decks
import host

DECK = decks.begin(newton="{newton}", boundary="p p f") + """lattice sc {spacing}
region box block 0 3 0 3 -0.5 6 units lattice
create_box 1 box
region grains block -0.1 2.9 -0.1 2.9 0.9 4.1 units lattice
create_atoms 1 region grains
set type 1 diameter 0.005 density 2500
displace_atoms all random 1e-4 1e-4 1e-4 4711 units box
pair_style {pair}
pair_coeff * * young 5e6 poisson 0.25 restitution 0.3 friction 0.5 {rolling}
fix floor all wall/dcm 1 zplane 0 NULL
neighbor 0.001 bin
timestep 2e-5
fix gravity all gravity {gravity}
fix motion all nve/sphere
{runs}
"""
SETTLE = "run 20000\nrun 30000"


class Creep(host.Case):

    def warnings(self, pair, rolling="rolling 0.1", ranks=1, gravity="9.81 vector 0 0 -1", runs=SETTLE, newton="off",
                 spacing=0.0055):
        done = self.succeeds(DECK.format(pair=pair, rolling=rolling, gravity=gravity, runs=runs, newton=newton, spacing=spacing), ranks)
        return [line for line in done.stdout.splitlines() if "WARNING" in line and "creep" in line]

    def test_is_told_once(self):
        for ranks, newton in ((1, "off"), (2, "off"), (2, "on")):
            told = self.warnings("dcm/hertz/mindlin form sheet", ranks=ranks, newton=newton)
            self.assertEqual(len(told), 1, told)
            self.assertIn("dcm: pair_style dcm: the grains have come to rest", told[0])
            self.assertIn("'form consistent' without 'rolling_model constant'", told[0])
        self.assertEqual(len(self.warnings("dcm/hertz/mindlin form consistent rolling_model constant")), 1)
        told = self.warnings("dcm/liggghts/hertz")
        self.assertEqual(len(told), 1, told)
        self.assertIn("hertz-mindlin in 'form consistent'", told[0])

    def test_springs_hold(self):
        self.assertEqual(self.warnings("dcm/hertz/mindlin"), [])    # in form consistent, the default
        self.assertEqual(self.warnings("dcm/hertz/mindlin form sheet", rolling="rolling 0"), [])

    def test_frozen_grains_do_not_count(self):
        # One of 36 moves on, and the others are frozen.
        runs = "unfix motion\ngroup moves id 36\nfix motion moves move linear 0 0 0.03 units box\ngroup still subtract all moves\n" \
            "fix still still freeze\nrun 12000"
        self.assertEqual(self.warnings("dcm/hertz/mindlin form sheet", gravity="0 vector 0 0 -1", spacing=0.0049, runs=runs), [])

    def test_not_at_rest(self):
        sheet = "dcm/hertz/mindlin form sheet"
        # Grains that wait in the air to fall; that slide down a slope; that are pushed again before they have rested for long.
        self.assertEqual(self.warnings(sheet, gravity="0 vector 0 0 -1"), [])
        self.assertEqual(self.warnings(sheet, gravity="9.81 vector 1 0 -1", runs="run 20000"), [])
        self.assertEqual(self.warnings(sheet, runs="run 7900" + "\nvelocity all set 0.1 0 0 sum yes units box\nrun 8000" * 5), [])
