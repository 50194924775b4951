/* SPDX-License-Identifier: MIT */
/** @file
 * Pages of memory that nobody may use, or only read: an access is a fault at once. */
#ifndef DCM_CHECK_PAGES_H
#define DCM_CHECK_PAGES_H

#include <stddef.h>

size_t dcm_page_size(void);

/** So many pages of zeros, an inaccessible page before the first one and behind each. Ends the
 * process where there is no memory, as nothing can be checked then.
 * @return the first page; it lasts as long as the process */
char *dcm_pages_with_fences(size_t count);

/** @param place in a page
 * @param rights PROT_* of the page */
void dcm_page_protect(const void *place, int rights);

/** Calls a function at each access to inaccessible memory, until the process ends. If the function
 * returns, the process crashes as without it. */
void dcm_faults_visit(void (*report)(void *data, const char *address), void *data);

#endif
