// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The common part of fix wall/gran/dcm and fix wall/gran/region/dcm: the host's fixes of these
 * names, with its arguments, physics and restart files, computed by a law of their own. */
#ifndef DCM_LAMMPS_FIX_WALL_GRAN_H
#define DCM_LAMMPS_FIX_WALL_GRAN_H

#include "fix_wall.h"
#include "gran_parameters.h"
#include "pair_settings.h"

#include <string>
#include <vector>

namespace DCM_NS {

class FixWallGran : public FixWall {
public:
  /** The host's own fix for a command that the suffix has brought here and whose model none of our
   * laws computes; else null. */
  static LAMMPS_NS::Fix *leave_to_host(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void post_constructor() override;
  int pack_restart(int, double *) override = 0;
  void unpack_restart(int, int) override;
  int size_restart(int) override = 0;
  int maxsize_restart() override = 0;

protected:
  FixWallGran(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /** Reads the model and its numbers.
   * @return index of the argument after them */
  int read_model(int narg, char **arg);

  /** Reads the keyword contacts or temperature.
   * @return the index of the next argument, or -1 if arg[next] is another word */
  int read_common(int next, int narg, char **arg);

  /** To be called when all arguments are read; see FixWall. */
  void prepare_as_host(int slots);

  /** The numbers of a state that the host's restart files have. */
  int saved_width() const {
    return (int)saved.size();
  }
  void save(const double *state, double *numbers) const;
  /** @return whether they are those of a contact, and not of a grain that is only near */
  bool load(const double *numbers, double *state) const;

  /** Takes over the contacts of grain i from the numbers that a restart file holds of it.
   * @return whether they are such numbers */
  virtual bool read_contacts(int i, const double *numbers, int count, WallContacts &kept) = 0;

  bool shows_last_contact() const override {
    return true;
  }
  int shown_quantity() const override;
  /** Restart files have what the host's have, which tell nothing of the walls. */
  std::string describe() const override {
    return "";
  }

private:
  const std::string name; // as the input has it, without the suffix
  const GranStyle *model; // or null: of the host's model granular
  const bool is_composed; // by the law granular
  std::vector<int> saved; // see GranularArguments
  bool conducts = false;
  bool has_temperature = false;
  PairSettings settings;
};

} // namespace DCM_NS

#endif
