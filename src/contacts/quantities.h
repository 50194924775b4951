/* SPDX-License-Identifier: MIT */
/** @file
 * Quantities of particles: what contacts are shown of them, and what contacts add. Few laws have
 * any. */
#ifndef DCM_CONTACTS_QUANTITIES_H
#define DCM_CONTACTS_QUANTITIES_H

#include <math.h>

#include "contacts/batch_rows.h"
#include "contacts/particles.h"
#include "runtime/law.h"

/** Whether the host adds the law's answer to a quantity: sums always, changes where it keeps
 * states. */
static inline int dcm_is_added(const dcm_law *law, uint32_t quantity, double dt) {
  const uint32_t access = law->access[quantity];
  return access == DCM_SUM || (access == DCM_CHANGE && dcm_law_keeps_state(law, dt));
}

/** Copies the quantities of the given particles, which are one side of a batch. */
static inline void dcm_gather_quantities(const dcm_law *law, const dcm_particles *particles,
                                         const uint32_t *particle, uint32_t count,
                                         double of[][DCM_CONTACT_ROW]) {
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const double *have = particles->quantities[q];
    for (uint32_t k = 0; k < count && law->access[q] != DCM_SUM; k++)
      of[q][k] = have[particle[k]];
  }
}

/** Puts the quantities of one particle into the first entries of the arrays of a batch. */
static inline void dcm_put_quantities(const dcm_law *law, const dcm_particles *particles,
                                      uint32_t particle, double *const *of) {
  for (uint32_t q = 0; q < law->quantity_count; q++)
    if (law->access[q] != DCM_SUM)
      of[q][0] = particles->quantities[q][particle];
}

/** The first contact to a quantity of which something is added that is not finite; count if there
 * is none. */
static inline uint32_t dcm_unbounded_quantity(const dcm_law *law, const dcm_quantity_rows *rows,
                                              uint32_t count, double dt) {
  uint32_t first = count;
  for (uint32_t q = 0; q < law->quantity_count; q++)
    for (uint32_t k = 0; k < first && dcm_is_added(law, q, dt); k++)
      if (!isfinite(rows->added[0][q][k]) || !isfinite(rows->added[1][q][k]))
        first = k;
  return first;
}

#endif
