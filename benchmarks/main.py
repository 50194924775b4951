# SPDX-License-Identifier: MIT
"""python3 main.py OPTIONS: runs the benchmarks and writes their results. scripts/bench calls it; --help tells of the options."""

import argparse
import dataclasses
import os
import shutil
import statistics
import subprocess
import sys
import time

import budget
import instructions
import memory
import ranks
import scaling
import session
import states
import table
import timing
import workloads


class Parser(argparse.ArgumentParser):

    def error(self, message):
        sys.exit(f"error: {message}; see scripts/bench --help")


def name_in(what, names, more=""):

    def check(word):
        if word not in names:
            raise argparse.ArgumentTypeError(f"there is no {what} {word!r}; there are {', '.join(names)}{more}")
        return word

    return check


def number_from(low, what):

    def check(word):
        if not word.isdecimal() or int(word) < low:
            raise argparse.ArgumentTypeError(f"{what} {word!r} is not a whole number of at least {low}")
        return int(word)

    return check


def parse(words):
    parser = Parser(prog="scripts/bench", add_help=False, allow_abbrev=False)
    parser.add_argument("--workload", action="append", type=name_in("workload", list(workloads.WORKLOADS), f", and alone {', '.join(workloads.ALONE)}"))
    parser.add_argument("--style", action="append", type=name_in("style", list(workloads.STYLES)))
    parser.add_argument("--ranks", action="append", type=number_from(1, "the number of ranks"))
    parser.add_argument("--threads", action="append", type=number_from(1, "the number of threads"))
    parser.add_argument("--skin", action="append", type=name_in("skin", ["small", "usual", "large"]))
    parser.add_argument("--isa", action="append", type=name_in("instruction set", ["baseline", "v3", "v4"]))
    parser.add_argument("--rounds", type=number_from(1, "the number of rounds"))
    parser.add_argument("--steps", type=number_from(1, "the number of steps"))
    parser.add_argument("--words", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--energies", action="store_true")
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cache")
    parser.add_argument("--out")
    parser.add_argument("--lammps", action="append", nargs=5, default=[])    # id, version, executable, source, ON or OFF
    options = parser.parse_args(words)
    options.beds = options.scaling and not options.ranks
    if options.beds:
        options.ranks = ranks.RANKS[:2] if options.quick else ranks.RANKS
    options.ranks, options.threads = options.ranks or [1], options.threads or [1]
    options.skin, options.isa = options.skin or ["usual"], options.isa or [""]
    options.rounds = options.rounds or (1 if options.quick else 5)
    commands = [f"--{name}" for name in ("instructions", "profile", "memory", "energies", "scaling") if getattr(options, name)]
    if len(commands) > 1 and commands != ["--instructions", "--energies"]:
        parser.error(f"{' and '.join(commands)} are {len(commands)} commands")
    for name in options.workload or ():
        if commands and workloads.WORKLOADS[name].input:
            parser.error(f"{commands[0]} cannot look into {name}, an input that is not edited")
    chosen = {name: set(workloads.WORKLOADS[name].styles) & set(options.style or workloads.STYLES)
              for name in options.workload or (["small"] if options.instructions else ["bed"] if options.scaling else workloads.MAIN)}
    for name in options.workload or ():
        if not chosen[name]:
            parser.error(f"none of the styles asked for runs in {name}, which has {', '.join(workloads.WORKLOADS[name].styles)}")
    options.workload = [name for name, styles in chosen.items() if styles]
    if options.scaling and options.workload != ["bed"]:
        parser.error("--scaling has beds of its own; leave --workload out")
    return options


def listing():
    lines = ["workloads:"] + [f"  {w.name:<26}{w.title}" for w in workloads.WORKLOADS.values()]
    lines += ["workloads that are run alone:"] + [f"  {name:<26}{title}" for name, title in workloads.ALONE.items()]
    lines += ["styles:"] + [f"  {s.name:<26}{s.title}" for s in workloads.STYLES.values()]
    return "\n".join(lines)


class Bench:

    def __init__(self, options):
        self.options = options
        self.begin = time.monotonic()
        self.hosts = [session.Host(id, int(version), executable, source, threaded == "ON")
                      for id, version, executable, source, threaded in options.lammps]
        self.results = {}
        self.titles = {s.name: s.title for s in workloads.STYLES.values()}

    def say(self, text):
        print(f"[{time.monotonic() - self.begin:5.0f} s] {text}", flush=True)

    def state(self, workload):
        if not workload.state:
            return self.state_of_host(workload)
        recipe = workloads.quick(workload.state) if self.options.quick else workloads.STATES[workload.state]
        return states.make(workload.state, recipe, self.hosts[0], self.options.cache, self.say)

    def state_of_host(self, workload):
        paths = [os.path.join(host.source, "bench", "data.chute") for host in self.hosts]
        for path in paths:
            if os.path.exists(path):
                return path
        self.say(f"{workload.name} is left out: there is no {' and no '.join(paths)}, which are part of LAMMPS' source")
        return None

    def cases(self, workload):
        return [timing.Case(workload, host, ranks, threads, skin, isa) for host in self.hosts for skin in self.options.skin
                for ranks in self.options.ranks for threads in self.options.threads for isa in self.options.isa]

    def styles(self, workload):
        chosen = [s for s in workload.styles if not self.options.style or s in self.options.style]
        return [workloads.STYLES[s] for s in chosen]

    def measure(self, workload):
        state = self.state(workload)
        if not state:
            return
        steps = self.options.steps or (5 if self.options.quick else workload.steps)
        before = 2 if self.options.quick else workload.before
        cases = self.cases(workload)
        found = {case: {style.name: [] for style in self.styles(workload)} for case in cases}
        for turn in range(1, self.options.rounds + 1):
            for case in cases:
                for style in self.styles(workload):
                    found[case][style.name].append(
                        timing.run_once(case, style, state, steps, before, tuple(self.options.words.split())))
                told = ", ".join(f"{self.titles[s]} {samples[-1].pair:.2f}" for s, samples in found[case].items())
                self.say(f"{case.name}: round {turn} of {self.options.rounds}: Pair, ms a step: {told}")
        self.results.update(found)

    def profile(self):
        """Nanoseconds a contact of the parts of the loop, for each dcm style of each case."""
        columns = []
        for name in self.options.workload:
            workload = workloads.WORKLOADS[name]
            state = self.state(workload)
            for case in self.cases(workload) if state else ():
                for style in self.styles(workload):
                    if style.is_dcm:
                        self.say(f"{case.name}: {style.title}: profile")
                        found = budget.profile(case, style, state, self.options.steps or (20 if self.options.quick else 2 * workload.steps),
                                               tuple(self.options.words.split()))
                        columns.append((case, style, found))
        if not columns:
            raise session.Failed("nothing was left to profile: only styles of dcm are")
        differ, common = table.varying([case for case, _, _ in columns])
        rows = [["part of a step"] + [" ".join([case.workload.name] + table.cells_of(case, differ) + [style.title]) for case, style, _ in columns]]
        for part in budget.ORDER:
            if any(found.parts[part] for _, _, found in columns):
                rows.append([part] + [f"{found.parts[part]:.1f}" for _, _, found in columns])
        rows.append(["sum"] + [f"{sum(found.parts[part] for part in budget.ORDER):.1f}" for _, _, found in columns])
        text = f"Nanoseconds for each contact and step, by perf; {', '.join(table.processor())}; {common}:\n\n" + table.markdown(rows)
        for case, style, found in columns:
            if found.at_walls > 0.0:
                text += (f"\n{case.workload.name}, {style.title}: a contact of two grains takes {found.of_pair():.1f} ns, one with a wall "
                         f"{found.of_wall():.1f} ns, {found.of_wall() / found.of_pair():.2f} times as long, and {found.of_place():.1f} ns "
                         "to find where the wall is.\n")
        return text

    def cost_of_energies(self):
        """Each dcm style without and with fix dcm/energy, one after the other in every round."""
        rows = []
        for name in self.options.workload:
            workload = workloads.WORKLOADS[name]
            state = self.state(workload)
            steps = self.options.steps or (5 if self.options.quick else workload.steps)
            for case in self.cases(workload) if state else ():
                for style in self.styles(workload):
                    if not style.is_dcm:
                        continue
                    pairs = []
                    for _ in range(self.options.rounds):
                        pairs.append([timing.run_once(case, style, state, steps, 2 if self.options.quick else workload.before,
                                                      tuple(self.options.words.split()), energies=word) for word in ("no", "yes")])
                    off, on = zip(*pairs)
                    if any(a.kinetic_energy != b.kinetic_energy for a, b in pairs):
                        raise session.Failed(f"{case.name}: {style.title}: with fix dcm/energy the grains move otherwise")
                    inverse = [timing.ratio([b.pair for b in on], [a.pair for a in off]),
                               timing.ratio([a.pair + b.loop - a.loop for a, b in pairs], [a.pair for a in off])]
                    self.say(f"{case.name}: {style.title}: {inverse[0]}, {inverse[1]}")
                    rows.append((case, style, [f"{statistics.median(times):.3f}" for times in ([a.pair for a in off], [b.pair for b in on])] +
                                 [str(found) for found in inverse]))
        if not rows:
            raise session.Failed("nothing was left to run: only styles of dcm tell energies")
        differ, common = table.varying([case for case, _, _ in rows])
        heading = [["workload"] + differ + ["style", "Pair, ms a step", "with fix dcm/energy", "Pair with it over Pair", "Pair and what else the fix takes over Pair"]]
        return (f"What fix dcm/energy costs; {common}; {', '.join(table.processor())}; median of {timing.counted(self.options.rounds, 'round')} "
                "(lowest to highest); the kinetic energies in the end are the same to the last digit that the log tells:\n\n" +
                table.markdown(heading + [[case.workload.name] + table.cells_of(case, differ) + [style.title] + cells for case, style, cells in rows]))

    def count_energies(self):
        """Instructions of the parts of a step, without and with fix dcm/energy."""
        rows = [["workload", "style", "host", "law", "rest of the pairs", "law with the fix", "rest of the pairs", "the fix beside them", "pairs, times as many",
                 "all, times as many"]]
        for workload in (workloads.WORKLOADS[name] for name in self.options.workload):
            state = self.state(workload)
            for style in self.styles(workload) if state else ():
                for host in self.hosts if style.is_dcm else ():
                    found = instructions.of_energies(host, workload, style, state)
                    before, after, all_after = sum(found["no"]), sum(found["yes"][:2]), sum(found["yes"])
                    rows.append([workload.name, style.title, host.name] + [f"{part:.1f}" for part in found["no"][:2] + found["yes"]] +
                                [f"{after / before:.2f}", f"{all_after / before:.2f}"])
                    self.say(f"{workload.name}: {host.name}: {style.title}: {before:.1f} instructions for each contact and step, {all_after:.1f} with energies")
        return "Instructions for each contact of two grains and step, by callgrind:\n\n" + table.markdown(rows)

    def count_instructions(self):
        if not shutil.which("valgrind"):
            raise session.Failed("counting instructions needs valgrind (apt install valgrind)")
        if self.options.energies:
            return self.count_energies()
        rows = [["workload", "style"] + [host.name for host in self.hosts]]
        walls = []
        for workload in (workloads.WORKLOADS[name] for name in self.options.workload):
            state = self.state(workload)
            at_walls = [budget.grains_at_walls(timing.Case(workload, host, 1, 1, "usual", ""), state) for host in self.hosts if state]
            for style in self.styles(workload) if state else ():
                row = [workload.name, style.title]
                for host, touching in zip(self.hosts, at_walls):
                    found = instructions.per_contact(host, workload, style, state, touching)
                    row.append(f"{found.of_pair:.1f}")
                    self.say(f"{workload.name}: {host.name}: {style.title}: {found.of_pair:.1f} instructions for each contact and step")
                    if style.is_dcm and found.of_wall:
                        walls.append(row[:2] + [host.name, f"{found.of_step:.1f}", f"{found.of_wall:.1f}", f"{found.ratio():.2f}"])
                rows.append(row)
        text = "Instructions for each contact and step, by callgrind:\n\n" + table.markdown(rows)
        if walls:
            heading = [["workload", "style", "host", "two grains, without lists", "a grain at a wall, with all that walls take", "times as many"]]
            text += "\nOf contacts of two grains, and of grains that touch a wall:\n\n" + table.markdown(heading + walls)
        return text

    def scale(self):
        if not shutil.which("valgrind"):
            raise session.Failed("counting instructions of ranks needs valgrind (apt install valgrind)")
        counts = self.count_of_ranks()
        return (self.beds() + "\n" if self.options.beds else "") + counts

    def count_of_ranks(self):
        state, copies = self.state(workloads.WORKLOADS["small"]), 2 if self.options.quick else ranks.COPIES
        found = {}
        for number in self.options.ranks:
            for style in ranks.STYLES:
                counted = found[style, number] = ranks.count(self.hosts[0], number, style, {"state": state, "across": copies, "along": copies})
                self.say(f"{timing.counted(number, 'rank')}, {style}: {max(counted.step.instructions):,.0f} instructions a step, "
                         f"{max(counted.new_list.instructions):,.0f} a step with a new list")
        step, new_list = (table.markdown(ranks.rows_of(found, self.titles, what)) + "\n" + ranks.growth(found, self.titles, what)
                          for what in ("step", "new_list"))
        return (f"Counts of a rank and step, which do not depend on the clock; {self.hosts[0].name}; instructions for AVX2 without those in MPI:\n\n"
                f"{step}\nA step that makes a new list:\n\n{new_list}")

    def beds(self):
        state = self.state(workloads.WORKLOADS["bed"])
        steps, before = self.options.steps or (5 if self.options.quick else scaling.STEPS), 2 if self.options.quick else 5
        found = {}
        for copies in ((1, 1), (2, 1)) if self.options.quick else scaling.COPIES:
            for style in (scaling.NOTHING, *scaling.STYLES):
                bed = found[style, copies] = scaling.run(self.hosts[0], style, state, *copies, steps, before)
                self.say(f"{bed.grains:,} grains, {style}: {bed.loop:.1f} ns a grain and step, {bed.counted:.0f} bytes a grain, {bed.peak:.0f} at most")
        rows = sorted(scaling.rows_of(found, self.titles)[1:], key=lambda row: [s.title for s in workloads.STYLES.values()].index(row[0]), reverse=True)
        return (f"Beds of more and more grains; {self.hosts[0].name}, one rank; {', '.join(table.processor())}; {steps} steps; load {load():.1f} on "
                f"{os.cpu_count()} cores:\n\n" + table.markdown(scaling.rows_of(found, self.titles)[:1] + rows) + "\n" +
                scaling.on_paper(found[scaling.STYLES[0], list(found)[-1][1]]) + "\n")

    def count_memory(self):
        rows = []
        for name in self.options.workload:
            workload = workloads.WORKLOADS[name]
            state = self.state(workload)
            for case in self.cases(workload) if state else ():
                for style in self.styles(workload):
                    found = memory.per_pair(case, style, state)
                    self.say(f"{case.name}: {style.title}: {found:.1f} bytes for each listed pair")
                    rows.append((case, style, found))
        if not rows:
            raise session.Failed("nothing was left to run")
        differ, common = table.varying([case for case, _, _ in rows])
        rows = [["workload"] + differ + ["style", "bytes a listed pair"]] + [
            [case.workload.name] + table.cells_of(case, differ) + [style.title, f"{found:.1f}"] for case, style, found in rows]
        return f"Memory for each listed pair beside LAMMPS' own lists, by its own count; {common}:\n\n" + table.markdown(rows)


def text_of(bench):
    """The text that the command prints in the end and writes to bench.md."""
    rows, common = table.comparison(bench.results, bench.titles)
    parts = [f"{', '.join(table.processor())}; {common}; median of {timing.counted(bench.options.rounds, 'round')} (lowest to highest)",
             "How many times as fast:", rows, "Where a step goes, in milliseconds:", table.shares(bench.results, bench.titles)]
    rows = table.scaling(bench.results, bench.titles)
    if rows:
        parts += ["How many times as fast as with one rank and one thread:", rows]
    rows = table.forms(bench.results, bench.titles)
    if rows:
        parts += ["How many times as long form consistent takes as form sheet:", rows]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def load():
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def commit():
    done = subprocess.run(["git", "-c", "safe.directory=*", "-C", session.HERE, "rev-parse", "--short", "HEAD"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.strip()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def run(options):
    bench = Bench(options)
    os.makedirs(options.out, exist_ok=True)
    if load() > 1.0:
        bench.say(f"other programs are busy (load {load():.1f} on {os.cpu_count()} cores): mind the spread of the ratios")
    for name, command in (("instructions", bench.count_instructions), ("profile", bench.profile), ("memory", bench.count_memory),
                          ("energies", bench.cost_of_energies), ("scaling", bench.scale)):
        if getattr(options, name):
            text = command()
            print("\n" + text)
            write(os.path.join(options.out, name + ".md"), text)
            return
    for name in options.workload:
        bench.measure(workloads.WORKLOADS[name])
    if not bench.results:
        raise session.Failed("nothing was left to run")
    text = text_of(bench)
    print("\n" + text)
    write(os.path.join(options.out, "bench.md"), text)
    name, vectors = table.processor()
    table.write_json(os.path.join(options.out, "results.json"), {
        "processor": name, "vectors": vectors, "commit": commit(), "words": options.words, "results": table.as_data(bench.results)})
    why = table.draw(bench.results, bench.titles, os.path.join(options.out, "bench.svg"))
    if why:
        bench.say(f"no plot: {why}")


def main():
    options = parse(sys.argv[1:])
    if options.list:
        print(listing())
    elif not options.check:
        try:
            run(options)
        except session.Failed as failure:
            sys.exit(f"error: {failure}")


if __name__ == "__main__":
    main()
