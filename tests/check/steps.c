/* SPDX-License-Identifier: MIT */
/** @file
 * Laws that depend on the number of steps: a rate without the step, or with the step twice; answers
 * that wait for a step; states that long steps forget. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(SOUND, "sound-rolling-springs", SPRINGS, law_starts, springs)                                \
  LAW(LAST, "keeps-its-last-way", SPRINGS, law_starts, springs)                                    \
  LAW(SHEAR_NONE, "shears-without-a-step", SPRINGS, law_starts, springs)                           \
  LAW(SHEAR_TWICE, "shears-with-the-step-twice", SPRINGS, law_starts, springs)                     \
  LAW(ROLL_NONE, "rolls-without-a-step", SPRINGS, law_starts, springs)                             \
  LAW(ROLL_TWICE, "rolls-with-the-step-twice", SPRINGS, law_starts, springs)                       \
  LAW(TWIST_NONE, "twists-without-a-step", SPRINGS, law_starts, springs)                           \
  LAW(TWIST_TWICE, "twists-with-the-step-twice", SPRINGS, law_starts, springs)                     \
  LAW(WEAR_NONE, "wears-without-a-step", SPRINGS, law_starts, springs)                             \
  LAW(WEAR_TWICE, "wears-with-the-step-twice", SPRINGS, law_starts, springs)                       \
  LAW(FADES, "fades-in-each-step", SPRINGS, law_starts, springs)                                   \
  LAW(ROLL_FADES, "fades-in-each-step-of-rolling", SPRINGS, law_starts, springs)                   \
  LAW(BOOKS_NONE, "books-without-a-step", SPRINGS, law_starts, springs)                            \
  LAW(NO_FORCE, "does-not-push-without-a-step", SPRINGS, law_starts, springs)                      \
  LAW(NO_DAMPER, "does-not-damp-without-a-step", SPRINGS, law_starts, springs)                     \
  LAW(NO_SHEAR, "does-not-shear-without-a-step", SPRINGS, law_starts, springs)                     \
  LAW(NO_COUPLE, "does-not-roll-without-a-step", SPRINGS, law_starts, springs)                     \
  LAW(NO_ENERGY, "stores-nothing-without-a-step", SPRINGS, law_starts, springs)                    \
  LAW(NO_ROLL_ENERGY, "stores-no-rolling-without-a-step", SPRINGS, law_starts, springs)            \
  LAW(FORGETS, "forgets-in-a-step-longer-than-its-period", SPRINGS, law_starts, springs)           \
  LAW(FORGETS_ROLL, "forgets-rolling-in-a-long-step", SPRINGS, law_starts, springs)                \
  LAW(GIVES, "sound-exchange", EXCHANGE, law_starts, exchange)                                     \
  LAW(GIVES_NONE, "gives-without-a-step", EXCHANGE, law_starts, exchange)                          \
  LAW(GIVES_TWICE, "gives-with-the-step-twice", EXCHANGE, law_starts, exchange)                    \
  LAW(FLOWS, "sound-flow", FLOW(flow), law_starts, exchange)                                       \
  LAW(FLOWS_PER_STEP, "sound-flow-of-a-step", FLOW(amount), law_starts, exchange)                  \
  LAW(FLOWS_TWICE, "flows-with-the-step-twice", FLOW(amount), law_starts, exchange)                \
  LAW(DEMANDS, "flows-against-the-step", FLOW(amount), law_starts, exchange)
LAW_NUMBERS(LAWS)

/* ----------------------------------------------------------------------------------- springs */

enum { TWISTING = LAW_PARAMETERS, WEAR };
static const dcm_parameter parameters[] = {
    [STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution"),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
    [TWISTING] = LAW_FROM_0(DCM_PER_PAIR, "twisting", "coefficient of twisting friction"),
    [WEAR] = LAW_FROM_0(DCM_PER_PAIR, "wear", "that a slid way leaves, over the way",
                        .usual_minimum = 1e-4, .usual_maximum = 1e-2),
};
enum { STRETCH = 0, ROLLED = 3, TWISTED = 6, WORN, LAST_WAY };
static const dcm_history_field fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "rolled", "angle of the rolling spring"),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "twisted", "angle of the twisting spring"),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "worn", "wear of the surfaces", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "last_way", "of the surfaces, in the last step", LAW_LENGTH),
};
#define SPRINGS LAW_TAKES(parameters), LAW_KEEPS(fields)

/** The length by which a mistaken law multiplies a rate. */
static double step_of(const law_contact *c, int none, int twice) {
  if (c->dt > 0.0 && c->law == none)
    return 1.0;
  return c->law == twice ? c->dt * c->dt : c->dt;
}

/** Holds a spring to a limit. @return whether it slides */
static int hold(double *angle, int components, double stiffness, double limit) {
  double square = 0.0;
  for (int x = 0; x < components; x++)
    square += angle[x] * angle[x];
  const double pull = stiffness * sqrt(square);
  for (int x = 0; x < components && pull > limit; x++)
    angle[x] *= limit / pull;
  return pull > limit;
}

