/* SPDX-License-Identifier: MIT */
#include "check/relations/unit_system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/model.h"

const char *const dcm_base_symbols[DCM_BASES] = {"kg", "m", "s", "K", "A", "mol", "cd"};
const dcm_doubt dcm_no_doubt = {DCM_DOUBT_NONE, 0, {0}};

void dcm_dimension_exponents(dcm_dimension d, int exponents[DCM_BASES]) {
  const int all[DCM_BASES] = {d.mass,    d.length, d.time,      d.temperature,
                              d.current, d.amount, d.luminosity};
  memcpy(exponents, all, sizeof all);
}

double dcm_units_factor(const dcm_units *u, dcm_dimension d) {
  int exponents[DCM_BASES], sum = 0;
  dcm_dimension_exponents(d, exponents);
  for (int b = 0; b < DCM_BASES; b++)
    sum += u->power[b] * exponents[b];
  return exp2((double)sum / dcm_dimension_denominator(d));
}

dcm_dimension dcm_dimension_with(dcm_dimension d, int base, int halves) {
  const int below = dcm_dimension_denominator(d);
  int e[DCM_BASES], whole = 1;
  dcm_dimension_exponents(d, e);
  for (int b = 0; b < DCM_BASES; b++) {
    e[b] = 2 * e[b] + (b == base ? halves * below : 0);
    whole &= e[b] % 2 == 0;
  }
  for (int b = 0; b < DCM_BASES; b++)
    e[b] /= whole ? 2 : 1;
  return (dcm_dimension){.mass = (int8_t)e[DCM_BASE_MASS],
                         .length = (int8_t)e[DCM_BASE_LENGTH],
                         .time = (int8_t)e[DCM_BASE_TIME],
                         .temperature = (int8_t)e[DCM_BASE_TEMPERATURE],
                         .current = (int8_t)e[DCM_BASE_CURRENT],
                         .denominator = (uint8_t)(whole ? below : 2 * below),
                         .amount = (int8_t)e[DCM_BASE_AMOUNT],
                         .luminosity = (int8_t)e[DCM_BASE_LUMINOSITY]};
}

dcm_dimension dcm_dimension_of_parameter(const dcm_model *model, uint32_t p, const dcm_doubt *d) {
  return d->whose == DCM_DOUBT_PARAMETER && d->index == p
             ? d->dimension
             : dcm_model_parameter(model, p)->dimension;
}

dcm_dimension dcm_dimension_of_quantity(const dcm_model *model, uint32_t q, const dcm_doubt *d) {
  const dcm_quantity *quantity = dcm_model_quantity(model, q);
  if (strcmp(quantity->name, "mass") == 0)
    return (dcm_dimension){.mass = 1};
  if (strcmp(quantity->name, "id") == 0)
    return (dcm_dimension){0};
  return d->whose == DCM_DOUBT_QUANTITY && d->index == q ? d->dimension : quantity->dimension;
}

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

/** @return whether the ranges allow these units */
static int put_all(const dcm_scene *s, const dcm_units *u, const dcm_doubt *d,
                   dcm_settings *settings) {
  dcm_error error;
  const dcm_model *model = s->law->model;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    const double by = dcm_units_factor(u, dcm_dimension_of_parameter(model, p, d));
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

dcm_law *dcm_twin_of(const dcm_scene *s, const dcm_units *u, const dcm_doubt *d) {
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
