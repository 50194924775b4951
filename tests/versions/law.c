/* SPDX-License-Identifier: MIT */
/** @file
 * A law for the test of versions: a spring whose state counts its steps. Against headers with
 * appended fields it uses those that it is handed, and does without the others. */
#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>

static const dcm_parameter parameters[] = {
    {.size = sizeof(dcm_parameter),
     .scope = DCM_PER_PAIR,
     .flags = DCM_REQUIRED,
     .name = "stiffness",
     .symbol = "k",
     .description = "of the spring",
     .dimension = {.mass = 1, .time = -2},
     .maximum = INFINITY,
     .reason = "a spring pushes back"},
    {.size = sizeof(dcm_parameter),
     .scope = DCM_PER_MATERIAL,
     .name = "factor",
     .symbol = "f",
     .description = "of the second material in an array of parameters",
     .default_value = 1.0,
     .maximum = INFINITY,
     .reason = "it is so"},
};

static const dcm_option options[] = {
    {.size = sizeof(dcm_option),
     .choice_count = 2,
     .name = "first",
     .description = "an option",
     .choices = (const char *const[]){"a", "b"}},
    {.size = sizeof(dcm_option),
     .choice_count = 2,
     .default_choice = 1,
     .name = "second",
     .description = "another",
     .choices = (const char *const[]){"c", "d"}},
};

static const dcm_history_field history_fields[] = {
    {.size = sizeof(dcm_history_field),
     .kind = DCM_VECTOR,
     .parity = DCM_ODD,
     .name = "way",
     .description = "of 2 relative to 1",
     .dimension = {.length = 1}},
    {.size = sizeof(dcm_history_field),
     .kind = DCM_SCALAR,
     .parity = DCM_EVEN,
     .name = "steps",
     .description = "number of steps"},
};

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  double *data = malloc(2 * sizeof *data);
  if (!data) {
    setup->log(setup->log_data, DCM_LOG_ERROR, "out of memory");
    return DCM_ERROR;
  }
  data[0] = setup->values[0][0] * setup->values[1][0];
  data[1] = setup->options[1] == 1 ? 1.0 : 2.0;
  instance->data = data;
#ifdef NEWER
  if (DCM_HAS(instance, appended))
    instance->appended[0] = 7.0;
#endif
  return DCM_OK;
}

static void compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  const double *data = instance->data;
  double factor = data[1];
#ifdef NEWER
  if (DCM_HAS(c, appended))
    factor += c->appended[0]; /* which the host leaves at zero */
#endif
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = factor * data[0] * c->overlap[k];
    for (int x = 0; x < 3; x++) {
      r->history_out[x][k] = r->history_in[x][k] + c->tangential_velocity[x][k] * c->dt;
      r->tangential_force[x][k] = 0.1 * data[0] * r->history_out[x][k];
      r->couple_1[x][k] = r->couple_2[x][k] = 0.0;
    }
    r->history_out[3][k] = r->history_in[3][k] + 1.0;
    if (!r->energies)
      continue;
    const dcm_energies *e = r->energies;
    e->stored_normal[k] = e->stored_tangential[k] = e->dissipated_normal[k] = 0.0;
    e->stored_rolling[k] = e->dissipated_plastic[k] = 0.0;
    e->dissipated_tangential[k] = e->dissipated_sliding[k] = e->dissipated_rolling[k] = 0.0;
  }
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static const dcm_model model = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "counting-spring",
    .title = "A spring that counts",
    .reference = "none",
    .parameter_count = 2,
    .option_count = 2,
    .history_count = 2,
    .parameters = parameters,
    .options = options,
    .history_fields = history_fields,
    .init = init,
    .compute = compute,
    .destroy = destroy,
#ifdef NEWER
    .appended = {5.0},
#endif
};

static const dcm_model *const models[] = {&model};
static const dcm_library library = {
    .size = sizeof(dcm_library),
    .abi_version = DCM_ABI_VERSION,
    .name = "laws of a version",
    .version = "1",
    .model_count = 1,
    .models = models,
};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  host->log(host->log_data, DCM_LOG_INFO, "met");
  return &library;
}
