/* SPDX-License-Identifier: MIT */
/** @file
 * The loops of booking.h over a batch. */
#ifndef DCM_LEDGER_BOOKING_LOOPS_H
#define DCM_LEDGER_BOOKING_LOOPS_H

#include "runtime/batch_views.h"
#include "runtime/kinematics.h"

/** The quotient, held between 0 and 2. A motion that turns round within the step has some other
 * quotient, but next to no power. */
DCM_SPECIALISED double dcm_booked_share(double after, double before) {
  const double share = after * before / (before * before + 1e-290);
  const double below = share < 2.0 ? share : 2.0;
  return below > 0.0 ? below : 0.0;
}

/** Adds the motion of a batch to the kicks that come next, which stand in the other rows. */
DCM_SPECIALISED void dcm_add_motion(double *const motion[3], uint32_t count, double *const to[3]) {
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++)
    for (int c = 0; c < 3; c++)
      to[c][k] += motion[c][k];
}

/** Motion of surfaces at the time of the positions. */
typedef struct dcm_late_surfaces {
  double normal_velocity;
  dcm_vector tangential_velocity; /**< by the lever arms of the velocity */
  dcm_vector by_arms;             /**< by those of the moment, less that */
  dcm_vector by_change;           /**< by the arms, and normal, of half a step before, less that */
} dcm_late_surfaces;

/** Motion of the surfaces of contact k. The batch knows the normal and the overlap.
 * @param wall whether side 2 is a wall, a constant */
DCM_SPECIALISED dcm_late_surfaces dcm_late_surfaces_of(const dcm_batch *b,
                                                       const dcm_late_motion *late, uint32_t k,
                                                       dcm_arm velocity_arm, dcm_arm moment_arm,
                                                       double dt, double lag, int wall) {
  const double *const late_velocity[3] = DCM_VECTOR(late->velocity, 0);
  const double *const late_1[3] = DCM_VECTOR(late->spin_1, 0);
  const double *const late_2[3] = DCM_VECTOR(late->spin_2, 0);
  const double *const normals[3] = DCM_VECTOR(b->normal, 0);
  const double r1 = b->radius_1[k], r2 = b->radius_2[k], overlap = b->overlap[k];
  const double inverse_sum = b->inverse_radius_sum[k];
  const dcm_vector normal = dcm_load(normals, k);
  const dcm_relative_motion motion = {
      .velocity = dcm_load(late_velocity, k),
      .spin_1 = dcm_load(late_1, k),
      .spin_2 = dcm_load(late_2, k),
  };
  const double arm_1 = dcm_arm_length(velocity_arm, r1, overlap, inverse_sum);
  const double arm_2 = dcm_arm_length(velocity_arm, r2, overlap, inverse_sum);
  const double more_1 = dcm_arm_length(moment_arm, r1, overlap, inverse_sum) - arm_1;
  const double more_2 = dcm_arm_length(moment_arm, r2, overlap, inverse_sum) - arm_2;
  /* The wall's velocity is that of the nearest point, and the force acts at the arm of the moment.
   */
  const double beyond = wall ? arm_1 + more_1 - (r1 - overlap) : 0.0;
  const double along = dcm_dot(normal, motion.velocity);
  const double back = -0.5 * dt * along; /* change of the distance */
  const double change_1 = back * dcm_arm_slope(velocity_arm, r1, inverse_sum);
  const double change_2 = back * dcm_arm_slope(velocity_arm, r2, inverse_sum);
  const double turn = wall ? 0.0 : -lag * back / (r1 + r2 - overlap); /* of the normal, over v_t */
  const dcm_vector centres = dcm_subtract_scaled(motion.velocity, along, normal);
  const dcm_vector surfaces =
      dcm_subtract(motion.velocity, dcm_cross(dcm_turning(motion, arm_1, arm_2, wall), normal));
  return (dcm_late_surfaces){
      .normal_velocity = along,
      .tangential_velocity = dcm_subtract_scaled(surfaces, along, normal),
      .by_arms = dcm_add_scaled(dcm_cross(normal, dcm_turning(motion, more_1, more_2, wall)),
                                beyond, dcm_cross(motion.spin_2, normal)),
      .by_change = dcm_add_scaled(dcm_cross(normal, dcm_turning(motion, change_1, change_2, wall)),
                                  turn, centres),
  };
}

/** The loop: between the answer of the law and the assembly.
 * @param n        as in dcm_batch_kinematics
 * @param dt       of the step
 * @param foresight dcm_law_foresight
 * @param wall     whether sides 2 are walls, a constant
 * @param couples  whether the law wrote couples, a constant */
