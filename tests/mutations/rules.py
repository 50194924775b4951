# SPDX-License-Identifier: MIT
"""Mutations of C and C++ by rule: what is changed, and which of all possible changes are tried.

A rule looks at the text with comments, strings and preprocessor lines blanked. The choice depends on the seed and on the
text of a line, not on where it stands, so that a change elsewhere keeps the mutants that were chosen before."""

import dataclasses
import hashlib
import re


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    start: int    # of what is replaced, in the file
    end: int
    new: str
    line: int    # counted from 1
    rule: str
    before: str    # the lines that change, as they are and as they become, without indentation
    after: str
    reason: str = ""    # of those by hand: what is broken


def blanks(match):
    return re.sub(r"[^\n]", " ", match.group())


def blanked(text):
    """The text with everything that computes nothing replaced by blanks, of the same length: comments, strings, the
    preprocessor's lines, what is built for some versions of the host only, and declarations."""
    text = re.sub(r"^#if [^\n]*VERSION.*?^#endif", blanks, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:[^\n\\]|\\.)*', blanks, text,
                  flags=re.DOTALL | re.MULTILINE)
    computes, open_braces = [], []    # by character; of each open brace whether a function or a value begins there
    for i, character in enumerate(text):
        if character == "{":
            open_braces.append(bool(re.search(r"(?:[)=]|\b(?:const|override))\s*$", text[max(0, i - 80):i])))
        computes.append(any(open_braces))
        if character == "}" and open_braces:
            open_braces.pop()
    return "".join(c if keep or c == "\n" else " " for c, keep in zip(text, computes))


def closing(text, opening):
    """Where the parenthesis closes that opens there."""
    depth = 0
    for i in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return None


def exchange(words):
    """A rule that puts one word in the place of another: pairs of a pattern with one group and what that becomes."""
    def find(code):
        for pattern, new in words:
            for m in re.finditer(pattern, code, re.MULTILINE):
                yield m.start(1), m.end(1), new
    return find


def outside_loops(words):
    find = exchange(words)

    def find_outside(code):
        for start, end, new in find(code):
            if not re.search(r"\bfor \(", code[code.rfind("\n", 0, start) + 1:start]):
                yield start, end, new
    return find_outside


def twice(code):
    """Numbers: twice as large, or 1 for 0; integers, of which most count or index, one more."""
    for m in re.finditer(r"(?<![\w.])(\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?![\w.])", code):
        value = float(m.group())
        yield m.start(), m.end(), repr(2.0 * value) if value else "1.0"
    for m in re.finditer(r"(?<=[\[(=<>+\-*,] )(\d+)(?=[;,)\] ])|(?<=\[)(\d+)(?=\])", code):
        yield m.start(), m.end(), str(int(m.group()) + 1)


def negated(code):
    for m in re.finditer(r"\bif (\()", code):
        end = closing(code, m.start(1))
        if end:
            yield m.start(1), end + 1, "(!" + code[m.start(1):end + 1] + ")"


def swapped_branches(code):
    for m in re.finditer(r"\? ([^?:;{}]+?)\s+: ([^?:;{},]+?)(?=[;,)])", code):
        if all(part.count("(") == part.count(")") for part in m.groups()):
            yield m.start(1), m.end(2), f"{m.group(2)} : {m.group(1)}"


# valgrind and the sanitizers watch calls that free memory; results do not show them.
FREES = r"(?!(?:free|delete|fclose|va_end|[\w>.-]*(?:destroy|close|free)\w*)\b)"


def dropped_statement(code):
    """A call or an assignment that stands alone in a line."""
    for m in re.finditer(rf"(?<=[;{{}})]\n)[ ]+({FREES}(?!return\b|else\b|case\b|goto\b)[\w>.:\[\]*-]+"
                         r"(?:\([^;{}]*\)| [-+*|^]?= [^;{}]*);)$", code, re.MULTILINE):
        yield m.start(1), m.end(1), ";"


def dropped_term(code):
    """The last term of a sum, or factor of a product, of simple parts."""
    for m in re.finditer(r"(?<=[\w)\]])( [-+*] [A-Za-z_][\w.>\-\[\]]*)(?=[;,)])", code):
        yield m.start(1), m.end(1), ""


