# SPDX-License-Identifier: MIT
"""The rows that the laws' authors' own programs computed, replayed by the program tests/replay.

DCM_VERIFY_AUTHORS names a folder of such tables; without it the selection in tests/data is taken."""

import glob
import os
import re
import subprocess

import session

BOUND = 1e-9


def run(report, hosts, pool):
    folder = os.environ.get("DCM_VERIFY_AUTHORS") or os.path.join(session.ROOT, "tests", "data")
    report.describe("replay", "The authors' own programs", "The programs of the laws' authors, MUSEN and Woo, computed forces, moments and "
                    "history row by row; the laws are run over the same rows, with the history carried along. Errors are "
                    "relative to the largest value in the file.")
    files = sorted(glob.glob(os.path.join(folder, "*.csv")))
    text = subprocess.run(session.REPLAY + files, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    for line in text.splitlines():
        words = line.split()
        if len(words) < 3 or not words[0].endswith(".csv"):
            report.check("replay", f"replay said: {line}", float("nan"), 0.0)
            continue
        numbers = re.findall(r"(force|tangential|moment 1|moment 2|history|outcome) ([-+.\de]+|nan)( \(not compared\))?", line)
        compared = [float(n) for what, n, no in numbers if what != "outcome" and not no]
        command = f"python3 tests/replay/replay.py build/…/src/libdcm.so {os.path.basename(words[0])}"
        for what, n, no in numbers:
            if what == "outcome":
                # Two free spheres of MUSEN follow the same scheme; Woo takes normal and contact point in the middle of
                # the step, so only the outcome compares, to the error of its time step.
                woo = words[1] == "woo-hertz"
                report.check("replay", f"{words[0]}, {words[1]}: outcome of a free collision", float(n), 1e-3 if woo else 1e-6,
                             "two schemes of one order" if woo else "the same scheme", command=command)
                if not woo:
                    report.cell(words[1], "authors' code", float(n))
            elif no:
                report.check("replay", f"{words[0]}, {words[1]}: {what}", float(n), BOUND, observed_only=True,
                             explanation="Woo stores its damping in the spring's force, so its damped tangential force grows "
                             "with 1/dt; the law does not")
        if compared:
            report.check("replay", f"{words[0]}, {words[1]}: largest error of force, moments, history", max(compared), BOUND,
                         "double precision in another order of operations", command=command)
            report.cell(words[1], "authors' code", max(compared))
