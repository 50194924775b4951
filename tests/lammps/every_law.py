# SPDX-License-Identifier: MIT
"""Every law, between grains and at walls: the same on four ranks with newton on as on one with newton off, by either loop, and after a restart."""

import os
import subprocess

import host

SOLID = "young 5e6 poisson 0.25 restitution 0.7 friction 0.5"
ROLLS = SOLID + " rolling 0.02"
SPRINGS = "friction 0.5 rolling 0.1 twisting 0.1"
# Options and parameters; what is not here fails, so that no law is forgotten.
LAWS = {
    "hertz": ("form consistent", "young 5e6 poisson 0.25 friction 0.5 rolling 0.02"),
    "hertz-mindlin": ("form consistent", ROLLS),
    "jkr": ("form consistent damping implicit", ROLLS + " surface_energy 0.05"),
    "jkr-exact": ("form consistent", ROLLS + " work_of_adhesion 0.05"),
    "extended-hertz2": ("form consistent", "restitution 0.7 friction 0.5 delta_u 1e-5 f_u 0.01"),
    "linear": ("", "kn 1e3 restitution 0.7 " + SPRINGS),
    "luding": ("", "k1 1e3 k2 4e3 kc 1e3 eta_n 1e-3 " + SPRINGS),
    "eepa": ("branches hertz", "k1 1e3 k2 4e3 kadh 1e3 f0 1e-5 delta_u 1e-4 restitution 0.6 " + SPRINGS),
    "thornton-ning": ("", "young 5e6 poisson 0.25 yield_pressure 5e4 work_of_adhesion 0.02 friction 0.5 rolling 0.02"),
    "bond": ("bond_walls yes", "kn 1e3 restitution 0.7 friction 0.5 bond_young 1e7 tensile_strength 1e4 shear_strength 1e4 strength_scatter 0.2"),
    "heat": ("form consistent damping implicit", ROLLS + " conductivity 5"),
    "liquid-bridge": ("", ROLLS + " surface_tension 0.07 bridge_limit 0.001"),
    "hooke": ("", "kn 1e3 gamma_n 100 friction 0.5"),
    "hooke-history": ("", "kn 1e3 gamma_n 100 friction 0.5"),
    "hertz-history": ("", "kn 5e6 gamma_n 1e5 friction 0.5"),
    "granular": ("rolling sds twisting marshall", "young 5e6 poisson 0.25 gamma_n_hertz 1e5 friction 0.5 k_roll 100 gamma_roll 0.01 mu_roll 0.1"),
    "liggghts-hertz": ("", ROLLS),
    "woo-hertz": ("form consistent", SOLID + " surface_energy 0.05"),
}
# Properties of atoms that a law needs, their values, and what walls have.
QUANTITIES = {
    "heat": ("d_temperature d_heatflow", "d_temperature", "300+1e4*x-2e4*y+5e3*z", "quantity temperature 350"),
    "liquid-bridge": ("d_liquid d_liquid_demand", "d_liquid", "1e-13*(1+sin(1e3*x))", "quantity liquid 1e-13"),
}
BEGIN = """units si
atom_style sphere
newton {newton}
{processors}
comm_modify vel yes
read_data packing.data
change_box all boundary p p s
{quantities}
{values}
{pair}
"""
AGAIN = """newton {newton}
comm_modify vel yes
read_restart half.restart
{quantities}
"""
RUN = """neighbor 0.0002 bin
{timestep}
fix move all nve/sphere
region lid plane 0 0 {lid} 0 0 -1
fix floor all wall/dcm 1 zplane -0.0014 NULL {at_wall}
fix lid all wall/dcm/region 2 lid {at_wall}
thermo_style custom step f_floor[3] f_lid[3]
thermo_modify norm no format float %.17g
{runs}
write_dump all custom {out} id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz {more} modify sort id format float %.17g
"""
# Many grains change ranks between the halves.
HALVES = "run 60\nwrite_restart half.restart\n{balance}\nrun 40"


class EveryLaw(host.Case):

    def setUp(self):
        super().setUp()
        self.run_ok("in.make_packing")

    def run_law(self, law, ranks=1, newton="off", again=False, loop="blocks"):
        options, values = LAWS[law]
        names, variable, formula, at_wall = QUANTITIES.get(law, ("", "", "", ""))
        parts = {
            "newton": newton,
            "quantities": f"fix of_atoms all property/atom {names} ghost yes" if names else "",
            "values": f"variable start atom {formula}\nset group all {variable} v_start" if names else "",
            "pair": f"pair_style dcm/{law.replace('-', '/')} {options} loop {loop}\npair_coeff * * {values}",
            "timestep": "" if again else "timestep 2e-6",
            "lid": 0.0188,
            "at_wall": at_wall,
            "processors": "processors 2 2 1" if ranks == 4 else "",
            "runs": "run 40" if again else HALVES.format(balance="balance 1.0 x 0.3 y 0.65" if ranks == 4 else ""),
            "out": "again" if again else "whole",
            "more": names,
        }
        text = self.run_ok(((AGAIN if again else BEGIN) + RUN).format(**parts), ranks)
        rows = [line.split() for line in text.splitlines() if line.split()[:1] == ["100"]]
        return self.read(parts["out"]), [float(word) for word in rows[-1][1:3]]

    def test_all_are_here(self):
        listed = subprocess.run([os.environ["DCM_DRIVER"], "list"], text=True, stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(sorted(LAWS), sorted(line.split()[0] for line in listed.splitlines() if line.strip()))

    def test_every_law(self):
        for law in LAWS:
            with self.subTest(law=law):
                whole, walls = self.run_law(law)
                again, walls_again = self.run_law(law, again=True)
                self.assertTrue(whole == again and walls == walls_again, "after a restart")    # a list of differences would take minutes
                # Both walls are pushed outwards.
                self.assertLess(walls[0], 0.0)
                self.assertGreater(walls[1], 0.0)
                self.assertGreater(max(abs(row[c]) for row in whole.values() for c in host.TORQUE), 0.0)
                # Looked at one by one.
                plain, walls_plain = self.run_law(law, loop="plain")
                self.assertTrue(whole == plain and walls == walls_plain, "by the plain loop")
                width = len(next(iter(whole.values())))
                other, walls_other = self.run_law(law, 4, "on")
                for columns in (*host.EVERYTHING, *((c,) for c in range(15, width))):
                    self.assertLess(self.difference(whole, other, columns), 1e-11, f"4 ranks: {list(columns)}")
                for one, two in zip(walls, walls_other):
                    self.assertLess(abs(one - two), 1e-11 * max(map(abs, walls)))
