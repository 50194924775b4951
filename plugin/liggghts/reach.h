// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Contacts that persist beyond touching, as those of adhesive laws do, in the host's lists of what
 * is near. */
#ifndef DCM_LIGGGHTS_REACH_H
#define DCM_LIGGGHTS_REACH_H

#include "lammps.h"

extern "C" {
#include "runtime/law.h"
}

namespace DCM_NS {

class LawSettings;

/** Has the host look at grains and walls as far apart as a contact of the law can be; stops where
 * the neighbor skin is too small. All ranks together, where a run begins.
 * @param given whose messages these are */
void widen_lists(LAMMPS_NS::LAMMPS *lmp, const dcm_law &law, const LawSettings &given);

} // namespace DCM_NS

#endif
