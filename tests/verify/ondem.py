# SPDX-License-Identifier: MIT
"""The interaction tests of the COST action ON-DEM, working group 4: motions of two spheres, read and written in their files."""

import math
import tempfile

import session
from checks import Series
from stepped import cross, times

# Their spheres and motions (functions/F_run_test.py of github.com/ON-DEM/ON-DEM-WG4-testingInteractions): radius 1, centres 1.95 apart.
BRANCH, STIFFNESS, RATIO, END = 1.95, 1e7, 0.5, 6.0 * math.pi
ARM = 0.5 * BRANCH
X, Y, Z, STILL = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)


def plus(*vectors):
    return tuple(map(sum, zip(*vectors)))


def turned(v, axis, angle):
    """v about an axis, a unit vector, by Rodrigues' formula."""
    along = sum(p * q for p, q in zip(axis, v)) * (1.0 - math.cos(angle))
    return plus(times(math.cos(angle), v), times(math.sin(angle), cross(axis, v)), times(along, axis))


class Motion:
    """Two spheres, one at the origin, that shear about y with the rate of a function of time, and turn together about an axis at 1/s."""

    def __init__(self, rate, path, axis=STILL):
        self.rate, self.path, self.axis = rate, path, axis    # path: the integral of the rate, of one surface

    def turn(self, v, t):
        return turned(v, self.axis, t) if any(self.axis) else v

    def file(self, rows, scale=1.0):
        """In their format: the numbers of a row behind the header; scale multiplies the shear."""
        lines = ["# t x_i v_i omega_i x_j v_j omega_j"]
        for k in range(rows + 1):
            t = END * k / rows
            branch = self.turn(times(BRANCH, Z), t)
            spin = plus(self.axis, times(scale * self.rate(t), self.turn(Y, t)))
            lines.append(" ".join(map(repr, (t, *STILL, *STILL, *spin, *branch, *cross(self.axis, branch), *spin))))
        return "\n".join(lines) + "\n"


MOTIONS = {"elastic shear": Motion(lambda t: -0.02 * math.sin(t), lambda t: 0.02 * (math.cos(t) - 1.0)),
           "plastic shear": Motion(lambda t: -0.08 * math.sin(t), lambda t: 0.08 * (math.cos(t) - 1.0)),
           "turn out of the plane": Motion(lambda t: 0.02, lambda t: 0.02 * t, Y),
           "turn in the plane": Motion(lambda t: 0.02, lambda t: 0.02 * t, Z),
           "viscous shear": Motion(lambda t: -0.02 * math.sin(t), lambda t: 0.02 * (math.cos(t) - 1.0))}


def drive(law, settings, text):
    """Rows of their output as {name: [vector]}."""
    with tempfile.NamedTemporaryFile("w", prefix="dcm-verify-", suffix=".csv") as file:
        file.write(text)
        file.flush()
        words = ["drive", law, "--radius", "1", "--density", repr(DENSITY), "--format", "ondem", "--input", file.name]
        for setting in settings.split():
            words += ["--set", setting]
        lines = session.run_driver(words).splitlines()
    rows = [list(map(float, line.split())) for line in lines[1:]]
    names = lines[0].split()[2:]
    return {name: [tuple(row[1 + 3 * k:4 + 3 * k]) for row in rows] for k, name in enumerate(names)}, f"dcm {' '.join(words)}"


# Law, settings and the stiffnesses and damper of the contact, whose overlap does not change: normal force, k_t, eta_t.
DENSITY = 1e7    # so that the damper counts
OVERLAP, REDUCED, MASS = 2.0 - BRANCH, 0.5, DENSITY * 4.0 / 3.0 * math.pi / 2.0
YOUNG, POISSON = 1e7, 0.25
TANGENTIAL = 8.0 * YOUNG / (4.0 * (1.0 + POISSON) * (2.0 - POISSON)) * math.sqrt(REDUCED * OVERLAP)
HERTZ = 4.0 / 3.0 * YOUNG / (2.0 * (1.0 - POISSON**2)) * math.sqrt(REDUCED) * OVERLAP**1.5
RESTITUTION = 0.5
ZETA = -math.log(RESTITUTION) / math.hypot(math.pi, math.log(RESTITUTION))
LAWS = {"linear": (f"kn={STIFFNESS} kt_ratio={RATIO}", STIFFNESS * OVERLAP, RATIO * STIFFNESS, 2.0 * ZETA * math.sqrt(RATIO * STIFFNESS * MASS)),
        "hertz": (f"young={YOUNG} poisson={POISSON}", HERTZ, TANGENTIAL, None)}
