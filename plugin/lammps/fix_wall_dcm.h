// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/dcm: planes across an axis, and a cylinder about z. docs/lammps/fix_wall_dcm.md is its
 * manual page. */
#ifndef DCM_LAMMPS_FIX_WALL_DCM_H
#define DCM_LAMMPS_FIX_WALL_DCM_H

#include "fix_wall.h"

namespace DCM_NS {

class FixWallDCM : public FixWall {
public:
  FixWallDCM(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;
  void reset_dt() override;

protected:
  void move_walls() override;
  void find_walls(int i, double cutoff, std::vector<NearWall> &near) override;
  bool is_near(int i, double cutoff) override;
  double path() const override {
    return moved;
  }
  std::string describe() const override;
  std::vector<double> motion() const override;
  void restore_motion(const std::vector<double> &) override;

private:
  enum Motion { RESTS, WIGGLES, SHEARS };

  bool is_cylinder;
  int normal; // axis that planes are across, or that of the cylinder
  bool present[2];
  double place[2]; // of the planes when the phase is 0
  double cylinder_radius;

  Motion moves;
  int axis; // of the motion
  double amplitude, period, speed;
  // Time since the fix was defined is elapsed + (step - since) * dt.
  double elapsed;
  LAMMPS_NS::bigint since;
  double dt;

  double shift;       // of the planes now
  double moved = 0.0; // by them so far
  double velocity[3]; // of the walls now, but for the rotation of a cylinder
  double spin;        // of the cylinder

  int read_planes(int next, int narg, char **arg);
  int read_cylinder(int next, int narg, char **arg);
  int read_motion(int next, int narg, char **arg);
  void check_motion() const;
  double time() const;
  void find_cylinder(int i, double cutoff, std::vector<NearWall> &near) const;
};

} // namespace DCM_NS

#endif
