# SPDX-License-Identifier: MIT
"""Parts of inputs for LIGGGHTS: properties by its names, and data files, which LAMMPS reads too."""

COLUMNS = "id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz"
DUMP = COLUMNS + '\ndump_modify d sort id format "%d' + 15 * " %.17g" + '"'    # of a dump called d

# Names in LIGGGHTS of parameters that LIGGGHTS has, too.
NAMES = {"young": "youngsModulus", "poisson": "poissonsRatio", "restitution": "coefficientRestitution",
         "friction": "coefficientFriction", "rolling": "coefficientRollingFriction"}


def property_line(name, values, of_pairs=None):
    """values: of each of two types; or of the pairs 11, 12, 22."""
    if of_pairs is None:
        of_pairs = len(values) == 3
    name = NAMES.get(name, name)
    if not of_pairs:
        return f"fix {name} all property/global {name} peratomtype " + " ".join(map(repr, values)) + "\n"
    one, both, two = values
    return f"fix {name} all property/global {name} peratomtypepair 2 {one!r} {both!r} {both!r} {two!r}\n"


def property_lines(values):
    return "".join(property_line(*item) for item in values.items())


def sphere(id, type, radius, density, x):
    return f"{id} {type} {2.0 * radius!r} {density!r} " + " ".join(map(repr, x)) + "\n"


def data_file(spheres, box):
    """spheres: (type, radius, density, position, velocity, spin) each.
    box: half the width of a cube about the origin, or (low, high) of each direction."""
    sides = box if isinstance(box, (tuple, list)) else 3 * [(-box, box)]
    text = f"spheres\n\n{len(spheres)} atoms\n2 atom types\n\n"
    text += "".join(f"{low!r} {high!r} {c}lo {c}hi\n" for c, (low, high) in zip("xyz", sides))
    text += "\nAtoms\n\n" + "".join(sphere(n + 1, *s[:4]) for n, s in enumerate(spheres))
    text += "\nVelocities\n\n" + "".join(
        f"{n + 1} " + " ".join(map(repr, tuple(s[4]) + tuple(s[5]))) + "\n" for n, s in enumerate(spheres))
    return text
