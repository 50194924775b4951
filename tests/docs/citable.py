# SPDX-License-Identifier: MIT
"""Files for those who cite, review and pack dcm: every file has a copyright and a licence, versions are one version, the paper builds."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
import unittest

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def run(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def dep5(annotations):
    """Debian's reuse is older than REUSE.toml, and reads the same in the form of Debian's copyright files. The last rule that fits a file holds in both."""
    text = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
    for one in annotations:
        paths = one["path"] if isinstance(one["path"], list) else [one["path"]]
        text += f"\nFiles: {' '.join(path.replace('**', '*') for path in paths)}\nCopyright: {one['SPDX-FileCopyrightText']}\n" \
                f"License: {one['SPDX-License-Identifier']}\n"
    return text


class Citable(unittest.TestCase):

    def lint(self, annotations, more=()):
        listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                                stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
        with tempfile.TemporaryDirectory() as folder:
            for path in filter(lambda path: os.path.isfile(os.path.join(ROOT, path)), listed):
                os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
                shutil.copyfile(os.path.join(ROOT, path), os.path.join(folder, path))
            for path, text in [(".reuse/dep5", dep5(annotations)), *more]:
                os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                    file.write(text)
            return run("reuse", "--root", folder, "lint")

    def test_licences(self):
        annotations = tomllib.loads(read("REUSE.toml"))["annotations"]
        said = self.lint(annotations)
        self.assertEqual(said.returncode, 0, said.stdout[-3000:])
        # A file of another licence, and files without one, are seen.
        self.assertNotEqual(self.lint(annotations, [("src/a.c", "/* SPDX-License-" "Identifier: Zlib */\n")]).returncode, 0)
        self.assertNotEqual(self.lint(annotations[1:]).returncode, 0)

    def test_licences_of_rooms(self):
        """The licence of a file by its own line is that of REUSE.toml, so LICENSE is right about the rooms."""
        gpl = tomllib.loads(read("REUSE.toml"))["annotations"][1]["path"]
        listed = run("git", "-c", "safe.directory=*", "grep", "-l", "SPDX-License-" "Identifier: GPL-2.0-or-later", cwd=ROOT).stdout.split()
        marked = [path for path in listed if path != "LICENSE"]
        self.assertEqual([path for path in marked if not path.startswith("plugin/")], sorted(path for path in gpl if path != "plugin/**"))
        for word in ("abi/", "src/", "plugin/", "LICENSES/MIT.txt", "LICENSES/GPL-2.0-or-later.txt"):
            self.assertIn(word, read("LICENSE"))

    def test_versions(self):
        version = re.search(r"project\(dcm VERSION ([0-9.]+)", read("CMakeLists.txt"))[1]
        citation = yaml.safe_load(read("CITATION.cff"))
        self.assertEqual((str(citation["version"]), json.loads(read("codemeta.json"))["version"]), (version, version))
        for key in ("cff-version", "message", "title", "authors"):
            self.assertTrue(citation[key], key)

    def test_paper(self):
        paper = read("paper", "paper.md")
        self.assertEqual(re.findall(r"^# (.*)$", paper, re.M),
                         ["Summary", "Statement of need", "State of the field", "Software design", "Evidence", "References"])
        words = len(re.sub(r"^---.*?^---$", "", paper, flags=re.M | re.S).split())
        self.assertTrue(250 <= words <= 1000, words)
        cited = set(re.findall(r"@(\w+)", paper.split("---", 2)[2]))
        self.assertEqual(cited, set(re.findall(r"^@\w+{(\w+),", read("paper", "paper.bib"), re.M)))
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "paper.pdf")
            said = run("pandoc", "paper.md", "--citeproc", "--pdf-engine=weasyprint", "-o", made, cwd=os.path.join(ROOT, "paper"))
            self.assertEqual(said.returncode, 0, said.stdout)
            self.assertNotIn("citeproc", said.stdout.lower())
            self.assertGreater(os.path.getsize(made), 10000)


if __name__ == "__main__":
    unittest.main(verbosity=2)
