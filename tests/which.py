# SPDX-License-Identifier: MIT
"""The tests that may see a change of a file. scripts/test --changed and tests/mutations read this map.

python3 which.py BUILD prints what `ctest -R` takes for the paths of the repository on its standard input, one a line, or for none
the quick tests; then how many tests that leaves out; then the paths of which nothing is known; then the only laws that changed."""

import json
import os
import re
import subprocess
import sys

# Names of the tests of units in CTest; tests of other compilers, of installing and of valgrind build or run everything.
UNITS = r"^(abi|check|cli|program|python|driver|laws|contacts|integrate|mechanics|replay|runtime|kit|shapes|surface)\."
# Tests that run the command see changes of the command alone, and laws with mistakes are for changes of dcm check.
OF_COMMAND = r"^(abi|cli|program|python|driver|check\.messages)(\.|$)"
MISTAKES = r"^check\.mistakes\."
# Tests that call dcm check, beside its own tests.
CALLS_CHECK = r"^(abi|cli|program|laws)(\.|$)"
LAMMPS = r"^(lammps|verify\.(?!liggghts))"
LIGGGHTS = r"^(verify\.)?liggghts\."
# Long, and made of what others test one by one.
LONG = r"\.(examples|memory)$|^verify\."
# The product: which tests look first. Whatever passes there goes on to those of the label quick, or to all others.
FIRST = [
    (r"^src/(laws|mechanics|kit|numeric)/", r"^(replay|laws|mechanics)\."),
    (r"^src/(cli|program)/", r"^(cli|program)\."),
    (r"^src/check/", r"^check\."),
    (r"^src/driver/", r"^(driver|cli|program|python|laws\.(collisions|hertz|numbers|side_by_side))"),
    (r"^src/runtime/", r"^(runtime|abi)\."),
    (r"^src/contacts/", r"^(contacts|runtime)\."),
    (r"^src/ledger/", r"^(contacts|runtime|integrate|laws|cli)\."),
    (r"^src/integrate/", r"^integrate\."),
    (r"^src/surface/", r"^(surface\.|fuzz\.surface$|lammps\..*\.(mesh|superellipsoid_walls))"),
    (r"^src/shapes/midway", r"^(shapes\.midway|lammps\..*\.drop_in_superellipsoids)"),
    (r"^src/shapes/", r"^(shapes\.|surface\.shapes|lammps\..*\.superellipsoid)"),
    (r"^abi/", r"^(abi|versions|runtime)(\.|$)"),
    (r"^plugin/lammps/grain_(shapes|turning)", r"^lammps\..*\.superellipsoid"),
    (r"^plugin/lammps/pair_superellipsoid", r"^lammps\..*\.drop_in_superellipsoids"),
    (r"^plugin/lammps/(.*gran|pair_of_models)", r"^lammps\..*\.drop_in"),
    (r"^plugin/lammps/(mesh_|command_words)", r"^lammps\..*\.mesh"),
    (r"^plugin/lammps/.*(wall|region)", r"^lammps\..*\.(wall|mesh|superellipsoid_walls)"),
    (r"^plugin/common/present_ids", r"\.changes$"),
    (r"^plugin/common/ranks", r"^lammps\.(ranks|.*\.(collisions|history))$"),
    (r"^plugin/common/restart_file", r"\.(restart|upgrade|wall_record)$"),
    (r"^plugin/(common/|lammps/(entry|adapter))", r"^lammps\..*\.(plugin|messages|own_law)"),
    (r"^plugin/lammps/fix_history", r"^lammps\..*\.(history|restart|changes|upgrade)"),
    (r"^plugin/lammps/integrators", r"^lammps\..*\.integration"),
    (r"^plugin/lammps/.*settings", r"^lammps\..*\.(messages|restart|fixes)"),
    (r"^plugin/liggghts/(law_settings|models)", r"^liggghts\.messages"),
    (r"^plugin/liggghts/(gran_wall|run_hooks)", r"^liggghts\.(walls|restart|changes)"),
    (r"^plugin/liggghts/host_private", r"^liggghts\.(history|restart|changes)"),
    (r"^plugin/liggghts/", r"^liggghts\.(history|stock|output|changes)"),
    (r"^plugin/", r"^lammps\..*\.(collisions|fixes|history|single|output|changes)"),
]
# All else: the tests that read it. A group in parentheses of the path stands for \1 in the tests; "" is for no test.
READ_BY = [
    (r"^tests/laws/test_solvers", r"^laws\.solvers"),
    (r"^tests/(?:runtime|contacts|integrate|laws|check|abi|shapes|surface)/test_(\w+)\.(?:c|py)$", r"\.\1(\.|$)"),
    (r"^tests/(lammps|liggghts)/(host|decks|CMakeLists)", r"^\1\..*(collisions|history|messages)$"),
    (r"^tests/lammps/side_by_side\.py$", r"^lammps\..*\.drop_in"),
    (r"^tests/lammps/asked\.py$", r"^lammps\..*\.(every_law|superellipsoids|upgrade)$"),
    (r"^tests/(lammps|liggghts)/(\w+)\.py$", r"^\1\.(\w+\.)?\2$"),
    (r"^tests/data/(\w+)\.csv$", r"^replay\.\1$"),
    (r"^tests/data/.*\.restart$", r"^(lammps|liggghts)\..*restart$"),
    (r"^tests/data/restart-.*\.tar\.xz$", r"^lammps\..*\.upgrade$"),
    (r"^tests/.*\.md$", r""),
    (r"^abi/translate\.py$", r"^abi\.(own_law|languages|golden)"),
    (r"^tests/laws/", r"^laws\."),
    (r"^tests/(bench|compilers|cross|fuzz|install|museum|packaging|verify|versions|scripts|mutations|docs|site)/", r"^\1(\.(?!demo)|$)"),
    (r"^tests/which", r"^(mutations|scripts)\.(?!demo)"),
    (r"^tests/(abi|check|cli|contacts|integrate|lammps|liggghts|program|python|replay|runtime|shapes|surface)/", r"^\1\."),
    (r"^packaging/", r"^packaging\."),
    (r"^(site/|scripts/site$)", r"^site\."),
    (r"^scripts/new$", r"^cli\.new$"),
    (r"^scripts/(install|adapter)$", r"^(scripts\.(?!demo)|install\.)"),
    (r"^(scripts/|\.ci/)", r"^scripts\.(?!demo)"),
    (r"^benchmarks/", r"^bench\.(?!.*quick)"),
    (r"^examples/own", r"^abi\.own"),
    (r"^(examples|inputs)/", r"\.(examples|drop_in_inputs|stock)$"),
    (r"^python/", r"^(python|install)\."),
    (r"^docs/errata\.md$", r"^python\.errata$"),
    (r"^(README|docs/install)\.md$", r"\.readme$|^docs\.|^site\.|^install\.pages$"),
    (r"^docs/|\.md$", r"^docs\.|^site\.|\.readme$"),
    (r"^(paper/|LICENSE|REUSE|CITATION|codemeta)", r"^docs\."),
    (r"^(\.|CMakePresets)", r""),
]
PRODUCT = r"^(src|abi|plugin)/.*\.(c|h|cpp|def)$"


