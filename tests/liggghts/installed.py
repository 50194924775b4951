# SPDX-License-Identifier: MIT
"""Files that cmake --install leaves for LIGGGHTS, moved to another place."""

import os
import subprocess

import history
import host


class Installed(host.Case):

    def test_both_ways(self):
        subprocess.run(["cmake", "--install", host.BUILD, "--prefix", os.path.join(self.folder, "there")], check=True, stdout=subprocess.DEVNULL)
        prefix = os.path.join(self.folder, "here")
        os.rename(os.path.join(self.folder, "there"), prefix)
        spheres, half = history.block()
        self.write("spheres", host.data_file(spheres, half))
        deck = history.DECK.format(newton="off", law="hertz-mindlin", out="{out}", lists="", grid="* * *", run="run 100",
                                   properties=host.property_lines(host.STOCK_VALUES))
        self.run_ok(deck.replace("{out}", "one"), executable=os.path.join(prefix, "bin", "liggghts-dcm"))
        self.run_ok(deck.replace("{out}", "two"), executable=host.STOCK,
                    environment={"LD_PRELOAD": os.path.join(prefix, "lib", "dcm", "liggghts", "dcm-liggghts.so")})
        self.assertEqual(self.frames("dump.one"), self.frames("dump.two"))
