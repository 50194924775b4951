# SPDX-License-Identifier: MIT
"""Law bond: a beam of grains bends as a beam, bonds are the same on every rank and go on from a restart."""

import math

import decks
import host

RADIUS, YOUNG, RATIO, BONDS, LOAD = 1e-3, 1e7, 2.5, 10, 5e-5
BEAM = decks.box("-0.01 0.03 -0.01 0.01 -0.01 0.01", newton="on", boundary="f f f") + "".join(f"create_atoms 1 single {2 * RADIUS * i} 0 0\n" for i in range(BONDS + 1)) + f"""set type 1 diameter {2 * RADIUS} density 2500
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
PACKED = """pair_style dcm/bond bond_walls no
pair_coeff * * kn 1e3 restitution 0.5 friction 0.3 bond_young 1e7 tensile_strength 3e4 shear_strength 3e4 strength_scatter 0.3
"""
LOCAL = "compute ids all property/local patom1 patom2\ncompute bonds all pair/local p28\n" + decks.local("c_ids[1] c_ids[2] c_bonds", 50, "local.out")


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

    def test_ranks_have_the_same_bonds(self):
        self.made("packing.data", "in.make_packing")
        self.write("pair", PACKED)
        self.write("extra", LOCAL)
        seen = []
        for ranks, newton in ((1, "off"), (2, "on"), (4, "off"), (4, "on")):
            self.run_ok("in.packing", ranks, pair="pair", extra="extra", newton=newton, steps=100)
            bonds = {}
            for row in self.frames("local.out")[100].values():
                one, other, whole = row[-3:]
                bonds[min(one, other), max(one, other)] = whole
            seen.append(bonds)
        first = seen[0]
        self.assertGreater(sum(1 for whole in first.values() if whole), 50)
        self.assertGreater(sum(1 for whole in first.values() if not whole), 50)
        for bonds in seen[1:]:
            self.assertEqual(bonds, first)
