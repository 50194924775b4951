// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The host's list of neighbours of a pair style, made by the search of src/contacts: the same
 * pairs in the same order, in less time. The object that makes the list stands in the host's table
 * in the place of the host's own, and hands over to that one what it does not know. */
#ifndef DCM_LAMMPS_NEAR_LISTS_H
#define DCM_LAMMPS_NEAR_LISTS_H

#include "pointers.h"

namespace LAMMPS_NS {
class NeighList;
}

namespace DCM_NS {

class NearPairs;

class NearLists : protected LAMMPS_NS::Pointers {
public:
  explicit NearLists(LAMMPS_NS::LAMMPS *instance) : Pointers(instance) {}

  /** The host makes its lists itself again. */
  ~NearLists() override;

  /** Makes this list from the next time on, if the host makes it by bins, with newton off and by
   * the radii of atoms. No marks are made of who touches: nobody else may look for marks.
   * @param list              null: the host makes its lists itself again
   * @param threads_of_search that each rank has */
  void serve(LAMMPS_NS::NeighList *list, int threads_of_search);

  /** Whether the present list was made here, and so has no marks of who touches. */
  bool made_the_last() const;

private:
  friend class NearPairs;
  NearPairs *maker = nullptr; // of the host, which deletes it when it begins with other lists
  int place = 0;              // in the host's table
  int threads = 1;
};

} // namespace DCM_NS

#endif
