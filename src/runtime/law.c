/* SPDX-License-Identifier: MIT */
#include "runtime/law.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/machine.h"
#include "runtime/model.h"

/** Reach does not decrease with the radii: where it is 0 for larger ones than any, it is 0 for all.
 * An answer that is no distance is an error where the answer is used. */
static int reaches(const dcm_law *law) {
  const double large = 1e30;
  for (uint32_t pair = 0; pair < law->material_count * law->material_count; pair++)
    if (dcm_law_reach(law, dcm_sides_of_particles(pair, large, large)) != 0.0 ||
        dcm_law_reach(law, dcm_sides_at_wall(pair, large, INFINITY)) != 0.0)
      return 1;
  return 0;
}

/** The components of the fields that the instance uses in one way, DCM_FIELD_*. */
static uint64_t components_of(const dcm_law *law, uint8_t use) {
  uint64_t bits = 0;
  uint32_t component = 0;
  for (uint32_t f = 0; f < law->model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(law->model, f);
    const uint32_t end = component + dcm_history_field_width(field);
    for (; component < end; component++)
      if (law->instance.field_use[f] == use)
        bits |= UINT64_C(1) << component;
  }
  return bits;
}

/** dcm_law_create without care for the floating-point environment. */
static dcm_law *create(const dcm_settings *settings, dcm_log_function log, void *log_data,
                       dcm_error *error) {
  dcm_law *law = calloc(1, sizeof *law);
  if (!law) {
    dcm_fail(error, "out of memory");
    return NULL;
  }
  law->log = (dcm_law_log){.log = log, .log_data = log_data};
  law->model = dcm_settings_model(settings);
  law->material_count = dcm_settings_material_count(settings);
  law->history_width = dcm_model_history_width(law->model);
  dcm_model_history_signs(law->model, law->history_signs);
  if (dcm_settings_instantiate(settings, &law->instance, &law->log, error)) {
    free(law);
    return NULL;
  }
  law->reaches = reaches(law);
  law->kept = components_of(law, DCM_FIELD_USED);
  law->for_energies = components_of(law, DCM_FIELD_FOR_ENERGIES);
  law->marked = law->for_energies | components_of(law, DCM_FIELD_HELD_OTHERWISE);
  const int is_used = !(law->instance.unused & DCM_UNUSED_QUANTITIES);
  law->quantity_count = is_used ? law->model->quantity_count : 0;
  for (uint32_t q = 0; q < law->quantity_count; q++)
    law->access[q] = dcm_model_quantity(law->model, q)->access;
  return law;
}

dcm_law *dcm_law_create(const dcm_settings *settings, dcm_log_function log, void *log_data,
                        dcm_error *error) {
  const dcm_float_environment before = dcm_float_environment_now();
  dcm_law *law = create(settings, log, log_data, error);
  const uint32_t changes = dcm_float_environment_restore(&before);
  char who[256];
  snprintf(who, sizeof who, "the law '%s'", dcm_settings_model(settings)->id);
  dcm_float_environment_warn(changes, who, log, log_data);
  return law;
}

void dcm_law_destroy(dcm_law *law) {
  if (!law)
    return;
  const dcm_float_environment before = dcm_float_environment_now();
  if (law->model->destroy)
    law->model->destroy(&law->instance);
  dcm_float_environment_restore(&before);
  free(law);
}

void dcm_law_append_reason(const dcm_law *law, dcm_error *error) {
  if (*dcm_law_reason(law))
    dcm_error_append(error, "; the law says: %s", dcm_law_reason(law));
}

int32_t dcm_law_check_reach(const dcm_law *law, dcm_sides sides, double *reach, dcm_error *error) {
  *reach = dcm_law_reach(law, sides);
  if (dcm_is_reach(*reach))
    return DCM_OK;
  return dcm_fail(error,
                  "the law '%s' lets contacts of the types %u and %u with the effective radius %g "
                  "reach %g beyond touching, but a reach must be finite and at least 0: the author "
                  "of the law must correct the law",
                  law->model->id, sides.pair / law->material_count + 1,
                  sides.pair % law->material_count + 1, sides.effective_radius, *reach);
}

void dcm_law_usual_quantities(const dcm_law *law, double mass, double id, double *values) {
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(law->model, q);
    values[q] = strcmp(quantity->name, "mass") == 0 ? mass
                : strcmp(quantity->name, "id") == 0 ? id
                                                    : quantity->default_value;
  }
}

void dcm_law_mark_state(uint64_t marked, uint32_t history_width, double *state) {
  for (uint32_t c = 0; c < history_width; c++)
    state[c] = dcm_law_saved(marked, c, state[c]);
}

int dcm_law_can_take(const dcm_law *law, const double *state) {
  int is_marked = 0;
  for (uint32_t c = 0; c < law->history_width; c++)
    is_marked |= dcm_law_keeps(law, c) && !dcm_law_keeps_for_energies(law, c) && isnan(state[c]);
  return !is_marked;
}

/** Reports an event that the law wants. @return whether it wants the event */
static int report(const dcm_law *law, uint32_t event, uint32_t pair, uint32_t side_2,
                  uint32_t count, double *const *fields) {
  if (!dcm_law_wants(law, event))
    return 0;
  const dcm_event reported = {.size = sizeof reported,
                              .event = event,
                              .pair = pair,
                              .side_2 = side_2,
                              .count = count,
                              .fields = fields};
  law->model->history(&law->instance, &reported);
  return 1;
}

void dcm_law_history_begin(const dcm_law *law, uint32_t pair, uint32_t side_2, uint32_t count,
                           double *const *fields) {
  for (uint32_t c = 0; c < law->history_width; c++)
    memset(fields[c], 0, count * sizeof fields[c][0]);
  report(law, DCM_CONTACT_BEGINS, pair, side_2, count, fields);
}

void dcm_law_history_swap(const dcm_law *law, uint32_t count, double *const *fields) {
  if (report(law, DCM_CONTACT_SWAPS, 0, 0, count, fields))
    return;
  for (uint32_t c = 0; c < law->history_width; c++)
    for (uint32_t k = 0; k < count; k++)
      fields[c][k] *= law->history_signs[c];
}

void dcm_law_history_end(const dcm_law *law, uint32_t pair, uint32_t side_2, uint32_t count,
                         double *const *fields) {
  report(law, DCM_CONTACT_ENDS, pair, side_2, count, fields);
}
