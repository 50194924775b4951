# SPDX-License-Identifier: MIT
"""python3 translate.py LANGUAGE ABI [COMPILER]: writes to stdout the contract in another language, rust or fortran, as the headers in the
folder ABI say it to C. COMPILER is one of C for this machine; the default is cc.

The build makes dcm.rs and dcm.f90 in this way and installs the two files beside the headers.

python3 translate.py LANGUAGE-layout ABI [COMPILER] writes a program in c, rust or fortran that prints the offset of each field and the size
of each struct, as its compiler lays out the structs. tests/abi/languages.py runs the programs and compares."""

import os
import re
import subprocess
import sys
import tempfile

# Structs that a library hands over; all others are the host's.
OF_LIBRARY = ("dcm_parameter", "dcm_option", "dcm_history_field", "dcm_quantity", "dcm_output", "dcm_model", "dcm_library")
# Constants that functions return; all other constants are words of 32 bits without a sign.
STATUS = ("DCM_OK", "DCM_ERROR")


def own_lines(abi, minor, compiler):
    """The headers as they are for that version: the macros, and what is left of the text without them and without comments."""
    text = subprocess.run([compiler, "-std=c11", "-E", "-dD", f"-I{abi}", f"-DDCM_TARGET_MINOR={minor}u", "-x", "c", "-"],
                          input="#include <dcm/dcm.h>\n", text=True, check=True, stdout=subprocess.PIPE).stdout
    macros, rest, ours = {}, "", False
    for line in text.splitlines():
        if place := re.match(r'# \d+ "(.*)/?dcm/\w+\.h"', line):
            ours = True
        elif re.match(r'# \d+ "', line):
            ours = False
        elif ours and (macro := re.match(r"#define (\w+)(\()?[^ ]* ?(.*)", line)):
            macros[macro[1]] = "(" if macro[2] else macro[3]
        elif ours and not line.startswith("#"):
            rest += line + "\n"
    macros["DCM_TARGET_MINOR"] = f"{minor}u"
    return macros, rest


def read(abi, compiler):
    """Structs with their declarations of fields, sizes of structs, values of constants, types of functions."""
    macros, text = own_lines(abi, "0", compiler)
    names = [name for name, value in macros.items()
             if value not in ("(", "") and not value.startswith(('"', "_")) and not name.endswith(("_LEAST_SIZE", "_MINOR"))]
    names = sorted(name for name in names if name not in ("DCM_HAS", "DCM_EXPORT")) + re.findall(r"\b(DCM_\w+) =", text)
    structs = {name: [" ".join(field.split()) for field in body.split(";") if field.strip()]
               for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, flags=re.S)}
    types = re.findall(r"typedef ([^{};]*\(\*\w+\)\([^;]*\));", text)
    source = "#include <dcm/dcm.h>\n#include <stdio.h>\nint main(void) {\n"
    source += "".join(f'printf("%lld\\n", (long long)({what}));\n' for what in names + [f"sizeof({s})" for s in structs]) + "}\n"
    values = [int(word) for word in run_c(source, abi, compiler).split()]
    return structs, dict(zip(structs, values[len(names):])), dict(zip(names, values)), [" ".join(t.split()) for t in types]


def run_c(source, abi, compiler):
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        subprocess.run([compiler, "-std=c11", f"-I{abi}", "-x", "c", "-", "-o", program], input=source, text=True, check=True)
        return subprocess.run([program], text=True, check=True, stdout=subprocess.PIPE).stdout


def parts(declaration):
    """Parts of a field: its name, its type without the name, and the number of its elements, None where it is no array."""
    if function := re.fullmatch(r"(.*)\(\*(\w+)\)\((.*)\)", declaration):
        return function[2], function, None
    plain = re.fullmatch(r"(.*?)(\w+)(?:\[(\w+)\])?", declaration)
    return plain[2], plain[1], plain[3]


# ------------------------------------------------------------------------------------------------------------------------- Rust

RUST = {"uint8_t": "u8", "int8_t": "i8", "uint32_t": "u32", "int32_t": "i32", "uint64_t": "u64", "double": "f64", "char": "c_char",
        "void": "c_void"}


def rust_type(type_):
    if isinstance(type_, re.Match):
        arguments = ", ".join(rust_type(re.sub(r"(?<=[ *])\w+$", "", a.strip())) for a in type_[3].split(","))
        result = "" if type_[1].strip() == "void" else f" -> {rust_type(type_[1])}"
        return f'unsafe extern "C" fn({arguments}){result}'
    words = re.findall(r"\w+|\*", type_)
    is_constant = words[0] == "const"
    base = words[is_constant]
    rust = RUST.get(base, base)
    for word in words[is_constant + 1:]:
        if word == "*":
            rust = ("*const " if is_constant else "*mut ") + rust
        is_constant = word == "const"
    return rust


