/* SPDX-License-Identifier: MIT */
#include "cli/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/encounter.h"
#include "cli/gnuplot.h"
#include "cli/message.h"
#include "cli/table.h"
#include "program/json.h"
#include "runtime/model.h"
#include "runtime/text.h"
#include "runtime/units.h"

enum { LONGEST_VALUE = 32, MOST_VALUES = 10000 };
enum { COLUMN_COUNT = 8 };

/** One collision of the sweep. */
typedef struct sweep_row {
  char value[LONGEST_VALUE];
  double columns[COLUMN_COUNT];
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

static const char *sweepable(const void *context, size_t i) {
  const dcm_model *model = context;
  if (i < QUANTITY_COUNT)
    return quantities[i].name;
  i -= QUANTITY_COUNT;
  return i < model->parameter_count
             ? dcm_model_parameter(model, (uint32_t)i)->name
             : dcm_model_option(model, (uint32_t)i - model->parameter_count)->name;
}

/** @param of_law whether the name is the law's, also where an option of the command has it */
static int find_target(sweep_plan *plan, const dcm_model *model, int of_law) {
  for (size_t i = 0; i < QUANTITY_COUNT && !of_law; i++)
    if (strcmp(quantities[i].name, plan->name) == 0) {
      snprintf(plan->unit, sizeof plan->unit, "%s", quantities[i].unit);
      plan->label = quantities[i].label;
      return EXIT_DONE;
    }
  plan->is_setting = 1;
  const int32_t p = dcm_model_find_parameter(model, plan->name);
  if (p >= 0) {
    const dcm_parameter *parameter = dcm_model_parameter(model, (uint32_t)p);
    dcm_dimension_si(parameter->dimension, plan->unit);
    plan->label = parameter->description;
    return EXIT_DONE;
  }
  const int32_t o = dcm_model_find_option(model, plan->name);
  if (o >= 0) {
    plan->is_words = 1;
    snprintf(plan->unit, sizeof plan->unit, "-");
    plan->label = plan->name;
    return EXIT_DONE;
  }
  if (of_law) {
    message_misuse("'--sweep': the law '%s' has neither parameter nor option '%s'", model->id,
                   plan->name);
    message_hint("'dcm show %s' lists them", model->id);
    return EXIT_MISUSED;
  }
  const size_t count = QUANTITY_COUNT + model->parameter_count + model->option_count;
  dcm_error text;
  dcm_fail(&text, "'--sweep' cannot vary '%s'; the names are:", plan->name);
  for (size_t i = 0; i < count; i++)
    dcm_error_append(&text, "%s %s", i ? "," : "", sweepable(model, i));
  message_misuse("%s", text.text);
  const char *nearest = dcm_nearest_word(plan->name, sweepable, model, count);
  if (nearest)
    message_hint("did you mean '%s'?", nearest);
  return EXIT_MISUSED;
}

static int make_rows(sweep_plan *plan, size_t count) {
  plan->rows = calloc(count, sizeof *plan->rows);
  plan->count = count;
  return plan->rows ? EXIT_DONE : message_failure("out of memory");
}

/** "VALUE,VALUE,..." */
static int read_list(sweep_plan *plan, const char *text) {
  size_t count = 1;
  for (const char *c = text; *c; c++)
    count += *c == ',';
  if (count > MOST_VALUES)
    return message_misuse("'--sweep' takes at most %d values", MOST_VALUES);
  if (make_rows(plan, count) != EXIT_DONE)
    return EXIT_FAILED;
  for (size_t i = 0; i < count; i++) {
    const size_t length = strcspn(text, ",");
    if (length == 0 || length >= LONGEST_VALUE)
      return message_misuse("value %zu of '--sweep' is empty or longer than a number can be",
                            i + 1);
    snprintf(plan->rows[i].value, LONGEST_VALUE, "%.*s", (int)length, text);
    double number;
    if (!plan->is_words && read_number("sweep", plan->rows[i].value, ANY_NUMBER, &number))
      return EXIT_MISUSED;
    text += length + (text[length] == ',');
  }
  return EXIT_DONE;
}

/** "FIRST:LAST:STEP" */
static int read_range(sweep_plan *plan, const char *text) {
  double number[3];
  const char *next = text;
  for (int i = 0; i < 3; i++) {
    char *end;
    number[i] = strtod(next, &end);
    if (end == next || *end != (i < 2 ? ':' : '\0') || !isfinite(number[i]))
      return message_misuse("'--sweep' takes NAME=FIRST:LAST:STEP or NAME=VALUE,VALUE,... with "
                            "numbers, not '%s=%s'",
                            plan->name, text);
    next = end + 1;
  }
  const double first = number[0], last = number[1], step = number[2];
  /* The range includes a last value that rounding misses. */
  const double count = floor((last - first) / step * (1.0 + 1e-12) + 1e-9) + 1.0;
  if (!(step != 0.0) || !(count >= 1.0))
    return message_misuse("'--sweep %s=%s' contains no value: a step of %g does not lead from %g "
                          "to %g",
                          plan->name, text, step, first, last);
  if (count > MOST_VALUES)
    return message_misuse("'--sweep %s=%s' asks for %.0f collisions, and %d are allowed",
                          plan->name, text, count, MOST_VALUES);
  if (make_rows(plan, (size_t)count) != EXIT_DONE)
    return EXIT_FAILED;
  for (size_t i = 0; i < plan->count; i++)
    snprintf(plan->rows[i].value, LONGEST_VALUE, "%.12g", first + (double)i * step);
  return EXIT_DONE;
}

static int read_plan(sweep_plan *plan, const char *text, const dcm_model *model) {
  static const char of_law[] = "set=";
  const int is_of_law =
      strncmp(text, of_law, strlen(of_law)) == 0 && strchr(text + strlen(of_law), '=');
  if (is_of_law)
    text += strlen(of_law);
  const size_t length = strcspn(text, "=");
  if (text[length] != '=' || length == 0 || length >= sizeof plan->name)
    return message_misuse("'--sweep' takes NAME=FIRST:LAST:STEP or NAME=VALUE,VALUE,..., not '%s'",
                          text);
  snprintf(plan->name, sizeof plan->name, "%.*s", (int)length, text);
  const int status = find_target(plan, model, is_of_law);
  if (status != EXIT_DONE)
    return status;
  const char *range = text + length + 1;
  return strchr(range, ':') ? read_range(plan, range) : read_list(plan, range);
}

/** One collision: the command line with one more option at the end, where the option wins. */
static int run_row(const cli_arguments *arguments, const dcm_model *model, const sweep_plan *plan,
                   sweep_row *row) {
  char setting[sizeof plan->name + LONGEST_VALUE + 1];
  snprintf(setting, sizeof setting, "%s=%s", plan->name, row->value);
  cli_arguments varied = *arguments;
  varied.given = malloc((arguments->count + 1) * sizeof *varied.given);
  if (!varied.given)
    return message_failure("out of memory");
  memcpy(varied.given, arguments->given, arguments->count * sizeof *varied.given);
  varied.given[varied.count++] =
      plan->is_setting ? (given_option){"set", setting} : (given_option){plan->name, row->value};
  encounter e;
  int status = encounter_make(&varied, model, &e);
  if (status == EXIT_DONE)
    status = encounter_run(&e, NULL, NULL);
  if (status == EXIT_DONE)
    for (int c = 0; c < COLUMN_COUNT; c++)
      row->columns[c] = outcome_columns[c].value(&e);
  else
    message_hint("this was the sweep's %s = %s", plan->name, row->value);
  encounter_free(&e);
  free(varied.given);
  return status;
}

/* -------------------------------------------------------------------------------- output */

static void print_table(const sweep_plan *plan) {
  printf("%14s", plan->name);
  for (int c = 0; c < COLUMN_COUNT; c++)
    printf(" %12s", outcome_columns[c].heading);
  printf("\n%14s", plan->unit);
  for (int c = 0; c < COLUMN_COUNT; c++)
    printf(" %12s", outcome_columns[c].unit);
  printf("\n");
  for (size_t i = 0; i < plan->count; i++) {
    printf("%14s", plan->rows[i].value);
    for (int c = 0; c < COLUMN_COUNT; c++)
      if (isfinite(plan->rows[i].columns[c]))
        printf(" %12.6g", plan->rows[i].columns[c]);
      else
        printf(" %12s", "-");
    printf("\n");
  }
}

static int write_csv(const sweep_plan *plan, const char *path) {
  FILE *stream = open_output(path);
  if (!stream)
    return EXIT_FAILED;
  fprintf(stream, "%s", plan->name);
  for (int c = 0; c < COLUMN_COUNT; c++)
    fprintf(stream, ",%s", outcome_columns[c].name);
  fputc('\n', stream);
  for (size_t i = 0; i < plan->count; i++) {
    fprintf(stream, "%s", plan->rows[i].value);
    for (int c = 0; c < COLUMN_COUNT; c++)
      if (isfinite(plan->rows[i].columns[c]))
        fprintf(stream, ",%.17g", plan->rows[i].columns[c]);
      else
        fputc(',', stream);
    fputc('\n', stream);
  }
  return close_output(stream, path);
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
    for (int c = 0; c < COLUMN_COUNT; c++)
      json_number(&j, outcome_columns[c].name, plan->rows[i].columns[c]);
    json_end(&j, '}');
  }
  json_end(&j, ']');
  json_end(&j, '}');
}

