// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The pairs of types of a pair style that go by one law with one choice of its options: what was
 * given for them, the law made of it, their contacts. A style has one such part, or several where
 * its options differ by the types. */
#ifndef DCM_LAMMPS_PAIR_PART_H
#define DCM_LAMMPS_PAIR_PART_H

#include "common/energy_account.h"
#include "pair_contacts.h"
#include "pair_settings.h"

#include "pointers.h"

#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "runtime/batch.h"
}

namespace DCM_NS {

/** Atoms carry those numbers of a contact that the law at hand remembers. The other numbers are the
 * same for all contacts, and stand in restart files, where another law may need them. */
struct CarriedNumbers {
  std::vector<int> which;     // in their order, at least one
  std::vector<double> others; // [all numbers] of a contact that remembers nothing
};

class PairPart : protected LAMMPS_NS::Pointers {
public:
  /** @param law_of_style that of a style dcm/<law>; empty for the style dcm
   * @param loop         outlives the part */
  PairPart(LAMMPS_NS::LAMMPS *instance, const std::string &law_of_style, const PairLoop &loop);

  PairSettings given;
  PairContacts contacts;
  EnergyAccountPointer energies; // null: nobody asks for them

  /** Null before make_law, and when what was given has changed since. */
  const dcm_law *law() const {
    return present_law.get();
  }
  void make_law();
  void forget_law();

  /** Another law of the same model, for the contacts that there are. */
  void renew_law();

  /** See PairContacts::build. */
  void build(const LAMMPS_NS::NeighList *list, const PairContacts::TypeTable &types,
             const PairContacts::StateBefore &state_before);

  /** Takes over what the host or a fix changed since the contacts were made. */
  void refresh();

  /** The contact of two atoms at their present positions and velocities; nothing changes.
   * @return a batch of it, good until the next call; null if they do not touch */
  const dcm_batch *contact_of(int i, int j, double distance_2);

  /** A state as seen from its other side, for the fix. */
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
        numbers[n] =
            number < l.history_width ? dcm_law_saved(l.marked, number, state[number]) : 0.0;
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

  double memory_usage() const {
    return contacts.memory_usage();
  }

private:
  LawPointer present_law;
  BatchPointer batch_of_one;
  bool constants_changed = false; // of the law, since the contacts were made

  void load(dcm_batch *b, uint32_t k, int i, int j) const;
  bool in_contact(int i, int j, double distance_2, bool persists) const;
};

typedef std::vector<std::unique_ptr<PairPart>> PairParts;

/** All contacts: visit(part, i, j, state) with the state as seen from i. */
template <class Visitor>
void each_contact(const PairParts &parts, Visitor visit) {
  for (const auto &part : parts)
    part->contacts.each([&](int i, int j, double *state) { visit(*part, i, j, state); });
}

} // namespace DCM_NS

#endif
