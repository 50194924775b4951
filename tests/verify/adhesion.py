# SPDX-License-Identifier: MIT
"""Two spheres pressed together and pulled apart: jkr-exact against the closed form and against the built-in JKR."""

import math

import session
from checks import Series
from laws import root

DECK = "adhesion/in.pulloff"
RADIUS, GAMMA, YOUNG, POISSON = 0.001, 0.05, 5e6, 0.25    # as in the deck


def closed_form(s):
    """Overlap and force by the parameter s of the contact radius, a = (pi gamma R^2/E)^(1/3) s, with w = 2 gamma."""
    r, e = RADIUS / 2.0, YOUNG / (2.0 * (1.0 - POISSON**2))
    return ((math.pi**2 * GAMMA**2 * r / e**2)**(1.0 / 3.0) * (s * s - 2.0 * math.sqrt(s)),
            math.pi * GAMMA * r * (4.0 / 3.0 * s**3 - 4.0 * s**1.5))


def exact_force(overlap):
    """On the stable branch, s^3 >= 1/4."""
    return closed_form(root(lambda s: closed_form(s)[0] - overlap, 0.25**(1.0 / 3.0), 100.0))[1]


def run(report, hosts, pool):
    report.describe("adhesion", "Pull-off", "Two equal spheres are pressed together and pulled apart at constant speed. jkr-exact "
                    "with the work of adhesion w = 2 gamma is the built-in <code>granular jkr</code> with gamma; with "
                    "<code>detach snapoff</code> it goes on to the end of the stable branch, where the built-in lets go at the "
                    "largest tension.")
    pull_off = 1.5 * math.pi * 2.0 * GAMMA * RADIUS / 2.0
    for host in hosts:
        theirs = session.Run(host, DECK, style="jkr").rows()
        for form in ("sheet", "consistent"):
            run = session.Run(host, DECK, options=f"form {form} detach pulloff")
            ours = run.rows()
            error = max(abs(a[1] - b[1]) for a, b in zip(ours, theirs)) / pull_off
            report.check("adhesion", f"jkr-exact {form} detach pulloff, {host.name}: force against the built-in's, over the pull-off "
                         f"force, {len(ours)} points", error, 1e-12 if len(ours) == len(theirs) else -1.0,
                         "same formula, one step", command=run.command)
            report.cell("jkr-exact", "built-in", error)
        ours = session.Run(host, DECK, options="form sheet detach snapoff").rows()
        turn = max(range(len(ours)), key=lambda k: ours[k][0])
        bonded = [(x, f) for x, f in ours[turn:] if f != 0.0]
        error = max(abs(f - exact_force(x)) for x, f in bonded) / pull_off
        report.check("adhesion", f"jkr-exact detach snapoff, {host.name}: force against the closed form while pulled apart", error,
                     1e-8, "the overlap is a difference of positions 1e3 times as large; its digits allow 1e-10")
        report.cell("jkr-exact", "closed form", error)
        low = min(f for _, f in bonded)
        report.check("adhesion", f"largest tension {-low:.6e} N, 3 pi gamma R* = {pull_off:.6e} N, {host.name}",
                     abs(low / -pull_off - 1.0), 1e-5, "the nearest of the points 2e-9 m apart; the force is flat there")
        ends = bonded[-1][0], closed_form(0.25**(1.0 / 3.0))[0]
        step = abs(bonded[-1][0] - bonded[-2][0])
        report.check("adhesion", f"contact ends at overlap {ends[0]:.4e} m, s^3 = 1/4 at {ends[1]:.4e} m, {host.name}",
                     abs(ends[0] - ends[1]) / step, 1.0, "in units of the distance between points")
    curve = [closed_form(0.05 + 0.01 * k) for k in range(300)]
    report.figure("pulloff", "adhesion", "Force while two spheres are pulled apart", "overlap, µm", "force, µN", [
        Series("closed form, JKR", [(1e6 * x, 1e6 * f) for x, f in curve if x < 1.6e-6], colour="0.6"),
        Series("jkr-exact, detach snapoff", [(1e6 * x, 1e6 * f) for x, f in bonded if x < 1.5e-6][::12], marker="o", line=""),
        Series("LAMMPS granular jkr", [(1e6 * x, 1e6 * f) for x, f in theirs[turn:] if f != 0.0 and x < 1.5e-6][::12],
               marker="x", line="")],
        "The unstable branch of the closed form is drawn too: it turns back at the snap-off.")
