// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/gran/region/dcm: the surface of a region as the host's fix wall/gran/region has it, with
 * the host's own nearest points, unions, velocities and restart files.
 * docs/lammps/fix_wall_gran_dcm.md is the manual page. */
#ifndef DCM_LAMMPS_FIX_WALL_GRAN_REGION_DCM_H
#define DCM_LAMMPS_FIX_WALL_GRAN_REGION_DCM_H

#include "fix_wall_gran.h"
#include "region_walls.h"

#include <string>

namespace DCM_NS {

class FixWallGranRegionDCM : public FixWallGran {
public:
  FixWallGranRegionDCM(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;
  int pack_restart(int, double *) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  void write_restart(FILE *) override;
  void restart(char *) override;

protected:
  void move_walls() override;
  void find_walls(int i, double cutoff, std::vector<NearWall> &near) override;
  bool is_near(int i, double cutoff) override {
    return !is_followed || surface.is_near(atom->x[i], cutoff);
  }
  double path() const override;
  bool read_contacts(int i, const double *numbers, int count, WallContacts &kept) override;

private:
  std::string region_id;
  LAMMPS_NS::Region *region;
  int most_contacts = 0;     // of a grain
  bool is_of_restart = true; // what the restart file tells of the region's motion

  bool can_move = true;
  RegionWalls surface;      // which grains are far from it
  bool is_followed = false; // by surface: not a union or an intersection that moves
  bool turns_twice = false; // some releases turn points on parts of those that turn once too often

  LAMMPS_NS::Region *look_up() const;
};

} // namespace DCM_NS

#endif
