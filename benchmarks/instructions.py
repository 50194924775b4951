# SPDX-License-Identifier: MIT
"""Instructions of a pair style for each contact and step, counted by callgrind: a figure that a busy machine does not change.
Valgrind knows no AVX-512: what it counts is the path for AVX2."""

import os
import re
import tempfile

import session

COMPUTE = re.compile(r"Pair\w*::compute\(int, int\)$")


def calls_cost(lines, wanted):
    """Inclusive cost of all calls, in a file of callgrind, of functions whose name has the pattern and whose caller has not.
    Names stand as "(number) name" when first met, and as the number alone later."""
    names, caller, callee, cost, next_is_cost = {}, "", "", 0, False
    for line in lines:
        line = line.rstrip("\n")
        key, equals, value = line.partition("=")
        if next_is_cost:
            if wanted.search(callee) and not wanted.search(caller):
                cost += int(line.split()[-1])
            next_is_cost = False
        elif equals and key in ("fn", "cfn"):
            number, _, name = value.partition(" ")
            if name:
                names[number] = name
            if key == "fn":
                caller = names[number]
            else:
                callee = names[number]
        elif equals and key == "calls":
            next_is_cost = True
    return cost


def cost_of(host, workload, style, state, steps):
    with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
        out = os.path.join(folder, "callgrind.out")
        runs = session.lammps(host, workload.deck, prefix=("valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={out}"),
                              style=style.name, state=state, skin=workload.skins["usual"], steps=steps, before=5,
                              **dict(workload.variables))
        with open(out, errors="replace") as file:
            return calls_cost(file, COMPUTE), round(runs[-1].rows[-1]["c_touching"] / 2)


def per_contact(host, workload, style, state, few=5, many=25):
    """The excess of the second of two runs: setting up cancels."""
    less, _ = cost_of(host, workload, style, state, few)
    more, contacts = cost_of(host, workload, style, state, many)
    if more <= less or contacts == 0:
        raise session.Failed(f"callgrind saw no calls of compute of {style.title} in {host.name}; was it stripped of its symbols?")
    return (more - less) / (many - few) / contacts
