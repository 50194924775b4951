# SPDX-License-Identifier: MIT
"""Runs that go on from a restart or data file: as if they had never stopped."""

import glob
import os
import re
import struct
import shutil

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
# Laws whose force depends on how far a contact was pressed or turned, or on what it was where the first run began.
YIELDING = (
    STYLE.format(form="consistent") + COEFF.replace("rolling 0.01", "rolling 0.01 twisting 0.005"),
    STYLE.format(form="consistent damping implicit") + COEFF,
    "pair_style dcm/bond\npair_coeff * * kn 1e3 restitution 0.6 friction 0.5 bond_young 1e7 tensile_strength 1e4 shear_strength 1e4 "
    "strength_scatter 0.2\n",
    "pair_style dcm/luding\npair_coeff * * k1 1e3 k2 4e3 kc 1e3 eta_n 1e-3 friction 0.5 rolling 0.1 twisting 0.1\n",
    "pair_style dcm/thornton/ning\npair_coeff * * young 5e6 poisson 0.25 yield_pressure 5e4 work_of_adhesion 0.02 friction 0.5 rolling 0.01\n",
    "pair_style dcm/eepa branches hertz\npair_coeff * * k1 1e3 k2 4e3 kadh 1e3 f0 1e-5 delta_u 1e-4 restitution 0.6 friction 0.5\n",
    "pair_style dcm/eepa branches hertz adhesion energy\n"
    "pair_coeff * * k1 1e3 k2 4e3 surface_energy 0.5 delta_u 1e-4 restitution 0.6 friction 0.5\n",
)
# A law that keeps what it takes from the quantities of atoms in the states of contacts.
LIQUID = "fix water all property/atom d_liquid d_liquid_demand\n"
WET = LIQUID + "variable liquid atom 1e-13*(1+sin(1e3*x))\nset group all d_liquid v_liquid\n"
BRIDGES = "pair_style dcm/liquid/bridge\n"
BRIDGES_COEFF = "pair_coeff * * young 5e6 poisson 0.25 restitution 0.6 friction 0.5 surface_tension 0.07 bridge_limit 0.001\n"
MATERIAL = "pair_coeff * * young 5e6 poisson 0.25 friction 0.5 "
# Laws whose states are not what they were.
REMEMBERED_OTHERWISE = [(f"pair_style dcm/{law} form consistent\n{MATERIAL}{more}\n", "") for law, more in (
    ("hertz", "rolling 0.1"), ("hertz/mindlin", "restitution 0.6"), ("jkr", "restitution 0.6 surface_energy 0.01"),
    ("jkr/exact", "restitution 0.6 work_of_adhesion 0.02"), ("woo/hertz", "restitution 0.6"))]
REMEMBERED_OTHERWISE += [(pair, "") for pair in YIELDING[3:]]
REMEMBERED_OTHERWISE += [("pair_style dcm/linear\npair_coeff * * kn 1e3 restitution 0.6 friction 0.5 rolling 0.1\n", ""),
                         (BRIDGES + BRIDGES_COEFF, WET)]
HEAD = """units si
atom_style sphere
newton {newton}
comm_modify vel yes
"""
# Forces of the first step of a run see the velocities of its start, those within it the velocities of
# half a step before, with any style that has damping. So what goes on is compared with a second run.
RUN = """neighbor 0.0002 bin
timestep 2e-6
fix 1 all nve/sphere
run {steps}
"""
DUMP = """dump d all custom 1000000 {out} id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz
dump_modify d sort id format float %.17g first yes
"""
FIRST = 80
SECOND = 60


