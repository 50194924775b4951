/* SPDX-License-Identifier: MIT */
/** @file
 * Laws with much to choose from, and mistakes with what belongs to whom: parameters, options,
 * materials, pairs, walls. */
#include <stdio.h>

#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(MANY, "many-parameters", MANY_LAW, law_starts, many)                                         \
  LAW(COPIED, "rolls-by-its-friction", MANY_LAW, law_starts, many)                                 \
  LAW(COPIED_STIFFNESS, "shears-by-its-normal-stiffness", MANY_LAW, law_starts, many)              \
  LAW(IGNORED, "ignores-its-rolling", MANY_LAW, law_starts, many)                                  \
  LAW(FIRST_PAIR, "rolls-by-the-first-pair", MANY_LAW, law_starts, many)                           \
  LAW(FIRST_MATERIAL, "takes-young-of-side-1-twice", MANY_LAW, law_starts, many)                   \
  LAW(THIRD, "takes-the-first-material-for-the-third", MANY_LAW, law_starts, many)                 \
  LAW(OUTPUT_OF_FIRST, "tells-the-stiffness-of-the-first-pair", MANY_LAW, law_starts, many)        \
  LAW(OUTPUT_STALE, "tells-the-output-of-side-1", MANY_LAW, law_starts, many)                      \
  LAW(WALL_OWN, "softer-walls", WALL_LAW, law_starts, walls)                                       \
  LAW(WALL_FORCE, "drives-at-walls", WALL_LAW, law_starts, walls)                                  \
  LAW(WALL_HALF, "takes-half-the-mass-at-walls", WALL_LAW, law_starts, walls)                      \
  LAW(WALL_LEDGER, "books-half-at-walls", WALL_LAW, law_starts, walls)                             \
  LAW(WALL_RADIUS, "fails-at-plane-walls", WALL_LAW, law_starts, walls)                            \
  LAW(WALL_BOWL, "pulls-in-bowls", WALL_LAW, law_starts, walls)                                    \
  LAW(WALL_LIMIT, "has-no-friction-limit-at-walls", WALL_LAW, law_starts, walls)                   \
  LAW(WALL_SHEARS, "shears-the-wrong-way-at-walls", WALL_LAW, law_starts, walls)                   \
  LAW(CHOOSES, "options-that-exclude-each-other", CHOOSING_LAW, excludes, chooses)                 \
  LAW(CHOOSES_NOT, "ignores-its-option", CHOOSING_LAW, excludes, chooses)                          \
  LAW(CHOOSES_WORSE, "does-not-book-one-option", CHOOSING_LAW, excludes, chooses)                  \
  LAW(CHOOSES_NONE, "refuses-all-it-could-do", CHOOSING_LAW, refuses_all, chooses)                 \
  LAW(NARROW, "narrow-ranges", NARROW_LAW, narrow_starts, narrow)                                  \
  LAW(NARROW_FAILS, "fails-within-narrow-ranges", NARROW_LAW, narrow_starts, narrow)               \
  LAW(LONELY, "one-material-only", LAW_USUAL, only_one, law_sound)                                 \
  LAW(LONELY_WRONG, "one-material-that-pulls", LAW_USUAL, only_one, lonely)                        \
  LAW(LONELY_LEDGER, "one-material-without-a-ledger", LAW_USUAL, only_one, lonely)                 \
  LAW(LONELY_SWAPS, "one-material-that-knows-its-side", LAW_USUAL, only_one, lonely)               \
  LAW(OF_LAW, "numbers-of-the-law", OF_LAW_LAW, law_starts, of_law)                                \
  LAW(OF_LAW_UNUSED, "ignores-its-gravity", OF_LAW_LAW, law_starts, of_law)
LAW_NUMBERS(LAWS)

/* ----------------------------------------------------------- parameters of all three scopes */

