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
:root { --ink:#1b1f24; --soft:#5b6570; --line:#d9dee3; --ok:#1a7f37; --bad:#cf222e; --known:#9a6700; }
body { font:15px/1.5 system-ui, "DejaVu Sans", sans-serif; color:var(--ink); margin:0 auto; max-width:1180px; padding:2rem 1.5rem 4rem }
h2 { margin:2.6rem 0 .4rem; padding-top:.8rem; border-top:1px solid var(--line) } p { max-width:60rem } code { font-size:12.5px }
table { border-collapse:collapse; width:100%; margin:.6rem 0; font-size:13.5px; font-variant-numeric:tabular-nums }
td { border-bottom:1px solid var(--line); padding:.3rem .6rem; vertical-align:top } tr:first-child td, summary, .soft { color:var(--soft) }
.ok { color:var(--ok) } .MISMATCH { color:var(--bad); font-weight:700 } .differs { color:var(--known) } .soft { font-size:12.5px }
.figures { display:grid; grid-template-columns:repeat(auto-fill, minmax(500px, 1fr)); gap:1rem } figure { margin:0 } figure svg { width:100%; height:auto }
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


def columns_of(hosts):
    return REFERENCE_COLUMNS + [h.name for h in hosts] + ["LIGGGHTS", "driver"]


def table_of_laws(report, hosts):
    columns = columns_of(hosts)
    yield ["law", *columns]
    for law, cells in sorted(report.cells.items()):
        yield [law] + ["reference" if c == "driver" else number(cells[c]) if c in cells else "–" for c in columns]


def table_of_parts(report):
    yield ["part", "checks", "nearest to its bound", "differ, explained", "mismatches"]
    for group, (title, _) in report.groups.items():
        mine = [c for c in report.checks if c.group == group]
        plain = [c for c in mine if c.verdict == "ok" and c.bound > 0]
        worst = max(plain, key=lambda c: c.measured / c.bound, default=None)
        yield [title, str(len(mine)), f"{number(worst.measured)} of {number(worst.bound)}: {worst.name}" if worst else "–",
               *(str(sum(c.verdict.startswith(word) for c in mine)) for word in ("differs", "MISMATCH"))]


def markdown(rows):
    """As docs/verification.md has the table."""
    head, *rows = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "|---" * (head.count(" | ") + 1) + "|", *rows]) + "\n"


def cells_of(row):
    return "<tr>" + "".join(f"<td>{cell}" for cell in row)


def html_table(rows):
    return "<table>" + "".join(cells_of(map(html.escape, row)) for row in rows) + "</table>"


def check_cells(c):
    notes = html.escape("; ".join(t for t in (c.why and f"bound: {c.why}", c.explanation) if t))
    if c.command:
        notes += f"<details><summary>command</summary><code>{html.escape(c.command)}</code></details>"
    bound = "" if c.observed_only else number(c.bound) + (f"; {number(c.known)}" if c.known > c.bound else "")
    kind = c.verdict.split(",")[0].split()[0]
    return f"{html.escape(c.name)}<div class=soft>{notes}</div>", number(c.measured), bound, f"<span class={kind}>{c.verdict}</span>"


def details(title, checks, is_open):
    """Checks behind a title that shows them, or nothing."""
    rows = "".join(cells_of(check_cells(c)) for c in checks)
    return f"<details{' open' * is_open}><summary>{title}</summary><table>{cells_of(('check', 'measured', 'bound', ''))}{rows}</table></details>" if rows else ""


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
            f"<p>{', '.join(f'{n} {verdict}' for verdict, n in counts.items())}. {now} · {' · '.join(map(html.escape, versions(hosts)))} · "
            f"{seconds / 60.0:.1f} minutes, {runs['LAMMPS']} runs of LAMMPS, {runs['LIGGGHTS']} of LIGGGHTS, {runs['driver']} of the driver · made by "
            f"<code>scripts/verify</code></p>{details('mismatches', report.failed, True)}",
            f"<h2>One law is one law everywhere</h2><p>{CROSS_TEXT}</p>{html_table(table_of_laws(report, hosts))}",
            f"<h2>What is checked</h2>{html_table(table_of_parts(report))}"]
    for group, (title, description) in report.groups.items():
        mine = [c for c in report.checks if c.group == group]
        notable = [c for c in mine if c.verdict in ("MISMATCH", "differs, explained")]
        drawn = "".join(f"<figure>{drawings[f.name]}<figcaption class=soft>{html.escape(f.caption)}</figcaption></figure>" for f in report.figures
                        if f.group == group)
        text.append(f"<h2>{title}</h2><p>{description}</p><div class=figures>{drawn}</div>"
                    + details(f"{len(notable)} that differ", notable, len(notable) < 8)
                    + details(f"{len(mine) - len(notable)} checks", [c for c in mine if c not in notable], len(mine) - len(notable) <= 12))
    with open(os.path.join(out, "index.html"), "w") as file:
        file.write("\n".join(text))
    with open(os.path.join(out, "results.json"), "w") as file:
        json.dump({"date": now, "versions": versions(hosts), "seconds": seconds, "runs": runs, "counts": counts, "cells": report.cells,
                   "checks": [{"group": c.group, "name": c.name, "measured": None if math.isnan(c.measured) else c.measured, "bound": c.bound,
                               "verdict": c.verdict, "why": c.why, "explanation": c.explanation, "command": c.command}
                              for c in report.checks]}, file, indent=1)
    with open(os.path.join(out, "summary.md"), "w") as file:
        file.write(markdown(table_of_laws(report, hosts)) + "\n" + markdown(table_of_parts(report)))
    for name, text in report.pages.items():
        with open(os.path.join(out, name), "w") as file:
            file.write(text)
