/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "program/json.h"
#include "runtime/error.h"
#include "runtime/files.h"
#include "runtime/machine.h"
#include "runtime/model.h"

const cli_command *const commands[] = {
    &command_run,        &command_same,  &command_adapter,
    &command_list,       &command_show,  &command_collide,
    &command_drive,      &command_check, &command_new,
    &command_completion, NULL,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] - 1 };

/* ---------------------------------------------------------------------------------------- laws */

static void close_library(void *library) {
  dcm_library_close(library);
}

dcm_loaded_library *open_library(const cli_arguments *arguments) {
  static const dcm_host host = {.size = sizeof host,
                                .abi_version = DCM_ABI_VERSION,
                                .name = "the dcm command",
                                .log = message_log};
  const char *law = arguments->law;
  const char *named = arguments_text(arguments, "library");
  char *found = named || !law || dcm_is_builtin_law(law)
                    ? NULL
                    : dcm_find_law_library(getenv(DCM_PATH_VARIABLE), law);
  hold(free, found);
  const char *path = named ? named : found;
  dcm_loaded_library *library = NULL;
  dcm_error error;
  if (found && dcm_check_permissions(found, &error))
    message_warning("%s", error.text);
  if (path ? dcm_library_open(path, &host, &library, &error)
           : dcm_library_open_linked(dcm_builtin_library_entry, &host, &library, &error))
    stop_failed("%s", error.text);
  hold(close_library, library);
  return library;
}

static const char *law_id(const void *context, size_t i) {
  const dcm_library *library = context;
  return library->models[i]->id;
}

const dcm_model *find_law(const cli_arguments *arguments, const dcm_loaded_library *library) {
  dcm_error error;
  const dcm_model *model = dcm_library_find(library, arguments->law, &error);
  if (model)
    return model;
  message_error("%s", error.text);
  const dcm_library *description = dcm_library_description(library);
  if (!dcm_nearest_word(arguments->law, law_id, description, description->model_count) &&
      !arguments_has(arguments, "library"))
    message_hint("for a law of your own write --library FILE, or put %s.so into a folder "
                 "of " DCM_PATH_VARIABLE " that begins with '/'",
                 arguments->law);
  stop(EXIT_MISUSED);
}

int run_with_law(cli_arguments *arguments,
                 int (*body)(const cli_arguments *arguments, const dcm_model *model)) {
  const dcm_loaded_library *library = open_library(arguments);
  arguments->library = dcm_library_description(library);
  return body(arguments, find_law(arguments, library));
}

/* ---------------------------------------------------------------------------- the command line */

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
          "\n'dcm COMMAND --help' prints more. Exit codes: 0 done, 1 failed (a file, a\n"
          "program, a computation), 2 wrong command line; 'dcm check --help' has its own.\n\n"
          "Environment:\n"
          "  DCM_PATH    absolute folders, separated by ':'; the command looks for LAW.so in\n"
          "              these folders if LAW is not built in and --library is not given\n"
          "  DCM_ISA     instruction set of the built-in laws: baseline, v3 or v4\n");
}

static const char *command_name(const void *context, size_t i) {
  (void)context;
  return commands[i]->name;
}

static _Noreturn void unknown_command(const char *name) {
  message_error("there is no command '%s'", name);
  const char *nearest = dcm_nearest_word(name, command_name, NULL, COMMAND_COUNT);
  if (nearest)
    message_hint("did you mean 'dcm %s'?", nearest);
  else
    message_hint("'dcm --help' lists the commands");
  stop(EXIT_MISUSED);
}

typedef struct command_line {
  int argc;
  char **argv;
} command_line;

