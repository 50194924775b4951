/* SPDX-License-Identifier: MIT */
/** @file
 * What the laws of Hertz's family have in common: a contact area of radius a that the normal force
 * gives, damping of constant restitution, Mindlin's tangential spring with Coulomb's limit, and
 * rolling friction. The force along the normal, and what limits friction, stands in the law. */
#ifndef DCM_LAWS_HERTZ_FAMILY_H
#define DCM_LAWS_HERTZ_FAMILY_H

#include <dcm/dcm.h>
#include <math.h>
#include <stddef.h>

#include "kit/history.h"
#include "kit/instance.h"
#include "kit/loops.h"
#include "kit/parameters.h"
#include "mechanics/contact.h"
#include "mechanics/damping.h"
#include "mechanics/elastic.h"
#include "mechanics/mindlin.h"
#include "mechanics/restitution.h"
#include "mechanics/rolling.h"
#include "mechanics/rolling_spring.h"
#include "mechanics/simd.h"

/* ------------------------------------------------------------------------------ descriptions */

/** Parameters of laws that differ from hertz-mindlin by a force along the normal, as initialisers;
 * a law may have more behind them. */
enum {
  DCM_HERTZ_YOUNG,
  DCM_HERTZ_POISSON,
  DCM_HERTZ_RESTITUTION,
  DCM_HERTZ_FRICTION,
  DCM_HERTZ_ROLLING,
  DCM_HERTZ_TWISTING,
  DCM_HERTZ_PARAMETER_COUNT
};
#define DCM_HERTZ_PARAMETERS                                                                       \
  [DCM_HERTZ_YOUNG] = DCM_PARAMETER_YOUNG, [DCM_HERTZ_POISSON] = DCM_PARAMETER_POISSON,            \
  [DCM_HERTZ_RESTITUTION] = DCM_PARAMETER_RESTITUTION,                                             \
  [DCM_HERTZ_FRICTION] = DCM_PARAMETER_FRICTION, [DCM_HERTZ_ROLLING] = DCM_PARAMETER_ROLLING,      \
  [DCM_HERTZ_TWISTING] = DCM_PARAMETER_TWISTING

/** History fields and their components, in the order in which laws have them, the later ones not
 * all. */
enum {
  DCM_HERTZ_FIELD_FORCE,
  DCM_HERTZ_FIELD_ENERGY,
  DCM_HERTZ_FIELD_ROLLING,
  DCM_HERTZ_FIELD_TWISTING,
  DCM_HERTZ_FIELD_DISPLACEMENT,
  DCM_HERTZ_FIELD_EXPECTED_VELOCITY
};
enum {
  DCM_COMPONENT_FORCE = 0,
  DCM_COMPONENT_ENERGY = 3,
  DCM_COMPONENT_ROLLING = 4,
  DCM_COMPONENT_TWISTING = 7,
  DCM_COMPONENT_DISPLACEMENT = 8,
  DCM_COMPONENT_EXPECTED_VELOCITY = 11
};

/** Those of a law with rolling friction, as initialisers; a law may have more behind them. */
#define DCM_HERTZ_FIELDS                                                                           \
  [DCM_HERTZ_FIELD_FORCE] = DCM_HISTORY_TANGENTIAL_FORCE,                                          \
  [DCM_HERTZ_FIELD_ENERGY] = DCM_HISTORY_TANGENTIAL_ENERGY,                                        \
  [DCM_HERTZ_FIELD_ROLLING] = DCM_HISTORY_ROLLING_COUPLE,                                          \
  [DCM_HERTZ_FIELD_TWISTING] = DCM_HISTORY_TWISTING_COUPLE

/** The same of a law whose form "sheet" remembers the stretch of the tangential spring. */
#define DCM_HERTZ_FIELDS_WITH_STRETCH                                                              \
  DCM_HERTZ_FIELDS, [DCM_HERTZ_FIELD_DISPLACEMENT] = DCM_HISTORY_TANGENTIAL_DISPLACEMENT

