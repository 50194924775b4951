# SPDX-License-Identifier: MIT
"""A law of one's own, compiled by the line at its head and loaded by its path."""

import os
import subprocess

import host

ROOT = os.path.join(host.HERE, "..", "..")
SOURCE = os.path.join(ROOT, "examples", "own-law", "viscous.c")


class OwnLaw(host.Case):

    def test_head_on(self):
        subprocess.run(["cc", "-std=c11", "-O3", "-fPIC", "-shared", "-I", os.path.join(ROOT, "abi"),
                        "-o", os.path.join(self.folder, "viscous.so"), SOURCE, "-lm"], check=True)
        stiffness = 2e3
        self.write("pair.own", "pair_style dcm viscous library ./viscous.so\n"
                   f"pair_coeff * * stiffness {stiffness} damping 0 friction 0\n")
        self.run_ok("in.two_spheres", pair="pair.own", out="own", every=1)
        frames = self.frames("own")
        # A linear spring: half a period long, pi sqrt(m/k), and elastic.
        pushed = [step for step, frame in frames.items() if frame[1][host.FORCE[0]] != 0.0]
        volume = 4.0 / 3.0 * 3.141592653589793
        masses = [volume * 0.005**3 * 2500.0, volume * 0.003**3 * 4000.0]
        mass = masses[0] * masses[1] / sum(masses)
        expected = 3.141592653589793 * (mass / stiffness)**0.5
        self.assertLess(abs(len(pushed) * 1e-6 / expected - 1.0), 2e-3)
        last = frames[max(frames)]
        self.assertLess(abs((last[2][3] - last[1][3]) / 1.3 - 1.0), 1e-4)
