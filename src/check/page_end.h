/* SPDX-License-Identifier: MIT */
/** @file
 * Memory that ends where a page ends behind which there is none: whoever reads or writes beyond it
 * is caught in the act. */
#ifndef DCM_CHECK_PAGE_END_H
#define DCM_CHECK_PAGE_END_H

#include <stddef.h>

/** @param bytes a multiple of the alignment of what is to stand there
 * @return zeroed memory, given back by dcm_page_end_free; NULL when out of memory */
void *dcm_page_end_take(size_t bytes);

/** @param place NULL is allowed */
void dcm_page_end_free(void *place, size_t bytes);

/** Lets nobody write there, or everybody again. */
void dcm_page_end_lock(void *place, size_t bytes, int is_locked);

/** Whether an address lies in the page behind, where no memory is. */
int dcm_page_end_is_behind(const void *place, size_t bytes, const void *address);

#endif
