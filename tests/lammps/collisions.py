# SPDX-License-Identifier: MIT
"""Two spheres collide: with a dcm law, and with the host's closest built-in style."""

import math
import unittest

import host

YOUNG, POISSON, RESTITUTION, FRICTION = 5e6, 0.25, 0.8, 0.5
RADII = (0.005, 0.003)
# Laws that yield, with the restitution that follows from their lines.
YIELDING = (
    ("pair_style dcm/luding stiffening none\npair_coeff * * k1 1e4 k2 4e4 depth 1 friction 0.5\n", 0.5),
    ("pair_style dcm/eepa\npair_coeff * * k1 1e4 k2 4e4 restitution 1 friction 0.5\n", 0.5),
)


def dcm(form="sheet", restitution=RESTITUTION, friction=FRICTION, second=""):
    return (f"pair_style dcm/hertz/mindlin form {form}\n"
            f"pair_coeff * * young {YOUNG} poisson {POISSON} restitution {restitution} "
            f"friction {friction}\n{second}")


def granular(restitution=RESTITUTION, friction=FRICTION, xgammat=1.0, second=""):
    return (f"pair_style granular\n"
            f"pair_coeff * * hertz/material {YOUNG} {restitution} {POISSON} tangential mindlin NULL "
            f"{xgammat:.17g} {friction} damping coeff_restitution\n{second}")


