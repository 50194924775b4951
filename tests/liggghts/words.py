# SPDX-License-Identifier: MIT
"""A law whose words are all words of the host, beside the same law with names that no host has: the same numbers, through restart files too."""

import json
import os
import subprocess

import host
import restart
import walls

DECK = host.BEGIN + """
{begin}
neighbor 0.002 bin
neigh_modify delay 0
{properties}
{style}
timestep 1e-5
fix gravity all gravity 9.81 vector 1 0 -3
fix plate all mesh/surface file plate.stl type 1
fix floor all wall/gran model {model} mesh n_meshes 1 meshes plate {law} {options}
fix side all wall/gran model {model} primitive type 2 xplane 0.02 {law} {options}
fix move all nve/sphere
{run}
dump d all custom 1 dump.{out} """ + host.DUMP + """
run 100
"""


class Words(host.Case):

    def setUp(self):
        super().setUp()
        self.write("plate.stl", walls.plate())
        self.write("spheres", host.data_file(restart.heap(), 0.05))
        self.described = {}
        for kind, flags in (("words", []), ("plain", ["-DPLAIN"])):
            for variant in ("", "_swapped"):
                file = kind + variant
                self.build_law("tests", "lammps", "laws", "words.c", name=file, flags=flags + ["-DSWAPPED"] * bool(variant))
                said = subprocess.run([host.DRIVER, "show", self.id(kind), "--library", os.path.join(self.folder, file + ".so"), "--json"],
                                      text=True, stdout=subprocess.PIPE, check=True)
                self.described[file] = json.loads(said.stdout)

    def id(self, kind=None):
        return {"words": "library", "plain": "plain"}[kind] if kind else super().id()

    def go(self, kind, variant, joint=" ", begin="read_data spheres", run="run 50\nwrite_restart half", ranks=1, without=None, more=""):
        described = self.described[kind + variant]
        values = {p["name"]: (0.3 + 0.01 * n, 0.4 + 0.01 * n, 0.5 + 0.01 * n)[:2 + (p["scope"] == "pair")] for n, p in enumerate(described["parameters"])
                  if p["name"] != without and p["scope"] != "law"}
        options = " ".join(o["name"] + joint + o["choices"][n % len(o["choices"])] for n, o in enumerate(described["options"])
                           if o["name"] != without)
        options += "".join(f" {p['name']}{joint}{0.7 + 0.1 * n}" for n, p in enumerate(described["parameters"])
                           if p["scope"] == "law" and p["name"] != without)
        law = f"law {self.id(kind)} library ./{kind}{variant}.so"
        style = f"pair_style gran model dcm {law} {options}\npair_coeff * *" if begin == "read_data spheres" else ""
        self.text = self.run_ok(DECK.format(newton="off", begin=begin, model="dcm", law=law, options=options, style=style, out=kind, run=run,
                                            properties=host.property_lines(values) + more), ranks,
                                environment={"DCM_PATH": self.folder})
        return self.frames("dump." + kind)

    def test_as_with_other_names(self):
        for variant in ("", "_swapped"):
            for ranks in (1, 2):
                with self.subTest(variant=variant, ranks=ranks):
                    ours, theirs = (self.go(kind, variant, ranks=ranks) for kind in ("words", "plain"))
                    self.assertGreater(max(len({row[9] for row in frame.values()}) for frame in ours.values()), 15)    # they touch
                    self.assertEqual(ours, theirs)
                    self.assertEqual(self.go("words", variant, "=", ranks=ranks), theirs)
                    on = self.go("words", variant, begin="read_restart half", run="", ranks=ranks)
                    self.assertEqual(on[150], theirs[150])    # bit for bit

    def test_every_word_counts(self):
        whole = self.go("words", "")
        for n, option in enumerate(self.described["words"]["options"]):
            if n % len(option["choices"]) != 0:    # the default
                self.assertNotEqual(self.go("words", "", without=option["name"]), whole, option["name"])
        for parameter in self.described["words"]["parameters"]:
            self.assertNotEqual(self.go("words", "", without=parameter["name"]), whole, parameter["name"])

    def test_properties_of_other_kinds(self):
        # A property of atoms with the name of a parameter is another one.
        whole = self.go("words", "")
        more = "\nfix other all property/atom end scalar yes yes no 7.0\nfix third all property/atom coeff vector yes yes no 1.0 2.0\n"
        self.assertEqual(self.go("words", "", more=more), whole)

    def test_a_number_of_the_law_is_no_property(self):
        names = [p["name"] for p in self.described["plain"]["parameters"] if p["scope"] == "law"]
        self.assertTrue(names)
        for name in names:
            deck = DECK.format(newton="off", begin="read_data spheres", model="dcm", law="law plain library ./plain.so", options="", out="x",
                               properties=f"fix more all property/global {name} peratomtype 1.0 2.0", run="",
                               style="pair_style gran model dcm law plain library ./plain.so\npair_coeff * *")
            self.run_fails(deck, f"{name} (share of the stiffness) is one number for the whole law",
                           f"leave out 'fix property/global {name}'", f"'{name} <number>'")

    def test_a_law_of_dcm(self):
        # Its option tangential is a word of the host's, where it stands first.
        style = "pair_style gran model dcm/granular {} normal hertz limit_damping yes\npair_coeff * *"
        deck = DECK.replace("fix floor", "#").replace("fix side", "#")
        words = dict(newton="off", begin="read_data spheres", run="", properties="", out="x", model="", law="", options="")
        self.run_fails(deck.format(style=style.format("tangential mindlin"), **words), "Invalid model specified")
        done = self.liggghts(deck.format(style=style.format("tangential=linear_nohistory"), **words))
        self.assertIn("needs ", done.stdout)    # properties: the line is understood
        self.assertNotIn("Invalid model", done.stdout)
