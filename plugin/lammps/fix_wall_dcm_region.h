// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/dcm/region: the surface of a region as wall. docs/lammps/fix_wall_dcm_region.md is its
 * manual page. */
#ifndef DCM_LAMMPS_FIX_WALL_DCM_REGION_H
#define DCM_LAMMPS_FIX_WALL_DCM_REGION_H

#include "fix_wall.h"
#include "region_walls.h"

#include <string>

namespace DCM_NS {

class FixWallDCMRegion : public FixWall {
public:
  FixWallDCMRegion(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;

protected:
  void move_walls() override;
  void find_walls(int i, double cutoff, std::vector<NearWall> &near) override {
    walls.find(atom->x[i], cutoff, near);
  }
  bool is_near(int i, double cutoff) override {
    return walls.is_near(atom->x[i], cutoff);
  }
  double path() const override {
    return walls.path();
  }
  bool is_continued_by(int number, int i, const NearWall &wall) override;
  std::string describe() const override {
    return walls.describe();
  }
  std::vector<double> motion() const override {
    return walls.motion();
  }
  void restore_motion(const std::vector<double> &) override;

private:
  std::string region_id;
  RegionWalls walls;
  int most_contacts;
};

} // namespace DCM_NS

#endif
