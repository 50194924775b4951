/* SPDX-License-Identifier: MIT */
/** @file
 * The laws of Hertz's family, as far as init needs it: tables, constants of a pair of materials,
 * the instance, and the choice of a loop. hertz_contact.h has the formulas of one contact.
 *
 * The laws share a contact area of radius a, damping of constant restitution, Mindlin's tangential
 * spring with Coulomb's limit, and rolling friction. A law's own file has the force along the
 * normal and the load that limits friction. */
#ifndef DCM_LAWS_HERTZ_SETUP_H
#define DCM_LAWS_HERTZ_SETUP_H

#include <assert.h>
#include <dcm/dcm.h>
#include <math.h>
#include <stddef.h>

#include "kit/instance.h"
#include "kit/rows.h"
#include "mechanics/elastic.h"
#include "mechanics/mindlin.h"
#include "mechanics/restitution.h"

/* ------------------------------------------------------------------------------------ tables */

/** Parameters, as initialisers, of laws that differ from hertz-mindlin by a force along the normal.
 * A law may have more parameters behind them. */
#define DCM_HERTZ_PARAMETERS                                                                       \
  DCM_PARAMETER_YOUNG, DCM_PARAMETER_POISSON, DCM_PARAMETER_RESTITUTION, DCM_PARAMETER_FRICTION,   \
      DCM_PARAMETER_FRICTION_STATIC, DCM_PARAMETER_ROLLING, DCM_PARAMETER_TWISTING
enum { DCM_HERTZ_PARAMETER_COUNT = 7 };

/** History fields and their components, in the order in which laws have them. Not every law has
 * the last two. */
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

/** The fields of a law with rolling friction, as initialisers. A law may have more fields behind
 * them. */
#define DCM_HERTZ_FIELDS                                                                           \
  [DCM_HERTZ_FIELD_FORCE] = DCM_HISTORY_TANGENTIAL_FORCE,                                          \
  [DCM_HERTZ_FIELD_ENERGY] = DCM_HISTORY_TANGENTIAL_ENERGY,                                        \
  [DCM_HERTZ_FIELD_ROLLING] = DCM_HISTORY_ROLLING_COUPLE,                                          \
  [DCM_HERTZ_FIELD_TWISTING] = DCM_HISTORY_TWISTING_COUPLE

/** The fields of a law whose form "sheet" remembers the stretch of the tangential spring. */
#define DCM_HERTZ_FIELDS_WITH_STRETCH                                                              \
  DCM_HERTZ_FIELDS, [DCM_HERTZ_FIELD_DISPLACEMENT] = DCM_HISTORY_TANGENTIAL_DISPLACEMENT

/** A law with the option damping has this field behind them. */
#define DCM_HERTZ_FIELD_OF_DAMPING                                                                 \
  [DCM_HERTZ_FIELD_EXPECTED_VELOCITY] = DCM_HISTORY_EXPECTED_VELOCITY

/** Number of components of DCM_HERTZ_FIELDS. */
enum { DCM_HERTZ_WIDTH = DCM_COMPONENT_TWISTING + 1 };

enum { DCM_HERTZ_YES, DCM_HERTZ_NO };

/** The option of laws whose damping may be kept from attracting. With "no" contacts that do not
 * attract have the damping of contacts that do.
 * @param usual the default */
#define DCM_HERTZ_OPTION_CALIBRATE(usual)                                                          \
  DCM_WORDS("calibrate",                                                                           \
            "whether damping that may not pull makes up for that, so that contacts without "       \
            "adhesion obtain the restitution asked for",                                           \
            usual, "yes", "no")

/** The velocity that damping is in proportion to. */
enum { DCM_HERTZ_EXPLICIT, DCM_HERTZ_IMPLICIT };
#define DCM_HERTZ_OPTION_DAMPING                                                                   \
  DCM_WORDS("damping",                                                                             \
            "whether damping is of the velocity that the host gives, or of the one at the time "   \
            "of the positions",                                                                    \
            DCM_HERTZ_EXPLICIT, "explicit", "implicit")

/** Options of the laws with DCM_HERTZ_PARAMETERS, as initialisers. A law may have more options
 * behind them. */
