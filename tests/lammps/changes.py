# SPDX-License-Identifier: MIT
"""Changes under the contacts, between runs and within them: IDs, radii, types, the reach of a law, images. No state is lost, and none is taken by
another contact, without a sentence."""

import os

import decks
import host

GRAINS = "pair_style dcm/hertz/mindlin form consistent\npair_coeff * * young 5e6 poisson 0.25 restitution 1 friction 0.5 rolling 0.1\n"
OUT = decks.write("out")
STEPS = "neighbor 0.0002 bin\ntimestep 2e-6\nfix 1 all nve/sphere\n"
BED = decks.begin(newton="{newton}") + "read_data packing.data\n" + GRAINS + STEPS + "run 100\n"
READ = decks.go_on("first.restart", "{newton}") + STEPS
DELETE = "group gone id 3 17 40 77 100 209\ndelete_atoms group gone compress {}\n"
RANKS = ((1, "off"), (1, "on"), (2, "off"), (2, "on"), (4, "off"), (4, "on"))


def two(more, law=GRAINS, left=-0.495, right=0.495, newton="off", varies=0, sides=10, boundary="p p p"):
    """Two grains on the axis x, and further commands."""
    return decks.box(sides, types=2, atoms=f"sphere {varies}", units="lj", newton=newton, boundary=boundary, more="atom_modify map array\n") + law + \
        f"""create_atoms 1 single {left} 0 0
create_atoms 1 single {right} 0 0
set group all diameter 1 density 1
group left id 1
group right id 2
""" + more


