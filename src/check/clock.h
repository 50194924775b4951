/* SPDX-License-Identifier: MIT */
/** @file
 * Time that passes, and time that a process takes, for limits and measurements. */
#ifndef DCM_CHECK_CLOCK_H
#define DCM_CHECK_CLOCK_H

#include <sys/types.h>
#include <time.h>

/** Seconds since a fixed moment. */
static inline double dcm_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/** Processor time of a process in seconds, all threads together, without other work of the machine;
 * 0 if the system does not tell.
 * @param process 0: the calling process */
static inline double dcm_processor_seconds(pid_t process) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &used))
    return 0.0;
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

#endif
