# SPDX-License-Identifier: MIT
"""The state of a contact: it begins, passes between atoms and ranks, crosses boundaries, and ends."""

import math
import os
import re

import decks
import host

GRAINS = """pair_style dcm/hertz/mindlin form {form}
pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5
pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2
"""
STICKY = f"pair_style dcm sticky library '{os.path.join(host.LAWS, 'sticky.so')}'" + """
pair_coeff * * stiffness 1000 shear {shear} gap {gap}
"""
# Columns that the host prints for contacts: ids, distance, force, and of the state the columns that are asked for, behind the 15 general ones.
LOCAL = """compute ids all property/local patom1 patom2
compute contacts all pair/local dist force {state}
""" + decks.local("c_ids[1] c_ids[2] c_contacts[*]", "{every}", "local.out")
STATE = {"sheet": "p24 p25 p26 p19", "consistent": "p16 p17 p18 p19"}    # a vector, and the energy of the spring
ONE, OTHER, DISTANCE, NORMAL, STRETCH, SCALAR = 0, 1, 2, 3, slice(4, 7), 7

PULLED = decks.box("0 0.04 0 0.02 0 0.02", newton="{newton}", boundary="p p p") + """create_atoms 1 single 0.0150 0.01 0.01
create_atoms 1 single 0.0249 0.01 0.01
set type 1 diameter 0.01 density 2500
{pair}
neighbor 0.001 bin
neigh_modify delay 0 every 1 check {check}
timestep 1e-5
group still id 1
group moved id 2
fix 1 still move linear 0 0 0
"""


