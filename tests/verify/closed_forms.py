# SPDX-License-Identifier: MIT
"""Head-on collisions whose outcome is known without a time step: by the driver and by each LAMMPS, of two spheres and at a wall.

The known results are energies: the work of a law along its lines, in closed form or as the integral of a polynomial. thornton-ning is integrated
over the contact radius, here, from the equations of Thornton and Ning alone."""

import dataclasses
import math

import laws
import session
from checks import Series
from crosscode import DECK, lammps_variables
from laws import Law, root
from numpy.polynomial import Polynomial

STEPS = 20000    # a collision

RADIUS, DENSITY = 0.005, 2500.0
FINE = dict(radius1=1e-5, radius2=1e-5, density1=2650.0, density2=2650.0, young1=7e10, young2=7e10, poisson1=0.2, poisson2=0.2)
SOFT = dict(radius1=2.45e-6, radius2=2.45e-6, density1=1350.0, density2=1350.0, young1=2.356e9, young2=2.356e9, poisson1=0.33, poisson2=0.33)


@dataclasses.dataclass
class Collision:
    law: Law
    what: str
    case: dict
    duration: float    # seconds, more or less
    restitution: float    # 0: they stick
    bound: float
    why: str


def of(case, partner):
    both = {"radius1": RADIUS, "radius2": RADIUS, "density1": DENSITY, "density2": DENSITY, "friction": 0.3, "rolling": 0.0, "twisting": 0.0,
            "restitution": 1.0, "partner": partner}
    return {**both, **case}


# ------------------------------------------------------------------------------------ springs and lines

STEP = "the force turns from line to line within a step"
JUMP = "the force begins or ends by a jump that is met within a step: its impulse of one step over the momentum"


def jump(force, case, duration, e):
    """Error of a restitution by a force that begins by a jump, if the step in which the force begins is met by its end."""
    return force * duration / STEPS / (laws.effective_mass(case) * case["speed"] * max(e, 0.1))


def springs(partner):
    """linear, luding, eepa: restitutions that do not depend on a step."""
    k1 = 1e4
    mass = laws.effective_mass(of({}, partner))
    period = math.pi * math.sqrt(mass / k1)
    for e in (0.1, 0.5, 0.9):
        for attraction in ("yes", "no"):
            case = of({"kn": k1, "restitution": e, "speed": 0.1}, partner)
            yield Collision(Law("linear", (("attraction", attraction),)), f"e = {e}", case, period, e, 5e-5, "order of the step in LAMMPS' scheme")
    for ratio in (2.0, 5.0):
        k2, depth, speed = ratio * k1, 0.05, 0.1
        lines = {"k1": k1, "k2": k2, "kc": 0.0, "eta_n": 0.0, "speed": speed}
        straight = Law("luding", (("stiffening", "none"),))
        yield Collision(straight, f"k2/k1 = {ratio:g}: sqrt(k1/k2)", of(lines, partner), period, math.sqrt(1.0 / ratio), 1e-7, STEP)
        # The way out depends on how deep it was pressed.
        largest = 2.0 * laws.effective_radius(of({}, partner)) * depth * k2 / (k2 - k1)
        deep = speed * math.sqrt(mass / k1) / largest
        yield Collision(Law("luding", ()), f"k2/k1 = {ratio:g}, stiffening", of(lines, partner), period,
                        math.sqrt(1.0 / (1.0 + (ratio - 1.0) * deep)), 1e-7, STEP)
        adhesion = 0.3 * k1
        left, least = 1.0 - 1.0 / ratio, (k2 - k1) / (k2 + adhesion)
        yield Collision(straight, f"k2/k1 = {ratio:g}, kc/k1 = 0.3", of({**lines, "kc": adhesion}, partner), period,
                        math.sqrt(1.0 - left - 0.3 * least * left), 1e-7, STEP)
        for branches, n in (("linear", 1.0), ("hertz", 1.5)):
            share = 1.0 - 1.0 / ratio
            e = math.sqrt(ratio * (1.0 - (n + 1.0) * share + n * share**(1.0 + 1.0 / n)))
            # Its stiffness is that at delta_u: as deep as that a collision takes about as long.
            case = of({"k1": k1, "k2": k2, "kadh": 0.0, "f0": 0.0, "delta_u": speed * math.sqrt(mass / k1), "speed": speed}, partner)
            yield Collision(Law("eepa", (("branches", branches),)), f"k2/k1 = {ratio:g}", case, 1.5 * period, e, 1e-7, STEP)


