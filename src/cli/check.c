/* SPDX-License-Identifier: MIT */
/** @file
 * dcm check: a law against the contract and against mechanics, each check in a process of its own,
 * so that a crash and a hang are findings, too. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/checks.h"
#include "check/clock.h"
#include "check/cost.h"
#include "cli/commands.h"
#include "cli/laws.h"
#include "cli/message.h"
#include "runtime/model.h"
#include "runtime/text.h"

/* A check may take so many times its limit by the clock, because a busy machine makes a check wait.
 */
enum { PATIENCE = 10 };

enum { DEFAULT_LIMIT = 60, DEFAULT_SEED = 1882, MOST_FIXED = 32, FINDING_TEXT = 16384 };

static const cli_option check_options[] = {
    {"library", "FILE", "take the law from this shared object"},
    {"set", "NAME=VALUE",
     "fix a parameter, which is random otherwise; repeat for\n"
     "others. All words of all options are tried"},
    {"only", "NAME", "run only this check"},
    {"seed", "N", "seed of the random numbers; default: 1882"},
    {"limit", "T",
     "stop a check after so many seconds of processor time, or\n"
     "ten times as many by the clock; default: 60"},
    {0},
};
static const cli_option_group groups[] = {{"Options", check_options}, {0}};

static int run(int argc, char **argv);

static const char details[] =
    "The command calls the law with random parameters within their ranges and with random\n"
    "contacts, for all words of all options: from dust to boulders, at particles and walls,\n"
    "sticking, sliding and at rest, and at the limits of all formulas. A finding tells how the\n"
    "law was called, what the law returned, what was expected, and which command repeats the\n"
    "finding.\n\n"
    "The exit code is 0 without findings and 1 with findings.\n\n"
    "Example:\n"
    "  dcm check viscous --library ./viscous.so\n";

const cli_command command_check = {
    .name = "check",
    .synopsis = "LAW [options]",
    .summary =
        "Looks for mistakes in a law: outputs that stay unwritten, asymmetries, energy from\n"
        "nothing, answers that are not finite, and some twenty more.",
    .details = details,
    .takes_law = 1,
    .groups = groups,
    .run = run,
};

/** Cases that the first process chose, for all later processes. */
typedef struct chosen_cases {
  uint32_t count; /* 0: not yet chosen */
  uint32_t numbers[DCM_MOST_CASES];
} chosen_cases;

/** The request of the command line. */
typedef struct checking {
  const cli_arguments *arguments;
  const dcm_check *only; /* NULL: all */
  dcm_fixed fixed[MOST_FIXED + 1];
  unsigned long long seed;
  double limit;
  chosen_cases *chosen; /* in memory that the processes share */
} checking;

/* ------------------------------------------------------------------------- in the other process */

/* A process that reaches its end sends this text. If nothing was sent, the law ended the process.
 */
static const char passed[] = "passed", not_tested[] = "not tested";

/** Ends the process with the four texts in the pipe, each with its final zero. */
static void send_finding(void *data, const dcm_finding *finding) {
  static char text[FINDING_TEXT];
  const char *const parts[] = {finding->what, finding->called, finding->came, finding->expected};
  const int pipe_end = *(const int *)data;
  size_t used = 0;
  for (int i = 0; i < 4; i++) {
    const size_t room = FINDING_TEXT / 4;
    snprintf(text + used, room, "%s", parts[i]);
    used += strlen(text + used) + 1;
  }
  /* The text fits into the pipe; if the reader has gone, nobody needs the text. */
  _exit(write(pipe_end, text, used) == (ssize_t)used ? EXIT_DONE : EXIT_FAILED);
}

/** Ends the process of a check without a finding: whether the check tested anything, then for each
 * reason why not a text. */
static void send_passed(int pipe_end, const dcm_tested *tested) {
  static char text[FINDING_TEXT];
  size_t used =
      (size_t)snprintf(text, sizeof text, "%s", dcm_tested_nothing(tested) ? not_tested : passed) +
      1;
  for (uint32_t r = 0; r < tested->reason_count; r++) {
    const dcm_untested *reason = &tested->reasons[r];
    char share[64] = "";
    if (reason->rounds)
      snprintf(share, sizeof share, " (%u of %u rounds)", reason->rounds, tested->rounds);
    used += (size_t)snprintf(text + used, FINDING_TEXT / (DCM_MOST_REASONS + 1), "%s%s",
                             reason->why, share) +
            1;
  }
  _exit(write(pipe_end, text, used) == (ssize_t)used ? EXIT_DONE : EXIT_FAILED);
}

