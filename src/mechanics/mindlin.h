/* SPDX-License-Identifier: MIT */
/** @file
 * Mindlin's tangential spring without slip: its stiffness kt = c a is proportional to the radius a
 * of the contact area and so changes while the contact is loaded and unloaded. */
#ifndef DCM_MECHANICS_MINDLIN_H
#define DCM_MECHANICS_MINDLIN_H

#include <dcm/dcm.h>

#include "contact.h"
#include "numeric/simd.h"
#include "numeric/vector.h"
#include "tangential.h"

/* --- A spring whose stiffness k = c a is proportional to the radius a of the contact area and so
 * changes while the contact is loaded and unloaded, with a damper beside it and a slider behind.
 *
 * Such a spring is a bundle: the area that a contact wins begins unstretched, and the area that the
 * contact loses takes its stretch along. The state of the bundle is its force F and its energy E.
 * Both are exact as long as no area is lost: F grows by k ds and E by F ds along a path s. F and E
 * equal the force and the energy of a uniform stretch u over a radius b <= a,
 *   F = c b u,  E = c b u^2/2,  b = F^2/(2 c E).
 * With b = a the energy is the least that a force F can have. While the contact keeps at least the
 * radius b the spring keeps its force. When a falls below b, the stretch stays and b becomes a
 * (C. Thornton, S. J. Cummins, P. W. Cleary, Powder Technology 233 (2013) 30-46, do so from the
 * beginning). Energy grows by the work of the force alone, so that no closed path yields energy. A
 * normal force that swings takes from the spring once the part that the least area cannot hold, and
 * then no more. D. Elata, J. G. Berryman, Mech. Mater. 24 (1996) 229-240, discuss other springs. */

/** The present contact. */
typedef struct dcm_area_law {
  double stiffness_per_radius; /**< c */
  double contact_radius;       /**< a */
  double damping;              /**< coefficient of the damper */
  dcm_coulomb coulomb;         /**< of the slider; form "sheet" has one limit */
} dcm_area_law;

/** 1/x for x >= 0, exact to the bit above 1e-184. It is a finite number for 0, too, where the force
 * is 0. */
static inline double dcm_area_inverse(double x) {
  return 1.0 / (x + 1e-200);
}

/** The part of the bundle that the present area holds. */
typedef struct dcm_bundle {
  double share;  /**< of the force and of the energy; the lost area took the rest along */
  double excess; /**< 2 k E - F^2 of the held part, which only sliding changes */
} dcm_bundle;

/** @param square    of the force
 * @param stiffness of the present area */
static inline dcm_bundle dcm_bundle_held(double square, double energy, double stiffness) {
  const double most = 2.0 * stiffness * energy;
  return (dcm_bundle){.share = square > most ? most / square : 1.0,
                      .excess = square > most ? 0.0 : most - square};
}

/** Energy of the bundle after the step.
 * @param square of the force
 * @param slid   the stretch is uniform now, and the excess is gone */
static inline double dcm_bundle_energy(dcm_bundle held, double square, int slid, double stiffness) {
  return dcm_area_inverse(2.0 * stiffness) * (square + (slid ? 0.0 : held.excess));
}

/** Results of the first half of a step for the second half, see tangential.h. */
typedef struct dcm_area_trial {
  dcm_tangential_trial trial;
  dcm_vector lost; /**< force that the lost area had borne */
  double stiffness, resistance;
  dcm_bundle held;
  double square; /**< of the force before the step */
  double energy; /**< before the step */
} dcm_area_trial;

/** @param old     F of the step before
 * @param carried F in the present tangent plane. The held share follows from old, so that this
 *                computation does not wait for carried
 * @param energy  E of the step before */
DCM_SPECIALISED dcm_area_trial dcm_area_try(dcm_vector old, dcm_vector carried, double energy,
                                            dcm_vector velocity, double dt, dcm_area_law law) {
  const double k = law.stiffness_per_radius * law.contact_radius;
  const double resistance = k * dt + law.damping;
  const double square = dcm_dot(old, old);
  const dcm_bundle held = dcm_bundle_held(square, energy, k);
  return (dcm_area_trial){
      .trial = dcm_tangential_try(dcm_scale(held.share, carried), velocity, dcm_spring_by_force(k),
                                  resistance),
      .lost = dcm_scale(1.0 - held.share, carried),
      .stiffness = k,
      .resistance = resistance,
      .held = held,
      .square = square,
      .energy = energy,
  };
}

