# SPDX-License-Identifier: MIT
"""Charges: a quantity that the host's own atoms have, by the law of examples/own-law/charged.c; and defaults of laws, which are in SI,
in the units of the host."""

import math
import os
import re
import subprocess

import decks
import host

ROOT = os.path.join(host.HERE, "..", "..")
EXAMPLES = os.path.join(ROOT, "examples", "own-law")
PERMITTIVITY = 8.8541878188e-12
CONDUCTANCE = 1e-9
RADII = (0.005, 0.003)
CHARGE = 1e-12
STEP = 1e-5
STEPS = 40
# Systems of units: mass, length, time and charge in SI.
STATCOULOMB = 0.1 / 299792458.0
UNITS = {"si": (1.0, 1.0, 1.0, 1.0), "cgs": (1e-3, 1e-2, 1.0, STATCOULOMB), "micro": (1e-15, 1e-6, 1e-6, 1e-12),
         "nano": (1e-21, 1e-9, 1e-9, 1.602176634e-19)}


def two_grains(units="si", style="hybrid sphere charge", more="", law="", coeff="", field="q", walls=""):
    """Two that touch and are held; the first has the charge."""
    mass, length, time, charge = UNITS.get(units, UNITS["si"])
    conductance = CONDUCTANCE * mass * length**2 / time / charge**2
    distance = 0.99 * sum(RADII) / length
    box = 0.1 / length
    return decks.box(f"{-box!r} {box!r} {-box!r} {box!r} {-box!r} {box!r}", types=2, atoms=style, units=units, newton="on", boundary="f f f") + f"""create_atoms 1 single 0 0 0
create_atoms 2 single {distance!r} 0 0
set type 1 diameter {2 * RADII[0] / length!r} density {2500 * length**3 / mass!r}
set type 2 diameter {2 * RADII[1] / length!r} density {2500 * length**3 / mass!r}
{more.format(charge=repr(CHARGE / charge))}
pair_style dcm charged library ./charged.so {law}
pair_coeff * * stiffness {1000 / mass * time**2!r} damping 0 {coeff or f'conductance {conductance!r}'}
{walls}
neighbor {0.001 / length!r} bin
timestep {STEP / time!r}
""" + decks.dump(STEPS, "q.out", f"id {field}") + f"run {STEPS}\n"


OWN_CHARGES = "set type 1 charge {charge}\nset type 2 charge 0\n"


def expected():
    """The charge that the first grain has left, by the difference of potentials that falls exponentially."""
    effective = 1 / (1 / RADII[0] + 1 / RADII[1])
    capacity = 4 * math.pi * PERMITTIVITY * effective
    return CHARGE * (1 - effective / RADII[0] * (1 - math.exp(-CONDUCTANCE * STEP * STEPS / capacity)))


