/* SPDX-License-Identifier: MIT */
/** @file
 * Laws in a few lines, for the tests of dcm check. A file of laws has this form:
 *
 *   #include "law.h"
 *   static void spring(const law_contact *c, law_answer *a) {
 *     law_press(c, a, c->p[STIFFNESS], 0.0);
 *   }
 *   #define LAWS(LAW) LAW(SPRING, "spring", law_starts, spring, LAW_USUAL)
 *   LAW_LIBRARY(LAWS)
 *
 * Each law has a name, an id, a function that init calls, a function that computes a contact, and
 * descriptions. The descriptions are initializers of dcm_model: tables, and the functions history
 * and reach where the law has them. LAW_USUAL describes the sound law of this header. */
#ifndef LAW_H
#define LAW_H

#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------ descriptions */

/* The last argument of these is the description, and any other initializers. */

/** A parameter above zero, one of zero or above, and one above zero up to 1. */
#define LAW_ABOVE_0(in, called, ...)                                                               \
  LAW_PARAMETER(in, called, DCM_MINIMUM_EXCLUDED, INFINITY, __VA_ARGS__)
#define LAW_FROM_0(in, called, ...) LAW_PARAMETER(in, called, 0, INFINITY, __VA_ARGS__)
#define LAW_SHARE(in, called, ...) LAW_PARAMETER(in, called, DCM_MINIMUM_EXCLUDED, 1.0, __VA_ARGS__)
#define LAW_PARAMETER(in, called, open, largest, ...)                                              \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = in, .flags = DCM_REQUIRED | (open),                    \
    .mixing = (in) == DCM_PER_PAIR ? DCM_MIX_GEOMETRIC : DCM_MIX_NONE, .name = called,             \
    .symbol = called, .maximum = largest, .reason = "another value has no meaning",                \
    .description = __VA_ARGS__                                                                     \
  }
#define LAW_FIELD(shape, sign, called, ...)                                                        \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = shape, .parity = sign, .name = called,              \
    .description = __VA_ARGS__                                                                     \
  }
#define LAW_QUANTITY(use, called, ...)                                                             \
  {                                                                                                \
    .size = sizeof(dcm_quantity), .access = use, .name = called, .symbol = called,                 \
    .description = __VA_ARGS__                                                                     \
  }
#define LAW_OUTPUT(called, ...)                                                                    \
  { .size = sizeof(dcm_output), .name = called, .description = __VA_ARGS__ }
#define LAW_OPTION(called, first, second, ...)                                                     \
  {                                                                                                \
    .size = sizeof(dcm_option), .choice_count = 2, .name = called,                                 \
    .choices = (const char *const[]){first, second}, .description = __VA_ARGS__                    \
  }

#define LAW_STIFFNESS                                                                              \
  .dimension = {.mass = 1, .time = -2}, .usual_minimum = 1e3, .usual_maximum = 1e6
#define LAW_LENGTH .dimension = {.length = 1}
#define LAW_TIME .dimension = {.time = 1}
#define LAW_FORCE .dimension = {.mass = 1, .length = 1, .time = -2}
#define LAW_KELVIN .dimension = {.temperature = 1}
#define LAW_WATT .dimension = {.mass = 1, .length = 2, .time = -3}
#define LAW_COULOMB .dimension = {.current = 1, .time = 1}

/* Rows that many laws have. */
#define LAW_SPRING LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS)
#define LAW_MU LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction")
#define LAW_RESTITUTION LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution")
#define LAW_ROLLING LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction")

/** Initializers of dcm_model from tables. */
#define LAW_TAKES(table) .parameters = table, .parameter_count = LAW_COUNT(table)
#define LAW_CHOOSES(table) .options = table, .option_count = LAW_COUNT(table)
#define LAW_KEEPS(table) .history_fields = table, .history_count = LAW_COUNT(table)
#define LAW_READS(table) .quantities = table, .quantity_count = LAW_COUNT(table)
#define LAW_TELLS(table) .outputs = table, .output_count = LAW_COUNT(table)
#define LAW_COUNT(table) (sizeof(table) / sizeof(table)[0])

