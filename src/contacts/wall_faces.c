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

/** Most particles that touch anything touch one face. */
static inline uint32_t contacts_of(int32_t code) {
  uint32_t count = 1;
  for (int32_t left = code & (code - 1); left; left &= left - 1)
    count++;
  return count;
}

/** How many particles from one on have the codes that they had, and contacts of the run that is
 * being made, if any.
 * @param contacts receives how many these have */
static uint32_t find_stretch(const dcm_wall_list *list, const dcm_wall_codes *c, uint32_t first,
                             uint32_t *contacts) {
  const uint32_t materials = list->materials;
  uint32_t n = first, sum = 0;
  for (; n < c->count && c->now[n] == c->before[n]; n++) {
    if (c->now[n] == 0)
      continue;
    if (c->particles[n].materials != materials)
      break;
    sum += contacts_of(c->now[n]);
  }
  *contacts = sum;
  return n - first;
}

static void carry_on(dcm_wall_list *list, const dcm_wall_codes *c, uint32_t n) {
  for (int face = 0; c->now[n] >> face; face++)
    if (c->now[n] >> face & 1)
      dcm_wall_list_carry_on(list, &c->particles[n],
                             face == DCM_FIRST_FACE ? c->first_radius[n] : INFINITY);
}

uint32_t dcm_wall_faces_go_on(dcm_wall_list *list, const dcm_wall_codes *codes, uint32_t next) {
  uint32_t contacts;
  const uint32_t stretch = find_stretch(list, codes, next, &contacts);
  if (contacts == 0 || dcm_wall_list_stay_on(list, contacts))
    return next + stretch;
  if (!dcm_wall_list_has_room(list, contacts))
    return next;
  for (uint32_t n = next; n < next + stretch; n++)
    if (codes->now[n])
      carry_on(list, codes, n);
  return next + stretch;
}