class Restart(host.Case):

    def setUp(self):
        super().setUp()
        self.run_ok("in.make_packing")
        shutil.copy(os.path.join(host.LAWS, "sticky.so"), self.folder)

    def write_one(self, pair, newton="off", ranks=1, before="", name="first.restart"):
        """Runs, writes a restart, and runs on: what any other way to go on is compared with."""
        deck = (HEAD.format(newton=newton) + "read_data packing.data\n" + before + pair +
                RUN.format(steps=FIRST) + f"write_restart {name}\nwrite_data first.data pair ij\n" +
                f"run {SECOND}\nwrite_dump all custom whole id xu yu zu vx vy vz omegax omegay omegaz "
                "fx fy fz tqx tqy tqz modify sort id format float %.17g\n")
        self.run_ok(deck, ranks)
        return self.read("whole")

    def go_on(self, pair="", newton="off", ranks=1, steps=SECOND, warning=False, first="", environment=None):
        deck = (HEAD.format(newton=newton).replace("atom_style sphere\n", "") + first +
                "read_restart first.restart\n" + pair + RUN.format(steps=steps) +
                "write_dump all custom on id xu yu zu vx vy vz omegax omegay omegaz "
                "fx fy fz tqx tqy tqz modify sort id format float %.17g\n")
        done = self.lammps(deck, ranks, environment=environment)
        self.text = done.stdout
        self.assertEqual(done.returncode, 0, done.stdout)
        if warning:
            self.assertIn("WARNING: dcm: the restart file has no states of contacts", done.stdout)
        else:
            self.assertNotRegex(done.stdout, host.WARNING)
        return self.read("on")

    def test_bit_for_bit(self):
        for form in ("sheet", "consistent"):
            pair = STYLE.format(form=form) + COEFF
            for newton in ("off", "on"):
                whole = self.write_one(pair, newton)
                alias = f"pair_style dcm hertz-mindlin form {form}\n" + COEFF
                for again in ("", pair, alias):
                    self.assertEqual(whole, self.go_on(again, newton), f"{form} {newton} {again}")

    def test_either_spelling(self):
        # The file keeps the name of the style as it was written, and the law's own.
        pair = STYLE.format(form="sheet") + COEFF
        whole = self.write_one(pair)
        for written in ("dcm/hertz-mindlin", "dcm hertz/mindlin"):
            spelt = pair.replace("dcm/hertz/mindlin", written)
            self.assertEqual(whole, self.write_one(spelt), written)
            for again in ("", spelt, pair):
                self.assertEqual(whole, self.go_on(again), written)

    def test_laws_that_yield(self):
        for pair in YIELDING:
            whole = self.write_one(pair)
            self.assertEqual(whole, self.go_on(), pair)
            for columns in host.EVERYTHING:
                self.assertLess(self.difference(whole, self.go_on(ranks=2), columns), 1e-12, pair)

    def test_quantities_and_states_go_on_together(self):
        for newton in ("off", "on"):
            whole = self.write_one(BRIDGES + BRIDGES_COEFF, newton, before=WET)
            for again in (LIQUID, LIQUID + BRIDGES + BRIDGES_COEFF):
                self.assertEqual(whole, self.go_on(again, newton), newton)
            on = self.go_on(LIQUID, newton, ranks=2)
            for columns in host.EVERYTHING:
                self.assertLess(self.difference(whole, on, columns), 1e-12, newton)

    def test_other_ranks(self):
        # Few steps: sums in another order differ in the last digit, and collisions make more of that.
        pair = STYLE.format(form="consistent") + COEFF
        for newton in ("off", "on"):
            for written, read in ((1, 2), (2, 1)) if newton == "off" else ((2, 4),):
                whole = self.write_one(pair, newton, written)
                for again in ("", pair):
                    on = self.go_on(again, newton, read)
                    for columns in host.EVERYTHING:
                        self.assertLess(self.difference(whole, on, columns), 1e-12,
                                        f"newton {newton}, {written} to {read} ranks")

    def test_other_newton(self):
        pair = STYLE.format(form="sheet") + COEFF
        whole = self.write_one(pair, "off")
        on = self.go_on("", "on", 2)
        for columns in host.EVERYTHING:
            self.assertLess(self.difference(whole, on, columns), 1e-12)

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
        deck = "comm_modify vel yes\nread_restart first.restart\nrun 0\n"
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
                  if os.path.exists(os.path.join(folder, "lmp-dcm"))
                  and self.version_of(folder) < host.VERSION]
        if not others:
            self.skipTest("needs an adapter for an older LAMMPS beside this one")
        forces = "write_dump all custom {} id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz modify sort " \
                 "id format float %.17g\n"
        for folder in others:
            for newton in ("off", "on"):
                self.write("in.old", HEAD.format(newton=newton) + "read_data packing.data\n" +
                           STYLE.format(form="consistent") + COEFF + RUN.format(steps=FIRST) +
                           "write_restart first.restart\nrun 0\n" + forces.format("whole"))
                done = self.start([os.path.join(folder, "lmp-dcm"), "-in", "in.old", "-log", "none"], 1)
                self.assertEqual(done.returncode, 0, done.stdout)
                for ranks in (1, 2):
                    on = self.go_on(newton=newton, ranks=ranks, steps=0)
                    for columns in host.EVERYTHING:
                        self.assertLess(self.difference(self.read("whole"), on, columns), 1e-12, folder)

    def test_of_before_form_consistent_was_the_default(self):
        # tests/data/README.md tells the input, which names no form. Forces at the start tell whether form and states were found.
        before = {1: (-0.031760408119425078, -0.054473512924785895, -0.0082357354765977431,
                      4.1552735268601679e-07, -2.9663228085291764e-07, -1.1370189681785004e-06),
                  2: (0.0049538050237261473, 0.0013644896278852433, -9.7802032329341539e-05,
                      -3.241358559676805e-07, 4.6469829773074849e-07, -4.8866725758037668e-06),
                  3: (0.026806603095698933, 0.053109023296900648, 0.0083335375089270847,
                      1.8708554928859367e-07, 4.5269053656004664e-08, -5.7700074180202833e-06)}
        file = os.path.join(host.HERE, "..", "data", "form-sheet.restart")
        deck = f"newton off\nread_restart {file}\ncomm_modify vel yes\n{{}}" + RUN.format(steps=0) + \
               "write_dump all custom on id fx fy fz tqx tqy tqz modify sort id format float %.17g\n"
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
        deck = "newton off\nread_restart first.restart\ncomm_modify vel yes\n" + RUN.format(steps=0)
        path = os.path.join(self.folder, "first.restart")
        for ranks in (1, 2):
            with open(path, "wb") as file:
                file.write(content)
            self.assertRegex(self.run_ok(deck, ranks), r"strength_seed +7\n")
            # The pair of the second type with itself is the last in the file.
            at = content.rindex(b"strength_seed") + len(b"strength_seed")
            self.assertEqual(struct.unpack("=d", content[at:at + 8]), (7.0,))
            with open(path, "wb") as file:
                file.write(content[:at] + struct.pack("=d", 8.0) + content[at + 8:])
            self.run_fails(deck, "cannot use the restart: the file has strength_seed 7 for", "for some types and 8 for", "'bond'",
                           ranks=ranks)

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
                self.run_fails(HEAD.format(newton="off").replace("atom_style sphere\n", "") + "read_restart first.restart\n" +
                               STYLE.format(form=now) + COEFF + RUN.format(steps=1),
                               "do not fit the new options", "write 'pair_style zero 1e-6', 'pair_coeff * *' and 'run 0' before this pair_style", ranks=ranks)
        # A contact of explicit damping expects nothing, like one that begins.
        whole = self.write_one(STYLE.format(form="consistent") + COEFF)
        self.assertNotEqual(whole, self.go_on(STYLE.format(form="consistent damping implicit") + COEFF))

    def test_begins_anew_with_other_options(self):
        # As the message of test_other_form says, after read_restart and between two runs: as if contacts had been forgotten.
        anew = "pair_style zero 0.004\npair_coeff * *\nrun 0\n"
        now = STYLE.format(form="consistent") + COEFF
        self.write_one(STYLE.format(form="sheet") + COEFF)
        write = ("write_dump all custom on id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz modify sort id "
                 "format float %.17g\n")
        forgotten = HEAD.format(newton="off") + STYLE.format(form="consistent") + "read_data first.data\n" + RUN.format(steps=SECOND) + write
        for ranks in (1, 2):
            self.run_ok(forgotten, ranks)
            wanted = self.read("on")
            self.run_ok(HEAD.format(newton="off").replace("atom_style sphere\n", "") + "read_restart first.restart\n" + anew + now +
                        RUN.format(steps=SECOND) + write, ranks)
            self.assert_near(wanted, self.read("on"))
            one_input = HEAD.format(newton="off") + "read_data packing.data\n" + STYLE.format(form="sheet") + COEFF + \
                RUN.format(steps=FIRST)
            self.run_ok(one_input + anew + now + RUN.format(steps=SECOND).replace("fix 1 all nve/sphere\n", "") + write, ranks)
            self.assert_near(wanted, self.read("on"))
        self.run_fails(one_input + now + "run 1\n", "do not fit the new options")

    def assert_near(self, one, other):
        for columns in host.EVERYTHING:
            self.assertLess(self.difference(one, other, columns), 1e-6)    # a data file has fewer digits

    def test_other_version_or_width(self):
        self.write_one(STICKY + STICKY_COEFF)
        deck = "comm_modify vel yes\nread_restart first.restart\nrun 0\n"
        allowed = {"DCM_PATH": self.folder}
        for variant, parts in (("sticky_newer", ("in version 1 of its history, of 4 numbers",
                                                 "this plugin has version 2, of 4 numbers")),
                               ("sticky_wider", ("in version 1 of its history, of 4 numbers",
                                                 "this plugin has version 1, of 5 numbers"))):
            shutil.copy(os.path.join(host.LAWS, variant + ".so"),
                        os.path.join(self.folder, "sticky.so"))
            for ranks in (1, 2):
                self.run_fails(deck, "the restart holds contacts of the law 'sticky'", *parts,
                               "with the plugin that wrote it", ranks=ranks,
                               environment=allowed)
            # Restating the style does not help: the restart is read first.
            self.run_fails(deck.replace("run 0", STICKY + STICKY_COEFF + "run 0"), *parts,
                           environment=allowed)

    def test_what_slides_does_not_see_the_last_digit(self):
        # A contact that slides is exactly at Coulomb's limit. A scene that stands elsewhere has other last digits, as has one on other ranks.
        found = set()
        for place in (0.0, 0.23, 0.31, 1.7):
            text = self.run_ok(f"""units lj
atom_style sphere
atom_modify map array
comm_modify vel yes
boundary f f f
region b block -10 10 -10 10 -10 10
create_box 1 b
create_atoms 1 single -0.49 {place} {place}
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

    def test_states_of_before(self):
        # Files of a release whose law remembered something else, or less.
        for pair, before in REMEMBERED_OTHERWISE:
            law = re.search(r"pair_style dcm/(\S+)", pair)[1].replace("/", "-")
            self.write_one(pair, before=before)
            with open(os.path.join(self.folder, "first.restart"), "rb") as file:
                content = file.read()
            now = re.findall(re.escape(law.encode()) + rb"([\x02-\x1f]\0\0\0....)", content, re.DOTALL)
            self.assertEqual(len(now), 1, law)
            version, width = struct.unpack("=2i", now[0])
            with open(os.path.join(self.folder, "first.restart"), "wb") as file:
                file.write(content.replace(law.encode() + now[0], law.encode() + struct.pack("=2i", 1, 4)))
            for ranks in (1, 2):
                self.run_fails(f"comm_modify vel yes\n{'fix water all property/atom d_liquid' if before else ''}\n"
                               "read_restart first.restart\nrun 0\n",
                               f"contacts of the law '{law}' in version 1 of its history, of 4 numbers",
                               f"this plugin has version {version}, of {width} numbers", ranks=ranks)

    def test_other_type_count(self):
        # The file says how many types there are: what is given for others is a mistake, not a new type.
        self.write_one(STYLE.format(form="sheet") + COEFF)
        deck = "comm_modify vel yes\nread_restart first.restart\n"
        for ranks in (1, 2):
            self.run_fails(deck + "pair_coeff 3 3 young 5e6\nrun 0\n", "3", "out of bounds (1-2)", ranks=ranks)
            self.run_fails(deck + "fix floor all wall/dcm 3 zplane -1.0 NULL\nrun 0\n",
                           "the wall type must be an atom type, a number from 1 to 2", ranks=ranks)

    def test_without_the_plugin(self):
        self.write_one(STYLE.format(form="sheet") + COEFF)
        self.write("in.stock", "comm_modify vel yes\nread_restart first.restart\nrun 0\n")
        done = self.start([host.EXECUTABLE, "-in", "in.stock", "-log", "none"], 1,
                          {"LAMMPS_PLUGIN_PATH": ""})
        self.assertGreater(done.returncode, 0)
        # The host's words: "Unrecognized pair style 'dcm/hertz/mindlin' …", with the name of the style.
        self.assertRegex(done.stdout, "pair style 'dcm/hertz/mindlin'")

    def test_damaged(self):
        self.write_one(STYLE.format(form="sheet") + COEFF)
        with open(os.path.join(self.folder, "first.restart"), "rb") as file:
            content = file.read()
        begin = content.index(b"hertz-mindlin")
        for change in (content[:begin - 2], content[:begin + 40],
                       content[:begin - 4] + b"\xff\xff\xff\xff" + content[begin:]):
            with open(os.path.join(self.folder, "damaged.restart"), "wb") as file:
                file.write(change)
            self.run_fails("comm_modify vel yes\nread_restart damaged.restart\nrun 0\n")

    def test_damaged_states(self):
        # An atom with n partners has 3 + 14 n numbers: how many, n, for each the ID and a state of thirteen, its own ID.
        self.write_one(STYLE.format(form="sheet") + COEFF)
        with open(os.path.join(self.folder, "first.restart"), "rb") as file:
            content = file.read()
        size, n = next((3.0 + 14.0 * n, float(n)) for n in range(1, 9) if struct.pack("=2d", 3 + 14 * n, n) in content)
        good = struct.pack("=2d", size, n)
        for bad in ((size, n + 1), (size, -n), (size, n + 0.5), (size, 1e9), (size, float("nan")), (1e9, n),
                    (float("nan"), n), (-size, n)):
            with open(os.path.join(self.folder, "damaged.restart"), "wb") as file:
                file.write(content.replace(good, struct.pack("=2d", *bad)))
            for ranks in (1, 2):
                self.run_fails("comm_modify vel yes\nread_restart damaged.restart\nrun 0\n",
                               "the restart file is damaged: the contacts of atom", ranks=ranks)

    def test_damaged_name_of_states(self):
        # The host finds the part of a file for a fix by the name; where the host finds nothing it says so in its log alone.
        self.write_one(STYLE.format(form="sheet") + COEFF)
        path = os.path.join(self.folder, "first.restart")
        with open(path, "rb") as file:
            content = file.read()
        for name in (b"NEIGH_HISTORY_DCM_hertz_mindlin", b"NEIGH_HISTORY/DCM\0"):
            self.assertGreaterEqual(content.count(name), 1)
            with open(path, "wb") as file:
                file.write(content.replace(name, name[:8] + b"?" + name[9:]))
            for ranks in (1, 2):
                self.run_fails("comm_modify vel yes\nread_restart first.restart\nrun 0\n",
                               "the restart file has the law 'hertz-mindlin', but no states of contacts with the name",
                               "damaged", "To let all contacts begin anew, give pair_style and pair_coeff", ranks=ranks)
            self.go_on(STYLE.format(form="sheet") + COEFF, warning=True)

    def test_data_file(self):
        # Parameters come back from a data file; the state of contacts does not, as with any style.
        pair = STYLE.format(form="sheet")
        self.write_one(pair + COEFF)
        with open(os.path.join(self.folder, "first.data")) as file:
            text = file.read()
        self.assertIn("PairIJ Coeffs # dcm/hertz/mindlin", text)
        self.assertIn("restitution 0.7123456789012345", text)
        results = []
        for coeff, drop in (("", False), (COEFF, True)):
            if drop:
                with open(os.path.join(self.folder, "first.data"), "w") as file:
                    file.write(re.sub(r"PairIJ Coeffs.*?(?=Atoms)", "", text, flags=re.S))
            self.run_ok(HEAD.format(newton="off")
                        + pair + "read_data first.data\n" + coeff + RUN.format(steps=SECOND) +
                        "write_dump all custom on id xu yu zu vx vy vz omegax omegay omegaz "
                        "fx fy fz tqx tqy tqz modify sort id format float %.17g\n")
            results.append(self.read("on"))
        self.assertEqual(*results)
