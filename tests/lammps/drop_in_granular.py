# SPDX-License-Identifier: MIT
"""Inputs of the host's pair_style granular, not edited, with the suffix dcm: the same physics by laws of dcm."""

import os
import random
import re
import shutil
import struct
import unittest

import drop_in
import host

IN_2021 = host.GRANULAR_IS_ONE_FILE
NUMBERS_ITS_FIXES = host.IN_2026
# Sub-models with their numbers: contacts stick and slide, roll and twist, and damping attracts where it is not limited.
NORMALS = {"hooke": "5e3 {damp}", "hertz": "1e8 {damp}", "hertz/material": "{young} {damp} 0.25",
           "dmt": "{young} {damp} 0.25 {gamma}", "jkr": "{young} {damp} 0.25 {gamma}"}
DAMPINGS = {"velocity": (0.05, 0.03), "mass_velocity": (2e4, 1e4), "viscoelastic": (1e8, 6e7), "tsuji": (0.6, 0.8),
            "coeff_restitution": (0.6, 0.8)}
SPRINGS = ("linear_history", "linear_history_classic", "mindlin_classic", "mindlin", "mindlin/force", "mindlin_rescale",
           "mindlin_rescale/force")
TANGENTIALS = ("linear_nohistory",) + SPRINGS
ROLLINGS = {"none": "", "sds": "{} 0.01 0.1"}
ROLLS = host.ROLLS.split()[0]
TWISTINGS = {"none": "", "marshall": "", "sds": "{} 1e-7 1e-5"}
YOUNG, GAMMA = (1e8, 4e7), (2.0, 1.0)
UNKNOWN = [*([] if host.HAS_COEFF_RESTITUTION else ["coeff_restitution"]), *(["linear_history_classic", "mindlin_classic"] if IN_2021 else [])]
COHESIVE = ("dmt", "jkr")


OPTIONS = [[word for word in words if word not in UNKNOWN] for words in
           (NORMALS, DAMPINGS, TANGENTIALS, ("none", ROLLS) if ROLLS != "none" else ("none",), TWISTINGS, ("", "limit_damping"))]


def is_possible(words):
    """Whether the host takes the words, and does not divide by a stiffness of 0."""
    normal, damping, tangential, _, twisting, limit = words
    return not (normal in COHESIVE and (limit or damping in ("tsuji", "coeff_restitution") and not IN_2021) or
                tangential == "linear_nohistory" and twisting == "marshall" or
                # Friction of dmt is that of an uninitialised number there.
                IN_2021 and normal == "dmt")


def model(words, material=0):
    """The arguments of pair_coeff."""
    normal, damping, tangential, rolling, twisting, limit = words
    numbers = NORMALS[normal].format(damp=DAMPINGS[damping][material], young=YOUNG[material], gamma=GAMMA[material])
    of_material = "{young}" in NORMALS[normal]
    if tangential == "linear_nohistory":
        spring = ""
    elif "linear" in tangential:
        spring = ("4e3", "3e3")[material]
    else:
        spring = "NULL" if of_material and "classic" not in tangential else ("1e8", "5e7")[material]
    return (f"{normal} {numbers} damping {damping} tangential {tangential} {spring} 0.5 {(0.3, 0.2)[material]} "
            f"rolling {rolling} {ROLLINGS[rolling].format((1e3, 2e3)[material])} "
            f"twisting {twisting} {TWISTINGS[twisting].format((1e-3, 2e-3)[material])} {limit}")


def covering(chance):
    """Combinations in which every pair of words of two options is met, of those that are possible."""
    def pairs_of(words):
        return {(a, words[a], b, words[b]) for a in range(len(words)) for b in range(a)}

    every = [()]
    for words in OPTIONS:
        every = [before + (word,) for before in every for word in words]
    every = [words for words in every if is_possible(words)]
    chance.shuffle(every)
    missing = set().union(*map(pairs_of, every))
    chosen = []
    while missing:
        best = max(every, key=lambda words: len(pairs_of(words) & missing))
        chosen.append(best)
        missing -= pairs_of(best)
    return chosen


