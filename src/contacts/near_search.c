/* SPDX-License-Identifier: MIT */
#include "contacts/near_search.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/arena.h"
#include "runtime/machine.h"

/** A stretch of the others, which one thread goes through. */
typedef struct stretch {
  size_t first, end;
  uint32_t *hits;
  size_t room;
  uint32_t *taken; /* [first_count] pairs that each particle is the first of: first their number,
                      then those that stand before the next one in its row */
  int failed;
} stretch;

/** Between a search and the call that takes its pairs there is memory for them, and no longer: a
 * search is rare, and its memory is as much as a third of that of the pairs themselves. */
struct dcm_near_search {
  void *memory;                          /* of the arrays below, but for the stretches */
  double *position[3], *radius, *number; /* of particles in cells */
  uint32_t *particle, *cell;             /* of the others, in their order */
  size_t *hits_end;                      /* in the hits of the stretch */
  uint32_t *count;                       /* [first_count] of pairs */
  size_t others, first_count;

  uint32_t *start;    /* [cells + 2] */
  uint32_t *lowest;   /* [cells] */
  stretch *stretches; /* [stretch_count] */
  uint32_t stretch_count;
};

/** A hit that is none: the host leaves the pair out. */
static const uint32_t left_out = UINT32_MAX;

dcm_near_search *dcm_near_search_create(void) {
  return calloc(1, sizeof(dcm_near_search));
}

static void forget(dcm_near_search *search) {
  for (uint32_t t = 0; t < search->stretch_count; t++)
    free(search->stretches[t].hits);
  free(search->stretches);
  free(search->memory);
  memset(search, 0, sizeof *search);
}

void dcm_near_search_destroy(dcm_near_search *search) {
  if (!search)
    return;
  forget(search);
  free(search);
}

static void lay_out(dcm_near_search *s, dcm_arena *a, size_t particles, size_t first_count,
                    size_t cells) {
  const size_t in_cells = (first_count + DCM_LANES) * sizeof(double);
  for (int c = 0; c < 3; c++)
    s->position[c] = dcm_arena_take(a, in_cells);
  s->radius = dcm_arena_take(a, in_cells);
  s->number = dcm_arena_take(a, in_cells);
  s->particle = dcm_arena_take(a, particles * sizeof *s->particle);
  s->cell = dcm_arena_take(a, particles * sizeof *s->cell);
  s->hits_end = dcm_arena_take(a, particles * sizeof *s->hits_end);
  s->count = dcm_arena_take(a, first_count * sizeof *s->count);
  s->start = dcm_arena_take(a, (cells + 2) * sizeof *s->start);
  s->lowest = dcm_arena_take(a, cells * sizeof *s->lowest);
  for (uint32_t t = 0; t < s->stretch_count; t++)
    s->stretches[t].taken = dcm_arena_take(a, first_count * sizeof(uint32_t));
}

/** @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t get_room(dcm_near_search *s, uint32_t stretches, size_t particles,
                        size_t first_count, size_t cells) {
  s->stretches = calloc(stretches, sizeof *s->stretches);
  if (!s->stretches)
    return DCM_ERROR;
  s->stretch_count = stretches;
  dcm_arena measure = {NULL, 0};
  lay_out(s, &measure, particles, first_count, cells);
  s->memory = aligned_alloc(DCM_ALIGNMENT, measure.used);
  if (!s->memory)
    return DCM_ERROR;
  dcm_arena place = {s->memory, 0};
  lay_out(s, &place, particles, first_count, cells);
  memset(s->start, 0, (cells + 2) * sizeof *s->start);
  for (size_t c = 0; c < cells; c++)
    s->lowest[c] = UINT32_MAX;
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

/** Puts those that may come first into their cells, where start[cell + 1] is the next place. Lanes
 * behind the last one are computed, too. */
static void fill_cells(dcm_near_search *s, const dcm_near_question *q) {
  for (size_t n = 0; n < s->others; n++) {
    const uint32_t i = s->particle[n];
    if (i >= q->first_count)
      continue;
    const uint32_t cell = s->cell[n], place = s->start[cell + 1]++;
    if (i < s->lowest[cell])
      s->lowest[cell] = i;
    for (int c = 0; c < 3; c++)
      s->position[c][place] = q->position[3 * (size_t)i + (size_t)c];
    s->radius[place] = q->radius[i];
    s->number[place] = i;
  }
  for (size_t place = s->first_count; place < s->first_count + DCM_LANES; place++)
    s->position[0][place] = s->position[1][place] = s->position[2][place] = s->radius[place] =
        s->number[place] = 0.0;
}

/** Three cells side by side are compared together: their lowest number, from that of each cell. */
static void find_lowest(dcm_near_search *s, size_t cells) {
  uint32_t before = UINT32_MAX;
  for (size_t c = 0; c < cells; c++) {
    const uint32_t here = s->lowest[c], next = c + 1 < cells ? s->lowest[c + 1] : UINT32_MAX;
    const uint32_t lower = before < next ? before : next;
    s->lowest[c] = here < lower ? here : lower;
    before = here;
  }
}

