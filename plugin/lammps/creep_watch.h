// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A word to the user whose grains have come to rest under a law that lets them creep. */
#ifndef DCM_LAMMPS_CREEP_WATCH_H
#define DCM_LAMMPS_CREEP_WATCH_H

#include "pointers.h"

#include <dcm/dcm.h>

#include <string>
#include <vector>

namespace DCM_NS {

class Notices;

/** Looks at the grains every thousand steps. They rest when in ten looks in a row 95 % of them were
 * so slow that until the next look they move by less than a hundredth of their radius, and at least
 * half touched another: a run that begins with grains at rest in the air, or in which few have
 * arrived, is none at rest. */
class CreepWatch : protected LAMMPS_NS::Pointers {
public:
  explicit CreepWatch(LAMMPS_NS::LAMMPS *instance) : Pointers(instance) {}

  /** Where a run begins. @param creeping a law whose contacts creep, or null */
  void begin(const dcm_model *creeping) {
    model = creeping;
  }

  /** Whether grains are to be inspected in this step; the same on all ranks. */
  bool is_due() const;

  /** All ranks call this together.
   * @param touches    [atom] whether a contact of this rank is with it
   * @param frozen_bit of the group of atoms that never move, which do not count
   * @param here       beginning of the message
   * @param notices    that it waits with until the table of the run ends */
  void inspect(const std::vector<char> &touches, int frozen_bit, const std::string &here,
               Notices &notices);

private:
  const dcm_model *model = nullptr; // null: none creeps
  int looks = 0;                    // in a row, in which grains rested
  bool has_warned = false;

  std::string warning(const std::string &here) const;
};

} // namespace DCM_NS

#endif
