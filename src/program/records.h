/* SPDX-License-Identifier: MIT */
/** @file
 * Records of callers, who may know another length of them: the longer one is of a later version. */
#ifndef DCM_PROGRAM_RECORDS_H
#define DCM_PROGRAM_RECORDS_H

#include <stddef.h>
#include <string.h>

/** Reads record k; what the caller's record lacks is zero. */
static inline void dcm_record_read(void *to, size_t size, const void *records, size_t record_size,
                                   size_t k) {
  memset(to, 0, size);
  memcpy(to, (const char *)records + k * record_size, size < record_size ? size : record_size);
}

/** Writes record k, as much as the caller's record has. */
static inline void dcm_record_write(void *records, size_t record_size, size_t k, const void *from,
                                    size_t size) {
  memcpy((char *)records + k * record_size, from, size < record_size ? size : record_size);
}

#endif