/** The one behind them of a law with the option damping, likewise. */
#define DCM_HERTZ_FIELD_OF_DAMPING                                                                 \
  [DCM_HERTZ_FIELD_EXPECTED_VELOCITY] = DCM_HISTORY_EXPECTED_VELOCITY

/** Components of DCM_HERTZ_FIELDS. */
enum { DCM_HERTZ_WIDTH = DCM_COMPONENT_TWISTING + 1 };

enum { DCM_HERTZ_YES, DCM_HERTZ_NO };

/** The option of laws whose damping may be kept from attracting, for who wants the damping of
 * contacts that attract in contacts that do not.
 * @param usual the default */
#define DCM_HERTZ_OPTION_CALIBRATE(usual)                                                          \
  DCM_WORDS("calibrate",                                                                           \
            "whether damping that may not pull makes up for that, so that contacts without "       \
            "adhesion obtain the restitution asked for",                                           \
            usual, "yes", "no")

/** Which velocity damping goes with. */
enum { DCM_HERTZ_EXPLICIT, DCM_HERTZ_IMPLICIT };
#define DCM_HERTZ_OPTION_DAMPING                                                                   \
  DCM_WORDS("damping",                                                                             \
            "whether damping is of the velocity that the host gives, or of the one at the time "   \
            "of the positions",                                                                    \
            DCM_HERTZ_EXPLICIT, "explicit", "implicit")

enum {
  DCM_HERTZ_FORM,
  DCM_HERTZ_ROLLING_MODEL,
  DCM_HERTZ_ATTRACTION,
  DCM_HERTZ_CALIBRATE,
  DCM_HERTZ_DAMPING,
  DCM_HERTZ_OPTION_COUNT
};

/** Options of hertz-mindlin and of laws that differ from it by a force, as initialisers; a law may
 * have more behind them. */
#define DCM_HERTZ_OPTIONS                                                                          \
  [DCM_HERTZ_FORM] = DCM_OPTION_FORM, [DCM_HERTZ_ROLLING_MODEL] = DCM_OPTION_ROLLING_MODEL,        \
  [DCM_HERTZ_ATTRACTION] =                                                                         \
      DCM_WORDS("attraction", "whether damping may pull at the end of a contact", DCM_HERTZ_YES,   \
                "yes", "no"),                                                                      \
  [DCM_HERTZ_CALIBRATE] = DCM_HERTZ_OPTION_CALIBRATE(DCM_HERTZ_YES),                               \
  [DCM_HERTZ_DAMPING] = DCM_HERTZ_OPTION_DAMPING

/* --------------------------------------------------------------------------------- instances */

/** Springs against rolling and twisting are as stiff as the tangential one where the contact area
 * has this radius, in units of R*: half as stiff as that one is at an overlap of 1 % of R*, for
 * which steps are safe. What they stand for, the shape of grains and what is lost where they roll,
 * does not come and go with the area; and a stiffness that did would have to remember an energy,
 * see mechanics/area_spring.h. */
#define DCM_HERTZ_ROLLING_AREA 0.05

/** Constants of a pair of materials; each law's own begin with these.
 *
 * Both stiffnesses are proportional to a, so that one root serves all that goes with the root of a
 * stiffness times the effective mass: sqrt(kn M*) = sqrt(kn/a) sqrt(a M*). */
typedef struct dcm_hertz_pair {
  double effective_young;       /**< E* */
  double tangential_per_a;      /**< kt/a, 8 G* */
  double root_normal_per_a;     /**< sqrt(kn/a) = sqrt(2 E*) */
  double root_tangential_per_a; /**< sqrt(kt/a) */
  double rolling_per_radius;    /**< k_r/R*, of springs against rolling and twisting */
  double damping;               /**< C |alpha| sqrt(kn/a) */
  double tangential_damping;    /**< C |alpha| sqrt(kt/a) */
  double least_force;           /**< of a pressed contact: 0, or -infinity if it may pull */
  double friction;              /**< mu */
  double rolling;               /**< mu_r */
  double twisting;              /**< mu_t */
} dcm_hertz_pair;

