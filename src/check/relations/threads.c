/* SPDX-License-Identifier: MIT */
/** @file
 * Check that instances do not know of each other, nor threads that call them at once. */
#include <pthread.h>
#include <stdatomic.h>

#include "check/checks.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

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
static void threads(dcm_scene *s) {
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

void dcm_check_threads(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "threads", NULL, 2, 4, threads, NULL);
}
