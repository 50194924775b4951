# SPDX-License-Identifier: MIT
"""Numbers that the benchmarks compute from logs, and their messages for wrong options."""

import collections
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BENCHMARKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "benchmarks")
sys.path.insert(0, BENCHMARKS)
import budget    # noqa: E402
import codes    # noqa: E402
import grains    # noqa: E402
import instructions    # noqa: E402
import ranks    # noqa: E402
import session    # noqa: E402
import states    # noqa: E402
import table    # noqa: E402
import timing    # noqa: E402
import workloads    # noqa: E402

LOG = """Per MPI rank memory allocation (min/avg/max) = 7.25 | 7.5 | 8 Mbytes
Step Atoms KinEng
0 100 1.5
20 100 2.5
Loop time of 0.5 on 2 procs for 20 steps with 100 atoms

Performance: 1.0 tau/day, 40.0 timesteps/s
50.0% CPU use with 2 MPI tasks x 1 OpenMP threads

Section |  min time  |  avg time  |  max time  |%varavg| %total
---------------------------------------------------------------
Pair    | 0.1        | 0.2        | 0.3        |   0.0 | 40.00
Neigh   | 0          | 0.01       | 0          |   0.0 |  2.00
Comm    | 0.02       | 0.03       | 0.04       |   0.0 |  6.00
Output  | 0.001      | 0.001      | 0.001      |   0.0 |  0.20
Modify  | 0.04       | 0.05       | 0.06       |   0.0 | 10.00
Other   |            | 0.209      |            |       | 41.80

Nghost:           21.5 ave          30 max          13 min
Histogram: 1 0 0 0 0 0 0 0 0 1
Total # of neighbors = 1234
Neighbor list builds = 3
   Step        Atoms         KinEng       c_touching
        20          100          2.5          84
Loop time of 1e-06 on 2 procs for 0 steps with 100 atoms
Pair    | 0          | 0          | 0          |   0.0 |  0.00
Total # of neighbors = 1240
Neighbor list builds = 0
"""


class Logs(unittest.TestCase):

    def test_parse(self):
        runs = session.parse(LOG)
        self.assertEqual([run.steps for run in runs], [20, 0])
        self.assertEqual(runs[0].sections["Pair"], 0.2)
        self.assertEqual(runs[0].sections["Other"], 0.209)
        self.assertEqual((runs[0].listed, runs[0].builds, runs[1].listed), (1234, 3, 1240))
        self.assertEqual([run.memory for run in runs], [7.5, 7.5])
        self.assertEqual([run.ghosts for run in runs], [21.5, 0.0])
        self.assertEqual(runs[0].rows[1], {"Step": 20.0, "Atoms": 100.0, "KinEng": 2.5})

    def test_sample(self):
        # Half of the processor went to others.
        sample = timing.sample_of(session.parse(LOG))
        for name, value in {"pair": 5.0, "neigh": 0.25, "comm": 0.75, "modify": 1.25, "loop": 12.5}.items():
            self.assertAlmostEqual(getattr(sample, name), value, msg=name)
        more = timing.sample_of(session.parse(LOG.replace("50.0% CPU", "190.0% CPU")))    # of two threads
        self.assertAlmostEqual(more.pair, 10.0)
        self.assertEqual((sample.contacts, sample.grains, sample.listed, sample.kinetic_energy), (42, 100, 1234, 2.5))

    def test_share_of_a_short_run(self):
        # Too few ticks of the clock of the processor: some systems tell 0.
        short = LOG.replace("50.0% CPU", "0.0% CPU").replace("Loop time of 0.5 ", "Loop time of 0.002 ")
        self.assertAlmostEqual(timing.sample_of(session.parse(short)).loop, 0.1)
        self.assertEqual([timing.share_of(*clocks) for clocks in ((0.0, 0.1), (1.0, 2.0), (3.0, 2.0))], [1.0, 0.5, 1.0])

    def test_callgrind(self):
        text = """fn=(1) LAMMPS_NS::Verlet::run(int)
10 5
cfn=(2) LAMMPS_NS::PairHybrid::compute(int, int)
calls=2 100
12 1000
cfn=(4) other
calls=1 100
12 7
fn=(2)
100 50
cfn=(3) LAMMPS_NS::PairDCM::compute(int, int)
calls=2 200
101 900
fn=(1)
cfn=(2)
calls=1 100
12 500
"""
        # The compute of a hybrid's part is within that of the hybrid.
        self.assertEqual(instructions.calls_cost(text.splitlines(True), instructions.COMPUTE), 1500)


