/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of the memory of a law: of the static variables of its library, and, under valgrind, of
 * the blocks that it takes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/checks.h"
#include "check/contract/interposer.h"

#if defined(__linux__) && defined(__GLIBC__)
#include <link.h>
#include <sys/prctl.h>
#define KNOWS_VARIABLES 1
#else
#define KNOWS_VARIABLES 0
#endif

enum { ROUNDS = 8, CONTACTS = DCM_SCENE_CONTACTS, TURNS = 2, SETS = 2 };

/* ---------------------------------------------------------------------------------- variables */

enum { MOST_SEGMENTS = 8 };

/** Memory in which a library has its variables, those of threads excepted. In whole words: pages
 * hold a whole number of them. */
typedef struct variables {
  uintptr_t function, base; /* any function of the library, and where the library begins */
  char file[256];
  size_t count;
  struct {
    const volatile uint64_t *first;
    size_t words;
    uint64_t *noted;
  } segments[MOST_SEGMENTS];
} variables;

#if KNOWS_VARIABLES

static int take(struct dl_phdr_info *object, size_t size, void *data) {
  variables *v = data;
  int is_it = 0;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    const uintptr_t first = object->dlpi_addr + p->p_vaddr;
    is_it |= p->p_type == PT_LOAD && v->function >= first && v->function < first + p->p_memsz;
  }
  if (!is_it)
    return 0;
  v->base = object->dlpi_addr;
  snprintf(v->file, sizeof v->file, "%s", object->dlpi_name[0] ? object->dlpi_name : "dcm");
  for (int i = 0; i < object->dlpi_phnum && v->count < MOST_SEGMENTS; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    const uintptr_t word = sizeof(uint64_t), first = (v->base + p->p_vaddr) / word * word;
    const size_t words = (v->base + p->p_vaddr + p->p_memsz - first + word - 1) / word;
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
      continue;
    v->segments[v->count].first = (const volatile uint64_t *)first;
    v->segments[v->count].words = words;
    v->segments[v->count++].noted = malloc(words * word);
  }
  return 1;
}

static int find_variables(variables *v) {
  int known = dl_iterate_phdr(take, v);
  for (size_t i = 0; i < v->count; i++)
    known = known && v->segments[i].noted;
  return known;
}

#else

static int find_variables(variables *v) {
  (void)v;
  return 0;
}

#endif

/* Between the variables of a library that was compiled with a sanitizer lies memory that nobody but
 * these functions may read; memcpy and memcmp may not either. */
#define READS_ALL __attribute__((no_sanitize("address", "undefined")))

READS_ALL static void note(variables *v) {
  for (size_t i = 0; i < v->count; i++)
    for (size_t at = 0; at < v->segments[i].words; at++)
      v->segments[i].noted[at] = v->segments[i].first[at];
}

/** The first word that has another value than when noted; 0: there is none. */
READS_ALL static uintptr_t changed(const variables *v) {
  for (size_t i = 0; i < v->count; i++)
    for (size_t at = 0; at < v->segments[i].words; at++)
      if (v->segments[i].first[at] != v->segments[i].noted[at])
        return (uintptr_t)&v->segments[i].first[at];
  return 0;
}

/* ------------------------------------------------------------------------------------ statics */

/* Memory is compared before and after calls that have been made once before: what a law makes once,
 * such as a table at its first use, has been made by then.
 * turn 0: of the calls that let the library make what it makes once, such as addresses of functions
 * that it calls */
static void expect_unchanged(dcm_scene *s, int turn, const char *function) {
  const variables *v = s->state;
  char what[512], came[512];
  const uintptr_t at = changed(v);
  if (!at || turn == 0)
    return;
  snprintf(what, sizeof what,
           "%s changes a static variable: threads that call the law at the same time disturb each "
           "other, and answers may depend on earlier calls",
           function);
  snprintf(
      came, sizeof came,
      "another value, after a call, of a variable that is global, 'static' or 'save', at 0x%zx "
      "of %s: 'nm -n' prints its name",
      (size_t)(at - v->base), v->file);
  dcm_scene_find_text(
      s, 0, what, came,
      "no change of memory but the arrays of the call: scratch memory belongs on the stack");
}

