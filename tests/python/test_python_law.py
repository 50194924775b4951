# SPDX-License-Identifier: MIT
"""Laws in Python: the numbers of the law in C, and exceptions that come back."""

import dcm
import numpy as np
import pytest


@dcm.law(parameters={"kn": None, "gn": 0.0, "kt": 0.0, "mu": 0.5}, state={"spring": "vector"})
def trial(c, p):
    """A linear spring, a damper, and a spring across that slides."""
    fn = p.kn * c.overlap - p.gn * c.normal_velocity
    spring = c.state + c.dt * c.tangential_velocity
    ft = p.kt * spring
    limit = p.mu * np.abs(fn)
    size = np.maximum(np.linalg.norm(ft, axis=0), 1e-300)
    share = np.minimum(1.0, limit / size)
    return {"normal_force": fn, "tangential_force": share * ft, "state": share * spring}


def test_linear_spring():
    """Restitution and duration of a damped linear spring in closed form; first order in ten thousand steps."""
    mass, k, g = 2e-5, 1e4, 0.05
    c = trial.materials(kn=k, gn=g).collide(0.5, mass=mass, steps=2000)
    m = mass / 2
    w = np.sqrt(k / m - (g / 2 / m)**2)
    assert c.normal_restitution == pytest.approx(np.exp(-g / 2 / m * np.pi / w), abs=2e-3)
    assert c.duration == pytest.approx(np.pi / w, rel=1e-3)


def test_state_and_description():
    assert trial.name == "trial" and trial.title.startswith("A linear spring")
    assert trial.parameters["kn"].required and trial.parameters["mu"].default == 0.5
    m = trial.materials(kn=[1e4, 3e4], kt=1e3)
    assert m.value("kn", 1, 2) == 2e4
    f = m.evaluate(np.full(300, 1e-6), tangential_velocity=np.full((3, 300), [[0], [1], [0]]), dt=1e-7, pair=(1, 2))
    assert np.allclose(f.normal_force, 2e4 * 1e-6) and np.allclose(f.state[1], 1e-7)
    assert np.allclose(m.evaluate([1e-6], tangential_velocity=[0, 1, 0], state=f.state[:, :1], dt=1e-7, pair=(1, 2)).state[1], 2e-7)


def test_shapes_of_answers():
    """A row of one number for each contact is no vector: it must not become the same x, y and z."""

    def answer(**returned):
        law = dcm.law(parameters={"k": None}, state={"turn": "scalar"}, name="shapes")(lambda c, p: returned)
        return law.materials(k=1e5).evaluate([1e-6, 2e-6], dt=1e-6)

    np.testing.assert_array_equal(answer(tangential_force=[[0], [2], [0]]).tangential_force, [[0, 0], [2, 2], [0, 0]])
    np.testing.assert_array_equal(answer(normal_force=3, state=[4, 5]).state, [[4, 5]])
    for name, value in (("tangential_force", [1.0, 2.0]), ("couple1", [1.0, 2.0, 3.0]), ("couple2", np.ones((2, 3))), ("state", np.ones((2, 2))),
                        ("normal_force", np.ones((3, 2))), ("normal_force", np.ones(2) * 1j), ("normal_force", None)):
        with pytest.raises(dcm.Error, match=f"the law returned .*{name}.* but must return"):
            answer(**{name: value})


def test_exceptions():

    @dcm.law(parameters={"a": 1.0})
    def broken(c, p):
        return p.b * c.overlap

    with pytest.raises(dcm.Error, match="AttributeError: .* 'b'") as error:
        broken.materials().evaluate([1e-6])
    assert isinstance(error.value.__cause__, AttributeError)

    @dcm.law(parameters={"a": 1.0})
    def stopped(c, p):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.materials().collide(dt=1e-8)

    @dcm.law(parameters={"a": 1.0})
    def nan(c, p):
        return c.overlap * np.nan

    with pytest.raises(dcm.Error, match="not finite"):
        nan.materials().evaluate([1e-6])

    @dcm.law(parameters={"a": 1.0})
    def unknown(c, p):
        return {"force": c.overlap}

    with pytest.raises(dcm.Error, match="may return"):
        unknown.materials().evaluate([1e-6])


@pytest.mark.parametrize("exception, comes", [(TimeoutError("late"), dcm.Error), (KeyboardInterrupt(), KeyboardInterrupt)])
def test_exceptions_while_a_time_step_is_looked_for(exception, comes):
    """The trial integration took each failure for a step that is too long, and went on a hundred times."""
    calls = []

    @dcm.law(parameters={"a": 1.0})
    def late(c, p):
        calls.append(len(calls))
        if len(calls) > 40:
            raise exception
        return 1e3 * c.overlap

    m = late.materials()
    for collide in (m.collide, m.trace, m.time_step):
        del calls[:]
        with pytest.raises(comes) as error:
            collide(0.5)
        assert len(calls) == 41 and (error.value is exception or error.value.__cause__ is exception)


def test_a_law_that_refuses():
    """A dcm.Error is about the contact: the collision is refused if shorter steps are refused, too."""

    @dcm.law(parameters={"deepest": 1.0})
    def shallow(c, p):
        if (c.overlap > p.deepest).any():
            raise dcm.Error("this is deeper than the law is valid for")
        return 1e3 * c.overlap

    with pytest.raises(dcm.Error, match="'shallow' refuses a contact with an overlap of 1.0.*; the law says: this is deeper than"):
        shallow.materials(deepest=1e-6).collide(0.5)
    # Deeper than the collision, but not than the first steps that are tried.
    deepest = shallow.materials().collide(0.5).max_overlap * 1.01
    assert shallow.materials(deepest=deepest).collide(0.5).normal_restitution == pytest.approx(1, abs=1e-5)


def test_a_default_that_is_no_number():
    with pytest.raises(dcm.Error, match="the default of stiffness must be a finite number, .* not 'N/m'"):
        dcm.law(parameters={"stiffness": "N/m"})(lambda c, p: 0)


def test_names_that_no_law_can_have():
    """The message was that of a library in C: no id, a wrong id or a wrong size."""

    def _spring(c, p):
        return 1e3 * c.overlap

    for function, name in ((lambda c, p: 0, ""), (_spring, ""), (_spring, "My law")):
        with pytest.raises(dcm.Error, match="is no name of a law, .* hyphens: give one, as dcm.law.name="):
            dcm.law(parameters={}, name=name)(function)
    dcm.law(parameters={}, name="spring")(_spring)
