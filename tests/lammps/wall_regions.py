# SPDX-License-Identifier: MIT
"""fix wall/dcm/region: shapes, curvature, motion; against fix wall/dcm, closed forms, and the host's own walls."""

import math

import decks
import drop_in_granular
import host
import walls
from walls import E_STAR, RADIUS, dcm, grain, hertz, kinetic

# Where grains are strewn at random, and the shapes that they touch: most of all kinds of region.
STREWN = decks.box(0.05, types=2, boundary="f f f") + """create_atoms 1 random 4000 4711 box
set type 1 diameter 0.004 density 2500
{pair}
neighbor 0.001 bin
neigh_modify exclude type 1 1
{shape}
fix w all {wall}
""" + decks.dump(1, "{out}", decks.COLUMNS + " f_w[*]") + "thermo_style custom step\nrun 0\n"
PARTS = "region a cylinder z 0 0 0.03 -0.04 0.04\nregion b block -0.01 0.045 -0.045 0.02 -0.03 0.03\n"
OUT_PARTS = PARTS.replace("0.04\n", "0.04 side out\n", 1)
SHAPES = {
    "plane": "region wall plane 0.01 0 0 1 2 3",
    "sphere": "region wall sphere 0.01 0 0 0.03",
    "sphere out": "region wall sphere 0.01 0 0 0.03 side out",
    "block": "region wall block -0.03 0.04 -0.02 0.02 INF 0.01",
    "block out": "region wall block -0.03 0.04 -0.02 0.02 INF 0.01 side out",
    "block open": "region wall block -0.03 0.04 -0.02 0.02 -0.04 0.01 open 6",
    "cylinder x": "region wall cylinder x 0.01 0 0.03 -0.04 0.02",
    "cylinder y": "region wall cylinder y 0.01 0 0.03 -0.04 0.02",
    "cylinder z": "region wall cylinder z 0.01 0 0.03 -0.04 0.02",
    "cylinder out": "region wall cylinder z 0.01 0 0.03 -0.04 0.02 side out",
    "cylinder open": "region wall cylinder z 0.01 0 0.03 -0.04 0.02 open 1 open 2",
    "cone": "region wall cone z 0 0 0.01 0.04 -0.03 0.04",
    "cone open": "region wall cone z 0 0 0.01 0.04 -0.03 0.04 open 1 open 2",
    "cone out": "region wall cone x 0 0 0.04 0.02 -0.03 0.04 side out",
    "prism": "region wall prism -0.03 0.03 -0.03 0.03 -0.03 0.03 0.01 0.005 -0.01",
    "prism out": "region wall prism -0.03 0.03 -0.03 0.03 -0.03 0.03 0.01 0.005 -0.01 side out",
    "intersect": PARTS + "region wall intersect 2 a b",
    "intersect out": PARTS + "region wall intersect 2 a b side out",
    "union": PARTS + "region wall union 2 a b",
    "cut": OUT_PARTS + "region wall intersect 2 a b",
    "moved": "variable dx equal 0.01\nvariable turn equal 0.5\n"
             "region wall block -0.03 0.03 -0.02 0.02 -0.02 0.02 move v_dx NULL NULL rotate v_turn 0 0 0 1 1 0",
}
# Grains that fly about, and begin and end contacts with a wall that moves.
FLYING = decks.box(0.05, types=3, boundary="f f f") + """lattice sc 0.0045
region filled block -0.022 0.022 -0.022 0.022 -0.022 0.022 units box
create_atoms 1 region filled
set group all type/fraction 2 0.4 4711
set type 1 diameter 0.004 density 2500
set type 2 diameter 0.0044 density 1500
velocity all ramp vx -2 2 z -0.02 0.02 units box
velocity all ramp vy -2 2 x -0.02 0.02 units box
velocity all ramp vz -2 2 y -0.02 0.02 units box
variable shift equal 1e-3*sin(4e3*step*dt)
variable turn equal 50*step*dt
pair_style dcm/hertz/mindlin form sheet {loop}
pair_coeff * * young {young} poisson {poisson} restitution 0.9 friction 0.5
neighbor 0.0005 bin
{region} units box {motion}
fix w all wall/dcm/region 3 wall contacts
fix motion all nve/sphere
timestep 2e-6
""" + decks.dump(100, "flying", decks.COLUMNS + " f_w[*]") + decks.table("f_w f_w[1] f_w[2] f_w[3] f_w[4] f_w[5] f_w[6] f_w[7]", 100) + "run 600\n"
MOTIONS = ["", "move v_shift NULL v_shift", "rotate v_turn 0.001 0 0 1 2 3", "move NULL v_shift NULL rotate v_turn 0 0 0 0 1 0"]


