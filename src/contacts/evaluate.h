/* SPDX-License-Identifier: MIT */
/** @file
 * Parts that the loops over pairs and over walls share: a batch of a list is evaluated, with the
 * quantities of its particles and its energies, and the first answer that is not finite is found.
 */
#ifndef DCM_CONTACTS_EVALUATE_H
#define DCM_CONTACTS_EVALUATE_H

#include <math.h>

#include "contacts/rows.h"
#include "contacts/step.h"
#include "ledger/booking_loops.h"
#include "runtime/batch_loops.h"

/** How a step evaluates its batches: the same for all of these. */
typedef struct dcm_evaluation {
  const dcm_law *law;
  double dt;
  dcm_arm velocity_arm, moment_arm;
  int couples;      /**< whether the law writes couples */
  int has_energies; /**< whether the law is asked for energies */
  int begins;       /**< see dcm_energy_sums */
  int books_late;   /**< dcm_books_late */
} dcm_evaluation;

/** @param wall whether sides 2 are walls */
static inline dcm_evaluation dcm_evaluation_of(const dcm_law *law, double dt,
                                               const dcm_energy_sums *energies, int wall) {
  const dcm_evaluation e = {
      .law = law,
      .dt = dt,
      .velocity_arm = dcm_arm_of(law->instance.velocity_arm),
      .moment_arm = dcm_moment_arm(&law->instance, wall),
      .couples = !(law->instance.unused & DCM_UNUSED_COUPLES),
      .has_energies = energies != NULL,
      .begins = energies && energies->begins,
      .books_late = dcm_books_late(energies, dt),
  };
  return e;
}

/** Books the energies of a batch by the late motion of its rows, between the law and the assembly.
 * @param wall whether sides 2 are walls, a constant */
DCM_SPECIALISED void dcm_book_batch(const dcm_evaluation *e, const dcm_batch *batch,
                                    dcm_energy_rows *rows, int wall) {
  const dcm_late_motion late = dcm_late_of_rows(rows);
  DCM_TWO_LOOPS(e->couples, dcm_batch_booking, batch, dcm_whole_lanes(batch->count), &late,
                e->velocity_arm, e->moment_arm, e->dt, e->law->foresight, wall);
}

/* -------------------------------------------------------------------------------- quantities */

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

/* -------------------------------------------------------------------------------- forces */

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

/** Forces and torques of a batch, after the law.
 * @param wall     whether sides 2 are walls, a constant
 * @param weighted whether the batch has factors
 * @param fault    see dcm_find_fault
 * @return entry of the fault, or the count of the batch */
DCM_SPECIALISED uint32_t dcm_assemble_batch(const dcm_evaluation *e, const dcm_batch *batch,
                                            const dcm_batch_rows *rows, const dcm_results *results,
                                            int weighted, int wall, dcm_contact_fault *fault) {
  double check;
  DCM_FOUR_LOOPS(weighted, e->couples, dcm_batch_assemble, batch, dcm_whole_lanes(batch->count),
                 e->moment_arm, &check, wall);
  return dcm_find_fault(e->law, e->dt, rows, results, batch->count, check, wall, fault);
}

#endif
