// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The host's atoms as src/integrate takes them. */
#ifndef DCM_LAMMPS_SPHERES_OF_HOST_H
#define DCM_LAMMPS_SPHERES_OF_HOST_H

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "lammps.h"
#include "utils.h"

#include <string>

extern "C" {
#include "integrate/spheres.h"
}

namespace DCM_NS {

/** @param atom that has atoms on this rank
 *  @param group the bit of those that are meant */
inline dcm_spheres spheres_of(const LAMMPS_NS::Atom *atom, int group) {
  dcm_spheres spheres = {};
  spheres.position = atom->x[0];
  spheres.velocity = atom->v[0];
  spheres.force = atom->f[0];
  spheres.angular_velocity = atom->omega ? atom->omega[0] : nullptr;
  spheres.torque = atom->torque ? atom->torque[0] : nullptr;
  spheres.radius = atom->radius;
  spheres.mass = atom->rmass;
  spheres.groups = atom->mask;
  spheres.group = group;
  return spheres;
}

/** Tells in the log who computes a fix.
 * @param fix  its ID
 * @param name the style as the input has it
 * @param why  the host does, as the end of "fix 1 of style nve/sphere"; empty: dcm does */
inline void tell_who_computes(LAMMPS_NS::LAMMPS *lmp, const char *fix, const std::string &name,
                              const std::string &why) {
  const bool is_by_name = name.size() > 4 && name.compare(name.size() - 4, 4, "/dcm") == 0;
  if (lmp->comm->me != 0 || (why.empty() && is_by_name))
    return;
  LAMMPS_NS::utils::logmesg(
      lmp, "dcm: fix " + std::string(fix) + " of style " + name +
               (why.empty() ? " is computed by dcm, to the last digit as LAMMPS' own\n"
                            : why + ", and so remains LAMMPS' own\n"));
}

} // namespace DCM_NS

#endif
