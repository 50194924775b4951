# SPDX-License-Identifier: MIT
"""Messages for a user who errs."""

import os

import host

DECK, VALUES = host.DECK_OF_ONE, host.VALUES


def without(name):
    return {n: of for n, of in VALUES.items() if n != name}


class Messages(host.Case):

    def says(self, *parts, model="dcm/hertz-mindlin", values=VALUES, more="", newton="off", extra="", ranks=1):
        self.run_fails(DECK.format(newton=newton, model=model, more=more, properties=extra + host.property_lines(values)), *parts, ranks=ranks)

    def test_nothing_wrong(self):
        self.run_ok(DECK.format(newton="off", model="dcm/hertz-mindlin form consistent", more="", properties=host.property_lines(VALUES)))

    def test_law(self):
        self.says("Invalid model specified", model="dcm/hertzz")    # the host's own sentence
        self.says("there is no contact law 'hertzz' in dcm", "did you mean 'hertz'?", "hertz-mindlin", model="dcm law hertzz")
        for both in ("dcm/hertz/mindlin", "dcm law hertz/mindlin", "dcm law hertz-mindlin"):
            self.run_ok(DECK.format(newton="off", model=both, more="", properties=host.property_lines(VALUES)))
        self.says("write 'law <name>' next", model="dcm")
        self.says("the keyword 'law' needs the name of a law after it", model="dcm law")
        self.says("./no.so", model="dcm law viscous library ./no.so")

    def test_library_that_is_none(self):
        os.mkdir(os.path.join(self.folder, "folder.so"))
        os.mkfifo(os.path.join(self.folder, "pipe.so"))
        self.write("empty.so", "")
        self.build_law("examples", "own-law", "viscous.c")
        with open(os.path.join(self.folder, "law.so"), "rb") as file, open(os.path.join(self.folder, "cut.so"), "wb") as cut:
            cut.write(file.read(5000))
        for name, part in (("folder", "a folder"), ("pipe", "a device or a pipe"), ("empty", "as a shared object: "),
                           ("cut", "cut short")):
            self.says(f"cannot load './{name}.so'", part, model=f"dcm law viscous library ./{name}.so", ranks=2)

    def test_units_of_defaults(self):
        # A default is in SI: 2e-3 kg/s are 2e6 pg/us, and in lj nobody can tell.
        with open(os.path.join(host.HERE, "..", "..", "examples", "own-law", "viscous.c")) as file:
            law = file.read().replace('.dimension = {1, 0, -1, 0}', '.dimension = {1, 0, -1, 0}, .flags = 0, .default_value = 2e-3')
        self.build_law(os.path.join(self.folder, self.write("with_default.c", law)))
        given = host.property_lines({"stiffness": 3 * (2e3,), "friction": 3 * (0.0,)})
        deck = DECK.format(newton="off", model="dcm law viscous library ./law.so", more="", properties=given)
        for units, told in (("si", "0.002"), ("cgs", "2"), ("micro", r"2e\+06"), ("nano", r"2e\+09")):
            self.assertRegex(self.run_ok(deck.replace("units si", "units " + units)), rf"by default +damping {told}\n")
        self.run_fails(deck.replace("units si", "units lj"), "the law 'viscous' needs damping for types 1 with 1 and 2 with 2",
                       "required: the default, 0.002 kg s^-1, does not hold in units lj")

    def test_quantities(self):
        # At once, and not after properties were asked for that would be in vain.
        for model in ("dcm/heat", "dcm/bond", "dcm/liquid-bridge"):
            self.says("use the law in LAMMPS", model=model, values={})
        self.says("fix floor wall/gran model dcm/heat: the law 'heat' reads or changes 'temperature'",
                  more="fix floor all wall/gran model dcm/heat primitive type 1 zplane 0.0")
        values = {**VALUES, "conductivity": (1.0, 2.0, 3.0)}
        self.says("the law 'heat' reads or changes 'temperature'", model="dcm/heat",
                  values=values)
        granular = {"young": (5e6, 2e7), "poisson": (0.45, 0.3), "friction": (0.5, 0.4, 0.3), "gamma_n_hertz": (1e5, 1e5, 1e5),
                    "conductivity": (1.0, 2.0, 3.0)}
        self.says("the law 'granular' reads or changes 'temperature' of the particles", model="dcm/granular heat radius", values=granular)

    def test_options(self):
        self.says("pair_style gran model dcm/hertz-mindlin:", "form", "sheet", "consistent", model="dcm/hertz-mindlin form consistant")
        self.says("the option 'form' needs a word after it", model="dcm/hertz-mindlin form")
        self.says("'consistent' is no option of the law 'hertz-mindlin'; did you mean 'form consistent'?", model="dcm/hertz-mindlin consistent")
        for ranks in (1, 2):
            self.says("'form' is given twice in one command, as 'sheet' and as 'consistent': leave one out",
                      model="dcm/hertz-mindlin form sheet form consistent", ranks=ranks)
        self.says("'cohesion_energy' is no option of the law", "form", model="dcm/hertz-mindlin cohesion_energy on")

    def test_options_at_walls(self):
        """They stand last: the host hands over all words from the first that it does not know."""
        wall = "fix floor all wall/gran model dcm/hertz-mindlin {} primitive type 1 zplane 0.0 {}"
        said = "for a wall write the options of the law last, behind 'primitive' or 'mesh'"
        self.says("'primitive' is no option of the law", said, more=wall.format("form sheet", ""))
        self.says("'store_force' is no option of the law", said, more=wall.format("", "form sheet store_force yes"))
        self.says("'shet' is no choice for the option 'form'", more=wall.format("", "form shet"))
        done = self.succeeds(DECK.format(newton="off", model="dcm/hertz-mindlin form sheet", more=wall.format("", "form sheet"),
                                         properties=host.property_lines(VALUES)))

    def test_combinations(self):
        """Laws are whole: the message says what the law has instead, or which laws have it."""
        for words, keyword, told in (("tangential history", "tangential", "The law has its own tangential force, by the property coefficientFriction"),
                                     ("cohesion washino/capillary/viscous", "cohesion", "The law 'hertz-mindlin' has no cohesion; these laws have: eepa, jkr, jkr-exact, "),
                                     ("rolling_friction epsd2", "rolling_friction", "The law has its own rolling friction, by the property coefficientRollingFriction"),
                                     ("surface multicontact", "surface", "The law 'hertz-mindlin' has no surface model"),
                                     ("tangential no_history rolling_friction cdt", "tangential", "The law has its own tangential force, by the property coefficientFriction")):
            self.says("model dcm/hertz-mindlin is a whole law of contacts: leave out '" + keyword + "' and the word behind. " + told,
                      model="dcm/hertz-mindlin " + words)
        sjkr = "No law repeats sjkr; model dcm/jkr with the property surface_energy of 4/9 pi^2 k^3 R*/E*^2"
        self.says("The law 'hertz-mindlin' has no cohesion; these laws have: eepa, jkr, jkr-exact, luding, ", sjkr, model="dcm/hertz-mindlin cohesion sjkr")
        self.says("The law has its own cohesion, by the property surface_energy", sjkr, model="dcm/jkr cohesion sjkr2")
        self.says("The law 'hooke' has no rolling friction; these laws have: ", model="dcm/hooke rolling_friction cdt")
        self.says("model dcm is a whole law of contacts: leave out 'cohesion'", sjkr, model="dcm cohesion sjkr")
        self.says("fix floor wall/gran: model dcm/hertz is a whole law", "leave out 'tangential'",
                  more="fix floor all wall/gran model dcm/hertz tangential history primitive type 1 zplane 0.0")

    def test_missing_property(self):
        self.says("needs youngsModulus, the Young's modulus of each atom type",
                  "add 'fix <id> all property/global youngsModulus peratomtype <2 numbers>'", values=without("young"))
        for ranks in (1, 2):
            self.says("needs coefficientFriction", "add 'fix <id> all property/global coefficientFriction peratomtypepair 2 <4 numbers>'",
                      values=without("friction"), ranks=ranks)
        self.says("needs work_of_adhesion", model="dcm/jkr-exact")

    def test_one_type(self):
        deck = DECK.replace("create_box 2", "create_box 1").replace("create_atoms 2", "create_atoms 1")
        done = self.liggghts(deck.format(newton="off", model="dcm/hertz-mindlin", more="", properties=""))
        self.assertIn("add 'fix <id> all property/global youngsModulus peratomtype <1 number>'", done.stdout)

    def test_shape_of_a_property(self):
        line = "fix e all property/global youngsModulus {}\n"
        for given in ("scalar 5e6", "vector 5e6 6e6 7e6", "peratomtypepair 2 5e6 5e6 5e6 5e6"):
            self.says("youngsModulus has another shape", "2 numbers, one for each atom type", "peratomtype <2 numbers>",
                      values=without("young"), extra=line.format(given))
        self.says("coefficientFriction has another shape", "4 numbers, one for each pair of atom types", values=without("friction"),
                  extra="fix mu all property/global coefficientFriction peratomtype 0.5 0.5\n")

    def test_range_of_a_property(self):
        self.says("fix property/global coefficientFriction:", "-0.1", values=dict(VALUES, friction=(0.5, -0.1, 0.5)))
        # Limits that LIGGGHTS itself has for its properties.
        self.says("youngsModulus >= 5e6 required", "soft_particles yes", values=dict(VALUES, young=(4e6, 5e6)))
        self.says("youngsModulus <= 1e9 required", "hard_particles yes", values=dict(VALUES, young=(7e10, 5e6)))
        self.says("0 <= poissonsRatio <= 0.5 required", values=dict(VALUES, poisson=(-0.1, 0.3)))
        self.says("0.05 < coefficientRestitution <= 1 required", values=dict(VALUES, restitution=(0.01, 0.5, 0.5)))

    def test_limits_can_be_lifted(self):
        deck = DECK.replace("timestep", "soft_particles yes\nhard_particles yes\ntimestep")
        self.run_ok(deck.format(newton="off", model="dcm/hertz-mindlin", more="",
                                properties=host.property_lines(dict(VALUES, young=(7e10, 1e5)))))

    def test_settings(self):
        self.says("requires newton pair off", newton="on")    # the host's own sentence
        self.says("the timestep is", more="timestep -1e-5")
        adhesive = host.property_line("work_of_adhesion", (50.0, 50.0, 50.0))
        self.says("beyond touching, but the neighbor skin is 1e-06", model="dcm/jkr-exact", extra=adhesive, more="neighbor 1e-6 bin")

    def test_no_number(self):
        """Forces that no number can hold: from damping without measure."""
        values = {"kn": 3 * (1e5,), "gamma_n": 3 * (1e300,), "friction": 3 * (0.5,)}
        self.says("pair_style gran model dcm/hooke-history: at step 0 the force of the contact of atoms 1 and 2 is not finite",
                  model="dcm/hooke-history", values=values,
                  more="create_atoms 2 single 0.0049 0 0\nset atom 2 diameter 0.005 density 2500 vx 1e20")
        self.says("fix floor wall/gran model dcm/hooke-history: at step 0", "atom 1 with the wall is not finite", model="dcm/hooke-history",
                  values=values, more="fix floor all wall/gran model dcm/hooke-history primitive type 1 zplane -0.0024\nset atom 1 vz -1e20")

    def test_refusal(self):
        """A law that refuses while it computes ends the run with its own sentence, at grains and at walls."""
        self.build_law("tests", "support", "clock_law.c")
        values = {"stiffness": 3 * (1e3,), "warns_at": 3 * (0.0,), "refuses_from": 3 * (1.0,)}
        law = "dcm law clock library ./law.so"
        for ranks in (1, 2):
            self.says("at step 1 the force of the contact of atoms", "is not finite", "; the law says: the time is up", model=law, values=values,
                      more="create_atoms 2 single 0.0049 0 0\nset atom 2 diameter 0.005 density 2500", ranks=ranks)
            self.says("at step 1 the force of the contact of atom 1 with the wall is not finite", "; the law says: the time is up", model=law,
                      values=values, more="fix floor all wall/gran model dcm primitive type 1 zplane -0.0024 law clock library ./law.so", ranks=ranks)

    def test_control_characters(self):
        """The text of a law in a message must not reach the terminal as anything but letters."""
        self.build_law("tests", "lammps", "laws", "sticky.c", flags=["-DRUDE"])
        shown = r"\x1b[31m red\x0a%s {} \xc2\x9b"
        for stiffness, parts in (1e3, ("dcm: " + shown, "WARNING: dcm: " + shown)), (13.0, ("pair_style gran model dcm: " + shown,)):
            values = {"stiffness": 3 * (stiffness,), "shear": 3 * (0.0,), "gap": 3 * (0.0,)}
            done = self.liggghts(DECK.format(newton="off", model="dcm law sticky library ./law.so", more="", properties=host.property_lines(values)))
            self.assertEqual(done.returncode == 0, stiffness != 13.0, done.stdout)
            for part in parts:
                self.assertIn(part, done.stdout)
            # The host itself ends some errors by a line from memory that it has freed.
            ours = [line for line in done.stdout.split("\n") if "dcm" in line]
            self.assertNotRegex("".join(ours), "[\x01-\x08\x0a-\x1f\x7f-\x9f]")

    def test_other_release(self):
        """Another LIGGGHTS has other layouts of what the adapter shares with it."""
        with open(host.MODULE, "rb") as file:
            image = file.read()
        self.assertIn(b"LIGGGHTS-PUBLIC 3.8.0", image)
        with open(f"{self.folder}/other.so", "wb") as file:
            file.write(image.replace(b"LIGGGHTS-PUBLIC 3.8.0", b"LIGGGHTS-PUBLIC 3.7.9"))
        deck = DECK.format(newton="off", model="dcm/hertz-mindlin", more="", properties=host.property_lines(VALUES))
        done = self.liggghts(deck, executable=host.STOCK, environment={"LD_PRELOAD": f"{self.folder}/other.so"})
        self.assertGreater(done.returncode, 0)
        self.assertIn("this adapter was built for LIGGGHTS-PUBLIC 3.7.9, but this is Version LIGGGHTS-PUBLIC 3.8.0", done.stdout)
