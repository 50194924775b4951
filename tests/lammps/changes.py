# SPDX-License-Identifier: MIT
"""Changes under the contacts, between runs and within them: IDs, radii, types, the reach of a law, images. No state is lost, and none is taken by
another contact, without a sentence."""

import os
import re

import host

GRAINS = "pair_style dcm/hertz/mindlin form consistent\npair_coeff * * young 5e6 poisson 0.25 restitution 1 friction 0.5 rolling 0.1\n"
COLUMNS = "id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz"
DUMP = "write_dump all custom {out} " + COLUMNS + " modify sort id format float %.17g\n"
BED = """units si
atom_style sphere
newton {newton}
comm_modify vel yes
read_data packing.data
""" + GRAINS + """neighbor 0.0002 bin
timestep 2e-6
fix 1 all nve/sphere
run 100
"""
GONE = "group gone id 3 17 40 77 100 209\n"
READ = "newton {newton}\ncomm_modify vel yes\nread_restart first.restart\nneighbor 0.0002 bin\ntimestep 2e-6\nfix 1 all nve/sphere\n"
RANKS = ((1, "off"), (1, "on"), (2, "off"), (2, "on"), (4, "off"), (4, "on"))

PAIR = """units lj
atom_style sphere {varies}
atom_modify map array
newton {newton}
comm_modify vel yes
boundary p p p
region b block -10 10 -10 10 -10 10
create_box 2 b
"""
TWO = """create_atoms 1 single {left} 0 0
create_atoms 1 single {right} 0 0
set group all diameter {diameter} density 1
group left id 1
group right id 2
"""


