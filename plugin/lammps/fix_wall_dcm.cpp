// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_dcm.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const double TWO_PI = 6.28318530717958647692;

// --------------------------------------------------------------------------------------- input

FixWallDCM::FixWallDCM(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg), is_cylinder(false), normal(2), present(), place(),
      cylinder_radius(0.0), moves(RESTS), axis(0), amplitude(0.0), period(0.0), speed(0.0),
      elapsed(0.0), since(update->ntimestep), dt(update->dt), shift(0.0), velocity(), spin(0.0) {
  const std::string which = narg > 4 ? arg[4] : "";
  int next;
  if (which == "xplane" || which == "yplane" || which == "zplane")
    next = read_planes(4, narg, arg);
  else if (which == "zcylinder")
    next = read_cylinder(4, narg, arg);
  else
    error->all(FLERR, here() + "'" + which +
                          "' is no wall; there are xplane, yplane, zplane and "
                          "zcylinder (other shapes and axes: fix wall/dcm/region)");

  while (next < narg) {
    const int after_common = common_keyword(next, narg, arg);
    next = after_common >= 0 ? after_common : read_motion(next, narg, arg);
  }
  check_motion();
  prepare(is_cylinder ? 1 : 2);
}

int FixWallDCM::read_planes(int next, int narg, char **arg) {
  const std::string which = arg[next];
  if (next + 2 >= narg)
    error->all(FLERR, here() + which + " needs two positions, lo and hi; either may be NULL");
  normal = which[0] - 'x';
  const bool periodic[3] = {domain->xperiodic != 0, domain->yperiodic != 0, domain->zperiodic != 0};
  if (periodic[normal])
    error->all(FLERR, here() + which +
                          " cannot stand in a periodic dimension; see the command "
                          "boundary");
  for (int side = 0; side < 2; side++) {
    const char *word = arg[next + 1 + side];
    present[side] = strcmp(word, "NULL") != 0;
    if (present[side])
      place[side] = utils::numeric(FLERR, word, false, lmp);
  }
  if (!present[0] && !present[1])
    error->all(FLERR, here() + which + " NULL NULL is no wall; give at least one position");
  if (present[0] && present[1] && place[0] >= place[1])
    error->all(FLERR, here() + which + " lo hi: lo = " + arg[next + 1] +
                          " must be less than hi = " + arg[next + 2]);
  return next + 3;
}

int FixWallDCM::read_cylinder(int next, int narg, char **arg) {
  is_cylinder = true;
  if (next + 1 >= narg)
    error->all(FLERR, here() + "zcylinder needs a radius");
  if (domain->xperiodic || domain->yperiodic)
    error->all(FLERR, here() + "zcylinder cannot stand in a box that is periodic in x or y; see "
                               "the command boundary");
  cylinder_radius = utils::numeric(FLERR, arg[next + 1], false, lmp);
  if (!(cylinder_radius > 0.0))
    error->all(FLERR,
               here() + "the radius of zcylinder must be greater than 0, not " + arg[next + 1]);
  return next + 2;
}

int FixWallDCM::read_motion(int next, int narg, char **arg) {
  const std::string keyword = arg[next];
  const bool wiggle = keyword == "wiggle";
  if (!wiggle && keyword != "shear")
    error->all(FLERR, here() + "'" + keyword +
                          "' is no keyword; there are wiggle, shear, contacts "
                          "and style");
  const int count = wiggle ? 3 : 2;
  if (next + count >= narg)
    error->all(FLERR, here() + keyword +
                          (wiggle ? " needs a direction, an amplitude and a period"
                                  : " needs a direction and a velocity"));
  if (moves != RESTS)
    error->all(FLERR, here() + "a wall can wiggle or shear, not both, and not twice");
  moves = wiggle ? WIGGLES : SHEARS;

  const std::string direction = arg[next + 1];
  if (direction != "x" && direction != "y" && direction != "z")
    error->all(FLERR,
               here() + "the direction of " + keyword + " is x, y or z, not '" + direction + "'");
  axis = direction[0] - 'x';
  if (wiggle) {
    amplitude = utils::numeric(FLERR, arg[next + 2], false, lmp);
    period = utils::numeric(FLERR, arg[next + 3], false, lmp);
    if (!(period > 0.0))
      error->all(FLERR,
                 here() + "the period of wiggle must be greater than 0, not " + arg[next + 3]);
    time_depend = 1;
  } else
    speed = utils::numeric(FLERR, arg[next + 2], false, lmp);
  return next + count + 1;
}

void FixWallDCM::check_motion() const {
  if (moves == WIGGLES && is_cylinder && axis != 2)
    error->all(FLERR, here() + "zcylinder can wiggle along z only");
  if (moves == SHEARS && !is_cylinder && axis == normal)
    error->all(FLERR, here() + "a plane can shear only along itself; to move it along its normal "
                               "use wiggle, or fix wall/dcm/region");
}

