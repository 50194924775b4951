# SPDX-License-Identifier: MIT
"""The lines of the table "From granular to our own laws" of docs/drop-in.md, side by side: what it says is the same is, and what
differs does as it says."""

import unittest

import decks
import host

# Two grains of 1 cm, of unlike mass, that meet along x; how they move besides is said by the tests.
DECK = decks.box(0.05, types=2, boundary="f f f") + """create_atoms 1 single {left} 0 0
create_atoms 1 single {right} 0 0
set group all diameter 0.01
set atom 1 density 2500
set atom 2 density 5000
{motion}
{pair}
neighbor 0.002 bin
timestep 1e-6
fix 1 all nve/sphere
""" + decks.dump("{every}", "dump") + "run {steps}\n"
APART, PRESSED = 0.00502, 0.00499
STILL = "velocity all set 0 0 0"
MATERIAL = "young 1e7 poisson 0.25 friction 0.5"
HERTZ = f"pair_style dcm/hertz/mindlin form {{}}\npair_coeff * * {MATERIAL} restitution {{}}"
COEFF_RESTITUTION = "hertz/material 1e7 {} 0.25 damping coeff_restitution tangential mindlin NULL {} {}"


def granular(words):
    return f"pair_style granular\npair_coeff * * {words}"


def scene(motion, half, steps, every):
    return {"motion": motion, "left": -half, "right": half, "steps": steps, "every": every}


def meet(speed=0.5):
    return scene(f"velocity all ramp vx {speed} {-0.5 * speed} x {-APART} {APART} units box", APART, 3000, 10)


# Pressed, they slide from the first touch.
STICK = scene("velocity all ramp vy 0 0.05 x -0.005 0.005 units box", PRESSED, 20, 1)
# Lines of the table that say the same: a pair style of LAMMPS', ours, how the grains move, the bound of forces, columns of forces, and the restitution.
SAME = [("jkr", granular("jkr 1e7 0 0.25 1.0 damping velocity tangential mindlin NULL 1.0 0.5"),
         f"pair_style dcm/jkr/exact form consistent detach pulloff\npair_coeff * * {MATERIAL} restitution 1 work_of_adhesion 2.0",
         scene(STILL, PRESSED, 3000, 10), 1e-8, range(9, 12), None),
        # With gamma: LAMMPS' own gran/..., whose levers are the radii, so that along the tangent they differ.
        ("hooke of gamma", granular("hooke 1e4 2000 damping mass_velocity tangential linear_history_classic 2e3 0.5 0.5")
         if not host.GRANULAR_IS_ONE_FILE else "pair_style gran/hooke/history 1e4 2e3 2000 1000 0.5 1\npair_coeff * *",
         "pair_style dcm/hooke/history\npair_coeff * * kn 1e4 kt 2e3 gamma_n 2000 gamma_t 1000 friction 0.5", STICK, 1e-6, range(9, 10), None)]
for e in (0.3, 0.8) if host.HAS_COEFF_RESTITUTION else ():
    SAME += [("coeff_restitution", granular(COEFF_RESTITUTION.format(e, 1.0, 0.5)), HERTZ.format("consistent", e), meet(), 1e-12, range(9, 12), e),
             ("hooke", granular(f"hooke 1e4 {e} damping coeff_restitution tangential linear_history 1e3 1.0 0.5"),
              f"pair_style dcm/linear\npair_coeff * * kn 1e4 restitution {e} friction 0.5", meet(), 1e-12, range(9, 12), e)]


