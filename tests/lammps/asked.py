# SPDX-License-Identifier: MIT
"""The laws of dcm as the museum asks them, in decks."""

import os
import sys

import host

sys.path.insert(0, os.path.join(host.HERE, "..", "museum"))
import cases

LAWS = {run["law"]: run for run in cases.runs() if run["library"] == cases.BUILTIN}


class Asked:
    """Commands about one law: properties of atoms, their values, the pair style; and words: those of walls, and the names of the properties."""

    def __init__(self, law, more=""):
        run = LAWS[law]
        options, values = (" ".join(f"{name} {value}" for name, value in run[of].items()) for of in ("options", "values"))
        self.names, variable, formula, self.at_wall = run["quantities"] or ("", "", "", "")
        self.properties = f"fix of_atoms all property/atom {self.names} ghost yes\n" if self.names else ""
        self.values = f"variable start atom {formula}\nset group all {variable} v_start\n" if self.names else ""
        self.pair = f"pair_style dcm/{law.replace('-', '/')} {options} {more}\npair_coeff * * {values}\n"
