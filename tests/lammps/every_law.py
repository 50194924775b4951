# SPDX-License-Identifier: MIT
"""Every law, between grains and at walls: the same on four ranks with newton on as on one with newton off, by either loop, and after a restart."""

import os
import subprocess

import decks
import host
from asked import LAWS, Asked

BEGIN = decks.begin(newton="{newton}", more="{processors}\n") + """read_data packing.data
change_box all boundary p p s
{quantities}
{values}
{pair}
"""
AGAIN = decks.go_on("half.restart", "{newton}") + "{quantities}\n"
RUN = """neighbor 0.0002 bin
{timestep}
fix move all nve/sphere
region lid plane 0 0 {lid} 0 0 -1
fix floor all wall/dcm 1 zplane -0.0014 NULL {at_wall}
fix lid all wall/dcm/region 2 lid {at_wall}
""" + decks.table("f_floor[3] f_lid[3]", 0) + "{runs}\n" + decks.write("{out}", decks.UNWRAPPED + " {more}")
# Many grains change ranks between the halves.
HALVES = "run 60\nwrite_restart half.restart\n{balance}\nrun 40"


class EveryLaw(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def run_law(self, law, ranks=1, newton="off", again=False, loop="blocks"):
        asked = Asked(law, f"loop {loop}")
        parts = {
            "newton": newton,
            "quantities": asked.properties,
            "values": asked.values,
            "pair": asked.pair,
            "timestep": "" if again else "timestep 2e-6",
            "lid": 0.0188,
            "at_wall": asked.at_wall,
            "processors": "processors 2 2 1" if ranks == 4 else "",
            "runs": "run 40" if again else HALVES.format(balance="balance 1.0 x 0.3 y 0.65" if ranks == 4 else ""),
            "out": "again" if again else "whole",
            "more": asked.names,
        }
        text = self.run_ok(((AGAIN if again else BEGIN) + RUN).format(**parts), ranks)
        return self.read(parts["out"]), self.thermo(text)[-1][1:3]

    def test_all_are_here(self):
        listed = subprocess.run([os.environ["DCM_DRIVER"], "list"], text=True, stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(sorted(LAWS), sorted(line.split()[0] for line in listed.splitlines() if line.strip()))

    def test_every_law(self):
        for law in LAWS:
            with self.subTest(law=law):
                whole, walls = self.run_law(law)
                again, walls_again = self.run_law(law, again=True)
                self.assertTrue(whole == again and walls == walls_again, "after a restart")    # a list of differences would take minutes
                # Both walls are pushed outwards.
                self.assertLess(walls[0], 0.0)
                self.assertGreater(walls[1], 0.0)
                self.assertGreater(max(abs(row[c]) for row in whole.values() for c in host.TORQUE), 0.0)
                # Looked at one by one.
                plain, walls_plain = self.run_law(law, loop="plain")
                self.assertTrue(whole == plain and walls == walls_plain, "by the plain loop")
                width = len(next(iter(whole.values())))
                other, walls_other = self.run_law(law, 4, "on")
                self.assert_same(whole, other, 1e-11, "4 ranks", (*host.EVERYTHING, *((c,) for c in range(15, width))))
                for one, two in zip(walls, walls_other):
                    self.assertLess(abs(one - two), 1e-11 * max(map(abs, walls)))
