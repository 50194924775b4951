// SPDX-License-Identifier: GPL-2.0-or-later
#include "grain_shapes.h"

#include "host_api.h"
#include "host_services.h"

#include "common/host.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "fix.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

using namespace LAMMPS_NS;

namespace DCM_NS {

/** The numbers that LAMMPS has of one atom. */
struct HostShape {
  const double *axes, *exponents, *quaternion, *inertia;
};

template <class Vec>
static auto shape_of(const Vec *vec, int bonus, Newer)
    -> decltype(vec->bonus_super[bonus].block, HostShape()) {
  const auto &b = vec->bonus_super[bonus];
  return {b.shape, b.block, b.quat, b.inertia};
}
/** In releases without such atoms nobody asks. */
template <class Vec>
static HostShape shape_of(const Vec *, int, Older) {
  static const double numbers[4] = {};
  return {numbers, numbers, numbers, numbers};
}

static const AtomVecEllipsoid *vec_of(Atom *atom) {
  return dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
}

bool GrainShapes::are_there(const Atom *atom) {
  return has_superellipsoids(atom, NEWER);
}

/** Whether an atom of any rank has a shape of 'atom_style ellipsoid'. */
static bool have_ellipsoids(LAMMPS *lmp) {
  const Atom *atom = lmp->atom;
  int found = 0;
  for (int i = 0; atom->ellipsoid && i < atom->nlocal; i++)
    found = found || atom->ellipsoid[i] >= 0;
  ranks_of(lmp).max(&found);
  return found;
}

void GrainShapes::check_style(LAMMPS *lmp, const std::string &here, GrainKinds kinds) {
  const Atom *atom = lmp->atom;
  const bool shaped = are_there(atom);
  const bool only_spheres = kinds == GrainKinds::SPHERES;
  if (!shaped && kinds == GrainKinds::SHAPES)
    stop(lmp, here + " computes superellipsoids: use 'atom_style ellipsoid superellipsoid'");
  if (shaped && only_spheres)
    stop(lmp,
         here + " computes spheres, and the atoms are superellipsoids: use 'pair_style dcm/<law>' "
                "or LAMMPS' own 'pair_style granular/superellipsoid'");
  if (shaped && atom->omega_flag)
    stop(lmp,
         here + " finds two motions of each atom, the angular momentum of a superellipsoid "
                "and the spin of another style: use 'atom_style ellipsoid superellipsoid' without "
                "sphere");
  if (!atom->radius_flag || !atom->rmass_flag || !atom->torque_flag ||
      !(shaped ? atom->angmom_flag : atom->omega_flag))
    stop(lmp, here +
                  " needs atoms with a radius, a mass, a spin and a torque each: use "
                  "'atom_style sphere', or a hybrid style with sphere" +
                  (HAS_SUPERELLIPSOIDS ? ", or 'atom_style ellipsoid superellipsoid'" : ""));
  if (!shaped && !only_spheres && have_ellipsoids(lmp))
    stop(lmp, here +
                  " would take ellipsoids for spheres: it computes shapes of 'atom_style "
                  "ellipsoid superellipsoid'" +
                  (HAS_SUPERELLIPSOIDS ? "" : ", which LAMMPS has from 30Mar2026 on") +
                  "; to let each atom be a sphere, use 'atom_style sphere'");
  // The host's own style goes on with such moments.
  if (shaped && kinds == GrainKinds::ANY)
    check_inertia(lmp);
}

/** LAMMPS takes exponents as near to 2 as this for 2. */
static const double NEARLY_2 = 1e-3;

std::shared_ptr<GrainShapes> GrainShapes::of(LAMMPS *lmp) {
  static std::map<const LAMMPS *, std::weak_ptr<GrainShapes>> all;
  std::shared_ptr<GrainShapes> shapes = all[lmp].lock();
  if (!shapes)
    all[lmp] = shapes = std::make_shared<GrainShapes>(lmp);
  return shapes;
}

/** Where a run begins, commands may have changed what the last step saw; levels of respa may turn
 * atoms within a step. */
void GrainShapes::refresh_once() {
  const bool may_differ =
      update->setupflag || respa_of(update) || (int)shapes.size() != atom->nlocal + atom->nghost;
  if (may_differ || refreshed_at != update->ntimestep)
    refresh();
}

void GrainShapes::refresh() {
  refreshed_at = update->ntimestep;
  if (!are_there(atom)) {
    shapes.clear();
    return;
  }
  const int count = atom->nlocal + atom->nghost;
  shapes.resize(count);
  spin.resize(3 * (size_t)count);
  moments.resize(3 * (size_t)count);
  const AtomVecEllipsoid *vec = vec_of(atom);
  for (int i = 0; i < count; i++)
    take(vec, i);
}

void GrainShapes::refresh(int i, int j) {
  if (shapes.empty())
    return;
  const AtomVecEllipsoid *vec = vec_of(atom);
  take(vec, i);
  take(vec, j);
}

void GrainShapes::take(const AtomVecEllipsoid *vec, int i) {
  const int bonus = atom->ellipsoid[i];
  if (bonus < 0)
    refuse(i, "no shape", "give the atom one by 'set ... shape'");
  const HostShape host = shape_of(vec, bonus, NEWER);
  double exponents[2];
  for (int e = 0; e < 2; e++)
    exponents[e] = std::fabs(host.exponents[e] - 2.0) < NEARLY_2 ? 2.0 : host.exponents[e];
  // Axes and exponents stay, as a rule, and a body then is turned alone.
  const dcm_shape_fault fault =
      dcm_shape_is_of(&shapes[i], host.axes, exponents)
          ? dcm_shape_turn(&shapes[i], host.quaternion)
          : dcm_shape_set(&shapes[i], host.axes, exponents, host.quaternion);
  if (fault != DCM_SHAPE_RIGHT)
    refuse_numbers(i, fault, host.quaternion);
  std::copy_n(host.inertia, 3, &moments[3 * (size_t)i]);
  dcm_vector_put(&spin[3 * (size_t)i], spin_of(i));
}

/** The spin by the angular momentum of now and the axes of the last refresh. */
dcm_vector GrainShapes::spin_of(int i) const {
  return dcm_spin_of(&shapes[i], &moments[3 * (size_t)i], dcm_vector_at(atom->angmom[i]));
}

/** LAMMPS finds the moments of inertia where it is given shapes or exponents. A mass that is given
 * later leaves them as they were. */
void GrainShapes::check_inertia(LAMMPS *lmp) {
  const Atom *atom = lmp->atom;
  double wrong = 0.0;
  for (int i = 0; i < atom->nlocal && wrong == 0.0; i++) {
    const int bonus = atom->ellipsoid[i];
    if (bonus < 0)
      continue;
    const HostShape host = shape_of(vec_of(lmp->atom), bonus, NEWER);
    dcm_shape shape;
    const double unturned[4] = {1.0, 0.0, 0.0, 0.0};
    double moments[3];
    if (dcm_shape_set(&shape, host.axes, host.exponents, unturned) != DCM_SHAPE_RIGHT)
      continue; // refresh refuses it
    dcm_shape_inertia(&shape, atom->rmass[i], moments);
    for (int d = 0; d < 3; d++)
      if (!(std::fabs(host.inertia[d] - moments[d]) <= 1e-3 * moments[d]))
        wrong = (double)atom->tag[i];
  }
  ranks_of(lmp).max(&wrong);
  if (wrong > 0.0)
    stop(lmp,
         "dcm: the moments of inertia that LAMMPS keeps of atom " + std::to_string((tagint)wrong) +
             " do not fit its mass: LAMMPS finds them where a shape is given. Give 'set ... "
             "shape' and 'set ... block' once more behind the command that sets mass or density");
}

std::string GrainShapes::words(int i) const {
  const int bonus = atom->ellipsoid[i];
  if (bonus < 0)
    return "no shape";
  const HostShape host = shape_of(vec_of(atom), bonus, NEWER);
  return "semi-axes " + text_of_number(host.axes[0]) + ", " + text_of_number(host.axes[1]) + ", " +
         text_of_number(host.axes[2]) + " and exponents " + text_of_number(host.exponents[0]) +
         ", " + text_of_number(host.exponents[1]);
}

void GrainShapes::refuse(int i, const std::string &what, const std::string &allowed) const {
  stop_from_one(lmp, "dcm: at step " + std::to_string(Pointers::update->ntimestep) + " atom " +
                         std::to_string(atom->tag[i]) + " has " + what + ": " + allowed);
}

void GrainShapes::refuse_numbers(int i, dcm_shape_fault fault, const double *q) const {
  if (fault == DCM_SHAPE_AXIS)
    refuse(i, words(i), "semi-axes must be finite numbers greater than 0");
  if (fault == DCM_SHAPE_EXPONENT)
    refuse(i, words(i),
           "exponents must be at least 2 and at most " + text_of_number(DCM_MOST_BLOCKY));
  refuse(i,
         "the quaternion " + text_of_number(q[0]) + ", " + text_of_number(q[1]) + ", " +
             text_of_number(q[2]) + ", " + text_of_number(q[3]),
         "its length must be 1");
}

// ------------------------------------------------------------------- for a balance of energies

void GrainShapes::check_integrators(LAMMPS *lmp, const std::string &here) {
  static const char KNOWN[] = "nve/asphere";
  for (int f = 0; f < lmp->modify->nfix && are_there(lmp->atom); f++) {
    const Fix *fix = lmp->modify->fix[f];
    if (!fix->time_integrate || strncmp(fix->style, KNOWN, sizeof KNOWN - 1) == 0 ||
        strcmp(fix->style, "move") == 0)
      continue;
    stop(lmp, here + "fix " + fix->id + " " + fix->style +
                  " moves the atoms, which are superellipsoids, and the balance knows how fix "
                  "nve/asphere and fix move turn these: write 'fix " +
                  fix->id + " all nve/asphere'");
  }
}

const double *GrainShapes::spins_now() {
  const int count = atom->nlocal;
  if (!are_there(atom))
    return count ? atom->omega[0] : nullptr;
  if ((int)shapes.size() != count + atom->nghost) // somebody asks before a run
    refresh();
  spin_now.resize(3 * (size_t)count);
  for (int i = 0; i < count; i++)
    dcm_vector_put(&spin_now[3 * (size_t)i], spin_of(i));
  return spin_now.data();
}

double GrainShapes::turning_energy(int i, const double *w) const {
  if (are_there(atom))
    return dcm_turning_energy(&shapes[i], &moments[3 * (size_t)i], dcm_vector_at(w));
  const double radius = atom->radius[i];
  return 0.2 * atom->rmass[i] * radius * radius * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

double GrainShapes::energy_of_bodies(const double *spins) const {
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal && are_there(atom); i++)
    sum += turning_energy(i, spins + 3 * (size_t)i);
  return sum;
}

const double *GrainShapes::lags(double dt) {
  lag.resize(3 * shapes.size());
  for (size_t i = 0; i < shapes.size(); i++) {
    const size_t at = 3 * i;
    const dcm_vector rate = dcm_free_rate(&shapes[i], &moments[at], dcm_vector_at(&spin[at]));
    dcm_vector_put(&lag[at], dcm_scale(0.5 * dt, rate));
  }
  return shapes.empty() ? nullptr : lag.data();
}

} // namespace DCM_NS