static int run(void *data) {
  const command_line *line = data;
  if (line->argc < 2) {
    help(stderr);
    return EXIT_MISUSED;
  }
  dcm_error error;
  if (dcm_isa_use(getenv(DCM_ISA_VARIABLE), &error))
    stop_misused(DCM_ISA_VARIABLE " in the environment: %s", error.text);
  const char *name = line->argv[1];
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
    help(stdout);
    return EXIT_DONE;
  }
  if (strcmp(name, "--version") == 0) {
    printf("dcm %s, contract of contact laws %u.%u, instruction set %s\n", DCM_PROJECT_VERSION,
           DCM_ABI_MAJOR, DCM_ABI_MINOR, dcm_isa_name(dcm_isa_in_use()));
    return EXIT_DONE;
  }
  const cli_command *const *c = commands;
  while (*c && strcmp((*c)->name, name) != 0)
    c++;
  if (!*c)
    unknown_command(name);
  if ((*c)->run)
    return (*c)->run(*c, line->argc - 2, line->argv + 2);
  cli_arguments arguments = arguments_parse(*c, line->argc - 2, line->argv + 2);
  return run_with_law(&arguments, (*c)->with_law);
}

/** If output is lost, the exit code must show that. */
static int run_and_flush(void *data) {
  const int status = run_part(run, data);
  if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE)
    stop_failed("cannot write all of the output");
  return status;
}

int run_command_line(int argc, char **argv) {
  command_line line = {argc, argv};
  void *before = dcm_text_begin_point();
  const int status = run_part(run_and_flush, &line);
  dcm_text_end_point(before);
  return status;
}

/* --- dcm list and dcm show: the laws, and what one law takes. */

static const cli_option options[] = {
    {"library", "FILE", "take laws from this shared object"},
    {"json", NULL, "print JSON"},
    {0},
};
static const cli_option_group groups[] = {{"Options", options}, {0}};

/* ------------------------------------------------------------------------------------ list */

static void list_json(const dcm_library *library) {
  json_writer j = {.stream = stdout};
  json_begin(&j, NULL, '{');
  json_text(&j, "library", library->name);
  json_text(&j, "version", library->version);
  char contract[DCM_VERSION_TEXT];
  dcm_version_text(library->abi_version, contract);
  json_text(&j, "contract", contract);
  json_begin(&j, "laws", '[');
  for (uint32_t i = 0; i < library->model_count; i++) {
    json_begin(&j, NULL, '{');
    json_text(&j, "id", library->models[i]->id);
    json_text(&j, "title", library->models[i]->title);
    json_end(&j, '}');
  }
  json_end(&j, ']');
  json_end(&j, '}');
}

static int list(const cli_command *command, int argc, char **argv) {
  const cli_arguments arguments = arguments_parse(command, argc, argv);
  const dcm_loaded_library *loaded = open_library(&arguments);
  const dcm_library *library = dcm_library_description(loaded);
  if (arguments_has(&arguments, "json"))
    list_json(library);
  else
    for (uint32_t i = 0; i < library->model_count; i++)
      printf("%-18s %s\n", library->models[i]->id, library->models[i]->title);
  const char *refusal;
  for (uint32_t i = 0; (refusal = dcm_library_refusal(loaded, i)); i++)
    message_log(NULL, DCM_LOG_INFO, refusal);
  return EXIT_DONE;
}

const cli_command command_list = {
    .name = "list",
    .synopsis = "[options]",
    .summary = "Prints the contact laws.",
    .groups = groups,
    .run = list,
};

/* ------------------------------------------------------------------------------------ show */

enum { RANGE_TEXT = 64 };

/** "[0, 1]", "> 0", "any" */
static void range_text(const dcm_parameter *p, char text[RANGE_TEXT]) {
  const int open_below = (p->flags & DCM_MINIMUM_EXCLUDED) != 0;
  const int open_above = (p->flags & DCM_MAXIMUM_EXCLUDED) != 0;
  if (isinf(p->minimum) && isinf(p->maximum))
    snprintf(text, RANGE_TEXT, "any");
  else if (isinf(p->maximum))
    snprintf(text, RANGE_TEXT, "%s %g", open_below ? ">" : ">=", p->minimum);
  else if (isinf(p->minimum))
    snprintf(text, RANGE_TEXT, "%s %g", open_above ? "<" : "<=", p->maximum);
  else
    snprintf(text, RANGE_TEXT, "%c%g, %g%c", open_below ? '(' : '[', p->minimum, p->maximum,
             open_above ? ')' : ']');
}

