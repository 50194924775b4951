# SPDX-License-Identifier: MIT
"""Contacts that turn while they last: three grains, and a doublet, with the laws and with LAMMPS' own styles."""

import math

import laws
import session
from checks import Series
from three_grains import rigid_angle

GRAINS, DOUBLET = "turning/in.three-grains", "turning/in.doublet"
RATIOS, SHARES = (3, 10, 20, 50, 100), (1.0, 0.1)


def damping_of_gran(young, poisson, density, small, ratio, restitution):
    """gamma_n of gran/hertz/history that is, under the small grain's weight, the damping of the others."""
    modulus, large = young / (2.0 * (1.0 - poisson**2)), ratio * small
    mass, touch = laws.sphere_mass(small, density), small + large
    load = 0.5 * mass * 9.81 * touch / math.sqrt(touch**2 - large**2)
    area = (0.75 * load * small * large / touch / modulus)**(1.0 / 3.0)
    return 2.0 * math.sqrt(5.0 / 6.0) * laws.damping_ratio(restitution) * math.sqrt(2.0 * modulus / (area * mass))


def styles_of(host):
    """{name: variables}; the built-in with the numbers that make its formulas ours."""
    styles = {f"hertz-mindlin {form}": {"options": f"form {form}"} for form in ("consistent", "sheet")}
    own = laws.builtin_variables(laws.Law("hertz-mindlin"), 0.5, 0.3, use_tsuji=not host.has_coeff_restitution)
    own["tangential"] = "mindlin_rescale"
    styles["granular"] = own
    if host.has_synchronized_verlet:
        styles["granular, synchronized_verlet"] = {**own, "damping": own["damping"] + " synchronized_verlet"}
    styles["gran/hertz/history"] = {"style": "gran"}
    return styles


def leave(host, variables, ratio, share):
    """The angle at which the small grain leaves, or None; and what a person types."""
    if variables.get("style") == "gran":
        variables = {**variables, "gamma_n": damping_of_gran(5e8, 0.3, 2500.0, 0.005 / ratio, ratio, 0.5)}
    done = session.Run(host, GRAINS, **variables, ratio=ratio, share=share)
    with open(done.path()) as file:
        word = file.read().strip()
    return None if word == "stays" else float(word), done.command


def three_grains(report, host, pool):
    styles = styles_of(host)
    # The longest first.
    jobs = [(name, ratio, share) for share in SHARES[::-1] for ratio in RATIOS[::-1] for name in styles]
    found = dict(zip(jobs, pool.map(lambda job: leave(host, styles[job[0]], *job[1:]), jobs)))
    rigid = {ratio: rigid_angle(ratio) for ratio in RATIOS}
    for name in styles:
        for ratio in RATIOS:
            angles = [found[name, ratio, share][0] for share in SHARES]
            told = ", ".join("stays" if a is None else f"{a:.3f}" for a in angles)
            apart = math.nan if None in angles else max(abs(a - rigid[ratio]) for a in angles)
            report.check("turning", f"three grains, size ratio {ratio}, {name}: leaves at {told} degrees with the recommended step and a "
                         f"tenth, a rigid grain at {rigid[ratio]:.3f}, {host.name}", apart, 0.1,
                         "grains that give by some 1e-4 of the small one's radius", observed_only=not name.endswith("consistent"),
                         command=found[name, ratio, SHARES[0]][1])
    top = 180.0
    series = []
    for colour, name in enumerate(styles):
        for share, line, marker in zip(SHARES, ("-", "--"), ("o", "")):
            series.append(Series(name if share == 1.0 else "", [(r, found[name, r, share][0] or top) for r in RATIOS], marker=marker, line=line,
                                 colour=f"C{colour}"))
    series.append(Series("the same with a tenth of the step", [(math.nan, math.nan)], line="--", colour="0.4"))
    series.append(Series("rigid grain", [(r, rigid[r]) for r in RATIOS], marker="x", line="", colour="k"))
    report.figure("turning-three-grains", "turning", "Three grains: where the small one leaves", "size ratio", "angle from the top, degrees", series,
                  f"Circles: the recommended step, a fifth of Rayleigh's time of the small grain; dashed: a tenth of that. At {top:g} the grain stays.", log_x=True)


# ------------------------------------------------------------------------------------------------------------- doublet

RADIUS, YOUNG, POISSON, WORK, RATE = 0.001, 1e7, 0.25, 0.5, 200.0    # of in.doublet
DOUBLET_STEPS = (3142, 6284)


def rest():
    """Contact radius and overlap of the two at rest: (4/3) E* a^3/R* = sqrt(8 pi w E*) a^(3/2)."""
    modulus, radius = YOUNG / (2.0 * (1.0 - POISSON**2)), 0.5 * RADIUS
    a = (0.75 * radius * math.sqrt(8.0 * math.pi * WORK / modulus))**(2.0 / 3.0)
    return a, a**2 / radius - math.sqrt(2.0 * math.pi * WORK * a / modulus)


def gain(host, variables, steps):
    """Relative change of the energy of motion in five turns after the first, in which the damping takes what they swing with."""
    done = session.Run(host, DOUBLET, **variables, overlap=rest()[1], steps=steps)
    energies = [row[1] for row in done.rows()]
    return energies[6] / energies[1] - 1.0, done.command


def doublet(report, host, pool):
    modulus = YOUNG / (2.0 * (1.0 - POISSON**2))
    viscosity = 2.0 * math.sqrt(5.0 / 6.0) * laws.damping_ratio(0.5) * math.sqrt(2.0 * modulus / (
        rest()[0] * 0.5 * laws.sphere_mass(RADIUS, 2500.0)))
    own = {"style": "jkr", "damping": "viscoelastic", "nominal": viscosity, "tangential": "mindlin_rescale",
           "xgammat": math.sqrt(laws.stiffness_ratio(POISSON))}
    styles = {"jkr-exact consistent": {}, "jkr-exact sheet": {"options": "form sheet"}, "granular jkr": own}
    if host.has_synchronized_verlet:
        styles["granular jkr, synchronized_verlet"] = {**own, "damping": "viscoelastic synchronized_verlet"}
    for name, variables in styles.items():
        (coarse, command), (fine, _) = pool.map(lambda steps: gain(host, variables, steps), DOUBLET_STEPS)
        report.check("turning", f"doublet, {name}: energy changes by {coarse:+.2e} in five turns of {DOUBLET_STEPS[0]} steps, by {fine:+.2e} "
                     f"with half the step, {host.name}", max(abs(coarse), abs(fine)), 1e-5, "of the second order in the angle of a step, 2e-3",
                     observed_only=not name.endswith("consistent"), command=command)


def run(report, hosts, pool):
    report.describe("turning", "Contacts that turn",
                    "Velocities of the half step at positions of the whole step. A small grain rolls off the groove between two large ones "
                    "(D. R. Vyas, J. M. Ottino, R. M. Lueptow, P. B. Umbanhowar, Comput. Phys. Commun. 310 (2025) 109524), and two adhesive grains "
                    "turn as one body about an axis at 45 degrees from their normal. What is not of form consistent is shown, not judged.")
    three_grains(report, hosts[-1], pool)
    doublet(report, hosts[-1], pool)
