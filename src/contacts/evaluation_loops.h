/* SPDX-License-Identifier: MIT */
/** @file
 * The contacts of a batch, from what a loop over pairs or walls has gathered of them to forces and
 * torques: parts of kernels that are compiled for each instruction set. */
#ifndef DCM_CONTACTS_EVALUATION_LOOPS_H
#define DCM_CONTACTS_EVALUATION_LOOPS_H

#include "contacts/evaluation.h"
#include "mechanics/simd.h"
#include "mechanics/vector.h"
#include "runtime/contact_kinematics.h"
#include "runtime/kinematics.h"
#include "runtime/law.h"

/** Initialiser of the three arrays of a vector, each from an entry on. Loops use such copies:
 * through a pointer to a struct of pointers the compiler computes the address of every entry anew.
 */
#define DCM_VECTOR(arrays, first)                                                                  \
  { (arrays)[0] + (first), (arrays)[1] + (first), (arrays)[2] + (first) }

/** Kinematics: of velocity and spins, and of the list, what the law is shown.
 * @param wall whether sides 2 are walls, a constant
 * @param mid_step whether velocities are DCM_HALF_STEP, a constant */
DCM_SPECIALISED void dcm_see_contacts(dcm_listed t, dcm_evaluation *e, dcm_arm arm, double dt,
                                      int wall, int mid_step) {
  const double *const separation[3] = DCM_VECTOR(t.separation, t.first);
  const double *const velocity[3] = DCM_VECTOR(e->velocity, 0);
  const double *const spin_1[3] = DCM_VECTOR(e->spin_1, 0);
  const double *const spin_2[3] = DCM_VECTOR(e->spin_2, 0);
  const double *radius_1 = t.radius_1 + t.first;
  const double *radius_2 = t.radius_2 + t.first;
  double *const normal[3] = DCM_VECTOR(e->normal, 0);
  double *const bisector[3] = DCM_VECTOR(e->bisector, 0);
  double *const tangential_velocity[3] = DCM_VECTOR(e->tangential_velocity, 0);
  const uint32_t n = dcm_whole_lanes(t.count);
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
        .inverse_radius_sum = dcm_inverse_radius_sum(r1, r2, wall),
    };
    const dcm_kinematics seen =
        dcm_contact_kinematics(motion, arm, dt, mid_step ? DCM_HALF_STEP : DCM_NOW, wall);
    dcm_store(normal, k, seen.normal);
    if (mid_step)
      dcm_store(bisector, k, seen.bisector);
    dcm_store(tangential_velocity, k, seen.tangential_velocity);
    e->overlap[k] = seen.overlap;
    e->normal_velocity[k] = seen.normal_velocity;
    e->inverse_radius_sum[k] = motion.inverse_radius_sum;
    e->effective_radius[k] =
        wall ? dcm_effective_radius_at_wall(r1, r2) : dcm_effective_radius(r1, r2);
  }
}

/** Has the law answer; it changes the states in the list, see dcm_law_keeps_state.
 * @param mid_step as before */
