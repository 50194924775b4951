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

/* --- Files with code that a running process loads, and where laws that are called by their names
 * alone are found: the user keeps a list of folders in the environment. Code in these folders runs,
 * so only absolute folders count and the working directory never matters. */

/** Loads a file after a check: the dynamic loader makes a bus error of a file that was cut short,
 * and waits at a pipe for ever. A file that was compiled again since it was loaded is loaded anew,
 * and what uses the older one keeps that.
 * @param path a name without a slash is a file of the working directory
 * @return for dlsym and dlclose; NULL with a sentence */
void *dcm_shared_object_open(const char *path, dcm_error *error);

/** The environment variable with the list: folders separated by ':'. */
#define DCM_PATH_VARIABLE "DCM_PATH"

/** A file that can be read, in the first folder of a list that has it.
 * @param separated by ':'; folders that do not begin with '/' are ignored; NULL for none
 * @param file    its name, without a slash
 * @return its path, freed by free; NULL if there is none */
char *dcm_find_in_folders(const char *folders, const char *file);

/** Finds the library LAW.so with the law of this name in the same way; '/' in the name counts as
 * '-'. NULL also if the name cannot be the name of a law. */
char *dcm_find_law_library(const char *folders, const char *law);

/** Refuses a file if every user of the machine can write the file or its folder, and so can run
 * code as the user who loads the file.
 * @return DCM_OK, or DCM_ERROR with a sentence */
int32_t dcm_check_permissions(const char *file, dcm_error *error);

#endif
