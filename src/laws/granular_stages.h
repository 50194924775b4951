/* SPDX-License-Identifier: MIT */
/** @file
 * The stages of the law granular. Each stage is a loop over a part of a batch, and leaves numbers
 * for the next stages in small arrays. docs/laws/granular.md has the formulas. */
#ifndef DCM_LAWS_GRANULAR_STAGES_H
#define DCM_LAWS_GRANULAR_STAGES_H

#include <dcm/dcm.h>
#include <math.h>
#include <string.h>

#include "laws/granular_moduli.h"
#include "laws/granular_yielding.h"
#include "mechanics/conduction.h"
#include "mechanics/contact.h"
#include "mechanics/elastic.h"
#include "mechanics/jkr.h"
#include "mechanics/limited_spring.h"
#include "mechanics/tangential.h"
#include "numeric/simd.h"
#include "numeric/vector.h"

/* --------------------------------------------------------------------------------- the choices */

/** The words of the options, in the order of their tables. */
enum {
  DCM_GRANULAR_HOOKE,
  DCM_GRANULAR_HERTZ,
  DCM_GRANULAR_HERTZ_MATERIAL,
  DCM_GRANULAR_DMT,
  DCM_GRANULAR_JKR,
  DCM_GRANULAR_MDR,
  DCM_GRANULAR_EPA_LINEAR,
  DCM_GRANULAR_EPA_NONLINEAR
};
enum {
  DCM_GRANULAR_VELOCITY,
  DCM_GRANULAR_MASS_VELOCITY,
  DCM_GRANULAR_VISCOELASTIC,
  DCM_GRANULAR_TSUJI,
  DCM_GRANULAR_COEFF_RESTITUTION
};
enum {
  DCM_GRANULAR_LINEAR_NOHISTORY,
  DCM_GRANULAR_LINEAR_HISTORY,
  DCM_GRANULAR_LINEAR_HISTORY_CLASSIC,
  DCM_GRANULAR_MINDLIN_CLASSIC,
  DCM_GRANULAR_MINDLIN,
  DCM_GRANULAR_MINDLIN_FORCE,
  DCM_GRANULAR_MINDLIN_RESCALE,
  DCM_GRANULAR_MINDLIN_RESCALE_FORCE,
  DCM_GRANULAR_LINEAR_HISTORY_STATIC,
  DCM_GRANULAR_MINDLIN_STATIC
};
enum { DCM_GRANULAR_NO_TWISTING, DCM_GRANULAR_TWISTING_MARSHALL, DCM_GRANULAR_TWISTING_SDS };
enum { DCM_GRANULAR_NO_HEAT, DCM_GRANULAR_HEAT_RADIUS, DCM_GRANULAR_HEAT_AREA };
enum { DCM_GRANULAR_RELEASE_2021, DCM_GRANULAR_RELEASE_2025, DCM_GRANULAR_RELEASE_2026 };

/** The chosen words. */
typedef struct dcm_granular_choices {
  uint32_t normal, damping, tangential, twisting, release;
  int rolls, limits_damping, conducts;
} dcm_granular_choices;

static inline int dcm_granular_is_cohesive(const dcm_granular_choices *chosen) {
  return chosen->normal >= DCM_GRANULAR_DMT;
}

static inline int dcm_granular_is_mindlin(const dcm_granular_choices *chosen) {
  return chosen->tangential >= DCM_GRANULAR_MINDLIN_CLASSIC &&
         chosen->tangential != DCM_GRANULAR_LINEAR_HISTORY_STATIC;
}

static inline int dcm_granular_rescales(const dcm_granular_choices *chosen) {
  return chosen->tangential == DCM_GRANULAR_MINDLIN_RESCALE ||
         chosen->tangential == DCM_GRANULAR_MINDLIN_RESCALE_FORCE;
}

/** Whether the contact remembers its greatest overlap. */
static inline int dcm_granular_is_plastic(uint32_t normal) {
  return normal >= DCM_GRANULAR_EPA_LINEAR;
}

