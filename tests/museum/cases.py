# SPDX-License-Identifier: MIT
"""What each law is asked in the museum: settings of the law, collisions, and a run in LAMMPS. An exhibit keeps what it was asked, in its
own files: whoever changes a case here changes the next exhibit, and none that stands."""

SOLID = {"young": "5e6", "poisson": "0.25", "restitution": "0.7", "friction": "0.5"}
ROLLS = {**SOLID, "rolling": "0.02"}
SPRINGS = {"friction": "0.5", "rolling": "0.1", "twisting": "0.1"}
LINEAR = {"stiffness": "1e3", "restitution": "0.7", "friction": "0.5"}

BUILTIN = "builtin.so"
# The library, the choices of options that are tried, of which LAMMPS runs the first, the parameters.
LAWS = {
    "viscous": ("viscous.so", [{}], {"stiffness": "1e3", "damping": "0.02", "friction": "0.5"}),
    "coated": ("coated.so", [{}, {"coat": "stays"}],
               {"k1": "500", "k2": "2000", "friction_coated": "0.5", "friction_bare": "0.2", "wear": "1e-5"}),
    "linear-cpp": ("linear-cpp.so", [{}], LINEAR),
    "linear-f90": ("linear-f90.so", [{}], LINEAR),
    "bond": (BUILTIN, [{"bond_walls": "yes"}],
             {"kn": "1e3", "restitution": "0.7", "friction": "0.5", "bond_young": "1e7", "tensile_strength": "1e4",
              "shear_strength": "1e4", "strength_scatter": "0.2"}),
    "eepa": (BUILTIN, [{"branches": "hertz"}, {"branches": "power", "adhesion": "energy"}],
             {"k1": "1e3", "k2": "4e3", "kadh": "1e3", "f0": "1e-5", "delta_u": "1e-4", "restitution": "0.6", "surface_energy": "0.01",
              **SPRINGS}),
    "extended-hertz2": (BUILTIN, [{}, {"form": "sheet"}],
                        {"restitution": "0.7", "friction": "0.5", "delta_u": "1e-5", "f_u": "0.01"}),
    "granular": (BUILTIN, [{"rolling": "sds", "twisting": "marshall"}, {"tangential": "linear_history", "release": "29Sep2021"}],
                 {"young": "5e6", "poisson": "0.25", "gamma_n_hertz": "1e5", "kt": "500", "friction": "0.5", "k_roll": "100",
                  "gamma_roll": "0.01", "mu_roll": "0.1", "kn": "1e3", "restitution": "0.7", "eta_n": "0.16", "gamma_n": "3e4",
                  "cohesion": "0.05", "k_twist": "0.001", "gamma_twist": "1e-10", "mu_twist": "1e-5"}),
    "heat": (BUILTIN, [{"damping": "implicit"}, {"heat": "area"}], {**ROLLS, "conductivity": "5", "heat_transfer": "10"}),
    "hertz": (BUILTIN, [{}, {"form": "sheet"}],
              {"young": "5e6", "poisson": "0.25", "friction": "0.5", "rolling": "0.02"}),
    "hertz-history": (BUILTIN, [{}, {"limit_damping": "yes"}], {"kn": "5e6", "gamma_n": "1e5", "friction": "0.5"}),
    "hertz-mindlin": (BUILTIN, [{}, {"form": "sheet"}, {"damping": "implicit", "rolling_model": "spring"}], ROLLS),
    "hooke": (BUILTIN, [{}, {"limit_damping": "yes"}], {"kn": "1e3", "gamma_n": "100", "friction": "0.5"}),
    "hooke-history": (BUILTIN, [{}], {"kn": "1e3", "gamma_n": "100", "friction": "0.5"}),
    "jkr": (BUILTIN, [{"damping": "implicit"}, {"form": "sheet"}], {**ROLLS, "surface_energy": "0.05"}),
    "jkr-exact": (BUILTIN, [{}, {"detach": "pulloff"}], {**ROLLS, "work_of_adhesion": "0.05"}),
    "liggghts-hertz": (BUILTIN, [{}, {"torsion": "yes"}], ROLLS),
    "linear": (BUILTIN, [{}, {"attraction": "no"}], {"kn": "1e3", "restitution": "0.7", **SPRINGS}),
    "liquid-bridge": (BUILTIN, [{}, {"pull": "closed", "rupture": "shares"}],
                      {**ROLLS, "surface_tension": "0.07", "bridge_limit": "0.001"}),
    "luding": (BUILTIN, [{}, {"stiffening": "none"}], {"k1": "1e3", "k2": "4e3", "kc": "1e3", "eta_n": "1e-3", **SPRINGS}),
    "thornton-ning": (BUILTIN, [{}],
                      {"young": "5e6", "poisson": "0.25", "yield_pressure": "5e4", "work_of_adhesion": "0.02", "friction": "0.5",
                       "rolling": "0.02"}),
    "woo-hertz": (BUILTIN, [{}, {"form": "sheet"}], {**SOLID, "surface_energy": "0.05"}),
}

