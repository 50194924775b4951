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

/** Functions that dcm_check_around calls, and the model that is called between; one check runs at a
 * time. */
static struct {
  const dcm_model *model;
  void (*before)(void);
  void (*after)(const char *function);
} around;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  around.before();
  const int32_t status = around.model->init(setup, instance);
  around.after("init");
  return status;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  around.before();
  const int32_t status = around.model->compute(instance, contacts, response);
  around.after("compute");
  return status;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  around.before();
  around.model->history(instance, event);
  around.after("history");
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  around.before();
  const double result = around.model->reach(instance, sides);
  around.after("reach");
  return result;
}

static void destroy(dcm_instance *instance) {
  around.before();
  if (around.model->destroy)
    around.model->destroy(instance);
  around.after("destroy");
}

void dcm_check_around(const dcm_subject *subject, const char *stream, void (*before)(void),
                      void (*after)(const char *function)) {
  static const dcm_model functions = {
      .init = init, .compute = compute, .history = history, .reach = reach, .destroy = destroy};
  around.model = subject->model;
  around.before = before;
  around.after = after;
  dcm_check_through(subject, stream, &functions);
}