enum { YOUNG, SHEAR_SHARE, DAMPING_RATIO, MU, MU_ROLLING, SOFTNESS };
static const dcm_parameter many_parameters[] = {
    [YOUNG] = LAW_ABOVE_0(DCM_PER_MATERIAL, "young", "Young's modulus",
                          .dimension = {.mass = 1, .length = -1, .time = -2}),
    [SHEAR_SHARE] = LAW_SHARE(DCM_PER_PAIR, "shear", "share of the stiffness across the normal"),
    [DAMPING_RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping", "share of the critical damping"),
    [MU] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [MU_ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
    [SOFTNESS] = LAW_SHARE(DCM_PER_LAW, "softness", "share of the stiffness that is computed"),
};
static const dcm_output many_outputs[] = {
    LAW_OUTPUT("stiffness", "of the contact", .dimension = {.mass = 1, .time = -2}),
    LAW_OUTPUT("depth", "of the contact, as a share of the effective radius")};
#define MANY_LAW LAW_TAKES(many_parameters), LAW_KEEPS(law_stretch), LAW_TELLS(many_outputs)

static double many_stiffness(const law_contact *c, const double *p, const double *p_2) {
  return p[SOFTNESS] * 2.0 * c->radius / (1.0 / p[YOUNG] + 1.0 / p_2[YOUNG]);
}

static void many(const law_contact *c, law_answer *a) {
  const law_data *data = c->data;
  const double *p = c->p, *p_2 = c->law == FIRST_MATERIAL ? c->p : c->p_2;
  const uint32_t m = data->materials, i = c->contacts->pair / m, j = c->contacts->pair % m;
  if (c->law == THIRD && m > 2) {
    const size_t row = (size_t)((i % 2) * m + j % 2) * data->model->parameter_count;
    p = data->values_1 + row;
    p_2 = data->values_2 + row;
  }
  const double k = many_stiffness(c, p, p_2), pressing = fabs(k * c->overlap);
  law_press(c, a, k, 2.0 * p[DAMPING_RATIO] * sqrt(k * c->mass));
  law_shear(c, a, 0, c->law == COPIED_STIFFNESS ? k : p[SHEAR_SHARE] * k, p[MU] * pressing);
  const double mu_rolling = c->law == COPIED       ? p[MU]
                            : c->law == IGNORED    ? 0.1
                            : c->law == FIRST_PAIR ? data->values_1[MU_ROLLING]
                                                   : p[MU_ROLLING];
  law_roll(c, a, mu_rolling * pressing * c->radius);
  a->output[0] = c->law == OUTPUT_OF_FIRST ? many_stiffness(c, data->values_1, data->values_2) : k;
  a->output[1] = c->overlap / (c->law == OUTPUT_STALE ? c->r1 : c->radius);
}

/* ---------------------------------------------------------------------------------- walls */

enum { WALL_STIFFNESS = LAW_PARAMETERS };
static const dcm_parameter wall_parameters[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),
    LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution"),
    LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
    LAW_SHARE(DCM_PER_PAIR, "softer_walls", "share of the stiffness that walls have"),
};
#define WALL_LAW LAW_TAKES(wall_parameters), LAW_KEEPS(law_stretch)

static void walls(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFFNESS] * (c->is_wall ? c->p[WALL_STIFFNESS] : 1.0);
  const double mass = c->mass * (c->law == WALL_HALF && c->is_wall ? 0.5 : 1.0);
  double damping = 2.0 * law_damping_ratio(c->p[RESTITUTION]) * sqrt(k * mass);
  if (c->law == WALL_FORCE && c->is_wall)
    damping = -damping;
  law_press(c, a, k, damping);
  double limit = c->p[FRICTION] * fabs(k * c->overlap);
  if (c->law == WALL_LIMIT && c->is_wall)
    limit = INFINITY;
  law_shear(c, a, 0, 0.5 * k, limit);
  law_roll(c, a, c->p[ROLLING] * fabs(k * c->overlap) * c->radius);
  if (!c->is_wall)
    return;
  if (c->law == WALL_LEDGER)
    a->energy[LOST_NORMAL] *= 0.5;
  if (c->law == WALL_RADIUS)
    a->normal *= c->r2 / (c->r1 + c->r2) / (c->radius / c->r1);
  if (c->law == WALL_BOWL)
    a->normal *= copysign(1.0, c->r2);
  for (int x = 0; x < 3 && c->law == WALL_SHEARS; x++)
    a->tangential[x] = -a->tangential[x];
}

/* -------------------------------------------------------------------------------- options */

enum { DAMPS, ADHERES };
static const dcm_option choosing_options[] = {
    [DAMPS] = LAW_OPTION("damping", "none", "viscous", "along the normal"),
    [ADHERES] = LAW_OPTION("adhesion", "none", "constant", "of surfaces that touch")};
enum { CHOOSING_STIFFNESS, CHOOSING_DAMPING, CHOOSING_PULL };
static const dcm_parameter choosing_parameters[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),
    LAW_SHARE(DCM_PER_PAIR, "damping_ratio", "share of the critical damping"),
    LAW_FROM_0(DCM_PER_PAIR, "pull", "of an effective radius",
               .dimension = {.mass = 1, .time = -2})};
#define CHOOSING_LAW LAW_TAKES(choosing_parameters), LAW_CHOOSES(choosing_options)

static int32_t excludes(const law_data *data, dcm_instance *instance) {
  if (data->options[DAMPS] && data->options[ADHERES])
    return law_refuses(instance, "'damping viscous' and 'adhesion constant' exclude each other: "
                                 "leave out one of the two");
  return DCM_OK;
}

static int32_t refuses_all(const law_data *data, dcm_instance *instance) {
  (void)data;
  return law_refuses(instance, "the stiffness must be above 0 and below 0");
}

static void chooses(const law_contact *c, law_answer *a) {
  const double k = c->p[CHOOSING_STIFFNESS], pull = c->p[CHOOSING_PULL] * c->radius;
  law_press(c, a, k,
            c->options[DAMPS] && c->law != CHOOSES_NOT
                ? 2.0 * c->p[CHOOSING_DAMPING] * sqrt(k * c->mass)
                : 0.0);
  if (!c->options[ADHERES])
    return;
  a->normal -= pull;
  if (c->law != CHOOSES_WORSE)
    a->energy[STORED_NORMAL] -= pull * c->overlap;
}

