/* SPDX-License-Identifier: MIT */
#include "check/relations/relation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/* ------------------------------------------------------------------------------------- sizes */

/** The size of a state before the step. */
static double size_before(const dcm_scene *s, const dcm_answer *a, uint32_t k) {
  double *before[3] = {NULL, NULL, NULL};
  for (uint32_t c = 0; c < s->law->history_width && a->kind == DCM_ANSWER_STATE; c++)
    for (uint32_t x = 0; x < a->width; x++)
      if (s->a->new_history[c] == a->rows[x])
        before[x] = s->a->history[c];
  return !before[0]      ? 0.0
         : a->width == 1 ? fabs(before[0][k])
                         : dcm_length((dcm_vector){before[0][k], before[1][k], before[2][k]});
}

/** The answer that the other side has, in a list of answers. */
static uint32_t counterpart(const dcm_answer *answers, uint32_t i) {
  if (answers[i].kind == DCM_ANSWER_COUPLE)
    return answers[i].index == 0 ? i + 1 : i - 1;
  if (answers[i].kind != DCM_ANSWER_ADDED)
    return i;
  return i > 0 && answers[i - 1].kind == DCM_ANSWER_ADDED &&
                 answers[i - 1].index == answers[i].index
             ? i - 1
             : i + 1;
}

static const dcm_dimension of_energy = {.mass = 1, .length = 2, .time = -2};
static const dcm_dimension of_power = {.mass = 1, .length = 2, .time = -3};
/** Share of energies that is rounding: heat per time may be their difference over the step. */
static const double lost_digits = 1e-6;

void dcm_sizes_grow(const dcm_scene *s, dcm_sizes *sizes) {
  dcm_answer list[DCM_MOST_ANSWERS];
  const uint32_t count = dcm_answers_of(s->law, s->a, list);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double energy = 0.0;
    for (uint32_t i = 0; i < count; i++) {
      double size = fmax(dcm_length(dcm_answer_for(&list[i], k)), size_before(s, &list[i], k));
      energy += dcm_is_energy(&list[i]) ? size : 0.0;
      sizes->of[i][k] = fmax(sizes->of[i][k], size);
    }
    for (uint32_t i = 0; i < count; i++) {
      double *size = &sizes->of[i][k];
      if (list[i].kind == DCM_ANSWER_COUPLE || list[i].kind == DCM_ANSWER_ADDED)
        *size = fmax(*size, sizes->of[counterpart(list, i)][k]);
      if (list[i].kind == DCM_ANSWER_DAMPER)
        *size = fmax(*size, sizes->of[1][k]);
      if (list[i].width == 1 && dcm_dimension_is(list[i].dimension, of_energy))
        *size = fmax(*size, energy);
      if (s->dt > 0.0 && list[i].width == 1 && dcm_dimension_is(list[i].dimension, of_power))
        *size = fmax(*size, lost_digits * energy / s->dt);
    }
  }
}

double dcm_size_of_normal(const dcm_sizes *sizes, uint32_t k) {
  return sizes->of[0][k];
}

void dcm_live_measured(dcm_scene *s, int side_2, dcm_sizes *sizes) {
  memset(sizes, 0, sizeof *sizes);
  dcm_scene_live(s, side_2);
  dcm_sizes_grow(s, sizes);
  dcm_batch_evaluate(s->a, s->law, side_2, 0.0);
  dcm_sizes_grow(s, sizes);
  dcm_batch_evaluate(s->a, s->law, side_2, s->dt);
  dcm_sizes_grow(s, sizes);
}

/* -------------------------------------------------------------------------------- comparison */

void dcm_expect_number(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       double came, double expected, double allowed) {
  if (!(fabs(came - expected) <= allowed))
    dcm_scene_find(s, k, what, name, came, expected, allowed);
}

void dcm_expect_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       dcm_vector came, dcm_vector expected, double allowed) {
  if (!(dcm_length(dcm_subtract(came, expected)) <= allowed))
    dcm_scene_find_vector(s, k, what, name, came, expected, allowed);
}

