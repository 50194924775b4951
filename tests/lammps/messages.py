# SPDX-License-Identifier: MIT
"""Bad input: a sentence that says what was wrong and what is allowed, and all ranks stop."""

import os
import unittest

import decks
import host

HEAD = decks.box("0 1 0 1 0 1", types=2, newton="on") + """create_atoms 1 single 0.5 0.5 0.5
set type 1 diameter 0.1 density 2500
fix 1 all nve/sphere
"""
GOOD = "young 5e6 poisson 0.25 restitution 0.8 friction 0.5"
LIBRARIES = os.environ.get("DCM_TEST_LIBRARIES", "")


def input_with(style="pair_style dcm/hertz/mindlin", coeff=f"pair_coeff * * {GOOD}", head=HEAD):
    return f"{head}{style}\n{coeff}\nrun 0\n"


def input_with_wall(words, style="pair_style dcm/hertz/mindlin", coeff=f"pair_coeff * * {GOOD}", more=""):
    return input_with(style, f"{coeff}\nfix w all wall/dcm 1 zplane 0 NULL {words}\n{more}", "boundary p p f\n" + HEAD)


class Messages(host.Case):

    def test_good_input_is_good(self):
        self.run_ok(input_with())
        self.run_ok(input_with("pair_style dcm hertz-mindlin form consistent"))
        # Keywords in any order; materials and pairs apart; mixing of what is not given.
        self.run_ok(input_with(coeff="pair_coeff 1 1 friction 0.5 poisson 0.25 young 5e6\n"
                               "pair_coeff 2 2 young 1e6 poisson 0.3 friction 0.1 restitution 0.5\n"
                               "pair_coeff 2 1 restitution 0\npair_coeff 1 1 restitution 1"))

    def test_what_the_runtime_refuses(self):
        # Its error messages come with the command; runtime.settings has all of them.
        for style, *parts in (("dcm", "pair_style dcm <law>"), ("dcm walton", "there is no contact law 'walton'", "hertz-mindlin"),
                              ("dcm/hertz/mindlin shape round", "'shape' is no option of the law 'hertz-mindlin'", "form"),
                              ("dcm/hertz/mindlin shet rolling_model auto", "'shet' is no option of the law 'hertz-mindlin'; did you mean 'form sheet'?"),
                              ("dcm/hertz/mindlin form consistant", "'consistant' is no choice for the option 'form'", "did you mean 'consistent'?"),
                              ("dcm hertz-midlin", "there is no contact law 'hertz-midlin' in dcm", "did you mean 'hertz-mindlin'?")):
            self.run_fails(input_with("pair_style " + style), "pair_style dcm", *parts)
        for more, *parts in (("* * yuong 5e6", "'yuong' is no parameter of the law 'hertz-mindlin'", "did you mean 'young'?",
                              "young (Young's modulus, pressure units, per material, required)"),
                             ("* * poisson 0.6", "poisson = 0.6 is out of range", "(-1, 0.5]", "because"),
                             ("1 2 young 5e6", "young (Young's modulus) belongs to one material, not to a pair", "'1 1 young 5e6'")):
            self.run_fails(input_with(coeff=f"pair_coeff * * {GOOD}\npair_coeff {more}"), f"pair_coeff {more[:3]}: ", *parts, ranks=2)
        self.run_fails(input_with(coeff=f"pair_coeff 1 1 {GOOD}\npair_coeff 2 2 young 5e6 restitution 0.8 friction 0.5"),
                       "the law 'hertz-mindlin' needs poisson for type 2", "Poisson's ratio")
        self.run_fails(input_with(coeff=f"pair_coeff 1 1 {GOOD}"), "All pair coeffs are not set")
        # A pair_style with another law forgets what pair_coeff gave, for all types.
        another = f"pair_coeff * * {GOOD}\npair_style dcm liggghts-hertz\npair_coeff %s {GOOD}"
        self.run_ok(input_with("pair_style dcm hertz-mindlin", another % "* *"))
        for types in ("1 1", "2 2"):
            self.run_fails(input_with("pair_style dcm hertz-mindlin", another % types), "All pair coeffs are not set")

    def test_what_was_meant_at_walls(self):
        for words, part in (("consistent", "'consistent' is no keyword; did you mean 'form consistent'? The keywords are wiggle, shear"),
                            ("shaer x 1", "'shaer' is no keyword; did you mean 'shear'?"),
                            ("coeff 1 wall friction 0 roling 0", "'roling' is no keyword; did you mean 'rolling'?"),
                            ("form shet", "did you mean 'sheet'?")):
            self.run_fails(input_with_wall(words), "fix wall/dcm: ", part)

    def test_given_twice(self):
        for style, parts in (("form sheet form consistent", ("'form' is given twice", "'sheet'", "'consistent'")),
                             ("form sheet form sheet", ("'form' is given twice",)),
                             ("loop plain form sheet loop blocks", ("'loop' is given twice", "'plain'", "'blocks'")),
                             ("threads 1 threads 2", ("'threads' is given twice", "'1'", "'2'"))):
            self.run_fails(input_with("pair_style dcm/hertz/mindlin " + style), "pair_style dcm: ", *parts)
        for ranks in (1, 2):
            self.run_fails(input_with(coeff=f"pair_coeff * * {GOOD} young 6e6"),
                           "pair_coeff * *: 'young' is given twice in one command, as '5e6' and as '6e6': leave one out", ranks=ranks)
        for words, *parts in (("form sheet attraction yes form consistent", "'form' is given twice", "'sheet'", "'consistent'"),
                              ("coeff 1 wall friction 0 friction 1", "coeff 1 wall: 'friction' is given twice", "'0'", "'1'"),
                              ("coeff 1 wall friction 0 coeff wall 1 friction 1", "coeff wall 1: 'friction' is given twice"),
                              ("style hertz-mindlin style dcm/hertz/mindlin", "'style' is given twice"),
                              ("curvature mean curvature principal", "'curvature' is given twice", "'mean'", "'principal'")):
            self.run_fails(input_with_wall(words), "fix wall/dcm: ", *parts)
        # Commands add up, and so do a range and one of it.
        self.run_ok(input_with_wall("coeff * wall friction 0 coeff 1 wall friction 1", coeff=f"pair_coeff * * {GOOD}\npair_coeff 1 1 friction 0.1"))

    def test_both_spellings(self):
        # With a slash, as styles are called, and with a hyphen, as laws are.
        for style in ("dcm/hertz/mindlin", "dcm/hertz-mindlin", "dcm hertz/mindlin", "dcm hertz-mindlin"):
            for wall in ("law jkr/exact", "law jkr-exact", "style hertz/mindlin", "style hertz-mindlin"):
                more = " coeff 1 wall work_of_adhesion 0.1 coeff 2 wall work_of_adhesion 0.1" if "law" in wall else ""
                self.run_ok(input_with_wall(wall + more, f"pair_style {style} form sheet"))
        name = "dcm/hertz-mindlin"
        self.run_ok(input_with_wall("style dcm/hertz/mindlin", f"pair_style hybrid {name} zero 0.1", f"pair_coeff * * {name} {GOOD}\npair_coeff 1 2 zero",
                                    f"variable f equal 0.1\nfix a all adapt 1 pair {name} friction 1 1 v_f"))

    def test_atoms(self):
        self.run_fails(input_with(head=decks.box("0 1 0 1 0 1", types=2, atoms="atomic") + "mass * 1.0\n"), "atom_style sphere")
        self.run_fails(input_with(head=HEAD.replace("comm_modify vel yes\n", "")), "comm_modify vel yes")

    @unittest.skipUnless(LIBRARIES, "no test libraries were named")
    def test_libraries(self):
        # Files without a whole library in them: runtime.library has all.
        self.write("text.so", "no shared object\n")
        for file, *parts in (("absent.so", "cannot load the library 'absent.so'", "No such file"), ("text.so", "cannot load 'text.so' as a shared object"),
                             *((f"'{os.path.join(LIBRARIES, name)}.so'", part) for name, part in (
                                 ("no_entry", "the function dcm_library_entry is missing"), ("major", "with the dcm headers of this version"),
                                 ("good", "there is no contact law 'test-law'")))):
            self.run_fails(input_with(f"pair_style dcm test-law library {file}"), *parts, ranks=2)
        self.run_fails(input_with("pair_style dcm hertz library"), "needs the path of a file")
        self.run_fails(input_with("pair_style dcm text"), f"cannot load '{self.folder}/text.so'", environment={"DCM_PATH": self.folder})

    def test_control_characters(self):
        # The text of a law in a message must not reach the terminal as anything but letters.
        deck = input_with(f"pair_style dcm sticky library '{host.LAWS}/sticky_rude.so'", "pair_coeff * * stiffness {} shear 0 gap 0")
        shown = r"\x1b[31m red\x0a%s {} \xc2\x9b"
        done = self.succeeds(deck.format(1e3))
        for line in ("dcm: " + shown, "WARNING: dcm: " + shown):
            self.assertIn(line, done.stdout)
        self.assertNotRegex(done.stdout, "[\x01-\x08\x0b-\x1f\x7f-\x9f]")
        done = self.lammps(deck.format(13))
        self.assertGreater(done.returncode, 0)
        self.assertIn("pair_style dcm: " + shown, done.stdout)
        self.assertNotRegex(done.stdout, "[\x01-\x08\x0b-\x1f\x7f-\x9f]")
