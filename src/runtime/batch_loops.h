/* SPDX-License-Identifier: MIT */
/** @file
 * The parts of an evaluation of a batch: before the law, the law, after it. They are compiled for
 * each instruction set where the contacts are those of a list. */
#ifndef DCM_RUNTIME_BATCH_LOOPS_H
#define DCM_RUNTIME_BATCH_LOOPS_H

#include <string.h>

#include "runtime/batch_views.h"
#include "runtime/kinematics.h"
#include "runtime/motion.h"

/** Kinematics: what the law is shown.
 * @param n     entries: the count, or whole lanes where the entries beyond the count are those of
 *              some contact
 * @param wall  whether sides 2 are walls, a constant
 * @param known what is known of the motion, a constant */
DCM_SPECIALISED void dcm_batch_kinematics(const dcm_batch *b, uint32_t n, dcm_arm velocity_arm,
                                          double dt, int wall, dcm_known known) {
  const double *const separation[3] = DCM_VECTOR(b->separation, 0);
  const double *const velocity[3] = DCM_VECTOR(b->relative_velocity, 0);
  const double *const spin_1[3] = DCM_VECTOR(b->angular_velocity_1, 0);
  const double *const spin_2[3] = DCM_VECTOR(b->angular_velocity_2, 0);
  const double *radius_1 = b->radius_1, *radius_2 = b->radius_2;
  double *const normal[3] = DCM_VECTOR(b->normal, 0);
  double *const bisector[3] = DCM_VECTOR(b->bisector, 0);
  double *const tangential_velocity[3] = DCM_VECTOR(b->tangential_velocity, 0);
  double *overlap = b->overlap, *normal_velocity = b->normal_velocity;
  double *inverse_radius_sum = b->inverse_radius_sum, *effective_radius = b->effective_radius;
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const double r1 = radius_1[k], r2 = radius_2[k];
    const dcm_relative_motion motion = {
        .separation = dcm_load(separation, k),
        .velocity = dcm_load(velocity, k),
        .spin_1 = dcm_load(spin_1, k),
        .spin_2 = dcm_load(spin_2, k),
        .radius_1 = r1,
        .radius_2 = r2,
    };
    const dcm_kinematics seen = dcm_contact_kinematics(motion, velocity_arm, dt, known, wall);
    dcm_store(normal, k, seen.normal);
    dcm_store(bisector, k, seen.bisector);
    dcm_store(tangential_velocity, k, seen.tangential_velocity);
    overlap[k] = seen.overlap;
    normal_velocity[k] = seen.normal_velocity;
    inverse_radius_sum[k] = dcm_inverse_radius_sum(r1, r2, wall);
    effective_radius[k] =
        wall ? dcm_effective_radius_at_wall(r1, r2) : dcm_effective_radius(r1, r2);
  }
}

/** Has the law answer. A function that the compiler sees through: it then knows that the law does
 * not change the views.
 * @return what the law answered, as dcm_law_compute */
