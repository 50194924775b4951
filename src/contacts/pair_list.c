/* SPDX-License-Identifier: MIT */
#include "contacts/pair_list.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "numeric/simd.h"
#include "runtime/arena.h"
#include "runtime/law.h"
#include "runtime/motion.h"

/* -------------------------------------------------------------------------------- memory */

static void lay_out(const dcm_pair_list *list, dcm_pair_block *b, dcm_arena *a) {
  const size_t numbers = DCM_BLOCK_CAPACITY * sizeof(double);
  b->particle_1 = dcm_arena_take(a, DCM_BLOCK_CAPACITY * sizeof *b->particle_1);
  b->particle_2 = dcm_arena_take(a, DCM_BLOCK_CAPACITY * sizeof *b->particle_2);
  b->radius_1 = dcm_arena_take(a, numbers);
  b->radius_2 = dcm_arena_take(a, numbers);
  b->effective_mass = dcm_arena_take(a, numbers);
  b->persist_2 = list->reaches ? dcm_arena_take(a, numbers) : NULL;
  b->factor = list->weighted ? dcm_arena_take(a, numbers) : NULL;
  for (int d = 0; d < 3; d++)
    b->start[d] = list->shaped ? dcm_arena_take(a, numbers) : NULL;
  b->history = dcm_arena_take(a, (list->history_width + 1) * sizeof *b->history);
  for (uint32_t c = 0; c < list->history_width; c++) {
    double *row = list->kept >> c & 1u ? dcm_arena_take(a, numbers) : NULL;
    if (b->history)
      b->history[c] = row;
  }
}

static const size_t large_page = (size_t)2 << 20;

/** Memory for the arrays of several blocks. A list of many is gone through from end to end in every
 * step, and with pages of the usual size a good part of that is the search for pages. */
static void *allocate_chunk(size_t bytes) {
  if (bytes < large_page / 2)
    return aligned_alloc(DCM_ALIGNMENT, bytes);
  const size_t rounded = (bytes + large_page - 1) / large_page * large_page;
  void *memory = aligned_alloc(large_page, rounded);
#ifdef MADV_HUGEPAGE
  if (memory)
    madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memory;
}

/** Bytes of the arrays of a block. */
static size_t block_size(const dcm_pair_list *list) {
  dcm_arena measure = {NULL, 0};
  dcm_pair_block unused;
  lay_out(list, &unused, &measure);
  return measure.used;
}

/** Number of blocks by which a full list grows: half as many as it has, up to what a large page
 * holds. */
static uint32_t more_blocks(const dcm_pair_list *list) {
  const uint32_t a_page = (uint32_t)(large_page / block_size(list));
  const uint32_t wanted = list->block_room / 2 + 16;
  return wanted < a_page || a_page == 0 ? wanted : a_page;
}

/** Gives so many more blocks their memory. Zeros are valid contents of entries that belong to no
 * pair. */
static int32_t equip(dcm_pair_list *list, uint32_t added) {
  const size_t size = added * block_size(list);
  void **chunks = realloc(list->chunks, (list->chunk_count + 1) * sizeof *chunks);
  if (!chunks)
    return DCM_ERROR;
  list->chunks = chunks;
  dcm_arena place = {allocate_chunk(size), 0};
  if (!place.memory)
    return DCM_ERROR;
  chunks[list->chunk_count++] = place.memory;
  memset(place.memory, 0, size);
  for (uint32_t n = 0; n < added; n++)
    lay_out(list, &list->blocks[list->block_room + n], &place);
  list->block_room += added;
  return DCM_OK;
}

static void release_blocks(dcm_pair_list *list) {
  for (uint32_t c = 0; c < list->chunk_count; c++)
    free(list->chunks[c]);
  free(list->chunks);
  free(list->blocks);
  list->chunks = NULL;
  list->blocks = NULL;
  list->chunk_count = list->block_room = list->block_count = 0;
}

