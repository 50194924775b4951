/* SPDX-License-Identifier: MIT */
#include "support/cases.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "runtime/model.h"

/* The asserts of Check, even those that hold, may not stand where no test runs, as where cases are
 * counted. */
#define MUST(condition, ...)                                                                       \
  do {                                                                                             \
    if (!(condition))                                                                              \
      ck_abort_msg(__VA_ARGS__);                                                                   \
  } while (0)

static uint32_t combinations(const dcm_model *model) {
  uint32_t count = 1;
  for (uint32_t o = 0; o < model->option_count; o++)
    count *= dcm_model_option(model, o)->choice_count;
  return count;
}

static dcm_case combination(const dcm_model *model, uint32_t i) {
  dcm_case result = {.model = model};
  MUST(model->option_count <= DCM_CASE_OPTIONS, "%s has too many options", model->id);
  snprintf(result.name, sizeof result.name, "%s", model->id);
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    result.choices[o] = i % option->choice_count;
    i /= option->choice_count;
    const size_t used = strlen(result.name);
    snprintf(result.name + used, sizeof result.name - used, " %s=%s", option->name,
             option->choices[result.choices[o]]);
  }
  return result;
}

/* A law whose options have more combinations than this is tested in some that have each pair of
 * words of two options at least once. */
enum { ALL_COMBINATIONS = 64, CASES = 256, WORDS = 64 };

static dcm_case cases[CASES];
static uint32_t case_count;

/** Pairs of words of a composed law that some case has. */
static uint8_t met[WORDS][WORDS];

/** Numbers the words of all options of a law one after the other.
 * @param words receives those of a case */
static void words_of(const dcm_case *c, uint32_t words[DCM_CASE_OPTIONS]) {
  uint32_t first = 0;
  for (uint32_t o = 0; o < c->model->option_count; o++) {
    words[o] = first + c->choices[o];
    first += dcm_model_option(c->model, o)->choice_count;
  }
  MUST(first <= WORDS, "%s has too many words", c->model->id);
}

/** How many pairs of words a case has that none had. */
static uint32_t new_pairs(const dcm_case *c) {
  uint32_t words[DCM_CASE_OPTIONS], count = 0;
  words_of(c, words);
  for (uint32_t a = 0; a < c->model->option_count; a++)
    for (uint32_t b = a + 1; b < c->model->option_count; b++)
      count += !met[words[a]][words[b]];
  return count;
}

static void meet(const dcm_case *c) {
  uint32_t words[DCM_CASE_OPTIONS];
  words_of(c, words);
  for (uint32_t a = 0; a < c->model->option_count; a++)
    for (uint32_t b = a + 1; b < c->model->option_count; b++)
      met[words[a]][words[b]] = 1;
}

static int is_possible(const dcm_case *c);

/** Takes, as long as there are new pairs, the one of all combinations that has most of them. What
 * init refuses whatever the parameters is no case. */
static void add_covering(const dcm_model *model) {
  const uint32_t count = combinations(model);
  uint8_t *possible = malloc(count);
  for (uint32_t i = 0; i < count; i++) {
    const dcm_case c = combination(model, i);
    possible[i] = (uint8_t)is_possible(&c);
  }
  memset(met, 0, sizeof met);
  for (;;) {
    uint32_t most = 0, best = 0;
    for (uint32_t i = 0; i < count; i++) {
      const dcm_case c = combination(model, i);
      const uint32_t found = possible[i] ? new_pairs(&c) : 0;
      if (found > most) {
        most = found;
        best = i;
      }
    }
    if (most == 0)
      break;
    MUST(case_count < CASES, "too many cases");
    cases[case_count] = combination(model, best);
    meet(&cases[case_count++]);
  }
  free(possible);
}

static void find_cases(void) {
  if (case_count)
    return;
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  for (uint32_t m = 0; m < library->model_count; m++) {
    const dcm_model *model = library->models[m];
    if (combinations(model) > ALL_COMBINATIONS) {
      add_covering(model);
      continue;
    }
    for (uint32_t i = 0; i < combinations(model); i++) {
      MUST(case_count < CASES, "too many cases");
      cases[case_count++] = combination(model, i);
    }
  }
}

uint32_t dcm_case_count(void) {
  find_cases();
  return case_count;
}

dcm_case dcm_case_at(uint32_t i) {
  find_cases();
  /* The laws of the instruction set in use. */
  dcm_case c = cases[i];
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  for (uint32_t m = 0; m < library->model_count; m++)
    if (strcmp(library->models[m]->id, c.model->id) == 0)
      c.model = library->models[m];
  return c;
}

