/* SPDX-License-Identifier: MIT */
/** @file
 * Pairs on their way from a host into a list, some hundred at a time, so that their numbers are
 * computed by vector instructions and memory is waited for once for many pairs. */
#ifndef DCM_CONTACTS_NEAR_PAIRS_H
#define DCM_CONTACTS_NEAR_PAIRS_H

#include <stdalign.h>
#include <stdint.h>

#include "numeric/simd.h"
#include "runtime/machine.h"

/** Room of a block, and of arrays beside it: a line of the cache more, so that entry k of one does
 * not share its place in the cache with entry k of all others. */
enum { DCM_BLOCK_CAPACITY = 256, DCM_BLOCK_ROW = DCM_BLOCK_CAPACITY + DCM_LANES };

/** Pairs of one block are alike in their gap: contacts and pairs that nearly touch, and kinds that
 * are farther and farther apart. */
enum { DCM_GAP_KINDS = 6 };

/** Kind of a gap, 0 for contacts and pairs that nearly touch. Which kind cannot be foretold, so
 * that branches would cost more than comparisons.
 * @param sum of the radii */
static inline uint32_t dcm_gap_kind(double gap, double sum) {
  return (uint32_t)(gap > 0.001 * sum) + (gap > 0.003 * sum) + (gap > 0.01 * sum) +
         (gap > 0.03 * sum) + (gap > 0.06 * sum);
}

/** Entries count on are rounded up to whole lanes. */
typedef struct dcm_near_pairs {
  uint32_t count; /**< at most DCM_BLOCK_CAPACITY */

  /* The host fills these. */
  alignas(DCM_ALIGNMENT) uint32_t particle_1[DCM_BLOCK_ROW], particle_2[DCM_BLOCK_ROW];
  uint32_t materials[DCM_BLOCK_ROW]; /**< dcm_law_pair of the two */
  double factor[DCM_BLOCK_ROW];      /**< see dcm_near_pair */

  /* dcm_measure_near_pairs fills these. */
  alignas(DCM_ALIGNMENT) double distance_2[DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) double radius_1[DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) double radius_2[DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) double effective_mass[DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) double gap[DCM_BLOCK_ROW];    /**< negative where the two overlap */
  alignas(DCM_ALIGNMENT) uint32_t kind[DCM_BLOCK_ROW]; /**< dcm_gap_kind of the gap */
  uint8_t touching[DCM_BLOCK_ROW];                     /**< whether the two touch */
} dcm_near_pairs;

/** The particles of a host. */
typedef struct dcm_near_particles {
  const double *position; /**< [particles][3] */
  const double *radius, *mass;
  const int *groups; /**< bits of the groups that a particle is in */
  int fixed;         /**< bits of those that contacts cannot move, see dcm_effective_mass */
} dcm_near_particles;

/** Measures the pairs: of each instruction set. All have the same results. */
typedef void dcm_measure_near_pairs(dcm_near_pairs *pairs, const dcm_near_particles *particles);
#define DCM_DECLARE_MEASURE(symbol, isa) dcm_measure_near_pairs symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_MEASURE, dcm_measure_near_pairs)
#undef DCM_DECLARE_MEASURE

#endif
