# SPDX-License-Identifier: MIT
"""fix wall/dcm and fix wall/dcm/region: one grain at a time, against closed forms, pairs of spheres, and the
host's own walls."""

import itertools
import math

import decks
import host

YOUNG, POISSON = 5e6, 0.25
RADIUS, DENSITY = 0.005, 2500.0
MASS = 4.0 / 3.0 * math.pi * RADIUS**3 * DENSITY
INERTIA = 0.4 * MASS * RADIUS**2
E_STAR = YOUNG / (2.0 * (1.0 - POISSON**2))
G_STAR = YOUNG / (2.0 * (1.0 + POISSON)) / (2.0 * (2.0 - POISSON))

SCENE = decks.box(0.05, types=3, boundary="f f f") + """{grains}
{pair}
neighbor 0.001 {lists}
timestep {dt}
{integrate}
thermo_style custom step
{walls}
""" + decks.dump("{every}", "dump.out", decks.COLUMNS + "{columns}") + "thermo_modify lost error\nrun {steps}\n"
# Columns of the keyword contacts, after those of every dump.
TOUCHES, FORCE, POINT, SIZE = 15, range(16, 19), range(19, 22), 22


def dcm(law="hertz/mindlin", options="", restitution=0.8, friction=0.5, rolling=0.0, more=""):
    return (f"pair_style dcm/{law} {options}\npair_coeff * * young {YOUNG} poisson {POISSON} "
            f"restitution {restitution} friction {friction} rolling {rolling} {more}")


def grain(at, v=(0.0, 0.0, 0.0), spin=(0.0, 0.0, 0.0), radius=RADIUS, density=DENSITY, kind=1, group="g"):
    """Commands that make a grain. Groups are named apart, for each needs its velocity set."""
    return (f"create_atoms {kind} single {at[0]:.17g} {at[1]:.17g} {at[2]:.17g}\n"
            f"group {group} type {kind}\nset type {kind} diameter {2.0 * radius:.17g} density {density}\n"
            f"velocity {group} set {v[0]:.17g} {v[1]:.17g} {v[2]:.17g}\n"
            f"set type {kind} omega {spin[0]:.17g} {spin[1]:.17g} {spin[2]:.17g}\n")


def kinetic(row, mass=MASS, inertia=INERTIA):
    v, w = row[3:6], row[6:9]
    return 0.5 * mass * sum(c * c for c in v) + 0.5 * inertia * sum(c * c for c in w)


def hertz(overlap, radius=RADIUS, e_star=E_STAR):
    return 4.0 / 3.0 * e_star * math.sqrt(radius) * overlap**1.5


def damper(stiffness, speed, restitution=0.8):
    """The force of a damper beside a spring of Hertz or Mindlin, against the speed."""
    log = math.log(restitution)
    return -2.0 * math.sqrt(5.0 / 6.0) * log / math.hypot(math.pi, log) * speed * math.sqrt(stiffness * MASS)


def pressed(overlap, speed):
    """The force on a grain that a wall nears at a speed."""
    return hertz(overlap) + damper(2.0 * E_STAR * math.sqrt(RADIUS * overlap), speed)


class Walls(host.Case):

    def deck(self, grains, walls, pair=None, steps=2000, every=None, dt=1e-6, integrate="fix move all nve/sphere", columns="", lists="bin"):
        return SCENE.format(grains=grains, walls=walls, pair=dcm() if pair is None else pair, steps=steps, every=every or max(1, steps), dt=dt,
                            columns=columns, integrate=integrate, lists=lists)

    def scene(self, *arguments, ranks=1, **options):
        self.text = self.run_ok(self.deck(*arguments, **options), ranks)
        return self.frames("dump.out")

    def fails(self, walls, *parts, grains=None, pair=None, ranks=1, boundary="f f f"):
        """A wall beside a grain at the origin must end the run by a message."""
        deck = self.deck(grains or grain((0.0, 0.0, 0.0)), walls, pair, steps=0, integrate="")
        self.run_fails(deck.replace("boundary f f f", "boundary " + boundary), *parts, ranks=ranks)

    def last(self, *arguments, **options):
        frames = self.scene(*arguments, **options)
        return frames[max(frames)]


