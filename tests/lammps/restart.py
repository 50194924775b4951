# SPDX-License-Identifier: MIT
"""Runs that go on from a restart or data file: as if they had never stopped."""

import glob
import os
import re
import struct
import shutil

import decks
import host

STYLE = "pair_style dcm/hertz/mindlin form {form}\n"
COEFF = """pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling 0.01
pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2
pair_coeff 1 2 restitution 0.7123456789012345
"""
STICKY = "pair_style dcm sticky library ./sticky.so\n"
STICKY_COEFF = "pair_coeff * * stiffness 1000 shear 500 gap 1e-4\n"
HYBRID = f"pair_style hybrid dcm/hertz/mindlin form consistent dcm sticky library ./sticky.so\n"
HYBRID_COEFF = """pair_coeff 1 1 dcm/hertz/mindlin young 5e6 poisson 0.25 restitution 0.8 friction 0.5
pair_coeff 1 2 dcm stiffness 1000 shear 500 gap 1e-4
pair_coeff 2 2 dcm stiffness 1000 shear 500 gap 1e-4
"""
READ = decks.go_on("first.restart", "{newton}")
ON = decks.write("on")
# Forces of the first step of a run see the velocities of its start, those within it the velocities of
# half a step before, with any style that has damping. So what goes on is compared with a second run.
RUN = """neighbor 0.0002 bin
timestep 2e-6
fix 1 all nve/sphere
run {steps}
"""
FIRST = 80
SECOND = 60


