/* SPDX-License-Identifier: MIT */
/** @file
 * dcm list and dcm show: the laws, and what one law takes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "program/json.h"
#include "runtime/model.h"

static const cli_option list_options[] = {
    {"library", "FILE", "list the laws of this shared object"},
    {"json", NULL, "print JSON"},
    {0},
};
static const cli_option show_options[] = {
    {"library", "FILE", "take the law from this shared object"},
    {"json", NULL, "print JSON"},
    {0},
};
static const cli_option_group list_groups[] = {{"Options", list_options}, {0}};
static const cli_option_group show_groups[] = {{"Options", show_options}, {0}};

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

static int list(int argc, char **argv) {
  const cli_arguments arguments = arguments_parse(&command_list, argc, argv);
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
    .groups = list_groups,
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

static void show_history(const dcm_model *model) {
  printf("\nState of a contact%s\n", model->history_count ? "" : ": none");
  for (uint32_t i = 0; i < model->history_count; i++) {
    const dcm_history_field *f = dcm_model_history_field(model, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(f->dimension, unit);
    printf("  %-26s %-7s %-6s %-32s %s\n", f->name, f->kind == DCM_VECTOR ? "vector" : "scalar",
           unit,
           f->parity == DCM_ODD ? "changes sign from 1 to 2" : "is the same seen from 1 and 2",
           f->description);
  }
}

static void show_quantities(const dcm_model *model) {
  if (model->quantity_count)
    printf("\nQuantities of particles\n");
  for (uint32_t i = 0; i < model->quantity_count; i++) {
    const dcm_quantity *q = dcm_model_quantity(model, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(q->dimension, unit);
    printf("  %-18s %-8s %-8s %-9s %s\n", q->name, q->symbol, unit, dcm_access_name(q),
           q->description);
  }
}

static void show_outputs(const dcm_model *model) {
  if (model->output_count)
    printf("\nOther outputs of a contact\n");
  for (uint32_t i = 0; i < model->output_count; i++) {
    const dcm_output *o = dcm_model_output(model, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(o->dimension, unit);
    printf("  %-26s %-8s %s\n", o->name, unit, o->description);
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
  show_history(model);
  show_quantities(model);
  show_outputs(model);
}

static int show_law(const cli_arguments *arguments, const dcm_model *model) {
  if (arguments_has(arguments, "json"))
    dcm_describe_json(stdout, arguments->library, model);
  else
    show_text(arguments->library, model);
  return EXIT_DONE;
}

static int show(int argc, char **argv) {
  return run_with_law(&command_show, argc, argv, show_law);
}

const cli_command command_show = {
    .name = "show",
    .synopsis = "LAW [options]",
    .summary =
        "Prints what a contact law is and takes: parameters with symbol, SI unit, range and\n"
        "default, options, and the state that a contact carries.",
    .takes_law = 1,
    .groups = show_groups,
    .run = show,
};
