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
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/relations/relation.h"
#include "check/relations/unit_system.h"
#include "kit/declarations.h"
#include "runtime/model.h"

enum { ROUNDS = 16, CONTACTS = DCM_SCENE_CONTACTS, STEPS = 4, MOST = DCM_MOST_ANSWERS + 1 };

/* --------------------------------------------------------------------------------- the contacts */

/** The answers to the story; the last one is the reach. */
typedef struct answers {
  uint32_t count;
  dcm_answer list[MOST];
  dcm_vector values[STEPS][MOST][CONTACTS];
} answers;

/** The state of a round, for all parts of the check. */
typedef struct comparison {
  struct {
    double time, dt[STEPS];
    dcm_sample contacts[STEPS][CONTACTS];
  } story;              /* of the contacts: some steps, and a look */
  answers usual, other; /* in the usual units, in other units */
  double sizes[MOST][CONTACTS], largest[MOST];

  /* Contacts of which nothing is known: their states are nearly 0, or last digits decide. */
  uint8_t is_left_out[CONTACTS], is_tiny_in_others[CONTACTS];

  struct {
    int step;
    uint32_t answer, contact;
  } probed;            /* an answer that is probed for rounding */
  char sentence[4096]; /* that grows */
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

static dcm_sample sample_in(const dcm_law *law, const dcm_sample *contact, const dcm_units *u,
                            const dcm_doubt *d) {
  dcm_sample c = *contact;
  const double length = exp2(u->power[DCM_BASE_LENGTH]), rate = exp2(-u->power[DCM_BASE_TIME]);
  c.separation = dcm_scale(length, c.separation);
  c.relative_velocity = dcm_scale(length * rate, c.relative_velocity);
  c.angular_velocity_1 = dcm_scale(rate, c.angular_velocity_1);
  c.angular_velocity_2 = dcm_scale(rate, c.angular_velocity_2);
  c.radius_1 *= length;
  c.radius_2 *= length;
  c.effective_mass *= exp2(u->power[DCM_BASE_MASS]);
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const double by = dcm_units_factor(u, dcm_dimension_of_quantity(law->model, q, d));
    c.quantities_1[q] *= by;
    c.quantities_2[q] *= by;
  }
  return c;
}

static void put_step(comparison *now, const dcm_law *law, dcm_batch *b, int step,
                     const dcm_units *u, const dcm_doubt *d) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample c = sample_in(law, &now->story.contacts[step][k], u, d);
    dcm_put_sample(b, law, k, &c);
  }
}

/** Computes the story in some units. */
static void play(const dcm_scene *s, const dcm_law *law, dcm_batch *b, const dcm_units *u,
                 const dcm_doubt *d, answers *a) {
  comparison *now = s->state;
  put_step(now, law, b, 0, u, d);
  b->clock.time = now->story.time * exp2(u->power[DCM_BASE_TIME]);
  if (s->is_start)
    dcm_batch_evaluate(b, law, s->side_2, 0.0);
  dcm_law_history_begin(law, s->pair, (uint32_t)s->side_2, CONTACTS, b->history);
  if (s->is_start) {
    dcm_batch_evaluate(b, law, s->side_2, 0.0);
    dcm_advance_history(b, law);
  }
  a->count = dcm_answers_of(law, b, a->list);
  const uint32_t reach = a->count++;
  a->list[reach] = (dcm_answer){
      .kind = DCM_ANSWER_OUTPUT, .width = 1, .dimension = {.length = 1}, .name = "reach"};
  for (int step = 0; step < STEPS; step++) {
    put_step(now, law, b, step, u, d);
    dcm_batch_evaluate(b, law, s->side_2, now->story.dt[step] * exp2(u->power[DCM_BASE_TIME]));
    for (uint32_t k = 0; k < CONTACTS; k++) {
      for (uint32_t i = 0; i < reach; i++)
        a->values[step][i][k] = dcm_answer_for(&a->list[i], k);
      a->values[step][reach][k] = (dcm_vector){
          dcm_reach_of(law, s->side_2, s->pair, b->radius_1[k], b->radius_2[k]), 0.0, 0.0};
    }
    if (now->story.dt[step] > 0.0)
      dcm_advance_history(b, law);
  }
}

