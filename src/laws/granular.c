/* SPDX-License-Identifier: MIT */
/** @file
 * granular: the models of LAMMPS' pair_style granular, composed of stages: normal force with
 * damping, tangential force, couples of rolling and twisting, heat. This file has the tables, and
 * chooses a loop of granular_stages.h for each word. docs/laws/granular.md has the formulas. */
#include <assert.h>
#include <dcm/dcm.h>
#include <math.h>
#include <string.h>

#include "kit/declarations.h"
#include "kit/instance.h"
#include "kit/rows.h"
#include "laws/granular_moduli.h"
#include "laws/granular_stages.h"
#include "mechanics/jkr.h"
#include "numeric/simd.h"

/* -------------------------------------------------------------------------------------- tables */

enum {
  YOUNG,
  POISSON,
  KN,
  KN_HERTZ,
  RESTITUTION,
  DAMPING_FACTOR,
  ETA_N,
  GAMMA_N,
  GAMMA_N_HERTZ,
  COHESION,
  KT,
  KT_HERTZ,
  X_GAMMAT,
  FRICTION,
  K_ROLL,
  GAMMA_ROLL,
  MU_ROLL,
  K_TWIST,
  GAMMA_TWIST,
  MU_TWIST,
  CONDUCTIVITY,
  HEAT_TRANSFER,
  FRICTION_STATIC,
  K2,
  KC,
  F0,
  PHI_F,
  LAMBDA_P,
  EXPONENT_M,
  EXPONENT_N,
  PARAMETER_COUNT
};

/** A number that only some words of options need. A value below 0 stands for "not given". Through
 * DCM_NUMBER the preprocessor would split the unit at its commas. */
