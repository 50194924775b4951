/* SPDX-License-Identifier: MIT */
/** @file
 * Contents of the handles of libdcm. */
#ifndef DCM_PROGRAM_LIBRARY_H
#define DCM_PROGRAM_LIBRARY_H

#include <string.h>

#include "program/dcm/libdcm.h"
#include "runtime/law.h"
#include "runtime/library.h"
#include "runtime/settings.h"

/** Lines of text that messages of laws are kept in; what has no room any more is left out. */
typedef struct dcm_lines {
  char text[4096];
  size_t used;
} dcm_lines;

struct dcm_api_library {
  dcm_loaded_library *loaded;
  dcm_lines warnings;
};

struct dcm_api_materials {
  const dcm_api_library *library;
  dcm_settings *settings;
  dcm_law *law; /**< NULL until all is set */
  dcm_lines warnings;
};

/** A dcm_log_function that keeps warnings; the data are dcm_lines. */
void dcm_lines_take(void *lines, uint32_t level, const char *message);

/** Writes a sentence to a message of a caller, which may be NULL. @return DCM_API_FAILED */
int dcm_api_fail(dcm_api_message *message, const dcm_error *error);

/** Whether the law of the materials is made; a sentence if not. */
int dcm_api_is_ready(const dcm_api_materials *materials, dcm_error *error);

/* Records of callers, who may know another length of them: the longer one is of a later version. */

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
