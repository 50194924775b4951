/* SPDX-License-Identifier: MIT */
/** @file
 * Right laws with quantities of the grains: heat, charge, liquid, wear, IDs. */
#include "law.h"

/* -------------------------------------------------------------------------------------- heat */

#define CONDUCTIVITY                                                                               \
  LAW_ABOVE_0(DCM_PER_PAIR, "conductivity", "of heat",                                             \
              .dimension = {.mass = 1, .length = 1, .time = -3, .temperature = -1})
enum { TEMPERATURE, HEAT };
static const dcm_quantity warmth[] = {
    [TEMPERATURE] = LAW_QUANTITY(DCM_READ, "temperature", "of a grain", LAW_KELVIN,
                                 .default_value = 300.0, .maximum = INFINITY),
    [HEAT] = LAW_QUANTITY(DCM_SUM, "heatflow", "into a grain", LAW_WATT)};

/** Heat is conducted, and made by friction. */
static const dcm_parameter of_heat[] = {LAW_SPRING, LAW_RESTITUTION, LAW_MU, LAW_ROLLING,
                                        CONDUCTIVITY};
#define RUBS LAW_TAKES(of_heat), LAW_KEEPS(law_stretch), LAW_READS(warmth)
static void rubs(const law_contact *c, law_answer *a) {
  const double t1 = c->q1[TEMPERATURE], t2 = c->q2[TEMPERATURE];
  const double flow = c->p[4] * sqrt(c->radius * fmax(c->overlap, 0.0)) * (t2 - t1);
  law_sound(c, a);
  const double power = c->dt > 0.0 ? fmax(law_dot(a->tangential, c->v), 0.0) : 0.0;
  a->added_1[HEAT] = 0.5 * power + flow;
  a->added_2[HEAT] = 0.5 * power - flow;
}

/** Flows are counted per step, not per time. */
static const dcm_parameter of_rate[] = {
    LAW_SPRING, LAW_ABOVE_0(DCM_PER_PAIR, "rate", "of exchange", .dimension = {.time = -1},
                            .usual_minimum = 1e-3, .usual_maximum = 1e2)};
static const dcm_quantity amounts[] = {
    LAW_QUANTITY(DCM_READ, "temperature", "of a grain", LAW_KELVIN, .default_value = 300.0),
    LAW_QUANTITY(DCM_SUM, "warmth", "that a grain gets", LAW_KELVIN)};
static void flow(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[0], 0.0);
  a->added_1[1] = c->p[1] * (c->q2[0] - c->q1[0]) * c->dt;
  a->added_2[1] = -a->added_1[1];
}

/** Warm grains are softer. */
static const dcm_parameter of_melting[] = {
    LAW_SPRING, LAW_ABOVE_0(DCM_PER_MATERIAL, "melting", "temperature", LAW_KELVIN,
                            .usual_minimum = 400.0, .usual_maximum = 2000.0)};
static void softens(const law_contact *c, law_answer *a) {
  const double hot_1 = c->q1[0] / c->p[1], hot_2 = c->q2[0] / c->p_2[1];
  law_press(c, a, c->p[0] / (1.0 + pow(hot_1, 4.0) + pow(hot_2, 4.0)), 0.0);
}

/* ------------------------------------------------------------------------------------ charge */

enum { AFFINITY = 1, PATIENCE };
static const dcm_parameter of_charge[] = {
    LAW_SPRING,
    [AFFINITY] = LAW_FROM_0(DCM_PER_MATERIAL, "affinity", "charge that a particle wants",
                            LAW_COULOMB, .usual_minimum = 1e-13, .usual_maximum = 1e-9),
    [PATIENCE] = LAW_ABOVE_0(DCM_PER_PAIR, "patience", "time in which charge passes", LAW_TIME,
                             .usual_minimum = 1.0, .usual_maximum = 10.0)};
static const dcm_quantity held[] = {
    LAW_QUANTITY(DCM_CHANGE, "charge_held", "of a grain", LAW_COULOMB, .flags = DCM_CONSERVED)};
