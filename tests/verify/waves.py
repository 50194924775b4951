# SPDX-License-Identifier: MIT
"""A solitary wave in a chain of spheres, V. F. Nesterenko, J. Appl. Mech. Tech. Phys. 24 (1983) 733-743, and craters, J. S. Uehara,
M. A. Ambroso, R. P. Ojha, D. J. Durian, Phys. Rev. Lett. 90 (2003) 194301."""

import math

import numpy

import laws
import session
from checks import Series

DECK = "chain/in.chain"
YOUNG, POISSON, DENSITY, DIAMETER, GRAINS = 1.93e11, 0.30, 8000.0, 0.00476, 60    # of the deck
MASS = laws.sphere_mass(0.5 * DIAMETER, DENSITY)
STIFFNESS = YOUNG * math.sqrt(DIAMETER) / (3.0 * (1.0 - POISSON**2))    # force over overlap^(3/2)
SPEEDS = (0.001, 0.01, 0.1, 1.0)
FIRST, LAST = 25, 45    # contacts that are measured: the wave is formed, and has not reached the end
# Nesterenko's long wave: the number of his formula for the speed, and the width at half the force, of a force as cos^6.
LONG_WAVE, LONG_WIDTH = 0.6802, 10.0 / math.sqrt(10.0) * math.acos(0.5**(1.0 / 6.0))


def lattice_wave(points=100):
    """The wave of the lattice itself: k d^(3/2) convolved with a triangle as wide as two grains is m V^2/a^2 d (J. M. English, R. L. Pego,
    Proc. Amer. Math. Soc. 133 (2005) 1763-1768). Positions in diameters, d over its largest value, and m V^2/(k a^2) over its root."""
    x = numpy.arange(-8 * points, 8 * points + 1) / points
    triangle = numpy.maximum(0.0, 1.0 - numpy.abs(x))
    d = numpy.exp(-x**2)
    for _ in range(200):
        # The power brings the iteration, which is homogeneous of degree 3/2, to its fixed point.
        new = numpy.convolve(d**1.5, triangle, mode="same") / points
        scale = new.max()
        d = new / scale
    return x, d, scale


def half_width(x, y):
    """Width at half the largest value."""
    top = int(numpy.argmax(y))
    left = numpy.interp(0.5 * y[top], y[:top + 1], x[:top + 1])
    right = numpy.interp(-0.5 * y[top], -y[top:], x[top:])
    return right - left


def wave(host, speed):
    """Largest force, speed, width in diameters and shape (x, force) of the wave, and the command."""
    dt = 2e-8 * (speed / 0.1)**-0.2
    done = session.Run(host, DECK, speed=speed, dt=dt)
    frames = done.frames()
    steps = sorted(frames)
    times = numpy.array(steps) * dt
    forces = numpy.array([[frames[s][i]["fx"] for i in range(1, GRAINS + 1)] for s in steps])
    contact = numpy.cumsum(forces[:, ::-1], axis=1)[:, ::-1]    # column k: the force between grains k and k + 1
    peaks, arrivals = [], []
    for k in range(FIRST, LAST + 1):
        top = int(numpy.argmax(contact[:, k]))
        a, b, c = numpy.polyfit(times[top - 2:top + 3] - times[top], contact[top - 2:top + 3, k], 2)
        arrivals.append(times[top] - b / (2.0 * a))
        peaks.append(c - b * b / (4.0 * a))
    velocity = DIAMETER / numpy.polyfit(range(FIRST, LAST + 1), arrivals, 1)[0]
    middle = (FIRST + LAST) // 2
    x = (times - arrivals[middle - FIRST]) * velocity / DIAMETER
    near = numpy.abs(x) < 4.0
    return numpy.mean(peaks), velocity, x[near], contact[near, middle], done.command


