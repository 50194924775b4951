# SPDX-License-Identifier: MIT
"""Smooth ellipsoids that jam: A. Donev and others, Science 303 (2004) 990-993, found that ellipsoids of the axes 1.25:1:0.8 fill 0.735 of the
volume, and spheres 0.64."""


import numpy

import session
from checks import Series

DECK = "jamming/in.jamming"
# Bodies with their diameters, the fraction from which they are pressed slowly, and what was found.
BODIES = {"ellipsoids 1.25:1:0.8": (dict(a=1.25, b=1.0, c=0.8, near=0.715), 0.735), "spheres": (dict(a=1.0, b=1.0, c=1.0, near=0.625), 0.64)}
SEEDS = 4711, 4712
FIRST, LAST = 1e-3, 5.5e-3    # pressures of the fit, over that which presses a diameter together
BOUND = 0.01


def press(host, variables):
    """Fractions and pressures."""
    return numpy.array(session.Run(host, DECK, **variables).rows())[:, :2]


def jammed(rows):
    """The fraction at the pressure 0, along the line through the fractions and pressures of the solid packing."""
    begins = numpy.nonzero(rows[:, 1] < FIRST)[0].max() + 1
    solid = rows[begins:][rows[begins:, 1] < LAST]
    return float(numpy.polyfit(solid[:, 1], solid[:, 0], 1)[-1])


def run(report, hosts, pool):
    report.describe("jamming", "Ellipsoids that jam", "500 smooth grains fly about in a periodic box that shrinks slowly. The fraction of the volume at which they begin to bear "
                    "a pressure is that of the jammed packing.")
    able = [host for host in hosts if host.version >= 20260704]
    if not able:
        report.check("jamming", "left out: this part needs a LAMMPS that has superellipsoids: --host latest", 0.0, 0.0, observed_only=True)
        return
    host, series = able[-1], []
    jobs = {name: [pool.submit(press, host, dict(variables, seed=seed)) for seed in SEEDS] for name, (variables, _) in BODIES.items()}
    for name, (variables, found) in BODIES.items():
        rows = [job.result() for job in jobs[name]]
        fractions = [jammed(of_seed) for of_seed in rows]
        report.check("jamming", f"{name} fill {' and '.join(f'{f:.4f}' for f in fractions)} of the volume, Donev and others {found}, {host.name}",
                     abs(sum(fractions) / len(fractions) - found), BOUND, "0.01: what the fraction changes by, if grains lose their motion early",
                     command=session.command_line(DECK, dict(variables, seed=SEEDS[0])))
        series.append(Series(name, [(f, 1e3 * p) for f, p in rows[0]]))
    variables = dict(BODIES["ellipsoids 1.25:1:0.8"][0], restitution=0.3, seed=SEEDS[0])
    report.check("jamming", f"ellipsoids of a restitution of 0.3, which lose their motion early, fill {jammed(press(host, variables)):.4f}, {host.name}", 0.0, 0.0,
                 observed_only=True, command=session.command_line(DECK, variables))
    report.figure("benchmark-jamming", "jamming", "Pressure of packings that jam", "fraction of the volume", "pressure over stiffness, 1e-3", series)