def fly(case, deck, what, **words):
    """Many grains at a time, and one by one with 'loop plain': each bit is the same."""
    found = []
    for loop in ("", "loop plain"):
        rows = case.thermo(case.run_ok(deck.format(loop=loop, young=walls.YOUNG, poisson=walls.POISSON, **words)))
        found.append((case.text_of("flying"), rows))
    case.assertEqual(found[0], found[1], what)
    case.assertEqual(len(rows), 7)
    case.assertNotEqual(rows[2][2:5], rows[-1][2:5], what)


SPHERES = "region a sphere 0 0 0 0.02\nregion b sphere 0.02 0 0 0.02\nregion c sphere 0 0.02 0 0.02\n"


class Shapes(walls.Walls):

    def strew(self, shape, wall, out, pair=dcm(options="form sheet", restitution=1)):
        self.run_ok(STREWN.format(shape=shape, wall=wall, out=out, pair=pair))
        return self.read(out)

    def test_forces_are_those_of_wall_gran_region(self):
        hertz = (f"hertz/history {4.0 / 3.0 * E_STAR:.17g} NULL 1e-100", dcm(options="form sheet", restitution=1))
        # The host has the curvature of a hollow on the outside of a cone, which matters to Hertz' force.
        linear = ("hooke/history 1e4 NULL 1e-100", "pair_style dcm/hooke/history\npair_coeff * * kn 1e4 gamma_n 0 friction 0.5")
        for name, shape in SHAPES.items():
            model, pair = linear if name in ("cone open", "cone out") else hertz
            ours = self.strew(shape, "wall/dcm/region 2 wall contacts", "ours", pair)
            theirs = self.strew(shape, f"wall/gran/region {model} NULL 0.5 0 region wall contacts", "theirs", pair)
            # LAMMPS has no edges where the surfaces of parts meet and stand into the room.
            at_edges = [a for a, row in ours.items() if row[walls.TOUCHES] and not theirs[a][walls.TOUCHES]]
            self.assertEqual(len(at_edges), {"union": 2, "intersect out": 3}.get(name, 0), name)
            for a in at_edges:
                del ours[a], theirs[a]
            touching = [a for a, row in ours.items() if row[walls.TOUCHES]]
            self.assertGreater(len(touching), 50, name)
            # A distance is a difference of numbers of 0.05 rounded to 1e-17; the smallest overlaps are
            # some 1e-7. One grain is 2e-6 from a cone: that leaves so many digits to a direction.
            self.assertLess(self.difference(ours, theirs, host.FORCE), 1e-11 if name in ("cone", "cone open") else 1e-12, name)
            self.assertEqual(touching, [a for a, row in theirs.items() if row[walls.TOUCHES]], name)
            # The host's row of a grain that touches several walls has one force, ours has the sum.
            for a in touching:
                for f, total in zip(walls.FORCE, host.FORCE):
                    self.assertAlmostEqual(ours[a][f], ours[a][total], delta=1e-12)
                if all(abs(theirs[a][f] - theirs[a][t]) < 1e-15 for f, t in zip(walls.FORCE, host.FORCE)):
                    for c in (*walls.POINT, walls.SIZE):
                        self.assertAlmostEqual(ours[a][c], theirs[a][c], delta=1e-12)

    # Shapes that are the same. The host is no reference for the outside of a union: unions have none in 2025, and one with wrong distances in 2021.
    SAME = {"one within the other": (SHAPES["sphere out"], "region a sphere 0.01 0 0 0.03\nregion b sphere 0.01 0 0 0.02\n"
                                     "region wall union 2 a b side out"),
            "a union of unions": (SPHERES + "region wall union 3 a b c side out", SPHERES + "region ab union 2 a b\nregion wall union 2 ab c side out")}

    def test_many_grains_at_a_time_as_one_by_one(self):
        """With 'loop plain' LAMMPS is asked for its surface grain by grain."""
        shapes = {"plane": "plane 0.005 0 0 1 2 3", "plane out": "plane -0.005 0 0 1 2 3 side out", "sphere": "sphere 0.002 0 0 0.022",
                  "sphere out": "sphere 0.002 0 0 0.012 side out", "block": "block -0.02 0.02 -0.016 0.022 INF 0.02",
                  "cylinder x": "cylinder x 0.002 0 0.02 -0.02 0.022", "cylinder y": "cylinder y 0 0 0.02 -0.02 0.022",
                  "cylinder z": "cylinder z 0 0.002 0.02 INF 0.022"}
        for name, shape in shapes.items():
            for motion in MOTIONS:
                fly(self, FLYING, f"{name} {motion}", region=f"region wall {shape}", motion=motion)

    def test_outside_of_a_union(self):
        for what, shapes in self.SAME.items():
            one, other = (self.strew(shape, "wall/dcm/region 2 wall contacts", "out") for shape in shapes)
            self.assertGreater(sum(row[walls.TOUCHES] for row in one.values()), 50)
            self.assertTrue(one == other, what)    # a list of differences would take minutes
        apart = self.strew("region a sphere 0.02 0 0 0.02\nregion b block -0.05 -0.03 -0.02 0.02 -0.02 0.02\n"
                           "region wall union 2 a b side out", "wall/dcm/region 2 wall contacts", "apart")
        total = {}
        for part in ("sphere 0.02 0 0 0.02", "block -0.05 -0.03 -0.02 0.02 -0.02 0.02"):
            rows = self.strew(f"region wall {part} side out", "wall/dcm/region 2 wall contacts", "part")
            self.assertGreater(sum(row[walls.TOUCHES] for row in rows.values()), 20)
            for a, row in rows.items():
                total[a] = [x + y for x, y in zip(total.get(a, [0.0] * 3), row[9:12])]
        self.assertTrue({a: row[9:12] for a, row in apart.items()} == total)

    def test_union_with_an_open_part(self):
        # A pipe leads to a bin without a lid. The open bin has an inside for the host wherever one asks, so
        # that it must not take away the pipe's walls; the pipe takes away the wall of the bin in its mouth.
        union = ("region a block -0.02 0.02 -0.02 0.02 -0.02 0.02 open 6\nregion b block 0.01 0.045 -0.008 0.008 "
                 "-0.008 0.008\nregion wall union 2 {}\nfix w all wall/dcm/region 2 wall")
        overlap = 1e-4
        force = hertz(overlap)
        for order in ("a b", "b a"):
            for at, expected in (((0.035, 0.0, RADIUS - overlap - 0.008), force),    # on the floor of the pipe
                                 ((-0.005, 0.0, RADIUS - overlap - 0.02), force),    # on that of the bin
                                 ((0.0, 0.0, 0.02 - RADIUS + overlap), 0.0),    # under the lid that is not there
                                 ((0.02 - RADIUS + overlap, 0.0, 0.0), 0.0)):    # in the mouth
                row = self.last(grain(at), union.format(order), steps=0)[1]
                for actual, wanted in zip(row[9:12], (0.0, 0.0, expected)):
                    self.assertAlmostEqual(actual, wanted, delta=1e-9 * force)


