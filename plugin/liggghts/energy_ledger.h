// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The energies of all contacts, in a fix property/global of the user: the host has no other place
 * where a library could show numbers of a run. docs/energy.md says what each number means.
 *
 * The host's pair styles see the velocities of half a step before the positions. Dissipated energy
 * is booked by velocities at the time of the positions (src/ledger/booking.h), which are foreseen
 * from the velocities at the end of the step before; each atom carries the latter. */
#ifndef DCM_LIGGGHTS_ENERGY_LEDGER_H
#define DCM_LIGGGHTS_ENERGY_LEDGER_H

#include "fix.h"
#include "pointers.h"

#include "common/energy_account.h"
#include "common/host.h"

#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class FixPropertyGlobal;
}

namespace DCM_NS {

/** The property that a user defines to have the energies. */
const char ENERGIES_PROPERTY[] = "dcmEnergies";

class EnergyLedger : protected LAMMPS_NS::Pointers {
public:
  /** Numbers of a ghost: velocity and spin; and of an atom, which go with the atom. */
  enum { MOTION = 6, CARRIED = 2 * MOTION };

  explicit EnergyLedger(LAMMPS_NS::LAMMPS *lmp);
  ~EnergyLedger() override;
  EnergyLedger(const EnergyLedger &) = delete;
  EnergyLedger &operator=(const EnergyLedger &) = delete;

  /** Looks for the property, where a run begins; all ranks stop if it has another form. */
  void begin_run();
  bool is_on() const {
    return property != nullptr;
  }

  /** The account of pairs (null) or of a wall, whose law keeps what serves energies from now on;
   * null if nobody asks for energies. */
  EnergyAccount *listen(const LAMMPS_NS::Fix *wall, dcm_law *law);
  /** The sums keep what the wall has dissipated and done. */
  void forget(const LAMMPS_NS::Fix *wall);

  /** Before the forces of a step, or of a look, in which nothing is dissipated. */
  void begin_step();
  void begin_look();

  /** When the contacts of a step are known: fills the property.
   * @param dt 0 where a run begins */
  void end_step(double dt);

  /** [atom with ghosts] What velocity and spin will change until the time of the positions. */
  const dcm_kick *coming() {
    return kicks.coming();
  }

  void grow(int atoms);
  void copy(int from, int to);
  void set_new(int atom);
  int pack_exchange(int atom, double *buffer) const;
  int unpack_exchange(int atom, const double *buffer);
  int pack_coming(int atom, double *buffer);
  int unpack_coming(int atom, const double *buffer);

private:
  LAMMPS_NS::FixPropertyGlobal *property = nullptr;
  std::vector<double> given; // by the user, from which sums go on
  std::vector<double> shown; // in the property after the last step
  std::map<const LAMMPS_NS::Fix *, EnergyAccount> accounts;
  std::vector<double> gone; // the numbers of walls that are no more, on this rank
  std::map<std::string, bool>
      silent;  // laws that report no energies, of which each is reported once
  Kicks kicks; // and the motion at the end of the step before

  std::vector<double> sums_of_ranks();
  void note_motion();
};

} // namespace DCM_NS

#endif
