/* SPDX-License-Identifier: MIT */
/** @file
 * Mindlin's tangential spring without slip: its stiffness kt = c a is proportional to the radius a
 * of the contact area and so changes while the contact is loaded and unloaded. */
#ifndef DCM_MECHANICS_MINDLIN_H
#define DCM_MECHANICS_MINDLIN_H

#include "contact.h"
#include "simd.h"
#include "tangential.h"

/** What a law's spring remembers, see dcm_spring. */
typedef enum dcm_memory { DCM_STRETCH, DCM_FORCE } dcm_memory;

/** How the spring is treated; constants where dcm_mindlin is called. */
typedef struct dcm_mindlin_form {
  dcm_memory memory;
  int turns;        /**< the state turns about the normal with the pair */
  int rescales;     /**< the state is rescaled so that a change of stiffness gives no energy */
  int limits_total; /**< dcm_tangential_consistent, not dcm_tangential_sheet */
} dcm_mindlin_form;

/** All three, or, for form "sheet", none. */
static inline dcm_mindlin_form dcm_mindlin_form_of(dcm_memory memory, int consistent) {
  return (dcm_mindlin_form){memory, consistent, consistent, consistent};
}

/** State of the contact at the end of the step before. */
typedef struct dcm_mindlin_state {
  dcm_vector spring;     /**< stretch or force */
  double contact_radius; /**< a then */
} dcm_mindlin_state;

/** The present contact. */
typedef struct dcm_mindlin_law {
  double stiffness_per_radius; /**< c = kt/a */
  double contact_radius;       /**< a */
  double damping;              /**< coefficient of the tangential damping, 0 for none */
  double limit;                /**< Coulomb's */
} dcm_mindlin_law;

static inline dcm_spring dcm_spring_by(dcm_memory memory, double stiffness) {
  return memory == DCM_FORCE ? dcm_spring_by_force(stiffness) : dcm_spring_by_stretch(stiffness);
}

/** By what the state is multiplied when the stiffness follows the contact radius and the spring
 * must not create energy: its force is kept while the stiffness grows, its stretch while it falls.
 * Energy F^2/(2 k) = k u^2/2 then never rises. C. Thornton, S. J. Cummins, P. W. Cleary, Powder
 * Technology 233 (2013) 30-46. */
static inline double dcm_mindlin_rescale(dcm_memory memory, double old_radius, double radius) {
  if (memory == DCM_FORCE)
    return radius < old_radius ? radius / old_radius : 1.0;
  return radius > old_radius ? old_radius / radius : 1.0;
}

/** One step of the spring. */
DCM_SPECIALISED dcm_tangential dcm_mindlin(dcm_contact contact, dcm_mindlin_state old,
                                           dcm_mindlin_law law, dcm_mindlin_form form) {
  const double stiffness = law.stiffness_per_radius * law.contact_radius;
  const dcm_spring spring = dcm_spring_by(form.memory, stiffness);
  const dcm_vector carried = dcm_carried(contact, old.spring, form.turns);
  dcm_vector state = carried;
  if (form.rescales)
    state = dcm_scale(dcm_mindlin_rescale(form.memory, old.contact_radius, law.contact_radius),
                      carried);
  dcm_tangential result =
      form.limits_total ? dcm_tangential_consistent(state, contact.tangential_velocity, contact.dt,
                                                    spring, law.damping, law.limit)
                        : dcm_tangential_sheet(state, contact.tangential_velocity, contact.dt,
                                               spring, law.damping, law.limit);
  /* The stiffness changed between the steps, the force did no work: what the spring lost by that
   * (or, in form "sheet", gained) is booked with the damping. */
  const dcm_spring old_spring =
      dcm_spring_by(form.memory, law.stiffness_per_radius * old.contact_radius);
  result.dissipated_damping +=
      dcm_spring_energy(old_spring, carried) - dcm_spring_energy(spring, state);
  return result;
}

#endif
