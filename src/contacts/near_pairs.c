/* SPDX-License-Identifier: MIT */
#include "contacts/near_pairs.h"

#include <math.h>

#include "contacts/life.h"
#include "contacts/rows.h"
#include "numeric/simd.h"
#include "numeric/vector.h"
#include "runtime/motion.h"

/** The operations of the loop over pairs, so that both agree on who touches.
 * @param separation [3][n] x2 - x1 */
DCM_SPECIALISED void measure(dcm_near_pairs *p, const double *const separation[3],
                             const double *mass_1, const double *mass_2, uint32_t n) {
  const double *radius_1 = p->radius_1, *radius_2 = p->radius_2;
  double *distance_2 = p->distance_2, *gap = p->gap, *effective_mass = p->effective_mass;
  double touch_2[DCM_BLOCK_ROW];
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector d = dcm_load(separation, k);
    const double sum = radius_1[k] + radius_2[k];
    distance_2[k] = dcm_dot(d, d);
    touch_2[k] = dcm_contact_range(sum, 0.0, 0).touch_2;
    gap[k] = sqrt(distance_2[k]) - sum;
    effective_mass[k] = dcm_effective_mass(mass_1[k], 0, mass_2[k], 0);
  }
  for (uint32_t k = 0; k < n; k++) {
    p->kind[k] = dcm_gap_kind(gap[k], radius_1[k] + radius_2[k]);
    p->touching[k] = distance_2[k] < touch_2[k];
  }
}

void DCM_ISA_NAME(dcm_measure_near_pairs)(dcm_near_pairs *p, const dcm_near_particles *of) {
  alignas(DCM_ALIGNMENT) double rows[3][DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) double mass_1[DCM_BLOCK_ROW], mass_2[DCM_BLOCK_ROW];
  if (p->count == 0)
    return;
  const uint32_t n = dcm_whole_lanes(p->count);
  for (uint32_t k = p->count; k < n; k++) {
    p->particle_1[k] = p->particle_1[p->count - 1];
    p->particle_2[k] = p->particle_2[p->count - 1];
  }
  double *const separation[3] = {rows[0], rows[1], rows[2]};
  dcm_gather_differences(of->position, p->particle_1, p->particle_2, n, separation);
  int some_are_fixed = 0;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t i = p->particle_1[k], j = p->particle_2[k];
    p->radius_1[k] = of->radius[i];
    p->radius_2[k] = of->radius[j];
    mass_1[k] = of->mass[i];
    mass_2[k] = of->mass[j];
    some_are_fixed |= (of->groups[i] | of->groups[j]) & of->fixed;
  }
  const double *const rows_of_separation[3] = {rows[0], rows[1], rows[2]};
  DCM_VECTOR_LOOP measure(p, rows_of_separation, mass_1, mass_2, n);
  for (uint32_t k = 0; some_are_fixed && k < n; k++)
    p->effective_mass[k] = dcm_effective_mass(mass_1[k], of->groups[p->particle_1[k]] & of->fixed,
                                              mass_2[k], of->groups[p->particle_2[k]] & of->fixed);
}
