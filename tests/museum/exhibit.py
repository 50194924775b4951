# SPDX-License-Identifier: MIT
"""An exhibit of the museum, as it lies in the folder of its version, and how numbers of today are compared with its own."""

import hashlib
import json
import os
import re
import subprocess
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
SUMS = "SHA256SUMS"

# Laws that call exp, log and the like: by how much of the largest number of a column it may differ. Where each call has another last
# digit, the collisions of 1.0 differ by 3e-12 at most (museum.1.0.libm). A mistake in what law and host hand each other is far above.
TOLERANCE = 1e-10


def exhibits():
    """Folders of all exhibits."""
    return [os.path.join(HERE, name) for name in sorted(os.listdir(HERE)) if os.path.exists(os.path.join(HERE, name, SUMS))]


def files(folder):
    """Paths of all files below the folder, without that of the sums."""
    found = [os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names]
    return sorted(name for name in found if name != SUMS)


def sum_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def check_sums(folder):
    """What is wrong with the files of an exhibit."""
    with open(os.path.join(folder, SUMS)) as file:
        listed = dict(reversed(line.split()) for line in file)
    wrong = [f"{name} is not in {SUMS}" for name in files(folder) if name not in listed]
    for name, expected in listed.items():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            wrong.append(f"{name} is missing")
        elif sum_of(path) != expected:
            wrong.append(f"{name} is not what it was: its SHA-256 is {sum_of(path)}, and was {expected}")
    return wrong


def unpack(folder, machine, into):
    """The binaries for a machine: x86-64 or aarch64. Returns their folder."""
    target = os.path.join(into, os.path.basename(folder) + "-" + machine)
    with tarfile.open(os.path.join(folder, machine + ".tar.xz")) as archive:
        archive.extractall(target)
    return target


def read(folder, name):
    with open(os.path.join(folder, name)) as file:
        return json.load(file)


def write(folder, name, entries):
    """JSON with a line for each entry of a case, and for each row of numbers, so that people can read what differs."""
    def text(entry):
        parts = []
        for key, value in entry.items():
            if key == "rows":
                value = "[\n    " + ",\n    ".join(json.dumps(row) for row in value) + "]"
            else:
                value = json.dumps(value)
            parts.append(f'  "{key}": {value}')
        return "{\n" + ",\n".join(parts) + "\n}"

    with open(os.path.join(folder, name), "w") as file:
        file.write("[\n" + ",\n".join(text(entry) for entry in entries) + "\n]\n")


class Failed(Exception):
    """A program ended otherwise than well: its words are the text, and what it returned, below 0 for a signal, is status."""

    def __init__(self, command, done):
        super().__init__(f"{' '.join(command)}\n  ended with {done.returncode}: {done.stderr.strip()}")
        self.status = done.returncode
        self.sentence = done.stderr.strip()


def collide(program, libraries, case, environment=None):
    """The table that 'dcm collide' writes: names of columns, and rows of words. program is a list of words."""
    command = program + ["collide", case["law"], "--library", os.path.join(libraries, case["library"]), "--csv", "-"] + case["arguments"]
    done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise Failed(command, done)
    lines = [line.split(",") for line in done.stdout.splitlines() if not line.startswith("#")]
    return lines[0], lines[1:]


def some_of(rows, count=8):
    """As many rows, the first and the last among them."""
    last = len(rows) - 1
    return [rows[round(i * last / (count - 1))] for i in range(count)] if len(rows) > count else rows


# Components of a vector are compared with the largest of them: x1, y1, z1; w1x, w1y, w1z; tangential_force_x, and so on.
def kind_of(column):
    body = re.fullmatch(r"[xyz](\d)", column)
    return "position" + body.group(1) if body else re.sub(r"_?[xyz]$", "", column)


def differences(case, columns, rows):
    """How a table differs from that of an exhibit, which has some of the rows: sentences, and the largest difference. Columns that are
    here alone are those of a younger program, and left aside."""
    missing = [name for name in case["columns"] if name not in columns]
    if missing:
        return [f"{case['name']}: there is no column {', '.join(missing)}"], 0.0
    by_step = {row[0]: row for row in rows}
    places = [columns.index(name) for name in case["columns"]]
    largest = {}
    for row in case["rows"]:
        for name, word in zip(case["columns"], row):
            largest[kind_of(name)] = max(abs(float(word)), largest.get(kind_of(name), 0.0))
    wrong, worst = [], 0.0
    if rows[-1][0] != case["rows"][-1][0]:
        wrong.append(f"{case['name']}: it ends with step {rows[-1][0]}, and ended with step {case['rows'][-1][0]}")
    for expected in case["rows"]:
        row = by_step.get(expected[0])
        for name, place, word in zip(case["columns"], places, expected if row else []):
            if row[place] == word:
                continue
            now, then, scale = float(row[place]), float(word), largest[kind_of(name)]
            apart = abs(now - then) / scale if scale else abs(now - then)
            worst = max(worst, apart)
            if now != then and (case["exact"] or not apart <= TOLERANCE):
                wrong.append(f"{case['name']}: {name} at step {expected[0]} is {now:.17g}, and was {then:.17g}")
    return wrong, worst
