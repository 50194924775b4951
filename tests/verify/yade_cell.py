# SPDX-License-Identifier: MIT
"""yade -x -n yade_cell.py: a periodic packing of smooth spheres is pressed equally from all sides; then, with friction, sheared, or pressed
along z while it gives way along x and y, at constant volume. Writes the packing and lines of strain and stresses. Variables of the environment: KIND
(shear or triaxial), OUT (a folder), YOUNG, RADIUS, PRESSURE, FRICTION, RATE, STRAIN, GRAINS."""

import math
import os

from yade import pack    # and what the program yade puts into the names: O, the engines, Matrix3

KIND, OUT = os.environ["KIND"], os.environ["OUT"]
YOUNG, RADIUS, PRESSURE, FRICTION, RATE, STRAIN = (float(os.environ[n]) for n in ("YOUNG", "RADIUS", "PRESSURE", "FRICTION", "RATE", "STRAIN"))
GRAINS = int(os.environ["GRAINS"])

O.periodic = True
side = 2.0 * RADIUS * (GRAINS / 0.28 * math.pi / 6.0)**(1.0 / 3.0)
O.cell.hSize = Matrix3(side, 0, 0, 0, side, 0, 0, 0, side)
O.materials.append(FrictMat(young=YOUNG, poisson=2.0 / 7.0, density=2500, frictionAngle=0.0))
cloud = pack.SpherePack()
cloud.makeCloud((0, 0, 0), (side, side, side), rMean=RADIUS, num=GRAINS, periodic=True, seed=1)
cloud.toSimulation()
pressed = PeriTriaxController(goal=(-PRESSURE, -PRESSURE, -PRESSURE), stressMask=7, dynCell=True, maxStrainRate=(0.5, 0.5, 0.5), maxUnbalanced=1e-4, relStressTol=1e-3,
                              globUpdate=5, mass=0.5, doneHook="O.pause()")
O.engines = [ForceResetter(), InsertionSortCollider([Bo1_Sphere_Aabb()]),
             InteractionLoop([Ig2_Sphere_Sphere_ScGeom()], [Ip2_FrictMat_FrictMat_FrictPhys()], [Law2_ScGeom_FrictPhys_CundallStrack()]),
             pressed, NewtonIntegrator(damping=0.3)]
O.dt = 0.3 * PWaveTimeStep()
O.run(2000000, True)

with open(os.path.join(OUT, "packing.txt"), "w") as file:
    file.write(" ".join(repr(O.cell.size[k]) for k in range(3)) + "\n")
    for body in O.bodies:
        place = O.cell.wrap(body.state.pos)
        file.write(" ".join(repr(place[k]) for k in range(3)) + "\n")

O.engines = O.engines[:3] + O.engines[4:]
O.materials[0].frictionAngle = math.atan(FRICTION)
for i in O.interactions:
    i.phys.tangensOfFrictionAngle = FRICTION
for body in O.bodies:
    body.state.vel = body.state.angVel = (0, 0, 0)
O.cell.velGrad = Matrix3(0, RATE, 0, 0, 0, 0, 0, 0, 0) if KIND == "shear" else Matrix3(0.5 * RATE, 0, 0, 0, 0.5 * RATE, 0, 0, 0, -RATE)
O.cell.trsf = Matrix3.Identity
with open(os.path.join(OUT, "yade.txt"), "w") as file:
    for row in range(201):
        stress = getStress()
        strain = O.cell.trsf[0, 1] if KIND == "shear" else -math.log(O.cell.trsf[2, 2])
        deviator = stress[0, 1] if KIND == "shear" else 0.5 * (stress[0, 0] + stress[1, 1]) - stress[2, 2]
        file.write("%.6f %.8g %.8g\n" % (strain, deviator, -(stress[0, 0] + stress[1, 1] + stress[2, 2]) / 3.0))
        file.flush()
        O.run(int(STRAIN / 200.0 / RATE / O.dt), True)
