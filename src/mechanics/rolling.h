/* SPDX-License-Identifier: MIT */
/** @file
 * Rolling and twisting resistance with a spring, so that grains at rest stay at rest: the
 * elastic-plastic spring and dashpot of J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder
 * Technology 206 (2011) 269-282, section 2.3 (model C), in the form of S. Luding, Granular Matter
 * 10 (2008) 235-246. The form is that of sliding friction. The path by which the surfaces roll over
 * each other takes the place of the slid path. The last function is rolling friction of constant
 * torque, which has no spring. */
#ifndef DCM_MECHANICS_ROLLING_H
#define DCM_MECHANICS_ROLLING_H

#include <dcm/dcm.h>

#include "contact.h"
#include "numeric/simd.h"
#include "numeric/vector.h"
#include "tangential.h"

/** Both springs, for the paths by which the surfaces roll over each other. Springs for angles are
 * R*^2 times as stiff. The stiffness of a contact is constant, so that the energy of a spring
 * follows from its couple. */
typedef struct dcm_rolling_springs {
  double stiffness; /**< k_r */
  double impedance; /**< sqrt(k M*) of the tangential spring, for the damper */
  double rolling;   /**< mu_r */
  double twisting;  /**< mu_t */
} dcm_rolling_springs;

/** Results of the first half of a step for the second half, see tangential.h. */
typedef struct dcm_rolling_trial {
  dcm_tangential_trial rolling;
  double stiffness, resistance; /**< of angles */
  double uptake;                /**< change of the state by a couple of size one */
  dcm_vector old;               /**< couple of the step before */
  double twisting, rate;        /**< couple of the step before, and angular velocity */
} dcm_rolling_trial;

/** The first half of a step. Each spring has a damper beside it, and a slider in series. The
 * springs push on 2 against the angle of 1 relative to 2. The rolling spring has an axis in the
 * tangent plane, the twisting spring the normal; the twisting couple looks the same from either
 * side. Reads the state of entry k, the two couples.
 * @param twists a constant; 0: only the spring of rolling
 * @param at     component at which the rolling couple begins; the twisting couple follows it */
DCM_SPECIALISED dcm_rolling_trial dcm_rolling_try(dcm_rolling_springs springs, dcm_contact c,
                                                  int twists, const dcm_response *response,
                                                  uint32_t at, uint32_t k) {
  const double *const *before = response->history_in + at;
  const double square_of_radius = c.effective_radius * c.effective_radius;
  const double stiffness = square_of_radius * springs.stiffness;
  /* Critical damping for a mass M* at R* on the tangential spring: the grains come to rest. In Ai's
   * formula C_r = 2 eta_r sqrt(I_r k_r), with the stiffness of the tangential spring and moments of
   * inertia about the contact point, this is eta_r = 0.42 for two equal spheres and 0.85 for a
   * sphere at a wall. The coefficient is for paths, as the stiffness is. The uptake is the same for
   * paths and for angles. */
  const double damping = 2.0 * springs.impedance;
  const double by_spring = springs.stiffness * c.dt, sum = by_spring + damping;
  const double resistance = square_of_radius * sum;
  const dcm_vector old = dcm_load(before, k);
  const dcm_vector spin = dcm_subtract(c.spin_1, c.spin_2);
  const double rate = dcm_dot(spin, c.normal);
  return (dcm_rolling_trial){
      .rolling = dcm_tangential_try(dcm_turned(c, old), dcm_subtract_scaled(spin, rate, c.normal),
                                    dcm_spring_by_force(stiffness), resistance),
      .stiffness = stiffness,
      .resistance = resistance,
      .uptake = sum > 0.0 ? by_spring / sum : 0.0,
      .old = old,
      .twisting = twists ? before[3][k] : 0.0,
      .rate = rate,
  };
}

/** The second half; writes the state.
 * @param load that limits the couples, not below zero */
