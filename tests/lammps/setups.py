# SPDX-License-Identifier: MIT
"""Surroundings of a pair style in an input: other styles, other boxes, other ways to run."""

import math
import os
import re

import host

ONE = "young 5e6 poisson 0.25 restitution 0.8 friction 0.5"
TWO = "young 2e7 poisson 0.30 restitution 0.6 friction 0.2"
PAIR = f"""pair_style dcm/hertz/mindlin form consistent
pair_coeff 1 1 {ONE}
pair_coeff 2 2 {TWO}
"""
STICKY = f"sticky library '{os.path.join(host.LAWS, 'sticky.so')}'"
GLUE = "stiffness 1000 shear 500 gap 0"
FRAME = "id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz"


class Setups(host.Case):

    def setUp(self):
        super().setUp()
        self.run_ok("in.make_packing")

    def packing(self, pair, head="", middle="", tail="", ranks=1, newton="off", steps=100,
                read="read_data packing.data", arguments=(), out="out"):
        deck = f"""units si
atom_style sphere
newton {newton}
{head}
comm_modify vel yes
{read}
{pair}
neighbor 0.0002 bin
timestep 2e-6
fix 1 all nve/sphere
{middle}
run {steps}
{tail}
write_dump all custom {out} {FRAME} modify sort id format float %.17g
"""
        text = self.run_ok(deck, ranks, arguments)
        return self.read(out), text

    def assert_same(self, one, other, bound=1e-12, columns=host.EVERYTHING, what=""):
        for group in columns:
            self.assertLess(self.difference(one, other, group), bound, what)

    # -------------------------------------------------------------------------------- neighbours

    def test_collections(self):
        # Grains of diameters 10 and 1 that overlap by 0.05: the host asks the style how far its atoms reach
        # when collections are intervals of sizes.
        for lists in ("bin", "multi", "multi\nneigh_modify collection/interval 2 1.5 20"):
            for ranks in (1, 2):
                self.run_ok("units lj\natom_style sphere\nnewton off\ncomm_modify vel yes\n"
                            "region box block 0 40 0 40 0 40\ncreate_box 2 box\n"
                            "create_atoms 1 single 17 20 20\ncreate_atoms 2 single 22.45 20 20\n"
                            "set type 1 diameter 10 density 1\nset type 2 diameter 1 density 1\n"
                            "pair_style dcm/hertz/mindlin\n"
                            f"pair_coeff * * {ONE}\nneighbor 0.3 {lists}\ntimestep 1e-5\nrun 0\n"
                            f"write_dump all custom out {FRAME} modify sort id format float %.17g\n", ranks)
                e_star = 5e6 / (2.0 * (1.0 - 0.25**2))
                force = 4.0 / 3.0 * e_star * math.sqrt(5.0 * 0.5 / 5.5) * 0.05**1.5
                self.assertAlmostEqual(self.read("out")[2][9] / force, 1.0, delta=1e-12)

    # ----------------------------------------------------------------------------------- options

    def test_options_are_those_of_the_last_command(self):
        sheet = PAIR.replace("form consistent", "form sheet")
        consistent, _ = self.packing(PAIR)
        other, _ = self.packing(sheet)
        self.assertFalse(consistent == other)
        for then, wanted in (("", consistent), ("form sheet", other), ("form consistent", consistent)):
            frame, _ = self.packing(sheet + f"pair_style dcm/hertz/mindlin {then}\n")
            self.assertTrue(frame == wanted, then)    # a list of differences would take minutes
        # Parameters stay, as with every style that is named again.

    # ------------------------------------------------------------------------------- other styles

    def test_hybrid_of_two_laws_is_as_apart(self):
        # Materials are alike, so the pairs of a hybrid of two identical laws, each with its own pairs of
        # types, are those of one style.
        alone, _ = self.packing(PAIR)
        both = f"""pair_style hybrid dcm/hertz/mindlin form consistent dcm hertz-mindlin form consistent
pair_coeff 1 1 dcm/hertz/mindlin {ONE}
pair_coeff 1 1 dcm {ONE}
pair_coeff 2 2 dcm {TWO}
pair_coeff 1 2 dcm
pair_coeff 1 1 dcm/hertz/mindlin
"""
        for ranks, newton in ((1, "off"), (1, "on"), (2, "on")):
            hybrid, _ = self.packing(both, ranks=ranks, newton=newton)
            self.assert_same(alone, hybrid, what=f"{ranks} ranks, newton {newton}")

    def test_types_of_another_style_need_no_parameters(self):
        host_style = "gran/hertz/history 1e6 NULL 50.0 NULL 0.5 0"
        pair = f"""pair_style hybrid dcm/hertz/mindlin {host_style}
pair_coeff 1 1 dcm/hertz/mindlin {ONE}
pair_coeff 1 2 gran/hertz/history
pair_coeff 2 2 gran/hertz/history
"""
        frame, _ = self.packing(pair)
        self.assertTrue(all(abs(x) < 1e9 for row in frame.values() for x in row))
        # A run without the other style equals one without type 2: only contacts 1 1 are left.
        zero = pair.replace(host_style, "zero 0.003").replace("gran/hertz/history", "zero")
        alone = f"pair_style dcm/hertz/mindlin\npair_coeff * * {ONE}\nneigh_modify exclude type 1 2 " \
                "exclude type 2 2\n"
        self.assert_same(self.packing(zero)[0], self.packing(alone)[0])
        # Parameters of a pair of ours must be complete.
        self.run_fails("units si\natom_style sphere\ncomm_modify vel yes\nread_data packing.data\n" +
                       pair.replace("pair_coeff 1 2 gran/hertz/history",
                                    "pair_coeff 1 2 dcm/hertz/mindlin") + "run 0\n",
                       "needs young for type 2")

    def test_overlay_adds_up(self):
        # Two laws on all pairs: forces are those of each alone, added; and each keeps its own history
        # although the host gives both the same list.
        overlay = f"""pair_style hybrid/overlay dcm {STICKY} dcm/hertz/mindlin form consistent
pair_coeff 1 1 dcm/hertz/mindlin {ONE}
pair_coeff 2 2 dcm/hertz/mindlin {TWO}
pair_coeff 1 2 dcm/hertz/mindlin
pair_coeff * * dcm {GLUE}
"""
        # The grains are so heavy that forces move them by less than rounding does.
        driven = "unfix 1\nfix 1 all nve/sphere\nset group all density 1e18\n"
        frames = [self.packing(re.sub("restitution [0-9.]+", "restitution 1", pair), middle=driven,
                               steps=300)[0]
                  for pair in (PAIR, f"pair_style dcm {STICKY}\npair_coeff * * {GLUE}\n", overlay)]
        for column in (host.FORCE, host.TORQUE):
            largest = max(abs(row[c]) for row in frames[2].values() for c in column)
            for atom, row in frames[2].items():
                for c in column:
                    self.assertLess(abs(frames[0][atom][c] + frames[1][atom][c] - row[c]),
                                    1e-11 * largest)
        self.assertGreater(max(abs(row[c]) for row in frames[1].values() for c in host.TORQUE), 0)

    def test_overlay_in_any_order(self):
        # A style of the host that has a history, and one of ours that hardly has forces: the host makes one list for both,
        # with marks of who touches, which both need and both take out.
        frames = []
        of_host = "gran/hertz/history 1e6 NULL 50.0 NULL 0.5 1"
        for styles in (f"{of_host} dcm/hertz/mindlin form sheet", f"dcm/hertz/mindlin form sheet {of_host}", of_host):
            pair = f"pair_style hybrid/overlay {styles}\npair_coeff * * gran/hertz/history\n"
            if "dcm" in styles:
                pair += "pair_coeff * * dcm/hertz/mindlin young 1e-30 poisson 0.25 restitution 1 friction 0.5\n"
            frames.append(self.packing(pair, steps=300)[0])
        self.assert_same(frames[0], frames[1])
        self.assert_same(frames[0], frames[2])

    # ----------------------------------------------------------------------------- pairs left out

    def test_exclude(self):
        # Type 2 does not meet type 2: as with a law of no strength between them.
        left_out, text = self.packing(PAIR + "neigh_modify exclude type 2 2\n")
        weak = f"""pair_style hybrid dcm/hertz/mindlin form consistent zero 0.0032
pair_coeff 1 1 dcm/hertz/mindlin {ONE}
pair_coeff 2 2 dcm/hertz/mindlin {TWO}
pair_coeff 1 2 dcm/hertz/mindlin
pair_coeff 2 2 zero
"""
        self.assert_same(left_out, self.packing(weak)[0])

    def test_special_bonds(self):
        # Two bonded grains that overlap. A factor of 0 takes the pair away; other factors scale its
        # force, where the host's lists of sized particles know of bonds at all.
        forces = {}
        for special in ("1 1 1", "0 1 1", "0.5 1 1"):
            self.run_ok(f"""units si
atom_style hybrid sphere bond
comm_modify vel yes
special_bonds lj/coul {special}
region box block 0 1 0 1 0 1
create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
create_atoms 1 single 0.5 0.5 0.5
create_atoms 1 single 0.509 0.5 0.5
set type 1 diameter 0.01 density 2500
bond_style zero
bond_coeff *
create_bonds single/bond 1 1 2
pair_style dcm/hertz/mindlin
pair_coeff * * {ONE}
neighbor 0.001 bin
timestep 1e-6
fix 1 all nve/sphere
run 0
write_dump all custom out {FRAME} modify sort id format float %.17g
""")
            forces[special] = self.read("out")[1][9]
        self.assertLess(forces["1 1 1"], 0.0)
        expected = (1.0, 1.0) if host.IN_2021 else (0.0, 0.5)
        self.assertAlmostEqual(forces["0 1 1"] / forces["1 1 1"], expected[0], places=12)
        self.assertAlmostEqual(forces["0.5 1 1"] / forces["1 1 1"], expected[1], places=12)

    # ------------------------------------------------------------------ other ways to share the work

    def test_tiled_and_balanced(self):
        reference, _ = self.packing(PAIR)
        tiled, _ = self.packing(PAIR, head="comm_style tiled", ranks=4,
                                middle="balance 1.0 rcb\nfix 2 all balance 20 1.0 rcb")
        self.assert_same(reference, tiled)
        for newton in ("off", "on"):
            shifted, _ = self.packing(PAIR, ranks=2, newton=newton, middle="fix 2 all balance 20 1.0 "
                                      "shift xyz 5 1.05")
            self.assert_same(reference, shifted, what=f"shifted, newton {newton}")
        # Handing states over between ranks needs a way of communication that tiles have not.
        self.run_fails("units si\natom_style sphere\nnewton on\ncomm_style tiled\ncomm_modify vel yes\n"
                       "read_data packing.data\n" + PAIR + "run 0\n", "comm_style tiled", "'newton off'",
                       ranks=2)
        between, _ = self.packing(PAIR, ranks=2, middle="run 50\nbalance 1.0 shift z 5 1.01", steps=50)
        self.assert_same(self.packing(PAIR, middle="run 50", steps=50)[0], between)

    def test_sort(self):
        never, _ = self.packing(PAIR, head="atom_modify sort 0 0")
        often, text = self.packing(PAIR, head="atom_modify sort 10 0.003")
        self.assert_same(never, often)

    def test_suffix(self):
        plain, _ = self.packing(PAIR)
        # Debian's packages have neither OPENMP nor PLUGIN.
        for suffix in ("omp", "opt", "dcm") if host.HAS_PLUGIN else ("opt", "dcm"):
            with_suffix, _ = self.packing(PAIR, arguments=("-sf", suffix))
            self.assert_same(plain, with_suffix, what=suffix)
        # Threads of the host are no concern of these styles.
        if host.HAS_PLUGIN:
            threads, _ = self.packing(PAIR, ranks=2, newton="on",
                                      arguments=("-sf", "omp", "-pk", "omp", "2"))
            self.assert_same(plain, threads)
        # drop_in.py tests what "-sf dcm" finds behind the names of the host's styles.

    # ------------------------------------------------------------------------------- other boxes

    def test_triclinic(self):
        # A box whose tilt is a whole period is the same lattice of images.
        reference, _ = self.packing(PAIR)
        tilt = "change_box all triclinic\nchange_box all xy final {:.17g} units box".format(6 * 0.0029)
        for ranks, newton in ((1, "off"), (2, "on")):
            tilted, text = self.packing(PAIR, head="box tilt large", read="read_data packing.data\n" + tilt,
                                        ranks=ranks, newton=newton)
            self.assertIn("triclinic box", text)
            self.assert_same(reference, tilted, bound=1e-10,
                             columns=(host.VELOCITY, host.SPIN, host.FORCE, host.TORQUE))

    def test_two_dimensions(self):
        # A layer of grains in 2d does as the same layer in 3d.
        frames = []
        for dimension in (2, 3):
            z = ("-0.001 0.001", "p") if dimension == 2 else ("-0.01 0.01", "f")
            self.run_ok(f"""units si
dimension {dimension}
boundary p p {z[1]}
atom_style sphere
newton off
comm_modify vel yes
region box block 0 0.02 0 0.02 {z[0]}
create_box 2 box
region plane block 0 0.02 0 0.0195 -1e-4 1e-4 units box
lattice {"sq" if dimension == 2 else "sc"} 0.0029 origin 0.5 0.5 0
create_atoms 1 region plane
set type 1 diameter 0.003 density 2500
variable vx atom 0.3*sin(3000*y)
variable vy atom 0.3*sin(2000*x)
velocity all set v_vx v_vy 0
set group all omega 0 0 100
{PAIR}neighbor 0.0002 bin
timestep 2e-6
fix 1 all nve/sphere
{"fix 2 all enforce2d" if dimension == 2 else ""}
run 200
write_dump all custom out {FRAME} modify sort id format float %.17g
""")
            frames.append(self.read("out"))
        self.assertGreater(max(abs(row[14]) for row in frames[0].values()), 0.0)
        self.assert_same(*frames)

    def test_box_changes_between_runs(self):
        # Displaced as a whole, in a box displaced as well, grains keep the state of their contacts.
        rest, _ = self.packing(PAIR, middle="run 50", steps=50)
        moved, _ = self.packing(PAIR, middle="run 50\nchange_box all x delta 0.001 0.001 y delta 0.001 0.001 z "
                                "delta 0.001 0.001 remap units box", steps=50)
        self.assert_same(rest, moved, bound=1e-9, columns=(host.VELOCITY, host.SPIN, host.FORCE))

    # ------------------------------------------------------------------------- other ways to run

    def test_minimize_and_respa_are_refused(self):
        for ranks in (1, 2):
            head = "units si\natom_style sphere\ncomm_modify vel yes\nread_data packing.data\n" + PAIR
            self.run_fails(head + "neighbor 0.0002 bin\nminimize 0 0 10 10\n",
                           "minimize is not possible", ranks=ranks)
            self.run_fails(head + "neighbor 0.0002 bin\nfix 1 all nve/sphere\nrun_style respa 2 2 pair 2\n"
                           "run 1\n", "run_style respa", "'run_style verlet'", ranks=ranks)

    def test_rerun(self):
        # Without damping and friction forces depend on positions alone.
        pair = re.sub("restitution [0-9.]+", "restitution 1", re.sub("friction [0-9.]+", "friction 0", PAIR))
        pressures = []
        for what in ("dump d all custom 50 trajectory id type x y z vx vy vz\ndump_modify d sort id "
                     "format float %.17g\nrun 100", "rerun trajectory dump x y z vx vy vz"):
            text = self.run_ok("units si\natom_style sphere\ncomm_modify vel yes\nread_data packing.data\n" +
                               pair + "neighbor 0.0002 bin\ntimestep 2e-6\nfix 1 all nve/sphere\n"
                               "compute p all pressure NULL virial\nthermo_style custom step c_p\n"
                               "thermo_modify format float %.15g\nthermo 50\n" + what + "\n", 2)
            rows = re.findall(r"^ *(0|50|100) +(\S+) *$", text, re.M)
            pressures.append([float(p) for _, p in rows])
        self.assertEqual(len(pressures[0]), 3)
        for one, other in zip(*pressures):
            self.assertAlmostEqual(one / other, 1.0, places=9)

    def test_rerun_has_no_history(self):
        # Frames of a rerun follow each other by no known time: springs across are not stretched.
        pair = re.sub("restitution [0-9.]+", "restitution 1", PAIR)
        local = "compute l all pair/local force p4\ndump l all local 50 local index c_l[1] c_l[2]\n"
        self.packing(pair, middle="dump d all custom 50 trajectory id type x y z vx vy vz\n"
                     "dump_modify d sort id format float %.17g\n" + local)
        self.assertGreater(max(row[2] for row in self.read("local").values()), 0.0)
        self.run_ok("units si\natom_style sphere\ncomm_modify vel yes\nread_data packing.data\n" + pair +
                    "neighbor 0.0002 bin\ntimestep 2e-6\nfix 1 all nve/sphere\n" + local +
                    "rerun trajectory dump x y z vx vy vz\n")
        rows = self.read("local").values()
        self.assertGreater(max(row[1] for row in rows), 0.0)
        self.assertEqual(max(row[2] for row in rows), 0.0)
