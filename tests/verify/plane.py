# SPDX-License-Identifier: MIT
"""The impact of a sphere on a plane, integrated by what a law's contact is: a prediction that shares nothing with the project but the scheme."""

import dataclasses
import functools
import math

import laws
from laws import Law

EQUAL = 1e-12    # 10,000 to 20,000 steps of the same scheme: rounding, 1e-16 each


def labels():
    """The laws in the forms and with the options that these tests can tell apart, by name."""
    chosen = []
    for id in laws.available():
        if id == "woo-hertz":
            chosen += laws.both_forms(id, no_attraction="no") + laws.both_forms(id)
            chosen.append(Law(id, (("form", "sheet"), ("calibrate", "yes"))))
        else:
            chosen += laws.both_forms(id)
        if id == "hertz-mindlin":
            chosen += laws.both_forms(id, attraction="no")
    return chosen


def damps(law):
    return law.id != "hertz"


def cuts(law):
    """Whether the damping may not attract."""
    options = dict(law.options)
    return options.get("attraction") == "no" or (law.id == "woo-hertz" and options.get("no_attraction") != "no")


def is_calibrated(law):
    """Whether it is such that the restitution asked for is obtained in spite of that."""
    options = dict(law.options)
    return cuts(law) and options.get("calibrate", "yes" if "attraction" in options else "no") == "yes"


def keeps_restitution(law):
    """Whether the law as set gives the restitution that was asked for: woo-hertz by default does not."""
    return damps(law) and (not cuts(law) or is_calibrated(law))


def damping_ratio(law, restitution):
    """Damping ratio of a law for a restitution that is asked for; a calibrated law takes the ratio that obtains the restitution in spite of the
    cut."""
    if not is_calibrated(law):
        return laws.damping_ratio(restitution)
    # Ratios of 0 and 1 have a restitution of 1 and of exp(-2).
    return laws.root(lambda ratio: restitution - math.exp(-2.0 * ratio * math.acos(ratio) / math.sqrt(1.0 - ratio * ratio)), 0.0, 1.0)


# How Coulomb's limit reads the normal force, which decides the impulse of a sliding impact with damping: |F_n|, its
# push max(0, F_n), or its elastic part.
def limit_rule(law):
    if law.id == "jkr-exact" or (law.id == "jkr" and law.form == "consistent"):
        return "elastic"
    if cuts(law):
        return "cut"
    return "push" if law.form == "consistent" or law.id == "woo-hertz" else "size"


@dataclasses.dataclass(frozen=True)
class Contact:
    """Properties of a law that a sliding and sticking contact feels. No law has the springs rescaled, a force that is shortened with the area, and
    rim, in which each part of the area has a stretch and what was won last goes first."""
    spring: str              # stretch, force, bundle: force and energy; power: the normal law applied to the stretch
    limit: str               # as limit_rule
    series: bool             # spring and damper in series with a slider; else the spring alone is held, and damped while it sticks
    ratio: float             # kt/kn
    damping: float           # alpha of the law's damping
    of_normal: bool = False  # the damper's coefficient is that of the normal
    cut: bool = False        # viscosity does not attract
    shorter: float = 0.0     # what half the overlap takes of the lever arm, over the arm, at an overlap of 1 in the units below


SPRINGS = {"hertz": "force", "woo-hertz": "force"}    # in form sheet; the others remember the stretch


def contact_of(law, case):
    e = case["restitution"] if damps(law) else 1.0
    consistent = law.form == "consistent"
    poisson = [case["poisson1"], case.get("poisson2", case["poisson1"])]
    young = [case["young1"], case.get("young2", case["young1"])]
    shear = [y / (2.0 * (1.0 + p)) for y, p in zip(young, poisson)]
    if law.id == "woo-hertz" and dict(law.options).get("tangential_stiffness") != "mindlin":    # the means of both
        kt = 4.0 * sum(shear) / 2.0 / (2.0 - sum(poisson) / 2.0)
    else:
        kt = 8.0 / sum((2.0 - p) / g for p, g in zip(poisson, shear))
    depth = laws.hertz_collision(case, case["normal_speed"])[0] / 1.25**0.4
    return Contact(spring="power" if law.id == "extended-hertz2" else "bundle" if consistent else SPRINGS.get(law.id, "stretch"),
                   limit=limit_rule(law), series=consistent, ratio=kt / (2.0 * laws.effective_young(case)),
                   damping=damping_ratio(law, e) if e < 1.0 else 0.0, of_normal=law.id == "woo-hertz",
                   cut=cuts(law),
                   shorter=0.5 * depth / case["radius1"] if law.id == "woo-hertz" and not consistent else 0.0)


