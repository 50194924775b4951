# SPDX-License-Identifier: MIT
"""A short run of everything under valgrind: nothing is read before it was written, or beyond its end, or lost."""

import os
import re
import shutil
import unittest

import decks
import host

EXAMPLES = os.path.join(host.HERE, "..", "..", "examples")
GOOD = "young 5e6 poisson 0.25 restitution 0.8 friction 0.5"
DECK = decks.begin(newton="{newton}", boundary="p p s") + f"""read_data packing.data
pair_style hybrid dcm/hertz/mindlin form consistent dcm sticky library '{os.path.join(host.LAWS, "sticky.so")}'
pair_coeff 1 1 dcm/hertz/mindlin {GOOD}
pair_coeff 1*2 2 dcm stiffness 1000 shear 500 gap 1e-4
neighbor 0.0002 bin
timestep 2e-6
fix 1 all nve/sphere
run 20
write_restart hybrid.restart
write_data hybrid.data pair ij
pair_style dcm/hertz/mindlin form consistent
pair_coeff * * {GOOD}
fix wall all wall/dcm 1 zplane 0.0 NULL contacts
variable e equal 0.9
fix 2 all adapt 5 pair dcm/hertz/mindlin restitution 1 2 v_e
compute row all pair/local dist force p1 p19
dump l all local 10 local index c_row[*]
compute stress all centroid/stress/atom NULL pair
dump s all custom 10 stress id c_stress[*] f_wall[*]
run 20
group few id 1:20
delete_atoms group few
run 5
write_restart plain.restart
clear
plugin load dcmplugin.so
comm_modify vel yes
read_restart plain.restart
neighbor 0.0002 bin
fix 1 all nve/sphere
run 10
"""


@unittest.skipUnless(host.ID == "debian" and shutil.which("valgrind"),
                     "valgrind watches lmp-dcm with the packaged LAMMPS")
class Memory(host.Case):

    def watch(self, deck, **variables):
        command = ["valgrind", "--leak-check=full", "--num-callers=30", "--errors-for-leak-kinds=definite",
                   "--show-leak-kinds=definite", "--error-exitcode=9",
                   "--suppressions=" + os.path.join(host.HERE, "host.supp"), host.LAUNCHER,
                   "-in", deck, "-log", "none"]
        for name, value in variables.items():
            command += ["-var", name, str(value)]
        done = self.start(command, 1)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("ERROR SUMMARY: 0 errors", done.stdout)

    def test_nothing_lost(self):
        self.made("packing.data", "in.make_packing")
        for newton in ("off", "on"):
            self.write("in.test", DECK.format(newton=newton))
            self.watch("in.test")

    def test_examples(self):
        for name, steps in {"silo": 100, "drum": 400, "heap": 100, "column": 100}.items():    # the drum takes means over a hundredth of a quarter
            with open(os.path.join(EXAMPLES, name, "in." + name)) as file:
                deck = file.read()
            without, pictures = re.subn(r"(?m)^write_dump(?:.*&\n)*.*\n", "", deck)    # a minute under valgrind, of LAMMPS' own code
            self.assertEqual(pictures, 1)
            self.watch(self.write("in." + name, without), steps=steps)
