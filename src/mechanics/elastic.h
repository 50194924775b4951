/* SPDX-License-Identifier: MIT */
/** @file
 * Equivalent moduli of two materials, the stiffnesses of a Hertzian contact, and the time steps
 * that follow from its collision.
 *
 * K. L. Johnson, Contact Mechanics (1985), eq. 4.21-4.24 (normal) and section 7.2 (tangential). */
#ifndef DCM_MECHANICS_ELASTIC_H
#define DCM_MECHANICS_ELASTIC_H

#include <math.h>

#include "numeric/vector.h"

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

/* --- The closed form of an elastic collision, and the time steps that follow from the closed form.
 */

/** A head-on collision of two elastic bodies. */
typedef struct dcm_hertz_collision {
  double overlap;  /**< largest */
  double force;    /**< largest */
  double duration; /**< from touch to touch */
} dcm_hertz_collision;

/** K. L. Johnson, Contact Mechanics (1985), eq. 11.23-11.24:
 * xi_max = (15 M* v^2/(16 E* sqrt R*))^(2/5), F_max = (4/3) E* sqrt(R*) xi_max^(3/2), and
 * T = 2 xi_max/v times the integral of dx/sqrt(1 - x^(5/2)) from 0 to 1, which is
 * 4 sqrt(DCM_PI) Gamma(2/5)/(5 Gamma(9/10)) xi_max/v = 2.94328 xi_max/v.
 * @param speed of approach along the normal, > 0 */
static inline dcm_hertz_collision dcm_hertz_head_on(double effective_young, double effective_radius,
                                                    double effective_mass, double speed) {
  const double stiffness = effective_young * sqrt(effective_radius);
  dcm_hertz_collision result;
  result.overlap = pow(15.0 / 16.0 * effective_mass * speed * speed / stiffness, 0.4);
  result.force = 4.0 / 3.0 * stiffness * pow(result.overlap, 1.5);
  result.duration = 0.8 * sqrt(DCM_PI) * tgamma(0.4) / tgamma(0.9) * result.overlap / speed;
  return result;
}

/** Time that a Rayleigh wave takes along half the circumference of a sphere, the yardstick of
 * quasi-static assemblies: pi r sqrt(rho/G)/(0.1631 nu + 0.8766), with G = E/(2 (1 + nu)).
 * C. Thornton, C. W. Randall, in Micromechanics of Granular Materials (1988) 133-142. */
static inline double dcm_rayleigh_time(double radius, double density, double young,
                                       double poisson) {
  const double shear = young / (2.0 * (1.0 + poisson));
  return DCM_PI * radius * sqrt(density / shear) / (0.1631 * poisson + 0.8766);
}

/** A time step must not exceed these usual fractions of the two times. */
#define DCM_RAYLEIGH_FRACTION 0.2
#define DCM_HERTZ_FRACTION 0.05

/** The step that both criteria allow. */
static inline double dcm_recommended_time_step(double rayleigh_time, double hertz_duration) {
  return fmin(DCM_RAYLEIGH_FRACTION * rayleigh_time, DCM_HERTZ_FRACTION * hertz_duration);
}

#endif
