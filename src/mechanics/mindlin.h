/* SPDX-License-Identifier: MIT */
/** @file
 * Mindlin's tangential spring without slip: its stiffness kt = c a is proportional to the radius a
 * of the contact area and so changes while the contact is loaded and unloaded. */
#ifndef DCM_MECHANICS_MINDLIN_H
#define DCM_MECHANICS_MINDLIN_H

#include <dcm/dcm.h>

#include "area_spring.h"
#include "contact.h"
#include "simd.h"
#include "tangential.h"

/** What the spring of form "sheet" remembers: its stretch, or its force. */
typedef enum dcm_memory { DCM_FORCE, DCM_STRETCH } dcm_memory;

/** The first half of a step of the spring of form "consistent", whose state is entry k of the
 * response's.
 * @param force  component of the history where its force begins
 * @param energy and its energy */
DCM_SPECIALISED dcm_area_trial dcm_mindlin_try(dcm_contact contact, dcm_area_law law,
                                               const dcm_response *response, int force, int energy,
                                               uint32_t k) {
  const dcm_vector old = dcm_load(response->history_in + force, k);
  return dcm_area_try(old, dcm_turned(contact, old), response->history_in[energy][k],
                      contact.tangential_velocity, contact.dt, law);
}

/** The second half. */
DCM_SPECIALISED dcm_tangential dcm_mindlin_slide(dcm_area_trial trial, dcm_contact contact,
                                                 dcm_area_law law, const dcm_response *response,
                                                 int force, int energy, uint32_t k) {
  const dcm_tangential answer = dcm_area_slide(trial, contact.dt, law);
  dcm_store(response->history_out + force, k, answer.state);
  response->history_out[energy][k] = answer.stored;
  return answer;
}

/** Both halves, of a contact that has no other spring. */
DCM_SPECIALISED dcm_tangential dcm_mindlin_consistent(dcm_contact contact, dcm_area_law law,
                                                      const dcm_response *response, int force,
                                                      int energy, uint32_t k) {
  return dcm_mindlin_slide(dcm_mindlin_try(contact, law, response, force, energy, k), contact, law,
                           response, force, energy, k);
}

/** One step of the spring of form "sheet", whose state stays as it is while the stiffness changes.
 * @param carried its stretch or force after the step before, in the present tangent plane
 * @param energy  then, where the ledger is asked for
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
  /* The stiffness changed between the steps, the force did no work: what the spring lost by that,
   * or gained, is booked with the damping. */
  answer.dissipated_damping += energy - dcm_spring_energy(spring, carried);
  return answer;
}

#endif
