/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/collide.h"
#include "cli/commands.h"
#include "cli/csv.h"
#include "program/json.h"
#include "runtime/error.h"
#include "runtime/model.h"

enum { LONGEST_VALUE = 32, MOST_VALUES = 10000 };

/** One collision of the sweep. */
typedef struct sweep_row {
  char value[LONGEST_VALUE];
  dcm_api_outcome outcome;
} sweep_row;

typedef struct sweep_plan {
  char name[64];
  char unit[DCM_DIMENSION_TEXT];
  const char *label; /* for people */
  int is_setting;    /* of the law, else an option of the command */
  int is_words;
  size_t count;
  sweep_row *rows;
} sweep_plan;

/** Options of the command that can be swept. */
static const struct {
  const char *name, *unit, *label;
} quantities[] = {
    {"speed", "m/s", "speed"},
    {"angle", "degrees", "angle from the normal"},
    {"radius", "m", "radius"},
    {"radius1", "m", "radius of body 1"},
    {"radius2", "m", "radius of body 2"},
    {"density", "kg/m^3", "density"},
    {"density1", "kg/m^3", "density of body 1"},
    {"density2", "kg/m^3", "density of body 2"},
    {"dt", "s", "time step"},
    {"steps", "-", "steps per collision"},
};
enum { QUANTITY_COUNT = sizeof quantities / sizeof quantities[0] };

/** Name i of what can be varied: those of the law, then those of the command. */
static const char *sweepable(const void *context, size_t i) {
  const dcm_model *model = context;
  if (i < model->parameter_count)
    return dcm_model_parameter(model, (uint32_t)i)->name;
  i -= model->parameter_count;
  return i < model->option_count ? dcm_model_option(model, (uint32_t)i)->name
                                 : quantities[i - model->option_count].name;
}

/** @param of_law whether the name is the law's, also where an option of the command has it */
static void find_target(sweep_plan *plan, const dcm_model *model, int of_law) {
  for (size_t i = 0; i < QUANTITY_COUNT && !of_law; i++)
    if (strcmp(quantities[i].name, plan->name) == 0) {
      snprintf(plan->unit, sizeof plan->unit, "%s", quantities[i].unit);
      plan->label = quantities[i].label;
      return;
    }
  plan->is_setting = 1;
  const int32_t p = dcm_model_find_parameter(model, plan->name);
  if (p >= 0) {
    const dcm_parameter *parameter = dcm_model_parameter(model, (uint32_t)p);
    dcm_dimension_si(parameter->dimension, plan->unit);
    plan->label = parameter->description;
    return;
  }
  if (dcm_model_find_option(model, plan->name) >= 0) {
    plan->is_words = 1;
    snprintf(plan->unit, sizeof plan->unit, "-");
    plan->label = plan->name;
    return;
  }
  const size_t count = model->parameter_count + model->option_count + (of_law ? 0 : QUANTITY_COUNT);
  dcm_error text;
  dcm_fail(&text, "'--sweep' cannot vary '%s'; the names %sare:", plan->name,
           of_law ? "of the law " : "");
  for (size_t i = 0; i < count; i++)
    dcm_error_append(&text, "%s %s", i ? "," : "", sweepable(model, i));
  message_error("%s", text.text);
  const char *nearest = dcm_nearest_word(plan->name, sweepable, model, count);
  if (nearest)
    message_hint("did you mean '%s'?", nearest);
  stop(EXIT_MISUSED);
}

static void make_rows(sweep_plan *plan, size_t count) {
  plan->rows = hold_array(count, sizeof *plan->rows);
  plan->count = count;
}

/** "VALUE,VALUE,..." */
static void read_list(sweep_plan *plan, const char *text) {
  size_t count = 1;
  for (const char *c = text; *c; c++)
    count += *c == ',';
  if (count > MOST_VALUES)
    stop_misused("'--sweep' takes at most %d values", MOST_VALUES);
  make_rows(plan, count);
  for (size_t i = 0; i < count; i++) {
    const size_t length = strcspn(text, ",");
    if (length == 0 || length >= LONGEST_VALUE)
      stop_misused("value %zu of '--sweep' is empty or longer than a number can be", i + 1);
    snprintf(plan->rows[i].value, LONGEST_VALUE, "%.*s", (int)length, text);
    if (!plan->is_words)
      read_number("sweep", plan->rows[i].value, ANY_NUMBER);
    text += length + (text[length] == ',');
  }
}

