/* SPDX-License-Identifier: MIT */
#include "cli/check.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/contract/interposer.h"
#include "cli/commands.h"
#include "cli/contact_case.h"
#include "runtime/model.h"

/* A check may take so many times its limit by the clock, because a busy machine makes a check wait.
 */
enum { PATIENCE = 10 };

/* ------------------------------------------------------------------------- in the other process */

static void copy(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from);
}

#define COPY(to, from) copy(to, sizeof(to), from)

static void answer_found(void *data, const dcm_finding *finding) {
  check_report *report = data;
  COPY(report->what, finding->what);
  COPY(report->came, finding->came);
  COPY(report->expected, finding->expected);
  report->situation = *finding->situation;
  if (finding->difference)
    report->difference = *finding->difference;
  report->answer = ANSWER_FOUND;
  _exit(EXIT_DONE);
}

/** The numbers that --set gives for a law; a name NULL ends them. */
static const dcm_fixed *numbers_of(const contact_case *c) {
  dcm_fixed *all =
                hold_array(c->model->parameter_count + c->model->quantity_count + 1, sizeof *all),
            *next = all;
  for (uint32_t p = 0; p < c->model->parameter_count; p++) {
    next->name = dcm_model_parameter(c->model, p)->name;
    next += dcm_settings_given(c->settings, p, 1, 1, &next->value);
  }
  for (uint32_t q = 0; q < c->model->quantity_count; q++)
    if (!isnan(c->asked.quantities_1[q]))
      *next++ = (dcm_fixed){dcm_model_quantity(c->model, q)->name, c->asked.quantities_1[q]};
  next->name = NULL;
  return all;
}

/** The cases of the law. For some laws the choice of cases takes a second. */
static const dcm_case *cases_of(const check_request *request, const dcm_model *model,
                                const dcm_settings *chosen_words, uint32_t *count) {
  check_cases *chosen = request->cases;
  *count = chosen->count;
  if (chosen->count)
    return dcm_cases_again(model, chosen->numbers, chosen->count);
  const dcm_case *cases = dcm_cases_of(
      model, chosen_words, dcm_random_of_seed(request->seed, DCM_STREAM_OF_CASES), count);
  for (uint32_t i = 0; cases && i < *count; i++)
    chosen->numbers[i] = cases[i].number;
  chosen->count = cases ? *count : 0;
  return cases;
}

/** Loads the library. Its messages were shown by the first load. */
static dcm_loaded_library *open_again(const check_request *request) {
  fflush(stderr);
  const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0)
    dup2(nowhere, STDERR_FILENO);
  dcm_loaded_library *library = open_library(request->arguments);
  if (kept >= 0)
    dup2(kept, STDERR_FILENO);
  close(kept);
  close(nowhere);
  return library;
}

/** Whether the library has the law, but the law cannot be run. */
static int is_refused(const cli_arguments *arguments, const dcm_loaded_library *library) {
  dcm_error error;
  const char *refusal;
  if (dcm_library_find(library, arguments->law, &error))
    return 0;
  for (uint32_t i = 0; (refusal = dcm_library_refusal(library, i)) != NULL; i++)
    if (strcmp(refusal, error.text) == 0)
      return 1;
  return 0;
}

/** The command line that runs a check of this law again, without the name of one; NULL ends it. */
static const char *const *again(const check_request *request) {
  static char seed[32];
  const cli_arguments *arguments = request->arguments;
  const char **words = hold_array(2 * arguments->count + 6, sizeof *words), **next = words;
  char *own = realpath("/proc/self/exe", NULL);
  hold(free, own);
  snprintf(seed, sizeof seed, "%llu", request->seed);
  *next++ = own;
  *next++ = "check";
  *next++ = arguments->law;
  *next++ = "--seed";
  *next++ = seed;
  for (const given_option *g = arguments->given; g < arguments->given + arguments->count; g++) {
    if (strcmp(g->name, "library") != 0 && strcmp(g->name, "set") != 0)
      continue;
    *next++ = strcmp(g->name, "set") == 0 ? "--set" : "--library";
    *next++ = g->value;
  }
  return words;
}

