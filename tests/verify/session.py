# SPDX-License-Identifier: MIT
"""Where things are, and how a LAMMPS or the driver is run.

scripts/verify sets DCM_VERIFY_BUILD (a build of the project with its hosts) and DCM_VERIFY_HOSTS, one host a line:
id:version:executable, the version as yyyymmdd, the executable one that knows the dcm styles. Where there is LIGGGHTS,
DCM_LIGGGHTS is its program and DCM_LIGGGHTS_LAUNCHER liggghts-dcm."""

import functools
import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
INPUTS = os.path.join(ROOT, "inputs")
BUILD = os.environ.get("DCM_VERIFY_BUILD", os.path.join(ROOT, "build", "verify"))
DRIVER = os.path.join(BUILD, "src", "dcm")
REPLAY = [sys.executable, os.path.join(ROOT, "tests", "replay", "replay.py"), os.path.join(BUILD, "src", "libdcm.so")]
REFERENCE = os.path.join(HERE, "reference")

sys.path.insert(0, os.path.join(ROOT, "scripts", "lib"))
sys.path.insert(0, os.path.join(ROOT, "tests", "lib"))
from lammps_run import Failed, Host, environment, styles
import liggghts_input


def hosts_of_environment():
    hosts = []
    for line in os.environ.get("DCM_VERIFY_HOSTS", "").splitlines():
        id, version, executable = line.split(":", 2)
        hosts.append(Host(id, int(version), executable))
    return hosts


_lock = threading.Lock()
_runs = {"LAMMPS": 0, "LIGGGHTS": 0, "driver": 0}


def runs():
    return dict(_runs)


def _start(kind, command, cwd=None, env=None):
    with _lock:
        _runs[kind] += 1
    done = subprocess.run(command, cwd=cwd, env=env, text=True, errors="replace", timeout=3600, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE if kind == "driver" else subprocess.STDOUT)
    if done.returncode != 0:
        said = (done.stdout + (done.stderr or "")).strip().splitlines()
        raise Failed(f"{shlex.join(command)}\nin {cwd}\n" + "\n".join(said[-6:]))
    return done.stdout


def arguments_of(variables):
    words = []
    for name, value in variables.items():
        words += ["-var", name, repr(value) if isinstance(value, float) else str(value)]
    return words


class Run:
    """A run of inputs/<deck>, as "collision/in.collision", in the deck's own folder: text is what LAMMPS prints, and command is what a person
    types to repeat the run. The files that the deck writes go with this object."""

    def __init__(self, host, deck, **variables):
        self._folder = tempfile.TemporaryDirectory(prefix="dcm-verify-")
        self.command = command_line(deck, variables)
        place, name = os.path.split(os.path.join(INPUTS, deck))
        words = [host.executable, "-in", name, "-log", "none", "-nocite"] + arguments_of({"out": self.path(), **variables})
        self.text = _start("LAMMPS", words, place, environment(self._folder.name))

    def path(self, ending=""):
        """Where the deck writes out, or out with an ending."""
        return os.path.join(self._folder.name, "out" + ending)

    def rows(self, ending=""):
        return columns(self.path(ending))

    def frames(self, ending=""):
        return frames(self.path(ending))


def lammps_in(host, folder, text, arguments=()):
    """Runs an input in a folder. Returns what LAMMPS prints."""
    with open(os.path.join(folder, "in.text"), "w") as file:
        file.write(text)
    return _start("LAMMPS", [host.executable, "-in", "in.text", "-log", "none", "-nocite", *arguments], folder, environment(folder))


def command_line(deck, variables):
    """The command that repeats a run."""
    words = " ".join(f"-var {n} {shlex.quote(repr(v) if isinstance(v, float) else str(v))}"
                     for n, v in variables.items())
    return f"cd inputs/{os.path.dirname(deck)} && lmp-dcm -in {os.path.basename(deck)} {words}"


def has_liggghts():
    return bool(os.environ.get("DCM_LIGGGHTS_LAUNCHER"))


_kept = None    # where the files stay that runs of LIGGGHTS read


def keep_inputs(folder):
    global _kept
    _kept = folder


def liggghts(name, spheres, box, properties, stock=False, **variables):
    """Runs inputs/liggghts/in.impacts with the laws in LIGGGHTS or, stock, in the unmodified program. Returns its frames
    and what a person types to repeat it.
    name: of the two files that the deck reads; the rest as liggghts_input has it."""
    with tempfile.TemporaryDirectory(prefix="dcm-verify-") as folder:
        os.makedirs(_kept or folder, exist_ok=True)
        files = os.path.join(os.path.abspath(_kept or folder), name.replace(" ", "-"))
        for what, text in (("spheres", liggghts_input.data_file(spheres, box)), ("properties", liggghts_input.property_lines(properties))):
            variables[what] = f"{files}.{what}"
            with open(variables[what], "w") as file:
                file.write(text)
        program = os.environ["DCM_LIGGGHTS" if stock else "DCM_LIGGGHTS_LAUNCHER"]
        words = ["-in", "in.impacts", "-log", "none"] + arguments_of(variables)
        out = os.path.join(folder, "out")
        _start("LIGGGHTS", [program] + words + ["-var", "out", out], os.path.join(INPUTS, "liggghts"), environment(folder))
        found = frames(out)
    return found, f"cd inputs/liggghts && {os.path.basename(program)} {shlex.join(words)}"


def run_driver(words):
    """The command dcm; returns what it prints."""
    return _start("driver", [DRIVER] + words)


def driver(arguments):
    """dcm collide; returns its JSON."""
    return json.loads(_start("driver", [DRIVER, "collide"] + arguments + ["--json"]))


def driver_steps(arguments):
    """dcm collide; returns {step: {column: number}}."""
    text = _start("driver", [DRIVER, "collide"] + arguments + ["--csv", "-"])
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    names = lines[0].split(",")
    rows = {}
    for line in lines[1:]:
        row = dict(zip(names, map(float, line.split(","))))
        rows[int(row["step"])] = row
    return rows


def frames(path):
    """Frames of a custom or local dump: {step: {atom id: {column: number}}}; entries count from 0."""
    found, step, rows, names = {}, None, None, None
    with open(path) as file:
        for line in file:
            if line.startswith("ITEM: TIMESTEP"):
                step, rows = int(next(file)), None
            elif line.startswith(("ITEM: ATOMS", "ITEM: ENTRIES")):
                names = line.split()[2:]
                rows = found[step] = {}
            elif line.startswith("ITEM:"):
                rows = None
            elif rows is not None:
                row = dict(zip(names, map(float, line.split())))
                rows[int(row["id"]) if "id" in row else len(rows)] = row
    return found


def columns(path):
    """Rows of a file that fix print or fix ave/time wrote: a list of lists of numbers, comments left out."""
    with open(path) as file:
        return [list(map(float, line.split())) for line in file if line.strip() and not line.startswith("#")]


@functools.lru_cache(maxsize=None)
def reference(name):
    """A table of reference/: {series: [(x, y), …]}; lines "series x y", comments after #."""
    table = {}
    with open(os.path.join(REFERENCE, name)) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                series, *numbers = line.split()
                table.setdefault(series, []).append(tuple(map(float, numbers)))
    return table
