/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of how a law uses the arrays of a call, and of the numbers that it writes there. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/contract/guarded.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/** Calls the law on guarded memory, and lets judge look at the memory. */
static void on_guarded(dcm_scene *s, void (*judge)(dcm_scene *s, const dcm_guarded *g)) {
  dcm_parts_live(s);
  dcm_guarded *g = dcm_guarded_create(s, CONTACTS);
  dcm_part part = dcm_part_of_all();
  part.in_place = dcm_chance(&s->random, 0.3);
  part.with_energies = dcm_chance(&s->random, 0.7);
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  judge(s, g);
  dcm_guarded_destroy(g);
}

/* ------------------------------------------------------------------------------------- fills */

/** The outputs that are missing in one call or in the same call with energies: an author wants to
 * hear of all at once. */
static void find_gaps(dcm_scene *s, const char *names, uint32_t k) {
  char all_names[2048], what[2304];
  uint32_t first;
  dcm_guarded *g = dcm_guarded_create(s, CONTACTS);
  const dcm_part part = dcm_part_of_all();
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  const uint32_t gaps = dcm_guarded_gaps(g, all_names, sizeof all_names, &first);
  dcm_guarded_destroy(g);
  snprintf(what, sizeof what,
           "compute leaves outputs unwritten, so that those of an earlier batch "
           "stay: %s",
           gaps ? all_names : names);
  dcm_scene_find_text(s, gaps ? first : k, what, "the memory as it was before the call",
                      "a number for every contact in every output: 0 if there is nothing to add, "
                      "and the old state if the state does not change");
}

static void expect_filled(dcm_scene *s, const dcm_guarded *g) {
  char names[2048];
  uint32_t k;
  if (dcm_guarded_gaps(g, names, sizeof names, &k))
    find_gaps(s, names, k);
}

static void fills(dcm_scene *s) {
  on_guarded(s, expect_filled);
}

void dcm_check_fills(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "fills", NULL, 2, ROUNDS, fills, NULL);
}

/* ------------------------------------------------------------------------------------- keeps */

static void expect_unharmed(dcm_scene *s, const dcm_guarded *g) {
  uint32_t k;
  const char *name = dcm_guarded_harm(g, &k);
  if (!name)
    return;
  char what[512], came[128];
  snprintf(what, sizeof what, "compute writes where it must not write: %s%s", name,
           k == DCM_NO_CONTACT ? ", beyond its entries" : "");
  snprintf(came, sizeof came, k == DCM_NO_CONTACT ? "another number beside %s" : "another %s[%u]",
           name, k);
  dcm_scene_find_text(s, k == DCM_NO_CONTACT ? 0 : k, what, came,
                      "no change of inputs, of the state before the step, of couples and energies "
                      "that the host does not ask for, and of all other memory");
}

static void keeps(dcm_scene *s) {
  on_guarded(s, expect_unharmed);
}

void dcm_check_keeps(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "keeps", NULL, 2, ROUNDS, keeps, NULL);
}

/* ----------------------------------------------------------------------------------- batches */

static void batches(dcm_scene *s) {
  static uint32_t order[DCM_PART_MOST];
  char how[256];
  dcm_parts_live(s);
  dcm_guarded *all = dcm_guarded_create(s, CONTACTS);
  dcm_guarded *g = dcm_guarded_create(s, CONTACTS);
  dcm_part part = dcm_part_of_all();
  dcm_guarded_compute(all, s->a, s->law, &part, s->side_2, s->dt);
  part.with_energies = 0;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_parts_compare(s, g, k, all, k, "whether energies are asked for");
  part.with_energies = part.in_place = 1;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_parts_compare(
        s, g, k, all, k,
        "whether history_in and history_out are one array: read what you need of a contact "
        "before you write its state");
  dcm_guarded_destroy(g);
  /* Another number of contacts, in another order, with other numbers in the lanes behind. */
  const uint32_t drawn = dcm_part_count(&s->random);
  part = dcm_part_drawn(s, s->round == 0 ? DCM_PART_MOST : drawn, order);
  g = dcm_guarded_create(s, part.count);
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  snprintf(how, sizeof how,
           "its place in the batch, on the number of contacts, which is %u, or on the other "
           "contacts",
           part.count);
  for (uint32_t k = 0; k < part.count; k++)
    dcm_parts_compare(s, g, k, all, order[k], how);
  dcm_guarded_destroy(all);
  dcm_guarded_destroy(g);
}

