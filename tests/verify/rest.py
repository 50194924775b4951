# SPDX-License-Identifier: MIT
"""Grains at rest stay: a sphere on a slope, a packing, a heap; and spheres that creep under a rolling friction of constant size."""

import math
import os

import laws
import session
from checks import Series
from laws import Law

CONSISTENT, SHEET = (("form", "consistent"),), (("form", "sheet"),)
CONSTANT = CONSISTENT + (("rolling_model", "constant"),)
IS_LONG = bool(os.environ.get("DCM_VERIFY_LONG"))

# ---------------------------------------------------------------------------------------- a slope

SLOPE, GRAVITY = "rest/in.slope", 9.81
TAN, RADIUS, DENSITY, STEP = 0.05, 0.001, 2500.0, 1e-5    # of the deck
YOUNG, POISSON = 5e6, 0.25
SIN = TAN / math.hypot(1.0, TAN)


def sds(radius, stiffness, damping, rolling=0.1, twisting=0.05):
    """The built-in with springs like those of form consistent, which has the stiffnesses of the tangential force, between
    grains that have this effective radius."""
    r2 = radius**2
    return {"style": "builtin", "resistance": f"rolling sds {stiffness} {damping} {rolling} twisting sds {stiffness * r2!r} "
                                              f"{damping * r2!r} {twisting * radius!r}"}


def drift(host, style, steps, **variables):
    """Speed down the slope, displacement in so many steps, and the command that repeats it."""
    done = session.Run(host, SLOPE, **{**style, "steps": steps, **variables})
    moved = max(abs(r[1]) for r in done.rows())
    return moved / (steps * STEP), moved, done.command


def creep_of_viscous_couple():
    """Creep of form consistent with a constant couple, which near rest is R^2 sqrt(kn m) times the spin: m g sin over sqrt(kn m)."""
    mass, modulus = laws.sphere_mass(RADIUS, DENSITY), YOUNG / (2.0 * (1.0 - POISSON**2))
    load = mass * GRAVITY * SIN / TAN
    overlap = (load / (4.0 / 3.0 * modulus * math.sqrt(RADIUS)))**(2.0 / 3.0)
    return mass * GRAVITY * SIN / math.sqrt(2.0 * modulus * math.sqrt(RADIUS * overlap) * mass)


def slopes(report, host, steps, all_laws=True):
    held = [Law("hertz-mindlin", CONSISTENT), Law("jkr", CONSISTENT), Law("linear", ())]
    if all_laws:
        held += [Law("hertz", CONSISTENT), Law("jkr-exact", CONSISTENT), Law("eepa", ()), Law("luding", ())]
    for law in held:
        _, moved, command = drift(host, law.variables(), steps, twisting=0.05, surface_energy=0.01)
        report.check("rest", f"slope of {TAN:g}, {law.name}: displacement in {steps:,} steps, m, {host.name}", moved, 1e-12, "asked for",
                     command=command)
    # The couple of constant size changes its sign, and the spin with it, from step to step. Such a spin, which grows by a in one step
    # and falls by b in another, spends as much time at each value between, so that its mean is half of a - b, or a, the growth that the
    # load alone makes: 5/2 g sin dt/r.
    for law in [Law("hertz-mindlin", SHEET)] + ([Law("jkr", SHEET), Law("hertz", SHEET)] if all_laws else []):
        predicted = 2.5 * GRAVITY * SIN * STEP
        speed, _, command = drift(host, law.variables(), steps, surface_energy=0.01)
        report.check("rest", f"slope of {TAN:g}, {law.name}: creeps at {speed:.2e} m/s, 5/2 g sin dt, {host.name}", abs(speed / predicted - 1.0), 0.2,
                     "the spin comes back to few values, not to all between", command=command)
    predicted = creep_of_viscous_couple()
    speed, _, command = drift(host, Law("hertz-mindlin", CONSTANT).variables(), steps)
    report.check("rest", f"slope of {TAN:g}, hertz-mindlin {Law('', CONSTANT).name.strip()}: creeps at {speed:.4e} m/s, g sin sqrt(m/kn), "
                 f"{host.name}", abs(speed / predicted - 1.0), 1e-4, "the digits that are printed", command=command)
    if host.has_coeff_restitution:
        _, moved, command = drift(host, sds(RADIUS, 140.0, 0.077), steps)
        report.check("rest", f"slope of {TAN:g}, built-in with sds: displacement in {steps:,} steps, m, {host.name}", moved, 1e-12,
                     "as asked of ours", command=command)


