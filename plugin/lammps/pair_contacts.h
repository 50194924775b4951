// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Contacts of the atoms of this rank, between LAMMPS and src/contacts: made from each new neighbour
 * list, and handed back before atoms change places. */
#ifndef DCM_LAMMPS_PAIR_CONTACTS_H
#define DCM_LAMMPS_PAIR_CONTACTS_H

#include "common/energy_account.h"
#include "common/owners.h"
#include "particle_quantities.h"
#include "rigid_masses.h"

#include "pointers.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

extern "C" {
#include "contacts/pair_list.h"
#include "contacts/step.h"
#include "runtime/motion.h"
}

namespace LAMMPS_NS {
class NeighList;
}

namespace DCM_NS {

struct DeepestOverlap;
class RigidMasses;

/** Way in which pairs are gone through. */
struct PairLoop {
  bool is_plain = false; // every pair is looked at in each step
  int threads = 1;

  /** The keywords of pair_style about it, "loop" and "threads". */
  static bool is_keyword(const char *word);

  /** Takes such a keyword, which stands first, with its word.
   * @return number of arguments taken: 2 */
  int read_keyword(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
};

class PairContacts : protected LAMMPS_NS::Pointers {
public:
  /** @param way outlives the contacts */
  PairContacts(LAMMPS_NS::LAMMPS *instance, const PairLoop &way);

  /** Tells the masses of atoms, and which atoms never move. */
  void use(const RigidMasses *masses_of_bodies, int freeze_bit) {
    masses = masses_of_bodies;
    freeze_group_bit = freeze_bit;
  }

  /** Where to keep the deepest overlap of pairs that are not both frozen; null: nowhere. */
  void show_overlaps(DeepestOverlap *deepest_overlap) {
    deepest = deepest_overlap;
  }

  /** Tells the quantities of atoms that laws read, sum or change. */
  void use_quantities(ParticleQuantities *quantities_of_atoms) {
    of_atoms = quantities_of_atoms;
  }
  ParticleQuantities *quantities() const {
    return of_atoms;
  }

  /** M* of two atoms. */
  double effective_mass(int i, int j) const {
    return dcm_effective_mass(masses->of(i), atom->mask[i] & freeze_group_bit, masses->of(j),
                              atom->mask[j] & freeze_group_bit);
  }

  /** State of the contact of an owned atom and one of its neighbours before the list was made, or
   * null: [history_width], as seen from the owned one. */
  typedef std::function<const double *(int i, int j)> StateBefore;

  /** Pairs of types that are meant: [i][j] of a table of (types + 1)^2, nonzero if they are. */
  typedef std::vector<char> TypeTable;

  /** Makes the pairs of a new neighbour list.
   * @param types        of the pairs; empty: all
   * @param state_before null: all contacts begin anew, and the list has no marks of a history */
  void build(const LAMMPS_NS::NeighList *list, const dcm_law *law, const TypeTable &types,
             const StateBefore &state_before);

  /** Whether the host changed radii or masses of atoms since the contacts were made. Only if it
   * says that it may: by an atom style that tells them to ghosts at each step, or by a fix adapt.
   */
  bool atoms_changed() const;

  /** Whether radii, masses or types of atoms are not those that the contacts were made with. Looks
   * at each pair. */
  bool differ_from_atoms(const dcm_law *law) const;

  /** Takes over radii and masses that have changed since, or another law of the same model. */
  void refresh(const dcm_law *law);

  /** Evaluates all contacts and adds forces and torques to atoms; stops the run, all ranks, if one
   * of them is not finite.
   * @param dt       time step, or 0 to change no state
   * @param energies null: the law is asked for none */
  void step(const dcm_law *law, double dt, EnergyAccount *energies, dcm_contact_observer observer,
            void *data);

  /** The state of the contact of two atoms and whether it is seen from i; null if there is none.
   * @param state [history_width] filled */
  bool find(int i, int j, double *state, bool &from_i);

  /** Energies that the contact of two atoms stores, and dissipated in the last step.
   * @param energies [DCM_LEDGER_OF_STEP] filled
   * @return false if nobody asked for that in the last step */
  bool energies_of(int i, int j, double *energies) const;

  /** The weight of the forces of a contact. */
  double factor(int i, int j) const;

  /** All contacts in the order in which their forces are summed: visit(i, j, state), the state as
   * seen from i, zero where it is not kept, and good until the next call. */
  template <class Visitor>
  void each(Visitor visit) const {
    double state[DCM_MOST_COMPONENTS];
    for (uint32_t n = 0; n < pairs->block_count; n++) {
      const dcm_pair_block &b = pairs->blocks[n];
      for (uint32_t k = 0; k < b.touching; k++) {
        dcm_pair_list_state(pairs.get(), {n, k}, state);
        visit((int)b.particle_1[k], (int)b.particle_2[k], state);
      }
    }
  }

  double memory_usage() const;

private:
  PairListPointer pairs;
  PairStepperPointer stepper;
  const PairLoop &way;
  ParticleQuantities *of_atoms = nullptr;
  const RigidMasses *masses = nullptr;
  DeepestOverlap *deepest = nullptr;
  int freeze_group_bit = 0;
  bool is_watched = false;
  std::vector<double> radii, own_masses; // with which the contacts were made, if they may change

  class NearBatch;
  bool are_frozen(int i, int j) const {
    return atom->mask[i] & atom->mask[j] & freeze_group_bit;
  }
  void remember_atoms();
  std::vector<double> masses_with_bodies() const;
  void check_reach(const dcm_law *law) const;
  void see_overlap(int i, int j, double distance_2);
  void stop_at(const dcm_contact_fault &fault, const dcm_law *law) const;
};

} // namespace DCM_NS

#endif