/** "FIRST:LAST:STEP" */
static void read_range(sweep_plan *plan, const char *text) {
  double number[3];
  const char *next = text;
  for (int i = 0; i < 3; i++) {
    char *end;
    number[i] = strtod(next, &end);
    if (end == next || *end != (i < 2 ? ':' : '\0') || !isfinite(number[i]))
      stop_misused("'--sweep' takes NAME=FIRST:LAST:STEP or NAME=VALUE,VALUE,... with numbers, not "
                   "'%s=%s'",
                   plan->name, text);
    next = end + 1;
  }
  const double first = number[0], last = number[1], step = number[2];
  /* The range includes a last value that rounding misses. */
  const double count = floor((last - first) / step * (1.0 + 1e-12) + 1e-9) + 1.0;
  if (!(step != 0.0) || !(count >= 1.0))
    stop_misused("'--sweep %s=%s' contains no value: a step of %g does not lead from %g to %g",
                 plan->name, text, step, first, last);
  if (count > MOST_VALUES)
    stop_misused("'--sweep %s=%s' asks for %.0f collisions, and %d are allowed", plan->name, text,
                 count, MOST_VALUES);
  make_rows(plan, (size_t)count);
  for (size_t i = 0; i < plan->count; i++)
    snprintf(plan->rows[i].value, LONGEST_VALUE, "%.12g", first + (double)i * step);
}

static void read_plan(sweep_plan *plan, const char *text, const dcm_model *model) {
  static const char of_law[] = "set=";
  const int is_of_law =
      strncmp(text, of_law, strlen(of_law)) == 0 && strchr(text + strlen(of_law), '=');
  if (is_of_law)
    text += strlen(of_law);
  const size_t length = strcspn(text, "=");
  if (text[length] != '=' || length == 0 || length >= sizeof plan->name)
    stop_misused("'--sweep' takes NAME=FIRST:LAST:STEP or NAME=VALUE,VALUE,..., not '%s'", text);
  snprintf(plan->name, sizeof plan->name, "%.*s", (int)length, text);
  find_target(plan, model, is_of_law);
  const char *range = text + length + 1;
  if (strchr(range, ':'))
    read_range(plan, range);
  else
    read_list(plan, range);
}

/* --------------------------------------------------------------------------------- the table */

static void write_names(const sweep_plan *plan, FILE *stream) {
  fprintf(stream, "%s", plan->name);
  for (int c = 0; c < OUTCOME_NUMBERS; c++)
    fprintf(stream, ",%s", outcome_numbers[c].name);
  fputc('\n', stream);
}

static void write_rows(const sweep_row *rows, size_t count, FILE *stream) {
  for (size_t i = 0; i < count; i++) {
    fprintf(stream, "%s", rows[i].value);
    for (int c = 0; c < OUTCOME_NUMBERS; c++) {
      const double value = outcome_value(&rows[i].outcome, &outcome_numbers[c]);
      fputc(',', stream);
      if (isfinite(value))
        fprintf(stream, "%.17g", value);
    }
    fputc('\n', stream);
  }
}

/* -------------------------------------------------------------------------- the collisions */

/** Collisions that are made together, so that those of one law and one time step are integrated
 * side by side, and the row that a message is about. */
typedef struct sweep_slice {
  const cli_arguments *arguments;
  const dcm_model *model;
  sweep_plan *plan;
  const contact_case *like; /* of which the collisions have the law; NULL: each has its own */
  size_t first, count, row;
} sweep_slice;

/** Makes one collision: the command line, where the option of the sweep stands in the place of the
 * same option. */
static dcm_program_collision make_row(const sweep_slice *s) {
  const sweep_plan *plan = s->plan;
  const sweep_row *row = &plan->rows[s->row];
  char setting[sizeof plan->name + LONGEST_VALUE + 1];
  snprintf(setting, sizeof setting, "%s=%s", plan->name, row->value);
  cli_arguments varied = *s->arguments;
  const given_option swept =
      plan->is_setting ? (given_option){"set", setting} : (given_option){plan->name, row->value};
  varied.given = hold_array(varied.count + 1, sizeof *varied.given);
  varied.count = 0;
  for (size_t i = 0; i < s->arguments->count; i++)
    if (!option_is_same(&s->arguments->given[i], &swept))
      varied.given[varied.count++] = s->arguments->given[i];
  varied.given[varied.count++] = swept;
  return encounter_make(&varied, s->model, s->like, 1).collision;
}

