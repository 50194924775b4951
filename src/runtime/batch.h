/* SPDX-License-Identifier: MIT */
/** @file
 * A batch of contacts: what a host gives, what the law sees and answers, and the forces and torques
 * that come of it. The kinematics of contacts, and Newton's third law, stand here once, for all
 * laws, all hosts, particles and walls.
 *
 * A batch belongs to one thread. Use: fill entries 0 to count - 1 of the input arrays and of the
 * history, set count, call dcm_batch_evaluate, read the results. */
#ifndef DCM_RUNTIME_BATCH_H
#define DCM_RUNTIME_BATCH_H

#include <dcm/dcm.h>

#include "runtime/error.h"
#include "runtime/law.h"

typedef struct dcm_batch {
  uint32_t capacity; /**< of every array; a multiple of DCM_LANES */
  uint32_t count;    /**< number of contacts, set by the host */
  uint32_t pair;     /**< dcm_law_pair of the two materials of all contacts, set by the host */

  /** Whether velocities and spins are those of half a time step before the positions, as in a run
   * of a leap-frog scheme; 0 unless the host sets it. Laws that ask for DCM_FRAME_MID_STEP then see
   * them split as of that time. */
  int half_step_velocities;

  dcm_clock clock; /**< zeros unless the host sets it */

  /* Input. */
  double *separation[3]; /**< x2 - x1; at a wall, from the centre of 1 to the nearest point */
  double *relative_velocity[3]; /**< v2 - v1 of the centres; at a wall, of that point of the wall */
  double *angular_velocity_1[3]; /**< w1 */
  double *angular_velocity_2[3]; /**< w2 */
  double *radius_1;              /**< r1 */
  double *radius_2;              /**< r2; +infinity at a flat wall, negative at a concave one */
  double *effective_mass;        /**< M*, see dcm_effective_mass */
  double **history;              /**< [component][contact] state after the step before */
  /** [quantity][contact] what the sides have of the law's quantities, where it has any. */
  double *quantities_1[DCM_MOST_QUANTITIES], *quantities_2[DCM_MOST_QUANTITIES];

  /* Results. */
  double *overlap;             /**< xi */
  double *normal[3];           /**< n, from 1 to 2 */
  double *normal_force;        /**< along n, positive pushes apart */
  double *tangential_force[3]; /**< on 1 */
  double *force[3];            /**< on 1, its opposite on 2: F1 = -n fn + ft */
  double *torque_1[3];         /**< on 1 about its centre */
  double *torque_2[3];         /**< on 2 about its centre; at a wall, 0 */
  double **new_history;        /**< [component][contact] state after this step, unless dt was 0 */
  double *added_1[DCM_MOST_QUANTITIES]; /**< [quantity][contact] what the law adds to them */
  double *added_2[DCM_MOST_QUANTITIES];
  dcm_energies energies;             /**< with arrays if the batch was made with energies */
  double *outputs[DCM_MOST_OUTPUTS]; /**< [output][contact], likewise */

  /* What the law is handed: views of the arrays above and of others that only it sees. */
  double *bisector[3];
  double *normal_velocity;
  double *tangential_velocity[3];
  double *effective_radius;
  double *couple_1[3];
  double *couple_2[3];
  int with_energies;
  void *memory;
} dcm_batch;

/** Allocates a batch, all arrays aligned and zero.
 * @param history_width components of the history of a contact
 * @param capacity      rounded up to whole lanes
 * @param with_energies whether the law is asked for energies and outputs
 * @return NULL when out of memory; freed by dcm_batch_destroy */
dcm_batch *dcm_batch_create(uint32_t history_width, uint32_t capacity, int with_energies);

/** NULL is allowed. */
void dcm_batch_destroy(dcm_batch *batch);

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
 * those who set these themselves. */
void dcm_batch_compute(dcm_batch *batch, const dcm_law *law, int side_2, double dt);

#endif
