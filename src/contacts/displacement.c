/* SPDX-License-Identifier: MIT */
#include "contacts/displacement.h"

#include <dcm/base.h>
#include <math.h>
#include <stdalign.h>

#include "numeric/simd.h"

double DCM_ISA_NAME(dcm_largest_square)(const double *now, const double *then, size_t count) {
  double largest = 0.0;
  DCM_SIMD_MAX(largest)
  for (size_t k = 0; k < count; k++) {
    const double d = now[k] - then[k];
    largest = d * d > largest ? d * d : largest;
  }
  return largest;
}

/* Displacements are gone through as numbers, eight rows of three at a time: of number n the
 * direction is n % 3. */
enum { EIGHT_ROWS = 24 };

/** The box of at most DCM_POINTS_OF_BOX points, at least one. */
DCM_SPECIALISED void find_box(const double *now, const double *then, size_t count, double *box) {
  const size_t numbers = 3 * count;
  alignas(DCM_ALIGNMENT) double low[EIGHT_ROWS], high[EIGHT_ROWS], sum[EIGHT_ROWS] = {0.0};
  for (int n = 0; n < EIGHT_ROWS; n++)
    low[n] = high[n] = now[n % 3] - then[n % 3];
  size_t at = 0;
  for (; at + EIGHT_ROWS <= numbers; at += EIGHT_ROWS) {
    DCM_SIMD
    for (int n = 0; n < EIGHT_ROWS; n++) {
      const double d = now[at + n] - then[at + n];
      low[n] = d < low[n] ? d : low[n];
      high[n] = d > high[n] ? d : high[n];
      sum[n] += d;
    }
  }
  for (; at < numbers; at++) {
    const double d = now[at] - then[at];
    low[at % 3] = d < low[at % 3] ? d : low[at % 3];
    high[at % 3] = d > high[at % 3] ? d : high[at % 3];
    sum[at % 3] += d;
  }
  for (int half = EIGHT_ROWS / 2; half >= 3; half /= 2)
    for (int n = 0; n < half; n++) {
      low[n] = low[n + half] < low[n] ? low[n + half] : low[n];
      high[n] = high[n + half] > high[n] ? high[n + half] : high[n];
      sum[n] += sum[n + half];
    }
  /* Comparisons pass over what is not a number; a sum does not. */
  const int are_finite = 0.0 * (sum[0] + sum[1] + sum[2]) == 0.0;
  for (int c = 0; c < 3; c++) {
    box[c] = are_finite ? low[c] : -INFINITY;
    box[c + DCM_BOX_NUMBERS / 2] = are_finite ? -high[c] : -INFINITY;
  }
  box[3] = box[7] = 0.0;
}

void DCM_ISA_NAME(dcm_displacement_boxes)(const double *now, const double *then, size_t count,
                                          double *boxes) {
  for (size_t first = 0; first < count; first += DCM_POINTS_OF_BOX) {
    const size_t left = count - first;
    find_box(now + 3 * first, then + 3 * first, left < DCM_POINTS_OF_BOX ? left : DCM_POINTS_OF_BOX,
             boxes);
    boxes += DCM_BOX_NUMBERS;
  }
}
