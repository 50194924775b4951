# SPDX-License-Identifier: MIT
"""What the time step makes of the restitution, and what other ways to take the damping would."""

import math

import laws
import session
from checks import Series
from laws import Law

DURATION = 2.0 * math.sqrt(math.pi) * math.gamma(1.4) / math.gamma(0.9) * 1.25**0.4    # of the elastic collision below
RESTITUTIONS, STEPS, PHASES = (0.1, 0.25, 0.5, 0.75, 0.9), (10, 20, 40, 80, 160), 200
WAYS = ("as it is", "semi-implicit", "semi-implicit, other forces remembered", "viscous part semi-implicit", "extrapolated")


class Contact:
    """In units of mass, Hertz' stiffness and speed, with the velocities of the half step that LAMMPS gives."""

    def __init__(self, restitution, dt, way):
        self.viscous, self.dt, self.way = math.sqrt(5.0) * laws.damping_ratio(restitution), dt, way
        self.before = None    # velocity of the step before; or what this contact alone would have made of it by now

    def force(self, x, v):
        """Against an overlap x that grows with the velocity v."""
        elastic, eta, way = x**1.5, self.viscous * x**0.25, self.way
        share = 1.0 / (1.0 + 0.5 * eta * self.dt)
        others = 0.0 if self.before is None else v - self.before    # in a step
        if way == "as it is":
            return elastic + eta * v
        if way == "semi-implicit":
            return (elastic + eta * v) * share
        if way == "viscous part semi-implicit":
            return elastic + eta * v * share
        if way == "extrapolated":
            self.before = v
            return elastic + eta * (v + 0.5 * others)
        force = (elastic + eta * (v + 0.5 * others)) * share
        self.before = v - force * self.dt
        return force


def collide(restitution, steps, phase, way):
    """Restitution obtained. steps: of an elastic collision; phase: of a step, before the surfaces touch."""
    dt = DURATION / steps
    contact, x, v = Contact(restitution, dt, way), -phase * dt, 1.0
    while True:
        x += v * dt
        if x > 0.0:
            v -= contact.force(x, v) * dt
        elif v < 0.0:
            return -v


def at_rest(restitution, steps, way):
    """How much deeper than under Hertz' force alone a grain comes to rest, whose weight is that of a hundredth of the collision's overlap."""
    dt, x = DURATION / steps, 0.01 * 1.25**0.4
    contact, depth, weight, v = Contact(restitution, dt, way), x, x**1.5, 0.0
    for _ in range(200 * steps):
        v += (weight - contact.force(depth, v)) * dt
        depth += v * dt
    return depth / x - 1.0


def errors(restitution, steps, way):
    """Mean error of the restitution over the phases, and the spread of the single one."""
    found = [collide(restitution, steps, (k + 0.5) / PHASES, way) - restitution for k in range(PHASES)]
    mean = sum(found) / PHASES
    return mean, math.sqrt(sum((f - mean)**2 for f in found) / PHASES)


def run(report, hosts, pool):
    report.describe("damping", "Damping and the time step",
                    "LAMMPS gives laws the velocities of half a step before. Damping is therefore of the first order, and the restitution too low. "
                    "Semi-implicit damping, F = (F_e - eta v)/(1 + eta dt/(2 M*)), takes the velocity that the force of this one contact leads to.")
    case = dict(partner="wall", radius1=0.001, density1=2500.0, young1=5e6, poisson1=0.25, friction=0.0, speed=0.5)
    duration = laws.hertz_collision(case, case["speed"])[2]
    for e in RESTITUTIONS:
        for steps in (20, 40):
            arguments = laws.driver_arguments(Law("hertz-mindlin"), {**case, "restitution": e, "dt": duration / steps})
            ours = session.driver(arguments)["outcome"]["normal_restitution"]
            report.check("damping", f"hertz-mindlin, e = {e:g}, {steps} steps a collision: obtained {ours:.6f}, against an integration of the same scheme",
                         abs(ours - collide(e, steps, 0.0, "as it is")), 1e-9, "rounding", command="dcm collide " + " ".join(arguments))
    for way in WAYS:
        found = {(e, n): errors(e, n, way) for e in RESTITUTIONS for n in STEPS}
        for e in RESTITUTIONS:
            order = math.log2(abs(found[e, 20][0] / found[e, 160][0])) / 3.0
            report.check("damping", f"{way}, e = {e:g}: mean error of the restitution with 20 steps {found[e, 20][0]:+.1e} (one collision: +- "
                         f"{found[e, 20][1]:.1e}), with 160 {found[e, 160][0]:+.1e}, order {order:.1f}", abs(found[e, 20][0]), 1e-3, observed_only=True)
        if way == "as it is":
            first = math.log2(abs(found[0.1, 20][0] / found[0.1, 160][0])) / 3.0
            report.check("damping", f"order of the mean error, e = 0.1: {first:.2f}", abs(first - 1.0), 0.1, "half a step of velocity")
        if way in WAYS[:2]:
            report.figure(f"damping-{way.replace(' ', '-')}", "damping", f"Error of the restitution, damping {way}", "steps of a collision", "mean error",
                          [Series(f"e = {e:g}", [(n, found[e, n][0]) for n in STEPS], marker="o") for e in RESTITUTIONS], log_x=True)
    for e in RESTITUTIONS:
        mean = errors(e, 20, "as it is")[0]
        report.check("damping", f"as it is, e = {e:g}, 20 steps: what a collision dissipates is more by", -2.0 * e * mean / (1.0 - e * e), 0.01, "told on the page",
                     observed_only=True)
        for way in WAYS[1:3]:
            deeper = at_rest(e, 20, way)
            eta = math.sqrt(5.0) * laws.damping_ratio(e) * (0.01 * 1.25**0.4 * (1.0 + deeper))**0.25
            share = 1.0 + 0.5 * eta * DURATION / 20 if way == "semi-implicit" else 1.0
            report.check("damping", f"{way}, e = {e:g}, 20 steps: a grain at rest, at an overlap of a hundredth of the collision's, lies {100 * deeper:.1f} % deeper",
                         abs(deeper - (share**(2.0 / 3.0) - 1.0)), 1e-6, "what is left of the swing")
