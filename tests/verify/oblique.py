# SPDX-License-Identifier: MIT
"""Oblique impacts of a sphere on a wall against published curves: C. Thornton, S. J. Cummins, P. W. Cleary, Powder Technology 233
(2013) 30-46, computed, and A. H. Kharaz, D. A. Gorham, A. D. Salman, Powder Technology 120 (2001) 281-291, measured."""

import dataclasses
import functools
import math

import chung_ooi
import laws
import session
from checks import Series, rms

EQUAL = 1e-12    # some 10,000 steps of the same scheme: rounding, 1e-16 each


# ---------------------------------------------------------------------------------- what a law is to the integration

@dataclasses.dataclass(frozen=True)
class Contact:
    """Properties of a law that a sliding and sticking contact feels. No law has the springs rescaled, a force that is shortened with the area, and
    rim, in which each part of the area has a stretch and what was won last goes first."""
    spring: str              # stretch, force, bundle: force and energy; power: the normal law applied to the stretch
    limit: str               # as chung_ooi.limit_rule
    series: bool             # spring and damper in series with a slider; else the spring alone is held, and damped while it sticks
    ratio: float             # kt/kn
    damping: float           # alpha of the law's damping
    of_normal: bool = False  # the damper's coefficient is that of the normal
    cut: bool = False        # viscosity does not attract
    shorter: float = 0.0     # what half the overlap takes of the lever arm, over the arm, at an overlap of 1 in the units below


SPRINGS = {"hertz": "force", "woo-hertz": "force"}    # in form sheet; the others remember the stretch


def contact_of(law, case):
    e = case["restitution"] if chung_ooi.damps(law) else 1.0
    consistent = law.form == "consistent"
    poisson = [case["poisson1"], case.get("poisson2", case["poisson1"])]
    young = [case["young1"], case.get("young2", case["young1"])]
    shear = [y / (2.0 * (1.0 + p)) for y, p in zip(young, poisson)]
    if law.id == "woo-hertz" and dict(law.options).get("tangential_stiffness") != "mindlin":    # the means of both
        kt = 4.0 * sum(shear) / 2.0 / (2.0 - sum(poisson) / 2.0)
    else:
        kt = 8.0 / sum((2.0 - p) / g for p, g in zip(poisson, shear))
    rule = chung_ooi.limit_rule(law)
    if law.id == "woo-hertz" and rule == "size":
        rule = "push"
    depth = laws.hertz_collision(case, case["normal_speed"])[0] / 1.25**0.4
    return Contact(spring="power" if law.id == "extended-hertz2" else "bundle" if consistent else SPRINGS.get(law.id, "stretch"),
                   limit=rule, series=consistent, ratio=kt / (2.0 * laws.effective_young(case)),
                   damping=chung_ooi.damping_ratio(law, e) if e < 1.0 else 0.0, of_normal=law.id == "woo-hertz",
                   cut=chung_ooi.cuts(law),
                   shorter=0.5 * depth / case["radius1"] if law.id == "woo-hertz" and not consistent else 0.0)


@functools.lru_cache(maxsize=None)
def integrated(contact, friction, slip, dt):
    """Tangential velocity of the centre, R times the spin, and restitution after the impact of a sphere that approaches a rigid
    plane at the speed 1 and slides at the speed slip, in units of its mass, of Hertz' stiffness and of V_n. It shares nothing
    with the project but the scheme: velocities of the half step at positions of the whole one."""
    viscous = math.sqrt(5.0) * contact.damping
    tangential = viscous if contact.of_normal else viscous * math.sqrt(contact.ratio)
    x, v, centre, spin, spring, stretch, energy, old = 0.0, 1.0, slip, 0.0, 0.0, 0.0, 0.0, 0.0
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


def predicted(law, case, vt, dt, **changes):
    """The outcome of an impact by an integration of the law's kind of contact.
    dt: in seconds
    changes: of the kind"""
    contact = dataclasses.replace(contact_of(law, case), **changes)
    return Outcome(vt, *integrated(contact, case["friction"], vt, reduced_time(case, dt)))


# ----------------------------------------------------------------------------------------------- an impact by the driver

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


def obtained(law, case, vn, vt):
    arguments = laws.driver_arguments(law, {**case, "speed": math.hypot(vn, vt), "angle": math.degrees(math.atan2(vt, vn))})
    found = session.driver(arguments)
    after = found["outcome"]["after"][0]
    outcome = Outcome(vt / vn, after["velocity"][1] / vn, -after["angular_velocity"][2] * case["radius1"] / vn, -after["velocity"][0] / vn)
    return outcome, found["time_step"], "dcm collide " + " ".join(arguments)


