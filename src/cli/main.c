/* SPDX-License-Identifier: MIT */
/** @file
 * The command dcm, as a program and as a function of libdcm. */
#include "cli/commands.h"
#include "program/dcm/libdcm.h"

int dcm_api_command(int argc, char **argv) {
  return run_command_line(argc, argv);
}

int main(int argc, char **argv) {
  return run_command_line(argc, argv);
}
