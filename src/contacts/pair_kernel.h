/* SPDX-License-Identifier: MIT */
/** @file
 * The part of a step that is compiled for each instruction set: blocks of pairs, from positions to
 * forces. */
#ifndef DCM_CONTACTS_PAIR_KERNEL_H
#define DCM_CONTACTS_PAIR_KERNEL_H

#include "contacts/pair_step.h"
#include "runtime/isa.h"

/** Contacts that are evaluated at a time: what they are computed with, and the law's part of it,
 * then fits into the first-level cache. */
enum { DCM_CONTACT_BATCH = 128 };

/** Arrays of a thread. */
typedef struct dcm_pair_scratch {
  /* [DCM_BLOCK_CAPACITY] of the pairs of a block. */
  double *separation[3];
  double *distance_2;
  uint8_t *within; /* bits */

  /* [DCM_CONTACT_BATCH] of the contacts of a batch. */
  double *velocity[3], *spin_1[3], *spin_2[3];
  double *normal[3];
  double *overlap, *normal_velocity, *tangential_velocity[3];
  double *inverse_radius_sum, *effective_radius;
  double *normal_force, *tangential_force[3], *couple_1[3], *couple_2[3];
  double *force[3], *torque_1[3], *torque_2[3];
  double **history, **new_history; /* [component] tables for the law */
  double **discarded;              /* [component][contact] where the state must not change */

  dcm_contact_fault fault;
} dcm_pair_scratch;

/** Where the results of a block are kept when several threads share the work; [9] arrays of
 * DCM_BLOCK_CAPACITY: force, torque_1, torque_2. NULL: they are added to the particles at once. */
typedef double *(*dcm_pair_results)[9];

/** Goes through a block: dcm_pair_kernel_run of each instruction set. */
typedef void dcm_pair_kernel(const dcm_pair_step *step, uint32_t block, dcm_pair_scratch *scratch,
                             dcm_pair_results results);
#define DCM_DECLARE_KERNEL(symbol, isa) dcm_pair_kernel symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_KERNEL, dcm_pair_kernel_run)
#undef DCM_DECLARE_KERNEL

/** Adds the results of contacts to the particles from low up to, not including, high. */
void dcm_pair_scatter(const dcm_pair_step *step, const dcm_evaluated *contacts, uint32_t low,
                      uint32_t high);

#endif
