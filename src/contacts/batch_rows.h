/* SPDX-License-Identifier: MIT */
/** @file
 * The arrays with which contacts of a list, of pairs or of walls, are evaluated batch by batch. */
#ifndef DCM_CONTACTS_BATCH_ROWS_H
#define DCM_CONTACTS_BATCH_ROWS_H

#include <dcm/dcm.h>
#include <stdalign.h>

#include "numeric/simd.h"
#include "runtime/batch.h"
#include "runtime/energies.h"

/** Contacts that are evaluated at a time: the arrays of a batch, and what the law needs beside
 * them, then fit into the first-level cache. */
enum { DCM_CONTACT_BATCH = 128 };

/** Contacts a batch, for so many of one pair of materials: batches of one size, whole lanes, so
 * that none is small. */
static inline uint32_t dcm_batch_size(uint32_t contacts) {
  const uint32_t batches = (contacts + DCM_CONTACT_BATCH - 1) / DCM_CONTACT_BATCH;
  return batches ? dcm_whole_lanes((contacts + batches - 1) / batches) : 1;
}

/** Number of contacts, out of so many, in the batch that begins with the given contact. */
static inline uint32_t dcm_batch_count(uint32_t contacts, uint32_t first) {
  const uint32_t size = dcm_batch_size(contacts), left = contacts - first;
  return left < size ? left : size;
}

/** Entries of a row. A line of the cache more than the room, so that entry k of one row does not
 * share its place in the cache with entry k of all others. */
enum { DCM_CONTACT_ROW = DCM_CONTACT_BATCH + DCM_LANES };

/** Forces and torques of the contacts of a batch, weighted. */
typedef struct dcm_results {
  alignas(DCM_ALIGNMENT) double force[3][DCM_CONTACT_ROW]; /**< on 1, its opposite on 2 */
  double torque_1[3][DCM_CONTACT_ROW];
  double torque_2[3][DCM_CONTACT_ROW]; /**< not at walls */
} dcm_results;

/** Quantities of the two sides of contacts, and the numbers that are added to the quantities. */
typedef struct dcm_quantity_rows {
  alignas(DCM_ALIGNMENT) double of[2][DCM_MOST_QUANTITIES][DCM_CONTACT_ROW];
  double added[2][DCM_MOST_QUANTITIES][DCM_CONTACT_ROW];
} dcm_quantity_rows;

/** The energies of a batch, and the motion by which they are booked. */
typedef struct dcm_energy_rows {
  alignas(DCM_ALIGNMENT) double rows[DCM_LEDGER_OF_STEP][DCM_CONTACT_ROW];
  double damper[3][DCM_CONTACT_ROW];
  double late_velocity[3][DCM_CONTACT_ROW];
  double late_spin_1[3][DCM_CONTACT_ROW], late_spin_2[3][DCM_CONTACT_ROW];
} dcm_energy_rows;

static inline dcm_energies dcm_energies_of_rows(dcm_energy_rows *r) {
  dcm_energies energies = {.size = sizeof energies};
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    dcm_set_energy_row(&energies, e, r->rows[e]);
  for (int c = 0; c < 3; c++)
    energies.tangential_damper[c] = r->damper[c];
  return energies;
}

/** Views of the motion by which they are booked. */
static inline dcm_late_motion dcm_late_of_rows(dcm_energy_rows *r) {
  const dcm_late_motion late = {.velocity = DCM_VECTOR(r->late_velocity, 0),
                                .spin_1 = DCM_VECTOR(r->late_spin_1, 0),
                                .spin_2 = DCM_VECTOR(r->late_spin_2, 0)};
  return late;
}

