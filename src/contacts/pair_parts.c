/* SPDX-License-Identifier: MIT */
#include "contacts/pair_parts.h"

#include <string.h>

#include "runtime/room.h"

/** Marks a particle that no pair has. */
static const uint8_t no_part = DCM_MOST_PARTS;

/** @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t get_room(dcm_pair_parts *p, uint32_t parts, uint32_t particles) {
  uint8_t *owner = dcm_with_room(p->owner, &p->owner_room, particles, sizeof *owner);
  if (owner)
    p->owner = owner;
  uint32_t *first = dcm_with_room(p->first, &p->first_room, parts + 1, sizeof *first);
  if (first)
    p->first = first;
  return owner && first ? DCM_OK : DCM_ERROR;
}

/** About how long a step takes for the block: a contact takes about ten times as long as a look at
 * a pair, and a block without contacts mostly rests. */
static uint64_t work_of(const dcm_pair_block *b) {
  return 1 + (b->touching ? b->count + 10 * (uint64_t)b->touching : 0);
}

/** Gives each part about as much work. */
static void find_parts(dcm_pair_list *list, uint32_t parts) {
  uint64_t all = 0, done = 0;
  for (uint32_t n = 0; n < list->block_count; n++)
    all += work_of(&list->blocks[n]);
  uint32_t n = 0;
  for (uint32_t part = 0; part < parts; part++) {
    list->parts.first[part] = n;
    while (n < list->block_count && done < all * (part + 1) / parts)
      done += work_of(&list->blocks[n++]);
  }
  list->parts.first[parts] = list->block_count;
}

/** Gives the particles of a block that belong to no part yet to this one. */
static void take_particles(dcm_pair_list *list, dcm_pair_block *b, uint32_t part,
                           uint32_t particles) {
  uint8_t *owner = list->parts.owner;
  int is_shared = 0;
  b->owners = 0;
  for (uint32_t k = 0; k < b->count; k++)
    for (int side = 0; side < 2; side++) {
      const uint32_t i = (side ? b->particle_2 : b->particle_1)[k];
      if (i >= particles)
        continue;
      if (owner[i] == no_part)
        owner[i] = (uint8_t)part;
      is_shared |= owner[i] != part;
      b->owners |= UINT64_C(1) << owner[i] % 64;
    }
  b->shared = is_shared ? ++list->parts.shared : 0;
}

int32_t dcm_pair_list_divide(dcm_pair_list *list, uint32_t parts, uint32_t particles) {
  dcm_pair_parts *p = &list->parts;
  if (p->count == parts && p->particles == particles)
    return DCM_OK;
  if (get_room(p, parts, particles))
    return DCM_ERROR;
  find_parts(list, parts);
  memset(p->owner, no_part, particles);
  p->shared = 0;
  for (uint32_t part = 0; part < parts; part++)
    for (uint32_t n = p->first[part]; n < p->first[part + 1]; n++)
      take_particles(list, &list->blocks[n], part, particles);
  p->count = parts;
  p->particles = particles;
  return DCM_OK;
}
