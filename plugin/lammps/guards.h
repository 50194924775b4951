// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Numbers that no grain can have are looked for where a run begins and whenever grains have changed
 * places. Causes of doubtful results are in common/guards.h. */
#ifndef DCM_LAMMPS_GUARDS_H
#define DCM_LAMMPS_GUARDS_H

#include "lammps.h"

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

} // namespace DCM_NS

#endif
