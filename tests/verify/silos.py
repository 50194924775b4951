# SPDX-License-Identifier: MIT
"""Silos: the load of a column, H. A. Janssen, Z. Ver. Dtsch. Ing. 39 (1895) 1045-1049, the flow from an orifice, W. A. Beverloo,
H. A. Leniger, J. van de Velde, Chem. Eng. Sci. 15 (1961) 260-269, and a hopper that runs out, A. Anand and others, Chem. Eng. Sci. 63 (2008)
5821-5830."""

import math
import tempfile

import numpy

import session
import shapes
from checks import Series

# Units of the decks: diameter and mass of a grain, and gravity, are 1.


# ------------------------------------------------------------------------------------------ Janssen

COLUMN, TUBE = "silo/in.column", 8.0    # of the deck
FILLS = (100, 250, 500, 900, 1400, 2000)
WALLS = (0.15, 0.3)    # friction, below that of the grains, so that they slide at the wall and not beside it


def janssen(n, first, saturated):
    """Load of n grains: the first bear down with all their weight, the others saturate (L. Vanel, E. Clement, Eur. Phys. J. B 11 (1999)
    525-533); with first = 0 the load of Janssen."""
    n = numpy.asarray(n, float)
    return numpy.where(n < first, n, first + saturated * (1.0 - numpy.exp(-(n - first) / saturated)))


def fitted(fills, loads):
    """The two numbers with the least squares of the difference, by a search of a grid that is refined."""
    first, saturated, size = 100.0, 400.0, 200.0
    while size > 0.1:
        grid = [(a, b) for a in first + size * numpy.linspace(-1, 1, 9) for b in saturated + size * numpy.linspace(-1, 1, 9) if a >= 0.0 and b > 10.0]
        first, saturated = min(grid, key=lambda p: float(numpy.sum((janssen(fills, *p) - loads)**2)))
        size *= 0.5
    return first, saturated


def column(report, host, pool):
    jobs = [(wall, n) for wall in WALLS for n in FILLS]
    found = dict(zip(jobs, pool.map(lambda job: session.Run(host, COLUMN, wall=job[0], grains=job[1]), jobs)))
    ratios, series = {}, []
    for wall, marker in zip(WALLS, "os"):
        lines = [found[wall, n].rows()[0] for n in FILLS]
        loads, density = numpy.array([line[1] for line in lines]), lines[-1][2]
        first, saturated = fitted(FILLS, loads)
        apart = math.sqrt(numpy.mean((janssen(FILLS, first, saturated) - loads)**2)) / saturated
        # The load saturates at the weight of a column as high as D/(4 K mu).
        ratios[wall] = density * math.pi * TUBE**3 / (16.0 * wall * saturated)
        report.check("janssen", f"wall of friction {wall}: loads of {FILLS[0]} to {FILLS[-1]} grains against a load that saturates at {saturated:.0f} "
                     f"grains after the first {first:.0f}, rms over that; horizontal over vertical stress {ratios[wall]:.3f}, {host.name}", apart, 0.04,
                     "loads swing by so much as the wall slides", command=found[wall, FILLS[-1]].command)
        series.append(Series(f"dcm, friction of the wall {wall}", list(zip(FILLS, loads)), marker=marker, line=""))
        line = numpy.linspace(0.0, 1.05 * FILLS[-1], 100)
        series.append(Series(f"Janssen, saturated at {saturated:.0f}", list(zip(line, janssen(line, first, saturated))), colour="0.4",
                             line="-" if marker == "o" else "--"))
    one, other = (ratios[w] for w in WALLS)
    report.check("janssen", f"one ratio of the stresses, {one:.3f} and {other:.3f}, for both walls, {host.name}", abs(one / other - 1.0), 0.15,
                 "what the fits of the two are uncertain by")
    report.figure("benchmark-janssen", "janssen", "Load on the floor of a tube", "grains in the tube", "load, weights of a grain", series)


# ----------------------------------------------------------------------------------------- Beverloo

ORIFICE, SIDE = "silo/in.orifice", 16.0
ORIFICES = (4.0, 4.75, 5.5, 6.5, 7.5)    # diameters


def plate(orifice, corners=64):
    """The bottom from beyond one edge of the box to beyond the other, with a round orifice in its middle."""
    middle, half = 0.5 * SIDE, 0.5 * SIDE + 1.5
    ring = [2.0 * math.pi * k / corners for k in range(corners)]
    inner = [(middle + 0.5 * orifice * math.cos(a), middle + 0.5 * orifice * math.sin(a), 0.0) for a in ring]
    outer = [tuple(middle + half * f / max(abs(math.cos(a)), abs(math.sin(a))) for f in (math.cos(a), math.sin(a))) + (0.0,) for a in ring]
    return [t for k in range(corners) for n in [(k + 1) % corners] for t in ((inner[k], outer[k], outer[n]), (inner[k], outer[n], inner[n]))]


def outflow(host, orifice, friction=0.5):
    """Grains in a time, and their number density in the bed."""
    steps = int(1.5e6 / (0.65 * (orifice - 1.4)**2.5))    # a thousand grains or more
    with tempfile.NamedTemporaryFile("w", prefix="dcm-verify-", suffix=".stl") as file:
        file.write(shapes.ascii_stl(plate(orifice)))
        file.flush()
        return session.Run(host, ORIFICE, plate=file.name, steps=steps - steps % 100, friction=friction).rows()[0][:2]


