// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Walls along the axes: two parallel planes across one of them, or a cylinder about z, as fix
 * wall/dcm has them. docs/lammps/fix_wall_dcm.md is its manual page. */
#ifndef DCM_LAMMPS_AXIS_WALLS_H
#define DCM_LAMMPS_AXIS_WALLS_H

#include "wall_shape.h"

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

class AxisWalls : public WallShape {
public:
  enum Motion { RESTS, WIGGLES, SHEARS };

  AxisWalls(LAMMPS_NS::LAMMPS *instance, LAMMPS_NS::Fix &of_fix);

  int read(int next, int narg, char **arg) override;
  Keywords keywords() override;
  void make() override;
  void init() override {
    reset_dt();
  }
  /** Lets the phase of a wiggling wall go on where it is when the time step changes. */
  void reset_dt() override {
    clock.follow(*update);
  }
  void move() override;
  bool rests() const override {
    return moves == RESTS && !follows();
  }
  double path() const override {
    return moved;
  }
  bool is_near(int, const double *x, double cutoff) override;
  /** As far as the box reaches. */
  void draw(WallImage &picture) const override;
  /** Each plane is one wall. */
  void find(int, const double *x, double cutoff, std::vector<NearWall> &near) override;
  const AxisWalls *along_axes(bool &are_one) const override {
    are_one = false;
    return this;
  }
  /** Planes that are not where variables say. */
  bool as_faces(dcm_wall_faces &faces) const override;
  /** Walls may shear at another speed: the states of contacts know nothing of it. */
  std::string describe() const override;
  void pass_motion(SavedNumbers &) override;

  bool is_cylinder() const {
    return cylinder;
  }
  Motion motion() const {
    return moves;
  }

  /** Where the planes are now. */
  Planes planes() const {
    return {normal, {places[0] + shift, places[1] + shift}};
  }

  /** How many walls of find, or of find_nearer, are closer to x than cutoff; if it is one, the
   * wall is reported. find_nearer returns one of both planes; here they are two. */
  int find_only(const double *x, double cutoff, bool is_one_wall, NearWall &wall) const {
    if (cylinder)
      return is_near_cylinder(x, cutoff, wall);
    int number;
    double distance;
    const int count = planes().find(x, cutoff, is_one_wall, number, distance);
    if (count == 1)
      describe_plane(number, distance, wall);
    return count;
  }

protected:
  static bool is_plane(const std::string &word);

  /** Each reads a word and what belongs to it, and stops if that makes no sense in any fix.
   * @return index of the next argument */
  int read_planes(int next, int narg, char **arg);
  /** read_planes for a word that stands where a position stands, v_ and the name of a variable. */
  virtual bool read_variable(int, const std::string &);
  int read_cylinder(int next, int narg, char **arg);

  /** Reads wiggle or shear. */
  virtual void read_motion(WordReader &words);
  void read_course(WordReader &words);

  /** Stops if such walls cannot move so.
   * @param otherwise end of the message: another way to move planes along their normal */
  void check_motion(const std::string &otherwise) const;

  /** Whether the cylinder turns about its axis. */
  bool turns() const {
    return moves == SHEARS && cylinder && axis != 2;
  }
  /** 2 pi / period, with its sign. */
  double frequency() const;

  /** Brings the walls to a phase of their wiggle: they are at A (1 - cos phase). */
  void move_to(double phase);

  /** As find, but both planes are one wall, of which x sees the nearer side. */
  void find_nearer(const double *x, double cutoff, std::vector<NearWall> &near) const;

  bool cylinder = false;
  int normal = 2;   // axis that planes are across
  double places[2]; // of planes, without their wiggle; infinite for none
  double radius = 0.0;

private:
  // Variables that give places, or empty; rates of these; and the step at which the variables were
  // asked last, or -1.
  std::string variables[2];
  double rates[2] = {};
  LAMMPS_NS::bigint asked_at = -1;
  bool follows() const {
    return !variables[0].empty() || !variables[1].empty();
  }
  void ask_variables();

  Motion moves = RESTS;
  int axis = 0; // of the motion
  double amplitude = 0.0, period, speed = 0.0;
  WallClock clock;

  double shift = 0.0;      // of the planes now
  double moved = 0.0;      // by them so far
  double velocity[3] = {}; // of the walls now, but for a cylinder that turns

  void describe_plane(int number, double distance, NearWall &wall) const {
    wall.number = number;
    for (int c = 0; c < 3; c++) {
      wall.to_grain[c] = c == normal ? distance : 0.0;
      wall.velocity[c] = velocity[c] + (c == normal ? rates[number] : 0.0);
    }
  }
  void add_plane(int number, double distance, std::vector<NearWall> &near) const;
  void find_cylinder(const double *x, double cutoff, std::vector<NearWall> &near) const;
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
    }
    if (turns()) {
      wall.velocity[0] = speed * outward[1];
      wall.velocity[1] = -speed * outward[0];
      wall.spin[2] = -speed / radius;
    }
    wall.radius = inside ? -2.0 * radius : 2.0 * radius;
    wall.is_bent_once = true;
    if (inside)
      wall.room = radius;
    return true;
  }
};

} // namespace DCM_NS

#endif
