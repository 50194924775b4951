/* SPDX-License-Identifier: MIT */
/** @file
 * What property tests share: rounds of random laws and contacts in every case of dcm_case_at. */
#ifndef DCM_TESTS_LAWS_PROPERTIES_H
#define DCM_TESTS_LAWS_PROPERTIES_H

#include "check/samples.h"
#include "support/cases.h"
#include "support/run.h"

/** Contacts in a round, and rounds: 102,400 contacts for each case and property. */
enum { CONTACTS = 256, ROUNDS = 400 };

/** A law with random parameters, random contacts with a state, and two batches. */
typedef struct scene {
  const char *property;
  dcm_case the_case;
  uint32_t index; /**< of the case */
  int round;
  dcm_random random;
  dcm_law *law;
  dcm_batch *a, *b;
  double dt;
  uint32_t pair; /**< of the materials of all contacts, new in every round */
  int side_2;
  dcm_sample contacts[CONTACTS];
} scene;

/** Calls check for every round with a scene whose batches have CONTACTS contacts; its law is new
 * every few rounds.
 * @param i     number of the case
 * @param fixed as for dcm_case_law */
void scene_for_each_round(int i, const char *property, const dcm_fixed *fixed, int rounds,
                          void (*check)(scene *s));

/** Puts random contacts into batch a, carries them through two steps, and moves them on: the batch
 * then has input and history for a third. */
void scene_live(scene *s, int side_2);

/** Fails the test with all that is needed to repeat it. */
void scene_fail(const scene *s, uint32_t k, const char *what, double actual, double allowed);

/** Entry k of arrays of results, which are not const. */
static inline dcm_vector scene_vector(double *const array[3], uint32_t k) {
  return dcm_load((const double *const *)array, k);
}

#endif
