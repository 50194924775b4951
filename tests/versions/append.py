# SPDX-License-Identifier: MIT
"""python3 append.py ABI FOLDER MINOR: the headers of the contract as those of version 1.MINOR; from 1.1 on every struct that states its
size has fields that version 1.0 does not know."""

import os
import re
import sys

source, folder, minor = sys.argv[1], sys.argv[2], int(sys.argv[3])
os.makedirs(os.path.join(folder, "dcm"), exist_ok=True)
structs = 0
for name in os.listdir(os.path.join(source, "dcm")):
    with open(os.path.join(source, "dcm", name)) as file:
        text = file.read()
    text = re.sub(r"#define DCM_ABI_MAJOR \d+u", "#define DCM_ABI_MAJOR 1u", text)
    text = re.sub(r"#define DCM_ABI_MINOR \d+u", f"#define DCM_ABI_MINOR {minor}u", text)
    if minor:
        text, count = re.subn(r"(typedef struct \w+ \{\n(?:  /\*\*[^;]*?\*/\n)?  uint32_t size;.*?)\n\} (\w+);",
                              r"\1\n  double appended[3];\n} \2;", text, flags=re.S)
        structs += count
    with open(os.path.join(folder, "dcm", name), "w") as file:
        file.write(text)
if minor and structs != 15:
    sys.exit(f"fields were appended to {structs} structs, and there are 15 that state their size")
