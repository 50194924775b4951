# SPDX-License-Identifier: MIT
"""Oblique impacts of a sphere on a wall against published curves: C. Thornton, S. J. Cummins, P. W. Cleary, Powder Technology 233
(2013) 30-46, computed, and A. H. Kharaz, D. A. Gorham, A. D. Salman, Powder Technology 120 (2001) 281-291, measured."""

import dataclasses
import math

import laws
import plane
import session
from checks import Series, rms

# ----------------------------------------------------------------------------------------------- an impact by the driver

def obtained(law, case, vn, vt):
    arguments = laws.driver_arguments(law, {**case, "speed": math.hypot(vn, vt), "angle": math.degrees(math.atan2(vt, vn))})
    found = session.driver(arguments)
    after = found["outcome"]["after"][0]
    outcome = plane.Outcome(vt / vn, after["velocity"][1] / vn, -after["angular_velocity"][2] * case["radius1"] / vn, -after["velocity"][0] / vn)
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
        theirs.append(plane.predicted(law, impact, vt / vn, dt).quantity(quantity, impact))
        values.append(value)
    shown = f"{law.name}, e = {e:g}: {what}"
    apart = max(abs(a - b) for a, b in zip(ours, theirs)) / max(map(abs, theirs))
    report.check(bench.group, f"{shown}, against an integration of its kind of contact, over the largest", apart, plane.EQUAL,
                 "rounding of 10,000 steps", command=command)
    far, explained = rms(a - b for a, b in zip(ours, values)), rms(a - b for a, b in zip(theirs, values))
    report.check(bench.group, f"{shown}, against the paper's points, rms", far, reading, "what reading the figure allows, 1 % of its axis",
                 explanation=f"{plane.explanation_of(law, plane.contact_of(law, impact))}: the integration has {explained:.3g}", known=explained + plane.EQUAL * max(map(abs, theirs)), command=command)


def other_springs(report, bench, law, e):
    """Results of a law that has a bundle if it had other springs, at the paper's points."""
    points = [(*bench.speeds(e, x), value) for x, value in session.reference(bench.table)[bench.judged["et"][0].format(e=e)]]
    points = [point for point in points if point[1] / point[0] >= 0.01]
    impacts = [{**bench.case, "restitution": e, "normal_speed": vn} for vn, _, _ in points]
    for kind, name in plane.SPRINGS_OF_OTHERS.items():
        values = [plane.predicted(law, impact, vt / vn, laws.hertz_collision(impact, vn)[2] / 10000, spring=kind)
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
            if plane.damps(law) or e > 0.95]


def labels():
    return plane.labels() + [laws.Law("woo-hertz", (("form", "consistent"), ("tangential_stiffness", "mindlin")))]


def quick(report, hosts, pool):
    """Both published curves with one law in both forms."""
    for bench in (THORNTON, KHARAZ):
        for job in jobs_of(bench, laws.both_forms("hertz-mindlin")):
            judge(report, *job)


def run(report, hosts, pool):
    describe(report)
    list(pool.map(lambda job: judge(report, *job), jobs_of(THORNTON, labels()) + jobs_of(KHARAZ, labels())))
    consistent = next(law for law in plane.labels() if law.id == "hertz-mindlin" and law.form == "consistent")
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
    shown = [law for law in plane.labels() if law.options in ((("form", "sheet"),), (("form", "consistent"),)) and law.id != "hertz"]
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
