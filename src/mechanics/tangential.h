/* SPDX-License-Identifier: MIT */
/** @file
 * Tangential spring, damping and Coulomb's limit, in the two forms that every law offers.
 *
 * The displacement of 2 relative to 1 and the force on 1 have one direction. */
#ifndef DCM_MECHANICS_TANGENTIAL_H
#define DCM_MECHANICS_TANGENTIAL_H

#include "simd.h"
#include "vector.h"

/** Carries a vector of the old tangent plane over to the new one: drops its part along the new
 * normal and restores its length. */
static inline dcm_vector dcm_transport(dcm_vector u, dcm_vector normal) {
  const dcm_vector projected = dcm_tangential_part(u, normal);
  const double length_2 = dcm_dot(u, u);
  const double projected_2 = dcm_dot(projected, projected);
  /* Projected to nothing: the plane turned by a right angle, and no direction is left to restore.
   */
  return dcm_scale(projected_2 > 0.0 ? sqrt(length_2 / projected_2) : 0.0, projected);
}

/** The same along the bisector of dcm_contacts, which needs no root and keeps the length where that
 * is halfway between the normals. */
static inline dcm_vector dcm_carry(dcm_vector u, dcm_vector normal, dcm_vector bisector) {
  return dcm_subtract_scaled(u, dcm_dot(normal, u), bisector);
}

/** Turns a vector of the tangent plane about the normal by the mean rotation of the two bodies in a
 * step, theta = dt n.(w1 + w2)/2. To be carried over alone lets the plane turn with nobody: a state
 * that is to look the same to every observer must turn with the pair. For sin(theta/2) stands
 * t = theta/2, off by theta^3/24 a step, no more than 0.9. Then cos = 1 - 2 t^2 and
 * sin = 2 t sqrt(1 - t^2), where 1 - t^2/2 - t^4/4 stands for the root: never longer, and shorter
 * by t^6/2, which is below rounding for angles below 5e-3 and 8e-9 for 0.1. */
static inline dcm_vector dcm_spin_about_normal(dcm_vector u, dcm_vector normal,
                                               dcm_vector angular_velocity_1,
                                               dcm_vector angular_velocity_2, double dt) {
  const double half = 0.25 * dt * dcm_dot(normal, dcm_add(angular_velocity_1, angular_velocity_2));
  const double t = fabs(half) < 0.9 ? half : copysign(0.9, half);
  const double square = t * t;
  const double root = 1.0 - square * (0.5 + 0.25 * square);
  const dcm_vector turned = dcm_scale(1.0 - (square + square), u);
  return dcm_add_scaled(turned, (t + t) * root, dcm_cross(normal, u));
}

/** What friction goes with: |Fn| in form "sheet", where an attractive force supports friction too;
 * the repulsive force only in form "consistent". */
static inline double dcm_normal_load(double normal_force, int consistent) {
  if (consistent)
    return normal_force > 0.0 ? normal_force : 0.0;
  return fabs(normal_force);
}

/** Coulomb's limit of the tangential force. */
static inline double dcm_coulomb_limit(double friction, double normal_force, int consistent) {
  return friction * dcm_normal_load(normal_force, consistent);
}

/** How a spring of stiffness k is remembered: by its stretch u or by its force F = k u. Of what is
 * remembered, a path of unit length adds state_per_path, and each unit makes the force
 * force_per_state. The two differ once the stiffness changes from step to step. */
typedef struct dcm_spring {
  double state_per_path;
  double force_per_state;
} dcm_spring;

static inline dcm_spring dcm_spring_by_stretch(double stiffness) {
  return (dcm_spring){.state_per_path = 1.0, .force_per_state = stiffness};
}

static inline dcm_spring dcm_spring_by_force(double stiffness) {
  return (dcm_spring){.state_per_path = stiffness, .force_per_state = 1.0};
}

/** A tangential force, the state it leaves, and where the work of the step went. */
typedef struct dcm_tangential {
  dcm_vector force; /**< on 1 */
  dcm_vector state; /**< what the spring remembers, after the step */
  double stored;    /**< energy of the spring after the step */

  /* Of form "consistent". */
  int slips; /**< the slider moved */

  /** By damping; laws whose stiffness changes add what the spring lost by the change. */
  double dissipated_damping;
  double dissipated_sliding;
} dcm_tangential;

/** Energy of a spring, u.F/2. */
static inline double dcm_spring_energy(dcm_spring spring, dcm_vector state) {
  const double twice = spring.force_per_state * dcm_dot(state, state);
  return spring.state_per_path > 0.0 ? 0.5 * twice / spring.state_per_path : 0.0;
}

/** Form "sheet", as the authors of the sheets compute it. The spring alone is held against the
 * limit; damping is added while it sticks and dropped while it slips. The printed sheets keep the
 * damping inside the stored force, which makes the stiffness grow without limit as dt -> 0; here,
 * as in the authors' code, only the spring is stored.
 * @param state    of the spring, already carried to the present tangent plane
 * @param velocity tangential velocity of 2 relative to 1
 * @param limit    mu |Fn|
 * @param holds    the largest force of the spring with which it sticks: the limit, or see
 * dcm_sheet_holds */
