/* SPDX-License-Identifier: MIT */
/** @file
 * Tangential spring, damping and Coulomb's limit, in the two forms that every law offers. The
 * displacement of 2 relative to 1 and the force on 1 have one direction.
 *
 * The order of a step. First the state is carried to the present tangent plane: dcm_transport in
 * form sheet, dcm_turned of contact.h in form consistent. Form sheet then needs one call,
 * dcm_tangential_sheet. Form consistent has two halves:
 *
 *   try    the force of spring and damper as if nothing slid, with its size (a root)
 *   slide  the force held to the limit, and the new state (a division)
 *
 * - a spring of constant stiffness: dcm_tangential_try, dcm_tangential_slide; both halves and the
 *   energies are dcm_tangential_consistent
 * - a bundle (mindlin.h), which calls these two: dcm_area_try, dcm_area_slide
 * - a bundle with its state in the history (mindlin.h): dcm_mindlin_try, dcm_mindlin_slide; both
 *   halves are dcm_mindlin_consistent
 * - rolling and twisting with their state (rolling.h): dcm_rolling_try, dcm_rolling_slide;
 *   both halves are dcm_rolling_with_springs
 *
 * Surfaces at rest may hold more than surfaces that slide bear: dcm_coulomb has both limits.
 *
 * A contact with two springs tries both before either slides, so that their roots and divisions run
 * side by side: a processor does not look far enough ahead to begin the second spring while the
 * first one waits. dcm_tangential_ledger adds the energies of a step after both halves. */
#ifndef DCM_MECHANICS_TANGENTIAL_H
#define DCM_MECHANICS_TANGENTIAL_H

#include <dcm/dcm.h>

#include "numeric/simd.h"
#include "numeric/vector.h"

/** Carries a vector of the old tangent plane over to the new one: drops its part along the new
 * normal and restores its length. */
static inline dcm_vector dcm_transport(dcm_vector u, dcm_vector normal) {
  const dcm_vector projected = dcm_tangential_part(u, normal);
  const double length_2 = dcm_dot(u, u);
  const double projected_2 = dcm_dot(projected, projected);
  /* The projection is 0 if the plane turned by a right angle. No direction is left then. */
  return dcm_scale(projected_2 > 0.0 ? sqrt(length_2 / projected_2) : 0.0, projected);
}

/** Carries a vector over along the bisector of dcm_contacts. This needs no root. The length stays
 * where the bisector is halfway between the normals. */
static inline dcm_vector dcm_carry(dcm_vector u, dcm_vector normal, dcm_vector bisector) {
  return dcm_subtract_scaled(u, dcm_dot(normal, u), bisector);
}

/** Turns a vector of the tangent plane about the normal by the mean rotation of the two bodies in a
 * step, theta = dt n.(w1 + w2)/2. A vector that is only carried over does not turn with the pair,
 * but a state must turn with the pair to look the same to every observer.
 *
 * t = theta/2, at most 0.9 in size, stands for sin(theta/2): the angle is off by theta^3/24 a step.
 * Then cos = 1 - 2 t^2 and sin = 2 t sqrt(1 - t^2), and 1 - t^2/2 - t^4/4 stands for the root. The
 * vector never becomes longer. It becomes shorter by t^6/2, which is below rounding for angles
 * below 5e-3 and 8e-9 for an angle of 0.1. */
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

/** The load that limits friction. In form "sheet" it is |Fn|, so that an attractive force supports
 * friction, too. In form "consistent" it is the repulsive force alone. */
static inline double dcm_normal_load(double normal_force, int consistent) {
  if (consistent)
    return normal_force > 0.0 ? normal_force : 0.0;
  return fabs(normal_force);
}

/** Coulomb's limit of the tangential force. */
static inline double dcm_coulomb_limit(double friction, double normal_force, int consistent) {
  return friction * dcm_normal_load(normal_force, consistent);
}

/** Coulomb's limits in one step. They differ in laws with the parameter friction_static, by the
 * rule of S. Luding, Granular Matter 10 (2008) 235-246. Surfaces at rest hold up to mu_s times the
 * load. A larger trial force makes them slide, and friction then is mu times the load, until the
 * trial force is not above this. The trial force exceeds mu times the load as long as the slid path
 * grows, so that the slide ends where its velocity does. */
typedef struct dcm_coulomb {
  double limit; /**< the force of surfaces that slide */
  double holds; /**< the largest force that makes no slide */
} dcm_coulomb;

/** One limit for rest and for sliding. */
static inline dcm_coulomb dcm_coulomb_one(double limit) {
  return (dcm_coulomb){limit, limit};
}

