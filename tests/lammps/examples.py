# SPDX-License-Identifier: MIT
"""Every input of examples/, shortened: it ends well, loses no grain, prints its results, leaves its picture."""

import math
import os
import re
import shutil

import host

EXAMPLES = os.path.join(host.HERE, "..", "..", "examples")
STEPS = 2000
# Numbers that each example prints, and the bounds for a run as short as this: grains have moved a little from where they were made. So the gate of
# the silo has hardly opened, the drum has made the turns of its time, the tube is full and still down, the column has fallen freely, by less than g
# t^2 / 2 = 2 mm of its centre's 11 mm, and the small of three grains is still near the top.
RESULTS = {
    "silo": {"mass": (0.8, 0.9), "discharged": (0.01, 0.03), "mass_flow": (0.3, 0.5),
             "share_on_walls": (0.0, 0.1), "beverloo": (0.35, 0.36)},
    "drum": {"turns": (0.0479, 0.0481), "slope": (5.0, 15.0), "distance_glass": (0.03, 0.045),
             "distance_rubber": (0.03, 0.045)},
    "heap": {"rolling_friction": (0.4, 0.4), "height_of_centre": (0.03, 0.045),
             "mean_distance": (0.013, 0.018), "angle_of_repose": (70.0, 85.0)},
    "column": {"surface_energy": (0.5, 0.5), "pull_off_to_weight": (45.0, 46.0),
               "height_of_centre_before": (0.008, 0.012), "height_of_centre_after": (0.008, 0.012),
               "kept": (0.8, 1.0)},
    "energy-column": {"fall_uJ": (110.0, 120.0), "still_moves": (0.8, 0.95), "damping_along_the_normal": (0.03, 0.06),
                      "damping_across": (0.0, 0.05), "sliding": (0.02, 0.06), "rolling": (0.0, 0.05),
                      "springs_of_contacts_that_ended": (-1e-3, 1e-3), "residual": (-2e-4, 2e-4)},
    "energy-drum": {"turns": (0.033, 0.034), "mean_power_mW": (5.0, 8.0), "work_uJ": (100.0, 160.0), "damping_along_the_normal": (0.2, 0.35),
                    "damping_across": (0.02, 0.08), "sliding": (0.6, 0.8), "rolling": (0.15, 0.35), "at_the_wall": (0.08, 0.2),
                    "springs_of_contacts_that_ended": (-1e-3, 1e-3), "residual": (-1e-3, 1e-3)},
    "three-grains": {"size_ratio": (20.0, 20.0), "time_step": (1e-6, 1e-6), "left": (0.0, 0.0),
                     "angle": (1.0, 1.01)},
    # Grains fall on the screw, the blades have begun to turn, the plate comes down.
    "screw": {"mass_flow": (-1e-9, 1e-9), "filling": (-1e-9, 1e-9), "torque": (1e-4, 0.1), "power": (1e-3, 2.0)},
    "mixer": {"turns": (0.115, 0.125), "torque": (0.01, 1.0), "power": (0.1, 15.0), "apart": (0.9, 1.1), "worn": (1e-18, 1e-12)},
    "lentils": {"grains": (325, 325), "order_of_axes": (-0.1, 0.1), "height_of_centre": (0.055, 0.062)},
    "shear-cell": {"stress_held": (0.5, 1.1), "friction_angle": (0.0, 60.0), "cohesion": (-1000.0, 1000.0)},
}

# Variables of some, beside steps.
VARIABLES = {"energy-column": {"dt": 1e-5}, "energy-drum": {"settle": 1000}}


class Examples(host.Case):

    def test_none_forgotten(self):
        inputs = [name for name in os.listdir(EXAMPLES)
                  if os.path.exists(os.path.join(EXAMPLES, name, "in." + name))]
        self.assertEqual(sorted(inputs), sorted([*RESULTS, "force-chains"]))    # output.py has that one

    def test_drum_goes_on(self):
        # From a restart file in the midst of a run, on as many ranks and on others. The first forces of a run see
        # other velocities than those within it, and collisions make more of that: interrupting the whole run at
        # this step changes its last energy by 0.4 %.
        folder = os.path.join(EXAMPLES, "drum")

        def last_row(deck, ranks, **variables):
            text = self.run_ok(os.path.join(folder, deck), ranks, **variables)
            if ranks == 2:
                self.assertNotRegex(text, "WARNING(?!: dcm: at the start of the run)")    # shortened, it has not settled
            row = re.findall(rf"^ *{STEPS} +(\S+) +1944 +(\S+) +(\S+) +(\S+)", text, re.M)[-1]
            return [float(word) for word in row[1:]]

        whole = last_row("in.drum", 2, every=STEPS // 2, steps=STEPS, picture="ppm")
        on = [last_row("in.continue", ranks, steps=STEPS // 2, **{"from": f"drum.{STEPS // 2}.restart"})
              for ranks in (1, 2)]
        for row in on:
            for value, other, expected in zip(row, on[0], whole):
                self.assertLess(abs(value / other - 1.0), 1e-7)
                self.assertLess(abs(value / expected - 1.0), 1e-2)


def shortened(name):

    def test(self):
        if name == "lentils" and not host.has_superellipsoids():
            self.skipTest("this LAMMPS has no superellipsoids, or no fix nve/asphere")
        deck = os.path.join(EXAMPLES, name, "in." + name)
        for mesh in os.listdir(os.path.dirname(deck)):
            if mesh.endswith(".obj"):
                shutil.copy(os.path.join(EXAMPLES, name, mesh), self.folder)
        text = self.run_ok(deck, 2, **{"steps": STEPS, "picture": "ppm", **VARIABLES.get(name, {})})
        with open(os.path.join(self.folder, name + ".txt")) as file:
            results = {key: float(value) for key, value in map(str.split, file)}
        self.assertEqual(set(results), {"grains"} | set(RESULTS[name]))
        self.assertIn("Dangerous builds = 0", text)
        for key, (low, high) in RESULTS[name].items():
            self.assertTrue(math.isfinite(results[key]) and low <= results[key] <= high,
                            f"{key} {results[key]}")
        picture = os.path.join(self.folder, name + ".ppm")
        with open(picture, "rb") as file:
            pixels = file.read().split(b"\n", 3)[3]
        self.assertGreater(len(set(pixels[i:i + 3] for i in range(0, len(pixels), 3))), 100)

    return test


for example in RESULTS:
    setattr(Examples, "test_" + example, shortened(example))
