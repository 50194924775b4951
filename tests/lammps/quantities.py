# SPDX-License-Identifier: MIT
"""Quantities of atoms that a law reads, sums and changes, what it tells of contacts, and contacts that begin at a distance."""

import os

import decks
import host

PROPERTIES = """fix of_atoms all property/atom d_warmth d_flux d_liquid ghost yes
variable warmth atom 300+1e4*x-2e4*y
variable liquid atom 1+sin(1e3*x)
set group all d_warmth v_warmth
set group all d_liquid v_liquid
"""
STYLE = f"pair_style dcm exchange library '{os.path.join(host.LAWS, 'exchange.so')}' {{loop}}" + """
pair_coeff * * stiffness 100 conductance 0.5 permeability 100 gap {gap}
"""
OUTPUT = decks.dump(50, "atoms.out", "id d_warmth d_flux d_liquid mass", "q") + "compute ids all property/local patom1 patom2\n" \
    "compute contacts all pair/local force p16 p17 p18 p19\n" + decks.local("c_ids[1] c_ids[2] c_contacts[*]", 50, "local.out")
WARMTH, FLUX, LIQUID, MASS = range(4)

PAIR_OF_TWO = decks.box("0 0.1 0 0.02 0 0.02", newton="on", boundary="p p f") + """create_atoms 1 single 0.03 0.01 0.01
create_atoms 1 single 0.07 0.01 0.01
set type 1 diameter 0.01 density 2500
"""


class Quantities(host.Case):

    def test_sums_are_those_of_the_contacts(self):
        # Outputs of each contact tell what it adds; the quantities that are read do not change. liquid.py and every_law.py have ways and ranks.
        self.made("packing.data", "in.make_packing")
        self.write("pair", PROPERTIES + STYLE.format(loop="", gap="1e-4"))
        self.write("extra", OUTPUT)
        self.run_ok("in.packing", pair="pair", extra="extra", steps=100)
        frames = self.frames("atoms.out")
        for step in (0, 50, 100):
            atoms = frames[step]
            flux = dict.fromkeys(atoms, 0.0)
            contacts = 0
            for row in self.frames("local.out")[step].values():
                one, other, force, drop, mass, id_1, id_2 = row[1:] if len(row) == 8 else row
                if force == 0.0:
                    continue
                contacts += 1
                self.assertEqual((one, other), (id_1, id_2))
                self.assertAlmostEqual(mass, atoms[int(one)][MASS], delta=1e-16)
                self.assertAlmostEqual(drop, atoms[int(other)][WARMTH] - atoms[int(one)][WARMTH], delta=1e-9)
                flux[int(one)] += 0.5 * drop
                flux[int(other)] -= 0.5 * drop
            self.assertGreater(contacts, 100)
            largest = max(map(abs, flux.values()))
            for atom, value in flux.items():
                self.assertLess(abs(value - atoms[atom][FLUX]), 1e-12 * largest, f"step {step}, atom {atom}")
                self.assertEqual(atoms[atom][WARMTH], frames[0][atom][WARMTH])
        before, after = ([atoms[i][LIQUID] for i in sorted(atoms)] for atoms in (frames[0], frames[100]))
        self.assertGreater(max(abs(a - b) for a, b in zip(before, after)), 1e-3)
        self.assertLess(abs(sum(before) - sum(after)), 1e-12 * sum(map(abs, before)))

    def test_contacts_begin_at_a_distance(self):
        # Two grains meet head-on, from four diameters: the spring begins at the gap, which is larger than the skin.
        deck = PAIR_OF_TWO + PROPERTIES + STYLE.format(loop="", gap="0.004") + """neighbor 0.001 bin
velocity all set 0 0 0
group one id 1
velocity one set 1 0 0
fix 1 all nve/sphere
timestep 1e-6
""" + decks.dump(100, "two.out", "id x fx") + "run 40000\n"
        self.run_ok(deck)
        begun = 0
        for atoms in self.frames("two.out").values():
            gap = atoms[2][0] - atoms[1][0] - 0.01
            expected = 100.0 * (0.004 - gap) if gap < 0.004 else 0.0
            self.assertAlmostEqual(atoms[2][1], expected, delta=1e-9)
            begun += expected > 0.0
        self.assertGreater(begun, 10)

    def test_walls_have_quantities(self):
        # A grain on a wall: what flows goes with what the wall has, or the law's default is.
        for given, warmth in (("quantity warmth 20", 20.0), ("", 7.0)):
            deck = PAIR_OF_TWO + PROPERTIES + STYLE.format(loop="", gap="0.001") + f"""neighbor 0.002 bin
set type 1 d_warmth 300
set type 1 d_liquid 3
fix wall all wall/dcm 1 zplane 0.0045 NULL {given}
fix 1 all nve/sphere
timestep 0
""" + decks.table("f_wall[*]") + decks.dump(1, "wall.out", "id d_flux d_liquid") + "run 1\n"
            text = self.run_ok(deck)
            for atoms in self.frames("wall.out").values():
                for row in atoms.values():
                    self.assertAlmostEqual(row[0], 0.5 * (warmth - 300.0), delta=1e-12)
                    self.assertEqual(row[1], 3.0)
            self.assertAlmostEqual(self.thermo(text)[-1][5], 2 * 0.5 * (300.0 - warmth), delta=1e-12)

    def test_refuses(self):
        start = PAIR_OF_TWO + STYLE.format(loop="", gap="0.001")
        self.run_fails(start + "run 0\n", "the law 'exchange' reads the quantity 'warmth' of each atom",
                       "add 'fix ID all property/atom d_warmth'")
        self.run_fails(PAIR_OF_TWO + "fix q all property/atom i_warmth d_flux d_liquid\n" +
                       STYLE.format(loop="", gap="0.001") + "run 0\n", "reads the quantity 'warmth' of each atom")
        with_all = PAIR_OF_TWO + PROPERTIES + STYLE.format(loop="", gap="0.001")
        for keyword, *parts in (("quantity warmth", "needs the name of a quantity"),
                                ("quantity flux 3", "the wall cannot have the quantity 'flux'", "reads warmth, liquid"),
                                ("quantity mass 3", "the wall cannot have the quantity 'mass'"),
                                ("quantity id 3", "the wall cannot have the quantity 'id'"),
                                ("quantity colour 3", "the wall cannot have the quantity 'colour'")):
            self.run_fails(with_all + f"fix wall all wall/dcm 1 zplane 0.0 NULL {keyword}\nrun 0\n", *parts)