/** Quantities of particles. */
enum { DCM_GRANULAR_TEMPERATURE, DCM_GRANULAR_HEATFLOW };

/* ----------------------------------------------------------------------------------- constants */

typedef struct dcm_granular_pair {
  double kn;      /* the force is kn xi, or kn a xi */
  double damping; /* coefficient of the damping of the chosen word */
  double cohesion;
  double kt; /* the stiffness, or over a */
  double x_gammat;
  dcm_friction friction;
  double k_roll, gamma_roll, mu_roll;
  double k_twist, gamma_twist, mu_twist;
  dcm_jkr_pair jkr;
  dcm_granular_yielding yielding;
  dcm_conductance conductance;
} dcm_granular_pair;

/* -------------------------------------------------------------------------------------- stages */

/** Contacts that go through all stages before the next ones, so few that the arrays between stages
 * stay in the first-level cache. */
enum { DCM_GRANULAR_PART = 128 };

/** Numbers that the stages leave for each other. */
typedef struct dcm_granular_between {
  double radius[DCM_GRANULAR_PART];       /* a */
  double old_radius[DCM_GRANULAR_PART];   /* a in the step before; written with energies only */
  double damping[DCM_GRANULAR_PART];      /* coefficient */
  double load[DCM_GRANULAR_PART];         /* the force that limits friction */
  double discarded[3][DCM_GRANULAR_PART]; /* states that are not kept */
} dcm_granular_between;

/** A part of a batch, as if it were a batch of its own. */
typedef struct dcm_granular_part {
  dcm_contacts contacts;
  dcm_response response;
  dcm_energies energies;
  const double *history_in[DCM_GRANULAR_WIDTH];
  double *history_out[DCM_GRANULAR_WIDTH];
  dcm_granular_between *between;
  const dcm_granular_choices *chosen;
  dcm_granular_pair pair;

  /* Where the contact radius and the stretch of rolling go. At dt 0 they are discarded, but the
   * release of 2021 keeps the stretch of rolling. */
  double *kept_radius, *kept_roll[3];

  /* Quantities of both sides, if the law conducts heat. */
  const double *temperature[2];
  double *heatflow[2];

  /* Choices as numbers, 0 or 1, that loops multiply by. */
  double projects;           /* the state advances */
  double has_spin_2;         /* side 2 is a particle */
  double twists_with_spring; /* marshall's stiffness has the contact radius that of mindlin has */
  double shows; /* share of the limit by which a spring must be out of its plane to be turned */
} dcm_granular_part;

/** Writes components of the state as they were read. */
static inline void dcm_granular_keep(const dcm_granular_part *t, int first, int count) {
  for (int c = first; c < first + count; c++)
    if (t->history_out[c] != t->history_in[c])
      memcpy(t->history_out[c], t->history_in[c], t->contacts.count * sizeof(double));
}

/** The views of a part. */
static inline void dcm_granular_view(dcm_granular_part *t, const dcm_contacts *contacts,
                                     const dcm_response *response, uint32_t first) {
  const uint32_t left = contacts->count - first;
  t->contacts = (dcm_contacts){
      .size = sizeof t->contacts,
      .count = left < DCM_GRANULAR_PART ? left : DCM_GRANULAR_PART,
      .pair = contacts->pair,
      .side_2 = contacts->side_2,
      .dt = contacts->dt,
      .overlap = contacts->overlap + first,
      .normal_velocity = contacts->normal_velocity + first,
      .radius_1 = contacts->radius_1 + first,
      .radius_2 = contacts->radius_2 + first,
      .effective_radius = contacts->effective_radius + first,
      .effective_mass = contacts->effective_mass + first,
      .velocity_age = contacts->velocity_age,
  };
  t->response = (dcm_response){.size = sizeof t->response,
                               .normal_force = response->normal_force + first,
                               .history_in = t->history_in,
                               .history_out = t->history_out,
                               .energies = response->energies ? &t->energies : NULL};
  for (int x = 0; x < 3; x++) {
    t->contacts.normal[x] = contacts->normal[x] + first;
    t->contacts.bisector[x] = contacts->bisector[x] + first;
    t->contacts.tangential_velocity[x] = contacts->tangential_velocity[x] + first;
    t->contacts.angular_velocity_1[x] = contacts->angular_velocity_1[x] + first;
    t->contacts.angular_velocity_2[x] = contacts->angular_velocity_2[x] + first;
    t->response.tangential_force[x] = response->tangential_force[x] + first;
    t->response.couple_1[x] = response->couple_1[x] + first;
    t->response.couple_2[x] = response->couple_2[x] + first;
  }
  if (t->chosen->conducts) {
    t->temperature[0] = contacts->quantities_1[DCM_GRANULAR_TEMPERATURE] + first;
    t->temperature[1] = contacts->quantities_2[DCM_GRANULAR_TEMPERATURE] + first;
    t->heatflow[0] = response->added_1[DCM_GRANULAR_HEATFLOW] + first;
    t->heatflow[1] = response->added_2[DCM_GRANULAR_HEATFLOW] + first;
  }
}