/** NaN if the column has no value at all. */
static double largest(const sweep_plan *plan, int column) {
  double value = NAN;
  for (size_t i = 0; i < plan->count; i++)
    value = fmax(value, plan->rows[i].columns[column]);
  return value;
}

static double smallest(const sweep_plan *plan, int column) {
  double value = NAN;
  for (size_t i = 0; i < plan->count; i++)
    value = fmin(value, plan->rows[i].columns[column]);
  return value;
}

enum { NORMAL, TANGENTIAL, SURFACE, DURATION, OVERLAP, NORMAL_FORCE };

/** Prefixes of the units that a picture has. */
typedef struct sweep_prefixes {
  prefix x, time, force;
} sweep_prefixes;

static sweep_prefixes choose_prefixes(const sweep_plan *plan) {
  double widest = 0.0;
  for (size_t i = 0; i < plan->count && !plan->is_words; i++)
    widest = fmax(widest, fabs(strtod(plan->rows[i].value, NULL)));
  const int has_prefix = strcmp(plan->unit, "-") != 0 && strlen(plan->unit) <= 3;
  return (sweep_prefixes){has_prefix ? prefix_for(widest) : (prefix){1.0, ""},
                          prefix_for(largest(plan, DURATION)),
                          prefix_for(largest(plan, NORMAL_FORCE))};
}

