# SPDX-License-Identifier: MIT
"""Alternating runs: in every round each style runs once, in the same order, so that whatever slows the machine for a while slows
all of them; a style is compared with another by the ratios of the rounds."""

import dataclasses
import os
import statistics

import session


@dataclasses.dataclass(frozen=True)
class Case:
    """Properties that the styles of a comparison have in common."""
    workload: object
    host: object
    ranks: int
    threads: int
    skin: str    # small, usual or large
    isa: str = ""    # of the dcm styles; empty is what they choose

    @property
    def words(self):
        """(column, value) of what is beside the workload."""
        return (("LAMMPS", self.host.name.removeprefix("LAMMPS ")), ("ranks", str(self.ranks)), ("threads", str(self.threads)),
                ("skin", f"{self.workload.skins[self.skin]:g}"), ("instructions", self.isa or "best"))

    @property
    def name(self):
        return ", ".join([self.workload.name, self.host.name, counted(self.ranks, "rank"), counted(self.threads, "thread"),
                          f"skin {self.workload.skins[self.skin]:g}"] + ([self.isa] if self.isa else []))


def counted(number, what):
    return f"{number} {what}" + ("s" if number != 1 else "")


@dataclasses.dataclass(frozen=True)
class Sample:
    """Milliseconds a step of one run."""
    pair: float
    modify: float
    neigh: float
    comm: float
    loop: float
    listed: int
    builds: int
    contacts: int
    grains: int
    kinetic_energy: float    # in the end, of translation


SHORT = 0.2    # seconds


def share_of(processor, wall):
    """Share of the processor that a run had, from the seconds of both clocks. The clock of the processor counts ticks of up to 10 ms in some systems,
    and may tell 0 for a run of some ticks: a run below SHORT passes for one that had the processor alone."""
    return min(processor / wall, 1.0) if wall >= SHORT else 1.0


def share_of_run(run):
    return share_of(run.cpu_use * run.loop, run.loop)


def sample_of(runs):
    """Sample of the run that is timed, the last but one; the last run, of no steps, counted the contacts. LAMMPS measures by the clock on the wall:
    time in which other programs had the processor does not count."""
    timed, counted_run = runs[-2], runs[-1]
    each = 1000.0 / timed.steps * share_of_run(timed)
    row = counted_run.rows[-1]
    return Sample(*(each * timed.sections[name] for name in ("Pair", "Modify", "Neigh", "Comm")), each * timed.loop, timed.listed,
                  timed.builds, round(row["c_touching"] / 2), round(row["Atoms"]), row["KinEng"])


def beginning(workload, state):
    """The variables that tell a deck what it begins with."""
    if not workload.input:
        return {"state": state}
    if not workload.state:    # LAMMPS' own, beside its data file
        return {"input": os.path.join(os.path.dirname(state), workload.input)}
    return {"input": session.path_of_input(workload.input), "begin": state}


def run_once(case, style, state, steps, before, options, **more):
    """One run of a style; one that has no threads runs with one. more: variables of the deck."""
    threads = case.threads if style.has_threads and (style.is_dcm or case.host.threaded) else 1
    environment = {"DCM_ISA": case.isa} if case.isa else {}
    variables = dict(case.workload.variables, style=style.name, skin=case.workload.skins[case.skin], steps=steps, before=before, **more)
    variables.update(beginning(case.workload, state))
    arguments = []
    if style.is_dcm:
        threaded = ("threads", str(threads)) if threads > 1 else ()
        variables.update(threaded=" ".join(threaded), options=" ".join(options + threaded))
    elif threads > 1:
        variables["suffix"] = "/omp"
        arguments = ["-pk", "omp", str(threads)]
    return sample_of(session.lammps(case.host, case.workload.deck, case.ranks, threads, arguments=arguments, environment=environment,
                                     **variables))


@dataclasses.dataclass(frozen=True)
class Ratio:
    median: float
    lowest: float
    highest: float

    def __str__(self):
        # The spread of one round is not known.
        return f"{self.median:.2f}" + (f" ({self.lowest:.2f} to {self.highest:.2f})" if self.lowest < self.highest else "")


def ratio(theirs, ours):
    """How many times as fast ours are; both are times of the same rounds. None if there is nothing to compare."""
    ratios = [t / o for t, o in zip(theirs, ours) if o > 0.0]
    return Ratio(statistics.median(ratios), min(ratios), max(ratios)) if ratios else None


def times(samples, section):
    return [getattr(s, section) for s in samples]