RISE = "variable up equal 1e-5*(1.0-cos(6000.0*step*1e-6))\n"
HEAD_ON = (0.0, 0.0, RADIUS + 1e-7), (0.0, 0.0, -0.5)
OBLIQUE = (0.0, 0.0, RADIUS + 1e-7), (0.3, 0.1, -0.5), (5.0, -8.0, 20.0)
# A wall of ours and another that does the same: place, velocity and spin of a grain, the walls, the pair style, and a bound. With the keyword
# contacts rows are compared, too: the output of an input that had the host's wall keeps its columns and their meaning.
ALIKE = {
    # The host divides one damping coefficient by the other, so there must be one, however small. The bound is that of rounding in some 1500 steps.
    "wall/gran, elastic": (HEAD_ON, "fix w all wall/dcm 2 zplane 0 NULL contacts", f"fix w all wall/gran hertz/history {4.0 / 3.0 * E_STAR:.17g} NULL "
                           "1e-100 NULL 0.5 0 zplane 0 NULL contacts", dcm(restitution=1.0), 1e-12),
    # To the last bit.
    "a plane as a region": (OBLIQUE, "fix w all wall/dcm 2 zplane 0 NULL", "region floor plane 0 0 0 0 0 1\nfix w all wall/dcm/region 2 floor", None, 0.0),
    "a plane that follows a variable": (((0.0, 0.0, RADIUS - 1e-5), (0.1, 0.0, -0.02)), f"{RISE}fix w all wall/dcm 1 zplane v_up NULL",
                                        f"{RISE}region r plane 0 0 0 0 0 1 move NULL NULL v_up\nfix w all wall/dcm/region 1 r", None, 1e-9),
    "an upper plane that follows a variable": (((0.0, 0.0, 1e-5 - RADIUS), (0.1, 0.0, 0.02)), f"{RISE}fix w all wall/dcm 1 zplane -0.04 v_up shear x 0.0",
                                               f"{RISE}region r plane 0 0 0 0 0 -1 move NULL NULL v_up\nfix w all wall/dcm/region 1 r", None, 1e-9),
    # Three faces, three contacts, three states; sums are in another order.
    "a corner": (((RADIUS + 1e-7,) * 3, (-0.5, -0.4, -0.3), (50.0, -80.0, 200.0)), "".join(f"fix {c} all wall/dcm 2 {c}plane 0 NULL\n" for c in "xyz"),
                 "region corner block 0 INF 0 INF 0 INF\nfix w all wall/dcm/region 2 corner", None, 1e-11)}
# The geometry is rounded in another order.
for x, vx, side in ((0.015 - 1e-7, 0.5, "in"), (0.025 + 1e-7, -0.5, "out")):
    ALIKE["a cylinder, " + side] = (((x, 0.0, 0.0), (vx, 0.3, 0.1), (5.0, -8.0, 20.0)), "fix w all wall/dcm 2 zcylinder 0.02",
                                    f"region tube cylinder z 0 0 0.02 INF INF side {side}\nfix w all wall/dcm/region 2 tube", None, 1e-11)
if host.HAS_COEFF_RESTITUTION:
    ALIKE["wall/gran granular"] = (HEAD_ON, "fix w all wall/dcm 2 zplane 0 NULL", f"fix w all wall/gran granular hertz/material {YOUNG} 0.8 {POISSON} "
                                   "tangential mindlin NULL 1.0 0.5 damping coeff_restitution zplane 0 NULL", None, 1e-12)


