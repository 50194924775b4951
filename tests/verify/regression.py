# SPDX-License-Identifier: MIT
"""Decks run with a law of the project and with the built-in style: collisions, stack; and rolling in closed form."""

import math

import laws
import session
import stepped
from checks import largest_difference
from laws import Law

COLLISION = "collision/in.collision"
COLUMNS = (("x", "y", "z"), ("vx", "vy", "vz"), ("omegax", "omegay", "omegaz"), ("fx", "fy", "fz"), ("tqx", "tqy", "tqz"))
MATERIAL = dict(young1=5e6, poisson1=0.25)
UNLIKE = dict(MATERIAL, young2=2e7, poisson2=0.3)
SIZES = dict(radius1=0.005, radius2=0.003, density1=2500.0, density2=4000.0)
EQUAL = dict(radius1=0.005, radius2=0.005, density1=2500.0, density2=2500.0)

SHEET, CONSISTENT = (("form", "sheet"),), (("form", "consistent"),)
ROUNDING = ("rounding of 2000 to 4000 steps", 1e-12)


def differences(ours, theirs, columns=COLUMNS, steps=None):
    """The largest difference of each quantity over frames and atoms, relative to the largest value of the quantity."""
    steps = ours if steps is None else steps
    return [largest_difference(([ours[s][a][n] for n in names], [theirs[s][a][n] for n in names])
                               for s in steps for a in ours[s]) for names in columns]


def both(host, law, case, deck=COLLISION, builtin=None, **variables):
    """Frames by ours and by the built-in."""
    extra = {}
    if law.id == "extended-hertz2":
        extra = dict(zip(("delta_u", "f_u"), laws.extended_hertz2(case)))
    variables = {"every": 50, "dt": 4e-7, **case, **variables}
    style = laws.builtin_variables(law, case.get("restitution", 0.8), case["poisson1"])
    style.update(builtin or {})
    return session.Run(host, deck, **variables, **extra, **law.variables()).frames(), session.Run(host, deck, **variables, **style).frames()


def equal(report, host, name, law, case, group="collisions", builtin=None, bound=ROUNDING, columns=COLUMNS, **variables):
    ours, theirs = both(host, law, case, builtin=builtin, **variables)
    apart = differences(ours, theirs, columns)
    report.check(group, f"{name}: {law.name} and built-in, {host.name}", max(apart), bound[1], bound[0],
                 command=session.command_line(COLLISION, {**case, **law.variables(), **variables}))
    report.cell(law.id, "built-in", max(apart))


def explained(report, host, name, law, case, group="collisions", columns=COLUMNS, **variables):
    """Form consistent where its spring and the built-in's part: as soon as one of them is shortened, or at once between spheres whose
    spring is damped, for form consistent splits velocities with the normal of their time. Each is held against its own
    prediction, and the two against each other as long as they are one, and as far as the predictions are apart."""
    variables = {"every": 50, "dt": 4e-7, **variables}
    ours, theirs = both(host, law, case, **variables)
    run = [variables[word] for word in ("dt", "steps", "every")] + [variables.get("integrator", "nve/sphere")]
    (bundle, first), (rescaled, other) = (stepped.frames(law, case, parts, *run) for parts in (
        stepped.OF_FORM["consistent"], stepped.OF_BUILTIN["mindlin_rescale/force"]))
    command = session.command_line(COLLISION, {**case, **law.variables(), **variables})

    def check(what, one, two, steps=None, **more):
        report.check(group, f"{name}: {what}, {host.name}", max(differences(one, two, columns, steps)), ROUNDING[1], ROUNDING[0],
                     command=command, **more)

    check(f"{law.name} against its page, stepped", ours, bundle)
    check("built-in against the same with its spring, stepped", theirs, rescaled)
    if group == "walls":
        parted = min(step or variables["steps"] for step in (first, other))
        one = [step for step in ours if step < parted]
        check(f"{law.name} and built-in until a spring is shortened, step {parted}", ours, theirs, one)
        report.cell(law.id, "built-in", max(differences(ours, theirs, columns, one)))
    apart = max(differences(bundle, rescaled, columns))
    check(f"{law.name} and built-in, predicted {apart:.3g}", ours, theirs, known=apart + ROUNDING[1],
          explanation="the built-in's spring is shortened whenever the contact area shrinks" if group == "walls" else
          "form consistent splits velocities with the normal of their time")


