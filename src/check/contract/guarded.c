/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "check/contract/guarded.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/* -------------------------------------------------------------------------------------- pages */

size_t dcm_page_size(void) {
  return (size_t)sysconf(_SC_PAGESIZE);
}

/** Bytes of the pages that have room for so many bytes. */
static size_t room_of(size_t bytes) {
  return (bytes + dcm_page_size() - 1) / dcm_page_size() * dcm_page_size();
}

static char *pages_of(void *place, size_t bytes) {
  return (char *)place + bytes - room_of(bytes);
}

void *dcm_need(void *memory) {
  if (!memory)
    abort();
  return memory;
}

static void protect_pages(char *pages, size_t bytes, int access) {
  if (mprotect(pages, bytes, access))
    abort();
}

/** Inaccessible pages. */
static char *map_pages(size_t bytes) {
  void *pages = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return dcm_need(pages == MAP_FAILED ? NULL : pages);
}

void *dcm_page_end_take(size_t bytes) {
  const size_t room = room_of(bytes);
  char *pages = map_pages(room + dcm_page_size());
  if (room)
    protect_pages(pages, room, PROT_READ | PROT_WRITE);
  return pages + room - bytes;
}

void *dcm_page_fences(size_t rooms, size_t bytes) {
  const size_t page = dcm_page_size();
  char *pages = map_pages(page + rooms * (bytes + page));
  for (size_t room = 0; room < rooms; room++)
    protect_pages(pages + page + room * (bytes + page), bytes, PROT_READ | PROT_WRITE);
  return pages + page;
}

void dcm_page_fences_free(void *first, size_t rooms, size_t bytes) {
  const size_t page = dcm_page_size();
  if (first)
    munmap((char *)first - page, page + rooms * (bytes + page));
}

void dcm_page_end_free(void *place, size_t bytes) {
  if (place)
    munmap(pages_of(place, bytes), room_of(bytes) + dcm_page_size());
}

static void protect(void *place, size_t bytes, int access) {
  protect_pages(pages_of(place, bytes), room_of(bytes), access);
}

void dcm_page_end_lock(void *place, size_t bytes, int is_locked) {
  protect(place, bytes, is_locked ? PROT_READ : PROT_READ | PROT_WRITE);
}

void dcm_page_end_forbid(void *place, size_t bytes) {
  if (bytes)
    protect(place, bytes, PROT_NONE);
}

int dcm_page_end_is_behind(const void *place, size_t bytes, const void *address) {
  const char *end = (const char *)place + bytes, *at = address;
  return at >= end && at < end + dcm_page_size();
}

/* A handler of signals has no other argument. */
static struct {
  void (*report)(void *data, const char *address);
  void *data;
} on_fault;

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  on_fault.report(on_fault.data, info->si_addr);
  signal(number, SIG_DFL);
}

void dcm_faults_visit(void (*report)(void *data, const char *address), void *data) {
  const struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  on_fault.report = report;
  on_fault.data = data;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}

/* ------------------------------------------------------------------------------------ batches */

typedef enum role {
  INPUT,
  SPIN,
  OUTPUT,
  COUPLE,
  ENERGY,
  OLD_STATE,
  NEW_STATE,
  QUANTITY,
  ADDED,
  EXTRA_OUTPUT
} role;

