// SPDX-License-Identifier: GPL-2.0-or-later
#include "close_grains.h"

#include "host_api.h"

#include <algorithm>
#include <cassert>
#include <cmath>

extern "C" {
#include "contacts/displacement.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

/** The margin is half the skin, as that of the host's lists, and one and a half times what the
 * walls moved while the list before was valid. No grain is excluded where the host does not tell
 * when radii change, or where walls change in ways that are not known. */
void CloseGrains::find(double path, bool all, const std::function<bool(int, double)> &is_close) {
  const int n = atom->nlocal;
  const double half_skin = 0.5 * neighbor->skin;
  allowance = has_excluded ? std::min(1.5 * (path - path_then), half_skin) : 0.0;
  margin = half_skin + allowance;
  path_then = path;
  is_of_host_list = neighbor->ago == 0;
  grains_then = n;
  has_excluded = half_skin > 0.0 && std::isfinite(path) && !all && !atoms_may_change(atom, modify);
  close.clear();
  for (int i = 0; i < n; i++)
    if (!has_excluded || is_close(i, margin))
      close.push_back(i);
  std::stable_sort(close.begin(), close.end(),
                   [=](int i, int j) { return atom->type[i] < atom->type[j]; });
  if (has_excluded && n > 0)
    place_then.assign(atom->x[0], atom->x[0] + 3 * (size_t)n);
}

bool CloseGrains::exclusion_is_valid(double path) const {
  const size_t n = atom->nlocal;
  const double walls_moved = path - path_then;
  const double left = margin - walls_moved;
  if (grains_then != atom->nlocal)
    return false;
  if (!has_excluded || n == 0)
    return true;
  if (!(left > 0.0))
    return false;
  if (is_of_host_list && walls_moved <= allowance && host_checks_every_step())
    return true;
  assert(place_then.size() == 3 * n);
  return dcm_moved_less(atom->x[0], place_then.data(), n, left);
}

/** True if the host makes new lists as soon as some grain has moved by more than half the skin. */
bool CloseGrains::host_checks_every_step() const {
  return neighbor->every == 1 && neighbor->delay == 0 && neighbor->dist_check &&
         !neighbor->build_once && !neighbor->includegroup;
}

} // namespace DCM_NS
