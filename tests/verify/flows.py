# SPDX-License-Identifier: MIT
"""Flow down a rough incline, L. E. Silbert and others, Phys. Rev. E 64 (2001) 051302; with --long a sandpile, J. Ai and others, Powder
Technology 206 (2011) 269-282, and a drum, E. Alizadeh and others, AIChE J. 59 (2013) 1895-1905."""

import math
import os
import shutil

import numpy

import session
from checks import Series
from rest import IS_LONG

# ------------------------------------------------------------------------------------------- incline

CHUTE, LAYERS, AREA = "chute/in.bagnold", (8, 14, 22), 80.0    # of the deck; units: diameter, mass, gravity


def files_of(host, deck, *endings, **variables):
    """The rows of the files that a deck writes, and the command."""
    _, folder = session.lammps(host, deck, **variables)
    rows = [numpy.array([r for r in session.columns(os.path.join(folder, "out" + e)) if len(r) > 1 and len(r) != 3]) for e in endings]
    shutil.rmtree(folder)
    return rows, session.command_line(host, deck, variables)


def profile(host, layers):
    """Heights of slices, volume fractions and velocities of a steady flow, its height, the change of its speed, and the command."""
    (slices, rows), command = files_of(host, CHUTE, "", ".rows", layers=layers)
    fraction = slices[:, 3] * math.pi / 6.0
    height = slices[:, 2].sum() / AREA / numpy.median(slices[2:layers - 2, 3])    # of the grains, at the density of the middle
    half = len(rows) // 2
    return slices[:, 1], fraction, slices[:, 4], height, rows[half:, 1].mean() / rows[:half, 1].mean() - 1.0, command


def chute(report, host, pool):
    found = dict(zip(LAYERS, pool.map(lambda layers: profile(host, layers), LAYERS)))
    heights, speeds, series = [], [], []
    for (layers, (z, fraction, v, height, drift, command)), marker in zip(found.items(), "osD"):
        middle = (z > 2.0) & (z < height - 2.0)
        spread = numpy.ptp(fraction[middle]) / 2.0 / fraction[middle].mean()
        report.check("chute", f"{layers} layers at 24 degrees: volume fraction {fraction[middle].mean():.4f}, by its largest distance in depth, {host.name}", spread,
                     0.02, "Silbert and others: constant; 2 % for slices of a diameter, in which layers show", command=command)
        # Bagnold: the rate of shear is as the root of the depth, so that v(h) - v is A 2/3 (depth)^(3/2).
        depth = height - z[middle]
        a, top = numpy.polyfit(-depth**1.5, v[middle], 1)
        apart = numpy.max(numpy.abs(top - a * depth**1.5 - v[middle])) / top
        report.check("chute", f"{layers} layers: velocity as the depth to the power 3/2, largest distance over the velocity of the surface {top:.3f}, {host.name}",
                     apart, 0.03, "asked for", command=command)
        heights.append(height)
        speeds.append(top)
        series.append(Series(f"dcm, {layers} layers", list(zip(v[z < height] / height**1.5, z[z < height] / height)), marker=marker, line=""))
    exponent = numpy.polyfit(numpy.log(heights), numpy.log(speeds), 1)[0]
    report.check("chute", f"velocity of the surface as the height to the power {exponent:.3f}, 3/2, {host.name}", abs(exponent - 1.5), 0.15,
                 "thin beds flow less: they are near to the height at which they stop")
    x = numpy.linspace(0.0, 1.0, 50)
    scale = speeds[-1] / heights[-1]**1.5
    series.append(Series("Bagnold", list(zip(scale * (1.0 - (1.0 - x)**1.5), x)), colour="0.4"))
    report.figure("benchmark-chute", "chute", "Flow down a rough incline at 24 degrees", "velocity over height^(3/2)", "height over that of the bed", series)
    (_, rows), command = files_of(host, CHUTE, "", ".rows", layers=LAYERS[-1], last=16, start=200000, steps=600000)
    stopped = rows[rows[:, 1] < 1e-3 * speeds[-1]][0][0]
    report.check("chute", f"{LAYERS[-1]} layers, slowly tilted back from 24 degrees, stop at {stopped:.2f} degrees, {host.name}", abs(stopped - 19.5), 1.5,
                 "Silbert and others: flows of such grains stop between 18 and 21 degrees, by their height", command=command)


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
    _, folder = session.lammps(host, DRUM)
    frames = session.frames(os.path.join(folder, "out"))
    shutil.rmtree(folder)
    grains = numpy.array([(r["x"], r["z"], r["vx"], r["vz"]) for rows in frames.values() for r in rows.values()])
    down, across = numpy.array((math.cos(TILT), -math.sin(TILT))), numpy.array((math.sin(TILT), math.cos(TILT)))
    place, speed = grains[:, :2] @ across, grains[:, 2:] @ down

    def mean_at(y):
        near = abs(place - y) < 0.5 * GRAIN
        return speed[near].mean() if near.sum() > 50 else math.nan

    apart = numpy.array([mean_at(y) - u for u, y in points])
    command = session.command_line(host, DRUM, {})
    top = max(u for u, _ in points)
    inner = numpy.array([y < -0.06 for _, y in points])
    report.check("drum", f"velocity below the flowing layer against their points, rms over that of the surface, {host.name}",
                 math.sqrt(numpy.mean(apart[inner]**2)) / top, 0.05, "the grains turn with the drum; points can be read to 0.01 m/s", command=command)
    report.check("drum", f"velocity in the flowing layer against their points, rms over that of the surface, {host.name}",
                 math.sqrt(numpy.nanmean(apart[~inner]**2)) / top, 0.15, "a grain of difference in where the layer ends", command=command)
    line = numpy.arange(-0.119, -0.02, 0.001)
    report.figure("benchmark-drum", "drum", "Velocity across the bed of a drum", "velocity along the surface, m/s", "place, m",
                  [Series("dcm", [(mean_at(y), y) for y in line if mean_at(y) == mean_at(y)]),
                   Series("Alizadeh and others, measured", points, marker="o", line="")])


def run(report, hosts, pool):
    report.describe("chute", "Flow down a rough incline", "Three beds at 24 degrees on a base of grains; one of them is tilted back until it stops.")
    chute(report, hosts[-1], pool)
    if IS_LONG:
        report.describe("sandpile", "A heap of discs", "3,000 discs run out of a hopper; the heap is watched to 50 s by both models of rolling friction.")
        sandpile(report, hosts[-1], pool)
        report.describe("drum", "A drum", "A slice of 9,420 grains in a drum of 0.24 m that turns 11.6 times a minute, against velocities that were measured.")
        drum(report, hosts[-1])
