# SPDX-License-Identifier: MIT
"""python3 append.py ABI FOLDER MINOR: the headers of the contract as they may be in version 1.MINOR if that is younger than the headers, with something of each kind that
a minor version may bring: fields at the end of every struct that states its size (in dcm_instance out of its reserved words), bits that
must be understood, bits that may be ignored, a value of an enumeration. Whoever targets less than 1.MINOR sees nothing of them.

With DECLARES_1_0 the headers say that what is compiled for 1.MINOR is of version 1.0."""

import os
import re
import sys

source, folder, minor = sys.argv[1], sys.argv[2], sys.argv[3]
with open(os.path.join(source, "dcm", "base.h")) as file:
    is_younger = int(minor) > int(re.search(r"#define DCM_NEWEST_MINOR (\d+)u", file.read()).group(1))
YOUNGER = f"#if DCM_TARGET_MINOR >= {minor}\n"
FIELDS = "  uint32_t young_words[2];\n  double young;\n  double *young_pointer;\n"
STRUCT = re.compile(r"(typedef struct \w+ \{\n(?:  /\*\*[^;]*?\*/\n)?  uint32_t size;.*?)\n\} (\w+);", re.S)
RESERVED = "  uint64_t reserved[8];\n"
STRUCTS = 15


def once(text, old, new):
    if text.count(old) != 1:
        sys.exit(f"'{old}' stands {text.count(old)} times in a header of the contract, and should once")
    return text.replace(old, new)


def with_fields(match):
    body, name = match.groups()
    if name == "dcm_instance":
        body = once(body + "\n", RESERVED, f"{YOUNGER}{FIELDS}  uint64_t reserved[5];\n#else\n{RESERVED}#endif\n")
        return f"{body}}} {name};"
    return f"{body}\n{YOUNGER}{FIELDS}#endif\n}} {name};"


def enumerators(text):
    """In model.h and parameter.h."""
    values = {
        "  DCM_MIX_MAXIMUM = 5     /**< max(a, b) */\n": "  , DCM_MIX_YOUNG = 6\n",
        "  DCM_KNOWN_FRICTION = 1u << 20\n": "  , DCM_YOUNG_LOW = 1u << 4, DCM_YOUNG_HIGH = 1u << 21\n",
        "  DCM_CONTACT_ENDS = 2    /**< read the last state; it is forgotten after the call */\n": "  , DCM_NEEDS_YOUNG = 1u << 0\n",
    }
    for last, more in values.items():
        if last in text:
            text = once(text, last, f"{last}{YOUNGER}{more}#endif\n")
            values[last] = None
    return text, sum(1 for more in values.values() if more is None)


os.makedirs(os.path.join(folder, "dcm"), exist_ok=True)
structs = changed = 0
for name in os.listdir(os.path.join(source, "dcm")):
    with open(os.path.join(source, "dcm", name)) as file:
        text = file.read()
    if name == "base.h":
        text = re.sub(r"#define DCM_NEWEST_MINOR \d+u", f"#define DCM_NEWEST_MINOR {minor}u", text)
        text = once(text, "#define DCM_ABI_MINOR DCM_TARGET_MINOR\n",
                    "#ifdef DECLARES_1_0\n#define DCM_ABI_MINOR 0u\n#else\n#define DCM_ABI_MINOR DCM_TARGET_MINOR\n#endif\n")
    if is_younger:
        text, count = STRUCT.subn(with_fields, text)
        structs += count
        text, count = enumerators(text)
        changed += count
    with open(os.path.join(folder, "dcm", name), "w") as file:
        file.write(text)
if is_younger and (structs, changed) != (STRUCTS, 3):
    sys.exit(f"{structs} structs have more fields, and {STRUCTS} state their size; {changed} enumerations have more values, of 3")
