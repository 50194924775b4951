/* SPDX-License-Identifier: MIT */
/** @file
 * Laws with mistakes in what they store and dissipate, or that drive what they should brake; and
 * laws of unusual kinds in which all energies are right. */
#include "law.h"

/* ------------------------------------------------------------------------------- descriptions */

#define VISCOSITY .dimension = {.mass = 1, .time = -1}, .usual_minimum = 1.0, .usual_maximum = 1e3
#define ENERGY .dimension = {.mass = 1, .length = 2, .time = -2}

static const dcm_history_field with_heat[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring, of 2 relative to 1",
              LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "lost", "work that does not come back", ENERGY),
};
#define WITH_HEAT LAW_TAKES(law_parameters), LAW_KEEPS(with_heat)

enum { SOFT, STIFF };
static const dcm_parameter plastic_parameters[] = {
    [SOFT] = LAW_ABOVE_0(DCM_PER_PAIR, "k1", "stiffness of the first loading",
                         .dimension = {.mass = 1, .time = -2}, .usual_minimum = 1e3,
                         .usual_maximum = 1e5),
    [STIFF] = LAW_ABOVE_0(DCM_PER_PAIR, "k2", "stiffness of unloading",
                          .dimension = {.mass = 1, .time = -2}, .usual_minimum = 2e5,
                          .usual_maximum = 1e7),
};
static const dcm_history_field deepest[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "deepest", "the largest overlap so far", LAW_LENGTH),
};
#define PLASTIC LAW_TAKES(plastic_parameters), LAW_KEEPS(deepest)

enum { MAXWELL_SPRING, MAXWELL_DAMPER, KELVIN_SPRING, KELVIN_DAMPER };
static const dcm_parameter burger_parameters[] = {
    [MAXWELL_SPRING] = LAW_ABOVE_0(DCM_PER_PAIR, "k_m", "spring of Maxwell", LAW_STIFFNESS),
    [MAXWELL_DAMPER] = LAW_ABOVE_0(DCM_PER_PAIR, "c_m", "damper of Maxwell", VISCOSITY),
    [KELVIN_SPRING] = LAW_ABOVE_0(DCM_PER_PAIR, "k_k", "spring of Kelvin", LAW_STIFFNESS),
    [KELVIN_DAMPER] = LAW_ABOVE_0(DCM_PER_PAIR, "c_k", "damper of Kelvin", VISCOSITY),
};
static const dcm_history_field flows[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "flow", "what the damper of Maxwell has given way", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "creep", "what the element of Kelvin has given way",
              LAW_LENGTH),
};
#define BURGER LAW_TAKES(burger_parameters), LAW_KEEPS(flows)

static const dcm_quantity masses[] = {
    LAW_QUANTITY(DCM_READ, "mass", "of a particle", .dimension = {.mass = 1}, .default_value = 1.0),
};
#define HEAVY LAW_TAKES(law_parameters), LAW_KEEPS(law_stretch), LAW_READS(masses)

/** Attraction falls to nothing over a tenth of the radius. */
static double far(const dcm_instance *instance, const dcm_sides *sides) {
  (void)instance;
  return 0.1 * sides->effective_radius;
}
#define AFAR LAW_TAKES(law_parameters), LAW_KEEPS(law_stretch), .reach = far

static int32_t begins_afar(const law_data *data, dcm_instance *instance) {
  (void)data;
  instance->flags = DCM_BEGINS_AT_REACH | DCM_KNOWN_RESTITUTION | DCM_KNOWN_FRICTION;
  return DCM_OK;
}

static const dcm_option dampings[] = {
    LAW_OPTION("damping", "usual", "twice", "how strongly the law damps"),
};
#define CHOOSES LAW_TAKES(law_parameters), LAW_KEEPS(law_stretch), LAW_CHOOSES(dampings)

