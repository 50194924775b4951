// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_dcm.h"

#include "error.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace DCM_NS {

// --------------------------------------------------------------------------------------- input

FixWallDCM::FixWallDCM(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg), walls(instance), clock(*instance->update) {
  int next = read_wall(4, narg, arg);
  while (next < narg) {
    const int after = read_word(next, narg, arg, {"wiggle", "shear"}, "");
    next = after >= 0 ? after : read_keyword(next, narg, arg);
  }
  walls.check_motion(here(), ", or fix wall/dcm/region");
  time_depend = walls.motion() == AxisWalls::WIGGLES;
  prepare(walls.is_cylinder() ? 1 : 2);
}

int FixWallDCM::read_wall(int next, int narg, char **arg) {
  const std::string which = narg > next ? arg[next] : "";
  if (which == "zcylinder")
    return walls.read_cylinder(here(), next, narg, arg);
  if (!AxisWalls::is_plane(which))
    error->all(FLERR, here() + "'" + which +
                          "' is no wall; the walls are xplane, yplane, zplane and zcylinder (other "
                          "shapes and axes: fix wall/dcm/region)");
  const int after = walls.read_planes(here(), next, narg, arg);
  if (!std::isfinite(walls.place(0)) && !std::isfinite(walls.place(1)))
    error->all(FLERR, here() + which + " NULL NULL has no position; give at least one");
  if (!(walls.place(0) < walls.place(1)))
    error->all(FLERR, here() + which + " lo hi: lo = " + arg[next + 1] +
                          " must be less than hi = " + arg[next + 2]);
  return after;
}

int FixWallDCM::read_keyword(int next, int narg, char **arg) {
  const bool moved_before = walls.motion() != AxisWalls::RESTS;
  const int after = walls.read_motion(here(), next, narg, arg);
  if (moved_before)
    error->all(FLERR, here() + "a wall can wiggle or shear, not both, and not twice");
  if (walls.motion() == AxisWalls::WIGGLES && !(walls.period() > 0.0))
    error->all(FLERR,
               here() + "the period of wiggle must be greater than 0, not " + arg[after - 1]);
  return after;
}

// --------------------------------------------------------------------------------------- motion

void FixWallDCM::init() {
  FixWall::init();
  reset_dt();
  if (!walls.is_cylinder())
    return;
  const double room = walls.cylinder_radius();
  double largest = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit && hypot(atom->x[i][0], atom->x[i][1]) < room)
      largest = std::max(largest, atom->radius[i]);
  ranks_of(lmp).max(&largest);
  if (largest >= room)
    error->all(FLERR, here() + "a grain of radius " + text_of_number(largest) +
                          " is too big to fit into zcylinder " + text_of_number(room));
}

/** Lets the phase of a wiggling wall go on where it is when the time step changes. */
void FixWallDCM::reset_dt() {
  clock.follow(*update);
}

void FixWallDCM::restore_motion(const std::vector<double> &numbers) {
  if (numbers.size() != WallClock::NUMBERS ||
      !std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); }))
    error->all(FLERR, here() + "the restart file is damaged: the motion of the wall is missing");
  clock.restore(numbers.data());
}

void FixWallDCM::move_walls() {
  walls.move(walls.frequency() * clock.time(*update));
}

} // namespace DCM_NS
