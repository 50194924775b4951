/* SPDX-License-Identifier: MIT */
/** @file
 * One contact of a law of Hertz's family. A law's loop has three steps: the contact without damping
 * (dcm_hertz_elastic, or the law's own force), damping (dcm_hertz_damped and its like), and the
 * tangential force with the couples (dcm_hertz_finish). hertz_setup.h has the constants. */
#ifndef DCM_LAWS_HERTZ_CONTACT_H
#define DCM_LAWS_HERTZ_CONTACT_H

#include "laws/hertz_setup.h"
#include "mechanics/contact.h"
#include "mechanics/rolling.h"
#include "numeric/simd.h"

/** Constants for which a law's loop was specialised. */
typedef struct dcm_hertz_form {
  dcm_memory memory; /**< of form "sheet" */
  int turns;         /**< form "sheet" turns the state about the normal with the pair, too */
  int consistent;
  int rolls; /**< DCM_HERTZ_* */
  int with_energies;
} dcm_hertz_form;

/* ------------------------------------------------------------------------- along the normal */

/** The contact area and the force along the normal, without damping. */
typedef struct dcm_hertz_spring {
  double contact_radius; /**< a */
  double force;          /**< elastic, less adhesion */
  double energy;         /**< work of the force since the contact began at overlap zero */
} dcm_hertz_spring;

/** Hertz's elastic contact. */
DCM_SPECIALISED dcm_hertz_spring dcm_hertz_elastic(dcm_hertz_pair pair, dcm_contact c) {
  const double overlap = dcm_positive_part(c.overlap);
  const double a = dcm_hertz_contact_radius(c.effective_radius, overlap);
  const double force =
      dcm_hertz_force(dcm_hertz_normal_stiffness(pair.effective_young, a), overlap);
  return (dcm_hertz_spring){a, force, dcm_hertz_energy(force, overlap)};
}

/** A contact after damping. */
typedef struct dcm_hertz_contact {
  double contact_radius; /**< a */
  double conservative;   /**< force without damping */
  double root;           /**< sqrt(a M*), to which both coefficients of damping are proportional */
  dcm_normal normal;     /**< with damping */
  double tangential_damping;
  double expected_velocity; /**< in the next step, for implicit damping */
} dcm_hertz_contact;

/** A contact without damping. */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_undamped(dcm_contact c, dcm_hertz_spring spring) {
  return (dcm_hertz_contact){
      .contact_radius = spring.contact_radius,
      .conservative = spring.force,
      .root = sqrt(spring.contact_radius * c.effective_mass),
      .normal = {.force = spring.force, .stored = spring.energy},
  };
}

/** The viscous force that acts. A repulsive spring with its damper bears no force below
 * least_force: damping is cut there. Where adhesion attracts, damping acts in full.
 * @param full   the force of the damper
 * @param is_cut receives whether less of the force acts */
DCM_SPECIALISED double dcm_hertz_viscous(dcm_hertz_pair pair, double conservative, double full,
                                         int *is_cut) {
  *is_cut = conservative > 0.0 && conservative + full < pair.least_force;
  return *is_cut ? -conservative : full;
}

/** A contact with damping, eta = C |alpha| sqrt(kn M*). */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_damped(dcm_hertz_pair pair, dcm_contact c,
                                                   dcm_hertz_spring spring) {
  dcm_hertz_contact hertz = dcm_hertz_undamped(c, spring);
  const double eta = pair.damping * hertz.root;
  int is_cut;
  const double viscous = dcm_hertz_viscous(pair, spring.force, -eta * c.normal_velocity, &is_cut);
  hertz.normal.force = spring.force + viscous;
  hertz.normal.dissipated = -viscous * c.normal_velocity * c.dt;
  hertz.tangential_damping = pair.tangential_damping * hertz.root;
  return hertz;
}

/** A contact with implicit damping. The velocity v of the host belongs to an earlier time than the
 * positions. Damping goes with the velocity v* at the time of the positions. The force F of this
 * contact and the forces of all others lead from v to v*:
 *   F = Fe - eta v*,  v* = v + others + (age/M*) F.
 * The others are taken to do what they did in the step before: v differs by that from the velocity
 * v + F dt/M* that this contact alone expected then, and the state holds this expected velocity.
 * The expected velocity is 0 in a contact that begins, like its whole state. It is also 0 by
 * accident in a step that ends at rest to the last bit, and the others then count as nothing for
 * one step. No other number of the state could mark a new contact, for all others may be 0 for
 * long. */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_damped_implicitly(dcm_hertz_pair pair, dcm_contact c,
                                                              dcm_hertz_spring spring,
                                                              const dcm_response *response,
                                                              uint32_t k) {
  dcm_hertz_contact hertz = dcm_hertz_undamped(c, spring);
  const double eta = pair.damping * hertz.root;
  const double expected = response->history_in[DCM_COMPONENT_EXPECTED_VELOCITY][k];
  const double change = c.normal_velocity - expected;
  const double others = expected != 0.0 ? change : 0.0;
  /* The age is 0 when dt is. */
  const double alone = c.normal_velocity + c.velocity_age / (c.dt + 1e-200) * others;
  const double by_force = c.velocity_age / c.effective_mass;
  const double uncut = (alone + by_force * spring.force) / (1.0 + eta * by_force);
  int is_cut;
  const double viscous = dcm_hertz_viscous(pair, spring.force, -eta * uncut, &is_cut);
  const double velocity = is_cut ? alone : uncut;
  hertz.normal.force = spring.force + viscous;
  /* v* is the mean of the velocities of half a step before and after. So the work of damping is the
   * work of the damping force on v*. */
  hertz.normal.dissipated = -viscous * velocity * c.dt;
  hertz.tangential_damping = pair.tangential_damping * hertz.root;
  hertz.expected_velocity = c.normal_velocity + hertz.normal.force * (c.dt / c.effective_mass);
  return hertz;
}

