/* SPDX-License-Identifier: MIT */
/** @file
 * Files of the interaction tests of the COST action ON-DEM, working group 4: motions of two bodies
 * and their forces, as text with blanks between numbers or as JSON. docs/cli.md says what the
 * columns mean. */
#ifndef DCM_CLI_ONDEM_H
#define DCM_CLI_ONDEM_H

#include <stdio.h>

#include "cli/contact_case.h"

/** Numbers one behind another, in room that grows. */
typedef struct ondem_numbers {
  double *values;
  size_t count, room;
} ondem_numbers;

/** Frees the numbers: for hold. */
void ondem_release(void *numbers);

/** Numbers of a row of a motion: the columns of drive. */
enum { ONDEM_MOTION = 19 };

/** Reads a motion; a file that begins with { is JSON.
 * @param branch where body 2 begins, seen from body 1, for files without places; NULL: the file
 *               says it
 * @param count  receives the number of rows
 * @return the rows, which are held */
double (*ondem_read(const char *path, const dcm_vector *branch, size_t *count))[ONDEM_MOTION];

/** Adds a row. F_i and T_i act on body 1, F_j and T_j on body 2. */
void ondem_add_row(ondem_numbers *rows, double time, const dcm_motion motions[2],
                   const dcm_contact_load *load);

/** Writes all rows. */
void ondem_write(FILE *stream, int is_json, const ondem_numbers *rows);

#endif