/** What an instance of the family begins with; material_count^2 pairs follow. */
typedef struct dcm_hertz_instance {
  uint32_t form;
  uint32_t table; /**< of loops: form, or 2 for implicit damping */
  uint32_t rolls; /**< DCM_HERTZ_* */
} dcm_hertz_instance;

/** What a contact does against rolling: nothing, a couple of constant size, a spring, and another
 * against twisting. */
enum {
  DCM_HERTZ_NO_ROLLING,
  DCM_HERTZ_CONSTANT_ROLLING,
  DCM_HERTZ_SPRING_ROLLING,
  DCM_HERTZ_SPRING_TWISTING
};

/** An instance of a law that has no more constants than these. */
typedef struct dcm_hertz_plain {
  dcm_hertz_instance hertz;
  dcm_hertz_pair pairs[];
} dcm_hertz_plain;

/** Constants of the pair of materials i and j, counted from 0, from the law's parameters of the
 * usual names; one without "restitution" has no damping, without "rolling" no rolling friction. */
static inline dcm_hertz_pair dcm_hertz_pair_of(const dcm_setup *setup,
                                               const dcm_parameter *parameters, uint32_t count,
                                               uint32_t i, uint32_t j) {
  const double *young = dcm_values_of(setup, parameters, count, "young");
  const double *poisson = dcm_values_of(setup, parameters, count, "poisson");
  const double *restitution = dcm_values_of(setup, parameters, count, "restitution");
  const double *friction = dcm_values_of(setup, parameters, count, "friction");
  const double *rolling = dcm_values_of(setup, parameters, count, "rolling");
  const double *twisting = dcm_values_of(setup, parameters, count, "twisting");
  const uint32_t ij = i * setup->material_count + j;
  const double effective_young = dcm_effective_young(young[i], poisson[i], young[j], poisson[j]);
  const double effective_shear = dcm_effective_shear(young[i], poisson[i], young[j], poisson[j]);
  const double factor = restitution ? dcm_damping_factor(restitution[ij]) : 0.0;
  const double normal_per_a = dcm_hertz_normal_stiffness(effective_young, 1.0);
  const double tangential_per_a = dcm_mindlin_stiffness_per_radius(effective_shear);
  return (dcm_hertz_pair){
      .effective_young = effective_young,
      .tangential_per_a = tangential_per_a,
      .root_normal_per_a = sqrt(normal_per_a),
      .root_tangential_per_a = sqrt(tangential_per_a),
      .rolling_per_radius = DCM_HERTZ_ROLLING_AREA * tangential_per_a,
      .damping = factor * sqrt(normal_per_a),
      .tangential_damping = factor * sqrt(tangential_per_a),
      .least_force = -INFINITY,
      .friction = friction[ij],
      .rolling = rolling ? rolling[ij] : 0.0,
      .twisting = twisting ? twisting[ij] : 0.0,
  };
}

/** What was chosen for the options that the family shares; 0 of those that a law does not have. */
typedef struct dcm_hertz_choice {
  uint32_t form;          /**< DCM_FORM_* */
  dcm_memory memory;      /**< DCM_STRETCH: the law has DCM_HERTZ_FIELDS_WITH_STRETCH */
  uint32_t rolling_model; /**< DCM_ROLLING_* */
  uint32_t attraction;    /**< DCM_HERTZ_YES or DCM_HERTZ_NO */
  uint32_t calibrate;     /**< likewise, where attraction is not wanted */
  uint32_t damping;       /**< DCM_HERTZ_EXPLICIT or DCM_HERTZ_IMPLICIT */
  int expects;            /**< the law has the history field of implicit damping */
} dcm_hertz_choice;

