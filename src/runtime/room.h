/* SPDX-License-Identifier: MIT */
/** @file
 * Arrays that grow. */
#ifndef DCM_RUNTIME_ROOM_H
#define DCM_RUNTIME_ROOM_H

#include <stddef.h>
#include <stdlib.h>

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
