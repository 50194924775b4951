/* SPDX-License-Identifier: MIT */
#include "check/relations/relation.h"

#include <math.h>
#include <string.h>

enum { CONTACTS = DCM_SCENE_CONTACTS };

static int is_energy(const dcm_answer *a) {
  return a->kind == DCM_ANSWER_STORED || a->kind == DCM_ANSWER_DISSIPATED;
}

/* ------------------------------------------------------------------------------------- sizes */

/** The size of a state before the step. */
static double size_before(const dcm_scene *s, const dcm_answer *a, uint32_t k) {
  double *before[3] = {NULL, NULL, NULL};
  for (uint32_t c = 0; c < s->law->history_width && a->kind == DCM_ANSWER_STATE; c++)
    for (uint32_t x = 0; x < a->width; x++)
      if (s->a->new_history[c] == a->rows[x])
        before[x] = s->a->history[c];
  return !before[0]      ? 0.0
         : a->width == 1 ? fabs(before[0][k])
                         : dcm_length((dcm_vector){before[0][k], before[1][k], before[2][k]});
}

static const dcm_dimension of_energy = {.mass = 1, .length = 2, .time = -2};

void dcm_sizes_grow(const dcm_scene *s, dcm_sizes *sizes) {
  dcm_answer list[DCM_MOST_ANSWERS];
  const uint32_t count = dcm_answers_of(s->law, s->a, list);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double energy = 0.0;
    for (uint32_t i = 0; i < count; i++) {
      double size = fmax(dcm_length(dcm_answer_for(&list[i], k)), size_before(s, &list[i], k));
      energy += is_energy(&list[i]) ? size : 0.0;
      sizes->of[i][k] = fmax(sizes->of[i][k], size);
    }
    for (uint32_t i = 0; i < count; i++) {
      double *size = &sizes->of[i][k];
      if (list[i].kind == DCM_ANSWER_COUPLE || list[i].kind == DCM_ANSWER_ADDED)
        *size = fmax(*size, sizes->of[dcm_counterpart(list, i)][k]);
      if (list[i].kind == DCM_ANSWER_DAMPER)
        *size = fmax(*size, sizes->of[1][k]);
      if (list[i].width == 1 && dcm_is_dimension(list[i].dimension, of_energy))
        *size = fmax(*size, energy);
    }
  }
}

double dcm_size_of_normal(const dcm_sizes *sizes, uint32_t k) {
  return sizes->of[0][k];
}

void dcm_live_measured(dcm_scene *s, int side_2, dcm_sizes *sizes) {
  memset(sizes, 0, sizeof *sizes);
  dcm_scene_live(s, side_2);
  dcm_sizes_grow(s, sizes);
  dcm_batch_evaluate(s->a, s->law, side_2, 0.0);
  dcm_sizes_grow(s, sizes);
  dcm_batch_evaluate(s->a, s->law, side_2, s->dt);
  dcm_sizes_grow(s, sizes);
}

/* -------------------------------------------------------------------------------- comparison */

void dcm_expect_number(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       double came, double expected, double allowed) {
  if (!(fabs(came - expected) <= allowed))
    dcm_scene_find(s, k, what, name, came, expected, allowed);
}

void dcm_expect_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       dcm_vector came, dcm_vector expected, double allowed) {
  if (!(dcm_length(dcm_subtract(came, expected)) <= allowed))
    dcm_scene_find_vector(s, k, what, name, came, expected, allowed);
}

uint32_t dcm_counterpart(const dcm_answer *answers, uint32_t i) {
  if (answers[i].kind == DCM_ANSWER_COUPLE)
    return answers[i].index == 0 ? i + 1 : i - 1;
  if (answers[i].kind != DCM_ANSWER_ADDED)
    return i;
  return i > 0 && answers[i - 1].kind == DCM_ANSWER_ADDED &&
                 answers[i - 1].index == answers[i].index
             ? i - 1
             : i + 1;
}

int dcm_turns_round(const dcm_answer *a) {
  return a->width == 3 && (a->kind == DCM_ANSWER_FORCE || a->kind == DCM_ANSWER_DAMPER);
}

/* A share of the normal force: smaller forces across the normal are rounding. */
static const double unloaded = 1e-6;

void dcm_expect(const dcm_scene *s, const dcm_relation *r, const dcm_sizes *sizes) {
  dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS];
  const uint32_t count = dcm_answers_of(s->law, s->a, of_a);
  dcm_answers_of(s->law, s->b, of_b);
  for (uint32_t k = 0; k < CONTACTS; k++)
    for (uint32_t i = 0; i < count; i++) {
      const dcm_answer *a = &of_a[i], *b = &of_b[r->is_swapped ? dcm_counterpart(of_b, i) : i];
      const dcm_vector value = dcm_answer_for(a, k), came = dcm_answer_for(b, k);
      if (!(r->kinds & 1u << a->kind))
        continue;
      const dcm_vector expected = r->map ? r->map(r->data, a, value) : value;
      double size = dcm_length(expected) + (sizes ? sizes->of[i][k] : 0.0);
      if (sizes && i == 1)
        size += unloaded * dcm_size_of_normal(sizes, k);
      if (a->width == 1)
        dcm_expect_number(s, k, r->what, a->name, came.x, expected.x, r->tolerance * size);
      else
        dcm_expect_vector(s, k, r->what, a->name, came, expected, r->tolerance * size);
    }
}
