/* SPDX-License-Identifier: MIT */
/** @file
 * Number of threads that a loop may have. */
#ifndef DCM_RUNTIME_THREADS_H
#define DCM_RUNTIME_THREADS_H

#include <stdint.h>

/** The wanted number, or 1. Threads of OpenMP wait for work in the process that made them: a
 * process forked from that process has no threads, and would wait for them without end. */
uint32_t dcm_threads_of_process(uint32_t wanted);

#endif
