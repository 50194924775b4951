// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_gran_dcm.h"

#include "atom_extra.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const double TWO_PI = 6.283185307179586;
static const double NOWHERE = std::numeric_limits<double>::infinity();

// Releases that have a cylinder.
static const bool HAS_CYLINDER = DCM_LAMMPS_VERSION < 20260704;

// -------------------------------------------------------------------------------------- input

FixWallGranDCM::FixWallGranDCM(LAMMPS *instance, int narg, char **arg)
    : FixWallGran(instance, narg, arg), place{-NOWHERE, NOWHERE}, since(update->ntimestep) {
  int next = read_wall(read_model(narg, arg), narg, arg);
  while (next < narg)
    next = read_keyword(next, narg, arg);
  check_motion();
  restart_global = 0;
  prepare(1);
}

int FixWallGranDCM::read_wall(int next, int narg, char **arg) {
  const std::string styles =
      HAS_CYLINDER ? "xplane, yplane, zplane and zcylinder" : "xplane, yplane and zplane";
  if (next == narg)
    error->all(FLERR, here() + "there is no wall; there are " + styles);
  const std::string which = arg[next];
  if (which == "xplane" || which == "yplane" || which == "zplane") {
    if (next + 2 >= narg)
      error->all(FLERR, here() + which + " needs two positions, lo and hi; either may be NULL");
    normal = which[0] - 'x';
    const bool periodic[3] = {domain->xperiodic != 0, domain->yperiodic != 0,
                              domain->zperiodic != 0};
    if (periodic[normal])
      error->all(FLERR, here() + which +
                            " cannot stand in a periodic dimension; see the command boundary");
    for (int side = 0; side < 2; side++)
      if (strcmp(arg[next + 1 + side], "NULL") != 0)
        place[side] = utils::numeric(FLERR, arg[next + 1 + side], false, lmp);
    return next + 3;
  }
  if (which == "zcylinder" && !HAS_CYLINDER)
    error->all(FLERR, here() + "this release has no zcylinder any more: use wall/gran/region with "
                               "a region of style cylinder");
  if (which != "zcylinder")
    error->all(FLERR, here() + "'" + which + "' is no wall; there are " + styles +
                          (which == "region" ? ", and fix wall/gran/region for regions" : ""));
  if (next + 1 >= narg)
    error->all(FLERR, here() + "zcylinder needs a radius");
  if (domain->xperiodic || domain->yperiodic)
    error->all(FLERR, here() + "zcylinder cannot stand in a box that is periodic in x or y; see "
                               "the command boundary");
  is_cylinder = true;
  cylinder_radius = utils::numeric(FLERR, arg[next + 1], false, lmp);
  if (!(cylinder_radius > 0.0))
    error->all(FLERR,
               here() + "the radius of zcylinder must be greater than 0, not " + arg[next + 1]);
  return next + 2;
}

int FixWallGranDCM::read_keyword(int next, int narg, char **arg) {
  const std::string keyword = arg[next];
  if (keyword == "contacts")
    return common_keyword(next, narg, arg);
  const bool wiggle = keyword == "wiggle";
  if (!wiggle && keyword != "shear")
    error->all(FLERR, here() + "'" + keyword +
                          "' is no keyword here; there are wiggle, shear and contacts" +
                          (keyword == "temperature" ? ", and no model of heat" : ""));
  const int count = wiggle ? 3 : 2;
  if (next + count >= narg)
    error->all(FLERR, here() + keyword +
                          (wiggle ? " needs a direction, an amplitude and a period"
                                  : " needs a direction and a velocity"));
  if (moves != RESTS && moves != (wiggle ? WIGGLES : SHEARS))
    error->all(FLERR, here() + "a wall can wiggle or shear, not both");
  moves = wiggle ? WIGGLES : SHEARS;
  const std::string direction = arg[next + 1];
  if (direction != "x" && direction != "y" && direction != "z")
    error->all(FLERR,
               here() + "the direction of " + keyword + " is x, y or z, not '" + direction + "'");
  axis = direction[0] - 'x';
  if (wiggle) {
    amplitude = utils::numeric(FLERR, arg[next + 2], false, lmp);
    frequency = TWO_PI / utils::numeric(FLERR, arg[next + 3], false, lmp);
    if (!std::isfinite(frequency))
      error->all(FLERR, here() + "the period of wiggle must not be 0");
  } else
    speed = utils::numeric(FLERR, arg[next + 2], false, lmp);
  return next + count + 1;
}

