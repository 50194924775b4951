/* SPDX-License-Identifier: MIT */
/** @file
 * The arrays with which contacts of a list, of pairs or of walls, are evaluated batch by batch, and
 * how these arrays are filled from what hosts keep for each particle. */
#ifndef DCM_CONTACTS_ROWS_H
#define DCM_CONTACTS_ROWS_H

#include <dcm/dcm.h>
#include <stdalign.h>
#include <stdint.h>

#include "ledger/work.h"
#include "numeric/simd.h"
#include "runtime/batch.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

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

/* --- Two things that a compiler does not vectorise by itself: rows of three numbers, as hosts keep
 * them for each particle, become a structure of arrays, and comparisons become bits. The functions
 * are those of the instruction set that the file is compiled for. All sets have the same results.
 *
 * Nothing is read beyond the end of a row: the load leaves its fourth number out. Counts are
 * rounded up to whole lanes: indices there must be valid too. */

#if defined(__AVX2__)

/** (x, y, z, 0) of row i of some kind. */
typedef __m256d dcm_row_loader(const void *rows, uint32_t i);

/** Rows of three numbers. */
DCM_SPECIALISED __m256d dcm_row(const void *rows, uint32_t i) {
  return _mm256_maskload_pd((const double *)rows + 3 * (uint64_t)i,
                            _mm256_setr_epi64x(-1, -1, -1, 0));
}

/** One half of dcm_kick. */
DCM_SPECIALISED __m256d dcm_kick_row(const void *rows, uint32_t i) {
  return _mm256_cvtps_pd(_mm_loadu_ps((const float *)rows + 8 * (uint64_t)i));
}

/** Row index[k], less row less[k] unless less is NULL. */
DCM_SPECIALISED __m256d dcm_load_row(dcm_row_loader *row, const void *rows, const uint32_t *index,
                                     const uint32_t *less, uint32_t k) {
  return less ? _mm256_sub_pd(row(rows, index[k]), row(rows, less[k])) : row(rows, index[k]);
}
#else

/** Number c of row i of some kind, as above. */
typedef double dcm_row_loader(const void *rows, uint32_t i, int c);

DCM_SPECIALISED double dcm_row(const void *rows, uint32_t i, int c) {
  return ((const double *)rows)[3 * (uint64_t)i + c];
}

DCM_SPECIALISED double dcm_kick_row(const void *rows, uint32_t i, int c) {
  return ((const float *)rows)[8 * (uint64_t)i + c];
}
#endif

#if defined(__AVX512F__)

/** Rows 0 and 2, 1 and 3, 4 and 6, 5 and 7 as x, y and z. */
static inline void dcm_store_rows(double *const out[3], uint32_t k, __m512d r02, __m512d r13,
                                  __m512d r46, __m512d r57) {
  const __m512d low = _mm512_unpacklo_pd(r02, r13), low_2 = _mm512_unpacklo_pd(r46, r57);
  const __m512d high = _mm512_unpackhi_pd(r02, r13), high_2 = _mm512_unpackhi_pd(r46, r57);
  _mm512_store_pd(out[0] + k, _mm512_shuffle_f64x2(low, low_2, 0x88));
  _mm512_store_pd(out[1] + k, _mm512_shuffle_f64x2(high, high_2, 0x88));
  _mm512_store_pd(out[2] + k, _mm512_shuffle_f64x2(low, low_2, 0xdd));
}

/** Rows k and k + 2 of eight, which dcm_store_rows wants side by side. */
DCM_SPECIALISED __m512d dcm_two_rows(dcm_row_loader *row, const void *rows, const uint32_t *index,
                                     const uint32_t *less, uint32_t k) {
  return _mm512_insertf64x4(_mm512_castpd256_pd512(dcm_load_row(row, rows, index, less, k)),
                            dcm_load_row(row, rows, index, less, k + 2), 1);
}

/** out[c][k] = number c of row index[k], less that of row less[k]
 * @param less NULL, a constant: nothing is subtracted */
DCM_SPECIALISED void dcm_gather(dcm_row_loader *row, const void *rows, const uint32_t *index,
                                const uint32_t *less, uint32_t count, double *const out[3]) {
  for (uint32_t k = 0; k < count; k += 8) {
    const uint32_t *i = index + k, *l = less ? less + k : NULL;
    dcm_store_rows(out, k, dcm_two_rows(row, rows, i, l, 0), dcm_two_rows(row, rows, i, l, 1),
                   dcm_two_rows(row, rows, i, l, 4), dcm_two_rows(row, rows, i, l, 5));
  }
}

/** Bit k of bits, counted through its bytes: a[k] < b[k]. */
static inline void dcm_compare(const double *a, const double *b, uint32_t count, uint8_t *bits) {
  for (uint32_t k = 0; k < count; k += 8)
    bits[k / 8] = _mm512_cmp_pd_mask(_mm512_load_pd(a + k), _mm512_load_pd(b + k), _CMP_LT_OQ);
}

#elif defined(__AVX2__)

