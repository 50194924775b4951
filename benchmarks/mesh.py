# SPDX-License-Identifier: MIT
"""Times walls of triangles: a drum that turns, of 128, 2,048 and 32,768 triangles, beside the cylinder of a region and, with the
same files, LAMMPS' fix surface/global and stock LIGGGHTS, where they are there. scripts/bench --workload mesh calls it."""

import math
import os
import re
import statistics
import sys
import tempfile

import own_runs
import session
import states
import stock_liggghts
import table
import timing
import workloads

RADIUS, LENGTH, TURNS, DT = 30.0, 6.0, 0.01, 2e-4
# Sides, rows of the mantle, rings of the ends, and how often each triangle is divided in four.
MESHES = {
    "drum of 128 triangles": (32, 1, 1, 0),
    "drum of 2,048 triangles": (128, 3, 3, 0),
    "drum of 32,768 triangles": (256, 9, 28, 0),
    "drum of 128, each divided in 256": (32, 1, 1, 4),
}
COARSE = "drum of 128 triangles"
REGION, STOCK_REGION = "region, fix wall/dcm/region", "region, fix wall/gran/region"
OTHERS = GRANSURF, IN_LIGGGHTS = "fix surface/global, ", "LIGGGHTS, "

LIGGGHTS = """
units lj
atom_style sphere
atom_modify map array
newton off
communicate single vel yes
boundary f f f
read_data grains.data
neighbor 0.1 bin
neigh_modify delay 0
{material}pair_style gran model hertz tangential history
pair_coeff * *
timestep {dt}
fix gravity all gravity 1.0 vector 0 0 -1
fix drum all mesh/surface file drum.stl type 1
fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes drum
fix turn all move/mesh mesh drum rotate origin 0 0 0 axis 0 1 0 period {period}
fix motion all nve/sphere
thermo {steps}
thermo_modify norm no
run {before}
run {steps}
unfix turn
unfix wall
unfix drum
run {steps}
"""


def drum(sides, rows, rings, divided):
    """Triangles whose outside is inside. The sides touch the cylinder from outside: grains at rest in the cylinder overlap none."""
    rim = [(RADIUS / math.cos(math.pi / sides) * math.cos(2.0 * math.pi * k / sides),
            RADIUS / math.cos(math.pi / sides) * math.sin(2.0 * math.pi * k / sides)) for k in range(sides + 1)]
    rim[sides] = rim[0]
    triangles = []

    def add(a, b, c, d):
        triangles.extend(((a, b, c), (a, c, d)))

    def at(k, y, share=1.0):
        return share * rim[k][0], y, share * rim[k][1]

    for k in range(sides):
        for m in range(rows):
            low, high = LENGTH * m / rows, LENGTH * (m + 1) / rows
            add(at(k, low), at(k, high), at(k + 1, high), at(k + 1, low))
        for y, first, second in ((0.0, k + 1, k), (LENGTH, k, k + 1)):
            triangles.append(((0.0, y, 0.0), at(first, y, 1.0 / rings), at(second, y, 1.0 / rings)))
            for ring in range(1, rings):
                add(at(first, y, ring / rings), at(first, y, (ring + 1) / rings), at(second, y, (ring + 1) / rings), at(second, y, ring / rings))
    for _ in range(divided):
        triangles = [part for triangle in triangles for part in in_four(*triangle)]
    return triangles


def in_four(a, b, c):
    ab, bc, ca = (tuple(0.5 * (u + v) for u, v in zip(p, q)) for p, q in ((a, b), (b, c), (c, a)))
    return (a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)


def write_stl(path, triangles):
    with open(path, "w") as file:
        file.write("solid drum\n")
        for triangle in triangles:
            file.write("facet normal 0 0 0\nouter loop\n" + "".join("vertex %.17g %.17g %.17g\n" % p for p in triangle) + "endloop\nendfacet\n")
        file.write("endsolid drum\n")


class Sample:
    """Milliseconds a step: of the walls, and of all."""

    def __init__(self, walls, loop, touching):
        self.walls, self.loop, self.touching = walls, loop, touching


