#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the mistakes of mistakes.txt in right laws, one at a time, and looks whether dcm check finds them, each by the right check, and
finds nothing in the laws of right/.

usage: mistakes.py DCM CC ARCHIVES CHUNK OF            chunk CHUNK, from 1, of OF: what ctest runs
       mistakes.py DCM CC ARCHIVES --table [WORD]...   by which checks each mistake (of a law WORD) is found, and what each check finds
  DCM       the command
  CC        a compiler
  ARCHIVES  libraries of a build that laws of src/laws need, with commas between

In the environment: SEEDS, so many seeds instead of one. PART=N: only every Nth mistake, and none that valgrind sees, for sanitizers and valgrind
exclude each other. DCM_TEST_CHECKS, names of checks: only mistakes that these find, and right laws by these alone; none: right laws alone, by all
checks. DCM_TEST_FIRST_FAILURE: ends at the first failure."""

import concurrent.futures
import dataclasses
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
INCLUDES = ["fenv.h", "locale.h", "math.h", "signal.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "sys/stat.h", "sys/time.h", "unistd.h"]
FLAGS = ["-std=c11", "-O1", "-w", "-fPIC", "-shared", "-D_GNU_SOURCE",
         *(word for name in INCLUDES for word in ("-include", name))]
OF_BUILTIN = ["-DDCM_BASELINE_ONLY", "-DDCM_ISA=baseline", "-DDCM_TARGET_MINOR=DCM_NEWEST_MINOR"]
ENTRY = """#include <dcm/dcm.h>
extern const dcm_model %(model)s;
static const dcm_model *const models[] = {&%(model)s};
static const dcm_library library = {sizeof library, DCM_ABI_VERSION, "mistakes", "1", 1, 0, models};
const dcm_library *dcm_library_entry(const dcm_host *host) { return (void)host, &library; }
"""


@dataclasses.dataclass
class Case:
    path: str    # what is changed
    source: str    # what is compiled
    law: str
    hunks: list    # [(old, new)]
    checks: list    # that find it; none: nothing may be found
    broken: str    # what is broken, or why it is right
    message: str    # text that the finding has

    @property
    def is_right(self):
        return self.checks == ["none"]

    @property
    def is_right_example(self):
        return self.is_right and self.path.startswith("examples/")

    @property
    def needs_valgrind(self):
        return "memory" in self.checks


def read_list(path):
    """See the head of mistakes.txt."""
    cases, place, hunks, last, ended = [], None, [], None, True
    with open(path) as file:
        lines = [line.strip() for line in file if not line.startswith("#")]
    for before, line in zip([""] + lines, lines):
        if not line:
            continue
        if not before:
            place, last, ended = line.split(), None, True
        elif line[0] == ">":
            cases[-1].message += line[2:]
        elif line[0] in "-+":
            if ended:
                hunks, ended = [], False
                if line[0] == "+":
                    hunks.append((last, []))
            if line[0] == "-" and (not hunks or hunks[-1][1]):
                hunks.append(([], []))
            hunks[-1][line[0] == "+"].append(line[1:].strip())
        else:
            checks, broken = re.fullmatch(r"([\w, ]+): (.*)", line).groups()
            cases.append(Case(place[0], place[-2], place[-1], hunks, checks.split(", "), broken, ""))
            last, ended = hunks[0][0], True
    return cases


def right_laws():
    for name in sorted(os.listdir(os.path.join(HERE, "right"))):
        path = f"tests/check/right/{name}"
        for law in re.findall(r'LAW\(\w+,\s*"([\w-]+)"', unchanged(path) if name.endswith(".c") else ""):
            yield Case(path, path, law, [], ["none"], "as it stands", "")


def unchanged(path):
    with open(os.path.join(SOURCE, path)) as file:
        return file.read()


def changed(case):
    text = unchanged(case.path)
    for old, new in case.hunks:
        pattern = r"\s+".join(re.escape(word) for word in " ".join(old).split())
        text, count = re.subn(pattern, lambda _: "\n".join(new), text)
        if count != 1:
            raise ValueError(f"{case.path} has {count} times, not once: {' '.join(old)}")
    return text


class Bench:
    """Compiles laws and runs dcm check."""

    def __init__(self, dcm, cc, archives, folder):
        self.dcm, self.cc, self.archives, self.folder = dcm, cc, archives.split(","), folder
        self.has_valgrind = int(os.environ.get("PART", 1)) == 1 and shutil.which("valgrind")
        self.made = {}
        self.temporary = os.path.join(folder, "temporary")    # is empty after each run
        os.mkdir(self.temporary)

    def library(self, case, number):
        key = case.path if not case.hunks else number
        if key not in self.made:
            self.made[key] = self.compile(case, os.path.join(self.folder, str(number)))
        return self.made[key]

    def compile(self, case, folder):
        for path, text in ((case.source, unchanged(case.source)), (case.path, changed(case))):
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w") as file:
                file.write(text)
        here = os.path.dirname(case.path)
        includes = [os.path.join(folder, "src"), *(os.path.join(SOURCE, name) for name in (here, "src", "abi"))]
        command = [self.cc, *FLAGS, "-o", folder + ".so", *(word for name in includes for word in ("-I", name)), os.path.join(folder, case.source)]
        if case.source.startswith("src/"):
            with open(os.path.join(folder, "entry.c"), "w") as file:
                file.write(ENTRY % {"model": f"dcm_{os.path.basename(case.source)[:-2]}_baseline"})
            command += [*OF_BUILTIN, os.path.join(folder, "entry.c"), *self.archives]
        subprocess.run(command + ["-lm"], check=True)
        return folder + ".so"

    def check(self, case, library, seed, only=None):
        """(exit code, [checks that find something], output)"""
        command = [self.dcm, "check", case.law, "--library", library, *(["--memory"] if self.has_valgrind and (case.needs_valgrind or case.is_right_example) else [])]
        command += (["--seed", str(seed)] if seed else []) + (["--only", only] if only else [])
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             env={**os.environ, "TMPDIR": self.temporary})
        return run.returncode, re.findall(r"^  (\w+) +(?:FOUND|CRASHED|HUNG)", run.stdout, re.MULTILINE), run.stdout


def failure(bench, case, number, seed, checks):
    """None, or what is wrong."""
    try:
        library = bench.library(case, number)
    except (ValueError, subprocess.CalledProcessError) as error:
        return f"{case.law}, {case.broken}: {error}"
    for only in (checks or [None]) if case.is_right else case.checks:
        code, found, output = bench.check(case, library, seed, only)
        if case.is_right:
            wrong = "" if code == 0 else f"wrongly found: {' '.join(found)}"
        else:
            wrong = "" if code == 1 and found == [only] else f"not found by {only}, exit code {code}"
            if not wrong and case.message not in " ".join(output.split()):
                wrong = f"the message does not have: {case.message}"
        wrong = wrong or "".join(f"leaves {name}" for name in os.listdir(bench.temporary))
        if wrong:
            text = "\n".join("    " + line for line in output[:1000].splitlines())
            return f"{case.law}, {case.broken} ({case.path}), seed {seed or 'as usual'}: {wrong}\n{text}"
    return None


def run_chunk(bench, cases, first, of):
    chosen = os.environ.get("DCM_TEST_CHECKS")
    wanted = chosen.split() if chosen is not None else []
    part, seeds = int(os.environ.get("PART", 1)), int(os.environ.get("SEEDS", 0))
    used = {check for case in cases for check in case.checks} - {"none"}
    checks = [check for check in wanted if check in used]
    cases = [case for case in cases if chosen is None or set(case.checks) & set(wanted) or (checks and case.is_right)]
    failures = 0
    if not bench.has_valgrind:
        cases = [case for case in cases if not case.needs_valgrind]
    mine = list(enumerate(cases))[part - 1::part][first::of]
    for number, case in mine:
        for seed in range(1, seeds + 1) if seeds else [0]:
            wrong = failure(bench, case, number, seed, checks)
            if wrong:
                failures += 1
                print(wrong, flush=True)
                if "DCM_TEST_FIRST_FAILURE" in os.environ:
                    return failures
    right = sum(case.is_right for _, case in mine)
    print(f"{len(mine) - right} mistakes, {right} right laws, {failures} failures")
    return failures


def table(bench, cases, words):
    cases = [case for case in cases if not words or case.law in words]

    def row(numbered):
        number, case = numbered
        try:
            return bench.check(case, bench.library(case, number), 0)[1]
        except (ValueError, subprocess.CalledProcessError) as error:
            return ["ERROR", str(error)]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(row, enumerate(cases)))
    finds, alone = {}, {}
    print("| law | mistake | found by |\n|---|---|---|")
    for case, found in zip(cases, rows):
        if case.is_right and not found and not case.hunks:
            continue
        marks = [f"**{check}**" if check in case.checks else check for check in found]
        marks += [f"NOT {check}" for check in case.checks if not case.is_right and check not in found]
        print(f"| {case.law} | {case.broken} | {', '.join(marks) or 'nothing'} |")
        for check in found:
            finds[check] = finds.get(check, 0) + 1
            alone[check] = alone.get(check, 0) + (len(found) == 1)
    print("\n| check | mistakes that it finds | that it alone finds |\n|---|---|---|")
    for check in sorted(finds, key=lambda c: (-finds[c], c)):
        print(f"| `{check}` | {finds[check]} | {alone[check]} |")


def main():
    dcm, cc, archives, *rest = sys.argv[1:]
    cases = list(right_laws()) + read_list(os.path.join(HERE, "mistakes.txt"))
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(dcm, cc, archives, folder)
        if rest[0] == "--table":
            return table(bench, cases, rest[1:])
        return 1 if run_chunk(bench, cases, int(rest[0]) - 1, int(rest[1])) else 0


if __name__ == "__main__":
    sys.exit(main())
