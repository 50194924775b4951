/* SPDX-License-Identifier: MIT */
/** @file
 * Built-in laws with given parameters, one contact of two equal spheres that is pressed by hand,
 * and head-on collisions, for tests of closed forms. All of these live until the test ends. */
#ifndef DCM_TESTS_LAWS_BY_HAND_H
#define DCM_TESTS_LAWS_BY_HAND_H

#include <math.h>

#include "driver/contact.h"
#include "numeric/vector.h"
#include "support/given.h"

/** A built-in law of one material from the words of a user. */
#define hand_law(id, ...) given_law(built_in(id), 1, __VA_ARGS__)

/** @param part of the sentence */
#define hand_refuses(id, part, ...)                                                                \
  refuses_given(given_settings(built_in(id), 1, __VA_ARGS__), part)

/** Room for so many contacts. */
static inline dcm_batch *hand_batch(const dcm_law *law, uint32_t count) {
  return given_batch(law, count, 1);
}

/** Up to rounding. */
static inline void hand_near_of(double actual, double expected, double size) {
  ck_assert_double_eq_tol(actual, expected, 1e-12 * (fabs(expected) + fabs(size)));
}

static inline void hand_near(double actual, double expected) {
  hand_near_of(actual, expected, 0.0);
}

/** A contact that is led along its normal, slowly. */
typedef struct hand_contact {
  dcm_law *law;
  dcm_batch *batch;
  double radius;
  double stored;  /**< along the normal */
  double yielded; /**< since the beginning */
} hand_contact;

static inline hand_contact *hand_begin(dcm_law *law, double radius) {
  hand_contact *c = dcm_keep(malloc(sizeof *c), free);
  *c = (hand_contact){.law = law, .batch = hand_batch(law, 1), .radius = radius};
  dcm_batch *b = c->batch;
  b->radius_1[0] = b->radius_2[0] = radius;
  b->effective_mass[0] = 1e-6;
  dcm_law_history_begin(law, 0, DCM_SIDE_PARTICLE, 1, b->history);
  return c;
}

/** The normal force at an overlap, to which the contact is led in one step. */
static inline double hand_press(hand_contact *c, double overlap) {
  dcm_batch *b = c->batch;
  /* The kinematics would round the overlap. */
  b->separation[0][0] = 2.0 * c->radius - overlap;
  dcm_batch_evaluate(b, c->law, DCM_SIDE_PARTICLE, 0.0);
  b->overlap[0] = overlap;
  dcm_batch_compute(b, c->law, DCM_SIDE_PARTICLE, 1e-6);
  for (uint32_t i = 0; i < c->law->history_width; i++)
    b->history[i][0] = b->new_history[i][0];
  c->stored = b->energies.stored_normal[0];
  c->yielded += b->energies.dissipated_plastic[0];
  return b->normal_force[0];
}

/** Two equal spheres of density 2500 meet head-on. */
static inline dcm_api_outcome hand_collide(dcm_law *law, double radius, double speed,
                                           uint32_t steps) {
  dcm_collision c = {
      .law = law,
      .side_2 = DCM_SIDE_PARTICLE,
      .bodies = {dcm_body_sphere(1, radius, 2500.0), dcm_body_sphere(1, radius, 2500.0)},
      .motions = {{.velocity = {speed, 0.0, 0.0}}, {.position = {2.0 * radius + 1e-9, 0.0, 0.0}}},
      .max_steps = 100u * steps,
      .velocities = DCM_VELOCITY_SYNCHRONISED};
  dcm_error error;
  dcm_api_outcome outcome;
  ck_assert_msg(dcm_collision_time_step(&c, steps, &c.dt, &error) == DCM_OK, "%s", error.text);
  ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &outcome, &error) == DCM_OK, "%s", error.text);
  return outcome;
}

#endif
