/* SPDX-License-Identifier: MIT */
/** @file
 * Number of instructions of a function, exact to the last one. Unlike times of a few nanoseconds,
 * this number does not depend on the load of the machine. */
#ifndef DCM_CHECK_INSTRUCTIONS_H
#define DCM_CHECK_INSTRUCTIONS_H

#include <stdint.h>

/** Runs a function twice in a separate process. The second run goes step by step, when all symbols
 * are bound and all memory is mapped.
 * @param seconds time limit: a step takes a microsecond, or ten on virtual machines
 * @return the number of instructions of the second run plus a constant, so that differences are
 * exact; 0 if the number is unknown: not on Linux, without permission to trace, under a debugger,
 * or beyond the time limit */
uint64_t dcm_count_instructions(void (*function)(void *data), void *data, double seconds);

#endif
