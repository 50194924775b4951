/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts that relax under a constant overlap, and their mistakes with the time step. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(MAXWELL, "maxwell", MAXWELL_LAW, law_starts, maxwell)                                        \
  LAW(MAXWELL_BY_STEP, "relaxes-by-the-step", MAXWELL_LAW, law_starts, maxwell)                    \
  LAW(MAXWELL_SQUARED, "relaxes-by-the-squared-step", MAXWELL_LAW, law_starts, maxwell)            \
  LAW(MAXWELL_FORGETS, "forgets-its-spring-in-long-steps", MAXWELL_LAW, law_starts, maxwell)       \
  LAW(MAXWELL_LOOK, "has-no-force-without-a-step", MAXWELL_LAW, law_starts, maxwell)               \
  LAW(MAXWELL_LEDGER, "does-not-book-what-relaxes", MAXWELL_LAW, law_starts, maxwell)              \
  LAW(MAXWELL_GROWS, "grows-instead-of-relaxing", MAXWELL_LAW, law_starts, maxwell)                \
  LAW(ZENER, "zener", ZENER_LAW, law_starts, zener)                                                \
  LAW(ZENER_RATE, "takes-the-rate-for-a-time", ZENER_LAW, law_starts, zener)                       \
  LAW(BURGER, "burger", BURGER_LAW, law_starts, burger)                                            \
  LAW(BURGER_CREEPS, "creeps-without-the-step", BURGER_LAW, law_starts, burger)                    \
  LAW(BURGER_BOOKS_TWICE, "books-its-dashpot-twice", BURGER_LAW, law_starts, burger)
LAW_NUMBERS(LAWS)

#define TIME .dimension = {.time = 1}
#define VISCOSITY .dimension = {.mass = 1, .time = -1}

enum { LAST_OVERLAP, SPRING };
static const dcm_history_field branch_fields[] = {
    [LAST_OVERLAP] =
        LAW_FIELD(DCM_SCALAR, DCM_EVEN, "last_overlap", "of the step before", LAW_LENGTH),
    [SPRING] =
        LAW_FIELD(DCM_SCALAR, DCM_EVEN, "spring", "how far the spring is pressed", LAW_LENGTH),
};

/** A spring and a dashpot in a row. Exact where the overlap grows evenly during the step: the
 * spring decays, and what the spring grows by decays from its middle on. */
static void relax(const law_contact *c, law_answer *a, double stiffness, double time) {
  const double before = c->state[SPRING], grown = c->overlap - c->state[LAST_OVERLAP];
  const double steps = c->law == MAXWELL_BY_STEP   ? 0.01 * (c->dt > 0.0)
                       : c->law == MAXWELL_SQUARED ? c->dt * c->dt / (time * time)
                       : c->law == MAXWELL_GROWS   ? -fmin(c->dt / time, 1.0)
                       : c->law == ZENER_RATE      ? c->dt * time
                                                   : c->dt / time;
  const double decay = steps != 0.0 ? -expm1(-steps) / steps : 1.0;
  const double mean = before * decay + (steps != 0.0 ? grown * (1.0 - decay) / steps : 0.5 * grown);
  double now = before * exp(-steps) + grown * decay;
  if (c->law == MAXWELL_FORGETS && c->dt > time)
    now = 0.0;
  a->state[SPRING] = now;
  a->state[LAST_OVERLAP] = c->overlap;
  a->normal += c->law == MAXWELL_LOOK && c->dt == 0.0 ? 0.0 : stiffness * now;
  a->energy[STORED_NORMAL] += 0.5 * stiffness * now * now;
  a->energy[LOST_NORMAL] += c->law == MAXWELL_LEDGER
                                ? 0.0
                                : stiffness * (mean * grown - 0.5 * (now * now - before * before));
}

/* --------------------------------------------------------------------------------- Maxwell */

