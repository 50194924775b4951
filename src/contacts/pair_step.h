/* SPDX-License-Identifier: MIT */
/** @file
 * One step of all pairs of a list: contacts begin and end, the law is asked, forces and torques are
 * added to the particles. Allocates nothing but at the first step and when a list grows. */
#ifndef DCM_CONTACTS_PAIR_STEP_H
#define DCM_CONTACTS_PAIR_STEP_H

#include <stddef.h>

#include "contacts/step.h"

enum { DCM_MOST_PARTS = 255 };

/** Divides the blocks of a list, if they are not so divided. This holds until pairs are added.
 *
 * Threads share the blocks by parts, each a stretch of the list, and a particle belongs to the
 * first part that has a pair of it. A part adds what its contacts do to its own particles at once,
 * and keeps what they do to the particles of parts before it; those parts add that when all
 * contacts have been evaluated. So the sum for a particle is made in the order of the list,
 * whatever the number of parts, and no particle is written by two. Where particles are numbered by
 * where they are, few contacts have a particle of another part.
 * @param parts     1 to DCM_MOST_PARTS
 * @param particles to which contacts add
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_list_divide(dcm_pair_list *list, uint32_t parts, uint32_t particles);

/** Memory of the steps of a list, reused from step to step. */
typedef struct dcm_pair_stepper dcm_pair_stepper;

/** @return NULL when out of memory; freed by dcm_pair_stepper_destroy */
dcm_pair_stepper *dcm_pair_stepper_create(void);

/** NULL is allowed. */
void dcm_pair_stepper_destroy(dcm_pair_stepper *stepper);

/** Makes the step; in a process that was forked from one whose steps had several threads by one,
 * for OpenMP has none there.
 * @param fault the first contact of the list that is not finite; what was added to the particles is
 *              then of no use
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_stepper_run(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                             dcm_contact_fault *fault);

/** The energies of a contact in the last step, if that step kept them, as they were booked.
 * @param place    where the contact stands in the list since that step
 * @param energies [DCM_LEDGER_OF_STEP] receives what the contact stores, and what it dissipated in
 * the step; not weighted
 * @return nonzero if there are any */
int dcm_pair_stepper_energies(const dcm_pair_stepper *stepper, dcm_pair_place place,
                              double *energies);

/** Bytes in use. */
size_t dcm_pair_stepper_memory(const dcm_pair_stepper *stepper);

#endif