#define OPTIONAL(word, letter, text, unit, why, ...)                                               \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .name = word, .symbol = letter, .description = text,            \
    .dimension = unit, .default_value = -1.0, .minimum = -1.0, .maximum = INFINITY, .reason = why, \
    __VA_ARGS__                                                                                    \
  }
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = OPTIONAL("young", "E", "Young's modulus; below 0: not given", DCM_UNIT_PRESSURE,
                       "a solid resists being stretched", DCM_EACH_MATERIAL),
    [POISSON] = DCM_NUMBER("poisson", "nu", "Poisson's ratio; -1: not given", DCM_UNIT_NONE, -1.0,
                           0.5, "shear and bulk modulus of an isotropic solid must not be negative",
                           DCM_EACH_MATERIAL, .default_value = -1.0),
    [KN] = OPTIONAL("kn", "kn", "stiffness of normal hooke, and k1 of epa_linear",
                    DCM_UNIT_STIFFNESS, "an elastic contact pushes apart", DCM_EACH_PAIR(NONE)),
    [KN_HERTZ] = OPTIONAL(
        "kn_hertz", "kn_hertz",
        "elastic constant of the other normal forces, 4/3 E*; below 0: from young and poisson",
        DCM_UNIT_PRESSURE, "an elastic contact pushes apart", DCM_EACH_PAIR(NONE)),
    [RESTITUTION] =
        DCM_NUMBER("restitution", "e",
                   "nominal restitution of damping tsuji and coeff_restitution; below 0: not given",
                   DCM_UNIT_NONE, -1.0, 1.0, "a collision must not create energy",
                   DCM_EACH_PAIR(NONE), .default_value = -1.0),
    [DAMPING_FACTOR] = OPTIONAL(
        "damping_factor", "beta",
        "coefficient of damping tsuji and coeff_restitution; below 0: what restitution gives",
        DCM_UNIT_NONE, "damping must not drive", DCM_EACH_PAIR(NONE)),
    [ETA_N] = OPTIONAL("eta_n", "eta_n", "coefficient of damping velocity", DCM_UNIT_DAMPING,
                       "damping must not drive", DCM_EACH_PAIR(NONE)),
    [GAMMA_N] = OPTIONAL("gamma_n", "gamma_n", "coefficient of damping mass_velocity",
                         DCM_UNIT(.time = -1), "damping must not drive", DCM_EACH_PAIR(NONE)),
    [GAMMA_N_HERTZ] =
        OPTIONAL("gamma_n_hertz", "gamma_n_hertz", "coefficient of damping viscoelastic",
                 DCM_UNIT(.length = -1, .time = -1), "damping must not drive", DCM_EACH_PAIR(NONE)),
    [COHESION] = OPTIONAL(
        "cohesion", "gamma", "surface energy of normal dmt and jkr, half the work of adhesion",
        DCM_UNIT_STIFFNESS, "it takes work to part two surfaces", DCM_EACH_PAIR(NONE)),
    [KT] = OPTIONAL("kt", "kt", "stiffness of the linear tangential springs", DCM_UNIT_STIFFNESS,
                    "a spring is against its stretch", DCM_EACH_PAIR(NONE)),
    [KT_HERTZ] =
        OPTIONAL("kt_hertz", "kt_hertz",
                 "tangential stiffness over the contact radius of the mindlin springs, 8 G*; below "
                 "0: from young and poisson",
                 DCM_UNIT_PRESSURE, "a spring is against its stretch", DCM_EACH_PAIR(NONE)),
    [X_GAMMAT] = DCM_NUMBER("x_gammat", "x_gammat", "tangential damping over that along the normal",
                            DCM_UNIT_NONE, 0.0, INFINITY, "damping must not drive",
                            DCM_EACH_PAIR(GEOMETRIC), .default_value = 1.0),
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [K_ROLL] = OPTIONAL("k_roll", "k_roll", "stiffness of rolling sds", DCM_UNIT_STIFFNESS,
                        "a spring is against its stretch", DCM_EACH_PAIR(NONE)),
    [GAMMA_ROLL] = OPTIONAL("gamma_roll", "gamma_roll", "damping of rolling sds", DCM_UNIT_DAMPING,
                            "damping must not drive", DCM_EACH_PAIR(NONE)),
    [MU_ROLL] = OPTIONAL("mu_roll", "mu_roll", "rolling friction of rolling sds", DCM_UNIT_NONE,
                         "friction must not drive rolling", DCM_EACH_PAIR(NONE)),
    [K_TWIST] = OPTIONAL("k_twist", "k_twist", "stiffness of twisting sds", DCM_UNIT_ENERGY,
                         "a spring is against its stretch", DCM_EACH_PAIR(NONE)),
    [GAMMA_TWIST] = OPTIONAL("gamma_twist", "gamma_twist", "damping of twisting sds",
                             DCM_UNIT(.mass = 1, .length = 2, .time = -1), "damping must not drive",
                             DCM_EACH_PAIR(NONE)),
    [MU_TWIST] = OPTIONAL("mu_twist", "mu_twist", "twisting friction of twisting sds",
                          DCM_UNIT_LENGTH, "friction must not drive twisting", DCM_EACH_PAIR(NONE)),
    [CONDUCTIVITY] = DCM_PARAMETER_CONDUCTIVITY(-1.0, DCM_EACH_PAIR(NONE), .default_value = -1.0),
    [HEAT_TRANSFER] = DCM_PARAMETER_HEAT_TRANSFER(-1.0, DCM_EACH_PAIR(NONE), .default_value = -1.0),
    [FRICTION_STATIC] = DCM_PARAMETER_FRICTION_STATIC,
    [K2] =
        OPTIONAL("k2", "k2", "greatest stiffness of unloading of epa_linear; below kn: kn",
                 DCM_UNIT_STIFFNESS, "a solid that was pressed resists more", DCM_EACH_PAIR(NONE)),
    [KC] = DCM_NUMBER("kc", "kc",
                      "stiffness of adhesion of epa_linear and epa_nonlinear, there force over the "
                      "power n of a length",
                      DCM_UNIT_STIFFNESS, 0.0, INFINITY, "adhesion pulls", DCM_EACH_PAIR(NONE)),
    [F0] = DCM_NUMBER("f0", "f0", "attraction of all that touches, of epa_linear and epa_nonlinear",
                      DCM_UNIT_FORCE, 0.0, INFINITY, "adhesion pulls; write it without its sign",
                      DCM_EACH_PAIR(NONE)),
    [PHI_F] = OPTIONAL("phi_f", "phi_f", "greatest plastic overlap of epa_linear over 2 R*",
                       DCM_UNIT_NONE, "what is pressed yields by some depth", DCM_EACH_PAIR(NONE)),
    [LAMBDA_P] =
        DCM_NUMBER("lambda_p", "lambda_p", "ratio of plastic deformation of epa_nonlinear",
                   DCM_UNIT_NONE, -1.0, 1.0, "at 1 unloading has no stiffness", DCM_EACH_PAIR(NONE),
                   .flags = DCM_MAXIMUM_EXCLUDED, .default_value = -1.0),
    [EXPONENT_M] = DCM_NUMBER("m", "m", "exponent of the overlap of epa_nonlinear", DCM_UNIT_NONE,
                              1.0, 5.0, "below 1 a contact is stiffest where it begins",
                              DCM_EACH_PAIR(NONE), .default_value = 1.5),
    [EXPONENT_N] = DCM_NUMBER("n", "n",
                              "exponent of the overlap on the branch of adhesion of "
                              "epa_nonlinear",
                              DCM_UNIT_NONE, 1.0, 5.0, "below 1 adhesion is stiffest where it ends",
                              DCM_EACH_PAIR(NONE), .default_value = 1.0),
};

