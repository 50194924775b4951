/* SPDX-License-Identifier: MIT */
/** @file
 * The part of a step with walls that is compiled for each instruction set: a run of contacts, from
 * velocities to forces. */
#ifndef DCM_CONTACTS_WALL_KERNEL_H
#define DCM_CONTACTS_WALL_KERNEL_H

#include "contacts/evaluation.h"
#include "contacts/wall_step.h"
#include "runtime/isa.h"

typedef struct dcm_wall_scratch {
  dcm_evaluation evaluation;
  dcm_wall_sums on_walls;            /* so far */
  double added[DCM_MOST_QUANTITIES]; /* to those of the walls, likewise */
  dcm_wall_fault fault;
} dcm_wall_scratch;

/** Goes through a run: dcm_wall_kernel_run of each instruction set. */
typedef void dcm_wall_kernel(const dcm_wall_step *step, const dcm_wall_run *run,
                             dcm_wall_scratch *scratch);
#define DCM_DECLARE_KERNEL(symbol, isa) dcm_wall_kernel symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_KERNEL, dcm_wall_kernel_run)
#undef DCM_DECLARE_KERNEL

/** What the particles of a batch, and the walls, have of the law's quantities. */
void dcm_wall_show_quantities(const dcm_wall_step *step, const dcm_listed *listed,
                              dcm_wall_scratch *scratch);

/** Adds what the law adds to them, and keeps the first contact of which something is not finite. */
void dcm_wall_take_quantities(const dcm_wall_step *step, const dcm_listed *listed,
                              dcm_wall_scratch *scratch);

/** Keeps the first of the contacts that is not finite, and shows them to the observer.
 * @param finite whether all of them are known to be */
void dcm_wall_tell(const dcm_wall_step *step, const dcm_walls_evaluated *contacts, int finite,
                   dcm_wall_scratch *scratch);

#endif
