/* SPDX-License-Identifier: MIT */
/** @file
 * Mindlin's tangential spring without slip: its stiffness kt = c a is proportional to the radius a
 * of the contact area and so changes while the contact is loaded and unloaded. */
#ifndef DCM_MECHANICS_MINDLIN_H
#define DCM_MECHANICS_MINDLIN_H

#include "area_spring.h"
#include "contact.h"
#include "simd.h"
#include "tangential.h"

/** What the spring of form "sheet" remembers: its stretch, or its force. */
typedef enum dcm_memory { DCM_STRETCH, DCM_FORCE } dcm_memory;

/** One step of the spring of form "sheet", whose state stays as it is while the stiffness changes.
 * Form "consistent" has dcm_area_spring.
 * @param carried its stretch or force after the step before, in the present tangent plane
 * @param energy  then, where the ledger is asked for
 * @param memory  a constant */
DCM_SPECIALISED dcm_tangential dcm_mindlin_sheet(dcm_contact contact, dcm_vector carried,
                                                 double energy, dcm_area_law law,
                                                 dcm_memory memory) {
  const double stiffness = law.stiffness_per_radius * law.contact_radius;
  const dcm_spring spring =
      memory == DCM_FORCE ? dcm_spring_by_force(stiffness) : dcm_spring_by_stretch(stiffness);
  dcm_tangential answer = dcm_tangential_sheet(carried, contact.tangential_velocity, contact.dt,
                                               spring, law.damping, law.limit);
  /* The stiffness changed between the steps, the force did no work: what the spring lost by that,
   * or gained, is booked with the damping. */
  answer.dissipated_damping += energy - dcm_spring_energy(spring, carried);
  return answer;
}

#endif
