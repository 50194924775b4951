# SPDX-License-Identifier: MIT
"""No sentence of a comment, a docstring or a page begins with a word that hides its subject (docs/words.md)."""

import ast
import io
import os
import re
import tokenize
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# A sentence begins where a paragraph does, or behind the end of a sentence.
START = re.compile(r"""(?:^|(?<=[.?!])["')*]*\s)\s*["'(*]*((?:Of|That of|What|By|The same|Those)\s+\S+(?:\s+\S+){0,3})""")
# A question, and the title of a check of scripts/verify.
NO_SENTENCE = re.compile(r"What [^.]*\?|What rests, stays")
# Words of pages that readers did not understand: a page or a log reports, says, describes; a run stops with an error message.
FOG = re.compile(r"\b(tells?|told|telling|a sentence|as of|come to no good)\b")
# Released versions of the contract do not change; pictures have no comments.
LEFT_OUT = re.compile(r"^tests/museum/|\.svg$")
STRINGS_AND_COMMENTS = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.S)
ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
# A paragraph never goes on behind these lines.
HEAD = re.compile(r"@file$|SPDX-License-Identifier: \S+$|^!")


# Each reader yields (line, column of the comment, words, whether the words begin a paragraph).

def of_c(text):
    """C, C++, Rust."""
    text = re.sub(r'\bR"\((.*?)\)"', lambda raw: '""' + "\n" * raw[0].count("\n"), text, flags=re.S)
    for found in STRINGS_AND_COMMENTS.finditer(text):
        if found[0][0] == "/":
            first = text.count("\n", 0, found.start()) + 1
            before = text[text.rfind("\n", 0, found.start()) + 1:found.start()]
            for k, line in enumerate(found[0].split("\n")):
                words = re.sub(r"^\s*(?:/\*+[<!]?|//+[<!]?|\*+(?!/))? ?|\s*\*+/\s*$", "", line)
                yield first + k, len(before), words, k == 0 and (found[0][1] == "*" or before.strip() != "")


def of_python(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield *token.start, token.string[1:].strip(), token.line[:token.start[1]].strip() != ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            for k, line in enumerate((ast.get_docstring(node, clean=False) or "").split("\n")):
                yield node.body[0].lineno + k, 0, line.strip(), k == 0


def of_lines(text, sign="#"):
    """Shells, CMake, LAMMPS' inputs and others whose comments end with the line."""
    for number, line in enumerate(text.split("\n"), 1):
        found = re.search(rf"(?:^|(?<=\s)){sign}+[<>]?\s*(.*)$", line)
        if found:
            yield number, found.start(), found[1], line[:found.start()].strip() != ""


def of_markdown(text):
    """Paragraphs, items and cells; no code, and no headings, of which some are questions."""
    is_code, is_blank = False, True
    for number, line in enumerate(text.split("\n"), 1):
        is_fence = line.lstrip().startswith("```")
        is_code ^= is_fence
        if is_code or is_fence or line.startswith("#") or (is_blank and line.startswith("    ")):
            yield number, 0, "", True
            continue
        is_blank = not line.strip()
        is_row = line.startswith("|")
        for cell in line.strip("|").split("|") if is_row else [line]:
            yield number, 0, cell.strip(), is_row


def reader_of(path, text):
    if re.search(r"\.(c|h|cpp|rs|def|map)$|\.h\.in$", path):
        return of_c
    if path.endswith(".py") or re.match(r"#!.*python", text):
        return of_python
    if path.endswith(".f90"):
        return lambda text: of_lines(text, "!")
    return of_markdown if path.endswith(".md") else of_lines


def paragraphs(lines):
    """Texts of lines that follow each other, each with (place in the text, line) of its lines."""
    text, places, last = "", [], None
    for line, column, words, begins in lines:
        follows = last == (line - 1, column)
        if text and (begins or not follows or not words or ITEM.match(words) or HEAD.search(text)):
            yield text, places
            text, places = "", []
        words = ITEM.sub("", words, count=1)
        if words:
            text += (" " if text else "") + words
            places.append((len(text) - len(words), line))
        last = line, column
    if text:
        yield text, places


def findings(path, text):
    for paragraph, places in paragraphs(reader_of(path, text)(text)):
        for found in START.finditer(paragraph):
            if not NO_SENTENCE.match(paragraph[found.start(1):]):
                yield [line for place, line in places if place <= found.start(1)][-1], found[1]


def fog(path, text):
    """Places of such words in a page, but in code and in links."""
    for paragraph, places in paragraphs(of_markdown(text)) if path.endswith(".md") and path != "CHANGELOG.md" else ():
        for found in FOG.finditer(re.sub(r"`[^`]*`|\]\([^)]*\)|\w*_\w*", lambda code: " " * len(code[0]), paragraph)):
            yield [line for place, line in places if place <= found.start()][-1], found[0]


def files():
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [one for one in folders if one == ".ci" or not one.startswith((".", "__", "build", "demo-output", "bench-output"))]
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), ROOT)
            if not LEFT_OUT.search(path) and os.path.isfile(os.path.join(ROOT, path)):
                yield path


def read(path):
    """The text of a file; none if the bytes are no text."""
    with open(os.path.join(ROOT, path), "rb") as file:
        try:
            return file.read().decode()
        except UnicodeDecodeError:
            return ""


class Prose(unittest.TestCase):

    def test_sentences_begin_with_the_subject(self):
        found = [f"{path}:{line}: '{words} ...'" for path in sorted(files()) for line, words in findings(path, read(path))]
        self.assertFalse(found, "these sentences do not begin with the subject, as docs/words.md asks:\n" + "\n".join(found))

    def test_pages_have_plain_words(self):
        found = [f"{path}:{line}: '{word}'" for path in sorted(files()) for line, word in fog(path, read(path))]
        self.assertFalse(found, "write reports, says or describes, and error message (docs/words.md):\n" + "\n".join(found))
        self.assertEqual(list(fog("a.md", "It `tells` of [it](told.md).\nA law tells\nwhat it was told.\n")), [(2, "tells"), (3, "told")])

    def test_readers(self):
        for path, text, lines in (
                ("a.c", "/** Of spheres. */\nint a; /* What b has */\n/* A thing\n * of two. By halves of it. */\n", [1, 2, 4]),
                ("a.cpp", 'puts("// What is it");\n// The law. Those\n// of two, that of one, by name. What now?\n', [2]),
                ("a.rs", "/// That of one.\nlet a = 1;\n", [1]),
                ("a.f90", "integer :: a !< The same as b\n", [1]),
                ("a.py", '"""What it does."""\nx = "# What is it"  # By name\n# A word\n# What follows goes on.\n', [1, 2]),
                ("CMakeLists.txt", "# SPDX-License-Identifier: MIT\n# What it builds.\nset(a \"b\") # one of\n# What it builds.\n", [2, 4]),
                ("a.bash", "#!/bin/sh\n# Of two.\necho a#What b\n", [2]),
                ("in.a", "run 1 # The same run\n", [1]),
                ("a.md", "# What it is\n\nA page. *Those of one* are\nwhat they are. By two\n\n    # Of code\n\n- Of one\n\n| What | By two |\n",
                 [3, 4, 8, 10])):
            self.assertEqual(sorted(line for line, _ in findings(path, text)), lines, path)


if __name__ == "__main__":
    unittest.main(verbosity=2)
