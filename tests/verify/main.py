# SPDX-License-Identifier: MIT
"""python3 main.py OUT [--only GROUP]...: runs the verification and writes the report. scripts/verify calls it."""

import concurrent.futures
import importlib
import os
import sys
import time

import checks
import session

# In this order they stand in the report.
PARTS = ["replay", "crosscode", "closed_forms", "adhesion", "regression", "lammps_suite", "liggghts", "bulk", "pouring", "chung_ooi", "oblique", "turning", "oscillation", "rest", "penetration", "damping", "ledger", "meshes", "waves", "gases", "silos", "flows", "cells", "jamming", "ondem"]


def main():
    out = sys.argv[1]
    only = [b for a, b in zip(sys.argv, sys.argv[1:]) if a == "--only"]
    start = time.monotonic()

    def say(text):
        print(f"[{time.monotonic() - start:5.0f} s] {text}", flush=True)

    report = checks.Report(say)
    hosts = session.hosts_of_environment()
    session.keep_inputs(os.path.join(out, "liggghts"))
    parts = [p for p in PARTS if (not only or p in only)]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("DCM_JOBS", os.cpu_count()))) as pool:
        for i, part in enumerate(parts):
            say(f"{i + 1}/{len(parts)} {part}")
            before = len(report.checks)
            try:
                importlib.import_module(part).run(report, hosts, pool)
            except session.Failed as failure:
                report.check(part, f"{part} could not run to its end", float("nan"), 0.0, explanation=str(failure))
                say(str(failure))
            new = report.checks[before:]
            say(f"  {len(new)} checks, {sum(not c.passed for c in new)} mismatches")
    if os.path.exists(os.path.join(session.HERE, "page.py")):
        importlib.import_module("page").write(report, hosts, out, time.monotonic() - start)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
