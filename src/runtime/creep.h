/* SPDX-License-Identifier: MIT */
/** @file
 * Whether contacts of a law, any law, creep. */
#ifndef DCM_RUNTIME_CREEP_H
#define DCM_RUNTIME_CREEP_H

#include "runtime/law.h"

/** Whether a contact resists rolling only while the contact rolls, so that no leaning grain ever
 * stands still. The test rolls a contact by a billionth of a radian, too little to slide or to
 * break a bond, and looks for a couple after the stop. A couple of constant size creeps, and so
 * does a viscous one; a spring, a bond and a contact without resistance do not. The test needs only
 * the couples of a law, and so works for every law. Parameters as for dcm_longest_safe_step.
 * @return 0 also when out of memory */
int dcm_contact_creeps(const dcm_law *law, uint32_t i, uint32_t j, double radius_1, double mass_1,
                       double radius_2, double mass_2);

#endif
