# SPDX-License-Identifier: MIT
"""The bed of in.bed in YADE; codes.py has YADE run it: yade -j1 -x -n yade_bed.py STATE BEFORE STEPS. The cell is periodic in all three
directions; above the grains it has room, so that none sees the floor from below."""

import math
import sys
import time

from yade import O, Vector3, Matrix3, utils
from yade.wrapper import *    # noqa: F403, the engines by their names

state, before, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open(state) as file:
    lines = file.read().split("\n")
box = {line.split()[2]: [float(word) for word in line.split()[:2]] for line in lines if line.endswith(("xhi", "yhi", "zhi"))}
sections, name = {"Atoms": [], "Velocities": []}, None
for line in lines:
    words = line.split()
    if words and words[0] in sections:
        name = words[0]
    elif words and name:
        sections[name].append(words)

O.periodic = True
O.cell.hSize = Matrix3(box["xlo"][1] - box["xlo"][0], 0, 0, 0, box["ylo"][1] - box["ylo"][0], 0, 0, 0, box["zlo"][1] + 2.0)
material = O.materials.append(FrictMat(young=281250.0, poisson=0.25, density=1.0, frictionAngle=math.atan(0.5)))    # noqa: F405
velocities = {words[0]: [float(word) for word in words[1:]] for words in sections["Velocities"]}
for words in sections["Atoms"]:
    place = Vector3([float(word) for word in words[4:7]]) - Vector3(box["xlo"][0], box["ylo"][0], 0.0)
    grain = O.bodies[O.bodies.append(utils.sphere(place, 0.5 * float(words[2]), material=material))]
    grain.state.vel, grain.state.angVel = Vector3(velocities[words[0]][:3]), Vector3(velocities[words[0]][3:])
floor = O.bodies.append(utils.wall(0.0, 2, sense=1, material=material))

O.dt = 2e-4
O.engines = [
    ForceResetter(),    # noqa: F405
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], allowBiggerThanPeriod=True),    # noqa: F405
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],    # noqa: F405
                    [Ip2_FrictMat_FrictMat_MindlinPhys(en=0.9)],    # noqa: F405
                    [Law2_ScGeom_MindlinPhys_Mindlin()]),    # noqa: F405
    NewtonIntegrator(damping=0.0, gravity=(0.0, 0.0, -1.0)),    # noqa: F405
]
O.run(before, True)
begun = time.process_time()
O.run(steps, True)
used = time.process_time() - begun
contacts = sum(i.isReal and i.geom.penetrationDepth > 0.0 and floor not in (i.id1, i.id2) for i in O.interactions)
print(f"\nMEASURED {len(O.bodies) - 1} grains, {contacts} contacts, {used!r} seconds")
