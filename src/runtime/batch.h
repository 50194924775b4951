/* SPDX-License-Identifier: MIT */
/** @file
 * A batch of contacts of one pair of materials: what a host gives, what the law sees and answers,
 * and the forces and torques that come of it. All contacts are evaluated as such a batch, of all
 * laws and all hosts, of particles and walls; so Newton's third law stands here once.
 *
 * A batch is a set of views: entry k of each array belongs to contact k. dcm_batch_create makes
 * arrays for those who put contacts in one by one; loops over a list of contacts make views of
 * arrays that they have anyway and call the parts of an evaluation, batch_loops.h.
 *
 * A batch belongs to one thread. Use: fill entries 0 to count - 1 by dcm_batch_put, and of the
 * history, set count and pair, call dcm_batch_evaluate, read the results. */
#ifndef DCM_RUNTIME_BATCH_H
#define DCM_RUNTIME_BATCH_H

#include <dcm/dcm.h>

#include "runtime/batch_views.h"
#include "runtime/error.h"
#include "runtime/motion.h"

/** Allocates a batch, all arrays aligned and zero.
 * @param history_width components of the history of a contact
 * @param capacity      rounded up to whole lanes
 * @param with_energies whether the law is asked for energies and outputs
 * @return NULL when out of memory; freed by dcm_batch_destroy */
dcm_batch *dcm_batch_create(uint32_t history_width, uint32_t capacity, int with_energies);

/** NULL is allowed. */
void dcm_batch_destroy(dcm_batch *batch);

/** Fills entry k of the input, but for the history and the quantities. */
void dcm_batch_put(dcm_batch *batch, uint32_t k, dcm_relative_motion motion, double effective_mass);

/** Kinematics, law, forces and torques of all contacts of the batch. Changes no input. Couples that
 * the law does not write count as zero.
 *
 * With rc_i = +-l_i n from centre to contact point, l_i the lever arm that the law chose:
 * v_rel = v2 - v1 - w1 x rc_1 + w2 x rc_2, T_i = l_i n x ft + couple_i: one sign for both, because
 * both the arm and the force change theirs. (Sheets of contact laws in the literature print other
 * signs; docs/errata.md.) Particles whose centres coincide have no normal: it is the null vector,
 * and so is the force along it.
 *
 * @param side_2 DCM_SIDE_PARTICLE or DCM_SIDE_WALL, for the whole batch
 * @param dt     time step, 0 to look without advancing the state */
void dcm_batch_evaluate(dcm_batch *batch, const dcm_law *law, int side_2, double dt);

/** The law alone, on what stands in the batch: normal, overlap, velocities, effective radius. For
 * those who set these themselves.
 * @return what the law answered: DCM_OK, or a refusal; then the normal forces are NaN */
int32_t dcm_batch_compute(const dcm_batch *batch, const dcm_law *law, int side_2, double dt);

#endif
