/* SPDX-License-Identifier: MIT */
/** @file
 * The law in other units. Contact laws hold in any consistent system of units. Let all numbers that
 * a law gets, its parameters and the contacts, be counted in other units; then all numbers that the
 * law answers are the former ones in these units. A number with the dimension mass^a length^b
 * time^c ... is multiplied by M^a L^b T^c ... A formula with a factor too few or too many breaks
 * this rule, and so do a wrong dimension in a table and a number in the code that has a unit.
 *
 * M, L, T, ... are even powers of two: then products, quotients and square roots in the law give
 * the same digits in both systems of units. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/relations/relation.h"
#include "kit/declarations.h"
#include "runtime/model.h"

enum { ROUNDS = 16, CONTACTS = DCM_SCENE_CONTACTS, STEPS = 4 };

/* -------------------------------------------------------------------------------------- units */

/** The base dimensions of dcm_dimension. */
enum {
  BASE_MASS,
  BASE_LENGTH,
  BASE_TIME,
  BASE_TEMPERATURE,
  BASE_CURRENT,
  BASE_AMOUNT,
  BASE_LUMINOSITY,
  BASES
};
static const char *const symbols[BASES] = {"kg", "m", "s", "K", "A", "mol", "cd"};

/** A system of units: a number of a base dimension is multiplied by 2^power. */
typedef struct units {
  int power[BASES];
} units;

/** Factor by which a number of a dimension changes. */
static double factor_of(const units *u, dcm_dimension d) {
  const int exponents[BASES] = {d.mass,    d.length, d.time,      d.temperature,
                                d.current, d.amount, d.luminosity};
  int sum = 0;
  for (int b = 0; b < BASES; b++)
    sum += u->power[b] * exponents[b];
  return exp2((double)sum / (d.denominator ? d.denominator : 1));
}

/** Hosts give masses and IDs, whatever dimension the law declares. */
static dcm_dimension dimension_of_quantity(const dcm_model *model, uint32_t q) {
  const dcm_quantity *quantity = dcm_model_quantity(model, q);
  return strcmp(quantity->name, "mass") == 0 ? (dcm_dimension){.mass = 1}
         : strcmp(quantity->name, "id") == 0 ? (dcm_dimension){0}
                                             : quantity->dimension;
}

typedef struct conversion {
  const dcm_model *model;
  const units *units;
} conversion;

/** A value below zero may stand for "not given", where the range has no room for other numbers
 * below zero. */
static double converted(void *data, uint32_t p, uint32_t i, uint32_t j, double value) {
  const conversion *c = data;
  const dcm_parameter *parameter = dcm_model_parameter(c->model, p);
  const double then = factor_of(c->units, parameter->dimension) * value;
  (void)i;
  (void)j;
  return value < 0.0 && value == parameter->default_value && !dcm_parameter_allows(parameter, then)
             ? value
             : then;
}

/* ------------------------------------------------------------------------------- the contacts */

/** The state of a round, for all parts of the check. */
typedef struct comparison {
  struct {
    double time, dt[STEPS];
    dcm_sample contacts[STEPS][CONTACTS];
  } story;                             /* of the contacts: some steps, and a look */
  dcm_kept usual[STEPS], other[STEPS]; /* in the usual units, in other units; the last answer is
                                          the reach */
  double sizes[DCM_MOST_ANSWERS][CONTACTS], largest[DCM_MOST_ANSWERS];

  /* Contacts of which nothing is known: their states are nearly 0, or last digits decide. */
  uint8_t is_left_out[CONTACTS], is_tiny_in_others[CONTACTS];

} comparison;

static void print_story(dcm_scene *s) {
  comparison *now = s->state;
  dcm_scene_meet(s, dcm_scene_side(s));
  s->a->half_step_velocities = s->b->half_step_velocities = dcm_chance(&s->random, 0.5);
  now->story.time = dcm_log_uniform(&s->random, 1e-6, 1e3);
  for (int step = 0; step < STEPS; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++)
      now->story.contacts[step][k] =
          step ? dcm_moved_sample(s->law, &now->story.contacts[step - 1][k], s->side_2, &s->random)
               : s->contacts[k];
    now->story.dt[step] = step < STEPS - 1 ? dcm_log_uniform(&s->random, 1e-9, 1e-4) : 0.0;
  }
}