def chain(report, host):
    x, d, eigenvalue = lattice_wave()
    found = {speed: wave(host, speed) for speed in SPEEDS}
    forces, speeds = (numpy.array([found[s][i] for s in SPEEDS]) for i in (0, 1))
    command = found[SPEEDS[-1]][4]
    exponent, _ = numpy.polyfit(numpy.log(forces), numpy.log(speeds), 1)
    report.check("chain", f"speed as the force to the power {exponent:.6f}, 1/6, over {forces[-1] / forces[0]:.0f} times the force, {host.name}",
                 abs(exponent - 1.0 / 6.0), 1e-8, "the time step is the same share of a collision at each speed", command=command)
    for speed, force, velocity in zip(SPEEDS, forces, speeds):
        exact = math.sqrt(eigenvalue * STIFFNESS / MASS) * DIAMETER * (force / STIFFNESS)**(1.0 / 6.0)
        long = LONG_WAVE * (2.0 * YOUNG / (DIAMETER * DENSITY**1.5 * (1.0 - POISSON**2)))**(1.0 / 3.0) * force**(1.0 / 6.0)
        report.check("chain", f"struck at {speed} m/s: the wave of {force:.4g} N has {velocity:.3f} m/s, the lattice's own wave {exact:.3f}; "
                     f"Nesterenko's long wave {long:.3f}, {100.0 * (velocity / long - 1.0):+.2f} %, {host.name}", abs(velocity / exact - 1.0), 1e-6,
                     "the time step, 1/1,000 of a collision, and the parabola through the peaks", command=found[speed][4])
    width, exact = half_width(*found[SPEEDS[-1]][2:4]), half_width(x, d**1.5)
    report.check("chain", f"half width of the force {width:.4f} diameters, the lattice's own wave {exact:.4f}, Nesterenko's {LONG_WIDTH:.4f}, {host.name}",
                 abs(width / exact - 1.0), 1e-3, "straight lines between the frames", command=command)
    _, _, at, force, _ = found[SPEEDS[-1]]
    inside = numpy.abs(at) < 2.5
    share = numpy.trapz(force[inside], at[inside]) / numpy.trapz(force, at)
    report.check("chain", f"share of the momentum outside of five diameters, {host.name}", 1.0 - share, 1e-3, "Nesterenko's wave is 5 diameters long",
                 command=command)
    long = [(t, math.cos(t * math.sqrt(10.0) / 5.0)**6) for t in numpy.linspace(-2.5, 2.5, 101) if abs(t) * math.sqrt(10.0) / 5.0 < math.pi / 2.0]
    report.figure("benchmark-chain", "chain", "A solitary wave in a chain of spheres", "distance from the peak, diameters", "force over its largest value",
                  [Series("dcm, steel, struck at 1 m/s", list(zip(at[::6], force[::6] / force.max())), marker="o", line=""),
                   Series("the lattice's own wave", list(zip(x[400:1201], d[400:1201]**1.5))), Series("Nesterenko's long wave", long, line=":")])


# ------------------------------------------------------------------------------------------- craters

CRATER, BALL = "crater/in.crater", 6.0    # of the deck; units: diameter and mass of a grain, gravity
# Density of the ball over that of the grains, height: a ball that stays above its equator would not be on the line.
FALLS = [(2, 10), (2, 20), (2, 40), (4, 5), (4, 10), (4, 20), (8, 5), (8, 10)]


def depth(host, density, fall):
    return numpy.mean([r[1] for r in session.Run(host, CRATER, density=density, fall=fall).rows()[-20:]])


def craters(report, host, pool):
    found = numpy.array(list(pool.map(lambda job: depth(host, *job), FALLS)))
    density, total = numpy.array([f[0] for f in FALLS]), numpy.array([f[1] for f in FALLS]) + found    # the whole fall, into the crater
    matrix = numpy.stack([numpy.ones(len(found)), numpy.log(density), numpy.log(total)], axis=1)
    (start, a, b), _, _, _ = numpy.linalg.lstsq(matrix, numpy.log(found), rcond=None)
    command = session.command_line(CRATER, {"density": 4, "fall": 20})
    report.check("craters", f"depth as the ratio of densities to the power {a:.3f}, 1/2, {host.name}", abs(a - 0.5), 0.08,
                 "scatter of impacts on beds of 8,000 grains", known=0.12, command=command,
                 explanation="these balls stop within one and a half of their diameters; the power falls with the depth")
    report.check("craters", f"depth as the fall to the power {b:.3f}, 1/3, {host.name}", abs(b - 1.0 / 3.0), 0.08, "as above", command=command)
    scale = numpy.sqrt(density) * BALL**(2.0 / 3.0) * total**(1.0 / 3.0)
    factor = float(scale @ found / (scale @ scale))
    report.check("craters", f"depth on one line of all falls, {factor:.3f} sqrt(rho) D^(2/3) H^(1/3): the largest distance, {host.name}",
                 float(numpy.max(numpy.abs(found / (factor * scale) - 1.0))), 0.15, "as above", command=command)
    report.check("craters", f"0.14 over that factor is the tangent {0.14 / factor:.2f} of an angle of repose of "
                 f"{math.degrees(math.atan(0.14 / factor)):.0f} degrees, {host.name}", 0.0, 0.0, observed_only=True, command=command)
    report.figure("benchmark-craters", "craters", "A ball falls into grains", "sqrt(ratio of densities) D^(2/3) H^(1/3), grains", "depth, grains",
                  [Series(f"dcm, density {r}", [(x, d) for x, d, of in zip(scale, found, density) if of == r], marker=m, line="")
                   for r, m in zip((2, 4, 8), "osD")] + [Series(f"{factor:.3f} times", [(0.0, 0.0), (1.05 * max(scale), 1.05 * factor * max(scale))], colour="0.4")])


def quick(report, hosts, pool):
    chain(report, hosts[0])


def run(report, hosts, pool):
    report.describe("chain", "A solitary wave", "Steel spheres that just touch; the first is struck at 1 mm/s to 1 m/s. The wave of the lattice is "
                    "computed from its integral equation, which shares nothing with the project.")
    list(pool.map(lambda host: chain(report, host), hosts))
    report.describe("craters", "Craters", "A ball of six diameters falls from several heights, with several densities, into a bed of 8,000 grains.")
    craters(report, hosts[-1], pool)
