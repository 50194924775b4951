/* SPDX-License-Identifier: MIT */
/** @file
 * Scalars of a pair of particles, or of a particle and a wall, that need no batch. */
#ifndef DCM_RUNTIME_KINEMATICS_H
#define DCM_RUNTIME_KINEMATICS_H

/** M* = m1 m2/(m1 + m2). A partner that contact forces cannot move counts as infinitely heavy. */
static inline double dcm_effective_mass(double mass_1, int fixed_1, double mass_2, int fixed_2) {
  if (fixed_2)
    return mass_1;
  if (fixed_1)
    return mass_2;
  return mass_1 * mass_2 / (mass_1 + mass_2);
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

#endif