void dcm_check_batches(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "batches", NULL, 2, ROUNDS, batches, NULL);
}

/* ------------------------------------------------------------------------------------- bounds */

/** The present call. */
typedef struct calling {
  const dcm_scene *scene;
  const char *function;
  uint32_t count;
  const dcm_guarded *arrays;
  double *fields[DCM_MOST_COMPONENTS];
} calling;

static void find_beyond(const calling *c, const char *array, int64_t number, const char *room) {
  char what[512], came[128];
  snprintf(what, sizeof what, "%s reads or writes beyond the arrays that it is handed",
           c->function);
  snprintf(came, sizeof came, "an access to %s[%" PRId64 "], of %u contacts", array, number,
           c->count);
  dcm_scene_find_text(c->scene, 0, what, came, room);
}

static void find_in_batch(const calling *c, const char *at) {
  char room[128];
  int64_t number;
  const char *array = dcm_guarded_beyond(c->arrays, at, &number);
  if (!array)
    return;
  const uint32_t last = (c->count + DCM_LANES - 1) / DCM_LANES * DCM_LANES - 1;
  snprintf(room, sizeof room, "entries 0 to %u only, the count rounded up to whole lanes of %d",
           last, DCM_LANES);
  find_beyond(c, array, number, room);
}

/** A fault beside an array is a finding, and the finding ends the process. */
static void on_fault(void *data, const char *at) {
  const calling *c = data;
  const size_t bytes = c->count * sizeof(double);
  char array[32];
  if (c->arrays)
    find_in_batch(c, at);
  for (uint32_t f = 0; f < DCM_MOST_COMPONENTS && c->fields[f]; f++)
    if (dcm_page_end_is_behind(c->fields[f], bytes, at)) {
      snprintf(array, sizeof array, "event->fields[%u]", f);
      find_beyond(c, array, (at - (const char *)c->fields[f]) / (int64_t)sizeof(double),
                  "entries 0 to count - 1 only: the arrays of an event have no lanes behind");
    }
}

/** Arrays that fill a page have no memory before them either. */
static uint32_t count_of_a_page(dcm_random *random) {
  const uint32_t entries = (uint32_t)(dcm_page_size() / sizeof(double));
  return (entries < DCM_PART_MOST ? entries : DCM_PART_MOST) - dcm_below(random, DCM_LANES);
}

static void compute_fenced(dcm_scene *s, calling *c) {
  static uint32_t order[DCM_PART_MOST];
  const uint32_t count = s->round % 4 ? dcm_part_count(&s->random) : count_of_a_page(&s->random);
  const dcm_part part = dcm_part_drawn(s, count, order);
  dcm_guarded *g = dcm_guarded_fenced(s, part.count);
  c->function = "compute";
  c->count = part.count;
  c->arrays = g;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  c->arrays = NULL;
  dcm_guarded_destroy(g);
}

static void report_fenced(dcm_scene *s, calling *c, uint32_t event) {
  const uint32_t width = s->law->history_width;
  c->function = event == DCM_CONTACT_BEGINS  ? "history at DCM_CONTACT_BEGINS"
                : event == DCM_CONTACT_SWAPS ? "history at DCM_CONTACT_SWAPS"
                                             : "history at DCM_CONTACT_ENDS";
  c->count = 1 + dcm_below(&s->random, CONTACTS);
  const size_t bytes = c->count * sizeof(double);
  for (uint32_t f = 0; f < width; f++) {
    c->fields[f] = dcm_page_end_take(bytes);
    memcpy(c->fields[f], s->a->history[f], bytes);
  }
  if (event == DCM_CONTACT_BEGINS)
    dcm_law_history_begin(s->law, s->pair, (uint32_t)s->side_2, c->count, c->fields);
  else if (event == DCM_CONTACT_SWAPS)
    dcm_law_history_swap(s->law, c->count, c->fields);
  else
    dcm_law_history_end(s->law, s->pair, (uint32_t)s->side_2, c->count, c->fields);
  for (uint32_t f = 0; f < width; f++) {
    dcm_page_end_free(c->fields[f], bytes);
    c->fields[f] = NULL;
  }
}

