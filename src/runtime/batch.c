/* SPDX-License-Identifier: MIT */
#include "runtime/batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/arena.h"
#include "runtime/batch_choices.h"

/* -------------------------------------------------------------------------------- memory */

static void take_vector(dcm_arena *a, double *array[3], size_t bytes) {
  for (int c = 0; c < 3; c++)
    array[c] = dcm_arena_take(a, bytes);
}

static void lay_out(dcm_batch *b, dcm_arena *a, uint32_t width) {
  const size_t numbers = b->capacity * sizeof(double);
  double **const vectors[] = {b->separation,
                              b->relative_velocity,
                              b->angular_velocity_1,
                              b->angular_velocity_2,
                              b->normal,
                              b->tangential_force,
                              b->force,
                              b->torque_1,
                              b->torque_2,
                              b->bisector,
                              b->tangential_velocity,
                              b->couple_1,
                              b->couple_2};
  double **const arrays[] = {&b->radius_1,         &b->radius_2,          &b->effective_mass,
                             &b->overlap,          &b->normal_force,      &b->normal_velocity,
                             &b->effective_radius, &b->inverse_radius_sum};
  for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++)
    take_vector(a, vectors[v], numbers);
  for (size_t n = 0; n < sizeof arrays / sizeof arrays[0]; n++)
    *arrays[n] = dcm_arena_take(a, numbers);
  b->history = dcm_arena_take_rows(a, width, b->capacity);
  b->new_history = dcm_arena_take_rows(a, width, b->capacity);
  b->quantities_1 = dcm_arena_take_rows(a, DCM_MOST_QUANTITIES, b->capacity);
  b->quantities_2 = dcm_arena_take_rows(a, DCM_MOST_QUANTITIES, b->capacity);
  b->added_1 = dcm_arena_take_rows(a, DCM_MOST_QUANTITIES, b->capacity);
  b->added_2 = dcm_arena_take_rows(a, DCM_MOST_QUANTITIES, b->capacity);
  if (!b->with_energies)
    return;
  b->energies.size = sizeof b->energies;
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    dcm_set_energy_row(&b->energies, e, dcm_arena_take(a, numbers));
  take_vector(a, b->energies.tangential_damper, numbers);
  b->by_arms = dcm_arena_take(a, numbers);
  b->outputs = dcm_arena_take_rows(a, DCM_MOST_OUTPUTS, b->capacity);
  take_vector(a, b->late.velocity, numbers);
  take_vector(a, b->late.spin_1, numbers);
  take_vector(a, b->late.spin_2, numbers);
}

dcm_batch *dcm_batch_create(uint32_t history_width, uint32_t capacity, int with_energies) {
  dcm_batch *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  b->capacity = (capacity + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
  b->with_energies = with_energies;
  dcm_arena measure = {NULL, 0};
  lay_out(b, &measure, history_width);
  b->memory = aligned_alloc(DCM_ALIGNMENT, measure.used);
  if (!b->memory) {
    free(b);
    return NULL;
  }
  /* Zeros are the valid contents of lanes that belong to no contact. */
  memset(b->memory, 0, measure.used);
  dcm_arena place = {b->memory, 0};
  lay_out(b, &place, history_width);
  return b;
}

void dcm_batch_destroy(dcm_batch *batch) {
  if (!batch)
    return;
  free(batch->memory);
  free(batch);
}

/* ----------------------------------------------------------------------------- evaluation */

void dcm_batch_put(dcm_batch *b, uint32_t k, dcm_relative_motion motion, double effective_mass) {
  assert(k < b->capacity);
  dcm_store(b->separation, k, motion.separation);
  dcm_store(b->relative_velocity, k, motion.velocity);
  dcm_store(b->angular_velocity_1, k, motion.spin_1);
  dcm_store(b->angular_velocity_2, k, motion.spin_2);
  b->radius_1[k] = motion.radius_1;
  b->radius_2[k] = motion.radius_2;
  b->effective_mass[k] = effective_mass;
}

int32_t dcm_batch_compute(const dcm_batch *b, const dcm_law *law, int side_2, double dt) {
  return dcm_batch_call(b, law, side_2, dt, b->with_energies);
}

void dcm_batch_evaluate(dcm_batch *b, const dcm_law *law, int side_2, double dt) {
  assert(b->count <= b->capacity);
  dcm_batch_kinematics_for(b, b->count, law, side_2, dt);
  dcm_batch_call(b, law, side_2, dt, b->with_energies);
  dcm_batch_assemble_for(b, b->count, law, side_2);
  for (int c = 0; c < 3 && side_2 == DCM_SIDE_WALL; c++)
    memset(b->torque_2[c], 0, b->count * sizeof(double));
}
