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

/** How the spring is treated; constants where dcm_mindlin is called. */
typedef struct dcm_mindlin_form {
  dcm_memory memory;
  int turns;      /**< the state turns about the normal with the pair; form "consistent" does */
  int consistent; /**< dcm_area_spring; else dcm_tangential_sheet, whose state stays as it is while
                       the stiffness changes, and whose radius is that of the contact area */
} dcm_mindlin_form;

/** One step of the spring.
 * @param old    its stretch or force after the step before
 * @param radius likewise */
DCM_SPECIALISED dcm_area_answer dcm_mindlin(dcm_contact contact, dcm_vector old, double radius,
                                            dcm_area_law law, dcm_mindlin_form form) {
  if (form.consistent)
    return dcm_area_spring(
        dcm_turn(old, contact.normal, contact.spin_1, contact.spin_2, contact.dt), radius,
        contact.tangential_velocity, contact.dt, law, form.memory);
  const dcm_vector carried = dcm_carried(contact, old, form.turns);
  const double stiffness = law.stiffness_per_radius * law.contact_radius;
  const double old_stiffness = law.stiffness_per_radius * radius;
  const int by_force = form.memory == DCM_FORCE;
  const dcm_spring spring =
      by_force ? dcm_spring_by_force(stiffness) : dcm_spring_by_stretch(stiffness);
  const dcm_spring old_spring =
      by_force ? dcm_spring_by_force(old_stiffness) : dcm_spring_by_stretch(old_stiffness);
  dcm_area_answer answer = {
      .tangential = dcm_tangential_sheet(carried, contact.tangential_velocity, contact.dt, spring,
                                         law.damping, law.limit),
      .radius = law.contact_radius,
  };
  /* The stiffness changed between the steps, the force did no work: what the spring lost by that,
   * or gained, is booked with the damping. */
  answer.tangential.dissipated_damping +=
      dcm_spring_energy(old_spring, carried) - dcm_spring_energy(spring, carried);
  return answer;
}

#endif
