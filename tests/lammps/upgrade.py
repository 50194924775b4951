# SPDX-License-Identifier: MIT
"""Restart files that dcm 0.1.0 wrote: today's dcm goes on from them as 0.1.0 went on. tests/data/README.md has how the files were made."""

import os
import shutil
import tarfile
import unittest

import decks
import host
import shapes
from asked import LAWS, Asked

ARCHIVE = os.path.join(host.HERE, "..", "data", "restart-0.1.0.tar.xz")
# A folder in which the adapter of an old version puts its files.
RECORD = os.environ.get("DCM_UPGRADE_RECORD")

GRAINS = decks.box(0.01, types=2, boundary="f f f") + """create_atoms 1 single 0 0 0
create_atoms 2 single 0.00298 0 0
create_atoms 1 single 0.0014 0.0025 0.0004
set type * diameter 0.003 density 2500
set atom 1 omega 0 0 20
set atom 2 omega 5 0 20
set atom 3 omega 0 10 -10
velocity all set 0.01 -0.02 -0.03
"""
AGAIN = decks.go_on("{name}.restart")
RUN = "neighbor 0.0002 bin\ntimestep 2e-6\nfix move all nve/sphere\n"
ROWS = decks.write("{name}.{when}")
FIRST = "run 60\nwrite_restart {name}.restart\n"
SECOND = "run 0\n" + ROWS.replace("{when}", "start") + "run 40\n" + ROWS.replace("{when}", "end")
MINDLIN = "pair_style dcm/hertz/mindlin form consistent\n" \
          "pair_coeff * * young 5e6 poisson 0.25 restitution 0.6 friction 0.5 rolling 0.01\n"
GRAN = "hertz/history 5e6 NULL 1e5 NULL 0.5 0"
PLATE = shapes.ascii_stl(shapes.plane(0.009, -0.00149))
# Sums of forces have other last digits in other releases of LAMMPS and on two ranks; 100 steps carry them on.
LIMIT = 1e-11


def of_law(law):
    """Properties of atoms, their values, the pair style, walls."""
    asked = Asked(law)
    return [asked.properties, asked.values, asked.pair, f"fix floor all wall/dcm 1 zplane -0.00149 NULL {asked.at_wall}\n"]


DECKS = {
    **{law: of_law(law) for law in LAWS},
    "lid": ["", "", MINDLIN, "region lid plane 0 0 0.00188 0 0 -1\nfix lid all wall/dcm/region 2 lid\n"],
    "drum": ["", "", MINDLIN, "fix drum all wall/dcm 1 zcylinder 0.00447 shear z 0.2\n"],
    "mesh": ["", "", MINDLIN, "fix plate all wall/dcm/mesh 1 plate.stl motion linear 0.02 0.0 0.001 wear archard 1e-10\n"
             "fix below all wall/dcm/mesh 1 plate.stl move 0 0 -0.0001 wear finnie 1e-10\n"],
    "energies": ["", "", MINDLIN, "fix floor all wall/dcm 1 zplane -0.00149 NULL\nfix ledger all dcm/energy\n"],
    "gran": ["", "", f"suffix dcm\npair_style gran/{GRAN}\npair_coeff * *\n", f"fix floor all wall/gran {GRAN} zplane -0.00149 NULL\n"],
}


class Upgrade(host.Case):

    def first(self, name):
        of_atoms, values, pair, walls = DECKS[name]
        self.write("plate.stl", PLATE)
        self.run_ok(GRAINS + of_atoms + values + pair + RUN + walls + FIRST.format(name=name))

    def second(self, name, ranks=1):
        """Rows of all grains where the second half begins and ends."""
        of_atoms, _, pair, walls = DECKS[name]
        self.write("plate.stl", PLATE)
        again = pair if name == "gran" else ""    # LAMMPS' styles take no parameters from restart files
        self.run_ok(AGAIN.format(name=name) + of_atoms + again + RUN + walls + SECOND.format(name=name), ranks)
        return [self.read(f"{name}.{when}") for when in ("start", "end")]

    @unittest.skipUnless(RECORD, "records files for a later version")
    def test_record(self):
        for name in DECKS:
            self.first(name)
            self.second(name)
            for what in ("restart", "start", "end"):
                shutil.copy(os.path.join(self.folder, f"{name}.{what}"), RECORD)

    def test_goes_on(self):
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(self.folder)
        for name in DECKS:
            if name == "gran" and not host.IN_2021:
                continue    # LAMMPS' walls have other formulas in later releases
            with self.subTest(name):
                then = [self.read(f"{name}.{when}") for when in ("start", "end")]
                for ranks in (1, 2):
                    for before, now in zip(then, self.second(name, ranks)):
                        self.assert_same(before, now, LIMIT)
