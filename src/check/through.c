/* SPDX-License-Identifier: MIT */
#include "check/through.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12 };

static void let_live(dcm_scene *s) {
  dcm_batch *b = s->a;
  dcm_scene_live(s, dcm_scene_side(s));
  for (int with_energies = 0; with_energies < 2; with_energies++) {
    b->with_energies = with_energies;
    dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
    dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  }
  dcm_law_history_swap(s->law, DCM_SCENE_CONTACTS, b->history);
  dcm_law_history_end(s->law, b->pair, (uint32_t)s->side_2, DCM_SCENE_CONTACTS, b->history);
}

/** The cases of the subject, with another model; chosen here if the subject has none. */
static dcm_case *cases_of(const dcm_subject *subject, const dcm_model *model, uint32_t *count) {
  *count = subject->case_count;
  if (*count == 0)
    return dcm_cases_of(model, subject->chosen,
                        dcm_random_of_seed(subject->seed, DCM_STREAM_OF_CASES), count);
  dcm_case *cases = malloc(*count * sizeof *cases);
  for (uint32_t i = 0; cases && i < *count; i++) {
    cases[i] = subject->cases[i];
    cases[i].model = model;
  }
  return cases;
}

void dcm_check_through_with(const dcm_subject *subject, const char *stream,
                            const dcm_model *functions, uint32_t rounds,
                            void (*check)(dcm_scene *s)) {
  static dcm_model model; /* settings and laws point to this model */
  const dcm_model *real = subject->model;
  memset(&model, 0, sizeof model);
  memcpy(&model, real, real->size < sizeof model ? real->size : sizeof model);
  model.size = sizeof model;
  model.init = functions->init;
  model.compute = functions->compute;
  model.history = real->history ? functions->history : NULL;
  model.reach = real->reach ? functions->reach : NULL;
  model.destroy = functions->destroy;

  dcm_subject through = *subject;
  dcm_case *cases = cases_of(subject, &model, &through.case_count);
  if (!cases)
    dcm_subject_find(subject, "out of memory", "", "", "");
  through.model = &model;
  through.cases = cases;
  dcm_scene_rounds(&through, stream, NULL, 2, rounds, check);
  free(cases);
}

void dcm_check_through(const dcm_subject *subject, const char *stream, const dcm_model *functions) {
  dcm_check_through_with(subject, stream, functions, ROUNDS, let_live);
}
