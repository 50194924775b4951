# SPDX-License-Identifier: MIT
"""dcm for Spack. 'scripts/release' copies this file beside the tarball and fills in its checksum."""

import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.packages.lammps.package import Lammps

from spack.package import *


class Dcm(CMakePackage):
    """Contact laws for granular simulation: a plugin for LAMMPS, a command, and a library for C and Python."""

    url = "file://" + os.path.join(os.path.dirname(__file__), "dcm-1.0.0.tar.gz")

    license("MIT AND GPL-2.0-or-later")

    version("1.0.0", sha256="@SHA256@")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("lammps@20210929: +lib +plugin")

    # The adapter needs more headers than LAMMPS installs, so the source of the very LAMMPS is unpacked, too.
    for number, origin in Lammps.versions.items():
        if "sha256" in origin:
            resource(
                name="lammps-{0}".format(number),
                url=Lammps.url_for_version(None, number),
                sha256=origin["sha256"],
                placement="lammps",
                when="^lammps@={0}".format(number),
            )

    def cmake_args(self):
        sizes = self.spec["lammps"].variants["lammps_sizes"].value
        return [
            self.define("CMAKE_INSTALL_LIBDIR", "lib"),
            self.define("LAMMPS_SOURCE_DIR", os.path.join(self.stage.source_path, "lammps")),
            self.define("LAMMPS_DEFINITIONS", "LAMMPS_" + sizes.upper()),
        ]

    def setup_run_environment(self, env):
        env.prepend_path("LAMMPS_PLUGIN_PATH", os.path.join(self.prefix, "lib", "dcm", "lammps"))
        env.prepend_path("PYTHONPATH", os.path.join(self.prefix, "lib", "dcm", "python"))

    def test_laws(self):
        """the command knows the laws"""
        dcm = which(os.path.join(self.prefix, "bin", "dcm"))
        assert "hertz-mindlin" in dcm("list", output=str)
