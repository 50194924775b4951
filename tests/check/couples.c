/* SPDX-License-Identifier: MIT */
/** @file
 * Couples against rolling and twisting, and their mistakes. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(ROLLS, "rolling-spring", ROLLING_LAW, law_starts, rolls)                                     \
  LAW(ROLLS_WITHOUT_STEP, "rolls-without-the-step", ROLLING_LAW, law_starts, rolls)                \
  LAW(ROLLS_SQUARED, "rolls-by-the-squared-step", ROLLING_LAW, law_starts, rolls)                  \
  LAW(ROLLS_DRIVES, "drives-its-rolling", ROLLING_LAW, law_starts, rolls)                          \
  LAW(ROLLS_BY_SUM, "rolls-by-the-sum-of-the-spins", ROLLING_LAW, law_starts, rolls)               \
  LAW(ROLLS_TWISTS, "rolls-where-it-only-twists", ROLLING_LAW, law_starts, rolls)                  \
  LAW(ROLLS_UNSTORED, "does-not-store-its-rolling", ROLLING_LAW, law_starts, rolls)                \
  LAW(ROLLS_FREELY, "keeps-its-roll-while-it-slips", ROLLING_LAW, law_starts, rolls)               \
  LAW(ROLLS_RADIUS, "rolls-by-the-radius-of-side-1", ROLLING_LAW, law_starts, rolls)               \
  LAW(ROLLS_EVEN, "rolls-with-a-wrong-parity", ROLLING_EVEN_LAW, law_starts, rolls)                \
  LAW(ROLLS_NOT_AT_WALLS, "rolls-freely-at-walls", ROLLING_LAW, law_starts, rolls)                 \
  LAW(ROLLS_DRIVES_AT_WALLS, "drives-its-rolling-at-walls", ROLLING_LAW, law_starts, rolls)        \
  LAW(TWISTS, "twisting-spring", TWISTING_LAW, law_starts, twists)                                 \
  LAW(TWISTS_WITHOUT_STEP, "twists-without-the-step", TWISTING_LAW, law_starts, twists)            \
  LAW(TWISTS_ODD, "twists-with-a-wrong-parity", TWISTING_ODD_LAW, law_starts, twists)              \
  LAW(TWISTS_DRIVES, "drives-its-twisting", TWISTING_LAW, law_starts, twists)                      \
  LAW(TWISTS_ONE, "twists-by-the-spin-of-side-1", TWISTING_LAW, law_starts, twists)                \
  LAW(TWISTS_UNBOOKED, "does-not-book-its-twisting", TWISTING_LAW, law_starts, twists)             \
  LAW(TWISTS_EACH_STEP, "is-twisted-anew-in-each-step", TWISTING_LAW, law_starts, twists)          \
  LAW(DAMPS_ROLLING, "rolling-damper", DAMPER_LAW, law_starts, damps)                              \
  LAW(DAMPS_SUM, "drives-its-rolling-and-books-it", DAMPER_LAW, law_starts, damps)                 \
  LAW(DAMPS_ALONG, "damps-rolling-along-the-axis-of-the-box", DAMPER_LAW, law_starts, damps)       \
  LAW(OWN_SPIN, "rolling-by-own-spins", OWN_SPIN_LAW, unbalanced, own_spin)                        \
  LAW(OWN_SPIN_UNSAID, "rolls-by-own-spins-without-a-word", OWN_SPIN_LAW, law_starts, own_spin)    \
  LAW(OWN_SPIN_DRIVES, "drives-by-own-spins", OWN_SPIN_LAW, unbalanced, own_spin)                  \
  LAW(COUPLED, "couples-beyond-the-friction", OWN_SPIN_LAW, law_starts, coupled)                   \
  LAW(COUPLED_SPUN, "spins-what-only-slides", OWN_SPIN_LAW, law_starts, coupled)
LAW_NUMBERS(LAWS)

/** Normal force of all these laws. */
static double press(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[STIFFNESS], 0.0);
  return fabs(c->p[STIFFNESS] * c->overlap);
}

#define STIFFNESS_ROW LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS)
#define ANGULAR .dimension = {.mass = 1, .length = 2, .time = -2}

enum { TURNING_STIFFNESS = 1, MU_TURNING };

