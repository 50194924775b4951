// SPDX-License-Identifier: GPL-2.0-or-later
#include "common/ranks.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <memory>
#include <vector>

namespace DCM_NS {

namespace {

enum Type { BYTE, INT, LONG_LONG, DOUBLE, TYPES };
enum Operation { SUM, MIN, MAX, OPERATIONS };

[[noreturn]] void give_up(const std::string &reason) {
  fprintf(stderr, "dcm: %s\n", reason.c_str());
  abort();
}

void *symbol(const char *name) {
  return dlsym(RTLD_DEFAULT, name);
}

/** C++ has no cast from an object pointer to a function pointer that all compilers take. */
template <class Function>
void find(const char *name, Function *&function) {
  void *address = symbol(name);
  if (!address)
    give_up(std::string("the simulator runs on more than one rank, but has no function ") + name +
            ": run it on one rank, or take one that was built with MPI as a shared library");
  static_assert(sizeof function == sizeof address, "POSIX gives both pointers one form");
  memcpy(&function, &address, sizeof function);
}

/** The functions of MPI that ranks need. */
class Mpi {
public:
  virtual ~Mpi() = default;
  virtual void reduce(int world, void *numbers, int n, Type, Operation) const = 0;
  virtual void give(int world, int from, void *bytes, int size) const = 0;
  virtual void gather(int world, const double *numbers, int n, double *all) const = 0;
  virtual void stop(int world) const = 0;
};

/** @tparam Handle what the MPI of the process has for communicators, types and operations */
template <class Handle>
class MpiOf : public Mpi {
public:
  using FromFortran = Handle (*)(int);

  MpiOf(std::initializer_list<Handle> all_types, std::initializer_list<Handle> all_operations,
        FromFortran from_fortran)
      : communicator_of(from_fortran) {
    std::copy(all_types.begin(), all_types.end(), types);
    std::copy(all_operations.begin(), all_operations.end(), operations);
    find("MPI_Allreduce", allreduce);
    find("MPI_Bcast", bcast);
    find("MPI_Gather", gather_function);
    find("MPI_Abort", abort_function);
  }

  void reduce(int world, void *numbers, int n, Type type, Operation operation) const override {
    const size_t size = type == INT ? sizeof(int) : sizeof(double);
    const auto bytes = static_cast<const char *>(numbers);
    const std::vector<char> own(bytes, bytes + n * size);
    allreduce(own.data(), numbers, n, types[type], operations[operation], communicator_of(world));
  }

  void give(int world, int from, void *bytes, int size) const override {
    bcast(bytes, size, types[BYTE], from, communicator_of(world));
  }

  void gather(int world, const double *numbers, int n, double *all) const override {
    gather_function(numbers, n, types[DOUBLE], all, n, types[DOUBLE], 0, communicator_of(world));
  }

  void stop(int world) const override {
    abort_function(communicator_of(world), EXIT_FAILURE);
  }

private:
  Handle types[TYPES], operations[OPERATIONS];
  int (*allreduce)(const void *, void *, int, Handle, Handle, Handle);
  int (*bcast)(void *, int, Handle, int, Handle);
  int (*gather_function)(const void *, int, Handle, void *, int, Handle, int, Handle);
  int (*abort_function)(Handle, int);
  FromFortran communicator_of;
};

/** The addresses of Open MPI's objects are its handles. */
std::unique_ptr<Mpi> open_mpi() {
  MpiOf<void *>::FromFortran from_fortran;
  find("MPI_Comm_f2c", from_fortran);
  return std::unique_ptr<Mpi>(new MpiOf<void *>(
      {symbol("ompi_mpi_byte"), symbol("ompi_mpi_int"), symbol("ompi_mpi_long_long_int"),
       symbol("ompi_mpi_double")},
      {symbol("ompi_mpi_op_sum"), symbol("ompi_mpi_op_min"), symbol("ompi_mpi_op_max")},
      from_fortran));
}

/** The handles of Fortran are those of C. The numbers that MPICH, Intel MPI, MVAPICH and Cray's MPI
 * share: the ABI initiative of MPICH, https://www.mpich.org/abi. */
std::unique_ptr<Mpi> mpich() {
  return std::unique_ptr<Mpi>(new MpiOf<int>({0x4c00010d, 0x4c000405, 0x4c000809, 0x4c00080b},
                                             {0x58000003, 0x58000002, 0x58000001},
                                             [](int handle) { return handle; }));
}

/** Name and version of the MPI of this process, in its own words; empty if there is none. */
std::string mpi_name() {
  if (!symbol("MPI_Get_library_version"))
    return "";
  int (*version)(char *, int *);
  find("MPI_Get_library_version", version);
  std::vector<char> text(8192, '\0'); // as much as any MPI wants
  int length = 0;
  version(text.data(), &length);
  const std::string name = text.data();
  return name.substr(0, name.find('\n'));
}

std::unique_ptr<Mpi> find_mpi() {
  if (symbol("ompi_mpi_double"))
    return open_mpi();
  const std::string name = mpi_name();
  for (const char *family : {"MPICH", "MVAPICH", "Intel(R) MPI"})
    if (name.find(family) != std::string::npos)
      return mpich();
  give_up(name.empty() ? "the simulator runs on more than one rank, but its MPI is not found in "
                         "the process: build the simulator as a shared library"
                       : "the MPI '" + name +
                             "' is not known to dcm, which works with Open MPI, MPICH, MVAPICH, "
                             "Intel MPI and Cray MPICH; on one rank dcm works with every MPI");
}

const Mpi &mpi() {
  static const std::unique_ptr<Mpi> found = find_mpi();
  return *found;
}

void reduce(const Ranks &ranks, int world, void *numbers, int n, Type type, Operation operation) {
  if (ranks.count > 1)
    mpi().reduce(world, numbers, n, type, operation);
}

} // namespace

void Ranks::sum(int *numbers, int n) const {
  reduce(*this, world, numbers, n, INT, SUM);
}

void Ranks::sum(long long *numbers, int n) const {
  reduce(*this, world, numbers, n, LONG_LONG, SUM);
}

void Ranks::sum(double *numbers, int n) const {
  reduce(*this, world, numbers, n, DOUBLE, SUM);
}

void Ranks::min(int *numbers, int n) const {
  reduce(*this, world, numbers, n, INT, MIN);
}

void Ranks::min(double *numbers, int n) const {
  reduce(*this, world, numbers, n, DOUBLE, MIN);
}

void Ranks::max(int *numbers, int n) const {
  reduce(*this, world, numbers, n, INT, MAX);
}

void Ranks::max(double *numbers, int n) const {
  reduce(*this, world, numbers, n, DOUBLE, MAX);
}

int Ranks::largest(double *number) const {
  const double own = *number;
  max(number);
  int holder = own == *number ? rank : count;
  min(&holder);
  return holder;
}

void Ranks::give(int from, void *bytes, size_t size) const {
  const size_t most = 1 << 30; // MPI counts by int
  for (size_t given = 0; count > 1 && given < size; given += most)
    mpi().give(world, from, static_cast<char *>(bytes) + given, (int)std::min(most, size - given));
}

void Ranks::stop() const {
  if (count > 1)
    mpi().stop(world);
  exit(EXIT_FAILURE);
}

void Ranks::gather(const double *numbers, int n, double *all) const {
  if (count > 1)
    mpi().gather(world, numbers, n, all);
  else
    std::copy_n(numbers, n, all);
}

} // namespace DCM_NS
