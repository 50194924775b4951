# SPDX-License-Identifier: MIT
"""Inputs of the host's own granular styles, not edited, with the suffix dcm: the same physics by laws of dcm."""

import struct

import decks
import host
import side_by_side
from side_by_side import AT_ONCE, HEAD, LATER, RUN, SUFFIX

# Kn Kt gamma_n gamma_t xmu dampflag: contacts stick and slide, and damping attracts where it is not limited.
HOOKE = "5e3 {} 2e4 {} 0.3 {}"
HERTZ = "1e8 {} 1e8 {} 0.3 {}"
STYLES = {"gran/hooke": HOOKE, "gran/hooke/history": HOOKE, "gran/hertz/history": HERTZ}
WITH_HISTORY = ("gran/hooke/history", "gran/hertz/history")
VARIANTS = {"as they come": ("NULL", "NULL", 1, ""), "given": ("2e3", "1e3", 1, ""), "no dampflag": ("NULL", "1e3", 0, ""),
            "limited": ("NULL", "NULL", 1, "limit_damping")}


def pair(style, variant="as they come"):
    kt, gamma_t, dampflag, limit = VARIANTS[variant]
    return f"pair_style {style} {STYLES[style].format(kt, gamma_t, dampflag)} {limit}\npair_coeff * *\n"