class Collisions(host.Case):

    def collide(self, name, pair, **variables):
        self.write("pair." + name, pair)
        self.run_ok("in.two_spheres", pair="pair." + name, out=name, **variables)
        return self.frames(name)

    def assert_same(self, ours, theirs, bound):
        for step in ours:
            for columns in host.EVERYTHING:
                self.assertLess(self.difference(ours[step], theirs[step], columns), bound,
                                f"step {step}")

    def assert_rebounds(self, frames):
        first, last = frames[0], frames[max(frames)]
        approach = first[1][3] - first[2][3]
        rebound = last[2][3] - last[1][3]
        return rebound / approach

    @unittest.skipUnless(host.HAS_COEFF_RESTITUTION, "granular has no coeff_restitution here")
    def test_head_on_is_granular(self):
        # The formulas of a head-on collision are the same, the order of operations is not: rounding
        # errors of some 1000 steps in contact stay below 1e-12.
        for newton in ("off", "on"):
            ours = self.collide("ours", dcm(), newton=newton)
            theirs = self.collide("theirs", granular(), newton=newton)
            self.assertAlmostEqual(self.assert_rebounds(ours), RESTITUTION, places=3)
            self.assert_same(ours, theirs, 1e-12)

    @unittest.skipUnless(host.HAS_COEFF_RESTITUTION, "granular has no coeff_restitution here")
    def test_head_on_of_two_materials_is_granular(self):
        ours = self.collide("ours", dcm().replace("* *", "1 1", 1) +
                            "pair_coeff 2 2 young 2e7 poisson 0.3 restitution 0.5 friction 0.5\n")
        theirs = self.collide("theirs", granular().replace("* *", "1 1", 1) +
                              "pair_coeff 2 2 hertz/material 2e7 0.5 0.3 tangential mindlin NULL 1.0 "
                              "0.5 damping coeff_restitution\n")
        # Both mix restitution geometrically.
        self.assertAlmostEqual(self.assert_rebounds(ours), math.sqrt(0.8 * 0.5), places=3)
        self.assert_same(ours, theirs, 1e-12)

    def test_elastic_head_on_is_gran_hertz_history(self):
        stiffness = 4.0 / 3.0 * YOUNG / (2.0 * (1.0 - POISSON**2))
        pair = (f"pair_style gran/hertz/history {stiffness:.17g} NULL 0.0 NULL 0.5 0\n"
                "pair_coeff * *\n")
        ours = self.collide("ours", dcm(restitution=1.0))
        theirs = self.collide("theirs", pair)
        self.assertAlmostEqual(self.assert_rebounds(ours), 1.0, places=6)
        self.assert_same(ours, theirs, 1e-12)

    @unittest.skipUnless(host.HAS_COEFF_RESTITUTION, "granular has no coeff_restitution here")
    def test_oblique_differs_from_granular_by_the_levers(self):
        # Same stiffnesses and, with x_gammat = sqrt(kt/kn), same damping. The host turns the contact
        # with r and applies the moment with r - xi/2; the form sheet has d r/(r1 + r2) and r. So the
        # torques differ by xi/(2 r) of themselves, and the spins by what these add up to.
        kt_over_kn = 2.0 * (1.0 - POISSON) / (2.0 - POISSON)
        # It sticks with damping, and it slips without: where a contact begins to slip the sheet lets
        # damping pass Coulomb's limit and the host does not.
        for friction, restitution in ((0.5, 0.8), (0.05, 1.0)):
            ours = self.collide("ours", dcm(restitution=restitution, friction=friction), vt=0.3,
                                every=1, steps=500)
            theirs = self.collide("theirs", granular(restitution, friction, math.sqrt(kt_over_kn)),
                                  vt=0.3, every=1, steps=500)
            largest = max(sum(RADII) - math.dist(f[1][0:3], f[2][0:3]) for f in ours.values())
            predicted = largest / (2.0 * min(RADII))
            end = max(ours)
            size = max(abs(f[a][c]) for f in ours.values() for a in (1, 2) for c in host.SPIN)
            apart = max(abs(ours[end][a][c] - theirs[end][a][c]) for a in (1, 2)
                        for c in host.SPIN) / size
            self.assertLess(apart, predicted, f"friction {friction}")
            self.assertGreater(apart, 0.1 * predicted)    # it is there: the laws are not the same
            self.assertLess(self.difference(ours[end], theirs[end], host.VELOCITY), 1e-3)

    def test_laws_that_yield(self):
        # e in closed form, of a pair and at a wall.
        for pair, restitution in YIELDING:
            frames = self.collide("ours", pair)
            self.assertAlmostEqual(self.assert_rebounds(frames), restitution, places=3, msg=pair)
            self.run_ok("units si\natom_style sphere\ncomm_modify vel yes\nboundary f f f\nregion box block 0 0.04 0 0.04 0 0.04\ncreate_box 2 box\n"
                        "create_atoms 1 single 0.02 0.02 0.00501\nset group all diameter 0.01 density 2500\n"
                        "velocity all set 0 0 -1.3\n" + pair + "fix w all wall/dcm 1 zplane 0 NULL\nfix 1 all nve/sphere\n"
                        "timestep 1e-6\nrun 4000\nwrite_dump all custom wall id vz modify format float %.17g\n")
            self.assertAlmostEqual(self.read("wall")[1][0] / 1.3, restitution, places=3, msg=pair)

    def coarse(self, damping):
        """Mean error of each restitution over the phases of a step, of pairs and at a wall, with 20 steps a collision."""
        radius, density, speed, phases = 0.002, 2500.0, 0.1, 40
        mass = 4.0 / 3.0 * math.pi * radius**3 * density
        modulus = YOUNG / (2.0 * (1.0 - POISSON**2))
        depth = (15.0 * 0.5 * mass * speed**2 / (16.0 * modulus * math.sqrt(0.5 * radius)))**0.4
        dt = 2.94327517 * depth / speed / 20
        atoms, velocities = [], []
        for i in range(9 * phases):
            of_type, gap = i // phases + 1, (i % phases + 0.5) / phases * dt
            x, y = 0.01 * (i % 20), 0.01 * (i // 20)
            # At a wall a collision at twice the speed is as long.
            for height, velocity in ((radius + gap * 2.0 * speed, -2.0 * speed), (0.01, 0.5 * speed),
                                     (0.01 + 2.0 * radius + gap * speed, -0.5 * speed)):
                atoms.append(f"{len(atoms) + 1} {of_type} {2.0 * radius} {density} {x} {y} {height:.17g}")
                velocities.append(f"{len(velocities) + 1} 0 0 {velocity:.17g} 0 0 0")
        self.write("coarse.data", f"dcm\n\n{len(atoms)} atoms\n10 atom types\n-0.01 0.21 xlo xhi\n-0.01 0.21 ylo yhi\n-0.01 0.03 zlo zhi\n"
                   "\nAtoms # sphere\n\n" + "\n".join(atoms) + "\n\nVelocities\n\n" + "\n".join(velocities) + "\n")
        pairs = "".join(f"pair_coeff {t} {t} young {YOUNG} poisson {POISSON} restitution 0.{t} friction 0.5\npair_coeff {t} 10 restitution 0.{t}\n"
                        for t in range(1, 10))
        self.run_ok("units si\natom_style sphere\ncomm_modify vel yes\nboundary f f f\nnewton off\nread_data coarse.data\n"
                    f"pair_style dcm/hertz/mindlin form consistent damping {damping}\npair_coeff 10 10 young {YOUNG} poisson {POISSON} "
                    f"restitution 1 friction 0.5\n{pairs}fix w all wall/dcm 10 zplane 0 NULL\nfix 1 all nve/sphere\nneighbor 0.001 bin\n"
                    f"timestep {dt:.17g}\nrun 200\nwrite_dump all custom coarse id vz modify sort id format float %.17g\n")
        after = [velocity for _, (velocity,) in sorted(self.read("coarse").items())]
        found = []
        for t in range(9):
            of_type = after[3 * phases * t:3 * phases * (t + 1)]
            at_wall = sum(of_type[0::3]) / (2.0 * speed * phases)
            of_pairs = (sum(of_type[2::3]) - sum(of_type[1::3])) / (speed * phases)
            found.append((at_wall - 0.1 * (t + 1), of_pairs - 0.1 * (t + 1)))
        return found

    def test_coarse_steps(self):
        # The velocities of half a step before make damping dissipate too much; implicit damping looks ahead.
        for of_type in self.coarse("implicit"):
            for error in of_type:
                self.assertLess(abs(error), 1e-3)
        for of_type in self.coarse("explicit")[:4]:
            for error in of_type:
                self.assertLess(error, -5e-3)

    def test_a_column_rests_where_its_weight_is_borne(self):
        # Implicit damping tells what other contacts and gravity do: with steps as coarse as these a force that knew of
        # itself alone would carry some percent less.
        grains, radius, density, gravity = 6, 0.001, 2500.0, 9.81
        weight = 4.0 / 3.0 * math.pi * radius**3 * density * gravity
        modulus = YOUNG / (2.0 * (1.0 - POISSON**2))
        column = "".join(f"create_atoms 1 single 0 0 {(2 * i + 1) * radius}\n" for i in range(grains))
        self.run_ok("units si\natom_style sphere\ncomm_modify vel yes\nboundary f f f\nnewton off\nregion box block -0.01 0.01 -0.01 0.01 -0.01 0.03\n"
                    f"create_box 1 box\n{column}set group all diameter {2 * radius} density {density}\n"
                    "pair_style dcm/hertz/mindlin form consistent damping implicit\n"
                    f"pair_coeff * * young {YOUNG} poisson {POISSON} restitution 0.1 friction 0.5\n"
                    f"fix w all wall/dcm 1 zplane 0 NULL\nfix 1 all nve/sphere\nfix g all gravity {gravity} vector 0 0 -1\nneighbor 0.001 bin\n"
                    "timestep 4e-5\nrun 20000\nwrite_dump all custom column id z vz modify sort id format float %.17g\n")
        below = -radius
        for i, (height, velocity) in sorted(self.read("column").items()):
            overlap = (2.0 if i > 1 else 1.0) * radius - (height - max(below, 0.0))
            effective_radius = 0.5 * radius if i > 1 else radius
            force = 4.0 / 3.0 * modulus * math.sqrt(effective_radius) * overlap**1.5
            self.assertLess(abs(velocity), 1e-12)
            self.assertLess(abs(force / ((grains - i + 1) * weight) - 1.0), 1e-8)
            below = height

    def test_angular_momentum_is_kept_by_the_consistent_form(self):
        drift = {}
        for form in ("consistent", "sheet"):
            frames = self.collide("ours", dcm(form), vt=0.3, spin=20.0, every=10, steps=500)
            start, end = (self.angular_momentum(frames[s]) for s in (0, max(frames)))
            drift[form] = math.dist(start, end) / math.hypot(*start)
        self.assertLess(drift["consistent"], 1e-12)
        self.assertGreater(drift["sheet"], 1e-4)    # its lever arms differ: no accident of rounding

    @staticmethod
    def angular_momentum(frame):
        total = [0.0] * 3
        for atom, radius, density in ((1, RADII[0], 2500.0), (2, RADII[1], 4000.0)):
            mass = 4.0 / 3.0 * math.pi * radius**3 * density
            x, v, w = frame[atom][0:3], frame[atom][3:6], frame[atom][6:9]
            for c in range(3):
                a, b = (c + 1) % 3, (c + 2) % 3
                total[c] += mass * (x[a] * v[b] - x[b] * v[a]) + 0.4 * mass * radius**2 * w[c]
        return total
