# SPDX-License-Identifier: MIT
"""The host's own granular walls, not edited, with the suffix dcm: the same physics by laws of dcm."""

import os
import random
import shutil
import unittest

import drop_in
import host

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
variable vx atom 0.6*sin(3000*y+1000*z)
variable vy atom 0.6*sin(2000*z+3000*x)
variable vz atom 0.6*sin(1000*x+2000*y)
velocity all set v_vx v_vy v_vz
variable wx atom 200*cos(1500*x)
set group all omega v_wx 50 -80
write_data grains.data nocoeff
"""
HEAD = """units si
atom_style sphere
boundary f f f
newton off
comm_modify vel yes
"""
PAIR = """pair_style gran/hooke/history 5e3 NULL 2e3 NULL 0.3 1
pair_coeff * *
"""
RUN = """neighbor 0.0002 bin
timestep 1e-6
fix 1 all nve/sphere
fix pull all gravity 3000 vector -0.7 -0.6 -1
"""
MODELS = {"hooke": "5e3 NULL 2e3 NULL 0.3 1", "hooke/history": "5e3 {} 2e4 NULL 0.3 1", "hertz/history": "1e7 {} 5e6 NULL 0.3 1"}
NAMES = [name for name in MODELS if name != "hooke" or not host.HOOKE_WALLS_ERR]
# Sub-models of the model granular, with their numbers. Releases from before 2023 have fewer, and their jkr is not ours.
IS_OLD = host.GRANULAR_IS_ONE_FILE
NORMALS = {"hooke": "hooke 5e3 {}", "hertz": "hertz 1e7 {}", "hertz/material": "hertz/material 1e7 {} 0.25",
           "dmt": "dmt 1e7 {} 0.25 0.5", "jkr": "jkr 1e7 {} 0.25 5"}
DAMPINGS = ["velocity", "mass_velocity", "viscoelastic", "tsuji", "coeff_restitution"]
TANGENTIALS = {"linear_nohistory": "0.5 {mu}", **{name: "{kt} 0.5 {mu}" for name in
               ("linear_history", "linear_history_classic", "mindlin_classic", "mindlin", "mindlin/force",
                "mindlin_rescale", "mindlin_rescale/force")}}
if IS_OLD:
    del NORMALS["jkr"], TANGENTIALS["linear_history_classic"], TANGENTIALS["mindlin_classic"]
if not host.HAS_COEFF_RESTITUTION:
    del DAMPINGS[-1]
ROLLINGS = {"none": "", **({"sds": "1e3 0.01 0.1"} if host.ROLLS_AT_START else {})}
TWISTINGS = {"none": "", "marshall": "", "sds": "1e-3 1e-7 1e-4"}
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


class Walls(drop_in.DropIn):

    pair = PAIR

    def setUp(self):
        super().setUp()
        self.run_ok(GRAINS)

    def first(self, walls, ranks=1, arguments=()):
        self.run_ok(HEAD + "read_data grains.data\n" + self.pair + RUN + walls + "restart 100 first.restart\nrun 100\n", ranks,
                    arguments)
        shutil.move(os.path.join(self.folder, "first.restart.100"), os.path.join(self.folder, "first.restart"))

    def on(self, walls, steps=200, columns="", name="first.restart"):
        frame = drop_in.FRAME + columns
        return (f"newton off\ncomm_modify vel yes\nread_restart {name}\n" + self.pair + RUN + walls +
                f"dump d all custom {max(1, steps // 2)} {{out}} {frame}\n"
                f"dump_modify d sort id format float %.17g first yes\nrun {steps}\n")

    def compare(self, walls, what, columns="", ranks=1, bound=1e-13):
        self.first(walls, ranks)
        self.run_both(self.on(walls, columns=columns), ranks)
        own, ours = self.frames("own"), self.frames("dcm")
        self.assert_close(own[100], ours[100], bound, what)
        self.assert_close(own[300], ours[300], 1e-9, f"{what}, after 200 steps")
        for c in range(15, len(next(iter(own[300].values())))):
            self.assertLess(self.difference(own[300], ours[300], [c]), 1e-9, f"{what}, column {c - 14}")
        return own

    def test_planes(self):
        for name in NAMES:
            for limit in ("", "limit_damping"):
                own = self.compare(planes(name, limit), name, " f_y[*]")
                touching = sum(row[15] for row in own[300].values())
                self.assertGreater(touching, 2)
        self.compare(planes(name), name, ranks=2)

    @unittest.skipUnless(host.HOOKE_WALLS_ERR, "the host takes the numbers of the command")
    def test_hooke_that_errs(self):
        # Digits multiply from step to step where grains hardly slide.
        walls = planes("hooke")
        self.first(walls)
        text = self.run_both(self.on(walls, steps=1))[1]
        self.assert_close(self.frames("own")[100], self.frames("dcm")[100], 1e-13)
        self.assert_close(self.frames("own")[101], self.frames("dcm")[101], 1e-9)
        self.assertIn("takes gamma_t/gamma_n, 0.5, for the coefficient of friction, and so does dcm", " ".join(text.split()))

    def test_granular(self):
        # Every choice with some others, from a seed.
        seed = int(os.environ.get("DCM_TEST_SEED", "1"))
        print("seed", seed)
        chance = random.Random(seed)
        choices = [list(models) for models in (NORMALS, DAMPINGS, TANGENTIALS, ROLLINGS, TWISTINGS)]
        for models in choices:
            chance.shuffle(models)
        for n in range(max(map(len, choices))):
            normal, damping, tangential, rolling, twisting = (models[n % len(models)] for models in choices)
            coheres = normal in ("dmt", "jkr")
            if coheres and damping in ("tsuji", "coeff_restitution") and not IS_OLD:
                damping = "viscoelastic"    # refused by the host, too
            if tangential == "linear_nohistory" and twisting == "marshall":
                twisting = "none"    # the host divides by a stiffness of 0
            mu = "0.3"
            if normal == "dmt" and IS_OLD:
                mu, rolling, twisting = "0", "none", "none"    # the host takes the limit from a variable that it never sets
            if tangential == "mindlin_classic" or normal in ("hooke", "hertz") and tangential.startswith("mindlin"):
                kt = "1e7"
            else:
                kt = "NULL" if tangential.startswith("mindlin") else "4e3"
            damp = {"velocity": "0.05", "mass_velocity": "2e3", "viscoelastic": "5e6", "tsuji": "0.6",
                    "coeff_restitution": "0.6"}[damping]
            wall = (f"granular {NORMALS[normal].format(damp)} damping {damping} "
                    f"tangential {tangential} {TANGENTIALS[tangential].format(kt=kt, mu=mu)} rolling {rolling} {ROLLINGS[rolling]} "
                    f"twisting {twisting} {TWISTINGS[twisting]} {'' if coheres else chance.choice(('', 'limit_damping'))}")
            # The host finds the contact radius of jkr by a formula in which terms cancel.
            bound = 1e-10 if normal == "jkr" else 1e-13
            own = self.compare(f"fix x all wall/gran {wall} xplane -0.0013 NULL\n"
                               f"fix z all wall/gran {wall} zplane -0.0013 0.0134 shear x 0.3 contacts\n", wall, " f_z[*]", bound=bound)
            self.assertGreater(sum(row[15] for row in own[300].values()), 1, wall)
            if normal == "jkr" or n == 0:
                region = REGIONS["drum"] + f"fix w all wall/gran/region {wall} region r contacts\n"
                self.compare(region, "region " + wall, " f_w[*]", 2, bound)

    @unittest.skipIf(not IS_OLD, "the normal sub-model stands first here")
    def test_any_order(self):
        wall = "granular limit_damping rolling sds 1e3 0.01 0.1 hertz 1e6 1 damping tsuji hertz/material 1e7 0.6 0.25 " \
            "tangential mindlin NULL 1.0 0.4"
        self.compare(f"fix z all wall/gran {wall} zplane -0.0013 0.0134\n", wall)

    @unittest.skipIf(IS_OLD, "jkr remains the host's")
    def test_jkr_lets_go(self):
        # A grain is drawn away from a wall that it touches, and from one that it only nears. Planes hold it beyond touching,
        # regions and the inside of a cylinder do not.
        jkr = "granular jkr 1e6 0.3 0.25 10 damping viscoelastic tangential mindlin NULL 1.0 0.4"
        walls = {"plane": (f"fix w all wall/gran {jkr} zplane NULL 0.001", True),
                 "region": (f"region r block EDGE EDGE EDGE EDGE EDGE 0.001\nfix w all wall/gran/region {jkr} region r", False)}
        if HAS_CYLINDER:
            walls["tube"] = (f"fix w all wall/gran {jkr} zcylinder 0.007 contacts", False)
            walls["rod"] = (f"fix w all wall/gran {jkr} zcylinder 0.0015 contacts", True)
        for what, (wall, holds) in walls.items():
            # Along z from a plane below it, along -x from the tube's inside, along x from the rod's outside.
            direction = {"plane": (0, 0, -1), "region": (0, 0, -1), "tube": (-1, 0, 0), "rod": (1, 0, 0)}[what]
            surface = {"plane": 0.001, "region": 0.001, "tube": 0.007, "rod": 0.0015}[what]
            for gap in (-1.02e-5, 1.02e-6):
                at = surface + (0.001 + gap) * sum(direction)
                place = ["0", "0", str(at)] if direction[2] else [str(at), "0", "0"]
                deck = (HEAD + "region box block -0.01 0.01 -0.01 0.01 -0.01 0.01 units box\ncreate_box 1 box\n"
                        f"create_atoms 1 single {' '.join(place)}\nset type 1 diameter 0.002 density 2500\n" + PAIR + wall +
                        f"\ntimestep 1e-6\nfix 1 all move linear {' '.join(str(0.5 * d) for d in direction)}\n"
                        f"dump d all custom 1 {{out}} {drop_in.FRAME}\ndump_modify d format float %.17g\nrun 300\n")
                self.run_both(deck)
                own, ours = self.frames("own"), self.frames("dcm")
                axis = 2 if direction[2] else 0
                pulled = [step for step in own if own[step][1][9 + axis] != 0.0]
                self.assertEqual(pulled, [step for step in ours if ours[step][1][9 + axis] != 0.0], what)
                self.assertEqual(len(pulled) > 30, holds and gap < 0.0, what)
                largest = max([abs(own[step][1][9 + axis]) for step in own] + [1e-100])
                for step in own:
                    self.assertLess(abs(own[step][1][9 + axis] - ours[step][1][9 + axis]) / largest, 1e-9, f"{what} {step}")

    @unittest.skipUnless(IS_OLD, "later releases let jkr go where ours does")
    def test_granular_of_the_host(self):
        # A wall that our law does not compute remains the host's own, and so do its restart files.
        wall = "fix x all wall/gran granular jkr 1e6 0.3 0.25 10 damping viscoelastic tangential linear_history 1e3 1.0 0.4 zplane -0.0013 NULL\n"
        self.first(wall)
        for suffix in ((), drop_in.SUFFIX):
            text = self.run_ok(self.on(wall, steps=100).replace("{out}", "own" if not suffix else "dcm"), 1, suffix)
            self.assertEqual("fix x of style wall/gran granular remains LAMMPS' own" in text, bool(suffix))
            self.assertEqual(text.count("Resetting peratom fix info"), 2)
        self.assert_close(self.read("own"), self.read("dcm"), 1e-9)

    def test_thin_slot(self):
        # A grain touches the nearer one of two planes alone.
        for name in NAMES:
            deck = (HEAD + "region box block -1 1 -1 1 -1 1\ncreate_box 1 box\ncreate_atoms 1 single 0 0 0.0001\n"
                    "set type 1 diameter 0.01 density 2500\n" + PAIR + "timestep 1e-6\nfix 1 all nve/sphere\n"
                    f"velocity all set 0.5 0 0\nfix z all wall/gran {model(name)} zplane -0.0045 0.0045\n"
                    f"dump d all custom 100 {{out}} {drop_in.FRAME}\ndump_modify d format float %.17g\nrun 200\n")
            self.run_both(deck)
            own, ours = self.frames("own"), self.frames("dcm")
            self.assertGreater(abs(own[0][1][11]), 0.0)
            for step in own:
                self.assert_close(own[step], ours[step], 1e-9, name)

    @unittest.skipIf(not HAS_CYLINDER, "this release has no zcylinder")
    def test_cylinder(self):
        for name in NAMES:
            for motion in ("", "wiggle z 1e-4 1e-3", "shear z 0.5"):
                deck = cylinder(name).format(motion=motion)
                shift = "displace_atoms all move -0.006 -0.006 0 units box\n"
                self.run_ok(GRAINS + shift + "write_data grains.data nocoeff\n")
                self.compare(deck, f"{name} {motion}", " f_x[*]")

    def test_regions(self):
        for name in NAMES:
            for what, region in REGIONS.items():
                if name == "hooke" and what not in ("box", "drum"):
                    continue    # what differs is the geometry
                walls = region + f"fix w all wall/gran/region {model(name)} region r contacts\n"
                own = self.compare(walls, f"{name} {what}", " f_w[*]", ranks=2 if what == "drum" else 1)
                self.assertGreater(sum(row[15] for row in own[300].values()), 1, what)

    def test_wall_that_comes(self):
        # Grains at rest, far from a wall that moves or turns to them: nothing but its own way tells when they are close.
        coming = {"moves": "variable way equal 3*step*1e-6\nregion r plane 0 0 -0.0024 0 0 1 move NULL NULL v_way\n",
                  "turns": "variable way equal 2500*step*1e-6\n"
                           "region r block -0.009 0.009 -0.0004 0.0004 -0.009 0.009 side out rotate v_way 0 0 0 0 0 1\n",
                  "both": "variable way equal 2*step*1e-6\nvariable turn equal 1000*step*1e-6\n"
                          "region r cylinder x 0 -0.0024 0.001 -0.009 0.009 side out move NULL NULL v_way rotate v_turn 0 0 0 1 0 0\n"}
        for what, region in coming.items():
            self.run_both(HEAD + "region box block -0.05 0.05 -0.05 0.05 -0.05 0.05\ncreate_box 1 box\n"
                          "create_atoms 1 single 0.004 0.003 0\ncreate_atoms 1 single -0.003 -0.004 0.0005\n"
                          "set type 1 diameter 0.002 density 2500\n" + PAIR + "timestep 1e-6\nneighbor 0.0002 bin\n" + region +
                          f"fix 1 all nve/sphere\nfix w all wall/gran/region {model('hertz/history')} region r contacts\n"
                          f"dump d all custom 10 {{out}} {drop_in.FRAME} f_w[*]\ndump_modify d sort id format float %.17g\nrun 600\n")
            own, ours = self.frames("own"), self.frames("dcm")
            self.assertEqual(sum(row[15] for row in own[100].values()), 0.0, what)
            self.assertGreater(sum(row[15] for frame in own.values() for row in frame.values()), 3.0, what)
            for step in own:
                self.assertEqual([row[15] for row in own[step].values()], [row[15] for row in ours[step].values()], f"{what} {step}")
            self.assert_close(own[600], ours[600], 1e-9, what, (host.POSITION, host.VELOCITY))

    @unittest.skipUnless(host.IN_2026, "before that the host has other unions")
    def test_parts_that_turn(self):
        # In an intersection the host throws grains away from a part that turns; by ours it is as that part alone is by the host.
        turning = "variable turn equal 1+2500*step*1e-6\nregion r block -0.009 0.009 -0.0004 0.0004 -0.009 0.009 side out " \
                  "rotate v_turn 0 0.0001 0 0 0 1\n"
        whole = turning.replace("region r", "region a") + \
            "region b cylinder z 0 0 0.02 INF INF\nregion c sphere 0 0 0 0.03\nregion d intersect 2 b c\nregion r intersect 2 a d\n"
        frames = []
        for region, arguments in ((turning, ()), (whole, drop_in.SUFFIX)):
            self.run_ok(HEAD + "region box block -0.05 0.05 -0.05 0.05 -0.05 0.05\ncreate_box 1 box\n"
                        "create_atoms 1 single 0.0024 0.003 0\ncreate_atoms 1 single -0.003 -0.0029 0.0005\n"
                        "set type 1 diameter 0.002 density 2500\n" + PAIR + "timestep 1e-6\nneighbor 0.0002 bin\n" + region +
                        f"fix 1 all nve/sphere\nfix w all wall/gran/region {model('hertz/history')} region r contacts\n"
                        f"dump d all custom 10 dump {drop_in.FRAME} f_w[*]\ndump_modify d sort id format float %.17g\nrun 300\n",
                        1, arguments)
            frames.append(self.frames("dump"))
        alone, ours = frames
        self.assertGreater(sum(row[15] for frame in alone.values() for row in frame.values()), 3.0)
        for step in alone:
            self.assert_close(alone[step], ours[step], 1e-9, f"step {step}", (host.POSITION, host.VELOCITY, host.SPIN))

    def test_region_defined_anew(self):
        # One that turned is gone, and another, likely in its place in memory, rests.
        region = "region r block -0.004 0.02 -0.02 0.02 -0.0013 0.02"
        for turn in (0, 1e-4):
            self.run_both(HEAD + "read_data grains.data\n" + PAIR + RUN + f"variable turn equal 1+{turn}*step\n" + region +
                          f" rotate v_turn 0.006 0.006 0 0 0 1\nfix w all wall/gran/region {model('hooke/history')} region r\n"
                          f"run 20\nregion r delete\n{region.replace('-0.004', '-0.0012')}\n"
                          f"dump d all custom 10 {{out}} {drop_in.FRAME}\ndump_modify d sort id format float %.17g\nrun 50\n")
            own, ours = self.frames("own"), self.frames("dcm")
            self.assert_close(own[20], ours[20], 1e-9, f"turn {turn}")

    def test_respa_and_rerun(self):
        # LAMMPS' own walls act at the outermost level, wherever the pair style acts; and in frames of a rerun, which have no history.
        self.pair = "pair_style zero 0.004\npair_coeff * *\n"    # ours are refused
        walls = planes("hertz/history") + REGIONS["box"] + f"fix w all wall/gran/region {model('hooke/history')} region r contacts\n"
        for levels in ("2 3 pair 2", "2 2 pair 1", "3 2 2 pair 2"):
            self.compare(f"run_style respa {levels}\nfix_modify pull respa 1\n" + walls, levels, " f_w[*]", ranks=int(levels[0]) - 1)
        still = REGIONS["box"] + f"fix w all wall/gran/region {model('hertz/history')} region r contacts\n" + \
            f"fix z all wall/gran {model('hooke')} zplane -0.0013 0.0134\n"
        trajectory = "dump t all custom 50 trajectory id type x y z vx vy vz\ndump_modify t sort id format float %.17g\n"
        self.run_ok(HEAD + "read_data grains.data\n" + PAIR + RUN + still + trajectory + "run 300\n")
        self.run_both(HEAD + "read_data grains.data\n" + PAIR + RUN + still + f"dump d all custom 50 {{out}} {drop_in.FRAME} f_w[*]\n"
                      "dump_modify d sort id format float %.17g\nrerun trajectory dump x y z vx vy vz\n")
        own, ours = self.frames("own"), self.frames("dcm")
        self.assertGreater(sum(row[15] for row in own[300].values()), 1)
        for step in own:
            self.assert_close(own[step], ours[step], 1e-13, f"step {step}", (host.FORCE,))

    def test_restart_and_back(self):
        walls = {"planes": planes("hertz/history"), "region": REGIONS["drum"] + "fix w all wall/gran/region " +
                 model("hertz/history") + " region r\n",
                 "granular": "fix x all wall/gran granular hertz/material 1e7 0.5 0.25 damping tsuji tangential "
                 f"mindlin_rescale/force NULL 1.0 0.4 rolling {host.ROLLS} twisting marshall zplane -0.0013 0.0134\n"}
        if not IS_OLD:
            jkr = "granular jkr 1e6 2e3 0.25 20 damping mass_velocity tangential {} zplane -0.0013 0.0134\n"
            walls["jkr"] = "fix x all wall/gran " + jkr.format("mindlin NULL 1.0 0.4 rolling " + host.ROLLS)
            walls["jkr without springs"] = "fix x all wall/gran " + jkr.format("linear_nohistory 1.0 0.4")
            walls["jkr region"] = REGIONS["drum"] + "fix w all wall/gran/region " + jkr.format("mindlin NULL 1.0 0.4").replace(
                "zplane -0.0013 0.0134", "region r")
        # One without a state before one that has some.
        walls["two"] = ("fix x all wall/gran granular hertz 1e7 5e6 tangential linear_nohistory 1.0 0.4 zplane -0.0013 NULL\n"
                        "fix y all wall/gran granular hertz 1e7 5e6 tangential linear_history 1e3 1.0 0.4 zplane NULL 0.0134\n")
        for what, fixes in walls.items():
            for ranks in (1, 2):
                self.first(fixes, ranks)
                self.run_ok("newton off\ncomm_modify vel yes\nread_restart first.restart\n" + PAIR + RUN + fixes +
                            "write_restart again.restart\n", ranks, drop_in.SUFFIX)
                frames = []
                for name in ("first.restart", "again.restart"):
                    text = self.run_ok(self.on(fixes, name=name).replace("{out}", "own"), ranks)
                    self.assertIn("Resetting peratom fix info", text)
                    frames.append(self.frames("own"))
                self.assertTrue(frames[0] == frames[1], f"{what} {ranks}")

    def test_goes_on(self):
        # Ours, as a second run of the run that wrote the file.
        fixes = planes("hooke/history").replace("wiggle z 1e-4 1e-3", "").replace("wiggle x 1e-4 1e-3", "")
        self.run_ok(HEAD + "read_data grains.data\n" + PAIR + RUN + fixes + "run 100\nwrite_restart first.restart\n"
                    f"dump d all custom 100 through {drop_in.FRAME}\ndump_modify d sort id format float %.17g first yes\n"
                    "run 200\n", 1, drop_in.SUFFIX)
        self.run_ok(self.on(fixes).replace("{out}", "dcm"), 1, drop_in.SUFFIX)
        self.assertTrue(self.frames("through") == self.frames("dcm"))

    def test_frozen_and_rigid(self):
        for name in NAMES:
            walls = planes(name) + "group body id < 8\nunfix 1\ngroup loose subtract all body\n" \
                "fix b body rigid single\nfix 1 loose nve/sphere\n"
            self.run_both(HEAD + "read_data grains.data\n" + PAIR + RUN + walls +
                          f"dump d all custom 100 {{out}} {drop_in.FRAME}\n"
                          "dump_modify d sort id format float %.17g\nrun 200\n")
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9, name)

    def test_no_damping(self):
        # The host divides by gamma_n in some releases, and its forces are no numbers.
        for name in NAMES:
            self.run_ok(HEAD + "region box block 0 1 0 1 0 1\ncreate_box 1 box\ncreate_atoms 1 single 0.5 0.5 0.0049\n"
                        "set type 1 diameter 0.01 density 2500\nvelocity all set 0.5 0 0\n" + PAIR +
                        f"fix z all wall/gran {name} 1e4 NULL 0 NULL 0.5 1 zplane 0 1\ntimestep 1e-6\n"
                        f"fix 1 all nve/sphere\nrun 10\nwrite_dump all custom dcm {drop_in.FRAME}\n", 1, drop_in.SUFFIX)
            self.assertGreater(self.read("dcm")[1][11], 0.0)

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
                           (good + " zplane 0 NULL roll", "'roll' is no keyword here; the keywords are wiggle, shear, contacts and temperature"),
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
