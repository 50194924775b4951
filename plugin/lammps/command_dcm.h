// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The command dcm: docs/lammps/dcm.md is its manual page. Where there is no dcm there is no such
 * command, and an input that has it stops. */
#ifndef DCM_LAMMPS_COMMAND_DCM_H
#define DCM_LAMMPS_COMMAND_DCM_H

#include "command.h"

#include <string>

namespace DCM_NS {

/** Adds those styles of dcm that an instance has not, as after a command clear.
 * @return whether there were any */
bool add_missing_styles(LAMMPS_NS::LAMMPS *lmp);

class CommandDCM : public LAMMPS_NS::Command {
public:
  explicit CommandDCM(LAMMPS_NS::LAMMPS *instance) : Command(instance) {}
  void command(int narg, char **arg) override;

  /** Stops if this is no dcm that serves for the version; else tells which dcm this is. */
  void require(const std::string &version);
};

} // namespace DCM_NS

#endif