/** The laws of a slice are released with this part of the command. */
static int run_slice(void *data) {
  sweep_slice *s = data;
  dcm_program_collision *collisions = hold_array(s->count, sizeof *collisions);
  dcm_api_outcome *outcomes = hold_array(s->count, sizeof *outcomes);
  size_t failed;
  dcm_error error;
  for (size_t i = 0; i < s->count; i++) {
    s->row = s->first + i;
    collisions[i] = make_row(s);
  }
  dcm_program_run_all(collisions, s->count, outcomes, &failed, &error);
  for (size_t i = 0; i < s->count; i++) {
    s->row = s->first + i;
    if (i == failed)
      encounter_stop(&error);
    s->plan->rows[s->row].outcome = outcomes[i];
    encounter_warn(&collisions[i], &outcomes[i]);
  }
  return EXIT_DONE;
}

/** @param csv receives the rows as soon as they are known; NULL: nothing does */
static void run_all(const cli_arguments *arguments, const dcm_model *model, sweep_plan *plan,
                    FILE *csv) {
  sweep_slice s = {.arguments = arguments, .model = model, .plan = plan};
  contact_case shared;
  s.count = plan->is_setting ? 1 : plan->count;
  if (!plan->is_setting) {
    shared = contact_case_make(arguments, model, NULL);
    s.like = &shared;
  }
  for (; s.first < plan->count; s.first += s.count) {
    const int status = run_part(run_slice, &s);
    if (status != EXIT_DONE) {
      message_hint("this was the sweep's %s = %s", plan->name, plan->rows[s.row].value);
      stop(status);
    }
    if (csv) {
      write_rows(&plan->rows[s.first], s.count, csv);
      fflush(csv);
    }
  }
}

/* -------------------------------------------------------------------------------- output */

static void print_table(const sweep_plan *plan) {
  printf("%14s", plan->name);
  for (int c = 0; c < OUTCOME_NUMBERS; c++)
    printf(" %12s", outcome_numbers[c].heading);
  printf("\n%14s", plan->unit);
  for (int c = 0; c < OUTCOME_NUMBERS; c++)
    printf(" %12s", outcome_numbers[c].unit);
  printf("\n");
  for (size_t i = 0; i < plan->count; i++) {
    printf("%14s", plan->rows[i].value);
    for (int c = 0; c < OUTCOME_NUMBERS; c++) {
      const double value = outcome_value(&plan->rows[i].outcome, &outcome_numbers[c]);
      if (isfinite(value))
        printf(" %12.6g", value);
      else
        printf(" %12s", "-");
    }
    printf("\n");
  }
}

static void write_json(const sweep_plan *plan, const dcm_model *model) {
  json_writer j = {.stream = stdout};
  json_begin(&j, NULL, '{');
  json_text(&j, "law", model->id);
  json_text(&j, "varied", plan->name);
  json_begin(&j, "collisions", '[');
  for (size_t i = 0; i < plan->count; i++) {
    json_begin(&j, NULL, '{');
    if (plan->is_words)
      json_text(&j, plan->name, plan->rows[i].value);
    else
      json_number(&j, plan->name, strtod(plan->rows[i].value, NULL));
    for (int c = 0; c < OUTCOME_NUMBERS; c++)
      json_number(&j, outcome_numbers[c].name,
                  outcome_value(&plan->rows[i].outcome, &outcome_numbers[c]));
    json_end(&j, '}');
  }
  json_end(&j, ']');
  json_end(&j, '}');
}

static void draw(const sweep_plan *plan, const dcm_model *model, picture *p) {
  char title[200];
  write_names(plan, p->stream);
  write_rows(plan->rows, plan->count, p->stream);
  picture_end_table(p);
  snprintf(title, sizeof title, "%s: collisions with varied %s", model->id, plan->label);
  picture_text(p, "title", title);
  picture_text(p, "label", plan->label);
  picture_text(p, "unit", plan->unit);
  picture_number(p, "are_words", plan->is_words);
  picture_end(p);
}

int sweep(const cli_arguments *arguments, const dcm_model *model) {
  sweep_plan plan = {0};
  read_plan(&plan, arguments_text(arguments, "sweep"), model);
  const char *csv = arguments_text(arguments, "csv"), *plot = arguments_text(arguments, "plot");
  picture *p = plot ? picture_begin(plot, "sweep") : NULL;
  FILE *stream = open_table(csv, plot);
  if (stream)
    write_names(&plan, stream);
  run_all(arguments, model, &plan, stream);
  if (stream)
    close_output(stream, csv);
  if (arguments_has(arguments, "json"))
    write_json(&plan, model);
  else if (!(csv && strcmp(csv, "-") == 0))
    print_table(&plan);
  if (p)
    draw(&plan, model, p);
  return EXIT_DONE;
}
