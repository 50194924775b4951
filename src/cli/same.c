/* SPDX-License-Identifier: MIT */
/** @file
 * dcm same: a script that runs a simulator and compares what it computes. */
#include "cli/commands.h"
#include "cli/script.h"

static int same(int argc, char **argv) {
  return run_script(&command_same, "python3", "the command that starts the input", argc, argv);
}

static const cli_option_group no_groups[] = {{0}};

const cli_command command_same = {
    .name = "same",
    .synopsis = "COMMAND...",
    .summary = "Runs an input of LAMMPS with its own granular styles and with laws of dcm,\n"
               "and compares the two.",
    .details = "COMMAND starts the input, with mpirun or without: lmp -in in.chute, or lmp-dcm\n"
               "-in in.chute. 'dcm same' runs COMMAND twice in this folder, as given and with\n"
               "'-sf dcm' behind; the second run overwrites the files of the first. python3 is\n"
               "needed.\n\n"
               "The output lists the styles that laws of dcm compute, and the styles that stay\n"
               "LAMMPS' own; up to which step positions, velocities, spins, forces, torques and\n"
               "radii of all atoms agree, and the thermodynamic output, and to how many digits;\n"
               "the times of both runs. The atoms are looked at in the first steps, and then at\n"
               "steps a tenth farther each, with all their digits; the files for it are in the\n"
               "folder for temporary files, and go. A difference is a part of the largest\n"
               "number of its kind. No more digits are claimed of the output than were printed,\n"
               "and clocks are left out. Exit codes: 0 compared, laws of dcm compute all\n"
               "granular styles; 1 not compared; 3 compared, and some styles stay LAMMPS' own.\n",
    .takes_command = 1,
    .groups = no_groups,
    .run = same,
};
