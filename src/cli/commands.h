/* SPDX-License-Identifier: MIT */
/** @file
 * The commands of the program, and the common part of commands with a law. A law is built in, in a
 * library of the user, or in the folders of DCM_PATH by the name of the law. */
#ifndef DCM_CLI_COMMANDS_H
#define DCM_CLI_COMMANDS_H

#include <dcm/dcm.h>

#include "cli/arguments.h"
#include "runtime/library.h"

extern const cli_command command_list;
extern const cli_command command_show;
extern const cli_command command_collide;
extern const cli_command command_drive;
extern const cli_command command_check;
extern const cli_command command_run;
extern const cli_command command_same;
extern const cli_command command_adapter;
extern const cli_command command_new;
extern const cli_command command_completion;

/** Ends with NULL. */
extern const cli_command *const commands[];

/** Finds the command that argv[1] names and runs it. @return the exit code */
int run_command_line(int argc, char **argv);

/** Parses, opens the library, which the arguments then have, finds the law and calls body.
 * @return what body returns */
int run_with_law(const cli_command *command, int argc, char **argv,
                 int (*body)(const cli_arguments *arguments, const dcm_model *model));

/** Opens the library that --library names, else the built-in one, else one with the name of the law
 * in a folder of DCM_PATH. The library is held. */
dcm_loaded_library *open_library(const cli_arguments *arguments);

/** The law of the command line. If there is none, the message suggests the nearest one. */
const dcm_model *find_law(const cli_arguments *arguments, const dcm_loaded_library *library);

#endif
