/* SPDX-License-Identifier: MIT */
/** @file
 * Where laws are that are called by their names alone: in the folders of a list that the user keeps
 * in the environment. Code runs that is found there, so only absolute folders count: what the
 * working directory happens to be never matters. */
#ifndef DCM_RUNTIME_LAW_PATH_H
#define DCM_RUNTIME_LAW_PATH_H

#include "runtime/error.h"

/** The environment variable with the list: folders apart by ':'. */
#define DCM_PATH_VARIABLE "DCM_PATH"

/** A file that can be read, in the first folder of a list that has it.
 * @param folders apart by ':'; those that do not begin with '/' are passed over; NULL for none
 * @param file    its name, without a slash
 * @return its path, freed by free; NULL if there is none */
char *dcm_find_in_folders(const char *folders, const char *file);

/** The library LAW.so with the law of this name, in which '/' counts as '-', looked for in the same
 * way; NULL for what is no name of a law, too. */
char *dcm_find_law_library(const char *folders, const char *law);

/** Tells who finds a law in this way where every user of the machine may write the file, or into
 * its folder, and so have code run by others.
 * @return DCM_OK, or DCM_ERROR with a sentence */
int32_t dcm_check_permissions(const char *file, dcm_error *error);

#endif