def page(report, host):
    """All that is stated of form consistent at once: unlike spheres that spin about all axes and slide, stick, roll, twist and part,
    and one of them at a wall."""
    spins = dict(spin1x=20.0, spin1y=-35.0, spin1z=50.0)
    pair = dict(UNLIKE, **SIZES, speed=0.8, angle=35.0, **spins, spin2x=-15.0, spin2y=40.0, spin2z=25.0)
    wall = dict(MATERIAL, partner="wall", radius1=0.005, density1=2500.0, speed=0.8, angle=35.0, **spins)
    for law in (Law("hertz", CONSISTENT), Law("hertz-mindlin", CONSISTENT)):
        for friction, rolling, twisting in ((0.1, 0.0, 0.0), (0.3, 0.02, 0.0), (5.0, 0.5, 0.3)):
            for group, what, case, dt in (("collisions", "two spheres", pair, 4e-7), ("walls", "at a wall", wall, 6e-7)):
                case = dict(case, restitution=0.7, friction=friction, rolling=rolling, twisting=twisting)
                variables = dict(steps=4000, every=50, dt=dt)
                done = session.Run(host, COLLISION, **case, **law.variables(), **variables)
                stated, _ = stepped.frames(law, case, stepped.OF_FORM["consistent"], dt, 4000, 50)
                report.check(group, f"{what}, spins about all axes, mu = {friction:g}, mu_r = {rolling:g}, mu_t = {twisting:g}: "
                             f"{law.name} against its page, stepped, {host.name}", max(differences(done.frames(), stated)), ROUNDING[1], ROUNDING[0],
                             command=done.command)


def head_on(report, host):
    chosen = [Law("hertz-mindlin"), Law("hertz-mindlin", CONSISTENT)]
    available = laws.available()
    if "extended-hertz2" in available:
        chosen.append(Law("extended-hertz2"))
    if "woo-hertz" in available:
        chosen.append(Law("woo-hertz", SHEET + (("no_attraction", "no"),)))
        case = dict(MATERIAL, **SIZES, speed=1.0, restitution=0.5)
        # The built-in's limit_damping cuts the pull off, as Woo does.
        equal(report, host, "head-on, e = 0.5, pull cut off (limit_damping)", Law("woo-hertz"), case, steps=6000,
              builtin={"damping": "tsuji limit_damping"})
    for law in chosen:
        bound = ROUNDING
        if law.id == "extended-hertz2":
            bound = "its damping is found numerically, to 1e-10 of the closed form", 1e-9
        for restitution in (0.3, 0.8):
            for speed in (0.1, 3.0):
                case = dict(MATERIAL, **SIZES, speed=speed, restitution=restitution)
                equal(report, host, f"head-on, e = {restitution}, {speed} m/s, unequal sizes", law, case, steps=6000,
                      bound=bound)
        case = dict(UNLIKE, **SIZES, speed=1.0, restitution=0.6)
        equal(report, host, "head-on, e = 0.6, unequal sizes and materials", law, case, steps=6000, bound=bound)
    for law in (Law("hertz"), Law("hertz", CONSISTENT)):
        equal(report, host, "head-on, elastic", law, dict(MATERIAL, **SIZES, speed=1.0, restitution=1.0), steps=6000)
    if host.has_coeff_restitution:
        equal(report, host, "head-on, e = 0.8, by coeff_restitution", Law("hertz-mindlin"),
              dict(MATERIAL, **SIZES, speed=1.0, restitution=0.8), steps=6000,
              builtin={"damping": "coeff_restitution", "nominal": 0.8})


SPRINGS = [Law("hertz"), Law("hertz", CONSISTENT), Law("hertz-mindlin"), Law("hertz-mindlin", CONSISTENT)]


def oblique(report, host):
    for law in SPRINGS:
        damped = law.id != "hertz"
        for angle in (20.0, 45.0, 75.0):
            # Without damping both forms of limit are one; without rotation the lever arms do not matter.
            case = dict(UNLIKE, **SIZES, speed=1.0, angle=angle, restitution=1.0, friction=0.3)
            equal(report, host, f"oblique, {angle:g} degrees, elastic, sliding, unequal, spins held", law, case, steps=5000,
                  integrator="nve", columns=COLUMNS[:2] + COLUMNS[3:4])
        if damped:
            # Up to the largest overlap: later the force pulls, and the limits differ.
            case = dict(MATERIAL, **SIZES, speed=1.0, angle=40.0, restitution=0.7, friction=50.0)
            name = "oblique, 40 degrees, e = 0.7, sticking, spins held"
            how = dict(steps=5000, dt=1e-7, integrator="nve", columns=COLUMNS[:2] + COLUMNS[3:4])
            (explained if law.form == "consistent" else equal)(report, host, name, law, case, **how)
        levers(report, host, law)


