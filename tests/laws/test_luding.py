# SPDX-License-Identifier: MIT
"""The law luding against its lines and what follows from them in closed form."""

import math

import dcm
import numpy as np
import pytest
from by_hand import DENSITY, Contact, Path, collide, near

K1, K2, KC, DEPTH, RADIUS = 1e3, 4e3, 2e3, 0.05, 1e-3
# Two spheres of one material: R* is half their radius, M* half their mass.
MASS = 0.5 * DENSITY * 4.0 / 3.0 * math.pi * RADIUS**3
# Where pressing no longer yields, as the paper has it.
DEEPEST = K2 / (K2 - K1) * DEPTH * RADIUS
both = pytest.mark.parametrize("stiffening", ["none", "linear"])
TENTHS = 0.1 * np.arange(1, 11)
DOWN_AND_UP = abs(1.0 - 0.1 * np.arange(21))


def make(stiffening="none", kc=KC, depth=DEPTH, **more):
    return dcm.Law("luding", stiffening=stiffening).materials(k1=K1, k2=K2, kc=kc, depth=depth, **{"friction": 0.5, "kt_ratio": 0.3, "eta_n": 0.0, **more})


def unloading(stiffening, greatest):
    """k2 of a greatest overlap."""
    return K1 + (K2 - K1) * (min(1.0, greatest / DEEPEST) if stiffening == "linear" else 1.0)


def pressed(stiffening):
    """A greatest overlap, k2 of this, where the line k2 has no force, and where it meets that of adhesion."""
    greatest = 0.6 * DEEPEST
    k = unloading(stiffening, greatest)
    return greatest, k, (1.0 - K1 / k) * greatest, (k - K1) / (k + KC) * greatest


@both
def test_lines(stiffening):
    c = Contact(make(stiffening), radius=RADIUS)
    greatest, k, rest, least = pressed(stiffening)
    near(c.lead(TENTHS * greatest), K1 * TENTHS * greatest)
    # Out and in again along one line, also below the force-free overlap.
    for overlaps in 2 * [least + (greatest - least) * DOWN_AND_UP]:
        near(c.lead(overlaps), k * (overlaps - rest), K1 * greatest)
    near(c.press(1.1 * greatest), K1 * 1.1 * greatest)


def test_damper():
    """The damper takes its force in proportion to the velocity, along the normal and across."""
    eta, share, overlap, speed, slip = 0.7, 0.4, 1e-4 * RADIUS, 0.2, 1e-9
    f = Contact(make(kc=0.0, kt_ratio=0.0, eta_n=eta, eta_t=share * eta), radius=RADIUS).step(overlap, normal_velocity=-speed,
                                                                                            tangential_velocity=[0.0, slip, 0.0])
    near(f.normal_force, K1 * overlap + eta * speed)
    near(f.tangential_force[1], share * eta * slip)


def test_tangential_stiffness():
    """A small displacement is held by 0.3 k2 of it."""
    near(Contact(make(), radius=RADIUS).step(1e-5, tangential_velocity=[0.0, 1e-3, 0.0]).tangential_force[1], 0.3 * K2 * 1e-3 * 1e-6)


@both
def test_adhesion(stiffening):
    """The line of adhesion, and up from it a line that begins there and meets that of the loading."""
    c = Contact(make(stiffening), radius=RADIUS)
    greatest, _, _, least = pressed(stiffening)
    c.press(greatest)
    # The pull-off force: no overlap pulls more.
    near(c.press(least), -KC * least)
    assert c.press(1.001 * least) > -KC * least
    turn, down = 0.5 * least, least * TENTHS[:3:-1]
    near(c.lead(down), -KC * down)
    # The root of k2(x)(turn - x) + k1 x + kc turn = 0.
    low, high = turn, greatest
    for _ in range(200):
        x = 0.5 * (low + high)
        low, high = (x, high) if unloading(stiffening, x) * (turn - x) + K1 * x + KC * turn > 0.0 else (low, x)
    up = np.linspace(turn, low, 11)
    near(c.lead(up), unloading(stiffening, low) * (up - turn) - KC * turn, KC * turn)
    near(c.press(1.01 * low), K1 * 1.01 * low)


def test_elastic_limit():
    """Beyond the greatest plastic overlap pressing and letting go are one line."""
    c, rest = Contact(make("linear"), radius=RADIUS), DEPTH * RADIUS
    near(c.press(DEEPEST), K1 * DEEPEST)
    overlaps = DEEPEST * (1.0 + 0.5 * (1.0 - DOWN_AND_UP))
    near(c.lead(overlaps), K2 * (overlaps - rest))
    near(c.press(1.1 * rest), K2 * 0.1 * rest)


