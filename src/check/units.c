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
#include <stdlib.h>
#include <string.h>

#include "check/answers.h"
#include "check/checks.h"
#include "kit/other_units.h"
#include "runtime/dimension.h"
#include "runtime/model.h"

enum { ROUNDS = 16, CONTACTS = DCM_SCENE_CONTACTS, STEPS = 4 };

/* ---------------------------------------------------------------------------- units and numbers */

enum { MASS, LENGTH, TIME, TEMPERATURE, CURRENT, AMOUNT, LUMINOSITY, BASES };

static const char *const symbols[BASES] = {"kg", "m", "s", "K", "A", "mol", "cd"};

/** A system of units: a number of this base dimension is multiplied by 2^power. */
typedef struct units {
  int power[BASES];
} units;

static int denominator(dcm_dimension d) {
  return d.denominator ? d.denominator : 1;
}

static void exponents_of(dcm_dimension d, int exponents[BASES]) {
  const int all[BASES] = {d.mass,    d.length, d.time,      d.temperature,
                          d.current, d.amount, d.luminosity};
  memcpy(exponents, all, sizeof all);
}

/** By which factor a number of a dimension changes. */
static double factor(const units *u, dcm_dimension d) {
  int exponents[BASES], sum = 0;
  exponents_of(d, exponents);
  for (int b = 0; b < BASES; b++)
    sum += u->power[b] * exponents[b];
  return exp2((double)sum / denominator(d));
}

/** The dimension with another exponent of one base.
 * @param halves what is added to the exponent, in halves */
static dcm_dimension with_more(dcm_dimension d, int base, int halves) {
  int e[BASES];
  exponents_of(d, e);
  int below = 2 * denominator(d), whole = 1;
  for (int b = 0; b < BASES; b++)
    e[b] = 2 * e[b] + (b == base ? halves * denominator(d) : 0);
  for (int b = 0; b < BASES; b++)
    whole &= e[b] % 2 == 0;
  for (int b = 0; b < BASES; b++)
    e[b] /= whole ? 2 : 1;
  below /= whole ? 2 : 1;
  return (dcm_dimension){(int8_t)e[MASS],        (int8_t)e[LENGTH],    (int8_t)e[TIME],
                         (int8_t)e[TEMPERATURE], (int8_t)e[CURRENT],   (uint8_t)below,
                         (int8_t)e[AMOUNT],      (int8_t)e[LUMINOSITY]};
}

/** Whose dimension is perhaps declared wrongly, and the right one; NOBODY's for no doubt. */
typedef struct doubt {
  enum { NOBODY, PARAMETER, QUANTITY } whose;
  uint32_t index;
  dcm_dimension dimension;
} doubt;

static const doubt none = {NOBODY, 0, {0}};

static dcm_dimension of_parameter(const dcm_model *model, uint32_t p, const doubt *d) {
  return d->whose == PARAMETER && d->index == p ? d->dimension
                                                : dcm_model_parameter(model, p)->dimension;
}

/** Hosts give masses and IDs, whatever dimension the law declares. */
static dcm_dimension of_quantity(const dcm_model *model, uint32_t q, const doubt *d) {
  const dcm_quantity *quantity = dcm_model_quantity(model, q);
  if (strcmp(quantity->name, "mass") == 0)
    return (dcm_dimension){.mass = 1};
  if (strcmp(quantity->name, "id") == 0)
    return (dcm_dimension){0};
  return d->whose == QUANTITY && d->index == q ? d->dimension : quantity->dimension;
}

/* ------------------------------------------------------------------------- the law and its twin */

/** A value below zero may stand for "not given", where the range has no room for other numbers
 * below zero. */
static int is_word(const dcm_parameter *p, double value, double changed) {
  return value < 0.0 && value == p->default_value && !dcm_parameter_allows(p, changed);
}

static int put(dcm_settings *settings, const dcm_parameter *p, uint32_t i, uint32_t j,
               double value) {
  char text[32];
  dcm_error error;
  snprintf(text, sizeof text, "%.17g", value);
  return dcm_parameter_allows(p, value) &&
         dcm_settings_put(settings, (dcm_range){i, i}, (dcm_range){j, j}, p->name, text, &error) ==
             DCM_OK;
}