class Ranks(unittest.TestCase):

    def test_waiting_is_not_counted(self):
        text = """totals: 1000
fn=(1) DCM_NS::Radii::check() const
10 5
cfn=(2) PMPI_Allreduce
calls=1 100
12 400
fn=(2)
100 50
cfn=(3) opal_progress
calls=9 200
101 350
fn=(3)
20 350
"""
        self.assertEqual(ranks.own_instructions(text.splitlines(True)), 600)

    def test_messages_are_of_a_rank_in_the_mean(self):
        zero = "# POINT TO POINT\nE\t0\t1\t800 bytes\t4 msgs sent\t0,0\nI\t0\t1\t9 bytes\t9 msgs sent\nC\t0\t1\t9 bytes\t9 msgs sent\n"
        of_all = "D\tMPI_COMM_WORLD\tprocs: 0,1\nO2A\t{0}\t8 bytes\t{1} msgs sent\nA2O\t{0}\t0 bytes\t0 msgs sent\nA2A\t{0}\t40 bytes\t5 msgs sent\n"
        one = "E\t1\t0\t400 bytes\t2 msgs sent\t0,0\n"
        self.assertEqual(ranks.sent([zero + of_all.format(0, 3), one + of_all.format(1, 0)]), (600.0, 3.0, 8.0))

    def test_ratios_are_of_the_ranks_that_others_wait_for(self):
        def sample(*counts):
            step = ranks.Counts(list(counts), 720.0, 2.0, 1.0)
            return ranks.Sample(100.0 / len(counts), 50.0, step, step)
        found = {("hertz-mindlin", 1): sample(1000.0), (ranks.OWN, 1): sample(3000.0), ("hertz-mindlin", 2): sample(500.0, 600.0),
                 (ranks.OWN, 2): sample(1400.0, 1500.0)}
        titles = {s.name: s.title for s in workloads.STYLES.values()}
        rows = ranks.rows_of(found, titles, "step")[1:]
        self.assertEqual(rows[0][1:9], ["1", "100", "50", "1", "1", "10", "3.00", "1.000"])
        self.assertEqual(rows[1][1:], ["2", "50", "50", "1", "1", "11", "2.50", "0.833", "720", "2", "1"])
        self.assertEqual(rows[3][7:9], ["1", "1"])
        self.assertEqual(ranks.growth({key: found[key] for key in (("hertz-mindlin", 1), (ranks.OWN, 1))}, titles, "step"), "")
        # 100 grains and 50 ghosts take 1000, 50 and 50 take 600.
        self.assertIn("8 a grain and 4 a ghost in dcm/hertz/mindlin form sheet (within 0.0 %) and 30 a grain and 0 a ghost",
                      ranks.growth(found, titles, "step"))


class Codes(unittest.TestCase):

    def test_what_liggghts_says(self):
        said = """Loop time of 3.5 on 1 procs for 20 steps with 100 atoms
Loop time of 8 on 1 procs for 200 steps with 100 atoms
Step Atoms touching
     220      100           84
Loop time of 1e-06 on 1 procs for 0 steps with 100 atoms
"""
        self.assertEqual(codes.of_liggghts(said, 0.5), codes.Sample(100, 42, 4.0))

    def test_what_yade_says(self):
        self.assertEqual(codes.of_yade("[[ ^L\nMEASURED 1500 grains, 191 contacts, 0.25 seconds\n"), codes.Sample(1500, 191, 0.25))
        self.assertIsNone(codes.of_yade("Traceback"))

    def test_table(self):
        found = {codes.OURS: [codes.Sample(100, 200, s) for s in (2.0, 4.0)], codes.YADE: [codes.Sample(100, 203, s) for s in (20.0, 44.0)]}
        text = codes.text_of(found, 30)
        self.assertIn(f"| {codes.OURS} | 100 | 200 | 100 | 1e+03 | 1 |", text)
        self.assertIn(f"| {codes.YADE} | 100 | 203 | 1.07e+03 | 93.8 | 10.50 (10.00 to 11.00) |", text)
        self.assertEqual(codes.differing(found), f"These have not the contacts of dcm (200) to 1 %: {codes.YADE} (203).")
        self.assertEqual(codes.differing(found, 0.02), "")


