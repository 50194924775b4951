# SPDX-License-Identifier: MIT
"""The page "Try a law" in a headless Chromium: its numbers are those of `dcm collide`; how soon the plots follow is printed; keyboard and screen reader reach all;
the lines that it offers run."""

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

from chromium import Chromium

SITE, DCM = os.environ["DCM_SITE"], os.environ["DCM_DRIVER"]
PAGE = "file://" + os.path.join(SITE, "docs", "try-a-law.html")
SEED = int(os.environ.get("DCM_TEST_SEED", "4711"))
# These laws call pow, exp, log or cos in their loops; a damping that is found from a restitution calls log; an angle calls cos and sin. C libraries
# differ there by an ulp or two.
WITH_FUNCTIONS = {"eepa", "extended-hertz2", "liquid-bridge"}
NAMES = ("duration", "max_overlap", "max_normal_force", "max_tangential_force", "normal_restitution", "tangential_restitution", "surface_restitution",
         "energy_loss")

READY = "new Promise(done => { const look = () => globalThis.dcmPage?.drawn ? done(true) : setTimeout(look, 5); look(); })"
# Chooses a law with settings and bodies, and has the outcomes at pairs of speed and angle.
COLLIDE = """(([law, settings, bodies, pairs, how]) => {
  dcmPage.laws.choose(1, law, settings);
  dcmPage.laws.bodies(1, bodies);
  return dcmPage.laws.collide(1, pairs, how).map(o => o && Object.fromEntries(Object.entries(o).map(([k, v]) => [k, Number.isFinite(v) ? v : null])));
})(%s)"""


