# SPDX-License-Identifier: MIT
"""Times laws of dcm in LIGGGHTS beside its own model, in turn, from the same grains at rest. scripts/bench --host liggghts calls it."""

import argparse
import os
import re
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts", "lib"))
import lammps_run

STOCK = ("hertz tangential history rolling_friction cdt", "")
SHEET = ("dcm/hertz-mindlin", "form sheet")
# Each a model and, which stand last at walls, its options.
MODELS = {"hertz": STOCK, "liggghts-hertz": ("dcm/liggghts-hertz", ""), "hertz-mindlin form sheet": SHEET, "jkr form sheet": ("dcm/jkr", "form sheet")}

BEGIN = """
units si
atom_style sphere
atom_modify map array
newton off
communicate single vel yes
boundary {boundary} f
{grains}
neighbor 0.001 bin
neigh_modify delay 0
fix e1 all property/global youngsModulus peratomtype 5e6 5e6
fix e2 all property/global poissonsRatio peratomtype 0.3 0.3
fix e3 all property/global coefficientRestitution peratomtypepair 2 {restitution} {restitution} {restitution} {restitution}
fix e4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5
fix e5 all property/global coefficientRollingFriction peratomtypepair 2 0.01 0.01 0.01 0.01
fix e6 all property/global surface_energy peratomtype 0.01 0.01
pair_style gran model {model} {options}
pair_coeff * *
timestep 2e-5
fix gravity all gravity 9.81 vector 0 0 -1
{walls}
fix move all nve/sphere
thermo 1000
thermo_modify norm no
"""
MADE = """region domain block 0 {x} 0 {y} -0.001 {top} units box
create_box 2 domain
lattice fcc 0.0075
region grains block 0 {x} 0 {y} 0.0026 {height} units box
create_atoms 1 region grains
set group all type/fraction 2 0.5 20481
set type 1 diameter 0.0047
set type 2 diameter 0.0053
set group all density 2500
"""
WORKLOADS = {
    # 25,000 grains in a periodic box on a plane; 4,000 in a flat tray of triangles, most of them at its walls.
    "bed": dict(boundary="p p", size=(0.15, 0.15, 0.118), walls="fix floor all wall/gran model {model} primitive type 1 zplane 0.0 {options}"),
    "tray": dict(boundary="f f", size=(0.3, 0.3, 0.0075), walls="fix tray all mesh/surface file tray.stl type 1\n"
                 "fix walls all wall/gran model {model} mesh n_meshes 1 meshes tray {options}"),
}


def begin(work, grains, restitution, words):
    """The input up to its runs, with a model and its options."""
    model, options = words
    return BEGIN.format(boundary=work["boundary"], grains=grains, restitution=restitution, model=model, options=options,
                        walls=work["walls"].format(model=model, options=options))


def triangles(corners):
    """Two of a rectangle."""
    a, b, c, d = corners
    text = ""
    for one in ((a, b, c), (a, c, d)):
        text += "facet normal 0 0 0\nouter loop\n" + "".join("vertex %.9g %.9g %.9g\n" % p for p in one) + "endloop\nendfacet\n"
    return text


def tray(x, y, height, cells=8):
    text = "solid tray\n"
    for i in range(cells):
        for j in range(cells):
            u, v, w, z = (x * i / cells, y * j / cells, x * (i + 1) / cells, y * (j + 1) / cells)
            text += triangles([(u, v, 0.0), (w, v, 0.0), (w, z, 0.0), (u, z, 0.0)])
    for (ax, ay), (bx, by) in (((0, 0), (x, 0)), ((x, 0), (x, y)), ((x, y), (0, y)), ((0, y), (0, 0))):
        text += triangles([(ax, ay, 0.0), (bx, by, 0.0), (bx, by, height), (ax, ay, height)])
    return text + "endsolid tray\n"


def run(program, deck, folder, name):
    path = os.path.join(folder, "in." + name)
    with open(path, "w") as file:
        file.write(deck)
    done = subprocess.run([program, "-in", path, "-log", "none"], cwd=folder, env=lammps_run.environment(folder), text=True,
                          errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"error: {program} -in {path}:\n" + "\n".join(done.stdout.splitlines()[-10:]))
    return done.stdout


