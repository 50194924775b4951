/* SPDX-License-Identifier: MIT */
/** @file
 * A law for tests of loops and hosts: two that are closer than a gap repel each other as springs of
 * the length of radii and gap, and exchange quantities: what flows between them goes with the
 * difference of their warmth, and liquid goes over. It tells what it was shown. */
#ifndef DCM_TESTS_SUPPORT_EXCHANGE_LAW_H
#define DCM_TESTS_SUPPORT_EXCHANGE_LAW_H

#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>

enum { STIFFNESS, CONDUCTANCE, PERMEABILITY, GAP, COUNT };
#define PAIR(...)                                                                                  \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .flags = DCM_REQUIRED,                   \
    .mixing = DCM_MIX_ARITHMETIC, .minimum = 0.0, .maximum = INFINITY,                             \
    .reason = "the test has no use for negative numbers", __VA_ARGS__                              \
  }
static const dcm_parameter parameters[COUNT] = {
    [STIFFNESS] = PAIR(.name = "stiffness", .symbol = "k", .description = "stiffness"),
    [CONDUCTANCE] = PAIR(.name = "conductance", .symbol = "h", .description = "of warmth"),
    [PERMEABILITY] = PAIR(.name = "permeability", .symbol = "p", .description = "for liquid"),
    [GAP] = PAIR(.name = "gap", .symbol = "g", .description = "gap at which a contact begins")};

enum { WARMTH, FLUX, LIQUID, MASS, ID, QUANTITIES };
#define QUANTITY(...)                                                                              \
  { .size = sizeof(dcm_quantity), .symbol = "q", .description = "of the test", __VA_ARGS__ }
static const dcm_quantity quantities[QUANTITIES] = {
    [WARMTH] = QUANTITY(.name = "warmth", .dimension = {.temperature = 1}, .default_value = 7.0),
    [FLUX] = QUANTITY(.name = "flux", .access = DCM_SUM),
    [LIQUID] = QUANTITY(.name = "liquid", .access = DCM_CHANGE),
    [MASS] = QUANTITY(.name = "mass"),
    [ID] = QUANTITY(.name = "id")};

enum { DROP, MASS_1, ID_1, ID_2, OUTPUTS };
#define OUTPUT(...)                                                                                \
  { .size = sizeof(dcm_output), .description = "of the test", __VA_ARGS__ }
static const dcm_output outputs[OUTPUTS] = {[DROP] = OUTPUT(.name = "drop"),
                                            [MASS_1] = OUTPUT(.name = "mass_1"),
                                            [ID_1] = OUTPUT(.name = "id_1"),
                                            [ID_2] = OUTPUT(.name = "id_2")};

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const size_t pairs = (size_t)setup->material_count * setup->material_count;
  double(*table)[COUNT] = malloc(pairs * sizeof *table);
  if (!table)
    return DCM_ERROR;
  for (size_t ij = 0; ij < pairs; ij++)
    for (int p = 0; p < COUNT; p++)
      table[ij][p] = setup->values[p][ij];
  instance->data = table;
  instance->flags = DCM_BEGINS_AT_REACH;
  instance->unused = DCM_UNUSED_SPINS | DCM_UNUSED_COUPLES;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  double(*table)[COUNT] = instance->data;
  const double *value = table[c->pair];
  const double *const *of_1 = c->quantities_1, *const *of_2 = c->quantities_2;
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = value[STIFFNESS] * (c->overlap[k] + value[GAP]);
    for (int i = 0; i < 3; i++)
      r->tangential_force[i][k] = 0.0;
    const double flow = value[CONDUCTANCE] * (of_2[WARMTH][k] - of_1[WARMTH][k]);
    /* Where no time passes nothing is to change, whatever a law answers. */
    const double time = c->dt > 0.0 ? c->dt : 1e-6;
    const double goes = time * value[PERMEABILITY] * (of_2[LIQUID][k] - of_1[LIQUID][k]);
    r->added_1[FLUX][k] = flow;
    r->added_2[FLUX][k] = -flow;
    r->added_1[LIQUID][k] = goes;
    r->added_2[LIQUID][k] = -goes;
    if (r->outputs) {
      r->outputs[DROP][k] = of_2[WARMTH][k] - of_1[WARMTH][k];
      r->outputs[MASS_1][k] = of_1[MASS][k];
      r->outputs[ID_1][k] = of_1[ID][k];
      r->outputs[ID_2][k] = of_2[ID][k];
    }
    if (r->energies) {
      const double stretch = c->overlap[k] + value[GAP];
      r->energies->stored_normal[k] = 0.5 * value[STIFFNESS] * stretch * stretch;
      r->energies->stored_tangential[k] = r->energies->stored_rolling[k] = 0.0;
      r->energies->dissipated_normal[k] = r->energies->dissipated_plastic[k] = 0.0;
      r->energies->dissipated_tangential[k] = r->energies->dissipated_sliding[k] = 0.0;
      r->energies->dissipated_rolling[k] = r->energies->dissipated_fracture[k] = 0.0;
    }
  }
  return DCM_OK;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  double(*table)[COUNT] = instance->data;
  return table[sides->pair][GAP];
}

static const dcm_model exchange = {.size = sizeof(dcm_model),
                                   .history_version = 1,
                                   .id = "exchange",
                                   .title = "Springs that exchange quantities",
                                   .reference = "none",
                                   .parameter_count = COUNT,
                                   .quantity_count = QUANTITIES,
                                   .output_count = OUTPUTS,
                                   .parameters = parameters,
                                   .quantities = quantities,
                                   .outputs = outputs,
                                   .init = init,
                                   .compute = compute,
                                   .reach = reach,
                                   .destroy = destroy};

#endif
