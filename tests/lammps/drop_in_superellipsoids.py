# SPDX-License-Identifier: MIT
"""Inputs of the host's pair_style granular/superellipsoid, not edited, with the suffix dcm: the same contacts at midway points by the law granular
of dcm."""

import os
import random
import unittest

import decks
import host
import side_by_side
from side_by_side import LATER, SUFFIX
from superellipsoids import SEED, Grain, data

HEAD = decks.begin(atoms="ellipsoid superellipsoid", newton="{newton}", boundary="{boundary}", more="atom_modify sort 0 0\n") + """read_data grains.data
{kinds}
pair_style granular/superellipsoid {words}
{coeffs}
neighbor 0.0002 bin
timestep 1e-6
fix move all nve/asphere
{more}
"""
RUN = decks.dump("{every}", "{out}", decks.UNWRAPPED.replace("omega", "angmom")) + "dump_modify d first yes\nrun {steps}\n"
# Normal and damping, as soft as grains that overlap by some hundredths.
NORMALS = {"hooke": "hooke 4e3 {damping}", "hertz": "hertz 4e6 {damping}"}
DAMPINGS = {"mass_velocity": 2e4, "viscoelastic": 1e8}
TANGENTIALS = ("classic", "linear_history")
# Newton and boundary with which no two atoms of a pair change places: the host then forgets to turn the spring of linear_history.
STEADY = "off", "s s s"
WORDS = ("", "geometric", "curvature_gaussian", "geometric curvature_gaussian", "no_bounding_box", "0.003")


def model(normal, damping, tangential, limit="", scale=1.0):
    stiffness = 1e3 if tangential == "linear_history" or (normal, damping) == ("hooke", "mass_velocity") else 4e6
    return (NORMALS[normal].format(damping=scale * DAMPINGS[damping]) + f" damping {damping} tangential {tangential} {scale * stiffness} 0.5 0.3 {limit}")


SIMPLE = "pair_coeff * * " + model("hertz", "viscoelastic", "classic")
KINDS = {"ellipsoids": ("lentil", "ellipsoid"), "boxes": ("box", "rod"), "all": ("lentil", "box", "ellipsoid", "rod")}


