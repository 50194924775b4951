/* SPDX-License-Identifier: MIT */
/** @file
 * Check that a contact of two materials does not see the parameters of a third, nor of other pairs.
 */
#include <math.h>
#include <stdio.h>

#include "check/altered.h"
#include "check/checks.h"
#include "check/life.h"
#include "runtime/model.h"

enum { ROUNDS = 24, MATERIALS = 3, ATTEMPTS = 4, ALL = -1 };

/** A share of an answer, for a law may take another loop by values of other materials. */
static const double same = 1e-6;

/** New values for what materials i and j must not see. */
typedef struct others {
  dcm_scene *s;
  int parameter; /* or ALL */
} others;

static void change_others(void *data, uint32_t m, double *const *values, uint32_t *options) {
  const others *o = data;
  dcm_scene *s = o->s;
  const dcm_model *model = s->law->model;
  const uint32_t first = s->pair / m, second = s->pair % m;
  (void)options;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const uint32_t scope = dcm_model_parameter(model, p)->scope;
    if ((o->parameter != ALL && (uint32_t)o->parameter != p) || scope == DCM_PER_LAW)
      continue;
    for (uint32_t i = 0; i < m; i++)
      for (uint32_t j = i; j < m; j++) {
        const int is_own = scope == DCM_PER_PAIR
                               ? (i == first && j == second) || (i == second && j == first)
                               : i == first || i == second;
        if (is_own || (scope == DCM_PER_MATERIAL && i != j))
          continue;
        const double value = dcm_draw_value(model, p, &s->drawn, &s->random);
        if (scope == DCM_PER_PAIR)
          values[p][i * m + j] = values[p][j * m + i] = value;
        else
          values[p][i] = value;
      }
  }
}

/** Finds answers that change with the parameters of others; tells the first that matters. */
static void compare_with_others(dcm_scene *s, const dcm_life *life, int parameter) {
  others o = {s, parameter};
  dcm_law *other = NULL;
  for (int attempt = 0; attempt < ATTEMPTS && !other; attempt++)
    other = dcm_altered_law(s, change_others, &o);
  dcm_parting parting;
  if (!other)
    return;
  dcm_scene_copy(s);
  if (!dcm_lives_part(s, life, other, same, 0, &parting)) {
    dcm_law_destroy(other);
    return;
  }
  dcm_law_destroy(other);
  if (parameter == ALL)
    for (uint32_t p = 0; p < s->law->model->parameter_count; p++)
      compare_with_others(s, life, (int)p);
  char what[512];
  snprintf(
      what, sizeof what,
      "the answer for two materials changes with %s%s%s of other materials or pairs: constants "
      "of a pair i, j are at contacts->pair = i * material_count + j, values of a material at "
      "i, for every pair of materials",
      parameter == ALL ? "parameters" : "the parameter '",
      parameter == ALL ? "" : dcm_model_parameter(s->law->model, (uint32_t)parameter)->name,
      parameter == ALL ? "" : "'");
  dcm_scene_find_vector(s, parting.contact, what, parting.name, parting.came, parting.expected,
                        parting.allowed);
}

static void rows(dcm_scene *s) {
  if (s->law->material_count < MATERIALS) {
    dcm_scene_not_tested(s, "init refuses three materials");
    return;
  }
  const dcm_life life = dcm_random_life(s, dcm_scene_side(s));
  compare_with_others(s, &life, ALL);
}

void dcm_check_rows(const dcm_subject *subject) {
  if (subject->model->parameter_count == 0)
    dcm_subject_not_tested(subject, "the law has no parameters");
  else
    dcm_altered_rounds(subject, "rows", MATERIALS, ROUNDS, rows);
}
