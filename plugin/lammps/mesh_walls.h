// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/dcm/mesh: triangles from a file as walls, their motions and servo, and the results on
 * them. docs/lammps/fix_wall_dcm_mesh.md is its manual page. */
#ifndef DCM_LAMMPS_MESH_WALLS_H
#define DCM_LAMMPS_MESH_WALLS_H

#include "fix_wall.h"
#include "mesh_body.h"
#include "mesh_motion.h"
#include "mesh_results.h"

#include <array>
#include <string>
#include <vector>

namespace DCM_NS {

/** Warnings about meshes that can be used, and may not be what the user meant. */
class MeshDoubts : protected LAMMPS_NS::Pointers {
public:
  /** @param fix its ID */
  MeshDoubts(LAMMPS_NS::LAMMPS *instance, const std::string &fix)
      : Pointers(instance), beginning("dcm: fix " + fix + ": ") {}

  /** Warns of triangles that pass through each other. */
  void look_at_triangles(const MeshBody &body);

  /** Warns of a mesh that is in other units than the grains or the box, of a mesh where there is no
   * box, and of sheets that push twice. All ranks call, where the first run begins.
   * @param groupbit of the grains */
  void look_at_place(MeshBody &body, int groupbit);

  /** Warns where an end of a mesh that moves goes through a periodic boundary. The ends are looked
   * at when the mesh has moved far enough for that. */
  void look_at_ends(const MeshBody &body);

private:
  const std::string beginning;
  double least_gap = 0.0;  // at a periodic boundary that is worth a word
  double next_look = -1.0; // path of the mesh at which its ends may have come to a boundary
  bool is_beyond[3][2] = {};

  void warn(const std::string &text);
  void look_at_box(MeshBody &body, double largest_radius);
};

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
