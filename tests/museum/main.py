# SPDX-License-Identifier: MIT
"""python3 main.py TOPIC EXHIBIT [NAME=VALUE ...]: one test of the museum, as CTest runs it. Exit code 77: a program is not on this machine.

  sums       each file of the exhibit is what it was
  own        the program of the exhibit runs its own laws with the digits that they gave: where it does not, this machine is the reason
  laws       DCM, of today, runs the laws of the exhibit, and they give the digits that they gave, and that the old program gets of them here
  libm       the same, with a C library in which each last digit is another (OTHER_LIBM)
  check      'dcm check' calls each function of the laws of the exhibit, and finds nothing but what findings.txt has; that the laws of today
             pass all checks is seen elsewhere
  aarch64    DCM_AARCH64, of today, runs the laws for that machine, on its emulator
  hosts      the program of the exhibit runs the laws of today, which are in the folder LAWS, with the digits of DCM, or refuses them by a
             sentence that refusals.txt has
  record     writes what the others compare with; only for make.bash"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import cases
import exhibit

FAILURES = []


def fail(text):
    FAILURES.append(text)
    print("FAILED:", text)


def skip(why):
    print("skipped:", why)
    sys.exit(77)


class Libraries:
    """Shared objects that cannot be loaded because the machine lacks one that they need, as the library of a language."""

    def __init__(self, folder, program):
        self.lacking = {}
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".so"):
                continue
            done = subprocess.run(program + ["list", "--library", os.path.join(folder, name)], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
            if done.returncode and "cannot open shared object file" in done.stderr:
                self.lacking[name] = done.stderr.strip()

    def has(self, case):
        return case["library"] not in self.lacking

    def tell(self):
        """To be called last: what was left out is visible."""
        if self.lacking and not FAILURES:
            skip("; ".join(f"{name}: {why}" for name, why in self.lacking.items()))


def compare_collisions(folder, libraries, program, environment=None, old=None):
    """Compares what a program computes with what the exhibit has; and, to the last digit, with what the old program computes on this very
    machine, which has the same C library for both."""
    found = Libraries(libraries, program)
    worst, equal, compared = 0.0, 0, 0
    for case in exhibit.read(folder, "collisions.json"):
        if not found.has(case):
            continue
        try:
            table = exhibit.collide(program, libraries, case, environment)
            wrong, apart = exhibit.differences(case, *table)
            if old and not wrong:
                columns, rows = exhibit.collide(old, libraries, case)
                here = {**case, "name": case["name"] + ", by the old program on this machine", "columns": columns, "rows": rows, "exact": True}
                wrong, _ = exhibit.differences(here, *table)
        except exhibit.Failed as failed:
            fail(f"{case['name']}: {failed}")
            continue
        for sentence in wrong[:3]:
            fail(sentence)
        if len(wrong) > 3:
            fail(f"{case['name']}: {len(wrong) - 3} more")
        worst = max(worst, apart)
        equal += not wrong and apart == 0.0
        compared += 1
    print(f"{compared} collisions compared; {equal} are equal to the last digit; the largest difference is {worst:.1e} of a column")
    if not compared:
        fail("no collision was compared")
    found.tell()
    return worst


def laws(folder, into, DCM):
    libraries = exhibit.unpack(folder, "x86-64", into)
    compare_collisions(folder, libraries, [DCM], old=[os.path.join(libraries, "dcm")])


def own(folder, into):
    libraries = exhibit.unpack(folder, "x86-64", into)
    compare_collisions(folder, libraries, [os.path.join(libraries, "dcm")])


def libm(folder, into, DCM, OTHER_LIBM):
    worst = compare_collisions(folder, exhibit.unpack(folder, "x86-64", into), [DCM], {"LD_PRELOAD": OTHER_LIBM})
    if worst == 0.0:
        fail("the other C library has changed no digit: it was not loaded")


def aarch64(folder, into, DCM_AARCH64, QEMU="", LIBRARIES=""):
    if not QEMU:
        skip("no qemu-aarch64 (Debian's package qemu-user)")
    if not os.path.exists(DCM_AARCH64):
        skip("no dcm for aarch64: the test cross.aarch64 builds it with aarch64-linux-gnu-gcc (Debian's package gcc-aarch64-linux-gnu)")
    compare_collisions(folder, exhibit.unpack(folder, "aarch64", into), [QEMU, "-L", LIBRARIES, DCM_AARCH64])


def read_known(name):
    """{(version of an exhibit, law): the rest of the line}, of findings.txt or refusals.txt"""
    with open(os.path.join(exhibit.HERE, name)) as file:
        lines = [line.rstrip("\n").split(" ", 2) for line in file if line.strip() and not line.startswith("#")]
    return {(version, law): rest for version, law, rest in lines}


# What calls init, compute, history, reach and destroy, and looks whether the structs of old are kept.
CHECKS = {"arguments", "finite", "batches"}


def check(folder, into, DCM):
    version, known = os.path.basename(folder), read_known("findings.txt")
    libraries = exhibit.unpack(folder, "x86-64", into)
    found = Libraries(libraries, [DCM])
    seen = set()
    for case in exhibit.read(folder, "collisions.json"):
        law = case["law"]
        if law in seen or not found.has(case):
            continue
        seen.add(law)
        wrong = set(known.get((version, law), "").split())    # the checks that find a mistake which was mended since
        for name in sorted(CHECKS | wrong):
            done = subprocess.run([DCM, "check", law, "--library", os.path.join(libraries, case["library"]), "--only", name], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != int(name in wrong) or f"  {name} " not in done.stdout:
                fail(f"dcm check {law} of {version} --only {name} ended with {done.returncode}:\n{done.stdout}")
    print(f"{len(seen)} laws checked")
    found.tell()


def hosts(folder, into, DCM, LAWS):
    version = os.path.basename(folder)
    old = os.path.join(exhibit.unpack(folder, "x86-64", into), "dcm")
    refusals = read_known("refusals.txt")
    listed = subprocess.run([DCM, "list"], text=True, stdout=subprocess.PIPE, check=True).stdout
    for law in (line.split()[0] for line in listed.splitlines()):
        if law not in cases.LAWS:
            fail(f"the law {law} has no case in tests/museum/cases.py")
    there = set(os.listdir(LAWS))
    lacking = sorted({case["library"] for case in cases.collisions()} - there)
    ran, refused = set(), set()
    for case in cases.collisions():
        if case["library"] in lacking:
            continue
        try:
            columns, rows = exhibit.collide([DCM], LAWS, case)
        except exhibit.Failed as failed:
            fail(f"{case['name']} of today in the program of today: {failed}")
            continue
        expected = {**case, "columns": columns, "rows": rows, "exact": True}
        try:
            columns, rows = exhibit.collide([old], LAWS, case)
        except exhibit.Failed as failed:
            expected_words = refusals.get((version, case["law"]))
            if failed.status in (1, 2) and expected_words and expected_words in failed.sentence:
                refused.add(case["law"])
            elif "GLIBC_" in failed.sentence and failed.sentence.startswith(old):
                skip(f"the C library is older than the program of {version}: {failed.sentence}")
            else:
                fail(f"{case['name']} of today in the program of {version}: {failed}")
            continue
        if (version, case["law"]) in refusals:
            fail(f"{case['law']} runs in the program of {version}, and refusals.txt says that it is refused")
        # What the program prints of its own is a part of what it prints today.
        expected["columns"], places = zip(*((name, i) for i, name in enumerate(expected["columns"]) if name in columns))
        expected["rows"] = [[row[i] for i in places] for row in expected["rows"]]
        for sentence in exhibit.differences(expected, columns, rows)[0][:3]:
            fail(f"in the program of {version}: {sentence} in that of today")
        ran.add(case["law"])
    print(f"{len(ran)} laws run in the program of {version}, {len(refused)} are refused")
    if lacking and not FAILURES:
        skip(f"no compiler for {', '.join(lacking)}")


def record(folder, into, DCM):
    libraries = exhibit.unpack(folder, "x86-64", into)
    entries = []
    for case in cases.collisions():
        columns, rows = exhibit.collide([DCM], libraries, case)
        entries.append({**case, "columns": columns, "rows": exhibit.some_of(rows)})
    exhibit.write(folder, "collisions.json", entries)


def sums(folder, into):
    for sentence in exhibit.check_sums(folder):
        fail(f"{os.path.basename(folder)}: {sentence}")
    print(f"{len(exhibit.files(folder))} files looked at")


def main(topic, folder, *settings):
    into = tempfile.mkdtemp(prefix="dcm-museum-")
    try:
        globals()[topic](os.path.abspath(folder), into, **dict(setting.split("=", 1) for setting in settings))
    finally:
        shutil.rmtree(into)
    sys.exit(1 if FAILURES else 0)


main(*sys.argv[1:])
