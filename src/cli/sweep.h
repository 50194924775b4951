/* SPDX-License-Identifier: MIT */
/** @file
 * Many collisions that differ in one thing. */
#ifndef DCM_CLI_SWEEP_H
#define DCM_CLI_SWEEP_H

#include <dcm/dcm.h>

#include "cli/arguments.h"

/** Runs what --sweep asks for, prints a table, or JSON, and writes the csv file and the picture.
 * @return the exit code */
int sweep(const cli_arguments *arguments, const dcm_model *model);

#endif
