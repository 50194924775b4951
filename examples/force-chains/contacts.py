#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns a dump of grains and a local dump of contacts into VTK polydata for ParaView, and into a picture.

usage: contacts.py [grains.dump contacts.dump]
Writes contacts.vtk (a line for each contact, with force, shear and overlap; ParaView: filter Tube, radius by force),
grains.vtk (points with radius; filter Glyph, spheres) and chains.gp with chains.dat (gnuplot chains.gp draws
chains.png). A contact across a periodic boundary is drawn from the first of its grains to where the other's image is."""

import sys


def read(path):
    """Box and last frame of a dump: ([(low, high)] * 3, names of columns, rows)."""
    with open(path) as file:
        lines = file.read().split("ITEM: ")
    items = {}
    for part in lines[1:]:
        head, *body = part.splitlines()
        items[head.split()[0]] = (head.split()[1:], [[float(w) for w in line.split()] for line in body])
    box = [tuple(row[:2]) for row in items["BOX"][1]]
    names, rows = items.get("ATOMS") or items["ENTRIES"]
    return box, names, rows


def main(grains_path="grains.dump", contacts_path="contacts.dump"):
    box, names, rows = read(grains_path)
    grains = {int(row[names.index("id")]): dict(zip(names, row)) for row in rows}
    lengths = [high - low for low, high in box]
    contacts = []
    # Columns after the index: both ids, distance, force along, force across, overlap.
    for _, one, other, _, force, shear, overlap in read(contacts_path)[2]:
        if force == 0.0:
            continue
        begin = [grains[int(one)][c] for c in "xyz"]
        d = [grains[int(other)][c] - b for c, b in zip("xyz", begin)]
        d = [x - length * round(x / length) for x, length in zip(d, lengths)]
        contacts.append((begin, [b + x for b, x in zip(begin, d)], force, shear, overlap))
    if not contacts:
        sys.exit("no contacts in " + contacts_path)

    with open("contacts.vtk", "w") as file:
        n = len(contacts)
        file.write(f"# vtk DataFile Version 3.0\nForces of contacts\nASCII\nDATASET POLYDATA\nPOINTS {2 * n} double\n")
        for begin, end, *_ in contacts:
            file.write("{} {} {}\n".format(*begin) + "{} {} {}\n".format(*end))
        file.write(f"LINES {n} {3 * n}\n" + "".join(f"2 {2 * i} {2 * i + 1}\n" for i in range(n)))
        file.write(f"CELL_DATA {n}\n")
        for index, name in ((2, "force"), (3, "shear"), (4, "overlap")):
            file.write(f"SCALARS {name} double 1\nLOOKUP_TABLE default\n")
            file.write("".join(f"{contact[index]}\n" for contact in contacts))
    with open("grains.vtk", "w") as file:
        n = len(grains)
        file.write(f"# vtk DataFile Version 3.0\nGrains\nASCII\nDATASET POLYDATA\nPOINTS {n} double\n")
        file.write("".join(f"{g['x']} {g['y']} {g['z']}\n" for g in grains.values()))
        file.write(f"VERTICES {n} {2 * n}\n" + "".join(f"1 {i}\n" for i in range(n)))
        file.write(f"POINT_DATA {n}\nSCALARS radius double 1\nLOOKUP_TABLE default\n")
        file.write("".join(f"{g['radius']}\n" for g in grains.values()))

    mean = sum(contact[2] for contact in contacts) / len(contacts)
    with open("chains.dat", "w") as file:
        # Weak ones first, so that chains lie on top. Width: force over the mean.
        for begin, end, force, *_ in sorted(contacts, key=lambda contact: contact[2]):
            file.write(f"{begin[0]} {begin[1]} {end[0] - begin[0]} {end[1] - begin[1]} {force / mean}\n")
        file.write("\n\n")
        for g in grains.values():
            file.write(f"{g['x']} {g['y']} {g['radius']}\n")
    with open("chains.gp", "w") as file:
        file.write(f"""set terminal pngcairo size 800,800 background rgb "white"
set output "chains.png"
set size ratio -1
unset border; unset tics; unset key; unset colorbox
set margins 1,1,1,1
set xrange [{box[0][0]}:{box[0][1]}]
set yrange [{box[1][0]}:{box[1][1]}]
set palette defined (0 "grey80", 1 "gold", 2.5 "red", 4 "dark-red")
set cbrange [0:4]
plot "chains.dat" index 1 using 1:2:3 with circles fillstyle empty border linecolor rgb "grey70", \\
""" + ", \\\n".join(f'     "" index 0 using (($5>={low}&&$5<{high})?$1:NaN):2:3:4:5 with vectors nohead '
                    f'linewidth {width} linecolor palette'
                    for low, high, width in ((0, 0.5, 1), (0.5, 1, 2), (1, 2, 4), (2, 3, 6), (3, 99, 8))) + "\n")
    print(f"contacts {len(contacts)}, grains {len(grains)}, mean force {mean:.4g} N, largest "
          f"{max(contact[2] for contact in contacts) / mean:.3g} times the mean")


if __name__ == "__main__":
    main(*sys.argv[1:])
