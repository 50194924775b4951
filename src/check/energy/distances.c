/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of the reach of a law, and of forces between bodies that do not touch. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/* --------------------------------------------------------------------------- beyond the reach */

/** Where contact k begins: overlapping, or, in half of the contacts that may begin so, apart. */
static double begins_at(dcm_scene *s, uint32_t k) {
  return dcm_law_begins_at_reach(s->law) && dcm_chance(&s->random, 0.5)
             ? -dcm_scene_reach(s, k) * dcm_uniform(&s->random, 0.0, 0.95)
             : dcm_scene_depth(s, k);
}

/* No host asks for the force beyond the reach. A law may give any number there, but a law that ends
 * its force itself, at a distance that is not the reach, has two answers to one question. */
static void beyond(dcm_scene *s) {
  /* Gaps over the reach, or over the radius where there is no reach. The first is still within. */
  static const double of_reach[] = {0.98, 1.02, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 1e2, 1e3, 1e4};
  static const double of_radius[] = {-1e-9, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2,
                                     0.03,  0.1,  0.3,  1.0,  10.0, 100.0};
  /* A bridge of liquid may take some steps to form. */
  enum { GAPS = sizeof of_reach / sizeof of_reach[0], UNTIL_WET = 3 };
  static double unit[CONTACTS], force[GAPS][CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_meet(s, dcm_scene_side(s));
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  dcm_stop(b);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->overlap[k] = begins_at(s, k);
  dcm_scene_begin(s);
  dcm_scene_settle(s, UNTIL_WET);
  for (int g = 0; g < GAPS; g++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double reaches = dcm_scene_reach(s, k);
      unit[k] = reaches > 0.0 ? reaches : dcm_smaller_radius(b->radius_1[k], b->radius_2[k]);
      b->overlap[k] = -unit[k] * (reaches > 0.0 ? of_reach : of_radius)[g];
    }
    dcm_batch_compute(b, s->law, s->side_2, 0.0);
    for (uint32_t k = 0; k < CONTACTS; k++)
      force[g][k] = b->normal_force[k];
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double goes_on = force[1][k] / force[0][k];
    int end = GAPS;
    while (end > 0 && force[end - 1][k] == 0.0)
      end--;
    if (end == GAPS || end < 2 || !(goes_on > 0.5 && goes_on < 2.0))
      continue;
    const double reaches = dcm_scene_reach(s, k);
    const double *gaps = reaches > 0.0 ? of_reach : of_radius;
    char came[256], expected[128];
    snprintf(came, sizeof came, "normal force %.9g at a gap of %.9g, %.9g at %.9g, and 0 from %.9g",
             force[1][k], unit[k] * gaps[1], force[end - 1][k], unit[k] * gaps[end - 1],
             unit[k] * gaps[end]);
    snprintf(expected, sizeof expected, "no force beyond the reach of %.9g, or a longer reach",
             reaches);
    dcm_scene_find_text(s, k,
                        "compute ends the force farther away than reach says, and hosts end "
                        "contacts at the reach: look for another formula, radius or pair in reach",
                        came, expected);
  }
}

/* --------------------------------------------------------------------------------- let go */

/** The rise of the normal force by an approach. */
static void damp(dcm_scene *s, const double *approach, double *at_rest, double *by_damping) {
  dcm_batch *b = s->a;
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  memcpy(at_rest, b->normal_force, CONTACTS * sizeof *at_rest);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->normal_velocity[k] = -approach[k];
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    by_damping[k] = b->normal_force[k] - at_rest[k];
  dcm_stop(b);
}

/* Contacts of a bond or a bridge go on when it is gone, as far as the reach. Fluids damp at a
 * distance, too, but the less the wider the gap is. */
static void let_go(dcm_scene *s) {
  enum { GAPS = 3, STEPS = 3 };
  static const double gaps[GAPS] = {0.2, 0.5, 0.8};
  static double approach[CONTACTS], at_rest[CONTACTS], touching[CONTACTS], apart[CONTACTS];
  static int is_as_touching[CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_meet(s, dcm_scene_side(s));
  if (dcm_law_begins_at_reach(s->law)) {
    dcm_scene_not_tested(s, "DCM_BEGINS_AT_REACH is set: dampers may act at a distance");
    return;
  }
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    approach[k] = fabs(b->normal_velocity[k]);
  dcm_scene_touch(s);
  dcm_stop(b);
  dcm_scene_begin(s);
  dcm_scene_settle(s, STEPS);
  damp(s, approach, at_rest, touching);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    is_as_touching[k] = dcm_scene_reach(s, k) > 0.0 && touching[k] > 0.0;
    b->overlap[k] = -0.99 * dcm_scene_reach(s, k);
  }
  dcm_scene_settle(s, STEPS);
  for (int g = 0; g < GAPS; g++) {
    for (uint32_t k = 0; k < CONTACTS; k++)
      b->overlap[k] = -gaps[g] * dcm_scene_reach(s, k);
    damp(s, approach, at_rest, apart);
    for (uint32_t k = 0; k < CONTACTS; k++)
      is_as_touching[k] &= at_rest[k] == 0.0 && fabs(apart[k] - touching[k]) <= 1e-9 * touching[k];
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    if (!is_as_touching[k])
      continue;
    b->normal_velocity[k] = -approach[k];
    dcm_scene_find(s, k,
                   "two that are apart, and that nothing holds, are damped as if they touched: "
                   "look for a damper that goes on when a bond or a bridge is gone",
                   "normal force by damping", apart[k], 0.0, 0.0);
  }
}

void dcm_check_distances(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "beyond", NULL, 2, ROUNDS, beyond, NULL);
  if (subject->model->reach)
    dcm_scene_rounds(subject, "let go", NULL, 2, 12, let_go, NULL);
}
