# SPDX-License-Identifier: MIT
"""Where LAMMPS' own granular styles change a run by looking at it, or forget to turn springs, and ours do not."""

import decks
import host

DECK = """suffix dcm
units si
atom_style sphere
boundary p p p
newton off
comm_modify vel yes
neighbor 0.0004 bin
lattice sc 0.0019
region box block 0 6 0 6 0 6
create_box 2 box
create_atoms 1 box
set group all diameter 0.002
set type 1 type/fraction 2 0.5 777
set type 2 diameter 0.0016
set group all density 2500
displace_atoms all random 1e-4 1e-4 1e-4 4711
velocity all create 2.5e15 4928 loop geom
group half id <= 100
group rest subtract all half
{style}
timestep 2e-6
fix 1 all nve/sphere
{rest}
"""
GRANULAR = ("pair_style granular\npair_coeff * * hertz/material 1e7 0.5 0.25 tangential mindlin NULL 1 0.5 rolling sds 1e3 1e-3 0.1 "
            "twisting marshall")
HISTORY = "pair_style gran/{} NULL 0.5 1\npair_coeff * *"


class DropInOutput(host.Case):

    def test_asking_changes_nothing(self):
        for style in (GRANULAR, HISTORY.format("hertz/history 1e7 NULL 5e2")):
            frames = []
            for asked in ("", f"compute p all pair/local force p1\ncompute s all reduce sum c_p[1] {host.REDUCE_INPUTS}\nfix a all ave/time 1 200 200 c_s\n",
                          "compute g half group/group rest\nfix a all ave/time 1 200 200 c_g\n",
                          f"compute c all dcm/contact/local force_x overlap\ncompute s all reduce sum c_c[1] {host.REDUCE_INPUTS}\n"
                          "fix a all ave/time 1 200 200 c_s\n"):
                self.run_ok(DECK.format(style=style, rest=asked + "run 200\n" + decks.write("out", decks.COLUMNS)))
                frames.append(self.read("out"))
            for other in frames[1:]:
                self.assertTrue(frames[0] == other, style)    # to the bit

    def test_springs_in_the_plane_of_their_contact(self):
        tell = "compute c all dcm/contact/local id1 force_tangential normal force_normal\n" + decks.local("c_c[*]") + "dump_modify l first yes\n"
        frames = decks.dump(50, "frames", "id x y z vx vy vz omegax omegay omegaz") + "run 150\nundump d\n"
        for name in ("hertz/history 1e7 NULL 5e2", "hooke/history 1e3 NULL 10"):
            for between in ("displace_atoms half move 3e-5 0 2e-5 units box\n" + tell + "run 0\n",
                            "change_box all x scale 1.003 remap\n" + tell + "run 0\n",
                            frames + tell + "rerun frames dump x y z vx vy vz\n"):
                self.run_ok(DECK.format(style=HISTORY.format(name), rest="run 100\n" + between))
                looked = 0
                for frame in self.frames("local").values():
                    largest = max(row[8] for row in frame.values())
                    for row in frame.values():
                        along = sum(a * b for a, b in zip(row[2:5], row[5:8]))
                        self.assertLess(abs(along), 1e-12 * largest, (name, between[:12]))
                        looked += any(row[2:5])
                self.assertGreater(looked, 50)
