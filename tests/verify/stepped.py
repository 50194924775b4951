# SPDX-License-Identifier: MIT
"""A collision of inputs/collision with hertz or hertz-mindlin in form consistent, stepped here as LAMMPS steps it, by what
docs/laws/hertz-mindlin.md states: a prediction that shares nothing with the project and differs from it by rounding alone. The
tangential spring may also be that of the built-in's mindlin_rescale/force, which keeps its force while the contact area grows and is
shortened with it, so that what the two springs make of a collision is predicted, too."""

import math

import laws


def add(a, b, scale=1.0):
    return [x + scale * y for x, y in zip(a, b)]


def times(scale, a):
    return [scale * x for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return times(1.0 / math.hypot(*a), a)


def carried(u, n, angle):
    """A vector of the old tangent plane in the present one: projected, of its old length, turned about the normal."""
    flat = add(u, n, -dot(n, u))
    size = math.hypot(*flat)
    if size == 0.0:
        return flat
    flat = times(math.hypot(*u) / size, flat)
    return add(times(math.cos(angle), flat), cross(n, flat), math.sin(angle))


class Bundle:
    """Force and energy, "The spring as a bundle"."""

    def __init__(self, components=3):
        self.force, self.energy, self.shortened = [0.0] * components, 0.0, False

    def begin(self, stiffness):
        """What the present area holds: where there is less energy than a uniform stretch has, the area that went took a share."""
        least = dot(self.force, self.force) / (2.0 * stiffness)
        if least > self.energy:
            # A uniform stretch is on its edge; rounding takes nothing.
            self.shortened = self.shortened or least > self.energy * (1.0 + 1e-9)
            share = self.energy / least
            self.force, self.energy = times(share, self.force), share * self.energy

    def end(self, force, stiffness, slid):
        way = times(1.0 / stiffness, add(force, self.force, -1.0))
        self.energy += dot(self.force, way) + 0.5 * stiffness * dot(way, way)
        if slid:
            self.energy = dot(force, force) / (2.0 * stiffness)
        self.force = force


class Rescaled:
    """The force alone, scaled by a/a_old where the area shrinks."""

    def __init__(self):
        self.force, self.stiffness, self.shortened = [0.0] * 3, 0.0, False

    def begin(self, stiffness):
        if stiffness < self.stiffness:
            self.shortened = True
            self.force = times(stiffness / self.stiffness, self.force)
        self.stiffness = stiffness

    def end(self, force, stiffness, slid):
        self.force = force


def begin(memory):
    return (Bundle() if memory == "bundle" else Rescaled()), Bundle(4)


def contact(law, case, springs, state, dt, mid_step):
    """Force on 1, moments on both, or None where they are apart.
    springs: against sliding, and against rolling (three components) and twisting
    state: position, velocity and spin of each; a wall has none"""
    one, two = state[0], state[1] if len(state) > 1 else None
    r1 = case["radius1"]
    if two:
        r2 = case["radius2"]
        apart, velocity = add(two[0], one[0], -1.0), add(two[1], one[1], -1.0)
    else:
        apart, velocity = [r1 - one[0][0], 0.0, 0.0], times(-1.0, one[1])
    distance = math.hypot(*apart)
    overlap = (r1 + r2 if two else r1) - distance
    if overlap <= 0.0:
        return None
    n = unit(apart)
    then = unit(add(apart, velocity, -0.5 * dt)) if two and mid_step else n
    arms = [distance * r / (r1 + r2) for r in (r1, r2)] if two else [r1]
    velocity = add(velocity, cross(one[2], then), -arms[0])
    if two:
        velocity = add(velocity, cross(two[2], then), -arms[1])
    vn = dot(then, velocity)
    vt = add(velocity, then, -vn)
    vt = add(vt, add(then, n), -dot(n, vt) / (1.0 + dot(then, n)))    # the rotation that takes then to n
    radius, mass = laws.effective_radius(case), laws.effective_mass(case)
    a = math.sqrt(radius * overlap)
    kn, kt = 2.0 * laws.effective_young(case) * a, 8.0 * laws.effective_shear(case) * a
    damped = law.id == "hertz-mindlin" and case["restitution"] < 1.0
    c = 2.0 * math.sqrt(5.0 / 6.0) * laws.damping_ratio(case["restitution"]) if damped else 0.0
    normal = 2.0 / 3.0 * kn * overlap - c * math.sqrt(kn * mass) * vn
    pressing = max(0.0, normal)
    spins, roll = (add(one[2], two[2]), add(one[2], two[2], -1.0)) if two else (one[2], one[2])
    angle = 0.5 * dt * dot(n, spins)
    sliding, rolling = springs
    sliding.force = carried(sliding.force, n, angle)
    force = resisted(sliding, vt, dt, kt, c * math.sqrt(kt * mass), [case["friction"] * pressing])
    turning = cross(n, force)
    moments = [times(arm, turning) for arm in arms]
    rolling.force = carried(rolling.force[:3], n, angle) + rolling.force[3:]
    rate = dot(n, roll)
    couple = resisted(rolling, add(roll, n, -rate) + [rate], dt, radius**2 * kt, 2.0 * radius**2 * math.sqrt(kt * mass),
                      [case.get(name, 0.0) * radius * pressing for name in ("rolling", "twisting")])
    couple = add(couple[:3], n, couple[3])
    return add(force, n, -normal), [add(moment, couple, sign) for moment, sign in zip(moments, (-1.0, 1.0))]


def resisted(spring, velocity, dt, stiffness, damping, limits):
    """Force of a spring and a damper side by side, in series with a slider. What comes behind the first three components has a
    slider of its own."""
    spring.begin(stiffness)
    trial = add(spring.force, velocity, stiffness * dt + damping)
    # Where nothing presses, rolling moves without a couple.
    slid = math.hypot(*trial[:3]) > limits[0] and (len(limits) == 1 or limits[0] > 0.0)
    force = []
    for part, limit in zip((trial[:3], trial[3:]), limits):
        size = math.hypot(*part)
        force += times(limit / size, part) if size > limit else part
    way = add(times(dt, velocity), add(trial, force, -1.0), -dt / (stiffness * dt + damping))
    spring.end(add(spring.force, way, stiffness), stiffness, slid)
    return force


def frames(law, case, memory, dt, steps, every, integrator="nve/sphere", mid_step=True):
    """As the dump of the deck has them, {step: {body: {column: number}}}, and the first step in which the spring was shortened."""
    count = 2 if case.get("partner", "sphere") == "sphere" else 1
    angle = math.radians(case.get("angle", 0.0))
    state, masses, inertias = [], [], []
    for b in range(1, count + 1):
        r = case[f"radius{b}"]
        masses.append(laws.sphere_mass(r, case[f"density{b}"]))
        inertias.append(0.4 * masses[-1] * r * r)
        state.append([[0.0] * 3, [0.0] * 3, [case.get(f"spin{b}{c}", 0.0) for c in "xyz"]])
    state[0][1] = [case["speed"] * math.cos(angle), case["speed"] * math.sin(angle), 0.0]
    if count == 2:
        state[1][0] = [case["radius1"] + case["radius2"], 0.0, 0.0]
    springs, shortened, found = begin(memory), None, {}
    forces, moments = [[0.0] * 3] * count, [[0.0] * 3] * count
    turns = integrator == "nve/sphere"

    def kick():
        for b in range(count):
            state[b][1] = add(state[b][1], forces[b], 0.5 * dt / masses[b])
            if turns:
                state[b][2] = add(state[b][2], moments[b], 0.5 * dt / inertias[b])

    for step in range(steps + 1):
        if step:
            kick()
            for body in state:
                body[0] = add(body[0], body[1], dt)
            answer = contact(law, case, springs, state, dt, mid_step)
            if answer is None:
                springs = begin(memory)
            forces = [answer[0], times(-1.0, answer[0])][:count] if answer else [[0.0] * 3] * count
            moments = answer[1] if answer else [[0.0] * 3] * count
            if springs[0].shortened and shortened is None:
                shortened = step
            kick()
        if step % every == 0:
            found[step] = {b + 1: dict(zip(
                ("x", "y", "z", "vx", "vy", "vz", "omegax", "omegay", "omegaz", "fx", "fy", "fz", "tqx", "tqy", "tqz"),
                [*state[b][0], *state[b][1], *state[b][2], *forces[b], *moments[b]])) for b in range(count)}
    return found, shortened
