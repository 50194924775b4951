# SPDX-License-Identifier: MIT
"""Surroundings of a pair style in an input: other styles, other boxes, other ways to run."""

import math
import os
import re

import decks
import host

ONE = "young 5e6 poisson 0.25 restitution 0.8 friction 0.5"
TWO = "young 2e7 poisson 0.30 restitution 0.6 friction 0.2"
PAIR = f"""pair_style dcm/hertz/mindlin form consistent
pair_coeff 1 1 {ONE}
pair_coeff 2 2 {TWO}
"""
STICKY = f"sticky library '{os.path.join(host.LAWS, 'sticky.so')}'"
GLUE = "stiffness 1000 shear 500 gap 0"
READ = decks.begin(newton="on") + "read_data packing.data\n"
STEPS = "neighbor 0.0002 bin\ntimestep 2e-6\nfix 1 all nve/sphere\n"


class Setups(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def packing(self, pair, head="", middle="", ranks=1, newton="off", steps=100, read="read_data packing.data", arguments=()):
        deck = decks.begin(newton=newton, more=head) + f"{read}\n{pair}\n{STEPS}{middle}\nrun {steps}\n" + decks.write()
        text = self.run_ok(deck, ranks, arguments)
        return self.read("out"), text

    # -------------------------------------------------------------------------------- neighbours

    def test_collections(self):
        # Grains of diameters 10 and 1 that overlap by 0.05: the host asks the style how far its atoms reach
        # when collections are intervals of sizes.
        for lists in ("bin", "multi", "multi\nneigh_modify collection/interval 2 1.5 20"):
            for ranks in (1, 2):
                self.run_ok(decks.box("0 40 0 40 0 40", types=2, units="lj") + f"""create_atoms 1 single 17 20 20
create_atoms 2 single 22.45 20 20
set type 1 diameter 10 density 1
set type 2 diameter 1 density 1
pair_style dcm/hertz/mindlin
pair_coeff * * {ONE}
neighbor 0.3 {lists}
timestep 1e-5
run 0
""" + decks.write(), ranks)
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
        self.assert_same(self.packing(zero)[0], self.packing(alone)[0], 1e-12)
        # Parameters of a pair of ours must be complete.
        self.run_fails(READ + pair.replace("pair_coeff 1 2 gran/hertz/history", "pair_coeff 1 2 dcm/hertz/mindlin") + "run 0\n", "needs young for type 2")

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
        for other in frames[1:]:
            self.assert_same(frames[0], other, 1e-12)

    def test_special_bonds(self):
        # Two bonded grains that overlap. A factor of 0 takes the pair away; other factors scale its
        # force, where the host's lists of sized particles know of bonds at all. In a hybrid style
        # pair_modify gives a style factors of its own, which hold from the first list on. New factors
        # count without a set-up, too.
        alone = f"pair_style dcm/hertz/mindlin\npair_coeff * * {ONE}\n"
        hybrid = f"""pair_style hybrid/overlay zero 0.01 dcm/hertz/mindlin
pair_coeff * * zero
pair_coeff * * dcm/hertz/mindlin {ONE}
"""
        own = "pair_modify pair {} special lj/coul 0.25 1 1\n"
        forces = []
        for special, pair, then in (("1 1 1", alone, ""), ("0 1 1", alone, ""), ("0.5 1 1", alone, ""), ("0.5 1 1", hybrid + own.format("dcm/hertz/mindlin"), ""),
                                    ("0.5 1 1", hybrid + own.format("zero"), ""), ("0.5 1 1", alone, "special_bonds lj/coul 0.75 1 1\n"),
                                    ("0.5 1 1", hybrid, own.format("dcm/hertz/mindlin"))):
            self.run_ok(decks.begin(atoms="hybrid sphere bond", newton="on") + f"""special_bonds lj/coul {special}
region box block 0 1 0 1 0 1
create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
create_atoms 1 single 0.5 0.5 0.5
create_atoms 1 single 0.509 0.5 0.5
set type 1 diameter 0.01 density 2500
bond_style zero
bond_coeff *
create_bonds single/bond 1 1 2
{pair}neighbor 0.001 bin
timestep 1e-6
fix 1 all move linear 0 0 0
run 1
{then}run 1 pre no
""" + decks.write())
            forces.append(self.read("out")[1][9])
        self.assertLess(forces[0], 0.0)
        expected = 6 * [1.0] if host.IN_2021 else (0.0, 0.5, 0.25, 0.5, 0.75, 0.25)
        for force, share in zip(forces[1:], expected):
            self.assertAlmostEqual(force / forces[0], share, places=12)

    # ------------------------------------------------------------------ other ways to share the work

    def test_tiled_and_balanced(self):
        reference, _ = self.packing(PAIR)
        tiled, _ = self.packing(PAIR, head="comm_style tiled\n", ranks=4, middle="balance 1.0 rcb\nfix 2 all balance 20 1.0 rcb")
        self.assert_same(reference, tiled, 1e-12)
        for newton in ("off", "on"):
            shifted, _ = self.packing(PAIR, ranks=2, newton=newton, middle="fix 2 all balance 20 1.0 shift xyz 5 1.05")
            self.assert_same(reference, shifted, 1e-12, f"shifted, newton {newton}")
        # Handing states over between ranks needs a way of communication that tiles have not.
        self.run_fails(decks.begin(newton="on", more="comm_style tiled\n") + "read_data packing.data\n" + PAIR + "run 0\n", "comm_style tiled", "'newton off'",
                       ranks=2)
        between, _ = self.packing(PAIR, ranks=2, middle="run 50\nbalance 1.0 shift z 5 1.01", steps=50)
        self.assert_same(self.packing(PAIR, middle="run 50", steps=50)[0], between, 1e-12)

    def test_sort(self):
        never, _ = self.packing(PAIR, head="atom_modify sort 0 0\n")
        often, text = self.packing(PAIR, head="atom_modify sort 10 0.003\n")
        self.assert_same(never, often, 1e-12)

    def test_suffix(self):
        plain, _ = self.packing(PAIR)
        # Debian's packages have neither OPENMP nor PLUGIN.
        for suffix in ("omp", "opt", "dcm") if host.HAS_PLUGIN else ("opt", "dcm"):
            with_suffix, _ = self.packing(PAIR, arguments=("-sf", suffix))
            self.assert_same(plain, with_suffix, 1e-12, suffix)
        # Threads of the host are no concern of these styles.
        if host.HAS_PLUGIN:
            threads, _ = self.packing(PAIR, ranks=2, newton="on",
                                      arguments=("-sf", "omp", "-pk", "omp", "2"))
            self.assert_same(plain, threads, 1e-12)
        # drop_in.py tests what "-sf dcm" finds behind the names of the host's styles.

    # ------------------------------------------------------------------------------- other boxes

    def test_triclinic(self):
        # A box whose tilt is a whole period is the same lattice of images.
        reference, _ = self.packing(PAIR)
        tilt = "change_box all triclinic\nchange_box all xy final {:.17g} units box".format(6 * 0.0029)
        for ranks, newton in ((1, "off"), (2, "on")):
            tilted, text = self.packing(PAIR, head="box tilt large\n", read="read_data packing.data\n" + tilt,
                                        ranks=ranks, newton=newton)
            self.assertIn("triclinic box", text)
            self.assert_same(reference, tilted, 1e-10, columns=(host.VELOCITY, host.SPIN, host.FORCE, host.TORQUE))

    def test_box_changes_between_runs(self):
        # Displaced as a whole, in a box displaced as well, grains keep the state of their contacts.
        rest, _ = self.packing(PAIR, middle="run 50", steps=50)
        moved, _ = self.packing(PAIR, middle="run 50\nchange_box all x delta 0.001 0.001 y delta 0.001 0.001 z "
                                "delta 0.001 0.001 remap units box", steps=50)
        self.assert_same(rest, moved, 1e-9, columns=(host.VELOCITY, host.SPIN, host.FORCE))

    # ------------------------------------------------------------------------- other ways to run

    def test_minimize_and_respa_are_refused(self):
        for ranks in (1, 2):
            self.run_fails(READ + PAIR + STEPS + "minimize 0 0 10 10\n", "minimize is not possible", ranks=ranks)
            self.run_fails(READ + PAIR + STEPS + "run_style respa 2 2 pair 2\nrun 1\n", "run_style respa", "'run_style verlet'", ranks=ranks)

    TRAJECTORY = decks.dump(50, "trajectory", "id type x y z vx vy vz")
    RERUN = "rerun trajectory dump x y z vx vy vz\n"

    def test_rerun(self):
        # Without damping and friction forces depend on positions alone.
        pair = re.sub("restitution [0-9.]+", "restitution 1", re.sub("friction [0-9.]+", "friction 0", PAIR))
        told = "compute p all pressure NULL virial\n" + decks.table("c_p", 50)
        pressures = [[row[1] for row in self.thermo(self.run_ok(READ + pair + STEPS + told + what, 2))] for what in (self.TRAJECTORY + "run 100\n", self.RERUN)]
        self.assertEqual(len(pressures[0]), 3)
        for one, other in zip(*pressures):
            self.assertAlmostEqual(one / other, 1.0, places=9)

    def test_rerun_has_no_history(self):
        # Frames of a rerun follow each other by no known time: springs across are not stretched.
        pair = re.sub("restitution [0-9.]+", "restitution 1", PAIR)
        local = "compute l all pair/local force p4\n" + decks.local("c_l[1] c_l[2]", 50)
        self.packing(pair, middle=self.TRAJECTORY + local)
        self.assertGreater(max(row[2] for row in self.read("local").values()), 0.0)
        self.run_ok(READ + pair + STEPS + local + self.RERUN)
        rows = self.read("local").values()
        self.assertGreater(max(row[1] for row in rows), 0.0)
        self.assertEqual(max(row[2] for row in rows), 0.0)
