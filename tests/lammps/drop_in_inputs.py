# SPDX-License-Identifier: MIT
"""The inputs of docs/drop-in.md, shortened, by dcm same; and what that says of inputs and programs that it cannot compare."""

import array
import os
import re
import shutil
import unittest

import decks
import host

ROOT = os.path.join(host.HERE, "..", "..")
INPUTS = os.path.join(ROOT, "inputs", "drop-in")
HEAD = decks.box("0 10 0 10 0 10", units="lj", newton="on") + """create_atoms 1 single 5 5 5
create_atoms 1 single 5.95 5 5
set type 1 diameter 1 density 1
velocity all set 0 0.1 0
velocity all ramp vz 0 1 x 5 6 units box
"""
REST = """pair_coeff * *
timestep 1e-3
fix 1 all nve/sphere
thermo 10
run 20
"""


class Inputs(host.Case):

    def same(self, *command):
        return self.start([os.environ["DCM_DRIVER"], "same", *command], 1)

    def compared(self, *command):
        done = self.same(host.LAUNCHER, *command)
        self.assertEqual(done.returncode, 0, done.stdout)
        atoms, _ = self.tables(done.stdout)
        return done.stdout, atoms

    def tables(self, text):
        """The last step of each number of digits, for the atoms and for the thermodynamic output."""
        return [{row[0]: int(row[1]) for row in re.findall(r"^  (each bit|1e-\d+) +(\d+) ", part, re.M)}
                for part in text.split("thermodynamic output")]

    def assert_same(self, styles, least, *command):
        """Ours are these; all atoms are the same to nine digits at least up to that step, in which grains touch."""
        text, digits = self.compared(*command)
        print(text)
        self.assertEqual(re.findall(r"^  (.*), by the law", text, re.M), styles)
        self.assertGreaterEqual(max(step for number, step in digits.items() if number == "each bit" or float(number) <= 1e-9), least)
        self.assertRegex(text, r"loop +[\d.e-]+ +[\d.e-]+ +[\d.]+ times as fast")

    def test_chute(self):
        bench = os.path.join(host.SOURCE, "bench")
        if not os.path.exists(os.path.join(bench, "in.chute")):
            self.skipTest("needs the folder bench of the host's source")
        shutil.copy(os.path.join(bench, "data.chute"), self.folder)
        self.assert_same(["pair_style gran/hooke/history"], 100, "-in", os.path.join(bench, "in.chute"))

    @unittest.skipUnless(host.ROLLS_AT_START, "the host's first forces of a run are those of random springs")
    def test_silo(self):
        self.assert_same(["pair_style granular", *(f"fix {name} granular" for name in (
            "silo of style wall/gran/region", "hopper of style wall/gran/region", "gate of style wall/gran"))], 2000,
            "-in", os.path.join(INPUTS, "in.silo"), "-var", "height", "0.1", "-var", "fill", "2500", "-var", "steps", "1000")
        self.assertEqual(self.text_of("silo.txt").splitlines()[:2], ["filled 2401", "left 2401"])

    def test_drum(self):
        self.assert_same(["pair_style gran/hertz/history", "fix drum of style wall/gran/region hertz/history"], 7000,
                         "-in", os.path.join(INPUTS, "in.drum"), "-var", "grains", "300", "-var", "fill", "15000", "-var", "steps", "1000")

    def test_what_remains(self):
        """Styles that are left to LAMMPS are named, and the exit code tells of them."""
        deck = HEAD + """variable which index roof
pair_style gran/hooke 1e3 NULL 0 NULL 0.5 0
fix floor all wall/gran hooke 1e3 NULL 0 NULL 0.5 0 zplane 0 NULL
suffix off
fix ${which} all wall/gran hooke 1e3 NULL 0 NULL 0.5 0 zplane NULL 10
""" + REST
        path = os.path.join(self.folder, self.write("in.test", deck.replace("atom_style sphere\n", "atom_style sphere\nboundary p p f\n")))
        done = self.same(host.LAUNCHER, "-in", path)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertEqual(re.findall(r"^  (.*), by the law", done.stdout, re.M), ["pair_style gran/hooke", "fix floor of style wall/gran hooke"])
        self.assertIn("LAMMPS' own in both:\n  fix roof of style wall/gran hooke\npositions, velocities, ", done.stdout)

    def apart(self, second, rest=REST, ranks=1):
        """The output, and its two tables, for two runs of which the second one has one more command."""
        deck = HEAD + "pair_style gran/hooke 1e3 NULL 0 NULL 0.5 0\nthermo_style custom step atoms cpu ke\nthermo_modify format float %.6g\n" + rest
        more = f"""if "$(is_file(again))" then {second}\n"""
        path = os.path.join(self.folder, self.write("in.test", deck.replace("run 20", more + "run 20") + "shell touch again\n"))
        mpi = ["mpirun", "-np", str(ranks)] if ranks > 1 else []
        try:
            done = self.start([os.environ["DCM_DRIVER"], "same", *mpi, host.LAUNCHER, "-in", path], 1)
        finally:
            os.remove(os.path.join(self.folder, "again"))
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout, *self.tables(done.stdout)

    def test_the_atoms_are_compared(self):
        """Not what is printed of them: there a column may be constant, a clock, or of few digits."""
        text, atoms, printed = self.apart('"velocity all set 1e-9 NULL NULL sum yes"')
        self.assertEqual((atoms, printed), ({"1e-09": 20}, {"1e-05": 20}), text)
        self.assertRegex(text, r"of all atoms, at 17 steps:\n.*\n  1e-09 ")
        self.assertIn("thermodynamic output of KinEng, printed with 6 digits:\n", text)
        self.assertIn("  constant, so they show nothing: Atoms\n  clocks, not compared: CPU\n", text)
        text, atoms, printed = self.apart('"fix late all addforce 0 0 v_late" "variable late equal step>=14"', ranks=2)
        self.assertEqual(atoms["1e-15"], 13, text)
        self.assertRegex(text, r"  1e-15 +13 +force of atom \d at step 15: \d")

    def test_atoms_in_other_images_are_the_same(self):
        """The second run leaves an atom beyond a periodic boundary, and then moves both by a box."""
        rest = REST.replace("fix 1", "velocity all set 40 0 100\nneigh_modify delay 0 every 1 check no\nfix 1").replace("run 20", "run 200")
        text, atoms, _ = self.apart('"neigh_modify delay 1000" "neighbor 2 bin"', rest)
        self.assertEqual(max(atoms.values()), 200, text)
        self.assertTrue(set(atoms) <= {"each bit", "1e-15", "1e-14", "1e-13", "1e-12"}, text)

    def test_atoms_that_are_points(self):
        """A record has 0 for the numbers that an atom style has not: spins, torques and radii."""
        self.run_ok("units lj\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\ncreate_atoms 1 single 0.25 0.5 0.75\nmass 1 1\n"
                    "pair_style zero 0.1\npair_coeff * *\nrun 0\n", arguments=["-var", "dcm_record", self.folder])
        row = array.array("d", self.bytes_of("0.0.last"))[-17:]
        self.assertEqual(row.tolist(), [1.0, 0.25, 0.5, 0.75] + 13 * [0.0])

    def test_large_frames_are_fewer(self):
        """A million steps of 20,000 atoms take 256 MB: above 1.8 MB a frame, 14 of its bytes for each 256e6 set the way to the next."""
        self.run_ok("units lj\nregion box block 0 200 0 100 0 1\nlattice sc 1\ncreate_box 1 box\ncreate_atoms 1 box\nmass 1 1\n"
                    "pair_style zero 0.1\npair_coeff * *\nrun 12\n", arguments=["-var", "dcm_record", self.folder])
        frames = array.array("d", self.bytes_of("0.0"))
        steps = [int(frames[at]) for at in range(0, len(frames), 13 + 20000 * 17)]
        self.assertEqual(steps, [0, 1, 2, 3, 4, 5, 6, 7, 9, 11])

    def test_runs_that_cannot_be_compared_to_the_end(self):
        text, atoms, printed = self.apart('"variable late equal step>=14" "fix stop all halt 1 v_late > 0 error soft"')
        self.assertEqual((max(atoms.values()), max(printed.values())), (13, 10), text)
        self.assertIn("the two runs make different steps: what follows is not compared", text)
        text, atoms, _ = self.apart('"group one id 1" "delete_atoms group one"')
        self.assertIn("atoms are not compared: from step 0 on the two runs have different atoms", text)

    def test_without_dcm(self):
        """LAMMPS alone does nothing by -sf dcm, and says nothing."""
        path = os.path.join(self.folder, self.write("in.test", HEAD + "pair_style gran/hooke 1e3 NULL 0 NULL 0.5 0\n" + REST))
        same = [os.environ["DCM_DRIVER"], "same", host.EXECUTABLE, "-in", path]
        done = self.start(same, 1, {"LAMMPS_PLUGIN_PATH": ""})
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("laws of dcm compute no style of the input: does this LAMMPS find the plugin", done.stdout)
        self.assertIn("  pair_style gran/hooke remains LAMMPS' own", done.stdout)
        if host.HAS_PLUGIN:
            shutil.copy(host.PLUGIN, self.folder)
            done = self.start(same, 1, {"LAMMPS_PLUGIN_PATH": self.folder})
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("dcm adds no styles: this is LAMMPS ", done.stdout)

    def test_suffix_and_log_of_the_input(self):
        """A suffix that is on again behind 'suffix off', and a log of the input's own."""
        deck = HEAD + "suffix off\npair_style gran/hooke 1e3 NULL 0 NULL 0.5 0\nsuffix on\n" + REST
        deck += f"log {self.folder}/other.log\npair_style gran/hooke/history 1e3 NULL 0 NULL 0.5 0\n" + REST.replace("fix", "unfix 1\nfix")
        done = self.same(host.LAUNCHER, "-in", os.path.join(self.folder, self.write("in.test", deck)))
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertEqual(max(self.tables(done.stdout)[1].values()), 40, done.stdout)
        self.assertRegex(done.stdout, r"loop +[\d.e-]+ +[\d.e-]+ +[\d.]+ times as fast")

    def test_what_cannot_be_compared(self):
        path = os.path.join(self.folder, self.write("in.test", HEAD + "pair_style gran/hooke 1e3 NULL 0 NULL 0.5 0\n" + REST))
        self.assertIn("lmp-dcm in the place of dcm run", self.same(os.environ["DCM_DRIVER"], "run", "-in", path).stdout)
        self.assertIn("dcm computes styles in the run that is to be LAMMPS' own, too", self.same(host.LAUNCHER, "-in", path, "-sf", "dcm").stdout)
        for deck, said in (("suffix dcm\npair_style gran/hooke 1e3 NULL 0 NULL 0.5 0\n" + REST, "leave '-sf dcm' out of the command, and "),
                           ("pair_style zero 1\n" + REST, "laws of dcm compute no style of the input"),
                           ("pair_style gran/hooke 1 NULL 0 NULL 0.5\n" + REST, "ended with status 1; the last words are:"),
                           ("pair_style gran/hooke 1e3 NULL 0 NULL 0.5 0\npair_coeff * *\n", "nothing is compared")):
            path = os.path.join(self.folder, self.write("in.test", HEAD + deck))
            done = self.same(host.LAUNCHER, "-in", path)
            self.assertEqual((done.returncode, done.stdout.startswith("error: ")), (1, True), done.stdout)
            self.assertIn(said, done.stdout)
        self.assertIn("nowhere/lmp cannot be started", self.same("nowhere/lmp", "-in", "in.test").stdout)
        self.assertIn("wrote no log: is true a LAMMPS?", self.same("true").stdout)
        self.assertIn("the command names no input: add -in FILE", self.same(host.LAUNCHER).stdout)