static void bounds(dcm_scene *s) {
  calling *c = s->state;
  c->scene = s;
  dcm_parts_live(s);
  compute_fenced(s, c);
  for (uint32_t event = DCM_CONTACT_BEGINS; event <= DCM_CONTACT_ENDS; event++)
    if (dcm_law_wants(s->law, event))
      report_fenced(s, c, event);
}

void dcm_check_bounds(const dcm_subject *subject) {
  calling c = {0};
  dcm_faults_visit(on_fault, &c);
  dcm_scene_rounds(subject, "bounds", NULL, 2, 16, bounds, &c);
}

/* ------------------------------------------------------------------------------------- finite */

/* Inputs with which laws divide by zero: positions, speeds and steps that occur in runs, and some
 * rare ones. */
static void to_the_edge(dcm_scene *s, uint32_t k) {
  dcm_batch *b = s->a;
  dcm_random *r = &s->random;
  if (dcm_chance(r, 0.4)) {
    /* Rounding brings overlaps below 0 also to laws that do not reach. */
    static const double overlaps[] = {0.0,    5e-324, 1e-300, 1e-30,   1e-12,
                                      -1e-12, -1e-16, 0.3,    -1e-300, 0.9};
    b->overlap[k] = b->radius_1[k] * overlaps[dcm_below(r, 10)];
  }
  if (s->law->reaches && dcm_chance(r, 0.3)) {
    static const double gaps[] = {5e-324, 1e-300, 1e-30, 1e-12, 1e-3, 1.0 - 1e-12, 1.0};
    b->overlap[k] = -gaps[dcm_below(r, 7)] * dcm_scene_reach(s, k);
  }
  if (dcm_chance(r, 0.3))
    b->normal_velocity[k] = dcm_chance(r, 0.5) ? 0.0 : dcm_uniform(r, -1e3, 1e3);
  double factor = 1.0;
  if (dcm_chance(r, 0.4))
    factor = dcm_chance(r, 0.6) ? 0.0 : dcm_log_uniform(r, 1e-150, 1e3);
  const int spins = dcm_chance(r, 0.3);
  for (int x = 0; x < 3; x++) {
    b->tangential_velocity[x][k] *= factor;
    if (spins)
      b->angular_velocity_1[x][k] = b->angular_velocity_2[x][k] = 0.0;
  }
}

/** Hosts end a run with the law's sentence. */
static void expect_answered(dcm_scene *s, int32_t status) {
  char came[2304];
  const char *reason = dcm_law_reason(s->law);
  const char *expected = "DCM_OK for every finite contact, also at overlap, velocity, spin and "
                         "time step 0, and for all parameters within their ranges";
  if (status == DCM_OK)
    return;
  if (status != DCM_ERROR)
    snprintf(came, sizeof came, "%d", status);
  else if (reason[0])
    snprintf(came, sizeof came, "DCM_ERROR, and the sentence '%s'", reason);
  else
    snprintf(came, sizeof came, "DCM_ERROR, and nothing in instance->log with level DCM_LOG_ERROR");
  dcm_scene_find_text(s, 0,
                      status == DCM_ERROR ? "compute refuses a batch of finite contacts"
                                          : "compute returns neither DCM_OK nor DCM_ERROR",
                      came, expected);
}

