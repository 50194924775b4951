/* SPDX-License-Identifier: MIT */
/** @file
 * Functions that vectorise, which those of the C library do not: a cube root and an arc tangent. */
#ifndef DCM_MECHANICS_ELEMENTARY_H
#define DCM_MECHANICS_ELEMENTARY_H

#include <math.h>
#include <stdint.h>

#include "numeric/simd.h"

/** Cube root of x >= 0, to a few units in the last place for normal numbers; 0 for 0. There is no
 * division, which costs vectors as much as ten multiplications.
 *
 * The first guess, of y = x^(-1/3), divides the exponent by minus three: the bits of a double, read
 * as an integer, are nearly 2^52 (log2 x + 1023), so those of y are four thirds of 1023 * 2^52, a
 * little less to spread the error to both sides, minus a third of them. A third is summed as
 * 1/4 + 1/16 + ... by shifts, because instruction sets have no vector division of integers. The
 * guess is within 4 %. Two steps of Householder's method, y (1 + e/3 + 2 e^2/9) with e = 1 - x y^3,
 * cube the error. The root is c = x y^2; a step of Newton's method in c, with y^2 for 1/c^2, leaves
 * only rounding. */
static inline double dcm_cube_root(double x) {
  union {
    double number;
    uint64_t bits;
  } guess = {.number = x};
  uint64_t third = (guess.bits >> 2) + (guess.bits >> 4);
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  guess.bits = UINT64_C(0x553ef126f05b439c) - third;
  double y = guess.number;
  for (int i = 0; i < 2; i++) {
    const double e = 1.0 - x * y * (y * y);
    y += y * e * (1.0 / 3.0 + 2.0 / 9.0 * e);
  }
  const double square = y * y;
  const double c = x * square;
  return c - (c * c * c - x) * square * (1.0 / 3.0);
}

/* --- The arc tangent. */

/** Arc tangent of 0 <= x <= 3, to a few units in the last place.
 *
 * The angle is halved three times, tan(a/2) = t/(1 + sqrt(1 + t^2)), which leaves t <= 0.157. The
 * first term of the series that is left out, t^21/21, is then below 10^-17 of t. */
DCM_SPECIALISED double dcm_arc_tangent(double x) {
  double t = x;
  for (int i = 0; i < 3; i++)
    t /= 1.0 + sqrt(1.0 + t * t);
  const double s = t * t;
  double series = 0.0;
  for (int n = 19; n >= 1; n -= 2)
    series = 1.0 / n - s * series;
  return 8.0 * t * series;
}

#endif