/* ---------------------------------------------------------------------------------- contacts */

/** Data of an instance: row i*m + j of values_1 and of values_2 has the parameters of a contact of
 * materials i and j. */
typedef struct law_data {
  uint32_t materials, width;
  const dcm_model *model;
  uint32_t options[8];
  uint8_t use[DCM_MOST_COMPONENTS]; /**< DCM_FIELD_* of each component */
  double *values_1, *values_2;
} law_data;

/** A contact as a law sees it. */
typedef struct law_contact {
  const uint32_t *options;
  const double *p;          /**< parameters: of side 1, of the pair, or of the law */
  const double *p_2;        /**< parameters: of side 2, of the pair, or of the law */
  double n[3], bisector[3]; /**< normal from 1 to 2 */
  double overlap, approach; /**< approach: how fast the overlap grows */
  double v[3];              /**< tangential velocity */
  double w1[3], w2[3];      /**< spins */
  double r1, r2, radius;    /**< radius: the effective one */
  double mass;              /**< the effective one */
  double dt;
  int is_wall;
  uint32_t materials;                /**< of the instance */
  double state[DCM_MOST_COMPONENTS]; /**< before the step */
  double q1[DCM_MOST_QUANTITIES], q2[DCM_MOST_QUANTITIES];

  /** Contact k as the host gave it. */
  const dcm_contacts *contacts;
  const dcm_response *response;
  uint32_t k;
} law_contact;

/** Energies in the order of dcm_energies. */
enum {
  STORED_NORMAL,
  STORED_TANGENTIAL,
  STORED_ROLLING,
  LOST_NORMAL,
  LOST_PLASTIC,
  LOST_TANGENTIAL,
  LOST_SLIDING,
  LOST_ROLLING,
  LOST_FRACTURE,
  LAW_ENERGIES
};

/** Answer of a law. It begins with the old state and with zeros. */
typedef struct law_answer {
  double normal, tangential[3], couple_1[3], couple_2[3];
  double state[DCM_MOST_COMPONENTS];
  double energy[LAW_ENERGIES];
  double added_1[DCM_MOST_QUANTITIES], added_2[DCM_MOST_QUANTITIES];
  double output[DCM_MOST_OUTPUTS];
} law_answer;

typedef void (*law_function)(const law_contact *c, law_answer *a);

typedef int32_t (*law_start)(const law_data *data, dcm_instance *instance);

static inline int32_t law_refuses(const dcm_instance *instance, const char *sentence) {
  instance->log(instance->log_data, DCM_LOG_ERROR, sentence);
  return DCM_ERROR;
}

static inline void law_destroy(dcm_instance *instance) {
  free(instance->data);
}

/** Parameters of a pair of materials. */
static inline const double *law_values(const dcm_instance *instance, uint32_t pair) {
  const law_data *data = instance->data;
  return data->values_1 + (size_t)pair * data->model->parameter_count;
}

static inline int32_t law_init(const dcm_model *model, law_start start, const dcm_setup *setup,
                               dcm_instance *instance) {
  const uint32_t m = setup->material_count, count = model->parameter_count;
  const size_t rows = (size_t)m * m * count;
  law_data *data = calloc(1, sizeof *data + 2 * rows * sizeof(double));
  if (!data)
    return law_refuses(instance, "out of memory");
  data->materials = m;
  data->model = model;
  data->values_1 = (double *)(data + 1);
  data->values_2 = data->values_1 + rows;
  for (uint32_t o = 0; o < model->option_count; o++)
    data->options[o] = setup->options[o];
  for (uint32_t ij = 0; ij < m * m; ij++)
    for (uint32_t p = 0; p < count; p++) {
      const uint32_t scope = model->parameters[p].scope;
      const uint32_t of_1 = scope == DCM_PER_PAIR ? ij : scope == DCM_PER_LAW ? 0 : ij / m;
      const uint32_t of_2 = scope == DCM_PER_PAIR ? ij : scope == DCM_PER_LAW ? 0 : ij % m;
      data->values_1[ij * count + p] = setup->values[p][of_1];
      data->values_2[ij * count + p] = setup->values[p][of_2];
    }
  if (start(data, instance) != DCM_OK) {
    free(data);
    return DCM_ERROR;
  }
  instance->data = data;
  for (uint32_t f = 0; f < model->history_count; f++)
    for (uint32_t x = 0; x < (model->history_fields[f].kind == DCM_VECTOR ? 3u : 1u); x++)
      data->use[data->width++] = instance->field_use[f];
  return DCM_OK;
}