static void statics(dcm_scene *s) {
  dcm_batch *a = s->a, *b = s->b;
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_scene_copy(s);
  dcm_law *other = dcm_scene_other_law(s);
  for (int turn = 0; turn < TURNS; turn++)
    for (uint32_t set = 0; set < SETS; set++) {
      /* A variable to which compute copies something has a constant of another instance now, and a
       * number of the last contact of the set before, which is another contact. */
      if (other)
        dcm_batch_evaluate(a, other, s->side_2, s->dt);
      a->count = CONTACTS - set;
      note(s->state);
      dcm_batch_evaluate(a, s->law, s->side_2, s->dt);
      expect_unchanged(s, turn, "compute");
      note(s->state);
      dcm_law_history_swap(s->law, a->count, b->history);
      dcm_law_history_end(s->law, s->pair, (uint32_t)s->side_2, a->count, b->history);
      dcm_law_history_begin(s->law, s->pair, (uint32_t)s->side_2, a->count, b->history);
      expect_unchanged(s, turn, "history");
      note(s->state);
      dcm_reach_of(s->law, s->side_2, s->pair, a->radius_1[set], a->radius_2[set]);
      expect_unchanged(s, turn, "reach");
    }
  dcm_law_destroy(other);
}

void dcm_check_statics(const dcm_subject *subject) {
  variables v = {.function = (uintptr_t)subject->original->compute};
  if (find_variables(&v))
    dcm_scene_rounds(subject, "statics", 2, ROUNDS, statics, &v);
  else
    dcm_subject_not_tested(subject, "this system does not say where a library has its variables");
  for (size_t i = 0; i < v.count; i++)
    free(v.segments[i].noted);
}

/* -------------------------------------------------------------------------------- in valgrind */

static const char in_valgrind[] = "DCM_CHECK_IN_VALGRIND";

/** Has the law make and use all its memory, and looks at each answer, for valgrind reports a
 * number without a value where something depends on it. */
static void use_memory(dcm_scene *s) {
  const dcm_answer *flaw;
  dcm_law *other = dcm_scene_other_law(s);
  for (int use = 0; use < 2; use++) {
    dcm_let_live(s);
    dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
    dcm_first_flaw(s->law, s->a, s->dt, &flaw);
    dcm_law_destroy(other);
    other = NULL;
    dcm_law_history_begin(s->law, s->pair, (uint32_t)s->side_2, CONTACTS, s->a->history);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      for (uint32_t k = 0; k < CONTACTS && isfinite(s->a->history[c][k]); k++)
        ;
  }
}

/* ----------------------------------------------------------------------------------- valgrind */

/** The errors that a tool of valgrind looks for, and which check it sees. */
typedef struct tool {
  const char *name, *check, *options[3], *expected;
} tool;

static const tool tools[] = {
    {"memcheck",
     "memory",
     {"--leak-check=full", "--show-leak-kinds=definite", "--track-origins=yes"},
     "memory that the law has taken and written, and that destroy gives back: look for a table "
     "that "
     "is a number too short, for malloc in the place of calloc, for a variable without a first "
     "value, and for what init takes before it refuses"},
    {"drd",
     "threads",
     {"--check-stack-var=no", "--first-race-only=yes", "--show-confl-seg=no"},
     "no change of memory but the arrays of the call, for threads share an instance: scratch "
     "memory "
     "belongs on the stack"},
};

/** Copies what stands between a beginning and the next '<', with the few characters that XML
 * escapes. @return 0 if there is no such beginning before the end */
static int text_behind(const char *begin, const char *end, const char *tag, char *text,
                       size_t size) {
  const char *at = strstr(begin, tag);
  size_t used = 0;
  if (!at || at >= end)
    return 0;
  for (at += strlen(tag); at < end && *at != '<' && used + 1 < size; used++) {
    const int is_less = strncmp(at, "&lt;", 4) == 0, is_more = strncmp(at, "&gt;", 4) == 0;
    text[used] = is_less ? '<' : is_more ? '>' : *at;
    at += is_less || is_more ? 4 : strncmp(at, "&amp;", 5) == 0 ? 5 : 1;
  }
  text[used] = '\0';
  return 1;
}

/** Writes the functions of a library in the first stack of calls that has any, the innermost first.
 * @return whether there are any */
