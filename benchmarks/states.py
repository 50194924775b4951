# SPDX-License-Identifier: MIT
"""The states that the workloads begin with. LAMMPS' own gran/hertz/history brings the grains of a lattice together, or an input does
what it begins with; the data file stays in the cache: its name has a checksum of all that it was made of."""

import hashlib
import os
import random

import grains
import session


def checksum(recipe):
    """Checksum of the recipe and of every file that has a part in the state."""
    seen = hashlib.sha256(repr(sorted(recipe.items())).encode())
    made_of = ("styles/as-written", session.path_of_input(recipe["input"])) if "input" in recipe else \
        ("styles/material", "styles/gran-hertz-history")
    for name in ("grains.py", "defaults", "measure", *made_of, recipe["deck"]):
        with open(os.path.join(session.HERE, name), "rb") as file:
            seen.update(file.read())
    return seen.hexdigest()[:12]


def path_of(name, recipe, cache):
    return os.path.join(cache, f"{name}-{checksum(recipe)}.data")


def make(name, recipe, host, cache, say):
    """The data file of a state; makes it if it is not in the cache."""
    path = path_of(name, recipe, cache)
    if os.path.exists(path):
        return path
    os.makedirs(cache, exist_ok=True)
    say(f"making the start of {name}, once: it stays in {cache}")
    begin, end = f"{path}.{os.getpid()}.begin", f"{path}.{os.getpid()}.end"
    try:
        if "input" in recipe:
            session.lammps(host, recipe["deck"], style="as-written", input=session.path_of_input(recipe["input"]), save=end,
                           **recipe["arguments"], **recipe["variables"])
        else:
            grains.KINDS[recipe["kind"]](begin, chance=random.Random(20481), **recipe["arguments"])
            session.lammps(host, recipe["deck"], style="gran-hertz-history", state=begin, save=end, **recipe["variables"])
        os.replace(end, path)
    finally:
        if os.path.exists(begin):
            os.remove(begin)
    return path