DCM_SPECIALISED dcm_couples dcm_rolling_slide(dcm_rolling_trial t, dcm_rolling_springs springs,
                                              dcm_contact c, double load, int twists,
                                              const dcm_response *response, uint32_t at,
                                              uint32_t k) {
  double *const *after = response->history_out + at;
  const double arm = c.effective_radius * load;
  const dcm_tangential roll =
      dcm_tangential_slide(t.rolling, t.uptake, dcm_coulomb_one(springs.rolling * arm));
  dcm_store(after, k, roll.state);
  dcm_couples couples = {.exist = 1, .on_2 = roll.force};
  double square = dcm_dot(roll.state, roll.state), old_square = dcm_dot(t.old, t.old);
  if (twists) {
    /* Twisting has one axis, and so its slider needs no root. */
    const double held = t.twisting, limit = springs.twisting * arm;
    const double trial = held + t.resistance * t.rate;
    const double below = trial < limit ? trial : limit;
    const double couple = below > -limit ? below : -limit;
    const double twisting = held + t.uptake * (couple - held);
    after[3][k] = twisting;
    couples.on_2 = dcm_add_scaled(roll.force, couple, c.normal);
    square += twisting * twisting;
    old_square += held * held;
  }
  couples.on_1 = dcm_scale(-1.0, couples.on_2);
  const double per_square = t.stiffness > 0.0 ? 0.5 / t.stiffness : 0.0;
  couples.stored = per_square * square;
  couples.growth = couples.stored - per_square * old_square;
  return couples;
}

/** Both halves. */
DCM_SPECIALISED dcm_couples dcm_rolling_with_springs(dcm_rolling_springs springs, dcm_contact c,
                                                     double load, int twists,
                                                     const dcm_response *response, uint32_t at,
                                                     uint32_t k) {
  return dcm_rolling_slide(dcm_rolling_try(springs, c, twists, response, at, k), springs, c, load,
                           twists, response, at, k);
}

/* --- Rolling friction of constant torque. */

/** Form "sheet": the couple -mu_r |Fe| r_i w_i/|w_i| on each body against its own spin; none
 * without spin. The sum of the couples on 1 and 2 is not zero, so angular momentum is not
 * conserved.
 * @param radius 0 at a wall, which takes no couple */
DCM_SPECIALISED dcm_vector dcm_rolling_own_spin(double friction, double elastic_force,
                                                double radius, dcm_vector angular_velocity) {
  const double spin = dcm_length(angular_velocity);
  const double torque = friction * fabs(elastic_force) * radius;
  return dcm_scale(spin > 0.0 ? -torque / spin : 0.0, angular_velocity);
}

/** Rolling friction in the form of the law; none if rolls is 0.
 *
 * Form "consistent": a couple on 1, its opposite on 2, against the relative spin about axes in the
 * tangent plane, w = (w1 - w2)_t: the directional constant torque model of J. Ai, J.-F. Chen,
 * J. M. Rotter, J. Y. Ooi, Powder Technology 206 (2011) 269-282, section 2.1 (model A), with R* as
 * the rolling radius. The couple depends only on the relative motion of the two bodies.
 *
 * A couple of constant size cannot bring a body to rest: the body jitters. So near rest the smaller
 * viscous couple R*^2 sqrt(kn M*) w acts instead. The relative spin then decays within about the
 * period sqrt(M* / kn) of the contact, and every usable time step resolves this period.
 * @param elastic_force normal force without damping: elastic, less adhesion
 * @param impedance     sqrt(kn M*), for the consistent form */
DCM_SPECIALISED dcm_couples dcm_rolling(dcm_contact c, double friction, double elastic_force,
                                        double impedance, int rolls, int consistent) {
  dcm_couples couples = {.exist = rolls};
  if (!rolls)
    return couples;
  if (!consistent) {
    couples.on_1 = dcm_rolling_own_spin(friction, elastic_force, c.radius_1, c.spin_1);
    couples.on_2 =
        dcm_rolling_own_spin(friction, elastic_force, c.is_at_wall ? 0.0 : c.radius_2, c.spin_2);
    return couples;
  }
  const dcm_vector spin = dcm_tangential_part(dcm_subtract(c.spin_1, c.spin_2), c.normal);
  const double rate = dcm_length(spin);
  const double limit = friction * fabs(elastic_force) * c.effective_radius;
  const double viscous = c.effective_radius * c.effective_radius * impedance;
  const double slope = viscous * rate > limit ? limit / rate : viscous;
  /* Without rolling friction the limit is zero, and there is no viscous couple either. */
  couples.on_1 = dcm_scale(friction > 0.0 ? -slope : 0.0, spin);
  couples.on_2 = dcm_scale(-1.0, couples.on_1);
  return couples;
}

#endif
