# SPDX-License-Identifier: MIT
"""One law is one law everywhere: the same collision by the driver, by every LAMMPS and by LIGGGHTS, step by step."""


import laws
import liggghts
import session
from checks import largest_difference

# Unequal spheres of two materials, and a sphere at a wall, oblique and spinning about all axes. The contact
# sticks, slips and turns, adhesion pulls at its end, and it ends within the run.
PAIR = dict(partner="sphere", radius1=0.005, radius2=0.003, density1=2500.0, density2=4000.0, young1=5e6,
            young2=2e7, poisson1=0.25, poisson2=0.3, restitution=0.7, friction=0.3, rolling=0.02,
            surface_energy=0.4, speed=0.8, angle=35.0, spin1x=20.0, spin1y=-35.0, spin1z=50.0, spin2x=-15.0,
            spin2y=40.0, spin2z=25.0, dt=4e-7)
WALL = dict(partner="wall", radius1=0.005, density1=2500.0, young1=5e6, poisson1=0.25, restitution=0.7,
            friction=0.3, rolling=0.02, surface_energy=0.4, speed=0.8, angle=35.0, spin1x=20.0, spin1y=-35.0,
            spin1z=50.0, dt=6e-7)
STEPS, EVERY = 4000, 20
DECK = "collision/in.collision"

# Both sides make the same operations but for the order of a few: each step adds a rounding error of some 1e-16 to
# what it carries on, and a single contact does not amplify it. 4000 steps leave at most 4000 * 1e-16 = 4e-13.
BOUND = 1e-12
WHY = "rounding of 4000 steps, 1e-16 each"

QUANTITIES = {
    "position": ("xyz", ("x{b}", "y{b}", "z{b}")),
    "velocity": (("vx", "vy", "vz"), ("v{b}x", "v{b}y", "v{b}z")),
    "spin": (("omegax", "omegay", "omegaz"), ("w{b}x", "w{b}y", "w{b}z")),
    "force": (("fx", "fy", "fz"), None),
    "torque": (("tqx", "tqy", "tqz"), ("M{b}x", "M{b}y", "M{b}z")),
}


def of_driver(row, quantity, body):
    names = QUANTITIES[quantity][1]
    if names:
        return [row[n.format(b=body)] for n in names]
    sign = 1.0 if body == 1 else -1.0    # the driver prints the force on body 1
    return [sign * row[f"F1{c}"] for c in "xyz"]


def lammps_variables(law, case):
    variables = {**laws.constants(law, case), **{k: v for k, v in case.items() if k != "dt"}}
    variables.update(law.variables(), dt=case["dt"])
    if case.get("partner") == "wall":
        of_wall = [f"quantity {name} {variables[name + '2']!r}" for name in laws.deck(law.id)[2]]
        variables["at_wall"] = " ".join(of_wall)
    return variables


def compare(steps, frames, bodies):
    """Largest difference of each quantity over all frames that the driver has too."""
    return {q: largest_difference(
        ([frames[s][b][n] for n in names[0]], of_driver(steps[s], q, b))
        for s in frames if s in steps for b in bodies) for q, names in QUANTITIES.items()}


def run(report, hosts, pool):
    report.describe(
        "cross-code", "One law everywhere",
        "A collision of two unequal spheres of two materials and one of a sphere with a wall, both oblique and spinning "
        "about all three axes, by the driver, by each LAMMPS and by LIGGGHTS: positions, velocities, spins, forces and torques at "
        f"every {EVERY}th of up to {STEPS} steps, each relative to its own largest value.")
    jobs = [(law, name, case) for law in laws.every() + laws.without_forms() + laws.as_another() for name, case in (("pair", PAIR), ("wall", WALL))]

    def one(job):
        law, name, case = job
        steps = session.driver_steps(laws.driver_arguments(law, {**case, "max_steps": STEPS}))
        touched = sum(1 for row in steps.values() if row["contact"])
        if steps[max(steps)]["contact"]:
            report.check("cross-code", f"{law.name}, {name}: the contact ends within {STEPS} steps", touched, STEPS - 1,
                         "else part of the law is not seen")
        bodies = (1, 2) if name == "pair" else (1,)
        def judge(program, column, frames, command):
            differences = compare(steps, frames, bodies)
            worst = max(differences, key=lambda q: differences[q])
            report.check("cross-code", f"{law.name}, {name}: {program} against driver ({touched} steps of contact; "
                         f"worst: {worst})", differences[worst], BOUND, WHY, command=command)
            report.cell(law.id, column, differences[worst])

        for host in hosts:
            done = session.Run(host, DECK, steps=STEPS, every=EVERY, **lammps_variables(law, case))
            judge(host.name, host.name, done.frames(), done.command)
        if session.has_liggghts() and law.id != "bond" and not laws.deck(law.id)[2]:
            frames, command = liggghts.impacts(f"collision {law.name} {name}", law, [case], case["dt"], STEPS, EVERY)
            judge(liggghts.NAME, liggghts.COLUMN, frames, command)
        return touched

    list(pool.map(one, jobs))
