/* SPDX-License-Identifier: MIT */
/** @file
 * The two sides of a contact as a host knows them: their motion, effective radius and mass. For
 * C++, too, which kinematics.h is not. */
#ifndef DCM_RUNTIME_MOTION_H
#define DCM_RUNTIME_MOTION_H

#include <math.h>
#include <stddef.h>

#include "numeric/vector.h"

typedef struct dcm_relative_motion {
  dcm_vector separation; /**< x2 - x1; at a wall, from the centre of 1 to the nearest point */
  dcm_vector velocity;   /**< v2 - v1 of the centres; at a wall, of that point of the wall */
  dcm_vector spin_1, spin_2;
  double radius_1, radius_2;
} dcm_relative_motion;

/** The relative motion of particles i and j of a host.
 * @param position, velocity, spin rows of three numbers */
static inline dcm_relative_motion dcm_motion_of_two(const double *position, const double *velocity,
                                                    const double *spin, uint32_t i, uint32_t j,
                                                    double radius_1, double radius_2) {
  const size_t one = 3 * (size_t)i, two = 3 * (size_t)j;
  const dcm_relative_motion motion = {
      dcm_subtract(dcm_vector_at(position + two), dcm_vector_at(position + one)),
      dcm_subtract(dcm_vector_at(velocity + two), dcm_vector_at(velocity + one)),
      dcm_vector_at(spin + one),
      dcm_vector_at(spin + two),
      radius_1,
      radius_2};
  return motion;
}

/* --- Scalars of a pair of particles, or of a particle and a wall, that need no batch. */

/** M* = m1 m2/(m1 + m2). A partner that contact forces cannot move counts as infinitely heavy. */
static inline double dcm_effective_mass(double mass_1, int fixed_1, double mass_2, int fixed_2) {
  if (fixed_2)
    return mass_1;
  if (fixed_1)
    return mass_2;
  return mass_1 * mass_2 / (mass_1 + mass_2);
}

/** Value of dcm_contacts.velocity_age. */
static inline double dcm_velocity_age(int half_step_velocities, double dt) {
  return half_step_velocities ? 0.5 * dt : 0.0;
}

/** R* = r1 r2/(r1 + r2). */
static inline double dcm_effective_radius(double radius_1, double radius_2) {
  return radius_1 * radius_2 / (radius_1 + radius_2);
}

/** R* at a wall: 1/R* = 1/r1 + 1/r2 with r2 = +infinity for a flat wall and r2 < -r1 for a concave
 * one. */
static inline double dcm_effective_radius_at_wall(double radius_1, double wall_radius) {
  return radius_1 / (1.0 + radius_1 / wall_radius);
}

/** Beyond this quotient of the principal curvatures a contact counts as if it had this one. */
#define DCM_MOST_ELLIPTIC 100.0

/** R* of such a contact over the grain's radius, sqrt(100)/F2^3, rounded up. */
#define DCM_MOST_ELLIPTIC_RADIUS 21.0

/** F2 of an elliptic contact of curvatures with this quotient, from 1 to DCM_MOST_ELLIPTIC: L. C.
 * Hale (thesis, MIT, 1999, appendix C), within 0.6 % of the elliptic integrals. */
static inline double dcm_elliptic_f2(double quotient) {
  return 1.0 - pow(pow(quotient, 0.0684) - 1.0, 1.531);
}

/** The radius of the wall, as dcm_effective_radius_at_wall takes it, with which a sphere on a
 * cylinder has the force of their elliptic contact, at every overlap.
 *
 * For relative radii of curvature R' >= R'' Hertz's force is (4/3) E* sqrt(Re) (xi/F2)^(3/2),
 * Re = sqrt(R' R''): that of a circular contact with R* = Re/F2^3, and so is the stiffness.
 * K. L. Johnson, Contact Mechanics (1985), equations 4.25 to 4.28. On a flat wall F2 is 1.
 * @param cylinder its radius, negative for the inside: r1 < -cylinder */
static inline double dcm_wall_radius_of_cylinder(double radius_1, double cylinder) {
  const double bent = 1.0 + radius_1 / cylinder; /* the curvatures are this and 1, over r1 */
  const double limited = fmin(fmax(bent, 1.0 / DCM_MOST_ELLIPTIC), DCM_MOST_ELLIPTIC);
  const double quotient = limited > 1.0 ? limited : 1.0 / limited;
  const double f2 = dcm_elliptic_f2(quotient);
  return radius_1 / (sqrt(limited) * f2 * f2 * f2 - 1.0);
}

#endif
