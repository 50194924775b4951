# SPDX-License-Identifier: MIT
"""The law eepa against its branches and what follows from them in closed form."""

import math

import dcm
import numpy as np
import pytest
from by_hand import Contact, Path, collide, near

K1, K2, KADH, F0, DELTA_U, RADIUS = 1e3, 4e3, 2e3, 1e-3, 1e-5, 1e-3
# Branches, and their exponents.
kinds = pytest.mark.parametrize("kind", [("linear", 1.0), ("hertz", 1.5), ("power", 2.2), ("power", 1.5)])
TENTHS = 0.1 * np.arange(1, 11)
# Ever deeper, and almost out again.
TIMES = 12.0 * np.pi * np.arange(20001) / 20000
DEEPER = DELTA_U * (0.1 + (1.0 + 0.3 * TIMES / np.pi) * (1.0 - np.cos(TIMES)) * 0.5)


def make(kind, k2=K2, kadh=KADH, f0=F0, restitution=1.0, adhesion="stiffness", **more):
    word, n = kind
    return dcm.Law("eepa", branches=word, adhesion=adhesion).materials(k1=K1, k2=k2, kadh=kadh, f0=f0, delta_u=DELTA_U, n=n, restitution=restitution,
                                                                       friction=0.5, **{"rolling": 0.2, "twisting": 0.3, **more})


def power(kind, overlap):
    """Power of the overlap in which the branches are lines, with the dimension of the overlap."""
    return DELTA_U * (overlap / DELTA_U)**kind[1]


def overlap_of(kind, x):
    return DELTA_U * (x / DELTA_U)**(1.0 / kind[1])


# ----------------------------------------------------------------------------------------------------------- branches


@kinds
def test_branches(kind):
    c, greatest = Contact(make(kind), radius=RADIUS), 3.0 * DELTA_U
    x_max = power(kind, greatest)
    x_p, size = (1.0 - K1 / K2) * x_max, K1 * x_max
    least = overlap_of(kind, (K2 - K1) / (K2 + KADH) * x_max)

    def expect(overlaps, force):
        near(c.lead(overlaps), force(power(kind, overlaps)) - F0, size)

    expect(TENTHS * greatest, lambda x: K1 * x)
    # Out and in again along one branch.
    for _ in range(2):
        expect(least + (greatest - least) * abs(1.0 - 0.1 * np.arange(1, 20)), lambda x: K2 * (x - x_p))
    # The largest tension.
    near(c.press(least), -KADH * power(kind, least) - F0, size)
    assert c.press(1.001 * least) > -KADH * power(kind, least) - F0
    # The branch of adhesion, and up from it to that of the first loading.
    turn = 0.5 * least
    x_turn = power(kind, turn)
    expect(least * TENTHS[:3:-1], lambda x: -KADH * x)
    meets = overlap_of(kind, (K2 + KADH) / (K2 - K1) * x_turn)
    expect(np.linspace(turn, meets, 11), lambda x: K2 * (x - x_turn) - KADH * x_turn)
    expect(np.array([1.01 * meets]), lambda x: K1 * x)


@kinds
def test_pull_off(kind):
    """All that touches is pulled by f0, and nothing else is."""
    c = Contact(make(kind, restitution=0.5), radius=RADIUS)
    near(c.press(0.0), -F0)
    assert c.press(-1e-12) == 0.0


# ------------------------------------------------------------------------------------------------------------- energy


@kinds
def test_ledger(kind):
    """The areas between the branches, by the work of many steps; in few steps they are the same."""
    p = Path(make(kind), DEEPER, RADIUS)
    p.expect_ledger(1e-5, size=F0 * DELTA_U)
    assert p.lost[-1] > 0.5 * p.work[-1]
    # A cycle in two steps, the second along two branches.
    coarse, fine = Contact(make(kind), radius=RADIUS), Contact(make(kind), radius=RADIUS)
    coarse.lead([2.0 * DELTA_U, 0.0])
    fine.lead(2.0 * DELTA_U * (1.0 - abs(1.0 - np.arange(1, 1001) / 500)))
    near(coarse.lost, fine.lost)
    near(coarse.stored, 0.0, coarse.lost, 1e-15)


def test_area():
    """The area between lines is two triangles."""
    c, greatest, rest = Contact(make(("linear", 1.0), f0=0.0), radius=RADIUS), 2e-5, (1.0 - K1 / K2) * 2e-5
    c.press(greatest)
    near(c.stored + c.lost, 0.5 * K1 * greatest**2)
    c.press(0.0)
    near(c.lost, 0.5 * K1 * greatest * rest + 0.5 * KADH * (K2 - K1) / (K2 + KADH) * greatest * rest)


# ------------------------------------------------------------------------------------------------- adhesion by energy


def sticky(kind, energy, chi=1.5):
    """The stiffness kadh is that of the other kind of adhesion."""
    return make(kind, kadh=10.0 * K2, adhesion="energy", surface_energy=energy, adhesion_exponent=chi, rolling=0.0, twisting=0.0)