class Identity(host.Case):
    """States are found by the IDs of partners, and IDs change."""

    def by_place(self, name):
        """Rows without their IDs, by where the grains are."""
        return sorted(tuple(row) for row in self.read(name).values())

    def compare(self, one, other, tolerance, where):
        self.assertEqual(len(one), len(other), where)
        for columns in host.EVERYTHING:
            largest = max(abs(row[c]) for row in one for c in columns)
            for a, b in zip(one, other):
                for c in columns:
                    self.assertLessEqual(abs(a[c] - b[c]), tolerance * largest, where)

    def test_ids_dealt_anew(self):
        # The grains that are left go on with their own states, whatever they are called.
        self.run_ok("in.make_packing")
        delete = GONE + "delete_atoms group gone compress {}\n"
        # Sorted by place: numbers that no grain had before, or those of others.
        anew = "reset_atoms id sort yes\n" if not host.IN_2021 else "reset_atom_ids sort yes\n"
        for ranks, newton in RANKS:
            wanted = None
            for change in (delete.format("no"), delete.format("yes"), delete.format("no") + anew):
                self.run_ok(BED.format(newton=newton) + change + "run 0\n" + DUMP.format(out="out"), ranks)
                rows = self.by_place("out")
                if not wanted:
                    wanted = rows
                    ids = set(self.read("out"))
                    self.assertGreater(max(ids), len(ids))
                else:
                    self.assertEqual(len(self.read("out")), max(self.read("out")))
                self.compare(wanted, rows, 1e-12, (ranks, newton, change))

    def test_ids_dealt_anew_before_a_restart(self):
        # No run stands between the command and the file, or none between the file and the command.
        self.run_ok("in.make_packing")
        delete = GONE + "delete_atoms group gone compress {}\n"
        for ranks, newton in ((1, "off"), (2, "off"), (2, "on")):
            self.run_ok(BED.format(newton=newton) + "write_restart first.restart\n" + delete.format("no") + "run 0\n" +
                        DUMP.format(out="out"), ranks)
            wanted = self.by_place("out")
            self.run_ok(READ.format(newton=newton) + "run 0\n" + delete.format("yes") + "run 0\n" + DUMP.format(out="out"), ranks)
            self.compare(wanted, self.by_place("out"), 1e-12, (ranks, newton))
            # Without a set-up grains are written where they are, and 29Sep2021 does not read those beyond a side of the box.
            for noinit in ("", " noinit") if not host.IN_2021 else ("",):
                self.run_ok(BED.format(newton=newton) + delete.format("yes") + f"write_restart first.restart{noinit}\n", ranks)
                self.run_ok(READ.format(newton=newton) + "run 0\n" + DUMP.format(out="out"), ranks)
                self.compare(wanted, self.by_place("out"), 1e-12, (ranks, newton, noinit))

    def test_changed_before_the_states_are_there(self):
        # The host keeps what a file holds of atoms by their places until the first run.
        self.run_ok("in.make_packing")
        self.run_ok(BED.format(newton="off") + "write_restart first.restart\n")
        told = ("atoms were deleted, created, moved or given other IDs after read_restart",
                "put 'run 0' behind read_restart")
        delete = GONE + "delete_atoms group gone compress {}\n"
        for change in (delete.format("no"), delete.format("yes")):
            for again in ("", GRAINS):
                for ranks in (1, 2):
                    self.run_fails(READ.format(newton="off") + again + change + "run 0\n", *told, ranks=ranks)
        # Here the style is made after the change, and only what each atom has in the file tells it.
        other = GRAINS.replace("dcm/hertz/mindlin", "dcm hertz-mindlin")
        for ranks in (1, 2):
            self.run_fails(READ.format(newton="off") + delete.format("yes") + other + "run 0\n", *told, ranks=ranks)
        self.run_fails(READ.format(newton="off") + "create_atoms 1 single 0.001 0.001 0.001\nrun 0\n",
                       "Cannot create_atoms after reading restart file with per-atom info")    # the host's own words

    def test_an_id_that_comes_back(self):
        # Grain 2 slides on grain 1, is taken away, and another comes to its place that is called 2 as well.
        deck = (PAIR + GRAINS + TWO + "timestep 1e-4\nfix 1 left move linear 0 0 0\nfix 2 right move linear 0 1 0\nrun 50\n"
                "{change}run 0\n" + DUMP.format(out="out"))
        given = {"varies": 0, "left": -0.495, "right": 0.495, "diameter": 1}
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on")):
            self.run_ok(deck.format(newton=newton, change="", **given), ranks)
            slides = self.read("out")[1]
            self.assertGreater(abs(slides[10]), 0.0)
            for compress in ("no", "yes"):
                change = (f"delete_atoms group right compress {compress}\ncreate_atoms 1 single 0.495 0.005 0\n"
                          "set group all diameter 1 density 1\nvelocity all set 0 0 0\n")
                self.run_ok(deck.format(newton=newton, change=change, **given), ranks)
                self.assertEqual(sorted(self.read("out")), [1, 2])
                row = self.read("out")[1]
                self.assertLess(abs(row[9] / slides[9] - 1.0), 1e-2)
                # The force points from centre to centre: nothing of a spring across.
                self.assertLess(abs(row[10] - row[9] * 0.005 / 0.99), 1e-9 * abs(row[9]), (ranks, newton, compress))

    def test_an_id_that_comes_back_within_a_run(self):
        # Grain 2 is replaced in one step of a run: it evaporates, and fix deposit puts another into its place, which has the number that is free.
        self.write("grain.mol", "one grain\n\n1 atoms\n\nCoords\n\n1 0 0 0\n\nTypes\n\n1 1\n\nDiameters\n\n1 1\n\nMasses\n\n1 0.5\n")
        deck = (PAIR + GRAINS + TWO + "molecule grain grain.mol\ntimestep 1e-4\nneigh_modify delay 0 every 1 check no\n"
                "fix 1 left move linear 0 0 0\nfix 2 right move linear 0 1 0\n"
                "region there block 0.3 0.7 -0.5 0.5 -0.5 0.5\nfix 3 right evaporate 50 1 there 4711\n"
                "region place block 0.4949 0.4951 0.0049 0.0051 -0.0001 0.0001\n"
                "fix 4 all deposit 1 0 49 4711 region place mol grain near 0.01 id max\n"
                "dump d all custom 1 out " + COLUMNS + "\ndump_modify d sort id format float %.17g\nrun 52\n")
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on")):
            self.run_ok(deck.format(newton=newton, varies=0, left=-0.495, right=0.495, diameter=1), ranks)
            frames = self.frames("out")
            slides, came = frames[49], frames[50]
            self.assertGreater(abs(slides[1][10]), 0.0)
            self.assertEqual(sorted(came), [1, 2])
            self.assertNotEqual(slides[2][0], came[2][0])
            row = came[1]
            self.assertLess(abs(row[10] / row[9] - came[2][1] / (came[2][0] + 0.495)), 1e-3, (ranks, newton))

    def test_other_pages(self):
        # 'neigh_modify one' between two runs: the host gives up the pages that the states of atoms are on.
        self.run_ok("in.make_packing")
        for ranks, newton in ((1, "off"), (2, "on")):
            results = []
            for change in ("", "neigh_modify one 500 page 10000\n"):
                self.run_ok(BED.format(newton=newton) + change + "run 0\n" + DUMP.format(out="out"), ranks)
                results.append(self.read("out"))
            self.assertEqual(*results)