/* --------------------------------------------------------------------------- narrow ranges */

enum { NARROW_LOADING, NARROW_UNLOADING, NARROW_EXPONENT };
static const dcm_parameter narrow_parameters[] = {
    [NARROW_LOADING] =
        LAW_ABOVE_0(DCM_PER_PAIR, "loading", "stiffness", .dimension = {.mass = 1, .time = -2}),
    [NARROW_UNLOADING] =
        LAW_ABOVE_0(DCM_PER_PAIR, "unloading", "stiffness", .dimension = {.mass = 1, .time = -2}),
    [NARROW_EXPONENT] =
        LAW_PARAMETER(DCM_PER_LAW, "exponent", 0, 1.75, "of the force", .minimum = 1.25),
};
static const dcm_history_field narrow_fields[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "deepest", "overlap so far", LAW_LENGTH)};
#define NARROW_LAW LAW_TAKES(narrow_parameters), LAW_KEEPS(narrow_fields)

static int32_t narrow_starts(const law_data *data, dcm_instance *instance) {
  for (uint32_t ij = 0; ij < data->materials * data->materials; ij++) {
    const double *p = data->values_1 + ij * data->model->parameter_count;
    char sentence[160];
    snprintf(sentence, sizeof sentence,
             "loading = %g and unloading = %g: unloading must be 1 to 4 times as stiff",
             p[NARROW_LOADING], p[NARROW_UNLOADING]);
    if (p[NARROW_UNLOADING] < p[NARROW_LOADING] || p[NARROW_UNLOADING] > 4.0 * p[NARROW_LOADING])
      return law_refuses(instance, sentence);
  }
  return DCM_OK;
}

/** The force falls along a line of higher power when the contact unloads. */
static void narrow(const law_contact *c, law_answer *a) {
  const double n = c->p[NARROW_EXPONENT], k = c->p[NARROW_LOADING];
  const double ratio = c->p[NARROW_UNLOADING] / k;
  const double x = fmax(c->overlap, 0.0), before = c->state[0], deepest = fmax(before, x);
  const double scale = k * pow(c->radius, 1.0 - n), steep = n * ratio;
  const double share = deepest > 0.0 ? x / deepest : 0.0;
  const double most = scale * pow(deepest, n);
  a->normal = most * pow(share, steep);
  if (c->law == NARROW_FAILS)
    a->normal *= sqrt(3.0 - ratio) / sqrt(3.0 - ratio);
  a->state[0] = deepest;
  a->energy[STORED_NORMAL] = most * pow(share, steep) * x / (steep + 1.0);
  a->energy[LOST_PLASTIC] =
      (1.0 / (n + 1.0) - 1.0 / (steep + 1.0)) * (most * deepest - scale * pow(before, n) * before);
}

/* ---------------------------------------------------------------------- a single material */

static int32_t only_one(const law_data *data, dcm_instance *instance) {
  return data->materials == 1
             ? DCM_OK
             : law_refuses(instance, "this law is for a single material: use one type of atoms");
}

static void lonely(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  if (c->law == LONELY_LEDGER)
    a->energy[LOST_NORMAL] = 0.0;
  if (c->law == LONELY_SWAPS)
    a->normal *= 1.0 + 0.1 * c->r1 / c->radius;
  for (int x = 0; x < 3 && c->law == LONELY_WRONG; x++)
    a->tangential[x] = -a->tangential[x];
}

/* --------------------------------------------------------------------- numbers of the law */

enum { GRAVITY, DENSITY, DEPTH, SPECIFIC_FRICTION };
static const dcm_parameter of_law_parameters[] = {
    [GRAVITY] =
        LAW_ABOVE_0(DCM_PER_LAW, "gravity", "of the planet", .dimension = {.length = 1, .time = -2},
                    .usual_minimum = 1.0, .usual_maximum = 20.0),
    [DENSITY] = LAW_ABOVE_0(DCM_PER_MATERIAL, "density", "of the material",
                            .dimension = {.mass = 1, .length = -3}, .usual_minimum = 500.0,
                            .usual_maximum = 8000.0),
    [DEPTH] = LAW_ABOVE_0(DCM_PER_LAW, "bed", "depth of the bed", LAW_LENGTH, .usual_minimum = 0.01,
                          .usual_maximum = 1.0),
    [SPECIFIC_FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
};
#define OF_LAW_LAW LAW_TAKES(of_law_parameters), LAW_KEEPS(law_stretch)

/** As soft as the weight of the bed allows. */
static void of_law(const law_contact *c, law_answer *a) {
  const double density = 0.5 * (c->p[DENSITY] + c->p_2[DENSITY]);
  const double gravity = c->law == OF_LAW_UNUSED ? 9.81 : c->p[GRAVITY];
  const double k = 1e3 * density * gravity * c->p[DEPTH] * c->radius;
  law_press(c, a, k, 0.0);
  law_shear(c, a, 0, k, c->p[SPECIFIC_FRICTION] * fabs(k * c->overlap));
}

LAW_LIBRARY(LAWS)