class Lines(host.Case):

    def frames_of(self, pair, scene):
        self.run_ok(DECK.format(pair=pair, **scene))
        return self.frames("dump")

    def restitution(self, pair, speed=0.5):
        frames = self.frames_of(pair, meet(speed))
        return self.restitution_of(frames), frames

    def restitution_of(self, frames):
        speeds = [frame[2][3] - frame[1][3] for frame in frames.values()]
        return -speeds[-1] / speeds[0]

    def test_what_is_the_same(self):
        for what, own, ours, scene, bound, columns, e in SAME:
            own, ours = self.frames_of(own, scene), self.frames_of(ours, scene)
            largest = max(abs(row[c]) for frame in own.values() for row in frame.values() for c in columns)
            self.assertGreater(largest, 0.0)
            for step, frame in own.items():
                for atom, row in frame.items():
                    for c in columns:
                        self.assertLess(abs(row[c] - ours[step][atom][c]), bound * largest, f"{what}, step {step}")
            if e:
                self.assertAlmostEqual(self.restitution_of(ours), e, delta=0.002, msg=what)
            if what == "jkr":
                self.assertGreater(max(frame[1][9] for frame in own.values()), 0.0, "they adhere")

    @unittest.skipIf(not host.HAS_COEFF_RESTITUTION, "this release's granular has no damping of constant restitution")
    def test_tangential_damper(self):
        # Sticking, from the first touch: spring and damper are those with the x_gammat that the table names, and not with 1, but for
        # lever arms, which differ by half the overlap.
        ours = self.frames_of(HERTZ.format("consistent", 0.3).replace("friction 0.5", "friction 5"), STICK)
        for x, least, most in (((2.0 * 0.75 / 1.75)**0.5, 0.0, 0.002), (1.0, 0.05, 1.0)):
            own = self.frames_of(granular(COEFF_RESTITUTION.format(0.3, x, 5)), STICK)
            apart = max(abs(own[step][1][10] / ours[step][1][10] - 1.0) for step in own)
            print("tangential force with x_gammat", x, "differs by", apart)
            self.assertTrue(least < apart < most)

    def test_tsuji(self):
        for given, found in ((0.2, 0.34), (0.5, 0.62), (0.8, 0.85), (0.9, 0.93)):
            e, _ = self.restitution(granular(f"hertz/material 1e7 {given} 0.25 damping tsuji tangential mindlin NULL 1.0 0.5"))
            self.assertAlmostEqual(e, found, delta=0.006)

    def test_dampings_of_gamma(self):
        # e depends on speed, and with velocity on mass.
        for damping, gamma in (("viscoelastic", 1e6), ("mass_velocity", 1000.0), ("velocity", 1.0)):
            words = granular(f"hertz/material 1e7 {gamma} 0.25 damping {damping} tangential mindlin NULL 1.0 0.5")
            slow, fast = (self.restitution(words, speed)[0] for speed in (0.2, 1.0))
            print(damping, slow, fast)
            self.assertGreater(abs(fast - slow), 0.02)

    @unittest.skipIf(not host.HAS_COEFF_RESTITUTION, "this release's granular has no damping of constant restitution")
    def test_limit_damping(self):
        for pair, least, most in ((granular(COEFF_RESTITUTION.format(0.5, 1.0, 0.5) + " limit_damping"), 0.51, 1.0),
                                  (f"pair_style dcm/woo/hertz form consistent calibrate yes\npair_coeff * * {MATERIAL} restitution 0.5", 0.495, 0.505)):
            e, frames = self.restitution(pair)
            self.assertLessEqual(max(frame[1][9] for frame in frames.values()), 0.0)
            self.assertTrue(least < e < most, e)

    def test_rolling(self):
        # Grains that roll on each other: the couple at its limit.
        rolls = scene("set group all density 2500\nset atom 1 omega 0 20 0\nset atom 2 omega 0 -20 0", PRESSED, 50, 50)
        own = self.frames_of(granular("hertz/material 1e7 0 0.25 damping velocity tangential mindlin NULL 1.0 0.5 rolling sds 1e5 0 0.1"), rolls)[50]
        limit = 0.1 * abs(own[1][9]) * 0.0025
        self.assertAlmostEqual(abs(own[1][13]), limit, delta=1e-3 * limit)
        for form, rolling in (("consistent", 0.1), ("sheet", 0.05)):
            ours = self.frames_of(HERTZ.format(form, f"1 rolling {rolling}"), rolls)[50]
            self.assertAlmostEqual(ours[1][13] / own[1][13], 1.0, delta=0.002, msg=form)

    def test_twisting(self):
        row = self.frames_of("pair_style dcm/linear\npair_coeff * * kn 1e4 restitution 1 friction 0.5 twisting 0.1",
                             scene("set atom 1 omega 20 0 0\nset atom 2 omega -20 0 0", PRESSED, 200, 200))[200][1]
        self.assertAlmostEqual(abs(row[12]), 0.1 * 0.0025 * abs(row[9]), delta=1e-9 * abs(row[12]))
