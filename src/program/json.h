/* SPDX-License-Identifier: MIT */
/** @file
 * Writing JSON (RFC 8259), by a writer that keeps track of commas and indentation, and a law as
 * data: its parameters, options, state, quantities and outputs. */
#ifndef DCM_PROGRAM_JSON_H
#define DCM_PROGRAM_JSON_H

#include <dcm/dcm.h>
#include <stdio.h>

typedef struct json_writer {
  FILE *stream;
  int depth;
  int empty; /**< whether the last bracket is still empty */
} json_writer;

/** Key is NULL inside arrays and at the top. */
void json_begin(json_writer *json, const char *key, char bracket);
void json_end(json_writer *json, char bracket);
void json_text(json_writer *json, const char *key, const char *text);

/** Writes all digits; writes null for a number that is not finite, because JSON has no word for
 * these. */
void json_number(json_writer *json, const char *key, double number);
void json_boolean(json_writer *json, const char *key, int value);
void json_numbers(json_writer *json, const char *key, const double *numbers, size_t count);

/* --------------------------------------------------------------------------------------- a law */

enum { DCM_VERSION_TEXT = 16 };

/** "1.0": a version of the contract. */
void dcm_version_text(uint32_t version, char text[DCM_VERSION_TEXT]);

/** The version of the oldest host that can run a law. */
uint32_t dcm_least_version(const dcm_library *library, const dcm_model *model);

/** "geometric", or "-" where nothing is mixed. */
const char *dcm_mixing_name(const dcm_parameter *parameter);

/** A number of contacts or particles: what is reported of fields, quantities and outputs alike. */
typedef struct dcm_described {
  const char *name, *description;
  const char *words[2][2]; /**< keys and values of one kind of number; NULL for none */
  dcm_dimension dimension;
  const double *default_value; /**< NULL: none */
} dcm_described;

enum { DCM_DESCRIBED_STATE, DCM_DESCRIBED_QUANTITIES, DCM_DESCRIBED_OUTPUTS, DCM_DESCRIBED_TABLES };
uint32_t dcm_described_count(const dcm_model *model, int table);
dcm_described dcm_described_entry(const dcm_model *model, int table, uint32_t i);

/** Writes all about a law as JSON. */
void dcm_describe_json(FILE *stream, const dcm_library *library, const dcm_model *model);

/** The value that the command takes, and prints as assumed, for a parameter that nobody gave: the
 * usual value of the law, else for a required parameter that of a grain of glass.
 * @return NULL if there is none */
const char *dcm_assumed_value(const dcm_model *model, const dcm_parameter *parameter);

#endif
