# SPDX-License-Identifier: MIT
"""Inputs of the host's pair_style granular/superellipsoid, not edited, with the suffix dcm: the same contacts at midway points by the law granular
of dcm."""

import os
import random
import unittest

import host
from side_by_side import LATER, SUFFIX
from superellipsoids import SEED, Grain, data

HEAD = """units si
atom_style ellipsoid superellipsoid
newton {newton}
comm_modify vel yes
atom_modify sort 0 0
boundary {boundary}
read_data grains.data
{kinds}
pair_style granular/superellipsoid {words}
{coeffs}
neighbor 0.0002 bin
timestep 1e-6
fix move all nve/asphere
{more}
"""
COLUMNS = "id xu yu zu vx vy vz angmomx angmomy angmomz fx fy fz tqx tqy tqz"
RUN = """dump d all custom {every} {out} {columns}
dump_modify d sort id format float %.17g first yes
run {steps}
"""
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
class DropIn(host.Case):

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
                                   columns=COLUMNS, out="{out}", boundary=boundary)

    def both(self, deck, ranks=1, at_once=False):
        """Frames of the host with its own style, and with ours; they must be there, and touch."""
        all_frames = []
        for out, arguments in (("own", ()), ("dcm", SUFFIX)):
            done = self.succeeds(deck.replace("{out}", out), ranks, arguments)
            self.assertEqual("granular/superellipsoid is computed by the law" in done.stdout, out == "dcm", done.stdout)
            self.assertNotIn("contact detection", done.stdout)
            all_frames.append(self.frames(out))
        own, ours = all_frames
        self.assertEqual(own.keys(), ours.keys())
        forces = [max(abs(row[c]) for row in rows.values() for c in host.FORCE) for rows in own.values()]
        if not at_once:
            self.assertEqual(forces[0], 0.0)
        self.assertGreater(max(forces), 0.0)
        return own, ours

    def assert_same(self, own, ours, bound=LATER, at_once=None):
        worst = 0.0
        for step, rows in own.items():
            for columns in host.EVERYTHING:
                apart = self.difference(rows, ours[step], columns)
                self.assertLessEqual(apart, at_once if at_once and step == 0 else bound, f"step {step}, columns {columns}")
                worst = max(worst, apart)
        return worst

    # ----------------------------------------------------------------------------- numbers

    def test_collisions_of_two(self):
        """Two grains hit each other and fly apart: every step."""
        for kind in ("sphere", "lentil", "ellipsoid", "box", "rod"):
            with self.subTest(kind=kind):
                self.two(kind)
                own, ours = self.both(self.deck(words="geometric" if kind == "box" else "", steps=1200, every=1))
                print(f"{kind}: {self.assert_same(own, ours):.1e} over {len(own)} steps")

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
                        own, ours = self.both(self.deck(coeffs, words, newton, boundary=boundary))
                        print(f"{coeffs}, {words}: {self.assert_same(own, ours):.1e}")

    def test_every_word(self):
        """Formulations, curvatures and kinds of grains, forces of one step and 600 steps later."""
        for kinds in KINDS:
            self.pack(kinds)
            for words in WORDS[:4]:
                with self.subTest(kinds=kinds, words=words):
                    own, ours = self.both(self.deck(words=words))
                    print(f"{kinds} {words}: {self.assert_same(own, ours):.1e}")

    def test_types(self):
        """Pairs of types with models of their own. The host has no numbers for pairs that it mixes."""
        self.pack()
        coeffs = "\n".join(f"pair_coeff {types} " + model("hertz", "viscoelastic", tangential, limit, scale) for types, tangential, limit, scale in (
            ("1 1", "classic", "", 1.0), ("2 2", "linear_history", "", 0.5), ("1 2", "classic", "limit_damping", 0.7)))
        kinds = "set group all type/fraction 2 0.5 771"
        self.write("grains.data", open(f"{self.folder}/grains.data", encoding="utf-8").read().replace("1 atom types", "2 atom types"))
        own, ours = self.both(self.deck(coeffs, "", *STEADY[:1], boundary=STEADY[1], kinds=kinds))
        self.assert_same(own, ours)

    def test_mixed(self):
        """The numbers of a pair of types without pair_coeff are geometric means."""
        self.pack()
        self.write("grains.data", open(f"{self.folder}/grains.data", encoding="utf-8").read().replace("1 atom types", "2 atom types"))
        kinds, frames = "set group all type/fraction 2 0.5 771", []
        one, two = (model("hertz", "viscoelastic", "classic", "", scale) for scale in (1.0, 0.25))
        middle = model("hertz", "viscoelastic", "classic", "", 0.5)
        for mixed in ("", f"pair_coeff 1 2 {middle}"):
            deck = self.deck(f"pair_coeff 1 1 {one}\npair_coeff 2 2 {two}\n{mixed}", kinds=kinds).replace("{out}", "dcm")
            done = self.succeeds(deck, 1, SUFFIX)
            self.assertEqual("takes random memory instead" in done.stdout, not mixed)
            frames.append(self.frames("dcm"))
        self.assert_same(*frames, bound=1e-12)

    def test_frozen(self):
        self.pack()
        frozen = "group still id <= 16\nunfix move\ngroup moving subtract all still\nfix move moving nve/asphere\nfix freeze still freeze"
        self.assert_same(*self.both(self.deck(more=frozen)))

    # ----------------------------------------------------------------------------- ways

    def test_ranks_and_newton(self):
        self.pack()
        for ranks, newton in ((2, "on"), (2, "off"), (1, "off")):
            with self.subTest(ranks=ranks, newton=newton):
                self.assert_same(*self.both(self.deck(newton=newton), ranks))

    def test_linear_history_from_the_other_side(self):
        """Where the two atoms of a pair change places in a new list, the host forgets to turn the spring. dcm does not: newton changes nothing."""
        self.pack()
        frames = {}
        for newton in ("on", "off"):
            deck = self.deck("pair_coeff * * " + model("hertz", "viscoelastic", "linear_history"), newton=newton)
            for out, arguments in (("own", ()), ("dcm", SUFFIX)):
                done = self.succeeds(deck.replace("{out}", out), 1, arguments)
                frames[out, newton] = self.frames(out)[600]
        self.assertLess(self.difference(frames["dcm", "on"], frames["dcm", "off"], host.VELOCITY), 1e-9)
        self.assertGreater(self.difference(frames["own", "on"], frames["own", "off"], host.VELOCITY), 1e-6)

    def test_threads(self):
        """Bit for bit."""
        self.pack()
        frames = []
        for way in ("geometric", "geometric threads 2", "geometric loop plain"):
            self.run_ok(self.deck(words=way).replace("granular/superellipsoid", "granular/superellipsoid/dcm").replace("{out}", "dcm"))
            frames.append(self.frames("dcm"))
        self.assertEqual(frames[0], frames[1])
        self.assertEqual(frames[0], frames[2])

    def test_restart(self):
        """A run goes on to the last bit; the words of pair_style, which the host's files do not have, come again."""
        self.pack()
        deck = self.deck(words="geometric", steps="300\nwrite_restart half.restart\nrun 300").replace("{out}", "dcm")
        self.run_ok(deck, 1, SUFFIX)
        run = RUN.format(every=200, out="again", columns=COLUMNS, steps=300)
        head = "comm_modify vel yes\natom_modify sort 0 0\nread_restart half.restart\n{pair}neighbor 0.0002 bin\ntimestep 1e-6\n" \
               "fix move all nve/asphere\n"
        self.run_ok(head.format(pair="pair_style granular/superellipsoid geometric\n") + run, 1, SUFFIX)
        self.assertEqual(self.frames("dcm")[600], self.frames("again")[600])
        self.lammps(deck, 1)
        done = self.lammps(head.format(pair="pair_style granular/superellipsoid geometric\n") + run, 1, SUFFIX)
        self.assertIn("no states of contacts for the law 'granular': all contacts begin anew", done.stdout)
        done = self.lammps(head.format(pair="") + run, 1, SUFFIX)
        self.assertGreater(done.returncode, 0)
        self.assertIn("give the command pair_style once more behind read_restart", " ".join(done.stdout.split()))

    # ----------------------------------------------------------------------------- output

    def test_columns(self):
        """Columns of compute pair/local, and the pressure. The host finds single contacts only where the pair that it computed last is near, and gives
        the vector of that pair: what it finds is compared. It shortens springs as it looks, so that its run is not quite the one without output."""
        self.pack(number=3)
        columns = " ".join(f"p{n}" for n in range(1, 18))
        more = f"compute l all pair/local dist {columns}\ndump l all local 20 local_{{out}} index c_l[*]\ndump_modify l format float %.17g\n" \
               "compute stress all pressure NULL pair\nthermo 20\nthermo_style custom step c_stress[1] c_stress[2] c_stress[3] c_stress[4]\n" \
               "thermo_modify format float %.17g"
        deck = self.deck(more="{more}", steps=400).replace("{more}", more)
        texts, tables = [], []
        for out, arguments in (("own", ()), ("dcm", SUFFIX)):
            done = self.succeeds(deck.replace("{out}", out), 1, arguments)
            texts.append(self.thermo(done.stdout))
            # Behind the index and the distance.
            tables.append([{row[1]: row[2:] for row in rows.values() if row[5]} for rows in self.frames(f"local_{out}").values()])
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
        text = self.run_ok(deck.replace("{out}", "dcm"), 1, SUFFIX)
        self.assertIn("granular/superellipsoid is computed by the law", text)

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
                deck = self.deck(f"pair_coeff * * {coeff}", words).replace("{out}", "dcm").replace("/superellipsoid", "/superellipsoid/dcm")
                self.run_fails(deck, part)
        energy = self.deck(more="fix e all dcm/energy").replace("{out}", "dcm").replace("/superellipsoid", "/superellipsoid/dcm")
        self.run_fails(energy, "fix")
        spheres = "units si\natom_style sphere\ncomm_modify vel yes\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\ncreate_atoms 1 single 0.5 0.5 0.5\n" \
                  f"pair_style granular/superellipsoid/dcm\npair_coeff * * {good}\ntimestep 1e-6\nrun 0\n"
        self.run_fails(spheres, "use 'atom_style ellipsoid superellipsoid'")

    def test_two_flat_faces(self):
        """The host divides by a curvature of 0; dcm says so."""
        draw = random.Random(SEED)
        grains = [Grain(draw, "sphere", [x, 1e-3, 1e-3], 0.0) for x in (0.5e-3, 1.49e-3)]
        for grain in grains:
            grain.axes, grain.exponents, grain.q = [0.5e-3] * 3, (8.0, 8.0), [1.0, 0.0, 0.0, 0.0]
        self.write("grains.data", data(grains, [2e-3] * 3))
        self.run_fails(self.deck(boundary="f f f").replace("{out}", "dcm").replace("/superellipsoid", "/superellipsoid/dcm"),
                       "atoms 1 and 2 touch was not found", "two flat faces no curvature")
        coeffs = "pair_coeff * * " + model("hooke", "mass_velocity", "classic")
        self.assert_same(*self.both(self.deck(coeffs, boundary="f f f", steps=50, every=10), at_once=True))
