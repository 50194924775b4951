/* SPDX-License-Identifier: MIT */
#include "runtime/probe.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "kit/rows.h"

enum { STIFFNESS, DAMPING, TWIST, PARAMETER_COUNT };
static const char why[] = "the probe has no use for negative numbers";
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [STIFFNESS] = DCM_NUMBER("stiffness", "k", "normal stiffness", DCM_UNIT_STIFFNESS, 0.0,
                             INFINITY, why, DCM_EACH_PAIR(ARITHMETIC), .default_value = 1.0),
    [DAMPING] = DCM_NUMBER("damping", "c", "tangential force per velocity", DCM_UNIT_DAMPING, 0.0,
                           INFINITY, why, DCM_EACH_PAIR(ARITHMETIC), .default_value = 1.0),
    [TWIST] = DCM_NUMBER("twist", "t", "couple per angular velocity",
                         DCM_UNIT(.mass = 1, .length = 2, .time = -1), 0.0, INFINITY, why,
                         DCM_EACH_PAIR(ARITHMETIC)),
};

enum { VELOCITY_ARM, MOMENT_ARM, OPTION_COUNT };
#define ARMS "contact_point", "radius", "radius_minus_half_overlap"
static const dcm_option options[OPTION_COUNT] = {
    [VELOCITY_ARM] = DCM_WORDS("velocity_arm", "lever arm of the velocity", 0, ARMS),
    [MOMENT_ARM] = DCM_WORDS("moment_arm", "lever arm of the moment", 0, ARMS),
};

/* Sides holds what the two particles bring each: it cannot be swapped by a sign. */
enum { SLID = 0, SIDES = 3, AGE = 5 };
static const dcm_history_field history_fields[] = {
    DCM_FIELD(VECTOR, ODD, "slid", "path of 2 relative to 1", DCM_UNIT_LENGTH),
    DCM_FIELD(SCALAR, EVEN, "side_1", "spin of 1, summed", DCM_UNIT_NONE),
    DCM_FIELD(SCALAR, EVEN, "side_2", "spin of 2, summed", DCM_UNIT_NONE),
    DCM_FIELD(SCALAR, EVEN, "age", "number of steps, beginning at 1", DCM_UNIT_NONE),
};

typedef struct pair_constants {
  double value[PARAMETER_COUNT];
} pair_constants;

static atomic_uint ended;

uint32_t dcm_probe_ended(void) {
  return ended;
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const size_t pairs = (size_t)setup->material_count * setup->material_count;
  pair_constants *data = malloc(pairs * sizeof *data);
  if (!data) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "probe: out of memory");
    return DCM_ERROR;
  }
  for (size_t ij = 0; ij < pairs; ij++)
    for (int p = 0; p < PARAMETER_COUNT; p++)
      data[ij].value[p] = setup->values[p][ij];
  if (data[0].value[TWIST] == 13.0) {
    instance->log(instance->log_data, DCM_LOG_WARNING, "probe: a twist of 13 brings bad luck");
  } else if (data[0].value[TWIST] == 14.0) {
    instance->log(instance->log_data, DCM_LOG_WARNING, NULL);
  } else if (data[0].value[TWIST] == 15.0) {
    instance->log(instance->log_data, UINT32_MAX, "probe: a level of a later version");
  } else if (data[0].value[TWIST] == 666.0) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "probe: a twist of 666 is never allowed");
    free(data);
    return DCM_ERROR;
  } else if (data[0].value[TWIST] == 667.0) {
    free(data);
    return DCM_ERROR;
  }
  instance->data = data;
  instance->velocity_arm = setup->options[VELOCITY_ARM];
  instance->moment_arm = setup->options[MOMENT_ARM];
  if (data[0].value[TWIST] == 0.0)
    instance->unused = DCM_UNUSED_COUPLES;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static double spin_along(const double *const spin[3], const double *const normal[3], uint32_t k) {
  return spin[0][k] * normal[0][k] + spin[1][k] * normal[1][k] + spin[2][k] * normal[2][k];
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  const pair_constants *pairs = instance->data;
  const double *value = pairs[c->pair].value;
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = value[STIFFNESS] * c->overlap[k] - c->normal_velocity[k];
    for (int x = 0; x < 3; x++) {
      r->tangential_force[x][k] = value[DAMPING] * c->tangential_velocity[x][k];
      if (!(instance->unused & DCM_UNUSED_COUPLES)) {
        r->couple_1[x][k] = -value[TWIST] * c->angular_velocity_1[x][k];
        r->couple_2[x][k] = -value[TWIST] * c->angular_velocity_2[x][k];
      }
      r->history_out[SLID + x][k] =
          r->history_in[SLID + x][k] + c->dt * c->tangential_velocity[x][k];
    }
    r->history_out[SIDES][k] =
        r->history_in[SIDES][k] + c->dt * spin_along(c->angular_velocity_1, c->normal, k);
    r->history_out[SIDES + 1][k] =
        r->history_in[SIDES + 1][k] + c->dt * spin_along(c->angular_velocity_2, c->normal, k);
    r->history_out[AGE][k] = r->history_in[AGE][k] + 1.0;
    if (r->energies) {
      r->energies->stored_normal[k] = 1.0;
      r->energies->stored_tangential[k] = 2.0;
      r->energies->stored_rolling[k] = 3.0;
      r->energies->dissipated_normal[k] = 4.0;
      r->energies->dissipated_plastic[k] = 5.0;
      r->energies->dissipated_tangential[k] = 6.0;
      r->energies->dissipated_sliding[k] = 7.0;
      r->energies->dissipated_rolling[k] = 8.0;
      r->energies->dissipated_fracture[k] = 9.0;
    }
  }
  return DCM_OK;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  (void)instance;
  for (uint32_t k = 0; k < event->count; k++)
    switch (event->event) {
    case DCM_CONTACT_BEGINS:
      event->fields[AGE][k] = 1.0;
      break;
    case DCM_CONTACT_SWAPS: {
      const double side_1 = event->fields[SIDES][k];
      /* The axis along which spins are counted turns round as well. */
      event->fields[SIDES][k] = -event->fields[SIDES + 1][k];
      event->fields[SIDES + 1][k] = -side_1;
      for (int x = 0; x < 3; x++)
        event->fields[SLID + x][k] *= -1.0;
      break;
    }
    case DCM_CONTACT_ENDS:
      ended++;
      break;
    }
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const pair_constants *pairs = instance->data;
  return 0.01 * pairs[sides->pair].value[STIFFNESS] * sides->effective_radius;
}

const dcm_model dcm_probe = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "probe",
    .title = "Shows what the runtime hands to a law",
    .reference = "none",
    .init = init,
    .compute = compute,
    .events = 1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS | 1u << DCM_CONTACT_ENDS,
    .history = history,
    .reach = reach,
    .destroy = destroy,
};

static const dcm_model *const models[] = {&dcm_probe};
static const dcm_library library = {.size = sizeof(dcm_library),
                                    .abi_version = DCM_ABI_VERSION,
                                    .name = "test laws",
                                    .version = "1.2.3",
                                    .model_count = 1,
                                    .models = models};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  host->log(host->log_data, DCM_LOG_INFO, "probe: loaded");
  host->log(host->log_data, DCM_LOG_ERROR + 1, NULL); /* a level of a later version */
  return &library;
}
