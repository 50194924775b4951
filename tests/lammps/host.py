# SPDX-License-Identifier: MIT
"""Runs the LAMMPS that the environment names, with dcm in it, and reads what it writes.

CTest sets DCM_HOST_ID, DCM_HOST_VERSION (yyyymmdd), DCM_HOST_EXECUTABLE (lmp), DCM_HOST_HAS_PLUGIN (ON or
OFF), DCM_HOST_LIBRARY (liblammps), DCM_HOST_SOURCE_DIR (its source), DCM_HOST_FOLDER (with dcmplugin.so and
lmp-dcm) and DCM_TEST_LAWS."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ID = os.environ["DCM_HOST_ID"]
VERSION = int(os.environ["DCM_HOST_VERSION"])
EXECUTABLE = os.environ["DCM_HOST_EXECUTABLE"]
FOLDER = os.environ["DCM_HOST_FOLDER"]
HAS_PLUGIN = os.environ["DCM_HOST_HAS_PLUGIN"] == "ON"
PLUGIN = os.path.join(FOLDER, "dcmplugin.so")
LAUNCHER = os.path.join(FOLDER, "lmp-dcm")
LIBRARY = os.environ["DCM_HOST_LIBRARY"]
SOURCE = os.environ["DCM_HOST_SOURCE_DIR"]
LAWS = os.environ["DCM_TEST_LAWS"]    # a folder with the laws of tests/lammps/laws
PROGRAMS = os.path.dirname(LAWS)    # and one with the programs of this folder
HERE = os.path.dirname(os.path.abspath(__file__))

sys.path.insert(0, os.path.join(HERE, "..", "..", "scripts", "lib"))
import lammps_run

# The built-in style granular has the damping that realises the restitution asked for since 2023.
HAS_COEFF_RESTITUTION = VERSION >= 20230802


# Packings of tests are denser than grains would lie, and some time steps longer than is good for most contacts.
WARNING = r"WARNING: dcm(?!: where the run begins atoms|: (pair_style|fix) \S+: the timestep)"


class Case(unittest.TestCase):
    """A test in a folder of its own, which stays for a look when the test fails."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="dcm-lammps-")

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
        # Ranks that wait leave their core to others.
        env = lammps_run.environment(self.folder, ranks, OMPI_MCA_mpi_yield_when_idle="1", **(environment or {}))
        return subprocess.run(lammps_run.on_ranks(command, ranks), cwd=self.folder, env=env, text=True, errors="replace", timeout=600,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)

    def lammps(self, deck, ranks=1, arguments=(), environment=None, **variables):
        """Runs an input, given as text or as the name of a file of this folder, with dcm."""
        if "\n" in deck:
            path = self.write("in.test", deck)
        else:
            path = os.path.join(HERE, deck)
        command = ["-in", path, "-log", "none"] + list(arguments)
        for name, value in variables.items():
            command += ["-var", name, str(value)]
        if HAS_PLUGIN:
            return self.start([EXECUTABLE] + command, ranks, {"LAMMPS_PLUGIN_PATH": FOLDER, **(environment or {})})
        return self.start([LAUNCHER] + command, ranks, environment)

    def run_ok(self, deck, ranks=1, arguments=(), **variables):
        done = self.lammps(deck, ranks, arguments, **variables)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotRegex(done.stdout, WARNING)
        return done.stdout

    def run_fails(self, deck, *parts, ranks=1, environment=None):
        """The run must end with an error, not with a crash, and say each of the parts."""
        done = self.lammps(deck, ranks, environment=environment)
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

    def difference(self, one, other, columns):
        """Largest difference in some columns, relative to the largest number there."""
        self.assertEqual(sorted(one), sorted(other))
        largest = max(abs(row[c]) for row in one.values() for c in columns)
        apart = max(abs(one[a][c] - other[a][c]) for a in one for c in columns)
        return apart / largest if largest else apart


# Columns of the dumps of the decks here, after the id.
POSITION, VELOCITY, SPIN = range(0, 3), range(3, 6), range(6, 9)
FORCE, TORQUE = range(9, 12), range(12, 15)
EVERYTHING = (POSITION, VELOCITY, SPIN, FORCE, TORQUE)

if __name__ == "__main__":
    # python3 host.py FILE.py …: what CTest runs. Exit code 77 means that nothing applied to this host.
    suite = unittest.TestSuite()
    sys.modules["host"] = sys.modules["__main__"]
    for path in sys.argv[1:]:
        name = os.path.splitext(os.path.basename(path))[0]
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        suite.addTests(unittest.defaultTestLoader.loadTestsFromName(name))
    # Who only asks whether anything fails need not wait for the rest.
    first_only = "DCM_TEST_FIRST_FAILURE" in os.environ
    result = unittest.TextTestRunner(verbosity=2, failfast=first_only).run(suite)
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(77 if result.testsRun and result.testsRun == len(result.skipped) else 0)
