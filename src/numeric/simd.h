/* SPDX-License-Identifier: MIT */
/** @file
 * The loop of a law over the contacts of a batch: how it is marked and how it is specialised, and a
 * cube root and an arc tangent for it. */
#ifndef DCM_NUMERIC_SIMD_H
#define DCM_NUMERIC_SIMD_H

#include <dcm/base.h>
#include <math.h>
#include <stdint.h>

/** States what the contract guarantees, that no contact's entries are written while those of
 * another are read, so that the compiler need not check some forty pointers against each other
 * before it vectorises. Within a contact the order stands: an array that is history in and out is
 * read first. Takes effect with -fopenmp-simd; without it the loop is scalar, with the same
 * results. */
#define DCM_SIMD _Pragma("omp simd")

/** Marks a loop that also adds up a number, in any order. */
#define DCM_SIMD_SUM(sum) DCM_PRAGMA(omp simd reduction(+ : sum))

/** Marks a loop that finds the largest of some numbers. */
#define DCM_SIMD_MAX(largest) DCM_PRAGMA(omp simd reduction(max : largest))

#define DCM_PRAGMA(text) _Pragma(#text)

/** A count rounded up to whole lanes, for which every array has room. A loop of this length has no
 * remainder that would run entry by entry. */
static inline uint32_t dcm_whole_lanes(uint32_t count) {
  return (count + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
}

/** The external name of a symbol in a source file that is compiled once for each instruction set.
 * dcm_add_per_isa in cmake/InstructionSets.cmake defines DCM_ISA. */
#define DCM_ISA_NAME(symbol) DCM_JOIN_ISA(symbol, DCM_ISA)
#define DCM_JOIN_ISA(symbol, isa) DCM_JOIN_WORDS(symbol, isa)
#define DCM_JOIN_WORDS(symbol, isa) symbol##_##isa
#ifndef DCM_ISA
#define DCM_ISA baseline
#endif

/** A function that is compiled anew, without branches, for each set of constant arguments; and a
 * part of the body of a loop, which a call would keep from vectorising. */
#define DCM_SPECIALISED static inline __attribute__((always_inline))

/** Stands before each call of a loop that must vectorise. The check of the build defines it, to
 * count these calls: cmake/CheckVectorisation.cmake. */
#ifndef DCM_VECTOR_LOOP
#define DCM_VECTOR_LOOP
#endif

/** Calls loop(..., condition) with a constant in the place of a condition: two loops in the object
 * code, each of which must vectorise. */
#define DCM_TWO_LOOPS(condition, loop, ...)                                                        \
  do {                                                                                             \
    if (condition)                                                                                 \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, 1);                                                        \
    else                                                                                           \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, 0);                                                        \
  } while (0)

/** Calls loop(..., condition_1, condition_2), likewise: four loops. */
#define DCM_FOUR_LOOPS(condition_1, condition_2, loop, ...)                                        \
  do {                                                                                             \
    if (condition_1)                                                                               \
      DCM_TWO_LOOPS(condition_2, loop, __VA_ARGS__, 1);                                            \
    else                                                                                           \
      DCM_TWO_LOOPS(condition_2, loop, __VA_ARGS__, 0);                                            \
  } while (0)

/* --- Functions that vectorise, which those of the C library do not. */

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
  } guess;
  guess.number = x;
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