#define LAWS(LAW)                                                                                  \
  LAW(PLAIN, "sound-energies", LAW_USUAL, law_starts, books)                                       \
  LAW(NOTHING, "stores-nothing-and-dissipates-all", LAW_USUAL, law_starts, books)                  \
  LAW(MORE, "stores-too-much-and-dissipates-the-rest", LAW_USUAL, law_starts, books)               \
  LAW(LESS, "stores-too-little", LAW_USUAL, law_starts, books)                                     \
  LAW(WALL_STORE, "stores-nothing-at-walls", LAW_USUAL, law_starts, books)                         \
  LAW(TWICE, "books-its-damping-twice", LAW_USUAL, law_starts, books)                              \
  LAW(HALF, "books-half-of-its-sliding", LAW_USUAL, law_starts, books)                             \
  LAW(WALL_SLIDES, "books-no-sliding-at-walls", LAW_USUAL, law_starts, books)                      \
  LAW(NO_ROLLING, "books-no-rolling", LAW_USUAL, law_starts, books)                                \
  LAW(SHEAR_STORE, "stores-half-of-its-shear", LAW_USUAL, law_starts, books)                       \
  LAW(OPTION, "books-one-option-only", CHOOSES, law_starts, books)                                 \
  LAW(WALL_DRIVES, "drives-at-walls", LAW_USUAL, law_starts, drives)                               \
  LAW(ROLLS, "rolls-on-by-itself", LAW_USUAL, law_starts, drives)                                  \
  LAW(ROLLS_CYCLE, "rolls-on-in-cycles", LAW_USUAL, law_starts, drives)                            \
  LAW(WALL_ROLLS, "rolls-on-at-walls", LAW_USUAL, law_starts, drives)                              \
  LAW(TWISTS, "twists-on-by-itself", LAW_USUAL, law_starts, drives)                                \
  LAW(TWISTS_CYCLE, "twists-on-in-cycles", LAW_USUAL, law_starts, drives)                          \
  LAW(SLIDES, "pushes-what-slides", LAW_USUAL, law_starts, drives)                                 \
  LAW(STORED_FRICTION, "stores-its-friction", WITH_HEAT, law_starts, hoards)                       \
  LAW(STORED_DAMPING, "stores-its-damping", WITH_HEAT, law_starts, hoards)                         \
  LAW(STORED_ROLLING_WORK, "stores-its-rolling", WITH_HEAT, law_starts, hoards)                    \
  LAW(YIELDS, "sound-yielding", PLASTIC, law_starts, yields)                                       \
  LAW(STORED_YIELDING, "stores-what-yields", PLASTIC, law_starts, yields)                          \
  LAW(YIELDS_UNTOLD, "does-not-book-what-yields", PLASTIC, law_starts, yields)                     \
  LAW(SOFTENS, "sound-changing-stiffness", LAW_USUAL, law_starts, changes)                         \
  LAW(SOFTENS_UNTOLD, "loses-by-its-stiffness-untold", LAW_USUAL, law_starts, changes)             \
  LAW(STIFFENS, "gains-by-its-stiffness", LAW_USUAL, law_starts, changes)                          \
  LAW(RELAXES, "sound-burger", BURGER, law_starts, relaxes)                                        \
  LAW(RELAXES_UNTOLD, "relaxes-untold", BURGER, law_starts, relaxes)                               \
  LAW(WEIGHS, "sound-mass-reader", HEAVY, law_starts, weighs)                                      \
  LAW(ATTRACTS, "sound-attraction", AFAR, begins_afar, attracts)                                   \
  LAW(ATTRACTS_MORE, "attracts-more-on-the-way-in", AFAR, begins_afar, attracts)
LAW_NUMBERS(LAWS)

/* ------------------------------------------------------------------------------------ booking */