enum { MAXWELL_STIFFNESS, MAXWELL_TIME };
static const dcm_parameter maxwell_parameters[] = {
    [MAXWELL_STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring", LAW_STIFFNESS),
    [MAXWELL_TIME] =
        LAW_ABOVE_0(DCM_PER_PAIR, "relaxation", "time in which the force falls to 1/e", TIME),
};
#define MAXWELL_LAW LAW_TAKES(maxwell_parameters), LAW_KEEPS(branch_fields)

static void maxwell(const law_contact *c, law_answer *a) {
  relax(c, a, c->p[MAXWELL_STIFFNESS], c->p[MAXWELL_TIME]);
}

/* ------------------------------------------------------ Zener: the standard linear solid */

enum { AT_ONCE, ZENER_TIME, AT_LAST };
static const dcm_parameter zener_parameters[] = {
    [AT_ONCE] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness_relaxing", "of the spring that relaxes",
                            LAW_STIFFNESS),
    [ZENER_TIME] =
        LAW_ABOVE_0(DCM_PER_PAIR, "relaxation", "time in which this spring relaxes", TIME),
    [AT_LAST] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring that stays", LAW_STIFFNESS),
};
#define ZENER_LAW LAW_TAKES(zener_parameters), LAW_KEEPS(branch_fields)

static void zener(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[AT_LAST], 0.0);
  relax(c, a, c->p[AT_ONCE], c->p[ZENER_TIME]);
}

/* ---------------------------------------------------------------------------------- Burger */

/* A spring, a dashpot, and a spring beside a dashpot, all in a row. */
enum { SPRING_STIFFNESS, DASHPOT, KELVIN_STIFFNESS, KELVIN_DASHPOT };
static const dcm_parameter burger_parameters[] = {
    [SPRING_STIFFNESS] =
        LAW_ABOVE_0(DCM_PER_PAIR, "stiffness_maxwell", "of the lone spring", LAW_STIFFNESS),
    [DASHPOT] = LAW_ABOVE_0(DCM_PER_PAIR, "viscosity_maxwell", "of the lone dashpot", VISCOSITY),
    [KELVIN_STIFFNESS] =
        LAW_ABOVE_0(DCM_PER_PAIR, "stiffness_kelvin", "of the other spring", LAW_STIFFNESS),
    [KELVIN_DASHPOT] =
        LAW_ABOVE_0(DCM_PER_PAIR, "viscosity_kelvin", "of the other dashpot", VISCOSITY),
};
enum { CREPT, DELAYED };
static const dcm_history_field burger_fields[] = {
    [CREPT] = LAW_FIELD(DCM_SCALAR, DCM_EVEN, "crept", "way of the lone dashpot", LAW_LENGTH),
    [DELAYED] = LAW_FIELD(DCM_SCALAR, DCM_EVEN, "delayed", "way of the spring beside a dashpot",
                          LAW_LENGTH),
};
#define BURGER_LAW LAW_TAKES(burger_parameters), LAW_KEEPS(burger_fields)

static double burger_energy(const law_contact *c, double overlap, double crept, double delayed) {
  const double pressed = overlap - crept - delayed;
  return 0.5 * c->p[SPRING_STIFFNESS] * pressed * pressed +
         0.5 * c->p[KELVIN_STIFFNESS] * delayed * delayed;
}

/** The force by Euler's implicit rule, which is stable in steps of any length. */
static void burger(const law_contact *c, law_answer *a) {
  const double k = c->p[SPRING_STIFFNESS], k_2 = c->p[KELVIN_STIFFNESS];
  const double creep = (c->law == BURGER_CREEPS ? 1e-6 : c->dt) / c->p[DASHPOT];
  const double delay = c->dt / c->p[KELVIN_DASHPOT], held = 1.0 + k_2 * delay;
  const double force = k * (c->overlap - c->state[CREPT] - c->state[DELAYED] / held) /
                       (1.0 + k * creep + k * delay / held);
  a->normal = force;
  a->state[CREPT] = c->state[CREPT] + creep * force;
  a->state[DELAYED] = (c->state[DELAYED] + delay * force) / held;
  const double crept = a->state[CREPT], delayed = a->state[DELAYED];
  const double stored = burger_energy(c, c->overlap, crept, delayed);
  const double before =
      burger_energy(c, c->overlap - c->approach * c->dt, c->state[CREPT], c->state[DELAYED]);
  a->energy[STORED_NORMAL] = stored;
  a->energy[LOST_NORMAL] = force * c->approach * c->dt - (stored - before);
  if (c->law == BURGER_BOOKS_TWICE)
    a->energy[LOST_NORMAL] += creep * force * force;
}

LAW_LIBRARY(LAWS)
