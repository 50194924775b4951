// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The grains that a fix of walls has to look at: those that may touch a wall before grain and wall
 * have moved by a margin together. The others are excluded, which is exact, whatever the settings
 * of the host's neighbour lists. */
#ifndef DCM_LAMMPS_CLOSE_GRAINS_H
#define DCM_LAMMPS_CLOSE_GRAINS_H

#include "pointers.h"

#include <functional>
#include <vector>

namespace DCM_NS {

class CloseGrains : protected LAMMPS_NS::Pointers {
public:
  explicit CloseGrains(LAMMPS_NS::LAMMPS *instance) : Pointers(instance) {}

  /** Finds them anew.
   * @param path     a length that grows by no less than any point of the walls moves; infinite if
   *                 that is not known
   * @param all      whether no grain may be excluded
   * @param is_close is_close(i, margin): whether grain i touches a wall, or may touch one after
   *                 grain and wall have moved by the margin together */
  void find(double path, bool all, const std::function<bool(int, double)> &is_close);

  /** True while no excluded grain can have reached a wall. */
  bool exclusion_is_valid(double path) const;

  /** Sorted by type, for a batch has one pair of materials. */
  const std::vector<int> &list() const {
    return close;
  }

private:
  std::vector<int> close;
  std::vector<double> place_then; // of all grains when the list was made
  double path_then = 0.0;         // of the walls
  int grains_then = -1;
  double margin = 0.0;
  double allowance = 0.0;       // the part of the margin that walls may use up and grains may not
  bool is_of_host_list = false; // the list was made when the host made its own
  bool has_excluded = false;

  bool host_checks_every_step() const;
};

} // namespace DCM_NS

#endif
