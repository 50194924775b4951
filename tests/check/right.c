/* SPDX-License-Identifier: MIT */
/** @file
 * Laws of unusual kinds in which nothing is wrong. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(MAXWELL, "maxwell", MAXWELL_LAW, law_starts, maxwell)                                        \
  LAW(FRICTIONLESS, "frictionless", FRICTIONLESS_LAW, frictionless_starts, frictionless)
LAW_NUMBERS(LAWS)

/* -------------------------------------------------------------------------------- Maxwell */

/* A spring and a dashpot in a row: the contact forgets its overlap. */
enum { MAXWELL_STIFFNESS, RELAXATION };
static const dcm_parameter maxwell_parameters[] = {
    [MAXWELL_STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring", LAW_STIFFNESS),
    [RELAXATION] = LAW_ABOVE_0(DCM_PER_PAIR, "relaxation", "time in which the force falls to 1/e",
                               .dimension = {.time = 1}),
};
enum { LAST_OVERLAP, PRESSED };
static const dcm_history_field maxwell_fields[] = {
    [LAST_OVERLAP] =
        LAW_FIELD(DCM_SCALAR, DCM_EVEN, "last_overlap", "of the step before", LAW_LENGTH),
    [PRESSED] = LAW_FIELD(DCM_SCALAR, DCM_EVEN, "pressed", "length of the spring", LAW_LENGTH),
};
#define MAXWELL_LAW LAW_TAKES(maxwell_parameters), LAW_KEEPS(maxwell_fields)

static void maxwell(const law_contact *c, law_answer *a) {
  const double k = c->p[MAXWELL_STIFFNESS], time = c->p[RELAXATION];
  const double before = c->state[PRESSED], grown = c->overlap - c->state[LAST_OVERLAP];
  /* Exact where the overlap grows evenly during the step: the spring decays, and what it grows by
   * decays from the mean of the step on. */
  const double steps = c->dt / time;
  const double decay = steps > 0.0 ? -expm1(-steps) / steps : 1.0;
  const double now = before * exp(-steps) + grown * decay;
  const double mean = before * decay + (steps > 0.0 ? grown * (1.0 - decay) / steps : 0.5 * grown);
  a->state[PRESSED] = now;
  a->state[LAST_OVERLAP] = c->overlap;
  a->normal = k * now;
  a->energy[STORED_NORMAL] = 0.5 * k * now * now;
  a->energy[LOST_NORMAL] = k * mean * grown - 0.5 * k * (now * now - before * before);
}

/* --------------------------------------------------------------------- no friction at all */

enum { FRICTIONLESS_STIFFNESS };
static const dcm_parameter frictionless_parameters[] = {
    [FRICTIONLESS_STIFFNESS] =
        LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring", LAW_STIFFNESS),
};
#define FRICTIONLESS_LAW LAW_TAKES(frictionless_parameters)

static int32_t frictionless_starts(const law_data *data, dcm_instance *instance) {
  instance->unused = DCM_UNUSED_COUPLES | DCM_UNUSED_SPINS;
  return law_starts(data, instance);
}

static void frictionless(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[FRICTIONLESS_STIFFNESS], 0.0);
}

LAW_LIBRARY(LAWS)
