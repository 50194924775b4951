/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h, and the law with mistakes in its dampers, its ledger, and what it
 * promises by names and flags. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(SOUND, "sound-springs", LAW_USUAL, law_starts, law_sound)                                    \
  LAW(OVERDAMPED, "damps-twice-as-strongly", LAW_USUAL, law_starts, damped)                        \
  LAW(CHOKED, "damps-ten-times-too-strongly", LAW_USUAL, law_starts, damped)                       \
  LAW(UNDAMPED, "does-not-damp", LAW_USUAL, law_starts, damped)                                    \
  LAW(DRIVEN, "drives-on-the-way-out", LAW_USUAL, law_starts, damped)                              \
  LAW(MASS_OF_1, "damps-by-the-radius-of-side-1", LAW_USUAL, law_starts, damped)                   \
  LAW(NATURAL, "takes-the-logarithm-to-base-ten", LAW_USUAL, law_starts, damped)                   \
  LAW(STUCK, "sticks-for-ever", LAW_USUAL, law_starts, stuck)                                      \
  LAW(STORED_ZERO, "stores-nothing", LAW_USUAL, law_starts, booked)                                \
  LAW(STORED_QUARTER, "stores-a-quarter-more", LAW_USUAL, law_starts, booked)                      \
  LAW(LOST_NEGATIVE, "books-damping-with-a-wrong-sign", LAW_USUAL, law_starts, booked)             \
  LAW(LOST_SHIFTED, "books-damping-as-friction", LAW_USUAL, law_starts, booked)                    \
  LAW(STORED_LAST, "stores-the-energy-of-the-step-before", LAW_USUAL, law_starts, booked)          \
  LAW(STORED_LOOK, "stores-nothing-without-a-step", LAW_USUAL, law_starts, booked)                 \
  LAW(SLIDING_TWICE, "books-sliding-twice", LAW_USUAL, law_starts, booked)                         \
  LAW(LOOK_FORCE, "has-no-spring-without-a-step", LAW_USUAL, law_starts, looked)                   \
  LAW(LOOK_DAMPER, "damps-only-in-steps", LAW_USUAL, law_starts, looked)                           \
  LAW(LOOK_SHEAR, "has-no-friction-without-a-step", LAW_USUAL, law_starts, looked)                 \
  LAW(LONG_STEPS, "forgets-its-stretch-in-long-steps", LAW_USUAL, law_starts, looked)              \
  LAW(SHEAR_BY_STEP, "shears-without-the-step", LAW_USUAL, law_starts, looked)                     \
  LAW(SHEAR_SQUARED, "shears-by-the-squared-step", LAW_USUAL, law_starts, looked)                  \
  LAW(OTHER_NAMES, "sound-by-other-names", NAMED_LAW, law_starts, law_sound)                       \
  LAW(COR, "misses-its-cor", NAMED_LAW, law_starts, damped)                                        \
  LAW(MU_UNLIMITED, "exceeds-its-mu", NAMED_LAW, law_starts, unlimited)                            \
  LAW(FLAGS_ALL, "sound-with-all-flags", LAW_USUAL, all_flags, law_sound)                          \
  LAW(FRICTIONLESS, "frictionless", FRICTIONLESS_LAW, frictionless_starts, frictionless)           \
  LAW(ROTATES, "shears-along-the-velocity", LAW_USUAL, law_starts, crossed)                        \
  LAW(CROSSED, "shears-across-the-velocity", LAW_USUAL, law_starts, crossed)                       \
  LAW(UNEQUAL, "takes-twice-the-lighter-mass", MASSES_LAW, law_starts, unequal)                    \
  LAW(UNEQUAL_SUM, "takes-a-quarter-of-both-masses", MASSES_LAW, law_starts, unequal)              \
  LAW(NOTHING, "does-nothing", LAW_USUAL, law_starts, nothing)                                     \
  LAW(STEPPED, "presses-in-steps", LAW_USUAL, law_starts, stepped)                                 \
  LAW(DEEP, "gives-way-where-it-is-deep", LAW_USUAL, law_starts, stepped)
LAW_NUMBERS(LAWS)

/** Adds to the damper along the normal. */
static void add_damper(const law_contact *c, law_answer *a, double damping) {
  a->normal += damping * c->approach;
  a->energy[LOST_NORMAL] += damping * c->approach * c->approach * c->dt;
}

static void damped(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  double share = 0.0;
  switch (c->law) {
  case OVERDAMPED:
    share = 1.0;
    break;
  case CHOKED:
    share = 9.0;
    break;
  case UNDAMPED:
    share = -1.0;
    break;
  case DRIVEN:
    share = c->approach < 0.0 ? -2.0 : 0.0;
    break;
  case MASS_OF_1:
    share = sqrt(c->r1 / c->radius) / sqrt(2.0) - 1.0;
    break;
  case NATURAL:
  case COR:
    share = law_damping_ratio(pow(c->p[RESTITUTION], 0.4342944819)) /
                law_damping_ratio(fmin(c->p[RESTITUTION], 1.0 - 1e-12)) -
            1.0;
    break;
  default:
    break;
  }
  add_damper(c, a, share * law_damping(c));
}

/** Holds each contact that was ever pressed, however far it is pulled. */
static void stuck(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  if (c->approach < 0.0) {
    a->energy[LOST_NORMAL] -= a->normal * c->approach * c->dt;
    a->normal = 0.0;
  }
}

