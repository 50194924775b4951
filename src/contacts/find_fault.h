/* SPDX-License-Identifier: MIT */
/** @file
 * Whether the answers to a batch are finite. */
#ifndef DCM_CONTACTS_FIND_FAULT_H
#define DCM_CONTACTS_FIND_FAULT_H

#include "contacts/fault.h"
#include "contacts/quantities.h"

/** Finds the first contact of a batch whose forces or torques, or what it adds to a quantity, are
 * not finite.
 * @param check of dcm_batch_assemble
 * @param wall  whether sides 2 are walls
 * @param fault filled but for who it is, unless it is of an earlier batch
 * @return its entry, or count */
static inline uint32_t dcm_find_fault(const dcm_law *law, double dt, const dcm_batch_rows *rows,
                                      const dcm_results *results, uint32_t count, double check,
                                      int wall, dcm_contact_fault *fault) {
  if (fault->found)
    return count;
  uint32_t k = dcm_unbounded_quantity(law, &rows->quantities, count, dt);
  const int of_quantity = k < count;
  if (!of_quantity && check == 0.0)
    return count;
  if (!of_quantity)
    for (k = 0; k < count; k++) {
      double sum = 0.0;
      for (int d = 0; d < 3; d++)
        sum += 0.0 * (results->force[d][k] + results->torque_1[d][k] +
                      (wall ? 0.0 : results->torque_2[d][k]));
      if (sum != 0.0)
        break;
    }
  if (k == count)
    return count;
  *fault = (dcm_contact_fault){
      .found = 1,
      .of_law = 1,
      .overlap = rows->overlap[k],
      .normal_velocity = rows->normal_velocity[k],
  };
  for (int d = 0; d < 3; d++) {
    fault->tangential_velocity[d] = rows->tangential_velocity[d][k];
    fault->force[d] = of_quantity ? NAN : results->force[d][k];
    fault->torque[d] = results->torque_1[d][k];
  }
  return k;
}

#endif
