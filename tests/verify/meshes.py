# SPDX-License-Identifier: MIT
"""Walls of triangles: fix wall/dcm/mesh against planes, cylinders and closed forms."""

import math
import os
import random
import tempfile

import session
import shapes

RADIUS = 0.005
START = """units si
atom_style sphere
atom_modify map array
newton off
comm_modify vel yes
boundary f f f
region box block -0.06 0.06 -0.06 0.06 -0.06 0.06
create_box 2 box
{grains}
set type 1 diameter 0.010 density 2500
velocity all set 0 0 0
{velocities}
pair_style dcm/{law}
pair_coeff * * young {young} poisson 0.25 restitution {restitution} friction {friction}
fix g all gravity 9.81 vector 0 0 -1
fix 1 all nve/sphere
neighbor 0.001 bin
timestep {dt}
{walls}
thermo {steps}
thermo_modify norm no lost error
dump d all custom {every} out id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz
dump_modify d sort id format float %.17g
run {steps}
"""
USUAL = dict(law="hertz/mindlin form consistent", young=5e6, restitution=0.6, friction=0.4, velocities="", dt=5e-6)


def simulate(host, files, **values):
    """Frames of a run: {step: {id: numbers}}."""
    with tempfile.TemporaryDirectory(prefix="dcm-verify-") as folder:
        for name, triangles in files.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(shapes.ascii_stl(triangles))
        session.lammps_in(host, folder, START.format(**dict(USUAL, **values)))
        found = session.frames(os.path.join(folder, "out"))
    return {step: {id: list(row.values())[1:] for id, row in rows.items()} for step, rows in found.items()}


def apart(ours, theirs):
    """The largest difference of a vector in any frame, over the largest vector of its kind."""
    most = 0.0
    for first in range(0, 15, 3):
        size = max(math.hypot(*row[first:first + 3]) for rows in theirs.values() for row in rows.values())
        gap = max(math.dist(ours[step][id][first:first + 3], row[first:first + 3]) for step, rows in theirs.items() for id, row in rows.items())
        most = max(most, gap / size if size > 0.0 else gap)
    return most


def planes(report, host):
    """Grains roll, slide, spin and meet on a plane of random triangles, some of them slivers."""
    chance = random.Random(4711)
    grains = "\n".join(f"create_atoms 1 single {x} {y} {z}" for x, y, z in ((-0.03, 0.002, 0.0052), (0.01, 0.013, 0.0049), (0.02, -0.01, 0.0049), (0.0, -0.03, 0.02)))
    velocities = ("group a id 1\ngroup b id 2\ngroup c id 4\nvelocity a set 0.14 0.01 0\nvelocity b set -0.07 -0.02 0\nvelocity c set 0.02 0.06 -0.5\n"
                  "set atom 2 omega 0 -14 0\nset atom 3 omega 3 -4 90")
    coarse = shapes.plane(0.055)
    variants = {"two triangles": coarse, "400 random ones": shapes.split_at_random(coarse, 200, chance)}
    variants["the same in another order, turned over"] = shapes.shuffled(variants["400 random ones"], chance, flip=True)
    run = dict(grains=grains, velocities=velocities, steps=100000, every=5000)
    plane = simulate(host, {}, walls="fix w all wall/dcm 2 zplane 0 NULL", **run)
    for name, triangles in variants.items():
        mesh = simulate(host, {"m.stl": triangles}, walls="fix w all wall/dcm/mesh 2 m.stl", **run)
        report.check("meshes", f"a plane of {name} and zplane, 100,000 steps, {host.name}", apart(mesh, plane), 1e-13, "they are one plane")


def box(report, host):
    """Eight grains fly about in a box of 12 triangles, and of many."""
    chance = random.Random(4711)
    walls = shapes.box((-0.02,) * 3, (0.02,) * 3)
    grains = "\n".join(f"create_atoms 1 single {x} {y} {z}" for x in (-0.01, 0.008) for y in (-0.009, 0.007) for z in (-0.008, 0.011))
    velocities = "variable vx atom 3*sin(1000*y+300*z)\nvariable vy atom 3*sin(700*z+100*x)\nvariable vz atom sin(900*x)\nvelocity all set v_vx v_vy v_vz"
    run = dict(grains=grains, velocities=velocities, steps=1000, every=100)
    six = simulate(host, {}, walls="\n".join(f"fix {c} all wall/dcm 2 {c}plane -0.02 0.02" for c in "xyz"), **run)
    for name, triangles in (("12", walls), ("612", shapes.split_at_random(walls, 300, chance, slivers=0.0))):
        mesh = simulate(host, {"m.stl": triangles}, walls="fix w all wall/dcm/mesh 2 m.stl", **run)
        report.check("meshes", f"a box of {name} triangles and six planes, 1,000 steps of grains that collide, {host.name}", apart(mesh, six), 1e-13, "they are six planes")