/** The states of a part, and what is kept of these. */
static inline void dcm_granular_take_states(dcm_granular_part *t, const dcm_response *response,
                                            uint32_t first) {
  const int advances = t->contacts.dt != 0.0;
  const int keeps_roll = advances || t->chosen->release == DCM_GRANULAR_RELEASE_2021;
  t->kept_radius =
      advances ? response->history_out[DCM_GRANULAR_RADIUS] + first : t->between->discarded[0];
  for (int x = 0; x < 3; x++)
    t->kept_roll[x] = keeps_roll ? response->history_out[DCM_GRANULAR_ROLL + x] + first
                                 : t->between->discarded[x];
  for (int c = 0; c < DCM_GRANULAR_WIDTH; c++) {
    t->history_in[c] = response->history_in[c] + first;
    t->history_out[c] = response->history_out[c] + first;
  }
  /* Without a state of sliding any numbers serve: both limits are one. */
  dcm_friction *friction = &t->pair.friction;
  friction->slid = friction->kept ? t->history_in[DCM_GRANULAR_SLIDES] : t->contacts.overlap;
  friction->slides_now =
      friction->kept ? t->history_out[DCM_GRANULAR_SLIDES] : t->between->discarded[0];
  /* A law writes every component, also one that stays, unless both arrays are one. */
  if (!advances && dcm_granular_rescales(t->chosen))
    dcm_granular_keep(t, DCM_GRANULAR_RADIUS, 1);
  if (!advances && t->chosen->rolls)
    dcm_granular_keep(t, DCM_GRANULAR_ROLL, 3);
}

/** The energies of a part. */
static inline void dcm_granular_view_energies(dcm_granular_part *t, const dcm_energies *e,
                                              uint32_t first) {
  t->energies = (dcm_energies){
      .size = sizeof t->energies,
      .stored_normal = e->stored_normal + first,
      .stored_tangential = e->stored_tangential + first,
      .stored_rolling = e->stored_rolling + first,
      .dissipated_normal = e->dissipated_normal + first,
      .dissipated_plastic = e->dissipated_plastic + first,
      .dissipated_tangential = e->dissipated_tangential + first,
      .dissipated_sliding = e->dissipated_sliding + first,
      .dissipated_rolling = e->dissipated_rolling + first,
      .dissipated_fracture = e->dissipated_fracture + first,
  };
  for (int x = 0; x < 3; x++)
    t->energies.tangential_damper[x] =
        DCM_HAS(e, tangential_damper) ? e->tangential_damper[x] + first : t->between->discarded[x];
}

/** Contacts first to first + DCM_GRANULAR_PART - 1 of a batch, or to its end. */
static inline void dcm_granular_take(dcm_granular_part *t, const dcm_contacts *contacts,
                                     const dcm_response *response, uint32_t first) {
  const int advances = contacts->dt != 0.0;
  const int has_spring_radius =
      t->chosen->release == DCM_GRANULAR_RELEASE_2021 && dcm_granular_is_mindlin(t->chosen);
  t->projects = advances ? 1.0 : 0.0;
  t->shows = advances ? 1e-10 : INFINITY;
  t->has_spin_2 = contacts->side_2 == DCM_SIDE_WALL ? 0.0 : 1.0;
  t->twists_with_spring = has_spring_radius ? 1.0 : 0.0;
  dcm_granular_view(t, contacts, response, first);
  dcm_granular_take_states(t, response, first);
  if (response->energies)
    dcm_granular_view_energies(t, response->energies, first);
}

