# SPDX-License-Identifier: MIT
"""A collision of inputs/collision or a packing of inputs/packing with hertz or hertz-mindlin, stepped here as LAMMPS steps it, by what
docs/laws/hertz-mindlin.md states: a prediction that shares nothing with the project and differs from it by rounding alone. The
tangential force may also be that of the built-in, or of LIGGGHTS' own model, so that what these make of a collision or a packing is predicted, too."""

import itertools
import math
import typing

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


def carried(u, n, angle, keeps_length):
    """A vector of the old tangent plane in the present one: projected, and, if it keeps its length, turned about the normal."""
    flat = add(u, n, -dot(n, u))
    size = math.hypot(*flat)
    if size == 0.0 or not keeps_length:
        return flat
    flat = times(math.hypot(*u) / size, flat)
    return add(times(math.cos(angle), flat), cross(n, flat), math.sin(angle))


def turned(u, n, bisector, angle):
    """The turn of form consistent: along the bisector, and with the page's formulas for sine and cosine."""
    flat = add(u, bisector, -dot(n, u))
    half = max(-0.9, min(0.9, 0.5 * angle))
    sine = 2.0 * half * (1.0 - half**2 / 2.0 - half**4 / 4.0)
    return add(times(1.0 - 2.0 * half**2, flat), cross(n, flat), sine)


class Bundle:
    """Force and energy, "The spring as a bundle"."""

    def __init__(self):
        self.force, self.energy, self.shortened, self.beyond = [0.0] * 3, 0.0, False, 0.0

    def begin(self, stiffness):
        """Takes what the present area holds: where there is less energy than a uniform stretch has, the area that went took a share."""
        square, most = dot(self.force, self.force), 2.0 * stiffness * self.energy
        self.beyond = max(0.0, most - square)
        if square > most:
            # A uniform stretch is on its edge; rounding takes nothing.
            self.shortened = self.shortened or square > most * (1.0 + 1e-9)
            self.force = times(most / square, self.force)

    def end(self, force, stiffness, slid):
        self.energy = (dot(force, force) + (0.0 if slid else self.beyond)) / (2.0 * stiffness)
        self.force = force


class Scaled:
    """The force alone: scaled by a/a_old where the area shrinks, or in all its changes, as if the stretch were remembered."""

    def __init__(self, growing=False):
        self.force, self.stiffness, self.shortened, self.growing = [0.0] * 3, 0.0, False, growing

    def begin(self, stiffness):
        if stiffness < self.stiffness or self.growing and self.stiffness:
            self.shortened = True
            self.force = times(stiffness / self.stiffness, self.force)
        self.stiffness = stiffness

    def end(self, force, stiffness, slid):
        self.force = force


class Constant:
    """The force alone, of a spring whose stiffness does not change."""

    def __init__(self, components):
        self.force = [0.0] * components

    def begin(self, stiffness):
        pass

    def end(self, force, stiffness, slid):
        self.force = force


class Parts(typing.NamedTuple):
    """Parts in which tangential forces differ."""
    memory: typing.Callable    # what begins a spring
    slider: str    # consistent; sheet, which holds the spring alone; builtin, which lets the damper keep the velocity of sliding
    pull: bool    # whether a pull has friction, too
    mid_step: bool    # whether velocities are split with the bisector, and states go along it
    arms: str = "share"    # lever arms: radii, of which each has its share of the overlap; sheet, where moments have the radius; half, r - xi/2
    keeps_length: bool = True    # whether a spring that is carried to a new tangent plane keeps its length


OF_FORM = {"sheet": Parts(lambda: Scaled(growing=True), "sheet", True, False, "sheet"), "consistent": Parts(Bundle, "consistent", False, True)}
OF_LIGGGHTS = Parts(lambda: Scaled(growing=True), "sheet", True, False, "half", keeps_length=False)
OF_BUILTIN = {"mindlin": Parts(lambda: Scaled(growing=True), "builtin", True, False),
              "mindlin_rescale/force": Parts(Scaled, "builtin", True, False)}


def begin(parts):
    return parts.memory(), Constant(4)


