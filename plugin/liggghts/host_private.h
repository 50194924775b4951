// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Parts of LIGGGHTS that the adapter uses and LIGGGHTS does not offer: protected and private
 * members of its classes, and its list of fixes. All parts were seen in LIGGGHTS-PUBLIC 3.8.0, the
 * one release that the adapter runs in: the adapter stops in another one (LawSettings), and members
 * with other names do not compile. */
#ifndef DCM_LIGGGHTS_HOST_PRIVATE_H
#define DCM_LIGGGHTS_HOST_PRIVATE_H

#include "common/present_ids.h"

#include "fix_contact_history.h"
#include "fix_property_global.h"

namespace DCM_NS {

/** Uses the states that fix contacthistory carries with atoms, to other ranks and into restart
 * files: of each atom a list of partners, by their IDs. The host fills the lists from arrays beside
 * its neighbour lists, and nothing public does. States of dcm stand in blocks elsewhere, and those
 * arrays stay empty. */
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

/** Reads what the input calls a property. The name is private to the fix, and the host looks
 * properties up by kind and size too, which must be known for that. */
const char *name_of(const LAMMPS_NS::FixPropertyGlobal &);

/** The property of a name, whatever its shape, or null. */
LAMMPS_NS::FixPropertyGlobal *find_property(LAMMPS_NS::LAMMPS *lmp, const char *name);

/** The numbers of a property that is a vector, to be changed. The host shows the property to its
 * output by the array that get_values() lets others read alone. */
double *values_of(LAMMPS_NS::FixPropertyGlobal &);

/** Bytes that a fix wrote into the restart file that was read for this run, or null. */
const char *restarted(LAMMPS_NS::LAMMPS *, const char *id, const char *style);

/** Puts a fix behind all others. The host lets fixes whose style begins with "contacthistory" go
 * first, in the order in which they came, and no plugin can register a style of such a name; so the
 * fix is put into the host's list by hand, as Modify::add_fix does it. */
void append_fix(LAMMPS_NS::LAMMPS *, LAMMPS_NS::Fix *);

} // namespace DCM_NS

#endif