static void send_cost(int pipe_end, dcm_cost cost) {
  char text[128];
  const int length = snprintf(text, sizeof text, "%.17g %.17g %.17g %.17g", cost.nanoseconds,
                              cost.of_many, cost.of_one, cost.of_next) +
                     1;
  _exit(write(pipe_end, text, (size_t)length) == length ? EXIT_DONE : EXIT_FAILED);
}

/** Refuses values that the law does not take. */
static int check_fixed(const checking *c, const dcm_model *model) {
  for (const dcm_fixed *f = c->fixed; f->name; f++) {
    const int32_t p = dcm_model_find_parameter(model, f->name);
    if (p < 0)
      return message_misuse(
          "the law '%s' has no parameter '%s'; 'dcm show %s' lists the parameters", model->id,
          f->name, model->id);
    if (!dcm_parameter_allows(dcm_model_parameter(model, (uint32_t)p), f->value))
      return message_misuse(
          "%s = %g is not in the range of the law '%s'; 'dcm show %s' lists the ranges", f->name,
          f->value, model->id, model->id);
  }
  return EXIT_DONE;
}

/** The cases of the law. For some laws the choice of cases takes a second. */
static const dcm_case *cases_of(const checking *c, const dcm_model *model, uint32_t *count) {
  chosen_cases *chosen = c->chosen;
  *count = chosen->count;
  if (chosen->count)
    return dcm_cases_again(model, chosen->numbers, chosen->count);
  const dcm_case *cases =
      dcm_cases_of(model, dcm_random_of_seed(c->seed, DCM_STREAM_OF_CASES), count);
  for (uint32_t i = 0; cases && i < *count; i++)
    chosen->numbers[i] = cases[i].number;
  chosen->count = cases ? *count : 0;
  return cases;
}

/** Loads the library. Its messages were shown by the first load. */
static dcm_loaded_library *open_again(const checking *c) {
  fflush(stderr);
  const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0)
    dup2(nowhere, STDERR_FILENO);
  dcm_loaded_library *library = open_library(c->arguments);
  if (kept >= 0)
    dup2(kept, STDERR_FILENO);
  close(kept);
  close(nowhere);
  return library;
}

/** Loads the law and runs a check or measures; check NULL: does nothing more. Does not return. */
static void work(const checking *c, const dcm_check *check, int measures, int pipe_end) {
  dcm_check_note_process();
  dcm_loaded_library *library = check || measures ? open_again(c) : open_library(c->arguments);
  if (!library)
    _exit(EXIT_FAILED);
  const dcm_model *model = find_law(c->arguments, library);
  if (!model || check_fixed(c, model) != EXIT_DONE)
    _exit(EXIT_MISUSED);
  dcm_tested tested = {0};
  dcm_subject subject = {.model = model,
                         .abi_version = dcm_library_description(library)->abi_version,
                         .entry = dcm_library_entry_of(library),
                         .float_changes = dcm_library_float_changes(library),
                         .fixed = c->fixed,
                         .seed = c->seed,
                         .tolerance = 1e-9,
                         .found = send_finding,
                         .data = &pipe_end,
                         .tested = &tested};
  dcm_check_note_description(model);
  if (measures || (check && (c->chosen->count || !dcm_check_chooses_cases(check))))
    subject.cases = cases_of(c, model, &subject.case_count);
  if (measures)
    send_cost(pipe_end, dcm_cost_of(&subject));
  if (check)
    check->run(&subject);
  send_passed(pipe_end, &tested);
}

/* -------------------------------------------------------------------------------- in this one */

typedef enum ending { ENDED, CRASHED, HUNG, NOT_BEGUN } ending;

/** The end of a process. */
typedef struct outcome {
  ending ending;
  int status;       /* the exit code, or the signal */
  double processor; /* seconds of a process that hung */
  char text[FINDING_TEXT + 1];
  size_t length;
} outcome;

/** Reads to the end, or until time is up. @return 0 if time was up */
static int receive(int pipe_end, pid_t child, double limit, outcome *o) {
  const double end = dcm_seconds_now() + PATIENCE * limit;
  for (;;) {
    struct pollfd wait_for = {.fd = pipe_end, .events = POLLIN};
    o->processor = dcm_processor_seconds(child);
    const double left = fmin(end - dcm_seconds_now(), limit - o->processor);
    if (left <= 0.0)
      return 0;
    const int ready = poll(&wait_for, 1, (int)fmin(1000.0, 1000.0 * left + 1.0));
    if (ready < 0 && errno != EINTR)
      return 0;
    if (ready <= 0)
      continue;
    const ssize_t got = read(pipe_end, o->text + o->length, FINDING_TEXT - o->length);
    if (got <= 0)
      return 1;
    o->length += (size_t)got;
  }
}

