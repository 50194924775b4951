/* SPDX-License-Identifier: MIT */
/** @file
 * Laws by which grains exchange heat, charge and liquid, or that depend on them, and their
 * mistakes. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(HEAT, "conduction", HEAT_LAW, law_starts, conduction)                                        \
  LAW(HEAT_UPHILL, "heats-the-hotter", HEAT_LAW, law_starts, conduction)                           \
  LAW(HEAT_TENTH, "loses-a-tenth-of-the-heat", HEAT_LAW, law_starts, conduction)                   \
  LAW(HEAT_TWICE, "heats-both", HEAT_LAW, law_starts, conduction)                                  \
  LAW(HEAT_CELSIUS, "takes-kelvin-for-celsius", HEAT_LAW, law_starts, conduction)                  \
  LAW(HEAT_ROOT, "takes-the-root-of-the-difference", HEAT_LAW, law_starts, conduction)             \
  LAW(HEAT_BY_STEP, "conducts-by-the-step", HEAT_LAW, law_starts, conduction)                      \
  LAW(HEAT_SELF, "conducts-to-itself", HEAT_LAW, law_starts, conduction)                           \
  LAW(HEAT_NOT_CONSERVED, "conducts-by-own-areas", HEAT_LAW, law_starts, conduction)               \
  LAW(CHARGES, "charge-exchange", CHARGE_LAW, law_starts, charges)                                 \
  LAW(CHARGES_CREATES, "charges-from-nothing", CHARGE_LAW, law_starts, charges)                    \
  LAW(CHARGES_RATE, "charges-without-the-step", CHARGE_LAW, law_starts, charges)                   \
  LAW(CHARGES_MORE, "charges-past-the-balance", CHARGE_LAW, law_starts, charges)                   \
  LAW(CHARGES_NEGATIVE, "fails-for-negative-charges", CHARGE_LAW, law_starts, charges)             \
  LAW(CHARGES_UPHILL, "charges-the-higher-charged", CHARGE_LAW, law_starts, charges)               \
  LAW(MOIST, "moisture-exchange", MOIST_LAW, law_starts, moist)                                    \
  LAW(MOIST_ZERO, "fails-where-it-is-dry", MOIST_LAW, law_starts, moist)                           \
  LAW(MOIST_SQUARED, "wets-by-the-squared-step", MOIST_LAW, law_starts, moist)                     \
  LAW(MOIST_TAKES, "takes-liquid-from-both", MOIST_LAW, law_starts, moist)                         \
  LAW(MOIST_LOOKS, "wets-while-only-looked-at", MOIST_LAW, law_starts, moist)                      \
  LAW(MOIST_SIDE, "pulls-by-the-liquid-of-side-1", MOIST_LAW, law_starts, moist)                   \
  LAW(SOFTENS, "thermal-softening", SOFTENING_LAW, law_starts, softens)                            \
  LAW(SOFTENS_COLD, "fails-where-it-is-cold", SOFTENING_LAW, law_starts, softens)                  \
  LAW(SOFTENS_ONE, "softens-by-side-1", SOFTENING_LAW, law_starts, softens)                        \
  LAW(BY_MASS, "damps-by-masses", MASS_LAW, law_starts, by_mass)                                   \
  LAW(BY_MASS_AT_WALLS, "divides-by-the-sum-of-the-masses", MASS_LAW, law_starts, by_mass)         \
  LAW(BY_ID, "strength-by-the-ids", ID_LAW, law_starts, by_id)                                     \
  LAW(BY_ID_ORDER, "strength-by-the-order-of-the-ids", ID_LAW, law_starts, by_id)
LAW_NUMBERS(LAWS)

#define STIFFNESS_ROW LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS)

/* --------------------------------------------------------------------------------- heat */

static const dcm_parameter heat_parameters[] = {
    STIFFNESS_ROW,
    LAW_ABOVE_0(DCM_PER_PAIR, "conductivity", "of both materials",
                .dimension = {.mass = 1, .length = 1, .time = -3, .temperature = -1})};
#define TEMPERATURE                                                                                \
  LAW_QUANTITY(DCM_READ, "temperature", "of a grain", .dimension = {.temperature = 1},             \
               .default_value = 300.0)
static const dcm_quantity heat_quantities[] = {
    TEMPERATURE, LAW_QUANTITY(DCM_SUM, "heatflow", "into a grain", .flags = DCM_CONSERVED,
                              .dimension = {.mass = 1, .length = 2, .time = -3})};
