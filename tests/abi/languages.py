# SPDX-License-Identifier: MIT
"""python3 languages.py LANGUAGE ABI FILE C_COMPILER COMPILER: whether, with FILE that translate.py made of the headers in the folder ABI,
the compiler of that language lays out each struct as the compiler of C does."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../abi"))
from translate import translate


def build(language, compiler, abi, file, source, program):
    folder = os.path.dirname(program)
    if language == "rust":
        subprocess.run(["cp", file, os.path.join(folder, "dcm.rs")], check=True)
        command = [compiler, "--edition", "2021", "-D", "warnings", source, "-o", program]
    elif language == "fortran":
        command = [compiler, "-std=f2018", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-J", folder, file, source, "-o", program]
    else:
        command = [compiler, "-std=c11", "-I", abi, source, "-o", program]
    subprocess.run(command, check=True)


def layout(language, compiler, abi, file, c_compiler):
    endings = {"c": ".c", "rust": ".rs", "fortran": ".f90"}
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "layout" + endings[language]), os.path.join(folder, "layout")
        with open(source, "w") as out:
            out.write(translate(language + "-layout", abi, c_compiler))
        build(language, compiler, abi, file, source, program)
        return subprocess.run([program], text=True, check=True, stdout=subprocess.PIPE).stdout.splitlines()


def main(language, abi, file, c_compiler, compiler=""):
    if not compiler:
        print(f"skipped: there is no compiler of {language}, so nobody saw how it lays out the structs")
        return
    expected = layout("c", c_compiler, abi, file, c_compiler)
    seen = layout(language, compiler, abi, file, c_compiler)
    if len(expected) < 100 or seen != expected:
        for line in sorted(set(seen) ^ set(expected)):
            print(("in C: " if line in expected else f"in {language}: ") + line)
        sys.exit(f"FAILED: structs differ, or there are only {len(expected)} lines of them")


main(*sys.argv[1:])
