/* SPDX-License-Identifier: MIT */
/** @file
 * A sphere of 1 mm on a plane under gravity, by velocity Verlet as hosts have it: whether what
 * rests stays. */
#ifndef DCM_TESTS_LAWS_RESTING_H
#define DCM_TESTS_LAWS_RESTING_H

#include "driver/contact.h"

typedef struct resting {
  dcm_body bodies[2];
  dcm_motion motions[2];
  dcm_single_contact *contact;
  dcm_contact_load load;
  double slope; /**< tangent of the angle by which gravity is inclined */
  double dt;
} resting;

extern const double resting_gravity;

/** @param depth overlap at the beginning
 * @param spin  about the normal, likewise
 * @return its contact lives until the test ends */
resting resting_begin(const dcm_law *law, double slope, double spin, double depth);

void resting_advance(resting *r, int steps);

/** Kinetic energy. */
double resting_energy(const resting *r);

/** Fails unless it rests, and does not move in so many steps. */
void resting_expect_rest(resting *r, int steps);

/** Fails unless a sphere that was given this spin on its pole has come to rest, or has kept it.
 * @param stops which of the two */
void resting_expect_spin(const resting *r, double spin, int stops);

#endif