enum { NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING, LIMIT_DAMPING, RELEASE, HEAT, OPTION_COUNT };
enum { NO_ROLLING, ROLLING_SDS };
static const dcm_option options[OPTION_COUNT] = {
    [NORMAL] = DCM_WORDS("normal", "force along the normal; mdr is refused, LAMMPS alone has it",
                         DCM_GRANULAR_HERTZ_MATERIAL, "hooke", "hertz", "hertz/material", "dmt",
                         "jkr", "mdr", "epa_linear", "epa_nonlinear"),
    [DAMPING] =
        DCM_WORDS("damping", "what damping is in proportion to", DCM_GRANULAR_VISCOELASTIC,
                  "velocity", "mass_velocity", "viscoelastic", "tsuji", "coeff_restitution"),
    [TANGENTIAL] = DCM_WORDS("tangential", "tangential force", DCM_GRANULAR_MINDLIN,
                             "linear_nohistory", "linear_history", "linear_history_classic",
                             "mindlin_classic", "mindlin", "mindlin/force", "mindlin_rescale",
                             "mindlin_rescale/force", "linear_history/static", "mindlin/static"),
    [ROLLING] = DCM_WORDS("rolling", "couple against rolling", NO_ROLLING, "none", "sds"),
    [TWISTING] = DCM_WORDS("twisting", "couple against twisting", DCM_GRANULAR_NO_TWISTING, "none",
                           "marshall", "sds"),
    [LIMIT_DAMPING] = DCM_OPTION_LIMIT_DAMPING,
    [RELEASE] = DCM_WORDS("release", "the release of LAMMPS whose formulas hold where they differ",
                          DCM_GRANULAR_RELEASE_2026, "29Sep2021", "4Feb2025", "4Jul2026"),
    [HEAT] = DCM_WORDS("heat", "heat that passes through contacts", DCM_GRANULAR_NO_HEAT, "none",
                       "radius", "area"),
};

enum {
  FIELD_SHEAR,
  FIELD_FORCE,
  FIELD_RADIUS,
  FIELD_ROLL,
  FIELD_TWIST,
  FIELD_GREATEST,
  FIELD_SLIDES,
  FIELD_COUNT
};
static const dcm_history_field history_fields[FIELD_COUNT] = {
    [FIELD_SHEAR] = DCM_HISTORY_SHEAR,
    [FIELD_FORCE] = DCM_FIELD(VECTOR, ODD, "shear_force", "force of the tangential spring on 1",
                              DCM_UNIT_FORCE),
    [FIELD_RADIUS] = DCM_FIELD(SCALAR, EVEN, "contact_radius",
                               "radius of the contact area in the step before", DCM_UNIT_LENGTH),
    [FIELD_ROLL] =
        DCM_FIELD(VECTOR, EVEN, "roll", "stretch of the spring of rolling", DCM_UNIT_LENGTH),
    [FIELD_TWIST] =
        DCM_FIELD(SCALAR, EVEN, "twist", "angle of the spring of twisting", DCM_UNIT_NONE),
    [FIELD_GREATEST] = DCM_FIELD(SCALAR, EVEN, "greatest_overlap",
                                 "greatest overlap that there was", DCM_UNIT_LENGTH),
    [FIELD_SLIDES] = DCM_HISTORY_SLIDES,
};

static const dcm_quantity quantities[] = {
    [DCM_GRANULAR_TEMPERATURE] = DCM_QUANTITY_TEMPERATURE,
    [DCM_GRANULAR_HEATFLOW] = DCM_QUANTITY_HEATFLOW,
};

/* ------------------------------------------------------------------------------------- stages */

/** A loop over a part of a batch. */
typedef void stage(const dcm_granular_part *t, int with_energies);

typedef struct stages {
  stage *normal, *tangential, *couples;
} stages;

/** A stage of the law, as a loop with constants. */
#define STAGE(name, loop, ...)                                                                     \
  static void name(const dcm_granular_part *t, int with_energies) {                                \
    DCM_TWO_LOOPS(with_energies, loop, __VA_ARGS__);                                               \
  }

