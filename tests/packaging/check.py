# SPDX-License-Identifier: MIT
"""The files in packaging/ against the project: what they install, which options they give, which commands they run.

usage: check.py GROUP SOURCE BUILD
  GROUP  debian or recipes
  BUILD  a build in which the test install.tree has run"""

import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types

GROUP, SOURCE, BUILD = sys.argv[1:]
PACKAGING = os.path.join(SOURCE, "packaging")
PREFIX = os.path.join(BUILD, "tests", "install", "moved here")
failures = []


def check(holds, message):
    if not holds:
        failures.append(message)


def read(*path):
    with open(os.path.join(PACKAGING, *path), encoding="utf-8") as file:
        return file.read()


def installed():
    """The files below the prefix, as paths in it."""
    return sorted(os.path.relpath(os.path.join(folder, name), PREFIX) for folder, _, names in os.walk(PREFIX) for name in names)


def version_of_project():
    with open(os.path.join(SOURCE, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"^project\(dcm VERSION ([0-9.]+)", file.read(), re.MULTILINE)[1]


# --- Debian ---------------------------------------------------------------------------------------------------------


def paragraphs(text):
    """The fields of each paragraph of a control file."""
    found = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        fields, name = {}, None
        for line in paragraph.split("\n"):
            start = re.fullmatch(r"([A-Z][A-Za-z-]*):\s*(.*)", line)
            if start:
                name = start[1]
                check(name not in fields, f"a control file has {name} twice in one paragraph")
                fields[name] = start[2]
            else:
                check(name and re.match(r"\s+\S", line), f"a control file has a line that is no field: '{line}'")
                fields[name or ""] = fields.get(name, "") + "\n" + line.strip()
        found.append(fields)
    return found


def names_in(dependencies):
    return re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9.+-]+)", dependencies)


def in_debian(path):
    """Where packaging/debian/rules puts a file that cmake --install puts under the prefix."""
    path = re.sub(r"^lib/dcm/python/", "lib/python3/dist-packages/", path)
    return "usr/" + re.sub(r"^lib/(?!python3/)", "lib/triplet/", path)