/* ------------------------------------------------------------------- rolling with a spring */

static const dcm_parameter rolling_parameters[] = {
    STIFFNESS_ROW,
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness_rolling", "of the rolling spring, for an angle", ANGULAR),
    LAW_FROM_0(DCM_PER_PAIR, "friction_rolling", "coefficient of rolling friction")};
static const dcm_history_field rolled[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "rolled", "angle of 1 relative to 2")};
static const dcm_history_field even_rolled[] = {
    LAW_FIELD(DCM_VECTOR, DCM_EVEN, "rolled", "angle of 1 relative to 2")};
#define ROLLING_LAW LAW_TAKES(rolling_parameters), LAW_KEEPS(rolled)
#define ROLLING_EVEN_LAW LAW_TAKES(rolling_parameters), LAW_KEEPS(even_rolled)

static void rolls(const law_contact *c, law_answer *a) {
  const double k = c->p[TURNING_STIFFNESS], pressing = press(c, a);
  const double arm = c->law == ROLLS_RADIUS ? c->r1 : c->radius;
  const double limit = c->p[MU_TURNING] * pressing * arm;
  const double dt = c->law == ROLLS_WITHOUT_STEP ? 1e-6 * (c->dt > 0.0)
                    : c->law == ROLLS_SQUARED    ? 1e6 * c->dt * c->dt
                                                 : c->dt;
  double rate[3], angle[3], couple[3], work = 0.0;
  law_rolling(c, rate);
  for (int x = 0; x < 3; x++) {
    if (c->law == ROLLS_BY_SUM)
      rate[x] = c->w1[x] + c->w2[x];
    if (c->law == ROLLS_TWISTS)
      rate[x] = c->w1[x] - c->w2[x];
  }
  memcpy(angle, c->state, sizeof angle);
  const double before = 0.5 * k * law_dot(angle, angle);
  if (c->law != ROLLS_TWISTS)
    law_flatten(c, angle);
  for (int x = 0; x < 3; x++)
    angle[x] += rate[x] * dt;
  const double size = k * sqrt(law_dot(angle, angle));
  const double kept = size > limit ? limit / size : 1.0;
  const int free = c->law == ROLLS_NOT_AT_WALLS && c->is_wall;
  const double sign =
      c->law == ROLLS_DRIVES || (c->law == ROLLS_DRIVES_AT_WALLS && c->is_wall) ? -1.0 : 1.0;
  for (int x = 0; x < 3; x++) {
    couple[x] = free ? 0.0 : -sign * kept * k * angle[x];
    a->couple_1[x] = couple[x];
    a->couple_2[x] = -couple[x];
    work -= couple[x] * (c->w1[x] - c->w2[x]) * c->dt;
    a->state[x] = c->law == ROLLS_FREELY ? angle[x] : free ? 0.0 : kept * angle[x];
  }
  const double after = 0.5 * k * kept * kept * law_dot(angle, angle);
  if (free)
    return;
  a->energy[STORED_ROLLING] = c->law == ROLLS_UNSTORED ? 0.0 : after;
  a->energy[LOST_ROLLING] =
      c->law == ROLLS_UNSTORED ? (kept < 1.0 ? work : 0.0) : work + before - after;
}

/* ------------------------------------------------------------------ twisting with a spring */

static const dcm_parameter twisting_parameters[] = {
    STIFFNESS_ROW,
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness_twisting", "of the twisting spring, for an angle",
                ANGULAR),
    LAW_FROM_0(DCM_PER_PAIR, "friction_twisting", "coefficient of twisting friction")};
static const dcm_history_field twisted[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "twisted", "angle of 1 relative to 2 about the normal")};
static const dcm_history_field odd_twisted[] = {
    LAW_FIELD(DCM_SCALAR, DCM_ODD, "twisted", "angle of 1 relative to 2 about the normal")};
#define TWISTING_LAW LAW_TAKES(twisting_parameters), LAW_KEEPS(twisted)
#define TWISTING_ODD_LAW LAW_TAKES(twisting_parameters), LAW_KEEPS(odd_twisted)