static inline void dcm_store_rows(double *const out[3], uint32_t k, __m256d r0, __m256d r1,
                                  __m256d r2, __m256d r3) {
  const __m256d low = _mm256_unpacklo_pd(r0, r1), low_2 = _mm256_unpacklo_pd(r2, r3);
  const __m256d high = _mm256_unpackhi_pd(r0, r1), high_2 = _mm256_unpackhi_pd(r2, r3);
  _mm256_store_pd(out[0] + k, _mm256_permute2f128_pd(low, low_2, 0x20));
  _mm256_store_pd(out[1] + k, _mm256_permute2f128_pd(high, high_2, 0x20));
  _mm256_store_pd(out[2] + k, _mm256_permute2f128_pd(low, low_2, 0x31));
}

DCM_SPECIALISED void dcm_gather(dcm_row_loader *row, const void *rows, const uint32_t *index,
                                const uint32_t *less, uint32_t count, double *const out[3]) {
  for (uint32_t k = 0; k < count; k += 4) {
    const uint32_t *i = index + k, *l = less ? less + k : NULL;
    dcm_store_rows(out, k, dcm_load_row(row, rows, i, l, 0), dcm_load_row(row, rows, i, l, 1),
                   dcm_load_row(row, rows, i, l, 2), dcm_load_row(row, rows, i, l, 3));
  }
}

static inline void dcm_compare(const double *a, const double *b, uint32_t count, uint8_t *bits) {
  for (uint32_t k = 0; k < count; k += 8) {
    const int low =
        _mm256_movemask_pd(_mm256_cmp_pd(_mm256_load_pd(a + k), _mm256_load_pd(b + k), _CMP_LT_OQ));
    const int high = _mm256_movemask_pd(
        _mm256_cmp_pd(_mm256_load_pd(a + k + 4), _mm256_load_pd(b + k + 4), _CMP_LT_OQ));
    bits[k / 8] = (uint8_t)(low | high << 4);
  }
}

#else

DCM_SPECIALISED void dcm_gather(dcm_row_loader *row, const void *rows, const uint32_t *index,
                                const uint32_t *less, uint32_t count, double *const out[3]) {
  for (uint32_t k = 0; k < count; k++)
    for (int c = 0; c < 3; c++)
      out[c][k] = less ? row(rows, index[k], c) - row(rows, less[k], c) : row(rows, index[k], c);
}

static inline void dcm_compare(const double *a, const double *b, uint32_t count, uint8_t *bits) {
  for (uint32_t k = 0; k < count; k += 8) {
    uint32_t byte = 0;
    for (uint32_t l = 0; l < 8; l++)
      byte |= (uint32_t)(a[k + l] < b[k + l]) << l;
    bits[k / 8] = (uint8_t)byte;
  }
}

#endif

/** out[c][k] = rows[3 index[k] + c] */
static inline void dcm_gather_rows(const double *rows, const uint32_t *index, uint32_t count,
                                   double *const out[3]) {
  dcm_gather(dcm_row, rows, index, NULL, count, out);
}

/** out[c][k] = rows[3 second[k] + c] - rows[3 first[k] + c] */
static inline void dcm_gather_differences(const double *rows, const uint32_t *first,
                                          const uint32_t *second, uint32_t count,
                                          double *const out[3]) {
  dcm_gather(dcm_row, rows, second, first, count, out);
}

/** Reads codes that were computed as numbers.
 * @return the number of codes that differ from those of before */
static inline uint32_t dcm_take_codes(const double *computed, uint32_t count, const int32_t *before,
                                      int32_t *codes) {
  uint32_t differing = 0;
  for (uint32_t k = 0; k < count; k++) {
    const int32_t code = (int32_t)computed[k];
    differing += code != before[k];
    codes[k] = code;
  }
  return differing;
}

/* A store has as many bytes as the load of the row when the next contact is added: a load of bytes
 * that two stores have left has to wait for both. */
#if defined(__SSE2__)

/** (x, y) of entry k. */
static inline __m128d dcm_first_two(const double vector[3][DCM_CONTACT_ROW], uint32_t k) {
  return _mm_loadh_pd(_mm_load_sd(&vector[0][k]), &vector[1][k]);
}

/** row += entry k of the vector */
static inline void dcm_add_to_row(double *row, const double vector[3][DCM_CONTACT_ROW],
                                  uint32_t k) {
  const double z = row[2] + vector[2][k];
  _mm_storeu_pd(row, _mm_add_pd(_mm_loadu_pd(row), dcm_first_two(vector, k)));
  row[2] = z;
}

/** row -= entry k of the vector */
static inline void dcm_subtract_from_row(double *row, const double vector[3][DCM_CONTACT_ROW],
                                         uint32_t k) {
  const double z = row[2] - vector[2][k];
  _mm_storeu_pd(row, _mm_sub_pd(_mm_loadu_pd(row), dcm_first_two(vector, k)));
  row[2] = z;
}

#else

static inline void dcm_add_to_row(double *row, const double vector[3][DCM_CONTACT_ROW],
                                  uint32_t k) {
  for (int c = 0; c < 3; c++)
    row[c] += vector[c][k];
}

static inline void dcm_subtract_from_row(double *row, const double vector[3][DCM_CONTACT_ROW],
                                         uint32_t k) {
  for (int c = 0; c < 3; c++)
    row[c] -= vector[c][k];
}

#endif

#endif
