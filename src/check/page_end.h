/* SPDX-License-Identifier: MIT */
/** @file
 * Memory that ends at the end of a page without a page behind: an access beyond the end is a fault
 * at once. */
#ifndef DCM_CHECK_PAGE_END_H
#define DCM_CHECK_PAGE_END_H

#include <stddef.h>

/** @param bytes a multiple of the alignment of the content @return zeroed memory, freed by
 * dcm_page_end_free; NULL when out of memory */
void *dcm_page_end_take(size_t bytes);

/** @param place NULL is allowed */
void dcm_page_end_free(void *place, size_t bytes);

/** Forbids writes, or allows writes again. */
void dcm_page_end_lock(void *place, size_t bytes, int is_locked);

/** Forbids every access. */
void dcm_page_end_forbid(void *place, size_t bytes);

size_t dcm_page_size(void);

/** So many rooms in a row, an inaccessible page before the first one and behind each.
 * @param bytes of a room, a multiple of dcm_page_size
 * @return the first room, zeroed, freed by dcm_page_fences_free; NULL when out of memory */
void *dcm_page_fences(size_t rooms, size_t bytes);

/** @param first NULL is allowed */
void dcm_page_fences_free(void *first, size_t rooms, size_t bytes);

/** Whether an address lies in the missing page behind. */
int dcm_page_end_is_behind(const void *place, size_t bytes, const void *address);

#endif
