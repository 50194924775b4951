// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The parts of a pair style, each with one law, and their contacts of the atoms of this rank,
 * between LAMMPS and src/contacts: made from each new neighbour list, and handed back before atoms
 * change places. */
#ifndef DCM_LAMMPS_PAIR_CONTACTS_H
#define DCM_LAMMPS_PAIR_CONTACTS_H

#include "grain_shapes.h"
#include "pair_settings.h"
#include "particle_quantities.h"
#include "rigid_masses.h"

#include "common/energy_account.h"
#include "common/owners.h"

#include "pointers.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "contacts/pair_list.h"
#include "contacts/shapes.h"
#include "contacts/step.h"
#include "runtime/batch.h"
#include "runtime/motion.h"
}

namespace LAMMPS_NS {
class NeighList;
}

namespace DCM_NS {

struct DeepestOverlap;

/** The parts of a pair style have these in common. All but the way are set where a run begins, and
 * the factors of bonded pairs where contacts are made. */
struct PairCommons {
  PairLoop way;
  RigidMasses masses;
  int freeze_group_bit = 0;        // of the group of atoms that never move, or 0
  const double *special = nullptr; // [4] factors of bonded pairs
  ParticleQuantities *quantities = nullptr;
  const GrainShapes *shapes = nullptr; // null: spheres
  DeepestOverlap *deepest = nullptr;   // of pairs that are not both frozen; null: nobody asks

  explicit PairCommons(LAMMPS_NS::LAMMPS *instance) : masses(instance) {}
};

/** Atoms carry those numbers of a contact that the law at hand remembers. The other numbers are the
 * same for all contacts, and stand in restart files, where another law may need them. */
struct CarriedNumbers {
  std::vector<int> which;     // in their order, at least one
  std::vector<double> others; // [all numbers] of a contact that remembers nothing
};

/** The pairs of types of a pair style that go by one law with one choice of its options: what was
 * given for them, the law made of it, their contacts. A style has one such part, or several where
 * its options differ by the types. */
class PairPart : protected LAMMPS_NS::Pointers {
public:
  /** @param law_of_style that of a style dcm/<law>; empty for the style dcm
   * @param of_style     outlives the part */
  PairPart(LAMMPS_NS::LAMMPS *instance, const std::string &law_of_style,
           const PairCommons &of_style);

  PairSettings given;
  EnergyAccountPointer energies; // null: nobody asks for them

  /** Has contacts of shapes found by level sets; before this call they are those of the least
   * depth. */
  void use_midway(const dcm_midway_form &form_of_contacts) {
    form = form_of_contacts;
    by_midway = true;
  }

  // ----------------------------------------------------------------------------------- the law

  /** Null before make_law, and when what was given has changed since. */
  const dcm_law *law() const {
    return present_law.get();
  }
  void make_law();
  void forget_law();

  /** Stops a run with 'pre no' that would go on without the law. */
  void need_law() const;

  /** Another law of the same model, for the contacts that there are. */
  void renew_law();

  // ------------------------------------------------------------------------------ all contacts

  /** State of the contact of an owned atom and one of its neighbours before the list was made, or
   * null: [history_width], as seen from the owned one. */
  typedef std::function<const double *(int i, int j)> StateBefore;

  /** Pairs of types that are meant: [i][j] of a table of (types + 1)^2, nonzero if they are. */
  typedef std::vector<char> TypeTable;

  /** Makes the pairs of a new neighbour list.
   * @param types        of the pairs; empty: all
   * @param state_before null: all contacts begin anew, and the list has no marks of a history */
  void build(const LAMMPS_NS::NeighList *list, const TypeTable &types,
             const StateBefore &state_before);

  /** Takes over what the host or a fix changed since the contacts were made: another law of the
   * same model, and radii and masses. The latter only if the host says that they may change: by an
   * atom style that reports them to ghosts at each step, or by a fix adapt. */
  void refresh();

  /** Whether radii, masses or types of atoms, or factors of bonded pairs, are not those that the
   * contacts were made with. Looks at each pair. */
  bool differ_from_atoms() const;

  /** Evaluates all contacts and adds forces and torques to atoms; stops the run, all ranks, if one
   * of them is not finite.
   * @param dt time step, or 0 to change no state */
  void step(double dt, dcm_contact_observer observer, void *data);

  /** All contacts in the order in which their forces are summed: visit(i, j, state), the state as
   * seen from i, zero where it is not kept, and good until the next call. */
  template <class Visitor>
  void each(Visitor visit) const {
    double state[DCM_MOST_NUMBERS];
    for (uint32_t n = 0; n < pairs->block_count; n++) {
      const dcm_pair_block &b = pairs->blocks[n];
      for (uint32_t k = 0; k < b.touching; k++) {
        dcm_pair_list_state(pairs.get(), {n, k}, state);
        visit((int)b.particle_1[k], (int)b.particle_2[k], state);
      }
    }
  }

