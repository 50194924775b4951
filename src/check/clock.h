/* SPDX-License-Identifier: MIT */
/** @file
 * Time that passes, and time that a process takes, for limits and measurements. */
#ifndef DCM_CHECK_CLOCK_H
#define DCM_CHECK_CLOCK_H

#include <sys/types.h>
#include <time.h>

/** Seconds since some moment, always the same while the program runs. */
static inline double dcm_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/** Seconds that processors have worked for a process, all its threads together; 0 if nobody tells.
 * What else the machine does is not in it.
 * @param process 0: the one that asks */
static inline double dcm_processor_seconds(pid_t process) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &used))
    return 0.0;
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

#endif
