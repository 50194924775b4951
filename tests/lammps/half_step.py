# SPDX-License-Identifier: MIT
"""Velocities of the half step at positions of the whole step: contacts that turn while they last."""

import math
import os

import decks
import host
from three_grains import rigid_angle

EXAMPLE = os.path.join(host.HERE, "..", "..", "examples", "three-grains", "in.three-grains")


class HalfStep(host.Case):

    def angle(self, form, ratio, dt):
        """At which the small of three grains leaves the two large ones, or None if it does not."""
        self.run_ok(EXAMPLE, form=form, ratio=ratio, dt=dt, picture="ppm")
        results = dict(map(str.split, self.text_of("three-grains.txt").splitlines()))
        return float(results["angle"]) if results["left"] == "1" else None

    def test_three_grains(self):
        for ratio in (3, 20, 100):
            rigid = rigid_angle(ratio)
            coarse, fine = (self.angle("consistent", ratio, dt) for dt in (1e-6, 1e-7))
            self.assertIsNotNone(coarse, f"size ratio {ratio}: the grain stays")
            self.assertIsNotNone(fine, f"size ratio {ratio}: the grain stays")
            self.assertLess(abs(coarse - fine), 0.1, f"size ratio {ratio}")
            print(f"size ratio {ratio}: {coarse}, {fine} degrees, a rigid grain {rigid:.2f}")
            self.assertLess(abs(fine - rigid), 0.1, f"size ratio {ratio}")
        # Where velocities are split with the normal of half a step later, the grain does not get away.
        self.assertIsNone(self.angle("sheet", 20, 1e-6))

    def doublet(self, form, dt):
        """Energy of motion of two grains that hold on to each other and turn freely about an axis at 45
        degrees from their normal, turn by turn."""
        radius, young, poisson, adhesion, rate = 0.001, 1e7, 0.25, 0.5, 200.0
        modulus, effective_radius = young / (2.0 * (1.0 - poisson**2)), 0.5 * radius
        # JKR's law at rest: (4/3) E* a^3/R* = sqrt(8 pi w E*) a^(3/2).
        a = (0.75 * effective_radius * math.sqrt(8.0 * math.pi * adhesion / modulus))**(2.0 / 3.0)
        overlap = a**2 / effective_radius - math.sqrt(2.0 * math.pi * adhesion * a / modulus)
        half = radius - 0.5 * overlap
        spin = rate * math.sqrt(0.5)
        turn = round(2.0 * math.pi / rate / dt)
        text = self.run_ok(decks.box(0.01) + f"""create_atoms 1 single 0 0 {-half:.17g}
create_atoms 1 single 0 0 {half:.17g}
set group all diameter {2 * radius} density 2500
set group all omega 0 {spin:.17g} {spin:.17g}
set atom 1 vx {-spin * half:.17g}
set atom 2 vx {spin * half:.17g}
pair_style dcm/jkr/exact form {form}
pair_coeff * * young {young} poisson {poisson} restitution 0.5 friction 0.5 &
    work_of_adhesion {adhesion}
neighbor 0.001 bin
timestep {dt}
fix 1 all nve/sphere
compute moving all ke
compute turning all erotate/sphere
variable energy equal c_moving+c_turning
""" + decks.table("v_energy", turn) + f"run {6 * turn}\n")
        energies = [energy for _, energy in self.thermo(text)]
        self.assertEqual(len(energies), 7)
        print(f"form {form}, dt {dt}: energy {energies[-1] / energies[1] - 1.0:+.2e} in five turns")
        return energies

    def test_doublet_keeps_its_energy(self):
        # In the first turn the damping takes away what the grains swing with, because the start is that of
        # grains at rest. From then on the two turn as one body.
        for dt in (1e-5, 5e-6):
            energies = self.doublet("consistent", dt)
            for energy in energies[2:]:
                self.assertLess(abs(energy / energies[1] - 1.0), 1e-5)
        # Form sheet shows what is avoided, of the first order in the step.
        gains = []
        for dt in (1e-5, 5e-6):
            energies = self.doublet("sheet", dt)
            gains.append(energies[-1] / energies[1] - 1.0)
        self.assertGreater(gains[0], 4e-3)
        self.assertAlmostEqual(gains[0] / gains[1], 2.0, places=1)
