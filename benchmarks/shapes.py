# SPDX-License-Identifier: MIT
"""Times superellipsoids: lentils, ellipsoids, rounded boxes, and spheres that are given as such, in a pressed bed, with hertz-mindlin of dcm beside
LAMMPS' granular/superellipsoid, this style with -sf dcm, and spheres. scripts/bench --workload shapes calls it."""

import os
import statistics
import sys
import tempfile

import own_runs
import session
import table
import timing

# Kind of the atoms, diameters, exponents, and the length to which the bed is pressed.
BEDS = {
    "lentils": ("super", "1e-3 1e-3 0.6e-3", "2 2", 0.79),
    "ellipsoids": ("super", "1e-3 0.8e-3 0.6e-3", "2 2", 0.73),
    "boxes": ("super", "0.72e-3 0.72e-3 0.72e-3", "5 5", 0.8),
    "spheres as superellipsoids": ("super", "0.9e-3 0.9e-3 0.9e-3", "2 2", 0.83),
    "spheres": ("sphere", "0.9e-3", "2 2", 0.83),
}
PAIRS = {
    "dcm": "pair_style dcm/hertz/mindlin\npair_coeff * * young 1e7 poisson 0.25 restitution 0.5 friction 0.4\n",
    "own": "pair_style granular/superellipsoid\npair_coeff * * hertz 1e7 2e3 damping viscoelastic tangential linear_history 1e4 1.0 0.4\n",
}
PAIRS["suffix"] = PAIRS["own"].replace("superellipsoid", "superellipsoid/dcm")


def press(host, bed, along, steps, folder):
    """A bed of along^3 grains, pressed. Returns its data file."""
    kind, shape, block, scale = BEDS[bed]
    state = os.path.join(folder, bed.replace(" ", "-"))
    session.lammps(host, "in.shapes", kind=kind, stage="press", shape=shape, block=block, along=along, scale=scale, press=steps, save=state)
    return state


def pair_time(host, bed, pair, state, copies, grains, steps, folder):
    """Microseconds of Pair a grain and step, of the processor's time."""
    path = os.path.join(folder, pair)
    with open(path, "w") as file:
        file.write(PAIRS[pair])
    last = session.lammps(host, "in.shapes", kind=BEDS[bed][0], stage="time", begin=state, copies=copies, steps=steps, pair=path)[-1]
    return 1e6 * timing.share_of_run(last) * last.sections["Pair"] / steps / grains


def main():
    options = own_runs.asked("shapes", rounds=3, steps=100, quick_steps=20, programs=("liggghts",))
    # The copies of a small bed take an eighth of the time to press.
    along, press_steps, copies = (6, 200, 1) if options.quick else (11, 3000, 2)
    grains = (along * copies)**3
    rows = [["bed", "dcm, µs a grain and step", "granular/superellipsoid", "own / dcm", "the same with -sf dcm", "own / -sf dcm"]]
    seen = {}
    try:
        with tempfile.TemporaryDirectory(prefix="dcm-shapes-") as folder:
            for bed in BEDS:
                state = press(options.host, bed, along, press_steps, folder)
                styles = PAIRS if BEDS[bed][0] == "super" else ("dcm",)
                times = {pair: [] for pair in styles}
                for _ in range(options.rounds):
                    for pair in styles:
                        times[pair].append(pair_time(options.host, bed, pair, state, copies, grains, options.steps, folder))
                middle = {pair: statistics.median(times[pair]) for pair in styles}
                seen[bed] = middle["dcm"]
                rows.append([bed, f"{seen[bed]:.3f}", "", "", "", ""])
                if "own" in styles:
                    rows[-1][2:] = [f"{middle['own']:.3f}", str(timing.ratio(times["own"], times["dcm"])),
                                    f"{middle['suffix']:.3f}", str(timing.ratio(times["own"], times["suffix"]))]
                print(*rows[-1], flush=True)
    except session.Failed as failure:
        sys.exit(f"error: {failure}")
    text = f"{', '.join(table.processor())}; {options.host.name}, one rank; {grains:,} grains; Pair; median of {options.rounds}; " \
        f"{os.getloadavg()[0]:.1f} programs at a time on {os.cpu_count()} cores\n\n" + table.markdown(rows)
    text += f"\nSpheres given as superellipsoids take {seen['spheres as superellipsoids'] / seen['spheres']:.2f} times the time of spheres.\n"
    own_runs.tell(options, "shapes.md", text)


if __name__ == "__main__":
    main()