static void draw_rows(const sweep_plan *plan, const sweep_prefixes *by, FILE *stream) {
  fprintf(stream, "set datafile missing '-'\n$sweep << END\n");
  for (size_t i = 0; i < plan->count; i++) {
    const sweep_row *row = &plan->rows[i];
    fprintf(stream, "%.8g", plan->is_words ? (double)i : strtod(row->value, NULL) * by->x.factor);
    for (int c = 0; c < COLUMN_COUNT; c++) {
      const double factor = c == DURATION       ? by->time.factor
                            : c == NORMAL_FORCE ? by->force.factor
                                                : 1.0;
      if (isfinite(row->columns[c]))
        fprintf(stream, " %.8g", row->columns[c] * factor);
      else
        fprintf(stream, " -");
    }
    fputc('\n', stream);
  }
  fprintf(stream, "END\n");
}

/** The title, and the axis of what is varied. */
static void draw_frame(const sweep_plan *plan, const dcm_model *model, const sweep_prefixes *by,
                       const gnuplot_picture *p) {
  const int has_unit = strcmp(plan->unit, "-") != 0;
  char text[200];
  fprintf(p->stream, "set multiplot layout 1,2 margins 0.085,0.915,0.15,0.82 spacing 0.12 title ");
  snprintf(text, sizeof text, "%s: collisions with varied %s", model->id, plan->label);
  picture_text(p, text);
  if (plan->is_words) {
    fprintf(p->stream, "\nset xtics (");
    for (size_t i = 0; i < plan->count; i++) {
      fprintf(p->stream, "%s", i ? ", " : "");
      picture_text(p, plan->rows[i].value);
      fprintf(p->stream, " %zu", i);
    }
    fprintf(p->stream, ")\nset xrange [-0.5:%zu.5]", plan->count - 1);
  }
  snprintf(text, sizeof text, "%s%s%s%s", plan->label, has_unit ? ", " : "",
           has_unit ? by->x.letter : "", has_unit ? plan->unit : "");
  fprintf(p->stream, "\nset xlabel ");
  picture_text(p, text);
}