/** Of a law whose options begin with DCM_HERTZ_OPTIONS; its form "sheet" remembers the stretch. */
static inline dcm_hertz_choice dcm_hertz_choice_of(const dcm_setup *setup) {
  const uint32_t *chosen = setup->options;
  return (dcm_hertz_choice){
      .form = chosen[DCM_HERTZ_FORM],
      .memory = DCM_STRETCH,
      .rolling_model = chosen[DCM_HERTZ_ROLLING_MODEL],
      .attraction = chosen[DCM_HERTZ_ATTRACTION],
      .calibrate = chosen[DCM_HERTZ_CALIBRATE],
      .damping = chosen[DCM_HERTZ_DAMPING],
      .expects = 1,
  };
}

/** Implicit damping is of form "consistent".
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_hertz_check_damping(const dcm_instance *instance,
                                              dcm_hertz_choice choice) {
  if (choice.form == DCM_FORM_SHEET && choice.damping == DCM_HERTZ_IMPLICIT)
    return dcm_refuse(instance, "'damping implicit' is none of form sheet, whose damping is of the "
                                "velocity as the host gives it; use 'form consistent'");
  return DCM_OK;
}

/** Springs against rolling are of form "consistent", and twisting is of springs.
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_hertz_check_rolling(const dcm_instance *instance, dcm_hertz_choice choice,
                                              dcm_hertz_pair pair) {
  const int sheet = choice.form == DCM_FORM_SHEET;
  if (sheet && choice.rolling_model == DCM_ROLLING_SPRING)
    return dcm_refuse(instance,
                      "'rolling_model spring' is none of form sheet, whose rolling friction "
                      "is a couple of constant size; use 'form consistent'");
  if (pair.twisting > 0.0 && (sheet || choice.rolling_model == DCM_ROLLING_CONSTANT))
    return dcm_refuse(instance,
                      "twisting = %g asks for springs against rolling and twisting; use %s, or "
                      "leave it 0",
                      pair.twisting, sheet ? "'form consistent'" : "'rolling_model spring'");
  return DCM_OK;
}

/** Takes notice of a pair that resists rolling or twisting. */
static inline void dcm_hertz_roll(dcm_instance *instance, dcm_hertz_instance *made,
                                  dcm_hertz_pair pair, int springs) {
  const uint32_t wanted = pair.twisting > 0.0 ? DCM_HERTZ_SPRING_TWISTING
                          : pair.rolling > 0.0
                              ? springs ? DCM_HERTZ_SPRING_ROLLING : DCM_HERTZ_CONSTANT_ROLLING
                              : DCM_HERTZ_NO_ROLLING;
  if (wanted > made->rolls)
    made->rolls = wanted;
  if (wanted)
    instance->unused = 0;
  if (wanted >= DCM_HERTZ_SPRING_ROLLING)
    instance->field_use[DCM_HERTZ_FIELD_ROLLING] = DCM_FIELD_USED;
  if (wanted == DCM_HERTZ_SPRING_TWISTING)
    instance->field_use[DCM_HERTZ_FIELD_TWISTING] = DCM_FIELD_USED;
}

