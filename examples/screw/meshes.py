# SPDX-License-Identifier: MIT
"""python3 meshes.py writes screw.obj and casing.obj: a screw of three and a half turns about x, and the tube around it with a hopper at its
beginning. Lengths in mm; the input scales them."""

import math

PITCH, TURNS = 40.0, 3.5
FLIGHT, SHAFT = 24.0, 8.0    # radii
TUBE = 25.0    # radius of the casing; no grain fits between it and the flight
HOPPER, TOP = 45.0, 220.0    # length and height
SEGMENTS = 24    # of a turn


def write(name, vertices, faces):
    with open(name, "w") as file:
        file.write("".join("v %.5g %.5g %.5g\n" % v for v in vertices) + "".join("f %d %d %d %d\n" % tuple(n + 1 for n in f) for f in faces))


def strip(vertices, faces, first, second):
    """A face of four corners for each step along two lines of vertices."""
    begin = len(vertices)
    vertices += first + second
    n = len(first)
    for k in range(begin, begin + n - 1):
        faces.append((k, k + 1, k + 1 + n, k + n))


def circle(radius, x, begin=0.0, end=360.0, count=SEGMENTS):
    angles = [math.radians(begin + (end - begin) * k / count) for k in range(count + 1)]
    return [(x, radius * math.cos(a), radius * math.sin(a)) for a in angles]


vertices, faces = [], []
steps = range(int(TURNS * SEGMENTS) + 1)
# A sheet, which grains touch from both sides: it winds from the shaft to the rim.
strip(vertices, faces, *([(PITCH * k / SEGMENTS, r * math.cos(2.0 * math.pi * k / SEGMENTS), r * math.sin(2.0 * math.pi * k / SEGMENTS)) for k in steps]
                         for r in (SHAFT + 0.2, FLIGHT)))
strip(vertices, faces, circle(SHAFT, -5.0), circle(SHAFT, PITCH * TURNS + 5.0))
write("screw.obj", vertices, faces)

vertices, faces = [], []
# The tube is open at its far end; below the hopper it is a trough with walls.
strip(vertices, faces, circle(TUBE, HOPPER), circle(TUBE, PITCH * TURNS - 10.0))
trough = [[(x, -TUBE, TOP)] + circle(TUBE, x, 180.0, 360.0, SEGMENTS // 2) + [(x, TUBE, TOP)] for x in (-3.0, HOPPER)]
strip(vertices, faces, *trough)
# Its ends: one closed, one down to the tube.
for x, arc in ((-3.0, circle(TUBE, -3.0, 180.0, 360.0, SEGMENTS // 2)), (HOPPER, circle(TUBE, HOPPER, 180.0, 0.0, SEGMENTS // 2))):
    strip(vertices, faces, arc, [(x, y, TOP) for _, y, _ in arc])
write("casing.obj", vertices, faces)
