# SPDX-License-Identifier: MIT
"""LIGGGHTS: impacts with the laws in it, and its own Hertz model against hertz-mindlin.

Its own model, tangential history, differs from hertz-mindlin in form sheet by its lever arms, r - xi/2 in velocity and
moment, and by a spring that loses in length what the projection on a new tangent plane takes. So the two agree to
rounding head-on, and otherwise differ by what stepped.py predicts of both."""

import math

import laws
import session
import stepped
from checks import Series, relative
from laws import Law

NAME, COLUMN = "LIGGGHTS 3.8.0", "LIGGGHTS"
STOCK = "hertz tangential history"
SHEET = Law("hertz-mindlin")
COPY = Law("liggghts-hertz", ())    # ours of its own model


def bodies(case, z):
    """The spheres of a case in the frame of dcm collide, where body 1 flies from the origin at an angle to x; at height z."""
    angle = math.radians(case.get("angle", 0.0))
    flight = (case["speed"] * math.cos(angle), case["speed"] * math.sin(angle), 0.0)

    def spin(body):
        return tuple(case.get(f"spin{body}{c}", 0.0) for c in "xyz")
    found = [(1, case["radius1"], case["density1"], (0.0, 0.0, z), flight, spin(1))]
    if case.get("partner", "sphere") == "sphere":
        found.append((2, case["radius2"], case["density2"], (case["radius1"] + case["radius2"], 0.0, z), (0.0, 0.0, 0.0), spin(2)))
    return found


def impacts(name, law, cases, dt, steps, every, stock=False):
    """Cases side by side, of the same materials and sizes, with a law or, stock, with LIGGGHTS' own model. Frames, in which
    bodies have the numbers 1, 2, 3 … in the order of the cases, and the command."""
    first = cases[0]
    apart = 3.0 * (first["radius1"] + first.get("radius2", 0.0))
    side = 8.0 * (first["radius1"] + first.get("radius2", 0.0))
    spheres = [body for k, case in enumerate(cases) for body in bodies(case, apart * k)]
    of_materials, of_pair = laws.values(law, first)
    options = {} if stock or not law.options else {"options": law.variables()["options"]}
    wall = {} if first.get("partner", "sphere") == "sphere" else {"at_wall": 1, "wall": first["radius1"]}
    return session.liggghts(
        name, spheres, [(-side, side), (-side, side), (-side, apart * len(cases) + side)],
        {**of_materials, **{n: 3 * (v,) for n, v in of_pair.items()}}, stock, model=STOCK if stock else f"dcm/{law.id}", dt=dt, steps=steps,
        every=every, skin=0.5 * first["radius1"], **options, **wall)


# ------------------------------------------------------------------------- its own model, and ours

PAIR = dict(partner="sphere", radius1=0.005, radius2=0.003, density1=2500.0, density2=4000.0, young1=5e6, young2=2e7,
            poisson1=0.25, poisson2=0.3)
WALL = dict(partner="wall", radius1=0.005, density1=2500.0, young1=5e6, poisson1=0.25)
RESOLUTION = 1000    # steps a collision: what differs does so at any


def ends(frame):
    """Velocities of the bodies in the plane, and spins about its normal."""
    rows = [frame[b] for b in sorted(frame)]
    return [complex(row["vx"], row["vy"]) for row in rows], [row["omegaz"] for row in rows]


def collide(name, case, law):
    """Velocities and spins of the bodies after the case with a law, or with LIGGGHTS' own model for None; how many steps of
    what length it took, and the command."""
    _, _, duration = laws.hertz_collision(case, case["speed"] * math.cos(math.radians(case["angle"])))
    dt, steps = duration / RESOLUTION, 2 * RESOLUTION
    frames, command = impacts(f"{name} {law.id if law else 'stock'}", law or SHEET, [case], dt, steps, steps, law is None)
    return *ends(frames[steps]), dt, steps, command


def apart(one, other, case):
    """Largest difference of velocities, of surfaces too, over the speed."""
    v = max(abs(a - b) for a, b in zip(one[0], other[0]))
    w = max(abs(a - b) * case[f"radius{k + 1}"] for k, (a, b) in enumerate(zip(one[1], other[1])))
    return max(v, w) / case["speed"]


def head_on(report):
    for partner, sizes in (("spheres", PAIR), ("plane", WALL)):
        for restitution in (0.3, 0.8, 1.0):
            case = dict(sizes, speed=0.8, angle=0.0, restitution=restitution, friction=0.3)
            name = f"head-on {partner} e {restitution}"
            ours, theirs = collide(name, case, SHEET), collide(name, case, None)
            report.check("liggghts", f"{name}: hertz-mindlin sheet and LIGGGHTS' own hertz", apart(ours, theirs, case), 1e-13,
                         f"rounding of {RESOLUTION} steps of contact, 1e-16 each", command=theirs[4])


