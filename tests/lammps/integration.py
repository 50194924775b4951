# SPDX-License-Identifier: MIT
"""fix nve/sphere/dcm and fix gravity/dcm: to the last digit what LAMMPS' own fixes give. The pair style of both runs is the same one of
dcm, so that nothing else can differ."""

import decks
import host

PAIR = """pair_style dcm/hertz/mindlin threads {threads}
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
"""
DECK = """units si
atom_style {atoms}
newton {newton}
dimension {dimension}
{boundary}
{first}
comm_modify vel yes
{grains}
{pair}
neighbor 0.0002 bin
neigh_modify delay 0
timestep {dt}
{groups}
suffix {suffix}
{fixes}
suffix off
thermo 7
{thermo}
thermo_modify norm no format float %.17g lost ignore
run {steps}
{after}
""" + decks.write("out", "{columns}")
PACKING = "read_data packing.data"
# Every third grain, those above a height, and those below, which stay.
GROUPS = "group third id 1:1000000:3\nregion upper block INF INF INF INF 0.006 INF\ngroup upper region upper\ngroup lower subtract all upper\n"
SPHERES = "fix 1 all nve/sphere\n"
DOWN = "fix g all gravity 9.81 vector 0 0 -1\n"
ASKEW = "fix g all gravity 9.81 vector 1 2 -3\n"
LATER = "displace_atoms all move 0.1 0 0 units box\nvariable height equal f_g\nprint 'told ${height}'"
MEAN = "fix mean all ave/time 1 1 7 f_g"
POUR = "region funnel block 0.002 0.018 0.002 0.018 0.012 0.02 units box\n" + SPHERES + DOWN + \
    "fix in all pour 60 2 4767548 vol 0.1 10 diam one 0.001 dens 2500 2500 region funnel"
LATTICE = "lattice sq 0.0019\nregion box block 0 12 0 12 -0.5 0.5\ncreate_box 2 box\ncreate_atoms 1 box\nset group all diameter 0.002\n" \
    "set group all density 2500\nvelocity all create 1e15 5"
# Fixes, and what else is in the deck.
CASES = {
    **{f"{fixes}, {ranks} ranks, {threads} threads": (fixes, {"ranks": ranks, "threads": threads})
       for fixes in (SPHERES, "fix 1 upper nve/sphere", "fix 1 third nve/sphere\nfix 2 all gravity 9.81 chute 24") for ranks, threads in ((1, 1), (2, 1), (1, 2))},
    "newton on": (SPHERES + "fix 2 upper gravity 9.81 vector 1 -2 -3", {"newton": "on", "ranks": 2}),
    "by name": (SPHERES + "fix g upper gravity 9.81 vector 0 0 -1\nfix_modify g energy yes", {"by_name": True, "thermo": "ke pe f_g"}),
    "disc": ("fix 1 all nve/sphere disc\nfix 2 all gravity 9.81 vector 1 -2 0\nfix 3 all enforce2d",
             {"dimension": 2, "boundary": "boundary p p p", "grains": LATTICE, "groups": ""}),
    "dynamic group": ("group fast dynamic all var isfast every 3\nfix 1 fast nve/sphere", {"groups": "variable isfast atom 'vz < 0'"}),
    "first group": ("fix 1 third nve/sphere\nfix 2 third gravity 9.81 spherical 30 140", {"first": "atom_modify first third", "ranks": 2}),
    "no time": (SPHERES, {"dt": 0.0}),
    "the time step changes": (SPHERES, {"after": "timestep 3e-6\nrun 20\nfix 3 all dt/reset 5 1e-8 1e-5 1e-7\nrun 20"}),
    "respa": (SPHERES + DOWN + "fix_modify g respa 1\nrun_style respa 2 2 pair 2",
              {"thermo": "ke f_g", "pair": "pair_style gran/hooke 1e4 NULL 50 NULL 0.5 0\npair_coeff * *\n"}),
    **{f"energy, {ranks} ranks": (SPHERES + f"fix g all gravity 9.81 chute 24\nfix_modify g energy yes\n{MEAN} file means",
                                  {"ranks": ranks, "steps": 63, "thermo": "ke pe f_g f_mean"}) for ranks in (1, 2)},
    # The second half of a step waits for the first half of the next one, unless somebody sees velocities in between, in some steps or in all.
    **{f"{what} sees velocities": (SPHERES + observer, {})
       for what, observer in {"a mean": "fix mean all ave/time 1 4 7 c_thermo_temp file means\nfix box all deform 1 x erate 3 remap x",
                              "a print in some steps": "fix p all print 3 'told $(ke:%.17g)'",
                              "who changes them in some steps": "fix last third momentum 6 linear 1 1 1"}.items()},
    "another integrator": ("fix 1 upper nve/sphere\nfix 2 lower nve/sphere\nfix 3 all viscous 1e-5", {}),
    "grains in two groups of integrators": ("fix 1 all nve/sphere\nfix 2 third nve/sphere", {}),
    "a mover before": ("fix 0 third nve/noforce\nfix 1 all nve/sphere", {}),
    "moved grains": ("fix 1 upper nve/sphere\nfix 2 lower move linear 1 0 0", {}),
    "parts of a run": (SPHERES, {"after": "run 10 pre no\nrun 20 every 7 \"print 'told $(ke:%.17g)'\"\nvelocity all set 1 NULL NULL sum yes\nrun 9 pre no post no"}),
    # Somebody asks when the run is over and the grains are elsewhere; and while fixes change the box.
    "energy later": (SPHERES + ASKEW, {"after": LATER}),
    "energy later, after a halt": (SPHERES + ASKEW + "fix h all halt 7 v_now > 30 error continue", {"groups": "variable now equal step", "after": LATER}),
    # A fix that asks before this step's gravity gets the energy of the step before.
    "energy before": (SPHERES + "variable push equal f_g*1e-3\nfix push all addforce v_push 0 0\n" + ASKEW, {}),
    "energy in a box that changes": (SPHERES + ASKEW + "fix box all deform 1 x erate 3 remap x\n" + MEAN, {"steps": 63, "thermo": "ke f_g f_mean"}),
    "disabled": (SPHERES + "fix g all gravity 9.81 vector 0 0 -1 disable", {"thermo": "ke f_g"}),
    # The host looks for gravity by its style, and reads how strong it is.
    **{f"pour, by name: {by_name}": (POUR, {"by_name": by_name, "steps": 400, "dt": 1e-5, "thermo": "atoms f_g", "boundary": "boundary p p f", "groups": "",
                                            "grains": "region box block 0 0.02 0 0.02 0 0.021\ncreate_box 2 box"}) for by_name in (False, True)}}


