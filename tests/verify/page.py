# SPDX-License-Identifier: MIT
"""Writes the report: index.html with everything in it, results.json, and the figures and a table for the manual."""

import datetime
import html
import json
import math
import os
import platform
import subprocess

import session

REFERENCE_COLUMNS = ["authors' code", "closed form", "built-in"]

STYLE = """
:root { --ink:#1b1f24; --soft:#5b6570; --line:#d9dee3; --ok:#1a7f37; --bad:#cf222e; --known:#9a6700; --panel:#f6f8fa; }
* { box-sizing:border-box } body { font:15px/1.5 system-ui, "DejaVu Sans", sans-serif; color:var(--ink); margin:0 auto; max-width:1180px; padding:2rem 1.5rem 4rem }
h1 { font-size:1.9rem; margin:0 0 .2rem } h2 { margin:2.6rem 0 .4rem; padding-top:.8rem; border-top:1px solid var(--line); font-size:1.3rem }
p { max-width:60rem } .soft { color:var(--soft) } code, pre { font:12.5px/1.45 ui-monospace, "DejaVu Sans Mono", monospace }
pre { background:var(--panel); padding:.7rem; overflow-x:auto; border-radius:6px }
.tiles { display:flex; gap:.8rem; flex-wrap:wrap; margin:1.2rem 0 } .tile { background:var(--panel); border:1px solid var(--line); border-radius:8px; padding:.6rem 1.1rem; min-width:8.5rem }
.tile b { display:block; font-size:1.6rem; line-height:1.2 } .tile.ok b { color:var(--ok) } .tile.bad b { color:var(--bad) } .tile.known b { color:var(--known) }
table { border-collapse:collapse; width:100%; margin:.6rem 0; font-size:13.5px } th { text-align:left; color:var(--soft); font-weight:600; border-bottom:2px solid var(--line); padding:.3rem .6rem }
td { border-bottom:1px solid var(--line); padding:.3rem .6rem; vertical-align:top } td.n { text-align:right; font-variant-numeric:tabular-nums; white-space:nowrap }
.v-ok { color:var(--ok) } .v-MISMATCH { color:var(--bad); font-weight:700 } .v-differs { color:var(--known) } .v-shown { color:var(--soft) }
.why { color:var(--soft); font-size:12.5px } .figures { display:grid; grid-template-columns:repeat(auto-fill, minmax(500px, 1fr)); gap:1rem; margin:1rem 0 }
figure { margin:0; border:1px solid var(--line); border-radius:8px; padding:.6rem } figure svg { width:100%; height:auto; display:block } figcaption { color:var(--soft); font-size:12.5px; padding:.3rem .4rem 0 }
details { margin:.6rem 0 } td details { margin:0 } summary { cursor:pointer; color:var(--soft) } nav { columns:2; font-size:14px } nav a { display:block; color:#0969da; text-decoration:none }
td.cell { text-align:center; font-variant-numeric:tabular-nums } .c-round { background:#dafbe1 } .c-small { background:#eef7e8 } .c-none { color:#a8b0b8 }
"""


def number(value):
    if math.isnan(value):
        return "–"
    return "0" if value == 0.0 else f"{value:.3g}" if 1e-3 <= abs(value) < 1e4 else f"{value:.1e}"


def svg_of(figure):
    import matplotlib
    matplotlib.use("svg")
    import io
    import matplotlib.pyplot as plt
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": "dcm", "font.family": "DejaVu Sans", "font.size": 10, "axes.spines.top": False,
        "axes.spines.right": False, "axes.grid": True, "grid.color": "#e7eaed", "axes.edgecolor": "#8a939c", "legend.frameon": False,
        "lines.linewidth": 1.6, "lines.markersize": 4.5, "path.simplify_threshold": 0.5})
    canvas, axes = plt.subplots(figsize=(6.2, 4.0))
    for s in figure.series:
        keywords = {"color": s.colour} if s.colour else {}
        axes.plot(*zip(*s.points), marker=s.marker, linestyle=s.line if s.line else "none", label=s.label or None,
                  markerfacecolor="none" if s.marker in "osD^" else None, **keywords)
    if figure.log_x:
        axes.set_xscale("log")
    if figure.log_y:
        axes.set_yscale("log")
    axes.set(xlabel=figure.x, ylabel=figure.y)
    axes.set_title(figure.title, fontsize=11, loc="left")
    if len(figure.series) > 1:
        axes.legend(fontsize=8.5)
    canvas.tight_layout()
    text = io.StringIO()
    canvas.savefig(text, format="svg", metadata={"Date": None})
    plt.close(canvas)
    body = text.getvalue()
    # Ids of clip paths are unique by their hash; what stands before the element is not HTML.
    return body[body.index("<svg"):]


