# SPDX-License-Identifier: MIT
"""The input of scripts/demo --host liggghts, in small."""

import glob
import os
import shutil

import host

INPUTS = os.path.join(host.HERE, "..", "..", "inputs", "hopper")


class Hopper(host.Case):

    def test_results(self):
        for path in glob.glob(os.path.join(INPUTS, "*")):
            shutil.copy(path, self.folder)
        with open(os.path.join(INPUTS, "in.hopper")) as file:
            deck = file.read()
        for style, executable in (("dcm", host.LAUNCHER), ("builtin", host.STOCK)):
            small = f"variable style string {style}\nvariable out string {style}\nvariable steps string 2500\nvariable grains string 500\n"
            self.run_ok(small + deck, ranks=2, executable=executable)
            with open(os.path.join(self.folder, style + ".txt")) as file:
                told = dict(line.split() for line in file)
            self.assertEqual(told["grains"], "500")
            self.assertTrue(300 < float(told["left"]) < 500, told)    # some have left
            self.assertGreater(float(told["kinetic_energy"]), 0.0)
            with open(os.path.join(self.folder, style + ".jpg"), "rb") as file:
                self.assertEqual(file.read(2), b"\xff\xd8")
