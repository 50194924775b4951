// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Hands the states of contacts over to the host's fix contacthistory before atoms change places.
 *
 * That fix carries states with atoms, to other ranks and into restart files, and takes them, by
 * flags and numbers, from arrays beside the host's neighbour lists. Ours stand in blocks elsewhere;
 * these arrays stay empty. So this fix writes what the host's would have made of them. It runs
 * right after it: the host lets fixes whose style begins with "contacthistory" go first, in the
 * order in which they came.
 *
 * No style of that name can be registered, so the fix is put into the host's list by hand. */
#ifndef DCM_LIGGGHTS_STATE_KEEPER_H
#define DCM_LIGGGHTS_STATE_KEEPER_H

#include "fix.h"
#include "fix_contact_history.h"

#include <functional>

namespace DCM_NS {

class StateKeeper : public LAMMPS_NS::Fix {
public:
  /** Hands states over, if those of this step are not with the host yet.
   * @param atoms_move whether atoms may change places after it */
  typedef std::function<void(bool atoms_move)> HandOver;

  /** The one of a run, made if there is none. */
  static StateKeeper *get(LAMMPS_NS::LAMMPS *lmp);
  static void drop(LAMMPS_NS::LAMMPS *lmp);

  void serve(const HandOver &function) {
    hand_over = function;
  }

  int setmask() override;
  void setup_pre_exchange() override {
    hand_over(true);
  }
  void pre_exchange() override {
    hand_over(true);
  }
  void write_restart(FILE *) override;
  void restart(char *) override {}

private:
  StateKeeper(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  HandOver hand_over;
};

/** The states that the host's fix has: of each atom a list of partners, by their IDs. */
class CarriedStates : private LAMMPS_NS::FixContactHistory {
public:
  /** State of atom i in contact with one of that ID, as seen from i, or null. */
  static const double *find(FixContactHistory &fix, int i, int id);

  /** Empties the lists of all atoms. */
  static void clear(FixContactHistory &fix, int atoms);

  /** Makes room for counts[i] contacts of each of the first atoms.
   * @return whether the host's settings allow so many */
  static bool make_room(FixContactHistory &fix, const int *counts, int atoms);

  /** The next contact of an atom, whose state the caller then writes. */
  static double *add(FixContactHistory &fix, int i, int id);

  /** To be called after the last one, so that messages between ranks are long enough.
   * @return numbers that the largest has */
  static int finish(FixContactHistory &fix, int atoms);
};

} // namespace DCM_NS

#endif
