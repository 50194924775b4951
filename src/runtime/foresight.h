/* SPDX-License-Identifier: MIT */
/** @file
 * Whether a law foresees velocities. The contract does not tell, so the law itself is asked. */
#ifndef DCM_RUNTIME_FORESIGHT_H
#define DCM_RUNTIME_FORESIGHT_H

#include "runtime/law.h"

/** Whether the normal force of some pair of materials depends on dcm_contacts.velocity_age. Such a
 * law books its damping along the normal by the velocity that it foresees, see booking.h.
 * @return 0 when out of memory, too */
int dcm_law_foresees(const dcm_law *law);

#endif