class Restart(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")
        shutil.copy(os.path.join(host.LAWS, "sticky.so"), self.folder)

    def write_one(self, pair, newton="off", ranks=1, before=""):
        """Runs, writes a restart, and runs on: what any other way to go on is compared with."""
        self.run_ok(decks.begin(newton=newton) + "read_data packing.data\n" + before + pair + RUN.format(steps=FIRST) +
                    f"write_restart first.restart\nwrite_data first.data pair ij\nrun {SECOND}\n" + decks.write("whole"), ranks)
        return self.read("whole")

    def go_on(self, pair="", newton="off", ranks=1, steps=SECOND, warning=False, first="", environment=None):
        deck = first + READ.format(newton=newton) + pair + RUN.format(steps=steps) + ON
        self.text = self.succeeds(deck, ranks, environment=environment).stdout
        if warning:
            self.assertIn("WARNING: dcm: the restart file has no states of contacts", self.text)
        else:
            self.assertNotRegex(self.text, host.WARNING)
        return self.read("on")

    def test_bit_for_bit(self):
        # every_law.py has each law. The file keeps the name of the style as it was written, and the law's own.
        for form in ("sheet", "consistent"):
            pair = STYLE.format(form=form) + COEFF
            spelt = [pair.replace("dcm/hertz/mindlin", written) for written in ("dcm hertz-mindlin", "dcm/hertz-mindlin", "dcm hertz/mindlin")]
            for newton in ("off", "on"):
                whole = self.write_one(pair, newton)
                for again in ("", pair, spelt[0]):
                    self.assertEqual(whole, self.go_on(again, newton), f"{form} {newton} {again}")
            for written in spelt[1:]:
                self.assertEqual(whole, self.write_one(written, newton), written)
                for again in ("", written, pair):
                    self.assertEqual(whole, self.go_on(again, newton), f"{written} {again}")

    def test_other_ranks(self):
        # Few steps: sums in another order differ in the last digit, and collisions make more of that. Ranks and newton of both runs.
        pair = STYLE.format(form="consistent") + COEFF
        for written, newton, read, then in ((1, "off", 2, "off"), (2, "off", 1, "off"), (2, "on", 4, "on"), (1, "off", 2, "on")):
            whole = self.write_one(pair, newton, written)
            for again in ("", pair):
                self.assert_same(whole, self.go_on(again, then, read), 1e-12, f"newton {newton} to {then}, {written} to {read} ranks")

    def test_library(self):
        whole = self.write_one(STICKY + STICKY_COEFF)
        self.assertEqual(whole, self.go_on(first=STICKY))
        self.assertEqual(whole, self.go_on(STICKY + STICKY_COEFF, first=STICKY))
        self.assertEqual(whole, self.go_on(environment={"DCM_PATH": "/nowhere::" + self.folder}))
        # The library may be elsewhere by now: the input's word counts, not the file's.
        os.makedirs(os.path.join(self.folder, "elsewhere"))
        shutil.move(os.path.join(self.folder, "sticky.so"), os.path.join(self.folder, "elsewhere"))
        self.assertEqual(whole, self.go_on(first=STICKY.replace("./", "./elsewhere/")))
        self.assertIn("the law 'sticky' of the restart file comes from ./elsewhere/sticky.so", self.text)

    def test_a_restart_alone_loads_no_code(self):
        self.write_one(STICKY + STICKY_COEFF)
        deck = READ.format(newton="off") + "run 0\n"
        for ranks in (1, 2):
            self.run_fails(deck, "the restart file asks for the law 'sticky' of the library './sticky.so'",
                           "a restart file alone must not load code",
                           "'pair_style dcm sticky library <file>' before read_restart", "DCM_PATH", ranks=ranks)
        # A hybrid style reads the library of each of its laws from the file.
        self.write_one(HYBRID + HYBRID_COEFF)
        self.run_fails(deck, "a restart file alone must not load code")

    def test_hybrid(self):
        for newton in ("off", "on"):
            whole = self.write_one(HYBRID + HYBRID_COEFF, newton)
            # The host wants coefficients of a hybrid style again, as always.
            again = HYBRID_COEFF if newton == "on" else HYBRID + HYBRID_COEFF
            self.assertEqual(whole, self.go_on(again, newton, first=HYBRID))

    def test_hybrid_of_the_same_law_twice(self):
        pair = """pair_style hybrid dcm/hertz/mindlin form sheet dcm/hertz/mindlin form consistent
pair_coeff 1 1 dcm/hertz/mindlin 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5
pair_coeff 2 2 dcm/hertz/mindlin 2 young 5e6 poisson 0.25 restitution 0.8 friction 0.5
pair_coeff 1 2 dcm/hertz/mindlin 2 restitution 0.8 friction 0.5
"""
        # 1 2 comes to the second, which must know the first material as well.
        pair = pair.replace("pair_coeff 1 1", "pair_coeff 1 1 dcm/hertz/mindlin 2 young 5e6 poisson 0.25 "
                            "restitution 0.8 friction 0.5\npair_coeff 1 1", 1)
        whole = self.write_one(pair)
        self.assertEqual(whole, self.go_on(pair))

    def test_after_other_styles(self):
        # The host numbers pair styles as they are made; a history must be found all the same.
        pair = STYLE.format(form="sheet") + COEFF
        before = ("pair_style gran/hertz/history 1e6 NULL 50.0 NULL 0.5 0\npair_coeff * *\n" + STICKY +
                  STICKY_COEFF + HYBRID + HYBRID_COEFF)
        whole = self.write_one(pair, before=before)
        self.assertEqual(whole, self.go_on())
        self.assertEqual(whole, self.go_on("pair_style gran/hertz/history 1e6 NULL 50.0 NULL 0.5 0\n" +
                                           pair))

    def test_of_an_older_release(self):
        # Releases write the IDs of partners in two ways. Forces at the start tell whether states were found.
        others = [folder for folder in glob.glob(os.path.join(os.path.dirname(host.FOLDER), "*", ""))
                  if os.path.exists(os.path.join(folder, "lmp-dcm")) and self.version_of(folder) < host.VERSION]
        if not others:
            self.skipTest("needs an adapter for an older LAMMPS beside this one")
        for folder in others:
            for newton in ("off", "on"):
                self.write("in.old", decks.begin(newton=newton) + "read_data packing.data\n" + STYLE.format(form="consistent") + COEFF +
                           RUN.format(steps=FIRST) + "write_restart first.restart\nrun 0\n" + decks.write("whole"))
                done = self.start([os.path.join(folder, "lmp-dcm"), "-in", "in.old", "-log", "none"], 1)
                self.assertEqual(done.returncode, 0, done.stdout)
                for ranks in (1, 2):
                    self.assert_same(self.read("whole"), self.go_on(newton=newton, ranks=ranks, steps=0), 1e-12, folder)

    def test_of_before_form_consistent_was_the_default(self):
        # tests/data/README.md tells the input, which names no form. Forces at the start tell whether form and states were found.
        before = {1: (-0.031760408119425078, -0.054473512924785895, -0.0082357354765977431,
                      4.1552735268601679e-07, -2.9663228085291764e-07, -1.1370189681785004e-06),
                  2: (0.0049538050237261473, 0.0013644896278852433, -9.7802032329341539e-05,
                      -3.241358559676805e-07, 4.6469829773074849e-07, -4.8866725758037668e-06),
                  3: (0.026806603095698933, 0.053109023296900648, 0.0083335375089270847,
                      1.8708554928859367e-07, 4.5269053656004664e-08, -5.7700074180202833e-06)}
        file = os.path.join(host.HERE, "..", "data", "form-sheet.restart")
        deck = decks.go_on(file) + "{}" + RUN.format(steps=0) + decks.write("on", "id fx fy fz tqx tqy tqz")
        for ranks in (1, 2):
            self.run_ok(deck.format(""), ranks)
            for id, row in self.read("on").items():
                for now, then in zip(row, before[id]):
                    self.assertAlmostEqual(now, then, delta=1e-12 * max(map(abs, before[id][:3] if abs(then) > 1e-5 else before[id][3:])))
        # A user who names the style anew must say of which form the states are.
        self.run_fails(deck.format("pair_style dcm/hertz/mindlin\n"), "do not fit the new options")

    def test_of_before_seeds_were_of_the_law(self):
        # tests/data/README.md tells the input, which gives the seed to pairs.
        with open(os.path.join(host.HERE, "..", "data", "seeds-of-pairs.restart"), "rb") as file:
            content = file.read()
        # The pair of the second type with itself is the last in the file.
        at = content.rindex(b"strength_seed") + len(b"strength_seed")
        self.assertEqual(struct.unpack("=d", content[at:at + 8]), (7.0,))
        deck = READ.format(newton="off") + RUN.format(steps=0)
        for ranks in (1, 2):
            self.write_bytes("first.restart", content)
            self.assertRegex(self.run_ok(deck, ranks), r"strength_seed +7\n")
            self.write_bytes("first.restart", content[:at] + struct.pack("=d", 8.0) + content[at + 8:])
            self.run_fails(deck, "cannot use the restart: the file has strength_seed 7 for", "for some types and 8 for", "'bond'", ranks=ranks)

    def version_of(self, folder):
        found = re.search(r"dcm-lammps-(\d+)\.so", " ".join(os.listdir(folder)))
        return int(found[1]) if found else host.VERSION    # for other sizes of integers alone

    def test_lost_history_is_told(self):
        whole = self.write_one(STYLE.format(form="sheet") + COEFF)
        # Another law does not take these numbers for its own.
        self.assertNotEqual(whole, self.go_on(STICKY + STICKY_COEFF, warning=True))
        self.write_one("pair_style gran/hertz/history 1e6 NULL 50.0 NULL 0.5 0\npair_coeff * *\n")
        self.go_on(STYLE.format(form="sheet") + COEFF, warning=True)

    def test_other_form(self):
        # One remembers the stretch of a spring, the other its force and its energy.
        for before, now in (("sheet", "consistent"), ("consistent", "sheet")):
            self.write_one(STYLE.format(form=before) + COEFF)
            for ranks in (1, 2):
                self.run_fails(READ.format(newton="off") + STYLE.format(form=now) + COEFF + RUN.format(steps=1),
                               "do not fit the new options", "write 'pair_style zero 1e-6', 'pair_coeff * *' and 'run 0' before this pair_style", ranks=ranks)
        # A contact of explicit damping expects nothing, like one that begins.
        whole = self.write_one(STYLE.format(form="consistent") + COEFF)
        self.assertNotEqual(whole, self.go_on(STYLE.format(form="consistent damping implicit") + COEFF))

    def test_begins_anew_with_other_options(self):
        # As the message of test_other_form says, after read_restart and between two runs: as if contacts had been forgotten.
        anew = "pair_style zero 0.004\npair_coeff * *\nrun 0\n"
        now = STYLE.format(form="consistent") + COEFF
        sheet = STYLE.format(form="sheet") + COEFF
        rest = RUN.format(steps=SECOND)
        self.write_one(sheet)
        one_input = decks.begin() + "read_data packing.data\n" + sheet + RUN.format(steps=FIRST)
        for ranks in (1, 2):
            self.run_ok(decks.begin() + STYLE.format(form="consistent") + "read_data first.data\n" + rest + ON, ranks)
            forgotten = self.read("on")
            for deck in (READ.format(newton="off") + anew + now + rest, one_input + anew + now + rest.replace("fix 1 all nve/sphere\n", "")):
                self.run_ok(deck + ON, ranks)
                self.assert_same(forgotten, self.read("on"), 1e-6)    # a data file has fewer digits
        self.run_fails(one_input + now + "run 1\n", "do not fit the new options")

    def test_other_version_or_width(self):
        self.write_one(STICKY + STICKY_COEFF)
        for variant, now in (("sticky_newer", "version 2, of 4 numbers"), ("sticky_wider", "version 1, of 5 numbers")):
            shutil.copy(os.path.join(host.LAWS, variant + ".so"), os.path.join(self.folder, "sticky.so"))
            # Restating the style does not help: the restart is read first.
            for again, ranks in (("", 1), ("", 2), (STICKY + STICKY_COEFF, 1)):
                self.run_fails(READ.format(newton="off") + again + "run 0\n", "the restart holds contacts of the law 'sticky'",
                               "in version 1 of its history, of 4 numbers", "this plugin has " + now, "with the plugin that wrote it", ranks=ranks,
                               environment={"DCM_PATH": self.folder})

    def test_what_slides_does_not_see_the_last_digit(self):
        # A contact that slides is exactly at Coulomb's limit. A scene that stands elsewhere has other last digits, as has one on other ranks.
        found = set()
        for place in (0.0, 0.23, 0.31, 1.7):
            box = decks.box(10, units="lj", newton="on", boundary="f f f", more="atom_modify map array\n")
            text = self.run_ok(box + f"""create_atoms 1 single -0.49 {place} {place}
create_atoms 1 single 0.49 {place} {place}
set group all diameter 1.0 density 1
set atom 2 vy 1.0 vz 0.3
pair_style dcm/jkr/exact form sheet
pair_coeff * * young 1e5 poisson 0.25 restitution 0.5 friction 0.1 work_of_adhesion 0.5
fix 1 all nve/sphere
timestep 1e-4
run 47
run 0
print "across $(fy[2]:%.6g)"
""")
            found.add(re.search(r"^across (\S+)$", text, re.M)[1])
        self.assertEqual(len(found), 1, found)

    def test_other_type_count(self):
        # The file says how many types there are: what is given for others is a mistake, not a new type.
        self.write_one(STYLE.format(form="sheet") + COEFF)
        for ranks in (1, 2):
            for command, *parts in (("pair_coeff 3 3 young 5e6", "3", "out of bounds (1-2)"),
                                    ("fix floor all wall/dcm 3 zplane -1.0 NULL", "the wall type must be an atom type, a number from 1 to 2")):
                self.run_fails(READ.format(newton="off") + command + "\nrun 0\n", *parts, ranks=ranks)

    def test_without_the_plugin(self):
        self.write_one(STYLE.format(form="sheet") + COEFF)
        self.write("in.stock", READ.format(newton="off") + "run 0\n")
        done = self.start([host.EXECUTABLE, "-in", "in.stock", "-log", "none"], 1, {"LAMMPS_PLUGIN_PATH": ""})
        self.assertGreater(done.returncode, 0)
        # The host's words: "Unrecognized pair style 'dcm/hertz/mindlin' …", with the name of the style.
        self.assertRegex(done.stdout, "pair style 'dcm/hertz/mindlin'")

    def refuses(self, content, *parts, ranks=(1, 2)):
        self.write_bytes("first.restart", content)
        for number in ranks:
            self.run_fails(READ.format(newton="off") + "run 0\n", *parts, ranks=number)

    def test_damaged(self):
        self.write_one(STYLE.format(form="sheet") + COEFF)
        content = self.bytes_of("first.restart")
        begin = content.index(b"hertz-mindlin")
        for change in (content[:begin - 2], content[:begin + 40], content[:begin - 4] + b"\xff\xff\xff\xff" + content[begin:]):
            self.refuses(change, ranks=(1,))
        # An atom with n partners has 3 + 14 n numbers: how many, n, for each the ID and a state of thirteen, its own ID.
        size, n = next((3.0 + 14.0 * n, float(n)) for n in range(1, 9) if struct.pack("=2d", 3 + 14 * n, n) in content)
        nan = float("nan")
        for bad in ((size, n + 1), (size, -n), (size, n + 0.5), (size, 1e9), (size, nan), (1e9, n), (nan, n), (-size, n)):
            self.refuses(content.replace(struct.pack("=2d", size, n), struct.pack("=2d", *bad)), "the restart file is damaged: the contacts of atom")
        # The host finds the part of a file for a fix by the name; where the host finds nothing it says so in its log alone.
        for name in (b"NEIGH_HISTORY_DCM_hertz_mindlin", b"NEIGH_HISTORY/DCM\0"):
            self.assertGreaterEqual(content.count(name), 1)
            self.refuses(content.replace(name, name[:8] + b"?" + name[9:]),
                         "the restart file has the law 'hertz-mindlin', but no states of contacts with the name",
                         "damaged", "To let all contacts begin anew, give pair_style and pair_coeff")
            self.go_on(STYLE.format(form="sheet") + COEFF, warning=True)

    def test_data_file(self):
        # Parameters come back from a data file; the state of contacts does not, as with any style.
        pair = STYLE.format(form="sheet")
        self.write_one(pair + COEFF)
        text = self.text_of("first.data")
        self.assertIn("PairIJ Coeffs # dcm/hertz/mindlin", text)
        self.assertIn("restitution 0.7123456789012345", text)
        results = []
        for coeff in ("", COEFF):
            self.write("first.data", re.sub(r"PairIJ Coeffs.*?(?=Atoms)", "", text, flags=re.S) if coeff else text)
            self.run_ok(decks.begin() + pair + "read_data first.data\n" + coeff + RUN.format(steps=SECOND) + ON)
            results.append(self.read("on"))
        self.assertEqual(*results)
