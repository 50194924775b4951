/* SPDX-License-Identifier: MIT */
/** @file
 * Files of the interaction tests of the COST action ON-DEM, working group 4: motions of two bodies
 * and their forces, as text with blanks between numbers or as JSON. docs/cli.md says what the
 * columns mean. */
#ifndef DCM_CLI_ONDEM_H
#define DCM_CLI_ONDEM_H

#include <stdio.h>

#include "cli/contact_case.h"

/** Numbers of a row that is written. */
enum { ONDEM_ROW = 31 };

/** Reads a motion; a file that begins with { is JSON.
 * @param branch where body 2 begins, seen from body 1, for files without places; NULL: the file
 *               says it
 * @return the motion as the CSV of drive, for csv_begin; NULL after a message */
FILE *ondem_open(const char *path, const dcm_vector *branch);

/** Fills a row. F_i and T_i act on body 1, F_j and T_j on body 2. */
void ondem_row(double row[ONDEM_ROW], double time, const dcm_motion motions[2],
               const dcm_contact_load *load);

/** Writes all rows.
 * @param rows [count][ONDEM_ROW] */
void ondem_write(FILE *stream, int is_json, const double *rows, size_t count);

#endif
