# SPDX-License-Identifier: MIT
"""python3 breaks.py GUARD ABI FOLDER TABLE COMPILER [COMPILER OF C++]: changes the headers in every way that the contract forbids, and in
those that it allows, one at a time, and looks whether the guard (golden, made or abidiff) sees it, or lets it pass."""

import os
import re
import shutil
import subprocess
import sys

NEWEST = ("base.h", r"#define DCM_NEWEST_MINOR 0u", "#define DCM_NEWEST_MINOR 1u")


def younger(text, older=""):
    return f"\n#if DCM_TARGET_MINOR >= 1\n{text}\n" + (f"#else\n{older}\n" if older else "") + "#endif\n"


# Name, what to change (file, what, into what), and what golden, made and abidiff say: None where they let it pass. The table of
# structs does not see what is new if it harms nobody, and abidiff does not see constants.
DIFFERS = "for code of version 1.0 have changed"
ALARM = "for code of version 1.0 are not those of the release"
CHANGES = [
    ("nothing", [], None, None, None),
    ("two fields exchanged",
     [("model.h", r"double radius_1;(.*?)double radius_2;", r"double radius_2;\1double radius_1;")],
     "dcm_sides.radius_1 has moved", DIFFERS, ALARM),
    ("two arrays exchanged",
     [("contacts.h", r"\*radius_1;", "*swapped;"), ("contacts.h", r"\*radius_2;", "*radius_1;"), ("contacts.h", r"\*swapped;", "*radius_2;")],
     "dcm_contacts.radius_1 has moved", DIFFERS, ALARM),
    ("a field inserted",
     [("contacts.h", r"  double dt;", "  double inserted;\n  double dt;")],
     "dcm_contacts.dt has moved", DIFFERS, ALARM),
    ("a field inserted in the newest version alone",
     [NEWEST, ("contacts.h", r"  double dt;", younger("  double inserted;") + "  double dt;")],
     "dcm_contacts.dt has moved", None, None),
    ("a field renamed",
     [("model.h", r"double effective_radius;", "double radius;")],
     "effective_radius", DIFFERS, ALARM),
    ("the last field removed",
     [("contacts.h", r"  double velocity_age;\n", "")],
     "velocity_age", DIFFERS, ALARM),
    ("a field of another type of the same size",
     [("parameter.h", r"  uint32_t scope;", "  int32_t scope;")],
     "the type of dcm_parameter.scope has changed", DIFFERS, ALARM),
    ("a field appended for everybody",
     [("model.h", r"  double effective_radius;\n", "  double effective_radius;\n  double appended;\n")],
     "the size of dcm_sides has changed", DIFFERS, ALARM),
    ("a field appended for the newest version, whose number is not raised",
     [("model.h", r"  double effective_radius;\n", "  double effective_radius;\n#if DCM_TARGET_MINOR >= DCM_NEWEST_MINOR\n  double appended;\n#endif\n")],
     "the size of dcm_sides has changed", DIFFERS, ALARM),
    ("a field appended as it should be",
     [NEWEST, ("model.h", r"  double effective_radius;\n", "  double effective_radius;" + younger("  double appended;"))],
     None, None, None),
    ("a field appended that leaves padding behind it",
     [NEWEST, ("model.h", r"  double effective_radius;\n", "  double effective_radius;" + younger("  uint32_t appended;"))],
     "padding", None, None),
    ("dcm_dimension grown",
     [NEWEST, ("parameter.h", r"  int8_t luminosity;", "  int8_t luminosity;" + younger("  int8_t appended;"))],
     "which never grows", None, None),
    ("a field taken from the reserve of dcm_instance",
     [NEWEST, ("model.h", r"  uint64_t reserved\[8\];", younger("  void *taken;\n  uint64_t reserved[7];", "  uint64_t reserved[8];"))],
     None, None, None),
    ("a field put before the reserve of dcm_instance, which stays as long",
     [NEWEST, ("model.h", r"  uint64_t reserved\[8\];", younger("  void *taken;") + "  uint64_t reserved[8];")],
     "dcm_instance.reserved ends elsewhere", None, None),
    ("two enumerators exchanged",
     [("model.h", r"DCM_EVEN = 0", "DCM_EVEN = 1"), ("model.h", r"DCM_ODD = 1", "DCM_ODD = 0")],
     "DCM_EVEN has changed", DIFFERS, None),
    ("an enumerator removed",
     [("parameter.h", r"  DCM_MIX_MAXIMUM = 5[^\n]*\n", "")],
     "DCM_MIX_MAXIMUM", DIFFERS, None),
    ("a flag on another bit",
     [("model.h", r"(DCM_KNOWN_GAIN = 1u <<) 17", r"\1 22")],
     "DCM_KNOWN_GAIN has changed", DIFFERS, None),
    ("an enumerator appended for everybody",
     [("model.h", r"DCM_ODD = 1\b", "DCM_ODD = 1, DCM_TURNED = 2")],
     None, DIFFERS, None),
    ("an enumerator appended as it should be",
     [NEWEST, ("model.h", r"DCM_ODD = 1\b", "DCM_ODD = 1," + younger("DCM_TURNED = 2"))],
     None, None, None),
    ("a limit lowered",
     [("base.h", r"DCM_MOST_TEXT = 1024", "DCM_MOST_TEXT = 512")],
     "DCM_MOST_TEXT has become less", DIFFERS, None),
    ("a limit lowered in the newest version alone",
     [NEWEST, ("base.h", r"DCM_MOST_TEXT = 1024,", younger("DCM_MOST_TEXT = 512,", "DCM_MOST_TEXT = 1024,"))],
     "DCM_MOST_TEXT has become less", None, None),
    ("a limit raised for everybody",
     [("base.h", r"DCM_MOST_TEXT = 1024", "DCM_MOST_TEXT = 2048")],
     None, DIFFERS, None),
    ("a limit raised as it should be",
     [NEWEST, ("base.h", r"DCM_MOST_TEXT = 1024,", younger("DCM_MOST_TEXT = 2048,", "DCM_MOST_TEXT = 1024,"))],
     None, None, None),
    ("the limit of fields raised",
     [NEWEST, ("base.h", r"DCM_MOST_FIELDS = 32,", younger("DCM_MOST_FIELDS = 40,", "DCM_MOST_FIELDS = 32,"))],
     "DCM_MOST_FIELDS has changed", None, None),
    ("a parameter of a callback changed",
     [("base.h", r"\(void \*data, uint32_t level", "(void *data, int32_t level")],
     "dcm_log_function has changed", DIFFERS, ALARM),
    ("a callback with one parameter more",
     [("model.h", r"\(\*history\)\(const dcm_instance \*instance,", "(*history)(const dcm_instance *instance, uint32_t thread,")],
     "the type of dcm_model.history has changed", DIFFERS, ALARM),
    ("a callback that returns something else",
     [("model.h", r"int32_t \(\*compute\)", "void (*compute)")],
     "the type of dcm_model.compute has changed", DIFFERS, ALARM),
    ("what a library's function takes",
     [("library.h", r"dcm_library_entry\(const dcm_host \*host\);", "dcm_library_entry(const dcm_host *host, void *more);")],
     "the type of dcm_library_entry has changed", DIFFERS, "do not compile"),
    ("the symbol renamed",
     [("library.h", r'"dcm_library_entry"', '"dcm_library_enter"')],
     "DCM_LIBRARY_SYMBOL has changed", DIFFERS, None),
    ("the alignment raised",
     [("base.h", r"(#define DCM_ALIGNMENT) 64", r"\1 128")],
     "DCM_ALIGNMENT has changed", DIFFERS, None),
    ("a least size that grows with the struct",
     [NEWEST, ("model.h", r"offsetof\(dcm_quantity, maximum\)", "DCM_TARGET_MINOR * 8 + offsetof(dcm_quantity, maximum)")],
     "DCM_QUANTITY_LEAST_SIZE has changed", None, None),
    ("a newer version for who asks for none",
     [NEWEST, ("base.h", r"(#define DCM_TARGET_MINOR) 0u", r"\1 1u")],
     "code that asks for no version", None, None),
    ("a macro removed",
     [("base.h", r"#define DCM_HAS\(s, field\).*?size\)\n", "")],
     "DCM_HAS is gone", DIFFERS, None),
    ("a struct that make.py cannot read",
     [("base.h", r"#endif\n\Z", "typedef union dcm_either { int32_t one; float other; } dcm_either;\n#endif\n")],
     None, "nobody knows what to say", None),
]