def coeffs(words):
    """Two materials, and what the host mixes of them; where it does so."""
    text = "".join(f"pair_coeff {m + 1} {m + 1} {model(words, m)}\n" for m in (0, 1))
    return "pair_style granular\n" + text + (f"pair_coeff 1 2 {model(words, 1)}\n" if IN_2021 else "")


# All that a contact can remember, and contacts that last beyond touching.
FULL = ("hertz/material", "tsuji", "mindlin_rescale/force", ROLLS, "marshall", "limit_damping")
JKR = ("jkr", "viscoelastic", "mindlin", "none", "none", "")
# Three models with states of their own, at places that the widest of them set.
SEVERAL = [("hooke", "mass_velocity", "linear_history", "none", "sds", ""),
           ("hertz/material", "viscoelastic", "mindlin_rescale", ROLLS, "none", "limit_damping"), JKR]
STATES = {"full": coeffs(FULL), "jkr": coeffs(JKR)}
STATES["several"] = "pair_style granular\n" + "".join(
    f"pair_coeff {types} {model(words)} cutoff {cutoff}\n"
    for types, cutoff, words in zip(("1 1", "2 2", "1 2"), (0.003, 0.0035, 0.004), SEVERAL))


class Granular(drop_in.DropIn):

    def setUp(self):
        super().setUp()
        self.pack()

    def head(self, pair, newton="off"):
        # Where models have narrower states than others, the host gives atoms only a part when it sees a contact from its other side, as across a
        # periodic boundary.
        return ("boundary s s s\n" if pair == STATES["several"] else "") + drop_in.HEAD.format(newton=newton)

    def first(self, pair, newton="off", ranks=1, more="", arguments=(), at=100):
        self.run_ok(self.head(pair, newton) + pair + drop_in.RUN + more +
                    f"restart {at} first.restart\nrun {at}\n", ranks, arguments)
        shutil.move(os.path.join(self.folder, f"first.restart.{at}"), os.path.join(self.folder, "first.restart"))

    def on(self, pair="", newton="off", steps=200, name="first.restart", more=""):
        return (f"newton {newton}\ncomm_modify vel yes\nread_restart {name}\n" + pair + drop_in.RUN + more +
                drop_in.DUMP.format(every=max(1, steps // 2), steps=steps, out="{out}"))

    def compare(self, pair, what, newton="off", ranks=1, more="", steps=200):
        """From a state of the host's: the first forces; those of a second step, which show what contacts remember; and those
        of many steps later."""
        self.first(pair, newton, ranks, more)
        early = self.on(pair, newton, more=more, steps=2).replace("dump d all custom 1", "dump d all custom 2")
        texts = self.run_both(early + f"dump_modify d every 100\nrun {steps - 2}\n", ranks)
        own, ours = self.frames("own"), self.frames("dcm")
        self.assertGreater(max(abs(row[c]) for row in own[100].values() for c in host.FORCE), 0.0)
        self.assert_close(own[100], ours[100], 1e-13, what)
        self.assert_close(own[102], ours[102], 1e-12, f"{what}, two steps later")
        self.assert_close(own[100 + steps], ours[100 + steps], 1e-9, f"{what}, later")
        return texts

    # ---------------------------------------------------------------------------------- sub-models

    def test_sub_models(self):
        seed = int(os.environ.get("DCM_TEST_SEED", "1"))
        print("seed", seed)
        for words in covering(random.Random(seed)):
            self.compare(coeffs(words), " ".join(words))

    @unittest.skipIf(host.ROLLS_AT_START, "test_sub_models has rolling here")
    def test_rolling_after_the_start(self):
        # A step of no length ends with the forces of the restart file's grains, by springs that are those of their contacts.
        words = (*FULL[:3], "sds", *FULL[4:])
        self.first(coeffs(words))
        self.run_both(self.on(coeffs(words)).replace(
            "run ", "reset_timestep 99\ntimestep 1e-30\nrun 1\ntimestep 1e-6\nrun ").rstrip() + " pre no\n")
        own, ours = self.frames("own"), self.frames("dcm")
        self.assert_close(own[100], ours[100], 1e-13)
        self.assert_close(own[300], ours[300], 1e-9)

    def test_several_models(self):
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off")):
            self.compare(STATES["several"], f"{ranks} {newton}", newton, ranks, steps=100 if ranks > 1 else 200)

    def test_ranks_and_newton(self):
        # Contacts are seen from their other side: on other ranks, across boundaries, where atoms are sorted into new lists.
        for what, pair in STATES.items():
            for ranks, newton in ((1, "on"), (2, "off"), (2, "on")):
                self.compare(pair, f"{what} {ranks} {newton}", newton, ranks, steps=100,
                             more="neigh_modify every 5 delay 0 check no\n" if what != "several" else "")

    @unittest.skipIf(IN_2021, "the host has no numbers for mixed pairs")
    def test_mixing(self):
        # One of the two has a limit of damping, or a number for k_t.
        normal = "hertz/material {} {} 0.25 tangential mindlin {} 0.5 {}"
        for limit in (("limit_damping", ""), ("", "limit_damping")):
            for kt in (("NULL", "5e7"), ("1e8", "NULL")):
                self.compare("pair_style granular\n" + "".join(
                    f"pair_coeff {m + 1} {m + 1} {normal.format(YOUNG[m], DAMPINGS['viscoelastic'][m], kt[m], 0.3)} {limit[m]}\n"
                    for m in (0, 1)), f"{limit} {kt}", steps=100)
        # Mixed values differ from those of both types: else no test would see whether ours mixes.
        for words in (FULL, JKR, ("hooke", "mass_velocity", "linear_history", ROLLS, "sds", "")):
            frames = []
            for pair in (coeffs(words), coeffs(words) + f"pair_coeff 1 2 {model(words, 0)}\n"):
                self.run_ok(drop_in.HEAD.format(newton="off") + pair + drop_in.RUN +
                            drop_in.DUMP.format(every=20, steps=20, out="dcm"), 1, drop_in.SUFFIX)
                frames.append(self.read("dcm"))
            self.assertGreater(self.difference(frames[0], frames[1], host.FORCE), 1e-3, " ".join(words))

    @unittest.skipIf(not IN_2021, "later releases mix by what is set")
    def test_mixing_of_2021(self):
        # The host reads memory that nobody wrote; ours mixes as the manual says, and tells.
        words = ("hertz/material", "viscoelastic", "mindlin", "sds", "none", "")
        mixed = coeffs(words).rsplit("pair_coeff 1 2", 1)[0]
        deck = drop_in.HEAD.format(newton="off") + "{}" + drop_in.RUN + drop_in.DUMP.format(every=20, steps=20, out="dcm")
        text = self.lammps(deck.format(mixed), 1, drop_in.SUFFIX).stdout
        self.assertIn("pairs of types have no pair_coeff", " ".join(text.split()))
        ours = self.read("dcm")
        # 1/E* is the sum of those of the two, with 1 - 0.25^2; the rest are geometric means.
        young = 2.0 / (1.0 / YOUNG[0] + 1.0 / YOUNG[1])
        between = [(a * b)**0.5 for a, b in ((1e8, 6e7), (0.3, 0.2), (1e3, 2e3))]
        shear = [8.0 * E / (4.0 * 1.75 * 1.25) for E in YOUNG]
        given = (f"pair_coeff 1 2 hertz/material {young!r} {between[0]!r} 0.25 tangential mindlin "
                 f"{(shear[0] * shear[1])**0.5!r} 0.5 {between[1]!r} rolling sds {between[2]!r} 0.01 0.1\n")
        self.assertNotIn("no pair_coeff", self.lammps(deck.format(mixed + given), 1, drop_in.SUFFIX).stdout)
        self.assert_close(ours, self.read("dcm"), 1e-9)

    def test_variants_of_the_command(self):
        # Ranges, later commands over earlier ones, cut-offs, numbers for NULL.
        words = model(("hertz/material", "viscoelastic", "mindlin", "none", "none", ""))
        for pair, cutoff in ((f"pair_style granular 0.004\npair_coeff * * {words}\n", 0.004),
                             (f"pair_style granular\npair_coeff * * {model(FULL)}\npair_coeff *2 2 {words} cutoff 0.0045\n"
                              f"pair_coeff 1 1 {words} limit_damping\n", 0.0045),
                             (f"pair_style granular\npair_coeff 1* * {words.replace('NULL', '-1')}\n", 0.0)):
            for text in self.compare(pair, pair, steps=100):
                found = float(re.search("master list distance cutoff = ([0-9.e-]+)", text).group(1))
                self.assertAlmostEqual(found, max(cutoff, 0.0031) + 0.0002, delta=5e-5)
        # More commands than there are pairs of types: models of before are forgotten.
        frames = []
        for commands in (1, 9):
            self.run_ok(drop_in.HEAD.format(newton="off") + "pair_style granular\n" + f"pair_coeff 1 1 {model(FULL)}\n" * commands +
                        f"pair_coeff * 2 {words}\n" * commands + drop_in.RUN +
                        drop_in.DUMP.format(every=20, steps=20, out="dcm"), 1, drop_in.SUFFIX)
            frames.append(self.read("dcm"))
        self.assertTrue(frames[0] == frames[1])
        if IN_2021:
            # There the sub-models have no order.
            self.compare("pair_style granular\npair_coeff * * tangential linear_history 4e3 0.5 0.3 damping velocity hooke "
                         "5e3 0.05\n", "order", steps=100)

    # ------------------------------------------------------------------------------- restart files

    def test_restart_of_the_host_and_back(self):
        for what, pair in STATES.items():
            for newton, ranks in (("off", 1), ("on", 1), ("off", 2)):
                self.first(pair, newton, ranks)
                # A file that ours has read and written again means the same to the host. (The host of 2021 forgets the settings.)
                self.run_ok(f"newton {newton}\ncomm_modify vel yes\nread_restart first.restart\n"
                            "neighbor 0.0002 bin\nwrite_restart again.restart\n", ranks, drop_in.SUFFIX)
                again = pair if IN_2021 else ""
                frames = []
                for name in ("first.restart", "again.restart"):
                    self.run_ok(self.on(again, newton, name=name).replace("{out}", "own"), ranks)
                    frames.append(self.frames("own"))
                self.assertTrue(frames[0] == frames[1], f"{what} {newton} {ranks}")
                self.assertEqual(self.pair_section("first.restart"), self.pair_section("again.restart"))

    def pair_section(self, name):
        """The settings that follow the name of the style: those that mean something."""
        with open(os.path.join(self.folder, name), "rb") as file:
            content = file.read()
        place = content.index(b"granular\0")
        self.assertEqual(struct.unpack_from("i", content, place - 4)[0], len("granular") + 1)
        place += len("granular") + 1
        found = []

        def take(form):
            nonlocal place
            numbers = struct.unpack_from(form, content, place)
            place += struct.calcsize(form)
            found.append(numbers)
            return numbers

        if not IN_2021:
            for _ in range(take("=i")[0]):
                for _ in range(6):
                    take(f"={take('=i')[0]}s")
                    take(f"={take('=i')[0]}d")
                take("=i")
        for _ in range(3):
            if not take("=i")[0]:
                continue
            if IN_2021:
                words = take("=6i")
                # Room that a sub-model has no numbers for holds what memory held.
                for used, room in ((2, 4), (3, 3), (3 * words[3], 3), (0, 3)):
                    take(f"={used}d")
                    place += 8 * (room - used)
            take("=d")
            if not IN_2021:
                take("=i")
        return found

    def test_restart_of_ours(self):
        # A run of ours goes on with the host's style, and with ours bit for bit as a second run.
        for what, pair in STATES.items():
            self.run_ok(self.head(pair) + pair + drop_in.RUN +
                        "run 100\nwrite_restart first.restart\n" +
                        drop_in.DUMP.format(every=100, steps=200, out="through"), 1, drop_in.SUFFIX)
            self.run_both(self.on(pair))
            self.assertTrue(self.frames("through") == self.frames("dcm"), what)
            self.run_ok(self.on().replace("{out}", "alone"), 1, drop_in.SUFFIX)
            self.assertTrue(self.frames("through") == self.frames("alone"), what)
            self.assert_close(self.frames("own")[100], self.frames("dcm")[100], 1e-13, what)
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9, what)

    @unittest.skipIf(not NUMBERS_ITS_FIXES, "the fix has one name in this release")
    def test_lost_history_is_told(self):
        # The host numbers pair styles as they are made, and finds no states under another number.
        self.first(STATES["full"])
        done = self.lammps("pair_style zero 1\n" + self.on(STATES["full"], steps=0).replace("{out}", "dcm"), 1, drop_in.SUFFIX)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("WARNING: dcm: the restart file has no states of contacts", done.stdout)

    # -------------------------------------------------------------------------------------- output

    def test_columns(self):
        slides = coeffs(("hooke", "velocity", "linear_nohistory", "none", "none", ""))
        several = STATES["several"].replace("jkr", "dmt")
        for what, pair in (("full", STATES["full"]), ("jkr", STATES["jkr"]), ("slides", slides), ("several", several)):
            if what == "several" and IN_2021:
                continue    # see is_possible
            self.first(pair)
            fabric = "compute f all fabric type contact branch force/normal force/tangential\n" if what != "jkr" and host.SINGLE_HAS_DAMPING else ""
            texts = self.run_both(self.on(pair, steps=10, more=f"""compute p all pair/local force p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12
compute q all property/local patom1 patom2
compute c all contact/atom
{fabric}compute s all stress/atom NULL pair
compute m all reduce sum c_s[1] c_s[2] c_s[4] c_c
dump p all local 10 {{out}}.local c_q[*] c_p[*]
dump_modify p format float %.17g
thermo_style custom step press pxx pxy c_m[*] {"c_f[*]" if fabric else ""}
thermo_modify format float %.17g
thermo 10
"""))
            self.assert_same_thermo(texts, 1e-12)
            rows = []
            for out in ("own", "dcm"):
                rows.append({tuple(row[:2]): row[2:] for row in self.read(out + ".local").values()})
            if what == "jkr":
                # The newest release lists pairs up to the cut-off, and single() of 2021 has contacts end too early.
                rows[0] = {contact: row for contact, row in rows[0].items() if row[0] != 0.0}
                self.assertGreater(len(rows[0]), 50)
                self.assertLessEqual(set(rows[0]), set(rows[1]))
            else:
                self.assertEqual(sorted(rows[0]), sorted(rows[1]))
            largest = [max(abs(numbers[c]) for numbers in rows[0].values()) for c in range(13)]
            # Without rolling the host's p5 to p8 are what its memory holds, without twisting p9; and that of 2021 gives a
            # couple of twisting only where it is limited.
            silent = [c for c in range(5, 10) if what != "full" or (IN_2021 if c == 9 else ROLLS == "none")]
            columns = [c for c in range(13) if c not in silent]
            for c in silent:
                if what in ("jkr", "slides"):
                    self.assertEqual({row[c] for row in rows[1].values()}, {0.0}, f"{what} p{c}")
            if what == "full":
                self.assertGreater(min(largest[c] for c in columns), 0.0)
            for contact, own in rows[0].items():
                for c in columns if host.SINGLE_HAS_DAMPING else columns[1:]:
                    self.assertLessEqual(abs(own[c] - rows[1][contact][c]), 1e-12 * largest[c], f"{what} p{c}")
            self.run_fails("suffix dcm\n" + self.on(pair, steps=0, more="compute p all pair/local p13\n"), "pair/local")

    # ----------------------------------------------------------------------- what is around a style

    def test_frozen_and_rigid(self):
        for what in ("group still id < 30\nfix f still freeze\nunfix 1\ngroup loose subtract all still\nfix 1 loose nve/sphere\n",
                     "group body id < 20\nunfix 1\ngroup loose subtract all body\nfix b body rigid single\n"
                     "fix 1 loose nve/sphere\n"):
            self.run_both(self.head(STATES["several"]) + STATES["several"] + drop_in.RUN + what +
                          drop_in.DUMP.format(every=200, steps=200, out="{out}"))
            self.assert_close(self.frames("own")[0], self.frames("dcm")[0], 1e-13, what)
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9, what)

    def test_balanced(self):
        # Tiles, whose borders move every 20 steps.
        self.compare(STATES["full"], "balanced", ranks=4, more="comm_style tiled\nbalance 1.0 rcb\nfix b all balance 20 1.0 rcb\n", steps=100)

    def test_seen_from_the_other_side(self):
        # The order of two grains in the arrays of a rank may hang on the last digit of a position, where tiles are cut. LAMMPS turns the spring of
        # rolling round when that changes: its torques are others on other ranks, and so are ours in its place. The law by itself keeps the spring.
        words = "pair_coeff * * hertz/material 1e7 0.05 0.25 damping velocity tangential mindlin NULL 0.5 0.3 rolling sds 1e3 0.01 0.1\n"
        law = ("pair_style dcm/granular damping velocity rolling sds\npair_coeff * * young 1e7 poisson 0.25 eta_n 0.05 x_gammat 0.5 "
               "friction 0.3 k_roll 1e3 gamma_roll 0.01 mu_roll 0.1\n")
        tiles = "comm_style tiled\nbalance 1.0 rcb\nfix b all balance 20 1.0 rcb\n"
        for pair, arguments, agrees in (("pair_style granular\n" + words, (), False),
                                        ("pair_style granular\n" + words, drop_in.SUFFIX, False), (law, (), True)):
            frames = []
            for ranks, more in ((1, ""), (2, tiles)):
                self.run_ok(drop_in.HEAD.format(newton="off") + pair + drop_in.RUN + more +
                            drop_in.DUMP.format(every=100, steps=100, out="out"), ranks, arguments)
                frames.append(self.read("out"))
            apart = self.difference(*frames, host.TORQUE)
            self.assertTrue(apart < 1e-9 if agrees else apart > 1e-2, f"{pair} {arguments}: {apart}")

    def test_hybrid(self):
        words = model(FULL)
        deck = (drop_in.HEAD.format(newton="off") + "pair_style hybrid granular gran/hooke/history 5e3 NULL 2e4 NULL "
                f"0.3 1\npair_coeff 1 1 granular {words}\npair_coeff 2 2 gran/hooke/history\n"
                f"pair_coeff 1 2 granular {words}\n" + drop_in.RUN +
                drop_in.DUMP.format(every=200, steps=200, out="{out}"))
        text = self.run_both(deck)[1]
        self.assertEqual(text.count("is computed by the law"), 2)
        self.assert_close(self.read("own"), self.read("dcm"), 1e-9)

    def test_two_of_a_hybrid(self):
        # The history fixes of the two do not get in each other's way, as the host's of some releases do.
        one, other = model(FULL), model(JKR)
        parts = (f"pair_coeff 1 1 granular {{}} {one}\npair_coeff 2 2 granular {{}} {other}\npair_coeff 1 2 granular {{}} {other}\n")
        frames = []
        for pair in ("pair_style hybrid granular granular\n" + parts.format(1, 2, 2),
                     "pair_style granular\n" + parts.replace("granular {}", "")):
            self.run_ok(self.head(STATES["several"]) + pair + drop_in.RUN +
                        drop_in.DUMP.format(every=200, steps=200, out="dcm"), 1, drop_in.SUFFIX)
            frames.append(self.read("dcm"))
        self.assert_close(frames[0], frames[1], 1e-9)

    def test_loops(self):
        # Users who name the style may say how contacts are gone through.
        for what, pair in STATES.items():
            frames = []
            for loop in ("", "loop plain", "0.004 threads 2"):
                self.run_ok(drop_in.HEAD.format(newton="off") +
                            pair.replace("pair_style granular", f"pair_style granular/dcm {loop}") + drop_in.RUN +
                            drop_in.DUMP.format(every=100, steps=100, out="dcm"))
                frames.append(self.frames("dcm"))
            self.assertTrue(frames[0] == frames[1] == frames[2], what)

    def test_changed_between_runs(self):
        # Other sub-models for a second run, whose states have room where those of the first have it: they go on, as the host's.
        head = self.head(STATES["several"])
        if not IN_2021:    # there the places change and the room does not
            again = STATES["several"].split("\n", 1)[1]
            self.run_both(head + STATES["full"] + drop_in.RUN + "run 20\n" + again + drop_in.DUMP.format(every=20, steps=20, out="{out}"))
            self.assert_close(self.frames("own")[20], self.frames("dcm")[20], 1e-11)
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9)
        # Where there is no room (the host writes beyond it) contacts begin anew, as they do from a data file.
        dump = drop_in.DUMP.format(every=1, steps=0, out="dcm")
        text = self.lammps(head + STATES["jkr"] + drop_in.RUN + "run 20\nwrite_data later.data nocoeff\n" +
                           STATES["full"].split("\n", 1)[1] + dump, 1, drop_in.SUFFIX).stdout
        self.assertIn("do not fit the new sub-models: all contacts begin anew", " ".join(text.split()))
        ours = self.read("dcm")
        self.run_ok(head.replace("packing.data", "later.data") + STATES["full"] + drop_in.RUN + dump, 1, drop_in.SUFFIX)
        self.assert_close(ours, self.read("dcm"), 1e-6)    # what a data file keeps of digits

    def test_pour(self):
        # Far beyond the first steps: what LAMMPS does with rolling and twisting as grains move past each other is done here.
        texts = self.run_both("""units lj
atom_style sphere
boundary p p fm
comm_modify vel yes
region reg block 0 6 0 6 -0.5 16 units box
create_box 2 reg
neighbor 0.1 bin
neigh_modify delay 0
pair_style granular
pair_coeff 1 * hertz 2000 0.6 damping tsuji tangential mindlin_rescale 1500 0.5 0.4 rolling sds 500 10 0.3 twisting sds 50 1 0.1
pair_coeff 2 2 hertz/material 2000 0.6 0.3 damping tsuji tangential mindlin/force NULL 0.5 0.4 rolling sds 500 10 0.3 twisting marshall
timestep 0.001
fix 1 all nve/sphere
fix 2 all gravity 1.0 spherical 10.0 -180.0
region slab block 0 6 0 6 8 14 units box
fix ins1 all pour 100 1 4767548 vol 0.4 10 diam range 0.6 0.9 region slab
fix ins2 all pour 100 2 1234567 vol 0.4 10 diam range 0.6 0.9 region slab
fix 3 all wall/reflect zlo 0
compute 1 all erotate/sphere
thermo_style custom step atoms c_1 press
thermo_modify lost error norm no format float %.17g
thermo 500
run 3000
""")
        self.assert_same_thermo(texts, 1e-9)
        self.assertGreater(self.thermo(texts[0])[-1][2], 0.0)

    # ------------------------------------------------------------------------------------ messages

    def test_bad_input(self):
        deck = "suffix dcm\n" + drop_in.HEAD.format(newton="off")
        slide = " tangential linear_nohistory 1 0.5"
        off = "put 'suffix off' before the command"
        self.run_fails(deck + "pair_style granular x\n", "x")
        self.run_fails(deck + "pair_style granular 1 2\n", "pair_style granular: only a cut-off may stand here, not '2'")
        for coeff, *parts in (("* *", "needs two atom types"),
                              ("2* 1 hooke 1 1" + slide, "the first type must not be greater than the second: not 2* 1"),
                              ("* * hooke 1", "normal hooke needs 2 numbers"),
                              ("* * hooke -1 1" + slide, "normal hooke: kn must be at least 0, not -1"),
                              ("* * hertz 1 -1" + slide, "normal hertz: damping must be at least 0, not -1"),
                              ("* * hooke x 1" + slide, "x"),
                              ("* * hooke 1 1", "needs a tangential sub-model"),
                              ("* * hooke 1 1 tangential", "needs the name of a sub-model after tangential"),
                              ("* * hooke 1 1 tangential linear 1", "there is no tangential sub-model 'linear' here"),
                              ("* * hooke 1 1 tangential mindlin NULL 1 0.5", "tangential mindlin needs a number: NULL"),
                              ("* * hooke 1 1 damping none" + slide, "there is no damping sub-model 'none' here"),
                              ("* * hooke 1 1 damping tsuji rolling sds 1 2" + slide, "rolling sds", "tangential"),
                              ("* * hooke 1 1 twisting sds 1 -2 1" + slide, "twisting sds: gamma_twist must be at least 0"),
                              ("* * hooke 1 1 cutoff", "cutoff needs a number"),
                              ("* * hooke 1 1 sliding none" + slide, "'sliding' is no keyword here; the keywords are damping, tangential"),
                              ("* * dmt 1 1 0.2 1 limit_damping" + slide, "limit_damping"),
                              ("* * hertz/material 1 1 0.6" + slide, "nu, Poisson's ratio, must be between -1 and 0.5", off),
                              ("* * hooke 1 1.5 damping tsuji" + slide, "restitution", "must be between 0 and 1, not 1.5", off)):
            self.run_fails(deck + f"pair_style granular\npair_coeff {coeff}\n", *parts)
        style = deck + "pair_style granular\n"
        self.run_fails(style + f"pair_coeff * * {'mdr 1 0.2 1 1 0.5 0.5' if host.HAS_MDR else 'mdr'}{slide}\n", "mdr",
                       *(("more than one contact of a grain", off) if host.HAS_MDR else ()), ranks=2)
        # A message does not send users to the host's own style where the host refuses, too.
        for coeff, said in (("hooke 1 1 tangential linear 1", "there is no tangential sub-model 'linear' here"),
                            ("hookes 1 1", "there is no normal sub-model 'hookes' here" if not IN_2021 else "'hookes' is no keyword here"),
                            ("hooke 1 1 damping none" + slide, "there is no damping sub-model 'none' here")):
            text = " ".join(self.lammps(style + f"pair_coeff * * {coeff}\n").stdout.split())
            self.assertIn(said, text)
            self.assertNotIn("suffix off", text)
        if host.IN_2026:
            self.run_fails(style + "pair_coeff * * hooke 1 1 synchronized_verlet tangential linear_history 1 1 1\n",
                           "no synchronized_verlet", off)
        # Not every pair of types has what it needs.
        self.run_fails(style + "pair_coeff 1 1 hooke 1 1" + slide + "\nrun 0\n", "coeffs are not set")
        self.run_fails(style + f"pair_coeff 1 1 hooke 1 1{slide}\npair_coeff 2 2 hertz 1 1{slide}\nrun 0\n",
                       "the sub-models of the types 1 and 2 differ (normal hooke and hertz)", "needs a pair_coeff")

    def test_walls_of_dcm(self):
        # They have the law of the pair style, where there is one for all types.
        deck = "suffix dcm\nboundary p p s\n" + drop_in.HEAD.format(newton="off") + "{}" + drop_in.RUN + \
            "fix w all wall/dcm 1 zplane 0 NULL {}\nrun 1\n"
        self.run_ok(deck.format(STATES["full"], ""))
        self.run_ok(deck.format(STATES["several"], "law hertz coeff * wall friction 0.5 " +
                                " ".join(f"coeff {m} {m} young 1e8 poisson 0.2" for m in ("1", "2", "wall"))))
        self.run_fails(deck.format(STATES["several"], ""), "fix wall/dcm: ", "the pair style has several sub-models for different types")

    def test_what_only_ours_refuses(self):
        deck = "suffix dcm\n" + drop_in.HEAD.format(newton="off") + STATES["full"] + drop_in.RUN
        for command in ("minimize 0 0 10 10\n", "run_style respa 2 2 pair 2\nrun 1\n"):
            self.run_fails(deck + command, "pair_style granular: ",
                           "for the style of LAMMPS itself put 'suffix off' before the command")
