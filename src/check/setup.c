/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of init: its reads, and its refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/borrows.h"
#include "check/checks.h"
#include "runtime/model.h"

enum { ROUNDS = 12, FEW_ATTEMPTS = 8 };

static const dcm_model *real;

/** Hands init of the real model tables of just the declared sizes. */
static int32_t guarded_init(const dcm_setup *setup, dcm_instance *instance) {
  dcm_lent *lent = dcm_lend(real, setup);
  const int32_t status = real->init(dcm_lent_setup(lent), instance);
  dcm_lent_free(lent);
  return status;
}

static void find(const dcm_subject *subject, const dcm_case *the_case, const dcm_drawn *drawn,
                 const char *what, const char *came, const char *expected) {
  static dcm_situation situation;
  dcm_situation_law(&situation, the_case->name, drawn->text);
  dcm_subject_report(
      subject,
      &(dcm_finding){.what = what, .situation = &situation, .came = came, .expected = expected});
}

/** Draws until init accepts.
 * @param attempts most draws
 * @return NULL if init refuses all */
static dcm_law *accepted(const dcm_subject *subject, const dcm_case *the_case, uint32_t materials,
                         dcm_random *random, int attempts, dcm_drawn *drawn, dcm_error *error) {
  for (int attempt = 0; attempt < attempts; attempt++) {
    dcm_law *law = dcm_draw_law(the_case, materials, subject->fixed, random, attempt, drawn, error);
    if (law)
      return law;
    if (strstr(error->text, "without giving a reason"))
      find(subject, the_case, drawn, "init refuses parameters without a sentence",
           "DCM_ERROR, and nothing in instance->log with level DCM_LOG_ERROR",
           "a sentence that names the parameter, its value and what is allowed");
  }
  return NULL;
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
    for (int round = 0; round < ROUNDS; round++) {
      /* The first round finds out whether any are accepted. */
      dcm_law *law = accepted(subject, &the_case, 1 + (uint32_t)round % 3, &random,
                              round ? FEW_ATTEMPTS : DCM_DRAW_ATTEMPTS, &drawn, &error);
      made += law != NULL;
      dcm_law_destroy(law);
    }
  }
  if (!made)
    find(subject, &subject->cases[subject->case_count - 1], &drawn,
         "init refuses all random parameters within their ranges", error.text,
         "ranges in the description that tell what init accepts; or fix these "
         "parameters with --set");
  dcm_drawn_free(&drawn);
}
