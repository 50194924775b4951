# SPDX-License-Identifier: MIT
"""python3 main.py FOLDER [options]: breaks the code in many places, one at a time, and tells what no test noticed.
scripts/mutate calls it; its usage tells the options."""

import argparse
import concurrent.futures
import functools
import json
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import threading
import time

import rules
import tree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LEAST_KILLED = 0.95

# More where the physics is, less where lines are read and printed.
WEIGHTS = [(r"^src/mechanics/", 3.0), (r"^src/(laws|contacts)/", 2.0), (r"^src/cli/", 0.3),
           # Hosts without plugins, this once, start by it, and the campaign's has them.
           (r"^plugin/lammps/launcher", 0.0), (r"", 1.0)]


def weight(path):
    return next(w for pattern, w in WEIGHTS if re.search(pattern, path))


def texts_of_sources():
    listed = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", "src", "plugin"], cwd=ROOT,
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    texts = {}
    for path in sorted(filter(re.compile(r"\.(c|h|cpp)$").search, listed.split("\0"))):
        with open(os.path.join(ROOT, path)) as file:
            texts[path] = file.read()
    return texts


def place(mutant):
    return f"{mutant.path}:{mutant.line}"


def describe(mutant):
    return f"{place(mutant)} ({mutant.rule})\n    - {mutant.before}\n    + {mutant.after}"


class Campaign:

    def __init__(self, mutants, known, trees, with_host, keep, checks):
        self.trees, self.with_host, self.keep, self.checks, self.timeout = trees, with_host, keep, checks, None
        self.count, self.verdicts, self.lock = len(mutants), known, threading.Lock()
        self.start = time.monotonic()
        # Files stay together, so that one is built again as seldom as can be.
        self.waiting = queue.Queue()
        files = {}
        for m in mutants:
            if m not in known:
                files.setdefault(m.path, []).append(m)
        for path in files:
            for first in range(0, len(files[path]), 4):
                self.waiting.put(files[path][first:first + 4])

    def say(self, text):
        print(f"[{time.monotonic() - self.start:5.0f} s] {text}", flush=True)

    def work(self, copy):
        while True:
            try:
                batch = self.waiting.get_nowait()
            except queue.Empty:
                return
            for mutant in batch:
                began = time.monotonic()
                verdict = copy.mutate(mutant, self.checks(mutant.path), self.with_host, self.timeout)
                with self.lock:
                    self.verdicts[mutant] = verdict
                    self.keep(self.verdicts)
                    word = "killed  " if verdict.killed else "SURVIVED" if verdict.built else "no build"
                    by = f" by {verdict.by}" if verdict.killed else ""
                    self.say(f"{len(self.verdicts):3}/{self.count} {word} {place(mutant)} {mutant.rule}{by} "
                             f"({time.monotonic() - began:.0f} s)")
                    if not verdict.killed and verdict.built:
                        print(f"    - {mutant.before}\n    + {mutant.after}", flush=True)

    def prepare(self):
        """Copies, builds, and runs what will run for mutants without one. Returns a sentence if that fails."""
        self.say("building the copies")
        for copy in self.trees:
            copy.copy()    # all of the same moment
        with concurrent.futures.ThreadPoolExecutor(len(self.trees)) as pool:
            printed = "".join(pool.map(tree.Tree.prepare, self.trees))
        if printed:
            return printed[-3000:] + "\nThe build fails without any mutation."
        self.say("the suite without any mutation")
        paths = {mutant.path for mutants in self.waiting.queue for mutant in mutants}
        checks = sorted({check for path in paths for check in self.checks(path)})
        chosen = {patterns for path in paths for part in tree.rounds(path, self.with_host) for patterns in part}
        names = sorted({name for patterns in chosen for name in self.trees[0].named(patterns)})

        def part(i):
            self.trees[i].environment["DCM_TEST_CHECKS"] = " ".join(checks)
            return self.trees[i].ctest(names[i::len(self.trees)])
        with concurrent.futures.ThreadPoolExecutor(len(self.trees)) as pool:
            for failed in filter(None, pool.map(part, range(len(self.trees)))):
                return f"{failed} fails without any mutation."
        # Mutants that loop for ever are given up.
        seconds = {name: time for copy in self.trees for name, time in copy.seconds.items()}
        for copy in self.trees:
            copy.seconds.update(seconds)
        self.timeout = int(30 + 3 * max(seconds.values()))
        return ""

    def run(self):
        threads = [threading.Thread(target=self.work, args=(copy,)) for copy in self.trees]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def table(verdicts, explained, markdown):
    """Rows by folder: mutants that were built, killed, survived, of these explained. The second are the numbers of all."""
    rows = {}
    for mutant, verdict in sorted(verdicts.items(), key=lambda v: v[0].path):
        if not verdict.built:
            continue
        for name in (os.path.dirname(mutant.path), "all"):
            row = rows.setdefault(name, [0, 0, 0, 0])
            row[0] += 1
            row[1] += verdict.killed
            row[2] += not verdict.killed
            row[3] += not verdict.killed and explanation(mutant, explained) is not None
    total = rows.pop("all", [0, 0, 0, 0])
    titles = ("", "mutants", "killed", "survived", "explained")
    cells = [titles, *((name, *row) for name, row in [*rows.items(), ("all", total)])]
    if markdown:
        lines = ["| " + " | ".join(map(str, row)) + " |" for row in cells]
        return [lines[0].replace("  ", " "), "|---" * len(titles) + "|", *lines[1:]], total
    return [f"{name:20}{m:>9}{k:>9}{s:>10}{e:>11}" for name, m, k, s, e in cells], total


