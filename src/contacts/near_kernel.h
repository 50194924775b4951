/* SPDX-License-Identifier: MIT */
/** @file
 * The part of the search for near pairs that is compiled for each instruction set. */
#ifndef DCM_CONTACTS_NEAR_KERNEL_H
#define DCM_CONTACTS_NEAR_KERNEL_H

#include "contacts/near_search.h"
#include "runtime/isa.h"

/** Particles that may come first in a pair, sorted into cells. Around the cells of the bins is one
 * layer of empty cells. */
typedef struct dcm_near_cells {
  const uint32_t *start;              /**< [cells + 1] */
  size_t across[2];                   /**< cells from one to the next in y, and in z */
  const double *position[3], *radius; /**< [particles], with room for DCM_LANES more */
  const double *number;               /**< the particle's, as a double: likewise */
} dcm_near_cells;

/** The other particles of pairs, in the order in which lists have them. */
typedef struct dcm_near_others {
  const uint32_t *particle;
  const uint32_t *cell;
  size_t count;
} dcm_near_others;

/** Goes through others from one on, until all are done or there may be no room for the pairs of the
 * next one.
 * @param hits     [room] the first particles of pairs, one other after the other
 * @param hits_end [others.count] for each other the number of hits up to its last one
 * @return the first other that was not done */
typedef size_t dcm_near_kernel(const dcm_near_question *question, const dcm_near_cells *cells,
                               const dcm_near_others *others, size_t first, uint32_t *hits,
                               size_t room, size_t *hits_end);

#define DCM_DECLARE_NEAR(symbol, isa) dcm_near_kernel symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_NEAR, dcm_near_kernel_run)
#undef DCM_DECLARE_NEAR

#endif
