/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "program/dcm/libdcm.h"

int dcm_api_command(int argc, char **argv) {
  return run_command_line(argc, argv);
}
