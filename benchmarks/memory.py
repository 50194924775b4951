# SPDX-License-Identifier: MIT
"""Memory that a style takes for the pairs of a list, by LAMMPS' own count: beyond the memory of a run with gran/hooke, which has the same lists of
neighbours and keeps nothing."""

import session

NOTHING = "gran-hooke"


def count(case, style, state):
    """Bytes and listed pairs of a run without walls, which keep something of their own."""
    variables = dict(case.workload.variables, walls="none", style=style, state=state, skin=case.workload.skins[case.skin], before=1, steps=1)
    runs = session.lammps(case.host, case.workload.deck, case.ranks, **variables)
    return 2**20 * case.ranks * runs[-1].memory, runs[-1].listed


def per_pair(case, style, state):
    """Bytes for each listed pair."""
    kept, listed = count(case, style.name, state)
    return (kept - count(case, NOTHING, state)[0]) / listed
