/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of the numbers that a law answers: they are finite, and belong to their contact alone,
 * whatever else the law computes, before or at once. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "check/checks.h"
#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/* ----------------------------------------------------------------------------------- batches */

/** A number of contacts about which hosts and laws differ, from one to some thousands. */
static uint32_t random_count(dcm_scene *s) {
  static const uint32_t counts[] = {1,   7,   8,   9,   63,  64,  65,  127,
                                    128, 129, 255, 256, 257, 511, 512, 1000};
  if (s->round == 0)
    return DCM_MOST_IN_BATCH;
  return dcm_chance(&s->random, 0.3)
             ? 1 + dcm_below(&s->random, 64)
             : counts[dcm_below(&s->random, sizeof counts / sizeof counts[0])];
}

/** Expects that the contacts of a batch have the answers that they have in batch a. */
static void expect_same(const dcm_scene *s, const dcm_batch *b, const uint32_t *order,
                        const char *how) {
  dcm_bits bits;
  char what[512];
  const uint32_t k = dcm_other_bits(s->law, b, s->a, order, s->dt, &bits);
  if (k == b->count)
    return;
  snprintf(what, sizeof what, "the answer for a contact depends on %s", how);
  dcm_scene_find(s, order[k], what, bits.name, bits.came, bits.expected, 0.0);
}

void dcm_round_batches(dcm_scene *s) {
  static uint32_t order[DCM_MOST_IN_BATCH], same[CONTACTS];
  char how[256];
  dcm_scene_live(s, dcm_scene_side(s));
  if (dcm_chance(&s->random, 0.2))
    s->dt = 0.0;
  const uint32_t count = random_count(s);
  for (uint32_t k = 0; k < count; k++)
    order[k] = dcm_below(&s->random, CONTACTS);
  for (uint32_t k = 0; k < CONTACTS; k++)
    same[k] = k;
  /* Before the law could spoil the state. */
  dcm_batch *others = dcm_scene_batch(s, count, order);
  dcm_batch *without = dcm_scene_batch(s, CONTACTS, same);
  dcm_batch *in_place = dcm_scene_batch(s, CONTACTS, same);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  without->with_energies = 0;
  dcm_batch_evaluate(without, s->law, s->side_2, s->dt);
  expect_same(s, without, same, "whether energies are asked for");
  in_place->new_history = in_place->history;
  dcm_batch_evaluate(in_place, s->law, s->side_2, s->dt);
  expect_same(s, in_place, same,
              "whether history_in and history_out are one array: read what you need of a contact "
              "before you write its state");
  dcm_batch_evaluate(others, s->law, s->side_2, s->dt);
  snprintf(how, sizeof how,
           "its place in the batch, on the number of contacts, which is %u, or on the other "
           "contacts",
           count);
  expect_same(s, others, order, how);
  dcm_batch_destroy(others);
  dcm_batch_destroy(without);
  dcm_batch_destroy(in_place);
}

/* ----------------------------------------------------------------------------------- threads */

enum { THREADS = 4, REPEATS = 50 };

/** Instances that are made and destroyed meanwhile: as many as fit into the time of the threads,
 * but some. A law that solves equations in init takes long. */
enum { FEWEST_INSTANCES = 3 };

typedef struct worker {
  const dcm_scene *scene;
  const dcm_law *law;
  dcm_batch *expected, *own;
  uint32_t order[CONTACTS]; /* of its own: two threads never have the same contact at one place */
  uint32_t k;               /* the first contact with another answer; CONTACTS: none has one */
  dcm_bits bits;
} worker;

static atomic_int at_work; /* threads that have not ended */

/** Repeats one computation until the answer differs. */
static void *work(void *data) {
  worker *w = data;
  const dcm_scene *s = w->scene;
  w->k = CONTACTS;
  for (int i = 0; i < REPEATS && w->k == CONTACTS; i++) {
    dcm_batch_compute(w->own, w->law, s->side_2, s->dt);
    w->k = dcm_other_bits(w->law, w->own, w->expected, NULL, s->dt, &w->bits);
  }
  at_work--;
  return NULL;
}

