/* SPDX-License-Identifier: MIT */
/** @file
 * dcm adapter: a script that compiles the adapter for a LAMMPS. */
#include "cli/commands.h"
#include "cli/script.h"

static int adapter(int argc, char **argv) {
  return run_script(&command_adapter, "bash", "the source of a LAMMPS", argc, argv);
}

static const cli_option_group no_groups[] = {{0}};

const cli_command command_adapter = {
    .name = "adapter",
    .synopsis = "SOURCE [--for LAMMPS] [--sizes SIZES] [--to FOLDER]",
    .summary = "Builds the adapter for a LAMMPS, and puts it where the plugin looks.",
    .details =
        "SOURCE is the source of the release that will run: its folder, its tarball, or a\n"
        "folder with tarballs of several releases. The command reads the headers\n"
        "of the source alone. A C++ compiler and CMake are needed, but no MPI: the adapter\n"
        "serves every MPI.\n\n"
        "  --for LAMMPS   the LAMMPS that will run: lmp, or the folder where it is\n"
        "                 installed. The command asks it for its release and its sizes, and\n"
        "                 at the end tries whether it takes the adapter\n"
        "  --sizes SIZES  smallbig, the default, or bigbig: what LAMMPS was compiled with\n"
        "  --to FOLDER    where the adapter goes; default: beside dcmplugin.so, or, where\n"
        "                 you may not write, a folder of yours, which the plugin knows\n",
    .takes_command = 1,
    .groups = no_groups,
    .run = adapter,
};
