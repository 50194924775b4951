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

#include "runtime/error.h"
#include "runtime/law.h"
#include "runtime/motion.h"

/** Relative velocity and spins at the time of the positions, as views: see booking.h. */
typedef struct dcm_late_motion {
  double *velocity[3], *spin_1[3], *spin_2[3];
} dcm_late_motion;

typedef struct dcm_batch {
  uint32_t count; /**< number of contacts */
  uint32_t pair;  /**< dcm_law_pair of the two materials of all contacts */

  /** Whether velocities and spins are those of half a time step before the positions, as in a run
   * of a leap-frog scheme. Laws that ask for DCM_FRAME_MID_STEP then see them split as of that
   * time. */
  int half_step_velocities;

  dcm_clock clock;

  /* Input. */
  double *separation[3]; /**< x2 - x1; at a wall, from the centre of 1 to the nearest point */
  double *relative_velocity[3]; /**< v2 - v1 of the centres; at a wall, of that point of the wall */
  double *angular_velocity_1[3]; /**< w1 */
  double *angular_velocity_2[3]; /**< w2 */
  double *radius_1;              /**< r1 */
  double *radius_2;              /**< r2; +infinity at a flat wall, negative at a concave one */
  double *effective_mass;        /**< M*, see dcm_effective_mass */
  const double *factor;          /**< by which forces and torques are weighted; NULL: 1 */
  double **history;              /**< [component][contact] state after the step before */
  double **quantities_1, **quantities_2; /**< [quantity][contact] of the two sides */

  /* Results. */
  double *overlap;             /**< xi */
  double *normal[3];           /**< n, from 1 to 2 */
  double *normal_force;        /**< along n, positive pushes apart */
  double *tangential_force[3]; /**< on 1 */
  double *force[3];            /**< on 1, its opposite on 2: F1 = -n fn + ft */
  double *torque_1[3];         /**< on 1 about its centre */
  double *torque_2[3];         /**< on 2 about its centre; at a wall, 0 */
  double **new_history;        /**< [component][contact] state after this step, unless dt was 0 */
  double **added_1, **added_2; /**< [quantity][contact] what the law adds to them */
  int with_energies;           /**< whether the law is asked for energies and outputs */
  dcm_energies energies;       /**< its arrays are NULL where a batch was made without energies */
  double *by_arms;             /**< what unlike lever arms dissipate, see booking.h */
  double **outputs;            /**< [output][contact], likewise */
  dcm_late_motion late;        /**< likewise */

  /* Numbers for the law alone: */
  double *bisector[3];
  double *normal_velocity;
  double *tangential_velocity[3];
  double *effective_radius;
  double *inverse_radius_sum;
  double *couple_1[3];
  double *couple_2[3];

  uint32_t capacity; /**< of the arrays of dcm_batch_create; a multiple of DCM_LANES */
  void *memory;      /**< these arrays */
} dcm_batch;

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

/** Books the energies that the law told as an integrator of velocity Verlet pays them, see
 * booking.h: after dcm_batch_evaluate with the same arguments, a dt above 0, and a law that keeps
 * what serves energies. The caller has filled the first entries of batch->late. */
void dcm_batch_book(dcm_batch *batch, const dcm_law *law, int side_2, double dt);

/** The law alone, on what stands in the batch: normal, overlap, velocities, effective radius. For
 * those who set these themselves.
 * @return what the law answered: DCM_OK, or a refusal; then the normal forces are NaN */
int32_t dcm_batch_compute(const dcm_batch *batch, const dcm_law *law, int side_2, double dt);

#endif