def run(*words):
    return subprocess.run([DCM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True).stdout


def about(law):
    return json.loads(run("show", law, "--json"))


LAWS = [line.split()[0] for line in run("list").splitlines() if line.strip()]


class OnPage(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()
        cls.browser.size(1280)
        cls.browser.open(PAGE)
        cls.browser.evaluate(READY)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def drawn(self, change):
        """Milliseconds of the collision and of the sweeps after a change."""
        self.browser.evaluate(f"dcmPage.drawn = null; {change}; dcmPage.later()")
        self.browser.evaluate(READY)
        return self.browser.evaluate("dcmPage.drawn.milliseconds")

    # --- numbers

    def cases(self):
        """Laws with settings, and whether a speed or an angle is all that differs: each form as it comes, and once with other numbers."""
        chance = random.Random(SEED)
        print("seed", SEED)
        for law in LAWS:
            told = about(law)
            usual = {p["name"]: p["assumed"] for p in told["parameters"] if "assumed" in p}
            forms = next((o["choices"] for o in told["options"] if o["name"] == "form"), [None])
            for form in forms:
                yield law, ({} if form is None else {"form": form}) | usual
            other = {name: float(f"{value * chance.uniform(0.5, 1.1):.4g}") for name, value in usual.items()}
            yield law, ({} if forms[0] is None else {"form": chance.choice(forms)}) | other

    def compare(self, law, told, ours, theirs, is_exact):
        # The reference of a difference is the largest number of its kind: a restitution of 1e-3 has the rounding of velocities.
        for name in NAMES:
            a, b = ours[name], theirs[name]
            if a is None or b is None:
                self.assertEqual(a, b, f"{law}: {name} ({told})")
                continue
            scale = max(abs(b), 1.0) if "restitution" in name or name == "energy_loss" else theirs["max_normal_force"] if "force" in name else abs(b)
            self.assertLessEqual(abs(a - b), 0.0 if is_exact else 1e-12 * scale, f"{law}: {name} is {a!r}, not {b!r} ({told})")

    def test_numbers(self):
        exact = 0
        for law, settings in self.cases():
            lines = [f"{name}={value!r}" if isinstance(value, float) else f"{name}={value}" for name, value in settings.items()]
            has_log = law in WITH_FUNCTIONS or "restitution" in settings
            for wall in (False, True):
                bodies = {"radius": 0.001, "density": 2500, "wall": wall}
                pairs = [[1, 0], [1, 30], [0.1, 60]]
                ours = self.browser.evaluate(COLLIDE % json.dumps([law, lines, bodies, pairs, {"steps": 1000}]))
                for (speed, angle), outcome in zip(pairs, ours):
                    words = [law, *(w for line in lines for w in ("--set", line)), "--speed", str(speed), "--angle", str(angle), "--steps", "1000", "--json"]
                    theirs = json.loads(run("collide", *words, *["--wall"] * wall))
                    is_exact = not has_log and angle == 0
                    exact += is_exact
                    self.compare(law, " ".join(words), outcome, {name: theirs["outcome"].get(name) for name in NAMES}, is_exact)
        self.assertGreater(exact, 20)

    def test_sweeps(self):
        lines = ["young=5e6", "poisson=0.25", "restitution=0.6", "friction=0.4"]
        bodies = {"radius": 0.001, "density": 2500, "wall": False}
        dt, angles = "2e-7", [0, 15, 40, 85]
        ours = self.browser.evaluate(COLLIDE % json.dumps(["hertz-mindlin", lines, bodies, [[1, a] for a in angles], {"dt": float(dt), "maxSteps": 10000}]))
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "sweep.csv")
            run("collide", "hertz-mindlin", *(w for line in lines for w in ("--set", line)), "--dt", dt, "--max-steps", "10000", "--sweep",
                "angle=" + ",".join(map(str, angles)), "--csv", file)
            with open(file, encoding="utf-8") as rows:
                rows = [line.strip().split(",") for line in rows if not line.startswith("#")]
        column = rows[0].index("surface_restitution")
        for outcome, row in zip(ours[1:], rows[2:]):
            self.assertLessEqual(abs(outcome["surface_restitution"] - float(row[column])), 1e-12, row)

    # --- the page

    def test_opens_and_is_small(self):
        size = sum(os.path.getsize(os.path.join(SITE, name)) for name in
                   ("docs/try-a-law.html", "_static/laws.js", "_static/chart.min.js", "_static/try.js", "_static/styles/furo.css"))
        print("loads", size, "bytes")
        self.assertLess(size, 1.5e6)
        # The least of some times is that of a machine on which nothing else runs.
        times = []
        for _ in range(5):
            begin = time.monotonic()
            self.browser.open(PAGE)
            self.browser.evaluate(READY)
            times.append(time.monotonic() - begin)
        print("opens in", min(times), "s")
        self.assertEqual(self.browser.complaints(), [])

    def test_plots_follow(self):
        self.drawn("dcmPage.second.checked = false; dcmPage.arrange(); dcmPage.sides[0].take('hertz-mindlin')")
        times = [sum(self.drawn("")) for _ in range(10)]
        print("plots follow within", min(times), "ms")
        # Each law says what keeps it, and draws something.
        for law in LAWS:
            self.drawn(f"dcmPage.sides[0].take('{law}')")
            self.assertEqual(self.browser.evaluate("dcmPage.sides[0].fault.textContent"), "", law)
            points = self.browser.evaluate("dcmPage.plots.force.chart.data.datasets[0].data.filter(p => Number.isFinite(p.y) && p.y !== 0).length")
            self.assertGreater(points, 50, law)

    def test_two_laws(self):
        self.drawn("if (!dcmPage.second.checked) dcmPage.second.click()")
        self.assertEqual(self.browser.evaluate("dcmPage.plots.force.chart.data.datasets.length"), 2)
        self.drawn("dcmPage.second.click()")
        self.assertEqual(self.browser.evaluate("dcmPage.plots.force.chart.data.datasets.length"), 1)

    def test_keyboard_and_names(self):
        self.drawn("dcmPage.sides[0].take('hertz-mindlin')")
        before = self.browser.evaluate("document.querySelector('.try-table tbody td').textContent")
        self.browser.evaluate("dcmPage.drawn = null; document.querySelector('.try-side input[aria-label=\"restitution, slider\"]').focus()")
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key="ArrowLeft", code="ArrowLeft", windowsVirtualKeyCode=37)
        self.browser.evaluate(READY)
        self.assertNotEqual(self.browser.evaluate("document.querySelector('.try-table tbody td').textContent"), before)
        self.assertRegex(self.browser.evaluate("document.activeElement.getAttribute('aria-valuetext')"), r"^0\.\d+")
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        named = {"slider": 0, "textbox": 0, "combobox": 0, "checkbox": 0, "button": 0, "image": 0, "img": 0}
        for node in nodes:
            role = node.get("role", {}).get("value")
            if role in named and not node.get("ignored"):
                self.assertTrue(node.get("name", {}).get("value", "").strip(), node)
                named[role] += 1
        self.assertGreater(min(named["slider"], named["textbox"], named["combobox"]), 3, named)

    def test_a_wrong_number_is_said(self):
        self.drawn("dcmPage.sides[0].take('hertz-mindlin')")
        field = "[...dcmPage.sides[0].controls.get('restitution').node.querySelectorAll('input')].at(-1)"
        for text, said in (("1.5", "restitution"), ("abc", "must be a number")):
            self.browser.evaluate(f"{field}.value = '{text}'; {field}.dispatchEvent(new Event('input')); dcmPage.update()")
            self.assertIn(said, self.browser.evaluate("dcmPage.sides[0].fault.textContent"))

    def test_lines_run(self):
        """The command and the Python that the page offers compute the numbers of its table."""
        for law, wall in (("hertz-mindlin", "false"), ("granular", "true"), ("bond", "false")):
            self.drawn(f"dcmPage.sides[0].take('{law}'); dcmPage.wall.checked = {wall}")
            lines = self.browser.evaluate("dcmPage.drawn.found[0].side.inputs(dcmPage.asked())")
            expected = self.browser.evaluate("dcmPage.drawn.found[0].outcome.normal_restitution")
            command = shlex.split(lines["the command dcm"])
            self.assertEqual(command[0], "dcm")
            self.assertAlmostEqual(json.loads(run(*command[1:], "--json"))["outcome"]["normal_restitution"], expected, delta=1e-12)
            before, call = lines["Python"].split("print(")
            script = f"{before}print(repr(float({call[:-1]}.normal_restitution)))"
            found = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(found.returncode, 0, found.stderr + script)
            self.assertAlmostEqual(float(found.stdout), expected, delta=1e-12)


if __name__ == "__main__":
    unittest.main(verbosity=2)