/** Defines a function that starts a law with flags. */
#define LAW_STARTS(name, with)                                                                     \
  static inline int32_t name(const law_data *data, dcm_instance *instance) {                       \
    (void)data;                                                                                    \
    instance->flags |= (with);                                                                     \
    return DCM_OK;                                                                                 \
  }
LAW_STARTS(law_starts, 0u)

/** Defines the function reach, which knows the parameters p of the pair. */
#define LAW_REACH(name, ...)                                                                       \
  static double name(const dcm_instance *instance, const dcm_sides *sides) {                       \
    const double *p = law_values(instance, sides->pair);                                           \
    return (void)p, (__VA_ARGS__);                                                                 \
  }

static inline int law_uses(const law_data *data, uint32_t component, const dcm_response *response) {
  return data->use[component] == DCM_FIELD_USED ||
         (data->use[component] == DCM_FIELD_FOR_ENERGIES && response->energies);
}

static inline void law_read(const law_data *data, const dcm_instance *instance,
                            const dcm_contacts *contacts, const dcm_response *response, uint32_t k,
                            law_contact *c) {
  const size_t row = (size_t)contacts->pair * data->model->parameter_count;
  *c = (law_contact){.options = data->options,
                     .p = data->values_1 + row,
                     .p_2 = data->values_2 + row,
                     .overlap = contacts->overlap[k],
                     .approach = -contacts->normal_velocity[k],
                     .r1 = contacts->radius_1[k],
                     .r2 = contacts->radius_2[k],
                     .radius = contacts->effective_radius[k],
                     .mass = contacts->effective_mass[k],
                     .dt = contacts->dt,
                     .is_wall = contacts->side_2 == DCM_SIDE_WALL,
                     .materials = data->materials,
                     .contacts = contacts,
                     .response = response,
                     .k = k};
  for (int x = 0; x < 3; x++) {
    c->n[x] = contacts->normal[x][k];
    c->bisector[x] = contacts->bisector[x][k];
    c->v[x] = contacts->tangential_velocity[x][k];
    if (!(instance->unused & DCM_UNUSED_SPINS)) {
      c->w1[x] = contacts->angular_velocity_1[x][k];
      c->w2[x] = contacts->angular_velocity_2[x][k];
    }
  }
  for (uint32_t i = 0; i < data->width; i++)
    if (law_uses(data, i, response))
      c->state[i] = response->history_in[i][k];
  for (uint32_t q = 0; q < data->model->quantity_count; q++)
    if (!(instance->unused & DCM_UNUSED_QUANTITIES)) {
      c->q1[q] = contacts->quantities_1[q][k];
      c->q2[q] = contacts->quantities_2[q][k];
    }
}

