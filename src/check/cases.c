/* SPDX-License-Identifier: MIT */
#include "check/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/watch.h"
#include "runtime/model.h"

/* ------------------------------------------------------------------------------- the choices */

static uint32_t option_count(const dcm_model *model) {
  return model->option_count < DCM_CASE_OPTIONS ? model->option_count : DCM_CASE_OPTIONS;
}

/* If the options of a law have more combinations than this, the checks try some combinations that
 * have each pair of words of two options at least once. A law is composed if even a test of each
 * combination takes too long. */
enum { ALL_COMBINATIONS = 8, COMPOSED = 128, MOST_COMBINATIONS = 20000, WORDS = DCM_CASE_WORDS };

static uint32_t combinations(const dcm_model *model) {
  uint32_t count = 1;
  for (uint32_t o = 0; o < option_count(model) && count < MOST_COMBINATIONS; o++)
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
  for (uint32_t o = 0; o < option_count(model); o++) {
    const uint32_t count = dcm_model_option(model, o)->choice_count;
    result.choices[o] = i % count;
    i /= count;
  }
  return result;
}

static dcm_case combination(const dcm_model *model, uint32_t i) {
  dcm_case result = nameless(model, i);
  snprintf(result.name, sizeof result.name, "%s", model->id);
  for (uint32_t o = 0; o < option_count(model); o++) {
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
  for (uint32_t o = 0; o < option_count(c->model); o++) {
    const uint32_t word = first + c->choices[o];
    words[o] = word < WORDS ? word : WORDS - 1;
    first += dcm_model_option(c->model, o)->choice_count;
  }
}

/** How many new pairs of words a case has. */
static uint32_t new_pairs(const dcm_case *c, uint8_t (*met)[WORDS]) {
  uint32_t words[DCM_CASE_OPTIONS], count = 0;
  words_of(c, words);
  for (uint32_t a = 0; a < option_count(c->model); a++)
    for (uint32_t b = a + 1; b < option_count(c->model); b++)
      count += !met[words[a]][words[b]];
  return count;
}

static void meet(const dcm_case *c, uint8_t (*met)[WORDS]) {
  uint32_t words[DCM_CASE_OPTIONS];
  words_of(c, words);
  for (uint32_t a = 0; a < option_count(c->model); a++)
    for (uint32_t b = a + 1; b < option_count(c->model); b++)
      met[words[a]][words[b]] = 1;
}

/** Whether a case has the chosen words. */
static int is_chosen(const dcm_case *c, const dcm_chosen *chosen) {
  for (; chosen && chosen->option; chosen++)
    if (strcmp(dcm_case_word(c, chosen->option), chosen->word) != 0)
      return 0;
  return 1;
}

/** @param attempts number of random sets of parameters */
static int is_possible(const dcm_case *c, dcm_random random, int attempts) {
  dcm_error error;
  dcm_drawn drawn = {0};
  dcm_law *law = NULL;
  for (int attempt = 1; !law && attempt <= attempts; attempt++)
    law = dcm_draw_law(c, 1, NULL, &random, attempt, &drawn, &error);
  dcm_law_destroy(law);
  dcm_drawn_free(&drawn);
  return law != NULL;
}

/** Takes the combination with most new pairs, again and again, until there are no new pairs.
 * @param cases [number of combinations] filled
 * @return how many were taken */
static uint32_t cover(const dcm_model *model, const dcm_chosen *chosen, dcm_random random,
                      uint8_t *possible, dcm_case *cases) {
  static uint8_t met[WORDS][WORDS];
  const uint32_t count = combinations(model);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < count; i++) {
    const dcm_case c = combination(model, i);
    possible[i] = is_chosen(&c, chosen) &&
                  (uint8_t)is_possible(&c, random, count > COMPOSED ? 3 : DCM_DRAW_ATTEMPTS);
  }
  memset(met, 0, sizeof met);
  for (;;) {
    uint32_t most = 0, best = 0;
    for (uint32_t i = 0; i < count; i++) {
      if (!possible[i])
        continue;
      const dcm_case c = nameless(model, i);
      const uint32_t found = new_pairs(&c, met);
      if (found > most) {
        most = found;
        best = i;
      }
    }
    if (most == 0)
      return taken;
    cases[taken] = combination(model, best);
    meet(&cases[taken++], met);
  }
}

