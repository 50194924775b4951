#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Effects of the errors of the published sheets: prints the tables of docs/errata.md; compares them with this page, if the page
is named.

The collision is that of tests/data/hm_free.csv: two spheres of different sizes and materials meet obliquely, both spinning."""

import contextlib
import io
import math
import sys

import dcm
import numpy as np

RESTITUTION, FRICTION = 0.7, 0.3
YOUNG, POISSON = np.array([1.5e7, 4e7]), np.array([0.25, 0.32])
RADIUS, DENSITY = np.array([0.005, 0.0035]), 2500.0
MASS = DENSITY * 4.0 / 3.0 * np.pi * RADIUS**3
INERTIA = 0.4 * MASS * RADIUS**2
# 1/E* = sum of (1 - nu^2)/E, and 1/G* = sum of (2 - nu)/G, G = E/(2 (1 + nu)).
E_STAR = 1.0 / sum((1.0 - POISSON**2) / YOUNG)
G_STAR = 1.0 / sum(2.0 * (2.0 - POISSON) * (1.0 + POISSON) / YOUNG)
R_STAR, M_STAR = RADIUS.prod() / RADIUS.sum(), MASS.prod() / MASS.sum()
TIME_STEP = 1e-6
BODIES = {"radius": RADIUS[0], "radius2": RADIUS[1], "density": DENSITY, "pair": (1, 2)}


def law(name, form, **parameters):
    return dcm.Law(name, form=form).materials(young=list(YOUNG), poisson=list(POISSON), **parameters)


def hertz_mindlin(form, restitution=RESTITUTION, friction=FRICTION, rolling=0.0):
    return law("hertz-mindlin", form, restitution=restitution, friction=friction, rolling=rolling)


def speeds(head_on):
    """Speed, angle and spin of both."""
    return 1.0, 0.0 if head_on else 30.0, [0.0, 0.0, 0.0 if head_on else 200.0]


# ------------------------------------------------------------------------------------ hertz-mindlin as it is printed

SPINS, MOMENT, STORED_DAMPING = 1, 2, 4


def stiffnesses(overlap):
    """Normal, tangential, and the dampers beside the two. The sheet's formulas, written down anew: a reference that took them from the laws would
    share their errors."""
    a = math.sqrt(R_STAR * overlap)
    log = math.log(RESTITUTION)
    k = np.array([2.0 * E_STAR * a, 8.0 * G_STAR * a])
    return (*k, *(-2.0 * math.sqrt(5.0 / 6.0) * log / math.hypot(math.pi, log) * np.sqrt(k * M_STAR)))


def sheet(x, v, w, dt, friction, misprints, memory):
    """Forces and moments of the sheet, line by line, without rolling friction; and the next memory.

    @param misprints those that are built as printed
    @param memory the tangential force if damping is stored with it, otherwise, as in the authors' code, the stretch of the spring"""
    line = x[1] - x[0]
    distance = np.linalg.norm(line)
    n = line / distance
    arms = distance / RADIUS.sum() * RADIUS
    spins = np.cross(w[1], -arms[1] * n) - np.cross(w[0], arms[0] * n)
    velocity = v[1] - v[0] + (-spins if misprints & SPINS else spins)
    along = n @ velocity
    across = velocity - along * n
    overlap = RADIUS.sum() - distance
    kn, kt, damping_n, damping_t = stiffnesses(overlap)
    normal_force = 2.0 / 3.0 * overlap * kn - damping_n * along
    limit = friction * abs(normal_force)
    path, stiffness = (kt * dt + damping_t, 1.0) if misprints & STORED_DAMPING else (dt, kt)
    turned = memory - (memory @ n) * n
    size = np.linalg.norm(turned)
    memory = (np.linalg.norm(memory) / size if size > 0.0 else 0.0) * turned + path * across
    pull = stiffness * np.linalg.norm(memory)
    slips = pull > limit
    memory = memory * (limit / pull if slips else 1.0)
    tangential = stiffness * memory + (0.0 if slips or misprints & STORED_DAMPING else damping_t) * across
    force, moment = tangential - normal_force * n, np.cross(n, tangential)
    sign = -1.0 if misprints & MOMENT else 1.0
    return np.array([force, -force]), np.array([RADIUS[0] * moment, sign * RADIUS[1] * moment]), memory


def changes(before, after):
    """Changes of kinetic energy and of angular momentum about the centre of mass, relative to what they were, and the surface restitution: the share of
    the tangential velocity at the contact point that is reversed. Before and after are positions, velocities and spins."""

    def of(x, v, w):
        line, apart = x[1] - x[0], v[1] - v[0]
        n = line / np.linalg.norm(line)
        surface = apart - np.cross(RADIUS @ w, n)
        return (0.5 * (MASS @ (v**2).sum(axis=1) + INERTIA @ (w**2).sum(axis=1)), M_STAR * np.cross(line, apart) + INERTIA @ w,
                surface - (surface @ n) * n)

    (energy, momentum, across), (energy_2, momentum_2, across_2) = of(*before), of(*after)
    with np.errstate(invalid="ignore"):    # head-on, nothing is across, and nothing turns
        return energy_2 / energy - 1.0, np.linalg.norm(momentum_2 - momentum) / np.linalg.norm(momentum), -(across_2 @ across) / (across @ across)


