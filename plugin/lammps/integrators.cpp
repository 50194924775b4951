// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix nve/sphere/dcm and fix gravity/dcm: the host's fixes of these names, the same numbers in less
 * time. docs/lammps/fix_nve_sphere_dcm.md is their manual page. */
#include "styles.h"

#include "host_api.h"
#include "host_services.h"
#include "pair_dcm.h"

#include "atom.h"
#include "fix.h"
#include "fix_gravity.h"
#include "fix_nve_sphere.h"
#include "output.h"
#include "universe.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "integrate/spheres.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

/** Arguments, messages and what else the fix does are the host's. So are the half steps of dipoles,
 * whose orientation the host turns in the same function.
 *
 * Where nobody sees velocities before the next step, the second half of a step waits for the first
 * half of the next one. Both then go through the grains together: memory is what they wait for. */
class FixNVESphereDCM : public LAMMPS_NS::FixNVESphere {
public:
  FixNVESphereDCM(LAMMPS_NS::LAMMPS *instance, int narg, char **arg);

  void post_constructor() override;
  void init() override;
  void setup(int) override;
  void initial_integrate(int) override;
  void final_integrate() override;
  void post_run() override;

private:
  const std::string name; // as the input has it
  bool is_of_host;
  int threads;
  bool owes_second_half = false;
  bool is_seen_always = true;         // others act between two steps
  std::vector<const Fix *> observers; // some act in some steps

  bool is_seen_now() const;
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

/** So few atoms are the host's own, with the same digits: loops in vectors take longer. */
static bool are_few(const Atom *atom) {
  return atom->nlocal < 4;
}

/** @param atom that has atoms on this rank
 *  @param group the bit of those that are meant */
static dcm_spheres spheres_of(const Atom *atom, int group) {
  dcm_spheres spheres = {};
  spheres.position = atom->x[0];
  spheres.velocity = atom->v[0];
  spheres.force = atom->f[0];
  spheres.angular_velocity = atom->omega ? atom->omega[0] : nullptr;
  spheres.torque = atom->torque ? atom->torque[0] : nullptr;
  spheres.radius = atom->radius;
  spheres.mass = atom->rmass;
  spheres.groups = atom->mask;
  spheres.group = group;
  return spheres;
}

/** Reports in the log who computes a fix.
 * @param fix  its ID
 * @param name the style as the input has it
 * @param why  the host does, as the end of "fix 1 of style nve/sphere"; empty: dcm does */
static void report_who_computes(LAMMPS *lmp, const char *fix, const std::string &name,
                                const std::string &why) {
  const bool is_by_name = name.size() > 4 && name.compare(name.size() - 4, 4, "/dcm") == 0;
  if (why.empty() && is_by_name)
    return;
  write_to_log(lmp, "dcm: fix " + std::string(fix) + " of style " + name +
                        (why.empty() ? " is computed by dcm, to the last digit as LAMMPS' own"
                                     : why + ", and so remains LAMMPS' own"));
}

// ------------------------------------------------------------------------------------- nve/sphere

FixNVESphereDCM::FixNVESphereDCM(LAMMPS *instance, int narg, char **arg)
    : FixNVESphere(instance, narg, arg), name(arg[2]), is_of_host(extra != 0), threads(1) {
  report_who_computes(lmp, id, name, is_of_host ? " turns dipoles" : "");
}

void FixNVESphereDCM::post_constructor() {
  call_as_given(*this, name);
}

void FixNVESphereDCM::init() {
  FixNVESphere::init();
  threads = threads_of_dcm_pairs(lmp);
}

/** Other integrators, what acts at the end of the step, and output come between the two halves. So
 * does temper, which changes velocities of partitions between steps. */
void FixNVESphereDCM::setup(int) {
  is_seen_always = universe->nworlds > 1 || strcmp(update->integrate_style, "verlet") != 0;
  observers.clear();
  for (int n = 0; n < modify->nfix; n++) {
    const int acts = modify->fmask[n];
    const Fix *other = modify->fix[n];
    if (other != this && acts & (FixConst::INITIAL_INTEGRATE | FixConst::FINAL_INTEGRATE))
      is_seen_always = true;
    if (acts & FixConst::END_OF_STEP)
      observers.push_back(other);
  }
}

/** Whether somebody may see the velocities of this step at its end. */
bool FixNVESphereDCM::is_seen_now() const {
  const bigint step = update->ntimestep;
  return is_seen_always || step == output->next ||
         std::any_of(observers.begin(), observers.end(),
                     [step](const Fix *fix) { return fix->nevery < 1 || step % fix->nevery == 0; });
}

void FixNVESphereDCM::initial_integrate(int vflag) {
  if (is_of_host || are_few(atom))
    FixNVESphere::initial_integrate(vflag);
  else
    make_half_step(true);
}

/** A run that is over its time ends where a step begins. */
void FixNVESphereDCM::post_run() {
  if (owes_second_half) {
    owes_second_half = false;
    make_half_step(false);
  }
}

void FixNVESphereDCM::final_integrate() {
  if (is_of_host || are_few(atom))
    FixNVESphere::final_integrate();
  else if (is_seen_now())
    make_half_step(false);
  else
    owes_second_half = true;
}

void FixNVESphereDCM::make_half_step(bool moves) {
  const int count = igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
  const dcm_spheres spheres = spheres_of(atom, groupbit);
  const dcm_half_step half = {dtf, dtf / inertia, owes_second_half, moves, dtv};
  owes_second_half = false;
  dcm_spheres_move(&spheres, &half, count, threads);
}

// ---------------------------------------------------------------------------------------- gravity

FixGravityDCM::FixGravityDCM(LAMMPS *instance, int narg, char **arg)
    : FixGravity(instance, narg, arg), name(arg[2]), threads(1), owes_energy(false),
      finds_energy_at_once(false), weighed_at(-1) {
  report_who_computes(lmp, id, name,
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
  weighed_at = update->ntimestep;
  owes_energy = false;
  if (is_of_host() || are_few(atom)) {
    FixGravity::post_force(vflag);
    return;
  }
  if (disable)
    return;
  eflag = 0;
  egrav = 0.0;
  owes_energy = true;
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

void *create_nve_sphere(void *lmp, int narg, char **arg) {
  return static_cast<Fix *>(new FixNVESphereDCM(static_cast<LAMMPS *>(lmp), narg, arg));
}

void *create_gravity(void *lmp, int narg, char **arg) {
  return static_cast<Fix *>(new FixGravityDCM(static_cast<LAMMPS *>(lmp), narg, arg));
}

} // namespace DCM_NS
