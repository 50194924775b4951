// SPDX-License-Identifier: GPL-2.0-or-later
#include "grain_turning.h"

#include "host_services.h"

#include "atom.h"
#include "fix.h"
#include "modify.h"

#include <cstring>

using namespace LAMMPS_NS;

namespace DCM_NS {

void GrainTurning::check_integrators(const std::string &here) const {
  static const char KNOWN[] = "nve/asphere";
  for (int f = 0; f < modify->nfix && GrainShapes::are_there(atom); f++) {
    const Fix *fix = modify->fix[f];
    if (!fix->time_integrate || strncmp(fix->style, KNOWN, sizeof KNOWN - 1) == 0 ||
        strcmp(fix->style, "move") == 0)
      continue;
    stop(lmp, here + "fix " + fix->id + " " + fix->style +
                  " moves the atoms, which are superellipsoids, and the balance knows how fix "
                  "nve/asphere and fix move turn these: write 'fix " +
                  fix->id + " all nve/asphere'");
  }
}

void GrainTurning::refresh() {
  shapes.refresh();
  known = atom->nlocal + atom->nghost;
}

const double *GrainTurning::spins() {
  const int count = atom->nlocal;
  if (!are_bodies())
    return count ? atom->omega[0] : nullptr;
  if (known != count + atom->nghost) // somebody asks before a run
    refresh();
  spin.resize(3 * (size_t)count);
  for (int i = 0; i < count; i++)
    dcm_vector_put(&spin[3 * (size_t)i], shapes.spin_now(i));
  return spin.data();
}

double GrainTurning::energy(int i, const double *w) const {
  if (are_bodies())
    return shapes.turning_energy(i, dcm_vector_at(w));
  const double radius = atom->radius[i];
  return 0.2 * atom->rmass[i] * radius * radius * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

double GrainTurning::energy_of_bodies(const double *spins) const {
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal && are_bodies(); i++)
    sum += shapes.turning_energy(i, dcm_vector_at(spins + 3 * (size_t)i));
  return sum;
}

const double *GrainTurning::lags(double dt) {
  if (!are_bodies())
    return nullptr;
  const int count = atom->nlocal + atom->nghost;
  lag.resize(3 * (size_t)count);
  for (int i = 0; i < count; i++)
    dcm_vector_put(&lag[3 * (size_t)i], dcm_scale(0.5 * dt, shapes.free_rate(i)));
  return lag.data();
}

} // namespace DCM_NS
