# SPDX-License-Identifier: MIT
"""Effect of the time step on the restitution, with explicit and with implicit damping, and why implicit damping remembers something."""

import math

import laws
import session
from checks import Series
from laws import Law

DURATION = 2.0 * math.sqrt(math.pi) * math.gamma(1.4) / math.gamma(0.9) * 1.25**0.4    # of the elastic collision below
RESTITUTIONS, STEPS, PHASES = (0.1, 0.25, 0.5, 0.75, 0.9), (10, 20, 40, 80, 160), 200
OPTIONS = {"explicit": (("form", "consistent"),), "implicit": (("form", "consistent"), ("damping", "implicit"))}
FORGETFUL = "implicit in this contact's force alone"    # in collisions the same, for nothing else acts there


class Contact:
    """In units of mass, Hertz' stiffness and speed, with the velocities of the half step that LAMMPS gives."""

    def __init__(self, restitution, dt, way):
        self.viscous, self.dt, self.way = math.sqrt(5.0) * laws.damping_ratio(restitution), dt, way
        self.expected = None    # what this contact alone made of the velocity of the step before
        self.dissipated = 0.0

    def force(self, x, v):
        """Against an overlap x that grows with the velocity v."""
        elastic, eta, age = x**1.5, self.viscous * x**0.25, 0.0 if self.way == "explicit" else 0.5 * self.dt
        others = v - self.expected if self.way == "implicit" and self.expected is not None else 0.0    # in a step
        force = (elastic + eta * (v + 0.5 * others)) / (1.0 + eta * age)
        self.expected = v - force * self.dt
        self.dissipated += eta * (v + 0.5 * others - age * force)**2 * self.dt
        return force


def collide(restitution, steps, phase, way):
    """Restitution obtained, and the share of the energy that is neither in motion nor booked as dissipated. steps: of an elastic
    collision; phase: of a step, before the surfaces touch."""
    dt = DURATION / steps
    contact, x, v = Contact(restitution, dt, way), -phase * dt, 1.0
    while True:
        x += v * dt
        if x > 0.0:
            v -= contact.force(x, v) * dt
        elif v < 0.0:
            return -v, 1.0 - v * v - 2.0 * contact.dissipated


def at_rest(restitution, steps, way):
    """How much deeper than under Hertz' force alone a grain comes to rest, whose weight is that of a hundredth of the collision's overlap."""
    dt, x = DURATION / steps, 0.01 * 1.25**0.4
    contact, depth, weight, v = Contact(restitution, dt, way), x, x**1.5, 0.0
    for _ in range(200 * steps):
        v += (weight - contact.force(depth, v)) * dt
        depth += v * dt
    return depth / x - 1.0


def swings_up(way, damping, contacts):
    """Whether a grain that several contacts hold along one line swings up. damping: of each, eta dt/M*."""
    held, v = [Contact(0.5, 1.0, way) for _ in range(contacts)], 1.0
    for contact in held:
        contact.viscous = damping
    for _ in range(5000):
        # Their elastic forces cancel, as from both sides.
        v -= sum(contact.force(1.0, v) for contact in held) - contacts
        if abs(v) > 100.0:
            return True
    return False


def errors(restitution, steps, way):
    """Mean error of the restitution over the phases, the spread of the single one, and the largest share of the energy that is lost."""
    found = [collide(restitution, steps, (k + 0.5) / PHASES, way) for k in range(PHASES)]
    mean = sum(e for e, _ in found) / PHASES - restitution
    return mean, math.sqrt(sum((e - restitution - mean)**2 for e, _ in found) / PHASES), max(abs(lost) for _, lost in found)


def order(found, steps, e=None, number=0):
    """Order of a number of errors, from 160 steps to so many; of the largest error over the restitutions unless one is given."""
    coarse, fine = (max(abs(found[r, n][number]) for r in RESTITUTIONS if e in (None, r)) for n in (steps, 160))
    return math.log2(coarse / fine) / math.log2(160.0 / steps)


