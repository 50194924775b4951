# SPDX-License-Identifier: MIT
"""Lengths, masses and times in units that are powers of two of those of another run: each number is that of the other run in these units,
to the bit, for pairs, walls, triangles and superellipsoids, for nothing in dcm knows how large a grain is."""

import copy
import random
import re
import unittest

import decks
import host
import mesh_walls
import shapes
import superellipsoids

# Powers of mass, length and time.
DIMENSIONS = {"m": (0, 1, 0), "s": (0, 0, 1), "kg/m3": (1, -3, 0), "m/s": (0, 1, -1), "1/s": (0, 0, -1), "m/s2": (0, 1, -2), "Pa": (1, -1, -2),
              "J/m2": (1, 0, -2)}
OF_SPIN, OF_MOMENTUM = (0, 0, -1), (1, 2, -1)
# Exponents of two for mass, length and time, from which square and cubic roots are exact.
UNITS = ((0, 12, 0), (0, -12, 0), (24, 0, -12), (-36, -12, 6))


def factor(dimension, units):
    return 2.0**sum(power * exponent for power, exponent in zip(dimension, units))


def in_units(deck, units):
    """A deck with its numbers, such as 5e6@Pa, in other units."""
    return re.sub(r"([-+\w.]+)@([\w/]+)", lambda m: repr(float(m[1]) * factor(DIMENSIONS[m[2]], units)), deck)


DECK = decks.box("-0.06@m 0.06@m -0.06@m 0.06@m -0.06@m 0.06@m", types=2, boundary="f f f") + """create_atoms 1 single -0.03@m 0.002@m 0.0052@m
create_atoms 1 single 0.01@m 0.013@m 0.0049@m
create_atoms 1 single 0.02@m -0.01@m 0.0049@m
create_atoms 2 single 0.000@m -0.03@m 0.020@m
create_atoms 2 single 0.001@m 0.000@m 0.00598@m
set type 1 diameter 0.010@m density 2500@kg/m3
set type 2 diameter 0.012@m density 2600@kg/m3
velocity all set 0 0 0
group two id 1 2
group four id 4
velocity two set 0.4@m/s 0.1@m/s 0
velocity four set 0.02@m/s 0.06@m/s -0.5@m/s
set atom 2 omega 0 -14@1/s 0
set atom 3 omega 3@1/s -4@1/s 90@1/s
set atom 5 omega 0 0 200@1/s
pair_style dcm/{law}
pair_coeff * * young 5e6@Pa poisson 0.25 restitution 0.6 friction 0.4 rolling 0.002 {more}
fix g all gravity 9.81@m/s2 vector 0 0 -1
fix 1 all nve/sphere
neighbor 0.001@m bin
timestep 5e-6@s
{walls}
fix e all dcm/energy
""" + decks.dump(2000) + decks.table("f_e[*]", 2000, "lost error norm no") + "run 30000\n"
LAWS = {"hertz/mindlin form consistent": "twisting 0.01", "hertz/mindlin form sheet": "", "jkr/exact form consistent": "work_of_adhesion 0.05@J/m2"}
WALLS = {
    "plane and cylinder": "fix w all wall/dcm 2 zplane 0 NULL\nfix c all wall/dcm 1 zcylinder 0.04@m",
    "regions": "region r block -0.04@m 0.045@m -0.041@m 0.05@m 0 INF\nregion c cone z 0 0 0.04@m 0.05@m -0.01@m 0.06@m side in open 1 open 2\n"
               "region u union 2 r c\nfix w all wall/dcm/region 2 r\nfix v all wall/dcm/region 1 u",
    "triangles": "fix w all wall/dcm/mesh 2 floor.stl\nfix c all wall/dcm/mesh 1 box.stl motion rotate 0 0 0 0 0 1 period 3@s",
}


