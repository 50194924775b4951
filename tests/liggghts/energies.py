# SPDX-License-Identifier: MIT
"""The ledger of energies in a property of the user: kinetic energy, what contacts store, what they dissipated, the work of walls."""

import math
import re

import host
import walls

TERMS = ("stored_normal", "stored_tangential", "stored_rolling", "dissipated_normal", "dissipated_plastic", "dissipated_tangential",
         "dissipated_sliding", "dissipated_rolling", "dissipated_fracture", "dissipated_by_arms", "dissipated_by_jumps", "work")
STORED = 3

DECK = host.BEGIN + """
processors {processors}
read_data spheres
neighbor 0.002 bin
neigh_modify delay 0
{properties}
fix ledger all property/global dcmEnergies vector {begin}
pair_style gran model {model}
pair_coeff * *
timestep {dt}
{walls}
fix move all nve/sphere
compute motion all ke
compute spins all erotate/sphere
thermo_style custom step c_motion c_spins """ + " ".join(f"f_ledger[{n + 1}]" for n in range(len(TERMS))) + """{more}
thermo {every}
thermo_modify norm no lost ignore format float %.17g
{runs}
"""

ZEROS = " ".join(["0"] * len(TERMS))
PLATE = walls.MESH.replace("{moves}", "fix lift all move/mesh mesh plate linear 0.01 0.0 0.05")

VALUES = {
    "hertz-mindlin": dict(host.VALUES),
    "liggghts-hertz": dict(host.STOCK_VALUES),
    "jkr-exact": dict(host.VALUES, work_of_adhesion=(1.0, 0.9, 0.8)),
    "luding": {"k1": (2000.0, 2500.0, 3000.0), "k2": (4000.0, 4500.0, 5000.0), "kc": (500.0, 400.0, 300.0), "eta_n": (0.02, 0.02, 0.03),
               "friction": (0.5, 0.4, 0.3)},
}