def levers(report, host, law):
    """Equal spheres that spin and slide on each other throughout, so that friction is mu F_n and velocities at the
    contact do not matter. The built-in applies the moment at r - xi/2. So does form consistent between equal
    spheres; form sheet has r, and its spins differ by the sum of xi/2 mu F_n dt/I."""
    dt = 5e-7
    case = dict(MATERIAL, **EQUAL, speed=1.0, angle=35.0, restitution=1.0, friction=0.05, spin1z=30.0)
    ours, theirs = both(host, law, case, steps=3000, every=1, dt=dt)
    last = max(ours)
    name = f"oblique, 35 degrees, spinning, sliding: spins of {law.name} and built-in"
    if law.form == "consistent":
        report.check("collisions", f"{name}, {host.name}", differences(ours, theirs, COLUMNS[2:3])[0], *ROUNDING[::-1])
        return
    inertia = 0.4 * laws.sphere_mass(0.005, 2500.0) * 0.005**2
    predicted = 0.0
    for step in range(1, last + 1):
        one, two = theirs[step][1], theirs[step][2]
        overlap = 0.01 - math.dist(*([a[c] for c in "xyz"] for a in (one, two)))
        moment = one["tqz"]
        predicted += dt * (0.5 if step == last else 1.0) * moment * 0.5 * overlap / (0.005 - 0.5 * overlap) / inertia
    apart = ours[last][1]["omegaz"] - theirs[last][1]["omegaz"]
    size = abs(theirs[last][1]["omegaz"])
    report.check("collisions", f"{name} differ by {apart / size:.4%}, as their lever arms r and r - xi/2 predict, {host.name}",
                 abs(apart / predicted - 1.0), 1e-12, "rounding")


def wall(report, host):
    for law in SPRINGS:
        case = dict(MATERIAL, partner="wall", radius1=0.005, density1=2500.0, speed=1.0)
        compare = explained if law.form == "consistent" else equal
        for angle, spin in ((0.0, 0.0), (30.0, 40.0), (60.0, -100.0)):
            compare(report, host, f"wall, {angle:g} degrees, spin {spin:g}/s, elastic, sliding", law,
                    dict(case, angle=angle, spin1z=spin, spin1y=0.5 * spin, restitution=1.0, friction=0.3), "walls", dt=6e-7,
                    steps=5000)
        if law.id == "hertz-mindlin":
            # Up to the largest overlap, as above.
            compare(report, host, "wall, 40 degrees, spin 60/s, e = 0.7, sticking", law,
                    dict(case, angle=40.0, spin1z=60.0, restitution=0.7, friction=50.0), "walls", dt=2e-7, steps=5000)


# ---------------------------------------------------------------------------------- closed forms

GRAVITY = 9.81


def slope(rows):
    """Regression of the second column on the first."""
    n = len(rows)
    t, v = sum(r[0] for r in rows) / n, sum(r[1] for r in rows) / n
    return sum((r[0] - t) * (r[1] - v) for r in rows) / sum((r[0] - t)**2 for r in rows)


