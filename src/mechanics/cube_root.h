/* SPDX-License-Identifier: MIT */
/** @file
 * A cube root that vectorises, which that of the C library does not. */
#ifndef DCM_MECHANICS_CUBE_ROOT_H
#define DCM_MECHANICS_CUBE_ROOT_H

#include <stdint.h>

/** Cube root of x >= 0, to a few units in the last place for normal numbers; 0 for 0.
 *
 * The first guess divides the exponent by three: the bits of a double, read as an integer, are
 * nearly 2^52 (log2 x + 1023), so those of the root are a third of them plus two thirds of 1023 *
 * 2^52, a little less to spread the error to both sides. A third is summed as 1/4 + 1/16 + ... by
 * shifts, because instruction sets have no vector division of integers. The guess is within 4 %;
 * each of the three steps of Halley's method cubes the error. */
static inline double dcm_cube_root(double x) {
  union {
    double number;
    uint64_t bits;
  } guess = {.number = x};
  uint64_t third = (guess.bits >> 2) + (guess.bits >> 4);
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  guess.bits = third + UINT64_C(0x2a9f7893782da1ce);
  double y = guess.number;
  for (int i = 0; i < 3; i++) {
    const double cube = y * y * y;
    y *= (cube + 2.0 * x) / (2.0 * cube + x);
  }
  return x > 0.0 ? y : 0.0;
}

#endif
