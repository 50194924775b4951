/* SPDX-License-Identifier: MIT */
/** @file
 * Two things that a compiler does not vectorise by itself: rows of three numbers, as hosts keep
 * them for each particle, become a structure of arrays, and comparisons become bits. The functions
 * are those of the instruction set that the file is compiled for. All sets have the same results.
 *
 * Nothing is read beyond the end of a row: the load leaves its fourth number out. Counts are
 * rounded up to whole lanes: indices there must be valid too. */
#ifndef DCM_CONTACTS_ROWS_H
#define DCM_CONTACTS_ROWS_H

#include <stdint.h>

#include "contacts/batch_rows.h"
#include "numeric/simd.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(__AVX2__)

/** (x, y, z, 0) of a row. */
static inline __m256d dcm_row(const double *rows, uint32_t i) {
  return _mm256_maskload_pd(rows + 3 * (uint64_t)i, _mm256_setr_epi64x(-1, -1, -1, 0));
}
#endif

#if defined(__AVX512F__)

/** Rows k and k + 2 of eight, which dcm_store_rows wants side by side. */
static inline __m512d dcm_two_rows(const double *rows, const uint32_t *index) {
  return _mm512_insertf64x4(_mm512_castpd256_pd512(dcm_row(rows, index[0])),
                            dcm_row(rows, index[2]), 1);
}

/** Rows 0 and 2, 1 and 3, 4 and 6, 5 and 7 as x, y and z. */
static inline void dcm_store_rows(double *const out[3], uint32_t k, __m512d r02, __m512d r13,
                                  __m512d r46, __m512d r57) {
  const __m512d low = _mm512_unpacklo_pd(r02, r13), low_2 = _mm512_unpacklo_pd(r46, r57);
  const __m512d high = _mm512_unpackhi_pd(r02, r13), high_2 = _mm512_unpackhi_pd(r46, r57);
  _mm512_store_pd(out[0] + k, _mm512_shuffle_f64x2(low, low_2, 0x88));
  _mm512_store_pd(out[1] + k, _mm512_shuffle_f64x2(high, high_2, 0x88));
  _mm512_store_pd(out[2] + k, _mm512_shuffle_f64x2(low, low_2, 0xdd));
}

/** out[c][k] = rows[3 index[k] + c] */
static inline void dcm_gather_rows(const double *rows, const uint32_t *index, uint32_t count,
                                   double *const out[3]) {
  for (uint32_t k = 0; k < count; k += 8)
    dcm_store_rows(out, k, dcm_two_rows(rows, index + k), dcm_two_rows(rows, index + k + 1),
                   dcm_two_rows(rows, index + k + 4), dcm_two_rows(rows, index + k + 5));
}

/** out[c][k] = rows[3 second[k] + c] - rows[3 first[k] + c] */
static inline void dcm_gather_differences(const double *rows, const uint32_t *first,
                                          const uint32_t *second, uint32_t count,
                                          double *const out[3]) {
  for (uint32_t k = 0; k < count; k += 8) {
    const uint32_t *a = first + k, *b = second + k;
    dcm_store_rows(out, k, _mm512_sub_pd(dcm_two_rows(rows, b), dcm_two_rows(rows, a)),
                   _mm512_sub_pd(dcm_two_rows(rows, b + 1), dcm_two_rows(rows, a + 1)),
                   _mm512_sub_pd(dcm_two_rows(rows, b + 4), dcm_two_rows(rows, a + 4)),
                   _mm512_sub_pd(dcm_two_rows(rows, b + 5), dcm_two_rows(rows, a + 5)));
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

static inline void dcm_gather_rows(const double *rows, const uint32_t *index, uint32_t count,
                                   double *const out[3]) {
  for (uint32_t k = 0; k < count; k += 4)
    dcm_store_rows(out, k, dcm_row(rows, index[k]), dcm_row(rows, index[k + 1]),
                   dcm_row(rows, index[k + 2]), dcm_row(rows, index[k + 3]));
}

static inline void dcm_gather_differences(const double *rows, const uint32_t *first,
                                          const uint32_t *second, uint32_t count,
                                          double *const out[3]) {
  for (uint32_t k = 0; k < count; k += 4) {
    const uint32_t *a = first + k, *b = second + k;
    dcm_store_rows(out, k, _mm256_sub_pd(dcm_row(rows, b[0]), dcm_row(rows, a[0])),
                   _mm256_sub_pd(dcm_row(rows, b[1]), dcm_row(rows, a[1])),
                   _mm256_sub_pd(dcm_row(rows, b[2]), dcm_row(rows, a[2])),
                   _mm256_sub_pd(dcm_row(rows, b[3]), dcm_row(rows, a[3])));
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

static inline void dcm_gather_rows(const double *rows, const uint32_t *index, uint32_t count,
                                   double *const out[3]) {
  for (uint32_t k = 0; k < count; k++) {
    const double *row = rows + 3 * (uint64_t)index[k];
    for (int c = 0; c < 3; c++)
      out[c][k] = row[c];
  }
}

static inline void dcm_gather_differences(const double *rows, const uint32_t *first,
                                          const uint32_t *second, uint32_t count,
                                          double *const out[3]) {
  for (uint32_t k = 0; k < count; k++) {
    const double *a = rows + 3 * (uint64_t)first[k], *b = rows + 3 * (uint64_t)second[k];
    for (int c = 0; c < 3; c++)
      out[c][k] = b[c] - a[c];
  }
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