# ------------------------------------------------------------------------------------------ thornton-ning

class ThorntonNing:
    """Polynomials in b, the root of the contact radius a. Numbers are those of the paper's equations."""

    def __init__(self, case):
        self.E, self.R, self.mass = laws.effective_young(case), laws.effective_radius(case), laws.effective_mass(case)
        self.w, self.p = case["work_of_adhesion"], case["yield_pressure"]
        self.pull = math.sqrt(2.0 * math.pi * self.w * self.E)
        # (65), which grows with the radius.
        self.yields = root(lambda b: 2.0 * self.E * b * b / (math.pi * self.R) - math.sqrt(2.0 * self.w * self.E / math.pi) / b - self.p,
                           1e-9 * math.sqrt(self.R), math.sqrt(self.R))
        # Where that would give energy, later, and then by a force that does not fall.
        least = 1.25 * self.kappa() * self.R
        if self.yields**3 < least:
            self.yields = ((10.0 * least - self.yields**3) / 9.0)**(1.0 / 3.0)
        self.rises = max(self.yields, (self.yields**2 * self.pull / (2.0 * math.pi * self.p))**(1.0 / 3.0))
        at_yield = self.elastic(self.R)(self.yields)
        y, r = self.yields, self.rises
        # (69), integrated over the contact radius.
        plastic = Polynomial([at_yield - math.pi * self.p * r**4 + 2.0 * y * y * r * self.pull, -2.0 * y * y * self.pull, 0.0, 0.0, math.pi * self.p])
        self.touch = (self.kappa() * self.R)**(1.0 / 3.0)
        # Where the force is which polynomial, and its work along the way.
        way = self.overlap(self.R).deriv()
        self.parts = [(low, high, force, (force * way).integ()) for low, high, force in (
            (self.touch, y, self.elastic(self.R)), (y, r, Polynomial([at_yield])), (r, math.inf, plastic))]

    def kappa(self):
        return math.sqrt(2.0 * math.pi * self.w / self.E)

    def overlap(self, radius):
        return Polynomial([0.0, -self.kappa(), 0.0, 0.0, 1.0 / radius])

    def elastic(self, radius):
        """(48)"""
        return Polynomial([0.0, 0.0, 0.0, -2.0 * self.pull, 0.0, 0.0, 4.0 / 3.0 * self.E / radius])

    def work_in(self, b):
        return sum(work(min(b, high)) - work(low) for low, high, _, work in self.parts if b > low)

    def turn(self, speed):
        """b where a collision turns, the radius R_p there (28), and e^2 of what the way out gives back; negative: they stick."""
        kinetic = 0.5 * self.mass * speed * speed
        b = root(lambda b: self.work_in(b) - kinetic, self.touch, math.sqrt(self.R))
        force = next(force(b) for _, high, force, _ in self.parts if b < high)
        flatter = 4.0 / 3.0 * self.E * b**6 / (force + 2.0 * self.pull * b**3)
        end = (0.25 * self.kappa() * flatter)**(1.0 / 3.0)
        work = (self.elastic(flatter) * self.overlap(flatter).deriv()).integ()
        return b, flatter, (work(b) - work(end)) / kinetic

    def restitution(self, speed):
        return math.sqrt(max(0.0, self.turn(speed)[2]))

    def sticking_speed(self):
        return root(lambda v: self.turn(v)[2], 1e-4, 100.0)

    def yield_speed(self):
        """(10), whose 3.194 is this root; without adhesion."""
        return 0.25 * math.pi**2 * math.sqrt(8.0 * math.pi / 15.0) * math.sqrt(self.p**5 * self.R**3 / (self.E**4 * self.mass))