static dcm_sample sample_in(const dcm_law *law, const dcm_sample *contact, const units *u) {
  dcm_sample c = *contact;
  const double length = exp2(u->power[BASE_LENGTH]), rate = exp2(-u->power[BASE_TIME]);
  c.separation = dcm_scale(length, c.separation);
  c.relative_velocity = dcm_scale(length * rate, c.relative_velocity);
  c.angular_velocity_1 = dcm_scale(rate, c.angular_velocity_1);
  c.angular_velocity_2 = dcm_scale(rate, c.angular_velocity_2);
  c.radius_1 *= length;
  c.radius_2 *= length;
  c.effective_mass *= exp2(u->power[BASE_MASS]);
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const double by = factor_of(u, dimension_of_quantity(law->model, q));
    c.quantities_1[q] *= by;
    c.quantities_2[q] *= by;
  }
  return c;
}

static void put_step(comparison *now, const dcm_law *law, dcm_batch *b, int step, const units *u) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample c = sample_in(law, &now->story.contacts[step][k], u);
    dcm_put_sample(b, law, k, &c);
  }
}

/** Computes the story in some units. */
static void play(const dcm_scene *s, const dcm_law *law, dcm_batch *b, const units *u,
                 dcm_kept *answers) {
  comparison *now = s->state;
  put_step(now, law, b, 0, u);
  b->clock.time = now->story.time * exp2(u->power[BASE_TIME]);
  if (s->is_start)
    dcm_batch_evaluate(b, law, s->side_2, 0.0);
  dcm_law_history_begin(law, s->pair, (uint32_t)s->side_2, CONTACTS, b->history);
  if (s->is_start) {
    dcm_batch_evaluate(b, law, s->side_2, 0.0);
    dcm_advance_history(b, law);
  }
  for (int step = 0; step < STEPS; step++) {
    put_step(now, law, b, step, u);
    dcm_batch_evaluate(b, law, s->side_2, now->story.dt[step] * exp2(u->power[BASE_TIME]));
    dcm_kept *a = &answers[step];
    dcm_keep_answers(law, b, a);
    a->list[a->count] = (dcm_answer){
        .kind = DCM_ANSWER_OUTPUT, .width = 1, .dimension = {.length = 1}, .name = "reach"};
    for (uint32_t k = 0; k < CONTACTS; k++)
      a->of[a->count][k] = (dcm_vector){
          dcm_reach_of(law, s->side_2, s->pair, b->radius_1[k], b->radius_2[k]), 0.0, 0.0};
    a->count++;
    if (now->story.dt[step] > 0.0)
      dcm_advance_history(b, law);
  }
}

/** Squares of smaller states leave the range of numbers, in the usual or in the other units. */
static const double smallest_state = 1e-100;

static int has_tiny_state(const dcm_kept *a, uint32_t k) {
  for (uint32_t i = 0; i < a->count; i++)
    for (int step = 0; step < STEPS && a->list[i].kind == DCM_ANSWER_STATE; step++) {
      const double size = dcm_length(a[step].of[i][k]);
      if (size > 0.0 && size < smallest_state)
        return 1;
    }
  return 0;
}

/** The sizes of the usual answers in the course of the story. A term may cancel another one: what
 * is small is compared with what it is made of. */
static void measure(comparison *now) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double energy = 0.0;
    now->is_left_out[k] = (uint8_t)has_tiny_state(now->usual, k);
    for (uint32_t i = 0; i < now->usual->count; i++) {
      now->sizes[i][k] = 0.0;
      for (int step = 0; step < STEPS; step++)
        now->sizes[i][k] = fmax(now->sizes[i][k], dcm_length(now->usual[step].of[i][k]));
      if (dcm_is_energy(&now->usual->list[i]))
        energy += now->sizes[i][k];
    }
    for (uint32_t i = 0; i < now->usual->count; i++)
      if (dcm_is_energy(&now->usual->list[i]))
        now->sizes[i][k] = energy;
  }
  for (uint32_t i = 0; i < now->usual->count; i++) {
    now->largest[i] = 0.0;
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (isfinite(now->sizes[i][k]))
        now->largest[i] = fmax(now->largest[i], now->sizes[i][k]);
  }
}

/* --------------------------------------------------------------------------------- comparison */

/* Guards against a division by zero, such as 1e-12 beside a speed, are no mistakes, and a guard may
 * be all that is left of an answer that is nearly 0. A mistake changes an answer by a factor of
 * four or more. */
