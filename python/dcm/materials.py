# SPDX-License-Identifier: MIT
"""A law with materials: collisions, prescribed motions, and the law itself on arrays."""

from __future__ import annotations

import copy
import ctypes
import math
import operator
import warnings
import weakref
from ctypes import byref, c_char_p, c_double, c_size_t, c_void_p
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import _library as lib
from ._library import LIBRARY, Error, LawWarning, UnfinishedWarning, UnitsWarning, call, pointer
from .laws import Law, nearest
from .results import Collisions, Driven, Evaluated, SafeStep, Trace, added_names

Numbers = Union[float, Sequence[float], np.ndarray]
Vectors = Union[Sequence[float], Sequence[Sequence[float]], np.ndarray]

# Between two slices of a long sweep Python looks whether the user interrupts.
_STEPS_OF_SLICE = 2_000_000


def _array(name: str, value: Any) -> np.ndarray:
    """An array of float64, which need not be finite."""
    try:
        if np.iscomplexobj(value):
            raise TypeError
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise Error(f"{name} must be numbers, not {value!r}") from None


def _real(name: str, value: Any) -> np.ndarray:
    """An array of finite float64."""
    array = _array(name, value)
    if not np.isfinite(array).all():
        bad = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        where = f" at [{', '.join(map(str, bad))}]" if bad else ""
        raise Error(f"{name} must be finite, but is {array[bad]}{where}")
    return array


def _number(name: str, value: Any) -> float:
    array = _real(name, value)
    if array.ndim:
        raise Error(f"{name} must be one number, but has the shape {array.shape}")
    return float(array)


def _above_0(sizes: Mapping[str, Any]) -> None:
    """Refuses radii, densities and masses that no body has; None was not given."""
    for name, value in sizes.items():
        if value is not None and not (_array(name, value) > 0).all():
            raise Error(f"{name} must be above 0, not {np.min(_array(name, value)):g}")


def _whole(value: Any, least: int, most: int) -> Optional[int]:
    """The value as an integer, if it is whole and in this range."""
    try:
        number = int(value) if isinstance(value, (float, np.floating)) and value.is_integer() else operator.index(value)
    except TypeError:
        return None
    return number if least <= number <= most else None


