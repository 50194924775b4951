# SPDX-License-Identifier: MIT
"""Contact laws for granular simulation, without a simulator.

>>> import dcm
>>> m = dcm.Law("hertz-mindlin").materials(young=7e10, poisson=0.2, restitution=0.8, friction=0.3)
>>> c = m.collide(speed=[0.5, 1.0, 2.0], angle=30, radius=0.005, steps=1000)
>>> c.normal_restitution.round(3)
array([0.8, 0.8, 0.8])

Units are SI, or any other consistent system. Materials are numbered from 1, as in all messages. Errors are dcm.Error, a ValueError.
"""

from ._library import LIBRARY as _LIBRARY
from ._library import Error, LawWarning, UnfinishedWarning, UnitsWarning
from .laws import Field, Law, Option, Output, Parameter, Quantity, laws
from .materials import Materials
from .results import Collisions, Driven, Evaluated, SafeStep, Trace

Error.__module__ = LawWarning.__module__ = UnfinishedWarning.__module__ = UnitsWarning.__module__ = "dcm"

__version__: str = _LIBRARY.dcm_api_release().decode()

__all__ = [
    "Collisions", "Driven", "Error", "Evaluated", "Field", "Law", "LawWarning", "Materials", "Option", "Output", "Parameter", "Quantity",
    "SafeStep", "Trace", "UnfinishedWarning", "UnitsWarning", "law", "laws"
]


def __getattr__(name: str):
    # Modules that few users need are loaded when they are asked for.
    if name == "lammps":
        import importlib
        return importlib.import_module(".lammps", __name__)
    if name == "law":
        from .python_law import law
        return law
    raise AttributeError(f"module 'dcm' has no attribute {name!r}")