static void expect_answer(const dcm_scene *s, uint32_t k, const char *what,
                          const dcm_answer *answer, dcm_vector came, dcm_vector expected,
                          double allowed) {
  if (answer->width == 1)
    dcm_expect_number(s, k, what, answer->name, came.x, expected.x, allowed);
  else
    dcm_expect_vector(s, k, what, answer->name, came, expected, allowed);
}

int dcm_turns_round(const dcm_answer *a) {
  return a->width == 3 && (a->kind == DCM_ANSWER_FORCE || a->kind == DCM_ANSWER_DAMPER);
}

void dcm_expect(const dcm_scene *s, const dcm_relation *r, const dcm_sizes *sizes) {
  dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS];
  const uint32_t count = dcm_answers_of(s->law, s->a, of_a);
  dcm_answers_of(s->law, s->b, of_b);
  for (uint32_t k = 0; k < CONTACTS; k++)
    for (uint32_t i = 0; i < count; i++) {
      const dcm_answer *a = &of_a[i], *b = &of_b[r->is_swapped ? counterpart(of_b, i) : i];
      const dcm_vector value = dcm_answer_for(a, k), came = dcm_answer_for(b, k);
      if (!(r->kinds & 1u << a->kind))
        continue;
      const dcm_vector expected = r->map ? r->map(r->data, a, value) : value;
      double size = dcm_length(expected) + sizes->of[i][k];
      if (i == 1)
        size += DCM_UNLOADED * dcm_size_of_normal(sizes, k);
      expect_answer(s, k, r->what, a, came, expected, r->tolerance * size);
    }
}

/* -------------------------------------------------------------------------------------- lives */

/** Overlap after so many steps: two rounds, of which the second goes deeper. */
static double overlap_at(const dcm_life *life, uint32_t k, double step) {
  const double turns = 2.0 * step / DCM_LIFE_STEPS;
  const double pressed = 0.5 * (1.0 - cos(2.0 * DCM_PI * turns));
  const double depth = life->depth[k] * (turns < 1.0 ? 0.6 : 1.0);
  return pressed * (depth + life->apart[k]) - life->apart[k];
}

/** Across the normal things go back and forth with another rhythm. */
static double swing_at(double step) {
  return cos(2.0 * DCM_PI * 1.3 * step / DCM_LIFE_STEPS);
}

/** Gives a batch the motion of a step. */
static void move(const dcm_life *life, int step, dcm_batch *b) {
  const double swing = swing_at(step + 0.5);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double last = overlap_at(life, k, step);
    b->overlap[k] = overlap_at(life, k, step + 1.0);
    b->normal_velocity[k] = (last - b->overlap[k]) / life->dt;
    dcm_store(b->tangential_velocity, k, dcm_scale(swing, life->slide[k]));
    dcm_store(b->angular_velocity_1, k, dcm_scale(swing, life->spin_1[k]));
    dcm_store(b->angular_velocity_2, k, dcm_scale(swing, life->spin_2[k]));
  }
}

dcm_life dcm_random_life(dcm_scene *s, int side_2) {
  dcm_life life;
  dcm_scene_meet(s, side_2);
  dcm_batch_evaluate(s->a, s->law, side_2, 0.0);
  const double duration = DCM_LIFE_STEPS * s->dt;
  life.dt = s->dt;
  life.side_2 = side_2;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector n = dcm_scene_vector(s->a->normal, k);
    const dcm_vector any = dcm_tangential_part(dcm_random_direction(&s->random), n);
    life.depth[k] = dcm_scene_depth(s, k);
    life.apart[k] = dcm_chance(&s->random, 0.5) ? 0.99 * dcm_scene_reach(s, k) : 0.0;
    const double way = life.depth[k] * dcm_log_uniform(&s->random, 1e-2, 1e1);
    const double angle = dcm_log_uniform(&s->random, 1e-6, 1e0);
    life.slide[k] = dcm_scale(way / duration / dcm_length(any), any);
    life.spin_1[k] = dcm_scale(angle / duration, dcm_random_direction(&s->random));
    life.spin_2[k] = dcm_scale(angle / duration, dcm_random_direction(&s->random));
  }
  return life;
}

