/* SPDX-License-Identifier: MIT */
/** @file
 * Commands that are scripts, or programs that are installed. Their paths are relative to this
 * program, so an installation can be moved. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "laws/library.h"

/** A file that is installed for this program, or lies beside LAMMPS' plugin that the environment
 * names; NULL if the file is missing. Freed by the caller. */
static char *find_installed(const char *path) {
  char program[PATH_MAX], place[2 * PATH_MAX];
  const char *plugin = getenv("DCM_LAMMPS_PLUGIN"), *name = strrchr(path, '/');
  if (plugin && name) {
    const char *slash = strstr(plugin, ".so") ? strrchr(plugin, '/') : NULL;
    const int length = slash ? (int)(slash - plugin) : (int)strlen(plugin);
    snprintf(place, sizeof place, "%.*s%s", length, plugin, name);
    if (access(place, X_OK) == 0)
      return realpath(place, NULL);
  }
  if (!realpath("/proc/self/exe", program))
    return NULL;
  char *slash = strrchr(program, '/');
  snprintf(place, sizeof place, "%.*s/" DCM_TOOLS_FROM_PROGRAM "/%s", (int)(slash - program),
           program, path);
  return realpath(place, NULL);
}

static int count(char **words) {
  int n = 0;
  while (words && words[n])
    n++;
  return n;
}

/** Becomes a script or a program, which takes the words of the command; prints the help if that is
 * asked for.
 * @param path        of the file from the folder of tools
 * @param interpreter "python3" or another program of PATH, which runs the file; NULL for a program
 * @param first       words before those of the command line, NULL for none; NULL ends them
 * @param need        what the command needs, for the message about a call without words
 * @return EXIT_DONE after the help; else this call does not return */
static int become(const cli_command *command, const char *path, const char *interpreter,
                  char **first, const char *need, int argc, char **argv) {
  if (argc == 0)
    stop_misused("'dcm %s' needs %s: usage: dcm %s %s", command->name, need, command->name,
                 command->synopsis);
  if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
    command_help(command, stdout);
    return EXIT_DONE;
  }
  char *file = find_installed(path);
  if (!file)
    stop_failed("'%s', which 'dcm %s' starts, is not in the folder of its "
                "installation, " DCM_TOOLS_FROM_PROGRAM " beside this program: install dcm again",
                path, command->name);
  hold(free, file);
  char *program = strdup(interpreter ? interpreter : file);
  hold(free, program);
  const int before = count(first);
  char **words = hold_array((size_t)(before + argc) + 3, sizeof *words), **next = words;
  *next++ = program;
  if (interpreter)
    *next++ = file;
  if (before)
    memcpy(next, first, (size_t)before * sizeof *words);
  memcpy(next + before, argv, (size_t)argc * sizeof *words);
  if (program)
    execvp(program, words);
  stop_failed("'dcm %s' cannot start %s: %s", command->name, program ? program : file,
              strerror(errno));
}

/* --------------------------------------------------------------------------------- the scripts */

/** The files of the commands that are scripts have the names of the commands. */
static int run_script(const cli_command *command, int argc, char **argv) {
  static const struct {
    const cli_command *command;
    const char *interpreter, *need;
  } scripts[] = {{&command_adapter, "bash", "the source of a LAMMPS"},
                 {&command_new, "bash", "a name for the law"},
                 {&command_same, "python3", "the command that starts the input"}};
  size_t s = 0;
  while (scripts[s].command != command)
    s++;
  return become(command, command->name, scripts[s].interpreter, NULL, scripts[s].need, argc, argv);
}

const cli_command command_adapter = {
    .name = "adapter",
    .synopsis = "SOURCE [--for LAMMPS] [--sizes SIZES] [--to FOLDER]",
    .summary = "Builds the adapter for a LAMMPS, and puts it where the plugin looks.",
    .details =
        "SOURCE is the source of the release that will run: its folder, its tarball, or a\n"
        "folder with tarballs of several releases. The command reads the headers\n"
        "of the source alone. A C++ compiler and CMake are needed, but no MPI: the adapter\n"
        "serves every MPI.\n\n"
        "  --for LAMMPS   the LAMMPS that will run: lmp, or the folder where it is\n"
        "                 installed. The command asks it for its release and its sizes, and\n"
        "                 at the end tries whether it takes the adapter\n"
        "  --sizes SIZES  smallbig, the default, or bigbig: what LAMMPS was compiled with\n"
        "  --to FOLDER    where the adapter goes; default: beside dcmplugin.so, or, where\n"
        "                 you may not write, a folder of yours, which the plugin knows\n",
    .run = run_script,
};

/** A name is a word that stands behind no option. Programs look for a law among the built-in ones
 * first. */
static int run_new(const cli_command *command, int argc, char **argv) {
  for (int i = 0; i < argc; i++)
    if (dcm_is_builtin_law(argv[i]) && (i == 0 || argv[i - 1][0] != '-'))
      stop_misused("'%s' is a law of dcm, which all programs would take in the place of yours: "
                   "give your law another name",
                   argv[i]);
  return run_script(command, argc, argv);
}