def explanation(mutant, explained):
    for path, old, new, reason in explained:
        if path == mutant.path and old == mutant.before and new == mutant.after:
            return reason
    return None


def percent(part, whole):
    return f"{100.0 * part / max(1, whole):.1f} %"


def report(verdicts, asked, explained, seed, markdown):
    lines, (count, killed, survived, known) = table(verdicts, explained, markdown)
    unbuilt = sum(not v.built for v in verdicts.values())
    by_rule = sum(v.built and m.rule != "by hand" for m, v in verdicts.items())
    lines += ["", f"{percent(killed, count)} of {count} mutants, {by_rule} of them by rule, are killed; {unbuilt} more did not build. "
              f"Seed {seed}.",
              f"Without those that survive with an explanation, as scores are usually given: {percent(killed, count - known)}."]
    if len(verdicts) < asked:
        lines.append(f"{asked - len(verdicts)} more were not tried.")
    passed = count and killed >= LEAST_KILLED * count and survived == known
    if markdown:
        return lines, passed
    for title, is_known in (("Survivors that are explained", True), ("Survivors without an explanation", False)):
        those = [m for m, v in verdicts.items() if v.built and not v.killed and (explanation(m, explained) is not None) == is_known]
        if those:
            lines += ["", title + ":"]
        for m in those:
            lines.append(describe(m) + (f"\n    {explanation(m, explained)}" if is_known else ""))
    killed_after_all = [m for m, v in verdicts.items() if v.killed and explanation(m, explained) is not None]
    if killed_after_all:
        lines += ["", "Explained in the list, but killed now:"] + [describe(m) for m in killed_after_all]
    return lines, passed


class Memory:
    """Results of mutants in earlier runs, in a file."""

    def __init__(self, path):
        self.path, self.found = path, {}
        if os.path.exists(path):
            with open(path) as file:
                self.found = json.load(file)

    @staticmethod
    def key(mutant):
        return "\n".join((mutant.path, mutant.before, mutant.after))

    def of(self, mutants):
        return {m: tree.Verdict(*self.found[self.key(m)]) for m in mutants if self.key(m) in self.found}

    def keep(self, verdicts):
        self.found.update({self.key(m): (v.killed, v.by, v.built) for m, v in verdicts.items()})
        with open(self.path + ".new", "w") as file:
            json.dump(self.found, file, indent=1)
        os.replace(self.path + ".new", self.path)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--host", default="")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--continue", dest="go_on", action="store_true")
    return parser.parse_args()