PLASTIC, STICKS = 0.5, 1000.0    # friction


def apart(law, name, rows):
    """Largest distance of the force on 1 from its closed form, over the largest force, and the rows of both along the shear."""
    settings, normal, stiffness, damper = LAWS[law]
    motion, dt = MOTIONS[name], END / rows
    friction = PLASTIC if name == "plastic shear" else STICKS
    more = "" if law == "hertz" else f" restitution={RESTITUTION if name == 'viscous shear' else 1.0}"
    found, command = drive(law, f"{settings} friction={friction}{more}", motion.file(rows))
    stretch, most, distance, shown = 0.0, friction * normal / stiffness, 0.0, []
    for k, force in enumerate(found["F_i"]):
        t = dt * k
        velocity = 2.0 * ARM * motion.rate(t)
        stretch = max(-most, min(most, stretch + velocity * dt))    # of the spring, in the frame that turns with the pair
        shear = -stiffness * stretch - (damper * velocity if name == "viscous shear" else 0.0)
        wanted = plus(times(-normal, motion.turn(Z, t)), times(shear, motion.turn(X, t)))
        distance = max(distance, math.dist(force, wanted) / normal)
        shown.append((t, sum(a * b for a, b in zip(force, motion.turn(X, t))) / normal, shear / normal))
    return distance, shown, command


def table(report):
    """Their table of the elastic shear, with the four conventions of it: F_i has the normal force on j, the shear is that of one
    surface (half) without the overlap, its torque has the overlap, and a row has the velocity of the next."""
    theirs = session.reference("ondem_2025.txt")["row"]
    settings, normal, stiffness, _ = LAWS["linear"]
    motion = MOTIONS["elastic shear"]
    found, command = drive("linear", f"{settings} friction={STICKS} restitution=1", motion.file(200, 1.0 / BRANCH))
    distance = max(math.dist((found["F_i"][int(k) + 1][0], -found["F_i"][int(k) + 1][2], found["T_i"][int(k) + 1][1]), numbers) / normal
                   for k, *numbers in theirs)
    report.check("ondem", "their table of the elastic shear, with its four conventions", distance, 1e-14, "rounding", command=command)
    found, command = drive("linear", f"{settings} friction=0.5 restitution=1", motion.file(200))
    largest = max(abs(force[0]) for force in found["F_i"])
    report.check("ondem", f"as written, friction 0.5: their shear force reaches {max(abs(row[1]) for row in theirs) / normal:.3f} of the normal force, and a spring of "
                 f"the whole shear would reach {0.04 * BRANCH * stiffness / normal:.3f}; dcm slides at", abs(largest / normal - 0.5), 1e-14,
                 "rounding", command=command)


def run(report, hosts=None, pool=None):
    report.describe("ondem", "Motions of two spheres", "The interaction tests of the COST action ON-DEM, in their files, by <code>dcm drive --format ondem</code>.")
    table(report)
    shown = {}
    for law in LAWS:
        for name in MOTIONS:
            if name == "viscous shear" and LAWS[law][3] is None:
                continue
            coarse, shown[law, name], command = apart(law, name, 200)
            if MOTIONS[name].axis == STILL:
                report.check("ondem", f"{law}, {name}: force against its closed form, over the normal force", coarse, 1e-13, "rounding", command=command)
            else:
                fine, _, _ = apart(law, name, 2000)
                report.check("ondem", f"{law}, {name}, 0.0094 rad a row: force against its closed form, over the normal force; ten times the angle, {coarse:.2g}", fine,
                             1e-3, "the square of the angle of a row", command=command)
                report.check("ondem", f"{law}, {name}: share of the error left with a tenth of the angle", fine / coarse, 0.011, "of the second order or higher", command=command)
    report.figure("benchmark-ondem", "ondem", "Motions of two spheres: the shear force", "time, s", "shear force over normal force",
                  [s for (law, name), rows in shown.items() if law == "linear"
                   for s in (Series(name, [(t, f) for t, f, _ in rows if t < 6.4][::2], marker="o", line=""),
                             Series("", [(t, w) for t, _, w in rows if t < 6.4], colour="0.5"))])
