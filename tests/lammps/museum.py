# SPDX-License-Identifier: MIT
"""The laws of the museum, compiled for older versions of the contract, in the LAMMPS and with the adapter of today: grains that fall on a
wall, with the digits that they had. See tests/museum/README.md."""

import math
import os
import sys

import decks
import host

sys.path.insert(0, os.path.join(host.HERE, "..", "museum"))
import cases
import exhibit

# A folder in which tests/museum/make.bash has put the laws of a new exhibit, and wants the digits.
RECORD = os.environ.get("DCM_MUSEUM_RECORD")

# The words of the host as they are today; the exhibit keeps what the law is told.
DECK = decks.begin(boundary="p p f", more="atom_modify map array sort 0 0.0\n") + """{of_atoms}
read_data {data}
{masses}{values}
pair_style dcm {law} library {library} {options}
pair_coeff * * {coefficients}
neighbor 0.0003 bin
neigh_modify delay 0 every 1 check yes
timestep 1e-6
fix move all nve/sphere
fix weight all gravity 9.81 vector 0 0 -1
fix floor all wall/dcm 2 zplane 0 NULL {at_wall}
compute spin all erotate/sphere
thermo_style custom step ke c_spin f_floor[1] f_floor[2] f_floor[3]
thermo_modify norm no format float %.17g
thermo 100
dump grains all custom 500 dump.grains id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz
dump_modify grains sort id format float %.17g
run 500
"""
TOTALS = ["step", "ke", "spin", "floorx", "floory", "floorz"]
OF_A_GRAIN = ["grain"] + [kind + axis for kind in ("x", "v", "omega", "f", "tq") for axis in "xyz"]
GRAINS = (1, 13, 25, 26, 38, 50)


def masses(data):
    """Commands that give grains the masses of 29Sep2021. Newer hosts take another 4/3 pi, in its last digit."""
    with open(data) as file:
        rows = [line.split() for line in file.read().split("Atoms")[1].split("Velocities")[0].splitlines()]
    return "".join(f"set atom {row[0]} mass {float(row[3]) * (4.0 * math.pi / 3.0 * r * r * r):.17g}\n"
                   for row in rows if len(row) == 7 for r in [0.5 * float(row[2])])


def words(settings, between):
    return " ".join(name + between + value for name, value in settings.items())


class Museum(host.Case):

    def grains(self, run, library, data):
        """Two tables, columns and rows as those of a collision: the totals of all steps, and some grains at the end."""
        of_atoms, variable, formula, at_wall = run["quantities"] or ("", "", "", "")
        text = self.run_ok(DECK.format(
            of_atoms=f"fix of_atoms all property/atom {of_atoms} ghost yes" if of_atoms else "",
            values=f"variable start atom {formula}\nset group all {variable} v_start" if of_atoms else "",
            law=run["law"], options=words(run["options"], "="), library=library, coefficients=words(run["values"], " "), at_wall=at_wall,
            data=data, masses=masses(data)))
        steps = [str(step) for step in range(0, 501, 100)]
        rows = [line.split() for line in text.splitlines() if len(line.split()) == len(TOTALS) and line.split()[0] in steps]
        self.assertEqual([row[0] for row in rows], steps)
        grains = self.read("dump.grains")
        return {"totals": (TOTALS, rows),
                "grains": (OF_A_GRAIN, [[str(i)] + [f"{number:.17g}" for number in grains[i]] for i in GRAINS])}

    def test_record(self):
        if not RECORD:
            self.skipTest("only where an exhibit is made")
        libraries = exhibit.unpack(RECORD, "x86-64", self.folder)
        entries = []
        for run in cases.runs():
            tables = self.grains(run, os.path.join(libraries, run["library"]), os.path.join(RECORD, "grains.data"))
            entries += [{"name": f"{run['law']}, {table}", "table": table, **run, "columns": columns, "rows": rows}
                        for table, (columns, rows) in tables.items()]
        exhibit.write(RECORD, "grains.json", entries)

    def test_digits(self):
        if RECORD or not exhibit.exhibits():
            self.skipTest("there is no exhibit")
        for folder in exhibit.exhibits():
            libraries = exhibit.unpack(folder, "x86-64", self.folder)
            worst, tables, of_law = 0.0, {}, None
            for run in exhibit.read(folder, "grains.json"):
                with self.subTest(exhibit=os.path.basename(folder), run=run["name"]):
                    if run["law"] != of_law:
                        tables, of_law = {}, run["law"]
                        tables = self.grains(run, os.path.join(libraries, run["library"]), os.path.join(folder, "grains.data"))
                    wrong, apart = exhibit.differences(run, *tables[run["table"]])
                    worst = max(worst, apart)
                    self.assertEqual(wrong[:5], [])
            print(f"exhibit {os.path.basename(folder)}: the largest difference is {worst:.1e} of a column")
