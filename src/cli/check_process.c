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

static void answer_found(void *data, const dcm_finding *finding) {
  check_report_found(data, finding);
  _exit(EXIT_DONE);
}

/** Numbers and words that --set gives for a law. */
typedef struct fixed_numbers {
  dcm_fixed numbers[CHECK_MOST_SETTINGS + 1];
  dcm_chosen words[CHECK_MOST_SETTINGS + 1];
  size_t number_count, word_count;
} fixed_numbers;

static void choose(const dcm_model *model, uint32_t option, const check_setting *setting,
                   fixed_numbers *fixed) {
  const dcm_option *o = dcm_model_option(model, option);
  dcm_error error = {"out of memory"};
  dcm_settings *settings = dcm_settings_create(model, 1);
  if (!settings || dcm_settings_choose(settings, o->name, setting->value, &error))
    stop_misused("%s", error.text);
  fixed->words[fixed->word_count++] =
      (dcm_chosen){o->name, o->choices[dcm_settings_choice(settings, option)]};
  dcm_settings_destroy(settings);
}

static void fix(const dcm_model *model, const check_setting *setting, fixed_numbers *fixed) {
  const int32_t option = dcm_model_find_option(model, setting->name);
  if (option >= 0) {
    choose(model, (uint32_t)option, setting, fixed);
    return;
  }
  const int32_t parameter = dcm_model_find_parameter(model, setting->name);
  const int32_t quantity = dcm_model_find_quantity(model, setting->name);
  if (parameter < 0 && quantity < 0)
    stop_unknown_keyword(model, setting->name);
  char name[sizeof setting->name + 4];
  snprintf(name, sizeof name, "set %s", setting->name);
  const double value = read_number(name, setting->value, ANY_NUMBER);
  if (parameter >= 0 &&
      !dcm_parameter_allows(dcm_model_parameter(model, (uint32_t)parameter), value))
    stop_misused("%s = %g is not in the range of the law '%s'; 'dcm show %s' lists the ranges",
                 setting->name, value, model->id, model->id);
  if (parameter < 0 && dcm_model_quantity(model, (uint32_t)quantity)->access == DCM_SUM)
    stop_misused("the law itself computes %s: leave this quantity out", setting->name);
  fixed->numbers[fixed->number_count++] = (dcm_fixed){setting->name, value};
}

/** The cases of the law. For some laws the choice of cases takes a second. */
static const dcm_case *cases_of(const check_request *request, const dcm_model *model,
                                const dcm_chosen *words, uint32_t *count) {
  check_cases *chosen = request->cases;
  *count = chosen->count;
  if (chosen->count)
    return dcm_cases_again(model, chosen->numbers, chosen->count);
  const dcm_case *cases =
      dcm_cases_of(model, words, dcm_random_of_seed(request->seed, DCM_STREAM_OF_CASES), count);
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

/** The command line that runs a check of this law again, without the name of one.
 * @param arguments [size] filled, ends with NULL */
static void again(const check_request *request, const char **arguments, size_t size) {
  static char own[4096], seed[32];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  size_t count = 0;
  own[length > 0 ? length : 0] = '\0';
  snprintf(seed, sizeof seed, "%llu", request->seed);
  const char *const begin[] = {own, "check", request->arguments->law, "--seed", seed};
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    arguments[count++] = begin[i];
  for (size_t i = 0; i < request->arguments->count && count + 3 < size; i++) {
    const given_option *g = &request->arguments->given[i];
    if (strcmp(g->name, "library") != 0 && strcmp(g->name, "set") != 0)
      continue;
    arguments[count++] = strcmp(g->name, "set") == 0 ? "--set" : "--library";
    arguments[count++] = g->value;
  }
  arguments[count] = NULL;
}

typedef struct job {
  const check_request *request;
  check_task task;
  const dcm_check *check;
  check_report *report;
  int is_refused; /* whether the law cannot be run */
} job;

/** The work of the process, which ends with it. Stops where the law cannot be checked. */
static int work(void *data) {
  static fixed_numbers fixed;
  job *j = data;
  const check_request *request = j->request;
  check_report *report = j->report;
  const int checks = j->task == TASK_CHECK;
  const char *command[2 * CHECK_MOST_SETTINGS + 16];
  const dcm_surroundings *surroundings = dcm_surroundings_now();
  const dcm_loaded_library *library =
      checks ? open_again(request) : open_library(request->arguments);
  j->is_refused = is_refused(request->arguments, library);
  const dcm_model *model = find_law(request->arguments, library);
  for (size_t i = 0; i < request->setting_count; i++)
    fix(model, &request->settings[i], &fixed);
  again(request, command, sizeof command / sizeof *command);
  dcm_subject subject = {.model =
                             dcm_model_behind_interposers(model, checks ? &report->record : NULL),
                         .original = model,
                         .abi_version = dcm_library_description(library)->abi_version,
                         .entry = dcm_library_entry_of(library),
                         .float_changes = dcm_library_float_changes(library),
                         .surroundings = surroundings,
                         .description = dcm_description_hash(model),
                         .again = request->memory ? command : NULL,
                         .fixed = fixed.numbers,
                         .chosen = fixed.words,
                         .seed = request->seed,
                         .tolerance = 1e-9,
                         .found = answer_found,
                         .data = report,
                         .tested = &report->tested};
  if (checks && (request->cases->count || !dcm_check_chooses_cases(j->check)))
    subject.cases = cases_of(request, subject.model, subject.chosen, &subject.case_count);
  if (checks)
    j->check->run(&subject);
  report->answer = ANSWER_DONE;
  _exit(EXIT_DONE);
}

/* -------------------------------------------------------------------------------- in this one */

typedef struct shared_memory {
  void *memory;
  size_t size;
} shared_memory;

static void unmap(void *shared) {
  const shared_memory *s = shared;
  munmap(s->memory, s->size);
}

void *check_shared_memory(size_t size) {
  shared_memory *s = hold_array(1, sizeof *s);
  s->size = size;
  s->memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s->memory == MAP_FAILED) {
    message_error("out of memory");
    stop(EXIT_UNCHECKED);
  }
  hold(unmap, s);
  return s->memory;
}

