/* SPDX-License-Identifier: MIT */
/** @file
 * Laws with forces between bodies that do not touch: an attraction from the reach on, and a neck
 * that forms where two touch, and both with mistakes. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(ATTRACTION, "sound-attraction", FAR, from_afar, far)                                         \
  LAW(NECK, "sound-neck", FAR, law_starts, far)                                                    \
  LAW(DAMPED, "sound-damped-attraction", FAR, from_afar, far)                                      \
  LAW(HALF, "reaches-half-as-far-as-it-pulls", FAR, from_afar, far)                                \
  LAW(HALF_NECK, "reaches-half-as-far-as-its-neck", FAR, law_starts, far)                          \
  LAW(HALF_AT_WALLS, "reaches-half-as-far-at-walls", FAR, from_afar, far)                          \
  LAW(FIRST_PAIR, "reaches-as-the-first-pair", FAR, from_afar, far)                                \
  LAW(OF_RADIUS_1, "reaches-by-radius-1", FAR, from_afar, far)                                     \
  LAW(NEGATIVE_AT_WALLS, "reaches-below-zero-at-walls", FAR, from_afar, far)                       \
  LAW(FORGOTTEN, "forgets-its-reach", LAW_TAKES(parameters), law_starts, far)                      \
  LAW(STRONGER_IN, "pulls-more-on-the-way-in", FAR, from_afar, far)                                \
  LAW(STRONGER_AT_WALLS, "pulls-more-on-the-way-in-at-walls", FAR, from_afar, far)                 \
  LAW(WEAKER_AFTER, "pulls-less-after-a-touch", TOUCHED, from_afar, far)                           \
  LAW(DRIVES, "drives-at-a-distance", FAR, from_afar, far)                                         \
  LAW(NECK_DRIVES, "drives-by-its-neck", FAR, law_starts, far)                                     \
  LAW(DRIVES_AT_WALLS, "drives-at-a-distance-from-walls", FAR, from_afar, far)                     \
  LAW(RUBS, "rubs-at-a-distance", RUBBING, from_afar, far)                                         \
  LAW(RUBS_NECK, "rubs-by-its-neck", RUBBING, law_starts, far)                                     \
  LAW(RUBS_KNOWINGLY, "rubs-as-it-pulls", RUBBING, knows_friction, far)                            \
  LAW(BINDS, "sound-elastic-band", RUBBING, knows_friction, far)                                   \
  LAW(ROOT, "takes-the-root-of-a-gap", FAR, from_afar, far)                                        \
  LAW(BOND, "bonds-across-a-gap", BONDING, bonds, bond)                                            \
  LAW(BOND_SHORT, "reaches-as-its-bond-without-the-gap", BONDING, bonds, bond)
LAW_NUMBERS(LAWS)

enum { STIFF, RATIO, MU, PULL, RANGE };
static const dcm_parameter parameters[] = {
    [STIFF] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),
    [RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping_ratio", "of the damper along the normal"),
    [MU] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [PULL] = LAW_ABOVE_0(DCM_PER_PAIR, "pull", "attraction of two that touch, over the radius",
                         .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.1,
                         .usual_maximum = 10.0),
    [RANGE] = LAW_ABOVE_0(DCM_PER_PAIR, "range", "reach over the effective radius",
                          .usual_minimum = 0.01, .usual_maximum = 0.5),
};
static const dcm_history_field touched[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "touched", "1 once the two have touched"),
};
enum { BOND_STIFF, GAP, STRAIN };
static const dcm_parameter of_bond[] = {
    [BOND_STIFF] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the bond", LAW_STIFFNESS),
    [GAP] = LAW_ABOVE_0(DCM_PER_PAIR, "gap", "that is bonded, over the effective radius",
                        .usual_minimum = 0.01, .usual_maximum = 0.1),
    [STRAIN] = LAW_ABOVE_0(DCM_PER_PAIR, "strain", "at which a bond breaks, likewise",
                           .usual_minimum = 0.01, .usual_maximum = 0.1),
};
enum { BONDED, MADE_AT };
static const dcm_history_field made[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "bonded", "1, or -1 after it broke"),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "made_at", "overlap", LAW_LENGTH),
};
#define BONDING LAW_TAKES(of_bond), LAW_KEEPS(made), .reach = reach_of_bond
#define FAR LAW_TAKES(parameters), .reach = reach
#define TOUCHED FAR, LAW_KEEPS(touched)
#define RUBBING FAR, LAW_KEEPS(law_stretch)

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const int law = law_number(instance), is_wall = sides->side_2 == DCM_SIDE_WALL;
  const double range = law_values(instance, law == FIRST_PAIR ? 0 : sides->pair)[RANGE];
  const int half = law == HALF || law == HALF_NECK || (law == HALF_AT_WALLS && is_wall);
  const double radius = law == OF_RADIUS_1 ? sides->radius_1 : sides->effective_radius;
  return (law == NEGATIVE_AT_WALLS && is_wall ? -1.0 : half ? 0.5 : 1.0) * range * radius;
}

static double reach_of_bond(const dcm_instance *instance, const dcm_sides *sides) {
  const double *p = law_values(instance, sides->pair);
  const double gap = law_number(instance) == BOND_SHORT ? 0.0 : p[GAP];
  return (gap + 1.1 * p[STRAIN]) * sides->effective_radius;
}

static int32_t bonds(const law_data *data, dcm_instance *instance) {
  instance->flags = DCM_BEGINS_AT_REACH;
  return law_starts(data, instance);
}

static int32_t from_afar(const law_data *data, dcm_instance *instance) {
  instance->flags = DCM_BEGINS_AT_REACH;
  return law_starts(data, instance);
}

static int32_t knows_friction(const law_data *data, dcm_instance *instance) {
  const int32_t status = from_afar(data, instance);
  instance->flags |= DCM_KNOWN_FRICTION;
  return status;
}

/** Factor between the attraction of a law with a mistake and the right one. */
static double mistake(const law_contact *c) {
  if (c->law == STRONGER_IN || (c->law == STRONGER_AT_WALLS && c->is_wall))
    return c->approach > 0.0 ? 1.2 : 1.0;
  if (c->law == WEAKER_AFTER)
    return c->state[0] > 0.0 ? 0.8 : 1.0;
  if (c->law == ROOT)
    return 1.0 + 1e-3 * sqrt(c->overlap / c->radius);
  return 1.0;
}

