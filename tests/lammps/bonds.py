# SPDX-License-Identifier: MIT
"""Law bond: a beam of grains bends as a beam, and breaks. On other ranks and from a restart: every_law.py."""

import math

import decks
import host

RADIUS, YOUNG, RATIO, BONDS, LOAD = 1e-3, 1e7, 2.5, 10, 5e-5
GRAINS = "".join(f"create_atoms 1 single {2 * RADIUS * i} 0 0\n" for i in range(BONDS + 1))
BEAM = decks.box("-0.01 0.03 -0.01 0.01 -0.01 0.01", newton="on", boundary="f f f") + GRAINS + f"""set type 1 diameter {2 * RADIUS} density 2500
pair_style dcm/bond
pair_coeff * * kn 1e3 restitution 0.5 friction 0.5 bond_young {YOUNG} bond_ratio {RATIO} tensile_strength {{strength}} &
  shear_strength 1e7 bond_damping 0.3
neighbor 0.001 bin
timestep 2e-6
group root id 1
group tip id {BONDS + 1}
group free subtract all root
fix 1 free nve/sphere
fix 2 free viscous 7e-3
fix 3 tip addforce 0 {LOAD} 0
""" + decks.dump(25000, "beam.out", "id x y") + "run 25000\n"


class Bonds(host.Case):

    def test_beam_bends(self):
        self.run_ok(BEAM.format(strength=1e6))
        end = self.frames("beam.out")[25000]
        area = math.pi * RADIUS**2
        inertia = area * RADIUS**2 / 4
        length = 2 * RADIUS * BONDS
        euler = LOAD * length**3 / (3 * YOUNG * inertia)
        # The bending of hinges that stand in the middle between grains, and shear.
        hinges = euler * (1 - 0.25 / BONDS**2) + LOAD * length * RATIO / (YOUNG * area)
        self.assertAlmostEqual(end[BONDS + 1][1] / hinges, 1.0, delta=1e-4)
        self.assertAlmostEqual(end[BONDS + 1][1] / euler, 1.0, delta=1e-2)

    def test_beam_breaks(self):
        # The stress at the rim is largest at the root, M R/I with the moment of the load in the middle of the first bond.
        moment = LOAD * RADIUS * (2 * BONDS - 1)
        stress = moment * RADIUS / (math.pi * RADIUS**4 / 4)
        for share, whole in ((1.1, True), (0.9, False)):
            self.run_ok(BEAM.format(strength=share * stress))
            end = self.frames("beam.out")[25000]
            self.assertEqual(end[BONDS + 1][1] < 2e-5, whole)