#define FIELD(member, role)                                                                        \
  { #member, role, offsetof(dcm_batch, member) }
#define VECTOR(member, role) FIELD(member[0], role), FIELD(member[1], role), FIELD(member[2], role)
#define ENERGY_FIELD(member)                                                                       \
  { "energies->" #member, ENERGY, offsetof(dcm_batch, energies.member) }

/* The first part of the arrays, before those of the history. */
static const struct {
  const char *name; /* as the contract has it */
  role role;
  size_t place; /* of the pointer to the array in a batch */
} fields[] = {
    VECTOR(normal, INPUT),
    VECTOR(bisector, INPUT),
    FIELD(overlap, INPUT),
    FIELD(normal_velocity, INPUT),
    VECTOR(tangential_velocity, INPUT),
    VECTOR(angular_velocity_1, SPIN),
    VECTOR(angular_velocity_2, SPIN),
    FIELD(radius_1, INPUT),
    FIELD(radius_2, INPUT),
    FIELD(effective_radius, INPUT),
    FIELD(effective_mass, INPUT),
    FIELD(normal_force, OUTPUT),
    VECTOR(tangential_force, OUTPUT),
    VECTOR(couple_1, COUPLE),
    VECTOR(couple_2, COUPLE),
    ENERGY_FIELD(stored_normal),
    ENERGY_FIELD(stored_tangential),
    ENERGY_FIELD(stored_rolling),
    ENERGY_FIELD(dissipated_normal),
    ENERGY_FIELD(dissipated_plastic),
    ENERGY_FIELD(dissipated_tangential),
    ENERGY_FIELD(dissipated_sliding),
    ENERGY_FIELD(dissipated_rolling),
    ENERGY_FIELD(dissipated_fracture),
    ENERGY_FIELD(tangential_damper[0]),
    ENERGY_FIELD(tangential_damper[1]),
    ENERGY_FIELD(tangential_damper[2]),
};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* Behind the state stand the quantities of both sides, what is added to them, the outputs. */
enum { QUANTITIES = 2 * DCM_MOST_QUANTITIES, OTHER_COUNT = 2 * QUANTITIES + DCM_MOST_OUTPUTS };

struct dcm_guarded {
  uint32_t width;
  uint32_t array_count; /* arrays of fields, the old state, the new state, the others */
  uint32_t stride;      /* doubles from one array to the next */
  uint32_t margin;      /* doubles that nobody may touch before an array */
  uint32_t room;        /* doubles of an array with what nobody may touch before and behind */
  uint32_t fence;       /* doubles of inaccessible memory before and behind the room */
  double *memory, *before;
  char (*names)[40]; /* of all behind the fields */

  /* The tables of the history end where readable memory ends. */
  double **old_table, **new_table;

  /* Arguments and answer of the last call: */
  const dcm_law *law;
  dcm_part part;
  uint32_t lanes; /* the count in whole lanes */
  int32_t status; /* what compute answered */
  double dt;
};

static const uint64_t untouched = 0x7ff4dead00c0ffeeu; /* a NaN */

static double poison(void) {
  double value;
  memcpy(&value, &untouched, sizeof value);
  return value;
}

static int is_poison(const double *value) {
  return memcmp(value, &untouched, sizeof *value) == 0;
}

static double *array_of(const dcm_guarded *g, uint32_t a) {
  return g->memory + (size_t)a * g->stride + g->margin;
}

/** Number of the first array behind the state. */
static uint32_t others(const dcm_guarded *g) {
  return FIELD_COUNT + 2 * g->width;
}

static role role_of(const dcm_guarded *g, uint32_t a) {
  if (a < FIELD_COUNT)
    return fields[a].role;
  if (a < others(g))
    return a < FIELD_COUNT + g->width ? OLD_STATE : NEW_STATE;
  const uint32_t other = a - others(g);
  return other < QUANTITIES ? QUANTITY : other < 2 * QUANTITIES ? ADDED : EXTRA_OUTPUT;
}

/** Number of the quantity or output that an array belongs to. */
static uint32_t number_of(const dcm_guarded *g, uint32_t a) {
  const uint32_t other = a - others(g);
  return other < 2 * QUANTITIES ? other % DCM_MOST_QUANTITIES : other - 2 * QUANTITIES;
}

static const char *name_of(const dcm_guarded *g, uint32_t a) {
  return a < FIELD_COUNT ? fields[a].name : g->names[a - FIELD_COUNT];
}

static double **make_table(const dcm_guarded *g, uint32_t first) {
  double **table = dcm_page_end_take(g->width * sizeof *table);
  for (uint32_t c = 0; c < g->width; c++)
    table[c] = array_of(g, first + c);
  return table;
}

static size_t bytes_of(const dcm_guarded *g) {
  return (size_t)g->array_count * g->stride * sizeof(double);
}

/** Memory in which the arrays lie side by side, with some numbers between them. */
static double *side_by_side(dcm_guarded *g, uint32_t lanes) {
  g->margin = DCM_LANES;
  g->room = g->stride = lanes + 2 * DCM_LANES;
  return aligned_alloc(DCM_ALIGNMENT, bytes_of(g));
}

/** Memory in which each array ends where accessible memory ends. */
static double *with_fences(dcm_guarded *g, uint32_t lanes) {
  const uint32_t page = (uint32_t)(dcm_page_size() / sizeof(double));
  g->fence = page;
  g->room = (lanes + page - 1) / page * page;
  g->margin = g->room - lanes;
  g->stride = g->room + page;
  return dcm_page_fences(g->array_count, g->room * sizeof(double));
}

static dcm_guarded *create(const dcm_scene *s, uint32_t capacity,
                           double *(*take)(dcm_guarded *g, uint32_t lanes)) {
  const uint32_t width = s->law->history_width;
  dcm_guarded *g = dcm_need(calloc(1, sizeof *g));
  g->width = width;
  g->array_count = FIELD_COUNT + 2 * width + OTHER_COUNT;
  g->memory = dcm_need(take(g, (capacity + DCM_LANES - 1) / DCM_LANES * DCM_LANES));
  g->before = dcm_need(malloc((size_t)g->array_count * g->room * sizeof(double)));
  g->names = dcm_need(calloc(2 * width + OTHER_COUNT, sizeof *g->names));
  g->old_table = make_table(g, FIELD_COUNT);
  g->new_table = make_table(g, FIELD_COUNT + width);
  for (uint32_t c = 0; c < width; c++) {
    snprintf(g->names[c], sizeof g->names[c], "history_in[%u]", c);
    snprintf(g->names[width + c], sizeof g->names[c], "history_out[%u]", c);
  }
  for (uint32_t a = others(g); a < g->array_count; a++) {
    static const char *const kinds[] = {"quantities_1", "quantities_2", "added_1", "added_2"};
    const uint32_t kind = (a - others(g)) / DCM_MOST_QUANTITIES;
    snprintf(g->names[a - FIELD_COUNT], sizeof *g->names, "%s[%u]",
             role_of(g, a) == EXTRA_OUTPUT ? "outputs" : kinds[kind], number_of(g, a));
  }
  return g;
}

dcm_guarded *dcm_guarded_create(const dcm_scene *s, uint32_t capacity) {
  return create(s, capacity, side_by_side);
}

dcm_guarded *dcm_guarded_fenced(const dcm_scene *s, uint32_t count) {
  return create(s, count, with_fences);
}

void dcm_guarded_destroy(dcm_guarded *g) {
  if (!g)
    return;
  dcm_page_end_free(g->old_table, g->width * sizeof *g->old_table);
  dcm_page_end_free(g->new_table, g->width * sizeof *g->new_table);
  if (g->fence)
    dcm_page_fences_free(g->memory, g->array_count, g->room * sizeof(double));
  else
    free(g->memory);
  free(g->before);
  free(g->names);
  free(g);
}

/** The array of the batch with a quantity, NULL if the law reads none there. */
static const double *quantity_of(const dcm_guarded *g, const dcm_batch *b, uint32_t a) {
  const uint32_t q = number_of(g, a);
  if (q >= g->law->quantity_count || g->law->access[q] == DCM_SUM)
    return NULL;
  return (a - others(g) < DCM_MOST_QUANTITIES ? b->quantities_1 : b->quantities_2)[q];
}

/** Where a batch has the pointer to the array of a field. */
static double **place_in(dcm_batch *b, uint32_t a) {
  return (double **)((char *)b + fields[a].place);
}

/** Component of the history of an array, or -1. */
static int32_t component_of(const dcm_guarded *g, uint32_t a) {
  return a < FIELD_COUNT || a >= others(g) ? -1 : (int32_t)((a - FIELD_COUNT) % g->width);
}

/** Whether an array is one that the call has no use for, as the law says. */
static int is_unused(const dcm_guarded *g, uint32_t a) {
  if (role_of(g, a) == SPIN)
    return (g->law->instance.unused & DCM_UNUSED_SPINS) != 0;
  const int32_t component = component_of(g, a);
  return component >= 0 && !dcm_law_keeps(g->law, (uint32_t)component) &&
         !(g->part.with_energies && dcm_law_keeps_for_energies(g->law, (uint32_t)component));
}

static void fill(dcm_guarded *g, dcm_batch batch) {
  const dcm_part *p = &g->part;
  for (uint32_t a = 0; a < g->array_count; a++) {
    for (uint32_t i = 0; i < g->room; i++)
      g->memory[(size_t)a * g->stride + i] = poison();
    const role r = role_of(g, a);
    const double *from = r == INPUT || r == SPIN ? *place_in(&batch, a)
                         : r == OLD_STATE        ? batch.history[a - FIELD_COUNT]
                         : r == QUANTITY         ? quantity_of(g, &batch, a)
                                                 : NULL;
    double *to = array_of(g, a);
    for (uint32_t k = 0; from && !is_unused(g, a) && k < g->lanes; k++)
      to[k] = k < p->count ? from[p->order[k]] : p->filler;
    memcpy(g->before + (size_t)a * g->room, to - g->margin, g->room * sizeof(double));
  }
}

void dcm_guarded_compute(dcm_guarded *g, const dcm_batch *batch, const dcm_law *law,
                         const dcm_part *part, int side_2, double dt) {
  g->law = law;
  g->part = *part;
  g->dt = dt;
  g->lanes = (part->count + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
  fill(g, *batch);
  dcm_batch guarded = *batch;
  double *rows[OTHER_COUNT];
  for (uint32_t a = 0; a < FIELD_COUNT; a++)
    *place_in(&guarded, a) = array_of(g, a);
  for (uint32_t r = 0; r < OTHER_COUNT; r++)
    rows[r] = array_of(g, others(g) + r);
  guarded.count = part->count;
  guarded.with_energies = part->with_energies;
  guarded.energies.size = sizeof guarded.energies;
  guarded.history = g->old_table;
  guarded.new_history = part->in_place ? g->old_table : g->new_table;
  guarded.quantities_1 = rows;
  guarded.quantities_2 = rows + DCM_MOST_QUANTITIES;
  guarded.added_1 = rows + QUANTITIES;
  guarded.added_2 = rows + QUANTITIES + DCM_MOST_QUANTITIES;
  guarded.outputs = rows + 2 * QUANTITIES;
  g->status = dcm_batch_compute(&guarded, law, side_2, dt);
}

int32_t dcm_guarded_status(const dcm_guarded *guarded) {
  return guarded->status;
}

/** Whether the law may write an array at all. */
static int may_write(const dcm_guarded *g, uint32_t a) {
  switch (role_of(g, a)) {
  case INPUT:
  case SPIN:
  case QUANTITY:
    return 0;
  case ADDED:
    return number_of(g, a) < g->law->quantity_count && g->law->access[number_of(g, a)] != DCM_READ;
  case EXTRA_OUTPUT:
    return g->part.with_energies && number_of(g, a) < g->law->model->output_count;
  case OLD_STATE:
    return g->part.in_place && !is_unused(g, a);
  case NEW_STATE:
    return !g->part.in_place && !is_unused(g, a);
  case COUPLE:
    return !(g->law->instance.unused & DCM_UNUSED_COUPLES);
  case ENERGY:
    return g->part.with_energies;
  case OUTPUT:
    break;
  }
  return 1;
}

const char *dcm_guarded_harm(const dcm_guarded *g, uint32_t *k) {
  for (uint32_t a = 0; a < g->array_count; a++)
    for (uint32_t i = 0; i < g->room; i++) {
      if (memcmp(&g->memory[(size_t)a * g->stride + i], &g->before[(size_t)a * g->room + i],
                 sizeof(double)) == 0)
        continue;
      const uint32_t lane = i - g->margin; /* wraps before the array */
      const int inside = i >= g->margin && lane < g->lanes;
      if (inside && may_write(g, a))
        continue;
      *k = inside && lane < g->part.count ? lane : DCM_NO_CONTACT;
      return name_of(g, a);
    }
  return NULL;
}

const char *dcm_guarded_beyond(const dcm_guarded *g, const void *address, int64_t *number) {
  const uintptr_t at = (uintptr_t)address, first = (uintptr_t)g->memory;
  const uintptr_t fence = g->fence * sizeof(double), stride = g->stride * sizeof(double);
  /* A fence lies between two arrays; its halves belong to its neighbours. */
  const uintptr_t from = first - fence / 2;
  if (at < from || at >= from + g->array_count * stride)
    return NULL;
  const uint32_t a = (uint32_t)((at - from) / stride);
  *number = ((int64_t)at - (int64_t)(uintptr_t)array_of(g, a)) / (int64_t)sizeof(double);
  return name_of(g, a);
}

/** Whether an array holds an answer that counts. */
static int is_answer(const dcm_guarded *g, uint32_t a) {
  const role r = role_of(g, a);
  if (!may_write(g, a))
    return 0;
  const int of_state = r == OLD_STATE || r == NEW_STATE ||
                       (r == ADDED && g->law->access[number_of(g, a)] == DCM_CHANGE);
  return !of_state || dcm_law_keeps_state(g->law, g->dt);
}

/** The first contact that has no answer in an array; the count of contacts if there is none. */
static uint32_t gap_in(const dcm_guarded *g, uint32_t a) {
  uint32_t k = 0;
  while (k < g->part.count && !is_poison(array_of(g, a) + k))
    k++;
  return k;
}

uint32_t dcm_guarded_gaps(const dcm_guarded *g, char *names, size_t size, uint32_t *k) {
  uint32_t count = 0;
  size_t used = 0;
  for (uint32_t a = 0; a < g->array_count; a++) {
    if (!is_answer(g, a))
      continue;
    const uint32_t gap = gap_in(g, a);
    if (gap == g->part.count)
      continue;
    if (count++ == 0)
      *k = gap;
    if (used < size)
      used += (size_t)snprintf(names + used, size - used, "%s%s", used ? ", " : "", name_of(g, a));
  }
  return count;
}

const char *dcm_guarded_flaw(const dcm_guarded *g, uint32_t *k, double *value) {
  for (uint32_t a = 0; a < g->array_count; a++)
    for (*k = 0; is_answer(g, a) && *k < g->part.count; ++*k) {
      *value = array_of(g, a)[*k];
      if (!isfinite(*value))
        return name_of(g, a);
    }
  return NULL;
}

/** The array with the answer that array a would hold, had the call the other's place of the state.
 */
static const double *answer_of(const dcm_guarded *g, uint32_t a) {
  const int32_t component = component_of(g, a);
  if (component < 0)
    return array_of(g, a);
  return array_of(g, FIELD_COUNT + (g->part.in_place ? 0 : g->width) + (uint32_t)component);
}

const char *dcm_guarded_difference(const dcm_guarded *g, uint32_t k, const dcm_guarded *other,
                                   uint32_t other_k, double *came, double *expected) {
  for (uint32_t a = 0; a < g->array_count; a++) {
    if (!is_answer(g, a))
      continue;
    *came = answer_of(g, a)[k];
    *expected = answer_of(other, a)[other_k];
    if (memcmp(came, expected, sizeof *came) != 0)
      return name_of(g, a);
  }
  return NULL;
}

/* -------------------------------------------------------------------------- contacts of a scene */

void dcm_parts_live(dcm_scene *s) {
  dcm_scene_live(s, dcm_scene_side(s));
  if (dcm_chance(&s->random, 0.2))
    s->dt = 0.0;
  /* A law may spoil the state before the step; the check must find this. */
  dcm_scene_copy(s);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(s->a->history[c], s->b->history[c], CONTACTS * sizeof(double));
}

dcm_part dcm_part_of_all(void) {
  static uint32_t identity[CONTACTS];
  for (uint32_t k = 0; k < CONTACTS; k++)
    identity[k] = k;
  return (dcm_part){.count = CONTACTS, .order = identity, .filler = 1.0, .with_energies = 1};
}

dcm_part dcm_part_drawn(dcm_scene *s, uint32_t count, uint32_t *order) {
  for (uint32_t k = 0; k < count; k++)
    order[k] = dcm_below(&s->random, CONTACTS);
  return (dcm_part){.count = count,
                    .order = order,
                    .filler = dcm_log_uniform(&s->random, 1e-3, 1e3),
                    .with_energies = 1};
}

uint32_t dcm_part_count(dcm_random *random) {
  static const uint32_t counts[] = {1,   7,   8,   9,   63,  64,  65,  127,
                                    128, 129, 255, 256, 257, 511, 512, 1000};
  return dcm_chance(random, 0.3) ? 1 + dcm_below(random, 64)
                                 : counts[dcm_below(random, sizeof counts / sizeof counts[0])];
}

void dcm_parts_compare(const dcm_scene *s, const dcm_guarded *came, uint32_t k,
                       const dcm_guarded *expected, uint32_t expected_k, const char *how) {
  double answer, wanted;
  const char *name = dcm_guarded_difference(came, k, expected, expected_k, &answer, &wanted);
  if (!name)
    return;
  char what[512];
  snprintf(what, sizeof what, "the answer for a contact depends on %s", how);
  dcm_scene_find(s, expected_k, what, name, answer, wanted, 0.0);
}

dcm_law *dcm_parts_other_law(dcm_scene *s) {
  dcm_drawn drawn = {0};
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 0; !law && attempt < 50; attempt++)
    law = dcm_draw_law(&s->the_case, 2, s->subject->fixed, &s->random, attempt + 1, &drawn, &error);
  dcm_drawn_free(&drawn);
  return law;
}
