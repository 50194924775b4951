/* SPDX-License-Identifier: MIT */
/** @file
 * A library with a law that has one defect of choice: a linear spring of 1000 N/m that answers
 * something that is no number, or says something that no terminal should be told. */
#include <dcm/dcm.h>
#include <math.h>
#include <stdint.h>

#include "../support/one_law.h"

enum { NONE, FORCE, TORQUE, ENERGY, STATE, TOUCH, REACH, ESCAPE, REFUSAL, DEPTH, DEFECT_COUNT };
static const char *const defects[DEFECT_COUNT] = {"none",  "force", "torque", "energy",  "state",
                                                  "touch", "reach", "escape", "refusal", "depth"};

static const dcm_parameter parameters[] = {
    {.size = sizeof(dcm_parameter),
     .flags = DCM_REQUIRED,
     .scope = DCM_PER_PAIR,
     .name = "stuff",
     .symbol = "s",
     .description = "what the command knows no usual value for",
     .dimension = {.mass = 1},
     .maximum = INFINITY,
     .reason = "it is so"},
    {.size = sizeof(dcm_parameter),
     .flags = DCM_REQUIRED,
     .name = "matter",
     .symbol = "m",
     .description = "what it knows none for either",
     .maximum = INFINITY,
     .reason = "it is so"},
};

static const dcm_option options[] = {{.size = sizeof(dcm_option),
                                      .choice_count = DEFECT_COUNT,
                                      .name = "defect",
                                      .description = "what is wrong",
                                      .choices = defects}};

static const dcm_history_field history_fields[] = {{.size = sizeof(dcm_history_field),
                                                    .kind = DCM_SCALAR,
                                                    .parity = DCM_EVEN,
                                                    .name = "steps",
                                                    .description = "number of steps"}};

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  if (setup->options[0] == ESCAPE)
    instance->log(instance->log_data, DCM_LOG_WARNING, "beware of \x1b[31mred\xff and \xc2\xb5");
  instance->data = (void *)&defects[setup->options[0]];
  return DCM_OK;
}

static uint32_t defect_of(const dcm_instance *instance) {
  return (uint32_t)((const char *const *)instance->data - defects);
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const uint32_t defect = defect_of(instance);
  for (uint32_t i = 0; i < contacts->count; i++) {
    const double xi = contacts->overlap[i];
    /* From the fourth step on; or at the first touch. */
    const int now = defect == TOUCH ? xi < 1e-12 : response->history_in[0][i] >= 3.0;
    response->normal_force[i] =
        (defect == FORCE || defect == TOUCH) && now ? INFINITY : 1000.0 * xi;
    response->history_out[0][i] =
        defect == STATE && now ? NAN : response->history_in[0][i] + (contacts->dt > 0.0);
    for (int c = 0; c < 3; c++)
      response->tangential_force[c][i] = response->couple_1[c][i] = response->couple_2[c][i] = 0.0;
    if (defect == REFUSAL && now) {
      instance->log(instance->log_data, DCM_LOG_ERROR, "three steps are enough");
      return DCM_ERROR;
    }
    if (defect == DEPTH && xi > 1e-6) {
      instance->log(instance->log_data, DCM_LOG_ERROR, "this is too deep");
      return DCM_ERROR;
    }
    if (defect == TORQUE && now)
      response->couple_1[1][i] = NAN;
    if (!response->energies)
      continue;
    const dcm_energies *e = response->energies;
    e->stored_normal[i] = 500.0 * xi * xi;
    e->stored_tangential[i] = e->stored_rolling[i] = 0.0;
    e->dissipated_fracture[i] = 0.0;
    e->dissipated_plastic[i] = e->dissipated_normal[i] = e->dissipated_tangential[i] = 0.0;
    e->dissipated_sliding[i] = 0.0;
    e->dissipated_rolling[i] = defect == ENERGY && now ? NAN : 0.0;
  }
  return DCM_OK;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  (void)sides;
  return defect_of(instance) == REACH ? -1.0 : 0.0;
}

static const dcm_model model = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "faulty",
    .title = "A law with a defect",
    .reference = "none",
    .parameter_count = 2,
    .option_count = 1,
    .history_count = 1,
    .parameters = parameters,
    .options = options,
    .history_fields = history_fields,
    .init = init,
    .compute = compute,
    .reach = reach,
};

DCM_LIBRARY_OF(model, "faulty laws", "1")
