# SPDX-License-Identifier: MIT
"""The law liggghts-hertz against LIGGGHTS' own model, in the unmodified program."""

import math
import random

import host
import walls

# Where the list of neighbours reaches no farther than touching, LIGGGHTS' own pairs keep the spring of a contact that has
# ended; see docs/laws/liggghts-hertz.md.
SETUP = host.BEGIN + """
region box block -0.05 0.05 -0.05 0.05 -0.001 0.15 units box
create_box 2 box
neighbor 0.002 bin
neigh_modify delay 0 contact_distance_factor 1.2
"""

POUR = SETUP + """
{properties}
pair_style gran model {model} {options}
pair_coeff * *
timestep 1e-5
fix gravity all gravity 9.81 vector 0 0 -1
{walls}
fix small all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.0025
fix large all particletemplate/sphere 15485867 atom_type 2 density constant 2000 radius constant 0.0035
fix mixture all particledistribution/discrete 32452843 2 small 0.6 large 0.4
region pour cylinder z 0 0 0.04 0.004 0.05 units box
fix pour all insert/pack seed 32452867 distributiontemplate mixture vel constant 0.2 0 -0.5 omega constant 10 20 30 &
 insert_every once overlapcheck yes all_in yes particles_in_region 250 region pour
fix move all nve/sphere
run 1
dump d all custom {every} dump.{out} """ + host.DUMP + """
run {steps}
"""

PRIMITIVE = """
fix floor all wall/gran model {model} primitive type 1 zplane 0.0 {options}
fix hull all wall/gran model {model} primitive type 2 zcylinder 0.045 0 0 {options}
"""


FLOORS = ("fix floor all wall/gran model {model} primitive type 1 zplane 0.0",
          "fix plate all mesh/surface file plate.stl type 1\nfix floor all wall/gran model {model} mesh n_meshes 1 meshes plate")


