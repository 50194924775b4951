// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/dcm/mesh: triangles from a file as wall. docs/lammps/fix_wall_dcm_mesh.md is its manual
 * page. */
#ifndef DCM_LAMMPS_FIX_WALL_DCM_MESH_H
#define DCM_LAMMPS_FIX_WALL_DCM_MESH_H

#include "fix_wall.h"
#include "mesh_body.h"
#include "mesh_doubts.h"
#include "mesh_motion.h"
#include "mesh_results.h"
#include "mesh_servo.h"

#include <array>
#include <vector>

namespace DCM_NS {

class FixWallDCMMesh : public FixWall {
public:
  FixWallDCMMesh(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;
  void reset_dt() override;
  int modify_param(int, char **) override;
  double memory_usage() override;
  int image(int *&, double **&) override;

protected:
  void move_walls() override;
  void begin_search() override {
    body.forget(atom->nlocal);
  }
  void find_walls(int i, double cutoff, std::vector<NearWall> &near) override {
    body.find(i, atom->x[i], cutoff, near);
  }
  bool is_near(int i, double cutoff) override {
    return body.is_near(i, atom->x[i], cutoff);
  }
  void follow(int, const std::vector<NearWall> &, uint32_t *walls, uint32_t count) override {
    body.follow(walls, count);
  }
  double path() const override {
    return body.path();
  }
  std::string describe() const override {
    return body.describe() + motions.describe() + servo.describe() + results.describe();
  }
  bool is_watching() const override {
    return results.is_watching();
  }
  bool asks_for_energies() const override {
    return results.asks_what_slides();
  }
  bool remembers_contacts() const override {
    return results.asks_what_begins();
  }
  void watch(const dcm_walls_evaluated &contacts) override;
  void finish_step() override;
  std::vector<double> motion() const override;
  void restore_motion(const std::vector<double> &) override;
  int own_numbers() const override;
  void tell_own_numbers(const std::vector<double> &sums, double *first) override;

private:
  MeshBody body;
  MeshMotion motions;
  MeshServo servo;
  MeshResults results;
  MeshDoubts doubts;
  double about[3];      // a point of the body, for torques
  int told_numbers = 0; // of the vector, when the log told of them last
  LAMMPS_NS::bigint moved_at = update->ntimestep;

  int read_keyword(int next, int narg, char **arg);
  int read_motion(int next, int narg, char **arg);
  // For images: what each object is, its numbers, and where these begin.
  std::vector<int> kinds;
  std::vector<std::array<double, 10>> corners;
  std::vector<double *> rows;

  void control();
  void tell_numbers();
};

} // namespace DCM_NS

#endif