def oblique(report):
    """Differences between hosts, against the differences that the integration predicts."""
    drawn = {}
    for partner, sizes in (("spheres", PAIR), ("plane", WALL)):
        for restitution in (0.6, 1.0):
            for angle in (10.0, 20.0, 30.0, 40.0, 60.0, 75.0):
                case = dict(sizes, speed=0.8, angle=angle, restitution=restitution, friction=0.3, spin1z=-30.0, spin2z=20.0)
                name = f"oblique {partner} {angle:g} degrees e {restitution}"
                results = []
                for law, parts in ((SHEET, stepped.OF_FORM["sheet"]), (None, stepped.OF_LIGGGHTS)):
                    found = collide(name, case, law)
                    stated, _ = stepped.frames(SHEET, case, parts, found[2], found[3], found[3])
                    results.append((found, ends(stated[found[3]])))
                (ours, ours_here), (theirs, theirs_here) = results
                copied = apart(collide(name, case, COPY), theirs, case)
                report.check("liggghts", f"{name}: liggghts-hertz and LIGGGHTS' own hertz", copied, 1e-12,
                             f"rounding, and {RESOLUTION} steps near slipping, where it is amplified", command=theirs[4])
                report.cell(COPY.id, "built-in", copied)
                report.check("liggghts", f"{name}: LIGGGHTS' own hertz against its model, stepped", apart(theirs, theirs_here, case), 1e-11,
                             f"rounding, and {RESOLUTION} steps near slipping, where it is amplified", command=theirs[4])
                measured, predicted = ([[a - b for a, b in zip(x, y)] for x, y in zip(pair[0][:2], pair[1][:2])]
                                       for pair in ((ours, theirs), (ours_here, theirs_here)))
                size = apart(ours_here, theirs_here, case)
                report.check("liggghts", f"{name}: hertz-mindlin sheet differs from LIGGGHTS' own hertz by {apart(ours, theirs, case):.2e} of the speed, "
                             f"predicted {size:.2e}", apart(measured, predicted, case) / size, 1e-9, "rounding, and the two differ by 1e-4 or more of the speed",
                             command=ours[4])
                drawn.setdefault((partner, restitution), []).append((angle, apart(ours, theirs, case), size))
    series = []
    for (partner, restitution), points in drawn.items():
        series.append(Series(f"{partner}, e = {restitution:g}", [(a, p) for a, _, p in points]))
        series.append(Series("", [(a, m) for a, m, _ in points], marker="o", line="", colour="0.3"))
    report.figure("liggghts", "liggghts", "What LIGGGHTS' own hertz does otherwise: predicted (lines), found (points)", "angle of the impact from the normal (degrees)",
                         "difference of velocities over the speed", series, "Largest difference between hertz-mindlin in form sheet and LIGGGHTS' own model "
                         "after an impact at 0.8 m/s, of velocities and of spins times radius: lines as predicted, points as found.")


def sliding(report):
    """An elastic contact with a plane that slides throughout: friction is mu F_n in both, and its moment has the lever
    arm r here and r - xi/2 there. The mean of xi, by force, in Hertz's collision is xi_max B(7/5, 1/2)/2."""
    case = dict(WALL, speed=0.8, angle=75.0, restitution=1.0, friction=0.3)
    largest, _, _ = laws.hertz_collision(case, case["speed"] * math.cos(math.radians(case["angle"])))
    beta = math.gamma(1.4) * math.gamma(0.5) / math.gamma(1.9)
    predicted = 0.25 * beta * largest / case["radius1"]
    ours, theirs = collide("sliding", case, SHEET), collide("sliding", case, None)
    measured = 1.0 - theirs[1][0] / ours[1][0]
    report.check("liggghts", f"sliding on a plane: spin in LIGGGHTS' own hertz less by {measured:.6e} of itself, in closed form {predicted:.6e}",
                 relative(measured, predicted), 1e-3, f"{RESOLUTION} steps of first order", command=theirs[4])


def run(report, hosts, pool):
    if not session.has_liggghts():
        return
    report.describe(
        "liggghts", "LIGGGHTS' own Hertz model",
        "hertz-mindlin in form sheet, liggghts-hertz and model hertz tangential history, all in LIGGGHTS 3.8.0. Head-on they are "
        "equal to rounding, liggghts-hertz and its model in all impacts. Obliquely hertz-mindlin and its model differ by the "
        "lever arm, r - xi/2 there in velocity and moment, and by the length of the spring, which hertz-mindlin restores when the "
        "tangent plane turns: an integration of both in the plane predicts by how much.")
    for part in (head_on, oblique, sliding):
        part(report)