/** Lets a pair of materials do what the options attraction and calibrate say.
 * @param cuts       the force of this pair is cut
 * @param calibrates its viscosity is that of a cut force
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_hertz_attract(dcm_instance *instance, double restitution, int cuts,
                                        int calibrates, dcm_hertz_pair *pair) {
  double ratio = dcm_damping_ratio(restitution), smallest;
  if (calibrates && dcm_damping_ratio_without_attraction(restitution, &ratio, &smallest))
    return dcm_refuse(instance,
                      "restitution = %g cannot be calibrated: viscosity without attraction reaches "
                      "no less than %.2g; ask for more, or use 'calibrate no'",
                      restitution, smallest);
  const double factor = DCM_DAMPING_CONSTANT * ratio;
  pair->damping = factor * pair->root_normal_per_a;
  pair->tangential_damping = factor * sqrt(pair->tangential_per_a);
  pair->least_force = cuts ? 0.0 : -INFINITY;
  if (cuts != calibrates)
    instance->flags |= DCM_KNOWN_RESTITUTION;
  return DCM_OK;
}

/** Makes an instance: its memory, the constants above of every pair, and what the host is told. In
 * form "sheet" the lever arm of the moments is the radius, as in the authors' code, though that
 * does not conserve angular momentum; couples there are if any materials have rolling friction. A
 * law whose parameters have it has the history fields of its springs.
 * @param parameters the law's, count of them
 * @param pairs      where in the law's data the pairs begin
 * @param per_pair   bytes of the law's own constants of a pair
 * @return the data, which begins with a dcm_hertz_instance, or NULL after a message */
static inline void *dcm_hertz_create(const dcm_setup *setup, dcm_instance *instance,
                                     const dcm_parameter *parameters, uint32_t count,
                                     dcm_hertz_choice choice, size_t pairs, size_t per_pair) {
  const uint32_t n = setup->material_count, form = choice.form;
  if (dcm_hertz_check_damping(instance, choice))
    return NULL;
  char *data = dcm_instance_allocate(setup, instance, pairs, per_pair);
  if (!data)
    return NULL;
  dcm_hertz_instance *made = (dcm_hertz_instance *)(void *)data;
  made->form = form;
  made->table = choice.damping == DCM_HERTZ_IMPLICIT ? 2 : form;
  dcm_instance_form(instance, form);
  if (dcm_values_of(setup, parameters, count, "rolling"))
    instance->field_use[DCM_HERTZ_FIELD_ROLLING] = instance->field_use[DCM_HERTZ_FIELD_TWISTING] =
        DCM_FIELD_UNUSED;
  if (choice.expects && choice.damping == DCM_HERTZ_EXPLICIT)
    instance->field_use[DCM_HERTZ_FIELD_EXPECTED_VELOCITY] = DCM_FIELD_UNUSED;
  const int springs = form == DCM_FORM_CONSISTENT && choice.rolling_model != DCM_ROLLING_CONSTANT;
  if (choice.memory == DCM_STRETCH)
    instance
        ->field_use[form == DCM_FORM_SHEET ? DCM_HERTZ_FIELD_FORCE : DCM_HERTZ_FIELD_DISPLACEMENT] =
        DCM_FIELD_HELD_OTHERWISE;
  if (form == DCM_FORM_SHEET) {
    instance->moment_arm = DCM_ARM_RADIUS;
    instance->field_use[DCM_HERTZ_FIELD_ENERGY] = DCM_FIELD_FOR_ENERGIES;
  }
  /* There the stretch stays while the stiffness grows, and each side rolls against its own spin. */
  const uint32_t of_sheet = form == DCM_FORM_SHEET ? DCM_KNOWN_GAIN : 0u;
  instance->flags |= of_sheet;
  const double *restitution = dcm_values_of(setup, parameters, count, "restitution");
  const int cuts = choice.attraction == DCM_HERTZ_NO;
  const int calibrates = cuts && choice.calibrate == DCM_HERTZ_YES;
  for (uint32_t ij = 0; ij < n * n; ij++) {
    dcm_hertz_pair *pair = (void *)(data + pairs + ij * per_pair);
    *pair = dcm_hertz_pair_of(setup, parameters, count, ij / n, ij % n);
    /* There a spring below the limit has its whole damper beside it. */
    if (of_sheet && pair->damping != 0.0)
      instance->flags |= DCM_KNOWN_FRICTION;
    if (dcm_hertz_check_rolling(instance, choice, *pair) ||
        (cuts && dcm_hertz_attract(instance, restitution[ij], 1, calibrates, pair))) {
      dcm_instance_free(instance);
      return NULL;
    }
    dcm_hertz_roll(instance, made, *pair, springs);
    if (made->rolls)
      instance->flags |= of_sheet ? DCM_KNOWN_UNBALANCED : 0u;
  }
  return data;
}

