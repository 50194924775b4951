# SPDX-License-Identifier: MIT
"""python3 quick.py PART: the fast part of the verification, for the one host that CTest's environment names (see
tests/lammps/host.py), or for LIGGGHTS. Exit code 1 if a check fails."""

import concurrent.futures
import os
import sys

import checks
import session


def one_law_everywhere(report, hosts, pool):
    import crosscode
    crosscode.run(report, hosts, pool)


def collisions(report, hosts, pool):
    import regression
    for part in (regression.head_on, regression.wall, regression.page):
        part(report, hosts[0])


def closed_forms(report, hosts, pool):
    import closed_forms as module
    module.run(report, hosts, pool)


def pull_off(report, hosts, pool):
    import adhesion
    adhesion.run(report, hosts, pool)


def impacts(report, hosts, pool):
    """Tests 1 to 4 of Chung and Ooi with one law in both forms."""
    import chung_ooi
    from laws import both_forms
    jobs = [(law, test, material, e, None) for test in (1, 2, 3, 4) for material in chung_ooi.SERIES[test]
            for e in chung_ooi.RESTITUTIONS[test] for law in both_forms("hertz-mindlin")]
    results = list(pool.map(lambda job: chung_ooi.simulate(report, hosts, *job), jobs))
    for result in results:
        chung_ooi.JUDGES[result.test](report, result)
    chung_ooi.judge_memory(report, [r for r in results if r.test == 4])


def pouring(report, hosts, pool):
    """One contact that slides to a stop, and the beginning of a flow; beds at rest are the full run's."""
    import pouring as module
    for part in (module.one_contact, module.early):
        part(report, hosts[0])


def oblique(report, hosts, pool):
    """Both published curves with one law in both forms."""
    import oblique as module
    from laws import both_forms
    for bench in (module.THORNTON, module.KHARAZ):
        for job in module.jobs_of(bench, both_forms("hertz-mindlin")):
            module.judge(report, *job)


def rest(report, hosts, pool):
    """Grains at rest stay: slopes, and small packings and heaps."""
    import rest as module
    module.small(report, hosts[0], pool)


def damping(report, hosts, pool):
    import damping as module
    module.run(report, hosts, pool)


def ledger(report, hosts, pool):
    """The energy that is missing after single collisions."""
    import ledger as module
    module.run(report, hosts, pool)


def penetration(report, hosts, pool):
    """A ball in a small bed."""
    import penetration as module
    module.small(report, hosts[0], pool)


def waves(report, hosts, pool):
    """A solitary wave in a chain of spheres."""
    import waves as module
    module.chain(report, hosts[0])


def gases(report, hosts, pool):
    """A gas that cools for a tenth of the collision times of the full run."""
    import gases as module
    module.haff(report, hosts[0], 0.05, 100.0, steps=453000, every=4530)


def ondem(report, hosts, pool):
    """Motions of two spheres, in the files of ON-DEM."""
    import ondem as module
    module.run(report)


def lammps_suite(report, hosts, pool):
    """LAMMPS' own unit tests."""
    import lammps_suite as module
    module.run(report, hosts, pool)


def own_model(report, hosts, pool):
    """LIGGGHTS' own Hertz model."""
    import liggghts
    liggghts.run(report, hosts, pool)


PARTS = {f.__name__: f for f in (one_law_everywhere, collisions, closed_forms, pull_off, impacts, pouring, oblique, rest, penetration, damping, ledger, waves, gases, ondem, lammps_suite, own_model)}


def main():
    hosts = []
    if "DCM_HOST_FOLDER" in os.environ:
        launcher = os.path.join(os.environ["DCM_HOST_FOLDER"], "lmp-dcm")
        hosts.append(session.Host(os.environ["DCM_HOST_ID"], int(os.environ["DCM_HOST_VERSION"]), launcher))
    report = checks.Report()
    if sys.argv[1] in ("pouring", "penetration") and not hosts[0].has_coeff_restitution:
        print("skipped: granular has no coeff_restitution here")
        return 77
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        PARTS[sys.argv[1]](report, hosts, pool)
    print(f"{len(report.checks)} checks, {len(report.failed)} failed")
    for c in report.failed:
        print(f"{c.group}: {c.name}: {c.measured:.6g} > {max(c.bound, c.known):.3g} {c.explanation}\n    {c.command}")
    return 1 if report.failed or not report.checks else 0


if __name__ == "__main__":
    sys.exit(main())
