/* SPDX-License-Identifier: MIT */
/* A contact law of one's own: a linear spring and dashpot along the normal, a dashpot with
 * Coulomb's limit across it (P. K. Haff, B. T. Werner, Powder Technology 48 (1986) 239-245).
 * Compile it from the root of the repository:
 *
 *   cc -std=c11 -O3 -fPIC -shared -I abi -o viscous.so examples/own-law/viscous.c -lm
 */
#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>

enum { STIFFNESS, DAMPING, FRICTION, COUNT };
#define PAIR(...)                                                                                  \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .flags = DCM_REQUIRED,                   \
    .mixing = DCM_MIX_GEOMETRIC, .minimum = 0.0, .maximum = INFINITY,                              \
    .reason = "a contact must not create energy", __VA_ARGS__                                      \
  }
static const dcm_parameter parameters[COUNT] = {
    PAIR(.name = "stiffness", .symbol = "k", .description = "stiffness", .dimension = {1, 0, -2, 0},
         .usual_minimum = 1e2, .usual_maximum = 1e7),
    PAIR(.name = "damping", .symbol = "c", .description = "damping", .dimension = {1, 0, -1, 0}),
    PAIR(.name = "friction", .symbol = "mu", .description = "coefficient of friction")};

/* Keeps the tables of all pairs of materials, one after the other. */
static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const size_t pairs = (size_t)setup->material_count * setup->material_count;
  double(*table)[COUNT] = malloc(pairs * sizeof *table);
  if (!table) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "viscous: out of memory");
    return DCM_ERROR;
  }
  for (size_t ij = 0; ij < pairs; ij++)
    for (int p = 0; p < COUNT; p++)
      table[ij][p] = setup->values[p][ij];
  instance->data = table;
  instance->unused = DCM_UNUSED_SPINS | DCM_UNUSED_COUPLES;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  double(*table)[COUNT] = instance->data;
  const double *value = table[c->pair]; /* of the two materials of all contacts of the batch */
  for (uint32_t k = 0; k < c->count; k++) {
    const double xi = c->overlap[k], vn = c->normal_velocity[k];
    const double x = c->tangential_velocity[0][k], y = c->tangential_velocity[1][k];
    const double z = c->tangential_velocity[2][k], speed = sqrt(x * x + y * y + z * z);
    const double fn = value[STIFFNESS] * xi - value[DAMPING] * vn;
    const double limit = value[FRICTION] * (fn > 0.0 ? fn : 0.0);
    const double slope = value[DAMPING] * speed > limit ? limit / speed : value[DAMPING];
    r->normal_force[k] = fn;
    for (int i = 0; i < 3; i++)
      r->tangential_force[i][k] = slope * c->tangential_velocity[i][k];
    if (r->energies) {
      r->energies->stored_normal[k] = 0.5 * value[STIFFNESS] * xi * xi;
      r->energies->dissipated_normal[k] = value[DAMPING] * vn * vn * c->dt;
      r->energies->dissipated_sliding[k] = slope * speed * speed * c->dt;
      r->energies->stored_tangential[k] = r->energies->dissipated_tangential[k] = 0.0;
      r->energies->dissipated_plastic[k] = r->energies->dissipated_fracture[k] = 0.0;
      r->energies->stored_rolling[k] = r->energies->dissipated_rolling[k] = 0.0;
    }
  }
  return DCM_OK;
}

static const dcm_model viscous = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "viscous",
    .title = "Linear spring, dashpots, Coulomb friction",
    .reference = "P. K. Haff, B. T. Werner, Powder Technology 48 (1986) 239-245",
    .parameter_count = COUNT,
    .parameters = parameters,
    .init = init,
    .compute = compute,
    .destroy = destroy};
static const dcm_model *const models[] = {&viscous};
static const dcm_library library = {.size = sizeof(dcm_library),
                                    .abi_version = DCM_ABI_VERSION,
                                    .name = "own laws",
                                    .version = "1.0",
                                    .model_count = 1,
                                    .models = models};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  (void)host;
  return &library;
}
