/* SPDX-License-Identifier: MIT */
/* A contact law with a quantity: grains that conduct share their charges where they touch.
 *
 * A grain of radius r is a condenser of the capacity C = 4 pi epsilon r. Its charge q lifts it to
 * the potential V = q/C. Through a contact of the conductance G flows the current G (V2 - V1), so
 * that the difference of potentials falls as exp(-G t/C*), 1/C* = 1/C1 + 1/C2. In a time step
 *
 *   C* (V2 - V1) (1 - exp(-G dt/C*))
 *
 * goes over: however long the step, the difference never changes its sign. A wall is earth: its
 * potential is zero whatever flows. Forces between charges reach far beyond contacts and are not of
 * this law: they are those of a pair style such as LAMMPS' coul/cut.
 *
 * The force is that of viscous.c without friction: F = k xi - c vn.
 *
 *   cc -std=c11 -O3 -fPIC -shared -I abi -o charged.so examples/own-law/charged.c -lm
 */
#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>

enum { STIFFNESS, DAMPING, CONDUCTANCE, PERMITTIVITY, PARAMETERS };

#define PAIR(...)                                                                                  \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .flags = DCM_REQUIRED,                   \
    .mixing = DCM_MIX_GEOMETRIC, .minimum = 0.0, .maximum = INFINITY, __VA_ARGS__                  \
  }
static const dcm_parameter parameters[PARAMETERS] = {
    [STIFFNESS] = PAIR(.name = "stiffness", .symbol = "k", .description = "stiffness",
                       .dimension = {.mass = 1, .time = -2}, .reason = "a spring pushes back",
                       .usual_minimum = 1e2, .usual_maximum = 1e6),
    [DAMPING] = PAIR(.name = "damping", .symbol = "c", .description = "damping",
                     .dimension = {.mass = 1, .time = -1}, .reason = "a damper takes energy"),
    [CONDUCTANCE] =
        PAIR(.name = "conductance", .symbol = "G", .description = "conductance of a contact",
             .dimension = {.mass = -1, .length = -2, .time = 3, .current = 2},
             .reason = "charge flows to the lower potential", .usual_minimum = 1e-10,
             .usual_maximum = 1e-7),
    /* One number for the whole law, with a default. Defaults are in SI: a host that computes in
     * other units converts them by the dimension, or asks its user for a number. */
    [PERMITTIVITY] = {.size = sizeof(dcm_parameter),
                      .scope = DCM_PER_LAW,
                      .flags = DCM_MINIMUM_EXCLUDED,
                      .name = "permittivity",
                      .symbol = "epsilon",
                      .description = "permittivity of what is around the grains",
                      .dimension = {.mass = -1, .length = -3, .time = 4, .current = 2},
                      .default_value = 8.8541878188e-12, /* of a vacuum, CODATA 2022 */
                      .maximum = INFINITY,
                      .reason = "a grain with a charge has a potential"},
};

/* Quantity of a grain that the law needs beside the motion. The user keeps the charge with the
 * grains. A host that has charges of its own, such as LAMMPS, hands over those. */
enum { CHARGE, QUANTITIES };
static const dcm_quantity quantities[QUANTITIES] = {
    [CHARGE] = {.size = sizeof(dcm_quantity),
                .access = DCM_CHANGE, /* the law reads it and adds to it */
                .kind = DCM_SCALAR,
                .flags = DCM_CONSERVED, /* what one side gets the other side gives */
                .name = "charge",
                .symbol = "q",
                .description = "electric charge",
                .dimension = {.current = 1, .time = 1}},
};

/* Numbers of a contact that a user may want to see. */
enum { CURRENT, OUTPUTS };
static const dcm_output outputs[OUTPUTS] = {
    [CURRENT] = {.size = sizeof(dcm_output),
                 .name = "current",
                 .description = "current from side 2 to side 1 at the end of the step before",
                 .dimension = {.current = 1}},
};

typedef struct constants {
  double stiffness, damping, conductance;
} constants;

