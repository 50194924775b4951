# SPDX-License-Identifier: MIT
"""Laws: what they take and report, as data."""

from __future__ import annotations

import ctypes
import json
import math
import os
import subprocess
import sys
import weakref
from types import MappingProxyType
from typing import Any, Iterable, Mapping, NamedTuple, Optional

from ._library import LIBRARY, Error, call


class Parameter(NamedTuple):
    """A number that a user sets.

    Attributes
    ----------
    name, symbol, description : str
    unit : str
        SI unit; "-" for a pure number.
    scope : str
        "material", "pair" or "law".
    mixing : str or None
        How the value of a pair of materials follows from those of the two where nobody gave it.
    required : bool
    default : float or None
        In SI units; None if the parameter is required.
    minimum, maximum : float
    minimum_excluded, maximum_excluded : bool
    reason : str
        Why the range is so.
    """
    name: str
    symbol: str
    description: str
    unit: str
    scope: str
    mixing: Optional[str]
    required: bool
    default: Optional[float]
    minimum: float
    maximum: float
    minimum_excluded: bool
    maximum_excluded: bool
    reason: str


class Option(NamedTuple):
    """A choice between words, one for the whole law."""
    name: str
    description: str
    default: str
    choices: tuple[str, ...]


class Field(NamedTuple):
    """A part of the state of a contact: kind "scalar" or "vector", parity "even" or "odd", SI unit."""
    name: str
    kind: str
    parity: str
    unit: str
    description: str

    @property
    def width(self) -> int:
        """The number of components of the field."""
        return 3 if self.kind == "vector" else 1


class Quantity(NamedTuple):
    """A number that a particle has: access "read", "summed" or "changed", SI unit."""
    name: str
    symbol: str
    access: str
    unit: str
    description: str
    default: float


class Output(NamedTuple):
    """A number that a law reports of a contact beside the force."""
    name: str
    unit: str
    description: str


class _Library:
    """Laws of a shared object, closed when nothing uses them any more.

    path : of the file, "" for the laws of dcm, None for laws in Python
    """

    def __init__(self, handle: int, path: Optional[str] = None, kept: Any = None) -> None:
        self.handle, self.path = handle, path
        # The finalizer holds what the laws are made of until the library is closed.
        weakref.finalize(self, _close, handle, kept)

    def names(self) -> list[str]:
        count = LIBRARY.dcm_api_law_count(self.handle)
        return [LIBRARY.dcm_api_law_id(self.handle, i).decode() for i in range(count)]

    def __reduce__(self) -> tuple[Any, ...]:
        # A handle is an address of this process: a copy opens the file.
        return open_library, (self.path, )


def _close(handle: int, _kept: Any) -> None:
    LIBRARY.dcm_api_library_close(handle)


_of_dcm: "Optional[weakref.ReferenceType[_Library]]" = None


def open_library(path: str = "") -> _Library:
    """The laws of dcm, opened once, or those that are in a shared object now: it may have been compiled again since it was opened."""
    global _of_dcm
    path = os.path.abspath(path) if path else ""
    library = _of_dcm() if _of_dcm and not path else None
    if library is None:
        library = _Library(call("library_open", os.fsencode(path) if path else None), path)
        if not path:
            _of_dcm = weakref.ref(library)
    return library


def laws(library: str | os.PathLike[str] = "") -> list[str]:
    """Names of the laws.

    Parameters
    ----------
    library : path, optional
        A shared object with laws of your own; the laws of dcm otherwise.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import dcm
    >>> dcm.laws()[:2]
    ['bond', 'eepa']
    """
    return open_library(os.fspath(library)).names()