class Profiles(unittest.TestCase):

    def test_parts(self):
        # Gathering for the test of distances is a part of the test.
        for chain, part in ((["dcm_pair_kernel_run_v4", "measure", "dcm_gather_differences", "dcm_row"], budget.PARTS["measure"]),
                            (["dcm_pair_kernel_run_v4", "dcm_gather_differences", "dcm_row"], budget.PARTS["dcm_gather_differences"]),
                            (["dcm_batch_call.isra.0", "compute"], "law"), (["compute.part.0", "loop", "dcm_load_contact"], "law"),
                            (["dcm_near_search_run._omp_fn.0", "find_hits"], "list: near pairs found"),
                            (["dcm_measure_near_pairs_v3", "measure"], "list: taken over from LAMMPS"),
                            (["dcm_wall_kernel_run_v4", "dcm_gather_rows", "dcm_row"], budget.CLASSES["FixWall"]),
                            (["_ZN6DCM_NS7FixWall5visitEib"], budget.CLASSES["FixWall"]),
                            (["_ZN6DCM_NS9AxisWalls10find_wallsEid"], "walls: where they are"), (["_ZN6DCM_NS7PairDCM7computeEii"], "rest of the plugin"), ([], "rest of the plugin")):
            self.assertEqual(budget.part_of(chain), part, chain)
        self.assertEqual(budget.of_library(["_ZN9LAMMPS_NS6Region7surfaceEdddd"]), budget.SURFACE)
        self.assertEqual(budget.of_library(["_ZN9LAMMPS_NS11RegCylinder16surface_interiorEPdd"]), budget.SURFACE)
        self.assertIsNone(budget.of_library(["_ZN9LAMMPS_NS8Neighbor14check_distanceEv"]))

    def test_contacts_of_both_kinds(self):
        parts = collections.Counter({"law": 6.0, "scatter": 3.0, "kinematics": 2.0, budget.CLASSES["FixWall"]: 1.0, budget.REST: 9.0,
                                     budget.CLASSES["AxisWalls"]: 0.5, budget.SURFACE: 1.5, budget.MATHEMATICS: 2.0})
        found = budget.Budget(parts, at_walls=0.2)
        # The law takes as long for both.
        self.assertAlmostEqual(found.of_pair(), 5.0 + 5.0)
        self.assertAlmostEqual(found.of_wall(), 5.0 + 5.0)
        self.assertAlmostEqual(found.of_place(), 20.0)

    def test_samples(self):
        script = """PERF_RECORD_MMAP2 8046/8046: [0x1000(0x2000) @ 0 fe:00 11 36]: r-xp /a/old
PERF_RECORD_MMAP2 8046/8046: [0x7f0000001000(0x2000) @ 0xe000 fe:00 11 36]: r-xp /with blank/lmp-dcm
     7f0000001010 (/with blank/lmp-dcm)
 ffffffff82200fa0 ([kernel.kallsyms])
     7f0000001010 (/with blank/lmp-dcm)
     7f0000002fff (/with blank/lmp-dcm)
"""
        found = budget.samples_of(script)
        self.assertEqual(found["/with blank/lmp-dcm"], {0xe010: 2, 0xffff: 1})

    def test_functions_have_their_names(self):
        # Where one is renamed, its time would be counted elsewhere without a word.
        source = ""
        for folder in (("src", "contacts"), ("src", "integrate"), ("src", "ledger"), ("src", "runtime"), ("src", "laws"), ("plugin", "lammps")):
            folder = os.path.join(BENCHMARKS, "..", *folder)
            for name in sorted(os.listdir(folder)):
                if os.path.isfile(os.path.join(folder, name)):
                    with open(os.path.join(folder, name)) as file:
                        source += file.read()
        for name in budget.PARTS:
            self.assertTrue(re.search(rf"\b{name}\)?\(", source), name)
        for name in budget.CLASSES:
            self.assertTrue(re.search(rf"class {name}\b", source), name)


