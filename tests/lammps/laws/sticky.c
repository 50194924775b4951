/* SPDX-License-Identifier: MIT */
/* A law for tests of hosts: a spring along the normal that pulls beyond touching, up to a gap that
 * the user gives, and a spring across it. It counts the steps of a contact and the contacts
 * themselves. HISTORY_VERSION and WIDER make variants that cannot read each other's state; REACH,
 * one that errs about its reach; RUDE, one whose messages have what a terminal obeys; AGEING, one
 * that hardens with each step; NO_NUMBER_FROM, one that answers NaN at that age. */
#include <dcm/dcm.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../support/one_law.h"

#ifndef HISTORY_VERSION
#define HISTORY_VERSION 1
#endif

enum { STIFFNESS, SHEAR, GAP, COUNT };
#define PAIR(...)                                                                                  \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .flags = DCM_REQUIRED,                   \
    .mixing = DCM_MIX_ARITHMETIC, .minimum = 0.0, .maximum = INFINITY,                             \
    .reason = "the test has no use for negative numbers", __VA_ARGS__                              \
  }
static const dcm_parameter parameters[COUNT] = {
    [STIFFNESS] = PAIR(.name = "stiffness", .symbol = "k", .description = "stiffness",
                       .dimension = {1, 0, -2, 0}),
    [SHEAR] = PAIR(.name = "shear", .symbol = "s", .description = "shear stiffness",
                   .dimension = {1, 0, -2, 0}),
    [GAP] = PAIR(.name = "gap", .symbol = "g", .description = "gap at which a contact parts",
                 .dimension = {0, 1, 0, 0})};

enum { STRETCH = 0, AGE = 3 };
#define FIELD(...)                                                                                 \
  { .size = sizeof(dcm_history_field), __VA_ARGS__ }
static const dcm_history_field fields_of_state[] = {
    FIELD(.kind = DCM_VECTOR, .parity = DCM_ODD, .name = "stretch",
          .description = "path of 2 relative to 1", .dimension = {0, 1, 0, 0}),
    FIELD(.kind = DCM_SCALAR, .parity = DCM_EVEN, .name = "age",
          .description = "steps, beginning at 100"),
#ifdef WIDER
    FIELD(.kind = DCM_SCALAR, .parity = DCM_EVEN, .name = "spare", .description = "nothing"),
#endif
};

static atomic_int began, ended;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
#ifdef RUDE
  const char *said = "\033[31m red\n%s {} \302\233";
  instance->log(instance->log_data, DCM_LOG_INFO, said);
  instance->log(instance->log_data, DCM_LOG_WARNING, said);
  instance->log(instance->log_data, DCM_LOG_ERROR, said);
  if (setup->values[STIFFNESS][0] == 13.0)
    return DCM_ERROR;
#endif
  const size_t pairs = (size_t)setup->material_count * setup->material_count;
  double(*table)[COUNT] = malloc(pairs * sizeof *table);
  if (!table)
    return DCM_ERROR;
  for (size_t ij = 0; ij < pairs; ij++)
    for (int p = 0; p < COUNT; p++)
      table[ij][p] = setup->values[p][ij];
  instance->data = table;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
  printf("sticky: %d began, %d ended\n", began, ended);
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  double(*table)[COUNT] = instance->data;
  const double *value = table[c->pair];
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = value[STIFFNESS] * c->overlap[k];
#ifdef NO_NUMBER_FROM
    if (r->history_in[AGE][k] >= NO_NUMBER_FROM)
      r->normal_force[k] = NAN;
#endif
#ifdef AGEING
    r->normal_force[k] *= r->history_in[AGE][k];
#endif
    for (int i = 0; i < 3; i++) {
      const double stretch = r->history_in[i][k] + c->tangential_velocity[i][k] * c->dt;
      r->history_out[STRETCH + i][k] = stretch;
      r->tangential_force[i][k] = value[SHEAR] * stretch;
      r->couple_1[i][k] = r->couple_2[i][k] = 0.0;
    }
    r->history_out[AGE][k] = r->history_in[AGE][k] + 1.0;
#ifdef WIDER
    r->history_out[AGE + 1][k] = 0.0;
#endif
  }
  return DCM_OK;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  (void)instance;
  for (uint32_t k = 0; k < event->count; k++)
    if (event->event == DCM_CONTACT_BEGINS) {
      event->fields[AGE][k] = 100.0;
      began++;
    } else if (event->event == DCM_CONTACT_ENDS) {
      ended++;
    } else {
      for (int i = 0; i < 3; i++)
        event->fields[STRETCH + i][k] *= -1.0;
    }
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  double(*table)[COUNT] = instance->data;
#ifdef REACH
  return table[sides->pair][GAP] + REACH;
#else
  return table[sides->pair][GAP];
#endif
}

static const dcm_model sticky = {
    .size = sizeof(dcm_model),
    .history_version = HISTORY_VERSION,
    .id = "sticky",
    .title = "Springs that hold beyond touching",
    .reference = "none",
    .parameter_count = COUNT,
    .history_count = sizeof fields_of_state / sizeof fields_of_state[0],
    .parameters = parameters,
    .history_fields = fields_of_state,
    .init = init,
    .compute = compute,
    .events = 1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS | 1u << DCM_CONTACT_ENDS,
    .history = history,
    .reach = reach,
    .destroy = destroy};

DCM_LIBRARY_OF(sticky, "laws for tests of hosts", "1.0")
