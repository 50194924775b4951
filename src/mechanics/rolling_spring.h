/* SPDX-License-Identifier: MIT */
/** @file
 * Rolling and twisting resistance with a spring, so that what rests stays: the elastic-plastic
 * spring and dashpot of J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technology 206 (2011)
 * 269-282, section 2.3 (model C), in the form of S. Luding, Granular Matter 10 (2008) 235-246: as
 * sliding friction, with the path that the surfaces roll over each other instead of that which they
 * slide. */
#ifndef DCM_MECHANICS_ROLLING_SPRING_H
#define DCM_MECHANICS_ROLLING_SPRING_H

#include "area_spring.h"
#include "contact.h"
#include "simd.h"
#include "tangential.h"
#include "vector.h"

/** What the springs push with, on 2: against the angle of 1 relative to 2. */
typedef struct dcm_rolling_state {
  dcm_vector rolling; /**< about axes in the tangent plane */
  double twisting;    /**< about the normal; the same seen from either side */
} dcm_rolling_state;

static inline double dcm_rolling_square(dcm_rolling_state state) {
  return dcm_dot(state.rolling, state.rolling) + state.twisting * state.twisting;
}

/** The present contact. The springs are those of angles: a stiffness of paths times R*^2. */
typedef struct dcm_rolling_law {
  double stiffness; /**< of both springs */
  double damping;   /**< likewise */
  double roll_limit;
  double twist_limit; /**< largest couples */
} dcm_rolling_law;

typedef struct dcm_rolling_answer {
  dcm_couples couples; /**< but for the energies */
  dcm_rolling_state state;
  int slid; /**< the slider of rolling moved */
} dcm_rolling_answer;

/** The damper of both: critical for a mass M* at R*, which brings to rest what the springs hold.
 * With Ai's moments of inertia, about the contact point, it is eta_r = 0.42 for two equal spheres
 * and 0.85 for a sphere at a wall, of their C_r = 2 eta_r sqrt(I_r k_r).
 * @param impedance sqrt(k M*), k the stiffness of paths */
static inline double dcm_rolling_damping(double effective_radius, double impedance) {
  return 2.0 * effective_radius * effective_radius * impedance;
}

/** One step of both springs, each a spring and a damper side by side, in series with a slider.
 * @param held       what the contact still holds, carried to the present tangent plane
 * @param compliance dt/(k dt + eta), or 0
 * @param twists     a constant; 0: there is none but the spring of rolling */
DCM_SPECIALISED dcm_rolling_answer dcm_rolling_with_springs(dcm_contact contact,
                                                            dcm_rolling_state held,
                                                            dcm_rolling_law law, double compliance,
                                                            int twists) {
  const double resistance = law.stiffness * contact.dt + law.damping;
  const dcm_vector spin = dcm_subtract(contact.spin_1, contact.spin_2);
  const double rate = dcm_dot(spin, contact.normal);
  const dcm_tangential roll = dcm_tangential_resisting(
      held.rolling, dcm_subtract_scaled(spin, rate, contact.normal), contact.dt,
      dcm_spring_by_force(law.stiffness), law.damping, resistance, compliance, law.roll_limit);
  dcm_rolling_answer answer = {
      .couples = {.exist = 1, .on_1 = dcm_scale(-1.0, roll.force), .on_2 = roll.force},
      .state = {.rolling = roll.state},
      .slid = roll.slips & (law.roll_limit > 0.0),
  };
  if (!twists)
    return answer;
  /* The same along the normal, where a slider needs no root. */
  const double trial = held.twisting + resistance * rate;
  const double below = trial < law.twist_limit ? trial : law.twist_limit;
  const double couple = below > -law.twist_limit ? below : -law.twist_limit;
  answer.state.twisting = held.twisting + law.stiffness * compliance * (couple - held.twisting);
  answer.couples.on_2 = dcm_add_scaled(roll.force, couple, contact.normal);
  answer.couples.on_1 = dcm_scale(-1.0, answer.couples.on_2);
  return answer;
}

/** The same where the stiffness does not change, with the energies.
 * @param old of the step before */
DCM_SPECIALISED dcm_rolling_answer dcm_rolling_with_constant_springs(dcm_contact contact,
                                                                     dcm_rolling_state old,
                                                                     dcm_rolling_law law) {
  const double resistance = law.stiffness * contact.dt + law.damping;
  const dcm_rolling_state held = {dcm_turned(contact, old.rolling), old.twisting};
  dcm_rolling_answer answer = dcm_rolling_with_springs(
      contact, held, law, resistance > 0.0 ? contact.dt / resistance : 0.0, 1);
  const double per_square = law.stiffness > 0.0 ? 0.5 / law.stiffness : 0.0;
  answer.couples.stored = per_square * dcm_rolling_square(answer.state);
  answer.couples.growth = answer.couples.stored - per_square * dcm_rolling_square(old);
  return answer;
}

/** The same of a bundle, whose stiffness is proportional to the contact radius, see area_spring.h:
 * the two springs are one, of three directions, and its energy is kept.
 * @param energy of the step before */
DCM_SPECIALISED dcm_rolling_answer dcm_rolling_with_area_springs(dcm_contact contact,
                                                                 dcm_rolling_state old,
                                                                 double energy, dcm_rolling_law law,
                                                                 int twists) {
  const dcm_vector turned = dcm_turned(contact, old.rolling);
  /* As in dcm_area_spring, of what was before. */
  const double square =
      dcm_dot(old.rolling, old.rolling) + (twists ? old.twisting * old.twisting : 0.0);
  const dcm_bundle bundle = dcm_bundle_held(square, energy, law.stiffness);
  const dcm_rolling_state held = {dcm_scale(bundle.share, turned), bundle.share * old.twisting};
  dcm_rolling_answer answer = dcm_rolling_with_springs(
      contact, held, law, contact.dt * dcm_area_inverse(law.stiffness * contact.dt + law.damping),
      twists);
  answer.couples.stored =
      dcm_bundle_energy(bundle, dcm_rolling_square(answer.state), answer.slid, law.stiffness);
  answer.couples.growth = answer.couples.stored - energy;
  return answer;
}

#endif
