/* SPDX-License-Identifier: MIT */
#include "contacts/wall_faces.h"

int32_t dcm_wall_faces_code(const dcm_wall_faces *faces, const uint32_t *wall, uint32_t first,
                            uint32_t last) {
  int32_t code = 0;
  for (uint32_t k = first; k < last; k++) {
    int face = 0;
    while (face < DCM_WALL_FACES && faces->wall[face] != wall[k])
      face++;
    if (face == DCM_WALL_FACES || code >= 1 << face)
      return DCM_FACES_UNKNOWN;
    code |= 1 << face;
  }
  return code;
}

/** How many faces are in a code. */
static inline uint32_t faces_in(int32_t code) {
  const uint32_t bits = (uint32_t)code, pairs = bits - (bits >> 1 & 0x55);
  const uint32_t fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
  return (fours + (fours >> 4)) & 0x0f;
}

/** 0 if particle n goes on without contacts, or with those it had and they are of these materials.
 * No branches, for the sake of vectors. */
static inline uint32_t differs(const dcm_wall_codes *c, uint32_t n, uint32_t materials) {
  const uint32_t if_in_contact = -(uint32_t)(c->now[n] != 0);
  return (uint32_t)(c->now[n] ^ c->before[n]) | (if_in_contact & (c->materials[n] ^ materials));
}

/** How many particles from one on have the codes that they had, and contacts of the run that is
 * being made, if any. Blocks of particles are looked at in vectors until one has others.
 * @param contacts receives how many these have */
static uint32_t find_stretch(const dcm_wall_list *list, const dcm_wall_codes *c, uint32_t first,
                             uint32_t *contacts) {
  enum { BLOCK = 32 };
  const uint32_t materials = list->materials;
  uint32_t n = first, sum = 0, is_other = 0;
  while (n + BLOCK <= c->count && !is_other) {
    uint32_t in_block = 0;
    for (uint32_t k = n; k < n + BLOCK; k++) {
      is_other |= differs(c, k, materials);
      in_block += faces_in(c->now[k]);
    }
    n += is_other ? 0 : BLOCK;
    sum += is_other ? 0 : in_block;
  }
  for (; n < c->count && !differs(c, n, materials); n++)
    sum += faces_in(c->now[n]);
  *contacts = sum;
  return n - first;
}

uint32_t dcm_wall_faces_go_on(dcm_wall_list *list, const dcm_wall_codes *codes, uint32_t next) {
  uint32_t contacts;
  const uint32_t stretch = find_stretch(list, codes, next, &contacts);
  if (contacts == 0)
    return next + stretch;
  if (!dcm_wall_list_has_room(list, contacts))
    return next;
  dcm_wall_list_carry_on(list, contacts);
  return next + stretch;
}