typedef struct job {
  const check_request *request;
  const dcm_check *check;
  check_report *report;
  int is_refused; /* whether the law cannot be run */
} job;

/** The work of the process, which ends with it. Stops where the law cannot be checked. */
static int work(void *data) {
  job *j = data;
  const check_request *request = j->request;
  check_report *report = j->report;
  const int checks = j->check != NULL;
  const dcm_surroundings *surroundings = dcm_surroundings_now();
  const dcm_loaded_library *library =
      checks ? open_again(request) : open_library(request->arguments);
  j->is_refused = is_refused(request->arguments, library);
  const dcm_model *model = find_law(request->arguments, library);
  const contact_case given = contact_case_settings(request->arguments, model);
  dcm_subject subject = {.model =
                             dcm_model_behind_interposers(model, checks ? &report->record : NULL),
                         .original = model,
                         .abi_version = dcm_library_description(library)->abi_version,
                         .entry = dcm_library_entry_of(library),
                         .float_changes = dcm_library_float_changes(library),
                         .surroundings = surroundings,
                         .description = dcm_description_hash(model),
                         .again = request->memory ? again(request) : NULL,
                         .fixed = numbers_of(&given),
                         .chosen = given.settings,
                         .seed = request->seed,
                         .tolerance = 1e-9,
                         .found = answer_found,
                         .data = report,
                         .tested = &report->tested};
  if (checks && (request->cases->count || !dcm_check_chooses_cases(j->check)))
    subject.cases = cases_of(request, subject.model, subject.chosen, &subject.case_count);
  if (checks)
    dcm_check_run(j->check, &subject);
  report->answer = ANSWER_DONE;
  _exit(EXIT_DONE);
}

/* -------------------------------------------------------------------------------- in this one */

static void unmap(void *shared) {
  munmap(shared, sizeof(check_shared));
}

