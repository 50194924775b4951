# SPDX-License-Identifier: MIT
"""Inputs of the host's granular styles that conduct heat, not edited, with the suffix dcm: forces, flows and temperatures."""

import math
import unittest

import decks
import host
import side_by_side
from side_by_side import BOUNDS, HEAD, RUN

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
TEMPERATURE, HEATFLOW = 15, 16
LOCAL = "compute ids all property/local patom1 patom2\ncompute local all pair/local p4 p13\n" + \
    decks.local("c_ids[1] c_ids[2] c_local[1] c_local[2]", 1, "dcm.local")


def model(normal, heat, material):
    return f"{NORMALS[normal]} {HEATS[heat]}".format(*MATERIALS[material])


def pair(normal, heat):
    return "pair_style granular\n" + "".join(f"pair_coeff {m + 1} {m + 1} {model(normal, heat, m)}\n" for m in (0, 1))


@unittest.skipUnless(HAS_HEAT, "this release conducts no heat")
class Heat(side_by_side.Both):

    COLUMNS = f"{decks.UNWRAPPED} {NAMES}"
    PROPERTIES = PROPERTIES
    RUN = RUN + FLOW

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def head(self, pair, newton="off"):
        return HEAD.format(newton=newton) + PROPERTIES + WARM

    def compare_heat(self, style, what, newton="off", ranks=1):
        # The contact radius of jkr is a root that the two find by other formulas. With newton on the host has, before the first step, what
        # contacts across boundaries give to one side alone.
        bounds = {**BOUNDS, 0: 1e-12} if "jkr" in what else BOUNDS
        own, ours = self.compare_on(style, what, newton, ranks, bounds=bounds, later=[HEATFLOW] if newton == "on" else ())
        self.assertGreater(max(abs(row[HEATFLOW]) for row in own[100].values()), 1e-3)
        self.assertGreater(self.difference(own[100], own[300], [TEMPERATURE]), 1e-4)
        return ours

    def test_pairs(self):
        # Two materials, of which the host mixes a third pair.
        for normal in NORMALS:
            for heat in HEATS:
                self.compare_heat(pair(normal, heat), f"{normal} {heat}")

    def test_some_pairs_conduct_by_other_ways(self):
        # Three models, each a law of its own: they add to the flow of the same grains.
        style = ("pair_style granular\n" + f"pair_coeff 1 1 {model('hooke', 'radius', 0)}\n" +
                 f"pair_coeff 2 2 {model('hertz/material', 'area', 1)}\n" + f"pair_coeff 1 2 {model('hertz/material', 'radius', 1)}\n")
        self.compare_heat(style, "several")

    def test_ranks_and_newton(self):
        for ranks, newton in ((1, "on"), (2, "off"), (2, "on"), (4, "on")):
            self.compare_heat(pair("hertz/material", "radius"), f"{ranks} {newton}", newton, ranks)

    def test_nothing_is_lost(self):
        for atoms in self.compare_heat(pair("jkr", "radius"), "jkr", "on", 2).values():
            flows = [row[HEATFLOW] for row in atoms.values()]
            self.assertLess(abs(math.fsum(flows)), 1e-13 * sum(map(abs, flows)))

    def test_outputs(self):
        # The host's own column has the temperatures of the contact that it computed last, not of this one.
        style = pair("jkr", "area")
        self.first(style)
        self.run_ours(self.on(style, more=LOCAL) + self.dump((0, 1), 100))
        grains = self.frames("dcm")[100]
        sums = dict.fromkeys(grains, 0.0)
        for row in self.frames("dcm.local")[100].values():
            one, other, _, flow = row[-4:]
            sums[one] += flow
            sums[other] -= flow
        largest = max(map(abs, sums.values()))
        self.assertGreater(largest, 1e-3)
        for atom, row in grains.items():
            self.assertLess(abs(row[HEATFLOW] - sums[atom]), 1e-12 * largest)

    def test_restart_of_ours(self):
        # The host forgets the heat until pair_coeff is given again; ours does not.
        self.goes_on(pair("hertz/material", "radius"), "written by ours")

    def test_walls(self):
        style = pair("hertz/material", "radius")
        vary = "variable hot equal 350+0.5*step\n"
        for heat in HEATS:
            arguments = model("hertz/material", heat, 0)
            for what, wall in (("plane", f"fix w all wall/gran granular {arguments} zplane -0.0014 NULL temperature 350 contacts\n"),
                               ("variable", vary + f"fix w all wall/gran granular {arguments} zplane -0.0014 NULL contacts temperature v_hot\n"),
                               ("region", vary + "region r block INF INF INF INF -0.0014 INF\n"
                                f"fix w all wall/gran/region granular {arguments} region r temperature v_hot contacts\n")):
                # Before 2025 the host has no column of the flow into the wall, the last.
                _, ours = self.compare(self.head(style) + style + self.RUN + "change_box all boundary p p s\n" + wall, f"{heat} {what}",
                                       {0: 1e-13, 100: 1e-9}, columns="f_w[*]")
                self.assertGreater(max(abs(row[25]) for row in ours[0].values()), 1e-3)

    def test_refuses(self):
        start = "suffix dcm\n" + HEAD.format(newton="off")
        self.run_fails(start + pair("hooke", "area") + RUN + "run 0\n",
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
        run = start + PROPERTIES + pair("hooke", "area") + RUN + wall + "heat radius 1 zplane -0.0014 NULL temperature v_hot\n"
        self.run_fails(run + "run 0\n", "the wall has the temperature of the variable 'hot', which does not exist")
        self.run_fails(run + "variable hot atom 300\nrun 0\n", "'hot', which is not of style equal", ranks=2)
