# SPDX-License-Identifier: MIT
"""Looks for circles of includes in src/ and plugin/. A unit is x.h with x.c or x.cpp, and depends on the units whose headers it includes.
A new circle is an error. So is a circle of the list below that is gone or has changed: the list only gets shorter."""

import glob
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")

# Circles that were there before this test, each in one string.
KNOWN = [
    "plugin/lammps/dcm_pairs plugin/lammps/fix_energy plugin/lammps/fix_history plugin/lammps/fix_wall plugin/lammps/gran_parameters "
    "plugin/lammps/near_lists plugin/lammps/pair_contacts plugin/lammps/pair_dcm plugin/lammps/pair_part plugin/lammps/pair_settings "
    "plugin/lammps/run_account plugin/lammps/wall_law plugin/lammps/wall_quantities plugin/lammps/wall_settings",
    "src/driver/collision src/driver/pool",
    "src/driver/contact_rows src/driver/single_contact",
    "src/surface/body src/surface/surface",
]


def units(texts):
    """The units that each unit includes, by their paths without an ending. texts: of the files by path"""
    found = {}
    for path, text in texts.items():
        unit = os.path.splitext(path)[0]
        includes = found.setdefault(unit, set())
        for name in re.findall(r'^#include "(.*)"', text, flags=re.M):
            # As compilers look: beside the file first. Names of hosts' and the contract's headers are none of these files.
            places = (os.path.normpath(os.path.join(folder, name)) for folder in (os.path.dirname(path), "src", "plugin", "plugin/lammps"))
            if header := next((place for place in places if place in texts), None):
                includes.add(os.path.splitext(header)[0])
        includes.discard(unit)
    return found


def circles(of):
    """Sets of units that reach each other, by Tarjan's algorithm (SIAM Journal on Computing 1 (1972) 146)."""
    order, low, stack, found = {}, {}, [], set()

    def visit(unit):
        order[unit] = low[unit] = len(order)
        stack.append(unit)
        for other in sorted(of[unit]):
            if other not in order:
                visit(other)
            if other in stack:
                low[unit] = min(low[unit], low[other])
        if low[unit] == order[unit]:
            members = stack[stack.index(unit):]
            del stack[stack.index(unit):]
            if len(members) > 1:
                found.add(" ".join(sorted(members)))

    for unit in sorted(of):
        if unit not in order:
            visit(unit)
    return found


def main():
    sample = {"src/a.c": '#include "a.h"\n#include "b.h"', "src/a.h": "", "src/b.h": '#include "c.h"', "src/c.h": '#include "a.h"',
              "plugin/a.h": '#include "b.h"'}
    assert circles(units(sample)) == {"src/a src/b src/c"}, "the circle of the sample is not found"
    texts = {}
    for folder in ("src", "plugin"):
        for path in glob.glob(f"{ROOT}/{folder}/**/*", recursive=True):
            if path.endswith((".c", ".h", ".cpp")):
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, ROOT)] = file.read()
    assert texts, "no files"
    sys.setrecursionlimit(10 * len(texts))
    found = circles(units(texts))
    for circle in sorted(found - set(KNOWN)):
        print("a new circle of includes; move what two of its units need into a third one:", circle)
    for circle in sorted(set(KNOWN) - found):
        print("this circle of includes is gone or has changed; take it off the list of tests/docs/circles.py:", circle)
    sys.exit(found != set(KNOWN))


if __name__ == "__main__":
    main()
