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

void dcm_expect_answer(const dcm_scene *s, uint32_t k, const char *what, const dcm_answer *answer,
                       dcm_vector came, dcm_vector expected, double allowed) {
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
      double size = dcm_length(expected) + (sizes ? sizes->of[i][k] : 0.0);
      if (sizes && i == 1)
        size += DCM_UNLOADED * dcm_size_of_normal(sizes, k);
      dcm_expect_answer(s, k, r->what, a, came, expected, r->tolerance * size);
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
static void move(const dcm_scene *s, const dcm_life *life, int step, dcm_batch *b) {
  const double swing = swing_at(step + 0.5);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double last = overlap_at(life, k, step);
    b->overlap[k] = overlap_at(life, k, step + 1.0);
    b->normal_velocity[k] = (last - b->overlap[k]) / s->dt;
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
  dcm_batch_evaluate(b, law, s->side_2, 0.0); /* for normals and radii */
  move(s, life, 0, b);
  dcm_law_history_begin(law, b->pair, (uint32_t)s->side_2, CONTACTS, b->history);
  if (!s->is_start)
    return;
  dcm_batch_compute(b, law, s->side_2, 0.0);
  dcm_advance_history(b, law);
}

void dcm_life_step(const dcm_scene *s, const dcm_life *life, const dcm_law *law, int step,
                   dcm_batch *b) {
  move(s, life, step, b);
  dcm_batch_compute(b, law, s->side_2, s->dt);
}

/* ---------------------------------------------------------------------------------- comparison */

/** How much answers may differ. */
typedef struct margin {
  double share;    /**< of the largest of an answer */
  double of_force; /**< of the normal force and its work, where forces that cancel leave others */
  int with_states; /**< whether new states are answers, too */
} margin;

/** Holds answer i to contact k of batch b, turned by a sign, against that of batch a.
 * @param l the largest of each answer so far */
static int differs(const dcm_life *life, dcm_sizes *l, const dcm_answer *of_a,
                   const dcm_answer *of_b, uint32_t i, uint32_t k, double sign, const margin *m,
                   dcm_parting *parting) {
  const dcm_vector expected = dcm_answer_for(&of_a[i], k);
  const dcm_vector came = dcm_scale(sign, dcm_answer_for(&of_b[i], k));
  const dcm_answer_kind kind = of_a[i].kind;
  double *size = &l->of[i][k];
  *size = fmax(*size, fmax(dcm_length(expected), dcm_length(came)));
  const double force = l->of[0][k];
  const double floor = kind == DCM_ANSWER_FORCE || kind == DCM_ANSWER_DAMPER ? force
                       : kind == DCM_ANSWER_STATE || kind >= DCM_ANSWER_ADDED
                           ? 0.0
                           : force * life->depth[k];
  const double allowed = m->share * *size + m->of_force * floor;
  /* Answers that are not finite are the business of another check. */
  if (!(dcm_length(dcm_subtract(came, expected)) > allowed))
    return 0;
  *parting = (dcm_parting){.contact = k, .came = came, .expected = expected, .allowed = allowed};
  snprintf(parting->name, sizeof parting->name, "%s", of_a[i].name);
  return 1;
}

static int differ(const dcm_life *life, dcm_sizes *l, const dcm_answer *of_a,
                  const dcm_answer *of_b, uint32_t count, const margin *m, dcm_parting *parting) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      if ((m->with_states || of_a[i].kind != DCM_ANSWER_STATE) &&
          differs(life, l, of_a, of_b, i, k, 1.0, m, parting))
        return 1;
  return 0;
}

/** Differences below this share of the work of the normal force are rounding. */
static const double rounding = 1e-9;