/** Sets which rows the blocks have. */
static void set_contents(dcm_pair_list *list, const dcm_law *law, int weighted) {
  list->history_width = law->history_width;
  list->kept = law->kept;
  list->reaches = law->reaches;
  list->begins_at_reach = dcm_law_begins_at_reach(law);
  list->weighted = weighted;
}

static int has_contents(const dcm_pair_list *list, const dcm_law *law, int weighted) {
  return law->history_width == list->history_width && law->kept == list->kept &&
         law->reaches == list->reaches && weighted == list->weighted;
}

/** Copies the pairs of a block, and of their states what both keep. */
static void copy_block(const dcm_pair_list *list, dcm_pair_block *to, const dcm_pair_block *from) {
  memcpy(to, from, offsetof(dcm_pair_block, particle_1)); /* all but the rows */
  const size_t numbers = DCM_BLOCK_CAPACITY * sizeof(double);
  memcpy(to->particle_1, from->particle_1, DCM_BLOCK_CAPACITY * sizeof *to->particle_1);
  memcpy(to->particle_2, from->particle_2, DCM_BLOCK_CAPACITY * sizeof *to->particle_2);
  memcpy(to->radius_1, from->radius_1, numbers);
  memcpy(to->radius_2, from->radius_2, numbers);
  memcpy(to->effective_mass, from->effective_mass, numbers);
  if (to->factor)
    memcpy(to->factor, from->factor, numbers);
  for (int d = 0; d < 3 && list->shaped; d++)
    memcpy(to->start[d], from->start[d], numbers);
  for (uint32_t c = 0; c < list->history_width; c++)
    if (to->history[c] && from->history[c])
      memcpy(to->history[c], from->history[c], numbers);
}

int32_t dcm_pair_list_adopt(dcm_pair_list *list, const dcm_law *law) {
  if (has_contents(list, law, list->weighted))
    return DCM_OK;
  const dcm_pair_list before = *list;
  list->blocks = NULL;
  list->chunks = NULL;
  list->chunk_count = list->block_room = 0;
  set_contents(list, law, list->weighted);
  if (before.block_count > 0) {
    list->blocks = malloc(before.block_count * sizeof *list->blocks);
    if (!list->blocks || equip(list, before.block_count)) {
      release_blocks(list);
      *list = before;
      return DCM_ERROR;
    }
  }
  for (uint32_t n = 0; n < before.block_count; n++)
    copy_block(list, &list->blocks[n], &before.blocks[n]);
  dcm_pair_list replaced = before;
  release_blocks(&replaced);
  return DCM_OK;
}

static void free_rest(dcm_pair_list *list) {
  free(list->rest.position);
  free(list->rest.boxes);
  free(list->rest.of);
  free(list->rest.taken);
  memset(&list->rest, 0, sizeof list->rest);
}

dcm_pair_list *dcm_pair_list_create(void) {
  return calloc(1, sizeof(dcm_pair_list));
}

void dcm_pair_list_destroy(dcm_pair_list *list) {
  if (!list)
    return;
  release_blocks(list);
  free(list->open);
  free_rest(list);
  free(list->parts.first);
  free(list->parts.owner);
  free(list->index.first);
  free(list->index.next);
  free(list);
}

void dcm_pair_list_shape(dcm_pair_list *list, int shaped) {
  if (shaped != list->shaped)
    release_blocks(list);
  list->shaped = shaped;
}

int32_t dcm_pair_list_clear(dcm_pair_list *list, const dcm_law *law, int weighted) {
  if (!has_contents(list, law, weighted))
    release_blocks(list);
  set_contents(list, law, weighted);
  list->refused.found = 0;
  list->block_count = 0;
  list->index.valid = 0;
  list->rest.allowed = 0;
  list->parts.count = 0;
  list->rest.measured = 0;
  const uint32_t kinds = law->material_count * law->material_count * DCM_GAP_KINDS;
  if (kinds != list->kinds) {
    uint32_t *open = realloc(list->open, kinds * sizeof *open);
    if (!open)
      return DCM_ERROR;
    list->open = open;
    list->kinds = kinds;
  }
  memset(list->open, 0, kinds * sizeof *list->open);
  return DCM_OK;
}