class Seams(walls.Walls):
    """Regions of two parts that are one wall: a grain that slides, rolls or lies on it knows nothing of the joint."""

    # Grains on the outside of two solids that abut at x = 0, and of two that overlap there; in two rooms that abut.
    FLOORS = {
        "abut": "region a block -0.04 0 -0.03 0.03 -0.03 {z} side out\nregion b block 0 0.04 -0.03 0.03 -0.03 {z} side out\n"
                "region c intersect 2 a b\n",
        "union": "region a block -0.04 0 -0.03 0.03 -0.03 {z}\nregion b block 0 0.04 -0.03 0.03 -0.03 {z}\n"
                 "region c union 2 a b side out\n",
        "overlap": "region a block -0.04 0.004 -0.03 0.03 -0.03 {z}\nregion b block -0.002 0.04 -0.03 0.03 -0.03 {z}\n"
                   "region c union 2 b a side out\n",
        "nested": "region a block -0.04 0 -0.03 0.03 -0.03 {z}\nregion b block 0 0.002 -0.03 0.03 -0.03 {z}\n"
                  "region d block 0.002 0.04 -0.03 0.03 -0.03 {z}\nregion ab union 2 a b\n"
                  "region c union 2 ab d side out\n",
        "rooms": "region a block -0.04 0 -0.03 0.03 {z} 0.04\nregion b block 0 0.04 -0.03 0.03 {z} 0.04\n"
                 "region c union 2 a b\n",
    }
    ONE = "region c block -0.04 0.04 -0.03 0.03 {z} 0.04\n"

    def slide(self, floor, law, x, vx, z, steps=800):
        """A grain that presses and slides, from x on, at a height at which rounding errs."""
        return self.scene(grain((x, 0.0, z + RADIUS - 2e-5), (vx, 0.1, 0.0), (3.0, 0.0, 1.0)), floor.format(z=z) +
                          "fix w all wall/dcm/region 2 c contacts", law, steps=steps, every=20, columns=" f_w[1]")

    def test_a_grain_over_the_joint(self):
        for z in (0.0, 0.0123):
            for x in (0.0, 0.002, 0.004, -0.002):
                law = dcm(options="form sheet", restitution=1.0)
                alone = self.slide(self.ONE, law, x, 0.0, z)
                self.assertGreater(alone[20][1][walls.TOUCHES], 0.0)
                for name, floor in self.FLOORS.items():
                    self.assert_same(alone, self.slide(floor, law, x, 0.0, z), 1e-9)

    def test_across_the_joint(self):
        # Friction and rolling know what was before the joint; a neck holds on beyond touching.
        neck = dcm("jkr/exact", more="work_of_adhesion 0.5")
        for law in (dcm(), dcm(options="form consistent", rolling=0.05), neck):
            for vx in (0.4, -0.4):
                for z in (0.0, 0.0123):
                    alone = self.slide(self.ONE, law, -0.3e-3 * vx, vx, z)
                    for name, floor in self.FLOORS.items():
                        self.assert_same(alone, self.slide(floor, law, -0.3e-3 * vx, vx, z), 1e-9)

    def test_neck_beyond_touching(self):
        # Pulled off slowly while it slides across the joint: the contact that has begun ends where it would.
        law = dcm("jkr/exact", more="work_of_adhesion 0.5")
        frames = {}
        for name, floor in dict(self.FLOORS, alone=self.ONE).items():
            frames[name] = self.scene(
                grain((-2e-4, 0.0, RADIUS - 1e-6)), floor.format(z=0.0) + "fix w all wall/dcm/region 2 c contacts", law,
                steps=1500, every=10, columns=" f_w[1]", integrate="fix move all move linear 0.2 0 0.006")
        # It has left the floor when it comes to the joint at step 1000, and is held still.
        at_joint = frames["alone"][1010][1]
        self.assertGreater(at_joint[2], RADIUS)
        self.assertLess(at_joint[11], 0.0)
        for name in self.FLOORS:
            self.assert_same(frames["alone"], frames[name], 1e-9)

    def test_from_one_wall_to_another_a_contact_begins_anew(self):
        # A small grain leaves the floor in the step in which it touches the wall that stands on it: two parts,
        # of which the second is told nothing of the path along the first.
        radius, overlap = 1e-4, 9.95e-6
        wall = "region b block 0.01 0.03 -0.03 0.03 -0.03 0.03 side out\n"
        both = "region a block -0.03 0.02 -0.03 0.03 -0.03 0 side out\n" + wall + "region c intersect 2 a b\n"
        start = grain((0.01 - radius - overlap, 0.0, radius - overlap), radius=radius)
        frames = [self.scene(start, region + "fix w all wall/dcm/region 2 c", dcm(options="form consistent", friction=1e3),
                             steps=110, every=1, integrate="fix move all move linear 0.1 0.05 0.1")
                  for region in (both, wall.replace("region b", "region c"))]
        for step in range(111):
            self.assertEqual(frames[0][step] == frames[1][step], step >= 100, step)

    def test_the_opening_between_rooms_is_none(self):
        # From one room into the other, through the face that they share, at places that rounding errs about.
        for place in (0.0, 0.1 / 3.0, 1e-3 / 7.0):
            rooms = (f"region a block -0.04 {place!r} -0.03 0.03 -0.03 0.03\n"
                     f"region b block {place!r} 0.04 -0.03 0.03 -0.03 0.03\nregion c union 2 a b\n")
            for x in (place, place - 1e-3, place + 1e-3, place - 1e-17):
                rows = self.last(grain((x, 0.0, 0.0)), rooms + "fix w all wall/dcm/region 2 c contacts", steps=0,
                                 columns=" f_w[1]")
                self.assertEqual(rows[1][9:12], [0.0, 0.0, 0.0], (place, x))


