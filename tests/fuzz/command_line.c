/* SPDX-License-Identifier: MIT */
/** @file
 * The command line: each line of an input is an argument. Everything up to the integration, with
 * the choice of its time step; no library is loaded and no file is written. */
#include <string.h>

#include "cli/collide.h"
#include "cli/commands.h"
#include "fuzz/fuzz.h"
#include "laws/library.h"
#include "runtime/library.h"

static const dcm_host host = {
    .size = sizeof host, .abi_version = DCM_ABI_VERSION, .name = "a fuzzer", .log = message_log};

static void close_library(void *library) {
  dcm_library_close(library);
}

static void try_law(const cli_arguments *arguments) {
  dcm_loaded_library *library;
  dcm_error error;
  if (dcm_library_open_linked(dcm_builtin_library_entry, &host, &library, &error))
    abort();
  hold(close_library, library);
  const dcm_model *model = dcm_library_find(library, arguments->law, &error);
  if (!model)
    return;
  const encounter e = encounter_make(arguments, model, NULL, 0);
  fuzz_promise(e.collision.made.dt > 0.0);
  fuzz_promise(e.collision.made.max_steps > 0);
}

typedef struct command_line {
  int argc;
  char **argv;
} command_line;

static int try_command(void *data) {
  const command_line *line = data;
  for (const cli_command *const *c = commands; *c; c++) {
    if (strcmp((*c)->name, line->argv[0]) != 0)
      continue;
    const cli_arguments arguments = arguments_parse(*c, line->argc - 1, line->argv + 1);
    if ((*c)->takes_law)
      try_law(&arguments);
  }
  return EXIT_DONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { MOST = 64 };
  char *text = malloc(size + 1);
  if (!text)
    abort();
  memcpy(text, data, size);
  text[size] = '\0';
  char *argv[MOST + 1] = {NULL};
  int argc = 0;
  for (char *line = text; line && argc < MOST;) {
    argv[argc++] = line;
    line = strchr(line, '\n');
    if (line)
      *line++ = '\0';
  }
  /* A line end at the end of the input begins no argument. */
  if (argc > 1 && !argv[argc - 1][0])
    argv[--argc] = NULL;
  command_line line = {argc, argv};
  const int status = run_part(try_command, &line);
  fuzz_promise(status == EXIT_DONE || status == EXIT_FAILED || status == EXIT_MISUSED);
  free(text);
  return 0;
}