def run(report, hosts, pool):
    report.describe("damping", "Damping and the time step",
                    "LAMMPS gives laws the velocities of half a step before. Explicit damping, of these, is therefore of the first order, and the "
                    "restitution too low. Implicit damping is of the velocity that this contact's force and all others will have made of it at the time "
                    "of the positions.")
    case = dict(partner="wall", radius1=0.001, density1=2500.0, young1=5e6, poisson1=0.25, friction=0.0, speed=0.5)
    duration = laws.hertz_collision(case, case["speed"])[2]
    for way, options in OPTIONS.items():
        for e in RESTITUTIONS:
            for steps in (20, 40):
                arguments = laws.driver_arguments(Law("hertz-mindlin", options), {**case, "restitution": e, "dt": duration / steps})
                ours = session.driver(arguments)["outcome"]["normal_restitution"]
                report.check("damping", f"hertz-mindlin, {way}, e = {e:g}, {steps} steps a collision: obtained {ours:.6f}, against an integration of "
                             "the same scheme", abs(ours - collide(e, steps, 0.0, way)[0]), 1e-9, "rounding",
                             command="dcm collide " + " ".join(arguments))
    found = {way: {(e, n): errors(e, n, way) for e in RESTITUTIONS for n in STEPS} for way in OPTIONS}
    for way, of in found.items():
        for e in RESTITUTIONS:
            report.check("damping", f"{way}, e = {e:g}: mean error of the restitution with 20 steps {of[e, 20][0]:+.1e} (one collision: +- "
                         f"{of[e, 20][1]:.1e}), with 160 {of[e, 160][0]:+.1e} (+- {of[e, 160][1]:.1e}); energy off by "
                         f"{of[e, 20][2]:.1e}, {of[e, 160][2]:.1e}", abs(of[e, 20][0]), 1e-3, observed_only=True)
        report.figure(f"damping-{way}", "damping", f"Error of the restitution, damping {way}", "steps of a collision", "mean error",
                      [Series(f"e = {e:g}", [(n, of[e, n][0]) for n in STEPS], marker="o") for e in RESTITUTIONS], log_x=True)
    explicit, implicit = (found[way] for way in OPTIONS)
    report.check("damping", f"explicit, order of the mean error, e = 0.1: {order(explicit, 20, 0.1):.2f}", abs(order(explicit, 20, 0.1) - 1.0), 0.1,
                 "half a step of velocity")
    report.check("damping", "implicit, 20 steps: largest mean error of the restitution",
                 max(abs(implicit[e, 20][0]) for e in RESTITUTIONS), 1e-3, "what was asked for")
    for way in OPTIONS:
        report.check("damping", f"{way}, order from 20 to 160 steps: of the largest mean error {order(found[way], 20):.1f}, of the scatter of single collisions "
                     f"{order(found[way], 20, number=1):.1f}", order(found[way], 20), 1.0, "told on the page", observed_only=True)
    for way, expected in (("explicit", 1.0), ("implicit", 2.0)):
        measured = order(found[way], 20, number=2)
        report.check("damping", f"{way}, order in which the ledger of energies closes: {measured:.2f}", abs(measured - expected), 0.15,
                     "half a step of velocity" if way == "explicit" else "the velocity at the time of the positions is the mean of those beside it")
    for e in RESTITUTIONS:
        mean = explicit[e, 20][0]
        report.check("damping", f"explicit, e = {e:g}, 20 steps: what a collision dissipates is more by", -2.0 * e * mean / (1.0 - e * e), 0.01,
                     "told on the page", observed_only=True)
        for way in ("implicit", FORGETFUL):
            deeper = at_rest(e, 20, way)
            eta = math.sqrt(5.0) * laws.damping_ratio(e) * (0.01 * 1.25**0.4 * (1.0 + deeper))**0.25
            share = 1.0 + 0.5 * eta * DURATION / 20 if way == FORGETFUL else 1.0
            report.check("damping", f"{way}, e = {e:g}, 20 steps: a grain at rest, at an overlap of a hundredth of the collision's, lies {100 * deeper:.1f} % deeper",
                         abs(deeper - (share**(2.0 / 3.0) - 1.0)), 1e-6, "what is left of the swing")
    for way, limit in (("explicit", lambda n: 2.0 / n), ("implicit", lambda n: 1.0 / (n - 1.0))):
        wrong = sum(swings_up(way, share * limit(n), n) != (share > 1.0) for n in (2, 3, 6, 12) for share in (0.5, 0.98, 1.02, 2.0))
        report.check("damping", f"{way}: contacts along one line swing up beyond the limit of the page, and not below: wrong", wrong, 0, "an eigenvalue of -1")
    steepest = math.sqrt(5.0) * laws.damping_ratio(0.1) * 1.25**0.1 * DURATION / 20
    report.check("damping", f"e = 0.1, 20 steps, at the largest overlap of an elastic collision: eta dt/M* = {steepest:.2f}", steepest, 0.25, "told on the page",
                 observed_only=True)
