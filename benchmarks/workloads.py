# SPDX-License-Identifier: MIT
"""Workloads of the benchmarks, and the styles of each."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Style:
    name: str    # a file of styles/
    title: str
    is_dcm: bool
    has_threads: bool = False


STYLES = {s.name: s for s in (
    Style("gran-hertz-history", "gran/hertz/history", False, True),
    Style("gran-hertz-history-dcm", "gran/hertz/history/dcm", True, True),
    Style("granular", "granular", False),
    Style("granular-dcm", "granular/dcm", True, True),
    Style("granular-rolling", "granular rolling", False),
    Style("granular-rolling-dcm", "granular/dcm rolling", True, True),
    Style("granular-jkr", "granular jkr", False),
    Style("granular-jkr-dcm", "granular/dcm jkr", True, True),
    Style("hertz", "dcm/hertz form sheet", True, True),
    Style("hertz-mindlin", "dcm/hertz/mindlin form sheet", True, True),
    Style("hertz-mindlin-consistent", "dcm/hertz/mindlin form consistent", True, True),
    Style("hertz-mindlin-rolling", "dcm/hertz/mindlin form sheet rolling", True, True),
    Style("hertz-mindlin-consistent-rolling", "dcm/hertz/mindlin form consistent rolling", True, True),
    Style("jkr-exact", "dcm/jkr/exact form sheet", True, True),
    Style("as-written", "LAMMPS' own", False),
    Style("as-written-dcm", "-sf dcm", True),
)}
HERTZIAN = ("gran-hertz-history", "granular", "gran-hertz-history-dcm", "granular-dcm", "hertz-mindlin", "hertz-mindlin-consistent", "hertz")
ADHESIVE = ("granular-jkr", "granular-jkr-dcm", "jkr-exact")
ROLLING = ("granular-rolling", "granular-rolling-dcm", "hertz-mindlin-rolling", "hertz-mindlin-consistent-rolling")
AS_WRITTEN = ("as-written", "as-written-dcm")


@dataclasses.dataclass(frozen=True, eq=False)
class Workload:
    name: str
    title: str
    deck: str
    skins: dict    # small, usual and large, in diameters of the largest grain
    styles: tuple = HERTZIAN    # the first is the one that the others are compared with
    state: str = ""    # a name of STATES; none is LAMMPS' bench/data.chute
    before: int = 20    # steps before those that are timed: in them the tangential springs appear
    steps: int = 200
    counted: int = 20    # steps in which instructions are counted
    variables: tuple = ()
    walls: bool = False
    input: str = ""    # one that is not edited, which deck includes: in bench/ of LAMMPS' source without a state, else in inputs/


# Grains come to rest sooner with more damping, and a fifth of the Rayleigh time does for a step.
SETTLE = {"gamma": 1000.0, "dt": 5e-4, "before": 20000, "steps": 1000}
STATES = {
    "bed": {"kind": "lattice", "arguments": {"count": 36000, "across": 36}, "deck": "in.bed", "variables": SETTLE},
    "shear": {"kind": "lattice", "arguments": {"count": 30000, "across": 31}, "deck": "in.shear",
              "variables": dict(SETTLE, dt=4e-4, compress=0.755, compressing=5000, before=5000)},
    "gas": {"kind": "gas", "arguments": {"count": 30000, "fraction": 0.05}, "deck": "in.gas",
            "variables": {"dt": 1e-3, "before": 4000, "steps": 100}},
    "drum": {"kind": "drum", "arguments": {"count": 10000, "radius": 30.0, "length": 6.0}, "deck": "in.drum", "variables": SETTLE},
    "graded": {"kind": "graded", "arguments": {"count": 36000, "across": 6}, "deck": "in.bed",
               "variables": dict(SETTLE, dt=1e-4, before=35000, skin=0.05)},
    "small": {"kind": "lattice", "arguments": {"count": 2000, "across": 14}, "deck": "in.bed", "variables": dict(SETTLE, before=12000)},
    # Grains that the inputs make themselves.
    "input-silo": {"input": "drop-in/in.silo", "arguments": {}, "deck": "in.as-written", "variables": {"before": 0, "steps": 0}},
    "input-drum": {"input": "drop-in/in.drum", "arguments": {}, "deck": "in.as-written", "variables": {"before": 0, "steps": 0}},
}
# With --quick: as few grains and steps as show that a workload runs.
FEW = {"bed": {"count": 1500, "across": 12}, "shear": {"count": 1331, "across": 11}, "gas": {"count": 1000},
       "drum": {"count": 600}, "graded": {"count": 1500, "across": 3},
       "small": {"count": 500, "across": 7}, "input-silo": {"height": 0.1, "fill": 3000}, "input-drum": {"grains": 300, "fill": 15000}}


def quick(name):
    """The recipe of a state, reduced."""
    recipe = STATES[name]
    variables = recipe["variables"]
    return dict(recipe, arguments=dict(recipe["arguments"], **FEW[name]), variables=dict(variables, before=variables["before"] // 5, steps=100))


# Workloads of programs of their own, which scripts/bench runs alone.
ALONE = {"few": "1 to 500 grains with two walls, LAMMPS' own styles beside -sf dcm", "mesh": "walls of triangles beside those of regions and LIGGGHTS",
         "codes": "the bed beside LAMMPS' own styles, LIGGGHTS and YADE"}

SKINS = {"small": 0.05, "usual": 0.1, "large": 0.3}
WORKLOADS = {w.name: w for w in (
    Workload("chute", "LAMMPS' own bench/in.chute with a Hertzian contact, 32,000 grains", "in.chute", SKINS, before=100),
    Workload("bed", "settled bed of 36,000 grains, diameters 0.6 to 1", "in.bed", SKINS, state="bed", walls=True),
    Workload("shear", "dense packing of 30,000 grains, diameters 0.6 to 1, sheared", "in.shear", SKINS, state="shear"),
    Workload("gas", "dilute gas of 30,000 grains, 5 % of the volume", "in.gas", SKINS, state="gas"),
    Workload("cohesive", "the settled bed with adhesion", "in.bed", SKINS, ADHESIVE, state="bed", walls=True),
    Workload("rolling", "the settled bed with resistance against rolling and twisting", "in.bed", SKINS, ROLLING, state="bed", walls=True),
    Workload("rolling-chute", "the chute with that resistance", "in.chute", SKINS, ROLLING, before=100),
    Workload("drum", "thin drum of 10,000 grains; many touch its wall or its ends", "in.drum", SKINS, state="drum", steps=400, counted=100, walls=True),
    Workload("graded", "settled bed of 36,000 grains of diameters 1/8, 1/4, 1/2 and 1", "in.bed", {"small": 0.01, "usual": 0.03, "large": 0.1},
             state="graded", walls=True, variables=(("dt", 5e-5),)),
    Workload("small", "settled bed of 2,000 grains, for tests and for counting instructions", "in.bed", SKINS, state="small", walls=True),
    Workload("input-chute", "LAMMPS' own bench/in.chute as it is, 32,000 grains", "in.as-written", dict.fromkeys(SKINS, 0.1), AS_WRITTEN, input="in.chute"),
    Workload("input-silo", "inputs/drop-in/in.silo as it is: 10,704 grains run out of a silo", "in.as-written", dict.fromkeys(SKINS, 0.001), AS_WRITTEN,
             state="input-silo", input="drop-in/in.silo", steps=400),
    Workload("input-drum", "inputs/drop-in/in.drum as it is: 4,000 grains in a drum that turns", "in.as-written", dict.fromkeys(SKINS, 0.15), AS_WRITTEN,
             state="input-drum", input="drop-in/in.drum", steps=1000),
)}
# Workloads of a run without --workload.
MAIN = tuple(name for name, workload in WORKLOADS.items() if name != "small" and not workload.input)
