// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/gran/dcm: two parallel planes, or a cylinder about z, as the host's fix wall/gran has
 * them. docs/lammps/fix_wall_gran_dcm.md is the manual page.
 *
 * What differs from fix wall/dcm is the host's way: of two planes a grain touches the nearer one
 * alone, with one state for both, and the phase of a wiggle counts from the step at which the fix
 * was defined. */
#ifndef DCM_LAMMPS_FIX_WALL_GRAN_DCM_H
#define DCM_LAMMPS_FIX_WALL_GRAN_DCM_H

#include "fix_wall_gran.h"

namespace DCM_NS {

class FixWallGranDCM : public FixWallGran {
public:
  FixWallGranDCM(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

protected:
  void move_walls() override;
  void find_walls(int i, double cutoff, std::vector<NearWall> &near) override;
  bool is_near(int i, double cutoff) override;
  double path() const override {
    return moved;
  }
  std::string describe() const override;

private:
  enum Motion { RESTS, WIGGLES, SHEARS };

  bool is_cylinder = false;
  int normal = 2;  // axis that planes are across
  double place[2]; // of the planes when they rest; infinite for none
  double cylinder_radius = 0.0;

  Motion moves = RESTS;
  int axis = 0; // of the motion
  double amplitude = 0.0, frequency = 0.0, speed = 0.0;
  LAMMPS_NS::bigint since; // step at which the fix was defined

  double shift = 0.0; // of the planes now
  double moved = 0.0; // by them so far
  double velocity[3]; // of the walls now, but for a cylinder that turns

  int read_wall(int next, int narg, char **arg);
  int read_keyword(int next, int narg, char **arg);
  void check_motion() const;
  void find_cylinder(int i, double cutoff, std::vector<NearWall> &near) const;
};

} // namespace DCM_NS

#endif
