# SPDX-License-Identifier: MIT
"""Times dcm beside codes that users would pick instead: LAMMPS' own styles, stock LIGGGHTS and YADE, the latter two where they are
installed. All begin with the same bed, with the same law and the same time step. scripts/bench --workload codes calls it."""

import dataclasses
import os
import re
import statistics
import subprocess
import sys
import tempfile

import own_runs
import session
import states
import stock_liggghts
import table
import timing
import workloads

OURS = "dcm/hertz/mindlin form sheet, in LAMMPS"
STYLES = {OURS: "hertz-mindlin", "LAMMPS, granular": "granular", "LAMMPS, gran/hertz/history": "gran-hertz-history"}
LIGGGHTS = "LIGGGHTS, hertz tangential history"
YADE = "YADE, MindlinPhys"

LIGGGHTS_DECK = """
units lj
atom_style sphere
atom_modify map array
newton off
communicate single vel yes
boundary p p fs
read_data grains.data
neighbor 0.1 bin
neigh_modify every 1 delay 0
{material}pair_style gran model hertz tangential history
pair_coeff * *
timestep 2e-4
fix gravity all gravity 1.0 vector 0 0 -1
fix wall all wall/gran model hertz tangential history primitive type 1 zplane 0.0
fix motion all nve/sphere
thermo {steps}
thermo_modify norm no
run {before}
run {steps}
compute contacts all contact/atom
compute touching all reduce sum c_contacts
thermo_style custom step atoms c_touching
thermo_modify norm no
run 0
"""


@dataclasses.dataclass(frozen=True)
class Sample:
    """One run: seconds of one core that its steps took, and the contacts of two grains in the end."""
    grains: int
    contacts: int
    seconds: float


def run_lammps(host, options, state, style):
    case = timing.Case(workloads.WORKLOADS["bed"], host, 1, 1, "usual")
    found = timing.run_once(case, workloads.STYLES[style], state, options.steps, options.before, ())
    return Sample(found.grains, found.contacts, 1e-3 * options.steps * found.loop)


def of_liggghts(said, share):
    """A sample of what LIGGGHTS printed of the run that was timed and of the run that counted."""
    loop = float(re.findall(r"Loop time of (\S+)", said)[-2])
    rows = re.findall(r"(?m)^ *\d+ +(\d+) +(\d+) *$", said)
    return Sample(int(rows[-1][0]), int(rows[-1][1]) // 2, share * loop)


def run_liggghts(program, options, state):
    with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
        stock_liggghts.write_grains(state, os.path.join(folder, "grains.data"))
        deck = LIGGGHTS_DECK.format(material=stock_liggghts.MATERIAL, before=options.before, steps=options.steps)
        return of_liggghts(*stock_liggghts.run(program, deck, folder))


def of_yade(said):
    found = re.search(r"MEASURED (\d+) grains, (\d+) contacts, (\S+) seconds", said)
    return found and Sample(int(found[1]), int(found[2]), float(found[3]))


def run_yade(program, options, state):
    command = [program, "-j1", "-x", "-n", os.path.join(session.HERE, "yade_bed.py"), state, str(options.before), str(options.steps)]
    done = subprocess.run(command, text=True, errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = of_yade(done.stdout)
    if not found:
        raise session.Failed(f"{' '.join(command)}\ntold no time; its last words are:\n" + "\n".join(done.stdout.splitlines()[-6:]))
    return found


def text_of(found, steps):
    rows = [["code and law", "grains", "contacts", "ms a step", "particle-steps a second and core", "dcm is so many times as fast"]]
    for name, samples in found.items():
        seconds = statistics.median(s.seconds for s in samples)
        rows.append([name, str(samples[-1].grains), str(samples[-1].contacts), f"{1e3 * seconds / steps:.3g}",
                     f"{samples[-1].grains * steps / seconds:.3g}",
                     "1" if name == OURS else str(timing.ratio([s.seconds for s in samples], [s.seconds for s in found[OURS]]))])
    return table.markdown(rows)


def differing(found, share=0.01):
    """A sentence about the codes whose number of contacts is not dcm's within a share; empty if there is none."""
    own = found[OURS][-1].contacts
    names = [f"{name} ({samples[-1].contacts})" for name, samples in found.items() if abs(samples[-1].contacts - own) > share * own]
    return f"These have not the contacts of dcm ({own}) to {100 * share:g} %: {', '.join(names)}." if names else ""


def main():
    options = own_runs.asked("codes", rounds=3, steps=200, quick_steps=20, programs=("liggghts", "yade"))
    host = options.host
    options.before = 20
    runs = {name: lambda state, style=style: run_lammps(host, options, state, style) for name, style in STYLES.items()}
    for name, program, package, run in ((LIGGGHTS, options.liggghts, "liggghts", run_liggghts), (YADE, options.yade, "yade", run_yade)):
        if program:
            runs[name] = lambda state, run=run, program=program: run(program, options, state)
        else:
            print(f"{name} is left out: there is no {package} here (apt install {package}).", flush=True)
    found = {name: [] for name in runs}
    try:
        state = states.make("bed", workloads.quick("bed") if options.quick else workloads.STATES["bed"], host, options.cache, print)
        for turn in range(options.rounds):
            for name, run in runs.items():
                found[name].append(run(state))
            print(f"round {turn + 1} of {options.rounds}: ms a step: " +
                  ", ".join(f"{name} {1e3 * samples[-1].seconds / options.steps:.3g}" for name, samples in found.items()), flush=True)
    except session.Failed as failure:
        sys.exit(f"error: {failure}")
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    text = (f"{', '.join(table.processor())}; {host.name}; one core each; {options.steps} steps; {load}; median of "
            f"{timing.counted(options.rounds, 'round')} (lowest to highest)\n\n{text_of(found, options.steps)}")
    text += "".join(f"\n{line}\n" for line in [differing(found)] if line)
    own_runs.tell(options, "codes.md", text)


if __name__ == "__main__":
    main()
