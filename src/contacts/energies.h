/* SPDX-License-Identifier: MIT */
/** @file
 * Energies of contacts as laws tell them, summed over the contacts of a step and shared out among
 * the particles. A host that does not ask for energies has none of this. */
#ifndef DCM_CONTACTS_ENERGIES_H
#define DCM_CONTACTS_ENERGIES_H

#include <dcm/dcm.h>
#include <stdint.h>

#include "runtime/energies.h"
#include "runtime/jumps.h"

/** Energies of one step: what contacts store at its end, and what they dissipated in it. The law
 * must be one that keeps what it needs for them, dcm_law_keep_for_energies. */
typedef struct dcm_energy_sums {
  /** Contacts go on of which nobody asked for energies in the step before: see
   * dcm_batch_rows_use. */
  int begins;

  /** [particle] Rows of three numbers: velocity and spin at the time of the positions, where the
   * velocities of the step are those of half a step before. Dissipated energy is booked by these
   * rows, see runtime/booking.h; NULL: as the law tells it. */
  const double *late_velocity, *late_spin;

  /** Sums over all contacts, weighted as forces are. A contact with a particle that is summed by
   * another process counts by half here, and by half there. */
  double of_contacts[DCM_LEDGER];

  /** Whether the energies of each contact are kept until the next step, for those who look at
   * contacts one by one: dcm_pair_stepper_energies. */
  int keeps_contacts;

  /** [particle] Half of each contact is added to each side; NULL if nobody asks. The other half of
   * a contact with a wall goes to no particle. */
  double (*of_particles)[DCM_LEDGER];
} dcm_energy_sums;

/** Number of energies of a step: where dt is 0, dissipated energies mean nothing. */
static inline size_t dcm_energy_count(double dt) {
  return dt > 0.0 ? (size_t)DCM_LEDGER_OF_STEP : (size_t)DCM_ENERGIES_STORED;
}

/** Whether contacts that begin and end are booked in a step, see runtime/jumps.h. */
static inline int dcm_books_jumps(const dcm_energy_sums *energies, const dcm_law *law, double dt) {
  return energies && dt > 0.0 && dcm_law_jumps(law);
}

/** Whether what is dissipated is booked by the late motion. */
static inline int dcm_books_late(const dcm_energy_sums *energies, double dt) {
  return energies && energies->late_velocity && dt > 0.0;
}

#endif
