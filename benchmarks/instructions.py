# SPDX-License-Identifier: MIT
"""Instructions of a pair style for each contact and step, and of the walls for each contact with them, counted by callgrind: figures
that a busy machine does not change. Valgrind knows no AVX-512: what it counts is the path for AVX2."""

import dataclasses
import os
import re
import tempfile

import session

COMPUTE = re.compile(r"Pair\w*::compute\(int, int\)$")
# The step of the pairs of dcm without the lists, and all that fixes of walls do in a step.
STEP = re.compile(r"^dcm_pair_stepper_run$")
WALLS = re.compile(r"FixWall\w*::post_force\(int\)$")
# The loop of the law over a batch of pairs, and what fix dcm/energy does beside the pairs.
KERNEL = re.compile(r"^dcm_pair_kernel_run_\w+$")
LAW = re.compile(r"^(dcm_loop_)?compute$")
LEDGER = re.compile(r"FixEnergy::\w+\(")

# Steps of the shorter run.
FEW = 5


def calls_cost(lines, wanted, by=None):
    """Inclusive cost of all calls, in a file of callgrind, of functions whose name has the pattern and whose caller has not; or whose caller
    has the pattern by.
    Names stand as "(number) name" when first met, and as the number alone later."""
    names, caller, callee, cost, next_is_cost = {}, "", "", 0, False
    for line in lines:
        line = line.rstrip("\n")
        key, equals, value = line.partition("=")
        if next_is_cost:
            if wanted.search(callee) and (by.search(caller) if by else not wanted.search(caller)):
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


@dataclasses.dataclass(frozen=True)
class Counted:
    """Instructions for each contact of two grains and step: of the pair style, and of its step without the lists, which styles of dcm
    alone have. And the instructions of walls for each grain that touches a wall; None without such grains."""
    of_pair: float
    of_step: float
    of_wall: float = None

    def ratio(self):
        return self.of_wall / self.of_step


def costs_of(host, workload, style, state, steps, **variables):
    """Costs of a run by pattern, and its contacts of two grains."""
    with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
        out = os.path.join(folder, "callgrind.out")
        runs = session.lammps(host, workload.deck, prefix=("valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={out}"),
                              style=style.name, state=state, skin=workload.skins["usual"], steps=steps, before=5,
                              **dict(workload.variables), **variables)
        with open(out, errors="replace") as file:
            lines = list(file)
        costs = {wanted: calls_cost(lines, wanted) for wanted in (COMPUTE, STEP, WALLS, LEDGER)}
        costs[LAW] = calls_cost(lines, LAW, KERNEL)
        return costs, round(runs[-1].rows[-1]["c_touching"] / 2)


def excess(host, workload, style, state, **variables):
    """{pattern: instructions for each contact of two grains and step}: those of the second of two runs beyond the first, so that setting up
    cancels; and the number of contacts."""
    less, _ = costs_of(host, workload, style, state, FEW, **variables)
    more, contacts = costs_of(host, workload, style, state, FEW + workload.counted, **variables)
    if more[COMPUTE] <= less[COMPUTE] or contacts == 0:
        raise session.Failed(f"callgrind saw no calls of compute of {style.title} in {host.name}; was it stripped of its symbols?")
    return {pattern: (more[pattern] - less[pattern]) / workload.counted / contacts for pattern in more}, contacts


def of_energies(host, workload, style, state):
    """{word: instructions for each contact and step} without ("no") and with ("yes") fix dcm/energy: a list of those of the law, of the
    rest of the step of pairs, and of the fix beside the pairs."""
    found = {}
    for word in ("no", "yes"):
        cost, _ = excess(host, workload, style, state, energies=word)
        found[word] = [cost[LAW], cost[STEP] - cost[LAW], cost[LEDGER]]
    return found


def per_contact(host, workload, style, state, at_walls):
    """at_walls: the number of grains that touch walls"""
    cost, contacts = excess(host, workload, style, state)
    return Counted(cost[COMPUTE], cost[STEP], cost[WALLS] * contacts / at_walls if at_walls and cost[WALLS] else None)
