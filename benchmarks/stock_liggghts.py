# SPDX-License-Identifier: MIT
"""Runs stock LIGGGHTS beside a LAMMPS: with the same grains and the material of styles/material. The share of the processor that a run had
is found here, for the log of LIGGGHTS does not tell it."""

import os
import re
import resource
import subprocess
import time

import session
import timing

MATERIAL = """fix e1 all property/global youngsModulus peratomtype 281250
fix e2 all property/global poissonsRatio peratomtype 0.25
fix e3 all property/global coefficientRestitution peratomtypepair 1 0.9
fix e4 all property/global coefficientFriction peratomtypepair 1 0.5
"""


def write_grains(state, path):
    """Writes the grains of a data file of LAMMPS as LIGGGHTS reads them: without image flags and without the names of styles."""
    with open(state) as file:
        text = re.sub(r"(?m)^(Atoms|Velocities) .*$", r"\1", file.read())
    # id, type, diameter, density, place
    atoms, velocities = text.split("Velocities")
    head, rows = atoms.split("Atoms")
    rows = "\n".join(" ".join(row.split()[:7]) for row in rows.strip().splitlines())
    with open(path, "w") as file:
        file.write(f"{head}Atoms\n\n{rows}\n\nVelocities{velocities}")


def processor_time():
    """Seconds, of all programs that were run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(program, text, folder):
    """Runs an input in the folder; returns what LIGGGHTS printed, and the share of the processor that the whole run had."""
    deck = os.path.join(folder, "in.liggghts")
    with open(deck, "w") as file:
        file.write(text)
    begun, used = time.monotonic(), processor_time()
    done = subprocess.run([program, "-in", deck, "-log", "none"], cwd=folder, env=session.lammps_run.environment(folder), text=True, errors="replace",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise session.Failed(f"{program} -in {deck}:\n" + "\n".join(done.stdout.splitlines()[-10:]))
    return done.stdout, timing.share_of(processor_time() - used, time.monotonic() - begun)
