# SPDX-License-Identifier: MIT
"""The results as a table, a plot and a file for programs."""

import dataclasses
import json
import os
import shutil
import statistics
import subprocess

from timing import ratio, times

# The host's styles are grey.
COLOURS = {"gran-hertz-history": "#808080", "gran-hertz-history-dcm": "#a6bddb", "granular": "#c0c0c0", "granular-dcm": "#74a9cf",
           "granular-rolling": "#c0c0c0", "granular-rolling-dcm": "#74a9cf", "hertz-mindlin-rolling": "#4682b4",
           "hertz-mindlin-consistent-rolling": "#1f4e79", "granular-jkr": "#c0c0c0", "granular-jkr-dcm": "#74a9cf",
           "hertz": "#9ecae1", "hertz-mindlin": "#4682b4", "hertz-mindlin-consistent": "#1f4e79", "jkr-exact": "#f0a030",
           "as-written": "#808080", "as-written-dcm": "#74a9cf"}
# Styles with which others are compared: of several names the one that the workload has.
REFERENCES = (("gran-hertz-history",), ("granular", "granular-jkr", "granular-rolling"), ("as-written",))
# Form consistent, and form sheet of the same law.
FORMS = {"hertz-mindlin-consistent": "hertz-mindlin", "hertz-mindlin-consistent-rolling": "hertz-mindlin-rolling"}


def processor():
    """Name of the processor and the widest vectors that it has."""
    name, flags = "unknown processor", set()
    with open("/proc/cpuinfo") as file:
        for line in file:
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                name = value.strip()
            elif key.strip() in ("flags", "Features"):
                flags = set(value.split())
    for flag, words in (("avx512f", "AVX-512"), ("avx2", "AVX2"), ("sse2", "SSE2"), ("sve", "SVE"), ("asimd", "NEON")):
        if flag in flags:
            return name, words
    return name, "no vectors that are known here"


def markdown(rows):
    """A table; the first row is its heading."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|"] + lines[1:]) + "\n"


def varying(cases):
    """Names of the columns in which the cases differ, and a phrase with what they have in common."""
    names = [name for name, _ in cases[0].words]
    differ = [name for i, name in enumerate(names) if name != "skin" and len({case.words[i][1] for case in cases}) > 1]
    if len({case.skin for case in cases}) > 1:
        differ.append("skin")
    common = [f"{name} {value}" for name, value in cases[0].words if name not in differ and name != "skin"]
    if "skin" not in differ:
        common.append(f"{cases[0].skin} skin")
    return differ, ", ".join(common)


def cells_of(case, differ):
    return [value for name, value in case.words if name in differ]


def comparison(results, titles):
    """results: {case: {style: samples}}. Ratios say how many times as fast a style is."""
    differ, common = varying(list(results))
    columns = [[r for r in same if any(r in of for of in results.values())] for same in REFERENCES]
    columns = [found for found in columns if found]
    rows = [["workload"] + differ + ["style", "loop, ms a step", "Pair, ms a step"] +
            [f"{what} against {titles[found[0]]}" for found in columns for what in ("loop", "Pair")]]
    for case, of in results.items():
        for style, samples in of.items():
            row = [case.workload.name] + cells_of(case, differ)
            row += [titles[style]] + [f"{statistics.median(times(samples, section)):.3f}" for section in ("loop", "pair")]
            for references in columns:
                against = next((r for r in references if r in of), "")
                for section in ("loop", "pair"):
                    same = against == style
                    found = None if against not in of else ratio(times(of[against], section), times(samples, section))
                    row.append("1" if same else "–" if found is None else str(found))
            rows.append(row)
    return markdown(rows), common


def shares(results, titles):
    """Where a step goes, in milliseconds, and how much there is to do."""
    differ, _ = varying(list(results))
    rows = [["workload"] + differ + ["pairs listed", "contacts", "rebuilds", "style", "Pair", "Modify", "Neigh", "Comm", "loop"]]
    for case, of in results.items():
        for style, samples in of.items():
            last = samples[-1]
            rows.append([case.workload.name] + cells_of(case, differ) + [f"{last.listed:,}", f"{last.contacts:,}", str(last.builds), titles[style]] +
                        [f"{statistics.median(times(samples, s)):.3f}" for s in ("pair", "modify", "neigh", "comm", "loop")])
    return markdown(rows)


def kept(many, one, style):
    """The ratio of the loops of LAMMPS' own style and another, over that ratio with one rank and one thread, by rounds; – for no ratio."""
    own = next((name for same in REFERENCES for name in same if name in many and name in one), style)
    if own == style:
        return "–"
    own_many, own_one, this_many, this_one = (times(of[name], "loop") for name in (own, style) for of in (many, one))
    return str(ratio([a * b for a, b in zip(own_many, this_one)], [a * b for a, b in zip(this_many, own_one)]))


