/* SPDX-License-Identifier: MIT */
/** @file
 * The pairs of particles that a host found to be near each other, with the state of those that are
 * in contact. Filled anew whenever the host makes a new neighbour list; until then the pairs stay
 * and their contacts begin, persist and end.
 *
 * Pairs stand in blocks of one pair of materials. In each block the pairs in contact come first, so
 * that their numbers are a batch as they stand: a law reads and writes the state in place. Where a
 * contact begins or ends, two pairs of a block change places. Pairs that are farther apart stand in
 * other blocks than those that are in contact or close to it; such a block rests until its
 * particles have moved far enough, with respect to each other, for one of its pairs to touch. The
 * order of pairs, and with it the order in which forces are summed, depends on the order in which
 * they were added, on their distances then, and on the contacts that began and ended, on nothing
 * else.
 *
 * A list belongs to one thread, but dcm_pair_list_sort may run on several, each for other blocks.
 */
#ifndef DCM_CONTACTS_PAIR_LIST_H
#define DCM_CONTACTS_PAIR_LIST_H

#include <dcm/dcm.h>
#include <stddef.h>

#include "contacts/displacement.h"
#include "contacts/near_search.h"
#include "runtime/law.h"

/** Numbers that a contact of particles which are not spheres has beside its state: where the search
 * for it begins in the next step, and the radii of the spheres in the place of the two; see
 * shapes.h. */
enum { DCM_SHAPE_NUMBERS = 5 };

/** Numbers of a contact, at most. */
enum { DCM_MOST_NUMBERS = DCM_MOST_COMPONENTS + DCM_SHAPE_NUMBERS };

/** The numbers of a pair that stay while the list is valid, unless dcm_pair_list_refresh changes
 * them. The radii do not stand side by side: a compiler would load both at once, and a processor
 * waits where it loads at once what has just been stored one by one, for each pair of a new list.
 */
typedef struct dcm_near_pair {
  uint32_t particle_1, particle_2; /**< indices into the host's arrays */
  uint32_t materials;              /**< dcm_law_pair of the two */
  double radius_1;
  double effective_mass; /**< M*, see dcm_effective_mass */
  double radius_2;
  double factor;     /**< by which the host weakens all the pair does; 1 if it does not */
  double distance_2; /**< square of the present distance of the centres */
} dcm_near_pair;

/** Arrays of DCM_BLOCK_CAPACITY entries, aligned as those of a batch. Entries 0 to touching - 1 are
 * contacts; the others up to count are near. */
typedef struct dcm_pair_block {
  uint32_t count;
  uint32_t touching;
  uint32_t materials;
  double gap; /**< a little less than the smallest between two particles of a pair when it was added
               */
  uint32_t first_box, end_box; /**< boxes that the particles are in, see rest of the list */
  uint32_t fresh, fresh_end;   /**< particles fresh to fresh_end - 1: those that contacts of this
                                  block are the first to use, see dcm_pair_list_finish */
  uint32_t shared; /**< where several parts have particles of the block, its number among such
                      blocks, plus 1; else 0. See dcm_pair_list_divide */
  uint64_t owners; /**< bits of the parts, modulo 64, that its particles belong to; likewise */
  /** Bits of the contacts that began since a step cleared them: as they were added or sorted. */
  uint64_t begun[DCM_BLOCK_CAPACITY / 64];
  uint32_t *particle_1, *particle_2;
  double *radius_1, *radius_2;
  double *effective_mass;
  double *persist_2; /**< square of the distance up to which a contact persists; NULL where the law
                          does not reach: as long as the two touch */
  double *factor;    /**< NULL where none differs from 1 */
  double **history;  /**< [component][pair] of contacts; else undefined. NULL for components that
                          dcm_law_keeps denies */
  double *start[3];  /**< of pairs that are not of spheres: where the search begins, see
                          dcm_stand_ins, or null vectors; else NULL */
} dcm_pair_block;

/** Where a pair stands in a list. */
typedef struct dcm_pair_place {
  uint32_t block, entry;
} dcm_pair_place;

/** Filled by dcm_pair_list_divide. */
typedef struct dcm_pair_parts {
  uint32_t count;  /**< 0: the list is not divided */
  uint32_t *first; /**< [count + 1] block of each, and the number of blocks */
  uint8_t *owner;  /**< [particles] the part that a particle belongs to */
  uint32_t particles;
  uint32_t shared; /**< number of blocks that have particles of several parts */
  size_t first_room, owner_room;
} dcm_pair_parts;

typedef struct dcm_pair_list {
  dcm_pair_block *blocks;
  uint32_t block_count;

  uint32_t history_width;
  int reaches;         /**< contacts may persist beyond touching */
  int begins_at_reach; /**< and begin there */
  int weighted;        /**< there are factors */
  int shaped;    /**< the particles are not spheres: radii of contacts are those of the spheres
                      in their place */
  uint64_t kept; /**< dcm_law.kept */

  /** The first pair for which the law's answer was no distance; found is 0 if there is none. */
  struct {
    int found;
    uint32_t particle_1, particle_2;
    double reach;
  } refused;

  uint32_t block_room; /**< blocks that have memory; those beyond block_count wait for use */
  void **chunks;       /**< [chunk_count] of that memory, each of several blocks */
  uint32_t chunk_count;
  uint32_t *open; /**< [pair of materials][kind of gap] number of its block that has room, plus 1;
                       0: none */
  uint32_t kinds; /**< of pairs of materials */

  /** For blocks to rest, see dcm_pair_list_finish. */
  struct {
    int allowed;
    int measured;     /**< boxes are those of this step */
    double *position; /**< [particles][3] when the pairs were added */
    uint32_t particles, room;
    double *boxes;   /**< of the displacements since, see dcm_displacement_boxes */
    uint32_t *of;    /**< [of_room] numbers of the boxes of block after block */
    uint32_t *taken; /**< [box] the last block that has it, plus 1 */
    size_t of_room;
  } rest;

  dcm_pair_parts parts;

  /** For dcm_pair_list_find: the contacts of each particle 1 as a chain. Made when first asked for.
   */
  struct {
    int valid;
    uint32_t *first; /**< [particle] place of the first contact, as block * DCM_BLOCK_CAPACITY +
                          entry + 1; 0: none */
    uint32_t *next;  /**< [place] of the next contact of the same particle */
    uint32_t particles;
    size_t places;
  } index;
} dcm_pair_list;