def rolling(report, host):
    deck = "rolling/in.rolling"

    def track(law, **variables):
        return session.Run(host, deck, **law.variables(), **variables).rows()

    mu, v0, radius = 0.3, 0.5, 0.005
    for law in laws.every():
        if len(law.options) > 1 or law.id == "extended-hertz2":
            continue
        restitution = 0.5
        rows = track(law, speed=v0, friction=mu, restitution=restitution)
        command = session.command_line(deck, {**law.variables(), "speed": v0, "friction": mu})
        time = 2.0 * v0 / (7.0 * mu * GRAVITY)
        met = next(t for t, v, w in rows if v - radius * w <= 0.0)
        final = [v for t, v, w in rows if t > 1.5 * time]
        report.check("rolling", f"{law.name}: sliding turns to rolling at {met:.4f} s, 2 v0/(7 mu g) = {time:.4f} s, {host.name}",
                     abs(met / time - 1.0), 0.01, "the tangential spring must first be stretched, mu m g/kt over the speed, and the "
                     "lines are 2e-4 s apart", command=command)
        mean = sum(final) / len(final)
        report.check("rolling", f"{law.name}: speed of rolling {mean:.6f} m/s, 5/7 v0, {host.name}", abs(mean / (5.0 / 7.0 * v0) - 1.0),
                     2e-3, "lever arm r or r - xi/2, and the energy of the spring, 1e-4 of the speed's")
        if law.id == "woo-hertz":
            continue    # it has no rolling friction
        mu_r = 0.02
        rows = track(law, speed=v0, spin=v0 / radius, friction=mu, rolling=mu_r, restitution=restitution)
        slowed = -slope(rows[len(rows) // 10:])
        report.check("rolling", f"{law.name}: rolling friction slows by {slowed:.5f} m/s^2, 5/7 mu_r g, {host.name}",
                     abs(slowed / (5.0 / 7.0 * mu_r * GRAVITY) - 1.0), 2e-3, "what is left of the spring's oscillation in a regression")
        for angle, friction in ((20.0, 0.3), (40.0, 0.1)):
            rows = track(law, angle=angle, friction=friction, restitution=restitution)
            theta = math.radians(angle)
            rolls = math.tan(theta) < 3.5 * friction
            ideal = GRAVITY * (5.0 / 7.0 * math.sin(theta) if rolls else math.sin(theta) - friction * math.cos(theta))
            found = slope(rows[len(rows) // 5:])
            report.check("rolling", f"{law.name}: {'rolls' if rolls else 'slides'} down {angle:g} degrees at "
                         f"{found:.5f} m/s^2, {host.name}", abs(found / ideal - 1.0), 2e-3,
                         "what is left of the spring's oscillation in a regression")


def stack(report, host):
    deck = "stack/in.stack"
    count, radius = 8, 0.005
    mass = laws.sphere_mass(radius, 2500.0)
    for law in (Law("hertz-mindlin"), Law("hertz-mindlin", CONSISTENT), Law("jkr-exact")):
        done = session.Run(host, deck, **law.variables())
        heights = sorted(row["z"] for row in max(done.frames().items())[1].values())
        modulus = 5e6 / (2.0 * (1.0 - 0.25**2))
        worst = 0.0
        for k, z in enumerate(heights):
            below = z - heights[k - 1] if k else z
            overlap = (2.0 * radius if k else radius) - below
            reduced = radius / 2.0 if k else radius
            force = 4.0 / 3.0 * modulus * math.sqrt(reduced) * max(overlap, 0.0)**1.5
            worst = max(worst, abs(force / ((count - k) * mass * GRAVITY) - 1.0))
        report.check("stack", f"{law.name}: each of {count} contacts carries the weight above it, {host.name}", worst, 1e-6,
                     "what is left of the oscillation after 2.4 s", command=done.command)
        report.cell(law.id, "closed form", worst)
    for law in (Law("hertz-mindlin"), Law("hertz-mindlin", CONSISTENT)):
        ours, theirs = both(host, law, dict(MATERIAL, restitution=0.3), deck, steps=5000, every=100, dt=4e-6)
        report.check("stack", f"{law.name} and built-in, 5000 steps from the drop, {host.name}",
                     max(differences(ours, theirs, COLUMNS[:2] + COLUMNS[3:4])), 1e-11,
                     "rounding of 5000 steps; eight spheres that bounce on each other amplify it some ten times")
        report.cell(law.id, "built-in", max(differences(ours, theirs, COLUMNS[:2] + COLUMNS[3:4])))


def quick(report, hosts, pool):
    for part in (head_on, wall, page):
        part(report, hosts[0])


def run(report, hosts, pool):
    report.describe("collisions", "Two spheres, against the built-in", "Head-on and oblique collisions of unequal spheres and "
                    "materials, positions, velocities, spins, forces and torques at every 50th step. How the built-in's "
                    "parameters are chosen so that its formulas are ours stands in inputs/styles/README.md. Where they "
                    "cannot be, the difference is predicted and checked. Form consistent is also held against what its page states, "
                    "stepped by tests/verify/stepped.py.")
    report.describe("walls", "Sphere on wall, against the built-in", "Here the lever arms are the same, so that all quantities "
                    "are, with rotation too; in form consistent until the contact area shrinks, which the built-in's spring does "
                    "something else about.")
    report.describe("rolling", "Rolling and sliding on a plane", "From sliding to rolling, rolling friction, inclines: closed forms.")
    report.describe("stack", "Stack under gravity", "Eight spheres on top of each other.")
    jobs = [(part, host) for host in hosts for part in (rolling, head_on, oblique, wall, page, stack)]
    list(pool.map(lambda job: job[0](report, job[1]), jobs))
