/* SPDX-License-Identifier: MIT */
/** @file
 * The part of a step that is compiled for each instruction set: blocks of pairs, from positions to
 * forces. */
#ifndef DCM_CONTACTS_PAIR_KERNEL_H
#define DCM_CONTACTS_PAIR_KERNEL_H

#include "contacts/evaluation.h"
#include "contacts/pair_step.h"
#include "runtime/isa.h"

/** Arrays of a thread. */
typedef struct dcm_pair_scratch {
  /* [DCM_BLOCK_CAPACITY] of the pairs of a block. */
  double *separation[3];
  double *distance_2;
  uint8_t *within; /* bits */

  dcm_evaluation evaluation;

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
