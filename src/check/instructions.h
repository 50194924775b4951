/* SPDX-License-Identifier: MIT */
/** @file
 * Instructions that the processor takes for a function, to the last one: a number that does not
 * depend on what else a machine is doing, as times of a few nanoseconds do. */
#ifndef DCM_CHECK_INSTRUCTIONS_H
#define DCM_CHECK_INSTRUCTIONS_H

#include <stdint.h>

/** Runs a function twice in a process of its own, and step by step the second time, when all is
 * bound and in memory.
 * @param seconds after which it is given up: a step takes a microsecond, or ten on virtual machines
 * @return the number of instructions of the second time, and a few that are always the same, so
 *         that differences of two are exact; 0 if it cannot be told: not on Linux, where processes
 *         may not be traced, under a debugger, or after so many seconds */
uint64_t dcm_count_instructions(void (*function)(void *data), void *data, double seconds);

#endif