static inline void law_write(const law_data *data, const dcm_instance *instance,
                             const dcm_response *response, uint32_t k, const law_answer *a) {
  response->normal_force[k] = a->normal;
  for (int x = 0; x < 3; x++) {
    response->tangential_force[x][k] = a->tangential[x];
    if (!(instance->unused & DCM_UNUSED_COUPLES)) {
      response->couple_1[x][k] = a->couple_1[x];
      response->couple_2[x][k] = a->couple_2[x];
    }
  }
  for (uint32_t i = 0; i < data->width; i++)
    if (law_uses(data, i, response))
      response->history_out[i][k] = a->state[i];
  for (uint32_t q = 0; q < data->model->quantity_count; q++)
    if (data->model->quantities[q].access != DCM_READ &&
        !(instance->unused & DCM_UNUSED_QUANTITIES)) {
      response->added_1[q][k] = a->added_1[q];
      response->added_2[q][k] = a->added_2[q];
    }
  for (uint32_t o = 0; response->outputs && o < data->model->output_count; o++)
    response->outputs[o][k] = a->output[o];
  if (response->energies) {
    const dcm_energies *e = response->energies;
    double *const rows[LAW_ENERGIES] = {
        e->stored_normal,      e->stored_tangential,  e->stored_rolling,
        e->dissipated_normal,  e->dissipated_plastic, e->dissipated_tangential,
        e->dissipated_sliding, e->dissipated_rolling, e->dissipated_fracture};
    for (int i = 0; i < LAW_ENERGIES; i++)
      rows[i][k] = a->energy[i];
  }
}

static inline int32_t law_compute(const dcm_instance *instance, const dcm_contacts *contacts,
                                  const dcm_response *response, law_function contact) {
  const law_data *data = instance->data;
  for (uint32_t k = 0; k < contacts->count; k++) {
    law_contact c;
    law_answer a = {0};
    law_read(data, instance, contacts, response, k, &c);
    memcpy(a.state, c.state, sizeof a.state);
    contact(&c, &a);
    law_write(data, instance, response, k, &a);
  }
  return DCM_OK;
}

/* ---------------------------------------------------------------------------------- libraries */

#define LAW_MODEL(called, name, start, contact, ...)                                               \
  static int32_t init_##called(const dcm_setup *setup, dcm_instance *instance);                    \
  static int32_t compute_##called(const dcm_instance *instance, const dcm_contacts *contacts,      \
                                  const dcm_response *response) {                                  \
    return law_compute(instance, contacts, response, contact);                                     \
  }                                                                                                \
  static const dcm_model model_##called = {.size = sizeof(dcm_model),                              \
                                           .history_version = 1,                                   \
                                           .id = name,                                             \
                                           .title = "A law of the tests",                          \
                                           .reference = "tests/check",                             \
                                           .init = init_##called,                                  \
                                           .compute = compute_##called,                            \
                                           .destroy = law_destroy,                                 \
                                           __VA_ARGS__};                                           \
  static int32_t init_##called(const dcm_setup *setup, dcm_instance *instance) {                   \
    return law_init(&model_##called, start, setup, instance);                                      \
  }
#define LAW_ADDRESS(called, name, start, contact, ...) &model_##called,

/** Work of the entry function. */
#ifndef LAW_ENTRY
#define LAW_ENTRY(host) (void)(host)
#endif

#define LAW_LIBRARY(laws)                                                                          \
  laws(LAW_MODEL) static const dcm_model *const models[] = {laws(LAW_ADDRESS)};                    \
  static const dcm_library library = {.size = sizeof(dcm_library),                                 \
                                      .abi_version = DCM_ABI_VERSION,                              \
                                      .name = "laws of the tests",                                 \
                                      .version = "1",                                              \
                                      .model_count = sizeof models / sizeof models[0],             \
                                      .models = models};                                           \
  const dcm_library *dcm_library_entry(const dcm_host *host) {                                     \
    LAW_ENTRY(host);                                                                               \
    return &library;                                                                               \
  }

/* ---------------------------------------------------------------------------------- mechanics */

static inline double law_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Removes from a vector what points along the normal. @return what it was */
static inline double law_flatten(const law_contact *c, double u[3]) {
  const double along = law_dot(u, c->n);
  for (int x = 0; x < 3; x++)
    u[x] -= along * c->n[x];
  return along;
}

/** Damping ratio of a linear oscillator whose collisions have a restitution. */
static inline double law_damping_ratio(double restitution) {
  const double logarithm = log(restitution);
  return -logarithm / sqrt(9.86960440108935861883 + logarithm * logarithm);
}