/** Squares of smaller states leave the range of numbers, in the usual or in the other units. */
static const double smallest_state = 1e-100;

static int has_tiny_state(const answers *a, uint32_t k) {
  for (uint32_t i = 0; i < a->count; i++)
    for (int step = 0; step < STEPS && a->list[i].kind == DCM_ANSWER_STATE; step++) {
      const double size = dcm_length(a->values[step][i][k]);
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
    now->is_left_out[k] = (uint8_t)has_tiny_state(&now->usual, k);
    for (uint32_t i = 0; i < now->usual.count; i++) {
      now->sizes[i][k] = 0.0;
      for (int step = 0; step < STEPS; step++)
        now->sizes[i][k] = fmax(now->sizes[i][k], dcm_length(now->usual.values[step][i][k]));
      if (now->usual.list[i].kind == DCM_ANSWER_STORED ||
          now->usual.list[i].kind == DCM_ANSWER_DISSIPATED)
        energy += now->sizes[i][k];
    }
    for (uint32_t i = 0; i < now->usual.count; i++)
      if (now->usual.list[i].kind == DCM_ANSWER_STORED ||
          now->usual.list[i].kind == DCM_ANSWER_DISSIPATED)
        now->sizes[i][k] = energy;
  }
  for (uint32_t i = 0; i < now->usual.count; i++) {
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

static int agrees(const dcm_scene *s, const dcm_units *u, int step, uint32_t i, uint32_t k) {
  comparison *now = s->state;
  const double by = dcm_units_factor(u, now->usual.list[i].dimension);
  const dcm_vector expected = dcm_scale(by, now->usual.values[step][i][k]);
  const dcm_vector came = now->other.values[step][i][k];
  /* The check 'finite' reports answers that are not finite. */
  if (now->is_left_out[k] || now->is_tiny_in_others[k] ||
      !dcm_answer_counts(&now->usual.list[i], s->law, now->story.dt[step]) ||
      !isfinite(dcm_length(expected)))
    return 1;
  return dcm_length(dcm_subtract(came, expected)) <=
         tolerance * (dcm_length(expected) + by * now->sizes[i][k]) +
             of_largest * by * now->largest[i] + least;
}

/** The first answer that is another one in other units; their number if there is none.
 * @param step, k receive the step and the contact */
static uint32_t first_that_differs(const dcm_scene *s, const dcm_units *u, int *step, uint32_t *k) {
  comparison *now = s->state;
  for (*step = 0; *step < STEPS; (*step)++)
    for (uint32_t i = 0; i < now->usual.count; i++)
      for (*k = 0; *k < CONTACTS; (*k)++)
        if (!agrees(s, u, *step, i, *k))
          return i;
  return now->usual.count;
}

/** Whether answer i is another one in other units.
 * @param step, k receive the step and the contact */
static int differs(const dcm_scene *s, const dcm_units *u, uint32_t i, int *step, uint32_t *k) {
  for (*step = 0; *step < STEPS; (*step)++)
    for (*k = 0; *k < CONTACTS; (*k)++)
      if (!agrees(s, u, *step, i, *k))
        return 1;
  return 0;
}

/** Plays the story in other units. @return whether the law allows these units */
static int play_in(dcm_scene *s, const dcm_units *u, const dcm_doubt *d) {
  comparison *now = s->state;
  dcm_law *twin = dcm_twin_of(s, u, d);
  if (!twin)
    return 0;
  play(s, twin, s->b, u, d, &now->other);
  for (uint32_t k = 0; k < CONTACTS; k++)
    now->is_tiny_in_others[k] = (uint8_t)has_tiny_state(&now->other, k);
  dcm_law_destroy(twin);
  return 1;
}

/** Plays the story with a contact that moves by a billionth otherwise. */
static void play_shaken(dcm_scene *s, dcm_vector (*values)[CONTACTS]) {
  comparison *now = s->state;
  static const double digits = 1e-9;
  dcm_sample kept[STEPS];
  for (int t = 0; t < STEPS; t++) {
    dcm_sample *c = &now->story.contacts[t][now->probed.contact];
    dcm_vector *const moved[] = {&c->separation, &c->relative_velocity, &c->angular_velocity_1,
                                 &c->angular_velocity_2};
    kept[t] = *c;
    for (size_t v = 0; v < sizeof moved / sizeof *moved; v++)
      *moved[v] = dcm_scale(1.0 + dcm_uniform(&s->random, -digits, digits), *moved[v]);
  }
  play(s, s->law, s->b, &(dcm_units){{0}}, &dcm_no_doubt, &now->other);
  memcpy(values[0], now->other.values[now->probed.step][now->probed.answer], sizeof *values);
  for (int t = 0; t < STEPS; t++)
    now->story.contacts[t][now->probed.contact] = kept[t];
}

/** Whether rounding may decide, where a contact is just about to slide or to yield. */
static int depends_on_rounding(dcm_scene *s, int step, uint32_t i, uint32_t k, double difference) {
  comparison *now = s->state;
  enum { TRIES = 12 };
  double rounded[1][CONTACTS];
  now->probed.step = step;
  now->probed.answer = i;
  now->probed.contact = k;
  dcm_measure_rounding(s, TRIES, 1, play_shaken, &now->usual.values[step][i], rounded);
  return rounded[0][k] > 0.1 * difference;
}

static int all_agree(dcm_scene *s, const dcm_units *u, const dcm_doubt *d) {
  comparison *now = s->state;
  int step;
  uint32_t k;
  return play_in(s, u, d) && first_that_differs(s, u, &step, &k) == now->usual.count;
}

/* ---------------------------------------------------------------------------------- diagnosis */

/** Units that differ in one base, if the law allows such units. */
static int alone(dcm_scene *s, int base, dcm_units *u) {
  static const int powers[] = {-4, 4, -2, 2, -8, 8};
  for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
    *u = (dcm_units){{0}};
    u->power[base] = powers[i];
    if (play_in(s, u, &dcm_no_doubt))
      return 1;
  }
  return 0;
}

/** Diagnosis of the answer that differs. */
typedef struct diagnosis {
  uint32_t answer;
  int is_doubtful;         /* in units that differ in one base alone */
  int is_wrong[DCM_BASES]; /* of these bases */
  dcm_units of[DCM_BASES]; /* these units */
  int found;               /* whether the answer has a dimension, if another one than declared */
  dcm_dimension really;    /* this dimension */
} diagnosis;

/** The exponent with which answer i changes, in halves, if the answers to all contacts have the
 * same. */
static int exponent_of(comparison *now, uint32_t i, int power, int *halves) {
  int known = 0;
  for (int step = 0; step < STEPS; step++)
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double before = dcm_length(now->usual.values[step][i][k]);
      const double then = dcm_length(now->other.values[step][i][k]);
      if (!(before > least) || before < 1e-3 * now->sizes[i][k])
        continue;
      const double exact = 2.0 * log2(then / before) / power;
      if (!(fabs(exact - round(exact)) < 1e-3) || fabs(exact) > 20.0 ||
          (known && *halves != (int)round(exact)))
        return 0;
      *halves = (int)round(exact);
      known = 1;
    }
  return known;
}