class Ratios(unittest.TestCase):

    def test_ratio_is_of_the_rounds(self):
        # Each round is slower than the one before, for both alike.
        found = timing.ratio([2.0, 4.0, 9.0, 20.0, 32.0], [1.0, 2.0, 3.0, 10.0, 8.0])
        self.assertEqual(found, timing.Ratio(2.0, 2.0, 4.0))
        self.assertEqual(str(found), "2.00 (2.00 to 4.00)")
        self.assertEqual(str(timing.ratio([3.0], [2.0])), "1.50")
        self.assertIsNone(timing.ratio([1.0], [0.0]))

    def results(self, ranks=(1,), workload="bed", of=(("gran-hertz-history", 4.0), ("granular", 8.0), ("hertz-mindlin", 2.0))):
        host = session.Host("a", 20250204, "lmp", "", False)
        found = {}
        for r in ranks:
            case = timing.Case(workloads.WORKLOADS[workload], host, r, 1, "usual")
            found[case] = {name: [timing.Sample(pair / r, 1.0, 0.0, 0.0, pair + 1.0, 9, 0, 4, 2, 1.0) for _ in range(3)] for name, pair in of}
        return found

    def test_table(self):
        titles = {s.name: s.title for s in workloads.STYLES.values()}
        text, common = table.comparison(self.results(), titles)
        self.assertIn("| bed | dcm/hertz/mindlin form sheet | 3.000 | 2.000 | 1.67 | 2.00 | 3.00 | 4.00 |", text)
        self.assertIn("| bed | gran/hertz/history | 5.000 | 4.000 | 1 | 1 | 1.80 | 2.00 |", text)
        self.assertEqual(common, "LAMMPS 4Feb2025, ranks 1, threads 1, instructions best, usual skin")
        self.assertEqual(table.scaling(self.results(), titles), "")
        text = table.scaling(self.results(ranks=(1, 2)), titles)
        self.assertIn("| bed | 4Feb2025 | 0.1 | 2 | 1 | gran/hertz/history | 2.00 | 1.00 | – |", text)
        self.assertIn("| bed | 4Feb2025 | 0.1 | 2 | 1 | granular | 2.00 | 1.00 | 1.00 |", text)
        text, common = table.comparison(self.results(ranks=(1, 2)), titles)
        self.assertIn("| bed | 2 | granular | 9.000 | 4.000 |", text)
        self.assertNotIn("ranks", common)

    def test_what_is_kept_of_the_lead(self):
        one, many = ({name: [timing.Sample(1.0, 1.0, 0.0, 0.0, loop, 9, 0, 4, 2, 1.0) for loop in loops] for name, loops in of}
                     for of in ((("granular", (6.0, 6.0)), ("hertz-mindlin", (2.0, 3.0))), (("granular", (3.0, 3.0)), ("hertz-mindlin", (1.25, 1.5)))))
        self.assertEqual(table.kept(many, one, "hertz-mindlin"), "0.90 (0.80 to 1.00)")
        self.assertEqual(table.kept(many, one, "granular"), "–")
        self.assertEqual(table.kept({"hertz-mindlin": []}, {"hertz-mindlin": []}, "hertz-mindlin"), "–")

    def test_table_of_other_references(self):
        # A workload with another built-in style is compared with that.
        titles = {s.name: s.title for s in workloads.STYLES.values()}
        rolling = self.results(workload="rolling", of=(("granular-rolling", 8.0), ("granular-rolling-dcm", 2.0)))
        text, _ = table.comparison(rolling, titles)
        self.assertIn("| workload | style | loop, ms a step | Pair, ms a step | loop against granular rolling | Pair against granular rolling |", text)
        self.assertIn("| rolling | granular/dcm rolling | 3.000 | 2.000 | 3.00 | 4.00 |", text)
        text, _ = table.comparison({**self.results(), **rolling}, titles)
        self.assertIn("| loop against gran/hertz/history | Pair against gran/hertz/history | loop against granular | Pair against granular |", text)
        self.assertIn("| bed | dcm/hertz/mindlin form sheet | 3.000 | 2.000 | 1.67 | 2.00 | 3.00 | 4.00 |", text)
        self.assertIn("| rolling | granular/dcm rolling | 3.000 | 2.000 | – | – | 3.00 | 4.00 |", text)

    def test_table_of_forms(self):
        # How many times as long, in the same rounds.
        titles = {s.name: s.title for s in workloads.STYLES.values()}
        self.assertEqual(table.forms(self.results(), titles), "")
        both = self.results(of=(("hertz-mindlin", 2.0), ("hertz-mindlin-consistent", 3.0)))
        self.assertIn("| bed | dcm/hertz/mindlin form consistent | 1.50 | 1.33 |", table.forms(both, titles))
        self.assertNotIn("rolling", table.forms(both, titles))

    def test_plot(self):
        titles = {s.name: s.title for s in workloads.STYLES.values()}
        script = table.plot_script(self.results(ranks=(1, 2)), titles, "x.svg")
        # Two groups of three bars: position, median, lowest, highest.
        for i, rows in enumerate(("0 1 1 1\n4.5 1 1 1", "1 0.5 0.5 0.5\n5.5 0.5 0.5 0.5", "2 2 2 2\n6.5 2 2 2")):
            self.assertIn(f"$bars{i} << END\n{rows}\nEND\n", script)
        self.assertIn('("bed\\n1" 1, "bed\\n2" 5.5)', script)

    def test_gnuplot_draws_it(self):
        if not shutil.which("gnuplot"):
            self.skipTest("there is no gnuplot")
        titles = {s.name: s.title for s in workloads.STYLES.values()}
        with tempfile.TemporaryDirectory(prefix="dcm bench ") as folder:
            path = os.path.join(folder, "plot.svg")
            self.assertEqual(table.draw(self.results(), titles, path), "")
            with open(path) as file:
                self.assertIn("dcm/hertz/mindlin", file.read())


