/* SPDX-License-Identifier: MIT */
/* A law for tests of what hosts tell of time and are told by laws: a spring that shows the host's
 * clock, warns at one step and refuses from another on. */
#include <math.h>
#include <stdlib.h>

#include "one_law.h"

enum { STIFFNESS, WARNS_AT, REFUSES_FROM, COUNT };
#define PAIR(...)                                                                                  \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .mixing = DCM_MIX_ARITHMETIC,            \
    .flags = DCM_REQUIRED, .minimum = 0.0, .maximum = INFINITY,                                    \
    .reason = "steps are counted from 0", __VA_ARGS__                                              \
  }
static const dcm_parameter parameters[COUNT] = {
    [STIFFNESS] = PAIR(.name = "stiffness", .symbol = "k", .description = "stiffness",
                       .dimension = {.mass = 1, .time = -2}),
    [WARNS_AT] = PAIR(.name = "warns_at", .symbol = "w", .description = "step of a warning"),
    [REFUSES_FROM] = PAIR(.name = "refuses_from", .symbol = "r", .description = "last step"),
};

enum { TIME, STEP };
static const dcm_output outputs[] = {
    [TIME] = {.size = sizeof(dcm_output),
              .name = "time",
              .description = "what the host's clock shows",
              .dimension = {.time = 1}},
    [STEP] = {.size = sizeof(dcm_output), .name = "step", .description = "what the host counts"},
};

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  double *numbers = malloc(COUNT * sizeof *numbers);
  if (!numbers)
    return DCM_ERROR;
  for (int p = 0; p < COUNT; p++)
    numbers[p] = setup->values[p][0];
  instance->data = numbers;
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  const double *numbers = instance->data;
  if (c->dt > 0.0 && (double)c->step == numbers[WARNS_AT])
    instance->log(instance->log_data, DCM_LOG_WARNING, "it is late");
  if (c->dt > 0.0 && (double)c->step >= numbers[REFUSES_FROM]) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "the time is up");
    return DCM_ERROR;
  }
  const dcm_energies *e = r->energies;
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = numbers[STIFFNESS] * c->overlap[k];
    for (int x = 0; x < 3; x++)
      r->tangential_force[x][k] = r->couple_1[x][k] = r->couple_2[x][k] = 0.0;
    if (r->outputs) {
      r->outputs[TIME][k] = c->time;
      r->outputs[STEP][k] = (double)c->step;
    }
    if (e) {
      e->stored_normal[k] = 0.5 * r->normal_force[k] * c->overlap[k];
      e->stored_tangential[k] = e->stored_rolling[k] = e->dissipated_normal[k] = 0.0;
      e->dissipated_plastic[k] = e->dissipated_tangential[k] = e->dissipated_sliding[k] = 0.0;
      e->dissipated_rolling[k] = e->dissipated_fracture[k] = 0.0;
    }
  }
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static const dcm_model clock_law = {
    .size = sizeof(dcm_model),
    .id = "clock",
    .title = "A spring that looks at the clock",
    .reference = "none",
    .parameter_count = COUNT,
    .output_count = sizeof outputs / sizeof outputs[0],
    .parameters = parameters,
    .outputs = outputs,
    .init = init,
    .compute = compute,
    .destroy = destroy,
};

DCM_LIBRARY_OF(clock_law, "laws for tests of clocks", "1.0")
