// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Walls along the axes: two parallel planes across one of them, or a cylinder about z; where they
 * are, and how they move. Fix wall/dcm and fix wall/gran/dcm have them in common. */
#ifndef DCM_LAMMPS_AXIS_WALLS_H
#define DCM_LAMMPS_AXIS_WALLS_H

#include "near_wall.h"

#include "pointers.h"

#include <string>
#include <vector>

namespace DCM_NS {

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

  double from_plane(const double *x, int side) const;
  void add_plane(int number, double distance, std::vector<NearWall> &near) const;
  void find_cylinder(const double *x, double cutoff, std::vector<NearWall> &near) const;
};

} // namespace DCM_NS

#endif