OF_SHAPES = decks.begin(atoms="ellipsoid superellipsoid", boundary="f f f") + """read_data grains.data
change_box all x final -1e-3@m 5e-3@m y final -1e-3@m 5e-3@m z final -1e-3@m 5e-3@m
pair_style dcm/hertz/mindlin form consistent
pair_coeff * * young 1e8@Pa poisson 0.25 restitution 0.6 friction 0.4 rolling 0.02
neighbor 0.0002@m bin
timestep 2e-7@s
fix move all nve/asphere
{walls}
""" + decks.dump(400, columns=decks.COLUMNS.replace("omega", "angmom")) + "thermo_modify lost error\nrun 2400\n"
LOW, HIGH, MIDDLE = -0.2e-3, 2.96e-3, 1.38e-3
OF_GRAINS = {
    "planes": "".join(f"fix {d} all wall/dcm 1 {d}plane {LOW}@m {HIGH}@m\n" for d in "xyz"),
    "triangles": "fix w all wall/dcm/mesh 1 box.stl motion rotate 0 0 0 0 0 1 period 3@s",
    "hollows": f"region c cylinder z {MIDDLE}@m {MIDDLE}@m 1.95e-3@m {LOW}@m {HIGH}@m\n"
    f"region k cone z {MIDDLE}@m {MIDDLE}@m 1.85e-3@m 2.2e-3@m {LOW}@m {HIGH}@m\nfix w all wall/dcm/region 1 c\nfix v all wall/dcm/region 1 k",
}


def scaled(grain, length, speed, momentum):
    other = copy.copy(grain)
    other.axes, other.x = [a * length for a in grain.axes], [c * length for c in grain.x]
    other.v, other.momentum = [c * speed for c in grain.v], [c * momentum for c in grain.momentum]
    return other


class Units(mesh_walls.Meshes):

    def assert_same(self, base, frames, units, about, of_turning=OF_SPIN):
        self.assertEqual(sorted(base), sorted(frames))
        self.assertGreater(sum(row[11] != 0.0 for frame in base.values() for row in frame.values()), 5, about)
        for step in base:
            for dimension, columns in zip(((0, 1, 0), (0, 1, -1), of_turning, (1, 1, -2), (1, 2, -2)), host.EVERYTHING):
                scale = factor(dimension, units)
                for atom, row in base[step].items():
                    for c in columns:
                        self.assertEqual(row[c] * scale, frames[step][atom][c], f"{about}, units {units}: step {step}, atom {atom}, column {c}")

    def write_scaled(self, name, triangles, units):
        length = factor((0, 1, 0), units)
        self.write_mesh(name, [tuple(tuple(c * length for c in corner) for corner in t) for t in triangles])

    def test_spheres(self):
        floor = shapes.shuffled(shapes.split_at_random(shapes.plane(0.055), 200, self.generator), self.generator, flip=True)
        box = shapes.box((-0.04, -0.041, -0.03), (0.045, 0.05, 0.05))
        for what, walls in WALLS.items():
            for law, more in LAWS.items():
                deck = DECK.format(law=law, more=more, walls=walls)
                runs, energies = [], []
                for units in ((0, 0, 0), *UNITS):
                    self.write_scaled("floor.stl", floor, units)
                    self.write_scaled("box.stl", box, units)
                    text = self.run_ok(in_units(deck, units))
                    runs.append(self.frames("out"))
                    energies.append([row[1:] for row in self.thermo(text, "f_e[1]")])
                for units, frames, ledger in zip(UNITS, runs[1:], energies[1:]):
                    self.assert_same(runs[0], frames, units, f"{what}, {law}")
                    scale = factor((1, 2, -2), units)
                    self.assertEqual([[number * scale for number in row] for row in energies[0]], ledger, f"{what}, {law}, units {units}")

    @unittest.skipUnless(host.has_superellipsoids(), "this LAMMPS has no atom_style ellipsoid superellipsoid, or no fix nve/asphere")
    def test_superellipsoids(self):
        # With the same density, which the data file has.
        grains, box = superellipsoids.heap(superellipsoids.MIXED, superellipsoids.SEED, number=3)
        for what, walls in OF_GRAINS.items():
            runs = []
            for units in ((0, 0, 0), (36, 12, 0), (-36, -12, 6)):
                length, speed, momentum = (factor(d, units) for d in ((0, 1, 0), (0, 1, -1), (1, 2, -1)))
                self.write("grains.data", superellipsoids.data([scaled(g, length, speed, momentum) for g in grains], [c * length for c in box]))
                self.write_scaled("box.stl", shapes.box([LOW] * 3, [HIGH] * 3), units)
                self.run_ok(in_units(OF_SHAPES.format(walls=walls), units))
                runs.append((units, self.frames("out")))
            for units, frames in runs[1:]:
                self.assert_same(runs[0][1], frames, units, what, OF_MOMENTUM)