int dcm_lives_part(dcm_scene *s, const dcm_life *life, const dcm_law *other, double share,
                   int with_states, dcm_change *change, dcm_parting *parting) {
  static dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS];
  static dcm_sizes sizes;
  const margin m = {share, rounding, with_states};
  memset(&sizes, 0, sizeof sizes);
  const uint32_t count = dcm_answers_of(s->law, s->a, of_a);
  dcm_answers_of(s->law, s->b, of_b);
  dcm_life_begin(s, life, s->law, s->a);
  dcm_life_begin(s, life, other, s->b);
  for (int step = 0; step < DCM_LIFE_STEPS; step++) {
    for (uint32_t k = 0; change && step == change->step && k < CONTACTS; k++) {
      double *number = &s->b->history[change->component][k];
      change->is_any |= *number != change->factor * *number;
      *number *= change->factor;
    }
    dcm_life_step(s, life, s->law, step, s->a);
    dcm_life_step(s, life, other, step, s->b);
    if (differ(life, &sizes, of_a, of_b, count, &m, parting))
      return 1;
    dcm_advance_history(s->a, s->law);
    dcm_advance_history(s->b, other);
  }
  return 0;
}

/* ---------------------------------------------------------------------------------- both sides */

/* Whole lives of contacts are the same seen from both sides: what happens in them once, such as the
 * begin of a bridge or the end of a bond, shows no side. */

/** An answer that differs in so few contacts may have passed a threshold a step earlier. */
enum { ENOUGH = 3 };

/** Puts the same contacts into batch b, seen from side 2. */
static dcm_life seen_from_2(dcm_scene *s, const dcm_life *life) {
  dcm_life turned = *life;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample swapped = dcm_swapped_sample(&s->contacts[k]);
    dcm_put_sample(s->b, s->law, k, &swapped);
    turned.slide[k] = dcm_scale(-1.0, life->slide[k]);
    turned.spin_1[k] = life->spin_2[k];
    turned.spin_2[k] = life->spin_1[k];
  }
  return turned;
}

/* States and outputs are the business of the law. */
static void expect_alike(const dcm_scene *s, const dcm_life *life, dcm_sizes *sizes,
                         const dcm_answer *of_a, const dcm_answer *of_b, uint32_t count) {
  static const margin swapped = {1e-6, 1e-6, 0};
  static const char what[] =
      "in the life of a contact, which begins, goes apart and comes back, an answer is another one "
      "when seen from the other particle: look for a value of side 1 where something begins, "
      "breaks or is given back";
  for (uint32_t i = 0; i < count; i++) {
    const double sign = dcm_turns_round(&of_a[i]) ? -1.0 : 1.0;
    dcm_parting first = {0}, other;
    uint32_t different = 0;
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (of_a[i].kind != DCM_ANSWER_STATE && of_a[i].kind != DCM_ANSWER_OUTPUT &&
          differs(life, sizes, of_a, of_b, i, k, sign, &swapped, different ? &other : &first))
        different++;
    if (different < ENOUGH)
      continue;
    if (of_a[i].width == 1)
      dcm_scene_find(s, first.contact, what, first.name, first.came.x, first.expected.x,
                     first.allowed);
    dcm_scene_find_vector(s, first.contact, what, first.name, first.came, first.expected,
                          first.allowed);
  }
}

void dcm_swap_lives(dcm_scene *s) {
  static dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS], turned[DCM_MOST_ANSWERS];
  const dcm_life life = dcm_random_life(s, DCM_SIDE_PARTICLE), other = seen_from_2(s, &life);
  static dcm_sizes sizes;
  memset(&sizes, 0, sizeof sizes);
  const uint32_t count = dcm_answers_of(s->law, s->a, of_a);
  dcm_answers_of(s->law, s->b, of_b);
  for (uint32_t i = 0; i < count; i++)
    turned[i] = of_b[counterpart(of_b, i)];
  dcm_life_begin(s, &life, s->law, s->a);
  dcm_life_begin(s, &other, s->law, s->b);
  for (int step = 0; step < DCM_LIFE_STEPS; step++) {
    dcm_life_step(s, &life, s->law, step, s->a);
    dcm_life_step(s, &other, s->law, step, s->b);
    expect_alike(s, &life, &sizes, of_a, turned, count);
    dcm_advance_history(s->a, s->law);
    dcm_advance_history(s->b, s->law);
  }
}
