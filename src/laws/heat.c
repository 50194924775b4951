/* SPDX-License-Identifier: MIT */
/** @file
 * heat: the contact of the law hertz-mindlin, through the area of which heat is conducted.
 * docs/laws/heat.md has the formulas. */
#include <dcm/dcm.h>
#include <math.h>
#include <string.h>

#include "kit/instance.h"
#include "kit/rows.h"
#include "laws/hertz_setup.h"
#include "mechanics/conduction.h"
#include "mechanics/elastic.h"
#include "numeric/simd.h"

/** The law that computes forces and state. The tables of this law begin with its tables. */
extern const dcm_model DCM_ISA_NAME(dcm_hertz_mindlin);
static const dcm_model *const base = &DCM_ISA_NAME(dcm_hertz_mindlin);

enum { CONDUCTIVITY = DCM_HERTZ_PARAMETER_COUNT, HEAT_TRANSFER, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    DCM_HERTZ_PARAMETERS,
    [CONDUCTIVITY] = DCM_PARAMETER_CONDUCTIVITY(0.0, DCM_EACH_PAIR(HARMONIC)),
    [HEAT_TRANSFER] = DCM_PARAMETER_HEAT_TRANSFER(0.0, DCM_EACH_PAIR(HARMONIC)),
};

enum { HEAT = DCM_HERTZ_OPTION_COUNT, OPTION_COUNT };
enum { HEAT_RADIUS, HEAT_AREA };
static const dcm_option options[OPTION_COUNT] = {
    DCM_HERTZ_OPTIONS, [HEAT] =
                           DCM_WORDS("heat",
                                     "whether the bodies resist, and heat goes with the radius of "
                                     "the contact, or the surfaces, and it goes with the area",
                                     HEAT_RADIUS, [HEAT_RADIUS] = "radius", [HEAT_AREA] = "area")};

static const dcm_history_field history_fields[] = {DCM_HERTZ_FIELDS_WITH_STRETCH,
                                                   DCM_HERTZ_FIELD_OF_DAMPING, DCM_HISTORY_SLIDES};

enum { TEMPERATURE, HEATFLOW };
static const dcm_quantity quantities[] = {
    [TEMPERATURE] = DCM_QUANTITY_TEMPERATURE, [HEATFLOW] = DCM_QUANTITY_HEATFLOW};

enum { HEAT_INTO_1 };
static const dcm_output outputs[] = {
    [HEAT_INTO_1] = DCM_OUTPUT("heat_into_1", "heat per time that flows from 2 to 1",
                               DCM_UNIT(.mass = 1, .length = 2, .time = -3))};

typedef struct instance_data {
  void *mechanics; /* the data of base */
  dcm_conductance pairs[];
} instance_data;

static void destroy(dcm_instance *instance) {
  instance_data *data = instance->data;
  free(data->mechanics);
  dcm_instance_free(instance);
}

/** The words of base to the host hold for this law, too. */
static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const int by_area = setup->options[HEAT] == HEAT_AREA;
  const uint32_t given = by_area ? HEAT_TRANSFER : CONDUCTIVITY;
  if (base->init(setup, instance))
    return DCM_ERROR;
  void *mechanics = instance->data;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data) {
    free(mechanics);
    return DCM_ERROR;
  }
  data->mechanics = mechanics;
  int any = 0;
  for (uint32_t ij = 0; ij < setup->material_count * setup->material_count; ij++) {
    const double value = setup->values[given][ij];
    data->pairs[ij] = dcm_conductance_of(value, by_area);
    any = any || value > 0.0;
  }
  if (any)
    return DCM_OK;
  destroy(instance);
  return dcm_refuse(instance,
                    "'heat %s' conducts by %s (%s), which is 0 for all types; give %s > 0, or use "
                    "the law 'hertz-mindlin'",
                    options[HEAT].choices[setup->options[HEAT]], parameters[given].name,
                    parameters[given].description, parameters[given].name);
}

DCM_SPECIALISED void conduct(dcm_conductance conductance, const dcm_contacts *contacts,
                             const dcm_response *response, int reports) {
  const double *temperature_1 = contacts->quantities_1[TEMPERATURE];
  const double *temperature_2 = contacts->quantities_2[TEMPERATURE];
  double *into_1 = response->added_1[HEATFLOW], *into_2 = response->added_2[HEATFLOW];
  double *flows = reports ? response->outputs[HEAT_INTO_1] : NULL;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const double overlap = dcm_positive_part(contacts->overlap[k]);
    const double a = dcm_hertz_contact_radius(contacts->effective_radius[k], overlap);
    const double flow = dcm_conducted(conductance, a, temperature_1[k], temperature_2[k]);
    into_1[k] = flow;
    into_2[k] = -flow;
    if (reports)
      flows[k] = flow;
  }
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  dcm_loop *const *chosen = data->mechanics; /* DCM_MODEL_OF_LOOP */
  (*chosen)(data->mechanics, contacts, response);
  DCM_TWO_LOOPS(response->outputs, conduct, data->pairs[contacts->pair], contacts, response);
  return DCM_OK;
}

static const void *extension(const char *name) {
  static const dcm_usual_value usual[] = {
      {"conductivity", "1"}, {"heat_transfer", "1e4"}, {NULL, NULL}};
  return strcmp(name, DCM_USUAL) == 0 ? usual : NULL;
}

const dcm_model DCM_ISA_NAME(dcm_heat) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 4,
    .id = "heat",
    .title = "The contact of hertz-mindlin, through whose area heat is conducted",
    .reference = "G. K. Batchelor, R. W. O'Brien, Proc. R. Soc. Lond. A 355 (1977) 313-333",
    DCM_MODEL_QUANTITIES,
    DCM_MODEL_OUTPUTS,
    .init = init,
    .compute = compute,
    .destroy = destroy,
    .extension = extension,
};