/** Largest tension over R*. */
static inline double dcm_granular_pull_off_per_radius(uint32_t normal, double cohesion) {
  return normal == DCM_GRANULAR_DMT   ? 4.0 * DCM_PI * cohesion
         : normal == DCM_GRANULAR_JKR ? 3.0 * DCM_PI * cohesion
                                      : 0.0;
}

/** A normal force without its damper. */
typedef struct dcm_granular_elastic {
  double radius, old_radius; /* a now, and in the step before */
  double force, stiffness;   /* stiffness of which damping tsuji has a share */
  double load;               /* that limits friction, of forces that attract; else the sum does */
  double stored, yielded;
} dcm_granular_elastic;

/** @param normal the word: a constant */
DCM_SPECIALISED dcm_granular_elastic dcm_granular_elastic_of(const dcm_granular_pair *p,
                                                             const dcm_contacts *contacts,
                                                             uint32_t k, uint32_t normal,
                                                             int with_energies) {
  const double pull_per_radius = dcm_granular_pull_off_per_radius(normal, p->cohesion);
  const double R = contacts->effective_radius[k];
  const double before = contacts->overlap[k] + contacts->normal_velocity[k] * contacts->dt;
  dcm_granular_elastic e = {.yielded = 0.0};
  if (normal == DCM_GRANULAR_JKR) {
    const dcm_jkr_contact jkr = dcm_jkr_solve(p->jkr, R, contacts->overlap[k]);
    e.radius = jkr.radius;
    e.stiffness = p->kn * e.radius;
    e.force = jkr.force;
    e.stored = jkr.energy;
    if (with_energies)
      e.old_radius = dcm_jkr_solve(p->jkr, R, before).radius;
  } else {
    const double overlap = dcm_positive_part(contacts->overlap[k]);
    e.radius = dcm_hertz_contact_radius(R, overlap);
    e.stiffness = normal == DCM_GRANULAR_HOOKE ? p->kn : p->kn * e.radius;
    const double repulsion = e.stiffness * overlap;
    const double energy = (normal == DCM_GRANULAR_HOOKE ? 0.5 : 0.4) * repulsion * overlap;
    const int is_dmt = normal == DCM_GRANULAR_DMT;
    e.force = is_dmt ? repulsion - pull_per_radius * R : repulsion;
    e.stored = is_dmt ? energy - pull_per_radius * R * contacts->overlap[k] : energy;
    if (with_energies)
      e.old_radius = dcm_hertz_contact_radius(R, dcm_positive_part(before));
  }
  e.load = fabs(e.force + 2.0 * pull_per_radius * R);
  return e;
}

/** Adds the damper, and writes what the stages leave for each other.
 * @param end the overlap at which forces end that do not vanish with the overlap */
DCM_SPECIALISED void dcm_granular_normal_store(const dcm_granular_part *t, uint32_t k,
                                               dcm_granular_elastic e, uint32_t normal,
                                               uint32_t damping, double end, int with_energies) {
  const dcm_contacts *contacts = &t->contacts;
  const double mass = contacts->effective_mass[k], vn = contacts->normal_velocity[k];
  const double least = t->chosen->limits_damping ? 0.0 : -INFINITY;
  double coefficient = t->pair.damping;
  if (damping == DCM_GRANULAR_MASS_VELOCITY)
    coefficient *= mass;
  if (damping == DCM_GRANULAR_VISCOELASTIC)
    coefficient *= mass * e.radius;
  if (damping == DCM_GRANULAR_TSUJI)
    coefficient *= sqrt(mass * e.stiffness);
  coefficient = contacts->overlap[k] >= end ? coefficient : 0.0;
  const double total = e.force - coefficient * vn;
  const double cut = total < least ? least : total;
  const double load = normal >= DCM_GRANULAR_DMT ? e.load : fabs(cut);
  t->between->radius[k] = e.radius;
  t->between->damping[k] = coefficient;
  t->between->load[k] = contacts->overlap[k] >= end ? load : 0.0;
  t->response.normal_force[k] = cut;
  if (with_energies) {
    t->between->old_radius[k] = e.old_radius;
    t->energies.stored_normal[k] = e.stored;
    t->energies.dissipated_normal[k] = (e.force - cut) * vn * contacts->dt;
    t->energies.dissipated_plastic[k] = e.yielded;
    t->energies.dissipated_fracture[k] = 0.0;
  }
}

