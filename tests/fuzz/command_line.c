/* SPDX-License-Identifier: MIT */
/** @file
 * The command line: each line of an input is an argument. Everything up to the integration, with
 * the choice of its time step; no library is loaded and no file is written. */
#include <string.h>

#include "cli/arguments.h"
#include "cli/collide.h"
#include "cli/commands.h"
#include "fuzz/fuzz.h"
#include "laws/library.h"
#include "runtime/library.h"

const char *const fuzz_words[] = {"collide\n",
                                  "drive\n",
                                  "list\n",
                                  "show\n",
                                  "completion\n",
                                  "hertz-mindlin\n",
                                  "hertz\n",
                                  "jkr\n",
                                  "jkr-exact\n",
                                  "woo-hertz\n",
                                  "extended-hertz2\n",
                                  "hooke-history\n",
                                  "granular\n",
                                  "--set\n",
                                  "--set1\n",
                                  "--set2\n",
                                  "--wall\n",
                                  "--radius\n",
                                  "--radius1\n",
                                  "--radius2\n",
                                  "--density\n",
                                  "--mass1\n",
                                  "--mass2\n",
                                  "--fixed2\n",
                                  "--speed\n",
                                  "--angle\n",
                                  "--spin1\n",
                                  "--spin2\n",
                                  "--steps\n",
                                  "--dt\n",
                                  "--max-steps\n",
                                  "--help\n",
                                  "-h\n",
                                  "--velocities\n",
                                  "synchronised\n",
                                  "--sweep\n",
                                  "young=",
                                  "poisson=",
                                  "restitution=",
                                  "friction=",
                                  "n_u=",
                                  "delta_u=",
                                  "f_u=",
                                  "form=consistent\n",
                                  "0,0,1\n",
                                  "--csv\n",
                                  "--json\n",
                                  NULL};

static const dcm_host host = {
    .size = sizeof host, .abi_version = DCM_ABI_VERSION, .name = "a fuzzer", .log = message_log};

static void try_law(const cli_arguments *arguments) {
  dcm_loaded_library *library;
  dcm_error error;
  if (dcm_library_open_linked(dcm_builtin_library_entry, &host, &library, &error))
    abort();
  const dcm_model *model = dcm_library_find(library, arguments->law, &error);
  if (model) {
    encounter e;
    const int status = encounter_make(arguments, model, NULL, 0, &e);
    fuzz_promise(status == EXIT_DONE || status == EXIT_FAILED || status == EXIT_MISUSED);
    if (status == EXIT_DONE) {
      fuzz_promise(e.collision.made.dt > 0.0);
      fuzz_promise(e.collision.made.max_steps > 0);
    }
    encounter_free(&e);
  }
  dcm_library_close(library);
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
  for (const cli_command *const *c = commands; *c; c++) {
    if (strcmp((*c)->name, argv[0]) != 0)
      continue;
    cli_arguments arguments;
    const int status = arguments_parse(*c, argc - 1, argv + 1, &arguments);
    fuzz_promise(status >= -1 && status <= EXIT_MISUSED);
    if (status < 0 && (*c)->takes_law)
      try_law(&arguments);
    arguments_free(&arguments);
  }
  free(text);
  return 0;
}
