# SPDX-License-Identifier: MIT
"""Parts of a report: checks, each with a measured error and the bound it must keep, and figures."""

import dataclasses
import math
import threading


@dataclasses.dataclass
class Check:
    group: str
    name: str
    measured: float
    bound: float
    why: str = ""        # where the bound comes from
    explanation: str = ""    # of a mismatch, or of what a mere observation shows
    observed_only: bool = False    # reported, not judged
    known: float = 0.0    # largest error that the explanation predicts: up to it shown as such, no failure
    command: str = ""

    @property
    def passed(self):
        # Written so that a NaN fails.
        return self.observed_only or self.measured <= max(self.bound, self.known)

    @property
    def verdict(self):
        if self.observed_only:
            return "shown"
        if self.measured <= self.bound:
            return "ok"
        return "differs, explained" if self.passed else "MISMATCH"


@dataclasses.dataclass
class Series:
    label: str
    points: list
    marker: str = ""    # of matplotlib; empty is a line
    line: str = "-"
    colour: str = ""


@dataclasses.dataclass
class Figure:
    name: str    # of the file
    group: str
    title: str
    x: str
    y: str
    series: list
    caption: str = ""
    log_x: bool = False
    log_y: bool = False


class Report:
    """Collects from several threads."""

    def __init__(self, say=print):
        self._lock = threading.Lock()
        self.checks, self.figures, self.groups, self.cells = [], [], {}, {}
        self.pages = {}    # of the manual, whole: {file: text}
        self._say = say

    def describe(self, group, title, text):
        with self._lock:
            self.groups[group] = (title, text)

    def check(self, group, name, measured, bound, why="", explanation="", observed_only=False, known=0.0,
              command=""):
        check = Check(group, name, float(measured), float(bound), why, explanation, observed_only, float(known),
                      command)
        with self._lock:
            self.checks.append(check)
        if not check.passed:
            self._say(f"  MISMATCH {group}: {name}: {check.measured:.3g} > {max(check.bound, check.known):.3g}")
        return check

    def figure(self, *arguments, **keywords):
        figure = Figure(*arguments, **keywords)
        with self._lock:
            self.figures.append(figure)

    def cell(self, law, column, difference):
        """Enters a relative difference in the cross-code table: each cell keeps the largest."""
        with self._lock:
            old = self.cells.setdefault(law, {}).get(column, 0.0)
            self.cells[law][column] = difference if math.isnan(difference) else max(old, difference)

    @property
    def failed(self):
        return [c for c in self.checks if not c.passed]


def relative(one, other):
    """|one - other| in units of |other|."""
    return abs(one - other) / abs(other) if other else abs(one)


def largest_difference(rows):
    """Largest |ours - theirs| over pairs of vectors, in units of the largest |theirs|."""
    largest = apart = 0.0
    for ours, theirs in rows:
        largest = max(largest, math.hypot(*theirs), math.hypot(*ours))
        difference = math.dist(ours, theirs)
        if not difference <= apart:
            apart = difference
    return apart / largest if largest else apart


def rms(values):
    values = list(values)
    return math.sqrt(sum(v * v for v in values) / len(values))
