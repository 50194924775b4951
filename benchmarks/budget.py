# SPDX-License-Identifier: MIT
"""Where the time of a dcm style goes: samples of perf, told apart by the functions of the pair loop, which the compiler has
inlined into each other. Needs debug information in the plugin (-g)."""

import collections
import dataclasses
import os
import re
import shutil
import subprocess
import tempfile

import session

NANOSECONDS_A_SAMPLE = 100000

# The part of the loop that a function is, whatever it calls or is called by.
PARTS = {
    "measure": "test: distances of pairs that may touch",
    "dcm_displacement_boxes": "test: how far particles have moved",
    "find_box": "test: how far particles have moved",
    "dcm_largest_closing": "test: how far particles have moved",
    "is_unchanged": "test: distances of pairs that may touch",
    "dcm_pair_list_sort": "contacts that begin and end",
    "prefetch": "gather: velocities and spins",
    "dcm_gather_differences": "gather: velocities and spins",
    "dcm_gather_rows": "gather: velocities and spins",
    "dcm_batch_kinematics": "kinematics",
    "compute": "law",
    "loop": "law",
    "dcm_gran_history_loop": "law",
    "dcm_granular_classic_stage": "law",
    "dcm_granular_couples_stage": "law",
    "dcm_granular_heat_stage": "law",
    "dcm_granular_normal_stage": "law",
    "dcm_granular_sliding_stage": "law",
    "dcm_granular_spring_stage": "law",
    "dcm_batch_call": "law",
    "dcm_batch_assemble": "assembly: forces and torques",
    "add_forces": "scatter",
    "dcm_near_kernel_run": "list: near pairs found",
    "dcm_near_search_run": "list: near pairs found",
    "dcm_measure_near_pairs": "list: taken over from LAMMPS",
    "dcm_near_search_take": "list: near pairs found",
    "dcm_pair_list_add": "list: taken over from LAMMPS",
    "dcm_pair_list_add_contact": "list: taken over from LAMMPS",
    "dcm_pair_list_add_apart": "list: taken over from LAMMPS",
    "dcm_pair_list_divide": "list: taken over from LAMMPS",
    "dcm_pair_list_clear": "list: taken over from LAMMPS",
    "dcm_pair_list_finish": "list: taken over from LAMMPS",
    "dcm_move_spheres": "integration and gravity",
    "dcm_weigh_spheres": "integration and gravity",
    "dcm_spheres_height_energy": "integration and gravity",
    "dcm_wall_kernel_run": "walls: contacts, but for the law",
    "dcm_wall_stepper_run": "walls: contacts, but for the law",
    "dcm_wall_list_add": "walls: contacts, but for the law",
    "dcm_wall_list_end": "walls: contacts, but for the law",
    "dcm_wall_list_finish": "walls: contacts, but for the law",
    "dcm_wall_list_make_room": "walls: contacts, but for the law",
    "bring_states": "walls: contacts, but for the law",
    "dcm_largest_square": "walls: contacts, but for the law",
}
# Classes of the adapter likewise, by a part of the name. The shapes of walls know where walls are.
CLASSES = {"PairPart": "list: taken over from LAMMPS", "FixHistory": "list: taken over from LAMMPS", "RegionWalls": "walls: where they are",
           "AxisWalls": "walls: where they are", "FixWall": "walls: contacts, but for the law",
           "GrainsAtWalls": "walls: contacts, but for the law", "CloseGrains": "walls: contacts, but for the law", "WallContacts": "walls: contacts, but for the law"}
REST = "rest of the plugin"
# Regions spend time in LAMMPS' library, and in the mathematics library: sines and cosines if they turn.
SURFACE, MATHEMATICS = "walls: surface of the region, by LAMMPS", "mathematics library"
ORDER = list(dict.fromkeys([*PARTS.values(), *CLASSES.values()])) + [SURFACE, MATHEMATICS, REST]
OF_PAIRS = [PARTS[name] for name in ("measure", "dcm_pair_list_sort", "dcm_gather_rows", "dcm_batch_kinematics", "dcm_batch_assemble", "add_forces")]


def part_of(chain):
    """chain: names of functions, the outermost first."""
    for name in chain:
        # A variant that the compiler made, one for an instruction set, and a part that threads run have an ending.
        found = PARTS.get(re.sub(r"(_baseline|_v3|_v4)?(\.(isra|constprop|part|cold|_omp_fn)(\.\d+)?)*$", "", name))
        found = found or next((part for words, part in CLASSES.items() if words in name), None)
        if found:
            return found
    return REST


