# SPDX-License-Identifier: MIT
"""The wheel holds everything: unpacked, or installed by pip where there is one, the package needs nothing else of dcm."""

import base64
import csv
import hashlib
import os
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def test_wheel(tmp_path):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "python", "wheel.py"), os.environ["DCM_LIBRARY"], str(tmp_path)],
                          stdout=subprocess.PIPE, check=True, text=True)
    path = done.stdout.strip()
    assert path.startswith(str(tmp_path / "dcm-")) and "-py3-none-manylinux_2_" in path
    site = tmp_path / "site"
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(site)
        names = wheel.namelist()
        record = next(name for name in names if name.endswith("RECORD"))
        for name, digest, size in csv.reader(wheel.read(record).decode().splitlines()):
            if name != record:
                content = wheel.read(name)
                assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                assert int(size) == len(content)
            names.remove(name)
    assert not names
    environment = {name: value for name, value in os.environ.items() if name not in ("DCM_LIBRARY", "PYTHONPATH")}
    environment["PYTHONPATH"] = str(site)
    text = ("import dcm; assert dcm.__file__.startswith(%r), dcm.__file__; "
            "print(dcm.Law('hertz').materials(young=7e10, poisson=0.2, friction=0.3).collide(steps=1000).normal_restitution.round(6))") % str(site)
    told = subprocess.run([sys.executable, "-c", text], env=environment, stdout=subprocess.PIPE, check=True, text=True, cwd=tmp_path).stdout
    assert told == "1.0\n"
