// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Walls along the axes: two parallel planes across one of them, or a cylinder about z; where they
 * are, and how they move. Fix wall/dcm and fix wall/gran/dcm have them in common. */
#ifndef DCM_LAMMPS_AXIS_WALLS_H
#define DCM_LAMMPS_AXIS_WALLS_H

#include "near_wall.h"

#include "pointers.h"

#include <cmath>
#include <string>
#include <vector>

namespace DCM_NS {

/** Two planes across an axis, either of which may be infinitely far. */
struct Planes {
  int normal;
  double at[2];

  double from(const double *x, int side) const {
    return x[normal] - at[side];
  }

  /** How many are closer to x than cutoff, and of one alone its number and its distance. */
  int find(const double *x, double cutoff, bool are_one_wall, int &number, double &distance) const {
    const double above = from(x, 0), below = from(x, 1);
    const bool is_low = fabs(above) < cutoff, is_high = fabs(below) < cutoff;
    number = is_low || are_one_wall ? 0 : 1;
    distance = is_low ? above : below;
    return is_low + is_high;
  }
};

class AxisWalls : protected LAMMPS_NS::Pointers {
public:
  enum Motion { RESTS, WIGGLES, SHEARS };

  explicit AxisWalls(LAMMPS_NS::LAMMPS *instance);

  /** Whether a word is xplane, yplane or zplane. */
  static bool is_plane(const std::string &word);

  /** Each reads a word and what belongs to it, and stops if that makes no sense in any fix.
   * @param here beginning of messages
   * @return index of the next argument; of read_motion -1 where it is neither wiggle nor shear */
  int read_planes(const std::string &here, int next, int narg, char **arg);
  int read_cylinder(const std::string &here, int next, int narg, char **arg);
  int read_motion(const std::string &here, int next, int narg, char **arg);

  /** Stops if such walls cannot move so.
   * @param otherwise end of the message: another way to move planes along their normal */
  void check_motion(const std::string &here, const std::string &otherwise) const;

  bool is_cylinder() const {
    return cylinder;
  }
  double cylinder_radius() const {
    return radius;
  }
  /** Position of a plane that rests; infinite if there is none. */
  double place(int side) const {
    return places[side];
  }
  Motion motion() const {
    return moves;
  }
  /** Whether the cylinder turns about its axis. */
  bool turns() const {
    return moves == SHEARS && cylinder && axis != 2;
  }
  /** The period of a wiggle. */
  double period() const {
    return time_of_a_wiggle;
  }
  /** 2 pi / period, with its sign. */
  double frequency() const;

  /** Walls and wiggle as a restart file tells them. They may shear at another speed: the states of
   * contacts know nothing of it. */
  std::string describe() const;

  /** Brings the walls to a phase of their wiggle: they are at A (1 - cos phase). */
  void move(double phase);

  /** A length that grows by no less than the walls move. */
  double path() const {
    return moved;
  }

  /** The walls closer to x than cutoff: each plane is one. */
  void find(const double *x, double cutoff, std::vector<NearWall> &near) const;

  /** As find, but both planes are one wall, of which x sees the nearer side. */
  void find_nearer(const double *x, double cutoff, std::vector<NearWall> &near) const;

  /** Where the planes are now. */
  Planes planes() const {
    return {normal, {places[0] + shift, places[1] + shift}};
  }

  /** How many walls of find, or of find_nearer, are closer to x than cutoff; if it is one, the
   * wall is told. find_nearer tells one of both planes; here they are two. */
  int find_only(const double *x, double cutoff, bool is_one_wall, NearWall &wall) const {
    if (cylinder)
      return is_near_cylinder(x, cutoff, wall);
    int number;
    double distance;
    const int count = planes().find(x, cutoff, is_one_wall, number, distance);
    if (count == 1)
      tell_plane(number, distance, wall);
    return count;
  }

  bool is_near(const double *x, double cutoff) const;

private:
  bool cylinder = false;
  int normal = 2; // axis that planes are across
  double places[2];
  double radius = 0.0;

  Motion moves = RESTS;
  int axis = 0; // of the motion
  double amplitude = 0.0, time_of_a_wiggle, speed = 0.0;

  double shift = 0.0;      // of the planes now
  double moved = 0.0;      // by them so far
  double velocity[3] = {}; // of the walls now, but for a cylinder that turns

  double from_plane(const double *x, int side) const {
    return planes().from(x, side);
  }
  void tell_plane(int number, double distance, NearWall &wall) const {
    wall.number = number;
    for (int c = 0; c < 3; c++) {
      wall.to_grain[c] = c == normal ? distance : 0.0;
      wall.velocity[c] = velocity[c];
      wall.spin[c] = 0.0;
    }
    wall.is_bent_once = false;
    wall.radius = wall.room = HUGE_VAL;
  }
  void add_plane(int number, double distance, std::vector<NearWall> &near) const;
  bool is_near_cylinder(const double *x, double cutoff, NearWall &wall) const {
    const double from_axis = sqrt(x[0] * x[0] + x[1] * x[1]);
    const double distance = from_axis - radius;
    if (fabs(distance) >= cutoff)
      return false;
    const bool inside = distance < 0.0;
    // A grain on the axis is as far from all of the wall; it is either too big or out of reach.
    const double outward[2] = {from_axis > 0.0 ? x[0] / from_axis : 1.0,
                               from_axis > 0.0 ? x[1] / from_axis : 0.0};
    wall.number = 0;
    for (int c = 0; c < 3; c++) {
      wall.to_grain[c] = c < 2 ? distance * outward[c] : 0.0;
      wall.velocity[c] = velocity[c];
      wall.spin[c] = 0.0;
    }
    if (turns()) {
      wall.velocity[0] = speed * outward[1];
      wall.velocity[1] = -speed * outward[0];
      wall.spin[2] = -speed / radius;
    }
    wall.radius = inside ? -2.0 * radius : 2.0 * radius;
    wall.is_bent_once = true;
    wall.room = inside ? radius : HUGE_VAL;
    return true;
  }
  void find_cylinder(const double *x, double cutoff, std::vector<NearWall> &near) const;
};

} // namespace DCM_NS

#endif
