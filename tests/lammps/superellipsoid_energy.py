# SPDX-License-Identifier: MIT
"""fix dcm/energy with grains that are superellipsoids: the ledger closes to the order of the integrator, and is the same by whatever way it is
computed and after a restart."""

import itertools
import math
import random
import unittest

import decks
import host
from energy import Ledgers, TERMS, sums_of_contacts
from superellipsoids import BOX_OF_PAIRS, Grain, MIXED, SEED, data, pairs_that_meet

SOLID = "young 5e6 poisson 0.25"
DECK = decks.begin(atoms="ellipsoid superellipsoid", newton="{newton}", boundary="{boundary}", more="{processors}\n") + """{begin}
pair_style dcm/{style} {way}
pair_coeff * * {values}
neighbor 0.0002 bin
timestep {timestep!r}
fix move all nve/asphere
{forces}
{walls}
{ledger}
compute axes all property/atom quatw quati quatj quatk
""" + decks.table("{columns}", "{every}") + "{runs}\n"
LEDGER = {"ledger": "fix ledger all dcm/energy atoms yes", "columns": "f_ledger f_ledger[*]"}
NO_LEDGER = {"ledger": "", "columns": "step"}
ROUND = ("lentil", "ellipsoid", "sphere")
# Grains that meet, what is in pair_coeff and pair_style, the residual over the energy with about 500 steps a collision, and by what factor a quarter
# of the time step lowers it, beside what errors of pairs that cancel may leave; and terms of a least share of the energy.
COLLISIONS = (
    # The order is the second one, that of the motion: a quarter of the time step leaves a sixteenth.
    (ROUND, "restitution 1 friction 0", "", 1e-6, 0.15, 1e-8, {}),
    (ROUND, "restitution 0.6 friction 0", "", 5e-6, 0.15, 1e-8, {"dissipated_normal": 0.05}),
    (("box", "rod"), "restitution 0.6 friction 0", "", 5e-5, 0.3, 1e-8, {}),
    # Between the first and the second order, as between spheres.
    *((ROUND, "restitution 0.6 friction 0.3", f"form {form}", 5e-6, 0.5, 1e-8, {"dissipated_sliding": 0.01, "dissipated_by_arms": 1e-7})
      for form in ("consistent", "sheet")),
    # The place of a contact crosses a flat side within few steps, however short these are.
    (("box", "rod"), "restitution 0.6 friction 0.3", "", 1e-3, 0.5, 2e-4, {}),
    # A force that jumps in where two touch, and is torn off.
    (ROUND, "restitution 0.6 friction 0.3 work_of_adhesion 0.5", "", 1e-5, 0.5, 0.0, {"dissipated_by_jumps": 1e-4}))