def _named(name: str, given: Optional[Mapping[str, Any]]) -> Mapping[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise Error(f"{name} must be a dict of numbers by their names, not {given!r}")
    return given or {}


def _vectors(name: str, value: Any) -> np.ndarray:
    array = _real(name, value)
    if array.ndim == 0 and array == 0:
        return np.zeros(3)
    if array.shape[-1:] != (3, ):
        raise Error(f"{name} has the shape {array.shape}, but the last axis must have 3 numbers x, y, z")
    return array


def _refuse_skew(normal: Any, tangential_velocity: Any, normal_velocity: Any) -> None:
    """Refuses directions that a simulator never hands over, and for which the answers of laws mean nothing. The shapes are right."""
    v = _array("tangential_velocity", (0.0, 0.0, 0.0) if tangential_velocity is None else tangential_velocity).reshape(3, -1)
    along = v[0]
    if normal is not None:
        n = _array("normal", normal).reshape(3, -1)
        length = np.sqrt((n * n).sum(axis=0))
        if not (np.abs(length - 1) <= 1e-6).all():
            worst = length[np.argmax(np.abs(length - 1))]
            raise Error(f"normal must be unit vectors, but one has the length {worst:g}: divide each by its length")
        along = (n * v).sum(axis=0)
    # Where somebody subtracts the normal part, its rounding stays.
    if along.any() and np.abs(along).max() > 1e-6 * max(np.abs(v).max(), np.abs(_array("normal_velocity", normal_velocity)).max()):
        raise Error(f"tangential_velocity must be perpendicular to the normal, but has a part of {np.abs(along).max():g} along it: subtract this part, "
                    "which is the normal_velocity")


def _broadcast(arrays: Mapping[str, np.ndarray]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items() if array.ndim)
        raise Error(f"these shapes do not go together: {shapes}; each axis must have one length, or 1") from None


def _warn_of_units(name: str, values: np.ndarray, low: float, high: float, unit: str, meant: str) -> None:
    odd = values[(values != 0) & ((np.abs(values) < low) | (np.abs(values) > high))]
    if odd.size:
        warnings.warn(f"{name} = {odd.flat[0]:g} {unit} looks as if it were in another unit ({meant}): SI is meant, or any other consistent "
                      "system of units", UnitsWarning, stacklevel=4)


class Materials:
    """A law with materials; made by Law.materials, and not changed afterwards. May be used by several threads at once, and copied and pickled.
    m["friction"] is a parameter as it holds: a number, or for several materials an array (count,), for pairs of them (count, count).

    Attributes
    ----------
    law : Law
    count : int
        Number of materials.
    """

    def __init__(self, law: Law, count: Optional[int], parameters: Mapping[str, Any]) -> None:
        self.law = law
        for name in parameters:
            if name in law.options:
                raise Error(f"the law '{law.name}' has no parameter '{name}': write it with the law: dcm.Law(\"{law.name}\", {name}=...)")
            self._parameter(name)
        self._given = count, copy.deepcopy(dict(parameters))
        wanted = _count_of(parameters) if count is None else _whole(count, 0, 2**32 - 1)
        if wanted is None:
            raise Error(f"count must be a number of materials, not {count!r}")
        self.count = wanted
        handle = call("materials_create", law._library.handle, law.name.encode(), self.count)
        self._handle = handle
        weakref.finalize(self, _destroy, handle, law._library)
        for option, word in law.chosen.items():
            if word != law.options[option].default:
                call("materials_choose", handle, option.encode(), word.encode())
        for name, value in parameters.items():
            for (i, j), number in _entries(law, name, value, self.count):
                call("materials_set", handle, name.encode(), i, j, number)
        call("materials_ready", handle)
        for line in LIBRARY.dcm_api_materials_warnings(handle).decode().splitlines():
            warnings.warn(line, LawWarning, stacklevel=3)
        self._width = LIBRARY.dcm_api_state_width(handle)

    def __reduce__(self) -> tuple[Any, ...]:
        # A handle is an address of this process, and of one object: copies are made anew.
        return Materials, (self.law, *self._given)

    def replace(self, count: Optional[int] = None, **changes: Any) -> "Materials":
        """Other materials: with these parameters, or words of the law's options, in the place of those that there are.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("linear").materials(kn=1e5, restitution=0.8, friction=0.3)
        >>> [float(m.replace(restitution=e).collide(steps=1000).normal_restitution.round(2)) for e in (0.8, 0.4)]
        [0.8, 0.4]
        """
        options = {name: changes.pop(name) for name in list(changes) if name in self.law.options}
        law = Law._of(self.law._library, self.law.name, {**self.law.chosen, **options}) if options else self.law
        before, parameters = self._given
        return Materials(law, before if count is None else count, {**parameters, **changes})

    def _parameter(self, name: Any) -> Any:
        parameters = self.law.parameters
        if name not in parameters:
            symbols = {p.symbol: p.name for p in parameters.values()}
            raise Error(f"the law '{self.law.name}' has no parameter '{name}'{nearest(str(name), parameters, symbols)}")
        return parameters[name]

    def _material(self, number: Any) -> int:
        material = _whole(number, 1, self.count)
        if material is None:
            raise Error(f"there is no material {number!r}: materials are numbered from 1 to {self.count}")
        return material

    def _pair(self, pair: Any) -> tuple[int, int]:
        if pair is None:
            return 1, min(2, self.count)
        if not isinstance(pair, (tuple, list, np.ndarray)) or np.shape(pair) != (2, ):
            raise Error(f"pair must be two materials such as (1, 2), not {pair!r}")
        return self._material(pair[0]), self._material(pair[1])

    def value(self, parameter: str, i: int = 1, j: Optional[int] = None) -> float:
        """The value that holds for material i, or for the pair of i and j: given, mixed or the default.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("linear").materials(kn=[1e5, 2e5], restitution=0.8, friction={(1, 1): 0.3, (2, 2): 0.1, (1, 2): 0.2})
        >>> m.value("friction", 1, 2)
        0.2
        """
        self._parameter(parameter)
        first = self._material(i)
        number = c_double()
        call("materials_get", self._handle, parameter.encode(), first, first if j is None else self._material(j), byref(number))
        return number.value

    def __getitem__(self, parameter: str) -> Union[float, np.ndarray]:
        scope, numbers = self._parameter(parameter).scope, range(1, self.count + 1)
        if self.count == 1 or scope == "law":
            return self.value(parameter)
        if scope == "material":
            return np.array([self.value(parameter, i) for i in numbers])
        return np.array([[self.value(parameter, i, j) for j in numbers] for i in numbers])

    __iter__ = None  # else Python would ask for parameters 0, 1, ...

    def __repr__(self) -> str:
        lines = [f"Materials({self.count} of {self.law.name})"]
        for p in self.law.parameters.values():
            pairs = [(i, i) for i in range(1, self.count + 1)] if p.scope == "material" else [
                (i, j) for i in range(1, self.count + 1) for j in range(i, self.count + 1)
            ] if p.scope == "pair" else [(1, 1)]
            values = []
            for i, j in pairs[:10]:
                values.append(f"{self.value(p.name, i, j):g}")
            lines.append(f"  {p.name:<18} {' '.join(values)}{' ...' if len(pairs) > 10 else ''} {p.unit}")
        return "\n".join(lines)

    # ------------------------------------------------------------------------------------------------------------- two bodies

    def _quantities(self, given: Optional[Mapping[str, Numbers]], side: int) -> dict[str, np.ndarray]:
        numbers = _named("quantities" + "2" * (side - 1), given)
        for name in numbers:
            if name not in self.law.quantities:
                raise Error(f"the law '{self.law.name}' has no quantity '{name}'{nearest(str(name), self.law.quantities)}")
        return {name: _real(f"quantities_{side} {name}", value) for name, value in numbers.items()}

    def _bodies(self, records: np.ndarray, b: Mapping[str, Any]) -> None:
        """Fills the field bodies of records of any shape."""
        records["material_1"], records["material_2"] = b["pair"]
        records["flags"] = b["flags"]
        for name in ("radius_1", "radius_2", "density_1", "density_2", "mass_1", "mass_2"):
            records[name] = b[name]
        for side in (1, 2):
            records[f"quantities_{side}"] = np.nan
            for q, name in enumerate(self.law.quantities):
                if name in b[f"quantities_{side}"]:
                    records[f"quantities_{side}"][..., q] = b[f"quantities_{side}"][name]

    def _take_bodies(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The bodies of the arguments of a method, by their names."""
        wall = given["wall"]
        if wall and (given["fixed"] or any(given[name] is not None for name in ("radius2", "density2", "mass2"))):
            raise Error("radius2, density2, mass2 and fixed mean nothing with wall=True: a wall is flat and held")
        # A mass of 0 is one that was not given, for the library.
        _above_0({name: given[name] for name in ("mass", "mass2")})
        b: dict[str, Any] = {"pair": self._pair(given["pair"]), "flags": (lib.WALL if wall else 0) | (lib.FIXED_2 if given["fixed"] else 0)}
        for name in ("radius", "density", "mass"):
            one, two = given[name], given[name + "2"]
            b[name + "_1"] = _real(name, 0.0 if one is None and name == "mass" else one)
            b[name + "_2"] = b[name + "_1"] if two is None else _real(name + "2", two)
        # A density of body 2 says more of its mass than the mass of body 1.
        if wall or (given["density2"] is not None and given["mass2"] is None):
            b["mass_2"] = np.zeros(())
        _warn_of_units("radius", b["radius_1"], 1e-9, 10.0, "m", "mm or um")
        _warn_of_units("density", b["density_1"], 1.0, 1e5, "kg/m^3", "g/cm^3")
        of_1, of_2 = given.get("quantities"), given.get("quantities2")
        b["quantities_1"] = self._quantities(of_1, 1)
        b["quantities_2"] = self._quantities(of_1 if of_2 is None else of_2, 2)
        return b

    def _record_of(self, b: Mapping[str, Any]) -> np.ndarray:
        """The record of two bodies, which are not arrays of bodies."""
        for name, value in (*b.items(), *b["quantities_1"].items(), *b["quantities_2"].items()):
            if isinstance(value, np.ndarray) and value.ndim:
                raise Error(f"this is for one contact, but {name.replace('_1', '')} has the shape {value.shape}")
        record = np.zeros((), lib.BODIES)
        self._bodies(record, b)
        return record

    def safe_step(self, *, radius: float = 1e-3, radius2: Optional[float] = None, density: float = 2500.0, density2: Optional[float] = None,
                  mass: Optional[float] = None, mass2: Optional[float] = None, pair: Optional[tuple[int, int]] = None, wall: bool = False,
                  fixed: bool = False) -> SafeStep:
        """The longest time step of a simulation that the law allows for two bodies; arguments as in collide, numbers only.

        Returns
        -------
        SafeStep
            step in s, infinite if the law shows no stiffness, and what limits the step.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("hertz-mindlin").materials(young=5e6, poisson=0.25, restitution=0.5, friction=0.5)
        >>> safe = m.safe_step(radius=0.005, density=2500)
        >>> f"{safe.step:.2g}", safe.limit
        ('9.3e-05', 'normal spring')
        """
        record = self._record_of(self._take_bodies(locals()))
        step, limit = c_double(), c_char_p()
        call("safe_step", self._handle, pointer(record), byref(step), byref(limit))
        return SafeStep(step.value, (limit.value or b"").decode() if math.isfinite(step.value) else "")

    # ------------------------------------------------------------------------------------------------------------- collisions

    def _asked(self, given: Mapping[str, Any]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """The records of collisions, by the arguments of collide, and what varies among them."""
        b = self._take_bodies(given)
        velocities, dt, steps, max_steps = (given[name] for name in ("velocities", "dt", "steps", "max_steps"))
        if str(velocities) not in ("half-step", "synchronised"):
            raise Error(f"velocities must be 'half-step' or 'synchronised', not {velocities!r}")
        if dt is not None and steps is not None:
            raise Error("dt and steps say the same thing twice: leave one out")
        for name, number in (("steps", steps), ("max_steps", max_steps)):
            if number is not None and _whole(number, 1, 2**53) is None:
                raise Error(f"{name} must be a whole number of at least 1, not {number!r}")
        b["flags"] |= (lib.BONDED if given["bonded"] else 0) | (lib.SYNCHRONISED if velocities == "synchronised" else 0)
        one = {"speed": _real("speed", given["speed"]), "angle": _real("angle", given["angle"]), "dt": _real("dt", 0.0 if dt is None else dt)}
        if dt is not None and not (one["dt"] > 0).all():
            raise Error(f"dt must be above 0, not {float(one['dt'].min())}")
        spins = {"spin_1": _vectors("spin1", given["spin1"]), "spin_2": _vectors("spin2", given["spin2"])}
        if given["wall"] and spins["spin_2"].any():
            raise Error("spin2 means nothing with wall=True: a wall does not turn")
        numbers = {
            "speed": one["speed"], "angle": one["angle"], "radius": b["radius_1"], "radius2": b["radius_2"], "density": b["density_1"],
            "density2": b["density_2"], "mass": b["mass_1"], "mass2": b["mass_2"], "dt": one["dt"],
            "spin1": spins["spin_1"][..., 0], "spin2": spins["spin_2"][..., 0],
            **b["quantities_1"], **{name + " of 2": value for name, value in b["quantities_2"].items()}
        }
        shape = _broadcast(numbers)
        records = np.zeros(shape, lib.COLLISION)
        self._bodies(records["bodies"], b)
        for name, value in (*one.items(), *spins.items()):
            records[name] = value
        records["steps"] = steps or 0
        records["max_steps"] = max_steps or 0
        return records, {name: np.broadcast_to(value, shape) for name, value in numbers.items() if value.size > 1}

    def collide(self, speed: Numbers = 1.0, angle: Numbers = 0.0, *, radius: Numbers = 1e-3, radius2: Optional[Numbers] = None,
                density: Numbers = 2500.0, density2: Optional[Numbers] = None, mass: Optional[Numbers] = None,
                mass2: Optional[Numbers] = None, spin1: Vectors = (0.0, 0.0, 0.0), spin2: Vectors = (0.0, 0.0, 0.0),
                pair: Optional[tuple[int, int]] = None, wall: bool = False, fixed: bool = False, bonded: bool = False,
                velocities: str = "half-step", dt: Optional[Numbers] = None, steps: Optional[int] = None,
                max_steps: Optional[int] = None, quantities: Optional[Mapping[str, Numbers]] = None,
                quantities2: Optional[Mapping[str, Numbers]] = None) -> Collisions:
        """Free collisions of two bodies: body 1 flies towards body 2, which rests or spins. All numbers broadcast.

        The numbers are those of the command dcm collide, to the last bit. Collisions of one dt are integrated side by side and take a fraction of
        the time; those without a dt need a trial integration each.

        Parameters
        ----------
        speed : array_like
            Speed of 1 relative to 2, m/s, above 0.
        angle : array_like
            Between velocity and normal, degrees, from 0 to below 90.
        radius, radius2, density, density2, mass, mass2 : array_like
            m, kg/m^3, kg. Body 2 is as body 1 where nothing else is said. A mass counts instead of the density.
        spin1, spin2 : array_like (..., 3)
            Angular velocities, rad/s.
        pair : two int
            Materials of the two bodies, from 1; by default 1 and 2, or 1 and 1.
        wall : bool
            Body 2 is a flat wall.
        fixed : bool
            Body 2 is held.
        bonded : bool
            The run begins with the bodies in touch: a law that makes bonds makes one.
        velocities : {"half-step", "synchronised"}
            Velocities that the law sees: those of half a step before, as in LAMMPS, or of the whole step.
        dt : array_like, optional
            Time step, s. Materials.time_step finds one.
        steps : int, optional
            Steps for each collision, where there is no dt; 10000 by default. A trial integration finds each time step.
        max_steps : int, optional
            A collision is given up after so many steps; by default the steps of 20 collisions. Bodies that do not part soon need a trial
            integration for this.
        quantities, quantities2 : dict, optional
            Of the particles, for laws that have quantities, such as temperatures.

        Returns
        -------
        Collisions
            Of the shape to which the arguments broadcast.

        Raises
        ------
        dcm.Error
            With the index of the first collision that cannot be computed.

        Warns
        -----
        dcm.UnfinishedWarning
            Bodies still touch at the last step: they stick, or max_steps is too small.
        dcm.UnitsWarning
            A number looks as if it were in another unit, or two spheres overlap by more than the smaller radius.

        Examples
        --------
        >>> import dcm, numpy as np
        >>> m = dcm.Law("hertz-mindlin").materials(young=[7e10, 2.5e9], poisson=0.25, restitution=0.8, friction=0.5)
        >>> dt = m.time_step(5.0, radius=0.005, pair=(1, 2), steps=1000)
        >>> c = m.collide(speed=np.linspace(0.1, 5, 200), angle=30, radius=0.005, pair=(1, 2), dt=dt)
        >>> c.shape, bool((abs(c.normal_restitution - 0.8) < 0.01).all())
        ((200,), True)
        >>> m.collide(speed=-1)
        Traceback (most recent call last):
        ...
        dcm.Error: the speed must be a finite number above 0, not -1
        """
        records, varied = self._asked(locals())
        asked = records.reshape(-1)
        outcomes = np.zeros(asked.size, lib.OUTCOME)
        # The library looks for the time step of each collision by some ten thousand steps.
        steps_each = 1000 if dt is not None else 10_000 + int(steps or 10_000)
        size = max(1, _STEPS_OF_SLICE // steps_each)
        failed = c_size_t()
        for first in range(0, asked.size, size):
            n = min(size, asked.size - first)
            try:
                call("collide", self._handle, n, pointer(asked[first:]), asked.itemsize, pointer(outcomes[first:]), outcomes.itemsize,
                     byref(failed))
            except Error as error:
                if records.ndim == 0:
                    raise
                raise Error(f"collision {_index(first + failed.value, records.shape)}: {error}") from error.__cause__
        still = np.flatnonzero(outcomes["separated"] == 0)
        if still.size:
            which = f"collision {_index(still[0], records.shape)}: " if records.ndim else ""
            more = f", and so do {still.size - 1} more" if still.size > 1 else ""
            warnings.warn(f"{which}the bodies still touch after {outcomes['steps'][still[0]]} steps{more}: `separated` is 0, and there is no "
                          "restitution. They stick, or need more max_steps", UnfinishedWarning, stacklevel=2)
        bodies = asked["bodies"]
        size = np.minimum(bodies["radius_1"], bodies["radius_2"])
        deep = np.flatnonzero(outcomes["max_overlap"] > size) if not wall else np.zeros(0, int)
        if deep.size:
            which = f"collision {_index(deep[0], records.shape)}: " if records.ndim else ""
            warnings.warn(f"{which}the bodies overlap by {outcomes['max_overlap'][deep[0]]:g} m, but the smaller radius is {size[deep[0]]:g} m: "
                          "bodies that go through each other count as if they had rebounded. Look at the units, or take harder bodies or a "
                          "lower speed", UnitsWarning, stacklevel=2)
        result = outcomes.reshape(records.shape).view(np.dtype((np.record, lib.OUTCOME))).view(Collisions)
        result._varied = varied
        return result

    def time_step(self, speed: float = 1.0, angle: float = 0.0, **arguments: Any) -> float:
        """The time step in s that divides one collision into so many steps; arguments as in collide, numbers only.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("linear").materials(kn=1e5, restitution=1.0, friction=0.3)
        >>> dt = m.time_step(steps=1000)
        >>> bool(abs(m.collide(dt=dt).duration / dt - 1000) < 10)
        True
        """
        records = self._one(speed, angle, arguments)
        dt = c_double()
        call("time_step", self._handle, pointer(records), byref(dt))
        return dt.value

    def _one(self, speed: float, angle: float, arguments: Mapping[str, Any]) -> np.ndarray:
        """The record of one collision."""
        usual = Materials.collide.__kwdefaults__
        for name in arguments:
            if name not in usual:
                raise TypeError(f"there is no argument '{name}'{nearest(name, usual)}")
        records, _ = self._asked({**usual, "speed": speed, "angle": angle, **arguments})
        if records.ndim:
            raise Error(f"this is for one collision, but the arguments have the shape {records.shape}")
        return records

    def trace(self, speed: float = 1.0, angle: float = 0.0, **arguments: Any) -> Trace:
        """The steps of one collision; arguments as in collide, numbers only.

        Returns
        -------
        Trace
            Of steps + 1 rows: motions and loads.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("linear").materials(kn=1e5, restitution=0.8, friction=0.3)
        >>> t = m.trace(speed=0.5, steps=100)
        >>> t.overlap.shape == t.time.shape, int(t.touching[-1])
        (True, 0)
        """
        record = self._one(speed, angle, arguments)
        count = c_size_t()

        def fill(room: int) -> tuple[np.ndarray, np.ndarray]:
            motions, loads = np.zeros(room, lib.MOTION), np.zeros(room, lib.LOAD)
            call("trace", self._handle, pointer(record), record.itemsize, room, pointer(motions), motions.itemsize, pointer(loads),
                 loads.itemsize, byref(count))
            return motions, loads

        motions, loads = fill(20_000)
        if count.value > len(loads):
            motions, loads = fill(count.value)
        return Trace(loads[:count.value], motions[:count.value], self.law)

    # ------------------------------------------------------------------------------------------------------ prescribed motions

    def drive(self, t: Numbers, x1: Vectors, v1: Vectors, w1: Vectors, x2: Vectors, v2: Vectors, w2: Vectors, *, radius: float = 1e-3,
              radius2: Optional[float] = None, density: float = 2500.0, density2: Optional[float] = None, mass: Optional[float] = None,
              mass2: Optional[float] = None, pair: Optional[tuple[int, int]] = None, wall: bool = False, fixed: bool = False,
              wall_centre: Optional[Sequence[float]] = None, dt: Optional[float] = None, quantities: Optional[Mapping[str, float]] = None,
              quantities2: Optional[Mapping[str, float]] = None) -> Driven:
        """Leads the two bodies of one contact through a prescribed motion of n times, and returns what the law answers.

        Parameters
        ----------
        t : array_like (n,)
            Times, s, increasing. Each is one step from the time before; the first takes the length of the second.
        x1, v1, w1, x2, v2, w2 : array_like (n, 3) or (3,)
            Positions of the centres, velocities, angular velocities: m, m/s, rad/s. x2 of a wall is its point that is nearest to the centre
            of body 1.
        wall_centre : three numbers, optional
            The wall turns with w2 about this point, which is given for the first time and moves with v2.
        dt : float, optional
            Length of each step, s, instead of the differences of t.
        radius, radius2, density, density2, mass, mass2, pair, wall, fixed, quantities, quantities2
            As in collide, one number each.

        Returns
        -------
        Driven

        Examples
        --------
        >>> import dcm, numpy as np
        >>> m = dcm.Law("linear").materials(kn=1e5, restitution=1.0, friction=0.3)
        >>> t = np.linspace(0, 1e-3, 101)
        >>> zero = np.zeros(3)
        >>> x2 = np.stack([2e-3 - 1e-2 * t, 0 * t, 0 * t], axis=1)
        >>> p = m.drive(t, zero, zero, zero, x2, [-1e-2, 0, 0], zero, radius=1e-3)
        >>> bool(np.allclose(p.normal_force, 1e5 * 1e-2 * t, atol=1e-9))
        True
        """
        t = _real("t", t)
        if t.ndim != 1 or t.size == 0:
            raise Error(f"t has the shape {t.shape}, but must be a list of times")
        if t.size < 2 and dt is None:
            raise Error("one time does not give the length of the step: add dt")
        if (np.diff(t) <= 0).any():
            k = int(np.argmax(np.diff(t) <= 0))
            raise Error(f"t must increase, but t[{k + 1}] = {t[k + 1]:.9g} follows t[{k}] = {t[k]:.9g}")
        if dt is not None and not _number("dt", dt) > 0:
            raise Error(f"dt must be above 0, not {dt}")
        if wall_centre is not None and not wall:
            raise Error("wall_centre means nothing without wall=True")
        motions = np.zeros(t.size, lib.MOTION)
        motions["time"] = t
        motions["length"] = dt if dt is not None else np.diff(t, prepend=t[0] - (t[1] - t[0]))
        if dt is None:
            motions["length"][0] = motions["length"][1]
        for name, value, field in (("x1", x1, "position_1"), ("v1", v1, "velocity_1"), ("w1", w1, "spin_1"), ("x2", x2, "position_2"),
                                   ("v2", v2, "velocity_2"), ("w2", w2, "spin_2")):
            vectors = _vectors(name, value)
            if vectors.shape not in ((3, ), (t.size, 3)):
                raise Error(f"{name} has the shape {vectors.shape}, but must have (3,) or ({t.size}, 3), as t has {t.size} times")
            motions[field] = vectors
        record = self._record_of(self._take_bodies(locals()))
        centre = None if wall_centre is None else _vectors("wall_centre", wall_centre)
        if centre is not None and centre.shape != (3, ):
            raise Error(f"wall_centre has the shape {centre.shape}, but must have (3,)")
        loads = np.zeros(t.size, lib.LOAD)
        state = np.zeros((t.size, self._width))
        outputs = np.zeros((t.size, len(self.law.outputs)))
        q, added = ([np.zeros((t.size, len(self.law.quantities))) for _ in range(2)] for _ in range(2))
        contact = call("contact_create", self._handle, pointer(record), None if centre is None else pointer(centre))
        try:
            for first in range(0, t.size, 100_000):
                n = min(100_000, t.size - first)
                rows = lib.Rows(*(pointer(array[first:]) for array in (state, outputs, *q, *added)))
                call("drive", contact, n, pointer(motions[first:]), motions.itemsize, pointer(loads[first:]), loads.itemsize, byref(rows),
                     None)
        finally:
            LIBRARY.dcm_api_contact_destroy(contact)
        return Driven(loads, self.law, state, outputs, q, added)

    # -------------------------------------------------------------------------------------------------------- the law on arrays

    def evaluate(self, overlap: Numbers, *, normal_velocity: Numbers = 0.0, tangential_velocity: Optional[Vectors] = None,
                 normal: Optional[Vectors] = None, spin1: Optional[Vectors] = None, spin2: Optional[Vectors] = None,
                 radius: Numbers = 1e-3, radius2: Optional[Numbers] = None, mass: Optional[Numbers] = None, mass2: Optional[Numbers] = None,
                 density: float = 2500.0, state: Optional[np.ndarray] = None, dt: float = 0.0, pair: Optional[tuple[int, int]] = None,
                 wall: bool = False, energies: bool = False, quantities: Optional[Mapping[str, Numbers]] = None,
                 quantities2: Optional[Mapping[str, Numbers]] = None, out: Optional[Evaluated] = None) -> Evaluated:
        """The law itself on n contacts of one pair of materials, as a simulator calls it. Arrays of float64 are not copied.

        Parameters
        ----------
        overlap : array_like (n,)
            m
        normal_velocity : array_like (n,)
            m/s, below 0 when the bodies approach.
        tangential_velocity : array_like (3, n), optional
            m/s, of 2 relative to 1 at the contact point, perpendicular to the normal.
        normal : array_like (3, n) or (3,), optional
            Unit vectors from 1 to 2; by default the x axis.
        spin1, spin2 : array_like (3, n) or (3,), optional
            rad/s
        radius, radius2, mass, mass2 : array_like
            m, kg. Body 2 is as body 1 where nothing else is said; without a mass the density counts.
        state : array (width, n), optional
            From the call before; zeros where the contacts begin.
        dt : float
            Time step, s; 0 looks without changing the state.
        pair : two int
            Materials, from 1.
        wall : bool
            Body 2 is a wall, flat unless radius2 is given.
        energies : bool
            Whether to report energies, outputs and what is added to quantities, too.
        quantities, quantities2 : dict, optional
        out : Evaluated, optional
            Answers of an earlier call for as many contacts of the same law; these arrays are written to, and returned, which saves
            the time for new ones. The state of `out` cannot be `state`, too: let two take turns.

        Returns
        -------
        Evaluated

        Raises
        ------
        dcm.Error
            Shapes that do not go together; normals that are not of length 1; a tangential velocity along the normal; an answer that is not
            finite, with the index of the contact.

        Examples
        --------
        >>> import dcm, numpy as np
        >>> m = dcm.Law("hertz-mindlin").materials(young=7e10, poisson=0.2, restitution=1.0, friction=0.3)
        >>> overlap = np.linspace(0, 1e-6, 5)
        >>> f = m.evaluate(overlap, radius=1e-3)
        >>> hertz = 4 / 3 * 7e10 / (2 * (1 - 0.2**2)) * np.sqrt(0.5e-3) * overlap**1.5
        >>> bool(np.allclose(f.normal_force, hertz, rtol=1e-12))
        True
        """
        overlap = np.atleast_1d(_array("overlap", overlap))
        if overlap.ndim != 1:
            raise Error(f"overlap has the shape {overlap.shape}, but must be a list of numbers")
        _above_0({"radius": radius, "radius2": None if wall else radius2, "density": density if mass is None else None, "mass": mass,
                  "mass2": mass2})
        pair = self._pair(pair)
        n = overlap.size
        kept: list[np.ndarray] = []

        def given(name: str, value: Any) -> lib.Array:
            array = _array(name, value)
            if array.shape not in ((), (1, ), (n, )):
                raise Error(f"{name} has the shape {array.shape}, but must be a number or have ({n},), as overlap has")
            if array.size == n and n != 1 and array.strides[-1] % 8:
                array = np.ascontiguousarray(array)
            kept.append(array)
            stride = 0 if array.size == 1 else array.strides[0] // 8
            if stride < 0:
                array = np.ascontiguousarray(array)
                kept.append(array)
                stride = 1
            return lib.Array(pointer(array), stride)

        def vectors(name: str, value: Optional[Any]) -> Any:
            if value is None:
                return (lib.Array * 3)()
            array = _array(name, value)
            if array.shape not in ((3, ), (3, n)):
                raise Error(f"{name} has the shape {array.shape}, but must have (3,) or (3, {n}): components first, then contacts")
            return (lib.Array * 3)(*(given(name, array[c]) for c in range(3)))

        def table(given_by: Optional[Mapping[str, Numbers]], side: int) -> Any:
            if not given_by:
                return None
            values = self._quantities(given_by, side)
            usual = [values.get(name, q.default) for name, q in self.law.quantities.items()]
            return (lib.Array * len(usual))(*(given(name, value) for name, value in zip(self.law.quantities, usual)))

        if mass is None:
            density = _number("density", density)
            mass = 4 / 3 * math.pi * density * _array("radius", radius)**3
            if mass2 is None and radius2 is not None and not wall:
                mass2 = 4 / 3 * math.pi * density * _array("radius2", radius2)**3
        # New arrays of zeros need not be told so again.
        zeroed = 0 if out else lib.ZEROED
        answers = out or Evaluated(lib.aligned(n), lib.aligned(3, n), lib.aligned(3, n, zeros=True), lib.aligned(3, n, zeros=True),
                                   lib.aligned(self._width, n), *self._rows(n, energies))
        if out:
            self._refuse_other_answers(out, n, energies, state)
        force, tangential, couple_1, couple_2, new_state, told_energies, told_outputs, *told_added = answers
        none = lib.Array()
        e = lib.Evaluation(size=ctypes.sizeof(lib.Evaluation), count=n, material_1=pair[0], material_2=pair[1],
                           flags=zeroed | (lib.WALL if wall else 0), dt=_number("dt", dt), overlap=given("overlap", overlap),
                           normal=vectors("normal", normal),
                           normal_velocity=given("normal_velocity", normal_velocity),
                           tangential_velocity=vectors("tangential_velocity", tangential_velocity), spin_1=vectors("spin1", spin1),
                           spin_2=vectors("spin2", spin2), radius_1=given("radius", radius),
                           radius_2=none if radius2 is None else given("radius2", radius2), mass_1=given("mass", mass),
                           mass_2=none if mass2 is None else given("mass2", mass2), quantities_1=table(quantities, 1),
                           quantities_2=table(quantities if quantities2 is None else quantities2, 2), normal_force=pointer(force))
        if state is not None:
            state = _array("state", state)
            if state.shape != (self._width, n):
                raise Error(f"state has the shape {state.shape}, but must have ({self._width}, {n}): numbers of a contact, then contacts")
            e.state = (lib.Array * max(self._width, 1))(*(given("state", row) for row in state))
        for c in range(3):
            e.tangential_force[c], e.couple_1[c], e.couple_2[c] = pointer(tangential[c]), pointer(couple_1[c]), pointer(couple_2[c])
        e.new_state = (c_void_p * max(self._width, 1))(*(pointer(row) for row in new_state))
        if told_energies is not None and told_outputs is not None:
            e.energies = (c_void_p * len(lib.ENERGIES))(*(pointer(told_energies[name]) for name in lib.ENERGIES))
            e.outputs = (c_void_p * max(len(told_outputs), 1))(*(pointer(told_outputs[name]) for name in self.law.outputs))
            e.added_1, e.added_2 = ((c_void_p * max(len(self.law.quantities), 1))(*(pointer(added[name]) if name in added else None
                                                                                   for name in self.law.quantities))
                                    for added in told_added)
        _refuse_skew(normal, tangential_velocity, normal_velocity)
        call("evaluate", self._handle, byref(e), None)
        return answers

    def _rows(self, n: int, energies: bool) -> list[Optional[dict[str, np.ndarray]]]:
        """Arrays for energies, outputs and what is added to the quantities of both sides, of n contacts."""
        added = added_names(self.law)
        return [dict(zip(names, lib.aligned(len(names), n))) if energies else None
                for names in (lib.ENERGIES, list(self.law.outputs), added, added)]

    def _refuse_other_answers(self, out: Evaluated, n: int, energies: bool, state: Optional[np.ndarray]) -> None:
        """Only whole arrays that the library can write to are good for answers."""
        wanted = {"normal_force": (n, ), "tangential_force": (3, n), "couple_1": (3, n), "couple_2": (3, n), "state": (self._width, n)}
        for name, shape in wanted.items():
            if getattr(out, name).shape != shape:
                raise Error(f"out has a {name} of the shape {getattr(out, name).shape}, but must have {shape}: "
                            "give answers for as many contacts of this law")
        told = (out.energies, out.outputs, out.added_1, out.added_2)
        if [rows if rows is None else set(rows) for rows in told] != [rows if rows is None else set(rows) for rows in self._rows(0, energies)]:
            raise Error(f"out is from a call {'without' if energies else 'with'} energies=True: take answers of a call with the same words")
        told_arrays = [pair for rows in told for pair in (rows or {}).items()]
        for name, array in [*((name, getattr(out, name)) for name in wanted), *told_arrays]:
            lies_whole = n < 2 or array.strides[-1] == array.itemsize
            if array.dtype != np.float64 or not lies_whole or not array.flags.writeable or array.shape[-1] != n:
                raise Error(f"{name} of out cannot be written to: give what an earlier call returned, unchanged")
        if state is not None and np.shares_memory(np.asarray(state), out.state):
            raise Error("out holds the state that is given: let two answers take turns, one as state and the other as out")


def _index(k: int, shape: tuple[int, ...]) -> str:
    return f"[{', '.join(str(int(i)) for i in np.unravel_index(k, shape))}]"


def _destroy(handle: int, _library: Any) -> None:
    LIBRARY.dcm_api_materials_destroy(handle)


def _count_of(parameters: Mapping[str, Any]) -> int:
    """The number of materials that the parameters are for."""
    count, by = 1, ""
    for name, value in parameters.items():
        if isinstance(value, Mapping):
            numbers = [key if isinstance(key, tuple) else (key, ) for key in value]
            n = max((_whole(i, 1, 2**32 - 1) or 1 for key in numbers for i in key), default=1)
        else:
            array = _array(name, value)
            n = array.shape[0] if array.ndim else 1
        if n > 1 and count > 1 and n != count and not isinstance(value, Mapping):
            raise Error(f"{name} has {n} numbers, but {by} is for {count} materials: one number for each material, or one for all")
        if n > count:
            count, by = n, name
    return count


def _entries(law: Law, name: str, value: Any, count: int) -> list[tuple[tuple[int, int], float]]:
    """Numbers to be set: (material, material) and number; (0, 0) for all."""
    p = law.parameters[name]
    if isinstance(value, Mapping):
        entries: list[tuple[tuple[int, int], float]] = []
        given: dict[tuple[int, int], float] = {}
        for key, number in value.items():
            i, j = key if isinstance(key, tuple) and len(key) == 2 else (key, key)
            first, second = _whole(i, 1, count), _whole(j, 1, count)
            if not (first and second):
                raise Error(f"{name}: there is no pair ({i!r}, {j!r}): materials are numbered from 1 to {count}")
            entries.append(((first, second), _number(name, number)))
            same = min(first, second), max(first, second)
            if given.setdefault(same, entries[-1][1]) != entries[-1][1]:
                raise Error(f"{name} of the materials {same} is given twice, as {given[same]:g} and as {entries[-1][1]:g}: leave one out")
            if p.scope != "pair" and i != j:
                raise Error(f"{name} belongs to a {p.scope}, not to a pair of materials: give a number, or a list")
    else:
        array = _real(name, value)
        if array.ndim == 0:
            entries = [((0, 0), float(array))]
        elif p.scope == "law":
            raise Error(f"{name} belongs to the whole law: give one number, not {array.size}")
        elif array.shape == (count, ):
            entries = [((i + 1, i + 1), float(array[i])) for i in range(count)]
        elif array.shape == (count, count) and p.scope == "pair":
            if not (array == array.T).all():
                i, j = (int(k) for k in np.argwhere(array != array.T)[0])
                raise Error(f"{name} must be symmetric, but [{i}, {j}] is {array[i, j]:g} and [{j}, {i}] is {array[j, i]:g}")
            entries = [((i + 1, j + 1), float(array[i, j])) for i in range(count) for j in range(i, count)]
        else:
            wanted = f"({count},) or ({count}, {count})" if p.scope == "pair" else f"({count},)"
            raise Error(f"{name} has the shape {array.shape}, but must be one number or have {wanted} for {count} materials")
    if p.unit == "Pa" and "young" in name:
        _warn_of_units(name, np.array([number for _, number in entries]), 1e3, 1e13, "Pa", "MPa or GPa")
    return entries
