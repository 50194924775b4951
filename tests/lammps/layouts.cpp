// SPDX-License-Identifier: GPL-2.0-or-later
/* Prints the sizes of LAMMPS' classes that the adapter uses, and where the members of LAMMPS itself
 * are, as they are for one size of MPI's handles: DCM_MPI_HANDLE, a pointer for Open MPI and an int
 * for the family of MPICH. CTest compares the two: the adapter is compiled for one and serves both.
 * Members behind the communicator may be elsewhere, all by the same distance
 * (DCM_NS::behind_communicator). */
#include "host_api.h"

#include "command.h"
#include "compute.h"
#include "error.h"
#include "fix_neigh_history.h"
#include "group.h"
#include "input.h"
#include "memory.h"
#include "nbin.h"
#include "neigh_list.h"
#include "npair.h"
#include "variable.h"

#include <cstddef>
#include <cstdio>

#define SIZE(name) printf("%s %zu\n", #name, sizeof(LAMMPS_NS::name))
// The class is of no standard layout, but compilers that can build LAMMPS answer all the same.
#define PLACE(name) printf("LAMMPS::%s %zu\n", #name, offsetof(LAMMPS_NS::LAMMPS, name))

#define BEHIND(name)                                                                               \
  printf("LAMMPS::infile + %s %zu\n", #name,                                                       \
         offsetof(LAMMPS_NS::LAMMPS, name) - offsetof(LAMMPS_NS::LAMMPS, infile))

int main() {
  SIZE(Atom);
  SIZE(AtomVec);
  SIZE(Comm);
  SIZE(Command);
  SIZE(Compute);
  SIZE(Domain);
  SIZE(Error);
  SIZE(Fix);
  SIZE(FixNeighHistory);
  SIZE(Force);
  SIZE(Group);
  SIZE(Input);
  SIZE(Memory);
  SIZE(Modify);
  SIZE(NBin);
  SIZE(NPair);
  SIZE(NeighList);
  SIZE(NeighRequest);
  SIZE(Neighbor);
  SIZE(Pair);
  SIZE(Pointers);
  SIZE(Region);
  SIZE(Respa);
  SIZE(Update);
  SIZE(Variable);
  PLACE(memory);
  PLACE(error);
  PLACE(universe);
  PLACE(input);
  PLACE(atom);
  PLACE(update);
  PLACE(neighbor);
  PLACE(comm);
  PLACE(domain);
  PLACE(force);
  PLACE(modify);
  PLACE(group);
  PLACE(output);
  PLACE(version);
  PLACE(num_ver);
  BEHIND(suffix);
  BEHIND(suffix_enable);
  return 0;
}
