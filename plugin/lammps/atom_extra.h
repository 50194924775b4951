// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The numbers of an atom that a restart file holds for fixes, read as numbers of a file that may be
 * damaged. */
#ifndef DCM_LAMMPS_ATOM_EXTRA_H
#define DCM_LAMMPS_ATOM_EXTRA_H

#include "atom.h"

#include <cmath>

namespace DCM_NS {

/** The numbers of the nth fix for atom i. The first of each fix is their count, itself included, by
 * which one comes to the next.
 * @param count receives the number of them
 * @return null if the counts lead out of what there is */
inline const double *numbers_of_fix(const LAMMPS_NS::Atom *atom, int i, int nth, int &count) {
  const double *numbers = atom->extra[i];
  for (int left = atom->nextra_store;; left -= count, numbers += count) {
    if (left < 1 || !(numbers[0] >= 1.0 && numbers[0] <= left))
      return nullptr;
    count = (int)numbers[0];
    if (nth-- == 0)
      return numbers;
  }
}

/** Whether a number counts something, and not more than largest. */
inline bool is_count(double number, double largest) {
  return number >= 0.0 && number <= largest && number == std::floor(number);
}

} // namespace DCM_NS

#endif