class Energies(host.Case):

    def setUp(self):
        super().setUp()
        self.write("plate.stl", walls.plate(-0.0002))
        # Grains above grains, which meet on the side x = 0 of two ranks, too.
        shift = lambda x, *by: tuple(a + b for a, b in zip(x, by))
        below = [(*grain[:3], shift(grain[3], -5e-4, 0.0, 0.0), *grain[4:]) for grain in walls.grains()]
        above = [(1 + n % 2, *grain[1:3], shift(grain[3], 1e-3, 5e-4, 0.0062), (-0.1, 0.05, -0.4), (5.0, -9.0, 3.0))
                 for n, grain in enumerate(below)]
        self.write("spheres", host.data_file(below + above, 0.05))

    def deck(self, law, **changes):
        words = dict(newton="off", model="dcm/" + law, properties=host.property_lines(VALUES.get(law, {})), dt=2e-7, begin=ZEROS, every=500, processors="* * *", more="",
                     walls=PLATE.format(model="dcm/" + law), runs="run 20000")
        words.update(changes)
        return DECK.format(**words)

    def terms(self, text, first=2, run=0):
        """{name: {step: number}} of a run; the host cuts the names of columns.
        first: column in which the ledger begins, behind the two of motion"""
        rows = {}
        for line in re.split(r"^ *Step .*$", text, flags=re.M)[1 + run].splitlines():
            if line.startswith("Loop"):
                break
            if line.split() and line.split()[0].isdigit():
                rows[int(line.split()[0])] = [float(word) for word in line.split()[1:]]
        found = {name: {step: row[first + n] for step, row in rows.items()} for n, name in enumerate(TERMS)}
        found["kinetic"] = {step: row[0] + row[1] for step, row in rows.items()}
        return found

    def total(self, terms, step):
        return terms["kinetic"][step] + sum(terms[name][step] for name in TERMS[:-1]) - terms["work"][step]

    def worst(self, terms):
        """The largest change of what must stay, over what there is where the run begins."""
        first = min(terms["work"])
        return max(abs(self.total(terms, step) / self.total(terms, first) - 1.0) for step in terms["work"])

    def test_balance(self):
        """In every step that is told, with a wall that moves; nothing is lost where contacts begin and end. Within a contact the ledger
        has the whole power of the dampers in the last step, of which the integrator paid a half: the first order of the time step."""
        for law in VALUES:
            with self.subTest(law=law):
                terms = self.terms(self.run_ok(self.deck(law)))
                told = {"dissipated_normal": True, "dissipated_plastic": law == "luding", "dissipated_sliding": True, "work": True,
                        "dissipated_by_jumps": law == "jkr-exact"}
                for name in (name for name, is_there in told.items() if is_there):
                    self.assertGreater(abs(terms[name][20000]), 1e-3 * terms["kinetic"][0], name)
                self.assertGreater(max(terms["stored_normal"].values()), 1e-2 * terms["kinetic"][0])
                self.assertLess(self.worst(terms), 5e-5)

    def test_the_end_at_a_wall(self):
        """A grain leaves with a stretched spring: what the spring stores is dissipated by the jump, with the lists that LIGGGHTS has by default."""
        self.write("spheres", host.data_file([(1, 0.0025, 2500.0, (0.001, 0.003, 0.00231), (1.0, 0.0, -1.0), (0.0, 0.0, 0.0))], 0.05))
        given = {"kn": 3 * (1e4,), "kt": 3 * (6e3,), "gamma_n": 3 * (0.0,), "friction": 3 * (50.0,)}
        plane = "fix floor all wall/gran model {model} primitive type 1 zplane -0.0002"
        for wall in (plane, PLATE.replace("linear 0.01 0.0 0.05", "linear 0.0 0.0 0.0")):
            for runs in ("run 700", "run 150\nrun 550 pre no"):
                with self.subTest(wall=wall, runs=runs):
                    text = self.run_ok(self.deck("hertz-mindlin", model="dcm/hooke-history", properties=host.property_lines(given), dt=1e-6, every=1,
                                                 walls=wall.format(model="dcm/hooke-history"), runs=runs))
                    terms = self.terms(text, run=runs.count("pre no"))
                    self.assertEqual(max(terms["work"]), 700)
                    self.assertGreater(terms["dissipated_by_jumps"][700], 0.09 * terms["kinetic"][700])
                    self.assertEqual(terms["stored_tangential"][700], 0.0)
                    self.assertLess(self.worst(terms), 5e-5)

    def test_edges_of_a_belt(self):
        """The skin of a wall that rests moves along the wall, also where a grain touches the end of a belt, or an edge of a roll: without
        friction the skin does no work, and the grain leaves as fast as from a wall without a skin that moves."""
        ring = [(0.01 * math.cos(n * math.pi / 6), 0.01 * math.sin(n * math.pi / 6)) for n in range(12)]
        facets = "".join(walls.facet((*a, -0.01), (*b, -0.01), (*b, 0.01)) + walls.facet((*a, -0.01), (*b, 0.01), (*a, 0.01))
                         for a, b in zip(ring, ring[1:] + ring[:1]))
        mesh = "fix plate all mesh/surface file plate.stl type 1{}\nfix floor all wall/gran model dcm/linear mesh n_meshes 1 meshes plate"
        plane = "fix floor all wall/gran model dcm/linear primitive type 1 zplane 0.0"
        given = host.property_lines({"kn": 3 * (3000.0,), "restitution": 3 * (0.5,), "friction": 3 * (0.0,)})
        roll = "solid roll\n" + facets + "endsolid roll\n"
        for skin, wall, triangles, place, fall in (
                (" surface_vel 1 0 0", mesh, walls.plate(), (0.0408, 0.002, 0.0025), (0.0, 0.0, -1.0)),
                (" surface_ang_vel origin 0 0 0 axis 0 0 1 omega 200", mesh, roll, (0.0001, 0.0126, 0.001), (0.0, -1.0, 0.0)),
                (" shear z 0.3", plane + "{}", walls.plate(), (0.0, 0.0, 0.0025), (0.0, 0.0, -1.0))):
            with self.subTest(skin=skin):
                self.write("plate.stl", triangles)
                self.write("spheres", host.data_file([(1, 0.002, 2500.0, place, fall, (0.0, 0.0, 0.0))], 0.05))
                words = dict(properties=given, dt=1e-6, runs="run 3000")
                resting, moving = (self.terms(self.run_ok(self.deck("linear", walls=wall.format(of_wall), **words))) for of_wall in ("", skin))
                self.assertLess(resting["kinetic"][3000], 0.6 * resting["kinetic"][0])
                self.assertAlmostEqual(moving["kinetic"][3000] / resting["kinetic"][3000], 1.0, delta=1e-9)
                self.assertLess(abs(moving["work"][3000]), 1e-12 * moving["kinetic"][0])
                self.assertAlmostEqual(self.total(moving, 3000) / moving["kinetic"][0], 1.0, delta=5e-5)

    def test_beside_a_hot_wall_of_the_hosts_own(self):
        """LIGGGHTS takes the root of the overlap of each grain that its own wall is called for: it is called for those that touch."""
        hot = """
fix c all property/global thermalConductivity peratomtype 50.0 50.0
fix s all property/global thermalCapacity peratomtype 1.0 1.0
fix heat all heat/gran/conduction initial_temperature 300.0
fix hot all wall/gran model hertz tangential history primitive type 1 zplane -0.0002 temperature 400
fix side all wall/gran model dcm/hertz-mindlin primitive type 1 xplane -0.02
dump d all custom 500 heat id f_Temp[0]
"""
        self.run_ok(self.deck("hertz-mindlin", walls=hot))
        warm = [row[0] for row in self.read("heat").values()]
        self.assertGreater(min(warm), 299.9)    # not nan
        self.assertGreater(max(warm), 301.0)

    def test_order(self):
        """With half of the power of the dampers in the last step the balance is of the second order of the time step: so what is
        dissipated is booked by the velocities at the time of the positions."""
        residuals = []
        for dt in (2e-6, 1e-6):
            last = round(4e-3 / dt)
            terms = self.terms(self.run_ok(self.deck("hertz-mindlin", dt=dt, every=1, runs=f"run {last}")))
            dissipated = [sum(terms[name][step] for name in TERMS[STORED:-1]) for step in (last - 1, last)]
            residuals.append((self.total(terms, last) - 0.5 * (dissipated[1] - dissipated[0])) / self.total(terms, 0) - 1.0)
        self.assertLess(abs(residuals[0]), 1e-5)
        self.assertGreater(residuals[0] / residuals[1], 3.0)

    def test_runs(self):
        """Pairs and walls apart; several ranks; two runs, the second from the numbers of the first; and no digit of the motion changes."""
        dump = "dump d all custom 20000 dump.{} " + host.DUMP + '\nrun 20000\n'
        whole = self.terms(self.run_ok(self.deck("hertz-mindlin", runs=dump.format("on"))))
        off = self.deck("hertz-mindlin", runs=dump.format("off")).replace("fix ledger", "fix ledger_of_old").replace("dcmEnergies", "others")
        self.run_ok(re.sub(r"f_ledger\[\d+\] ?", "", off))
        self.assertEqual(self.frames("dump.on"), self.frames("dump.off"))

        both = self.deck("hertz-mindlin", processors="2 1 1", begin=ZEROS + " " + ZEROS, more=" " + " ".join(f"f_ledger[{n + 13}]" for n in range(len(TERMS))))
        text = self.run_ok(both, ranks=2)
        pairs, at_walls = self.terms(text), self.terms(text, first=2 + len(TERMS))
        for name in TERMS:
            for step, value in whole[name].items():
                self.assertAlmostEqual(pairs[name][step] + at_walls[name][step], value, delta=1e-12 * whole["kinetic"][0])
        self.assertEqual(pairs["work"][20000], 0.0)
        for of in pairs, at_walls:
            self.assertGreater(of["dissipated_sliding"][20000], 1e-3 * whole["kinetic"][0])

        twice = self.terms(self.run_ok(self.deck("hertz-mindlin", runs="run 10000\nrun 10000")), run=1)
        for name in TERMS:    # where a run begins the host looks at forces without a step, which changes the motion by 1e-6
            self.assertAlmostEqual(twice[name][20000], whole[name][20000], delta=1e-6 * whole["kinetic"][0])
        begin = [0.0] * STORED + [0.25 * n for n in range(len(TERMS) - STORED)]
        later = self.terms(self.run_ok(self.deck("hertz-mindlin", begin=" ".join(map(repr, begin)))))
        for name, had in zip(TERMS, begin):
            self.assertAlmostEqual(later[name][20000], whole[name][20000] + had, delta=1e-15)

    def test_a_wall_that_goes(self):
        """The numbers of walls keep what a wall has dissipated and done when the input takes the wall away, on two ranks, too."""
        columns = " " + " ".join(f"f_ledger[{n + 13}]" for n in range(len(TERMS)))
        deck = self.deck("hertz-mindlin", processors="2 1 1", begin=ZEROS + " " + ZEROS, more=columns, runs="run 15000\nunfix floor\nrun 500")
        text = self.run_ok(deck, ranks=2)
        before, after = (self.terms(text, first=2 + len(TERMS), run=run) for run in (0, 1))
        self.assertGreater(before["dissipated_normal"][15000], 0.01 * before["kinetic"][0])
        self.assertNotEqual(before["work"][15000], 0.0)
        for name in TERMS[STORED:]:
            for step in (15000, 15500):
                self.assertEqual(after[name][step], before[name][15000], name)
        for name in TERMS[:STORED]:
            self.assertEqual(after[name][15500], 0.0, name)

    def test_a_law_that_tells_no_energies(self):
        self.build_law("tests", "lammps", "laws", "sticky.c")
        given = host.property_lines({"stiffness": 3 * (1000.0,), "shear": 3 * (0.0,), "gap": 3 * (1e-5,)})
        deck = self.deck("hertz-mindlin", properties=given, walls="", runs="run 1\nrun 1", model="dcm law sticky library ./law.so")
        done = self.succeeds(deck)
        self.assertEqual(done.stdout.count("fix ledger: the law 'sticky' reports no energies"), 1, done.stdout)

    def test_wrong_input(self):
        for line, part in (("vector 0 0 0", "must be a vector of 12 numbers"), ("scalar 0", "must be a vector of 12 numbers")):
            deck = self.deck("hertz-mindlin").replace("vector " + ZEROS, line)
            self.run_fails(re.sub(r"f_ledger\[\d+\] ?", "", deck), "fix ledger property/global dcmEnergies", part, "24", ranks=2)
        mixed = self.deck("hertz-mindlin").replace("pair_style gran model dcm/hertz-mindlin", "pair_style gran model hertz tangential history")
        self.run_fails(mixed, "the property dcmEnergies needs pairs whose model is dcm")