static void twists(const law_contact *c, law_answer *a) {
  const double k = c->p[TURNING_STIFFNESS], limit = c->p[MU_TURNING] * press(c, a) * c->radius;
  const double before = c->law == TWISTS_EACH_STEP ? 0.0 : c->state[0];
  const double dt = c->law == TWISTS_WITHOUT_STEP ? 1e-6 * (c->dt > 0.0) : c->dt;
  const double rate = law_dot(c->w1, c->n) - (c->law == TWISTS_ONE ? 0.0 : law_dot(c->w2, c->n));
  double angle = before + rate * dt;
  if (k * fabs(angle) > limit)
    angle = copysign(limit / k, angle);
  const double size = (c->law == TWISTS_DRIVES ? 1.0 : -1.0) * k * angle;
  double work = 0.0;
  for (int x = 0; x < 3; x++) {
    a->couple_1[x] = size * c->n[x];
    a->couple_2[x] = -size * c->n[x];
    work -= size * c->n[x] * (c->w1[x] - c->w2[x]) * c->dt;
  }
  a->state[0] = angle;
  if (c->law == TWISTS_UNBOOKED)
    return;
  a->energy[STORED_ROLLING] = 0.5 * k * angle * angle;
  a->energy[LOST_ROLLING] = work + 0.5 * k * (before * before - angle * angle);
}

/* ------------------------------------------------------------------ a damper against rolling */

static const dcm_parameter damper_parameters[] = {
    STIFFNESS_ROW, LAW_FROM_0(DCM_PER_PAIR, "damping_rolling", "of rolling, for an angular speed",
                              .dimension = {.mass = 1, .length = 2, .time = -1})};
#define DAMPER_LAW LAW_TAKES(damper_parameters)

static void damps(const law_contact *c, law_answer *a) {
  double couple[3];
  press(c, a);
  law_rolling(c, couple);
  const double damping = (c->law == DAMPS_SUM ? 1.0 : -1.0) * c->p[TURNING_STIFFNESS];
  for (int x = 0; x < 3; x++)
    couple[x] *= damping * (c->law == DAMPS_ALONG && x == 2 ? 0.0 : 1.0);
  law_turn(c, a, couple);
}

/* --------------------------------------------------- Iwashita's: each side by its own spin */

static const dcm_parameter own_spin_parameters[] = {
    STIFFNESS_ROW, LAW_FROM_0(DCM_PER_PAIR, "friction_rolling", "coefficient")};
#define OWN_SPIN_LAW LAW_TAKES(own_spin_parameters)

static int32_t unbalanced(const law_data *data, dcm_instance *instance) {
  instance->flags |= DCM_KNOWN_UNBALANCED;
  return law_starts(data, instance);
}

static void own_spin(const law_contact *c, law_answer *a) {
  const double size = c->p[1] * press(c, a) * c->radius;
  const double w1 = sqrt(law_dot(c->w1, c->w1)), w2 = sqrt(law_dot(c->w2, c->w2));
  const double sign = c->law == OWN_SPIN_DRIVES ? 1.0 : -1.0;
  for (int x = 0; x < 3; x++) {
    a->couple_1[x] = w1 > 0.0 ? sign * size * c->w1[x] / w1 : 0.0;
    a->couple_2[x] = w2 > 0.0 ? sign * size * c->w2[x] / w2 : 0.0;
  }
  a->energy[LOST_ROLLING] = -sign * size * (w1 + w2) * c->dt;
}

/* ---------------------------- a couple from what slides: an author who adds the lever himself */

static void coupled(const law_contact *c, law_answer *a) {
  const double size = c->p[1] * press(c, a);
  const double speed = sqrt(law_dot(c->v, c->v));
  for (int x = 0; x < 3 && speed > 0.0; x++)
    a->tangential[x] = size * c->v[x] / speed;
  a->energy[LOST_SLIDING] = size * speed * c->dt;
  const double *f = a->tangential, *n = c->n;
  const double torque[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2],
                            n[0] * f[1] - n[1] * f[0]};
  for (int x = 0; x < 3; x++) {
    a->couple_1[x] = c->r1 * torque[x];
    a->couple_2[x] = c->law == COUPLED_SPUN ? c->r2 * torque[x] : -c->r1 * torque[x];
  }
}

LAW_LIBRARY(LAWS)
