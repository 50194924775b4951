// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Numbers that no grain can have are looked for where a run begins and whenever grains have changed
 * places, and grains that creep every thousand steps. Causes of doubtful results are in
 * common/guards.h. */
#ifndef DCM_LAMMPS_GUARDS_H
#define DCM_LAMMPS_GUARDS_H

#include "lammps.h"
#include "pointers.h"

#include <dcm/dcm.h>

#include <string>
#include <vector>

namespace DCM_NS {

/** Stops the run if an atom has a type that there is not, a position, velocity or spin that is not
 * finite, or, being of a type that touches, a radius or mass that is not greater than 0. Names the
 * step, the atom and the number. Each rank looks at its own atoms, and one that stops ends all.
 * @param here    beginning of the message
 * @param touches [type] whether a contact law is asked about the type */
void check_grains(LAMMPS_NS::LAMMPS *lmp, const std::string &here,
                  const std::vector<char> &touches);

class Notices;

/** A word to the user whose grains have come to rest under a law that lets them creep. Looks at the
 * grains every thousand steps. They rest when in ten looks in a row 95 % of them were
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