static int frames_of(const char *at, const char *end, const char *library, char *text,
                     size_t size) {
  size_t used = 0;
  text[0] = '\0';
  while ((at = strstr(at, "<frame>")) != NULL && at < end) {
    char object[4096], function[128] = "?", file[256], line[16];
    const char *close = strstr(at, "</frame>"), *stack = strstr(at, "</stack>");
    if (!close)
      break;
    if (text_behind(at, close, "<obj>", object, sizeof object) && strcmp(object, library) == 0 &&
        used < size) {
      text_behind(at, close, "<fn>", function, sizeof function);
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", called by " : "in ",
                               function);
      if (used < size && text_behind(at, close, "<file>", file, sizeof file) &&
          text_behind(at, close, "<line>", line, sizeof line))
        used += (size_t)snprintf(text + used, size - used, " (%s:%s)", file, line);
    }
    if (used && stack && stack < strstr(close, "<frame>"))
      break;
    at = close;
  }
  return used > 0;
}

/** Reports the first error in a report of valgrind in which the library has a part. The processes
 * of the command write their reports into one file, one process at a time. */
static void read_report(const dcm_subject *subject, const tool *t, const char *library,
                        int report) {
  char what[512], text[384], came[1024], *all = NULL;
  size_t room = 0;
  FILE *stream = fdopen(report, "r");
  const int has_all =
      stream && fseek(stream, 0, SEEK_SET) == 0 && getdelim(&all, &room, '\0', stream) > 0;
  if (stream)
    fclose(stream);
  for (const char *at = has_all ? all : ""; (at = strstr(at, "<error>")) != NULL; at++) {
    const char *end = strstr(at, "</error>");
    if (!end || !frames_of(at, end, library, came, sizeof came))
      continue;
    if (!text_behind(at, end, "<text>", text, sizeof text) &&
        !text_behind(at, end, "<what>", text, sizeof text))
      continue;
    snprintf(what, sizeof what, "valgrind says of the law: %s", text);
    dcm_subject_find(subject, what, subject->model->id, came, t->expected);
  }
  free(all);
}

/** Runs a check of the command in valgrind.
 * @param report a file without a name, for what valgrind reports
 * @return the exit code of the command, 127 where there is no valgrind, -1 where it crashed */
static int run(const dcm_subject *subject, const tool *t, int report) {
  enum { MOST = 128 };
  char name[64], file[64];
  const char *arguments[MOST] = {"valgrind", name, "-q", "--xml=yes", file};
  int status, count = 5;
  snprintf(name, sizeof name, "--tool=%s", t->name);
  snprintf(file, sizeof file, "--xml-fd=%d", report);
  for (int i = 0; i < 3; i++)
    arguments[count++] = t->options[i];
  for (const char *const *a = subject->again; *a && count < MOST - 3; a++)
    arguments[count++] = *a;
  arguments[count++] = "--only";
  arguments[count++] = t->check;
  const pid_t child = fork();
  if (child == 0) {
    setenv(in_valgrind, "1", 1);
#if KNOWS_VARIABLES
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) < 0)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/** The path of the library of a law, as valgrind names it. @return whether it is no part of dcm */
static int find_library(const dcm_subject *subject, char path[PATH_MAX]) {
  char own[PATH_MAX];
  Dl_info info;
  void *function;
  memcpy(&function, &subject->original->compute, sizeof function);
  return dladdr(function, &info) && realpath(info.dli_fname, path) &&
         realpath("/proc/self/exe", own) && strcmp(path, own) != 0;
}

void dcm_check_memory(const dcm_subject *subject) {
  char library[PATH_MAX];
  if (getenv(in_valgrind)) {
    dcm_scene_rounds(subject, "memory", 2, ROUNDS, use_memory, NULL);
    return;
  }
  if (!subject->again) {
    dcm_subject_not_tested(subject, "the option --memory runs the law in valgrind");
    return;
  }
  if (!find_library(subject, library)) {
    dcm_subject_not_tested(subject, "the law is a part of dcm, and not of a library of its own");
    return;
  }
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
    const int report = memfd_create("report", 0);
    const int status = report < 0 ? -1 : run(subject, &tools[i], report);
    read_report(subject, &tools[i], library, report);
    if (status != 0) {
      dcm_subject_not_tested(
          subject, status == 127 ? "there is no valgrind here; on Debian, apt install valgrind"
                                 : "valgrind cannot run this law, or this build of dcm");
      return;
    }
  }
  subject->tested->rounds++;
}
