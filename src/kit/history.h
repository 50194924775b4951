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

/** Lets a law see whether the contact loads or unloads, and book what the spring loses by that. */
#define DCM_HISTORY_CONTACT_RADIUS                                                                 \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_SCALAR, .parity = DCM_EVEN,                     \
    .name = "contact_radius", .description = "radius of the contact area in the step before",      \
    .dimension = {                                                                                 \
      .length = 1                                                                                  \
    }                                                                                              \
  }

/** The two fields, and their components, in the laws that have them in this order. */
enum { DCM_FIELD_SPRING = 0, DCM_FIELD_CONTACT_RADIUS = 1 };
enum { DCM_COMPONENT_SPRING = 0, DCM_COMPONENT_CONTACT_RADIUS = 3 };

#endif