def without_adhesion(over):
    """(44), over the yield speed."""
    if over <= 1.0:
        return 1.0
    q = 1.0 / over
    return math.sqrt(6.0 * math.sqrt(3.0) / 5.0) * math.sqrt(1.0 - q * q / 6.0) * (q / (q + 2.0 * math.sqrt(1.2 - 0.2 * q * q)))**0.25


def plastic_case(partner, **more):
    return of({**FINE, "yield_pressure": 1e9, "work_of_adhesion": 0.0, **more}, partner)


SPEEDS = (0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 10.0)


def thornton_ning(partner):
    law = Law("thornton-ning", ())
    case = plastic_case(partner)
    y = ThorntonNing(case).yield_speed()
    for over in (0.9, 2.0, 10.0, 100.0):
        now = {**case, "speed": over * y}
        yield Collision(law, f"no adhesion, {over:g} yield speeds: (44)", now, laws.hertz_collision(now, over * y)[2], without_adhesion(over), 1e-7, STEP)
    case = plastic_case(partner, work_of_adhesion=0.4)
    solution = ThorntonNing(case)
    stick = solution.sticking_speed()
    for what, speed in [("", v) for v in SPEEDS if v > stick] + [("1.03 of the sticking speed, ", 1.03 * stick), ("0.97 of the sticking speed, ", 0.97 * stick)]:
        now = {**case, "speed": speed}
        # The slower, the longer the neck.
        duration, e = 2.0 * laws.hertz_collision(now, speed)[2], solution.restitution(speed)
        yield Collision(law, f"adhesion, {what}{speed:.4g} m/s", now, duration, e, jump(1.5 * math.pi * solution.w * solution.R, now, duration, e), JUMP)
    # Grains so soft that adhesion alone would make them yield where they touch.
    soft = of({**SOFT, "work_of_adhesion": 0.2, "speed": 20.0}, partner)
    for pressure in (4e7, 3e7, 2e7, 1e7):
        now = {**soft, "yield_pressure": pressure}
        solution = ThorntonNing(now)
        duration, e = 3.0 * laws.hertz_collision(now, now["speed"])[2], solution.restitution(now["speed"])
        yield Collision(law, f"adhesion, soft, p_y = {pressure:g} Pa", now, duration, e, jump(1.5 * math.pi * solution.w * solution.R, now, duration, e), JUMP)


# --------------------------------------------------------------------------------- bond, liquid-bridge

def bond(partner):
    """Bonded where the run begins; it breaks when stretched so far that it has ½ k_n A u^2, which is lost."""
    radius, modulus, strength, speed = RADIUS, 1e7, 2e3, 0.1
    length = radius if partner == "wall" else 2.0 * radius
    stiffness = modulus / length * math.pi * radius**2
    lost = 0.5 * (strength * math.pi * radius**2)**2 / stiffness
    case = of({"kn": 1e4, "bond_young": modulus, "tensile_strength": strength, "shear_strength": 1e9, "speed": speed}, partner)
    mass = laws.effective_mass(case)
    duration, e = 2.0 * math.pi * math.sqrt(mass / stiffness), math.sqrt(1.0 - lost / (0.5 * mass * speed**2))
    yield Collision(Law("bond", (("bond_walls", "yes"),)), "the energy of a bond that breaks", case, duration, e,
                    jump(strength * math.pi * radius**2, case, duration, e), JUMP)


