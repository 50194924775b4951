/* SPDX-License-Identifier: MIT */
/** @file
 * The arrays of dcm_energies by number, in their order, and what programs and hosts call them. */
#ifndef DCM_RUNTIME_ENERGIES_H
#define DCM_RUNTIME_ENERGIES_H

#include <dcm/dcm.h>
#include <stddef.h>

/** The first DCM_ENERGIES_STORED arrays tell what a contact stores, all others what the step
 * dissipated. */
enum {
  DCM_ENERGIES_STORED = 3,
  DCM_ENERGIES = (sizeof(dcm_energies) - offsetof(dcm_energies, stored_normal)) / sizeof(double *)
};

/** "stored_normal", "dissipated_sliding", ... */
extern const char *const dcm_energy_names[DCM_ENERGIES];

static inline double *dcm_energy_row(const dcm_energies *energies, size_t e) {
  double *const rows[DCM_ENERGIES] = {
      energies->stored_normal,      energies->stored_tangential,  energies->stored_rolling,
      energies->dissipated_normal,  energies->dissipated_plastic, energies->dissipated_tangential,
      energies->dissipated_sliding, energies->dissipated_rolling, energies->dissipated_fracture};
  return rows[e];
}

static inline void dcm_set_energy_row(dcm_energies *energies, size_t e, double *row) {
  double **const places[DCM_ENERGIES] = {
      &energies->stored_normal,      &energies->stored_tangential,
      &energies->stored_rolling,     &energies->dissipated_normal,
      &energies->dissipated_plastic, &energies->dissipated_tangential,
      &energies->dissipated_sliding, &energies->dissipated_rolling,
      &energies->dissipated_fracture};
  *places[e] = row;
}

#endif
