# SPDX-License-Identifier: MIT
"""A law that is a function of arrays, to try a formula before it is written in C. Structs are those of the contract of contact laws, 1.0."""

from __future__ import annotations

import ctypes
import itertools
import math
import numbers
import re
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int32, c_uint8, c_uint32, c_uint64, c_void_p
from types import SimpleNamespace
from typing import Any, Callable, Mapping, Optional, Sequence

import numpy as np

from ._library import ENERGIES, PENDING, Error, call
from .laws import Law, _Library

_VERSION = 1 << 16
_PER_PAIR, _ARITHMETIC, _REQUIRED = 1, 2, 1
_LOG_ERROR = 2


class _Parameter(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("scope", c_uint32), ("mixing", c_uint32), ("flags", c_uint32), ("name", c_char_p), ("symbol", c_char_p),
                ("description", c_char_p), ("dimension", c_uint8 * 8), ("default_value", c_double), ("minimum", c_double),
                ("maximum", c_double), ("reason", c_char_p), ("usual_minimum", c_double), ("usual_maximum", c_double)]


class _Field(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("kind", c_uint32), ("parity", c_uint32), ("flags", c_uint32), ("dimension", c_uint8 * 8),
                ("name", c_char_p), ("description", c_char_p)]


class _Instance(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("velocity_arm", c_uint32), ("moment_arm", c_uint32), ("frame", c_uint32), ("unused", c_uint32),
                ("flags", c_uint32), ("field_use", c_uint8 * 32), ("data", c_void_p), ("log", c_void_p), ("log_data", c_void_p),
                ("reserved", c_uint64 * 8)]


class _Setup(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("abi_version", c_uint32), ("material_count", c_uint32), ("reserved", c_uint32),
                ("values", POINTER(c_void_p)), ("options", c_void_p), ("extension", c_void_p), ("extension_data", c_void_p)]


class _Contacts(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("count", c_uint32), ("pair", c_uint32), ("side_2", c_uint32), ("dt", c_double), ("time", c_double),
                ("step", c_uint64), ("normal", c_void_p * 3), ("bisector", c_void_p * 3), ("overlap", c_void_p), ("normal_velocity", c_void_p),
                ("tangential_velocity", c_void_p * 3), ("angular_velocity_1", c_void_p * 3), ("angular_velocity_2", c_void_p * 3),
                ("radius_1", c_void_p), ("radius_2", c_void_p), ("effective_radius", c_void_p), ("effective_mass", c_void_p),
                ("quantities_1", c_void_p), ("quantities_2", c_void_p), ("velocity_age", c_double)]


class _Energies(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), *((name, c_void_p) for name in ENERGIES)]


class _Response(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("normal_force", c_void_p), ("tangential_force", c_void_p * 3),
                ("couple_1", c_void_p * 3), ("couple_2", c_void_p * 3), ("history_in", POINTER(c_void_p)), ("history_out", POINTER(c_void_p)),
                ("energies", POINTER(_Energies)), ("added_1", c_void_p), ("added_2", c_void_p), ("outputs", c_void_p)]


_Init = CFUNCTYPE(c_int32, POINTER(_Setup), POINTER(_Instance))
_Compute = CFUNCTYPE(c_int32, POINTER(_Instance), POINTER(_Contacts), POINTER(_Response))
_Destroy = CFUNCTYPE(None, POINTER(_Instance))
_Log = CFUNCTYPE(None, c_void_p, c_uint32, c_char_p)
_Entry = CFUNCTYPE(c_void_p, c_void_p)


class _Model(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("history_version", c_uint32), ("id", c_char_p), ("title", c_char_p), ("reference", c_char_p),
                ("parameter_count", c_uint32), ("option_count", c_uint32), ("history_count", c_uint32), ("needs", c_uint32),
                ("events", c_uint32), ("quantity_count", c_uint32), ("output_count", c_uint32), ("least_version", c_uint32),
                ("parameters", POINTER(_Parameter)), ("options", c_void_p), ("history_fields", POINTER(_Field)), ("quantities", c_void_p),
                ("outputs", c_void_p), ("init", _Init), ("compute", _Compute), ("history", c_void_p), ("reach", c_void_p),
                ("destroy", _Destroy), ("extension", c_void_p)]


class _Description(ctypes.Structure):
    _fields_ = [("size", c_uint32), ("abi_version", c_uint32), ("name", c_char_p), ("version", c_char_p), ("model_count", c_uint32),
                ("flags", c_uint32), ("models", POINTER(POINTER(_Model)))]


