// SPDX-License-Identifier: GPL-2.0-or-later
#include "radii.h"

#include "host_services.h"

#include "common/host.h"

#include "fix_growth.h"
#include "guards.h"
#include "host_api.h"

#include "atom.h"
#include "modify.h"
#include "neighbor.h"

#include <algorithm>
#include <cstdio>

extern "C" {
#include "runtime/effective.h"
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
  const int holder = ranks.largest(&largest);
  if (largest <= 0.0)
    return;
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

} // namespace DCM_NS
