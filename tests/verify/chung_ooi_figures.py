# SPDX-License-Identifier: MIT
"""Figures of the eight tests: ours, the paper's points, closed forms."""

import math

import laws
import session
from checks import Series

SHOWN = [("hertz-mindlin", "sheet", "C0"), ("hertz-mindlin", "consistent", "C1"), ("jkr-exact", "sheet", "C2"),
         ("woo-hertz", "sheet", "C4")]


def table():
    return session.reference("chung_ooi_2011.txt")


def pick(results, test, material, id="hertz-mindlin", form="sheet", variant=None, **options):
    for r in results:
        extra = {n: v for n, v in r.law.options if n != "form"}
        if (r.test, r.material, r.law.id, r.law.form, r.variant) == (test, material, id, form, variant) and extra == options:
            return r
    return None


def draw(report, results):
    forces(report, results)
    restitution(report, results)
    for material in ("al-oxide", "al-alloy"):
        tangential(report, results, material)
    for material in ("steel", "polyethylene"):
        recoil(report, results, material)
    for material in ("al-alloy", "nylon"):
        beta(report, results, 6, material, None)
        beta(report, results, 8, material, "stiff")


def forces(report, results):
    for test, material, unit in ((1, "glass", 1.0), (2, "al-alloy-test2", 1.0)):
        r = pick(results, test, material)
        peak = laws.hertz_collision(r.impacts[0].case, r.impacts[0].speed_n)[1]
        ours = [(1e6 * t, 1e-3 * f) for t, f in r.trace][::20]
        ours = [p for p in ours if p[1] > 0.0 or p[0] < ours[-1][0] * 0.9]
        report.figure(f"test{test}", f"chung-ooi-{test}", f"Test {test}: force against time, {material.replace('-test2', '')}", "time, µs",
                      "force, kN", [Series("ours (all laws)", ours), Series("paper", table()[f"test{test}.force.{material}"], marker="o", line=""),
                                    Series("largest, Hertz", [(0.0, 1e-3 * peak), (ours[-1][0], 1e-3 * peak)], line=":", colour="0.5")])


def restitution(report, results):
    series = [Series("obtained = asked", [(0.0, 0.0), (1.0, 1.0)], colour="0.6")]
    for label, id, options, marker in (("hertz-mindlin", "hertz-mindlin", {}, "o"), ("jkr-exact", "jkr-exact", {}, "s"),
                                       ("extended-hertz2", "extended-hertz2", {}, "^"), ("woo-hertz, calibrate yes", "woo-hertz", {"calibrate": "yes"}, "x"),
                                       ("woo-hertz, as Woo", "woo-hertz", {}, "D")):
        points = [(r.restitution, r.obtained) for r in results if r.test == 3 and r.material == "al-oxide" and r.law.id == id
                  and r.law.form == "sheet" and {n: v for n, v in r.law.options if n != "form"} == options]
        if points:
            series.append(Series(label, points, marker=marker, line=""))
    report.figure("test3", "chung-ooi-3", "Test 3: restitution, aluminium oxide", "asked for", "obtained", series,
                  "woo-hertz by default lets viscosity not pull, as Woo does: it obtains more than is asked for.")


def tangential(report, results, material):
    from chung_ooi import ANGLES, et_of
    series = []
    for id, form, colour in SHOWN:
        r = pick(results, 4, material, id, form)
        if r and id != "jkr-exact":
            remembered = {"hertz-mindlin": "stretch", "woo-hertz": "force"}[id] if form == "sheet" else "force and energy"
            series.append(Series(f"{id} {form}: {remembered}", list(zip(ANGLES, et_of(r))), colour=colour))
    r = pick(results, 4, material)
    mu, e = r.impacts[0].case["friction"], r.restitution
    series.append(Series("sliding: 1 − µ(1+e)/tan θ", [(a, 1.0 - mu * (1.0 + e) / math.tan(math.radians(a))) for a in range(27, 86)],
                         line=":", colour="0.5"))
    series.append(Series("paper", table()[f"test4.et.{material}"], marker="o", line="", colour="k"))
    series.append(Series("experiment (Kharaz et al.)", table()["test4.et.experiment"], marker="x", line="", colour="0.5"))
    report.figure(f"test4-et-{material}", "chung-ooi-4", f"Test 4: tangential restitution, {material}", "angle from the normal, degrees",
                  "e_t", series, "Below 30 degrees the three ways to remember the spring part; the paper's curve has the stretch.")


def recoil(report, results, material):
    series = []
    for id, form, colour in SHOWN[:2]:
        r = pick(results, 5, material, id, form)
        points = [(i.speed_t / (i.case["friction"] * i.speed_n), r.surface_after(k) / (i.case["friction"] * end[0]))
                  for k, (i, end) in enumerate(zip(r.impacts, r.ends))]
        series.append(Series(f"{id} {form}", [p for p in points if p[0] <= 13.0], colour=colour))
    series.append(Series("sliding: incidence − 7", [(5.0, -2.0), (13.0, 6.0)], line=":", colour="0.5"))
    series.append(Series("paper", table()[f"test5.recoil.{material}"], marker="o", line="", colour="k"))
    series.append(Series("finite elements (paper)", table()["test5.recoil.fem"], marker="x", line="", colour="0.5"))
    report.figure(f"test5-{material}", "chung-ooi-5", f"Test 5: recoil of the contact point, {material}", "V_t/(µ V_n)", "recoil tangent/µ", series,
                  "Below 6 the paper's programs lie below ours and below its own finite elements; ours are confirmed by an "
                  "independent integration.")


def beta(report, results, test, material, variant):
    series = []
    for id, form, colour in SHOWN:
        r = pick(results, test, material, id, form, variant)
        if r:
            points = [(r.x(k), r.beta(k)) for k in range(len(r.impacts))]
            series.append(Series(f"{id} {form}", points, colour=colour))
    name = f"test{test}.beta.{material}" + (f".{variant}" if variant else "")
    series.append(Series("sliding: x − 1", [(0.15 + 0.05 * k, 0.05 * k - 0.85) for k in range(20)], line=":", colour="0.5"))
    series.append(Series("paper", table()[name], marker="o", line="", colour="k"))
    report.figure(f"test{test}-{material}", f"chung-ooi-{test}", f"Test {test}: tangential restitution of the contact point, {material}",
                  "x = 3.5 µ (1+e) V_n/(R ω)", "β", series, "Sliding ends near x = 0.8. Beyond, tangential damping decides, which the "
                  "paper does not give: the programs' seems to be that of jkr-exact sheet (here without adhesion), for nylon to the end.", log_x=True)