/** The same for a dcm_hertz_plain; the whole of such a law's init. */
static inline int32_t dcm_hertz_init(const dcm_setup *setup, dcm_instance *instance,
                                     const dcm_parameter *parameters, uint32_t count,
                                     dcm_hertz_choice choice) {
  return dcm_hertz_create(setup, instance, parameters, count, choice,
                          offsetof(dcm_hertz_plain, pairs), sizeof(dcm_hertz_pair))
             ? DCM_OK
             : DCM_ERROR;
}

/** The table name[rolls] of a law's loops of form consistent, rolls of DCM_HERTZ_*:
 * loop(..., rolls, with_energies).
 * @param make DCM_LOOP or DCM_SCALAR_LOOP */
#define DCM_HERTZ_CONSISTENT_LOOPS(make, name, ...)                                                \
  make(name##_none, __VA_ARGS__, DCM_HERTZ_NO_ROLLING)                                             \
      make(name##_constant, __VA_ARGS__, DCM_HERTZ_CONSTANT_ROLLING)                               \
          make(name##_rolling, __VA_ARGS__, DCM_HERTZ_SPRING_ROLLING)                              \
              make(name##_twisting, __VA_ARGS__,                                                   \
                   DCM_HERTZ_SPRING_TWISTING) static dcm_loop *const name[] = {                    \
                  name##_none, name##_constant, name##_rolling, name##_twisting}

/** The same of form sheet, which has no springs against rolling. */
#define DCM_HERTZ_SHEET_LOOPS(name, ...)                                                           \
  DCM_LOOP(name##_none, __VA_ARGS__, DCM_HERTZ_NO_ROLLING)                                         \
  DCM_LOOP(name##_constant, __VA_ARGS__, DCM_HERTZ_CONSTANT_ROLLING)                               \
  static dcm_loop *const name[] = {name##_none, name##_constant}

/** The table name[consistent][rolls] of a law with both forms:
 * loop(..., consistent, rolls, with_energies). */
#define DCM_HERTZ_LOOPS(name, ...)                                                                 \
  DCM_HERTZ_SHEET_LOOPS(name##_sheet, __VA_ARGS__, 0);                                             \
  DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, name##_consistent, __VA_ARGS__, 1);                         \
  static dcm_loop *const *const name[] = {name##_sheet, name##_consistent}

/** The same of a law with the option damping, and behind it implicit damping in form consistent:
 * loop(..., implicit, consistent, rolls, with_energies). */
#define DCM_HERTZ_DAMPED_LOOPS(name, ...)                                                          \
  DCM_HERTZ_SHEET_LOOPS(name##_sheet, __VA_ARGS__, 0, 0);                                          \
  DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, name##_explicit, __VA_ARGS__, 0, 1);                        \
  DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, name##_implicit, __VA_ARGS__, 1, 1);                        \
  static dcm_loop *const *const name[] = {name##_sheet, name##_explicit, name##_implicit}

/** The whole of such a law's compute. */
static inline int32_t dcm_hertz_compute(const dcm_instance *instance, const dcm_contacts *contacts,
                                        const dcm_response *response,
                                        dcm_loop *const *const *loops) {
  const dcm_hertz_instance *made = instance->data;
  loops[made->table][made->rolls](made, contacts, response);
  return DCM_OK;
}

/* ------------------------------------------------------------------------------- one contact */

/** How a law's loop was specialised: constants. */
typedef struct dcm_hertz_form {
  dcm_memory memory; /**< of form "sheet" */
  int turns;         /**< form "sheet" turns the state about the normal with the pair, too */
  int consistent;
  int rolls; /**< DCM_HERTZ_* */
  int with_energies;
} dcm_hertz_form;

/** The contact area and the force along the normal. */
typedef struct dcm_hertz_contact {
  double contact_radius; /**< a */
  double conservative;   /**< force without damping: elastic, less adhesion */
  double root;           /**< sqrt(a M*), with which damping goes */
  dcm_normal normal;     /**< with damping */
  double tangential_damping;
  double expected_velocity; /**< in the next step, of implicit damping */
} dcm_hertz_contact;

/** A contact without damping.
 * @param energy work of the force since the contact began at overlap zero */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_undamped(dcm_contact c, double contact_radius,
                                                     double conservative, double energy) {
  return (dcm_hertz_contact){
      .contact_radius = contact_radius,
      .conservative = conservative,
      .root = sqrt(contact_radius * c.effective_mass),
      .normal = {.force = conservative, .stored = energy},
  };
}

/** The same with damping, eta = C |alpha| sqrt(kn M*), which may be cut. Where adhesion attracts it
 * acts in full. */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_damped(dcm_hertz_pair pair, dcm_contact c,
                                                   double contact_radius, double conservative,
                                                   double energy) {
  dcm_hertz_contact hertz = dcm_hertz_undamped(c, contact_radius, conservative, energy);
  const double eta = pair.damping * hertz.root;
  const double damping = -eta * c.normal_velocity;
  const int attracts = conservative > 0.0 && conservative + damping < pair.least_force;
  const double viscous = attracts ? -conservative : damping;
  hertz.normal.force = conservative + viscous;
  hertz.normal.dissipated = -viscous * c.normal_velocity * c.dt;
  hertz.tangential_damping = pair.tangential_damping * hertz.root;
  return hertz;
}

/** The same, or implicit: with the velocity v* at the time of the positions, which the forces since
 * that of the velocity v lead to, F of this contact and those of all others:
 *   F = Fe - eta v*,  v* = v + others + (age/M*) F.
 * What others do is taken to be what they did in the step before, by which v is off what was
 * expected of the v and F of then, v + F dt/M*. That is remembered; it is 0 where a contact begins,
 * like all of its state, and else by accident, in a step that ends at rest to the last bit. Others
 * then count as nothing for a step: all other numbers of the state may be 0 for long.
 * @param implicit a constant */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_damped_as(dcm_hertz_pair pair, dcm_contact c,
                                                      double contact_radius, double conservative,
                                                      double energy, int implicit,
                                                      const dcm_response *response, uint32_t k) {
  if (!implicit)
    return dcm_hertz_damped(pair, c, contact_radius, conservative, energy);
  dcm_hertz_contact hertz = dcm_hertz_undamped(c, contact_radius, conservative, energy);
  const double eta = pair.damping * hertz.root;
  const double expected = response->history_in[DCM_COMPONENT_EXPECTED_VELOCITY][k];
  const double change = c.normal_velocity - expected;
  const double others = expected != 0.0 ? change : 0.0;
  /* The age is 0 when dt is. */
  const double alone = c.normal_velocity + c.velocity_age / (c.dt + 1e-200) * others;
  const double by_force = c.velocity_age / c.effective_mass;
  const double uncut = (alone + by_force * conservative) / (1.0 + eta * by_force);
  const int attracts = conservative > 0.0 && conservative - eta * uncut < pair.least_force;
  const double viscous = attracts ? -conservative : -eta * uncut;
  const double velocity = attracts ? alone : uncut;
  hertz.normal.force = conservative + viscous;
  /* v* is the mean of the velocities of half a step before and after, and so the work of damping
   * that of its force on v*. */
  hertz.normal.dissipated = -viscous * velocity * c.dt;
  hertz.tangential_damping = pair.tangential_damping * hertz.root;
  hertz.expected_velocity = c.normal_velocity + hertz.normal.force * (c.dt / c.effective_mass);
  return hertz;
}

/** Hertz's elastic contact. */
typedef struct dcm_hertz_elastic {
  double contact_radius, force, energy;
} dcm_hertz_elastic;

DCM_SPECIALISED dcm_hertz_elastic dcm_hertz_press(dcm_hertz_pair pair, dcm_contact c) {
  const double overlap = dcm_pressed(c.overlap);
  const double a = dcm_hertz_contact_radius(c.effective_radius, overlap);
  const double force =
      dcm_hertz_force(dcm_hertz_normal_stiffness(pair.effective_young, a), overlap);
  return (dcm_hertz_elastic){a, force, dcm_hertz_energy(force, overlap)};
}

/** Hertz's, with damping. */
DCM_SPECIALISED dcm_hertz_contact dcm_hertz_pressed(dcm_hertz_pair pair, dcm_contact c) {
  const dcm_hertz_elastic elastic = dcm_hertz_press(pair, c);
  return dcm_hertz_damped(pair, c, elastic.contact_radius, elastic.force, elastic.energy);
}

/** The tangential spring of the law's form, and its state. */
DCM_SPECIALISED dcm_tangential dcm_hertz_stick(dcm_contact c, dcm_area_law law, dcm_hertz_form form,
                                               const dcm_response *response, uint32_t k) {
  if (form.consistent)
    return dcm_mindlin_consistent(c, law, response, DCM_COMPONENT_FORCE, DCM_COMPONENT_ENERGY, k);
  const int at = form.memory == DCM_FORCE ? DCM_COMPONENT_FORCE : DCM_COMPONENT_DISPLACEMENT;
  const dcm_vector carried = dcm_transport(dcm_load(response->history_in + at, k), c.normal);
  /* What this spring loses as its stiffness changes is of interest to the ledger alone. */
  const double energy = form.with_energies ? response->history_in[DCM_COMPONENT_ENERGY][k] : 0.0;
  const dcm_tangential spring = dcm_mindlin_sheet(
      c, form.turns ? dcm_spin_about_normal(carried, c.normal, c.spin_1, c.spin_2, c.dt) : carried,
      energy, law, form.memory);
  dcm_store(response->history_out + at, k, spring.state);
  if (form.with_energies)
    response->history_out[DCM_COMPONENT_ENERGY][k] = spring.stored;
  return spring;
}

/** The rest of the contact, tangential force and couples, and writes entry k of the response.
 * @param pressing what Coulomb's limit is mu times of */
DCM_SPECIALISED void dcm_hertz_finish(dcm_hertz_pair pair, dcm_contact c, dcm_hertz_contact hertz,
                                      double pressing, dcm_hertz_form form,
                                      const dcm_response *response, uint32_t k) {
  const dcm_area_law law = {
      .stiffness_per_radius = pair.tangential_per_a,
      .contact_radius = hertz.contact_radius,
      .damping = hertz.tangential_damping,
      .limit = pair.friction * pressing,
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
    /* Both are tried before either slides: see dcm_tangential_try. */
    const dcm_area_trial sliding =
        dcm_mindlin_try(c, law, response, DCM_COMPONENT_FORCE, DCM_COMPONENT_ENERGY, k);
    const dcm_rolling_trial rolling =
        dcm_rolling_try(springs, c, twists, response, DCM_COMPONENT_ROLLING, k);
    answer.tangential =
        dcm_mindlin_slide(sliding, c, law, response, DCM_COMPONENT_FORCE, DCM_COMPONENT_ENERGY, k);
    answer.couples = dcm_rolling_slide(rolling, springs, c, pressing, twists, response,
                                       DCM_COMPONENT_ROLLING, k);
  } else {
    answer.tangential = dcm_hertz_stick(c, law, form, response, k);
    answer.couples =
        dcm_rolling(c, pair.rolling, hertz.conservative, pair.root_normal_per_a * hertz.root,
                    form.rolls == DCM_HERTZ_CONSTANT_ROLLING, form.consistent);
  }
  dcm_answer_store(response, k, c, answer, form.with_energies);
}

#endif