/** The normal force.
 * @param normal,damping the words; words that are computed alike share one of them */
DCM_SPECIALISED void dcm_granular_normal_stage(const dcm_granular_part *t, uint32_t normal,
                                               uint32_t damping, int with_energies) {
  const dcm_granular_pair p = t->pair;
  const double end = normal == DCM_GRANULAR_JKR && p.cohesion > 0.0 ? -INFINITY : 0.0;
  const uint32_t count = dcm_whole_lanes(t->contacts.count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_granular_elastic e =
        dcm_granular_elastic_of(&p, &t->contacts, k, normal, with_energies);
    dcm_granular_normal_store(t, k, e, normal, damping, end, with_energies);
  }
}

/** The normal forces with yielding. */
DCM_SPECIALISED void dcm_granular_yielding_stage(const dcm_granular_part *t, uint32_t normal,
                                                 uint32_t damping, int with_energies) {
  const dcm_contacts *contacts = &t->contacts;
  const dcm_granular_pair p = t->pair;
  const double *was = t->history_in[DCM_GRANULAR_GREATEST];
  double *is = t->history_out[DCM_GRANULAR_GREATEST];
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const double R = contacts->effective_radius[k];
    const double overlap = dcm_positive_part(contacts->overlap[k]);
    const double before = was[k], greatest = overlap > before ? overlap : before;
    dcm_granular_elastic e = {.stiffness = 0.0};
    dcm_yielded y;
    if (normal == DCM_GRANULAR_EPA_LINEAR) {
      const double then = contacts->overlap[k] + contacts->normal_velocity[k] * contacts->dt;
      y = dcm_yielded_linear(p.yielding, R, before, overlap, with_energies);
      e.radius = dcm_hertz_contact_radius(R, overlap);
      e.old_radius = dcm_hertz_contact_radius(R, dcm_positive_part(then));
    } else {
      y = dcm_yielded_power(p.yielding, R, before, overlap, with_energies);
      e.radius = dcm_hertz_contact_radius(R, p.yielding.rest * greatest);
      e.old_radius = dcm_hertz_contact_radius(R, p.yielding.rest * before);
    }
    /* The attraction does not vanish with the overlap, so it ends with the contact. */
    e.force = y.force - (contacts->overlap[k] >= 0.0 ? p.yielding.pull : 0.0);
    e.load = y.load;
    e.stored = y.stored - p.yielding.pull * overlap;
    e.yielded = y.lost;
    is[k] = greatest;
    dcm_granular_normal_store(t, k, e, normal, damping, 0.0, with_energies);
  }
}

/** The largest friction of the contact, by whether the contact slid, in a step. */
DCM_SPECIALISED double dcm_granular_limit(const dcm_granular_part *t, uint32_t k) {
  return dcm_coulomb_of(t->pair.friction, t->between->load[k], k).holds;
}

/** Carries the state of a spring over to the present tangent plane and keeps its length. A state
 * that is out of the plane by too little for the force to show it stays as it is.
 * @param least the least force that shows */
