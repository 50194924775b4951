/* SPDX-License-Identifier: MIT */
/** @file
 * The first contact of a step, of pairs or with walls, whose numbers are not finite. */
#ifndef DCM_CONTACTS_FAULT_H
#define DCM_CONTACTS_FAULT_H

#include <stdint.h>

typedef struct dcm_contact_fault {
  int found;                       /**< nonzero if there is one; then the rest is set */
  int of_law;                      /**< the law's answer is not finite; else the distance is not */
  uint32_t particle_1, particle_2; /**< of a pair */
  uint32_t contact;                /**< with a wall: entry of the list */
  double overlap;
  double normal_velocity, tangential_velocity[3];
  double force[3], torque[3]; /**< on 1; forces are NaN where a quantity is not finite */
} dcm_contact_fault;

#endif