/** A new, empty block for a pair of materials and a kind of gap. */
static int32_t open_block(dcm_pair_list *list, uint32_t materials, uint32_t kind) {
  if (list->block_count == list->block_room) {
    const uint32_t room = list->block_room + more_blocks(list);
    dcm_pair_block *blocks = realloc(list->blocks, room * sizeof *blocks);
    if (!blocks)
      return DCM_ERROR;
    list->blocks = blocks;
    if (equip(list, room - list->block_room))
      return DCM_ERROR;
  }
  dcm_pair_block *b = &list->blocks[list->block_count++];
  b->count = b->touching = b->fresh = b->fresh_end = 0;
  b->materials = materials;
  b->first_box = b->end_box = 0;
  memset(b->begun, 0, sizeof b->begun);
  b->gap = INFINITY;
  list->open[materials * DCM_GAP_KINDS + kind] = list->block_count;
  return DCM_OK;
}

size_t dcm_pair_list_memory(const dcm_pair_list *list) {
  return sizeof *list + list->block_room * (sizeof *list->blocks + block_size(list)) +
         list->rest.room * 3 * sizeof(double) + list->rest.of_room * sizeof(uint32_t) +
         dcm_box_count(list->rest.room) * (DCM_BOX_NUMBERS * sizeof(double) + sizeof(uint32_t)) +
         list->parts.first_room * sizeof *list->parts.first + list->parts.owner_room +
         (list->kinds + list->index.particles + list->index.places) * sizeof(uint32_t);
}

/* --------------------------------------------------------------------------------- pairs */

static dcm_range_of_contact range_of(const dcm_pair_list *list, const dcm_pair_block *b,
                                     uint32_t k) {
  dcm_range_of_contact range = dcm_contact_range(b->radius_1[k] + b->radius_2[k], 0.0, 0);
  if (list->reaches)
    range.persist_2 = b->persist_2[k];
  if (list->begins_at_reach)
    range.touch_2 = range.persist_2;
  return range;
}

/** Asks a law that reaches how far. */
static void set_reach(dcm_pair_list *list, dcm_pair_block *b, uint32_t k, const dcm_law *law) {
  if (!list->reaches)
    return;
  const double r1 = b->radius_1[k], r2 = b->radius_2[k];
  const double reach = dcm_law_reach(law, dcm_sides_of_particles(b->materials, r1, r2));
  b->persist_2[k] = dcm_contact_range(r1 + r2, reach, 0).persist_2;
  if (dcm_is_reach(reach) || list->refused.found)
    return;
  list->refused.found = 1;
  list->refused.particle_1 = b->particle_1[k];
  list->refused.particle_2 = b->particle_2[k];
  list->refused.reach = reach;
}

/** @param plain whether the list has no more rows than all lists have, a constant */
DCM_SPECIALISED void set(dcm_pair_list *list, dcm_pair_block *b, uint32_t k,
                         const dcm_near_pair *pair, const dcm_law *law, int plain) {
  b->particle_1[k] = pair->particle_1;
  b->particle_2[k] = pair->particle_2;
  b->radius_1[k] = pair->radius_1;
  b->radius_2[k] = pair->radius_2;
  b->effective_mass[k] = pair->effective_mass;
  if (plain)
    return;
  if (list->weighted)
    b->factor[k] = pair->factor;
  for (int d = 0; d < 3 && list->shaped; d++)
    b->start[d][k] = 0.0;
  set_reach(list, b, k, law);
}

void dcm_pair_list_set_radii(dcm_pair_list *list, const dcm_law *law, dcm_pair_block *b, uint32_t k,
                             double radius_1, double radius_2) {
  if (b->radius_1[k] == radius_1 && b->radius_2[k] == radius_2)
    return;
  b->radius_1[k] = radius_1;
  b->radius_2[k] = radius_2;
  set_reach(list, b, k, law);
}

