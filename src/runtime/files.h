/* SPDX-License-Identifier: MIT */
/** @file
 * Outputs of a process never overwrite its inputs: readers of files name what they read, and all
 * files that are written are opened here. Any thread may call. */
#ifndef DCM_RUNTIME_FILES_H
#define DCM_RUNTIME_FILES_H

#include <stdio.h>

#include "runtime/error.h"

/** Notes a file that is read. Without effect where there is no such file. */
void dcm_note_input(const char *path);

/** The n-th file that was noted, by its path without links; NULL beyond the last one. The text is
 * never freed. */
const char *dcm_input(size_t n);

/** Opens a file to be written, as fopen does.
 * @return NULL with a sentence about an input, also by a link, or about what the system refused */
FILE *dcm_open_output(const char *path, const char *mode, dcm_error *error);

#endif
