# SPDX-License-Identifier: MIT
"""The 50 grains that LAMMPS runs with each law: prints its file of data. Two layers fall on a wall and into each other. Places, velocities
and spins come of whole numbers by one division each: they are the same wherever this runs."""

state = 29


def between(low, high):
    """One of a million steps from low to high."""
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return low + (high - low) * ((state >> 8) % 1000001) / 1000000


print("""Grains of the museum

50 atoms
2 atom types
0 0.006 xlo xhi
0 0.006 ylo yhi
0 0.006 zlo zhi

Atoms # sphere
""")
for i in range(50):
    x, y, z = i % 5, i // 5 % 5, i // 25
    place = [0.0006 + 0.0012 * x, 0.0006 + 0.0012 * y, 0.0006 + 0.0012 * z]
    place = [f"{p + between(-2e-5, 2e-5):.9g}" for p in place]
    print(i + 1, 1 + i % 2, 0.0012 if i % 3 else 0.0011, 2500 if i % 2 else 3000, *place)
print("\nVelocities\n")
for i in range(50):
    velocity = [between(-0.1, 0.1), between(-0.1, 0.1), between(-0.2, -0.1)]
    print(i + 1, *(f"{v:.9g}" for v in velocity), *(f"{between(-50, 50):.9g}" for _ in range(3)))
