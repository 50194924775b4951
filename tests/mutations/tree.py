# SPDX-License-Identifier: MIT
"""A private copy of the tree, its build, and the part of the suite that may see a change of a file."""

import dataclasses
import os
import re
import shutil
import signal
import subprocess

# What CTest calls the tests of units; those of other compilers, of installing and of valgrind build or run everything.
UNITS = r"^(abi|cli|driver|laws|contacts|mechanics|replay|runtime|kit)\."
LAMMPS = r"^(lammps|verify\.(?!liggghts))"
LIGGGHTS = r"^(verify\.)?liggghts\."
# Which units look first, and which tests of the host. Whatever passes there goes on to all others.
FIRST = [
    (r"^src/(laws|mechanics|kit|numeric)/", r"^(replay|laws|mechanics)\."),
    (r"^src/cli/", r"^cli\."),
    (r"^src/driver/", r"^(driver|cli|laws\.(hertz|numbers))"),
    (r"^src/runtime/", r"^(runtime|abi)\."),
    (r"^src/contacts/", r"^(contacts|runtime)\."),
    (r"^plugin/lammps/.*gran", r"^lammps\..*\.drop_in"),
    (r"^plugin/lammps/.*(wall|region|close_grains)", r"^lammps\..*\.wall"),
    (r"^plugin/common/present_ids", r"\.changes$"),
    (r"^plugin/common/restart_file", r"\.(restart|wall_record)$"),
    (r"^plugin/(common/|lammps/(entry|styles))", r"^lammps\..*\.(plugin|messages|own_law)"),
    (r"^plugin/lammps/fix_history", r"^lammps\..*\.(history|restart|changes)"),
    (r"^plugin/lammps/.*settings", r"^lammps\..*\.(messages|restart|fixes)"),
    (r"^plugin/liggghts/(law_settings|models)", r"^liggghts\.messages"),
    (r"^plugin/liggghts/(gran_wall|run_hooks)", r"^liggghts\.(walls|restart|changes)"),
    (r"^plugin/liggghts/host_private", r"^liggghts\.(history|restart|changes)"),
    (r"^plugin/liggghts/", r"^liggghts\.(history|stock|output|changes)"),
    (r"^plugin/", r"^lammps\..*\.(collisions|fixes|history|single|output|changes)"),
]
# Long, and made of what the others test one by one.
LONG = r"\.(chute|examples|memory)$|^verify\."


def is_of_host(path):
    return path.startswith("plugin/")


def hosts_of(path):
    """The tests of simulators that may see a change of a file."""
    if path.startswith("plugin/liggghts/"):
        return [LIGGGHTS]
    return [LAMMPS, LIGGGHTS] if path.startswith(("plugin/common/", "src/contacts/")) else [LAMMPS] if is_of_host(path) else []


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

    def make(self, seconds=900):
        return self.run(["cmake", "--build", self.build, "--parallel", str(self.jobs)], seconds)

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
        status, printed = self.make()
        if status != 0:
            return Verdict(False, "does not build", built=False)
        first = [pattern for prefix, pattern in FIRST if re.search(prefix, path)][:1]
        rounds = [[pattern] for pattern in first]
        if not is_of_host(path):
            rounds.append([UNITS, "-E", "|".join(first + [LONG])])
        for pattern in hosts_of(path) if with_host else []:
            rounds.append([pattern, "-E", "|".join((first if is_of_host(path) else []) + [LONG])])
        for arguments in rounds:
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
