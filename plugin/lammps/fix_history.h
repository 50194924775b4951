// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The host's fix that keeps the state of contacts, but for three of its habits.
 *
 * The command write_restart moves atoms between ranks and makes new ghosts, and then lets the fix
 * collect the state from the lists of before, in which the numbers of atoms mean others by now.
 * States then go to wrong atoms or, with sub-styles, it crashes. Between runs the state is with the
 * atoms already, and nothing needs to be collected.
 *
 * A new list is searched for the contacts of the old one only where the list has a mark that the
 * two touch. Sub-styles of a hybrid style may get copies of one list, in which the first fix takes
 * the marks away for all others; and a law that wants to hear of the end of a contact would not.
 *
 * Releases write the ID of a partner in two ways, as a number and as the bits of an integer, and
 * each takes the other's for IDs that no atom has: all states are lost without a word. */
#ifndef DCM_LAMMPS_FIX_HISTORY_H
#define DCM_LAMMPS_FIX_HISTORY_H

#include "fix_neigh_history.h"

#include <string>

namespace DCM_NS {

class FixHistory : public LAMMPS_NS::FixNeighHistory {
public:
  FixHistory(LAMMPS_NS::LAMMPS *instance, int narg, char **arg)
      : FixNeighHistory(instance, narg, arg) {}

  void post_neighbor() override;
  void write_restart(FILE *) override;
  void unpack_restart(int, int) override;

  /** Makes one in the place of another fix. No plugin registers its style: it is no user's. */
  static FixHistory *replace(LAMMPS_NS::LAMMPS *instance, const std::string &replaced,
                             const std::string &id, int width);
};

} // namespace DCM_NS

#endif