def run_lammps(host, options, state, style, wall, mesh):
    runs = session.lammps(host, "in.mesh", state=state, style=style, wall=wall, mesh=mesh, before=options.before, steps=options.steps)
    timed, counted, without = runs[-3:]
    share = [1e3 / run.steps * timing.share_of_run(run) for run in (timed, without)]
    walls = share[0] * timed.sections["Modify"] - share[1] * without.sections["Modify"]
    return Sample(walls, share[0] * timed.loop, round(counted.rows[-1]["v_touching"]))


def run_liggghts(program, options, state, mesh, folder):
    """Runs the same grains in LIGGGHTS, which does not tell its share of the processor, as LAMMPS does: the share of the whole run stands for it."""
    stock_liggghts.write_grains(state, os.path.join(folder, "grains.data"))
    write_stl(os.path.join(folder, "drum.stl"), mesh)
    said, share = stock_liggghts.run(program, LIGGGHTS.format(material=stock_liggghts.MATERIAL, dt=DT, period=1.0 / TURNS, before=options.before,
                                                              steps=options.steps), folder)
    # All but contacts of grains, lists, messages and output are fixes, as Modify in LAMMPS.
    found = [(float(re.match(r"\s*(\S+)", part)[1]), float(re.search(r"Other +time \(%\) = (\S+)", part)[1]))
             for part in said.split("Loop time of")[1:]]
    each = 1e3 / options.steps * share
    return Sample(each * (found[1][1] - found[2][1]), each * found[1][0], None)


def text_of(found):
    """A table: times, each with its share of that of the region's, the coarse mesh' and, of others, how often ours."""

    def ratio(name, other):
        if any(sample.walls <= 0.0 for sample in found[other]):
            return "–"    # of runs too short to be timed
        ratios = [a.walls / b.walls for a, b in zip(found[name], found[other])]
        return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"

    rows = [["wall", "walls, ms a step", "all, ms a step", "grains touch it", "walls beside fix wall/dcm/region", "beside 128 triangles", "beside dcm, same file"]]
    for name, samples in found.items():
        other = next((other for other in OTHERS if name.startswith(other)), "")
        rows.append([name, f"{statistics.median(s.walls for s in samples):.3f}", f"{statistics.median(s.loop for s in samples):.2f}",
                     f"{samples[-1].touching or '–'}", ratio(name, REGION), "–" if name in (REGION, STOCK_REGION) else
                     ratio(name, other + COARSE), ratio(name, name.removeprefix(other)) if other else "–"])
    return table.markdown(rows)


def main():
    options = own_runs.asked("mesh", rounds=5, steps=1000, quick_steps=20, programs=("liggghts",))
    host = options.host
    options.before = 20 if options.quick else 3000
    has_surfaces = "surface/global" in session.lammps_run.styles(host.executable)
    recipe = workloads.quick("drum") if options.quick else workloads.STATES["drum"]
    found = {}
    try:
        state = states.make("drum", recipe, host, options.cache, print)
        meshes = {name: drum(*shape) for name, shape in MESHES.items()}
        with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
            for turn in range(options.rounds):
                ours = "hertz-mindlin-consistent"
                for name, wall, style in ((REGION, "region", ours), (STOCK_REGION, "stock", "gran-hertz-history")):
                    found.setdefault(name, []).append(run_lammps(host, options, state, style, wall, "none"))
                for name, mesh in meshes.items():
                    path = os.path.join(folder, "drum.stl")
                    write_stl(path, mesh)
                    found.setdefault(name, []).append(run_lammps(host, options, state, ours, "mesh", path))
                    if has_surfaces:
                        found.setdefault(GRANSURF + name, []).append(run_lammps(host, options, state, "gran-hertz-history", "surface", path))
                for name in meshes if options.liggghts else ():
                    found.setdefault(IN_LIGGGHTS + name, []).append(run_liggghts(options.liggghts, options, state, meshes[name], folder))
                print(f"round {turn + 1} of {options.rounds}: walls, ms a step: " + ", ".join(f"{n} {s[-1].walls:.3f}" for n, s in found.items()),
                      flush=True)
    except session.Failed as failure:
        sys.exit(f"error: {failure}")
    text = f"{', '.join(table.processor())}; {host.name}, one rank; median of {options.rounds} (lowest to highest)\n\n" + text_of(found)
    own_runs.tell(options, "mesh.md", text)


if __name__ == "__main__":
    main()
