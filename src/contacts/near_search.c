/* SPDX-License-Identifier: MIT */
#include "contacts/near_search.h"

#include <stdlib.h>
#include <string.h>

#include "contacts/near_kernel.h"
#include "runtime/arena.h"
#include "runtime/room.h"

struct dcm_near_search {
  void *memory; /* of the arrays below, for so many particles */
  size_t bytes;
  double *position[3], *radius, *number; /* of particles in cells */
  uint32_t *particle, *cell;             /* of the others, in their order */
  size_t *hits_end;
  uint32_t *count; /* [particles] of pairs */
  size_t others;

  uint32_t *start; /* [cells + 2] */
  size_t start_room;
  uint32_t *hits;
  size_t hit_room;
};

/** A hit that is none: the host leaves the pair out. */
static const uint32_t left_out = UINT32_MAX;

dcm_near_search *dcm_near_search_create(void) {
  return calloc(1, sizeof(dcm_near_search));
}

void dcm_near_search_destroy(dcm_near_search *search) {
  if (!search)
    return;
  free(search->memory);
  free(search->start);
  free(search->hits);
  free(search);
}

size_t dcm_near_search_memory(const dcm_near_search *search) {
  return sizeof *search + search->bytes + search->start_room * sizeof *search->start +
         search->hit_room * sizeof *search->hits;
}

static void lay_out(dcm_near_search *s, dcm_arena *a, size_t particles) {
  const size_t in_cells = (particles + DCM_LANES) * sizeof(double);
  for (int c = 0; c < 3; c++)
    s->position[c] = dcm_arena_take(a, in_cells);
  s->radius = dcm_arena_take(a, in_cells);
  s->number = dcm_arena_take(a, in_cells);
  s->particle = dcm_arena_take(a, particles * sizeof *s->particle);
  s->cell = dcm_arena_take(a, particles * sizeof *s->cell);
  s->hits_end = dcm_arena_take(a, particles * sizeof *s->hits_end);
  s->count = dcm_arena_take(a, particles * sizeof *s->count);
}

/** @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t get_room(dcm_near_search *s, size_t particles, size_t cells) {
  dcm_arena measure = {NULL, 0};
  lay_out(s, &measure, particles);
  if (measure.used > s->bytes) {
    const size_t bytes = measure.used + measure.used / 8 / DCM_ALIGNMENT * DCM_ALIGNMENT;
    free(s->memory);
    s->bytes = 0;
    s->memory = aligned_alloc(DCM_ALIGNMENT, bytes);
    if (!s->memory)
      return DCM_ERROR;
    s->bytes = bytes;
    memset(s->memory, 0, bytes); /* lanes behind the last particle are computed, too */
  }
  dcm_arena place = {s->memory, 0};
  lay_out(s, &place, particles);
  uint32_t *start = dcm_with_room(s->start, &s->start_room, cells + 2, sizeof *start);
  if (!start)
    return DCM_ERROR;
  s->start = start;
  return DCM_OK;
}

/** Goes through the bins: notes the others with their cells, and counts those of each cell that may
 * come first, at start[cell + 2]. */
static void go_through_bins(dcm_near_search *s, const dcm_near_question *q,
                            const size_t across[3]) {
  const dcm_host_bins *bins = &q->bins;
  size_t others = 0, bin = 0;
  for (int z = 0; z < bins->across[2]; z++)
    for (int y = 0; y < bins->across[1]; y++) {
      const size_t row =
          ((size_t)(z / bins->reach[2] + 1) * across[1] + (size_t)(y / bins->reach[1] + 1)) *
          across[0];
      for (int x = 0; x < bins->across[0]; x++, bin++)
        for (int j = bins->head[bin]; j >= 0; j = bins->next[j]) {
          const size_t cell = row + (size_t)(x / bins->reach[0] + 1);
          s->particle[others] = (uint32_t)j;
          s->cell[others++] = (uint32_t)cell;
          s->start[cell + 2] += (uint32_t)j < q->first_count;
        }
    }
  s->others = others;
}

/** Puts those that may come first into their cells, where start[cell + 1] is the next place. */
static void fill_cells(dcm_near_search *s, const dcm_near_question *q) {
  for (size_t n = 0; n < s->others; n++) {
    const uint32_t i = s->particle[n];
    if (i >= q->first_count)
      continue;
    const uint32_t place = s->start[s->cell[n] + 1]++;
    for (int c = 0; c < 3; c++)
      s->position[c][place] = q->position[3 * (size_t)i + (size_t)c];
    s->radius[place] = q->radius[i];
    s->number[place] = i;
  }
}

/** @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t find_hits(dcm_near_search *s, const dcm_near_question *q,
                         const dcm_near_cells *cells) {
  static dcm_near_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_near_kernel_run)};
  const dcm_near_others others = {s->particle, s->cell, s->others};
  size_t done = 0;
  for (;;) {
    done = kernels[dcm_isa_in_use()](q, cells, &others, done, s->hits, s->hit_room, s->hits_end);
    if (done == s->others)
      return DCM_OK;
    uint32_t *larger = dcm_with_room(s->hits, &s->hit_room,
                                     s->hit_room + 3 * (size_t)q->first_count + 1, sizeof *larger);
    if (!larger)
      return DCM_ERROR;
    s->hits = larger;
  }
}

static void count_hits(dcm_near_search *s, const dcm_near_question *q) {
  memset(s->count, 0, q->first_count * sizeof *s->count);
  size_t h = 0;
  for (size_t n = 0; n < s->others; n++)
    for (; h < s->hits_end[n]; h++)
      if (q->leaves_out && q->leaves_out(q->data, s->hits[h], s->particle[n]))
        s->hits[h] = left_out;
      else
        s->count[s->hits[h]]++;
}

int32_t dcm_near_search_run(dcm_near_search *s, const dcm_near_question *q) {
  /* One more cell than bins fill, and one empty cell at both ends. */
  size_t across[3];
  for (int c = 0; c < 3; c++)
    across[c] = (size_t)((q->bins.across[c] - 1) / q->bins.reach[c] + 3);
  const size_t cells = across[0] * across[1] * across[2];
  s->others = 0;
  if (get_room(s, q->particles, cells))
    return DCM_ERROR;
  memset(s->start, 0, (cells + 2) * sizeof *s->start);
  go_through_bins(s, q, across);
  for (size_t c = 2; c < cells + 2; c++)
    s->start[c] += s->start[c - 1];
  fill_cells(s, q);
  const dcm_near_cells sorted = {.start = s->start,
                                 .across = {across[0], across[0] * across[1]},
                                 .position = {s->position[0], s->position[1], s->position[2]},
                                 .radius = s->radius,
                                 .number = s->number};
  if (find_hits(s, q, &sorted))
    return DCM_ERROR;
  count_hits(s, q);
  return DCM_OK;
}

const uint32_t *dcm_near_search_counts(const dcm_near_search *search) {
  return search->count;
}

void dcm_near_search_take(const dcm_near_search *s, int **rows) {
  size_t h = 0;
  for (size_t n = 0; n < s->others; n++)
    for (; h < s->hits_end[n]; h++)
      if (s->hits[h] != left_out)
        *rows[s->hits[h]]++ = (int)s->particle[n];
}
