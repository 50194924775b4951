/* SPDX-License-Identifier: MIT */
/** @file
 * The load of a contact, as programs get it. */
#ifndef DCM_PROGRAM_LOAD_H
#define DCM_PROGRAM_LOAD_H

#include "driver/single_contact.h"
#include "program/dcm/libdcm.h"

dcm_api_load dcm_program_load(const dcm_contact_load *load);

#endif
