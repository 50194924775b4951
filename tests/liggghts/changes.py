# SPDX-License-Identifier: MIT
"""Changes under the contacts, between runs and within them: IDs, radii, images. No state is lost, and none is taken by another contact, without a
sentence."""


import history
import host

DECK = history.DECK
PAIR = host.BEGIN.replace("boundary f f f", "boundary p p p") + """
processors {grid}
read_data spheres
neighbor 0.0005 bin
neigh_modify delay 0 {lists}
{properties}
pair_style gran model dcm/hertz-mindlin form consistent
pair_coeff * *
timestep 1e-6
fix move all nve/sphere
"""
FORCES = 'dump d all custom 1 dump.{out} ' + host.DUMP + '\nrun 0\nundump d\n'
GIVEN = {"young": (5e6, 5e6), "poisson": (0.3, 0.3), "restitution": 3 * (1.0,), "friction": 3 * (0.5,)}
GRIDS = ((1, "* * *"), (2, "2 1 1"), (4, "2 2 1"))


class Identity(host.Case):

    def run_bed(self, change, ranks, grid, begin="read_data spheres", run="run 430\n"):
        spheres, half = history.block()
        self.write("spheres", host.data_file(spheres, half))
        deck = PAIR.replace("read_data spheres", begin) + run + change + FORCES.format(out="out")
        self.run_ok(deck.format(newton="off", grid=grid, lists="", properties=host.property_lines(GIVEN)), ranks)
        return sorted(tuple(row) for row in self.read("dump.out").values())

    def compare(self, one, other, where):
        self.assertEqual(len(one), len(other))
        for columns in host.EVERYTHING:
            largest = max(abs(row[c]) for row in one for c in columns)
            for a, b in zip(one, other):
                for c in columns:
                    self.assertLessEqual(abs(a[c] - b[c]), 1e-12 * largest, where)

    def test_ids_dealt_anew(self):
        """The grains that the command delete_atoms leaves keep their states, whatever they are called, in a restart file too."""
        delete = "group gone id 3 17 22 41\ndelete_atoms group gone compress {}\n"
        read = "read_restart between.restart"
        for ranks, grid in GRIDS:
            with self.subTest(ranks=ranks):
                wanted = self.run_bed(delete.format("no"), ranks, grid)
                self.assertEqual(max(self.read("dump.out")), 64)
                self.compare(wanted, self.run_bed(delete.format("yes"), ranks, grid), "between runs")
                self.assertEqual(max(self.read("dump.out")), 60)
                self.run_bed(delete.format("yes") + "write_restart between.restart\n", ranks, grid)
                self.compare(wanted, self.run_bed("", ranks, grid, read, "run 0\n"), "before a restart")

    def test_other_pages(self):
        spheres, half = history.block()
        self.write("spheres", host.data_file(spheres, half))
        deck = PAIR + "run 10\nneigh_modify one 500 page 10000\nrun 0\n"
        for ranks in (1, 2):
            self.run_fails(deck.format(newton="off", grid="* * *", lists="", properties=host.property_lines(GIVEN)),
                           "'neigh_modify page' or 'one' has changed since the first run", ranks=ranks)


class Atoms(host.Case):

    def two(self, left, right, half, more, radius=0.0025, lists="", **given):
        self.write("spheres", host.data_file([(1, radius, 2500.0, (left, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
                                              (2, radius, 2500.0, (right, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0, 0.0))], half))
        deck = PAIR + more + FORCES.format(out="out").replace("run 0", given.get("run", "run 0"))
        return deck.format(newton="off", grid=given.get("grid", "* * *"), lists=lists, properties=host.property_lines(GIVEN))

    def test_growth_across_ranks(self):
        """Grain 1 alone grows: both sides of the contact know it in the same step, on one rank and on two."""
        grow = ("group one id 1\nvariable d equal 0.005+step*1e-6\nfix grow one adapt 1 atom diameter v_d\n")
        rows = []
        for ranks, grid in ((1, "1 1 1"), (2, "2 1 1")):
            self.run_ok(self.two(-0.00249, 0.00249, 0.02, grow, grid=grid, run="run 60"), ranks)
            frames = self.frames("dump.out")
            for step in (20, 60):
                self.assertLess(frames[step][1][9], 0.0)
                for c in host.FORCE:
                    self.assertAlmostEqual(frames[step][1][c], -frames[step][2][c], delta=1e-12 * abs(frames[step][1][9]))
            rows.append(frames[60])
        for columns in host.EVERYTHING:
            self.assertLess(self.difference(rows[0], rows[1], columns), 1e-12)

    def test_changed_without_new_lists(self):
        """'run ... pre no' makes no lists; a diameter or a type that a command gave counts."""
        for change in ("set atom 2 diameter 0.0051\n", "set atom 2 density 5000\n"):
            rows = []
            for pre in ("yes", "no"):
                self.run_ok(self.two(-0.00249, 0.00249, 0.02, "run 20\n" + change, run=f"run 1 pre {pre}"))
                rows.append(self.read("dump.out"))
            # The first half of the step goes by the force of before.
            self.assertLess(self.difference(rows[0], rows[1], host.FORCE), 1e-4, change)

    def test_touches_twice(self):
        """Two grains side by side fill a period."""
        self.run_fails(self.two(-0.00249, 0.00249, 0.00498, "run 10\n", lists="every 1 check no"), "atoms 1 and 2 touch twice",
                       "once through a periodic side of the box")
        self.run_ok(self.two(-0.00249, 0.00249, 0.00502, "run 10\n", lists="every 1 check no"))
