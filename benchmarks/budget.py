# SPDX-License-Identifier: MIT
"""Where the time of a dcm style goes: samples of perf, told apart by the functions of the pair loop, which the compiler has
inlined into each other. Needs debug information in the plugin (-g)."""

import collections
import os
import re
import shutil
import subprocess
import tempfile

import session

NANOSECONDS_A_SAMPLE = 100000

# The part of the loop that a function is, whatever it calls or is called by.
PARTS = {
    "measure": "test: distances of all listed pairs",
    "is_unchanged": "test: distances of all listed pairs",
    "dcm_pair_list_sort": "contacts that begin and end",
    "dcm_gather_differences": "gather: velocities and spins",
    "dcm_gather_rows": "gather: velocities and spins",
    "dcm_see_contacts": "kinematics",
    "compute": "law",
    "dcm_ask_law": "law",
    "dcm_assemble": "assembly: forces and torques",
    "dcm_pair_scatter": "scatter",
    "dcm_pair_list_add": "list: taken over from LAMMPS",
    "dcm_pair_list_clear": "list: taken over from LAMMPS",
}
# Likewise of classes of the adapter: part of the name.
CLASSES = {"PairContacts": "list: taken over from LAMMPS", "FixHistory": "list: taken over from LAMMPS", "FixWall": "walls",
           "WallContacts": "walls"}
ORDER = list(dict.fromkeys([*PARTS.values(), *CLASSES.values()])) + ["rest of the plugin"]


def part_of(chain):
    """chain: names of functions, the outermost first."""
    for name in chain:
        # A variant that the compiler made, and one for an instruction set, have an ending.
        found = PARTS.get(re.sub(r"(_baseline|_v3|_v4)?(\.(isra|constprop|part|cold)(\.\d+)?)*$", "", name))
        found = found or next((part for words, part in CLASSES.items() if words in name), None)
        if found:
            return found
    return "rest of the plugin"


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


def profile(case, style, state, steps, options):
    """{part: nanoseconds for each contact and step}, of one rank and one thread."""
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
        # The launcher has the adapter in it.
        if os.path.basename(file).startswith(("dcm-lammps-", "lmp-dcm")):
            names = chains(file, offsets)
            for offset, count in offsets.items():
                found[part_of(names.get(offset, []))] += each * count
    return found