class Planes(Walls):

    def test_restitution(self):
        for axis in range(3):
            for side, sign in (("{p} NULL", -1.0), ("NULL {p}", 1.0)):
                at, v = [0.0] * 3, [0.0] * 3
                at[axis], v[axis] = 0.01 - sign * (RADIUS + 1e-7), sign * 0.5
                row = self.last(grain(at, v),
                                f"fix w all wall/dcm 2 {'xyz'[axis]}plane {side.format(p=0.01)}")[1]
                # The step is 1/1500 of the collision; the restitution obtained converges to first order.
                self.assertAlmostEqual(-row[3 + axis] / v[axis], 0.8, places=3)
                self.assertEqual([row[3 + c] for c in range(3) if c != axis], [0.0, 0.0])

    def test_is_the_limit_of_a_huge_sphere(self):
        # Oblique and spinning, against a resting ball whose surface is where the plane is; the difference must go down with 1/R of the ball. (The
        # difference of mass goes with the third power.) Seen in the middle of the collision: at its end a contact that lasts a step longer is a
        # difference of its own.
        start = grain(*OBLIQUE)
        for form in ("sheet", "consistent"):
            pair = dcm(options=f"form {form}", rolling=0.01)
            flat = self.last(start, "fix w all wall/dcm 2 zplane 0 NULL", pair, steps=1000)
            apart = []
            for huge in (1e2 * RADIUS, 1e3 * RADIUS, 1e4 * RADIUS):
                below = grain((0.0, 0.0, -huge), radius=huge, density=1e9, kind=2, group="ball")
                ball = self.last(f"{start}change_box all z final {-3.0 * huge} 0.05\n{below}", "", pair, integrate="fix move g nve/sphere", lists="nsq", steps=1000)
                apart.append([self.difference({1: flat[1]}, {1: ball[1]}, c) for c in host.EVERYTHING[1:]])
            for one, next_one in zip(apart, apart[1:]):
                for a, b in zip(one, next_one):
                    self.assertLess(abs(b / a * 10.0 - 1.0), 0.2, apart)
            self.assertLess(max(apart[2]), 1e-3)

    def test_walls_that_are_the_same(self):
        for what, (place, one, other, pair, bound) in ALIKE.items():
            with_rows = one.endswith("contacts")
            ours, theirs = (self.scene(grain(*place), wall, pair, every=50, columns=" f_w[*]" if with_rows else "") for wall in (one, other))
            self.assert_same(ours, theirs, bound, what, (*host.EVERYTHING, *(([TOUCHES], FORCE, POINT, [SIZE]) if with_rows else ())))
            self.assertGreater(max(abs(frame[1][c]) for frame in ours.values() for c in host.FORCE), 0.0, what)
            if with_rows:
                self.assertGreater(sum(frame[1][TOUCHES] for frame in ours.values()), 10)

    def test_two_materials(self):
        # The wall is of a type of which there are no atoms.
        young, poisson = 2e7, 0.3
        pair = dcm(restitution=1.0) + f"\npair_coeff 3 3 young {young} poisson {poisson}"
        e_star = 1.0 / ((1.0 - POISSON**2) / YOUNG + (1.0 - poisson**2) / young)
        row = self.last(grain((0.0, 0.0, RADIUS - 1e-4)), "fix w all wall/dcm 3 zplane 0 NULL", pair,
                        steps=0)[1]
        self.assertLess(abs(row[11] / hertz(1e-4, e_star=e_star) - 1.0), 1e-9)

    def test_grazing_never_gains_energy(self):
        # Sliding and sticking, with and without spin along or against it, elastic along the normal: what
        # is lost, friction takes. The consistent form must lose. The sheets' springs gain energy while they
        # unload, most at the neck of an adhesive contact; the bounds say how much.
        for law, more, sheet_gains in (("hertz/mindlin", "", 1e-3),
                                       ("jkr/exact", "work_of_adhesion 0.02", 3e-2)):
            gains = {"sheet": -1.0, "consistent": -1.0}
            for form, friction in itertools.product(gains, (0.3, 10.0)):
                grains = ""
                for n, (degrees, spin) in enumerate(itertools.product((60, 75, 85), (0.0, 300.0, -300.0)), 1):
                    angle = math.radians(degrees)
                    grains += (f"create_atoms 1 single -0.02 {0.011 * n - 0.054} {RADIUS + 1e-7}\ngroup {n} id {n}\n"
                               f"velocity {n} set {2.0 * math.sin(angle)} 0 {-2.0 * math.cos(angle)}\n"
                               f"set atom {n} diameter {2.0 * RADIUS} density {DENSITY} omega 0 {spin} 0\n")
                frames = self.scene(grains, "fix w all wall/dcm 1 zplane 0 NULL",
                                    dcm(law, f"form {form}", 1.0, friction, more=more), steps=4000)
                for n, last in frames[max(frames)].items():
                    self.assertGreater(last[5], 0.0, "it has not left the wall")
                    gains[form] = max(gains[form], kinetic(last) / kinetic(frames[0][n]) - 1.0)
            print(law, "largest gain of kinetic energy:", gains)
            self.assertLess(gains["consistent"], 0.0, law)
            self.assertLess(gains["sheet"], sheet_gains, law)

    def test_slides_then_rolls(self):
        # A grain laid on a plane that shears is dragged along with mu g, until it rolls: v = 2/7 V,
        # after 2 V/(7 mu g).
        gravity, friction, speed = 9.81, 0.3, 0.2
        depth = (MASS * gravity / (4.0 / 3.0 * E_STAR * math.sqrt(RADIUS)))**(2.0 / 3.0)
        end = 2.0 * speed / (7.0 * friction * gravity)
        for form in ("sheet", "consistent"):
            frames = self.scene(
                grain((0.0, 0.0, RADIUS - depth)),
                f"fix w all wall/dcm 1 zplane 0 NULL shear x {speed}\n"
                f"fix 2 all gravity {gravity} vector 0 0 -1",
                dcm(options=f"form {form}", friction=friction), dt=2e-6,
                steps=round(2.0 * end / 2e-6), every=round(0.25 * end / 2e-6))
            _, quarter, half, *_, last = [frames[step][1] for step in sorted(frames)]
            # Between the two: at first the spring is stretched.
            self.assertLess(abs((half[3] - quarter[3]) / (friction * gravity * 0.25 * end) - 1.0), 1e-3)
            self.assertLess(abs(last[3] / (2.0 / 7.0 * speed) - 1.0), 1e-2)
            # About y the wall drags its side backwards: contact point and wall move together.
            self.assertLess(abs(last[3] - RADIUS * last[7] - speed) / speed, 1e-2)

    def test_wiggle_across_the_plane(self):
        # A grain that is held sees the plane come and go, and the phase goes on when the time step
        # changes.
        amplitude, period = 2e-5, 1e-3
        walls = f"fix w all wall/dcm 1 zplane 0 NULL wiggle z {amplitude} {period} contacts"
        frames = self.scene(grain((0.0, 0.0, RADIUS - 1e-4)), walls + "\nrun 300\ntimestep 5e-7",
                            integrate="", every=20, steps=600, columns=" f_w[*]")
        self.assertGreater(len(frames), 20)
        for step, frame in frames.items():
            row = frame[1]
            passed = min(step, 300) * 1e-6 + max(step - 300, 0) * 5e-7
            phase = 2.0 * math.pi * passed / period
            self.assertLess(abs(row[POINT[2]] - amplitude * (1.0 - math.cos(phase))), 1e-15)
            speed = amplitude * 2.0 * math.pi / period * math.sin(phase)
            self.assertLess(abs(row[11] / pressed(1e-4 + row[POINT[2]], speed) - 1.0), 1e-9)

    def test_goes_on_where_its_variable_is(self):
        walls = RISE + "fix w all wall/dcm 1 zplane v_up NULL\nfix_modify w virial no"
        start = grain((0.0, 0.0, RADIUS - 1e-5), v=(0.1, 0.0, -0.02))
        whole = self.last(start, walls + "\nrun 100\nwrite_restart half.restart", steps=100, dt=1e-6)
        self.run_ok(decks.go_on("half.restart") + dcm() + f"\nneighbor 0.001 bin\ntimestep 1e-6\nfix move all nve/sphere\n{walls}\n" +
                    decks.dump(100, "rest.out") + "run 100\n")
        self.assertEqual(self.frames("rest.out")[200], whole)

    def test_two_walls_are_two_contacts(self):
        # A grain that spins between two planes stretches their springs in opposite directions; what pushes it cancels.
        gap = 2.0 * RADIUS - 2e-4
        torque = {}
        for planes in (f"{-gap / 2} {gap / 2}", f"{-gap / 2} NULL", f"NULL {gap / 2}"):
            row = self.last(grain((0.0, 0.0, 0.0), spin=(0.0, 1.0, 0.0)), f"fix w all wall/dcm 1 zplane {planes} contacts",
                            dcm(restitution=1.0), integrate="", steps=100, columns=" f_w[*]")[1]
            torque[planes] = row[13]
            for of_row, c in zip(FORCE, host.FORCE):    # forces add up in the row
                self.assertAlmostEqual(row[of_row], row[c], delta=1e-12 * hertz(1e-4))
        both, lo, hi = torque.values()
        self.assertLess(lo, 0.0)
        self.assertLess(abs(both / (lo + hi) - 1.0), 1e-12)

    def test_crosses_to_the_other_side(self):
        # A plane pushes a grain away on whichever side its centre is.
        row = self.last(grain((0.0, 0.0, -RADIUS + 1e-4)), "fix w all wall/dcm 1 zplane 0 NULL", steps=0)[1]
        self.assertLess(row[11], 0.0)

    def test_group(self):
        grains = (grain((0.0, 0.0, RADIUS - 1e-4)) +
                  grain((0.02, 0.0, RADIUS - 1e-4), kind=2, group="other"))
        rows = self.last(grains, "fix w other wall/dcm 1 zplane 0 NULL", steps=0)
        self.assertEqual(rows[1][11], 0.0)
        self.assertGreater(rows[2][11], 0.0)

    def test_virial(self):
        # Between two planes: stress of the box is the sum of x f over both contacts, x from the wall.
        overlap = 1e-4
        gap = RADIUS - overlap
        walls = (f"fix w all wall/dcm 1 zplane {-gap} {gap}\nfix_modify w virial yes\n"
                 "compute p all pressure NULL fix\ncompute s all stress/atom NULL fix\n"
                 "compute t all reduce sum c_s[3]\n" + decks.table("c_p[1] c_p[3] c_t vol"))
        self.scene(grain((0.0, 0.0, 0.0)), walls, steps=0)
        xx, zz, peratom, volume = self.thermo(self.text, "c_t")[-1][1:5]
        force = hertz(overlap)
        self.assertEqual(xx, 0.0)
        self.assertLess(abs(zz * volume / (2.0 * force * gap) - 1.0), 1e-9)
        self.assertLess(abs(peratom / (-2.0 * force * gap) - 1.0), 1e-9)

    def test_rigid_body(self):
        # Two grains of one body approach the plane side by side: each contact is damped with the mass of
        # the body.
        grains = (grain((0.0, 0.0, RADIUS - 1e-4), (0.0, 0.0, -0.1)) +
                  grain((0.02, 0.0, RADIUS - 1e-4), (0.0, 0.0, -0.1), kind=2, group="other"))
        force = {}
        for name, integrate in (("free", "fix move all nve/sphere"), ("body", "fix move all rigid single")):
            force[name] = self.last(grains, "fix w all wall/dcm 1 zplane 0 NULL", steps=0,
                                    integrate=integrate)[1][11]
        elastic = hertz(1e-4)
        self.assertLess(abs((force["body"] - elastic) / (force["free"] - elastic) / math.sqrt(2.0) - 1.0),
                        1e-6)

    def test_contacts_follow_their_atoms(self):
        # Between two runs an atom that touches nothing goes, another takes its place in the arrays, and a new one takes the place of that: the first
        # keeps its contact and its row, the second has none.
        walls = ("atom_modify sort 0 0.0\nfix w all wall/dcm 1 zplane 0 NULL wiggle x 1e-6 1e-3 contacts\nrun 300\n"
                 "group old id 1\ndelete_atoms group old compress no\n" + decks.write("gone.out", "id f_w[*]") + grain((0.0, 0.01, RADIUS - 1e-4)))
        rows = self.last(grain((0.0, 0.0, 0.02)) + grain((0.02, 0.0, RADIUS - 1e-4), kind=2, group="other"),
                         walls, dcm(restitution=1.0, friction=100.0), integrate="", steps=0)
        new = max(rows)
        self.assertGreater(new, 2)
        self.assertGreater(rows[2][9], 0.0)
        self.assertEqual(rows[new][9], 0.0)
        row, = self.read("gone.out").values()
        self.assertEqual([row[0], *row[4:6], row[7]], [1.0, 0.02, 0.0, RADIUS])
        self.assertAlmostEqual(row[3] / hertz(1e-4), 1.0, places=9)