void dcm_pair_list_refresh(dcm_pair_list *list, const dcm_law *law, uint32_t block, uint32_t k,
                           double radius_1, double radius_2, double effective_mass) {
  dcm_pair_block *b = &list->blocks[block];
  const int stays = list->shaped && k < b->touching;
  b->radius_1[k] = stays ? b->radius_1[k] : radius_1;
  b->radius_2[k] = stays ? b->radius_2[k] : radius_2;
  b->effective_mass[k] = effective_mass;
  b->gap = -INFINITY;
  set_reach(list, b, k, law);
}

static void swap_numbers(double *array, uint32_t k, uint32_t l) {
  const double kept = array[k];
  array[k] = array[l];
  array[l] = kept;
}

static void swap_indices(uint32_t *array, uint32_t k, uint32_t l) {
  const uint32_t kept = array[k];
  array[k] = array[l];
  array[l] = kept;
}

/** Lets two pairs change places, but for their states. */
static void swap(const dcm_pair_list *list, dcm_pair_block *b, uint32_t k, uint32_t l) {
  swap_indices(b->particle_1, k, l);
  swap_indices(b->particle_2, k, l);
  swap_numbers(b->radius_1, k, l);
  swap_numbers(b->radius_2, k, l);
  swap_numbers(b->effective_mass, k, l);
  if (list->reaches)
    swap_numbers(b->persist_2, k, l);
  if (list->weighted)
    swap_numbers(b->factor, k, l);
  for (int d = 0; d < 3 && list->shaped; d++)
    swap_numbers(b->start[d], k, l);
}

/** The state of a contact as a law is shown it, where its life is reported. */
typedef struct shown_state {
  double *fields[DCM_MOST_COMPONENTS];
  double zeros[DCM_MOST_COMPONENTS]; /* of what is not kept */
} shown_state;

static void show(const dcm_pair_list *list, const dcm_pair_block *b, uint32_t k, shown_state *s) {
  for (uint32_t c = 0; c < list->history_width; c++) {
    s->zeros[c] = 0.0;
    s->fields[c] = b->history[c] ? &b->history[c][k] : &s->zeros[c];
  }
}

static void begin(const dcm_pair_list *list, const dcm_law *law, dcm_pair_block *b, uint32_t k) {
  shown_state state;
  show(list, b, k, &state);
  dcm_law_history_begin(law, b->materials, DCM_SIDE_PARTICLE, 1, state.fields);
  b->begun[k / 64] |= (uint64_t)1 << k % 64;
}

static void end(const dcm_pair_list *list, const dcm_law *law, dcm_pair_block *b, uint32_t k) {
  if (!dcm_law_wants(law, DCM_CONTACT_ENDS))
    return;
  shown_state state;
  show(list, b, k, &state);
  dcm_law_history_end(law, b->materials, DCM_SIDE_PARTICLE, 1, state.fields);
}

/** A state of an older run may have no radii: those of the bounding spheres then serve. */
static void set_state(dcm_pair_list *list, dcm_pair_block *b, uint32_t k, const dcm_law *law,
                      const double *state) {
  for (uint32_t c = 0; c < list->history_width; c++)
    if (b->history[c])
      b->history[c][k] = state[c];
  if (!list->shaped)
    return;
  const double *numbers = state + list->history_width;
  for (int d = 0; d < 3; d++)
    b->start[d][k] = numbers[d];
  if (numbers[3] > 0.0 && numbers[4] > 0.0)
    dcm_pair_list_set_radii(list, law, b, k, numbers[3], numbers[4]);
}

/** Distance beyond touching at which the contact of a pair begins. */
static double reach_to_begin(const dcm_pair_list *list, const dcm_law *law,
                             const dcm_near_pair *pair) {
  return list->begins_at_reach
             ? dcm_law_reach(
                   law, dcm_sides_of_particles(pair->materials, pair->radius_1, pair->radius_2))
             : 0.0;
}