def _view(address: int, n: int) -> np.ndarray:
    return np.frombuffer((c_double * n).from_address(address), dtype=np.float64)


def _rows(addresses: Any, n: int, count: int = 3) -> np.ndarray:
    """A copy of rows, (count, n)."""
    return np.array([_view(addresses[c], n) for c in range(count)]).reshape(count, n)


class _PythonLaw:
    """The callbacks of a law, and the parameters of its instances."""

    def __init__(self, function: Callable[..., Any], names: Sequence[str], width: int) -> None:
        self.function, self.names, self.width = function, names, width
        self.instances: dict[int, tuple[int, list[np.ndarray]]] = {}
        self.numbers = itertools.count(1)

    def init(self, setup: Any, instance: Any) -> int:
        m = setup[0].material_count
        tables = [np.array(_view(setup[0].values[p], m * m)) for p in range(len(self.names))]
        number = next(self.numbers)
        self.instances[number] = (m, tables)
        instance[0].data = number
        return 0

    def destroy(self, instance: Any) -> None:
        self.instances.pop(instance[0].data, None)

    def compute(self, instance: Any, contacts: Any, response: Any) -> int:
        try:
            # The library may go on with other contacts, or with shorter steps: not after an exception.
            if PENDING.error is None:
                self.answer(instance[0], contacts[0], response[0])
                return 0
        except Error as refusal:
            _Log(instance[0].log)(instance[0].log_data, _LOG_ERROR, str(refusal).encode())
        # An exception cannot pass through the library: it is kept, and raised when the library has returned.
        except BaseException as error:  # pylint: disable=broad-except
            PENDING.error = error
        return 1

    def answer(self, instance: _Instance, contacts: _Contacts, response: _Response) -> None:
        n = contacts.count
        _, tables = self.instances[instance.data]
        c = SimpleNamespace(
            dt=contacts.dt, wall=bool(contacts.side_2), normal=_rows(contacts.normal, n), overlap=_view(contacts.overlap, n).copy(),
            normal_velocity=_view(contacts.normal_velocity, n).copy(), tangential_velocity=_rows(contacts.tangential_velocity, n),
            spin1=_rows(contacts.angular_velocity_1, n), spin2=_rows(contacts.angular_velocity_2, n),
            radius1=_view(contacts.radius_1, n).copy(), radius2=_view(contacts.radius_2, n).copy(),
            effective_radius=_view(contacts.effective_radius, n).copy(), effective_mass=_view(contacts.effective_mass, n).copy(),
            state=_rows(response.history_in, n, self.width) if self.width else np.zeros((0, n)))
        p = SimpleNamespace(**{name: float(table[contacts.pair]) for name, table in zip(self.names, tables)})
        told = self.function(c, p)
        if not isinstance(told, Mapping):
            told = {"normal_force": told}
        known = {"normal_force", "tangential_force", "couple1", "couple2", "state", *ENERGIES}
        for name in told:
            if name not in known:
                raise TypeError(f"the law returned '{name}', but may return {', '.join(sorted(known))}")
        _view(response.normal_force, n)[:] = _told(told, "normal_force", n)
        for name, addresses in (("tangential_force", response.tangential_force), ("couple1", response.couple_1), ("couple2", response.couple_2)):
            value = _told(told, name, 3, n)
            for k in range(3):
                _view(addresses[k], n)[:] = value[k]
        state = _told({"state": c.state, **told}, "state", self.width, n)
        for k in range(self.width):
            _view(response.history_out[k], n)[:] = state[k]
        if response.energies:
            for name in ENERGIES:
                _view(getattr(response.energies[0], name), n)[:] = _told(told, name, n)


def _told(told: Mapping[str, Any], name: str, *shape: int) -> np.ndarray:
    """The answer of a law of this name, in this shape: one number stands for all. A row of numbers must not become three components."""
    value = np.asarray(told.get(name, 0.0))
    if value.dtype.kind not in "biuf":
        raise TypeError(f"the law returned {told[name]!r} as {name}, but must return real numbers")
    if value.shape not in ((), shape, (*shape[:-1], 1)) and (value.size, *shape[:-1]) != (shape[-1], 1):
        raise TypeError(f"the law returned a {name} of the shape {value.shape}, but must return one number or the shape {shape}: " +
                        ("components first, then contacts" if len(shape) > 1 else "one for each contact"))
    return np.broadcast_to(value, shape)


