# SPDX-License-Identifier: MIT
"""Flow down a rough incline, L. E. Silbert and others, Phys. Rev. E 64 (2001) 051302; with --long a sandpile, J. Ai and others, Powder
Technology 206 (2011) 269-282, and a drum, E. Alizadeh and others, AIChE J. 59 (2013) 1895-1905."""

import math

import numpy

import session
from checks import Series
from rest import IS_LONG

# ------------------------------------------------------------------------------------------- incline

CHUTE, LAYERS, ANGLE, AREA = "chute/in.bagnold", (10, 14, 22), 26.0, 80.0    # units: largest diameter, mass of such a grain, gravity
VOLUME = math.pi / 6.0 * (0.93**3 + 1.5 * 0.93 * 0.07**2)    # of a grain, in the mean


def files_of(host, deck, *endings, **variables):
    """The rows of the files that a deck writes, and the command."""
    done = session.Run(host, deck, **variables)
    return [numpy.array([r for r in done.rows(e) if len(r) not in (1, 3)]) for e in endings], done.command


def profile(host, layers):
    """Heights of slices, volume fractions and velocities of a steady flow, its height, and the command."""
    (slices, _), command = files_of(host, CHUTE, "", ".rows", layers=layers, angle=ANGLE, start=200000, steps=200000)
    z, count, number, v = slices[:, 1:].T
    inside = (z > 2.0) & (z < layers - 4.0)
    height = 0.5 + count[z > 0.5].sum() / AREA / numpy.median(number[inside])    # at the density of the middle
    return z, number * VOLUME, v, height, command


def chute(report, host, pool):
    found = dict(zip(LAYERS, pool.map(lambda layers: profile(host, layers), LAYERS)))
    factors, series = [], []
    for (layers, (z, fraction, v, height, command)), marker in zip(found.items(), "osD"):
        middle = (z > 2.0) & (z < height - 1.5)
        spread = numpy.ptp(fraction[middle]) / 2.0 / fraction[middle].mean()
        report.check("chute", f"{layers} layers at {ANGLE:.0f} degrees: volume fraction {fraction[middle].mean():.4f}, largest distance in depth, {host.name}", spread,
                     0.03, "Silbert and others: constant; 3 % for slices of a grain, in which layers show", command=command)
        # Bagnold: the rate of shear is as the root of the depth, so that v falls with the depth to the power 3/2.
        depth = height - z[middle]
        a, top = numpy.polyfit(-depth**1.5, v[middle], 1)
        report.check("chute", f"{layers} layers: {top:.3f} - {a:.4f} depth^(3/2), largest distance of the velocity over that of the surface, {host.name}",
                     numpy.max(numpy.abs(top - a * depth**1.5 - v[middle])) / top, 0.03, "asked for", command=command)
        factors.append(a)
        series.append(Series(f"dcm, {layers} layers", [(d**1.5, (top - u)) for d, u in zip(depth, v[middle])], marker=marker, line=""))
    report.check("chute", f"factors of depth^(3/2) of the three beds {', '.join(f'{a:.4f}' for a in factors)}: largest over least, less 1, {host.name}",
                 max(factors) / min(factors) - 1.0, 0.1, "Silbert and others: one factor for thick beds; the base reaches some grains into thin ones")
    x = numpy.linspace(0.0, max(d for s in series for d, _ in s.points), 50)
    series.append(Series("Bagnold", [(d, factors[-1] * d) for d in x], colour="0.4"))
    report.figure("benchmark-chute", "chute", f"Flow down a rough incline at {ANGLE:.0f} degrees", "depth to the power 3/2", "velocity below that of the surface", series)
    (_, rows), command = files_of(host, CHUTE, "", ".rows", layers=LAYERS[-1], last=16, start=200000, steps=600000)
    stopped = rows[rows[:, 1] < 0.01][0][0]
    report.check("chute", f"{LAYERS[-1]} layers, tilted back from 24 degrees by 1 degree in 56 times, stop at {stopped:.2f} degrees, {host.name}", 0.0, 0.0,
                 observed_only=True, command=command)


# ----------------------------------------------------------------------------------------- sandpile

SANDPILE = "sandpile/in.sandpile"
MODELS = {"rolling_model spring": "springs", "rolling_model constant": "constant"}


