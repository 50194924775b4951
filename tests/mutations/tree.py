# SPDX-License-Identifier: MIT
"""A private copy of the tree, its build, and the part of the suite that may see a change of a file."""

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


class Tree:
    """One of a campaign's copies; what runs in it can be told from everything else by its environment."""

    def __init__(self, folder, root, configure, jobs):
        self.folder, self.root, self.configure, self.jobs = folder, root, configure, jobs
        self.source, self.build = os.path.join(folder, "tree"), os.path.join(folder, "build")
        self.temporary = os.path.join(folder, "tmp")
        self.longest = 0.0    # of the tests that were run, in seconds
        self.made_for = {}
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
        return "" if status == 0 else printed

    def make(self, seconds=900, targets=()):
        return self.run(["ninja", "-C", self.build, "-j", str(self.jobs), *targets], seconds)

    def programs(self, pattern):
        """What the build makes of the commands of tests: enough for those of units."""
        if pattern not in self.made_for:
            _, printed = self.run(["ctest", "--test-dir", self.build, "-R", pattern, "--show-only=json-v1"], 600)
            words = {os.path.relpath(word, self.build) for test in json.loads(printed)["tests"] for word in test["command"]}
            _, printed = self.run(["ninja", "-C", self.build, "-t", "targets", "all"], 600)
            self.made_for[pattern] = sorted(words & set(re.findall(r"^(.*): ", printed, re.MULTILINE)))
        return self.made_for[pattern]

    def ctest(self, pattern, *arguments, seconds=3600):
        """The first test of those that match that fails, or ""."""
        # On a busy machine one of the many short ones may fail for no reason of its own.
        again = [] if re.search("lammps|liggghts", pattern) else ["--repeat", "until-pass:2"]
        status, printed = self.run(["ctest", "--test-dir", self.build, "--parallel", str(self.jobs), "--stop-on-failure",
                                    "-R", pattern, *again, *arguments], seconds)
        times = re.findall(r" Passed +([0-9.]+) sec", printed)
        self.longest = max([self.longest] + [float(time) for time in times])
        failed = re.findall(r"Test +#\d+: (\S+) \.*\*\*\*(\w+)", printed)
        failed = [f"{name}{'' if how == 'Failed' else ' (' + how + ')'}" for name, how in failed if how != "Skipped"]
        if status != 0 and not failed:
            failed = ["the tests took too long" if status is None else printed[-300:]]
        return failed[0] if status != 0 else ""

    def judge(self, path, with_host, timeout):
        """Builds and tests what stands in the copy now."""
        first = which.first(path)
        of_host = which.is_of_host(path)
        rounds = [[first]]
        if not of_host:
            pattern, left_out = which.others(path)
            rounds.append([pattern, "-E", left_out])
        for pattern in which.hosts_of(path) if with_host else []:
            rounds.append([pattern, "-E", f"{first}|{which.LONG}" if of_host else which.LONG])
        for arguments in rounds:
            # Most mutants die in the first round, which needs a part of the build.
            status, _ = self.make(targets=self.programs(first) if arguments == [first] and not of_host else ())
            if status != 0:
                return Verdict(False, "does not build", built=False)
            failed = self.ctest(*arguments, "--timeout", str(timeout))
            if failed:
                return Verdict(True, failed)
        return Verdict(False)

    def mutate(self, mutant, with_host, timeout):
        """The verdict of a mutant; the copy is as it was afterwards."""
        with open(self.path(mutant.path)) as file:
            text = file.read()
        try:
            with open(self.path(mutant.path), "w") as file:
                file.write(text[:mutant.start] + mutant.new + text[mutant.end:])
            return self.judge(mutant.path, with_host, timeout)
        finally:
            with open(self.path(mutant.path), "w") as file:
                file.write(text)
