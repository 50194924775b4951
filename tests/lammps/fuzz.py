# SPDX-License-Identifier: MIT
"""Restart files with random damage in what this plugin wrote: laws and parameters, states of contacts of grains and of
walls, walls and their motion, energies. Each run ends with an error message of the host, or goes on; none by a signal, none hangs.

DCM_FUZZ_SECONDS says how long, 20 if it does not; DCM_TEST_SEED is the seed."""

import os
import random
import re
import struct
import time

import decks
import host
import shapes

WRITE = decks.begin(boundary="f f f") + """lattice sc 0.003
region box block -0.01 0.01 -0.01 0.01 0 0.02 units box
create_box 2 box
region fill block -0.008 0.008 -0.008 0.008 0.001 0.007 units box
create_atoms 1 region fill
set group all type/fraction 2 0.4 4711
set type 1 diameter 0.0031 density 2500
set type 2 diameter 0.0030 density 2700
{walls}
write_restart first.restart
"""
READ = "newton off\nread_restart first.restart\ncomm_modify vel yes\n"
RUN = """{pair}
neighbor 0.0002 bin
timestep 2e-6
region tub cylinder z 0 0 0.0099 0 0.03 open 2 units box
fix move all nve/sphere
fix pull all gravity 9.81 vector 0 0 -1
{walls}
thermo_modify lost ignore
run {steps}
"""
FLOOR = shapes.ascii_stl([((-0.02, -0.02, 0.0005), (0.02, -0.02, 0.0005), (0.0, 0.03, 0.0005))])


class Deck:
    """A run whose restart file is damaged."""

    def __init__(self, suffix, pair, walls):
        self.suffix, self.pair, self.walls = suffix, pair, walls

    def writes(self):
        return WRITE.format(walls=RUN.format(pair=self.suffix + self.pair, walls=self.walls, steps=300))

    def reads(self):
        return self.suffix + READ + RUN.format(pair="", walls=self.walls, steps=5)


DECKS = (Deck("", """pair_style dcm/hertz/mindlin form consistent
pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling 0.01
pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2
""", """fix floor all wall/dcm 2 zplane 0.0005 NULL wiggle z 1e-5 5e-4
fix tub all wall/dcm/region 1 tub
fix joules all dcm/energy atoms yes
"""),
         Deck("suffix dcm\n", """pair_style granular
pair_coeff * * hertz/material 5e6 0.8 0.25 tangential mindlin NULL 1.0 0.5 rolling sds 100 1 0.1 damping tsuji
""", """fix floor all wall/dcm/mesh 2 floor.stl motion wiggle 0 0 1e-5 5e-4 wear archard 1e-12 write 100 wear*.stl
fix tub all wall/gran/region granular hertz/material 5e6 0.8 0.25 tangential mindlin NULL 1.0 0.5 damping tsuji region tub
fix side all wall/gran granular hertz/material 5e6 0.8 0.25 tangential mindlin NULL 1.0 0.5 damping tsuji zplane 0.0004 NULL
fix joules all dcm/energy
"""))
NUMBERS = (float("nan"), float("inf"), -float("inf"), -1.0, 0.0, 0.5, 1e9, -1e9, 1e300, 5e-324, 65536.0)
INTEGERS = (-1, -2**31, 2**31 - 1, 0, 1, 255, 65535, 1000000)
FIXES = (b"floor", b"tub", b"side", b"joules")


