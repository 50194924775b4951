/* SPDX-License-Identifier: MIT */
#include "check/altered.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/life.h"
#include "runtime/model.h"

/* The model whose init is called, and the present changes; there is one at a time. */
static const dcm_model *real;
static dcm_alter change;
static void *change_data;

static size_t numbers_of(const dcm_parameter *parameter, uint32_t materials) {
  return parameter->scope == DCM_PER_PAIR  ? (size_t)materials * materials
         : parameter->scope == DCM_PER_LAW ? 1
                                           : materials;
}

/** Calls init of the law with changed copies of the tables. */
static int32_t altered_init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t count = real->parameter_count, m = setup->material_count;
  if (!change)
    return real->init(setup, instance);
  double **values = calloc(count + 1, sizeof *values);
  double *numbers = calloc((size_t)(count + 1) * m * m, sizeof *numbers);
  uint32_t *options = calloc(real->option_count + 1, sizeof *options);
  if (!values || !numbers || !options)
    abort();
  for (uint32_t p = 0; p < count; p++) {
    values[p] = numbers + (size_t)p * m * m;
    memcpy(values[p], setup->values[p],
           numbers_of(dcm_model_parameter(real, p), m) * sizeof(double));
  }
  if (real->option_count)
    memcpy(options, setup->options, real->option_count * sizeof *options);
  change(change_data, m, values, options);
  dcm_setup changed = *setup;
  changed.values = (const double *const *)values;
  changed.options = options;
  const int32_t status = real->init(&changed, instance);
  free(options);
  free(numbers);
  free(values);
  return status;
}

void dcm_altered_rounds(const dcm_subject *subject, const char *stream, uint32_t materials,
                        uint32_t rounds, void (*check)(dcm_scene *s)) {
  static dcm_model model;
  real = subject->model;
  memset(&model, 0, sizeof model);
  memcpy(&model, real, real->size < sizeof model ? real->size : sizeof model);
  model.size = sizeof model;
  model.init = real->init ? altered_init : NULL;
  dcm_subject altered = *subject;
  dcm_case *cases = malloc((subject->case_count + 1) * sizeof *cases);
  if (!cases)
    dcm_subject_find(subject, "out of memory", "", "", "");
  for (uint32_t i = 0; i < subject->case_count; i++) {
    cases[i] = subject->cases[i];
    cases[i].model = &model;
  }
  altered.model = &model;
  altered.cases = cases;
  dcm_scene_rounds(&altered, stream, NULL, materials, rounds, check);
  free(cases);
}

dcm_law *dcm_altered_law(const dcm_scene *s, dcm_alter alter, void *data) {
  dcm_error ignored, error;
  change = alter;
  change_data = data;
  dcm_law *law = dcm_law_create(s->drawn.settings, dcm_error_log, &ignored, &error);
  change = NULL;
  return law;
}

/* --------------------------------------------------------------------- rows of other materials */

/* A contact of two materials does not see the parameters of a third, nor of other pairs: the check
 * "rows". */

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
