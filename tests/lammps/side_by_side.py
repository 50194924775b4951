# SPDX-License-Identifier: MIT
"""Runs the same input by LAMMPS' own granular styles and by laws of dcm, and compares, for the tests drop_in*.

The tests are tables: a row has the words that vary in a deck, and, where they are not the usual ones, its bounds. A bound is the largest
difference, as a part of the largest number of that kind."""

import re

import decks
import host

SUFFIX = ("-sf", "dcm")
COMPUTED = "is computed by the law"
# Forces of the first step, which differ by the order of sums; those of two steps later, which show what contacts remember; and those of many steps
# later, for digits that differ multiply.
AT_ONCE, SOON, LATER = 1e-13, 1e-12, 1e-9
BOUNDS = {0: AT_ONCE, 2: SOON, 200: LATER}
HEAD = decks.begin(newton="{newton}") + "read_data packing.data\n"
RUN = "neighbor 0.0002 bin\ntimestep 1e-6\nfix 1 all nve/sphere\n"
SIZES = """units si
atom_style sphere
read_data packing.data
variable diameter atom 0.0024+0.0007*random(0,1,771)
variable density atom 2500+200*(type==2)
set group all diameter v_diameter
set group all density v_density
write_data packing.data nocoeff
"""


class Both(host.Case):
    """In a deck {out} is the name of a file that tells of one of the two."""

    COLUMNS = decks.UNWRAPPED
    RUN = RUN
    PROPERTIES = ""    # commands after atoms are read, from a file of data or a restart

    def pack(self):
        """packing.data of grains of all sizes, loose enough for contacts to begin and end."""
        self.made("packing.data", "in.make_packing")
        self.made("packing.data", SIZES)

    def head(self, pair, newton="off"):
        return HEAD.format(newton=newton)

    def again(self, pair):
        """The commands of a style that follow read_restart."""
        return pair

    def run_ours(self, deck, ranks=1, out="dcm"):
        return self.run_ok(deck.replace("{out}", out), ranks, SUFFIX)

    def last(self, deck, steps, ranks=1, arguments=SUFFIX):
        """The last frame of a run by ours."""
        self.run_ok((deck + self.dump((0, steps))).replace("{out}", "last"), ranks, arguments)
        return self.read("last")

    def run_both(self, deck, ranks=1):
        """The output of the host with its own styles, and with ours."""
        texts = []
        for out, arguments in (("own", ()), ("dcm", SUFFIX)):
            done = self.succeeds(deck.replace("{out}", out), ranks, arguments)
            self.assertEqual(COMPUTED in done.stdout, out == "dcm")
            texts.append(done.stdout)
        return texts

    def frames_of_both(self, deck, ranks=1):
        self.texts = self.run_both(deck, ranks)
        return self.frames("own"), self.frames("dcm")

    def each(self, every, run, columns=""):
        """Commands of a run with a frame at every so many steps."""
        return decks.dump(every, "{out}", f"{self.COLUMNS} {columns}") + f"dump_modify d first yes\n{run}\n"

    def dump(self, steps, start=0, columns=""):
        """Commands that run to the last of the steps after the start, and write a frame at each of them."""
        ends = [start + n for n in steps]
        runs = "".join(f"dump_modify d every {end}\nrun {end - before}\n" for before, end in zip(ends, ends[1:]) if end > before)
        return self.each(1, runs or "run 0", columns)

    def compare(self, deck, what, bounds=BOUNDS, ranks=1, start=0, columns="", later=()):
        """Runs the deck by both, and compares grains so many steps after the start: {steps: bound}.

        @param columns more words of the dump; each column of them is a kind of its own
        @param later columns that are compared after the first step only
        @return the frames of both"""
        own, ours = self.frames_of_both(deck + self.dump(bounds, start, columns), ranks)
        for steps, bound in bounds.items():
            a, b = own[start + steps], ours[start + steps]
            more = range(15, min(len(row) for frame in (a, b) for row in frame.values()))
            self.assert_same(a, b, bound, f"{what}, step {steps}", [*host.EVERYTHING, *([c] for c in more if steps or c not in later)])
        return own, ours

    def compare_each(self, deck, what, bound, every, run, columns="", kinds=host.EVERYTHING):
        """Compares at every so many steps of one run."""
        own, ours = self.frames_of_both(deck + self.each(every, run, columns))
        self.assert_same(own, ours, bound, what, kinds)
        return own, ours

    # ---------------------------------------------------------------------- from a state of the host's

    def first(self, pair, newton="off", ranks=1, more="", arguments=()):
        """first.restart.100 of a run that goes on: the command write_restart of the host gives states of contacts across boundaries to wrong
        atoms."""
        self.made("first.restart.100", self.head(pair, newton) + pair + self.RUN + more + "restart 100 first.restart\nrun 100\n", ranks, arguments)

    def on(self, again="", newton="off", more="", name="first.restart.100"):
        return f"newton {newton}\ncomm_modify vel yes\nread_restart {name}\n" + self.PROPERTIES + again + self.RUN + more

    def compare_on(self, pair, what, newton="off", ranks=1, more="", bounds=BOUNDS, written_on=None, **options):
        """Compares from a state of the host's, in which springs are stretched already."""
        self.first(pair, newton, written_on or ranks, more)
        own, ours = self.compare(self.on(self.again(pair), newton, more), what, bounds, ranks, start=100, **options)
        self.assertGreater(max(abs(row[c]) for frame in own.values() for row in frame.values() for c in host.FORCE), 0.0, what)
        return own, ours

    def there_and_back(self, pair, what, newton="off", ranks=1, more="", again=""):
        """A file that ours has read and written again means the same to the host."""
        self.first(pair, newton, ranks, more)
        self.run_ours(self.on(again if more else "", newton, more) + "write_restart again.restart\n", ranks)
        frames, texts = [], []
        for name in ("first.restart.100", "again.restart"):
            texts.append(self.run_ok((self.on(again, newton, more, name) + self.dump((0, 200), 100)).replace("{out}", "own"), ranks))
            frames.append(self.frames("own"))
        self.assertTrue(frames[0] == frames[1], what)
        return texts

    def goes_on(self, pair, what, more="", alone=""):
        """A run of ours goes on with the host's style, and with ours bit for bit as a second run.

        @param alone what must be given to ours again"""
        self.run_ours(self.head(pair) + pair + self.RUN + more + "run 100\nwrite_restart first.restart.100\n" + self.dump((0, 200), 100), out="through")
        self.compare(self.on(self.again(pair), more=more), what, {0: AT_ONCE, 200: LATER}, start=100)
        self.assertTrue(self.frames("through") == self.frames("dcm"), what)
        self.run_ours(self.on(alone, more=more) + self.dump((0, 200), 100), out="alone")
        self.assertTrue(self.frames("through") == self.frames("alone"), what)

    # ------------------------------------------------------------------------------------- comparisons

    def assert_same_thermo(self, texts, bound, what=""):
        own, ours = (self.thermo(text) for text in texts)
        self.assertEqual([row[0] for row in own], [row[0] for row in ours], what)
        for c in range(1, len(own[0])):
            largest = max(abs(row[c]) for row in own)
            for a, b in zip(own, ours):
                self.assertLessEqual(abs(a[c] - b[c]), bound * largest, f"{what} column {c} of step {a[0]}")
        return own


