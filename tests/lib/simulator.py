# SPDX-License-Identifier: MIT
"""Parts that tests in any simulator have in common: a folder for each, a run in it, and the dumps that it writes."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "lib"))
import lammps_run

# A guard against a simulator that hangs: so that the test is named before CTest ends them all.
HANGS_AFTER = 3000


class Case(unittest.TestCase):
    """A test in a folder of its own, which stays for a look when the test fails."""

    PREFIX = "dcm-"

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix=self.PREFIX)

    def tearDown(self):
        failed = any(error for _, error in self._outcome.errors) if hasattr(
            self._outcome, "errors") else not self._outcome.success
        if failed:
            print("files of the failed test:", self.folder, file=sys.stderr)
        else:
            shutil.rmtree(self.folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)
        return name

    def start(self, command, ranks, environment=None):
        # Ranks that wait leave their core to others. They share one: where another program had it they would wait for a slice of
        # its time, message by message. The other ranks are ended at once when one ends with an error, not after a second.
        env = lammps_run.environment(self.folder, ranks, OMPI_MCA_mpi_yield_when_idle="1", OMPI_MCA_odls_base_sigkill_timeout="0",
                                     **(environment or {}))
        cores = sorted(os.sched_getaffinity(0))
        one = {cores[os.getpid() % len(cores)]}
        return subprocess.run(lammps_run.on_ranks(command, ranks), cwd=self.folder, env=env, text=True, errors="replace", timeout=HANGS_AFTER,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              preexec_fn=(lambda: os.sched_setaffinity(0, one)) if ranks > 1 else None)

    WARNING = ""    # of a run in which something is not as it should be

    def simulate(self, deck, ranks=1, *how, **more):
        """Runs an input; each simulator in its way."""
        raise NotImplementedError

    def succeeds(self, deck, ranks=1, *how, **more):
        """A run that ends well, with or without a warning."""
        done = self.simulate(deck, ranks, *how, **more)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done

    def run_ok(self, deck, ranks=1, *how, **more):
        """The output of a run without a warning."""
        text = self.succeeds(deck, ranks, *how, **more).stdout
        self.assertNotRegex(text, self.WARNING)
        return text

    def run_fails(self, deck, *parts, ranks=1, **more):
        """The run must end with an error, not with a crash, and say each of the parts."""
        done = self.simulate(deck, ranks, **more)
        self.assertGreater(done.returncode, 0, done.stdout)
        text = " ".join(done.stdout.split())
        self.assertIn("ERROR", text)
        for part in parts:
            self.assertIn(part, text)

    def read(self, name):
        """Last frame of a custom dump: {atom id: [numbers after the id]}."""
        return list(self.frames(name).values())[-1]

    def frames(self, name):
        """{step: {atom id: [numbers after the id]}}"""
        frames, step, atoms = {}, None, None
        with open(os.path.join(self.folder, name)) as file:
            for line in file:
                if line.startswith("ITEM: TIMESTEP"):
                    step = int(next(file))
                elif line.startswith("ITEM: ATOMS") or line.startswith("ITEM: ENTRIES"):
                    atoms = frames[step] = {}
                    entries = line.startswith("ITEM: ENTRIES")
                elif line.startswith("ITEM:"):
                    atoms = None
                elif atoms is not None:
                    numbers = [float(word) for word in line.split()]
                    if entries:
                        atoms[len(atoms)] = numbers
                    else:
                        atoms[int(numbers[0])] = numbers[1:]
        return frames

    def thermo(self, text, column=""):
        """Rows of numbers that LAMMPS prints in its runs: those of the tables that have a column."""
        rows, inside = [], False
        for words in map(str.split, text.splitlines()):
            if words[:1] == ["Step"]:
                inside = not column or column in words
            elif words[:2] == ["Loop", "time"]:
                inside = False
            elif inside and words and words[0].isdigit():
                rows.append([float(word) for word in words])
        self.assertTrue(rows, text)
        return rows

    def difference(self, one, other, columns):
        """Largest difference in some columns, relative to the largest number there."""
        self.assertEqual(sorted(one), sorted(other))
        largest = max(abs(row[c]) for row in one.values() for c in columns)
        apart = max(abs(one[a][c] - other[a][c]) for a in one for c in columns)
        return apart / largest if largest else apart


# Columns of the dumps of the decks, after the id.
POSITION, VELOCITY, SPIN = range(0, 3), range(3, 6), range(6, 9)
FORCE, TORQUE = range(9, 12), range(12, 15)
EVERYTHING = (POSITION, VELOCITY, SPIN, FORCE, TORQUE)


def main(paths):
    """Runs all tests of these files, for CTest. Exit code 77 means that nothing applied to this host."""
    suite = unittest.TestSuite()
    sys.modules["host"] = sys.modules["__main__"]
    for path in paths:
        name = os.path.splitext(os.path.basename(path))[0]
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        suite.addTests(unittest.defaultTestLoader.loadTestsFromName(name))
    # A caller that only asks whether anything fails need not wait for the rest.
    first_only = "DCM_TEST_FIRST_FAILURE" in os.environ
    result = unittest.TextTestRunner(verbosity=2, failfast=first_only).run(suite)
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(77 if result.testsRun and result.testsRun == len(result.skipped) else 0)