def law(*, parameters: Mapping[str, Optional[float]], state: Mapping[str, str] | None = None,
        name: str = "") -> Callable[[Callable[..., Any]], Law]:
    """Makes a law of a function of arrays, for collide, drive and evaluate: to try a formula before it is written in C.

    Parameters
    ----------
    parameters : dict
        Default value of each parameter, or None where the user must give one. Each belongs to pairs of materials, and is the mean of those of
        the two where nobody says more.
    state : dict, optional
        Kind of each field of the state: "scalar" or "vector". A vector changes sign when the contact is seen from the other body.
    name : str, optional
        By default that of the function, with "-" for "_".

    Returns
    -------
    decorator
        Of a function ``f(c, p)``. ``c`` has arrays of n contacts: overlap, normal_velocity, effective_radius, effective_mass, radius1, radius2
        (n,); normal, tangential_velocity, spin1, spin2 (3, n); state (width, n); dt and wall. ``p`` has the parameters of the pair. The
        function returns the normal force (n,), or a dict with normal_force, tangential_force, couple1, couple2 (3, n), state (width, n) and
        energies by their names; what is missing is 0, and the state stays. A dcm.Error of the function refuses a contact, as one that is
        deeper than the law is valid for: where a trial integration made too long a step, a shorter one is tried. Any other exception ends
        the call, and is the cause of its dcm.Error.

    Examples
    --------
    >>> import dcm
    >>> @dcm.law(parameters={"stiffness": None, "exponent": 1.5})
    ... def power_spring(c, p):
    ...     return p.stiffness * c.overlap**p.exponent
    >>> m = power_spring.materials(stiffness=1e9)
    >>> c = m.collide(speed=0.5, dt=1e-8)
    >>> round(float(c.normal_restitution), 4)
    1.0
    """

    def decorate(function: Callable[..., Any]) -> Law:
        identity = name or function.__name__.lower().replace("_", "-")
        if not isinstance(parameters, Mapping) or not isinstance(state or {}, Mapping):
            raise Error("parameters and state must be dicts by the names")
        fields = dict(state or {})
        for field, kind in fields.items():
            if kind not in ("scalar", "vector"):
                raise Error(f"state: {field} must be 'scalar' or 'vector', not {kind!r}")
        for parameter, default in parameters.items():
            if default is not None and not (isinstance(default, numbers.Real) and math.isfinite(default)):
                raise Error(f"the default of {parameter} must be a finite number, or None where there is none, not {default!r}")
        if not re.fullmatch("[a-z][a-z0-9-]{0,62}", identity):
            raise Error(f"{identity!r} is no name of a law, which begins with a letter and has only a-z, 0-9 and hyphens: "
                        'give one, as dcm.law(name="my-law", ...)')
        width = sum(3 if kind == "vector" else 1 for kind in fields.values())
        made = _PythonLaw(function, list(parameters), width)
        table = (_Parameter * max(len(parameters), 1))(*(
            _Parameter(size=ctypes.sizeof(_Parameter), scope=_PER_PAIR, mixing=_ARITHMETIC, flags=_REQUIRED if default is None else 0,
                       name=key.encode(), symbol=key.encode(), description=key.encode(), default_value=default or 0.0, minimum=-math.inf,
                       maximum=math.inf, reason=b"any number is allowed") for key, default in parameters.items()))
        kinds = (_Field * max(len(fields), 1))(*(
            _Field(size=ctypes.sizeof(_Field), kind=int(kind == "vector"), parity=int(kind == "vector"), name=key.encode(),
                   description=key.encode()) for key, kind in fields.items()))
        title = ((function.__doc__ or "").strip().splitlines() or [f"{identity}, a law in Python"])[0]
        model = _Model(size=ctypes.sizeof(_Model), history_version=1, id=identity.encode(), title=title.encode(), reference=b"a law in Python",
                       parameter_count=len(parameters), history_count=len(fields), parameters=table if parameters else None,
                       history_fields=kinds if fields else None, init=_Init(made.init), compute=_Compute(made.compute),
                       destroy=_Destroy(made.destroy))
        models = (POINTER(_Model) * 1)(ctypes.pointer(model))
        description = _Description(size=ctypes.sizeof(_Description), abi_version=_VERSION, name=b"laws in Python", version=b"1", model_count=1,
                                   models=models)
        entry = _Entry(lambda host: ctypes.addressof(description))
        handle = call("library_linked", ctypes.cast(entry, c_void_p))
        law_of_function = Law._of(_Library(handle, None, (made, table, kinds, model, models, description, entry)), identity, {})
        # Pickle finds a law by these two, as it finds functions.
        law_of_function.__module__, law_of_function.__qualname__ = function.__module__, function.__qualname__
        return law_of_function

    return decorate
