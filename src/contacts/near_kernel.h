/* SPDX-License-Identifier: MIT */
/** @file
 * The question of a search for near pairs, and the part of the search that is compiled for each
 * instruction set. */
#ifndef DCM_CONTACTS_NEAR_KERNEL_H
#define DCM_CONTACTS_NEAR_KERNEL_H

#include <dcm/base.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/isa.h"

/** The bins of a host, and which of them it looks into from a bin. Bin (x, y, z) has the number
 * (z across[1] + y) across[0] + x. */
typedef struct dcm_host_bins {
  int across[3];   /**< number of bins in each direction */
  int reach[3];    /**< bins farther away, in one direction, the host does not look into */
  const int *head; /**< [bins] the first particle of a bin; negative: there is none */
  const int *next; /**< [particles] the next one in its bin, of a larger number; negative: none */
  const int *of;   /**< [particles] the bin of each */
  const int *stencil; /**< [stencil_count] what the host adds to a bin's number, ascending */
  int stencil_count;
  double
      surely_2; /**< square of a distance: nearer particles are in bins that the host looks into */
} dcm_host_bins;

/** Particles between which pairs are looked for, as the host has them. */
typedef struct dcm_near_question {
  dcm_host_bins bins;
  const double *position; /**< [particles][3] */
  const double *radius;   /**< [particles] */
  uint32_t first_count;   /**< particle i of a pair is one of those below */
  uint32_t particles;
  double skin;
  uint32_t threads; /**< that share the work; the answer does not depend on their number */
  /** Nonzero for pairs that are left out; NULL: none are. All threads call this. */
  int (*leaves_out)(void *data, uint32_t i, uint32_t j);
  void *data;
} dcm_near_question;

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