/** Friction of a pair of materials. */
typedef struct dcm_friction {
  double sliding; /**< mu */
  double resting; /**< mu_s */
  /** Component of the state that is 1 where the surfaces slid in the step before, else 0. */
  uint32_t slides;
  /** 0: mu_s is mu for all pairs and the state has no such component. The component "slides" is
   * then another one that the law keeps, whose value makes no difference. */
  uint32_t kept;

  const double *slid; /**< [contact] the component before the step, see dcm_friction_begin */
  double *slides_now; /**< and after the step */
} dcm_friction;

/** Finds the rows of the component, before the loop over the contacts: within the loop a choice
 * would keep the loop from vectorising. Without such a state the numbers go where the normal force
 * is written afterwards. */
static inline void dcm_friction_begin(dcm_friction *f, const dcm_response *response) {
  f->slid = response->history_in[f->slides];
  f->slides_now = f->kept ? response->history_out[f->slides] : response->normal_force;
}

/** @param load that limits friction, not below zero */
DCM_SPECIALISED dcm_coulomb dcm_coulomb_of(dcm_friction f, double load, uint32_t k) {
  return (dcm_coulomb){f.sliding * load, (f.slid[k] > 0.5 ? f.sliding : f.resting) * load};
}

/** Writes whether the surfaces slide. */
DCM_SPECIALISED void dcm_slides_store(dcm_friction f, double dt, int slips, uint32_t k) {
  const double slid = f.slid[k], slides = slips ? 1.0 : 0.0;
  f.slides_now[k] = dt > 0.0 ? slides : slid;
}

/** The state of a spring of stiffness k is its stretch u or its force F = k u. The two states lead
 * to different forces once the stiffness changes from step to step. */
typedef struct dcm_spring {
  double state_per_path;  /**< by how much a path of unit length changes the state */
  double force_per_state; /**< the force of a state of size one */
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
  dcm_vector state; /**< of the spring, after the step */
  double stored;    /**< energy of the spring after the step */

  int slips; /**< the slider moved; of form "consistent" */

  /** Energy that damping takes. A law whose stiffness changes adds the energy that the spring lost
   * by the change.
   */
  double dissipated_damping;
  double dissipated_sliding;
  dcm_vector damper; /**< the part of the force that is not the spring's; 0 without a spring, where
                          surfaces slide */
} dcm_tangential;

/** Energy of a spring, u.F/2. */
static inline double dcm_spring_energy(dcm_spring spring, dcm_vector state) {
  const double twice = spring.force_per_state * dcm_dot(state, state);
  return spring.state_per_path > 0.0 ? 0.5 * twice / spring.state_per_path : 0.0;
}

/** Adds the work of a step in which surfaces slide. The spring in series pulls by its mean force of
 * the step. With the energy that is stored after each step this is the trapezoid rule, by which
 * velocity Verlet does its work. A spring that relaxes against its damper, with no friction left to
 * hold it, can push the surfaces along: this work is what its damper dissipates less.
 * @param step with its force, and what damping takes
 * @param gain of the force of the spring in the step
 * @param slid path */
DCM_SPECIALISED void dcm_report_sliding(dcm_tangential *step, dcm_vector gain, dcm_vector slid) {
  const double work = dcm_dot(dcm_subtract_scaled(step->force, 0.5, gain), slid);
  const double damped = step->dissipated_damping + work;
  step->dissipated_sliding = work > 0.0 ? work : 0.0;
  const double left = damped > 0.0 ? damped : 0.0;
  step->dissipated_damping = work > 0.0 ? step->dissipated_damping : left;
}

/** Form "sheet", as the authors of the sheets compute it. The limit holds for the spring alone. The
 * damper acts while the spring sticks, and not while the spring slips. In the printed sheets the
 * stored force contains the damping, and the stiffness then grows without limit as dt -> 0. Here,
 * as in the authors' code, only the spring is stored.
 * @param state    of the spring, already carried to the present tangent plane
 * @param velocity tangential velocity of 2 relative to 1
 * @param limit    mu |Fn|
 * @param holds    the largest force with which the spring sticks: the limit, or dcm_sheet_holds */
