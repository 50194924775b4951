// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_gran_dcm.h"

#include "release.h"

#include "comm.h"
#include "error.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace DCM_NS {

// -------------------------------------------------------------------------------------- input

FixWallGranDCM::FixWallGranDCM(LAMMPS *instance, int narg, char **arg)
    : FixWallGran(instance, narg, arg), walls(instance), since(update->ntimestep) {
  int next = read_wall(read_model(narg, arg), narg, arg);
  while (next < narg)
    next = read_keyword(next, narg, arg);
  walls.check_motion(here(), "");
  if (walls.turns() && comm->me == 0)
    error->warning(FLERR, "dcm: " + here() +
                              "a turning cylinder has the same speed for all grains in dcm; in "
                              "LAMMPS the speed grows from one grain to the next");
  restart_global = 0;
  prepare_as_host(1);
}

int FixWallGranDCM::read_wall(int next, int narg, char **arg) {
  const std::string styles =
      RELEASE.has_zcylinder ? "xplane, yplane, zplane and zcylinder" : "xplane, yplane and zplane";
  if (next == narg)
    error->all(FLERR, here() + "needs a wall; the walls are " + styles);
  const std::string which = arg[next];
  if (AxisWalls::is_plane(which))
    return walls.read_planes(here(), next, narg, arg);
  if (which == "zcylinder" && !RELEASE.has_zcylinder)
    error->all(
        FLERR,
        here() +
            "this release has no zcylinder: use wall/gran/region with a region of style cylinder");
  if (which != "zcylinder")
    error->all(FLERR, here() + "'" + which + "' is no wall; the walls are " + styles +
                          (which == "region" ? ", and fix wall/gran/region for regions" : ""));
  return walls.read_cylinder(here(), next, narg, arg);
}

int FixWallGranDCM::read_keyword(int next, int narg, char **arg) {
  const std::string keyword = arg[next];
  int after = read_common(next, narg, arg);
  if (after < 0)
    after = walls.read_motion(here(), next, narg, arg);
  if (after < 0)
    error->all(
        FLERR,
        here() + "'" + keyword +
            "' is no keyword here; the keywords are wiggle, shear, contacts and temperature");
  if (walls.motion() == AxisWalls::WIGGLES && !std::isfinite(walls.frequency()))
    error->all(FLERR, here() + "the period of wiggle must not be 0");
  return after;
}

// ------------------------------------------------------------------------------------- geometry

void FixWallGranDCM::move_walls() {
  walls.move(walls.frequency() * (update->ntimestep - since) * update->dt);
}

/** The host's wall turns no grain: its spin enters no law. A cylinder does
 * not hold a grain inside of it beyond touching, whatever the law's reach. */
void FixWallGranDCM::find_walls(int i, double cutoff, std::vector<NearWall> &near) {
  const double *x = atom->x[i];
  const bool is_held = !walls.is_cylinder() || hypot(x[0], x[1]) >= walls.cylinder_radius();
  walls.find_nearer(x, is_held ? cutoff : atom->radius[i], near);
  for (NearWall &wall : near)
    wall.spin[2] = 0.0;
}

// ---------------------------------------------------------------------------------- restart files

// The format is the host's: of each atom the count of numbers, and the state, which is zero where
// the atom touches nothing.

int FixWallGranDCM::size_restart(int) {
  return maxsize_restart();
}

int FixWallGranDCM::maxsize_restart() {
  return saved_width() > 0 ? 1 + saved_width() : 0;
}

int FixWallGranDCM::pack_restart(int i, double *buffer) {
  const int wide = saved_width();
  if (wide == 0)
    return 0;
  WallContacts &kept = states_of_atoms();
  buffer[0] = 1 + wide;
  if (kept.wall(i, 0) >= 0)
    save(kept.state(i, 0), buffer + 1);
  else
    std::fill_n(buffer + 1, wide, 0.0);
  return 1 + wide;
}

bool FixWallGranDCM::read_contacts(int i, const double *numbers, int count, WallContacts &kept) {
  const int wide = saved_width();
  if (count != 1 + wide)
    return false;
  const auto is_zero = [](double number) { return number == 0.0; };
  if (std::all_of(numbers + 1, numbers + 1 + wide, is_zero))
    return true;
  kept.set(i, 0, 0);
  load(numbers + 1, kept.state(i, 0));
  return true;
}

} // namespace DCM_NS
