/* SPDX-License-Identifier: MIT */
#include "cli/script.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"

/** The script beside this program; NULL if the script is missing. Freed by the caller. */
static char *find_script(const char *name) {
  char program[PATH_MAX];
  if (!realpath("/proc/self/exe", program))
    return NULL;
  char *slash = strrchr(program, '/');
  char beside[2 * PATH_MAX];
  snprintf(beside, sizeof beside, "%.*s/" DCM_TOOLS_FROM_PROGRAM "/%s", (int)(slash - program),
           program, name);
  return realpath(beside, NULL);
}

int run_script(const cli_command *command, const char *interpreter, const char *need, int argc,
               char **argv) {
  if (argc == 0)
    return message_misuse("'dcm %s' needs %s: usage: dcm %s %s", command->name, need, command->name,
                          command->synopsis);
  if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
    command_help(command, stdout);
    return EXIT_DONE;
  }
  char *script = find_script(command->name);
  if (!script)
    return message_failure(
        "the script of 'dcm %s' is not in the folder of its installation, " DCM_TOOLS_FROM_PROGRAM
        " beside this program: install dcm again",
        command->name);
  char **words = calloc((size_t)argc + 3, sizeof *words);
  char *first = strdup(interpreter);
  int status;
  if (!words || !first) {
    status = message_failure("out of memory");
  } else {
    words[0] = first;
    words[1] = script;
    memcpy(words + 2, argv, (size_t)argc * sizeof *words);
    execvp(first, words);
    status = message_failure("'dcm %s' cannot start %s: %s", command->name, interpreter,
                             strerror(errno));
  }
  free(words);
  free(first);
  free(script);
  return status;
}
