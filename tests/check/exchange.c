/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h with heat that is conducted and made by friction, or with charge that is
 * exchanged, and the mistakes of such laws. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(CONDUCTS, "conducts", CONDUCTING(0), law_starts, conduct)                                    \
  LAW(UPHILL, "heats-the-hotter", CONDUCTING(0), law_starts, conduct)                              \
  LAW(BALANCE, "conducts-without-a-difference", CONDUCTING(0), law_starts, conduct)                \
  LAW(LOST, "loses-a-tenth", CONDUCTING(0), law_starts, conduct)                                   \
  LAW(LOST_AT_WALLS, "loses-a-tenth-at-walls", CONDUCTING(0), law_starts, conduct)                 \
  LAW(COLD, "fails-at-zero", CONDUCTING(0), law_starts, conduct)                                   \
  LAW(NEGATIVE, "takes-the-root-of-any-temperature", UNBOUNDED, law_starts, conduct)               \
  LAW(HEATS, "heats-by-friction", CONDUCTING(1), law_starts, heat)                                 \
  LAW(HEATS_UPHILL, "heats-the-hotter-and-rubs", CONDUCTING(1), law_starts, heat)                  \
  LAW(COOLS, "cools-by-friction", CONDUCTING(1), law_starts, heat)                                 \
  LAW(HEATS_LESS, "loses-a-tenth-without-a-promise", CONDUCTING(1), law_starts, heat)              \
  LAW(LEAKY, "loses-a-share-that-is-asked", LEAKING, law_starts, leak)                             \
  LAW(CHARGES, "charges", CHARGING(0), law_starts, charge)                                         \
  LAW(CHARGES_UPHILL, "charges-the-charged", CHARGING(0), law_starts, charge)                      \
  LAW(CHARGE_MADE, "makes-charge", CHARGING(1), law_starts, charge)                                \
  LAW(LEAKS, "discharges", CHARGING(1), law_starts, charge)                                        \
  LAW(WEARS, "wears", WEARING, law_starts, wear)                                                   \
  LAW(SUMS, "sums-what-friction-takes", SUMMING, law_starts, sum)                                  \
  LAW(WEARS_ALONG_X, "wears-along-the-axis-of-the-box", WEARING, law_starts, wear)
LAW_NUMBERS(LAWS)

/* -------------------------------------------------------------------------------------- heat */

enum { CONDUCTIVITY = LAW_PARAMETERS };
#define OF_SPRINGS                                                                                 \
  [STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),     \
  [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution"),            \
  [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),                    \
  [ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction")
static const dcm_parameter conducting[] = {
    OF_SPRINGS,
    [CONDUCTIVITY] =
        LAW_ABOVE_0(DCM_PER_PAIR, "conductivity", "of heat",
                    .dimension = {.mass = 1, .length = 1, .time = -3, .temperature = -1}),
};

enum { TEMPERATURE, HEAT };
#define KELVIN .dimension = {.temperature = 1}, .default_value = 300.0
#define WATT .dimension = {.mass = 1, .length = 2, .time = -3}
#define HEATS_WITH(promise, ...)                                                                   \
  {                                                                                                \
    [TEMPERATURE] = LAW_QUANTITY(DCM_READ, "temperature", "of a grain", KELVIN __VA_ARGS__),       \
    [HEAT] = LAW_QUANTITY(DCM_SUM, "heatflow", "into a grain", WATT, .flags = promise)             \
  }
static const dcm_quantity warm[][2] = {HEATS_WITH(DCM_CONSERVED, , .maximum = INFINITY),
                                       HEATS_WITH(0, , .maximum = INFINITY)};
static const dcm_quantity unbounded[] = HEATS_WITH(DCM_CONSERVED, );
#define CONDUCTING(kind) LAW_TAKES(conducting), LAW_KEEPS(law_stretch), LAW_READS(warm[kind])
#define UNBOUNDED LAW_TAKES(conducting), LAW_KEEPS(law_stretch), LAW_READS(unbounded)

static double width(const law_contact *c) {
  return sqrt(c->radius * fmax(c->overlap, 0.0));
}

static void conduct(const law_contact *c, law_answer *a) {
  const double t1 = c->q1[TEMPERATURE], t2 = c->q2[TEMPERATURE];
  const double conductance = c->p[CONDUCTIVITY] * width(c);
  double flow = conductance * (t2 - t1);
  law_sound(c, a);
  switch (c->law) {
  case UPHILL:
  case HEATS_UPHILL:
    flow = -flow;
    break;
  case BALANCE:
    flow = conductance * (t2 - 0.999 * t1);
    break;
  case COLD:
    flow *= t1 / t1;
    break;
  case NEGATIVE:
    flow *= sqrt(t1 * t2) / (1.0 + sqrt(t1 * t2));
    break;
  }
  a->added_1[HEAT] = flow;
  a->added_2[HEAT] = -flow;
  if (c->law == LOST || (c->law == LOST_AT_WALLS && c->is_wall))
    a->added_2[HEAT] = -0.9 * flow;
  if (c->law == HEATS_LESS)
    (flow > 0.0 ? a->added_1 : a->added_2)[HEAT] = 0.9 * fabs(flow);
}

