# SPDX-License-Identifier: MIT
"""Inputs of the host's granular styles that conduct heat, not edited, with the suffix dcm: forces, flows and temperatures."""

import math
import shutil
import unittest

import drop_in
import host

HAS_HEAT = not host.GRANULAR_IS_ONE_FILE
SPRING = "tangential mindlin NULL 0.5 {} rolling " + host.ROLLS
# Two materials: moduli, damping, friction, conductivity and coefficient of transfer.
MATERIALS = ((1e8, 0.6, 0.3, 5.0, 2e4), (4e7, 0.8, 0.2, 20.0, 5e4))
NORMALS = {"hooke": f"hooke 5e3 {{1}} damping {'coeff_restitution' if host.HAS_COEFF_RESTITUTION else 'tsuji'} " "tangential linear_history 4e3 0.5 {2}",
           "hertz/material": "hertz/material {0} {1} 0.25 damping tsuji " + SPRING.format("{2}"),
           "dmt": "dmt {0} 1e8 0.25 2.0 damping viscoelastic " + SPRING.format("{2}"),
           "jkr": "jkr {0} 1e8 0.25 2.0 damping viscoelastic " + SPRING.format("{2}")}
HEATS = {"radius": "heat radius {3}", "area": "heat area {4}"}
PROPERTIES, NAMES = host.heat_of_atoms(HAS_HEAT)
WARM = """variable warm atom 300+1e4*x-2e4*y+5e3*z
set group all temperature v_warm
"""
FLOW = "fix warms all heat/flow constant 8\n"
COLUMNS = f"{drop_in.FRAME} {NAMES}"
TEMPERATURE, HEATFLOW = 15, 16
LOCAL = """compute ids all property/local patom1 patom2
compute local all pair/local p4 p13
dump l all local 1 dcm.local index c_ids[1] c_ids[2] c_local[1] c_local[2]
dump_modify l format float %.17g
"""


def model(normal, heat, material):
    return f"{NORMALS[normal]} {HEATS[heat]}".format(*MATERIALS[material])


def pair(normal, heat):
    return "pair_style granular\n" + "".join(f"pair_coeff {m + 1} {m + 1} {model(normal, heat, m)}\n" for m in (0, 1))


def dump(steps):
    return (f"dump d all custom {max(1, steps // 2)} {{out}} {COLUMNS}\ndump_modify d sort id format float %.17g first yes\nrun {steps}\n")


