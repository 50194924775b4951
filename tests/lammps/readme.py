# SPDX-License-Identifier: MIT
"""The first input of docs/install.md runs as it stands, and does what the page says."""

import math
import os
import re

import host

PAGE = os.path.join(host.HERE, "..", "..", "docs", "install.md")


class FirstInput(host.Case):

    def test_input(self):
        with open(PAGE, encoding="utf-8") as file:
            text = file.read()
        told = re.search(r"weight, −([\d.]+)\.", text)[1]
        decks = [block for block in re.findall(r"^```\n(.*?)^```", text, re.M | re.S) if "\nrun " in block]
        self.assertEqual(len(decks), 1)
        self.assertLessEqual(decks[0].count("\n"), 20)
        for ranks in (1, 2):
            said = self.run_ok(decks[0], ranks)
            self.assertNotIn("WARNING", said)
            step, atoms, energy, force = re.findall(r"^ *(\d+) +(\d+) +(\S+) +(-\S+) *$", said, re.M)[-1]
            self.assertEqual((step, atoms), ("30000", "225"))
            weight = 225 * math.pi / 6.0 * 0.005**3 * 2500.0 * 9.81
            self.assertEqual(told, f"{weight:.3f}")
            self.assertLess(abs(-float(force) / weight - 1.0), 1e-3)
            self.assertLess(float(energy), 1e-9 * weight)    # they rest
