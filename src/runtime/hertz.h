/* SPDX-License-Identifier: MIT */
/** @file
 * The closed form of an elastic collision, and the time steps that follow from the closed form. */
#ifndef DCM_RUNTIME_HERTZ_H
#define DCM_RUNTIME_HERTZ_H

#include <math.h>

/** A head-on collision of two elastic bodies. */
typedef struct dcm_hertz_collision {
  double overlap;  /**< largest */
  double force;    /**< largest */
  double duration; /**< from touch to touch */
} dcm_hertz_collision;

/** K. L. Johnson, Contact Mechanics (1985), eq. 11.23-11.24:
 * xi_max = (15 M* v^2/(16 E* sqrt R*))^(2/5), F_max = (4/3) E* sqrt(R*) xi_max^(3/2), and
 * T = 2 xi_max/v times the integral of dx/sqrt(1 - x^(5/2)) from 0 to 1, which is
 * 4 sqrt(pi) Gamma(2/5)/(5 Gamma(9/10)) xi_max/v = 2.94328 xi_max/v.
 * @param speed of approach along the normal, > 0 */
static inline dcm_hertz_collision dcm_hertz_head_on(double effective_young, double effective_radius,
                                                    double effective_mass, double speed) {
  const double pi = 3.14159265358979323846;
  const double stiffness = effective_young * sqrt(effective_radius);
  dcm_hertz_collision result;
  result.overlap = pow(15.0 / 16.0 * effective_mass * speed * speed / stiffness, 0.4);
  result.force = 4.0 / 3.0 * stiffness * pow(result.overlap, 1.5);
  result.duration = 0.8 * sqrt(pi) * tgamma(0.4) / tgamma(0.9) * result.overlap / speed;
  return result;
}

/** Time that a Rayleigh wave takes along half the circumference of a sphere, the yardstick of
 * quasi-static assemblies: pi r sqrt(rho/G)/(0.1631 nu + 0.8766), with G = E/(2 (1 + nu)).
 * C. Thornton, C. W. Randall, in Micromechanics of Granular Materials (1988) 133-142. */
static inline double dcm_rayleigh_time(double radius, double density, double young,
                                       double poisson) {
  const double pi = 3.14159265358979323846;
  const double shear = young / (2.0 * (1.0 + poisson));
  return pi * radius * sqrt(density / shear) / (0.1631 * poisson + 0.8766);
}

/** A time step must not exceed these usual fractions of the two times. */
#define DCM_RAYLEIGH_FRACTION 0.2
#define DCM_HERTZ_FRACTION 0.05

/** The step that both criteria allow. */
static inline double dcm_recommended_time_step(double rayleigh_time, double hertz_duration) {
  return fmin(DCM_RAYLEIGH_FRACTION * rayleigh_time, DCM_HERTZ_FRACTION * hertz_duration);
}

#endif
