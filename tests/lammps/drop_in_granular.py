# SPDX-License-Identifier: MIT
"""Inputs of the host's pair_style granular, not edited, with the suffix dcm: the same physics by laws of dcm."""

import itertools
import os
import random
import re
import struct
import unittest

import host
import side_by_side
from side_by_side import AT_ONCE, HEAD, LATER, RUN, SUFFIX

IN_2021 = host.GRANULAR_IS_ONE_FILE
# Sub-models with their numbers: contacts stick and slide, roll and twist, and damping attracts where it is not limited.
NORMALS = {"hooke": "5e3 {damp}", "hertz": "{stiff} {damp}", "hertz/material": "{young} {damp} 0.25",
           "dmt": "{young} {damp} 0.25 {gamma}", "jkr": "{young} {damp} 0.25 {gamma}"}
# For two materials, and for walls, which are so soft that grains stay at them.
DAMPINGS = {"velocity": (0.05, 0.03, 0.05), "mass_velocity": (2e4, 1e4, 2e3), "viscoelastic": (1e8, 6e7, 5e6), "tsuji": (0.6, 0.8, 0.6),
            "coeff_restitution": (0.6, 0.8, 0.6)}
YOUNG, GAMMA, FRICTION = (1e8, 4e7, 1e7), (2.0, 1.0, 5.0), (0.3, 0.2, 0.3)
STIFFNESSES = {"hertz": ("1e8", "1e8", "1e7"), "linear": ("4e3", "3e3", "4e3"), "mindlin": ("1e8", "5e7", "1e7"), "rolling": ("1e3", "2e3", "1e3"),
               "twisting": ("1e-3", "2e-3", "1e-3")}
WALL = 2
SPRINGS = ("linear_history", "linear_history_classic", "mindlin_classic", "mindlin", "mindlin/force", "mindlin_rescale",
           "mindlin_rescale/force")
TANGENTIALS = ("linear_nohistory",) + SPRINGS
ROLLINGS = {"none": "", "sds": "{} 0.01 0.1"}
ROLLS = host.ROLLS.split()[0]
TWISTINGS = {"none": "", "marshall": "", "sds": "{} 1e-7 1e-5"}
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
    stiff = {what: numbers[material] for what, numbers in STIFFNESSES.items()}
    numbers = NORMALS[normal].format(stiff=stiff["hertz"], damp=DAMPINGS[damping][material], young=YOUNG[material], gamma=GAMMA[material])
    if tangential == "linear_nohistory":
        spring = ""
    elif "linear" in tangential:
        spring = stiff["linear"]
    else:
        spring = "NULL" if "{young}" in NORMALS[normal] and "classic" not in tangential else stiff["mindlin"]
    return (f"{normal} {numbers} damping {damping} tangential {tangential} {spring} 0.5 {FRICTION[material]} "
            f"rolling {rolling} {ROLLINGS[rolling].format(stiff['rolling'])} "
            f"twisting {twisting} {TWISTINGS[twisting].format(stiff['twisting'])} {limit}")


def covering(chance, together=2, without=()):
    """Combinations in which all words of so many options are met together, of those that are possible and have other normal sub-models."""
    def met(words):
        return set(itertools.combinations(enumerate(words), together))

    every = [words for words in itertools.product(*OPTIONS) if is_possible(words) and words[0] not in without]
    chance.shuffle(every)
    missing = set().union(*map(met, every))
    chosen = []
    while missing:
        chosen.append(max(every, key=lambda words: len(met(words) & missing)))
        missing -= met(chosen[-1])
    return chosen


def coeffs(words):
    """Two materials, and what the host mixes of them; where it does so."""
    text = "".join(f"pair_coeff {m + 1} {m + 1} {model(words, m)}\n" for m in (0, 1))
    return "pair_style granular\n" + text + (f"pair_coeff 1 2 {model(words, 1)}\n" if IN_2021 else "")


