# SPDX-License-Identifier: MIT
"""A law of one's own, compiled by the line at its head and loaded by its path."""

import os
import re
import subprocess

import decks
import host

ROOT = os.path.join(host.HERE, "..", "..")
EXAMPLES = os.path.join(ROOT, "examples", "own-law")


class OwnLaw(host.Case):

    def compile(self, name):
        subprocess.run(["cc", "-std=c11", "-O3", "-fPIC", "-shared", "-I", os.path.join(ROOT, "abi"),
                        "-o", os.path.join(self.folder, name + ".so"), os.path.join(EXAMPLES, name + ".c"), "-lm"], check=True)

    def test_goes_on(self):
        # The decks beside the law: what the restart file has of it is what the run had, on other ranks too.
        self.compile("coated")

        def rows(deck, ranks, steps, **variables):
            text = self.run_ok(os.path.join(EXAMPLES, deck), ranks, steps=steps, law="./coated.so", **variables)
            return [[float(word) for word in row] for row in
                    re.findall(r"^ *(\d+) +(1296) +(\S+) +(\S+) +(\S+) *$", text, re.M)]

        whole = rows("in.coated", 1, 6000)
        self.assertEqual([row[0] for row in whole], [0.0, 2000.0, 4000.0, 6000.0])
        covers = [row[4] for row in whole[1:]]
        self.assertTrue(1.0 > covers[0] > covers[1] > covers[2] > 0.5, covers)
        for ranks in (1, 2):
            on = rows("in.continue", ranks, 2000, **{"from": "coated.restart"})
            self.assertEqual(on[0][0], 6000.0)
            for value, expected in zip(on[0], whole[-1]):
                self.assertLess(abs(value / expected - 1.0), 1e-7)    # as many digits are printed
            self.assertLess(on[1][4], on[0][4])

    def test_by_its_name(self):
        # In a folder of DCM_PATH; the folder of the run is none, though the library lies there.
        self.compile("viscous")
        self.made("packing.data", "in.make_packing")
        law = "pair_style dcm viscous\npair_coeff * * stiffness 2e3 damping 0 friction 0\n"
        pairs = {"named": law.replace("viscous", "viscous library ./viscous.so"), "found": law}
        for ranks in (1, 2):
            for out, pair in pairs.items():
                self.write("pair.own", pair)
                text = self.run_ok("in.packing", ranks, environment={"DCM_PATH": "/nowhere::" + self.folder},
                                   pair="pair.own", out=out, steps=20)
            self.assertIn(f"the law 'viscous' comes from {self.folder}/viscous.so", " ".join(text.split()))
            self.assertEqual(self.frames("named"), self.frames("found"))
            # Whoever may write there has code run by others.
            os.chmod(self.folder, 0o777)
            done = self.lammps("in.packing", ranks, environment={"DCM_PATH": self.folder}, pair="pair.own", out="open", steps=20)
            self.assertIn("WARNING: dcm: every user of this machine can write into the folder " + self.folder, " ".join(done.stdout.split()))
            self.assertEqual(done.stdout.count("every user of this machine"), 1)
            os.chmod(self.folder, 0o700)
            for folders in ("", ".:", "/nowhere"):
                self.run_fails(decks.box("0 1 0 1 0 1") + law,
                               "there is no contact law 'viscous'", "viscous.so in a folder of DCM_PATH", ranks=ranks,
                               environment={"DCM_PATH": folders})
