#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a wheel of the package dcm, with libdcm.so in it: Python files beside one shared object, for any Python 3.

usage: python/wheel.py LIBDCM [FOLDER]
  LIBDCM  libdcm.so of a build with the preset release
  FOLDER  for the wheel; default: the working directory
Nothing is downloaded. The tag of the platform is that of this machine and its C library (PEP 600)."""

import base64
import csv
import ctypes
import hashlib
import io
import os
import platform
import subprocess
import re
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def least_glibc(library):
    """The newest version of the C library whose symbols the shared object needs."""
    symbols = subprocess.run(["objdump", "-T", library], stdout=subprocess.PIPE, check=True, text=True).stdout
    return max((int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols))


def main(library, folder="."):
    loaded = ctypes.CDLL(os.path.abspath(library))
    loaded.dcm_api_release.restype = ctypes.c_char_p
    version = loaded.dcm_api_release().decode()
    tag = f"py3-none-manylinux_{'_'.join(map(str, least_glibc(library)))}_{platform.machine()}"
    info = f"dcm-{version}.dist-info"
    files = {f"dcm/{name}": os.path.join(HERE, "dcm", name) for name in sorted(os.listdir(os.path.join(HERE, "dcm")))
             if name.endswith((".py", ".typed"))}
    files["dcm/libdcm.so"] = library
    files[f"{info}/LICENSE"] = os.path.join(ROOT, "LICENSES", "MIT.txt")
    contents = {}
    for name, path in files.items():
        with open(path, "rb") as file:
            contents[name] = file.read()
    contents[f"{info}/METADATA"] = (f"Metadata-Version: 2.1\nName: dcm\nVersion: {version}\nSummary: Contact laws for granular simulation\n"
                                    "License: MIT\nRequires-Python: >=3.9\nRequires-Dist: numpy\nProvides-Extra: plot\n"
                                    "Requires-Dist: matplotlib; extra == 'plot'\n").encode()
    contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: dcm\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    contents[f"{info}/entry_points.txt"] = b"[console_scripts]\ndcm = dcm.__main__:main\n"
    record = io.StringIO()
    writer = csv.writer(record, lineterminator="\n")
    for name, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        writer.writerow([name, f"sha256={digest}", len(content)])
    writer.writerow([f"{info}/RECORD", "", ""])
    contents[f"{info}/RECORD"] = record.getvalue().encode()
    path = os.path.join(folder, f"dcm-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in contents.items():
            # Equal inputs make equal wheels.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    print(path)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