/** An empty list. @return NULL when out of memory; freed by dcm_pair_list_destroy */
dcm_pair_list *dcm_pair_list_create(void);

/** NULL is allowed. */
void dcm_pair_list_destroy(dcm_pair_list *list);

/** Says whether the particles are spheres, as they are without this call. Before pairs are added,
 * the list has to be cleared. */
void dcm_pair_list_shape(dcm_pair_list *list, int shaped);

/** Empties the list for pairs of a law, whose contacts are forgotten without a word to it.
 * @param weighted whether some of the pairs to come have factors other than 1
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_list_clear(dcm_pair_list *list, const dcm_law *law, int weighted);

/** Adds a pair.
 * @param law      that of dcm_pair_list_clear
 * @param touching whether it is in contact: it touches, or it has touched and a state is given
 * @param state    [history_width] of the contact, as seen from particle 1, and behind them the
 *                 DCM_SHAPE_NUMBERS of a list whose particles are not spheres; NULL: it begins now
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_list_add(dcm_pair_list *list, const dcm_law *law, const dcm_near_pair *pair,
                          int touching, const double *state);

/** Adds pair k, which is in contact, as dcm_pair_list_add does. */
int32_t dcm_pair_list_add_contact(dcm_pair_list *list, const dcm_law *law,
                                  const dcm_near_pairs *pairs, uint32_t k, const double *state);

/** Adds pairs first to end - 1, none of which is in contact. */
int32_t dcm_pair_list_add_apart(dcm_pair_list *list, const dcm_law *law,
                                const dcm_near_pairs *pairs, uint32_t first, uint32_t end);

/** To be called after the last pair was added, and before the first step. Finds for each block the
 * particles that it is the first to use, so that their numbers can be prefetched. Most hosts number
 * particles by where they are. Where a host does not, other particles are prefetched, and no result
 * changes. Also lets blocks rest: from then on a step leaves out each block of which no pair can
 * touch yet. The step finds these blocks by how far their particles have moved, which is exact.
 * Where too few pairs could rest to be worth that search, none do.
 * @param law       that of dcm_pair_list_clear
 * @param position  [particles][3] that the distances of the pairs are those of; copied
 * @param particles that there are; 0: no block rests
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_list_finish(dcm_pair_list *list, const dcm_law *law, const double *position,
                             uint32_t particles);

/** Whether the block can be left out in this step. */
static inline int dcm_pair_block_rests(const dcm_pair_list *list, const dcm_pair_block *block) {
  return list->rest.measured && block->touching == 0 && block->first_box < block->end_box &&
         block->gap > dcm_largest_closing(list->rest.boxes, list->rest.of + block->first_box,
                                          block->end_box - block->first_box);
}

/** Takes over another law of the same model, which may keep more of a state, or reach where the one
 * before did not; to be called before the pairs are refreshed. Components that were not kept are
 * zero.
 * @return DCM_OK, or DCM_ERROR when out of memory: the list is as before */
int32_t dcm_pair_list_adopt(dcm_pair_list *list, const dcm_law *law);

/** The state of a contact, zero where it is not kept.
 * @param state [history_width] filled, and behind them DCM_SHAPE_NUMBERS of a list whose particles
 *              are not spheres */
static inline void dcm_pair_list_state(const dcm_pair_list *list, dcm_pair_place place,
                                       double *state) {
  const dcm_pair_block *b = &list->blocks[place.block];
  for (uint32_t c = 0; c < list->history_width; c++)
    state[c] = b->history[c] ? b->history[c][place.entry] : 0.0;
  if (!list->shaped)
    return;
  for (int d = 0; d < 3; d++)
    state[list->history_width + d] = b->start[d][place.entry];
  state[list->history_width + 3] = b->radius_1[place.entry];
  state[list->history_width + 4] = b->radius_2[place.entry];
}

/** Gives a pair the radii of the spheres in the place of its particles. */
void dcm_pair_list_set_radii(dcm_pair_list *list, const dcm_law *law, dcm_pair_block *block,
                             uint32_t k, double radius_1, double radius_2);

/** Takes over new radii and masses of a pair that stands in the list. Contacts of particles that
 * are not spheres keep their radii. */
void dcm_pair_list_refresh(dcm_pair_list *list, const dcm_law *law, uint32_t block, uint32_t k,
                           double radius_1, double radius_2, double effective_mass);

/** Begins and ends contacts of a block by the present distances.
 * @param distance_2 [count] squares of the distances
 * @param beside     arrays that, with distance_2, change places as their pairs do; [beside_count]
 */
void dcm_pair_list_sort(dcm_pair_list *list, const dcm_law *law, uint32_t block, double *distance_2,
                        double *const *beside, uint32_t beside_count);

/** Finds the contact of two particles, particle_1 first.
 * @return nonzero if there is one; 0 also when out of memory */
int dcm_pair_list_find(dcm_pair_list *list, uint32_t particle_1, uint32_t particle_2,
                       dcm_pair_place *place);

/** Bytes in use. */
size_t dcm_pair_list_memory(const dcm_pair_list *list);

#endif
