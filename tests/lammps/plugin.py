# SPDX-License-Identifier: MIT
"""How the styles get into LAMMPS: by its plugin command, by LAMMPS_PLUGIN_PATH, by lmp-dcm."""

import os
import re
import shutil
import subprocess
import unittest

import decks
import host

USE = decks.box("0 1 0 1 0 1", newton="on") + """pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
run 0
"""
LOAD = f"plugin load ./dcmplugin.so\n{USE}"
NEEDS_PLUGIN = unittest.skipUnless(host.HAS_PLUGIN, "this LAMMPS has no PLUGIN package")


class Plugin(host.Case):

    def stock(self, deck=LOAD, environment=None):
        """A run of LAMMPS itself, which must end well."""
        self.write("in.test", deck)
        done = self.start([host.EXECUTABLE, "-in", "in.test", "-log", "none"], 1, environment)
        self.assertEqual(done.returncode, 0, done.stdout)

    def refused(self, deck=LOAD, environment=None):
        """The words with which LAMMPS itself ends with an error, in one line."""
        self.write("in.test", deck)
        done = self.start([host.EXECUTABLE, "-in", "in.test", "-log", "none"], 1, environment)
        self.assertGreater(done.returncode, 0, done.stdout)
        return " ".join(done.stdout.split())

    def place(self, name):
        return os.path.join(self.folder, name)

    @NEEDS_PLUGIN
    def test_link(self):
        # The adapters are beside the file, or beside a link to it. A file that was copied alone has none.
        shutil.copy(host.PLUGIN, self.folder)
        self.assertIn(f"are none in {self.folder}. If dcmplugin.so was copied or moved, put its dcm-lammps-*.so beside it. Build one",
                      self.refused(environment={"XDG_DATA_HOME": self.folder}))
        os.remove(self.place("dcmplugin.so"))
        os.symlink(host.PLUGIN, self.place("dcmplugin.so"))
        self.stock()
        other = self.write("dcm-lammps-20190807.so", "")
        self.stock()
        os.remove(self.place(other))
        os.symlink(os.path.join(host.FOLDER, self.adapter()), self.place(self.adapter()))
        self.stock()
        # Without an adapter for this one, here or there, it is told of the folder that has some.
        for folder in ("real", "link"):
            os.mkdir(self.place(folder))
        shutil.copy(host.PLUGIN, self.place("real"))
        os.symlink("../real/dcmplugin.so", self.place("link/dcmplugin.so"))
        self.write("real/dcm-lammps-20190807.so", "")
        text = self.refused(f"plugin load link/dcmplugin.so\n{USE}")
        self.assertRegex(text, rf"this is LAMMPS \d+[A-Z][a-z]+\d+ \(version {host.VERSION}\)")
        self.assertIn(f"the adapters of dcm are none in {self.folder}/link, and 20190807 in {self.folder}/real. Build one for this LAMMPS: dcm adapter SOURCE", text)

    @NEEDS_PLUGIN
    def test_folder_of_the_user(self):
        # 'dcm adapter' builds into this folder where it may not write beside the plugin. An adapter of another version of dcm is not taken.
        shutil.copy(host.PLUGIN, self.folder)
        version = self.lammps(f"dcm require\n{USE}").stdout.split("dcm: version ")[1].split()[0]
        for home, variables in (("data", {"XDG_DATA_HOME": f"{self.folder}/data"}),
                                ("home/.local/share", {"XDG_DATA_HOME": "", "HOME": f"{self.folder}/home"})):
            folder = os.path.join(self.folder, home, "dcm", version, "lammps")
            os.makedirs(folder + " of another")
            shutil.copy(os.path.join(host.FOLDER, self.adapter()), folder + " of another")
            self.refused(environment=variables)
            os.rename(folder + " of another", folder)
            self.stock(environment=variables)

    def test_no_mpi(self):
        """The adapter has no MPI of its own: it serves the MPI of the simulator."""
        for file in (host.PLUGIN, os.path.join(host.FOLDER, self.adapter())):
            symbols = subprocess.run(["nm", "-D", file], check=True, stdout=subprocess.PIPE, text=True).stdout
            self.assertNotRegex(symbols, r"(?i)\bP?MPI|ompi")
            needed = subprocess.run(["readelf", "-d", file], check=True, stdout=subprocess.PIPE, text=True).stdout
            self.assertIn("NEEDED", needed)
            self.assertNotRegex(needed, r"(?i)NEEDED.*\[lib.*mpi")

    @NEEDS_PLUGIN
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
        said = self.refused()
        self.assertIn("GLIBCXX_9.9.9", said)
        self.assertIn("compiled on a newer system than this one: build it here, dcm adapter SOURCE", said)
        compile_file("int missing(void); int f(void) { return missing(); }\n", self.adapter())
        said = self.refused(environment={"LD_LIBRARY_PATH": "/nowhere/at/all"})
        self.assertIn("undefined symbol: missing", said)
        self.assertIn("from its own source: dcm adapter SOURCE. Try without LD_LIBRARY_PATH first, which is '/nowhere/at/all': unset LD_LIBRARY_PATH", said)

    def launch(self, deck, ranks=1, program=None, arguments=(), **environment):
        self.write("in.test", deck)
        return self.start([program or host.LAUNCHER, "-in", "in.test", "-log", "none", *arguments], ranks, environment)

    def test_which_lammps_the_launcher_runs(self):
        # The one that the environment names, by its program, its library or its folder; that of the build; the first in PATH.
        copy = self.place("bin/lmp-dcm")
        os.mkdir(os.path.dirname(copy))
        for name in ("lmp-dcm", "dcmplugin.so", self.adapter()):
            shutil.copy(os.path.join(host.FOLDER, name), os.path.dirname(copy))
        # The library of the build, by another path: the copy then does not know any.
        content = self.bytes_of(copy)
        self.assertIn(host.LIBRARY.encode() + b"\0", content)
        self.write_bytes(copy, content.replace(host.LIBRARY.encode() + b"\0", bytes(len(host.LIBRARY) + 1)))
        os.symlink(host.EXECUTABLE, self.place("bin/lmp"))
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
        os.rename(self.place("bin/" + self.adapter()), self.place("bin/dcm-lammps-20190807.so"))
        for ranks in (1, 2):
            done = self.launch("units si\nprint 'the input runs'\n", ranks, copy, DCM_LAMMPS=host.LIBRARY, XDG_DATA_HOME=self.folder)
            self.assertGreater(done.returncode, 0)
            self.assertIn("Build one for this LAMMPS: dcm adapter SOURCE", done.stdout)
            self.assertNotIn("the input runs", done.stdout)
        os.remove(self.place("bin/dcmplugin.so"))
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

    @NEEDS_PLUGIN
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

    @NEEDS_PLUGIN
    def test_adapter_that_is_none(self):
        # Cut short, as by a copy that was broken off: a bus error of the dynamic loader. At a pipe it waits for ever.
        shutil.copy(host.PLUGIN, self.folder)
        path = self.place(self.adapter())
        whole = self.bytes_of(os.path.join(host.FOLDER, self.adapter()))
        for make, part in (*((lambda length=length: self.write_bytes(path, whole[:length]), "cut short") for length in (64, 1000, 100000, len(whole) // 2)),
                           (lambda: self.write_bytes(path, b""), "as a shared object: "),
                           (lambda: self.write_bytes(path, b"no shared object\n"), "as a shared object: "),
                           (lambda: os.mkdir(path), "is a folder"), (lambda: os.mkfifo(path), "a device or a pipe"),
                           (lambda: shutil.copy(os.path.join(host.LAWS, "sticky.so"), path), "no adapter of dcm"),
                           (lambda: os.symlink("nowhere", path), "No such file or directory")):
            make()
            text = self.refused()
            for said in ("ERROR: dcm adds no styles: ", self.adapter(), part):
                self.assertIn(said, text)
            os.rmdir(path) if os.path.isdir(path) else os.remove(path)

    @NEEDS_PLUGIN
    def test_an_adapter_that_is_not_there_is_in_the_log(self):
        # An input for LAMMPS' own styles then runs by them, and a screen may be watched by nobody.
        shutil.copy(host.PLUGIN, self.folder)
        self.write("in.test", "units si\n")
        for ranks in (1, 2):
            done = self.start([host.EXECUTABLE, "-in", "in.test", "-log", "own.log", "-screen", "none", "-sf", "dcm"], ranks,
                              {"LAMMPS_PLUGIN_PATH": self.folder})
            self.assertEqual(done.returncode, 0, done.stdout)
            text = self.text_of("own.log")
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
        done = self.launch(f"{USE}clear\ndcm require\n{USE}")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("has the styles again", done.stdout)
        if not host.HAS_PLUGIN:
            return
        # Found by the path it is there after a clear; loaded by a command it is, or the input stops.
        self.succeeds(f"{USE}clear\ndcm require\n{USE}")
        done = self.start([host.EXECUTABLE, "-in", self.write("in.test", f"plugin load '{host.PLUGIN}'\n{USE}clear\ndcm require\n{USE}"), "-log", "none"], 1)
        if done.returncode != 0:
            self.assertIn("Unknown command: dcm require", done.stdout)

    def test_launcher(self):
        # Same command line as lmp: variables, other log file, input from a file. It fails as lmp does.
        done = self.launch(USE + "print \"${word}\"\n", arguments=("-var", "word", "hello", "-log", "own.log"))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("hello", done.stdout)
        self.assertTrue(os.path.exists(self.place("own.log")))
        for deck, part in (("no_such_command\n", "Unknown command: no_such_command"),
                           *([] if host.HAS_PLUGIN else [("plugin load otherplugin.so\n", "plugin load dcmplugin.so")])):
            done = self.launch(deck)
            self.assertGreater(done.returncode, 0)
            self.assertIn(part, done.stdout)

    def test_instruction_set(self):
        # Chosen once, told in the log, forced by the environment.
        for isa, said in (("", "dcm: laws use the instruction set (baseline|v3|v4)"), ("baseline", "dcm: laws use the instruction set baseline"),
                          ("sse9", "there is no instruction set 'sse9': choose baseline")):
            done = self.launch(USE, DCM_ISA=isa)
            self.assertEqual(done.returncode == 0, isa != "sse9", done.stdout)
            self.assertRegex(" ".join(done.stdout.split()), said)