class Identity(host.Case):
    """States are found by the IDs of partners, and IDs change."""

    def by_place(self):
        """Rows without their IDs, by where the grains are."""
        return dict(enumerate(sorted(self.read("out").values())))

    def test_ids_dealt_anew(self):
        # The grains that are left go on with their own states, whatever they are called.
        self.made("packing.data", "in.make_packing")
        # Sorted by place: numbers that no grain had before, or those of others.
        anew = "reset_atoms id sort yes\n" if not host.IN_2021 else "reset_atom_ids sort yes\n"
        for ranks, newton in RANKS:
            wanted = None
            for change in (DELETE.format("no"), DELETE.format("yes"), DELETE.format("no") + anew):
                self.run_ok(BED.format(newton=newton) + change + "run 0\n" + OUT, ranks)
                ids = set(self.read("out"))
                if not wanted:
                    wanted = self.by_place()
                    self.assertGreater(max(ids), len(ids))
                else:
                    self.assertEqual(len(ids), max(ids))
                self.assert_same(wanted, self.by_place(), 1e-12, f"{ranks} {newton} {change}")

    def test_ids_dealt_anew_before_a_restart(self):
        # No run stands between the command and the file, or none between the file and the command.
        self.made("packing.data", "in.make_packing")
        for ranks, newton in ((1, "off"), (2, "off"), (2, "on")):
            self.run_ok(BED.format(newton=newton) + "write_restart first.restart\n" + DELETE.format("no") + "run 0\n" + OUT, ranks)
            wanted = self.by_place()
            self.run_ok(READ.format(newton=newton) + "run 0\n" + DELETE.format("yes") + "run 0\n" + OUT, ranks)
            self.assert_same(wanted, self.by_place(), 1e-12, f"{ranks} {newton}")
            # Without a set-up grains are written where they are, and 29Sep2021 does not read those beyond a side of the box.
            for noinit in ("", " noinit") if not host.IN_2021 else ("",):
                self.run_ok(BED.format(newton=newton) + DELETE.format("yes") + f"write_restart first.restart{noinit}\n", ranks)
                self.run_ok(READ.format(newton=newton) + "run 0\n" + OUT, ranks)
                self.assert_same(wanted, self.by_place(), 1e-12, f"{ranks} {newton} {noinit}")

    def test_changed_before_the_states_are_there(self):
        # The host keeps what a file holds of atoms by their places until the first run.
        self.made("packing.data", "in.make_packing")
        self.run_ok(BED.format(newton="off") + "write_restart first.restart\n")
        told = ("atoms were deleted, created, moved or given other IDs after read_restart", "put 'run 0' behind read_restart")
        # The last style is made after the change, and only what each atom has in the file tells it.
        changes = [again + DELETE.format(compress) for again in ("", GRAINS) for compress in ("no", "yes")]
        for change in (*changes, DELETE.format("yes") + GRAINS.replace("dcm/hertz/mindlin", "dcm hertz-mindlin")):
            for ranks in (1, 2):
                self.run_fails(READ.format(newton="off") + change + "run 0\n", *told, ranks=ranks)
        self.run_fails(READ.format(newton="off") + "create_atoms 1 single 0.001 0.001 0.001\nrun 0\n",
                       "Cannot create_atoms after reading restart file with per-atom info")    # the host's own words

    def test_an_id_that_comes_back(self):
        # Grain 2 slides on grain 1, is taken away, and another comes to its place that is called 2 as well.
        def row(newton, ranks, change):
            self.run_ok(two("timestep 1e-4\nfix 1 left move linear 0 0 0\nfix 2 right move linear 0 1 0\nrun 50\n" + change + "run 0\n" + OUT, newton=newton), ranks)
            self.assertEqual(sorted(self.read("out")), [1, 2])
            return self.read("out")[1]

        for ranks, newton in RANKS[:4]:
            slides = row(newton, ranks, "")
            self.assertGreater(abs(slides[10]), 0.0)
            for compress in ("no", "yes"):
                came = row(newton, ranks, f"delete_atoms group right compress {compress}\ncreate_atoms 1 single 0.495 0.005 0\n"
                           "set group all diameter 1 density 1\nvelocity all set 0 0 0\n")
                self.assertLess(abs(came[9] / slides[9] - 1.0), 1e-2)
                # The force points from centre to centre: nothing of a spring across.
                self.assertLess(abs(came[10] - came[9] * 0.005 / 0.99), 1e-9 * abs(came[9]), (ranks, newton, compress))

    def test_an_id_that_comes_back_within_a_run(self):
        # Grain 2 is replaced in one step of a run: it evaporates, and fix deposit puts another into its place, which has the number that is free.
        self.write("grain.mol", "one grain\n\n1 atoms\n\nCoords\n\n1 0 0 0\n\nTypes\n\n1 1\n\nDiameters\n\n1 1\n\nMasses\n\n1 0.5\n")
        more = ("molecule grain grain.mol\ntimestep 1e-4\nneigh_modify delay 0 every 1 check no\n"
                "fix 1 left move linear 0 0 0\nfix 2 right move linear 0 1 0\n"
                "region there block 0.3 0.7 -0.5 0.5 -0.5 0.5\nfix 3 right evaporate 50 1 there 4711\n"
                "region place block 0.4949 0.4951 0.0049 0.0051 -0.0001 0.0001\n"
                "fix 4 all deposit 1 0 49 4711 region place mol grain near 0.01 id max\n" + decks.dump(columns=decks.UNWRAPPED) + "run 52\n")
        for ranks, newton in RANKS[:4]:
            self.run_ok(two(more, newton=newton), ranks)
            frames = self.frames("out")
            slides, came = frames[49], frames[50]
            self.assertGreater(abs(slides[1][10]), 0.0)
            self.assertEqual(sorted(came), [1, 2])
            self.assertNotEqual(slides[2][0], came[2][0])
            row = came[1]
            self.assertLess(abs(row[10] / row[9] - came[2][1] / (came[2][0] + 0.495)), 1e-3, (ranks, newton))

    def test_fixes_before_the_pair_style(self):
        # Fixes that delete grains, or add several at once where ghosts have been, give the same wherever they stand.
        self.made("packing.data", "in.make_packing")
        places = [(0.0028 * n, 0.0, 0.0) for n in range(5)]
        self.write("grains", "grains\n\n5 atoms\n" + "".join(
            f"\n{title}\n\n" + "".join(f"{n + 1} {text(n)}\n" for n in range(5)) for title, text in (
                ("Coords", lambda n: "{} {} {}".format(*places[n])), ("Types", lambda n: 1), ("Diameters", lambda n: 0.0015),
                ("Masses", lambda n: 5e-6))))
        head = decks.begin(boundary="p p f", newton="{newton}") + "read_data packing.data\nchange_box all z final -0.02 0.05\n"
        changes = ("region low block INF INF INF INF INF 0.01\nfix new all evaporate 10 2 low 4711\n",
                   "molecule grains grains\nregion place block 0.002 0.003 0.002 0.003 0.025 0.04\n"
                   "fix new all deposit 3 0 20 4711 region place mol grains near 0.001\n")
        for ranks, newton in RANKS[:4]:
            for change in changes:
                frames = []
                for order in (change + GRAINS, GRAINS + change):
                    self.run_ok(head.format(newton=newton) + order + STEPS + "run 100\n" + OUT, ranks)
                    frames.append(self.read("out"))
                self.assertNotEqual(len(frames[0]), 210)
                self.assertTrue(frames[0] == frames[1], f"{ranks} {newton} {change}")

    def test_other_pages(self):
        # 'neigh_modify one' between two runs: the host gives up the pages that the states of atoms are on.
        self.made("packing.data", "in.make_packing")
        for ranks, newton in ((1, "off"), (2, "on")):
            results = []
            for change in ("", "neigh_modify one 500 page 10000\n"):
                self.run_ok(BED.format(newton=newton) + change + "run 0\n" + OUT, ranks)
                results.append(self.read("out"))
            self.assertEqual(*results)