/** Adds a pair to the block that has room for its kind of gap.
 * @param gap of two that are not in contact; else 0
 * @return the block; NULL when out of memory */
DCM_SPECIALISED dcm_pair_block *put(dcm_pair_list *list, const dcm_law *law,
                                    const dcm_near_pair *pair, double gap, uint32_t kind,
                                    int plain) {
  const uint32_t open = pair->materials * DCM_GAP_KINDS + kind;
  if (!list->open[open] && open_block(list, pair->materials, kind))
    return NULL;
  dcm_pair_block *b = &list->blocks[list->open[open] - 1];
  /* Less the rounding of a gap and of a movement. */
  const double least = gap - 1e-9 * (pair->radius_1 + pair->radius_2);
  if (least < b->gap)
    b->gap = least;
  set(list, b, b->count++, pair, law, plain);
  if (b->count == DCM_BLOCK_CAPACITY)
    list->open[open] = 0;
  return b;
}

/** Pairs are added: what holds for the list as it was holds no more. */
static void begin_to_add(dcm_pair_list *list) {
  list->rest.allowed = 0;
  list->parts.count = 0;
  list->index.valid = 0;
}

DCM_SPECIALISED int32_t add(dcm_pair_list *list, const dcm_law *law, const dcm_near_pair *pair,
                            double gap, uint32_t kind, int touching, const double *state) {
  begin_to_add(list);
  dcm_pair_block *b = put(list, law, pair, gap, kind, 0);
  if (!b)
    return DCM_ERROR;
  const uint32_t last = b->count - 1;
  if (touching) {
    const uint32_t k = b->touching++;
    if (k != last)
      swap(list, b, k, last);
    if (state)
      set_state(list, b, k, law, state);
    else
      begin(list, law, b, k);
  }
  return DCM_OK;
}

int32_t dcm_pair_list_add(dcm_pair_list *list, const dcm_law *law, const dcm_near_pair *pair,
                          int touching, const double *state) {
  const double sum = pair->radius_1 + pair->radius_2;
  const double gap =
      touching ? 0.0 : sqrt(pair->distance_2) - (sum + reach_to_begin(list, law, pair));
  return add(list, law, pair, gap, dcm_gap_kind(gap, sum), touching, state);
}

static dcm_near_pair pair_of(const dcm_near_pairs *p, uint32_t k) {
  return (dcm_near_pair){
      .particle_1 = p->particle_1[k],
      .particle_2 = p->particle_2[k],
      .materials = p->materials[k],
      .radius_1 = p->radius_1[k],
      .effective_mass = p->effective_mass[k],
      .radius_2 = p->radius_2[k],
      .factor = p->factor[k],
      .distance_2 = p->distance_2[k],
  };
}

int32_t dcm_pair_list_add_contact(dcm_pair_list *list, const dcm_law *law, const dcm_near_pairs *p,
                                  uint32_t k, const double *state) {
  const dcm_near_pair pair = pair_of(p, k);
  return add(list, law, &pair, 0.0, 0, 1, state);
}

DCM_SPECIALISED int32_t add_apart(dcm_pair_list *list, const dcm_law *law, const dcm_near_pairs *p,
                                  uint32_t first, uint32_t end, int plain) {
  for (uint32_t k = first; k < end; k++) {
    const dcm_near_pair pair = pair_of(p, k);
    if (!put(list, law, &pair, p->gap[k], p->kind[k], plain))
      return DCM_ERROR;
  }
  return DCM_OK;
}

int32_t dcm_pair_list_add_apart(dcm_pair_list *list, const dcm_law *law, const dcm_near_pairs *p,
                                uint32_t first, uint32_t end) {
  begin_to_add(list);
  if (!list->reaches && !list->weighted && !list->shaped)
    return add_apart(list, law, p, first, end, 1);
  if (!list->begins_at_reach)
    return add_apart(list, law, p, first, end, 0);
  for (uint32_t k = first; k < end; k++) {
    const dcm_near_pair pair = pair_of(p, k);
    if (dcm_pair_list_add(list, law, &pair, 0, NULL))
      return DCM_ERROR;
  }
  return DCM_OK;
}