static void booked(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  double *e = a->energy;
  const double lost = e[LOST_NORMAL], before = c->overlap - c->approach * c->dt;
  switch (c->law) {
  case STORED_ZERO:
    e[STORED_NORMAL] = 0.0;
    break;
  case STORED_QUARTER:
    e[STORED_NORMAL] *= 1.25;
    break;
  case LOST_NEGATIVE:
    e[LOST_NORMAL] = -lost;
    break;
  case LOST_SHIFTED:
    e[LOST_NORMAL] = 0.0;
    e[LOST_SLIDING] += lost;
    break;
  case STORED_LAST:
    e[STORED_NORMAL] = 0.25 * c->p[STIFFNESS] * before * before;
    break;
  case STORED_LOOK:
    e[STORED_NORMAL] *= c->dt > 0.0;
    e[STORED_TANGENTIAL] *= c->dt > 0.0;
    break;
  default:
    e[LOST_SLIDING] *= 2.0;
    break;
  }
}

static void looked(const law_contact *c, law_answer *a) {
  law_contact seen = *c;
  if (c->law == LOOK_DAMPER && c->dt == 0.0)
    seen.approach = 0.0;
  for (int x = 0; x < 3; x++) {
    if (c->law == LONG_STEPS && c->dt > 1e-6)
      seen.state[x] = 0.0;
    if (c->law == SHEAR_BY_STEP)
      seen.v[x] = c->dt > 0.0 ? c->v[x] * 1e-6 / c->dt : 0.0;
    if (c->law == SHEAR_SQUARED)
      seen.v[x] = c->v[x] * 1e6 * c->dt;
  }
  law_sound(&seen, a);
  if (c->law == LOOK_FORCE && c->dt == 0.0)
    a->normal = 0.0;
  for (int x = 0; x < 3; x++)
    if (c->law == LOOK_SHEAR && c->dt == 0.0)
      a->tangential[x] = 0.0;
}

/* --------------------------------------------------------------------------- other names */

static const dcm_parameter named_parameters[] = {
    [STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "spring", "stiffness along the normal", LAW_STIFFNESS),
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "cor", "coefficient of restitution"),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "mu", "coefficient of friction"),
    [ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "mu_r", "coefficient of rolling friction"),
};
#define NAMED_LAW LAW_TAKES(named_parameters), LAW_KEEPS(law_stretch)

static void unlimited(const law_contact *c, law_answer *a) {
  const double pressing = fabs(c->p[STIFFNESS] * c->overlap);
  law_press(c, a, c->p[STIFFNESS], law_damping(c));
  law_shear(c, a, 0, c->p[STIFFNESS], 3.0 * c->p[FRICTION] * pressing);
  law_roll(c, a, c->p[ROLLING] * pressing * c->radius);
}

static int32_t all_flags(const law_data *data, dcm_instance *instance) {
  instance->flags |= DCM_KNOWN_UNBALANCED | DCM_KNOWN_GAIN | DCM_KNOWN_RESTITUTION |
                     DCM_KNOWN_STEP | DCM_KNOWN_FRICTION;
  return law_starts(data, instance);
}

/* ---------------------------------------------------------------------------- frictionless */

#define FRICTIONLESS_LAW .parameters = law_parameters, .parameter_count = RESTITUTION + 1

static int32_t frictionless_starts(const law_data *data, dcm_instance *instance) {
  instance->unused = DCM_UNUSED_COUPLES | DCM_UNUSED_SPINS;
  return law_starts(data, instance);
}

static void frictionless(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[STIFFNESS], law_damping(c));
}

/* -------------------------------------------------------------------------- other mistakes */

/** Springs along another direction than what slides. */
static void crossed(const law_contact *c, law_answer *a) {
  law_contact seen = *c;
  law_answer other = {0};
  const double *n = c->n, *v = c->v;
  if (c->law == CROSSED) {
    seen.v[0] = n[1] * v[2] - n[2] * v[1];
    seen.v[1] = n[2] * v[0] - n[0] * v[2];
    seen.v[2] = n[0] * v[1] - n[1] * v[0];
  }
  law_sound(&seen, a);
  law_sound(c, &other);
  const double speed = sqrt(law_dot(v, v)), size = sqrt(law_dot(a->tangential, a->tangential));
  for (int x = 0; x < 3 && c->law == ROTATES && speed > 0.0; x++)
    a->tangential[x] = size * v[x] / speed;
  memcpy(a->energy, other.energy, sizeof a->energy);
}

static const dcm_quantity mass_quantity[] = {
    LAW_QUANTITY(DCM_READ, "mass", "of a grain", .dimension = {.mass = 1}, .default_value = 1e-6)};
#define MASSES_LAW LAW_USUAL, LAW_READS(mass_quantity)

static void unequal(const law_contact *c, law_answer *a) {
  law_contact seen = *c;
  if (!c->is_wall)
    seen.mass = c->law == UNEQUAL ? 0.5 * fmin(c->q1[0], c->q2[0]) : 0.25 * (c->q1[0] + c->q2[0]);
  law_sound(&seen, a);
}

static void nothing(const law_contact *c, law_answer *a) {
  (void)c;
  (void)a;
}

static void stepped(const law_contact *c, law_answer *a) {
  const double share = c->overlap / c->radius;
  law_sound(c, a);
  const double all =
      c->law == DEEP ? (share > 0.01 ? 0.2 : 1.0) : floor(1e4 * share) / (1e4 * share);
  a->normal += (all - 1.0) * c->p[STIFFNESS] * c->overlap;
  a->energy[STORED_NORMAL] *= all;
}

LAW_LIBRARY(LAWS)
