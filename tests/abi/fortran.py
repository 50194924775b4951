# SPDX-License-Identifier: MIT
"""python3 fortran.py TABLE FILE: whether the structs and constants that a module in Fortran declares are those of the table of a version
of the contract. No compiler sees both."""

import re
import sys

BYTES = {"integer(c_int8_t)": 1, "integer(c_int32_t)": 4, "integer(c_int64_t)": 8, "real(c_double)": 8, "type(c_ptr)": 8, "type(c_funptr)": 8}


def table(text):
    """Of each struct the names of its fields with offset and size, those of a dimension in its place; and the constants."""
    structs, constants = {}, {}
    for struct, field, offset, size in re.findall(r"^DCM_(?:FIELD|RESERVE)\((\w+), (\w+), (\d+), (\d+)", text, flags=re.M):
        structs.setdefault(struct, []).append((field, int(offset), int(size)))
    for struct, fields in structs.items():
        structs[struct] = [place for name, offset, size in fields for place in (
            [(n, offset + o, s) for n, o, s in structs["dcm_dimension"]] if name == "dimension" else [(name, offset, size)])]
    for name, value in re.findall(r"^DCM_IS(?:_NO_LESS)?\((\w+)(?: - DCM_TARGET_MINOR)?, (\d+)\)", text, flags=re.M):
        constants[name.lower()] = int(value)
    return structs, constants


def module(text):
    """The same of a module."""
    structs, constants = {}, {}
    text = re.sub(r"!.*", "", text)
    for name, value in re.findall(r"\b(dcm_\w+) = (\d+)", text):
        constants[name] = int(value)
    for struct, body in re.findall(r"type, bind\(c\) :: (dcm_\w+)\n(.*?)end type", text, flags=re.S):
        structs[struct], offset = [], 0
        for type_, names in re.findall(r"(\S+) :: (.*)", body):
            for name, count in re.findall(r"(\w+)(?:\((\d+)\))?", names):
                size = BYTES[type_]
                offset = (offset + size - 1) // size * size
                structs[struct].append((name, offset, size * int(count or 1)))
                offset += structs[struct][-1][2]
    return structs, constants


def main(table_file, module_file):
    with open(table_file) as file:
        structs, constants = table(file.read())
    with open(module_file) as file:
        ours, our_constants = module(file.read())
    faults = [f"{name} is {value}, not {constants.get(name)}" for name, value in our_constants.items() if constants.get(name) != value]
    for struct, fields in ours.items():
        for mine, theirs in zip(fields + [None], structs.get(struct, []) + [None]):
            if mine != theirs:
                faults.append(f"{struct} has {mine or 'nothing'} (name, offset, bytes) where the contract has {theirs or 'nothing'}")
                break
    if len(ours) < 8 or len(our_constants) < 8:
        faults.append(f"only {len(ours)} structs and {len(our_constants)} constants were found")
    for fault in faults:
        print(f"FAILED: {fault}")
    sys.exit(bool(faults))


main(*sys.argv[1:])