class History(host.Case):

    def local(self):
        """{step: {(id, id): row}}, ids in ascending order, seen from the lower one."""
        frames = {}
        for step, rows in self.frames("local.out").items():
            contacts = frames[step] = {}
            for row in rows.values():
                row = row[1:]
                pair = (int(row[ONE]), int(row[OTHER]))
                stretch = list(row[STRETCH])
                if pair[0] > pair[1]:
                    pair, stretch = pair[::-1], [-s for s in stretch]
                if row[NORMAL] != 0.0 or row[SCALAR] != 0.0:
                    contacts[pair] = (row[DISTANCE], row[NORMAL], *stretch, row[SCALAR])
        return frames

    def test_passes_between_atoms_and_ranks(self):
        # Lists are rebuilt and grains change ranks: a state seen from the other side has its
        # displacement, or force, reversed and its energy not.
        self.made("packing.data", "in.make_packing")
        for form in ("sheet", "consistent"):
            # Without damping: what the host tells of a contact with a ghost sees that one's velocity of
            # half a step before.
            self.write("pair", re.sub("restitution [0-9.]+", "restitution 1", GRAINS.format(form=form)))
            runs = []
            for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on"), (4, "off"), (4, "on")):
                self.write("local", LOCAL.format(every=100, state=STATE[form]))
                text = self.run_ok("in.packing", ranks, pair="pair", newton=newton, extra="local", steps=100)
                self.assertGreater(int(re.search(r"Neighbor list builds = (\d+)", text)[1]), 1)
                runs.append(self.local()[100])
            first = runs[0]
            self.assertGreater(len(first), 100)
            # Form sheet keeps the energy for the ledger alone.
            self.assertTrue(form == "sheet" or all(row[5] > 0.0 for row in first.values()))
            self.assertGreater(max(abs(row[2]) for row in first.values()), 0.0)
            for other in runs[1:]:
                # Sums in another order, few collisions.
                self.assert_same(first, other, 1e-11, form, [[c] for c in range(6)])

    def test_atoms_carry_what_the_law_remembers(self):
        # Three numbers of twelve: as many as a law has that knows no others. Room for them is taken by the page.
        self.made("packing.data", "in.make_packing")
        grains = "pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5"
        self.write("again", "run 1\n")
        allocated = []
        for style, coefficients in (("hertz/history", "pair_coeff * * kn 5e6 gamma_n 2e5 friction 0.5"),
                                    ("hertz/mindlin form sheet", grains),
                                    ("hertz/mindlin form consistent", grains + " rolling 0.1 twisting 0.1")):
            self.write("pair", f"pair_style dcm/{style}\n{coefficients}\n")
            text = self.run_ok("in.packing", pair="pair", extra="again", steps=1)
            allocated.append(float(re.findall(r"Per MPI rank memory .*\| ([\d.]+) Mbytes", text)[-1]))
        self.assertAlmostEqual(allocated[0], allocated[1], delta=0.1)
        self.assertGreater(allocated[2], allocated[1] + 1.0)

    def test_pages_are_given_back(self):
        # States of more than one page: each new list takes them over before their pages go. One page holds all of the first run.
        self.made("packing.data", "in.make_packing")
        self.write("pair", GRAINS.format(form="consistent"))
        self.write("local", LOCAL.format(every=100, state=STATE["consistent"]))
        for newton in ("off", "on"):
            results = []
            for pages in ("", "neigh_modify one 30 page 300\n"):
                self.write("pages", pages + "include local\n")
                text = self.run_ok("in.packing", pair="pair", newton=newton, extra="pages", steps=100)
                self.assertGreater(int(re.search(r"Neighbor list builds = (\d+)", text)[1]), 1)
                results.append(self.read("local.out"))
            self.assertEqual(*results)

    def test_goes_on_with_a_law_that_remembers_more(self):
        # Between runs atoms carry the states of the law of the run before. The rolling that is asked for then resists by next to nothing.
        self.made("packing.data", "in.make_packing")
        self.write("pair", GRAINS.format(form="consistent"))
        more = GRAINS.format(form="consistent") + "pair_coeff * * rolling 1e-100 twisting 1e-100\n"
        kept, frames = "run 100\n", []
        for change in ("", more):
            for ranks, newton in ((1, "off"), (2, "on")):
                self.write("extra", kept + change + LOCAL.format(every=100, state=STATE["consistent"]))
                self.run_ok("in.packing", ranks, pair="pair", newton=newton, extra="extra", steps=100)
                frames.append(self.local())
        for one, other in zip(frames[:2], frames[2:]):
            for step in (100, 200):
                self.assertGreater(len(one[step]), 100)
                self.assertEqual(one[step], other[step])

    def slide(self, pair, moves, ranks=1, newton="off", check="yes", state="p16 p17 p18 p19"):
        """Grain 2 touches grain 1 and is moved, for a number of steps at each of some velocities."""
        deck = PULLED.format(pair=pair, newton=newton, check=check) + LOCAL.format(every=1, state=state)
        for velocity, steps in moves:
            deck += f"fix 2 moved move linear {velocity}\nrun {steps}\nunfix 2\n"
        text = self.run_ok(deck, ranks)
        return self.local(), text

    def test_begins_and_ends(self):
        # Slides while touching, parts, slides apart, comes back. Velocity is 0.1 m/s across, 10 um per
        # step of 1e-5 s is 1 um: after 100 steps the stretch is 0.1 mm but for the curvature.
        touching = GRAINS.format(form="sheet").replace("friction 0.5", "friction 1000")
        touching = touching.split("pair_coeff 2 2")[0]
        frames, _ = self.slide(touching, (("0 0.1 0", 100), ("0.5 0 0", 100), ("-0.5 -0.1 0", 100),
                                          ("0 0 0.1", 50)), state=STATE["sheet"])
        # The velocity turns as the grains roll around each other, by 1 percent of a right angle.
        self.assertAlmostEqual(frames[100][(1, 2)][3] / 1e-4, 1.0, delta=0.02)
        self.assertNotIn((1, 2), frames[200])
        began = next(s for s in range(201, 301) if frames[s])
        self.assertGreater(began, 201)
        self.assertLess(math.hypot(*frames[began][(1, 2)][2:5]), 2e-6)    # nothing is remembered
        self.assertAlmostEqual(frames[350][(1, 2)][4] / 5e-5, 1.0, delta=0.02)

    def test_begins_anew_within_a_list(self):
        # The grain swings to and fro: the contact ends and begins again before the list is made anew.
        touching = GRAINS.format(form="sheet").replace("friction 0.5", "friction 1000") \
            .replace("restitution 0.8", "restitution 1")
        deck = PULLED.format(pair=touching.split("pair_coeff 2 2")[0], newton="off", check="yes")
        text = self.run_ok(deck + LOCAL.format(every=1, state=STATE["sheet"]) +
                           "fix 2 moved move wiggle 3e-4 1e-4 0 2e-3\nrun 150\n")
        self.assertIn("Neighbor list builds = 0", text)
        frames = self.local()
        parted = next(step for step in frames if not frames[step])
        again = next(step for step in frames if step > parted and frames[step])
        self.assertGreater(math.hypot(*frames[parted - 1][(1, 2)][2:5]), 2e-5)
        self.assertLess(math.hypot(*frames[again][(1, 2)][2:5]), 5e-6)

    def test_holds_beyond_touching(self):
        # The gap is 0.5 mm, half the skin. Pulled at 0.1 m/s the contact lives through many lists: the
        # other atom's copy may be a ghost of another rank, and the ranks' boundary is between the two.
        pair = STICKY.format(shear=0, gap=0.0005)
        for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on"), (4, "on")):
            frames, text = self.slide(pair, (("0.1 0 0", 590), ("0.1 0 0", 200), ("-0.1 0 0", 680),
                                             ("-0.1 0 0", 40)), ranks, newton)
            self.assertGreater(int(re.findall(r"Neighbor list builds = (\d+)", text)[0]), 0)
            # Begins with an overlap of 0.1 mm; at step s the gap is s um - 0.1 mm.
            for step in (0, 50, 150, 300, 590):
                self.assertIn((1, 2), frames[step], f"{ranks} ranks, newton {newton}, step {step}")
                row = frames[step][(1, 2)]
                self.assertAlmostEqual(row[1] * 1e-3, 1e-4 - step * 1e-6, delta=1e-12)
                # The first of a run's forces, at its setup, does not count as a step.
                self.assertEqual(row[5], 100 + step, f"step {step}")
            self.assertNotIn((1, 2), frames[602])
            # Comes back: no contact before they touch again, which is at 0 um: step 790 + 690.
            self.assertNotIn((1, 2), frames[790 + 680])
            self.assertIn((1, 2), frames[790 + 680 + 20])
            self.assertLess(frames[790 + 680 + 20][(1, 2)][5], 100 + 15)

    def test_law_hears_of_begin_and_end(self):
        # Two contacts, and where each of four runs begins 20 by which the law is asked for the safe time step, in all directions, and
        # whether it creeps. So it is when the list is rebuilt in every step.
        moves = (("0.1 0 0", 200), ("-0.1 0 0", 200), ("0.1 0 0", 200), ("0 2.0 0", 200))
        for check in ("yes", "no"):
            _, text = self.slide(STICKY.format(shear=0, gap=0), moves, check=check)
            self.assertEqual(re.findall(r"sticky: (\d+) began, (\d+) ended", text)[-1], ("82", "82"))

    def test_reach_that_is_wrong(self):
        # Beyond the skin, or no length.
        for library, gap, *parts in (("sticky.so", 0.0011, "contacts of types 1 and 1 reach up to 0.0011 beyond touching", "the neighbor skin is 0.001:"),
                                     *((f"sticky_reach_{name}.so", 0, "pair_style dcm: the law 'sticky' lets contacts of the types 1 and 1",
                                        f"reach {told} beyond touching", "finite and at least 0") for name, told in (("nan", "nan"), ("negative", "-1")))):
            law = STICKY.format(shear=0, gap=gap).replace("sticky.so", library)
            for ranks in (1, 2):
                self.run_fails(PULLED.format(pair=law, newton="off", check="yes") + "run 1\n", *parts, ranks=ranks)

    def pair_of_grains(self, shift, out, extra="", drag=0.0):
        """Two grains that collide obliquely. shift moves both by a part of the box, beyond its ends too;
        drag is taken from the velocity of the upper one."""
        one, two = (" ".join(f"{(c + shift) % 0.04:.17g}" for c in place) + " 0.02" for place in ((0.020, 0.016), (0.022, 0.0241)))
        return decks.begin(newton="on") + f"""region box prism 0 0.04 0 0.04 0 0.04 0 0 0
create_box 2 box
{GRAINS.format(form="consistent")}
create_atoms 1 single {one}
create_atoms 2 single {two}
set group all diameter 0.0085 density 2500
set atom 1 omega 10 20 30
group one id 1
group two id 2
velocity one set 0.1 0.3 0.05
velocity two set {-0.2 - drag} -0.3 -0.02
{extra}
neighbor 0.001 bin
neigh_modify delay 0 every 1 check yes
timestep 1e-6
fix 1 all nve/sphere
""" + decks.dump(500, out, decks.UNWRAPPED) + "run 1500\n"

    def assert_as_across(self, extra, drag, bound, columns):
        """Two grains that meet inside do as two that meet across a boundary."""
        for ranks in (1, 2):
            self.run_ok(self.pair_of_grains(0.0, "inside"), ranks)
            self.run_ok(self.pair_of_grains(0.0195, "across", extra, drag), ranks)
            inside, across = self.frames("inside"), self.frames("across")
            self.assertGreater(max(abs(inside[500][1][c]) for c in host.TORQUE), 0.0)
            self.assert_same(inside, across, bound, columns=columns)

    def test_periodic_images(self):
        # Positions of 0.04 m have rounding errors of 7e-18 m, overlaps of 1e-5 m; the force is their difference.
        self.assert_as_across("", 0.0, 1e-9, host.EVERYTHING[1:])

    def test_fix_deform(self):
        # A sheared box with velocities remapped: an image in y moves by the shear rate times the box. Two grains that meet across that
        # boundary do as two that meet inside, if that velocity is taken from one of them.
        # The host deforms the box at the end of a step, so that images lag by one step, by 8e-8 m; the overlap is 1e-4 m. Without the
        # velocity of images they would be 20 % off.
        rate, size = 2.0, 0.04
        self.assert_as_across(f"fix 2 all deform 1 xy erate {rate} remap v", rate * size, 5e-3, host.EVERYTHING[2:])
