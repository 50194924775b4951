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

/** Lets a law see whether the contact loads or unloads, and book what the spring loses by that; in
 * form "consistent" the radius of dcm_area_answer. */
#define DCM_HISTORY_CONTACT_RADIUS                                                                 \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_SCALAR, .parity = DCM_EVEN,                     \
    .name = "contact_radius",                                                                      \
    .description = "radius of the contact area in the step before, or of what of it the "          \
                   "tangential spring holds",                                                      \
    .dimension = {                                                                                 \
      .length = 1                                                                                  \
    }                                                                                              \
  }

/** Of dcm_rolling_state. */
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

#define DCM_HISTORY_ROLLING_ENERGY                                                                 \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_SCALAR, .parity = DCM_EVEN,                     \
    .name = "rolling_energy", .description = "energy of these two springs", .dimension = {         \
      .mass = 1,                                                                                   \
      .length = 2,                                                                                 \
      .time = -2                                                                                   \
    }                                                                                              \
  }

/** Fields and their components in the laws that have them in this order, the last three not all. */
enum {
  DCM_FIELD_SPRING,
  DCM_FIELD_CONTACT_RADIUS,
  DCM_FIELD_ROLLING,
  DCM_FIELD_TWISTING,
  DCM_FIELD_ROLLING_ENERGY
};
enum {
  DCM_COMPONENT_SPRING = 0,
  DCM_COMPONENT_CONTACT_RADIUS = 3,
  DCM_COMPONENT_ROLLING = 4,
  DCM_COMPONENT_TWISTING = 7,
  DCM_COMPONENT_ROLLING_ENERGY = 8
};

#endif