@unittest.skipUnless(host.has_superellipsoids(), "this LAMMPS has no atom_style ellipsoid superellipsoid, or no fix nve/asphere")
class Ledger(Ledgers):

    def run_ledger(self, steps=None, ranks=1, **words):
        parts = {"newton": "on", "processors": "", "boundary": "p p p", "begin": "read_data grains.data", "way": "", "style": "hertz/mindlin",
                 "values": SOLID, "timestep": 1e-6, "forces": "", "walls": "", "every": 100000, "runs": f"run {steps}", **LEDGER}
        parts.update(words)
        text = self.run_ok(DECK.format(**parts), ranks)
        return {step: terms for step, (terms, _) in self.rows(text).items()} if "f_ledger" in parts["columns"] else {}

    # ------------------------------------------------------------------------ collisions

    def meet(self, kinds, count=27):
        self.write("grains.data", data(pairs_that_meet(kinds, count), BOX_OF_PAIRS))

    def collide(self, timestep, more, way="form consistent", style="hertz/mindlin", solid=SOLID):
        """The energy at the beginning, and the terms of the end."""
        rows = self.run_ledger(round(1.2e-3 / timestep), timestep=timestep, values=f"{solid} {more}", way=way, style=style)
        return rows[0]["kinetic"] + rows[0]["rotation"], rows[max(rows)]

    def test_collisions(self):
        for kinds, more, way, coarsest, falls_to, chance, terms in COLLISIONS:
            with self.subTest(kinds=kinds, more=more, way=way):
                self.meet(kinds)
                style = "jkr/exact" if "adhesion" in more else "hertz/mindlin"
                (paid, coarse), (_, fine) = (self.collide(timestep, more, way or "form consistent", style) for timestep in (2e-7, 5e-8))
                print(f"{', '.join(kinds)}, {more}: {coarse['residual'] / paid:.1e} and {fine['residual'] / paid:.1e} of the energy")
                self.assertLess(abs(coarse["residual"]), coarsest * paid)
                self.assertLess(abs(fine["residual"]), falls_to * abs(coarse["residual"]) + chance * paid)
                for run in (coarse, fine):
                    if style == "hertz/mindlin":
                        self.assertLess(run["stored_normal"], 1e-5 * paid)    # all but one or the other have parted
                    for term in ("forces", "walls", "constraints", "brought", "box"):
                        self.assertLess(abs(run[term]), 1e-11 * paid, term)
                    for term, least in terms.items():
                        self.assertGreater(abs(run[term]), least * run["kinetic"], term)
                    if "restitution 1" in more:
                        self.assertEqual(sum(run[term] for term in TERMS[5:11]), 0.0)
                        self.assertLess(abs(run["kinetic"] + run["rotation"] - paid), 1e-6 * run["kinetic"])

    # ------------------------------------------------------------------------ a heap in a box

    GRAVITY = "fix gravity all gravity 9.81 vector 0 0.3 -1"
    WALLS = """fix floor all wall/dcm 1 zplane -2.15e-3 NULL wiggle z 2e-5 2e-3
region room block -2.15e-3 2.15e-3 -2.15e-3 2.15e-3 -3e-3 2.15e-3
fix room all wall/dcm/region 1 room
fix pipe all wall/dcm 1 zcylinder 2.8e-3"""
    HEAP = {"style": "hertz/mindlin", "values": SOLID + " restitution 0.6 friction 0.4 rolling 0.02", "boundary": "f f f", "forces": GRAVITY,
            "walls": WALLS, "way": "form consistent"}

    def in_a_box(self, kinds=MIXED):
        """Grains about the origin, none of which touches another one, that fly about."""
        draw = random.Random(SEED)
        places = [[1.05e-3 * (n // 4**d % 4 - 1.5) for d in range(3)] for n in range(64)]
        self.grains = [Grain(draw, kind, place, 0.5, size=0.54e-3 if kind == "lentil" else 0.27e-3)
                       for place, kind in zip(places, itertools.cycle(kinds))]
        self.write("grains.data", data(self.grains, 4e-3))

    def run_heap(self, steps=600, out="whole", ranks=1, **words):
        parts = {**self.HEAP, "runs": f"run {steps // 2}\nwrite_restart half.restart\nrun {steps // 2}", **words}
        more = " ".join(f"f_ledger[{e + 1}]" for e in range(11)) if "ledger" not in words else ""
        parts["runs"] += "\n" + decks.write(out, f"{decks.UNWRAPPED.replace('omega', 'angmom')} c_axes[*] {more}")
        return self.run_ledger(ranks=ranks, **parts), self.read(out)

    def test_box(self):
        """Planes, one of which moves, a cylinder, gravity, friction."""
        self.in_a_box(ROUND)
        ends = []
        for timestep in (1e-6, 2.5e-7):
            rows, grains = self.run_heap(round(2.4e-3 / timestep), timestep=timestep)
            first, last = rows[0], rows[max(rows)]
            paid = first["kinetic"] + first["rotation"]
            ends.append(last["residual"] / paid)
            fallen = -sum(9.81 / math.sqrt(1.09) * g.mass * ((grains[k][2] - g.x[2]) - 0.3 * (grains[k][1] - g.x[1])) for k, g in enumerate(self.grains, 1))
            self.assertLess(abs(last["forces"] - fallen), 3e-7 * paid)
            self.assertGreater(last["dissipated_sliding"], 0.1 * paid)
            self.assertGreater(abs(last["walls"]), 1e-5 * paid)
            for term in ("constraints", "brought", "box"):
                self.assertLess(abs(last[term]), 1e-11 * paid, term)
        print(f"a heap in a box: {ends[0]:.1e} and {ends[1]:.1e} of the energy")
        # About 50 and 200 steps a contact. Spheres in this box leave 3e-5 and 2e-6 of the energy.
        self.assertLess(abs(ends[0]), 3e-4)
        self.assertLess(abs(ends[1]), 6e-5)

    def test_ways(self):
        """Threads, and a restart, to the last bit; ranks but for rounding. No digit of the motion is another one than without the fix."""
        self.in_a_box()
        rows, grains = self.run_heap()
        last = rows[max(rows)]
        paid = rows[0]["kinetic"]
        _, without = self.run_heap(out="without", **NO_LEDGER)
        self.assertEqual(without, {id: row[:len(without[id])] for id, row in grains.items()})
        self.assertEqual((rows, grains), self.run_heap(out="threads", way="form consistent threads 2"))
        self.run_heap(out="half")
        again, there = self.run_heap(out="again", begin="read_restart half.restart", runs="run 300")
        self.assertEqual(grains, there)
        for term in TERMS[2:13]:
            self.assertEqual(last[term], again[max(again)][term], term)
        for newton, ranks in (("off", 1), ("on", 2), ("off", 2)):
            other, _ = self.run_heap(out="other", ranks=ranks, newton=newton)
            for term, value in last.items():
                self.assertLess(abs(other[max(other)][term] - value), 1e-7 * paid, f"{term}, newton {newton}, {ranks} ranks")

    def test_contacts(self):
        """The columns of energies: their sums are the terms, and what the terms gain in a step."""
        self.in_a_box()
        names = ("stored_normal", "stored_tangential", "dissipated_normal", "dissipated_sliding", "dissipated_by_arms")
        computes, columns = sums_of_contacts(names, (1, 2, 4, 7, 11), {1: ("pairs", ""), 3: ("room", " walls room")})
        words = {"walls": self.WALLS.replace("fix pipe all wall/dcm 1 zcylinder 2.8e-3", ""), "newton": "on", "processors": "", "begin": "read_data grains.data",
                 "timestep": 1e-6, "every": 1, "columns": columns, "ledger": LEDGER["ledger"] + "\n" + computes, "runs": "run 1000"}
        rows = self.thermo(self.run_ok(DECK.format(**{**self.HEAP, **words})), "c_sum_pairs[1]")
        self.assertEqual(len(rows), 1001)
        self.assert_contacts_tell(rows, 2, 5, 1e-6, False)

    def test_grains_that_are_moved(self):
        """Grains of fix move get what the forces do not give. fix move rotate of LAMMPS takes each superellipsoid for an ellipsoid as it finds its
        angular momentum."""
        self.in_a_box(ROUND)
        moved = "group bar id 22 23 26 27 38 39 42 43\ngroup others subtract all bar\nunfix move\nfix move others nve/asphere\n" \
            "fix bar bar move rotate 0 0 0 1 0.3 0.2 5e-3"
        ends = []
        for timestep in (1e-6, 2.5e-7):
            rows, _ = self.run_heap(round(1.2e-3 / timestep), timestep=timestep, forces=self.GRAVITY + "\n" + moved)
            first, last = rows[0], rows[max(rows)]
            ends.append(last["residual"] / first["kinetic"])
            self.assertGreater(abs(last["constraints"]), 5e-3 * first["kinetic"])
        print(f"grains that are moved: {ends[0]:.1e} and {ends[1]:.1e} of the energy")
        self.assertLess(abs(ends[0]), 3e-3)
        self.assertLess(abs(ends[1]), 6e-4)

    def test_integrators(self):
        self.in_a_box()
        deck = DECK.format(**{**self.HEAP, **LEDGER, "newton": "on", "processors": "", "begin": "read_data grains.data", "timestep": 1e-6, "every": 1, "runs": "run 0"})
        self.run_fails(deck.replace("nve/asphere", "nve"), "fix move nve moves the atoms, which are superellipsoids", "write 'fix move all nve/asphere'")
