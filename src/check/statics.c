/* SPDX-License-Identifier: MIT */
/** @file
 * Check whether a law keeps anything in static variables. The variables of the law's library are
 * compared before and after calls that have been made once before: what a library makes once, such
 * as a table at its first use, has been made by then. */
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/parts.h"
#include "check/variables.h"

enum { ROUNDS = 8, CONTACTS = DCM_SCENE_CONTACTS, TURNS = 2, SETS = 2 };

static dcm_variables *variables;

/** @param turn 0: of the calls that let the library make what it makes once, such as addresses of
 * functions that it calls */
static void expect_unchanged(const dcm_scene *s, int turn, const char *function) {
  char what[512], came[256];
  const void *at = dcm_variables_changed(variables);
  if (!at || turn == 0)
    return;
  const char *name = dcm_variables_name(variables, at);
  snprintf(what, sizeof what,
           "%s changes a static variable%s%s: threads that call the law at the same time disturb "
           "each other, and answers may depend on earlier calls",
           function, name ? " " : "", name ? name : "");
  snprintf(came, sizeof came, "another value of %s%s after a call", name ? "the variable " : "",
           name ? name
                : "a variable outside of functions, or of a variable that is 'static' or "
                  "'save'");
  dcm_scene_find_text(s, 0, what, came,
                      "no change of memory but the arrays of the call: scratch memory belongs on "
                      "the stack, and constants that init computes belong at instance->data");
}

/** Reach, and the events of a contact's life, for some of the contacts. */
static void ask(dcm_scene *s, uint32_t first) {
  const uint32_t count = CONTACTS - first;
  double *fields[DCM_MOST_COMPONENTS];
  for (uint32_t c = 0; c < s->law->history_width; c++) {
    fields[c] = s->b->history[c] + first;
    memcpy(fields[c], s->a->history[c] + first, count * sizeof(double));
  }
  dcm_variables_note(variables);
  dcm_law_history_swap(s->law, count, fields);
  dcm_law_history_end(s->law, s->pair, (uint32_t)s->side_2, count, fields);
  dcm_law_history_begin(s->law, s->pair, (uint32_t)s->side_2, count, fields);
}

static void ask_reach(dcm_scene *s, uint32_t k) {
  const dcm_sample *c = &s->contacts[k];
  const dcm_sides sides = dcm_sides_of_particles(s->pair, c->radius_1, c->radius_1);
  dcm_variables_note(variables);
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
      dcm_variables_note(variables);
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
  if (variables)
    dcm_scene_rounds(subject, "statics", NULL, 2, ROUNDS, statics);
  else
    dcm_subject_not_tested(subject, dcm_variables_unknown);
  dcm_variables_free(variables);
}
