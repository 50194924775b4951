# SPDX-License-Identifier: MIT
"""Every workload with every style, a few grains and steps, in the host that CTest's environment names (see
tests/lammps/host.py). The styles of a workload mean the same physics, so after 200 steps they must have about the same contacts and
the same energy."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

BENCHMARKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "benchmarks")
sys.path.insert(0, BENCHMARKS)
import budget    # noqa: E402
import codes    # noqa: E402
import session    # noqa: E402
import states    # noqa: E402
import timing    # noqa: E402
import workloads    # noqa: E402

HOST = session.Host(os.environ["DCM_HOST_ID"], int(os.environ["DCM_HOST_VERSION"]), os.path.join(os.environ["DCM_HOST_FOLDER"], "lmp-dcm"),
                    os.environ["DCM_HOST_SOURCE_DIR"], False)


def cells(line):
    return [cell.strip() for cell in line.strip("| \n").split("|")]


class Quick(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="dcm-bench-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def bench(self, *words, program="main", status=0):
        """Runs the benchmarks with these words, and returns what they print; what they write is in the folder out."""
        done = subprocess.run(
            [sys.executable, os.path.join(BENCHMARKS, f"{program}.py"), "--quick", "--cache", os.path.join(self.folder, "with blanks"), "--out",
             os.path.join(self.folder, "out"), "--lammps", HOST.id, str(HOST.version), HOST.executable, HOST.source, "OFF", *words],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def written(self, name):
        with open(os.path.join(self.folder, "out", name)) as file:
            return file.read()

    def results(self):
        return json.loads(self.written("results.json"))["results"]

    def rows(self, name, begin="| "):
        """The cells of the lines of a table that begin so."""
        return [cells(line) for line in self.written(name).splitlines() if line.startswith(begin)]

    def run_alone(self, workload, *words):
        """Runs a workload that is run alone. Returns what it prints, and the cells of the lines of its table."""
        return self.bench(*words, program=workload), self.rows(f"{workload}.md")[1:]

    def tables_of_scaling(self, *words):
        """The rows of each table that --scaling prints, without headings."""
        self.bench("--scaling", *words)
        return [list(map(cells, part.splitlines()[2:])) for part in self.written("scaling.md").split("\n\n") if part.startswith("| ")]

    def test_all_workloads_in_all_styles(self):
        said = self.bench("--steps", "200")
        found = {r["workload"]: r["milliseconds a step"] for r in self.results()}
        for name in workloads.MAIN:
            if not workloads.WORKLOADS[name].state and f"{name} is left out" in said:
                continue    # a LAMMPS whose source has no benchmarks
            self.assertEqual(tuple(found[name]), workloads.WORKLOADS[name].styles)
            ends = {style: (samples[0]["contacts"], samples[0]["kinetic_energy"]) for style, samples in found[name].items()}
            for style, (contacts, energy) in ends.items():
                # The damping of gran/hertz/history is another, and dcm/hertz has none. The rest differ in lever arms, and in
                # what becomes of a spring that slides. Styles of LAMMPS by laws of dcm are what they are.
                alike = "granular-jkr" if style == "jkr-exact" else style.removesuffix("-dcm")
                if style.startswith("hertz-mindlin"):
                    alike = "granular-rolling" if style.endswith("-rolling") else "granular"
                self.assertAlmostEqual(contacts, ends[alike][0], delta=0.02 * contacts + 3, msg=f"{name}: {ends}")
                self.assertAlmostEqual(energy / ends[alike][1], 1.0, delta=0.04, msg=f"{name}: {ends}")
                self.assertGreater(contacts, 0, name)
        table = self.written("bench.md")
        for name in found:
            self.assertIn(f"| {name} |", table)

    def test_inputs_that_are_not_edited(self):
        names = [name for name, workload in workloads.WORKLOADS.items() if workload.input]
        said = self.bench(*[word for name in names for word in ("--workload", name)])
        self.assertEqual([r["workload"] for r in self.results()], [name for name in names if f"{name} is left out" not in said])
        for result in self.results():
            own, ours = (samples[0] for samples in result["milliseconds a step"].values())
            self.assertGreater(own["contacts"], 0, result["workload"])
            self.assertEqual(own["contacts"], ours["contacts"], result["workload"])
            self.assertAlmostEqual(ours["kinetic_energy"] / own["kinetic_energy"], 1.0, delta=1e-9, msg=result["workload"])

    def test_two_ranks_and_a_small_skin(self):
        said = self.bench("--workload", "small", "--ranks", "1", "--ranks", "2", "--skin", "small", "--skin", "usual", "--style", "hertz-mindlin",
                          "--style", "granular")
        self.assertEqual([(r["ranks"], r["skin"]) for r in self.results()], [(1, 0.05), (2, 0.05), (1, 0.1), (2, 0.1)])
        self.assertIn("as with one rank and one thread", said)

    def state(self):
        return states.make("small", workloads.quick("small"), HOST, self.folder, lambda text: None)

    def test_grains_at_walls_are_counted(self):
        state = self.state()
        count = budget.grains_at_walls(timing.Case(workloads.WORKLOADS["small"], HOST, 1, 1, "usual", None), state)
        with open(state) as file:
            atoms = file.read().split("Atoms # sphere")[1].split("Velocities")[0]
        rows = [line.split() for line in atoms.splitlines() if line]
        self.assertEqual(count, sum(float(row[6]) < 0.5 * float(row[2]) for row in rows))
        self.assertGreater(count, 0)

    @unittest.skipUnless(shutil.which("valgrind"), "callgrind counts")
    def test_what_energies_take_is_counted(self):
        self.bench("--workload", "small", "--style", "hertz-mindlin", "--instructions", "--energies")
        row, = self.rows("instructions.md", "| small ")
        law, rest, law_after, rest_after, fix, pairs, everything = map(float, row[3:])
        self.assertGreater(law, 10.0)
        self.assertGreater(rest, law)
        self.assertGreater(law_after, law)
        self.assertGreater(rest_after, rest)
        self.assertGreater(fix, 10.0)
        self.assertAlmostEqual((law_after + rest_after) / (law + rest), pairs, delta=0.01)
        self.assertAlmostEqual((law_after + rest_after + fix) / (law + rest), everything, delta=0.01)

    def test_memory_is_counted(self):
        self.bench("--workload", "small", "--style", "gran-hertz-history", "--style", "hertz-mindlin", "--memory")
        rows = self.rows("memory.md", "| small ")
        self.assertEqual([row[1] for row in rows], ["gran/hertz/history", "dcm/hertz/mindlin form sheet"])
        # Three numbers of a spring, and of ours what a list has beside them.
        self.assertGreater(float(rows[0][2]), 24.0)
        self.assertGreater(float(rows[1][2]), 24.0)

    def test_walls_keep_states_for_the_grains_that_touch_them(self):
        state = self.state()
        kept = [session.lammps(HOST, "in.bed", style="hertz-mindlin", state=state, walls=walls, before=1, steps=1)[-1].memory
                for walls in ("plane", "none")]
        # The host has room for 16,384 atoms; states of that many would take 3 Mbytes.
        self.assertLess(kept[0] - kept[1], 1.0)

    def test_beds_of_more_and_more_grains(self):
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed")
        rows, step, new_list = self.tables_of_scaling()
        self.assertEqual([row[:2] for row in rows], [[title, grains] for title in ("dcm/hertz/mindlin form sheet", "gran/hertz/history")
                                                     for grains in ("1,500", "3,000")])
        for title, grains, contacts, listed, *_, counted, kept, peak in rows:
            self.assertAlmostEqual(float(contacts), float(rows[0][2]), delta=0.01, msg=title)    # the bed beside its copy
            self.assertLess(float(kept), float(counted))
            self.assertLess(float(counted), float(peak))
        self.counts_are_of_ranks(step, new_list)

    def counts_are_of_ranks(self, step, new_list):
        """Messages and what they carry are those of LAMMPS' own style; a new list needs two calls for all ranks of its own."""
        names = ("dcm/hertz/mindlin form sheet", "gran/hertz/history")
        for rows, more_calls in ((step, 0), (new_list, 2)):
            self.assertEqual([row[:2] for row in rows], [[name, ranks] for name in names for ranks in ("1", "2")])
            for i, (title, ranks, *_, sent, messages, calls) in enumerate(rows):
                own = rows[2 + i % 2]
                self.assertEqual([sent, messages], own[-3:-1], title)
                self.assertEqual(messages != "0", ranks == "2", title)
                self.assertEqual(float(calls) - float(own[-1]), more_calls if ranks == "2" and title == names[0] else 0, title)
        for one, two in zip(step[::2], step[1::2]):
            # Half of the grains, and what there is to do at the new boundary.
            thousands = [float(row[4].replace(",", "")) for row in (one, two)]
            self.assertGreater(thousands[1], 0.5 * thousands[0])
            self.assertLess(thousands[1], 0.7 * thousands[0])

    def test_chosen_ranks_are_counted_alone(self):
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed")
        step, new_list = self.tables_of_scaling("--ranks", "2")
        self.assertEqual([row[1] for row in step + new_list], ["2"] * 4)

    def test_walls_of_triangles(self):
        rows = [row for row in self.run_alone("mesh")[1] if row[0].startswith("drum ")]
        # All triangles are there: as fine walls are touched by about as many grains as the cylinder.
        self.assertEqual([row[0] for row in rows][:3], ["drum of 128 triangles", "drum of 2,048 triangles", "drum of 32,768 triangles"])
        self.assertGreater(int(rows[2][3]), 5)

    def test_few_grains(self):
        rows = self.run_alone("few")[1]    # which fails unless both styles end with the same energy
        self.assertEqual([row[0] for row in rows], ["1", "8", "48", "500"])

    def test_other_codes(self):
        programs = {name: shutil.which(name) or "" for name in ("liggghts", "yade")}
        said, rows = self.run_alone("codes", *(w for n, p in programs.items() for w in (f"--{n}", p)))
        found = {row[0]: (int(row[1]), int(row[2])) for row in rows}
        own = found[codes.OURS]
        self.assertGreater(own[1], 0)
        for name, package in ((codes.LIGGGHTS, "liggghts"), (codes.YADE, "yade")):
            self.assertEqual(name in found, programs[package] != "", said)
            self.assertEqual(f"{name} is left out" in said, programs[package] == "", said)
        for name, (grains, contacts) in found.items():
            self.assertEqual(grains, own[0], name)
            # A bed that has not settled: now and then a contact begins a step earlier.
            self.assertAlmostEqual(contacts, own[1], delta=0.01 * own[1] + 3, msg=str(found))

    def test_what_lammps_says_is_told(self):
        said = self.bench("--workload", "small", "--style", "hertz-mindlin", "--words", "nonsense 3", status=1)
        self.assertIn("error: cd ", said)
        self.assertIn("nonsense", said)
        self.assertNotIn("Traceback", said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