/** Finds the base units that make answer i differ, and the dimension of the answer in truth. */
static diagnosis diagnose(dcm_scene *s, uint32_t i) {
  comparison *now = s->state;
  diagnosis d = {.answer = i, .found = 1, .really = now->usual.list[i].dimension};
  const int below = dcm_dimension_denominator(d.really);
  int declared[DCM_BASES], step;
  uint32_t k;
  dcm_dimension_exponents(d.really, declared);
  for (int base = 0; base < DCM_BASES; base++) {
    if (!alone(s, base, &d.of[base]) || !differs(s, &d.of[base], i, &step, &k))
      continue;
    int halves;
    d.is_wrong[base] = d.is_doubtful = 1;
    if (exponent_of(now, i, d.of[base].power[base], &halves) && 2 * declared[base] % below == 0)
      d.really = dcm_dimension_with(d.really, base, halves - 2 * declared[base] / below);
    else
      d.found = 0;
  }
  d.found &= d.is_doubtful;
  return d;
}

/** Whether another dimension of a parameter or a quantity explains all answers.
 * @param t its declared dimension at first, receives the other one */
static int explains(dcm_scene *s, const diagnosis *d, const dcm_units *u, dcm_doubt *t) {
  enum { MOST_HALVES = 6 };
  for (int base = 0; base < DCM_BASES; base++) {
    int found = !d->is_wrong[base];
    const dcm_dimension so_far = t->dimension;
    for (int i = 2; !found && i <= 2 * MOST_HALVES + 1; i++) {
      t->dimension = dcm_dimension_with(so_far, base, i % 2 ? -(i / 2) : i / 2);
      found = all_agree(s, &d->of[base], t);
    }
    if (!found)
      return 0;
  }
  return all_agree(s, u, t);
}

