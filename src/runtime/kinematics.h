/* SPDX-License-Identifier: MIT */
/** @file
 * Kinematics of one contact, by value: parts of the bodies of loops over contacts. Callers give
 * constants for what is the same in a whole loop: whether side 2 is a wall, and what is known of
 * the motion. */
#ifndef DCM_RUNTIME_KINEMATICS_H
#define DCM_RUNTIME_KINEMATICS_H

#include <dcm/dcm.h>
#include <math.h>

#include "numeric/simd.h"
#include "runtime/motion.h"

/** Lever arm l = r - c xi r/(r1 + r2) - h xi as its two coefficients, without a branch per contact.
 */
typedef struct dcm_arm {
  double proportional; /**< c: 1 at the contact point, since d r/(r1 + r2) = r - xi r/(r1 + r2) */
  double half_overlap; /**< h */
} dcm_arm;

/** @param kind DCM_ARM_* */
static inline dcm_arm dcm_arm_of(uint32_t kind) {
  switch (kind) {
  case DCM_ARM_RADIUS:
    return (dcm_arm){0.0, 0.0};
  case DCM_ARM_RADIUS_MINUS_HALF_OVERLAP:
    return (dcm_arm){0.0, 0.5};
  default:
    return (dcm_arm){1.0, 0.0};
  }
}

/** The lever arm of the moment.
 * @param wall whether side 2 is a wall */
static inline dcm_arm dcm_moment_arm(const dcm_instance *instance, int wall) {
  const int radius = wall && (instance->flags & DCM_RADIUS_AT_WALLS);
  return dcm_arm_of(radius ? (uint32_t)DCM_ARM_RADIUS : instance->moment_arm);
}

/** The factor that both arms of a contact share stands first, so that it is computed once.
 * @param inverse_radius_sum dcm_inverse_radius_sum */
static inline double dcm_arm_length(dcm_arm arm, double radius, double overlap,
                                    double inverse_radius_sum) {
  return radius - arm.proportional * overlap * inverse_radius_sum * radius -
         arm.half_overlap * overlap;
}

/** Change of the lever arm over the change of the distance of the two. */
static inline double dcm_arm_slope(dcm_arm arm, double radius, double inverse_radius_sum) {
  return arm.proportional * inverse_radius_sum * radius + arm.half_overlap;
}

/** 1/(r1 + r2), for a wall its curvature seen from the particle's centre: 0 if flat. */
static inline double dcm_inverse_radius_sum(double radius_1, double radius_2, int wall) {
  return wall ? 1.0 / radius_2 / (1.0 + radius_1 / radius_2) : 1.0 / (radius_1 + radius_2);
}

/** Sum of the spins times their arms. The vector product with the normal is the velocity of the
 * surfaces that turning makes. */
DCM_SPECIALISED dcm_vector dcm_turning(dcm_relative_motion motion, double arm_1, double arm_2,
                                       int wall) {
  const dcm_vector turning = dcm_scale(arm_1, motion.spin_1);
  return wall ? turning : dcm_add_scaled(turning, arm_2, motion.spin_2);
}

/** The bisector of dcm_contacts, of two that moved by v dt: along the middle between the
 * separations of then and of now, which is halfway between their directions but for a change of the
 * distance. If the partner came by more than 60 degrees, or through the centre, it is the normal:
 * half the angle is held by the sum of components. But for that case nothing waits for the normal,
 * so that its root and division and the one here go on side by side.
 * @param separation now; its length is the distance
 * @param normal     of now
 * @param velocity   of 2 relative to 1, with which they moved
 * @param half_dt    half the time step */
static inline dcm_vector dcm_bisector(dcm_vector separation, double distance, dcm_vector normal,
                                      dcm_vector velocity, double half_dt) {
  const dcm_vector middle = dcm_subtract_scaled(separation, half_dt, velocity);
  const double along = dcm_dot(separation, middle);
  const double size = fabs(middle.x) + fabs(middle.y) + fabs(middle.z);
  const int is_near = size * distance < 2.0 * along;
  const double scale = distance * (1.0 / along);
  return (dcm_vector){is_near ? scale * middle.x : normal.x, is_near ? scale * middle.y : normal.y,
                      is_near ? scale * middle.z : normal.z};
}

/** Motion of a contact as a law sees it. */
typedef struct dcm_kinematics {
  dcm_vector normal;   /**< from 1 to 2, now */
  dcm_vector bisector; /**< see dcm_contacts */
  double overlap;
  double normal_velocity;
  dcm_vector tangential_velocity; /**< in the plane of the normal */
} dcm_kinematics;

/** Motion of contacts that is known. */
typedef enum dcm_known {
  DCM_NOW = 0,       /**< velocities of now: the law asks for no more, or the host has no more */
  DCM_HALF_STEP = 1, /**< velocities of half a step before; with them the two moved by v dt */
  DCM_STEP = 2       /**< the velocities are of now; with them the two moved by v dt */
} dcm_known;

/** Velocities that belong to half a step before the positions are split as of that time, with the
 * bisector g instead of the normal: v.g along the normal, the rest carried over to the present
 * plane along g, as states are. With it v_n = (d^2 - d_before^2)/(2 dt n.(x - v dt/2)): a pair that
 * turns as one body has no normal velocity, however long the step; and both parts are those of the
 * middle of the step but for the square of the angle that the normal turned by in it. A flat wall's
 * normal does not turn when the grain moves along it, so at walls the present one serves.
 *
 * @param velocity_arm of the law
 * @param dt           time step
 * @param known        a constant
 * @param wall         whether side 2 is a wall, a constant */
DCM_SPECIALISED dcm_kinematics dcm_contact_kinematics(dcm_relative_motion motion,
                                                      dcm_arm velocity_arm, double dt,
                                                      dcm_known known, int wall) {
  const double r1 = motion.radius_1;
  const double r2 = motion.radius_2;
  const double inverse_sum = dcm_inverse_radius_sum(r1, r2, wall);
  const double distance = dcm_length(motion.separation);
  const double overlap = (wall ? r1 : r1 + r2) - distance;
  const dcm_vector normal = dcm_scale(distance > 0.0 ? 1.0 / distance : 0.0, motion.separation);
  const int turns = known != DCM_NOW && !wall, splits = known == DCM_HALF_STEP && !wall;
  const dcm_vector bisector =
      turns ? dcm_bisector(motion.separation, distance, normal, motion.velocity, 0.5 * dt) : normal;
  const dcm_vector g = splits ? bisector : normal;
  const dcm_vector turning =
      dcm_turning(motion, dcm_arm_length(velocity_arm, r1, overlap, inverse_sum),
                  dcm_arm_length(velocity_arm, r2, overlap, inverse_sum), wall);
  const double normal_velocity = dcm_dot(g, motion.velocity);
  const dcm_vector surfaces = dcm_subtract(motion.velocity, dcm_cross(turning, g));
  return (dcm_kinematics){
      .normal = normal,
      .bisector = bisector,
      .overlap = overlap,
      .normal_velocity = normal_velocity,
      /* The velocity of turning is perpendicular to g already. */
      .tangential_velocity =
          dcm_subtract_scaled(surfaces, splits ? dcm_dot(normal, surfaces) : normal_velocity, g),
  };
}

#endif
