# SPDX-License-Identifier: MIT
"""Counts of what one rank of many does in a step, which a busy machine does not change: instructions by callgrind, messages by Open MPI's component
monitoring. Each count is the difference of two runs that differ in their number of steps, so that neither the start nor the output counts."""

import collections
import dataclasses
import glob
import os
import re
import tempfile

import instructions
import session
import workloads

STYLES = ("hertz-mindlin", "gran-hertz-history")
OWN = "gran-hertz-history"
RANKS = (1, 2, 4, 8, 16)
COPIES = 4    # of the small bed, in both directions
STEPS = {"few": 2, "many": 12, "few_lists": 1, "many_lists": 3}
LOOP = "LAMMPS_NS::Verlet::run(int)"
# A rank that waits for another spins inside of these.
MPI = re.compile(r"^P?MPI_\w+$")
# Messages of a rank to another, and its calls that are for all ranks.
SENT = re.compile(r"^(E\t\d+|A2A|O2A|A2O)\t\d+\t(\d+) bytes\t(\d+) msgs")


@dataclasses.dataclass(frozen=True)
class Counts:
    """Counts of one step. All but the first are means of the ranks."""
    instructions: list    # of each rank
    bytes: float    # sent to another rank
    messages: float    # to another rank
    collective: float    # calls that are for all ranks

    def mean(self):
        return sum(self.instructions) / len(self.instructions)


@dataclasses.dataclass(frozen=True)
class Sample:
    grains: float    # of a rank
    ghosts: float
    step: Counts    # a step between lists
    new_list: Counts    # a step that makes a new list


def own_instructions(lines):
    """Instructions in a file of callgrind without those of MPI, with what MPI calls."""
    lines = list(lines)
    total = next((int(line.split()[1]) for line in lines if line.startswith("totals:")), 0)
    return total - instructions.calls_cost(lines, MPI)


def sent(texts):
    """(bytes, messages, collective calls) of a rank, from what Open MPI wrote for each."""
    size, messages, collective = 0, 0, 0.0
    for line in (line for text in texts for line in text.splitlines()):
        found = SENT.match(line)
        if found and found[1].startswith("E"):
            size, messages = size + int(found[2]), messages + int(found[3])
        elif found:
            # One rank counts a call that has a root.
            collective += int(found[3]) * (1 if found[1] == "A2A" else len(texts))
    return tuple(number / len(texts) for number in (size, messages, collective))


def run(host, ranks, style, bed, steps, **more):
    runs = session.lammps(host, "in.ranks", ranks, style=style, skin=workloads.WORKLOADS["bed"].skins["usual"], before=5, **bed, **steps, **more)
    if runs[-3].builds or runs[-1].builds != steps["many_lists"]:
        raise session.Failed(f"{runs[-3].builds} and {runs[-1].builds} new lists in steps that should make 0 and {steps['many_lists']}")
    return runs[-1]


def instructions_of(host, ranks, style, bed):
    """Instructions of each rank in a step between lists and in a step with a new list; and the last run."""
    with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
        each = ("valgrind", "--quiet", "--tool=callgrind", f"--toggle-collect={LOOP}", f"--dump-after={LOOP}",
                f"--callgrind-out-file={os.path.join(folder, 'rank-%p')}")
        last = run(host, ranks, style, bed, STEPS, each=each)
        parts = collections.defaultdict(dict)    # of each process, one of each run
        for path in glob.glob(os.path.join(folder, "rank-*.*")):
            _, process, part = os.path.basename(path).replace(".", "-").split("-")
            with open(path, errors="replace") as file:
                parts[process][int(part)] = own_instructions(file)
    costs = [[of[part] for part in sorted(of)][-len(STEPS):] for of in parts.values()]
    if len(costs) != ranks or not all(len(cost) == len(STEPS) and all(cost) for cost in costs):
        raise session.Failed(f"callgrind did not see the steps of {ranks} ranks of {host.name}; was LAMMPS stripped of its symbols?")
    return ([(cost[1] - cost[0]) / (STEPS["many"] - STEPS["few"]) for cost in costs],
            [(cost[3] - cost[2]) / (STEPS["many_lists"] - STEPS["few_lists"]) for cost in costs], last)


