# SPDX-License-Identifier: MIT
"""Grains that are superellipsoids: as spheres they are spheres, their collisions keep energy and momentum, and the numbers are the same by
whatever way they are computed, for every law, and after a restart."""

import math
import os
import random
import unittest
import unittest.mock

import decks
import host
from asked import LAWS, Asked

DENSITY = 2500.0
PAIR = """pair_style dcm/hertz/mindlin form consistent {way}
pair_coeff * * young 5e6 poisson 0.25 restitution {restitution} friction {friction} rolling {rolling}"""
BEGIN = decks.begin(atoms="{style}", newton="{newton}", boundary="{boundary}", more="{processors}\n") + """{quantities}
read_data grains.data
{values}
{pair}
"""
RUN = """neighbor 0.0002 bin
timestep {timestep}
fix move all {integrator}
{walls}
compute local all dcm/contact/local {columns}
{runs}
""" + decks.write("{out}", "id xu yu zu vx vy vz {spins} fx fy fz tqx tqy tqz {more}")


def unit_quaternion(draw):
    q = [draw.gauss(0, 1) for _ in range(4)]
    return [c / math.sqrt(sum(c * c for c in q)) for c in q]


def beta(x, y):
    return math.gamma(x) * math.gamma(y) / math.gamma(x + y)


def volume(axes, n1, n2):
    """The formula of Jaklic and Solina, which gives 4/3 pi a b c for an ellipsoid."""
    e1, e2 = 2 / n1, 2 / n2
    return 2 * axes[0] * axes[1] * axes[2] * e1 * e2 * beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2)


def inertia(mass, axes, n1, n2):
    if n1 == n2 == 2:
        return [0.2 * mass * (axes[(d + 1) % 3]**2 + axes[(d + 2) % 3]**2) for d in range(3)]
    e1, e2 = 2 / n1, 2 / n2
    dens = mass / (beta(e1 / 2, 1 + e1) * beta(e2 / 2, e2 / 2))
    xx, yy = (0.5 * dens * axes[d]**2 * beta(e1 / 2, 1 + 2 * e1) * beta(e2 / 2, 1.5 * e2) for d in (0, 1))
    zz = dens * axes[2]**2 * beta(1.5 * e1, 1 + e1) * beta(e2 / 2, e2 / 2)
    return [yy + zz, xx + zz, xx + yy]


class Grain:

    def __init__(self, draw, kind, place, speed, size=0.5e-3):
        self.axes = [size * draw.uniform(0.6, 1.0) for _ in range(3)]
        self.exponents = (2.0, 2.0)
        if kind == "sphere":
            self.axes = [self.axes[0]] * 3
        elif kind == "lentil":
            self.axes[1], self.axes[2] = self.axes[0], 0.5 * self.axes[0]
        elif kind == "box":
            self.exponents = (draw.uniform(2.5, 8.0), draw.uniform(2.5, 8.0))
        elif kind == "rod":
            self.exponents = (6.0, 2.0)
            self.axes[0] = self.axes[1]
        self.q = unit_quaternion(draw)
        self.x = place
        self.v = [draw.gauss(0, speed) for _ in range(3)]
        self.mass = DENSITY * volume(self.axes, *self.exponents)
        self.inertia = inertia(self.mass, self.axes, *self.exponents)
        self.momentum = [draw.gauss(0, speed) * self.mass * size for _ in range(3)]


def turned_axes(w, x, y, z):
    """The axes of a body in space."""
    return ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))


def support(g, direction):
    """The point of a grain, from its centre, that is farthest along a direction, and how far that is."""
    axes = turned_axes(*g.q)
    m = [a * sum(c * d for c, d in zip(axis, direction)) for a, axis in zip(g.axes, axes)]
    q1, q2 = (n / (n - 1) for n in g.exponents)
    across = abs(m[0])**q2 + abs(m[1])**q2
    far = (across**(q1 / q2) + abs(m[2])**q1)**(1 / q1)
    slopes = [far**(1 - q1) * across**(q1 / q2 - 1) * abs(c)**(q2 - 1) for c in m[:2]] + [far**(1 - q1) * abs(m[2])**(q1 - 1)]
    point = [a * math.copysign(s, c) for a, s, c in zip(g.axes, slopes, m)]
    return [sum(c * axis[d] for c, axis in zip(point, axes)) for d in range(3)], far


FAR = 9e-3    # from pair to pair: no grain comes so far in a collision
BOX_OF_PAIRS = [3 * FAR] * 3


