/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of how a law uses the arrays of a call, and its instances. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/guarded.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

static void need(const dcm_scene *s, const void *memory) {
  if (!memory)
    dcm_subject_find(s->subject, "out of memory", s->the_case.name, "", "");
}

static uint32_t identity[CONTACTS];

static dcm_part whole(void) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    identity[k] = k;
  return (dcm_part){.count = CONTACTS, .order = identity, .filler = 1.0, .with_energies = 1};
}

/** Contacts that have lived, with their kinematics in batch a. */
static void live(dcm_scene *s) {
  dcm_scene_live(s, dcm_scene_side(s));
  if (dcm_chance(&s->random, 0.2))
    s->dt = 0.0;
  /* A law may spoil the state before the step; the check must find this. */
  dcm_scene_copy(s);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(s->a->history[c], s->b->history[c], CONTACTS * sizeof(double));
}

/** Calls the law on guarded memory, and lets judge look at the memory. */
static void on_guarded(dcm_scene *s, void (*judge)(dcm_scene *s, const dcm_guarded *g)) {
  live(s);
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  need(s, g);
  dcm_part part = whole();
  part.in_place = dcm_chance(&s->random, 0.3);
  part.with_energies = dcm_chance(&s->random, 0.7);
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  judge(s, g);
  dcm_guarded_destroy(g);
}

/* ------------------------------------------------------------------------------------- fills */

static void expect_filled(dcm_scene *s, const dcm_guarded *g) {
  uint32_t k;
  const char *name = dcm_guarded_gap(g, &k);
  if (!name)
    return;
  char what[512], came[128];
  snprintf(what, sizeof what,
           "compute does not write %s, so the value of an earlier batch stays there", name);
  snprintf(came, sizeof came, "%s[%u] as it was before the call", name, k);
  dcm_scene_find_text(s, k, what, came,
                      "a number for every contact in every output: 0 if there is nothing to add, "
                      "and the old state if the state does not change");
}

static void fills(dcm_scene *s) {
  on_guarded(s, expect_filled);
}

void dcm_check_fills(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "fills", NULL, 2, ROUNDS, fills);
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
  dcm_scene_rounds(subject, "keeps", NULL, 2, ROUNDS, keeps);
}

/* ----------------------------------------------------------------------------------- batches */

static void expect_same(dcm_scene *s, const dcm_guarded *g, uint32_t k, const dcm_guarded *all,
                        uint32_t place, const char *how) {
  double came, expected;
  const char *name = dcm_guarded_difference(g, k, all, place, &came, &expected);
  if (!name)
    return;
  char what[512];
  snprintf(what, sizeof what, "the answer for a contact depends on %s", how);
  dcm_scene_find(s, place, what, name, came, expected, 0.0);
}

static void batches(dcm_scene *s) {
  static uint32_t order[CONTACTS];
  live(s);
  dcm_guarded *all = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  need(s, all);
  need(s, g);
  dcm_part part = whole();
  dcm_guarded_compute(all, s->a, s->law, &part, s->side_2, s->dt);
  part.with_energies = 0;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    expect_same(s, g, k, all, k, "whether energies are asked for");
  part.with_energies = part.in_place = 1;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    expect_same(s, g, k, all, k,
                "whether history_in and history_out are one array: read what you need of a contact "
                "before you write its state");
  /* Some of the contacts, in another order, with other numbers in the lanes behind. */
  memcpy(order, identity, sizeof order);
  for (uint32_t k = CONTACTS - 1; k > 0; k--) {
    const uint32_t other = dcm_below(&s->random, k + 1), kept = order[k];
    order[k] = order[other];
    order[other] = kept;
  }
  part = (dcm_part){.count = 1 + dcm_below(&s->random, CONTACTS - 1),
                    .order = order,
                    .filler = dcm_log_uniform(&s->random, 1e-3, 1e3),
                    .with_energies = 1};
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < part.count; k++)
    expect_same(s, g, k, all, order[k],
                "its place in the batch, on the number of contacts, or on the other contacts");
  dcm_guarded_destroy(all);
  dcm_guarded_destroy(g);
}

void dcm_check_batches(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "batches", NULL, 2, ROUNDS, batches);
}

