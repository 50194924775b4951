# SPDX-License-Identifier: MIT
"""A law whose words are all words of the host, beside the same law with names that no host has: the same numbers, through restart files too."""

import json
import os
import shutil
import subprocess

import decks
import host

HEAD = decks.begin(newton="{newton}")
READ = decks.begin() + "read_data packing.data\n"
RUN = "neighbor 0.0002 bin\ntimestep 2e-6\nfix 1 all nve/sphere\n"
# Keywords of the commands, which are these also where the law has them.
OF_PAIR = ("loop", "threads")
OF_WALL = ("style", "law", "quantity", "curvature", "coeff", "contacts", "wiggle", "shear")
SCALE = 20.0


class Law:
    """One of both laws: its description, and what an input says to it."""

    def __init__(self, file, name):
        said = subprocess.run([os.environ["DCM_DRIVER"], "show", name, "--library", file, "--json"], text=True, stdout=subprocess.PIPE, check=True)
        described = json.loads(said.stdout)
        self.name, self.file = name, file
        self.parameters = described["parameters"]
        self.options = {option["name"]: option["choices"] for option in described["options"]}
        self.quantities = [quantity["name"] for quantity in described["quantities"]]

    def called(self, word):
        return "my_" + word if self.name == "plain" else word

    def words(self, shift=0, apart=(), bare=True, without=""):
        """All options, each with another word: 'name word', or 'name=word' of the names in apart."""
        said = [(name, words[(n + shift) % len(words)]) for n, (name, words) in enumerate(self.options.items())]
        said += [(parameter["name"], str(SCALE * (1.5 + 0.25 * n + 0.5 * shift))) for n, parameter in enumerate(self.parameters)
                 if parameter["scope"] == "law"]
        return " ".join(name + ("=" if not bare or name in apart else " ") + word for name, word in said if name != without)

    def style(self, **how):
        return f"{self.name} library {self.file} " + self.words(apart=[self.called(name) for name in OF_PAIR], **how)

    def values(self, scope, share=1.0, apart=()):
        return " ".join(parameter["name"] + "= "[parameter["name"] not in apart] + str(SCALE * share * (1.0 + 0.125 * n))
                        for n, parameter in enumerate(self.parameters) if parameter["scope"] in (("pair", "material") if scope == "" else (scope,)))

    def coefficients(self, command="pair_coeff {} {} ", apart=()):
        return "\n".join(command.format(*types) + self.values(scope, share, apart) for types, scope, share in
                         (((1, 1), "", 1.0), ((2, 2), "", 0.75), ((1, 2), "pair", 1.25))) + "\n"


