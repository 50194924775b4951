// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/dcm: planes across an axis, and a cylinder about z. docs/lammps/fix_wall_dcm.md is its
 * manual page. */
#ifndef DCM_LAMMPS_FIX_WALL_DCM_H
#define DCM_LAMMPS_FIX_WALL_DCM_H

#include "axis_walls.h"
#include "fix_wall.h"
#include "wall_clock.h"

namespace DCM_NS {

class FixWallDCM : public FixWall {
public:
  FixWallDCM(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;
  void reset_dt() override;

protected:
  void move_walls() override;
  void find_walls(int i, double cutoff, std::vector<NearWall> &near) override {
    walls.find(atom->x[i], cutoff, near);
  }
  const AxisWalls *axis_walls(bool &are_one) const override {
    are_one = false;
    return &walls;
  }
  bool is_near(int i, double cutoff) override {
    return walls.is_near(atom->x[i], cutoff);
  }
  double path() const override {
    return walls.path();
  }
  std::string describe() const override {
    return walls.describe();
  }
  std::vector<double> motion() const override {
    return clock.numbers();
  }
  void restore_motion(const std::vector<double> &) override;

private:
  AxisWalls walls;
  WallClock clock;

  int read_wall(int next, int narg, char **arg);
  int read_keyword(int next, int narg, char **arg);
};

} // namespace DCM_NS

#endif