/* --------------------------------------------------------------------------------- instances */

/** A second law of the same case with other parameters, or NULL. */
static dcm_law *other_law(dcm_scene *s) {
  dcm_drawn drawn = {0};
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 0; !law && attempt < 50; attempt++)
    law = dcm_draw_law(&s->the_case, 2, s->subject->fixed, &s->random, attempt + 1, &drawn, &error);
  dcm_drawn_free(&drawn);
  return law;
}

static void instances(dcm_scene *s) {
  live(s);
  dcm_guarded *first = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_guarded *again = dcm_guarded_create(s->law->history_width, CONTACTS);
  need(s, first);
  need(s, again);
  const dcm_part part = whole();
  dcm_guarded_compute(first, s->a, s->law, &part, s->side_2, s->dt);
  dcm_law *other = other_law(s);
  for (int use = 0; use < 2; use++) {
    if (other && use)
      dcm_guarded_compute(again, s->a, other, &part, s->side_2, s->dt);
    dcm_guarded_compute(again, s->a, s->law, &part, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++)
      expect_same(s, again, k, first, k,
                  "a second instance of the law: keep the data of an instance in instance->data, "
                  "not in static variables");
  }
  dcm_law_destroy(other);
  dcm_guarded_compute(again, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    expect_same(s, again, k, first, k, "whether another instance of the law was destroyed");
  dcm_guarded_destroy(first);
  dcm_guarded_destroy(again);
}

void dcm_check_instances(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "instances", NULL, 2, ROUNDS, instances);
}

/* ----------------------------------------------------------------------------------- threads */

enum { THREADS = 4, REPEATS = 50 };

typedef struct worker {
  const dcm_scene *scene;
  const dcm_law *law;
  const dcm_guarded *expected;
  dcm_guarded *own;
  dcm_part part;
  uint32_t k;
  const char *name;
  double came, wanted;
} worker;

/** Repeats one computation until the answer differs. */
static void *work(void *data) {
  worker *w = data;
  for (int i = 0; i < REPEATS; i++) {
    dcm_guarded_compute(w->own, w->scene->a, w->law, &w->part, w->scene->side_2, w->scene->dt);
    for (w->k = 0; w->k < CONTACTS; w->k++) {
      w->name = dcm_guarded_difference(w->own, w->k, w->expected, w->k, &w->came, &w->wanted);
      if (w->name)
        return NULL;
    }
  }
  return NULL;
}

/** Two threads on each of two instances. */
static void threads(dcm_scene *s) {
  live(s);
  dcm_law *other = other_law(s);
  worker workers[THREADS];
  dcm_guarded *expected[2];
  pthread_t handles[THREADS];
  for (int i = 0; i < 2; i++) {
    const dcm_part part = whole();
    expected[i] = dcm_guarded_create(s->law->history_width, CONTACTS);
    need(s, expected[i]);
    dcm_guarded_compute(expected[i], s->a, i && other ? other : s->law, &part, s->side_2, s->dt);
  }
  for (int t = 0; t < THREADS; t++) {
    workers[t] = (worker){.scene = s,
                          .law = t % 2 && other ? other : s->law,
                          .expected = expected[t % 2],
                          .own = dcm_guarded_create(s->law->history_width, CONTACTS),
                          .part = whole()};
    need(s, workers[t].own);
    if (pthread_create(&handles[t], NULL, work, &workers[t]))
      dcm_subject_find(s->subject, "this machine cannot start threads", s->the_case.name, "", "");
  }
  for (int t = 0; t < THREADS; t++)
    pthread_join(handles[t], NULL);
  for (int t = 0; t < THREADS; t++) {
    const worker *w = &workers[t];
    if (w->name)
      dcm_scene_find(s, w->k,
                     "the answer differs when compute runs on several threads at once: compute "
                     "must write only to the arrays of the call",
                     w->name, w->came, w->wanted, 0.0);
    dcm_guarded_destroy(w->own);
  }
  dcm_law_destroy(other);
  for (int i = 0; i < 2; i++)
    dcm_guarded_destroy(expected[i]);
}

void dcm_check_threads(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "threads", NULL, 2, 4, threads);
}
