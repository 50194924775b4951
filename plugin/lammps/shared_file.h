// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Files that all ranks need: one rank reads, and tells the others. */
#ifndef DCM_LAMMPS_SHARED_FILE_H
#define DCM_LAMMPS_SHARED_FILE_H

#include "lammps.h"

#include <string>
#include <vector>

namespace DCM_NS {

/** The bytes of a file. All ranks call, and stop together if the file cannot be read.
 * @param here beginning of messages */
std::vector<char> read_shared_file(LAMMPS_NS::LAMMPS *lmp, const std::string &here,
                                   const std::string &path);

} // namespace DCM_NS

#endif
