# SPDX-License-Identifier: MIT
"""python3 make.py ABI MINOR [COMPILER]: writes to stdout what the headers in the folder ABI promise to code of version 1.MINOR, as
assertions: the place and the type of each field, the value of each constant, the type of each function. COMPILER is one of C for
this machine, which has pointers of 64 bits; the default is cc. The table of a release is made once, see ../README.md."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../abi"))
from translate import own_lines

# Macros that are not numbers or texts: something that they yield, or None where they need only be there.
OTHER_MACROS = {
    "DCM_VERSION_MAJOR": "DCM_VERSION_MAJOR(0x00030007u)",
    "DCM_VERSION_MINOR": "DCM_VERSION_MINOR(0x00030007u)",
    "DCM_HAS": None,
    "DCM_EXPORT": None,
}
# They are larger by as much as the code that includes the headers asks for.
OF_THE_TARGET = ("DCM_ABI_MINOR", "DCM_ABI_VERSION")

HEAD = """/* SPDX-License-Identifier: MIT */
/* clang-format off */
/** @file
 * Version 1.%(minor)s of the contract, on machines with pointers of 64 bits. Made by make.py when that version was released, and never
 * made again: what this file says of the headers holds of those of every later version 1.x. */
#include <dcm/dcm.h>

/** Whether the headers are asked for this version: then they have this and nothing else. */
#define DCM_AT_HOME (DCM_TARGET_MINOR == %(minor)s)

