// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The host serves all parts of the adapter: stops with a message, reads a file for all ranks, and
 * keeps the numbers of an atom that a restart file holds for fixes. */
#ifndef DCM_LAMMPS_HOST_SERVICES_H
#define DCM_LAMMPS_HOST_SERVICES_H

#include "common/host.h"

#include "lammps.h"

#include <cmath>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Atom;
}

namespace DCM_NS {

/** LAMMPS as the parts that adapters share see it. */
Host host_of(LAMMPS_NS::LAMMPS *lmp);

/** Stops the run with a message. All ranks call.
 * @param file, line of the caller, which LAMMPS prints behind the message */
[[noreturn]] void stop(LAMMPS_NS::LAMMPS *lmp, const std::string &message,
                       const char *file = __builtin_FILE(), int line = __builtin_LINE());

/** Stops the run where ranks do not meet: the rank that calls ends all. */
[[noreturn]] void stop_from_one(LAMMPS_NS::LAMMPS *lmp, const std::string &message,
                                const char *file = __builtin_FILE(), int line = __builtin_LINE());

/** Stops the run unless there was memory. */
void need_memory(LAMMPS_NS::LAMMPS *lmp, bool was_there, const char *file = __builtin_FILE(),
                 int line = __builtin_LINE());

/** Prints a warning on rank 0. */
void warn(LAMMPS_NS::LAMMPS *lmp, const std::string &message, const char *file = __builtin_FILE(),
          int line = __builtin_LINE());

/** Writes a line to screen and log on rank 0. */
void write_to_log(LAMMPS_NS::LAMMPS *lmp, const std::string &line);

/** The bytes of a file. One rank reads and gives the bytes to the others. All ranks call, and stop
 * together if the file cannot be read.
 * @param here beginning of messages */
std::vector<char> read_shared_file(LAMMPS_NS::LAMMPS *lmp, const std::string &here,
                                   const std::string &path);

/** The numbers of the nth fix for atom i in a restart file, which may be damaged. The first of each
 * fix is their count, itself included, by which one comes to the next.
 * @param count receives the number of them
 * @return null if the counts lead out of what there is */
const double *numbers_of_fix(const LAMMPS_NS::Atom *atom, int i, int nth, int &count);

/** Whether a number counts something, and not more than largest. */
inline bool is_count(double number, double largest) {
  return number >= 0.0 && number <= largest && number == std::floor(number);
}

} // namespace DCM_NS

#endif