/** The sound law with another ledger. */
static void books(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  double *e = a->energy;
  const double before = c->overlap - c->approach * c->dt;
  const double growth = 0.5 * c->p[STIFFNESS] * (c->overlap * c->overlap - before * before);
  switch (c->law) {
  case NOTHING:
    e[STORED_NORMAL] = 0.0;
    e[LOST_NORMAL] += growth;
    break;
  case MORE:
    e[STORED_NORMAL] *= 1.25;
    e[LOST_NORMAL] -= 0.25 * growth;
    break;
  case LESS:
    e[STORED_NORMAL] *= 0.75;
    break;
  case WALL_STORE:
    e[STORED_NORMAL] *= c->is_wall ? 0.0 : 1.0;
    break;
  case TWICE:
    e[LOST_NORMAL] *= 2.0;
    break;
  case HALF:
    e[LOST_SLIDING] *= 0.5;
    break;
  case WALL_SLIDES:
    e[LOST_SLIDING] *= c->is_wall ? 0.0 : 1.0;
    break;
  case NO_ROLLING:
    e[LOST_ROLLING] = 0.0;
    break;
  case SHEAR_STORE:
    e[STORED_TANGENTIAL] *= 0.5;
    break;
  case OPTION:
    if (c->options[0])
      a->normal += law_damping(c) * c->approach;
    break;
  default:
    break;
  }
}

/** Adds a couple of constant size against twisting, or, below zero, with the twisting. */
static void twist(const law_contact *c, law_answer *a, double size) {
  double couple[3];
  const double rate = law_dot(c->w1, c->n) - law_dot(c->w2, c->n);
  for (int x = 0; x < 3; x++)
    couple[x] = rate == 0.0 ? 0.0 : -size * copysign(1.0, rate) * c->n[x];
  law_turn(c, a, couple);
}

/** The sound law with what drives. Its ledger tells the work of all forces. */
static void drives(const law_contact *c, law_answer *a) {
  const double pressing = fabs(c->p[STIFFNESS] * c->overlap);
  const double rolling = c->p[ROLLING] * pressing * c->radius;
  const double damping = law_damping(c);
  const int is_rolling = c->law == ROLLS || c->law == ROLLS_CYCLE;
  law_press(c, a, c->p[STIFFNESS], c->law == WALL_DRIVES && c->is_wall ? -damping : damping);
  law_shear(c, a, 0, 2.0 / 7.0 * c->p[STIFFNESS], c->p[FRICTION] * pressing);
  law_roll(c, a, is_rolling || (c->law == WALL_ROLLS && c->is_wall) ? -rolling : rolling);
  if (c->law == TWISTS || c->law == TWISTS_CYCLE)
    twist(c, a, -rolling);
  if (c->law == SLIDES)
    for (int x = 0; x < 3; x++) {
      a->tangential[x] -= damping * c->v[x];
      a->energy[LOST_TANGENTIAL] -= damping * c->v[x] * c->v[x] * c->dt;
    }
}

/** The sound law that takes lost work for stored work. */
static void hoards(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  const int of = c->law == STORED_FRICTION  ? LOST_SLIDING
                 : c->law == STORED_DAMPING ? LOST_NORMAL
                                            : LOST_ROLLING;
  const int to = c->law == STORED_FRICTION  ? STORED_TANGENTIAL
                 : c->law == STORED_DAMPING ? STORED_NORMAL
                                            : STORED_ROLLING;
  a->state[3] = c->state[3] + a->energy[of];
  a->energy[to] += a->state[3];
  a->energy[of] = 0.0;
}

/* -------------------------------------------------------------------------------- other kinds */

/** Walton and Braun: unloading is stiffer than the first loading. */
static void yields(const law_contact *c, law_answer *a) {
  const double soft = c->p[SOFT], stiff = c->p[STIFF], old = c->state[0];
  const double most = fmax(old, c->overlap);
  const double rest = (1.0 - soft / stiff) * most;
  const double elastic = fmax(0.0, c->overlap - rest);
  const double all = 0.5 * soft * most * most, lost = all * (1.0 - soft / stiff);
  const double lost_before = 0.5 * soft * old * old * (1.0 - soft / stiff);
  a->state[0] = most;
  a->normal = stiff * elastic;
  a->energy[STORED_NORMAL] =
      0.5 * stiff * elastic * elastic + (c->law == STORED_YIELDING ? lost : 0.0);
  a->energy[LOST_PLASTIC] = c->law == YIELDS ? lost - lost_before : 0.0;
}

