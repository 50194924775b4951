/* SPDX-License-Identifier: MIT */
/** @file
 * Equivalent moduli of two materials, and the stiffnesses of a Hertzian contact.
 *
 * K. L. Johnson, Contact Mechanics (1985), eq. 4.21-4.24 (normal) and section 7.2 (tangential). */
#ifndef DCM_MECHANICS_ELASTIC_H
#define DCM_MECHANICS_ELASTIC_H

#include <math.h>

/** E*: 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2. */
static inline double dcm_effective_young(double young_1, double poisson_1, double young_2,
                                         double poisson_2) {
  return 1.0 / ((1.0 - poisson_1 * poisson_1) / young_1 + (1.0 - poisson_2 * poisson_2) / young_2);
}

/** G = E/(2 (1 + nu)). */
static inline double dcm_shear_modulus(double young, double poisson) {
  return young / (2.0 * (1.0 + poisson));
}

/** G*: 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2. None of the sheets defines G*. */
static inline double dcm_effective_shear(double young_1, double poisson_1, double young_2,
                                         double poisson_2) {
  return 1.0 / ((2.0 - poisson_1) / dcm_shear_modulus(young_1, poisson_1) +
                (2.0 - poisson_2) / dcm_shear_modulus(young_2, poisson_2));
}

/** max(0, x): the overlap of two bodies that touch, 0 for two that do not. There is no comparison,
 * because compilers would follow both cases into later code and take all roots twice. */
static inline double dcm_positive_part(double x) {
  return 0.5 * (x + fabs(x));
}

/** Radius of the contact area, a = sqrt(R* xi). */
static inline double dcm_hertz_contact_radius(double effective_radius, double overlap) {
  return sqrt(effective_radius * overlap);
}

/** Tangent stiffness along the normal, kn = 2 E* a. */
static inline double dcm_hertz_normal_stiffness(double effective_young, double contact_radius) {
  return 2.0 * effective_young * contact_radius;
}

/** Elastic force, Fe = (4/3) E* sqrt(R*) xi^(3/2) = (2/3) kn xi. */
static inline double dcm_hertz_force(double normal_stiffness, double overlap) {
  return (2.0 / 3.0) * normal_stiffness * overlap;
}

/** Energy of the elastic force, (8/15) E* sqrt(R*) xi^(5/2) = (2/5) Fe xi. */
static inline double dcm_hertz_energy(double elastic_force, double overlap) {
  return 0.4 * elastic_force * overlap;
}

/** Mindlin's stiffness of a contact that does not slip is kt = 8 G* a. This is kt over a. */
static inline double dcm_mindlin_stiffness_per_radius(double effective_shear) {
  return 8.0 * effective_shear;
}

#endif