def run(guard, released, abi, folder, table, compiler, compiler_of_cpp):
    """The output of the guard, and whether the guard is content."""
    here = os.path.dirname(os.path.abspath(__file__))
    commands = {
        "golden": [["compile.bash", table, abi, "c11", compiler], ["compile.bash", table, abi, "c++17", compiler_of_cpp]],
        "made": [["made.bash", table, abi, compiler, sys.executable]],
        "abidiff": [["abidiff.bash", released, abi, compiler, folder + "/work"]],
    }[guard]
    said = []
    for script, *arguments in commands:
        done = subprocess.run(["bash", f"{here}/{script}", *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said.append((done.returncode == 0, done.stdout))
    return said


def main(guard, abi, folder, table, compiler, compiler_of_cpp):
    shutil.rmtree(folder, ignore_errors=True)
    failures = 0
    for number, (name, edits, *expected) in enumerate(CHANGES):
        copy = f"{folder}/{number}"
        shutil.copytree(f"{abi}/dcm", f"{copy}/dcm")
        for file, what, into in edits:
            with open(f"{copy}/dcm/{file}") as f:
                text, count = re.subn(what, into, f.read(), flags=re.S)
            if count != 1:
                sys.exit(f"FAILED: {name}: {file} has {count} places, not one, that are like this: {what}")
            with open(f"{copy}/dcm/{file}", "w") as f:
                f.write(text)
        wanted = expected[("golden", "made", "abidiff").index(guard)]
        for content, said in run(guard, abi, copy, f"{folder}/{number}", table, compiler, compiler_of_cpp):
            if said.startswith("skipped:"):
                print(said, end="")
                return
            if content != (wanted is None) or (wanted or "") not in said:
                failures += 1
                print(f"FAILED: {name}: {guard} should " + (f"say '{wanted}'" if wanted else "let it pass") + f", and said: {said or 'nothing'}")
    if failures:
        sys.exit(1)
    print(f"{guard}: {len(CHANGES)} changes, each as expected")


main(*sys.argv[1:])
