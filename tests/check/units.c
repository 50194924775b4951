/* SPDX-License-Identifier: MIT */
/** @file
 * Laws that are others in other units: a factor forgotten, a dimension that is declared wrongly, a
 * number with a unit in the code. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(HERTZ, "sound-hertz", HERTZ_LAW(fields), law_starts, hertz)                                  \
  LAW(GUARDED, "guards-its-divisions", HERTZ_LAW(fields), law_starts, hertz)                       \
  LAW(NARROW, "takes-few-moduli", NARROW_LAW, law_starts, hertz)                                   \
  LAW(NO_AREA, "forgets-a-radius", HERTZ_LAW(fields), law_starts, hertz)                           \
  LAW(NO_ROOT, "forgets-a-root", HERTZ_LAW(fields), law_starts, hertz)                             \
  LAW(NO_MASS, "damps-without-a-mass", HERTZ_LAW(fields), law_starts, hertz)                       \
  LAW(SQUARED, "squares-a-radius", HERTZ_LAW(fields), law_starts, hertz)                           \
  LAW(NO_ARM, "rolls-without-an-arm", HERTZ_LAW(fields), law_starts, hertz)                        \
  LAW(BY_STEPS, "shears-by-steps", HERTZ_LAW(fields), law_starts, hertz)                           \
  LAW(POWER, "books-power-for-work", HERTZ_LAW(fields), law_starts, hertz)                         \
  LAW(STORES, "stores-a-force", HERTZ_LAW(fields), law_starts, hertz)                              \
  LAW(FORCE_STATE, "keeps-a-force-as-a-length", HERTZ_LAW(fields), law_starts, hertz)              \
  LAW(PURE_STATE, "says-its-stretch-has-no-unit", HERTZ_LAW(pure_fields), law_starts, hertz)       \
  LAW(PURE_MODULUS, "says-its-modulus-has-no-unit", PURE_MODULUS_LAW, law_starts, hertz)           \
  LAW(SHEET_MODULUS, "says-its-modulus-is-a-stiffness", SHEET_MODULUS_LAW, law_starts, hertz)      \
  LAW(WRONG_OUTPUT, "tells-an-area-as-a-length", WRONG_OUTPUT_LAW, law_starts, hertz)              \
  LAW(METRES, "stiffens-at-a-millimetre", HERTZ_LAW(fields), law_starts, hertz)                    \
  LAW(SECONDS, "forgets-in-long-steps", HERTZ_LAW(fields), law_starts, hertz)                      \
  LAW(SPEED, "damps-below-a-speed", HERTZ_LAW(fields), law_starts, hertz)                          \
  LAW(WEIGHT, "adds-a-weight", HERTZ_LAW(fields), law_starts, hertz)                               \
  LAW(REACHES, "reaches-a-tenth-of-a-millimetre", REACHING_LAW, law_starts, hertz)                 \
  LAW(WARM, "sound-heat", WARM_LAW(warm), law_starts, heat)                                        \
  LAW(COLD_AREA, "conducts-without-a-width", WARM_LAW(warm), law_starts, heat)                     \
  LAW(CELSIUS, "softens-by-celsius", WARM_LAW(warm), law_starts, heat)                             \
  LAW(JOULES, "tells-joules-as-watts", WARM_LAW(warm), law_starts, heat)                           \
  LAW(PURE_HEAT, "says-its-heat-has-no-unit", WARM_LAW(pure_warm), law_starts, heat)               \
  LAW(GIVES, "sound-charge", CHARGED_LAW, charge_starts, charge)                                   \
  LAW(GIVES_BY_STEPS, "gives-charge-by-steps", CHARGED_LAW, charge_starts, charge)                 \
  LAW(VACUUM, "knows-the-vacuum-in-si", CHARGED_LAW, charge_starts, charge)
LAW_NUMBERS(LAWS)

static const double PI = 3.14159265358979323846;

/* ------------------------------------------------------------------------------------- Hertz */

