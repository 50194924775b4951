# SPDX-License-Identifier: MIT
"""The frame of workloads that make their own runs: what scripts/bench hands over, and where the table goes."""

import argparse
import os

import session


def asked(workload, rounds, steps, quick_steps, programs):
    """The options, with the host. rounds, steps: where the user names none. programs: names of options that tell other simulators."""
    parser = argparse.ArgumentParser(prog=f"scripts/bench --workload {workload}", allow_abbrev=False)
    parser.add_argument("--lammps", nargs=5, required=True)
    for program in programs:
        parser.add_argument(f"--{program}", default="")
    parser.add_argument("--cache", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    id, version, executable, source, _ = options.lammps
    options.host = session.Host(id, int(version), executable, source, False)
    options.steps = options.steps or (quick_steps if options.quick else steps)
    options.rounds = 1 if options.quick else options.rounds
    return options


def tell(options, name, text):
    """Prints the text and leaves it in a file of the folder of results."""
    print("\n" + text)
    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(options.out, name), "w") as file:
        file.write(text)