/** The table of a normal force, by the words of damping. */
#define NORMAL_STAGES(name, force)                                                                 \
  STAGE(name##_velocity, dcm_granular_normal_stage, t, force, DCM_GRANULAR_VELOCITY)               \
  STAGE(name##_mass_velocity, dcm_granular_normal_stage, t, force, DCM_GRANULAR_MASS_VELOCITY)     \
  STAGE(name##_viscoelastic, dcm_granular_normal_stage, t, force, DCM_GRANULAR_VISCOELASTIC)       \
  STAGE(name##_tsuji, dcm_granular_normal_stage, t, force, DCM_GRANULAR_TSUJI)                     \
  static stage *const name[] = {name##_velocity, name##_mass_velocity, name##_viscoelastic,        \
                                name##_tsuji, name##_tsuji}

NORMAL_STAGES(hooke, DCM_GRANULAR_HOOKE);
NORMAL_STAGES(hertz, DCM_GRANULAR_HERTZ);
NORMAL_STAGES(dmt, DCM_GRANULAR_DMT);
NORMAL_STAGES(jkr, DCM_GRANULAR_JKR);

/** Likewise of a force that yields, which is not combined with damping tsuji. */
#define YIELDING_STAGES(make, name, force)                                                         \
  make(name##_velocity, dcm_granular_yielding_stage, t, force, DCM_GRANULAR_VELOCITY) make(        \
      name##_mass_velocity, dcm_granular_yielding_stage, t, force, DCM_GRANULAR_MASS_VELOCITY)     \
      make(name##_viscoelastic, dcm_granular_yielding_stage, t, force,                             \
           DCM_GRANULAR_VISCOELASTIC) static stage *const name[] = {                               \
          name##_velocity, name##_mass_velocity, name##_viscoelastic}
/** A stage that calls pow, and stays scalar. */
#define SCALAR_STAGE(name, loop, ...)                                                              \
  static void name(const dcm_granular_part *t, int with_energies) {                                \
    if (with_energies)                                                                             \
      loop(__VA_ARGS__, 1);                                                                        \
    else                                                                                           \
      loop(__VA_ARGS__, 0);                                                                        \
  }

YIELDING_STAGES(STAGE, epa_linear, DCM_GRANULAR_EPA_LINEAR);
YIELDING_STAGES(SCALAR_STAGE, epa_nonlinear, DCM_GRANULAR_EPA_NONLINEAR);
static stage *const *const normal_stages[] = {hooke, hertz, hertz,      dmt,
                                              jkr,   NULL,  epa_linear, epa_nonlinear};

STAGE(sliding, dcm_granular_sliding_stage, t)
STAGE(linear, dcm_granular_spring_stage, t, 0, 0, 0)
STAGE(linear_classic, dcm_granular_classic_stage, t, 0, 0)
STAGE(mindlin_classic, dcm_granular_classic_stage, t, 1, 1)
STAGE(classic_of_2025, dcm_granular_classic_stage, t, 1, 0)
STAGE(mindlin, dcm_granular_spring_stage, t, 1, 0, 0)
STAGE(mindlin_force, dcm_granular_spring_stage, t, 1, 1, 0)
STAGE(mindlin_rescale, dcm_granular_spring_stage, t, 1, 0, 1)
STAGE(mindlin_rescale_force, dcm_granular_spring_stage, t, 1, 1, 1)
static stage *const tangential_stages[] = {
    sliding,       linear,          linear_classic,        mindlin_classic, mindlin,
    mindlin_force, mindlin_rescale, mindlin_rescale_force, linear,          mindlin};

static void no_couples(const dcm_granular_part *t, int with_energies) {
  for (uint32_t k = 0; with_energies && k < t->contacts.count; k++)
    t->energies.stored_rolling[k] = t->energies.dissipated_rolling[k] = 0.0;
}
STAGE(rolling, dcm_granular_couples_stage, t, 1, DCM_GRANULAR_NO_TWISTING)
STAGE(marshall, dcm_granular_couples_stage, t, 0, DCM_GRANULAR_TWISTING_MARSHALL)
STAGE(twisting, dcm_granular_couples_stage, t, 0, DCM_GRANULAR_TWISTING_SDS)
STAGE(rolling_marshall, dcm_granular_couples_stage, t, 1, DCM_GRANULAR_TWISTING_MARSHALL)
STAGE(rolling_twisting, dcm_granular_couples_stage, t, 1, DCM_GRANULAR_TWISTING_SDS)
static stage *const couple_stages[2][3] = {{no_couples, marshall, twisting},
                                           {rolling, rolling_marshall, rolling_twisting}};

/** The classic springs of release 4Feb2025 store a stretch that is not the stretch of their force.
 */
static int is_classic_of_2025(const dcm_granular_choices *chosen) {
  return chosen->release == DCM_GRANULAR_RELEASE_2025 &&
         (chosen->tangential == DCM_GRANULAR_LINEAR_HISTORY_CLASSIC ||
          chosen->tangential == DCM_GRANULAR_MINDLIN_CLASSIC);
}

/** The stages of what was chosen. */
static stages stages_of(const dcm_granular_choices *chosen) {
  assert(chosen->normal != DCM_GRANULAR_MDR); /* check_words refuses it */
  return (stages){
      .normal = normal_stages[chosen->normal][chosen->damping],
      .tangential =
          is_classic_of_2025(chosen) ? classic_of_2025 : tangential_stages[chosen->tangential],
      .couples = couple_stages[chosen->rolls][chosen->twisting],
  };
}

/* ----------------------------------------------------------------------------------- instances */

typedef struct instance_data {
  dcm_granular_choices chosen;
  stages stages;
  dcm_granular_pair pairs[];
} instance_data;

/** Refuses words that do not go together.
 * @return DCM_OK, or DCM_ERROR after a message */
static int32_t check_words(const dcm_setup *setup, const dcm_instance *instance) {
  const uint32_t *chosen = setup->options;
  const char *release = options[RELEASE].choices[chosen[RELEASE]];
  const char *normal = options[NORMAL].choices[chosen[NORMAL]];
  if (chosen[NORMAL] == DCM_GRANULAR_MDR)
    return dcm_refuse(instance,
                      "'normal mdr' needs more than one contact: the plastic volume of a grain, a "
                      "sum over all its contacts, and a radius that grows; use LAMMPS' own "
                      "pair_style granular, after the command 'suffix off' if the suffix is dcm");
  if (chosen[LIMIT_DAMPING] == DCM_LIMIT_DAMPING_YES && (chosen[NORMAL] >= DCM_GRANULAR_DMT))
    return dcm_refuse(instance,
                      "'limit_damping yes' cannot be used with 'normal %s', whose force attracts "
                      "without damping; use 'limit_damping no', or 'normal hooke', 'normal hertz' "
                      "or 'normal hertz/material'",
                      normal);
  const int yields = dcm_granular_is_plastic(chosen[NORMAL]);
  if ((yields || chosen[TANGENTIAL] >= DCM_GRANULAR_LINEAR_HISTORY_STATIC) &&
      chosen[RELEASE] != DCM_GRANULAR_RELEASE_2026)
    return dcm_refuse(instance, "the release %s has no '%s %s'; use 'release 4Jul2026'", release,
                      options[yields ? NORMAL : TANGENTIAL].name,
                      yields ? normal : options[TANGENTIAL].choices[chosen[TANGENTIAL]]);
  if (chosen[RELEASE] == DCM_GRANULAR_RELEASE_2021) {
    if (chosen[DAMPING] == DCM_GRANULAR_COEFF_RESTITUTION ||
        chosen[TANGENTIAL] == DCM_GRANULAR_LINEAR_HISTORY_CLASSIC ||
        chosen[TANGENTIAL] == DCM_GRANULAR_MINDLIN_CLASSIC)
      return dcm_refuse(
          instance, "the release 29Sep2021 has no %s; use a later one, as 'release %s'",
          chosen[DAMPING] == DCM_GRANULAR_COEFF_RESTITUTION
              ? "'damping coeff_restitution'"
              : "'tangential linear_history_classic' and 'tangential mindlin_classic'",
          options[RELEASE].choices[options[RELEASE].default_choice]);
  } else if ((chosen[NORMAL] >= DCM_GRANULAR_DMT) &&
             (chosen[DAMPING] == DCM_GRANULAR_TSUJI ||
              chosen[DAMPING] == DCM_GRANULAR_COEFF_RESTITUTION)) {
    return dcm_refuse(
        instance,
        "'damping %s' cannot be used with 'normal %s' in release %s: this damping needs the force "
        "over the overlap, and with adhesion that is not a stiffness; use 'damping velocity', "
        "'damping mass_velocity' or 'damping viscoelastic'",
        options[DAMPING].choices[chosen[DAMPING]], normal, release);
  }
  return DCM_OK;
}

/** A number that the word of an option needs.
 * @return DCM_OK, or DCM_ERROR after a message if the number is not given */
static int32_t need(const dcm_setup *setup, const dcm_instance *instance, uint32_t parameter,
                    uint32_t i, uint32_t j, uint32_t option, double *number) {
  const uint32_t n = setup->material_count;
  const dcm_parameter *p = &parameters[parameter];
  const int per_pair = p->scope == DCM_PER_PAIR;
  *number = setup->values[parameter][per_pair ? i * n + j : i];
  if (*number >= 0.0 || (parameter == POISSON && *number > -1.0))
    return DCM_OK;
  const char *word = options[option].choices[setup->options[option]];
  if (per_pair)
    return dcm_refuse(instance, "'%s %s' needs %s (%s), which is not given for the types %u and %u",
                      options[option].name, word, p->name, p->description, i + 1, j + 1);
  return dcm_refuse(instance, "'%s %s' needs %s (%s), which is not given for the type %u",
                    options[option].name, word, p->name, p->description, i + 1);
}

static int32_t need_materials(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                              uint32_t j, uint32_t option, dcm_granular_material m[2]) {
  if (need(setup, instance, YOUNG, i, j, option, &m[0].young) ||
      need(setup, instance, YOUNG, j, i, option, &m[1].young) ||
      need(setup, instance, POISSON, i, j, option, &m[0].poisson) ||
      need(setup, instance, POISSON, j, i, option, &m[1].poisson))
    return DCM_ERROR;
  if (m[0].young == 0.0 || m[1].young == 0.0)
    return dcm_refuse(instance, "young = 0 has no stiffness; give young > 0");
  return DCM_OK;
}

static int32_t epa_linear_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                             uint32_t j, dcm_granular_pair *pair) {
  const uint32_t ij = i * setup->material_count + j;
  dcm_granular_yielding *y = &pair->yielding;
  double phi_f;
  if (need(setup, instance, KN, i, j, NORMAL, &y->k1) ||
      need(setup, instance, K2, i, j, NORMAL, &y->k2) ||
      need(setup, instance, PHI_F, i, j, NORMAL, &phi_f))
    return DCM_ERROR;
  if (y->k1 == 0.0)
    return dcm_refuse(instance, "'normal epa_linear' needs a stiffness; give kn > 0");
  y->k2 = y->k2 > y->k1 ? y->k2 : y->k1;
  y->kc = setup->values[KC][ij];
  y->pull = setup->values[F0][ij];
  y->depth = y->k2 > y->k1 ? y->k2 / (y->k2 - y->k1) * phi_f * 2.0 : 0.0;
  return DCM_OK;
}

static int32_t epa_nonlinear_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                                uint32_t j, dcm_granular_pair *pair) {
  const uint32_t ij = i * setup->material_count + j;
  dcm_granular_yielding *y = &pair->yielding;
  if (need(setup, instance, LAMBDA_P, i, j, NORMAL, &y->share))
    return DCM_ERROR;
  if (pair->kn == 0.0)
    return dcm_refuse(instance, "'normal epa_nonlinear' needs a stiffness; give kn_hertz > 0");
  y->k1 = pair->kn;
  y->kc = setup->values[KC][ij];
  y->pull = setup->values[F0][ij];
  y->m = setup->values[EXPONENT_M][ij];
  y->n = setup->values[EXPONENT_N][ij];
  y->rest = pow(y->share, 1.0 / y->m);
  return DCM_OK;
}

static int32_t normal_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                         uint32_t j, dcm_granular_pair *pair) {
  const uint32_t ij = i * setup->material_count + j;
  const uint32_t *chosen = setup->options;
  if (chosen[NORMAL] == DCM_GRANULAR_HOOKE)
    return need(setup, instance, KN, i, j, NORMAL, &pair->kn);
  if (chosen[NORMAL] == DCM_GRANULAR_EPA_LINEAR)
    return epa_linear_of(setup, instance, i, j, pair);
  pair->kn = setup->values[KN_HERTZ][ij];
  if (pair->kn < 0.0) {
    dcm_granular_material m[2];
    if (!(chosen[NORMAL] >= DCM_GRANULAR_HERTZ_MATERIAL))
      return need(setup, instance, KN_HERTZ, i, j, NORMAL, &pair->kn);
    if (need_materials(setup, instance, i, j, NORMAL, m))
      return DCM_ERROR;
    pair->kn = dcm_granular_kn(dcm_granular_effective_young(m[0], m[1]));
  }
  if (chosen[NORMAL] == DCM_GRANULAR_EPA_NONLINEAR)
    return epa_nonlinear_of(setup, instance, i, j, pair);
  if (!(chosen[NORMAL] >= DCM_GRANULAR_DMT))
    return DCM_OK;
  if (need(setup, instance, COHESION, i, j, NORMAL, &pair->cohesion))
    return DCM_ERROR;
  if (chosen[NORMAL] == DCM_GRANULAR_JKR && pair->kn == 0.0)
    return dcm_refuse(instance, "'normal jkr' needs a stiffness; give kn_hertz > 0");
  pair->jkr = dcm_jkr_pair_of(0.75 * pair->kn, 2.0 * pair->cohesion);
  return DCM_OK;
}

static int32_t damping_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                          uint32_t j, dcm_granular_pair *pair) {
  static const uint32_t constants[] = {[DCM_GRANULAR_VELOCITY] = ETA_N,
                                       [DCM_GRANULAR_MASS_VELOCITY] = GAMMA_N,
                                       [DCM_GRANULAR_VISCOELASTIC] = GAMMA_N_HERTZ};
  const uint32_t *chosen = setup->options;
  if (chosen[DAMPING] < DCM_GRANULAR_TSUJI)
    return need(setup, instance, constants[chosen[DAMPING]], i, j, DAMPING, &pair->damping);
  pair->damping = setup->values[DAMPING_FACTOR][i * setup->material_count + j];
  double e;
  if (pair->damping >= 0.0)
    return DCM_OK;
  if (need(setup, instance, RESTITUTION, i, j, DAMPING, &e))
    return DCM_ERROR;
  /* -ln e/sqrt(pi^2 + ln^2 e) times the factor of a linear or of Hertz's spring. */
  const double factor = chosen[NORMAL] == DCM_GRANULAR_HOOKE ? 2.0 : sqrt(5.0);
  pair->damping =
      chosen[DAMPING] == DCM_GRANULAR_TSUJI ? dcm_granular_tsuji(e) : factor * dcm_damping_ratio(e);
  return DCM_OK;
}

static int32_t tangential_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                             uint32_t j, dcm_granular_pair *pair) {
  const uint32_t ij = i * setup->material_count + j;
  const uint32_t *chosen = setup->options;
  pair->x_gammat = setup->values[X_GAMMAT][ij];
  if (chosen[TANGENTIAL] == DCM_GRANULAR_LINEAR_NOHISTORY)
    return DCM_OK;
  if (chosen[TANGENTIAL] < DCM_GRANULAR_MINDLIN_CLASSIC ||
      chosen[TANGENTIAL] == DCM_GRANULAR_LINEAR_HISTORY_STATIC)
    return need(setup, instance, KT, i, j, TANGENTIAL, &pair->kt);
  pair->kt = setup->values[KT_HERTZ][ij];
  if (pair->kt >= 0.0)
    return DCM_OK;
  dcm_granular_material m[2];
  if (need_materials(setup, instance, i, j, TANGENTIAL, m))
    return DCM_ERROR;
  pair->kt = dcm_granular_kt(m[0], m[1]);
  return DCM_OK;
}

static int32_t couples_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                          uint32_t j, dcm_granular_pair *pair) {
  if (setup->options[ROLLING] == ROLLING_SDS &&
      (need(setup, instance, K_ROLL, i, j, ROLLING, &pair->k_roll) ||
       need(setup, instance, GAMMA_ROLL, i, j, ROLLING, &pair->gamma_roll) ||
       need(setup, instance, MU_ROLL, i, j, ROLLING, &pair->mu_roll)))
    return DCM_ERROR;
  if (setup->options[TWISTING] == DCM_GRANULAR_TWISTING_SDS &&
      (need(setup, instance, K_TWIST, i, j, TWISTING, &pair->k_twist) ||
       need(setup, instance, GAMMA_TWIST, i, j, TWISTING, &pair->gamma_twist) ||
       need(setup, instance, MU_TWIST, i, j, TWISTING, &pair->mu_twist)))
    return DCM_ERROR;
  return DCM_OK;
}

static int32_t conduction_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t i,
                             uint32_t j, dcm_granular_pair *pair) {
  const uint32_t heat = setup->options[HEAT];
  if (heat == DCM_GRANULAR_NO_HEAT)
    return DCM_OK;
  const int by_area = heat == DCM_GRANULAR_HEAT_AREA;
  double value;
  if (need(setup, instance, by_area ? HEAT_TRANSFER : CONDUCTIVITY, i, j, HEAT, &value))
    return DCM_ERROR;
  pair->conductance = dcm_conductance_of(value, by_area);
  return DCM_OK;
}