def pairs_that_meet(kinds, count=27):
    """Grains of pairs far from each other, each pair with one collision off the centres, and spins."""
    draw = random.Random(SEED)
    grains = []
    for n in range(count):
        middle = [FAR * (n // 3**d % 3 + 0.5) for d in range(3)]
        for side in (-1, 1):
            g = Grain(draw, kinds[(n + side) % len(kinds)], list(middle), 0.0)
            g.x = [middle[0] + side * 0.7e-3, middle[1] + side * 0.1e-3, middle[2] + draw.uniform(-0.1e-3, 0.1e-3)]
            g.v = [-side * 1.0, 0.0, 0.1 * draw.gauss(0, 1)]
            g.momentum = [draw.gauss(0, 1) * g.mass * 0.3e-3 for _ in range(3)]
            grains.append(g)
    return grains


def data(grains, box, is_spheres=False):
    """A data file, with spheres or with superellipsoids, in a box of three sizes from the origin on, or of one number to both sides of the origin."""
    lines = ["grains", "", f"{len(grains)} atoms", "1 atom types"]
    lines += [] if is_spheres else [f"{len(grains)} ellipsoids"]
    ends = [(0, size) for size in box] if isinstance(box, list) else [(-box, box)] * 3
    lines += [f"{low!r} {high!r} {d}lo {d}hi" for (low, high), d in zip(ends, "xyz")]
    lines += ["", "Atoms # " + ("sphere" if is_spheres else "ellipsoid"), ""]
    for k, g in enumerate(grains, 1):
        kind = f"{2 * g.axes[0]!r} {DENSITY!r}" if is_spheres else f"1 {DENSITY!r}"
        lines.append(f"{k} 1 {kind} " + " ".join(map(repr, g.x)))
    lines += ["", "Velocities", ""]
    for k, g in enumerate(grains, 1):
        turning = [m / i for m, i in zip(g.momentum, g.inertia)] if is_spheres else g.momentum
        lines.append(f"{k} " + " ".join(map(repr, g.v + turning)))
    if not is_spheres:
        lines += ["", "Ellipsoids", ""]
        for k, g in enumerate(grains, 1):
            lines.append(f"{k} " + " ".join(repr(number) for number in (*(2 * a for a in g.axes), *g.q, *g.exponents)))
    return "\n".join(lines) + "\n"


def heap(kinds, seed, number=4, spacing=0.92e-3, speed=0.5):
    """Grains in the cells of a cube, near enough for many contacts."""
    draw = random.Random(seed)
    grains = []
    for n in range(number**3):
        place = [(n // number**d % number + 0.5 + draw.uniform(-0.05, 0.05)) * spacing for d in range(3)]
        grains.append(Grain(draw, kinds[n % len(kinds)], place, speed))
    return grains, [number * spacing] * 3


MIXED = ("lentil", "box", "sphere", "rod", "ellipsoid")
SEED = int(os.environ.get("DCM_TEST_SEED", "1"))


class Runs(host.Case):
    """Runs of grains that are superellipsoids, and what comes of them."""

    def write_grains(self, grains, box, style=""):
        self.grains = grains
        self.write("grains.data", data(grains, box, style == "sphere"))

    def pack(self, kinds=MIXED, style="", **how):
        self.write_grains(*heap(kinds, SEED, **how), style)

    def as_bodies(self, rows):
        """Rows of spheres with angular momenta in the place of spins."""
        return {k: row[:6] + [w * self.grains[k - 1].inertia[0] for w in row[6:9]] + row[9:] for k, row in rows.items()}

    def run_grains(self, ranks=1, style="ellipsoid superellipsoid", **words):
        parts = {"newton": "on", "processors": "", "quantities": "", "values": "", "way": "", "walls": "", "boundary": "p p p", "restitution": 0.6, "friction": 0.4,
                 "rolling": 0.02, "pair": PAIR, "timestep": 1e-6, "runs": "run 300", "out": "out.dump", "more": "", "columns": "id1 overlap",
                 "begin": BEGIN, "style": style,
                 "integrator": "nve/sphere" if style == "sphere" else "nve/asphere",
                 "spins": "omegax omegay omegaz" if style == "sphere" else "angmomx angmomy angmomz"}
        parts.update(words)
        parts["pair"] = parts["pair"].format(**parts)
        text = self.run_ok((parts["begin"] + RUN).format(**parts), ranks)
        return self.read(parts["out"]), text

    def energy(self, rows, grains):
        return sum(0.5 * g.mass * sum(c * c for c in rows[k][3:6]) + 0.5 * self.turning(g, rows[k]) for k, g in enumerate(grains, 1))

    @staticmethod
    def turning(g, row):
        return sum(sum(a * m for a, m in zip(axis, row[6:9]))**2 / i for axis, i in zip(turned_axes(*row[15:19]), g.inertia))

    # Commands that write how grains begin, with their quaternions.
    AXES = "compute q all property/atom quatw quati quatj quatk\nrun 0\n"
    FIRST = AXES + decks.write("first.dump", decks.UNWRAPPED.replace("omega", "angmom") + " c_q[*]")
    SMOOTH = {"restitution": 1.0, "friction": 0.0, "rolling": 0.0}


NEEDED = unittest.skipUnless(host.has_superellipsoids(), "this LAMMPS has no atom_style ellipsoid superellipsoid, or no fix nve/asphere")


@NEEDED
class Shapes(Runs):

    # ----------------------------------------------------------------------------- spheres

    def test_spheres(self):
        """Superellipsoids that are spheres go the way of spheres: forces, torques, states."""
        columns = "id1 id2 force torque overlap " + " ".join(cases_of_state("hertz-mindlin"))
        runs = decks.local("c_local[*]", 100) + "run 200"
        local = []
        for style in ("sphere", "ellipsoid superellipsoid"):
            self.pack(("sphere",), style, spacing=0.8e-3)
            rows, _ = self.run_grains(style=style, columns=columns, runs=runs)
            if style == "sphere":
                spheres = self.as_bodies(rows)
            # The last digit of a position decides in which order the host sorts atoms, and so lists pairs.
            local.append({(row[1], row[2]): row[3:] for row in self.read("local").values()})
        self.assert_same(rows, spheres, 1e-13)
        self.assertGreater(len(local[0]), 50)
        self.assertLess(self.difference(*local, range(len(next(iter(local[0].values()))))), 1e-13)

    # ----------------------------------------------------------------------------- energy and momentum

    def collide(self, kinds, timestep):
        grains = pairs_that_meet(kinds)
        self.write_grains(grains, BOX_OF_PAIRS)
        rows, _ = self.run_grains(timestep=timestep, runs=self.FIRST + f"run {round(1.2e-3 / timestep)}", more="c_q[*]", **self.SMOOTH)
        first = self.read("first.dump")
        hit = sum(abs(rows[k][3] - g.v[0]) > 0.1 for k, g in enumerate(grains, 1))
        self.assertGreater(hit, 40)
        self.assertEqual(sum(abs(c) for row in rows.values() for c in row[9:12]), 0.0)
        worst = 0.0
        for k in range(0, len(grains), 2):
            pair = grains[k:k + 2]
            of = [{n + 1: dump[k + n + 1] for n in range(2)} for dump in (first, rows)]
            energies = [self.energy(one, pair) for one in of]
            worst = max(worst, abs(energies[1] / energies[0] - 1.0))
            for d in range(3):
                change = sum(g.mass * (of[1][n + 1][3 + d] - of[0][n + 1][3 + d]) for n, g in enumerate(pair))
                self.assertLess(abs(change), 1e-14 * sum(g.mass for g in pair))
            self.assertLess(self.turned(*of, pair), 1e-10)
        return worst

    @staticmethod
    def turned(before, after, pair):
        """The change of the angular momentum of a pair, over that of its motion. The host moves positions by v dt, which turns x cross v by
        nothing, and contacts act at one point: what is left is rounding."""
        change, size = [0.0] * 3, 0.0
        for sign, rows in ((-1, before), (1, after)):
            for k, g in enumerate(pair, 1):
                x, v = rows[k][0:3], rows[k][3:6]
                orbit = [g.mass * (x[(d + 1) % 3] * v[(d + 2) % 3] - x[(d + 2) % 3] * v[(d + 1) % 3]) for d in range(3)]
                for d in range(3):
                    change[d] += sign * (orbit[d] + rows[k][6 + d])
                    size = max(size, abs(orbit[d]))
        return max(map(abs, change)) / size

    def test_elastic_collisions(self):
        for kinds, bound in ((("lentil", "ellipsoid", "sphere"), 1e-5), (("box", "rod"), 1e-4)):
            coarse, fine = (self.collide(kinds, timestep) for timestep in (4e-7, 1e-7))
            print(f"{kinds}: {coarse:.1e} and {fine:.1e} of the energy")
            self.assertLess(fine, bound)
            self.assertLess(fine, 0.3 * coarse)

    # ----------------------------------------------------------------------------- walls

    # All walls that such grains may touch, around a heap.
    WALLS = """fix pipe all wall/dcm 1 zcylinder 2.93e-3
fix floor all wall/dcm 1 zplane -2.21e-3 NULL
region lid plane 0 0 2.21e-3 0 0 -1
fix lid all wall/dcm/region 1 lid
region room block -2.21e-3 2.21e-3 -2.21e-3 2.21e-3 -2.2e-3 2.2e-3
fix room all wall/dcm/region 1 room"""

    def in_walls(self, kinds, style="", **how):
        """A heap about the origin."""
        grains, box = heap(kinds, SEED, **how)
        for g in grains:
            g.x = [c - 0.5 * size for c, size in zip(g.x, box)]
        self.write_grains(grains, 4e-3, style)

    def test_spheres_at_walls(self):
        rows = {}
        for style in ("sphere", "ellipsoid superellipsoid"):
            self.in_walls(("sphere",), style, spacing=1.15e-3)
            rows[style], _ = self.run_grains(style=style, walls=self.WALLS, boundary="f f f", runs="run 200")
        self.assert_same(rows["ellipsoid superellipsoid"], self.as_bodies(rows["sphere"]), 1e-13)

    def test_walls_and_restart(self):
        """A run is the same on two ranks, and bit for bit after a restart, with the normals and the radii of its contacts."""
        self.in_walls(MIXED, spacing=1.1e-3, speed=0.4)
        how = {"walls": self.WALLS, "boundary": "f f f"}
        halves = "run 150\nwrite_restart half.restart\nrun 150"
        whole, _ = self.run_grains(runs=halves, **how)
        again, _ = self.run_grains(begin=decks.go_on("half.restart", "on"), runs="run 150", **how)
        self.assertEqual(whole, again)
        self.assertGreater(self.difference(whole, self.run_grains(boundary="f f f")[0], host.VELOCITY), 0.1)
        self.assert_same(whole, self.run_grains(ranks=2, runs=halves, **how)[0], 1e-7)

    def fall(self, kinds, timestep, walls):
        """Single grains that fall on walls, and their rows before and after."""
        draw = random.Random(SEED)
        grains = []
        for n in range(16):
            g = Grain(draw, kinds[n % len(kinds)], [1.6e-3 * (n % 4 - 1.5), 1.6e-3 * (n // 4 - 1.5), 0.0], 0.0)
            g.momentum = [0.0] * 3
            g.v = [0.0, 0.0, -0.3]
            g.x[2] = 1e-6 + support(g, (0.0, 0.0, -1.0))[1]
            grains.append(g)
        self.write_grains(grains, 4e-3)
        rows, _ = self.run_grains(timestep=timestep, walls=walls, boundary="f f f", runs=self.AXES + f"run {round(1e-4 / timestep)}", more="c_q[*]",
                                  pair=PAIR.replace("5e6", "5e9"), **self.SMOOTH)
        return grains, rows

    def test_impulse_on_a_plane(self):
        """A grain that falls on a smooth plane: the impulse is 2 v/(1/m + (r x n).I^-1.(r x n)), and its energy is what it was."""
        walls = "fix floor all wall/dcm 1 zplane 0.0 NULL"
        grains, rows = self.fall(("lentil", "ellipsoid", "box"), 2e-9, walls)
        for k, g in enumerate(grains, 1):
            before = 0.5 * g.mass * 0.3**2
            self.assertLess(abs(self.energy({1: rows[k]}, [g]) / before - 1.0), 2e-4)
            point, _ = support(g, (0.0, 0.0, -1.0))
            lever = (point[1], -point[0], 0.0)
            of_body = [sum(a * c for a, c in zip(axis, lever)) for axis in turned_axes(*g.q)]
            impulse = 2 * 0.3 / (1 / g.mass + sum(c * c / i for c, i in zip(of_body, g.inertia)))
            # A contact that lasts lets the grain turn, and the lever change.
            self.assertAlmostEqual(g.mass * (rows[k][5] + 0.3) / impulse, 1.0, delta=0.02)
        planes = rows
        region = "region floor plane 0 0 0 0 0 1\nfix floor all wall/dcm/region 1 floor"
        self.assert_same(planes, self.fall(("lentil", "ellipsoid", "box"), 2e-9, region)[1], 1e-12)

    # ----------------------------------------------------------------------------- ways

    def test_ways(self):
        """Threads, loops and instruction sets to the last bit; newton and ranks but for rounding."""
        self.pack()
        rows, _ = self.run_grains()
        with unittest.mock.patch.dict(os.environ, DCM_ISA="baseline"):
            self.assertEqual(rows, self.run_grains()[0])
        for way in ("threads 2", "loop plain"):
            with self.subTest(way=way):
                other, _ = self.run_grains(way=way)
                self.assertEqual(rows, other)
        for newton, ranks in (("off", 1), ("on", 2), ("off", 2)):
            with self.subTest(newton=newton, ranks=ranks):
                other, _ = self.run_grains(ranks=ranks, newton=newton)
                self.assert_same(rows, other, 1e-7)

    def test_every_law(self):
        """Contacts of every law: the sum of the forces is nothing, and newton on is as newton off."""
        self.pack(number=3)
        for law in LAWS:
            with self.subTest(law=law):
                asked = Asked(law)
                rows = [self.run_grains(ranks, newton=newton, runs="run 60", timestep=2e-7, pair=asked.pair, quantities=asked.properties, values=asked.values)[0]
                        for newton, ranks in (("on", 1), ("off", 2))]
                sizes = [abs(row[c]) for row in rows[0].values() for c in host.FORCE]
                self.assertGreater(max(sizes), 0.0)
                for c in host.FORCE:
                    self.assertLess(abs(sum(row[c] for row in rows[0].values())), 1e-12 * sum(sizes))
                self.assert_same(*rows, 1e-7)


def cases_of_state(law):
    """Names of the state of a law, as its columns are called."""
    return {"hertz-mindlin": ["tangential_displacement"]}[law]


DCM = "pair_style dcm/hertz/mindlin\npair_coeff * * young 5e6 poisson 0.25 restitution 0.6 friction 0.5"


class Refused(host.Case):
    """The adapter refuses shapes and walls that it does not compute."""

    def deck(self, style, commands="", pair=DCM):
        return decks.box("0 1 0 1 0 1", atoms=style, newton="on") + f"""create_atoms 1 single 0.3 0.5 0.5
create_atoms 1 single 0.6 0.5 0.5
{commands}
{pair}
timestep 1e-6
run 0
"""

    def test_ellipsoids_are_no_spheres(self):
        shapes = "set atom * diameter 0.2\nset atom * shape 0.2 0.2 0.1\nset atom * density 1000"
        self.run_fails(self.deck("hybrid sphere ellipsoid", shapes), "would take ellipsoids for spheres", "atom_style ellipsoid superellipsoid")
        self.run_fails(self.deck("ellipsoid", "set atom * shape 0.2 0.2 0.1\nset atom * mass 1"), "needs atoms with a radius")

    @unittest.skipUnless(host.has_superellipsoids(), "this LAMMPS has no superellipsoids")
    def test_shapes(self):
        shapes = "set atom * mass 1\nset atom * shape 0.2 0.2 0.1\n"
        style = "ellipsoid superellipsoid"
        cases_of_input = (
            (style, "set atom 1 mass 1", "", "atom 1 has the radius 0"),
            (style, "set atom * shape 0.2 0.2 0.1\nset atom * density 1000", "", "moments of inertia"),
            (style, shapes + "set atom 2 block 30 30", "", "atom 2 has semi-axes 0.1, 0.1, 0.05 and exponents 30, 30"),
            ("hybrid sphere " + style, shapes, "", "without sphere"),
            (style, shapes + "set atom 2 x 0.3", "", "place where atoms 1 and 2 touch was not found"),
            (style, shapes, "pair_style gran/hertz/history/dcm 1e5 NULL 50 NULL 0.4 1\npair_coeff * *", "computes spheres"),
            (style, shapes + "region drum cylinder z 0.5 0.5 0.5 0 1 open 1", DCM + "\nfix w all wall/dcm/region 1 drum", "without open faces"),
            (style, shapes + "region drum cone z 0.5 0.5 0.2 0.1 0 1 side out", DCM + "\nfix w all wall/dcm/region 1 drum", "file of triangles"),
            (style, shapes + "region drum ellipsoid 0.5 0.5 0.5 0.5 0.4 0.4", DCM + "\nfix w all wall/dcm/region 1 drum", "not computed at region drum of style ellipsoid with 'side in', but at the regions plane"),
            (style, shapes, DCM + "\nfix w all wall/gran/dcm hertz/history 1e5 NULL 50 NULL 0.4 1 zplane 0 NULL", "computes spheres"),
        )
        for atoms, commands, pair, part in cases_of_input:
            with self.subTest(part=part):
                self.run_fails(self.deck(atoms, commands, pair) if pair else self.deck(atoms, commands), part)
