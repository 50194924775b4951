// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The quantities of atoms that a law reads, sums or changes: temperature, heat flow, charge, an
 * amount of liquid. They are the user's, by fix property/atom d_<name>, or else the host's own,
 * where atoms have one of that name; masses and IDs are those of the atoms. */
#ifndef DCM_LAMMPS_PARTICLE_QUANTITIES_H
#define DCM_LAMMPS_PARTICLE_QUANTITIES_H

#include "contact_makers.h"

#include "pointers.h"

#include <string>
#include <vector>

extern "C" {
#include "contacts/step.h"
#include "runtime/law.h"
}

namespace DCM_NS {

class ParticleQuantities : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages: "pair_style dcm: " */
  ParticleQuantities(LAMMPS_NS::LAMMPS *instance, const std::string &here);

  /** Finds what a law has to do with, where a run begins. Stops with a sentence if something is
   * missing. */
  void find(const ContactMaker *user);

  bool any() const {
    return !entries.empty();
  }

  /** Numbers of an atom that are sent to its ghosts before a step, and back after it. */
  static int forward_size(const dcm_model *model);
  static int reverse_size(const dcm_model *model);
  int pack_forward(int n, const int *which, double *buffer) const;
  void unpack_forward(int n, int first, const double *buffer);
  int pack_reverse(int n, int first, double *buffer) const;
  void unpack_reverse(int n, const int *which, const double *buffer);

  /** Before a step: where everything is now, and nothing summed yet. The first that sums to a
   * quantity clears it for all. */
  void begin();

  /** For each law that takes part in the step. */
  void show(dcm_particles &particles);

  /** After a step, and after ghosts have sent what is theirs: adds to the quantities of atoms. */
  void end();

  /** The user's properties of an atom that has just come begin at 0. The host leaves there what a
   * ghost, or an atom that went, had at this place. */
  void clear(int i);

  /** Value of quantity q of an atom. */
  double value(uint32_t q, int i) const;

private:
  struct Entry {
    std::string name;
    uint32_t access;
    int custom;    // index of a property of the user's; -1: the host's own
    bool is_first; // of all that sum to it in a step, so that it clears it
  };
  std::string here;
  std::vector<Entry> entries;
  std::vector<std::vector<double>> sums; // of each quantity, of owned and ghost atoms
  std::vector<double> ids;
  std::vector<const double *> have;
  std::vector<double *> receive;

  double *array(const Entry &entry) const;
};

/** The flow of heat into atoms, which somebody beside the laws adds to. */
class HeatFlow : protected LAMMPS_NS::Pointers {
public:
  using Pointers::Pointers;

  /** Finds the quantity, where a run begins. Stops if atoms do not have it.
   * @param here beginning of messages */
  void find(const std::string &here);
  /** Before a step: clears the flow if nobody else does. */
  void begin() const;
  /** [atom], until atoms become more. */
  double *values() const;

private:
  int custom = -1;
  bool is_ours = false; // to be cleared
};

} // namespace DCM_NS

#endif