void dcm_life_begin(const dcm_scene *s, const dcm_life *life, const dcm_law *law, dcm_batch *b) {
  dcm_batch_evaluate(b, law, life->side_2, 0.0); /* for normals and radii */
  move(life, 0, b);
  dcm_law_history_begin(law, b->pair, (uint32_t)life->side_2, CONTACTS, b->history);
  if (!s->is_start)
    return;
  dcm_batch_compute(b, law, life->side_2, 0.0);
  dcm_advance_history(b, law);
}

void dcm_life_step(const dcm_life *life, const dcm_law *law, int step, dcm_batch *b) {
  move(life, step, b);
  dcm_batch_compute(b, law, life->side_2, life->dt);
}

/** The answer to contact k in batch b, beside that in batch a in the guise of batch b.
 * @param l the largest of each answer so far
 * @return whether they differ */
static int differs(const dcm_guise *g, dcm_sizes *l, const dcm_answer *of_a, const dcm_answer *of_b,
                   uint32_t i, uint32_t k, dcm_parting *p) {
  const dcm_relation *r = &g->relation;
  const dcm_answer_kind kind = of_a[i].kind;
  const dcm_vector value = dcm_answer_for(&of_a[i], k);
  double *size = &l->of[i][k];
  p->contact = k;
  p->answer = &of_a[i];
  p->expected = r->map ? r->map(r->data, &of_a[i], value) : value;
  p->came = dcm_answer_for(&of_b[r->is_swapped ? counterpart(of_b, i) : i], k);
  *size = fmax(*size, fmax(dcm_length(p->expected), dcm_length(p->came)));
  const double force = l->of[0][k];
  const double floor = kind == DCM_ANSWER_FORCE || kind == DCM_ANSWER_DAMPER ? force
                       : kind == DCM_ANSWER_STATE || kind >= DCM_ANSWER_ADDED
                           ? 0.0
                           : force * fabs(g->life->depth[k]);
  p->allowed = r->tolerance * *size + g->of_normal * floor;
  /* Answers that are not finite are the business of another check. */
  return dcm_length(dcm_subtract(p->came, p->expected)) > p->allowed;
}

/** Whether some answer differs in enough contacts.
 * @param first receives the first of them */
static int differ(const dcm_guise *g, dcm_sizes *l, const dcm_answer *of_a, const dcm_answer *of_b,
                  uint32_t count, dcm_parting *first) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t different = 0;
    for (uint32_t k = 0; k < CONTACTS && g->relation.kinds & 1u << of_a[i].kind; k++) {
      dcm_parting here;
      if (differs(g, l, of_a, of_b, i, k, &here) && different++ == 0)
        *first = here;
    }
    if (different >= g->enough)
      return 1;
  }
  return 0;
}

static void change_states(dcm_batch *b, dcm_change *change) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double *number = &b->history[change->component][k];
    change->is_any |= *number != change->factor * *number;
    *number *= change->factor;
  }
}

int dcm_lives_part(dcm_scene *s, const dcm_life *life, const dcm_guise *guise,
                   dcm_parting *parting) {
  static dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS];
  static dcm_sizes sizes;
  memset(&sizes, 0, sizeof sizes);
  const uint32_t count = dcm_answers_of(s->law, s->a, of_a);
  dcm_answers_of(s->law, s->b, of_b);
  dcm_life_begin(s, life, s->law, s->a);
  dcm_life_begin(s, guise->life, guise->law, s->b);
  for (int step = 0; step < DCM_LIFE_STEPS; step++) {
    if (guise->change && step == guise->change->step)
      change_states(s->b, guise->change);
    dcm_life_step(life, s->law, step, s->a);
    dcm_life_step(guise->life, guise->law, step, s->b);
    if (differ(guise, &sizes, of_a, of_b, count, parting))
      return 1;
    dcm_advance_history(s->a, s->law);
    dcm_advance_history(s->b, guise->law);
  }
  return 0;
}

void dcm_find_parting(const dcm_scene *s, const char *what, const dcm_parting *p) {
  if (p->answer->width == 1)
    dcm_scene_find(s, p->contact, what, p->answer->name, p->came.x, p->expected.x, p->allowed);
  dcm_scene_find_vector(s, p->contact, what, p->answer->name, p->came, p->expected, p->allowed);
}