static const double tolerance = 1e-3, of_largest = 1e-10, least = 1e-280;

static int agrees(const dcm_scene *s, const units *u, int step, uint32_t i, uint32_t k) {
  comparison *now = s->state;
  const double by = factor_of(u, now->usual->list[i].dimension);
  const dcm_vector expected = dcm_scale(by, now->usual[step].of[i][k]);
  const dcm_vector came = now->other[step].of[i][k];
  /* The check 'finite' reports answers that are not finite. */
  if (now->is_left_out[k] || now->is_tiny_in_others[k] ||
      !dcm_answer_counts(&now->usual->list[i], s->law, now->story.dt[step]) ||
      !isfinite(dcm_length(expected)))
    return 1;
  return dcm_length(dcm_subtract(came, expected)) <=
         tolerance * (dcm_length(expected) + by * now->sizes[i][k]) +
             of_largest * by * now->largest[i] + least;
}

/** The first answer, from one to another, that is another one in other units; the end if there is
 * none.
 * @param step, k receive the step and the contact */
static uint32_t first_that_differs(const dcm_scene *s, const units *u, uint32_t from, uint32_t end,
                                   int *step, uint32_t *k) {
  for (*step = 0; *step < STEPS; (*step)++)
    for (uint32_t i = from; i < end; i++)
      for (*k = 0; *k < CONTACTS; (*k)++)
        if (!agrees(s, u, *step, i, *k))
          return i;
  return end;
}

/** Plays the story in other units. @return whether the law allows these units */
static int play_in(dcm_scene *s, const units *u) {
  comparison *now = s->state;
  conversion c = {s->law->model, u};
  dcm_law *twin = dcm_scene_variant(s, converted, &c, DCM_NO_OPTION, 0);
  if (!twin)
    return 0;
  play(s, twin, s->b, u, now->other);
  for (uint32_t k = 0; k < CONTACTS; k++)
    now->is_tiny_in_others[k] = (uint8_t)has_tiny_state(now->other, k);
  dcm_law_destroy(twin);
  return 1;
}

/** Whether rounding may decide, where a contact is just about to slide or to yield: the answer to a
 * contact that moves by a billionth otherwise. */
static int depends_on_rounding(dcm_scene *s, int step, uint32_t i, uint32_t k, double difference) {
  comparison *now = s->state;
  enum { TRIES = 12 };
  static const double digits = 1e-9;
  double rounded = 0.0;
  dcm_sample kept[STEPS];
  for (int t = 0; t < STEPS; t++)
    kept[t] = now->story.contacts[t][k];
  for (int try = 0; try < TRIES; try++) {
    for (int t = 0; t < STEPS; t++) {
      dcm_sample *c = &now->story.contacts[t][k];
      dcm_vector *const moved[] = {&c->separation, &c->relative_velocity, &c->angular_velocity_1,
                                   &c->angular_velocity_2};
      *c = kept[t];
      for (size_t v = 0; v < sizeof moved / sizeof *moved; v++)
        *moved[v] = dcm_scale(1.0 + dcm_uniform(&s->random, -digits, digits), *moved[v]);
    }
    play(s, s->law, s->b, &(units){{0}}, now->other);
    rounded = fmax(rounded,
                   dcm_length(dcm_subtract(now->other[step].of[i][k], now->usual[step].of[i][k])));
  }
  for (int t = 0; t < STEPS; t++)
    now->story.contacts[t][k] = kept[t];
  return rounded > 0.1 * difference;
}

/* ------------------------------------------------------------------------------------ finding */

/** Units that differ in one base and change answer i, if the law allows such units. */
static int is_wrong_alone(dcm_scene *s, int base, uint32_t i, units *u, int *step, uint32_t *k) {
  static const int powers[] = {-4, 4, -2, 2, -8, 8};
  for (size_t n = 0; n < sizeof powers / sizeof powers[0]; n++) {
    *u = (units){{0}};
    u->power[base] = powers[n];
    if (play_in(s, u))
      return first_that_differs(s, u, i, i + 1, step, k) == i;
  }
  return 0;
}

/** Reports answer i to contact k, which differs in some units: by units that differ in one base
 * alone, if there are such, for one says more than many. */
