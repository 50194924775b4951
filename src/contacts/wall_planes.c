/* SPDX-License-Identifier: MIT */
#include "contacts/wall_planes.h"

#include <stdlib.h>
#include <string.h>

#include "numeric/simd.h"
#include "runtime/arena.h"

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
