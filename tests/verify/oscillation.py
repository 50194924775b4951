# SPDX-License-Identifier: MIT
"""A sheared contact whose normal force swings: what is left of the shear force."""

import math

import session
from checks import Series

DECK, SWING, CYCLES = "oscillation/in.oscillation", 0.01, (1, 10, 100, 1000, 10000, 100000)    # of the deck
DEPTH = 2.0 / 3.0 * SWING    # of the overlap


def shares(host, style):
    """Share of the shear force after each of the cycles, the command that repeats it."""
    done = session.Run(host, DECK, **style)
    rows = done.rows()
    return {round(cycle): force / rows[0][1] for cycle, force in rows[1:]}, done.command


def remembered(cycles):
    return 1.0


def bundled(cycles):
    """The force is kept but for what the least area cannot bear, whose radius is the root of the overlap; once."""
    return math.sqrt(1.0 - DEPTH)


def rescaled(cycles):
    """The force is kept while the contact grows, and falls with its radius, in every cycle anew."""
    return ((1.0 - DEPTH) / (1.0 + DEPTH))**(cycles / 2.0)


STYLES = {"hertz-mindlin sheet": ({"options": "form sheet"}, remembered),
          "hertz-mindlin consistent": ({"options": "form consistent"}, bundled),
          "granular, mindlin": ({"style": "builtin", "tangential": "mindlin"}, remembered),
          "granular, mindlin_rescale": ({"style": "builtin", "tangential": "mindlin_rescale"}, rescaled)}


def run(report, hosts, pool):
    report.describe("oscillation", "A normal force that swings",
                    "A sphere on a plane is sheared, far below sliding; then the normal force swings by 1 %, 100,000 times.")
    host = hosts[-1]
    found = dict(zip(STYLES, pool.map(lambda name: shares(host, STYLES[name][0]), STYLES)))
    for name, (left, command) in found.items():
        predicted = STYLES[name][1]
        report.check("oscillation", f"{name}: share of the shear force left, against its formula, {host.name}",
                     max(abs(left[n] - predicted(n)) for n in CYCLES), 1e-6, "rounding", command=command)
        report.check("oscillation", f"{name}: lost after 100,000 cycles, {host.name}", 1.0 - left[CYCLES[-1]], 0.01, "asked for",
                     known=1.0 - predicted(CYCLES[-1]) + 1e-6, explanation="its spring is scaled down as the contact unloads, not up as it loads")
    report.figure("oscillation", "oscillation", "Shear force under a normal force that swings by 1 %", "cycles", "share of the shear force",
                  [Series(name, [(n, left[n]) for n in CYCLES], marker=marker) for (name, (left, _)), marker in zip(found.items(), "osD^")], log_x=True)