def says(text, *words):
    done = subprocess.run(["bash", os.path.join(PACKAGING, "debian.sh"), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=dict(os.environ, DCM_INSTALL="no"))
    check(text in done.stdout, f"packaging/debian.sh {' '.join(words)} does not say '{text}' but: {done.stdout}")


def debian():
    says("usage: packaging/debian.sh", "--help")
    says("no suite is named")
    says("unknown option: --nonsense", "--nonsense")
    says("--ccache needs a folder", "--ccache")
    says("but this folder cannot be made" if os.getuid() == 0 else "chroots need root", "--out", "/dev/null/x", "bookworm")
    control = paragraphs(read("debian", "control"))
    packages = {fields["Package"]: fields for fields in control[1:]}
    check(control[0].get("Source") == "dcm", "the first paragraph of debian/control is not that of the source dcm")
    for name, fields in packages.items():
        for needed in ("Architecture", "Depends", "Description"):
            check(fields.get(needed), f"debian/control: the package {name} has no {needed}")
        for field in ("Depends", "Recommends", "Suggests"):
            for other in names_in(fields.get(field, "")):
                check(other in packages or not re.match(r"(lib|python3-)?dcm", other), f"debian/control: {name} names {other}, which is no package here")

    # Each installed file is in one package, and each pattern is of files.
    lists = {name: read("debian", name + ".install").split() for name in packages}
    lists["not-installed"] = read("debian", "not-installed").split()
    files = sorted({in_debian(path) for path in installed()})
    check(len(files) > 100, f"install.tree installed {len(files)} files alone")
    # A build without a LAMMPS, or without LIGGGHTS, installs nothing for it.
    left_out = [name for name, part in (("dcm-lammps", "/dcm-lammps-"), ("dcm-liggghts", "/liggghts-dcm")) if not any(part in path for path in files)]
    matched = {path: [name for name, patterns in lists.items() if any(fnmatch.fnmatch(path, p) or fnmatch.fnmatch(path, p + "/*") for p in patterns)]
               for path in files}
    for path, names in matched.items():
        check(names, f"no list in packaging/debian has {path}, which is installed")
        check(len(names) < 2, f"{path} is in more than one list: {names}")
    for name, patterns in lists.items():
        for pattern in patterns:
            if name in left_out:
                continue
            check(any(fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(path, pattern + "/*") for path in files),
                  f"packaging/debian/{name}.install: nothing that is installed is {pattern}")
    # Debian names the package of a library by its soname.
    sonames = [match[1] for match in (re.search(r"/libdcm\.so\.(\d+)$", path) for path in files) if match]
    check(sonames and f"libdcm{sonames[0]}" in packages, f"the soname of libdcm.so ends with {sonames}, but debian/control has no package of this name")

    for name in ("dcm.docs", "dcm.examples"):
        for pattern in read("debian", name).split():
            check(os.path.exists(os.path.join(SOURCE, pattern.replace("/*", ""))), f"packaging/debian/{name} names {pattern}, which is not there")
    for fields in paragraphs(read("debian", "tests", "control")):
        for test in fields["Tests"].split():
            check(os.path.exists(os.path.join(PACKAGING, "debian", "tests", test)), f"debian/tests has no {test}")
        for name in names_in(fields["Depends"]):
            check(name in packages, f"debian/tests needs {name}, which is no package here")


# --- Spack, conda, EasyBuild, Guix ----------------------------------------------------------------------------------


def spack():
    """The options that the recipe gives, by the recipe itself among stand-ins for Spack."""
    calls = []

    class CMakePackage:
        stage = types.SimpleNamespace(source_path="/stage")
        prefix = "/prefix"
        spec = {"lammps": types.SimpleNamespace(variants={"lammps_sizes": types.SimpleNamespace(value="bigbig")})}

        @staticmethod
        def define(name, value):
            return f"-D{name}={value}"

    class Lammps:
        versions = {"20250204": {"sha256": "0"}, "develop": {"branch": "develop"}}

        @staticmethod
        def url_for_version(_, number):
            return f"file:///{number}"

    modules = {"spack_repo.builtin.build_systems.cmake": {"CMakePackage": CMakePackage}, "spack_repo.builtin.packages.lammps.package": {"Lammps": Lammps},
               "spack.package": {name: (lambda name: lambda *words, **named: calls.append((name, words, named)))(name)
                                 for name in ("license", "version", "depends_on", "resource")}}
    for path, content in modules.items():
        while path:
            sys.modules.setdefault(path, types.ModuleType(path))
            path = path.rpartition(".")[0]
        sys.modules[next(name for name, what in modules.items() if what is content)].__dict__.update(content)
    scope = {"__file__": os.path.join(PACKAGING, "spack", "package.py"), "__name__": "recipe"}
    exec(compile(read("spack", "package.py"), scope["__file__"], "exec"), scope)  # pylint: disable=exec-used
    version = version_of_project()
    check([words for name, words, _ in calls if name == "version"] == [(version,)], "the recipe of Spack has another version than the project")
    check(scope["Dcm"].url.endswith(f"/dcm-{version}.tar.gz"), f"the recipe of Spack has the tarball {scope['Dcm'].url}")
    resources = [named for name, _, named in calls if name == "resource"]
    check([named["when"] for named in resources] == ["^lammps@=20250204"], f"the recipe of Spack has the sources of LAMMPS {resources}")
    paths = {}
    scope["Dcm"]().setup_run_environment(types.SimpleNamespace(prepend_path=lambda name, path: paths.update({name: path})))
    return scope["Dcm"]().cmake_args(), [path.replace("/prefix/", "") for path in paths.values()]


def easybuild():
    scope = {"SHLIB_EXT": "so"}
    names = os.listdir(os.path.join(PACKAGING, "easybuild"))
    check(len(names) == 1, f"packaging/easybuild has {names}")
    text = read("easybuild", names[0])
    exec(compile(text, names[0], "exec"), scope)  # pylint: disable=exec-used
    check(scope["version"] == version_of_project(), "the easyconfig has another version than the project")
    toolchain = scope["toolchain"]
    expected = f"{scope['name']}-{scope['version']}-{toolchain['name']}-{toolchain['version']}.eb"
    check(names[0] == expected, f"EasyBuild looks for a file {expected}, not {names[0]}")
    check(len(scope["sources"]) == len(scope["checksums"]), "the easyconfig has not one checksum for each source")
    run(scope["sanity_check_commands"])
    paths = scope["sanity_check_paths"]["files"] + scope["sanity_check_paths"]["dirs"] + list(scope["modextrapaths"].values())
    # An adapter of another LAMMPS than those of this build.
    return scope["configopts"].split(), [path for path in paths if not re.search(r"/dcm-lammps-\d+\.so$", path)]


def yaml_of(text):
    # An interpreter that has the module reads the text: on Debian that of the packages, whatever stands first in PATH.
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, "-c", "import json, sys\ntry:\n  import yaml\nexcept ImportError:\n  sys.exit(77)\n"
                               "print(json.dumps(yaml.safe_load(sys.stdin)))"], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 77:
            check(done.returncode == 0, f"meta.yaml is no YAML: {done.stderr[-300:]}")
            return json.loads(done.stdout or "{}")
    print("no Python has the module yaml: of meta.yaml only lines were looked at")
    return {"package": {"version": re.search(r'^  version: "(.*)"', text, re.MULTILINE)[1]},
            "source": [{"url": url} for url in re.findall(r"^  - url: (.*)", text, re.MULTILINE)],
            "test": {"commands": re.findall(r"^    - (.*)", re.search(r"^test:\n((?:  .*\n)*)", text, re.MULTILINE)[1], re.MULTILINE)}}