static void charge(const law_contact *c, law_answer *a) {
  const double share = c->dt / c->p[PATIENCE], wanted = c->p[AFFINITY] - c->p_2[AFFINITY];
  law_press(c, a, c->p[0], 0.0);
  a->added_1[0] = 0.5 * share * (wanted + (c->q2[0] - c->q1[0]));
  a->added_2[0] = -a->added_1[0];
}

/* ------------------------------------------------------------------------------------ liquid */

#define LIQUID(...)                                                                                \
  LAW_QUANTITY(DCM_CHANGE, "liquid", "on a grain", .dimension = {.length = 3}, __VA_ARGS__)

/** Liquid flows from the thicker film to the thinner, and pulls while two touch. */
static const dcm_parameter of_moisture[] = {
    LAW_SPRING, LAW_ABOVE_0(DCM_PER_PAIR, "drain_time", "in which films balance", LAW_TIME),
    LAW_FROM_0(DCM_PER_LAW, "tension", "surface tension of the liquid",
               .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.02, .usual_maximum = 0.08)};
static const dcm_quantity films[] = {LIQUID(.flags = DCM_CONSERVED, .maximum = INFINITY)};
static void moisture(const law_contact *c, law_answer *a) {
  const double both = c->q1[0] + c->q2[0], film = cbrt(both) / (cbrt(both) + 0.1 * c->radius);
  const double pull = 12.566370614359172 * c->p[2] * c->radius * film;
  law_press(c, a, c->p[0], 0.0);
  a->normal -= pull;
  a->energy[STORED_NORMAL] -= pull * c->overlap;
  if (c->is_wall)
    return;
  const double s1 = c->r1 * c->r1, s2 = c->r2 * c->r2;
  /* A grain has up to twelve neighbours, and must not give more than it has. */
  const double share = -expm1(-c->dt / c->p[1]) / 12.0;
  a->added_1[0] = share * (c->q2[0] * s1 - c->q1[0] * s2) / (s1 + s2);
  a->added_2[0] = -a->added_1[0];
}

/** The pull of wet grains grows with the time for which they touch, and carries friction off. The
 * share that has grown is a pure number as the wetness is, but holds nothing of it. */
static const dcm_parameter of_sticking[] = {
    LAW_SPRING, LAW_MU,
    LAW_ABOVE_0(DCM_PER_PAIR, "patience", "time in which the pull grows", LAW_TIME,
                .usual_minimum = 1e-5, .usual_maximum = 1.0),
    LAW_FROM_0(DCM_PER_PAIR, "pull", "of wet grains that have touched for long", LAW_FORCE)};
static const dcm_quantity wetness[] = {
    LAW_QUANTITY(DCM_CHANGE, "wetness", "of a grain", .flags = DCM_CONSERVED, .maximum = 1.0)};
static const dcm_history_field of_sticking_contact[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "grown", "share of the pull")};
#define STICKS LAW_TAKES(of_sticking), LAW_READS(wetness), LAW_KEEPS(of_sticking_contact)
static void sticks(const law_contact *c, law_answer *a) {
  const double wet = c->is_wall ? c->q1[0] : 0.5 * (c->q1[0] + c->q2[0]);
  const double grows = -(1.0 - c->state[3]) * expm1(-c->dt / c->p[2]), pull = c->p[3] * wet;
  a->state[3] = c->state[3] + grows;
  law_press(c, a, c->p[0], 0.0);
  a->normal -= pull * a->state[3];
  a->energy[STORED_NORMAL] -= pull * a->state[3] * c->overlap;
  a->energy[LOST_PLASTIC] += pull * grows * c->overlap;
  law_shear(c, a, 0, c->p[0], c->p[1] * fmax(0.0, a->normal));
  if (c->is_wall)
    return;
  a->added_1[0] = -0.04 * (c->q2[0] - c->q1[0]) * expm1(-c->dt / c->p[2]);
  a->added_2[0] = -a->added_1[0];
}

/** A bridge takes a tenth of the film of both sides, evaporates, and gives each a half of the rest
 * in the end. */
