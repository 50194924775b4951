# SPDX-License-Identifier: MIT
"""Looks for circles of includes in src/ and plugin/, and compares the arrows between rooms with those of docs/design.md. A unit is x.h with x.c
or x.cpp, and depends on the units whose headers it includes."""

import glob
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def units(texts):
    """The units that each unit includes, by their paths without an ending. texts: of the files by path"""
    found = {}
    for path, text in texts.items():
        unit = os.path.splitext(path)[0]
        includes = found.setdefault(unit, set())
        for name in re.findall(r'^ *# *include ["<](.*)[">]', text, flags=re.M):
            # As compilers look: beside the file first. Names of hosts' headers are none of these files.
            places = (os.path.normpath(os.path.join(folder, name)) for folder in (os.path.dirname(path), "src", "plugin", "abi"))
            if header := next((place for place in places if place in texts), None):
                includes.add(os.path.splitext(header)[0])
        includes.discard(unit)
    return found


def room_of(unit):
    """The room of a unit, such as abi, src/laws and plugin/lammps. The header of libdcm is an interface, and a room of its own."""
    return "libdcm.h" if unit == "src/program/dcm/libdcm" else "/".join(unit.split("/")[:1 if unit.startswith("abi") else 2])


def arrows(of):
    """The other rooms that each room includes, by the units that each unit includes."""
    found = {}
    for unit, includes in of.items():
        found.setdefault(room_of(unit), set()).update(map(room_of, includes))
    return {room: others - {room} for room, others in found.items()}


def drawn():
    """The arrows in docs/design.md: lines "room -> room, room"."""
    with open(os.path.join(ROOT, "docs", "design.md"), encoding="utf-8") as file:
        lines = re.findall(r"^([a-z./]+) +-> +(.*)$", file.read(), flags=re.M)
    return {room: set(others.split(", ")) for room, others in lines}


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
    for folder in ("abi", "src", "plugin"):
        for path in glob.glob(f"{ROOT}/{folder}/**/*", recursive=True):
            if path.endswith((".c", ".h", ".cpp")):
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, ROOT)] = file.read()
    assert texts, "no files"
    sys.setrecursionlimit(10 * len(texts))
    found = circles(units(texts))
    for circle in sorted(found):
        print("a circle of includes; move what two of its units need into a third one:", circle)
    wrong = bool(found)
    said, rooms = drawn(), arrows(units(texts))
    for circle in circles(rooms):
        print("rooms that include each other:", circle)
        wrong = True
    if said != {room: others for room, others in rooms.items() if others}:
        print("the arrows of docs/design.md are not those of the includes, which are:")
        print("\n".join(f"{room:15} -> {', '.join(sorted(rooms[room]))}" for room in sorted(rooms) if rooms[room]))
        wrong = True
    sys.exit(wrong)


if __name__ == "__main__":
    main()
