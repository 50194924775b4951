/* SPDX-License-Identifier: MIT */
/** @file
 * Check whether a law leaves the process alone: its outputs, its environment variables, its folder,
 * its locale, its signals. A process has one of each, and all of them are the host's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "check/checks.h"
#include "check/through.h"

extern char **environ;

/** State of a process that a law must leave alone; hashes where a text would be long. */
typedef struct surroundings {
  uint64_t variables, locale, folder, signals, timers, mask, printed;
} surroundings;

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

static const dcm_subject *watched;
static surroundings at_first; /* before the library was loaded */
static FILE *output;          /* in the place of both standard outputs, while the check runs */

static uint64_t hash(uint64_t sum, const void *bytes, size_t count) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < count; i++)
    sum = (sum ^ b[i]) * 1099511628211u;
  return sum;
}

static uint64_t hash_of_signals(void) {
  uint64_t sum = 0;
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0)
      continue;
    const int flags = action.sa_flags;
    sum = hash(sum, &action.sa_handler, sizeof action.sa_handler);
    sum = hash(sum, &flags, sizeof flags);
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
static uint64_t printed(void) {
  if (!output)
    return 0;
  static void (*flush_fortran)(const int *unit);
  static int is_known;
  if (!is_known) {
    void *library = dlopen("libgfortran.so.5", RTLD_NOW | RTLD_NOLOAD);
    void *flush = library ? dlsym(library, "_gfortran_flush_i4") : NULL;
    memcpy(&flush_fortran, &flush, sizeof flush);
    is_known = 1;
  }
  if (flush_fortran)
    flush_fortran(NULL);
  fflush(NULL);
  const off_t end = lseek(fileno(output), 0, SEEK_END);
  return end > 0 ? (uint64_t)end : 0;
}

static surroundings surroundings_now(void) {
  static char folder[4096];
  surroundings now = {.printed = printed()};
  for (char **variable = environ; variable && *variable; variable++)
    now.variables = hash(now.variables, *variable, strlen(*variable) + 1);
  const char *locale = setlocale(LC_ALL, NULL);
  now.locale = locale ? hash(0, locale, strlen(locale)) : 0;
  now.folder = getcwd(folder, sizeof folder) ? hash(0, folder, strlen(folder)) : 0;
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

static void tell_output(uint64_t from, char *came, size_t size) {
  char text[256];
  const ssize_t got = pread(fileno(output), text, sizeof text - 1, (off_t)from);
  text[got > 0 ? got : 0] = '\0';
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
  snprintf(came, size, "'%s' on standard output or standard error", text);
}

static void expect_unchanged(const surroundings *then, const char *function) {
  const surroundings now = surroundings_now();
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    char what[256], came[512] = "a change that outlasts the call";
    if (number(then, kinds[i].place) == number(&now, kinds[i].place))
      continue;
    if (kinds[i].place == offsetof(surroundings, printed))
      tell_output(then->printed, came, sizeof came);
    snprintf(what, sizeof what, "%s %s", function, kinds[i].does);
    dcm_subject_find(watched, what, watched->model->id, came, kinds[i].expected);
  }
}

static surroundings before;

static void look_before(void) {
  before = surroundings_now();
}

static void look_after(const char *function) {
  expect_unchanged(&before, function);
}

void dcm_check_note_process(void) {
  at_first = surroundings_now();
}

static void enter(void) {
  const dcm_host host = {.size = sizeof host,
                         .abi_version = DCM_ABI_VERSION,
                         .name = "dcm check",
                         .log = dcm_error_log,
                         .log_data = &(dcm_error){{0}}};
  look_before();
  watched->entry(&host);
  look_after(DCM_LIBRARY_SYMBOL);
}

void dcm_check_surroundings(const dcm_subject *subject) {
  watched = subject;
  expect_unchanged(&at_first, "the library, when it is loaded, or init");
  output = tmpfile();
  if (!output) {
    dcm_subject_not_tested(subject, "no temporary file can be made for what a law prints");
    return;
  }
  fflush(NULL);
  const int kept[] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
  dup2(fileno(output), STDOUT_FILENO);
  dup2(fileno(output), STDERR_FILENO);
  enter();
  dcm_check_around(subject, "surroundings", look_before, look_after);
  fflush(NULL);
  dup2(kept[0], STDOUT_FILENO);
  dup2(kept[1], STDERR_FILENO);
  close(kept[0]);
  close(kept[1]);
  fclose(output);
  output = NULL;
}
