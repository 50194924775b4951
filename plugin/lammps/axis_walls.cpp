// SPDX-License-Identifier: GPL-2.0-or-later
#include "axis_walls.h"

#include "host_api.h"
#include "host_services.h"
#include "wall_image.h"

#include "atom.h"
#include "domain.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const double TWO_PI = 6.28318530717958647692;
static const char *const STANDS_AT = "the plane is at";
static const double INFINITE = std::numeric_limits<double>::infinity();

AxisWalls::AxisWalls(LAMMPS *instance, Fix &of_fix)
    : WallShape(instance, of_fix), places{-INFINITE, INFINITE}, period(INFINITE),
      clock(*instance->update) {}

// --------------------------------------------------------------------------------------- input

int AxisWalls::read(int next, int narg, char **arg) {
  const std::string which = narg > next ? arg[next] : "";
  if (which == "zcylinder")
    return read_cylinder(next, narg, arg);
  if (!is_plane(which))
    stop(lmp, here() + "'" + which +
                  "' is no wall; the walls are xplane, yplane, zplane and zcylinder (other shapes "
                  "and axes: fix wall/dcm/region)");
  const int after = read_planes(next, narg, arg);
  if (!std::isfinite(places[0]) && !std::isfinite(places[1]) && !follows())
    stop(lmp, here() + which + " NULL NULL has no position; give at least one");
  if (!follows() && !(places[0] < places[1]))
    stop(lmp, here() + which + " lo hi: lo = " + arg[next + 1] +
                  " must be less than hi = " + arg[next + 2]);
  return after;
}

bool AxisWalls::is_plane(const std::string &word) {
  return word == "xplane" || word == "yplane" || word == "zplane";
}

int AxisWalls::read_planes(int next, int narg, char **arg) {
  const std::string which = arg[next];
  if (next + 2 >= narg)
    stop(lmp, here() + which + " needs two positions, lo and hi; one of them may be NULL");
  normal = which[0] - 'x';
  const bool periodic[3] = {domain->xperiodic != 0, domain->yperiodic != 0, domain->zperiodic != 0};
  if (periodic[normal])
    stop(lmp, here() + which + " cannot stand in a periodic dimension; see the command boundary");
  for (int side = 0; side < 2; side++)
    if (strcmp(arg[next + 1 + side], "NULL") != 0 && !read_variable(side, arg[next + 1 + side]))
      places[side] = utils::numeric(FLERR, arg[next + 1 + side], false, lmp);
  return next + 3;
}

bool AxisWalls::read_variable(int side, const std::string &word) {
  if (word.compare(0, 2, "v_") != 0)
    return false;
  variables[side] = word.substr(2);
  number_of_variable(lmp, here() + STANDS_AT, variables[side]);
  return true;
}

int AxisWalls::read_cylinder(int next, int narg, char **arg) {
  if (next + 1 >= narg)
    stop(lmp, here() + "zcylinder needs a radius");
  if (domain->xperiodic || domain->yperiodic)
    stop(lmp, here() +
                  "zcylinder cannot stand in a box that is periodic in x or y; see the command "
                  "boundary");
  cylinder = true;
  radius = utils::numeric(FLERR, arg[next + 1], false, lmp);
  if (!(radius > 0.0))
    stop(lmp, here() + "the radius of zcylinder must be greater than 0, not " + arg[next + 1]);
  return next + 2;
}

Keywords AxisWalls::keywords() {
  const auto read_it = [this](WordReader &words) { read_motion(words); };
  return {{"wiggle", read_it}, {"shear", read_it}};
}

void AxisWalls::read_motion(WordReader &words) {
  const bool moved_before = moves != RESTS;
  read_course(words);
  if (moved_before)
    stop(lmp, here() + "a wall can wiggle or shear, not both, and not twice");
  if (moves == WIGGLES && !(period > 0.0))
    stop(lmp, here() + "the period of wiggle must be greater than 0, not " +
                  words.arg[words.next() - 1]);
}

void AxisWalls::read_course(WordReader &words) {
  const std::string keyword = words.arg[words.keyword];
  const bool wiggle = keyword == "wiggle";
  if (words.next() + (wiggle ? 3 : 2) > words.narg)
    stop(lmp, here() + keyword +
                  (wiggle ? " needs a direction, an amplitude and a period"
                          : " needs a direction and a velocity"));
  if (moves != RESTS && moves != (wiggle ? WIGGLES : SHEARS))
    stop(lmp, here() + "a wall can wiggle or shear, not both");
  moves = wiggle ? WIGGLES : SHEARS;

  const std::string direction = words.word("a direction");
  if (direction != "x" && direction != "y" && direction != "z")
    stop(lmp, here() + "the direction of " + keyword + " is x, y or z, not '" + direction + "'");
  axis = direction[0] - 'x';
  const auto number = [&] {
    return utils::numeric(FLERR, words.word("a number").c_str(), false, lmp);
  };
  (wiggle ? amplitude : speed) = number();
  if (wiggle)
    period = number();
}

void AxisWalls::make() {
  check_motion(", or fix wall/dcm/region");
  if (moves == WIGGLES && follows() && axis == normal)
    stop(lmp, here() + "a plane whose position is a variable cannot wiggle along its normal; put "
                       "the wiggle into the variable");
  fix.time_depend = moves == WIGGLES || follows();
}

void AxisWalls::check_motion(const std::string &otherwise) const {
  if (moves == WIGGLES && cylinder && axis != 2)
    stop(lmp, here() + "zcylinder can wiggle along z only");
  if (moves == SHEARS && !cylinder && axis == normal)
    stop(lmp, here() +
                  "a plane can shear only along itself; to move it along its normal use wiggle" +
                  otherwise);
}

