/* SPDX-License-Identifier: MIT */
/** @file
 * Description of a law as data: its parameters, options, state, quantities and outputs. */
#ifndef DCM_PROGRAM_DESCRIPTION_H
#define DCM_PROGRAM_DESCRIPTION_H

#include <dcm/dcm.h>
#include <stdio.h>

enum { DCM_VERSION_TEXT = 16 };

/** "1.0": a version of the contract. */
void dcm_version_text(uint32_t version, char text[DCM_VERSION_TEXT]);

/** The version of the oldest host that can run a law. */
uint32_t dcm_least_version(const dcm_library *library, const dcm_model *model);

/** "geometric", or "-" where nothing is mixed; "material"; "changed". */
const char *dcm_mixing_name(const dcm_parameter *parameter);
const char *dcm_scope_name(const dcm_parameter *parameter);
const char *dcm_access_name(const dcm_quantity *quantity);

/** Writes all about a law as JSON. */
void dcm_describe_json(FILE *stream, const dcm_library *library, const dcm_model *model);

#endif
