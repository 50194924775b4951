# SPDX-License-Identifier: MIT
"""Numbers: those of the command, to the last bit; closed forms; arrays of any kind."""

import csv
import json
import os
import signal
import subprocess
import threading
import time

import dcm
import numpy as np
import pytest

DRIVER = os.environ["DCM_DRIVER"]


def command(*words):
    return subprocess.run([DRIVER, *map(str, words)], stdout=subprocess.PIPE, check=True, text=True).stdout


def glass(form="consistent", **more):
    return dcm.Law("hertz-mindlin", form=form).materials(**{"young": 7e10, "poisson": 0.2, "restitution": 0.9, "friction": 0.3, **more})


# Arguments of collide, and options of the command, each option once.
SMALL = ({"radius": 2e-3, "density": 1200, "spin1": [10, 20, 30], "pair": (1, 2)}, "--set2 young=1e9 --radius 2e-3 --density 1200 --spin1 10,20,30")
UNLIKE = ({"radius": 1e-3, "radius2": 3e-3, "density": 1000, "density2": 4000, "spin2": [5, 6, 7], "velocities": "synchronised"},
          "--radius1 1e-3 --radius2 3e-3 --density1 1000 --density2 4000 --spin2 5,6,7 --velocities synchronised")
HEAVY = ({"mass": 1e-5, "mass2": 3e-5, "pair": (2, 1)}, "--set1 young=1e9 --mass1 1e-5 --mass2 3e-5")
MIXED = ({"mass": 1e-5, "density2": 8000}, "--mass1 1e-5 --density2 8000")
HELD = ({"fixed": True, "spin2": [5, 6, 7], "velocities": "half-step"}, "--fixed2 --spin2 5,6,7 --velocities half-step")
AT_WALL = ({**SMALL[0], "wall": True}, SMALL[1] + " --wall")


@pytest.mark.parametrize("asked, words", [SMALL, UNLIKE, HEAVY, MIXED, HELD, AT_WALL])
def test_collisions_are_those_of_the_command(asked, words):
    c = glass(young=[7e10, 1e9]).collide(0.7, 35, steps=400, **{"pair": (1, 1), **asked})
    told = json.loads(command("collide", "hertz-mindlin", "--speed", 0.7, "--angle", 35, "--steps", 400, "--json", *words.split()))
    outcome = told["outcome"]
    assert c.dt == told["time_step"] and c.steps == outcome["steps"]
    for name in ("normal_restitution", "tangential_restitution", "surface_restitution", "duration", "max_overlap", "max_normal_force",
                 "max_tangential_force", "energy_loss"):
        assert c[name] == outcome[name], name
    for name, value in outcome["energy"].items():
        assert c.energy[name] == value, name
    assert c.velocity_1.tolist() == outcome["after"][0]["velocity"]
    assert c.spin_1.tolist() == outcome["after"][0]["angular_velocity"]


# A sum of v dt is a rule of mid-points with velocities of the half step, and of end points with those of the whole. Damping sees the velocity of half a
# step before; or else its own onset limits it, which is like the fourth root of the overlap.
@pytest.mark.parametrize("name, order, form, velocities, more", [
    ("max_overlap", 2, "consistent", "half-step", {}), ("duration", 2, "consistent", "half-step", {}),
    ("max_tangential_force", 2, "sheet", "half-step", {}), ("max_tangential_force", 1, "sheet", "synchronised", {}),
    ("max_tangential_force", 1, "consistent", "synchronised", {}),
    ("max_overlap", 1, "consistent", "half-step", {"restitution": 0.5}), ("max_overlap", 1.25, "consistent", "synchronised", {"restitution": 0.5})])
def test_orders_of_convergence(name, order, form, velocities, more):
    """A tangential spring does not slide; all else is head-on."""
    angle, wall = (30, True) if name == "max_tangential_force" else (0, False)
    m = glass(form=form, **{"restitution": 1.0, "friction": 1000.0, **more})
    coarse, middle, fine = (float(m.collide(1.0, angle, wall=wall, steps=steps, velocities=velocities)[name]) for steps in (2000, 8000, 32000))
    assert np.log((coarse - middle) / (middle - fine)) / np.log(4) == pytest.approx(order, abs=0.1)


