/* SPDX-License-Identifier: MIT */
#include "check/scene/finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void dcm_value_text(const dcm_values *values, uint32_t i, char text[DCM_VALUE_TEXT]) {
  const uint32_t *materials = values->of[i].materials;
  char of[32] = "";
  if (materials[0])
    snprintf(of, sizeof of, "%u %u ", materials[0], materials[1]);
  snprintf(text, DCM_VALUE_TEXT, "%s%s %.9g", of, values->of[i].name, values->of[i].value);
}

void dcm_situation_law(dcm_situation *situation, const char *called, const dcm_values *parameters) {
  situation->fact_count = situation->parameters.count = 0;
  snprintf(situation->called, sizeof situation->called, "%s", called);
  if (parameters)
    situation->parameters = *parameters;
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

/* ----------------------------------------------------------------------------- the present call */

static dcm_record *record_of_parameters;

void dcm_record_parameters_in(dcm_record *record) {
  record_of_parameters = record;
}

void dcm_record_parameters(const char *law, const dcm_values *parameters) {
  dcm_record *r = record_of_parameters;
  if (!r)
    return;
  snprintf(r->law, sizeof r->law, "%s", law);
  r->parameters.count = parameters->count; /* the rest of the table, 20 kB, stays as it is */
  memcpy(r->parameters.of, parameters->of, parameters->count * sizeof *parameters->of);
}

const char *dcm_function_name(dcm_function function) {
  static const char *const names[] = {"no function", "init",  "compute",
                                      "history",     "reach", "destroy"};
  return names[function];
}

static void print_sides(const dcm_record *r, dcm_situation *situation) {
  dcm_situation_text(situation, "side 2", r->side_2 == DCM_SIDE_WALL ? "wall" : "particle");
  if (r->material_count)
    dcm_situation_materials(situation, 1 + r->pair / r->material_count,
                            1 + r->pair % r->material_count);
}

void dcm_record_describe(const dcm_record *r, dcm_situation *situation) {
  static const char *const events[] = {"DCM_CONTACT_BEGINS", "DCM_CONTACT_SWAPS",
                                       "DCM_CONTACT_ENDS"};
  dcm_situation_law(situation, r->law, &r->parameters);
  dcm_situation_text(situation, "function", "%s", dcm_function_name(r->function));
  switch (r->function) {
  case DCM_FUNCTION_NONE:
  case DCM_FUNCTION_DESTROY:
    break;
  case DCM_FUNCTION_INIT:
    dcm_situation_number(situation, "material count", r->material_count);
    break;
  case DCM_FUNCTION_COMPUTE:
    dcm_situation_number(situation, "contacts", r->count);
    print_sides(r, situation);
    dcm_situation_number(situation, "dt", r->dt);
    dcm_situation_text(situation, "energies", r->with_energies ? "asked for" : "NULL");
    break;
  case DCM_FUNCTION_HISTORY:
    if (r->event < sizeof events / sizeof events[0])
      dcm_situation_text(situation, "event", "%s", events[r->event]);
    dcm_situation_number(situation, "contacts", r->count);
    if (r->event != DCM_CONTACT_SWAPS)
      print_sides(r, situation);
    break;
  case DCM_FUNCTION_REACH:
    print_sides(r, situation);
    dcm_situation_number(situation, "radius 1", r->radius_1);
    dcm_situation_number(situation, "radius 2", r->radius_2);
    break;
  }
}
