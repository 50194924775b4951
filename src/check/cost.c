/* SPDX-License-Identifier: MIT */
#include "check/cost.h"

#include <math.h>

#include "check/clock.h"
#include "check/instructions.h"

/** Sanitizers add more instructions than a law has, and to count one stops the process. */
#ifdef DCM_SANITIZED
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

static dcm_cost cost;

static void compute(void *data) {
  const dcm_scene *s = data;
  dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
}

static void take_the_time(dcm_scene *s) {
  enum { CALLS = 200, REPEATS = 20 };
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    const double begin = dcm_seconds_now();
    for (int call = 0; call < CALLS; call++)
      compute(s);
    const double now = 1e9 * (dcm_seconds_now() - begin) / (CALLS * DCM_SCENE_CONTACTS);
    if (!(now >= cost.nanoseconds))
      cost.nanoseconds = now;
  }
}

static double instructions(dcm_scene *s, uint32_t count) {
  enum { SECONDS = 3 };
  s->a->count = count;
  return (double)dcm_count_instructions(compute, s, SECONDS);
}

/** The batch has one contact again and again, so that a scalar loop takes the same branches each
 * time. */
static void count(dcm_scene *s) {
  /* Both counts fill the vectors of any loop, and the larger count also those of an unrolled loop.
   */
  enum { FEW = DCM_LANES, MANY = 5 * DCM_LANES };
  for (uint32_t k = 1; k < MANY; k++) {
    s->contacts[k] = s->contacts[0];
    dcm_put_sample(s->a, s->law, k, &s->contacts[k]);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      s->a->history[c][k] = s->a->history[c][0];
  }
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  const double few = instructions(s, FEW);
  const double one_more = few > 0.0 ? instructions(s, FEW + 1) : 0.0;
  const double three_more = one_more > 0.0 ? instructions(s, FEW + 3) : 0.0;
  const double many = three_more > 0.0 ? instructions(s, MANY) : 0.0;
  if (many > 0.0) {
    cost.of_many = (many - few) / (MANY - FEW);
    cost.of_one = one_more - few;
    cost.of_next = (three_more - one_more) / 2.0;
  }
}

static void measure(dcm_scene *s) {
  if (s->round > 0 || !isnan(cost.nanoseconds))
    return;
  dcm_scene_live(s, DCM_SIDE_PARTICLE);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  s->a->with_energies = 0;
  take_the_time(s);
  if (!IS_SANITIZED)
    count(s);
}

dcm_cost dcm_cost_of(const dcm_subject *subject) {
  cost = (dcm_cost){.nanoseconds = NAN};
  dcm_scene_rounds(subject, "cost", NULL, 1, 1, measure);
  return cost;
}

dcm_loop dcm_loop_of(dcm_cost of) {
  if (!(of.of_many > 0.0))
    return DCM_LOOP_UNKNOWN;
  if (of.of_next < 0.5 * of.of_many)
    return DCM_LOOP_WHOLE_LANES;
  if (of.of_many < 0.75 * of.of_next)
    return DCM_LOOP_VECTORISED;
  return of.of_many > 0.9 * of.of_one ? DCM_LOOP_SCALAR : DCM_LOOP_UNCLEAR;
}