/** Gives all parameters of the law of a scene in other units. @return whether the ranges allow it
 */
static int put_all(const dcm_scene *s, const units *u, const doubt *d, dcm_settings *settings) {
  dcm_error error;
  const dcm_model *model = s->law->model;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    const double by = factor(u, of_parameter(model, p, d));
    const uint32_t count = parameter->scope == DCM_PER_LAW ? 1 : s->law->material_count;
    for (uint32_t i = 1; i <= count; i++)
      for (uint32_t j = i; j <= (parameter->scope == DCM_PER_PAIR ? count : i); j++) {
        double value;
        if (dcm_settings_value(s->drawn.settings, p, i, j, &value, &error) != DCM_OK)
          return 0;
        const int keeps = is_word(parameter, value, by * value);
        if (!put(settings, parameter, i, j, keeps ? value : by * value))
          return 0;
      }
  }
  return 1;
}

/** The law of a scene in other units; NULL if its ranges do not allow these units. */
static dcm_law *twin_of(const dcm_scene *s, const units *u, const doubt *d) {
  dcm_error error;
  dcm_law *law = NULL;
  dcm_settings *settings = dcm_settings_create(s->law->model, s->law->material_count);
  if (!settings)
    return NULL;
  dcm_settings_copy_options(settings, s->drawn.settings);
  if (put_all(s, u, d, settings))
    law = dcm_law_create(settings, dcm_error_log, &error, &error);
  dcm_settings_destroy(settings);
  return law;
}

/* ----------------------------------------------------------------------------------- the contacts
 */

/** What happens to the contacts: some steps, and a look. */
static struct {
  double time, dt[STEPS];
  dcm_sample contacts[STEPS][CONTACTS];
} story;

/** The answers to the story. */
typedef struct answers {
  uint32_t count;
  dcm_answer list[DCM_MOST_ANSWERS];
  dcm_vector values[STEPS][DCM_MOST_ANSWERS][CONTACTS];
  double reach[CONTACTS];
} answers;

static answers usual, other; /* in the usual units, in other units */
static double sizes[DCM_MOST_ANSWERS][CONTACTS], largest[DCM_MOST_ANSWERS];

static void tell_story(dcm_scene *s) {
  dcm_scene_meet(s, dcm_scene_side(s));
  s->a->half_step_velocities = s->b->half_step_velocities = dcm_chance(&s->random, 0.5);
  story.time = dcm_log_uniform(&s->random, 1e-6, 1e3);
  for (int step = 0; step < STEPS; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++)
      story.contacts[step][k] =
          step ? dcm_moved_sample(s->law, &story.contacts[step - 1][k], s->side_2, &s->random)
               : s->contacts[k];
    story.dt[step] = step < STEPS - 1 ? dcm_log_uniform(&s->random, 1e-9, 1e-4) : 0.0;
  }
}

static dcm_sample sample_in(const dcm_law *law, const dcm_sample *contact, const units *u,
                            const doubt *d) {
  dcm_sample c = *contact;
  const double length = exp2(u->power[LENGTH]), rate = exp2(-u->power[TIME]);
  c.separation = dcm_scale(length, c.separation);
  c.relative_velocity = dcm_scale(length * rate, c.relative_velocity);
  c.angular_velocity_1 = dcm_scale(rate, c.angular_velocity_1);
  c.angular_velocity_2 = dcm_scale(rate, c.angular_velocity_2);
  c.radius_1 *= length;
  c.radius_2 *= length;
  c.effective_mass *= exp2(u->power[MASS]);
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const double by = factor(u, of_quantity(law->model, q, d));
    c.quantities_1[q] *= by;
    c.quantities_2[q] *= by;
  }
  return c;
}

static void put_step(const dcm_law *law, dcm_batch *b, int step, const units *u, const doubt *d) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample c = sample_in(law, &story.contacts[step][k], u, d);
    dcm_put_sample(b, law, k, &c);
  }
}

static double reach_of(const dcm_scene *s, const dcm_law *law, const dcm_sample *c) {
  return dcm_law_reach(law, s->side_2 == DCM_SIDE_WALL
                                ? dcm_sides_at_wall(s->pair, c->radius_1, c->radius_2)
                                : dcm_sides_of_particles(s->pair, c->radius_1, c->radius_2));
}

