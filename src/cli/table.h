/* SPDX-License-Identifier: MIT */
/** @file
 * Columns of the tables that commands write as CSV: steps of a contact. */
#ifndef DCM_CLI_TABLE_H
#define DCM_CLI_TABLE_H

#include <stdio.h>

#include "cli/contact_case.h"

/** Opens a file for writing; "-" is the standard output. @return NULL after a message */
FILE *open_output(const char *path);

/** Closes a file and checks that everything was written. @return EXIT_DONE or EXIT_FAILED */
int close_output(FILE *stream, const char *path);

/** Comment lines with law, bodies, parameters and assumptions. */
void write_case_comments(FILE *stream, const contact_case *c);

/** The column names of a motion: x1,y1,z1,v1x ... w2z. */
void write_motion_header(FILE *stream);
void write_motion(FILE *stream, const dcm_motion motions[2]);

/** Columns of dcm_contact_load: overlap, forces and moments on the bodies, energies, the history of
 * the law. */
void write_load_header(FILE *stream, const dcm_law *law);
void write_load(FILE *stream, const dcm_law *law, const dcm_contact_load *load);

#endif