class Atoms(host.Case):
    """Radii, masses and types change."""

    SLIDE = "neighbor 0.3 bin\ntimestep 1e-4\nfix 1 left move linear 0 0 0\nfix 2 right move linear 0 0.5 0\n"

    def test_changed_without_new_lists(self):
        # 'run ... pre no' makes no lists. As with new ones, but for the time step of the forces.
        laws = ("pair_style dcm/hertz/mindlin form consistent\npair_coeff * * young 1e5 poisson 0.25 restitution 0.9 friction 0.5\n"
                "pair_coeff 2 2 young 3e5 poisson 0.25 restitution 0.5 friction 0.5\n",
                "pair_style dcm/hooke\npair_coeff * * kn 1e4 gamma_n 10 friction 0\n")
        changes = ("set atom 2 diameter 1.02 density 1\n", "set atom 2 density 3\n", "set atom 2 type 2\n",
                   "set atom 1 diameter 0.2 density 1\n")
        for law in laws:
            for ranks, newton in RANKS[:2]:
                rows = {}
                for change in ("",) + changes:
                    for pre in ("yes", "no"):
                        self.run_ok(two(f"{self.SLIDE}run 20\n{change}run 1 pre {pre}\n{OUT}", law, newton=newton), ranks)
                        rows[change, pre] = self.read("out")
                    # With damping the law sees the velocities of other times.
                    self.assert_same(rows[change, "yes"], rows[change, "no"], 1e-12, law + change, [host.FORCE])
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
                self.run_fails(two(f"{self.SLIDE}neigh_modify {every}\nrun 2\npair_coeff * * {then}\nrun 2 pre no\n",
                                   f"pair_style {style}\npair_coeff * * {first}\n"),
                               "pair_coeff has changed numbers since the last run", "leave out 'pre no'")

    def test_changed_without_new_lists_at_walls(self):
        law = "pair_style dcm/hertz/mindlin form consistent\npair_coeff * * young 1e5 poisson 0.25 restitution 0.8 friction 0.5\n" \
            "pair_coeff 2 2 young 5e5 poisson 0.25 restitution 0.5 friction 0.1\n"
        for steps in (0, 20):
            for change in ("set atom 2 diameter 1.02 density 1\n", "set atom 2 density 3\n", "set atom 2 type 2\n"):
                rows = []
                for pre in ("yes", "no"):
                    self.run_ok(two("fix floor all wall/dcm 1 zplane -0.495 NULL\nfix 1 all move linear 0.5 0 -0.1\nneighbor 0.3 bin\ntimestep 1e-4\n"
                                    f"run {steps}\n{change}run 1 pre {pre}\n{OUT}", law, -2, 2, boundary="p p f"))
                    rows.append(self.read("out"))
                self.assertNotEqual(rows[0][1][9:12], rows[0][2][9:12])
                self.assert_same(*rows, 1e-12, change, [host.FORCE])

    def test_changed_by_a_fix(self):
        # A fix may set what a command sets between two runs: each counts from the next step on, at walls, too.
        if host.ID == "debian":
            fix = """python change here \"\"\"
import sys
sys.path.append("{module}")
from lammps import lammps
def change(lmp):
  numbers = lammps(ptr=lmp).extract_atom("{0}")
  for i in range(2):
    numbers[i] = {1}
\"\"\"
fix change all python/invoke 4 end_of_step change
"""
        elif host.IN_2026:
            fix = "variable new atom {3}\nfix change all set 4 0 type * {2} v_new\n"
        else:
            return    # has none of these fixes
        law = "pair_style dcm/hertz/mindlin form consistent\npair_coeff * * young 1e5 poisson 0.25 restitution 0.8 friction 0.5\n" \
            "pair_coeff 2 2 young 5e5 poisson 0.25 restitution 0.5 friction 0.1\n"
        move = "fix floor all wall/dcm 1 zplane -0.495 NULL\nfix 1 left move linear 0.1 0 -0.1\nfix 2 right move linear 0 0.5 -0.1\n" \
            "neighbor 0.3 bin\ntimestep 1e-4\n"
        frames = []
        for numbers, number, keyword, value in (("radius", 0.51, "diameter", "1.02"), ("type", 2, "type", "2"), ("rmass", 3, "density", "18/PI")):
            rows = []
            by_fix = fix.format(numbers, number, keyword, value, module=os.path.join(host.SOURCE, "python"))
            for run in (f"{by_fix}run 6\n", f"run 4\nset group all {keyword} $({value})\nrun 2 pre no\n"):
                self.run_ok(two(move + run + OUT, law, boundary="f f f"))
                rows.append(self.read("out"))
            self.assert_same(*rows, 1e-12, keyword, [host.FORCE, host.TORQUE])
            self.assertNotIn(rows[0], frames)
            frames.append(rows[0])

    def test_shrinks_before_it_touches(self):
        # A list is made in the step in which two sticky grains come near by less than they shrink: by the radii of the step
        # before they touch.
        law = "pair_style dcm/jkr/exact\npair_coeff * * young 1e4 poisson 0.25 restitution 0.9 friction 0 work_of_adhesion 1\n"
        for ranks, newton in RANKS[:4]:
            for check in ("yes", "no"):
                for shrinks, touches in ((5e-4, False), (0, True)):
                    self.run_ok(two("variable x equal -3e-4*(step>0)\nvariable z equal 0\nfix m right move variable v_x NULL NULL v_z NULL NULL\n"
                                    f"fix n left move linear 0 0 0\nvariable d equal 1-{shrinks}*(step>0)\nfix ad all adapt 1 atom diameter v_d\n"
                                    f"neighbor 0.3 bin\nneigh_modify delay 0 every 1 check {check}\ntimestep 1e-3\nrun 4\n{OUT}",
                                    law, -0.5001, 0.5001, newton, varies=1), ranks)
                    self.assertEqual(self.read("out")[2][9] != 0.0, touches, (ranks, newton, check, shrinks))

    def test_grows_without_mass(self):
        """Grains that fix adapt makes wider touch as what they are, also where their masses stay."""
        rows = []
        for every in (1, 100):
            self.run_ok(two("fix 1 all nve/sphere\nvariable d equal 1+1e-3*step\nfix ad all adapt 1 atom diameter v_d mass no\n"
                            f"neighbor 0.1 bin\nneigh_modify delay 0 every {every} check no\ntimestep 1e-4\nrun 9\n{OUT}", left=-0.499, right=0.499, varies=1))
            rows.append(self.read("out"))
        self.assertNotEqual(rows[0][1][9], 0.0)
        self.assertLess(self.difference(*rows, host.FORCE), 1e-12)

    def test_reach_that_grows(self):
        # A bond that fix adapt makes softer can become longer before it breaks. Lists are made for the longest bonds at the
        # start of a run.
        def deck(first, last, wider, run):
            law = f"pair_style dcm/bond\npair_coeff * * kn 1e5 restitution 0.5 friction 0.5 bond_young {first} tensile_strength 300 " \
                "shear_strength 300 bond_gap 0.05\n"
            return two("fix 1 left move linear 0 0 0\nfix 2 right move linear 0.5 0 0\n"
                       f"variable E equal 1e4+({last}-1e4)*(step>20)\nvariable g equal 0.05+{wider}*(step>20)\n"
                       "fix ad all adapt 20 pair dcm/bond bond_young * * v_E\nfix gap all adapt 20 pair dcm/bond bond_gap * * v_g\n"
                       f"neighbor 0.05 bin\ntimestep 1e-4\nrun {run}\n{OUT}", law, -0.5, 0.5)

        for ranks in (1, 2):
            for last, wider in ((500, 0), (1e4, 0.5)):
                self.run_fails(deck(1e4, last, wider, 400), "contacts of types 1 and 1 now reach to a distance of",
                               "Let pair_coeff give the parameters with the longest reach", ranks=ranks)
            self.run_ok(deck(1e4, 2e4, -0.04, 100), ranks)
            # Lists are made for the values of pair_coeff, also where the fix begins with something else.
            self.run_ok(deck(500, 500, 0, 400), ranks)
            self.assertLess(self.read("out")[2][9], 0.0)