def rust_field(declaration):
    name, type_, count = parts(declaration)
    rust = rust_type(type_)
    if isinstance(type_, re.Match):
        rust = f"Option<{rust}>"
    return name, f"[{rust}; {int(count) if count.isdigit() else count + ' as usize'}]" if count else rust


def rust_zero(type_):
    if type_.startswith("*"):
        return "core::ptr::null" + ("_mut()" if type_.startswith("*mut") else "()")
    return {"f64": "0.0", "dcm_dimension": "dcm_dimension::NONE"}.get(type_, "None" if type_.startswith("Option") else "0")


def rust(structs, sizes, constants, types):
    yield """// SPDX-License-Identifier: MIT
//! The contract of contact laws in Rust: the structs and constants of dcm/dcm.h, whose comments say what each means. Made by
//! abi/translate.py.
//!
//! `new` of a struct that a library hands over sets its size, and zeroes everything else: "not told".
#![allow(non_camel_case_types, dead_code)]

use core::ffi::c_void;
use std::os::raw::c_char;
"""
    for name, value in constants.items():
        yield f"pub const {name}: {'i32' if name in STATUS else 'u32'} = {value};"
    for declaration in types:
        name, type_, _ = parts(declaration)
        yield f"\npub type {name} = {rust_type(type_)};"
    for struct, declarations in structs.items():
        fields = [rust_field(declaration) for declaration in declarations]
        yield "\n#[repr(C)]" + ("\n#[derive(Clone, Copy)]" if struct in OF_LIBRARY + ("dcm_dimension",) else "")
        yield f"pub struct {struct} {{"
        yield from (f"    pub {name}: {type_}," for name, type_ in fields)
        yield "}"
        if struct == "dcm_dimension":
            zeros = ", ".join(f"{name}: 0" for name, _ in fields)
            yield f"\nimpl dcm_dimension {{\n    /// Dimension of a pure number.\n    pub const NONE: Self = Self {{ {zeros} }};\n}}"
        if struct in OF_LIBRARY:
            yield f"\nimpl {struct} {{\n    pub const fn new() -> Self {{\n        Self {{"
            yield from (f"            {name}: {sizes[struct] if name == 'size' else rust_zero(type_)}," for name, type_ in fields)
            yield "        }\n    }\n}"
            yield f"\n/// Descriptions are constant.\nunsafe impl Sync for {struct} {{}}"


def rust_layout(structs, *_):
    yield "mod dcm;\nuse core::mem::{size_of, MaybeUninit};\nuse core::ptr::addr_of;\n\nfn main() {"
    for struct, declarations in structs.items():
        yield f"    let s = MaybeUninit::<dcm::{struct}>::uninit();\n    let p = s.as_ptr();"
        for name in (parts(declaration)[0] for declaration in declarations):
            yield f'    println!("{struct} {name} {{}}", unsafe {{ addr_of!((*p).{name}) }} as usize - p as usize);'
        yield f'    println!("{struct} {{}}", size_of::<dcm::{struct}>());'
    yield "}"


# ---------------------------------------------------------------------------------------------------------------------- Fortran

FORTRAN = {"uint8_t": "integer(c_int8_t)", "int8_t": "integer(c_int8_t)", "uint32_t": "integer(c_int32_t)",
           "uint64_t": "integer(c_int64_t)", "double": "real(c_double)"}
FORTRAN_ZERO = {"type(c_ptr)": "c_null_ptr", "type(c_funptr)": "c_null_funptr", "real(c_double)": "0", "type(dcm_dimension)": "dcm_dimension()"}


def fortran_field(declaration):
    name, type_, count = parts(declaration)
    if isinstance(type_, re.Match) or "_function" in type_:
        fortran = "type(c_funptr)"
    elif "*" in type_:
        fortran = "type(c_ptr)"
    else:
        base = type_.replace("const", "").strip()
        fortran = FORTRAN.get(base, f"type({base})")
    return name, fortran, f"({count})".lower() if count else ""