def git_version():
    done = subprocess.run(["git", "-c", f"safe.directory={session.ROOT}", "describe", "--always", "--dirty"], cwd=session.ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.strip() or "unknown"


def class_of(check):
    return "v-" + check.verdict.split(",")[0].split()[0]


def check_row(c):
    notes = "; ".join(t for t in (c.why and f"bound: {c.why}", c.explanation) if t)
    if c.command:
        notes = html.escape(notes) + f"<details><summary>command</summary><code>{html.escape(c.command)}</code></details>"
    name = html.escape(c.name)
    bound = "" if c.observed_only else number(c.bound) + (f"; {number(c.known)}" if c.known > c.bound else "")
    return (f"<tr><td>{name}<div class=why>{notes if c.command else html.escape(notes)}</div></td><td class=n>{number(c.measured)}</td>"
            f"<td class=n>{bound}</td><td class='n {class_of(c)}'>{c.verdict}</td></tr>")


def rows_table(checks):
    head = "<table><tr><th>check</th><th>measured</th><th>bound</th><th></th></tr>"
    return head + "".join(map(check_row, checks)) + "</table>"


def columns_of(hosts):
    return REFERENCE_COLUMNS + [h.name for h in hosts] + ["LIGGGHTS", "driver"]


def cross_table(report, hosts):
    columns = columns_of(hosts)
    text = "<table><tr><th>law</th>" + "".join(f"<th>{html.escape(c)}</th>" for c in columns) + "</tr>"
    for law in sorted(report.cells):
        text += f"<tr><td><b>{law}</b></td>"
        for column in columns:
            value = report.cells[law].get(column)
            if column == "driver":
                text += "<td class='cell c-none'>reference</td>"
            elif value is None:
                text += "<td class='cell c-none'>–</td>"
            else:
                text += f"<td class='cell {'c-round' if value <= 1e-9 else 'c-small'}'>{number(value)}</td>"
        text += "</tr>"
    return text + "</table>"


CROSS_TEXT = ("Largest relative difference of each law, in all its forms and options: rows of its authors' programs; closed forms "
              "where these exist (these hold the error of the time step: 1e-4 with damping); the style built into LAMMPS where "
              "its formulas are the same; and the driver, step by step, against each LAMMPS and against LIGGGHTS.")


def versions(hosts):
    lines = [f"dcm {git_version()}"]
    lines += [f"{h.name} ({h.id})" for h in hosts]
    lines += ["LIGGGHTS 3.8.0"] * session.has_liggghts()
    lines.append(f"{platform.machine()}, Python {platform.python_version()}")
    return lines


def write(report, hosts, out, seconds):
    os.makedirs(out, exist_ok=True)
    drawings = {f.name: svg_of(f) for f in report.figures}
    figures = os.path.join(out, "figures")
    os.makedirs(figures, exist_ok=True)
    for name, svg in drawings.items():
        with open(os.path.join(figures, name + ".svg"), "w") as file:
            file.write(svg)
    counts = {v: sum(c.verdict == v for c in report.checks) for v in ("ok", "differs, explained", "MISMATCH", "shown")}
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    runs = session.runs()
    text = [f"<!doctype html><html lang=en><meta charset=utf-8><title>dcm: verification</title><style>{STYLE}</style>",
            "<h1>dcm: verification</h1>",
            f"<p class=soft>{now} · {' · '.join(map(html.escape, versions(hosts)))} · {seconds / 60.0:.1f} minutes, "
            f"{runs['LAMMPS']} runs of LAMMPS, {runs['LIGGGHTS']} of LIGGGHTS, {runs['driver']} of the driver · made by <code>scripts/verify</code></p>",
            "<div class=tiles>"]
    for key, label, kind in (("ok", "checks passed", "ok"), ("differs, explained", "differ, as explained", "known"),
                             ("MISMATCH", "mismatches", "bad" if counts["MISMATCH"] else "ok"), ("shown", "shown, not judged", "")):
        text.append(f"<div class='tile {kind}'><b>{counts[key]}</b>{label}</div>")
    text.append("</div><h2 id=table>One law is one law everywhere</h2>")
    text.append(f"<p>{CROSS_TEXT}</p>{cross_table(report, hosts)}")
    order = list(report.groups)
    text.append("<h2>Contents</h2><nav>")
    for group in order:
        mine = [c for c in report.checks if c.group == group]
        text.append(f"<a href='#{group}'>{report.groups[group][0]} <span class=soft>({len(mine)} checks)</span></a>")
    text.append("</nav>")
    failed = report.failed
    if failed:
        text.append("<h2>Mismatches</h2>" + rows_table(failed))
    for group in order:
        title, description = report.groups[group]
        mine = [c for c in report.checks if c.group == group]
        text.append(f"<h2 id='{group}'>{title}</h2><p>{description}</p>")
        drawn = [f for f in report.figures if f.group == group]
        if drawn:
            text.append("<div class=figures>" + "".join(
                f"<figure>{drawings[f.name]}<figcaption>{html.escape(f.caption)}</figcaption></figure>" for f in drawn) + "</div>")
        notable = [c for c in mine if c.verdict in ("MISMATCH", "differs, explained")]
        plain = [c for c in mine if c not in notable]
        if notable:
            text.append(f"<details{' open' if len(notable) < 8 else ''}><summary>{len(notable)} that differ</summary>{rows_table(notable)}</details>")
        if plain:
            worst = max((c for c in plain if not c.observed_only and c.bound > 0), key=lambda c: c.measured / c.bound, default=None)
            nearest = (f"; nearest to its bound: {html.escape(worst.name)}, {number(worst.measured)} of {number(worst.bound)}" if worst else "")
            text.append(f"<details{' open' if len(plain) <= 12 else ''}><summary>{len(plain)} checks{nearest}</summary>{rows_table(plain)}</details>")
    with open(os.path.join(out, "index.html"), "w") as file:
        file.write("\n".join(text))
    with open(os.path.join(out, "results.json"), "w") as file:
        json.dump({"date": now, "versions": versions(hosts), "seconds": seconds, "runs": runs, "counts": counts, "cells": report.cells,
                   "checks": [{"group": c.group, "name": c.name, "measured": None if math.isnan(c.measured) else c.measured, "bound": c.bound,
                               "verdict": c.verdict, "why": c.why, "explanation": c.explanation, "command": c.command}
                              for c in report.checks]}, file, indent=1)
    with open(os.path.join(out, "summary.md"), "w") as file:
        file.write(summary(report, hosts, now, counts))
    for name, text in report.pages.items():
        with open(os.path.join(out, name), "w") as file:
            file.write(text)


def summary(report, hosts, now, counts):
    """The tables of docs/verification.md."""
    columns = columns_of(hosts)
    lines = ["| law | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for law in sorted(report.cells):
        cells = ["reference" if c == "driver" else number(report.cells[law][c]) if c in report.cells[law] else "–" for c in columns]
        lines.append(f"| {law} | " + " | ".join(cells) + " |")
    lines += ["", "| part | checks | nearest to its bound | differ, explained | mismatches |", "|---|---|---|---|---|"]
    for group, (title, _) in report.groups.items():
        mine = [c for c in report.checks if c.group == group]
        plain = [c for c in mine if c.verdict == "ok" and c.bound > 0]
        worst = max(plain, key=lambda c: c.measured / c.bound, default=None)
        near = f"{number(worst.measured)} of {number(worst.bound)}: {worst.name}" if worst else "–"
        lines.append(f"| {title} | {len(mine)} | {near} | {sum(c.verdict.startswith('differs') for c in mine)} | "
                     f"{sum(c.verdict == 'MISMATCH' for c in mine)} |")
    return "\n".join(lines) + "\n"
