# SPDX-License-Identifier: MIT
"""The inputs of examples/ that are written for LIGGGHTS too, shortened as in tests/lammps/examples.py, with the same bounds."""

import glob
import os
import shutil

import host

EXAMPLES = os.path.join(host.HERE, "..", "..", "examples")
STEPS = 2000
# The tube is full and still down.
RESULTS = {"heap": {"grains": (2013, 2013), "rolling_friction": (0.4, 0.4), "height_of_centre": (0.03, 0.045),
                    "mean_distance": (0.013, 0.018), "angle_of_repose": (70.0, 85.0)}}


class Examples(host.Case):

    def test_each(self):
        inputs = glob.glob(os.path.join(EXAMPLES, "*", "in.*.liggghts"))
        self.assertEqual(sorted(os.path.basename(os.path.dirname(path)) for path in inputs), sorted(RESULTS))
        for path in inputs:
            for beside in glob.glob(os.path.join(os.path.dirname(path), "*.stl")):
                shutil.copy(beside, self.folder)
            with open(path) as file:
                deck = file.read()
            given = f"variable steps string {STEPS}\nvariable picture string ppm\n"
            said = self.run_ok(given + deck, ranks=2)
            self.assertIn("Dangerous builds = 0", said)
            name = os.path.basename(os.path.dirname(path))
            with open(os.path.join(self.folder, name + "-liggghts.txt")) as file:
                results = {key: float(value) for key, value in map(str.split, file)}
            self.assertEqual(set(results), set(RESULTS[name]))
            for key, (low, high) in RESULTS[name].items():
                self.assertTrue(low <= results[key] <= high, f"{key} {results[key]}")
            with open(os.path.join(self.folder, name + "-liggghts.ppm"), "rb") as file:
                pixels = file.read().split(b"\n", 3)[3]
            self.assertGreater(len(set(pixels[i:i + 3] for i in range(0, len(pixels), 3))), 100)