/** A contact of a law with the option damping; writes the expected velocity, where it has one.
 * @param implicit a constant */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_damped_as(dcm_hertz_pair pair, dcm_contact c,
                                                      dcm_hertz_spring spring, int implicit,
                                                      const dcm_response *response, uint32_t k) {
  if (!implicit)
    return dcm_hertz_damped(pair, c, spring);
  const dcm_hertz_contact hertz = dcm_hertz_damped_implicitly(pair, c, spring, response, k);
  response->history_out[DCM_COMPONENT_EXPECTED_VELOCITY][k] = hertz.expected_velocity;
  return hertz;
}

/* ------------------------------------------------------------------------- across the normal */

/** The tangential spring of the law's form; reads and writes its state. */
DCM_SPECIALISED dcm_tangential dcm_hertz_stick(dcm_contact c, dcm_area_law law, dcm_hertz_form form,
                                               const dcm_response *response, uint32_t k) {
  if (form.consistent)
    return dcm_mindlin_consistent(c, law, response, DCM_COMPONENT_FORCE, DCM_COMPONENT_ENERGY, k);
  const int at = form.memory == DCM_FORCE ? DCM_COMPONENT_FORCE : DCM_COMPONENT_DISPLACEMENT;
  const dcm_vector carried = dcm_transport(dcm_load(response->history_in + at, k), c.normal);
  /* Only the ledger needs the energy: the spring loses some as its stiffness changes. */
  const double energy = form.with_energies ? response->history_in[DCM_COMPONENT_ENERGY][k] : 0.0;
  const dcm_tangential spring = dcm_mindlin_sheet(
      c, form.turns ? dcm_spin_about_normal(carried, c.normal, c.spin_1, c.spin_2, c.dt) : carried,
      energy, law, form.memory);
  dcm_store(response->history_out + at, k, spring.state);
  if (form.with_energies)
    response->history_out[DCM_COMPONENT_ENERGY][k] = spring.stored;
  return spring;
}

/** Tangential force and couples; writes entry k of the response.
 * @param load that limits friction: Coulomb's limit is mu times the load */
DCM_SPECIALISED void dcm_hertz_finish(dcm_hertz_pair pair, dcm_contact c, dcm_hertz_contact hertz,
                                      double load, dcm_hertz_form form,
                                      const dcm_response *response, uint32_t k) {
  const dcm_area_law law = {
      .stiffness_per_radius = pair.tangential_per_a,
      .contact_radius = hertz.contact_radius,
      .damping = hertz.tangential_damping,
      .coulomb = form.consistent ? dcm_coulomb_of(pair.friction, load, k)
                                 : dcm_coulomb_one(pair.friction.sliding * load),
  };
  dcm_answer answer = {.normal = hertz.normal};
  if (form.rolls >= DCM_HERTZ_SPRING_ROLLING) {
    const dcm_rolling_springs springs = {
        .stiffness = pair.rolling_per_radius * c.effective_radius,
        .impedance = pair.root_tangential_per_a * hertz.root,
        .rolling = pair.rolling,
        .twisting = pair.twisting,
    };
    const int twists = form.rolls == DCM_HERTZ_SPRING_TWISTING;
    /* Both springs are tried before either slides: mechanics/tangential.h says why. */
    const dcm_area_trial sliding =
        dcm_mindlin_try(c, law, response, DCM_COMPONENT_FORCE, DCM_COMPONENT_ENERGY, k);
    const dcm_rolling_trial rolling =
        dcm_rolling_try(springs, c, twists, response, DCM_COMPONENT_ROLLING, k);
    answer.tangential =
        dcm_mindlin_slide(sliding, c, law, response, DCM_COMPONENT_FORCE, DCM_COMPONENT_ENERGY, k);
    answer.couples =
        dcm_rolling_slide(rolling, springs, c, load, twists, response, DCM_COMPONENT_ROLLING, k);
  } else {
    answer.tangential = dcm_hertz_stick(c, law, form, response, k);
    answer.couples =
        dcm_rolling(c, pair.rolling, hertz.conservative, pair.root_normal_per_a * hertz.root,
                    form.rolls == DCM_HERTZ_CONSTANT_ROLLING, form.consistent);
  }
  if (form.consistent)
    dcm_slides_store(pair.friction, c.dt, answer.tangential.slips, k);
  dcm_answer_store(response, k, c, answer, form.with_energies);
}

#endif
