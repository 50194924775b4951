# SPDX-License-Identifier: MIT
"""The scenarios of LAMMPS' own unit tests of granular styles, unittest/granular/tests of its repository, each by LAMMPS' style and with -sf dcm.

The inputs are made here from lammps_suite.txt, which has scenario, closed form, numbers and model of each. No file of LAMMPS is read."""

import math
import os
import tempfile
import textwrap

import session
from laws import root

TABLE = os.path.join(session.HERE, "lammps_suite.txt")
SAME = 1e-9    # dcm adds up in another order; some 1e5 steps with contact multiply the last digit
WORDS = {"cr": "damping coeff_restitution", "nh": "tangential linear_nohistory 0 0", "lh": "tangential linear_history {kt} {gt} {mu}",
         "mindlin": "tangential mindlin NULL {gt} {mu}", "sds": "rolling sds {kr} 0 {mur}"}
COLUMNS = "x y z vx vy vz omegax omegay omegaz fx fy fz".split()
KINDS = COLUMNS[:3], COLUMNS[3:6], COLUMNS[6:9]


class Row:
    """name; title, for people; scenario and form, which name functions below; v, the numbers; text, the words that are none; model, the arguments."""

    def __init__(self, name, title, scenario, form, settings, model):
        self.name, self.title, self.scenario, self.form = name, title, scenario, settings.get("form", form)
        self.text, self.v = settings, {}
        for key, value in settings.items():
            try:
                self.v[key] = float(value)
            except ValueError:
                pass
        self.steps = [int(n) for n in settings["steps"].split(",")]
        self.segment = range(len(self.steps))[int(settings.get("segment", -1))]
        for _ in range(2):
            model = model.format(**{**WORDS, **{k: v.replace("_", " ") if k == "region" else v for k, v in settings.items()}})
        self.model = model

    @property
    def time(self):
        return sum(self.steps[:self.segment + 1]) * self.v["dt"]


def rows():
    """Rows that are indented belong to the line above them: they have its scenario, its numbers and its model, but for what they change."""
    with open(TABLE) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                words, _, model = line.partition(" : ")
                first, *words = words.split()
                settings = dict(word.split("=", 1) for word in words if "=" in word)
                if line.startswith(" "):
                    yield Row(first, *head[:3], {**head[3], **settings}, model.strip() or head[4])
                else:
                    head = first, *words[:2], settings, model.strip()


def left_out():
    """{file: reason}, the lines that begin with # - ."""
    with open(TABLE) as file:
        return dict(line[4:].strip().split(": ", 1) for line in file if line.startswith("# - "))


# ----------------------------------------------------------------------------------------------------------- scenarios
# Atoms (position, velocity, spin, radius, density) and commands. Walls stand at z = 0, gravity pulls along -z.


def pair(v):
    """Two along x that approach each other; y apart, with speeds vt along y, spins against each other."""
    y, vt, w = v.get("y", 0.0), v.get("vt", 0.0), v.get("w", 0.0)
    return [((-v["x"], -y, 0.0), (v["v"], vt, 0.0), (0.0, 0.0, w), v["r"], v["rho"]),
            ((v["x"], y, 0.0), (-v["v"], -vt, 0.0), (0.0, 0.0, -w), v["r"], v["rho"])], []


def one(v):
    return [((v.get("x", 0.0), 0.0, v["z"]), (v.get("vx", 0.0), 0.0, -v.get("v", 0.0)), (0.0, v.get("w", 0.0), v.get("wz", 0.0)), v["r"], v["rho"])], []


def floor(v):
    return [f"fix wall all wall/gran {{model}} zplane 0 {v.get('hi', 'NULL')}"]


def wall(v):
    return one(v)[0], floor(v)


def region(v):
    return one(v)[0], ["region wall {region}", "fix wall all wall/gran/region {model} region wall"]


def heavy(v):
    """One falls on a large sphere at rest."""
    return one(v)[0] + [((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), v["R"], v["RHO"])], []


def stack(v):
    still = (0.0, 0.0, 0.0)
    return [((0.0, 0.0, v["z"]), still, still, v["r"], v["rho"]), ((0.0, 0.0, v["z2"]), still, still, v["r"], v["rho2"])], floor(v)


