/* SPDX-License-Identifier: MIT */
/** @file
 * dcm same: a script that runs a simulator and reads its logs. The path of the script is relative
 * to this program, so an installation can be moved. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/message.h"

/** The script beside this program; NULL if the script is missing. Freed by the caller. */
static char *find_script(void) {
  char program[PATH_MAX];
  if (!realpath("/proc/self/exe", program))
    return NULL;
  char *slash = strrchr(program, '/');
  char beside[2 * PATH_MAX];
  snprintf(beside, sizeof beside, "%.*s/" DCM_TOOLS_FROM_PROGRAM "/same", (int)(slash - program),
           program);
  return realpath(beside, NULL);
}

static int same(int argc, char **argv) {
  if (argc == 0)
    return message_misuse("'dcm same' needs the command that starts the input: usage: dcm same %s",
                          command_same.synopsis);
  if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
    command_help(&command_same, stdout);
    return EXIT_DONE;
  }
  char *script = find_script();
  if (!script)
    return message_failure(
        "the script of 'dcm same' is not in the folder of its installation, " DCM_TOOLS_FROM_PROGRAM
        " beside this program: install dcm again");
  char **words = calloc((size_t)argc + 3, sizeof *words);
  if (!words) {
    free(script);
    return message_failure("out of memory");
  }
  static char python[] = "python3";
  words[0] = python;
  words[1] = script;
  memcpy(words + 2, argv, (size_t)argc * sizeof *words);
  execvp(python, words);
  const int status = message_failure("'dcm same' cannot start python3: %s", strerror(errno));
  free(words);
  free(script);
  return status;
}

static const cli_option_group no_groups[] = {{0}};

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
               "LAMMPS' own; up to which step the thermodynamic output agrees, and to how many\n"
               "digits; the times of both runs. Exit codes: 0 compared, laws of dcm compute all\n"
               "granular styles; 1 not compared; 3 compared, and some styles stay LAMMPS' own.\n",
    .takes_command = 1,
    .groups = no_groups,
    .run = same,
};
