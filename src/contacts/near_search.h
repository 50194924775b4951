/* SPDX-License-Identifier: MIT */
/** @file
 * All pairs of spheres that are nearer to each other than their radii and a skin, in the order of a
 * host that goes through bins: for each particle i those with a larger number, by bin and, in a
 * bin, by number. So the list is the host's own, number for number, and is made in less time.
 *
 * Particles that may come first in a pair are sorted into cells of several bins, and their numbers
 * stand in arrays cell after cell: three cells side by side are one stretch, which a vector
 * instruction compares with a particle. The other particles of pairs are gone through in the order
 * of the bins, each among the nine stretches around it. A particle is then found by its partners in
 * the order in which its list has them, and no list needs to be sorted.
 */
#ifndef DCM_CONTACTS_NEAR_SEARCH_H
#define DCM_CONTACTS_NEAR_SEARCH_H

#include <dcm/base.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

#include "numeric/simd.h"
#include "runtime/machine.h"

/* --- The question of a search for near pairs, and the part of the search that is compiled for each
 * instruction set. */

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
  const uint32_t *lowest;             /**< [cells] number in a cell and the two beside it in x */
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

DCM_DECLARE_ISAS(dcm_near_kernel, dcm_near_kernel_run);

typedef struct dcm_near_search dcm_near_search;

/** @return NULL when out of memory; freed by dcm_near_search_destroy */
dcm_near_search *dcm_near_search_create(void);

/** NULL is allowed. */
void dcm_near_search_destroy(dcm_near_search *search);

/** Finds all pairs.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_near_search_run(dcm_near_search *search, const dcm_near_question *question);

/** [first_count] In how many pairs each particle is the first; good until the pairs are written. */
const uint32_t *dcm_near_search_counts(const dcm_near_search *search);

/** Writes the partners of each particle, once after each search, and gives the memory of the search
 * back.
 * @param rows [first_count] where they go: room for as many as dcm_near_search_counts reports */
void dcm_near_search_take(dcm_near_search *search, int *const *rows);

/* --- Pairs on their way from a host into a list, some hundred at a time, so that their numbers are
 * computed by vector instructions and memory is waited for once for many pairs. */

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
DCM_DECLARE_ISAS(dcm_measure_near_pairs, dcm_measure_near_pairs);

#endif