RULES = {
    "sign": exchange([(r"(?<=[\w)\]]) (\+)(?= [\w(-])", "-"), (r"(?<=[\w)\]]) (-)(?= [\w(])", "+"),
                      (r"(?<=[(=,] )(-)(?=[\w(])", ""), (r"(?<=[(])(-)(?=[\w(])", "")]),
    "product": exchange([(r"(?<=[\w)\]]) (\*)(?= [\w(])", "/"), (r"(?<=[\w)\]]) (/)(?= [\w(])", "*")]),
    "sum": exchange([(r" (\+=) ", "-="), (r" (-=) ", "+="), (r" (\*=) ", "/="), (r" (\|=) ", "="), (r" (\+=) ", "=")]),
    # The loop over what there is, beyond or never, is seen by everything.
    "comparison": outside_loops([(r" (<) ", ">="), (r" (>) ", "<="), (r" (<=) ", ">"), (r" (>=) ", "<"), (r" (==) ", "!="),
                            (r" (!=) ", "==")]),
    # Between numbers that are not integers the end of a range is met by accident only.
    "boundary": outside_loops([(r" (<)(?= [\w(]+[^.\n]*$)", "<="), (r" (<=)(?= [\w(]+[^.\n]*$)", "<"),
                               (r" (>)(?= [\w(]+[^.\n]*$)", ">="), (r" (>=)(?= [\w(]+[^.\n]*$)", ">")]),
    "logic": exchange([(r" (&&)\s", "||"), (r" (\|\|)\s", "&&"), (r"(?<=[( ])(!)(?=[\w(])", "")]),
    "negation": negated,
    "number": twice,
    "index": exchange([(r"\w(_1)\b", "_2"), (r"\w(_2)\b", "_1"), (r"\[(i)\]", "j"), (r"\[(j)\]", "i"), (r"\.(x)\b", "y"),
                       (r"\.(z)\b", "x"), (r"\b(ri)\b", "rj"), (r"\bc\.(i)\b", "j"), (r"\bc\.(j)\b", "i")]),
    "statement": dropped_statement,
    "term": dropped_term,
    "branches": swapped_branches,
    # A function that ends without its value is refused by the compiler.
    "jump": exchange([(r"\b(continue);", ""), (r"\b(return)(?= DCM_(?:OK|ERROR);(?!\n\}))", "(void)")]),
    "extreme": exchange([(r"\b(?:std::)?f?(max)\(", "min"), (r"\b(?:std::)?f?(min)\(", "max")]),
    "word": exchange([(r"\b(true)\b", "false"), (r"\b(false)\b", "true"), (r"return (DCM_ERROR);", "DCM_OK"),
                      (r"\b(sqrt)\(", "fabs"), (r"\b(fabs)\(", "")]),
}


def lines_of(text, start, end, new):
    """The lines that a replacement changes, before and after."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    before, after = text[first:last], text[first:start] + new + text[end:last]
    return " ".join(before.split()), " ".join(after.split())


def mutants_of(path, text):
    """All of a file."""
    code = blanked(text)
    found = []
    for rule, find in RULES.items():
        for start, end, new in find(code):
            if rule == "negation":
                new = "(!" + text[start:end] + ")"    # with the strings that were blanked
            elif rule == "branches" and code[start:end] != text[start:end]:
                continue
            before, after = lines_of(text, start, end, new)
            if rule in ("number", "index") and "sizeof" in before or rule in ("sign", "term") and '"' in before:
                continue    # the size of another element is the same, and texts are added but not subtracted
            if rule in ("sign", "term") and "DCM_COMPONENT_SPRING" in before:
                continue    # the first component, number 0
            if rule == "number" and re.search(r"\b(?:double|char|int|u?int\d+_t|const)\b[\s*\w\[\],]*\w\[$",
                                              text[text.rfind("\n", 0, start) + 1:start]):
                continue    # an array that is declared longer
            if before.startswith(".history_version ="):
                continue    # says whether older restart files can be read: a test could only repeat the number
            if new == "j" and not re.search(r"\bj\b", code[max(0, start - 800):start]):
                continue
            found.append(Mutant(path, start, end, new, text.count("\n", 0, start) + 1, rule, before, after))
    return found


def choose(candidates, count, seed):
    """So many of a file's mutants, of as many rules as there are, one a line."""
    def number(m):
        return hashlib.sha256(f"{seed}|{m.path}|{m.rule}|{m.before}|{m.after}".encode()).hexdigest()
    left = sorted(candidates, key=number)
    used, lines, chosen = {}, set(), []
    while left and len(chosen) < count:
        best = min(left, key=lambda m: used.get(m.rule, 0))
        left.remove(best)
        if best.line in lines:
            continue
        lines.add(best.line)
        used[best.rule] = used.get(best.rule, 0) + 1
        chosen.append(best)
    return chosen


def size_of(text):
    """Lines with code."""
    return sum(1 for line in blanked(text).splitlines() if re.search(r"\w", line))


def choose_all(texts, weights, count, seed):
    """About so many mutants of files: in proportion to their size times a weight, one at least of those that have any."""
    sizes = {path: size_of(text) * weights(path) for path, text in texts.items()}
    total = sum(sizes.values())
    return [m for path in sorted(texts) if sizes[path]
            for m in choose(mutants_of(path, texts[path]), max(1, round(count * sizes[path] / total)), seed)]


# --------------------------------------------------------------------------------------- lists by hand


def read_list(path):
    """Blocks of a file name, lines that begin with - and +, and a reason; blank lines between, # begins a comment.
    Returns [(file name, old, new, reason)]."""
    with open(path) as file:
        text = "".join(line for line in file if not line.startswith("#"))
    entries = []
    for block in filter(str.strip, re.split(r"\n\s*\n", text)):
        lines = block.strip().splitlines()
        old, new = (" ".join(" ".join(line[1:].split()) for line in lines[1:] if line.startswith(sign)) for sign in "-+")
        reason = " ".join(line.strip() for line in lines[1:] if line[0] not in "-+")
        if not old or not reason:
            raise ValueError(f"{path}: the entry of {lines[0]} needs lines that begin with -, and a reason")
        entries.append((lines[0], old, new, reason))
    return entries


def by_hand(entries, texts):
    """Mutants of such a list. The old text, whatever its line breaks, must stand in the file once."""
    mutants = []
    for path, old, new, reason in entries:
        text = texts.get(path, "")
        pattern = r"\s+".join(re.escape(word) for word in old.split())
        found = list(re.finditer(pattern, text))
        if len(found) != 1:
            raise ValueError(f"{path} has {len(found)} times, not once: {old}")
        m = found[0]
        before, after = lines_of(text, m.start(), m.end(), new)
        mutants.append(Mutant(path, m.start(), m.end(), new, text.count("\n", 0, m.start()) + 1, "by hand", before, after,
                              reason))
    return mutants
