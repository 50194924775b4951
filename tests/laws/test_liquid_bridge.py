# SPDX-License-Identifier: MIT
"""The law liquid-bridge against closed forms and numerical solutions: pull and work of a bridge. test_liquid.c has what becomes of the liquid."""

import math

import dcm
import numpy as np
import pytest
from by_hand import DT, close, drawn, near
from scipy.integrate import simpson

DRY = {"young": 1e7, "poisson": 0.25, "restitution": 0.6, "friction": 0.4}
ROLLING = {"rolling": 0.05, "twisting": 0.02}
GAMMA, THETA = 0.073, math.pi / 6.0
WATER = {**DRY, **ROLLING, "surface_tension": GAMMA, "contact_angle": 30.0}
VOLUME = 8    # in the state
HAIR = 1e-15
R = 1e-3


def cap(own, other):
    """Solid angle of a cone that touches the other sphere, over that of all directions."""
    return 0.5 * (1.0 - math.cos(math.asin(other / (own + other))))


class Bridges:
    """Contacts that touched for as long as it takes to have bridges. Looks change nothing."""

    def __init__(self, pull, numbers, liquid_1, liquid_2, r1=R, r2=R, wall=False):
        self.materials, self.state = dcm.Law("liquid-bridge", pull=pull).materials(**numbers), None
        self.bodies = {"radius": r1, "mass": 2e-6, "wall": wall, **({} if wall else {"radius2": r2})}
        liquid_1, liquid_2 = np.atleast_1d(liquid_1), np.broadcast_to(liquid_2, np.shape(np.atleast_1d(liquid_1)))
        for first in (True, False):
            f = self.materials.evaluate(np.full(liquid_1.shape, HAIR), state=self.state, dt=DT, energies=True, quantities={"liquid": liquid_1},
                                        quantities2={"liquid": liquid_2}, **self.bodies)
            self.state = f.state
            assert not first or not f.outputs["bridge"].any()
        self.volume = f.state[VOLUME]

    def look(self, overlap):
        """Each bridge at its overlap, or one bridge at many."""
        overlap = np.atleast_1d(overlap)
        state = np.repeat(self.state, len(overlap), axis=1) if self.state.shape[1] == 1 else self.state
        return self.materials.evaluate(overlap, state=state, dt=DT, energies=True, quantities={"liquid": 0.0}, **self.bodies)

    def pull(self, apart):
        return -self.look(-np.atleast_1d(apart)).normal_force


def of_volume(pull, degrees, relative):
    """A bridge of given volume, over the cube of the radius, between equal spheres of 1 mm, and a liquid of surface tension 1."""
    liquid = 0.5 * np.atleast_1d(relative) * R**3 * (1.0 - 1e-12) / cap(R, R)
    return Bridges(pull, {**DRY, "surface_tension": 1.0, "contact_angle": degrees}, liquid, liquid)


# ----------------------------------------------------------------------------------------------------------- the pull


@pytest.mark.parametrize("wall", [False, True])
def test_pull_at_contact(wall):
    """2 pi R gamma cos(theta) where two just touch, R the harmonic mean of the radii, twice the radius at a plane, whatever the volume; less beyond."""
    r1, r2, liquid = 1e-3, 2.5e-3, 10.0**np.arange(-16, -10)
    b = Bridges("closed", WATER, liquid, 0.0 if wall else liquid, r1, r2, wall)
    grain = 2.0 * r1 if wall else 2.0 * r1 * r2 / (r1 + r2)
    most = 2.0 * math.pi * grain * GAMMA * math.cos(THETA)
    f = b.look(np.zeros(6))
    near(f.normal_force, -most)
    near(f.outputs["capillary_force"], most)
    s = 0.3 * (1.0 + 0.5 * THETA) * np.cbrt(b.volume)
    x = s * np.sqrt(grain / b.volume)
    near(b.pull(s), most / (1.0 + 1.05 * x + 2.5 * x**2))
    assert not b.look(-s).tangential_force.any()