void FixWallGranDCM::check_motion() const {
  if (moves == WIGGLES && is_cylinder && axis != 2)
    error->all(FLERR, here() + "zcylinder can wiggle along z only");
  if (moves == SHEARS && !is_cylinder && axis == normal)
    error->all(FLERR, here() + "a plane can shear only along itself; to move it along its normal "
                               "use wiggle");
  if (moves == SHEARS && is_cylinder && axis != 2 && comm->me == 0)
    error->warning(FLERR, "dcm: " + here() +
                              "a cylinder that turns has the same speed for all grains here; "
                              "LAMMPS adds it up from one grain to the next");
}

// ------------------------------------------------------------------------------------- geometry

void FixWallGranDCM::move_walls() {
  const double before = shift;
  std::fill_n(velocity, 3, 0.0);
  if (moves == WIGGLES) {
    const double phase = frequency * (update->ntimestep - since) * update->dt;
    velocity[axis] = amplitude * frequency * sin(phase);
    if (!is_cylinder && axis == normal)
      shift = amplitude - amplitude * cos(phase);
  } else if (moves == SHEARS && !(is_cylinder && axis != 2))
    velocity[axis] = speed;
  moved += fabs(shift - before);
}

void FixWallGranDCM::find_walls(int i, double cutoff, std::vector<NearWall> &near) {
  if (is_cylinder) {
    find_cylinder(i, cutoff, near);
    return;
  }
  const double above = atom->x[i][normal] - (place[0] + shift);
  const double below = place[1] + shift - atom->x[i][normal];
  const double distance = above < below ? above : -below;
  if (fabs(distance) >= cutoff)
    return;
  NearWall wall = {};
  wall.to_grain[normal] = distance;
  std::copy_n(velocity, 3, wall.velocity);
  wall.radius = wall.room = std::numeric_limits<double>::infinity();
  near.push_back(wall);
}

bool FixWallGranDCM::is_near(int i, double cutoff) {
  const double *x = atom->x[i];
  if (is_cylinder)
    return fabs(hypot(x[0], x[1]) - cylinder_radius) < cutoff;
  return fabs(x[normal] - (place[0] + shift)) < cutoff ||
         fabs(x[normal] - (place[1] + shift)) < cutoff;
}

void FixWallGranDCM::find_cylinder(int i, double cutoff, std::vector<NearWall> &near) const {
  const double *x = atom->x[i];
  const double from_axis = sqrt(x[0] * x[0] + x[1] * x[1]);
  const double distance = cylinder_radius - from_axis;
  if (fabs(distance) >= cutoff || from_axis == 0.0)
    return;
  const bool inside = distance > 0.0;
  NearWall wall = {};
  wall.to_grain[0] = -distance / from_axis * x[0];
  wall.to_grain[1] = -distance / from_axis * x[1];
  std::copy_n(velocity, 3, wall.velocity);
  if (moves == SHEARS && axis != 2) {
    wall.velocity[0] = speed * x[1] / from_axis;
    wall.velocity[1] = -speed * x[0] / from_axis;
  }
  wall.radius = inside ? -2.0 * cylinder_radius : 2.0 * cylinder_radius;
  wall.room = inside ? cylinder_radius : std::numeric_limits<double>::infinity();
  near.push_back(wall);
}

std::string FixWallGranDCM::describe() const {
  return "";
}

// ---------------------------------------------------------------------------------- restart files

// As the host's: the state of each atom, zeros where it touches nothing, after how many numbers
// there are.

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

void FixWallGranDCM::unpack_restart(int i, int nth) {
  const int wide = saved_width();
  if (wide == 0)
    return;
  WallContacts &kept = states_of_atoms();
  kept.clear(i);
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  if (!numbers || count != 1 + wide)
    error->one(FLERR, here() +
                          "the restart file is damaged, or of another model: the state of "
                          "atom " +
                          std::to_string(atom->tag[i]) + " at the wall cannot be read");
  const auto is_zero = [](double number) { return number == 0.0; };
  if (std::all_of(numbers + 1, numbers + 1 + wide, is_zero))
    return;
  kept.set(i, 0, 0);
  load(numbers + 1, kept.state(i, 0));
}

} // namespace DCM_NS
