# SPDX-License-Identifier: MIT
"""Times inputs of few grains: a pour's beginning, a calibration. The loop of LAMMPS' own styles beside that of -sf dcm, by one input, for 1, 8, 48
and 500 grains with two walls. scripts/bench --workload few calls it."""

import statistics
import sys

import own_runs
import session
import table
import timing

# Grains along an edge of each layer, layers, and runs of so many steps for each run of the options' steps.
SIZES = {1: (1, 1, 20), 8: (2, 2, 10), 48: (4, 3, 4), 500: (10, 5, 1)}


def microseconds(host, along, high, steps, arguments):
    """The loop of a step, of the processor's time, and the last kinetic energy."""
    runs = session.lammps(host, "in.few", arguments=arguments, along=along, high=high, steps=steps)
    grains = round(runs[-1].rows[-1]["Atoms"])
    if grains != along * along * high:
        raise session.Failed(f"the input made {grains} grains where {along * along * high} were wanted")
    return 1e6 / steps * timing.share_of_run(runs[-1]) * runs[-1].loop, runs[-1].rows[-1]["KinEng"]


def main():
    options = own_runs.asked("few", rounds=7, steps=4000, quick_steps=40, programs=("liggghts",))
    rows = [["grains", "LAMMPS' own, µs a step", "-sf dcm, µs a step", "own / dcm"]]
    try:
        for grains, (along, high, more) in SIZES.items():
            pairs = []
            for turn in range(options.rounds):
                own, energy = microseconds(options.host, along, high, more * options.steps, ())
                ours, again = microseconds(options.host, along, high, more * options.steps, ("-sf", "dcm"))
                if abs(again - energy) > 1e-6 * abs(energy):
                    raise session.Failed(f"{grains} grains end with the kinetic energy {energy}, and {again} by -sf dcm")
                pairs.append((own, ours))
            ratios = [own / ours for own, ours in pairs]
            rows.append([str(grains), *(f"{statistics.median(times):.2f}" for times in zip(*pairs)),
                         f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"])
            print(f"{grains} grains: LAMMPS' own / dcm {rows[-1][-1]}", flush=True)
    except session.Failed as failure:
        sys.exit(f"error: {failure}")
    text = f"{', '.join(table.processor())}; {options.host.name}, one rank; median of {options.rounds} (lowest to highest)\n\n" + table.markdown(rows)
    own_runs.tell(options, "few.md", text)


if __name__ == "__main__":
    main()
