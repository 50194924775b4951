/* SPDX-License-Identifier: MIT */
/* Where a run begins, with dt 0, the spring of form sheet is looked at: what slid in the step
 * before slides, whatever the last digits of the positions are. */
#include "laws/by_hand.h"

static const double radius = 1e-3, slope = 0.3;

/** Laws of form sheet, of which heat has the spring of hertz-mindlin. */
static const struct {
  const char *law;
  hand_value more[3];
} cases[] = {
    {"hertz", {{NULL, 0.0}}},
    {"hertz-mindlin", {{"restitution", 0.5}, {NULL, 0.0}}},
    {"heat", {{"restitution", 0.5}, {"conductivity", 1.0}, {NULL, 0.0}}},
    {"jkr", {{"restitution", 0.5}, {"surface_energy", 0.5}, {NULL, 0.0}}},
    {"jkr-exact", {{"restitution", 0.5}, {"work_of_adhesion", 0.5}, {NULL, 0.0}}},
    {"woo-hertz", {{"restitution", 0.5}, {"surface_energy", 1e-4}, {NULL, 0.0}}},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static dcm_law *make(int i, double friction) {
  hand_value values[6] = {{"young", 1e7}, {"poisson", 0.25}, {"friction", friction}};
  for (int k = 0; k < 3 && cases[i].more[k].parameter; k++)
    values[3 + k] = cases[i].more[k];
  const hand_choice choices[] = {{"form", "sheet"}, {NULL, NULL}};
  return hand_law(cases[i].law, choices, values);
}

/** The tangential force at an overlap, of two that slide past each other along y. */
static double slide(hand_contact *c, double overlap, double dt) {
  dcm_batch *b = c->batch;
  b->separation[0][0] = 2.0 * radius - overlap;
  b->relative_velocity[1][0] = 0.1;
  dcm_batch_evaluate(b, c->law, DCM_SIDE_PARTICLE, 0.0);
  b->overlap[0] = overlap;
  dcm_batch_compute(b, c->law, DCM_SIDE_PARTICLE, dt);
  for (uint32_t i = 0; dt > 0.0 && i < c->law->history_width; i++)
    b->history[i][0] = b->new_history[i][0];
  return b->tangential_force[1][0];
}

TEST_TIMES(what_slid_slides, CASES) {
  dcm_law *law = make(_i, slope);
  for (int k = 1; k <= 60; k++) {
    const double overlap = 1e-7 * k;
    hand_contact *c = hand_begin(law, radius);
    double sliding = 0.0;
    for (int step = 0; step < 500; step++)
      sliding = slide(c, overlap, 1e-6);
    for (int digit = -10; digit <= 10; digit++)
      ck_assert_double_eq_tol(slide(c, overlap * (1.0 + 1e-11 * digit), 0.0) / sliding, 1.0, 1e-8);
  }
}

/* A contact that sticks keeps its damping. */
TEST_TIMES(what_stuck_sticks, CASES) {
  dcm_law *law = make(_i, 1e3);
  hand_contact *c = hand_begin(law, radius);
  double sticking = 0.0;
  for (int step = 0; step < 10; step++)
    sticking = slide(c, 1e-5, 1e-8);
  ck_assert_double_gt(sticking, 0.0);
  ck_assert_double_eq(slide(c, 1e-5, 0.0), sticking);
}

/* Without friction nothing holds, neither where a run begins nor later. */
TEST_TIMES(smooth, CASES) {
  dcm_law *law = make(_i, 0.0);
  hand_contact *c = hand_begin(law, radius);
  ck_assert_double_eq(slide(c, 1e-6, 0.0), 0.0);
  ck_assert_double_eq(slide(c, 1e-6, 1e-6), 0.0);
  ck_assert_double_eq(slide(c, 1e-6, 0.0), 0.0);
}