def liquid_bridge(partner):
    """The bridge takes its work of rupture from an elastic collision."""
    tension, degrees, liquid, speed = 0.072, 20.0, 2e-11, 0.2
    case = of({"radius1": 1e-3, "radius2": 1e-3, "young1": 1e7, "poisson1": 0.25, "surface_tension": tension, "contact_angle": degrees,
               "bridge_limit": 0.1, "skin": 0.5, "liquid1": liquid, "liquid2": 0.25 * liquid, "speed": speed}, partner)
    r, mass, angle = 2.0 * laws.effective_radius(case), laws.effective_mass(case), math.radians(degrees)
    cap = 0.5 * (1.0 - math.sqrt(0.75))
    volume = 0.5 * liquid + 0.25 * liquid if partner == "wall" else cap * 1.25 * liquid
    s, d = (1.0 + 0.5 * angle) * volume**(1.0 / 3.0) * math.sqrt(r / volume), math.sqrt(10.0 - 1.05**2)
    work = 2.0 * math.pi * r * tension * math.cos(angle) * math.sqrt(volume / r) * 2.0 / d * math.atan(d * s / (2.0 + 1.05 * s))
    duration = laws.hertz_collision(case, speed)[2] + 2.0 * (1.0 + 0.5 * angle) * volume**(1.0 / 3.0) / speed
    e = math.sqrt(1.0 - work / (0.5 * mass * speed**2))
    # It forms one step after they began to touch.
    yield Collision(Law("liquid-bridge", (("pull", "closed"),)), "the work of rupture", case, duration, e,
                    2.0 * jump(2.0 * math.pi * r * tension * math.cos(angle), case, duration, e), JUMP)


def heat(report):
    """The heat that passes in an elastic collision is 2 k (T2 - T1) times the time integral of Hertz's contact radius, 4/5 sqrt(R*) B(3/5, 1/2)
    xi_max^(3/2)/v."""
    case = of({"young1": 5e6, "poisson1": 0.25, "conductivity": 5.0, "temperature1": 300.0, "temperature2": 400.0, "speed": 0.5,
               "rolling": 0.0}, "sphere")
    overlap, _, duration = laws.hertz_collision(case, case["speed"])
    beta = math.gamma(0.6) * math.gamma(0.5) / math.gamma(1.1)
    expected = 2.0 * 5.0 * 100.0 * 0.8 * math.sqrt(laws.effective_radius(case)) * beta * overlap**1.5 / case["speed"]
    for law in laws.as_another():
        arguments = laws.driver_arguments(law, {**case, "dt": duration / STEPS})
        rows = session.driver_steps(arguments)
        passed = sum(row["heat_into_1"] for row in rows.values()) * duration / STEPS
        error = abs(passed / expected - 1.0)
        report.check("closed-forms", f"{law.name}: heat that passes in a collision", error, 1e-6, "sum over steps of a root that begins and ends at zero",
                     command="dcm collide " + " ".join(arguments))
        report.cell(law.id, "closed form", error)


# ------------------------------------------------------------------------------------------------- runs

def outcome_of_driver(collision):
    case = {**collision.case, "dt": collision.duration / STEPS, "max_steps": 4 * STEPS}
    arguments = laws.driver_arguments(collision.law, case)
    outcome = session.driver(arguments)["outcome"]
    return (outcome["normal_restitution"] if outcome["separated"] else 0.0), "dcm collide " + " ".join(arguments)


