// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_history.h"

#include "comm.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char STYLE[] = "NEIGH_HISTORY/DCM";

static Fix *create(LAMMPS *instance, int narg, char **arg) {
  return new FixHistory(instance, narg, arg);
}

void FixHistory::post_neighbor() {
  // What the style tells other commands of itself, whether its contacts reach, stays as it is.
  const int reaches = pair->beyond_contact;
  pair->beyond_contact = 1;
  FixNeighHistory::post_neighbor();
  pair->beyond_contact = reaches;
}

void FixHistory::write_restart(FILE *fp) {
  if (update->whichflag != 0) {
    FixNeighHistory::write_restart(fp);
    return;
  }
  if (comm->me == 0) {
    const int size = 0; // of the state that belongs to no atom
    fwrite(&size, sizeof size, 1, fp);
  }
}

FixHistory *FixHistory::replace(LAMMPS *instance, const std::string &replaced,
                                const std::string &id, int width) {
  Modify *fixes = instance->modify;
  (*fixes->fix_map)[STYLE] = create;
  // No suffix: a fix of another style would not find what a restart holds.
  fixes->replace_fix(replaced.c_str(), id + " all " + STYLE + " " + std::to_string(width), 0);
  return static_cast<FixHistory *>(fixes->fix[fixes->find_fix(id)]);
}

} // namespace DCM_NS
