/* SPDX-License-Identifier: MIT */
/** @file
 * One contact of two bodies as entry k of a batch: what the driver puts there and reads there. */
#ifndef DCM_DRIVER_CONTACT_ROWS_H
#define DCM_DRIVER_CONTACT_ROWS_H

#include <math.h>

#include "driver/single_contact.h"
#include "runtime/effective.h"

/** Sets what does not change of a contact: radii, masses, quantities.
 * @param reach receives how far beyond touching the contact persists
 * @return DCM_OK, or DCM_ERROR: the reach is no distance */
static inline int32_t dcm_contact_rows_body(dcm_batch *b, uint32_t k, const dcm_law *law,
                                            int side_2, const dcm_body bodies[2], double *reach,
                                            dcm_error *error) {
  const int is_wall = side_2 == DCM_SIDE_WALL;
  const double r1 = bodies[0].radius, r2 = bodies[1].radius;
  const uint32_t pair = dcm_law_pair(law, bodies[0].material, bodies[1].material);
  b->radius_1[k] = r1;
  b->radius_2[k] = r2;
  b->effective_mass[k] = dcm_effective_mass(bodies[0].mass, bodies[0].fixed, bodies[1].mass,
                                            bodies[1].fixed || is_wall);
  for (int i = 0; i < 2; i++) {
    double values[DCM_MOST_QUANTITIES];
    const int wall = i == 1 && is_wall;
    dcm_law_usual_quantities(law, wall ? INFINITY : bodies[i].mass, wall ? 0.0 : 1.0 + i, values);
    for (uint32_t q = 0; q < law->quantity_count; q++)
      (i ? b->quantities_2 : b->quantities_1)[q][k] =
          bodies[i].has_quantities ? bodies[i].quantities[q] : values[q];
  }
  return dcm_law_check_reach(
      law, is_wall ? dcm_sides_at_wall(pair, r1, r2) : dcm_sides_of_particles(pair, r1, r2), reach,
      error);
}

/** The law's additions change the quantities that it may change. */
static inline void dcm_contact_rows_change(const dcm_batch *b, uint32_t k, const dcm_law *law) {
  for (uint32_t q = 0; q < law->quantity_count; q++)
    if (law->access[q] == DCM_CHANGE) {
      b->quantities_1[q][k] += b->added_1[q][k];
      b->quantities_2[q][k] += b->added_2[q][k];
    }
}

/** Tells quantities, what was added to them, and outputs. */
static inline void dcm_contact_rows_tell(const dcm_batch *b, uint32_t k, const dcm_law *law,
                                         dcm_contact_load *load) {
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const int adds = load->touching && law->access[q] != DCM_READ;
    load->quantities[0][q] = b->quantities_1[q][k];
    load->quantities[1][q] = b->quantities_2[q][k];
    load->added[0][q] = adds ? b->added_1[q][k] : 0.0;
    load->added[1][q] = adds ? b->added_2[q][k] : 0.0;
  }
  for (uint32_t o = 0; o < law->model->output_count && load->touching && b->with_energies; o++)
    load->outputs[o] = b->outputs[o][k];
}

/** Energies as they stand in the batch.
 * @param dt of the step; nothing is dissipated in one of 0 */
static inline dcm_energy_sample dcm_contact_rows_energies(const dcm_batch *b, uint32_t k,
                                                          double dt) {
  dcm_energy_sample sample = {{0.0}};
  for (size_t e = 0; e < (dt > 0.0 ? DCM_ENERGIES : DCM_ENERGIES_STORED); e++)
    sample.of[e] = dcm_energy_row(&b->energies, e)[k];
  return sample;
}

#endif
