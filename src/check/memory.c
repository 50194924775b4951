/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of the memory of a law: of the static variables of its library, and of the blocks that
 * init takes. */
#include <stdio.h>
#include <string.h>

#include "check/allocations.h"
#include "check/checks.h"
#include "check/parts.h"
#include "check/through.h"
#include "check/variables.h"

enum { ROUNDS = 8, CONTACTS = DCM_SCENE_CONTACTS, TURNS = 2, SETS = 2 };

static const dcm_subject *watched;
static unsigned char rubbish; /* what memory holds before a law writes to it */

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  dcm_allocations_record(DCM_RECORDING_INSTANCE, rubbish);
  const int32_t status = watched->model->init(setup, instance);
  dcm_allocations_record(DCM_RECORDING_NOTHING, rubbish);
  return status;
}

/** Fills the stack below, where the next call has its variables. */
static __attribute__((noinline)) void dirty_stack(void) {
  volatile unsigned char below[16384];
  for (size_t i = 0; i < sizeof below; i++)
    below[i] = rubbish;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  dirty_stack();
  dcm_allocations_record(DCM_RECORDING_CALLS, rubbish);
  const int32_t status = watched->model->compute(instance, contacts, response);
  dcm_allocations_record(DCM_RECORDING_NOTHING, rubbish);
  return status;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  dcm_allocations_record(DCM_RECORDING_CALLS, rubbish);
  watched->model->history(instance, event);
  dcm_allocations_record(DCM_RECORDING_NOTHING, rubbish);
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  dcm_allocations_record(DCM_RECORDING_CALLS, rubbish);
  const double result = watched->model->reach(instance, sides);
  dcm_allocations_record(DCM_RECORDING_NOTHING, rubbish);
  return result;
}

/** Calls check with laws whose memory is recorded, where this is possible. */
static void with_recorded(const dcm_subject *subject, const char *stream,
                          void (*check)(dcm_scene *s)) {
  const dcm_model functions = {.init = init,
                               .compute = compute,
                               .history = history,
                               .reach = reach,
                               .destroy = subject->model->destroy};
  watched = subject;
  if (!dcm_allocations_watch((void (*)(void))subject->original->compute))
    dcm_subject_not_tested(subject, dcm_allocations_unknown);
  dcm_check_through_with(subject, stream, &functions, ROUNDS, check);
}

/* ----------------------------------------------------------------------------------- statics */

/* Memory is compared before and after calls that have been made once before: what a law makes once,
 * such as a table at its first use, has been made by then. */

static dcm_variables *variables; /* NULL: not known */

static void note(void) {
  dcm_allocations_note();
  if (variables)
    dcm_variables_note(variables);
}

static const char own_memory[] =
    "no change of memory but the arrays of the call: scratch memory belongs on the stack";

static void expect_same_blocks(const dcm_scene *s, int turn, const char *function) {
  dcm_block block;
  char what[512], came[256];
  if (!dcm_allocations_changed(variables, &block) || turn == 0)
    return;
  snprintf(what, sizeof what,
           "%s changes memory that init has taken: threads that share the instance disturb each "
           "other, and answers may depend on earlier calls",
           function);
  snprintf(came, sizeof came, "another byte %zu in a block of %zu bytes after a call", block.at,
           block.bytes);
  dcm_scene_find_text(s, 0, what, came, own_memory);
}

/** Whether a compiler has made a variable that counts which lines run. */
static int is_of_coverage(const char *name) {
  static const char *const beginnings[] = {"__gcov", "__llvm_prf", "__profc", "__sancov"};
  for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
    if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
      return 1;
  return 0;
}

/** @param turn 0: of the calls that let the library make what it makes once, such as addresses of
 * functions that it calls */
static void expect_unchanged(dcm_scene *s, int turn, const char *function) {
  char what[512], came[256];
  expect_same_blocks(s, turn, function);
  const void *at = variables ? dcm_variables_changed(variables) : NULL;
  if (!at || turn == 0)
    return;
  const char *name = dcm_variables_name(variables, at);
  if (name && is_of_coverage(name)) {
    dcm_scene_not_tested(s, "the library was compiled such that it counts which lines run");
    return;
  }
  snprintf(what, sizeof what,
           "%s changes a static variable%s%s: threads that call the law at the same time disturb "
           "each other, and answers may depend on earlier calls",
           function, name ? " " : "", name ? name : "");
  snprintf(came, sizeof came, "another value of %s%s after a call", name ? "the variable " : "",
           name ? name : "a variable that is global, 'static' or 'save'");
  dcm_scene_find_text(s, 0, what, came, own_memory);
}

