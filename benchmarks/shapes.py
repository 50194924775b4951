# SPDX-License-Identifier: MIT
"""Times superellipsoids: lentils, rounded boxes, and spheres that are given as such, in a pressed bed, with hertz-mindlin of dcm beside LAMMPS'
granular/superellipsoid, and beside spheres. scripts/bench --workload shapes calls it."""

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
    "boxes": ("super", "0.72e-3 0.72e-3 0.72e-3", "5 5", 0.8),
    "spheres as superellipsoids": ("super", "0.9e-3 0.9e-3 0.9e-3", "2 2", 0.83),
    "spheres": ("sphere", "0.9e-3", "2 2", 0.83),
}
PAIRS = {
    "dcm": "pair_style dcm/hertz/mindlin\npair_coeff * * young 1e7 poisson 0.25 restitution 0.5 friction 0.4\n",
    "own": "pair_style granular/superellipsoid\npair_coeff * * hertz 1e7 2e3 damping viscoelastic tangential linear_history 1e4 1.0 0.4\n",
}


def pair_time(host, bed, pair, along, press, steps, folder):
    """Microseconds of Pair a grain and step, of the processor's time."""
    kind, shape, block, scale = BEDS[bed]
    path = os.path.join(folder, pair)
    with open(path, "w") as file:
        file.write(PAIRS[pair])
    last = session.lammps(host, "in.shapes", kind=kind, shape=shape, block=block, along=along, scale=scale, press=press, steps=steps, pair=path)[-1]
    return 1e6 * timing.share_of_run(last) * last.sections["Pair"] / steps / along**3


def main():
    options = own_runs.asked("shapes", rounds=3, steps=300, quick_steps=20, programs=("liggghts",))
    along, press = (6, 200) if options.quick else (22, 3000)
    rows = [["bed", "dcm, µs a grain and step", "granular/superellipsoid", "own / dcm"]]
    seen = {}
    try:
        with tempfile.TemporaryDirectory(prefix="dcm-shapes-") as folder:
            for bed in BEDS:
                pairs = []
                for _ in range(options.rounds):
                    ours = pair_time(options.host, bed, "dcm", along, press, options.steps, folder)
                    own = pair_time(options.host, bed, "own", along, press, options.steps, folder) if BEDS[bed][0] == "super" else 0.0
                    pairs.append((ours, own))
                seen[bed] = statistics.median(ours for ours, _ in pairs)
                ratios = [own / ours for ours, own in pairs]
                own = statistics.median(own for _, own in pairs)
                rows.append([bed, f"{seen[bed]:.3f}", f"{own:.3f}" if own else "", f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to "
                             f"{max(ratios):.2f})" if own else ""])
                print(*rows[-1], flush=True)
    except session.Failed as failure:
        sys.exit(f"error: {failure}")
    text = f"{', '.join(table.processor())}; {options.host.name}, one rank; {along**3} grains; Pair; median of {options.rounds}\n\n" + table.markdown(rows)
    text += f"\nSpheres given as superellipsoids take {seen['spheres as superellipsoids'] / seen['spheres']:.2f} times the time of spheres.\n"
    own_runs.tell(options, "shapes.md", text)


if __name__ == "__main__":
    main()