def start(head_on):
    speed, angle, spin = speeds(head_on)
    return (np.array([[0.0, 0.0, 0.0], [RADIUS.sum(), 0.0, 0.0]]),
            np.array([[speed * math.cos(math.radians(angle)), speed * math.sin(math.radians(angle)), 0.0], [0.0, 0.0, 0.0]]), np.array([spin, spin]))


def collide_sheet(misprints, head_on=False, friction=FRICTION, dt=TIME_STEP):
    """Velocity Verlet, the forces with the velocities of the half step, as dcm collide has it."""
    x, v, w = start(head_on)
    force, moment, memory = np.zeros((2, 3)), np.zeros((2, 3)), np.zeros(3)
    touched = False
    while True:
        for half in range(2):
            v = v + 0.5 * dt * force / MASS[:, None]
            w = w + 0.5 * dt * moment / INERTIA[:, None]
            if half == 0:
                x = x + dt * v
                touches = np.linalg.norm(x[1] - x[0]) < RADIUS.sum()
                force, moment, memory = sheet(x, v, w, dt, friction, misprints, memory) if touches else (0.0 * force, 0.0 * moment, memory)
        if touched and not touches:
            return changes(start(head_on), (x, v, w))
        touched = touched or touches


def collide_law(materials):
    """Changes, and the steps."""
    speed, angle, spin = speeds(False)
    t = materials.trace(speed, angle, spin1=spin, spin2=spin, dt=TIME_STEP, **BODIES)
    last = [np.array([getattr(t, f"{what}_{body}")[-1] for body in (1, 2)]) for what in ("position", "velocity", "spin")]
    return changes(start(False), last), t


def print_misprints():
    print("built as printed    oblique, with spins                head-on, no spins\n"
          "                    energy       angular momentum      energy")
    rows = {"right": 0, "1 spins": SPINS, "2 moment on 2": MOMENT, "3 stored damping": STORED_DAMPING, "1 and 2": SPINS | MOMENT,
            "all three": SPINS | MOMENT | STORED_DAMPING}
    (of_law, _, _), steps = collide_law(hertz_mindlin("sheet"))
    for name, misprints in rows.items():
        energy, momentum, _ = collide_sheet(misprints)
        print(f"{name:18} {100.0 * energy:+7.1f} %  {100.0 * momentum:18.3f} %  {100.0 * collide_sheet(misprints, True)[0]:+15.1f} %")
        if misprints == 0 and not abs(energy - of_law) < 1e-9:
            sys.exit("the sheet with its errors corrected is not the law hertz-mindlin")
    _, kt, _, damping_t = stiffnesses(steps.overlap.max())
    rough = 2.0
    print(f"\n3 as printed, friction {rough:g}\ntime step   stored stiffness   surface restitution   right")
    for dt in (1e-5, 1e-6, 1e-7):
        of_sheet, right = (collide_sheet(misprints, friction=rough, dt=dt)[2] for misprints in (STORED_DAMPING, 0))
        print(f"{dt:.0e} s  {1.0 + damping_t / (kt * dt):13.1f} kt  {of_sheet:19.4f} {right:7.4f}")


# --------------------------------------------------------------------- the authors' code beside mechanics


def lead(materials, overlap, across, about, dt):
    """The answers along steps that keep the bodies' places, but for the overlap: 2 moves along y, and both turn about the normal, x."""
    n = max(np.size(given) for given in (overlap, across, about))

    def along(axis, given):
        rows = np.zeros((n, 3))
        rows[:, axis] = given
        return rows

    spin = along(0, about)
    return materials.drive(np.arange(1, n + 1) * dt, np.zeros(3), np.zeros(3), spin, along(0, RADIUS.sum() - overlap), along(1, across), spin, dt=dt, **BODIES)


def error_of_quarter_turn(materials):
    """A sheared pair turns rigidly about its normal by a right angle: how far the force is from the one that turned along."""
    dt, steps = 1e-6, 1000
    force = lead(materials, 1e-5, np.array([0.01] + (steps + 1) * [0.0]), np.array([0.0, 0.0] + steps * [0.5 * math.pi / (steps * dt)]), dt).tangential_force
    size = force[1, 1]
    return np.linalg.norm(force[-1] - [0.0, 0.0, size]) / size