/** Reach, and the events of a contact's life, for some of the contacts. */
static void ask(dcm_scene *s, uint32_t first) {
  const uint32_t count = CONTACTS - first;
  double *fields[DCM_MOST_COMPONENTS];
  for (uint32_t c = 0; c < s->law->history_width; c++) {
    fields[c] = s->b->history[c] + first;
    memcpy(fields[c], s->a->history[c] + first, count * sizeof(double));
  }
  note();
  dcm_law_history_swap(s->law, count, fields);
  dcm_law_history_end(s->law, s->pair, (uint32_t)s->side_2, count, fields);
  dcm_law_history_begin(s->law, s->pair, (uint32_t)s->side_2, count, fields);
}

static void ask_reach(dcm_scene *s, uint32_t k) {
  const dcm_sample *c = &s->contacts[k];
  const dcm_sides sides = dcm_sides_of_particles(s->pair, c->radius_1, c->radius_1);
  note();
  dcm_law_reach(s->law, sides);
}

static void statics(dcm_scene *s) {
  static uint32_t orders[SETS][CONTACTS];
  dcm_part parts[SETS];
  dcm_parts_live(s);
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_parts_need(s, g);
  for (int set = 0; set < SETS; set++)
    parts[set] = dcm_part_drawn(s, CONTACTS - (uint32_t)set, orders[set]);
  for (int turn = 0; turn < TURNS; turn++)
    for (int set = 0; set < SETS; set++) {
      note();
      dcm_guarded_compute(g, s->a, s->law, &parts[set], s->side_2, s->dt);
      expect_unchanged(s, turn, "compute");
      ask(s, (uint32_t)set);
      expect_unchanged(s, turn, "history");
      ask_reach(s, (uint32_t)set);
      expect_unchanged(s, turn, "reach");
    }
  dcm_guarded_destroy(g);
}

void dcm_check_statics(const dcm_subject *subject) {
  variables = dcm_variables_of((void (*)(void))subject->original->compute);
  if (!variables)
    dcm_subject_not_tested(subject, dcm_variables_unknown);
  with_recorded(subject, "statics", statics);
  dcm_variables_free(variables);
}

/* ------------------------------------------------------------------------------------ blocks */

static void expect_within(const dcm_scene *s, const char *function) {
  dcm_block block;
  char what[256], came[256];
  if (!dcm_allocations_overrun(&block))
    return;
  snprintf(what, sizeof what, "%s writes beyond a block of memory that init has taken", function);
  snprintf(came, sizeof came, "a write to byte %zu of a block of %zu bytes", block.at, block.bytes);
  dcm_scene_find_text(s, 0, what, came,
                      "writes within the block: look for a table that is a number too short");
}

static void expect_same(const dcm_scene *s, const dcm_guarded *came, const dcm_guarded *expected,
                        const char *how) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_parts_compare(s, came, k, expected, k, how);
}

/** Makes the law of the scene once more, from other rubbish, and computes.
 * @return the law, or NULL */
static dcm_law *once_more(dcm_scene *s, unsigned char made_of, dcm_guarded *answers,
                          const dcm_part *part) {
  dcm_error error;
  rubbish = made_of;
  dcm_law *law = dcm_law_create(s->drawn.settings, dcm_error_log, &error, &error);
  if (!law)
    return NULL;
  expect_within(s, "init");
  dcm_guarded_compute(answers, s->a, law, part, s->side_2, s->dt);
  expect_within(s, "compute");
  return law;
}

/** Compares two instances of the law of the scene, and then the scene's own, when both are gone. */
static void blocks(dcm_scene *s) {
  dcm_parts_live(s);
  dcm_guarded *first = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_guarded *second = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_parts_need(s, first);
  dcm_parts_need(s, second);
  const dcm_part part = dcm_part_of_all();
  dcm_law *one = once_more(s, 0x5a, first, &part);
  dcm_law *two = once_more(s, 0xa5, second, &part);
  if (one && two)
    expect_same(
        s, second, first,
        "memory that the law has not written: on a variable without a first value, on a block as "
        "malloc gives it, on what stands behind a block or in a block that is freed");
  dcm_law_destroy(one);
  dcm_law_destroy(two);
  expect_within(s, "destroy");
  dcm_guarded_compute(second, s->a, s->law, &part, s->side_2, s->dt);
  if (one)
    expect_same(s, second, first, "memory that another instance had and has freed");
  dcm_guarded_destroy(first);
  dcm_guarded_destroy(second);
}

void dcm_check_blocks(const dcm_subject *subject) {
  with_recorded(subject, "blocks", blocks);
}