def tension(kind, energy, greatest, r1=RADIUS, r2=RADIUS):
    """Largest tension of a contact that was pressed, and where: that of the circle in which the two cut each other at the overlap at which the branch
    k2 has no force."""
    x_p = (1.0 - K1 / K2) * power(kind, greatest)
    rest = overlap_of(kind, x_p)
    circle = math.sqrt(2.0 * r1 * rest - rest**2)
    if math.isfinite(r2):
        d = r1 + r2 - rest
        circle = math.sqrt(r1**2 - (0.5 * (d + (r1**2 - r2**2) / d))**2)
    pull = min(1.5 * math.pi * energy * circle, 0.5 * K2 * x_p)
    return pull, overlap_of(kind, x_p - pull / K2)


@kinds
@pytest.mark.parametrize("radii", [(1e-3, 1e-3), (1e-3, 3e-4), (3e-4, 1e-3), (1e-3, math.inf)])
@pytest.mark.parametrize("chi", [1.0, 1.5, 4.0])
def test_adhesion_by_energy(kind, radii, chi):
    """Down the branch k2 to the largest tension, which is that of the surface energy; down that of adhesion, and up again, and a second time down
    the same. Between spheres of one size, of two, and at a wall."""
    energy, greatest = 30.0, 3.0 * DELTA_U
    bodies = {"radius": radii[0], "radius2": radii[1]} if math.isfinite(radii[1]) else {"radius": radii[0], "wall": True}
    c, x_max = Contact(sticky(kind, energy, chi), **bodies), power(kind, greatest)
    size, x_p = K1 * x_max, (1.0 - K1 / K2) * x_max
    most, least = tension(kind, energy, greatest, *radii)
    assert 0.02 * K2 * x_p < most < 0.49 * K2 * x_p    # neither nothing nor the other limit

    def expect(overlaps, force):
        near(c.lead(overlaps) + F0, force, size)

    def adhesion(parts):
        expect(parts * least, -most * parts**chi)

    expect([greatest], K1 * x_max)
    down = greatest + TENTHS * (least - greatest)
    expect(down, K2 * (power(kind, down) - x_p))
    expect([least], -most)
    assert (c.lead([1.0001 * least, 0.9999 * least]) + F0 > -most).all()
    adhesion(TENTHS[8:4:-1])
    turn, pull = 0.6 * least, most * 0.6**chi
    x_turn = power(kind, turn)
    meets = overlap_of(kind, (x_turn + pull / K2) / (1.0 - K1 / K2))
    up = np.linspace(turn, meets, 11)
    expect(up, K2 * (power(kind, up) - x_turn) - pull)
    # Pressed again, but less than before: the branch of adhesion is the same.
    again = 0.5 * (meets + greatest)
    assert meets < greatest
    expect([again], K1 * power(kind, again))
    adhesion(np.append(TENTHS[4::-1], 0.0))
    # Pressed more it is another.
    c.press(2.0 * greatest)
    more, least = tension(kind, energy, 2.0 * greatest, *radii)
    expect(np.array([1.0, 0.5]) * least, -more * np.array([1.0, 0.5])**chi)


@kinds
def test_pull_off_goes_as_the_root(kind):
    """The largest tension goes as the root of the overlap at which a contact was left, so as that of the overlap to which it was pressed; with a
    stiffness as its power n."""
    energy, found = 1e-7 * 1e-3**(kind[1] - 1.0), []
    for greatest in (1e-3 * DELTA_U, 4e-3 * DELTA_U):
        c = Contact(sticky(kind, energy), radius=RADIUS)
        c.press(greatest)
        found.append(c.press(tension(kind, energy, greatest)[1]) + F0)
    near(found[1] / found[0], 2.0, tolerance=1e-5)


@kinds
def test_pull_off_that_nothing_bears(kind):
    """A surface energy that the branch k2 cannot bear: half of what this has where the two part."""
    c, greatest = Contact(sticky(kind, 1e6), radius=RADIUS), 3.0 * DELTA_U
    x_p = (1.0 - K1 / K2) * power(kind, greatest)
    least = overlap_of(kind, 0.5 * x_p)
    c.press(greatest)
    near(c.lead([least, 0.5 * least]) + F0, -0.5 * K2 * x_p * np.array([1.0, 0.5**1.5]), K1 * power(kind, greatest))


@kinds
def test_ledger_by_energy(kind):
    """The areas between the branches, in small steps, each of which takes energy, and in large ones."""
    p = Path(sticky(kind, 30.0), DEEPER, RADIUS)
    p.expect_ledger(1e-4, first=100)
    assert p.lost[-1] > 0.5 * p.work[-1] and (np.diff(p.lost) >= 0.0).all()
    # Pressed, down into adhesion, less deep, down again, in few steps and in many.
    fine, coarse = Contact(sticky(kind, 30.0), radius=RADIUS), Contact(sticky(kind, 30.0), radius=RADIUS)
    way = DELTA_U * np.array([0.0, 2.0, 0.5, 1.2, 0.3, 1.4, 0.0])
    for begin, end in zip(way, way[1:]):
        coarse.press(end)
        fine.lead(np.linspace(begin, end, 101)[1:])
        near(coarse.lost, fine.lost, tolerance=1e-11)
        near(coarse.stored, fine.stored, fine.lost, 1e-11)


