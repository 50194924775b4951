/* SPDX-License-Identifier: MIT */
/** @file
 * The particles of a host, as plain arrays. */
#ifndef DCM_CONTACTS_PARTICLES_H
#define DCM_CONTACTS_PARTICLES_H

#include <stdint.h>

/** Rows of three numbers, one for each particle, not aligned in any way. All belong to the host. */
typedef struct dcm_particles {
  const double *position;         /**< of the centres */
  const double *velocity;         /**< likewise */
  const double *angular_velocity; /**< in the host's frame */
  double *force;                  /**< forces of contacts are added */
  double *torque;                 /**< likewise, about the centres */
  uint32_t summed; /**< particles from this one on, copies of others perhaps, receive nothing */

  /** [quantity][particle] What particles have of the law's quantities, and arrays to which that is
   * added which contacts add: never those that are read. NULL if the law has none. */
  const double *const *quantities;
  double *const *sums;
} dcm_particles;

#endif
