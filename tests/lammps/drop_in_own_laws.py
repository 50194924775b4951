# SPDX-License-Identifier: MIT
"""The lines of the table "From granular to our own laws" of docs/drop-in.md, side by side: what it says is the same is, and what
differs does as it says."""

import unittest

import host

# Two grains of 1 cm, of unlike mass, that meet along x; how they move besides is said by the tests.
DECK = """units si
atom_style sphere
newton off
comm_modify vel yes
boundary f f f
region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
create_box 2 box
create_atoms 1 single {left} 0 0
create_atoms 1 single {right} 0 0
set group all diameter 0.01
set atom 1 density 2500
set atom 2 density 5000
{motion}
{pair}
neighbor 0.002 bin
timestep 1e-6
fix 1 all nve/sphere
dump d all custom {every} dump id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz
dump_modify d sort id format float %.17g
run {steps}
"""
APART = {"left": "-0.00502", "right": "0.00502"}
PRESSED = {"left": "-0.00499", "right": "0.00499"}
SLIDING = "velocity all ramp vy 0 0.05 x -0.005 0.005 units box"
IS_2021 = host.GRANULAR_IS_ONE_FILE
WITHOUT_RESTITUTION = "this release's granular has no damping of constant restitution"
HERTZ = "young 1e7 poisson 0.25 friction 0.5"


def granular(words):
    return f"pair_style granular\npair_coeff * * {words}"