class Pairs(side_by_side.PairStyles):

    styles = {style: pair(style) for style in STYLES}
    remembering = WITH_HISTORY
    around = [(style, what) for style in STYLES for what in ("frozen", "rigid", "tiles whose borders move")]
    hybrid = ("pair_style hybrid " + " ".join(pair(style).splitlines()[0].split(None, 1)[1] for style in WITH_HISTORY) + "\npair_coeff 1 1 gran/hooke/history\n"
              "pair_coeff 2 2 gran/hertz/history\npair_coeff 1 2 gran/hooke/history\n")
    numbered = "gran/hertz/history"

    def again(self, pair):
        # A restart does not hold limit_damping: the host then has any, and the style is given again.
        return pair.split("pair_coeff")[0]

    given_to_host = again

    def test_variants(self):
        # Each is the host's, and no two are the same: the words reach the law.
        for style in STYLES:
            seen = []
            for variant in VARIANTS:
                seen.append(self.compare_on(pair(style, variant), f"{style}, {variant}")[1][300])
            self.assertTrue(all(one != other for n, one in enumerate(seen) for other in seen[:n]), style)

    def test_other_ranks(self):
        for style in WITH_HISTORY:
            self.compare_on(pair(style), style, written_on=2)

    def test_units_of_pressure(self):
        # Kn and Kt of Hertz's style are pressures: in other units than those of force by length squared.
        for style in STYLES:
            own, _ = self.compare(decks.box("0 20 0 20 0 20", units="real", newton="on") + f"""create_atoms 1 single 5 5 5
create_atoms 1 single 8.9 5.5 5
set type 1 diameter 4 density 2
set atom 1 omega 0.001 0 0.002
pair_style {style} 50 NULL 1e-3 NULL 0.5 1
pair_coeff * *
timestep 1
fix 1 all nve/sphere
""", style, {0: AT_ONCE, 10: 1e-12})
            self.assertGreater(abs(own[10][1][9]), 0.0)

    def pair_section(self, name, style):
        """Name of the style and what follows it, to the end of its settings."""
        content = self.bytes_of(name)
        place = content.index(style.encode() + b"\0")
        length = struct.unpack("i", content[place - 4:place])[0]
        self.assertEqual(length, len(style) + 1)
        numbers = 5 * 8 + 4 + 3 * 4    # Kn … xmu, dampflag, which pairs of types were given
        return content[place:place + length + numbers]

    def test_limit_damping_in_restarts(self):
        # The host's layout has no room for it.
        limited = pair("gran/hertz/history", "limited")
        self.assertIn("WARNING: pair_style gran/hertz/history: restart files have no place for limit_damping",
                      self.lammps(self.head(limited) + limited + RUN + "run 0\nwrite_restart own.restart\n", 1, SUFFIX).stdout)

    def test_columns(self):
        for style in STYLES:
            own, _ = self.compare_columns(style, 10)
            self.assertTrue(all(any(row[c] for row in own.values()) for c in range(11)))

    def test_tracker(self):
        # pair_style tracker, and fix pair/tracker on older hosts, tell of contacts that have ended.
        if not host.IN_2021:
            tracker, listen = "tracker over 500 finite id1 id2 time/created time/broken r/min", ""
        else:
            tracker, listen = "tracker finite", "fix over all pair/tracker 500 id1 id2 time/created time/broken r/min\n"
        for style in WITH_HISTORY:
            overlay = self.again(pair(style)).replace("pair_style", f"pair_style hybrid/overlay {tracker}")
            self.run_both(HEAD.format(newton="off") + overlay + f"pair_coeff * * tracker\npair_coeff * * {style}\n" + RUN + listen +
                          "dump o all local 500 {out} index f_over[*]\ndump_modify o format float %.17g\nrun 500\n")
            own, ours = (sorted([sorted(row[1:3]), *row[3:]] for row in self.read(out).values()) for out in ("own", "dcm"))
            self.assertGreater(len(own), 0 if host.IN_2021 else 20)    # older ones tell of the last step's only
            self.assertEqual([row[:3] for row in own], [row[:3] for row in ours])
            for a, b in zip(own, ours):
                self.assertAlmostEqual(a[3], b[3], delta=1e-9 * a[3])

    def test_suffix_in_the_input(self):
        said = "pair_style gran/hooke is computed by the law 'hooke' of dcm"
        for command, style, is_ours in (("", "gran/hooke", False), ("suffix dcm\n", "gran/hooke", True), ("suffix dcm\nsuffix off\n", "gran/hooke", False),
                                        ("", "gran/hooke/dcm", True)):
            text = self.lammps(HEAD.format(newton="off") + command + pair("gran/hooke").replace("gran/hooke", style) + RUN + "run 0\n").stdout
            self.assertEqual(said in text, is_ours, command + style)

    def test_style_before_the_box(self):
        # The host of 2021 refuses that.
        style = pair("gran/hooke/history")
        deck = HEAD.format(newton="off").replace("read_data", self.again(style) + "read_data") + "pair_coeff * *\n" + RUN
        if host.TAKES_A_STYLE_BEFORE_THE_BOX:
            self.compare(deck, "before the box", {0: AT_ONCE, 100: LATER})
        else:
            self.run_ours(deck + self.dump((0, 100)))

    # ------------------------------------------------------------------------------------ messages

    def test_bad_input(self):
        deck = "suffix dcm\n" + HEAD.format(newton="off")
        self.run_fails(deck + "pair_style gran/hooke 1 NULL 0 NULL 0.5 2\n", "dampflag is 0 or 1", ranks=2)
        for style in ("gran/hooke", "gran/hertz/history"):
            here = f"pair_style {style}: "
            for arguments, *parts in (("1 NULL 0 NULL 0.5", here + "needs six numbers, Kn Kt gamma_n gamma_t xmu dampflag, but there are 5"),
                                      ("-1 NULL 0 NULL 0.5 0", here + "Kn must be at least 0, not -1"),
                                      ("1 -2 0 NULL 0.5 0", here + "Kt must be at least 0, not -2"),
                                      ("1 NULL -3 NULL 0.5 0", here + "gamma_n must be at least 0, not -3"),
                                      ("1 NULL 0 -4 0.5 1", here + "gamma_t must be at least 0, not -4"),
                                      ("1 NULL 0 NULL 10001 1", here + "xmu, the coefficient of friction, must be between 0 and 10000, not 10001"),
                                      ("1 NULL 0 NULL -1 1", here + "xmu, the coefficient of friction"),
                                      ("1 NULL 0 NULL 0.5 2", here + "dampflag is 0 or 1, not 2"),
                                      ("1 NULL 0 NULL 0.5 0 limit", here, "'limit'", "limit_damping"),
                                      ("1 x 0 NULL 0.5 0", "x"),
                                      ("1 NULL 0 NULL 0.5 0\npair_coeff * * 5", style + " takes no parameters here", "leave out '5'")):
                self.run_fails(deck + f"pair_style {style} {arguments}\n", *parts)
        # A message does not send users to LAMMPS' own style where LAMMPS refuses, too.
        twice = "group one type 1\ngroup two type 2\nfix a one freeze\nfix b two freeze\nrun 1\n"
        text = " ".join(self.lammps(deck + pair("gran/hooke") + RUN + twice).stdout.split())
        self.assertIn("pair_style gran/hooke: there are several fixes freeze", text)
        self.assertNotIn("suffix off", text)