/** @return with F as the state and E as the stored energy */
DCM_SPECIALISED dcm_tangential dcm_area_slide(dcm_area_trial t, double dt, dcm_area_law law) {
  const double k = t.stiffness;
  const double compliance = dt * dcm_area_inverse(t.resistance);
  dcm_tangential step = dcm_tangential_slide(t.trial, k * compliance, law.coulomb);
  const dcm_vector path = dcm_scale(compliance, dcm_subtract(step.force, t.trial.pull));
  const dcm_vector slid = dcm_scale(compliance, dcm_subtract(t.trial.force, step.force));
  step.dissipated_damping = dt > 0.0 ? law.damping * dcm_dot(path, path) / dt : 0.0;
  step.damper = dcm_scale(dt > 0.0 ? law.damping / dt : 0.0, path);
  step.stored = dcm_bundle_energy(t.held, dcm_dot(step.state, step.state), step.slips, k);
  /* Lost area takes energy along, and so does a turn that shortens F. Sliding makes the stretch
   * uniform and frees the excess. */
  const double half = dcm_area_inverse(2.0 * k);
  const double shortened =
      t.held.share * t.held.share * t.square - dcm_dot(t.trial.state, t.trial.state);
  /* The lost area lets go within the step: on the mean it pulls by half of its force. */
  const double lost = (1.0 - t.held.share) * t.energy + 0.5 * dcm_dot(t.lost, path);
  step.dissipated_damping += (lost > 0.0 ? lost : 0.0) + half * (shortened > 0.0 ? shortened : 0.0);
  const dcm_vector gain = dcm_subtract(dcm_scale(k, path), t.lost);
  dcm_report_sliding(&step, gain, slid);
  step.dissipated_sliding += step.slips ? half * t.held.excess : 0.0;
  return step;
}

/** The state of the spring of form "sheet": its force or its stretch. */
typedef enum dcm_memory { DCM_FORCE, DCM_STRETCH } dcm_memory;

/** The first half of a step of the spring of form "consistent", see tangential.h. The state is in
 * entry k of the history.
 * @param force  component at which its force begins
 * @param energy component of its energy */
DCM_SPECIALISED dcm_area_trial dcm_mindlin_try(dcm_contact contact, dcm_area_law law,
                                               const dcm_response *response, int force, int energy,
                                               uint32_t k) {
  const dcm_vector old = dcm_load(response->history_in + force, k);
  return dcm_area_try(old, dcm_turned(contact, old), response->history_in[energy][k],
                      contact.tangential_velocity, contact.dt, law);
}

/** The second half; writes the state. */
DCM_SPECIALISED dcm_tangential dcm_mindlin_slide(dcm_area_trial trial, dcm_contact contact,
                                                 dcm_area_law law, const dcm_response *response,
                                                 int force, int energy, uint32_t k) {
  const dcm_tangential answer = dcm_area_slide(trial, contact.dt, law);
  dcm_store(response->history_out + force, k, answer.state);
  response->history_out[energy][k] = answer.stored;
  return answer;
}

/** Both halves, for a contact without another spring. */
DCM_SPECIALISED dcm_tangential dcm_mindlin_consistent(dcm_contact contact, dcm_area_law law,
                                                      const dcm_response *response, int force,
                                                      int energy, uint32_t k) {
  return dcm_mindlin_slide(dcm_mindlin_try(contact, law, response, force, energy, k), contact, law,
                           response, force, energy, k);
}

/** One step of the spring of form "sheet", whose state does not change with the stiffness.
 * @param carried stretch or force after the step before, in the present tangent plane
 * @param energy  after the step before, where energies are wanted
 * @param memory  a constant */
DCM_SPECIALISED dcm_tangential dcm_mindlin_sheet(dcm_contact contact, dcm_vector carried,
                                                 double energy, dcm_area_law law,
                                                 dcm_memory memory) {
  const double stiffness = law.stiffness_per_radius * law.contact_radius;
  const dcm_spring spring =
      memory == DCM_FORCE ? dcm_spring_by_force(stiffness) : dcm_spring_by_stretch(stiffness);
  dcm_tangential answer =
      dcm_tangential_sheet(carried, contact.tangential_velocity, contact.dt, spring, law.damping,
                           law.coulomb.limit, dcm_sheet_holds(law.coulomb.limit, contact.dt));
  /* The stiffness changed between the steps, and no force did work. The energy that the spring lost
   * or gained by the change counts as damping. */
  const double now = dcm_spring_energy(spring, carried), lost = energy - now;
  answer.dissipated_damping += lost;
  if (memory == DCM_STRETCH) {
    /* The force changed with the stiffness, within the step: its mean is half of the change off. */
    const double path = contact.dt * dcm_dot(carried, contact.tangential_velocity);
    answer.dissipated_damping += 0.5 * stiffness * path * (now > 0.0 ? lost / now : 0.0);
  }
  return answer;
}

#endif