#define DCM_HERTZ_OPTIONS                                                                          \
  DCM_OPTION_FORM, DCM_OPTION_ROLLING_MODEL,                                                       \
      DCM_WORDS("attraction", "whether damping may pull at the end of a contact", DCM_HERTZ_YES,   \
                "yes", "no"),                                                                      \
      DCM_HERTZ_OPTION_CALIBRATE(DCM_HERTZ_YES), DCM_HERTZ_OPTION_DAMPING
enum { DCM_HERTZ_OPTION_COUNT = 5 };

/* --------------------------------------------------------------------------------- instances */

/** Springs against rolling and twisting are as stiff as the tangential spring of a contact area of
 * this radius, in units of R*. Steps are safe for an overlap of 1 % of R*, at which the tangential
 * spring is twice as stiff. The springs stand for the shape of grains and for losses in rolling,
 * and these do not come and go with the area. A stiffness that changes with the area would also
 * need an energy in the state, see mechanics/mindlin.h. */
#define DCM_HERTZ_ROLLING_AREA 0.05

/** Constants of a pair of materials. The constants of each law begin with them.
 *
 * Both stiffnesses are proportional to a. So one root serves for every root of a stiffness times
 * the effective mass: sqrt(kn M*) = sqrt(kn/a) sqrt(a M*). */
typedef struct dcm_hertz_pair {
  double effective_young;       /**< E* */
  double tangential_per_a;      /**< kt/a, 8 G* */
  double root_normal_per_a;     /**< sqrt(kn/a) = sqrt(2 E*) */
  double root_tangential_per_a; /**< sqrt(kt/a) */
  double rolling_per_radius;    /**< k_r/R*, of springs against rolling and twisting */
  double damping;               /**< C |alpha| sqrt(kn/a) */
  double tangential_damping;    /**< C |alpha| sqrt(kt/a) */
  double least_force;           /**< of a pressed contact: 0, or -infinity if it may pull */
  dcm_friction friction;
  double rolling;  /**< mu_r */
  double twisting; /**< mu_t */
} dcm_hertz_pair;

/** Index of the loops of implicit damping, see DCM_HERTZ_DAMPED_LOOPS. */
enum { DCM_HERTZ_IMPLICIT_TABLE = DCM_FORM_CONSISTENT + 1 };

/** The head of an instance's data; material_count^2 pairs follow. */
typedef struct dcm_hertz_instance {
  dcm_loop *loop;
  uint32_t rolls; /**< DCM_HERTZ_* */
} dcm_hertz_instance;

/** Resistance of a contact against rolling: none, a couple of constant size, a spring, or a spring
 * and another one against twisting. */
enum {
  DCM_HERTZ_NO_ROLLING,
  DCM_HERTZ_CONSTANT_ROLLING,
  DCM_HERTZ_SPRING_ROLLING,
  DCM_HERTZ_SPRING_TWISTING
};

/** The data of a law without further constants. */
typedef struct dcm_hertz_plain {
  dcm_hertz_instance hertz;
  dcm_hertz_pair pairs[];
} dcm_hertz_plain;

/** Constants of the pair of materials i and j, counted from 0. They come from the law's parameters
 * of the usual names, and dcm_hertz_create adds friction. A law without "restitution" has no
 * damping, and a law without "rolling" has no rolling friction. */
static inline dcm_hertz_pair dcm_hertz_pair_of(const dcm_setup *setup, const dcm_model *tables,
                                               uint32_t i, uint32_t j) {
  const double *young = dcm_values_of(setup, tables, "young");
  const double *poisson = dcm_values_of(setup, tables, "poisson");
  const double *restitution = dcm_values_of(setup, tables, "restitution");
  const double *rolling = dcm_values_of(setup, tables, "rolling");
  const double *twisting = dcm_values_of(setup, tables, "twisting");
  assert(young && poisson);
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
      .rolling = rolling ? rolling[ij] : 0.0,
      .twisting = twisting ? twisting[ij] : 0.0,
  };
}

