// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_gravity_dcm.h"

#include "dcm_pairs.h"
#include "host_api.h"
#include "spheres_of_host.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace DCM_NS {

FixGravityDCM::FixGravityDCM(LAMMPS *instance, int narg, char **arg)
    : FixGravity(instance, narg, arg), name(arg[2]), threads(1), owes_energy(false),
      finds_energy_at_once(false), weighed_at(-1) {
  tell_who_computes(lmp, id, name,
                    !is_of_host() ? ""
                    : atom->rmass ? " takes its numbers from variables"
                                  : " has atoms without a mass of their own");
}

bool FixGravityDCM::is_of_host() const {
  return varflag != 0 || !atom->rmass;
}

void FixGravityDCM::post_constructor() {
  call_as_given(*this, name);
}

void FixGravityDCM::init() {
  FixGravity::init();
  threads = threads_of_dcm_pairs(lmp);
  finds_energy_at_once = std::any_of(modify->fix, modify->fix + modify->nfix,
                                     [](const Fix *fix) { return fix->box_change != 0; });
  weighed_at = -1;
}

/** The host finds the energy in each step. Here the energy waits until somebody asks, or until the
 * run is over: positions stay until the step is over, but for fixes that change the box. */
void FixGravityDCM::post_force(int vflag) {
  if (is_of_host()) {
    FixGravity::post_force(vflag);
    return;
  }
  if (disable)
    return;
  weighed_at = update->ntimestep;
  eflag = 0;
  egrav = 0.0;
  owes_energy = atom->nlocal > 0;
  if (!owes_energy)
    return;
  const dcm_spheres spheres = spheres_of(atom, groupbit);
  const double acceleration[3] = {xacc, yacc, zacc};
  dcm_spheres_weigh(&spheres, acceleration, atom->nlocal, threads);
  if (finds_energy_at_once)
    find_energy();
}

void FixGravityDCM::find_energy() {
  const dcm_spheres spheres = spheres_of(atom, groupbit);
  const double acceleration[3] = {xacc, yacc, zacc};
  egrav = dcm_spheres_height_energy(&spheres, acceleration, atom->nlocal);
  owes_energy = false;
}

/** After the run commands may move atoms, and somebody may ask still. */
void FixGravityDCM::post_run() {
  if (owes_energy)
    find_energy();
}

/** A variable of another fix may ask before this step's forces: it wants the energy of the step
 * before, when grains have moved on. Such a fix asks in the set-up of the run, too. */
double FixGravityDCM::compute_scalar() {
  if (update->whichflag != 0 && weighed_at != update->ntimestep)
    finds_energy_at_once = true;
  if (owes_energy)
    find_energy();
  return FixGravity::compute_scalar();
}

} // namespace DCM_NS