class Charges(host.Case):

    def setUp(self):
        super().setUp()
        subprocess.run(["cc", "-std=c11", "-O3", "-fPIC", "-shared", "-I", os.path.join(ROOT, "abi"),
                        "-o", os.path.join(self.folder, "charged.so"), os.path.join(EXAMPLES, "charged.c"), "-lm"], check=True)

    def last(self, deck, ranks=1):
        text = self.run_ok(deck, ranks)
        return [row[0] for _, row in sorted(self.frames("q.out")[STEPS].items())], text

    def test_charges_of_atoms_in_each_units(self):
        # Nobody gives the permittivity.
        self.assertTrue(0.5 * CHARGE < expected() < 0.9 * CHARGE)
        for units, (mass, length, time, charge) in UNITS.items():
            (left, gone), text = self.last(two_grains(units, more=OWN_CHARGES))
            self.assertLess(abs(left * charge / expected() - 1), 1e-9, units)
            self.assertLess(abs((left + gone) * charge / CHARGE - 1), 1e-14, units)
            told = float(re.search(r"by default +permittivity (\S+)", text)[1])
            self.assertLess(abs(told * charge**2 * time**2 / mass / length**3 / PERMITTIVITY - 1), 1e-5, units)

    def test_units_behind_the_pair_style(self):
        deck = two_grains("micro", more=OWN_CHARGES)
        style = re.search(r"^pair_style .*\n", deck, re.M)[0]
        (left, _), _ = self.last(style + deck.replace(style, ""))
        self.assertLess(abs(left * UNITS["micro"][3] / expected() - 1), 1e-9)

    def test_a_property_of_the_user_comes_first(self):
        more = "fix f all property/atom d_charge ghost yes\nset type 1 d_charge {charge}\nset type 2 d_charge 0\n"
        for style, own in (("sphere", ""), ("hybrid sphere charge", "set group all charge 5\n")):
            (left, _), _ = self.last(two_grains(style=style, more=more + own, field="d_charge" + (" q" if own else "")))
            self.assertLess(abs(left / expected() - 1), 1e-9)
            if own:
                self.assertEqual([row[1] for row in self.frames("q.out")[STEPS].values()], [5.0, 5.0])

    def test_no_charges(self):
        self.run_fails(two_grains(style="sphere", more="", field="type"),
                       "pair_style dcm: the law 'charged' changes the quantity 'charge' of each atom (electric charge), but the atoms do not "
                       "have this quantity: use atoms with charges, as 'atom_style hybrid sphere charge' makes them, or add 'fix ID all "
                       "property/atom d_charge' before this command, and give the values with 'set' or in the data file")

    def test_units_that_have_no_size(self):
        given = dict(more=OWN_CHARGES, coeff="conductance 1")
        self.run_fails(two_grains("lj", **given),
                       "the law 'charged' needs permittivity for the whole law; not given: permittivity (permittivity of what is around the "
                       "grains, kg^-1 m^-3 s^4 A^2 units, per law, required: the default, 8.85419e-12 kg^-1 m^-3 s^4 A^2, does not hold in "
                       "units lj)")
        self.run_ok(two_grains("lj", law="permittivity 0.08", **given))
        # A wall may have the law's value of a quantity.
        exchange = f"law exchange library '{host.LAWS}/exchange.so' {{}} coeff * * stiffness 1 conductance 0 permeability 0 gap 0"
        more = OWN_CHARGES + "fix p all property/atom d_warmth d_flux d_liquid ghost yes\n"
        for words, ends in (("", self.run_fails), ("quantity warmth 3", self.run_ok)):
            wall = "fix w all wall/dcm 1 zplane -0.004 NULL " + exchange.format(words)
            parts = () if words else ("the wall needs the quantity 'warmth' (of the test): the default of the law 'exchange', 7 K, does not "
                                      "hold in units lj; write 'quantity warmth <number>'",)
            ends(two_grains("lj", law="permittivity 0.08", walls=wall, more=more, coeff="conductance 1"), *parts)

    def test_walls_are_earth(self):
        # The grain loses its charge as through a resistor; other units change nothing, nor does a law that the wall alone has.
        capacity = 4 * math.pi * PERMITTIVITY * RADII[0]
        for units, (_, length, _, charge) in UNITS.items():
            wall = f"fix w all wall/dcm 1 zplane {-0.99 * RADII[0] / length!r} NULL"
            deck = two_grains(units, more=OWN_CHARGES + "group two type 2\ndelete_atoms group two compress no\n", walls=wall)
            style, coeff = re.search(r"^pair_style .*\n", deck, re.M)[0], re.search(r"^pair_coeff \* \* (.*)\n", deck, re.M)
            own = deck.replace(style, "pair_style dcm/hooke\n").replace(coeff[0], "pair_coeff * * kn 1 gamma_n 0 friction 0\n")
            own = own.replace(wall, f"{wall} law charged library ./charged.so coeff * * {coeff[1]}")
            for variant in (deck, own):
                (left,), _ = self.last(variant)
                self.assertLess(abs(left * charge / CHARGE / math.exp(-CONDUCTANCE * STEP * STEPS / capacity) - 1), 1e-9, units)

    def test_example(self):
        # Grains that fall on earth lose their charge, the same on two ranks.
        for ranks in (1, 2):
            text = self.run_ok(os.path.join(EXAMPLES, "in.charged"), ranks, steps=6000)
            rows = [(int(atoms), float(charge)) for atoms, charge in re.findall(r"^ *\d+ +(\d+) +\S+ +(\S+) *$", text, re.M)]
            charges = [charge for _, charge in rows]
            self.assertEqual(len(charges), 4)
            self.assertGreater(rows[0][0], 50)
            self.assertAlmostEqual(charges[0], rows[0][0] * 1e-12, delta=1e-18)
            self.assertGreater(charges[0], 1.1 * charges[2])
            self.assertGreater(charges[2], charges[3])
            self.assertGreater(charges[3], 0)
            if ranks == 1:
                first = charges
            self.assertLess(abs(charges[3] / first[3] - 1), 1e-2)