class Stock(host.Case):

    def pour(self, out, model, options="", walls=PRIMITIVE, steps=2000, every=500, ranks=1, values=host.STOCK_VALUES, run=None):
        deck = POUR.format(newton="off", model=model, options=options, out=out, steps=steps, every=every,
                           properties=host.property_lines(values), walls=walls.format(model=model, options=options))
        (run or self.run_ok)(deck, ranks)
        return self.frames("dump." + out)

    def compare(self, ours_options="", stock_options="", bound=1e-10, **how):
        theirs = self.pour("stock", host.STOCK_MODEL, stock_options, run=self.run_stock, **how)
        ours = self.pour("dcm", "dcm/liggghts-hertz", ours_options, **how)
        forces = [row[c] for row in theirs[max(theirs)].values() for c in host.FORCE]
        self.assertGreater(sum(f != 0.0 for f in forces), 100)    # they are in contact
        self.assert_same(ours, theirs, bound)

    def test_pouring(self):
        # The order of operations is another one, and collisions amplify rounding errors: a hundred times in some 500 steps.
        self.compare()

    def test_pouring_on_two_ranks(self):
        self.compare(ranks=2)

    def test_options(self):
        self.compare("limit_damping yes tangential_damping no torsion yes", "tangential_damping off limitForce on torsionTorque on",
                     steps=1000)

    def test_rolling_friction_beside_cdt(self):
        """One and the same coefficientRollingFriction: two equal grains that roll on each other have the couple of cdt by laws of form
        consistent, and twice of it where a law has form sheet and each grain's own radius in the place of R*. At a plane all are the same."""
        values = {"young": (5e6, 5e6), "poisson": (0.3, 0.3), "restitution": 3 * (0.5,), "friction": 3 * (0.0,), "rolling": 3 * (0.05,)}
        others = {"surface_energy": (0.0, 0.0), "work_of_adhesion": 3 * (0.0,)}
        deck = SETUP + host.property_lines(values) + host.property_lines(others) + """
pair_style gran model {model} {options}
pair_coeff * *
timestep 1e-6
create_atoms 1 single 0 0 0.05
create_atoms 1 single 0.00499 0 0.05
create_atoms 1 single 0 0.03 0.002495
set group all diameter 0.005 density 2500
set group all omegay 30
set atom 2 omegay -30
fix floor all wall/gran model {model} primitive type 1 zplane 0.0 {options}
fix move all nve/sphere
dump d all custom 1 dump.{out} id tqy
dump_modify d sort id format "%d %.17g"
run 1
"""
        self.run_stock(deck.format(newton="off", model=host.STOCK_MODEL, options="", out="stock"))
        cdt = self.frames("dump.stock")[1]
        for law in ("liggghts-hertz", "hertz", "hertz-mindlin", "jkr", "jkr-exact"):
            for form, factor in (("sheet", 2.0), ("consistent", 1.0)):
                options = "" if law == "liggghts-hertz" else f"form {form}"
                self.run_ok(deck.format(newton="off", model="dcm/" + law, options=options, out="dcm"))
                ours = self.frames("dump.dcm")[1]
                if law == "liggghts-hertz":
                    factor = 1.0
                for atom, times in ((1, factor), (2, factor), (3, 1.0)):
                    self.assertLess(abs(ours[atom][0] / cdt[atom][0] - times), 2e-3, f"{law} {form} {atom}: {ours[atom][0] / cdt[atom][0]}")

    def test_stiffness_of_hooke(self):
        """A head-on collision by LIGGGHTS' hooke, and by linear with the stiffness of docs/liggghts/gran_model_dcm.md."""
        young, poisson, radius, density, speed, restitution = 5e6, 0.45, 0.0025, 2500.0, 2.0, 0.7
        modulus, mass = young / (2.0 * (1.0 - poisson**2)), 0.5 * density * 4.0 / 3.0 * math.pi * radius**3
        root = math.sqrt(0.5 * radius)
        kn = 16.0 / 15.0 * root * modulus * (15.0 * mass * speed**2 / (16.0 * root * modulus))**0.2
        given = dict(young=(young, young), poisson=(poisson, poisson), restitution=3 * (restitution,), friction=3 * (0.3,))
        self.write("spheres", host.data_file([(1, radius, density, (x, 0.0, 0.0), (v, 0.0, 0.0), (0.0, 0.0, 0.0))
                                              for x, v in ((0.0, 1.0), (2.001 * radius, -1.0))], 0.05))
        rows = []
        for model, more, run in (("hooke tangential history", "fix v all property/global characteristicVelocity scalar 2.0\n", self.run_stock),
                                 ("dcm/linear", host.property_lines({"kn": 3 * (kn,), "kt_ratio": 3 * (1.0,)}), self.run_ok)):
            run(host.BEGIN.format(newton="off") + "read_data spheres\nneighbor 0.001 bin\n" + host.property_lines(given) + more +
                f"pair_style gran model {model}\npair_coeff * *\ntimestep 1e-7\nfix move all nve/sphere\ndump d all custom 1000 out {host.DUMP}\nrun 5000\n")
            rows.append(self.frames("out"))
        self.assertLess(rows[0][5000][1][host.VELOCITY[0]], -0.6)
        self.assert_same(rows[1], rows[0], 1e-10)

    def test_pull_off_of_sjkr(self):
        """The surface energy of docs/liggghts/gran_model_dcm.md has the largest pull of sjkr, 2/3 pi^3 k^3 R*^2/E*^2: pi w R* times 3/2."""
        young, poisson, radius, k = 5e6, 0.3, 0.0025, 1e5
        modulus, effective = young / (2.0 * (1.0 - poisson**2)), 0.5 * radius
        deepest = (math.pi * k / modulus)**2 * effective
        given = dict(young=(young, young), poisson=(poisson, poisson), restitution=3 * (0.9,), friction=3 * (0.3,))
        w = 4.0 / 9.0 * math.pi**2 * k**3 * effective / modulus**2
        stiffness = 4.0 / 3.0 * modulus * math.sqrt(effective)
        attraction = math.sqrt(8.0 * math.pi * modulus * w) * effective**0.75
        most = (attraction / (2.0 * stiffness))**(4.0 / 3.0)    # where F of jkr is least
        pulls = []
        for model, overlap, more, run in (("hertz tangential history cohesion sjkr", deepest, {"cohesionEnergyDensity": 3 * (k,)}, self.run_stock),
                                          ("dcm/jkr", most, {"surface_energy": (w, w)}, self.run_ok)):
            self.write("spheres", host.data_file([(1, radius, 2500.0, (x, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
                                                  for x in (0.0, 2.0 * radius - overlap)], 0.05))
            run(host.BEGIN.format(newton="off") + "read_data spheres\nneighbor 0.001 bin\n" + host.property_lines({**given, **more}) +
                f"pair_style gran model {model}\npair_coeff * *\ntimestep 1e-6\nfix move all nve/sphere\ndump d all custom 1 pull {host.DUMP}\nrun 0\n")
            pulls.append(self.frames("pull")[0][1][host.FORCE[0]])
        self.assertGreater(pulls[0], 0.0)
        self.assertLess(abs(pulls[0] / (2.0 / 3.0 * (math.pi * k)**3 * (effective / modulus)**2) - 1.0), 2.0 * deepest / radius)
        self.assertLess(abs(pulls[1] / pulls[0] - 1.0), 2.0 * deepest / radius)

    def one_grain(self, floor, motion):
        """It falls on a floor and comes to rest, with their model and with ours: frames of every 1000th of 30,000 steps."""
        deck = SETUP + host.property_lines(host.STOCK_VALUES) + """
pair_style gran model {model}
pair_coeff * *
timestep 1e-5
create_atoms 1 single 0.01 0.02 0.004
set atom 1 diameter 0.005 density 2500 """ + motion + """
fix gravity all gravity 9.81 vector 0 0 -1
""" + floor + """
fix side all wall/gran model {model} primitive type 2 xplane 0.04
fix move all nve/sphere
dump d all custom 1000 dump.{out} """ + host.DUMP + """
run 30000
"""
        self.write("plate.stl", walls.plate())
        self.run_both(deck)
        return self.frames("dump.stock"), self.frames("dump.dcm")

    def test_one_grain_for_thousands_of_steps(self):
        for floor in FLOORS:
            with self.subTest(floor=floor):
                # Along the normal, with a spin about it: the same operations, and the same numbers.
                theirs, ours = self.one_grain(floor, "omegaz 7")
                self.assertEqual(ours, theirs)
                self.assertGreater(max(row[1][5] for row in theirs.values()), 0.01)    # it has bounced
                # It bounces, slips and rolls, on the floor and against the side. Velocities of the point of contact, and torques, are
                # the sum of the same terms in another order; what it leaves a grain that rolls amplifies slowly.
                theirs, ours = self.one_grain(floor, "vx 0.3 vy 0.1 omegax 3 omegay -20 omegaz 7")
                for step in theirs:
                    for columns in (host.POSITION, host.VELOCITY, host.SPIN):
                        scale = 0.3 if columns is host.VELOCITY else 60.0 if columns is host.SPIN else 0.05
                        apart = max(abs(ours[step][1][c] - theirs[step][1][c]) for c in columns) / scale
                        self.assertLess(apart, 1e-15 if step <= 5000 else 1e-12, f"step {step}")
                self.assertLess(max(abs(v) for v in theirs[max(theirs)][1][3:6]), 0.1)    # it has slowed down

    def test_the_module_in_the_unmodified_program(self):
        ours = self.pour("dcm", "dcm/liggghts-hertz", steps=500)
        preloaded = self.pour("preload", "dcm/liggghts-hertz", steps=500,
                              run=lambda deck, ranks: self.run_ok(deck, ranks, preload=True))
        self.assertEqual(ours, preloaded)

    def test_the_module_alone_changes_nothing(self):
        theirs = self.pour("stock", host.STOCK_MODEL, steps=500, run=self.run_stock)
        beside = self.pour("beside", host.STOCK_MODEL, steps=500)
        self.assertEqual(theirs, beside)
