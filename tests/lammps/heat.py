# SPDX-License-Identifier: MIT
"""Law heat: what flows is what the host's own model lets flow, grains warm by the host's fix, and nothing is lost."""

import math
import unittest

import decks
import host
import shapes

HAS_HEAT = not host.GRANULAR_IS_ONE_FILE    # the host's own granular conducts
MATERIAL = "young 5e6 poisson 0.25 restitution 0.8 friction 0.5"
OURS = {"radius": f"pair_style dcm/heat heat radius\npair_coeff * * {MATERIAL} conductivity 5\n",
        "area": f"pair_style dcm/heat heat area\npair_coeff * * {MATERIAL} heat_transfer 2e4\n"}
MECHANICS = "hertz/material 5e6 0.8 0.25 damping velocity tangential linear_nohistory 1.0 0.5"
HOSTS = {"radius": f"pair_style granular\npair_coeff * * {MECHANICS} heat radius 5\n",
         "area": f"pair_style granular\npair_coeff * * {MECHANICS} heat area 2e4\n"}
# Where the host has no temperatures of its own, they are the user's.
PROPERTIES, NAMES = host.heat_of_atoms(HAS_HEAT)
TEMPERATURE, HEATFLOW = 0, 1
START = f"variable warm atom 300+1e4*x-2e4*y+5e3*z\nset group all {'temperature' if HAS_HEAT else 'd_temperature'} v_warm\n"
SPECIFIC = 8.0
FLOW = f"fix warms all heat/flow constant {SPECIFIC}\n"
DUMP = decks.dump(50, "heat.out", f"id {NAMES} mass", "h")
HEAD = decks.begin(newton="{newton}") + "read_data packing.data\n"
BOX = "change_box all boundary p p s\n"
FLOOR = "fix floor all wall/dcm 1 zplane -0.0014 NULL "
REST = "neighbor 0.0002 bin\ntimestep 2e-6\n"


CONDUCTS = unittest.skipUnless(HAS_HEAT, "this release conducts no heat, and has no fix heat/flow")


