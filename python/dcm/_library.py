# SPDX-License-Identifier: MIT
"""The shared object libdcm.so: where it is, its functions, and its structs as NumPy dtypes. The header dcm/libdcm.h says what each means."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_size_t, c_uint32, c_void_p
from typing import Any, Optional

import numpy as np

#: Path of a libdcm.so to use, such as that of a build tree.
VARIABLE = "DCM_LIBRARY"

MAJOR = 1


class Error(ValueError):
    """A request that is not possible: the sentence says which value, and what is allowed."""


class UnitsWarning(UserWarning):
    """A number that looks as if it were in another unit."""


class LawWarning(UserWarning):
    """A warning of a law, about its parameters."""


class UnfinishedWarning(UserWarning):
    """Bodies still touch at the last step of a collision."""


class _Message(ctypes.Structure):
    _fields_ = [("text", c_char * 2048)]

    def sentence(self) -> str:
        return self.text.decode("utf-8", "replace")


class Array(ctypes.Structure):
    """dcm_api_array."""
    _fields_ = [("values", c_void_p), ("stride", c_size_t)]


class Evaluation(ctypes.Structure):
    """dcm_api_evaluation."""
    _fields_ = [
        ("size", c_size_t), ("count", c_size_t), ("material_1", c_uint32), ("material_2", c_uint32), ("flags", c_uint32),
        ("reserved", c_uint32), ("dt", c_double), ("overlap", Array), ("normal", Array * 3), ("normal_velocity", Array),
        ("tangential_velocity", Array * 3), ("spin_1", Array * 3), ("spin_2", Array * 3), ("radius_1", Array), ("radius_2", Array),
        ("mass_1", Array), ("mass_2", Array), ("state", POINTER(Array)), ("quantities_1", POINTER(Array)),
        ("quantities_2", POINTER(Array)), ("normal_force", c_void_p), ("tangential_force", c_void_p * 3), ("couple_1", c_void_p * 3),
        ("couple_2", c_void_p * 3), ("new_state", POINTER(c_void_p)), ("energies", c_void_p * 9), ("outputs", POINTER(c_void_p)),
        ("added_1", POINTER(c_void_p)), ("added_2", POINTER(c_void_p))
    ]


class Rows(ctypes.Structure):
    """dcm_api_rows."""
    _fields_ = [(name, c_void_p) for name in ("state", "outputs", "quantities_1", "quantities_2", "added_1", "added_2")]


def _record(*fields: Any) -> np.dtype:
    return np.dtype(list(fields), align=True)


_V = (np.float64, 3)
_Q = (np.float64, 8)

#: Energies of a contact at a step, in the order of the library.
ENERGIES = ("stored_normal", "stored_tangential", "stored_rolling", "dissipated_normal", "dissipated_plastic", "dissipated_tangential",
            "dissipated_sliding", "dissipated_rolling", "dissipated_fracture")

BODIES = _record(("radius_1", "f8"), ("radius_2", "f8"), ("density_1", "f8"), ("density_2", "f8"), ("mass_1", "f8"), ("mass_2", "f8"),
                 ("material_1", "u4"), ("material_2", "u4"), ("flags", "u4"), ("reserved", "u4"), ("quantities_1", *_Q),
                 ("quantities_2", *_Q))
COLLISION = _record(("bodies", BODIES), ("speed", "f8"), ("angle", "f8"), ("spin_1", *_V), ("spin_2", *_V), ("dt", "f8"), ("steps", "u8"),
                    ("max_steps", "u8"))
ENERGY = _record(*((name, "f8") for name in ("kinetic_before", "kinetic_after", "supplied", "stored", "dissipated_normal",
                                             "dissipated_plastic", "dissipated_tangential", "dissipated_sliding", "dissipated_rolling",
                                             "dissipated_fracture", "dissipated_by_arms", "dissipated_by_jumps", "residual")))
OUTCOME = _record(("failed", "u4"), ("separated", "u4"), ("steps", "u8"), ("dt", "f8"), ("begin", "f8"), ("duration", "f8"), ("turn", "f8"),
                  ("max_overlap", "f8"), ("max_normal_force", "f8"), ("max_tangential_force", "f8"), ("normal_restitution", "f8"),
                  ("tangential_restitution", "f8"), ("surface_restitution", "f8"), ("energy_loss", "f8"), ("velocity_1", *_V),
                  ("velocity_2", *_V), ("spin_1", *_V), ("spin_2", *_V), ("energy", ENERGY), ("momentum_drift", "f8"),
                  ("angular_momentum_drift", "f8"))
LOAD = _record(("touching", "u4"), ("reserved", "u4"), ("overlap", "f8"), ("normal", *_V), ("normal_force", "f8"), ("tangential_force", *_V),
               ("force", *_V), ("torque_1", *_V), ("torque_2", *_V), *((name, "f8") for name in ENERGIES))
MOTION = _record(("time", "f8"), ("length", "f8"), ("position_1", *_V), ("velocity_1", *_V), ("spin_1", *_V), ("position_2", *_V),
                 ("velocity_2", *_V), ("spin_2", *_V))

WALL, FIXED_2, BONDED, SYNCHRONISED, ZEROED = 1, 2, 4, 8, 16

_TABLE = {
    "version": (c_uint32, []),
    "release": (c_char_p, []),
    "command": (c_int, [c_int, POINTER(c_char_p)]),
    "free": (None, [c_void_p]),
    "library_open": (c_void_p, [c_char_p, c_void_p]),
    "library_linked": (c_void_p, [c_void_p, c_void_p]),
    "library_close": (None, [c_void_p]),
    "law_count": (c_uint32, [c_void_p]),
    "law_id": (c_char_p, [c_void_p, c_uint32]),
    "describe": (c_void_p, [c_void_p, c_char_p, c_void_p]),
    "materials_create": (c_void_p, [c_void_p, c_char_p, c_uint32, c_void_p]),
    "materials_destroy": (None, [c_void_p]),
    "materials_choose": (c_int, [c_void_p, c_char_p, c_char_p, c_void_p]),
    "materials_set": (c_int, [c_void_p, c_char_p, c_uint32, c_uint32, c_double, c_void_p]),
    "materials_ready": (c_int, [c_void_p, c_void_p]),
    "materials_get": (c_int, [c_void_p, c_char_p, c_uint32, c_uint32, POINTER(c_double), c_void_p]),
    "materials_warnings": (c_char_p, [c_void_p]),
    "state_width": (c_uint32, [c_void_p]),
    "safe_step": (c_int, [c_void_p, c_void_p, POINTER(c_double), POINTER(c_char_p), c_void_p]),
    "collide": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t, POINTER(c_size_t), c_void_p]),
    "time_step": (c_int, [c_void_p, c_void_p, POINTER(c_double), c_void_p]),
    "contact_create": (c_void_p, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "contact_destroy": (None, [c_void_p]),
    "drive": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t, POINTER(Rows), POINTER(c_size_t), c_void_p]),
    "trace": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t, POINTER(c_size_t), c_void_p]),
    "evaluate": (c_int, [c_void_p, POINTER(Evaluation), POINTER(c_size_t), c_void_p]),
}


def _paths() -> list[str]:
    named = os.environ.get(VARIABLE)
    if named:
        return [named]
    here = os.path.dirname(os.path.abspath(__file__))
    # In a wheel; in lib/dcm/python/dcm or lib/python3/dist-packages/dcm of an installed tree; where the loader looks.
    installed = os.path.normpath(os.path.join(here, "..", "..", "..", f"libdcm.so.{MAJOR}"))
    found = [path for path in (os.path.join(here, "libdcm.so"), installed) if os.path.exists(path)]
    return found or [f"libdcm.so.{MAJOR}"]


def _load() -> ctypes.CDLL:
    path = _paths()[0]
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"the shared object {path} of dcm cannot be loaded ({error}): install dcm, or set {VARIABLE} to the path of "
                          "libdcm.so") from None
    for name, (result, arguments) in _TABLE.items():
        try:
            function = getattr(library, "dcm_api_" + name)
        except AttributeError:
            raise ImportError(f"{path} has no function dcm_api_{name}: it belongs to another version of dcm than this package") from None
        function.restype, function.argtypes = result, arguments
    version = library.dcm_api_version()
    if version >> 16 != MAJOR:
        raise ImportError(f"{path} has version {version >> 16} of its interface, and this package needs {MAJOR}")
    return library


LIBRARY = _load()


class _Pending(threading.local):
    """The first exception of a law in Python while the library runs in this thread, which ends the call. A law refuses a contact by a
    dcm.Error, which is none."""

    def __init__(self) -> None:
        self.error: Optional[BaseException] = None


PENDING = _Pending()


def call(name: str, *arguments: Any) -> Any:
    """Calls a function that takes a message last. NULL, or a status other than 0, is an Error with its sentence."""
    message = _Message()
    PENDING.error = None
    answer = getattr(LIBRARY, "dcm_api_" + name)(*arguments, byref(message))
    error, PENDING.error = PENDING.error, None
    if isinstance(error, Exception):
        raise Error(f"the law in Python raised {type(error).__name__}: {error}") from error
    if error:
        raise error
    failed = not answer if _TABLE[name][0] is c_void_p else answer != 0
    if failed:
        raise Error(message.sentence())
    return answer


def pointer(array: np.ndarray) -> int:
    """Address of the first number of an array."""
    return array.ctypes.data


def aligned(*shape: int, zeros: bool = False) -> np.ndarray:
    """An array [...] of float64, not filled or of zeros, each row of which begins at a multiple of 64 bytes."""
    n = shape[-1]
    room = (n + 7) // 8 * 8
    rows = int(np.prod(shape[:-1], dtype=int))
    # Zeros that nobody reads or writes take no memory, nor time.
    memory = (np.zeros if zeros else np.empty)(rows * room + 8)
    skip = (-memory.ctypes.data % 64) // 8
    return memory[skip:skip + rows * room].reshape(*shape[:-1], room)[..., :n]
