// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The IDs that atoms have now, where they have others than when contacts noted their partners by
 * them: hosts deal IDs anew when atoms are deleted, and an ID can come back with another atom. Also
 * here: the images of an atom, which IDs cannot distinguish. */
#ifndef DCM_COMMON_PRESENT_IDS_H
#define DCM_COMMON_PRESENT_IDS_H

#include "common/ranks.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace DCM_NS {

/** An atom of this rank: the ID by which others noted it, 0 if none did, and its present ID. */
struct RenamedAtom {
  int64_t noted, present;
};

class PresentIds {
public:
  /** All ranks call this together. Takes memory for the IDs asked for and for the renamed atoms of
   * one rank, however many ranks there are.
   * @param renamed of this rank: atoms whose two IDs differ, all of them
   * @param asked   IDs that contacts of this rank noted, in any order, each as often as it likes */
  PresentIds(const Ranks &ranks, const std::vector<RenamedAtom> &renamed,
             std::vector<int64_t> asked);

  /** Whether any rank has renamed atoms; all ranks call this together. */
  static bool any(const Ranks &ranks, const std::vector<RenamedAtom> &renamed);

  /** @param noted one of those asked for
   * @return the ID of that atom now, which may be the same; 0 if another atom has it and the one
   * that had it is gone */
  int64_t of(int64_t noted) const;

private:
  std::vector<int64_t> before, now; // ascending before
  std::vector<char> is_found;       // by the ID that was noted, not by a present one

  void take(const RenamedAtom &atom);
  size_t place_of(int64_t id) const;
};

inline bool PresentIds::any(const Ranks &ranks, const std::vector<RenamedAtom> &renamed) {
  int some = !renamed.empty();
  ranks.max(&some);
  return some;
}

inline PresentIds::PresentIds(const Ranks &ranks, const std::vector<RenamedAtom> &renamed,
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

inline size_t PresentIds::place_of(int64_t id) const {
  const auto place = std::lower_bound(before.begin(), before.end(), id);
  return place != before.end() && *place == id ? place - before.begin() : before.size();
}

/** A noted ID means the atom that had it then, even if another atom has it now, and whichever of
 * the two is heard of first. */
inline void PresentIds::take(const RenamedAtom &atom) {
  const size_t taken = place_of(atom.present);
  if (taken < before.size() && !is_found[taken])
    now[taken] = 0;
  const size_t noted = place_of(atom.noted);
  if (noted < before.size()) {
    now[noted] = atom.present;
    is_found[noted] = 1;
  }
}

inline int64_t PresentIds::of(int64_t noted) const {
  assert(place_of(noted) < now.size());
  return now[place_of(noted)];
}

/** The contacts that a host carries with an atom: IDs of partners, and of each a state. */
template <class ID>
struct CarriedContacts {
  int &count;
  ID *partners;
  double *states;
};

/** Calls the partners of atoms by the IDs that they have now, and forgets the states of those whose
 * ID another atom has. All ranks call this together.
 * @param atoms    of this rank
 * @param noted    [atoms] the ID by which others noted each, 0 if none did; becomes the present one
 * @param width    of a state
 * @param contacts contacts(i) of atom i */
template <class ID, class Contacts>
void follow_ids(const Ranks &ranks, int atoms, ID *noted, const ID *present, int width,
                Contacts contacts) {
  std::vector<RenamedAtom> renamed;
  for (int i = 0; i < atoms; i++)
    if (noted[i] != present[i])
      renamed.push_back({noted[i], present[i]});
  if (!PresentIds::any(ranks, renamed))
    return;
  std::vector<int64_t> asked;
  for (int i = 0; i < atoms; i++) {
    const CarriedContacts<ID> of_atom = contacts(i);
    asked.insert(asked.end(), of_atom.partners, of_atom.partners + of_atom.count);
  }
  const PresentIds ids(ranks, renamed, std::move(asked));
  for (int i = 0; i < atoms; i++) {
    const CarriedContacts<ID> of_atom = contacts(i);
    int left = 0;
    for (int m = 0; m < of_atom.count; m++) {
      const ID id = ids.of(of_atom.partners[m]);
      if (!id)
        continue;
      of_atom.partners[left] = id;
      std::copy_n(of_atom.states + width * m, width, of_atom.states + width * left);
      left++;
    }
    of_atom.count = left;
    noted[i] = present[i];
  }
}

/** The shortest period of a box, infinite if it has none. Two grains can touch twice, once through
 * a side of the box, if it is shorter than twice the distance at which two touch.
 * @param inverse     [6] of the matrix of the box, as hosts keep it
 * @param periodicity [3] */
inline double shortest_period(const double *inverse, const int *periodicity) {
  const double thickness[3] = {
      1.0 / sqrt(inverse[0] * inverse[0] + inverse[5] * inverse[5] + inverse[4] * inverse[4]),
      1.0 / sqrt(inverse[1] * inverse[1] + inverse[3] * inverse[3]), 1.0 / inverse[2]};
  double shortest = HUGE_VAL;
  for (int d = 0; d < 3; d++)
    if (periodicity[d])
      shortest = std::min(shortest, thickness[d]);
  return shortest;
}

/** @return an ID that is there twice, or 0 */
template <class ID>
ID found_twice(std::vector<ID> ids) {
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  return twice == ids.end() ? 0 : *twice;
}

/** The message about two atoms that touch twice. */
inline std::string message_of_two_touches(int64_t one, int64_t other) {
  return "atoms " + std::to_string(one) + " and " + std::to_string(other) +
         " touch twice, once through a periodic side of the box, but there is only one state for a "
         "pair of IDs. Make each periodic length of the box larger than twice the largest distance "
         "of the centres of two grains in contact";
}

} // namespace DCM_NS

#endif