# Other uses of a style of pairs: commands, and a number of ranks.
AROUND = {"frozen": ("group still id < 30\nfix f still freeze\nunfix 1\ngroup loose subtract all still\nfix 1 loose nve/sphere\n", 2),
          "rigid": ("group body id < 20\nunfix 1\ngroup loose subtract all body\nfix b body rigid single\nfix 1 loose nve/sphere\n", 2),
          "tiles whose borders move": ("comm_style tiled\nbalance 1.0 rcb\nfix b all balance 20 1.0 rcb\n", 4)}
LOCAL = """compute p all pair/local force {numbers}
compute q all property/local patom1 patom2
compute c all contact/atom
{fabric}compute s all stress/atom NULL pair
compute m all reduce sum c_s[1] c_s[2] c_s[4] c_c
dump p all local {every} {{out}}.local c_q[*] c_p[*]
dump_modify p format float %.17g
""" + decks.table("press pxx pxy c_m[*] {printed}", "{every}") + "run {steps}\n"


class PairStyles(Both):
    """Tests that each pair style must pass."""

    styles = {}    # commands of each, by a name
    remembering = ()    # names of those whose contacts remember
    around = ()    # a name of each, and one of AROUND
    loops = ("", "loop plain", "threads 2")    # what may follow the name of the style
    hybrid = ""    # commands of a hybrid of two styles of the host's
    numbered = None    # the name of one whose states the host finds by a number
    unsorted = ()    # names of those that the host computes wrongly where lists are new

    def setUp(self):
        super().setUp()
        self.pack()

    def test_ranks_and_newton(self):
        # Contacts are seen from their other side: on other ranks, across boundaries, where atoms are sorted into new lists.
        for what, pair in self.styles.items():
            more = "" if what in self.unsorted else "neigh_modify every 5 delay 0 check no\n"
            for ranks, newton in ((1, "off"), (1, "on"), (2, "off"), (2, "on")):
                self.compare_on(pair, f"{what}, {ranks} ranks, newton {newton}", newton, ranks, more)

    def test_restart_of_the_host_and_back(self):
        for what in self.remembering:
            for newton, ranks in (("off", 1), ("on", 1), ("off", 2)):
                self.there_and_back(self.styles[what], f"{what} {newton} {ranks}", newton, ranks, again=self.given_to_host(self.styles[what]))
                self.assertEqual(*(self.pair_section(name, self.styles[what].split()[1]) for name in ("first.restart.100", "again.restart")))

    def test_restart_of_ours(self):
        for what in self.remembering:
            self.goes_on(self.styles[what], what)

    def test_lost_history_is_told(self):
        # The host numbers pair styles as they are made, and finds no states under another number.
        if not self.numbered:
            self.skipTest("the host's fix has one name in this release")
        pair = self.styles[self.numbered]
        self.first(pair)
        done = self.succeeds("pair_style zero 1\n" + self.on(self.again(pair)) + "run 0\n", 1, SUFFIX)
        self.assertIn("WARNING: dcm: the restart file has no states of contacts", done.stdout)

    def compare_columns(self, what, numbers, steps=0, fabric=True, of_host=None, skip=()):
        """Numbers of contacts, and what the host makes of them.

        @param of_host chooses the host's contacts that count
        @param skip columns, beginning with the force, that are not compared
        @return rows of the host's, and of ours: {two atoms: numbers}"""
        pair = self.styles.get(what, what)
        words = " ".join(f"p{n}" for n in range(1, numbers + 1))
        self.first(pair)
        fabric = "compute f all fabric type contact branch force/normal force/tangential\n" if fabric else ""
        asked = LOCAL.format(numbers=words, fabric=fabric, every=max(1, steps), printed="c_f[*]" if fabric else "", steps=steps)
        self.assert_same_thermo(self.run_both(self.on(self.again(pair), more=asked)), 1e-12, what)
        own, ours = ({tuple(row[:2]): row[2:] for row in self.read(out + ".local").values()} for out in ("own", "dcm"))
        own = {contact: row for contact, row in own.items() if not of_host or of_host(row)}
        self.assertEqual(sorted(own), sorted(ours) if not of_host else sorted(set(own) & set(ours)))
        for c in (c for c in range(numbers + 1) if c not in skip):
            largest = max(abs(row[c]) for row in own.values())
            for contact, row in own.items():
                self.assertLessEqual(abs(row[c] - ours[contact][c]), 1e-12 * largest, f"{what} p{c}")
        self.run_fails("suffix dcm\n" + self.on(self.again(pair), more=f"compute p all pair/local p{numbers + 1}\n") + "run 0\n", "pair/local")
        return own, ours

    def test_what_is_around(self):
        for name, what in self.around:
            more, ranks = AROUND[what]
            self.compare(self.head(self.styles[name]) + self.styles[name] + self.RUN + more, f"{name}, {what}", ranks=ranks)

    def test_hybrid(self):
        for ranks in (1, 2):
            self.compare(HEAD.format(newton="off") + self.hybrid + RUN, f"hybrid on {ranks}", {0: AT_ONCE, 200: LATER}, ranks)
            self.assertEqual(self.texts[1].count(COMPUTED), 2)

    def test_loops(self):
        # Users who name the style may say how contacts are gone through.
        for what, pair in self.styles.items():
            plain, *others = (self.last(HEAD.format(newton="off") + re.sub(r"^(pair_style \S+)(.*)", rf"\1/dcm\2 {loop}", pair) + RUN, 100, arguments=())
                              for loop in self.loops)
            self.assertTrue(all(other == plain for other in others), what)

    def test_what_only_ours_refuses(self):
        pair = next(iter(self.styles.values()))
        for command in ("minimize 0 0 10 10\n", "run_style respa 2 2 pair 2\nrun 1\n"):
            self.run_fails("suffix dcm\n" + self.head(pair) + pair + RUN + command, f"pair_style {pair.split()[1]}: ",
                           "for the style of LAMMPS itself put 'suffix off' before the command")