def is_of_host(path):
    return path.startswith("plugin/")


# Code that only runs of simulators have whole: motion, the ledger of energies, walls of triangles, and grains of other shapes.
OF_RUNS = ("src/integrate/", "src/ledger/", "src/surface/", "src/shapes/")


def hosts_of(path):
    """The tests of simulators that may see a change of a file."""
    if path.startswith("plugin/liggghts/"):
        return [LIGGGHTS]
    return [LAMMPS, LIGGGHTS] if path.startswith(("plugin/common/", "src/contacts/")) else [LAMMPS] if is_of_host(path) or path.startswith(OF_RUNS) else []


def first(path):
    return next((tests for pattern, tests in FIRST if re.search(pattern, path)), None)


def others(path):
    """Tests that look next where no simulator is needed, and those of them that are left out."""
    of_check = path.startswith("src/check/")
    left_out = [first(path), LONG] + [MISTAKES] * (not of_check)
    return OF_COMMAND if path.startswith(("src/cli/", "src/program/")) else CALLS_CHECK if of_check else UNITS, "|".join(left_out)


def checks(path, texts):
    """The checks of dcm check that may see a change of a file of src/check: those that stand in the file, or in files that use its header.
    texts: of the files by path"""
    def name(path):
        return os.path.splitext(path)[0]
    users, new = set(), {name(path)}
    while new:
        users |= new
        new = {name(p) for p, text in texts.items() if p.startswith("src/check/")
               and any(f'#include "{user[4:]}.h"' in text for user in users)} - users
        # Every check is declared in one header, and its table includes no check.
        new -= {"src/check/checks"}
    return sorted({check for user in users for check in re.findall(r"^void dcm_check_(\w+)\(const dcm_subject \*subject\) {",
                                                                  texts.get(user + ".c", ""), re.MULTILINE)})


def laws(paths):
    """The laws that changed, with blanks between, where nothing else of the product did; else ""."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "laws", "laws.def")) as file:
        files = {f"src/laws/{name}.c": name for name in re.findall(r"^DCM_LAW\(dcm_(\w+)\)$", file.read(), re.MULTILINE)}
    found = [files.get(path, "") for path in paths if re.search(PRODUCT, path)]
    return " ".join(name.replace("_", "-") for name in found) if all(found) else ""


def reads(path):
    """Tests that read a file that is not of the product; None if that is not known."""
    for pattern, tests in READ_BY:
        found = re.search(pattern, path)
        if found:
            return re.sub(r"\\(\d)", lambda group: found[int(group[1])], tests)
    return None


def choose(paths, tests):
    """The tests, of names with labels, for the paths, and the paths that nothing is known of."""
    chosen, unknown = set(), []
    for path in paths:
        product = re.search(PRODUCT, path)
        pattern = first(path) if product else reads(path)
        if pattern is None:
            unknown.append(path)
        for name, labels in tests.items():
            # Quick tests look for errors that may show anywhere.
            if product and re.search(LONG, name):
                continue
            if (pattern and re.search(pattern, name)) or (product or pattern is None) and "quick" in labels:
                chosen.add(name)
    return chosen, unknown


def main():
    listed = subprocess.run(["ctest", "--test-dir", sys.argv[1], "--show-only=json-v1"], check=True, stdout=subprocess.PIPE, text=True)
    tests = {}
    for test in json.loads(listed.stdout)["tests"]:
        labels = [p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"]
        tests[test["name"]] = labels[0] if labels else []
    paths = sys.stdin.read().split()
    chosen, unknown = choose(paths, tests) if paths else ({name for name in tests if "quick" in tests[name]}, [])
    print("^(" + "|".join(re.escape(name) for name in sorted(chosen)) + ")$" if chosen else "")
    print(len(tests) - len(chosen))
    print(" ".join(unknown))
    print(laws(paths))


if __name__ == "__main__":
    main()