def bed(v):
    still = (0.0, 0.0, 0.0)
    return [((2.0 * v["r"] * i, 2.0 * v["r"] * j, 2.0 * v["r"] * k), still, still, v["r"], v["rho"])
            for k in (1, 2) for j in (-1, 0, 1) for i in (-1, 0, 1)], floor(v)


def fixes(row):
    """Motion, gravity, drag and heat."""
    v, disc = row.v, " disc" if row.v.get("dim") == 2 else ""
    lines = [f"fix motion all nve/sphere{disc}"] if "cp" not in v else [f"fix flow all heat/flow constant {v['cp']}"]
    if "g" in v:
        lines.append(f"fix gravity all gravity {v['g']} vector " + " ".join(map(repr, turned(row, (v.get("sin", 0.0), 0.0, -v.get("cos", 1.0))))))
    if "drag" in row.text:
        lines.append("fix drag all " + row.text["drag"].replace(",", " "))
    return lines


def turned(row, vector):
    """In two dimensions y stands for z."""
    return (vector[0], vector[2], vector[1]) if row.v.get("dim") == 2 else tuple(vector)


def deck(row, host):
    v, flat = row.v, row.v.get("dim") == 2
    atoms, walls = globals()[row.scenario](v)
    size = v.get("L", 30.0 * max(atom[3] for atom in atoms))
    box = [f"-{size} {size}"] * 2 + [f"{-0.4 * v['r']} {0.4 * v['r']}" if flat else f"-{size} {size}"]
    lines = [f"units {row.text.get('units', 'si')}", "atom_style sphere", f"boundary {row.text.get('boundary', 'f,f,p' if flat else 'f,f,f').replace(',', ' ')}",
             "newton on", "comm_modify vel yes", f"neighbor {0.4 * v['r']} bin", "neigh_modify delay 0", f"region box block {' '.join(box)}", "create_box 1 box"]
    lines[1:1] = [f"dimension {2 if flat else 3}"]
    if "cp" in v:
        lines.append("fix heats all property/atom temperature heatflow ghost yes")
    for n, (x, speed, spin, radius, density) in enumerate(atoms, 1):
        words = [" ".join(map(repr, turned(row, vector))) for vector in (x, speed, spin)]
        lines += [f"create_atoms 1 single {words[0]}", f"set atom {n} diameter {2.0 * radius!r} density {density}",
                  f"group g{n} id {n}", f"velocity g{n} set {words[1]}", f"set atom {n} omega {words[2]}"]
        if "cp" in v:
            lines.append(f"set atom {n} temperature {v[f't{n}']}")
    old = row.model.startswith("gran/")
    lines += ["pair_style " + (row.model if old or row.model == "none" else "granular")]
    if row.model != "none":
        lines.append("pair_coeff * *" + ("" if old else " " + row.model))
    words = {"model": row.model[5:] if old else "granular " + row.model, "region": row.text.get("region", "").replace("_", " ")}
    lines += [line.format(**words).replace("zplane", "yplane" if flat else "zplane") for line in walls] + fixes(row)
    lines += ["fix flat all enforce2d"] * flat + [f"timestep {row.text['dt']}", "thermo_modify lost error"]
    columns = " ".join(COLUMNS)
    if "cp" in v:
        lines.append("compute kept all property/atom temperature heatflow")
        columns += " c_kept[1]"
    for n, steps in enumerate(row.steps):
        lines += [f"run {steps} post no", f"write_dump all custom segment.{n} id {columns} modify sort id format float %.17g"]
    return "\n".join(lines) + "\n"


# -------------------------------------------------------------------------------------------------------- closed forms
# Each gives pairs (what the simulation has, what it should have). a: the atoms at the end of the segment that is looked at.


def mass(r, rho):
    return 4.0 / 3.0 * math.pi * r**3 * rho


def restitution(row, v, a):
    yield a[1]["vx"] - a[2]["vx"], -2.0 * v["e"] * v["v"]


def wall_restitution(row, v, a):
    yield a[1]["vz"], v["e"] * v["v"]


def hertz_energy(row, v, a):
    """Where the two are nearest all energy is elastic, 2/5 F delta."""
    reduced, fast, overlap, _ = compression(row, v, a)
    yield 0.4 * math.hypot(a[1]["fx"], a[1]["fz"]) * overlap, 0.5 * reduced * fast**2