/** Informs the host about the history fields that the chosen words do not use. */
static void declare_unused_fields(const dcm_granular_choices *chosen, dcm_instance *instance) {
  const uint32_t tangential = chosen->tangential;
  const int by_force =
      tangential == DCM_GRANULAR_MINDLIN_FORCE || tangential == DCM_GRANULAR_MINDLIN_RESCALE_FORCE;
  const int slides = tangential != DCM_GRANULAR_LINEAR_NOHISTORY;
  const int uses[FIELD_COUNT] = {
      [FIELD_FORCE] = slides && by_force,
      [FIELD_SHEAR] = slides && !by_force,
      [FIELD_RADIUS] = dcm_granular_rescales(chosen),
      [FIELD_ROLL] = chosen->rolls,
      [FIELD_TWIST] = chosen->twisting != DCM_GRANULAR_NO_TWISTING,
      [FIELD_GREATEST] = dcm_granular_is_plastic(chosen->normal),
  };
  for (uint32_t f = 0; f < FIELD_SLIDES; f++)
    instance->field_use[f] = uses[f] ? DCM_FIELD_USED : DCM_FIELD_UNUSED;
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  dcm_frictions frictions;
  if (check_words(setup, instance) || dcm_refuse_below_zero(setup, instance, DCM_TABLES) ||
      dcm_frictions_find(setup, instance, DCM_TABLES, DCM_GRANULAR_SLIDES, &frictions))
    return DCM_ERROR;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  data->chosen = (dcm_granular_choices){
      .normal = setup->options[NORMAL],
      .damping = setup->options[DAMPING],
      .tangential = setup->options[TANGENTIAL],
      .twisting = setup->options[TWISTING],
      .release = setup->options[RELEASE],
      .rolls = setup->options[ROLLING] == ROLLING_SDS,
      .limits_damping = setup->options[LIMIT_DAMPING] == DCM_LIMIT_DAMPING_YES,
      .conducts = setup->options[HEAT] != DCM_GRANULAR_NO_HEAT,
  };
  data->stages = stages_of(&data->chosen);
  instance->velocity_arm = DCM_ARM_RADIUS;
  instance->moment_arm = DCM_ARM_RADIUS_MINUS_HALF_OVERLAP;
  instance->flags = DCM_RADIUS_AT_WALLS | DCM_STATE_AT_START;
  /* limited_spring.h explains why springs may gain energy. */
  if (data->chosen.tangential != DCM_GRANULAR_LINEAR_NOHISTORY || data->chosen.rolls ||
      data->chosen.twisting != DCM_GRANULAR_NO_TWISTING)
    instance->flags |= DCM_KNOWN_GAIN;
  if (is_classic_of_2025(&data->chosen))
    instance->flags |= frictions.common.kept ? DCM_KNOWN_STEP | DCM_KNOWN_FRICTION : DCM_KNOWN_STEP;
  if (dcm_granular_is_cohesive(&data->chosen))
    instance->flags |= DCM_KNOWN_FRICTION;
  if (data->chosen.damping != DCM_GRANULAR_COEFF_RESTITUTION || data->chosen.limits_damping ||
      dcm_granular_is_cohesive(&data->chosen))
    instance->flags |= DCM_KNOWN_RESTITUTION;
  declare_unused_fields(&data->chosen, instance);
  if (!data->chosen.rolls && data->chosen.twisting == DCM_GRANULAR_NO_TWISTING)
    instance->unused = DCM_UNUSED_COUPLES | DCM_UNUSED_SPINS;
  if (!data->chosen.conducts)
    instance->unused |= DCM_UNUSED_QUANTITIES;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i; j < n; j++) {
      const uint32_t ij = i * n + j;
      dcm_granular_pair *pair = &data->pairs[ij];
      pair->friction = dcm_friction_of(&frictions, ij);
      if (normal_of(setup, instance, i, j, pair) || damping_of(setup, instance, i, j, pair) ||
          tangential_of(setup, instance, i, j, pair) || couples_of(setup, instance, i, j, pair) ||
          conduction_of(setup, instance, i, j, pair)) {
        dcm_instance_free(instance);
        return DCM_ERROR;
      }
      data->pairs[j * n + i] = *pair;
      if (setup->values[DAMPING_FACTOR][i * n + j] >= 0.0)
        instance->flags |= DCM_KNOWN_RESTITUTION;
    }
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  const int with_energies = response->energies != NULL;
  dcm_granular_between handed_on;
  dcm_granular_part t;
  t.between = &handed_on;
  t.chosen = &data->chosen;
  t.pair = data->pairs[contacts->pair];
  for (uint32_t first = 0; first < contacts->count; first += DCM_GRANULAR_PART) {
    dcm_granular_take(&t, contacts, response, first);
    data->stages.normal(&t, with_energies);
    data->stages.tangential(&t, with_energies);
    data->stages.couples(&t, with_energies);
    if (t.chosen->conducts)
      dcm_granular_heat_stage(&t);
  }
  return DCM_OK;
}