/** Computes the story in some units. */
static void play(const dcm_scene *s, const dcm_law *law, dcm_batch *b, const units *u,
                 const doubt *d, answers *a) {
  put_step(law, b, 0, u, d);
  b->clock.time = story.time * exp2(u->power[TIME]);
  if (s->is_start)
    dcm_batch_evaluate(b, law, s->side_2, 0.0);
  dcm_law_history_begin(law, s->pair, (uint32_t)s->side_2, CONTACTS, b->history);
  if (s->is_start) {
    dcm_batch_evaluate(b, law, s->side_2, 0.0);
    dcm_advance_history(b, law);
  }
  a->count = dcm_answers_of(law, b, a->list);
  for (int step = 0; step < STEPS; step++) {
    put_step(law, b, step, u, d);
    dcm_batch_evaluate(b, law, s->side_2, story.dt[step] * exp2(u->power[TIME]));
    for (uint32_t i = 0; i < a->count; i++)
      for (uint32_t k = 0; k < CONTACTS; k++)
        a->values[step][i][k] = dcm_answer_for(&a->list[i], k);
    if (story.dt[step] > 0.0)
      dcm_advance_history(b, law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample c = sample_in(law, &story.contacts[0][k], u, d);
    a->reach[k] = reach_of(s, law, &c);
  }
}

/** Contacts of which nothing is known: their states are so near 0 that squares leave the range of
 * numbers, or their last digits decide. */
static uint8_t is_left_out[CONTACTS];
static const double smallest_state = 1e-100;

static int has_tiny_state(uint32_t k) {
  for (uint32_t i = 0; i < usual.count; i++)
    for (int step = 0; step < STEPS && usual.list[i].kind == DCM_ANSWER_STATE; step++) {
      const double size = dcm_length(usual.values[step][i][k]);
      if (size > 0.0 && size < smallest_state)
        return 1;
    }
  return 0;
}

/** The sizes of the usual answers in the course of the story. A term may cancel another one: what
 * is small is compared with what it is made of. */
static void measure(void) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double energy = 0.0;
    is_left_out[k] = (uint8_t)has_tiny_state(k);
    for (uint32_t i = 0; i < usual.count; i++) {
      sizes[i][k] = 0.0;
      for (int step = 0; step < STEPS; step++)
        sizes[i][k] = fmax(sizes[i][k], dcm_length(usual.values[step][i][k]));
      if (usual.list[i].kind == DCM_ANSWER_STORED || usual.list[i].kind == DCM_ANSWER_DISSIPATED)
        energy += sizes[i][k];
    }
    for (uint32_t i = 0; i < usual.count; i++)
      if (usual.list[i].kind == DCM_ANSWER_STORED || usual.list[i].kind == DCM_ANSWER_DISSIPATED)
        sizes[i][k] = energy;
  }
  for (uint32_t i = 0; i < usual.count; i++) {
    largest[i] = 0.0;
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (isfinite(sizes[i][k]))
        largest[i] = fmax(largest[i], sizes[i][k]);
  }
}

/* --------------------------------------------------------------------------------- comparison */

/* Guards against a division by zero, such as 1e-12 beside a speed, are no mistakes, and a guard may
 * be all that is left of an answer that is nearly 0. A mistake changes an answer by a factor of
 * four or more. */
static const double tolerance = 1e-3, of_largest = 1e-10, least = 1e-280;

static int agrees(const dcm_scene *s, const units *u, int step, uint32_t i, uint32_t k) {
  const double by = factor(u, usual.list[i].dimension);
  const dcm_vector expected = dcm_scale(by, usual.values[step][i][k]);
  const dcm_vector came = other.values[step][i][k];
  /* The check 'finite' tells of answers that are not finite. */
  if (is_left_out[k] || !dcm_answer_counts(&usual.list[i], s->law, story.dt[step]) ||
      !isfinite(dcm_length(expected)))
    return 1;
  return dcm_length(dcm_subtract(came, expected)) <=
         tolerance * (dcm_length(expected) + by * sizes[i][k]) + of_largest * by * largest[i] +
             least;
}

