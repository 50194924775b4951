// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * liggghts-dcm: runs LIGGGHTS with the laws of dcm in it. Its command line is that of liggghts, and
 * so is what signals do. */
#include "input.h"
#include "lammps.h"
#include "signal_handling.h"

#include <csignal>
#include <mpi.h>

using namespace LAMMPS_NS;

int main(int argc, char **argv) {
  signal(SIGINT, SignalHandler::int_handler);
  signal(SIGTERM, SignalHandler::int_handler); // mpirun makes one of the other
  signal(SIGUSR1, SignalHandler::usr1_handler);
  MPI_Init(&argc, &argv);
  {
    LAMMPS liggghts(argc, argv, MPI_COMM_WORLD);
    liggghts.input->file();
  }
  MPI_Finalize();
  return 0;
}
