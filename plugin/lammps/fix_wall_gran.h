// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * What fix wall/gran/dcm and fix wall/gran/region/dcm have in common: the host's fixes of these
 * names, with its arguments, physics and restart files, computed by a law of their own. */
#ifndef DCM_LAMMPS_FIX_WALL_GRAN_H
#define DCM_LAMMPS_FIX_WALL_GRAN_H

#include "fix_wall.h"
#include "gran_parameters.h"
#include "pair_settings.h"

#include <string>

namespace DCM_NS {

class FixWallGran : public FixWall {
public:
  /** The host's own fix for a command that the suffix has brought here and whose model none of our
   * laws computes; else null. */
  static LAMMPS_NS::Fix *leave_to_host(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;
  void post_constructor() override;
  int pack_restart(int, double *) override = 0;
  void unpack_restart(int, int) override = 0;
  int size_restart(int) override = 0;
  int maxsize_restart() override = 0;

protected:
  FixWallGran(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /** Reads the model and its numbers.
   * @return index of the argument after them */
  int read_model(int narg, char **arg);

  const dcm_settings *law_settings() const override {
    return settings.get();
  }
  const dcm_law *present_law() const override {
    return own_law.get();
  }
  bool shows_last_contact() const override {
    return true;
  }
  void find_law() override {}
  bool goes_plainly() const override {
    return false;
  }

private:
  const std::string name; // as the input has it, without the suffix
  const GranStyle *model;
  GranParameters parameters;
  PairSettings settings;
  LawPointer own_law;
};

} // namespace DCM_NS

#endif