def contact(law, case, parts, springs, apart, state, dt):
    """Force on 1, moments on both, or None where they are apart.
    springs: against sliding, and against rolling (three components) and twisting
    apart: from centre to centre, or to the wall
    state: position, velocity and spin of each; a wall has none"""
    one, two = state[0], state[1] if len(state) > 1 else None
    r1 = case["radius1"]
    r2 = case["radius2"] if two else 0.0
    velocity = add(two[1], one[1], -1.0) if two else times(-1.0, one[1])
    distance = math.hypot(*apart)
    overlap = (r1 + r2 if two else r1) - distance
    if overlap <= 0.0:
        return None
    n = unit(apart)
    middle = add(apart, velocity, -0.5 * dt) if two and parts.mid_step else n
    g = times(1.0 / dot(n, middle), middle)
    radii = [r1, r2] if two else [r1]
    arms = [r - 0.5 * overlap for r in radii] if parts.arms == "half" else [distance * r / (r1 + r2) for r in radii] if two else radii
    vn = dot(g, velocity)
    velocity = add(velocity, cross(one[2], g), -arms[0])
    if two:
        velocity = add(velocity, cross(two[2], g), -arms[1])
    vt = add(velocity, g, -dot(n, velocity))
    radius, mass = laws.effective_radius(case), laws.effective_mass(case)
    a = math.sqrt(radius * overlap)
    kn, kt = 2.0 * laws.effective_young(case) * a, 8.0 * laws.effective_shear(case) * a
    damped = law.id == "hertz-mindlin" and case["restitution"] < 1.0
    c = 2.0 * math.sqrt(5.0 / 6.0) * laws.damping_ratio(case["restitution"]) if damped else 0.0
    normal = 2.0 / 3.0 * kn * overlap - c * math.sqrt(kn * mass) * vn
    pressing = abs(normal) if parts.pull else max(0.0, normal)
    spins, roll = (add(one[2], two[2]), add(one[2], two[2], -1.0)) if two else (one[2], one[2])
    angle = 0.5 * dt * dot(n, spins)
    sliding, rolling = springs
    damping, limit = c * math.sqrt(kt * mass), case["friction"] * pressing
    carry = (lambda u: turned(u, n, g, angle)) if parts.mid_step else (lambda u: carried(u, n, angle, parts.keeps_length))
    sliding.begin(kt)
    # The built-in turns its spring only when it is off the plane by that much.
    if parts.slider != "builtin" or abs(dot(n, sliding.force)) > 1e-10 * limit:
        sliding.force = carry(sliding.force)
    force = (resisted(sliding, vt, dt, kt, damping, [limit]) if parts.slider == "consistent" else
             scaled_back(sliding, vt, dt, kt, damping, limit, parts.slider == "builtin"))
    turning = cross(n, force)
    moments = [times(arm, turning) for arm in (radii if parts.arms == "sheet" else arms)]
    spring = 0.05 * 8.0 * laws.effective_shear(case) * radius**3
    rolling.begin(spring)
    rolling.force = carry(rolling.force[:3]) + rolling.force[3:]
    rate = dot(n, roll)
    couple = resisted(rolling, add(roll, n, -rate) + [rate], dt, spring, 2.0 * radius**2 * math.sqrt(kt * mass),
                      [case.get(name, 0.0) * radius * pressing for name in ("rolling", "twisting")])
    couple = add(couple[:3], n, couple[3])
    return add(force, n, -normal), [add(moment, couple, sign) for moment, sign in zip(moments, (-1.0, 1.0))]


def resisted(spring, velocity, dt, stiffness, damping, limits):
    """Force of a spring and a damper side by side, in series with a slider. Components behind the first three have a slider of their own."""
    trial = add(spring.force, velocity, stiffness * dt + damping)
    slid = math.hypot(*trial[:3]) > limits[0]
    force = []
    for part, limit in zip((trial[:3], trial[3:]), limits):
        size = math.hypot(*part)
        force += times(limit / size, part) if size > limit else part
    resistance = stiffness * dt + damping
    way = add(times(dt, velocity), add(trial, force, -1.0), -dt / resistance if resistance else 0.0)
    spring.end(add(spring.force, way, stiffness), stiffness, slid)
    return force


