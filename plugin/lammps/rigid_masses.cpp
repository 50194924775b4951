// SPDX-License-Identifier: GPL-2.0-or-later
#include "rigid_masses.h"

#include "host_services.h"

#include "atom.h"
#include "fix.h"
#include "modify.h"

#include <string>

using namespace LAMMPS_NS;

namespace DCM_NS {

void RigidMasses::find(const std::string &asker) {
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

void RigidMasses::collect() {
  int dimension;
  auto body = static_cast<int *>(fix->extract("body", dimension));
  auto mass_body = static_cast<double *>(fix->extract("masstotal", dimension));
  mass.assign(atom->nmax, 0.0);
  for (int i = 0; i < atom->nlocal; i++) {
    // Null is normal on a rank that has no atoms, or no bodies. Ranks do not agree on it, so they
    // do not stop together either.
    if (!body || (body[i] >= 0 && !mass_body))
      stop_from_one(lmp, owner + ": fix " + fix->style + " does not tell the masses of its bodies");
    if (body[i] >= 0)
      mass[i] = mass_body[body[i]];
  }
}

} // namespace DCM_NS