@unittest.skipUnless(host.has_superellipsoids(), "this LAMMPS has no pair_style granular/superellipsoid")
class DropIn(side_by_side.Both):

    def pack(self, kinds="all", number=4):
        """Grains that meet within the run. The host's first step after a set-up loses contacts of bodies with two exponents."""
        draw, spacing = random.Random(SEED), 1.4e-3
        grains = []
        for n in range(number**3):
            place = [(n // number**d % number + 0.5) * spacing for d in range(3)]
            kind = KINDS[kinds][n % len(KINDS[kinds])]
            grains.append(Grain(draw, kind, place, 3.0, 0.7e-3 if kind == "lentil" else 0.35e-3))
        box = [number * spacing] * 3
        self.write("grains.data", data(grains, box))

    def two(self, kind):
        """Two grains that hit each other beside their centres, with spins."""
        draw = random.Random(SEED)
        grains = [Grain(draw, kind, [4e-3 + side * 1.1e-3, 4e-3 + side * 0.1e-3, 4e-3], 0.05) for side in (-1, 1)]
        for side, grain in zip((-1, 1), grains):
            grain.v[0] = -side * 1.0
        self.write("grains.data", data(grains, [8e-3] * 3))

    def test_dcm_same(self):
        self.two("lentil")
        deck = HEAD.format(newton="off", boundary="p p p", kinds="", words="", coeffs=SIMPLE, more="run 1200\n")
        done = self.start([os.environ["DCM_DRIVER"], "same", host.LAUNCHER, "-in", self.write("in.same", deck)], 1)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("pair_style granular/superellipsoid, by the law 'granular'", done.stdout)
        self.assertRegex(done.stdout, r"  1e-1[0-4] +1200 +none to the end")

    def deck(self, coeffs=SIMPLE, words="", newton="on", more="", kinds="", run=RUN, steps=600, every=20, boundary="p p p"):
        return (HEAD + run).format(newton=newton, words=words, coeffs=coeffs, more=more, kinds=kinds, every=every, steps=steps,
                                   out="{out}", boundary=boundary)

    def compare(self, deck, what="", ranks=1, touches_at_once=False):
        """Frames of the host with its own style, and with ours, are the same; grains touch, and not before they move."""
        own, ours = self.frames_of_both(deck, ranks)
        for text in self.texts:
            self.assertNotIn("contact detection", text)
        forces = [max(abs(row[c]) for row in rows.values() for c in host.FORCE) for rows in own.values()]
        self.assertEqual(forces[0] != 0.0, touches_at_once)
        self.assertGreater(max(forces), 0.0)
        self.assert_same(own, ours, LATER, what)

    def by_name(self, deck):
        """A deck that names the style of dcm."""
        return deck.replace("granular/superellipsoid", "granular/superellipsoid/dcm").replace("{out}", "dcm")

    # ----------------------------------------------------------------------------- numbers

    def test_collisions_of_two(self):
        """Two grains hit each other and fly apart: every step."""
        for kind in ("sphere", "lentil", "ellipsoid", "box", "rod"):
            with self.subTest(kind=kind):
                self.two(kind)
                self.compare(self.deck(words="geometric" if kind == "box" else "", steps=1200, every=1))

    def test_every_model(self):
        """64 grains, 600 steps, each pair of words of two options at least once."""
        self.pack()
        n = 0
        for normal in NORMALS:
            for damping in DAMPINGS:
                for tangential in TANGENTIALS:
                    limit, words = ("", "limit_damping")[n % 2], WORDS[n % len(WORDS)]
                    newton, boundary = STEADY if tangential == "linear_history" else (("on", "off")[n // 2 % 2], "p p p")
                    n += 1
                    with self.subTest(normal=normal, damping=damping, tangential=tangential, limit=limit, words=words, newton=newton):
                        coeffs = "pair_coeff * * " + model(normal, damping, tangential, limit)
                        self.compare(self.deck(coeffs, words, newton, boundary=boundary))

    def test_every_word(self):
        """Formulations, curvatures and kinds of grains, forces of one step and 600 steps later."""
        for kinds in KINDS:
            self.pack(kinds)
            for words in WORDS[:4]:
                with self.subTest(kinds=kinds, words=words):
                    self.compare(self.deck(words=words))

    TYPES = "set group all type/fraction 2 0.5 771"

    def pack_two_types(self):
        self.pack()
        self.write("grains.data", self.text_of("grains.data").replace("1 atom types", "2 atom types"))

    def test_types(self):
        """Pairs of types with models of their own. The host has no numbers for pairs that it mixes."""
        self.pack_two_types()
        coeffs = "\n".join(f"pair_coeff {types} " + model("hertz", "viscoelastic", tangential, limit, scale) for types, tangential, limit, scale in (
            ("1 1", "classic", "", 1.0), ("2 2", "linear_history", "", 0.5), ("1 2", "classic", "limit_damping", 0.7)))
        self.compare(self.deck(coeffs, "", *STEADY[:1], boundary=STEADY[1], kinds=self.TYPES))

    def test_mixed(self):
        """The numbers of a pair of types without pair_coeff are geometric means."""
        self.pack_two_types()
        frames = []
        one, two, middle = (model("hertz", "viscoelastic", "classic", "", scale) for scale in (1.0, 0.25, 0.5))
        for mixed in ("", f"pair_coeff 1 2 {middle}"):
            done = self.succeeds(self.deck(f"pair_coeff 1 1 {one}\npair_coeff 2 2 {two}\n{mixed}", kinds=self.TYPES).replace("{out}", "dcm"), 1, SUFFIX)
            self.assertEqual("takes random memory instead" in done.stdout, not mixed)
            frames.append(self.frames("dcm"))
        self.assert_same(*frames, 1e-12)

    def test_frozen(self):
        self.pack()
        frozen = "group still id <= 16\nunfix move\ngroup moving subtract all still\nfix move moving nve/asphere\nfix freeze still freeze"
        self.compare(self.deck(more=frozen))

    # ----------------------------------------------------------------------------- ways

    def test_ranks_and_newton(self):
        self.pack()
        for ranks, newton in ((2, "on"), (2, "off"), (1, "off")):
            with self.subTest(ranks=ranks, newton=newton):
                self.compare(self.deck(newton=newton), "", ranks)

    def test_linear_history_from_the_other_side(self):
        """Where the two atoms of a pair change places in a new list, the host forgets to turn the spring. dcm does not: newton changes nothing."""
        self.pack()
        frames = {}
        for newton in ("on", "off"):
            deck = self.deck("pair_coeff * * " + model("hertz", "viscoelastic", "linear_history"), newton=newton)
            own, ours = self.frames_of_both(deck)
            frames["own", newton], frames["dcm", newton] = own[600], ours[600]
        self.assertLess(self.difference(frames["dcm", "on"], frames["dcm", "off"], host.VELOCITY), 1e-9)
        self.assertGreater(self.difference(frames["own", "on"], frames["own", "off"], host.VELOCITY), 1e-6)

    def test_threads(self):
        """Bit for bit."""
        self.pack()
        frames = []
        for way in ("geometric", "geometric threads 2", "geometric loop plain"):
            self.run_ok(self.by_name(self.deck(words=way)))
            frames.append(self.frames("dcm"))
        for other in frames[1:]:
            self.assertEqual(frames[0], other)

    def test_restart(self):
        """A run goes on to the last bit; the words of pair_style, which the host's files do not have, come again."""
        self.pack()
        deck = self.deck(words="geometric", steps="300\nwrite_restart half.restart\nrun 300")
        self.run_ours(deck)
        run = RUN.format(every=200, out="again", steps=300)
        head = "comm_modify vel yes\natom_modify sort 0 0\nread_restart half.restart\n{pair}neighbor 0.0002 bin\ntimestep 1e-6\nfix move all nve/asphere\n"
        again = head.format(pair="pair_style granular/superellipsoid geometric\n") + run
        self.run_ours(again)
        self.assertEqual(self.frames("dcm")[600], self.frames("again")[600])
        self.lammps(deck.replace("{out}", "dcm"), 1)
        self.assertIn("no states of contacts for the law 'granular': all contacts begin anew", self.lammps(again, 1, SUFFIX).stdout)
        self.run_fails(head.format(pair="") + run, "give the command pair_style once more behind read_restart", arguments=SUFFIX)

    # ----------------------------------------------------------------------------- output

    def test_columns(self):
        """Columns of compute pair/local, and the pressure. The host finds single contacts only where the pair that it computed last is near, and gives
        the vector of that pair: what it finds is compared. It shortens springs as it looks, so that its run is not quite the one without output."""
        self.pack(number=3)
        columns = " ".join(f"p{n}" for n in range(1, 18))
        more = f"compute l all pair/local dist {columns}\n" + decks.local("c_l[*]", 20, "local_{out}") + \
            "compute stress all pressure NULL pair\n" + decks.table("c_stress[1] c_stress[2] c_stress[3] c_stress[4]", 20)
        texts = [self.thermo(text) for text in self.run_both(self.deck(more="{more}", steps=400).replace("{more}", more))]
        # Behind the index and the distance.
        tables = [[{row[1]: row[2:] for row in rows.values() if row[5]} for rows in self.frames(f"local_{out}").values()] for out in ("own", "dcm")]
        sizes = [row[3] for frame in tables[1] for row in frame.values()]
        found = 0
        self.assertEqual(*map(len, texts))
        self.assertEqual(len(tables[0]), len(texts[0]))
        are_same = True    # as long as the host has not looked at contacts, and so changed its own run
        for own, ours, *stresses in zip(*tables, *texts):
            bound = 1e-7 if are_same else 1e-3
            for distance, row in ours.items():
                self.assertAlmostEqual(distance, sum(c * c for c in row[9:12])**0.5, delta=1e-9 * distance)
            for distance, row in own.items():
                nearest = min(ours, key=lambda other, d=distance: abs(other - d))
                found += 1
                for c in (*range(9), *range(12, 17)):
                    self.assertAlmostEqual(row[c], ours[nearest][c], delta=bound * max(sizes))
            for c in range(1, 5):
                self.assertAlmostEqual(*(row[c] for row in stresses), delta=min(bound, 1e-4) * max(abs(row[c]) for row in texts[0]))
            are_same = are_same and not own
        self.assertGreater(found, 5)
        self.assertGreater(len(sizes), found)

    def test_walls(self):
        """The host has no walls for such grains; dcm's take the law of the pair style."""
        self.pack()
        deck = self.deck(boundary="p p f", more="fix floor all wall/dcm 1 zplane 0.0 5.6e-3").replace("4e6", "4e8")    # none goes too deep
        self.assertIn("granular/superellipsoid is computed by the law", self.run_ours(deck))

    # ----------------------------------------------------------------------------- messages

    def test_messages(self):
        self.pack(number=2)
        good = model("hertz", "viscoelastic", "classic")
        for words, coeff, part in (
                ("geometric fast", good, "not 'fast'"),
                ("geometric 0.1", good, "not '0.1'"),
                ("", "hertz/material 1e6 0 0.2 tangential classic 1 1 1", "the sub-models are hooke and hertz"),
                ("", "hertz 1e6 0 tangential mindlin 1 1 1", "the sub-models are classic and linear_history"),
                ("", "hertz 1e6 0 damping tsuji tangential classic 1 1 1", "the sub-models are mass_velocity and viscoelastic"),
                ("", "hertz 1e6 0", "needs a tangential sub-model"),
                ("", "hertz -1 0 tangential classic 1 1 1", "must be at least 0, not -1"),
                ("", "hertz 1e6 0 tangential classic NULL 1 1", "needs a number"),
                ("", good + " rolling sds 1 1 1", "'rolling' is no keyword here"),
                ("", good + " cutoff", "cutoff needs a number"),
        ):
            with self.subTest(part=part):
                self.run_fails(self.by_name(self.deck(f"pair_coeff * * {coeff}", words)), part)
        self.run_fails(self.by_name(self.deck(more="fix e all dcm/energy")), "fix")
        spheres = decks.box("0 1 0 1 0 1") + "create_atoms 1 single 0.5 0.5 0.5\n" \
                  f"pair_style granular/superellipsoid/dcm\npair_coeff * * {good}\ntimestep 1e-6\nrun 0\n"
        self.run_fails(spheres, "use 'atom_style ellipsoid superellipsoid'")

    def test_two_flat_faces(self):
        """The host divides by a curvature of 0; dcm says so."""
        draw = random.Random(SEED)
        grains = [Grain(draw, "sphere", [x, 1e-3, 1e-3], 0.0) for x in (0.5e-3, 1.49e-3)]
        for grain in grains:
            grain.axes, grain.exponents, grain.q = [0.5e-3] * 3, (8.0, 8.0), [1.0, 0.0, 0.0, 0.0]
        self.write("grains.data", data(grains, [2e-3] * 3))
        self.run_fails(self.by_name(self.deck(boundary="f f f")),
                       "atoms 1 and 2 touch was not found", "two flat faces no curvature")
        coeffs = "pair_coeff * * " + model("hooke", "mass_velocity", "classic")
        self.compare(self.deck(coeffs, boundary="f f f", steps=50, every=10), touches_at_once=True)
