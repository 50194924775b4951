/* SPDX-License-Identifier: MIT */
/** @file
 * Random contacts of two spheres or of a sphere and a wall, and how they go into a batch. */
#ifndef DCM_CHECK_SAMPLES_H
#define DCM_CHECK_SAMPLES_H

#include "check/random.h"
#include "check/typical.h"
#include "runtime/batch.h"

/** One contact as a host knows it. Contacts of one batch have the same two materials. */
typedef struct dcm_sample {
  dcm_vector separation, relative_velocity;
  dcm_vector angular_velocity_1, angular_velocity_2;
  double radius_1, radius_2;
  double effective_mass;
  uint32_t material_1, material_2; /**< numbered from 1 */
  double quantities_1[DCM_MOST_QUANTITIES], quantities_2[DCM_MOST_QUANTITIES];
} dcm_sample;

/** A pair of materials for the contacts of a batch, as dcm_law_pair gives it. */
uint32_t dcm_random_pair(const dcm_law *law, dcm_random *random);

/** Values of the law's quantities that a particle may have: masses as given, IDs, else numbers
 * about the default, or volumes of a few percent of the particle's.
 * @param mass   infinite for a wall
 * @param values [quantity] filled */
void dcm_random_quantities(const dcm_law *law, double radius, double mass, dcm_random *random,
                           double *values);

/** Overlap of the deepest contacts, as a share of the smaller radius. */
#define DCM_DEEPEST 1e-1

/** Spheres of 10 um to 10 cm of usual densities, overlapping by 1e-6 to DCM_DEEPEST of the smaller
 * radius, at speeds of 1e-4 to 10 m/s at the contact. A law with reach also gets overlaps below
 * zero that are within it.
 * @param pair   from dcm_random_pair
 * @param side_2 DCM_SIDE_PARTICLE, or DCM_SIDE_WALL: flat, concave or convex */
dcm_sample dcm_random_sample(const dcm_law *law, uint32_t pair, int side_2, dcm_random *random);

/** Contacts like a typical one: up to three times larger or smaller, flatter or deeper, mostly
 * slower. */
dcm_sample dcm_typical_sample(const dcm_law *law, uint32_t pair, int side_2,
                              const dcm_typical *typical, dcm_random *random);

/** A sample of the contact a moment later: moved, turned and accelerated a little, within the reach
 * of the law, so that the contact still lasts. */
dcm_sample dcm_moved_sample(const dcm_law *law, const dcm_sample *contact, int side_2,
                            dcm_random *random);

/** A sample of the contact seen from the other particle. */
dcm_sample dcm_swapped_sample(const dcm_sample *contact);

/** Writes entry k of the input of a batch, and the batch's pair of materials; not the history. */
void dcm_put_sample(dcm_batch *batch, const dcm_law *law, uint32_t k, const dcm_sample *contact);

/** Gives contact k, for dcm_batch_compute, the normal of the next step.
 * @param known whether the law is told how it turned */
void dcm_turn_normal(dcm_batch *batch, uint32_t k, dcm_vector normal, int known);

/** Makes the state after the step the state before the next. */
void dcm_advance_history(dcm_batch *batch, const dcm_law *law);

/** "r1 = ..., r2 = ..., ..." for messages. */
const char *dcm_sample_text(const dcm_sample *contact);

#endif