/** Entries beyond the count are gone through to the end of their lanes: they become copies of the
 * last one. */
static void fill_lanes(dcm_pair_list *list, dcm_pair_block *b, const dcm_law *law) {
  const uint32_t last = b->count - 1;
  const dcm_near_pair pair = {.particle_1 = b->particle_1[last],
                              .particle_2 = b->particle_2[last],
                              .radius_1 = b->radius_1[last],
                              .radius_2 = b->radius_2[last],
                              .effective_mass = b->effective_mass[last],
                              .factor = b->factor ? b->factor[last] : 1.0};
  for (uint32_t k = b->count; k % DCM_LANES; k++)
    set(list, b, k, &pair, law, 0);
}

/** The particles that contacts have to do with move on through the host's arrays as the list goes
 * on: a front, some way ahead of particle 1. Partners farther ahead are copies across a boundary,
 * or those of a host that does not sort. */
static void find_front(dcm_pair_list *list) {
  const uint32_t farthest = 4096;
  uint32_t front = 0;
  for (uint32_t n = 0; n < list->block_count; n++) {
    dcm_pair_block *b = &list->blocks[n];
    b->fresh = front;
    for (uint32_t k = 0; k < b->touching; k++) {
      const uint32_t one = b->particle_1[k], two = b->particle_2[k];
      if (two >= front && two - one < farthest)
        front = two + 1;
    }
    b->fresh_end = front;
  }
}

/** @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t get_room_to_rest(dcm_pair_list *list, uint32_t particles) {
  if (particles <= list->rest.room)
    return DCM_OK;
  free_rest(list);
  const uint32_t room = particles + particles / 8;
  const size_t boxes = dcm_box_count(room);
  list->rest.position = malloc(3 * (size_t)room * sizeof *list->rest.position);
  list->rest.boxes =
      aligned_alloc(DCM_ALIGNMENT, boxes * DCM_BOX_NUMBERS * sizeof *list->rest.boxes);
  list->rest.taken = malloc(boxes * sizeof *list->rest.taken);
  if (!list->rest.position || !list->rest.boxes || !list->rest.taken) {
    free_rest(list);
    return DCM_ERROR;
  }
  list->rest.room = room;
  return DCM_OK;
}

/** The boxes that the particles of blocks without contacts are in.
 * @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t find_boxes(dcm_pair_list *list) {
  size_t used = 0;
  memset(list->rest.taken, 0, dcm_box_count(list->rest.room) * sizeof *list->rest.taken);
  for (uint32_t n = 0; n < list->block_count; n++) {
    dcm_pair_block *b = &list->blocks[n];
    b->first_box = b->end_box = (uint32_t)used;
    if (b->touching || !(b->gap > 0.0))
      continue;
    uint32_t *of = dcm_with_room(list->rest.of, &list->rest.of_room, used + 2 * DCM_BLOCK_CAPACITY,
                                 sizeof *of);
    if (!of)
      return DCM_ERROR;
    list->rest.of = of;
    for (uint32_t k = 0; k < b->count; k++)
      for (int side = 0; side < 2; side++) {
        const uint32_t box = (side ? b->particle_2 : b->particle_1)[k] / DCM_POINTS_OF_BOX;
        if (list->rest.taken[box] != n + 1)
          list->rest.of[used++] = box;
        list->rest.taken[box] = n + 1;
      }
    b->end_box = (uint32_t)used;
  }
  return DCM_OK;
}

int32_t dcm_pair_list_finish(dcm_pair_list *list, const dcm_law *law, const double *position,
                             uint32_t particles) {
  for (uint32_t n = 0; n < list->block_count; n++)
    fill_lanes(list, &list->blocks[n], law);
  find_front(list);
  size_t could_rest = 0;
  for (uint32_t n = 0; n < list->block_count; n++)
    could_rest += list->blocks[n].touching ? 0 : list->blocks[n].count;
  /* To look how far a particle has moved takes about as long as to look at a pair; a box with few
   * particles takes about as long as a full one. */
  if (could_rest <= dcm_box_count(particles) * DCM_POINTS_OF_BOX)
    return DCM_OK;
  if (get_room_to_rest(list, particles) || find_boxes(list))
    return DCM_ERROR;
  memcpy(list->rest.position, position, 3 * (size_t)particles * sizeof *position);
  list->rest.particles = particles;
  list->rest.allowed = 1;
  return DCM_OK;
}

