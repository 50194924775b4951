# SPDX-License-Identifier: MIT
"""Contacts that are pressed by hand, and collisions, for tests of closed forms in NumPy.

python3 by_hand.py LIBRARY FILE runs the tests of a file with the library libdcm.so."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))
DT = 1e-6
DENSITY = 2500.0


def near(actual, expected, size=0.0, tolerance=1e-12):
    """Up to rounding of the numbers, or of numbers of this size."""
    import numpy as np
    expected = np.asarray(expected, float)
    np.testing.assert_array_less(abs(actual - expected), tolerance * (abs(expected) + size) + 1e-300)


def close(actual, expected, bound):
    """Up to an absolute difference."""
    assert (abs(actual - expected) <= bound).all(), (actual, expected)


def drawn():
    """A generator of random numbers of the seed of the test run, which is printed."""
    import numpy as np
    seed = int(os.environ.get("DCM_TEST_SEED", "1882"))
    print(f"DCM_TEST_SEED={seed}")
    return np.random.default_rng(seed)


class Contact:
    """A contact that is led along its normal, one step for each overlap. The bodies are those of Materials.evaluate."""

    def __init__(self, materials, **bodies):
        self.materials, self.bodies, self.state, self.lost = materials, {"mass": 2e-6, **bodies}, None, 0.0

    def step(self, overlap, dt=DT, **motion):
        """All answers of the law; the state goes on."""
        self.last = self.materials.evaluate([overlap], state=self.state, dt=dt, energies=True, **self.bodies, **motion)
        self.state = self.last.state
        self.stored = self.last.energies["stored_normal"][0]
        self.lost += self.last.energies["dissipated_plastic"][0]
        return self.last

    def press(self, overlap):
        """The normal force."""
        return self.step(overlap).normal_force[0]

    def lead(self, overlaps):
        """The normal force at each overlap."""
        import numpy as np
        return np.array([self.press(overlap) for overlap in overlaps])


class Path:
    """The answers along many overlaps, and the work done so far, by the mean of the forces before and after each step."""

    def __init__(self, materials, overlaps, radius, radius2=None):
        import numpy as np
        n, zero = len(overlaps), np.zeros(3)
        places = np.zeros((n, 3))
        places[:, 0] = radius + (radius2 or radius) - overlaps
        p = materials.drive(np.arange(1, n + 1) * DT, zero, zero, zero, places, zero, zero, radius=radius, radius2=radius2, mass=2e-6)
        self.force, self.stored, self.lost = p.normal_force, p.stored_normal, np.cumsum(p.dissipated_plastic)
        steps = 0.5 * (self.force[1:] + self.force[:-1]) * np.diff(overlaps)
        self.work = self.stored[0] + self.lost[0] + np.concatenate(([0.0], np.cumsum(steps)))

    def expect_ledger(self, tolerance, first=0, size=0.0):
        """At every place what went in is stored or lost, up to a part of the largest work so far."""
        import numpy as np
        largest = np.maximum(size, np.maximum.accumulate(abs(self.work)))
        apart = abs(self.work - self.stored - self.lost)
        assert (apart <= tolerance * largest)[first:].all(), (apart / largest)[first:].max()


def collide(materials, speed, radius, steps, **more):
    return materials.collide(speed, radius=radius, density=DENSITY, steps=steps, velocities="synchronised", **more)


if __name__ == "__main__":
    os.environ["DCM_LIBRARY"] = sys.argv[1]
    import pytest
    sys.exit(pytest.main(["-q", "-s", "-p", "no:cacheprovider", "--tb=short", os.path.join(HERE, sys.argv[2])]))
