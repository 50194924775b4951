# SPDX-License-Identifier: MIT
"""A private copy of the tree, its build, and the part of the suite that may see a change of a file."""

import collections
import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import which  # noqa: E402


@dataclasses.dataclass
class Verdict:
    killed: bool
    by: str = ""    # the test, or "does not build"
    built: bool = True


def rounds(path, with_host):
    """The tests that may see a change of a file, without and with a simulator: pairs of patterns, of names and of names that are left out."""
    first, of_host = which.first(path), which.is_of_host(path)
    hosts = [(pattern, which.LONG) for pattern in which.hosts_of(path)] if with_host else []
    return ([], [(first, which.LONG), *hosts]) if of_host else ([(first, which.LONG), which.others(path)], hosts)


class Tree:
    """One of a campaign's copies; what runs in it can be told from everything else by its environment."""

    def __init__(self, folder, root, configure, jobs):
        self.folder, self.root, self.configure, self.jobs = folder, root, configure, jobs
        self.source, self.build = os.path.join(folder, "tree"), os.path.join(folder, "build")
        self.temporary = os.path.join(folder, "tmp")
        self.seconds, self.kills = {}, collections.Counter()    # that tests took, and of mutants, by name
        self.tests, self.targets = {}, set()    # words of the commands of tests by name; what the build makes
        self.environment = dict(os.environ, DCM_TEST_SHORT="1", DCM_TEST_FIRST_FAILURE="1", TMPDIR=self.temporary,
                                DCM_MUTATION_TREE=folder)

    def path(self, name):
        return os.path.join(self.source, name)

    def copy(self):
        """Brings the copy up to date. Files that are the same keep their times, so that little is built again."""
        os.makedirs(self.source, exist_ok=True)
        listed = subprocess.run(["git", "-c", f"safe.directory={self.root}", "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], cwd=self.root, check=True, stdout=subprocess.PIPE, text=True).stdout
        names = {name for name in listed.split("\0") if name and os.path.isfile(os.path.join(self.root, name))}
        for folder, _, files in os.walk(self.source):
            for file in files:
                if os.path.relpath(os.path.join(folder, file), self.source) not in names:
                    os.remove(os.path.join(folder, file))
        for name in sorted(names):
            with open(os.path.join(self.root, name), "rb") as file:
                wanted = file.read()
            try:
                with open(self.path(name), "rb") as file:
                    if file.read() == wanted:
                        continue
            except FileNotFoundError:
                os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            shutil.copy(os.path.join(self.root, name), self.path(name))

    def run(self, command, seconds):
        """Returns the status, None if it took too long, and what was printed; nothing that was started goes on."""
        shutil.rmtree(self.temporary, ignore_errors=True)
        os.makedirs(self.temporary)
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, text=True, errors="replace",
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            printed, _ = process.communicate(timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            printed, _ = process.communicate()
            status = None
        self.end_leftovers()
        return status, printed

    def end_leftovers(self):
        """A simulation that a mutant keeps from ending outlives the test that gave it up."""
        mark = f"DCM_MUTATION_TREE={self.folder}".encode()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    ours = mark in file.read().split(b"\0")
                if ours and int(pid) != os.getpid():
                    os.kill(int(pid), signal.SIGKILL)
            except OSError:
                pass

    def prepare(self):
        """Builds the copy without any change. Returns what the build printed if it failed."""
        status, printed = self.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja"] + self.configure, 600)
        if status == 0:
            status, printed = self.make(3600)
        if status != 0:
            return printed
        _, printed = self.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"], 600)
        self.tests = {test["name"]: test["command"] for test in json.loads(printed)["tests"]}
        _, printed = self.run(["ninja", "-C", self.build, "-t", "targets", "all"], 600)
        self.targets = set(re.findall(r"^(.*): ", printed, re.MULTILINE))
        return ""

    def make(self, seconds=900, targets=()):
        return self.run(["ninja", "-C", self.build, "-j", str(self.jobs), *targets], seconds)

    def programs(self, names):
        """Targets of the build that the commands of tests run: enough for tests of units."""
        return sorted({os.path.relpath(word, self.build) for name in names for word in self.tests[name]} & self.targets)

    def named(self, chosen):
        """The tests of a pair of patterns, of names and of names that are left out."""
        return [name for name in self.tests if re.search(chosen[0], name) and not re.search(chosen[1], name)]

    def order(self, rounds):
        """Names of tests in parts, each of which takes about as long as all before: first what is quick, and likely to see the change.
        rounds: pairs of patterns; the likely ones are in the first"""
        costs = {}
        for likely, chosen in zip([0.2] + [1.0] * len(rounds), rounds):
            for name in self.named(chosen):
                costs.setdefault(name, likely * self.seconds.get(name, 0.0) / (1 + self.kills[name]))
        parts, before, here = [], 0.0, 0.0
        for name in sorted(costs, key=costs.get):
            if not parts or here + costs[name] > max(before, 1.0):
                parts.append([])
                before, here = before + here, 0.0
            parts[-1].append(name)
            here += costs[name]
        return parts

    def ctest(self, names, *arguments, seconds=3600):
        """The first of these tests that fails, or ""."""
        # On a busy machine one of the many short ones may fail for no reason of its own.
        again = [] if any(re.search("^(lammps|liggghts)", name) for name in names) else ["--repeat", "until-pass:2"]
        pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
        status, printed = self.run(["ctest", "--test-dir", self.build, "--parallel", str(self.jobs), "--stop-on-failure",
                                    "-R", pattern, *again, *arguments], seconds)
        for name, time in re.findall(r"Test +#\d+: (\S+) \.* +Passed +([0-9.]+) sec", printed):
            self.seconds.setdefault(name, float(time))
        failed = re.findall(r"Test +#\d+: (\S+) \.*\*\*\*(\w+)", printed)
        failed = [f"{name}{'' if how == 'Failed' else ' (' + how + ')'}" for name, how in failed if how != "Skipped"]
        if status != 0 and not failed:
            failed = ["the tests took too long" if status is None else printed[-300:]]
        return failed[0] if status != 0 else ""

    def judge(self, path, with_host, timeout):
        """Builds and tests what stands in the copy now."""
        units, hosts = rounds(path, with_host)
        parts = [(names, self.programs(names)) for names in self.order(units)] + [(names, ()) for names in self.order(hosts)]
        for names, targets in parts:
            # Most mutants die of the first part, which needs a part of the build.
            status, _ = self.make(targets=targets)
            if status != 0:
                return Verdict(False, "does not build", built=False)
            failed = self.ctest(names, "--timeout", str(timeout))
            if failed:
                self.kills[failed.split()[0]] += 1
                return Verdict(True, failed)
        return Verdict(False)

    def mutate(self, mutant, checks, with_host, timeout):
        """The verdict of a mutant; the copy is as it was afterwards.
        checks: of dcm check that may see the change"""
        self.environment["DCM_TEST_CHECKS"] = " ".join(checks)
        self.environment["DCM_TEST_LAWS"] = which.laws([mutant.path])
        with open(self.path(mutant.path)) as file:
            text = file.read()
        try:
            with open(self.path(mutant.path), "w") as file:
                file.write(text[:mutant.start] + mutant.new + text[mutant.end:])
            return self.judge(mutant.path, with_host, timeout)
        finally:
            with open(self.path(mutant.path), "w") as file:
                file.write(text)
