# SPDX-License-Identifier: MIT
"""Grains on a lattice, none touching another, as data files of LAMMPS."""

import math

PITCH = 1.02    # of the lattice, in diameters of the largest grain


def write_data(path, grains, box, types=1):
    """grains: (type, diameter, position, velocity); density 1."""
    with open(path, "w") as file:
        file.write(f"dcm benchmark\n\n{len(grains)} atoms\n{types} atom types\n\n")
        for axis, (low, high) in zip("xyz", box):
            file.write(f"{low!r} {high!r} {axis}lo {axis}hi\n")
        file.write("\nAtoms # sphere\n\n")
        for i, (kind, diameter, position, _) in enumerate(grains, 1):
            file.write(f"{i} {kind} {diameter!r} 1.0 {' '.join(map(repr, position))}\n")
        file.write("\nVelocities\n\n")
        for i, (_, _, _, velocity) in enumerate(grains, 1):
            file.write(f"{i} {' '.join(map(repr, velocity))} 0.0 0.0 0.0\n")


def cells(shape):
    """Lower corners of the cells of a lattice, layer by layer."""
    nx, ny, nz = shape
    return ((i * PITCH, j * PITCH, k * PITCH) for k in range(nz) for j in range(ny) for i in range(nx))


def one_in_each_cell(corners, smallest, chance):
    """A grain of a diameter from smallest to 1, anywhere in each cell where it does not leave it."""
    for corner in corners:
        diameter = chance.uniform(smallest, 1.0)
        yield 1, diameter, tuple(c + 0.5 * diameter + chance.random() * (PITCH - diameter) for c in corner), (0.0,) * 3


def halved(corners, levels, chance):
    """Grains of diameters 1, 1/2, 1/4 … of types 1, 2, 3 … that share the volume equally: a cell holds one of them, or
    eight cells of half its edge."""
    stack = [(corner, 0) for corner in corners][::-1]
    while stack:
        corner, level = stack.pop()
        if chance.random() * (levels - level) < 1.0:
            scale = 0.5**level
            yield level + 1, scale, tuple(c + scale * (0.5 + chance.random() * (PITCH - 1.0)) for c in corner), (0.0,) * 3
        else:
            half = 0.5**(level + 1) * PITCH
            stack += [((corner[0] + i * half, corner[1] + j * half, corner[2] + k * half), level + 1)
                      for i in (0, 1) for j in (0, 1) for k in (0, 1)]


def first(grains, count):
    return [grain for grain, _ in zip(grains, range(count))]


def lattice(path, count, across, chance, smallest=0.6):
    layers = -(-count // across**2)
    made = first(one_in_each_cell(cells((across, across, layers)), smallest, chance), count)
    write_data(path, made, ((0.0, across * PITCH), (0.0, across * PITCH), (0.0, layers * PITCH)))


def graded(path, count, across, chance, levels=4):
    made = first(halved(cells((across, across, count)), levels, chance), count)
    top = max(z for _, _, (_, _, z), _ in made) + 1.0
    write_data(path, made, ((0.0, across * PITCH), (0.0, across * PITCH), (0.0, top)), levels)


def gas(path, count, fraction, chance):
    """Grains of diameter 1 in that fraction of the volume, velocities of a Maxwellian of unit variance."""
    across = math.ceil(count**(1.0 / 3.0))
    edge = (count * math.pi / 6.0 / fraction)**(1.0 / 3.0)
    room = edge / across - 1.0
    made = [(1, 1.0, tuple(c / PITCH * edge / across + 0.5 + chance.random() * room for c in corner),
             tuple(chance.gauss(0.0, 1.0) for _ in range(3)))
            for corner in first(cells((across,) * 3), count)]
    write_data(path, made, ((0.0, edge),) * 3)


def drum(path, count, radius, length, chance, smallest=0.6):
    across, along = int(2.0 * radius / PITCH), int(length / PITCH)
    shift = 0.5 * across * PITCH, 0.0, 0.5 * across * PITCH
    corners = (tuple(c - s for c, s in zip(corner, shift)) for corner in cells((across, along, across)))
    inside = (c for c in corners if math.hypot(max(abs(c[0]), abs(c[0] + PITCH)), max(abs(c[2]), abs(c[2] + PITCH))) < radius)
    made = first(one_in_each_cell(inside, smallest, chance), count)
    edge = radius + 1.0
    write_data(path, made, ((-edge, edge), (-0.5, length + 0.5), (-edge, edge)))


KINDS = {"lattice": lattice, "graded": graded, "gas": gas, "drum": drum}
