/* SPDX-License-Identifier: MIT */
/** @file
 * Mindlin's tangential spring without slip: its stiffness kt = c a is proportional to the radius a
 * of the contact area and so changes while the contact is loaded and unloaded. */
#ifndef DCM_MECHANICS_MINDLIN_H
#define DCM_MECHANICS_MINDLIN_H

#include <dcm/dcm.h>

#include "area_spring.h"
#include "contact.h"
#include "numeric/simd.h"
#include "tangential.h"

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
                           law.limit, dcm_sheet_holds(law.limit, contact.dt));
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
