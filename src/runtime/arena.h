/* SPDX-License-Identifier: MIT */
/** @file
 * Memory: several aligned arrays in one block, and arrays that grow. */
#ifndef DCM_RUNTIME_ARENA_H
#define DCM_RUNTIME_ARENA_H

#include <dcm/base.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/** Hands out arrays of a block of memory; with no block it only counts. */
typedef struct dcm_arena {
  char *memory;
  size_t used;
} dcm_arena;

/** Arrays of a power of two of bytes would all begin at the same sets of the cache. A cache line
 * between two arrays spreads the arrays. */
static inline void *dcm_arena_take(dcm_arena *arena, size_t bytes) {
  const size_t lines = (bytes + DCM_ALIGNMENT - 1) / DCM_ALIGNMENT + 1;
  void *place = arena->memory ? arena->memory + arena->used : NULL;
  arena->used += lines * DCM_ALIGNMENT;
  return place;
}

/** The pointers to the rows of a table [width][entries], such as the states of contacts. */
static inline double **dcm_arena_take_rows(dcm_arena *arena, uint32_t width, size_t entries) {
  double **rows = dcm_arena_take(arena, (width + 1) * sizeof *rows);
  for (uint32_t c = 0; c < width; c++) {
    double *row = dcm_arena_take(arena, entries * sizeof *row);
    if (rows)
      rows[c] = row;
  }
  return rows;
}

/** Lengthens an array by half where entries would not find room, so that an array that grows entry
 * by entry is rarely copied.
 * @param array NULL, or from malloc
 * @param room  entries for which there is memory; changed with the array
 * @param count entries that must find room
 * @param size  of an entry
 * @return the array in the place of the old one, or NULL when out of memory: the old one stays */
static inline void *dcm_with_room(void *array, size_t *room, size_t count, size_t size) {
  if (array && count <= *room)
    return array;
  const size_t larger = count + count / 2 + 16;
  void *moved = realloc(array, larger * size);
  if (moved)
    *room = larger;
  return moved;
}

#endif
