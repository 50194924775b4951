#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ranks.cpp with each MPI that Debian's compilers name. common/ranks.cpp is compiled once, without an MPI, for all of them.
# usage: ranks.bash SOURCE
set -u
source=$1
# shellcheck source=tests/support/checks.bash
. "$source/tests/support/checks.bash"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_mpi_yield_when_idle=1

"${CXX:-c++}" -std=c++17 -O1 "-I$source/plugin" -c -o common.o "$source/plugin/common/ranks.cpp" || fail "common/ranks.cpp does not compile"
tried=0
for mpi in openmpi mpich; do
  compiler=$(command -v "mpic++.$mpi" || command -v "mpicxx.$mpi")
  [ -n "$compiler" ] || continue
  tried=$((tried + 1))
  "$compiler" -std=c++17 -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX "-I$source/plugin" -o "ranks.$mpi" "$source/tests/lammps/ranks.cpp" common.o -ldl ||
    fail "ranks.cpp does not compile with $mpi"
  timeout "$hangs_after" "mpirun.$mpi" -np 3 "./ranks.$mpi" || fail "ranks of $mpi"
done
echo "with $tried kinds of MPI"
[ "$tried" -gt 0 ] || exit 77
finish ranks