def scaling(results, titles):
    """How many times as fast a style is with several ranks or threads as with one of each, and what is kept of its lead; "" if there is no such pair."""
    rows = [["workload", "LAMMPS", "skin", "ranks", "threads", "style", "Pair", "loop", "kept of the loop's ratio to LAMMPS' own"]]
    for case, of in results.items():
        if case.ranks == case.threads == 1:
            continue
        one = results.get(dataclasses.replace(case, ranks=1, threads=1), {})
        for style, samples in of.items():
            if style in one:
                words = dict(case.words)
                rows.append([case.workload.name, words["LAMMPS"], words["skin"], words["ranks"], words["threads"], titles[style]] +
                            [str(ratio(times(one[style], s), times(samples, s))) for s in ("pair", "loop")] + [kept(of, one, style)])
    return markdown(rows) if len(rows) > 1 else ""


def forms(results, titles):
    """Times of form consistent over those of form sheet in the same rounds; "" if no case has both."""
    differ, _ = varying(list(results))
    rows = [["workload"] + differ + ["style", "Pair over that of form sheet", "loop over that of form sheet"]]
    for case, of in results.items():
        for style, sheet in FORMS.items():
            if style in of and sheet in of:
                rows.append([case.workload.name] + cells_of(case, differ) + [titles[style]] +
                            [str(ratio(times(of[style], section), times(of[sheet], section))) for section in ("pair", "loop")])
    return markdown(rows) if len(rows) > 1 else ""


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plot_script(results, titles, path):
    """Gnuplot's commands for bars, a group for each case: Pair time of its first style over that of each of its styles."""
    differ, common = varying(list(results))
    bars, ticks, left = {}, [], 0.0
    for case, of in results.items():
        first = next(iter(of))
        for i, (style, samples) in enumerate(of.items()):
            found = ratio(times(of[first], "pair"), times(samples, "pair"))
            if found:
                bars.setdefault(style, []).append(f"{left + i:g} {found.median:.4g} {found.lowest:.4g} {found.highest:.4g}")
        # Below the name of the workload, what else tells it from the others.
        words = "\\n".join([case.workload.name] + cells_of(case, differ))
        ticks.append(f'"{words}" {left + 0.5 * (len(of) - 1):g}')
        left += len(of) + 1.5
    lines = ["set encoding utf8", "set terminal svg size 1000,460 font 'sans-serif,13' background '#ffffff'", f"set output {quoted(path)}",
             "set style fill solid noborder", "set key outside below horizontal maxcols 3", "set grid ytics", "set yrange [0:*]",
             f"set xrange [-1:{left - 1.5:g}]", f"set xtics scale 0 ({', '.join(ticks)})",
             f"set title {quoted('Pair time of the first style of each group over that of the others; ' + common)}",
             "set ylabel 'times as fast'", "set arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb '#404040' dt 2 front"]
    for i, rows in enumerate(bars.values()):
        lines += [f"$bars{i} << END"] + rows + ["END"]
    plots = [f"$bars{i} using 1:2:(0.9) with boxes lc rgb '{COLOURS[style]}' title {quoted(titles[style])}, \\\n"
             f"     $bars{i} using 1:3:(0):($4-$3) with vectors heads size 0.25,90 lc rgb '#202020' notitle" for i, style in enumerate(bars)]
    return "\n".join(lines + ["plot " + ", \\\n     ".join(plots), ""])


def draw(results, titles, path):
    """Draws the plot; returns why not, or an empty string."""
    if not shutil.which("gnuplot"):
        return "there is no gnuplot (apt install gnuplot-nox)"
    done = subprocess.run(["gnuplot"], input=plot_script(results, titles, path), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "" if done.returncode == 0 else "gnuplot says: " + done.stdout.strip()


def as_data(results):
    return [{"workload": case.workload.name, "host": case.host.id, "lammps": case.host.version, "ranks": case.ranks, "threads": case.threads,
             "skin": case.workload.skins[case.skin], "instructions": case.isa or "best", "milliseconds a step": {
                 style: [dataclasses.asdict(s) for s in samples] for style, samples in of.items()}}
            for case, of in results.items()]


def write_json(path, data):
    with open(path + ".partial", "w") as file:
        json.dump(data, file, indent=1)
    os.replace(path + ".partial", path)