/** The stiffness across the normal grows with the root of the overlap. The spring keeps its force
 * where the stiffness grows, and its stretch where the stiffness falls. */
static void changes(const law_contact *c, law_answer *a) {
  const double k = 2.0 / 7.0 * c->p[STIFFNESS];
  const double before = fmax(0.0, c->overlap - c->approach * c->dt);
  const double ratio = sqrt(fmax(0.0, c->overlap) / c->radius);
  const double old_ratio = sqrt(before / c->radius);
  law_contact now = *c;
  const double *u = c->state;
  const double stored = 0.5 * k * old_ratio * law_dot(u, u);
  if (c->law != STIFFENS && old_ratio < ratio)
    for (int x = 0; x < 3; x++)
      now.state[x] *= old_ratio / ratio;
  const double carried = 0.5 * k * ratio * law_dot(now.state, now.state);
  law_press(c, a, c->p[STIFFNESS], law_damping(c));
  law_shear(&now, a, 0, k * ratio, c->p[FRICTION] * fabs(c->p[STIFFNESS] * c->overlap));
  if (c->law != SOFTENS_UNTOLD)
    a->energy[LOST_TANGENTIAL] += stored - carried;
}

/** Burger: a spring, a damper, and a spring beside a damper, one after the other. Implicit in the
 * step, and so for any step. */
static void relaxes(const law_contact *c, law_answer *a) {
  const double k = c->p[MAXWELL_SPRING], own = c->p[KELVIN_SPRING];
  const double flow = c->dt / c->p[MAXWELL_DAMPER], creep = c->dt / c->p[KELVIN_DAMPER];
  const double share = 1.0 / (1.0 + own * creep);
  const double force =
      k * (c->overlap - c->state[0] - share * c->state[1]) / (1.0 + k * (flow + share * creep));
  a->normal = force;
  a->state[0] = c->state[0] + flow * force;
  a->state[1] = share * (c->state[1] + creep * force);
  const double viscous = force - own * a->state[1];
  a->energy[STORED_NORMAL] = 0.5 * force * force / k + 0.5 * own * a->state[1] * a->state[1];
  a->energy[LOST_NORMAL] =
      c->law == RELAXES_UNTOLD ? 0.0 : flow * force * force + creep * viscous * viscous;
}

/** The damper of the sound law by the masses of both sides. */
static void weighs(const law_contact *c, law_answer *a) {
  const double mass = c->is_wall ? c->q1[0] : c->q1[0] * c->q2[0] / (c->q1[0] + c->q2[0]);
  const double ratio = law_damping_ratio(c->p[RESTITUTION]);
  const double pressing = fabs(c->p[STIFFNESS] * c->overlap);
  law_press(c, a, c->p[STIFFNESS], 2.0 * ratio * sqrt(c->p[STIFFNESS] * mass));
  law_shear(c, a, 0, 2.0 / 7.0 * c->p[STIFFNESS], c->p[FRICTION] * pressing);
  law_roll(c, a, c->p[ROLLING] * pressing * c->radius);
}

/** The sound law, where two touch; and attraction that grows linearly from the reach to the touch,
 * and is constant from there on. */
static void attracts(const law_contact *c, law_answer *a) {
  const double reach = 0.1 * c->radius, near = fmin(0.0, c->overlap) + reach;
  const double more = c->law == ATTRACTS_MORE && c->approach > 0.0 ? 1.5 : 1.0;
  const double k = 1e-3 * more * c->p[STIFFNESS];
  law_contact touching = *c;
  if (c->overlap > 0.0) {
    law_sound(&touching, a);
  } else {
    memset(a->state, 0, sizeof a->state);
  }
  a->normal -= k * near;
  a->energy[STORED_NORMAL] -= 0.5 * k * near * near + k * reach * fmax(0.0, c->overlap);
}

LAW_LIBRARY(LAWS)
