/* SPDX-License-Identifier: MIT */
/** @file
 * Finds the velocities by which a law tells the energies that it dissipates. The contract does not
 * say which, so the law itself is asked. booking.h uses the answer. */
#ifndef DCM_RUNTIME_FORESIGHT_H
#define DCM_RUNTIME_FORESIGHT_H

#include "runtime/law.h"

enum {
  /** The normal force of some pair of materials depends on dcm_contacts.velocity_age. Such a law
   * tells its damping along the normal by the velocity that it foresees. */
  DCM_FORESEES_NORMAL = 1,

  /** No pair of materials has a damper across the normal. The tangential dissipation that such a
   * law tells is the loss of springs between two steps, by no velocity. */
  DCM_NO_TANGENTIAL_DAMPER = 2,

  /** The law fills tangential_damper, which is younger than 1.0. */
  DCM_TELLS_TANGENTIAL_DAMPER = 8,

  /** The law is shown velocities of half a step before about the normal of now: it asks for no
   * DCM_FRAME_MID_STEP. */
  DCM_SEES_LATE_NORMAL = 16,

  /** All energies of two that press each other at rest are 0: the law fills no energies. */
  DCM_TELLS_NO_ENERGIES = 4
};

/** @return the flags that hold; when out of memory, those that could be found */
int dcm_law_foresight(const dcm_law *law);

#endif
