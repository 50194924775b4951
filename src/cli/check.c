/* SPDX-License-Identifier: MIT */
/** @file
 * dcm check: a law against the contract and against mechanics, or beside the rows of a paper. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/contact_case.h"
#include "cli/csv.h"
#include "program/library.h"
#include "runtime/error.h"

/* ------------------------------------------------------------------ beside the rows of a paper */

static const cli_option check_against_options[] = {
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
  number_list all;    /* of each row: overlap, force of the file, force of the law */
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
  double row[2], of_law;
  while (csv_read(input, row)) {
    dcm_error error;
    if (row[0] >= touching(c->contact_case))
      stop_failed("%s:%lu: the overlap %.9g is not below the distance %.9g at which the bodies "
                  "touch: overlap and radius are in m",
                  input->path, input->line_number, row[0], touching(c->contact_case));
    if (c->rows == 0 && row[0] < 0.0)
      c->overlap = row[0];
    if (lead(c, row[0], &of_law, &error))
      stop_failed("%s:%lu: %s", input->path, input->line_number, error.text);
    add_number(&c->all, row[0]);
    add_number(&c->all, row[1]);
    add_number(&c->all, of_law);
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
    const double *row = &c->all.values[3 * n], difference = row[2] - row[1];
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
         c->all.values[3 * c->worst_row]);
  if (c->beyond && c->rows > 1 && c->most != 0.0 &&
      c->most - c->least <= 0.01 * tolerance * fabs(c->most))
    printf("# the force of the law is %.6g times that of the file in all rows: a factor, or a "
           "parameter\n",
           0.5 * (c->least + c->most));
  return c->beyond ? EXIT_FAILED : EXIT_DONE;
}

/** Compares and prints. @return the exit code: EXIT_FAILED where a row is beyond the tolerance */
static int check_against(const cli_arguments *arguments, const dcm_model *model) {
  static const char *const columns[] = {"overlap", "force"};
  const contact_case made = contact_case_make(arguments, model, NULL);
  comparison *c = hold_array(1, sizeof *c);
  c->contact_case = &made;
  c->speed = arguments_number(arguments, "speed", POSITIVE, 0.0);
  const double tolerance = arguments_number(arguments, "tolerance", NOT_NEGATIVE, 1.0);
  contact_case_guide(&made, &c->guided);
  compare(c, csv_open(arguments_text(arguments, "against"), columns, 2));
  return report(c, tolerance);
}

/** Whether the command line asks for this comparison and no checks. Stops at an option that does
 * not go with the others. */
