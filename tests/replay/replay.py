#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""replay.py LIBRARY FILE...: runs laws over the rows that their authors' own programs computed, with the state carried from row to row, and prints how far
they are apart. LIBRARY is libdcm.so; the comments of a file say what the file is about. Ends with status 1 if a difference is above the limit."""

import os
import sys

os.environ["DCM_LIBRARY"] = sys.argv[1]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import dcm
import numpy as np

# Both sides are double precision over the same formulas, evaluated in different order: some 1e-16 times the number of operations and of steps for which
# a state is carried.
LIMIT = 1e-9


class Table:
    """Comment lines that hold every parameter, a line of column names, rows of numbers."""

    def __init__(self, path):
        with open(path) as file:
            lines = file.read().splitlines()
        self.path, self.comments = path, [line.lstrip("# ") for line in lines if line.startswith("#")]
        names, *rows = [line.split(",") for line in lines if line and not line.startswith("#")]
        numbers = np.array(rows, float)
        self.columns = {name.strip(): numbers[:, c] for c, name in enumerate(names)}

    def text(self, begin, key=""):
        """The words after "key = " in the comment that begins so, or None."""
        return next((line.split(f"{key} = ", 1)[1] for line in self.comments if line.startswith(begin) and f"{key} = " in line), None)

    def number(self, begin, key=""):
        return float(self.text(begin, key).split()[0])

    def triple(self, begin):
        return np.array(self.text(begin).strip("() ").split(")")[0].split(","), float)

    def vectors(self, before, after=""):
        return np.column_stack([self.columns[before + c + after] for c in "xyz"])


def relative(ours, theirs, natural=0.0):
    """The largest difference over the largest value, or over the natural scale where all values are but the rounding of zero beside it."""
    difference, value = np.linalg.norm(ours - theirs, axis=-1).max(), np.linalg.norm(theirs, axis=-1).max()
    return difference / (value if value > 1e-9 * natural else natural) if difference else 0.0


def reach_of(materials, bodies):
    """How far beyond touching a contact lasts."""
    touch = bodies["radius"] + (0.0 if bodies["wall"] else bodies["radius2"])
    low, high, zero = 0.0, bodies["radius"], np.zeros(3)

    def lasts(gap):
        places = np.array([[touch * (1.0 - 1e-9), 0.0, 0.0], [touch + gap, 0.0, 0.0]])
        return materials.drive([1e-9, 2e-9], zero, zero, zero, places, zero, zero, **bodies).touching[1]

    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if lasts(middle) else (low, middle)
    return low


class Free:
    """Two bodies, of which the second may be a plane wall: its nearest point, and the velocity and spin of the wall. Velocity Verlet, in which the law sees
    the velocities of the half step; a wall keeps its velocity, and its nearest point follows body 1. MUSEN has the contact point as the arm of
    velocities, and the radius as that of moments; Woo has the radius less half the overlap for both."""

    def __init__(self, materials, bodies, inertia, x, v, w, pivot=None, is_woo=False, stores_whole_force=False):
        self.materials, self.bodies, self.wall = materials, bodies, bodies["wall"]
        self.mass, self.inertia = np.array([bodies["mass"], bodies.get("mass2", np.inf)]), np.array(inertia)
        self.radius = np.array([bodies["radius"], 0.0 if self.wall else bodies["radius2"]])
        self.x, self.v, self.w, self.pivot = np.array(x), np.array(v), np.array(w), pivot
        self.is_woo, self.stores, self.state, self.touching = is_woo, stores_whole_force, None, False
        self.force, self.torque = np.zeros(3), np.zeros((2, 3))
        self.reach = reach_of(materials, bodies)

    def evaluate(self, dt):
        line = self.x[1] - self.x[0]
        distance = np.linalg.norm(line)
        self.normal = n = line / distance
        self.force, self.torque = np.zeros(3), np.zeros((2, 3))
        self.touching = distance < self.radius.sum() + (self.reach if self.touching else 0.0)
        if not self.touching:
            self.state = None
            return
        overlap, levers = self.radius.sum() - distance, self.radius
        arms = self.radius * (1.0 if self.wall else distance / self.radius.sum())    # a wall is a sphere without end
        if self.is_woo:
            arms = levers = self.radius - 0.5 * overlap
        velocity = self.v[1] - self.v[0] - np.cross(arms @ (self.w if not self.wall else [self.w[0], 0.0 * n]), n)
        if self.wall:
            velocity = velocity + np.cross(self.w[1], self.x[1] - self.pivot)
        f = self.materials.evaluate([overlap], normal_velocity=[velocity @ n],
                                    tangential_velocity=(velocity - (velocity @ n) * n)[:, None], normal=n[:, None], spin1=self.w[0][:, None],
                                    spin2=self.w[1][:, None], state=self.state, dt=dt, pair=(1, 2), **self.bodies)
        tangential = f.tangential_force[:, 0]
        self.force = tangential - f.normal_force[0] * n
        self.torque = levers[:, None] * np.cross(n, tangential) + np.array([f.couple_1[:, 0], f.couple_2[:, 0]])
        self.state = f.state
        if self.stores:
            self.state[:3, 0] = tangential

    def kick(self, dt):
        forces = np.array([self.force, -self.force])
        self.v = self.v + dt * forces / self.mass[:, None]
        self.w = self.w + dt * self.torque / self.inertia[:, None]

    def step(self, dt):
        self.kick(0.5 * dt)
        self.x = self.x + dt * self.v
        if self.wall:
            # The plane moved with the pivot; its nearest point is the foot of the perpendicular from 1.
            self.pivot = self.pivot + dt * self.v[1]
            self.x[1] = self.x[0] + ((self.pivot - self.x[0]) @ self.normal) * self.normal
        self.evaluate(dt)
        self.kick(0.5 * dt)

    def final_difference(self, v, w):
        """The difference of velocities and spins, relative to the largest of each."""
        n = len(v)
        return max(np.linalg.norm(self.v[:n] - v, axis=1).max() / np.linalg.norm(v, axis=1).max(),
                   np.linalg.norm(self.w[:n] - w, axis=1).max() / np.linalg.norm(w, axis=1).max())


# -------------------------------------------------------------------------------------------------------------- MUSEN


def musen(t):
    """Rows of the program MUSEN, whose models of particles and walls have the name of those of particles after "pw"."""
    model = t.text("model").strip()
    wall, name = model.startswith("pw"), {"hertz": "hertz", "hm": "hertz-mindlin", "jkr": "jkr"}[model.removeprefix("pw")]
    given = {"young": [t.number(f"material {i}", "E") for i in (1, 2)], "poisson": [t.number(f"material {i}", "nu") for i in (1, 2)],
             "friction": t.number("sliding friction", "mu"), "rolling": t.number("rolling friction", "mu_r")}
    if name != "hertz":
        given["restitution"] = t.number("restitution", "e")
    if name == "jkr":
        given["surface_energy"] = [t.number(f"material {i}", "surface energy") for i in (1, 2)]
    materials, dt = dcm.Law(name, form="sheet").materials(2, **given), t.number("dt", "dt")
    bodies = {"radius": t.number("body 1", "r"), "mass": t.number("body 1", "m"), "wall": wall}
    if not wall:
        bodies.update(radius2=t.number("body 2", "r"), mass2=t.number("body 2", "m"))
    is_free = t.text("final v1") is not None
    x, v, w = ([t.vectors(*words) for words in pair]
               for pair in ((("", "1"), ("", "2")), (("v1", ), ("v2", )), (("w1", ), ("w2", ))))
    pivot = None
    if wall:
        pivot = t.triple("point on wall" if is_free else "wall rotation centre at t=0") + t.columns["t"][0] * v[1][0]
    p = materials.drive(t.columns["t"], x[0], v[0], w[0], x[1], v[1], w[1], dt=dt, pair=(1, 2), **({"wall_centre": pivot} if wall else {}), **bodies)
    # Wall files have the displacement of the particle relative to the wall, the law that of side 2 relative to side 1.
    memory = p.state["tangential_force" if name == "hertz" else "tangential_displacement"] * (-1.0 if wall else 1.0)
    force = t.vectors("F1")
    largest = np.linalg.norm(force, axis=1).max()
    found = {"force": relative(p.force, force)}
    for body in (1, 2):
        found[f"moment {body}"] = relative(getattr(p, f"torque_{body}"), t.vectors(f"M{body}"), largest * bodies["radius"])
    found["history"] = relative(memory, t.vectors("H"), largest if name == "hertz" else p.overlap.max())
    if is_free:
        inertia = [t.number("body 1", "I"), np.inf if wall else t.number("body 2", "I")]
        free = Free(materials, bodies, inertia, *([both[0] for both in one] for one in (x, v, w)), pivot=pivot)
        free.evaluate(dt)
        for _ in range(int(t.number("N", "N"))):
            free.step(dt)
        moving = (1, ) if wall else (1, 2)
        found["outcome"] = free.final_difference(*(np.array([t.triple(f"final {what}{body}") for body in moving]) for what in "vw"))
    return name, found, 1e-6


# ---------------------------------------------------------------------------------------------------------------- Woo


def woo(t):
    """Rows of the program Woo: its law alone in the frame of the contact, or two free spheres. Woo keeps its viscous shear force inside the stored one
    (erratum 3 of the sheets), which makes the stiffness depend on the time step. Our law, handed the force that Woo would have stored, must give what Woo
    gives; with its own state it gives what is printed beside."""
    en = t.number("en", "en")
    both = {ours: [t.number(f"material {i}", theirs) for i in (1, 2)]
            for ours, theirs in (("young", "young"), ("friction", "tanPhi"), ("surface_energy", "surfEnergy"), ("transition", "alpha"))}
    # Woo has no damping at all where en is not inside (0, 1).
    restitution = en if 0.0 < en < 1.0 else 1.0
    materials = dcm.Law("woo-hertz", form="sheet", no_attraction="yes" if t.number("noAttraction", "noAttraction") else "no").materials(
        2, poisson=t.number("poisson"), restitution=restitution, **both)
    bodies = {"radius": t.number("r1", "r1"), "radius2": t.number("r1", "r2"), "mass": t.number("r1", "m1"), "mass2": t.number("r1", "m2"), "wall": False}
    dt = t.number("dt", "dt")
    if "uN" not in t.columns:
        inertia = [t.number("I1", "I1"), t.number("I1", "I2")]
        x, v, w = (np.array([t.vectors(*words) for words in pair])
                   for pair in ((("", "1"), ("", "2")), (("v1", ), ("v2", )), (("w1", ), ("w2", ))))
        outcomes = []
        for stores in (True, False):
            free = Free(materials, bodies, inertia, x[:, 0], v[:, 0], w[:, 0], is_woo=True, stores_whole_force=stores)
            for _ in range(x.shape[1] - 1):
                free.step(dt)
            outcomes.append(free.final_difference(v[:, -1], w[:, -1]))
        # Woo takes normal, frame and contact point in the middle of the step, another scheme of the same order: the difference is that of the time step.
        return "woo-hertz", {"outcome": outcomes[0], "outcome, own history": outcomes[1]}, 1e-3
    c, n = t.columns, len(t.columns["uN"])
    overlap, zero = -c["uN"], np.zeros(3)
    places, velocities = np.zeros((n, 3)), np.column_stack([c["velN"], c["velT1"], c["velT2"]])
    places[:, 0] = bodies["radius"] + bodies["radius2"] - overlap
    own = materials.drive(np.arange(1, n + 1) * dt, zero, zero, zero, places, velocities, zero, dt=dt, pair=(1, 2), **bodies)
    normal, tangential, state = np.zeros(n), np.zeros((n, 3)), None
    for row in range(n):
        if not own.touching[row]:
            state = None
            continue
        f = materials.evaluate([overlap[row]], normal_velocity=[c["velN"][row]], tangential_velocity=[0.0, c["velT1"][row], c["velT2"][row]], state=state,
                               dt=dt, pair=(1, 2), **bodies)
        normal[row], tangential[row], state = f.normal_force[0], f.tangential_force[:, 0], f.state
        state[:3, 0] = tangential[row]
    theirs = np.column_stack([np.zeros(n), c["Ft1"], c["Ft2"]])
    largest = abs(c["Fn"]).max()
    return "woo-hertz", {"force": relative(-normal[:, None], c["Fn"][:, None]), "tangential": relative(tangential, theirs, largest),
                         "tangential, own history": (relative(own.tangential_force, theirs, largest), restitution == 1.0)}, 1e-3


def replay(path):
    """Prints the line of a file. Returns whether all is well."""
    table = Table(path)
    name, found, limit_of_outcome = musen(table) if table.text("model") else woo(table)
    line, good = f"{os.path.basename(path):26} {name:13}", True
    for what, number in found.items():
        number, is_compared = number if isinstance(number, tuple) else (number, what != "outcome, own history")
        is_good = number <= (limit_of_outcome if what == "outcome" else LIMIT) or not is_compared
        line += f"  {what} {number:.1e}{'' if is_compared else ' (not compared)'}{'' if is_good else ' (!)'}"
        good = good and is_good
    print(line + ("" if good else "  FAILED"))
    return good


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: replay.py LIBRARY FILE...")
    sys.exit(0 if all([replay(path) for path in sys.argv[2:]]) else 1)
