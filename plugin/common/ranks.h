// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Messages between the ranks of a run. An adapter calls MPI here and nowhere else, and includes no
 * header of an MPI: the functions are found in the process when ranks first speak to each other,
 * with the values that the MPI of the process has for its types and operations. So one file serves
 * Open MPI and the family of MPICH, and a simulator without MPI. */
#ifndef DCM_COMMON_RANKS_H
#define DCM_COMMON_RANKS_H

#include <cstddef>
#include <string>

namespace DCM_NS {

/** All functions but the constructor and stop are called by all ranks together. Where there is one
 * rank they do without MPI. */
class Ranks {
public:
  int rank, count;

  /** @param communicator the host's, as a handle of Fortran: hosts give it to other languages, and
   * it has one size in every MPI
   *  @param rank_here     in that communicator
   *  @param number        of the ranks of that communicator */
  Ranks(int communicator, int rank_here, int number)
      : rank(rank_here), count(number), world(communicator) {}

  /** Each of n numbers becomes the sum, the smallest or the largest of all ranks. */
  void sum(int *numbers, int n = 1) const;
  void sum(long long *numbers, int n = 1) const;
  void sum(double *numbers, int n = 1) const;
  void min(int *numbers, int n = 1) const;
  void min(double *numbers, int n = 1) const;
  void max(int *numbers, int n = 1) const;
  void max(double *numbers, int n = 1) const;

  /** The number becomes the largest of all ranks. @return the first rank that has it */
  int largest(double *number) const;

  /** Gives the bytes of one rank to all. */
  void give(int from, void *bytes, size_t size) const;

  /** Ends the program on all ranks; called by one. */
  [[noreturn]] void stop() const;

  /** Brings n numbers of each rank to rank 0.
   * @param all [count * n] in the order of the ranks; used on rank 0 alone */
  void gather(const double *numbers, int n, double *all) const;

private:
  int world;
};

} // namespace DCM_NS

#endif