static void find(dcm_scene *s, units u, uint32_t i, int step, uint32_t k) {
  comparison *now = s->state;
  const dcm_answer *a = &now->usual->list[i];
  char name[sizeof a->name + 32], what[1024], of_units[128] = "";
  int base = 0;
  units alone;
  while (base < BASES && !is_wrong_alone(s, base, i, &alone, &step, &k))
    base++;
  u = base < BASES ? alone : u;
  play_in(s, &u);
  const double by = factor_of(&u, a->dimension), before = dcm_length(now->usual[step].of[i][k]);
  const double then = dcm_length(now->other[step].of[i][k]);
  for (int b = 0; b < BASES; b++)
    if (u.power[b]) {
      const size_t used = strlen(of_units);
      snprintf(of_units + used, sizeof of_units - used, "%s%g %s", used ? ", " : "",
               exp2(-u.power[b]), symbols[b]);
    }
  snprintf(what, sizeof what,
           "the law has other answers in other units: when the units are %s, and all parameters "
           "and contacts are given in them, the %s changes by the factor %.6g instead of %g; look "
           "for a factor that a formula lacks or has twice, such as a time step, a radius or an "
           "area, for a wrong dimension in a table, of this number or of a parameter, and for a "
           "number in the code that has a unit",
           of_units, a->name, then / before, by);
  memcpy(s->contacts, now->story.contacts[step], sizeof s->contacts);
  s->dt = now->story.dt[step];
  put_step(now, s->law, s->a, step, &(units){{0}});
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  snprintf(name, sizeof name, "%s in these units", a->name);
  dcm_scene_find(s, k, what, name, then, by * before, tolerance * by * before);
}

/* -------------------------------------------------------------------------------------- check */

/** Whether all quantities stay where the law has an answer. */
static int allows_quantities(const dcm_scene *s, const units *u) {
  comparison *now = s->state;
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    const double by = factor_of(u, dimension_of_quantity(s->law->model, q));
    for (uint32_t k = 0; by != 1.0 && k < CONTACTS; k++)
      if (!dcm_quantity_allows(quantity, by * now->story.contacts[0][k].quantities_1[q]) ||
          !dcm_quantity_allows(quantity, by * now->story.contacts[0][k].quantities_2[q]))
        return 0;
  }
  return 1;
}

/** Random units that the law allows, and the answers in these units. */
static int play_in_random(dcm_scene *s, units *u) {
  enum { ATTEMPTS = 96, WIDE = 3 };
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const int widest = WIDE - attempt * WIDE / ATTEMPTS;
    int changes = 0;
    for (int b = 0; b < BASES; b++) {
      u->power[b] = 2 * ((int)dcm_below(&s->random, (uint32_t)(2 * widest + 1)) - widest);
      changes |= u->power[b] && b <= BASE_TIME;
    }
    if (changes && allows_quantities(s, u) && play_in(s, u))
      return 1;
  }
  return 0;
}

static int is_same_in_other_units(const dcm_law *law) {
  const dcm_other_units *e = law->model->extension ? law->model->extension(DCM_OTHER_UNITS) : NULL;
  return !e || e->is_same(&law->instance);
}

static void compare(dcm_scene *s) {
  comparison *now = s->state;
  units u;
  int step;
  uint32_t k = 0;
  if (!is_same_in_other_units(s->law)) {
    dcm_scene_not_tested(s, "the law says that it is another one in other units");
    return;
  }
  print_story(s);
  play(s, s->law, s->a, &(units){{0}}, now->usual);
  measure(now);
  if (!play_in_random(s, &u)) {
    dcm_scene_not_tested(s, "the ranges of the parameters leave no room for other units");
    return;
  }
  for (;;) {
    const uint32_t i = first_that_differs(s, &u, 0, now->usual->count, &step, &k);
    if (i == now->usual->count)
      return;
    const double back = 1.0 / factor_of(&u, now->usual->list[i].dimension);
    const double difference = dcm_length(
        dcm_subtract(dcm_scale(back, now->other[step].of[i][k]), now->usual[step].of[i][k]));
    if (!depends_on_rounding(s, step, i, k, difference))
      find(s, u, i, step, k);
    now->is_left_out[k] = 1;
    play_in(s, &u);
  }
}

void dcm_check_units(const dcm_subject *subject) {
  static comparison now;
  dcm_scene_rounds(subject, "units", 2, ROUNDS, compare, &now);
}
