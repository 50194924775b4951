// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The host's fix that keeps the state of contacts with atoms while there is no neighbour list: when
 * atoms move to other ranks, are written to restart files, or come and go between runs.
 *
 * Where there is a list, the state is in PairPart, not in the arrays beside the host's lists,
 * which stay empty. So the two ways of the state, out of a list and into the next one, are our own;
 * what the host does with it in between is not.
 *
 * The command write_restart moves atoms between ranks and makes new ghosts, and then lets the fix
 * collect the state from the lists of before, in which the numbers of atoms mean others by now.
 * States then go to wrong atoms or, with sub-styles, it crashes. Between runs the state is with the
 * atoms already, and nothing needs to be collected.
 *
 * Releases write the ID of a partner in two ways, as a number and as the bits of an integer, and
 * each takes the other's for IDs that no atom has: all states are lost without a word.
 *
 * IDs change: commands between runs deal them anew, and one that is free again comes back with
 * another atom. So each atom carries the ID that it had when states were given to atoms, and
 * before states are looked for, partners are called by the IDs that they have then. */
#ifndef DCM_LAMMPS_FIX_HISTORY_H
#define DCM_LAMMPS_FIX_HISTORY_H

#include "pair_contacts.h"

#include "fix_neigh_history.h"

#include <functional>
#include <string>
#include <vector>

namespace DCM_NS {

class FixHistory : public LAMMPS_NS::FixNeighHistory {
public:
  FixHistory(LAMMPS_NS::LAMMPS *instance, int narg, char **arg);

  /** Sets whose contacts these are, and what makes them when there is a new neighbour list. */
  void serve(LAMMPS_NS::Pair *owner, const PairParts &parts_of_style,
             const std::function<void()> &make);

  void init() override;
  void setup_post_neighbor() override;
  void post_neighbor() override;
  void pre_exchange() override;
  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  void write_restart(FILE *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

  /** The numbers that an owned atom has of its contact with another, or null. Good until the next
   * call. */
  const double *numbers(int i, int j);

  /** Takes from a new list the marks of who touches. In hybrid/overlay a style of the host that has
   * a history may have the same list, and its fix looks for the marks after this one is asked: so
   * not before forces are computed. */
  void take_marks();

  /** Makes one in the place of another fix. No plugin registers its style: it is no user's.
   * @param style what restart files call it: DCM_STYLE, or HOST_STYLE if the host's own fix shall
   * find there what this one wrote, and this one what the host's wrote
   * @param width            numbers of a state
   * @param width_of_restart those that the restart file has of a state, the first ones
   * @param atoms_of_restart how many a restart file had, if one was read that no run followed */
  static FixHistory *replace(LAMMPS_NS::LAMMPS *instance, const std::string &replaced,
                             const std::string &id, const std::string &style, int width,
                             int width_of_restart, LAMMPS_NS::bigint atoms_of_restart);
  static const char DCM_STYLE[], HOST_STYLE[];

private:
  const PairParts *parts;
  std::function<void()> make_contacts;
  const LAMMPS_NS::bigint atoms_of_restart;
  const int width_of_restart;
  const int width; // numbers of a contact; dnum are carried
  CarriedNumbers carried;
  std::vector<double> whole;            // [width] numbers of one contact, the others as in carried
  std::vector<LAMMPS_NS::tagint> noted; // the ID by which partners of an atom know it; 0: none does
  bool atoms_may_come;                  // within a run

  void follow_ids();
  void refuse_two_touches() const;
  void expect_exchange();
  void carry(const CarriedNumbers &wanted);
  void get_room(int i);
  void give_pages_back();
};

} // namespace DCM_NS

#endif
