// SPDX-License-Identifier: GPL-2.0-or-later
#include "axis_walls.h"

#include "common/host.h"

#include "domain.h"
#include "error.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const double TWO_PI = 6.28318530717958647692;
static const double INFINITE = std::numeric_limits<double>::infinity();

AxisWalls::AxisWalls(LAMMPS *instance)
    : Pointers(instance), places{-INFINITE, INFINITE}, time_of_a_wiggle(INFINITE) {}

// --------------------------------------------------------------------------------------- input

bool AxisWalls::is_plane(const std::string &word) {
  return word == "xplane" || word == "yplane" || word == "zplane";
}

int AxisWalls::read_planes(const std::string &here, int next, int narg, char **arg) {
  const std::string which = arg[next];
  if (next + 2 >= narg)
    error->all(FLERR, here + which + " needs two positions, lo and hi; one of them may be NULL");
  normal = which[0] - 'x';
  const bool periodic[3] = {domain->xperiodic != 0, domain->yperiodic != 0, domain->zperiodic != 0};
  if (periodic[normal])
    error->all(FLERR,
               here + which + " cannot stand in a periodic dimension; see the command boundary");
  for (int side = 0; side < 2; side++)
    if (strcmp(arg[next + 1 + side], "NULL") != 0)
      places[side] = utils::numeric(FLERR, arg[next + 1 + side], false, lmp);
  return next + 3;
}

int AxisWalls::read_cylinder(const std::string &here, int next, int narg, char **arg) {
  if (next + 1 >= narg)
    error->all(FLERR, here + "zcylinder needs a radius");
  if (domain->xperiodic || domain->yperiodic)
    error->all(FLERR, here + "zcylinder cannot stand in a box that is periodic in x or y; see the "
                             "command boundary");
  cylinder = true;
  radius = utils::numeric(FLERR, arg[next + 1], false, lmp);
  if (!(radius > 0.0))
    error->all(FLERR,
               here + "the radius of zcylinder must be greater than 0, not " + arg[next + 1]);
  return next + 2;
}

int AxisWalls::read_motion(const std::string &here, int next, int narg, char **arg) {
  const std::string keyword = arg[next];
  const bool wiggle = keyword == "wiggle";
  if (!wiggle && keyword != "shear")
    return -1;
  const int count = wiggle ? 3 : 2;
  if (next + count >= narg)
    error->all(FLERR, here + keyword +
                          (wiggle ? " needs a direction, an amplitude and a period"
                                  : " needs a direction and a velocity"));
  if (moves != RESTS && moves != (wiggle ? WIGGLES : SHEARS))
    error->all(FLERR, here + "a wall can wiggle or shear, not both");
  moves = wiggle ? WIGGLES : SHEARS;

  const std::string direction = arg[next + 1];
  if (direction != "x" && direction != "y" && direction != "z")
    error->all(FLERR,
               here + "the direction of " + keyword + " is x, y or z, not '" + direction + "'");
  axis = direction[0] - 'x';
  if (wiggle) {
    amplitude = utils::numeric(FLERR, arg[next + 2], false, lmp);
    time_of_a_wiggle = utils::numeric(FLERR, arg[next + 3], false, lmp);
  } else
    speed = utils::numeric(FLERR, arg[next + 2], false, lmp);
  return next + count + 1;
}

void AxisWalls::check_motion(const std::string &here, const std::string &otherwise) const {
  if (moves == WIGGLES && cylinder && axis != 2)
    error->all(FLERR, here + "zcylinder can wiggle along z only");
  if (moves == SHEARS && !cylinder && axis == normal)
    error->all(FLERR, here +
                          "a plane can shear only along itself; to move it along its normal use "
                          "wiggle" +
                          otherwise);
}

std::string AxisWalls::describe() const {
  std::string text;
  if (cylinder)
    text = "zcylinder " + text_of_number(radius);
  else {
    text = std::string(1, (char)('x' + normal)) + "plane";
    for (double place : places)
      text += " " + (std::isfinite(place) ? text_of_number(place) : "NULL");
  }
  if (moves == WIGGLES)
    text += std::string(" wiggle ") + (char)('x' + axis) + " " + text_of_number(amplitude) + " " +
            text_of_number(time_of_a_wiggle);
  return text;
}

// --------------------------------------------------------------------------------------- motion

double AxisWalls::frequency() const {
  return TWO_PI / time_of_a_wiggle;
}

void AxisWalls::move(double phase) {
  const double before = shift;
  std::fill_n(velocity, 3, 0.0);
  if (moves == WIGGLES) {
    velocity[axis] = amplitude * frequency() * sin(phase);
    if (!cylinder && axis == normal)
      shift = amplitude - amplitude * cos(phase);
  } else if (moves == SHEARS && !turns())
    velocity[axis] = speed;
  moved += fabs(shift - before);
}

// ------------------------------------------------------------------------------------- geometry

void AxisWalls::add_plane(int number, double distance, std::vector<NearWall> &near) const {
  near.emplace_back();
  tell_plane(number, distance, near.back());
}

void AxisWalls::find(const double *x, double cutoff, std::vector<NearWall> &near) const {
  if (cylinder) {
    find_cylinder(x, cutoff, near);
    return;
  }
  for (int side = 0; side < 2; side++) {
    const double distance = from_plane(x, side);
    if (fabs(distance) < cutoff)
      add_plane(side, distance, near);
  }
}

void AxisWalls::find_nearer(const double *x, double cutoff, std::vector<NearWall> &near) const {
  if (cylinder) {
    find_cylinder(x, cutoff, near);
    return;
  }
  const double above = from_plane(x, 0), below = from_plane(x, 1);
  const double distance = above < -below ? above : below;
  if (fabs(distance) < cutoff)
    add_plane(0, distance, near);
}

bool AxisWalls::is_near(const double *x, double cutoff) const {
  if (cylinder)
    return fabs(hypot(x[0], x[1]) - radius) < cutoff;
  return fabs(from_plane(x, 0)) < cutoff || fabs(from_plane(x, 1)) < cutoff;
}

void AxisWalls::find_cylinder(const double *x, double cutoff, std::vector<NearWall> &near) const {
  NearWall wall;
  if (is_near_cylinder(x, cutoff, wall))
    near.push_back(wall);
}

} // namespace DCM_NS