DCM_SPECIALISED void dcm_ask_law(const dcm_law *law, dcm_listed t, dcm_evaluation *e,
                                 dcm_moment now, int wall, int mid_step) {
  const double *before[DCM_MOST_COMPONENTS];
  double *after[DCM_MOST_COMPONENTS];
  for (uint32_t c = 0; c < law->history_width; c++) {
    double *state = t.history[c] ? t.history[c] + t.first : e->discarded[c];
    before[c] = state;
    after[c] = dcm_law_keeps_state(law, now.dt) ? state : e->discarded[c];
  }
  const double *of[2][DCM_MOST_QUANTITIES];
  double *added[2][DCM_MOST_QUANTITIES];
  const uint32_t quantities = law->quantity_count;
  for (uint32_t s = 0; s < 2; s++)
    for (uint32_t q = 0; q < quantities; q++) {
      of[s][q] = e->quantities.of[s][q];
      added[s][q] = e->quantities.added[s][q];
    }
  const dcm_contacts contacts = {
      .size = sizeof contacts,
      .count = t.count,
      .dt = now.dt,
      .time = now.clock.time,
      .step = now.clock.step,
      .normal = DCM_VECTOR(e->normal, 0),
      .bisector = DCM_VECTOR(mid_step ? e->bisector : e->normal, 0),
      .overlap = e->overlap,
      .normal_velocity = e->normal_velocity,
      .tangential_velocity = DCM_VECTOR(e->tangential_velocity, 0),
      .angular_velocity_1 = DCM_VECTOR(e->spin_1, 0),
      .angular_velocity_2 = DCM_VECTOR(e->spin_2, 0),
      .radius_1 = t.radius_1 + t.first,
      .radius_2 = t.radius_2 + t.first,
      .effective_radius = e->effective_radius,
      .effective_mass = t.effective_mass + t.first,
      .pair = t.materials,
      .side_2 = wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE,
      .quantities_1 = quantities ? of[0] : NULL,
      .quantities_2 = quantities ? of[1] : NULL,
      .velocity_age = now.velocity_age,
  };
  const dcm_response response = {
      .size = sizeof response,
      .normal_force = e->normal_force,
      .tangential_force = DCM_VECTOR(e->tangential_force, 0),
      .couple_1 = DCM_VECTOR(e->couple_1, 0),
      .couple_2 = DCM_VECTOR(e->couple_2, 0),
      .history_in = before,
      .history_out = after,
      .added_1 = quantities ? added[0] : NULL,
      .added_2 = quantities ? added[1] : NULL,
  };
  dcm_law_compute(law, &contacts, &response);
}

/** Forces and torques.
 * @param r        receives them; that of the evaluation or another
 * @param check    receives 0, or NaN if some number of the answer is not finite
 * @param wall     whether sides 2 are walls, a constant
 * @param weighted whether there are factors, a constant
 * @param couples  whether the law wrote couples, a constant */
DCM_SPECIALISED void dcm_assemble(dcm_listed t, const dcm_evaluation *e, dcm_results *r,
                                  dcm_arm arm, double *check, int wall, int weighted, int couples) {
  const double *radius_1 = t.radius_1 + t.first;
  const double *radius_2 = t.radius_2 + t.first;
  const double *factor = weighted ? t.factor + t.first : NULL;
  const dcm_vector none = {0.0, 0.0, 0.0};
  const double *const normal[3] = DCM_VECTOR(e->normal, 0);
  const double *const tangential_force[3] = DCM_VECTOR(e->tangential_force, 0);
  const double *const couple_1[3] = DCM_VECTOR(e->couple_1, 0);
  const double *const couple_2[3] = DCM_VECTOR(e->couple_2, 0);
  double *const force[3] = DCM_VECTOR(r->force, 0);
  double *const torque_1[3] = DCM_VECTOR(r->torque_1, 0);
  double *const torque_2[3] = DCM_VECTOR(r->torque_2, 0);
  const uint32_t n = dcm_whole_lanes(t.count);
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    const dcm_contact_geometry geometry = {
        .normal = dcm_load(normal, k),
        .overlap = e->overlap[k],
        .radius_1 = radius_1[k],
        .radius_2 = radius_2[k],
        .inverse_radius_sum = e->inverse_radius_sum[k],
    };
    const dcm_contact_answer answer = {
        .normal_force = e->normal_force[k],
        .tangential_force = dcm_load(tangential_force, k),
        .couple_1 = couples ? dcm_load(couple_1, k) : none,
        .couple_2 = couples && !wall ? dcm_load(couple_2, k) : none,
    };
    dcm_contact_forces f = dcm_contact_assembly(geometry, answer, arm, wall);
    if (weighted) {
      f.force = dcm_scale(factor[k], f.force);
      f.torque_1 = dcm_scale(factor[k], f.torque_1);
      f.torque_2 = dcm_scale(factor[k], f.torque_2);
    }
    dcm_store(force, k, f.force);
    dcm_store(torque_1, k, f.torque_1);
    if (!wall)
      dcm_store(torque_2, k, f.torque_2);
    const dcm_vector all = dcm_add(f.force, dcm_add(f.torque_1, f.torque_2));
    sum += k < t.count ? 0.0 * (all.x + all.y + all.z) : 0.0;
  }
  *check = sum;
}

#endif