static int reach_agrees(const units *u, uint32_t k) {
  const double expected = usual.reach[k] * exp2(u->power[LENGTH]);
  return fabs(other.reach[k] - expected) <= tolerance * fabs(expected) + least;
}

/** The first answer that is another one in other units; count + 1 if there is none.
 * @param step, k receive the step and the contact */
static uint32_t first_that_differs(const dcm_scene *s, const units *u, int *step, uint32_t *k) {
  for (*step = 0; *step < STEPS; (*step)++)
    for (uint32_t i = 0; i < usual.count; i++)
      for (*k = 0; *k < CONTACTS; (*k)++)
        if (!agrees(s, u, *step, i, *k))
          return i;
  *step = 0;
  for (*k = 0; *k < CONTACTS; (*k)++)
    if (!reach_agrees(u, *k))
      return usual.count;
  return usual.count + 1;
}

/** Plays the story in other units. @return whether the law allows these units */
static int play_in(dcm_scene *s, const units *u, const doubt *d) {
  dcm_law *twin = twin_of(s, u, d);
  if (!twin)
    return 0;
  play(s, twin, s->b, u, d, &other);
  dcm_law_destroy(twin);
  return 1;
}

/** Whether an answer differs as much when the contact moves by a billionth otherwise: where a
 * contact is just about to slide or to yield, rounding may decide. */
static int depends_on_rounding(dcm_scene *s, int step, uint32_t i, uint32_t k, double difference) {
  enum { TRIES = 12 };
  static dcm_sample kept[STEPS];
  int depends = 0;
  for (int t = 0; t < STEPS; t++)
    kept[t] = story.contacts[t][k];
  for (int try = 0; try < TRIES && !depends; try++) {
    for (int t = 0; t < STEPS; t++) {
      dcm_sample *c = &story.contacts[t][k];
      dcm_vector *const moved[] = {&c->separation, &c->relative_velocity, &c->angular_velocity_1,
                                   &c->angular_velocity_2};
      *c = kept[t];
      for (size_t v = 0; v < sizeof moved / sizeof *moved; v++)
        *moved[v] = dcm_scale(1.0 + dcm_uniform(&s->random, -1e-9, 1e-9), *moved[v]);
    }
    play(s, s->law, s->b, &(units){{0}}, &none, &other);
    depends = dcm_length(dcm_subtract(other.values[step][i][k], usual.values[step][i][k])) >
              0.1 * difference;
  }
  for (int t = 0; t < STEPS; t++)
    story.contacts[t][k] = kept[t];
  return depends;
}

static int all_agree(dcm_scene *s, const units *u, const doubt *d) {
  int step;
  uint32_t k;
  return play_in(s, u, d) && first_that_differs(s, u, &step, &k) > usual.count;
}

/* ---------------------------------------------------------------------------------- diagnosis */

/** Units that differ in one base, if the law allows such units. */
static int alone(dcm_scene *s, int base, units *u) {
  static const int powers[] = {-4, 4, -2, 2, -8, 8};
  for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
    *u = (units){{0}};
    u->power[base] = powers[i];
    if (play_in(s, u, &none))
      return 1;
  }
  return 0;
}

/** What is known of the answer that differs. */
typedef struct diagnosis {
  int is_wrong[BASES];  /* in units that differ in this base alone */
  units of[BASES];      /* these units */
  int found;            /* whether the answer has a dimension, if another one than declared */
  dcm_dimension really; /* this dimension */
} diagnosis;

/** The exponent with which answer i changes, in halves, if the answers to all contacts have the
 * same. */
static int exponent_of(uint32_t i, int power, int *halves) {
  int known = 0;
  for (int step = 0; step < STEPS; step++)
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double before =
          i == usual.count ? usual.reach[k] : dcm_length(usual.values[step][i][k]);
      const double now = i == usual.count ? other.reach[k] : dcm_length(other.values[step][i][k]);
      if (!(before > least) || (i < usual.count && before < 1e-3 * sizes[i][k]))
        continue;
      const double exact = 2.0 * log2(now / before) / power;
      if (!(fabs(exact - round(exact)) < 1e-3) || fabs(exact) > 20.0 ||
          (known && *halves != (int)round(exact)))
        return 0;
      *halves = (int)round(exact);
      known = 1;
    }
  return known;
}

