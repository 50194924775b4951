/* SPDX-License-Identifier: MIT */
/** @file
 * Time that passes, for limits and measurements. */
#ifndef DCM_CHECK_CLOCK_H
#define DCM_CHECK_CLOCK_H

#include <time.h>

/** Seconds since some moment, always the same while the program runs. */
static inline double dcm_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
