/* SPDX-License-Identifier: MIT */
/** @file
 * dcm check --against: the normal force of a law beside the rows of a paper. */
#ifndef DCM_CLI_CHECK_AGAINST_H
#define DCM_CLI_CHECK_AGAINST_H

#include <dcm/dcm.h>

#include "cli/arguments.h"

/** Options for the table of dcm check, beside those of the bodies. */
extern const cli_option check_against_options[];

/** @param status receives EXIT_DONE, or EXIT_MISUSED after a message about an option that does not
 *               go with the others
 * @return whether the command line asks for this comparison and no checks */
int check_against_is_asked(const cli_arguments *arguments, int *status);

/** Compares and prints. @return the exit code: EXIT_FAILED where a row is beyond the tolerance */
int check_against(const cli_arguments *arguments, const dcm_model *model);

#endif
