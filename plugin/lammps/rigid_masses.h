// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The mass with which an atom takes part in a collision: its own, or that of the rigid body it
 * belongs to. Shared by pairs and walls. */
#ifndef DCM_LAMMPS_RIGID_MASSES_H
#define DCM_LAMMPS_RIGID_MASSES_H

#include "atom.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
}

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

} // namespace DCM_NS

#endif
