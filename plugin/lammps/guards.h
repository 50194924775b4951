// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * What is looked at where a run begins, and some of it whenever grains have changed places: numbers
 * that no grain can have, time steps that are too long, overlaps that are too deep. */
#ifndef DCM_LAMMPS_GUARDS_H
#define DCM_LAMMPS_GUARDS_H

#include "rigid_masses.h"

#include <cmath>
#include <string>
#include <vector>

extern "C" {
#include "runtime/law.h"
}

namespace LAMMPS_NS {
class NeighList;
}

namespace DCM_NS {

/** Stops the run if an atom has a type that there is not, a position, velocity or spin that is not
 * finite, or, being of a type that touches, a radius or mass that is not greater than 0. Names the
 * step, the atom and the number. Each rank looks at its own atoms, and one that stops ends all.
 * @param here    beginning of the message
 * @param touches [type] whether a contact law is asked about the type */
void check_grains(LAMMPS_NS::LAMMPS *lmp, const std::string &here,
                  const std::vector<char> &touches);

/** The smallest grains of each type; infinity where there are none. */
struct SmallestGrains {
  std::vector<double> radius, mass; // of the lightest, with the mass of its body
  std::vector<int> count;           // no more than two of each rank

  /** All ranks call this together.
   * @param group_bit of the atoms that count
   * @param frozen    whether those of frozen_bit count, or the others */
  SmallestGrains(LAMMPS_NS::LAMMPS *lmp, int group_bit, int frozen_bit, bool frozen,
                 const RigidMasses &masses);
};

/** The longest time step that all contacts considered allow. */
class SafeStep {
public:
  /** Grains of two types, or of a type and a wall, which may be one more material than there are
   * types; see dcm_safe_time_step. Stops if the law has no
   * finite answer. */
  void consider(LAMMPS_NS::LAMMPS *lmp, const std::string &here, const dcm_law *law, int i, int j,
                double radius_1, double mass_1, double radius_2, double mass_2);

  /** "1.2e-05 (types 1 and 2, radius 0.001)"; infinite if nothing was considered, or no contact has
   * a stiffness. */
  std::string text() const;

  /** A line of the log, unless told says that it was told already, and the warning of warn with it.
   * Nothing if no contact has a stiffness.
   * @param name of what makes the contacts, as the line begins */
  void tell(LAMMPS_NS::LAMMPS *lmp, const std::string &name, const std::string &here,
            std::string &told) const;

  /** Warns if the time step of the run is longer than twice that: what is between the two is in
   * use, with contacts that are mostly slower than the one considered. */
  void warn(LAMMPS_NS::LAMMPS *lmp, const std::string &here) const;

private:
  double step = HUGE_VAL, radius = 0.0;
  std::string types;
};

/** Warns of the deepest overlap of pairs in a list if it is deeper than grains of a packing have.
 * Two frozen grains may overlap as they like. All ranks call this together. */
void warn_of_overlaps(LAMMPS_NS::LAMMPS *lmp, const LAMMPS_NS::NeighList *list, int frozen_bit);

} // namespace DCM_NS

#endif
