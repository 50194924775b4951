/* SPDX-License-Identifier: MIT */
/** @file
 * A sphere of 1 mm on a plane under gravity, by velocity Verlet as hosts have it: whether what
 * rests stays. */
#ifndef DCM_TESTS_LAWS_RESTING_H
#define DCM_TESTS_LAWS_RESTING_H

#include "driver/single_contact.h"

typedef struct resting {
  dcm_body bodies[2];
  dcm_motion motions[2];
  dcm_single_contact *contact;
  dcm_contact_load load;
  double slope; /**< tangent of the angle by which gravity is inclined */
  double dt;
} resting;

extern const double resting_gravity;

/** A law of one material from words "name value ..." of options and parameters, or a failed test.
 */
dcm_law *resting_law(const char *id, const char *words);

/** @param depth overlap at the beginning
 * @param spin  about the normal, likewise
 * @return its contact is to be destroyed */
resting resting_begin(const dcm_law *law, double slope, double spin, double depth);

void resting_advance(resting *r, int steps);

/** Kinetic energy. */
double resting_energy(const resting *r);

#endif
