/* SPDX-License-Identifier: MIT */
/** @file
 * One contact of a batch, by value, and a law's answer for it. The loop of every law begins with
 * dcm_load_contact and ends with dcm_answer_store. */
#ifndef DCM_MECHANICS_CONTACT_H
#define DCM_MECHANICS_CONTACT_H

#include <dcm/dcm.h>

#include "numeric/simd.h"
#include "numeric/vector.h"
#include "tangential.h"

/** Entry k of dcm_contacts. */
typedef struct dcm_contact {
  dcm_vector normal;
  dcm_vector bisector;
  dcm_vector tangential_velocity;
  dcm_vector spin_1, spin_2;
  double overlap;
  double normal_velocity;
  double radius_1, radius_2;
  double effective_radius;
  double effective_mass;
  double dt;
  double velocity_age;
  int is_at_wall;
} dcm_contact;

/** A vector of the tangent plane of the step before, carried to the present plane and turned with
 * the pair. */
DCM_SPECIALISED dcm_vector dcm_turned(dcm_contact c, dcm_vector old) {
  const dcm_vector carried = dcm_carry(old, c.normal, c.bisector);
  return dcm_spin_about_normal(carried, c.normal, c.spin_1, c.spin_2, c.dt);
}

DCM_SPECIALISED dcm_contact dcm_load_contact(const dcm_contacts *contacts, uint32_t k) {
  return (dcm_contact){
      .normal = dcm_load(contacts->normal, k),
      .bisector = dcm_load(contacts->bisector, k),
      .tangential_velocity = dcm_load(contacts->tangential_velocity, k),
      .spin_1 = dcm_load(contacts->angular_velocity_1, k),
      .spin_2 = dcm_load(contacts->angular_velocity_2, k),
      .overlap = contacts->overlap[k],
      .normal_velocity = contacts->normal_velocity[k],
      .radius_1 = contacts->radius_1[k],
      .radius_2 = contacts->radius_2[k],
      .effective_radius = contacts->effective_radius[k],
      .effective_mass = contacts->effective_mass[k],
      .dt = contacts->dt,
      .velocity_age = contacts->velocity_age,
      .is_at_wall = contacts->side_2 == DCM_SIDE_WALL,
  };
}

/** Couples on the two sides. */
typedef struct dcm_couples {
  int exist; /**< a constant; 0 in instances with DCM_UNUSED_COUPLES */
  dcm_vector on_1, on_2;
  double stored; /**< energy of springs after the step */
  double growth; /**< of this energy in the step */
} dcm_couples;

/** The normal force and its energies. */
typedef struct dcm_normal {
  double force;      /**< positive pushes apart */
  double stored;     /**< work of the conservative part since the contact began at overlap zero */
  double dissipated; /**< by damping in this step */
  double yielded;    /**< plastic work in this step */
} dcm_normal;

/** A law's answer for one contact, without the history. */
typedef struct dcm_answer {
  dcm_normal normal;
  dcm_tangential tangential;
  dcm_couples couples;
  double fractured; /**< energy of a bond that broke in this step */
} dcm_answer;

/** Writes entry k of tangential_damper. Hosts of 1.0 have no such arrays. There the numbers go
 * where another number is written afterwards. Arithmetic chooses the arrays, for a branch would
 * keep the loop from vectorising. */
DCM_SPECIALISED void dcm_damper_store(const dcm_energies *energies, uint32_t k, dcm_vector damper) {
#if DCM_TARGET_MINOR >= 1
  _Static_assert(offsetof(dcm_energies, tangential_damper) ==
                     offsetof(dcm_energies, dissipated_fracture) + sizeof(double *),
                 "the arrays of the damper follow");
  double *const *rows =
      (double *const *)((uintptr_t)energies + offsetof(dcm_energies, dissipated_fracture));
  const size_t has = DCM_HAS(energies, tangential_damper);
  double *const reported[3] = {rows[has], rows[2 * has], rows[3 * has]};
  dcm_store(reported, k, damper);
#else
  (void)energies, (void)k, (void)damper;
#endif
}

/** Writes entry k of dcm_response. The couples dissipate the energy that their power takes from the
 * two spins and that no spring stores. */
DCM_SPECIALISED void dcm_answer_store(const dcm_response *response, uint32_t k, dcm_contact contact,
                                      dcm_answer answer, int with_energies) {
  response->normal_force[k] = answer.normal.force;
  dcm_store(response->tangential_force, k, answer.tangential.force);
  if (answer.couples.exist) {
    dcm_store(response->couple_1, k, answer.couples.on_1);
    dcm_store(response->couple_2, k, answer.couples.on_2);
  }
  if (with_energies) {
    const dcm_energies *energies = response->energies;
    dcm_damper_store(energies, k, answer.tangential.damper);
    energies->stored_normal[k] = answer.normal.stored;
    energies->stored_tangential[k] = answer.tangential.stored;
    energies->dissipated_normal[k] = answer.normal.dissipated;
    energies->dissipated_plastic[k] = answer.normal.yielded;
    energies->dissipated_tangential[k] = answer.tangential.dissipated_damping;
    energies->dissipated_sliding[k] = answer.tangential.dissipated_sliding;
    const double power = answer.couples.exist ? dcm_dot(answer.couples.on_1, contact.spin_1) +
                                                    dcm_dot(answer.couples.on_2, contact.spin_2)
                                              : 0.0;
    energies->stored_rolling[k] = answer.couples.stored;
    energies->dissipated_rolling[k] = -power * contact.dt - answer.couples.growth;
    energies->dissipated_fracture[k] = answer.fractured;
  }
}

#endif
