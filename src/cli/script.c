/* SPDX-License-Identifier: MIT */
#include "cli/script.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"

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

/** @param interpreter that runs the file; NULL for a program */
static int become(const cli_command *command, const char *path, const char *interpreter,
                  char **first, const char *need, int argc, char **argv) {
  if (argc == 0)
    return message_misuse("'dcm %s' needs %s: usage: dcm %s %s", command->name, need, command->name,
                          command->synopsis);
  if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
    command_help(command, stdout);
    return EXIT_DONE;
  }
  char *file = find_installed(path);
  if (!file)
    return message_failure("'%s', which 'dcm %s' starts, is not in the folder of its "
                           "installation, " DCM_TOOLS_FROM_PROGRAM
                           " beside this program: install dcm again",
                           path, command->name);
  const int before = count(first);
  char **words = calloc((size_t)(before + argc) + 3, sizeof *words);
  char *copy = strdup(interpreter ? interpreter : file);
  int status;
  if (!words || !copy) {
    status = message_failure("out of memory");
  } else {
    char **next = words;
    *next++ = copy;
    if (interpreter)
      *next++ = file;
    if (before)
      memcpy(next, first, (size_t)before * sizeof *words);
    memcpy(next + before, argv, (size_t)argc * sizeof *words);
    execvp(copy, words);
    status = message_failure("'dcm %s' cannot start %s: %s", command->name, copy, strerror(errno));
  }
  free(words);
  free(copy);
  free(file);
  return status;
}

int run_program(const cli_command *command, const char *path, char **first, const char *need,
                int argc, char **argv) {
  return become(command, path, NULL, first, need, argc, argv);
}

int run_script(const cli_command *command, const char *interpreter, const char *need, int argc,
               char **argv) {
  return become(command, command->name, interpreter, NULL, need, argc, argv);
}
