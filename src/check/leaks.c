/* SPDX-License-Identifier: MIT */
/** @file
 * Check whether a law gives back what it takes: memory, and open files. */
#include <fcntl.h>
#include <stdio.h>

#include "check/checks.h"
#include "check/clock.h"
#include "check/parts.h"
#include "check/variables.h"

enum { ROUNDS = 4, WARM = 12, TIMES = 16, PARTS = 3, ATTEMPTS = 8, MOST_FILES = 256 };

/* Every allocator takes at least so much for a block. */
enum { LEAST_BYTES = 8 };

/** Resources that a process has taken. */
typedef struct taken {
  size_t bytes, files;
} taken;

static taken taken_now(void) {
  taken t = {.bytes = dcm_allocated_bytes()};
  for (int file = 0; file < MOST_FILES; file++)
    t.files += fcntl(file, F_GETFD) >= 0;
  return t;
}

/** Fewer times if the calls take longer than so many seconds.
 * @return how many times */
static size_t call_often(dcm_scene *s, void (*calls)(dcm_scene *s), size_t most, double seconds) {
  enum { LEAST = 2 };
  const double begin = dcm_processor_seconds(0);
  size_t times = 0;
  while (times < most && (times < LEAST || dcm_processor_seconds(0) - begin < seconds)) {
    calls(s);
    times++;
  }
  return times;
}

static size_t growth(size_t before, size_t after) {
  return after > before ? after - before : 0;
}

/** Resources that grew in every part of some repetitions. */
typedef struct grown {
  size_t bytes, files; /**< 0: not in every part */
  size_t times;
} grown;

static grown grow(dcm_scene *s, void (*calls)(dcm_scene *s), double seconds) {
  int with_bytes = 1, with_files = 1;
  size_t times = 0;
  call_often(s, calls, WARM, seconds);
  const taken first = taken_now();
  taken now = first;
  for (int part = 0; part < PARTS && (with_bytes || with_files); part++) {
    const taken before = now;
    const size_t of_part = call_often(s, calls, TIMES, seconds);
    now = taken_now();
    times += of_part;
    with_bytes = with_bytes && growth(before.bytes, now.bytes) >= LEAST_BYTES * of_part;
    with_files = with_files && growth(before.files, now.files) >= of_part / 2;
  }
  return (grown){.bytes = with_bytes ? growth(first.bytes, now.bytes) : 0,
                 .files = with_files ? growth(first.files, now.files) : 0,
                 .times = times};
}

/** Repeats calls. A library may make something once, and allocators keep some blocks of each size;
 * what grows in every part of the repetitions is lost. Laws that solve equations in init are called
 * a few times only, unless something grows in these. */
static void repeat(dcm_scene *s, void (*calls)(dcm_scene *s), const char *which,
                   const char *expected) {
  static const double few_seconds = 0.02, all = 20.0;
  char what[256], came[128];
  grown g = grow(s, calls, few_seconds);
  if (g.bytes || g.files)
    g = grow(s, calls, all);
  if (!g.bytes && !g.files)
    return;
  snprintf(what, sizeof what, "%s %s and does not %s", which,
           g.bytes ? "takes memory" : "opens files", g.bytes ? "give it back" : "close them");
  snprintf(came, sizeof came, "%zu %s more after %zu repetitions", g.bytes ? g.bytes : g.files,
           g.bytes ? "bytes" : "open files", g.times);
  dcm_subject_report(s->subject, &(dcm_finding){.what = what,
                                                .situation = dcm_scene_situation(s),
                                                .came = came,
                                                .expected = expected});
}

static void make(dcm_scene *s) {
  dcm_error ignored;
  dcm_law_destroy(dcm_law_create(s->drawn.settings, dcm_error_log, &ignored, &ignored));
}

static void compute(dcm_scene *s) {
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
}

static void tell(dcm_scene *s) {
  const uint32_t count = DCM_SCENE_CONTACTS, side_2 = (uint32_t)s->side_2;
  dcm_law_history_begin(s->law, s->pair, side_2, count, s->b->history);
  dcm_law_history_swap(s->law, count, s->b->history);
  dcm_law_history_end(s->law, s->pair, side_2, count, s->b->history);
  dcm_law_reach(s->law,
                dcm_sides_of_particles(s->pair, s->contacts[0].radius_1, s->contacts[0].radius_1));
}

static void leaks(dcm_scene *s) {
  dcm_scene_live(s, dcm_scene_side(s));
  if (s->round == 0) /* the next rounds have the same law, and some laws solve equations in init */
    repeat(s, make, "an instance of the law",
           "as much after an instance is destroyed as before it was made: destroy frees everything "
           "that init made");
  repeat(s, compute, "compute", "as much after a call as before");
  repeat(s, tell, "history or reach", "as much after a call as before");
}

/** Counts the resources that init keeps when init refuses: destroy does not give these back. */
static void refusals(const dcm_subject *subject, const dcm_case *the_case) {
  static dcm_scene s;
  dcm_error error;
  s = (dcm_scene){.subject = subject, .the_case = *the_case};
  s.random = dcm_random_of_seed(subject->seed, dcm_random_hash(the_case->name));
  for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
    dcm_law *law = dcm_draw_law(the_case, 2, subject->fixed, &s.random, attempt, &s.drawn, &error);
    if (!law)
      repeat(&s, make, "init, which refuses parameters,",
             "as much after init returns DCM_ERROR as before: nobody calls destroy");
    dcm_law_destroy(law);
  }
  dcm_drawn_free(&s.drawn);
}

void dcm_check_leaks(const dcm_subject *subject) {
  if (dcm_allocated_bytes() == 0)
    dcm_subject_not_tested(subject, "this system does not tell how much memory is allocated");
  dcm_scene_rounds(subject, "leaks", NULL, 2, ROUNDS, leaks);
  for (uint32_t i = 0; i < subject->case_count; i++)
    refusals(subject, &subject->cases[i]);
}
