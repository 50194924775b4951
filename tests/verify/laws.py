# SPDX-License-Identifier: MIT
"""The laws as decks and driver take them."""

import dataclasses
import functools
import json
import math
import os
import re
import subprocess

import session


@dataclasses.dataclass(frozen=True)
class Law:
    id: str
    options: tuple = (("form", "sheet"),)

    @property
    def form(self):
        return dict(self.options).get("form", "sheet")

    @property
    def name(self):
        words = [v if n == "form" else f"{n} {v}" for n, v in self.options]
        return " ".join([self.id] + words)

    def variables(self):
        return {"law": self.id, "options": " ".join(f"{n} {v}" for n, v in self.options)}


# Its forces are those of hertz-mindlin, call by call.
AS_ANOTHER = ("heat",)


def built():
    listed = subprocess.run([session.DRIVER, "list"], text=True, stdout=subprocess.PIPE, check=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line.strip()]


@functools.lru_cache(None)
def described(id):
    """The options, and the parameters of each material, of a law."""
    shown = json.loads(subprocess.run([session.DRIVER, "show", id, "--json"], text=True, stdout=subprocess.PIPE, check=True).stdout)
    return ({option["name"] for option in shown["options"]},
            {parameter["name"] for parameter in shown["parameters"] if parameter["scope"] == "material"})


@functools.lru_cache(None)
def deck(id):
    """The deck inputs/styles/law.ID gives a law these: names of parameters of the pair, numbers that no case has, quantities of the bodies."""
    with open(os.path.join(session.INPUTS, "styles", "law." + id)) as file:
        text = file.read().replace("&\n", "")
    pair = re.findall(r"(\w+) \$\{", "".join(re.findall(r"^pair_coeff \* \*.*$", text, re.M)))
    return pair, {name: float(number) for name, number in re.findall(r"^variable (\w+) index ([-+.\de]+)$", text, re.M)}, \
        re.findall(r"^set type 1 d_(\w+) ", text, re.M)


def available():
    return [id for id in built() if "form" in described(id)[0] and id not in AS_ANOTHER]


# They are held against themselves in other programs, and those that have one against their closed forms; tests/laws holds their formulas.
def without_forms():
    return [Law(id, ()) for id in built() if "form" not in described(id)[0]]


def as_another():
    return [law for id in built() if id in AS_ANOTHER for law in both_forms(id)]


def both_forms(id, **options):
    return [Law(id, (("form", form),) + tuple(options.items())) for form in ("sheet", "consistent")]


def every():
    """All laws that were built, in both forms, with the options that make a difference."""
    laws = []
    for id in available():
        if id == "jkr-exact":
            laws += both_forms(id) + both_forms(id, detach="pulloff")
        elif id == "woo-hertz":
            laws += both_forms(id) + both_forms(id, no_attraction="no") + both_forms(id, tangential_stiffness="mindlin")
        elif id == "hertz-mindlin":
            laws += both_forms(id) + both_forms(id, attraction="no")
        else:
            laws += both_forms(id)
    return laws


# Parameters of each material that cases have.
OF_MATERIAL = ("young", "poisson", "surface_energy")


def constants(law, case):
    """Values of a law that do not stand in the case, but follow from it or are the law's alone."""
    if law.id == "extended-hertz2":
        return dict(zip(("delta_u", "f_u"), extended_hertz2(case)))
    if law.id == "jkr-exact":
        return {"work_of_adhesion": 2.0 * case.get("surface_energy", 0.0)}
    return deck(law.id)[1]


def values(law, case):
    """{parameter: (of material 1, of material 2)} and {parameter: of the pair}."""
    def of(name, i):
        return case.get(f"{name}{i}", case.get(f"{name}1", case.get(name, 0.0)))
    given = {**constants(law, case), **case}
    return ({name: (of(name, 1), of(name, 2)) for name in OF_MATERIAL if name in described(law.id)[1]},
            {name: given.get(name, 0.0) for name in deck(law.id)[0]})


def driver_arguments(law, case):
    """Options of dcm collide for a law and a case: a dict of the variables of inputs/collision. A partner is a sphere, a wall of
    material 1, or a plate, a wall of material 2."""
    words = [law.id]
    for name, value in law.options:
        words += ["--set", f"{name}={value}"]
    of_materials, of_pair = values(law, case)
    sphere = case.get("partner", "sphere") == "sphere"
    differ = case.get("partner", "sphere") != "wall" and any(one != two for one, two in of_materials.values())
    for name, of_both in of_materials.items():
        for m, value in zip(("1", "2") if differ else ("",), of_both):
            words += [f"--set{m}", f"{name}={value!r}"]
    for name, value in of_pair.items():
        words += ["--set", f"{name}={value!r}"]
    given = {**constants(law, case), **case}
    for name in deck(law.id)[2]:
        for m in "12":
            words += [f"--set{m}", f"{name}={given[name + m]!r}"]
    if not sphere:
        words.append("--wall")
    words += ["--radius1", repr(case["radius1"]), "--density1", repr(case["density1"])]
    if sphere:
        words += ["--radius2", repr(case["radius2"]), "--density2", repr(case["density2"])]
    words += ["--speed", repr(case["speed"]), "--angle", repr(case.get("angle", 0.0))]
    for body in ("1", "2") if sphere else ("1",):
        spin = [case.get(f"spin{body}{c}", 0.0) for c in "xyz"]
        words += [f"--spin{body}", ",".join(map(repr, spin))]
    if "dt" in case:
        words += ["--dt", repr(case["dt"])]
    if "max_steps" in case:
        words += ["--max-steps", str(case["max_steps"])]
    return words