class Heat(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def packing(self, pair, more="", ranks=1, newton="off", steps=100, moves=False):
        moved = "fix 1 all nve/sphere\n" if moves else ""
        flows = FLOW if HAS_HEAT else ""
        self.run_ok(HEAD.format(newton=newton) + PROPERTIES + START + pair + REST + flows + moved + more + DUMP + f"run {steps}\n", ranks)
        return self.frames("heat.out")

    def assert_alike(self, one, other, what):
        self.assert_same(one, other, 1e-13, what, ([TEMPERATURE], [HEATFLOW]))

    @CONDUCTS
    def test_as_the_host(self):
        # Grains that are held: what flows depends on the overlaps alone, and they warm over the run.
        for way, pair in OURS.items():
            own, ours = self.packing(HOSTS[way]), self.packing(pair)
            self.assertGreater(max(abs(row[HEATFLOW]) for row in own[0].values()), 1e-3)
            self.assertGreater(self.difference(own[0], own[100], [TEMPERATURE]), 1e-4)
            self.assert_alike(own, ours, way)

    @CONDUCTS
    def test_walls_as_the_host(self):
        region = "region r block INF INF INF INF -0.0014 INF\n"
        for way, pair in OURS.items():
            own = "fix floor all wall/gran{} granular " + HOSTS[way].split("* * ")[1].strip() + " {} temperature 350\n"
            for what, ours, theirs in (("plane", FLOOR + "quantity temperature 350\n", own.format("", "zplane -0.0014 NULL")),
                                       ("region", region + "fix floor all wall/dcm/region 1 r quantity temperature 350\n",
                                        region + own.format("/region", "region r"))):
                first, second, without = self.packing(pair, BOX + ours), self.packing(HOSTS[way], BOX + theirs), self.packing(pair, BOX)
                self.assertGreater(self.difference(without[0], first[0], [HEATFLOW]), 0.1)
                self.assert_alike(second, first, f"{way} {what}")

    def test_wall_with_a_variable(self):
        wall = BOX + "variable hot equal 350+2.5*step\n" + FLOOR + "quantity temperature {}\n"
        flows = [self.packing(OURS["radius"], wall.format(word), steps=50) for word in ("350", "475", "v_hot")]
        self.assertEqual(flows[0][0], flows[2][0])
        # Until the last step it is lower on the way, and so are the grains.
        into = [sum(row[HEATFLOW] for row in frames[50].values()) for frames in flows]
        warm = [sum(row[TEMPERATURE] for row in frames[50].values()) for frames in flows]
        self.assertGreater(into[1], 2.0 * into[0])
        self.assertAlmostEqual(into[2] / into[1], 1.0, delta=0.1)
        if HAS_HEAT:
            self.assertLess(warm[0], warm[2])
            self.assertLess(warm[2], warm[1])
        start = HEAD.format(newton="off") + PROPERTIES + OURS["radius"] + REST
        for word, said in (("v_", "needs the name of a variable after v_"), ("v_cold", "the variable 'cold', which does not exist"),
                           ("v_warm", "'warm', which is not of style equal"), ("v_none", "the wall has the temperature of the variable 'none', which is")):
            self.run_fails(start + START + "variable none equal 1e300*1e300\n" + wall.format(word) + "run 0\n", said)

    def test_messages_and_log_know_the_quantities(self):
        start = HEAD.format(newton="off") + PROPERTIES + OURS["radius"] + REST + START + BOX
        self.run_fails(start + FLOOR + "temperature 350\n",
                       "'temperature' is no keyword; did you mean 'quantity temperature <value>'?")
        self.write("floor.stl", shapes.ascii_stl(shapes.plane(0.01, -0.0014)))
        text = self.run_ok(start + "fix floor all wall/dcm/mesh 1 floor.stl quantity temperature 350\nrun 0\n")
        self.assertIn("1 to 3 force, 4 added to temperature, 5 added to heatflow, 6 to 8 torque about the origin, 9 power, 10 to 12 centre of the forces, "
                      "13 to 15 torque about the point 'about', 16 to 18 that point, 19 to 21 its velocity, 22 to 24 angular velocity, 25 angle, 26 volume",
                      text)

    def test_wall_without_a_temperature_is_insulated(self):
        self.assertEqual(self.packing(OURS["radius"], BOX, steps=50), self.packing(OURS["radius"], BOX + FLOOR + "\n", steps=50))

    def test_a_wall_that_no_grain_is_near(self):
        # The first of those that sum what flows clears the sums for the others in each step. No pair knows of heat, and no fix of the host clears.
        start = (HEAD.format(newton="off") + PROPERTIES + START + f"pair_style dcm/hertz/mindlin\npair_coeff * * {MATERIAL}\n" + REST + BOX)
        law = "law heat heat radius coeff * * conductivity 5 quantity temperature 350\n"
        floor = FLOOR + law
        flows = []
        for walls in (floor, "fix far all wall/dcm 1 zplane -1 1 " + law + floor):
            self.run_ok(start + walls + DUMP + "run 50\n")
            flows.append(self.frames("heat.out"))
        self.assertGreater(max(row[HEATFLOW] for row in flows[0][50].values()), 1e-3)
        self.assertEqual(*flows)

    def test_nothing_is_lost(self):
        for newton in ("off", "on"):
            for atoms in self.packing(OURS["radius"], newton=newton, moves=True).values():
                flows = [row[HEATFLOW] for row in atoms.values()]
                self.assertGreater(max(map(abs, flows)), 1e-3)
                self.assertLess(abs(math.fsum(flows)), 1e-14 * sum(map(abs, flows)))

    @CONDUCTS
    def test_beside_the_host(self):
        # The host's fix clears the flow of each step, and nobody else: a model of the host's that comes first adds to it, too.
        both = f"pair_style hybrid/overlay granular dcm/heat heat area\npair_coeff * * granular {MECHANICS} heat area 2e4\n" \
            f"pair_coeff * * dcm/heat {MATERIAL} heat_transfer 2e4\n"
        alone, twice = self.packing(HOSTS["area"], steps=0), self.packing(both, steps=0)
        for id, row in alone[0].items():
            self.assertAlmostEqual(twice[0][id][HEATFLOW], 2.0 * row[HEATFLOW], delta=1e-11)

    @CONDUCTS
    def test_grains_warm_by_what_flows_in(self):
        # The grains gain the heat that leaves the wall.
        wall = BOX + FLOOR + "quantity temperature 350\n"
        tell = "variable into equal f_floor[5]\nfix sum all ave/time 1 1 1 v_into file wall.out format ' %.17g'\n"
        frames = self.packing(OURS["area"], wall + tell, ranks=2, steps=100)
        into = {int(line.split()[0]): float(line.split()[1]) for line in self.text_of("wall.out").splitlines() if not line.startswith("#")}
        stored = {step: math.fsum(row[2] * SPECIFIC * row[TEMPERATURE] for row in atoms.values())
                  for step, atoms in frames.items()}
        gained = stored[100] - stored[0]
        from_wall = -2e-6 * math.fsum(into[step] for step in range(1, 101))
        self.assertGreater(from_wall, 0.0)
        self.assertAlmostEqual(gained / from_wall, 1.0, delta=1e-6)

    def test_grains_warm_by_what_contacts_dissipate(self):
        # Conducted heat is none of the whole. Nobody else clears the flow where the law knows no heat. A wall keeps its half.
        ledger = "fix ledger all dcm/energy atoms yes heat yes\n" + decks.dump(1, "energies.out", "id " + " ".join(f"f_ledger[{c}]" for c in range(4, 12)), "e")
        every = decks.dump(1, "every.out", f"id {NAMES} mass", "every")
        for pair in (OURS["radius"], f"pair_style dcm/hertz/mindlin\npair_coeff * * {MATERIAL}\n"):
            for more, newton, ranks in (("", "off", 1), (BOX + FLOOR + "\n", "off", 2), ("", "on", 2)):
                with self.subTest(pair=pair, more=more, newton=newton, ranks=ranks):
                    self.packing(pair, more + ledger + every, ranks, newton, moves=True)
                    steps, energies = self.frames("every.out"), self.frames("energies.out")
                    dissipated = math.fsum(x for row in energies[100].values() for x in row)
                    came = 2e-6 * math.fsum(row[HEATFLOW] for step, atoms in steps.items() for row in atoms.values() if step > 0)
                    self.assertGreater(dissipated, 0.0)
                    self.assertLess(abs(came / dissipated - 1.0), 1e-9)
                    if HAS_HEAT:
                        gained = math.fsum(row[2] * SPECIFIC * (row[TEMPERATURE] - steps[0][id][TEMPERATURE]) for id, row in steps[100].items())
                        self.assertLess(abs(gained / dissipated - 1.0), 1e-3)

    def test_refuses(self):
        self.run_fails(HEAD.format(newton="off") + OURS["radius"] + REST + "run 0\n",
                       "the law 'heat' reads the quantity 'temperature' of each atom", "property/atom")
        self.run_fails(HEAD.format(newton="off") + PROPERTIES + OURS["radius"].replace("conductivity 5", "") + REST + "run 0\n",
                       "'heat radius' conducts by conductivity", "0 for all types")