class Lines(host.Case):

    def frames_of(self, pair, motion="velocity all set 0 0 0", place=APART, steps=3000, every=10):
        self.run_ok(DECK.format(pair=pair, motion=motion, steps=steps, every=every, **place))
        return self.frames("dump")

    def collide(self, pair, speed=0.5):
        return self.frames_of(pair, f"velocity all ramp vx {speed} {-0.5 * speed} x {APART['left']} {APART['right']} units box")

    def restitution(self, frames):
        speeds = [frame[2][3] - frame[1][3] for frame in frames.values()]
        return -speeds[-1] / speeds[0]

    def assert_alike(self, one, other, bound, columns=(range(9, 12),)):
        for c in columns:
            largest = max(abs(row[k]) for frame in one.values() for row in frame.values() for k in c)
            self.assertGreater(largest, 0.0)
            for step, frame in one.items():
                for atom, row in frame.items():
                    for k in c:
                        self.assertLess(abs(row[k] - other[step][atom][k]), bound * largest, step)

    @unittest.skipIf(not host.HAS_COEFF_RESTITUTION, WITHOUT_RESTITUTION)
    def test_coeff_restitution(self):
        for e in (0.3, 0.8):
            own = self.collide(granular(f"hertz/material 1e7 {e} 0.25 damping coeff_restitution tangential mindlin NULL 1.0 0.5"))
            ours = self.collide(f"pair_style dcm/hertz/mindlin form consistent\npair_coeff * * {HERTZ} restitution {e}")
            self.assertAlmostEqual(self.restitution(ours), e, delta=0.002)
            self.assert_alike(own, ours, 1e-12)

    @unittest.skipIf(not host.HAS_COEFF_RESTITUTION, WITHOUT_RESTITUTION)
    def test_tangential_damper(self):
        # Sticking, from the first touch: spring and damper are those with the x_gammat that the table names, and not with 1, but for
        # lever arms, which differ by half the overlap.
        ours = self.frames_of(f"pair_style dcm/hertz/mindlin form consistent\npair_coeff * * {HERTZ.replace('0.5', '5')} restitution 0.3",
                              SLIDING, PRESSED, steps=20, every=1)
        for x, bound in (((2.0 * 0.75 / 1.75)**0.5, 0.002), (1.0, None)):
            own = self.frames_of(granular(f"hertz/material 1e7 0.3 0.25 damping coeff_restitution tangential mindlin NULL {x} 5"),
                                 SLIDING, PRESSED, steps=20, every=1)
            apart = max(abs(own[step][1][10] / ours[step][1][10] - 1.0) for step in own)
            print("tangential force with x_gammat", x, "differs by", apart)
            if bound:
                self.assertLess(apart, bound)
            else:
                self.assertGreater(apart, 0.05)

    def test_tsuji(self):
        for given, found in ((0.2, 0.34), (0.5, 0.62), (0.8, 0.85), (0.9, 0.93)):
            frames = self.collide(granular(f"hertz/material 1e7 {given} 0.25 damping tsuji tangential mindlin NULL 1.0 0.5"))
            self.assertAlmostEqual(self.restitution(frames), found, delta=0.006)

    def test_dampings_of_gamma(self):
        # e depends on speed, and with velocity on mass.
        words = "hertz/material 1e7 {} 0.25 damping {} tangential mindlin NULL 1.0 0.5"
        for damping, gamma in (("viscoelastic", 1e6), ("mass_velocity", 1000.0), ("velocity", 1.0)):
            slow, fast = (self.restitution(self.collide(granular(words.format(gamma, damping)), speed)) for speed in (0.2, 1.0))
            print(damping, slow, fast)
            self.assertGreater(abs(fast - slow), 0.02)

    @unittest.skipIf(not host.HAS_COEFF_RESTITUTION, WITHOUT_RESTITUTION)
    def test_limit_damping(self):
        own = self.collide(granular("hertz/material 1e7 0.5 0.25 damping coeff_restitution tangential mindlin NULL 1.0 0.5 limit_damping"))
        ours = self.collide("pair_style dcm/woo/hertz form consistent calibrate yes\n"
                            f"pair_coeff * * {HERTZ} restitution 0.5")
        for frames in (own, ours):
            self.assertLessEqual(max(frame[1][9] for frame in frames.values()), 0.0)
        self.assertAlmostEqual(self.restitution(ours), 0.5, delta=0.005)
        self.assertGreater(self.restitution(own), 0.51)

    def test_rolling(self):
        # Grains that roll on each other: the couple at its limit.
        rolls = "set group all density 2500\nset atom 1 omega 0 20 0\nset atom 2 omega 0 -20 0"
        own = self.frames_of(granular("hertz/material 1e7 0 0.25 damping velocity tangential mindlin NULL 1.0 0.5 rolling sds 1e5 0 0.1"),
                             rolls, PRESSED, 50, 50)[50]
        pressed = abs(own[1][9])
        self.assertAlmostEqual(abs(own[1][13]), 0.1 * pressed * 0.0025, delta=1e-3 * 0.1 * pressed * 0.0025)
        for form, rolling in (("consistent", 0.1), ("sheet", 0.05)):
            ours = self.frames_of(f"pair_style dcm/hertz/mindlin form {form}\npair_coeff * * {HERTZ} restitution 1 rolling {rolling}", rolls,
                                  PRESSED, 50, 50)[50]
            self.assertAlmostEqual(ours[1][13] / own[1][13], 1.0, delta=0.002, msg=form)

    def test_twisting(self):
        twists = "set atom 1 omega 20 0 0\nset atom 2 omega -20 0 0"
        row = self.frames_of("pair_style dcm/linear\npair_coeff * * kn 1e4 restitution 1 friction 0.5 twisting 0.1", twists, PRESSED,
                             200, 200)[200][1]
        self.assertAlmostEqual(abs(row[12]), 0.1 * 0.0025 * abs(row[9]), delta=1e-9 * abs(row[12]))

    def test_jkr(self):
        own = self.frames_of(granular("jkr 1e7 0 0.25 1.0 damping velocity tangential mindlin NULL 1.0 0.5"), "set atom 1 omega 0 0 0",
                             PRESSED, 3000)
        ours = self.frames_of(f"pair_style dcm/jkr/exact form consistent detach pulloff\npair_coeff * * {HERTZ} restitution 1 work_of_adhesion 2.0",
                              "set atom 1 omega 0 0 0", PRESSED, 3000)
        self.assertGreater(max(frame[1][9] for frame in own.values()), 0.0)
        self.assert_alike(own, ours, 1e-8)

    def test_hooke(self):
        for e in (0.3, 0.8) if host.HAS_COEFF_RESTITUTION else ():
            own = self.collide(granular(f"hooke 1e4 {e} damping coeff_restitution tangential linear_history 1e3 1.0 0.5"))
            ours = self.collide(f"pair_style dcm/linear\npair_coeff * * kn 1e4 restitution {e} friction 0.5")
            self.assert_alike(own, ours, 1e-12)
            self.assertAlmostEqual(self.restitution(ours), e, delta=0.002)
        # With gamma: LAMMPS' own gran/..., whose levers are the radii, so that along the tangent they differ.
        own = self.frames_of(granular("hooke 1e4 2000 damping mass_velocity tangential linear_history_classic 2e3 0.5 0.5")
                             if not IS_2021 else "pair_style gran/hooke/history 1e4 2e3 2000 1000 0.5 1\npair_coeff * *", SLIDING, PRESSED, 20, 1)
        ours = self.frames_of("pair_style dcm/hooke/history\npair_coeff * * kn 1e4 kt 2e3 gamma_n 2000 gamma_t 1000 friction 0.5", SLIDING,
                              PRESSED, 20, 1)
        self.assert_alike(own, ours, 1e-6, (range(9, 10),))