#ifdef __cplusplus
namespace {
template <class A, class B> struct dcm_same { static constexpr bool yes = false; };
template <class A> struct dcm_same<A, A> { static constexpr bool yes = true; };
} // namespace
#define DCM_SURE static_assert
#define DCM_IS_OF_TYPE(pointer, ...) (dcm_same<decltype(pointer), __VA_ARGS__>::yes)
#else
#define DCM_SURE _Static_assert
#define DCM_IS_OF_TYPE(pointer, ...) _Generic((pointer), __VA_ARGS__: 1, default: 0)
#endif
/* The types are those of pointers to what is meant, for which arrays and qualifiers are a part of the type. */
#define DCM_STRUCT(s, bytes)                                                                       \\
  DCM_SURE(sizeof(s) == (bytes) || (sizeof(s) > (bytes) && !DCM_AT_HOME),                          \\
           "the size of " #s " has changed");                                                      \\
  DCM_SURE(DCM_IS_OF_TYPE((struct s *)0, s *), #s " is no struct of this name");
#define DCM_STRUCT_FOR_EVER(s, bytes)                                                              \\
  DCM_STRUCT(s, bytes)                                                                             \\
  DCM_SURE(sizeof(s) == (bytes), "the size of " #s " has changed, which never grows");
#define DCM_FIELD(s, field, offset, bytes, ...)                                                    \\
  DCM_SURE(offsetof(s, field) == (offset), #s "." #field " has moved");                            \\
  DCM_SURE(sizeof(((s *)0)->field) == (bytes), "the size of " #s "." #field " has changed");       \\
  DCM_SURE(DCM_IS_OF_TYPE(&((s *)0)->field, __VA_ARGS__),                                          \\
           "the type of " #s "." #field " has changed");
/* Later fields take their place from its beginning. */
#define DCM_RESERVE(s, field, offset, bytes)                                                       \\
  DCM_SURE(offsetof(s, field) == (offset) || (offsetof(s, field) > (offset) && !DCM_AT_HOME),      \\
           #s "." #field " has moved");                                                            \\
  DCM_SURE(offsetof(s, field) + sizeof(((s *)0)->field) == (offset) + (bytes),                     \\
           #s "." #field " ends elsewhere");
#define DCM_IS(constant, value)                                                                    \\
  DCM_SURE((long long)(constant) == (value), #constant " has changed");
#define DCM_IS_NO_LESS(constant, value)                                                            \\
  DCM_SURE((long long)(constant) >= (value), #constant " has become less");
#define DCM_TEXT(macro, text) DCM_SURE(!__builtin_strcmp(macro, text), #macro " has changed");
#define DCM_TYPE(type, ...)                                                                        \\
  DCM_SURE(DCM_IS_OF_TYPE((type *)0, __VA_ARGS__), #type " has changed");
#define DCM_FUNCTION(function, ...)                                                                \\
  DCM_SURE(DCM_IS_OF_TYPE(&function, __VA_ARGS__), "the type of " #function " has changed");

"""


def pointer_to(declaration):
    """The name that a declaration declares, and the type of a pointer to that, without names of parameters."""
    declaration = " ".join(declaration.split())
    found = re.search(r"\(\*(\w+)\)\(", declaration) or re.search(r"(\w+)\(", declaration) or \
        re.search(r"(\w+)(?:\[\w+\])?$", declaration)
    begin, end = found.span(1)
    after = re.sub(r"(?<=[ *])\w+(?=[,)])", "", declaration[end:]).replace(" ,", ",").replace(" )", ")")
    if not after or after.startswith(")"):
        return found[1], declaration[:begin] + "*" + after
    return found[1], declaration[:begin] + "(*)" + after


def contents(text):
    """Structs with their fields, enumerators, and what else has a type."""
    structs, enumerators, types, functions = {}, [], {}, {}

    def struct(match):
        structs[match[2]] = [pointer_to(field) for field in match[1].split(";") if field.strip()]
        return ""

    def enum(match):
        enumerators.extend(re.findall(r"\b(DCM_\w+)\s*=", match[1]))
        if match[1].rstrip().rstrip(",").count(",") + 1 != match[1].count("="):
            sys.exit(f"each enumerator must say its value, or it would be missing here: {match[1]}")
        return ""

    def other(match):
        name, type_ = pointer_to(match[2])
        (types if match[1] else functions)[name] = type_
        return ""

    text = re.sub(r"__attribute__\(\(.*?\)\)\)", "", text)  # of DCM_EXPORT
    text = re.sub(r"typedef struct \w+ \{(.*?)\} (\w+);", struct, text, flags=re.S)
    text = re.sub(r"\benum \{(.*?)\};", enum, text, flags=re.S)
    text = re.sub(r"\b(typedef )?([^;{}]*?);", other, text, flags=re.S)
    if text.strip():
        sys.exit(f"nobody knows what to say of this: {text.strip()}")
    return structs, enumerators, types, functions


def macro_lines(macros):
    """Lines of the table: as they are, or with a number that is still to be found."""
    for name, value in sorted(macros.items()):
        if re.fullmatch(r"DCM_\w+_H", name) or name == "DCM_TARGET_MINOR":
            continue
        if name in OTHER_MACROS:
            if OTHER_MACROS[name]:
                yield "DCM_IS", OTHER_MACROS[name]
            else:
                yield f'#ifndef {name}\n#error "{name} is gone"\n#endif', None
        elif name in OF_THE_TARGET:
            yield "DCM_IS", f"{name} - DCM_TARGET_MINOR"
        elif name == "DCM_NEWEST_MINOR":
            yield f"DCM_IS_NO_LESS({name}, {macros['DCM_TARGET_MINOR'].rstrip('u')})", None
        elif value.startswith('"'):
            yield f"DCM_TEXT({name}, {value})", None
        elif value == "(":
            sys.exit(f"nobody knows what to say of {name}: it belongs into OTHER_MACROS")
        else:
            yield "DCM_IS", name


def table(abi, minor, compiler):
    macros, text = own_lines(abi, minor, compiler)
    structs, enumerators, types, functions = contents(text)
    body = ""

    numbers = ""

    def line(text, *what):
        nonlocal body, numbers
        body += text + "\n"
        numbers += "".join(f'printf("%lld\\n", (long long)({w}));\n' for w in what)

    for macro, what in macro_lines(macros):
        if what:
            line(f"{macro}({what}, @)", what)
        else:
            line(macro)
    for name in sorted(enumerators):
        # Limits rise, but that which is the length of an array in a struct.
        rises = name.startswith("DCM_MOST_") and name != "DCM_MOST_FIELDS"
        line(f"{'DCM_IS_NO_LESS' if rises else 'DCM_IS'}({name}, @)", name)
    for s, fields in sorted(structs.items()):
        grows = fields[0][0] == "size"
        line(f"\n{'DCM_STRUCT' if grows else 'DCM_STRUCT_FOR_EVER'}({s}, @)", f"sizeof({s})")
        for field, type_ in fields:
            place = f"offsetof({s}, {field})", f"sizeof((({s} *)0)->{field})"
            if (s, field) == ("dcm_instance", "reserved"):
                line(f"DCM_RESERVE({s}, {field}, @, @)", *place)
            else:
                line(f"DCM_FIELD({s}, {field}, @, @, {type_})", *place)
    line("")
    for name, type_ in types.items():
        line(f"DCM_TYPE({name}, {type_})")
    for name, type_ in functions.items():
        line(f"DCM_FUNCTION({name}, {type_})")

    source = "#include <dcm/dcm.h>\n#include <stdio.h>\nint main(void) {\n" + numbers + "return 0;\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        program = folder + "/numbers"
        subprocess.run([compiler, "-std=c11", f"-I{abi}", f"-DDCM_TARGET_MINOR={minor}u", "-x", "c", "-", "-o", program],
                       input=source, text=True, check=True)
        values = iter(subprocess.run([program], text=True, check=True, stdout=subprocess.PIPE).stdout.split())
    return HEAD % {"minor": minor} + re.sub("@", lambda _: next(values), body)


if __name__ == "__main__":
    sys.stdout.write(table(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "cc"))
