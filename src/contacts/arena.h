/* SPDX-License-Identifier: MIT */
/** @file
 * Several aligned arrays in one block of memory: laid out twice, once to count and once to place.
 */
#ifndef DCM_CONTACTS_ARENA_H
#define DCM_CONTACTS_ARENA_H

#include <stddef.h>

#include <dcm/base.h>

/** Hands out arrays of a block of memory; with no block it only counts. */
typedef struct dcm_arena {
  char *memory;
  size_t used;
} dcm_arena;

/** Arrays of a power of two of bytes would all begin at the same sets of the cache; a line between
 * them spreads them. */
static inline void *dcm_arena_take(dcm_arena *arena, size_t bytes) {
  const size_t lines = (bytes + DCM_ALIGNMENT - 1) / DCM_ALIGNMENT + 1;
  void *place = arena->memory ? arena->memory + arena->used : NULL;
  arena->used += lines * DCM_ALIGNMENT;
  return place;
}

#endif
