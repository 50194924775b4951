# SPDX-License-Identifier: MIT
"""Runs a LAMMPS, and reads the times of its log."""

import dataclasses
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "scripts", "lib"))
import lammps_run
from lammps_log import Run, parse    # noqa: F401 for those who import this module
from lammps_run import Failed


@dataclasses.dataclass(frozen=True)
class Host(lammps_run.Host):
    source: str    # of LAMMPS, for its benchmark
    threaded: bool    # whether it has gran/hertz/history/omp


def path_of_input(name):
    return os.path.join(os.path.dirname(HERE), "inputs", name)


def command_of(host, deck, ranks, each, variables):
    command = [*each, host.executable, "-in", deck, "-nocite"]
    for name, value in variables.items():
        command += ["-var", name, repr(value) if isinstance(value, float) else str(value)]
    return lammps_run.on_ranks(command, ranks)


def lammps(host, deck, ranks=1, threads=1, prefix=(), each=(), arguments=(), environment=None, save=None, **variables):
    """Runs a deck of this folder, under the command of prefix, and each rank under that of each; returns the runs of its log. input: path of
    the input that the deck includes. save: a data file to write."""
    with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
        log = os.path.join(folder, "log")
        # LAMMPS splits at blanks, which the paths of users have.
        for name in ("state", "begin"):
            if " " in variables.get(name, ""):
                os.symlink(variables[name], os.path.join(folder, name))
                variables[name] = os.path.join(folder, name)
        if "input" in variables:
            os.symlink(os.path.dirname(variables["input"]), os.path.join(folder, "input"))
            os.symlink(HERE, os.path.join(folder, "benchmarks"))
            variables.update(place=folder, input=os.path.basename(variables["input"]))
        variables.update(out=os.path.join(folder, "saved"))
        if save:
            variables.update(save="yes")
        command = command_of(host, deck, ranks, each, variables)
        environment = lammps_run.environment(folder, ranks, threads, **(environment or {}))
        done = subprocess.run(list(prefix) + command + list(arguments) + ["-log", log, "-screen", "none"], cwd=HERE, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = ""
        if os.path.exists(log):
            with open(log, errors="replace") as file:
                text = file.read()
        if done.returncode != 0:
            said = (done.stdout + "\n" + "\n".join(text.splitlines()[-6:])).strip()
            raise Failed(f"cd {HERE} && {shlex.join(command)}\nended with status {done.returncode}; the last words are:\n{said}")
        if save:
            shutil.move(os.path.join(folder, "saved"), save)
        return parse(text)