def _table(kind: Any, rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows of a description by their names; what a row does not have is None."""
    return {row["name"]: kind(*(row.get(field) for field in kind._fields)) for row in rows}


class Law:
    """A contact law with the words of its options. Laws can be copied and pickled: those of a file by its path, those in Python as functions are.

    Parameters
    ----------
    name : str or path
        Name of a law of dcm, or path of a shared object with a law of your own: a text with a slash, or with the ending ".so".
    law : str, optional
        Which law of a shared object that has several.
    **options : str
        Words of the law's options, such as ``form="sheet"``.

    Attributes
    ----------
    name, title, reference : str
    parameters : dict of Parameter
    options : dict of Option
    state : dict of Field
        What a contact carries from step to step.
    quantities : dict of Quantity
        What particles have, beside their motion.
    outputs : dict of Output
        What the law reports of a contact, beside the force.
    chosen : dict of str
        The word of each option.

    Raises
    ------
    dcm.Error
        There is no such law, file, option or word; the sentence names the nearest one.

    Examples
    --------
    >>> import dcm
    >>> law = dcm.Law("hertz-mindlin", form="consistent")
    >>> law.parameters["young"].unit
    'Pa'
    >>> law.options["form"].choices
    ('sheet', 'consistent')
    >>> dcm.Law("hertz-mindlim")
    Traceback (most recent call last):
    ...
    dcm.Error: there is no contact law 'hertz-mindlim' in dcm ...; did you mean 'hertz-mindlin'? ...
    """

    def __init__(self, name: str | os.PathLike[str], *, law: str = "", **options: str) -> None:
        text = os.fspath(name)
        is_file = os.sep in text or text.endswith(".so")
        self._take(open_library(text if is_file else ""), law if is_file else text, options)

    @classmethod
    def _of(cls, library: _Library, name: str, options: Mapping[str, str]) -> "Law":
        made = cls.__new__(cls)
        made._take(library, name, options)
        return made

    def _take(self, library: _Library, name: str, options: Mapping[str, str]) -> None:
        if not name:
            names = library.names()
            if len(names) > 1:
                raise Error(f"this library has several laws, so one must be named: law=\"{names[0]}\" or another of {', '.join(names)}")
            name = names[0]
        self._library = library
        text = call("describe", library.handle, name.encode())
        try:
            found = json.loads(ctypes.string_at(text))
        finally:
            LIBRARY.dcm_api_free(text)
        self.name: str = found["id"]
        self.title: str = found["title"]
        self.reference: str = found["reference"]
        # JSON has no infinite numbers, and no tuples.
        for p in found["parameters"]:
            p["minimum"], p["maximum"] = (end if p[name] is None else p[name] for name, end in (("minimum", -math.inf), ("maximum", math.inf)))
        for o in found["options"]:
            o["choices"] = tuple(o["choices"])
        self.parameters: dict[str, Parameter] = _table(Parameter, found["parameters"])
        self.options: dict[str, Option] = _table(Option, found["options"])
        self.state: dict[str, Field] = _table(Field, found["history"])
        self.quantities: dict[str, Quantity] = _table(Quantity, found["quantities"])
        self.outputs: dict[str, Output] = _table(Output, found["outputs"])
        self.chosen = {name: option.default for name, option in self.options.items()}
        if options:
            handle = call("materials_create", library.handle, self.name.encode(), 1)
            try:
                for option, word in options.items():
                    call("materials_choose", handle, option.encode(), str(word).encode())
                    self.chosen[option] = str(word)
            finally:
                LIBRARY.dcm_api_materials_destroy(handle)

    def materials(self, count: Optional[int] = None, **parameters: Any) -> "Any":
        """The law with parameters.

        Parameters
        ----------
        count : int, optional
            Number of materials; by default as many as the longest list has.
        **parameters
            A number for all materials; a list with a number for each material; for a parameter of pairs also a symmetric matrix, or a
            dict such as ``{(1, 2): 0.3}``. Materials are numbered from 1, as in all messages. SI units.

        Returns
        -------
        Materials

        Raises
        ------
        dcm.Error
            Unknown names (with the nearest one), values out of range (with the reason), wrong shapes, what is missing.

        Warns
        -----
        dcm.UnitsWarning
            A number looks as if it were in another unit, such as a Young's modulus in GPa.
        dcm.LawWarning
            The law warns.

        Examples
        --------
        >>> import dcm
        >>> law = dcm.Law("hertz-mindlin")
        >>> m = law.materials(young=[7e10, 2.5e9], poisson=0.25, restitution=0.8, friction=0.5)
        >>> m.count, m.value("young", 2), m.value("friction", 1, 2)
        (2, 2500000000.0, 0.5)
        >>> law.materials(young=7e10, poisson=0.25, restitution=1.8, friction=0.5)
        Traceback (most recent call last):
        ...
        dcm.Error: restitution = 1.8 is out of range: ...
        """
        from .materials import Materials
        return Materials(self, count, parameters)

    def check(self, *words: str) -> dict[str, Any]:
        """Findings of `dcm check` about the law, in a process of its own.

        Parameters
        ----------
        *words : str
            More words of the command line, such as "--seed", "7".

        Returns
        -------
        dict
            The JSON of the command, and "passed", whether nothing was found.

        Raises
        ------
        dcm.Error
            The command refuses the words, or the law has no file: a law in Python.

        Examples
        --------
        >>> import dcm
        >>> dcm.Law("hertz").check("--only", "finite")["passed"]
        True
        """
        path = self._library.path
        if path is None:
            raise Error(f"the law '{self.name}' is a law in Python: dcm check is for laws in shared objects")
        command = [sys.executable, "-m", "dcm", "check", self.name, *(["--library", path] if path else []), "--json", *words]
        package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([package, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep))
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, check=False)
        try:
            found: dict[str, Any] = json.loads(done.stdout)
        except ValueError:
            raise Error(done.stderr.strip() or f"dcm check ended with status {done.returncode}") from None
        return {**found, "passed": done.returncode == 0}

    def __reduce__(self) -> Any:
        if self._library.path is None:
            return self.__qualname__
        return Law._of, (self._library, self.name, self.chosen)

    def __repr__(self) -> str:
        words = "".join(f", {name}={word!r}" for name, word in self.chosen.items())
        lines = [f"Law({self.name!r}{words})", f"  {self.title}"]
        for p in self.parameters.values():
            needed = "required" if p.required else f"default {p.default:g}"
            lines.append(f"  {p.name:<18} {p.unit:<8} per {p.scope:<9} {needed:<14} {p.description}")
        return "\n".join(lines)


def nearest(word: str, words: Iterable[str], symbols: Mapping[str, str] = MappingProxyType({})) -> str:
    """A sentence about an unknown word: what has this symbol, or the nearest word, and all."""
    import difflib
    words = list(words)
    close = [symbols[word]] if word in symbols else difflib.get_close_matches(word, words, 1)
    meant = f"; did you mean '{close[0]}'?" if close else ";"
    return f"{meant} there are: {', '.join(words) if words else 'none'}"
