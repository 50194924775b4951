// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix nve/sphere/dcm: the host's fix of this name, the same numbers in less time.
 * docs/lammps/fix_nve_sphere_dcm.md is its manual page. */
#ifndef DCM_LAMMPS_FIX_NVE_SPHERE_DCM_H
#define DCM_LAMMPS_FIX_NVE_SPHERE_DCM_H

#include "fix_nve_sphere.h"

#include <string>

namespace DCM_NS {

/** Arguments, messages and what else the fix does are the host's. So are the half steps of dipoles,
 * whose orientation the host turns in the same function. */
class FixNVESphereDCM : public LAMMPS_NS::FixNVESphere {
public:
  FixNVESphereDCM(LAMMPS_NS::LAMMPS *instance, int narg, char **arg);

  void post_constructor() override;
  void init() override;
  void initial_integrate(int) override;
  void final_integrate() override;

private:
  const std::string name; // as the input has it
  bool is_of_host;
  int threads;

  void make_half_step(bool moves);
};

} // namespace DCM_NS

#endif
