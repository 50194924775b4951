# SPDX-License-Identifier: MIT
"""Inputs of the host's own granular styles, not edited, with the suffix dcm: the same physics by laws of dcm."""

import os
import re
import shutil
import struct

import host

SUFFIX = ("-sf", "dcm")
FRAME = "id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz"
# Kn Kt gamma_n gamma_t xmu dampflag: contacts stick and slide, and damping attracts where it is not limited.
HOOKE = "5e3 {} 2e4 {} 0.3 {}"
HERTZ = "1e8 {} 1e8 {} 0.3 {}"
STYLES = {"gran/hooke": HOOKE, "gran/hooke/history": HOOKE, "gran/hertz/history": HERTZ}
WITH_HISTORY = ("gran/hooke/history", "gran/hertz/history")
VARIANTS = {"as they come": ("NULL", "NULL", 1, ""), "given": ("2e3", "1e3", 1, ""), "no dampflag": ("NULL", "1e3", 0, ""),
            "limited": ("NULL", "NULL", 1, "limit_damping")}
HEAD = """units si
atom_style sphere
newton {newton}
comm_modify vel yes
read_data packing.data
"""
RUN = """neighbor 0.0002 bin
timestep 1e-6
fix 1 all nve/sphere
"""
DUMP = """dump d all custom {every} {out} """ + FRAME + """
dump_modify d sort id format float %.17g first yes
run {steps}
"""


def pair(style, variant="as they come"):
    kt, gamma_t, dampflag, limit = VARIANTS[variant]
    return f"pair_style {style} {STYLES[style].format(kt, gamma_t, dampflag)} {limit}\n"


class DropIn(host.Case):

    def pack(self):
        """packing.data of grains of all sizes, loose enough for contacts to begin and end."""
        self.run_ok("in.make_packing")
        self.run_ok("""units si
atom_style sphere
read_data packing.data
variable diameter atom 0.0024+0.0007*random(0,1,771)
variable density atom 2500+200*(type==2)
set group all diameter v_diameter
set group all density v_density
write_data packing.data nocoeff
""")

    def run_both(self, deck, ranks=1):
        """The output of the host with its own styles, and with ours."""
        texts = []
        for out, arguments in (("own", ()), ("dcm", SUFFIX)):
            done = self.lammps(deck.replace("{out}", out), ranks, arguments)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual("is computed by the law" in done.stdout, out == "dcm")
            texts.append(done.stdout)
        return texts

    def assert_close(self, one, other, bound, what="", columns=host.EVERYTHING):
        for group in columns:
            self.assertLess(self.difference(one, other, group), bound, what)

    def thermo(self, text):
        """The rows of numbers that the host prints, one list for all runs."""
        rows, inside = [], False
        for line in text.splitlines():
            words = line.split()
            if words[:1] == ["Step"]:
                inside = True
            elif inside and words and re.fullmatch(r"\d+", words[0]):
                rows.append([float(w) for w in words])
            elif words[:2] == ["Loop", "time"]:
                inside = False
        self.assertTrue(rows)
        return rows

    def assert_same_thermo(self, texts, bound):
        own, ours = (self.thermo(text) for text in texts)
        self.assertEqual([row[0] for row in own], [row[0] for row in ours])
        for c in range(1, len(own[0])):
            largest = max(abs(row[c]) for row in own)
            for a, b in zip(own, ours):
                self.assertLessEqual(abs(a[c] - b[c]), bound * largest, f"column {c} of step {a[0]}")


