/* SPDX-License-Identifier: MIT */
/** @file
 * dcm check --against: the normal force of a law beside the rows of a paper. */
#include "cli/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/contact_case.h"
#include "cli/csv.h"
#include "program/library.h"
#include "runtime/arena.h"

const cli_option check_against_options[] = {
    {"against", "FILE",
     "compare the normal force with the rows of this file, see\n"
     "below, and run no check; - for the standard input"},
    {"speed", "V",
     "press and part with this speed in m/s; default: at rest,\n"
     "so that dampers do nothing"},
    {"tolerance", "P", "percent of the largest force in the file; default: 1"},
    {"set1", "NAME=VALUE", "with --against: a parameter of the material of body 1 alone"},
    {"set2", "NAME=VALUE", "with --against: a parameter of the material of body 2 alone"},
    {0},
};

/** Steps from one row to the next, and their length where the law is asked at rest, in s. */
enum { STEPS = 100 };
static const double REST = 1e-6;

typedef struct comparison {
  const contact_case *contact_case;
  dcm_guided_contact guided;
  double speed, time, overlap;
  size_t rows, beyond, worst_row;
  double largest;     /* of the forces in the file */
  double worst;       /* difference */
  double least, most; /* quotient of both forces */
  double (*all)[3];   /* [row] overlap, force of the file, force of the law */
} comparison;

/** Distance of the centres where the two touch; of a centre and a wall. */
static double touching(const contact_case *c) {
  return c->bodies[0].radius + (contact_case_is_wall(c) ? 0.0 : c->bodies[1].radius);
}

/** Leads the contact to an overlap, along the x axis. */
static int32_t lead(comparison *c, double overlap, double *force, dcm_error *error) {
  const double part = (overlap - c->overlap) / STEPS;
  const double dt = c->speed > 0.0 && part != 0.0 ? fabs(part) / c->speed : REST;
  const double rate = c->speed > 0.0 ? part / dt : 0.0;
  dcm_contact_load load;
  for (int n = 1; n <= STEPS; n++) {
    const double here = n == STEPS ? overlap : c->overlap + n * part;
    const dcm_motion motions[2] = {
        {.position = {0.0, 0.0, 0.0}},
        {.position = {touching(c->contact_case) - here, 0.0, 0.0}, .velocity = {-rate, 0.0, 0.0}}};
    c->time += dt;
    if (dcm_guide(&c->guided, c->time, dt, motions, &load, error))
      return DCM_ERROR;
  }
  c->overlap = overlap;
  *force = load.touching ? load.normal_force : 0.0;
  return DCM_OK;
}

/** Reads the rows and asks the law about each. */
static void compare(comparison *c, csv_reader *input) {
  size_t room = 0;
  double row[2];
  while (csv_read(input, row)) {
    dcm_error error;
    double(*all)[3] = dcm_with_room(c->all, &room, c->rows + 1, sizeof *all);
    if (!all)
      stop_failed("out of memory");
    c->all = all;
    if (row[0] >= touching(c->contact_case))
      stop_failed("%s:%lu: the overlap %.9g is not below the distance %.9g at which the bodies "
                  "touch: overlap and radius are in m",
                  input->path, input->line_number, row[0], touching(c->contact_case));
    double *now = c->all[c->rows];
    now[0] = row[0];
    now[1] = row[1];
    if (c->rows == 0 && row[0] < 0.0)
      c->overlap = row[0];
    if (lead(c, row[0], &now[2], &error))
      stop_failed("%s:%lu: %s", input->path, input->line_number, error.text);
    c->rows++;
    c->largest = fmax(c->largest, fabs(row[1]));
  }
  if (!(c->largest > 0.0))
    stop_failed("%s: there is no row with a force that is not 0", input->path);
}

/** Prints the rows and what they say. @return EXIT_FAILED where a row is beyond the tolerance */
static int report(comparison *c, double tolerance) {
  c->least = INFINITY;
  c->most = -INFINITY;
  write_case_comments(stdout, c->contact_case);
  printf("overlap,force,force_of_law,difference,percent_of_largest\n");
  for (size_t n = 0; n < c->rows; n++) {
    const double *row = c->all[n], difference = row[2] - row[1];
    printf("%.9g,%.9g,%.9g,%.4g,%.3g\n", row[0], row[1], row[2], difference,
           100.0 * difference / c->largest);
    c->beyond += fabs(difference) > 0.01 * tolerance * c->largest;
    if (fabs(difference) > c->worst) {
      c->worst = fabs(difference);
      c->worst_row = n;
    }
    if (row[1] != 0.0) {
      c->least = fmin(c->least, row[2] / row[1]);
      c->most = fmax(c->most, row[2] / row[1]);
    }
  }
  printf("# %zu of %zu rows differ by more than %g %% of the largest force, %.9g; the largest "
         "difference is %.3g %%, at the overlap %.9g\n",
         c->beyond, c->rows, tolerance, c->largest, 100.0 * c->worst / c->largest,
         c->all[c->worst_row][0]);
  if (c->beyond && c->rows > 1 && c->most != 0.0 &&
      c->most - c->least <= 0.01 * tolerance * fabs(c->most))
    printf("# the force of the law is %.6g times that of the file in all rows: a factor, or a "
           "parameter\n",
           0.5 * (c->least + c->most));
  return c->beyond ? EXIT_FAILED : EXIT_DONE;
}

static void release_rows(void *compared) {
  free(((comparison *)compared)->all);
}

int check_against(const cli_arguments *arguments, const dcm_model *model) {
  static const char *const columns[] = {"overlap", "force"};
  const contact_case made = contact_case_make(arguments, model, NULL);
  comparison *c = hold_array(1, sizeof *c);
  hold(release_rows, c);
  c->contact_case = &made;
  c->speed = arguments_number(arguments, "speed", POSITIVE, 0.0);
  const double tolerance = arguments_number(arguments, "tolerance", NOT_NEGATIVE, 1.0);
  contact_case_guide(&made, &c->guided);
  compare(c, csv_open(arguments_text(arguments, "against"), columns, 2));
  return report(c, tolerance);
}

int check_against_is_asked(const cli_arguments *arguments) {
  static const char *const of_checks[] = {"only", "memory", "seed", "limit", "jobs", "json"};
  const int is_asked = arguments_has(arguments, "against");
  for (size_t i = 0; i < arguments->count; i++) {
    const char *name = arguments->given[i].name;
    int is_of_checks = 0, is_shared = strcmp(name, "library") == 0 || strcmp(name, "set") == 0;
    for (size_t n = 0; n < sizeof of_checks / sizeof of_checks[0]; n++)
      is_of_checks |= strcmp(name, of_checks[n]) == 0;
    if (!is_shared && is_of_checks == is_asked)
      stop_misused("'--%s' means nothing %s '--against'", name, is_asked ? "with" : "without");
  }
  return is_asked;
}
