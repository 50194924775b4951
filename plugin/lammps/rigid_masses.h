// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The mass with which an atom takes part in a collision: its own, or that of the rigid body it
 * belongs to. Shared by pairs and walls. */
#ifndef DCM_LAMMPS_RIGID_MASSES_H
#define DCM_LAMMPS_RIGID_MASSES_H

#include "host_services.h"

#include "atom.h"
#include "fix.h"
#include "modify.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace DCM_NS {

class RigidMasses : protected LAMMPS_NS::Pointers {
public:
  explicit RigidMasses(LAMMPS_NS::LAMMPS *instance) : Pointers(instance), fix(nullptr) {}

  /** Looks for the fix that moves rigid bodies; to be called in init.
   * @param asker who asks, for the message when there are several: "pair_style dcm" */
  void find(const std::string &asker);

  /** Whether there are rigid bodies at all. */
  bool any() const {
    return fix != nullptr;
  }

  /** Asks the fix for the masses of the bodies of owned atoms; to be called whenever atoms have
   * changed places, before the first use of this step. */
  void collect();

  /** Mass of owned atom i, or of its body; of a ghost if its entry was communicated. */
  double of(int i) const {
    return !mass.empty() && mass[i] > 0.0 ? mass[i] : atom->rmass[i];
  }

  /** Mass of the body of each atom, 0 for none: what is communicated to ghosts. */
  double *of_bodies() {
    return mass.data();
  }

  double memory_usage() const {
    return mass.capacity() * sizeof(double);
  }

private:
  LAMMPS_NS::Fix *fix;
  std::string owner;
  std::vector<double> mass;
};

inline void RigidMasses::find(const std::string &asker) {
  owner = asker;
  fix = nullptr;
  for (int i = 0; i < modify->nfix; i++) {
    if (!modify->fix[i]->rigid_flag)
      continue;
    if (fix)
      stop(lmp, owner + ": there are several fixes rigid, but only one is allowed");
    fix = modify->fix[i];
  }
  if (!fix)
    mass.clear();
}

inline void RigidMasses::collect() {
  int dimension;
  auto body = static_cast<int *>(fix->extract("body", dimension));
  auto mass_body = static_cast<double *>(fix->extract("masstotal", dimension));
  mass.assign(atom->nmax, 0.0);
  for (int i = 0; i < atom->nlocal; i++) {
    // Null is normal on a rank that has no atoms, or no bodies. Ranks do not agree on it, so they
    // do not stop together either.
    if (!body || (body[i] >= 0 && !mass_body))
      stop_from_one(lmp,
                    owner + ": fix " + fix->style + " does not report the masses of its bodies");
    if (body[i] >= 0)
      mass[i] = mass_body[body[i]];
  }
}

} // namespace DCM_NS

#endif
