// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The IDs that atoms have now, where they have others than when contacts noted their partners by
 * them: hosts deal IDs anew when atoms are deleted, and an ID can come back with another atom. */
#ifndef DCM_COMMON_PRESENT_IDS_H
#define DCM_COMMON_PRESENT_IDS_H

#include <cstdint>
#include <mpi.h>
#include <vector>

namespace DCM_NS {

/** An atom of this rank by the ID under which others noted it, 0 if none did, and its present one.
 */
struct RenamedAtom {
  int64_t noted, present;
};

class PresentIds {
public:
  /** All ranks call this together. Takes memory for the IDs asked for and for the renamed atoms of
   * one rank, however many ranks there are.
   * @param renamed of this rank: atoms whose two IDs differ, all of them
   * @param asked   IDs that contacts of this rank noted, in any order, each as often as it likes */
  PresentIds(MPI_Comm world, const std::vector<RenamedAtom> &renamed, std::vector<int64_t> asked);

  /** Whether any rank has renamed atoms; all ranks call this together. */
  static bool any(MPI_Comm world, const std::vector<RenamedAtom> &renamed);

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

} // namespace DCM_NS

#endif