DCM_SPECIALISED dcm_tangential dcm_tangential_sheet(dcm_vector state, dcm_vector velocity,
                                                    double dt, dcm_spring spring, double damping,
                                                    double limit, double holds) {
  const dcm_vector trial = dcm_add_scaled(state, spring.state_per_path * dt, velocity);
  const double pull = spring.force_per_state * dcm_length(trial);
  const int slips = pull > holds;
  /* Where the limit is 0 a pull of 0 slips, too: no division by 0. */
  const double kept = slips ? limit / (pull + 1e-300) : 1.0;
  dcm_tangential result;
  result.state = dcm_scale(kept, trial);
  result.force = dcm_add_scaled(dcm_scale(spring.force_per_state, result.state),
                                slips ? 0.0 : damping, velocity);
  result.stored = dcm_spring_energy(spring, result.state);
  /* The trial state stands for a path. A spring that slips takes up the share kept of this path,
   * and the surfaces slide the rest, at the limit and along the force. */
  const double slid = spring.state_per_path > 0.0 ? (1.0 - kept) / spring.state_per_path : 0.0;
  const dcm_vector gain = dcm_scale(spring.force_per_state, dcm_subtract(result.state, state));
  result.dissipated_damping = slips ? 0.0 : damping * dt * dcm_dot(velocity, velocity);
  result.damper = dcm_scale(slips ? 0.0 : damping, velocity);
  dcm_report_sliding(&result, gain, dcm_scale(slid, trial));
  return result;
}

/** The largest force with which a spring of form "sheet" sticks.
 *
 * A spring that slid in the step before is at the limit. In an evaluation with dt 0 the last digit
 * of the positions would then decide whether the spring slips and the damper acts, and the force
 * would be another one on other ranks or after a restart. One digit of a position is some 1e-9 of
 * the overlap, if the overlap is 1e-5 of a radius and positions count from a corner a hundred radii
 * away. So a spring within 1e-9 of the limit slips, also where the limit is 0. */
static inline double dcm_sheet_holds(double limit, double dt) {
  return dt > 0.0 ? limit : (1.0 - 1e-9) * limit - 1e-300;
}

/** Form "consistent": a spring and a damper side by side, in series with a slider, over one step of
 * backward Euler. The trial force is F = k (u + v dt) + eta v = k u + (k dt + eta) v. Beyond the
 * limit F is scaled back along itself, to F_limit. Spring and damper then take up only the path
 * that F_limit can drive: u' = u + v dt - dt (F - F_limit)/(k dt + eta) = u + dt (F_limit - k u)/(k
 * dt + eta). So the slid path has the direction of the force, damper and slider dissipate for every
 * input, and the force never exceeds the limit. Where a slide begins, the spring gives up what it
 * held beyond F_limit along the slid path, so that the drop is dissipated, too. */
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

/** @param uptake change of the state by a force of size one: compliance times state_per_path
 * @return without energies */
DCM_SPECIALISED dcm_tangential dcm_tangential_slide(dcm_tangential_trial trial, double uptake,
                                                    dcm_coulomb coulomb) {
  const int slips = trial.size > coulomb.holds;
  const double kept = slips ? coulomb.limit / trial.size : 1.0;
  dcm_tangential result = {.force = dcm_scale(kept, trial.force), .slips = slips};
  const dcm_vector driven = dcm_subtract(result.force, trial.pull);
  result.state = dcm_add_scaled(trial.state, uptake, driven);
  return result;
}

/** Adds the energies to a step.
 * @param damping    eta
 * @param compliance dt over the resistance, or 0 */
DCM_SPECIALISED dcm_tangential dcm_tangential_ledger(dcm_tangential step,
                                                     dcm_tangential_trial trial, dcm_spring spring,
                                                     double damping, double compliance, double dt) {
  const dcm_vector path = dcm_scale(compliance, dcm_subtract(step.force, trial.pull));
  const dcm_vector slid = dcm_scale(compliance, dcm_subtract(trial.force, step.force));
  step.stored = dcm_spring_energy(spring, step.state);
  const dcm_vector gain = dcm_scale(spring.force_per_state * spring.state_per_path, path);
  step.dissipated_damping = dt > 0.0 ? damping * dcm_dot(path, path) / dt : 0.0;
  step.damper = dcm_scale(dt > 0.0 ? damping / dt : 0.0, path);
  dcm_report_sliding(&step, gain, slid);
  return step;
}

/** Both halves and the energies, for a contact with one spring. */
DCM_SPECIALISED dcm_tangential dcm_tangential_consistent(dcm_vector state, dcm_vector velocity,
                                                         double dt, dcm_spring spring,
                                                         double damping, dcm_coulomb coulomb) {
  const double resistance = spring.state_per_path * spring.force_per_state * dt + damping;
  const double compliance = resistance > 0.0 ? dt / resistance : 0.0;
  const dcm_tangential_trial trial = dcm_tangential_try(state, velocity, spring, resistance);
  const dcm_tangential step =
      dcm_tangential_slide(trial, spring.state_per_path * compliance, coulomb);
  return dcm_tangential_ledger(step, trial, spring, damping, compliance, dt);
}

#endif
