# SPDX-License-Identifier: MIT
"""Whether the energies that laws tell add up: what is left of one collision, and how it falls with the time step."""

import math
import sys

STEPS = (1000, 4000)
SOLID = "young=1e7 poisson=0.25"
DAMPED = f"{SOLID} friction=0.3 restitution=0.7"
# Law and what is set; SMOOTH closes to the second order, the others to the order that docs/energy.md tells.
SMOOTH = {
    "hertz": ("hertz", f"{SOLID} friction=0"),
    "hertz-mindlin": ("hertz-mindlin", f"{SOLID} friction=0 restitution=0.7"),
    "hertz-mindlin implicit": ("hertz-mindlin", f"{SOLID} friction=0 restitution=0.7 damping=implicit"),
    "hertz-mindlin sheet": ("hertz-mindlin", f"{SOLID} friction=0 restitution=0.7 form=sheet"),
    "linear": ("linear", "kn=2e3 friction=0 restitution=0.7"),
    "luding": ("luding", "k1=2e3 k2=4e3 kc=0 eta_n=1e-3 friction=0"),
    "woo-hertz": ("woo-hertz", f"{SOLID} friction=0 restitution=0.7 form=consistent"),
    "liggghts-hertz": ("liggghts-hertz", f"{SOLID} friction=0 restitution=0.7"),
    "hooke-history": ("hooke-history", "kn=2e3 gamma_n=100 friction=0"),
    "hertz-history": ("hertz-history", "kn=1e7 gamma_n=1e5 friction=0"),
    "granular": ("granular", f"{SOLID} gamma_n_hertz=1e5 friction=0"),
}
ROUGH = {
    "hertz": ("hertz", f"{SOLID} friction=0.3"),
    "hertz sheet": ("hertz", f"{SOLID} friction=0.3 form=sheet"),
    "hertz-mindlin": ("hertz-mindlin", DAMPED),
    "hertz-mindlin implicit": ("hertz-mindlin", f"{DAMPED} damping=implicit"),
    "hertz-mindlin attraction no": ("hertz-mindlin", f"{DAMPED} attraction=no"),
    "hertz-mindlin, springs of rolling": ("hertz-mindlin", f"{DAMPED} rolling=0.05 twisting=0.02 rolling_model=spring"),
    "hertz-mindlin sheet": ("hertz-mindlin", f"{DAMPED} form=sheet"),
    "hertz-mindlin sheet, rolling": ("hertz-mindlin", f"{DAMPED} form=sheet rolling=0.05"),
    "jkr": ("jkr", f"{DAMPED} surface_energy=0.5"),
    "jkr sheet": ("jkr", f"{DAMPED} surface_energy=0.5 form=sheet"),
    "jkr-exact": ("jkr-exact", f"{DAMPED} work_of_adhesion=0.5"),
    "jkr-exact sheet": ("jkr-exact", f"{DAMPED} work_of_adhesion=0.5 form=sheet"),
    "extended-hertz2": ("extended-hertz2", "friction=0.3 form=consistent"),
    "extended-hertz2 sheet": ("extended-hertz2", "friction=0.3 form=sheet"),
    "linear": ("linear", "kn=2e3 friction=0.3 restitution=0.7"),
    "linear, springs of rolling": ("linear", "kn=2e3 friction=0.3 restitution=0.7 rolling=0.05 twisting=0.02"),
    "luding": ("luding", "k1=2e3 k2=4e3 kc=1e2 eta_n=1e-3 friction=0.3"),
    "eepa": ("eepa", "k1=2e3 k2=4e3 kadh=1e2 f0=0 restitution=0.7 friction=0.3"),
    "thornton-ning": ("thornton-ning", f"{SOLID} yield_pressure=2e5 work_of_adhesion=0.1 friction=0.3"),
    "bond": ("bond", "kn=2e3 restitution=0.7 friction=0.3"),
    "heat": ("heat", f"{DAMPED} conductivity=1"),
    "liquid-bridge": ("liquid-bridge", DAMPED),
    "hooke": ("hooke", "kn=2e3 gamma_n=100 gamma_t=50 friction=0.3"),
    "hooke-history": ("hooke-history", "kn=2e3 gamma_n=100 friction=0.3"),
    "hertz-history": ("hertz-history", "kn=1e7 gamma_n=1e5 friction=0.3"),
    "granular": ("granular", f"{SOLID} gamma_n_hertz=1e5 friction=0.3"),
    "liggghts-hertz": ("liggghts-hertz", f"{DAMPED} rolling=0.05"),
    "woo-hertz": ("woo-hertz", f"{DAMPED} form=consistent"),
    "woo-hertz sheet": ("woo-hertz", f"{DAMPED} form=sheet"),
}
# More is left, docs/energy.md.
MORE = {"thornton-ning": 1e-5, "extended-hertz2 sheet": 1e-5}
BODY = "--speed 1 --angle {angle} --spin1 50,-30,200 --radius1 0.0011 --density1 2500"
PARTNERS = {"sphere": f"{BODY} --radius2 0.0009 --density2 4000", "wall": f"{BODY} --wall"}

