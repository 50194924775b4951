/* SPDX-License-Identifier: MIT */
/** @file
 * The arrays of a batch of contacts, see batch.h; and those of dcm_energies by number, in their
 * order, and what programs and hosts call them. */
#ifndef DCM_RUNTIME_BATCH_VIEWS_H
#define DCM_RUNTIME_BATCH_VIEWS_H

#include <dcm/dcm.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/law.h"

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

/* ------------------------------------------------------------------------------- energies */

/** The first DCM_ENERGIES_STORED arrays say what a contact stores, the others up to DCM_ENERGIES
 * what the step dissipated. tangential_damper is no energy. */
enum {
  DCM_ENERGIES_STORED = 3,
  DCM_ENERGIES =
      (offsetof(dcm_energies, tangential_damper) - offsetof(dcm_energies, stored_normal)) /
      sizeof(double *)
};

/** The terms of a ledger: those energies, and two that no law reports. Lever arms that differ for
 * velocity and moment dissipate in each step (booking.h), jumps where contacts begin and end
 * (jumps.h). */
enum {
  DCM_LEDGER_ARMS = DCM_ENERGIES,
  DCM_LEDGER_JUMPS,
  DCM_LEDGER,
  DCM_LEDGER_OF_STEP =
      DCM_LEDGER_JUMPS, /**< terms that each contact has in each step, the first ones */
  DCM_DISSIPATED = DCM_LEDGER - DCM_ENERGIES_STORED /**< terms that are lost, the last ones */
};

/** "stored_normal", ..., "dissipated_fracture", "dissipated_by_arms", "dissipated_by_jumps" */
static inline const char *dcm_energy_name(size_t e) {
  static const char *const names[DCM_LEDGER] = {
      "stored_normal",       "stored_tangential",     "stored_rolling",      "dissipated_normal",
      "dissipated_plastic",  "dissipated_tangential", "dissipated_sliding",  "dissipated_rolling",
      "dissipated_fracture", "dissipated_by_arms",    "dissipated_by_jumps",
  };
  return names[e];
}

/** The arrays as one array. The address is computed as a number, because compilers warn of a
 * pointer to one member that reaches the others. */
static inline double **dcm_energy_rows_of(const dcm_energies *energies) {
  return (double **)((uintptr_t)energies + offsetof(dcm_energies, stored_normal));
}

static inline double *dcm_energy_row(const dcm_energies *energies, size_t e) {
  return dcm_energy_rows_of(energies)[e];
}

static inline void dcm_set_energy_row(dcm_energies *energies, size_t e, double *row) {
  dcm_energy_rows_of(energies)[e] = row;
}

#endif