def hertz_peak(row, v, a):
    reduced, fast, overlap, radius = compression(row, v, a)
    stiffness = v["kn"] * math.sqrt(radius)
    deepest = (1.25 * reduced * fast**2 / stiffness)**0.4
    yield overlap, deepest
    yield math.hypot(a[1]["fx"], a[1]["fz"]), stiffness * deepest**1.5


def compression(row, v, a):
    """Reduced mass, speed of approach, overlap, effective radius."""
    m = mass(v["r"], v["rho"])
    if row.scenario == "pair":
        return 0.5 * m, 2.0 * v["v"], 2.0 * v["r"] - (a[2]["x"] - a[1]["x"]), 0.5 * v["r"]
    return m, v["v"], v["r"] - a[1]["z"], v["r"]


def slides(row, v, a):
    """A contact that slides throughout: friction passes on mu (1 + e) v."""
    passed = v["mu"] * (1.0 + v["e"]) * v["v"]
    yield a[1]["vz"], v["e"] * v["v"]
    yield a[1]["vx"], v.get("vx", 0.0) + (passed if "w" in v else -passed)
    yield a[1]["omegay"], v.get("w", 0.0) - (passed if "w" in v else -passed) * 2.5 / v["r"]


def pair_slides(row, v, a):
    passed = v["mu"] * (1.0 + v["e"]) * v["v"]
    for n, sign in ((1, 1.0), (2, -1.0)):
        yield a[n]["vx"], -sign * v["e"] * v["v"]
        yield a[n]["vy"], sign * (v["vt"] - passed)
        yield a[n]["omegaz"], -2.5 * passed / v["r"]


def no_gain(row, v, a):
    """The energy of motion does not grow."""
    before = v["vx"]**2 + v["v"]**2
    after = sum(a[1][c]**2 for c in ("vx", "vy", "vz")) + 0.4 * v["r"]**2 * a[1]["omegay"]**2
    yield max(after, before), before


def no_friction(row, v, a):
    """Spins that do not rub: they stay, and nothing goes sideways."""
    yield a[1]["omegaz"], v["w"]
    yield 1.0 + a[1]["vy"], 1.0


def slips(row, v, a):
    """Before it rolls."""
    yield a[1]["vx"], v["vx"] - v["mu"] * v["g"] * row.time
    yield a[1]["omegay"], 2.5 * v["mu"] * v["g"] * row.time / v["r"]


def rolls(row, v, a):
    yield a[1]["vx"], 5.0 / 7.0 * v["vx"]
    yield a[1]["omegay"], 5.0 / 7.0 * v["vx"] / v["r"]


def rolling_ends(row, v, a):
    yield a[1]["omegay"], v["w"] - 2.5 * v["mur"] * v["g"] / v["r"] * row.time


def rolls_down(row, v, a):
    """Down a slope; where rolling friction holds, speeds stay below the tolerance."""
    speed = 5.0 / 7.0 * v["g"] * (v["sin"] - v["mur"] * v["cos"]) * row.time
    for now in (a[1]["vx"], a[1]["omegay"] * v["r"]):
        yield (now, speed) if speed > 0.0 else (1.0 + now, 1.0)


def twisting_ends(row, v, a):
    couple = v["mut"] if "mut" in v else 2.0 / 3.0 * v["mu"] * math.sqrt((v["r"] - a[1]["z"]) * v["r"])
    yield a[1]["omegaz"], v["wz"] - 2.5 * couple * v["g"] / v["r"]**2 * row.time


def pulls(row, v, a):
    """Just touching: 4 pi gamma R of DMT, 8/3 pi gamma R of JKR."""
    yield (math.hypot(a[1]["fx"], a[1]["fz"]),
           (4.0 if "dmt" in row.model else 8.0 / 3.0) * math.pi * v["gamma"] * v["r"] * (0.5 if row.scenario == "pair" else 1.0))


def falls(row, v, a):
    yield a[1]["z"], v["z"] - 0.5 * v["g"] * row.time**2
    yield a[1]["vz"], -v["g"] * row.time


