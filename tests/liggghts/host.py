# SPDX-License-Identifier: MIT
"""Runs LIGGGHTS with dcm in it, and reads what it writes.

CTest sets DCM_LIGGGHTS (liggghts), DCM_LIGGGHTS_MODULE (dcm-liggghts.so), DCM_LIGGGHTS_LAUNCHER (liggghts-dcm), DCM_DRIVER
(dcm), DCM_BUILD (the folder of the build) and, where LAMMPS is there too, what tests/lammps/host.py needs."""

import json
import os
import subprocess
import sys

STOCK = os.environ["DCM_LIGGGHTS"]
MODULE = os.environ["DCM_LIGGGHTS_MODULE"]
LAUNCHER = os.environ["DCM_LIGGGHTS_LAUNCHER"]
DRIVER = os.environ["DCM_DRIVER"]
BUILD = os.environ["DCM_BUILD"]
HERE = os.path.dirname(os.path.abspath(__file__))

sys.path.insert(0, os.path.join(HERE, "..", "lib"))
import simulator
from liggghts_input import COLUMNS, DUMP, data_file, property_line, property_lines    # for the tests
from simulator import EVERYTHING, FORCE, POSITION, SPIN, TORQUE, VELOCITY    # for the tests

# Beginning of every run.
BEGIN = """
units si
atom_style sphere
atom_modify map array
newton {newton}
communicate single vel yes
boundary f f f
"""

STOCK_MODEL = "hertz tangential history rolling_friction cdt"
STOCK_VALUES = {"young": (5e6, 2e7), "poisson": (0.45, 0.3), "restitution": (0.6, 0.7, 0.8), "friction": (0.5, 0.4, 0.3),
                "rolling": (0.02, 0.05, 0.1)}
VALUES = {name: of for name, of in STOCK_VALUES.items() if name != "rolling"}

# One grain, for what a run says.
DECK_OF_ONE = BEGIN + """
region box block -0.05 0.05 -0.05 0.05 -0.05 0.05 units box
create_box 2 box
create_atoms 1 single 0 0 0
set atom 1 diameter 0.005 density 2500
neighbor 0.001 bin
{properties}
pair_style gran model {model}
pair_coeff * *
timestep 1e-5
fix move all nve/sphere
{more}
run 1
"""

# Laws that have quantities by an option alone.
WITHOUT_QUANTITIES = ("granular",)


def laws():
    """Laws that LIGGGHTS can run: LIGGGHTS hands over no quantities of particles."""
    listed = subprocess.run([DRIVER, "list"], text=True, stdout=subprocess.PIPE, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if line.strip()]
    return [name for name in names if not description(name)["quantities"] or name in WITHOUT_QUANTITIES]


def description(law):
    return json.loads(subprocess.run([DRIVER, "show", law, "--json"], text=True, stdout=subprocess.PIPE, check=True).stdout)


# Packings of tests are denser than grains would lie, and softer, and some time steps longer than is good for most contacts.
WARNING = r"WARNING: dcm(?!: (at the start of the run|at step \d+) atoms? \d|: (pair_style|fix) .*: the timestep)"


class Case(simulator.Case):

    PREFIX, WARNING = "dcm-liggghts-", WARNING

    def build_law(self, *source, name="law", flags=()):
        """A law in a C file of the project, as law.so in the test's folder."""
        root = os.path.join(HERE, "..", "..")
        subprocess.run(["cc", "-std=c11", "-O2", "-fPIC", "-shared", *flags, "-I", os.path.join(root, "abi"), "-o",
                        os.path.join(self.folder, name + ".so"), os.path.join(root, *source), "-lm"], check=True)

    def liggghts(self, deck, ranks=1, preload=False, executable=None, environment=None):
        path = self.write("in.test", deck)
        command = [executable or (STOCK if preload else LAUNCHER), "-in", path, "-log", "none"]
        more = dict(environment or {})
        if preload:
            more["LD_PRELOAD"] = MODULE
        return self.start(command, ranks, more)

    simulate = liggghts

    def run_stock(self, deck, ranks=1):
        return self.run_ok(deck, ranks, executable=STOCK)

    def run_both(self, deck, ranks=1, **words):
        """The output of LIGGGHTS' own model, and of ours; {out} is stock or dcm."""
        return [run(deck.format(newton="off", model=model, out=out, properties=property_lines(STOCK_VALUES), **words), ranks)
                for out, model, run in (("stock", STOCK_MODEL, self.run_stock), ("dcm", "dcm/liggghts-hertz", self.run_ok))]

    def assert_same(self, ours, theirs, bound):
        for step in theirs:
            for columns in EVERYTHING:
                self.assertLess(self.difference(ours[step], theirs[step], columns), bound, f"step {step}, {columns}")


if __name__ == "__main__":
    simulator.main(sys.argv[1:])