/** Rows at fixed places of one struct: a loop over many of them needs one address. */
typedef struct dcm_batch_rows {
  /** Three uses of one memory, so that a batch fits into the first-level cache. First the loop over
   * the list gathers the motion. Where the law is shown a bisector, it takes the place of the
   * velocity that it was computed from, entry by entry. When the law has answered, nobody needs the
   * motion any more, and forces and torques take its place. */
  union {
    struct {
      alignas(DCM_ALIGNMENT) double velocity[3][DCM_CONTACT_ROW];
      double spin_1[3][DCM_CONTACT_ROW], spin_2[3][DCM_CONTACT_ROW];
    } motion;
    alignas(DCM_ALIGNMENT) double bisector[3][DCM_CONTACT_ROW];
    dcm_results results;
  };
  double normal[3][DCM_CONTACT_ROW];
  double overlap[DCM_CONTACT_ROW], normal_velocity[DCM_CONTACT_ROW];
  double tangential_velocity[3][DCM_CONTACT_ROW];
  double inverse_radius_sum[DCM_CONTACT_ROW], effective_radius[DCM_CONTACT_ROW];
  double normal_force[DCM_CONTACT_ROW], tangential_force[3][DCM_CONTACT_ROW];
  double couple_1[3][DCM_CONTACT_ROW], couple_2[3][DCM_CONTACT_ROW];
  dcm_quantity_rows quantities;
  /** Where states are written that must not change. */
  double discarded[DCM_MOST_COMPONENTS][DCM_CONTACT_ROW];

  /* Tables of rows, as the law is shown them. */
  double *state_before[DCM_MOST_COMPONENTS], *state_after[DCM_MOST_COMPONENTS];
  double *quantity[2][DCM_MOST_QUANTITIES], *added[2][DCM_MOST_QUANTITIES];
} dcm_batch_rows;

/** Sets the tables for the contacts of a list that begin with a given one.
 * @param history [component] states in the list, which the law reads and writes in place; NULL for
 *                components that are not kept
 * @param begins  whether what serves energies alone is not known yet: a look then finds it */
static inline void dcm_batch_rows_use(dcm_batch_rows *r, const dcm_law *law, double dt,
                                      double *const *history, uint32_t first, int begins) {
  for (uint32_t c = 0; c < law->history_width; c++) {
    double *state = history[c] ? history[c] + first : r->discarded[c];
    const int keeps =
        dcm_law_keeps_state(law, dt) || (begins && dcm_law_keeps_for_energies(law, c));
    r->state_before[c] = state;
    r->state_after[c] = keeps ? state : r->discarded[c];
  }
  for (uint32_t s = 0; s < 2; s++)
    for (uint32_t q = 0; q < law->quantity_count; q++) {
      r->quantity[s][q] = r->quantities.of[s][q];
      r->added[s][q] = r->quantities.added[s][q];
    }
}

/** Initialisers of the views of a batch of these rows. The list has the others: separation, radii,
 * masses, factors. A macro, and all views of a batch in one initialiser: then the compiler sees
 * that they are places in one struct, and no loop has to load them.
 * @param results  receives forces and torques: those of the rows or others
 * @param mid_step whether the law is shown a bisector */
#define DCM_VIEWS_OF_ROWS(r, results, mid_step)                                                    \
  .relative_velocity = DCM_VECTOR((r)->motion.velocity, 0),                                        \
  .angular_velocity_1 = DCM_VECTOR((r)->motion.spin_1, 0),                                         \
  .angular_velocity_2 = DCM_VECTOR((r)->motion.spin_2, 0), .history = (r)->state_before,           \
  .quantities_1 = (r)->quantity[0], .quantities_2 = (r)->quantity[1], .overlap = (r)->overlap,     \
  .normal = DCM_VECTOR((r)->normal, 0), .normal_force = (r)->normal_force,                         \
  .tangential_force = DCM_VECTOR((r)->tangential_force, 0),                                        \
  .force = DCM_VECTOR((results)->force, 0), .torque_1 = DCM_VECTOR((results)->torque_1, 0),        \
  .torque_2 = DCM_VECTOR((results)->torque_2, 0), .new_history = (r)->state_after,                 \
  .added_1 = (r)->added[0], .added_2 = (r)->added[1],                                              \
  .bisector = DCM_VECTOR((mid_step) ? (r)->bisector : (r)->normal, 0),                             \
  .normal_velocity = (r)->normal_velocity,                                                         \
  .tangential_velocity = DCM_VECTOR((r)->tangential_velocity, 0),                                  \
  .effective_radius = (r)->effective_radius, .inverse_radius_sum = (r)->inverse_radius_sum,        \
  .couple_1 = DCM_VECTOR((r)->couple_1, 0), .couple_2 = DCM_VECTOR((r)->couple_2, 0)

#endif