static void heat(const law_contact *c, law_answer *a) {
  conduct(c, a);
  double power = 0.0;
  for (int x = 0; x < 3; x++)
    power += c->dt > 0.0 ? a->tangential[x] * c->v[x] : 0.0;
  power = fmax(power, 0.0);
  a->added_1[HEAT] += (c->law == COOLS ? -0.5 : 0.5) * power;
  a->added_2[HEAT] += 0.5 * power;
  if (c->law == COOLS)
    a->added_2[HEAT] -= power;
}

/* A share of the heat goes into the air between. */
enum { EFFICIENCY = CONDUCTIVITY + 1 };
static const dcm_parameter leaking[] = {
    OF_SPRINGS,
    [CONDUCTIVITY] =
        LAW_ABOVE_0(DCM_PER_PAIR, "conductivity", "of heat",
                    .dimension = {.mass = 1, .length = 1, .time = -3, .temperature = -1}),
    [EFFICIENCY] = LAW_SHARE(DCM_PER_PAIR, "efficiency", "share of the heat that arrives"),
};
#define LEAKING LAW_TAKES(leaking), LAW_KEEPS(law_stretch), LAW_READS(warm[1])

static void leak(const law_contact *c, law_answer *a) {
  conduct(c, a);
  double *cold = a->added_1[HEAT] > 0.0 ? &a->added_1[HEAT] : &a->added_2[HEAT];
  *cold *= c->p[EFFICIENCY];
}

/* ------------------------------------------------------------------------------------ charge */

enum { AFFINITY = LAW_PARAMETERS, PATIENCE };
#define COULOMB .dimension = {.current = 1, .time = 1}
static const dcm_parameter charging[] = {
    OF_SPRINGS,
    [AFFINITY] = LAW_FROM_0(DCM_PER_MATERIAL, "affinity", "charge that a particle wants", COULOMB,
                            .usual_minimum = 1e-13, .usual_maximum = 1e-9),
    [PATIENCE] = LAW_ABOVE_0(DCM_PER_PAIR, "patience", "time in which charge passes",
                             .dimension = {.time = 1}, .usual_minimum = 1.0, .usual_maximum = 10.0),
};
static const dcm_quantity charged[][1] = {
    {LAW_QUANTITY(DCM_CHANGE, "charge_held", "of a grain", COULOMB, .flags = DCM_CONSERVED)},
    {LAW_QUANTITY(DCM_CHANGE, "charge_held", "of a grain", COULOMB)}};
#define CHARGING(kind) LAW_TAKES(charging), LAW_KEEPS(law_stretch), LAW_READS(charged[kind])

static void charge(const law_contact *c, law_answer *a) {
  const double share = c->dt / c->p[PATIENCE], wanted = c->p[AFFINITY] - c->p_2[AFFINITY];
  const double held = c->q2[0] - c->q1[0];
  law_sound(c, a);
  a->added_1[0] = 0.5 * share * (c->law == CHARGES_UPHILL ? wanted - held : wanted + held);
  a->added_2[0] = -a->added_1[0];
  if (c->law == CHARGE_MADE) {
    a->added_1[0] = share * c->p[AFFINITY];
    a->added_2[0] = share * c->p_2[AFFINITY];
  }
  if (c->law == LEAKS) {
    a->added_1[0] -= share * c->q1[0];
    a->added_2[0] -= share * c->q2[0];
  }
}

/* -------------------------------------------------------------------------------------- wear */

static const dcm_quantity worn[] = {
    LAW_QUANTITY(DCM_CHANGE, "way", "that a grain has slid", LAW_LENGTH)};
#define WEARING LAW_USUAL, LAW_READS(worn)

#define OF_WORK .dimension = {.mass = 1, .length = 2, .time = -2}
enum { TAKEN = 3 };
static const dcm_history_field of_sums[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring, of 2 relative to 1",
              LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "taken", "by friction so far", OF_WORK),
};
static const dcm_output taken[] = {LAW_OUTPUT("taken", "by friction so far", OF_WORK)};
#define SUMMING LAW_TAKES(law_parameters), LAW_KEEPS(of_sums), LAW_TELLS(taken)

static void wear(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  const double speed = c->law == WEARS_ALONG_X ? fabs(c->v[0]) : sqrt(law_dot(c->v, c->v));
  a->added_1[0] = a->added_2[0] = speed * c->dt;
}

/** Most of what is summed is the rounding of contacts that stick. */
static void sum(const law_contact *c, law_answer *a) {
  const double k = 2.0 / 7.0 * c->p[STIFFNESS];
  double u[3];
  law_sound(c, a);
  memcpy(u, c->state, sizeof u);
  law_flatten(c, u);
  a->state[TAKEN] += 0.5 * k * (law_dot(u, u) - law_dot(a->state, a->state)) +
                     0.5 * (k * law_dot(u, c->v) + law_dot(a->tangential, c->v)) * c->dt;
  a->output[0] = a->state[TAKEN];
}

LAW_LIBRARY(LAWS)