def messages_of(host, ranks, style, bed):
    """The numbers of sent, for a step between lists and for a step with a new list."""
    found = []
    for steps in (dict(STEPS, many=STEPS["few"], many_lists=STEPS["few_lists"]), dict(STEPS, many_lists=STEPS["few_lists"]), dict(STEPS, many=STEPS["few"])):
        with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
            # Open MPI 4.1 ends by a memory fault where 'monitoring' or 'ob1' is named.
            run(host, ranks, style, bed, steps, environment={
                "OMPI_MCA_pml": "^cm", "OMPI_MCA_pml_monitoring_enable": "2", "OMPI_MCA_pml_monitoring_enable_output": "3",
                "OMPI_MCA_pml_monitoring_filename": os.path.join(folder, "sent")})
            texts = []
            for path in glob.glob(os.path.join(folder, "sent.*")):
                with open(path) as file:
                    texts.append(file.read())
        if len(texts) != ranks:
            raise session.Failed(f"messages are counted by Open MPI, which wrote counts of {len(texts)} ranks of {ranks}: {host.name} may have another MPI")
        found.append(sent(texts))
    none, step, new_list = found
    return ([(a - b) / (STEPS["many"] - STEPS["few"]) for a, b in zip(step, none)],
            [(a - b) / (STEPS["many_lists"] - STEPS["few_lists"]) for a, b in zip(new_list, none)])


def count(host, ranks, style, bed):
    step, new_list, last = instructions_of(host, ranks, style, bed)
    messages = messages_of(host, ranks, style, bed)
    return Sample(last.rows[-1]["Atoms"] / ranks, last.ghosts, Counts(step, *messages[0]), Counts(new_list, *messages[1]))


def rows_of(found, titles, what):
    """found: {(style, ranks): Sample}. what: step or new_list. Ratios compare the ranks with the most instructions, for which the others wait."""
    rows = [["style", "ranks", "grains a rank", "ghosts a rank", "instructions a rank, 10³", "highest rank, 10³", "a grain",
             f"{titles[OWN]} / this", "kept of the ratio of the first row", "bytes sent a rank", "messages a rank", "calls for all ranks"]]
    first = {}
    for style in dict.fromkeys(style for style, _ in found):
        for ranks in dict.fromkeys(ranks for _, ranks in found):
            sample = found[style, ranks]
            counts = getattr(sample, what)
            ratio = max(getattr(found[OWN, ranks], what).instructions) / max(counts.instructions)
            kept = ratio / first.setdefault(style, ratio)
            rows.append([titles[style], str(ranks), f"{sample.grains:,.0f}", f"{sample.ghosts:,.0f}", f"{counts.mean() / 1e3:,.0f}",
                         f"{max(counts.instructions) / 1e3:,.0f}", f"{counts.mean() / sample.grains:,.0f}", "1" if style == OWN else f"{ratio:.2f}",
                         "1" if style == OWN else f"{kept:.3f}", f"{counts.bytes:,.0f}", f"{counts.messages:.3g}", f"{counts.collective:.3g}"])
    return rows


def growth(found, titles, what):
    """The instructions of a rank as so many a grain and so many a ghost, by least squares of relative departures; "" for one number of ranks."""
    laws = []
    for style in dict.fromkeys(style for style, _ in found):
        # Grains and ghosts over the instructions, which would add up to 1.
        shares = [(s.grains / most, s.ghosts / most) for (name, _), s in found.items() if name == style for most in [max(getattr(s, what).instructions)]]
        aa, ab, bb = (sum(s[i] * s[j] for s in shares) for i, j in ((0, 0), (0, 1), (1, 1)))
        a, b = (sum(s[i] for s in shares) for i in (0, 1))
        determinant = aa * bb - ab * ab
        if len(shares) < 2 or determinant <= 1e-12 * aa * bb:
            return ""
        grain, ghost = (a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant
        worst = max(abs(grain * s[0] + ghost * s[1] - 1.0) for s in shares)
        laws.append(f"{grain:,.0f} a grain and {ghost:,.0f} a ghost in {titles[style]} (within {100.0 * worst:.1f} %)")
    return f"A rank takes, by least squares, {' and '.join(laws)}.\n"