def gain_of_cycle(form):
    """Sheared, pressed to twice the overlap, sheared back, released: energy that this yields, over that of the spring when it was first sheared."""
    dt, overlap, quarter = 1e-7, 1e-5, 1000
    i = np.arange(4 * quarter)
    across = np.choose(i // quarter, [0.01, 0.0, -0.01, 0.0])
    pressed = np.where(i < 2 * quarter, i - quarter, 4 * quarter - 1 - i) / quarter
    p = lead(hertz_mindlin(form, 1.0, 10.0), overlap * (1.0 + np.clip(pressed, 0.0, 1.0)), across, 0.0, dt)
    return -(p.tangential_force[:, 1] * across).sum() * dt / p.stored_tangential[quarter - 1]


def print_forms():
    rows = []
    for form in ("sheet", "consistent"):
        materials = hertz_mindlin(form)
        (_, drift, _), t = collide_law(materials)
        (_, rolling_drift, _), _ = collide_law(hertz_mindlin(form, rolling=0.05))
        limit = FRICTION * abs(t.normal_force)
        over = (np.linalg.norm(t.tangential_force, axis=1)[limit > 0.0] / limit[limit > 0.0]).max()
        rows.append([100.0 * drift, 100.0 * rolling_drift, over, error_of_quarter_turn(materials), 100.0 * gain_of_cycle(form)])
    print("\nhertz-mindlin                                          sheet   consistent")
    for line, numbers in zip(("angular momentum, oblique collision, change      {:9.3f} %  {:9.3f} %",
                              "the same with rolling friction 0.05              {:9.1f} %  {:9.1f} %",
                              "largest tangential force over mu |Fn|            {:11.2f}  {:11.2f}",
                              "force after a quarter turn about n, error        {:11.3f}  {:11.3f}",
                              "energy from one cycle, of the spring's           {:9.1f} %  {:9.1f} %"), zip(*rows)):
        print(line.format(*numbers))


# ------------------------------------------------------------------------------------------------------- adhesion

GAMMA = 0.2


def pull_off(name, form, **adhesion):
    """Largest attraction of the two bodies at rest, from pressed together to beyond the end of every neck, over pi R* gamma."""
    materials = law(name, form, restitution=1.0, friction=FRICTION, **adhesion)
    overlap = 1e-9 * np.concatenate(([1.0], np.arange(20000, -20001, -1)))
    return -lead(materials, overlap, 0.0, 0.0, 1e-9).normal_force.min() / (np.pi * R_STAR * GAMMA)


def print_adhesion():
    print("\nlargest attraction, in units of pi R* times   gamma or w\n"
          f"jkr, gamma                                       {pull_off('jkr', 'sheet', surface_energy=GAMMA):7.3f}\n"
          f"jkr-exact, work of adhesion w                    {pull_off('jkr-exact', 'sheet', work_of_adhesion=GAMMA):7.3f}")
    for transition in (0.0, 1e-4, 1.0):
        of_sheet, consistent = (pull_off("woo-hertz", form, surface_energy=GAMMA, transition=transition) for form in ("sheet", "consistent"))
        print(f"woo-hertz, gamma, transition {transition:<6g} sheet       {of_sheet:7.3f}   consistent {consistent:7.3f}")


# ------------------------------------------------------------------------------------------------------ Woo's page


def print_woo_page():
    overlap = 1e-5
    force = lead(hertz_mindlin("sheet", 1.0), overlap, 0.0, 0.0, 1e-9).normal_force[0]
    unit = math.sqrt(R_STAR) * overlap**1.5 * E_STAR
    print(f"\nthe elastic force over K sqrt(R) delta^(3/2)     K = 4/3 E {force / (4.0 / 3.0 * unit):6.4f}   K = 3/4 E {force / (0.75 * unit):6.4f}")
    print("\ne          v0/v1    sqrt(Ed/Ek0)")
    for e in (0.2, 0.5, 0.8):
        print(f"{e:.1f}      {1.0 / e:7.3f}         {math.sqrt(1.0 - e * e):7.3f}")
    print("\ncollision time over the page's 2.214 (rho/E)^(2/5) (r1 + r2)/v0^(1/5)")
    for ratio in (1.0, 2.0, 10.0):
        r, speed = RADIUS[0] * ratio / (1.0 + ratio), 0.5
        mass = MASS[0] * ratio**3 / (1.0 + ratio**3)
        # K. L. Johnson, Contact Mechanics (1985), eq. 11.24.
        duration = 2.94327517 * (15.0 * mass * speed**2 / (16.0 * E_STAR * math.sqrt(r)))**0.4 / speed
        page = 2.214 * (DENSITY / E_STAR)**0.4 * RADIUS[0] * (1.0 + ratio) / speed**0.2
        print(f"r2 = {ratio:2.0f} r1       {duration / page:6.4f}")


if __name__ == "__main__":
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        print_misprints()
        print_forms()
        print_adhesion()
        print_woo_page()
    print(printed.getvalue(), end="")
    if len(sys.argv) > 1:
        with open(sys.argv[1]) as page:
            lines = page.read().splitlines()
        missing = [f"not on the page: {line}" for line in printed.getvalue().splitlines() if line and line not in lines]
        sys.exit("\n".join(missing) or 0)