static void in_a_process(const checking *c, const dcm_check *check, int measures, outcome *o) {
  int ends[2];
  *o = (outcome){.ending = NOT_BEGUN};
  fflush(stdout);
  fflush(stderr);
  if (pipe(ends))
    return;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    /* Output of the law is not part of the report. */
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
      dup2(nowhere, STDOUT_FILENO);
    work(c, check, measures, ends[1]);
  }
  close(ends[1]);
  if (child > 0) {
    const int in_time = receive(ends[0], child, c->limit, o);
    int status = 0;
    if (!in_time)
      kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
      continue;
    o->ending = !in_time ? HUNG : WIFSIGNALED(status) ? CRASHED : ENDED;
    o->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  close(ends[0]);
}

/** The limit that was reached, for a sentence "... within". */
static const char *limit_text(const checking *c, const outcome *o) {
  static char text[128];
  if (o->processor >= c->limit)
    snprintf(text, sizeof text, "%g s of processor time", c->limit);
  else
    snprintf(text, sizeof text, "%g s and used only %.3g s of processor time: the law waits",
             PATIENCE * c->limit, o->processor);
  return text;
}

/** Prints the command that repeats a check. */
static void print_command(const checking *c, const char *name) {
  printf("      repeat     dcm check %s", c->arguments->law);
  for (size_t i = 0; i < c->arguments->count; i++) {
    const given_option *g = &c->arguments->given[i];
    if (strcmp(g->name, "only") != 0 && strcmp(g->name, "seed") != 0)
      printf(" --%s '%s'", g->name, g->value);
  }
  printf(" --only %s --seed %llu\n", name, c->seed);
}

static void print_finding(const checking *c, const dcm_check *check, const outcome *o) {
  static const char *const headings[] = {"", "called     ", "came back  ", "expected   "};
  printf("  %-14s FOUND  ", check->name);
  if (o->ending == CRASHED)
    printf("the law crashed: %s%s%s\n", strsignal(o->status),
           check->if_it_crashes ? "; perhaps " : "",
           check->if_it_crashes ? check->if_it_crashes : "");
  else if (o->ending == HUNG)
    printf("the law did not return within %s\n", limit_text(c, o));
  else if (o->length == 0)
    printf("the law ended the process with exit code %d, but a law must return\n", o->status);
  const char *text = o->ending == ENDED ? o->text : o->text + o->length;
  for (int i = 0; i < 4 && text < o->text + o->length; i++, text += strlen(text) + 1)
    if (*text)
      printf("%s%s%s\n", i ? "      " : "", headings[i], text);
  print_command(c, check->name);
}

/** Prints a check that found nothing, and what the check did not test.
 * @return whether the check tested anything */
static int print_passed(const dcm_check *check, const outcome *o) {
  const int tested = strcmp(o->text, passed) == 0;
  if (tested)
    printf("  %-14s ok     %s\n", check->name, check->promise);
  const char *text = o->text + strlen(o->text) + 1;
  for (; text < o->text + o->length; text += strlen(text) + 1)
    printf("  %-14s %snot tested: %s\n", tested ? "" : check->name, tested ? "       " : "", text);
  return tested;
}

/** What has come of the checks so far. */
typedef struct tally {
  int findings, tested, not_tested;
} tally;

/** @return EXIT_DONE, or EXIT_FAILED after a message if the check could not run */
static int one(const checking *c, const dcm_check *check, tally *all) {
  static outcome o;
  in_a_process(c, check, 0, &o);
  if (o.ending == NOT_BEGUN)
    return message_failure("cannot start another process: %s", strerror(errno));
  const int found =
      o.ending != ENDED || (strcmp(o.text, passed) != 0 && strcmp(o.text, not_tested) != 0);
  if (found)
    print_finding(c, check, &o);
  const int tested = found || print_passed(check, &o);
  all->findings += found;
  all->tested += tested;
  all->not_tested += !tested;
  return EXIT_DONE;
}

/** Loads the law once without doing anything.
 * @return EXIT_DONE, or the exit code to end with, after a message */
static int try_to_load(const checking *c) {
  static outcome o;
  in_a_process(c, NULL, 0, &o);
  if (o.ending == CRASHED)
    return message_failure("the library crashed while loading: %s", strsignal(o.status));
  if (o.ending == HUNG)
    return message_failure("the library did not load within %s", limit_text(c, &o));
  if (o.ending == NOT_BEGUN)
    return message_failure("cannot start another process: %s", strerror(errno));
  if (o.status == EXIT_DONE && strcmp(o.text, passed) != 0)
    return message_failure("the library ended the process while loading");
  return o.status;
}