def finish(verdicts, asked, explained, options):
    lines, passed = report(verdicts, asked, explained, options.seed, options.markdown)
    print("\n" + "\n".join(lines))
    if options.report:
        return 0 if passed else 1
    with open(os.path.join(options.folder, "results.txt"), "w") as file:
        file.write("\n".join(lines) + "\n")
    return 0 if passed else 1


def copies_of(options):
    # Optimisation is left out where it takes the compiler long, and so are other instruction sets; the results don't depend on them.
    configure = ["-D", "CMAKE_BUILD_TYPE=Debug", "-D", "CMAKE_C_FLAGS_DEBUG=-O1", "-D", "CMAKE_CXX_FLAGS_DEBUG=-O1", "-D",
                 "DCM_WERROR=OFF", "-D", "BUILD_TESTING=ON", "-D", "DCM_BASELINE_ONLY=ON", "-D", f"DCM_HOSTS={options.host}"]
    # After a mutant of a header what was built without it is built again.
    if shutil.which("ccache"):
        configure += ["-D", "CMAKE_C_COMPILER_LAUNCHER=ccache", "-D", "CMAKE_CXX_COMPILER_LAUNCHER=ccache"]
    if not options.host:
        configure += ["-D", "LIGGGHTS_INCLUDE_DIR=OFF"]
    threads = max(1, (os.cpu_count() or 2) // options.jobs)
    return [tree.Tree(os.path.join(options.folder, f"copy-{i + 1}"), ROOT, configure, threads)
            for i in range(options.jobs)]


def main():
    options = arguments()
    texts = texts_of_sources()
    explained = rules.read_list(os.path.join(HERE, "survivors.txt"))
    mutants = rules.by_hand(rules.read_list(os.path.join(HERE, "by_hand.txt")), texts)
    known = {(m.path, m.after) for m in mutants}
    mutants += [m for m in rules.choose_all(texts, weight, options.mutants, options.seed) if (m.path, m.after) not in known]
    mutants = [m for m in mutants if re.search(options.only, m.path) and (options.host or not m.path.startswith("plugin/"))]
    if options.host and not shutil.which("liggghts"):
        print("No LIGGGHTS: mutants of plugin/liggghts are left out", flush=True)
        mutants = [m for m in mutants if not m.path.startswith("plugin/liggghts/")]
    mutants.sort(key=lambda m: (not m.path.startswith("plugin/"), m.path))
    print(f"{len(mutants)} mutants, seed {options.seed}", flush=True)
    if options.sample is not None:
        # In an order by chance, so that those that were tried when a campaign is stopped are a sample, too.
        mutants = random.Random(options.seed).sample(mutants, min(options.sample, len(mutants)))
        print(f"a sample of {len(mutants)}", flush=True)
    if options.list:
        for mutant in mutants:
            print(describe(mutant))
        return 0

    memory = Memory(os.path.join(options.folder, "verdicts.json"))
    known = memory.of(mutants)
    if options.report:
        return finish(known, len(mutants), explained, options)
    # Survivors are worth another try.
    known = {m: v for m, v in known.items() if options.go_on and (v.killed or not v.built)}
    campaign = Campaign(mutants, known, copies_of(options), bool(options.host), memory.keep,
                        functools.cache(lambda path: tree.which.checks(path, texts)))
    if len(known) < len(mutants):
        failed = campaign.prepare()
        if failed:
            print(failed)
            return 1
    campaign.run()
    return finish(campaign.verdicts, len(mutants), explained, options)


if __name__ == "__main__":
    sys.exit(main())
