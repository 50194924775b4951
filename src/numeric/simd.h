/* SPDX-License-Identifier: MIT */
/** @file
 * The loop of a law over the contacts of a batch: how it is marked and how it is specialised. */
#ifndef DCM_NUMERIC_SIMD_H
#define DCM_NUMERIC_SIMD_H

#include <dcm/base.h>
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

#endif
