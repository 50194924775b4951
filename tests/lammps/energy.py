# SPDX-License-Identifier: MIT
"""fix dcm/energy: the ledger closes, is the same on all ranks and after a restart, and changes no force."""

import math
import os
import re
import struct

import decks
import host
import shapes

COLLISION = decks.box(0.01, boundary="f f f") + """create_atoms 1 single -0.001105 0 0
{second}
set atom 1 diameter 0.0022 density 2500
velocity all set 0.0 0.0 0.0
velocity all set 1.0 0.4 0.1
set atom 1 omega 50 -30 200
{mass_2}
pair_style dcm/{style} {options}
pair_coeff * * {values}
fix ledger all dcm/energy
fix move all nve/sphere
{wall}
timestep {dt}
""" + decks.table("f_ledger f_ledger[*]", "{steps}") + "run {steps}\n"
SECOND = {"second": "create_atoms 1 single 0.000905 0.0003 0", "wall": "",
          "mass_2": "set atom 2 diameter 0.0018 density 4000\nset atom 2 omega 0 0 0\ngroup two id 2\nvelocity two set 0 0 0"}
WALL = {"second": "", "mass_2": "", "wall": "fix wall all wall/dcm 1 xplane NULL 0 wiggle z 1e-3 0.01"}
SOLID = "young 1e7 poisson 0.25 restitution 0.7 friction 0.2"
# About a thousand steps a contact at the longer time step.
LAWS = {
    "hertz": ("form consistent", "young 1e7 poisson 0.25 friction 0.2"),
    "hertz/mindlin": ("form consistent damping implicit", SOLID),
    "hertz-mindlin": ("form sheet", SOLID),
    "linear": ("", "kn 2e3 restitution 0.7 friction 0.2"),
    "luding": ("", "k1 2e3 k2 4e3 kc 0 eta_n 1e-4 friction 0.2"),
    "hooke/history": ("", "kn 2e3 gamma_n 100 friction 0.2"),
    "hertz/history": ("", "kn 1e7 gamma_n 1e5 friction 0.2"),
    "granular": ("", "young 1e7 poisson 0.25 gamma_n_hertz 1e5 friction 0.2"),
    "jkr": ("form consistent", SOLID + " surface_energy 0.5"),
    "jkr-exact": ("form consistent", SOLID + " work_of_adhesion 0.5"),
    "eepa": ("", "k1 2e3 k2 4e3 kadh 1e2 f0 0 restitution 0.7 friction 0.3"),
}
SMOOTH = {"smooth": ("form consistent", SOLID.replace("friction 0.2", "friction 0")),
          "smooth and implicit": ("form consistent damping implicit", SOLID.replace("friction 0.2", "friction 0"))}
# Laws whose lever arms of velocity and moment differ between spheres.
UNLIKE_ARMS = ("hertz-mindlin", "granular")
# Where contacts store energy as they begin or end, over the energy of the collision: adhesion that jumps in and tears off, and a
# tangential spring that is stretched where the two part.
JUMPS = {"jkr-exact": 3e-4, "linear": 3e-4}
# Rest of errors that cancel, over the energy, where the rest is more than 1e-6.
LEFT = {"hooke/history": 2e-6}
TERMS = ("kinetic", "rotation", "stored_normal", "stored_tangential", "stored_rolling", "dissipated_normal", "dissipated_plastic",
         "dissipated_tangential", "dissipated_sliding", "dissipated_rolling", "dissipated_fracture", "walls", "forces", "constraints",
         "brought", "residual", "dissipated_by_arms", "dissipated_by_jumps", "box")

PACKING = decks.begin(newton="{newton}", more="{processors}\n") + """{begin}
pair_style dcm/hertz/mindlin form {form}
pair_coeff * * young 5e6 poisson 0.25 restitution 0.7 friction 0.5 rolling 0.02
"""
GO = """neighbor 0.0002 bin
timestep 2e-6
fix move all nve/sphere
fix gravity all gravity 9.81 vector 0 0.3 -1
fix floor all wall/dcm 1 zplane -0.0014 NULL
{ledger}
""" + decks.table("{columns}", "{every}")
BED = "read_data packing.data\nchange_box all boundary p p s"
LEDGER = {"ledger": "fix ledger all dcm/energy atoms yes",
          "columns": "f_ledger f_ledger[*] f_ledger[1][4] f_ledger[2][4] f_ledger[1][7] f_ledger[2][7]"}
NO_LEDGER = {"ledger": "", "columns": "step"}

# 108 grains of one diameter fly about above a floor, or in a periodic box, and meet.
GAS = decks.box("0 8 0 8 {low} {high}", types=2, units="lj", newton="{newton}", boundary="p p {boundary}") + """region some block 0 8 0 8 0.6 5 units box
lattice sc 0.421875
create_atoms 1 region some
displace_atoms all random 0.1 0.1 0.1 5 units box
set group all diameter 1 density 1
variable vx atom 0.5*sin(17*id)
variable vy atom 0.5*sin(31*id)
variable vz atom 0.5*sin(47*id)
velocity all set v_vx v_vy v_vz
group bar id 1:3
group others subtract all bar
pair_style dcm/hertz/mindlin form consistent
pair_coeff * * young 5000 poisson 0.25 {values}
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
timestep 5e-4
fix ledger all dcm/energy
{more}
""" + decks.table("f_ledger f_ledger[*] {tell}", 6000, "norm no lost error") + "run 6000\n"
GRAVITY = "fix gravity all gravity 0.2 vector 0 0 -1\n"
MOVE = "fix move all nve/sphere\n"
FLOOR = "fix floor all wall/dcm 1 zplane 0 NULL"
OPEN = {"newton": "off", "boundary": "f", "low": "-1", "high": "12", "values": "friction 0.3 restitution 1"}
MASS = math.pi / 6.0