BELT = """neighbor 0.001 bin
timestep 1e-5
pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.5 friction 0.3 friction_static 0.6
fix g all gravity 9.81 vector 0 0 -1
fix spring all spring/self 2.0 x
fix m all nve
fix w all wall/dcm 1 zplane 0 NULL shear x 0.02
compute xv all reduce sum x vx
""" + decks.table("f_w[1] f_w[2] f_w[3] c_xv[1] c_xv[2]", 10)


class Belt(Walls):

    def test_sticks_and_slips(self):
        # A belt takes a grain on a spring along: the grain holds to mu_s times its weight, slides with mu, and holds again.
        weight = MASS * 9.81
        begin = decks.box(0.05, boundary="f f f") + f"create_atoms 1 single 0 0 {RADIUS - 1e-5}\nset type 1 diameter {2.0 * RADIUS} density {DENSITY}\n"
        whole = self.thermo(self.run_ok(begin + BELT + "run 24000\nwrite_restart slides.restart\nrun 8000\n"))
        rest = self.thermo(self.run_ok(decks.go_on("slides.restart") + BELT + "run 8000\n"))
        rows = {int(row[0]): row for row in whole}
        drag = {step: -row[1] for step, row in rows.items() if 2000 <= step <= 24000}
        self.assertLess(abs(max(drag.values()) / (0.6 * weight) - 1.0), 2e-3)
        self.assertLess(abs(drag[24000] / (0.3 * weight) - 1.0), 1e-9)
        self.assertLess(rows[24000][5], 0.0)
        sticks = [step for step, row in rows.items() if step > 28000 and abs(row[5] - 0.02) < 2e-3]
        self.assertTrue(sticks)
        # A slide goes on through a restart, bit for bit.
        self.assertEqual(rest[-1], whole[-1])