@unittest.skipUnless(HAS_HEAT, "this release conducts no heat")
class Heat(drop_in.DropIn):

    def setUp(self):
        super().setUp()
        self.run_ok("in.make_packing")

    def first(self, style, newton="off", ranks=1, more="", arguments=()):
        """first.restart of a run that goes on."""
        self.run_ok(drop_in.HEAD.format(newton=newton) + PROPERTIES + WARM + style + drop_in.RUN + FLOW + more +
                    "restart 100 first.restart\nrun 100\n", ranks, arguments)
        shutil.move(f"{self.folder}/first.restart.100", f"{self.folder}/first.restart")

    def on(self, style="", newton="off", more="", steps=200):
        return (f"newton {newton}\ncomm_modify vel yes\nread_restart first.restart\n" + PROPERTIES + style + drop_in.RUN + FLOW +
                more + dump(steps))

    def assert_same(self, own, ours, bound, what):
        self.assert_close(own, ours, bound, what, (*host.EVERYTHING, [TEMPERATURE], [HEATFLOW]))

    def compare(self, style, what, newton="off", ranks=1, more="", steps=200):
        self.first(style, newton, ranks, more)
        texts = self.run_both(self.on(style, newton, more, steps), ranks)
        own, ours = self.frames("own"), self.frames("dcm")
        self.assertGreater(max(abs(row[HEATFLOW]) for row in own[100].values()), 1e-3)
        self.assertGreater(self.difference(own[100], own[100 + steps], [TEMPERATURE]), 1e-4)
        # With newton on the host has, before the first step, what contacts across boundaries give to one side alone.
        first = (*host.EVERYTHING, [TEMPERATURE], [HEATFLOW]) if newton == "off" else (*host.EVERYTHING, [TEMPERATURE])
        # The contact radius of jkr is a root that the two find by other formulas.
        self.assert_close(own[100], ours[100], 1e-12 if "jkr" in what else 1e-13, what, first)
        for step in (100 + steps // 2, 100 + steps):
            self.assert_same(own[step], ours[step], 1e-9, f"{what}, later")
        return texts

    def test_pairs(self):
        # Two materials, of which the host mixes a third pair.
        for normal in NORMALS:
            for heat in HEATS:
                self.compare(pair(normal, heat), f"{normal} {heat}")

    def test_some_pairs_conduct_by_other_ways(self):
        # Three models, each a law of its own: they add to the flow of the same grains.
        style = ("pair_style granular\n" + f"pair_coeff 1 1 {model('hooke', 'radius', 0)}\n" +
                 f"pair_coeff 2 2 {model('hertz/material', 'area', 1)}\n" + f"pair_coeff 1 2 {model('hertz/material', 'radius', 1)}\n")
        self.compare(style, "several")

    def test_ranks_and_newton(self):
        for ranks, newton in ((1, "on"), (2, "off"), (2, "on"), (4, "on")):
            self.compare(pair("hertz/material", "radius"), f"{ranks} {newton}", newton, ranks, steps=100)

    def test_outputs(self):
        # The host's own column has the temperatures of the contact that it computed last, not of this one.
        self.first(pair("jkr", "area"))
        self.run_ok(self.on(pair("jkr", "area"), more=LOCAL, steps=1).replace("{out}", "dcm"), 1, drop_in.SUFFIX)
        sums = dict.fromkeys(self.frames("dcm")[100], 0.0)
        for row in self.frames("dcm.local")[100].values():
            one, other, _, flow = row[-4:]
            sums[one] += flow
            sums[other] -= flow
        largest = max(map(abs, sums.values()))
        self.assertGreater(largest, 1e-3)
        for atom, row in self.frames("dcm")[100].items():
            self.assertLess(abs(row[HEATFLOW] - sums[atom]), 1e-12 * largest)

    def test_restarts(self):
        # From ours to the host's, which forgets the heat until pair_coeff is given again, and to ours, which does not.
        style = pair("hertz/material", "radius")
        self.first(style, arguments=drop_in.SUFFIX)
        self.run_both(self.on(style))
        self.assert_same(self.frames("own")[100], self.frames("dcm")[100], 1e-13, "written by ours")
        self.assert_same(self.read("own"), self.read("dcm"), 1e-9, "written by ours, later")
        self.run_ok(self.on().replace("{out}", "alone"), 1, drop_in.SUFFIX)
        self.assertTrue(self.frames("alone") == self.frames("dcm"))

    def test_walls(self):
        style, box = pair("hertz/material", "radius"), "change_box all boundary p p s\n"
        region = "region r block INF INF INF INF -0.0014 INF\n"
        vary = "variable hot equal 350+0.5*step\n"
        for heat in HEATS:
            arguments = model("hertz/material", heat, 0)
            for what, more in (("plane", f"fix w all wall/gran granular {arguments} zplane -0.0014 NULL temperature 350 contacts\n"),
                               ("variable", vary + f"fix w all wall/gran granular {arguments} zplane -0.0014 NULL contacts temperature v_hot\n"),
                               ("region", region + f"fix w all wall/gran/region granular {arguments} region r temperature v_hot contacts\n")):
                columns = COLUMNS + " f_w[*]"
                deck = (drop_in.HEAD.format(newton="off") + PROPERTIES + WARM + style + drop_in.RUN + FLOW + box + vary * (what == "region") +
                        more + dump(100).replace(COLUMNS, columns))
                self.run_both(deck)
                own, ours = self.frames("own"), self.frames("dcm")
                into = 25
                has_flow = len(own[0][1]) > into    # before 2025 the host has no column of it
                self.assertGreater(max(abs(row[into]) for row in ours[0].values()), 1e-3)
                for step, bound in ((0, 1e-13), (100, 1e-9)):
                    self.assert_same(own[step], ours[step], bound, f"{heat} {what}")
                    for column in range(17, into + has_flow):
                        self.assertLess(self.difference(own[step], ours[step], [column]), bound, f"{heat} {what} {column}")

    def test_nothing_is_lost(self):
        self.first(pair("jkr", "radius"), newton="on")
        self.run_both(self.on(pair("jkr", "radius"), newton="on"), 2)
        for atoms in self.frames("dcm").values():
            flows = [row[HEATFLOW] for row in atoms.values()]
            self.assertLess(abs(math.fsum(flows)), 1e-13 * sum(map(abs, flows)))

    def test_refuses(self):
        start = "suffix dcm\n" + drop_in.HEAD.format(newton="off")
        self.run_fails(start + pair("hooke", "area") + drop_in.RUN + "run 0\n",
                       "pair_style granular: the law 'granular' reads the quantity 'temperature' of each atom",
                       "add 'fix ID all property/atom temperature heatflow ghost yes'")
        for numbers, said in (("heat", "needs the name of a sub-model after heat"), ("heat radius", "heat radius needs 1 numbers"),
                              ("heat radius -1", "heat radius: conductivity must be at least 0, not -1"),
                              ("heat volume 1", "there is no heat sub-model 'volume' here")):
            self.run_fails(start + "pair_style granular\npair_coeff * * hooke 1 1 tangential linear_nohistory 1 0.5 " + numbers + "\n", said)
        wall = "change_box all boundary p p s\nfix w all wall/gran granular hooke 1 1 tangential linear_nohistory 1 0.5 "
        for rest, said in (("heat radius 1 zplane 0 NULL", "a model of heat needs the temperature of the wall"),
                           ("zplane 0 NULL temperature 1", "the keyword temperature needs a model of heat"),
                           ("heat radius 1 zplane 0 NULL temperature", "temperature needs a number, or v_"),
                           ("heat radius 1 zplane 0 NULL temperature v_", "temperature needs the name of a variable after v_"),
                           ("heat radius 1 zplane 0 NULL temperature warm", "warm")):
            self.run_fails(start + wall + rest + "\n", said)
        run = start + PROPERTIES + pair("hooke", "area") + drop_in.RUN + wall + "heat radius 1 zplane -0.0014 NULL temperature v_hot\n"
        self.run_fails(run + "run 0\n", "the wall has the temperature of the variable 'hot', which does not exist")
        self.run_fails(run + "variable hot atom 300\nrun 0\n", "'hot', which is not of style equal", ranks=2)
