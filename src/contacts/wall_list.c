/* SPDX-License-Identifier: MIT */
#include "contacts/wall_list.h"

#include <stdlib.h>
#include <string.h>

#include "numeric/simd.h"
#include "runtime/arena.h"
#include "runtime/motion.h"

/* -------------------------------------------------------------------------------- memory */

static void lay_out_contacts(dcm_wall_contacts *c, dcm_arena *a, uint32_t room, uint32_t width) {
  c->particle = dcm_arena_take(a, room * sizeof *c->particle);
  c->wall = dcm_arena_take(a, room * sizeof *c->wall);
  c->radius_1 = dcm_arena_take(a, room * sizeof *c->radius_1);
  c->radius_2 = dcm_arena_take(a, room * sizeof *c->radius_2);
  c->effective_mass = dcm_arena_take(a, room * sizeof *c->effective_mass);
  c->history = dcm_arena_take_rows(a, width, room);
}

enum { ROWS_OF_HOST = 14 };

/** The rows that the host writes. */
static void show_rows(dcm_wall_list *list, double **rows[ROWS_OF_HOST]) {
  double **vectors[] = {list->separation, list->velocity, list->spin, list->arm};
  for (int n = 0; n < 12; n++)
    rows[n] = &vectors[n / 3][n % 3];
  rows[12] = &list->slope;
  rows[13] = &list->pitch;
}

static void lay_out(dcm_wall_list *list, dcm_arena *a, uint32_t room, uint32_t width) {
  double **rows[ROWS_OF_HOST];
  show_rows(list, rows);
  lay_out_contacts(&list->now, a, room, width);
  lay_out_contacts(&list->before, a, room, width);
  list->from = dcm_arena_take(a, room * sizeof *list->from);
  for (int n = 0; n < ROWS_OF_HOST; n++)
    *rows[n] = dcm_arena_take(a, room * sizeof(double));
}

static size_t measure(uint32_t room, uint32_t width) {
  dcm_wall_list unused;
  dcm_arena a = {NULL, 0};
  lay_out(&unused, &a, room, width);
  return a.used;
}

/** Copies which particles and walls touch, without the states. */
static void copy_sides(dcm_wall_contacts *to, uint32_t k, const dcm_wall_contacts *from,
                       uint32_t first, uint32_t count) {
  memcpy(to->particle + k, from->particle + first, count * sizeof *to->particle);
  memcpy(to->wall + k, from->wall + first, count * sizeof *to->wall);
  memcpy(to->radius_1 + k, from->radius_1 + first, count * sizeof *to->radius_1);
  memcpy(to->radius_2 + k, from->radius_2 + first, count * sizeof *to->radius_2);
  memcpy(to->effective_mass + k, from->effective_mass + first, count * sizeof *to->effective_mass);
}

static void copy_contacts(dcm_wall_contacts *to, const dcm_wall_contacts *from, uint32_t room,
                          uint32_t width) {
  copy_sides(to, 0, from, 0, room);
  for (uint32_t h = 0; h < width; h++)
    memcpy(to->history[h], from->history[h], room * sizeof *to->history[h]);
}

/** Gives the list room for so many entries and keeps those that it has. Zeros are valid contents of
 * entries that belong to no contact. */
static int32_t resize(dcm_wall_list *list, uint32_t room, uint32_t width) {
  const size_t size = measure(room, width);
  dcm_wall_list larger = *list;
  dcm_arena place = {aligned_alloc(DCM_ALIGNMENT, size), 0};
  if (!place.memory)
    return DCM_ERROR;
  memset(place.memory, 0, size);
  lay_out(&larger, &place, room, width);
  larger.memory = place.memory;
  larger.room = room;
  larger.end_of_room = room - DCM_LANES;
  larger.history_width = width;
  if (list->room) {
    double **from[ROWS_OF_HOST], **to[ROWS_OF_HOST];
    show_rows(list, from);
    show_rows(&larger, to);
    copy_contacts(&larger.now, &list->now, list->room, width);
    copy_contacts(&larger.before, &list->before, list->room, width);
    memcpy(larger.from, list->from, list->room * sizeof *list->from);
    for (int n = 0; n < ROWS_OF_HOST; n++)
      memcpy(*to[n], *from[n], list->room * sizeof(double));
  }
  free(list->memory);
  *list = larger;
  return DCM_OK;
}

dcm_wall_list *dcm_wall_list_create(void) {
  return calloc(1, sizeof(dcm_wall_list));
}

static void free_ended(dcm_wall_list *list) {
  free(list->ended.all);
  free(list->ended.states);
  free(list->ended.places);
  memset(&list->ended, 0, sizeof list->ended);
}

void dcm_wall_list_destroy(dcm_wall_list *list) {
  if (!list)
    return;
  free(list->memory);
  free(list->runs);
  free_ended(list);
  free(list);
}