# Willett and others' fit to numerical solutions for equal spheres: numbers of a sum over powers of the angle, then of ln(V/R^3).
FIT = np.array([[[-0.44507, -0.1119, -0.012101, -0.0005], [0.050832, -0.000411, -0.0036456, -0.0003505], [-1.1466, -0.1490, -0.01255, -0.00029076]],
                [[1.9222, -0.0668, -0.0013375, 0.0], [-0.57473, -0.1201, -0.0068988, 0.0], [-1.2918, -0.22574, -0.01137, 0.0]],
                [[1.268, 0.198, 0.02232, 0.0008585], [-0.01396, 0.092, 0.02238, 0.001318], [-0.23566, -0.06418, -0.009853, -0.00053]],
                [[-0.010703, 0.03345, 0.0018574, 0.0], [0.073776, 0.04543, 0.004456, 0.0], [-0.34742, -0.09056, -0.006257, 0.0]]])


def fitted(relative, apart, angle):
    """The pull over 2 pi gamma R of a volume over R^3 and a distance over R. Coefficients of smaller bridges are those of a volume of 1e-4."""
    v, s = np.log(np.maximum(relative, 1e-4)), np.log(0.5 * apart / np.sqrt(relative))
    f = np.einsum("ijk,j,k...->i...", FIT, angle**np.arange(3), np.array([v**power for power in range(4)]))
    return np.exp(f[0] - f[1] * np.exp(s * (f[2] + s * f[3])))


# The ratio of the pull to the fit at contact and half way to rupture.
@pytest.mark.parametrize("degrees, volume, at_contact, half_way", [
    (0.0, 1e-3, 1.09, 0.87), (0.0, 1e-2, 1.15, 0.86), (0.0, 1e-1, 1.28, 0.88), (30.0, 1e-3, 1.12, 0.78), (30.0, 1e-2, 1.20, 0.75), (30.0, 1e-1, 1.38, 0.76)])
def test_near_the_numerical_solutions(degrees, volume, at_contact, half_way):
    """How good the closed form is for bridges that are not small, as the page says."""
    angle = math.radians(degrees)
    s = np.array([1e-9, 0.5]) * (1.0 + 0.5 * angle) * np.cbrt(volume)
    close(of_volume("closed", degrees, volume).pull(s * R) / (2.0 * math.pi * R * fitted(volume, s, angle)), np.array([at_contact, half_way]), 0.01)


def test_the_fit():
    """The fit is the default, the limit where grains touch, and at a wall that of twice the radius."""
    assert dcm.Law("liquid-bridge").options["pull"].default == "fitted"
    draw = drawn()
    for degrees in draw.uniform(0.0, 50.0, 40):
        angle, v, share = math.radians(degrees), 10.0**draw.uniform(-6.0, -1.0, 5), 10.0**draw.uniform(-4.0, 0.0, 5)
        s, unit = share * (1.0 + 0.5 * angle) * np.cbrt(v), 2.0 * math.pi * R
        b = of_volume("fitted", degrees, v)
        near(b.pull(s * R), unit * fitted(v, s, angle), tolerance=1e-9)
        near(b.pull(0.0 * s), unit * fitted(v, 2e-8 * np.sqrt(v), angle), tolerance=1e-9)
        at_wall = Bridges("fitted", {**DRY, "surface_tension": 1.0, "contact_angle": degrees}, 2.0 * v * R**3 * (1.0 - 1e-12), 0.0, wall=True)
        near(at_wall.pull(s * R), 2.0 * unit * fitted(v / 8.0, 0.5 * s, angle), tolerance=1e-9)