# ------------------------------------------------------------------------------------------------------ the benchmarks

@dataclasses.dataclass(frozen=True)
class Benchmark:
    group: str
    table: str
    case: dict
    restitutions: tuple
    judged: dict       # quantity: (name in the table, what it is, what reading the figure allows)
    speeds: object     # of the restitution and the number in the table: normal and tangential


THORNTON = Benchmark(
    "thornton", "thornton_2013.txt",
    dict(partner="wall", radius1=0.025, density1=2650.0, young1=1.4e11, poisson1=0.3, friction=0.1),    # the wall is rigid
    (0.25, 0.5, 0.75, 0.9),
    {"et": ("et.{e:.2f}", "e_t", 0.01), "spin_over": ("spin.{e:.2f}", "2 R w/(mu (1+e) V_n)", 0.05),
     "surface": ("surface.{e:.2f}", "velocity of the contact point over mu (1+e) V_n/2", 0.05)},
    lambda e, x: (5.0, 5.0 * 0.5 * x * 0.1 * (1.0 + e)))
KHARAZ = Benchmark(
    "kharaz", "kharaz_2001.txt",
    dict(partner="plate", radius1=0.0025, density1=4000.0, young1=3.8e11, poisson1=0.23, young2=7e10, poisson2=0.25, friction=0.092),
    (0.98,),
    {"et": ("et", "e_t", 0.01), "spin": ("spin", "spin, rad/s", 10.0), "rebound": ("rebound", "angle of rebound, degrees", 0.5)},
    lambda e, x: (3.9 * math.cos(math.radians(x)), 3.9 * math.sin(math.radians(x))))
WHY = {"stretch": "its spring remembers the stretch, and gains energy as it stiffens", "force": "its spring remembers the force, and keeps it as it softens",
       "bundle": "its spring lets go of what the area loses", "power": "its tangential force is the normal law applied to the stretch"}


def explanation_of(law, contact):
    words = [WHY[contact.spring]]
    if not contact.damping:
        return words[0]
    if contact.limit != "cut":
        words.append({"size": "a pull at the end has friction, too", "push": "a pull at the end adds to the impulse of the push",
                      "elastic": "friction is limited by the elastic part of the force"}[contact.limit])
    elif not chung_ooi.is_calibrated(law):
        words.append("it obtains more restitution than asked for")
    if contact.of_normal:
        words.append("both directions have one viscosity")
    return "; ".join(words)


def judge(report, bench, law, e, quantity):
    """A law at the points of a paper: against the integration of such a contact, and against the paper."""
    name, what, reading = bench.judged[quantity]
    points = session.reference(bench.table)[name.format(e=e)]
    case = {**bench.case, "restitution": e}
    ours, theirs, values = [], [], []
    for x, value in points:
        vn, vt = bench.speeds(e, x)
        impact = {**case, "normal_speed": vn}
        if vt / vn < 0.01 and quantity == "et":
            continue    # head-on: what is left of nearly nothing
        outcome, dt, command = obtained(law, case, vn, vt)
        ours.append(outcome.quantity(quantity, impact))
        theirs.append(predicted(law, impact, vt / vn, dt).quantity(quantity, impact))
        values.append(value)
    shown = f"{law.name}, e = {e:g}: {what}"
    apart = max(abs(a - b) for a, b in zip(ours, theirs)) / max(map(abs, theirs))
    report.check(bench.group, f"{shown}, against an integration of its kind of contact, over the largest", apart, EQUAL,
                 "rounding of 10,000 steps", command=command)
    far, explained = rms(a - b for a, b in zip(ours, values)), rms(a - b for a, b in zip(theirs, values))
    report.check(bench.group, f"{shown}, against the paper's points, rms", far, reading, "what reading the figure allows, 1 % of its axis",
                 explanation=f"{explanation_of(law, contact_of(law, impact))}: the integration has {explained:.3g}", known=explained + EQUAL * max(map(abs, theirs)), command=command)


SPRINGS_OF_OTHERS = {"stretch": "the stretch remembered", "force": "the force remembered", "rescaled": "the force, shortened with the area",
                     "rim": "a bundle that loses its rim"}