DCM_SPECIALISED int32_t dcm_batch_call(const dcm_batch *b, const dcm_law *law, int side_2,
                                       double dt, int with_energies) {
  const int has_quantities = law->quantity_count > 0;
  const dcm_contacts contacts = {
      .size = sizeof contacts,
      .count = b->count,
      .pair = b->pair,
      .side_2 = (uint32_t)side_2,
      .dt = dt,
      .time = b->clock.time,
      .step = b->clock.step,
      .normal = DCM_VECTOR(b->normal, 0),
      .bisector = DCM_VECTOR(b->bisector, 0),
      .overlap = b->overlap,
      .normal_velocity = b->normal_velocity,
      .tangential_velocity = DCM_VECTOR(b->tangential_velocity, 0),
      .angular_velocity_1 = DCM_VECTOR(b->angular_velocity_1, 0),
      .angular_velocity_2 = DCM_VECTOR(b->angular_velocity_2, 0),
      .radius_1 = b->radius_1,
      .radius_2 = b->radius_2,
      .effective_radius = b->effective_radius,
      .effective_mass = b->effective_mass,
      .quantities_1 = has_quantities ? (const double *const *)b->quantities_1 : NULL,
      .quantities_2 = has_quantities ? (const double *const *)b->quantities_2 : NULL,
      .velocity_age = dcm_velocity_age(b->half_step_velocities, dt),
  };
  /* A law of contract 1.0 does not write these rows, and a host has to zero what it reads. */
  for (int c = 0; c < 3 && with_energies && !(law->foresight & DCM_REPORTS_TANGENTIAL_DAMPER); c++)
    memset(b->energies.tangential_damper[c], 0, b->count * sizeof(double));
  const dcm_response response = {
      .size = sizeof response,
      .normal_force = b->normal_force,
      .tangential_force = DCM_VECTOR(b->tangential_force, 0),
      .couple_1 = DCM_VECTOR(b->couple_1, 0),
      .couple_2 = DCM_VECTOR(b->couple_2, 0),
      .history_in = (const double *const *)b->history,
      .history_out = b->new_history,
      .energies = with_energies ? &b->energies : NULL,
      .added_1 = has_quantities ? b->added_1 : NULL,
      .added_2 = has_quantities ? b->added_2 : NULL,
      .outputs = with_energies && law->model->output_count ? b->outputs : NULL,
  };
  return dcm_law_compute(law, &contacts, &response);
}

/** Forces and torques.
 * @param check    receives 0, or NaN if some number of the answer is not finite
 * @param wall     whether sides 2 are walls, a constant; torque_2 is not written then
 * @param weighted whether there are factors, a constant
 * @param couples  whether the law wrote couples, a constant */
DCM_SPECIALISED void dcm_batch_assemble(const dcm_batch *b, uint32_t n, dcm_arm moment_arm,
                                        double *check, int wall, int weighted, int couples) {
  const uint32_t count = b->count;
  const double *radius_1 = b->radius_1, *radius_2 = b->radius_2;
  const double *overlap = b->overlap, *inverse_radius_sum = b->inverse_radius_sum;
  const double *normal_force = b->normal_force, *factor = b->factor;
  const double *const normal[3] = DCM_VECTOR(b->normal, 0);
  const double *const tangential_force[3] = DCM_VECTOR(b->tangential_force, 0);
  const double *const couple_1[3] = DCM_VECTOR(b->couple_1, 0);
  const double *const couple_2[3] = DCM_VECTOR(b->couple_2, 0);
  double *const force[3] = DCM_VECTOR(b->force, 0);
  double *const torque_1[3] = DCM_VECTOR(b->torque_1, 0);
  double *const torque_2[3] = DCM_VECTOR(b->torque_2, 0);
  const dcm_vector none = {0.0, 0.0, 0.0};
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector direction = dcm_load(normal, k), ft = dcm_load(tangential_force, k);
    const dcm_vector turning = dcm_cross(direction, ft);
    const double arm_1 = dcm_arm_length(moment_arm, radius_1[k], overlap[k], inverse_radius_sum[k]);
    const double arm_2 = dcm_arm_length(moment_arm, radius_2[k], overlap[k], inverse_radius_sum[k]);
    dcm_vector on_1 = dcm_subtract_scaled(ft, normal_force[k], direction);
    dcm_vector turns_1 = dcm_add_scaled(couples ? dcm_load(couple_1, k) : none, arm_1, turning);
    dcm_vector turns_2 =
        wall ? none : dcm_add_scaled(couples ? dcm_load(couple_2, k) : none, arm_2, turning);
    if (weighted) {
      on_1 = dcm_scale(factor[k], on_1);
      turns_1 = dcm_scale(factor[k], turns_1);
      turns_2 = dcm_scale(factor[k], turns_2);
    }
    dcm_store(force, k, on_1);
    dcm_store(torque_1, k, turns_1);
    if (!wall)
      dcm_store(torque_2, k, turns_2);
    const dcm_vector all = dcm_add(on_1, dcm_add(turns_1, turns_2));
    sum += k < count ? 0.0 * (all.x + all.y + all.z) : 0.0;
  }
  *check = sum;
}

#endif
