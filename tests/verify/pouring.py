# SPDX-License-Identifier: MIT
"""Grains poured with strong damping: why a bed of the built-in style granular is denser, and presses more on its sides."""

import math
import os

import laws
import session
from bulk import mean, spread
from checks import largest_difference

PARTS = os.path.join(session.BUILD, "tests", "verify", "laws", "parts.so")
YOUNG, POISSON, RESTITUTION, FRICTION = 1e5, 0.3, 0.1, 0.5    # of the decks
RATIO = math.sqrt(laws.stiffness_ratio(POISSON))
OURS = {"sheet": dict(slider="sheet", pull="yes", arms="sheet", memory="stretch", turns="no", frame="given"),
        "consistent": dict(slider="consistent", pull="no", arms="consistent", memory="bundle", turns="yes", frame="middle")}


def builtin():
    return dict(style="builtin", law="mindlin NULL 1.0")


def form(name):
    return dict(style="dcm", law=f"hertz-mindlin form {name}")


def parts(ratio=1.0, **options):
    """The law of parts, those of the built-in but for the given ones."""
    words = " ".join(f"{n} {v}" for n, v in options.items())
    return dict(style="parts", law=f"parts library {PARTS} {words}", keywords=f"ratio {ratio!r}")


# ------------------------------------------------------------------------------------- one contact

SPEED, RATE, OVERLAP, STEP = 4.0, 20.0, 0.01, 2e-5    # of in.slide
SLIDE = "pour/in.slide"


def slide(host, style):
    """Velocity, and friction in units of Coulomb's limit."""
    rows = session.Run(host, SLIDE, **style).rows()
    # The force of a step belongs to the velocity of half a step before, which is later by half a step than the other.
    return [(row[0] + 0.5 * RATE * STEP, -row[1] / (FRICTION * row[2])) for row in rows[1:]]


def constants():
    """Stiffness and damping of the tangential spring, and Coulomb's limit."""
    area = math.sqrt(0.5 * OVERLAP)
    young, shear = YOUNG / (2.0 * (1.0 - POISSON**2)), YOUNG / (4.0 * (1.0 + POISSON) * (2.0 - POISSON))
    kn = 2.0 * young * area
    damping = 2.0 * math.sqrt(5.0 / 6.0) * laws.damping_ratio(RESTITUTION) * math.sqrt(kn * laws.sphere_mass(0.5, 1.0))
    return 8.0 * shear * area, damping, FRICTION * 2.0 / 3.0 * kn * OVERLAP


def one_contact(report, host):
    stiffness, damping, limit = constants()
    grip = RATE * damping / stiffness
    command = session.command_line(SLIDE, builtin())

    def predicted(v):
        return 1.0 - stiffness * (grip - v)**2 / (2.0 * RATE * limit) if v < grip else 1.0

    theirs = slide(host, builtin())
    apart = max(abs(f - predicted(v)) for v, f in theirs if v > 0.0)
    report.check("pouring", f"sliding that slows down by {RATE:g}: the built-in lets go of Coulomb's limit at the velocity "
                 f"{grip:.3f} = a eta_t/k_t and has {predicted(0.0):.2f} of it when the sphere stops, {host.name}", apart, 2e-3,
                 "the time step, of the first order", command=command)
    same = max(abs(f - g) for (_, f), (_, g) in zip(theirs, slide(host, parts())))
    report.check("pouring", f"the same, law of parts with those of the built-in, {host.name}", same, 1e-9, "rounding")
    for name in OURS:
        ours = slide(host, form(name))
        apart = max(abs(f - 1.0) for v, f in ours if 0.001 * SPEED < v < 0.9 * SPEED)
        report.check("pouring", f"the same, hertz-mindlin {name}: Coulomb's limit until the sphere stops, {host.name}", apart, 1e-4,
                     "what is left of the beginning, where the spring is not yet stretched")


# ------------------------------------------------------------------------------------------ a bed

POUR = "pour/in.pour"
EARLY = 1300    # steps; later, rounding grows into another flow


