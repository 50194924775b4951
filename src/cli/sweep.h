/* SPDX-License-Identifier: MIT */
/** @file
 * Many collisions with different values of one parameter. */
#ifndef DCM_CLI_SWEEP_H
#define DCM_CLI_SWEEP_H

#include <dcm/dcm.h>

#include "cli/arguments.h"

/** Runs the collisions of --sweep, prints a table or JSON, and writes the csv file and the picture.
 * @return the exit code */
int sweep(const cli_arguments *arguments, const dcm_model *model);

#endif