def conda():
    """The options that build.sh gives to a stand-in for cmake, which notes its words."""
    recipe = yaml_of(read("conda", "meta.yaml"))
    if not recipe:
        return ["-D"], []
    version = version_of_project()
    check(recipe["package"]["version"] == version, "the recipe of conda has another version than the project")
    check(recipe["source"][0]["url"] == f"dcm-{version}.tar.gz", f"the recipe of conda has the tarball {recipe['source'][0]['url']}")
    run(command.replace("$PREFIX", f"'{PREFIX}'") for command in recipe["test"]["commands"])
    with tempfile.TemporaryDirectory() as folder:
        words, tree = os.path.join(folder, "words"), os.path.join(folder, "prefix")
        with open(os.path.join(folder, "cmake"), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nfor word; do printf "%s\\n" "$word" >>"{words}"; done\n')
        os.chmod(os.path.join(folder, "cmake"), 0o755)
        done = subprocess.run(["sh", os.path.join(PACKAGING, "conda", "build.sh")], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, env=dict(os.environ, PREFIX=tree, PATH=folder + os.pathsep + os.environ["PATH"], CMAKE_ARGS="-DBUILD_TESTING=OFF"))
        check(done.returncode == 0, f"packaging/conda/build.sh: {done.stdout}")
        with open(words, encoding="utf-8") as file:
            words = file.read().split("\n")
        activation = os.path.join(tree, "etc", "conda", "activate.d", "dcm.sh")
        told = subprocess.run(["sh", "-c", f'. "{activation}"; echo "$LAMMPS_PLUGIN_PATH"'], stdout=subprocess.PIPE, text=True, check=False,
                              env={"CONDA_PREFIX": PREFIX, "LAMMPS_PLUGIN_PATH": "/another"}).stdout
        check(told == f"{PREFIX}/lib/dcm/lammps:/another\n", f"the activated environment has LAMMPS_PLUGIN_PATH={told}")
    check(words.count("--build") == 1 and words.count("--install") == 1, f"packaging/conda/build.sh runs cmake with {words}")
    return [f"-D{words[i + 1]}" for i, word in enumerate(words) if word == "-D"], ["lib/dcm/lammps"]


def guix():
    text = read("guix", "dcm.scm")
    check(f'(version "{version_of_project()}")' in text and f'"dcm-{version_of_project()}.tar.gz"' in text, "Guix' definition has another version than the project")
    if shutil.which("guile"):
        # Guile reads gexps as any other word that begins with #.
        reader = "(read-hash-extend #\\~ (lambda (c p) (list 'gexp (read p)))) (read-hash-extend #\\$ (lambda (c p) (list 'ungexp (read p))))"
        done = subprocess.run(["guile", "--no-auto-compile", "-c", f'{reader} (call-with-input-file "{PACKAGING}/guix/dcm.scm" '
                               "(lambda (p) (let loop ((n 0)) (if (eof-object? (read p)) (begin (display n) (newline)) (loop (+ n 1))))))"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        check(done.stdout.strip() == "2", f"Guile does not read two forms in dcm.scm: {done.stdout}")
    else:
        plain = re.sub(r'"(?:[^"\\]|\\.)*"|;.*', "", text)
        depth = 0
        for letter in plain:
            depth += (letter == "(") - (letter == ")")
            check(depth >= 0, "dcm.scm closes more parentheses than it opens")
        check(depth == 0, "dcm.scm leaves parentheses open")
    program = re.search(r'#\$output "(/bin/\w+)"\) "(\w+)"', text)
    check(program, "dcm.scm runs no installed program")
    run([f"{program[1].replace('/bin/', '')} {program[2]}"])
    return re.findall(r'"(-D[^"]*)"', text), []


def run(commands):
    """The commands of a recipe that try what was installed."""
    for command in commands:
        done = subprocess.run(["sh", "-ec", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              env=dict(os.environ, PATH=os.path.join(PREFIX, "bin") + os.pathsep + os.environ["PATH"]))
        check(done.returncode == 0, f"'{command}' fails: {done.stdout}")


def recipes():
    with open(os.path.join(BUILD, "CMakeCache.txt"), encoding="utf-8") as file:
        # An option that a user gives and no file asks for has no type.
        known = {name for name, kind in re.findall(r"^([A-Za-z_0-9]+):([A-Z]+)=", file.read(), re.MULTILINE) if kind != "UNINITIALIZED"}
    for recipe in (spack, conda, easybuild, guix):
        options, paths = recipe()
        check(options, f"no options were found in the recipe of {recipe.__name__}")
        for option in options:
            name = re.fullmatch(r"-D\s*([A-Za-z_0-9]+)(?::\w+)?=(.+)", option)
            check(name and name[1] in known, f"{recipe.__name__} gives {option}, an option that the project does not have")
        for path in paths:
            check(os.path.exists(os.path.join(PREFIX, path)), f"{recipe.__name__} names {path}, which is not installed")


{"debian": debian, "recipes": recipes}[GROUP]()
for failure in failures:
    print("FAILED:", failure)
if failures:
    sys.exit(f"{len(failures)} checks of the group '{GROUP}' failed")
print(f"all checks of the group '{GROUP}' passed")
