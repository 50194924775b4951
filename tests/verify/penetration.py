# SPDX-License-Identifier: MIT
"""A ball strikes a bed: the third benchmark of M. Dosta et al., Comput. Phys. Commun. 296 (2024) 109066, with the bed that the
authors published, and a small bed of our own."""

import gzip
import math
import os
import random
import tempfile

import session
import liggghts_input
from bulk import mean, spread
from checks import Series, rms

DECK = "penetration/in.penetration"
GRAIN, BALL = 0.001, 0.010    # radii of the benchmark
CODES = "seven codes"


def data_file(grains, ball, box):
    """Data file of grains at rest, (x, y, z), and of a ball, (radius, z), that falls with 5 m/s."""
    still = (0.0, 0.0, 0.0)
    return liggghts_input.data_file([(1, GRAIN, 2500.0, place, still, still) for place in grains]
                                    + [(2, ball[0], 7200.0, (0.0, 0.0, ball[1]), (0.0, 0.0, -5.0), still)], box)


def trace(host, style, bed, **variables):
    """Rows of time and height, the command that repeats it."""
    variables = {**style, **variables}
    with tempfile.NamedTemporaryFile("w", prefix="dcm-verify-", suffix=".data") as file:
        file.write(bed)
        file.flush()
        rows = session.Run(host, DECK, bed=file.name, **variables).rows()
    return [(t, z) for t, z in rows], session.command_line(DECK, {"bed": "bed.data", **variables})


def deepest(rows):
    return min((z, t) for t, z in rows)


FORMS = {f"hertz-mindlin {form}": {"options": f"form {form}"} for form in ("sheet", "consistent")}
BUILTIN = {"style": "builtin", "tangential": "mindlin"}


# -------------------------------------------------------------------------------------------- the bed of the authors

def published(path):
    """The file Penetration_25KParticles.txt of the authors, or a compressed copy: radius and place of each grain."""
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as file:
        rows = [line.split() for line in file]
    grains = [tuple(map(float, r[1:])) for r in rows if len(r) == 4 and r[0] == "0.001"]
    if len(grains) != 25000:
        raise session.Failed(f"{path} has {len(grains)} grains of 2 mm, not the 25,000 of the authors' Penetration_25KParticles.txt")
    return data_file(grains, (BALL, 0.06), ((-0.06, 0.06), (-0.04, 0.04), (-0.095, 0.12)))


def full(report, host, pool, path):
    bed = published(path)
    styles = {**FORMS, "granular": BUILTIN}
    found = dict(zip(styles, pool.map(lambda name: trace(host, styles[name], bed), styles)))
    table = session.reference("dosta_2024.txt")
    floor = [z for _, z in table["deepest"]]

    def far(rows, series):
        at = {round(1e3 * t, 3): z for t, z in rows}
        return rms(at[t] - z for t, z in table[series] if t in at and t <= 31.0)

    for name, (rows, command) in found.items():
        depth, when = deepest(rows)
        report.check("penetration", f"25,000 grains, {name}: deepest {depth:.5f} m after {1e3 * when:.2f} ms, LIGGGHTS in {len(floor)} beds {mean(floor):.5f} m, "
                     f"{host.name}", abs(depth - mean(floor)), 1e-4, "where the lowest grains stop the ball; three times what beds differ by", command=command,
                     observed_only=name == "granular")
        report.check("penetration", f"25,000 grains, {name}: height from 20 to 31 ms against MUSEN with this bed, rms, m, and against the mean of {CODES} "
                     f"with others, {far(rows, 'height'):.2g} m, {host.name}", far(rows, "published"), 3e-4, "twice what beds differ by", command=command,
                     observed_only=name == "granular")
    series = [Series(name, [(1e3 * t, 1e3 * z) for t, z in rows if t >= 0.02]) for name, (rows, _) in found.items()]
    series += [Series(what, [(t, 1e3 * z) for t, z in table[key]], marker=marker, line=line, colour="0.4")
               for key, what, marker, line in (("published", "MUSEN, this bed", "o", ""), ("height", f"{CODES}, other beds, mean", "+", ""),
                                               ("least", "least and largest", "", ":"))]
    series.append(Series("", [(t, 1e3 * z) for t, z in table["largest"]], line=":", colour="0.4"))
    report.figure("penetration", "penetration", "Height of the ball's centre", "time, ms", "height, mm", series)


# ---------------------------------------------------------------------------------------------------------- a small bed

SIDE, LAYERS, SPACING, SMALL_BALL = 15, 20, 0.00205, 0.006
SMALL = dict(halfx=SIDE * 0.5 * SPACING, halfy=SIDE * 0.5 * SPACING, floor=0.0, young1=1e7, young2=1e9, dt=5e-6, steps=1600, every=20)
SEEDS = range(1, 5)


def small_bed(seed):
    """Layers of grains, a little out of order, and the ball above them."""
    draw = random.Random(seed)
    near = 0.5 * (SPACING - 2.0 * GRAIN)
    grains = [tuple((k + 0.5) * SPACING - start + draw.uniform(-near, near) for k, start in zip(place, (SMALL["halfx"], SMALL["halfy"], 0.0)))
              for place in ((i, j, k) for k in range(LAYERS) for j in range(SIDE) for i in range(SIDE))]
    side = 1.1 * SMALL["halfx"]
    return data_file(grains, (SMALL_BALL, LAYERS * SPACING + SMALL_BALL), ((-side, side), (-side, side), (-0.001, 0.3)))


def quick(report, hosts, pool):
    """Means of several small beds. They tell 3 % of what slows the ball down."""
    host = hosts[-1]
    styles = {**FORMS, "granular": BUILTIN}
    jobs = [(name, seed) for name in styles for seed in SEEDS]
    found = dict(zip(jobs, pool.map(lambda job: trace(host, styles[job[0]], small_bed(job[1]), **SMALL), jobs)))
    last = {name: [found[name, seed][0][-1][1] for seed in SEEDS] for name in styles}
    for name in FORMS:
        ours, theirs = last[name], last["granular"]
        error = math.sqrt((spread(ours)**2 + spread(theirs)**2) / len(SEEDS))
        report.check("penetration", f"{SIDE * SIDE * LAYERS} grains, {name} and granular: height of the ball after 8 ms, {mean(ours):.6f} and "
                     f"{mean(theirs):.6f} m, {host.name}", abs(mean(ours) - mean(theirs)) / error, 4.0, f"standard errors of {len(SEEDS)} beds each",
                     command=found[name, SEEDS[0]][1])


def run(report, hosts, pool):
    report.describe("penetration", "A ball strikes a bed",
                    "A steel ball at 5 m/s (M. Dosta et al., Comput. Phys. Commun. 296 (2024) 109066, case 3). With the bed of 25,000 grains that the "
                    "authors published, Penetration_25KParticles.txt, given by <code>--penetration</code>, against MUSEN with the same bed; and a "
                    "small bed of our own, against the built-in.")
    quick(report, hosts, pool)
    path = os.environ.get("DCM_VERIFY_PENETRATION")
    if path:
        full(report, hosts[-1], pool, path)