class Words(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")
        for file in ("words", "plain", "words_swapped", "plain_swapped", "words_quantities", "plain_quantities"):
            shutil.copy(os.path.join(host.LAWS, file + ".so"), self.folder)

    def law(self, kind, variant=""):
        law = Law(os.path.join(self.folder, kind + variant + ".so"), "plain" if kind == "plain" else "library")
        law.file = "./" + kind + variant + ".so"
        return law

    def moved(self, name, deck, ranks=1, newton="off", begin="read_data packing.data\n", steps=80):
        self.text = self.run_ok(HEAD.format(newton=newton) + begin + deck + RUN + decks.dump(40, name, decks.UNWRAPPED) +
                                f"run {steps // 2}\nwrite_restart between\nrun {steps - steps // 2}\n", ranks)
        return self.frames(name)

    def restarted(self, first, pair, again="", ranks=1, newton="off"):
        """A run in two parts, of which a restart file is between: the frames of the second."""
        self.run_ok(HEAD.format(newton=newton) + "read_data packing.data\n" + pair + RUN + "run 40\nwrite_restart half\n", ranks)
        deck = HEAD.format(newton=newton).replace("atom_style sphere\n", "") + first + "read_restart half\n" + again + RUN
        self.run_ok(deck + decks.dump(40, "on", decks.UNWRAPPED) + "run 40\n", ranks)
        return self.frames("on")

    def assert_alike(self, decks, ranks=1, newton="off", restarts=True):
        """@param decks (before read_restart, pair style and coefficients, what is said again) of both laws"""
        whole = [self.moved("whole", pair, ranks, newton) for _, pair, _ in decks]
        self.assertGreater(sum(row[host.FORCE[0]] != 0.0 for row in whole[0][80].values()), 100)
        self.assertEqual(whole[0], whole[1])
        for first, pair, again in decks if restarts else ():
            self.assertEqual(self.restarted(first, pair, again, ranks, newton)[80], whole[0][80])
        return whole[0]

    def test_pairs(self):
        kinds = {}
        for variant in ("", "_swapped"):
            for ranks, newton in ((1, "off"), (2, "on")):
                decks = []
                for kind in ("words", "plain"):
                    law = self.law(kind, variant)
                    style = "pair_style dcm " + law.style() + "\n"
                    decks.append((f"pair_style dcm {law.name} library {law.file}\n", style + law.coefficients(), ""))
                whole = self.assert_alike(decks, ranks, newton)
                joined = decks[0][1].replace(law.style(), law.style(bare=False))
                self.assertEqual(self.moved("joined", joined, ranks, newton), whole)
                kinds[variant] = whole
        self.assertNotEqual(kinds[""], kinds["_swapped"])

    def test_every_word_counts(self):
        law = self.law("words")
        pair = "pair_style dcm " + law.style() + "\n" + law.coefficients()
        whole = self.moved("whole", pair, steps=0)
        for n, (name, words) in enumerate(law.options.items()):
            if n % len(words) == 0:    # the default
                continue
            changed = self.moved("changed", pair.replace(law.style(), law.style(without=name)), steps=0)
            self.assertNotEqual(changed, whole, name)
        for parameter in law.parameters:
            if parameter["scope"] == "law":
                changed = self.moved("changed", pair.replace(law.style(), law.style(without=parameter["name"])), steps=0)
                self.assertNotEqual(changed, whole, parameter["name"])
                self.run_fails(READ + pair + f"pair_coeff 1 1 {parameter['name']} 3",
                               f"pair_coeff 1 1: {parameter['name']} (share of the stiffness) is one number for the whole law", f"'{parameter['name']} 3'")
                continue
            self.assertNotEqual(self.moved("changed", pair + f"pair_coeff * * {parameter['name']} 1e3\n", steps=0), whole)

    def test_both_who_have_a_word(self):
        # The host keeps its keywords beside those of the law, and tells which of both it took.
        law = self.law("words")
        pair = "pair_style dcm {}\n" + law.coefficients()
        whole = self.moved("whole", pair.format(law.style()))
        self.assertNotIn("is a keyword of this command", self.text)
        for words in ("threads 1", "threads 1 threads=coeff"):
            style = law.style(without="threads")
            with_it = self.moved("with", pair.format(f"{style} {words}"))
            self.assertIn("dcm: pair_style dcm: 'threads' is a keyword of this command; for the word of the law write "
                          "'threads=<word>'", " ".join(self.text.split()))
            self.assertEqual(with_it, self.moved("without", pair.format(style)))
        self.run_fails(READ + pair.format(law.style() + " threads yes"),
                       "'threads' is a keyword of this command", "threads is a number from 1 to", "not 'yes'")
        for twice in ("form=end form=law", "form end form=law", "form=end form end"):
            self.run_fails(READ + pair.format(f"library library ./words.so {twice}"), "'form' is given twice in one command, as 'end' and as")
        self.run_fails(READ + pair.format("library library ./words.so form="),
                       "the option 'form' needs a word after it")

    def test_hybrid(self):
        # Its words end where a word is the name of a pair style: 'dcm', 'none' and others.
        for newton in ("off", "on"):
            decks = []
            for kind in ("words", "plain"):
                law = self.law(kind)
                style = f"pair_style hybrid dcm {law.style(bare=False)} dcm/hertz form sheet\n"
                pair = law.coefficients("pair_coeff {} {} dcm ").replace("pair_coeff 2 2", "pair_coeff 2 2") + \
                    "pair_coeff 2 2 dcm/hertz young 5e5 poisson 0.3 friction 0.4\n"
                decks.append((style, style + pair, style + pair))
            self.assert_alike(decks, newton=newton)

    def walls(self, law, own, options):
        apart = [law.called(name) for name in OF_WALL]
        keywords = "contacts curvature mean"
        coefficients = law.coefficients("coeff {} {} ", apart).replace("\n", " ") + "coeff * wall " + law.values("pair", 0.5, apart) + \
            " coeff wall wall " + law.values("material", 1.5, apart)
        has = f"law {law.name} library {law.file} " if own else ""
        planes = "".join(f"fix {d} all wall/dcm 1 {d}plane -0.0002 NULL {keywords} {has}{options} {coefficients}\n" for d in "xy")
        return planes + f"region floor plane 0 0 -0.0002 0 0 1\nfix floor all wall/dcm/region 2 floor {keywords} {has}{options} {coefficients}\n"

    def test_walls(self):
        for variant in ("", "_swapped"):
            for ranks in (1, 2):
                for own in (False, True):
                    frames = []
                    for kind in ("words", "plain"):
                        law = self.law(kind, variant)
                        pair = "change_box all boundary s s s\npair_style dcm " + law.style() + "\n" + law.coefficients()
                        if own:
                            pair = "change_box all boundary s s s\npair_style dcm/hertz\npair_coeff * * young 5e4 poisson 0.3 friction 0.4\n"
                        apart = [law.called(name) for name in OF_WALL]
                        walls = self.walls(law, own, law.words(3, apart))
                        frames.append(self.moved(kind, pair + walls, ranks))
                        if kind == "words":
                            self.assertNotEqual(self.moved("bare", pair, ranks), frames[0])
                            joined = self.walls(law, own, law.words(3, bare=False))
                            self.assertEqual(self.moved("joined", pair + joined, ranks), frames[0])
                            before = "" if own else f"pair_style dcm {law.name} library {law.file}\n"
                            on = self.restarted(before, pair + walls, walls, ranks)
                            self.assertEqual(on[80], frames[0][80])
                    self.assertEqual(*frames)

    def test_walls_keep_their_keywords(self):
        law = self.law("words", "_swapped")
        pair = "change_box all boundary s s s\npair_style dcm " + law.style() + "\n" + law.coefficients()
        wall = "fix w all wall/dcm 1 zplane -0.0002 NULL curvature principal curvature=end\n"
        plain = self.moved("plain", pair + wall.replace("curvature principal ", ""))
        self.assertEqual(self.moved("both", pair + wall), plain)
        self.assertIn("dcm: fix wall/dcm: 'curvature' is a keyword of this command; for the word of the law write 'curvature=<word>'",
                      " ".join(self.text.split()))
        self.run_fails(READ + pair + wall.replace("principal curvature=", ""),
                       "the keyword 'curvature' takes principal or mean, not 'end'")

    def test_quantities(self):
        properties, values = "fix q all property/atom {}\n", []
        frames = []
        for kind in ("words", "plain"):
            law = self.law(kind, "_quantities")
            names = " ".join("d_" + name for name in law.quantities)
            begin = properties.format(names) + "read_data packing.data\n"
            values = "variable q atom 1+0.01*id\n" + "".join(f"set group all d_{name} v_q\n" for name in law.quantities)
            pair = values + "change_box all boundary s s s\npair_style dcm " + law.style() + "\n" + law.coefficients()
            wall = "fix w all wall/dcm 1 zplane -0.0002 NULL" + \
                "".join(f" quantity {name} {2.0 + n}" for n, name in enumerate(law.quantities)) + "\n"
            frames.append(self.moved(kind, pair + wall, begin=begin))
            self.assertNotEqual(self.moved("less", pair + wall.replace("quantity", "quantity", 1).split(" quantity")[0] + "\n", begin=begin),
                                frames[-1])
        self.assertEqual(*frames)

    def test_columns(self):
        law, plain = self.law("words"), self.law("plain")
        tell = "compute c all dcm/contact/local id1 id2 {}\n" + decks.local("c_c[*]", 40, "{}")
        wanted = ["state_style", "state_walls", "state_force", "state_overlap", "end", "state_end", "state_distance", "output_walls",
                  "output_torque_x", "output_end", "library", "output_library", "force_x", "overlap", "torque_x", "distance"]
        of_plain = ["my_style", "my_walls", "my_force", "my_overlap", "my_end", "my_end", "my_distance", "output_my_walls", "my_torque_x",
                    "output_my_end", "my_library", "output_my_library", "force_x", "overlap", "torque_x", "distance"]
        self.moved("a", "pair_style dcm " + law.style() + "\n" + law.coefficients() + tell.format(" ".join(wanted), "ours"))
        self.moved("b", "pair_style dcm " + plain.style() + "\n" + plain.coefficients() + tell.format(" ".join(of_plain), "theirs"))
        ours, theirs = ({step: sorted(rows.values()) for step, rows in self.frames(name).items()} for name in ("ours", "theirs"))
        self.assertGreater(len(ours[80]), 100)
        self.assertEqual(ours, theirs)
        for column in range(7):    # the counters of the state count, each in its own steps
            self.assertGreater(len({row[3 + column] for row in ours[80]}), 1)
        self.assertEqual({row[4] / row[3] for row in ours[80] if row[3] > 0.0}, {2.0})

    def test_adapt(self):
        frames = []
        for kind in ("words", "plain"):
            law = self.law(kind)
            adapt = f"variable k equal 4+0.1*step\nfix a all adapt 10 pair dcm {law.called('end')} 1*2 1*2 v_k " \
                    f"pair dcm {law.called('coeff')} 1*2 1*2 v_k\n"
            frames.append(self.moved(kind, "pair_style dcm " + law.style() + "\n" + law.coefficients() + adapt))
        self.assertEqual(*frames)

    def test_data_file_with_long_lines(self):
        # LAMMPS drops what is behind 254 characters of a line. Most lines fit, since numbers have no more digits than they need.
        fits = "pair_style dcm/luding\npair_coeff * * k1 {k} k2 {k} kc {k} depth {d} eta_n {d} kt_ratio {d} eta_t {d} friction {d} rolling {d} twisting {d}\n"
        for style, is_long in ((fits.format(k=1234.5678, d=0.1), False), (fits.format(k=1.0 / 7.0, d=1.0 / 3000.0), True)):
            done = self.succeeds(READ + style + RUN + "run 0\nwrite_data long.data\n")
            again = HEAD.format(newton="off") + style.split("\n")[0] + "\nread_data long.data\n" + RUN + "run 0\nwrite_data again.data\n"
            self.assertEqual("read_data reads 254 of a line" in " ".join(done.stdout.split()), is_long)
            if is_long:
                self.run_fails(again, "too-long-for-read_data")
            else:
                self.run_ok(again)
                texts = [[line for line in self.text_of(name).splitlines() if "k1" in line] for name in ("long.data", "again.data")]
                self.assertIn(" depth 0.1 ", texts[0][0])
                self.assertEqual(*texts)

    def test_data_file(self):
        # Coefficients in a data file are those of the law by their names.
        law = self.law("words")
        style = "pair_style dcm " + law.style() + "\n"
        whole = self.moved("whole", style + law.coefficients() + "write_data own.data pair ij\n")
        begin = f"{style}read_data own.data\n"
        self.assertEqual(self.moved("again", "", begin=begin), whole)