static const dcm_output heat_outputs[] = {
    LAW_OUTPUT("area", "of the contact", .dimension = {.length = 2})};
#define HEAT_LAW LAW_TAKES(heat_parameters), LAW_READS(heat_quantities), LAW_TELLS(heat_outputs)

static void conduction(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[STIFFNESS], 0.0);
  const double width = sqrt(fmax(c->overlap, 0.0) * c->radius);
  a->output[0] = 3.141592653589793 * width * width;
  const double other = c->law == HEAT_SELF ? c->q1[0] : c->q2[0];
  double flow = 2.0 * c->p[1] * width * (other - c->q1[0]);
  if (c->law == HEAT_UPHILL)
    flow = -flow;
  if (c->law == HEAT_CELSIUS)
    flow += 2.0 * c->p[1] * width * 273.15;
  if (c->law == HEAT_ROOT)
    flow = 2.0 * c->p[1] * width * sqrt(other - c->q1[0]) * sqrt(other - c->q1[0]);
  if (c->law == HEAT_BY_STEP)
    flow *= c->dt * 1e6;
  a->added_1[1] = flow;
  a->added_2[1] = c->law == HEAT_TWICE           ? flow
                  : c->law == HEAT_TENTH         ? -0.9 * flow
                  : c->law == HEAT_NOT_CONSERVED ? -flow * c->r1 / c->radius
                                                 : -flow;
}

/* ------------------------------------------------------------------------------- charge */

static const dcm_parameter charge_parameters[] = {
    STIFFNESS_ROW, LAW_ABOVE_0(DCM_PER_PAIR, "relaxation", "time in which charges balance",
                               .dimension = {.time = 1})};
static const dcm_quantity charge_quantities[] = {
    LAW_QUANTITY(DCM_CHANGE, "charge", "of a grain", .flags = DCM_CONSERVED,
                 .dimension = {.current = 1, .time = 1})};
#define CHARGE_LAW LAW_TAKES(charge_parameters), LAW_READS(charge_quantities)

/** Charges balance where charge/radius is equal. A wall is earthed. */
static void charges(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[STIFFNESS], 0.0);
  const double balance =
      c->is_wall ? -c->q1[0] : (c->q2[0] * c->r1 - c->q1[0] * c->r2) / (c->r1 + c->r2);
  double part = -expm1(-c->dt / c->p[1]);
  if (c->law == CHARGES_RATE)
    part = 0.01 * (c->dt > 0.0);
  if (c->law == CHARGES_MORE)
    part = 1e3 * c->dt / c->p[1];
  if (c->law == CHARGES_UPHILL)
    part = -part;
  if (c->law == CHARGES_NEGATIVE)
    part *= pow(c->q1[0] * c->q2[0] / fmax(c->q1[0] * c->q1[0], 1e-300), 0.5);
  a->added_1[0] = part * balance;
  a->added_2[0] = c->law == CHARGES_CREATES ? part * balance : -part * balance;
}

/* ----------------------------------------------------------------------------- moisture */

static const dcm_parameter moist_parameters[] = {
    STIFFNESS_ROW,
    LAW_ABOVE_0(DCM_PER_PAIR, "drain_time", "time in which films balance",
                .dimension = {.time = 1}),
    LAW_FROM_0(DCM_PER_LAW, "tension", "surface tension of the liquid",
               .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.02, .usual_maximum = 0.08)};
static const dcm_quantity moist_quantities[] = {
    LAW_QUANTITY(DCM_CHANGE, "liquid", "volume on a grain", .flags = DCM_CONSERVED,
                 .dimension = {.length = 3}, .maximum = INFINITY)};
#define MOIST_LAW LAW_TAKES(moist_parameters), LAW_READS(moist_quantities)