static int check_against_is_asked(const cli_arguments *arguments) {
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

/* ------------------------------------------------------------------------------------ the checks
 */

enum { DEFAULT_LIMIT = 60, DEFAULT_SEED = 1882 };

static const cli_option check_options[] = {
    {"library", "FILE", "take the law from this shared object"},
    {"set", "NAME=VALUE",
     "fix a parameter or a quantity, which is random otherwise, or\n"
     "the word of an option, of which all words are tried\n"
     "otherwise; repeat for others"},
    {"only", "NAME", "run only this check"},
    {"memory", NULL,
     "run the check memory, too, which calls valgrind; so does\n"
     "--only memory"},
    {"seed", "N", "seed of the random numbers; default: 1882"},
    {"limit", "T",
     "stop a check after so many seconds of processor time, or\n"
     "ten times as many by the clock; default: 60"},
    {"jobs", "N", "run so many checks at a time; default: 1"},
    {"json", NULL, "print the report as JSON"},
    {0},
};
static const cli_option_group groups[] = {{"Options", check_options},
                                          {"Beside the rows of a paper", check_against_options},
                                          {"Bodies, with --against", contact_case_body_options},
                                          {0}};

static const char details[] =
    "The command calls the law with random parameters within their ranges and with random\n"
    "contacts, for all words of all options: from dust to boulders, at particles and walls,\n"
    "sticking, sliding and at rest, and at the limits of all formulas. A finding says what came\n"
    "back, what was expected, how the law was called, and which command repeats the finding.\n\n"
    "With --against the command compares the law with rows of a paper instead: CSV with the\n"
    "columns overlap (m) and force (N, positive pushes apart), in the order in which the contact\n"
    "is loaded. The contact is led from row to row, from an overlap of 0 on, and keeps its state.\n"
    "The answer has a line for each row.\n\n" CONTACT_CASE_DETAILS "\n"
    "The exit code is 0 if nothing is found, 1 if something is found, 2 for a wrong command line,\n"
    "and 3 if the law cannot be loaded.\n\n"
    "Example:\n"
    "  dcm check viscous --library ./viscous.so\n"
    "  dcm check viscous --library ./viscous.so --set stiffness=2e4 --against figure-3.csv\n";

/** The command line. */
typedef struct checking {
  check_request request;
  const dcm_check *only; /* NULL: all */
  unsigned long long jobs;
  const check_output *output;
} checking;

/** Adds an option and its value in quotes of the shell, between which each byte is itself. */
static size_t add_option(const given_option *g, char *text, size_t size, size_t used) {
  used += (size_t)snprintf(text + used, size - used, " --%s '", g->name);
  for (const char *c = g->value; *c && used < size; c++)
    used += (size_t)snprintf(text + used, size - used, *c == '\'' ? "'\\''" : "%c", *c);
  if (used < size)
    used += (size_t)snprintf(text + used, size - used, "'");
  return used;
}

const char *check_command(const check_request *request, const char *check, char *text,
                          size_t size) {
  size_t used = (size_t)snprintf(text, size, "dcm check %s", request->arguments->law);
  for (size_t i = 0; i < request->arguments->count && used < size; i++) {
    const given_option *g = &request->arguments->given[i];
    if (strcmp(g->name, "library") == 0 || strcmp(g->name, "set") == 0 ||
        strcmp(g->name, "limit") == 0)
      used = add_option(g, text, size, used);
  }
  if (used < size)
    snprintf(text + used, size - used, " --only %s --seed %llu", check, request->seed);
  return text;
}

static _Noreturn void stop_not_started(void) {
  message_error("cannot start another process: %s", strerror(errno));
  stop(EXIT_UNCHECKED);
}

/** Loads the law once without doing anything. Stops if the law cannot be checked. */
static void try_to_load(const check_request *request, check_process *p) {
  check_process_start(p, request, NULL);
  check_process_wait(p, request);
  if (p->result == RESULT_OK)
    return;
  if (p->result == RESULT_ENDED && p->status != EXIT_DONE)
    stop(p->status);
  if (p->result == RESULT_NOT_BEGUN)
    stop_not_started();
  if (p->result == RESULT_CRASHED)
    message_error("the library crashed while loading: %s", strsignal(p->status));
  else if (p->result == RESULT_HUNG)
    message_error("the library did not load within %s", check_process_limit(p, request));
  else
    message_error("the library ended the process while loading");
  stop(EXIT_UNCHECKED);
}

/** The next check from one on that the command line asks for; the end of the table if none. */
static const dcm_check *wanted(const checking *c, const dcm_check *check) {
  while (check->name && c->only && c->only != check)
    check++;
  return check;
}

static void wait_for(const checking *c, check_process *p, check_tally *tally) {
  check_process_wait(p, &c->request);
  if (p->result == RESULT_NOT_BEGUN)
    stop_not_started();
  tally->not_tested += p->result == RESULT_NOT_TESTED;
  tally->tested += p->result != RESULT_NOT_TESTED;
  tally->findings += p->result >= RESULT_FOUND;
  c->output->check(&c->request, p);
}

/** Runs the checks, several at a time, and reports their results in the order of the table. The
 * first check runs alone, because that check chooses the cases for all.
 * @param p [jobs] */
static void run_checks(const checking *c, check_process *p, check_tally *tally) {
  const dcm_check *next = wanted(c, dcm_checks);
  unsigned long long begun = 0, ended = 0;
  while (next->name || ended < begun) {
    const unsigned long long jobs = ended ? c->jobs : 1;
    for (; next->name && begun - ended < jobs; begun++, next = wanted(c, next + 1))
      check_process_start(&p[begun % c->jobs], &c->request, next);
    wait_for(c, &p[ended % c->jobs], tally);
    ended++;
  }
}

static int check_all(checking *c) {
  check_process processes[CHECK_MOST_JOBS] = {0};
  check_tally tally = {0};
  check_shared *shared = check_shared_memory();
  c->request.cases = &shared->cases;
  for (int i = 0; i < CHECK_MOST_JOBS; i++)
    processes[i].report = &shared->reports[i];
  const double begin = dcm_seconds_now();
  try_to_load(&c->request, processes);
  c->output->begin(&c->request);
  run_checks(c, processes, &tally);
  tally.seconds = dcm_seconds_now() - begin;
  c->output->end(&tally);
  return tally.findings ? EXIT_FAILED : EXIT_DONE;
}

/* ------------------------------------------------------------------------------- command line */

static const char *check_name(const void *context, size_t i) {
  (void)context;
  return dcm_checks[i].name;
}

static const dcm_check *read_only(const char *name) {
  size_t count = 0;
  for (const dcm_check *check = dcm_checks; check->name; check++, count++)
    if (strcmp(check->name, name) == 0)
      return check;
  dcm_error said;
  dcm_fail(&said, "there is no check '%s'", name);
  const char *nearest = dcm_nearest_word(name, check_name, NULL, count);
  if (!nearest)
    dcm_error_append_nearest(&said, NULL, "checks");
  for (size_t i = 0; i < count && !nearest; i++)
    dcm_error_append(&said, "%s %s", i ? "," : "", check_name(NULL, i));
  message_error("%s", said.text);
  if (nearest)
    message_hint("did you mean '--only %s'?", nearest);
  stop(EXIT_MISUSED);
}

/** Runs the checks that a command line asks for. */
static int run_asked(const cli_arguments *arguments) {
  static checking c;
  const char *only = arguments_text(arguments, "only");
  c = (checking){.request = {.arguments = arguments},
                 .only = only ? read_only(only) : NULL,
                 .output = arguments_has(arguments, "json") ? &check_json : &check_text};
  c.request.memory = arguments_has(arguments, "memory") || (only && strcmp(only, "memory") == 0);
  c.request.seed = arguments_count(arguments, "seed", DEFAULT_SEED);
  c.request.limit = arguments_number(arguments, "limit", POSITIVE, DEFAULT_LIMIT);
  c.jobs = arguments_count(arguments, "jobs", 1);
  if (c.jobs > CHECK_MOST_JOBS)
    stop_misused("'--jobs' takes at most %d", CHECK_MOST_JOBS);
  return check_all(&c);
}

static int run(const cli_command *command, int argc, char **argv) {
  cli_arguments arguments = arguments_parse(command, argc, argv);
  return check_against_is_asked(&arguments) ? run_with_law(&arguments, check_against)
                                            : run_asked(&arguments);
}

const cli_command command_check = {
    .name = "check",
    .synopsis = "LAW [options]",
    .summary =
        "Looks for mistakes in a law: outputs that stay unwritten, asymmetries, energy from\n"
        "nothing, answers that are not finite, and much more.",
    .details = details,
    .takes_law = 1,
    .groups = groups,
    .run = run,
};