// --------------------------------------------------------------------------------------- motion

void FixWallDCM::init() {
  FixWall::init();
  reset_dt();
  if (!is_cylinder)
    return;
  double largest = 0.0;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit && hypot(atom->x[i][0], atom->x[i][1]) < cylinder_radius)
      largest = std::max(largest, atom->radius[i]);
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, world);
  if (largest >= cylinder_radius)
    error->all(FLERR, here() + "a grain of radius " + std::to_string(largest) +
                          " is too big to fit into zcylinder " + std::to_string(cylinder_radius));
}

/** Lets the phase of a wiggling wall go on where it is when the time step changes. */
void FixWallDCM::reset_dt() {
  if (dt == update->dt)
    return;
  elapsed = time();
  since = update->ntimestep;
  dt = update->dt;
}

double FixWallDCM::time() const {
  return elapsed + (update->ntimestep - since) * dt;
}

/** A wall may shear at another speed: the states of its contacts know nothing of it. */
std::string FixWallDCM::describe() const {
  std::string text;
  if (is_cylinder)
    text = "zcylinder " + text_of(cylinder_radius);
  else {
    text = std::string(1, (char)('x' + normal)) + "plane";
    for (int side = 0; side < 2; side++)
      text += " " + (present[side] ? text_of(place[side]) : "NULL");
  }
  if (moves == WIGGLES)
    text += std::string(" wiggle ") + (char)('x' + axis) + " " + text_of(amplitude) + " " +
            text_of(period);
  return text;
}

std::vector<double> FixWallDCM::motion() const {
  return {elapsed, (double)since, dt};
}

void FixWallDCM::restore_motion(const std::vector<double> &numbers) {
  if (numbers.size() != 3 ||
      !std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); }))
    error->all(FLERR, here() + "the restart file is damaged: it does not tell how the wall moves");
  elapsed = numbers[0];
  since = (bigint)numbers[1];
  dt = numbers[2];
}

void FixWallDCM::move_walls() {
  const double before = shift;
  shift = spin = 0.0;
  std::fill_n(velocity, 3, 0.0);
  if (moves == WIGGLES) {
    const double frequency = TWO_PI / period, phase = frequency * time();
    velocity[axis] = amplitude * frequency * sin(phase);
    if (!is_cylinder && axis == normal)
      shift = amplitude * (1.0 - cos(phase));
  } else if (moves == SHEARS) {
    if (is_cylinder && axis != 2)
      spin = -speed / cylinder_radius;
    else
      velocity[axis] = speed;
  }
  moved += fabs(shift - before);
}

// ------------------------------------------------------------------------------------- geometry

void FixWallDCM::find_walls(int i, double cutoff, std::vector<NearWall> &near) {
  if (is_cylinder) {
    find_cylinder(i, cutoff, near);
    return;
  }
  for (int side = 0; side < 2; side++) {
    const double distance = atom->x[i][normal] - (place[side] + shift);
    if (!present[side] || fabs(distance) >= cutoff)
      continue;
    near.emplace_back();
    NearWall &wall = near.back();
    wall.number = side;
    wall.to_grain[normal] = distance;
    std::copy_n(velocity, 3, wall.velocity);
    wall.radius = wall.room = std::numeric_limits<double>::infinity();
  }
}

bool FixWallDCM::is_near(int i, double cutoff) {
  const double *x = atom->x[i];
  if (is_cylinder)
    return fabs(hypot(x[0], x[1]) - cylinder_radius) < cutoff;
  for (int side = 0; side < 2; side++)
    if (present[side] && fabs(x[normal] - (place[side] + shift)) < cutoff)
      return true;
  return false;
}

void FixWallDCM::find_cylinder(int i, double cutoff, std::vector<NearWall> &near) const {
  const double *x = atom->x[i];
  const double from_axis = hypot(x[0], x[1]);
  const double distance = from_axis - cylinder_radius;
  if (fabs(distance) >= cutoff)
    return;
  const bool inside = distance < 0.0;
  near.emplace_back();
  NearWall &wall = near.back();
  // A grain on the axis is as far from all of the wall; it is either too big or out of reach.
  const double outward[2] = {from_axis > 0.0 ? x[0] / from_axis : 1.0,
                             from_axis > 0.0 ? x[1] / from_axis : 0.0};
  std::copy_n(velocity, 3, wall.velocity);
  for (int c = 0; c < 2; c++)
    wall.to_grain[c] = distance * outward[c];
  wall.velocity[0] -= spin * cylinder_radius * outward[1];
  wall.velocity[1] += spin * cylinder_radius * outward[0];
  wall.spin[2] = spin;
  wall.radius = inside ? -2.0 * cylinder_radius : 2.0 * cylinder_radius;
  wall.room = inside ? cylinder_radius : std::numeric_limits<double>::infinity();
}

} // namespace DCM_NS