# In their cases these laws compute with +, -, *, / and roots alone, which IEEE 754 rounds in one way: the digits are the same wherever they
# run. All others call exp, log, pow and the like, the last digit of which is the affair of the C library and of the processor; the test
# museum.*.libm sees what comes of that.
EXACT = {"viscous", "granular", "hertz", "hertz-history", "hooke", "hooke-history", "luding", "thornton-ning"}

# Quantities of both bodies in a collision; in LAMMPS properties of atoms, their values, and what walls have.
BODIES = {
    "heat": {"temperature": ("300", "350")},
    "liquid-bridge": {"liquid": ("1e-13", "2e-13")},
}
IN_LAMMPS = {
    "heat": ("d_temperature d_heatflow", "d_temperature", "300+1e4*x-2e4*y+5e3*z", "quantity temperature 350"),
    "liquid-bridge": ("d_liquid d_liquid_demand", "d_liquid", "1e-13*(1+1e3*x*x)", "quantity liquid 1e-13"),
}

# Everything that the command would assume is said. Sine and cosine of these angles lie so near to a double, within 0.17 of the distance to
# the next one, that each C library gives that double.
TWO_GRAINS = "--radius1 0.001 --radius2 0.0015 --density 2500"
AT_WALL = "--radius 0.001 --density 2500 --wall"
OBLIQUE = TWO_GRAINS + " --speed 0.3 --angle 60 --spin1 10,20,-30 --spin2 -5,0,15 --dt 4e-6 --velocities half-step"
WALL = AT_WALL + " --speed 0.2 --angle 15 --spin1 10,20,-30 --dt 4e-6 --velocities half-step"
DT = TWO_GRAINS + " --speed 0.3 --angle 0 --spin1 100,-50,20 --dt 1e-6 --velocities synchronised"
LIMIT = ["--max-steps", "1500"]


def collisions_of(law):
    """All collisions of a law: [{name, law, library, arguments, exact}]"""
    library, choices, values = LAWS[law]
    found = []

    def add(way, motion, options, two_materials=False):
        settings = {**values, **options}
        if two_materials and "young" in settings:
            del settings["young"]
        arguments = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        if two_materials and "young" in values:
            arguments += ["--set1", "young=5e6", "--set2", "young=2e7"]
        for name, bodies in BODIES.get(law, {}).items():
            arguments += ["--set1", f"{name}={bodies[0]}", "--set2", f"{name}={bodies[1]}"]
        found.append({"name": f"{law}-{way}", "law": law, "library": library, "exact": law in EXACT,
                      "arguments": arguments + motion.split() + LIMIT})

    for number, options in enumerate(choices):
        add("oblique" + (str(number + 1) if number else ""), OBLIQUE, options, two_materials=not number)
    add("wall", WALL, choices[-1])
    add("dt", DT, choices[0])
    if law == "bond":
        add("bonded", OBLIQUE.replace("half-step", "synchronised") + " --bonded", choices[0])
    return found


def collisions():
    return [case for law in LAWS for case in collisions_of(law)]


def runs():
    """All runs in LAMMPS: [{law, library, options, values, quantities, exact}]"""
    return [{"law": law, "library": library, "options": choices[0], "values": values,
             "quantities": list(IN_LAMMPS.get(law, ())), "exact": law in EXACT}
            for law, (library, choices, values) in LAWS.items()]
