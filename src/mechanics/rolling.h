/* SPDX-License-Identifier: MIT */
/** @file
 * Rolling friction of constant torque. */
#ifndef DCM_MECHANICS_ROLLING_H
#define DCM_MECHANICS_ROLLING_H

#include "contact.h"
#include "numeric/simd.h"
#include "numeric/vector.h"

/** Form "sheet": the couple -mu_r |Fe| r_i w_i/|w_i| on each body against its own spin; none
 * without spin. The sum of the couples on 1 and 2 is not zero, so angular momentum is not
 * conserved. */
DCM_SPECIALISED dcm_vector dcm_rolling_own_spin(double friction, double elastic_force,
                                                double radius, dcm_vector angular_velocity) {
  const double spin = dcm_length(angular_velocity);
  const double torque = friction * fabs(elastic_force) * radius;
  return dcm_scale(spin > 0.0 ? -torque / spin : 0.0, angular_velocity);
}

/** Form "consistent": a couple on 1, its opposite on 2, against the relative spin about axes in the
 * tangent plane, w = (w1 - w2)_t: the directional constant torque model of J. Ai, J.-F. Chen,
 * J. M. Rotter, J. Y. Ooi, Powder Technology 206 (2011) 269-282, section 2.1 (model A), with R* as
 * the rolling radius. The couple depends only on the relative motion of the two bodies.
 *
 * A couple of constant size cannot bring a body to rest: the body jitters. So near rest the smaller
 * viscous couple R*^2 sqrt(kn M*) w acts instead. The relative spin then decays within about the
 * period sqrt(M* / kn) of the contact, and every usable time step resolves this period. */
DCM_SPECIALISED dcm_vector dcm_rolling_relative(double friction, double elastic_force,
                                                double effective_radius, double impedance,
                                                dcm_vector normal, dcm_vector angular_velocity_1,
                                                dcm_vector angular_velocity_2) {
  const dcm_vector spin =
      dcm_tangential_part(dcm_subtract(angular_velocity_1, angular_velocity_2), normal);
  const double rate = dcm_length(spin);
  const double limit = friction * fabs(elastic_force) * effective_radius;
  const double viscous = effective_radius * effective_radius * impedance;
  const double slope = viscous * rate > limit ? limit / rate : viscous;
  /* Without rolling friction the limit is zero, and there is no viscous couple either. */
  return dcm_scale(friction > 0.0 ? -slope : 0.0, spin);
}

/** Rolling friction in the form of the law; none if rolls is 0.
 * @param elastic_force normal force without damping: elastic, less adhesion
 * @param impedance     sqrt(kn M*), for the consistent form */
DCM_SPECIALISED dcm_couples dcm_rolling(dcm_contact contact, double friction, double elastic_force,
                                        double impedance, int rolls, int consistent) {
  dcm_couples couples = {.exist = rolls};
  if (!rolls)
    return couples;
  if (consistent) {
    couples.on_1 = dcm_rolling_relative(friction, elastic_force, contact.effective_radius,
                                        impedance, contact.normal, contact.spin_1, contact.spin_2);
    couples.on_2 = dcm_scale(-1.0, couples.on_1);
  } else {
    couples.on_1 = dcm_rolling_own_spin(friction, elastic_force, contact.radius_1, contact.spin_1);
    /* A wall has no radius and takes no couple. */
    couples.on_2 = dcm_rolling_own_spin(
        friction, elastic_force, contact.is_at_wall ? 0.0 : contact.radius_2, contact.spin_2);
  }
  return couples;
}

#endif