def young_laplace(angle, filling, curvature, intervals=20000):
    """Two spheres of radius 1 and a liquid between them: separation, volume, and the pull over 2 pi gamma. The equation of Young and Laplace,
    y/sqrt(1 + y'^2) = C + H y^2, integrated from the neck to where the liquid meets the sphere; the filling is the angle of that point from the axis, at the
    centre of the sphere."""
    end, h = math.sin(filling), curvature
    c = end * math.sin(filling + angle) - h * end**2
    neck = 2.0 * c / (1.0 + math.sqrt(1.0 - 4.0 * h * c))
    u = (np.arange(intervals) + 0.5) / intervals
    y = neck + (end - neck) * u**2
    q = c + h * y**2
    dx = 2.0 * q * np.sqrt((end - neck) / ((1.0 - h * (y + neck)) * (y + q))) / intervals
    rise = 1.0 - math.cos(filling)
    return 2.0 * (dx.sum() - rise), 2.0 * (math.pi * (y**2 * dx).sum() - math.pi / 3.0 * rise**2 * (3.0 - rise)), c


# Degrees, filling and curvature of bridges of 1e-4 to 0.1 of the cube of the radius, from contact to four fifths of the way to rupture.
BRIDGES = {
    0.0: ((0.0747, -101.3778), (0.0526, -51.0070), (0.0472, -28.3913), (0.0486, -11.6717), (0.1510, -31.1772), (0.1018, -11.3538), (0.1052, -4.5742),
          (0.2943, -8.0865), (0.2203, -3.8294), (0.2276, -1.3945), (0.5453, -1.3486), (0.4776, -0.7209), (0.4874, -0.0411)),
    20.0: ((0.4790, -0.9831), (0.3994, -0.2847), (0.3845, 0.4353)),
    40.0: ((0.0733, -73.9044), (0.0435, -24.3279), (0.0369, -8.5086), (0.0343, 3.6739), (0.1399, -20.8728), (0.0789, -2.9411), (0.0734, 2.1774),
           (0.2407, -4.2975), (0.1673, -0.5152), (0.1550, 1.4720)),
    50.0: ((0.0737, -59.8626), (0.0417, -16.1009), (0.0349, -2.6133), (0.0318, 8.0209), (0.1314, -15.2163), (0.0746, -0.3806), (0.0678, 4.1559),
           (0.2420, -2.8196), (0.1577, 0.5563), (0.1428, 2.3147))}


def test_the_equation_of_young_and_laplace():
    inside, at_the_edge, of_closed_form = [], [], []
    for degrees, bridges in BRIDGES.items():
        for filling, curvature in bridges:
            angle = math.radians(degrees)
            separation, volume, pull = young_laplace(angle, filling, curvature)
            assert separation > 0.0
            fit, closed = (of_volume(kind, degrees, volume).pull(separation * R)[0] / (2.0 * math.pi * R) / pull - 1.0 for kind in ("fitted", "closed"))
            print(f"{degrees:2.0f} degrees, volume {volume:.1e}, {separation / ((1.0 + 0.5 * angle) * np.cbrt(volume)):.2f} of the rupture distance: "
                  f"fitted {fit:+.3f}, closed {closed:+.3f}")
            (at_the_edge if volume < 5e-4 or degrees > 45.0 else inside).append(abs(fit))
            of_closed_form.append(abs(closed))
    assert max(inside) < 0.025 and max(at_the_edge) < 0.065 and max(of_closed_form) > 0.4


# ----------------------------------------------------------------------------------------------------------- the work


@pytest.mark.parametrize("volume", [1e-5, 1e-3, 0.03, 0.1])
@pytest.mark.parametrize("degrees", [0.0, 25.0, 50.0])
def test_work_of_the_fit(volume, degrees):
    """The work of the fit in the ledger, by Simpson's rule; the ledger loses the work where the bridge ruptures."""
    b, u = of_volume("fitted", degrees, volume), np.linspace(0.0, 1.0, 20001)
    s = (1.0 + 0.5 * math.radians(degrees)) * np.cbrt(b.volume[0])
    f = b.look(-s * (1.0 - 1e-13) * u**2)
    stored = f.energies["stored_normal"][-1]
    near(stored, simpson(-f.normal_force * 2.0 * u * s, x=u), tolerance=2e-6)
    torn = b.materials.evaluate([-s * (1.0 + 1e-12)], state=f.state[:, -1:], dt=DT, energies=True, **b.bodies)
    near(torn.energies["dissipated_plastic"], stored, tolerance=1e-9)


