/* SPDX-License-Identifier: MIT */
/** @file
 * One contact for tests of any law. */
#ifndef DCM_RUNTIME_TRIAL_CONTACT_H
#define DCM_RUNTIME_TRIAL_CONTACT_H

#include "runtime/batch.h"
#include "runtime/law.h"

typedef struct dcm_trial {
  const dcm_law *law;
  dcm_batch *batch; /**< of one contact; side 2 lies towards +x */
  int side_2;
  double smaller_radius; /**< of 1 at a wall */
} dcm_trial;

/** A contact at rest, which has not begun.
 * @param i,j      materials from 1
 * @param radius_1 > 0
 * @param mass_1   > 0
 * @param radius_2 as of side 2 of a batch: +infinity for a flat wall, below -radius_1 for a concave
 *                 one
 * @param mass_2   > 0; +infinity for a body that forces do not move
 * @param with_energies whether the law is asked for energies
 * @return DCM_OK, or DCM_ERROR when out of memory; freed by dcm_trial_free */
int32_t dcm_trial_make(dcm_trial *trial, const dcm_law *law, uint32_t i, uint32_t j,
                       double radius_1, double mass_1, double radius_2, double mass_2,
                       int with_energies);
void dcm_trial_free(dcm_trial *trial);

/** Begins the contact at an overlap, as at the start of a run. */
void dcm_trial_begin(dcm_trial *trial, double overlap);

/** One step with the velocities in the batch; the batch keeps the new state.
 * @param dt 0 at the
 * start of a run */
void dcm_trial_step(dcm_trial *trial, double overlap, double dt);

void dcm_trial_end(dcm_trial *trial);

/** The exponent n of a law whose elastic force grows as overlap^n, of materials i and j. The two
 * grains are giants and touch by a millionth of their radius: adhesion is nothing beside their
 * elastic force, and nothing yields.
 * @return n, to six decimals; 1.5, as of Hertz, where the force does not grow, or when out of
 * memory */
double dcm_force_exponent(const dcm_law *law, uint32_t i, uint32_t j);

#endif
