// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/dcm/mesh: triangles from a file as walls, their motions and servo, and the results on
 * them. docs/lammps/fix_wall_dcm_mesh.md is its manual page. */
#ifndef DCM_LAMMPS_MESH_WALLS_H
#define DCM_LAMMPS_MESH_WALLS_H

#include "fix_wall.h"
#include "mesh_body.h"
#include "mesh_doubts.h"
#include "mesh_motion.h"
#include "mesh_results.h"
#include "mesh_servo.h"

#include <array>
#include <string>
#include <vector>

namespace DCM_NS {

class MeshWalls : public MeshBody {
public:
  MeshWalls(LAMMPS_NS::LAMMPS *instance, FixWall &of_walls);

  Keywords keywords() override;
  void make() override;
  /** For so many contacts of a grain there is room without a change of it. */
  int slots() const override {
    return 4;
  }
  bool are_all_slots() const override {
    return false;
  }
  void init() override;
  void reset_dt() override {
    motions.follow_time_step();
  }
  int modify_param(int narg, char **arg) override;
  int image(int *&, double **&) override;
  double memory_usage() const override {
    return MeshBody::memory_usage() + results.memory_usage();
  }

  void move() override;
  bool is_watching() const override {
    return results.is_watching();
  }
  void watch(const dcm_walls_evaluated &contacts) override {
    results.see(*this, contacts);
  }
  bool asks_for_energies() const override {
    return results.asks_what_slides();
  }
  bool remembers_contacts() const override {
    return results.asks_what_begins();
  }
  void finish_step() override;

  int own_count() const override;
  std::vector<double> own_numbers(const WallTotals &totals) const override;
  std::string describe() const override {
    return MeshBody::describe() + motions.describe() + servo.describe() + results.describe();
  }
  std::vector<double> motion_numbers() const override;
  void restore_motion(const std::vector<double> &) override;

private:
  FixWall &walls;
  MeshMotion motions;
  MeshServo servo;
  MeshResults results;
  MeshDoubts doubts;
  bool has_point = false;
  double about[3];      // a point of the body, for torques
  int told_numbers = 0; // of the vector, when the log told of them last
  LAMMPS_NS::bigint moved_at = update->ntimestep;

  // For images: what each object is, its numbers, and where these begin.
  std::vector<int> kinds;
  std::vector<std::array<double, 10>> corners;
  std::vector<double *> rows;

  void control();
  void list_numbers() const;
};

} // namespace DCM_NS

#endif