def bounces(row, v, a):
    """The height it comes back to, without air and with an instant impact."""
    yield a[1]["z"] + a[1]["vz"]**2 / (2.0 * v["g"]) - v["r"], v["e"]**2 * (v["z"] - v["r"])


def stack_energy(row, v, a):
    def energy(heights, speeds):
        m = mass(v["r"], v["rho"]), mass(v["r"], v["rho2"])
        overlaps = v["r"] - heights[0], heights[1] + v["r"] - v["hi"], 2.0 * v["r"] - heights[1] + heights[0]
        return (sum(m[n] * (0.5 * speeds[n]**2 + v["g"] * heights[n]) for n in (0, 1)) +
                0.5 * v["k"] * sum(max(o, 0.0)**2 for o in overlaps))
    yield energy((a[1]["z"], a[2]["z"]), (a[1]["vz"], a[2]["vz"])), energy((v["z"], v["z2"]), (0.0, 0.0))


def equalises(row, v, a):
    """Temperatures of two that conduct by area or radius of their contact."""
    m, contact = mass(v["r"], v["rho"]), math.sqrt((2.0 * v["r"] - 2.0 * v["x"]) * 0.5 * v["r"])
    conductance = v["h"] * (math.pi * contact**2 if "heat area" in row.model else 2.0 * contact)
    yield a[1]["temperature"] - a[2]["temperature"], (v["t1"] - v["t2"]) * math.exp(-2.0 * conductance * row.time / (v["cp"] * m))
    yield a[1]["temperature"] + a[2]["temperature"], v["t1"] + v["t2"]


def falls_in_air(row, v, a):
    """Speed at which drag is the weight: gamma v, or by Schiller and Naumann."""
    weight = mass(v["r"], v["rho"]) * v["g"]
    style, *numbers = row.text["drag"].split(",")
    speed = weight / float(numbers[0])
    if style == "viscous/nonlinear":
        density, viscosity = map(float, numbers)

        def lift(speed):
            reynolds = 2.0 * density * speed * v["r"] / viscosity
            return 12.0 / reynolds * (1.0 + 0.15 * reynolds**0.687) * density * math.pi * v["r"]**2 * speed**2 - weight
        speed = root(lift, 0.0, 100.0)
    yield -a[1]["vz"], speed


def comes_back(row, v, a):
    """From an edge or a curved face: e times as fast the way it came, as it was aimed at the nearest point."""
    yield a[1]["vx"], -v["e"] * v["vx"]
    if v["v"]:
        yield a[1]["vz"], v["e"] * v["v"]


def glides(row, v, a):
    """On a plane without friction, with the overlap that bears the weight, from cell to cell of a periodic box: nothing changes."""
    yield a[1]["vx"], v["vx"]
    yield a[1]["z"], v["z"]
    yield 1.0 + abs(a[1]["vz"]) / v["vx"] + abs(a[1]["vy"]) / v["vx"], 1.0


# ---------------------------------------------------------------------------------------------------------------- runs


SPRING_OF_RADIUS = range(20240829, 20250612)    # 4Feb2025 and releases near it
WHY = {    # {word of a row: (hosts that it is about, what differs, whether dcm has the closed form there)}
    "tsuji": (range(0, 99990000), "LAMMPS' damping of Tsuji lacks a factor of √2, which its later source has: its recorded runs reach 0.500. dcm has the host's damping. "
              "The restitution that follows for 0.5 is 0.616, and the bound 0.25. At walls of 29Sep2021 a second run takes the coefficient for a restitution.", False),
    "spring": (SPRING_OF_RADIUS, "4Feb2025 multiplies Kt of walls with hooke/history by the contact radius; dcm does the same.", False),
    "undamped": (range(20230328, 99990000), "The host divides by gamma_n, which is 0, and its run ends. With dcm there is no damping.", True),
    "jkr": (range(0, 20230328), "The host's run ends with an error.", True),
    "rim": (range(0, 99990000), "The host reads coordinates that were never set where a grain is beside a cylinder that is open 3, and dcm asks the host's "
            "region for the point that is touched. Grains pass; the recorded run of LAMMPS' later source has a contact.", False),
    "periodic": (range(0, 99990000), "A face of a region that ends at a periodic face of the box has a rim there, for grains that are not yet put back into the box. "
                 "LAMMPS' pull request 5116 mends the region, after these releases; dcm asks the host's region. Faces that go on beyond the box are right.", False),
}


