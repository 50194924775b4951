# SPDX-License-Identifier: MIT
"""Laws and materials as data; what is refused, by which words."""

import copy
import gc
import os
import pickle
import re
import shutil
import subprocess
import sys
import threading
import warnings
from fractions import Fraction

import dcm
import numpy as np
import pytest
import test_python_law

OWN = os.environ["DCM_TEST_OWN_LAW"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def glass(**more):
    return dcm.Law("hertz-mindlin").materials(**{"young": 7e10, "poisson": 0.2, "restitution": 0.8, "friction": 0.3, **more})


def refused(words, call, *arguments, **more):
    with pytest.raises(dcm.Error) as error:
        call(*arguments, **more)
    for word in words.split("|"):
        assert word in str(error.value)
    assert "\n" not in str(error.value)


def test_every_law_is_data():
    assert "hertz-mindlin" in dcm.laws()
    for name in dcm.laws():
        law = dcm.Law(name)
        assert law.name == name and law.title and law.reference
        for p in law.parameters.values():
            assert p.minimum <= p.maximum and p.reason and p.scope in ("material", "pair", "law")
            assert (p.default is None) == p.required
        assert repr(law).startswith(f"Law({name!r}")


def rows_of_page(name):
    """The rows of the tables of parameters of a law's page, each as {title of a column: text}."""
    with open(os.path.join(ROOT, "docs", "laws", f"{name}.md"), encoding="utf-8") as file:
        tables = re.findall(r"^(\| keyword \| symbol \|.*\| range \|.*\n)\|---.*\n((?:\|.*\n)+)", file.read(), re.M)
    cells = [[[cell.strip() for cell in line.strip("|\n").split("|")] for line in (head, *rows.splitlines())] for head, rows in tables]
    return [dict(zip(head, row)) for head, *rows in cells for row in rows]


@pytest.mark.parametrize("name", dcm.laws())
def test_parameters_are_those_of_the_page(name):
    law, compared = dcm.Law(name), 0
    for row in rows_of_page(name):
        p = law.parameters[re.search(r"`(\w+)`", row["keyword"])[1]]
        text = row["range"].replace("−", "-")
        range_of_law = (p.minimum_excluded, p.minimum, p.maximum, p.maximum_excluded)
        # A range that depends on other parameters is tested by the law's own tests.
        if within := re.fullmatch(r"([\[(])([-.\d]+), ([-.\d]+)([\])])", text):
            assert range_of_law == (within[1] == "(", float(within[2]), float(within[3]), within[4] == ")"), p.name
            compared += 1
        elif above := re.fullmatch(r"(>|≥) ([-.\d]+)", text):
            assert range_of_law == (above[1] == ">", float(above[2]), np.inf, False), p.name
            compared += 1
        assert row["default"].startswith("required") == p.required, p.name
        number = re.match(r"-?[.\d]+(/\d+)?(e-?\d+)?", row["default"].replace("−", "-"))
        assert number is None or p.required or Fraction(number[0]) == pytest.approx(p.default, rel=1e-15), p.name
        assert row.get("of", p.scope) == p.scope, p.name
        if (mixing := row.get("mixing")) and not mixing.startswith(("in the law", "none")):
            assert mixing == p.mixing, p.name
    # Pages without such a table point to that of another law.
    assert compared > 1 or name in ("granular", "hertz-history", "hooke", "liggghts-hertz")


def test_law_of_a_file():
    assert dcm.laws(OWN) == ["own-spring"]
    law = dcm.Law(OWN)
    m = law.materials(stiffness=1e4)
    c = m.collide(0.5, mass=2e-5)
    # A linear spring: pi sqrt(M*/k). The error is of second order in ten thousand steps.
    assert c.normal_restitution == pytest.approx(1, abs=1e-7)
    assert c.duration == pytest.approx(np.pi * np.sqrt(1e-5 / 1e4), rel=1e-7)


def test_scopes():
    law = dcm.Law("hertz-mindlin")
    m = law.materials(young=[7e10, 1e9, 5e8], poisson=0.2, restitution={(1, 1): 0.9, (2, 2): 0.8, (3, 3): 0.4, (2, 1): 0.5},
                      friction=[[0.1, 0.2, 0.3], [0.2, 0.4, 0.5], [0.3, 0.5, 0.6]])
    assert m.count == 3
    assert [m.value("young", i) for i in (1, 2, 3)] == [7e10, 1e9, 5e8]
    assert m.value("restitution", 1, 2) == m.value("restitution", 2, 1) == 0.5
    assert m.value("friction", 3, 2) == 0.5
    assert "7e+10 1e+09 5e+08" in repr(m)
    assert m["young"].tolist() == [7e10, 1e9, 5e8] and m["friction"][2, 1] == 0.5 and glass()["friction"] == 0.3
    assert m.replace(poisson=0.3, form="sheet").value("poisson", 2) == 0.3 and m.value("poisson", 2) == 0.2
    assert m.replace(form="sheet").law.chosen["form"] == "sheet" and m.replace(form="sheet").value("friction", 3, 2) == 0.5
    with pytest.raises(TypeError):
        iter(m)


COPIES = """import pickle, sys
for m, arguments in pickle.load(sys.stdin.buffer):
    sys.stdout.buffer.write(m.collide(0.5, **arguments).tobytes())
"""


def test_copies_are_made_anew():
    """A copy has its own law in C: it stays right when the original is gone, and in another process."""
    made = [(glass(restitution=0.6), {}), (dcm.Law(OWN).materials(stiffness=1e4), {"mass": 2e-5}),
            (test_python_law.trial.materials(kn=[1e4, 3e4], gn=0.05), {"mass": 2e-5, "pair": (1, 2)})]
    wanted = b"".join(m.collide(0.5, **more).tobytes() for m, more in made)
    pickled = pickle.dumps(made)
    copies = [(copy.copy(m), more) for m, more in made], copy.deepcopy(made), pickle.loads(pickled)
    del made
    gc.collect()
    others = [glass(restitution=0.3) for _ in range(20)]
    for group in copies:
        assert b"".join(m.collide(0.5, **more).tobytes() for m, more in group) == wanted
    done = subprocess.run([sys.executable, "-c", COPIES], input=pickled, stdout=subprocess.PIPE, check=True,
                          env=dict(os.environ, PYTHONPATH=os.pathsep.join((os.environ["PYTHONPATH"], os.path.dirname(__file__)))))
    assert done.stdout == wanted and others


def test_a_law_that_is_compiled_again(tmp_path):
    path, title = tmp_path / "again.so", b"A linear spring and a constant attraction"
    with open(OWN, "rb") as file:
        whole = file.read()
    laws = []
    for new in (title, title.upper(), title.lower()):
        path.unlink(missing_ok=True)
        path.write_bytes(whole.replace(title, new))
        laws.append(dcm.Law(str(path)))
    assert [law.title.encode() for law in laws] == [title, title.upper(), title.lower()]


def test_a_quantity_for_which_the_law_has_no_answer(tmp_path):
    compiler, path = shutil.which(os.environ.get("CC", "cc")), tmp_path / "exchange.so"
    if not compiler:
        pytest.skip("there is no compiler of C")
    subprocess.run([compiler, "-std=gnu11", "-fPIC", "-shared", "-I", f"{ROOT}/abi", "-o", path,
                    f"{ROOT}/tests/check/right/exchange.c", "-lm"],
                   check=True)
    m = dcm.Law(str(path), law="sticks").materials(stiffness=1e4, friction=0.3, patience=1, pull=1e-3)
    refused("wetness = 2 is out of range|from 0 to 1", m.collide, quantities={"wetness": 2}, steps=100)
    assert m.collide(quantities={"wetness": 1}, steps=100).separated


COMMA = """import ctypes, dcm, dcm._library, locale, sys
locale.setlocale(locale.LC_ALL, sys.argv[1])
point = locale.localeconv()["decimal_point"]
m = dcm.Law("hertz-mindlin").materials(young=7.5e10, poisson=0.25, restitution=0.85, friction=0.35)
print(m["poisson"], dcm.Law("hertz-mindlin").parameters["poisson"].maximum, float(m.collide(steps=500).normal_restitution).hex())
try:
    m.replace(poisson=0.75)
except dcm.Error as error:
    print(error)
dcm._library.LIBRARY.dcm_api_command(2, (ctypes.c_char_p * 3)(b"dcm", b"--version", None))
print("the point is", locale.localeconv()["decimal_point"] == point)
"""


def test_a_decimal_comma():
    """Programs of the desktop set the locale of their users."""
    told = [subprocess.run([sys.executable, "-c", COMMA, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            for name in ("C", "de_DE.UTF-8")]
    if "unsupported locale" in told[1].stderr:
        pytest.skip("there is no locale de_DE.UTF-8")
    assert told[0].stdout == told[1].stdout and "poisson = 0.75" in told[1].stdout, told[1].stderr


def test_refusals_of_settings(tmp_path):
    law = dcm.Law("hertz-mindlin")
    refused("hertz-mindlim|did you mean 'hertz-mindlin'", dcm.Law, "hertz-mindlim")
    refused("did you mean 'young'", law.materials, yuong=1e9)
    for symbol, name in (("mu", "friction"), ("E", "young"), ("nu", "poisson"), ("e", "restitution"), ("mu_r", "rolling")):
        refused(f"did you mean '{name}'", law.materials, **{symbol: 0.5})
    refused("did you mean 'friction'", glass().__getitem__, "mu")
    refused("did you mean 'friction'", glass().value, "mu")
    refused("for types 1 with 1 and 2 with 2", glass, young=[7e10, 1e9], friction={(1, 2): 0.3})
    refused("count must be a number of materials, not 1.5", law.materials, count=1.5, young=7e10)
    refused("dcm.Law(\"hertz-mindlin\", form=...)", law.materials, form="sheet")
    refused("sheet", dcm.Law, "hertz-mindlin", form="shet")
    refused("form", dcm.Law, "hertz-mindlin", from_="sheet")
    refused("needs|young", law.materials)
    refused("restitution = 1.8|because", glass, restitution=1.8)
    refused("young must be finite, but is nan", glass, young=np.nan)
    refused("young must be finite|at [1]", glass, young=[7e10, np.inf])
    refused("young must be numbers", glass, young="stiff")
    refused("poisson has 3 numbers|2 materials", glass, young=[7e10, 1e9], poisson=[0.1, 0.2, 0.3])
    refused("friction must be symmetric", glass, young=[7e10, 1e9], friction=[[0.1, 0.2], [0.3, 0.1]])
    refused("young has the shape (2, 2)", glass, young=np.full((2, 2), 7e10))
    refused("young must be numbers, not 10000", glass, young=10**400)
    refused("young must be numbers, not (1+1j)", glass, young=1 + 1j)
    refused("friction of the materials (1, 2) is given twice, as 0.3 and as 0.9", glass, young=[7e10, 1e9],
            friction={(1, 2): 0.3, (2, 1): 0.9, 1: 0.1, 2: 0.1})
    refused("friction of the materials (1, 1) is given twice", glass, friction={1: 0.3, (1, 1): 0.6})
    refused("must be one number", glass, young=[7e10, 1e9], friction={(1, 2): [0.1, 0.2]})
    refused("there is no material 4294967297: materials are numbered from 1 to 1", glass().value, "young", 2**32 + 1)
    refused("there is no material 'glass'", glass().value, "young", "glass")
    refused("there is no pair (0, 1)|from 1", glass, young=[7e10, 1e9], friction={(0, 1): 0.2, (2, 2): 0.1})
    text = tmp_path / "text.so"
    text.write_text("no library")
    refused("text.so", dcm.Law, str(text))
    refused("nowhere.so", dcm.Law, "nowhere.so")


def test_units_that_look_wrong():
    with pytest.warns(dcm.UnitsWarning, match="young = 70 Pa .*GPa"):
        glass(young=70)
    with pytest.warns(dcm.UnitsWarning, match="density = 2.5"):
        glass().collide(density=2.5e-9, steps=50)
    with pytest.warns(dcm.UnitsWarning, match=r"collision \[1\]: the bodies overlap by 0.00199"):
        glass(young=1e6).collide([1, 1000], steps=50)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        glass().collide(steps=50)
        glass(young=1e6).collide(1000, steps=50, wall=True)


def test_refusals_of_collisions():
    m = glass(young=[7e10, 1e9])
    refused("the speed must be a finite number above 0, not -1", m.collide, -1)
    refused("collision [1, 0]|not 0", m.collide, [[1.0], [0.0]], radius=[1e-3, 2e-3], steps=100)
    refused("speed must be finite|at [2]", m.collide, [1, 2, np.nan])
    refused("speed (3,), angle (2,)", m.collide, [1, 2, 3], [0, 1])
    refused("90", m.collide, angle=90)
    refused("spin1 has the shape (2,)", m.collide, spin1=[1, 2])
    refused("there is no material 3|from 1 to 2", m.collide, pair=(1, 3))
    refused("there is no material 0|from 1", m.collide, pair=(0, 1))
    refused("dt and steps", m.collide, dt=1e-6, steps=10)
    refused("steps must be a whole number", m.collide, steps=0)
    refused("radius2, density2, mass2 and fixed", m.collide, wall=True, radius2=1e-3)
    refused("spin2 means nothing", m.collide, wall=True, spin2=[1, 0, 0])
    refused("no quantity 'temperature'|there are: none", m.collide, quantities={"temperature": 300})
    refused("'half-step' or 'synchronised'", m.collide, velocities="half")
    # A mass of 0 took the density instead.
    refused("mass must be above 0, not 0", m.collide, mass=[0, 1e-5])
    refused("mass2 must be above 0, not -1", m.collide, mass2=-1)
    refused("mass must be above 0, not 0", m.safe_step, mass=0)
    refused("too long", m.collide, dt=1.0)
    refused("the contact lasts|at least 4 are needed", m.collide, steps=1)
    refused("steps must be a whole number", m.collide, steps="many")
    refused("pair must be two materials", m.collide, pair=1)
    refused("there is no material 4294967297", m.collide, pair=(1, 2**32 + 1))
    refused("quantities must be a dict", m.collide, quantities=[300])
    refused("for one contact, but radius has the shape (2,)", m.safe_step, radius=[1e-3, 2e-3])
    refused("makes no bonds", m.collide, bonded=True)
    refused("one collision", m.trace, [1, 2])
    with pytest.raises(TypeError, match="did you mean 'radius'"):
        m.trace(raduis=1e-3)


def test_a_number_of_steps_that_a_spreadsheet_gives():
    assert glass().collide(steps=100.0).duration == glass().collide(steps=100).duration


def test_refusals_of_motions_and_arrays():
    m = glass()
    zero, t = np.zeros(3), np.linspace(0, 1e-6, 5)
    refused("x1 has the shape (4, 3)|(5, 3)", m.drive, t, np.zeros((4, 3)), zero, zero, zero, zero, zero)
    refused("t must increase", m.drive, [0, 1, 1], zero, zero, zero, zero, zero, zero)
    refused("add dt", m.drive, [0], zero, zero, zero, zero, zero, zero)
    refused("without wall", m.drive, t, zero, zero, zero, zero, zero, zero, wall_centre=zero)
    refused("contact 2 has an overlap of nan|finite", m.evaluate, [1e-6, 1e-6, np.nan, 1e-6])
    refused("normal_velocity has the shape (2,)", m.evaluate, [1e-6, 1e-6, 1e-6], normal_velocity=[1, 2])
    refused("tangential_velocity has the shape (4, 3)", m.evaluate, np.ones(4), tangential_velocity=np.zeros((4, 3)))
    refused("normal must be unit vectors, but one has the length 2", m.evaluate, np.ones(2), normal=[[1, 0], [0, 2], [0, 0]])
    refused("perpendicular to the normal, but has a part of 1 along it", m.evaluate, np.ones(2), tangential_velocity=[1, 1, 0])
    n, v = np.random.default_rng(7).normal(size=(2, 3, 100))
    n /= np.linalg.norm(n, axis=0)
    v = n + 1e-9 * v
    m.evaluate(np.full(100, 1e-9), normal=n, tangential_velocity=v - (n * v).sum(axis=0) * n, normal_velocity=(n * v).sum(axis=0))
    refused("state has the shape", m.evaluate, np.ones(4), state=np.zeros((1, 4)))
    refused("time step", m.evaluate, np.ones(4), dt=-1)
    refused("overlap must be numbers", m.evaluate, ["deep"])
    for name, value in (("radius", [1e-3, -1e-3]), ("radius2", 0), ("density", 0), ("mass", np.nan), ("mass2", -1)):
        refused(f"{name} must be above 0, not {np.min(value):g}", m.evaluate, [1e-6, 1e-6], **{name: value})
    refused("radius must be numbers", m.evaluate, [1e-6], radius="small")
    refused("wall_centre has the shape (2,)", m.drive, t, zero, zero, zero, zero, zero, zero, wall=True, wall_centre=[0, 1])
    refused("have no field 'restitution'; did you mean 'normal_restitution'", m.collide(steps=100).plot, "restitution")


def test_many_laws_are_given_back():
    count = 20 if os.environ.get("DCM_TEST_SHORT") else 2000
    for _ in range(count):
        glass()
    gc.collect()
    before = int(open("/proc/self/statm").read().split()[1])
    for _ in range(count):
        glass()
    gc.collect()
    # A law kept would be 2 kB each: 1000 pages of the 2000.
    assert int(open("/proc/self/statm").read().split()[1]) - before < 250


def test_threads_share_materials():
    m, results = glass(), {}
    wanted = m.collide([0.5, 1.0], angle=20, steps=300)

    def work(k):
        results[k] = m.collide([0.5, 1.0], angle=20, steps=300)

    threads = [threading.Thread(target=work, args=(k, )) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results[k].tobytes() == wanted.tobytes() for k in range(4))


def test_the_command_is_the_command():
    there = subprocess.run([os.environ["DCM_DRIVER"], "show", "jkr", "--json"], stdout=subprocess.PIPE, check=True).stdout
    here = subprocess.run([sys.executable, "-m", "dcm", "show", "jkr", "--json"], stdout=subprocess.PIPE, check=True).stdout
    assert here == there


def test_the_library_that_is_missing():
    done = subprocess.run([sys.executable, "-c", "import dcm"], env=dict(os.environ, DCM_LIBRARY="/nowhere/libdcm.so"), stderr=subprocess.PIPE,
                          text=True, check=False)
    assert done.returncode and "ImportError: the shared object /nowhere/libdcm.so of dcm cannot be loaded" in done.stderr