class Images(host.Case):
    """A contact across a periodic side."""

    def test_touches_twice(self):
        # Side by side two grains, or one and itself, fill a period.
        def deck(length, left, right, newton="off", law=GRAINS):
            return two("fix 1 all nve/sphere\nneighbor 0.1 bin\nneigh_modify delay 0 every 1 check no\ntimestep 1e-5\nrun 20\n", law, left, right, newton,
                       sides=f"0 {length} -10 10 -10 10")

        for ranks, newton in RANKS[:2]:
            self.run_fails(deck(1.98, 0.49, 1.48, newton), "atoms 1 and 2 touch twice",
                           "once through a periodic side of the box", "Make each periodic length of the box larger than twice", ranks=ranks)
            self.run_fails(deck(0.99, 0.49, 0.48, newton).replace("create_atoms 1 single 0.48 0 0\n", "").replace("group right id 2\n", ""),
                           "atoms 1 and 1 touch twice", ranks=ranks)
            # Once, across the side or inside.
            for left, right in ((0.49, 1.48), (0.2, 1.21)):
                self.run_ok(deck(2.0, left, right, newton), ranks)
        # Nothing is lost of contacts without a state.
        self.run_ok(deck(1.98, 0.49, 1.48, law="pair_style dcm/hooke\npair_coeff * * kn 1e4 gamma_n 10 friction 0.5\n"))