dcm_case *dcm_cases_of(const dcm_model *model, const dcm_chosen *chosen, dcm_random random,
                       uint32_t *count) {
  const uint32_t all = combinations(model);
  dcm_case *cases = malloc(all * sizeof *cases);
  uint8_t *possible = malloc(all);
  *count = 0;
  if (cases && possible && all > ALL_COMBINATIONS)
    *count = cover(model, chosen, random, possible, cases);
  else if (cases)
    for (uint32_t i = 0; i < all; i++) {
      cases[*count] = combination(model, i);
      *count += is_chosen(&cases[*count], chosen) &&
                is_possible(&cases[*count], random, DCM_DRAW_ATTEMPTS);
    }
  /* If a law refuses all combinations, the user must see the refusal. */
  if (cases && *count == 0)
    for (uint32_t i = 0; i < all; i++) {
      cases[*count] = combination(model, i);
      *count += (uint32_t)is_chosen(&cases[*count], chosen);
    }
  free(possible);
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

/* ---------------------------------------------------------------------------- the parameters */

/* What is usual in granular matter, from toner to boulders, soft to hard. */
static const struct {
  dcm_dimension dimension;
  double low, high;
} scales[] = {
    {{0}, 1e-2, 3.0},                                   /* coefficients, exponents */
    {{.mass = 1, .length = -1, .time = -2}, 1e5, 1e11}, /* moduli */
    {{.mass = 1, .time = -2}, 1e-4, 1e0},               /* surface energies */
    {{.length = 1}, 1e-6, 1e-3},                        /* characteristic overlaps */
    {{.mass = 1, .length = 1, .time = -2}, 1e-3, 1e3},  /* characteristic forces */
    {{.mass = 1}, 1e-9, 1e0},                           /* masses */
    {{.length = 1, .time = -1}, 1e-3, 1e1},             /* speeds */
    {{.time = 1}, 1e-6, 1e-3},                          /* times */
    {{.time = -1}, 1e0, 1e3},                           /* damping over a mass */
    {{.length = -1, .time = -1}, 1e3, 1e7}, /* damping over a mass and a contact radius */
    {{.mass = 1, .time = -1}, 1e-6, 1e1},   /* damping */
    {{.mass = 1, .length = 2, .time = -2}, 1e-6, 1e0},  /* stiffnesses of twisting */
    {{.mass = 1, .length = 2, .time = -1}, 1e-9, 1e-3}, /* damping of twisting */
    {{.mass = 1, .length = 1, .time = -3, .temperature = -1}, 1e-2, 1e3}, /* conductivities */
    {{.mass = 1, .time = -3, .temperature = -1}, 1e1, 1e6},               /* and of surfaces */
};

/* Spring constants have the dimension of surface energies. */
static const char *const springs[] = {"kn", "kt", "k_roll", "k1", "k2", "kc", "kadh"};
static const double spring_scale = 1e5;

static int is_spring(const dcm_parameter *p) {
  for (size_t i = 0; i < sizeof springs / sizeof springs[0]; i++)
    if (strcmp(p->name, springs[i]) == 0 && p->dimension.length == 0)
      return 1;
  return 0;
}

/** The usual size of a parameter, or NULL. */
static const double *scale_of(const dcm_parameter *p) {
  for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
    if (memcmp(&scales[i].dimension, &p->dimension, sizeof p->dimension) == 0)
      return &scales[i].low;
  return NULL;
}

int dcm_has_usual_scale(const dcm_parameter *parameter) {
  return scale_of(parameter) != NULL;
}

static double draw(const dcm_parameter *p, dcm_random *random) {
  /* The author's range comes before every guess. */
  if (p->usual_minimum != 0.0 || p->usual_maximum != 0.0)
    return p->usual_minimum > 0.0 ? dcm_log_uniform(random, p->usual_minimum, p->usual_maximum)
                                  : dcm_uniform(random, p->usual_minimum, p->usual_maximum);
  const int bounded_below = isfinite(p->minimum), bounded_above = isfinite(p->maximum);
  /* Values below zero may be codes such as "as another" or "not given". */
  const double least = p->default_value < 0.0 ? fmax(p->minimum, 0.0) : p->minimum;
  if (bounded_below && !(p->flags & DCM_MINIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return least;
  if (bounded_above && !(p->flags & DCM_MAXIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return p->maximum;
  if (bounded_below && bounded_above)
    return dcm_uniform(random, least, p->maximum);
  if (!(p->flags & DCM_REQUIRED) && p->default_value > 0.0)
    return p->default_value * dcm_log_uniform(random, 0.7, 1.4);
  static const double unknown[] = {1e-3, 1e3};
  const double *scale = scale_of(p) ? scale_of(p) : unknown;
  const double size =
      dcm_log_uniform(random, scale[0], scale[1]) * (is_spring(p) ? spring_scale : 1);
  return bounded_below ? least + size : bounded_above ? p->maximum - size : size;
}

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

static void set(dcm_drawn *drawn, uint32_t i, uint32_t j, const dcm_parameter *p, double value) {
  char text[32];
  dcm_error error;
  snprintf(text, sizeof text, "%.17g", value);
  if (dcm_settings_put(drawn->settings, (dcm_range){i, i}, (dcm_range){j, j}, p->name, text,
                       &error))
    snprintf(text, sizeof text, "(refused)");
  char materials[32] = "";
  if (p->scope != DCM_PER_LAW)
    snprintf(materials, sizeof materials, "%u %u ", i, j);
  const size_t used = strlen(drawn->text);
  snprintf(drawn->text + used, sizeof drawn->text - used, "%s%s%s %s", used ? ", " : "", materials,
           p->name, text);
}

static void draw_all(const dcm_case *the_case, dcm_drawn *drawn, const dcm_fixed *fixed,
                     dcm_random *random, int attempt) {
  const uint32_t n = dcm_settings_material_count(drawn->settings);
  /* Some laws run another loop if all values are defaults. Others refuse all defaults. */
  const double defaults = attempt ? 0.01 : dcm_chance(random, 0.5) ? 1.0 : 0.2;
  drawn->text[0] = '\0';
  for (uint32_t p = 0; p < the_case->model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(the_case->model, p);
    const dcm_fixed *value = find_fixed(fixed, parameter->name);
    const int keep_default =
        !value && !(parameter->flags & DCM_REQUIRED) && dcm_chance(random, defaults);
    if (keep_default)
      continue;
    const uint32_t count = parameter->scope == DCM_PER_LAW ? 1 : n;
    for (uint32_t i = 1; i <= count; i++)
      for (uint32_t j = i; j <= count; j++) {
        /* Pairs of unequal materials are sometimes left to the mixing rule. */
        const int can_mix = parameter->mixing != DCM_MIX_NONE && !value;
        if (i == j || (parameter->scope == DCM_PER_PAIR && !(can_mix && dcm_chance(random, 0.5))))
          set(drawn, i, j, parameter, value ? value->value : draw(parameter, random));
      }
  }
}

dcm_law *dcm_draw_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random, int attempt, dcm_drawn *drawn, dcm_error *error) {
  dcm_error ignored;
  dcm_drawn_free(drawn);
  drawn->settings = dcm_settings_create(the_case->model, material_count);
  if (!drawn->settings) {
    dcm_fail(error, "out of memory");
    return NULL;
  }
  for (uint32_t o = 0; o < option_count(the_case->model); o++) {
    const dcm_option *option = dcm_model_option(the_case->model, o);
    dcm_settings_choose(drawn->settings, option->name, option->choices[the_case->choices[o]],
                        &ignored);
  }
  draw_all(the_case, drawn, fixed, random, attempt);
  dcm_watch_drawn(the_case->name, drawn->text);
  return dcm_law_create(drawn->settings, dcm_error_log, &ignored, error);
}