def other_springs(report, bench, law, e):
    """Results of a law that has a bundle if it had other springs, at the paper's points."""
    points = [(*bench.speeds(e, x), value) for x, value in session.reference(bench.table)[bench.judged["et"][0].format(e=e)]]
    points = [point for point in points if point[1] / point[0] >= 0.01]
    impacts = [{**bench.case, "restitution": e, "normal_speed": vn} for vn, _, _ in points]
    for kind, name in SPRINGS_OF_OTHERS.items():
        values = [predicted(law, impact, vt / vn, laws.hertz_collision(impact, vn)[2] / 10000, spring=kind)
                  for impact, (vn, vt, _) in zip(impacts, points)]
        far = rms(o.quantity("et", impact) - value for o, impact, (_, _, value) in zip(values, impacts, points))
        report.check(bench.group, f"{law.name}, e = {e:g}: e_t with {name}, integrated, against the paper's points, rms {far:.3f}", far, 0.0,
                     observed_only=True, explanation="no law has this spring beside this damper and slider")


def curve(bench, law, e, quantity, places):
    case = {**bench.case, "restitution": e}
    found = []
    for x in places:
        vn, vt = bench.speeds(e, x)
        outcome, _, _ = obtained(law, case, vn, vt)
        found.append((x, outcome.quantity(quantity, {**case, "normal_speed": vn})))
    return found


def jobs_of(bench, choice):
    return [(bench, law, e, quantity) for law in choice for e in bench.restitutions for quantity in bench.judged
            if chung_ooi.damps(law) or e > 0.95]


def labels():
    return chung_ooi.labels() + [laws.Law("woo-hertz", (("form", "consistent"), ("tangential_stiffness", "mindlin")))]


def quick(report, hosts, pool):
    """Both published curves with one law in both forms."""
    for bench in (THORNTON, KHARAZ):
        for job in jobs_of(bench, laws.both_forms("hertz-mindlin")):
            judge(report, *job)


def run(report, hosts, pool):
    describe(report)
    list(pool.map(lambda job: judge(report, *job), jobs_of(THORNTON, labels()) + jobs_of(KHARAZ, labels())))
    consistent = next(law for law in chung_ooi.labels() if law.id == "hertz-mindlin" and law.form == "consistent")
    list(pool.map(lambda job: other_springs(report, job[0], consistent, job[1]),
                  [(bench, e) for bench in (THORNTON, KHARAZ) for e in bench.restitutions]))
    figures(report, pool)


def describe(report):
    report.describe("thornton", "Thornton, Cummins and Cleary: oblique impacts with damping",
                    "Computed by the paper's own program, for a sphere that strikes a wall with 5 m/s along the normal. Against the angle, in "
                    "units of mu (1+e)/2. Points are held against an integration of the plane motion, too, that shares nothing with the project.")
    report.describe("kharaz", "Kharaz, Gorham and Salman: measured impacts",
                    "Spheres of aluminium oxide on a plate of glass, at 3.9 m/s. No law here knows partial slip, the wear of a "
                    "sticking contact's rim that is the reason for what is measured below 15 degrees.")


def figures(report, pool):
    forms = laws.both_forms("hertz-mindlin")
    grid = [0.2 + 0.2 * k for k in range(48)]
    series = []
    for colour, e in enumerate(THORNTON.restitutions):
        for law, line in zip(forms, ("--", "-")):
            series.append(Series(f"{law.form}, e = {e:g}" if line == "-" or e == 0.25 else "", curve(THORNTON, law, e, "et", grid),
                                 line=line, colour=f"C{colour}"))
        series.append(Series("paper" if e == 0.25 else "", session.reference(THORNTON.table)[f"et.{e:.2f}"], marker="o", line="", colour=f"C{colour}"))
    report.figure("thornton-et", "thornton", "Tangential restitution against the angle, hertz-mindlin", "2 tan θ/(µ(1+e))", "e_t", series,
                  "Dashed is form sheet.")
    shown = [law for law in chung_ooi.labels() if law.options in ((("form", "sheet"),), (("form", "consistent"),)) and law.id != "hertz"]
    drawn = {"thornton": (THORNTON, 0.5, grid), "kharaz": (KHARAZ, 0.98, [1.0 + 1.5 * k for k in range(45)])}
    for name, (bench, e, places) in drawn.items():
        for form in ("sheet", "consistent"):
            of_form = [law for law in shown if law.form == form]
            found = list(pool.map(lambda law: curve(bench, law, e, "et", places), of_form))
            series = [Series(law.id, points) for law, points in zip(of_form, found)]
            points = session.reference(bench.table)[bench.judged["et"][0].format(e=e)]
            series.append(Series("paper" if name == "thornton" else "experiment", points, marker="o", line="", colour="k"))
            report.figure(f"{name}-et-{form}", name, f"Tangential restitution, all laws in form {form}, e = {e:g}",
                          "2 tan θ/(µ(1+e))" if name == "thornton" else "angle from the normal, degrees", "e_t", series)