# Grains that fall into a box, or bodies of them.
POURED = decks.box("0 {wide} 0 {wide} -0.5 {high} units box", atoms="{atoms}", units="lj", boundary="p p fm") + """neighbor 0.3 bin
pair_style {style} 2000.0 NULL 50.0 NULL 0.5 0
pair_coeff * *
timestep 0.001
fix 2 all gravity 1.0 spherical 0.0 -180.0
{fixes}
compute 1 all {spin}
""" + decks.table("atoms ke c_1 press", 250, "lost error norm no") + "run {steps}\n"
POURS = {
    # {what: (fields of POURED, ranks, atoms at the end at least)}
    # Radii that no grain has yet, from a molecule template.
    "deposit": (dict(atoms="sphere 1", wide=6, high=12, spin="erotate/sphere", steps="2500", fixes="""fix 1 all nve/sphere
lattice sc 1.0
region floor block 0 6 0 6 0 0.9
create_atoms 1 region floor
set group all diameter 1.0 density 1.0
group floor region floor
neigh_modify every 1 delay 0
molecule grain grain.mol
region slab block 1 5 1 5 3 8
fix ins all deposit 30 0 60 4711 region slab mol grain near 1.5 vz -1 -1
fix 3 floor freeze"""), 2, 36 + 26),    # several find no room
    # Bodies of two grains.
    "clumps": (dict(atoms="hybrid sphere bond\natom_modify map hash", wide=8, high=16, spin="erotate/rigid body", steps="5000", fixes="""neigh_modify exclude molecule/intra all
molecule clump clump.mol
fix body all rigid/small molecule mol clump
region slab block 1 7 1 7 4 10
fix pour all pour 40 0 4767548 vol 0.2 20 region slab mol clump rigid body
fix floor all wall/gran hertz/history 2000.0 NULL 50.0 NULL 0.5 0 zplane 0 NULL"""), 2, 80),
    # So fast that contacts which part where a list is made anew go on with what the grains grow right after.
    "grow": (dict(atoms="sphere 1", wide=6, high=16, spin="erotate/sphere", steps="""2500
variable d equal 0.9+0.00002*(step-2500)
fix 4 all adapt 10 atom diameter v_d
run 2500""", fixes="""fix 1 all nve/sphere
region slab block 1 5 1 5 6 14
fix ins all pour 40 1 4767548 vol 0.4 10 diam one 0.9 region slab
fix 3 all wall/reflect zlo 0"""), 1, 40)}
MOLECULE = "# {0}\n\n{0} atoms\n\nCoords\n\n{1}\nTypes\n\n{2}\nDiameters\n\n{3}\nMasses\n\n{4}"
# Small grains grow beside larger ones. LAMMPS' own makes lists by what grains moved, not by what they grew, and finds a contact late; with a skin
# that is large enough it does not, and there both are the same, as ours is with any.
GROWING = decks.begin(atoms="sphere 1") + """lattice sc 0.0019
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
timestep 2e-6
""" + decks.table("ke c_er press", 500) + "run 2000\n"


class Poured(side_by_side.Both):

    def test_pours(self):
        self.write("grain.mol", MOLECULE.format(1, "1 0 0 0\n", "1 1\n", "1 1.4\n", "1 1.4\n"))
        self.write("clump.mol", MOLECULE.format(2, "1 -0.3 0 0\n2 0.3 0 0\n", "1 1\n2 1\n", "1 0.9\n2 0.9\n", "1 0.4\n2 0.4\n"))
        for what, (fields, ranks, least) in POURS.items():
            for style in WITH_HISTORY if what != "clumps" else ("gran/hertz/history",):
                own = self.assert_same_thermo(self.run_both(POURED.format(style=style, **fields), ranks), LATER, f"{what} {style}")
                self.assertGreaterEqual(own[-1][1], least, what)
                self.assertGreater(own[-1][3], 1e-3, "some have touched, and spin")

    def test_grains_that_grow_as_large_as_others(self):
        texts = self.run_both(GROWING.format(skin=0.0012))
        self.assert_same_thermo(texts, 1e-8)
        for ranks in (1, 2):
            self.assert_same_thermo([texts[1], self.run_ours(GROWING.format(skin=0.0004), ranks)], 1e-8)