# Grains that fly about in a room without losses.
ROOM = decks.box(0.05, boundary="f f f") + """{room}create_atoms 1 random 40 4711 wall
set group all diameter 0.006 density 2500
velocity all create 1 4711 loop geom
variable speed atom sqrt(vx^2+vy^2+vz^2)
variable vx atom vx/v_speed
variable vy atom vy/v_speed
variable vz atom vz/v_speed
velocity all set v_vx v_vy v_vz
{pair}
neigh_modify exclude type 1 1
fix w all wall/dcm/region 1 wall contacts
fix m all nve/sphere
timestep 2e-7
thermo_modify lost ignore
""" + decks.dump(1000, "room", "id x y z vx vy vz f_w[*]") + "dump_modify d first yes\nrun 40000\n"


class Edges(walls.Walls):
    """Edges and corners where parts meet, and that stand into the room."""

    # Rooms with one edge along y, which are all but a quarter of space.
    QUARTER = {"a block from outside": "region r block 0 0.05 -0.05 0.05 0 0.05 side out\n",
               "an L": "region a block -0.05 0 -0.05 0.05 -0.05 0.05\nregion b block -0.05 0.05 -0.05 0.05 -0.05 0\nregion r union 2 a b\n",
               "outside of a wedge": "region a plane 0 0 0 1 0 0\nregion b plane 0 0 0 0 0 1\nregion r intersect 2 a b side out\n"}

    def test_an_edge_is_an_edge(self):
        for z in (-0.02, -0.019, -0.016, -0.013):
            found = {}
            for name, room in self.QUARTER.items():
                row = self.last(grain((-0.02, 0.0, z), (1.0, 0.0, 1.0)), room + "fix w all wall/dcm/region 1 r", dcm(restitution=1, friction=0.5), steps=24000)[1]
                self.assertLess(row[3] + row[5], 1.9, name)
                found[name] = row
            first = found.pop("a block from outside")
            for name, row in found.items():
                for a, b in zip(row, first):
                    self.assertAlmostEqual(a, b, delta=1e-9, msg=name)

    def test_an_edge_moves_with_both_parts(self):
        """One part moves the edge along x, the other one along z: the edge is that of a block that moves along both, for the damper and for the work."""
        moves = "variable x equal -0.3*step*dt\nvariable z equal 0.2*step*dt\n"
        block = self.QUARTER["a block from outside"].strip() + " move v_x NULL v_z\n"
        parts = ("region a block -0.05 0 -0.05 0.05 -0.05 0.05 move v_x NULL NULL\n", "region b block -0.05 0.05 -0.05 0.05 -0.05 0 move NULL NULL v_z\n")
        rooms = (block, "".join(parts) + "region r union 2 a b\n", "".join(parts) + "region r union 2 b a\n")
        for x in (-0.0145, -0.013, -0.012):
            first, *others = (self.last(grain((x, 0.0, -0.008), (1.0, 0.0, 1.0)),
                                        moves + room + "fix w all wall/dcm/region 1 r\nvariable sum equal f_w\nvariable work atom v_sum", dcm(restitution=0.6, friction=0),
                                        steps=12000, columns=" v_work")[1] for room in rooms)
            self.assertGreater(abs(first[-1]), 0.1 * walls.MASS)
            for row in others:
                for a, b in zip(row, first):
                    self.assertAlmostEqual(a, b, delta=1e-9)

    # A room, and the same room made of other parts: floors in one plane that overlap, a part twice, a union in a union, and a pocket that is less deep
    # than the grain, so that the grain's centre does not come into it.
    SLOT = "region slot block -0.02 0.02 -0.006 0.006 -0.03 {}\n"
    BIN = "region bin block -0.03 {} -0.03 0.03 0 0.04\n"
    AGAIN = (((0.0, 0.0045, 0.006), BIN.format(0.03) + SLOT.format(0.01) + "region r union 2 bin slot\n",
              (BIN.format(0.004) + "region more block -0.004 0.03 -0.03 0.03 0 0.04\n" + SLOT.format(0.01) + "region r union 3 bin more slot\n",
               BIN.format(0.03) + SLOT.format(0.0) + "region r union 3 bin bin slot\n",
               BIN.format(0.03) + SLOT.format(0.01) + "region few union 2 bin slot\nregion far sphere 0 0 0.03 0.002\nregion r union 2 far few\n")),
             ((0.0003, 0.0002, 0.006), BIN.format(0.03) + "region pocket block -0.005 0.005 -0.005 0.005 -0.001 0.01\nregion r union 2 bin pocket\n",
              (BIN.format(0.03) + "region pocket block -0.005 0.005 -0.005 0.005 -0.001 0\nregion r union 2 bin pocket\n",)))

    def test_rooms_of_other_parts_are_the_same(self):
        for place, room, others in self.AGAIN:
            first, *rows = (self.last(grain(place, (0.0, 0.0, -0.5), radius=0.003), whole + "fix w all wall/dcm/region 1 r",
                                      dcm(restitution=1, friction=0), steps=12000)[1] for whole in (room, *others))
            self.assertAlmostEqual(sum(v * v for v in first[3:6]), 0.25, delta=1e-4)
            self.assertNotEqual(first[5], -0.5)
            for other, row in zip(others, rows):
                for a, b in zip(first, row):
                    self.assertAlmostEqual(a, b, delta=1e-7, msg=other)

    def test_a_grain_on_an_outlet_that_is_smaller(self):
        # On the axis all directions to the rim are alike.
        row = self.last(grain((0.0, 0.0, 0.0022), radius=0.003), "region bin block -0.03 0.03 -0.03 0.03 0 0.04\nregion pipe cylinder z 0 0 0.002 -0.04 0\n"
                        "region r union 2 bin pipe\nfix w all wall/dcm/region 1 r", steps=0)[1]
        self.assertGreater(row[11], 0.0)

    # A sharp wedge is left between two surfaces, and an edge ends at a corner that is a hundred-thousandth of the radius away.
    FOUND = (((-0.0081137783, 0.0018159855, -0.0083740694), "region a cylinder y -0.00137 -0.00496 0.00874 -0.00405 0.03172\n"
              "region b block -0.02966 -0.00916 -0.00835 0.02515 -0.01876 0.00227\nregion r union 2 a b\n"),
             ((-0.019431907177236182, -0.0083757665991913734, 0.0019557370248158173), "region a cylinder x 0.00247 -0.00959 0.01658 -0.02267 0.00870\n"
              "region b block -0.02180 0.01103 -0.01844 0.00805 -0.01572 0.00929\nregion c sphere -0.01421 0.00235 -0.00866 0.01846\n"
              "region d block -0.02727 0.00270 -0.00961 0.02520 -0.01971 0.00441\nregion r union 4 a b c d\n"))

    def test_edges_that_are_hard_to_find(self):
        for place, room in self.FOUND:
            row = self.last(grain(place, radius=0.003), room + "fix w all wall/dcm/region 1 r", steps=0)[1]
            self.assertGreater(math.hypot(*row[9:12]), 0.0, room)

    def part(self, draw, name, side):
        place = [draw.uniform(-0.01, 0.01) for _ in range(3)]
        size = draw.uniform(0.008, 0.02)
        low = draw.uniform(-0.03, 0.0)
        words = draw.choice(["block " + " ".join(f"{c - size} {c + draw.uniform(0.5, 1.5) * size}" for c in place), f"sphere {place[0]} {place[1]} {place[2]} {size}",
                             f"cylinder {draw.choice('xyz')} {place[0]} {place[1]} {size} {low} {low + draw.uniform(0.02, 0.05)}"])
        return f"region {name} {words} side {side}\n"

    def test_a_bounce_without_losses_keeps_the_energy(self):
        # Hertz' force has no potential where R* changes along an edge of curved surfaces.
        linear, hertzian = "pair_style dcm/hooke\npair_coeff * * kn 2e4 gamma_n 0 friction 0", dcm(restitution=1, friction=0)
        draw, touched, worst = drop_in_granular.seeded(), 0, {linear: 0.0, hertzian: 0.0}
        for parts in (2, 3, 4):
            for side, whole in (("in", "union {} {}\n"), ("out", "intersect {} {} side out\n")):
                names = "abcd"[:parts]
                room = "".join(self.part(draw, name, side) for name in names) + "region wall " + whole.format(parts, " ".join(names))
                pair = linear if parts != 3 or side == "out" else hertzian
                self.run_ok(ROOM.format(room=room, pair=pair))
                frames = self.frames("room")
                first = {k: row for k, row in frames[min(frames)].items() if not row[6]}    # others are pressed into the walls
                for step, rows in frames.items():
                    for k in first:
                        row = rows[k]
                        if row[6]:
                            touched += 1
                        else:
                            gained = abs(sum(v * v for v in row[3:6]) / sum(v * v for v in first[k][3:6]) - 1.0)
                            worst[pair] = max(worst[pair], gained)
                            # A linear spring leaves the error of the time step.
                            self.assertLess(gained, 3e-6 if pair == linear else 0.05, f"{room}, {step}, {k}")
        print("bounces at edges: with a linear spring {:.2g} of the energy, with Hertz' {:.2g}".format(*worst.values()))
        self.assertGreater(touched, 50)


