/* SPDX-License-Identifier: MIT */
#include "check/guarded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/page_end.h"
#include "runtime/effective.h"
#include "runtime/model.h"

typedef enum role {
  INPUT,
  OUTPUT,
  COUPLE,
  ENERGY,
  OLD_STATE,
  NEW_STATE,
  QUANTITY,
  ADDED,
  TOLD
} role;

/* Names as the contract has them; the first part of the arrays, before those of the history. */
static const struct {
  const char *name;
  role role;
} fields[] = {
    {"normal[0]", INPUT},
    {"normal[1]", INPUT},
    {"normal[2]", INPUT},
    {"bisector[0]", INPUT},
    {"bisector[1]", INPUT},
    {"bisector[2]", INPUT},
    {"overlap", INPUT},
    {"normal_velocity", INPUT},
    {"tangential_velocity[0]", INPUT},
    {"tangential_velocity[1]", INPUT},
    {"tangential_velocity[2]", INPUT},
    {"angular_velocity_1[0]", INPUT},
    {"angular_velocity_1[1]", INPUT},
    {"angular_velocity_1[2]", INPUT},
    {"angular_velocity_2[0]", INPUT},
    {"angular_velocity_2[1]", INPUT},
    {"angular_velocity_2[2]", INPUT},
    {"radius_1", INPUT},
    {"radius_2", INPUT},
    {"effective_radius", INPUT},
    {"effective_mass", INPUT},
    {"normal_force", OUTPUT},
    {"tangential_force[0]", OUTPUT},
    {"tangential_force[1]", OUTPUT},
    {"tangential_force[2]", OUTPUT},
    {"couple_1[0]", COUPLE},
    {"couple_1[1]", COUPLE},
    {"couple_1[2]", COUPLE},
    {"couple_2[0]", COUPLE},
    {"couple_2[1]", COUPLE},
    {"couple_2[2]", COUPLE},
    {"energies->stored_normal", ENERGY},
    {"energies->stored_tangential", ENERGY},
    {"energies->stored_rolling", ENERGY},
    {"energies->dissipated_normal", ENERGY},
    {"energies->dissipated_plastic", ENERGY},
    {"energies->dissipated_tangential", ENERGY},
    {"energies->dissipated_sliding", ENERGY},
    {"energies->dissipated_rolling", ENERGY},
    {"energies->dissipated_fracture", ENERGY},
};
enum {
  NORMAL = 0,
  BISECTOR = 3,
  OVERLAP = 6,
  NORMAL_VELOCITY = 7,
  TANGENTIAL_VELOCITY = 8,
  SPIN_1 = 11,
  SPIN_2 = 14,
  RADIUS_1 = 17,
  RADIUS_2 = 18,
  EFFECTIVE_RADIUS = 19,
  EFFECTIVE_MASS = 20,
  INPUT_COUNT = 21,
  NORMAL_FORCE = 21,
  TANGENTIAL_FORCE = 22,
  COUPLE_1 = 25,
  COUPLE_2 = 28,
  ENERGIES = 31,
  FIELD_COUNT = sizeof fields / sizeof fields[0]
};

/* Behind the state stand the quantities of both sides, what is added to them, the outputs. */
enum { QUANTITIES = 2 * DCM_MOST_QUANTITIES, OTHER_COUNT = 2 * QUANTITIES + DCM_MOST_OUTPUTS };

struct dcm_guarded {
  uint32_t width;
  uint32_t array_count; /* those of fields, the old state, the new state, the others */
  uint32_t stride;      /* doubles from one array to the next */
  uint32_t margin;      /* doubles that nobody may touch before an array */
  uint32_t room;        /* doubles of an array with what nobody may touch before and behind */
  uint32_t fence;       /* doubles of inaccessible memory before and behind the room */
  double *memory, *before;
  char (*names)[40]; /* of all behind the fields */

  /* The tables of the history end where readable memory ends. */
  double **old_table, **new_table;

  /* Of the last call. */
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
  return other < QUANTITIES ? QUANTITY : other < 2 * QUANTITIES ? ADDED : TOLD;
}

/** Which quantity or output the array of one is. */
static uint32_t number_of(const dcm_guarded *g, uint32_t a) {
  const uint32_t other = a - others(g);
  return other < 2 * QUANTITIES ? other % DCM_MOST_QUANTITIES : other - 2 * QUANTITIES;
}

