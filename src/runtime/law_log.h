/* SPDX-License-Identifier: MIT */
/** @file
 * What a law says, from init to destroy and from any thread. */
#ifndef DCM_RUNTIME_LAW_LOG_H
#define DCM_RUNTIME_LAW_LOG_H

#include <dcm/dcm.h>

#include "runtime/error.h"

/** Passes messages of a law on to the log of a host, one at a time, but for those of level
 * DCM_LOG_ERROR: the last of them is kept, as the reason of a function that answers DCM_ERROR.
 * Zeroed but for the first two. */
typedef struct dcm_law_log {
  dcm_log_function log;
  void *log_data;
  char busy;
  dcm_error reason; /**< empty: none was given */
} dcm_law_log;

/** A level of this version: one of a later version is DCM_LOG_INFO. */
static inline uint32_t dcm_known_level(uint32_t level) {
  return level <= DCM_LOG_ERROR ? level : (uint32_t)DCM_LOG_INFO;
}

/** The log of an instance, whose data are a dcm_law_log. */
void dcm_law_log_take(void *law_log, uint32_t level, const char *message);

#endif
