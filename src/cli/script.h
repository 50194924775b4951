/* SPDX-License-Identifier: MIT */
/** @file
 * Commands that are scripts. Their paths are relative to this program, so an installation can be
 * moved. */
#ifndef DCM_CLI_SCRIPT_H
#define DCM_CLI_SCRIPT_H

#include "cli/arguments.h"

/** Becomes a program that is installed, which takes the words of the command; prints the help if
 * that is asked for.
 * @param path  of the program from the folder of tools
 * @param first words before those of the command line, NULL for none; NULL ends them
 * @param need  what the command needs, for the message about a call without words
 * @return the exit code if the program does not start */
int run_program(const cli_command *command, const char *path, char **first, const char *need,
                int argc, char **argv);

/** Becomes the script, which has the name of the command; prints the help if that is asked for.
 * @param interpreter "python3" or another program of PATH
 * @param need        what the command needs, for the message about a call without words
 * @return the exit code if the script does not start */
int run_script(const cli_command *command, const char *interpreter, const char *need, int argc,
               char **argv);

#endif
