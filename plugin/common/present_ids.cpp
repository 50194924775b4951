// SPDX-License-Identifier: GPL-2.0-or-later
#include "common/present_ids.h"

#include <cassert>
#include <cmath>

namespace DCM_NS {

bool PresentIds::any(const Ranks &ranks, const std::vector<RenamedAtom> &renamed) {
  int some = !renamed.empty();
  ranks.max(&some);
  return some;
}

PresentIds::PresentIds(const Ranks &ranks, const std::vector<RenamedAtom> &renamed,
                       std::vector<int64_t> asked)
    : before(std::move(asked)) {
  std::sort(before.begin(), before.end());
  before.erase(std::unique(before.begin(), before.end()), before.end());
  now = before;
  is_found.assign(before.size(), 0);

  std::vector<RenamedAtom> others;
  for (int sender = 0; sender < ranks.count; sender++) {
    int count = (int)renamed.size();
    ranks.give(sender, &count, sizeof count);
    others.resize(count);
    if (sender == ranks.rank)
      others = renamed;
    ranks.give(sender, others.data(), count * sizeof others[0]);
    for (const RenamedAtom &atom : others)
      take(atom);
  }
}

size_t PresentIds::place_of(int64_t id) const {
  const auto place = std::lower_bound(before.begin(), before.end(), id);
  return place != before.end() && *place == id ? place - before.begin() : before.size();
}

/** A noted ID means the atom that had it then, even if another atom has it now, and whichever of
 * the two is heard of first. */
void PresentIds::take(const RenamedAtom &atom) {
  const size_t taken = place_of(atom.present);
  if (taken < before.size() && !is_found[taken])
    now[taken] = 0;
  const size_t noted = place_of(atom.noted);
  if (noted < before.size()) {
    now[noted] = atom.present;
    is_found[noted] = 1;
  }
}

int64_t PresentIds::of(int64_t noted) const {
  assert(place_of(noted) < now.size());
  return now[place_of(noted)];
}

double shortest_period(const double *inverse, const int *periodicity) {
  const double thickness[3] = {
      1.0 / sqrt(inverse[0] * inverse[0] + inverse[5] * inverse[5] + inverse[4] * inverse[4]),
      1.0 / sqrt(inverse[1] * inverse[1] + inverse[3] * inverse[3]), 1.0 / inverse[2]};
  double shortest = HUGE_VAL;
  for (int d = 0; d < 3; d++)
    if (periodicity[d])
      shortest = std::min(shortest, thickness[d]);
  return shortest;
}

std::string message_of_two_touches(int64_t one, int64_t other) {
  return "atoms " + std::to_string(one) + " and " + std::to_string(other) +
         " touch twice, once through a periodic side of the box, but there is only one state for a "
         "pair of IDs. Make each periodic length of the box larger than twice the largest distance "
         "of the centres of two grains in contact";
}

} // namespace DCM_NS
