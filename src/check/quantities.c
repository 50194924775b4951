/* SPDX-License-Identifier: MIT */
/** @file
 * Check of the values that quantities of particles may have. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/parts.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/** Whether a quantity has values that a user chooses. */
static int is_chosen(const dcm_quantity *q) {
  return q->access != DCM_SUM && strcmp(q->name, "mass") != 0 && strcmp(q->name, "id") != 0;
}

static int has_range(const dcm_quantity *q) {
  return q->minimum != 0.0 || q->maximum != 0.0;
}

/** A value where formulas fail, but one that the description allows. */
static double extreme(const dcm_quantity *q, double usual, dcm_random *random) {
  const double values[] = {0.0,           -0.0,         -usual,     10.0 * usual,
                           -10.0 * usual, 1e-3 * usual, q->minimum, q->maximum};
  const double value = values[dcm_below(random, sizeof values / sizeof values[0])];
  if (!has_range(q))
    return value;
  return isfinite(value) ? fmin(fmax(value, q->minimum), q->maximum) : usual;
}

static void choose_values(dcm_scene *s) {
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    for (uint32_t k = 0; is_chosen(quantity) && k < CONTACTS; k++) {
      double *const sides[] = {&s->a->quantities_1[q][k], &s->a->quantities_2[q][k]};
      for (int side = 0; side < 2; side++)
        if (dcm_chance(&s->random, 0.6))
          *sides[side] = extreme(quantity, *sides[side], &s->random);
    }
  }
}

static void tell_values(const dcm_scene *s, uint32_t k, char *text, size_t size) {
  size_t used = strlen(text);
  for (uint32_t q = 0; q < s->law->quantity_count && used < size; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    if (quantity->access != DCM_SUM)
      used += (size_t)snprintf(text + used, size - used, ", %s %.9g and %.9g", quantity->name,
                               s->a->quantities_1[q][k], s->a->quantities_2[q][k]);
  }
}

static void quantities(dcm_scene *s) {
  static const char expected[] =
      "a finite number for every value of a quantity that its minimum and maximum allow; without "
      "them, for zero, negative and large numbers, too";
  char came[1024];
  uint32_t k = 0;
  double value;
  dcm_parts_live(s);
  choose_values(s);
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_parts_need(s, g);
  const dcm_part part = dcm_part_of_all();
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  const char *name = dcm_guarded_flaw(g, &k, &value);
  if (dcm_guarded_status(g) != DCM_OK) {
    snprintf(came, sizeof came, "the status %d", (int)dcm_guarded_status(g));
    dcm_scene_find_text(s, 0, "compute refuses values of quantities", came, expected);
  }
  if (name) {
    snprintf(came, sizeof came, "%s %g", name, value);
    tell_values(s, k, came, sizeof came);
    dcm_scene_find_text(s, k, "an allowed value of a quantity has an answer that is not finite",
                        came, expected);
  }
  dcm_guarded_destroy(g);
}

void dcm_check_quantities(const dcm_subject *subject) {
  int any = 0;
  for (uint32_t q = 0; q < subject->model->quantity_count; q++)
    any = any || is_chosen(dcm_model_quantity(subject->model, q));
  if (any)
    dcm_scene_rounds(subject, "quantities", NULL, 2, ROUNDS, quantities);
  else
    dcm_subject_not_tested(subject, "the law reads no quantity but mass and id");
}
