// SPDX-License-Identifier: GPL-2.0-or-later
#include "reach.h"

#include "law_settings.h"

#include "atom.h"
#include "force.h"
#include "neighbor.h"

#include <algorithm>

extern "C" {
#include "runtime/kinematics.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

void widen_lists(LAMMPS *lmp, const dcm_law &law, const LawSettings &given) {
  PropertyRegistry &registry = lmp->force->registry;
  const double smallest = registry.min_radius(), largest = registry.max_radius();
  if (!(smallest > 0.0))
    return;
  const auto reach_of = [&](int i, int j, double effective_radius) {
    double reach = 0.0;
    dcm_error reason;
    if (dcm_law_check_reach(&law, i, j, effective_radius, &reach, &reason))
      given.stop(reason.text);
    return reach;
  };
  double farthest = 0.0, relative = 0.0;
  for (int i = 1; i <= lmp->atom->ntypes; i++)
    for (int j = i; j <= lmp->atom->ntypes; j++) {
      farthest = std::max(farthest, reach_of(i, j, dcm_effective_radius(largest, largest)));
      // The host calls on walls up to a distance in proportion to the radius.
      for (double radius : {smallest, largest})
        relative = std::max(relative, reach_of(i, j, radius) / radius);
    }
  if (farthest > lmp->neighbor->skin) {
    char text[192];
    snprintf(text, sizeof text,
             "contacts persist up to %g beyond touching, and the neighbor skin is %g: it must not "
             "be smaller",
             farthest, lmp->neighbor->skin);
    given.stop(text);
  }
  const double margin = 1.01;
  lmp->neighbor->register_contact_dist_factor(1.0 + margin * relative);
}

} // namespace DCM_NS
