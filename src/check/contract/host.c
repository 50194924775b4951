/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of what a law owes its host, beside forces: init takes what the description allows, words
 * of options can be written, and the law leaves the process alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "check/checks.h"
#include "check/contract/interposer.h"
#include "runtime/machine.h"
#include "runtime/model.h"

/* -------------------------------------------------------------------------------------- words */

/* Characters that hosts take for comments, variables, quotes and continued lines before a law sees
 * a word. */
static const char special[] = "#$&\"'\\";

static void expect_plain(const dcm_subject *subject, const dcm_option *option, const char *word) {
  const char *bad = strpbrk(word, special);
  dcm_error what, came;
  if (!bad)
    return;
  dcm_fail(
      &what,
      "users cannot choose a word of the option '%s': '%c' has another meaning in inputs of hosts",
      option->name, *bad);
  dcm_fail(&came, "%s", word);
  dcm_subject_find(subject, what.text, subject->model->id, came.text,
                   "letters and digits, and marks such as _ - . + between letters");
}

void dcm_check_words(const dcm_subject *subject) {
  const dcm_model *model = subject->model;
  if (!model->option_count)
    dcm_subject_not_tested(subject, "the law has no options");
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    for (uint32_t c = 0; c < option->choice_count; c++)
      expect_plain(subject, option, option->choices[c]);
  }
}

/* -------------------------------------------------------------------------------------- setup */

enum { ROUNDS = 12, FEW_ATTEMPTS = 8 };

static void find(const dcm_subject *subject, const dcm_case *the_case, const dcm_drawn *drawn,
                 const char *what, const char *came, const char *expected) {
  dcm_situation situation;
  dcm_situation_law(&situation, the_case->name, &drawn->values);
  dcm_subject_report(
      subject,
      &(dcm_finding){.what = what, .situation = &situation, .came = came, .expected = expected});
}

/** Draws until init accepts.
 * @param attempts most draws
 * @return NULL if init refuses all */
static dcm_law *accepted(const dcm_subject *subject, const dcm_case *the_case, uint32_t materials,
                         dcm_random *random, int attempts, dcm_drawn *drawn, dcm_error *error) {
  for (int attempt = 0; attempt < attempts; attempt++) {
    dcm_law *law = dcm_draw_law(the_case, materials, subject->fixed, random, attempt, drawn, error);
    if (law)
      return law;
    if (strstr(error->text, "without giving a reason"))
      find(subject, the_case, drawn, "init refuses parameters without a sentence",
           "DCM_ERROR, and nothing in instance->log with level DCM_LOG_ERROR",
           "a sentence that names the parameter, its value and what is allowed");
  }
  return NULL;
}

/** Makes and frees laws of every case; each refusal must have a sentence. */
void dcm_check_setup(const dcm_subject *subject) {
  dcm_drawn drawn = {0};
  dcm_error error;
  uint32_t made = 0;
  for (uint32_t i = 0; i < subject->case_count; i++) {
    const dcm_case *the_case = &subject->cases[i];
    dcm_random random = dcm_random_of_seed(subject->seed, dcm_random_hash(the_case->name));
    for (int round = 0; round < ROUNDS; round++) {
      /* The first round finds out whether any are accepted. */
      dcm_law *law = accepted(subject, the_case, 1 + (uint32_t)round % 3, &random,
                              round ? FEW_ATTEMPTS : DCM_DRAW_ATTEMPTS, &drawn, &error);
      made += law != NULL;
      dcm_law_destroy(law);
    }
  }
  if (!made)
    find(subject, &subject->cases[subject->case_count - 1], &drawn,
         "init refuses all random parameters within their ranges", error.text,
         "ranges in the description that say what init accepts; or fix these "
         "parameters with --set");
  dcm_drawn_free(&drawn);
}

/* -------------------------------------------------------------------------------- surroundings */

/* The floating-point environment, the outputs, environment variables, the folder, the locale,
 * signals: a process has one of each, and all of them are the host's. */

