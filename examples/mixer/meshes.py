# SPDX-License-Identifier: MIT
"""python3 meshes.py writes blades.obj: a shaft about z with four blades, turned by 45 degrees as those of a ship's screw. Lengths in mm."""

import math

SHAFT, TOP = 6.0, 90.0    # radius and height
REACH, WIDTH, THICK = 49.0, 24.0, 3.0    # of a blade; no grain fits between it and the vessel, or the floor
LIFT = 10.5    # height of the blades' middle
SIDES = 16

vertices, faces = [], []


def add_prism(around, shift):
    """A closed body: the polygon around, and the same one shifted; the outside is outside."""
    begin, n = len(vertices) + 1, len(around)
    vertices.extend(around)
    vertices.extend(tuple(a + b for a, b in zip(p, shift)) for p in around)
    for k in range(n):
        m = (k + 1) % n
        faces.append((begin + k, begin + m, begin + n + m, begin + n + k))
    for k in range(1, n - 1):
        faces.extend([(begin, begin + k + 1, begin + k), (begin + n, begin + n + k, begin + n + k + 1)])


add_prism([(SHAFT * math.cos(2.0 * math.pi * k / SIDES), SHAFT * math.sin(2.0 * math.pi * k / SIDES), 3.0) for k in range(SIDES)], (0.0, 0.0, TOP))
for blade in range(4):
    c, s = (round(f(0.5 * math.pi * blade)) for f in (math.cos, math.sin))
    corners = []
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        across, along = 0.5 * WIDTH * u, 0.5 * THICK * v
        y, z = (across - along) / math.sqrt(2.0), (across + along) / math.sqrt(2.0) + LIFT
        corners.append((c * (SHAFT + 0.5) - s * y, s * (SHAFT + 0.5) + c * y, z))
    length = REACH - SHAFT - 0.5
    add_prism(corners, (c * length, s * length, 0.0))
with open("blades.obj", "w") as file:
    file.write("".join("v %.5g %.5g %.5g\n" % v for v in vertices) + "".join("f " + " ".join(map(str, f)) + "\n" for f in faces))
