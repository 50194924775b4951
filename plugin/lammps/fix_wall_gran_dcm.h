// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/gran/dcm: two parallel planes, or a cylinder about z, as the host's fix wall/gran has
 * them. docs/lammps/fix_wall_gran_dcm.md is the manual page.
 *
 * Two things are the host's way and differ from fix wall/dcm: a grain between two planes touches
 * the nearer one alone, with one state for both, and the phase of a wiggle counts from the step at
 * which the fix was defined. */
#ifndef DCM_LAMMPS_FIX_WALL_GRAN_DCM_H
#define DCM_LAMMPS_FIX_WALL_GRAN_DCM_H

#include "axis_walls.h"
#include "fix_wall_gran.h"

namespace DCM_NS {

class FixWallGranDCM : public FixWallGran {
public:
  FixWallGranDCM(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  int pack_restart(int, double *) override;
  int size_restart(int) override;
  int maxsize_restart() override;

protected:
  void move_walls() override;
  void find_walls(int i, double cutoff, std::vector<NearWall> &near) override;
  const AxisWalls *axis_walls(bool &are_one) const override {
    are_one = true;
    return walls.is_cylinder() ? nullptr : &walls;
  }
  bool is_near(int i, double cutoff) override {
    return walls.is_near(atom->x[i], cutoff);
  }
  double path() const override {
    return walls.path();
  }
  bool read_contacts(int i, const double *numbers, int count, WallContacts &kept) override;

private:
  AxisWalls walls;
  LAMMPS_NS::bigint since; // step at which the fix was defined

  int read_wall(int next, int narg, char **arg);
  int read_keyword(int next, int narg, char **arg);
};

} // namespace DCM_NS

#endif