# Grazing impacts, and sub-models of granular whose stiffness goes to 0 with the contact area while damping still presses.
GRAZING = (60, 70, 80, 85)
RESTITUTIONS = (0.5, 0.9)
# These two keep no contact area in their state: between grains the area of the step before is guessed from the normal velocity.
MORE_GRAZING = {"thornton-ning": 2e-5, "granular mindlin": 1e-3, "granular mindlin/force": 1e-3}
GRANULAR = {f"granular {model}": ("granular", f"{DAMPED} damping=coeff_restitution tangential={model}")
            for model in ("mindlin", "mindlin/force", "mindlin_rescale", "mindlin_rescale/force")}


def arguments(case, partner, steps, angle=20):
    law, values = case
    words = [law, *PARTNERS[partner].format(angle=angle).split(), "--steps", str(steps)]
    for value in values.split():
        words += ["--set", value]
    return words


def residual(driver, case, partner, steps, angle=20):
    """Over the energy that the collision begins with."""
    energy = driver(arguments(case, partner, steps, angle))["outcome"]["energy"]
    return energy["residual"] / energy["kinetic_before"]


def order(coarse, fine):
    return math.log(abs(coarse / fine)) / math.log(STEPS[1] / STEPS[0]) if coarse and fine else math.inf


def with_restitution(case, restitution):
    return case[0], case[1].replace("restitution=0.7", f"restitution={restitution}")


def grazing(driver, case):
    """The largest residual of all grazing impacts, with its restitution, partner and angle."""
    ways = [(e, partner, angle) for e in RESTITUTIONS for partner in PARTNERS for angle in GRAZING]
    return max(((residual(driver, with_restitution(case, e), partner, STEPS[0], angle), e, partner, angle) for e, partner, angle in ways),
               key=lambda row: abs(row[0]))


def table(driver):
    for title, cases in (("without friction", SMOOTH), ("with friction", ROUGH)):
        yield f"| {title} | sphere | order | wall | order |"
        yield "|---|---|---|---|---|"
        for name, case in cases.items():
            cells = []
            for partner in PARTNERS:
                coarse, fine = (residual(driver, case, partner, steps) for steps in STEPS)
                cells.append(f"{coarse:.1e} | {order(coarse, fine):.1f}")
            yield f"| {name} | " + " | ".join(cells) + " |"
        yield ""
    yield "| grazing impacts, 60 to 85 degrees | largest residual | restitution | partner | degrees |"
    yield "|---|---|---|---|---|"
    for name, case in {**ROUGH, **GRANULAR}.items():
        largest, restitution, partner, angle = grazing(driver, case)
        yield f"| {name} | {largest:.1e} | {restitution if 'restitution=0.7' in case[1] else ''} | {partner} | {angle} |"


def run(report, hosts, pool):
    import session
    report.describe("ledger", "Where the energy goes",
                    "One oblique collision of unequal spheres with spin, and one at a wall: what is left of the energy with 1,000 steps.")
    for cases, usual, why in ((SMOOTH, 2e-6, "the square of the step"), (ROUGH, 3e-6, "docs/energy.md, \"The residual\"")):
        for name, case in cases.items():
            for partner in PARTNERS:
                bound = MORE.get(name, usual) if cases is ROUGH else usual
                coarse, fine = (residual(session.driver, case, partner, steps) for steps in STEPS)
                report.check("ledger", f"{name}, {partner}, {case[1]}: residual {coarse:.1e} of order {order(coarse, fine):.1f}", abs(coarse), bound, why,
                             command="dcm collide " + " ".join(arguments(case, partner, STEPS[0])))
                report.check("ledger", f"{name}, {partner}, {case[1]}: the residual with four times as many steps", abs(fine), max(0.5 * abs(coarse), 3e-6),
                             "of the first order, or errors of 3e-6 that cancel", command="dcm collide " + " ".join(arguments(case, partner, STEPS[1])))
    for name, case in {**ROUGH, **GRANULAR}.items():
        largest, restitution, partner, angle = grazing(session.driver, case)
        report.check("ledger", f"{name}, 60 to 85 degrees: the largest residual {largest:.1e}, at {angle} degrees, {partner}", abs(largest),
                     MORE_GRAZING.get(name, 3e-6), "docs/energy.md, \"The residual\"",
                     command="dcm collide " + " ".join(arguments(with_restitution(case, restitution), partner, STEPS[0], angle)))


if __name__ == "__main__":
    import json
    import subprocess
    print("\n".join(table(lambda words: json.loads(subprocess.run([sys.argv[1], "collide", *words, "--json"], capture_output=True, check=True).stdout))))
