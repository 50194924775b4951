// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The states of contacts that the host's fix contacthistory carries with atoms: to other ranks and
 * into restart files. The host's own models put them there by way of arrays beside the neighbour
 * lists; ours stand in blocks elsewhere, and those arrays stay empty. */
#ifndef DCM_LIGGGHTS_CARRIED_STATES_H
#define DCM_LIGGGHTS_CARRIED_STATES_H

#include "common/present_ids.h"

#include "fix_contact_history.h"

namespace DCM_NS {

/** The states that the host's fix has: of each atom a list of partners, by their IDs. */
class CarriedStates : private LAMMPS_NS::FixContactHistory {
public:
  /** State of atom i in contact with one of that ID, as seen from i, or null. */
  static const double *find(FixContactHistory &fix, int i, int id);

  /** The list of an atom. */
  static CarriedContacts<int> of(FixContactHistory &fix, int i);

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