class Laws(Walls):
    """Laws with reach. every_law.py has those without history."""

    def test_reach(self):
        # Pulled away slowly, a grain that adheres stays in contact up to the law's reach; one that comes
        # feels nothing before it touches.
        w = 0.1
        pair = dcm("jkr/exact", restitution=1.0, more=f"work_of_adhesion {w}")
        for wall in ("fix w all wall/dcm 1 zplane 0 NULL", "region floor plane 0 0 0 0 0 1\n"
                     "fix w all wall/dcm/region 1 floor"):
            for start, sign in ((RADIUS - 1e-6, 1.0), (RADIUS + 2e-5, -1.0)):
                frames = self.scene(grain((0.0, 0.0, start)), wall, pair, every=1, steps=2100,
                                    integrate=f"fix move all move linear 0 0 {sign * 0.01}")
                gaps = [(frame[1][2] - RADIUS, frame[1][11]) for frame in frames.values()]
                if sign > 0.0:
                    # Snap-off at s^3 = 1/4 of the closed form, pull-off at 1.5 pi w R.
                    s = 0.25**(1.0 / 3.0)
                    reach = -((math.pi * w / 2)**2 * RADIUS / E_STAR**2)**(1.0 / 3.0) * (s * s - 2 * math.sqrt(s))
                    furthest = max(gap for gap, force in gaps if force != 0.0)
                    self.assertLess(abs(furthest - reach), 1.5e-8)
                    self.assertLess(abs(min(f for _, f in gaps) / (-1.5 * math.pi * w * RADIUS) - 1.0), 1e-5)
                else:
                    self.assertEqual({f for gap, f in gaps if gap >= 0.0}, {0.0})
                    self.assertLess(gaps[-1][0], 0.0)
                    self.assertLess(gaps[-1][1], 0.0)

    def test_reach_in_a_hollow(self):
        # A wall that bends round the grain holds it longer than a flat one: the neck of JKR ends at
        # (3/4) kappa (kappa R*/4)^(1/3) beyond touching, kappa = sqrt(2 pi w/E*), and R* exceeds the radius.
        w, hollow = 0.1, 1.2 * RADIUS
        pair = dcm("jkr/exact", "form sheet", restitution=1.0, more=f"work_of_adhesion {w}")
        kappa = math.sqrt(2.0 * math.pi * w / E_STAR)
        # In a cylinder the contact is an ellipse: R* is that of the circle that has its force, or of the mean curvature.
        bent = 1.0 - RADIUS / hollow
        ellipse = (1.0 - math.sqrt(bent) * (1.0 - (bent**-0.0684 - 1.0)**1.531)**3) / RADIUS
        for wall, curvature in ((f"fix w all wall/dcm 1 zcylinder {hollow} form consistent", ellipse),
                                (f"region r cylinder z 0 0 {hollow} INF INF\nfix w all wall/dcm/region 1 r curvature principal", ellipse),
                                (f"fix w all wall/dcm 1 zcylinder {hollow}", 0.5 / hollow),
                                (f"region r sphere 0 0 0 {2.0 * RADIUS}\nfix w all wall/dcm/region 1 r",
                                 0.5 / RADIUS)):
            room = 2.0 * RADIUS if "sphere" in wall else hollow
            frames = self.scene(grain((room - RADIUS + 1e-6, 0.0, 0.0)), wall, pair, every=1, steps=2400,
                                integrate="fix move all move linear -0.01 0 0")
            last = max(room - RADIUS - frame[1][0] for frame in frames.values() if frame[1][9] != 0.0)
            effective = 1.0 / (1.0 / RADIUS - curvature)
            self.assertLess(abs(last - 0.75 * kappa * (0.25 * kappa * effective)**(1.0 / 3.0)), 1.5e-8, wall)