class Fuzz(host.Case):

    def own_bytes(self, content, deck):
        """[(first, last)] of what the plugin wrote, each part once, whatever its size."""
        style = deck.pair.split("pair_style ")[1].split()[0].encode()
        # A fix has the lengths of its ID and of its style, with both, and the number of its bytes.
        # A second list begins with their number, and has those of which atoms have numbers.
        fixes = []
        name_of_history = re.search(rb"NEIGH_HISTORY\w*", content)[0]
        end = content.rindex(name_of_history)
        for name in (name_of_history, *FIXES):
            at = content.find(struct.pack("=i", len(name) + 1) + name + b"\0", 0, end)
            if at < 0:
                continue
            of_style = at + 4 + len(name) + 1
            last = of_style + 4 + struct.unpack_from("=i", content, of_style)[0]
            size, = struct.unpack_from("=i", content, last)
            fixes.append((at, last + 4, last + 4 + size))
        self.assertGreaterEqual(len(fixes), 4)
        # Before the fixes stand the end of what the pair style wrote, a flag, the number of fixes, and a length.
        first = content.index(style + b"\0") + len(style) + 1
        parts = [(first, min(at for at, _, _ in fixes) - 16)] + [(first, last) for _, first, last in fixes if last > first]
        # An atom has of each fix the count of its numbers, and the numbers; of the history n, n times an ID and a state,
        # and the atom's own ID.
        of_atoms, = struct.unpack_from("=i", content, end - 8)
        for at in self.histories(content, end):
            last = at
            for _ in range(of_atoms):
                last += 8 * int(struct.unpack_from("=d", content, last)[0])
            parts.append((at, last))
        self.assertGreater(len(parts), 4)
        return parts

    @staticmethod
    def histories(content, first):
        """Where the history of an atom begins, one for each number of contacts: by the width of a state with most of them."""
        def found(width):
            places = (content.find(struct.pack("=2d", 3 + n * (1 + width), n), first) for n in range(1, 9))
            return [at for at in places if at >= 0]
        return max(map(found, range(1, 40)), key=len)

    @staticmethod
    def put(content, at, last, what):
        """Behind the part stands what the host alone reads."""
        content[at:min(at + len(what), last)] = what[:last - at]

    def damage(self, content, parts, dice):
        first, last = dice.choice(parts)
        damaged = bytearray(content)
        for _ in range(dice.choice((1, 1, 1, 2, 8))):
            kind = dice.randrange(5)
            at = dice.randrange(first, last)
            if kind == 0:
                damaged[at] ^= 1 << dice.randrange(8)
            elif kind == 1:
                damaged[at] = dice.randrange(256)
            elif kind == 2:
                at = first + (at - first) // 8 * 8
                self.put(damaged, at, last, struct.pack("=d", dice.choice(NUMBERS)))
            elif kind == 3:
                at = first + (at - first) // 4 * 4
                self.put(damaged, at, last, struct.pack("=i", dice.choice(INTEGERS)))
            elif dice.randrange(4) == 0:
                del damaged[at:]
                break
        return bytes(damaged)

    def read_damaged(self, deck, content, where, ranks=1):
        """@return whether the run ended with an error message"""
        self.write_bytes("first.restart", content)
        done = self.lammps(deck.reads(), ranks)
        where = f"{where}: {done.stdout}"
        self.assertNotIn("Signal:", done.stdout, where)
        self.assertGreaterEqual(done.returncode, 0, where)
        self.assertLess(done.returncode, 128, where)    # of mpirun: a rank ended by a signal
        if done.returncode:
            self.assertIn("ERROR", done.stdout, where)
        return done.returncode != 0

    def test_counts_of_the_ledger(self):
        # Numbers of accounts that are wrong, and sizes, which random damage hardly meets.
        deck = DECKS[0]
        self.run_ok(deck.writes())
        content = self.bytes_of("first.restart")
        name = b"dcm/energy 4\0"
        head = content.index(name) + len(name)
        for at in (head, head + 4):
            for number in INTEGERS:
                damaged = bytearray(content)
                self.put(damaged, at, at + 4, struct.pack("=i", number))
                self.assertTrue(self.read_damaged(deck, damaged, f"{number} at {at - head}"))

    def test_restart_files(self):
        seconds = float(os.environ.get("DCM_FUZZ_SECONDS", "20"))
        seed = int(os.environ.get("DCM_TEST_SEED", "1882"))
        print(f"seed {seed}, {seconds:g} s", flush=True)
        dice = random.Random(seed)
        self.write("floor.stl", FLOOR)
        files = []
        for deck in DECKS:
            self.run_ok(deck.writes())
            content = self.bytes_of("first.restart")
            files.append((deck, content, self.own_bytes(content, deck)))
            self.run_ok(deck.reads())
        end, runs, told = time.monotonic() + seconds, 0, 0
        while time.monotonic() < end:
            deck, content, parts = files[runs % len(files)]
            damaged = self.damage(content, parts, dice)
            places = [n for n in range(len(damaged)) if damaged[n] != content[n]][:9] + [len(damaged) - len(content)]
            runs += 1
            told += self.read_damaged(deck, damaged, f"seed {seed}, run {runs}, parts {parts}, bytes {places}", 2 if runs % 8 == 0 else 1)
        print(f"{runs} damaged files, {told} told")
        self.assertGreater(told, 0)
