// SPDX-License-Identifier: GPL-2.0-or-later
// Messages between ranks by the functions of an MPI that common/ranks.cpp finds in the process. The
// program alone is compiled with that MPI; CTest runs it with each MPI that is there, on three
// ranks.
#include "common/ranks.h"

#include <cstdio>
#include <mpi.h>
#include <vector>

static int failures = 0;

static void expect(bool holds, const char *what) {
  if (!holds)
    printf("FAILED: %s\n", what);
  failures += !holds;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, count;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  expect(count > 1, "there is more than one rank");
  // The communicator is not the world: the order of the ranks is turned, so a communicator that was
  // taken for another one shows.
  MPI_Comm turned;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
  MPI_Comm_rank(turned, &rank);
  const DCM_NS::Ranks ranks(MPI_Comm_c2f(turned), rank, count);

  const int all = count * (count + 1) / 2;
  int whole[2] = {rank + 1, -rank};
  ranks.sum(whole, 2);
  expect(whole[0] == all && whole[1] == count - all, "the sum of int");
  long long wide = (rank + 1) * (1LL << 40);
  ranks.sum(&wide);
  expect(wide == all * (1LL << 40), "the sum of long long");
  double real = 0.5 * (rank + 1);
  ranks.sum(&real);
  expect(real == 0.5 * all, "the sum of double");

  int least = 7 - rank, most = 7 - rank;
  ranks.min(&least);
  ranks.max(&most);
  expect(least == 8 - count && most == 7, "the least and the most of int");
  double low = 0.5 - rank, high = 0.5 - rank;
  ranks.min(&low);
  ranks.max(&high);
  expect(low == 1.5 - count && high == 0.5, "the least and the most of double");

  double largest = rank == 0 ? 1.0 : 3.0;
  expect(ranks.largest(&largest) == 1 && largest == 3.0, "the first rank that has the largest");

  char word[4] = {(char)('a' + rank), 0, 0, (char)('z' - rank)};
  ranks.give(1, word, sizeof word);
  expect(word[0] == 'b' && word[3] == 'y', "bytes of the second rank");

  const double own[2] = {1.0 * rank, 10.0 * rank};
  std::vector<double> gathered(2 * count, -1.0);
  ranks.gather(own, 2, gathered.data());
  for (int r = 0; r < count; r++)
    expect(rank != 0 || (gathered[2 * r] == r && gathered[2 * r + 1] == 10.0 * r),
           "numbers of all ranks");

  MPI_Comm_free(&turned);
  MPI_Finalize();
  return failures != 0;
}