FORTRAN_HELP = """
  abstract interface
    subroutine dcm_log_function(data, level, message) bind(c)
      import :: c_ptr, c_int32_t
      type(c_ptr), value :: data, message
      integer(c_int32_t), value :: level
    end subroutine
  end interface

  ! Texts of descriptions live as long as the library.
  character(kind=c_char), target, save, private :: texts(65536)
  integer, save, private :: texts_end = 0

contains

  ! A text of a description, as C has it. A library has room for 64 KiB of texts; for more the pointer is null.
  function dcm_text(text) result(pointer)
    character(len=*), intent(in) :: text
    type(c_ptr) :: pointer
    integer :: i
    pointer = c_null_ptr
    if (texts_end + len(text) + 1 > size(texts)) return
    pointer = c_loc(texts(texts_end + 1))
    do i = 1, len(text)
      texts(texts_end + i) = text(i:i)
    end do
    texts_end = texts_end + len(text) + 1
    texts(texts_end) = c_null_char
  end function

  ! The array of numbers to which a field points.
  function dcm_array(pointer, count) result(array)
    type(c_ptr), intent(in) :: pointer
    integer(c_int32_t), intent(in) :: count
    real(c_double), pointer :: array(:)
    call c_f_pointer(pointer, array, [count])
  end function

  ! Array i, from 1 on, of the arrays to which a field points: component i of a state, parameter i, quantity i, output i.
  function dcm_array_of(pointers, i, count) result(array)
    type(c_ptr), intent(in) :: pointers
    integer, intent(in) :: i
    integer(c_int32_t), intent(in) :: count
    real(c_double), pointer :: array(:)
    type(c_ptr), pointer :: all(:)
    call c_f_pointer(pointers, all, [i])
    array => dcm_array(all(i), count)
  end function

  ! A sentence for the user. One of level dcm_log_error is the reason of a function that answers dcm_error.
  subroutine dcm_say(instance, level, sentence)
    type(dcm_instance), intent(in) :: instance
    integer(c_int32_t), intent(in) :: level
    character(len=*), intent(in) :: sentence
    character(kind=c_char, len=:), allocatable, target :: message
    procedure(dcm_log_function), pointer :: log
    message = sentence // c_null_char
    call c_f_procpointer(instance%log, log)
    call log(instance%log_data, level, c_loc(message))
  end subroutine

end module"""


def fortran(structs, sizes, constants, _):
    yield """! SPDX-License-Identifier: MIT
! The contract of contact laws in Fortran: the structs and constants of dcm/dcm.h, whose comments say what each means. Made by
! abi/translate.py. Fortran has no numbers without a sign: bits of flags are those of C.
!
! A struct that is made without arguments has its size, if a library hands it over, and zeros in all other fields: "not told".
module dcm_contract
  use, intrinsic :: iso_c_binding
  implicit none
"""
    for name, value in constants.items():
        yield f"  integer(c_int32_t), parameter :: {name.lower()} = {value}"
    for struct, declarations in structs.items():
        yield f"\n  type, bind(c) :: {struct}"
        for name, type_, count in map(fortran_field, declarations):
            zero = sizes[struct] if name == "size" and struct in OF_LIBRARY else FORTRAN_ZERO.get(type_, "0")
            yield f"    {type_} :: {name}{count} = {zero}"
        yield "  end type"
    yield FORTRAN_HELP


def fortran_layout(structs, *_):
    yield "program layout\n  use dcm_contract\n  implicit none"
    yield from (f"  type({struct}), target :: of_{struct}" for struct in structs)
    for struct, declarations in structs.items():
        for name in (parts(declaration)[0] for declaration in declarations):
            yield (f"  print '(a, i0)', '{struct} {name} ', &\n"
                   f"    transfer(c_loc(of_{struct}%{name}), 0_c_intptr_t) - transfer(c_loc(of_{struct}), 0_c_intptr_t)")
        yield f"  print '(a, i0)', '{struct} ', c_sizeof(of_{struct})"
    yield "end program"


def c_layout(structs, *_):
    yield "#include <dcm/dcm.h>\n#include <stdio.h>\nint main(void) {"
    for struct, declarations in structs.items():
        for name in (parts(declaration)[0] for declaration in declarations):
            yield f'  printf("{struct} {name} %zu\\n", offsetof({struct}, {name}));'
        yield f'  printf("{struct} %zu\\n", sizeof({struct}));'
    yield "}"


WRITERS = {"rust": rust, "fortran": fortran, "c-layout": c_layout, "rust-layout": rust_layout, "fortran-layout": fortran_layout}


def translate(what, abi, compiler="cc"):
    return "\n".join(WRITERS[what](*read(abi, compiler))) + "\n"


if __name__ == "__main__":
    sys.stdout.write(translate(*sys.argv[1:]))
