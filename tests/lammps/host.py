# SPDX-License-Identifier: MIT
"""Runs the LAMMPS that the environment names, with dcm in it, and reads what it writes.

CTest sets DCM_HOST_ID, DCM_HOST_VERSION (yyyymmdd), DCM_HOST_EXECUTABLE (lmp), DCM_HOST_HAS_PLUGIN (ON or
OFF), DCM_HOST_LIBRARY (liblammps), DCM_HOST_SOURCE_DIR (its source), DCM_HOST_FOLDER (with dcmplugin.so and
lmp-dcm) and DCM_TEST_LAWS."""

import os
import sys

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

sys.path.insert(0, os.path.join(HERE, "..", "lib"))
import simulator
from simulator import EVERYTHING, FORCE, POSITION, SPIN, TORQUE, VELOCITY    # for the tests

# The built-in style granular has the damping that realises the restitution asked for since 2023.
HAS_COEFF_RESTITUTION = VERSION >= 20230802


# Packings of tests are denser than grains would lie, and softer, and some time steps longer than is good for most contacts.
WARNING = r"WARNING: dcm(?!: (at the start of the run|at step \d+) atoms? \d|: (pair_style|fix) \S+: the timestep)"


class Case(simulator.Case):

    PREFIX = "dcm-lammps-"

    def lammps(self, deck, ranks=1, arguments=(), environment=None, under=(), **variables):
        """Runs an input, given as text or as the name of a file of this folder, with dcm; `under` is a command that runs LAMMPS."""
        if "\n" in deck:
            path = self.write("in.test", deck)
        else:
            path = os.path.join(HERE, deck)
        command = ["-in", path, "-log", "none"] + list(arguments)
        for name, value in variables.items():
            command += ["-var", name, str(value)]
        if HAS_PLUGIN:
            return self.start([*under, EXECUTABLE] + command, ranks, {"LAMMPS_PLUGIN_PATH": FOLDER, **(environment or {})})
        return self.start([*under, LAUNCHER] + command, ranks, environment)

    def run_ok(self, deck, ranks=1, arguments=(), environment=None, under=(), **variables):
        done = self.lammps(deck, ranks, arguments, environment, under, **variables)
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


if __name__ == "__main__":
    simulator.main(sys.argv[1:])