def test_with_a_time_step_collisions_end_where_those_of_the_command_end():
    """A collision of 150,000 steps, and bodies that stick until they are given up."""
    sticky = dict(young=1e7, poisson=0.2, restitution=0.8, friction=0.3, work_of_adhesion=10)
    with pytest.warns(dcm.UnfinishedWarning):
        stuck = dcm.Law("jkr-exact").materials(**sticky).collide(0.01, dt=1e-6)
    words = [word for name, value in sticky.items() for word in ("--set", f"{name}={value}")]
    for c, asked in ((glass().collide(dt=4e-11), ("hertz-mindlin", "--dt", 4e-11)), (stuck, ("jkr-exact", *words, "--speed", 0.01, "--dt", 1e-6))):
        outcome = json.loads(command("collide", *asked, "--json"))["outcome"]
        assert (c.steps, bool(c.separated), c.energy_loss) == (outcome["steps"], outcome["separated"], outcome["energy_loss"])


def test_motions_are_those_of_the_command(tmp_path):
    t = np.linspace(0, 2e-5, 50)
    zero = 0 * t
    x2 = np.stack([2e-3 - 1e-7 + 0.01 * t, 0.05 * t, zero], axis=1)
    v2 = np.stack([zero + 0.01, zero + 0.05, zero], axis=1)
    w1 = np.stack([zero, zero + 3, zero + 5], axis=1)
    names = "t,x1,y1,z1,v1x,v1y,v1z,w1x,w1y,w1z,x2,y2,z2,v2x,v2y,v2z,w2x,w2y,w2z"
    table = np.column_stack([t, np.zeros((50, 6)), w1, x2, v2, np.zeros((50, 3))])
    np.savetxt(tmp_path / "motion.csv", table, fmt="%.17g", delimiter=",", header=names, comments="")
    text = command("drive", "hertz-mindlin", "--set", "rolling=0.1", "--input", tmp_path / "motion.csv")
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    p = glass(rolling=0.1).drive(t, [0, 0, 0], [0, 0, 0], w1, x2, v2, [0, 0, 0])
    for k, row in enumerate(rows):
        assert [float(row[f"F1{c}"]) for c in "xyz"] == p.force[k].tolist()
        assert [float(row[f"M2{c}"]) for c in "xyz"] == p.torque_2[k].tolist()
        assert float(row["dissipated_rolling"]) == p.dissipated_rolling[k]
        for name, values in p.state.items():
            if values.ndim == 2:
                # The command writes state_ before a field that is called as another column.
                column = f"state_{name}" if f"state_{name}_x" in row else name
                assert [float(row[f"{column}_{c}"]) for c in "xyz"] == values[k].tolist()


def test_broadcast():
    m = glass()
    c = m.collide([[0.5], [1.0]], [0, 20, 40], radius=1e-3, steps=200)
    assert c.shape == (2, 3) and c.velocity_1.shape == (2, 3, 3) and c.energy.stored.shape == (2, 3)
    assert c[1, 2].tobytes() == m.collide(1.0, 40, steps=200).tobytes()
    assert m.collide([]).shape == (0, )


def test_common_time_step():
    """Collisions of one call have the numbers of each alone."""
    m = glass(young=[7e10, 1e9])
    rng = np.random.default_rng(1882)
    n = 300
    speed, angle, radius = rng.uniform(0.1, 5, n), rng.uniform(0, 80, n), rng.uniform(5e-4, 2e-3, n)
    spin = rng.uniform(-100, 100, (n, 3))
    dt = m.time_step(5.0, radius=5e-4, steps=60, pair=(1, 2))
    for wall in (False, True):
        c = m.collide(speed, angle, radius=radius, spin1=spin, pair=(1, 2), dt=dt, wall=wall)
        for k in range(0, n, 7):
            one = m.collide(speed[k], angle[k], radius=radius[k], spin1=spin[k], pair=(1, 2), dt=dt, wall=wall)
            assert one.tobytes() == c[k].tobytes()


def test_evaluate_is_what_drive_computes():
    m = glass()
    t = np.arange(1, 200) * 1e-8
    overlap = 1e-7 + 0.1 * t
    x2 = np.stack([2e-3 - overlap, 0 * t, 0 * t], axis=1)
    p = m.drive(t, [0, 0, 0], [0, 0, 0], [0, 0, 0], x2, [-0.1, 0.2, 0], [0, 0, 0])
    state = None
    for k in range(len(t)):
        f = m.evaluate([2e-3 - x2[k, 0]], normal_velocity=-0.1, tangential_velocity=[0, 0.2, 0], state=state, dt=1e-8)
        state = f.state
        # Rounding of the positions, from which drive takes the overlap.
        assert f.normal_force[0] == pytest.approx(p.normal_force[k], rel=1e-9)
        assert f.tangential_force[1, 0] == pytest.approx(p.tangential_force[k, 1], rel=1e-9)