def flow(host, style):
    return session.Run(host, POUR, **style, steps=EARLY, every=EARLY // 4).frames()


def early(report, host):
    """The law of parts is what it says, walls included, so that a part changed is the only thing changed."""
    for name, one, other in (("built-in", builtin(), parts()), ("hertz-mindlin sheet", form("sheet"), parts(RATIO, **OURS["sheet"])),
                             ("hertz-mindlin consistent", form("consistent"), parts(RATIO, **OURS["consistent"]))):
        ours, theirs = flow(host, one), flow(host, other)
        pairs = [(ours[s][a], theirs[s][a]) for s in ours for a in ours[s]]
        worst = max(largest_difference(([p[c] for c in names], [q[c] for c in names]) for p, q in pairs)
                    for names in (("x", "y", "z"), ("vx", "vy", "vz"), ("omegax", "omegay", "omegaz"), ("fx", "fy", "fz")))
        turning = sum(any(p[c] for c in ("omegax", "omegay", "omegaz")) for p, _ in pairs)
        report.check("pouring", f"{name} and the law of parts: {EARLY} steps of pouring into a cylinder, {host.name}",
                     worst if turning > 20 else float("nan"), 1e-9, "rounding, amplified by collisions",
                     command=session.command_line(POUR, {**one, "steps": EARLY}))


SEEDS = range(11, 17)


def bed(host, style, seed):
    """Height of the centre, and mean horizontal over vertical stress, at rest."""
    rows = session.Run(host, POUR, **style, seed=seed).rows(".rows")[-5:]
    return mean([r[1] for r in rows]), mean([r[2] / r[3] for r in rows])


def beds(report, host, pool):
    styles = {"built-in": builtin(), "parts of the built-in": parts(),
              "with the tangential damping of hertz-mindlin": parts(RATIO),
              "with the slider of form sheet": parts(slider="sheet"),
              "with the slider of form consistent": parts(slider="consistent"),
              "without friction of a pull": parts(pull="no"),
              "hertz-mindlin sheet": form("sheet"), "hertz-mindlin consistent": form("consistent")}
    jobs = [(name, seed) for name in styles for seed in SEEDS]
    found = dict(zip(jobs, pool.map(lambda job: bed(host, styles[job[0]], job[1]), jobs)))

    def change(name, other, quantity):
        """Mean and standard error of the relative change from the one to the other, seed by seed."""
        changes = [found[name, s][quantity] / found[other, s][quantity] - 1.0 for s in SEEDS]
        return mean(changes), spread(changes) / math.sqrt(len(changes))

    for name in styles:
        if name == "built-in":
            continue
        (height, height_error), (ratio, ratio_error) = (change(name, "built-in", q) for q in (0, 1))
        report.check("pouring", f"bed of 1000 grains, {name}, against the built-in: height of the centre {100 * height:+.2f} +- "
                     f"{100 * height_error:.2f} %, horizontal over vertical stress {100 * ratio:+.1f} +- {100 * ratio_error:.1f} %, "
                     f"{host.name}", abs(height), 0.0, observed_only=True)
    # The explanation predicts that the parts are the built-in, and that its slider alone makes the difference.
    for name, other in (("parts of the built-in", "built-in"), ("with the slider of form sheet", "hertz-mindlin sheet"),
                        ("with the slider of form consistent", "hertz-mindlin consistent")):
        difference, error = change(name, other, 0)
        report.check("pouring", f"bed of 1000 grains, {name}, and {other}: height of the centre, {host.name}", abs(difference) / error,
                     4.0, f"standard errors of {len(SEEDS)} realisations")


def quick(report, hosts, pool):
    """One contact that slides to a stop, and the beginning of a flow; beds at rest are the full run's."""
    one_contact(report, hosts[0])
    early(report, hosts[0])


def run(report, hosts, pool):
    report.describe("pouring", "Poured with strong damping",
                    "Restitution 0.1, friction 0.5. The damper of the built-in's tangential spring keeps the velocity of sliding, and "
                    "so its contacts let go of Coulomb's limit before they stop. A law made of parts shows that this is what makes "
                    "its beds denser.")
    for host in hosts:
        if host.has_coeff_restitution:
            one_contact(report, host)
            early(report, host)
    if hosts[-1].has_coeff_restitution:
        beds(report, hosts[-1], pool)
