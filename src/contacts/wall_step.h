/* SPDX-License-Identifier: MIT */
/** @file
 * Forces of walls on particles: the law is asked about all contacts of a list as it stands after
 * dcm_wall_list_finish. Allocates nothing but what
 * energies need. */
#ifndef DCM_CONTACTS_WALL_STEP_H
#define DCM_CONTACTS_WALL_STEP_H

#include <stddef.h>

#include "contacts/step.h"

/** Memory of the steps of a list, reused from step to step. */
typedef struct dcm_wall_stepper dcm_wall_stepper;

/** @return NULL when out of memory; freed by dcm_wall_stepper_destroy */
dcm_wall_stepper *dcm_wall_stepper_create(void);

/** NULL is allowed. */
void dcm_wall_stepper_destroy(dcm_wall_stepper *stepper);

/** Makes the step.
 * @param on_walls receives the sums
 * @param added    [quantity] receives what contacts add to the quantities of the walls; NULL if the
 *                 law has none
 * @param fault    the first contact of the list that is not finite; what was added to the particles
 *                 is then of no use
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_wall_stepper_run(dcm_wall_stepper *stepper, const dcm_wall_step *step,
                             dcm_wall_sums *on_walls, double *added, dcm_contact_fault *fault);

/** Bytes in use. */
size_t dcm_wall_stepper_memory(const dcm_wall_stepper *stepper);

#endif