class Geometry(walls.Walls):

    def test_curvature(self):
        # Overlap 1e-4, inside and outside. On a cylinder R* is that of the circle with the force of Hertz' elliptic contact, or, as in
        # the host, that of the mean curvature: form sheet has this, unless asked otherwise.
        overlap, wall = 1e-4, 0.02
        inside, outside = wall - RADIUS + overlap, wall + RADIUS - overlap

        def ellipse(bent):    # the one curvature over the other
            quotient = max(bent, 1.0 / bent)
            return RADIUS / math.sqrt(bent) / (1.0 - (quotient**0.0684 - 1.0)**1.531)**3

        within, without = ellipse(1.0 - RADIUS / wall), ellipse(1.0 + RADIUS / wall)
        tube = "region r cylinder z 0 0 {} INF INF{}\nfix w all wall/dcm/region 1 r"
        cone = "region r cone z 0 0 {0} {0} -1 1\nfix w all wall/dcm/region 1 r"
        mean_within, mean_without = 1.0 / (1.0 / RADIUS - 0.5 / wall), 1.0 / (1.0 / RADIUS + 0.5 / wall)
        mean, principal, consistent, cylinder = " curvature mean", " curvature principal", " form consistent", "fix w all wall/dcm 1 zcylinder {}"
        for walls_of, x, effective in (
                (cylinder, inside, mean_within), (cylinder, outside, mean_without),
                (cylinder + principal, inside, within), (cylinder + principal, outside, without),
                (cylinder + consistent, inside, within), (cylinder + consistent + mean, inside, mean_within),
                (tube.format("{}", "") + consistent, inside, within), (tube.format("{}", " side out") + principal, outside, without),
                (tube.format("{}", " side out"), outside, mean_without), (cone + consistent, inside, within), (cone, inside, mean_within),
                (cone.replace("1\n", "1 side out\n") + principal, outside, without), (cone.replace("1\n", "1 open 1\n"), outside, mean_without),
                ("region r sphere 0 0 0 {}\nfix w all wall/dcm/region 1 r" + consistent, inside, 1.0 / (1.0 / RADIUS - 1.0 / wall)),
                ("region r sphere 0 0 0 {} side out\nfix w all wall/dcm/region 1 r" + principal, outside, 1.0 / (1.0 / RADIUS + 1.0 / wall))):
            at = (0.6 * x, -0.8 * x, 0.0)
            row = self.last(grain(at), walls_of.format(wall), dcm(options="form sheet"), steps=0)[1]
            force = hertz(overlap, effective)
            sign = -1.0 if x < wall else 1.0
            self.assertLess(abs(row[9] / (0.6 * sign * force) - 1.0), 1e-9, walls_of)
            self.assertLess(abs(row[10] / (-0.8 * sign * force) - 1.0), 1e-9, walls_of)

    def test_cones_along_each_axis(self):
        # Ends that push along the axis, on the axis and beside it, from inside and outside; and a tip whose end is open, from outside of the mantle.
        overlap, tilt = 1e-4, math.hypot(1.0, 0.25)
        r = 0.01 + (RADIUS - overlap) / tilt    # from the axis, where the mantle has the radius 0.01 at a place a little farther along
        for axis in range(3):
            for words, along, across, expected in (
                    ("0.03 0.02 -0.02 0.02", -0.02 + RADIUS - overlap, 0.004, (1.0, 0.0)),
                    ("0.03 0.02 -0.02 0.02", 0.02 - RADIUS + overlap, 0.0, (-1.0, 0.0)),
                    ("0.03 0.02 -0.02 0.02 side out", 0.02 + RADIUS - overlap, 0.0, (1.0, 0.0)),
                    ("0 0.02 -0.04 0.04 open 1", -(RADIUS - overlap) * 0.25 / tilt, r, (-0.25 / tilt, 1.0 / tilt)),
                    ("1e-14 0.02 -0.04 0.04 open 1 side out", -(RADIUS - overlap) * 0.25 / tilt, r, (-0.25 / tilt, 1.0 / tilt))):
                place = [0.0] * 3
                place[axis], place[(axis + 1) % 3] = along, across
                row = self.last(grain(place), f"region r cone {'xyz'[axis]} 0 0 {words}\nfix w all wall/dcm/region 1 r",
                                dcm(options="form sheet"), steps=0)[1]
                force = hertz(overlap, RADIUS if expected[1] == 0.0 else 1.0 / (1.0 / RADIUS + 0.5 / 0.01))
                for direction, share in zip((axis, (axis + 1) % 3, (axis + 2) % 3), (*expected, 0.0)):
                    self.assertAlmostEqual(row[9 + direction] / force, share, delta=1e-7, msg=f"{axis} {words}")

    def test_a_cone_changes_the_curvature(self):
        # R* grows as a grain slides along, so that Hertz' force has no potential: the energy of grain and contact changes by what the contact would
        # store at the same overlap with another R*, summed along the way. A linear spring knows no R*.
        cone = "region r cone z 0 0 0.01 0.028 -0.02 0.04\nfix w all wall/dcm/region 1 r"
        spring = "pair_style dcm/linear\npair_coeff * * kn 1e3 restitution 1 friction 0"
        for pair, follows_curvature in ((dcm(restitution=1, friction=0), True), (spring, False)):
            frames = self.scene(grain((0.009, 0.0, 0.0), (0.3, 0.0, 0.5)), cone, pair, steps=20000, every=1)
            rows = [frames[step][1] for step in sorted(frames)]
            self.assertEqual([rows[0][9], rows[-1][9]], [0.0, 0.0])
            changed, before = 0.0, 0.0
            for row in rows:
                force, overlap = math.hypot(*row[9:12]), RADIUS - (0.016 + 0.3 * row[2] - row[0]) / math.hypot(1.0, 0.3)
                if force and follows_curvature:
                    effective = (force / hertz(overlap, 1.0))**2
                    changed += 0.5 * math.log(effective / before) * 0.4 * force * overlap if before else 0.0
                    before = effective
            first = kinetic(rows[0])
            gained = (kinetic(rows[-1]) - first) / first
            print(f"a bounce in a cone: {gained:.2g} of the energy")
            self.assertAlmostEqual(gained, changed / first, delta=2e-8)    # 1e-8 is the error of the time step with the spring
            self.assertEqual(abs(gained) > 5e-5, follows_curvature)

    def test_only_one_side(self):
        # The host's regions hold grains on one side; what is on the other passes.
        row = self.last(grain((0.021, 0.0, 0.0)), "region tube cylinder z 0 0 0.02 INF INF\n"
                        "fix w all wall/dcm/region 2 tube", steps=0)[1]
        self.assertEqual(row[9], 0.0)