DCM_SPECIALISED dcm_vector dcm_granular_carry(dcm_vector state, dcm_vector normal,
                                              double force_per_state, double least) {
  const double along = dcm_dot(state, normal);
  const double out = fabs(along) * force_per_state > least ? along : 0.0;
  const dcm_vector projected = dcm_subtract_scaled(state, out, normal);
  const double length_2 = dcm_dot(projected, projected);
  /* 1 where it stays. */
  const double scale = length_2 > 0.0 ? sqrt(dcm_dot(state, state) / length_2) : 0.0;
  return dcm_scale(scale, projected);
}

DCM_SPECIALISED void dcm_granular_store(const dcm_response *response, uint32_t k,
                                        dcm_tangential tangential, int with_energies) {
  dcm_store(response->tangential_force, k, tangential.force);
  if (with_energies) {
    const dcm_energies *e = response->energies;
    e->stored_tangential[k] = tangential.stored;
    e->dissipated_tangential[k] = tangential.dissipated_damping;
    e->dissipated_sliding[k] = tangential.dissipated_sliding;
    dcm_damper_store(e, k, tangential.damper);
  }
}

DCM_SPECIALISED void dcm_granular_sliding_stage(const dcm_granular_part *t, int with_energies) {
  const dcm_contacts *contacts = &t->contacts;
  const dcm_response *response = &t->response;
  const dcm_granular_pair p = t->pair;
  const dcm_granular_between *b = t->between;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const dcm_tangential tangential =
        dcm_limited_damper(c, p.x_gammat * b->damping[k], dcm_granular_limit(t, k));
    dcm_granular_store(response, k, tangential, with_energies);
    p.friction.slides_now[k] = tangential.slips ? 1.0 : 0.0;
  }
}

/** Energy of a spring, from its stretch or its force; 0 without a stiffness. */
DCM_SPECIALISED double dcm_granular_energy(dcm_vector state, double stiffness, int by_force) {
  const double square = dcm_dot(state, state);
  if (!by_force)
    return 0.5 * stiffness * square;
  return 0.5 * square * dcm_compliance(stiffness);
}

/** The springs that are carried with their length. Their state is stretch or force. */
DCM_SPECIALISED void dcm_granular_spring_stage(const dcm_granular_part *t, int scaled, int by_force,
                                               int rescaled, int with_energies) {
  const dcm_contacts *contacts = &t->contacts;
  const dcm_response *response = &t->response;
  const dcm_granular_pair p = t->pair;
  const dcm_granular_between *b = t->between;
  const double *const *in = response->history_in;
  double *const *out = response->history_out;
  const int where = by_force ? DCM_GRANULAR_FORCE : DCM_GRANULAR_SHEAR;
  const double shows = t->shows;
  double *kept_radius = t->kept_radius;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double a = b->radius[k];
    const double stiffness = scaled ? p.kt * a : p.kt;
    const double compliance = dcm_compliance(stiffness);
    const double limit = dcm_granular_limit(t, k);
    const dcm_vector before = dcm_load(in + where, k);
    const double old_radius = rescaled ? in[DCM_GRANULAR_RADIUS][k] : 0.0;
    const dcm_vector start =
        rescaled ? dcm_scale(a < old_radius ? a / old_radius : 1.0, before) : before;
    const dcm_vector carried =
        dcm_granular_carry(start, c.normal, by_force ? 1.0 : stiffness, shows * limit);
    /* The state is of 1 relative to 2, the velocity of 2 relative to 1. */
    const dcm_vector state =
        dcm_add_scaled(carried, (by_force ? stiffness : -1.0) * c.dt, c.tangential_velocity);
    const dcm_vector damper = dcm_scale(p.x_gammat * b->damping[k], c.tangential_velocity);
    const dcm_vector sum = dcm_add_scaled(damper, by_force ? 1.0 : -stiffness, state);
    const dcm_limited limited = dcm_limit(sum, damper, limit, dcm_dot(state, state) > 0.0);
    const dcm_vector after = by_force ? dcm_limited_force(limited, state)
                                      : dcm_limited_stretch(limited, state, compliance);
    dcm_tangential tangential = {.force = limited.force};
    if (with_energies) {
      const double radius_then = rescaled ? old_radius : b->old_radius[k];
      const double old_stiffness = scaled ? p.kt * radius_then : p.kt;
      tangential = dcm_limited_ledger(limited, after, c, compliance,
                                      dcm_scale(by_force ? 1.0 : -old_stiffness, before),
                                      dcm_scale(by_force ? 1.0 : -stiffness, after),
                                      dcm_granular_energy(after, stiffness, by_force),
                                      dcm_granular_energy(before, old_stiffness, by_force));
    }
    dcm_granular_store(response, k, tangential, with_energies);
    dcm_store(out + where, k, after);
    p.friction.slides_now[k] = limited.slips ? 1.0 : 0.0;
    if (rescaled)
      kept_radius[k] = a;
  }
}