def sandpile(report, host, pool):
    points = session.reference("ai_2011.txt")
    found = dict(zip(MODELS, pool.map(lambda options: files_of(host, SANDPILE, "", options=options), MODELS)))
    series = []
    for options, name in MODELS.items():
        (rows,), command = found[options]
        rows = rows[rows[:, 0] > 9.99]
        height = rows[:, 1]
        sunk = 1.0 - height[-1] / height[0]
        paper = points[name]
        if name == "springs":
            report.check("sandpile", f"{options}: the heap keeps its height from 10 to 50 s, {height[0]:.4f} m, {host.name}", abs(sunk), 1e-4, "asked for",
                         command=command)
        else:
            report.check("sandpile", f"{options}: the heap sinks by {100 * sunk:.1f} % from 10 to 50 s, theirs by {100 * (1 - paper[-1][1] / paper[0][1]):.1f} %, "
                         f"{host.name}", 0.01 / max(sunk, 1e-9), 1.0, "a couple of constant size creeps: by 1 % or more", command=command)
        report.check("sandpile", f"{options}: height at the end {height[-1]:.4f} m, theirs {paper[-1][1]:.4f} m, {host.name}", abs(height[-1] / paper[-1][1] - 1.0), 0.05,
                     "asked for", known=0.15, command=command,
                     explanation=f"Lethe's heap of springs, of these numbers, too, has {points['lethe'][-1][1]:.4f} m at 18 s")
        series += [Series(f"dcm, {options}", [(t, h) for t, h in rows[::10, :2]]), Series(f"Ai and others, {name}", paper, marker="o", line="")]
    series += [Series("Ai and others, viscous", points["viscous"], marker="o", line=""), Series("Lethe, springs", points["lethe"], marker="^", line=":")]
    report.figure("benchmark-sandpile", "sandpile", "A heap of 3,000 discs", "time, s", "height of the heap, m", series)


# ---------------------------------------------------------------------------------------------- drum

DRUM, GRAIN, TILT = "drum/in.drum", 0.003, math.radians(27.0)    # of the deck


def drum(report, host):
    points = session.reference("alizadeh_2013.txt")["velocity"]
    done = session.Run(host, DRUM)
    grains = numpy.array([(r["x"], r["z"], r["vx"], r["vz"]) for rows in done.frames().values() for r in rows.values()])
    down, across = numpy.array((math.cos(TILT), -math.sin(TILT))), numpy.array((math.sin(TILT), math.cos(TILT)))
    place, speed = grains[:, :2] @ across, grains[:, 2:] @ down

    def mean_at(y):
        near = abs(place - y) < 0.5 * GRAIN
        return speed[near].mean() if near.sum() > 50 else math.nan

    apart = numpy.array([mean_at(y) - u for u, y in points])
    top = max(u for u, _ in points)
    line = numpy.arange(-0.119, -0.028, 0.001)
    turns, theirs = (numpy.interp(0.0, u[near], y[near]) for u, y in ((numpy.array([mean_at(y) for y in line]), line), numpy.array(points)[::-1].T)
                     for near in [(y > -0.08) & (y < -0.045)])
    report.check("drum", f"the bed turns with the drum below {turns:.4f} m, theirs {theirs:.4f} m: distance over a grain, {host.name}",
                 abs(turns - theirs) / GRAIN, 1.0, "a grain", command=command)
    inner = numpy.array([y < theirs for _, y in points])
    report.check("drum", f"velocity below this place against their points, rms over that of the surface {top:.3f} m/s, {host.name}",
                 math.sqrt(numpy.mean(apart[inner]**2)) / top, 0.05, "points can be read to 0.01 m/s, and grains to a diameter", command=command)
    report.check("drum", f"velocity above this place against their points, rms over that of the surface, {host.name}",
                 math.sqrt(numpy.nanmean(apart[~inner]**2)) / top, 0.15, "asked for", known=0.45, command=command,
                 explanation="the layer of this slice, which has no ends, is thinner and faster than that in the drum; why is open")
    report.figure("benchmark-drum", "drum", "Velocity across the bed of a drum", "velocity along the surface, m/s", "place, m",
                  [Series("dcm", [(mean_at(y), y) for y in line if mean_at(y) == mean_at(y)]),
                   Series("Alizadeh and others, measured", points, marker="o", line="")])


def run(report, hosts, pool):
    report.describe("chute", "Flow down a rough incline", "Three beds at 26 degrees on a base of grains; one of them is tilted back until it stops.")
    chute(report, hosts[-1], pool)
    if IS_LONG:
        report.describe("sandpile", "A heap of discs", "3,000 discs run out of a hopper; the heap is watched to 50 s by both models of rolling friction.")
        sandpile(report, hosts[-1], pool)
        report.describe("drum", "A drum", "A slice of 9,420 grains in a drum of 0.24 m that turns 11.6 times a minute, against velocities that were measured.")
        drum(report, hosts[-1])
