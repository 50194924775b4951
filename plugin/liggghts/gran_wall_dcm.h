// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/gran model dcm/<law>, primitive or mesh: docs/liggghts/gran_model_dcm.md is its manual
 * page.
 *
 * The host hands over one contact at a time and wants its force at once, so a batch holds one. It
 * keeps the state, which stands after a number that tells whether the contact has begun. */
#ifndef DCM_LIGGGHTS_GRAN_WALL_DCM_H
#define DCM_LIGGGHTS_GRAN_WALL_DCM_H

#include "fix_wall_gran.h"
#include "granular_wall.h"
#include "law_settings.h"

#include "common/owners.h"

#include <string>

namespace DCM_NS {

class GranWallDCM : public LIGGGHTS::Walls::IGranularWall, protected LAMMPS_NS::Pointers {
public:
  /** @param law of a model dcm/<law>; empty for the model dcm */
  GranWallDCM(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::FixWallGran *wall, const std::string &law);

  void settings(int narg, char **arg, LIGGGHTS::IContactHistorySetup *) override;
  void init_granular() override;
  bool checkSurfaceIntersect(LCM::SurfacesIntersectData &) override {
    return true;
  }
  void compute_force(LAMMPS_NS::FixWallGran *, LCM::SurfacesIntersectData &, bool intersects,
                     double *velocity, LAMMPS_NS::FixMeshSurface *fix_mesh, int mesh_number,
                     LAMMPS_NS::TriMesh *mesh, int triangle) override;
  int get_history_offset(std::string name) override;
  bool contact_match(const std::string kind, const std::string name) override;

private:
  LAMMPS_NS::FixWallGran *const wall;
  LawSettings given;
  LawPointer law;
  BatchPointer contact; // the one that is being computed
  int first_column = 0; // in the host's history: whether the contact has begun; the state follows

  bool goes_on(const LCM::SurfacesIntersectData &, double *numbers, bool may_change);
  void evaluate(const LCM::SurfacesIntersectData &, const double *velocity, double *state,
                double dt);
  void report(const LCM::SurfacesIntersectData &, double *velocity,
              LAMMPS_NS::FixMeshSurface *fix_mesh, int mesh_number, LAMMPS_NS::TriMesh *mesh,
              int triangle);
  void stop(int i) const;
};

} // namespace DCM_NS

#endif