def seeded():
    seed = int(os.environ.get("DCM_TEST_SEED", "1"))
    print("seed", seed)
    return random.Random(seed)


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


class Granular(side_by_side.PairStyles):

    styles = STATES
    remembering = tuple(STATES)
    around = (("several", "frozen"), ("several", "rigid"), ("full", "tiles whose borders move"))
    loops = ("", "loop plain", "0.004 threads 2")
    hybrid = ("pair_style hybrid granular gran/hooke/history 5e3 NULL 2e4 NULL 0.3 1\n"
              f"pair_coeff 1 1 granular {model(FULL)}\npair_coeff 2 2 gran/hooke/history\npair_coeff 1 2 granular {model(FULL)}\n")
    numbered = "full" if host.IN_2026 else None
    # Where models have narrower states than others, the host gives atoms only a part when it sees a contact from its other side, as across a
    # periodic boundary.
    unsorted = ("several",)

    def head(self, pair, newton="off"):
        return ("boundary s s s\n" if pair == STATES["several"] else "") + HEAD.format(newton=newton)

    def given_to_host(self, pair):
        return pair if IN_2021 else ""    # which forgets the settings

    # ---------------------------------------------------------------------------------- sub-models

    def test_sub_models(self):
        for words in covering(seeded()):
            self.compare_on(coeffs(words), " ".join(words))

    @unittest.skipIf(host.ROLLS_AT_START, "test_sub_models has rolling here")
    def test_rolling_after_the_start(self):
        # A step of no length ends with the forces of the restart file's grains, by springs that are those of their contacts.
        pair = coeffs((*FULL[:3], "sds", *FULL[4:]))
        self.first(pair)
        own, ours = self.frames_of_both(self.on(pair) + "reset_timestep 99\ntimestep 1e-30\n" + self.dump((0, 1, 201), 99).replace(
            "run 200", "timestep 1e-6\nrun 200 pre no"))
        self.assert_same(own[100], ours[100], AT_ONCE)
        self.assert_same(own[300], ours[300], LATER)

    MIX = "pair_coeff {0} {0} hertz/material {1} {2} 0.25 tangential mindlin {3} 0.5 0.3 {4}\n"

    @unittest.skipIf(IN_2021, "the host has no numbers for mixed pairs")
    def test_mixing(self):
        # One of the two has a limit of damping, or a number for k_t.
        for limit in (("limit_damping", ""), ("", "limit_damping")):
            for kt in (("NULL", "5e7"), ("1e8", "NULL")):
                self.compare_on("pair_style granular\n" + "".join(
                    self.MIX.format(m + 1, YOUNG[m], DAMPINGS["viscoelastic"][m], kt[m], limit[m]) for m in (0, 1)), f"{limit} {kt}")
        # Mixed values differ from those of both types: else no test would see whether ours mixes.
        for words in (FULL, JKR, ("hooke", "mass_velocity", "linear_history", ROLLS, "sds", "")):
            mixed, given = (self.last(HEAD.format(newton="off") + coeffs(words) + more + RUN, 20)
                            for more in ("", f"pair_coeff 1 2 {model(words, 0)}\n"))
            self.assertGreater(self.difference(mixed, given, host.FORCE), 1e-3, " ".join(words))

    @unittest.skipIf(not IN_2021, "later releases mix by what is set")
    def test_mixing_of_2021(self):
        # The host reads memory that nobody wrote; ours mixes as the manual says, and tells.
        words = ("hertz/material", "viscoelastic", "mindlin", "sds", "none", "")
        # 1/E* is the sum of those of the two, with 1 - 0.25^2; the rest are geometric means.
        young = 2.0 / (1.0 / YOUNG[0] + 1.0 / YOUNG[1])
        between = [(a * b)**0.5 for a, b in ((1e8, 6e7), (0.3, 0.2), (1e3, 2e3))]
        shear = [8.0 * E / (4.0 * 1.75 * 1.25) for E in YOUNG[:2]]
        given = (f"pair_coeff 1 2 hertz/material {young!r} {between[0]!r} 0.25 tangential mindlin "
                 f"{(shear[0] * shear[1])**0.5!r} 0.5 {between[1]!r} rolling sds {between[2]!r} 0.01 0.1\n")
        frames = []
        for more in ("", given):
            mixed = coeffs(words).rsplit("pair_coeff 1 2", 1)[0] + more
            text = self.lammps((HEAD.format(newton="off") + mixed + RUN + self.dump((0, 20))).replace("{out}", "dcm"), 1, SUFFIX).stdout
            self.assertEqual("pairs of types have no pair_coeff" in " ".join(text.split()), not more)
            frames.append(self.read("dcm"))
        self.assert_same(*frames, 1e-9)

    def test_variants_of_the_command(self):
        # Ranges, later commands over earlier ones, cut-offs, numbers for NULL; in 2021 the sub-models have no order.
        words = model(("hertz/material", "viscoelastic", "mindlin", "none", "none", ""))
        for commands, cutoff in ((f"0.004\npair_coeff * * {words}\n", 0.004),
                                 (f"\npair_coeff * * {model(FULL)}\npair_coeff *2 2 {words} cutoff 0.0045\npair_coeff 1 1 {words} limit_damping\n", 0.0045),
                                 (f"\npair_coeff 1* * {words.replace('NULL', '-1')}\n", 0.0),
                                 *([("\npair_coeff * * tangential linear_history 4e3 0.5 0.3 damping velocity hooke 5e3 0.05\n", 0.0)] if IN_2021 else [])):
            self.compare_on("pair_style granular " + commands, commands)
            for text in self.texts:
                found = float(re.search("master list distance cutoff = ([0-9.e-]+)", text).group(1))
                self.assertAlmostEqual(found, max(cutoff, 0.0031) + 0.0002, delta=5e-5)
        # More commands than there are pairs of types: models of before are forgotten.
        once, often = (self.last(HEAD.format(newton="off") + "pair_style granular\n" + f"pair_coeff 1 1 {model(FULL)}\n" * times +
                                 f"pair_coeff * 2 {words}\n" * times + RUN, 20) for times in (1, 9))
        self.assertTrue(once == often)

    # ------------------------------------------------------------------------------- restart files

    def pair_section(self, name, _):
        """The settings that follow the name of the style: those that mean something."""
        content = self.bytes_of(name)
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

    # -------------------------------------------------------------------------------------- output

    def test_columns(self):
        slides = coeffs(("hooke", "velocity", "linear_nohistory", "none", "none", ""))
        several = STATES["several"].replace("jkr", "dmt")
        # Before 2024 the host's force has no damping. Without rolling its p5 to p8 are what its memory holds, without twisting p9; and that of
        # 2021 gives a couple of twisting only where it is limited.
        force = () if host.SINGLE_HAS_DAMPING else (0,)
        couples = tuple(range(5, 10))
        of_full = tuple(c for c in couples if (IN_2021 if c == 9 else ROLLS == "none"))
        for what, silent in (("full", of_full), ("jkr", couples), (slides, couples), *([] if IN_2021 else [(several, couples)])):    # see is_possible
            # The newest release lists pairs of jkr up to the cut-off, and single() of 2021 has contacts end too early.
            own, ours = self.compare_columns(what, 12, 10, what != "jkr" and host.SINGLE_HAS_DAMPING, (lambda row: row[0] != 0.0) if what == "jkr" else None,
                                             (*force, *silent))
            self.assertGreater(len(own), 50)
            if what in ("jkr", slides):
                self.assertEqual({row[c] for row in ours.values() for c in couples}, {0.0}, what)
            elif what == "full":
                self.assertTrue(all(any(row[c] for row in own.values()) for c in range(13) if c not in silent))

    # ----------------------------------------------------------------------- what is around a style

    def test_seen_from_the_other_side(self):
        # The order of two grains in the arrays of a rank may hang on the last digit of a position, where tiles are cut. LAMMPS turns the spring of
        # rolling round when that changes: its torques are others on other ranks, and so are ours in its place. The law by itself keeps the spring.
        granular = ("pair_style granular\npair_coeff * * hertz/material 1e7 0.05 0.25 damping velocity tangential mindlin NULL 0.5 0.3 "
                    "rolling sds 1e3 0.01 0.1\n")
        law = ("pair_style dcm/granular damping velocity rolling sds\npair_coeff * * young 1e7 poisson 0.25 eta_n 0.05 x_gammat 0.5 "
               "friction 0.3 k_roll 1e3 gamma_roll 0.01 mu_roll 0.1\n")
        tiles = "comm_style tiled\nbalance 1.0 rcb\nfix b all balance 20 1.0 rcb\n"
        for pair, arguments, agrees in ((granular, (), False), (granular, SUFFIX, False), (law, (), True)):
            frames = [self.last(HEAD.format(newton="off") + pair + RUN + more, 100, ranks, arguments) for ranks, more in ((1, ""), (2, tiles))]
            apart = self.difference(*frames, host.TORQUE)
            self.assertTrue(apart < 1e-9 if agrees else apart > 1e-2, f"{pair} {arguments}: {apart}")

    def test_two_of_a_hybrid(self):
        # The history fixes of the two do not get in each other's way, as the host's of some releases do.
        one, other = model(FULL), model(JKR)
        parts = f"pair_coeff 1 1 granular {{}} {one}\npair_coeff 2 2 granular {{}} {other}\npair_coeff 1 2 granular {{}} {other}\n"
        hybrid, alone = (self.last(self.head(STATES["several"]) + pair + RUN, 200) for pair in (
            "pair_style hybrid granular granular\n" + parts.format(1, 2, 2), "pair_style granular\n" + parts.replace("granular {}", "")))
        self.assert_same(hybrid, alone, 1e-9)

    def test_changed_between_runs(self):
        # Other sub-models for a second run, whose states have room where those of the first have it: they go on, as the host's.
        head = self.head(STATES["several"])
        if not IN_2021:    # there the places change and the room does not
            self.compare(head + STATES["full"] + RUN + "run 20\n" + STATES["several"].split("\n", 1)[1], "changed", {0: 1e-11, 20: LATER}, start=20)
        # Where there is no room (the host writes beyond it) contacts begin anew, as they do from a data file.
        dump = self.dump((0,)).replace("{out}", "dcm")
        text = self.lammps(head + STATES["jkr"] + RUN + "run 20\nwrite_data later.data nocoeff\n" + STATES["full"].split("\n", 1)[1] + dump, 1, SUFFIX).stdout
        self.assertIn("do not fit the new sub-models: all contacts begin anew", " ".join(text.split()))
        self.assert_same(self.read("dcm"), self.last(head.replace("packing.data", "later.data") + STATES["full"] + RUN, 0), 1e-6)    # digits of a data file

    # ------------------------------------------------------------------------------------ messages

    def test_bad_input(self):
        deck = "suffix dcm\n" + HEAD.format(newton="off")
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
                              ("* * hooke 1 1 tangential mindlin/static NULL 1 0.5 0.3", "write 'pair_style dcm granular tangential mindlin/static'"),
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
        deck = "suffix dcm\nboundary p p s\n" + HEAD.format(newton="off") + "{}" + RUN + \
            "fix w all wall/dcm 1 zplane 0 NULL {}\nrun 1\n"
        self.run_ok(deck.format(STATES["full"], ""))
        self.run_ok(deck.format(STATES["several"], "law hertz coeff * wall friction 0.5 " +
                                " ".join(f"coeff {m} {m} young 1e8 poisson 0.2" for m in ("1", "2", "wall"))))
        self.run_fails(deck.format(STATES["several"], ""), "fix wall/dcm: ", "the pair style has several sub-models for different types")