/** The springs of gran/..., which advance before they are projected and stay as short as the
 * projection makes them. Releases differ in the two factors.
 * @param scaled      the stiffness is multiplied by the contact radius
 * @param scaled_back the force of a sliding contact is divided by the same stiffness */
DCM_SPECIALISED void dcm_granular_classic_stage(const dcm_granular_part *t, int scaled,
                                                int scaled_back, int with_energies) {
  const dcm_contacts *contacts = &t->contacts;
  const dcm_response *response = &t->response;
  const dcm_granular_pair p = t->pair;
  const dcm_granular_between *b = t->between;
  const double given_back = dcm_compliance(p.kt);
  const double projects = t->projects;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double stiffness = scaled ? p.kt * b->radius[k] : p.kt;
    const double compliance = dcm_compliance(stiffness);
    const double limit = dcm_granular_limit(t, k);
    const dcm_vector before = dcm_load(response->history_in + DCM_GRANULAR_SHEAR, k);
    const dcm_vector moved = dcm_subtract_scaled(before, c.dt, c.tangential_velocity);
    const dcm_vector state =
        dcm_subtract_scaled(moved, projects * dcm_dot(moved, c.normal), c.normal);
    const dcm_vector damper = dcm_scale(p.x_gammat * b->damping[k], c.tangential_velocity);
    const dcm_vector sum = dcm_subtract_scaled(damper, stiffness, state);
    const dcm_limited limited = dcm_limit(sum, damper, limit, dcm_dot(moved, moved) > 0.0);
    const dcm_vector after =
        dcm_limited_stretch(limited, state, scaled_back ? compliance : given_back);
    dcm_tangential tangential = {.force = limited.force};
    if (with_energies) {
      const double old_stiffness = scaled ? p.kt * b->old_radius[k] : p.kt;
      tangential =
          dcm_limited_ledger(limited, after, c, compliance, dcm_scale(-old_stiffness, before),
                             dcm_scale(-stiffness, after), dcm_granular_energy(after, stiffness, 0),
                             dcm_granular_energy(before, old_stiffness, 0));
    }
    dcm_granular_store(response, k, tangential, with_energies);
    dcm_store(response->history_out + DCM_GRANULAR_SHEAR, k, after);
    p.friction.slides_now[k] = limited.slips ? 1.0 : 0.0;
  }
}

/** A spring and damper against rolling, for the path R* (w1 - w2) x n of the surfaces over each
 * other, and a spring and damper against twisting, for its angle. In LAMMPS the normal points from
 * 2 to 1. */
