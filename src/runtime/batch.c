/* SPDX-License-Identifier: MIT */
#include "runtime/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/simd.h"
#include "mechanics/vector.h"
#include "runtime/arena.h"
#include "runtime/contact_kinematics.h"
#include "runtime/kinematics.h"

/* -------------------------------------------------------------------------------- memory */

static void take_vector(dcm_arena *a, double *array[3], size_t bytes) {
  for (int c = 0; c < 3; c++)
    array[c] = dcm_arena_take(a, bytes);
}

static void take_rows(dcm_arena *a, double **rows, uint32_t count, size_t bytes) {
  for (uint32_t r = 0; r < count; r++)
    rows[r] = dcm_arena_take(a, bytes);
}

static void lay_out(dcm_batch *b, dcm_arena *a, uint32_t width) {
  const size_t numbers = b->capacity * sizeof(double);
  take_vector(a, b->separation, numbers);
  take_vector(a, b->relative_velocity, numbers);
  take_vector(a, b->angular_velocity_1, numbers);
  take_vector(a, b->angular_velocity_2, numbers);
  b->radius_1 = dcm_arena_take(a, numbers);
  b->radius_2 = dcm_arena_take(a, numbers);
  b->effective_mass = dcm_arena_take(a, numbers);
  b->history = dcm_arena_take_rows(a, width, b->capacity);
  take_rows(a, b->quantities_1, DCM_MOST_QUANTITIES, numbers);
  take_rows(a, b->quantities_2, DCM_MOST_QUANTITIES, numbers);
  take_rows(a, b->added_1, DCM_MOST_QUANTITIES, numbers);
  take_rows(a, b->added_2, DCM_MOST_QUANTITIES, numbers);
  b->overlap = dcm_arena_take(a, numbers);
  take_vector(a, b->normal, numbers);
  b->normal_force = dcm_arena_take(a, numbers);
  take_vector(a, b->tangential_force, numbers);
  take_vector(a, b->force, numbers);
  take_vector(a, b->torque_1, numbers);
  take_vector(a, b->torque_2, numbers);
  b->new_history = dcm_arena_take_rows(a, width, b->capacity);
  take_vector(a, b->bisector, numbers);
  b->normal_velocity = dcm_arena_take(a, numbers);
  take_vector(a, b->tangential_velocity, numbers);
  b->effective_radius = dcm_arena_take(a, numbers);
  take_vector(a, b->couple_1, numbers);
  take_vector(a, b->couple_2, numbers);
  if (b->with_energies) {
    b->energies.size = sizeof b->energies;
    b->energies.stored_normal = dcm_arena_take(a, numbers);
    b->energies.stored_tangential = dcm_arena_take(a, numbers);
    b->energies.stored_rolling = dcm_arena_take(a, numbers);
    b->energies.dissipated_normal = dcm_arena_take(a, numbers);
    b->energies.dissipated_plastic = dcm_arena_take(a, numbers);
    b->energies.dissipated_tangential = dcm_arena_take(a, numbers);
    b->energies.dissipated_sliding = dcm_arena_take(a, numbers);
    b->energies.dissipated_rolling = dcm_arena_take(a, numbers);
    b->energies.dissipated_fracture = dcm_arena_take(a, numbers);
    take_rows(a, b->outputs, DCM_MOST_OUTPUTS, numbers);
  }
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

/* ------------------------------------------------------------------------------ mechanics */

DCM_SPECIALISED void kinematics(dcm_batch *b, dcm_arm velocity_arm, double dt, dcm_known known,
                                int wall) {
  const double *const *separations = (const double *const *)b->separation;
  const double *const *velocities = (const double *const *)b->relative_velocity;
  const double *const *spins_1 = (const double *const *)b->angular_velocity_1;
  const double *const *spins_2 = (const double *const *)b->angular_velocity_2;
  DCM_SIMD
  for (uint32_t k = 0; k < b->count; k++) {
    const double r1 = b->radius_1[k];
    const double r2 = b->radius_2[k];
    const dcm_relative_motion motion = {
        .separation = dcm_load(separations, k),
        .velocity = dcm_load(velocities, k),
        .spin_1 = dcm_load(spins_1, k),
        .spin_2 = dcm_load(spins_2, k),
        .radius_1 = r1,
        .radius_2 = r2,
        .inverse_radius_sum = dcm_inverse_radius_sum(r1, r2, wall),
    };
    const dcm_kinematics seen = dcm_contact_kinematics(motion, velocity_arm, dt, known, wall);
    dcm_store(b->normal, k, seen.normal);
    dcm_store(b->bisector, k, seen.bisector);
    dcm_store(b->tangential_velocity, k, seen.tangential_velocity);
    b->overlap[k] = seen.overlap;
    b->normal_velocity[k] = seen.normal_velocity;
    b->effective_radius[k] =
        wall ? dcm_effective_radius_at_wall(r1, r2) : dcm_effective_radius(r1, r2);
  }
}

void dcm_batch_compute(dcm_batch *b, const dcm_law *law, int side_2, double dt) {
  const dcm_contacts contacts = {
      .size = sizeof contacts,
      .count = b->count,
      .pair = b->pair,
      .side_2 = (uint32_t)side_2,
      .dt = dt,
      .time = b->clock.time,
      .step = b->clock.step,
      .normal = {b->normal[0], b->normal[1], b->normal[2]},
      .bisector = {b->bisector[0], b->bisector[1], b->bisector[2]},
      .overlap = b->overlap,
      .normal_velocity = b->normal_velocity,
      .tangential_velocity = {b->tangential_velocity[0], b->tangential_velocity[1],
                              b->tangential_velocity[2]},
      .angular_velocity_1 = {b->angular_velocity_1[0], b->angular_velocity_1[1],
                             b->angular_velocity_1[2]},
      .angular_velocity_2 = {b->angular_velocity_2[0], b->angular_velocity_2[1],
                             b->angular_velocity_2[2]},
      .radius_1 = b->radius_1,
      .radius_2 = b->radius_2,
      .effective_radius = b->effective_radius,
      .effective_mass = b->effective_mass,
      .quantities_1 = law->quantity_count ? (const double *const *)b->quantities_1 : NULL,
      .quantities_2 = law->quantity_count ? (const double *const *)b->quantities_2 : NULL,
      .velocity_age = dcm_velocity_age(b->half_step_velocities, dt),
  };
  const dcm_response response = {
      .size = sizeof response,
      .normal_force = b->normal_force,
      .tangential_force = {b->tangential_force[0], b->tangential_force[1], b->tangential_force[2]},
      .couple_1 = {b->couple_1[0], b->couple_1[1], b->couple_1[2]},
      .couple_2 = {b->couple_2[0], b->couple_2[1], b->couple_2[2]},
      .history_in = (const double *const *)b->history,
      .history_out = b->new_history,
      .energies = b->with_energies ? &b->energies : NULL,
      .added_1 = law->quantity_count ? b->added_1 : NULL,
      .added_2 = law->quantity_count ? b->added_2 : NULL,
      .outputs = b->with_energies && law->model->output_count ? b->outputs : NULL,
  };
  dcm_law_compute(law, &contacts, &response);
}

/** @param couples whether the law wrote any */
DCM_SPECIALISED void assemble(dcm_batch *b, dcm_arm moment_arm, int couples, int wall) {
  const double *const *normals = (const double *const *)b->normal;
  const double *const *tangentials = (const double *const *)b->tangential_force;
  const double *const *couples_1 = (const double *const *)b->couple_1;
  const double *const *couples_2 = (const double *const *)b->couple_2;
  const dcm_vector none = {0.0, 0.0, 0.0};
  DCM_SIMD
  for (uint32_t k = 0; k < b->count; k++) {
    const double r1 = b->radius_1[k];
    const double r2 = b->radius_2[k];
    const dcm_contact_answer answer = {
        .normal_force = b->normal_force[k],
        .tangential_force = dcm_load(tangentials, k),
        .couple_1 = couples ? dcm_load(couples_1, k) : none,
        .couple_2 = couples ? dcm_load(couples_2, k) : none,
    };
    const dcm_contact_geometry geometry = {
        .normal = dcm_load(normals, k),
        .overlap = b->overlap[k],
        .radius_1 = r1,
        .radius_2 = r2,
        .inverse_radius_sum = dcm_inverse_radius_sum(r1, r2, wall),
    };
    const dcm_contact_forces forces = dcm_contact_assembly(geometry, answer, moment_arm, wall);
    dcm_store(b->force, k, forces.force);
    dcm_store(b->torque_1, k, forces.torque_1);
    dcm_store(b->torque_2, k, forces.torque_2);
  }
}

void dcm_batch_evaluate(dcm_batch *batch, const dcm_law *law, int side_2, double dt) {
  const dcm_arm velocity_arm = dcm_arm_of(law->instance.velocity_arm);
  const dcm_arm moment_arm = dcm_moment_arm(&law->instance, side_2 == DCM_SIDE_WALL);
  if (side_2 == DCM_SIDE_WALL)
    kinematics(batch, velocity_arm, dt, DCM_NOW, 1);
  else if (law->instance.frame != DCM_FRAME_MID_STEP || dt == 0.0)
    kinematics(batch, velocity_arm, dt, DCM_NOW, 0);
  else if (batch->half_step_velocities)
    kinematics(batch, velocity_arm, dt, DCM_HALF_STEP, 0);
  else
    kinematics(batch, velocity_arm, dt, DCM_STEP, 0);
  dcm_batch_compute(batch, law, side_2, dt);
  const int couples = !(law->instance.unused & DCM_UNUSED_COUPLES);
  DCM_FOUR_LOOPS(couples, side_2 == DCM_SIDE_WALL, assemble, batch, moment_arm);
}
