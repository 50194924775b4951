# SPDX-License-Identifier: MIT
"""compute pair/local: what single() tells of each contact. That asking changes nothing: drop_in_output.py."""

import math
import os
import re
import unittest

import decks
import host

PAIR = """pair_style dcm/hertz/mindlin form {form}
pair_coeff * * young 5e6 poisson 0.25 restitution {restitution} friction {friction}
"""
# Columns of the local dump.
ID1, ID2, DIST, FORCE, P1 = 0, 1, 2, 3, 4
LOCAL = """compute ids all property/local patom1 patom2
compute contacts all pair/local dist force p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 p13 p14 p15 p24 p25 p26
""" + decks.local("c_ids[1] c_ids[2] c_contacts[*]", "${period}", "local.out")


class Single(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def contacts(self, step):
        return [row[1:] for row in self.frames("local.out")[step].values() if row[1 + FORCE] != 0.0]

    def run_packing(self, form, restitution, friction, newton="off", **variables):
        self.write("pair.dcm", PAIR.format(form=form, restitution=restitution, friction=friction))
        self.write("local", LOCAL)
        self.run_ok("in.packing", pair="pair.dcm", extra="local", newton=newton, **variables)

    def assert_adds_up(self, step):
        """Contacts of a frame add up to the forces on the atoms in it."""
        atoms = self.frames("dump.out")[step]
        total = {atom: [0.0] * 3 for atom in atoms}
        rows = self.contacts(step)
        self.assertGreater(len(rows), 100)
        for row in rows:
            one, other = int(row[ID1]), int(row[ID2])
            for c in range(3):
                d = atoms[one][c] - atoms[other][c]
                length = (0.0029 * (6, 5, 7)[c])
                d -= length * round(d / length)
                f = row[FORCE] * d / row[DIST] + row[P1 + c]
                total[one][c] += f
                total[other][c] -= f
        self.assert_same(total, {atom: row[9:12] for atom, row in atoms.items()}, 1e-10, columns=[range(3)])

    def test_adds_up_at_the_start(self):
        # Nothing has moved: forces and output see the same velocities, damping included.
        for form in ("sheet", "consistent"):
            for newton in ("off", "on"):
                self.run_packing(form, 0.5, 0.5, newton, steps=0, period=1)
                self.assert_adds_up(0)

    def test_adds_up_in_a_run_without_damping(self):
        # In a run the forces see velocities half a step earlier than outputs do. Without damping
        # neither matters, and history is all there is to the tangential force.
        for form in ("sheet", "consistent"):
            self.run_packing(form, 1.0, 0.5, steps=100, period=100)
            self.assert_adds_up(100)

    @unittest.skipIf(host.IN_2021, "pair_style zero asks for no full list here")
    def test_seen_from_either_side(self):
        # Where a style wants a full list, the host makes the one of the compute from it: pairs of which the first
        # has the lower index, while in ours it has the lower bin. Without ghosts, whose pairs it then takes from
        # other images. Columns in an overlay are those of the last style of a pair.
        style, coefficients = PAIR.format(form="consistent", restitution=1.0, friction=0.5).split("\n", 1)
        self.write("pair.dcm", style.replace("pair_style", "pair_style hybrid/overlay zero 0.004 full") +
                   "\npair_coeff * * zero\n" + coefficients.replace("* *", "* * dcm/hertz/mindlin"))
        head, atoms, tail = re.split(r"(?<=Atoms # sphere\n\n)|(?=\n\nVelocities)", self.text_of("packing.data"))
        self.write("packing.data", head + "\n".join(reversed(atoms.split("\n"))) + tail)
        self.write("local", "atom_modify sort 0 0\nset group all image 0 0 0\nchange_box all boundary s s s\n" + LOCAL)
        self.run_ok("in.packing", pair="pair.dcm", extra="local", newton="on", steps=100, period=100)
        self.assert_adds_up(100)

    def test_columns(self):
        self.run_packing("sheet", 1.0, 1000.0, steps=50, period=50)
        young, poisson = 5e6, 0.25
        g_star = young / (2.0 * (1.0 + poisson)) / (2.0 * (2.0 - poisson))
        e_star = young / (2.0 * (1.0 - poisson**2))
        rows = self.contacts(50)
        for row in rows:
            p = row[P1:]
            size, fn, overlap = p[3], p[10], p[11]
            self.assertAlmostEqual(math.hypot(*p[0:3]) / size, 1.0, places=12)
            self.assertAlmostEqual(row[FORCE] / fn, 1.0, places=12)    # positive pushes apart
            self.assertGreater(overlap, 0.0)
            # Sticking, so the force is 8 G* a times the stretch in the history; Hertz' force is 4/3 E* a xi.
            radius = 0.75 * fn / (e_star * overlap)
            for c in range(3):
                self.assertAlmostEqual(p[c] / size, 8.0 * g_star * radius * p[15 + c] / size, places=10)
            # Relative velocities: normal along the line of centres, tangential across.
            normal, tangential = p[4:7], p[7:10]
            dot = sum(a * b for a, b in zip(normal, tangential))
            self.assertLess(abs(dot), 1e-10 * max(1e-30, math.hypot(*normal) * math.hypot(*tangential)) + 1e-18)
            # The moment of the tangential force, with the radius as arm, is across both.
            self.assertLess(abs(sum(a * b for a, b in zip(p[12:15], p[0:3]))), 1e-12 * math.hypot(*p[12:15]) * size)
            self.assertIn(round(math.hypot(*p[12:15]) / size, 9), (0.0015, 0.0016))