static int differs(const dcm_scene *s, const units *u, uint32_t i) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    if (i == usual.count && !reach_agrees(u, k))
      return 1;
    for (int step = 0; step < STEPS && i < usual.count; step++)
      if (!agrees(s, u, step, i, k))
        return 1;
  }
  return 0;
}

/** Which base units make answer i differ, and what dimension the answer has in truth. */
static diagnosis diagnose(dcm_scene *s, uint32_t i) {
  diagnosis d = {.found = 1};
  d.really = i == usual.count ? (dcm_dimension){.length = 1} : usual.list[i].dimension;
  for (int base = 0; base < BASES; base++) {
    int halves, declared[BASES];
    if (!alone(s, base, &d.of[base]) || !differs(s, &d.of[base], i))
      continue;
    d.is_wrong[base] = 1;
    exponents_of(d.really, declared);
    if (exponent_of(i, d.of[base].power[base], &halves) &&
        (2 * declared[base]) % denominator(d.really) == 0)
      d.really = with_more(d.really, base, halves - 2 * declared[base] / denominator(d.really));
    else
      d.found = 0;
  }
  return d;
}

/** Whether another dimension of a parameter or a quantity explains all answers.
 * @param t its declared dimension at first, receives the other one */
static int explains(dcm_scene *s, const diagnosis *d, const units *u, doubt *t) {
  enum { MOST_HALVES = 6 };
  for (int base = 0; base < BASES; base++) {
    int found = !d->is_wrong[base];
    const dcm_dimension so_far = t->dimension;
    for (int i = 2; !found && i <= 2 * MOST_HALVES + 1; i++) {
      t->dimension = with_more(so_far, base, i % 2 ? -(i / 2) : i / 2);
      found = all_agree(s, &d->of[base], t);
    }
    if (!found)
      return 0;
  }
  return all_agree(s, u, t);
}

static int is_doubtful(const diagnosis *d) {
  for (int base = 0; base < BASES; base++)
    if (d->is_wrong[base])
      return 1;
  return 0;
}

/** Appends to a sentence the parameters and quantities whose other dimension explains all. */
static void blame(dcm_scene *s, const diagnosis *d, const units *u, char *text, size_t room) {
  const dcm_model *model = s->law->model;
  char declared[DCM_DIMENSION_TEXT], really[DCM_DIMENSION_TEXT];
  int count = 0;
  for (uint32_t n = 0; is_doubtful(d) && n < model->parameter_count + s->law->quantity_count; n++) {
    const int is_parameter = n < model->parameter_count;
    doubt t = {
        is_parameter ? PARAMETER : QUANTITY, is_parameter ? n : n - model->parameter_count, {0}};
    t.dimension =
        is_parameter ? of_parameter(model, t.index, &none) : of_quantity(model, t.index, &none);
    dcm_dimension_si(t.dimension, declared);
    if (!explains(s, d, u, &t))
      continue;
    dcm_dimension_si(t.dimension, really);
    const size_t used = strlen(text);
    snprintf(text + used, room - used, "%s the %s '%s' (declared in %s) in %s",
             count++ ? ", or" : "; all answers are right with",
             is_parameter ? "parameter" : "quantity",
             is_parameter ? dcm_model_parameter(model, t.index)->name
                          : dcm_model_quantity(model, t.index)->name,
             declared, really);
  }
  const size_t used = strlen(text);
  snprintf(text + used, room - used, "%s",
           count ? ""
                 : "; look for a factor that a formula lacks or has twice, such as a time step, a "
                   "radius or an area, for a wrong dimension in a table, and for a number in the "
                   "code that has a unit");
}

/** "1 s is 0.0625" */
static void name_units(const units *u, char *text, size_t room) {
  text[0] = '\0';
  for (int b = 0; b < BASES; b++) {
    const size_t used = strlen(text);
    if (u->power[b])
      snprintf(text + used, room - used, "%s%g %s", used ? ", " : "", exp2(-u->power[b]),
               symbols[b]);
  }
}