/** Computes what a thread must answer. */
static void prepare(dcm_scene *s, worker *w, uint32_t t, const dcm_law *law) {
  *w = (worker){.scene = s, .law = law};
  for (uint32_t k = 0; k < CONTACTS; k++)
    w->order[k] = (k + t) % CONTACTS;
  w->expected = dcm_scene_batch(s, CONTACTS, w->order);
  w->own = dcm_scene_batch(s, CONTACTS, w->order);
  dcm_batch_evaluate(w->expected, law, s->side_2, s->dt);
  dcm_batch_evaluate(w->own, law, s->side_2, s->dt);
}

/** Two threads on each of two instances, while others are made and destroyed. */
void dcm_round_threads(dcm_scene *s) {
  static worker workers[THREADS];
  pthread_t handles[THREADS];
  dcm_error ignored;
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_law *other = dcm_scene_other_law(s);
  at_work = THREADS;
  for (uint32_t t = 0; t < THREADS; t++)
    prepare(s, &workers[t], t, t % 2 && other ? other : s->law);
  for (int t = 0; t < THREADS; t++)
    if (pthread_create(&handles[t], NULL, work, &workers[t]))
      dcm_subject_find(s->subject, "this machine cannot start threads", s->the_case.name, "", "");
  for (int i = 0; i < REPEATS && (i < FEWEST_INSTANCES || at_work > 0); i++)
    dcm_law_destroy(dcm_law_create(s->drawn.settings, dcm_error_log, &ignored, &ignored));
  for (int t = 0; t < THREADS; t++)
    pthread_join(handles[t], NULL);
  for (int t = 0; t < THREADS; t++) {
    const worker *w = &workers[t];
    if (w->k < CONTACTS)
      dcm_scene_find(s, w->order[w->k],
                     "the answer differs when there are other instances, or when functions run on "
                     "several threads at once: keep the data of an instance in instance->data, not "
                     "in static variables, and write in compute only to the arrays of the call",
                     w->bits.name, w->bits.came, w->bits.expected, 0.0);
    dcm_batch_destroy(w->own);
    dcm_batch_destroy(w->expected);
  }
  dcm_law_destroy(other);
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

void dcm_round_finite(dcm_scene *s) {
  static const double steps[] = {0.0, 0.0, 1e-15, 1e-6, 1.0};
  dcm_batch *b = s->a;
  if (dcm_chance(&s->random, 0.5))
    dcm_scene_live(s, dcm_scene_side(s));
  else
    dcm_scene_meet(s, dcm_scene_side(s));
  s->dt = steps[dcm_below(&s->random, 5)];
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    to_the_edge(s, k);
  if (dcm_chance(&s->random, 0.5))
    choose_values(s);
  expect_answered(s, dcm_batch_compute(b, s->law, s->side_2, s->dt));
  const dcm_answer *flaw;
  const uint32_t k = dcm_first_flaw(s->law, b, s->dt, &flaw);
  if (k == DCM_NO_CONTACT)
    return;
  char came[1024];
  const dcm_vector v = dcm_scene_vector(b->tangential_velocity, k);
  const dcm_vector w = dcm_scene_vector(b->angular_velocity_1, k);
  snprintf(came, sizeof came,
           "%s %g, at dt %g, overlap %g, v_n %g, |v_t| %g, |w1| %g (these as compute saw them)",
           flaw->name, dcm_length(dcm_answer_for(flaw, k)), s->dt, b->overlap[k],
           b->normal_velocity[k], dcm_length(v), dcm_length(w));
  print_values(s, k, came, sizeof came);
  dcm_scene_find_text(s, k, "the answer to a finite contact is not finite", came,
                      "a finite number, also at overlap, velocity, spin and time step 0, for all "
                      "parameters within their ranges, and for every value of a quantity that its "
                      "minimum and maximum allow; without them, for zero and negative numbers, "
                      "too");
}
