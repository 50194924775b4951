# SPDX-License-Identifier: MIT
"""The host's own granular walls, not edited, with the suffix dcm: the same physics by laws of dcm."""

import unittest

import drop_in_granular
import decks
import host
import side_by_side
from side_by_side import AT_ONCE, BOUNDS, LATER, SUFFIX

# Grains of all sizes in a box that is a little larger than they are.
GRAINS = """units si
atom_style sphere
boundary f f f
lattice sc 0.003
region box block -0.012 0.018 -0.012 0.018 -0.003 0.018 units box
create_box 2 box
region grains block 0 0.012 0 0.012 0 0.012 units box
create_atoms 1 region grains
set group all type/fraction 2 0.4 4711
variable diameter atom 0.0024+0.0008*random(0,1,771)
variable density atom 2500+200*(type==2)
set group all diameter v_diameter
set group all density v_density
""" + decks.stir(0.6) + """variable wx atom 200*cos(1500*x)
set group all omega v_wx 50 -80
write_data grains.data nocoeff
"""
HEAD = decks.begin(boundary="f f f")
PAIR = "pair_style gran/hooke/history 5e3 NULL 2e3 NULL 0.3 1\npair_coeff * *\n"
RUN = side_by_side.RUN + "fix pull all gravity 3000 vector -0.7 -0.6 -1\n"
MODELS = {"hooke": "5e3 NULL 2e3 NULL 0.3 1", "hooke/history": "5e3 {} 2e4 NULL 0.3 1", "hertz/history": "1e7 {} 5e6 NULL 0.3 1"}
NAMES = [name for name in MODELS if name != "hooke" or not host.HOOKE_WALLS_ERR]
IS_OLD = host.GRANULAR_IS_ONE_FILE    # there jkr of walls is not ours
HAS_CYLINDER = not host.IN_2026


def model(name, limit=""):
    return f"{name} {MODELS[name].format('NULL')} {limit}"


def planes(name, limit=""):
    wall = model(name, limit)
    return (f"fix x all wall/gran {wall} xplane -0.0013 0.0132\n"
            f"fix y all wall/gran {wall} yplane -0.0013 0.0133 shear x 0.5 contacts\n"
            f"fix z all wall/gran {wall} zplane -0.0013 NULL wiggle z 1e-4 1e-3\n"
            f"fix top all wall/gran {wall} zplane NULL 0.0134 wiggle x 1e-4 1e-3\n")


def cylinder(name):
    return (f"fix x all wall/gran {model(name)} zcylinder 0.0097 {{motion}} contacts\n"
            f"fix z all wall/gran {model(name)} zplane -0.0013 0.0132\n")


REGIONS = {
    "box": "region r block -0.0013 0.0132 -0.0013 0.0133 -0.0013 0.0133 open 2\n",
    "drum": "variable turn equal 20*step*1e-6\n"
            "region r cylinder y 0.006 0.006 0.0097 -0.0013 0.0133 rotate v_turn 0.006 0 0.006 0 1 0\n",
    "moving ball": "variable up equal 0.2*step*1e-6\nregion r sphere 0.006 0.006 0.006 0.0116 move NULL NULL v_up\n",
    "stump": "region r cone z 0.006 0.006 0.0095 0.0105 -0.0013 0.0135\n",
    "two": "region a cylinder z 0.006 0.006 0.0097 INF INF\nregion b plane 0 0 -0.0013 0 0 1\nregion r intersect 2 a b\n",
}


def of_region(what, name):
    return REGIONS[what] + f"fix w all wall/gran/region {model(name)} region r"


# One or two grains, for a wall that is given then.
FEW = decks.box(0.05, boundary="f f f") + "{grains}\nset type 1 diameter {diameter} density 2500\n" + PAIR + "timestep 1e-6\nneighbor 0.0002 bin\n"