  // ---------------------------------------------------------------------------- one contact alone

  /** The contact of two atoms at their present positions and velocities; nothing changes.
   * @return a batch of it, good until the next call; null if they do not touch */
  const dcm_batch *contact_of(int i, int j, double distance_2);

  /** Energies that the contact of two atoms stores, and dissipated in the last step.
   * @param energies_of_contact [DCM_LEDGER_OF_STEP] filled
   * @return false if nobody asked for that in the last step */
  bool energies_of(int i, int j, double *energies_of_contact) const;

  /** The weight of the forces of a contact. */
  double factor(int i, int j) const;

  // ------------------------------------------------------- states, as the fix of the host keeps
  // them

  /** A state as seen from its other side. */
  void swap_sides(double *state) const;

  /** The factors of its components, where the host's are not those of the law. */
  std::vector<double> factors_of_swap;

  /** The components of the law's state that the host's fix keeps, in its order; -1 for a number
   * that means nothing. Empty: all of them. */
  std::vector<int> kept;

  /** Writes some of the numbers that the fix keeps of a state.
   * @param numbers [which] filled */
  void keep(const double *state, const std::vector<int> &which, double *numbers) const {
    const dcm_law &l = *law();
    for (size_t n = 0; n < which.size(); n++) {
      const size_t number = which[n];
      if (kept.empty())
        numbers[n] = number < l.history_width ? dcm_law_saved(l.marked, number, state[number])
                     : is_of_shape(number)    ? state[number]
                                              : 0.0;
      else
        numbers[n] = number < kept.size() && kept[number] >= 0 ? state[kept[number]] : 0.0;
    }
  }

  /** The state of the numbers that the fix kept, all of them.
   * @param state room for the state
   * @return the numbers themselves, where they are the state, or state */
  const double *restore(const double *numbers, double *state) const;

  /** The numbers that differ from contact to contact.
   * @param width of all */
  CarriedNumbers carried_numbers(int width) const;

  /** An atom has just come. */
  void begin_atom(int i) const {
    if (commons.quantities)
      commons.quantities->clear(i);
  }

  double memory_usage() const;

private:
  const PairCommons &commons;
  LawPointer present_law;
  bool constants_changed = false; // of the law, since the contacts were made
  PairListPointer pairs;
  PairStepperPointer stepper;
  // Contacts that ended in the step of a new list, of which a ledger has to know what they stored.
  PairListPointer ended;
  PairStepperPointer stepper_of_ended;
  BatchPointer batch_of_one;
  dcm_midway_form form = {};
  bool by_midway = false;
  std::vector<double> ids; // of atoms, where contacts are found so
  bool is_watched = false;
  std::array<double, 4> special_then = {}; // factors of bonded pairs
  std::vector<double> radii_then,
      masses_then; // with which the contacts were made, if they may change

  class NearBatch;
  /** Null: the least depth. */
  const dcm_midway_form *midway() const {
    return by_midway ? &form : nullptr;
  }
  bool is_frozen(int i) const {
    return atom->mask[i] & commons.freeze_group_bit;
  }
  /** M* of two atoms. */
  double effective_mass(int i, int j) const {
    return dcm_effective_mass(commons.masses.of(i), is_frozen(i), commons.masses.of(j),
                              is_frozen(j));
  }
  /** Whether a number that atoms carry is of the shapes of a contact. */
  bool is_of_shape(size_t number) const {
    const size_t first = law()->history_width;
    return commons.shapes && number >= first && number < first + DCM_SHAPE_NUMBERS;
  }
  void remember_atoms();
  bool atoms_changed() const;
  std::vector<double> masses_with_bodies() const;
  void check_reach() const;
  void see_overlap(int i, int j, double distance_2);
  void book_ended(dcm_pair_step step);
  [[noreturn]] void stop_at(const dcm_contact_fault &fault) const;
  bool find(int i, int j, dcm_pair_place &place, bool &from_i) const;
  bool find_spheres(int i, int j, const double *numbers, dcm_stand_ins &spheres) const;
  void load(dcm_batch *b, uint32_t k, int i, int j, const dcm_stand_ins *spheres) const;
  bool in_contact(int i, int j, double distance_2, bool persists) const;
};

typedef std::vector<std::unique_ptr<PairPart>> PairParts;

/** All contacts: visit(part, i, j, state) with the state as seen from i. */
template <class Visitor>
void each_contact(const PairParts &parts, Visitor visit) {
  for (const auto &part : parts)
    part->each([&](int i, int j, double *state) { visit(*part, i, j, state); });
}

} // namespace DCM_NS

#endif
