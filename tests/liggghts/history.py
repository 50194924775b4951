# SPDX-License-Identifier: MIT
"""States of contacts on their way: into the next list of neighbours, to other ranks, through periodic boundaries."""

import math
import os
import random
import subprocess
import unittest

import host

DECK = host.BEGIN.replace("boundary f f f", "boundary p p p") + """
processors {grid}
read_data spheres
neighbor 0.0005 bin
neigh_modify delay 0 {lists}
{properties}
pair_style gran model dcm/{law}
pair_coeff * *
timestep 1e-6
fix move all nve/sphere
dump d all custom 500 dump.{out} """ + host.DUMP + """
dump_modify d sort id format "%d""" + 15 * " %.17g" + """"
{run}
"""


def block(side=4, seed=3):
    """A cubic lattice of pressed grains in a periodic box, shaken and drifting; contacts across all boundaries."""
    rng = random.Random(seed)
    radius, apart = 0.0025, 0.00498
    half = 0.5 * side * apart
    spheres = []
    for n in range(side**3):
        x = tuple((c + 0.5) * apart - half + rng.uniform(-2e-5, 2e-5) for c in (n % side, n // side % side, n // side**2))
        spheres.append((1 + n % 2, radius, 2500.0, x, tuple(drift + rng.uniform(-0.5, 0.5) for drift in (3.0, -2.0, 1.5)),
                        tuple(rng.uniform(-50, 50) for _ in range(3))))
    return spheres, half


class History(host.Case):

    def shake(self, out, law="hertz-mindlin", lists="", ranks=1, grid="* * *", run="run 1000"):
        spheres, half = block()
        self.write("spheres", host.data_file(spheres, half))
        # No rolling friction: where a spin passes through zero it amplifies rounding errors a million times.
        values = dict(host.STOCK_VALUES, surface_energy=(0.05, 0.1), rolling=(0.0, 0.0, 0.0))
        given = {p["name"]: values[p["name"]] for p in host.description(law)["parameters"]}
        self.run_ok(DECK.format(newton="off", law=law, out=out, lists=lists, grid=grid, run=run,
                                properties=host.property_lines(given)), ranks)
        return self.frames("dump." + out)

    def test_lists_do_not_matter(self):
        """A list in each step, or only when it must be."""
        for law in ("hertz-mindlin", "jkr", "hertz"):
            with self.subTest(law=law):
                rare = self.shake("rare", law)
                often = self.shake("often", law, "every 1 check no")
                # Sums of forces are in another order.
                self.assert_same(often, rare, 1e-12)

    def test_ranks_do_not_matter(self):
        one = self.shake("one")
        for ranks, grid in ((2, "1 1 2"), (4, "2 2 1")):
            with self.subTest(ranks=ranks):
                several = self.shake("several", ranks=ranks, grid=grid)
                self.assert_same(several, one, 1e-12)

    def test_writing_does_not_matter(self):
        """The command write_restart moves grains to other ranks, after the states were handed over."""
        pieces = 20 * ["run 50"]
        for ranks, grid in ((1, "* * *"), (2, "2 1 1")):
            with self.subTest(ranks=ranks):
                silent = self.shake("silent", ranks=ranks, grid=grid, run="\n".join(pieces))
                writing = self.shake("writing", ranks=ranks, grid=grid, run="\nwrite_restart between\n".join(pieces))
                self.assert_same(writing, silent, 1e-12)


class OwnLaw(host.Case):

    def test_from_a_library(self):
        """The law of examples/own-law, a linear spring: half a period long."""
        root = os.path.join(host.HERE, "..", "..")
        subprocess.run(["cc", "-std=c11", "-O3", "-fPIC", "-shared", "-I", os.path.join(root, "abi"), "-o",
                        os.path.join(self.folder, "viscous.so"), os.path.join(root, "examples", "own-law", "viscous.c"), "-lm"], check=True)
        stiffness, radius = 2e3, 0.0025
        self.write("spheres", host.data_file(
            [(1, radius, 2500.0, (-radius * 1.00001, 0.0, 0.0), (0.5, 0.0, 0.0), (0.0, 0.0, 0.0)),
             (2, radius, 2500.0, (radius * 1.00001, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))], 0.05))
        deck = DECK.replace("model dcm/{law}", "model dcm law viscous library ./viscous.so").replace("500 dump", "1 dump")
        given = {"stiffness": 3 * (stiffness,), "damping": (0.0, 0.0, 0.0), "friction": (0.0, 0.0, 0.0)}
        self.run_ok(deck.format(newton="off", law="", out="own", lists="", grid="* * *", run="run 1000", properties=host.property_lines(given)))
        frames = self.frames("dump.own")
        pushed = sum(row[1][host.FORCE[0]] != 0.0 for row in frames.values())
        mass = 4.0 / 3.0 * math.pi * radius**3 * 2500.0 / 2.0
        self.assertLess(abs(pushed * 1e-6 / (math.pi * math.sqrt(mass / stiffness)) - 1.0), 2e-2)
        self.assertLess(abs(frames[max(frames)][2][3] - 0.5), 1e-3)


if __name__ == "__main__":
    unittest.main()