std::string AxisWalls::describe() const {
  std::string text;
  if (cylinder)
    text = "zcylinder " + text_of_number(radius);
  else {
    text = std::string(1, (char)('x' + normal)) + "plane";
    for (int side = 0; side < 2; side++)
      text += " " + (!variables[side].empty()      ? "v_" + variables[side]
                     : std::isfinite(places[side]) ? text_of_number(places[side])
                                                   : "NULL");
  }
  if (moves == WIGGLES)
    text += std::string(" wiggle ") + (char)('x' + axis) + " " + text_of_number(amplitude) + " " +
            text_of_number(period);
  return text;
}

// --------------------------------------------------------------------------------------- motion

double AxisWalls::frequency() const {
  return TWO_PI / period;
}

void AxisWalls::move() {
  ask_variables();
  if (motion() != RESTS)
    move_to(frequency() * clock.time(*update));
}

/** Puts planes where their variables are at this step. Their velocities are the ways since the step
 * at which the variables were asked before, over the time: those before that step stay until then.
 */
void AxisWalls::ask_variables() {
  if (!follows())
    return;
  const bool goes_on = asked_at >= 0 && update->ntimestep > asked_at && update->dt > 0.0;
  modify->clearstep_compute();
  for (int side = 0; side < 2; side++) {
    if (variables[side].empty())
      continue;
    const double place = value_of_variable(lmp, here() + STANDS_AT, variables[side]);
    const double way = asked_at >= 0 ? place - places[side] : 0.0;
    if (goes_on)
      rates[side] = way / ((update->ntimestep - asked_at) * update->dt);
    moved += fabs(way);
    places[side] = place;
  }
  modify->addstep_compute(update->ntimestep + 1);
  asked_at = update->ntimestep;
  if (!(places[0] < places[1]))
    stop(lmp, here() + "the lower plane is at " + text_of_number(places[0]) +
                  ", which must be less than the place of the upper plane, " +
                  text_of_number(places[1]));
}

void AxisWalls::move_to(double phase) {
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

void AxisWalls::pass_motion(SavedNumbers &numbers) {
  clock.pass(numbers);
  if (!follows())
    return;
  numbers.pass(asked_at);
  for (int side = 0; side < 2; side++) {
    double none = 0.0;
    numbers.pass(variables[side].empty() ? none : places[side]);
    numbers.pass(rates[side]);
  }
}

// ------------------------------------------------------------------------------------- geometry

void AxisWalls::add_plane(int number, double distance, std::vector<NearWall> &near) const {
  near.emplace_back();
  describe_plane(number, distance, near.back());
}

void AxisWalls::find(int, const double *x, double cutoff, std::vector<NearWall> &near) {
  if (cylinder) {
    find_cylinder(x, cutoff, near);
    return;
  }
  for (int side = 0; side < 2; side++) {
    const double distance = planes().from(x, side);
    if (fabs(distance) < cutoff)
      add_plane(side, distance, near);
  }
}

bool AxisWalls::as_faces(dcm_wall_faces &faces) const {
  if (cylinder || follows())
    return false;
  faces = {};
  std::fill_n(faces.wall, DCM_WALL_FACES, DCM_NO_FACE);
  faces.have_two_sides = 1;
  double size = fabs(shift);
  for (int side = 0; side < 2; side++) {
    faces.wall[DCM_FLAT_FACES + 2 * normal + side] = side;
    faces.ends[normal][side] = planes().at[side];
    size += std::isfinite(places[side]) ? fabs(places[side]) : 0.0;
    size += fabs((side ? box().hi : box().lo)[normal]);
  }
  std::copy_n(velocity, 3, faces.velocity);
  faces.rounding = 1e-13 * size;
  return true;
}

void AxisWalls::find_nearer(const double *x, double cutoff, std::vector<NearWall> &near) const {
  if (cylinder) {
    find_cylinder(x, cutoff, near);
    return;
  }
  const double above = planes().from(x, 0), below = planes().from(x, 1);
  const double distance = above < -below ? above : below;
  if (fabs(distance) < cutoff)
    add_plane(0, distance, near);
}

bool AxisWalls::is_near(int, const double *x, double cutoff) {
  if (cylinder)
    return fabs(hypot(x[0], x[1]) - radius) < cutoff;
  return fabs(planes().from(x, 0)) < cutoff || fabs(planes().from(x, 1)) < cutoff;
}

void AxisWalls::draw(WallImage &picture) const {
  const double *lo = box().lo, *hi = box().hi;
  if (cylinder) {
    const int sides = 64;
    const auto at = [&](int side) {
      const double angle = TWO_PI * side / sides;
      return dcm_vector{radius * cos(angle), radius * sin(angle), lo[2]};
    };
    for (int side = 0; side < sides; side++)
      picture.add_parallelogram(at(side + 1), dcm_subtract(at(side), at(side + 1)),
                                {0.0, 0.0, hi[2] - lo[2]});
    return;
  }
  const int u = (normal + 1) % 3, v = (normal + 2) % 3;
  for (int side = 0; side < 2; side++) {
    double corner[3], edges[2][3] = {};
    corner[normal] = planes().at[side];
    if (!std::isfinite(corner[normal]))
      continue;
    corner[u] = lo[u];
    corner[v] = lo[v];
    edges[side][u] = hi[u] - lo[u];
    edges[1 - side][v] = hi[v] - lo[v];
    picture.add_parallelogram(dcm_vector_at(corner), dcm_vector_at(edges[0]),
                              dcm_vector_at(edges[1]));
  }
}

void AxisWalls::find_cylinder(const double *x, double cutoff, std::vector<NearWall> &near) const {
  NearWall wall;
  if (!is_near_cylinder(x, cutoff, wall))
    return;
  wall.axis = 2;
  near.push_back(wall);
}

} // namespace DCM_NS
