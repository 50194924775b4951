# SPDX-License-Identifier: MIT
"""A bed in a real LAMMPS through Python's module lammps. Each test is a process of its own, because LAMMPS ends a process at errors."""

import os
import subprocess
import sys

import pytest

HOST = os.environ.get("DCM_HOST_ID")
pytestmark = pytest.mark.skipif(not HOST, reason="no LAMMPS was named")

BED = """
import os, sys
import numpy as np
import lammps, dcm, dcm.lammps
lmp = lammps.lammps(cmdargs=["-log", "none", "-screen", "none", "-nocite"])
dcm.lammps.load(lmp)
for line in '''
atom_style sphere
boundary p p f
newton off
comm_modify vel yes
units si
region box block 0 0.0396 0 0.0396 0 0.06 units box
create_box 1 box
lattice sc 0.0099
region grains block 0 0.0395 0 0.0395 0.004 0.045 units box
create_atoms 1 region grains
set type 1 diameter 0.01 density 2500
pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.5 friction 0.5
fix move all nve/sphere
fix down all gravity 9.81 vector 0 0 -1
fix floor all wall/dcm 1 zplane 0.005 NULL
timestep 2e-5
run 4000
'''.strip().splitlines():
    lmp.command(line)
"""


def run(text, folder):
    # The module looks for liblammps.so, a link that Debian keeps in the package for developers.
    (folder / "liblammps.so").symlink_to(os.environ["DCM_HOST_LIBRARY"])
    paths = [str(folder), os.environ.get("LD_LIBRARY_PATH", "")]
    modules = [os.environ.get("DCM_HOST_PYTHON", ""), os.environ.get("PYTHONPATH", "")]
    environment = dict(os.environ, LD_LIBRARY_PATH=":".join(filter(None, paths)), PYTHONPATH=":".join(filter(None, modules)))
    return subprocess.run([sys.executable, "-c", text], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def test_bed(tmp_path):
    """The law in Python gives the forces that LAMMPS has, and the contacts' forces add up to those of the atoms."""
    done = run(BED + """
c = dcm.lammps.contacts(lmp, ["torque"])
n = lmp.get_natoms()
assert len(c["id1"]) > n, (len(c["id1"]), n)
assert c["force"].shape == c["torque"].shape == (len(c["id1"]), 3)
touching = c["overlap"] > 0
m = dcm.Law("hertz-mindlin").materials(young=5e6, poisson=0.25, restitution=1.0, friction=0.5)
elastic = m.evaluate(c["overlap"][touching], radius=0.005).normal_force
# Damping is a small part of the force in a bed that has nearly settled.
assert 0.5 < np.sum(c["force_normal"][touching]) / np.sum(elastic) < 1.5
total = np.zeros((n + 1, 3))
np.add.at(total, c["id1"], c["force"])
np.add.at(total, c["id2"], -c["force"])
f, ids = lmp.numpy.extract_atom("f"), lmp.numpy.extract_atom("id")
mass = 4 / 3 * np.pi * 0.005**3 * 2500
w = dcm.lammps.contacts(lmp, walls="floor")
assert len(w["id"]) and (np.abs(w["normal"][:, 2] + 1) < 1e-12).all()
np.add.at(total, w["id"], w["force"])
total[:, 2] -= 9.81 * mass
# Sums of some twelve forces of a newton, added in another order.
assert np.abs(total[ids[:n]] - f[:n]).max() < 1e-12 * np.abs(c["force"]).max() * 12
# A LAMMPS that was built without exceptions ends the process at an error.
if lmp.has_exceptions:
    try:
        dcm.lammps.contacts(lmp, ["nonsense"])
    except dcm.Error as error:
        assert "nonsense" in str(error)
    else:
        raise AssertionError("nonsense was taken")
print("done")
""", tmp_path)
    assert done.stdout.endswith("done\n"), done.stdout


def test_no_plugin(tmp_path):
    done = run(BED.replace("dcm.lammps.load(lmp)", f"dcm.lammps.load(lmp, {str(tmp_path / 'dcmplugin.so')!r})"), tmp_path)
    assert "cannot be loaded as the plugin of dcm" in done.stdout
