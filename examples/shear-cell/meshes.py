# SPDX-License-Identifier: MIT
"""python3 meshes.py writes teeth.obj: a plate of teeth across x whose tips are at z = 0 and whose roots are above. Lengths in mm. It goes beyond
the box that the input has, which is 50 by 30 mm and periodic: by more than the way that the plate slides in x."""

PITCH, DEPTH = 5.0, 2.0
FROM, TO, HALF = -60.0, 60.0, 21.0

vertices, faces = [], []
for k in range(2 * round((TO - FROM) / PITCH) + 1):
    z = DEPTH if k % 2 else 0.0
    vertices += [(FROM + 0.5 * PITCH * k, -HALF, z), (FROM + 0.5 * PITCH * k, HALF, z)]
for n in range(1, len(vertices) - 2, 2):
    faces.append((n, n + 1, n + 3, n + 2))
with open("teeth.obj", "w") as file:
    file.write("".join("v %.5g %.5g %.5g\n" % v for v in vertices) + "".join("f %d %d %d %d\n" % f for f in faces))