def samples_of(script):
    """{file: {offset in the file: samples}} of "perf script --show-mmap-events -F ip,dso,event", with the mappings of files."""
    mappings, found = [], collections.defaultdict(collections.Counter)
    for line in script.splitlines():
        mapped = re.search(r"PERF_RECORD_MMAP2? .*\[0x([0-9a-f]+)\(0x([0-9a-f]+)\) @ (?:0x)?([0-9a-f]+) [^]]*\]: \S+ (.*)$", line)
        sample = re.match(r"^\s*([0-9a-f]+)\s+\((.*)\)\s*$", line)
        if mapped:
            start, length, offset = (int(mapped[i], 16) for i in (1, 2, 3))
            mappings.append((start, start + length, offset, mapped[4]))
        elif sample:
            address, file = int(sample[1], 16), sample[2]
            offset = next((address - low + at for low, high, at, path in reversed(mappings) if path == file and low <= address < high), None)
            found[file][offset] += 1
    return found


def addresses(file):
    """[(offset in the file, length, address)] of what is loaded."""
    text = subprocess.run(["readelf", "-lW", file], text=True, stdout=subprocess.PIPE, check=True).stdout
    rows = re.findall(r"LOAD +0x([0-9a-f]+) 0x([0-9a-f]+) 0x[0-9a-f]+ 0x([0-9a-f]+)", text)
    return [(int(offset, 16), int(length, 16), int(address, 16)) for offset, address, length in rows]


def chains(file, offsets):
    """{offset: names of the functions there, the outermost first}."""
    loaded = addresses(file)
    known = [o for o in offsets if o is not None]
    asked = "".join(f"{next((o - at + address for at, length, address in loaded if at <= o < at + length), o):#x}\n" for o in known)
    text = subprocess.run(["addr2line", "-a", "-i", "-f", "-e", file], input=asked, text=True, stdout=subprocess.PIPE, check=True).stdout
    found, blocks = {}, re.split(r"^0x[0-9a-f]+\n", text, flags=re.M)[1:]
    for offset, block in zip(known, blocks):
        found[offset] = block.splitlines()[0::2][::-1]
    return found


def of_library(chain):
    """Like part_of, of LAMMPS' own library; None if it is nothing of walls."""
    return SURFACE if any(re.match(r"_ZN9LAMMPS_NS\d+Reg(ion|[A-Z])", name) for name in chain) else None


@dataclasses.dataclass(frozen=True)
class Budget:
    """Nanoseconds of each part for each contact of two grains and step, of one rank and one thread; and how many grains touch walls
    for each of those contacts. One that touches two pieces of wall counts once."""
    parts: dict
    at_walls: float

    def of_pair(self):
        return sum(self.parts[part] for part in dict.fromkeys(OF_PAIRS)) + self.law()

    def of_wall(self):
        return self.parts[CLASSES["FixWall"]] / self.at_walls + self.law()

    def of_place(self):
        """To find where the wall is; with all that was spent in the mathematics library."""
        return sum(self.parts[part] for part in (CLASSES["RegionWalls"], SURFACE, MATHEMATICS)) / self.at_walls

    def law(self):
        return self.parts["law"] / (1.0 + self.at_walls)


def grains_at_walls(case, state):
    """The number of grains of a state that touch walls."""
    if not case.workload.walls:
        return 0
    runs = session.lammps(case.host, case.workload.deck, style="at-walls", state=state, skin=case.workload.skins[case.skin], steps=0, before=0,
                          **dict(case.workload.variables))
    return runs[0].rows[-1]["c_at_walls"]


def profile(case, style, state, steps, options):
    for tool in ("perf", "addr2line", "readelf"):
        if not shutil.which(tool):
            raise session.Failed(f"a profile needs {tool} (apt install linux-perf binutils)")
    with tempfile.TemporaryDirectory(prefix="dcm-bench-") as folder:
        data = os.path.join(folder, "perf.data")
        runs = session.lammps(case.host, case.workload.deck, prefix=("perf", "record", "-q", "-e", "cpu-clock", "-c", str(NANOSECONDS_A_SAMPLE), "-o", data),
                              style=style.name, state=state, skin=case.workload.skins[case.skin], steps=steps, before=1, options=" ".join(options),
                              environment={"DCM_ISA": case.isa} if case.isa else {}, **dict(case.workload.variables))
        script = subprocess.run(["perf", "script", "-i", data, "--show-mmap-events", "-F", "ip,dso"], text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL).stdout
    contacts = round(runs[-1].rows[-1]["c_touching"] / 2)
    each = NANOSECONDS_A_SAMPLE / (contacts * (steps + 1))
    found = collections.Counter()
    for file, offsets in samples_of(script).items():
        name = os.path.basename(file)
        # The launcher has the adapter in it.
        find = part_of if name.startswith(("dcm-lammps-", "lmp-dcm")) else of_library if name.startswith("liblammps") else None
        if find:
            names = chains(file, offsets)
            for offset, count in offsets.items():
                found[find(names.get(offset, []))] += each * count
        elif name.startswith("libm."):
            found[MATHEMATICS] += each * sum(offsets.values())
    return Budget(found, grains_at_walls(case, state) / contacts)
