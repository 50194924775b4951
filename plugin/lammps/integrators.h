// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix nve/sphere/dcm and fix gravity/dcm: the host's fixes of these names, the same numbers in less
 * time. docs/lammps/fix_nve_sphere_dcm.md is their manual page. */
#ifndef DCM_LAMMPS_INTEGRATORS_H
#define DCM_LAMMPS_INTEGRATORS_H

#include "fix_gravity.h"
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

/** Arguments, messages and what else the fix does are the host's. So is gravity by variables, which
 * the host evaluates in the same function, and that of atoms whose mass is that of their type. */
class FixGravityDCM : public LAMMPS_NS::FixGravity {
public:
  FixGravityDCM(LAMMPS_NS::LAMMPS *instance, int narg, char **arg);

  void post_constructor() override;
  void init() override;
  void post_force(int) override;
  void post_run() override;
  double compute_scalar() override;

private:
  const std::string name; // as the input has it
  int threads;
  bool owes_energy; // the energy of the present positions is not known yet
  // Positions change within a step before somebody asks: a fix changes the box, or asks early.
  bool finds_energy_at_once;
  LAMMPS_NS::bigint weighed_at; // the last step of this run with forces; -1: none yet

  bool is_of_host() const;
  void find_energy();
};

} // namespace DCM_NS

#endif
