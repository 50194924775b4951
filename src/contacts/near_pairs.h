/* SPDX-License-Identifier: MIT */
/** @file
 * Pairs on their way from a host into a list, some hundred at a time, so that their numbers are
 * computed by vector instructions and memory is waited for once for many pairs. */
#ifndef DCM_CONTACTS_NEAR_PAIRS_H
#define DCM_CONTACTS_NEAR_PAIRS_H

#include <stdalign.h>

#include "contacts/pair_list.h"
#include "runtime/isa.h"

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

/** Adds pair k, as dcm_pair_list_add does. */
int32_t dcm_pair_list_add_near(dcm_pair_list *list, const dcm_law *law, const dcm_near_pairs *pairs,
                               uint32_t k, int touching, const double *state);

#endif