DCM_SPECIALISED void dcm_batch_book_dissipation(const dcm_batch *b, uint32_t n,
                                                const dcm_late_motion *late, dcm_arm velocity_arm,
                                                dcm_arm moment_arm, double dt, int foresight,
                                                int wall, int couples) {
  const double *const late_1[3] = DCM_VECTOR(late->spin_1, 0);
  const double *const late_2[3] = DCM_VECTOR(late->spin_2, 0);
  const double *const spin_1[3] = DCM_VECTOR(b->angular_velocity_1, 0);
  const double *const spin_2[3] = DCM_VECTOR(b->angular_velocity_2, 0);
  const double *const tangential_velocity[3] = DCM_VECTOR(b->tangential_velocity, 0);
  const double *const tangential_force[3] = DCM_VECTOR(b->tangential_force, 0);
  const double *const damper[3] = DCM_VECTOR(b->energies.tangential_damper, 0);
  const double *const couple_1[3] = DCM_VECTOR(b->couple_1, 0);
  const double *const couple_2[3] = DCM_VECTOR(b->couple_2, 0);
  const double *normal_velocity = b->normal_velocity;
  double *damped = b->energies.dissipated_normal, *sheared = b->energies.dissipated_tangential;
  double *rolled = b->energies.dissipated_rolling, *by_arms = b->by_arms;
  const double lag = foresight & DCM_SEES_LATE_NORMAL ? 1.0 : 0.0;
  const double by_law = foresight & DCM_FORESEES_NORMAL ? 1.0 : 0.0;
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_late_surfaces seen =
        dcm_late_surfaces_of(b, late, k, velocity_arm, moment_arm, dt, lag, wall);
    const dcm_vector v = dcm_load(tangential_velocity, k), f = dcm_load(tangential_force, k);
    const dcm_vector now = seen.tangential_velocity;
    const double along = dcm_booked_share(seen.normal_velocity, normal_velocity[k]);
    damped[k] *= along + by_law * (1.0 - along);
    sheared[k] += dt * dcm_dot(dcm_load(damper, k), dcm_subtract(now, v));
    const dcm_vector spring = dcm_subtract(f, dcm_load(damper, k));
    by_arms[k] = dt * (dcm_dot(f, seen.by_arms) + dcm_dot(spring, seen.by_change));
    if (couples) {
      const dcm_vector c1 = dcm_load(couple_1, k), c2 = dcm_load(couple_2, k);
      const double before = dcm_dot(c1, dcm_load(spin_1, k)) + dcm_dot(c2, dcm_load(spin_2, k));
      rolled[k] -=
          dt * (dcm_dot(c1, dcm_load(late_1, k)) + dcm_dot(c2, dcm_load(late_2, k)) - before);
    }
  }
}

/** Whether a contact slides without a spring that is stretched. */
DCM_SPECIALISED int dcm_batch_slides_freely(const dcm_batch *b, uint32_t n) {
  const double *slid = b->energies.dissipated_sliding;
  const double *stretched = b->energies.stored_tangential;
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++)
    sum += ((stretched[k] > 0.0) | (slid[k] == 0.0)) ? 0.0 : 1.0;
  return sum != 0.0;
}

/** Books what slides, where some contact slides so: a loop of its own, because most batches with
 * springs do without its division. */
DCM_SPECIALISED void dcm_batch_book_sliding(const dcm_batch *b, uint32_t n,
                                            const dcm_late_motion *late, dcm_arm velocity_arm,
                                            int wall) {
  const double *const tangential_velocity[3] = DCM_VECTOR(b->tangential_velocity, 0);
  const double *const tangential_force[3] = DCM_VECTOR(b->tangential_force, 0);
  const double *stretched = b->energies.stored_tangential;
  double *slid = b->energies.dissipated_sliding;
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector v = dcm_load(tangential_velocity, k), f = dcm_load(tangential_force, k);
    const dcm_vector now =
        dcm_late_surfaces_of(b, late, k, velocity_arm, velocity_arm, 0.0, 0.0, wall)
            .tangential_velocity;
    const double power = dcm_dot(f, v);
    const double share = dcm_booked_share(dcm_dot(f, now), power);
    /* A spring that the slider lets go at once leaves neither stretch nor force. */
    slid[k] *= ((stretched[k] > 0.0) | (power == 0.0)) ? 1.0 : share;
  }
}

/** Books the tangential damper of a law of contract 1.0, before the other loop. */
DCM_SPECIALISED void dcm_batch_book_untold(const dcm_batch *b, uint32_t n,
                                           const dcm_late_motion *late, dcm_arm velocity_arm,
                                           int wall) {
  const double *const tangential_velocity[3] = DCM_VECTOR(b->tangential_velocity, 0);
  double *sheared = b->energies.dissipated_tangential;
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector v = dcm_load(tangential_velocity, k);
    const dcm_vector now =
        dcm_late_surfaces_of(b, late, k, velocity_arm, velocity_arm, 0.0, 0.0, wall)
            .tangential_velocity;
    sheared[k] *= dcm_booked_share(dcm_dot(v, now), dcm_dot(v, v));
  }
}

/** Books a batch, see above. */
DCM_SPECIALISED void dcm_batch_booking(const dcm_batch *b, uint32_t n, const dcm_late_motion *late,
                                       dcm_arm velocity_arm, dcm_arm moment_arm, double dt,
                                       int foresight, int wall, int couples) {
  if (!(foresight & (DCM_NO_TANGENTIAL_DAMPER | DCM_REPORTS_TANGENTIAL_DAMPER)))
    DCM_VECTOR_LOOP dcm_batch_book_untold(b, n, late, velocity_arm, wall);
  DCM_VECTOR_LOOP dcm_batch_book_dissipation(b, n, late, velocity_arm, moment_arm, dt, foresight,
                                             wall, couples);
  if (dcm_batch_slides_freely(b, n))
    DCM_VECTOR_LOOP dcm_batch_book_sliding(b, n, late, velocity_arm, wall);
}

/** Books the energies by the late motion of the batch, behind the assembly.
 * @param foresight dcm_law_foresight */
DCM_SPECIALISED void dcm_batch_book_for(const dcm_batch *b, uint32_t n, const dcm_law *law,
                                        int foresight, int side_2, double dt) {
  const int wall = side_2 == DCM_SIDE_WALL;
  const int couples = !(law->instance.unused & DCM_UNUSED_COUPLES);
  DCM_FOUR_LOOPS(wall, couples, dcm_batch_booking, b, n, &b->late,
                 dcm_arm_of(law->instance.velocity_arm), dcm_moment_arm(&law->instance, wall), dt,
                 foresight);
}

#endif