def reason(row, host):
    about, text, _ = WHY.get(row.text.get("why"), (range(0), "", False))
    return text if host.version in about else ""


def lacks(row, host, styles):
    """A word of the row that the host does not know, or None."""
    words = row.model.split() + row.text.get("drag", "").split(",")[:1]
    if "coeff_restitution" in words and not host.has_coeff_restitution:
        return "coeff_restitution"
    if "heat" in words and "heat/flow" not in styles:
        return "heat"
    return next((word for word in words if word.startswith(("gran/", "viscous")) and word not in styles), None)


def simulate(host, row, arguments):
    """{segment: atoms}. Raises session.Failed, also where dcm computed nothing."""
    with tempfile.TemporaryDirectory(prefix="dcm-verify-") as folder:
        said = session.lammps_in(host, folder, deck(row, host), arguments)
        found = [next(iter(session.frames(os.path.join(folder, f"segment.{n}")).values())) for n in range(len(row.steps))]
    if arguments and "computed by the law" not in said and row.model != "none":
        raise session.Failed(f"{row.name}: dcm computed no contact")
    for frame in found:
        for atom in frame.values():
            atom["temperature"] = atom.get("c_kept[1]", atom.get("temperature"))
            for names in (("x", "y", "z"), ("vx", "vy", "vz"), ("fx", "fy", "fz")):
                atom.update(zip(names, turned(row, [atom[n] for n in names])))
    return found


def error(row, found):
    """Largest part by which the closed form is missed; nan where it has none, or there is no result."""
    if row.form == "-" or not found:
        return math.nan
    return max(abs(has - should) / abs(should) if math.isfinite(has) else math.inf
               for has, should in globals()[row.form](row, row.v, found[row.segment]))


def apart(one, other, radius):
    """Largest difference of positions, velocities and spins, each as a part of its largest; speeds of the surface count among velocities, and reversed."""
    pairs = [(a[n], b[n]) for a, b in zip(one, other) for n in b]
    largest = [max(abs(b[c]) for _, b in pairs for c in columns) for columns in KINDS]
    speed = max(largest[1], largest[2] * radius)
    largest[1:] = speed, speed / radius
    found = [max(abs(a[c] - b[c]) for a, b in pairs for c in columns) / (size or 1.0) for columns, size in zip(KINDS, largest)]
    return found if all(map(math.isfinite, found)) else [math.inf] * 3


def compare(host, row, styles):
    """(word that is lacking or None, error of the host, error of dcm, differences or None)."""
    word = lacks(row, host, styles)
    if word:
        return word, math.nan, math.nan, None
    try:
        theirs = simulate(host, row, ())
    except session.Failed:
        if not reason(row, host):
            raise
        theirs = None
    ours = simulate(host, row, ("-sf", "dcm"))
    return None, error(row, theirs), error(row, ours), apart(ours, theirs, row.v["r"]) if theirs else None


def judge(report, host, row, result):
    word, _, ours, differences = result
    if word:
        return
    why, tolerance = reason(row, host), float(row.text.get("tol", 0.0))
    shown = bool(why) and not WHY[row.text["why"]][2]
    if row.form != "-":
        known = 0.25 if row.text.get("why") == "tsuji" else 0.0
        report.check("lammps_suite", f"{row.name}: closed form, {host.name}", ours, tolerance, "as LAMMPS' unit test asks", why,
                     observed_only=shown and not known, known=known)
    if differences:
        report.check("lammps_suite", f"{row.name}: dcm against the host, {host.name}", max(differences), float(row.text.get("same", SAME)),
                     "another order of sums", why, observed_only=row.text.get("why") in ("rim", "periodic") or
                     bool(why) and row.text["why"] == "tsuji" and host.version < 20230328 and row.scenario == "wall")


def run(report, hosts, pool):
    report.describe("lammps_suite", "LAMMPS' own verification suite",
                    "The scenarios of unittest/granular in LAMMPS' repository, by inputs of our own: LAMMPS' style and -sf dcm against the closed "
                    "forms and against each other.")
    table, results = list(rows()), {}
    for host in hosts:
        styles = session.styles(host.executable)
        for row, result in zip(table, pool.map(lambda row: compare(host, row, styles), table)):
            results[host.id, row.name] = result
            judge(report, host, row, result)
    report.pages["verification-lammps.md"] = page(table, hosts, results)


