/* SPDX-License-Identifier: MIT */
/** @file
 * Places of laws: built in, in a library of the user, or in the folders of DCM_PATH by the name of
 * the law. */
#ifndef DCM_CLI_LAWS_H
#define DCM_CLI_LAWS_H

#include "cli/arguments.h"
#include "runtime/library.h"

/** Opens the library that --library names, else the built-in one, else one with the name of the law
 * in a folder of DCM_PATH. It stays open until the program ends.
 * @return NULL after a message */
dcm_loaded_library *open_library(const cli_arguments *arguments);

/** The law of the command line. @return NULL after a message that suggests the nearest one */
const dcm_model *find_law(const cli_arguments *arguments, const dcm_loaded_library *library);

#endif
