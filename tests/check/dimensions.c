/* SPDX-License-Identifier: MIT */
/** @file
 * Mistakes with dimensions: numbers that hold in one system of units, factors that were forgotten,
 * dimensions that the tables tell wrongly. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(HERTZ, "hertz-with-area", HERTZ_LAW, law_starts, hertz)                                      \
  LAW(NO_RADIUS, "forgets-the-radius", HERTZ_LAW, law_starts, hertz)                               \
  LAW(NO_ROOT, "forgets-a-root", HERTZ_LAW, law_starts, hertz)                                     \
  LAW(SOFT_START, "adds-a-length-in-metres", HERTZ_LAW, law_starts, hertz)                         \
  LAW(FLOOR, "has-a-least-speed-in-metres-per-second", HERTZ_LAW, law_starts, hertz)               \
  LAW(ENERGY, "books-a-power-for-an-energy", HERTZ_LAW, law_starts, hertz)                         \
  LAW(STORED, "stores-a-force-for-an-energy", HERTZ_LAW, law_starts, hertz)                        \
  LAW(DAMPS_BY_MASS, "damps-without-the-root-of-the-mass", HERTZ_LAW, law_starts, hertz)           \
  LAW(OUTPUT, "tells-a-radius-for-an-area", HERTZ_LAW, law_starts, hertz)                          \
  LAW(FIELD, "keeps-a-force-as-a-length", HERTZ_FORCE_LAW, law_starts, hertz)                      \
  LAW(WRONG_MODULUS, "declares-a-modulus-as-a-stiffness", HERTZ_WRONG_LAW, law_starts, hertz)      \
  LAW(PURE_DAMPING, "declares-no-dimension-of-damping", PURE_LAW, law_starts, pure)                \
  LAW(MICRO_LIMIT, "cuts-off-at-a-micron", HERTZ_LAW, law_starts, hertz)                           \
  LAW(WARM_LIMIT, "softens-at-300-of-any-degrees", WARM_LAW, law_starts, warm)                     \
  LAW(WARM, "softens-at-a-temperature", WARM_LAW, law_starts, warm)                                \
  LAW(REACH_METRES, "reaches-a-micron", REACH_LAW, law_starts, reaching)                           \
  LAW(ROLLING_ARM, "rolls-without-an-arm", HERTZ_LAW, law_starts, hertz)                           \
  LAW(EXPONENT, "forces-by-a-power-without-a-scale", POWER_LAW, law_starts, power)                 \
  LAW(EXPONENT_SOUND, "forces-by-a-power", POWER_LAW, law_starts, power)
LAW_NUMBERS(LAWS)

enum { MODULUS, LOSS, MU, MU_ROLLING };
#define DAMPING_ROW LAW_SHARE(DCM_PER_PAIR, "damping", "share of the critical damping")
#define OTHER_ROWS                                                                                 \
  [LOSS] = DAMPING_ROW, [MU] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),    \
  [MU_ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction")
static const dcm_parameter hertz_parameters[] = {
    [MODULUS] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "effective modulus",
                            .dimension = {.mass = 1, .length = -1, .time = -2}),
    OTHER_ROWS};
static const dcm_parameter wrong_parameters[] = {
    [MODULUS] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "effective modulus", LAW_STIFFNESS),
    OTHER_ROWS};
static const dcm_history_field force_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "force", "of the tangential spring", LAW_LENGTH)};
static const dcm_output hertz_outputs[] = {
    LAW_OUTPUT("area", "of the contact", .dimension = {.length = 2})};
#define HERTZ_LAW LAW_TAKES(hertz_parameters), LAW_KEEPS(law_stretch), LAW_TELLS(hertz_outputs)
#define HERTZ_FORCE_LAW                                                                            \
  LAW_TAKES(hertz_parameters), LAW_KEEPS(force_fields), LAW_TELLS(hertz_outputs)
#define HERTZ_WRONG_LAW                                                                            \
  LAW_TAKES(wrong_parameters), LAW_KEEPS(law_stretch), LAW_TELLS(hertz_outputs)

static void hertz(const law_contact *c, law_answer *a) {
  double x = fmax(c->overlap, 0.0);
  if (c->law == SOFT_START)
    x += 1e-9;
  if (c->law == MICRO_LIMIT)
    x = fmin(x, 1e-6);
  const double radius = c->law == NO_RADIUS ? 1.0 : c->radius;
  const double width = c->law == NO_ROOT ? radius * x : sqrt(radius * x);
  const double k = 2.0 * c->p[MODULUS] * width, force = 2.0 / 3.0 * k * x;
  const double mass = c->law == DAMPS_BY_MASS ? c->mass * c->mass : c->mass;
  const double damping = c->p[LOSS] * 2.0 * sqrt(k * mass);
  const double approach = c->law == FLOOR && fabs(c->approach) < 1e-3 ? 0.0 : c->approach;
  a->normal = force + damping * approach;
  a->energy[STORED_NORMAL] = c->law == STORED ? force : 0.4 * force * x;
  a->energy[LOST_NORMAL] = damping * approach * c->approach * (c->law == ENERGY ? 1.0 : c->dt);
  a->output[0] = c->law == OUTPUT ? width : 3.141592653589793 * width * width;
  const double limit = c->p[MU] * force;
  if (c->law == FIELD) {
    /* The spring's force is kept, not its stretch. */
    law_contact stretched = *c;
    for (int i = 0; i < 3; i++)
      stretched.state[i] = c->state[i] / c->p[MODULUS] / c->radius;
    law_shear(&stretched, a, 0, c->p[MODULUS] * c->radius, limit);
    for (int i = 0; i < 3; i++)
      a->state[i] = a->tangential[i];
  } else {
    law_shear(c, a, 0, 0.1 * c->p[MODULUS] * c->radius, limit);
  }
  law_roll(c, a, c->p[MU_ROLLING] * force * (c->law == ROLLING_ARM ? 1.0 : c->radius));
}