static const dcm_parameter of_bridge[] = {
    LAW_SPRING,
    LAW_ABOVE_0(DCM_PER_PAIR, "rupture", "stretch at rupture, over the effective radius",
                .usual_minimum = 0.01, .usual_maximum = 0.3),
    LAW_ABOVE_0(DCM_PER_LAW, "tau", "time in which bridges dry", LAW_TIME, .usual_minimum = 1e-4,
                .usual_maximum = 1e2)};
static const dcm_quantity wet[] = {LIQUID(.flags = 0)};
static const dcm_history_field of_volume[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "volume", "of the bridge", .dimension = {.length = 3})};
LAW_REACH(reach_of_bridge, p[1] * sides->effective_radius)
#define BRIDGE LAW_TAKES(of_bridge), LAW_READS(wet), LAW_KEEPS(of_volume), .reach = reach_of_bridge
static void bridge(const law_contact *c, law_answer *a) {
  const double volume = c->state[0] * exp(-c->dt / c->p[2]), rupture = c->p[1] * c->radius;
  if (c->overlap > 0.0)
    law_press(c, a, c->p[0], 0.0);
  a->state[0] = volume;
  if (volume == 0.0 && c->overlap > 0.0 && c->dt > 0.0) {
    a->added_1[0] = -0.1 * c->q1[0];
    a->added_2[0] = -0.1 * c->q2[0];
    a->state[0] = 0.1 * (c->q1[0] + c->q2[0]);
  }
  if (volume > 0.0 && c->overlap < -0.9 * rupture) {
    a->added_1[0] = a->added_2[0] = 0.5 * volume;
    a->state[0] = 0.0;
  }
}

/* -------------------------------------------------------------------------- of grains themselves
 */

static const dcm_quantity slid[] = {
    LAW_QUANTITY(DCM_SUM, "way", "that a grain has slid", LAW_LENGTH)};
static void wears(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  a->added_1[0] = a->added_2[0] = sqrt(law_dot(c->v, c->v)) * c->dt;
}

/** Each pair of grains has a coefficient of friction of its own, for ever. */
static const dcm_parameter of_scatter[] = {
    LAW_SPRING, LAW_FROM_0(DCM_PER_PAIR, "friction_mean", "mean of all contacts"),
    LAW_FROM_0(DCM_PER_LAW, "seed", "of the scatter", .usual_maximum = 1e6)};
static const dcm_quantity ids[] = {LAW_QUANTITY(DCM_READ, "id", "of a grain")};
#define IDS LAW_TAKES(of_scatter), LAW_READS(ids), LAW_KEEPS(law_stretch)
static void by_id(const law_contact *c, law_answer *a) {
  const double first = fmin(c->q1[0], c->q2[0]), second = fmax(c->q1[0], c->q2[0]);
  double whole;
  const double scatter =
      fabs(modf(sin(12.9898 * first + 78.233 * second + c->p[2]) * 43758.5453, &whole));
  law_press(c, a, c->p[0], 0.0);
  law_shear(c, a, 0, c->p[0], 2.0 * scatter * c->p[1] * fabs(c->p[0] * c->overlap));
}

#define LAWS(LAW)                                                                                  \
  LAW(RUBBING, "rubs", law_starts, rubs, RUBS)                                                     \
  LAW(FLOW, "flow", law_starts, flow, LAW_TAKES(of_rate), LAW_READS(amounts))                      \
  LAW(SOFTENS, "softens", law_starts, softens, LAW_TAKES(of_melting), .quantities = warmth,        \
      .quantity_count = 1)                                                                         \
  LAW(CHARGE, "charge", law_starts, charge, LAW_TAKES(of_charge), LAW_READS(held))                 \
  LAW(MOISTURE, "moisture", law_starts, moisture, LAW_TAKES(of_moisture), LAW_READS(films))        \
  LAW(BRIDGES, "bridge", law_starts, bridge, BRIDGE)                                               \
  LAW(STICKS, "sticks", law_starts, sticks, STICKS)                                                \
  LAW(WEARS, "wears", law_starts, wears, LAW_USUAL, LAW_READS(slid))                               \
  LAW(BY_ID, "by-id", law_starts, by_id, IDS)
LAW_LIBRARY(LAWS)
