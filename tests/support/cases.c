/* SPDX-License-Identifier: MIT */
#include "support/cases.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "laws/library.h"
#include "runtime/model.h"

static uint32_t combinations(const dcm_model *model) {
  uint32_t count = 1;
  for (uint32_t o = 0; o < model->option_count; o++)
    count *= dcm_model_option(model, o)->choice_count;
  return count;
}

uint32_t dcm_case_count(void) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  uint32_t count = 0;
  for (uint32_t m = 0; m < library->model_count; m++)
    count += combinations(library->models[m]);
  return count;
}

dcm_case dcm_case_at(uint32_t i) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  uint32_t m = 0;
  while (i >= combinations(library->models[m]))
    i -= combinations(library->models[m++]);
  dcm_case result = {.model = library->models[m]};
  ck_assert_uint_le(result.model->option_count, DCM_CASE_OPTIONS);
  snprintf(result.name, sizeof result.name, "%s", result.model->id);
  for (uint32_t o = 0; o < result.model->option_count; o++) {
    const dcm_option *option = dcm_model_option(result.model, o);
    result.choices[o] = i % option->choice_count;
    i /= option->choice_count;
    const size_t used = strlen(result.name);
    snprintf(result.name + used, sizeof result.name - used, " %s=%s", option->name,
             option->choices[result.choices[o]]);
  }
  return result;
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
};

/* Spring constants have the dimension of surface energies. */
static const char *const springs[] = {"kn", "kt"};
static const double spring_scale = 1e5;

static int is_spring(const dcm_parameter *p) {
  for (size_t i = 0; i < sizeof springs / sizeof springs[0]; i++)
    if (strcmp(p->name, springs[i]) == 0 && p->dimension.length == 0)
      return 1;
  return 0;
}

static double draw(const dcm_parameter *p, dcm_random *random) {
  const int bounded_below = isfinite(p->minimum), bounded_above = isfinite(p->maximum);
  if (bounded_below && !(p->flags & DCM_MINIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return p->minimum;
  if (bounded_above && !(p->flags & DCM_MAXIMUM_EXCLUDED) && dcm_chance(random, 0.1))
    return p->maximum;
  if (bounded_below && bounded_above)
    return dcm_uniform(random, p->minimum, p->maximum);
  if (!(p->flags & DCM_REQUIRED) && p->default_value > 0.0)
    return p->default_value * dcm_log_uniform(random, 0.7, 1.4);
  for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
    if (memcmp(&scales[i].dimension, &p->dimension, sizeof p->dimension) == 0) {
      const double size = dcm_log_uniform(random, scales[i].low, scales[i].high) *
                          (is_spring(p) ? spring_scale : 1);
      /* Below zero there are only words for "as another". */
      return bounded_below   ? fmax(p->minimum, 0.0) + size
             : bounded_above ? p->maximum - size
                             : size;
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
  ck_assert_msg(dcm_settings_set(settings, (dcm_range){i, i}, (dcm_range){j, j}, p->name, text,
                                 &error) == DCM_OK,
                "%s", error.text);
  const size_t used = strlen(parameters);
  snprintf(parameters + used, sizeof parameters - used, "%s%u %u %s %s", used ? ", " : "", i, j,
           p->name, text);
}

static void draw_all(const dcm_case *the_case, dcm_settings *settings, const dcm_fixed *fixed,
                     dcm_random *random) {
  const uint32_t n = dcm_settings_material_count(settings);
  /* Some laws run another loop where all is as usual. */
  const double defaults = dcm_chance(random, 0.5) ? 1.0 : 0.2;
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
                        dcm_random *random, dcm_error *error) {
  dcm_error ignored;
  dcm_case_forget();
  drawn = dcm_settings_create(the_case->model, material_count);
  for (uint32_t o = 0; o < the_case->model->option_count; o++) {
    const dcm_option *option = dcm_model_option(the_case->model, o);
    dcm_settings_choose(drawn, option->name, option->choices[the_case->choices[o]], &ignored);
  }
  draw_all(the_case, drawn, fixed, random);
  dcm_law *law = dcm_law_create(drawn, dcm_error_log, &ignored, error);
  ck_assert_msg(law || strstr(error->text, "without giving a reason") == NULL, "%s: %s",
                the_case->name, error->text);
  return law;
}

enum { ATTEMPTS = 1000, ATTEMPTS_TO_ACCEPT = 50 };

dcm_law *dcm_case_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random) {
  dcm_error error;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    dcm_law *law = try_law(the_case, material_count, fixed, random, &error);
    if (law)
      return law;
  }
  ck_abort_msg("%s refuses %d random sets of parameters in its ranges, the last with: %s",
               the_case->name, ATTEMPTS, error.text);
  return NULL;
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
    law = try_law(&the_case, 1, fixed, &random, &error);
  dcm_law_destroy(law);
  return law != NULL;
}

double dcm_case_value(const dcm_case *the_case, const char *parameter, uint32_t i, uint32_t j) {
  const int32_t p = dcm_model_find_parameter(the_case->model, parameter);
  ck_assert_int_ge(p, 0);
  const int pair = dcm_model_parameter(the_case->model, (uint32_t)p)->scope == DCM_PER_PAIR;
  double value;
  dcm_error error;
  ck_assert_msg(dcm_settings_value(drawn, (uint32_t)p, i, pair ? j : i, &value, &error) == DCM_OK,
                "%s", error.text);
  return value;
}

double dcm_case_mean(const dcm_case *the_case, const char *parameter, uint32_t i, uint32_t j) {
  /* A value per pair is the same both times. */
  return sqrt(dcm_case_value(the_case, parameter, i, j) *
              dcm_case_value(the_case, parameter, j, i));
}