/** Adds a linear spring and a damper along the normal. */
static inline void law_press(const law_contact *c, law_answer *a, double stiffness,
                             double damping) {
  a->normal += stiffness * c->overlap + damping * c->approach;
  a->energy[STORED_NORMAL] += 0.5 * stiffness * c->overlap * c->overlap;
  a->energy[LOST_NORMAL] += damping * c->approach * c->approach * c->dt;
}

/** Adds a linear spring across the normal that slides at a limit. Its stretch is in three
 * components of the state. */
static inline void law_shear(const law_contact *c, law_answer *a, int stretch, double stiffness,
                             double limit) {
  double u[3], work = 0.0;
  memcpy(u, c->state + stretch, sizeof u);
  const double before = 0.5 * stiffness * law_dot(u, u);
  law_flatten(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += c->v[x] * c->dt;
  const double pull = stiffness * sqrt(law_dot(u, u));
  const double kept = pull > limit ? limit / pull : 1.0;
  for (int x = 0; x < 3; x++) {
    u[x] *= kept;
    a->state[stretch + x] = u[x];
    a->tangential[x] += stiffness * u[x];
    work += stiffness * u[x] * c->v[x] * c->dt;
  }
  const double after = 0.5 * stiffness * law_dot(u, u);
  a->energy[STORED_TANGENTIAL] += after;
  a->energy[LOST_SLIDING] += work + before - after;
}

/** How fast 1 rolls on 2: the difference of the spins across the normal. */
static inline void law_rolling(const law_contact *c, double rate[3]) {
  for (int x = 0; x < 3; x++)
    rate[x] = c->w1[x] - c->w2[x];
  law_flatten(c, rate);
}

/** Adds opposite couples, and books their work as lost. */
static inline void law_turn(const law_contact *c, law_answer *a, const double couple[3]) {
  for (int x = 0; x < 3; x++) {
    a->couple_1[x] += couple[x];
    a->couple_2[x] -= couple[x];
    a->energy[LOST_ROLLING] -= couple[x] * (c->w1[x] - c->w2[x]) * c->dt;
  }
}

/** Adds a couple of constant size against rolling. */
static inline void law_roll(const law_contact *c, law_answer *a, double size) {
  double couple[3];
  law_rolling(c, couple);
  const double rate = sqrt(law_dot(couple, couple));
  for (int x = 0; x < 3; x++)
    couple[x] *= rate > 0.0 ? -size / rate : 0.0;
  law_turn(c, a, couple);
}

/* A sound law: linear springs, a damper along the normal, friction, rolling friction. */

enum { STIFFNESS, RESTITUTION, FRICTION, ROLLING, LAW_PARAMETERS };
static const dcm_parameter law_parameters[] = {
    [STIFFNESS] = LAW_SPRING,
    [RESTITUTION] = LAW_RESTITUTION,
    [FRICTION] = LAW_MU,
    [ROLLING] = LAW_ROLLING,
};
static const dcm_history_field law_stretch[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring, of 2 relative to 1",
              LAW_LENGTH),
};
#define LAW_USUAL LAW_TAKES(law_parameters), LAW_KEEPS(law_stretch)

/** The coefficient of the damper of the sound law. */
static inline double law_damping(const law_contact *c) {
  return 2.0 * law_damping_ratio(c->p[RESTITUTION]) * sqrt(c->p[STIFFNESS] * c->mass);
}

static inline void law_sound(const law_contact *c, law_answer *a) {
  const double pressing = fabs(c->p[STIFFNESS] * c->overlap);
  law_press(c, a, c->p[STIFFNESS], law_damping(c));
  law_shear(c, a, 0, 2.0 / 7.0 * c->p[STIFFNESS], c->p[FRICTION] * pressing);
  law_roll(c, a, c->p[ROLLING] * pressing * c->radius);
}

#endif
