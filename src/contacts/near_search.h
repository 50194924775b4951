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

#include "contacts/near_kernel.h"

typedef struct dcm_near_search dcm_near_search;

/** @return NULL when out of memory; freed by dcm_near_search_destroy */
dcm_near_search *dcm_near_search_create(void);

/** NULL is allowed. */
void dcm_near_search_destroy(dcm_near_search *search);

/** Finds all pairs.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_near_search_run(dcm_near_search *search, const dcm_near_question *question);

/** [first_count] In how many pairs each particle is the first; good until the next search. */
const uint32_t *dcm_near_search_counts(const dcm_near_search *search);

/** Writes the partners of each particle, once after each search.
 * @param rows [first_count] where they go: room for as many as dcm_near_search_counts tells */
void dcm_near_search_take(dcm_near_search *search, int *const *rows);

/** Bytes in use. */
size_t dcm_near_search_memory(const dcm_near_search *search);

#endif
