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

enum { ROUNDS = 12, CONTACTS = DCM_SCENE_CONTACTS };

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

/** Puts the contacts into batch b. @return their lives, in other units too */
static dcm_life life_in(dcm_scene *s, const dcm_life *life, const units *u) {
  const double length = exp2(u->power[BASE_LENGTH]), rate = exp2(-u->power[BASE_TIME]);
  dcm_life other = *life;
  other.dt = life->dt / rate;
  s->b->clock.time = s->a->clock.time / rate;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample c = sample_in(s->law, &s->contacts[k], u);
    dcm_put_sample(s->b, s->law, k, &c);
    other.depth[k] *= length;
    other.apart[k] *= length;
    other.slide[k] = dcm_scale(length * rate, life->slide[k]);
    other.spin_1[k] = dcm_scale(rate, life->spin_1[k]);
    other.spin_2[k] = dcm_scale(rate, life->spin_2[k]);
  }
  return other;
}

/* --------------------------------------------------------------------------------- comparison */

/* Guards against a division by zero, such as 1e-12 beside a speed, are no mistakes. A mistake
 * changes an answer by a factor of four or more. */
static const double tolerance = 1e-3;

static dcm_vector in_units(const void *u, const dcm_answer *a, dcm_vector value) {
  return dcm_scale(factor_of(u, a->dimension), value);
}

static int reach_differs(const dcm_scene *s, const dcm_law *twin, const units *u, dcm_parting *p) {
  static const dcm_answer reach = {
      .kind = DCM_ANSWER_OUTPUT, .width = 1, .dimension = {.length = 1}, .name = "reach"};
  const double length = exp2(u->power[BASE_LENGTH]);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample *c = &s->contacts[k];
    const double usual = dcm_reach_of(s->law, s->side_2, s->pair, c->radius_1, c->radius_2);
    *p = (dcm_parting){.contact = k, .answer = &reach};
    p->expected.x = length * usual;
    p->came.x = dcm_reach_of(twin, s->side_2, s->pair, length * c->radius_1, length * c->radius_2);
    if (fabs(p->came.x - p->expected.x) > tolerance * fabs(p->expected.x))
      return 1;
  }
  return 0;
}

typedef enum { REFUSED, THE_SAME, OTHERWISE } lived;

/** How the contacts live in other units. */
static lived live_in(dcm_scene *s, const dcm_life *life, const units *u, dcm_parting *parting) {
  conversion c = {s->law->model, u};
  dcm_law *twin = dcm_scene_variant(s, converted, &c, DCM_NO_OPTION, 0);
  if (!twin)
    return REFUSED;
  const dcm_life other = life_in(s, life, u);
  const dcm_guise guise = {
      .relation = {.kinds = DCM_ALL_KINDS, .tolerance = tolerance, .map = in_units, .data = u},
      .of_normal = 1e-3,
      .enough = 3,
      .law = twin,
      .life = &other};
  const int parts = reach_differs(s, twin, u, parting) || dcm_lives_part(s, life, &guise, parting);
  dcm_law_destroy(twin);
  return parts ? OTHERWISE : THE_SAME;
}

/* ------------------------------------------------------------------------------------ finding */

/** Looks for units that differ in one base alone, for one says more than many. */
static void simplify(dcm_scene *s, const dcm_life *life, units *u, dcm_parting *parting) {
  static const int powers[] = {-4, 4, -2, 2, -8, 8};
  for (int base = 0; base < BASES; base++)
    for (size_t n = 0; n < sizeof powers / sizeof powers[0]; n++) {
      units alone = {{0}};
      dcm_parting found;
      alone.power[base] = powers[n];
      const lived how = live_in(s, life, &alone, &found);
      if (how == OTHERWISE) {
        *u = alone;
        *parting = found;
        return;
      }
      if (how == THE_SAME)
        break;
    }
}

static void find(dcm_scene *s, const units *u, const dcm_parting *parting) {
  const dcm_answer *a = parting->answer;
  char name[sizeof a->name + 32], what[1024], of_units[128] = "";
  const double by = factor_of(u, a->dimension);
  for (int b = 0; b < BASES; b++)
    if (u->power[b]) {
      const size_t used = strlen(of_units);
      snprintf(of_units + used, sizeof of_units - used, "%s%g %s", used ? ", " : "",
               exp2(-u->power[b]), symbols[b]);
    }
  snprintf(what, sizeof what,
           "the law has other answers in other units: when the units are %s, and all parameters "
           "and contacts are given in them, the %s changes by the factor %.6g instead of %g; look "
           "for a factor that a formula lacks or has twice, such as a time step, a radius or an "
           "area, for a wrong dimension in a table, of this number or of a parameter, and for a "
           "number in the code that has a unit",
           of_units, a->name, by * dcm_length(parting->came) / dcm_length(parting->expected), by);
  snprintf(name, sizeof name, "%s in these units", a->name);
  dcm_scene_find(s, parting->contact, what, name, dcm_length(parting->came),
                 dcm_length(parting->expected), parting->allowed);
}

/* -------------------------------------------------------------------------------------- check */

/** Whether all quantities stay where the law has an answer. */
static int allows_quantities(const dcm_scene *s, const units *u) {
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    const double by = factor_of(u, dimension_of_quantity(s->law->model, q));
    for (uint32_t k = 0; by != 1.0 && k < CONTACTS; k++)
      if (!dcm_quantity_allows(quantity, by * s->contacts[k].quantities_1[q]) ||
          !dcm_quantity_allows(quantity, by * s->contacts[k].quantities_2[q]))
        return 0;
  }
  return 1;
}

/** How the contacts live in random units that the law allows. */
static lived live_in_random(dcm_scene *s, const dcm_life *life, units *u, dcm_parting *parting) {
  enum { ATTEMPTS = 96, WIDE = 3 };
  lived how = REFUSED;
  for (int attempt = 0; attempt < ATTEMPTS && how == REFUSED; attempt++) {
    const int widest = WIDE - attempt * WIDE / ATTEMPTS;
    int changes = 0;
    for (int b = 0; b < BASES; b++) {
      u->power[b] = 2 * ((int)dcm_below(&s->random, (uint32_t)(2 * widest + 1)) - widest);
      changes |= u->power[b] && b <= BASE_TIME;
    }
    if (changes && allows_quantities(s, u))
      how = live_in(s, life, u, parting);
  }
  return how;
}

static int is_same_in_other_units(const dcm_law *law) {
  const dcm_other_units *e = law->model->extension ? law->model->extension(DCM_OTHER_UNITS) : NULL;
  return !e || e->is_same(&law->instance);
}

static void compare(dcm_scene *s) {
  units u;
  dcm_parting parting;
  if (!is_same_in_other_units(s->law)) {
    dcm_scene_not_tested(s, "the law says that it is another one in other units");
    return;
  }
  const dcm_life life = dcm_random_life(s, dcm_scene_side(s));
  s->a->half_step_velocities = s->b->half_step_velocities = dcm_chance(&s->random, 0.5);
  s->a->clock.time = dcm_log_uniform(&s->random, 1e-6, 1e3);
  const lived how = live_in_random(s, &life, &u, &parting);
  if (how == REFUSED)
    dcm_scene_not_tested(s, "the ranges of the parameters leave no room for other units");
  if (how != OTHERWISE)
    return;
  simplify(s, &life, &u, &parting);
  find(s, &u, &parting);
}

void dcm_check_units(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "units", 2, ROUNDS, compare, NULL);
}
