// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_nve_sphere_dcm.h"

#include "dcm_pairs.h"
#include "host_api.h"
#include "spheres_of_host.h"

using namespace LAMMPS_NS;

namespace DCM_NS {

FixNVESphereDCM::FixNVESphereDCM(LAMMPS *instance, int narg, char **arg)
    : FixNVESphere(instance, narg, arg), name(arg[2]), is_of_host(extra != 0), threads(1) {
  tell_who_computes(lmp, id, name, is_of_host ? " turns dipoles" : "");
}

void FixNVESphereDCM::post_constructor() {
  call_as_given(*this, name);
}

void FixNVESphereDCM::init() {
  FixNVESphere::init();
  threads = threads_of_dcm_pairs(lmp);
}

void FixNVESphereDCM::initial_integrate(int vflag) {
  if (is_of_host)
    FixNVESphere::initial_integrate(vflag);
  else
    make_half_step(true);
}

void FixNVESphereDCM::final_integrate() {
  if (is_of_host)
    FixNVESphere::final_integrate();
  else
    make_half_step(false);
}

void FixNVESphereDCM::make_half_step(bool moves) {
  const int count = igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
  if (count == 0)
    return;
  const dcm_spheres spheres = spheres_of(atom, groupbit);
  const dcm_half_step half = {dtf, dtf / inertia, moves, dtv};
  dcm_spheres_move(&spheres, &half, count, threads);
}

} // namespace DCM_NS