DCM_SPECIALISED void dcm_granular_couples_stage(const dcm_granular_part *t, int rolls,
                                                uint32_t twisting, int with_energies) {
  const dcm_contacts *contacts = &t->contacts;
  const dcm_response *response = &t->response;
  const dcm_granular_pair p = t->pair;
  const dcm_granular_between *b = t->between;
  const double *const *in = response->history_in;
  double *const *out = response->history_out;
  const double shows = t->shows;
  const double roll_compliance = dcm_compliance(p.k_roll);
  /* In the release of 2021 twisting has the stiffness of the tangential spring, later its constant.
   */
  const double per_radius = t->twists_with_spring, per_constant = 1.0 - per_radius;
  const double has_spin_2 = t->has_spin_2;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double a = b->radius[k];
    const double load = b->load[k];
    const dcm_vector back = dcm_scale(-1.0, c.normal);
    const dcm_vector spin = dcm_subtract_scaled(c.spin_1, has_spin_2, c.spin_2);
    dcm_vector couple = {0.0, 0.0, 0.0};
    double stored = 0.0, stored_before = 0.0;
    if (rolls) {
      const double limit = p.mu_roll * load;
      const dcm_vector velocity = dcm_scale(c.effective_radius, dcm_cross(spin, back));
      const dcm_vector before = dcm_load(in + DCM_GRANULAR_ROLL, k);
      const dcm_vector carried = dcm_granular_carry(before, c.normal, p.k_roll, shows * limit);
      const dcm_vector state = dcm_add_scaled(carried, c.dt, velocity);
      const dcm_vector damper = dcm_scale(-p.gamma_roll, velocity);
      const dcm_vector sum = dcm_subtract_scaled(damper, p.k_roll, state);
      const dcm_limited limited = dcm_limit(sum, damper, limit, dcm_dot(state, state) > 0.0);
      const dcm_vector after = dcm_limited_stretch(limited, state, roll_compliance);
      couple = dcm_scale(c.effective_radius, dcm_cross(back, limited.force));
      dcm_store(t->kept_roll, k, after);
      stored = dcm_granular_energy(after, p.k_roll, 0);
      stored_before = dcm_granular_energy(before, p.k_roll, 0);
    }
    if (twisting != DCM_GRANULAR_NO_TWISTING) {
      const int marshall = twisting == DCM_GRANULAR_TWISTING_MARSHALL;
      const double kt = p.kt * (per_radius * a + per_constant);
      const double stiffness = marshall ? 0.5 * kt * a * a : p.k_twist;
      const double damping = marshall ? 0.5 * (p.x_gammat * b->damping[k]) * a * a : p.gamma_twist;
      const double limit = marshall ? 2.0 / 3.0 * p.friction.sliding * a * load : p.mu_twist * load;
      const double rate = dcm_dot(spin, back);
      const double before = in[DCM_GRANULAR_TWIST][k];
      const double angle = before + rate * c.dt;
      const double torque = -stiffness * angle - damping * rate;
      /* The torque of a slipping spring is against the present rate, which may differ in sign. */
      const double against = rate > 0.0 ? limit : rate < 0.0 ? -limit : 0.0;
      const int slips = fabs(torque) > limit;
      const double set = (against - damping * rate) * dcm_compliance(stiffness);
      couple = dcm_add_scaled(couple, slips ? -against : torque, back);
      const double after = slips ? set : angle;
      out[DCM_GRANULAR_TWIST][k] = after;
      stored += 0.5 * stiffness * after * after;
      if (with_energies) {
        const double then = b->old_radius[k];
        const double stiffness_then =
            marshall ? 0.5 * (p.kt * (per_radius * then + per_constant)) * then * then : p.k_twist;
        stored_before += 0.5 * stiffness_then * before * before;
      }
    }
    const dcm_vector on_2 = dcm_scale(-has_spin_2, couple);
    dcm_store(response->couple_1, k, couple);
    dcm_store(response->couple_2, k, on_2);
    if (with_energies) {
      const double power = dcm_dot(couple, c.spin_1) + dcm_dot(on_2, c.spin_2);
      response->energies->stored_rolling[k] = stored;
      response->energies->dissipated_rolling[k] = -power * c.dt - (stored - stored_before);
    }
  }
}

static inline void dcm_granular_heat_stage(const dcm_granular_part *t) {
  const dcm_conductance conductance = t->pair.conductance;
  const double *radius = t->between->radius;
  const double *temperature_1 = t->temperature[0], *temperature_2 = t->temperature[1];
  double *into_1 = t->heatflow[0], *into_2 = t->heatflow[1];
  const uint32_t count = dcm_whole_lanes(t->contacts.count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const double flow = dcm_conducted(conductance, radius[k], temperature_1[k], temperature_2[k]);
    into_1[k] = flow;
    into_2[k] = -flow;
  }
}

#endif
