# SPDX-License-Identifier: MIT
"""compute dcm/contact/local: each contact once, by names, as compute pair/local has it by numbers."""

import json
import math
import os
import subprocess

import decks
import host

MATERIALS = ("pair_coeff 1 1 {name}young 5e6 poisson 0.25 restitution 0.7 friction 0.5 {more}\n"
             "pair_coeff 2 2 {name}young 2e7 poisson 0.30 restitution 0.5 friction 0.3 {more}\n")
FIXED = ("force_tangential_x force_tangential_y force_tangential_z force_tangential_size velocity_normal_x velocity_normal_y "
         "velocity_normal_z velocity_tangential_x velocity_tangential_y velocity_tangential_z force_normal overlap "
         "torque_x torque_y torque_z").split()


def names_of(law):
    """Names of the columns p1, p2 ... of a law, from what dcm tells of it."""
    shown = json.loads(subprocess.run([os.environ["DCM_DRIVER"], "show", law, "--json"], text=True, stdout=subprocess.PIPE, check=True).stdout)
    names = list(FIXED)
    for field in shown["history"]:
        names += [f"{field['name']}_{axis}" for axis in "xyz"] if field["kind"] == "vector" else [field["name"]]
    names += [output["name"] for output in shown["outputs"]]
    return names


class ContactLocal(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def packing(self, style, extra, ranks=1, newton="off", steps=60):
        self.write("pair", style)
        self.write("extra", extra)
        return self.run_ok("in.packing", ranks, pair="pair", extra="extra", newton=newton, steps=steps)

    def rows(self, name):
        """{(id, id): numbers} of each frame of a local dump with the two IDs in front."""
        frames = {}
        for step, frame in self.frames(name).items():
            frames[step] = {(int(row[1]), int(row[2])): row[3:] for row in frame.values()}
            self.assertEqual(len(frames[step]), len(frame), "each contact once")
        return frames

    def assert_as_pair_local(self, law, style, ranks, newton, more=""):
        names = names_of(law)
        numbers = " ".join(f"p{n + 1}" for n in range(len(names)))
        text = self.packing(style, f"{more}compute ids all property/local patom1 patom2\n"
                            f"compute row all pair/local dist {numbers}\n"
                            f"compute named all dcm/contact/local id1 id2 distance {' '.join(names)}\n" + decks.local("c_ids[1] c_ids[2] c_row[*]", 20, "by_number", "p") + decks.local("c_named[*]", 20, "by_name", "n"), ranks, newton)
        by_number, by_name = self.rows("by_number"), self.rows("by_name")
        self.assertEqual(sorted(by_number), [0, 20, 40, 60])
        for step, theirs in by_number.items():
            touching = {ids: row for ids, row in theirs.items() if any(row[1:])}
            self.assertGreater(len(touching), 100)
            self.assertEqual(touching, by_name[step], (law, ranks, newton, step))    # to the bit
        # The log tells what each column is, by both of its names.
        self.assertIn(f"dcm: columns of c_named: 1 id1, 2 id2, 3 distance, 4 {names[0]} (p1), 5 {names[1]} (p2)", text)
        self.assertIn(f"{len(names) + 3} {names[-1]} (p{len(names)})", text)

    def test_is_as_pair_local(self):
        style = "pair_style dcm/hertz/mindlin form consistent\n" + MATERIALS.format(name="", more="rolling 0.02 twisting 0.01")
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on")):
            self.assert_as_pair_local("hertz-mindlin", style, ranks, newton)
        # With bonds, of which some break, and what else the law tells.
        bonds = ("pair_style dcm/bond\npair_coeff * * kn 1e3 restitution 0.5 friction 0.5 bond_young 1e7 tensile_strength 3e4 "
                 "shear_strength 3e4\n")
        self.assert_as_pair_local("bond", bonds, 1, "on")

    def test_vectors_and_sums(self):
        # A vector's name stands for its three columns; the forces on the first and second of each contact add up to those on atoms.
        style = "pair_style dcm/hertz/mindlin form consistent\n" + MATERIALS.format(name="", more="").replace("0.7", "1").replace("0.5 f", "1 f")
        for ranks in (1, 2):
            self.packing(style, "compute c all dcm/contact/local id1 id2 force normal type1 type2\n" + decks.local("c_c[*]", 60, "named"), ranks)
            atoms, rows = self.frames("dump.out")[60], self.rows("named")[60]
            total = {atom: [0.0] * 3 for atom in atoms}
            for (one, other), row in rows.items():
                self.assertEqual(len(row), 8)
                self.assertAlmostEqual(math.hypot(*row[3:6]), 1.0, delta=1e-12)
                self.assertLess(sum(a * b for a, b in zip(row[0:3], row[3:6])), 0.0)    # from the first to the second
                for c in range(3):
                    total[one][c] += row[c]
                    total[other][c] -= row[c]
            self.assert_same(total, {atom: row[9:12] for atom, row in atoms.items()}, 1e-10, columns=[range(3)])

    def test_one_column_and_groups(self):
        style = "pair_style dcm/hertz/mindlin form consistent\n" + MATERIALS.format(name="", more="")
        self.packing(style, "group first type 1\ncompute all all dcm/contact/local id1 id2 type1 type2\n"
                     "compute some first dcm/contact/local overlap\n"
                     "dump n all local 60 all index c_all[*]\ndump s all local 60 some index c_some\n")
        of_type_1 = [row for row in self.rows("all")[60].values() if row == [1.0, 1.0]]
        self.assertEqual(len(of_type_1), len(self.frames("some")[60]))
        self.assertGreater(len(of_type_1), 20)
        self.assertGreater(min(row[1] for row in self.frames("some")[60].values()), 0.0)

    def test_below_hybrid(self):
        # Where compute pair/local cannot have columns: those of two styles, each by a compute of its own.
        style = "pair_style hybrid dcm/hertz/mindlin form consistent dcm/hertz form consistent\n" + \
            MATERIALS.format(name="dcm/hertz/mindlin ", more="").splitlines()[0] + "\n" + \
            "pair_coeff 2 2 dcm/hertz young 2e7 poisson 0.30 friction 0.3\npair_coeff 1 2 dcm/hertz friction 0.3\n" + \
            "pair_coeff 1 1 dcm/hertz young 5e6 poisson 0.25 friction 0.5\npair_coeff 1 1 dcm/hertz/mindlin\n"
        extra = ("compute a all dcm/contact/local id1 id2 type1 type2 tangential_force style dcm/hertz/mindlin\n"
                 "compute b all dcm/contact/local id1 id2 type1 type2 tangential_force style hertz\n"
                 "dump a all local 60 a.out index c_a[*]\ndump b all local 60 b.out index c_b[*]\n")
        self.packing(style, extra)
        for name, types in (("a.out", {(1.0, 1.0)}), ("b.out", {(1.0, 2.0), (2.0, 1.0), (2.0, 2.0)})):
            self.assertEqual({tuple(row[0:2]) for row in self.rows(name)[60].values()}, types)
        self.fails(style, "compute a all dcm/contact/local id1", "compute a dcm/contact/local: there are several dcm pair styles: dcm/hertz/mindlin "
                   "(law hertz-mindlin), dcm/hertz (law hertz); add the keyword 'style'")

    def fails(self, style, extra, *parts, ranks=1):
        self.write("pair", style)
        self.write("extra", extra + "\n")
        self.run_fails("in.packing", *parts, ranks=ranks, pair="pair", extra="extra", steps=1)

    def test_bad_input(self):
        style = "pair_style dcm/hertz/mindlin form consistent\n" + MATERIALS.format(name="", more="")
        for pair, words, *parts in (
                (style, "overlap stretch", "compute c dcm/contact/local: 'stretch' is not a value of a contact; the names are "
                 "force_tangential_size, force_normal, overlap, tangential_energy", "_x, _y or _z for one number), force_tangential, velocity_normal"),
                (style, "", "needs names of values"),
                (style, "id1 style jkr", "no dcm pair style or law is called 'jkr'; the styles are dcm/hertz/mindlin (law hertz-mindlin)"),
                ("pair_style zero 0.004\npair_coeff * *\n", "id1", "there is no dcm pair style;"),
                (style, "id walls floor", "there is no fix 'floor' with walls of dcm (wall/dcm, wall/dcm/region, wall/dcm/mesh, "),
                (style, "id walls", "the keyword 'walls' needs the ID"),
                (style, "id1 style hertz-mindlin style hertz-mindlin", "the keyword 'style' can stand only once"),
                # Another law has other columns.
                (style, "rolling_couple\npair_style dcm/hooke\npair_coeff * * kn 1e3 gamma_n 10 gamma_t 5 friction 0.5",
                 "'rolling_couple' is not a value of a contact")):
            self.fails(pair, "compute c all dcm/contact/local " + words, *parts, ranks=2)

    WALLS = decks.box(0.05, boundary="f f f") + """create_atoms 1 single 0.01 0.02 {z}
create_atoms 1 single -0.01 0 {z}
create_atoms 1 single -0.01 0 0
set group all diameter 0.01 density 2500
velocity all set 0.5 0 -0.1
{pair}
{fix}
fix 1 all nve/sphere
neighbor 0.001 bin
timestep 1e-6
compute c all dcm/contact/local id wall overlap force point {more} walls w
""" + decks.local("c_c[*]", 10) + decks.dump(10, "atoms") + "run 100\n"

    def test_walls(self):
        pair = "pair_style dcm/hertz/mindlin form consistent\npair_coeff * * young 5e6 poisson 0.25 restitution 0.5 friction 0.3"
        more = "tangential_force force_normal torque force_tangential type normal"
        for fix in ("fix w all wall/dcm 1 zplane -0.04 NULL",
                    "region r block INF INF INF INF -0.04 INF\nfix w all wall/dcm/region 1 r"):
            for ranks in (1, 2):
                self.run_ok(self.WALLS.format(z=-0.0351, pair=pair, fix=fix, more=more), ranks)
                slid = 0
                for step, frame in self.frames("local").items():
                    atoms = self.frames("atoms")[step]
                    self.assertEqual(sorted(row[1] for row in frame.values()), [1.0, 2.0])    # the third is far
                    for row in frame.values():
                        atom, overlap, force, point = atoms[int(row[1])], row[3], row[4:7], row[7:10]
                        spring, normal, torque, across = row[10:13], row[13], row[14:17], row[17:20]
                        self.assertEqual([atom[c] for c in host.FORCE], force)
                        self.assertEqual([atom[c] for c in host.TORQUE], torque)
                        self.assertEqual(point, [atom[0], atom[1], -0.04])
                        self.assertAlmostEqual(overlap, 0.005 - (atom[2] + 0.04), delta=1e-16)
                        self.assertAlmostEqual(normal, force[2], delta=1e-12 * abs(force[2]))
                        self.assertAlmostEqual(across[0], force[0], delta=1e-12 * abs(force[2]))
                        self.assertEqual(row[20:], [1.0, 0.0, 0.0, -1.0])
                        if step > 20:
                            self.assertAlmostEqual(math.hypot(*across) / (0.3 * normal), 1.0, delta=1e-9)
                            self.assertGreater(math.hypot(*spring), 0.0)
                            slid += 1
                self.assertGreater(slid, 10)

    def test_walls_of_the_host(self):
        pair = "suffix dcm\npair_style gran/hertz/history 1e7 NULL 1e3 NULL 0.3 1\npair_coeff * *"
        fix = "fix w all wall/gran hertz/history 1e7 NULL 1e3 NULL 0.3 1 zplane -0.04 NULL"
        self.run_ok(self.WALLS.format(z=-0.0351, pair=pair, fix=fix, more=""))
        for step, frame in self.frames("local").items():
            atoms = self.frames("atoms")[step]
            self.assertEqual(len(frame), 2)
            for row in frame.values():
                self.assertEqual([atoms[int(row[1])][c] for c in host.FORCE], row[4:7])
