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
HERE = os.path.dirname(os.path.abspath(__file__))

sys.path.insert(0, os.path.join(HERE, "..", "lib"))
import simulator
from simulator import EVERYTHING, FORCE, POSITION, SPIN, TORQUE, VELOCITY, lammps_run    # for the tests

# Words of releases of LAMMPS, and what they have: each by the date of the first release of which it is true.
IN_2021 = VERSION < 20220504    # what a test knows of 29Sep2021 and of none later
HAS_LABELS = VERSION >= 20220915
GRANULAR_IS_ONE_FILE = VERSION < 20230328    # sub-models stand in any order, and there are fewer; atoms have no temperatures
HAS_TEMPERATURE_COLUMNS = VERSION >= 20240417    # of compute property/atom; before, of dumps
HAS_COEFF_RESTITUTION = VERSION >= 20240627
REDUCE_INPUTS = "inputs local" if VERSION >= 20231121 else ""    # compute reduce of rows
SINGLE_HAS_DAMPING = HAS_COEFF_RESTITUTION or GRANULAR_IS_ONE_FILE    # the force that granular gives to other styles
# Before, fix wall/gran hooke has Kt for its damper along the wall, which is then too strong for a time step.
HOOKE_WALLS_ERR = not (HAS_COEFF_RESTITUTION or GRANULAR_IS_ONE_FILE)
# Between these the spring of rolling is a number that nobody wrote, in the first forces of each run.
ROLLS_AT_START = VERSION >= 20241119 or GRANULAR_IS_ONE_FILE
ROLLS = "sds 1e3 0.01 0.1" if ROLLS_AT_START else "none"
# Its lmp ends without the last lines of its output if a rank alone finds an error; lmp-dcm prints them.
LOSES_MESSAGES = 20231121 <= VERSION < 20250204
TAKES_A_STYLE_BEFORE_THE_BOX = VERSION >= 20250204
HAS_MDR = VERSION >= 20250204
CLEAR_KEEPS_PLUGINS = VERSION >= 20250612
IN_2026 = VERSION >= 20260704    # what was seen in 4Jul2026 first


def has_superellipsoids():
    """Whether there are atom_style ellipsoid superellipsoid, and fix nve/asphere, which moves them."""
    return IN_2026 and "nve/asphere" in lammps_run.styles(EXECUTABLE)


def heat_of_atoms(is_of_host):
    """Commands that give atoms temperatures, and the words of a dump for temperature and flow."""
    if not is_of_host:
        return "fix of_atoms all property/atom d_temperature d_heatflow ghost yes\n", "d_temperature d_heatflow"
    words = "temperature heatflow"
    compute = f"compute of_atoms all property/atom {words}\n" if HAS_TEMPERATURE_COLUMNS else ""
    return f"fix of_atoms all property/atom {words} ghost yes\n{compute}", "c_of_atoms[1] c_of_atoms[2]" if compute else words


# Packings of tests are denser than grains would lie, and softer, and some time steps longer than is good for most contacts.
WARNING = r"WARNING: dcm(?!: (at the start of the run|at step \d+) atoms? \d|: (pair_style|fix) \S+: the timestep)"


class Case(simulator.Case):

    PREFIX, WARNING = "dcm-lammps-", WARNING

    def lammps(self, deck, ranks=1, arguments=(), environment=None, under=(), **variables):
        """Runs an input, given as text or as the name of a file of this folder, with dcm; `under` is a command that runs LAMMPS."""
        if "\n" in deck:
            path = self.write("in.test", deck)
        else:
            path = os.path.join(HERE, deck)
        command = ["-in", path, "-log", "none"] + list(arguments)
        for name, value in variables.items():
            command += ["-var", name, str(value)]
        if HAS_PLUGIN and not LOSES_MESSAGES:
            return self.start([*under, EXECUTABLE] + command, ranks, {"LAMMPS_PLUGIN_PATH": FOLDER, **(environment or {})})
        return self.start([*under, LAUNCHER] + command, ranks, environment)

    simulate = lammps

    def text_of(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return file.read()

    def bytes_of(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def write_bytes(self, name, content):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content)

    def said(self, *how, **more):
        """The words of a run, which may end well or not, in one line."""
        return " ".join(self.lammps(*how, **more).stdout.split())

    def assert_same(self, one, other, bound, what="", columns=EVERYTHING):
        """Atoms of two frames, or of all steps of two runs, differ at most by a part of the largest number of their kind."""
        if isinstance(next(iter(one.values())), dict):
            self.assertEqual(sorted(one), sorted(other), what)
            for step in one:
                self.assert_same(one[step], other[step], bound, f"{what}, step {step}", columns)
            return
        for kind in columns:
            self.assertLessEqual(self.difference(one, other, kind), bound, f"{what}, columns {list(kind)}")

    MADE = {}

    def made(self, name, deck, ranks=1, arguments=()):
        """A file of this test's folder, written by a run that the tests of a process make once."""
        key = name, deck, ranks, tuple(arguments)
        if key not in self.MADE:
            self.run_ok(deck, ranks, arguments)
            self.MADE[key] = self.bytes_of(name)
        self.write_bytes(name, self.MADE[key])


if __name__ == "__main__":
    simulator.main(sys.argv[1:])