def outcome_of_lammps(host, collision):
    case = {**collision.case, "dt": collision.duration / STEPS}
    variables = {**lammps_variables(collision.law, case), "steps": 4 * STEPS, "every": STEPS // 50}
    done = session.Run(host, DECK, **variables)
    _, last = max(done.frames().items())
    at_wall = case["partner"] == "wall"
    velocity = (0.0 if at_wall else last[2]["vx"]) - last[1]["vx"]
    return (velocity / case["speed"] if last[1]["fx"] == 0.0 else 0.0), done.command


def pull_off(report, hosts):
    """The largest tension on the way out, 3/2 pi w R_p (77) of the radius R_p that yielding left, not of R*."""
    case = {**plastic_case("sphere", work_of_adhesion=0.4), "speed": 2.0}
    solution = ThorntonNing(case)
    _, flatter, _ = solution.turn(case["speed"])
    expected = 1.5 * math.pi * solution.w * flatter
    dt = 2.0 * laws.hertz_collision(case, case["speed"])[2] / STEPS
    law = Law("thornton-ning", ())
    rows = session.driver_steps(laws.driver_arguments(law, {**case, "dt": dt, "max_steps": 2 * STEPS}))
    found = {"driver": -min(row["normal_force"] for row in rows.values())}
    for host in hosts:
        done = session.Run(host, DECK, **lammps_variables(law, {**case, "dt": dt}), steps=2 * STEPS, every=1)
        found[host.name] = max(rows[1]["fx"] for rows in done.frames().values())
    for name, tension in found.items():
        report.check("closed-forms", f"thornton-ning: largest tension on the way out {tension:.5e} N, 3/2 pi w R_p = {expected:.5e} N, R_p = "
                     f"{flatter / solution.R:.3f} R*, {name}", abs(tension / expected - 1.0), 1e-5, "the nearest step; the force is flat there")
        report.cell("thornton-ning", "closed form", abs(tension / expected - 1.0))


def run(report, hosts, pool):
    report.describe(
        "closed-forms", "Collisions with a closed form",
        "Two equal spheres, or a sphere and a wall, meet head-on: the restitution, by the driver and by each LAMMPS, against what follows from the "
        "work of the law along its lines. linear: the restitution asked for. luding, eepa: lines and branches. thornton-ning: equation (44) of "
        "the paper without adhesion; with it the integral of its forces over the contact radius, which has the speed below which they stick; "
        "and the pull-off of the radius that yielding left. bond: the energy of a bond that breaks. liquid-bridge: the work of rupture. heat: what "
        "passes while two touch.")
    collisions = [c for partner in ("sphere", "wall") for part in (springs, thornton_ning, bond, liquid_bridge) for c in part(partner)]
    found = {}

    def one(job):
        collision, host = job
        if host is None and collision.law.id == "bond":
            return    # what meets in dcm collide is not bonded
        e, command = outcome_of_lammps(host, collision) if host else outcome_of_driver(collision)
        error = abs(e - collision.restitution)
        partner, program = collision.case["partner"], host.name if host else "driver"
        report.check("closed-forms", f"{collision.law.name}, {partner}, {collision.what}, {program}: restitution {e:.6f}, "
                     f"closed form {collision.restitution:.6f}", error, collision.bound, collision.why, command=command)
        report.cell(collision.law.id, "closed form", error)
        found.setdefault((collision.law.id, partner, program, collision.case.get("work_of_adhesion")), []).append((collision.case["speed"], e))

    list(pool.map(one, [(c, host) for c in collisions for host in [None, *hosts]]))
    heat(report)
    pull_off(report, hosts)
    solution = ThorntonNing(plastic_case("sphere", work_of_adhesion=0.4))
    bare = ThorntonNing(plastic_case("sphere"))
    speeds = [0.03 * 1.05**k for k in range(140)]
    marks = dict(zip(["driver"] + [host.name for host in hosts], "osx^"))
    report.figure("thornton-ning", "closed-forms", "Restitution of elastic, plastic, adhesive spheres", "speed, m/s", "restitution", [
        Series("no adhesion, (44)", [(v, without_adhesion(v / bare.yield_speed())) for v in speeds], colour="0.6"),
        Series("w = 0.4 J/m², integrated", [(v, solution.restitution(v)) for v in speeds])] +
        [Series(f"thornton-ning, {program}", sorted(found.get(("thornton-ning", "sphere", program, 0.4), [])), marker=mark, line="")
         for program, mark in marks.items()],
        f"Spheres of 10 µm. Below {solution.sticking_speed():.4f} m/s they stick.", log_x=True)