typedef struct instance_data {
  double capacity_by_radius;
  constants pairs[];
} instance_data;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const size_t pairs = (size_t)setup->material_count * setup->material_count;
  instance_data *data = malloc(sizeof *data + pairs * sizeof data->pairs[0]);
  if (!data) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "charged: out of memory");
    return DCM_ERROR;
  }
  data->capacity_by_radius = 4.0 * acos(-1.0) * setup->values[PERMITTIVITY][0];
  for (size_t ij = 0; ij < pairs; ij++) {
    data->pairs[ij].stiffness = setup->values[STIFFNESS][ij];
    data->pairs[ij].damping = setup->values[DAMPING][ij];
    data->pairs[ij].conductance = setup->values[CONDUCTANCE][ij];
  }
  instance->data = data;
  instance->unused = DCM_UNUSED_SPINS | DCM_UNUSED_COUPLES;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static void push_apart(const constants *pair, const dcm_contacts *c, const dcm_response *r,
                       uint32_t k) {
  const double xi = c->overlap[k], vn = c->normal_velocity[k];
  r->normal_force[k] = pair->stiffness * xi - pair->damping * vn;
  for (int i = 0; i < 3; i++)
    r->tangential_force[i][k] = 0.0;
  if (!r->energies)
    return;
  r->energies->stored_normal[k] = 0.5 * pair->stiffness * xi * xi;
  r->energies->dissipated_normal[k] = pair->damping * vn * vn * c->dt;
  r->energies->stored_tangential[k] = r->energies->stored_rolling[k] = 0.0;
  r->energies->dissipated_plastic[k] = r->energies->dissipated_tangential[k] = 0.0;
  r->energies->dissipated_sliding[k] = r->energies->dissipated_rolling[k] = 0.0;
  r->energies->dissipated_fracture[k] = 0.0;
}

/* The host adds what compute answers when all contacts of the step have been computed. At a wall it
 * ignores what goes to side 2. With dt 0 nothing flows. */
static void share_charge(double capacity_by_radius, const constants *pair, const dcm_contacts *c,
                         const dcm_response *r, uint32_t k) {
  const int is_wall = c->side_2 == DCM_SIDE_WALL;
  /* Spheres in series: 1/R* = 1/r1 + 1/r2. */
  const double radius = is_wall ? c->radius_1[k] : c->effective_radius[k];
  const double capacity = capacity_by_radius * radius;
  const double by_1 = c->quantities_1[CHARGE][k] / c->radius_1[k];
  const double by_2 = is_wall ? 0.0 : c->quantities_2[CHARGE][k] / c->radius_2[k];
  const double difference = (by_2 - by_1) / capacity_by_radius;
  const double flows = -capacity * difference * expm1(-pair->conductance * c->dt / capacity);
  r->added_1[CHARGE][k] = flows;
  r->added_2[CHARGE][k] = -flows;
  if (r->outputs)
    r->outputs[CURRENT][k] = pair->conductance * difference;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  const constants *pair = &data->pairs[contacts->pair];
  for (uint32_t k = 0; k < contacts->count; k++) {
    push_apart(pair, contacts, response, k);
    share_charge(data->capacity_by_radius, pair, contacts, response, k);
  }
  return DCM_OK;
}

static const dcm_model charged = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "charged",
    .title = "Linear spring and dashpot, grains share their charges",
    .reference = "condensers in series, discharged through a resistor",
    .parameter_count = PARAMETERS,
    .quantity_count = QUANTITIES,
    .output_count = OUTPUTS,
    .parameters = parameters,
    .quantities = quantities,
    .outputs = outputs,
    .init = init,
    .compute = compute,
    .destroy = destroy,
};

static const dcm_model *const models[] = {&charged};
static const dcm_library library = {
    .size = sizeof(dcm_library),
    .abi_version = DCM_ABI_VERSION,
    .name = "charged grains",
    .version = "1.0",
    .model_count = 1,
    .models = models,
};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  (void)host;
  return &library;
}
