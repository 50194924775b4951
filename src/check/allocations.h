/* SPDX-License-Identifier: MIT */
/** @file
 * Memory blocks that a library takes while it is recorded. The library's calls of malloc and of its
 * relatives lead here; all other calls of the process go where they went before. Linux on machines
 * whose ELF files have addends; elsewhere nothing is recorded. One thread at a time. */
#ifndef DCM_CHECK_ALLOCATIONS_H
#define DCM_CHECK_ALLOCATIONS_H

#include <stddef.h>

#include "check/variables.h"

/** Leads the calls of a library here, until the process ends.
 * @param function any function of the library
 * @return 0 if this is not possible */
int dcm_allocations_watch(void (*function)(void));

/** Why dcm_allocations_watch is not possible: a clause. */
extern const char dcm_allocations_unknown[];

/** Blocks that are recorded: none, blocks of an instance, or blocks that calls take later. */
typedef enum dcm_recording {
  DCM_RECORDING_NOTHING,
  DCM_RECORDING_INSTANCE,
  DCM_RECORDING_CALLS
} dcm_recording;

/** Records from now on. A recorded block holds rubbish at first, and again before it is freed.
 * @param rubbish what each byte holds */
void dcm_allocations_record(dcm_recording recording, unsigned char rubbish);

/** Keeps what the recorded blocks hold now. */
void dcm_allocations_note(void);

/** A recorded block, as a finding names it. */
typedef struct dcm_block {
  size_t bytes;
  size_t at; /**< the byte that is wrong */
} dcm_block;

/** A block with another content than when noted. Blocks that calls took count only where static
 * variables or blocks of an instance know their address: others belong to a thread.
 * @param variables NULL: not known
 * @return 0 if there is none */
int dcm_allocations_changed(const dcm_variables *variables, dcm_block *changed);

/** A block behind whose end something was written, also one that was freed since.
 * @return 0 if there is none */
int dcm_allocations_overrun(dcm_block *written);

#endif
