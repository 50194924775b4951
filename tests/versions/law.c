/* SPDX-License-Identifier: MIT */
/** @file
 * A law for the test of versions: a spring whose state counts its steps, and which has one of
 * everything that the contract knows. Compiled for a version with more fields it uses those that it
 * is handed, does without the others, and tells of which structs it was handed them. With FILLS it
 * also fills those of its descriptions, and needs a host that knows them. */
#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>

/* Each description that is filled says how many of its kind came before, so that a host that is as
 * new sees whether it finds them in an array. */
#ifdef FILLS
static double numbers[] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0};
#define APPEND(number)                                                                             \
  , .young_words = {number, number}, .young = number, .young_pointer = &numbers[number]
#define LEAST_VERSION 0u
#else
#define APPEND(number)
#define LEAST_VERSION (DCM_ABI_MAJOR << 16)
#endif
#if DCM_ABI_MINOR > 1
#define SEEN(of, struct_of, bit) ((of) |= DCM_HAS(struct_of, young_pointer) ? 1u << (bit) : 0u)
#else
#define SEEN(of, struct_of, bit) ((void)(of))
#endif
enum { OF_HOST, OF_SETUP, OF_INSTANCE, OF_CONTACTS, OF_RESPONSE, OF_ENERGIES, OF_EVENT, OF_SIDES };
static uint32_t seen_of_host;

static const dcm_parameter parameters[] = {
    {.size = sizeof(dcm_parameter),
     .scope = DCM_PER_PAIR,
     .flags = DCM_REQUIRED,
     .name = "stiffness",
     .symbol = "k",
     .description = "of the spring",
     .dimension = {.mass = 1, .time = -2},
     .maximum = INFINITY,
     .reason = "a spring pushes back" APPEND(1)},
    {.size = sizeof(dcm_parameter),
     .scope = DCM_PER_MATERIAL,
     .name = "factor",
     .symbol = "f",
     .description = "of the second material in an array of parameters",
     .default_value = 1.0,
     .maximum = INFINITY,
     .reason = "it is so" APPEND(2)},
};

static const dcm_option options[] = {
    {.size = sizeof(dcm_option),
     .choice_count = 2,
     .name = "first",
     .description = "an option",
     .choices = (const char *const[]){"a", "b"} APPEND(1)},
    {.size = sizeof(dcm_option),
     .choice_count = 2,
     .default_choice = 1,
     .name = "second",
     .description = "another",
     .choices = (const char *const[]){"c", "d"} APPEND(2)},
};

static const dcm_history_field history_fields[] = {
    {.size = sizeof(dcm_history_field),
     .kind = DCM_VECTOR,
     .parity = DCM_ODD,
     .name = "way",
     .description = "of 2 relative to 1",
     .dimension = {.length = 1} APPEND(1)},
    {.size = sizeof(dcm_history_field),
     .kind = DCM_SCALAR,
     .parity = DCM_EVEN,
     .name = "steps",
     .description = "number of steps" APPEND(2)},
    {.size = sizeof(dcm_history_field),
     .kind = DCM_SCALAR,
     .parity = DCM_ODD,
     .name = "spent",
     .description = "what only a ledger needs" APPEND(3)},
};

static const dcm_quantity quantities[] = {
    {.size = sizeof(dcm_quantity),
     .access = DCM_READ,
     .name = "warmth",
     .symbol = "W",
     .description = "of a particle",
     .default_value = 2.0 APPEND(1)},
    {.size = sizeof(dcm_quantity),
     .access = DCM_CHANGE,
     .name = "store",
     .symbol = "S",
     .description = "what a particle has",
     .default_value = 8.0 APPEND(2)},
};

static const dcm_output outputs[] = {
    {.size = sizeof(dcm_output), .name = "twice", .description = "the overlap twice" APPEND(1)},
    {.size = sizeof(dcm_output), .name = "seen", .description = "structs, as bits" APPEND(2)},
};