/** Refuses what form "sheet" does not have.
 * @param friction of the law
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_hertz_check_sheet(const dcm_instance *instance, uint32_t rolling_model,
                                            int implicit, dcm_friction friction) {
  if (implicit)
    return dcm_refuse(instance,
                      "'damping implicit' is not available with 'form sheet', whose damping goes "
                      "with the velocity that the host gives; use 'form consistent'");
  if (friction.kept)
    return dcm_refuse(instance,
                      "friction_static above friction is not available with 'form sheet', whose "
                      "authors have one coefficient of friction; use 'form consistent'");
  if (rolling_model == DCM_ROLLING_SPRING)
    return dcm_refuse(instance,
                      "'rolling_model spring' is not available with 'form sheet', whose rolling "
                      "friction is a couple of constant size; use 'form consistent'");
  return DCM_OK;
}

/** Informs the host about the form and about the history fields that the instance does not use. In
 * form "sheet" the lever arm of the moments is the radius, as in the authors' code, though this arm
 * does not conserve angular momentum. */
static inline void dcm_hertz_describe(const dcm_setup *setup, dcm_instance *instance,
                                      const dcm_model *tables, int sheet, int implicit) {
  dcm_instance_form(instance, sheet ? DCM_FORM_SHEET : DCM_FORM_CONSISTENT);
  if (dcm_values_of(setup, tables, "rolling"))
    instance->field_use[DCM_HERTZ_FIELD_ROLLING] = instance->field_use[DCM_HERTZ_FIELD_TWISTING] =
        DCM_FIELD_UNUSED;
  if (dcm_has_field(tables, "expected_velocity") && !implicit)
    instance->field_use[DCM_HERTZ_FIELD_EXPECTED_VELOCITY] = DCM_FIELD_UNUSED;
  if (dcm_has_field(tables, "tangential_displacement"))
    instance->field_use[sheet ? DCM_HERTZ_FIELD_FORCE : DCM_HERTZ_FIELD_DISPLACEMENT] =
        DCM_FIELD_HELD_OTHERWISE;
  if (!sheet)
    return;
  instance->moment_arm = DCM_ARM_RADIUS;
  instance->field_use[DCM_HERTZ_FIELD_ENERGY] = DCM_FIELD_FOR_ENERGIES;
  instance->flags |= DCM_KNOWN_GAIN; /* the stretch stays while the stiffness grows */
}

/** Notes the resistance of a pair against rolling and twisting in the instance. Refuses twisting
 * friction without springs.
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_hertz_roll(dcm_instance *instance, dcm_hertz_instance *made,
                                     dcm_hertz_pair pair, int sheet, int springs) {
  if (pair.twisting > 0.0 && !springs)
    return dcm_refuse(
        instance,
        "twisting = %g needs springs against rolling and twisting; use %s, or give twisting = 0",
        pair.twisting, sheet ? "'form consistent'" : "'rolling_model spring'");
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
  /* In form sheet each side rolls against its own spin. */
  if (wanted && sheet)
    instance->flags |= DCM_KNOWN_UNBALANCED;
  return DCM_OK;
}

/** Damping of a pair by the options attraction and calibrate.
 * @param cuts       the force of this pair is cut where it would attract
 * @param calibrates the damping is the one with which a cut force obtains the restitution
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_hertz_attract(dcm_instance *instance, double restitution, int cuts,
                                        int calibrates, dcm_hertz_pair *pair) {
  double ratio = dcm_damping_ratio(restitution), smallest;
  if (calibrates && dcm_damping_ratio_without_attraction(restitution, &ratio, &smallest))
    return dcm_refuse(instance,
                      "restitution = %g cannot be obtained without attraction: the least possible "
                      "value is %.2g; give a larger restitution, or use 'calibrate no'",
                      restitution, smallest);
  const double factor = DCM_DAMPING_CONSTANT * ratio;
  pair->damping = factor * pair->root_normal_per_a;
  pair->tangential_damping = factor * sqrt(pair->tangential_per_a);
  pair->least_force = cuts ? 0.0 : -INFINITY;
  if (cuts != calibrates)
    instance->flags |= DCM_KNOWN_RESTITUTION;
  return DCM_OK;
}

/** Makes an instance: its memory, the constants of every pair, and the words to the host about
 * arms, flags and fields. The names in the tables say what the law has: forms, rolling friction, a
 * stretch that form "sheet" remembers, implicit damping.
 * @param tables   DCM_TABLES
 * @param loops    DCM_HERTZ_LOOPS or DCM_HERTZ_DAMPED_LOOPS; NULL: the law chooses the loop itself
 * @param pairs    where in the law's data the pairs begin
 * @param per_pair bytes of the law's own constants of a pair
 * @return the data, which begins with a dcm_hertz_instance, or NULL after a message */
