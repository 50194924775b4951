# SPDX-License-Identifier: MIT
"""Every law stands in every list of the laws, and all that a law takes and tells on its page."""

import json
import os
import re
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DRIVER = os.environ["DCM_DRIVER"]


def run(*words):
    return subprocess.run([DRIVER, *words], text=True, stdout=subprocess.PIPE, check=True).stdout


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


LAWS = {line.split()[0]: json.loads(run("show", line.split()[0], "--json")) for line in run("list").splitlines() if line.strip()}


def syntax(page):
    """The part of a manual page before the examples."""
    return page[page.index("## Syntax"):page.index("## Examples")]


class Lists(unittest.TestCase):

    def assert_all(self, found, wanted=LAWS, what=""):
        self.assertEqual(sorted(found), sorted(wanted), what)

    def test_readme(self):
        rows = re.findall(r"^\| \[([\w-]+)\]\(docs/laws/([\w-]+)\.md\) \| `dcm/([\w/]+)` \|", read("README.md"), re.M)
        self.assert_all([law for law, _, _ in rows])
        for law, page, style in rows:
            self.assertEqual((page, style), (law, law.replace("-", "/")))

    def test_which_law_for_what(self):
        wanted, kinds = read("docs", "laws", "README.md").split("\n| law | damping |")
        self.assert_all(re.findall(r"^\|[^|]*\| \[([\w-]+)\]\(\1\.md\) \|", wanted, re.M))
        self.assert_all(re.findall(r"^\| ([a-z][\w-]*) \|", kinds, re.M))

    def test_options_in_the_manual_of_lammps(self):
        text = syntax(read("docs", "lammps", "pair_dcm.md")).split("- two more")[0]
        lines = re.findall(r"^([a-z_]+) = (.+?) \((.+)\)$", text, re.M)
        told = {(law, option): words.split(" or ") for option, words, laws in lines for law in laws.split(", ")}
        # mdr is a word that is known to be refused.
        have = {(law, option["name"]): [word for word in option["choices"] if word != "mdr"]
                for law, of in LAWS.items() for option in of["options"]}
        self.assertEqual(told, have)

    def test_verification(self):
        # One row each in the table of what agrees with what.
        table = read("docs", "verification.md").split("## One law is one law everywhere")[1].split("\n\n")[1]
        self.assert_all(re.findall(r"^\| ([a-z][\w-]*) \|", table.split("\n", 2)[2], re.M))

    def test_forms(self):
        two = [law for law, of in LAWS.items() if any(option["name"] == "form" for option in of["options"])]
        named = re.search(r"laws have two forms: (.*?)\. `form", " ".join(read("README.md").split()))[1]
        self.assert_all(re.split(r",? and |, ", named), two)


class Pages(unittest.TestCase):

    def test_pages_have_what_the_laws_have(self):
        for law, of in LAWS.items():
            page = read("docs", "laws", law + ".md")
            self.assertTrue(page.startswith(f"# {law}\n"), law)
            for part in (f"`dcm/{law.replace('-', '/')}`", "](../figures/", "\n## Parameters", "\n## LAMMPS\n", "\n## Literature\n"):
                self.assertTrue(part in page, f"{law}: {part}")
            # A law that takes parts over from another law refers to the page of that law.
            known = page + "".join(read("docs", "laws", other) for other in re.findall(r"\]\(([\w-]+\.md)", page))
            for kind, names in (("parameters", [p["name"] for p in of["parameters"]]), ("options", [o["name"] for o in of["options"]]),
                                ("choices", [c for o in of["options"] for c in o["choices"]])):
                for name in names:
                    self.assertTrue(re.search(rf"`(\w+ )?{re.escape(name)}( [\w…-]+)?`", known), f"{law}: {kind}: {name}")
            for kind in ("history", "quantities", "outputs"):
                for one in of[kind]:
                    self.assertTrue(f"`{one['name']}`" in known, f"{law}: {kind}: {one['name']}")

    def test_figures_are_drawn(self):
        drawn = read("docs", "figures", "make.sh")
        for law in LAWS:
            self.assertRegex(drawn, rf"(?m)^(draw|plot) {law}\b", law)
            for figure in re.findall(r"\]\(\.\./figures/([\w-]+)\.svg\)", read("docs", "laws", law + ".md")):
                self.assertRegex(drawn, rf"(?m)^(draw|plot) {figure}( |$)", law)
                self.assertTrue(os.path.exists(os.path.join(ROOT, "docs", "figures", figure + ".svg")), figure)


def parts_of(page):
    """The names by which links reach the parts of a page, as GitHub makes them of headings."""
    text = re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S)
    parts = re.findall(r'<a id="([\w-]+)"></a>', text)
    for heading in re.findall(r"^#+ (.+)$", text, re.M):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        part = re.sub(r"[^\w -]", "", words).replace(" ", "-")
        again = sum(part == one or re.fullmatch(re.escape(part) + r"-\d+", one) is not None for one in parts)
        parts.append(f"{part}-{again}" if again else part)
    return parts


class Links(unittest.TestCase):

    def test_links_lead_somewhere(self):
        pages = {}
        for folder, folders, files in os.walk(ROOT):
            folders[:] = [one for one in folders if not one.startswith((".", "build", "demo-output", "bench-output"))]
            for name in files:
                if name.endswith(".md"):
                    path = os.path.join(folder, name)
                    pages[path] = read(path)
        self.assertIn(os.path.join(ROOT, "README.md"), pages)
        for path, text in pages.items():
            text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
            for link in re.findall(r"\]\(([^)\s]+)\)", text):
                if re.match(r"https?:", link):
                    continue
                file, _, part = link.partition("#")
                aim = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
                told = f"{os.path.relpath(path, ROOT)}: {link}"
                self.assertTrue(os.path.exists(aim), told)
                if part:
                    self.assertIn(part, parts_of(pages[aim]), told)


if __name__ == "__main__":
    unittest.main(verbosity=2)