class Integration(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def both(self, fixes, ranks=1, threads=1, by_name=False, newton="off", atoms="sphere", dimension=3, boundary="", grains=PACKING, groups=GROUPS, dt=2e-6,
             thermo="", first="", after="", steps=60, columns=decks.COLUMNS, pair=PAIR):
        """Runs with the host's fixes and with ours, whose output must be the same, every character of it; returns what ours says."""
        found = []
        thermo = "thermo_style custom step " + thermo if thermo else ""
        for ours in (False, True):
            text = fixes
            if ours and by_name:
                text = fixes.replace("nve/sphere", "nve/sphere/dcm").replace(" gravity ", " gravity/dcm ")
            deck = DECK.format(atoms=atoms, newton=newton, dimension=dimension, boundary=boundary, grains=grains, pair=pair.format(threads=threads),
                               dt=dt, groups=groups, suffix="dcm" if ours and not by_name else "off", fixes=text, thermo=thermo, first=first,
                               steps=steps, after=after, columns=columns)
            said = self.run_ok(deck, ranks)
            found.append((self.numbers_of(said), self.text_of("out")))
        self.assertGreater(len(found[0][0]), 3)
        self.assertEqual(*(numbers for numbers, _ in found))
        self.assertEqual(*(dump for _, dump in found))
        return said

    @staticmethod
    def numbers_of(text):
        """Lines of numbers: the rows of thermo; and what print says."""
        return [line for line in text.splitlines() if line.startswith("told ") or (line.split() and line.split()[0].isdigit() and "." in line)]

    def test_cases(self):
        for what, (fixes, words) in CASES.items():
            with self.subTest(what):
                self.both(fixes, **words)

    def test_who_computes(self):
        said = self.both("fix 1 all nve/sphere\nfix 2 all gravity 9.81 vector 0 0 -1")
        for fix in ("1 of style nve/sphere", "2 of style gravity"):
            self.assertIn(f"dcm: fix {fix} is computed by dcm, to the last digit as LAMMPS' own", said)
        said = self.both("variable g equal 9.81+step*1e-3\nfix 1 all nve/sphere\nfix 2 all gravity v_g vector 0 0 -1")
        self.assertIn("fix 2 of style gravity takes its numbers from variables, and so remains LAMMPS' own", said)

    def test_dipoles(self):
        if self.lammps("atom_style hybrid sphere dipole\n").returncode != 0:
            self.skipTest("this LAMMPS has no dipoles")
        said = self.both("fix 1 all nve/sphere update dipole", atoms="hybrid sphere dipole", columns=decks.COLUMNS + " mux muy muz", groups="", dt=1e-6,
                         grains="region box block 0 0.05 0 0.05 0 0.05\ncreate_box 2 box\ncreate_atoms 1 random 300 7 box\n"
                         "set group all diameter 0.002\nset group all density 2500\nset group all dipole/random 3 1.5\nvelocity all create 1e15 5")
        self.assertIn("fix 1 of style nve/sphere turns dipoles, and so remains LAMMPS' own", said)

    def test_freeze_and_restart(self):
        fixes = "fix 1 upper nve/sphere\nfix g all gravity 9.81 chute 24\nfix still lower freeze"
        self.both(fixes, after="write_restart between\nrun 20")
        self.both(fixes, grains="read_restart between", groups="")
