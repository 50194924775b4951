/* SPDX-License-Identifier: MIT */
#include "contacts/displacement.h"

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
