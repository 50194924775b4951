/* SPDX-License-Identifier: MIT */
/** @file
 * Whether contacts of a law, any law, creep. */
#ifndef DCM_RUNTIME_CREEP_H
#define DCM_RUNTIME_CREEP_H

#include "runtime/law.h"

/** Whether a contact resists rolling only while it rolls, so that nothing that leans on it ever
 * stands still: it is rolled by a billionth of a radian, which no spring, slider or bond minds, and
 * nothing is left of the couple when it stops. A couple of constant size creeps, and so does a
 * viscous one; a spring, a bond and what does not resist at all do not. It asks the law for couples
 * and nothing else, and so serves every law.
 * Parameters as for dcm_safe_time_step.
 * @return 0 also when out of memory */
int dcm_contact_creeps(const dcm_law *law, uint32_t i, uint32_t j, double radius_1, double mass_1,
                       double radius_2, double mass_2);

#endif