/* ------------------------------------------------------- a damper without a dimension */

static const dcm_parameter pure_parameters[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring", LAW_STIFFNESS),
    LAW_FROM_0(DCM_PER_PAIR, "damping", "of the damper")};
#define PURE_LAW LAW_TAKES(pure_parameters)
static void pure(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[0], c->p[1]);
}

/* ------------------------------------------------------- temperatures that change stiffness */

static const dcm_parameter warm_parameters[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring", LAW_STIFFNESS),
    LAW_ABOVE_0(DCM_PER_PAIR, "softening", "temperature", .dimension = {.temperature = 1},
                .usual_minimum = 100.0, .usual_maximum = 1000.0)};
static const dcm_quantity warm_quantities[] = {LAW_QUANTITY(DCM_READ, "temperature", "of a grain",
                                                            .dimension = {.temperature = 1},
                                                            .default_value = 300.0)};
#define WARM_LAW LAW_TAKES(warm_parameters), LAW_READS(warm_quantities)
static void warm(const law_contact *c, law_answer *a) {
  const double start = c->law == WARM_LIMIT ? 300.0 : c->p[1];
  const double over = fmax(0.5 * (c->q1[0] + c->q2[0]) - start, 0.0) / c->p[1];
  law_press(c, a, c->p[0] / (1.0 + over), 0.0);
}

/* --------------------------------------------------------------------- a reach in metres */

static double micron_reach(const dcm_instance *instance, const dcm_sides *sides) {
  (void)instance;
  (void)sides;
  return 1e-6;
}
static const dcm_parameter reach_parameters[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring", LAW_STIFFNESS)};
#define REACH_LAW LAW_TAKES(reach_parameters), .reach = micron_reach
static void reaching(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[0], 0.0);
}

/* ------------------------------------------------------------------ an exponent to choose */

static const dcm_parameter power_parameters[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "at an overlap of the effective radius", LAW_STIFFNESS),
    LAW_PARAMETER(DCM_PER_LAW, "exponent", 0, 2.0, "of the force", .minimum = 1.0)};
#define POWER_LAW LAW_TAKES(power_parameters)
static void power(const law_contact *c, law_answer *a) {
  const double n = c->p[1], x = fmax(c->overlap, 0.0);
  const double scale = c->law == EXPONENT ? 1.0 : pow(c->radius, 1.0 - n);
  a->normal = c->p[0] * scale * pow(x, n);
  a->energy[STORED_NORMAL] = a->normal * x / (n + 1.0);
}

LAW_LIBRARY(LAWS)