def root(function, low, high):
    """Root of a function that grows, by bisection to the last digit."""
    while low < (middle := 0.5 * (low + high)) < high:
        low, high = (middle, high) if function(middle) < 0.0 else (low, middle)
    return middle


def effective_young(case):
    sphere = [(case[f"young{i}"], case[f"poisson{i}"]) if f"young{i}" in case else None for i in (1, 2)]
    one = sphere[0]
    other = sphere[1] if case.get("partner", "sphere") != "wall" and sphere[1] else one
    return 1.0 / ((1.0 - one[1]**2) / one[0] + (1.0 - other[1]**2) / other[0])


def effective_shear(case):
    """1/G* = sum 2 (2-nu) (1+nu)/E."""
    other = "2" if case.get("partner", "sphere") != "wall" and "young2" in case else "1"
    return 1.0 / sum(2.0 * (2.0 - case[f"poisson{i}"]) * (1.0 + case[f"poisson{i}"]) / case[f"young{i}"] for i in ("1", other))


def effective_radius(case):
    if case.get("partner", "sphere") != "sphere":
        return case["radius1"]
    return case["radius1"] * case["radius2"] / (case["radius1"] + case["radius2"])


def sphere_mass(radius, density):
    return 4.0 / 3.0 * math.pi * radius**3 * density


def effective_mass(case):
    one = sphere_mass(case["radius1"], case["density1"])
    if case.get("partner", "sphere") != "sphere":
        return one
    other = sphere_mass(case["radius2"], case["density2"])
    return one * other / (one + other)


def extended_hertz2(case):
    """delta_u, the case's if it has one, and f_u of a contact whose elastic force is Hertz'."""
    radius = effective_radius(case)
    deformation = case.get("delta_u", 1e-3 * radius)
    return deformation, 4.0 / 3.0 * effective_young(case) * math.sqrt(radius * deformation) * deformation


def hertz_collision(case, speed):
    """Largest overlap, largest force and duration of the elastic head-on collision."""
    e, r, m = effective_young(case), effective_radius(case), effective_mass(case)
    overlap = (15.0 * m * speed**2 / (16.0 * e * math.sqrt(r)))**0.4
    # 2.943275 is 2 sqrt(pi) Gamma(7/5)/Gamma(9/10).
    duration = 2.0 * math.sqrt(math.pi) * math.gamma(1.4) / math.gamma(0.9) * overlap / speed
    return overlap, 4.0 / 3.0 * e * math.sqrt(r) * overlap**1.5, duration


# ------------------------------------------------------------------------------ the built-in

def damping_ratio(restitution):
    """alpha of the laws: -ln e/sqrt(pi^2 + ln^2 e)."""
    log = math.log(restitution)
    return -log / math.sqrt(math.pi**2 + log * log)


def tsuji_nominal(restitution):
    """The number for which the polynomial of the built-in's "damping tsuji" (Y. Tsuji, T. Tanaka, T. Ishida, Powder
    Technology 71 (1992) 239-250, as its manual prints it) has the value sqrt(5) alpha that realises a restitution."""
    target = math.sqrt(5.0) * damping_ratio(restitution)
    # The polynomial falls from 1.27 to 3e-4.
    return root(lambda x: target - (1.2728 - 4.2783 * x + 11.087 * x**2 - 22.348 * x**3 + 27.467 * x**4 - 18.022 * x**5 + 4.8218 * x**6), 0.0, 1.0)


def stiffness_ratio(poisson):
    """kt/kn = 4 G*/E* of two equal materials."""
    return 2.0 * (1.0 - poisson) / (2.0 - poisson)


# The built-in's tangential spring that stores and rescales as the law does; of form consistent that which does so until it is
# shortened.
TANGENTIAL = {
    ("hertz", "sheet"): "mindlin/force",
    ("hertz-mindlin", "sheet"): "mindlin",
    ("jkr-exact", "sheet"): "mindlin",
    ("hertz", "consistent"): "mindlin_rescale/force",
    ("hertz-mindlin", "consistent"): "mindlin_rescale/force",
    ("jkr-exact", "consistent"): "mindlin_rescale/force",
}


def builtin_variables(law, restitution, poisson, use_tsuji=True):
    """Variables of inputs/styles that make the built-in what the law is."""
    variables = {"style": "builtin", "tangential": TANGENTIAL.get((law.id, law.form), "mindlin_rescale/force"),
                 "xgammat": repr(math.sqrt(stiffness_ratio(poisson)))}
    if restitution == 1.0:
        # The polynomial does not quite reach zero. Without damping the second number is a coefficient of damping.
        variables.update(damping="velocity", nominal="0.0")
    elif use_tsuji:
        variables.update(damping="tsuji", nominal=repr(tsuji_nominal(restitution)))
    else:
        variables.update(damping="coeff_restitution", nominal=repr(restitution))
    return variables
