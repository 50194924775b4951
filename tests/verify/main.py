# SPDX-License-Identifier: MIT
"""python3 main.py OUT [--only PART]...: runs the verification and writes the report. scripts/verify calls it.
python3 main.py --quick PART: the fast part of a part, for the one host that CTest's environment names (see tests/lammps/host.py), or for
LIGGGHTS. Status 1 if a check fails."""

import concurrent.futures
import importlib
import os
import sys
import time

import checks
import session

# In this order they stand in the report. Each is a module with run(report, hosts, pool), and with quick where that does less. scripts/verify reads
# this line, too.
PARTS = ["replay", "crosscode", "closed_forms", "adhesion", "regression", "lammps_suite", "liggghts", "bulk", "pouring", "chung_ooi", "oblique", "turning", "oscillation", "rest", "penetration", "damping", "ledger", "meshes", "waves", "gases", "silos", "flows", "cells", "jamming", "ondem"]


def main(out, only):
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
    importlib.import_module("page").write(report, hosts, out, time.monotonic() - start)
    return 1 if report.failed else 0


def quick(part):
    hosts = []
    if "DCM_HOST_FOLDER" in os.environ:
        launcher = os.path.join(os.environ["DCM_HOST_FOLDER"], "lmp-dcm")
        hosts.append(session.Host(os.environ["DCM_HOST_ID"], int(os.environ["DCM_HOST_VERSION"]), launcher))
    if part in ("pouring", "penetration") and not hosts[0].has_coeff_restitution:
        print("skipped: granular has no coeff_restitution here")
        return 77
    report = checks.Report()
    module = importlib.import_module(part)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        getattr(module, "quick", module.run)(report, hosts, pool)
    print(f"{len(report.checks)} checks, {len(report.failed)} failed")
    for c in report.failed:
        print(f"{c.group}: {c.name}: {c.measured:.6g} > {max(c.bound, c.known):.3g} {c.explanation}\n    {c.command}")
    return 1 if report.failed or not report.checks else 0


if __name__ == "__main__":
    if sys.argv[1] == "--quick":
        sys.exit(quick(sys.argv[2]))
    sys.exit(main(sys.argv[1], [b for a, b in zip(sys.argv, sys.argv[1:]) if a == "--only"]))
