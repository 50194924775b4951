/* SPDX-License-Identifier: MIT */
/** @file
 * dcm run: becomes lmp-dcm, which runs a LAMMPS with the styles of dcm in it. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/message.h"
#include "cli/script.h"

/** Whether the words choose suffixes of LAMMPS, and leave out dcm. @return the word after them */
static const char *other_suffix(char **words, int *has_suffix) {
  for (; *words; words++) {
    if (strcmp(*words, "-sf") != 0 && strcmp(*words, "-suffix") != 0)
      continue;
    *has_suffix = 1;
    const int is_hybrid = words[1] && strcmp(words[1], "hybrid") == 0;
    int has_dcm = 0;
    for (int n = 1; n <= (is_hybrid ? 3 : 1) && words[n]; n++)
      has_dcm = has_dcm || strcmp(words[n], "dcm") == 0;
    if (!has_dcm)
      return words[1] ? words[1] : "";
  }
  return NULL;
}

static int run(int argc, char **argv) {
  if (argc >= 1 && strcmp(argv[0], "--lammps") == 0) {
    if (argc < 2)
      return message_misuse("--lammps needs a LAMMPS: its program, its liblammps.so or the folder "
                            "where it is installed");
    setenv("DCM_LAMMPS", argv[1], 1);
    argc -= 2;
    argv += 2;
  }
  int has_suffix = 0;
  const char *other = other_suffix(argv, &has_suffix);
  if (other)
    return message_misuse("'-sf %s' leaves out dcm: write '-sf dcm', or for two suffixes "
                          "'-sf hybrid dcm %s'",
                          other, other);
  setenv("DCM_RUN", "yes", 1);
  char *suffix[] = {"-sf", "dcm", NULL};
  return run_program(&command_run, "../lammps/lmp-dcm", has_suffix ? NULL : suffix,
                     "the options of lmp", argc, argv);
}

static const cli_option_group no_groups[] = {{0}};

const cli_command command_run = {
    .name = "run",
    .synopsis = "[--lammps LAMMPS] -in FILE [options of lmp]",
    .summary = "Runs an input of LAMMPS, with laws of dcm in the place of its granular styles.",
    .details =
        "All words but --lammps are those of lmp. The command takes the first lmp, lmp_mpi\n"
        "or lmp_serial of PATH, brings the styles of dcm into this LAMMPS, with its package\n"
        "PLUGIN or without, and adds '-sf dcm'. For several processors write\n"
        "'mpirun -np 4 dcm run -in FILE'.\n\n"
        "  --lammps LAMMPS  another LAMMPS: its program, its liblammps.so, or the folder where\n"
        "                   it is installed. DCM_LAMMPS in the environment is the same\n\n"
        "The log says which dcm runs. Where dcm has nothing for this LAMMPS, the command ends\n"
        "and says what to type; and it fails at the end where dcm computed no contact style\n"
        "of the input. lmp-dcm is the same without '-sf dcm' and without this last look.\n",
    .takes_command = 1,
    .groups = no_groups,
    .run = run,
};
