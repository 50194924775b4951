# SPDX-License-Identifier: MIT
"""How the styles get into LAMMPS: by its plugin command, by LAMMPS_PLUGIN_PATH, by lmp-dcm."""

import os
import re
import shutil
import subprocess
import unittest

import host

USE = """units si
atom_style sphere
comm_modify vel yes
region box block 0 1 0 1 0 1
create_box 1 box
pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
run 0
"""


class Plugin(host.Case):

    def stock(self, deck, environment=None):
        self.write("in.test", deck)
        return self.start([host.EXECUTABLE, "-in", "in.test", "-log", "none"], 1, environment)

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_load(self):
        done = self.stock(f"plugin load '{host.PLUGIN}'\n{USE}")
        self.assertEqual(done.returncode, 0, done.stdout)

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_load_twice(self):
        done = self.stock(f"plugin load '{host.PLUGIN}'\nplugin load '{host.PLUGIN}'\n{USE}")
        self.assertEqual(done.returncode, 0, done.stdout)

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_other_version(self):
        # An adapter for another version, as this plugin sees it.
        shutil.copy(host.PLUGIN, self.folder)
        open(os.path.join(self.folder, "dcm-lammps-20190807.so"), "w").close()
        done = self.stock(f"plugin load ./dcmplugin.so\n{USE}")
        self.assertGreater(done.returncode, 0)
        text = " ".join(done.stdout.split())
        self.assertRegex(text, rf"this is LAMMPS \d+[A-Z][a-z]+\d+ \(version {host.VERSION}\)")
        self.assertIn(f"the adapters of dcm are 20190807 in {self.folder}. Build one for this LAMMPS: dcm adapter SOURCE, where", text)

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_link(self):
        # The adapters are beside the file, or beside a link to it. A file that was copied alone has none.
        shutil.copy(host.PLUGIN, self.folder)
        text = " ".join(self.stock(f"plugin load ./dcmplugin.so\n{USE}", {"XDG_DATA_HOME": self.folder}).stdout.split())
        self.assertIn(f"are none in {self.folder}. If dcmplugin.so was copied or moved, put its dcm-lammps-*.so beside it. Build one", text)
        os.remove(os.path.join(self.folder, "dcmplugin.so"))
        os.symlink(host.PLUGIN, os.path.join(self.folder, "dcmplugin.so"))
        load = f"plugin load ./dcmplugin.so\n{USE}"
        self.assertEqual(self.stock(load).returncode, 0)
        other = self.write("dcm-lammps-20190807.so", "")
        self.assertEqual(self.stock(load).returncode, 0)
        os.remove(os.path.join(self.folder, other))
        os.symlink(os.path.join(host.FOLDER, self.adapter()), os.path.join(self.folder, self.adapter()))
        self.assertEqual(self.stock(load).returncode, 0)
        # Without an adapter for this one, here or there, it is told of the folder that has some.
        for folder in ("real", "link"):
            os.mkdir(os.path.join(self.folder, folder))
        shutil.copy(host.PLUGIN, os.path.join(self.folder, "real"))
        os.symlink("../real/dcmplugin.so", os.path.join(self.folder, "link", "dcmplugin.so"))
        self.write("real/dcm-lammps-20190807.so", "")
        text = " ".join(self.stock(f"plugin load link/dcmplugin.so\n{USE}").stdout.split())
        self.assertIn(f"the adapters of dcm are none in {self.folder}/link, and 20190807 in {self.folder}/real. Build one", text)

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_folder_of_the_user(self):
        # 'dcm adapter' builds into this folder where it may not write beside the plugin. An adapter of another version of dcm is not taken.
        shutil.copy(host.PLUGIN, self.folder)
        load = f"plugin load ./dcmplugin.so\n{USE}"
        version = self.lammps(f"dcm require\n{USE}").stdout.split("dcm: version ")[1].split()[0]
        for home, variables in (("data", {"XDG_DATA_HOME": f"{self.folder}/data"}),
                                ("home/.local/share", {"XDG_DATA_HOME": "", "HOME": f"{self.folder}/home"})):
            folder = os.path.join(self.folder, home, "dcm", version, "lammps")
            os.makedirs(os.path.dirname(folder))
            os.makedirs(folder + " of another")
            shutil.copy(os.path.join(host.FOLDER, self.adapter()), folder + " of another")
            self.assertGreater(self.stock(load, variables).returncode, 0)
            os.rename(folder + " of another", folder)
            done = self.stock(load, variables)
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_no_mpi(self):
        """The adapter has no MPI of its own: it serves the MPI of the simulator."""
        for file in (host.PLUGIN, os.path.join(host.FOLDER, self.adapter())):
            symbols = subprocess.run(["nm", "-D", file], check=True, stdout=subprocess.PIPE, text=True).stdout
            self.assertNotRegex(symbols, r"(?i)\bP?MPI|ompi")
            needed = subprocess.run(["readelf", "-d", file], check=True, stdout=subprocess.PIPE, text=True).stdout
            self.assertIn("NEEDED", needed)
            self.assertNotRegex(needed, r"(?i)NEEDED.*\[lib.*mpi")

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_what_the_dynamic_loader_says(self):
        """A message about something that LAMMPS or its libraries lack tells what to type."""
        shutil.copy(host.PLUGIN, self.folder)
        shared = ["cc", "-shared", "-fPIC", "-o"]

        def compile_file(text, *words):
            subprocess.run(shared + [words[0], self.write("file.c", text), *words[1:]], check=True, cwd=self.folder)

        def library(version):
            self.write("versions", version + " { global: newer; };\n")
            compile_file("int newer(void) { return 1; }\n", "libolder.so", "-Wl,--version-script=versions")

        library("GLIBCXX_9.9.9")
        compile_file("int newer(void); int f(void) { return newer(); }\n", self.adapter(), "-L.", "-lolder", "-Wl,-rpath,$ORIGIN")
        library("GLIBCXX_3.4")
        said = " ".join(self.stock(f"plugin load ./dcmplugin.so\n{USE}").stdout.split())
        self.assertIn("GLIBCXX_9.9.9", said)
        self.assertIn("compiled on a newer system than this one: build it here, dcm adapter SOURCE", said)
        compile_file("int missing(void); int f(void) { return missing(); }\n", self.adapter())
        said = " ".join(self.stock(f"plugin load ./dcmplugin.so\n{USE}", {"LD_LIBRARY_PATH": "/nowhere/at/all"}).stdout.split())
        self.assertIn("undefined symbol: missing", said)
        self.assertIn("from its own source: dcm adapter SOURCE. Try without LD_LIBRARY_PATH first, which is '/nowhere/at/all': unset LD_LIBRARY_PATH", said)

    def launch(self, deck, ranks=1, program=None, arguments=(), **environment):
        self.write("in.test", deck)
        return self.start([program or host.LAUNCHER, "-in", "in.test", "-log", "none", *arguments], ranks, environment)

    def test_which_lammps_the_launcher_runs(self):
        # The one that the environment names, by its program, its library or its folder; that of the build; the first in PATH.
        copy = os.path.join(self.folder, "bin", "lmp-dcm")
        os.mkdir(os.path.dirname(copy))
        for name in ("lmp-dcm", "dcmplugin.so", self.adapter()):
            shutil.copy(os.path.join(host.FOLDER, name), os.path.dirname(copy))
        # The library of the build, by another path: the copy then does not know any.
        with open(copy, "rb") as file:
            content = file.read()
        self.assertIn(host.LIBRARY.encode() + b"\0", content)
        with open(copy, "wb") as file:
            file.write(content.replace(host.LIBRARY.encode() + b"\0", bytes(len(host.LIBRARY) + 1)))
        os.symlink(host.EXECUTABLE, os.path.join(self.folder, "bin", "lmp"))
        for variables in ({"PATH": os.path.dirname(copy) + ":" + os.environ["PATH"]}, {"DCM_LAMMPS": host.EXECUTABLE},
                          {"DCM_LAMMPS": host.LIBRARY}, {"DCM_LAMMPS": self.folder}):
            done = self.launch(f"dcm require\n{USE}", program=copy, **variables)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn(f"dcm-lammps-{host.VERSION}.so", done.stdout)
        for lammps, why in (("/nowhere", "'/nowhere' is no program, and no folder with bin/lmp. Name the LAMMPS that shall run"),
                            ("/tmp", "'/tmp' is no program, and no folder with bin/lmp"),
                            ("/bin/ls", "is not linked with a liblammps.so, which dcm needs: build LAMMPS with -D BUILD_SHARED_LIBS=on"),
                            ("/nowhere/liblammps.so", "cannot open shared object file"),
                            (host.PLUGIN, "undefined symbol: lammps_open_no_mpi")):
            done = self.launch(USE, program=copy, DCM_LAMMPS=lammps)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stdout)
        self.write("liblammps.so.0", "")    # else the dynamic loader may find Debian's
        done = self.launch(USE, program=copy, PATH="/nowhere", LD_LIBRARY_PATH=self.folder)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("there is no LAMMPS in PATH, neither lmp nor lmp_mpi nor lmp_serial. Name the LAMMPS", done.stdout)
        # Without an adapter for this LAMMPS the input does not run, on any number of ranks.
        os.rename(os.path.join(self.folder, "bin", self.adapter()), os.path.join(self.folder, "bin", "dcm-lammps-20190807.so"))
        for ranks in (1, 2):
            done = self.launch("units si\nprint 'the input runs'\n", ranks, copy, DCM_LAMMPS=host.LIBRARY, XDG_DATA_HOME=self.folder)
            self.assertGreater(done.returncode, 0)
            self.assertIn("Build one for this LAMMPS: dcm adapter SOURCE", done.stdout)
            self.assertNotIn("the input runs", done.stdout)
        os.remove(os.path.join(self.folder, "bin", "dcmplugin.so"))
        self.assertIn("install dcm again: ", self.launch(USE, program=copy, DCM_LAMMPS=host.LIBRARY).stdout)

    def test_run_computes_contacts_or_fails(self):
        # 'dcm run' sets DCM_RUN and adds the suffix.
        own = USE.replace("dcm/hertz/mindlin", "gran/hooke 1e4 NULL 50 NULL 0.5 0").replace("young 5e6 poisson 0.25 restitution 0.8 friction 0.5", "")
        for ranks in (1, 2):
            for deck, arguments, is_ours in ((own, ("-sf", "dcm"), True), (USE, (), True), ("suffix off\n" + own, ("-sf", "dcm"), False), (own, (), False),
                                             ("print 'no run'\n", (), True), (own + "clear\n" + own, ("-sf", "dcm"), True)):
                done = self.launch(deck, ranks, arguments=arguments, DCM_RUN="yes")
                self.assertEqual(done.returncode == 0, is_ours, done.stdout)
                self.assertEqual("dcm computed no contacts in this input" in done.stdout, not is_ours)
                self.assertIn("dcm: version ", done.stdout)
            self.assertEqual(self.launch(own, ranks).returncode, 0)

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_another_dcm_does_not_stay(self):
        # One in LAMMPS_PLUGIN_PATH, which LAMMPS loads first, and again after clear.
        for name in ("dcmplugin.so", self.adapter()):
            shutil.copy(os.path.join(host.FOLDER, name), self.folder)
        load = "plugin load dcmplugin.so\n"    # found in the process, whatever the folders
        done = self.launch(f"{load}{USE}dcm require\nclear\n{USE}dcm require\n", LAMMPS_PLUGIN_PATH=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(done.stdout.count(f", from {host.FOLDER}/dcm-lammps-"), 2, done.stdout)

    def adapter(self):
        return f"dcm-lammps-{host.VERSION}.so"

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_adapter_that_is_none(self):
        # Cut short, as by a copy that was broken off: a bus error of the dynamic loader. At a pipe it waits for ever.
        shutil.copy(host.PLUGIN, self.folder)
        path = os.path.join(self.folder, self.adapter())
        with open(os.path.join(host.FOLDER, self.adapter()), "rb") as file:
            whole = file.read()

        def put(content):
            with open(path, "wb") as file:
                file.write(content)

        def says(*parts):
            done = self.stock(f"plugin load ./dcmplugin.so\n{USE}")
            self.assertGreater(done.returncode, 0, done.stdout)
            text = " ".join(done.stdout.split())
            for part in ("ERROR: dcm adds no styles: ", self.adapter()) + parts:
                self.assertIn(part, text)
            os.rmdir(path) if os.path.isdir(path) else os.remove(path)

        for length in (64, 1000, 100000, len(whole) // 2):
            put(whole[:length])
            says("cut short")
        put(b"")
        says("as a shared object: ")
        put(b"no shared object\n")
        says("as a shared object: ")
        os.mkdir(path)
        says("is a folder")
        os.mkfifo(path)
        says("a device or a pipe")
        shutil.copy(os.path.join(host.LAWS, "sticky.so"), path)
        says("no adapter of dcm")
        os.symlink("nowhere", path)
        says("No such file or directory")

    @unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")
    def test_an_adapter_that_is_not_there_is_in_the_log(self):
        # An input for LAMMPS' own styles then runs by them, and a screen may be watched by nobody.
        shutil.copy(host.PLUGIN, self.folder)
        self.write("in.test", "units si\n")
        for ranks in (1, 2):
            done = self.start([host.EXECUTABLE, "-in", "in.test", "-log", "own.log", "-screen", "none", "-sf", "dcm"], ranks,
                              {"LAMMPS_PLUGIN_PATH": self.folder})
            self.assertEqual(done.returncode, 0, done.stdout)
            with open(os.path.join(self.folder, "own.log")) as file:
                text = file.read()
            self.assertEqual(text.count("WARNING: dcm adds no styles: this is LAMMPS "), 1, text)
            self.assertEqual(done.stdout.count("ERROR: dcm adds no styles"), 1, done.stdout)

    def test_require(self):
        said = subprocess.run([os.environ["DCM_DRIVER"], "--version"], text=True, stdout=subprocess.PIPE, check=True).stdout
        first, second, third = (int(number) for number in re.search(r"(\d+)\.(\d+)\.(\d+)", said).groups())
        for ranks in (1, 2):
            for version in ("", f"{first}", f"{first}.{second}", f"{first}.{second}.{third}"):
                done = self.succeeds(f"dcm require {version}\n{USE}", ranks)
                self.assertRegex(done.stdout, r"dcm: version [\d.]+ for LAMMPS .*, from \S*dcm-lammps-\d+\.so\n")
        later = f"{first}.{second}.{third + 9}"
        for version, why in ((later, f"the input needs dcm {later}, but this is dcm {first}."), ("0.0", "the input needs dcm 0.0"),
                             (f"{first}.77", f"the input needs dcm {first}.77"), (f"{first + 1}", f"the input needs dcm {first + 1},"),
                             ("x", "'x' is not a version"), ("0.1.", "'0.1.' is not a version"), ("-1", "'-1' is not a version"),
                             ("0.1 0.2", "write 'dcm require'")):
            self.run_fails(f"dcm require {version}\n", why)
        self.run_fails("dcm\n", "write 'dcm require'")
        self.run_fails("dcm ensure 0.1\n", "write 'dcm require'")

    def test_require_without_dcm(self):
        # With LAMMPS' own styles such an input would go on without a word.
        self.write("in.test", "dcm require 0.1\n")
        done = self.start([host.EXECUTABLE, "-in", "in.test", "-log", "none", "-sf", "dcm"], 1, {"LAMMPS_PLUGIN_PATH": ""})
        self.assertGreater(done.returncode, 0)
        self.assertIn("Unknown command: dcm require 0.1", done.stdout)

    def test_require_after_clear(self):
        # The styles outlive a clear in lmp-dcm.
        self.write("in.test", f"{USE}clear\ndcm require\n{USE}")
        done = self.start([host.LAUNCHER, "-in", "in.test", "-log", "none"], 1)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("has the styles again", done.stdout)
        if not host.HAS_PLUGIN:
            return
        # Found by the path it is there after a clear; loaded by a command it is, or the input stops.
        done = self.succeeds(f"{USE}clear\ndcm require\n{USE}")
        done = self.stock(f"plugin load '{host.PLUGIN}'\n{USE}clear\ndcm require\n{USE}")
        if done.returncode != 0:
            self.assertIn("Unknown command: dcm require", done.stdout)

    def test_launcher(self):
        # Same command line as lmp: variables, other log file, input from a file.
        self.write("in.test", USE + "print \"${word}\"\n")
        done = self.start([host.LAUNCHER, "-in", "in.test", "-var", "word", "hello", "-log", "own.log"],
                          1)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("hello", done.stdout)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "own.log")))

    def test_instruction_set(self):
        # Chosen once, told in the log, forced by the environment.
        self.write("in.test", USE)
        command = [host.LAUNCHER, "-in", "in.test", "-log", "none"]
        done = self.start(command, 1, {"DCM_ISA": ""})
        self.assertRegex(done.stdout, "dcm: laws use the instruction set (baseline|v3|v4)")
        done = self.start(command, 1, {"DCM_ISA": "baseline"})
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("dcm: laws use the instruction set baseline", done.stdout)
        done = self.start(command, 1, {"DCM_ISA": "sse9"})
        self.assertGreater(done.returncode, 0)
        self.assertIn("there is no instruction set 'sse9': choose baseline",
                      " ".join(done.stdout.split()))

    def test_launcher_fails_as_lmp_does(self):
        self.write("in.test", "no_such_command\n")
        done = self.start([host.LAUNCHER, "-in", "in.test", "-log", "none"], 1)
        self.assertGreater(done.returncode, 0)
        self.assertIn("Unknown command: no_such_command", done.stdout)

    def test_launcher_knows_the_plugin_command(self):
        # So that one input serves hosts with and without the PLUGIN package.
        self.write("in.test", f"plugin load '{host.PLUGIN}'\n{USE}clear\n"
                   f"plugin load '{host.PLUGIN}'\n{USE}")
        done = self.start([host.LAUNCHER, "-in", "in.test", "-log", "none"], 1)
        self.assertEqual(done.returncode, 0, done.stdout)

    @unittest.skipIf(host.HAS_PLUGIN, "this LAMMPS has a plugin command of its own")
    def test_launcher_loads_no_other_plugin(self):
        self.write("in.test", "plugin load otherplugin.so\n")
        done = self.start([host.LAUNCHER, "-in", "in.test", "-log", "none"], 1)
        self.assertGreater(done.returncode, 0)
        self.assertIn("plugin load dcmplugin.so", done.stdout)
