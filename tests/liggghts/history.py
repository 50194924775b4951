# SPDX-License-Identifier: MIT
"""States of contacts on their way: into the next list of neighbours, to other ranks, through periodic boundaries."""

import math
import os
import random

import host
import walls

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

    def shake(self, out, law="hertz-mindlin", lists="", ranks=1, grid="* * *", run="run 1000", stock=False):
        spheres, half = block()
        self.write("spheres", host.data_file(spheres, half))
        # No rolling friction: where a spin passes through zero it amplifies rounding errors a million times.
        values = dict(host.STOCK_VALUES, surface_energy=(0.05, 0.1), rolling=(0.0, 0.0, 0.0), twisting=(0.0, 0.0, 0.0))
        given = {p["name"]: values.get(p["name"], (0.0, 0.0, 0.0)) for p in host.description(law)["parameters"]}
        deck = DECK.replace("dcm/{law}", host.STOCK_MODEL) if stock else DECK
        (self.run_stock if stock else self.run_ok)(deck.format(newton="off", law=law, out=out, lists=lists, grid=grid, run=run,
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

    def test_removed_grains_do_not_matter(self):
        """Where the command delete_atoms removes some, others take their places in memory."""
        remove = "run 430\ngroup some id 3 17 22 41\ndelete_atoms group some compress no\nrun 570"
        lists = "contact_distance_factor 1.2"    # see docs/laws/liggghts-hertz.md
        theirs = self.shake("stock", "liggghts-hertz", lists, run=remove, stock=True)
        for ranks, grid in ((1, "* * *"), (2, "2 1 1")):
            with self.subTest(ranks=ranks):
                ours = self.shake("removed", "liggghts-hertz", lists, ranks, grid, remove)
                self.assertEqual(len(ours[1000]), 60)
                self.assert_same(ours, theirs, 1e-12)

    def test_near_misses(self):
        """An adhesive contact reaches beyond touching, but does not begin there, in whichever direction the other is."""
        radius, gap, spheres = 0.0025, 1e-6, []
        for n, way in enumerate(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.48, 0.64))):
            for end in (-0.5, 0.5):
                x = tuple(end * (2.0 * radius + gap) * c + 0.015 * (n % 2 if k == 0 else n // 2 if k == 1 else 0.0) for k, c in enumerate(way))
                spheres.append((1, radius, 2500.0, x, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))
        self.write("spheres", host.data_file(spheres, 0.05))
        values = {"young": (5e6, 5e6), "poisson": (0.3, 0.3), "restitution": 3 * (0.5,), "friction": 3 * (0.5,), "work_of_adhesion": 3 * (0.4,)}
        deck = DECK.format(newton="off", law="jkr-exact", out="missed", lists="every 1 check no", grid="* * *", properties=host.property_lines(values),
                           run="run 500\nvelocity all set 0.001 0 0 units box\nrun 500")
        self.run_ok(deck)
        for row in self.frames("dump.missed")[1000].values():
            for columns in (host.FORCE, host.TORQUE):
                self.assertEqual([row[c] for c in columns], [0.0] * 3)


class OwnLaw(host.Case):

    def test_from_a_library(self):
        """The law of examples/own-law, a linear spring: half a period long."""
        self.build_law("examples", "own-law", "viscous.c")
        stiffness, radius = 2e3, 0.0025
        self.write("spheres", host.data_file(
            [(1, radius, 2500.0, (-radius * 1.00001, 0.0, 0.0), (0.5, 0.0, 0.0), (0.0, 0.0, 0.0)),
             (2, radius, 2500.0, (radius * 1.00001, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))], 0.05))
        deck = DECK.replace("model dcm/{law}", "model dcm law viscous library ./law.so").replace("500 dump", "1 dump")
        given = {"stiffness": 3 * (stiffness,), "damping": (0.0, 0.0, 0.0), "friction": (0.0, 0.0, 0.0)}
        words = dict(newton="off", law="", lists="", grid="* * *", run="run 1000", properties=host.property_lines(given))
        self.run_ok(deck.format(out="own", **words))
        frames = self.frames("dump.own")
        # The law is found by its name alone, in a folder of DCM_PATH.
        os.rename(os.path.join(self.folder, "law.so"), os.path.join(self.folder, "viscous.so"))
        self.run_ok(deck.replace(" library ./law.so", "").format(out="found", **words), environment={"DCM_PATH": self.folder})
        self.assertEqual(frames, self.frames("dump.found"))
        pushed = sum(row[1][host.FORCE[0]] != 0.0 for row in frames.values())
        mass = 4.0 / 3.0 * math.pi * radius**3 * 2500.0 / 2.0
        self.assertLess(abs(pushed * 1e-6 / (math.pi * math.sqrt(mass / stiffness)) - 1.0), 2e-2)
        self.assertLess(abs(frames[max(frames)][2][3] - 0.5), 1e-3)


class Width(host.Case):
    """The host keeps the states of one atom in a page of as many numbers as neighbours, 50 times what one atom may have, and does
    not look whether they fit."""

    def setUp(self):
        super().setUp()
        self.write("plate.stl", walls.plate())
        self.write("spheres", host.data_file(walls.grains(), 0.05))
        for width in (48, 49, 50, 51, 64):
            self.build_law("tests", "liggghts", "laws", "wide.c", name=f"wide{width}", flags=[f"-DWIDTH={width}"])

    def deck(self, pair, wall, then="", surface="mesh n_meshes 1 meshes plate", steps=1000):
        fixes = "fix plate all mesh/surface file plate.stl type 1\nfix floor all wall/gran model dcm "
        deck = walls.DECK.replace("contact_distance_factor 1.1", "").replace("{model}", "dcm law wide library ./wide{pair}.so")
        # They are thrown at each other and at the floor; a state that is lost ends the run.
        return deck.format(newton="off", properties="", pair=pair, told="atoms", steps=steps, out="wide",
                           walls=f"{fixes}{surface} law wide library ./wide{wall}.so\n{then}")

    def test_pages_are_made_longer(self):
        self.assertNotIn("as with 'neigh_modify page", self.run_ok(self.deck(50, 49)))
        for ranks in (1, 2):
            said = " ".join(self.run_ok(self.deck(51, 64), ranks).split())
            self.assertIn("dcm: pair_style gran model dcm: there is now more room for states, as with 'neigh_modify page 102000'", said)
            self.assertIn("dcm: fix floor wall/gran model dcm: there is now more room for states, as with 'neigh_modify page 130000'", said)

    def test_made_too_short_since(self):
        short = "neigh_modify page 100000"
        self.run_ok(self.deck(50, 49, short))
        # Walls of one shape keep states beside the atoms, without pages.
        self.run_ok(self.deck(48, 64, short, surface="primitive type 1 zplane 0.0"))
        self.run_fails(self.deck(51, 48, short), "pair_style gran model dcm: the law 'wide' needs 51 numbers for each contact", "room for 50 with",
                       "'neigh_modify page 100000 one 2000'", "write 'neigh_modify page 102000'", ranks=2)
        self.run_fails(self.deck(48, 50, short), "fix floor wall/gran model dcm: the law 'wide' needs 51 numbers", "'neigh_modify page 102000'")
        self.run_fails(self.deck(48, 48, "neigh_modify one 2500"), "needs 48 numbers", "room for 40", "'neigh_modify page 120000'")

    def test_restart(self):
        # A restart fills the pages before a run begins, from where the law is named in the file alone.
        whole = self.deck(64, 64, "run 300\nwrite_restart half", steps=700)
        self.run_ok(whole)
        expected = self.frames("dump.wide")[1000]
        head, tail = whole.split("read_data spheres")
        again = head + "read_restart half" + tail.replace("run 300\nwrite_restart half\n", "")
        for ranks in (1, 2):
            for deck in (again, again.replace("pair_style gran model dcm law wide library ./wide64.so\npair_coeff * *\n", "")):
                self.run_ok(deck, ranks, environment={"DCM_PATH": self.folder})
                ours = self.frames("dump.wide")[1000]
                for columns in host.EVERYTHING:
                    self.assertLess(self.difference(ours, expected, columns), 1e-9)