const cli_command command_new = {
    .name = "new",
    .synopsis = "NAME [--parameter NAME=UNIT]... [--state NAME=KIND]... [--to FOLDER]",
    .summary = "Begins a contact law of your own: a file that compiles, its test and an input.",
    .details =
        "Writes FOLDER/NAME.c, a linear spring with dashpots and friction that passes\n"
        "'dcm check', to be changed; FOLDER/CMakeLists.txt, which compiles and checks the\n"
        "law; and FOLDER/in.NAME, two grains in LAMMPS.\n\n"
        "  --parameter NAME=UNIT  one more parameter of pairs of materials. UNIT is one of\n"
        "                         - m s kg m/s N N/m J/m^2 Pa J kg/s\n"
        "  --state NAME=KIND      a field of the state of a contact; KIND is scalar or vector\n"
        "  --to FOLDER            default: NAME\n",
    .run = run_new,
};

const cli_command command_same = {
    .name = "same",
    .synopsis = "COMMAND...",
    .summary = "Runs an input of LAMMPS with its own granular styles and with laws of dcm,\n"
               "and compares the two.",
    .details = "COMMAND starts the input, with mpirun or without: lmp -in in.chute, or lmp-dcm\n"
               "-in in.chute. 'dcm same' runs COMMAND twice in this folder, as given and with\n"
               "'-sf dcm' behind; the second run overwrites the files of the first. python3 is\n"
               "needed.\n\n"
               "The output lists the styles that laws of dcm compute, and the styles that stay\n"
               "LAMMPS' own; up to which step positions, velocities, spins, forces, torques and\n"
               "radii of all atoms agree, and the thermodynamic output, and to how many digits;\n"
               "the times of both runs. The atoms are looked at in the first steps, and then at\n"
               "steps a tenth farther each, with all their digits; the files for it are in the\n"
               "folder for temporary files, and go. A difference is a part of the largest\n"
               "number of its kind. No more digits are claimed of the output than were printed,\n"
               "and clocks are left out. Exit codes: 0 compared, laws of dcm compute all\n"
               "granular styles; 1 not compared; 3 compared, and some styles stay LAMMPS' own.\n",
    .run = run_script,
};

/* dcm run: becomes lmp-dcm, which runs a LAMMPS with the styles of dcm in it. */

/** Whether the words choose suffixes of LAMMPS, and leave out dcm. @return the word after them */
static const char *other_suffix(char **words, int *has_suffix) {
  for (; *words; words++) {
    if (strcmp(*words, "-sf") != 0 && strcmp(*words, "-suffix") != 0)
      continue;
    *has_suffix = 1;
    const int is_hybrid = words[1] && strcmp(words[1], "hybrid") == 0;
    int has_dcm = 0;
    for (int n = 1; n <= (is_hybrid ? 3 : 1) && words[n]; n++)
      has_dcm = has_dcm || strcmp(words[n], "dcm") == 0;
    if (!has_dcm)
      return words[1] ? words[1] : "";
  }
  return NULL;
}

static int run_lammps(const cli_command *command, int argc, char **argv) {
  if (argc >= 1 && strcmp(argv[0], "--lammps") == 0) {
    if (argc < 2)
      stop_misused("--lammps needs a LAMMPS: its program, its liblammps.so or the folder "
                   "where it is installed");
    setenv("DCM_LAMMPS", argv[1], 1);
    argc -= 2;
    argv += 2;
  }
  int has_suffix = 0;
  const char *other = other_suffix(argv, &has_suffix);
  if (other)
    stop_misused("'-sf %s' leaves out dcm: write '-sf dcm', or for two suffixes "
                 "'-sf hybrid dcm %s'",
                 other, other);
  setenv("DCM_RUN", "yes", 1);
  char *suffix[] = {"-sf", "dcm", NULL};
  return become(command, "../lammps/lmp-dcm", NULL, has_suffix ? NULL : suffix,
                "the options of lmp", argc, argv);
}

const cli_command command_run = {
    .name = "run",
    .synopsis = "[--lammps LAMMPS] -in FILE [options of lmp]",
    .summary = "Runs an input of LAMMPS, with laws of dcm in the place of its granular styles.",
    .details =
        "All words but --lammps are those of lmp. The command takes the first lmp, lmp_mpi\n"
        "or lmp_serial of PATH, brings the styles of dcm into this LAMMPS, with its package\n"
        "PLUGIN or without, and adds '-sf dcm'. For several processors write\n"
        "'mpirun -np 4 dcm run -in FILE'.\n\n"
        "  --lammps LAMMPS  another LAMMPS: its program, its liblammps.so, or the folder where\n"
        "                   it is installed. DCM_LAMMPS in the environment is the same\n\n"
        "The log says which dcm runs. Where dcm has nothing for this LAMMPS, the command ends\n"
        "and says what to type; and it fails at the end where dcm computed no contact style\n"
        "of the input. lmp-dcm is the same without '-sf dcm' and without this last look.\n",
    .run = run_lammps,
};
