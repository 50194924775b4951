/* SPDX-License-Identifier: MIT */
/** @file
 * How many threads a loop may have. */
#ifndef DCM_RUNTIME_THREADS_H
#define DCM_RUNTIME_THREADS_H

#include <stdint.h>

/** As many as are wanted, or 1. Threads of OpenMP wait for work in the process that made them: a
 * process forked from that one has none, and would wait for them without end. */
uint32_t dcm_threads_of_process(uint32_t wanted);

#endif
