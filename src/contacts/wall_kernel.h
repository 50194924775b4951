/* SPDX-License-Identifier: MIT */
/** @file
 * The part of a step with walls that is compiled for each instruction set: a run of contacts, from
 * velocities to forces. */
#ifndef DCM_CONTACTS_WALL_KERNEL_H
#define DCM_CONTACTS_WALL_KERNEL_H

#include "contacts/batch_rows.h"
#include "contacts/step.h"
#include "runtime/isa.h"

/** Numbers that the contacts of a batch add to dcm_wall_sums, beside forces; and where particles
 * are. */
typedef struct dcm_wall_rows {
  alignas(DCM_ALIGNMENT) double position[3][DCM_CONTACT_ROW];
  double torque[3][DCM_CONTACT_ROW], power[DCM_CONTACT_ROW];
  double pressure[DCM_CONTACT_ROW], pressure_at[3][DCM_CONTACT_ROW];
} dcm_wall_rows;

typedef struct dcm_wall_scratch {
  dcm_batch_rows rows;
  dcm_wall_rows of_walls;
  dcm_wall_sums on_walls;            /* so far */
  double added[DCM_MOST_QUANTITIES]; /* to those of the walls, likewise */
  dcm_energy_rows energy_rows;       /* of a batch, of a step that asks for energies */
  dcm_energies energies;             /* these rows, as the law is shown them */
  dcm_contact_fault fault;
} dcm_wall_scratch;

/** Goes through a run: dcm_wall_kernel_run of each instruction set. */
typedef void dcm_wall_kernel(const dcm_wall_step *step, const dcm_wall_run *run,
                             dcm_wall_scratch *scratch);
#define DCM_DECLARE_KERNEL(symbol, isa) dcm_wall_kernel symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_KERNEL, dcm_wall_kernel_run)
#undef DCM_DECLARE_KERNEL

#endif