def test_arrays_of_any_kind():
    """Arrays that are not contiguous, reversed, of single precision, and scalars give the numbers of contiguous arrays."""
    m = glass()
    rng = np.random.default_rng(7)
    table = rng.uniform(1e-7, 1e-6, (301, 2))
    wanted = m.evaluate(np.ascontiguousarray(table[:, 0]), normal_velocity=np.ascontiguousarray(table[:, 1]), dt=1e-8, energies=True)
    for overlap, velocity in ((table[:, 0], table[:, 1]), (table[::-1, 0], table[::-1, 1]), (list(table[:, 0]), list(table[:, 1]))):
        f = m.evaluate(overlap, normal_velocity=velocity, dt=1e-8, energies=True)
        order = slice(None, None, -1) if overlap[0] != table[0, 0] else slice(None)
        assert (f.normal_force[order] == wanted.normal_force).all() and (f.state[:, order] == wanted.state).all()
        assert all((f.energies[name][order] == values).all() for name, values in wanted.energies.items())
    single = table[:, 0].astype(np.float32)
    assert (m.evaluate(single).normal_force == m.evaluate(single.astype(float)).normal_force).all()
    assert m.evaluate(1e-6).normal_force.shape == (1, )
    assert m.evaluate([]).normal_force.shape == (0, )
    # At a wall the effective radius is the radius: twice that of two equal grains.
    assert m.evaluate(1e-7, wall=True).normal_force[0] == pytest.approx(m.evaluate(1e-7).normal_force[0] * np.sqrt(2), rel=1e-12)


def test_quantities():
    law = dcm.Law("heat")
    m = law.materials(young=7e10, poisson=0.2, restitution=0.9, friction=0.3, conductivity=1.0)
    name = next(iter(law.quantities))
    f = m.evaluate([1e-6], quantities={name: 400.0}, quantities2={name: 300.0}, dt=1e-8)
    assert np.isfinite(f.normal_force).all()
    p = m.drive([0, 1e-8], [0, 0, 0], [0, 0, 0], [0, 0, 0], [1.999e-3, 0, 0], [0, 0, 0], [0, 0, 0], quantities={name: 400.0},
                quantities2={name: 300.0})
    assert p.quantities_1[name].tolist() == [400.0, 400.0] and p.quantities_2[name].tolist() == [300.0, 300.0]
    # The heat flow is no number of a body, but what the contact adds.
    assert set(p.quantities_1) == {name} and set(p.added_1) == set(p.added_2) == {"heatflow"}
    f = m.evaluate([p.overlap[1]], quantities={name: 400.0}, quantities2={name: 300.0}, dt=1e-8, energies=True)
    assert p.added_1["heatflow"][1] == f.added_1["heatflow"][0] < 0 and p.added_2["heatflow"][1] == f.added_2["heatflow"][0] > 0
    again = m.evaluate([p.overlap[1]], quantities={name: 300.0}, dt=1e-8, energies=True, out=f)
    assert again.added_1["heatflow"] is f.added_1["heatflow"] and f.added_1["heatflow"][0] == 0
    assert m.evaluate([1e-6]).added_1 is None


def test_what_is_added_is_that_of_the_command(tmp_path):
    m = dcm.Law("liquid-bridge").materials(young=7e10, poisson=0.2, restitution=0.9, friction=0.3, surface_tension=0.07)
    t, zero = np.linspace(0, 1e-6, 3), np.zeros(3)
    told = dict(liquid=1e-12)
    p = m.drive(t, zero, zero, zero, [1.999e-3, 0, 0], zero, zero, quantities=told)
    names = "t,x1,y1,z1,v1x,v1y,v1z,w1x,w1y,w1z,x2,y2,z2,v2x,v2y,v2z,w2x,w2y,w2z"
    rows = "".join(f"{time!r},{','.join(9 * '0')},1.999e-3,{','.join(8 * '0')}\n" for time in t.tolist())
    (tmp_path / "still.csv").write_text(f"{names}\n{rows}")
    text = command("drive", "liquid-bridge", "--set", "surface_tension=0.07", "--set", "liquid=1e-12", "--input", tmp_path / "still.csv")
    lines = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    assert [float(line["liquid1"]) for line in lines] == p.quantities_1["liquid"].tolist()
    # The quantity is the sum of all additions.
    assert p.added_1["liquid"].any() and (told["liquid"] + p.added_1["liquid"].cumsum() == p.quantities_1["liquid"]).all()


def test_unfinished_collisions():
    """Bodies that stick have no restitution; a warning says so."""
    sticky = dcm.Law("jkr-exact").materials(young=1e7, poisson=0.2, restitution=0.8, friction=0.3, work_of_adhesion=10)
    with pytest.warns(dcm.UnfinishedWarning, match=r"^collision \[1\]: the bodies still touch after \d+ steps: `separated` is 0"):
        c = sticky.collide([500, 0.01], steps=100, max_steps=2000)
    assert c.separated.tolist() == [1, 0] and np.isnan(c.normal_restitution).tolist() == [False, True]
    with pytest.warns(dcm.UnfinishedWarning, match="^the bodies still touch"):
        sticky.collide(0.01, steps=100, max_steps=2000)