# ------------------------------------------------------------------------------------------------------- across the normal

SLIDES = {"dt": 1e-3, "tangential_velocity": [0.0, 10.0, 0.0]}


@kinds
def test_limit_by_energy(kind):
    """Friction is held by mu times the force above the branch of adhesion."""
    c, greatest = Contact(sticky(kind, 30.0), radius=RADIUS), 3.0 * DELTA_U
    most, least = tension(kind, 30.0, greatest)
    overlap = 0.5 * (least + greatest)
    above = c.lead([greatest, overlap])[1] + F0 + most * (overlap / least)**1.5
    near(c.step(overlap, **SLIDES).tangential_force[1], 0.5 * above)


@kinds
def test_limits(kind):
    """Friction and couples are held by mu (F + f0 + kadh x), also in tension."""
    c, greatest = Contact(make(kind), radius=RADIUS), 2.0 * DELTA_U
    x = 0.6 * power(kind, greatest)
    overlap = overlap_of(kind, x)
    force = c.lead([greatest, overlap])[1]
    above = force + F0 + KADH * x
    assert force < 0.0 < above
    f = c.step(overlap, spin1=[1e5, 0.0, 1e5], **SLIDES)
    near(f.tangential_force[1], 0.5 * above)
    near(f.couple_1[[0, 2], 0], [-0.3 * 0.5 * RADIUS * above, -0.2 * 0.5 * RADIUS * above])


@kinds
def test_slope_that_holds(kind):
    """A grain on a slope: pressed by F for the first time it is held by mu (1 + kadh/k1) (F + f0), for f0 presses the branch, too."""
    c = Contact(make(kind), radius=RADIUS)
    normal = c.press(2.0 * DELTA_U)
    assert normal > F0
    near(c.step(2.0 * DELTA_U, **SLIDES).tangential_force[1], 0.5 * (1.0 + KADH / K1) * (normal + F0))


@kinds
def test_rolling_damps(kind):
    """The damper beside a rolling spring is there at e = 1, too: 2 R*^2 sqrt(kt M*)."""
    kt, w, dt = 2.0 / 7.0 * K1, 1e-6, 1e-9
    c = Contact(make(kind), radius=RADIUS)
    c.press(2.0 * DELTA_U)
    near(c.step(2.0 * DELTA_U, dt, spin1=[0.0, 0.0, w]).couple_1[2], -0.25 * RADIUS**2 * (kt * dt + 2.0 * math.sqrt(kt * 1e-6)) * w)


@kinds
def test_tangential_stiffness(kind):
    """A small displacement is held by kt s, kt = 2/7 k1, and damped by 2 zeta sqrt((n + 1)/2 M* kt s)."""
    e, overlap, path = 0.5, 2.0 * DELTA_U, 1e-9
    c = Contact(make(kind, restitution=e), radius=RADIUS)
    c.press(overlap)
    kt = 2.0 / 7.0 * K1 * power(kind, overlap) / overlap
    eta = -2.0 * math.log(e) / math.hypot(math.pi, math.log(e)) * math.sqrt(0.5 * (kind[1] + 1.0) * 1e-6 * kt)
    near(c.step(overlap, 1e-6, tangential_velocity=[0.0, path / 1e-6, 0.0]).tangential_force[1], kt * path + eta * path / 1e-6)


# --------------------------------------------------------------------------------------------------------- collisions


@kinds
@pytest.mark.parametrize("restitution, f0", [(0.4, 0.0), (0.9, 0.0), (1.0, F0)])
def test_restitution(kind, restitution, f0):
    """Without plasticity the restitution is the one asked for, whatever the exponent, and a constant pull takes nothing of it: it is conservative."""
    near(collide(make(kind, K1, 0.0, f0, restitution), 0.1, RADIUS, 50000).normal_restitution, restitution, tolerance=1e-4)


@kinds
def test_restitution_of_plasticity(kind):
    """e^2 is the share of the first loading's work that the branch k2 holds: with l = 1 - k1/k2, (k2/k1) (1 - l (n + 1) + n l^(1 + 1/n)), k1/k2 of
    lines."""
    n, l = kind[1], 1.0 - K1 / K2
    expected = math.sqrt(K2 / K1 * (1.0 - l * (n + 1.0) + n * l**(1.0 + 1.0 / n)))
    near(collide(make(kind, kadh=0.0, f0=0.0), [0.02, 0.1], RADIUS, 50000).normal_restitution, expected, tolerance=1e-4)


@pytest.mark.parametrize("branches, k1, k2, words", [("linear", 2.0, 1.0, "k2 = 1 is below k1 = 2"), ("hertz", 1.0, 2.0, "give delta_u > 0")])
def test_refuses(branches, k1, k2, words):
    with pytest.raises(dcm.Error, match=words):
        dcm.Law("eepa", branches=branches).materials(k1=k1, k2=k2, friction=0.0, restitution=1.0)