def orifices(report, host, pool):
    found = dict(zip(ORIFICES, pool.map(lambda d: outflow(host, d), ORIFICES)))
    diameters = numpy.array(ORIFICES)
    # W = C n (D - k)^(5/2): the power 2/5 of the flow is a straight line in D.
    flows = numpy.array([found[d][0] / found[d][1] for d in ORIFICES])
    root = flows**0.4
    slope, cut = numpy.polyfit(diameters, root, 1)
    constant, k = slope**2.5, -cut / slope
    exponent = numpy.polyfit(numpy.log(diameters - 1.4), numpy.log(flows), 1)[0]
    command = f"python3 tests/verify/main.py OUT --only silos    # {host.name}"
    report.check("beverloo", f"five orifices of {ORIFICES[0]} to {ORIFICES[-1]} diameters on {constant:.3f} (D - {k:.2f} d)^(5/2): the largest distance, {host.name}",
                 max(abs(flows / (constant * (diameters - k)**2.5) - 1.0)), 0.06, "chance of some 1,000 grains that arches hold up: 3 % each", command=command)
    report.check("beverloo", f"flow as D - 1.4 d to the power {exponent:.3f}, 5/2, {host.name}", abs(exponent - 2.5), 0.2, "as above, over a factor of 2.3",
                 command=command)
    report.check("beverloo", f"k = {k:.2f}, of spheres 1.4, {host.name}", abs(k - 1.4), 0.4, "what measurements of spheres scatter by", command=command)
    rate, density = outflow(host, 5.5, 0.2)
    smoother = rate / density / (5.5 - k)**2.5
    report.check("beverloo", f"C = {constant:.3f} with friction 0.5, {smoother:.3f} with 0.2, 0.58, {host.name}", abs(smoother / 0.58 - 1.0), 0.05,
                 "a flow of 1,000 grains; C depends on friction, and 0.58 is a mean of sands and seeds", command=command)
    report.figure("benchmark-beverloo", "beverloo", "Flow from an orifice", "diameter of the orifice, grains", "flow (grains in a time) to the power 2/5",
                  [Series("dcm", list(zip(ORIFICES, root)), marker="o", line=""),
                   Series(f"C = {constant:.3f}, k = {k:.2f}", [(d, slope * d + cut) for d in (k, 8.0)]),
                   Series("C = 0.58, k = 1.4", [(d, 0.58**0.4 * (d - 1.4)) for d in (1.4, 8.0)], line=":")])


# ------------------------------------------------------------------------------------------- a hopper

HOPPER = "silo/in.hopper"
KINDS = ("region", "mesh")    # of walls


def hopper(report, host, pool):
    theirs = numpy.array(session.reference("anand_2008.txt")["mass"])
    found = dict(zip(KINDS, pool.map(lambda walls: numpy.array(session.Run(host, HOPPER, walls=walls).rows()), KINDS)))
    steady = (theirs[:, 0] > 0.25) & (theirs[:, 0] < 0.75)
    wanted = numpy.polyfit(*theirs[steady].T, 1)[0]
    for walls, rows in found.items():
        command = session.command_line(HOPPER, {"walls": walls})
        flowing = (rows[:, 0] > 0.25) & (rows[:, 0] < 0.75)
        rate = numpy.polyfit(*rows[flowing].T, 1)[0]
        report.check("hopper", f"walls by {walls}: {rate:.2f} g/s from 0.25 to 0.75 s, theirs {wanted:.2f}, {host.name}", abs(rate / wanted - 1.0), 0.05,
                     "chance of one filling, and how it was filled", command=command)
        apart = numpy.interp(theirs[:, 0], *rows.T) - theirs[:, 1]
        report.check("hopper", f"walls by {walls}: mass that has left against their points, rms, of {theirs[-1, 1]:.1f} g, {host.name}",
                     math.sqrt(numpy.mean(apart**2)) / theirs[-1, 1], 0.04, "as above, over the time", command=command)
    one, other = (found[w][:, 1] for w in KINDS)
    report.check("hopper", f"region and mesh: mass that has left, largest difference over all, {host.name}", max(abs(one - other)) / one[-1], 0.03,
                 "rounding grows into another flow: chance")
    report.figure("benchmark-hopper", "hopper", "A rectangular hopper runs out", "time, s", "mass that has left, g",
                  [Series(f"dcm, walls by {w}", list(map(tuple, rows)), line=line) for (w, rows), line in zip(found.items(), ("-", "--"))]
                  + [Series("Anand and others", list(map(tuple, theirs)), marker="o", line="")])


def run(report, hosts, pool):
    report.describe("janssen", "Load of a column", "Grains in a tube whose wall slides upwards, so that its friction is mobilised.")
    report.describe("beverloo", "Flow from an orifice", "Five orifices in a flat bottom; grains that leave come back at the top.")
    report.describe("hopper", "A hopper that runs out", "6,790 grains in a rectangular hopper with a flat floor, by walls of regions and of triangles.")
    column(report, hosts[-1], pool)
    orifices(report, hosts[-1], pool)
    hopper(report, hosts[-1], pool)
