/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/laws.h"
#include "cli/message.h"
#include "runtime/isa.h"
#include "runtime/text.h"

const cli_command *const commands[] = {
    &command_run,        &command_same,  &command_adapter,
    &command_list,       &command_show,  &command_collide,
    &command_drive,      &command_check, &command_new,
    &command_completion, NULL,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] - 1 };

int run_with_law(const cli_command *command, int argc, char **argv,
                 int (*body)(const cli_arguments *arguments, const dcm_model *model)) {
  cli_arguments arguments;
  int status = arguments_parse(command, argc, argv, &arguments);
  if (status < 0) {
    dcm_loaded_library *library = open_library(&arguments);
    const dcm_model *model = library ? find_law(&arguments, library) : NULL;
    status = library ? EXIT_MISUSED : EXIT_FAILED;
    if (model) {
      arguments.library = dcm_library_description(library);
      status = body(&arguments, model);
    }
    dcm_library_close(library);
  }
  arguments_free(&arguments);
  return status;
}

static void help(FILE *stream) {
  fprintf(stream, "Usage: dcm COMMAND [...]\n\n"
                  "Contact laws for granular simulation: see one contact without a simulator.\n\n"
                  "Commands:\n");
  for (const cli_command *const *c = commands; *c; c++) {
    const int first_line = (int)strcspn((*c)->summary, "\n");
    fprintf(stream, "  %-12s%.*s\n", (*c)->name, first_line, (*c)->summary);
    for (const char *rest = (*c)->summary + first_line; *rest;) {
      const int length = (int)strcspn(++rest, "\n");
      fprintf(stream, "  %-12s%.*s\n", "", length, rest);
      rest += length;
    }
  }
  fprintf(stream,
          "\n'dcm COMMAND --help' tells more. Exit codes: 0 done, 1 failed (a file, a\n"
          "program, a computation), 2 wrong command line; 'dcm check --help' tells its own.\n\n"
          "Environment:\n"
          "  DCM_PATH    absolute folders, separated by ':'; the command looks for LAW.so in\n"
          "              these folders if LAW is not built in and --library is not given\n"
          "  DCM_ISA     instruction set of the built-in laws: baseline, v3 or v4\n");
}

static const char *command_name(const void *context, size_t i) {
  (void)context;
  return commands[i]->name;
}

static int unknown_command(const char *name) {
  message_misuse("there is no command '%s'", name);
  const char *nearest = dcm_nearest_word(name, command_name, NULL, COMMAND_COUNT);
  if (nearest)
    message_hint("did you mean 'dcm %s'?", nearest);
  else
    message_hint("'dcm --help' lists the commands");
  return EXIT_MISUSED;
}

/** If output is lost, the exit code must tell. */
static int finish(int status) {
  if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE)
    return message_failure("cannot write all of the output");
  return status;
}

static int run(int argc, char **argv) {
  if (argc < 2) {
    help(stderr);
    return EXIT_MISUSED;
  }
  dcm_error error;
  if (dcm_isa_use(getenv(DCM_ISA_VARIABLE), &error))
    return message_misuse(DCM_ISA_VARIABLE " in the environment: %s", error.text);
  const char *name = argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
    help(stdout);
    return finish(EXIT_DONE);
  }
  if (strcmp(name, "--version") == 0) {
    printf("dcm %s, contract of contact laws %u.%u, instruction set %s\n", DCM_PROJECT_VERSION,
           DCM_ABI_MAJOR, DCM_ABI_MINOR, dcm_isa_name(dcm_isa_in_use()));
    return finish(EXIT_DONE);
  }
  for (const cli_command *const *c = commands; *c; c++)
    if (strcmp((*c)->name, name) == 0)
      return finish((*c)->run(argc - 2, argv + 2));
  return unknown_command(name);
}

int run_command_line(int argc, char **argv) {
  void *before = dcm_text_begin_point();
  const int status = run(argc, argv);
  dcm_text_end_point(before);
  return status;
}
