/* SPDX-License-Identifier: MIT */
/** @file
 * Writing JSON (RFC 8259). A writer keeps track of commas and indentation. */
#ifndef DCM_PROGRAM_JSON_H
#define DCM_PROGRAM_JSON_H

#include <stdio.h>

#include "numeric/vector.h"

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
void json_vector(json_writer *json, const char *key, dcm_vector vector);

#endif