def at_rest(name, options):
    """The grains of a workload as a data file, made once."""
    path = os.path.join(options.cache, f"liggghts-{name}.data")
    work = WORKLOADS[name]
    x, y, height = work["size"]
    if os.path.exists(path):
        return path
    print(f"Making the grains of {name}.", flush=True)
    with open(os.path.join(options.folder, "tray.stl"), "w") as file:
        file.write(tray(x, y, 2.0 * height))
    grains = MADE.format(x=x, y=y, height=height, top=2.0 * height)
    if work["boundary"] == "f f":    # away from its sides
        grains = grains.replace(f"grains block 0 {x} 0 {y}", f"grains block 0.003 {x - 0.003} 0.003 {y - 0.003}")
    deck = begin(work, grains, 0.2, SHEET)
    deck += "run 20000\ndump d all custom 1 rest id type x y z radius density vx vy vz omegax omegay omegaz\n"
    deck += 'dump_modify d sort id format "%d %d' + 11 * " %.17g" + '"\nrun 0\n'
    run(options.dcm, deck, options.folder, "rest")
    with open(os.path.join(options.folder, "rest")) as file:
        rows = [line.split() for line in file.read().split("ITEM: ATOMS", 1)[1].splitlines()[1:]]
    with open(path + ".part", "w") as file:
        file.write(f"{name}\n\n{len(rows)} atoms\n2 atom types\n\n0 {x!r} xlo xhi\n0 {y!r} ylo yhi\n-0.001 {2.0 * height!r} zlo zhi\n\nAtoms\n\n")
        for id, type, px, py, pz, radius, density, *_ in rows:
            file.write(f"{id} {type} {2.0 * float(radius)!r} {density} {px} {py} {pz}\n")
        file.write("\nVelocities\n\n" + "".join(f"{row[0]} {' '.join(row[7:])}\n" for row in rows))
    os.rename(path + ".part", path)
    return path


def times(text, steps):
    """Milliseconds a step of the last run: pairs, walls and all else that moves grains, all."""
    last = text[text.rindex("Loop time of"):]
    seconds = {name: float(re.search(rf"^{name} +time \(%\) = (\S+)", last, re.M).group(1)) for name in ("Pair", "Other")}
    return 1e3 / steps * seconds["Pair"], 1e3 / steps * seconds["Other"], 1e3 / steps * float(last.split()[3])


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --host liggghts")
    for word in ("--dcm", "--stock", "--cache", "--folder", "--out"):
        parser.add_argument(word, required=True)
    parser.add_argument("--workload", action="append", choices=list(WORKLOADS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int)
    options = parser.parse_args()
    os.makedirs(options.cache, exist_ok=True)
    table = "| grains | model | Pair, ms a step | walls and the rest, ms | all, ms | Pair beside hertz | walls and the rest | all |\n|---|---|---|---|---|---|---|---|\n"
    for name in options.workload or list(WORKLOADS):
        data = at_rest(name, options)
        work = WORKLOADS[name]
        x, y, height = work["size"]
        with open(os.path.join(options.folder, "tray.stl"), "w") as file:
            file.write(tray(x, y, 2.0 * height))
        steps = options.steps or {"bed": 1000, "tray": 5000}[name]
        measured = {model: [] for model in MODELS}
        for _ in range(options.rounds):
            for model, words in MODELS.items():
                deck = begin(work, f"read_data {data}", 0.5, words)
                text = run(options.stock if words is STOCK else options.dcm, deck + f"run {steps // 5}\nrun {steps}\n", options.folder, model.replace(" ", "-"))
                measured[model].append(times(text, steps))
        grains = re.search(r"with (\d+) atoms", text).group(1)
        for model, rows in measured.items():
            medians = [statistics.median(column) for column in zip(*rows)]
            ratios = [statistics.median(row[c] / own[c] for row, own in zip(rows, measured["hertz"])) for c in range(3)]
            table += f"| {name}, {grains} | {model} | " + " | ".join(f"{m:.3g}" for m in medians) + " | "
            table += " | ".join(f"{r:.2f}" for r in ratios) + " |\n"
    print(table, end="")
    with open(os.path.join(options.out, "liggghts.md"), "w") as file:
        file.write(table)


if __name__ == "__main__":
    main()
