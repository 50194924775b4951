# SPDX-License-Identifier: MIT
"""The chute of the demo, small: grains flow, none is lost, and no force comes from nowhere."""

import math
import os
import shutil

import host

CHUTE = os.path.join(host.HERE, "..", "..", "inputs", "chute")
ACCOUNT = """
compute total grains reduce sum fx fy fz
compute size grains reduce max fx fy fz
variable mass equal mass(grains)
thermo_style custom step v_mass c_total[1] c_total[2] c_total[3] f_still[1] f_still[2] f_still[3] c_size[1]
thermo_modify format float %.17g
run 0
"""


class Chute(host.Case):

    def flow(self, ranks):
        shutil.copy(os.path.join(CHUTE, "pair.dcm"), self.folder)
        with open(os.path.join(CHUTE, "in.chute")) as file:
            deck = file.read()
        text = self.run_ok(deck + ACCOUNT, ranks, style="dcm", nx=8, ny=6, nz=5, steps=8000,
                           picture="ppm")
        with open(os.path.join(self.folder, "chute.txt")) as file:
            results = dict(line.split() for line in file)
        lines = text.splitlines()
        last = max(i for i, line in enumerate(lines) if "v_mass" in line) + 1
        return results, [float(word) for word in lines[last].split()[1:]]

    def test_conserves(self):
        for ranks in (1, 2):
            results, (mass, *forces, size) = self.flow(ranks)
            self.assertEqual(int(results["grains"]), 4 * 8 * 6 * 5)
            self.assertGreater(float(results["mean_speed"]), 0.1)    # it flows
            self.assertGreater(float(results["coordination"]), 1.0)    # and is no gas
            # Contact forces on the grains, without gravity, are opposite to those on the base.
            angle = math.radians(24.0)
            gravity = (9.81 * math.sin(angle), 0.0, -9.81 * math.cos(angle))
            for c in range(3):
                on_grains = forces[c] - mass * gravity[c]
                on_base = forces[3 + c]
                self.assertLess(abs(on_grains + on_base), 1e-10 * size, f"{ranks} ranks")
            self.assertGreater(abs(forces[5]), 0.1 * mass * 9.81)    # the base carries them
