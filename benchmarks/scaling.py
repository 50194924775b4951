# SPDX-License-Identifier: MIT
"""The time that a grain costs in beds of more and more grains, and the memory that it takes: by LAMMPS' own count, and the most that the process
had at any time. Each bed is the settled one beside copies of itself, so that grains and contacts are alike."""

import dataclasses
import os
import sys
import tempfile

import session
import timing
import workloads

STYLES = ("hertz-mindlin", "gran-hertz-history")
NOTHING = "gran-hooke"    # which has the same lists of neighbours and keeps nothing of a contact
COPIES = ((3, 1), (4, 2), (7, 4))    # of 36,000 grains: about 1e5, 3e5 and 1e6
STEPS = 40


@dataclasses.dataclass(frozen=True)
class Bed:
    """One run. Bytes are for each grain."""
    grains: int
    contacts: float    # for each grain
    listed: float
    loop: float    # nanoseconds a step for each grain
    pair: float
    counted: float    # bytes by LAMMPS' own count, with what the style and its fixes tell
    peak: float    # most bytes that the process had


def peak_of(path):
    with open(path) as file:
        return 1024 * int(file.read())


def run(host, style, state, across, along, steps, before):
    with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
        told = os.path.join(folder, "peak")
        runs = session.lammps(host, "in.bed", prefix=(sys.executable, os.path.join(session.HERE, "with_peak.py"), told), style=style, state=state,
                              across=across, along=along, skin=workloads.WORKLOADS["bed"].skins["usual"], steps=steps, before=before)
        peak = peak_of(told)
    found = timing.sample_of(runs)
    return Bed(found.grains, found.contacts / found.grains, found.listed / found.grains, 1e6 * found.loop / found.grains,
               1e6 * found.pair / found.grains, 2**20 * runs[-2].memory / found.grains, peak / found.grains)


def rows_of(found, titles):
    """found: {(style, copies): Bed}. Cells of a table: times beside those of the smallest bed, and what of the memory a style keeps."""
    rows = [["style", "grains", "contacts a grain", "listed pairs a grain", "loop, ns a grain and step", "beside the smallest", "Pair, ns",
             "bytes a grain, by LAMMPS' count", "of these kept by the style", "most of the process, bytes a grain"]]
    for (style, copies), bed in found.items():
        if style == NOTHING:
            continue
        smallest = found[style, next(c for s, c in found if s == style)]
        rows.append([titles[style], f"{bed.grains:,}", f"{bed.contacts:.2f}", f"{bed.listed:.2f}", f"{bed.loop:.1f}", f"{bed.loop / smallest.loop:.2f}",
                     f"{bed.pair:.1f}", f"{bed.counted:.0f}", f"{bed.counted - found[NOTHING, copies].counted:.0f}", f"{bed.peak:.0f}"])
    return rows


INDEX, NUMBER = 4, 8    # bytes
SPRING = 3    # numbers that form sheet remembers of a contact
GHOST = 9 * NUMBER    # position, velocity and angular velocity, sent in each step


def on_paper(bed, grains=10**7, ranks=64, cutoff=1.1, in_a_cube=2.2):
    """The memory that many grains need, by counting. bed: the largest that was run; its grains have a mean diameter of 0.8, so that about in_a_cube of
    them are in a cube of the largest diameter; ghosts are those within cutoff of a rank's cube."""
    pair = 2 * INDEX + 3 * NUMBER + SPRING * NUMBER    # two particles; two radii and the effective mass; the state
    carried = INDEX + SPRING * NUMBER    # ID of the partner and the state, for both of a contact
    of_rank = grains / ranks
    edge = (of_rank / in_a_cube)**(1.0 / 3.0)
    ghosts = in_a_cube * ((edge + 2.0 * cutoff)**3 - edge**3)
    return (f"On paper, {grains:,} grains on {ranks} ranks with {bed.counted:.0f} bytes a grain take {grains * bed.counted / 1e9:.1f} GB. A listed pair takes "
            f"{pair} bytes, {pair * bed.listed:.0f} a grain. While a new list is made, atoms carry the states: {carried} bytes for each of the two, "
            f"{2 * carried * bed.contacts:.0f} a grain more. A rank has {of_rank:,.0f} grains and about {ghosts:,.0f} ghosts, "
            f"{100 * ghosts / of_rank:.0f} % of its grains, and sends {GHOST} bytes for each in each step, {ghosts * GHOST / 1e6:.1f} MB in six messages; "
            "nothing goes back (newton off).")