void check_process_start(check_process *p, const check_request *request, check_task task,
                         const dcm_check *check) {
  int ends[2];
  memset(p->report, 0, sizeof *p->report);
  p->check = check;
  p->ending = CHECK_NOT_BEGUN;
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
    job j = {request, task, check, p->report, 0};
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

/** Makes a finding of the end of a process. */
static void explain(const check_process *p, const check_request *request) {
  check_report *r = p->report;
  const dcm_record *last = &r->record;
  const char *function = dcm_function_name(last->function);
  if (p->ending == CHECK_HUNG && !last->has_returned)
    snprintf(r->what, sizeof r->what, "%s did not return within %s", function,
             check_process_limit(p, request));
  else if (p->ending == CHECK_HUNG)
    snprintf(r->what, sizeof r->what, "the check did not end within %s",
             check_process_limit(p, request));
  else if (p->ending == CHECK_CRASHED)
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
  p->ending = !in_time ? CHECK_HUNG : WIFSIGNALED(status) ? CHECK_CRASHED : CHECK_ENDED;
  p->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  check_report_mend(p->report);
  if (p->check && check_process_result(p) >= RESULT_CRASHED)
    explain(p, request);
}

check_result check_process_result(const check_process *p) {
  if (p->ending == CHECK_HUNG)
    return RESULT_HUNG;
  if (p->ending == CHECK_CRASHED)
    return RESULT_CRASHED;
  switch (p->report->answer) {
  case ANSWER_FOUND:
    return RESULT_FOUND;
  case ANSWER_DONE:
    return dcm_tested_nothing(&p->report->tested) ? RESULT_NOT_TESTED : RESULT_OK;
  case ANSWER_NONE:
    break;
  }
  return RESULT_CRASHED;
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

static void copy(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from);
}

#define COPY(to, from) copy(to, sizeof(to), from)

void check_report_found(check_report *report, const dcm_finding *finding) {
  COPY(report->what, finding->what);
  COPY(report->came, finding->came);
  COPY(report->expected, finding->expected);
  report->situation = *finding->situation;
  if (finding->difference)
    report->difference = *finding->difference;
  report->answer = ANSWER_FOUND;
}

#define END(text) ((text)[sizeof(text) - 1] = '\0')

void check_report_mend(check_report *r) {
  END(r->what);
  END(r->came);
  END(r->expected);
  END(r->difference.name);
  END(r->record.law);
  END(r->record.parameters);
  END(r->situation.called);
  END(r->situation.parameters);
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

const char *check_report_parameter(const char *text, check_parameter *p) {
  int length = 0;
  *p = (check_parameter){.has_materials = 1};
  if (sscanf(text, "%u %u %63s %lf%n", &p->materials[0], &p->materials[1], p->name, &p->value,
             &length) != 4) {
    p->has_materials = 0;
    if (sscanf(text, "%63s %lf%n", p->name, &p->value, &length) != 2)
      return NULL;
  }
  text += length;
  return text + strspn(text, ", ");
}