int dcm_case_is_composed(const dcm_case *the_case) {
  return combinations(the_case->model) > ALL_COMBINATIONS;
}

const char *dcm_case_word(const dcm_case *the_case, const char *option) {
  const int32_t o = dcm_model_find_option(the_case->model, option);
  if (o < 0)
    return NULL;
  return dcm_model_option(the_case->model, (uint32_t)o)->choices[the_case->choices[o]];
}

int dcm_case_is_consistent(const dcm_case *the_case) {
  const char *form = dcm_case_word(the_case, "form");
  return form && strcmp(form, "consistent") == 0;
}

/* What is usual in granular matter, from toner to boulders, soft to hard. */
static const struct {
  dcm_dimension dimension;
  double low, high;
} scales[] = {
    {{0, 0, 0, 0}, 1e-2, 3.0},   /* coefficients, exponents */
    {{1, -1, -2, 0}, 1e5, 1e11}, /* moduli */
    {{1, 0, -2, 0}, 1e-4, 1e0},  /* surface energies */
    {{0, 1, 0, 0}, 1e-6, 1e-3},  /* characteristic overlaps */
    {{1, 1, -2, 0}, 1e-3, 1e3},  /* characteristic forces */
    {{1, 0, 0, 0}, 1e-9, 1e0},   /* masses */
    {{0, 1, -1, 0}, 1e-3, 1e1},  /* speeds */
    {{0, 0, 1, 0}, 1e-6, 1e-3},  /* times */
    {{0, 0, -1, 0}, 1e0, 1e3},   /* damping over a mass */
    {{0, -1, -1, 0}, 1e3, 1e7},  /* the same over a contact radius */
    {{1, 0, -1, 0}, 1e-6, 1e1},  /* damping */
    {{1, 2, -2, 0}, 1e-6, 1e0},  /* stiffnesses of twisting */
    {{1, 2, -1, 0}, 1e-9, 1e-3}, /* damping of it */
};

/* Spring constants have the dimension of surface energies. */
static const char *const springs[] = {"kn", "kt", "k_roll"};
static const double spring_scale = 1e5;

static int is_spring(const dcm_parameter *p) {
  for (size_t i = 0; i < sizeof springs / sizeof springs[0]; i++)
    if (strcmp(p->name, springs[i]) == 0 && p->dimension.length == 0)
      return 1;
  return 0;
}