/** Data of an instance. The instance notes what it has seen, in calls of one thread. */
typedef struct own {
  double stiffness, factor;
  uint32_t seen;
} own;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  own *data = malloc(sizeof *data);
  if (!data) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "out of memory");
    return DCM_ERROR;
  }
  *data = (own){setup->values[0][0] * setup->values[1][0], setup->options[1] == 1 ? 1.0 : 2.0,
                seen_of_host};
  instance->data = data;
  instance->field_use[2] = DCM_FIELD_FOR_ENERGIES;
  instance->flags = DCM_KNOWN_GAIN;
  SEEN(data->seen, setup, OF_SETUP);
#if DCM_ABI_MINOR > 1
  /* These fields lie within the first version's struct: the host's version tells who knows them. */
  if (setup->abi_version >= DCM_ABI_VERSION) {
    static double seven = 7.0;
    data->seen |= 1u << OF_INSTANCE;
    instance->young_words[0] = instance->young_words[1] = 7;
    instance->young = seven;
    instance->young_pointer = &seven;
  }
#endif
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  own *data = instance->data;
  double factor = data->factor;
  SEEN(data->seen, c, OF_CONTACTS);
  SEEN(data->seen, r, OF_RESPONSE);
#if DCM_ABI_MINOR > 1
  /* All of which the host leaves at zero. */
  if (DCM_HAS(c, young_pointer))
    factor += c->young + c->young_words[0] + c->young_words[1] + !!c->young_pointer;
#endif
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = factor * data->stiffness * c->overlap[k];
    for (int x = 0; x < 3; x++) {
      r->history_out[x][k] = r->history_in[x][k] + c->tangential_velocity[x][k] * c->dt;
      r->tangential_force[x][k] = 0.1 * data->stiffness * r->history_out[x][k];
      r->couple_1[x][k] = r->couple_2[x][k] = 0.0;
    }
    r->history_out[3][k] = r->history_in[3][k] + 1.0;
    r->added_1[1][k] = -0.5 * c->quantities_1[0][k];
    r->added_2[1][k] = 0.5 * c->quantities_2[0][k];
    if (r->energies) {
      const dcm_energies *e = r->energies;
      SEEN(data->seen, e, OF_ENERGIES);
      e->stored_normal[k] = e->stored_tangential[k] = e->dissipated_normal[k] = 0.0;
      e->stored_rolling[k] = e->dissipated_plastic[k] = e->dissipated_fracture[k] = 0.0;
      e->dissipated_tangential[k] = e->dissipated_sliding[k] = e->dissipated_rolling[k] = 0.25;
      r->history_out[4][k] = r->history_in[4][k] + 0.25;
    }
    if (r->outputs) {
      r->outputs[0][k] = 2.0 * c->overlap[k];
      r->outputs[1][k] = (double)data->seen;
    }
  }
  return DCM_OK;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  own *data = instance->data;
  SEEN(data->seen, event, OF_EVENT);
  for (uint32_t k = 0; k < event->count; k++)
    event->fields[3][k] = event->event == DCM_CONTACT_BEGINS ? 10.0 : -event->fields[3][k];
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  own *data = instance->data;
  SEEN(data->seen, sides, OF_SIDES);
  return 0.5 * sides->effective_radius;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static const dcm_model model = {.size = sizeof(dcm_model),
                                .history_version = 1,
                                .id = "counting-spring",
                                .title = "A spring that counts",
                                .reference = "none",
                                .parameter_count = 2,
                                .option_count = 2,
                                .history_count = 3,
                                .events = 1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS,
                                .quantity_count = 2,
                                .output_count = 2,
                                .least_version = LEAST_VERSION,
                                .parameters = parameters,
                                .options = options,
                                .history_fields = history_fields,
                                .quantities = quantities,
                                .outputs = outputs,
                                .init = init,
                                .compute = compute,
                                .history = history,
                                .reach = reach,
                                .destroy = destroy APPEND(5)};

static const dcm_model *const models[] = {&model};
static const dcm_library library = {.size = sizeof(dcm_library),
                                    .abi_version = DCM_ABI_VERSION,
                                    .name = "laws of a version",
                                    .version = "1",
                                    .model_count = 1,
                                    .models = models};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  host->log(host->log_data, DCM_LOG_INFO, "met");
  SEEN(seen_of_host, host, OF_HOST);
  return &library;
}