static void __attribute__((format(printf, 2, 3))) say(comparison *now, const char *format, ...) {
  const size_t used = strlen(now->sentence);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(now->sentence + used, sizeof now->sentence - used, format, arguments);
  va_end(arguments);
}

static const char *unit_of(dcm_dimension d) {
  static char text[2][DCM_DIMENSION_TEXT];
  static int next;
  next = !next;
  dcm_dimension_si(d, text[next]);
  return text[next];
}

/** Says which parameters and quantities with another dimension explain all. @return how many */
static int blame(dcm_scene *s, const diagnosis *d, const dcm_units *u) {
  comparison *now = s->state;
  const dcm_model *model = s->law->model;
  int count = 0;
  for (uint32_t n = 0; n < model->parameter_count + s->law->quantity_count; n++) {
    dcm_doubt t = {DCM_DOUBT_PARAMETER, n, {0}};
    const char *name, *kind = "parameter";
    if (n < model->parameter_count) {
      name = dcm_model_parameter(model, n)->name;
      t.dimension = dcm_dimension_of_parameter(model, n, &dcm_no_doubt);
    } else {
      t = (dcm_doubt){DCM_DOUBT_QUANTITY, n - model->parameter_count, {0}};
      kind = "quantity";
      name = dcm_model_quantity(model, t.index)->name;
      t.dimension = dcm_dimension_of_quantity(model, t.index, &dcm_no_doubt);
    }
    const dcm_dimension declared = t.dimension;
    if (!explains(s, d, u, &t))
      continue;
    say(now, "%s the %s '%s' in %s instead of %s",
        count++ ? ", or" : "; all answers are right with", kind, name, unit_of(t.dimension),
        unit_of(declared));
  }
  return count;
}

/** Says what to look for. */
static void advise(dcm_scene *s, const diagnosis *d, const dcm_units *u) {
  comparison *now = s->state;
  const dcm_answer_kind kind = now->usual.list[d->answer].kind;
  const int has_table = kind == DCM_ANSWER_STATE || kind == DCM_ANSWER_ADDED ||
                        (kind == DCM_ANSWER_OUTPUT && d->answer + 1 < now->usual.count);
  if (d->found && has_table)
    say(now, "; if the formula is right, its table must say %s", unit_of(d->really));
  if (!d->is_doubtful || !blame(s, d, u))
    say(now,
        "; look for a factor that a formula lacks or has twice, such as a time step, a radius or "
        "an area, for a wrong dimension in a table, and for a number in the code that has a unit");
}