static void find_float_changes(const dcm_subject *subject, uint32_t changes, const char *who) {
  dcm_error what, came;
  if (!changes)
    return;
  dcm_fail(&what,
           "%s changes the floating-point environment of the host, and so all later results of the "
           "thread",
           who);
  dcm_fail(&came, "changed: ");
  dcm_float_environment_append(changes, &came);
  dcm_subject_find(subject, what.text, subject->model->id, came.text,
                   changes & DCM_FLOAT_FLUSHING
                       ? "the environment as it was: link without -Ofast and -ffast-math, because "
                         "these options add crtfastmath.o"
                       : "the environment as it was: restore changes with fesetenv");
}

extern char **environ;

/** State of a process that a law must leave alone; hashes where a text would be long. */
struct dcm_surroundings {
  uint64_t variables, locale, folder, signals, timers, mask, printed;
};
typedef struct dcm_surroundings surroundings;

static const struct {
  size_t place;
  const char *does, *expected;
} kinds[] = {
    {offsetof(surroundings, printed), "prints",
     "silence: many processes run a law, and a host has a log; hand sentences to instance->log"},
    {offsetof(surroundings, variables), "changes environment variables",
     "no setenv, putenv and unsetenv: other libraries of the process read these variables"},
    {offsetof(surroundings, folder), "changes the folder of the process",
     "no chdir: a host writes its files there"},
    {offsetof(surroundings, locale), "changes the locale of the process",
     "no setlocale: a host reads and writes numbers with a point"},
    {offsetof(surroundings, signals), "changes how the process reacts to signals",
     "no signal and sigaction: a host stops and reports crashes by signals"},
    {offsetof(surroundings, timers), "sets a timer of the process",
     "no alarm and setitimer: the signal of a timer ends a host that does not expect the signal"},
    {offsetof(surroundings, mask), "changes the permissions of files that the process makes",
     "no umask"},
};

typedef struct watch {
  const dcm_subject *subject;
  FILE *output; /* in the place of both standard outputs, while the check runs; NULL: not yet */
  surroundings before;
  dcm_float_environment floats; /* hosts undo changes in init alone */
} watch;

static uint64_t hash_of_signals(void) {
  uint64_t sum = 0;
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0)
      continue;
    const int flags = action.sa_flags;
    sum = dcm_hash(sum, &action.sa_handler, sizeof action.sa_handler);
    sum = dcm_hash(sum, &flags, sizeof flags);
  }
  return sum;
}

static uint64_t hash_of_timers(void) {
  static const int timers[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  uint64_t sum = 0;
  for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
    struct itimerval value;
    if (getitimer(timers[i], &value) == 0)
      sum = 2 * sum + (value.it_value.tv_sec || value.it_value.tv_usec);
  }
  return sum;
}

/** Hash of the text on the standard outputs. Fortran keeps output of its own. */
static uint64_t printed(FILE *output) {
  void (*flush_fortran)(const int *unit);
  void *library = output ? dlopen("libgfortran.so.5", RTLD_NOW | RTLD_NOLOAD) : NULL;
  void *flush = library ? dlsym(library, "_gfortran_flush_i4") : NULL;
  memcpy(&flush_fortran, &flush, sizeof flush);
  if (flush_fortran)
    flush_fortran(NULL);
  if (library)
    dlclose(library);
  if (!output)
    return 0;
  fflush(NULL);
  const off_t end = lseek(fileno(output), 0, SEEK_END);
  return end > 0 ? (uint64_t)end : 0;
}

static surroundings surroundings_now(FILE *output) {
  char folder[4096];
  surroundings now = {.printed = printed(output)};
  for (char **variable = environ; variable && *variable; variable++)
    now.variables = dcm_hash(now.variables, *variable, strlen(*variable) + 1);
  const char *locale = setlocale(LC_ALL, NULL);
  now.locale = locale ? dcm_hash(0, locale, strlen(locale)) : 0;
  now.folder = getcwd(folder, sizeof folder) ? dcm_hash(0, folder, strlen(folder)) : 0;
  now.signals = hash_of_signals();
  now.timers = hash_of_timers();
  const mode_t mask = umask(0);
  umask(mask);
  now.mask = mask;
  return now;
}

