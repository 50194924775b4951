/* SPDX-License-Identifier: MIT */
/** @file
 * A library with a law whose collisions are known in closed form: a linear spring without damping,
 * and a constant attraction that reaches beyond touching. Its state counts steps. */
#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>

#include "../support/one_law.h"

#ifndef LEAST_VERSION
#define LEAST_VERSION 0
#endif

enum { STIFFNESS, ATTRACTION, REACH, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [STIFFNESS] = {.size = sizeof(dcm_parameter),
                   .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED,
                   .scope = DCM_PER_PAIR,
                   .name = "stiffness",
                   .symbol = "k",
                   .description = "stiffness of the spring, \"k\" or F\\d",
                   .dimension = {.mass = 1, .time = -2},
                   .maximum = INFINITY,
                   .reason = "a spring pushes back"},
    [ATTRACTION] = {.size = sizeof(dcm_parameter),
                    .scope = DCM_PER_PAIR,
                    .name = "attraction",
                    .symbol = "p",
                    .description = "constant attraction",
                    .dimension = {.mass = 1, .length = 1, .time = -2},
                    .maximum = INFINITY,
                    .reason = "an attraction below 0 is a repulsion"},
    [REACH] = {.size = sizeof(dcm_parameter),
               .scope = DCM_PER_PAIR,
               .name = "reach",
               .symbol = "d",
               .description = "how far beyond touching the bodies hold together",
               .dimension = {.length = 1},
               .maximum = INFINITY,
               .reason = "a contact must exist where it begins"},
};

static const dcm_history_field history_fields[] = {
    {.size = sizeof(dcm_history_field),
     .kind = DCM_SCALAR,
     .parity = DCM_EVEN,
     .name = "steps",
     .description = "steps of the contact, from 100"}};

typedef struct instance_data {
  double values[PARAMETER_COUNT];
} instance_data;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  instance_data *data = malloc(sizeof *data);
  if (!data) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "out of memory");
    return DCM_ERROR;
  }
  /* Values of the pair of the first and the last material: with one material or two, the pair in
   * contact. */
  for (int p = 0; p < PARAMETER_COUNT; p++)
    data->values[p] = setup->values[p][setup->material_count - 1];
  instance->data = data;
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  const double k = data->values[STIFFNESS];
  const double p = data->values[ATTRACTION];
  const double d = data->values[REACH];
  for (uint32_t i = 0; i < contacts->count; i++) {
    const double xi = contacts->overlap[i];
    response->normal_force[i] = k * xi - p;
    response->history_out[0][i] = response->history_in[0][i] + 1.0;
    for (int c = 0; c < 3; c++)
      response->tangential_force[c][i] = response->couple_1[c][i] = response->couple_2[c][i] = 0.0;
    if (!response->energies)
      continue;
    const dcm_energies *e = response->energies;
    e->stored_normal[i] = 0.5 * k * (xi * xi - d * d) - p * (xi + d);
    e->stored_tangential[i] = e->stored_rolling[i] = 0.0;
    e->dissipated_fracture[i] = 0.0;
    e->dissipated_plastic[i] = e->dissipated_normal[i] = e->dissipated_tangential[i] = 0.0;
    e->dissipated_sliding[i] = e->dissipated_rolling[i] = 0.0;
  }
  return DCM_OK;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  (void)instance;
  for (uint32_t i = 0; i < event->count && event->event == DCM_CONTACT_BEGINS; i++)
    event->fields[0][i] = 100.0;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  (void)sides;
  const instance_data *data = instance->data;
  return data->values[REACH];
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static const dcm_model model = {
    .size = sizeof(dcm_model),
    .least_version = LEAST_VERSION,
    .history_version = 1,
    .id = "own-spring",
    .title = "A linear spring and a constant attraction",
    .reference = "R. Hooke, De Potentia Restitutiva (1678)",
    .parameter_count = PARAMETER_COUNT,
    .history_count = 1,
    .parameters = parameters,
    .history_fields = history_fields,
    .init = init,
    .compute = compute,
    .events = 1u << DCM_CONTACT_BEGINS,
    .history = history,
    .reach = reach,
    .destroy = destroy,
};

DCM_LIBRARY_OF(model, "own laws", "1")