/** A jkr contact lasts until its tension is largest. */
static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const instance_data *data = instance->data;
  return data->chosen.normal == DCM_GRANULAR_JKR
             ? dcm_jkr_pull_off_reach(data->pairs[sides->pair].jkr, sides->effective_radius)
             : 0.0;
}

/** Where the stiffness of twisting marshall with a spring of mindlin lacks the contact radius, as
 * in LAMMPS, and where the classic springs have the wrong stiffness. */
static int32_t is_same_in_other_units(const dcm_instance *instance) {
  const instance_data *data = instance->data;
  const dcm_granular_choices *chosen = &data->chosen;
  const int lacks_a_radius = chosen->twisting == DCM_GRANULAR_TWISTING_MARSHALL &&
                             dcm_granular_is_mindlin(chosen) &&
                             chosen->release != DCM_GRANULAR_RELEASE_2021;
  /* The unit of kc has the exponent n. */
  const int has_power = chosen->normal == DCM_GRANULAR_EPA_NONLINEAR;
  return !lacks_a_radius && !is_classic_of_2025(chosen) && !has_power;
}

static const void *extension(const char *name) {
  static const dcm_other_units other_units = {sizeof other_units, 0, is_same_in_other_units};
  static const dcm_usual_value usual[] = {{"young", "7e10"},
                                          {"poisson", "0.2"},
                                          {"restitution", "0.9"},
                                          {"cohesion", "0.05"},
                                          {"kn", "1.087e6"},
                                          {"kt", "1.087e6"},
                                          {"eta_n", "0.16"},
                                          {"gamma_n", "3e4"},
                                          {"gamma_n_hertz", "1.4e9"},
                                          {"k_roll", "1e6"},
                                          {"gamma_roll", "0.1"},
                                          {"mu_roll", "0.1"},
                                          {"k_twist", "1e-3"},
                                          {"gamma_twist", "1e-10"},
                                          {"mu_twist", "1e-5"},
                                          {"k2", "3e6"},
                                          {"kc", "3e5"},
                                          {"f0", "1e-4"},
                                          {"phi_f", "0.02"},
                                          {"lambda_p", "0.5"},
                                          {NULL, NULL}};
  return strcmp(name, DCM_OTHER_UNITS) == 0 ? (const void *)&other_units
         : strcmp(name, DCM_USUAL) == 0     ? usual
                                            : NULL;
}

const dcm_model DCM_ISA_NAME(dcm_granular) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "granular",
    .title = "the models of LAMMPS' pair_style granular: normal force, damping, tangential force, "
             "rolling and twisting by choice",
    .reference = "pair_style granular of LAMMPS; L. E. Silbert et al., Phys. Rev. E 64 (2001) "
                 "051302; C. Thornton, S. J. Cummins, P. W. Cleary, Powder Technol. 233 (2013) "
                 "30-46; J. S. Marshall, J. Comput. Phys. 228 (2009) 1541-1561; S. Luding, Granul. "
                 "Matter 10 (2008) 235-246; S. C. Thakur et al., Granul. Matter 16 (2014) 383-400",
    DCM_MODEL_QUANTITIES,
    .init = init,
    .compute = compute,
    .reach = reach,
    .destroy = dcm_instance_free,
    .extension = extension,
};