@both
@pytest.mark.parametrize("steps", [2, 7, 1000])
def test_area(stiffening, steps):
    """Pressed and let go to overlap zero, in few steps or many: lost is the area between the lines, a triangle above zero and one below."""
    c = Contact(make(stiffening), radius=RADIUS)
    greatest, _, rest, least = pressed(stiffening)
    c.lead(greatest * (1.0 - abs(1.0 - np.arange(1, 2 * steps + 1) / steps)))
    expected = 0.5 * K1 * greatest * rest + 0.5 * KC * least * rest
    near(c.lost, expected)
    near(c.stored, 0.0, expected, 1e-15)


@both
def test_ledger(stiffening):
    # Deeper each time, then up from the line of adhesion.
    t = 12.0 * np.pi * np.arange(20001) / 20000
    p = Path(make(stiffening), DEEPEST * (0.05 + (0.1 + 0.06 * t / np.pi) * (1.0 - np.cos(t)) * 0.5), RADIUS)
    p.expect_ledger(1e-5)
    assert p.lost[-1] > 0.5 * p.work[-1]


@both
@pytest.mark.parametrize("speed", [0.02, 0.1])
def test_restitution(stiffening, speed):
    """A quarter of a period of k1 in, a quarter of one of k2 out, and from the force-free overlap on at constant speed: e = sqrt(k1/k2) at every
    speed, and with a stiffness that grows that of the greatest overlap v sqrt(M*/k1)."""
    most, greatest = K2 / (K2 - K1) * RADIUS, speed * math.sqrt(MASS / K1)
    k = K1 + (K2 - K1) * (greatest / most if stiffening == "linear" else 1.0)
    o = collide(make(stiffening, 0.0, 1.0), speed, RADIUS, 200000)
    near(o.normal_restitution, math.sqrt(K1 / k), tolerance=1e-5)
    near(o.max_overlap, greatest, tolerance=1e-6)
    quarters = 0.5 * math.pi * (math.sqrt(MASS / K1) + math.sqrt(MASS / k))
    near(o.duration, quarters + (1.0 - K1 / k) * greatest / (o.normal_restitution * speed), tolerance=1e-5)
    near(o.energy.dissipated_plastic, (1.0 - K1 / k) * 0.5 * MASS * speed**2, tolerance=1e-5)


def test_restitution_with_adhesion():
    """With adhesion, and a constant k2, the same share of the energy is lost at every speed: to the triangle above zero, and to the one below."""
    rest = 1.0 - K1 / K2

    def kept(pull):
        return 1.0 - rest - pull / K1 * (K2 - K1) / (K2 + pull) * rest

    o = collide(make(kc=0.2e3, depth=1.0), [0.01, 0.1], RADIUS, 200000)
    assert o.separated.all()
    near(o.normal_restitution, math.sqrt(kept(0.2e3)), tolerance=1e-4)
    # Where more would be lost than there is, grains stick.
    assert kept(KC) < 0.0
    with pytest.warns(dcm.UnfinishedWarning):
        assert not collide(make(depth=1.0), 0.1, RADIUS, 2000).separated


def test_limits():
    """Surfaces that slide, roll and twist are held back by mu (F + kc xi) and that times R*, of a contact in tension, too."""
    c, overlap = Contact(make("linear", rolling=0.2, twisting=0.3), radius=RADIUS), 8e-6
    c.press(2e-5)
    above = c.press(overlap) + KC * overlap
    assert above - KC * overlap < 0.0 < above
    f = c.step(overlap, 1e-3, tangential_velocity=[0.0, 10.0, 0.0], spin1=[1e5, 0.0, 1e5])
    near(f.tangential_force[1], 0.5 * above)
    near(f.couple_1[[0, 2], 0], [-0.3 * 0.5 * RADIUS * above, -0.2 * 0.5 * RADIUS * above])


def test_slope_that_holds():
    """A grain on a slope: pressed by F for the first time it is held by mu (1 + kc/k1) F, on the line k2 by more."""
    c, held = Contact(make(depth=1.0), radius=RADIUS), []
    for overlap in (1e-5, 9e-6):
        normal = c.press(overlap)
        held.append(c.step(overlap, 1e-3, tangential_velocity=[0.0, 10.0, 0.0]).tangential_force[1, 0] / normal)
    near(held[0], 0.5 * (1.0 + KC / K1))
    assert held[1] > 0.5 * (1.0 + KC / K1)


def test_step():
    """The step that hosts are told is that of the way out."""
    step = make(depth=1.0).safe_step(radius=RADIUS, density=DENSITY)
    assert step.limit == "normal spring"
    near(step.step, 0.05 * math.pi * math.sqrt(MASS / K2), tolerance=1e-9)


def test_refuses():
    with pytest.raises(dcm.Error, match="k2 = 1 is below k1 = 2"):
        dcm.Law("luding").materials(k1=2.0, k2=1.0, friction=0.0)
