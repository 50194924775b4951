# SPDX-License-Identifier: MIT
"""Gases of inelastic spheres against kinetic theory: one that cools, P. K. Haff, J. Fluid Mech. 134 (1983) 401-430, and one that is sheared,
V. Garzo, J. W. Dufty, Phys. Rev. E 59 (1999) 5895-5911."""

import math

import numpy

import session
from checks import Series

# Units of the decks: diameter, mass, and the first temperature are 1.
COOLING = "gas/in.cooling"
RESTITUTION, FRACTION = 0.9, 0.1    # of the deck


def at_contact(fraction):
    """Pair distribution of hard spheres at contact, after N. F. Carnahan and K. E. Starling."""
    return (1.0 - 0.5 * fraction) / (1.0 - fraction)**3


def collision_rate(fraction, temperature=1.0):
    """Collisions of a sphere in a time, by Enskog: 4 sqrt(pi) n d^2 g sqrt(T/m)."""
    return 4.0 * math.sqrt(math.pi) * fraction * 6.0 / math.pi * at_contact(fraction) * math.sqrt(temperature)


def sonine(e):
    """The first correction to a Maxwellian, c*, of T. P. C. van Noije and M. H. Ernst, Granular Matter 1 (1998) 57-64."""
    return 32.0 * (1.0 - e) * (1.0 - 2.0 * e**2) / (81.0 - 17.0 * e + 30.0 * e**2 * (1.0 - e))


def cooling_rate(fraction, e):
    """-dT/dt over T at the temperature 1: each collision takes (1 - e^2) T."""
    return (1.0 - e**2) * collision_rate(fraction) / 3.0 * (1.0 + 3.0 / 32.0 * sonine(e))


def haff(report, host, bound, times, **variables):
    """Temperature over so many collision times against Haff's law, and what is left of the energy."""
    done = session.Run(host, COOLING, **variables)
    rows, command = numpy.array(done.rows()), done.command
    t, temperature = rows[:, 0], rows[:, 1]
    tau, omega = 2.0 / cooling_rate(FRACTION, RESTITUTION), collision_rate(FRACTION)
    slow = numpy.sqrt(temperature[0] / temperature) - 1.0    # t/tau
    slope = float(slow @ t / (t @ t))
    report.check("cooling", f"e = {RESTITUTION}, {times:.0f} collision times, temperature falls to {temperature[-1]:.2e}: Haff's time "
                 f"{1.0 / slope:.2f}, by Enskog {tau:.2f}, {host.name}", abs(slope * tau - 1.0), bound,
                 "chance of one gas of 1,000 spheres, and 1 % for collisions that take time", command=command)
    late = t > 0.1 * t[-1]
    report.check("cooling", f"T^(-1/2) - 1 grows as the time to the power {numpy.polyfit(numpy.log(t[late]), numpy.log(slow[late]), 1)[0]:.4f}, "
                 f"{host.name}", abs(numpy.polyfit(numpy.log(t[late]), numpy.log(slow[late]), 1)[0] - 1.0), bound, "as above", command=command)
    balance = rows[:, 2] + rows[:, 3] + rows[:, 4]
    report.check("cooling", f"kinetic, stored and dissipated energy add up over {times:.0f} collision times, {host.name}",
                 max(abs(balance - balance[0])), 2e-3, "the residual of the time step, of the second order", command=command)
    return t * omega, temperature, tau * omega


# ------------------------------------------------------------------------------------------ sheared

SHEARED, FRACTIONS, ELASTICITIES = "gas/in.sheared", (0.1, 0.2, 0.3, 0.4), (0.9, 0.95)


def viscosity(fraction, e):
    """The viscosity at the temperature 1, by Garzo and Dufty, to the first order in the gradient."""
    g, c = at_contact(fraction), sonine(e)
    dilute = 5.0 / 16.0 / math.sqrt(math.pi)
    frequency = g * (1.0 - 0.25 * (1.0 - e)**2) * (1.0 - c / 64.0)
    cooling = 5.0 / 12.0 * g * (1.0 - e**2) * (1.0 + 3.0 / 32.0 * c)
    kinetic = dilute / (frequency - 0.5 * cooling) * (1.0 - 0.4 * (1.0 + e) * (1.0 - 3.0 * e) * fraction * g)
    bulk = dilute * 128.0 / (5.0 * math.pi) * fraction**2 * g * (1.0 + e) * (1.0 - c / 32.0)
    return kinetic * (1.0 + 0.8 * fraction * g * (1.0 + e)) + 0.6 * bulk


