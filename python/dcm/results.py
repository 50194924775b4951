# SPDX-License-Identifier: MIT
"""Results of collisions, motions and evaluations."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional, Sequence

import numpy as np

from ._library import Error
from .laws import Law, nearest


def _fields(law: Law, rows: np.ndarray) -> dict[str, np.ndarray]:
    """The fields of a state of rows (width, n): (n,) each, or (n, 3)."""
    made, first = {}, 0
    for field in law.state.values():
        made[field.name] = rows[first] if field.width == 1 else rows[first:first + 3].T
        first += field.width
    return made


def added_names(law: Law) -> list[str]:
    """The quantities that contacts add to."""
    return [name for name, q in law.quantities.items() if q.access != "read"]


def _frame(columns: Mapping[str, np.ndarray]) -> Any:
    """A DataFrame of arrays (n,) and (n, 3), of which the latter become three columns."""
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas: pip install pandas") from None
    flat = {}
    for name, values in columns.items():
        flat.update({name: values} if values.ndim == 1 else {f"{name}_{axis}": values[:, c] for c, axis in enumerate("xyz")})
    return pandas.DataFrame(flat)


class SafeStep(NamedTuple):
    """A time step in s, and what limits the step: "normal spring" and others."""
    step: float
    limit: str


class Collisions(np.recarray):
    """Outcomes of collisions: an array of records, with a field each as an attribute of the shape of the collisions.

    Attributes
    ----------
    separated : array of int
        1 where the contact ended; elsewhere the numbers are those at the last step, which a dcm.UnfinishedWarning reports.
    steps : array of int
    dt, begin, duration, turn : array
        s; turn is the time from the begin to the largest overlap.
    max_overlap, max_normal_force, max_tangential_force : array
        m, N
    normal_restitution, tangential_restitution, surface_restitution : array
        NaN where there is none. normal: of the approach; tangential: of the centres, 1 without friction; surface: of the contact point
        with the opposite sign, -1 without friction.
    energy_loss : array
        Share of the kinetic energy, and of what was supplied, that is lost.
    velocity_1, velocity_2, spin_1, spin_2 : array (..., 3)
        m/s and rad/s, at the end. The normal at touch is the x axis, the tangential velocity points along y.
    energy : array of records
        J: kinetic_before + supplied = kinetic_after + stored + all dissipated + residual.
    momentum_drift, angular_momentum_drift : array
        Relative to what the collision exchanges; NaN where a body is held.

    Examples
    --------
    >>> import dcm
    >>> m = dcm.Law("hertz-mindlin").materials(young=7e10, poisson=0.2, restitution=0.8, friction=0.3)
    >>> c = m.collide(speed=[0.5, 1.0], angle=60, steps=1000)
    >>> float(c.energy.dissipated_sliding[1]) > 0
    True
    """

    _varied: Mapping[str, np.ndarray] = {}

    def __array_finalize__(self, other: Any) -> None:
        super().__array_finalize__(other)
        self._varied = {}

    def plot(self, field: str = "normal_restitution", *, axes: Any = None) -> Any:
        """Draws a field over what was varied: the first of speed, angle, radius, ... that is not one number.

        Parameters
        ----------
        field : str
            Name of a field of one number.
        axes : matplotlib axes, optional

        Returns
        -------
        matplotlib axes

        Raises
        ------
        ImportError
            There is no matplotlib.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("linear").materials(kn=1e5, restitution=0.8, friction=0.3)
        >>> m.collide(speed=[0.5, 1.0], steps=200).plot("duration").get_xlabel()
        'speed'
        """
        names = self.dtype.names or ()
        if field not in names:
            raise Error(f"collisions have no field {field!r}{nearest(str(field), names)}")
        import matplotlib.pyplot as plt
        if axes is None:
            axes = plt.figure().gca()
        name, values = next(iter(self._varied.items()), ("collision", np.arange(self.size)))
        axes.plot(np.ravel(values), np.ravel(np.asarray(self[field])), "o-")
        axes.set_xlabel(name)
        axes.set_ylabel(field.replace("_", " "))
        return axes

    def to_frame(self) -> Any:
        """A pandas DataFrame of a row for each collision: first what was varied, as it was given, then the outcomes. Vectors are three
        columns with the endings _x, _y and _z, and the energies have columns of their own.

        Raises
        ------
        ImportError
            There is no pandas.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("linear").materials(kn=1e5, restitution=0.8, friction=0.3)
        >>> m.collide(speed=[0.5, 1.0], steps=200).to_frame()[["speed", "velocity_1_x"]]  # doctest: +SKIP
        """
        columns = {name: np.ravel(values) for name, values in self._varied.items()}
        records = np.ravel(self.view(np.ndarray))
        for name in records.dtype.names:
            part = records[name]
            columns.update({n: part[n] for n in part.dtype.names} if part.dtype.names else {name: part})
        return _frame(columns)


class _Steps:
    """Steps of a contact: arrays of records whose fields are attributes."""
    _law_name: str
    _records: Sequence[np.ndarray]

    def __getattr__(self, name: str) -> np.ndarray:
        for records in self.__dict__.get("_records", ()):
            if name in records.dtype.names:
                return records[name]
        raise AttributeError(f"no attribute {name!r}")

    def _names(self) -> list[str]:
        return [name for records in self._records for name in records.dtype.names if name != "reserved"]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names()]

    def __len__(self) -> int:
        return len(self._records[0])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} steps, law {self._law_name}: {', '.join(self._names())}>"

    def to_frame(self) -> Any:
        """A pandas DataFrame of a row for each step; vectors are three columns with the endings _x, _y and _z.

        Raises
        ------
        ImportError
            There is no pandas.
        """
        return _frame({name: getattr(self, name) for name in self._names()})


class Driven(_Steps):
    """A contact along a prescribed motion of n steps.

    Attributes
    ----------
    touching : array (n,) of int
    overlap, normal_force : array (n,)
        m, N
    normal, tangential_force, force, torque_1, torque_2 : array (n, 3)
        N and N m; forces on body 1, and the opposite on body 2.
    stored_normal, stored_tangential, stored_rolling : array (n,)
        J
    dissipated_normal, dissipated_plastic, dissipated_tangential, dissipated_sliding, dissipated_rolling, dissipated_fracture : array (n,)
        J, during each step.
    state : dict of array (n,) or (n, 3)
        The fields of the law's state after each step.
    outputs : dict of array (n,)
    quantities_1, quantities_2 : dict of array (n,)
        What the bodies have after each step; a quantity whose access is "summed", such as a heat flow, is no number that a body has.
    added_1, added_2 : dict of array (n,)
        What the contact adds in each step to the quantities whose access is "summed" or "changed".
    """

    def __init__(self, loads: np.ndarray, law: Law, state: np.ndarray, outputs: np.ndarray, quantities: Sequence[np.ndarray],
                 added: Sequence[np.ndarray]) -> None:
        self._law_name, self._records = law.name, [loads]
        self.state = _fields(law, state.T)
        self.outputs = {name: outputs[:, o] for o, name in enumerate(law.outputs)}
        self.quantities_1, self.quantities_2 = ({name: rows[:, q] for q, name in enumerate(law.quantities)
                                                 if law.quantities[name].access != "summed"} for rows in quantities)
        adds = added_names(law)
        self.added_1, self.added_2 = ({name: rows[:, q] for q, name in enumerate(law.quantities) if name in adds} for rows in added)

    def to_frame(self) -> Any:
        """As the frame of all steps, with state_, output_, quantity_1_, quantity_2_, added_1_ and added_2_ before the names of what the
        dicts have."""
        columns = {name: getattr(self, name) for name in self._names()}
        for prefix, values in (("state_", self.state), ("output_", self.outputs), ("quantity_1_", self.quantities_1),
                               ("quantity_2_", self.quantities_2), ("added_1_", self.added_1), ("added_2_", self.added_2)):
            columns.update({prefix + name: array for name, array in values.items()})
        return _frame(columns)


class Trace(_Steps):
    """The steps of one collision.

    Attributes
    ----------
    time, length : array (n,)
        s; the length of the step.
    position_1, velocity_1, spin_1, position_2, velocity_2, spin_2 : array (n, 3)
        m, m/s, rad/s
    touching, overlap, normal_force, normal, tangential_force, force, torque_1, torque_2, stored_normal and all other energies
        As in Driven.
    """

    def __init__(self, loads: np.ndarray, motions: np.ndarray, law: Law) -> None:
        self._law_name, self._records = law.name, [motions, loads]

    def plot(self, *, axes: Any = None) -> Any:
        """Draws the normal force over the overlap. Returns the matplotlib axes.

        Examples
        --------
        >>> import dcm
        >>> m = dcm.Law("linear").materials(kn=1e5, restitution=0.8, friction=0.3)
        >>> m.trace(steps=200).plot().get_ylabel()
        'normal force, N'
        """
        import matplotlib.pyplot as plt
        if axes is None:
            axes = plt.figure().gca()
        axes.plot(self.overlap, self.normal_force)
        axes.set_xlabel("overlap, m")
        axes.set_ylabel("normal force, N")
        return axes


class Evaluated(NamedTuple):
    """Answers of a law for n contacts.

    Attributes
    ----------
    normal_force : array (n,)
        N, positive pushes apart.
    tangential_force, couple_1, couple_2 : array (3, n)
        N and N m, on body 1 and on body 2.
    state : array (width, n)
        After the step; pass it on to the next call.
    energies : dict of array (n,) or None
        J, with ``energies=True``.
    outputs : dict of array (n,) or None
        With ``energies=True``.
    added_1, added_2 : dict of array (n,) or None
        What the contacts add to the quantities whose access is "summed" or "changed", with ``energies=True``.
    """
    normal_force: np.ndarray
    tangential_force: np.ndarray
    couple_1: np.ndarray
    couple_2: np.ndarray
    state: np.ndarray
    energies: Optional[dict[str, np.ndarray]]
    outputs: Optional[dict[str, np.ndarray]]
    added_1: Optional[dict[str, np.ndarray]] = None
    added_2: Optional[dict[str, np.ndarray]] = None
