/* SPDX-License-Identifier: MIT */
/** @file
 * Energy that contacts store where they begin and end. Adhesion that jumps in stores a negative
 * energy at once, and what a contact stores when it ends is gone. Both are dissipated "by jumps":
 * the sum of what contacts store at their end, less what they store at their beginning.
 *
 * Velocity Verlet pays a force for half a step before and after the positions at which the force is
 * evaluated. So the contact begins, and ends, half a step before the first positions at which it
 * is a contact, or no contact any more: the law is asked what is stored there. Springs along the
 * surfaces go on for that half step at the end with the force that they had at the last positions
 * of the contact. Their stiffness may vanish with the contact area, so that no position nearer to
 * the end says what they stored. With stored energy and work by the trapezoid rule, the balance is
 * then of the second order of the time step. */
#ifndef DCM_LEDGER_JUMPS_H
#define DCM_LEDGER_JUMPS_H

#include "numeric/vector.h"
#include "runtime/batch.h"
#include "runtime/law.h"

/** A contact that began or ended in a step. */
typedef struct dcm_jump {
  uint32_t materials;
  int side_2;
  /** Separation of the end of the step; velocities of half a step before. A wall's spin is not
   * read. */
  dcm_relative_motion motion;
  double effective_mass;
  double farthest; /**< distance at which a contact begins, or up to which a contact lasts */
  int ends;        /**< else the contact begins */
} dcm_jump;

/** Whether contacts of the law may store other energies where they end than where they begin. A law
 * without a state stores the same. */
static inline int dcm_law_jumps(const dcm_law *law) {
  return law->history_width > 0;
}

/** A batch for one contact. @return NULL when out of memory; freed by dcm_batch_destroy */
dcm_batch *dcm_jump_batch(const dcm_law *law);

/** Such a batch, reused from step to step.
 * @param batch NULL, or that of the step before; made anew if the states of the law have another
 *              width
 * @param width of the states in the batch
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_jump_batch_renew(dcm_batch **batch, uint32_t *width, const dcm_law *law);

/** Energy that the contact stores half a step before the given positions. The state and the
 * quantities of both sides stand in entry 0 of the batch. */
double dcm_stored_at_jump(dcm_batch *batch, const dcm_law *law, const dcm_jump *c, double dt);

#endif