static double draw(const dcm_parameter *p, dcm_random *random) {
  const int bounded_below = isfinite(p->minimum), bounded_above = isfinite(p->maximum);
  /* Below zero there may be only words for "as another" or "not given". */
  const double least = p->default_value < 0.0 ? fmax(p->minimum, 0.0) : p->minimum;
  if (bounded_below && !(p->flags & DCM_MINIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return least;
  if (bounded_above && !(p->flags & DCM_MAXIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return p->maximum;
  if (bounded_below && bounded_above)
    return dcm_uniform(random, least, p->maximum);
  if (!(p->flags & DCM_REQUIRED) && p->default_value > 0.0)
    return p->default_value * dcm_log_uniform(random, 0.7, 1.4);
  for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
    if (memcmp(&scales[i].dimension, &p->dimension, sizeof p->dimension) == 0) {
      const double size = dcm_log_uniform(random, scales[i].low, scales[i].high) *
                          (is_spring(p) ? spring_scale : 1);
      return bounded_below ? least + size : bounded_above ? p->maximum - size : size;
    }
  ck_abort_msg("no scale is known for the dimension of '%s'", p->name);
  return 0.0;
}

static char parameters[8192];
static dcm_settings *drawn;

void dcm_case_forget(void) {
  dcm_settings_destroy(drawn);
  drawn = NULL;
}

const char *dcm_case_parameters(void) {
  return parameters;
}

static const dcm_fixed *find_fixed(const dcm_fixed *fixed, const char *name) {
  for (; fixed && fixed->name; fixed++)
    if (strcmp(fixed->name, name) == 0)
      return fixed;
  return NULL;
}

static void set(dcm_settings *settings, uint32_t i, uint32_t j, const dcm_parameter *p,
                double value) {
  char text[32];
  dcm_error error;
  snprintf(text, sizeof text, "%.17g", value);
  MUST(dcm_settings_set(settings, (dcm_range){i, i}, (dcm_range){j, j}, p->name, text, &error) ==
           DCM_OK,
       "%s", error.text);
  const size_t used = strlen(parameters);
  snprintf(parameters + used, sizeof parameters - used, "%s%u %u %s %s", used ? ", " : "", i, j,
           p->name, text);
}

static void draw_all(const dcm_case *the_case, dcm_settings *settings, const dcm_fixed *fixed,
                     dcm_random *random, int attempt) {
  const uint32_t n = dcm_settings_material_count(settings);
  /* Some laws run another loop where all is as usual. Others refuse that. */
  const double defaults = attempt ? 0.01 : dcm_chance(random, 0.5) ? 1.0 : 0.2;
  parameters[0] = '\0';
  for (uint32_t p = 0; p < the_case->model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(the_case->model, p);
    const dcm_fixed *value = find_fixed(fixed, parameter->name);
    const int keep_default =
        !value && !(parameter->flags & DCM_REQUIRED) && dcm_chance(random, defaults);
    if (keep_default)
      continue;
    for (uint32_t i = 1; i <= n; i++)
      for (uint32_t j = i; j <= n; j++) {
        /* Pairs of unequal materials are sometimes left to the mixing rule. */
        const int can_mix = parameter->mixing != DCM_MIX_NONE && !value;
        if (i == j || (parameter->scope == DCM_PER_PAIR && !(can_mix && dcm_chance(random, 0.5))))
          set(settings, i, j, parameter, value ? value->value : draw(parameter, random));
      }
  }
}

/** Draws parameters and makes a law of them.
 * @return NULL with the reason for which init refused them */
static dcm_law *try_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                        dcm_random *random, int attempt, dcm_error *error) {
  dcm_error ignored;
  dcm_case_forget();
  drawn = dcm_settings_create(the_case->model, material_count);
  for (uint32_t o = 0; o < the_case->model->option_count; o++) {
    const dcm_option *option = dcm_model_option(the_case->model, o);
    dcm_settings_choose(drawn, option->name, option->choices[the_case->choices[o]], &ignored);
  }
  draw_all(the_case, drawn, fixed, random, attempt);
  dcm_law *law = dcm_law_create(drawn, dcm_error_log, &ignored, error);
  MUST(law || strstr(error->text, "without giving a reason") == NULL, "%s: %s", the_case->name,
       error->text);
  return law;
}

enum { ATTEMPTS = 1000, ATTEMPTS_TO_ACCEPT = 50 };

dcm_law *dcm_case_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random) {
  dcm_error error;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    dcm_law *law = try_law(the_case, material_count, fixed, random, attempt, &error);
    if (law)
      return law;
  }
  ck_abort_msg("%s refuses %d random sets of parameters in its ranges, the last with: %s",
               the_case->name, ATTEMPTS, error.text);
  return NULL;
}

static int is_possible(const dcm_case *c) {
  dcm_random random = dcm_random_stream(1);
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 1; !law && attempt <= 3; attempt++)
    law = try_law(c, 1, NULL, &random, attempt, &error);
  dcm_law_destroy(law);
  return law != NULL;
}

int dcm_case_accepts(int i, const dcm_fixed *fixed) {
  const dcm_case the_case = dcm_case_at((uint32_t)i);
  if (fixed->name && dcm_model_find_parameter(the_case.model, fixed->name) < 0)
    return 0;
  for (const dcm_fixed *f = fixed; f->name; f++) {
    const int32_t p = dcm_model_find_parameter(the_case.model, f->name);
    if (p >= 0 && !dcm_parameter_allows(dcm_model_parameter(the_case.model, (uint32_t)p), f->value))
      return 0;
  }
  dcm_random random = dcm_random_stream(0);
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 0; !law && attempt < ATTEMPTS_TO_ACCEPT; attempt++)
    law = try_law(&the_case, 1, fixed, &random, attempt, &error);
  dcm_law_destroy(law);
  return law != NULL;
}

double dcm_case_value(const dcm_case *the_case, const char *parameter, uint32_t i, uint32_t j) {
  const int32_t p = dcm_model_find_parameter(the_case->model, parameter);
  ck_assert_int_ge(p, 0);
  const int pair = dcm_model_parameter(the_case->model, (uint32_t)p)->scope == DCM_PER_PAIR;
  double value;
  dcm_error error;
  MUST(dcm_settings_value(drawn, (uint32_t)p, i, pair ? j : i, &value, &error) == DCM_OK, "%s",
       error.text);
  return value;
}

double dcm_case_mean(const dcm_case *the_case, const char *parameter, uint32_t i, uint32_t j) {
  /* A value per pair is the same both times. */
  return sqrt(dcm_case_value(the_case, parameter, i, j) *
              dcm_case_value(the_case, parameter, j, i));
}
