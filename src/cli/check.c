/* SPDX-License-Identifier: MIT */
/** @file
 * dcm check: a law against the contract and against mechanics. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/check.h"
#include "cli/commands.h"
#include "cli/contact_case.h"
#include "runtime/error.h"

enum { DEFAULT_LIMIT = 60, DEFAULT_SEED = 1882, MOST_JOBS = 64 };

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

static int run(int argc, char **argv);

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

/** The command line. */
typedef struct checking {
  check_request request;
  const dcm_check *only; /* NULL: all */
  unsigned long long jobs;
  const check_output *output;
} checking;

const char *check_command(const check_request *request, const char *check, char *text,
                          size_t size) {
  size_t used = (size_t)snprintf(text, size, "dcm check %s", request->arguments->law);
  for (size_t i = 0; i < request->arguments->count && used < size; i++) {
    const given_option *g = &request->arguments->given[i];
    if (strcmp(g->name, "library") == 0 || strcmp(g->name, "set") == 0 ||
        strcmp(g->name, "limit") == 0)
      used += (size_t)snprintf(text + used, size - used, " --%s '%s'", g->name, g->value);
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
  check_process_start(p, request, TASK_LOAD, NULL);
  check_process_wait(p, request);
  if (p->ending == CHECK_NOT_BEGUN)
    stop_not_started();
  if (p->ending == CHECK_ENDED && p->status != EXIT_DONE)
    stop(p->status);
  if (p->ending == CHECK_ENDED && p->report->answer != ANSWER_NONE)
    return;
  if (p->ending == CHECK_CRASHED)
    message_error("the library crashed while loading: %s", strsignal(p->status));
  else if (p->ending == CHECK_HUNG)
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
  if (p->ending == CHECK_NOT_BEGUN)
    stop_not_started();
  const check_result result = check_process_result(p);
  tally->not_tested += result == RESULT_NOT_TESTED;
  tally->tested += result != RESULT_NOT_TESTED;
  tally->findings += result != RESULT_NOT_TESTED && result != RESULT_OK;
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
      check_process_start(&p[begun % c->jobs], &c->request, TASK_CHECK, next);
    wait_for(c, &p[ended % c->jobs], tally);
    ended++;
  }
}

static int check_all(checking *c) {
  check_process processes[MOST_JOBS] = {0};
  check_tally tally = {0};
  c->request.cases = check_shared_memory(sizeof *c->request.cases);
  for (unsigned long long i = 0; i < c->jobs; i++)
    processes[i].report = check_shared_memory(sizeof *processes[i].report);
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

static void read_settings(const cli_arguments *arguments, check_request *request) {
  for (size_t i = 0; i < arguments->count; i++) {
    const given_option *g = &arguments->given[i];
    if (strcmp(g->name, "set") != 0)
      continue;
    if (request->setting_count == CHECK_MOST_SETTINGS)
      stop_misused("'--set' may be given %d times", CHECK_MOST_SETTINGS);
    check_setting *setting = &request->settings[request->setting_count++];
    const size_t length = strcspn(g->value, "=");
    if (g->value[length] != '=' || length == 0 || length >= sizeof setting->name)
      stop_misused("'--set' takes NAME=VALUE, not '%s'", g->value);
    snprintf(setting->name, sizeof setting->name, "%.*s", (int)length, g->value);
    setting->value = g->value + length + 1;
  }
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
  if (c.jobs > MOST_JOBS)
    stop_misused("'--jobs' takes at most %d", MOST_JOBS);
  read_settings(arguments, &c.request);
  return check_all(&c);
}

static int run(int argc, char **argv) {
  const cli_arguments arguments = arguments_parse(&command_check, argc, argv);
  return check_against_is_asked(&arguments)
             ? run_with_law(&command_check, argc, argv, check_against)
             : run_asked(&arguments);
}
