/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of what an answer may depend on: not on other instances, threads and looks, nor on how
 * materials are numbered. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/contract/guarded.h"
#include "check/relations/relation.h"
#include "runtime/model.h"

enum { ROUNDS = 12, CONTACTS = DCM_SCENE_CONTACTS };

/* --------------------------------------------------------------------------------- instances */

/** Asks the law for answers beside forces: its reach, and the states of new contacts. */
static void ask(const dcm_scene *s, double *reach, double *const *states) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    reach[k] = dcm_scene_reach(s, k);
  dcm_law_history_begin(s->law, s->pair, (uint32_t)s->side_2, CONTACTS, states);
}

static void expect_same(const dcm_scene *s, const dcm_guarded *again, const dcm_guarded *first,
                        const char *how) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_parts_compare(s, again, k, first, k, how);
}

/** Compares reach and new states with those before another instance was used. */
static void expect_same_beside(dcm_scene *s, const double *reach) {
  static const char what[] =
      "the answer depends on a second instance of the law: keep the data of an instance in "
      "instance->data, not in static variables";
  static double again[CONTACTS];
  ask(s, again, s->b->new_history);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    if (again[k] != reach[k])
      dcm_scene_find(s, k, what, "reach", again[k], reach[k], 0.0);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      if (s->b->new_history[c][k] != s->b->history[c][k])
        dcm_scene_find(s, k, what, "the state of a new contact", s->b->new_history[c][k],
                       s->b->history[c][k], 0.0);
  }
}

static void instances(dcm_scene *s) {
  static double reach[CONTACTS];
  dcm_error error;
  dcm_parts_live(s);
  dcm_guarded *first = dcm_guarded_create(s, CONTACTS);
  dcm_guarded *again = dcm_guarded_create(s, CONTACTS);
  const dcm_part part = dcm_part_of_all();
  dcm_guarded_compute(first, s->a, s->law, &part, s->side_2, s->dt);
  ask(s, reach, s->b->history);
  dcm_law *other = dcm_parts_other_law(s);
  for (int use = 0; use < 2; use++) {
    if (other && use)
      dcm_guarded_compute(again, s->a, other, &part, s->side_2, s->dt);
    dcm_guarded_compute(again, s->a, s->law, &part, s->side_2, s->dt);
    expect_same(s, again, first,
                "a second instance of the law: keep the data of an instance in instance->data, "
                "not in static variables");
    expect_same_beside(s, reach);
  }
  dcm_law_destroy(other);
  dcm_guarded_compute(again, s->a, s->law, &part, s->side_2, s->dt);
  expect_same(s, again, first, "whether another instance of the law was destroyed");
  dcm_law *twin = dcm_law_create(s->drawn.settings, dcm_error_log, &error, &error);
  if (twin)
    dcm_guarded_compute(again, s->a, twin, &part, s->side_2, s->dt);
  expect_same(s, again, first,
              "which of two instances with the same parameters computes: what init computes must "
              "follow from the setup alone");
  dcm_law_destroy(twin);
  dcm_guarded_destroy(first);
  dcm_guarded_destroy(again);
}

void dcm_check_instances(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "instances", NULL, 2, ROUNDS, instances, NULL);
}

/* ----------------------------------------------------------------------------------- threads */

enum { THREADS = 4, REPEATS = 50 };

/** Instances that are made and destroyed meanwhile: as many as fit into the time of the threads,
 * but some. A law that solves equations in init takes long. */
enum { FEWEST_INSTANCES = 3 };

typedef struct worker {
  const dcm_scene *scene;
  const dcm_law *law;
  dcm_guarded *expected, *own;
  uint32_t order[CONTACTS]; /* of its own: two threads never have the same contact at one place */
  dcm_part part;
  uint32_t k;
  const char *name;
  double came, wanted;
} worker;

static atomic_int at_work; /* threads that have not ended */

/** Repeats one computation until the answer differs. */
static void repeat(worker *w) {
  const dcm_scene *s = w->scene;
  for (int i = 0; i < REPEATS; i++) {
    dcm_guarded_compute(w->own, s->a, w->law, &w->part, s->side_2, s->dt);
    for (w->k = 0; w->k < CONTACTS; w->k++) {
      w->name = dcm_guarded_difference(w->own, w->k, w->expected, w->k, &w->came, &w->wanted);
      if (w->name)
        return;
    }
  }
}

static void *work(void *data) {
  repeat(data);
  at_work--;
  return NULL;
}

/** Computes what a thread must answer. */
static void prepare(dcm_scene *s, worker *w, uint32_t t, const dcm_law *law) {
  *w = (worker){.scene = s, .law = law, .part = dcm_part_of_all()};
  for (uint32_t k = 0; k < CONTACTS; k++)
    w->order[k] = (k + t) % CONTACTS;
  w->part.order = w->order;
  w->expected = dcm_guarded_create(s, CONTACTS);
  w->own = dcm_guarded_create(s, CONTACTS);
  dcm_guarded_compute(w->expected, s->a, w->law, &w->part, s->side_2, s->dt);
}

