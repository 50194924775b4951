# SPDX-License-Identifier: MIT
"""A packing on one rank and on several, with newton on and off, gives the same numbers."""

import math
import os
import re
import unittest.mock

import host

PAIR = """pair_style dcm/hertz/mindlin form {form}
pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling 0.01
pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2 rolling 0.02
pair_coeff 1 2 restitution 0.7
"""


class Invariance(host.Case):

    def setUp(self):
        super().setUp()
        self.run_ok("in.make_packing")
        for form in ("sheet", "consistent"):
            self.write("pair." + form, PAIR.format(form=form))

    def settle(self, form, ranks, newton, **variables):
        out = f"dump.{form}.{ranks}.{newton}"
        text = self.run_ok("in.packing", ranks, pair="pair." + form, newton=newton, out=out, steps=100,
                           **variables)
        self.assertGreater(int(re.search(r"Neighbor list builds = (\d+)", text)[1]), 1)
        return self.read(out)

    def test_ranks_and_newton(self):
        # Steps enough for the lists to be rebuilt and for grains to change ranks. Sums of forces are
        # added in another order; what that changes in the last digit grows with every collision, but
        # not beyond 1e-12 so early.
        for form in ("sheet", "consistent"):
            reference = self.settle(form, 1, "off")
            self.assertGreater(max(abs(row[c]) for row in reference.values() for c in host.TORQUE), 0)
            for ranks, newton in ((1, "on"), (2, "off"), (2, "on"), (4, "on")):
                other = self.settle(form, ranks, newton)
                for columns in host.EVERYTHING:
                    self.assertLess(self.difference(reference, other, columns), 1e-12,
                                    f"form {form}, {ranks} ranks, newton {newton}")

    def test_twice_the_same(self):
        first = self.settle("sheet", 1, "off")
        second = self.settle("sheet", 1, "off")
        self.assertEqual(first, second)    # to the last bit

    def test_instruction_sets(self):
        # The best that this processor has, and what every processor has: the same to the last bit.
        best = self.settle("consistent", 1, "off")
        with unittest.mock.patch.dict(os.environ, DCM_ISA="baseline"):
            self.assertEqual(best, self.settle("consistent", 1, "off"))

    def test_momentum_is_kept(self):
        self.settle("sheet", 2, "on", period=50)
        frames = self.frames("dump.sheet.2.on")
        # All forces on all grains add up to nothing, as their momenta go on to do.
        for frame in frames.values():
            for c in host.FORCE:
                total = math.fsum(row[c] for row in frame.values())
                self.assertLess(abs(total), 1e-13 * sum(abs(row[c]) for row in frame.values()))