class Atoms(host.Case):
    """Radii, masses and types change."""

    SLIDE = (PAIR + "pair_style {style}\npair_coeff * * {coefficients}\n" + TWO + "neighbor 0.3 bin\ntimestep 1e-4\n"
             "fix 1 left move linear 0 0 0\nfix 2 right move linear 0 0.5 0\n")

    def test_changed_without_new_lists(self):
        # 'run ... pre no' makes no lists. As with new ones, but for the time step of the forces.
        laws = (("dcm/hertz/mindlin form consistent", "young 1e5 poisson 0.25 restitution 0.9 friction 0.5\n"
                 "pair_coeff 2 2 young 3e5 poisson 0.25 restitution 0.5 friction 0.5"),
                ("dcm/hooke", "kn 1e4 gamma_n 10 friction 0"))
        changes = ("set atom 2 diameter 1.02 density 1\n", "set atom 2 density 3\n", "set atom 2 type 2\n",
                   "set atom 1 diameter 0.2 density 1\n")
        for style, coefficients in laws:
            deck = self.SLIDE + "run 20\n{change}run 1 pre {pre}\n" + DUMP.format(out="out")
            for ranks, newton in ((1, "off"), (1, "on")):
                rows = {}
                for change in ("",) + changes:
                    for pre in ("yes", "no"):
                        self.run_ok(deck.format(varies=0, newton=newton, style=style, coefficients=coefficients, left=-0.495,
                                                right=0.495, diameter=1, change=change, pre=pre), ranks)
                        rows[change, pre] = self.read("out")
                    # With damping the law sees the velocities of other times.
                    self.assertLess(self.difference(rows[change, "yes"], rows[change, "no"], host.FORCE), 1e-12, (style, change))
                self.assertNotEqual(rows["", "no"], rows[changes[0], "no"])
                self.assertEqual([0.0] * 3, rows[changes[3], "no"][1][9:12])

    def test_numbers_changed_without_a_set_up(self):
        for style, first, then in (("dcm/hertz/mindlin form consistent", "young 1e5 poisson 0.25 restitution 0.9 friction 0.5", "friction 0.1"),
                                   ("dcm/hooke", "kn 1e4 gamma_n 10 friction 0", "kn 1e4 gamma_n 10 friction 0"),
                                   ("gran/hooke/history/dcm", "", ""),
                                   ("granular/dcm", "hooke 1e4 10 tangential linear_nohistory 1 0.5", "hooke 2e4 10 tangential linear_nohistory 1 0.1")):
            style += " 1e4 NULL 10 NULL 0.5 1" if "gran/" in style else ""
            # A list of the host's for each step, or none.
            for every in ("every 1 delay 0 check no", "every 1000 delay 0 check no"):
                self.run_fails((self.SLIDE + "neigh_modify {every}\nrun 2\npair_coeff * * {then}\nrun 2 pre no\n").format(
                    varies=0, newton="off", style=style, coefficients=first, then=then, left=-0.495, right=0.495, diameter=1, every=every),
                    "pair_coeff has changed numbers since the last run", "leave out 'pre no'")

    def test_changed_without_new_lists_at_walls(self):
        deck = (PAIR.replace("boundary p p p", "boundary p p f") + "pair_style dcm/hertz/mindlin form consistent\n"
                "pair_coeff * * young 1e5 poisson 0.25 restitution 0.8 friction 0.5\npair_coeff 2 2 young 5e5 poisson 0.25 "
                "restitution 0.5 friction 0.1\n" + TWO + "fix floor all wall/dcm 1 zplane -0.495 NULL\n"
                "fix 1 all move linear 0.5 0 -0.1\nneighbor 0.3 bin\ntimestep 1e-4\nrun {steps}\n{change}run 1 pre {pre}\n" +
                DUMP.format(out="out"))
        for steps in (0, 20):
            for change in ("set atom 2 diameter 1.02 density 1\n", "set atom 2 density 3\n", "set atom 2 type 2\n"):
                rows = []
                for pre in ("yes", "no"):
                    self.run_ok(deck.format(varies=0, newton="off", left=-2, right=2, diameter=1, change=change, pre=pre, steps=steps))
                    rows.append(self.read("out"))
                self.assertNotEqual(rows[0][1][9:12], rows[0][2][9:12])
                self.assertLess(self.difference(*rows, host.FORCE), 1e-12, change)

    def test_shrinks_before_it_touches(self):
        # A list is made in the step in which two sticky grains come near by less than they shrink: by the radii of the step
        # before they touch.
        deck = (PAIR + "pair_style dcm/jkr/exact\npair_coeff * * young 1e4 poisson 0.25 restitution 0.9 friction 0 work_of_adhesion 1\n"
                + TWO + "variable x equal -3e-4*(step>0)\nvariable z equal 0\nfix m right move variable v_x NULL NULL v_z NULL NULL\n"
                "fix n left move linear 0 0 0\nvariable d equal 1-{shrinks}*(step>0)\nfix ad all adapt 1 atom diameter v_d\n"
                "neighbor 0.3 bin\nneigh_modify delay 0 every 1 check {check}\ntimestep 1e-3\nrun 4\n" + DUMP.format(out="out"))
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on")):
            for check in ("yes", "no"):
                for shrinks, touches in ((5e-4, False), (0, True)):
                    self.run_ok(deck.format(varies=1, newton=newton, left=-0.5001, right=0.5001, diameter=1, shrinks=shrinks,
                                            check=check), ranks)
                    self.assertEqual(self.read("out")[2][9] != 0.0, touches, (ranks, newton, check, shrinks))

    def test_grows_without_mass(self):
        """Grains that fix adapt makes wider touch as what they are, also where their masses stay."""
        deck = (PAIR + GRAINS + TWO + "fix 1 all nve/sphere\nvariable d equal 1+1e-3*step\nfix ad all adapt 1 atom diameter v_d mass no\n"
                "neighbor 0.1 bin\nneigh_modify delay 0 every {every} check no\ntimestep 1e-4\nrun 9\n" + DUMP.format(out="{out}"))
        rows = []
        for every in (1, 100):
            self.run_ok(deck.format(varies=1, newton="off", left=-0.499, right=0.499, diameter=1, every=every, out=f"every{every}"))
            rows.append(self.read(f"every{every}"))
        self.assertNotEqual(rows[0][1][9], 0.0)
        self.assertLess(self.difference(*rows, host.FORCE), 1e-12)

    def test_reach_that_grows(self):
        # A bond that fix adapt makes softer can become longer before it breaks. Lists are made for the longest bonds at the
        # start of a run.
        deck = (PAIR + "pair_style dcm/bond\npair_coeff * * kn 1e5 restitution 0.5 friction 0.5 bond_young {first} tensile_strength 300 "
                "shear_strength 300 bond_gap 0.05\n" + TWO + "fix 1 left move linear 0 0 0\nfix 2 right move linear 0.5 0 0\n"
                "variable E equal 1e4+({last}-1e4)*(step>20)\nvariable g equal 0.05+{wider}*(step>20)\n"
                "fix ad all adapt 20 pair dcm/bond bond_young * * v_E\nfix gap all adapt 20 pair dcm/bond bond_gap * * v_g\n"
                "neighbor 0.05 bin\ntimestep 1e-4\n")
        given = {"varies": 0, "newton": "off", "left": -0.5, "right": 0.5, "diameter": 1}
        for ranks in (1, 2):
            for first, last, wider in ((1e4, 500, 0), (1e4, 1e4, 0.5)):
                self.run_fails(deck.format(first=first, last=last, wider=wider, **given) + "run 400\n",
                               "contacts of types 1 and 1 now reach to a distance of",
                               "Let pair_coeff give the parameters with the longest reach", ranks=ranks)
            self.run_ok(deck.format(first=1e4, last=2e4, wider=-0.04, **given) + "run 100\n", ranks)
            # Lists are made for the values of pair_coeff, also where the fix begins with something else.
            self.run_ok(deck.format(first=500, last=500, wider=0, **given) + "run 400\n" + DUMP.format(out="out"), ranks)
            self.assertLess(self.read("out")[2][9], 0.0)


