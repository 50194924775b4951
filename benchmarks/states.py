# SPDX-License-Identifier: MIT
"""The states that the workloads begin with. LAMMPS' own gran/hertz/history brings the grains of a lattice together, and the data
file stays in the cache: its name has a checksum of all that it was made of."""

import hashlib
import os
import random

import grains
import session


def checksum(recipe):
    """Of the recipe and of every file that has a part in the state."""
    seen = hashlib.sha256(repr(sorted(recipe.items())).encode())
    for name in ("grains.py", "defaults", "measure", "styles/material", "styles/gran-hertz-history", recipe["deck"]):
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
        grains.KINDS[recipe["kind"]](begin, chance=random.Random(20481), **recipe["arguments"])
        session.lammps(host, recipe["deck"], style="gran-hertz-history", state=begin, save=end, **recipe["variables"])
        os.replace(end, path)
    finally:
        if os.path.exists(begin):
            os.remove(begin)
    return path
