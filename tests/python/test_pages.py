# SPDX-License-Identifier: MIT
"""docs/python.md: all its blocks run, one after the other; what other packages call has the shape that they call."""

import os
import re
from types import SimpleNamespace

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def test_page(tmp_path, monkeypatch, capsys):
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        page = file.read()
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    assert len(blocks) >= 7
    monkeypatch.chdir(tmp_path)
    os.symlink(os.path.join(ROOT, "tests"), "tests")
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert os.path.getsize("kharaz.svg") > 1000
    told = capsys.readouterr().out
    assert "restitution 0.9" in told and "out of range" in told

    # GrainLearning's side of the function: one row for each set of parameters.
    overlap = np.linspace(0, 1e-6, 11)
    system = SimpleNamespace(ctrl_data=overlap, param_data=[(70.0, 0.2), (35.0, 0.2)])
    system.set_sim_data = lambda data: setattr(system, "sim_data", np.array(data))
    names["run_sim"](SimpleNamespace(system=system))
    assert system.sim_data.shape == (2, 1, 11)
    hertz = 4 / 3 * 7e10 / (2 * (1 - 0.2**2)) * np.sqrt(0.5e-3) * overlap**1.5
    assert np.allclose(system.sim_data[0, 0], hertz, rtol=1e-12)
    assert np.allclose(system.sim_data[1, 0], hertz / 2, rtol=1e-12)

    # The script for ACCES needs a table with .at, and an error that is least at the best restitution.
    def error(cor):
        return names["script"](SimpleNamespace(at={("cor", "value"): cor}))

    best = names["best"].x[0]
    assert error(best) < error(best - 0.05) and error(best) < error(best + 0.05)