static uint64_t number(const surroundings *s, size_t place) {
  uint64_t value;
  memcpy(&value, (const char *)s + place, sizeof value);
  return value;
}

static void read_output(FILE *output, uint64_t from, char *came, size_t size) {
  char text[256];
  const ssize_t got = pread(fileno(output), text, sizeof text - 1, (off_t)from);
  text[got > 0 ? got : 0] = '\0';
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
  snprintf(came, size, "'%s' on standard output or standard error", text);
}

static void expect_unchanged(const watch *w, const surroundings *then, const char *function) {
  const surroundings now = surroundings_now(w->output);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    char what[256], came[512] = "a change that outlasts the call";
    if (number(then, kinds[i].place) == number(&now, kinds[i].place))
      continue;
    if (kinds[i].place == offsetof(surroundings, printed))
      read_output(w->output, then->printed, came, sizeof came);
    snprintf(what, sizeof what, "%s %s", function, kinds[i].does);
    dcm_subject_find(w->subject, what, w->subject->model->id, came, kinds[i].expected);
  }
}

static void note_surroundings(void *data, dcm_call *call) {
  watch *w = data;
  (void)call;
  w->before = surroundings_now(w->output);
  w->floats = dcm_float_environment_now();
}

static void expect_surroundings(void *data, dcm_call *call) {
  const watch *w = data;
  find_float_changes(w->subject, dcm_float_environment_restore(&w->floats),
                     dcm_function_name(call->function));
  expect_unchanged(w, &w->before, dcm_function_name(call->function));
}

dcm_surroundings *dcm_surroundings_now(void) {
  static surroundings now;
  now = surroundings_now(NULL);
  return &now;
}

/** Asks the library once more. */
static void enter(watch *w) {
  const dcm_host host = {.size = sizeof host,
                         .abi_version = DCM_ABI_VERSION,
                         .name = "dcm check",
                         .log = dcm_error_log,
                         .log_data = &(dcm_error){{0}}};
  const surroundings before = surroundings_now(w->output);
  w->subject->entry(&host);
  expect_unchanged(w, &before, DCM_LIBRARY_SYMBOL);
}

static uint32_t open_files(void) {
  enum { MOST_FILES = 256 };
  uint32_t count = 0;
  for (int file = 0; file < MOST_FILES; file++)
    count += fcntl(file, F_GETFD) >= 0;
  return count;
}

/** An instance may have files until destroy, and a library may open some once. */
static void expect_closed(const dcm_subject *subject, uint32_t before, uint32_t after) {
  enum { ENOUGH = 3 };
  char came[128];
  if (after < before + ENOUGH)
    return;
  snprintf(came, sizeof came, "%u more open files after some instances", after - before);
  dcm_subject_find(subject, "an instance of the law opens files and does not close them",
                   subject->model->id, came, "as many open files after destroy as before init");
}

void dcm_check_surroundings(const dcm_subject *subject) {
  watch w = {.subject = subject};
  dcm_interposer interposer = {note_surroundings, expect_surroundings, &w, NULL};
  find_float_changes(subject, subject->float_changes, "the library, or a library that it needs,");
  expect_unchanged(&w, subject->surroundings, "the library, when it is loaded, or init");
  w.output = tmpfile();
  if (!w.output) {
    dcm_subject_not_tested(subject, "no temporary file can be made for what a law prints");
    return;
  }
  fflush(NULL);
  const int kept[] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
  dup2(fileno(w.output), STDOUT_FILENO);
  dup2(fileno(w.output), STDERR_FILENO);
  enter(&w);
  const uint32_t files = open_files();
  dcm_interpose(&interposer);
  dcm_scene_rounds(subject, "surroundings", 2, ROUNDS, dcm_let_live, NULL);
  dcm_interpose_no_more();
  expect_closed(subject, files, open_files());
  fflush(NULL);
  dup2(kept[0], STDOUT_FILENO);
  dup2(kept[1], STDERR_FILENO);
  close(kept[0]);
  close(kept[1]);
  fclose(w.output);
}