class Styles(Walls):
    """The pair style from which a wall takes its law."""

    HYBRID = ("pair_style hybrid dcm hertz-mindlin dcm hertz\n"
              f"pair_coeff 1 1 dcm 1 young {YOUNG} poisson {POISSON} restitution 0.5 friction 0.5\n"
              f"pair_coeff 2 2 dcm 2 young {YOUNG} poisson {POISSON} friction 0.5\n"
              "pair_coeff 1 2 none\npair_coeff * 3 none")
    # The second has other parameters: half the restitution.
    TWICE = ("pair_style hybrid dcm/hertz/mindlin form sheet dcm/hertz/mindlin form consistent\n"
             f"pair_coeff 1 1 dcm/hertz/mindlin 1 young {YOUNG} poisson {POISSON} restitution 0.8 friction 0.5\n"
             f"pair_coeff 2 2 dcm/hertz/mindlin 2 young {YOUNG} poisson {POISSON} restitution 0.4 friction 0.5\n"
             "pair_coeff 1 2 none\npair_coeff * 3 none")
    # Two grains, of types 1 and 2.
    BOTH = grain(*HEAD_ON) + grain((0.02, 0.0, RADIUS + 1e-7), HEAD_ON[1], kind=2, group="other")

    def test_hybrid(self):
        for pair, one, other, speeds in ((self.HYBRID, "hertz-mindlin", "hertz", (0.25, 0.5)), (self.TWICE, "hertz-mindlin 1", "hertz-mindlin 2", (0.4, 0.2)),
                                         (self.TWICE, "dcm/hertz/mindlin 1", "dcm/hertz/mindlin 2 contacts", (0.4, 0.2))):
            rows = self.last(self.BOTH, f"fix w g wall/dcm 1 zplane 0 NULL style {one}\nfix w2 other wall/dcm 2 zplane 0 NULL style {other}", pair)
            for k, speed in enumerate(speeds, 1):
                self.assertAlmostEqual(rows[k][5], speed, places=2)
        for style, part in (("", "there are several dcm pair styles: dcm/hertz/mindlin 1 (law hertz-mindlin), "
                             "dcm/hertz/mindlin 2 (law hertz-mindlin)"),
                            ("style dcm/hertz/mindlin", "and one of these names, with its number"),
                            ("style dcm/hertz/mindlin 3", "there is no number 3 of 'dcm/hertz/mindlin'"),
                            ("style hertz-mindlin -1", "there is no number -1 of 'hertz-mindlin'")):
            self.fails(f"fix w g wall/dcm 1 zplane 0 NULL {style}", part, grains=self.BOTH, pair=self.TWICE)

    def test_messages(self):
        def fails(walls, *parts, pair=self.HYBRID, ranks=1):
            self.fails(walls, *parts, pair=pair, ranks=ranks)
        fails("fix w all wall/dcm 1 zplane 0 NULL", "there are several dcm pair styles: dcm 1 (law "
              "hertz-mindlin), dcm 2 (law hertz)", "the keyword 'style'")
        fails("fix w all wall/dcm 1 zplane 0 NULL style jkr", "no dcm pair style or law is called 'jkr'; the styles are",
              "the keyword 'law' gives the wall another")
        fails("fix w all wall/dcm 1 zplane 0 NULL style", "the keyword 'style' needs the name")
        fails("fix w all wall/dcm 2 zplane 0 NULL style hertz-mindlin",
              "the wall is of type 2 and touches type 1", "needs", "for type 2")
        # Before anything touches; for a type that will be poured; and when one comes that nobody announced.
        fails("fix w all wall/dcm 2 zplane -0.04 NULL style hertz-mindlin", "the wall is of type 2 and touches type 1")
        pour = ("region drop block -0.02 0.02 -0.02 0.02 -0.01 0.04\nfix fall all gravity 9.81 vector 0 0 -1\n"
                "fix p all pour 1 2 4711 region drop diam one 0.01 dens 2500 2500\n")
        for ranks in (1, 2):
            fails("fix w all wall/dcm 1 zplane -0.02 NULL style hertz-mindlin\n" + pour,
                  "ERROR: fix wall/dcm: the wall is of type 1 and touches type 2", ranks=ranks)
        # Grains that are poured are in all and in nobody else's group.
        self.last(grain((0.0, 0.0, 0.0)), "fix w g wall/dcm 1 zplane -0.02 NULL style hertz-mindlin\n" + pour,
                  self.HYBRID, steps=0)
        fails("fix w all wall/dcm 1 zplane -0.02 NULL style hertz-mindlin\nfix fall all gravity 9.81 vector 0 0 -1\n"
              "fix move all nve/sphere\ntimestep 1e-4\nvariable late equal step>100\ngroup late type 1\n"
              "run 1000 every 100 'set type 1 type 2'",
              "fix wall/dcm: the wall is of type 1 and touches type 2")
        fails("fix w all wall/dcm 1 zplane 0 NULL", "there is no dcm pair style with a contact law",
              pair="pair_style zero 0.01\npair_coeff * *")
        fails("fix w all wall/dcm 1 zplane 0 NULL", "there is no dcm pair style", "before this fix",
              pair="")

    def test_another_law(self):
        # A new law leaves the states of the old one behind.
        walls = ("fix w all wall/dcm 1 zplane 0 NULL wiggle x 1e-6 1e-3\nrun 300\n" +
                 dcm("jkr/exact", restitution=1.0, more="work_of_adhesion 0") +
                 "\nwrite_restart between.restart")
        done = self.succeeds(self.deck(grain((0.0, 0.0, RADIUS - 1e-4)), walls, dcm("hertz", restitution=1.0).replace("restitution 1.0", ""),
                                     steps=0, integrate=""))
        self.assertIn("contacts with the walls of fix w begin anew", " ".join(done.stdout.split()))
        self.assertEqual(self.read("dump.out")[1][9], 0.0)


