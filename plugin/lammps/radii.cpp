// SPDX-License-Identifier: GPL-2.0-or-later
#include "radii.h"

#include "host_services.h"

#include "common/host.h"

#include "guards.h"
#include "host_api.h"

#include "atom.h"
#include "atom_vec.h"
#include "modify.h"
#include "neighbor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

extern "C" {
#include "runtime/motion.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char HERE[] = "pair_style dcm: ";

bool Radii::is_frozen(int i) const {
  return atom->mask[i] & frozen_bit;
}

void Radii::collect(int freeze_group_bit, bool lists_by_size) {
  frozen_bit = freeze_group_bit;
  const int n = atom->ntypes;
  touches.assign(n + 1, 0);
  asked.assign((n + 1) * (n + 1), 0);
  listed.assign((n + 1) * (n + 1), 0.0);
  check_grains(lmp, HERE, touches);
  largest_free.assign(n + 1, 0.0);
  largest_frozen.assign(n + 1, 0.0);
  for (const Insertion &coming : insertions(modify, n))
    largest_free[coming.type] = std::max(largest_free[coming.type], coming.radius);
  for (int i = 0; i < atom->nlocal; i++) {
    auto &largest = is_frozen(i) ? largest_frozen : largest_free;
    largest[atom->type[i]] = std::max(largest[atom->type[i]], atom->radius[i]);
  }
  ranks_of(lmp).max(largest_free.data(), n + 1);
  ranks_of(lmp).max(largest_frozen.data(), n + 1);
  // Room to grow: to the size of any other grain, and by half the skin. Lists do not become longer
  // by it where they look at the radii that grains have.
  all_types = lists_by_size;
  if (FixGrowth::is_needed(lmp))
    for (auto largest : {&largest_free, &largest_frozen}) {
      const double of_all = *std::max_element(largest->begin(), largest->end());
      for (double &radius : *largest)
        if (radius > 0.0)
          radius = (all_types ? of_all : radius) + 0.5 * neighbor->skin;
    }
}

void Radii::check() const {
  check_grains(lmp, HERE, touches);
  double excess[2] = {0.0, 0.0}; // how much larger, and of which type
  for (int i = 0; i < atom->nlocal; i++) {
    const int type = atom->type[i];
    const double larger =
        atom->radius[i] - std::max(largest_free[type], is_frozen(i) ? largest_frozen[type] : 0.0);
    if (larger > excess[0]) {
      excess[0] = larger;
      excess[1] = type;
    }
  }
  const Ranks ranks = ranks_of(lmp);
  double largest = excess[0];
  ranks.max(&largest);
  if (largest <= 0.0)
    return;
  const int holder = ranks.largest(excess);
  ranks.give(holder, excess, sizeof excess);
  char text[512];
  dcm_text_print(
      text, sizeof text,
      "pair_style dcm: a grain of type %d has grown by %g beyond the largest radius of %s at "
      "the start of this run%s: contacts would be missed. Run in shorter pieces ('run N every "
      "M NULL') or use a larger neighbor skin",
      (int)excess[1], excess[0], FixGrowth::is_needed(lmp) && all_types ? "all types" : "the type",
      FixGrowth::is_needed(lmp) ? " plus half the neighbor skin" : "");
  stop(lmp, text);
}

double Radii::cutoff(const dcm_law *law, int i, int j) {
  touches[i] = touches[j] = 1;
  double cut = 0.0;
  const auto consider = [&](double ri, double rj) {
    if (ri + rj == 0.0)
      return;
    double reach = 0.0;
    dcm_error reason;
    if (ri > 0.0 && rj > 0.0 &&
        dcm_law_check_reach(law, dcm_sides_of_particles(dcm_law_pair(law, i, j), ri, rj), &reach,
                            &reason))
      stop(lmp, std::string("pair_style dcm: ") + reason.text);
    // Lists by types, of contacts that begin at a distance, reach as far as the answer.
    if (reach > neighbor->skin && !dcm_law_begins_at_reach(law)) {
      char text[256];
      dcm_text_print(
          text, sizeof text,
          "pair_style dcm: contacts of types %d and %d reach up to %g beyond touching, but "
          "the neighbor skin is %g: use a skin of at least this reach",
          i, j, reach, neighbor->skin);
      stop(lmp, text);
    }
    cut = std::max(cut, ri + rj + reach);
  };
  consider(largest_free[i], largest_free[j]);
  consider(largest_free[i], largest_frozen[j]);
  consider(largest_frozen[i], largest_free[j]);
  const size_t place = std::min(i, j) * largest_free.size() + std::max(i, j);
  if (asked[place] && dcm_law_begins_at_reach(law) && cut > listed[place]) {
    char text[384];
    dcm_text_print(
        text, sizeof text,
        "pair_style dcm: a fix has changed parameters, and contacts of types %d and %d now reach "
        "to a distance of %g of the centres, but the neighbor lists of this run reach to %g: "
        "contacts would be missed. Let pair_coeff give the parameters with the longest reach",
        i, j, cut, listed[place]);
    stop(lmp, text);
  }
  if (!asked[place])
    listed[place] = cut;
  asked[place] = 1;
  return cut;
}

// -------------------------------------------------------------------------- grains that grow

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