/** Prints the cost of compute, if the machine can measure the cost. */
static void print_cost(const checking *c) {
  static outcome o;
  dcm_cost cost;
  in_a_process(c, NULL, 1, &o);
  if (o.ending != ENDED ||
      sscanf(o.text, "%lg %lg %lg %lg", &cost.nanoseconds, &cost.of_many, &cost.of_one,
             &cost.of_next) != 4 ||
      isnan(cost.nanoseconds))
    return;
  printf("compute takes %.3g ns per contact", cost.nanoseconds);
  switch (dcm_loop_of(cost)) {
  case DCM_LOOP_VECTORISED:
    printf("; vectorised: %.4g instructions per contact in a batch, %.4g for one contact more",
           cost.of_many, cost.of_one);
    break;
  case DCM_LOOP_WHOLE_LANES:
    printf("; whole lanes, vectorised or not: %.4g instructions per contact in a batch",
           cost.of_many);
    break;
  case DCM_LOOP_UNCLEAR:
    printf("; unclear whether vectorised: %.4g instructions per contact in a batch, %.4g for one "
           "contact more",
           cost.of_many, cost.of_one);
    break;
  case DCM_LOOP_SCALAR:
    printf("; not vectorised: %.4g instructions per contact, in a batch or for one contact more",
           cost.of_many);
    break;
  case DCM_LOOP_UNKNOWN:
    break;
  }
  putchar('\n');
}

static int check_all(const checking *c) {
  const double begin = dcm_seconds_now();
  tally all = {0};
  int status = try_to_load(c);
  if (status != EXIT_DONE)
    return status;
  printf("%s, seed %llu\n", c->arguments->law, c->seed);
  for (const dcm_check *check = dcm_checks; check->name; check++) {
    if (c->only && c->only != check)
      continue;
    status = one(c, check, &all);
    if (status != EXIT_DONE)
      return status;
  }
  printf("%d finding%s in %d check%s, ", all.findings, all.findings == 1 ? "" : "s", all.tested,
         all.tested == 1 ? "" : "s");
  if (all.not_tested)
    printf("%d not tested, ", all.not_tested);
  printf("%.1f s\n", dcm_seconds_now() - begin);
  if (!c->only)
    print_cost(c);
  return all.findings ? EXIT_FAILED : EXIT_DONE;
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

static int read_fixed(const cli_arguments *arguments, dcm_fixed *fixed) {
  static char names[MOST_FIXED][64];
  size_t n = 0;
  for (size_t i = 0; i < arguments->count; i++) {
    const given_option *g = &arguments->given[i];
    if (strcmp(g->name, "set") != 0)
      continue;
    const size_t length = strcspn(g->value, "=");
    if (g->value[length] != '=' || length == 0 || length >= sizeof names[0])
      return message_misuse("'--set' takes NAME=VALUE, not '%s'", g->value);
    if (n == MOST_FIXED)
      return message_misuse("'--set' may be given %d times", MOST_FIXED);
    snprintf(names[n], sizeof names[n], "%.*s", (int)length, g->value);
    fixed[n].name = names[n];
    const int status = read_number("set", g->value + length + 1, ANY_NUMBER, &fixed[n].value);
    if (status != EXIT_DONE)
      return status;
    n++;
  }
  fixed[n].name = NULL;
  return EXIT_DONE;
}

static int run(int argc, char **argv) {
  cli_arguments arguments;
  int status = arguments_parse(&command_check, argc, argv, &arguments);
  if (status < 0) {
    checking c = {.arguments = &arguments, .seed = DEFAULT_SEED, .limit = DEFAULT_LIMIT};
    c.chosen =
        mmap(NULL, sizeof *c.chosen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    status = c.chosen == MAP_FAILED ? message_failure("out of memory")
                                    : read_only(arguments_text(&arguments, "only"), &c.only);
    if (status == EXIT_DONE)
      status = arguments_count(&arguments, "seed", &c.seed);
    if (status == EXIT_DONE)
      status = arguments_number(&arguments, "limit", POSITIVE, &c.limit);
    if (status == EXIT_DONE)
      status = read_fixed(&arguments, c.fixed);
    if (status == EXIT_DONE)
      status = check_all(&c);
    if (c.chosen != MAP_FAILED)
      munmap(c.chosen, sizeof *c.chosen);
  }
  arguments_free(&arguments);
  return status;
}