class Images(host.Case):
    """A contact across a periodic side."""

    def test_touches_twice(self):
        # Side by side two grains, or one and itself, fill a period.
        deck = PAIR.replace("block -10 10", "block 0 {length}") + GRAINS + TWO + """fix 1 all nve/sphere
neighbor 0.1 bin
neigh_modify delay 0 every 1 check no
timestep 1e-5
run 20
"""
        given = {"varies": 0, "diameter": 1}
        for ranks, newton in ((1, "off"), (1, "on")):
            self.run_fails(deck.format(newton=newton, length=1.98, left=0.49, right=1.48, **given), "atoms 1 and 2 touch twice",
                           "once through a periodic side of the box", "Make each periodic length of the box larger than twice",
                           ranks=ranks)
            self.run_fails(deck.format(newton=newton, length=0.99, left=0.49, right=0.48, **given).replace(
                "create_atoms 1 single 0.48 0 0\n", "").replace("group right id 2\n", ""), "atoms 1 and 1 touch twice", ranks=ranks)
            # Once, across the side or inside.
            for left, right in ((0.49, 1.48), (0.2, 1.21)):
                self.run_ok(deck.format(newton=newton, length=2.0, left=left, right=right, **given), ranks)
        # Nothing is lost of contacts without a state.
        self.run_ok(deck.format(newton="off", length=1.98, left=0.49, right=1.48, **given).replace(
            GRAINS, "pair_style dcm/hooke\npair_coeff * * kn 1e4 gamma_n 10 friction 0.5\n"))
