# SPDX-License-Identifier: MIT
"""Reads the numbers of runs from a log of LAMMPS."""

import dataclasses
import re

SECTIONS = ("Pair", "Neigh", "Comm", "Modify", "Output", "Other")


@dataclasses.dataclass(frozen=True)
class Run:
    """One run, as a log tells it: seconds of each section, mean over the ranks, and of the loop."""
    steps: int
    loop: float
    sections: dict
    listed: int    # pairs in the lists at the end
    builds: int    # of the lists
    rows: list    # of what was printed, as dictionaries
    texts: list    # the same as it was printed
    cpu_use: float = 1.0    # share of the processor that a rank had
    memory: float = 0.0    # of a rank, by LAMMPS' count, in its Mbytes
    ghosts: float = 0.0    # of a rank in the end, mean


def parse(text):
    """All runs of a log."""
    runs, names, rows, texts, memory = [], [], [], [], 0.0
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["Step"]:
            names, rows, texts = words, [], []
        elif names and len(words) == len(names):
            try:
                rows.append(dict(zip(names, map(float, words))))
                texts.append(dict(zip(names, words)))
            except ValueError:
                pass
        found = re.match(r"Loop time of (\S+) on \d+ procs? for (\d+) steps", line)
        if found:
            runs.append(Run(int(found[2]), float(found[1]), {}, 0, 0, rows, texts, memory=memory))
            names = []
        found = re.match(r"Per MPI rank memory allocation \(min/avg/max\) = \S+ \| (\S+)", line)
        if found:
            memory = float(found[1])
        found = re.match(r"([\d.]+)% CPU use", line)
        if runs and found:
            runs[-1] = dataclasses.replace(runs[-1], cpu_use=0.01 * float(found[1]))
        found = re.match(r"Nghost: +(\S+) ave", line)
        if runs and found:
            runs[-1] = dataclasses.replace(runs[-1], ghosts=float(found[1]))
        found = re.match(r"(\w+) +\|", line)
        if runs and found and found[1] in SECTIONS:
            # Section | min | avg | max | %varavg | %total; Other has the mean alone.
            numbers = [cell.strip() for cell in line.split("|")]
            runs[-1].sections[found[1]] = float(numbers[2])
        for name, pattern in (("listed", r"Total # of neighbors = (\d+)"), ("builds", r"Neighbor list builds = (\d+)")):
            found = re.match(pattern, line)
            if runs and found:
                runs[-1] = dataclasses.replace(runs[-1], **{name: int(found[1])})
    return runs
