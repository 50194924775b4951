/* SPDX-License-Identifier: MIT */
/** @file
 * Rows of the history fields that several laws share. */
#ifndef DCM_KIT_HISTORY_H
#define DCM_KIT_HISTORY_H

#include "rows.h"

#define DCM_HISTORY_TANGENTIAL_DISPLACEMENT                                                        \
  DCM_FIELD(VECTOR, ODD, "tangential_displacement",                                                \
            "stretch of the tangential spring, of 2 relative to 1", DCM_UNIT_LENGTH)

/** The stretch seen from the other side, as in LAMMPS. */
#define DCM_HISTORY_SHEAR                                                                          \
  DCM_FIELD(VECTOR, ODD, "shear", "stretch of the tangential spring, of 1 relative to 2",          \
            DCM_UNIT_LENGTH)

#define DCM_HISTORY_TANGENTIAL_FORCE                                                               \
  DCM_FIELD(VECTOR, ODD, "tangential_force", "force of the tangential spring on 1", DCM_UNIT_FORCE)

/** Energy of a tangential spring whose stiffness changes: the law compares it with the energy that
 * the contact area can hold. */
#define DCM_HISTORY_TANGENTIAL_ENERGY                                                              \
  DCM_FIELD(SCALAR, EVEN, "tangential_energy", "energy of the tangential spring", DCM_UNIT_ENERGY)

/** The states of dcm_rolling_with_springs. */
#define DCM_HISTORY_ROLLING_COUPLE                                                                 \
  DCM_FIELD(VECTOR, ODD, "rolling_couple", "couple of the rolling spring on 2", DCM_UNIT_ENERGY)
#define DCM_HISTORY_TWISTING_COUPLE                                                                \
  DCM_FIELD(SCALAR, EVEN, "twisting_couple",                                                       \
            "couple of the twisting spring on 2 about the normal", DCM_UNIT_ENERGY)

/** The state of implicit damping, see dcm_hertz_damped_as. */
#define DCM_HISTORY_EXPECTED_VELOCITY                                                              \
  DCM_FIELD(SCALAR, EVEN, "expected_velocity",                                                     \
            "what this contact alone makes of the normal velocity of the step before",             \
            DCM_UNIT(.length = 1, .time = -1))

#endif
