/* SPDX-License-Identifier: MIT */
/** @file
 * dcm new: a script that begins a law of one's own. */
#include "cli/commands.h"
#include "cli/script.h"

static int new_law(int argc, char **argv) {
  return run_script(&command_new, "bash", "a name for the law", argc, argv);
}

static const cli_option_group no_groups[] = {{0}};

const cli_command command_new = {
    .name = "new",
    .synopsis = "NAME [--parameter NAME=UNIT]... [--state NAME=KIND]... [--to FOLDER]",
    .summary = "Begins a contact law of your own: a file that compiles, its test and an input.",
    .details =
        "Writes FOLDER/NAME.c, a linear spring with dashpots and friction that passes\n"
        "'dcm check', to be changed; FOLDER/CMakeLists.txt, which compiles and checks the\n"
        "law; and FOLDER/in.NAME, two grains in LAMMPS.\n\n"
        "  --parameter NAME=UNIT  one more parameter of pairs of materials. UNIT is one of\n"
        "                         - m s kg m/s N N/m J/m^2 Pa J kg/s\n"
        "  --state NAME=KIND      a field of the state of a contact; KIND is scalar or vector\n"
        "  --to FOLDER            default: NAME\n",
    .takes_command = 1,
    .groups = no_groups,
    .run = new_law,
};