# A program that writes a log as LAMMPS does. With the suffix a column departs from what it was, in each row ten times as far.
WRITER = """#!/usr/bin/env python3
import sys
ours = "dcm" in sys.argv
with open(sys.argv[sys.argv.index("-log") + 1], "w") as file:
    if ours:
        print("dcm: pair_style gran/hooke is computed by the law 'hooke' of dcm, as gran/hooke/dcm", file=file)
    print("Step Atoms Energy", file=file)
    for n in range(5):
        print(n * 100, 7, repr(-20.0 * (1.0 + ours * 10.0**(n - 12.5))), file=file)
    print("Loop time of", 1.5 if ours else 6.0, "on 1 procs for 400 steps with 7 atoms", file=file)
    print("Pair", *[0.5 if ours else 4.0] * 3, 0, 0, sep=" | ", file=file)
"""


class Same(unittest.TestCase):

    def test_how_long_how_many_digits(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "lmp")
            with open(program, "w") as file:
                file.write(WRITER)
            os.chmod(program, 0o700)
            done = subprocess.run([os.path.join(BENCHMARKS, "..", "scripts", "same"), program, "-in", "x"], cwd=folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
        self.assertIn("pair_style gran/hooke, by the law 'hooke'", rows)
        first = rows.index("the same to up to step the first that differs more") + 1
        self.assertEqual(rows[first:first + 6], ["1e-12 0 Energy at step 100: 3.2e-12", "1e-11 100 Energy at step 200: 3.2e-11",
                                                 "1e-10 200 Energy at step 300: 3.2e-10", "1e-09 300 Energy at step 400: 3.2e-09",
                                                 "1e-08 400 none to the end", "constant, so they show nothing: Atoms"])
        self.assertIn("Pair 4 0.5 8.00 times as fast", rows)
        self.assertIn("loop 6 1.5 4.00 times as fast", rows)


class States(unittest.TestCase):

    def overlaps(self, path, periodic):
        """Pairs of grains that touch, and the diameters."""
        with open(path) as file:
            text = file.read()
        head, atoms = text.split("Atoms # sphere\n")
        atoms = atoms.split("Velocities")[0]
        edges = [[float(word) for word in line.split()[:2]] for line in head.splitlines() if line.endswith("hi")]
        rows = [[float(word) for word in line.split()[2:3] + line.split()[4:]] for line in atoms.splitlines() if line]
        touching = 0
        for i, (d, *x) in enumerate(rows):
            for e, *y in rows[:i]:
                apart = [abs(a - b) for a, b in zip(x, y)]
                for c in periodic:
                    apart[c] = min(apart[c], edges[c][1] - edges[c][0] - apart[c])
                touching += math.hypot(*apart) < 0.5 * (d + e) * (1.0 - 1e-12)
            for c, (low, high) in enumerate(edges):
                if c not in periodic:
                    self.assertTrue(low <= x[c] - 0.5 * d + 1e-12 and x[c] + 0.5 * d <= high + 1e-12)
        return touching, [d for d, *_ in rows]

    def test_grains_begin_apart(self):
        seed = int(os.environ.get("DCM_TEST_SEED") or random.randrange(1 << 30))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grains")
            for name, periodic in (("bed", (0, 1)), ("shear", (0, 1, 2)), ("gas", (0, 1, 2)), ("graded", (0, 1)), ("drum", ())):
                recipe = workloads.quick(name)
                recipe["arguments"]["count"] = 400
                grains.KINDS[recipe["kind"]](path, chance=random.Random(seed), **recipe["arguments"])
                touching, diameters = self.overlaps(path, periodic)
                self.assertEqual((touching, len(diameters)), (0, recipe["arguments"]["count"]), f"{name}, seed {seed}")
                if name == "graded":
                    self.assertLessEqual(set(diameters), {0.125, 0.25, 0.5, 1.0})

    def test_sizes_share_the_volume(self):
        chance = random.Random(1)
        volumes = {}
        for kind, diameter, _, _ in grains.halved(grains.cells((12, 12, 12)), 4, chance):
            self.assertEqual(diameter, 0.5**(kind - 1))
            volumes[kind] = volumes.get(kind, 0.0) + diameter**3
        for volume in volumes.values():
            self.assertAlmostEqual(volume / 12**3, 0.25, delta=0.05)

    def test_another_recipe_is_another_file(self):
        recipe = workloads.STATES["bed"]
        other = dict(recipe, variables=dict(recipe["variables"], before=1))
        paths = {states.path_of("bed", r, "/c") for r in (recipe, other, workloads.quick("bed"))}
        self.assertEqual(len(paths), 3)
        self.assertEqual(states.path_of("bed", recipe, "/c"), states.path_of("bed", dict(recipe), "/c"))


class Options(unittest.TestCase):

    def refused(self, *words):
        done = subprocess.run([sys.executable, os.path.join(BENCHMARKS, "main.py"), "--check", *words], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout), (1, ""), words)
        self.assertTrue(done.stderr.startswith("error: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_wrong_ones_are_told(self):
        told = self.refused("--workload", "heap")
        for name in ["'heap'"] + list(workloads.WORKLOADS):
            self.assertIn(name, told)
        told = self.refused("--style", "lj")
        for name in ["'lj'"] + list(workloads.STYLES):
            self.assertIn(name, told)
        for option in ("--rounds", "--steps", "--ranks", "--threads"):
            for word in ("0", "-1", "1.5", "many", ""):
                self.assertIn(f"'{word}'", self.refused(f"{option}={word}"))
        self.assertIn("small, usual, large", self.refused("--skin", "huge"))
        self.assertIn("--fast", self.refused("--fast"))
        self.assertIn("--profile and --memory", self.refused("--memory", "--profile"))
        self.assertIn("--profile cannot look into input-silo", self.refused("--workload", "input-silo", "--profile"))
        self.assertIn("granular-jkr, granular-jkr-dcm, jkr-exact", self.refused("--workload", "cohesive", "--style", "hertz"))

    def test_every_style_has_its_file(self):
        self.assertEqual(set(workloads.STYLES) | {"material", "at-walls", "gran-hooke"}, set(os.listdir(os.path.join(BENCHMARKS, "styles"))))
        for workload in workloads.WORKLOADS.values():
            self.assertTrue(os.path.exists(os.path.join(BENCHMARKS, workload.deck)))
            self.assertTrue(set(workload.styles) <= set(workloads.STYLES))


if __name__ == "__main__":
    unittest.main(verbosity=2)
