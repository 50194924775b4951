/* SPDX-License-Identifier: MIT */
/** @file
 * Check that whole lives of contacts are the same seen from both sides: what happens in them once,
 * such as the begin of a bridge or the end of a bond, shows no side. */
#include "check/sides.h"

#include <math.h>
#include <string.h>

#include "check/life.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/** Differences below this share are rounding. */
static const double rounding = 1e-6;

/** An answer that differs in so few contacts may have passed a threshold a step earlier. */
enum { ENOUGH = 3 };

/** The place, in the list of answers, of the answer that the other side has. */
static uint32_t counterpart(const dcm_answer *answers, uint32_t i) {
  if (answers[i].kind == DCM_ANSWER_COUPLE)
    return answers[i].index == 0 ? i + 1 : i - 1;
  if (answers[i].kind == DCM_ANSWER_ADDED)
    return i > 0 && answers[i - 1].kind == DCM_ANSWER_ADDED &&
                   answers[i - 1].index == answers[i].index
               ? i - 1
               : i + 1;
  return i;
}

/** Whether an answer is the same, or opposite, from both sides, as far as anybody knows: states and
 * outputs are the business of the law. */
static int is_comparable(const dcm_answer *a) {
  return a->kind != DCM_ANSWER_STATE && a->kind != DCM_ANSWER_OUTPUT;
}

/** Puts the same contacts into batch b, seen from side 2. */
static dcm_life seen_from_2(dcm_scene *s, const dcm_life *life) {
  dcm_life turned = *life;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample swapped = dcm_swapped_sample(&s->contacts[k]);
    dcm_put_sample(s->b, s->law, k, &swapped);
    turned.slide[k] = dcm_scale(-1.0, life->slide[k]);
    turned.spin_1[k] = life->spin_2[k];
    turned.spin_2[k] = life->spin_1[k];
  }
  return turned;
}

/** The largest answers so far in the lives. */
static double largest[DCM_MOST_ANSWERS][CONTACTS];

/** Whether an answer points the other way from the other side: the tangential force. */
static int turns(const dcm_answer *a) {
  return a->width == 3 && (a->kind == DCM_ANSWER_FORCE || a->kind == DCM_ANSWER_DAMPER);
}

static int differs(const dcm_life *life, const dcm_answer *of_a, const dcm_answer *of_b, uint32_t i,
                   uint32_t k) {
  const dcm_vector one = dcm_answer_for(&of_a[i], k);
  const dcm_vector other = dcm_scale(turns(&of_a[i]) ? -1.0 : 1.0, dcm_answer_for(&of_b[i], k));
  double *size = &largest[i][k];
  *size = fmax(*size, fmax(dcm_length(one), dcm_length(other)));
  const double force = largest[0][k];
  const double floor = of_a[i].kind == DCM_ANSWER_ADDED ? 0.0
                       : of_a[i].kind == DCM_ANSWER_FORCE || of_a[i].kind == DCM_ANSWER_DAMPER
                           ? force
                           : force * life->depth[k];
  return dcm_length(dcm_subtract(other, one)) > rounding * (*size + floor);
}

static void expect_alike(const dcm_scene *s, const dcm_life *life, const dcm_answer *of_a,
                         const dcm_answer *of_b, uint32_t count) {
  static const char what[] =
      "in the life of a contact, which begins, goes apart and comes back, an answer is another one "
      "when seen from the other particle: look for a value of side 1 where something begins, "
      "breaks or is given back";
  for (uint32_t i = 0; i < count; i++) {
    uint32_t different = 0, first = 0;
    for (uint32_t k = 0; k < CONTACTS && is_comparable(&of_a[i]); k++)
      if (differs(life, of_a, of_b, i, k))
        first = different++ ? first : k;
    if (different < ENOUGH)
      continue;
    const dcm_vector came = dcm_answer_for(&of_b[i], first),
                     expected = dcm_answer_for(&of_a[i], first);
    const double allowed = rounding * largest[i][first];
    if (of_a[i].width == 1)
      dcm_scene_find(s, first, what, of_a[i].name, came.x, expected.x, allowed);
    dcm_scene_find_vector(s, first, what, of_a[i].name,
                          dcm_scale(turns(&of_a[i]) ? -1.0 : 1.0, came), expected, allowed);
  }
}

void dcm_swap_lives(dcm_scene *s) {
  static dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS], turned[DCM_MOST_ANSWERS];
  const dcm_life life = dcm_random_life(s, DCM_SIDE_PARTICLE), other = seen_from_2(s, &life);
  memset(largest, 0, sizeof largest);
  const uint32_t count = dcm_answers_of(s->law, s->a, of_a);
  dcm_answers_of(s->law, s->b, of_b);
  for (uint32_t i = 0; i < count; i++)
    turned[i] = of_b[counterpart(of_b, i)];
  dcm_life_begin(s, &life, s->law, s->a);
  dcm_life_begin(s, &other, s->law, s->b);
  for (int step = 0; step < DCM_LIFE_STEPS; step++) {
    dcm_life_step(s, &life, s->law, step, s->a);
    dcm_life_step(s, &other, s->law, step, s->b);
    expect_alike(s, &life, of_a, turned, count);
    dcm_advance_history(s->a, s->law);
    dcm_advance_history(s->b, s->law);
  }
}