DCM_SPECIALISED dcm_tangential dcm_tangential_sheet(dcm_vector state, dcm_vector velocity,
                                                    double dt, dcm_spring spring, double damping,
                                                    double limit, double holds) {
  const dcm_vector trial = dcm_add_scaled(state, spring.state_per_path * dt, velocity);
  const double pull = spring.force_per_state * dcm_length(trial);
  const int slips = pull > holds;
  /* A pull of nothing slips where nothing holds. */
  const double kept = slips ? limit / (pull + 1e-300) : 1.0;
  dcm_tangential result;
  result.state = dcm_scale(kept, trial);
  result.force = dcm_add_scaled(dcm_scale(spring.force_per_state, result.state),
                                slips ? 0.0 : damping, velocity);
  result.stored = dcm_spring_energy(spring, result.state);
  /* While slipping the spring takes up the share kept of the path that its trial state stands for;
   * the rest is slid at the limit, along the force. */
  const double path =
      spring.state_per_path > 0.0 ? dcm_dot(result.force, trial) / spring.state_per_path : 0.0;
  result.dissipated_sliding = (1.0 - kept) * path;
  result.dissipated_damping = slips ? 0.0 : damping * dt * dcm_dot(velocity, velocity);
  return result;
}

/** The largest force of a spring of form "sheet" with which it sticks. A spring that slid in the
 * step before is at the limit. Where a state is only looked at, with dt 0, it would be above it or
 * not, and damping dropped or not, by the last digit of the positions: on other ranks, or behind a
 * restart, another force. Digits of positions are some 1e-9 of the overlap where that is 1e-5 of a
 * radius and they count from a corner a hundred radii away; so what is as near to the limit as that
 * slides on, also where the limit is nothing. */
static inline double dcm_sheet_holds(double limit, double dt) {
  return dt > 0.0 ? limit : (1.0 - 1e-9) * limit - 1e-300;
}

/** Form "consistent": a spring and a damper side by side, in series with a slider, over one step of
 * backward Euler. Trial force F = k (u + v dt) + eta v = k u + (k dt + eta) v. Beyond the limit it
 * is scaled back along itself, to F_limit, and the spring and damper take up only what the force
 * that is left can drive: u' = u + v dt - dt (F - F_limit)/(k dt + eta)
 * = u + dt (F_limit - k u)/(k dt + eta). The slid path then has the direction of the force, damper
 * and slider dissipate whatever the input, and |F| never exceeds the limit.
 *
 * The step has two halves, dcm_tangential_try before the slider is looked at, and
 * dcm_tangential_slide. A contact of two springs that tries both before either slides has their
 * roots and divisions go on side by side: processors do not look far enough ahead to begin with the
 * second one while the first waits. */
typedef struct dcm_tangential_trial {
  dcm_vector state; /**< before the step */
  dcm_vector pull;  /**< k u */
  dcm_vector force; /**< F */
  double size;      /**< |F| */
} dcm_tangential_trial;

/** @param state      of the spring, already carried to the present tangent plane
 * @param velocity   tangential velocity of 2 relative to 1
 * @param resistance k dt + eta */
DCM_SPECIALISED dcm_tangential_trial dcm_tangential_try(dcm_vector state, dcm_vector velocity,
                                                        dcm_spring spring, double resistance) {
  const dcm_vector pull = dcm_scale(spring.force_per_state, state);
  const dcm_vector force = dcm_add_scaled(pull, resistance, velocity);
  return (dcm_tangential_trial){state, pull, force, dcm_length(force)};
}

/** @param uptake what a unit of force adds to the state: compliance times state_per_path
 * @param limit  mu max(0, repulsive normal force)
 * @return without energies */
DCM_SPECIALISED dcm_tangential dcm_tangential_slide(dcm_tangential_trial trial, double uptake,
                                                    double limit) {
  const int slips = trial.size > limit;
  const double kept = slips ? limit / trial.size : 1.0;
  dcm_tangential result = {.force = dcm_scale(kept, trial.force), .slips = slips};
  const dcm_vector driven = dcm_subtract(result.force, trial.pull);
  result.state = dcm_add_scaled(trial.state, uptake, driven);
  return result;
}

/** Adds them.
 * @param damping    eta
 * @param compliance dt over the resistance, or 0 */
DCM_SPECIALISED dcm_tangential dcm_tangential_ledger(dcm_tangential step,
                                                     dcm_tangential_trial trial, dcm_spring spring,
                                                     double damping, double compliance, double dt) {
  const dcm_vector path = dcm_scale(compliance, dcm_subtract(step.force, trial.pull));
  const dcm_vector slid = dcm_scale(compliance, dcm_subtract(trial.force, step.force));
  step.stored = dcm_spring_energy(spring, step.state);
  step.dissipated_sliding = dcm_dot(step.force, slid);
  step.dissipated_damping = dt > 0.0 ? damping * dcm_dot(path, path) / dt : 0.0;
  return step;
}

/** All of it, of a spring alone. */
DCM_SPECIALISED dcm_tangential dcm_tangential_consistent(dcm_vector state, dcm_vector velocity,
                                                         double dt, dcm_spring spring,
                                                         double damping, double limit) {
  const double resistance = spring.state_per_path * spring.force_per_state * dt + damping;
  const double compliance = resistance > 0.0 ? dt / resistance : 0.0;
  const dcm_tangential_trial trial = dcm_tangential_try(state, velocity, spring, resistance);
  const dcm_tangential step =
      dcm_tangential_slide(trial, spring.state_per_path * compliance, limit);
  return dcm_tangential_ledger(step, trial, spring, damping, compliance, dt);
}

#endif
