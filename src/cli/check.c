/* SPDX-License-Identifier: MIT */
/** @file
 * dcm check: a law against the contract and against mechanics. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

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

static int unchecked(const char *what) {
  message_failure("%s", what);
  return EXIT_UNCHECKED;
}

static int cannot_start(void) {
  message_failure("cannot start another process: %s", strerror(errno));
  return EXIT_UNCHECKED;
}

/** Loads the law once without doing anything.
 * @return EXIT_DONE, or the exit code to end with, after a message */
static int try_to_load(const check_request *request, check_process *p) {
  check_process_start(p, request, TASK_LOAD, NULL);
  check_process_wait(p, request);
  switch (p->ending) {
  case CHECK_NOT_BEGUN:
    return cannot_start();
  case CHECK_CRASHED:
    message_failure("the library crashed while loading: %s", strsignal(p->status));
    return EXIT_UNCHECKED;
  case CHECK_HUNG:
    message_failure("the library did not load within %s", check_process_limit(p, request));
    return EXIT_UNCHECKED;
  case CHECK_ENDED:
    break;
  }
  if (p->status == EXIT_DONE && p->report->answer == ANSWER_NONE)
    return unchecked("the library ended the process while loading");
  return p->status;
}

/** The next check from one on that the command line asks for; the end of the table if none. */
static const dcm_check *wanted(const checking *c, const dcm_check *check) {
  while (check->name && c->only && c->only != check)
    check++;
  return check;
}

static int wait_for(const checking *c, check_process *p, check_tally *tally) {
  check_process_wait(p, &c->request);
  if (p->ending == CHECK_NOT_BEGUN)
    return cannot_start();
  const check_result result = check_process_result(p);
  tally->not_tested += result == RESULT_NOT_TESTED;
  tally->tested += result != RESULT_NOT_TESTED;
  tally->findings += result != RESULT_NOT_TESTED && result != RESULT_OK;
  c->output->check(&c->request, p);
  return EXIT_DONE;
}

/** Runs the checks, several at a time, and reports their results in the order of the table. The
 * first check runs alone, because that check chooses the cases for all.
 * @param p [jobs] */
static int run_checks(const checking *c, check_process *p, check_tally *tally) {
  const dcm_check *next = wanted(c, dcm_checks);
  int status = EXIT_DONE;
  unsigned long long begun = 0, ended = 0;
  while (status == EXIT_DONE && (next->name || ended < begun)) {
    const unsigned long long jobs = ended ? c->jobs : 1;
    for (; next->name && begun - ended < jobs; begun++, next = wanted(c, next + 1))
      check_process_start(&p[begun % c->jobs], &c->request, TASK_CHECK, next);
    status = wait_for(c, &p[ended % c->jobs], tally);
    ended++;
  }
  return status;
}

static int check_all(const checking *c, check_process *p) {
  const double begin = dcm_seconds_now();
  check_tally tally = {0};
  int status = try_to_load(&c->request, p);
  if (status != EXIT_DONE)
    return status;
  c->output->begin(&c->request);
  status = run_checks(c, p, &tally);
  tally.seconds = dcm_seconds_now() - begin;
  if (status != EXIT_DONE)
    return status;
  c->output->end(&tally);
  return tally.findings ? EXIT_FAILED : EXIT_DONE;
}

/** With the memory that the processes share. */
static int check_in_processes(checking *c) {
  check_process processes[MOST_JOBS] = {0};
  int status = EXIT_DONE;
  c->request.cases = mmap(NULL, sizeof *c->request.cases, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (c->request.cases == MAP_FAILED)
    return unchecked("out of memory");
  for (unsigned long long i = 0; i < c->jobs && status == EXIT_DONE; i++)
    if (check_process_create(&processes[i]))
      status = unchecked("out of memory");
  if (status == EXIT_DONE)
    status = check_all(c, processes);
  for (unsigned long long i = 0; i < c->jobs; i++)
    check_process_destroy(&processes[i]);
  munmap(c->request.cases, sizeof *c->request.cases);
  return status;
}

/* ------------------------------------------------------------------------------- command line */

static const char *check_name(const void *context, size_t i) {
  (void)context;
  return dcm_checks[i].name;
}

static int read_only(const char *name, const dcm_check **only) {
  size_t count = 0;
  for (const dcm_check *check = dcm_checks; name && check->name; check++, count++)
    if (strcmp(check->name, name) == 0)
      *only = check;
  if (!name || *only)
    return EXIT_DONE;
  message_misuse("there is no check '%s'", name);
  const char *nearest = dcm_nearest_word(name, check_name, NULL, count);
  if (nearest)
    message_hint("did you mean '--only %s'?", nearest);
  return EXIT_MISUSED;
}

static int read_settings(const cli_arguments *arguments, check_request *request) {
  for (size_t i = 0; i < arguments->count; i++) {
    const given_option *g = &arguments->given[i];
    if (strcmp(g->name, "set") != 0)
      continue;
    if (request->setting_count == CHECK_MOST_SETTINGS)
      return message_misuse("'--set' may be given %d times", CHECK_MOST_SETTINGS);
    check_setting *setting = &request->settings[request->setting_count];
    const size_t length = strcspn(g->value, "=");
    if (g->value[length] != '=' || length == 0 || length >= sizeof setting->name)
      return message_misuse("'--set' takes NAME=VALUE, not '%s'", g->value);
    snprintf(setting->name, sizeof setting->name, "%.*s", (int)length, g->value);
    setting->value = g->value + length + 1;
    request->setting_count++;
  }
  return EXIT_DONE;
}

static int read_jobs(const cli_arguments *arguments, unsigned long long *jobs) {
  const int status = arguments_count(arguments, "jobs", jobs);
  if (status == EXIT_DONE && *jobs > MOST_JOBS)
    return message_misuse("'--jobs' takes at most %d", MOST_JOBS);
  return status;
}

/** Runs the checks that a command line asks for. */
static int run_asked(cli_arguments *arguments) {
  static checking c;
  c = (checking){.request = {.arguments = arguments, .seed = DEFAULT_SEED, .limit = DEFAULT_LIMIT},
                 .jobs = 1,
                 .output = arguments_has(arguments, "json") ? &check_json : &check_text};
  int status = read_only(arguments_text(arguments, "only"), &c.only);
  c.request.memory =
      arguments_has(arguments, "memory") || (c.only && strcmp(c.only->name, "memory") == 0);
  if (status == EXIT_DONE)
    status = arguments_count(arguments, "seed", &c.request.seed);
  if (status == EXIT_DONE)
    status = arguments_number(arguments, "limit", POSITIVE, &c.request.limit);
  if (status == EXIT_DONE)
    status = read_jobs(arguments, &c.jobs);
  if (status == EXIT_DONE)
    status = read_settings(arguments, &c.request);
  return status == EXIT_DONE ? check_in_processes(&c) : status;
}

static int run(int argc, char **argv) {
  cli_arguments arguments;
  int status = arguments_parse(&command_check, argc, argv, &arguments);
  if (status < 0) {
    const int compares = check_against_is_asked(&arguments, &status);
    if (status == EXIT_DONE)
      status = compares ? run_with_law(&command_check, argc, argv, check_against)
                        : run_asked(&arguments);
  }
  arguments_free(&arguments);
  return status;
}