/** Two threads on each of two instances, while others are made and destroyed. */
static void threads(dcm_scene *s) {
  static worker workers[THREADS];
  pthread_t handles[THREADS];
  dcm_error ignored;
  dcm_parts_live(s);
  dcm_law *other = dcm_parts_other_law(s);
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
    if (w->name)
      dcm_scene_find(s, w->order[w->k],
                     "the answer differs when functions run on several threads at once, compute "
                     "of some instances and init of others: compute must write only to the "
                     "arrays of the call",
                     w->name, w->came, w->wanted, 0.0);
    dcm_guarded_destroy(w->own);
    dcm_guarded_destroy(w->expected);
  }
  dcm_law_destroy(other);
}

void dcm_check_threads(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "threads", NULL, 2, 4, threads, NULL);
}

/* -------------------------------------------------------------------------------------- looks */

/* Between two steps a host may call the law with dt 0, for a compute or for an output. */
static void looks(dcm_scene *s) {
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_scene_copy(s);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  dcm_batch_evaluate(s->b, s->law, s->side_2, 0.0);
  dcm_batch_evaluate(s->b, s->law, s->side_2, s->dt);
  dcm_expect(s,
             &(dcm_relation){.what = "compute with dt 0 changes later answers: the law keeps data "
                                     "outside the state of the contact",
                             .kinds = DCM_KIND(FORCE) | DCM_KIND(STATE)},
             NULL);
}

void dcm_check_looks(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "looks", NULL, 2, 24, looks, NULL);
}

/* ------------------------------------------------------------------------------------- pairs */

/** The law of the scene with other materials.
 * @param from [count] the material of the scene for each, from
 * 1
 * @return NULL if init refuses */
static dcm_law *of_materials(const dcm_scene *s, uint32_t count, const uint32_t *from) {
  const dcm_model *model = s->law->model;
  dcm_error error;
  dcm_settings *settings = dcm_settings_create(model, count);
  for (uint32_t o = 0; settings && o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    dcm_settings_choose(settings, option->name,
                        option->choices[dcm_settings_choice(s->drawn.settings, o)], &error);
  }
  for (uint32_t p = 0; settings && p < model->parameter_count; p++)
    for (uint32_t i = 1; i <= count; i++)
      for (uint32_t j = i; j <= count; j++) {
        const dcm_parameter *parameter = dcm_model_parameter(model, p);
        double value;
        char text[32];
        if ((parameter->scope != DCM_PER_PAIR && i != j) ||
            !dcm_settings_given(s->drawn.settings, p, from[i - 1], from[j - 1], &value))
          continue;
        snprintf(text, sizeof text, "%.17g", value);
        if (parameter->scope == DCM_PER_LAW)
          dcm_settings_give(settings, parameter->name, text, &error);
        else
          dcm_settings_set(settings, (dcm_range){i, i}, (dcm_range){j, j}, parameter->name, text,
                           &error);
      }
  dcm_law *law = settings ? dcm_law_create(settings, dcm_error_log, &error, &error) : NULL;
  dcm_settings_destroy(settings);
  return law;
}

/** Expects the answers of batch a from another law and pair. */
static void expect_same_of(dcm_scene *s, const dcm_sizes *sizes, const dcm_law *other,
                           uint32_t pair, const char *what) {
  const dcm_relation relation = {.what = what,
                                 .kinds = DCM_KIND(FORCE) | DCM_KIND(COUPLE),
                                 .tolerance = s->subject->tolerance};
  if (!other)
    return;
  dcm_scene_copy(s);
  s->b->pair = pair;
  dcm_batch_evaluate(s->b, other, s->side_2, s->dt);
  dcm_expect(s, &relation, sizes);
}

static void pairs(dcm_scene *s) {
  static const uint32_t turned[] = {2, 1};
  static dcm_sizes sizes;
  if (s->law->material_count < 2) {
    dcm_scene_not_tested(s, "unequal materials, because init refuses more than one");
    return;
  }
  dcm_live_measured(s, dcm_scene_side(s), &sizes);
  dcm_law *other = of_materials(s, 2, turned);
  expect_same_of(s, &sizes, other, 3 - s->a->pair, /* 0, 1, 2, 3 of two materials */
                 "materials in the opposite order give another answer: constants of a pair i, j "
                 "are at contacts->pair = i * material_count + j, values of a material at i");
  dcm_law_destroy(other);
  if (s->a->pair != 0 && s->a->pair != 3)
    return;
  const uint32_t alone = s->a->pair == 0 ? 1 : 2;
  other = of_materials(s, 1, &alone);
  expect_same_of(
      s, &sizes, other, 0,
      "contacts within one material have another answer when there is a second material: constants "
      "of a pair i, j are at contacts->pair = i * material_count + j");
  dcm_law_destroy(other);
}

void dcm_check_pairs(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "pairs", NULL, 2, 24, pairs, NULL);
}