@functools.lru_cache(maxsize=None)
def integrated(contact, friction, centre, spin, dt):
    """Tangential velocity of the centre, R times the spin, and restitution after the impact of a sphere that approaches a rigid
    plane at the speed 1 with such a velocity and spin, in units of its mass, of Hertz' stiffness and of V_n. It shares nothing
    with the project but the scheme: velocities of the half step at positions of the whole one."""
    viscous = math.sqrt(5.0) * contact.damping
    tangential = viscous if contact.of_normal else viscous * math.sqrt(contact.ratio)
    x, v, spring, stretch, energy, old = 0.0, 1.0, 0.0, 0.0, 0.0, 0.0
    place, parts = 0.0, []    # of rim: where the spring is, and from the inside out the areas, each with the place where it began
    while True:
        x += v * dt
        if x <= 0.0:
            return centre, spin, -v
        arm = 1.0 - contact.shorter * x
        s = centre - arm * spin
        root = math.sqrt(x)
        fourth = math.sqrt(root)
        elastic = x * root
        normal = elastic + viscous * fourth * v
        if contact.cut and normal < 0.0:
            normal = 0.0
        limit = friction * {"size": abs(normal), "push": max(0.0, normal), "cut": max(0.0, normal), "elastic": elastic}[contact.limit]
        if contact.spring == "power":
            stretch += s * dt
            size = abs(stretch)
            if size**1.5 > limit:
                stretch = math.copysign(limit**(2.0 / 3.0), stretch)
            pull = math.copysign(size**1.5, stretch) + viscous * size**0.25 * s
            force = max(-limit, min(limit, pull))
        else:
            k = contact.ratio * 1.5 * root
            eta = tangential * fourth
            carried = k * stretch if contact.spring == "stretch" else spring
            if contact.spring == "bundle" and spring * spring > 2.0 * k * energy:    # the stretch of what the area lost is gone
                share = 2.0 * k * energy / (spring * spring)
                carried, energy = share * carried, share * energy
            elif contact.spring == "rescaled" and root < old:
                carried *= root / old
            elif contact.spring == "rim" and root >= old:
                parts.append([root - old, place])
            elif contact.spring == "rim":
                lost = old - root
                while lost > 0.0 and parts:
                    area = min(lost, parts[-1][0])
                    carried -= 1.5 * contact.ratio * area * (place - parts[-1][1])
                    lost -= area
                    parts[-1][0] -= area
                    if parts[-1][0] <= 0.0:
                        parts.pop()
            old, before = root, carried
            trial = carried + k * s * dt
            pull = trial + eta * s
            if contact.series:
                kept = limit / abs(pull) if abs(pull) > limit else 1.0
                force = kept * pull
                spring = kept * trial + (1.0 - kept) * eta / (k * dt + eta) * carried
                way = (spring - carried) / k
                energy = energy + (carried + 0.5 * k * way) * way if kept == 1.0 else 0.5 * spring * spring / k
            elif abs(trial) > limit:
                force = spring = math.copysign(limit, trial)
            else:
                force, spring = pull, trial
            stretch = spring / k
            if contact.spring == "rim":
                place += (spring - before) / k
                if kept < 1.0:    # what slides is stretched uniformly
                    parts = [[root, place - stretch]]
        v -= normal * dt
        centre -= force * dt
        spin += 2.5 * arm * force * dt


def reduced_time(case, time):
    """In the units of integrated."""
    return time * case["normal_speed"] / (laws.hertz_collision(case, case["normal_speed"])[0] / 1.25**0.4)


def predicted(law, case, vt, dt, spin=0.0, **changes):
    """The outcome of an impact by an integration of the law's kind of contact.
    dt: in seconds
    spin: R w before, in units of the normal speed
    changes: of the kind"""
    contact = dataclasses.replace(contact_of(law, case), **changes)
    return Outcome(vt, *integrated(contact, case["friction"], vt, spin, reduced_time(case, dt)))


@dataclasses.dataclass(frozen=True)
class Outcome:
    """In units of the normal speed before; the sphere flies towards the wall with the tangential velocity before."""
    before: float
    after: float
    spin: float    # R w, the contact point moves with after - spin
    restitution: float

    def quantity(self, name, impact):
        mu, e, speed, radius = impact["friction"], impact["restitution"], impact["normal_speed"], impact["radius1"]
        unit = 0.5 * mu * (1.0 + e)
        return {"et": self.after / self.before, "spin_over": -self.spin / unit, "surface": (self.after - self.spin) / unit,
                "spin": self.spin * speed / radius, "rebound": math.degrees(math.atan2(self.after, self.restitution))}[name]


WHY = {"stretch": "its spring remembers the stretch, and gains energy as it stiffens", "force": "its spring remembers the force, and keeps it as it softens",
       "bundle": "its spring lets go of what the area loses", "power": "its tangential force is the normal law applied to the stretch"}


def explanation_of(law, contact):
    words = [WHY[contact.spring]]
    if not contact.damping:
        return words[0]
    if not contact.series and contact.spring != "power":
        words.append("form sheet adds damping, without a limit, while the spring is below it")
    if contact.limit != "cut":
        words.append({"size": "a pull at the end has friction, too", "push": "a pull at the end adds to the impulse of the push",
                      "elastic": "friction is limited by the elastic part of the force"}[contact.limit])
    elif not is_calibrated(law):
        words.append("it obtains more restitution than asked for")
    if contact.of_normal:
        words.append("both directions have one viscosity")
    return "; ".join(words)


SPRINGS_OF_OTHERS = {"stretch": "the stretch remembered", "force": "the force remembered", "rescaled": "the force, shortened with the area",
                     "rim": "a bundle that loses its rim"}
