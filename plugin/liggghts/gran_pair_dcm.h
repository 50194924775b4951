// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style gran model dcm/<law>: docs/liggghts/gran_model_dcm.md is its manual page.
 *
 * Moves numbers between LIGGGHTS and src/contacts and contains no mechanics. */
#ifndef DCM_LIGGGHTS_GRAN_PAIR_DCM_H
#define DCM_LIGGGHTS_GRAN_PAIR_DCM_H

#include "granular_pair_style.h"
#include "granular_wall.h"
#include "law_settings.h"
#include "run_hooks.h"

#include "common/guards.h"
#include "common/owners.h"

#include <string>
#include <vector>

namespace DCM_NS {

class GranPairDCM : public LIGGGHTS::PairStyles::IGranularPairStyle, protected LAMMPS_NS::Pointers {
public:
  /** @param hash what the host calls the combination of models
   *  @param law  of a model dcm/<law>; empty for the model dcm */
  GranPairDCM(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::PairGran *pair, int64_t hash,
              const std::string &law);
  ~GranPairDCM() override;

  void settings(int narg, char **arg, LIGGGHTS::IContactHistorySetup *) override;
  void init_granular() override;
  void write_restart_settings(FILE *) override;
  void read_restart_settings(FILE *, int64_t) override;
  void compute_force(LAMMPS_NS::PairGran *, int eflag, int vflag, int addflag) override;

  int get_history_offset(const std::string name) override;
  double stressStrainExponent() override;
  int64_t hashcode() override {
    return hash;
  }
  bool contact_match(const std::string, const std::string) override {
    return false; // asked for one of the host's own models
  }

  /** Restart files have this number for each model of dcm: the numbers of laws may change. */
  static const int64_t ANY_LAW;

private:
  LAMMPS_NS::PairGran *const pair;
  const int64_t hash;
  LawSettings given;
  LawPointer law;
  int first_column = -1; // of the state in the host's history
  PairListPointer pairs;
  PairStepperPointer stepper;
  BatchPointer batch_of_one;
  RunHooks *hooks = nullptr;         // from the first run on
  EnergyAccount *energies = nullptr; // of a run that asks for energies
  int page = 0, most_of_one = 0;     // of neigh_modify, from the first run on
  bool atoms_may_come = false;       // within a run
  bool is_current = false;           // the states in pairs are newer than those with the host
  bool radii_vary = false;           // within a run
  bool marks_are_read = false;       // by others, in each step
  int listed = 0;                    // atoms of this rank when the list was made
  std::vector<int> counts;           // of contacts of each atom
  std::vector<double *> fields;      // of one state
  ContactGuard guard;

  void add_columns();
  void check_settings() const;
  void check_pages();
  void guard_contacts();
  void consider_contacts(SafeStep &safe) const;
  void see_overlap(int i, int j, double distance_2);
  void make_contacts();
  void check_carried(const double *state) const;
  void renew_contacts();
  void give_states(RunHooks::Moment);
  void follow_ids();
  void refuse_two_touches() const;
  void give_to_atoms();
  void mark_in_list(bool with_states) const;
  template <class Visit>
  void each_contact(Visit visit) const;
  void save(dcm_pair_place place, double *state) const;
  double distance_2_of(int i, int j) const;
  double mass_of(int i) const;
  double effective_mass(int i, int j) const;
  void show(dcm_pair_place place, double *history);
  void show_contacts();
  void tally(const dcm_evaluated &contacts);
  void store_forces(int i, int j, const double *force, const double *torque_i,
                    const double *torque_j);
  void stop(const dcm_contact_fault &fault) const;
};

/** fix wall/gran model dcm/<law>, or the model dcm where law is empty. The class stands in
 * gran_wall_dcm.cpp. */
LIGGGHTS::Walls::IGranularWall *
create_wall_model(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::FixWallGran *wall, const std::string &law);

} // namespace DCM_NS

#endif
