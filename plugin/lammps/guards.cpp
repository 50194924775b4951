// SPDX-License-Identifier: GPL-2.0-or-later
#include "guards.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "neigh_list.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstdio>

extern "C" {
#include "runtime/safe_step.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// In packings and flows overlaps stay below 1 to 2 % of the radius, or the theory of the contact
// does not hold.
static const double DEEPEST_OVERLAP = 0.05;

static bool is_finite(const double *v) {
  return std::isfinite(v[0] + v[1] + v[2]);
}

/** What is wrong with an atom, or nothing. */
static std::string fault_of(const Atom *atom, int i, const std::vector<char> &touches) {
  char text[160];
  const int type = atom->type[i];
  if (type < 1 || type > atom->ntypes) {
    snprintf(text, sizeof text, "type %d, and there are 1 to %d", type, atom->ntypes);
    return text;
  }
  const struct {
    const char *name;
    const double *value;
  } vectors[] = {{"position", atom->x[i]}, {"velocity", atom->v[i]}, {"spin", atom->omega[i]}};
  for (const auto &vector : vectors)
    if (!is_finite(vector.value)) {
      const double *v = vector.value;
      snprintf(text, sizeof text, "the %s (%g, %g, %g)", vector.name, v[0], v[1], v[2]);
      return text;
    }
  const struct {
    const char *name;
    double value;
  } sizes[] = {{"radius", atom->radius[i]}, {"mass", atom->rmass[i]}};
  for (const auto &size : sizes)
    if (touches[type] && !(size.value > 0.0 && std::isfinite(size.value))) {
      snprintf(text, sizeof text, "the %s %g, and a contact needs one greater than 0", size.name,
               size.value);
      return text;
    }
  return "";
}

void check_grains(LAMMPS *lmp, const std::string &here, const std::vector<char> &touches) {
  const Atom *atom = lmp->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    const std::string fault = fault_of(atom, i, touches);
    if (!fault.empty())
      lmp->error->one(FLERR, here + "at step " + std::to_string(lmp->update->ntimestep) + " atom " +
                                 std::to_string(atom->tag[i]) + " has " + fault);
  }
}

SmallestGrains::SmallestGrains(LAMMPS *lmp, int group_bit, int frozen_bit, bool frozen,
                               const RigidMasses &masses) {
  const int ENOUGH = 2; // to meet each other: no sum over ranks overflows
  const Atom *atom = lmp->atom;
  const int n = atom->ntypes + 1;
  radius.assign(n, HUGE_VAL);
  mass.assign(n, HUGE_VAL);
  count.assign(n, 0);
  for (int i = 0; i < atom->nlocal; i++) {
    const int bits = atom->mask[i];
    if (!(bits & group_bit) || ((bits & frozen_bit) != 0) != frozen || !(atom->radius[i] > 0.0))
      continue;
    const int type = atom->type[i];
    count[type] = std::min(count[type] + 1, ENOUGH);
    radius[type] = std::min(radius[type], atom->radius[i]);
    mass[type] = std::min(mass[type], masses.of(i));
  }
  MPI_Allreduce(MPI_IN_PLACE, count.data(), n, MPI_INT, MPI_SUM, lmp->world);
  MPI_Allreduce(MPI_IN_PLACE, radius.data(), n, MPI_DOUBLE, MPI_MIN, lmp->world);
  MPI_Allreduce(MPI_IN_PLACE, mass.data(), n, MPI_DOUBLE, MPI_MIN, lmp->world);
}

static std::string in_words(const LAMMPS *lmp, int i, int j) {
  return j > lmp->atom->ntypes ? "type " + std::to_string(i) + " and the wall"
                               : "types " + std::to_string(i) + " and " + std::to_string(j);
}

void SafeStep::consider(LAMMPS *lmp, const std::string &here, const dcm_law *law, int i, int j,
                        double radius_1, double mass_1, double radius_2, double mass_2) {
  const double allowed = dcm_safe_time_step(law, i, j, radius_1, mass_1, radius_2, mass_2);
  if (std::isnan(allowed)) {
    char text[256];
    snprintf(text, sizeof text,
             "the law '%s' has no finite force for %s at rest, with an overlap of 1 %% "
             "of the radius %g: the parameters are out of all proportion, or the law has a defect",
             law->model->id, in_words(lmp, i, j).c_str(), radius_1);
    lmp->error->all(FLERR, here + text);
  }
  if (allowed >= step)
    return;
  step = allowed;
  radius = std::min(radius_1, std::fabs(radius_2));
  types = in_words(lmp, i, j);
}

std::string SafeStep::text() const {
  char text[128];
  snprintf(text, sizeof text, "%.3g (%s, radius %g)", step, types.c_str(), radius);
  return text;
}

void SafeStep::tell(LAMMPS *lmp, const std::string &name, const std::string &here,
                    std::string &told) const {
  if (!std::isfinite(step))
    return;
  char share[64];
  snprintf(share, sizeof share, "; the timestep is %.3g %% of it\n",
           100.0 * lmp->update->dt / step);
  const std::string line = name + ": longest safe time step " + text() + share;
  if (line == told)
    return;
  told = line;
  if (lmp->comm->me == 0)
    utils::logmesg(lmp, line);
  warn(lmp, here);
}

void SafeStep::warn(LAMMPS *lmp, const std::string &here) const {
  if (lmp->comm->me != 0 || !(lmp->update->dt > 2.0 * step))
    return;
  char dt[32];
  snprintf(dt, sizeof dt, "%g", lmp->update->dt);
  lmp->error->warning(FLERR, "dcm: " + here + "the timestep " + dt +
                                 " is longer than twice the longest safe one, " + text() +
                                 ", a twentieth of the duration of a contact: collisions will not "
                                 "have the energies that the law gives them");
}

void warn_of_overlaps(LAMMPS *lmp, const NeighList *list, int frozen_bit) {
  const Atom *atom = lmp->atom;
  double deepest = 0.0;
  long long partners[2] = {0, 0};
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = list->firstneigh[i][jj] & NEIGHMASK;
      const double *xi = atom->x[i], *xj = atom->x[j];
      const double touch = atom->radius[i] + atom->radius[j];
      const double d[3] = {xj[0] - xi[0], xj[1] - xi[1], xj[2] - xi[2]};
      const double rsq = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      if (rsq >= touch * touch || (atom->mask[i] & atom->mask[j] & frozen_bit))
        continue;
      const double depth = (touch - sqrt(rsq)) / std::min(atom->radius[i], atom->radius[j]);
      if (depth > deepest) {
        deepest = depth;
        partners[0] = atom->tag[i];
        partners[1] = atom->tag[j];
      }
    }
  }
  struct {
    double depth;
    int rank;
  } all = {deepest, lmp->comm->me};
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_DOUBLE_INT, MPI_MAXLOC, lmp->world);
  if (all.depth <= DEEPEST_OVERLAP)
    return;
  MPI_Bcast(partners, 2, MPI_LONG_LONG, all.rank, lmp->world);
  if (lmp->comm->me != 0)
    return;
  char text[320];
  snprintf(
      text, sizeof text,
      "dcm: where the run begins atoms %lld and %lld overlap by %.3g %% of the smaller radius, "
      "and contact laws hold up to some %g %%: are the parameters in the units of the command "
      "units, or the grains placed too close?",
      partners[0], partners[1], 100.0 * all.depth, 100.0 * DEEPEST_OVERLAP);
  lmp->error->warning(FLERR, text);
}

} // namespace DCM_NS
