/* SPDX-License-Identifier: MIT */
#include "check/scene/drawn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/scene/finding.h"
#include "runtime/model.h"

/* ------------------------------------------------------------------------------- one parameter */

typedef struct scale {
  dcm_dimension dimension;
  double low, high;
} scale;

/* Usual numbers where no contact reports a size. */
static const scale fixed_scales[] = {
    {{0}, 1e-2, 3.0},                                   /* coefficients, exponents */
    {{.mass = 1, .length = -1, .time = -2}, 1e5, 1e11}, /* moduli */
    {{.mass = 1, .length = 1, .time = -3, .temperature = -1}, 1e-2, 1e3}, /* conductivities */
    {{.mass = 1, .time = -3, .temperature = -1}, 1e1, 1e6},               /* and of surfaces */
};

/* Usual numbers of granular matter, from toner to boulders, soft to hard. */
static const scale usual_scales[] = {
    {{.mass = 1, .time = -2}, 1e-4, 1e0},              /* surface energies; for stiffnesses below */
    {{.length = 1}, 1e-6, 1e-3},                       /* characteristic overlaps */
    {{.mass = 1, .length = 1, .time = -2}, 1e-3, 1e3}, /* characteristic forces */
    {{.mass = 1}, 1e-9, 1e0},                          /* masses */
    {{.length = 1, .time = -1}, 1e-3, 1e1},            /* speeds */
    {{.time = 1}, 1e-6, 1e-3},                         /* times */
    {{.time = -1}, 1e0, 1e3},                          /* damping over a mass */
    {{.length = -1, .time = -1}, 1e3, 1e7}, /* damping over a mass and a contact radius */
    {{.mass = 1, .time = -1}, 1e-6, 1e1},   /* damping */
    {{.mass = 1, .length = 2, .time = -2}, 1e-6, 1e0},  /* stiffnesses of twisting */
    {{.mass = 1, .length = 2, .time = -1}, 1e-9, 1e-3}, /* damping of twisting */
};

/* Surface energies and stiffnesses have one dimension, but not one size: an energy as large as a
 * stiffness pulls more than any modulus holds. */
static const dcm_dimension modulus = {.mass = 1, .length = -1, .time = -2};
static const scale surface_energies = {{.mass = 1, .time = -2}, 1e-4, 1e0};
static const scale stiffnesses = {{.mass = 1, .time = -2}, 1e1, 1e5};

static const scale *find_scale(const scale *scales, size_t count, const dcm_parameter *p) {
  for (size_t i = 0; i < count; i++)
    if (dcm_dimension_is(p->dimension, scales[i].dimension))
      return &scales[i];
  return NULL;
}

static int is_called_stiffness(const dcm_parameter *p) {
  return dcm_dimension_is(p->dimension, stiffnesses.dimension) &&
         (p->symbol[0] == 'k' || p->symbol[0] == 'K' || strstr(p->description, "stiff") ||
          strstr(p->description, "spring"));
}

static int has_modulus(const dcm_model *model) {
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_dimension_is(dcm_model_parameter(model, p)->dimension, modulus))
      return 1;
  return 0;
}

/** The usual size of a parameter, or NULL. */
static const scale *scale_of(const dcm_model *model, const dcm_parameter *p, int is_usual) {
  const scale *found = find_scale(fixed_scales, sizeof fixed_scales / sizeof fixed_scales[0], p);
  if (found)
    return found;
  if (is_usual)
    return is_called_stiffness(p)
               ? &stiffnesses
               : find_scale(usual_scales, sizeof usual_scales / sizeof usual_scales[0], p);
  return dcm_dimension_is(p->dimension, surface_energies.dimension) && has_modulus(model) &&
                 !is_called_stiffness(p)
             ? &surface_energies
             : NULL;
}

static int has_usual(const dcm_parameter *p) {
  return p->usual_minimum != 0.0 || p->usual_maximum != 0.0;
}

static int has_default(const dcm_parameter *p) {
  return !(p->flags & DCM_REQUIRED);
}

