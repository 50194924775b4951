// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_dcm_region.h"

#include "domain.h"
#include "error.h"
#include "modify.h"
#include "update.h"

using namespace LAMMPS_NS;

namespace DCM_NS {

FixWallDCMRegion::FixWallDCMRegion(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg), walls(instance), most_contacts(0) {
  if (narg < 5)
    error->all(FLERR, here() + "needs the ID of a region");
  region_id = arg[4];
  if (!find_region(domain, region_id))
    error->all(
        FLERR,
        here() + "there is no region '" + region_id + "'" +
            (region_id == "region" && narg > 5
                 ? std::string(
                       "; write the ID of the region right after the wall type: fix ID group ") +
                       style + " " + arg[3] + " " + arg[5]
                 : "; define the region before this fix"));
  walls.attach(region_id, here());
  for (int next = 5; next < narg;) {
    const std::string keyword = arg[next];
    next = read_word(next, narg, arg, {},
                     keyword == "wiggle" || keyword == "shear"
                         ? " (a region moves by its own keywords move and rotate)"
                         : "");
  }
  most_contacts = walls.most_contacts();
  prepare(most_contacts);
}

void FixWallDCMRegion::init() {
  FixWall::init();
  walls.attach(region_id, here());
  if (most_contacts == walls.most_contacts())
    return;
  most_contacts = walls.most_contacts();
  change_slots(most_contacts);
}

/** Variables that move the region may ask for computes. */
void FixWallDCMRegion::move_walls() {
  if (!walls.can_move())
    return;
  modify->clearstep_compute();
  walls.advance();
  modify->addstep_compute(update->ntimestep + 1);
}

/** A grain comes from one part of a region to another: where it was a step before, it touched that
 * part in the direction in which it touches this one now, to three degrees. */
bool FixWallDCMRegion::is_continued_by(int number, int i, const NearWall &wall) {
  double before[3];
  for (int c = 0; c < 3; c++)
    before[c] = atom->x[i][c] - update->dt * (atom->v[i][c] - wall.velocity[c]);
  return walls.touches(number, before, wall.to_grain, 0.05 * atom->radius[i]);
}

void FixWallDCMRegion::restore_motion(const std::vector<double> &numbers) {
  if (!walls.restore_motion(numbers))
    error->all(
        FLERR,
        here() + "region " + region_id +
            " has another style than in the restart file; give the fix another ID to begin anew");
}

} // namespace DCM_NS
