# SPDX-License-Identifier: MIT
"""Beside YADE (V. Smilauer and others, Yade documentation, 2021; Debian's package yade): one packing and one law in both programs, a cell that is
sheared and one that is pressed. The linear law of dcm has the stiffnesses of YADE's Cundall-Strack law for equal spheres, k_n = E r."""

import math
import os
import shutil
import subprocess
import tempfile

import numpy

import session
from checks import Series

DECK, SCRIPT = "shear/in.cell", os.path.join(session.HERE, "yade_cell.py")
SETTINGS = dict(YOUNG=1e7, RADIUS=0.01, PRESSURE=5000, FRICTION=0.3, RATE=0.2, STRAIN=0.1, GRAINS=1000)
KINDS = {"shear": "sheared", "triaxial": "pressed"}


def data_file(folder):
    """The packing that YADE wrote, as a data file of LAMMPS."""
    size, *places = session.columns(os.path.join(folder, "packing.txt"))
    lines = ["A packing of YADE", "", f"{len(places)} atoms", "1 atom types", ""] + [f"0 {s!r} {c}lo {c}hi" for s, c in zip(size, "xyz")]
    lines += ["0 0 0 xy xz yz", "", "Atoms # sphere", ""]
    lines += [f"{i} 1 {2 * SETTINGS['RADIUS']!r} 2500 {x!r} {y!r} {z!r}" for i, (x, y, z) in enumerate(places, 1)]
    path = os.path.join(folder, "packing.data")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    return path


def both(host, kind):
    with tempfile.TemporaryDirectory(prefix="dcm-verify-") as folder:
        environment = dict(os.environ, KIND=kind, OUT=folder, **{k: str(v) for k, v in SETTINGS.items()})
        done = subprocess.run(["yade", "-x", "-n", "-j1", SCRIPT], env=environment, cwd=folder, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if not os.path.exists(os.path.join(folder, "yade.txt")):
            raise session.Failed(f"yade {SCRIPT}\n" + done.stdout[-500:])
        ours, theirs = session.Run(host, DECK, packing=data_file(folder), kind=kind).rows(), session.columns(os.path.join(folder, "yade.txt"))
    return numpy.array(ours), numpy.array(theirs)


def run(report, hosts, pool):
    report.describe("cells", "Beside YADE", f"{SETTINGS['GRAINS']} spheres in a periodic cell, which YADE packs without friction; both programs then shear or press the "
                    "same packing with friction 0.3. YADE damps all motion, dcm contacts.")
    if not shutil.which("yade"):
        report.check("cells", "left out: there is no program yade in PATH", 0.0, 0.0, observed_only=True)
        return
    found = dict(zip(KINDS, pool.map(lambda kind: both(hosts[-1], kind), KINDS)))
    series = []
    for (kind, (ours, theirs)), colour in zip(found.items(), ("#1f77b4", "#ff7f0e")):
        for name, column in (("difference of stresses" if kind == "triaxial" else "shear stress", 1), ("pressure", 2)):
            at = numpy.interp(ours[:, 0], theirs[:, 0], theirs[:, column])
            report.check("cells", f"{KINDS[kind]} to a strain of {ours[-1, 0]:.2f}: {name} {ours[-1, column]:.0f} Pa, YADE {at[-1]:.0f} Pa; rms over the largest, "
                         f"{hosts[-1].name}", math.sqrt(numpy.mean((ours[:, column] - at)**2)) / numpy.abs(at).max(), 0.02,
                         "2 % asked for: the programs damp in other ways, and a contact slides earlier or later", command=session.command_line(DECK, {"kind": kind}))
        series += [Series(f"dcm, {KINDS[kind]}", [(e, s / 1e3) for e, s, _ in ours], colour=colour),
                   Series(f"YADE, {KINDS[kind]}", [(e, s / 1e3) for e, s, _ in theirs[::8]], marker="o", line="", colour=colour)]
    report.figure("benchmark-cells", "cells", "One packing in two programs", "strain", "shear stress, or difference of stresses, kPa", series)
