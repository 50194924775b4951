# SPDX-License-Identifier: MIT
"""The clock that LAMMPS shows to a law, and messages of a law that computes."""

import os

import decks
import host

NEVER = 1000000
# The two are in touch from the beginning to the end, on the last of the ranks.
DECK = decks.box("-0.09 0.01 -0.01 0.01 -0.01 0.01", newton="{newton}", boundary="p p f") + """create_atoms 1 single -0.0009 0 0
create_atoms 1 single 0.0009 0 0
set type 1 diameter 0.002 density 2500
pair_style dcm clock library {law}
pair_coeff * * stiffness {stiffness} warns_at {warns} refuses_from {refuses}
neighbor 0.0005 bin
timestep 1e-6
fix 1 all nve/sphere
{more}
"""


class Clock(host.Case):

    def deck(self, more, newton="off", warns=NEVER, refuses=NEVER, stiffness=1.0):
        return DECK.format(law=os.path.join(host.LAWS, "clock.so"), more=more, newton=newton, warns=warns, refuses=refuses, stiffness=stiffness)

    def test_time_and_step(self):
        shown = "compute c all dcm/contact/local time step\n" + decks.local("c_c[1] c_c[2]") + "run 4\n"
        for more in (shown, "reset_timestep 100\n" + shown + "timestep 2e-6\nrun 4"):
            self.run_ok(self.deck(more))
            frames = self.frames("local")
            self.assertEqual(len(frames), 9 if "reset" in more else 5)
            time, step_before = None, None
            for step, frame in sorted(frames.items()):
                [[told, number]] = [row[-2:] for row in frame.values()]
                self.assertEqual(number, step)
                if time is not None:
                    dt = 2e-6 if step_before >= 104 else 1e-6
                    self.assertAlmostEqual(told - time, dt, delta=1e-15)
                time, step_before = told, step

    def test_refuses(self):
        for ranks in (1, 2):
            for newton in ("off", "on"):
                self.run_fails(self.deck("run 10", newton, refuses=5), "dcm: at step 5 the answer of the law 'clock' to the contact of atoms",
                               "is not finite", "; the law says: the time is up", ranks=ranks)
            walls = "pair_style zero 0.002\npair_coeff * *\nfix w all wall/dcm 1 zplane -0.0009 NULL law clock library {} coeff * * stiffness 1 warns_at {} refuses_from 3\nrun 10"
            self.run_fails(self.deck(walls.format(os.path.join(host.LAWS, "clock.so"), NEVER)), "fix wall/dcm: at step 3 the law 'clock' gives",
                           "; the law says: the time is up", ranks=ranks)

    def test_warns_on_its_rank(self):
        self.assertEqual(self.lammps(self.deck("run 10", warns=5)).stdout.count("WARNING: dcm: it is late"), 1)
        text = " ".join(self.lammps(self.deck("run 10", warns=5), 2).stdout.split())
        self.assertEqual(text.count("it is late"), 1)
        self.assertIn("WARNING: dcm: on rank 1: it is late", text)
