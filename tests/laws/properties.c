/* SPDX-License-Identifier: MIT */
#include "laws/properties.h"

#include <stdio.h>

#include "laws/library.h"
#include "runtime/model.h"
#include "support/check.h"

static void found(void *data, const dcm_finding *finding) {
  (void)data;
  const dcm_values *parameters = &finding->situation->parameters;
  char text[DCM_VALUE_TEXT];
  for (uint32_t i = 0; i < parameters->count; i++) {
    dcm_value_text(parameters, i, text);
    fprintf(stderr, "%s\n", text);
  }
  ck_abort_msg("%s; DCM_TEST_SEED=%llu; came back: %s; expected: %s; called: %s", finding->what,
               (unsigned long long)dcm_test_seed(), finding->came, finding->expected,
               finding->situation->called);
}

dcm_subject property_subject(const dcm_model *model, uint64_t seed) {
  static dcm_tested tested;
  return (dcm_subject){.model = model,
                       .original = model,
                       .abi_version = DCM_ABI_VERSION,
                       .entry = dcm_builtin_library_entry,
                       .seed = seed,
                       .tolerance = 1e-9,
                       .found = found,
                       .tested = &tested};
}

void property_rounds(int i, const char *property, const dcm_fixed *fixed, int rounds,
                     void (*check)(dcm_scene *s)) {
  const dcm_case the_case = dcm_case_at((uint32_t)i);
  if (!dcm_law_is_asked_for(the_case.model))
    return;
  dcm_subject subject = property_subject(the_case.model, dcm_test_seed());
  subject.cases = &the_case;
  subject.case_count = 1;
  subject.fixed = fixed;
  dcm_scene_rounds(&subject, property, 2, (uint32_t)dcm_test_rounds(rounds), check, NULL);
}

void property_live(dcm_scene *s) {
  do
    dcm_scene_live(s, dcm_scene_side(s));
  while (s->is_start && strcmp(s->law->model->id, "bond") == 0);
  if (dcm_chance(&s->random, 0.1))
    s->dt = 0.0;
}

void property_fail(const dcm_scene *s, uint32_t k, const char *what, double actual,
                   double allowed) {
  char came[64], expected[64];
  snprintf(came, sizeof came, "%.17g", actual);
  snprintf(expected, sizeof expected, "%.17g", allowed);
  dcm_scene_find_text(s, k, what, came, expected);
}

static double value_of(const dcm_scene *s, const char *parameter, uint32_t i, uint32_t j) {
  const int32_t p = dcm_model_find_parameter(s->law->model, parameter);
  ck_assert_int_ge(p, 0);
  return dcm_settings_value(s->drawn.settings, (uint32_t)p, i, j);
}

double property_value(const dcm_scene *s, const char *parameter) {
  return value_of(s, parameter, s->contacts[0].material_1, s->contacts[0].material_2);
}

double property_of_side(const dcm_scene *s, const char *parameter, int side) {
  const dcm_sample *c = &s->contacts[0];
  const uint32_t m = side == 1 ? c->material_1 : c->material_2;
  return value_of(s, parameter, m, m);
}

double property_mean(const dcm_scene *s, const char *parameter) {
  const int32_t p = dcm_model_find_parameter(s->law->model, parameter);
  if (dcm_model_parameter(s->law->model, (uint32_t)p)->scope == DCM_PER_PAIR)
    return property_value(s, parameter);
  return sqrt(property_of_side(s, parameter, 1) * property_of_side(s, parameter, 2));
}

void property_answers(const dcm_scene *s, const dcm_batch *b, uint32_t k, double *answers) {
  double *n = answers;
  memset(answers, 0, ANSWERS * sizeof *answers);
  ck_assert_uint_le(s->law->history_width, 16);
  *n++ = b->normal_force[k];
  for (int x = 0; x < 3; x++) {
    *n++ = b->tangential_force[x][k];
    *n++ = b->couple_1[x][k];
    *n++ = b->couple_2[x][k];
  }
  for (size_t e = 0; b->with_energies && e < DCM_ENERGIES; e++)
    *n++ = dcm_scene_energy(b, e, k);
  for (uint32_t c = 0; s->dt > 0.0 && c < s->law->history_width; c++)
    *n++ = b->new_history[c][k];
}
