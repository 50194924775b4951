/* SPDX-License-Identifier: MIT */
/** @file
 * Laws whose parameters have no usual values and names that nobody else uses, with mistakes in
 * branches that contacts enter only where sizes fit together. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(PLASTIC, "yields-at-a-force", PLASTIC_LAW, plastic_starts, plastic)                          \
  LAW(PLASTIC_BEGINS, "loses-the-onset-of-yielding", PLASTIC_LAW, plastic_starts, plastic)         \
  LAW(PLASTIC_LEDGER, "books-no-yielding", PLASTIC_LAW, plastic_starts, plastic)                   \
  LAW(PLASTIC_PULLS, "pulls-after-yielding", PLASTIC_LAW, plastic_starts, plastic)
LAW_NUMBERS(LAWS)

/* ------------------------------------------------------------------------------ plastic */

/* Loads along a stiff line up to a force, then along a softer one, and unloads along the stiff one:
 * the plastic overlap is the state. */
enum { FIRST, LATER, ONSET };
static const dcm_parameter plastic_parameters[] = {
    [FIRST] =
        LAW_ABOVE_0(DCM_PER_PAIR, "alpha", "first slope", .dimension = {.mass = 1, .time = -2}),
    [LATER] = LAW_ABOVE_0(DCM_PER_PAIR, "beta", "slope beyond the onset",
                          .dimension = {.mass = 1, .time = -2}),
    [ONSET] = LAW_ABOVE_0(DCM_PER_PAIR, "onset", "force beyond which the later slope holds",
                          .dimension = {.mass = 1, .length = 1, .time = -2}),
};
static const dcm_history_field plastic_fields[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "lasting", "overlap without force", LAW_LENGTH),
};
#define PLASTIC_LAW LAW_TAKES(plastic_parameters), LAW_KEEPS(plastic_fields)

static int32_t plastic_starts(const law_data *data, dcm_instance *instance) {
  const uint32_t count = data->model->parameter_count, m = data->materials;
  for (uint32_t ij = 0; ij < m * m; ij++)
    if (data->values_1[ij * count + LATER] >= data->values_1[ij * count + FIRST])
      return law_refuses(instance, "beta must be less than alpha: yielding is softer");
  return DCM_OK;
}

static void plastic(const law_contact *c, law_answer *a) {
  const double k = c->p[FIRST], later = c->p[LATER], onset = c->p[ONSET];
  const double before = c->state[0];
  const double elastic = k * (c->overlap - before);
  const double line = onset + later * (c->overlap - onset / k);
  const int yields = elastic > line && c->overlap > onset / k;
  const double force = yields ? line : elastic > 0.0 || before == 0.0 ? elastic : 0.0;
  const double now = yields ? c->overlap - line / k : before;
  a->normal = c->law == PLASTIC_BEGINS && yields        ? line - onset
              : c->law == PLASTIC_PULLS && before > 0.0 ? elastic
                                                        : force;
  a->state[0] = now;
  a->energy[STORED_NORMAL] = 0.5 * force * force / k;
  if (yields && c->law != PLASTIC_LEDGER)
    a->energy[LOST_PLASTIC] =
        0.5 * (line + onset + later / (1.0 - later / k) * before) * (now - before);
}

LAW_LIBRARY(LAWS)
