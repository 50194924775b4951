# SPDX-License-Identifier: MIT
"""Totals of a wall fix over all contacts: force, torque, power, and where the force acts."""

import math

import decks
import host
import shapes

HEAD = decks.box(0.05, types=2, boundary="f f f")
MATERIAL = "young 5e6 poisson 0.25 restitution {e} friction 0.5 rolling 0.02 twisting 0.01"
LAW = "pair_style dcm/hertz/mindlin form consistent\npair_coeff * * " + MATERIAL + "\n"
TELL = "neighbor 0.001 bin\n" + decks.table("f_w[*]", "{every}", "norm {norm}")
FORCE, TORQUE, POWER, CENTRE = range(0, 3), range(3, 6), 6, range(7, 10)
MASS = 4.0 / 3.0 * math.pi * 0.005**3 * 2500.0


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class WallTotals(host.Case):

    def told(self, deck, ranks=1):
        """{step: [numbers of the vector]}"""
        return {int(step): numbers for step, *numbers in self.thermo(self.run_ok(deck, ranks), "f_w[1]")}

    def assert_near(self, one, other, scale, what):
        self.assertEqual(len(one), len(other))
        for a, b in zip(one, other):
            self.assertLess(abs(a - b), 1e-10 * scale, what)

    DRUM = (HEAD + "lattice sc 0.0095\nregion inner cylinder y 0.005 -0.003 0.029 -0.02 0.02 units box\n"
            "create_atoms 1 region inner\nset group all diameter 0.01 density 2500\n"
            "variable vx atom 20*x+0.5*sin(300*y)\nvariable vz atom 20*z-0.5*sin(700*x)\nvelocity all set v_vx 0.1 v_vz\n" + LAW.format(e=0.6) +
            "variable turned equal 40*step*dt\n"
            "region drum cylinder y 0.005 -0.003 0.035 -0.03 0.03 units box rotate v_turned 0.005 0 -0.003 0 1 0\n"
            "fix w all wall/dcm/region 1 drum\nfix 1 all nve/sphere\ntimestep 5e-6\n" +
            TELL.format(every=100, norm="no") + decks.dump(100) + "run 1000\n")

    def test_turning_drum(self):
        # The grains touch each other, too, and give each other nothing in sum. The drum turns about a line that is not
        # through the origin; its power is what its torque about that line does.
        wanted = None
        for ranks in (1, 2):
            rows, frames = self.told(self.DRUM, ranks), self.frames("out")
            last = rows[max(rows)]
            self.assertGreater(abs(last[POWER]), 0.0)
            for step, row in rows.items():
                self.assertEqual(len(row), 10)
                force, torque, size = [0.0] * 3, [0.0] * 3, 0.0
                for grain in frames[step].values():
                    f = [grain[c] for c in host.FORCE]
                    moment = cross(grain[0:3], f)
                    for c in range(3):
                        force[c] -= f[c]
                        torque[c] -= moment[c] + grain[host.TORQUE[c]]
                    size += math.hypot(*f)
                self.assertGreater(size, 0.0)
                self.assert_near(row[0:3], force, size, f"force, step {step}")
                self.assert_near(row[3:6], torque, 0.05 * size, f"torque, step {step}")
                about_axis = [t - m for t, m in zip(row[3:6], cross((0.005, 0.0, -0.003), row[0:3]))]
                # At the first step the region is at rest.
                power = -40.0 * about_axis[1] if step else 0.0
                self.assert_near([row[POWER]], [power], 40.0 * 0.05 * size, f"power, step {step}")
            if wanted:
                for step in rows:
                    self.assert_near(rows[step][0:3], wanted[step][0:3], 1.0, step)
            wanted = wanted or rows

    # Grains that fall on the floor and meet there. The power is force and torque of the vector times the motion of the wall,
    # and LAMMPS adds up the power of all steps.
    FLOOR = (HEAD + "".join(f"create_atoms 1 single {x} {y} {z}\n" for x, y, z in ((0, 0, 0.00499), (0.0098, 0.001, 0.0052), (-0.02, 0.01, 0.0055))) +
             "set type 1 diameter 0.01 density 2500\n" + LAW.format(e=0.6) +
             "variable angle equal 20*step*dt\nregion bowl cylinder z 0.01 0 0.05 0 0.04 side in open 2 rotate v_angle 0.01 0 0 0 0 1\n"
             "fix w all {wall}\nfix 1 all nve/sphere\nfix g all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\nneighbor 0.001 bin\n"
             "variable power equal {power}\nfix sum all vector 1 v_power\nvariable work equal trap(f_sum)*dt\n" + decks.table("f_w v_work f_w[7] v_power", 50))
    WIGGLE = "2e-4*2*PI/2e-3*sin(2*PI/2e-3*step*dt)"
    TURNS = "(f_w[6]-0.01*f_w[2])*20*(step>{first})"
    MOTIONS = {"wall/dcm 1 zplane 0 NULL wiggle z 2e-4 2e-3": f"-f_w[3]*{WIGGLE}",
               "wall/dcm 1 zplane 0 NULL shear x 0.3": "-0.3*f_w[1]",
               "wall/dcm/mesh 1 floor.stl surface_velocity 0.3 0.1 0": "-0.3*f_w[1]-0.1*f_w[2]",
               "wall/dcm/mesh 1 floor.stl motion rotate 0.01 0 0 0 0 1 omega 20": "-" + TURNS.format(first=-1),
               "wall/dcm/region 1 bowl": "-" + TURNS.format(first=0)}    # at the first step a region is at rest

    def test_work(self):
        self.write("floor.stl", shapes.ascii_stl(shapes.plane(0.05)))
        for wall, power in self.MOTIONS.items():
            begin = self.FLOOR.format(wall=wall, power=power)
            # With write_restart between two runs, fix vector of 29Sep2021 has no numbers any more; a run that goes on has none of before.
            without = begin.replace("\nfix sum", "\n#").replace("f_w v_work f_w[7] v_power", "f_w")
            again = decks.go_on("half") + without[without.index("pair_style"):]
            rows, *others = (self.thermo(self.run_ok(deck, ranks)) for deck, ranks in ((begin + "run 400\nrun 400\n", 2), (
                without + "run 400\nwrite_restart half\nrun 400\n", 1), (again + "run 400\n", 1)))
            whole, half, on = (table[-1][1:] for table in (rows, *others))
            with self.subTest(wall=wall):
                self.assertGreater(abs(whole[0]), 1e-8)
                self.assertLess(abs(whole[0] - whole[1]), 1e-11 * abs(whole[0]))
                self.assertLess(abs(whole[0] - half[0]), 1e-11 * abs(whole[0]))
                self.assertEqual(half, on)
                largest = max(abs(row[3]) for row in rows)
                self.assertGreater(largest, 0.0)
                for row in rows:
                    self.assertLess(abs(row[3] - row[4]), 1e-11 * largest)

    def test_centre(self):
        # Two grains on a plane and one at a wall beside it, by their own forces; none: the origin.
        deck = (HEAD + "create_atoms 1 single 0.01 0 0.00498\ncreate_atoms 1 single -0.02 0.01 0.00495\n"
                "set type 1 diameter 0.01 density 2500\n" + LAW.format(e=0.5) + "{fix}\ntimestep 1e-6\n" +
                TELL.format(every=1, norm="no") + decks.dump(1) + "run 0\n")
        for ranks in (1, 2):
            row = self.told(deck.format(fix="fix w all wall/dcm 1 zplane 0 NULL"), ranks)[0]
            grains = list(self.read("out").values())
            sizes = [grain[host.FORCE[2]] for grain in grains]
            self.assertGreater(sizes[1], 3.0 * sizes[0])    # (5/2)^(3/2)
            for c, at in enumerate(((0.01, -0.02), (0.0, 0.01), (0.0, 0.0))):
                centre = sum(s * x for s, x in zip(sizes, at)) / sum(sizes)
                self.assertAlmostEqual(row[CENTRE[c]], centre, delta=1e-15)
            row = self.told(deck.format(fix="fix w all wall/dcm 1 zplane -0.01 NULL"), ranks)[0]
            self.assertEqual(row, [0.0] * 10)

    def test_behind_the_quantities(self):
        # A law with quantities has its numbers where they were; only what is a sum is divided by the number of atoms.
        deck = (HEAD.replace("create_box 2 box\n", "create_box 2 box\nfix q all property/atom {names}\n") +
                "create_atoms 1 single 0.01 0 0.00498\ncreate_atoms 1 single -0.02 0.01 0.00495\n"
                "set type 1 diameter 0.01 density 2500\n{set}pair_style dcm/heat form consistent\npair_coeff * * " + MATERIAL.format(e=0.5) +
                " conductivity 1.0\nfix w all wall/dcm 1 zplane 0 NULL quantity temperature 400\ntimestep 1e-6\n" +
                TELL.format(every=1, norm="{norm}") + "run 0\n")
        new = not host.GRANULAR_IS_ONE_FILE
        options = {"names": "temperature heatflow ghost yes" if new else "d_temperature d_heatflow ghost yes",
                   "set": "set group all temperature 300\n" if new else "set group all d_temperature 300\n"}
        plain = self.told(deck.format(norm="no", **options))[0]
        normed = self.told(deck.format(norm="yes", **options))[0]
        quantities = len(plain) - 10
        self.assertGreaterEqual(quantities, 2)
        self.assertNotEqual(sum(plain[3:3 + quantities]), 0.0)
        for n, (one, other) in enumerate(zip(plain, normed)):
            self.assertAlmostEqual(one, other if n >= len(plain) - 3 else 2.0 * other, delta=1e-12 * abs(one), msg=n)
