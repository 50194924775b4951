// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The largest radii of a run, from which the distances stem at which contacts are looked for. */
#ifndef DCM_LAMMPS_RADII_H
#define DCM_LAMMPS_RADII_H

#include "pointers.h"

#include <vector>

extern "C" {
#include "runtime/law.h"
}

namespace DCM_NS {

class Radii : protected LAMMPS_NS::Pointers {
public:
  explicit Radii(LAMMPS_NS::LAMMPS *instance) : Pointers(instance), frozen_bit(0) {}

  /** Looks at the atoms that are there and at the fixes that will insert others. All ranks call
   * this together.
   * @param freeze_group_bit of the group of atoms that never move, or 0
   * @param lists_by_size    whether neighbours are those by radii, not by types */
  void collect(int freeze_group_bit, bool lists_by_size);

  /** Says that atoms of two types meet, and what their cut-off is. Where contacts begin at a
   * distance, stops if it is larger by now than when it was first asked for since collect: lists
   * look no farther.
   * @return the largest distance at which they can be in contact; frozen atoms never meet */
  double cutoff(const dcm_law *law, int i, int j);

  /** Whether atoms of two types meet: whether somebody asked for their cut-off. */
  bool meet(int i, int j) const {
    return asked[(i < j ? i : j) * (largest_free.size()) + (i < j ? j : i)];
  }

  /** Stops if a grain has numbers that no grain can have; see check_grains.
   *
   * Grains may grow, and others may come, between two lists: cut-offs stem from the radii that
   * collect saw, and contacts beyond them would be missed. All ranks call this together. */
  void check() const;

private:
  int frozen_bit;
  bool all_types = false; // whether a grain may become as large as one of another type
  std::vector<double> largest_free, largest_frozen; // of each type
  std::vector<char> touches;                        // [type]
  std::vector<char> asked;                          // [i][j], i <= j
  std::vector<double> listed;                       // their cut-offs when first asked for

  bool is_frozen(int i) const;
};

} // namespace DCM_NS

#endif
