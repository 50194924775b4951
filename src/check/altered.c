/* SPDX-License-Identifier: MIT */
#include "check/altered.h"

#include <stdlib.h>
#include <string.h>

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