def drum(report, host):
    """A grain at rest in a drum of n sides, in the corner of two: its height errs as the sides do."""
    sides = (16, 32, 64, 128)
    heights = {}
    for n in sides:
        frames = simulate(host, {"m.stl": shapes.tube(0.05, -0.02, 0.02, n, 1)}, grains="create_atoms 1 single 0 0 -0.0448", steps=40000, every=40000,
                          walls="fix w all wall/dcm/mesh 2 m.stl flat 30\nfix b all viscous 0.005", dt=1e-5, restitution=0.2)
        heights[n] = frames[40000][1][2]
    cylinder = simulate(host, {}, grains="create_atoms 1 single 0 0 -0.0448", steps=40000, every=40000, dt=1e-5, restitution=0.2,
                        walls="region c cylinder y 0 0 0.05 -0.05 0.05 open 1 open 2\nfix w all wall/dcm/region 2 c curvature mean\nfix b all viscous 0.005")[40000][1][2]
    errors = [abs(heights[n] - cylinder) for n in sides]
    order = math.log(errors[1] / errors[3]) / math.log(sides[3] / sides[1])
    report.check("meshes", f"a grain at rest in a drum of 32 to 128 sides: the height errs as n^-{order:.2f}, of 128 sides by {errors[3]:.1e} m, {host.name}",
                 abs(order - 2.0), 0.1, "the sagitta of a side; the overlap differs with the radius of the wall")


def swing(report, host):
    """An elastic grain swings in a resting drum of n sides, from rest at 40 degrees: after 0.2 s, where it would be in a cylinder."""
    sides = (48, 96, 192, 384)
    run = dict(grains="create_atoms 1 single 0.00964 0 -0.01149", young=5e7, restitution=1.0, friction=0.0, dt=4e-6, steps=50000, every=50000)
    cylinder = simulate(host, {}, walls="region c cylinder y 0 0 0.02 -0.06 0.06 open 1 open 2\nfix w all wall/dcm/region 2 c curvature mean", **run)
    errors = []
    for n in sides:
        mesh = simulate(host, {"m.stl": shapes.tube(0.02, -0.05, 0.05, n, 1)}, walls="fix w all wall/dcm/mesh 2 m.stl", **run)
        errors.append(math.dist(mesh[50000][1][:3], cylinder[50000][1][:3]))
    order = math.log(errors[0] / errors[-1]) / math.log(sides[-1] / sides[0])
    report.check("meshes", f"an elastic grain that swings in a drum of 48 to 384 sides: the place after 0.2 s errs as n^-{order:.1f}, of 384 sides by "
                 f"{errors[-1]:.1e} m, {host.name}", abs(order - 2.0), 0.5, "the sagitta of a side, and where in a side the grain is")


def edge(report, host):
    """A sphere goes over the edge of a table, from rest at 0.4 off the vertical."""
    start, young = 0.4, 4e11
    weight = 2500.0 * math.pi * (2.0 * RADIUS)**3 / 6.0 * 9.81
    overlap = (0.75 * weight * math.cos(start) / (young / (2.0 * (1.0 - 0.25**2)) * math.sqrt(RADIUS)))**(2.0 / 3.0)
    away = RADIUS - overlap
    for what, friction, share in (("rolls", 100.0, 10.0 / 17.0), ("slides", 0.0, 2.0 / 3.0)):
        frames = simulate(host, {"m.stl": shapes.box((-0.05, -0.02, -0.02), (0.0, 0.02, 0.0))}, young=young, friction=friction, restitution=0.9, dt=2e-7,
                          grains=f"create_atoms 1 single {away * math.sin(start)!r} 0 {away * math.cos(start)!r}", steps=240000, every=50,
                          walls="fix w all wall/dcm/mesh 2 m.stl")
        left = next(rows[1] for step, rows in sorted(frames.items()) if step > 500 and rows[1][0] * rows[1][9] + rows[1][2] * (rows[1][11] + weight) <= 0.0)
        found = left[2] / math.hypot(left[0], left[2]) / math.cos(start)
        report.check("meshes", f"a sphere that {what} over an edge leaves at {found:.5f} of the cosine of the start, closed form {share:.5f}, {host.name}",
                     abs(found - share), 1e-3, "the time that the contact takes to open")


def run(report, hosts, pool):
    report.describe("meshes", "Walls of triangles", "fix wall/dcm/mesh against fix wall/dcm, against a cylinder, and against closed forms.")
    for host in hosts:
        list(pool.map(lambda part: part(report, host), (planes, box, drum, swing, edge)))
