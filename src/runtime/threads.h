/* SPDX-License-Identifier: MIT */
/** @file
 * Work that several threads share. */
#ifndef DCM_RUNTIME_THREADS_H
#define DCM_RUNTIME_THREADS_H

#include <stdint.h>

/** Whether this build has threads. */
int dcm_threads_available(void);

/** The wanted number, or 1. Threads of OpenMP wait for work in the process that made them: a
 * process forked from that process has no threads, and would wait for them without end. */
uint32_t dcm_threads_of_process(uint32_t wanted);

/** Does part number `part` of some work. */
typedef void dcm_part_of_work(void *work, uint32_t part);

/** Calls a function for the parts 0 to parts - 1, each once, and returns when all are done: by as
 * many threads, or as there are. A part is done by the same thread in each call. One part is done
 * by the caller alone: a parallel region of one thread would wake threads that nobody waits for, by
 * a call of the system in each step. */
void dcm_share_out(uint32_t parts, dcm_part_of_work *function, void *work);

#endif