def steady(fraction, e):
    """Temperature at which cooling takes up the work of shear at the rate 1: viscosity sqrt(T) = 3/2 n T cooling sqrt(T)."""
    return viscosity(fraction, e) / (9.0 / math.pi * fraction * cooling_rate(fraction, e))


def sheared(report, host, pool):
    jobs = [(f, e) for e in ELASTICITIES for f in FRACTIONS]
    found = dict(zip(jobs, pool.map(lambda job: session.Run(host, SHEARED, fraction=job[0], restitution=job[1]), jobs)))
    for (fraction, e), done in found.items():
        t, txx, tyy, tzz, shear, pressure = done.rows()[0]
        command = done.command
        n, name = fraction * 6.0 / math.pi, f"{100 * fraction:.0f} %, e = {e}"
        state = n * t * (1.0 + 2.0 * (1.0 + e) * fraction * at_contact(fraction))
        small = f"the square of the gradient, which the theory leaves out, is as 1 - e = {1.0 - e:.2f}"
        report.check("sheared", f"{name}: pressure {pressure:.3f}, by the equation of state {state:.3f}, {host.name}", abs(pressure / state - 1.0), 0.5 * (1.0 - e),
                     "half of what follows: " + small, command=command)
        loss = 1.5 * n * cooling_rate(fraction, e) * t**1.5
        report.check("sheared", f"{name}: work of the shear {shear:.3f}, Enskog's loss {loss:.3f}, {host.name}", abs(shear / loss - 1.0), 1.0 - e, small, command=command)
        wanted = steady(fraction, e)
        report.check("sheared", f"{name}: temperature {t:.3f} ({txx:.3f}, {tyy:.3f}, {tzz:.3f}), to the first order in the gradient {wanted:.3f}, {host.name}",
                     abs(t / wanted - 1.0), 1.0 - e, small, command=command)
    line = numpy.linspace(0.06, 0.45, 40)
    report.figure("benchmark-sheared", "sheared", "A gas of inelastic spheres is sheared", "fraction of the volume", "temperature, (rate times diameter)^2",
                  [s for e, marker, colour in zip(ELASTICITIES, "os", ("#1f77b4", "#ff7f0e"))
                   for s in (Series(f"dcm, e = {e}", [(f, found[f, e].rows()[0][0]) for f in FRACTIONS], marker=marker, line="", colour=colour),
                             Series(f"Garzo and Dufty, e = {e}", [(f, steady(f, e)) for f in line], colour=colour))], log_y=True)


def quick(report, hosts, pool):
    """A gas that cools for a tenth of the collision times of the full run."""
    haff(report, hosts[0], 0.05, 100.0, steps=453000, every=4530)


def run(report, hosts, pool):
    report.describe("cooling", "A gas that cools", "1,000 smooth spheres, 10 % of the volume, restitution 0.9, without gravity; laws of Haff and Enskog, "
                    "and where the energy goes.")
    report.describe("sheared", "A gas that is sheared", "1,000 smooth spheres between boundaries that slide past each other; the temperature at which "
                    "cooling balances the work.")
    sheared(report, hosts[-1], pool)
    t, temperature, tau = haff(report, hosts[-1], 0.03, 1000.0)
    shown = numpy.unique(numpy.logspace(0.0, math.log10(len(t) - 1), 25).astype(int))
    line = numpy.logspace(-0.3, 3.0, 60)
    report.figure("benchmark-cooling", "cooling", "A gas of inelastic spheres cools", "first collision times", "temperature over the first",
                  [Series("dcm, 1,000 spheres, e = 0.9", [(t[i], temperature[i]) for i in shown], marker="o", line=""),
                   Series("Haff's law, Enskog's rate", [(x, (1.0 + x / tau)**-2) for x in line])], log_x=True, log_y=True)