static const char *name_of(const dcm_guarded *g, uint32_t a) {
  return a < FIELD_COUNT ? fields[a].name : g->names[a - FIELD_COUNT];
}

static double **make_table(const dcm_guarded *g, uint32_t first) {
  double **table = dcm_page_end_take(g->width * sizeof *table);
  for (uint32_t c = 0; table && c < g->width; c++)
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

static dcm_guarded *create(uint32_t history_width, uint32_t capacity,
                           double *(*take)(dcm_guarded *g, uint32_t lanes)) {
  dcm_guarded *g = calloc(1, sizeof *g);
  if (!g)
    return NULL;
  g->width = history_width;
  g->array_count = FIELD_COUNT + 2 * history_width + OTHER_COUNT;
  g->memory = take(g, (capacity + DCM_LANES - 1) / DCM_LANES * DCM_LANES);
  g->before = malloc((size_t)g->array_count * g->room * sizeof(double));
  g->names = calloc(2 * history_width + OTHER_COUNT, sizeof *g->names);
  if (g->memory) {
    g->old_table = make_table(g, FIELD_COUNT);
    g->new_table = make_table(g, FIELD_COUNT + history_width);
  }
  if (!g->before || !g->names || !g->old_table || !g->new_table) {
    dcm_guarded_destroy(g);
    return NULL;
  }
  for (uint32_t c = 0; c < history_width; c++) {
    snprintf(g->names[c], sizeof g->names[c], "history_in[%u]", c);
    snprintf(g->names[history_width + c], sizeof g->names[c], "history_out[%u]", c);
  }
  for (uint32_t a = others(g); a < g->array_count; a++) {
    static const char *const kinds[] = {"quantities_1", "quantities_2", "added_1", "added_2"};
    const uint32_t kind = (a - others(g)) / DCM_MOST_QUANTITIES;
    snprintf(g->names[a - FIELD_COUNT], sizeof *g->names, "%s[%u]",
             role_of(g, a) == TOLD ? "outputs" : kinds[kind], number_of(g, a));
  }
  return g;
}

dcm_guarded *dcm_guarded_create(uint32_t history_width, uint32_t capacity) {
  return create(history_width, capacity, side_by_side);
}

dcm_guarded *dcm_guarded_fenced(uint32_t history_width, uint32_t count) {
  return create(history_width, count, with_fences);
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

/** The array of the batch that belongs to an input. */
static const double *source_of(const dcm_batch *b, uint32_t a) {
  const double *rows[INPUT_COUNT];
  for (int x = 0; x < 3; x++) {
    rows[NORMAL + x] = b->normal[x];
    rows[BISECTOR + x] = b->bisector[x];
    rows[TANGENTIAL_VELOCITY + x] = b->tangential_velocity[x];
    rows[SPIN_1 + x] = b->angular_velocity_1[x];
    rows[SPIN_2 + x] = b->angular_velocity_2[x];
  }
  rows[OVERLAP] = b->overlap;
  rows[NORMAL_VELOCITY] = b->normal_velocity;
  rows[RADIUS_1] = b->radius_1;
  rows[RADIUS_2] = b->radius_2;
  rows[EFFECTIVE_RADIUS] = b->effective_radius;
  rows[EFFECTIVE_MASS] = b->effective_mass;
  return rows[a];
}

/** Component of the history of an array, or -1. */
static int32_t component_of(const dcm_guarded *g, uint32_t a) {
  return a < FIELD_COUNT || a >= others(g) ? -1 : (int32_t)((a - FIELD_COUNT) % g->width);
}

/** Whether an array is one that the call has no use for, as the law says. */
static int is_unused(const dcm_guarded *g, uint32_t a) {
  if (a >= SPIN_1 && a < RADIUS_1)
    return (g->law->instance.unused & DCM_UNUSED_SPINS) != 0;
  const int32_t component = component_of(g, a);
  return component >= 0 && !dcm_law_keeps(g->law, (uint32_t)component) &&
         !(g->part.with_energies && dcm_law_keeps_for_energies(g->law, (uint32_t)component));
}

static void fill(dcm_guarded *g, const dcm_batch *batch) {
  const dcm_part *p = &g->part;
  for (uint32_t a = 0; a < g->array_count; a++) {
    for (uint32_t i = 0; i < g->room; i++)
      g->memory[(size_t)a * g->stride + i] = poison();
    const role r = role_of(g, a);
    const double *from = r == INPUT       ? source_of(batch, a)
                         : r == OLD_STATE ? batch->history[a - FIELD_COUNT]
                         : r == QUANTITY  ? quantity_of(g, batch, a)
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
  fill(g, batch);
  double *rows[OTHER_COUNT];
  for (uint32_t r = 0; r < OTHER_COUNT; r++)
    rows[r] = array_of(g, others(g) + r);
  const int has_quantities = law->quantity_count > 0;
#define INPUT_VECTOR(a)                                                                            \
  { array_of(g, a), array_of(g, (a) + 1), array_of(g, (a) + 2) }
  const dcm_contacts contacts = {
      .size = sizeof contacts,
      .count = part->count,
      .pair = batch->pair,
      .side_2 = (uint32_t)side_2,
      .dt = dt,
      .time = batch->clock.time,
      .step = batch->clock.step,
      .normal = INPUT_VECTOR(NORMAL),
      .bisector = INPUT_VECTOR(BISECTOR),
      .overlap = array_of(g, OVERLAP),
      .normal_velocity = array_of(g, NORMAL_VELOCITY),
      .tangential_velocity = INPUT_VECTOR(TANGENTIAL_VELOCITY),
      .angular_velocity_1 = INPUT_VECTOR(SPIN_1),
      .angular_velocity_2 = INPUT_VECTOR(SPIN_2),
      .radius_1 = array_of(g, RADIUS_1),
      .radius_2 = array_of(g, RADIUS_2),
      .effective_radius = array_of(g, EFFECTIVE_RADIUS),
      .effective_mass = array_of(g, EFFECTIVE_MASS),
      .quantities_1 = has_quantities ? (const double *const *)rows : NULL,
      .quantities_2 = has_quantities ? (const double *const *)rows + DCM_MOST_QUANTITIES : NULL,
      .velocity_age = dcm_velocity_age(batch->half_step_velocities, dt),
  };
  const dcm_energies energies = {
      .size = sizeof energies,
      .stored_normal = array_of(g, ENERGIES),
      .stored_tangential = array_of(g, ENERGIES + 1),
      .stored_rolling = array_of(g, ENERGIES + 2),
      .dissipated_normal = array_of(g, ENERGIES + 3),
      .dissipated_plastic = array_of(g, ENERGIES + 4),
      .dissipated_tangential = array_of(g, ENERGIES + 5),
      .dissipated_sliding = array_of(g, ENERGIES + 6),
      .dissipated_rolling = array_of(g, ENERGIES + 7),
      .dissipated_fracture = array_of(g, ENERGIES + 8),
  };
  const dcm_response response = {
      .size = sizeof response,
      .normal_force = array_of(g, NORMAL_FORCE),
      .tangential_force = INPUT_VECTOR(TANGENTIAL_FORCE),
      .couple_1 = INPUT_VECTOR(COUPLE_1),
      .couple_2 = INPUT_VECTOR(COUPLE_2),
      .history_in = (const double *const *)g->old_table,
      .history_out = part->in_place ? g->old_table : g->new_table,
      .energies = part->with_energies ? &energies : NULL,
      .added_1 = has_quantities ? rows + QUANTITIES : NULL,
      .added_2 = has_quantities ? rows + QUANTITIES + DCM_MOST_QUANTITIES : NULL,
      .outputs = part->with_energies && law->model->output_count ? rows + 2 * QUANTITIES : NULL,
  };
#undef INPUT_VECTOR
  g->status = law->model->compute(&law->instance, &contacts, &response);
}

int32_t dcm_guarded_status(const dcm_guarded *guarded) {
  return guarded->status;
}

/** Whether the law may write an array at all. */
static int may_write(const dcm_guarded *g, uint32_t a) {
  switch (role_of(g, a)) {
  case INPUT:
  case QUANTITY:
    return 0;
  case ADDED:
    return number_of(g, a) < g->law->quantity_count && g->law->access[number_of(g, a)] != DCM_READ;
  case TOLD:
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
  if (r == INPUT || !may_write(g, a))
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