check_shared *check_shared_memory(void) {
  void *memory =
      mmap(NULL, sizeof(check_shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    message_error("out of memory");
    stop(EXIT_UNCHECKED);
  }
  hold(unmap, memory);
  return memory;
}

void check_process_start(check_process *p, const check_request *request, const dcm_check *check) {
  int ends[2];
  memset(p->report, 0, sizeof *p->report);
  p->check = check;
  p->result = RESULT_NOT_BEGUN;
  p->begin = dcm_seconds_now();
  p->child = -1;
  fflush(stdout);
  fflush(stderr);
  if (pipe(ends))
    return;
  p->child = fork();
  if (p->child == 0) {
    close(ends[0]);
    /* Output of the law is not part of the report. */
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
      dup2(nowhere, STDOUT_FILENO);
    job j = {request, check, p->report, 0};
    const int status = run_part(work, &j);
    _exit(status == EXIT_FAILED || j.is_refused ? EXIT_UNCHECKED : status);
  }
  close(ends[1]);
  if (p->child < 0)
    close(ends[0]);
  p->pipe_end = ends[0];
}

/** Waits for the end of the process, or until time is up. @return 0 if time was up */
static int is_in_time(check_process *p, double limit) {
  const double end = p->begin + PATIENCE * limit;
  for (;;) {
    struct pollfd wait_for = {.fd = p->pipe_end, .events = POLLIN};
    p->processor = dcm_processor_seconds(p->child);
    const double left = fmin(end - dcm_seconds_now(), limit - p->processor);
    if (left <= 0.0)
      return 0;
    const int ready = poll(&wait_for, 1, (int)fmin(1000.0, 1000.0 * left + 1.0));
    if (ready < 0 && errno != EINTR)
      return 0;
    if (ready > 0)
      return 1;
  }
}

#define END(text) ((text)[sizeof(text) - 1] = '\0')

static void mend_values(dcm_values *values) {
  for (size_t i = 0; i < DCM_MOST_VALUES; i++)
    END(values->of[i].name);
  if (values->count > DCM_MOST_VALUES)
    values->count = 0;
}

/** Makes a report fit to be read, because a law may have written anywhere. */
static void mend(check_report *r) {
  END(r->what);
  END(r->came);
  END(r->expected);
  END(r->difference.name);
  END(r->record.law);
  mend_values(&r->record.parameters);
  END(r->situation.called);
  mend_values(&r->situation.parameters);
  for (size_t i = 0; i < DCM_MOST_REASONS; i++)
    END(r->tested.reasons[i].why);
  for (size_t i = 0; i < DCM_MOST_FACTS; i++) {
    END(r->situation.facts[i].name);
    END(r->situation.facts[i].text);
    if (r->situation.facts[i].count > 3)
      r->situation.facts[i].count = 0;
  }
  if (r->tested.reason_count > DCM_MOST_REASONS)
    r->tested.reason_count = DCM_MOST_REASONS;
  if (r->situation.fact_count > DCM_MOST_FACTS)
    r->situation.fact_count = DCM_MOST_FACTS;
  if (r->difference.count > 3)
    r->difference.count = 0;
  if (r->record.function > DCM_FUNCTION_DESTROY)
    r->record.function = DCM_FUNCTION_NONE;
}

const char *check_process_limit(const check_process *p, const check_request *request) {
  static char text[128];
  if (p->processor >= request->limit)
    snprintf(text, sizeof text, "%g s of processor time", request->limit);
  else
    snprintf(text, sizeof text, "%g s and used only %.3g s of processor time: the law waits",
             PATIENCE * request->limit, p->processor);
  return text;
}

/** Makes a finding of the end of a process. */
static void explain(const check_process *p, const check_request *request) {
  check_report *r = p->report;
  const dcm_record *last = &r->record;
  const char *function = dcm_function_name(last->function);
  if (p->result == RESULT_HUNG && !last->has_returned)
    snprintf(r->what, sizeof r->what, "%s did not return within %s", function,
             check_process_limit(p, request));
  else if (p->result == RESULT_HUNG)
    snprintf(r->what, sizeof r->what, "the check did not end within %s",
             check_process_limit(p, request));
  else if (p->result == RESULT_CRASHED)
    snprintf(r->what, sizeof r->what, "%s %s (%s)%s%s",
             last->has_returned ? "the process crashed after" : function,
             last->has_returned ? function : "crashed", strsignal(p->status),
             p->check->if_it_crashes ? "; perhaps " : "",
             p->check->if_it_crashes ? p->check->if_it_crashes : "");
  else
    snprintf(r->what, sizeof r->what, "%s ended the process with exit code %d; a law must return",
             function, p->status);
  r->came[0] = r->expected[0] = '\0';
  r->difference.count = 0;
  dcm_record_describe(last, &r->situation);
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

void check_process_wait(check_process *p, const check_request *request) {
  if (p->child < 0)
    return;
  const int in_time = is_in_time(p, request->limit);
  int status = 0;
  struct rusage used = {0};
  if (!in_time)
    kill(p->child, SIGKILL);
  while (wait4(p->child, &status, 0, &used) < 0 && errno == EINTR)
    continue;
  if (in_time)
    p->processor = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  close(p->pipe_end);
  mend(p->report);
  p->result = !in_time                                 ? RESULT_HUNG
              : WIFSIGNALED(status)                    ? RESULT_CRASHED
              : p->report->answer == ANSWER_FOUND      ? RESULT_FOUND
              : p->report->answer != ANSWER_DONE       ? RESULT_ENDED
              : dcm_tested_nothing(&p->report->tested) ? RESULT_NOT_TESTED
                                                       : RESULT_OK;
  p->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (p->check && p->result >= RESULT_ENDED)
    explain(p, request);
}