/** Liquid flows from the thicker film to the thinner, and pulls while two touch. */
static void moist(const law_contact *c, law_answer *a) {
  const double both = c->law == MOIST_SIDE ? 2.0 * c->q1[0] : c->q1[0] + c->q2[0];
  const double film = cbrt(both) / (cbrt(both) + 0.1 * c->radius);
  const double pull = 12.566370614359172 * c->p[2] * c->radius * film;
  law_press(c, a, c->p[STIFFNESS], 0.0);
  a->normal -= pull;
  a->energy[STORED_NORMAL] -= pull * c->overlap;
  if (c->law == MOIST_ZERO)
    a->normal += 1e-9 * pull * log(c->q1[0] * c->q2[0]);
  if (c->is_wall)
    return;
  const double s1 = c->r1 * c->r1, s2 = c->r2 * c->r2;
  const double balance = (c->q2[0] * s1 - c->q1[0] * s2) / (s1 + s2);
  const double step = c->law == MOIST_SQUARED ? 1e5 * c->dt * c->dt
                      : c->law == MOIST_LOOKS ? c->dt + 1e-6
                                              : c->dt;
  /* A grain has up to twelve neighbours, and must not give more than it has. */
  const double flow = -expm1(-step / c->p[1]) / 12.0 * balance;
  a->added_1[0] = flow;
  a->added_2[0] = c->law == MOIST_TAKES ? -fabs(flow) : -flow;
  if (c->law == MOIST_TAKES)
    a->added_1[0] = -fabs(flow);
}

/* ---------------------------------------------------------------- softening by temperature */

static const dcm_parameter softening_parameters[] = {
    STIFFNESS_ROW,
    LAW_ABOVE_0(DCM_PER_MATERIAL, "melting", "temperature", .dimension = {.temperature = 1},
                .usual_minimum = 400.0, .usual_maximum = 2000.0)};
static const dcm_quantity softening_quantities[] = {TEMPERATURE};
#define SOFTENING_LAW LAW_TAKES(softening_parameters), LAW_READS(softening_quantities)

static void softens(const law_contact *c, law_answer *a) {
  const double melting_2 = c->law == SOFTENS_ONE ? c->p[1] : c->p_2[1];
  const double hot_1 = c->q1[0] / c->p[1],
               hot_2 = (c->law == SOFTENS_ONE ? c->q1 : c->q2)[0] / melting_2;
  double soft = 1.0 / (1.0 + hot_1 * hot_1 * hot_1 * hot_1 + hot_2 * hot_2 * hot_2 * hot_2);
  if (c->law == SOFTENS_COLD)
    soft = pow(1.0 / hot_1 + 1.0 / hot_2, 0.25) / 2.0;
  law_press(c, a, c->p[STIFFNESS] * soft, 0.0);
}

/* -------------------------------------------------------------------------- masses and IDs */

static const dcm_parameter mass_parameters[] = {
    STIFFNESS_ROW,
    LAW_FROM_0(DCM_PER_PAIR, "gamma", "damping of a unit of mass", .dimension = {.time = -1})};
static const dcm_quantity mass_quantities[] = {
    LAW_QUANTITY(DCM_READ, "mass", "of a grain", .dimension = {.mass = 1}, .default_value = 1e-6)};
#define MASS_LAW LAW_TAKES(mass_parameters), LAW_READS(mass_quantities)

/** Damps by the mass of both, as LAMMPS' hooke. */
static void by_mass(const law_contact *c, law_answer *a) {
  const double m = c->law == BY_MASS_AT_WALLS ? c->q1[0] * c->q2[0] / (c->q1[0] + c->q2[0])
                                              : 1.0 / (1.0 / c->q1[0] + 1.0 / c->q2[0]);
  law_press(c, a, c->p[STIFFNESS], c->p[1] * m);
}

static const dcm_parameter id_parameters[] = {
    STIFFNESS_ROW, LAW_FROM_0(DCM_PER_PAIR, "friction_mean", "mean of all contacts"),
    LAW_FROM_0(DCM_PER_LAW, "seed", "of the scatter", .usual_maximum = 1e6)};
static const dcm_quantity id_quantities[] = {LAW_QUANTITY(DCM_READ, "id", "of a grain")};
#define ID_LAW LAW_TAKES(id_parameters), LAW_READS(id_quantities), LAW_KEEPS(law_stretch)

/** Each pair of grains has a coefficient of friction of its own, for ever. */
static void by_id(const law_contact *c, law_answer *a) {
  const double first = c->law == BY_ID_ORDER ? c->q1[0] : fmin(c->q1[0], c->q2[0]);
  const double second = c->law == BY_ID_ORDER ? c->q2[0] : fmax(c->q1[0], c->q2[0]);
  double whole;
  const double scatter =
      fabs(modf(sin(12.9898 * first + 78.233 * second + c->p[2]) * 43758.5453, &whole));
  law_press(c, a, c->p[STIFFNESS], 0.0);
  law_shear(c, a, 0, c->p[STIFFNESS], 2.0 * scatter * c->p[1] * fabs(c->p[STIFFNESS] * c->overlap));
}

LAW_LIBRARY(LAWS)
