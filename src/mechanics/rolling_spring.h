/* SPDX-License-Identifier: MIT */
/** @file
 * Rolling and twisting resistance with a spring, so that what rests stays: the elastic-plastic
 * spring and dashpot of J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technology 206 (2011)
 * 269-282, section 2.3 (model C), in the form of S. Luding, Granular Matter 10 (2008) 235-246: as
 * sliding friction, with the path that the surfaces roll over each other instead of that which they
 * slide. */
#ifndef DCM_MECHANICS_ROLLING_SPRING_H
#define DCM_MECHANICS_ROLLING_SPRING_H

#include "contact.h"
#include "simd.h"
#include "tangential.h"
#include "vector.h"

/** State at the end of the step before: angles of body 1 relative to 2. */
typedef struct dcm_rolling_state {
  dcm_vector rolled; /**< about axes in the tangent plane */
  double twisted;    /**< about the normal; the same seen from either side */
} dcm_rolling_state;

/** The present contact. The springs are those of angles: a stiffness of paths times R*^2. */
typedef struct dcm_rolling_law {
  double stiffness;  /**< of both springs */
  double damping;    /**< likewise */
  double roll_limit; /**< largest couples */
  double twist_limit;
} dcm_rolling_law;

typedef struct dcm_rolling_answer {
  dcm_couples couples;
  dcm_rolling_state state;
} dcm_rolling_answer;

/** One step of both springs. Each is a spring and a damper side by side, in series with a slider,
 * by dcm_tangential_consistent; an angle of 1 relative to 2 makes a couple on 1 against it. */
DCM_SPECIALISED dcm_rolling_answer dcm_rolling_with_springs(dcm_contact contact,
                                                            dcm_rolling_state old,
                                                            dcm_rolling_law law) {
  const dcm_spring spring = dcm_spring_by_stretch(law.stiffness);
  const dcm_vector spin = dcm_subtract(contact.spin_1, contact.spin_2);
  const double twist = dcm_dot(spin, contact.normal);
  const dcm_vector carried = dcm_carried(contact, old.rolled, 1);
  const dcm_tangential roll =
      dcm_tangential_consistent(carried, dcm_tangential_part(spin, contact.normal), contact.dt,
                                spring, law.damping, law.roll_limit);
  const dcm_tangential turn =
      dcm_tangential_consistent((dcm_vector){old.twisted, 0.0, 0.0}, (dcm_vector){twist, 0.0, 0.0},
                                contact.dt, spring, law.damping, law.twist_limit);
  dcm_rolling_answer answer = {
      .couples = {.exist = 1, .on_2 = dcm_add_scaled(roll.force, turn.force.x, contact.normal)},
      .state = {.rolled = roll.state, .twisted = turn.state.x},
  };
  answer.couples.on_1 = dcm_scale(-1.0, answer.couples.on_2);
  answer.couples.stored = roll.stored + turn.stored;
  answer.couples.growth =
      answer.couples.stored -
      0.5 * law.stiffness * (dcm_dot(old.rolled, old.rolled) + old.twisted * old.twisted);
  return answer;
}

#endif