/** Finds the pairs of the others of a stretch. */
static void find_hits(const dcm_near_search *s, const dcm_near_question *q,
                      const dcm_near_cells *cells, stretch *part) {
  static dcm_near_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_near_kernel_run)};
  const dcm_near_others others = {s->particle + part->first, s->cell + part->first,
                                  part->end - part->first};
  size_t done = 0;
  while (done < others.count) {
    done = kernels[dcm_isa_in_use()](q, cells, &others, done, part->hits, part->room,
                                     s->hits_end + part->first);
    if (done == others.count)
      break;
    uint32_t *larger =
        dcm_with_room(part->hits, &part->room, part->room + 3 * others.count + 1, sizeof *larger);
    part->failed = !larger;
    if (!larger)
      return;
    part->hits = larger;
  }
  memset(part->taken, 0, s->first_count * sizeof *part->taken);
  size_t h = 0;
  for (size_t n = part->first; n < part->end; n++)
    for (; h < s->hits_end[n]; h++)
      if (q->leaves_out && q->leaves_out(q->data, part->hits[h], s->particle[n]))
        part->hits[h] = left_out;
      else
        part->taken[part->hits[h]]++;
}

/** Adds up the pairs of a particle, and finds where in its row those of each stretch begin. */
static void count_hits(dcm_near_search *s) {
  for (size_t i = 0; i < s->first_count; i++) {
    uint32_t before = 0;
    for (uint32_t t = 0; t < s->stretch_count; t++) {
      const uint32_t found = s->stretches[t].taken[i];
      s->stretches[t].taken[i] = before;
      before += found;
    }
    s->count[i] = before;
  }
}

/** Shares out the others. A particle is found by few or by many: the numbers of those are about
 * alike in stretches that are long. */
static void divide(dcm_near_search *s) {
  for (uint32_t t = 0; t < s->stretch_count; t++) {
    s->stretches[t].first = s->others * t / s->stretch_count;
    s->stretches[t].end = s->others * (t + 1) / s->stretch_count;
  }
}

/** Work of threads that find hits. */
typedef struct hit_work {
  dcm_near_search *search;
  const dcm_near_question *question;
  const dcm_near_cells *cells;
} hit_work;

static void find_hits_of_part(void *work, uint32_t t) {
  const hit_work *w = work;
  find_hits(w->search, w->question, w->cells, &w->search->stretches[t]);
}

int32_t dcm_near_search_run(dcm_near_search *s, const dcm_near_question *q) {
  /* One more cell than bins fill, and one empty cell at both ends. */
  size_t across[3];
  for (int c = 0; c < 3; c++)
    across[c] = (size_t)((q->bins.across[c] - 1) / q->bins.reach[c] + 3);
  const size_t cells = across[0] * across[1] * across[2];
  forget(s);
  s->first_count = q->first_count;
  const uint32_t threads = dcm_threads_of_process(q->threads);
  if (get_room(s, threads, q->particles, q->first_count, cells))
    return DCM_ERROR;
  go_through_bins(s, q, across);
  for (size_t c = 2; c < cells + 2; c++)
    s->start[c] += s->start[c - 1];
  fill_cells(s, q);
  find_lowest(s, cells);
  const dcm_near_cells sorted = {.start = s->start,
                                 .lowest = s->lowest,
                                 .across = {across[0], across[0] * across[1]},
                                 .position = {s->position[0], s->position[1], s->position[2]},
                                 .radius = s->radius,
                                 .number = s->number};
  divide(s);
  hit_work work = {s, q, &sorted};
  dcm_share_out(threads, find_hits_of_part, &work);
  for (uint32_t t = 0; t < threads; t++)
    if (s->stretches[t].failed)
      return DCM_ERROR;
  count_hits(s);
  return DCM_OK;
}

const uint32_t *dcm_near_search_counts(const dcm_near_search *search) {
  return search->count;
}

/** Work of threads that fill rows. */
typedef struct take_work {
  const dcm_near_search *search;
  int *const *rows;
} take_work;

static void take_part(void *work, uint32_t t) {
  const take_work *w = work;
  const dcm_near_search *s = w->search;
  const stretch *part = &s->stretches[t];
  size_t h = 0;
  for (size_t n = part->first; n < part->end; n++)
    for (; h < s->hits_end[n]; h++) {
      const uint32_t i = part->hits[h];
      if (i != left_out)
        w->rows[i][part->taken[i]++] = (int)s->particle[n];
    }
}

void dcm_near_search_take(dcm_near_search *s, int *const *rows) {
  take_work work = {s, rows};
  dcm_share_out(s->stretch_count, take_part, &work);
  forget(s);
}