enum { YOUNG, DAMPING_RATIO, HOLD, ROLL };
#define HERTZ_TABLE(unit)                                                                          \
  {                                                                                                \
    [YOUNG] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "of a contact", .dimension = unit,              \
                          .usual_minimum = 1e6, .usual_maximum = 1e9),                             \
    [DAMPING_RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping", "over the critical one"),                 \
    [HOLD] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),                      \
    [ROLL] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),               \
  }
#define PRESSURE                                                                                   \
  { .mass = 1, .length = -1, .time = -2 }
#define SHEET                                                                                      \
  { .mass = 1, .time = -2 }
#define PURE                                                                                       \
  { 0 }
static const dcm_parameter parameters[] = HERTZ_TABLE(PRESSURE);
static const dcm_parameter pure_parameters[] = HERTZ_TABLE(PURE);
static const dcm_parameter sheet_parameters[] = HERTZ_TABLE(SHEET);
static const dcm_parameter narrow_parameters[] = {
    [YOUNG] = {.size = sizeof(dcm_parameter),
               .scope = DCM_PER_PAIR,
               .flags = DCM_REQUIRED,
               .mixing = DCM_MIX_GEOMETRIC,
               .name = "modulus",
               .symbol = "E",
               .description = "of a contact",
               .dimension = PRESSURE,
               .minimum = 5e6,
               .maximum = 2e7,
               .reason = "the law is for rubber"},
    [DAMPING_RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping", "over the critical one"),
    [HOLD] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [ROLL] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
};

#define STRETCH(...)                                                                               \
  { LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", __VA_ARGS__) }
static const dcm_history_field fields[] = STRETCH(LAW_LENGTH);
static const dcm_history_field pure_fields[] = STRETCH(.flags = 0);
static const dcm_output outputs[] = {LAW_OUTPUT("area", "of contact", .dimension = {.length = 2})};
static const dcm_output wrong_outputs[] = {LAW_OUTPUT("area", "of contact", LAW_LENGTH)};

#define HERTZ_LAW(table) LAW_TAKES(parameters), LAW_KEEPS(table), LAW_TELLS(outputs)
#define NARROW_LAW LAW_TAKES(narrow_parameters), LAW_KEEPS(fields), LAW_TELLS(outputs)
#define PURE_MODULUS_LAW LAW_TAKES(pure_parameters), LAW_KEEPS(fields), LAW_TELLS(outputs)
#define SHEET_MODULUS_LAW LAW_TAKES(sheet_parameters), LAW_KEEPS(fields), LAW_TELLS(outputs)
#define WRONG_OUTPUT_LAW LAW_TAKES(parameters), LAW_KEEPS(fields), LAW_TELLS(wrong_outputs)
#define REACHING_LAW HERTZ_LAW(fields), .reach = reach

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  (void)instance;
  return sides->effective_radius > 0.0 ? 1e-4 : 0.0;
}

static void hertz(const law_contact *c, law_answer *a) {
  const double overlap = c->overlap > 0.0 ? c->overlap : 0.0;
  const double width = sqrt(c->radius * overlap);
  const double modulus = c->p[YOUNG] * (c->law == METRES && c->r1 > 1e-3 ? 2.0 : 1.0);
  double stiffness = modulus * width;
  if (c->law == SQUARED)
    stiffness *= c->radius;
  const double spring = 2.0 / 3.0 * stiffness * (c->law == NO_ROOT ? sqrt(overlap) : overlap);
  double damping = 2.0 * c->p[DAMPING_RATIO] * sqrt(stiffness * (c->law == NO_MASS ? 1 : c->mass));
  if (c->law == SPEED && fabs(c->approach) > 0.1)
    damping = 0.0;
  a->normal = spring + damping * c->approach + (c->law == WEIGHT ? 9.81 * c->mass : 0.0);
  a->energy[STORED_NORMAL] = c->law == STORES ? spring : 0.4 * spring * overlap;
  a->energy[LOST_NORMAL] = damping * c->approach * c->approach * (c->law == POWER ? 1.0 : c->dt);
  a->output[0] = PI * width * width;

  law_contact seen = *c;
  if (c->law == BY_STEPS && c->dt > 0.0)
    for (int x = 0; x < 3; x++)
      seen.v[x] /= c->dt;
  if (c->law == SECONDS && c->dt > 1e-6)
    memset(seen.state, 0, sizeof seen.state);
  /* Constant, for the spring would lose and gain energy by a stiffness that changes. */
  law_shear(&seen, a, 0, modulus * (c->law == NO_AREA ? 1.0 : c->radius), c->p[HOLD] * spring);
  if (c->law == FORCE_STATE)
    memcpy(a->state, a->tangential, sizeof a->tangential);
  /* Nothing divides by the speed of rolling, but for those who guard a division of 0 by 0. */
  if (c->law == GUARDED) {
    double couple[3];
    law_rolling(c, couple);
    const double rate = sqrt(law_dot(couple, couple)) + 1e-12;
    for (int x = 0; x < 3; x++)
      couple[x] *= -c->p[ROLL] * spring * c->radius / rate;
    law_turn(c, a, couple);
  } else {
    law_roll(c, a, c->p[ROLL] * spring * (c->law == NO_ARM ? 1.0 : c->radius));
  }
}

/* -------------------------------------------------------------------------------------- heat */

enum { CONDUCTIVITY = ROLL + 1 };
static const dcm_parameter warm_parameters[] = {
    [YOUNG] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "of a contact", .dimension = PRESSURE,
                          .usual_minimum = 1e6, .usual_maximum = 1e9),
    [DAMPING_RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping", "over the critical one"),
    [HOLD] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [ROLL] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
    [CONDUCTIVITY] =
        LAW_ABOVE_0(DCM_PER_PAIR, "conductivity", "of heat",
                    .dimension = {.mass = 1, .length = 1, .time = -3, .temperature = -1}),
};
#define WARM_TABLE(...)                                                                            \
  {                                                                                                \
    LAW_QUANTITY(DCM_READ, "temperature", "of a grain", .dimension = {.temperature = 1},           \
                 .default_value = 300.0),                                                          \
        LAW_QUANTITY(DCM_SUM, "heatflow", "into a grain", .flags = DCM_CONSERVED, __VA_ARGS__)     \
  }
static const dcm_quantity warm[] = WARM_TABLE(.dimension = {.mass = 1, .length = 2, .time = -3});
static const dcm_quantity pure_warm[] = WARM_TABLE(.default_value = 0.0);
#define WARM_LAW(table)                                                                            \
  LAW_TAKES(warm_parameters), LAW_KEEPS(fields), LAW_TELLS(outputs), LAW_READS(table)

static void heat(const law_contact *c, law_answer *a) {
  const double overlap = c->overlap > 0.0 ? c->overlap : 0.0;
  const double width = c->law == COLD_AREA ? 1.0 : 2.0 * sqrt(c->radius * overlap);
  hertz(c, a);
  if (c->law == CELSIUS)
    a->normal *= exp(-1e-3 * (c->q1[0] + c->q2[0] - 2.0 * 273.15));
  a->added_1[1] = c->p[CONDUCTIVITY] * width * (c->q2[0] - c->q1[0]);
  if (c->law == JOULES)
    a->added_1[1] *= c->dt;
  a->added_2[1] = -a->added_1[1];
}

/* ------------------------------------------------------------------------------------ charge */

enum { CONDUCTANCE = ROLL + 1, PERMITTIVITY };
static const dcm_parameter charged_parameters[] = {
    [YOUNG] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "of a contact", .dimension = PRESSURE,
                          .usual_minimum = 1e6, .usual_maximum = 1e9),
    [DAMPING_RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping", "over the critical one"),
    [HOLD] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [ROLL] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
    [CONDUCTANCE] =
        LAW_ABOVE_0(DCM_PER_PAIR, "rate", "of exchange of charge", .dimension = {.time = -1},
                    .usual_minimum = 1.0, .usual_maximum = 1e3),
    [PERMITTIVITY] = {.size = sizeof(dcm_parameter),
                      .scope = DCM_PER_LAW,
                      .flags = DCM_MINIMUM_EXCLUDED,
                      .name = "permittivity",
                      .symbol = "eps",
                      .description = "of what is between grains",
                      .dimension = {.mass = -1, .length = -3, .time = 4, .current = 2},
                      .default_value = 8.8541878128e-12,
                      .maximum = INFINITY,
                      .reason = "like charges repel"},
};
static const dcm_quantity charges[] = {
    LAW_QUANTITY(DCM_CHANGE, "charges", "of a grain", .flags = DCM_CONSERVED,
                 .dimension = {.time = 1, .current = 1}, .minimum = -1e-9, .maximum = 1e-9),
};
#define CHARGED_LAW                                                                                \
  LAW_TAKES(charged_parameters), LAW_KEEPS(fields), LAW_TELLS(outputs), LAW_READS(charges)

/** Charges attract or repel beside the load that limits friction. */
static int32_t charge_starts(const law_data *data, dcm_instance *instance) {
  instance->flags = DCM_KNOWN_FRICTION;
  return law_starts(data, instance);
}

static void charge(const law_contact *c, law_answer *a) {
  const double permittivity = c->law == VACUUM ? 8.8541878128e-12 : c->p[PERMITTIVITY];
  /* The force hardly changes with the overlap. */
  const double distance = 4.0 * c->radius;
  const double push = c->q1[0] * c->q2[0] / (4.0 * PI * permittivity * distance * distance);
  hertz(c, a);
  a->normal += push;
  a->energy[STORED_NORMAL] += push * c->overlap;
  a->added_1[0] =
      c->p[CONDUCTANCE] * (c->q2[0] - c->q1[0]) * (c->law == GIVES_BY_STEPS ? 1.0 : c->dt);
  a->added_2[0] = -a->added_1[0];
}

LAW_LIBRARY(LAWS)
