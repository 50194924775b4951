// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/gran/dcm and fix wall/gran/region/dcm: the host's fixes of these names, with its
 * arguments, physics and restart files, computed by a law of their own.
 * docs/lammps/fix_wall_gran_dcm.md is the manual page. */
#ifndef DCM_LAMMPS_FIX_WALL_GRAN_H
#define DCM_LAMMPS_FIX_WALL_GRAN_H

#include "axis_walls.h"
#include "fix_wall.h"
#include "gran_parameters.h"
#include "pair_settings.h"
#include "region_walls.h"

#include <string>
#include <vector>

namespace DCM_NS {

class HostRegionWalls;

class FixWallGran : public FixWall {
public:
  /** The host's own fix for a command that the suffix has brought here and whose model none of our
   * laws computes; else null. */
  static LAMMPS_NS::Fix *leave_to_host(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void post_constructor() override;
  int pack_restart(int, double *) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  void write_restart(FILE *) override;
  void restart(char *) override;

protected:
  FixWallGran(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /** Reads the arguments: the model and its numbers, the walls, the keywords. */
  void begin_as_host(std::unique_ptr<WallShape> of_walls, int narg, char **arg);
  /** The keywords of the host. */
  Keywords keywords() override;
  void check_arguments() const override;

  bool read_contacts(int i, const double *numbers, int count, WallContacts &kept) override;

private:
  const std::string name; // as the input has it, without the suffix
  const GranStyle *model; // or null: of the host's model granular
  const bool is_composed; // by the law granular
  /** The numbers of a state that the host's restart files have, see GranularModel. */
  std::vector<int> saved;
  HostRegionWalls *of_region = nullptr; // null: planes or a cylinder
  bool conducts = false;
  bool has_temperature = false;
  PairSettings settings;

  int read_model(int narg, char **arg);
  int saved_size(int contacts) const;
  void save(const double *state, double *numbers) const;
  void load(int i, int wall, const double *numbers, WallContacts &kept) const;
};

/** Planes or a cylinder as the host has them, which differ from AxisWalls in this: a grain between
 * two planes touches the nearer one alone, with one state for both; the phase of a wiggle counts
 * from the step at which the fix was defined; and the wall turns no grain. */
class HostAxisWalls : public AxisWalls {
public:
  HostAxisWalls(LAMMPS_NS::LAMMPS *instance, LAMMPS_NS::Fix &of_fix)
      : AxisWalls(instance, of_fix), since(update->ntimestep) {}

  int read(int next, int narg, char **arg) override;
  void make() override;
  void init() override {}
  void reset_dt() override {}
  void move() override;
  void find(int i, const double *x, double cutoff, std::vector<NearWall> &near) override;
  const AxisWalls *along_axes(bool &are_one) const override {
    are_one = true;
    return is_cylinder() ? nullptr : this;
  }
  bool as_faces(dcm_wall_faces &faces) const override;

protected:
  void read_motion(WordReader &words) override;
  bool read_variable(int, const std::string &) override {
    return false;
  }

private:
  const LAMMPS_NS::bigint since;
};

/** A region as the host has it: with the host's own nearest points, unions and velocities. */
class HostRegionWalls : public RegionWalls {
public:
  using RegionWalls::RegionWalls;

  int read(int next, int narg, char **arg) override;
  int most_walls() const override;
  void init() override;
  void move() override;
  bool rests() const override {
    return !can_move && RegionWalls::rests();
  }
  double path() const override;
  bool is_near(int i, const double *x, double cutoff) override {
    return !is_followed || RegionWalls::is_near(i, x, cutoff);
  }
  void find(int i, const double *x, double cutoff, std::vector<NearWall> &near) override;
  bool as_faces(dcm_wall_faces &faces) const override;
  void follow(int i, const std::vector<NearWall> &near, uint32_t *walls, uint32_t count) override {
    WallShape::follow(i, near, walls, count);
  }

  /** The region itself writes how it moves. */
  void write_restart(FILE *fp) const;
  void restart(char *buffer);

private:
  LAMMPS_NS::Region *region = nullptr;
  bool is_of_restart = true; // what the restart file says of the region's motion

  bool can_move = true;
  bool is_followed = false; // which grains are far is known: not of a union that moves

  LAMMPS_NS::Region *look_up() const;
};

/** The fix of walls of a shape. */
template <class Shape>
class FixWallGranOf : public FixWallGran {
public:
  FixWallGranOf(LAMMPS_NS::LAMMPS *instance, int narg, char **arg)
      : FixWallGran(instance, narg, arg) {
    begin_as_host(std::make_unique<Shape>(lmp, *this), narg, arg);
  }
};

} // namespace DCM_NS

#endif