/** Whether values below zero may be codes such as "as another" or "not given". */
static int may_be_absent(const dcm_parameter *p) {
  return has_default(p) && p->default_value < 0.0;
}

/** The end of the range from which sizes are counted. */
static double least(const dcm_parameter *p) {
  return may_be_absent(p) ? fmax(p->minimum, 0.0) : p->minimum;
}

static int is_bounded(const dcm_parameter *p) {
  return isfinite(p->minimum) && isfinite(p->maximum);
}

/** Whether the size of a parameter comes from the contact. */
static int is_natural(const dcm_model *model, const dcm_parameter *p, int is_usual) {
  return !has_usual(p) && !is_bounded(p) && !(has_default(p) && p->default_value > 0.0) &&
         !scale_of(model, p, is_usual);
}

static double between(double low, double high, dcm_random *random) {
  const int is_wide = low > 0.0 && high > 100.0 * low;
  return is_wide ? dcm_log_uniform(random, low, high) : dcm_uniform(random, low, high);
}

/** A size above the end of the range, or below the upper end. */
static double size_of(const dcm_model *model, const dcm_parameter *p, const dcm_drawn *drawn,
                      dcm_random *random) {
  const scale *usual = scale_of(model, p, drawn->is_usual);
  return usual ? dcm_log_uniform(random, usual->low, usual->high)
               : dcm_random_natural(&p->dimension, &drawn->typical, random);
}

