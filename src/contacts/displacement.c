/* SPDX-License-Identifier: MIT */
#include "contacts/displacement.h"

#include <dcm/base.h>
#include <math.h>
#include <stdalign.h>

#include "mechanics/simd.h"

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

double DCM_ISA_NAME(dcm_displacement_spread)(const double *now, const double *then, size_t count) {
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
    low[at % 3] = fmin(low[at % 3], d);
    high[at % 3] = fmax(high[at % 3], d);
    sum[at % 3] += d;
  }
  double diagonal_2 = 0.0;
  for (int c = 0; c < 3; c++) {
    double least = low[c], most = high[c];
    for (int n = c; n < EIGHT_ROWS; n += 3) {
      least = fmin(least, low[n]);
      most = fmax(most, high[n]);
      /* Comparisons pass over what is not a number; a sum does not. */
      diagonal_2 += 0.0 * sum[n];
    }
    diagonal_2 += (most - least) * (most - least);
  }
  return sqrt(diagonal_2);
}
