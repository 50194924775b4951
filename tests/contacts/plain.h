/* SPDX-License-Identifier: MIT */
/** @file
 * The oracle of the loop over pairs: a step pair by pair, each contact alone in a batch, without
 * vectors, threads or blocks that rest. */
#ifndef DCM_TESTS_CONTACTS_PLAIN_H
#define DCM_TESTS_CONTACTS_PLAIN_H

#include "contacts/step.h"

/** dcm_pair_stepper_run as a plain loop, equal to the bit; a fault tells only who and why. */
void dcm_plain_step(const dcm_pair_step *step, dcm_contact_fault *fault);

#endif