void dcm_pair_list_sort(dcm_pair_list *list, const dcm_law *law, uint32_t block, double *distance_2,
                        double *const *beside, uint32_t beside_count) {
  dcm_pair_block *b = &list->blocks[block];
  const uint32_t before = b->touching;
  for (uint32_t k = 0; k < b->touching;) {
    if (dcm_in_contact(range_of(list, b, k), 1, distance_2[k])) {
      k++;
      continue;
    }
    end(list, law, b, k);
    const uint32_t last = --b->touching;
    swap(list, b, k, last);
    for (uint32_t c = 0; c < list->history_width; c++)
      if (b->history[c])
        b->history[c][k] = b->history[c][last];
    swap_numbers(distance_2, k, last);
    for (uint32_t a = 0; a < beside_count; a++)
      swap_numbers(beside[a], k, last);
  }
  for (uint32_t k = before; k < b->count; k++) {
    if (!dcm_in_contact(range_of(list, b, k), 0, distance_2[k]))
      continue;
    const uint32_t first = b->touching++;
    swap(list, b, first, k);
    begin(list, law, b, first);
    swap_numbers(distance_2, first, k);
    for (uint32_t a = 0; a < beside_count; a++)
      swap_numbers(beside[a], first, k);
  }
  assert(b->touching <= b->count);
}

/* -------------------------------------------------------------------------------- search */

/** @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t make_index(dcm_pair_list *list) {
  uint32_t particles = 0;
  for (uint32_t n = 0; n < list->block_count; n++)
    for (uint32_t k = 0; k < list->blocks[n].touching; k++)
      if (list->blocks[n].particle_1[k] >= particles)
        particles = list->blocks[n].particle_1[k] + 1;
  const size_t places = (size_t)list->block_count * DCM_BLOCK_CAPACITY;
  uint32_t *first = calloc(particles + 1, sizeof *first);
  uint32_t *next = malloc((places + 1) * sizeof *next);
  free(list->index.first);
  free(list->index.next);
  list->index.first = first;
  list->index.next = next;
  list->index.valid = first && next;
  list->index.particles = list->index.valid ? particles : 0;
  list->index.places = list->index.valid ? places : 0;
  if (!list->index.valid)
    return DCM_ERROR;
  for (uint32_t n = 0; n < list->block_count; n++)
    for (uint32_t k = 0; k < list->blocks[n].touching; k++) {
      const uint32_t place = n * DCM_BLOCK_CAPACITY + k;
      uint32_t *head = &first[list->blocks[n].particle_1[k]];
      next[place] = *head;
      *head = place + 1;
    }
  return DCM_OK;
}

int dcm_pair_list_find(dcm_pair_list *list, uint32_t particle_1, uint32_t particle_2,
                       dcm_pair_place *place) {
  if (!list->index.valid && make_index(list))
    return 0;
  if (particle_1 >= list->index.particles)
    return 0;
  for (uint32_t p = list->index.first[particle_1]; p; p = list->index.next[p - 1]) {
    *place = (dcm_pair_place){(p - 1) / DCM_BLOCK_CAPACITY, (p - 1) % DCM_BLOCK_CAPACITY};
    if (list->blocks[place->block].particle_2[place->entry] == particle_2)
      return 1;
  }
  return 0;
}