static void roll_and_twist(const law_contact *c, law_answer *a, double load) {
  const double stiffness = 0.1 * c->p[STIFFNESS] * c->radius * c->radius;
  double *rolled = a->state + ROLLED, *twisted = a->state + TWISTED, rate[3], twist = 0.0;
  const double before =
      law_dot(c->state + ROLLED, c->state + ROLLED) + c->state[TWISTED] * c->state[TWISTED];
  law_rolling(c, rate);
  law_flatten(c, rolled);
  for (int x = 0; x < 3; x++) {
    rolled[x] += rate[x] * step_of(c, ROLL_NONE, ROLL_TWICE);
    twist += c->n[x] * (c->w1[x] - c->w2[x]);
  }
  *twisted += twist * step_of(c, TWIST_NONE, TWIST_TWICE);
  hold(rolled, 3, stiffness, c->p[ROLLING] * load * c->radius);
  hold(twisted, 1, stiffness, c->p[TWISTING] * load * c->radius);
  double couple[3];
  for (int x = 0; x < 3; x++)
    couple[x] = -stiffness * (rolled[x] + *twisted * c->n[x]);
  law_turn(c, a, couple);
  const double after = law_dot(rolled, rolled) + *twisted * *twisted;
  a->energy[STORED_ROLLING] += 0.5 * stiffness * after;
  a->energy[LOST_ROLLING] -= 0.5 * stiffness * (after - before);
}

static void springs(const law_contact *c, law_answer *a) {
  const double load = c->p[STIFFNESS] * (c->overlap > 0.0 ? c->overlap : 0.0);
  const double damping = law_damping(c), speed = sqrt(law_dot(c->v, c->v));
  law_contact seen = *c;
  const double period = 6.28 * sqrt(c->mass / c->p[STIFFNESS]);
  if ((c->law == FORGETS || c->law == FORGETS_ROLL) && c->dt > period)
    memset(seen.state + (c->law == FORGETS ? STRETCH : ROLLED), 0, 3 * sizeof(double));
  memcpy(a->state, seen.state, sizeof a->state);

  law_press(&seen, a, c->p[STIFFNESS], damping);
  seen.dt = step_of(c, SHEAR_NONE, SHEAR_TWICE);
  law_shear(&seen, a, STRETCH, 2.0 / 7.0 * c->p[STIFFNESS], c->p[FRICTION] * load);
  seen.dt = c->dt;
  roll_and_twist(&seen, a, load);
  a->state[WORN] += c->p[WEAR] * speed * step_of(c, WEAR_NONE, WEAR_TWICE);
  a->state[LAST_WAY] = c->law == LAST ? speed * c->dt : 0.0;
  if (c->law == FADES || c->law == ROLL_FADES)
    for (int x = 0; x < 3 && c->dt > 0.0; x++)
      a->state[(c->law == FADES ? STRETCH : ROLLED) + x] *= 0.99;
  if (c->law == BOOKS_NONE)
    a->energy[LOST_NORMAL] = damping * c->approach * c->approach;

  if (c->dt > 0.0)
    return;
  if (c->law == NO_FORCE)
    a->normal = 0.0;
  if (c->law == NO_DAMPER)
    a->normal -= damping * c->approach;
  if (c->law == NO_SHEAR)
    memset(a->tangential, 0, sizeof a->tangential);
  if (c->law == NO_COUPLE) {
    memset(a->couple_1, 0, sizeof a->couple_1);
    memset(a->couple_2, 0, sizeof a->couple_2);
  }
  if (c->law == NO_ENERGY)
    a->energy[STORED_NORMAL] = 0.0;
  if (c->law == NO_ROLL_ENERGY)
    a->energy[STORED_ROLLING] = 0.0;
}

/* ---------------------------------------------------------------------------------- exchange */

enum { RATE = LAW_PARAMETERS };
static const dcm_parameter exchange_parameters[] = {
    [STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution"),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
    [RATE] = LAW_ABOVE_0(DCM_PER_PAIR, "rate", "of exchange", .dimension = {.time = -1},
                         .usual_minimum = 1e-3, .usual_maximum = 1e2),
};
static const dcm_quantity water[] = {
    LAW_QUANTITY(DCM_CHANGE, "water", "of a grain", .dimension = {.length = 3}),
};
#define SUMS(per_time)                                                                             \
  {                                                                                                \
    LAW_QUANTITY(DCM_READ, "temperature", "of a grain", .dimension = {.temperature = 1},           \
                 .default_value = 300.0),                                                          \
        LAW_QUANTITY(DCM_SUM, "warmth", "that a grain gets",                                       \
                     .dimension = {.temperature = 1, .time = -(per_time)})                         \
  }
static const dcm_quantity flow[] = SUMS(1);
static const dcm_quantity amount[] = SUMS(0);
#define EXCHANGE LAW_TAKES(exchange_parameters), LAW_KEEPS(law_stretch), LAW_READS(water)
#define FLOW(of) LAW_TAKES(exchange_parameters), LAW_KEEPS(law_stretch), LAW_READS(of)

static void exchange(const law_contact *c, law_answer *a) {
  const int sum = c->law >= FLOWS;
  const double rate = c->p[RATE] * (c->q2[0] - c->q1[0]);
  double step = step_of(c, GIVES_NONE, GIVES_TWICE);
  law_sound(c, a);
  if (sum)
    step = c->law == FLOWS                    ? 1.0
           : c->law == FLOWS_TWICE            ? c->dt * c->dt
           : c->law == DEMANDS && c->dt > 0.0 ? 1.0 / c->dt
                                              : c->dt;
  a->added_1[sum] = rate * step;
  a->added_2[sum] = -a->added_1[sum];
}

LAW_LIBRARY(LAWS)
