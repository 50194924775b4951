# SPDX-License-Identifier: MIT
"""Gases of inelastic spheres against kinetic theory: one that cools, P. K. Haff, J. Fluid Mech. 134 (1983) 401-430."""

import math
import os
import shutil

import numpy

import session
from checks import Series, rms

# Units of the decks: diameter, mass, and the first temperature are 1.
COOLING = "gas/in.cooling"
RESTITUTION, FRACTION = 0.9, 0.1    # of the deck


def at_contact(fraction):
    """Pair distribution of hard spheres at contact, after N. F. Carnahan and K. E. Starling."""
    return (1.0 - 0.5 * fraction) / (1.0 - fraction)**3


def collision_rate(fraction, temperature=1.0):
    """Collisions of a sphere in a time, by Enskog: 4 sqrt(pi) n d^2 g sqrt(T/m)."""
    return 4.0 * math.sqrt(math.pi) * fraction * 6.0 / math.pi * at_contact(fraction) * math.sqrt(temperature)


def cooling_rate(fraction, e):
    """1/tau of T = T0/(1 + t/tau)^2: each collision takes (1 - e^2) T; with the first Sonine correction of T. P. C. van Noije and
    M. H. Ernst, Granular Matter 1 (1998) 57-64."""
    sonine = 16.0 * (1.0 - e) * (1.0 - 2.0 * e**2) / (81.0 - 17.0 * e + 30.0 * e**2 * (1.0 - e))
    return (1.0 - e**2) * collision_rate(fraction) / 6.0 * (1.0 + 3.0 / 16.0 * sonine)


def cool(host, **variables):
    _, folder = session.lammps(host, COOLING, **variables)
    rows = numpy.array(session.columns(os.path.join(folder, "out")))
    shutil.rmtree(folder)
    return rows, session.command_line(host, COOLING, variables)


def haff(report, host, bound, times, **variables):
    """Temperature over so many collision times against Haff's law, and what is left of the energy."""
    rows, command = cool(host, **variables)
    t, temperature = rows[:, 0], rows[:, 1]
    tau, omega = 1.0 / cooling_rate(FRACTION, RESTITUTION), collision_rate(FRACTION)
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


def run(report, hosts, pool):
    report.describe("cooling", "A gas that cools", "1,000 smooth spheres, 10 % of the volume, restitution 0.9, without gravity; laws of Haff and Enskog, "
                    "and where the energy goes.")
    t, temperature, tau = haff(report, hosts[-1], 0.03, 1000.0)
    shown = numpy.unique(numpy.logspace(0.0, math.log10(len(t) - 1), 25).astype(int))
    line = numpy.logspace(-0.3, 3.0, 60)
    report.figure("benchmark-cooling", "cooling", "A gas of inelastic spheres cools", "first collision times", "temperature over the first",
                  [Series("dcm, 1,000 spheres, e = 0.9", [(t[i], temperature[i]) for i in shown], marker="o", line=""),
                   Series("Haff's law, Enskog's rate", [(x, (1.0 + x / tau)**-2) for x in line])], log_x=True, log_y=True)