int32_t dcm_wall_list_clear(dcm_wall_list *list, const dcm_law *law) {
  const uint32_t width = law->history_width + (list->shaped ? DCM_WALL_SHAPE_NUMBERS : 0);
  list->marked = law->marked;
  if (width != list->history_width) {
    free(list->memory);
    list->memory = NULL;
    free_ended(list);
    list->room = list->end_of_room = 0;
    list->history_width = width;
  }
  list->now.count = list->before.count = 0;
  list->run_count = 0;
  list->refused.found = 0;
  list->ended.count = 0;
  list->ended.has_seen = 0;
  return DCM_OK;
}

size_t dcm_wall_list_memory(const dcm_wall_list *list) {
  return sizeof *list + list->run_room * sizeof *list->runs +
         (list->room ? measure(list->room, list->history_width) : 0) +
         list->ended.room * (sizeof *list->ended.all + list->history_width * sizeof(double)) +
         list->ended.place_room * sizeof *list->ended.places;
}

/* ------------------------------------------------------------------------------ contacts */

/** More room. */
static int32_t grow(dcm_wall_list *list) {
  const uint32_t room = (list->room + list->room / 2 + 256) / DCM_LANES * DCM_LANES;
  return resize(list, room, list->history_width);
}

void dcm_wall_list_save(const dcm_wall_list *list, uint32_t contact, double *state) {
  for (uint32_t h = 0; h < list->history_width; h++)
    state[h] = list->now.history[h][contact];
  dcm_law_mark_state(list->marked,
                     list->history_width - (list->shaped ? DCM_WALL_SHAPE_NUMBERS : 0), state);
}

int32_t dcm_wall_list_add(dcm_wall_list *list, const dcm_wall_particle *particle, uint32_t wall,
                          double radius, const double *state) {
  if (list->now.count == list->end_of_room && grow(list))
    return DCM_ERROR;
  const uint32_t k = list->now.count++;
  dcm_wall_contacts_put(&list->now, k, particle, wall, radius);
  for (uint32_t h = 0; h < list->history_width; h++)
    list->now.history[h][k] = state[h];
  return DCM_OK;
}

/** Remembers where the walls of all contacts are, for their places are those of the next ones, too.
 */
static void remember_places(dcm_wall_list *list) {
  list->ended.place_count = 0;
  if (!list->ended.are_kept || !list->ended.has_seen)
    return;
  if (list->now.count > list->ended.place_room) {
    const uint32_t room = list->now.count + list->now.count / 2;
    free(list->ended.places);
    list->ended.places = malloc(room * sizeof *list->ended.places);
    list->ended.place_room = list->ended.places ? room : 0;
    list->ended.is_incomplete |= !list->ended.places;
  }
  if (!list->ended.places)
    return;
  list->ended.place_count = list->now.count;
  for (uint32_t k = 0; k < list->now.count; k++)
    list->ended.places[k] = dcm_wall_place_of(list, k);
}

/** The states do not move with those they belong to until the step is finished. */
void dcm_wall_list_begin(dcm_wall_list *list) {
  remember_places(list);
  const dcm_wall_contacts contacts = list->now;
  list->now = list->before;
  list->before = contacts;
  list->now.count = list->ended.count = 0;
  list->run_count = 0;
  list->materials = DCM_NO_WALL;
  list->first = list->last = list->begun = 0;
  list->moved = list->has_slopes = list->has_pitches = 0;
}

int dcm_wall_list_carry_on(dcm_wall_list *list, uint32_t contacts) {
  const uint32_t first = list->last, to = list->now.count;
  if (to + contacts > list->end_of_room)
    return 0;
  copy_sides(&list->now, to, &list->before, first, contacts);
  for (uint32_t k = 0; k < contacts; k++) {
    list->from[to + k] = first + k;
    list->slope[to + k] = 1.0;
  }
  list->moved |= first != to;
  list->last += contacts;
  list->now.count += contacts;
  return 1;
}

static void keep_ended(dcm_wall_list *list, uint32_t k) {
  const uint32_t width = list->history_width;
  if (list->ended.count == list->ended.room) {
    const uint32_t room = 2 * list->ended.room + 16;
    dcm_wall_ended *all = realloc(list->ended.all, room * sizeof *all);
    list->ended.all = all ? all : list->ended.all;
    double *states = realloc(list->ended.states, (size_t)room * (width + 1) * sizeof *states);
    list->ended.states = states ? states : list->ended.states;
    list->ended.is_incomplete |= !all || !states;
    if (!all || !states)
      return;
    list->ended.room = room;
  }
  const uint32_t n = list->ended.count++;
  list->ended.all[n] = (dcm_wall_ended){list->visited, list->ended.places[k]};
  if (list->shaped) /* the visited one has the radius of the wall that was seen last */
    list->ended.all[n].particle.radius = dcm_wall_list_radius(list, k);
  for (uint32_t h = 0; h < width; h++)
    list->ended.states[(size_t)n * width + h] = list->before.history[h][k];
}