static void show_parameters(const dcm_model *model) {
  printf("\nParameters\n  %-18s %-8s %-8s %-9s %-14s %-9s %-11s %s\n", "name", "symbol", "unit",
         "per", "range", "default", "mixing", "meaning");
  for (uint32_t i = 0; i < model->parameter_count; i++) {
    const dcm_parameter *p = dcm_model_parameter(model, i);
    char unit[DCM_DIMENSION_TEXT], range[RANGE_TEXT], standard[32];
    dcm_dimension_si(p->dimension, unit);
    range_text(p, range);
    snprintf(standard, sizeof standard, "%g", p->default_value);
    printf("  %-18s %-8s %-8s %-9s %-14s %-9s %-11s %s\n", p->name, p->symbol, unit,
           dcm_scope_name(p), range, p->flags & DCM_REQUIRED ? "required" : standard,
           dcm_mixing_name(p), p->description);
  }
}

static void show_options_of(const dcm_model *model) {
  if (model->option_count == 0)
    return;
  printf("\nOptions\n");
  for (uint32_t i = 0; i < model->option_count; i++) {
    const dcm_option *o = dcm_model_option(model, i);
    printf("  %-18s ", o->name);
    for (uint32_t c = 0; c < o->choice_count; c++)
      printf("%s%s%s", c ? ", " : "", o->choices[c], c == o->default_choice ? " (default)" : "");
    printf(": %s\n", o->description);
  }
}

/** Fields of the state, quantities, or outputs. */
static void show_table(const dcm_model *model, int table) {
  static const char *const headings[DCM_DESCRIBED_TABLES] = {
      "State of a contact (odd: of the opposite sign where 2 is called 1)",
      "Quantities of particles", "Other outputs of a contact"};
  const uint32_t count = dcm_described_count(model, table);
  printf("\n%s%s\n", headings[table], count ? "" : ": none");
  for (uint32_t i = 0; i < count; i++) {
    const dcm_described d = dcm_described_entry(model, table, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(d.dimension, unit);
    printf("  %-26s ", d.name);
    if (d.words[0][0])
      printf("%-8s %-8s %-8s ", d.words[0][1], unit, d.words[1][1]);
    else
      printf("%-8s ", unit);
    printf("%s\n", d.description);
  }
}

static void show_contract(const dcm_library *library, const dcm_model *model) {
  char own[DCM_VERSION_TEXT], least[DCM_VERSION_TEXT];
  dcm_version_text(library->abi_version, own);
  dcm_version_text(dcm_least_version(library, model), least);
  printf("Contract of contact laws: version %s", own);
  if (dcm_least_version(library, model) != library->abi_version)
    printf(", runs in hosts from version %s on", least);
  printf("\n");
}

static void show_text(const dcm_library *library, const dcm_model *model) {
  printf("%s: %s\n\nReference: %s\n", model->id, model->title, model->reference);
  show_contract(library, model);
  show_parameters(model);
  show_options_of(model);
  for (int table = 0; table < DCM_DESCRIBED_TABLES; table++)
    show_table(model, table);
}

static int show_law(const cli_arguments *arguments, const dcm_model *model) {
  if (arguments_has(arguments, "json"))
    dcm_describe_json(stdout, arguments->library, model);
  else
    show_text(arguments->library, model);
  return EXIT_DONE;
}

const cli_command command_show = {
    .name = "show",
    .synopsis = "LAW [options]",
    .summary =
        "Prints what a contact law is and takes: parameters with symbol, SI unit, range and\n"
        "default, options, and the state that a contact carries.",
    .takes_law = 1,
    .groups = groups,
    .with_law = show_law,
};

/* ---------------------------------------------------------------------------------- completion */

/** completion.bash, which the build writes as an array. */
static const unsigned char completion_script[] = {
#include "cli/completion.inc"
};

static int completion(const cli_command *command, int argc, char **argv) {
  arguments_parse(command, argc, argv);
  fwrite(completion_script, 1, sizeof completion_script, stdout);
  return EXIT_DONE;
}

const cli_command command_completion = {
    .name = "completion",
    .synopsis = "> FILE",
    .summary = "Prints a completion script for bash: source it, or write it to\n"
               "/etc/bash_completion.d/dcm.",
    .run = completion,
};
