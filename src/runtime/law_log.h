/* SPDX-License-Identifier: MIT */
/** @file
 * The messages of a law, from init to destroy and from any thread. */
#ifndef DCM_RUNTIME_LAW_LOG_H
#define DCM_RUNTIME_LAW_LOG_H

#include <dcm/dcm.h>

#include "runtime/error.h"

/** Passes messages of a law on to the log of a host, one at a time. Messages of level DCM_LOG_ERROR
 * are not passed on: the last one is kept as the reason of a function that returns DCM_ERROR. The
 * caller sets the first two fields and zeroes the others. */
typedef struct dcm_law_log {
  dcm_log_function log;
  void *log_data;
  char busy;
  dcm_error reason; /**< empty: none was given */
} dcm_law_log;

/** A level of this version; a level of a later version becomes DCM_LOG_INFO. */
static inline uint32_t dcm_known_level(uint32_t level) {
  return level <= DCM_LOG_ERROR ? level : (uint32_t)DCM_LOG_INFO;
}

/** The log function of an instance; the data are a dcm_law_log. */
void dcm_law_log_take(void *law_log, uint32_t level, const char *message);

#endif
