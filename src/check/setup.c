/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of init: its reads, and its refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/page_end.h"
#include "runtime/model.h"

enum { ROUNDS = 12 };

/** A copy with no memory behind; never freed. */
static void *at_the_end(const void *source, size_t bytes) {
  char *place = dcm_page_end_take(bytes);
  if (!place)
    abort();
  if (bytes)
    memcpy(place, source, bytes);
  return place;
}

static const dcm_model *real;

/** Hands init of the real model tables of just the declared sizes. */
static int32_t guarded_init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t count = real->parameter_count, n = setup->material_count;
  const double **values = malloc((count + 1) * sizeof *values);
  if (!values)
    abort();
  for (uint32_t p = 0; p < count; p++) {
    const uint32_t scope = dcm_model_parameter(real, p)->scope;
    const uint32_t numbers = scope == DCM_PER_PAIR ? n * n : scope == DCM_PER_LAW ? 1 : n;
    values[p] = at_the_end(setup->values[p], numbers * sizeof(double));
  }
  dcm_setup guarded = *setup;
  guarded.values = at_the_end(values, count * sizeof *values);
  guarded.options = at_the_end(setup->options, real->option_count * sizeof *setup->options);
  free(values);
  return real->init(&guarded, instance);
}

/** Makes and frees laws of every case; each refusal must have a sentence. */
void dcm_check_setup(const dcm_subject *subject) {
  static dcm_model model;
  memset(&model, 0, sizeof model);
  memcpy(&model, subject->model,
         subject->model->size < sizeof model ? subject->model->size : sizeof model);
  model.size = sizeof model;
  real = subject->model;
  dcm_drawn drawn = {0};
  dcm_error error;
  uint32_t made = 0;
  for (uint32_t i = 0; i < subject->case_count; i++) {
    dcm_case the_case = subject->cases[i];
    dcm_random random = dcm_random_of_seed(subject->seed, dcm_random_hash(the_case.name));
    model.init = subject->model->init ? guarded_init : NULL;
    the_case.model = &model;
    uint32_t of_case = 0;
    for (int round = 0; round < ROUNDS; round++) {
      dcm_law *law = dcm_draw_law(&the_case, 1 + (uint32_t)round % 3, subject->fixed, &random,
                                  round, &drawn, &error);
      of_case += law != NULL;
      if (!law && strstr(error.text, "without giving a reason"))
        dcm_subject_find(subject, "init refuses parameters without a sentence", drawn.text,
                         "DCM_ERROR, and nothing in instance->log with level DCM_LOG_ERROR",
                         "a sentence that names the parameter, its value and what is allowed");
      dcm_law_destroy(law);
    }
    made += of_case;
  }
  if (!made)
    dcm_subject_find(subject, "init refuses all random parameters within their ranges", drawn.text,
                     error.text,
                     "ranges in the description that tell what init accepts; or fix these "
                     "parameters with --set");
  dcm_drawn_free(&drawn);
}
