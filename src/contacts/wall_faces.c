/* SPDX-License-Identifier: MIT */
#include "contacts/wall_faces.h"

#include <stdlib.h>
#include <string.h>

#include "numeric/simd.h"
#include "runtime/arena.h"

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
  const int have_gone_on = contacts == 0 || dcm_wall_list_carry_on(list, contacts);
  return have_gone_on ? next + stretch : next;
}

/* --------------------------------------------------------------------- planes near particles */

static void lay_out(dcm_wall_planes *planes, dcm_arena *a, uint32_t room) {
  const size_t numbers = room * sizeof(double);
  for (int c = 0; c < 3; c++) {
    planes->normal[c] = dcm_arena_take(a, DCM_MOST_PLANES * numbers);
    planes->place[c] = dcm_arena_take(a, numbers);
  }
  planes->offset = dcm_arena_take(a, DCM_MOST_PLANES * numbers);
  planes->wall = dcm_arena_take(a, (size_t)DCM_MOST_PLANES * room * sizeof *planes->wall);
  planes->reach = dcm_arena_take(a, numbers);
  planes->unknown = dcm_arena_take(a, numbers);
}

static size_t measure(uint32_t room) {
  dcm_wall_planes unused;
  dcm_arena a = {NULL, 0};
  lay_out(&unused, &a, room);
  return a.used;
}

dcm_wall_planes *dcm_wall_planes_create(void) {
  return calloc(1, sizeof(dcm_wall_planes));
}

void dcm_wall_planes_destroy(dcm_wall_planes *planes) {
  if (planes)
    free(planes->memory);
  free(planes);
}

size_t dcm_wall_planes_memory(const dcm_wall_planes *planes) {
  return sizeof *planes + (planes->room ? measure(planes->room) : 0);
}

int32_t dcm_wall_planes_begin(dcm_wall_planes *planes, uint32_t count) {
  const uint32_t lanes = dcm_whole_lanes(count);
  if (lanes + DCM_LANES > planes->room) {
    const uint32_t room = dcm_whole_lanes(lanes + lanes / 4) + DCM_LANES;
    dcm_arena place = {aligned_alloc(DCM_ALIGNMENT, measure(room)), 0};
    if (!place.memory)
      return DCM_ERROR;
    memset(place.memory, 0, measure(room));
    free(planes->memory);
    planes->memory = place.memory;
    planes->room = room;
    lay_out(planes, &place, room);
  }
  planes->count = count;
  planes->have_two = 0;
  planes->none = lanes;
  planes->offset[lanes] = DCM_NO_PLANE;
  for (uint32_t n = 0; n < lanes; n++)
    planes->reach[n] = -1.0;
  return DCM_OK;
}

void dcm_wall_planes_set(dcm_wall_planes *planes, uint32_t n, const dcm_planes_near *near) {
  const int is_known = near->margin >= 0.0;
  for (uint32_t p = 0; p < DCM_MOST_PLANES; p++) {
    const int is_there = is_known && p < near->count;
    const uint32_t k = n + p * planes->room;
    for (int c = 0; c < 3; c++)
      planes->normal[c][k] = is_there ? near->plane[p].normal[c] : 0.0;
    planes->offset[k] = is_there ? near->plane[p].offset : DCM_NO_PLANE;
    planes->wall[k] = is_there ? near->plane[p].wall : DCM_NO_WALL;
  }
  for (int c = 0; c < 3; c++)
    planes->place[c][n] = near->place[c];
  const double way = is_known ? near->margin : near->retry;
  planes->reach[n] = way * way;
  planes->unknown[n] = is_known ? 0.0 : DCM_FACES_IN_DOUBT;
  planes->have_two |= is_known && near->count > 1;
}

int32_t dcm_wall_planes_code(const dcm_wall_planes *planes, uint32_t n, const uint32_t *wall,
                             uint32_t first, uint32_t last) {
  int32_t code = 0;
  for (uint32_t k = first; k < last; k++) {
    const uint32_t plane = wall[k] == planes->wall[n] ? 0 : 1;
    if (wall[k] != planes->wall[n + plane * planes->room] || code >= 1 << plane)
      return DCM_FACES_UNKNOWN;
    code |= 1 << plane;
  }
  return code;
}