double dcm_draw_value(const dcm_model *model, uint32_t parameter, const dcm_drawn *drawn,
                      dcm_random *random) {
  const dcm_parameter *p = dcm_model_parameter(model, parameter);
  if (has_usual(p))
    return p->usual_minimum > 0.0 ? dcm_log_uniform(random, p->usual_minimum, p->usual_maximum)
                                  : dcm_uniform(random, p->usual_minimum, p->usual_maximum);
  const int bounded_below = isfinite(p->minimum), bounded_above = isfinite(p->maximum);
  if (bounded_below && !(p->flags & DCM_MINIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return least(p);
  if (bounded_above && !(p->flags & DCM_MAXIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return p->maximum;
  if (is_bounded(p))
    return between(least(p), p->maximum, random);
  if (has_default(p) && p->default_value > 0.0)
    return p->default_value * dcm_log_uniform(random, 0.7, 1.4);
  const double size = size_of(model, p, drawn, random);
  return bounded_below ? least(p) + size : bounded_above ? p->maximum - size : size;
}

size_t dcm_parameter_numbers(const dcm_parameter *parameter, uint32_t material_count) {
  return parameter->scope == DCM_PER_PAIR  ? (size_t)material_count * material_count
         : parameter->scope == DCM_PER_LAW ? 1
                                           : material_count;
}

/* ------------------------------------------------------------------------------ all parameters */

void dcm_drawn_free(dcm_drawn *drawn) {
  dcm_settings_destroy(drawn->settings);
  drawn->settings = NULL;
}

static const dcm_fixed *find_fixed(const dcm_fixed *fixed, const char *name) {
  for (; fixed && fixed->name; fixed++)
    if (strcmp(fixed->name, name) == 0)
      return fixed;
  return NULL;
}

/** One draw of all parameters. */
typedef struct drawing {
  const dcm_case *the_case;
  const dcm_fixed *fixed;
  dcm_random *random;
  dcm_drawn *drawn;
  double defaults; /* share of parameters that stay at their defaults */
  double absent;   /* likewise, of those whose default says that they are not given */
  int is_alike;    /* all materials are equal */
  double spread;   /* of natural sizes of one dimension; 0: each has a size of its own */
} drawing;

int dcm_put_value(dcm_settings *settings, const dcm_parameter *p, uint32_t i, uint32_t j,
                  double value) {
  char text[DCM_NUMBER_TEXT];
  dcm_error ignored;
  dcm_text_of_number(value, 17, text);
  return dcm_settings_put(settings, (dcm_range){i, i}, (dcm_range){j, j}, p->name, text,
                          &ignored) == DCM_OK;
}

static void set(dcm_drawn *drawn, uint32_t i, uint32_t j, const dcm_parameter *p, double value) {
  dcm_values *values = &drawn->values;
  drawn->is_refused |= !dcm_put_value(drawn->settings, p, i, j, value);
  /* Unequal materials without a value take the mixture of two values, not the default. */
  const int is_default = !(p->flags & DCM_REQUIRED) && value == p->default_value &&
                         (i == j || p->mixing == DCM_MIX_NONE);
  if (is_default || values->count == DCM_MOST_VALUES)
    return;
  const int is_of_law = p->scope == DCM_PER_LAW;
  snprintf(values->of[values->count].name, sizeof values->of->name, "%s", p->name);
  values->of[values->count].materials[0] = is_of_law ? 0 : i;
  values->of[values->count].materials[1] = is_of_law ? 0 : j;
  values->of[values->count++].value = value;
}

/** The value of an earlier parameter with the same dimension, changed within the spread; else NAN.
 */
static double near_another(const drawing *d, uint32_t p) {
  const dcm_model *model = d->the_case->model;
  const dcm_parameter *wanted = dcm_model_parameter(model, p);
  if (d->spread == 0.0)
    return NAN;
  for (uint32_t q = 0; q < p; q++) {
    const dcm_parameter *other = dcm_model_parameter(model, q);
    double value;
    if (!dcm_dimension_is(other->dimension, wanted->dimension) ||
        dcm_dimension_is(other->dimension, (dcm_dimension){0}) ||
        !dcm_settings_given(d->drawn->settings, q, 1, 1, &value))
      continue;
    value *= dcm_log_uniform(d->random, 1.0 / d->spread, d->spread);
    if (dcm_parameter_allows(wanted, value))
      return value;
  }
  return NAN;
}

static double value_of(const drawing *d, uint32_t p) {
  const dcm_model *model = d->the_case->model;
  const int may =
      d->is_alike || is_natural(model, dcm_model_parameter(model, p), d->drawn->is_usual);
  const double near = may ? near_another(d, p) : NAN;
  return isfinite(near) ? near : dcm_draw_value(model, p, d->drawn, d->random);
}

/** "friction" of a pair for its friction at rest, which laws may refuse below that; else 0. */
static double least_at_rest(const drawing *d, const dcm_parameter *p, uint32_t i, uint32_t j) {
  const int32_t q = dcm_model_find_parameter(d->the_case->model, "friction");
  double friction = 0.0;
  if (q >= 0 && strcmp(p->name, DCM_FRICTION_AT_REST) == 0)
    dcm_settings_given(d->drawn->settings, (uint32_t)q, i, j, &friction);
  return friction;
}

static void draw_parameter(const drawing *d, uint32_t p) {
  const dcm_parameter *parameter = dcm_model_parameter(d->the_case->model, p);
  const dcm_fixed *fixed = find_fixed(d->fixed, parameter->name);
  const double rests = strcmp(parameter->name, DCM_FRICTION_AT_REST) == 0 ? 0.7 : d->defaults;
  const double at_default = may_be_absent(parameter) ? d->absent : fmax(rests, d->defaults);
  if (!fixed && has_default(parameter) && dcm_chance(d->random, at_default))
    return;
  const uint32_t n = dcm_settings_material_count(d->drawn->settings);
  const uint32_t count = parameter->scope == DCM_PER_LAW ? 1 : n;
  double value = NAN;
  for (uint32_t i = 1; i <= count; i++)
    for (uint32_t j = i; j <= count; j++) {
      /* Pairs of unequal materials are sometimes left to the mixing rule. */
      const double lowest = least_at_rest(d, parameter, i, j);
      const int can_mix = parameter->mixing != DCM_MIX_NONE && !fixed && lowest == 0.0;
      if (i != j && (parameter->scope != DCM_PER_PAIR || (can_mix && dcm_chance(d->random, 0.5))))
        continue;
      if (isnan(value) || !d->is_alike)
        value = fixed ? fixed->value : value_of(d, p);
      set(d->drawn, i, j, parameter, fixed ? value : fmax(value, lowest));
    }
}

/** Distance of the values so far from values that matter in a contact. */
static double strangeness(const drawing *d, const dcm_typical *typical) {
  const dcm_model *model = d->the_case->model;
  double sum = 0.0;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    double value;
    if (!dcm_settings_given(d->drawn->settings, p, 1, 1, &value))
      value = has_default(parameter) ? parameter->default_value : 0.0;
    sum += dcm_unnatural(&parameter->dimension, typical, value);
  }
  return sum;
}

static dcm_typical typical_of(const drawing *d) {
  enum { CANDIDATES = 16 };
  dcm_typical best = dcm_random_typical(d->random);
  double least_strange = strangeness(d, &best);
  for (int i = 1; i < CANDIDATES && least_strange > 0.0; i++) {
    const dcm_typical candidate = dcm_random_typical(d->random);
    const double strange = strangeness(d, &candidate);
    if (strange < least_strange) {
      least_strange = strange;
      best = candidate;
    }
  }
  return best;
}

static void draw_all(const drawing *d) {
  const dcm_model *model = d->the_case->model;
  d->drawn->values.count = 0;
  d->drawn->is_refused = 0;
  for (int natural = 0; natural < 2; natural++) {
    for (uint32_t p = 0; p < model->parameter_count; p++) {
      const dcm_parameter *parameter = dcm_model_parameter(model, p);
      const int is_late = is_natural(model, parameter, d->drawn->is_usual) &&
                          !find_fixed(d->fixed, parameter->name);
      if (is_late == natural)
        draw_parameter(d, p);
    }
    if (!natural)
      d->drawn->typical = typical_of(d);
  }
}

/** The law of a case with the values that were drawn; NULL with the reason why init refused them.
 */
static dcm_law *law_of(const dcm_case *the_case, dcm_drawn *drawn, dcm_error *error) {
  dcm_error ignored;
  for (uint32_t o = 0; o < dcm_case_option_count(the_case->model); o++) {
    const dcm_option *option = dcm_model_option(the_case->model, o);
    dcm_settings_choose(drawn->settings, option->name, option->choices[the_case->choices[o]],
                        &ignored);
  }
  dcm_record_parameters(the_case->name, &drawn->values);
  return dcm_law_create(drawn->settings, dcm_error_log, &ignored, error);
}

/** Draws the values of dcm_draw_law, which do not depend on the words of the case.
 * @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t draw_values(const dcm_case *the_case, uint32_t material_count,
                           const dcm_fixed *fixed, dcm_random *random, int attempt,
                           dcm_drawn *drawn, dcm_error *error) {
  enum { BEFORE_ALIKE = 20 };
  dcm_drawn_free(drawn);
  drawn->settings = dcm_settings_create(the_case->model, material_count);
  if (!drawn->settings)
    return dcm_fail(error, "out of memory");
  /* Some laws run another loop if all values are defaults. Others refuse all defaults. Values that
   * must stand in a relation to each other are more likely if they are alike. */
  const int is_late = attempt > BEFORE_ALIKE;
  drawing d = {.the_case = the_case, .fixed = fixed, .random = random, .drawn = drawn};
  d.defaults = attempt == 0 ? dcm_chance(random, 0.5) ? 1.0 : 0.2
               : is_late && attempt % 4 == 0 && !drawn->is_usual ? 0.8
                                                                 : 0.01;
  /* One that is given may take the effect of another one away. */
  d.absent = attempt % 2 ? fmax(d.defaults, 0.2) : d.defaults;
  d.is_alike = is_late && attempt % 2 && !drawn->is_usual;
  d.spread = d.is_alike ? 2.0 : dcm_chance(random, 0.5) ? 10.0 : 0.0;
  draw_all(&d);
  return DCM_OK;
}

dcm_law *dcm_draw_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random, int attempt, dcm_drawn *drawn, dcm_error *error) {
  if (draw_values(the_case, material_count, fixed, random, attempt, drawn, error) != DCM_OK)
    return NULL;
  return law_of(the_case, drawn, error);
}

/* -------------------------------------------------------------------------------------- cases */

uint32_t dcm_case_option_count(const dcm_model *model) {
  return model->option_count < DCM_CASE_OPTIONS ? model->option_count : DCM_CASE_OPTIONS;
}

/* If the options of a law have more combinations than this, the checks try some combinations that
 * have each pair of words of two options at least once. A law is composed if even a test of each
 * combination takes too long. */
enum { ALL_COMBINATIONS = 8, COMPOSED = 128, MOST_COMBINATIONS = 20000, WORDS = DCM_CASE_WORDS };

static uint32_t combinations(const dcm_model *model) {
  uint32_t count = 1;
  for (uint32_t o = 0; o < dcm_case_option_count(model) && count < MOST_COMBINATIONS; o++)
    count *= dcm_model_option(model, o)->choice_count;
  return count;
}

/** A case without its name, because few of the thousands of cases need a name. */
static dcm_case nameless(const dcm_model *model, uint32_t i) {
  dcm_case result;
  result.model = model;
  result.number = i;
  result.name[0] = '\0';
  memset(result.choices, 0, sizeof result.choices);
  for (uint32_t o = 0; o < dcm_case_option_count(model); o++) {
    const uint32_t count = dcm_model_option(model, o)->choice_count;
    result.choices[o] = i % count;
    i /= count;
  }
  return result;
}

static dcm_case combination(const dcm_model *model, uint32_t i) {
  dcm_case result = nameless(model, i);
  snprintf(result.name, sizeof result.name, "%s", model->id);
  for (uint32_t o = 0; o < dcm_case_option_count(model); o++) {
    const dcm_option *option = dcm_model_option(model, o);
    const size_t used = strlen(result.name);
    snprintf(result.name + used, sizeof result.name - used, " %s=%s", option->name,
             option->choices[result.choices[o]]);
  }
  return result;
}

/** Numbers the words of all options of a law one after the other.
 * @param words receives those of a case */
static void words_of(const dcm_case *c, uint32_t words[DCM_CASE_OPTIONS]) {
  uint32_t first = 0;
  for (uint32_t o = 0; o < dcm_case_option_count(c->model); o++) {
    const uint32_t word = first + c->choices[o];
    words[o] = word < WORDS ? word : WORDS - 1;
    first += dcm_model_option(c->model, o)->choice_count;
  }
}

/** Number of new pairs of words of a case.
 * @param takes whether they are new no more */
static uint8_t new_pairs(const dcm_case *c, uint8_t (*met)[WORDS], int takes) {
  const uint32_t options = dcm_case_option_count(c->model);
  uint32_t words[DCM_CASE_OPTIONS];
  uint8_t count = 0;
  words_of(c, words);
  for (uint32_t a = 0; a < options; a++)
    for (uint32_t b = a + 1; b < options; b++) {
      uint8_t *pair = &met[words[a]][words[b]];
      count += !*pair;
      *pair |= takes;
    }
  return count;
}

/** Whether a case has the words that a user chose. */
static int is_chosen(const dcm_case *c, const dcm_settings *chosen) {
  for (uint32_t o = 0; chosen && o < c->model->option_count; o++) {
    const uint32_t word = o < DCM_CASE_OPTIONS ? c->choices[o] : 0;
    if (dcm_settings_chooser(chosen, o) == DCM_CHOSEN_BY_USER &&
        dcm_settings_choice(chosen, o) != word)
      return 0;
  }
  return 1;
}

/** Draws with which each combination is tried. They are made once, when one is needed: then a trial
 * is hardly more than a call of init. */
typedef struct trials {
  int most, made;
  dcm_random random;
  dcm_drawn *drawn; /* [most] */
} trials;

/** A composed law gets few draws; drawn is NULL when out of memory. */
static trials trials_of(const dcm_case *any, dcm_random random) {
  enum { FEW = 3 };
  trials t = {.most = dcm_case_is_composed(any) ? FEW : DCM_DRAW_ATTEMPTS, .random = random};
  t.drawn = calloc((size_t)t.most, sizeof *t.drawn);
  return t;
}

static void free_trials(trials *t) {
  for (int n = 0; n < t->made; n++)
    dcm_drawn_free(&t->drawn[n]);
  free(t->drawn);
}

/** Whether init takes a combination. Even attempts, which a composed law gets, give a value to
 * nearly every parameter. */
static int is_possible(const dcm_case *c, trials *t) {
  const int step = dcm_case_is_composed(c) ? 2 : 1;
  dcm_error error;
  dcm_law *law = NULL;
  for (int n = 0; !law && n < t->most; n++) {
    for (; t->made <= n; t->made++)
      if (draw_values(c, 1, NULL, &t->random, step * (n + 1), &t->drawn[n], &error) != DCM_OK)
        return 0;
    law = law_of(c, &t->drawn[n], &error);
  }
  dcm_law_destroy(law);
  return law != NULL;
}

/** Takes the possible combination with most new pairs, the first of several, again and again, until
 * there are no new pairs. Numbers of new pairs never grow: so one pass for each number, from the
 * largest on, meets the combinations in this order. Only what would be taken is tried, for a trial
 * takes long.
 * @param fresh [number of combinations] for the numbers of new pairs
 * @param cases [number of combinations] filled
 * @return how many were taken */
static uint32_t cover(const dcm_model *model, const dcm_settings *chosen, trials *tried,
                      uint8_t *fresh, dcm_case *cases) {
  static uint8_t met[WORDS][WORDS];
  const uint32_t count = combinations(model), options = dcm_case_option_count(model);
  uint32_t taken = 0;
  memset(met, 0, sizeof met);
  for (uint32_t i = 0; i < count; i++) {
    const dcm_case c = nameless(model, i);
    fresh[i] = is_chosen(&c, chosen) ? new_pairs(&c, met, 0) : 0;
  }
  for (uint32_t most = options * (options - 1) / 2; most > 0; most--)
    for (uint32_t i = 0; i < count; i++) {
      if (fresh[i] != most)
        continue;
      const dcm_case c = combination(model, i);
      fresh[i] = new_pairs(&c, met, 0);
      if (fresh[i] < most || !is_possible(&c, tried))
        continue;
      cases[taken++] = c;
      new_pairs(&c, met, 1);
    }
  return taken;
}

dcm_case *dcm_cases_of(const dcm_model *model, const dcm_settings *chosen, dcm_random random,
                       uint32_t *count) {
  const uint32_t all = combinations(model);
  const dcm_case first = nameless(model, 0);
  trials tried = trials_of(&first, random);
  dcm_case *cases = malloc(all * sizeof *cases);
  uint8_t *fresh = malloc(all);
  *count = 0;
  if (!fresh || !tried.drawn) {
    free(cases);
    cases = NULL;
  }
  if (cases && all > ALL_COMBINATIONS)
    *count = cover(model, chosen, &tried, fresh, cases);
  /* If a law refuses all combinations, the user must see the refusal. */
  for (int any = all > ALL_COMBINATIONS; cases && *count == 0 && any < 2; any++)
    for (uint32_t i = 0; i < all; i++) {
      cases[*count] = combination(model, i);
      *count += is_chosen(&cases[*count], chosen) && (any || is_possible(&cases[*count], &tried));
    }
  free(fresh);
  free_trials(&tried);
  return cases;
}

dcm_case *dcm_cases_again(const dcm_model *model, const uint32_t *numbers, uint32_t count) {
  dcm_case *cases = malloc((count + 1) * sizeof *cases);
  for (uint32_t i = 0; cases && i < count; i++)
    cases[i] = combination(model, numbers[i]);
  return cases;
}

int dcm_case_is_composed(const dcm_case *the_case) {
  return combinations(the_case->model) > COMPOSED;
}

const char *dcm_case_word(const dcm_case *the_case, const char *option) {
  const int32_t o = dcm_model_find_option(the_case->model, option);
  if (o < 0)
    return NULL;
  return dcm_model_option(the_case->model, (uint32_t)o)
      ->choices[o < DCM_CASE_OPTIONS ? the_case->choices[o] : 0];
}