class Pairs(DropIn):

    def setUp(self):
        super().setUp()
        self.pack()

    def first(self, style, variant="as they come", newton="off", ranks=1, arguments=(), more=""):
        """first.restart of a run that goes on: the command write_restart of the host gives states of contacts
        across boundaries to wrong atoms."""
        self.run_ok(HEAD.format(newton=newton) + pair(style, variant) + "pair_coeff * *\n" + RUN + more +
                    "restart 100 first.restart\nrun 100\n", ranks, arguments)
        shutil.move(os.path.join(self.folder, "first.restart.100"), os.path.join(self.folder, "first.restart"))

    def on(self, style="", variant="as they come", newton="off", steps=200, name="first.restart", more=""):
        # A restart does not hold limit_damping: the host then has any, and the style is given again.
        again = pair(style, variant) if style else ""
        return (f"newton {newton}\ncomm_modify vel yes\nread_restart {name}\n" + again + RUN + more +
                DUMP.format(every=max(1, steps // 2), steps=steps, out="{out}"))

    def test_forces(self):
        # Springs are stretched already: the first forces are those of 100 steps with the host's style.
        for style in STYLES:
            for variant in VARIANTS:
                self.first(style, variant)
                self.run_both(self.on(style, variant))
                own, ours = self.frames("own"), self.frames("dcm")
                self.assertGreater(max(abs(row[c]) for row in own[300].values() for c in host.FORCE), 0.0)
                self.assert_close(own[100], ours[100], 1e-13, f"{style}, {variant}")
                self.assert_close(own[300], ours[300], 1e-9, f"{style}, {variant}, after 200 steps")

    def test_variants_differ(self):
        # The words of the variants reach the law.
        for style in STYLES:
            seen = []
            for variant in VARIANTS:
                self.run_ok(HEAD.format(newton="off") + pair(style, variant) + "pair_coeff * *\n" + RUN +
                            DUMP.format(every=100, steps=100, out="dcm"), 1, SUFFIX)
                seen.append(self.read("dcm"))
            for a in range(len(seen)):
                for b in range(a):
                    self.assertFalse(seen[a] == seen[b], f"{style} {a} {b}")

    def test_ranks_and_newton(self):
        for style in STYLES:
            for ranks, newton in ((1, "on"), (2, "off"), (2, "on")):
                self.first(style, newton=newton, ranks=ranks)
                self.run_both(self.on(style, newton=newton), ranks)
                self.assert_close(self.frames("own")[100], self.frames("dcm")[100], 1e-13, f"{style} {ranks} {newton}")
                self.assert_close(self.read("own"), self.read("dcm"), 1e-9, f"{style} {ranks} {newton}")

    def test_units_of_pressure(self):
        # Kn and Kt of Hertz's style are pressures: in other units than those of force by length squared.
        for style in STYLES:
            deck = f"""units real
atom_style sphere
comm_modify vel yes
region box block 0 20 0 20 0 20
create_box 1 box
create_atoms 1 single 5 5 5
create_atoms 1 single 8.9 5.5 5
set type 1 diameter 4 density 2
set atom 1 omega 0.001 0 0.002
pair_style {style} 50 NULL 1e-3 NULL 0.5 1
pair_coeff * *
timestep 1
fix 1 all nve/sphere
"""
            self.run_both(deck + DUMP.format(every=10, steps=10, out="{out}"))
            own, ours = self.read("own"), self.read("dcm")
            self.assertGreater(abs(own[1][9]), 0.0)
            self.assert_close(own, ours, 1e-12, style)

    # ------------------------------------------------------------------------------- restart files

    def test_restart_of_the_host_and_back(self):
        for style in WITH_HISTORY:
            for newton, ranks in (("off", 1), ("on", 1), ("off", 2)):
                self.first(style, newton=newton, ranks=ranks)
                # A file that ours has read and written again means the same to the host.
                self.run_ok(f"newton {newton}\ncomm_modify vel yes\nread_restart first.restart\n"
                            "neighbor 0.0002 bin\nwrite_restart again.restart\n", ranks, SUFFIX)
                frames = []
                for name in ("first.restart", "again.restart"):
                    self.run_ok(self.on(style, newton=newton, name=name).replace("{out}", "own"), ranks)
                    frames.append(self.frames("own"))
                self.assertTrue(frames[0] == frames[1], f"{style} {newton} {ranks}")
                self.assertEqual(self.pair_section("first.restart", style), self.pair_section("again.restart", style))

    def pair_section(self, name, style):
        """Name of the style and what follows it, to the end of its settings."""
        with open(os.path.join(self.folder, name), "rb") as file:
            content = file.read()
        place = content.index(style.encode() + b"\0")
        length = struct.unpack("i", content[place - 4:place])[0]
        self.assertEqual(length, len(style) + 1)
        numbers = 5 * 8 + 4 + 3 * 4    # Kn … xmu, dampflag, which pairs of types were given
        return content[place:place + length + numbers]

    def test_restart_of_ours(self):
        # A run of ours goes on with the host's style, and with ours bit for bit as a second run.
        for style in WITH_HISTORY:
            self.run_ok(HEAD.format(newton="off") + pair(style) + "pair_coeff * *\n" + RUN +
                        "run 100\nwrite_restart first.restart\n" + DUMP.format(every=100, steps=200, out="through"), 1,
                        SUFFIX)
            self.run_both(self.on(style))
            self.assertTrue(self.frames("through") == self.frames("dcm"), style)
            self.run_ok(self.on().replace("{out}", "alone"), 1, SUFFIX)
            self.assertTrue(self.frames("through") == self.frames("alone"), style)
            self.assert_close(self.frames("own")[100], self.frames("dcm")[100], 1e-13, style)
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9, style)

    def test_other_ranks(self):
        for style in WITH_HISTORY:
            self.first(style, ranks=2)
            self.run_both(self.on(style), 1)
            self.assert_close(self.frames("own")[100], self.frames("dcm")[100], 1e-13, style)

    def test_lost_history_is_told(self):
        # The host numbers pair styles as they are made, and finds no states under another number.
        self.first("gran/hertz/history")
        done = self.lammps("pair_style zero 1\n" + self.on("gran/hertz/history", steps=0).replace("{out}", "dcm"), 1, SUFFIX)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("WARNING: dcm: the restart file has no states of contacts", done.stdout)

    def test_limit_damping_in_restarts(self):
        # The host's layout has no room for it.
        self.first("gran/hertz/history", "limited", arguments=())
        limited = self.lammps(HEAD.format(newton="off") + pair("gran/hertz/history", "limited") + "pair_coeff * *\n" +
                              RUN + "run 0\nwrite_restart own.restart\n", 1, SUFFIX).stdout
        self.assertIn("WARNING: pair_style gran/hertz/history: restart files have no place for limit_damping", limited)

    # -------------------------------------------------------------------------------------- output

    def test_columns(self):
        for style in STYLES:
            self.first(style)
            texts = self.run_both(self.on(style, steps=0, more="""compute p all pair/local force p1 p2 p3 p4 p5 p6 p7 p8 p9 p10
compute q all property/local patom1 patom2
compute c all contact/atom
compute f all fabric type contact branch force/normal force/tangential
compute s all stress/atom NULL pair
compute m all reduce sum c_s[1] c_s[2] c_s[4] c_c
dump p all local 1 {out}.local c_q[*] c_p[*]
dump_modify p format float %.17g
thermo_style custom step press pxx pxy c_m[*] c_f[*]
thermo_modify format float %.17g
"""))
            self.assert_same_thermo(texts, 1e-12)
            rows = []
            for out in ("own", "dcm"):
                # The host may name the two atoms of a contact in the other order.
                rows.append({tuple(sorted(row[:2])): (row[0] < row[1], row[2:]) for row in
                             self.read(out + ".local").values()})
            self.assertEqual(sorted(rows[0]), sorted(rows[1]))
            largest = [max(abs(numbers[c]) for _, numbers in rows[0].values()) for c in range(11)]
            self.assertGreater(min(largest), 0.0)
            for contact, (order, own) in rows[0].items():
                same, ours = rows[1][contact]
                self.assertEqual(order, same)
                for c in range(11):
                    self.assertLess(abs(own[c] - ours[c]), 1e-12 * largest[c], f"{style} p{c}")
            self.run_fails("suffix dcm\n" + self.on(steps=0, more="compute p all pair/local p11\n"), "pair/local")

    # ----------------------------------------------------------------------- what is around a style

    def test_frozen_and_rigid(self):
        for style in STYLES:
            for what in ("group still id < 30\nfix f still freeze\nunfix 1\ngroup loose subtract all still\n"
                         "fix 1 loose nve/sphere\n",
                         "group body id < 20\nunfix 1\ngroup loose subtract all body\n"
                         "fix b body rigid single\nfix 1 loose nve/sphere\n"):
                self.run_both(HEAD.format(newton="off") + pair(style) + "pair_coeff * *\n" + RUN + what +
                              DUMP.format(every=200, steps=200, out="{out}"), 2)
                self.assert_close(self.frames("own")[0], self.frames("dcm")[0], 1e-13, style + what)
                self.assert_close(self.read("own"), self.read("dcm"), 1e-9, style + what)

    def test_balanced(self):
        # Tiles, whose borders move every 20 steps.
        for style in STYLES:
            self.run_both(HEAD.format(newton="off") + "comm_style tiled\n" + pair(style) + "pair_coeff * *\n" + RUN +
                          "balance 1.0 rcb\nfix b all balance 20 1.0 rcb\n" + DUMP.format(every=200, steps=200, out="{out}"), 4)
            self.assert_close(self.frames("own")[0], self.frames("dcm")[0], 1e-13, style)
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9, style)

    def test_tracker(self):
        # pair_style tracker, and fix pair/tracker on older hosts, tell of contacts that have ended.
        if not host.IN_2021:
            tracker, listen = "tracker over 500 finite id1 id2 time/created time/broken r/min", ""
        else:
            tracker, listen = "tracker finite", "fix over all pair/tracker 500 id1 id2 time/created time/broken r/min\n"
        for style in WITH_HISTORY:
            self.run_both(HEAD.format(newton="off") + pair(style).replace("pair_style", f"pair_style hybrid/overlay {tracker}") +
                          f"pair_coeff * * tracker\npair_coeff * * {style}\n" + RUN + listen +
                          "dump o all local 500 {out} index f_over[*]\ndump_modify o format float %.17g\nrun 500\n")
            own, ours = (sorted([sorted(row[1:3]), *row[3:]] for row in self.read(out).values()) for out in ("own", "dcm"))
            self.assertGreater(len(own), 0 if host.IN_2021 else 20)    # older ones tell of the last step's only
            self.assertEqual([row[:3] for row in own], [row[:3] for row in ours])
            for a, b in zip(own, ours):
                self.assertAlmostEqual(a[3], b[3], delta=1e-9 * a[3])

    def test_hybrid(self):
        both = " ".join(f"{style} {STYLES[style].format('NULL', 'NULL', 1)}" for style in WITH_HISTORY)
        deck = (HEAD.format(newton="off") + f"pair_style hybrid {both}\npair_coeff 1 1 gran/hooke/history\n"
                "pair_coeff 2 2 gran/hertz/history\npair_coeff 1 2 gran/hooke/history\n" + RUN +
                DUMP.format(every=200, steps=200, out="{out}"))
        for ranks in (1, 2):
            text = self.run_both(deck, ranks)[1]
            self.assertEqual(text.count("is computed by the law"), 2)
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9)

    def test_suffix_in_the_input(self):
        deck = HEAD.format(newton="off") + "{}" + pair("gran/hooke") + "pair_coeff * *\n" + RUN + "run 0\n"
        said = "pair_style gran/hooke is computed by the law 'hooke' of dcm"
        for command, is_ours in (("", False), ("suffix dcm\n", True), ("suffix dcm\nsuffix off\n", False)):
            self.assertEqual(said in self.lammps(deck.format(command)).stdout, is_ours, command)
        named = self.lammps(deck.format("").replace("gran/hooke", "gran/hooke/dcm"))
        self.assertIn(said, named.stdout)

    def test_loops(self):
        # Users who name the style may say how contacts are gone through.
        for style in STYLES:
            frames = []
            for loop in ("", "loop plain", "threads 2"):
                self.run_ok(HEAD.format(newton="off") + pair(style).rstrip().replace(style, style + "/dcm") + f" {loop}\n"
                            "pair_coeff * *\n" + RUN + DUMP.format(every=100, steps=100, out="dcm"))
                frames.append(self.frames("dcm"))
            self.assertTrue(frames[0] == frames[1] == frames[2], style)

    def test_style_before_the_box(self):
        # The host of 2021 refuses that.
        deck = HEAD.format(newton="off").replace("read_data", pair("gran/hooke/history") + "read_data") + \
            "pair_coeff * *\n" + RUN + DUMP.format(every=100, steps=100, out="{out}")
        if host.TAKES_A_STYLE_BEFORE_THE_BOX:
            self.run_both(deck)
            self.assert_close(self.read("own"), self.read("dcm"), 1e-9)
        else:
            self.run_ok(deck.replace("{out}", "dcm"), 1, SUFFIX)

    def test_pour(self):
        for style in ("gran/hooke/history", "gran/hertz/history"):
            texts = self.run_both(f"""units lj
atom_style sphere
boundary p p fm
newton off
comm_modify vel yes
region reg block 0 6 0 6 -0.5 16 units box
create_box 1 reg
neighbor 0.3 bin
pair_style {style} 2000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
timestep 0.001
fix 1 all nve/sphere
fix 2 all gravity 1.0 spherical 0.0 -180.0
region slab block 1 5 1 5 10 12 units box
fix ins all pour 60 1 4767548 vol 0.4 10 diam one 0.9 region slab
fix 3 all wall/reflect zlo 0
compute 1 all erotate/sphere
thermo_style custom step atoms ke c_1 press
thermo_modify lost error norm no format float %.17g
thermo 250
run 1000
""")
            self.assert_same_thermo(texts, 1e-9)
            self.assertGreater(self.thermo(texts[0])[-1][1], self.thermo(texts[0])[0][1])

    def test_deposit(self):
        # Radii that no grain has yet, from a molecule template.
        self.write("grain.mol", "# one\n\n1 atoms\n\nCoords\n\n1 0 0 0\n\nTypes\n\n1 1\n\nDiameters\n\n1 1.4\n\nMasses\n\n1 1.4\n")
        for style in WITH_HISTORY:
            texts = self.run_both(f"""units lj
atom_style sphere 1
boundary p p fm
newton off
comm_modify vel yes
region reg block 0 6 0 6 -0.5 12
create_box 1 reg
lattice sc 1.0
region floor block 0 6 0 6 0 0.9
create_atoms 1 region floor
set group all diameter 1.0 density 1.0
group floor region floor
neighbor 0.3 bin
neigh_modify every 1 delay 0
pair_style {style} 2000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
timestep 0.001
molecule grain grain.mol
region slab block 1 5 1 5 3 8
fix ins all deposit 30 0 60 4711 region slab mol grain near 1.5 vz -1 -1
fix 1 all nve/sphere
fix 2 all gravity 1.0 vector 0 0 -1
fix 3 floor freeze
compute 1 all erotate/sphere
thermo_style custom step atoms ke c_1 press
thermo_modify lost error norm no format float %.17g
thermo 250
run 2500
""", 2)
            self.assert_same_thermo(texts, 1e-9)
            last = self.thermo(texts[0])[-1]
            self.assertGreater(last[1], 36 + 25)    # one finds no room
            self.assertGreater(last[3], 0.0)

    def test_clumps(self):
        # Bodies of two grains, poured into an empty box.
        self.write("clump.mol", "# two\n\n2 atoms\n\nCoords\n\n1 -0.3 0 0\n2 0.3 0 0\n\nTypes\n\n1 1\n2 1\n\n"
                   "Diameters\n\n1 0.9\n2 0.9\n\nMasses\n\n1 0.4\n2 0.4\n")
        texts = self.run_both("""units lj
atom_style hybrid sphere bond
atom_modify map hash
boundary p p fm
newton off
comm_modify vel yes
region reg block 0 8 0 8 -0.5 16
create_box 1 reg
neighbor 0.3 bin
neigh_modify exclude molecule/intra all
pair_style gran/hertz/history 2000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
timestep 0.001
molecule clump clump.mol
fix body all rigid/small molecule mol clump
fix pull all gravity 1.0 spherical 0.0 -180.0
region slab block 1 7 1 7 4 10
fix pour all pour 40 0 4767548 vol 0.2 20 region slab mol clump rigid body
fix floor all wall/gran hertz/history 2000.0 NULL 50.0 NULL 0.5 0 zplane 0 NULL
compute spin all erotate/rigid body
thermo_style custom step atoms ke c_spin press
thermo_modify lost error norm no format float %.17g
thermo 250
run 5000
""", 2)
        own, ours = (self.thermo(text) for text in texts)
        self.assertEqual(own[-1][1], 80)
        self.assertGreater(own[12][3], 0.0)    # some have touched
        self.assert_same_thermo(texts, 1e-9)

    def test_grains_that_grow_as_large_as_others(self):
        # Small grains grow beside larger ones. LAMMPS' own makes lists by what grains moved, not by what they grew, and finds a
        # contact late; with a skin that is large enough it does not, and there both are the same, as ours is with any.
        deck = """units si
atom_style sphere 1
newton off
comm_modify vel yes
lattice sc 0.0019
region box block 0 6 0 6 0 6
create_box 2 box
create_atoms 1 box
set group all diameter 0.002
set type 1 type/fraction 2 0.5 777
set type 2 diameter 0.0012
set group all density 2500
displace_atoms all random 1e-4 1e-4 1e-4 4711
velocity all create 2.5e15 4928 loop geom
pair_style gran/hertz/history 1e7 NULL 5e5 NULL 0.5 1
pair_coeff * *
neighbor {skin} bin
variable d equal ramp(0.0012,0.0018)
group small type 2
fix 1 small adapt 10 atom diameter v_d
fix 2 all nve/sphere
compute er all erotate/sphere
thermo 500
thermo_style custom step ke c_er press
thermo_modify norm no format float %.17g
timestep 2e-6
run 2000
"""
        host_at_large, at_large = self.run_both(deck.format(skin=0.0012))
        self.assert_same_thermo([host_at_large, at_large], 1e-8)
        for ranks in (1, 2):
            done = self.lammps(deck.format(skin=0.0004), ranks, SUFFIX)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assert_same_thermo([at_large, done.stdout], 1e-8)

    def test_grains_that_grow(self):
        # So fast that contacts which part where a list is made anew go on with what the grains grow right after.
        for style in WITH_HISTORY:
            texts = self.run_both(f"""units lj
atom_style sphere 1
boundary p p fm
newton off
comm_modify vel yes
region reg block 0 6 0 6 -0.5 16 units box
create_box 1 reg
neighbor 0.3 bin
pair_style {style} 2000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
timestep 0.001
fix 1 all nve/sphere
fix 2 all gravity 1.0 spherical 0.0 -180.0
region slab block 1 5 1 5 6 14
fix ins all pour 40 1 4767548 vol 0.4 10 diam one 0.9 region slab
fix 3 all wall/reflect zlo 0
run 2500
variable d equal 0.9+0.00002*(step-2500)
fix 4 all adapt 10 atom diameter v_d
compute 1 all erotate/sphere
compute k all ke
thermo_style custom step atoms c_k c_1
thermo_modify lost error norm no format float %.17g
thermo 100
run 2500
""")
            self.assert_same_thermo([text[text.rindex("Step"):] for text in texts], 1e-9)

    # ------------------------------------------------------------------------------------ messages

    def test_bad_input(self):
        deck = "suffix dcm\n" + HEAD.format(newton="off")
        self.run_fails(deck + "pair_style gran/hooke 1 NULL 0 NULL 0.5 2\n", "dampflag is 0 or 1", ranks=2)
        for style in ("gran/hooke", "gran/hertz/history"):
            here = f"pair_style {style}: "
            for arguments, part in (("1 NULL 0 NULL 0.5", "needs six numbers, Kn Kt gamma_n gamma_t xmu dampflag, but "
                                     "there are 5"),
                                    ("-1 NULL 0 NULL 0.5 0", "Kn must be at least 0, not -1"),
                                    ("1 -2 0 NULL 0.5 0", "Kt must be at least 0, not -2"),
                                    ("1 NULL -3 NULL 0.5 0", "gamma_n must be at least 0, not -3"),
                                    ("1 NULL 0 -4 0.5 1", "gamma_t must be at least 0, not -4"),
                                    ("1 NULL 0 NULL 10001 1", "xmu, the coefficient of friction, must be between 0 and "
                                     "10000, not 10001"),
                                    ("1 NULL 0 NULL -1 1", "xmu, the coefficient of friction"),
                                    ("1 NULL 0 NULL 0.5 2", "dampflag is 0 or 1, not 2")):
                self.run_fails(deck + f"pair_style {style} {arguments}\n", here + part)
            self.run_fails(deck + f"pair_style {style} 1 NULL 0 NULL 0.5 0 limit\n", here, "'limit'", "limit_damping")
            self.run_fails(deck + f"pair_style {style} 1 x 0 NULL 0.5 0\n", "x")
            self.run_fails(deck + pair(style) + "pair_coeff * * 5\n", style + " takes no parameters here",
                           "leave out '5'")

    def test_what_only_ours_refuses(self):
        deck = "suffix dcm\n" + HEAD.format(newton="off") + pair("gran/hooke") + "pair_coeff * *\n" + RUN
        for command in ("minimize 0 0 10 10\n", "run_style respa 2 2 pair 2\nrun 1\n"):
            self.run_fails(deck + command, "pair_style gran/hooke: ",
                           "for the style of LAMMPS itself put 'suffix off' before the command")
        # A message does not send users to LAMMPS' own style where LAMMPS refuses, too.
        twice = "fix a one freeze\nfix b two freeze\nrun 1\n"
        text = " ".join(self.lammps(deck + "group one type 1\ngroup two type 2\n" + twice).stdout.split())
        self.assertIn("pair_style gran/hooke: there are several fixes freeze", text)
        self.assertNotIn("suffix off", text)


class Bench(DropIn):

    def test_chute(self):
        # The host's own benchmark, not edited, and on to 1000 steps.
        bench = os.path.join(host.SOURCE, "bench")
        if not os.path.exists(os.path.join(bench, "in.chute")):
            self.skipTest("needs the folder bench of the host's source")
        shutil.copy(os.path.join(bench, "data.chute"), self.folder)
        texts = self.run_both(f"include {os.path.join(bench, 'in.chute')}\nthermo_modify format float %.17g\nrun 900\n")
        self.assert_same_thermo(texts, 1e-9)
