/* SPDX-License-Identifier: MIT */
/** @file
 * The command dcm. */
#include "cli/commands.h"

int main(int argc, char **argv) {
  return run_command_line(argc, argv);
}
