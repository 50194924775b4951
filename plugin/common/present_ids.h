// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The IDs that atoms have now, where they have others than when contacts noted their partners by
 * them: hosts deal IDs anew when atoms are deleted, and an ID can come back with another atom. Also
 * here: the images of an atom, which IDs cannot distinguish. */
#ifndef DCM_COMMON_PRESENT_IDS_H
#define DCM_COMMON_PRESENT_IDS_H

#include "common/ranks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace DCM_NS {

/** An atom of this rank: the ID by which others noted it, 0 if none did, and its present ID. */
struct RenamedAtom {
  int64_t noted, present;
};

/** The IDs that atoms have now, by those that contacts noted: 0 where another atom has the ID and
 * the one that had it is gone. All ranks call this together. Takes memory for the IDs asked for and
 * for the renamed atoms of one rank, however many ranks there are.
 * @param renamed of this rank: atoms whose two IDs differ, all of them
 * @param asked   IDs that contacts of this rank noted, in any order, each as often as it likes */
inline std::unordered_map<int64_t, int64_t> present_ids(const Ranks &ranks,
                                                        const std::vector<RenamedAtom> &renamed,
                                                        const std::vector<int64_t> &asked) {
  std::unordered_map<int64_t, int64_t> now;
  for (const int64_t id : asked)
    now[id] = id;
  std::unordered_set<int64_t> found; // by the ID that was noted, not by a present one
  for (int sender = 0; sender < ranks.count; sender++) {
    int count = (int)renamed.size();
    ranks.give(sender, &count, sizeof count);
    std::vector<RenamedAtom> others(count);
    if (sender == ranks.rank)
      others = renamed;
    ranks.give(sender, others.data(), count * sizeof others[0]);
    // A noted ID means the atom that had it then, even if another atom has it now, and whichever of
    // the two is heard of first.
    for (const RenamedAtom &atom : others) {
      const auto taken = now.find(atom.present), noted = now.find(atom.noted);
      if (taken != now.end() && !found.count(atom.present))
        taken->second = 0;
      if (noted != now.end()) {
        noted->second = atom.present;
        found.insert(atom.noted);
      }
    }
  }
  return now;
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
  int any = !renamed.empty();
  ranks.max(&any);
  if (!any)
    return;
  std::vector<int64_t> asked;
  for (int i = 0; i < atoms; i++) {
    const CarriedContacts<ID> of_atom = contacts(i);
    asked.insert(asked.end(), of_atom.partners, of_atom.partners + of_atom.count);
  }
  const auto ids = present_ids(ranks, renamed, asked);
  for (int i = 0; i < atoms; i++) {
    const CarriedContacts<ID> of_atom = contacts(i);
    int left = 0;
    for (int m = 0; m < of_atom.count; m++) {
      const ID id = ids.at(of_atom.partners[m]);
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