def sums_of_contacts(names, of_names, sources):
    """Commands that sum columns of contacts, and words of a table: each sum, and the number of the ledger that it is or by whose change it is.

    @param of_names the columns of the ledger of these names
    @param sources pairs or a wall, and words of the compute, by the row of the ledger"""
    numbers = range(1, len(names) + 1)
    computes = "".join(f"compute of_{who} all dcm/contact/local {' '.join(names)}{more}\n"
                       f"compute sum_{who} all reduce sum {' '.join(f'c_of_{who}[{n}]' for n in numbers)} {host.REDUCE_INPUTS}\n"
                       for who, more in sources.values())
    return computes, " ".join(f"c_sum_{who}[{n}] f_ledger[{row}][{of}]" for row, (who, _) in sources.items() for n, of in zip(numbers, of_names))


def two(steps, law="hertz", partner=SECOND, dt=3e-7):
    """A grain that hits another one, or a wall."""
    options, values = LAWS.get(law) or SMOOTH[law]
    style = "hertz/mindlin" if law in SMOOTH else law.replace("-", "/")
    return COLLISION.format(style=style, options=options, values=values, dt=dt, steps=steps, **partner)


class Ledgers(host.Case):

    def rows(self, text):
        """{step: terms} and what else stood in the line."""
        return {int(step): (dict(zip(TERMS, numbers)), numbers[len(TERMS):]) for step, _, *numbers in self.thermo(text, "f_ledger") if len(numbers) >= len(TERMS)}

    def assert_contacts_tell(self, rows, stored, of_source, dt, at_end):
        """Sums of contacts are what the ledger has, of what is stored, or what the ledger gains in a step.

        @param rows a table of sums_of_contacts, of every step
        @param stored, of_source how many columns of each source are of what is stored, and how many there are
        @param at_end whether each is there in the last step, or else in ten of all"""
        for n in range((len(rows[0]) - 1) // 2):
            for before, row in zip(rows, rows[1:]):
                told, of_ledger, last = row[1 + 2 * n], row[2 + 2 * n], before[2 + 2 * n]
                is_stored = n % of_source < stored
                wanted = of_ledger if is_stored else (of_ledger - last) / dt
                size = abs(of_ledger) if is_stored else max(abs(of_ledger), abs(last)) / dt
                self.assertLessEqual(abs(told - wanted), 1e-10 * max(size, 1e-300), f"column {n}, step {row[0]}")
            there = [row[1 + 2 * n] != 0.0 for row in rows]
            self.assertTrue(there[-1] if at_end else sum(there) > 10, n)


class Energy(Ledgers):

    def collide(self, law, partner, share):
        rows = self.rows(self.run_ok(two(round(1500 / share), law, partner, 3e-7 * share)))
        first, last = rows[0][0], rows[max(rows)][0]
        return first["kinetic"] + first["rotation"], last

    def test_collisions_close(self):
        for law in LAWS:
            for partner in (SECOND, WALL):
                with self.subTest(law=law, wall=partner is WALL):
                    paid, coarse = self.collide(law, partner, 1.0)
                    _, fine = self.collide(law, partner, 0.25)
                    given = paid + abs(coarse["walls"])
                    self.assertGreater(sum(coarse[term] for term in TERMS[5:11]), 1e-3 * paid)
                    self.assertEqual(coarse["stored_normal"], 0.0)    # they have parted
                    # The wall accelerates, and the law gets the wall's velocity of half a step later than that of the grain.
                    self.assertLess(abs(coarse["residual"]), (1e-5 if partner is WALL else 3e-6) * given)
                    # The residual is of the first order in the time step; below 1e-6 of the energy it may be the rest of errors that cancel.
                    self.assertLess(abs(fine["residual"]), max(0.4 * abs(coarse["residual"]), LEFT.get(law, 1e-6) * given))
                    # However short the time step.
                    for run in (coarse, fine):
                        (self.assertGreater if law in UNLIKE_ARMS and partner is SECOND else self.assertLess)(
                            abs(run["dissipated_by_arms"]), 1e-4 * paid)
                    if law in JUMPS:
                        for run in (coarse, fine):
                            self.assertGreater(run["dissipated_by_jumps"], JUMPS[law] * paid)
                    if partner is WALL:
                        self.assertNotEqual(coarse["walls"], 0.0)

    def test_damping_closes_to_the_second_order(self):
        # Without friction nothing but damping dissipates. Told by the velocities of half a step before it is off by 6e-5 and more.
        for law in ("smooth", "smooth and implicit"):
            for partner in (SECOND, WALL):
                with self.subTest(law=law, wall=partner is WALL):
                    paid, coarse = self.collide(law, partner, 1.0)
                    _, fine = self.collide(law, partner, 0.25)
                    self.assertGreater(coarse["dissipated_normal"], 0.1 * paid)
                    self.assertLess(abs(coarse["residual"]), 4e-6 * paid)
                    self.assertLess(abs(fine["residual"]), 0.15 * abs(coarse["residual"]) + 1e-9 * paid)

    def test_contacts_that_end_in_the_step_of_a_new_list(self):
        for law in ("linear", "hertz/mindlin"):
            with self.subTest(law=law):
                ends = []
                for check in ("yes", "no"):    # no: there is a new list in each step
                    rows = self.rows(self.run_ok(two(1500, law).replace("timestep", f"neigh_modify delay 0 every 1 check {check}\ntimestep", 1)))
                    ends.append(rows[1500][0])
                paid = rows[0][0]["kinetic"] + rows[0][0]["rotation"]
                self.assertGreater(abs(ends[0]["dissipated_by_jumps"]), JUMPS.get(law, 1e-6) * paid)
                for term in TERMS:
                    self.assertLess(abs(ends[1][term] - ends[0][term]), 1e-12 * paid, term)

    def test_discs(self):
        """A disc has 5/4 of the moment of inertia of a sphere; here, of a pair, one is a disc, both are, or none is."""
        flat = two(1500, "hertz/mindlin").replace("units si", "units si\ndimension 2").replace("boundary f f f", "boundary f f p")
        flat = flat.replace("1.0 0.4 0.1", "1.0 0.4 0.0").replace("omega 50 -30 200", "omega 0 0 2000").replace("fix ledger", "fix plane all enforce2d\nfix ledger")
        for discs in ((), (1,), (1, 2)):
            with self.subTest(discs=discs):
                move = "".join(f"group g{g} id {g}\nfix move{g} g{g} nve/sphere{' disc' if g in discs else ''}\n" for g in (1, 2))
                rows = self.rows(self.run_ok(flat.replace("fix move all nve/sphere\n", move)))
                first, last = rows[0][0], rows[1500][0]
                paid = first["kinetic"] + first["rotation"]
                spheres = 0.2 * 2500 * math.pi / 6 * 0.0022**3 * 0.0011**2 * 2000**2
                self.assertAlmostEqual(first["rotation"] / spheres, 1.25 if 1 in discs else 1.0, delta=1e-9)
                self.assertGreater(last["dissipated_sliding"], 1e-2 * paid)
                self.assertLess(abs(last["constraints"]), 1e-9 * paid)
                self.assertLess(abs(last["residual"]), 1e-5 * paid)

    def test_units(self):
        """In units real a mass times the square of a velocity is no energy: where stiffnesses have the factor between the two, motions
        are the same, and energies have this factor."""
        factor = 48.88821291**2
        for partner in (SECOND, WALL):
            ends = []
            for units, of_them in (("si", 1.0), ("real", factor)):
                values = f"k1 {2e3 * of_them!r} k2 {4e3 * of_them!r} kc 0 eta_n {0.03 * of_them!r} friction 0.2"
                deck = COLLISION.format(style="luding", options="", values=values, dt=3e-7, steps=1500, **partner)
                done = self.succeeds(deck.replace("units si", f"units {units}\nneighbor 1e-3 bin"))
                self.assertEqual(done.stdout.count("in units real a mass times the square of a velocity is not an energy"), int(units == "real"))
                rows = self.rows(done.stdout)
                ends.append({(step, term): rows[step][0][term] / of_them for step in rows for term in TERMS})
            paid = ends[0][0, "kinetic"] + ends[0][0, "rotation"]
            self.assertGreater(ends[0][1500, "dissipated_normal"], 0.1 * paid)
            for key, of_si in ends[0].items():
                self.assertLess(abs(ends[1][key] - of_si), 1e-9 * paid, key)

    def pack(self, ledger, ranks=1, newton="off", again=False, form="consistent", out="whole", runs="run 60\nwrite_restart half.restart\nrun 40"):
        self.made("packing.data", "in.make_packing")
        deck = PACKING.format(newton=newton, begin="read_restart half.restart" if again else BED, form=form, processors="processors 2 2 1" if ranks == 4 else "")
        more = " ".join(f"f_ledger[{e + 1}]" for e in range(11)) if ledger is LEDGER else ""
        text = self.run_ok(deck + GO.format(every=10, **ledger) + ("run 40" if again else runs) + "\n" + decks.write(out, f"{decks.UNWRAPPED} {more}"), ranks)
        return self.rows(text) if more else None, self.read(out)

    def test_ranks_and_restart(self):
        for form in ("consistent", "sheet"):
            with self.subTest(form=form):
                _, without = self.pack(NO_LEDGER, form=form)
                rows, atoms = self.pack(LEDGER, form=form)
                self.assertEqual(without, {id: row[:15] for id, row in atoms.items()}, "forces stay")
                whole, sources = rows[100]
                scale = whole["kinetic"] + whole["stored_normal"]
                self.assertGreater(whole["dissipated_sliding"], 1e-3 * scale)
                self.assertLess(abs(whole["residual"]), 2e-3 * scale)
                # Sources add up, and atoms have what pairs have and half of what walls have.
                for n, name in ((0, "dissipated_normal"), (2, "dissipated_sliding")):
                    pairs, floor = sources[n:n + 2]
                    self.assertGreater(min(pairs, floor), 0.0)
                    self.assertAlmostEqual(pairs + floor, whole[name], delta=1e-13 * whole[name])
                    of_atoms = sum(row[15 + TERMS.index(name) - 2] for row in atoms.values())
                    self.assertAlmostEqual(pairs + 0.5 * floor, of_atoms, delta=1e-12 * of_atoms)
                again_rows, again_atoms = self.pack(LEDGER, form=form, again=True, out="again")
                self.assertEqual(atoms, again_atoms)
                for name in TERMS[2:13]:
                    self.assertEqual(whole[name], again_rows[100][0][name], name)
                for ranks, newton in ((4, "on"), (4, "off"), (1, "on")):
                    other_rows, other_atoms = self.pack(LEDGER, ranks, newton, form=form)
                    for name in TERMS:
                        self.assertLess(abs(whole[name] - other_rows[100][0][name]), 1e-12 * scale, f"{name}, {ranks} ranks, newton {newton}")
                    self.assert_same(atoms, other_atoms, 1e-10, f"{ranks} ranks, newton {newton}", [[column] for column in range(15, 26)])

    def test_begins_later(self):
        # Form sheet keeps a number for energies alone: springs that are stretched are known where the fix begins.
        self.made("packing.data", "in.make_packing")
        for form in ("consistent", "sheet"):
            deck = PACKING.format(newton="off", begin=BED, form=form, processors="")
            rows = self.rows(self.run_ok(deck + GO.format(every=10, **NO_LEDGER) + "run 60\n" + LEDGER["ledger"] + "\n" +
                                         decks.table("f_ledger f_ledger[*]", 10) + "run 20\n"))
            first, last = rows[60][0], rows[80][0]
            self.assertEqual(first["dissipated_normal"], 0.0)
            self.assertGreater(first["stored_tangential"], 0.0)
            self.assertGreater(last["dissipated_tangential"], 0.0)
            self.assertLess(abs(last["residual"]), 5e-4 * (first["kinetic"] + first["stored_normal"]))

    def go_on(self, before, after="", again=None, after_reading=None, ranks=2, version=4):
        """Two grains that overlap: the terms 20 steps after a restart file was written, in the run that wrote the file and in one that read
        it. Commands `before` the file, `after` it, and `again` between the reading of the file and another file that is read then."""
        deck = two(20)
        begin, rest = deck.replace("0.000905", "0.00086").split("fix ledger")
        go = "fix ledger" + rest.split("run 20")[0]
        whole = self.rows(self.run_ok(begin + go + before + "write_restart a.restart\n" + after + "run 20\n"))
        reads = "comm_modify vel yes\nread_restart a.restart\n"
        if again is not None:
            self.run_ok(reads + go + again + "write_restart b.restart\n")
            reads = reads.replace("a.restart", "b.restart")
        if version < 4:
            self.make_old(version)
        read = self.rows(self.run_ok(reads + go + (after if after_reading is None else after_reading) + "run 20\n", ranks))
        self.assertEqual(max(whole), max(read))
        return whole[max(whole)][0], read[max(read)][0]

    def make_old(self, version):
        """The file as a fix wrote it before: version 3 without the energies of the last step, 2 without the size and the work of the box, too."""
        content = self.bytes_of("a.restart")
        begin = content.index(b"dcm/energy 4\0")
        size, = struct.unpack_from("=i", content, begin - 4)
        of_record, count = struct.unpack_from("=ii", content, begin + 13)
        record = content[begin + 17:begin + size - 16 * (1 + 3 * count)]
        if version == 3:
            record = struct.pack("=i", of_record - 16 * (1 + 3 * count)) + record
        else:
            record = record[:-16]
        record = b"dcm/energy %d\0" % version + record
        self.write_bytes("a.restart", content[:begin - 4] + struct.pack("=i", len(record)) + record + content[begin + size:])

    def test_every_restart_file_can_be_read(self):
        new = "create_atoms 1 single 0 0.005 0\nset atom 3 diameter 0.002 density 2500\nvelocity all set 0 0.3 0 sum yes\n"
        no_table = "thermo_style custom step\nrun 0\n" + decks.table("f_ledger f_ledger[*]", 20)
        for what, commands in {
                "before the first run": {"before": ""},
                "after a run of no step": {"before": "run 0\n"},
                "likewise, without the ledger in the table": {"before": no_table},
                "after a run": {"before": "run 10\n"},
                "with an atom that came after a run": {"before": "run 10\n" + new},
                "after a file that was read": {"before": "run 10\n", "again": "print 'look: $(f_ledger)'\n"},
                "likewise, with an atom that came": {"before": "run 10\n" + new, "again": "print 'look: $(f_ledger)'\n"}}.items():
            with self.subTest(what):
                whole, read = self.go_on(**commands)
                scale = whole["kinetic"]
                self.assertGreater(whole["stored_normal"], 0.0)
                for term in TERMS:
                    self.assertLess(abs(whole[term] - read[term]), 1e-12 * scale, term)
                self.assertLess(abs(whole["residual"]), 1e-5 * scale)
                if "atom that came" in what:
                    self.assertGreater(whole["brought"], 1e-2 * scale)

    def test_commands_behind_a_restart_file(self):
        # Behind a file that was read commands bring what they bring in the run that wrote the file.
        wall, stop = "fix near all wall/dcm 1 xplane NULL 0.00175\n", "velocity all set 0 0 0\n"
        for what, commands in {
                "velocities": {"before": "run 10\n", "after": stop},
                "a wall that went": {"before": wall + "run 10\n", "after": "unfix near\n", "after_reading": ""},
                "a wall that came": {"before": "run 10\n", "after": wall},
                "before the file": {"before": "run 10\n" + stop},
                "between two files": {"before": "run 10\n", "after": stop, "again": "velocity all set 1 1 1\n"}}.items():
            with self.subTest(what):
                whole, read = self.go_on(**commands)
                self.assertGreater(abs(whole["brought"]), 1e-10)
                for term in TERMS:
                    self.assertLess(abs(whole[term] - read[term]), 1e-10 * abs(whole["brought"]), term)
        # A file of an earlier version lacks the energies before the commands, so that what these change is in the residual.
        for version in (2, 3):
            whole, read = self.go_on("run 10\n", version=version)
            for term in TERMS:
                self.assertLess(abs(whole[term] - read[term]), 1e-12 * whole["kinetic"], term)
            whole, read = self.go_on("run 10\n", stop, version=version)
            self.assertLess(abs(read["brought"]), 1e-12 * abs(whole["brought"]))
            self.assertAlmostEqual((read["residual"] - whole["residual"]) / whole["brought"], 1.0, delta=1e-12)

    def test_atoms_come_and_go(self):
        runs = ("run 20\nregion high block INF INF INF INF 0.012 INF\ngroup high region high\ndelete_atoms group high compress no\nrun 20\n"
                "create_atoms 1 single 0.004 0.004 0.03\ngroup new id 1000\nvelocity all set NULL NULL 0.1 sum yes\nrun 20")
        rows, _ = self.pack(LEDGER, runs=runs)
        before, after, last = rows[20][0], rows[40][0], rows[60][0]
        self.assertLess(after["brought"], -0.1 * before["kinetic"])
        self.assertNotEqual(last["brought"], after["brought"])
        scale = before["kinetic"] + before["stored_normal"]
        # Contacts that went with their atoms take along what they stored: nothing else is missing.
        self.assertLess(abs(last["residual"] - after["residual"]), 1e-3 * scale)

    def test_the_last_contact_goes(self):
        # No two grains are near each other any more, so that nothing is looked at; nothing is stored, either. The residual has
        # what the contact stored, to the half step between the energy and the velocities.
        text = self.run_ok(two(200) +
                           "delete_atoms group two compress no\nrun 1\n")
        before, after = self.rows(text.split("Loop time")[0])[200][0], self.rows(text)[201][0]
        self.assertGreater(before["stored_normal"], 0.01 * before["kinetic"])
        self.assertEqual([after[term] for term in TERMS if term.startswith("stored")], [0.0, 0.0, 0.0])
        self.assertAlmostEqual(after["residual"] / -before["stored_normal"], 1.0, delta=0.1)

    def test_walls_and_pair_styles_come_and_go(self):
        # They bring and take along what their contacts store, and nothing of it is in the residual.
        deck = two(200)
        wall = "fix near all wall/dcm 1 xplane NULL 0.0018\n"
        other = "pair_style dcm/linear\npair_coeff * * kn 1e3 restitution 0.9 friction 0.5\n"
        for what, commands in (("wall", (wall, "unfix near\n", wall)), ("pair", ("", other)), ("wall by the law of the pair", (wall, other)),
                               ("wall of the same name", (wall, "unfix near\n" + wall.replace("0.0018", "0.00181")))):
            with self.subTest(what):
                text = self.succeeds(deck.replace("timestep", commands[0] + "timestep") + "".join(more + "run 50\n" for more in commands[1:])).stdout
                runs = [self.rows(part) for part in text.split("Loop time")[:-1]]
                self.assertEqual(len(runs), len(commands))
                paid = runs[0][0][0]["kinetic"]
                for end, begin in ((end[max(end)][0], begin[min(begin)][0]) for end, begin in zip(runs, runs[1:])):
                    stored = sum(begin[term] - end[term] for term in TERMS if term.startswith("stored"))
                    self.assertGreater(abs(stored), 1e-4 * paid)
                    self.assertAlmostEqual((begin["brought"] - end["brought"]) / stored, 1.0, delta=1e-9)
                    self.assertLess(abs(begin["residual"] - end["residual"]), 1e-12 * paid)
                self.assertLess(abs(runs[-1][max(runs[-1])][0]["residual"]), 1e-4 * paid)
        text = self.run_ok(deck + "unfix ledger\nfix ledger all dcm/energy\nrun 0\ndelete_atoms group all\n" + other + "run 0\n")
        last = self.rows(text)[200][0]
        self.assertEqual([last[term] for term in TERMS[:5]], [0.0] * 5)
        self.assertLess(abs(last["residual"]), 1e-12 * paid)

    def test_a_style_that_stands_twice(self):
        # Each of the two has sums of its own.
        one = two(200, "linear").replace("restitution 0.7", "restitution 1")
        overlay = "pair_style hybrid/overlay dcm/linear dcm/linear\n" + "".join(
            f"pair_coeff * * dcm/linear {n} kn 1e3 restitution 1 friction 0.2\n" for n in (1, 2))
        whole, both = (self.rows(self.run_ok(deck.replace("f_ledger[*]", "f_ledger[*] " + words)))[200] for deck, words in (
            (one, "f_ledger[1][1]"), (re.sub("pair_style.*\n.*\n", overlay, one), "f_ledger[1][1] f_ledger[2][1]")))
        kinetic = whole[0]["kinetic"]
        self.assertGreater(whole[0]["stored_normal"], 1e-3 * kinetic)
        for term, value in whole[0].items():
            self.assertAlmostEqual(both[0][term], value, delta=1e-9 * kinetic, msg=term)
        self.assertAlmostEqual(both[1][0], both[1][1], delta=1e-12 * kinetic)

    def test_commands_that_change_contacts(self):
        # No force does work, and the residual has the change of what contacts store (docs/energy.md).
        deck = two(200)
        for command in (f"pair_coeff * * {LAWS['hertz'][1].replace('1e7', '2e7')}\n", "displace_atoms two move -1e-6 0 0\n"):
            end, begin = (self.rows(part)[200][0] for part in self.run_ok(deck + command + "run 1\n").split("Loop time")[:2])
            change = begin["stored_normal"] - end["stored_normal"]
            self.assertGreater(change, 0.01 * end["stored_normal"])
            stored = sum(begin[term] - end[term] for term in TERMS if term.startswith("stored"))
            self.assertAlmostEqual((begin["residual"] - end["residual"]) / stored, 1.0, delta=1e-9)
            self.assertLess(abs(begin["brought"] - end["brought"]), 1e-12 * end["kinetic"])

    def gas(self, more, tell="step", ranks=1, **box):
        """Terms at the beginning and at the end, and what else was told at the end."""
        done = self.succeeds(GAS.format(more=more, tell=tell, **{**OPEN, **box}), ranks)
        rows = self.rows(done.stdout)
        told = re.findall("WARNING: dcm: fix ledger: the work of the box that fix box (\\S+) changes is in the residual; fix ledger knows", done.stdout)
        self.assertEqual(told, re.findall("fix box all (\\S+)", more) if rows[6000][0]["box"] == 0.0 else [])
        return rows[0][0], *rows[6000]

    def assert_closes(self, first, last, bound=3e-5):
        given = first["kinetic"] + sum(abs(last[term]) for term in ("walls", "forces", "constraints", "brought"))
        self.assertGreater(last["dissipated_sliding"], 0.1 * first["kinetic"])
        self.assertLess(abs(last["residual"]), bound * given)

    def test_forces_on_grains(self):
        # The work of forces that do not change is force times path.
        first, last, (x, y, z) = self.gas(MOVE + GRAVITY + FLOOR + "\nfix push all addforce 0.05 0.02 0\nvariable x equal xcm(all,x)\n"
                                          "variable y equal xcm(all,y)\nvariable z equal xcm(all,z)\n"
                                          "variable x0 equal $(v_x)\nvariable y0 equal $(v_y)\nvariable z0 equal $(v_z)\n"
                                          "variable dx equal v_x-v_x0\nvariable dy equal v_y-v_y0\nvariable dz equal v_z-v_z0", "v_dx v_dy v_dz")
        self.assert_closes(first, last)
        work = 108 * (0.05 * x + 0.02 * y - MASS * 0.2 * z)
        self.assertGreater(work, 0.5 * first["kinetic"])
        self.assertLess(abs(last["forces"] - work), 1e-4 * work)
        for term in ("walls", "constraints", "brought"):
            self.assertLess(abs(last[term]), 1e-9 * work, term)

    def test_walls_that_move(self):
        self.write("floor.stl", shapes.ascii_stl(shapes.plane(20)))
        mesh = "fix floor all wall/dcm/mesh 1 floor.stl "
        for floor in (FLOOR + " wiggle z 0.1 2", FLOOR + " shear x 0.7", mesh + "surface_velocity 0.7 0.2 0",
                      mesh + "motion rotate 4 4 0 0 0 1 omega 0.5"):
            with self.subTest(floor=floor):
                first, last, (wall, ) = self.gas(MOVE + GRAVITY + floor, "f_floor")
                self.assert_closes(first, last)
                self.assertGreater(abs(wall), 0.05 * first["kinetic"])
                self.assertEqual(last["walls"], wall)
                self.assertLess(abs(last["constraints"]), 1e-9 * first["kinetic"])

    def test_grains_that_are_moved(self):
        # fix move gives its grains what the forces on them do not.
        tell = ("variable power atom fx*vx+fy*vy+fz*vz\nvariable own atom 0.5*mass*(vx*vx+vy*vy+vz*vz)\ncompute power bar reduce sum v_power\n"
                "compute own bar reduce sum v_own\nfix power all vector 1 c_power\nvariable work equal trap(f_power)*dt")
        first, last, (own, work) = self.gas("fix move others nve/sphere\nfix bar bar move wiggle 0.2 0.2 0.2 3.0\n" + GRAVITY + FLOOR + "\n" + tell,
                                            "c_own v_work")
        self.assert_closes(first, last, 1e-4)
        own_first = 0.5 * MASS * sum((0.5 * math.sin(rate * id))**2 for rate in (17, 31, 47) for id in (1, 2, 3))
        self.assertGreater(last["constraints"], 0.1 * first["kinetic"])
        self.assertLess(abs(last["constraints"] - (own - own_first - work)), 1e-3 * last["constraints"])
        frozen, still, _ = self.gas("velocity bar set 0 0 0\n" + MOVE + GRAVITY + FLOOR + "\nfix bar bar freeze")
        self.assert_closes(frozen, still)

    def test_grains_that_come_and_go(self):
        # They fall with the same speed and touch nobody before they are taken away.
        new = "region new block 0 8 0 8 9 11 units box\nfix in all deposit 16 1 300 4711 region new vz -1 -1 near 1.2 units box\n"
        taken = "region away block INF INF INF INF 6.5 8 units box\nfix out all evaporate 250 1 away 4711\n"
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                first, last, (count, ) = self.gas(MOVE + GRAVITY + FLOOR + "\n" + new, "atoms", ranks)
                self.assertEqual(count, 124)
                self.assert_closes(first, last)
                brought = 16 * 0.5 * MASS
                self.assertLess(abs(last["brought"] - brought), 1e-9 * brought)
                self.assertLess(abs(last["constraints"]), 1e-9 * brought)
                first, last, (count, ) = self.gas(MOVE + GRAVITY + FLOOR + "\n" + new + taken, "atoms", ranks)
                self.assertLess(count, 120)
                self.assert_closes(first, last)
                self.assertLess(abs(last["constraints"]), 1e-9 * brought)
                # Each was taken with the energy of its fall, 0.2 m g and more.
                self.assertLess(last["brought"], brought - (124 - count) * 0.5 * MASS)

    def test_box_that_changes(self):
        # LAMMPS brings the grains nearer to each other without a velocity, and the work of that is in the residual (docs/energy.md).
        # Without friction and damping this is the work of the pressure.
        box = ("compute p all pressure NULL pair\nfix box all deform 1 x erate -0.02 y erate 0.01 remap x\n"
               "variable power equal vol*(c_p[1]*0.02/(1-0.02*step*dt)-c_p[2]*0.01/(1+0.01*step*dt))\n"
               "fix power all vector 1 v_power\nvariable work equal trap(f_power)*dt")
        first, last, (work, ) = self.gas(MOVE + box, "v_work", boundary="p", low="0", high="8", values="friction 0 restitution 1")
        self.assertGreater(work, 0.01 * first["kinetic"])
        self.assertLess(abs(last["residual"] - work), 1e-3 * work)

    def test_box_that_a_pressure_changes(self):
        box = {"boundary": "p", "low": "0", "high": "8", "values": "friction 0 restitution 1"}
        first, last, _ = self.gas(MOVE + "fix box all press/berendsen iso 0.5 0.5 1 modulus 1", **box)
        self.assertGreater(abs(last["residual"]), 1e-2 * first["kinetic"])
        # A box that shrinks onto the grains does no work.
        text = self.run_ok(GAS.format(**{**OPEN, "boundary": "s", "more": MOVE, "tell": "step"}).replace("run 6000", "run 500"))
        self.assertNotIn("the work of the box", text)

    def test_box_whose_images_move(self):
        # With remap v laws see how the images of grains move, and the work of that is a term. With newton off it is in the residual.
        box = {"boundary": "p", "low": "0", "high": "8", "values": "friction 0.3 restitution 0.8"}
        for change in ("x erate -0.05", "y erate -0.03 z erate -0.03"):
            for ranks in (1, 2):
                first, last, _ = self.gas(MOVE + f"fix box all deform 1 {change} remap v", ranks=ranks, newton="on", **box)
                self.assertGreater(abs(last["box"]), 0.02 * first["kinetic"])
                self.assertLess(abs(last["residual"]), 1e-3 * abs(last["box"]))
        first, off, _ = self.gas(MOVE + f"fix box all deform 1 {change} remap v", **box)
        self.assertLess(abs(off["residual"] - last["box"]), 1e-2 * abs(last["box"]))
        # A box that changes no more does no work.
        values = {**OPEN, **box, "newton": "on", "more": MOVE + f"fix box all deform 1 {change} remap v", "tell": "step"}
        rows = self.rows(self.run_ok(GAS.format(**values).replace("run 6000", "run 3000\nunfix box\nrun 500\nrun 500")))
        paid, (end, later, latest) = rows[0][0]["kinetic"], (rows[step][0] for step in (3000, 3500, 4000))
        self.assertGreater(abs(end["box"]), 1e-2 * paid)
        self.assertLess(abs(later["box"] - end["box"]), 1e-4 * abs(end["box"]))    # the last half step
        self.assertEqual(later["box"], latest["box"])
        self.assertLess(abs(latest["residual"]), 2e-3 * abs(latest["box"]))

    def test_terms_are_those_of_the_step(self):
        # In the first step of a run, too, and if a force has looked at the ledger within the step.
        deck = two(300)
        motion = "compute motion all ke\n"
        columns = decks.table("f_ledger f_ledger[*] c_motion f_ledger[1][1]")
        look = "variable none equal 0*f_ledger[1]\nfix none all addforce v_none 0 0\n"
        for more in ("", look):
            text = self.run_ok(deck + motion + columns + more + 4 * "run 1\n" + "run 3\n")
            rows = self.rows(text)
            self.assertEqual(sorted(rows)[-8:], list(range(300, 308)))
            for step in range(300, 308):
                terms, (motion_now, stored) = rows[step]
                self.assertAlmostEqual(terms["kinetic"] / motion_now, 1.0, delta=1e-13)
                self.assertEqual(terms["stored_normal"], stored)
                self.assertNotEqual(stored, rows[step - 1][0]["stored_normal"] if step > 300 else 0.0)

    def test_the_accounts_open_where_the_first_run_begins(self):
        # Whoever looks at the ledger before changes nothing, nor do walls that are set up behind the one who looks.
        deck = two(20)
        begin, end = deck.split("fix ledger")
        end = "fix ledger" + end.replace("timestep", "fix near all wall/dcm 1 xplane NULL 0.0018\ntimestep")
        average = "variable residual equal f_ledger\nfix average all ave/time 1 1 1 v_residual\n"
        plain = self.rows(self.run_ok(begin + end))
        self.assertGreater(plain[0][0]["stored_normal"], 0.0)
        self.assertLess(abs(plain[0][0]["residual"]), 1e-12 * plain[0][0]["kinetic"])
        self.assertLess(abs(plain[20][0]["residual"]), 1e-5 * plain[0][0]["kinetic"])
        # Nor does a run of no step whose table does not ask for the ledger.
        for what, early in (("print", begin + end.replace("thermo_style", 'print "early $(f_ledger[1]:%.17g) $(f_ledger)"\nthermo_style')),
                            ("ave/time", begin + average + end), ("between", begin + end.replace("fix near", average + "fix near")),
                            ("run 0", begin + end.replace("thermo_style", "run 0\nthermo_style"))):
            with self.subTest(what):
                text = self.run_ok(early)
                self.assertEqual(self.rows(text), plain)
                if what == "print":
                    kinetic, residual = re.search("^early (\\S+) (\\S+)$", text, re.M).groups()
                    self.assertEqual(float(kinetic), plain[0][0]["kinetic"])
                    self.assertLess(abs(float(residual)), 1e-12 * float(kinetic))
        rows = self.rows(self.run_ok(begin + end.replace("thermo_style", "run 0\nvelocity all set 0 0 0\nset group all omega 0 0 0\nthermo_style")))
        paid = plain[0][0]["kinetic"] + plain[0][0]["rotation"]
        self.assertEqual(rows[0][0]["kinetic"], 0.0)
        self.assertAlmostEqual(rows[0][0]["brought"] / -paid, 1.0, delta=1e-12)
        self.assertLess(abs(rows[20][0]["residual"]), 1e-5 * paid)

    def test_contacts_tell_their_energies(self):
        self.made("packing.data", "in.make_packing")
        names = ("stored_normal", "stored_tangential", "dissipated_normal", "dissipated_sliding")
        computes, columns = sums_of_contacts(names, (1, 2, 4, 7), {1: ("pairs", ""), 2: ("floor", " walls floor")})
        for threads in (1, 2):
            for ranks, newton in ((1, "off"), (4, "on")):
                with self.subTest(threads=threads, ranks=ranks):
                    deck = PACKING.format(newton=newton, begin=BED, form=f"consistent threads {threads}", processors="")
                    go = GO.format(ledger=LEDGER["ledger"] + "\n" + computes, columns=columns, every=1)
                    rows = self.thermo(self.run_ok(deck + "run 0\n" + go + "run 40\n", ranks), "c_sum_pairs[1]")
                    self.assertEqual(len(rows), 41)
                    self.assert_contacts_tell(rows, 2, 4, 2e-6, True)

    def test_a_law_that_tells_no_energies(self):
        self.made("packing.data", "in.make_packing")
        deck = decks.begin() + BED + "\n"
        sticky = f"pair_style dcm sticky library '{os.path.join(host.LAWS, 'sticky.so')}'\npair_coeff * * stiffness 1e3 shear 1e3 gap 1e-5\n"
        end = "timestep 1e-6\nfix m all nve/sphere\nfix floor all wall/dcm 1 zplane -0.0014 NULL\nrun 1\nrun 1\n"
        warning = "fix e: the law 'sticky' reports no energies"
        self.assertEqual(self.succeeds(deck + sticky + "fix e all dcm/energy\n" + end).stdout.count(warning), 1)
        self.run_ok(deck + sticky + end)
        scaled = "pair_style hybrid/scaled 0.5 dcm/linear\npair_coeff * * dcm/linear kn 1e3 restitution 1 friction 0.2\nfix e all dcm/energy\n"
        self.assertIn("fix e: pair_style hybrid/scaled multiplies forces by a factor", self.said(deck + scaled + end))
        self.run_fails(deck + sticky + f"fix w all wall/dcm/mesh 1 {self.write('floor.stl', shapes.ascii_stl(shapes.plane(1.0, -0.0014)))} wear archard 1\n" + end,
                       "fix wall/dcm/mesh: the keyword 'wear archard' counts what slides, but the law 'sticky' reports no energies")

    def test_messages(self):
        deck = PACKING.format(newton="off", begin="read_data packing.data", form="consistent", processors="")
        of_atoms = host.heat_of_atoms(not host.GRANULAR_IS_ONE_FILE)[0]
        self.made("packing.data", "in.make_packing")
        for commands, *parts in (
                ("group some type 1\nfix e some dcm/energy", "the energy of a group is no balance", "fix e all dcm/energy"),
                # The first and the last column of energies.
                *((f"compute c all dcm/contact/local id1 {word}", f"'{word}' needs the energies of contacts", "fix ledger all dcm/energy")
                  for word in ("stored_normal", "dissipated_by_arms")),
                ("fix e all dcm/energy\nfix f all dcm/energy", "there is already fix e of this style"),
                ("fix e all dcm/energy atom yes", "'atom' is no keyword", "the keywords are atoms and heat"),
                ("fix e all dcm/energy heat yes", "fix e dcm/energy: 'heat yes' adds to the quantity 'heatflow' of each atom", "add 'fix ID all property/atom "),
                (of_atoms + "change_box all boundary f p p\nfix e all dcm/energy heat yes\nfix w all wall/dcm 1 xplane NULL 1",
                 "this fix must come after all dcm walls: define fix w before it"),
                ("fix e all dcm/energy atoms", "'atoms' needs one of the words yes and no")):
            self.run_fails(deck + commands + "\nrun 0\n", *parts, ranks=2)
