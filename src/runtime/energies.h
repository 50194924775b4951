/* SPDX-License-Identifier: MIT */
/** @file
 * The arrays of dcm_energies by number, in their order, and what programs and hosts call them. */
#ifndef DCM_RUNTIME_ENERGIES_H
#define DCM_RUNTIME_ENERGIES_H

#include <dcm/dcm.h>
#include <stddef.h>
#include <stdint.h>

/** The first DCM_ENERGIES_STORED arrays say what a contact stores, the others up to DCM_ENERGIES
 * what the step dissipated. tangential_damper is no energy. */
enum {
  DCM_ENERGIES_STORED = 3,
  DCM_ENERGIES =
      (offsetof(dcm_energies, tangential_damper) - offsetof(dcm_energies, stored_normal)) /
      sizeof(double *)
};

/** The terms of a ledger: those energies, and two that no law reports. Lever arms that differ for
 * velocity and moment dissipate in each step (booking.h), jumps where contacts begin and end
 * (jumps.h). */
enum {
  DCM_LEDGER_ARMS = DCM_ENERGIES,
  DCM_LEDGER_JUMPS,
  DCM_LEDGER,
  DCM_LEDGER_OF_STEP =
      DCM_LEDGER_JUMPS, /**< terms that each contact has in each step, the first ones */
  DCM_DISSIPATED = DCM_LEDGER - DCM_ENERGIES_STORED /**< terms that are lost, the last ones */
};

/** "stored_normal", ..., "dissipated_fracture", "dissipated_by_arms", "dissipated_by_jumps" */
static inline const char *dcm_energy_name(size_t e) {
  static const char *const names[DCM_LEDGER] = {
      "stored_normal",       "stored_tangential",     "stored_rolling",      "dissipated_normal",
      "dissipated_plastic",  "dissipated_tangential", "dissipated_sliding",  "dissipated_rolling",
      "dissipated_fracture", "dissipated_by_arms",    "dissipated_by_jumps",
  };
  return names[e];
}

/** The arrays as one array. The address is computed as a number, because compilers warn of a
 * pointer to one member that reaches the others. */
static inline double **dcm_energy_rows_of(const dcm_energies *energies) {
  return (double **)((uintptr_t)energies + offsetof(dcm_energies, stored_normal));
}

static inline double *dcm_energy_row(const dcm_energies *energies, size_t e) {
  return dcm_energy_rows_of(energies)[e];
}

static inline void dcm_set_energy_row(dcm_energies *energies, size_t e, double *row) {
  dcm_energy_rows_of(energies)[e] = row;
}

#endif
