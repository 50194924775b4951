# SPDX-License-Identifier: MIT
"""Collisions with few steps. drop_in_own_laws.py has dcm laws beside the host's closest styles, and superellipsoids.py what collisions conserve."""

import math

import decks
import host

YOUNG, POISSON = 5e6, 0.25


class Collisions(host.Case):

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
        self.run_ok(decks.begin(boundary="f f f") + "read_data coarse.data\n"
                    f"pair_style dcm/hertz/mindlin form consistent damping {damping}\npair_coeff 10 10 young {YOUNG} poisson {POISSON} "
                    f"restitution 1 friction 0.5\n{pairs}fix w all wall/dcm 10 zplane 0 NULL\nfix 1 all nve/sphere\nneighbor 0.001 bin\n"
                    f"timestep {dt:.17g}\nrun 200\n" + decks.write("coarse", "id vz"))
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
        self.run_ok(decks.box("-0.01 0.01 -0.01 0.01 -0.01 0.03", boundary="f f f") + f"{column}set group all diameter {2 * radius} density {density}\n"
                    "pair_style dcm/hertz/mindlin form consistent damping implicit\n"
                    f"pair_coeff * * young {YOUNG} poisson {POISSON} restitution 0.1 friction 0.5\n"
                    f"fix w all wall/dcm 1 zplane 0 NULL\nfix 1 all nve/sphere\nfix g all gravity {gravity} vector 0 0 -1\nneighbor 0.001 bin\n"
                    "timestep 4e-5\nrun 20000\n" + decks.write("column", "id z vz"))
        below = -radius
        for i, (height, velocity) in sorted(self.read("column").items()):
            overlap = (2.0 if i > 1 else 1.0) * radius - (height - max(below, 0.0))
            effective_radius = 0.5 * radius if i > 1 else radius
            force = 4.0 / 3.0 * modulus * math.sqrt(effective_radius) * overlap**1.5
            self.assertLess(abs(velocity), 1e-12)
            self.assertLess(abs(force / ((grains - i + 1) * weight) - 1.0), 1e-8)
            below = height
