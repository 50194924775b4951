/* SPDX-License-Identifier: MIT */
/** @file
 * Built-in laws with given parameters, one contact of two equal spheres that is pressed by hand,
 * and head-on collisions, for tests of closed forms. All of these live until the test ends. */
#ifndef DCM_TESTS_LAWS_BY_HAND_H
#define DCM_TESTS_LAWS_BY_HAND_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/contact.h"
#include "laws/library.h"
#include "numeric/vector.h"
#include "runtime/batch.h"
#include "runtime/model.h"
#include "runtime/settings.h"
#include "support/check.h"
#include "support/expect.h"
#include "support/run.h"

typedef struct hand_value {
  const char *parameter;
  double number;
} hand_value;

typedef struct hand_choice {
  const char *option, *word;
} hand_choice;

/** The built-in law with this name. */
static inline const dcm_model *hand_model(const char *id) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  const dcm_model *model = NULL;
  for (uint32_t i = 0; i < library->model_count; i++)
    if (strcmp(library->models[i]->id, id) == 0)
      model = library->models[i];
  ck_assert_ptr_nonnull(model);
  return model;
}

static inline void hand_destroy_law(void *law) {
  dcm_law_destroy(law);
}

static inline void hand_destroy_batch(void *batch) {
  dcm_batch_destroy(batch);
}

/** Room for so many contacts. */
static inline dcm_batch *hand_batch(const dcm_law *law, uint32_t count) {
  dcm_batch *b = dcm_keep(dcm_batch_create(law->history_width, count, 1), hand_destroy_batch);
  b->count = count;
  return b;
}

/** A law of one material.
 * @param choices, values end with a NULL; choices may be NULL
 * @return NULL if the law refuses */
static inline dcm_law *hand_try(const char *id, const hand_choice *choices,
                                const hand_value *values, dcm_error *error) {
  const dcm_model *model = hand_model(id);
  dcm_settings *settings = dcm_settings_create(model, 1);
  for (; choices && choices->option; choices++)
    ck_assert_msg(dcm_settings_choose(settings, choices->option, choices->word, error) == DCM_OK,
                  "%s", error->text);
  for (; values->parameter; values++) {
    char text[32];
    snprintf(text, sizeof text, "%.17g", values->number);
    const int32_t status = dcm_model_is_of_law(model, values->parameter)
                               ? dcm_settings_give(settings, values->parameter, text, error)
                               : dcm_settings_set(settings, (dcm_range){1, 1}, (dcm_range){1, 1},
                                                  values->parameter, text, error);
    ck_assert_msg(status == DCM_OK, "%s", error->text);
  }
  dcm_law *law = dcm_law_create(settings, dcm_error_log, error, error);
  dcm_settings_destroy(settings);
  return dcm_keep(law, hand_destroy_law);
}

static inline dcm_law *hand_law(const char *id, const hand_choice *choices,
                                const hand_value *values) {
  dcm_error error;
  dcm_law *law = hand_try(id, choices, values, &error);
  ck_assert_msg(law != NULL, "%s", error.text);
  return law;
}

/** @param part of the sentence */
static inline void hand_refuses(const char *id, const hand_choice *choices,
                                const hand_value *values, const char *part) {
  dcm_error error;
  ck_assert_ptr_null(hand_try(id, choices, values, &error));
  expect_part(error.text, part);
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