class Motion(walls.Walls):

    def test_a_wall_that_hits(self):
        # A grain at rest leaves with (1 + e) V; also when the fix comes late, where the displacement is not zero. The radius of the sphere, and with
        # it R*, falls by 4 % in the collision.
        plane = "variable rise equal 0.5*step*dt\nregion wall plane 0 0 -0.005 0 0 1 move NULL NULL v_rise\n"
        sphere = "variable size equal 0.02-0.5*step*dt\nregion wall sphere 0 0 0 v_size\n"
        for wall, place, column, speed, bound, steps in ((plane, (0.0, 0.0, RADIUS), 5, 0.5, 5e-4, 12500), (sphere, (0.0101, 0.0, 0.0), 3, -0.5, 5e-3, 12000)):
            for before in (0, 9000):
                row = self.last(grain(place), f"{wall}run {before}\nfix w all wall/dcm/region 1 wall", steps=steps - before, every=500)[1]
                self.assertAlmostEqual(row[column] / speed, 1.8, delta=bound)

    def test_starts_from_rest(self):
        # A move of a region before the fix saw the region is no velocity: the force is the elastic one.
        for moved in ("region wall plane 0 0 -0.01 0 0 1 move NULL NULL v_far",
                      "region wall sphere 0 0 0.03 v_size"):
            row = self.last(grain((0.0, 0.0, RADIUS - 1e-4)), "variable far equal 0.01\nvariable size equal 0.03\n"
                            f"run 100\n{moved}\nfix w all wall/dcm/region 1 wall", integrate="", steps=0)[1]
            effective = RADIUS if "plane" in moved else 1.0 / (1.0 / RADIUS - 1.0 / 0.03)
            force = hertz(1e-4, effective)
            self.assertLess(abs(row[11] / force - 1.0), 1e-9, moved)

    def test_shrinking_cylinder_that_was_turned(self):
        shrinks = "variable size equal 0.02-0.5*step*dt\nvariable turn equal PI/2\n"
        rows = [self.last(grain((0.0, 0.0101, 0.0)), shrinks + f"region room cylinder {words}\nfix w all wall/dcm/region 1 room", steps=12000, every=500)[1]
                for words in ("x 0 0 v_size -0.1 0.1", "y 0 0 v_size -0.1 0.1 rotate v_turn 0 0 0 0 0 1")]
        for row in rows:
            self.assertAlmostEqual(row[4] / rows[0][4], 1.0, delta=1e-6)
        self.assertLess(rows[0][4], -0.8)

    DRUM = "region drum cylinder z 0 0 0.02 INF INF rotate v_angle 0 0 0 0 0 {}\n"

    def drums(self):
        """Ways to turn a cylinder of radius 0.02 with 0.2 at its surface, clockwise."""
        angle = "variable angle equal -10*step*dt\n"
        yield "fix w all wall/dcm 2 zcylinder 0.02 shear x 0.2"
        yield angle + self.DRUM.format(1) + "fix w all wall/dcm/region 2 drum"
        # The axis of rotation need not have unit length.
        yield angle + self.DRUM.format(2.5) + "fix w all wall/dcm/region 2 drum"
        # As part of others.
        yield (angle + self.DRUM.format(1) + "region far sphere 0 0 0.04 0.001\nregion both union 2 drum far\n"
               "fix w all wall/dcm/region 2 both")
        yield (angle + self.DRUM.format(1) + "region wide sphere 0 0 0 0.045\nregion both intersect 2 wide drum\n"
               "fix w all wall/dcm/region 2 both")
        yield (angle + self.DRUM.format("1 side out") + "region far sphere 0 0 0.04 0.001 side out\n"
               "region both intersect 2 far drum side out\nfix w all wall/dcm/region 2 both")

    def test_velocity_of_the_wall(self):
        # A grain that is held, without friction along the wall but with damping: forces tell the velocity.
        speed = 0.2
        for drum in self.drums():
            pair = dcm(options="form sheet", friction=1e3)
            row = self.last(grain((0.015 + 1e-4, 0.0, 0.0)), drum, pair, integrate="", steps=1)[1]
            # One step: spring k v dt and damper; both along -y.
            effective = 1.0 / (1.0 / RADIUS - 1.0 / 0.04)
            a = math.sqrt(effective * 1e-4)
            kt = 8.0 * walls.G_STAR * a
            force = kt * speed * 1e-6 + walls.damper(kt, speed)
            self.assertLess(abs(row[10] / -force - 1.0), 1e-9, drum)

    def test_a_run_begins_where_the_last_ended(self):
        # Between two runs the region does not stop: a held grain feels the same force.
        for drum in self.drums():
            frames = self.scene(grain((0.015 + 1e-4, 0.0, 0.0)), drum, dcm(friction=1e3), integrate="",
                                steps="50\nundump d\n" + decks.dump(1, "again") + "run 0", every=50)
            self.assert_same(frames[50], self.read("again"), 1e-12, drum, (host.FORCE, host.TORQUE))

    def test_steps_that_are_set_back(self):
        # Where the region was a step before is not known: the wall is at rest, and of the force along it the spring is left.
        for drum in list(self.drums())[1:]:
            self.scene(grain((0.015 + 1e-4, 0.0, 0.0)), drum, dcm(options="form sheet", friction=1e3), integrate="",
                       steps="50\nundump d\nreset_timestep 10\n" + decks.dump(1, "again") + "run 0", every=50)
            kt = 8.0 * walls.G_STAR * math.sqrt(1e-4 / (1.0 / RADIUS - 1.0 / 0.04))
            self.assertLess(abs(self.read("again")[1][10] / (-kt * 0.2 * 50e-6) - 1.0), 1e-9, drum)