/** Reports answer i to contact k, which differs in the units u. */
static void find(dcm_scene *s, const dcm_units *units_of_all, uint32_t i, int step, uint32_t k) {
  comparison *now = s->state;
  char name[sizeof now->usual.list->name + 32];
  dcm_units u = *units_of_all;
  const diagnosis d = diagnose(s, i);
  /* One base unit says more than many. */
  for (int base = DCM_BASES - 1; base >= 0; base--)
    if (d.is_wrong[base])
      u = d.of[base];
  play_in(s, &u, &dcm_no_doubt);
  if (d.is_doubtful)
    differs(s, &u, i, &step, &k);
  const dcm_dimension declared = now->usual.list[i].dimension;
  const double by = dcm_units_factor(&u, declared);
  const double before = dcm_length(now->usual.values[step][i][k]);
  const double then = dcm_length(now->other.values[step][i][k]);
  say(now, "the law has other answers in other units: when the units are ");
  for (int b = 0, count = 0; b < DCM_BASES; b++)
    if (u.power[b])
      say(now, "%s%g %s", count++ ? ", " : "", exp2(-u.power[b]), dcm_base_symbols[b]);
  say(now,
      ", and all parameters and contacts are given in them, the %s changes by the factor %.6g "
      "instead of %g",
      now->usual.list[i].name, then / before, by);
  if (d.found)
    say(now, ", as a number in %s and not in %s", unit_of(d.really), unit_of(declared));
  advise(s, &d, units_of_all);
  memcpy(s->contacts, now->story.contacts[step], sizeof s->contacts);
  s->dt = now->story.dt[step];
  put_step(now, s->law, s->a, step, &(dcm_units){{0}}, &dcm_no_doubt);
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  snprintf(name, sizeof name, "%s in these units", now->usual.list[i].name);
  dcm_scene_find(s, k, now->sentence, name, then, by * before, tolerance * by * before);
}

/* -------------------------------------------------------------------------------------- check */

/** Whether all quantities stay where the law has an answer. */
static int allows_quantities(const dcm_scene *s, const dcm_units *u) {
  comparison *now = s->state;
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    const double by =
        dcm_units_factor(u, dcm_dimension_of_quantity(s->law->model, q, &dcm_no_doubt));
    for (uint32_t k = 0; by != 1.0 && k < CONTACTS; k++)
      if (!dcm_quantity_allows(quantity, by * now->story.contacts[0][k].quantities_1[q]) ||
          !dcm_quantity_allows(quantity, by * now->story.contacts[0][k].quantities_2[q]))
        return 0;
  }
  return 1;
}

/** Random units that the law allows, and the answers in these units. */
static int play_in_random(dcm_scene *s, dcm_units *u) {
  enum { ATTEMPTS = 96, WIDE = 3 };
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const int widest = WIDE - attempt * WIDE / ATTEMPTS;
    int changes = 0;
    for (int b = 0; b < DCM_BASES; b++) {
      u->power[b] = 2 * ((int)dcm_below(&s->random, (uint32_t)(2 * widest + 1)) - widest);
      changes |= u->power[b] && b <= DCM_BASE_TIME;
    }
    if (changes && allows_quantities(s, u) && play_in(s, u, &dcm_no_doubt))
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
  dcm_units u;
  int step;
  uint32_t k = 0;
  if (!is_same_in_other_units(s->law)) {
    dcm_scene_not_tested(s, "the law says that it is another one in other units");
    return;
  }
  print_story(s);
  play(s, s->law, s->a, &(dcm_units){{0}}, &dcm_no_doubt, &now->usual);
  measure(now);
  if (!play_in_random(s, &u)) {
    dcm_scene_not_tested(s, "the ranges of the parameters leave no room for other units");
    return;
  }
  for (;;) {
    const uint32_t i = first_that_differs(s, &u, &step, &k);
    if (i == now->usual.count)
      return;
    const double back = 1.0 / dcm_units_factor(&u, now->usual.list[i].dimension);
    const double difference = dcm_length(dcm_subtract(
        dcm_scale(back, now->other.values[step][i][k]), now->usual.values[step][i][k]));
    if (!depends_on_rounding(s, step, i, k, difference))
      find(s, &u, i, step, k);
    now->is_left_out[k] = 1;
    play_in(s, &u, &dcm_no_doubt);
  }
}

void dcm_check_units(const dcm_subject *subject) {
  static comparison now;
  now.sentence[0] = '\0';
  dcm_scene_rounds(subject, "units", NULL, 2, ROUNDS, compare, &now);
}
