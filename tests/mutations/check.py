# SPDX-License-Identifier: MIT
"""The rules of mutation: what they change, what they leave alone, and that their choice is the same every time."""

import os
import re
import subprocess
import unittest

import rules
import tree

which = tree.which
HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))

CODE = """/* a + b */
static const double third = 1.0 / 3.0; // < 2.0
int add(int a_1, int a_2) {
  const char *text = "a + b < 2.0";
  if (a_1 < a_2 && a_2 != 0)
    return DCM_ERROR;
  for (int i = 0; i < 3; i++)
    total[i] += fmax(a_1, 0.5) * limit;
  report(text);
  free(text);
  double room[7], more[5];
  return a_1 > 0 ? a_1 : -a_2 + total[0];
}
int last(void) {
  return DCM_OK;
}
const dcm_model model = {
  .history_version = 1,
};
"""


class Rules(unittest.TestCase):

    def setUp(self):
        self.mutants = rules.mutants_of("a.c", CODE)

    def after(self, rule):
        return {m.after for m in self.mutants if m.rule == rule}

    def test_each_rule(self):
        for rule, line in (("sign", "return a_1 > 0 ? a_1 : -a_2 - total[0];"),
                           ("product", "total[i] += fmax(a_1, 0.5) / limit;"),
                           ("sum", "total[i] -= fmax(a_1, 0.5) * limit;"),
                           ("comparison", "if (a_1 >= a_2 && a_2 != 0)"),
                           ("boundary", "if (a_1 <= a_2 && a_2 != 0)"),
                           ("logic", "if (a_1 < a_2 || a_2 != 0)"),
                           ("negation", "if (!(a_1 < a_2 && a_2 != 0))"),
                           ("number", "total[i] += fmax(a_1, 1.0) * limit;"),
                           ("index", "total[i] += fmax(a_2, 0.5) * limit;"),
                           ("term", "total[i] += fmax(a_1, 0.5);"),
                           ("branches", "return a_1 > 0 ? -a_2 + total[0] : a_1;"),
                           ("statement", ";"),
                           ("extreme", "total[i] += fmin(a_1, 0.5) * limit;"),
                           ("word", "return DCM_OK;")):
            self.assertIn(line, self.after(rule), rule)

    def test_what_computes_nothing_stays(self):
        for mutant in self.mutants:
            self.assertNotIn(mutant.line, (1, 2, 4), mutant.after)
            self.assertNotIn("free(", mutant.before)
            self.assertNotIn("history_version", mutant.before)
            self.assertNotIn("room", mutant.before)
        self.assertEqual(sorted(m.line for m in self.mutants if m.rule == "comparison"), [5, 5, 12])

    def test_value_of_a_function_stays(self):
        self.assertEqual(self.after("jump"), {"(void) DCM_ERROR;"})

    def test_choice(self):
        chosen = rules.choose(self.mutants, 4, 1)
        self.assertEqual(len({m.line for m in chosen}), 4)
        self.assertEqual(len({m.rule for m in chosen}), 4)
        moved = rules.choose(rules.mutants_of("a.c", "int x;\n" + CODE), 4, 1)
        self.assertEqual([(m.before, m.after, m.line + 1) for m in chosen], [(m.before, m.after, m.line) for m in moved])
        self.assertNotEqual(chosen, rules.choose(self.mutants, 4, 2))

    def test_map_knows_every_file(self):
        listed = subprocess.run(["git", "-c", f"safe.directory={SOURCE}", "ls-files"], cwd=SOURCE, stdout=subprocess.PIPE, text=True)
        # Files that build the project may change anything.
        build = r"CMakeLists\.txt$|^cmake/|\.cmake$|^tests/(support|lib)/"
        for path in listed.stdout.splitlines():
            if re.search(which.PRODUCT, path):
                self.assertIsNotNone(which.first(path), path)
            elif not re.search(build, path) and path.startswith(("tests/", "scripts/", "docs/", "examples/", "inputs/")):
                self.assertIsNotNone(which.reads(path), path)

    def test_map_chooses(self):
        tests = {"laws.bond": ["unit", "quick"], "cli.drive": ["unit", "quick"], "lammps.debian.walls": ["host", "quick"],
                 "lammps.debian.restart": ["host"], "lammps.debian.wall_runs": ["host"], "replay.jkr": ["replay"],
                 "check.mistakes.1": ["unit"]}
        quick = {"laws.bond", "cli.drive", "lammps.debian.walls"}
        for path, chosen, unknown in (
                ("src/laws/bond.c", quick | {"replay.jkr"}, []), ("src/check/scene/scene.c", quick | {"check.mistakes.1"}, []),
                ("plugin/lammps/fix_wall.cpp", quick | {"lammps.debian.wall_runs"}, []), ("docs/cli.md", set(), []),
                ("tests/laws/test_bond.c", {"laws.bond"}, []), ("tests/lammps/restart.py", {"lammps.debian.restart"}, []),
                ("tests/data/jkr.csv", {"replay.jkr"}, []), ("cmake/new.cmake", quick, ["cmake/new.cmake"])):
            self.assertEqual(which.choose([path], tests), (chosen, unknown), path)

    def test_laws_that_changed(self):
        for paths, laws in ((["src/laws/woo_hertz.c", "docs/design.md"], "woo-hertz"), (["src/laws/jkr.c", "src/laws/heat.c"], "jkr heat"),
                            (["src/laws/jkr.c", "src/mechanics/jkr.h"], ""), (["src/laws/hertz_contact.h"], ""), (["src/laws/library.c"], ""),
                            (["docs/cli.md"], "")):
            self.assertEqual(which.laws(paths), laws, paths)

    def test_checks_that_see_a_file(self):
        texts = {"src/check/energy/energy.c": '#include "check/energy/passage.h"\nvoid dcm_check_ledger(const dcm_subject *subject) {',
                 "src/check/energy/passage.c": '#include "check/energy/passage.h"\n#include "check/scene/drawn.h"',
                 "src/check/energy/passage.h": "", "src/check/scene/drawn.h": "",
                 "src/check/contract/effects.c": "void dcm_check_rows(const dcm_subject *subject) {"}
        for path, checks in (("energy/energy.c", ["ledger"]), ("energy/passage.c", ["ledger"]), ("scene/drawn.h", ["ledger"]),
                             ("contract/effects.c", ["rows"])):
            self.assertEqual(which.checks("src/check/" + path, texts), checks, path)
        self.assertEqual(which.checks("src/laws/bond.c", texts), [])

    def test_quick_and_likely_tests_are_first(self):
        copy = tree.Tree("", "", [], 1)
        copy.tests = {name: [] for name in ("laws.long", "laws.a", "laws.b", "cli.a", "cli.memory")}
        copy.seconds = {"laws.long": 20.0, "laws.a": 0.6, "laws.b": 0.5, "cli.a": 0.7, "cli.memory": 0.0}
        laws, others = ("^laws", which.LONG), ("^cli", "^laws|" + which.LONG)
        self.assertEqual(copy.order([laws, others]), [["laws.b", "laws.a", "cli.a"], ["laws.long"]])
        copy.kills["laws.long"] = 99
        self.assertEqual(copy.order([laws, others]), [["laws.long", "laws.b", "laws.a", "cli.a"]])

    def test_list_by_hand(self):
        entry = ("a.c", "fmax(a_1, 0.5) * limit", "limit", "why")
        mutant, = rules.by_hand([entry], {"a.c": CODE})
        self.assertEqual((mutant.line, mutant.after), (8, "total[i] += limit;"))
        with self.assertRaisesRegex(ValueError, "a.c has 0 times, not once: fmin"):
            rules.by_hand([("a.c", "fmin", "fmax", "why")], {"a.c": CODE})
        with self.assertRaisesRegex(ValueError, "a.c has 3 times, not once: total"):
            rules.by_hand([("a.c", "total", "sum", "why")], {"a.c": CODE + "int total;"})

    def test_lists_are_of_the_code(self):
        # A line that was changed since would end the campaign, or excuse nobody.
        entries = rules.read_list(os.path.join(HERE, "by_hand.txt"))
        excused = rules.read_list(os.path.join(HERE, "survivors.txt"))
        texts = {}
        for path in {entry[0] for entry in entries + excused}:
            with open(os.path.join(SOURCE, path)) as file:
                texts[path] = file.read()
        self.assertEqual(len(rules.by_hand(entries, texts)), len(entries))
        for path, old, _, _ in excused:
            self.assertRegex(texts[path], r"\s+".join(re.escape(word) for word in old.split()), path)


if __name__ == "__main__":
    unittest.main()
