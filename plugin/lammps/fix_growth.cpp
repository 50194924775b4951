// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_growth.h"

#include "host_services.h"

#include "common/host.h"

#include "host_api.h"

#include "atom.h"
#include "atom_vec.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char STYLE[] = "DCM/GROWTH";
static const char ID[] = "DCM_GROWTH";

static Fix *create(LAMMPS *instance, int narg, char **arg) {
  return new FixGrowth(instance, narg, arg);
}

FixGrowth::FixGrowth(LAMMPS *instance, int narg, char **arg)
    : Fix(instance, narg, arg), last_growth(0.0) {
  force_reneighbor = 1;
  next_reneighbor = -1;
}

bool FixGrowth::is_needed(LAMMPS *lmp) {
  // Radii that vary are sent to ghosts in each step; others stay what they are.
  return !lmp->atom->avec->comm_x_only && !fixes_by_style(lmp->modify, "adapt").empty();
}

void FixGrowth::drop(LAMMPS *lmp) {
  if (lmp->modify->find_fix(ID) >= 0)
    lmp->modify->delete_fix(ID);
}

void FixGrowth::renew(LAMMPS *lmp) {
  drop(lmp);
  if (!is_needed(lmp))
    return;
  (*lmp->modify->fix_map)[STYLE] = create;
  lmp->modify->add_fix(std::string(ID) + " all " + STYLE, 0);
}

int FixGrowth::setmask() {
  return FixConst::POST_NEIGHBOR | FixConst::POST_INTEGRATE | FixConst::PRE_FORCE;
}

void FixGrowth::setup_post_neighbor() {
  last_growth = 0.0;
  post_neighbor();
}

void FixGrowth::post_neighbor() {
  held.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) {
    const double *x = atom->x[i];
    held[i] = {{x[0], x[1], x[2]}, atom->radius[i], atom->radius[i]};
  }
}

/** The most by which a grain can have come closer to another since the list was made. */
double FixGrowth::closer_by(int i) const {
  const Hold &hold = held[i];
  double moved = 0.0;
  for (int c = 0; c < 3; c++)
    moved += (atom->x[i][c] - hold.x[c]) * (atom->x[i][c] - hold.x[c]);
  return sqrt(moved) + std::max(0.0, atom->radius[i] - hold.radius);
}

void FixGrowth::post_integrate() {
  double largest[2] = {0.0, 0.0}; // closer by, growth of the last step
  for (int i = 0; i < (int)held.size() && i < atom->nlocal; i++) {
    largest[0] = std::max(largest[0], closer_by(i));
    largest[1] = std::max(largest[1], atom->radius[i] - held[i].before);
    held[i].before = atom->radius[i];
  }
  ranks_of(lmp).max(largest, 2);
  if (largest[1] > 0.0)
    last_growth = largest[1];
  // The radii of this step come when its list is settled: what they will be is guessed, twice as
  // much as they grew before. A box that changes its shape moves its images by distances that are
  // not known.
  const bool is_late = largest[0] + 2.0 * last_growth > 0.5 * neighbor->skin;
  next_reneighbor = is_late || domain->box_change ? update->ntimestep : -1;
}

void FixGrowth::setup_pre_force(int vflag) {
  pre_force(vflag);
}

void FixGrowth::pre_force(int) {
  for (int i = 0; i < (int)held.size() && i < atom->nlocal; i++) {
    const double growth = atom->radius[i] - held[i].radius;
    if (growth <= 0.0 || closer_by(i) <= 0.5 * neighbor->skin)
      continue;
    char text[320];
    dcm_text_print(
        text, sizeof text,
        "pair_style dcm: at step " BIGINT_FORMAT " atom " TAGINT_FORMAT
        " has grown by %g to a radius of %g since the last neighbor list: contacts would be "
        "missed. Let the atom grow in smaller steps, or use a larger neighbor skin",
        update->ntimestep, atom->tag[i], growth, atom->radius[i]);
    stop_from_one(lmp, text);
  }
}

} // namespace DCM_NS