# ------------------------------------------------------------------------------ packing and heap

DECKS = {"packing": "rest/in.packing", "heap": "rest/in.heap"}
LAYERS = {"packing": 12, "heap": 8}
DIAMETER, GRAIN_STEP = 0.005, 2e-5
STYLES = {"hertz-mindlin consistent": {**Law("hertz-mindlin", CONSISTENT).variables(), "twisting": 0.05},
          "hertz-mindlin consistent without twisting": Law("hertz-mindlin", CONSISTENT).variables(),
          "hertz-mindlin consistent rolling_model constant": Law("hertz-mindlin", CONSTANT).variables(),
          "hertz-mindlin sheet": Law("hertz-mindlin", SHEET).variables(),
          "built-in with sds": sds(0.00125, 500.0, 0.4)}

def watch(host, deck, style, **variables):
    """Lines [step, share of the energy, height, displacement, largest spin] while it comes to rest, and afterwards."""
    done = session.Run(host, deck, **{**style, **variables})
    rows = done.rows()
    half = next(i for i in range(1, len(rows)) if rows[i][0] == rows[i - 1][0])
    return rows[:half], rows[half:], done.command


def judge(report, host, shape, name, layers, found):
    before, after, command = found
    steps = int(after[-1][0] - after[0][0])
    title = f"{shape}, {name}, in {steps:,} steps"
    energy, moved, spin = (max(r[i] for r in after) for i in (1, 3, 4))
    if name == "hertz-mindlin consistent":
        for what, measured, bound, why in (
                ("kinetic energy over what fell, at most", energy, 1e-20, "asked for"),
                ("mean displacement, diameters", moved, 1e-9, "asked for"),
                ("largest spin, 1/s", spin, 1e-8, "twisting friction stops every grain")):
            report.check("rest", f"{title}: {what}, {host.name}", measured, bound, why, command=command)
    elif name == "hertz-mindlin sheet":
        most = layers * 2.5 * GRAVITY * GRAIN_STEP * steps * GRAIN_STEP / DIAMETER
        sunk = after[0][2] - after[-1][2]
        report.check("rest", f"{title}: mean displacement, diameters; kinetic energy over what fell {energy:.0e}, largest spin {spin:.2g}/s, sunk by "
                     f"{sunk:.2g} diameters, {host.name}", moved, 1e-9,
                     "as asked of form consistent", known=most, command=command,
                     explanation="a couple of constant size has no state of rest; what carries n grains creeps at no more than n 5/2 g dt")
    else:
        report.check("rest", f"{title}: kinetic energy over what fell {energy:.0e}, mean displacement {moved:.0e} diameters, largest spin "
                     f"{spin:.2g}/s, {host.name}", moved, 0.0, observed_only=True, command=command)


def bodies(report, host, pool, names, layers, **variables):
    jobs = [(shape, name) for shape in DECKS for name in names]
    found = dict(zip(jobs, pool.map(lambda job: watch(host, DECKS[job[0]], STYLES[job[1]], layers=layers[job[0]], **variables), jobs)))
    for (shape, name), lines in found.items():
        judge(report, host, shape, name, layers[shape], lines)
    return found


def quick(report, hosts, pool):
    """One slope of each kind, and a small packing and heap."""
    slopes(report, hosts[0], 1000000, all_laws=False)
    bodies(report, hosts[0], pool, ("hertz-mindlin consistent", "hertz-mindlin sheet"), {"packing": 6, "heap": 4}, size=4, settle=100000,
           steps=100000)


def run(report, hosts, pool):
    report.describe("rest", "What rests, stays", "A sphere on a slope, a packing of 588 grains and a heap of 601, with rolling friction of 0.1: "
                    "in form consistent, which has springs, beside form sheet, a couple of constant size, and the built-in with sds.")
    list(pool.map(lambda host: slopes(report, host, 1000000), hosts))
    found = bodies(report, hosts[-1], pool, STYLES, LAYERS, steps=1000000 if IS_LONG else 100000)
    for shape in DECKS:
        report.figure(f"rest-{shape}", "rest", f"A {shape} comes to rest, or does not", "steps", "kinetic energy over what fell",
                      [Series(name, [(r[0], r[1]) for r in before + after if r[1] > 0.0])
                       for (s, name), (before, after, _) in found.items() if s == shape], log_y=True)