/** A force that falls to 0 at the end of the range, and is constant where two touch. */
static void attract(const law_contact *c, law_answer *a) {
  const double range = c->p[RANGE] * c->radius, strength = c->p[PULL] * c->radius;
  const double left = fmin(fmax(1.0 + c->overlap / range, 0.0), 1.0);
  const double pressed = fmax(c->overlap, 0.0);
  a->normal -= mistake(c) * strength * left * left;
  a->energy[STORED_NORMAL] -= strength * (range / 3.0 * left * left * left + pressed);
}

static void far(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFF], damping = 2.0 * c->p[RATIO] * sqrt(k * c->mass);
  const int drives =
      c->law == DRIVES || c->law == NECK_DRIVES || (c->law == DRIVES_AT_WALLS && c->is_wall);
  attract(c, a);
  const double pressing = fmax(a->normal + k * c->overlap, 0.0);
  if (c->overlap > 0.0)
    law_press(c, a, k, damping);
  else if (drives)
    law_press(c, a, 0.0, -0.1 * damping);
  else if (c->law == DAMPED && c->overlap > -c->p[RANGE] * c->radius)
    law_press(c, a, 0.0, damping);
  if (c->law == WEAKER_AFTER && c->dt > 0.0)
    a->state[0] = c->state[0] > 0.0 || c->overlap > 0.0;
  if (c->law == BINDS)
    law_shear(c, a, 0, 0.3 * k, c->p[PULL] * c->radius);
  if (c->law == RUBS_KNOWINGLY)
    law_shear(c, a, 0, 0.3 * k, c->p[MU] * (pressing + c->p[PULL] * c->radius));
  if (c->law == RUBS || c->law == RUBS_NECK)
    law_shear(c, a, 0, 0.3 * k, c->p[MU] * (c->overlap > 0.0 ? pressing : fabs(k * c->overlap)));
}

/** A spring is made, without a force, as soon as the gap is narrow, and breaks for good. */
static void bond(const law_contact *c, law_answer *a) {
  const double k = c->p[BOND_STIFF], before = c->overlap - c->approach * c->dt;
  if (c->state[BONDED] == 0.0 && c->overlap >= -c->p[GAP] * c->radius) {
    a->state[BONDED] = 1.0;
    a->state[MADE_AT] = c->overlap;
  }
  const double stretch = a->state[MADE_AT] - c->overlap;
  if (a->state[BONDED] <= 0.0)
    return;
  if (stretch > c->p[STRAIN] * c->radius) {
    const double old = c->state[MADE_AT] - before;
    a->state[BONDED] = -1.0;
    a->energy[LOST_FRACTURE] = 0.5 * k * old * old;
    return;
  }
  a->normal = -k * stretch;
  a->energy[STORED_NORMAL] = 0.5 * k * stretch * stretch;
}

LAW_LIBRARY(LAWS)