# ---------------------------------------------------------------------------------------------------------------- page

IN_ALL = 112    # files in unittest/granular/tests, in all of the history of LAMMPS' repository to November 2026


def number(value):
    return "–" if math.isnan(value) else "0" if value == 0.0 else f"{value:.1e}"


def page(table, hosts, results):
    names = [row.name for row in table if not row.name.startswith("own-")]
    left = left_out()
    text = [f"# LAMMPS' own verification suite, with dcm: {len(names)} of {IN_ALL}", "",
            "LAMMPS has unit tests of its granular styles: files in `unittest/granular/tests` of its repository, most of which state a closed form. This",
            "page has their scenarios, by inputs that `tests/verify/lammps_suite.py` makes from a table of its own. Each row runs with LAMMPS' style and",
            "with [`-sf dcm`](drop-in.md). The page is printed by", "",
            "    scripts/verify --only lammps_suite " + " ".join(f"--host {host.id}" for host in hosts), "",
            "which writes it to `report/verification-lammps.md`. `ctest -R verify.*lammps_suite` runs these rows. `ctest -R drop_in_decks` runs the 38 files",
            "of 4Jul2026 themselves and compares with their recorded runs.", ""]
    for host in hosts:
        ran = [row for row in table if not results[host.id, row.name][0]]
        judged = [row for row in ran if row.form != "-"]
        good = [row for row in judged if results[host.id, row.name][2] <= float(row.text["tol"])]
        theirs = [row for row in judged if results[host.id, row.name][1] <= float(row.text["tol"])]
        worst = max((max(results[host.id, row.name][3]), row.name) for row in ran if results[host.id, row.name][3] and not reason(row, host))
        text += [f"- **{host.name}**: {len(ran)} of {len(table)} rows run, and {len(judged)} of these state a closed form. dcm keeps {len(good)} of these, the host's "
                 f"own style {len(theirs)}.", f"  dcm and the host differ by at most {worst[0]:.1e} ({worst[1]}), but for the rows with a reason below."]
    text += ["", "*Error*: the largest relative error of the closed form, host and dcm; – where the file states none or the host's run ended. *Differ*: the",
             "largest difference between dcm and host at the ends of the segments in positions, velocities and spins, as a part of the largest. Names are those",
             "of LAMMPS' files; own-… are rows of ours: regions, edges, periodic faces, oblique impacts of two.", "",
             "| row | tolerance | " + " | ".join(f"{h.name.split()[1]}: error, host | dcm | differ: positions | velocities | spins" for h in hosts) + " |",
             "|---|---|" + "---|" * 5 * len(hosts)]
    used = []
    for row in table:
        cells = []
        for host in hosts:
            word, theirs, ours, differences = results[host.id, row.name]
            cells += [f"no `{word}`", "", "", "", ""] if word else [number(theirs), number(ours), *map(number, differences or [math.nan] * 3)]
            if reason(row, host) and row.text["why"] not in used:
                used.append(row.text["why"])
        mark = f" ({used.index(row.text['why']) + 1})" if row.text.get("why") in used else ""
        text.append(f"| {row.name}{mark} | {row.text['tol'] if row.form != '-' else '–'} | " + " | ".join(cells) + " |")
    text += ["", "Reasons:", ""] + [textwrap.fill(f"{n}. {WHY[word][1]}", 150, subsequent_indent="   ") for n, word in enumerate(used, 1)]
    drafts = sum("draft" in row.text for row in table)
    text += ["", f"{drafts} files (-cof-) were drafts, with steps that do not reach what they look at. Their rows have the steps of the files that took their place.", "", "Not among the rows:", ""] + [f"- {name}: {why}" for name, why in left.items()]
    text += [f"- {IN_ALL - len(names) - len(left)} files whose names and numbers were not at hand: impacts on region walls, superellipsoids, oblique impacts of two. Regions and",
             "  oblique impacts are rows of ours."]
    return "\n".join(text) + "\n"
