# SPDX-License-Identifier: MIT
"""Parts that decks have in common. Each function gives commands as text, whole lines; a word in braces, as {newton}, is for a format that comes later."""

# Numbers of grains in the order that host.POSITION to host.TORQUE count; grains lie in the box, or went through its periodic sides.
COLUMNS = "id x y z vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz"
UNWRAPPED = COLUMNS.replace("x y z", "xu yu zu", 1)
DIGITS = "format float %.17g"


def begin(units="si", atoms="sphere", newton="off", boundary="", more=""):
    """The head of a deck, before its box or its data file."""
    sides = f"boundary {boundary}\n" if boundary else ""
    return f"units {units}\natom_style {atoms}\nnewton {newton}\ncomm_modify vel yes\n{sides}{more}"


def box(sides, types=1, **how):
    """A box without atoms: a cube about the origin by half of its side, or six places as text; and what stands before, as begin has it."""
    if not isinstance(sides, str):
        sides = " ".join(3 * [f"{-sides} {sides}"])
    return begin(**how) + f"region box block {sides}\ncreate_box {types} box\n"


def go_on(file, newton="off"):
    """The head of a run that goes on from a restart file."""
    return f"newton {newton}\ncomm_modify vel yes\nread_restart {file}\n"


def dump(every=1, out="out", columns=COLUMNS, name="d"):
    """Grains of every so many steps."""
    return f"dump {name} all custom {every} {out} {columns}\ndump_modify {name} sort id {DIGITS}\n"


def local(columns, every=1, out="local", name="l"):
    """Rows of contacts of every so many steps."""
    return f"dump {name} all local {every} {out} index {columns}\ndump_modify {name} {DIGITS}\n"


def write(out="out", columns=UNWRAPPED):
    """Grains as they are now."""
    return f"write_dump all custom {out} {columns} modify sort id {DIGITS}\n"


def table(columns, every=1, more="norm no"):
    """Rows of the step and these numbers."""
    return f"thermo_style custom step {columns}\nthermo {every}\nthermo_modify {more} {DIGITS}\n"


def stir(speed):
    """Grains move, each in a direction of its own."""
    waves = {"vx": "3000*y+1000*z", "vy": "2000*z+3000*x", "vz": "1000*x+2000*y"}
    return "".join(f"variable {v} atom {speed}*sin({wave})\n" for v, wave in waves.items()) + "velocity all set v_vx v_vy v_vz\n"