static void edges(dcm_scene *s) {
  static uint32_t order[CONTACTS];
  static const double steps[] = {0.0, 0.0, 1e-15, 1e-6, 1.0};
  if (dcm_chance(&s->random, 0.5))
    dcm_scene_live(s, dcm_scene_side(s));
  else
    dcm_scene_meet(s, dcm_scene_side(s));
  s->dt = steps[dcm_below(&s->random, 5)];
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    to_the_edge(s, k);
    order[k] = k;
  }
  dcm_guarded *g = dcm_guarded_create(s, CONTACTS);
  const dcm_part part = {.count = CONTACTS, .order = order, .with_energies = 1};
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  expect_answered(s, dcm_guarded_status(g));
  uint32_t k;
  double value;
  const char *name = dcm_guarded_flaw(g, &k, &value);
  if (name) {
    char came[512];
    const dcm_vector v = dcm_scene_vector(s->a->tangential_velocity, k);
    const dcm_vector w = dcm_scene_vector(s->a->angular_velocity_1, k);
    snprintf(came, sizeof came,
             "%s %g, at dt %g, overlap %g, v_n %g, |v_t| %g, |w1| %g (these as compute saw them)",
             name, value, s->dt, s->a->overlap[k], s->a->normal_velocity[k], dcm_length(v),
             dcm_length(w));
    dcm_scene_find_text(s, k, "the answer to a finite contact is not finite", came,
                        "a finite number, also at overlap, velocity, spin and time step 0, and for "
                        "all parameters within their ranges");
  }
  dcm_guarded_destroy(g);
}

void dcm_check_finite(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "finite", NULL, 2, 4 * ROUNDS, edges, NULL);
}

/* --------------------------------------------------------------------------------- quantities */

/** Whether a quantity has values that a user chooses. */
static int is_chosen(const dcm_quantity *q) {
  return q->access != DCM_SUM && strcmp(q->name, "mass") != 0 && strcmp(q->name, "id") != 0;
}

static int has_range(const dcm_quantity *q) {
  return q->minimum != 0.0 || q->maximum != 0.0;
}

/** A value where formulas fail, but one that the description allows. */
static double extreme(const dcm_quantity *q, double usual, dcm_random *random) {
  const double values[] = {0.0,           -0.0,         -usual,     10.0 * usual,
                           -10.0 * usual, 1e-3 * usual, q->minimum, q->maximum};
  const double value = values[dcm_below(random, sizeof values / sizeof values[0])];
  if (!has_range(q))
    return value;
  return isfinite(value) ? fmin(fmax(value, q->minimum), q->maximum) : usual;
}

static void choose_values(dcm_scene *s) {
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    for (uint32_t k = 0; is_chosen(quantity) && k < CONTACTS; k++) {
      double *const sides[] = {&s->a->quantities_1[q][k], &s->a->quantities_2[q][k]};
      for (int side = 0; side < 2; side++)
        if (dcm_chance(&s->random, 0.6))
          *sides[side] = extreme(quantity, *sides[side], &s->random);
    }
  }
}

static void print_values(const dcm_scene *s, uint32_t k, char *text, size_t size) {
  size_t used = strlen(text);
  for (uint32_t q = 0; q < s->law->quantity_count && used < size; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    if (quantity->access != DCM_SUM)
      used += (size_t)snprintf(text + used, size - used, ", %s %.9g and %.9g", quantity->name,
                               s->a->quantities_1[q][k], s->a->quantities_2[q][k]);
  }
}

static void quantities(dcm_scene *s) {
  static const char expected[] =
      "a finite number for every value of a quantity that its minimum and maximum allow; without "
      "them, for zero, negative and large numbers, too";
  char came[1024];
  uint32_t k = 0;
  double value;
  dcm_parts_live(s);
  choose_values(s);
  dcm_guarded *g = dcm_guarded_create(s, CONTACTS);
  const dcm_part part = dcm_part_of_all();
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  const char *name = dcm_guarded_flaw(g, &k, &value);
  if (dcm_guarded_status(g) != DCM_OK) {
    snprintf(came, sizeof came, "the status %d", (int)dcm_guarded_status(g));
    dcm_scene_find_text(s, 0, "compute refuses values of quantities", came, expected);
  }
  if (name) {
    snprintf(came, sizeof came, "%s %g", name, value);
    print_values(s, k, came, sizeof came);
    dcm_scene_find_text(s, k, "an allowed value of a quantity has an answer that is not finite",
                        came, expected);
  }
  dcm_guarded_destroy(g);
}

void dcm_check_quantities(const dcm_subject *subject) {
  int any = 0;
  for (uint32_t q = 0; q < subject->model->quantity_count; q++)
    any = any || is_chosen(dcm_model_quantity(subject->model, q));
  if (any)
    dcm_scene_rounds(subject, "quantities", NULL, 2, ROUNDS, quantities, NULL);
  else
    dcm_subject_not_tested(subject, "the law reads no quantity but mass and id");
}