/** Reports answer i to contact k, which differs in the units u. */
static void find(dcm_scene *s, const units *units_of_all, uint32_t i, int step, uint32_t k) {
  static char what[2048], came[512], expected[512];
  char in_units[256], declared[DCM_DIMENSION_TEXT], really[DCM_DIMENSION_TEXT];
  const int is_reach = i == usual.count;
  const char *name = is_reach ? "reach" : usual.list[i].name;
  units u = *units_of_all;
  diagnosis d = diagnose(s, i);
  /* One base unit says more than many. */
  for (int base = BASES - 1; base >= 0; base--)
    if (d.is_wrong[base])
      u = d.of[base];
  play_in(s, &u, &none);
  for (int t = STEPS - 1; t >= 0 && !is_reach; t--)
    for (uint32_t j = CONTACTS; j-- > 0;)
      if (!agrees(s, &u, t, i, j)) {
        step = t;
        k = j;
      }
  const dcm_dimension dimension = is_reach ? (dcm_dimension){.length = 1} : usual.list[i].dimension;
  const double by = factor(&u, dimension);
  const double before = is_reach ? usual.reach[k] : dcm_length(usual.values[step][i][k]);
  const double now = is_reach ? other.reach[k] : dcm_length(other.values[step][i][k]);
  name_units(&u, in_units, sizeof in_units);
  dcm_dimension_si(dimension, declared);
  snprintf(what, sizeof what,
           "the law has other answers in other units: when the units are %s and all parameters and "
           "contacts are given in them, the %s is wrong",
           in_units, name);
  if (d.found && is_doubtful(&d)) {
    dcm_dimension_si(d.really, really);
    const size_t used = strlen(what);
    snprintf(what + used, sizeof what - used, ": it has the dimension of %s instead of %s", really,
             declared);
  }
  snprintf(came, sizeof came, "%s %.9g in these units, and %.9g in SI units: %.6g times as much",
           name, now, before, now / before);
  snprintf(expected, sizeof expected, "%s %.9g, to %.2g: %g times as much, as a number in %s", name,
           by * before, tolerance * by * before, by, declared);
  blame(s, &d, units_of_all, what, sizeof what);
  memcpy(s->contacts, story.contacts[step], sizeof s->contacts);
  s->dt = story.dt[step];
  put_step(s->law, s->a, step, &(units){{0}}, &none);
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  dcm_scene_find_text(s, k, what, came, expected);
}

/* -------------------------------------------------------------------------------------- check */

/** Whether all quantities stay where the law has an answer. */
static int allows_quantities(const dcm_scene *s, const units *u) {
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    const double by = factor(u, of_quantity(s->law->model, q, &none));
    for (uint32_t k = 0; by != 1.0 && k < CONTACTS; k++)
      if (!dcm_quantity_allows(quantity, by * story.contacts[0][k].quantities_1[q]) ||
          !dcm_quantity_allows(quantity, by * story.contacts[0][k].quantities_2[q]))
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
      changes |= u->power[b] && b <= TIME;
    }
    if (changes && allows_quantities(s, u) && play_in(s, u, &none))
      return 1;
  }
  return 0;
}

static int is_same_in_other_units(const dcm_law *law) {
  const dcm_other_units *e = law->model->extension ? law->model->extension(DCM_OTHER_UNITS) : NULL;
  return !e || e->is_same(&law->instance);
}

static void compare(dcm_scene *s) {
  units u;
  int step;
  uint32_t k;
  if (!is_same_in_other_units(s->law)) {
    dcm_scene_not_tested(s, "the law says that it is another one in other units");
    return;
  }
  tell_story(s);
  play(s, s->law, s->a, &(units){{0}}, &none, &usual);
  measure();
  if (!play_in_random(s, &u)) {
    dcm_scene_not_tested(s, "the ranges of the parameters leave no room for other units");
    return;
  }
  for (;;) {
    const uint32_t i = first_that_differs(s, &u, &step, &k);
    if (i > usual.count)
      return;
    if (i == usual.count)
      find(s, &u, i, step, k);
    const double back = 1.0 / factor(&u, usual.list[i].dimension);
    const double difference = dcm_length(
        dcm_subtract(dcm_scale(back, other.values[step][i][k]), usual.values[step][i][k]));
    if (!depends_on_rounding(s, step, i, k, difference))
      find(s, &u, i, step, k);
    is_left_out[k] = 1;
    play_in(s, &u, &none);
  }
}

void dcm_check_units(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "units", NULL, 2, ROUNDS, compare);
}