def scaled_back(spring, velocity, dt, stiffness, damping, limit, both):
    """Force of a spring that is scaled back where the force is beyond the limit, and has no damper then; or of both scaled back, where the spring
    keeps what the damper does not take."""
    pull = add(spring.force, velocity, stiffness * dt)
    trial = add(pull, velocity, damping) if both else pull
    size = math.hypot(*trial)
    if size <= limit:
        spring.end(pull, stiffness, False)
        return add(pull, velocity, damping)
    # The built-in leaves nothing of a spring that is not yet stretched.
    force = times(limit / size if any(pull) else 0.0, trial)
    if any(pull):
        spring.end(add(force, velocity, -damping) if both else force, stiffness, True)
    return force


def frames(law, case, parts, dt, steps, every, integrator="nve/sphere"):
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
    springs, shortened, found = begin(parts), None, {}
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
            apart = add(state[1][0], state[0][0], -1.0) if count == 2 else [case["radius1"] - state[0][0][0], 0.0, 0.0]
            answer = contact(law, case, parts, springs, apart, state, dt)
            if answer is None:
                springs = begin(parts)
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


GRAVITY = 9.81


def read_data(path):
    """Reads a file of write_data with atoms of style sphere: positions and velocities by atom, and the sizes of the box."""
    section, sizes, positions, velocities = None, [], {}, {}
    with open(path) as file:
        for words in (line.split("#")[0].split() for line in file):
            if len(words) == 4 and words[2].endswith("lo"):
                sizes.append(float(words[1]) - float(words[0]))
            elif words and words[0].isalpha():
                section = words[0]
            elif words and section == "Atoms":
                positions[int(words[0])] = list(map(float, words[4:7]))
            elif words and section == "Velocities":
                velocities[int(words[0])] = list(map(float, words[1:4]))
    return positions, velocities, sizes


def packing_frames(law, case, parts, start, dt, steps, every):
    """A packing of equal grains on a plane that goes on from a data file without spins, integrator nve, periodic sideways: positions,
    velocities and forces as the dump of the deck has them, but for grains that left the box, which are not put back."""
    positions, velocities, (*sideways, _) = read_data(start)
    mass, reach = laws.sphere_mass(case["radius1"], case["density1"]), 2.0 * case["radius1"]
    at_wall, still, margin = {**case, "partner": "wall"}, [0.0] * 3, 0.1 * reach

    def apart(i, j):
        d = add(positions[j], positions[i], -1.0)
        return [a - size * round(a / size) for a, size in zip(d, sideways)] + d[2:]

    near = [(i, j) for i, j in itertools.combinations(sorted(positions), 2) if math.hypot(*apart(i, j)) < reach + margin]
    first, springs, found = {i: list(x) for i, x in positions.items()}, {}, {}

    def forces_of(dt):
        forces = {i: [0.0, 0.0, -mass * GRAVITY] for i in positions}
        for i, j in itertools.chain(near, ((i, None) for i in positions)):
            between = apart(i, j) if j else [0.0, 0.0, -positions[i][2]]
            bodies = [(None, velocities[b], still) for b in (i, j) if b]
            answer = contact(law, case if j else at_wall, parts, springs.setdefault((i, j), begin(parts)), between, bodies, dt)
            if answer is None:
                del springs[i, j]
                continue
            forces[i] = add(forces[i], answer[0])
            if j:
                forces[j] = add(forces[j], answer[0], -1.0)
        return forces

    forces = forces_of(0.0)    # springs are not stretched before the first step
    for step in range(steps + 1):
        if step:
            for i, v in velocities.items():
                velocities[i] = add(v, forces[i], 0.5 * dt / mass)
                positions[i] = add(positions[i], velocities[i], dt)
            forces = forces_of(dt)
            for i, v in velocities.items():
                velocities[i] = add(v, forces[i], 0.5 * dt / mass)
        if step % every == 0:
            found[step] = {i: dict(zip(("x", "y", "z", "vx", "vy", "vz", "fx", "fy", "fz"), [*positions[i], *velocities[i], *forces[i]]))
                           for i in positions}
    if not max(math.dist(positions[i], first[i]) for i in positions) < 0.5 * margin:
        raise ValueError("grains moved farther than those that were looked at were away")
    return found