def few(*places, diameter=0.002):
    return FEW.format(grains="\n".join("create_atoms 1 single {} {} {}".format(*place) for place in places), diameter=diameter)


# Walls that move or turn to the grains.
COMING = {"moves": "variable way equal 3*step*1e-6\nregion r plane 0 0 -0.0024 0 0 1 move NULL NULL v_way\n",
          "turns": "variable way equal 2500*step*1e-6\n"
                   "region r block -0.009 0.009 -0.0004 0.0004 -0.009 0.009 side out rotate v_way 0 0 0 0 0 1\n",
          "both": "variable way equal 2*step*1e-6\nvariable turn equal 1000*step*1e-6\n"
                  "region r cylinder x 0 -0.0024 0.001 -0.009 0.009 side out move NULL NULL v_way rotate v_turn 0 0 0 1 0 0\n"}


class Walls(side_by_side.Both):

    RUN = RUN

    def setUp(self):
        super().setUp()
        self.made("grains.data", GRAINS)

    def head(self, pair, newton="off"):
        return HEAD + "read_data grains.data\n"

    def compare_walls(self, walls, what, columns="", ranks=1, bounds=BOUNDS, pair=PAIR, touching=0):
        """@param touching a column of the dump tells whether a grain touches; more than so many must"""
        own, _ = self.compare_on(pair, what, ranks=ranks, more=walls, bounds=bounds, columns=columns)
        if columns:
            self.assertGreater(sum(row[15] for row in own[300].values()), touching, what)

    def test_planes(self):
        for name in NAMES:
            for limit in ("", "limit_damping"):
                self.compare_walls(planes(name, limit), f"{name} {limit}", "f_y[*]", touching=2)
        self.compare_walls(planes(name), name, ranks=2)

    @unittest.skipUnless(host.HOOKE_WALLS_ERR, "the host takes the numbers of the command")
    def test_hooke_that_errs(self):
        # Digits multiply from step to step where grains hardly slide.
        self.compare_walls(planes("hooke"), "hooke", bounds={0: AT_ONCE, 1: LATER})
        self.assertIn("takes gamma_t/gamma_n, 0.5, for the coefficient of friction, and so does dcm", " ".join(self.texts[1].split()))

    def test_granular(self):
        # Every sub-model with some others.
        tried = [drop_in_granular.model(words, drop_in_granular.WALL) for words in drop_in_granular.covering(drop_in_granular.seeded(), 1, ["jkr"] * IS_OLD)]
        if IS_OLD:    # the host takes the limit of friction from a variable that it never sets
            tried.append("dmt 1e7 0.6 0.25 0.5 damping tsuji tangential linear_history 4e3 0.5 0")
        for n, words in enumerate(tried):
            wall = f"granular {words}"
            # The host finds the contact radius of jkr by a formula in which terms cancel. One run: 29Sep2021 has another number of tsuji in each.
            bounds = {0: 1e-10 if "jkr" in words else AT_ONCE, 200: LATER}
            self.compare_walls(f"fix x all wall/gran {wall} xplane -0.0013 NULL\n"
                               f"fix z all wall/gran {wall} zplane -0.0013 0.0134 shear x 0.3 contacts\n", wall, "f_z[*]", bounds=bounds, touching=1)
            if "jkr" in words or n == 0:
                self.compare_walls(REGIONS["drum"] + f"fix w all wall/gran/region {wall} region r contacts\n", "region " + wall, "f_w[*]", 2, bounds)

    @unittest.skipIf(not IS_OLD, "the normal sub-model stands first here")
    def test_any_order(self):
        wall = "granular limit_damping rolling sds 1e3 0.01 0.1 hertz 1e6 1 damping tsuji hertz/material 1e7 0.6 0.25 " \
            "tangential mindlin NULL 1.0 0.4"
        self.compare_walls(f"fix z all wall/gran {wall} zplane -0.0013 0.0134\n", wall, bounds={0: AT_ONCE, 200: LATER})

    @unittest.skipIf(IS_OLD, "jkr remains the host's")
    def test_jkr_lets_go(self):
        # A grain is drawn away from a wall that it touches, and from one that it only nears. Planes hold it beyond touching,
        # regions and the inside of a cylinder do not.
        jkr = "granular jkr 1e6 0.3 0.25 10 damping viscoelastic tangential mindlin NULL 1.0 0.4"
        # {what: (wall, its place, the way to it, whether it holds)}
        walls = {"plane": (f"wall/gran {jkr} zplane NULL 0.001", 0.001, (0, 0, -1), True),
                 "region": (f"wall/gran/region {jkr} region r", 0.001, (0, 0, -1), False)}
        if HAS_CYLINDER:
            walls["tube"] = (f"wall/gran {jkr} zcylinder 0.007 contacts", 0.007, (-1, 0, 0), False)
            walls["rod"] = (f"wall/gran {jkr} zcylinder 0.0015 contacts", 0.0015, (1, 0, 0), True)
        for what, (wall, surface, away, holds) in walls.items():
            for gap in (-1.02e-5, 1.02e-6):
                axis = 9 + [abs(d) for d in away].index(1)
                place = [abs(d) * (surface + (0.001 + gap) * sum(away)) for d in away]
                own, ours = self.frames_of_both(few(place) + "region r block EDGE EDGE EDGE EDGE EDGE 0.001\n"
                                                f"fix w all {wall}\nfix 1 all move linear {' '.join(str(0.5 * d) for d in away)}\n" + self.dump(range(301)))
                pulled = [step for step in own if own[step][1][axis] != 0.0]
                self.assertEqual(pulled, [step for step in ours if ours[step][1][axis] != 0.0], what)
                self.assertEqual(len(pulled) > 30, holds and gap < 0.0, what)
                largest = max([abs(own[step][1][axis]) for step in own] + [1e-100])
                for step in own:
                    self.assertLess(abs(own[step][1][axis] - ours[step][1][axis]) / largest, 1e-9, f"{what} {step}")

    @unittest.skipUnless(IS_OLD, "later releases let jkr go where ours does")
    def test_granular_of_the_host(self):
        # A wall that our law does not compute remains the host's own, and so do its restart files.
        wall = "fix x all wall/gran granular jkr 1e6 0.3 0.25 10 damping viscoelastic tangential linear_history 1e3 1.0 0.4 zplane -0.0013 NULL\n"
        # Pairs without a state leave the wall the first of those that have one.
        for pair, count in ((PAIR, 2), (f"pair_style gran/{model('hooke')}\npair_coeff * *\n", 1)):
            self.compare_walls(wall, f"jkr of the host, {pair}", bounds={0: AT_ONCE, 100: LATER}, pair=pair)
            for text, is_told in zip(self.texts, (False, True)):
                self.assertEqual("fix x of style wall/gran granular remains LAMMPS' own" in text, is_told)
                self.assertEqual(text.count("Resetting peratom fix info"), count)

    def test_thin_slot(self):
        # A grain touches the nearer one of two planes alone.
        for name in NAMES:
            own, _ = self.compare_each(few((0, 0, 0.0001), diameter=0.01) + "fix 1 all nve/sphere\nvelocity all set 0.5 0 0\n"
                                       f"fix z all wall/gran {model(name)} zplane -0.0045 0.0045\n", name, 1e-9, 100, "run 200")
            self.assertGreater(abs(own[0][1][11]), 0.0)

    @unittest.skipIf(not HAS_CYLINDER, "this release has no zcylinder")
    def test_cylinder(self):
        self.run_ok(GRAINS + "displace_atoms all move -0.006 -0.006 0 units box\nwrite_data grains.data nocoeff\n")
        for name in NAMES:
            for motion in ("", "wiggle z 1e-4 1e-3", "shear z 0.5"):
                self.compare_walls(cylinder(name).format(motion=motion), f"{name} {motion}", "f_x[*]")

    def test_regions(self):
        for name in NAMES:
            for what in REGIONS if name != "hooke" else ("box", "drum"):    # what differs is the geometry
                self.compare_walls(of_region(what, name) + " contacts\n", f"{name} {what}", "f_w[*]", ranks=2 if what == "drum" else 1, touching=1)

    def test_cone_with_a_tip_that_is_open(self):
        tip = "region r cone z 0.006 0.006 0 0.009 -0.001 0.0135 open 1\n"
        self.compare(self.head("") + PAIR + RUN + tip + f"fix w all wall/gran/region {model('hertz/history')} region r\n", "tip", {0: AT_ONCE})

    def test_wall_that_comes(self):
        # Grains at rest, far from a wall that moves or turns to them: nothing but its own way tells when they are close.
        for what, region in COMING.items():
            own, ours = self.frames_of_both(few((0.004, 0.003, 0), (-0.003, -0.004, 0.0005)) + region + "fix 1 all nve/sphere\n"
                                            f"fix w all wall/gran/region {model('hertz/history')} region r contacts\n" + self.each(10, "run 600", "f_w[*]"))
            self.assertEqual(sum(row[15] for row in own[100].values()), 0.0, what)
            self.assertGreater(sum(row[15] for frame in own.values() for row in frame.values()), 3.0, what)
            for step in own:
                self.assertEqual([row[15] for row in own[step].values()], [row[15] for row in ours[step].values()], f"{what} {step}")
            self.assert_same(own[600], ours[600], 1e-9, what, (host.POSITION, host.VELOCITY))

    @unittest.skipUnless(host.IN_2026, "before that the host has other unions")
    def test_parts_that_turn(self):
        # In an intersection the host throws grains away from a part that turns; by ours it is as that part alone is by the host.
        turning = "variable turn equal 1+2500*step*1e-6\nregion r block -0.009 0.009 -0.0004 0.0004 -0.009 0.009 side out " \
                  "rotate v_turn 0 0.0001 0 0 0 1\n"
        whole = turning.replace("region r", "region a") + \
            "region b cylinder z 0 0 0.02 INF INF\nregion c sphere 0 0 0 0.03\nregion d intersect 2 b c\nregion r intersect 2 a d\n"
        frames = []
        for region, arguments in ((turning, ()), (whole, SUFFIX)):
            deck = few((0.0024, 0.003, 0), (-0.003, -0.0029, 0.0005)) + region + "fix 1 all nve/sphere\n" \
                f"fix w all wall/gran/region {model('hertz/history')} region r contacts\n" + self.each(10, "run 300", "f_w[*]")
            self.run_ok(deck.replace("{out}", "dump"), 1, arguments)
            frames.append(self.frames("dump"))
        alone, ours = frames
        self.assertGreater(sum(row[15] for frame in alone.values() for row in frame.values()), 3.0)
        self.assert_same(alone, ours, 1e-9, "parts that turn", (host.POSITION, host.VELOCITY, host.SPIN))

    def test_region_defined_anew(self):
        # One that turned is gone, and another, likely in its place in memory, rests.
        region = "region r block -0.004 0.02 -0.02 0.02 -0.0013 0.02"
        for turn in (0, 1e-4):
            self.compare(self.head("") + PAIR + RUN + f"variable turn equal 1+{turn}*step\n" + region +
                         f" rotate v_turn 0.006 0.006 0 0 0 1\nfix w all wall/gran/region {model('hooke/history')} region r\n"
                         f"run 20\nregion r delete\n{region.replace('-0.004', '-0.0012')}\n", f"turn {turn}", {0: LATER}, start=20)

    def test_respa(self):
        # LAMMPS' own walls act at the outermost level, wherever the pair style acts.
        walls = planes("hertz/history") + of_region("box", "hooke/history") + " contacts\n"
        for levels in ("2 3 pair 2", "2 2 pair 1", "3 2 2 pair 2"):
            self.compare_walls(f"run_style respa {levels}\nfix_modify pull respa 1\n" + walls, levels, "f_w[*]", int(levels[0]) - 1,
                               pair="pair_style zero 0.004\npair_coeff * *\n")    # ours are refused

    def test_rerun(self):
        # LAMMPS' own walls act in frames of a rerun, which have no history.
        still = self.head("") + PAIR + RUN + of_region("box", "hertz/history") + f" contacts\nfix z all wall/gran {model('hooke')} zplane -0.0013 0.0134\n"
        self.run_ok(still + decks.dump(50, "trajectory", "id type x y z vx vy vz", "t") + "run 300\n")
        own, _ = self.compare_each(still, "rerun", 1e-13, 50, "rerun trajectory dump x y z vx vy vz", "f_w[*]", (host.FORCE,))
        self.assertGreater(sum(row[15] for row in own[300].values()), 1)

    # ------------------------------------------------------------------------------- restart files

    def test_restart_of_the_host_and_back(self):
        jkr = "granular jkr 1e6 2e3 0.25 20 damping mass_velocity tangential {}"
        between = " zplane -0.0013 0.0134\n"
        walls = {"planes": planes("hertz/history"),
                 "region": of_region("drum", "hertz/history") + "\n",
                 "region without a state": of_region("drum", "hooke") + "\n",
                 "granular": "fix x all wall/gran granular hertz/material 1e7 0.5 0.25 damping tsuji tangential "
                 f"mindlin_rescale/force NULL 1.0 0.4 rolling {host.ROLLS} twisting marshall" + between,
                 "one without a state before one that has some":
                 "fix x all wall/gran granular hertz 1e7 5e6 tangential linear_nohistory 1.0 0.4 zplane -0.0013 NULL\n"
                 "fix y all wall/gran granular hertz 1e7 5e6 tangential linear_history 1e3 1.0 0.4 zplane NULL 0.0134\n"}
        if not IS_OLD:
            walls["jkr"] = "fix x all wall/gran " + jkr.format("mindlin NULL 1.0 0.4 rolling " + host.ROLLS) + between
            walls["jkr without springs"] = "fix x all wall/gran " + jkr.format("linear_nohistory 1.0 0.4") + between
            walls["jkr region"] = REGIONS["drum"] + "fix w all wall/gran/region " + jkr.format("mindlin NULL 1.0 0.4") + " region r\n"
        for what, fixes in walls.items():
            for ranks in (1, 2):
                for text in self.there_and_back(PAIR, f"{what} {ranks}", ranks=ranks, more=fixes, again=PAIR):
                    self.assertIn("Resetting peratom fix info", text)

    def test_restart_of_ours(self):
        self.goes_on(PAIR, "planes", planes("hooke/history").replace("wiggle z 1e-4 1e-3", "").replace("wiggle x 1e-4 1e-3", ""), PAIR)

    def test_rigid(self):
        for name in NAMES:
            walls = planes(name) + side_by_side.AROUND["rigid"][0].replace("20", "8")
            self.compare(self.head("") + PAIR + RUN + walls, name, {0: AT_ONCE, 200: LATER})

    def test_ellipsoids(self):
        # The host's own walls, and its pair style, take each atom for the sphere of its radius.
        for name in NAMES:
            for wall in (f"wall/gran {model(name)} zplane -0.0009 NULL", f"wall/gran/region {model(name)} region r"):
                deck = few((0, 0, 0), (0.0019, 0, 0)).replace("atom_style sphere", "atom_style hybrid sphere ellipsoid")
                own, _ = self.compare(deck + f"set atom 1 shape 0.002 0.002 0.001\nregion r plane 0 0 -0.0009 0 0 1\nfix w all {wall}\n"
                                      "velocity all set 0.1 0.2 -0.3\nfix 1 all nve/sphere\n", wall, {0: AT_ONCE, 100: LATER})
                self.assertGreater(own[0][1][11], 0.0)

    def test_no_damping(self):
        # The host divides by gamma_n in some releases, and its forces are no numbers.
        for name in NAMES:
            row = self.last(few((0, 0, 0.0049), diameter=0.01) + "velocity all set 0.5 0 0\n"
                            f"fix z all wall/gran {name} 1e4 NULL 0 NULL 0.5 1 zplane 0 1\nfix 1 all nve/sphere\n", 10)[1]
            self.assertGreater(row[11], 0.0)

    # ------------------------------------------------------------------------------------ messages

    def test_bad_input(self):
        deck = "suffix dcm\n" + HEAD + "read_data grains.data\n" + PAIR
        good = "hooke 1 NULL 0 NULL 0.5 0"
        for rest, part in (("", "needs the name of a model, hooke, hooke/history, hertz/history or granular"),
                           ("hook 1 2", "not 'hook'"),
                           ("hooke 1 NULL 0 NULL", "needs six numbers"),
                           ("hooke -1 NULL 0 NULL 0.5 0 zplane 0 1", "Kn must be at least 0"),
                           (good, "needs a wall; the walls are xplane, yplane"),
                           (good + " wplane 0 1", "'wplane' is no wall"),
                           (good + " zplane 0", "zplane needs two positions"),
                           (good + " zplane 0 NULL roll", "'roll' is no keyword; the keywords are wiggle, shear, contacts, temperature"),
                           (good + " zplane 0 NULL wiggle z 1", "wiggle needs a direction, an amplitude and a period"),
                           (good + " zplane 0 NULL wiggle w 1 1", "the direction of wiggle is x, y or z, not 'w'"),
                           (good + " zplane 0 NULL shear z 1", "a plane can shear only along itself"),
                           (good + " zplane 0 NULL shear x 1 wiggle x 1 1", "not both"),
                           (good + " zplane 0 NULL temperature 1", "the keyword temperature needs a model of heat")):
            self.run_fails(deck + f"fix w all wall/gran {rest}\n", "fix wall/gran", part)
        if not IS_OLD:
            for rest, part in (("hooke 1", "normal hooke needs 2 numbers"),
                               ("hooke 1 0 tangential", "needs the name of a sub-model after tangential"),
                               ("hooke 1 0 tangential mindlin NULL 1 0.5", "tangential mindlin needs a number: NULL"),
                               ("hooke 1 0 tangential linear 1 1", "there is no tangential sub-model 'linear' here"),
                               ("hooke 1 0 tangential linear_nohistory 1 -1", "friction must be at least 0, not -1"),
                               ("hooke 1 0 zplane 0 1", "needs a tangential sub-model"),
                               ("hooke 1 0 sliding none", "'sliding' is no keyword here; the keywords are damping, tangential")):
                self.run_fails(deck + f"fix w all wall/gran granular {rest}\n", "fix wall/gran: granular: ", part)
        self.run_fails(deck.replace("f f f", "f f p", 1).replace("read_data grains.data", "region b block 0 1 0 1 0 1\n"
                       "create_box 1 b") + f"fix w all wall/gran {good} zplane 0 1\n", "cannot stand in a periodic dimension",
                       ranks=2)
        if not HAS_CYLINDER:
            self.run_fails(deck + f"fix w all wall/gran {good} zcylinder 1\n", "this release has no zcylinder",
                           "wall/gran/region")
        for rest, part in ((good + " zplane 0 1", "needs the word region and the ID of a region"),
                           (good + " region nowhere", "there is no region 'nowhere'"),
                           (good + " region r shear x 1", "a region moves by its own keywords move and rotate")):
            self.run_fails(deck + REGIONS["stump"] + f"fix w all wall/gran/region {rest}\n", "fix wall/gran/region", part)
