/* SPDX-License-Identifier: MIT */
/** @file
 * A contact that is led through a prescribed motion. */
#ifndef DCM_PROGRAM_DRIVE_H
#define DCM_PROGRAM_DRIVE_H

#include "driver/single_contact.h"
#include "program/dcm/libdcm.h"

/** One contact, the wall that may turn with it, and how far it has been led. */
typedef struct dcm_guided_contact {
  const dcm_law *law;
  dcm_single_contact *contact;
  int wall_turns;
  dcm_vector wall_centre; /**< at the first motion */
  double first_time;
  int has_begun;
} dcm_guided_contact;

/** Makes one step. The first step of all begins a run.
 * @return DCM_OK, or DCM_ERROR with the rest of a sentence that says where the law failed */
int32_t dcm_guide(dcm_guided_contact *guided, double time, double length,
                  const dcm_motion motions[2], dcm_contact_load *load, dcm_error *error);

#endif
