/* SPDX-License-Identifier: MIT */
#include "check/finding.h"

#include <stdarg.h>
#include <stdio.h>

void dcm_situation_law(dcm_situation *situation, const char *called, const char *parameters) {
  situation->fact_count = 0;
  snprintf(situation->called, sizeof situation->called, "%s", called);
  snprintf(situation->parameters, sizeof situation->parameters, "%s", parameters);
}

/** The next fact, or NULL if there is no room. */
static dcm_fact *next(dcm_situation *situation, const char *name) {
  if (situation->fact_count == DCM_MOST_FACTS)
    return NULL;
  dcm_fact *fact = &situation->facts[situation->fact_count++];
  *fact = (dcm_fact){.count = 0};
  snprintf(fact->name, sizeof fact->name, "%s", name);
  return fact;
}

static void add(dcm_situation *situation, const char *name, uint32_t count, const double *numbers) {
  dcm_fact *fact = next(situation, name);
  if (!fact)
    return;
  fact->count = count;
  for (uint32_t i = 0; i < count; i++)
    fact->numbers[i] = numbers[i];
}

void dcm_situation_number(dcm_situation *situation, const char *name, double number) {
  add(situation, name, 1, &number);
}

void dcm_situation_vector(dcm_situation *situation, const char *name, dcm_vector v) {
  add(situation, name, 3, (const double[]){v.x, v.y, v.z});
}

void dcm_situation_materials(dcm_situation *situation, uint32_t material_1, uint32_t material_2) {
  add(situation, "materials", 2, (const double[]){material_1, material_2});
}

void dcm_situation_text(dcm_situation *situation, const char *name, const char *format, ...) {
  dcm_fact *fact = next(situation, name);
  if (!fact)
    return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(fact->text, sizeof fact->text, format, arguments);
  va_end(arguments);
}