def test_what_steps_say_of_themselves():
    m = glass()
    trace, t = m.trace(steps=100), np.linspace(0, 1e-6, 5)
    x2, zero = np.array([1.999e-3, 0, 0]), np.zeros(3)
    driven = m.drive(t, zero, zero, zero, x2, zero, zero)
    assert repr(trace).startswith(f"<Trace of {len(trace)} steps, law hertz-mindlin: time, ") and "Driven of 5 steps" in repr(driven)
    assert {"time", "overlap", "dissipated_sliding", "plot", "to_frame"} <= set(dir(trace)) and "reserved" not in dir(trace)
    with pytest.raises(AttributeError, match="'overlaps'"):
        trace.overlaps


def test_frames():
    pandas = pytest.importorskip("pandas")
    m = glass()
    c = m.collide([0.5, 1.0], [[0], [30]], steps=200)
    frame = c.to_frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame)[:2] == ["speed", "angle"] and len(frame) == 4
    assert frame["speed"].tolist() == [0.5, 1.0, 0.5, 1.0] and frame["velocity_1_y"].tolist() == c.velocity_1[..., 1].ravel().tolist()
    assert frame["dissipated_sliding"][3] == c.energy.dissipated_sliding[1, 1] > 0
    trace, zero = m.trace(steps=100), np.zeros(3)
    assert (trace.to_frame()["velocity_2_z"] == trace.velocity_2[:, 2]).all()
    driven = m.drive([0, 1e-6], zero, zero, zero, [1.999e-3, 0, 0], zero, zero)
    assert {"force_x", "state_tangential_force_y"} <= set(driven.to_frame())


def test_interrupt():
    """Ctrl-C ends a long sweep between two slices."""
    m = glass()
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        m.collide(np.full(100_000, 1.0), steps=1000)
    assert time.process_time() - begin < 60
    assert m.collide(steps=100).separated == 1


def test_evaluate_writes_to_arrays_of_before():
    m = dcm.Law("hertz-mindlin").materials(young=7e10, poisson=0.2, restitution=0.8, friction=0.3, rolling=0.01)
    heat = dcm.Law("heat").materials(young=7e10, poisson=0.2, restitution=0.8, friction=0.3, conductivity=1.0)
    overlap = np.linspace(1e-7, 1e-6, 300)
    asked = dict(normal_velocity=0.1, tangential_velocity=[0, 0.2, 0], spin1=[1, 2, 3], dt=1e-8, energies=True)
    first = m.evaluate(overlap, **asked)
    wanted = m.evaluate(overlap, state=first.state, **asked)
    out = m.evaluate(2 * overlap, **asked)
    made = m.evaluate(overlap, state=first.state, out=out, **asked)
    assert made.normal_force is out.normal_force and made.state is out.state
    for name in ("normal_force", "tangential_force", "couple_1", "couple_2", "state"):
        assert np.array_equal(getattr(made, name), getattr(wanted, name)), name
    assert all(np.array_equal(made.energies[name], wanted.energies[name]) for name in wanted.energies)
    # A law without couples leaves none of those of before.
    smooth = dcm.Law("hertz-mindlin").materials(young=7e10, poisson=0.2, restitution=0.8, friction=0.3)
    assert not smooth.evaluate(overlap, out=made, **asked).couple_1.any()
    for words, sentence in ((dict(state=out.state, out=out), "take turns"), (dict(out=m.evaluate(overlap[:9], **asked)), "as many contacts"),
                            (dict(out=heat.evaluate(overlap, **asked)), "out")):
        with pytest.raises(dcm.Error, match=sentence):
            m.evaluate(overlap, **words, **asked)
    with pytest.raises(dcm.Error, match="with energies"):
        m.evaluate(overlap, out=out)
    # Nothing is written beyond arrays that somebody changed.
    short, single = out.couple_1[:, :9], out.normal_force.astype(np.float32)
    for other, sentence in ((dict(couple_1=short), "couple_1 of the shape"), (dict(normal_force=single), "normal_force of out"),
                            (dict(state=np.asfortranarray(out.state)), "state of out"),
                            (dict(energies={**out.energies, "stored_normal": np.zeros(9)}), "stored_normal of out")):
        with pytest.raises(dcm.Error, match=sentence):
            m.evaluate(overlap, out=out._replace(**other), **asked)
