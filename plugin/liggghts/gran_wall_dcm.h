// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/gran model dcm/<law>, primitive or mesh: docs/liggghts/gran_model_dcm.md is its manual
 * page.
 *
 * The host hands over one contact at a time. Where nothing comes in between that cares, contacts
 * wait until they are a batch, at the latest until the forces of the step have been added
 * (run_hooks.h); else a batch holds one. The host keeps the state, which stands after a number that
 * says whether the contact has begun. */
#ifndef DCM_LIGGGHTS_GRAN_WALL_DCM_H
#define DCM_LIGGGHTS_GRAN_WALL_DCM_H

#include "energy_ledger.h"
#include "fix_wall_gran.h"
#include "granular_wall.h"
#include "law_settings.h"

#include "common/guards.h"
#include "common/host.h"
#include "common/owners.h"

#include <string>
#include <vector>

namespace DCM_NS {

class RunHooks;

class GranWallDCM : public LIGGGHTS::Walls::IGranularWall, protected LAMMPS_NS::Pointers {
public:
  /** @param law of a model dcm/<law>; empty for the model dcm */
  GranWallDCM(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::FixWallGran *wall, const std::string &law);
  ~GranWallDCM() override;

  void settings(int narg, char **arg, LIGGGHTS::IContactHistorySetup *) override;
  void init_granular() override;
  bool checkSurfaceIntersect(LCM::SurfacesIntersectData &) override {
    return true;
  }
  void compute_force(LAMMPS_NS::FixWallGran *, LCM::SurfacesIntersectData &, bool intersects,
                     double *velocity, LAMMPS_NS::FixMeshSurface *fix_mesh, int mesh_number,
                     LAMMPS_NS::TriMesh *mesh, int triangle) override;
  int get_history_offset(std::string name) override;
  bool contact_match(const std::string, const std::string) override {
    return false; // asked for one of the host's own models
  }

private:
  LAMMPS_NS::FixWallGran *const wall;
  LawSettings given;
  LawPointer law;
  EnergyLedger *ledger = nullptr;    // of a run that asks for energies
  EnergyAccount *energies = nullptr; // likewise
  BatchPointer jumps;                // for one contact that begins or ends, likewise
  int first_column = 0; // in the host's history: whether the contact has begun; the state follows
  bool may_wait = false;
  AccountOfRun run_account; // where pairs are the host's own
  ContactGuard guard;

  /** Data of a contact beside its entry of the batch. */
  struct Contact {
    int particle;
    double to_wall[3], velocity[3]; // of the nearest point
    double *numbers; // that the host keeps of it, in the same place until the end of the step
    LAMMPS_NS::FixMeshSurface *fix_mesh;
    int mesh_number;
    LAMMPS_NS::TriMesh *mesh;
    int triangle;
  };
  /** Contacts of a pair of materials that wait for each other. */
  struct Waiting {
    BatchPointer batch;
    std::vector<Contact> contacts; // of its entries
  };
  std::vector<Waiting> waiting; // [dcm_law_pair]

  void guard_contacts();
  void consider_contacts(SafeStep &safe) const;
  void see_overlap(const LCM::SurfacesIntersectData &);
  double mass_of(int i) const;
  void make_room(Waiting &, uint32_t pair) const;
  bool follow(Waiting &, const LCM::SurfacesIntersectData &, const double *velocity,
              double *numbers, bool may_change);
  void load(Waiting &, const LCM::SurfacesIntersectData &, const double *velocity);
  dcm_relative_motion motion_of(const LCM::SurfacesIntersectData &, const double *velocity) const;
  void listen(RunHooks *);
  void book(Waiting &, double dt);
  void book_jump(const Waiting &, const LCM::SurfacesIntersectData &, const double *velocity,
                 double sign);
  void complete(Waiting &);
  void report(const Waiting &, uint32_t k);
  void stop(const Waiting &, uint32_t k) const;
};

} // namespace DCM_NS

#endif