@pytest.mark.parametrize("degrees, expected", [(0.0, (0.964, 0.962, 0.969, 0.998)), (20.0, (0.954, 0.945, 0.944, 0.963)), (40.0, (0.919, 0.904, 0.887, 0.903))])
def test_work_of_the_closed_form(degrees, expected):
    """The work of rupture by the closed form, over that of the fit, as the page says."""
    volumes, stored = np.array([1e-4, 1e-3, 1e-2, 0.1]), {}
    for kind in ("closed", "fitted"):
        b = of_volume(kind, degrees, volumes)
        stored[kind] = b.look(-(1.0 + 0.5 * math.radians(degrees)) * np.cbrt(b.volume) * (1.0 - 1e-12)).energies["stored_normal"]
    ratio = stored["closed"] / stored["fitted"]
    print(f"{degrees:.0f} degrees, volumes {volumes}: work of rupture, closed over fitted {ratio.round(3)}")
    close(ratio, np.array(expected), 0.002)


def test_work_of_rupture():
    """The work of pulling two apart, which the ledger loses where the bridge ruptures: by Simpson's rule, and 2 pi R gamma cos(theta) sqrt(V/R) 2/d
    atan(d s/(2 + b s)), d^2 = 10 - b^2."""
    b, d = Bridges("closed", WATER, 3e-11, 1e-11), math.sqrt(10.0 - 1.05**2)
    v = b.volume[0]
    s = (1.0 + 0.5 * THETA) * np.cbrt(v)
    x, apart = s * math.sqrt(R / v), np.linspace(0.0, s * (1.0 - 1e-13), 2001)
    f = b.look(-apart)
    assert not f.energies["dissipated_plastic"].any()
    closed = 2.0 * math.pi * R * GAMMA * math.cos(THETA) * math.sqrt(v / R) * 2.0 / d * math.atan(d * x / (2.0 + 1.05 * x))
    near(simpson(-f.normal_force, x=apart), closed, tolerance=1e-9)
    near(f.energies["stored_normal"][-1], closed)
    torn = b.materials.evaluate([-s * (1.0 + 1e-13)], state=f.state[:, -1:], dt=DT, energies=True, **b.bodies)
    assert torn.energies["stored_normal"] == 0.0
    near(torn.energies["dissipated_plastic"], closed, tolerance=1e-11)


def test_beside_hertz_mindlin():
    """The pull is added to the contact of hertz-mindlin, form consistent, whose friction is limited by what presses the grains together and not by what is
    left of it."""
    wet = dcm.Law("liquid-bridge").materials(**WATER)
    dry = dcm.Law("hertz-mindlin", form="consistent").materials(**DRY, **ROLLING)
    states, bodies = [None, None], {"radius": 1e-3, "radius2": 2e-3, "mass": 2e-6, "dt": DT, "energies": True}
    for i in range(6):
        both = [m.evaluate([1e-6 * (i + 1)], state=state, tangential_velocity=[0.0, 0.3, -0.1], spin1=[20.0, -70.0, 9.0], **liquid, **bodies)
                for m, state, liquid in ((wet, states[0], {"quantities": {"liquid": 1e-11}, "quantities2": {"liquid": 2e-11}}), (dry, states[1], {}))]
        states = [f.state for f in both]
        pull = both[0].outputs["capillary_force"]
        assert both[0].normal_force + pull == both[1].normal_force and (pull > 0.0) == (i > 0)
        assert (both[0].tangential_force == both[1].tangential_force).all() and (both[0].couple_1 == both[1].couple_1).all()