static inline void *dcm_hertz_create(const dcm_setup *setup, dcm_instance *instance,
                                     const dcm_model *tables, dcm_loop *const *const *loops,
                                     size_t pairs, size_t per_pair) {
  const uint32_t n = setup->material_count;
  const uint32_t form = dcm_word_of(setup, tables, "form", DCM_FORM_CONSISTENT);
  const uint32_t rolling_model = dcm_word_of(setup, tables, "rolling_model", DCM_ROLLING_AUTO);
  const int sheet = form == DCM_FORM_SHEET;
  const int implicit =
      dcm_word_of(setup, tables, "damping", DCM_HERTZ_EXPLICIT) == DCM_HERTZ_IMPLICIT;
  dcm_frictions frictions;
  if (dcm_frictions_find(setup, instance, tables, DCM_COMPONENT_FORCE, &frictions) ||
      (sheet && dcm_hertz_check_sheet(instance, rolling_model, implicit, frictions.common)))
    return NULL;
  char *data = dcm_instance_allocate(setup, instance, pairs, per_pair);
  if (!data)
    return NULL;
  dcm_hertz_instance *made = (dcm_hertz_instance *)(void *)data;
  dcm_hertz_describe(setup, instance, tables, sheet, implicit);
  const int springs = !sheet && rolling_model != DCM_ROLLING_CONSTANT;
  const double *restitution = dcm_values_of(setup, tables, "restitution");
  const int cuts = dcm_word_of(setup, tables, "attraction", DCM_HERTZ_YES) == DCM_HERTZ_NO;
  const int calibrates =
      cuts && dcm_word_of(setup, tables, "calibrate", DCM_HERTZ_YES) == DCM_HERTZ_YES;
  assert(!cuts || restitution);
  for (uint32_t ij = 0; ij < n * n; ij++) {
    dcm_hertz_pair *pair = (void *)(data + pairs + ij * per_pair);
    *pair = dcm_hertz_pair_of(setup, tables, ij / n, ij % n);
    pair->friction = dcm_friction_of(&frictions, ij);
    /* In form sheet a spring that sticks has its whole damper beside it, also beyond the limit. */
    if (sheet && pair->damping != 0.0)
      instance->flags |= DCM_KNOWN_FRICTION;
    if (dcm_hertz_roll(instance, made, *pair, sheet, springs) ||
        (cuts && dcm_hertz_attract(instance, restitution[ij], 1, calibrates, pair))) {
      dcm_instance_free(instance);
      return NULL;
    }
  }
  if (loops)
    made->loop = loops[implicit ? DCM_HERTZ_IMPLICIT_TABLE : form][made->rolls];
  return data;
}

/** The whole init of a law whose data are a dcm_hertz_plain. */
static inline int32_t dcm_hertz_init(const dcm_setup *setup, dcm_instance *instance,
                                     const dcm_model *tables, dcm_loop *const *const *loops) {
  return dcm_hertz_create(setup, instance, tables, loops, offsetof(dcm_hertz_plain, pairs),
                          sizeof(dcm_hertz_pair))
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

/** DCM_HERTZ_CONSISTENT_LOOPS for form sheet, which has no springs against rolling. */
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

/** The table name[table][rolls] of a law with the option damping, table a form or
 * DCM_HERTZ_IMPLICIT_TABLE: loop(..., implicit, consistent, rolls, with_energies). */
#define DCM_HERTZ_DAMPED_LOOPS(name, ...)                                                          \
  DCM_HERTZ_SHEET_LOOPS(name##_sheet, __VA_ARGS__, 0, 0);                                          \
  DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, name##_explicit, __VA_ARGS__, 0, 1);                        \
  DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, name##_implicit, __VA_ARGS__, 1, 1);                        \
  static dcm_loop *const *const name[] = {name##_sheet, name##_explicit, name##_implicit}

#endif
