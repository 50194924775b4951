# SPDX-License-Identifier: MIT
"""Where a run begins, with dt 0, the spring of form sheet is looked at: what slid in the step before slides, whatever the last digits of the positions
are."""

import dcm
import numpy as np
import pytest
from by_hand import near

RADIUS = 1e-3
# Laws of form sheet, of which heat has the spring of hertz-mindlin.
laws = pytest.mark.parametrize("name, more", [
    ("hertz", {}), ("hertz-mindlin", {"restitution": 0.5}), ("heat", {"restitution": 0.5, "conductivity": 1.0}),
    ("jkr", {"restitution": 0.5, "surface_energy": 0.5}), ("jkr-exact", {"restitution": 0.5, "work_of_adhesion": 0.5}),
    ("woo-hertz", {"restitution": 0.5, "surface_energy": 1e-4})])


class Sliding:
    """Contacts of two that slide past each other along y."""

    def __init__(self, name, friction, more):
        self.materials, self.state = dcm.Law(name, form="sheet").materials(young=1e7, poisson=0.25, friction=friction, **more), None

    def slide(self, overlap, dt):
        """The tangential forces at these overlaps."""
        f = self.materials.evaluate(overlap, tangential_velocity=[0.0, 0.1, 0.0], radius=RADIUS, mass=2e-6, state=self.state, dt=dt)
        self.state = f.state if dt > 0.0 else self.state
        return f.tangential_force[1]


@laws
def test_what_slid_slides(name, more):
    c, overlaps = Sliding(name, 0.3, more), 1e-7 * np.arange(1, 61)
    for _ in range(500):
        sliding = c.slide(overlaps, 1e-6)
    for digit in range(-10, 11):
        near(c.slide(overlaps * (1.0 + 1e-11 * digit), 0.0), sliding, tolerance=1e-8)


@laws
def test_what_stuck_sticks(name, more):
    """A contact that sticks keeps its damping."""
    c = Sliding(name, 1e3, more)
    for _ in range(10):
        sticking = c.slide([1e-5], 1e-8)
    assert sticking > 0.0 and c.slide([1e-5], 0.0) == sticking


@laws
def test_smooth(name, more):
    """Without friction nothing holds, neither where a run begins nor later."""
    c = Sliding(name, 0.0, more)
    assert [c.slide([1e-6], dt)[0] for dt in (0.0, 1e-6, 0.0)] == [0.0, 0.0, 0.0]