class BadInput(Walls):

    def test_wall_type(self):
        labels = ", or the label that 'labelmap atom' gave one" if host.HAS_LABELS else ""
        for word in ("4", "0", "-1", "glass", "1.5", "1x"):
            self.fails(f"fix w all wall/dcm {word} zplane 0 NULL",
                       f"fix wall/dcm: the wall type must be an atom type, a number from 1 to 3{labels}, not '{word}'", ranks=2 if word == "4" else 1)
        self.fails("fix w all wall/dcm/region 4 box", "fix wall/dcm/region: the wall type must be", "not '4'")
        self.fails("fix w all wall/dcm", "needs the atom type of the wall")

    def test_planes(self):
        self.fails("fix w all wall/dcm 1 zplane 0.02 -0.02", "zplane lo hi: lo = 0.02 must be less than hi = -0.02")
        self.fails("fix w all wall/dcm 1 zplane 0.02", "zplane needs two positions, lo and hi")
        self.fails("fix w all wall/dcm 1 zplane NULL NULL", "zplane NULL NULL has no position")
        self.fails("fix w all wall/dcm 1 xplane 0 NULL", "xplane cannot stand in a periodic dimension",
                   boundary="p f f")
        self.fails("fix w all wall/dcm 1", "'' is no wall; the walls are xplane, yplane, zplane and zcylinder")

    def test_cylinder(self):
        self.fails("fix w all wall/dcm 1 xcylinder 0.02", "'xcylinder' is no wall; the walls are xplane, yplane, "
                   "zplane and zcylinder (other shapes and axes: fix wall/dcm/region)")
        self.fails("fix w all wall/dcm 1 zcylinder 0.004",
                   "a grain of radius 0.005 is too big to fit into a wall of radius 0.004", ranks=2)
        self.fails("fix w all wall/dcm 1 zcylinder 0", "the radius of zcylinder must be greater than 0, not 0")
        self.fails("fix w all wall/dcm 1 zcylinder", "zcylinder needs a radius")
        self.fails("fix w all wall/dcm 1 zcylinder 0.02", "zcylinder cannot stand in a box that is periodic in x",
                   boundary="f p f")
        # Seen only when the grain is there.
        off_axis = grain((0.001, 0.0, 0.0))
        self.fails("region tube cylinder z 0 0 0.004 INF INF\nfix w all wall/dcm/region 1 tube",
                   "a grain of radius 0.005 is too big to fit into a wall of radius 0.004", grains=off_axis)
        self.fails("region hole sphere 0 0 0 0.004\nfix w all wall/dcm/region 1 hole",
                   "a grain of radius 0.005 is too big to fit into a wall of radius 0.004", ranks=2,
                   grains=off_axis)
        # Outside it need not fit.
        self.scene(grain((0.0, 0.008, 0.0)), "fix w all wall/dcm 1 zcylinder 0.004\n"
                   "region rod cylinder z 0 0 0.004 INF INF side out\nfix r all wall/dcm/region 1 rod", steps=0)

    def test_motion(self):
        wall = "fix w all wall/dcm 1 zplane 0 NULL "
        self.fails(wall + "wiggle x 1 1 shear x 1", "a wall can wiggle or shear, not both")
        self.fails("fix w all wall/dcm 1 zplane v_up NULL", "fix wall/dcm: the plane is at the variable 'up', which does not exist")
        follows = "variable up equal {}\nfix w all wall/dcm 1 zplane v_up {}\nrun 2"
        self.fails(follows.format("1e-3*step", "0 wiggle z 1 1"), "a plane whose position is a variable cannot wiggle along its normal")
        self.fails(follows.format("1e-3*step", "1.5e-3"), "the lower plane is at 0.002, which must be less than the place of the upper plane, 0.0015", ranks=2)
        self.fails(follows.format("1e-3*exp(1000*step)", "NULL"), "the plane is at the variable 'up'")
        self.fails(wall + "shear x 1 wiggle x 1 1", "a wall can wiggle or shear, not both")
        self.fails(wall + "shear z 1", "a plane can shear only along itself")
        self.fails("fix w all wall/dcm 1 zcylinder 0.02 wiggle x 1 1", "zcylinder can wiggle along z only")
        self.fails(wall + "wiggle w 1 1", "the direction of wiggle is x, y or z, not 'w'")
        self.fails(wall + "wiggle x 1 0", "the period of wiggle must be greater than 0, not 0")
        self.fails(wall + "wiggle x 1", "wiggle needs a direction, an amplitude and a period")
        self.fails(wall + "shear x", "shear needs a direction and a velocity")
        self.fails(wall + "temperature 1", "'temperature' is no keyword; the keywords are wiggle, shear, contacts, style, law, coeff, quantity, curvature")
        self.fails(wall + "curvature mild", "the keyword 'curvature' takes principal or mean, not 'mild'")
        self.fails(wall + "curvature", "the keyword 'curvature' takes principal or mean")

    def test_regions(self):
        self.fails("fix w all wall/dcm/region 1 silo", "fix wall/dcm/region: there is no region 'silo'", ranks=2)
        self.fails("fix w all wall/dcm/region 1 region box", "there is no region 'region'", "fix ID group wall/dcm/region 1 box")
        self.fails("fix w all wall/dcm/region 1", "needs the ID of a region")
        self.fails("fix w all wall/dcm/region 1 box shear x 1", "'shear' is no keyword",
                   "a region moves by its own keywords")
        self.fails("region a sphere 0 0 0 0.02\nregion b sphere 0 0 0.01 0.02\nregion u union 2 a b open 1\n"
                   "fix w all wall/dcm/region 1 u", "a union has no faces to open")
        self.fails("region silo sphere 0 0 0 0.02\nfix w all wall/dcm/region 1 silo\nrun 0\nregion silo delete",
                   "there is no region 'silo'")
        # A grain that touches more walls than the shape has on one side.
        self.fails("region slot block -0.004 0.004 -0.004 0.004 -0.004 0.004\n"
                   "fix w all wall/dcm/region 1 slot", "touches more than 3 walls at once", ranks=2)

    def test_atoms(self):
        self.run_fails("units si\natom_style atomic\nregion box block 0 1 0 1 0 1\ncreate_box 2 box\nmass * 1\n"
                       "fix w all wall/dcm 1 zplane 0 NULL\n", "fix wall/dcm: needs atoms with a radius")
