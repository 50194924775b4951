/* SPDX-License-Identifier: MIT */
/** @file
 * Descriptions of the history fields that several laws share. Each macro is the initialiser of one
 * dcm_history_field. */
#ifndef DCM_KIT_HISTORY_H
#define DCM_KIT_HISTORY_H

#include <dcm/dcm.h>

#define DCM_HISTORY_TANGENTIAL_DISPLACEMENT                                                        \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_VECTOR, .parity = DCM_ODD,                      \
    .name = "tangential_displacement",                                                             \
    .description = "stretch of the tangential spring, of 2 relative to 1", .dimension = {          \
      .length = 1                                                                                  \
    }                                                                                              \
  }

#define DCM_HISTORY_TANGENTIAL_FORCE                                                               \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_VECTOR, .parity = DCM_ODD,                      \
    .name = "tangential_force", .description = "force of the tangential spring on 1",              \
    .dimension = {                                                                                 \
      .mass = 1,                                                                                   \
      .length = 1,                                                                                 \
      .time = -2                                                                                   \
    }                                                                                              \
  }

/** Of that spring, where its stiffness changes: with it the law sees what the contact area holds.
 */
#define DCM_HISTORY_TANGENTIAL_ENERGY                                                              \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_SCALAR, .parity = DCM_EVEN,                     \
    .name = "tangential_energy", .description = "energy of the tangential spring", .dimension = {  \
      .mass = 1,                                                                                   \
      .length = 2,                                                                                 \
      .time = -2                                                                                   \
    }                                                                                              \
  }

/** Of dcm_rolling_with_springs. */
#define DCM_HISTORY_ROLLING_COUPLE                                                                 \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_VECTOR, .parity = DCM_ODD,                      \
    .name = "rolling_couple", .description = "couple of the rolling spring on 2", .dimension = {   \
      .mass = 1,                                                                                   \
      .length = 2,                                                                                 \
      .time = -2                                                                                   \
    }                                                                                              \
  }

#define DCM_HISTORY_TWISTING_COUPLE                                                                \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_SCALAR, .parity = DCM_EVEN,                     \
    .name = "twisting_couple",                                                                     \
    .description = "couple of the twisting spring on 2 about the normal", .dimension = {           \
      .mass = 1,                                                                                   \
      .length = 2,                                                                                 \
      .time = -2                                                                                   \
    }                                                                                              \
  }

/** Of implicit damping, see dcm_hertz_damped_as. */
#define DCM_HISTORY_EXPECTED_VELOCITY                                                              \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_SCALAR, .parity = DCM_EVEN,                     \
    .name = "expected_velocity",                                                                   \
    .description = "what this contact alone makes of the normal velocity of the step before",      \
    .dimension = {                                                                                 \
      .length = 1,                                                                                 \
      .time = -1                                                                                   \
    }                                                                                              \
  }

#endif
