/* SPDX-License-Identifier: MIT */
/** @file
 * Finds the velocities by which a law tells the energies that it dissipates. The contract does not
 * say which, so the law itself is asked. booking.h uses the answer. */
#ifndef DCM_LEDGER_FORESIGHT_H
#define DCM_LEDGER_FORESIGHT_H

#include "runtime/law.h"

/** @return the flags of enum dcm_foresight that hold; when out of memory, those that could be found
 */
int dcm_law_foresight(const dcm_law *law);

/** For a host that asks for energies, before the first contact: has the host keep what serves
 * energies alone, too, and asks by which velocities the law tells them. */
void dcm_law_keep_for_energies(dcm_law *law);

#endif