void dcm_wall_list_end(dcm_wall_list *list, const dcm_law *law, uint32_t k) {
  if (k < list->ended.place_count)
    keep_ended(list, k);
  double *fields[DCM_MOST_COMPONENTS + DCM_WALL_SHAPE_NUMBERS];
  for (uint32_t h = 0; h < list->history_width; h++)
    fields[h] = &list->before.history[h][k];
  dcm_law_history_end(law, list->visited.materials, DCM_SIDE_WALL, 1, fields);
  list->before.wall[k] = DCM_NO_WALL;
  list->moved = 1;
}

double dcm_wall_list_reach(dcm_wall_list *list, const dcm_law *law, double wall_radius) {
  const dcm_wall_particle *p = &list->visited;
  const double reach = dcm_law_reach(law, dcm_sides_at_wall(p->materials, p->radius, wall_radius));
  if (!dcm_is_reach(reach) && !list->refused.found) {
    list->refused.found = 1;
    list->refused.particle = p->particle;
    list->refused.radius = wall_radius;
  }
  return reach;
}

/** Makes an entry that is no contact one with the numbers of another. */
static void copy_entry(dcm_wall_list *list, uint32_t to, uint32_t from) {
  double **rows[ROWS_OF_HOST];
  show_rows(list, rows);
  list->now.particle[to] = list->now.particle[from];
  list->now.wall[to] = DCM_NO_WALL;
  list->now.radius_1[to] = list->now.radius_1[from];
  list->now.radius_2[to] = list->now.radius_2[from];
  list->now.effective_mass[to] = list->now.effective_mass[from];
  for (int n = 0; n < ROWS_OF_HOST; n++)
    (*rows[n])[to] = (*rows[n])[from];
}

void dcm_wall_list_fill(dcm_wall_list *list, const dcm_wall_run *run) {
  for (uint32_t end = run->first + run->count; end % DCM_LANES; end++)
    copy_entry(list, end, end - 1);
}

/** Closes the last run: its count, and valid numbers to the end of its lanes, which are gone
 * through, too. @return the entry after these */
static uint32_t close_run(dcm_wall_list *list) {
  const uint32_t end = list->now.count;
  if (list->run_count == 0)
    return 0;
  dcm_wall_run *run = &list->runs[list->run_count - 1];
  run->count = end - run->first;
  dcm_wall_list_fill(list, run);
  return dcm_whole_lanes(end);
}

int32_t dcm_wall_list_make_room(dcm_wall_list *list) {
  if (list->visited.materials != list->materials) {
    dcm_wall_run *runs =
        dcm_with_room(list->runs, &list->run_room, list->run_count + (size_t)1, sizeof *runs);
    if (!runs)
      return DCM_ERROR;
    list->runs = runs;
    list->begun = list->now.count = close_run(list);
    list->materials = list->visited.materials;
    list->runs[list->run_count++] = (dcm_wall_run){list->now.count, 0, list->materials};
  }
  return list->now.count >= list->end_of_room ? grow(list) : DCM_OK;
}

static void begin_state(const dcm_wall_list *list, const dcm_law *law, uint32_t materials,
                        uint32_t k) {
  double *fields[DCM_MOST_COMPONENTS + DCM_WALL_SHAPE_NUMBERS];
  for (uint32_t h = 0; h < list->history_width; h++)
    fields[h] = &list->now.history[h][k];
  dcm_law_history_begin(law, materials, DCM_SIDE_WALL, 1, fields);
  if (list->shaped)
    *fields[list->history_width - 1] = list->now.radius_1[k];
}

/** Brings the states of a run to its entries, those that were side by side before together. */
static void bring_states(const dcm_wall_list *list, const dcm_law *law, const dcm_wall_run *run) {
  const uint32_t *from = list->from, end = run->first + run->count;
  for (uint32_t k = run->first, next; k < end; k = next) {
    next = k + 1;
    if (from[k] == DCM_NO_WALL) {
      begin_state(list, law, run->materials, k);
      continue;
    }
    while (next < end && from[next] == from[k] + next - k)
      next++;
    for (uint32_t h = 0; h < list->history_width; h++)
      memcpy(list->now.history[h] + k, list->before.history[h] + from[k],
             (next - k) * sizeof(double));
  }
}

void dcm_wall_list_finish(dcm_wall_list *list, const dcm_law *law) {
  list->ended.has_seen = 1;
  close_run(list);
  if (!list->moved) {
    double **states = list->now.history;
    list->now.history = list->before.history;
    list->before.history = states;
    return;
  }
  for (uint32_t n = 0; n < list->run_count; n++)
    bring_states(list, law, &list->runs[n]);
}

void dcm_wall_list_stay_all(dcm_wall_list *list) {
  remember_places(list);
  list->ended.count = 0;
  list->has_slopes = list->has_pitches = 0;
  for (uint32_t k = 0; k < list->now.count && list->moved; k++)
    list->from[k] = k;
  list->moved = 0;
}