/** All restitutions, and always 0 and 1. */
static void draw_restitutions(const sweep_plan *plan, const char *style, FILE *stream) {
  double bottom = 0.0;
  double top = 1.0;
  for (int c = NORMAL; c <= SURFACE; c++) {
    bottom = fmin(bottom, smallest(plan, c));
    top = fmax(top, largest(plan, c));
  }
  const double room = 0.05 * (top - bottom);
  bottom -= bottom < 0.0 ? room : 0.0;
  top += room;
  fprintf(stream,
          "\nset ylabel 'restitution'\nset offsets graph 0.03, graph 0.03, 0, 0\nset yrange "
          "[%.8g:%.8g]\n"
          "plot $sweep using 1:%d with %s lt 1 pt 7 ps 0.6 title 'normal'",
          bottom, top, NORMAL + 2, style);
  if (isfinite(largest(plan, TANGENTIAL)))
    fprintf(stream, ", '' using 1:%d with %s lt 2 pt 5 ps 0.6 title 'tangential'", TANGENTIAL + 2,
            style);
  if (isfinite(largest(plan, SURFACE)))
    fprintf(stream, ", '' using 1:%d with %s lt 3 pt 9 ps 0.6 title 'surface'", SURFACE + 2, style);
}

/** Restitutions on the left, force and duration on the right. */
static int draw(const sweep_plan *plan, const dcm_model *model, const char *path) {
  gnuplot_picture p;
  const int status = picture_begin(&p, path);
  if (status != EXIT_DONE)
    return status;
  const sweep_prefixes by = choose_prefixes(plan);
  const char *style = plan->is_words ? "points" : "linespoints";
  draw_rows(plan, &by, p.stream);
  draw_frame(plan, model, &by, &p);
  draw_restitutions(plan, style, p.stream);
  fprintf(p.stream,
          "\nset border 11\nset offsets graph 0.03, graph 0.03, graph 0.05, 0\nset ytics "
          "nomirror\nset y2tics out\nset yrange [0:*]\nset y2range "
          "[0:*]\nset ylabel 'largest normal force, %sN'\nset y2label 'duration, %ss'\n"
          "plot $sweep using 1:%d with %s lt 1 pt 7 ps 0.6 title 'largest force', '' using 1:%d "
          "axes x1y2 "
          "with %s lt 2 pt 5 ps 0.6 title 'duration, right axis'\nunset multiplot\n",
          by.force.letter, by.time.letter, NORMAL_FORCE + 2, style, DURATION + 2, style);
  return picture_end(&p);
}

static int write_results(const cli_arguments *arguments, const dcm_model *model,
                         const sweep_plan *plan) {
  const char *csv = arguments_text(arguments, "csv");
  const char *plot = arguments_text(arguments, "plot");
  int status = csv ? write_csv(plan, csv) : EXIT_DONE;
  if (status == EXIT_DONE && plot)
    status = draw(plan, model, plot);
  if (status == EXIT_DONE && arguments_has(arguments, "json"))
    write_json(plan, model);
  else if (status == EXIT_DONE && !(csv && strcmp(csv, "-") == 0))
    print_table(plan);
  return status;
}

int sweep(const cli_arguments *arguments, const dcm_model *model) {
  sweep_plan plan = {0};
  int status = read_plan(&plan, arguments_text(arguments, "sweep"), model);
  for (size_t i = 0; i < plan.count && status == EXIT_DONE; i++)
    status = run_row(arguments, model, &plan, &plan.rows[i]);
  if (status == EXIT_DONE)
    status = write_results(arguments, model, &plan);
  free(plan.rows);
  return status;
}
