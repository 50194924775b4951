# SPDX-License-Identifier: MIT
"""Restart files with random damage in what this plugin wrote: law and parameters, states of contacts of grains and of
walls. Each run ends with the host's ERROR and a sentence, or goes on; none by a signal, none hangs.

DCM_FUZZ_SECONDS says how long, 20 if it does not; DCM_TEST_SEED is the seed."""

import os
import random
import re
import struct
import time

import host

WRITE = """units si
atom_style sphere
newton off
comm_modify vel yes
boundary f f f
lattice sc 0.003
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
WALLS = """{pair}
neighbor 0.0002 bin
timestep 2e-6
region tub cylinder z 0 0 0.0099 0 0.03 open 2 units box
fix move all nve/sphere
fix pull all gravity 9.81 vector 0 0 -1
fix floor all wall/dcm 2 zplane 0.0005 NULL wiggle z 1e-5 5e-4
fix tub all wall/dcm/region 1 tub
thermo_modify lost ignore
run {steps}
"""
PAIR = """pair_style dcm/hertz/mindlin form consistent
pair_coeff 1 1 young 5e6 poisson 0.25 restitution 0.8 friction 0.5 rolling 0.01
pair_coeff 2 2 young 2e7 poisson 0.30 restitution 0.6 friction 0.2
"""
NUMBERS = (float("nan"), float("inf"), -float("inf"), -1.0, 0.0, 0.5, 1e9, -1e9, 1e300, 5e-324, 65536.0)
INTEGERS = (-1, -2**31, 2**31 - 1, 0, 1, 255, 65535, 1000000)
VERSION, WIDTH = 4, 12    # of a state of hertz-mindlin


class Fuzz(host.Case):

    def own_bytes(self, content):
        """[(first, last)] of what the plugin wrote, each part once, whatever its size."""
        parts = []
        first = content.index(b"dcm/hertz/mindlin") + len(b"dcm/hertz/mindlin")
        # The last parameter of the last pair, its value, and the name without letters behind it.
        last = b"\x08\x00\x00\x00friction"
        parts.append((first, content.rindex(last) + len(last) + 8 + 4))
        # A wall has version, width, slots, lengths of name, description and motion; then these three.
        for found in re.finditer(re.escape(struct.pack("=2i", VERSION, WIDTH)), content[parts[0][1]:]):
            at = parts[0][1] + found.start()
            law, walls, motion = struct.unpack("=3i", content[at + 12:at + 24])
            if law == len("hertz-mindlin"):
                # The part before is left alone: the number of bytes that the host shall read is between the host and the file.
                parts.append((at, at + 24 + law + walls + 8 * motion))
        self.assertEqual(len(parts), 3)
        # An atom has the count of its numbers, n, n times an ID and a state, and its own ID.
        for n in range(0, 9):
            head = struct.pack("=2d", 3 + n * (1 + WIDTH), n)
            found = [at.start() for at in re.finditer(re.escape(head), content[parts[2][1]:])]
            if found:
                parts.append((parts[2][1] + found[0], parts[2][1] + found[0] + 8 * (3 + n * (1 + WIDTH))))
        self.assertGreater(len(parts), 4)
        return parts

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
                damaged[at:at + 8] = struct.pack("=d", dice.choice(NUMBERS))
            elif kind == 3:
                at = first + (at - first) // 4 * 4
                damaged[at:at + 4] = struct.pack("=i", dice.choice(INTEGERS))
            elif dice.randrange(4) == 0:
                del damaged[at:]
                break
        return bytes(damaged)

    def test_restart_files(self):
        seconds = float(os.environ.get("DCM_FUZZ_SECONDS", "20"))
        seed = int(os.environ.get("DCM_TEST_SEED", "1882"))
        print(f"seed {seed}, {seconds:g} s", flush=True)
        dice = random.Random(seed)
        self.run_ok(WRITE.format(walls=WALLS.format(pair=PAIR, steps=300)))
        path = os.path.join(self.folder, "first.restart")
        with open(path, "rb") as file:
            content = file.read()
        parts = self.own_bytes(content)
        deck = READ + WALLS.format(pair="", steps=5)
        self.run_ok(deck)
        end, runs, told = time.monotonic() + seconds, 0, 0
        while time.monotonic() < end:
            with open(path, "wb") as file:
                file.write(self.damage(content, parts, dice))
            runs += 1
            done = self.lammps(deck, 2 if runs % 8 == 0 else 1)
            where = f"seed {seed}, run {runs}: {done.stdout}"
            self.assertNotIn("Signal:", done.stdout, where)
            self.assertGreaterEqual(done.returncode, 0, where)
            self.assertLess(done.returncode, 128, where)    # of mpirun: a rank ended by a signal
            if done.returncode:
                self.assertIn("ERROR", done.stdout, where)
                told += 1
        print(f"{runs} damaged files, {told} told")
        self.assertGreater(told, 0)
